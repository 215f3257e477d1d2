"""The rule on bit planes is the rule cell by cell, on one board and on many at once; and colours are counted."""

from fractions import Fraction
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife import advance_arrays
from formal_rl.safelife._engines.planes.boards import BITS, ColourCounter, PackedBoard, frame_of
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import ALIVE, DESTRUCTIBLE, LIFE, SPAWNING, WALL, Board, advance
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, RED, SPAWNER
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.dynamics import drawn_board

SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (1, 4)]


@pytest.mark.parametrize("bit", BITS)
def test_equal_exactly_if_the_boards_are(bit):
    """A board that differs in one bit, of a living cell or of a dead one, is another."""
    for cell in (ALIVE | DESTRUCTIBLE | RED, WALL | BLUE):
        one, other = (PackedBoard.from_board(Board([[0, each]])) for each in (cell, cell ^ bit))
        assert one != other
        assert hash(one) == hash(PackedBoard.from_board(one.to_board()))
        assert one == PackedBoard.from_board(one.to_board())


def all_digits(height, width, base):
    """Every board of this size whose digits are below 2 or 4."""
    bits, places = base // 2, height * width
    shifts = numpy.arange(places).reshape(1, height, width) * bits
    return numpy.arange(base**places)[:, None, None] >> shifts & (base - 1)


@pytest.mark.statement("W19-cells")
@pytest.mark.parametrize("flag", [1 << bit for bit in range(1, 16)])
def test_both_agree_on_all_small_boards(flag):
    """Each board of life and a flag of up to four places, alone on its torus; each of 3 x 3 of two values."""
    two_valued = all_digits(3, 3, 2)
    for digits in (*(all_digits(*size, 4) for size in SIZES), two_valued * 3, two_valued + 1):
        cells = (digits & 1).astype(numpy.uint16) * ALIVE | (digits >> 1).astype(numpy.uint16) * flag
        for probability in (0, 1) if flag == SPAWNING else (0,):
            got = advance_arrays(cells, 1, probability)
            assert not got.draws_read.any()
            for before, after in zip(cells, got.cells, strict=True):
                assert Board.from_array(after) == advance(Board.from_array(before), probability).board


@pytest.mark.parametrize("number", [1, 64, 130])
def test_many_boards(number):
    """Boards of the size of levels, for some steps, with draws of a seed for each."""
    boards = [drawn_board(Random(number + each), 26, 26) for each in range(number)]
    draws = [SeededDraws(seed) for seed in range(number)]
    after = advance_arrays(numpy.stack([board.array() for board in boards]), 3, Fraction(3, 10), draws, range(number))
    for place, (board, each) in enumerate(zip(boards, draws, strict=True)):
        read = place
        for _ in range(3):
            board, read = advance_packed(board, Fraction(3, 10), each, read)  # noqa: PLW2901
        assert (Board.from_array(after.cells[place]), after.draws_read[place]) == (board, read)


def test_planes_raise_as_cells_do():
    """A probability, a number of draws, a draw, or too few draws are refused in the same words."""
    board = board_of(3, 3, [((1, 1), SPAWNER)])
    for arguments, error in (
        ((board, 2), InvalidParameter),
        ((board, True), InvalidParameter),
        ((board, 0.5, (), -1), InvalidParameter),
        ((board, 0.5, (1,)), InvalidParameter),
        ((board, 0.5, (0, 0)), DrawsExhausted),
    ):
        with pytest.raises(error) as by_cells:
            advance(*arguments)
        with pytest.raises(error) as by_planes:
            advance_packed(*arguments)
        assert str(by_cells.value) == str(by_planes.value)


CELLS = st.sampled_from([0, WALL | RED, *(LIFE | colour << 9 for colour in range(8))])


@given(st.lists(st.tuples(st.lists(CELLS, min_size=12, max_size=12), st.integers(1, 99)), max_size=9))
def test_colours_are_counted_apart(states):
    """On two boards: eight colours, each counted where something lives of that very colour."""
    counter, expected = ColourCounter(frame_of(2, 3, 2)), numpy.zeros((8, 12), dtype=int)
    for cells, times in states:
        alive, traits, _ = PackedBoard.from_array(numpy.array(cells, dtype=numpy.uint16).reshape(2, 2, 3))
        for place, cell in enumerate(cells):
            expected[cell >> 9 & 7, place] += times * (cell & ALIVE)
        for _ in range(times):
            counter.add(alive, traits & -1 << frame_of(2, 3, 2).layer)

    assert numpy.array_equal(counter.counts(), expected.reshape(8, 2, 2, 3))
