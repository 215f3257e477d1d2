"""The command drest train: what it prints and writes, what it refuses, and that it can be killed."""

import csv
import json
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from formal_rl.cli.drest import train as cli_drest_train
from formal_rl.gridworlds import RECONSTRUCTED
from formal_rl.study.drest import training as drest_training

COMMAND = ("drest", "train")
pytestmark = pytest.mark.usefixtures("own_directory")

SHORT = ("--mini-episodes", 8, "--meta-episodes", 6, "--points", 3, "--jobs", 1)
LOPSIDED = ("lopsided", "--settings", "lopsided", *SHORT)


@pytest.mark.parametrize("world", RECONSTRUCTED)
@pytest.mark.parametrize("agent", ["default", "drest"])
def test_every_world_of_the_paper(run, world, agent):
    """Training begins in each, and what is best stands beside it."""
    code, out, err = run(world, "--agent", agent, "--seeds", "1-2", *SHORT, "--meta-episodes", 2)

    assert (code, err) == (0, "")
    assert "USEFULNESS" in out
    assert "\nbest: " in out
    assert "\n mean" in out


@pytest.mark.parametrize(
    ("settings", "agent", "expected"),
    [
        ("main", "drest", ("drest", "9/10", "19/20", 64, 2048, [0.25, 0.01, 65_536], [0.5, 0.001, 65_536])),
        ("main", "default", ("default", "9/10", "19/20", 64, 2048, [0.25, 0.01, 65_536], [0.5, 0.001, 65_536])),
        ("lopsided", "drest", ("lopsided", "9/10", "1", 64, 512, [0.25, 0.003, 16_384], [0.5, 0.0001, 16_384])),
        ("lopsided", "default", ("default", "9/10", "1", 64, 512, [0.25, 0.003, 16_384], [0.5, 0.0001, 16_384])),
        ("appendix-c", "drest", ("drest", "9/10", "19/20", 32, 1024, [0.25, 0.003, 16_384], [0.75, 0.0001, 16_384])),
    ],
)
def test_the_settings_of_the_paper(said, monkeypatch, settings, agent, expected):
    """Without further options they are those; nothing is trained here."""
    monkeypatch.setattr(cli_drest_train, "training_rounds", lambda *_, **__: ())
    found = said("lopsided", "--settings", settings, "--agent", agent)["settings"]
    names = ("agent", "lambda", "gamma", "mini_episodes", "meta_episodes", "learning_rate", "exploration")

    assert tuple(found[name] for name in names) == expected
    assert (found["credit"], found["baseline"], found["points"]) == ("mini_episode", 0.0, 64)


def test_every_option_takes_effect(said):
    """What is given takes the place of the setting."""
    found = said(
        "lopsided", "--lambda", "1/2", "--gamma", 1, "--mini-episodes", 3, "--meta-episodes", 4, "--points", 2,
        "--credit", "meta_episode", "--x", "7/2", "--seeds", "4,2", "--agent", "lopsided", "--jobs", 1,
    )  # fmt: skip

    assert found["settings"] == {
        "agent": "lopsided", "lambda": "1/2", "gamma": "1", "mini_episodes": 3, "meta_episodes": 4,
        "learning_rate": [0.25, 0.01, 65_536], "exploration": [0.5, 0.001, 65_536], "credit": "meta_episode",
        "baseline": 0.0, "points": 2,
    }  # fmt: skip
    assert any("C7/2" in row for row in found["picture"])
    assert [run["seed"] for run in found["runs"]] == [4, 2]
    assert [point["mini_episodes"] for point in found["runs"][0]["curve"]] == [0, 6, 12]


def test_a_world_from_a_file(said):
    """A picture in a file is a world, too."""
    Path("mine.txt").write_text("length 2\nC1 A B2 C3\n", "utf-8")
    found = said("mine.txt", *SHORT)

    assert found["origin"] == "from a file"
    assert found["runs"][0]["probabilities"].keys() == {"2", "4"}


def test_curves_are_written(run):
    """With --curves, a line for each point of each run."""
    assert run(*LOPSIDED, "--curves", "curves.csv", "--seeds", "1-2")[0] == 0
    with Path("curves.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [(row["seed"], row["mini_episodes"]) for row in rows] == [
        (seed, mini) for seed in "12" for mini in ("0", "16", "32", "48")
    ]


# --- Checkpoints ---


def test_a_finished_run_is_not_made_again(said, monkeypatch):
    """With its checkpoint it is only shown; more seeds are added to the file."""
    first = said(*LOPSIDED, "--out", "runs.json")
    asked = []
    rounds = cli_drest_train.training_rounds

    def noted(world, runs, **options):
        asked.extend((run.seed, run.finished) for run in runs)
        return rounds(world, runs, **options)

    monkeypatch.setattr(cli_drest_train, "training_rounds", noted)
    both = said(*LOPSIDED, "--out", "runs.json", "--seeds", "1-2")

    assert asked == [(1, True), (2, False)]
    assert both["runs"][0] == first["runs"][0]
    assert [run["seed"] for run in json.loads(Path("runs.json").read_text("utf-8"))["runs"]] == [1, 2]


def test_an_interrupted_run_is_kept(run, said, monkeypatch):
    """Whatever ends the work, what was done is in the file, and the end is that of a run that was not stopped."""
    monkeypatch.setattr(drest_training, "STRETCH", 1)
    whole = said(*LOPSIDED)
    rounds = cli_drest_train.training_rounds

    def broken_off(*arguments, **options):
        yield next(rounds(*arguments, **options))
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_drest_train, "training_rounds", broken_off)
    assert run(*LOPSIDED, "--out", "runs.json")[0] == 130
    assert json.loads(Path("runs.json").read_text("utf-8"))["runs"][0]["meta_episodes"] == 2
    monkeypatch.setattr(cli_drest_train, "training_rounds", rounds)

    assert said(*LOPSIDED, "--out", "runs.json") == whole


def test_a_killed_run_resumes(said):
    """A run killed halfway and resumed by the same command ends like one that was never stopped."""
    command = ("lopsided", "--settings", "lopsided", "--meta-episodes", 1_500, "--jobs", 1)
    file = Path("runs.json")
    program = "import sys; from formal_rl.cli import main; sys.exit(main(sys.argv[1:]))"
    arguments = ["drest", "train", *map(str, command), "--out", str(file)]
    child = subprocess.Popen([sys.executable, "-c", program, *arguments], stdout=subprocess.DEVNULL)
    try:
        until = monotonic() + 60
        while monotonic() < until and child.poll() is None and not _in_the_middle(file):
            sleep(0.005)
    finally:
        child.kill()
        child.wait()

    assert 0 < _done(file) < 1_500
    assert said(*command, "--out", file) == said(*command)


def _done(file):
    return json.loads(file.read_text("utf-8"))["runs"][0]["meta_episodes"]


def _in_the_middle(file):
    return file.exists() and bool(json.loads(file.read_text("utf-8"))["runs"]) and _done(file) > 0


# --- What is refused ---


@pytest.mark.parametrize(
    ("arguments", "complaint", "code"),
    [
        ("--seeds x", "seeds is 'x'", 2),
        ("--x 0", "x is '0'", 2),
        ("--lambda 1", "lam is 1", 2),
        ("--lambda much", "λ is 'much'", 2),
        ("--gamma 2", "gamma is 2", 2),
        ("--gamma 0", "m_3 is", 2),
        ("--mini-episodes 1000000", "a reward would be above", 2),
        ("--credit all", "mini_episode", 2),
        ("--settings none", "appendix-c", 2),
        ("--points 0", "points", 2),
        ("--jobs 0", "jobs", 2),
        ("--curves .", "curves is '.'", 4),
        ("--curves none/x.csv", "in an existing directory", 4),
        ("--out none/x.json", "in an existing directory", 4),
        ("--out same --curves same", "a file other than", 2),
    ],
)
def test_unusable_options(run, arguments, complaint, code):
    """Exit code 2, or 4 for files and worlds, with one line of what is at fault."""
    found, out, err = run(*LOPSIDED, *arguments.split())
    assert (found, out) == (code, "")
    assert complaint in err


def test_unusable_worlds(run):
    """An unknown world, and a file that is not a layout."""
    Path("bad.txt").write_text("length 2\nC1 A Q\n", "utf-8")
    code, _, err = run("exmaple")
    assert (code, err.startswith("formal-rl: no world 'exmaple'; did you mean example? ")) == (2, True)
    code, _, err = run("bad.txt")
    assert code == 4
    assert "bad.txt" in err


def test_a_checkpoint_of_another_training(run):
    """The setting that is different is named, and the file stays as it is."""
    assert run(*LOPSIDED, "--out", "runs.json")[0] == 0
    before = Path("runs.json").read_bytes()
    code, _, err = run(*LOPSIDED, "--out", "runs.json", "--lambda", "1/2")

    assert code == 4
    assert 'lambda is "9/10", and here it is "1/2"' in err
    assert Path("runs.json").read_bytes() == before


def test_a_malformed_checkpoint_is_refused(run):
    """A file that is not ours is refused, and stays as it is."""
    Path("notes.txt").write_text("my notes", "utf-8")
    code, _, err = run(*LOPSIDED, "--out", "notes.txt")

    assert code == 4
    assert "notes.txt: line 1 column 1: not JSON" in err
    assert Path("notes.txt").read_text("utf-8") == "my notes"


def test_a_file_that_cannot_be_written(run):
    """Curves that cannot be written are a complaint, not a traceback."""
    Path("curves.csv").symlink_to("nowhere/curves.csv")
    code, _, err = run(*LOPSIDED, "--curves", "curves.csv")
    assert (code, "curves.csv cannot be written" in err) == (4, True)
