"""safelife generate and safelife statistics: what they print and write, and with which code they exit."""

import json
from pathlib import Path

import pytest

from formal_rl.safelife.generation import generate
from formal_rl.safelife.levels import format_level, parse_level, read_levels, shipped_levels
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife.generation import level_statistics, seeded_level, statistics_rows

COMMAND = ("safelife",)
pytestmark = pytest.mark.usefixtures("own_directory")


# --- generate ---


def test_a_level_is_shown(run):
    """The board, and a line with name, size, points and draws."""
    code, out, err = run("generate", "prune-still", "--size", 14, "--seed", 3)
    made = generate("prune-still", 14, SeededDraws(3))
    assert (code, err) == (0, "")
    opens = f"{made.level.required[0]} points open the exit"
    assert f"prune-still-seed-3: 14 x 14, {opens}, {made.draws_used} random draws used" in out.splitlines()
    assert len([line for line in out.splitlines() if line[:2].strip().isdigit()]) >= 14


def test_levels_are_kept_and_read_by_the_other_commands(run, tmp_path):
    """An archive has one level for each seed; a text has one; show reads both; each seed alone gives the same level."""
    assert run("generate", "append-spawn", "--size", 14, "--seed", 2, "--count", 2, "--out", "a.npz")[0] == 0
    levels = read_levels(tmp_path / "a.npz")
    assert levels == tuple(seeded_level("append-spawn", 14, seed).level for seed in (2, 3))
    assert [level.name for level in levels] == ["append-spawn-seed-2", "append-spawn-seed-3"]
    code, out, _ = run("generate", "append-spawn", "--size", 14, "--seed", 3, "--out", "b.txt")
    assert code == 0
    assert out.splitlines()[-1] == "saved in b.txt"
    assert parse_level((tmp_path / "b.txt").read_text("utf-8")) == levels[1]
    assert run("show", "a.npz:1")[1] == run("show", "b.txt")[1]
    assert run("run", "a.npz:append-spawn-seed-3", "--steps", 3)[0] == 0


def test_a_folder_has_an_archive_of_each_level(run, tmp_path):
    """Two processes make the same levels and list them in the order of their seeds."""
    words = ("--size", 14, "--seed", 2, "--count", 3, "--jobs", 2)
    code, out, _ = run("generate", "append-spawn", *words, "--out", "made/")
    assert code == 0
    assert [line.split(":")[0] for line in out.splitlines() if ":" in line] == [
        f"append-spawn-seed-{seed}" for seed in (2, 3, 4)
    ]
    for seed in (2, 3, 4):
        level = seeded_level("append-spawn", 14, seed).level
        assert read_levels(tmp_path / "made" / f"append-spawn-seed-{seed}.npz") == (level,)
    assert len(list((tmp_path / "made").iterdir())) == 3
    code, _, err = run("generate", "append-spawn", "--size", 14, "--out", "made/append-spawn-seed-2.npz/")
    assert code == 4
    assert "expected a directory that can be written" in err


def test_json_has_all_of_it(run, tmp_path):
    """The command writes the file, which replaces the old one."""
    (tmp_path / "c.txt").write_text("before", "utf-8")
    code, out, err = run("generate", "navigation", "--size", 14, "--seed", 1, "--json", "--out", "c.txt")
    (level,) = json.loads(out)
    made = seeded_level("navigation", 14, 1)
    assert (code, err) == (0, "")
    assert (level["kind"], level["seed"], level["size"], level["required"]) == ("navigation", 1, 14, [0])
    assert (level["name"], level["draws_used"]) == ("navigation-seed-1", made.draws_used)
    assert parse_level("\n".join(level["level"])) == made.level
    assert level["counts"]["exits"] == 1
    assert (tmp_path / "c.txt").read_text("utf-8") == format_level(made.level) + "\n"


@pytest.mark.parametrize(
    ("words", "complaint", "code"),
    [
        ("append-stil", "no kind of generated levels 'append-stil'; did you mean append-still", 2),
        ("prune-spawn --size 5", "size is 5: expected an int from 14 to 256 for prune-spawn", 2),
        ("prune-still --out levels.json", "out is 'levels.json': expected a file whose name ends in .npz or .txt", 2),
        ("prune-still --out a.txt --count 2", "out is 'a.txt': expected an archive, .npz, for more", 2),
        ("prune-still --out none/a.npz", "out is 'none/a.npz': expected a file in an existing directory", 4),
        ("prune-still --out folder.npz", "out is 'folder.npz': expected a file in an existing directory", 4),
        ("prune-still --seed -1", "--seed", 2),
        ("prune-still --count 0", "--count", 2),
        ("", "KIND", 2),
    ],
)
def test_impossible_settings_are_reported(run, tmp_path, words, complaint, code):
    """Exits with 4, in a line that says what was wrong, and writes nothing."""
    (tmp_path / "folder.npz").mkdir()
    found, out, err = run("generate", *words.split())
    assert (found, out) == (code, "")
    assert complaint in " ".join(err.split())
    assert "Traceback" not in err
    assert [file.name for file in tmp_path.iterdir()] == ["folder.npz"]


def test_an_unwritable_file_is_reported(run, tmp_path):
    """With the level shown all the same."""
    for name in ("a.txt", "a.npz"):
        (tmp_path / name).symlink_to(f"nowhere/{name}")
        code, out, err = run("generate", "navigation", "--size", 14, "--out", name)
        assert (code, "navigation-seed-0" in out, "saved" in out, "cannot be written" in err) == (4, True, False, True)


# --- statistics ---


def test_the_table_is_printed(run):
    """A row for what is shipped and one for what is generated; as Markdown, and as JSON with the spread."""
    words = ("statistics", "navigation", "--count", 1, "--size", 14)
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert [line.split()[:3] for line in out.splitlines()[1:]] == [
        ["navigation", "20", "shipped"],
        ["navigation", "1", "generated"],
    ]
    _, out, _ = run(*words, "--markdown")
    made = seeded_level("navigation", 14, 0).level
    expected = [
        level_statistics("navigation", "shipped", shipped_levels("navigation")),
        level_statistics("navigation", "generated", [made]),
    ]
    heading, _, *rows = [tuple(line[2:-2].split(" | ")) for line in out.splitlines()]
    assert [heading, *rows] == statistics_rows(expected)
    _, out, _ = run(*words, "--json")
    assert json.loads(out) == [each.to_json() for each in expected]
    assert json.loads(out)[0]["quantities"]["yellow"]["mean"] == 63.8


def test_the_table_of_the_docs_is_generated(run):
    """The rows of a kind in docs/findings/generation.md are what the command prints."""
    page = (Path(__file__).parents[3] / "docs" / "findings" / "generation.md").read_text(encoding="utf-8").splitlines()
    code, out, _ = run("statistics", "prune-spawn", "--markdown")
    assert code == 0
    heading, rule, *rows = out.splitlines()
    assert {heading, rule} <= set(page)
    assert rows == [line for line in page if line.startswith("| prune-spawn | ")]


def test_statistics_of_nothing_are_refused(run):
    """Kinds that are none, and two forms at once."""
    code, out, err = run("statistics", "navigation", "shipped")
    assert (code, out) == (2, "")
    assert "no kind of generated levels 'shipped'" in err
    assert run("statistics", "navigation", "--json", "--markdown")[0] == 2
