"""Helpers for tests of suites about plain data: their claims, expected answers and drawn cases."""

from formal_rl.conformance import SUITES
from formal_rl.conformance.engine.unknowns import Unknowns


def claims_of(suite, semantics="paper"):
    """The claims of a suite, which are the same for each shape."""
    return SUITES[suite].claims(SUITES[suite].adapters[0], semantics, "quick")


def expected(claim, given):
    """The answer that is expected."""
    (answer,), _ = claim.defined(given, Unknowns())
    return answer


def drawn(claim, numbers):
    """The cases that are drawn from these numbers, if any are."""
    return [claim.drawn(number, Unknowns()) for number in (numbers if claim.drawn else ())]
