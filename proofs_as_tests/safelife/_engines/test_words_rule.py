"""Many boards at once: each is after a step what it is alone, and has read as many draws."""

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
from formal_rl.safelife._engines.draws import BatchDraws, SpawnDraws
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_packed, advance_planes
from formal_rl.safelife._engines.words.frame import frame_of
from formal_rl.safelife._engines.words.rule import (
    GREATEST_DRAWS_READ,
    BatchPlanes,
    advance_batch,
    advance_batch_packed,
    advance_in_words,
    advance_together,
    scenery_of,
)
from formal_rl.safelife.board import (
    ALIVE,
    DESTRUCTIBLE,
    EXIT,
    GREATEST_CELL,
    GREEN,
    LIFE,
    SPAWNING,
    WALL,
    Board,
    advance,
    block_around,
    next_cell,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, RED, SPAWNER, named_cell
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.batch_pairs import ADVANCE_BATCH, ADVANCE_TOGETHER, advance_each
from formal_rl.statements.wainwright_2019.pairs import (
    ADVANCE,
    OTHER_BITS,
    BlockTable,
    all_digits,
    block_codes,
    drawn_board,
)

PROBABILITIES = st.sampled_from([0, 1, Fraction(1, 2), 0.3])
SIDES = st.one_of(st.integers(1, 3), st.sampled_from([7, 8, 9, 16, 17, 32, 33, 64, 65]))


def shares(scope=None):
    """The parts of the pair of boards of drawn sizes."""
    return ADVANCE_BATCH.parts(scope or Scope())


@pytest.mark.statement("W19-cells")
@pytest.mark.parametrize("pair", [ADVANCE_BATCH, ADVANCE_TOGETHER], ids=lambda pair: pair.name)
def test_the_pairs_agree(pair):
    """Drawn boards of many sizes, and all boards of 3 x 3 of life with one flag at one location, 512 at once."""
    assert all(part.as_expected for part in pair.parts(Scope()))


@pytest.mark.statement("W19-cells")
def test_they_agree_on_all_boards_with_spawners():
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
    probability=st.sampled_from([0, 1, Fraction(1, 3), Fraction(1, 2), 0.3, 0.999]),
    read=st.integers(0, 50),
)
def test_a_board_alone(seed, height, width, probability, read):
    """A drawn board is, and has read, what it does cell by cell."""
    board, draws = drawn_board(Random(seed), height, width), HashedDraws(seed)

    assert advance_in_words(board, probability, draws, read) == advance(board, probability, draws, read)


@pytest.mark.statement("W19-cells")
@given(seed=st.integers(0, 10**9), height=SIDES, width=SIDES, number=st.integers(1, 5), data=st.data())
def test_each_board_is_what_it_is_alone(seed, height, width, number, data):
    """Boards of all sixteen bits, on words of each size and on more than one, each with its own probability."""
    height = height if width < 10 else min(height, 4)
    generator = Random(seed)
    boards = [drawn_board(generator, height, width) for _ in range(number)]
    probabilities = [data.draw(PROBABILITIES) for _ in boards]
    draws = [HashedDraws(generator.randrange(1000)) for _ in boards]
    read = [generator.randrange(50) for _ in boards]

    got = advance_batch_packed(boards, probabilities, draws, read)

    assert got == advance_each(boards, probabilities, draws, read)


@given(cells=st.lists(st.lists(st.integers(0, GREATEST_CELL), min_size=12, max_size=12), min_size=1, max_size=4))
def test_any_cells(cells):
    """Cells of all sixteen bits, each as likely as another."""
    boards = [Board([each[:4], each[4:8], each[8:]]) for each in cells]
    rest = [0.5] * len(boards), [HashedDraws(0)] * len(boards), [0] * len(boards)

    assert advance_batch_packed(boards, *rest) == advance_each(boards, *rest)


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


@given(
    seed=st.integers(0, 10**9),
    width=st.sampled_from([1, 2, 3, 8, 26, 70]),
    probabilities=st.tuples(*[PROBABILITIES] * 3),
)
def test_steps_follow_one_another(seed, width, probabilities):
    """Stepped on, with what is kept of the scenery, they are the boards that bit planes give one by one."""
    generator = Random(seed)
    boards = [drawn_board(generator, 4, width) for _ in probabilities]
    draws = [SeededDraws(generator.randrange(1000)) for _ in probabilities]
    batch, known = BatchPlanes.from_boards(boards), BatchDraws(probabilities, draws)
    read = numpy.zeros(3, dtype=numpy.int64)
    alone = [(PackedBoard.from_board(board), 0) for board in boards]
    single = [SpawnDraws(*each) for each in zip(probabilities, draws, strict=True)]
    for _ in range(6):
        batch, read = advance_batch(batch, known, read)
        alone = [advance_planes(packed, each, count) for (packed, count), each in zip(alone, single, strict=True)]
        assert batch.boards() == tuple(packed.to_board() for packed, _ in alone)
        assert read.tolist() == [count for _, count in alone]
        fresh = scenery_of(batch)
        kept = fresh if batch.scenery is None else batch.scenery
        for name in ("stays", "may_live", "may_spawn", "colours", "living_exits", "loose"):
            assert same(getattr(kept, name), getattr(fresh, name), batch), name


def same(one, other, batch):
    """Whether two planes are equal where the board is; None is a plane of nothing."""
    everywhere = batch.frame.everywhere
    one, other = (
        numpy.zeros(1, dtype=everywhere.dtype) if each is None else each & everywhere for each in (one, other)
    )
    return bool((one == other).all())


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


def test_boards_are_replaced():
    """Of some numbers, with bits that the others do not have."""
    batch = BatchPlanes.from_boards([Board([[LIFE, 0]]), Board([[0, LIFE]]), Board([[LIFE, LIFE]])])
    others = BatchPlanes.from_boards([Board([[WALL, RED]]), Board([[SPAWNER, 0]])])

    assert [board.rows[0] for board in batch.with_boards([2, 0], others).boards()] == [
        (SPAWNER, 0),
        (0, LIFE),
        (WALL, RED),
    ]


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


@pytest.mark.parametrize(
    ("width", "size", "words", "last"), [(1, 8, 1, 0), (8, 8, 1, 7), (9, 16, 1, 8), (33, 64, 1, 32), (65, 64, 2, 0)]
)
def test_frames_by_hand(width, size, words, last):
    """The least words that hold a row; exits and spawners make what comes to life destructible."""
    frame = frame_of(2, width, 3, EXIT | BLUE)

    assert (frame.size, frame.words, frame.last) == (size, words, last)
    assert frame.bits == (ALIVE, DESTRUCTIBLE, BLUE, EXIT)
    assert (frame.traits, frame.shape) == (2, (words, 2, 3))
    assert frame.plane_of(GREEN) is None


# --- By hand ---


@pytest.mark.statement("W19-cells")
def test_boards_by_hand():
    """A blinker over an edge, a square, and three colours: each goes its own way."""
    red, green = (named_cell("life", colour) for colour in ("red", "green"))
    blinker = Board([[0] * 5, [0] * 5, [LIFE, LIFE, 0, 0, LIFE], [0] * 5, [0] * 5])
    square = board_of(5, 5, [((row, column), LIFE) for row in (1, 2) for column in (1, 2)])
    parents = board_of(5, 5, [((1, 1), red), ((1, 3), red), ((3, 2), green)])

    got = advance_batch_packed([blinker, square, parents], [0] * 3, [()] * 3, [0, 5, 6])

    assert got[0] == (board_of(5, 5, [((row, 0), LIFE) for row in (1, 2, 3)]), 0)
    assert got[1] == (square, 5)
    assert got[2].board[2, 2] == red
    assert got[2].draws_read == 6


@pytest.mark.statement("W19-cells")
def test_draws_by_hand():
    """Two boards with a spawner, and one between them that asks for none; each reads its own three draws in order."""
    spawner = Board([[SPAWNER, 0, WALL], [WALL, WALL, WALL], [WALL, 0, 0]])
    low, high = Fraction(1, 4), 0.5

    got = advance_batch_packed(
        [spawner, Board.empty(3, 3), spawner],
        [Fraction(1, 2)] * 3,
        [(low, low, high), (), (9, high, low, high)],
        [0, 0, 1],
    )

    assert got[0] == (Board([[SPAWNER, LIFE, WALL], [WALL, WALL, WALL], [WALL, LIFE, 0]]), 3)
    assert got[1] == (Board.empty(3, 3), 0)
    assert got[2] == (Board([[SPAWNER, 0, WALL], [WALL, WALL, WALL], [WALL, LIFE, 0]]), 4)


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


def test_draws_are_replaced():
    """One board goes on with others, from their first on; the rest as before."""
    known = BatchDraws([0.5, 0.5], [(0.1, 0.6), (0.1, 0.6)])
    first, two = numpy.zeros(2, dtype=numpy.int64), numpy.full(2, 2)
    assert known.below(first, two).tolist() == [True, False, True, False]
    known.replace(1, 0.7, (0.8, 0.6))
    assert known.below(first, two).tolist() == [True, False, False, True]
    known.replace(0, 1, ())
    assert (known.certain.tolist(), known.never.tolist()) == ([True, False], [False, False])


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


# --- The comparison can say no ---


MODULE = importlib.import_module("formal_rl.safelife._engines.words.rule")


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
        return advance_in_words(board, probability, draws, read + 1)

    exhaustive, drawn = evolve(ADVANCE, fast=one_later).parts(Scope())

    assert exhaustive.as_expected
    assert drawn.contradicted


def test_columns_that_do_not_wrap_are_found(monkeypatch):
    """Where one edge is not seen from the other, a drawn board shows it."""
    monkeypatch.setattr(MODULE, "_sides", lambda planes, frame: (planes << 1, planes >> 1))
    assert any(part.contradicted for part in shares())
    assert_refuted_on_all_boards_and_drawn_ones()


def test_rows_that_do_not_wrap_are_found(monkeypatch):
    """The same of the first and the last row."""

    def open_ended(rows):
        rows[..., 0, :] = 0
        rows[..., -1, :] = 0
        return rows[..., :-2, :], rows[..., 2:, :]

    monkeypatch.setattr(MODULE, "_wrapped", open_ended)
    assert any(part.contradicted for part in shares())
    assert_refuted_on_all_boards_and_drawn_ones()


def assert_refuted_on_all_boards_and_drawn_ones():
    """On small boards it is refuted before all have been compared."""
    exhaustive, drawn = ADVANCE.parts(Scope())

    assert exhaustive.contradicted
    assert drawn.contradicted
    assert exhaustive.cases < 138_240


@pytest.mark.parametrize("name", ["stays", "may_live", "may_spawn", "colours", "living_exits"])
def test_a_scenery_that_knows_less_is_found(monkeypatch, name):
    """Each thing that is kept of a scenery is needed."""
    right = MODULE.scenery_of

    def less(batch):
        scenery = right(batch)
        return evolve(scenery, **{name: None if name[0] not in "sm" or name == "may_spawn" else scenery.stays & 0})

    monkeypatch.setattr(MODULE, "scenery_of", less)
    assert any(part.contradicted for part in shares())


def test_draws_in_another_order_are_found(monkeypatch):
    """Boards that read the draws of the next."""
    right = BatchDraws.below
    monkeypatch.setattr(BatchDraws, "below", lambda self, first, numbers: right(self, first, numbers)[::-1])
    assert any(part.contradicted for part in shares())


def test_a_rule_for_one_board_only_is_found():
    """A form that gives each board what becomes of the first."""

    def only_first(boards, *rest):
        return advance_batch_packed(boards, *rest)[:1] * len(boards)

    assert any(part.contradicted for part in evolve(ADVANCE_BATCH, fast=only_first).parts(Scope()))
