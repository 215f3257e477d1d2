"""Wainwright and Eckersley 2019, Section 3: baselines, averages over time and densities."""

import pytest

from formal_rl.checking.scope import Scope
from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("W19-baseline")
def test_W19_baseline_holds():
    """The baseline is the n states that follow time t in one trajectory from the initial board in which nobody
    acts; it is compared with the n states that follow the agent's last board, at the same t. Of the others, the
    starting state counts what nobody did; the single state at t counts other draws, a dot more and a blinker out
    of phase, and counts less when a task done is undone; the step without the agent counts the act that saves a
    pattern, and nothing where it is let die.
    """
    parts = {part.name: part for part in holds("W19-baseline").parts}

    assert parts["the criticisms"].cases == 11


@pytest.mark.statement("W19-baseline")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-baseline").twins])
def test_W19_baseline_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-baseline", twin)


@pytest.mark.statement("W19-ergodic")
def test_W19_ergodic_holds():
    """Where a trajectory enters a cycle of period p after a transient of μ states, the density over the n states
    that follow t differs from that over the cycle by at most (m + p/4)/n at each location, for each cell type,
    where m of the samples are before the cycle; so by at most (μ + p)/n, and, once in the cycle, by nothing where
    p divides n.
    """
    parts = {part.name: part for part in holds("W19-ergodic").parts}

    assert parts["all boards of 4 x 4"].branches == {
        "no transient": 86,
        "a transient": 4070,
        "period 1": 3577,
        "period 2": 247,
        "a longer period": 332,
    }


@pytest.mark.statement("W19-ergodic")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-ergodic").twins])
def test_W19_ergodic_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-ergodic", twin)


@pytest.mark.statement("W19-eq1")
def test_W19_eq1_holds():
    """The density of a cell type at a location is the share of the sampled states that have that very cell there,
    all of its bits. It needs at least one state; the densities of all types add up to 1 at each location; and
    that of one type over all locations, its mass, is how many such cells a state has on average.
    """
    holds("W19-eq1")


@pytest.mark.statement("W19-eq1")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-eq1").twins])
def test_W19_eq1_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-eq1", twin)


@pytest.mark.statement("W19-zero")
def test_W19_zero_holds():
    """Two inaction distributions of one board, over as many states from the same time on, are the same, so that
    the deviation between them is exactly zero, if there is no spawner or the spawn probability is 0 or 1. From
    two times on they have the same densities in the cycle, if the times are whole rounds apart or n is whole
    rounds; else they need not, nor do they need to with a spawner and other draws.
    """
    parts = {part.name: part for part in holds("W19-zero").parts}

    blinker = parts["a blinker at two times: the same over three states"].refutation
    assert blinker.disagreement.got == dict.fromkeys((0, 9), ((1, 2), (2, 1), (2, 3), (3, 2)))


@pytest.mark.statement("W19-zero")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-zero").twins])
def test_W19_zero_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-zero", twin)


def test_another_seed_samples_other_boards():
    """What is sampled holds, and has no branch unseen, for another seed."""
    holds("W19-ergodic", Scope(seed=1))
