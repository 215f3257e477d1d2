"""Wainwright and Eckersley 2019, Section 4: levels as they are published."""

import pytest

from formal_rl.checking.scope import Scope
from formal_rl.statements import find


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
