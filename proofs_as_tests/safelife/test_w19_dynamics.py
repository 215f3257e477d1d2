"""Wainwright and Eckersley 2019, Section 2: the statements about Conway's rule, the cells and the symmetries."""

import pytest

from formal_rl.checking.scope import Scope
from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("W19-life")
def test_W19_life_holds():
    """A dead cell with exactly three living ones among its eight neighbours comes to life, a living one with
    fewer than two or more than three dies, and every other stays as it is. On boards of life this is the rule
    of cells, which counts a cell with its neighbours and keeps what lives among three or four.
    """
    holds("W19-life")


@pytest.mark.statement("W19-life")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-life").twins])
def test_W19_life_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-life", twin)


@pytest.mark.statement("W19-cells")
def test_W19_cells_holds():
    """Frozen cells stay. What lives stays near something preserving, or where three or four live, itself
    counted; else nothing is left of it. What is dead stays dead near something inhibiting; else it comes to
    life where exactly three live, or, near a spawner, if its draw is below the spawn probability. It gets
    each colour bit that two living cells or a spawner have, and is destructible if it spawned or two living
    cells are.
    """
    parts = {part.name: part for part in holds("W19-cells").parts}

    colours = parts["without such two, it is the colour of a parent"].refutation
    assert str(colours) == "the child of red, green, blue: expected 'blue or green or red', got 'black'"


@pytest.mark.statement("W19-cells")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-cells").twins])
def test_W19_cells_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-cells", twin)


@pytest.mark.statement("W19-equivariance")
def test_W19_equivariance_holds():
    """Where no draw is read, a step of a turned, mirrored or moved board is the turned, mirrored or moved board after
    a step, and so is a game with the actions turned along, up to the orientation of what is no agent. Where draws are
    read, so is a step in which each location keeps its draw, but not one in which the draws keep their order."""
    parts = {part.name: part for part in holds("W19-equivariance").parts}

    in_order = parts["a step, the draws in the same order"].refutation
    assert "Board(rows=((0, 0, 152),)) mirrored: expected Board(rows=((152, 0, 9),))" in str(in_order)


@pytest.mark.statement("W19-equivariance")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-equivariance").twins])
def test_W19_equivariance_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-equivariance", twin)


@pytest.mark.parametrize("identifier", ["W19-cells", "W19-equivariance"])
def test_another_seed_samples_other_boards(identifier):
    """What is sampled holds, and has no branch unseen, for another seed."""
    holds(identifier, Scope(seed=1))
