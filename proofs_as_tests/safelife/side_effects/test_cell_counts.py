"""How often each location holds life of each colour, or each cell."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import COLOURS, GREEN, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, HARD_LIFE, LEVEL_EXIT, PLAYER, RED, SPAWNER, TREE, named_cell
from formal_rl.safelife.board.conway import GLIDER, life_board
from formal_rl.safelife.game import states_following
from formal_rl.safelife.side_effects import density, density_where, is_life_of
from formal_rl.safelife.side_effects._cell_counts import (
    cell_counts,
    cell_counts_packed,
    life_counts,
    life_counts_packed,
)
from formal_rl.statements.wainwright_2019.dynamics import drawn_board

PROBABILITIES = st.sampled_from([0, 1, Fraction(1, 2), 0.3])
NOTHING = ((0,) * 5,) * 5


def red_blinker():
    """Three red cells in a row, on five by five."""
    return Board(
        [[LIFE | RED if cell else 0 for cell in row] for row in life_board("..... ..... .ooo. ..... .....").rows]
    )


@pytest.mark.parametrize("counted", [life_counts, life_counts_packed])
def test_the_board_itself_is_not_counted(counted):
    """A lone cell is gone after a step, and so is never counted."""
    board = board_of(5, 5, [((2, 2), LIFE)])

    assert counted(board, 3) == (NOTHING,) * 8


@pytest.mark.parametrize("counted", [life_counts, life_counts_packed])
def test_what_is_not_life(counted):
    """Trees, agents, exits and walls are not counted, though they may live; hard life is."""
    cells = [((0, 0), TREE | RED), ((0, 3), PLAYER | 1), ((3, 0), LEVEL_EXIT | 1), ((3, 3), WALL)]
    block = [(place, HARD_LIFE | BLUE) for place in ((5, 5), (5, 6), (6, 5), (6, 6))]
    counts = counted(board_of(8, 8, cells + block), 4)

    assert [sum(map(sum, of_colour)) for of_colour in counts] == [0, 0, 0, 0, 16, 0, 0, 0]
    assert counts[4][5][6] == 4


def test_a_billion_samples():
    """A glider on a torus of six by six is in each of 24 states as often, but for the rest: counted exactly."""
    for samples in (10**9, 10**9 + 5, 2**62, 10**30 + 7):
        rounds, rest = divmod(samples, 24)
        once, few = life_counts(GLIDER, 24)[0], life_counts(GLIDER, rest)[0] if rest else ((0,) * 6,) * 6
        expected = tuple(
            tuple(rounds * a + b for a, b in zip(*rows, strict=True)) for rows in zip(once, few, strict=True)
        )
        assert life_counts_packed(GLIDER, samples)[0] == expected
        assert cell_counts_packed(GLIDER, samples)[LIFE] == expected
        assert all(type(count) is int for row in life_counts_packed(GLIDER, samples)[0] for count in row)


@pytest.mark.parametrize(
    "colours", [(RED, GREEN, BLUE), (RED | GREEN, BLUE | RED), (RED | GREEN | BLUE, 0, GREEN | BLUE)]
)
def test_mixed_colours(colours):
    """Blocks side by side of colours that share bits are counted each under its own number."""
    cells = [
        ((1 + down, 1 + 4 * number + right), LIFE | colour)
        for number, colour in enumerate(colours)
        for down in (0, 1)
        for right in (0, 1)
    ]
    board = board_of(4, 14, cells)
    counts = life_counts_packed(board, 3)

    assert counts == life_counts(board, 3)
    assert {number for number, of_colour in enumerate(counts) if any(map(any, of_colour))} == {
        colour >> 9 for colour in colours
    }


@given(seed=st.integers(0, 10**9), samples=st.integers(1, 8))
def test_counts_are_densities(seed, samples):
    """The counts are those of the densities of the states that follow."""
    board = drawn_board(Random(seed), 4, 3)
    states = states_following(board, samples, 1, advance=advance_packed)

    for colour, counts in enumerate(life_counts_packed(board, samples, 1)):
        assert density_where(states, lambda cell, colour=colour: is_life_of(colour, cell)).counts == counts
    for cell, counts in cell_counts_packed(board, samples, 1).items():
        assert density(states, cell).counts == counts


@given(seed=st.integers(0, 10**9), samples=st.integers(1, 40), probability=PROBABILITIES)
def test_each_location_always_has_one_cell(seed, samples, probability):
    """The counts of all cells at a location add up to the number of samples."""
    board = drawn_board(Random(seed), 3, 5)
    total = Counter()
    for counts in cell_counts_packed(board, samples, probability, HashedDraws(seed)).values():
        total.update({place: counts[place[0]][place[1]] for place in board.locations()})

    assert set(total.values()) == {samples}


@pytest.mark.parametrize("counted", [life_counts, life_counts_packed, cell_counts, cell_counts_packed])
def test_what_is_refused(counted):
    """No samples, what is no probability, too few draws."""
    board = board_of(3, 3, [((1, 1), SPAWNER)])
    for arguments, error, said in (
        ((board, 0), InvalidParameter, "samples is 0"),
        ((board, True), InvalidParameter, "samples is True"),
        ((board, 1, -1), InvalidParameter, "spawn probability is -1"),
        ((board, 1, 0, (), -1), InvalidParameter, "draws read is -1"),
        ((board, 2, 0.5, (0.9,) * 9), DrawsExhausted, "draw 9 is needed"),
    ):
        with pytest.raises(error, match=said):
            counted(*arguments)


def test_the_colours_have_their_numbers():
    """Eight colours, in the order of their numbers."""
    for number, colour in enumerate(COLOURS):
        board = board_of(4, 4, [((row, column), named_cell("life", colour)) for row in (1, 2) for column in (1, 2)])
        assert life_counts_packed(board, 7)[number][1] == (0, 7, 7, 0)
