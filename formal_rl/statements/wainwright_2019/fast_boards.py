"""Checks of the optimised forms of the rule of a board: boards of many sizes, step after step, and what is refused."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, HashedDraws
from formal_rl.checking import Disagreement, Example, Scope, part
from formal_rl.errors import DrawsExhausted, InvalidParameter, MalformedBoard, UnknownName
from formal_rl.safelife._engines.draws import RUN, BatchDraws, SpawnDraws, least_float
from formal_rl.safelife._engines.planes.boards import PackedBoard, bits_of, frame_of
from formal_rl.safelife._engines.planes.rule import advance_packed, advance_planes
from formal_rl.safelife._engines.words.frame import frame_of as batch_frame_of
from formal_rl.safelife._engines.words.frame import words_of
from formal_rl.safelife._engines.words.rule import (
    GREATEST_DRAWS_READ,
    BatchPlanes,
    advance_batch,
    advance_batch_packed,
    advance_in_words,
    scenery_of,
)
from formal_rl.safelife.board import (
    ALIVE,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    GREATEST_CELL,
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
from formal_rl.safelife.game.game import Advance
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.batch_pairs import ADVANCE_BATCH, batch_cases
from formal_rl.statements.wainwright_2019.pairs import drawn_board

AdvanceBatch = Callable[[Sequence[Board], Sequence[Draw], Sequence[Draws], Sequence[int]], tuple[AdvanceResult, ...]]
Cases = Iterator[tuple[str, Disagreement | None]]


def one_of_many(form: AdvanceBatch) -> Advance:
    """Return the rule of a board that makes its step between two others, by a form for many boards."""

    def advance(board: Board, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0) -> AdvanceResult:
        empty = Board.empty(board.height, board.width)
        full = Board([[GREATEST_CELL] * board.width] * board.height)
        none = HashedDraws(0)
        return form((empty, board, full), [spawn_probability] * 3, (none, draws, none), (0, draws_read, 0))[1]

    return advance


@part("every fast form, boards of many sizes", branches=ADVANCE_BATCH.branches, domain=ADVANCE_BATCH.domain)
def sizes(
    scope: Scope,
    *,
    advance: Advance = advance,
    packed: Advance = advance_packed,
    batch: AdvanceBatch = advance_batch_packed,
) -> Cases:
    """Compare the optimised forms on boards of many sizes, up to four at once, with the rule of each."""
    for branch, (boards, probabilities, draws, read) in batch_cases(scope):
        arguments = tuple(zip(boards, probabilities, draws, read, strict=True))
        expected = tuple(advance(*each) for each in arguments)
        found = {
            "advance_batch_packed": batch(boards, probabilities, draws, read),
            "advance_packed": tuple(packed(*each) for each in arguments),
            "advance_in_words": tuple(advance_in_words(*each) for each in arguments),
        }
        wrong = (
            Disagreement(f"{name} of {arguments}", expected, got) for name, got in found.items() if got != expected
        )
        yield branch, next(wrong, None)


@part(
    "what fast forms keep between steps",
    branches=("some change",),
    domain="three drawn boards at once of 3 x 5 and of 4 x 70 cells and all sixteen bits, each with its own "
    "probability and draws, carried on for four steps; what is kept is what is found anew",
)
def kept(scope: Scope) -> Cases:
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
            expected = [
                advance(after.board, probability, draw, after.draws_read)
                for after, probability, draw in zip(expected, probabilities, draws, strict=True)
            ]
            before, were = together, alone
            together, read = advance_batch(together, known, read)
            alone = [advance_planes(board, each, number) for (board, number), each in zip(alone, single, strict=True)]
            of_batch = [AdvanceResult(*each) for each in zip(together.boards(), read.tolist(), strict=True)]
            of_planes = [AdvanceResult(board.to_board(), number) for board, number in alone]
            fresh = [PackedBoard.from_board(after.board) for after in expected]
            still = all(after.board == board for after, board in zip(expected, boards, strict=True))
            wrong = next(
                (
                    Disagreement(f"{name} of {boards}", one, other)
                    for name, one, other in (
                        ("advance_batch", expected, of_batch),
                        ("advance_planes", expected, of_planes),
                        ("what advance_planes keeps", fresh, [board for board, _ in alone]),
                        ("what advance_batch keeps", *_sceneries(together)),
                        ("the planes of a batch that stays", still, together.planes is before.planes),
                        (
                            "the planes of a board that stays",
                            [after.board == board for after, board in zip(expected, boards, strict=True)],
                            [board is was for (board, _), (was, _) in zip(alone, were, strict=True)],
                        ),
                    )
                    if one != other
                ),
                None,
            )
            boards = [after.board for after in expected]
            yield "all stay as they are" if still else "some change", wrong


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


# --- What is refused, and what is at the limits of what is not ---


class _Run:
    """Draws that can be read in runs, and what a run of them is."""

    def __init__(self, run: Callable[[int], object]) -> None:
        self._run = run

    def __getitem__(self, index: int) -> Draw:
        """Return the draw of this index."""
        return (0.25, 0.75)[index % 2]

    def between(self, first: int, end: int) -> Any:
        """Return a run."""
        return self._run(end - first)


_CORNER = board_of(3, 3, [((0, 0), SPAWNER)])
_HALF = Fraction(1, 2)
_EXITS = numpy.array([EXIT, 1], dtype=numpy.uint16)
_FLAGS = numpy.array([[[0, 0, 0]], [[0, 1, 0]]], dtype=numpy.bool_)


def cells_by_hand() -> Iterator[Example]:
    """Yield flags, colours and orientations by hand, and what is no cell."""
    magenta = PLAYER | RED | BLUE | 3 << 12
    yield from (
        ("the orientation of a cell", "bits 12 and 13: 3", 3, partial(orientation_of, magenta)),
        ("a cell turned", "3 becomes 2", PLAYER | RED | BLUE | 2 << 12, partial(turned, magenta, 2)),
        (
            "a cell coloured",
            "red and blue become green",
            PLAYER | 1 << 10 | 3 << 12,
            partial(coloured, magenta, "green"),
        ),
        (
            "a cell of flags",
            "1 + 16 + 1024 + 8192",
            9233,
            partial(cell_of, "alive", "frozen", colour="green", orientation="down"),
        ),
        ("the flags of it", "alive, frozen", ("alive", "frozen"), partial(flags_of, 9233)),
        ("it in words", "a tree", "green tree turned down", partial(described, 9233)),
        ("black life in words", "no colour, no turn", "life", partial(described, LIFE)),
        ("a cell without a name in words", "alive and agent", "red cell (alive, agent)", partial(described, 515)),
        ("nothing in words", "empty", "empty", partial(described, 0)),
        ("the least cell", "0", 0, partial(require_cell, 0)),
        ("the greatest cell", "sixteen bits", 65535, partial(require_cell, 65535)),
        ("seventeen bits", "no cell", InvalidParameter, partial(require_cell, 65536)),
        ("less than nothing", "no cell", InvalidParameter, partial(require_cell, -1)),
        ("True", "no int", InvalidParameter, partial(require_cell, True)),
        ("a fifth orientation", "there are four", InvalidParameter, partial(turned, PLAYER, 4)),
        ("an orientation before the first", "there are four", InvalidParameter, partial(turned, PLAYER, -1)),
        ("no colour", "there are eight", UnknownName, partial(coloured, LIFE, "pink")),
        ("no name", "there are fifteen", UnknownName, partial(named_cell, "lief")),
        ("no flag", "there are eleven", UnknownName, partial(cell_of, "aliv")),
        ("no orientation", "there are four", UnknownName, partial(cell_of, orientation="north")),
    )


def _place(rows: list[list[int]]) -> object:
    try:
        return Board(rows)
    except MalformedBoard as error:
        return error.row, error.column


def _place_of(column: int) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]:
    """Return the place of this column in the first row, on each of two boards."""
    return numpy.zeros(2, dtype=numpy.int64), numpy.full(2, column, dtype=numpy.int64)


def frames_by_hand() -> Iterator[Example]:
    """Yield how boards lie in ints and in words, by hand."""
    frame, batch = frame_of(2, 3), BatchPlanes.from_boards([Board([[LIFE, 0, RED]]), Board([[0, WALL, 0]])])
    more = batch.widened(EXIT)
    column = 0b00001_00001_00001_00001

    def words(height: int, width: int, occurring: int) -> object:
        found = batch_frame_of(height, width, 3, occurring)
        return (*found[3:8], found.places.tolist(), [int(each) for each in found.everywhere[:, 0, 0]], found.shape)

    packed = PackedBoard.from_board(Board([[LIFE | RED, WALL | BLUE], [0, ALIVE | PRESERVING]]))
    scenery = PackedBoard.from_board(Board([[SPAWNER | RED, 0, 0, INHIBITING, 0]])).scenery
    yield from (
        ("a frame of 2 x 3", "rows of 3 places in 5, two rows in four", (2, 3, 5, 20, 10), lambda: frame[:5]),
        ("its places", "two rows of three", 0b00111_00111, lambda: frame.everywhere),
        ("its first row", "moved by a row and a place", 0b01110_00000, lambda: frame.first_row),
        (
            "its columns",
            "the first place of each row, and moved",
            (2 * column, column),
            lambda: (frame.first_column, frame.left_margin),
        ),
        (
            "its masks of four",
            "each 20 places on",
            [sum(mask << 20 * each for each in range(4)) for mask in (0b01110_00000, 0b01110, 2 * column, column)],
            lambda: [frame.first_rows, frame.top_margins, frame.first_columns, frame.left_margins],
        ),
        ("what lives", "the first and the fourth cell", 0b10_0001, lambda: packed.alive),
        ("its traits", "destructible, red; a plane is 4 rows of 4", 0b1 | 0b1 << 2 * 16, lambda: packed.traits),
        ("the traits of the dead", "blue", 0b10 << 3 * 16, lambda: packed.scenery.dead_traits),
        ("what is loose", "preserving and not frozen", 0b10_0000, lambda: packed.scenery.loose),
        ("the plane of a bit", "frozen", 0b10, lambda: packed.scenery.plane_of(FROZEN)),
        (
            "all planes",
            "blue and preserving",
            (0b10, 0b10_0000, 0b10_0001),
            lambda: tuple(packed.planes()[bit] for bit in (BLUE, PRESERVING, ALIVE)),
        ),
        ("no spawner", "no draw", (False, True), lambda: (packed.may_draw, PackedBoard.from_board(_CORNER).may_draw)),
        ("where nothing dies", "the spawner is frozen", 0b00001, lambda: scenery.stays),
        (
            "where life may come",
            "not near what inhibits",
            (0b00010, 0b00010),
            lambda: (scenery.may_live, scenery.may_spawn),
        ),
        ("the colours of spawners", "red, in three places", 0b10011 << 2 * 21, lambda: scenery.spawned_traits),
        ("living exits", "one", 1, lambda: PackedBoard.from_board(Board([[EXIT | ALIVE, EXIT]])).scenery.living_exits),
        (
            "the board again",
            "as it was",
            ((LIFE | RED, WALL | BLUE), (0, ALIVE | PRESERVING)),
            lambda: packed.to_board().rows,
        ),
        (
            "bits of two planes",
            "rows of two",
            [[[1, 0], [0, 1]], [[0, 1], [0, 0]]],
            lambda: bits_of(packed.alive | 0b10 << 16, 2, packed.frame).tolist(),
        ),
        (
            "words for a width of 8",
            "a byte",
            (8, 1, 7, (ALIVE, RED), 1, [0, 9], [255], (1, 2, 3)),
            lambda: words(2, 8, RED),
        ),
        ("words for a width of 9", "two bytes", (16, 1, 8, (ALIVE,), 0, [0], [511], (1, 1, 3)), lambda: words(1, 9, 0)),
        (
            "words for a width of 33",
            "one of 64 bits",
            (64, 1, 32, (ALIVE,), 0, [0], [2**33 - 1], (1, 1, 3)),
            lambda: words(1, 33, ALIVE),
        ),
        (
            "words for a width of 65",
            "two of 64 bits; exits and spawners make destructible",
            (64, 2, 0, (ALIVE, DESTRUCTIBLE, EXIT), 1, [0, 3, 8], [2**64 - 1, 1], (2, 1, 3)),
            lambda: words(1, 65, EXIT),
        ),
        (
            "many boards again",
            "as they were",
            (((9, 0, 512),), ((0, 16, 0),)),
            lambda: tuple(each.rows for each in batch.boards()),
        ),
        (
            "planes for more bits",
            "the same boards",
            (True, True, 5),
            lambda: (more.boards() == batch.boards(), batch.widened(RED) is batch, len(more.planes)),
        ),
        ("a plane that there is not", "none", (None, 0), lambda: (batch.plane(EXIT), batch.frame.plane_of(ALIVE))),
        ("cells at a place", "of each board", [9, 0], lambda: batch.cells_at(*_place_of(0)).tolist()),
        (
            "other cells at a place",
            "on each board",
            [((9, 0, EXIT),), ((0, 16, 1),)],
            lambda: [each.rows for each in batch.with_cells(*_place_of(2), _EXITS).boards()],
        ),
        (
            "another board",
            "in place of the first",
            [((0, 0, EXIT),), ((0, 16, 0),)],
            lambda: [
                each.rows for each in batch.with_boards([0], BatchPlanes.from_boards([Board([[0, 0, EXIT]])])).boards()
            ],
        ),
        (
            "words of flags",
            "the second column of the second board: 2",
            True,
            lambda: words_of(_FLAGS, batch.frame)[0].tolist() == [[0, 2]],
        ),
    )


def boards_by_hand() -> Iterator[Example]:
    """Yield what boards are made of, and what is none."""
    board = Board([[1, 2, 3], [4, 5, 6]])
    row = numpy.array([[1, 2, 3]])
    yield from (
        ("height and width", "two rows of three", (2, 3), lambda: (board.height, board.width)),
        ("a cell beyond the edges", "row 3 is 1, column -1 is 2", 6, lambda: board[3, -1]),
        ("a location beyond the edges", "the same", (1, 2), lambda: board.wrapped((3, -1))),
        ("a location beyond the lower edge", "row 4 is 0, column 4 is 1", (0, 1), lambda: board.wrapped((4, 4))),
        (
            "the block round (0, 0)",
            "row by row, over the edges",
            (6, 4, 5, 3, 1, 2, 6, 4, 5),
            lambda: block_around(board, (0, 0)),
        ),
        ("no parent is destructible", "nothing", 0, lambda: inherited_destructibility((1,) * 9)),
        ("two parents are destructible", "the flag", 8, lambda: inherited_destructibility((9, 9, *(1,) * 7))),
        ("a cell of seventeen bits in the second row", "row 1, column 0", (1, 0), lambda: _place([[0], [1 << 16]])),
        ("a second row that is too short", "row 1", (1, None), lambda: _place([[0, 0], [0]])),
        (
            "other cells, one beyond the edges",
            "(3, -1) is (1, 2)",
            ((1, 9, 3), (4, 5, 8)),
            lambda: board.with_cells({(0, 1): 9, (3, -1): 8}).rows,
        ),
        ("where a flag is", "the bit of worth 4", ((1, 0), (1, 1), (1, 2)), lambda: board.find(4)),
        ("the array", "and back", board, lambda: Board.from_array(board.array())),
        ("one cell", "the least board", ((65535,),), lambda: Board([[65535]]).rows),
        ("nothing of a size", "two rows of one", ((0,), (0,)), lambda: Board.empty(2, 1).rows),
        ("no rows", "none", MalformedBoard, lambda: Board([])),
        ("an empty row", "none", MalformedBoard, lambda: Board([[]])),
        ("no rows at all", "a number", MalformedBoard, lambda: Board(3)),
        ("rows of two lengths", "2 and 1", MalformedBoard, lambda: Board([[0, 0], [0]])),
        ("a cell of seventeen bits", "65536", MalformedBoard, lambda: Board([[65536]])),
        ("a cell below nothing", "-1", MalformedBoard, lambda: Board([[-1]])),
        ("a cell that is no int", "True", MalformedBoard, lambda: Board([[True]])),
        ("rows for an array", "a list", MalformedBoard, lambda: Board.from_array([[0]])),  # type: ignore[arg-type]
        ("an array of one dimension", "three cells", MalformedBoard, lambda: Board.from_array(row[0])),
        ("an array of floats", "three cells", MalformedBoard, lambda: Board.from_array(row.astype(float))),
        ("a signed array", "whole numbers", ((1, 2, 3),), lambda: Board.from_array(row).rows),
        ("a location as a list", "two ints", (1, 2), lambda: require_location("there", [1, 2])),
        ("a location of three", "two ints", InvalidParameter, lambda: require_location("there", (1, 2, 3))),
        ("a location of other numbers", "two ints", InvalidParameter, lambda: require_location("there", (1, 2.0))),
        ("a location that is a set", "two ints", InvalidParameter, lambda: require_location("there", {1, 2})),
    )


def refused_by_hand(name: str, form: Callable[..., AdvanceResult]) -> Iterator[Example]:
    """Yield what a form of the rule refuses, and that it takes what is just within its limits."""
    for about, expected, arguments in (
        ("a probability above 1", InvalidParameter, (_CORNER, 1.5)),
        ("a probability below 0", InvalidParameter, (_CORNER, Fraction(-1, 9))),
        ("a probability that is no number", InvalidParameter, (_CORNER, True)),
        ("draws read before the first", InvalidParameter, (_CORNER, 0, (), -1)),
        ("draws read that are no int", InvalidParameter, (_CORNER, 0, (), True)),
        ("too few draws", DrawsExhausted, (_CORNER, _HALF, (0,) * 7)),
        ("a draw that is none", InvalidParameter, (_CORNER, _HALF, (0,) * 7 + (1,))),
    ):
        yield (f"{name}: {about}", "refused", expected, form, *arguments)
    yield (f"{name}: as many draws as it takes", "eight places", 8, lambda: form(_CORNER, _HALF, (0,) * 8).draws_read)
    yield (f"{name}: a step without more words", "no spawning", AdvanceResult(_CORNER, 0), lambda: form(_CORNER))


def batches_refused_by_hand() -> Iterator[Example]:
    """Yield what the rule on many boards refuses."""
    board, other, flat = _CORNER, Board.empty(3, 4), Board.empty(4, 3)
    planes = BatchPlanes.from_boards([board, board])

    def together(*boards: Board, **given: Sequence[Any]) -> Callable[[], tuple[AdvanceResult, ...]]:
        """Return the step of these boards, in which nothing spawns but where it is said."""
        number = len(boards)
        alike: dict[str, Any] = {"probabilities": [0] * number, "draws": [()] * number, "read": [0] * number}
        return partial(advance_batch_packed, boards, *(alike | given).values())

    for about, arithmetic, expected, compute in (
        ("no board", "at least one", InvalidParameter, together()),
        ("boards of two widths", "3 and 4", InvalidParameter, together(board, other)),
        ("boards of two heights", "3 and 4", InvalidParameter, together(board, flat)),
        ("too few probabilities", "one for two", InvalidParameter, together(board, board, probabilities=[0])),
        ("too few numbers of draws read", "one for two", InvalidParameter, together(board, board, read=[0])),
        ("too few draws", "one for two", InvalidParameter, together(board, board, draws=[()])),
        (
            "draws of too few boards",
            "one for two",
            InvalidParameter,
            lambda: advance_batch(planes, BatchDraws([0], [()]), numpy.zeros(2, dtype=numpy.int64)),
        ),
        ("a probability above 1", "3/2", InvalidParameter, together(board, probabilities=[1.5])),
        ("more draws read than are counted", "2^62", InvalidParameter, together(board, read=[GREATEST_DRAWS_READ])),
        (
            "as many as are counted",
            "2^62 - 1",
            4611686018427387903,
            lambda: together(board, read=[GREATEST_DRAWS_READ - 1])()[0].draws_read,
        ),
        (
            "no draw for one board of two",
            "seven of eight",
            DrawsExhausted,
            together(board, board, probabilities=[_HALF] * 2, draws=[(0,) * 8, (0,) * 7]),
        ),
        ("a batch whose boards are written to", "nobody writes", ValueError, lambda: planes.planes.fill(0)),
        ("how many boards", "two", 2, lambda: len(planes)),
    ):
        yield (f"many boards: {about}", arithmetic, expected, compute)


def draws_by_hand() -> Iterator[Example]:
    """Yield which draws are below a probability, read in runs, and where no run can be read."""
    seeded = SeededDraws(5)
    known = tuple(seeded[index] < 0.5 for index in range(3 * RUN))

    def below(draws: Draws, *places: tuple[int, int], probability: Draw = 0.5) -> tuple[bool, ...]:
        spawn = SpawnDraws(probability, draws)
        return tuple(each for first, number in places for each in spawn.below(first, number).tolist())

    def together(*places: tuple[int, int]) -> tuple[bool, ...]:
        batch = BatchDraws([0.5, 0.5], [seeded, (0.25, 0.75) * 4])
        found: list[bool] = []
        for first, number in places:
            found += batch.below(numpy.array([first, 0]), numpy.array([number, 2])).tolist()
        return tuple(found)

    def runs_read(*places: tuple[int, int]) -> tuple[int, ...]:
        numbers: list[int] = []

        def run(number: int) -> Any:
            numbers.append(number)
            return numpy.zeros(number)

        below(_Run(run), *places)
        return tuple(numbers)

    def runs_of_many(*places: tuple[int, int]) -> int:
        numbers: list[int] = []

        def run(number: int) -> Any:
            numbers.append(number)
            return numpy.zeros(number)

        batch = BatchDraws([0.5], [_Run(run)])
        for first, number in places:
            batch.below(numpy.array([first]), numpy.array([number]))
        return len(numbers)

    def certain_later() -> object:
        batch = BatchDraws([0.5], [(0.25,)])
        before = batch.below(numpy.array([0]), numpy.array([1])).tolist()
        batch.replace(0, 1, ())
        certain = batch.certain.tolist(), batch.never.tolist()
        batch.replace(0, 0.5, (0.75,))
        return before, certain, batch.below(numpy.array([0]), numpy.array([1])).tolist()

    def replaced() -> tuple[object, ...]:
        batch = BatchDraws([0.5, 1], [seeded, ()])
        batch.below(numpy.array([0, 0]), numpy.array([1, 0]))
        batch.replace(0, 0, (0.75,))
        before = batch.probabilities, batch.certain.tolist(), batch.never.tolist(), len(batch)
        batch.replace(0, 0.8, (0.75,))
        return (*before, batch.below(numpy.array([0, 0]), numpy.array([1, 0])).tolist(), batch.never.tolist())

    yield from (
        ("draws one after the other", "0.25 and 0.75", (True, False, True), lambda: below((0.25, 0.75, 0.25), (0, 3))),
        (
            "a draw at the probability",
            "not below",
            (False, True),
            lambda: below((_HALF, 0.25), (0, 2), probability=_HALF),
        ),
        ("a run", "the seeded ones", known[:3], lambda: below(seeded, (0, 3))),
        (
            "a run, and what is in it",
            "the same",
            known[:3] + known[1000:1024],
            lambda: below(seeded, (0, 3), (1000, 24)),
        ),
        (
            "a run, and what is just beyond it",
            "read anew",
            known[:3] + known[1000:1025],
            lambda: below(seeded, (0, 3), (1000, 25)),
        ),
        ("a run, and what is before it", "read anew", known[9:12] + known[:2], lambda: below(seeded, (9, 3), (0, 2))),
        (
            "runs read",
            "1,024 draws from 0 on, then from 1000 on",
            (1024, 1024),
            lambda: runs_read((0, 3), (1000, 24), (1000, 25)),
        ),
        ("runs read backwards", "what is before is read anew", (1024, 1024), lambda: runs_read((9, 3), (9, 0), (8, 3))),
        ("a run of more", "as many as are asked for", (1025,), lambda: runs_read((7, 1025), (8, 1024))),
        ("runs of many boards", "one for all that is in it", 1, lambda: runs_of_many((0, 3), (3, 1021), (5, 0))),
        ("runs of many boards, backwards", "anew", 2, lambda: runs_of_many((9, 3), (8, 3))),
        ("runs of many boards, further on", "anew", 2, lambda: runs_of_many((0, 3), (3, 1022))),
        ("a board that is certain for a while", "other draws", ([True], ([True], [False]), [False]), certain_later),
        ("more than a run", "1,025 at once", known[7 : RUN + 8], lambda: below(seeded, (7, RUN + 1))),
        ("runs of another type", "each draw alone", (True, False), lambda: below(_Run(lambda n: [0.1] * n), (0, 2))),
        (
            "runs of whole numbers",
            "each draw alone",
            (True, False),
            lambda: below(_Run(lambda n: numpy.zeros(n, dtype=numpy.int64)), (0, 2)),
        ),
        (
            "runs that are too short",
            "each draw alone",
            (True, False),
            lambda: below(_Run(lambda n: numpy.zeros(n - 1)), (0, 2)),
        ),
        ("runs with a 1", "each draw alone", (True, False), lambda: below(_Run(numpy.ones), (0, 2))),
        (
            "runs below nothing",
            "each draw alone",
            (True, False),
            lambda: below(_Run(lambda n: numpy.ones(n) * -1), (0, 2)),
        ),
        ("runs of nothing", "0 is below", (True, True), lambda: below(_Run(numpy.zeros), (0, 2))),
        (
            "the least float above 1/3",
            "that of 1/3 is below it",
            0.33333333333333337,
            lambda: least_float(Fraction(1, 3)),
        ),
        (
            "the least float above 2/3",
            "that of 2/3 is below it",
            0.6666666666666667,
            lambda: least_float(Fraction(2, 3)),
        ),
        ("the least float at 1/2", "itself", 0.5, lambda: least_float(_HALF)),
        ("the least float at 0.3", "itself", 0.3, lambda: least_float(0.3)),
        (
            "two boards",
            "each its own",
            (*known[:3], True, False, *known[1:3], True, False, *known[1023:1026], True, False),
            lambda: together((0, 3), (1, 2), (1023, 3)),
        ),
        (
            "two boards, one far ahead",
            "read anew",
            (*known[5:8], True, False, *known[:2], True, False),
            lambda: together((5, 3), (0, 2)),
        ),
        (
            "two boards, more than a run",
            "read at once",
            (*known[1 : RUN + 3], True, False),
            lambda: together((1, RUN + 2)),
        ),
        (
            "other draws for a board",
            "0.75 is below 0.8",
            ((0, 1), [False, True], [True, False], 2, [True], [False, False]),
            replaced,
        ),
        (
            "a probability that is none, later",
            "3/2",
            InvalidParameter,
            lambda: BatchDraws([0], [()]).replace(0, 1.5, ()),
        ),
    )
