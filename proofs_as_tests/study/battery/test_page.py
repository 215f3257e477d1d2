"""The page about the tables: what the command prints, each number computed."""

from pathlib import Path

from formal_rl.study.battery import tables_page

ROOT = Path(__file__).parents[3]


def test_the_page_is_the_one_in_the_docs():
    """What the command prints is what the docs have."""
    assert "\n".join(tables_page()) + "\n" == (ROOT / "docs" / "findings" / "tables.md").read_text("utf-8")


def test_the_story_is_told():
    """Errors, opposites and reproduction each have their figures."""
    page = " ".join(tables_page())

    for words in (
        "for Q the table prints 0.0030, and the standard error is 0.0066",
        "for Q the table prints 0.00044, and the standard error is 0.00109",
        "Nearer than that: A2C",
        "2,448 runs have the published total exactly, 51 have another, and 1 is not in the published table",
        "| Q | -0.0738 ± 0.0158 | 0.1386 ± 0.0066 |",
    ):
        assert words in page


def test_lines_fit():
    """No line of the page is longer than 120."""
    assert max(map(len, tables_page())) <= 120
