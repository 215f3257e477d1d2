"""Many boards at once: each is after a step what it is alone, and has read as many draws."""

from fractions import Fraction
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.draws import BatchDraws
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.words.rule import (
    GREATEST_DRAWS_READ,
    BatchPlanes,
    advance_batch,
    advance_batch_packed,
    advance_together,
)
from formal_rl.safelife.board import (
    GREATEST_CELL,
    LIFE,
    Board,
    advance,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.dynamics import drawn_board

SIDES = st.one_of(st.integers(1, 3), st.sampled_from([7, 8, 9, 16, 17, 32, 33, 64, 65]))


def test_boards_along_a_third_axis():
    """A third axis numbers boards; without it there is one."""
    generator = Random(1)
    boards = [drawn_board(generator, 3, 4) for _ in range(50)]
    after = advance_together(numpy.stack([board.array() for board in boards], axis=2), 1)

    assert [Board.from_array(after[:, :, number]) for number in range(50)] == [
        advance(board, 1).board for board in boards
    ]
    for board in boards:
        assert Board.from_array(advance_together(board.array())) == advance(board).board


def test_boards_along_a_third_axis_read_no_draw():
    """Where a draw would decide, there is none."""
    with pytest.raises(DrawsExhausted):
        advance_together(Board([[SPAWNER, 0, 0]]).array(), 0.5)


@pytest.mark.parametrize("number", [1, 64, 130])
def test_many_boards(number):
    """Boards of the size of levels, for some steps, with draws of a seed for each."""
    generator = Random(number)
    boards = [drawn_board(generator, 26, 26) for _ in range(number)]
    draws = [SeededDraws(seed) for seed in range(number)]
    batch, known = BatchPlanes.from_boards(boards), BatchDraws([Fraction(3, 10)] * number, draws)
    read = numpy.arange(number)
    expected = [(board, count) for count, board in enumerate(boards)]
    for _ in range(3):
        batch, read = advance_batch(batch, known, read)
        expected = [
            advance_packed(board, Fraction(3, 10), each, count)
            for (board, count), each in zip(expected, draws, strict=True)
        ]
    assert batch.boards() == tuple(board for board, _ in expected)
    assert read.tolist() == [count for _, count in expected]


# --- Planes and cells ---


@given(
    seed=st.integers(0, 10**9), height=SIDES, width=SIDES, number=st.integers(1, 9), bits=st.integers(0, GREATEST_CELL)
)
def test_planes_there_and_back(seed, height, width, number, bits):
    """What was put in comes out, of all bits or of some; a plane is there for each bit that occurs."""
    cells = numpy.random.default_rng(seed).integers(0, GREATEST_CELL + 1, (number, height, width)).astype(numpy.uint16)
    cells &= numpy.uint16(bits)
    batch = BatchPlanes.from_array(cells)

    assert numpy.array_equal(batch.array(), cells)
    assert all(batch.plane(1 << place) is not None for place in range(16) if (cells & numpy.uint16(1 << place)).any())
    assert len(batch) == number
    assert numpy.array_equal(batch.widened(GREATEST_CELL).array(), cells)


@given(seed=st.integers(0, 10**9), width=SIDES, number=st.integers(1, 9))
def test_cells_are_read_and_written_at_locations(seed, width, number):
    """One cell of each board; all the others stay, and so does the batch that was given."""
    generator = numpy.random.default_rng(seed)
    cells = generator.integers(0, 16, (number, 5, width)).astype(numpy.uint16)
    batch = BatchPlanes.from_array(cells)
    rows, columns = generator.integers(0, 5, number), generator.integers(0, width, number)
    others = generator.integers(0, GREATEST_CELL + 1, number).astype(numpy.uint16)
    expected = cells.copy()
    expected[numpy.arange(number), rows, columns] = others

    assert numpy.array_equal(batch.cells_at(rows, columns), cells[numpy.arange(number), rows, columns])
    assert numpy.array_equal(batch.cells_at(rows[None], columns[None])[0], batch.cells_at(rows, columns))
    assert numpy.array_equal(batch.with_cells(rows, columns, others).array(), expected)
    assert numpy.array_equal(batch.array(), cells)


def test_planes_are_not_written_to():
    """Neither those of the boards nor those that all boards of a size share; what nothing changes is the very same."""
    batch = BatchPlanes.from_boards([Board([[LIFE]])])
    with pytest.raises(ValueError, match="read-only"):
        batch.planes[...] = 0
    with pytest.raises(ValueError, match="read-only"):
        batch.frame.everywhere[...] = 0
    still = BatchPlanes.from_boards([Board.empty(3, 3)])
    none = BatchDraws([0], [()])
    once, _ = advance_batch(still, none, numpy.zeros(1, dtype=numpy.int64))
    assert once.planes is still.planes
    assert advance_batch(once, none, numpy.zeros(1, dtype=numpy.int64))[0] is once


# --- Errors ---


def test_errors_are_those_of_cells():
    """A probability, a number of draws, a draw, or too few draws are refused in the same words."""
    board = board_of(3, 3, [((1, 1), SPAWNER)])
    for arguments, error in (
        ((2, (), 0), InvalidParameter),
        ((True, (), 0), InvalidParameter),
        ((0.5, (), -1), InvalidParameter),
        ((0.5, (1,), 0), InvalidParameter),
        ((0.5, (0, 0), 0), DrawsExhausted),
    ):
        with pytest.raises(error) as by_cells:
            advance(board, *arguments)
        with pytest.raises(error) as at_once:
            advance_batch_packed([board], *([each] for each in arguments))
        assert str(by_cells.value) == str(at_once.value)


def test_errors_of_batches():
    """Boards of two sizes, none, or not as many of something else."""
    one, other = Board.empty(3, 3), Board.empty(3, 4)
    for arguments, said in (
        (([one, other], [0, 0], [(), ()], [0, 0]), "board 1 is '3 x 4 cells'"),
        (([], [], [], []), "boards is"),
        (([one], [0, 0], [()], [0]), "spawn probabilities is 2"),
        (([one], [0], [(), ()], [0]), "draws is 2"),
        (([one], [0], [()], []), "draws read is 0"),
        (([one], [0], [()], [GREATEST_DRAWS_READ]), "draws read is"),
    ):
        with pytest.raises(InvalidParameter, match=said):
            advance_batch_packed(*arguments)
    with pytest.raises(InvalidParameter, match="draws is 2"):
        advance_batch(BatchPlanes.from_boards([one]), BatchDraws([0, 0], [(), ()]), numpy.zeros(1, dtype=numpy.int64))


# --- Draws ---


@given(
    data=st.data(),
    firsts=st.lists(st.integers(0, 3000), min_size=3, max_size=3),
)
def test_draws_of_many_boards(data, firsts):
    """Whatever is asked for, in any order: the draws that indexing gives, board after board."""
    probabilities = [Fraction(1, 3), 0.5, 0.9]
    draws = [SeededDraws(1), HashedDraws(2), SeededDraws(3)]
    known = BatchDraws(probabilities, draws)
    for _ in range(4):
        numbers = [data.draw(st.sampled_from([0, 1, 7, 1500])) for _ in draws]
        got = known.below(numpy.array(firsts), numpy.array(numbers))
        assert got.tolist() == [
            each[first + index] < probability
            for each, probability, first, number in zip(draws, probabilities, firsts, numbers, strict=True)
            for index in range(number)
        ]
        firsts = [
            first + data.draw(st.sampled_from([-1, 1])) * number for first, number in zip(firsts, numbers, strict=True)
        ]
        firsts = [max(0, first) for first in firsts]


class ShortRuns:
    """Draws in runs that cannot be read ahead: only three are good."""

    def __getitem__(self, index):
        """The draw of this index."""
        return (0.1, 0.9, 0.1)[index] if index < 3 else 7.0

    def between(self, first, end):
        """A run of them."""
        return numpy.array([self[index] for index in range(first, end)])


def test_draws_that_are_not_asked_for_may_be_bad():
    """Only those asked for are refused."""
    known = BatchDraws([0.5], [ShortRuns()])
    assert known.below(numpy.array([0]), numpy.array([3])).tolist() == [True, False, True]
    with pytest.raises(InvalidParameter, match="draw"):
        known.below(numpy.array([0]), numpy.array([4]))
