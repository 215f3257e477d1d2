"""Checks of the optimised forms of the rule of a board, step after step; worked examples of cells, boards and draws."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter, itemgetter
from random import Random
from typing import Any

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, HashedDraws
from formal_rl.checking import Case, Example, Scope, equal, part
from formal_rl.errors import DrawsExhausted, InvalidParameter, MalformedBoard, UnknownName
from formal_rl.safelife._engines.draws import RUN, BatchDraws, SpawnDraws, least_float
from formal_rl.safelife._engines.planes.boards import PackedBoard, bits_of, frame_of
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife._engines.words.frame import frame_of as batch_frame_of
from formal_rl.safelife._engines.words.frame import words_of
from formal_rl.safelife._engines.words.rule import (
    GREATEST_DRAWS_READ,
    BatchPlanes,
    advance_batch,
    advance_batch_packed,
    scenery_of,
)
from formal_rl.safelife.board import (
    ALIVE,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    LIFE,
    WALL,
    AdvanceResult,
    Board,
    advance,
    block_around,
    described,
    inherited_destructibility,
    orientation_of,
    turned,
)
from formal_rl.safelife.board.board import board_of, require_location
from formal_rl.safelife.board.cells import (
    BLUE,
    INHIBITING,
    PLAYER,
    PRESERVING,
    RED,
    SPAWNER,
    cell_of,
    coloured,
    flags_of,
    named_cell,
    require_cell,
)
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.pairs import drawn_board
from formal_rl.statements.wainwright_2019.plays import refusals


@part(
    "what fast forms keep between steps",
    branches=("some change",),
    domain="three drawn boards at once of 3 x 5 and of 4 x 70 cells and all sixteen bits, each with its own "
    "probability and draws, carried on for four steps; what is kept is what is found anew",
)
def kept(scope: Scope) -> Iterator[Case]:
    """Carry boards on for some steps, and compare what is kept between steps with what is found anew."""
    for sample in range(100 if scope.is_full else 12):
        generator = Random(scope.seed + sample)
        height, width = (3, 5) if sample % 3 else (4, 70)
        boards = [drawn_board(generator, height, width) for _ in range(3)]
        probabilities = (Fraction(1, 2), (0, 1, 0.3)[sample % 3], 0.3)
        draws: list[Draws] = [SeededDraws(sample), SeededDraws(sample + 1), HashedDraws(sample)]
        together, known = BatchPlanes.from_boards(boards), BatchDraws(probabilities, draws)
        read = numpy.zeros(3, dtype=numpy.int64)
        single = [SpawnDraws(probability, each) for probability, each in zip(probabilities, draws, strict=True)]
        alone = [(PackedBoard.from_board(board), 0) for board in boards]
        expected = [AdvanceResult(board, 0) for board in boards]
        for _ in range(4):
            each_step = zip(expected, probabilities, draws, strict=True)
            expected = [advance(after.board, chance, draw, after.draws_read) for after, chance, draw in each_step]
            before, were = together, alone
            together, read = advance_batch(together, known, read)
            alone = [advance_planes(board, each, number) for (board, number), each in zip(alone, single, strict=True)]
            of_batch = [AdvanceResult(*each) for each in zip(together.boards(), read.tolist(), strict=True)]
            of_planes = [AdvanceResult(board.to_board(), number) for board, number in alone]
            fresh = [PackedBoard.from_board(after.board) for after in expected]
            still = [after.board == board for after, board in zip(expected, boards, strict=True)]
            same = [board is was for (board, _), (was, _) in zip(alone, were, strict=True)]
            wrong = (
                equal(f"advance_batch of {boards}", expected, of_batch),
                equal(f"advance_planes of {boards}", expected, of_planes),
                equal(f"what advance_planes keeps of {boards}", fresh, [board for board, _ in alone]),
                equal(f"what advance_batch keeps of {boards}", *_sceneries(together)),
                equal(f"the planes of a batch that stays, {boards}", all(still), together.planes is before.planes),
                equal(f"the planes of a board that stays, {boards}", still, same),
            )
            boards = [after.board for after in expected]
            yield "all stay as they are" if all(still) else "some change", next(filter(None, wrong), None)


def _sceneries(batch: BatchPlanes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what follows from the planes of a batch, found anew and as it is kept."""
    fresh = scenery_of(batch)
    kept = fresh if batch.scenery is None else batch.scenery
    names = ("stays", "may_live", "may_spawn", "colours", "living_exits", "loose")
    one, other = ({name: _shown(getattr(each, name), batch) for name in names} for each in (fresh, kept))
    return one, other


def _shown(plane: NDArray[Any] | None, batch: BatchPlanes) -> Any:
    """Return a plane where the boards are; None if nothing is in it."""
    if plane is None:
        return None
    there = plane & batch.frame.everywhere
    return there.tolist() if there.any() else None


# --- Cells and boards by hand ---

_CORNER = board_of(3, 3, [((0, 0), SPAWNER)])
_HALF = Fraction(1, 2)


def cells_by_hand() -> Iterator[Example]:
    """Yield flags, colours and orientations by hand, and what is no cell."""
    magenta, tree = PLAYER | RED | BLUE | 3 << 12, partial(cell_of, colour="green", orientation="down")
    yield from (
        ("the orientation of a cell", "bits 12 and 13: 3", 3, orientation_of, magenta),
        ("a cell turned", "3 becomes 2", PLAYER | RED | BLUE | 2 << 12, turned, magenta, 2),
        ("a cell coloured", "red and blue become green", PLAYER | 1 << 10 | 3 << 12, coloured, magenta, "green"),
        ("a cell of flags", "1 + 16 + 1024 + 8192", 9233, tree, "alive", "frozen"),
        ("the flags of it", "alive, frozen", ("alive", "frozen"), flags_of, 9233),
        ("it in words", "a tree", "green tree turned down", described, 9233),
        ("a cell without a name in words", "alive and agent", "red cell (alive, agent)", described, 515),
        ("nothing in words", "empty", "empty", described, 0),
        ("the least cell", "0", 0, require_cell, 0),
        ("the greatest cell", "sixteen bits", 65535, require_cell, 65535),
        ("no colour", "there are eight", UnknownName, coloured, LIFE, "pink"),
        ("no name", "there are fifteen", UnknownName, named_cell, "lief"),
        ("no flag", "there are eleven", UnknownName, cell_of, "aliv"),
        ("no orientation", "there are four", UnknownName, partial(cell_of, orientation="north")),
    )
    yield from refusals("a cell", InvalidParameter, require_cell, (65536,), (-1,), (True,))
    yield from refusals("one of four orientations", InvalidParameter, turned, (PLAYER, 4), (PLAYER, -1))


def boards_by_hand() -> Iterator[Example]:
    """Yield what boards are made of, and what is none."""
    board, row, require = Board([[1, 2, 3], [4, 5, 6]]), numpy.array([[1, 2, 3]]), partial(require_location, "there")
    changed = Board([[1, 9, 3], [4, 5, 8]])

    def place(rows: list[list[int]]) -> object:
        try:
            return Board(rows)
        except MalformedBoard as error:
            return error.row, error.column

    yield from (
        ("height and width", "two rows of three", (2, 3), attrgetter("height", "width"), board),
        ("a cell beyond the edges", "row 3 is 1, column -1 is 2", 6, board.__getitem__, (3, -1)),
        ("a location beyond the edges", "row 4 is 0, column 4 is 1", (0, 1), board.wrapped, (4, 4)),
        ("the block round (0, 0)", "over the edges", (6, 4, 5, 3, 1, 2, 6, 4, 5), block_around, board, (0, 0)),
        ("no parent is destructible", "nothing", 0, inherited_destructibility, (1,) * 9),
        ("two parents are destructible", "the flag", 8, inherited_destructibility, (9, 9, *(1,) * 7)),
        ("a cell of seventeen bits in the second row", "row 1, column 0", (1, 0), place, [[0], [1 << 16]]),
        ("a second row that is too short", "row 1", (1, None), place, [[0, 0], [0]]),
        ("other cells", "(3, -1) is (1, 2)", changed, board.with_cells, {(0, 1): 9, (3, -1): 8}),
        ("where a flag is", "the bit of worth 4", ((1, 0), (1, 1), (1, 2)), board.find, 4),
        ("the array", "and back", board, Board.from_array, board.array()),
        ("nothing of a size", "two rows of one", Board([[0], [0]]), Board.empty, 2, 1),
        ("a signed array", "whole numbers", Board([[1, 2, 3]]), Board.from_array, row),
        ("a location as a list", "two ints", (1, 2), require, [1, 2]),
    )
    wrong: tuple[Any, ...] = ([], [[]], 3, [[0, 0], [0]], [[65536]], [[-1]], [[True]])
    yield from refusals("rows of cells", MalformedBoard, Board, *((rows,) for rows in wrong))
    yield from refusals("an array", MalformedBoard, Board.from_array, ([[0]],), (row[0],), (row.astype(float),))
    yield from refusals("a location", InvalidParameter, require, ((1, 2, 3),), ((1, 2.0),), ({1, 2},))


def frames_by_hand() -> Iterator[Example]:
    """Yield how boards lie in ints and in words, by hand."""
    frame, batch = frame_of(2, 3), BatchPlanes.from_boards([Board([[LIFE, 0, RED]]), Board([[0, WALL, 0]])])
    column = 0b00001_00001_00001_00001
    four = [sum(mask << 20 * each for each in range(4)) for mask in (0b01110_00000, 0b01110, 2 * column, column)]
    masks = attrgetter("first_rows", "top_margins", "first_columns", "left_margins")
    board = Board([[LIFE | RED, WALL | BLUE], [0, ALIVE | PRESERVING]])
    packed = PackedBoard.from_board(board)
    scenery = PackedBoard.from_board(Board([[SPAWNER | RED, 0, 0, INHIBITING, 0]])).scenery
    exits = PackedBoard.from_board(Board([[EXIT | ALIVE, EXIT]])).scenery
    zeros = numpy.zeros(2, dtype=numpy.int64)
    cells, other = numpy.array([EXIT, 1], dtype=numpy.uint16), BatchPlanes.from_boards([Board([[0, 0, EXIT]])])
    changed = batch.with_cells(zeros, zeros + 2, cells)
    flags = numpy.array([[[0, 0, 0]], [[0, 1, 0]]], dtype=numpy.bool_)
    blue_and_wall, bits = (0b10, 0b10_0000, 0b10_0001), [[[1, 0], [0, 1]], [[0, 1], [0, 0]]]

    def words(height: int, width: int, occurring: int) -> object:
        found = batch_frame_of(height, width, 3, occurring)
        return (*found[3:8], found.places.tolist(), [int(each) for each in found.everywhere[:, 0, 0]], found.shape)

    def rows(batch: BatchPlanes) -> object:
        return [each.rows[0] for each in batch.boards()]

    def widened(bits: int) -> object:
        more = batch.widened(bits)
        return more.boards() == batch.boards(), more is batch, len(more.planes)

    def may_draw(*boards: Board) -> object:
        return [PackedBoard.from_board(each).may_draw for each in boards]

    exits_of_65 = (64, 2, 0, (ALIVE, DESTRUCTIBLE, EXIT), 1, [0, 3, 8], [2**64 - 1, 1], (2, 1, 3))
    yield from (
        ("a frame of 2 x 3", "rows of 3 places in 5, two rows in four", [2, 3, 5, 20, 10], list, frame[:5]),
        ("its places", "two rows of three", 0b00111_00111, getattr, frame, "everywhere"),
        ("its first row", "moved by a row and a place", 0b01110_00000, getattr, frame, "first_row"),
        ("its first column", "the first place of each row", 2 * column, getattr, frame, "first_column"),
        ("its left margin", "the same, moved", column, getattr, frame, "left_margin"),
        ("its masks of four", "each 20 places on", tuple(four), masks, frame),
        ("what lives", "the first and the fourth cell", 0b10_0001, getattr, packed, "alive"),
        ("its traits", "destructible, red; a plane is 4 rows of 4", 0b1 | 0b1 << 2 * 16, getattr, packed, "traits"),
        ("the traits of the dead", "blue", 0b10 << 3 * 16, getattr, packed.scenery, "dead_traits"),
        ("what is loose", "preserving and not frozen", 0b10_0000, getattr, packed.scenery, "loose"),
        ("the plane of a bit", "frozen", 0b10, packed.scenery.plane_of, FROZEN),
        ("all planes", "three", blue_and_wall, itemgetter(BLUE, PRESERVING, ALIVE), packed.planes()),
        ("draws are read", "with a spawner", [False, True], may_draw, board, _CORNER),
        ("where nothing dies", "the spawner is frozen", 0b00001, getattr, scenery, "stays"),
        ("where life may come", "not near what inhibits", 0b00010, getattr, scenery, "may_live"),
        ("where life may spawn", "not near what inhibits", 0b00010, getattr, scenery, "may_spawn"),
        ("the colours of spawners", "red, in three places", 0b10011 << 2 * 21, getattr, scenery, "spawned_traits"),
        ("living exits", "one", 1, getattr, exits, "living_exits"),
        ("the board again", "as it was", board, packed.to_board),
        ("bits of two planes", "rows of two", bits, bits_of(packed.alive | 0b10 << 16, 2, packed.frame).tolist),
        ("words for 8", "a byte", (8, 1, 7, (ALIVE, RED), 1, [0, 9], [255], (1, 2, 3)), words, 2, 8, RED),
        ("words for 9", "two bytes", (16, 1, 8, (ALIVE,), 0, [0], [511], (1, 1, 3)), words, 1, 9, 0),
        ("words for 33", "64 bits", (64, 1, 32, (ALIVE,), 0, [0], [2**33 - 1], (1, 1, 3)), words, 1, 33, ALIVE),
        ("words for 65", "two of 64 bits; exits make destructible", exits_of_65, words, 1, 65, EXIT),
        ("many boards again", "as they were", [(9, 0, 512), (0, 16, 0)], rows, batch),
        ("planes for an exit", "one more", (True, False, 5), widened, EXIT),
        ("planes for what there is", "the same", (True, True, 4), widened, RED),
        ("a plane that there is not", "none", None, batch.plane, EXIT),
        ("the plane of life", "the first", 0, batch.frame.plane_of, ALIVE),
        ("cells at a place", "of each board", [9, 0], lambda: batch.cells_at(zeros, zeros).tolist()),
        ("other cells at a place", "on each", [(9, 0, EXIT), (0, 16, 1)], rows, changed),
        ("another board", "the first", [(0, 0, EXIT), (0, 16, 0)], rows, batch.with_boards([0], other)),
        ("words of flags", "2 of the second board", [[0, 2]], words_of(flags, batch.frame)[0].tolist),
    )


def refused_by_hand(form: Callable[..., AdvanceResult]) -> Iterator[Example]:
    """Yield what a form of the rule refuses, and that it takes what is just within its limits."""
    wrong = ((_CORNER, 1.5), (_CORNER, Fraction(-1, 9)), (_CORNER, True), (_CORNER, 0, (), -1), (_CORNER, 0, (), True))
    yield from refusals("a step", InvalidParameter, form, *wrong, (_CORNER, _HALF, (0,) * 7 + (1,)))
    yield ("seven draws for eight places", "too few", DrawsExhausted, form, _CORNER, _HALF, (0,) * 7)
    yield ("as many draws as it takes", "eight places", 8, lambda: form(_CORNER, _HALF, (0,) * 8).draws_read)
    yield ("a step of which nothing more is said", "no spawning", AdvanceResult(_CORNER, 0), form, _CORNER)


def batches_refused_by_hand() -> Iterator[Example]:
    """Yield what the rule on many boards refuses."""
    board = _CORNER
    planes, no_draws = BatchPlanes.from_boards([board, board]), numpy.zeros(2, dtype=numpy.int64)
    none: Draws = ()

    def read(number: int) -> int:
        return advance_batch_packed([board], [0], [none], [number])[0].draws_read

    yield from refusals(
        *("as many of each as there are boards of one size", InvalidParameter, advance_batch_packed),
        ([], [], [], []),
        *(([board, other], [0, 0], [none] * 2, [0, 0]) for other in (Board.empty(3, 4), Board.empty(4, 3))),
        ([board, board], [0], [none] * 2, [0, 0]),
        ([board, board], [0, 0], [none], [0, 0]),
        ([board, board], [0, 0], [none] * 2, [0]),
        ([board], [1.5], [none], [0]),
    )
    short = ([board] * 2, [_HALF] * 2, [(0,) * 8, (0,) * 7], [0, 0])
    yield ("draws of one board", "two", InvalidParameter, advance_batch, planes, BatchDraws([0], [none]), no_draws)
    yield ("2^62 draws read", "more than are counted", InvalidParameter, read, GREATEST_DRAWS_READ)
    yield ("2^62 - 1 draws read", "as many as are counted", 2**62 - 1, read, GREATEST_DRAWS_READ - 1)
    yield ("no draw for one board of two", "seven of eight", DrawsExhausted, advance_batch_packed, *short)
    yield ("a batch whose boards are written to", "nobody writes", ValueError, planes.planes.fill, 0)
    yield ("how many boards", "two", 2, len, planes)


# --- Draws by hand ---


class _Run:
    """Draws that can be read in runs, and what a run of them is; it notes how many are read at once."""

    def __init__(self, run: Callable[[int], object] = numpy.zeros) -> None:
        self._run = run
        self.numbers: list[int] = []

    def __getitem__(self, index: int) -> Draw:
        """Return the draw of this index."""
        return (0.25, 0.75)[index % 2]

    def between(self, first: int, end: int) -> Any:
        """Return a run."""
        self.numbers.append(end - first)
        return self._run(end - first)


def draws_by_hand() -> Iterator[Example]:
    """Yield which draws are below a probability, read in runs, and where no run can be read."""
    seeded = SeededDraws(5)
    known = tuple(seeded[index] < 0.5 for index in range(3 * RUN))

    def below(draws: Draws, *places: tuple[int, int], probability: Draw = 0.5) -> tuple[bool, ...]:
        spawn = SpawnDraws(probability, draws)
        return tuple(each for first, number in places for each in spawn.below(first, number).tolist())

    def of_run(run: Callable[[int], object]) -> tuple[bool, ...]:
        return below(_Run(run), (0, 2))

    def in_batch(batch: BatchDraws, firsts: Sequence[int], numbers: Sequence[int]) -> Any:
        return batch.below(numpy.array(firsts), numpy.array(numbers)).tolist()

    def together(*places: tuple[int, int]) -> tuple[bool, ...]:
        batch = BatchDraws([0.5, 0.5], [seeded, (0.25, 0.75) * 4])
        return tuple(each for first, number in places for each in in_batch(batch, [first, 0], [number, 2]))

    def runs_read(*places: tuple[int, int]) -> list[int]:
        run = _Run()
        below(run, *places)
        return run.numbers

    def runs_of_many(*places: tuple[int, int]) -> int:
        run = _Run()
        batch = BatchDraws([0.5], [run])
        for first, number in places:
            in_batch(batch, [first], [number])
        return len(run.numbers)

    def replaced(probability: Draw, draws: Draws, then: Draw) -> object:
        """Give a board other draws, and then others again; return what is known between, and what is below."""
        batch = BatchDraws([0.5, 1], [seeded, ()])
        before = in_batch(batch, [0, 0], [1, 0])
        batch.replace(0, probability, draws)
        known = batch.probabilities, batch.certain.tolist(), batch.never.tolist(), len(batch)
        batch.replace(0, then, (0.75,))
        return before, *known, in_batch(batch, [0, 0], [1, 0]), batch.never.tolist()

    two, far = (*known[:3], *(true := (True, False)), *known[1:3], *true), known[1023:1026]
    never = [known[0]], (0, 1), [False, True], [True, False], 2, [True], [False, False]
    certain = [known[0]], (1, 1), [True, True], [False, False], 2, [False], [False, False]
    yield from (
        ("draws one after the other", "0.25 and 0.75", (True, False, True), below, (0.25, 0.75, 0.25), (0, 3)),
        ("a draw at 1/2", "not below", (False, True), partial(below, probability=_HALF), (_HALF, 0.25), (0, 2)),
        ("a run, and what is in it", "the same", known[:3] + known[1000:1024], below, seeded, (0, 3), (1000, 24)),
        ("what is just beyond it", "read anew", known[:3] + known[1000:1025], below, seeded, (0, 3), (1000, 25)),
        ("a run, and what is before it", "read anew", known[9:12] + known[:2], below, seeded, (9, 3), (0, 2)),
        ("runs read", "1,024 draws from 0, then from 1000", [1024, 1024], runs_read, (0, 3), (1000, 24), (1000, 25)),
        ("runs read backwards", "what is before is read anew", [1024, 1024], runs_read, (9, 3), (9, 0), (8, 3)),
        ("a run of more", "as many as are asked for", [1025], runs_read, (7, 1025), (8, 1024)),
        ("runs of many boards", "one for all that is in it", 1, runs_of_many, (0, 3), (3, 1021), (5, 0)),
        ("runs of many boards, backwards", "anew", 2, runs_of_many, (9, 3), (8, 3)),
        ("runs of many boards, further on", "anew", 2, runs_of_many, (0, 3), (3, 1022)),
        ("more than a run", "1,025 at once", known[7 : RUN + 8], below, seeded, (7, RUN + 1)),
        ("runs of another type", "each draw alone", true, of_run, lambda number: [0.1] * number),
        ("runs of whole numbers", "each draw alone", true, of_run, partial(numpy.zeros, dtype=numpy.int64)),
        ("runs that are too short", "each draw alone", true, of_run, lambda number: numpy.zeros(number)[1:]),
        ("runs with a 1", "each draw alone", true, of_run, numpy.ones),
        ("runs below nothing", "each draw alone", true, of_run, lambda number: -numpy.ones(number)),
        ("runs of nothing", "0 is below", (True, True), of_run, numpy.zeros),
        ("the least float above 1/3", "that of 1/3 is below it", 0.33333333333333337, least_float, Fraction(1, 3)),
        ("the least float above 2/3", "that of 2/3 is below it", 0.6666666666666667, least_float, Fraction(2, 3)),
        ("the least float at 1/2", "itself", 0.5, least_float, _HALF),
        ("the least float at 0.3", "itself", 0.3, least_float, 0.3),
        ("two boards", "each its own", (*two, *far, *true), together, (0, 3), (1, 2), (1023, 3)),
        ("one far ahead", "read anew", (*known[5:8], *true, *known[:2], *true), together, (5, 3), (0, 2)),
        ("more than a run of two boards", "at once", (*known[1 : RUN + 3], *true), together, (1, RUN + 2)),
        ("0 for a while", "then 0.75 is below 0.8", never, replaced, 0, (0.75,), 0.8),
        ("1 for a while", "then 0.75 is not below 0.5", certain, replaced, 1, (), 0.5),
        ("3/2 for a while", "no probability", InvalidParameter, replaced, 1.5, (), 0.5),
    )
