"""The commands about SafeLife: what they print and write, and with which code they exit."""

import json
import re
from xml.etree import ElementTree

import pytest
from attrs import evolve

from formal_rl.cli.safelife import levels as cli_safelife
from formal_rl.safelife.board.cells import BLUE
from formal_rl.safelife.levels import TEACHING_LEVELS, format_level, parse_level, read_levels, read_run, shipped_level
from formal_rl.safelife.levels.level_archive import write_level
from formal_rl.study.safelife import followed, named_levels
from formal_rl.study.safelife.run import run_level

COMMAND = ("safelife",)

EXIT = TEACHING_LEVELS["exit"]
POLICIES = """
class Talks:
    def act(self, observation):
        print("thinking")
        return 8

class Raises:
    def __getattr__(self, name):
        raise RuntimeError(name)

raises = Raises()

def ends(observation):
    raise GeneratorExit

calls = []

def late(observation):
    calls.append(0)
    if len(calls) == 3:
        raise ValueError("no more")
    return 0
"""


@pytest.fixture(autouse=True)
def plain(own_directory, monkeypatch):
    """A terminal of many colours, were there one, and an own directory with policies of the user's."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.syspath_prepend(str(own_directory))
    (own_directory / "policies.py").write_text(POLICIES, "utf-8")


# --- run ---


def test_which_boards_are_shown(run):
    """All boards are shown, from the first, or none."""
    _, every, _ = run("run", "exit", "--policy", "greedy", "--show", "all")
    _, last, _ = run("run", "exit", "--policy", "greedy")
    _, none, _ = run("run", "exit", "--policy", "greedy", "--show", "none")

    assert re.findall("^after .*$", every, re.MULTILINE) == ["after 0 steps", "after 1 step", "after 2 steps"]
    assert every.count("0 . . . . .") == 3
    assert every.endswith(none)
    assert last.endswith(none)
    assert len(none.splitlines()) == 2


@pytest.mark.parametrize("policy", ["idle", "random", "greedy"])
def test_a_run_is_reproducible(said, policy):
    """The same seed gives the same run, that of `run_level`; JSON has the run, and what came of it."""
    found = said("run", "prune-spawn-3", "--policy", policy, "--steps", 5, "--seed", 7)
    expected = run_level(shipped_level("prune-spawn-3"), policy, steps=5, seed=7)

    assert found == said("run", "prune-spawn-3", "--policy", policy, "--steps", 5, "--seed", 7)
    assert found["actions"] == [list(actions) for actions in expected.run.actions]
    assert found["board"] == [list(row) for row in expected.state.board.rows]
    assert found["outcomes"] == json.loads(json.dumps(expected.outcomes_json()))
    assert parse_level("\n".join(found["level"])) == shipped_level("prune-spawn-3")


def test_a_run_is_kept(run, said, tmp_path):
    """The saved run is the one on the screen, and the command shows it again at each step."""
    values = said("run", "append-spawn-0", "--steps", 6, "--seed", 3, "--save", "run.json")
    kept = read_run(tmp_path / "run.json")
    code, out, _ = run("show", "run.json")
    _, played, _ = run("run", "append-spawn-0", "--steps", 6, "--seed", 3)

    assert json.loads((tmp_path / "run.json").read_text("utf-8")) == {k: values[k] for k in values if k != "outcomes"}
    assert (code, out) == (0, played)
    for step, turn in enumerate(kept.turns(), start=1):
        shown = said("show", "run.json", "--step", step)
        assert shown["board"] == [list(row) for row in turn.state.board.rows]
        assert shown["goals"] == [list(row) for row in turn.state.goals.rows]
        assert shown["steps"] == step
    assert said("show", "run.json", "--step", 0)["steps"] == 0


def test_output_of_a_policy_stays_out_of_the_answer(run):
    """What the user's code prints goes to the other stream."""
    code, out, err = run("run", "exit", "--policy", "policies.py:Talks", "--steps", 2, "--json")

    assert (code, json.loads(out)["actions"]) == (0, [[8], [8]])
    assert err == "thinking\n" * 2


def test_a_policy_that_fails_loses_nothing(run, tmp_path):
    """What was played before a policy failed is kept; where nothing was played, an older file is left as it was."""
    arguments = ("run", "exit", "--policy", "policies.py:late", "--save", "run.json")
    code, out, err = run(*arguments)

    assert (code, out) == (4, "")
    assert "policies.py:late: in step 3 it raised ValueError: no more (policies.py, line 21)" in err
    assert err.rstrip().endswith("(the steps before are saved in run.json: 2 steps)")
    assert read_run(tmp_path / "run.json").actions == ((0,), (0,))

    code, _, err = run("run", "exit", "--policy", "policies.py:nothing", "--save", "run.json")
    assert (code, "kept" in err) == (4, False)
    assert len(read_run(tmp_path / "run.json").actions) == 2


def test_an_interrupted_run_is_kept(run, monkeypatch, tmp_path):
    """Where a run is broken off, what was played is kept, and the exit code says so."""

    def interrupted(*arguments):
        yield from list(run_level(EXIT, "idle", steps=3).run.turns())
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_safelife, "turns", interrupted)

    assert run("run", "exit", "--save", "run.json") == (
        130,
        "",
        "formal-rl: the steps so far are saved in run.json: 3 steps\nformal-rl: interrupted\n",
    )
    assert run("run", "exit") == (130, "", "formal-rl: interrupted\n")
    assert followed(EXIT, "", 0, read_run(tmp_path / "run.json").turns()).state.steps == 3


def test_a_run_that_cannot_be_kept_is_shown(run, monkeypatch):
    """Where the file cannot be written, the command still prints the result of the run."""

    def failing(path, text):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("formal_rl.files.write_whole", failing)
    code, out, err = run("run", "exit", "--policy", "greedy", "--save", "run.json")

    assert (code, err) == (4, "formal-rl: run.json cannot be written: No space left on device\n")
    assert "exit: 2 steps" in out


# --- show ---


BLUE_SQUARE = "\n".join(["^ . . . . . .", *[". " * 7] * 6, "goals", *[". " * 7] * 2, *[". . " + ".b " * 5] * 5])
"""A board and goals with 75 points to be had."""

BLUE_GOALS = """\
  0         5
0 . . . . . .
1 . . . . . .
2 . . o o . .
3 . ^ . o . .
4 . . . . . .
5 . . . . . .

.  empty   o  life   ^  player

goals
  0         5
0 . . . . . .
1 . . . . . .
2 . . .b.b. .
3 . . .b.b. .
4 . . . . . .
5 . . . . . .

.  empty   .b blue goal

blue-goals: 6 x 6, 1 agent
agent 0: at row 3, column 1; 0 points to earn open the exit
"""


def test_a_level_is_shown(run):
    """The command shows a level with its agents, and with --goals the goals on another board."""
    assert run("show", "blue-goals", "--goals") == (0, BLUE_GOALS, "")


@pytest.mark.parametrize(
    ("require", "said"),
    [("0", "0 points to earn open"), ("1/75", "1 point to earn opens"), ("2/75", "2 points to earn open")],
)
def test_points_are_inflected(run, tmp_path, require, said):
    """One point opens the exit; none, or several, open it."""
    (tmp_path / "level.txt").write_text(f"require {require}\n{BLUE_SQUARE}", "utf-8")

    assert run("show", "level.txt")[1].splitlines()[-1] == f"agent 0: at row 0, column 0; {said} the exit"


NOTE = "note: for agent 0 the published code requires 22, because it multiplies floats; the exact number is 21"


def test_where_the_published_code_requires_more(run, said, tmp_path):
    """Where the published product of floats asks for another number of points a note says so, and nowhere else."""
    for name, require in (("level.txt", "0.28"), ("third.txt", "1/3")):
        (tmp_path / name).write_text(f"require {require}\n{BLUE_SQUARE}", "utf-8")
    run("run", "level.txt", "--policy", "idle", "--steps", 1, "--save", "run.json")
    for words in (("show", "level.txt"), ("run", "level.txt", "--policy", "idle"), ("show", "run.json")):
        assert run(*words)[1].splitlines()[-1] == NOTE

    assert "note:" not in run("show", "third.txt")[1]
    assert "note:" not in run("run", "third.txt")[1]
    assert (said("show", "level.txt")["required"], said("show", "level.txt")["required_published"]) == ([21], [22])
    assert said("show", "third.txt")["required_published"] == [25]


def test_names_that_cannot_be_printed(run, tmp_path):
    """A level's name with signs for the terminal is escaped, in show and in run."""
    write_level("level.npz", evolve(EXIT, name="a\x1b[31m\r\nb\x9b"))
    title = "'a\\x1b[31m\\r\\nb\\x9b': "
    run("run", "level.npz", "--steps", 1, "--save", "run.json")
    for words in (("show", "level.npz"), ("run", "level.npz", "--steps", 1), ("show", "run.json")):
        code, out, _ = run(*words)
        assert (code, out.count(title), out.isascii()) == (0, 1, True)
        assert re.search(r"[\x00-\x09\x0b-\x1f]", out) is None


def test_levels_in_files_are_shown(said, tmp_path):
    """The JSON of a level in an archive or a text contains its text."""
    level = shipped_level("append-spawn-2")
    write_level("level.npz", level)
    (tmp_path / "level.txt").write_text(format_level(level), "utf-8")
    found = said("show", "level.npz")

    assert found == said("show", "level.txt") == said("show", "append-spawn-2")
    assert found["board"] == [list(row) for row in level.board.rows]
    assert found["goals"] == [list(row) for row in level.goals.rows]
    assert (found["required"], found["spawn_probability"]) == (list(level.required), "3/10")
    assert parse_level("\n".join(found["level"])) == read_levels("level.npz")[0]


def test_a_picture_is_written(run, tmp_path):
    """With --svg a picture is written of the board and the goals that are shown."""
    run("run", "moving-goals", "--policy", "idle", "--steps", 1, "--save", "run.json")
    for step in range(2):
        goals = run_level(TEACHING_LEVELS["moving-goals"], "idle", steps=step).state.goals
        blue = [f"row {row}, column {column}" for row, column in goals.find(BLUE)]
        assert run("show", "run.json", "--step", step, "--svg", "board.svg")[0] == 0
        root = ElementTree.fromstring((tmp_path / "board.svg").read_text("utf-8"))
        titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
        assert [title.split(":")[0] for title in titles if "goal: blue" in title] == blue
        assert len(blue) == 3


@pytest.mark.parametrize(
    ("variables", "letters"), [({}, True), ({"FORCE_COLOR": "1"}, False), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True)]
)
@pytest.mark.parametrize("words", [("show", "two-agents"), ("run", "two-agents", "--steps", "1", "--policy", "idle")])
def test_colours_are_for_terminals(run, monkeypatch, variables, letters, words):
    """Where there are colours they are shown, elsewhere or with NO_COLOR their letters are."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    _, out, _ = run(*words)

    assert (">g" in out) is letters
    assert ("\x1b[1;7;38" in out) is not letters


# --- levels ---


def test_levels_are_listed(run, said):
    """Every level with a name has its line: size, agents, what opens the exit, what it shows."""
    code, out, err = run("levels")
    heading, *rows = out.splitlines()
    listed = list(named_levels())

    assert (code, err) == (0, "")
    assert heading.split() == ["level", "size", "agents", "required", "spawn", "what", "it", "shows"]
    assert [row.split()[0] for row in rows] == [each.name for each in listed]
    assert all(each.shows in row for each, row in zip(listed, rows, strict=True))
    assert any(re.fullmatch(r"append-spawn-4 +26 x 26 +1 +14 +3/10", row) for row in rows)
    found = said("levels")
    assert [each["name"] for each in found] == [each.name for each in listed]
    assert [each["required"] for each in found] == [list(each.level.required) for each in listed]


# --- What is written ---


def test_a_run_is_known_by_its_content(run, tmp_path):
    """A run can have any file name, and is shown as a run; the name of a level means the level."""
    kept = [run("run", "exit", "--policy", "greedy", "--save", name)[1] for name in ("run", "run.npz", "exit")]
    (tmp_path / "blank").write_text("\n  " + (tmp_path / "run").read_text("utf-8"), "utf-8")

    assert len(set(kept)) == 1
    for name in ("run", "run.npz", "blank", "./exit"):
        assert run("show", name) == (0, kept[0], "")
        assert run("show", name, "--step", 1)[0] == 0
    assert run("show", "exit")[1].endswith("1 point to earn opens the exit\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("show run.json --svg run.json", "svg is 'run.json': expected a file other than run.json"),
        ("show run.json --svg link.json", "svg is 'link.json': expected a file other than run.json"),
        ("show level.txt --svg ./level.txt", "svg is 'level.txt': expected a file other than level.txt"),
        ("run level.txt --save level.txt", "save is 'level.txt': expected a file other than level.txt"),
        ("run level.txt --save hard", "save is 'hard': expected a file other than level.txt"),
        ("run exit --policy policies.py:Talks --save policies.py", "a file other than policies.py"),
    ],
)
def test_input_files_are_not_overwritten(run, tmp_path, words, complaint):
    """What is written does not take the place of what is read, by whatever name it goes."""
    run("run", "exit", "--save", "run.json")
    write_level("level.npz", EXIT)
    (tmp_path / "level.txt").write_text(format_level(EXIT), "utf-8")
    (tmp_path / "link.json").symlink_to("run.json")
    (tmp_path / "hard").hardlink_to(tmp_path / "level.txt")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    code, out, err = run(*words.split())

    assert (code, out) == (2, "")
    assert complaint in " ".join(err.split())
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == before


def test_links_are_written_through(run, tmp_path):
    """A link is kept, and what it leads to is written."""
    for option, words in (("--svg", ("show", "exit")), ("--save", ("run", "exit"))):
        (tmp_path / f"link{option}").symlink_to(f"file{option}")
        for _ in range(2):
            assert run(*words, option, f"link{option}")[0] == 0
        assert (tmp_path / f"link{option}").is_symlink()
        assert (tmp_path / f"file{option}").stat().st_size > 100


# --- What cannot be used ---


@pytest.mark.parametrize(
    ("words", "complaint", "code"),
    [
        ("run exit --policy greedi", "no policy 'greedi'; did you mean greedy?", 2),
        (
            "run two-agents --policy policies.py:late",
            "one agent, as an environment has; the named policies, idle, random, greedy, play several",
            4,
        ),
        ("run exit --policy policies.py:ends", "policies.py:ends: in step 1 it raised GeneratorExit", 4),
        ("run exit --save nowhere/run.json", "save is 'nowhere/run.json': expected a file in an existing directory", 4),
        ("run exit --show some", "Invalid value for '--show'", 2),
        ("show exit --svg nowhere/a.svg", "svg is 'nowhere/a.svg': expected a file in an existing directory", 4),
        ("show none.npz", "none.npz: cannot be read: No such file or directory", 4),
        ("show policies.py", "row 2: 'class Talks:': expected", 4),
        ("show exit --step 1", "step is 1: expected no --step: only a saved run has steps", 2),
    ],
)
def test_unusable_input_is_reported(run, words, complaint, code):
    """What cannot be used is refused in a line, and nothing is printed or left."""
    found, out, err = run(*words.split())

    assert (found, out) == (code, "")
    assert complaint in " ".join(err.split())


def test_a_step_that_a_run_does_not_have(run):
    """A step after the last is refused."""
    run("run", "exit", "--steps", 3, "--policy", "idle", "--save", "run.json")

    assert run("show", "run.json", "--step", 4) == (2, "", "formal-rl: step is 4: expected a step of the run, 0 to 3\n")
