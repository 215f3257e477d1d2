"""Wainwright and Eckersley 2019, Section 3: the statements about distances and deviations."""

import pytest

from formal_rl.checking.scope import Scope
from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("W19-eq2")
def test_W19_eq2_holds():
    """The distance of two locations is tanh(L/5), where L is the number of steps along rows and columns between
    them; it is a metric on the grid, whether it goes round the edges or not, and for every size.
    """
    parts = {part.name: part for part in holds("W19-eq2").parts}

    seam = parts["as far wherever on the board: one way"].refutation
    assert "expected 25, got 1" in str(seam)
    greatest = parts["the greatest distance is 1"].refutation
    assert "expected 1.0, got 0.99993" in str(greatest)


@pytest.mark.statement("W19-eq2")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-eq2").twins])
def test_W19_eq2_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-eq2", twin)


@pytest.mark.statement("W19-eq3")
def test_W19_eq3_holds():
    """The deviation of two densities is the least cost of turning the first into the second, where moving a unit of
    mass costs the ground distance, and the surplus of the heavier one is removed or created at one for each unit. It
    is a metric where the ground distance is one; what both have may be left out; and it is no cheaper if any unit
    may be removed, and any created, at one.
    """
    parts = {part.name: part for part in holds("W19-eq3").parts}

    back = parts["as far there as back: one way"].refutation
    assert str(back).startswith("the deviation from ((1, 0, 0, 0),) to ((0, 0, 0, 1),), one way: expected 0.197")


@pytest.mark.statement("W19-eq3")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-eq3").twins])
def test_W19_eq3_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-eq3", twin)


@pytest.mark.statement("W19-props")
def test_W19_props_holds():
    """An object that moves a short distance makes a small deviation; creating an object makes the same deviation as
    bringing it from very far away; random fields of similar densities deviate little.
    """
    parts = {part.name: part for part in holds("W19-props").parts}

    afar = parts["a new cell costs what one brought from farthest away does"].refutation
    assert "expected 0.0, got 6.08" in str(afar)


@pytest.mark.statement("W19-props")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-props").twins])
def test_W19_props_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-props", twin)


def test_another_seed_draws_other_fields():
    """What is sampled holds for another seed."""
    holds("W19-props", Scope(seed=1))
