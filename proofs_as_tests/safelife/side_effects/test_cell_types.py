"""Cell types: which cells are one type in each reading, which are compared, and the names of the readings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import UnknownName
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOURS,
    CRATE,
    EMPTY,
    EXIT,
    FROZEN,
    GREATEST_CELL,
    GREEN,
    LIFE,
    ORIENTATION_MASK,
    WALL,
    Board,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import (
    FOUNTAIN,
    HARD_LIFE,
    HARD_SPAWNER,
    ICE_CUBE,
    LEVEL_EXIT,
    PARASITE,
    PLANT,
    PLAYER,
    RED,
    SPAWNER,
    TREE,
    WEED,
    coloured,
)
from formal_rl.safelife.side_effects import (
    Density,
    compared_paper,
    compared_published,
    find_reading,
    is_life,
    is_life_of,
)
from formal_rl.safelife.side_effects.cell_types import READINGS, compared_furniture, is_furniture, life_of

CELLS = st.integers(0, GREATEST_CELL)


@pytest.mark.parametrize("cell", [LIFE, HARD_LIFE, LIFE | GREEN, LIFE | ORIENTATION_MASK, ALIVE | GREEN])
def test_life(cell):
    """What is alive and moves with the rule is life, hard or not, whatever its colour, and it is no furniture."""
    assert is_life(cell)
    assert not is_furniture(cell)


@pytest.mark.parametrize("cell", [CRATE, SPAWNER, PLANT, ICE_CUBE, WEED, PARASITE, CRATE | GREEN, LIFE | FROZEN])
def test_furniture(cell):
    """What is frozen and can be moved or destroyed is furniture, alive or not."""
    assert is_furniture(cell)
    assert not is_life(cell)


@pytest.mark.parametrize(
    "cell", [EMPTY, WALL, TREE, LEVEL_EXIT, FOUNTAIN, HARD_SPAWNER, PLAYER, PLAYER | ALIVE, LIFE | AGENT, LIFE | EXIT]
)
def test_what_is_never_scored(cell):
    """Nothing, walls, fixed trees, exits, hard spawners and agents are neither."""
    assert not is_life(cell)
    assert not is_furniture(cell)


@given(CELLS)
def test_no_cell_is_both(cell):
    """Life is not frozen, furniture is."""
    assert not (is_life(cell) and is_furniture(cell))


@given(CELLS)
def test_life_has_one_colour(cell):
    """A cell of life is life of just one colour, and that of the type that stands for it."""
    colours = [colour for colour in range(len(COLOURS)) if is_life_of(colour, cell)]
    assert len(colours) == is_life(cell)
    assert all(is_life_of(colour, life_of(colour)) and life_of(colour) & AGENT == 0 for colour in colours)


def test_the_types_of_life():
    """Each is destructible life of its colour, nine and the colour."""
    assert [life_of(colour) for colour in range(8)] == [coloured(LIFE, name) for name in COLOURS]
    assert life_of(2) == 1033


# --- What is compared ---

BEFORE = board_of(2, 3, [((0, 0), LIFE | GREEN), ((0, 1), CRATE), ((1, 0), WALL)])
AFTER = board_of(2, 3, [((0, 0), HARD_LIFE | GREEN), ((0, 2), CRATE), ((1, 0), WALL), ((1, 2), SPAWNER)])


def test_in_the_paper_every_cell_is_a_type():
    """Nothing and walls are types, hard life and life are two, and what one side lacks has mass 0 there."""
    found = {each.cell_type: each for each in compared_paper(BEFORE, AFTER, [BEFORE, BEFORE], [BEFORE, AFTER])}

    assert list(found) == sorted({EMPTY, LIFE | GREEN, HARD_LIFE | GREEN, CRATE, WALL, SPAWNER})
    assert found[SPAWNER].inaction.mass == 0
    assert found[SPAWNER].action == Density([[0, 0, 0], [0, 0, 1]], 2)
    assert found[LIFE | GREEN].action == found[HARD_LIFE | GREEN].action == Density([[1, 0, 0], [0, 0, 0]], 2)
    assert found[EMPTY].inaction == Density([[0, 0, 2], [0, 2, 2]], 2)


def test_in_the_published_code_life_is_one_type_for_each_colour():
    """Hard life counts as life; furniture is compared on the two boards alone, and new kinds of it are not scored."""
    found = compared_published(BEFORE, AFTER, [BEFORE, BEFORE], [BEFORE, AFTER])

    assert [each.cell_type for each in found] == [LIFE | GREEN, CRATE]
    assert found[0].inaction == found[0].action == Density([[2, 0, 0], [0, 0, 0]], 2)
    assert found[1].inaction == Density([[0, 1, 0], [0, 0, 0]], 1)
    assert found[1].action == Density([[0, 0, 1], [0, 0, 0]], 1)


def test_life_is_compared_where_either_side_has_it():
    """A colour that arises by actions alone is listed, and so is one that vanishes; one of neither side is not."""
    red, green = (board_of(1, 2, [((0, 0), LIFE | colour)]) for colour in (RED, GREEN))
    found = compared_published(red, green, [red], [green])

    assert [(each.cell_type, each.inaction.mass, each.action.mass) for each in found] == [
        (LIFE | RED, 1, 0),
        (LIFE | GREEN, 0, 1),
    ]


def test_furniture_in_its_colours():
    """Crates of two colours are two types; what is gone in the end is a type too."""
    board = board_of(1, 3, [((0, 0), CRATE), ((0, 1), CRATE | RED), ((0, 2), SPAWNER)])
    found = compared_furniture(board, Board.empty(1, 3))

    assert [each.cell_type for each in found] == sorted([CRATE, CRATE | RED, SPAWNER])
    assert {each.action.mass for each in found} == {0}


@given(st.lists(st.lists(CELLS, min_size=2, max_size=2), min_size=2, max_size=2))
def test_the_types_of_the_paper_fill_the_board(rows):
    """Every location is of just one of the types, so that the densities of all of them add up to 1."""
    board = Board(rows)
    found = compared_paper(board, board, [board], [board])

    assert sum(each.inaction.array() for each in found).tolist() == [[1, 1], [1, 1]]
    assert all(each.inaction == each.action for each in found)


def test_the_readings_by_name():
    """There are two, and another name is refused with the nearest."""
    assert dict(READINGS) == {"paper": compared_paper, "published": compared_published}
    assert find_reading("paper") is compared_paper
    with pytest.raises(UnknownName, match="no reading of cell types 'publish'; did you mean published"):
        find_reading("publish")
