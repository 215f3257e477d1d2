"""Alexander et al. 2022: Tables 1 and 3, good classic agents, Conjecture 9, and the library's measuring functions."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("A22-Tab1")
def test_A22_Tab1_holds():
    """With the tempting button Q, DQN, A2C and PPO get -0.449, -0.467, -0.498 and -0.242 per step, on average over
    five seeds.
    """
    holds("A22-Tab1")


@pytest.mark.statement("A22-Tab3")
def test_A22_Tab3_holds():
    """The measure, reward per step over 25 environments and their opposites, of Random is 0; of Simple .757, Q .540,
    DQN .517, A2C .615, PPO .070; of their reality checks .715, .572, .607, .637, .333.
    """
    holds("A22-Tab3")


@pytest.mark.statement("A22-D8")
def test_A22_D8_holds():
    """A good classic agent is one that was designed to perform well in ordinary environments by designers who made no
    attempt at extended ones.
    """
    holds("A22-D8")


@pytest.mark.statement("A22-C9")
def test_A22_C9_holds():
    """For most good classic agents π, π_RC outperforms π on average over all extended environments, suitably
    weighted.
    """
    holds("A22-C9")


@pytest.mark.statement("R-measure")
def test_R_measure_holds():
    """selfrefl_measure(agent, num_steps) is the average reward per turn over 25 extended environments and their
    opposites, selfrefl_benchmark that in each; an agent is a function of the prompt or a class, and a warning says
    where it is seen not to be semi-deterministic.
    """
    holds("R-measure")


@pytest.mark.statement("A22-Tab1")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-Tab1").twins])
def test_A22_Tab1_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-Tab1", twin)


@pytest.mark.statement("A22-Tab3")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-Tab3").twins])
def test_A22_Tab3_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-Tab3", twin)


@pytest.mark.statement("A22-D8")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-D8").twins])
def test_A22_D8_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-D8", twin)


@pytest.mark.statement("A22-C9")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-C9").twins])
def test_A22_C9_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-C9", twin)


@pytest.mark.statement("R-measure")
@pytest.mark.parametrize("twin", [twin.name for twin in find("R-measure").twins])
def test_R_measure_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("R-measure", twin)
