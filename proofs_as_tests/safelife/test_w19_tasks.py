"""Wainwright and Eckersley 2019, Sections 4 and 5 and Appendix B: tasks, tables and figures."""

import pytest

from formal_rl.checking.scope import Scope
from formal_rl.statements import find


@pytest.mark.statement("W19-Tab1")
def test_the_lengths_that_cannot_be():
    """The first row that episodes of 1000 steps cannot have is that of append-spawn with λ = 1.5: 1001 ± 0."""
    parts = {part.name: part for part in find("W19-Tab1").check(Scope())}
    wrong = parts["lengths can be of episodes of up to 1000 steps"].refutation.disagreement

    assert (wrong.about, wrong.got) == ("the length of append-spawn, λ = 1.5", "1001 ± 0")
