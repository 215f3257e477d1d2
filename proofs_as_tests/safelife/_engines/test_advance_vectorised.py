"""The rule on arrays is the rule cell by cell."""

import importlib
from fractions import Fraction
from random import Random

import numpy
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.checking import Scope
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife import advance_vectorised
from formal_rl.safelife.advance_vectorised import advance_array
from formal_rl.safelife.board import GREATEST_CELL, LIFE, SPAWNING, Board, advance, next_cell
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.safelife.board.rule import block_around
from formal_rl.statements.safelife_pairs import ADVANCE, OTHER_BITS, BlockTable, all_digits, block_codes, drawn_board

PROBABILITIES = st.sampled_from([0, 1, Fraction(1, 3), Fraction(1, 2), 0.3, 0.999])


@pytest.mark.statement("W19-cells")
def test_both_agree_on_all_boards_with_spawners():
    """The pair agrees on all boards of 3 x 3 of life and spawning cells, and of 4 x 4 with one of these."""
    small, large = ADVANCE.exhaustive({"spawning": SPAWNING}, full=True)

    assert small.as_expected
    assert large.as_expected
    assert small.cases == 2 * 4**9
    assert large.cases == 2 * 16 * 2**16


@pytest.mark.statement("W19-cells")
@given(
    seed=st.integers(0, 10**9),
    height=st.integers(1, 9),
    width=st.integers(1, 9),
    probability=PROBABILITIES,
    read=st.integers(0, 50),
)
def test_both_agree_on_larger_boards(seed, height, width, probability, read):
    """On drawn boards both give one board and have read as many draws."""
    board, draws = drawn_board(Random(seed), height, width), HashedDraws(seed)

    assert advance_vectorised(board, probability, draws, read) == advance(board, probability, draws, read)


@given(cells=st.lists(st.lists(st.integers(0, GREATEST_CELL), min_size=4, max_size=4), min_size=1, max_size=4))
def test_both_agree_on_any_cells(cells):
    """Cells of all sixteen bits, each as likely as another."""
    board, draws = Board(cells), HashedDraws(0)

    assert advance_vectorised(board, 0.5, draws, 0) == advance(board, 0.5, draws, 0)


def test_a_step_on_arrays_by_hand():
    """A spawner in a corner, over the edges; of three draws the last is 1/2, and so not below it."""
    board = Board([[SPAWNER, 0, 16], [16, 16, 16], [16, 0, 0]])

    assert advance_vectorised(board, Fraction(1, 2), (Fraction(1, 4), Fraction(1, 3), 0.5)) == (
        Board([[SPAWNER, LIFE, 16], [16, 16, 16], [16, LIFE, 0]]),
        3,
    )


def test_arrays_raise_as_cells_do():
    """A probability, a draw, or too few draws are refused in the same words."""
    board = board_of(3, 3, [((1, 1), SPAWNER)])
    for arguments, error in (
        ((board, 2), InvalidParameter),
        ((board, 0.5, (1,)), InvalidParameter),
        ((board, 0.5, (0, 0)), DrawsExhausted),
    ):
        with pytest.raises(error) as by_cells:
            advance(*arguments)
        with pytest.raises(error) as by_arrays:
            advance_vectorised(*arguments)
        assert str(by_cells.value) == str(by_arrays.value)


# --- The comparison can say no ---


def test_codes_are_those_of_blocks():
    """The table says of the block with a code what the rule says of that block."""
    digits = all_digits(2, 3, 4)
    table, codes = BlockTable(SPAWNING, next_cell), block_codes(digits)
    unspawned, spawned = table.look_up(codes)
    for number in range(0, 4**6, 61):
        board = Board.from_array((digits[:, :, number] & 1) | (digits[:, :, number] >> 1) * SPAWNING)
        for row, column in board.locations():
            block = block_around(board, (row, column))
            assert unspawned[row, column, number] == next_cell(block)
            assert spawned[row, column, number] == next_cell(block, spawns=True)


def test_there_are_fifteen_other_bits():
    """With alive they are the sixteen."""
    assert sorted([1, *OTHER_BITS.values()]) == [1 << bit for bit in range(16)]


@pytest.mark.parametrize("axis", [0, 1])
def test_arrays_that_do_not_wrap_are_found(monkeypatch, axis):
    """Blocks that end at one edge are refuted on a small board and on a drawn one."""
    module = importlib.import_module("formal_rl.safelife.advance_vectorised")
    wrapping = module._in_blocks

    def ending(flags):
        rows = flags.astype(numpy.int8)
        shifted = numpy.roll(rows, 1, axis=axis)
        lost = numpy.zeros_like(rows)
        first = (0,) if axis == 0 else (slice(None), 0)
        lost[first] = shifted[first]
        others = lost + numpy.roll(lost, 1, axis=1 - axis) + numpy.roll(lost, -1, axis=1 - axis)
        return wrapping(flags) - others

    monkeypatch.setattr(module, "_in_blocks", ending)
    exhaustive, drawn = ADVANCE.parts(Scope())

    assert exhaustive.contradicted
    assert drawn.contradicted
    assert exhaustive.cases < 138_240


def test_a_wrong_table_is_found():
    """A rule that differs on one kind of block is refuted, with the board."""

    def no_spawning(block, *, spawns):
        return next_cell(block)

    exhaustive, drawn = evolve(ADVANCE, rule=no_spawning).parts(Scope())

    assert "spawning, spawn probability 1" in str(exhaustive.refutation)
    assert drawn.as_expected


def test_wrong_draws_are_found():
    """A form that reads other draws is refuted by the drawn boards."""

    def one_later(board, probability, draws, read):
        return advance_vectorised(board, probability, draws, read + 1)

    exhaustive, drawn = evolve(ADVANCE, fast=one_later).parts(Scope())

    assert exhaustive.as_expected
    assert drawn.contradicted


def test_many_boards_at_once():
    """A third axis numbers boards."""
    generator = Random(1)
    boards = [drawn_board(generator, 3, 4) for _ in range(50)]
    after, _ = advance_array(numpy.stack([board.array() for board in boards], axis=2), 1, (), 0)

    assert [Board.from_array(after[:, :, number]) for number in range(50)] == [
        advance(board, 1).board for board in boards
    ]
