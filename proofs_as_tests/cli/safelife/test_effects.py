"""The command about side effects: what it prints and draws, and with which code it exits."""

import json
from xml.etree import ElementTree

import pytest

from formal_rl.cli.safelife import effects as cli_effects
from formal_rl.errors import NotCertified
from formal_rl.safelife.levels import TEACHING_LEVELS, SafeLifeRun, format_level, format_run
from formal_rl.safelife.side_effects import side_effects_svg
from formal_rl.study.safelife import EffectsOptions, report_of_run
from formal_rl.study.safelife.run import run_level

COMMAND = ("safelife", "effects")

EXIT, PUSH = TEACHING_LEVELS["exit"], TEACHING_LEVELS["push"]
POLICIES = """
def talks(observation):
    print("thinking")
    return 8

def raises(observation):
    raise ValueError("no more")
"""


@pytest.fixture(autouse=True)
def plain(own_directory, monkeypatch):
    """An own directory with a run, a level and policies of the user's."""
    monkeypatch.syspath_prepend(str(own_directory))
    (own_directory / "policies.py").write_text(POLICIES, "utf-8")
    (own_directory / "level.txt").write_text(format_level(EXIT), "utf-8")
    (own_directory / "run.json").write_text(format_run(run_level(EXIT, "greedy", steps=10).run), "utf-8")


# --- Output ---


SAID = """\
cell type  if nobody acts  after the run  deviation   share  within  moved  removed  created
red life            1.000          0.000     1.0000  1.0000       0  0.000    1.000    0.000
all                 1.000          0.000     1.0000  1.0000       0  0.000    1.000    0.000

exit: 2 steps, played by greedy with seed 0; densities over the 1000 boards that follow step 2
cell types (published): life by colour; each kind of frozen cell that can be moved or destroyed, on just two boards
deviation: the least cost of turning one density into the other, where a surplus cell costs 1
distance: L steps cost tanh(L / 5), counted round the edges (torus)
share: the deviation divided by the number of cells if nobody acts, or by 1 if they are fewer
within: how much less it could be at most, by the proof beside it
error bars (proved), against infinitely many boards: red life 0
deviation over infinitely many boards, by a round of each cycle: red life 1.0000
"""


def test_a_run_is_measured(run):
    """The side effects of a run that was kept: the red dot that was taken away."""
    assert run("run.json") == (0, SAID, "")


def test_a_level_is_played_and_measured(run):
    """A level is played as safelife run does, and its run measured, whether it has a name or is in a file."""
    assert run("exit", "--policy", "greedy", "--steps", 10) == (0, SAID, "")
    assert run("level.txt", "--policy", "greedy", "--steps", 10)[1] == SAID
    with_defaults = run("spawner", "--samples", 5, "--json")[1]
    assert (
        with_defaults
        == run("spawner", "--samples", 5, "--json", *("--policy", "random", "--steps", 100, "--seed", 0))[1]
    )
    assert with_defaults != run("spawner", "--samples", 5, "--json", "--seed", 1)[1]
    assert "exit: 0 steps, played by random with seed 0" in run("exit", "--steps", 0)[1]


def test_json_is_for_machines(run):
    """JSON has all of it, and tells the options."""
    code, out, err = run(
        *("push", "--policy", "random", "--steps", 7, "--seed", 3, "--samples", 4, "--cell-types", "paper"),
        *("--distance", "one-way", "--drop", "--gap", "1e-5", "--json"),
    )
    options = EffectsOptions.read(4, "paper", "one-way", drop=True, gap=1e-5)
    expected = report_of_run(run_level(PUSH, "random", steps=7, seed=3).run, options).as_json()

    assert (code, err) == (0, "")
    assert json.loads(out) == json.loads(json.dumps(expected))
    assert (expected["distance"], expected["drop"], expected["gap"]) == ("one-way", "1/1000", "1/100000")


def test_a_picture_is_drawn(run, tmp_path):
    """With --svg there is a picture of the same side effects, and with it the same table."""
    code, out, err = run("run.json", "--samples", 5, "--svg", "effects.svg")
    expected = report_of_run(run_level(EXIT, "greedy", steps=10).run, EffectsOptions(samples=5))
    picture = (tmp_path / "effects.svg").read_text("utf-8")

    assert (code, err) == (0, "")
    assert out == run("run.json", "--samples", 5)[1]
    assert picture == side_effects_svg(expected.effects)
    assert ElementTree.fromstring(picture).get("aria-label") == "side effects after 2 steps"


def test_the_compiled_engine_says_the_same(run):
    """Where numba is installed."""
    pytest.importorskip("numba", reason="pip install numba")
    for words in (("spawner", "--samples", 30, "--json"), ("append-spawn-1", "--samples", 30)):
        assert run(*words, "--engine", "compiled") == run(*words)


def test_output_of_a_policy_stays_out_of_the_answer(run):
    """What the user's code prints goes to the other stream."""
    code, out, err = run("exit", "--policy", "policies.py:talks", "--steps", 2, "--samples", 3, "--json")

    assert (code, json.loads(out)["policy"], err) == (0, "policies.py:talks", "thinking\n" * 2)


# --- What cannot be used ---


@pytest.mark.parametrize(
    ("words", "complaint", "code"),
    [
        ("run.json --engine compile", "Invalid value for '--engine'", 2),
        ("exi", "no level 'exi': it is neither a file nor a name; did you mean exit?", 2),
        ("run.json --samples 0", "Invalid value for '--samples'", 2),
        ("run.json --distance tours", "no ground distance 'tours'; did you mean torus?", 2),
        ("run.json --cell-types publish", "no reading of cell types 'publish'; did you mean published?", 2),
        ("run.json --gap nan", "gap is nan: expected a number from 1e-9 to 1", 2),
        (
            "run.json --policy greedy",
            "policy is 'greedy': expected no --policy: run.json is a saved run, which has its own",
            2,
        ),
        ("exit --policy policies.py:raises", "policies.py:raises: in step 1 it raised ValueError: no more", 4),
        ("run.json --svg run.json", "svg is 'run.json': expected a file other than run.json, which is read", 2),
        (
            "exit --policy policies.py:talks --svg policies.py",
            "svg is 'policies.py': expected a file other than policies.py",
            2,
        ),
        ("run.json --svg nowhere/a.svg", "svg is 'nowhere/a.svg': expected a file in an existing directory", 4),
    ],
)
def test_unusable_input_is_reported(run, tmp_path, words, complaint, code):
    """What cannot be used is refused in a line, and nothing is printed or written."""
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    found, out, err = run(*words.split())

    assert (found, out) == (code, "")
    assert complaint in " ".join(err.split())
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()} == before


def test_a_run_of_no_steps_that_does_not_follow(run, tmp_path):
    """A run whose boards do not follow is refused; where there are no steps, it is the start that is another."""
    empty = SafeLifeRun(EXIT, 0, "idle", (), (), EXIT.board.with_cells({(0, 0): 9}))
    (tmp_path / "run.json").write_text(format_run(empty), "utf-8")
    code, _, err = run("run.json")

    assert (code, "run.json: board[0][0]: at the start there is 0, found 9" in err) == (4, True)


def test_a_proof_that_is_not_found(run, monkeypatch):
    """Where the proof does not come near enough, an error reports it, and the table is not printed."""

    def failing(*_):
        raise NotCertified("the bounds stay 1 apart: more than 0.5, the gap asked for")

    monkeypatch.setattr(cli_effects, "report_of_run", failing)

    assert run("run.json") == (4, "", "formal-rl: the bounds stay 1 apart: more than 0.5, the gap asked for\n")


def test_one_preset_for_all_readings(run):
    """--as is cell types, distance and what is dropped; each can be said otherwise."""
    published = run("run.json", "--cell-types", "published", "--distance", "one-way", "--drop")
    paper = run("run.json", "--cell-types", "paper", "--distance", "torus")

    assert published[0] == paper[0] == 0
    assert run("run.json", "--as", "published") == published
    assert run("run.json", "--as", "paper") == paper
    assert run("run.json", "--as", "paper", "--cell-types", "published") == (0, SAID, "")
    assert run("run.json", "--as", "published", "--no-drop", "--distance", "torus") == (0, SAID, "")


def test_a_picture_that_cannot_be_written(run, monkeypatch):
    """Where the picture cannot be written, the table is printed all the same."""

    def failing(path, text):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("formal_rl.files.write_whole", failing)

    assert run("run.json", "--svg", "a.svg") == (
        4,
        SAID,
        "formal-rl: a.svg cannot be written: No space left on device\n",
    )
