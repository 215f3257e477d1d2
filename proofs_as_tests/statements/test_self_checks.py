"""The self-checks that every verification begins with: they pass, and one that does not is seen and said."""

import json
from importlib.util import find_spec
from pkgutil import iter_modules

import pytest

from formal_rl.checking import Part
from formal_rl.checking.outcome import Disagreement, Refutation
from formal_rl.cli import verify as cli_verify
from formal_rl.statements import self_checks as self_checks_package
from formal_rl.statements.self_checks import ABOUT, Row, SelfChecks, decide_rows, run_self_checks, self_checks

HELD = Part("held", "by hand", 2, {})


def held():
    """Hold."""
    return HELD


def broken():
    """Raise."""
    raise ZeroDivisionError("broken")


def failing():
    """Fail."""
    return Part("failing", "by hand", 1, {}, Refutation(Disagreement("made up", 1, 2)))


def vacuous():
    """See nothing."""
    return Part("vacuous", "by hand", 1, {"never": 0})


def empty():
    """Decide nothing."""
    return Part("empty", "by hand", 0, {})


EVERY = [check for checks in self_checks(every=True).values() for check in checks]


@pytest.mark.parametrize("check", EVERY, ids=lambda check: check.__name__)
def test_a_self_check(check):
    """Each holds, on some case, and says in its docstring what it does."""
    part = check()

    assert part.refutation is None
    assert part.as_expected
    assert part.expected == "holds"
    assert check.__doc__


def test_every_module_of_self_checks_is_about_modules_that_there_are():
    """Each module of self-checks is listed, and its subjects can be imported; no self-check occurs twice."""
    modules = {module.name for module in iter_modules(self_checks_package.__path__)}

    assert set(ABOUT) == modules
    assert all(find_spec(f"formal_rl.{module}") for about in ABOUT.values() for module in about)
    assert len(set(EVERY)) == len(EVERY)


def test_one_that_raises_does_not_end_the_others():
    """The report has each failure's reason and each exception, and the later self-checks run."""
    found = run_self_checks(clock=float, checks={"one": (held, broken, failing), "other": (vacuous, empty, held)})

    assert (found.number, found.cases, found.passed) == (6, 6, False)
    assert found.failed == (
        ("one: broken", "it raised ZeroDivisionError: broken"),
        ("one: failing", "made up: expected 1, got 2"),
        ("other: vacuous", "never occurred in this scope: never"),
        ("other: empty", "no case in this scope"),
    )


def test_none_at_all_is_a_failure():
    """Where no self-check ran, none has passed."""
    assert not run_self_checks(clock=float, checks={}).passed
    assert run_self_checks(clock=float, checks={"one": (held,)}).passed


@pytest.mark.parametrize("options", [[], ["--json"]], ids=str)
def test_a_failure_ends_with_1(run, monkeypatch, options):
    """Under every selection a failing self-check is reported, with code 1 though every statement passes."""
    found = SelfChecks(number=2, cases=3, failed=(("engines: it", "made up: expected 1, got 2"),), seconds=0.25)
    monkeypatch.setattr(cli_verify, "run_self_checks", lambda *, clock: found)
    code, out, err = run("verify", "A21-L2", "--jobs", 1, *options)

    assert (code, err) == (1, "")
    if options:
        report = json.loads(out)
        assert (report["passed"], report["failed"]) == (1, 0)
        assert report["self_checks"] == {
            "number": 2,
            "cases": 3,
            "failed": [{"name": "engines: it", "reason": "made up: expected 1, got 2"}],
            "seconds": 0.25,
        }
    else:
        assert out.splitlines()[:2] == [
            "self-checks FAILED: 1 of 2, 3 cases",
            "    engines: it: made up: expected 1, got 2",
        ]


def test_as_json_they_are_counted(run):
    """A verification reports how many self-checks ran on how many cases, none of which failed."""
    code, out, _ = run("verify", "A21-L2", "--json", "--jobs", 1)
    found = json.loads(out)["self_checks"]

    assert code == 0
    assert 0 < found["number"] <= len(EVERY)
    assert found["cases"] > 100
    assert found["failed"] == []


@pytest.mark.parametrize(
    ("arguments", "expected", "alike"),
    [
        (("7",), 7, True),
        (("7",), 8, False),
        (("1",), True, False),
        (("7",), 7.0, False),
        (("7",), ValueError, False),
        (("x",), ValueError, True),
        (("x",), Exception, False),
        (("x",), None, False),
    ],
)
def test_a_row(arguments, expected, alike):
    """The value must be equal and of the same type; an error must be raised, of this very type."""
    assert (Row(int, arguments, expected).disagreement() is None) == alike


def test_rows_are_decided_up_to_the_first_that_differs():
    """The refutation names the call, its arguments and its keywords."""
    part = decide_rows("rows", [Row(abs, (-1,), 1), Row(int, ("11",), 4, {"base": 2}), Row(abs, (-1,), 2)])

    assert part.cases == 2
    assert str(part.refutation) == "int('11', base=2): expected 4, got 3"
