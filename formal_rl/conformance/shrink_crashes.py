"""Smaller questions at which an implementation ends its process, each put in a copy of this one."""

from collections.abc import Callable
from time import monotonic

from attrs import evolve

from formal_rl.conformance.conformance_report import Report
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.forked_check import forked_check
from formal_rl.conformance.runner import Runner
from formal_rl.conformance.witness import Witness

SECONDS = 10.0
"""How long smaller questions are tried."""


def minimise_crash(report: Report, examined: Callable[[Witness], Runner], shown: Callable[[Witness], Report]) -> Report:
    """Return a report whose smallest counterexample is a smaller one, if it ends the process and there is one.

    ``examined`` makes the check of nothing but a counterexample, and ``shown`` makes that check where it does not come
    back.
    """
    first = report.counterexample
    if first is None or first.witness is None or first.outcome != FailureKind.ENDS_THE_PROCESS:
        return report
    found = Witness.from_json(first.witness)
    smallest = _smallest(found, examined)
    smaller = None if smallest is found else shown(smallest).counterexample
    return report if smaller is None or smaller.outcome != first.outcome else evolve(report, counterexample=smaller)


def _smallest(found: Witness, examined: Callable[[Witness], Runner]) -> Witness:
    until, going = monotonic() + SECONDS, True
    while going:
        going = False
        for smaller in examined(found).smaller(found):
            if monotonic() > until:
                return found
            if _ends(examined(smaller), until - monotonic()):
                found, going = smaller, True
                break
    return found


def _ends(examination: Runner, seconds: float) -> bool:
    try:
        return forked_check(examination, seconds) is None
    except TimeoutError:
        return False
