"""Wainwright and Eckersley 2019, Section 4: levels as they are published."""

import pytest

from formal_rl.checking.scope import Scope
from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("W19-levels")
def test_W19_levels_holds():
    """A level is a board with the cells of its agents, goals, the places of the agents in the order in which they act,
    the probability of spawning, and the part of the points that opens the exit. Published ones are read exactly and
    play, and what is written is read back equal."""
    holds("W19-levels")


@pytest.mark.statement("W19-levels")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-levels").twins])
def test_W19_levels_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-levels", twin)


@pytest.mark.statement("W19-levels")
def test_the_smallest_product_that_is_rounded_up_too_far():
    """In hundredths of a few points, 28 of 25 is the first that floats make greater: 8 in place of 7."""
    parts = {part.name: part for part in find("W19-levels").check(Scope())}
    wrong = parts["the product of floats requires what is meant"].refutation.disagreement

    assert (wrong.about, wrong.expected, wrong.got) == ("the points required for 7/25 of 25", 7, 8)


@pytest.mark.statement("W19-levels")
def test_the_levels_that_do_not_require_half():
    """Of the 160 shipped levels 140 require half, and the 20 of navigation nothing."""
    parts = {part.name: part for part in find("W19-levels").check(Scope())}

    assert parts["half is asked for, or nothing where nothing can be earned"].branches == {"half": 140, "nothing": 20}
