"""Wainwright and Eckersley 2019, Section 3: the statements about distances and deviations."""

from formal_rl.checking import Scope
from formal_rl.statements import holds


def test_another_seed_draws_other_fields():
    """What is sampled holds for another seed."""
    holds("W19-props", Scope(seed=1))
