"""Wainwright and Eckersley 2019, Section 4: levels as they are published."""

import pytest

from formal_rl.checking import Scope
from formal_rl.statements import find


@pytest.mark.statement("W19-levels")
def test_the_levels_that_do_not_require_half():
    """Of the 160 shipped levels 140 require half, and the 20 of navigation nothing."""
    parts = {part.name: part for part in find("W19-levels").check(Scope())}

    assert parts["half is asked for, or nothing where nothing can be earned"].branches == {"half": 140, "nothing": 20}
