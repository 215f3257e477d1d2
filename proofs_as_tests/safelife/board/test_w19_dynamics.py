"""Wainwright and Eckersley 2019, Section 2: the statements about Conway's rule, the cells and the symmetries."""

import pytest

from formal_rl.checking import Scope
from formal_rl.statements import find, holds


@pytest.mark.statement("W19-equivariance")
def test_draws_that_keep_their_order():
    """A row of three cells is mirrored otherwise when the draws are read in the same order."""
    parts = find("W19-equivariance").check(Scope())
    in_order = next(part for part in parts if part.name == "a step, the draws in the same order")

    assert "Board(rows=((0, 0, 152),))" in str(in_order.refutation)
    assert "mirrored=True" in str(in_order.refutation)
    assert "expected Board(rows=((152, 0, 9),)), got Board(rows=((152, 9, 0),))" in str(in_order.refutation)


@pytest.mark.parametrize("identifier", ["W19-cells", "W19-equivariance"])
def test_another_seed_samples_other_boards(identifier):
    """What is sampled holds, and has no branch unseen, for another seed."""
    holds(identifier, Scope(seed=1))
