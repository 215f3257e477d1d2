"""Boards as arrays: packed and unpacked without loss, and advanced step by step with the same draws."""

from itertools import product

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from formal_rl.agents import HashedDraws
from formal_rl.errors import DrawsExhausted, InvalidParameter, MalformedBoard, UnknownName
from formal_rl.safelife import advance_array, advance_arrays
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife.board import LIFE, SPAWNING, Board
from formal_rl.safelife.board.cells import GREATEST_CELL, SPAWNER
from formal_rl.seeded_draws import SeededDraws

WIDTHS = (*range(1, 19), 31, 32, 33, 62, 63, 64, 65, 66, 127, 128, 129)
SHAPES = [(height, width) for height in (1, 2, 3) for width in WIDTHS] + [(64, 1), (65, 2), (26, 26), (90, 95)]
CELLS = st.integers(0, GREATEST_CELL)


def drawn(shape, seed=0, bits=GREATEST_CELL):
    return numpy.random.default_rng(seed).integers(0, GREATEST_CELL, shape, dtype=numpy.uint16, endpoint=True) & bits


def comes_back(cells):
    """Whether one board and two give back the cells that they were given."""
    both = numpy.stack([cells, cells ^ 1])
    return all(numpy.array_equal(PackedBoard.from_array(each).array(), each) for each in (cells, both))


def test_every_cell_comes_back():
    """Each of the 65,536 cells is packed and unpacked."""
    assert comes_back(numpy.arange(GREATEST_CELL + 1).astype(numpy.uint16).reshape(256, 256))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: "x".join(map(str, shape)))
def test_every_shape_comes_back(shape):
    """Boards of all bits, of some, of one and of none; a place too many or too few would be seen."""
    for seed, bits in enumerate((GREATEST_CELL, LIFE, SPAWNING, 0)):
        assert comes_back(drawn(shape, seed, bits))


@given(arrays(numpy.uint16, array_shapes(min_dims=2, max_dims=2, max_side=9), elements=CELLS))
def test_any_small_board_comes_back(cells):
    """Packing loses nothing, and adds nothing."""
    assert comes_back(cells)


@given(st.tuples(st.integers(1, 140), st.integers(1, 140)), st.integers(0, 99), CELLS)
def test_any_size_comes_back(shape, seed, bits):
    """Nor does it on larger boards, of whatever bits."""
    assert comes_back(drawn(shape, seed, bits))


def test_a_large_board_comes_back():
    """It is summed in several parts."""
    assert comes_back(drawn((300, 301)))


def test_packing_reads_views_and_other_types():
    """Arrays that are not contiguous, are written from right to left, or have other whole numbers."""
    cells = drawn((12, 20))
    for other in (
        cells[::-1, ::2],
        cells.T,
        cells.astype(">u2"),
        cells.astype(numpy.int64),
        numpy.asfortranarray(cells),
    ):
        after = advance_array(other, 0).cells
        assert numpy.array_equal(after, other)
        assert after.dtype == numpy.uint16
        assert not numpy.shares_memory(after, other)
        assert numpy.array_equal(advance_arrays(other[None], 0).cells[0], other)


# --- Steps ---


def test_one_step_after_the_other_reads_the_same_draws():
    """Calls of one step come to what one call of all steps does, wherever a block of draws ends."""
    cells, draws = drawn((9, 11), bits=LIFE), SeededDraws(3)
    cells[::3, ::3] = SPAWNER
    at_once = advance_array(cells, 40, 0.3, draws, 1000)
    many_at_once = advance_arrays(cells[None], 40, 0.3, [draws], [1000])
    one, many = (cells, 1000), (cells[None], [1000])
    for _ in range(40):
        one = advance_array(one[0], 1, 0.3, draws, one[1])
        many = advance_arrays(many[0], 1, 0.3, [draws], many[1])

    assert at_once.draws_read > 2048
    for after in (one, many_at_once, many):
        assert numpy.array_equal(numpy.squeeze(after[0]), at_once.cells)
        assert numpy.squeeze(after[1]) == at_once.draws_read


def test_still_boards_cost_no_more_steps():
    """Of boards that no draw decides, a number of steps that nobody could wait for."""
    still = numpy.full((4, 4), LIFE & ~1, dtype=numpy.uint16)

    assert numpy.array_equal(advance_array(still, 10**12).cells, still)
    assert numpy.array_equal(advance_arrays(still[None], 10**12).cells[0], still)


def test_a_step_in_which_nothing_spawns_is_not_the_end():
    """Nothing changes in the first step, since no draw is below the probability; in the second all spawn."""
    cells = numpy.zeros((3, 3), dtype=numpy.uint16)
    cells[1, 1] = SPAWNER
    draws = (0.9,) * 8 + (0,) * 8

    for after, read in (advance_array(cells, 2, 0.5, draws), advance_arrays(cells[None], 2, 0.5, [draws])):
        assert (after & 1).sum() == 8
        assert read == 16


@pytest.mark.skipif("not __import__('importlib').util.find_spec('numba')", reason="numba is not installed")
def test_the_compiled_engine_gives_the_same():
    """On one board and on many, of one step and of some, by draws of all kinds, and where none are read."""
    probabilities = (0.3, 0, 1, 0.5, 0.9)
    draws = (SeededDraws(1), (), SeededDraws(2), HashedDraws(3), SeededDraws(4))
    for shape, bits, steps in product(((5, 7), (1, 3), (33, 2)), (GREATEST_CELL, LIFE | SPAWNING, LIFE), (0, 1, 9, 99)):
        cells, read = drawn((5, *shape), bits=bits), [0, 7, 4000, 4095, 9]
        many = [
            advance_arrays(cells, steps, probabilities, draws, read, engine=each) for each in ("python", "compiled")
        ]
        alone = [
            advance_array(*of, engine="compiled")
            for of in zip(cells, [steps] * 5, probabilities, draws, read, strict=True)
        ]

        assert all(numpy.array_equal(*each) for each in zip(*many, strict=True))
        assert many[1].cells.dtype == numpy.uint16
        for number, (after, now_read) in enumerate(alone):
            assert numpy.array_equal(after, many[0].cells[number])
            assert now_read == many[0].draws_read[number]


# --- What is refused ---


def test_another_engine_is_refused():
    """By one board and by many."""
    cells = numpy.zeros((2, 2, 2), dtype=numpy.uint16)
    for form, some in ((advance_array, cells[0]), (advance_arrays, cells)):
        with pytest.raises(UnknownName, match="words"):
            form(some, engine="words")


@pytest.mark.parametrize("form", [advance_array, lambda cells: advance_arrays([cells] if cells is None else cells)])
def test_anything_but_an_array_raises(form):
    """Rows, a board, and nothing."""
    for value in ([[0]], Board([[0]]), None, 3, numpy.uint16(3), "cells"):
        with pytest.raises(MalformedBoard):
            form(value)


@pytest.mark.parametrize(
    "cells",
    [
        numpy.zeros((2, 2)),
        numpy.zeros((2, 2), dtype=bool),
        numpy.zeros((2, 2), dtype=object),
        numpy.zeros((2, 2), dtype="U1"),
        numpy.zeros((2, 2), dtype=[("alive", "u1")]),
        numpy.zeros((2, 2), dtype="m8[s]"),
        numpy.zeros((0, 2), dtype=numpy.uint16),
        numpy.zeros((2, 0), dtype=numpy.uint16),
        numpy.zeros(4, dtype=numpy.uint16),
        numpy.zeros((1, 1, 2, 2), dtype=numpy.uint16),
    ],
    ids=lambda cells: f"{cells.shape}-{cells.dtype.kind}",
)
def test_another_type_or_shape_is_refused(cells):
    """The message says which it is."""
    for form, given_to_it in ((advance_array, cells), (advance_arrays, cells[None])):
        with pytest.raises(MalformedBoard) as caught:
            form(given_to_it)
        assert str(given_to_it.shape) in str(caught.value)


def test_one_board_is_not_many():
    """Nor are many one."""
    for form, shape in ((advance_array, (1, 2, 2)), (advance_arrays, (2, 2)), (advance_arrays, (0, 2, 2))):
        with pytest.raises(MalformedBoard, match="dimensions"):
            form(numpy.zeros(shape, dtype=numpy.uint16))


@pytest.mark.parametrize("value", [GREATEST_CELL + 1, -1, 2**40])
def test_unknown_bits_are_refused(value):
    """The message names the place, and the board among many."""
    cells = numpy.zeros((3, 4, 5), dtype=numpy.int64)
    cells[2, 3, 1] = value
    with pytest.raises(MalformedBoard) as alone:
        advance_array(cells[2])
    with pytest.raises(MalformedBoard, match="board 2") as together:
        advance_arrays(cells)

    for caught in (alone.value, together.value):
        assert (caught.row, caught.column, caught.value) == (3, 1, value)


def test_other_arguments_are_refused_as_of_boards():
    """Steps, probabilities, draws, and how many are read."""
    cells = numpy.full((2, 2, 2), SPAWNING, dtype=numpy.uint16)
    for arguments in ((-1,), (1.0,), (1, 1.5), (1, 0.5, (1,)), (1, 0.5, (), -1)):
        with pytest.raises(InvalidParameter):
            advance_array(cells[0], *arguments)
    for arguments in ((-1,), (1, [0.5]), (1, 1.5), (1, 0.5, [()]), (1, 0.5, [(1,)] * 2), (1, 0, None, [0])):
        with pytest.raises(InvalidParameter):
            advance_arrays(cells, *arguments)
    with pytest.raises(DrawsExhausted):
        advance_array(cells[0], 1, 0.5)
    with pytest.raises(DrawsExhausted):
        advance_arrays(cells, 1, 0.5)
