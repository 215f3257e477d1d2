"""Recorded results of experiments: complete, of experiments that there are, and compared exactly."""

from benchmarks.experiments import experiments
from formal_rl.checking import Scope
from formal_rl.statements import recorded
from formal_rl.statements.recorded import FOLDER, Experiment


def test_each_run_was_recorded_and_nothing_else():
    """A file for each experiment, with a line for each of its runs."""
    known = experiments()

    assert {file.stem for file in FOLDER.glob("*.jsonl")} == set(known)
    for name, each in known.items():
        assert len(each.results) == len(each.arguments), name
        assert len((FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()) == len(each.arguments), name


def test_a_run_that_gives_something_else_is_refuted(monkeypatch):
    """In quick the first run is made again, in full each."""
    made = Experiment("made-up", lambda number: (number, 1), [(1,), (2,)])
    monkeypatch.setattr(recorded, "_recorded", lambda name: {"1": [1, 1], "2": [3, 1]})

    assert made.results == {(1,): [1, 1], (2,): [3, 1]}
    assert made.again(Scope()).as_expected
    assert str(made.again(Scope(profile="full")).refutation).endswith("2: expected [3, 1], got [2, 1]")
