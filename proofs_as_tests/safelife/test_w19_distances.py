"""Wainwright and Eckersley 2019, Section 3: the statements about distances and deviations."""

import pytest

from formal_rl.checking.scope import Scope
from formal_rl.statements import find, holds


@pytest.mark.statement("W19-eq2")
def test_the_greatest_distance():
    """Two locations of a level are less than 1 apart, however far they are."""
    greatest = next(part for part in find("W19-eq2").check(Scope()) if part.name == "the greatest distance is 1")

    assert "expected 1.0, got 0.99993" in str(greatest.refutation)


def test_another_seed_draws_other_fields():
    """What is sampled holds for another seed."""
    holds("W19-props", Scope(seed=1))
