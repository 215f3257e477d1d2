"""Wainwright and Eckersley 2019, Section 3: baselines, averages over time and densities."""

import pytest

from formal_rl.checking import Scope
from formal_rl.statements import find, holds


@pytest.mark.statement("W19-baseline")
def test_the_criticisms():
    """Eleven examples show what is wrong with the other baselines."""
    criticisms = next(part for part in find("W19-baseline").check(Scope()) if part.name == "the criticisms")

    assert criticisms.cases == 11


def test_another_seed_samples_other_boards():
    """What is sampled holds, and has no branch unseen, for another seed."""
    holds("W19-ergodic", Scope(seed=1))
