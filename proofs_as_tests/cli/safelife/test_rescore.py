"""The command that scores recorded runs: both distances, the certificate and the error bar, from each kind of file."""

import json
from fractions import Fraction

import numpy
import pytest
from attrs import evolve

from formal_rl.safelife.board import CRATE, LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import PLAYER
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import TEACHING_LEVELS, SafeLifeRun, format_level, format_run
from formal_rl.study.safelife import EffectsOptions, report_of_run
from formal_rl.study.safelife.run import run_level

COMMAND = ("safelife", "rescore")
BLOCK = [(place, LIFE) for place in ((0, 1), (0, 2), (1, 1), (1, 2))]


def pushed(*, left):
    """A run in which a crate is pushed round the edge of a board of 5 rows and columns, in one step."""
    agent, crate = ((2, 1), (2, 0)) if left else ((2, 3), (2, 4))
    board = board_of(5, 5, [(agent, PLAYER), (crate, CRATE), *BLOCK])
    level = Level(board, Board.empty(5, 5), agents=(agent,))
    run = SafeLifeRun(level, 0, "hand", ((4 if left else 2,),), ((0,),), board)
    (turn,) = run.turns()
    return evolve(run, board=turn.state.board)


@pytest.fixture(autouse=True)
def files(own_directory):
    """Runs as they are saved, and one of them as the published code records it."""
    for name, left in (("left", True), ("right", False)):
        run = pushed(left=left)
        (own_directory / f"{name}.json").write_text(format_run(run), "utf-8")
        (own_directory / f"{name}.txt").write_text(format_level(run.level), "utf-8")
        numpy.savez_compressed(own_directory / f"{name}.npz", board=run.board.array()[None])
    spawner = evolve(TEACHING_LEVELS["spawner"], spawn_probability=Fraction(3, 10))
    spawns = run_level(spawner, "random", steps=12, seed=5).run
    (own_directory / "spawns.json").write_text(format_run(spawns), "utf-8")


SAID = """\
left.json: a level without a name, 1 step, played by hand; densities over the 1000 boards that follow
cell type    if nobody acts  after the run   torus   share  one way   share   within  error bar
black life            4.000          4.000  0.0000  0.0000   0.0000  0.0000        0          0
black crate           1.000          1.000  0.1974  0.1974   0.6640  0.6640  9.1e-13          0
all                   5.000          5.000  0.1974  0.0395   0.6640  0.1328  9.1e-13          0
error bars: proved, since no spawner draws: over infinitely many boards neither is farther away

cell types (published): life by colour; each kind of frozen cell that can be moved or destroyed, on just two boards
deviation: the least cost of turning one density into the other, where a surplus cell costs 1
distance: L steps cost tanh(L / 5), counted round the edges (torus), or to lower indices only (one way)
share: the deviation divided by the number of cells if nobody acts, or by 1 if they are fewer
within: how much less each could be at most, by the proof beside it
"""


def without_within(text):
    """The words of a text, without the gaps that the proofs left."""
    return [word for word in text.split() if "e-1" not in word]


def test_a_crate_over_the_edge(run):
    """By hand: tanh(1/5) on the torus; one way tanh(4/5) to the left."""
    code, said, err = run("left.json")

    assert (code, err) == (0, "")
    assert without_within(said) == without_within(SAID)
    assert "black crate           1.000          1.000  0.1974  0.1974   0.1974  0.1974" in run("right.json")[1]


def test_the_order_of_runs(run):
    """Both cost the same on the torus, but not one way."""
    assert run("left.json", "right.json")[1].splitlines()[-1] == (
        "order of the runs by the share of all: another one way for left.json and right.json"
    )
    assert run("left.npz", "left.json", "left.npz", "--level", "left.txt")[0] == 0
    assert run("left.json", "left.npz", "--level", "left.txt")[1].splitlines()[-1] == (
        "order of the runs by the share of all: the same both ways"
    )


@pytest.mark.parametrize("name", ["left", "right"])
def test_a_recording_is_scored_as_the_run(run, name):
    """From boards and the level come the same figures as from level, seed and actions."""
    of_run, of_boards = run(f"{name}.json", "--json")[1], run(f"{name}.npz", "--level", f"{name}.txt", "--json")[1]
    one, other = (json.loads(text)["runs"][0] for text in (of_run, of_boards))

    assert one["effects"] == other["effects"]
    assert (other["torus"]["policy"], other["torus"]["steps"]) == ("whoever was recorded", 1)


def test_a_level_for_each_archive(run):
    """In the order of the archives; saved runs have their own."""
    code, said, _ = run("left.npz", "spawns.json", "right.npz", "--level", "left.txt", "--level", "right.txt", "--json")
    shares = [each["share"]["one_way"] for each in json.loads(said)["runs"]]

    assert code == 0
    assert [round(shares[0], 4), round(shares[2], 4)] == [0.1328, 0.0395]


def test_json(run):
    """What effects says of either distance, and the two beside each other with certificate and interval."""
    code, said, _ = run("left.json", "--samples", 9, "--drop", "--json")
    found = json.loads(said)
    (one,) = found["runs"]

    assert (code, found["schema"], found["order_changes"]) == (0, "safelife-rescore/1", [])
    for way in ("torus", "one-way"):
        options = EffectsOptions.read(9, "published", way, drop=True, gap=1e-6)
        expected = json.loads(json.dumps(report_of_run(pushed(left=True), options).as_json()))
        assert one[way.replace("-", "_")] == expected
    crate = one["effects"][1]
    assert crate["name"] == "black crate"
    assert crate["error_bar"] == {"cell_type": CRATE, "radius": 0.0, "is_proved": True}
    for way in ("torus", "one_way"):
        least, greatest = crate["intervals"][way]
        assert least <= crate[way]["lower"] <= crate[way]["deviation"] <= greatest
        assert crate["infinite"][way] == pytest.approx(crate[way]["deviation"], abs=1e-9)
    assert crate["difference"] == crate["one_way"]["deviation"] - crate["torus"]["deviation"] > 0.4


def test_spawners(run):
    """The bar bounds the expected error, and the output says that it is not a confidence interval."""
    said = run("spawns.json", "--samples", 40)[1]

    assert "error bars: bounds of the expected error, estimated, since spawners draw: not confidence intervals" in said
    assert "chance: spawners read the draws of seed 4294967306 if nobody acts, of 4294967307 after the run" in said
    assert "error bars: not known" in run("spawns.json", "--samples", 19)[1]


@pytest.mark.parametrize(
    ("words", "complaint", "code"),
    [
        ("left.npz", "left.npz: start: is missing: give the level", 4),
        ("left.npz --level prune-still-3", "left.npz: board: is of 5 x 5: expected 26 x 26", 4),
        ("left.npz --level left.txt --steps 1", "steps is 1: expected no number of steps: left.npz has 1", 2),
        ("left.json --level left.txt", "level is 'left.txt': expected no --level: saved runs have their own", 2),
        ("left.json --steps 1", "steps is 1: expected no --steps: left.json is a saved run", 2),
        (
            "left.npz right.npz left.npz --level left.txt --level right.txt",
            "level is 'left.txt, right.txt': expected one --level, or one for each of 3 archives",
            2,
        ),
        ("left.json --gap 0", "gap is 0.0", 2),
    ],
)
def test_wrong_input_is_refused(run, words, complaint, code):
    """In a line that names the option, or the file and the field."""
    found, out, err = run(*words.split())

    assert (found, out) == (code, "")
    assert complaint in " ".join(err.split())
