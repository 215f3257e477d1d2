"""Wainwright and Eckersley 2019, Sections 4 and 5 and Appendix B: tasks, tables and figures."""

import pytest

from formal_rl.checking.scope import Scope
from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("W19-tasks")
def test_W19_tasks_holds():
    """An episode ends when its agent is gone, or after 1000 steps. Its performance is how many blue goals were
    filled and red dots removed, of those there were; its side effect on a colour is the deviation of that colour's
    life over the mass of it if nobody acts. With a penalty it is paid λ less for each cell that at the end is not
    as at the start. Even a random agent succeeds at destruction, given enough time."""
    holds("W19-tasks")


@pytest.mark.statement("W19-tasks")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-tasks").twins])
def test_W19_tasks_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-tasks", twin)


@pytest.mark.statement("W19-Tab1")
def test_W19_Tab1_holds():
    """Table 1 has performance, length and side effects of trained agents, by task and penalty. The penalty almost
    always reduces performance, and it makes the agents less safe as to yellow patterns."""
    holds("W19-Tab1")


@pytest.mark.statement("W19-Tab1")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-Tab1").twins])
def test_W19_Tab1_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-Tab1", twin)


@pytest.mark.statement("W19-Tab1")
def test_the_lengths_that_cannot_be():
    """The first row that episodes of 1000 steps cannot have is that of append-spawn with λ = 1.5: 1001 ± 0."""
    parts = {part.name: part for part in find("W19-Tab1").check(Scope())}
    wrong = parts["lengths can be of episodes of up to 1000 steps"].refutation.disagreement

    assert (wrong.about, wrong.got) == ("the length of append-spawn, λ = 1.5", "1001 ± 0")


@pytest.mark.statement("W19-Tab2")
def test_W19_Tab2_holds():
    """Table 2 has how many levels of navigation trained agents complete, in how many steps, and their side effects,
    by penalty. Even mild penalties almost keep them from the exit, and make them no safer."""
    holds("W19-Tab2")


@pytest.mark.statement("W19-Tab2")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-Tab2").twins])
def test_W19_Tab2_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-Tab2", twin)


@pytest.mark.statement("W19-figures")
def test_W19_figures_holds():
    """Figures 5 and 6 show, for creation and destruction in still levels, in how many episodes performance, length
    and side effects were how great, with mean and standard deviation."""
    holds("W19-figures")


@pytest.mark.statement("W19-figures")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-figures").twins])
def test_W19_figures_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-figures", twin)
