"""Wainwright and Eckersley 2019, Appendix A: Algorithm 1, its oscillators, and how soon it halts."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("W19-alg1")
def test_W19_alg1_holds():
    """While cells would change in the next step, one of them is drawn, and else, while too little is on the
    board, any cell. One of its neighbours then becomes a cell type, with probability proportional to e to the
    minus (violations then, and penalty of the type) over the temperature. A violation counts how many
    neighbours would have to be switched. Where this halts, the board is a still life and its share of cells
    that are not empty is at least the target."""
    holds("W19-alg1")


@pytest.mark.statement("W19-alg1")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-alg1").twins])
def test_W19_alg1_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-alg1", twin)


@pytest.mark.statement("W19-alg1-oscillator")
def test_W19_alg1_oscillator_holds():
    """With the constraint that the board is back after N steps, changes within N steps of a cell that is not,
    and a penalty on what is still, the algorithm halts on boards that are back after N steps."""
    holds("W19-alg1-oscillator")


@pytest.mark.statement("W19-alg1-oscillator")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-alg1-oscillator").twins])
def test_W19_alg1_oscillator_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-alg1-oscillator", twin)


@pytest.mark.statement("W19-alg1-halting")
def test_W19_alg1_halting_holds():
    """For reasonable targets and temperatures the algorithm tends to halt within about 50 iterations for each
    cell of the board, but the distribution of run times is large."""
    holds("W19-alg1-halting")


@pytest.mark.statement("W19-alg1-halting")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-alg1-halting").twins])
def test_W19_alg1_halting_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-alg1-halting", twin)
