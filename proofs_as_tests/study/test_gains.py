"""The page on whom the reality check helps: its picture and its table are what the commands print."""

from pathlib import Path

import pytest

from formal_rl.study.gains import gain_lines, gain_rows, gains_svg

FINDINGS = Path(__file__).parents[2] / "docs" / "findings"


@pytest.fixture(scope="module")
def rows():
    """The laws of the gain."""
    return gain_rows()


def test_the_picture_of_the_page_is_current(rows):
    """Bar for bar."""
    assert gains_svg(rows) == (FINDINGS / "gain.svg").read_text("utf-8")


def test_the_table_of_the_page_is_current(rows):
    """Line for line."""
    assert "\n".join(gain_lines(rows)) in (FINDINGS / "gain.md").read_text("utf-8")


def test_laws_are_laws(rows):
    """Shares are positive and sum to 1, and no share is cut off by the picture but those that are 1."""
    for row in rows:
        assert sum(row.law.values()) == 1
        assert min(row.law.values()) > 0
        assert row.helped + row.harmed + row.law.get(0, 0) == 1
        assert row.always == (row.law == {0: 1})
        assert row.always or max(row.law.values()) < 0.55
