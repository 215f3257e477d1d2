"""The optimised forms of the rule of a board: pairs on small boards and drawn ones, step after step, and by hand."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import isqrt
from operator import attrgetter, itemgetter
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy
from attrs import field, frozen
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, HashedDraws, RepeatedDraws
from formal_rl.checking import Case, Disagreement, Example, Part, Refutation, Scope, equal, part
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
    advance_together,
    scenery_of,
)
from formal_rl.safelife.board import (
    ALIVE,
    COLOUR_MASK,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    GREATEST_CELL,
    GREEN,
    LIFE,
    ORIENTATION_MASK,
    SPAWNING,
    WALL,
    AdvanceResult,
    Block,
    Board,
    Cell,
    advance,
    block_around,
    described,
    inherited_destructibility,
    next_cell,
    orientation_of,
    turned,
)
from formal_rl.safelife.board.board import Cells, board_of, require_location
from formal_rl.safelife.board.cells import (
    BLUE,
    FLAGS,
    INHIBITING,
    ORIENTATION_SHIFT,
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
from formal_rl.statements.wainwright_2019.plays import refusals

AdvanceBatch = Callable[[Sequence[Board], Sequence[Draw], Sequence[Draws], Sequence[int]], tuple[AdvanceResult, ...]]

OTHER_BITS: Mapping[str, Cell] = MappingProxyType(
    {name: flag for name, flag in FLAGS.items() if flag != ALIVE}
    | {"red": RED, "green": GREEN, "blue": BLUE}
    | {"turned right": 1 << ORIENTATION_SHIFT, "turned down": 2 << ORIENTATION_SHIFT}
)
"""The fifteen bits of a cell besides alive, by name."""

Digits: TypeAlias = NDArray[numpy.uint32]
"""What each location of some boards holds, of shape (height, width, number of boards): 1 for alive, 2 for the flag."""

_PLACES = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1))
_ROLES = (INHIBITING, PRESERVING, SPAWNING)
_OUTCOMES = ("stays alive", "dies", "stays dead", "comes to life", "spawns")


class BlockTable:
    """What `next_cell` says of blocks of one flag and life, each block asked once.

    A block is known by its code: nine digits of base 4, the first for the cell at the top left.
    """

    def __init__(self, flag: Cell, rule: Callable[..., Cell]) -> None:
        kinds = (0, ALIVE, flag, ALIVE | flag)
        self._rows = tuple((left, middle, right) for right in kinds for middle in kinds for left in kinds)
        self._rule = rule
        self._known = numpy.zeros(4**9, dtype=numpy.bool_)
        self._next = numpy.zeros((2, 4**9), dtype=numpy.uint16)

    def look_up(self, codes: Digits) -> tuple[Cells, Cells]:
        """Return what the middle of each block becomes, if it does not spawn and if it does."""
        asked = numpy.zeros_like(self._known)
        asked[codes] = True
        for code in numpy.flatnonzero(asked & ~self._known).tolist():
            block = self._block(code)
            self._next[0, code] = self._rule(block, spawns=False)
            self._next[1, code] = self._rule(block, spawns=True)
        self._known |= asked
        return self._next[0][codes], self._next[1][codes]

    def _block(self, code: int) -> Block:
        return self._rows[code & 63] + self._rows[code >> 6 & 63] + self._rows[code >> 12]


def block_codes(digits: Digits) -> Digits:
    """Return the code of the block round each location of each board, on the torus."""
    height, width, _ = digits.shape
    rows, columns = numpy.arange(height)[:, None], numpy.arange(width)[None, :]
    codes = numpy.zeros_like(digits)
    for place, (down, right) in enumerate(_PLACES):
        codes |= digits[(rows + down) % height, (columns + right) % width] << numpy.uint32(2 * place)
    return codes


def all_digits(height: int, width: int, base: int) -> Digits:
    """Return every board of this size whose digits are below ``base``, which is 2 or 4."""
    bits, places = (1 if base == 2 else 2), height * width
    numbers = numpy.arange(base**places, dtype=numpy.uint32)
    shifts = numpy.arange(places, dtype=numpy.uint32).reshape(height, width, 1) * numpy.uint32(bits)
    return numpy.asarray(numbers >> shifts & numpy.uint32(base - 1))


def _batches(height: int, width: int) -> Iterator[Digits]:
    """Yield all boards of life of this size with the flag at one location, a batch for each location."""
    life = all_digits(height, width, 2)
    for row in range(height):
        for column in range(width):
            digits = life.copy()
            digits[row, column] |= 2
            yield digits


@frozen
class AdvancePair:
    """The rule of a board, cell by cell and on whole boards.

    ``arrays`` is the fast rule on many boards at once, along a third axis. The rule cell by cell is `next_cell` of the
    block round each location, which here is looked up for each block that occurs. Both are so compared on all boards
    of a kind, at every location. Drawn boards, on which draws are read, are given to the two functions themselves.
    """

    name: str
    definition: Advance = field(default=advance)
    fast: Advance = field(default=advance_in_words)
    rule: Callable[..., Cell] = field(default=next_cell)
    arrays: Callable[[Cells, Draw], Cells] = field(default=advance_together)

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all small boards of life and one flag, and on drawn boards of all sixteen bits."""
        return (*self.exhaustive(OTHER_BITS, full=scope.is_full), self.drawn(scope))

    def exhaustive(self, flags: Mapping[str, Cell], *, full: bool) -> Iterator[Part]:
        """Compare on all small boards of life and one of these flags, at every location, with 0 and with 1.

        Of 3 x 3 these are the boards with the flag at one location; in full, with it wherever it may be, and those of
        4 x 4 with it at one location. Every location in turn has the flag, since that the arrays wrap alike
        everywhere is not taken for granted.
        """
        number = f"each of {len(flags)} flags" if len(flags) > 1 else f"the flag {', '.join(flags)}"
        domain = f"all boards of {{}} cells, each alive or not, with the flag {{}}: {number}, spawn probability 0 and 1"
        three = (all_digits(3, 3, 4),) if full else tuple(_batches(3, 3))
        yield self._all(flags, three, domain.format("3 x 3", "wherever it may be" if full else "at one location"))
        if full:
            yield self._all(flags, tuple(_batches(4, 4)), domain.format("4 x 4", "at one location"))

    def _all(self, flags: Mapping[str, Cell], batches: Iterable[Digits], domain: str) -> Part:
        """Compare batches of boards; a case is a board with a probability, the branches count its cells."""
        name, cases, seen = f"{self.name}, all boards", 0, dict.fromkeys(_OUTCOMES, 0)
        tables = {flag: BlockTable(flag, self.rule) for flag in flags.values()}
        for (of, flag), digits in product(flags.items(), batches):
            before = (digits & 1) != 0
            cells = (digits & 1).astype(numpy.uint16) * ALIVE | (digits >> 1).astype(numpy.uint16) * flag
            unspawned, spawned = both = tables[flag].look_up(block_codes(digits))
            for probability, expected in enumerate(both):
                got = self.arrays(cells, probability)
                differs = (got != expected).any(axis=(0, 1))
                cases += digits.shape[2]
                if differs.any():
                    first = int(numpy.argmax(differs))
                    board, right, wrong = (Board.from_array(each[:, :, first]) for each in (cells, expected, got))
                    about = f"{self.name}, {of}, spawn probability {probability}, of {board}"
                    return Part(name, domain, cases, seen, Refutation(Disagreement(about, right, wrong)))
            kept, born = (unspawned & ALIVE) != 0, (spawned & ALIVE) != 0
            outcomes = (before & kept, before & ~kept, ~before & ~born, ~before & kept, ~before & ~kept & born)
            for outcome, there in zip(_OUTCOMES, outcomes, strict=True):
                seen[outcome] += int(numpy.count_nonzero(there))
        return Part(name, domain, cases, seen)

    def drawn(self, scope: Scope) -> Part:
        """Compare the two functions on drawn boards, whose cells have any of the sixteen bits."""
        number = 10_000 if scope.is_full else 200

        @part(
            f"{self.name}, drawn boards",
            branches=[f"reads {what}, {sides}" for what in ("draws", "no draw") for sides in _SMALL_SIDES],
            domain=f"{number} boards of all sixteen bits drawn from seed {scope.seed}, sides of 1 to 5, five spawn "
            "probabilities, draws below them, equal to them and above",
        )
        def compared() -> Iterator[Case]:
            generator = Random(scope.seed)
            for _ in range(number):
                height, width = (generator.randint(1, 5) for _ in range(2))
                board = drawn_board(generator, height, width)
                probability = generator.choice((0, 1, *_FRACTIONS))
                draws = RepeatedDraws(generator.choices((0, *_FRACTIONS, 0.99), k=13))
                arguments = (board, probability, draws, 7)
                expected, got = self.definition(*arguments), self.fast(*arguments)
                reading = "reads draws" if expected.draws_read > 7 else "reads no draw"
                about = f"{self.name}, spawn probability {probability}, of {board}"
                yield f"{reading}, {_SMALL_SIDES[min(height, width) >= 3]}", equal(about, expected, got)

        return compared()


_FRACTIONS: tuple[Draw, ...] = (Fraction(1, 3), Fraction(1, 2), 0.9)
_SMALL_SIDES = ("a side of 1 or 2", "sides of 3 to 5")


def drawn_board(generator: Random, height: int, width: int) -> Board:
    """Return a board of any of the sixteen bits, drawn so that each row of the rule's table is often met."""

    def cell() -> Cell:
        value = generator.randint(0, GREATEST_CELL) & (COLOUR_MASK | ORIENTATION_MASK | DESTRUCTIBLE | EXIT)
        value |= ALIVE if generator.random() < 0.4 else 0
        value |= FROZEN if generator.random() < 0.2 else 0
        value |= sum(flag for flag in _ROLES if generator.random() < 0.08)
        rest = GREATEST_CELL & ~(COLOUR_MASK | ORIENTATION_MASK | DESTRUCTIBLE | EXIT | ALIVE | FROZEN | sum(_ROLES))
        return value | (generator.randint(0, GREATEST_CELL) & rest if generator.random() < 0.3 else 0)

    return Board([cell() for _ in range(width)] for _ in range(height))


def advance_side_by_side(cells: Cells, probability: Draw) -> Cells:
    """Return many boards, along a third axis, after one step that is made on bit planes and reads no draw.

    Each board is given a margin, in which is repeated what is over the edge, and so they are laid side by side on one
    large board.
    """
    height, width, number = cells.shape
    across = isqrt(number - 1) + 1
    down = -(-number // across)
    tiles = numpy.zeros((height + 2, width + 2, down * across), dtype=cells.dtype)
    tiles[:, :, :number] = numpy.pad(cells, ((1, 1), (1, 1), (0, 0)), mode="wrap")
    high, wide = tiles.shape[:2]
    laid = tiles.reshape(high, wide, down, across).transpose(2, 0, 3, 1).reshape(down * high, across * wide)
    packed, _ = advance_planes(PackedBoard.from_array(laid), SpawnDraws(probability, ()), 0)
    back = packed.array().reshape(down, high, across, wide).transpose(1, 3, 0, 2).reshape(high, wide, -1)
    return back[1:-1, 1:-1, :number]


ADVANCE = AdvancePair("advance_in_words")
ADVANCE_PACKED = AdvancePair("advance_packed", fast=advance_packed, arrays=advance_side_by_side)


# --- Many boards at once ---

PROBABILITIES: tuple[Draw, ...] = (0, 1, Fraction(1, 2), 0.3)
_SIDES = {"a side of 1 or 2": (1, 2), "sides of 3 and more": (3, 7), "sides of 33 and more": (33, 70)}


def advance_each(
    boards: Sequence[Board], spawn_probabilities: Sequence[Draw], draws: Sequence[Draws], draws_read: Sequence[int]
) -> tuple[AdvanceResult, ...]:
    """Return what `advance` returns for each of these boards."""
    return tuple(map(advance, boards, spawn_probabilities, draws, draws_read))


def one_of_many(form: AdvanceBatch) -> Advance:
    """Return the rule of a board that makes its step between two others, by a form for many boards."""

    def advance(board: Board, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0) -> AdvanceResult:
        empty, full = Board.empty(board.height, board.width), Board([[GREATEST_CELL] * board.width] * board.height)
        none = HashedDraws(0)
        return form((empty, board, full), [spawn_probability] * 3, (none, draws, none), (0, draws_read, 0))[1]

    return advance


def batch_cases(scope: Scope) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield boards of one size, each with a probability, draws and a number of draws read."""
    generator = Random(scope.seed)
    for sample in range(2000 if scope.is_full else 60):
        branch = tuple(_SIDES)[sample % 10 // 4]
        sides = generator.randint(*_SIDES[branch]), generator.randint(1, 5)
        height, width = sides if generator.random() < 0.3 else sides[::-1]
        number = generator.randint(1, 4)
        boards = [drawn_board(generator, height, width) for _ in range(number)]
        if sample % 3 == 0:
            # Without some bits in any of them, the batch has no planes for these.
            kept = generator.randint(0, GREATEST_CELL)
            boards = [Board([cell & kept for cell in row] for row in board.rows) for board in boards]
        probabilities = [generator.choice(PROBABILITIES) for _ in range(number)]
        draws = [HashedDraws(generator.randint(0, 99)) for _ in range(number)]
        yield branch, (boards, probabilities, draws, [generator.randint(0, 9) for _ in range(number)])


@part(
    "every fast form, boards of many sizes",
    branches=_SIDES,
    domain="up to four drawn boards at once, of all sixteen bits or some, of sides to 70, each with its own "
    "probability and draws",
)
def sizes(
    scope: Scope,
    *,
    advance: Advance = advance,
    packed: Advance = advance_packed,
    batch: AdvanceBatch = advance_batch_packed,
) -> Iterator[Case]:
    """Compare the optimised forms on boards of many sizes, up to four at once, with the rule of each."""
    for branch, (boards, probabilities, draws, read) in batch_cases(scope):
        arguments = tuple(zip(boards, probabilities, draws, read, strict=True))
        expected = tuple(advance(*each) for each in arguments)
        found = {
            "advance_batch_packed": batch(boards, probabilities, draws, read),
            "advance_packed": tuple(packed(*each) for each in arguments),
            "advance_in_words": tuple(advance_in_words(*each) for each in arguments),
        }
        wrong = (equal(f"{name} of {arguments}", expected, got) for name, got in found.items())
        yield branch, next(filter(None, wrong), None)


@frozen
class AdvanceBatchPair:
    """The rule of each of many boards, and of all at once."""

    name: str
    definition: AdvanceBatch = field(default=advance_each)
    fast: AdvanceBatch = field(default=advance_batch_packed)

    def parts(self, scope: Scope) -> tuple[Part]:
        """Compare on boards of many sizes."""
        return (sizes(scope, batch=self.fast),)


ADVANCE_BATCH = AdvanceBatchPair("advance_batch_packed")

SAFELIFE_PAIRS = (ADVANCE_PACKED, ADVANCE_BATCH)
"""The pairs of the rule of a board."""


_NO_ROLE = GREATEST_CELL & ~(ALIVE | DESTRUCTIBLE | COLOUR_MASK | FROZEN | EXIT | sum(_ROLES))
_LOOSE: Mapping[str, Callable[[set[Cell]], bool]] = MappingProxyType(
    {
        "what preserves is gone": lambda gone: any(cell & PRESERVING for cell in gone),
        "what spawns is gone": lambda gone: any(cell & SPAWNING for cell in gone),
        "what inhibits is gone, and no spawner": lambda gone: (
            any(cell & INHIBITING for cell in gone) and not any(cell & SPAWNING for cell in gone)
        ),
        "a living exit is gone": lambda gone: any(cell & EXIT and cell & ALIVE for cell in gone),
        "a coloured dead cell is gone": lambda gone: any(cell & COLOUR_MASK and not cell & ALIVE for cell in gone),
        "flags without a role are gone": lambda gone: (
            any(cell & _NO_ROLE for cell in gone) and not any(cell & (EXIT | sum(_ROLES)) for cell in gone)
        ),
        "some change": bool,
    }
)
"""What can have changed in a step, by the cells that have died or come to life: all that is kept may follow from it."""


@part(
    "what fast forms keep between steps",
    branches=tuple(_LOOSE),
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
            gone = [_gone(board, after.board) for board, after in zip(boards, expected, strict=True)]
            boards = [after.board for after in expected]
            names = [name for name, happens in _LOOSE.items() if any(map(happens, gone))]
            found = next(filter(None, wrong), None)
            yield from ((name, found) for name in names or ("all stay as they are",))


def _gone(before: Board, after: Board) -> set[Cell]:
    """Return the cells that have died or come to life, as they were."""
    places = before.locations()
    return {before[place] for place in places if (before[place] ^ after[place]) & ALIVE}


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
    """Yield flags, colours and orientations by hand, and values that are not cells."""
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
    four = [sum(mask << 24 * each for each in range(4)) for mask in (0b01110_00000, 0b01110, 2 * column, column)]
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
        (
            "a frame of 2 x 3",
            "rows of 3 places in 5, two rows in four, three bytes",
            [2, 3, 5, 24, 10],
            list,
            frame[:5],
        ),
        ("its places", "two rows of three", 0b00111_00111, getattr, frame, "everywhere"),
        ("its first row", "moved by a row and a place", 0b01110_00000, getattr, frame, "first_row"),
        ("its first column", "the first place of each row", 2 * column, getattr, frame, "first_column"),
        ("its left margin", "the same, moved", column, getattr, frame, "left_margin"),
        ("its masks of four", "each 24 places on", tuple(four), masks, frame),
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
        ("the colours of spawners", "red, in three places", 0b10011 << 2 * 24, getattr, scenery, "spawned_traits"),
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

    two, far = (*known[:3], *(true := (True, False)), *known[1:3], *true), known[RUN - 1 : RUN + 2]
    never = [known[0]], (0, 1), [False, True], [True, False], 2, [True], [False, False]
    certain = [known[0]], (1, 1), [True, True], [False, False], 2, [False], [False, False]
    yield from (
        ("draws one after the other", "0.25 and 0.75", (True, False, True), below, (0.25, 0.75, 0.25), (0, 3)),
        ("a draw at 1/2", "not below", (False, True), partial(below, probability=_HALF), (_HALF, 0.25), (0, 2)),
        (
            "a run, and what is in it",
            "the same",
            known[:3] + known[RUN - 24 : RUN],
            below,
            seeded,
            (0, 3),
            (RUN - 24, 24),
        ),
        (
            "what is just beyond it",
            "read anew",
            known[:3] + known[RUN - 24 : RUN + 1],
            below,
            seeded,
            (0, 3),
            (RUN - 24, 25),
        ),
        ("a run, and what is before it", "read anew", known[9:12] + known[:2], below, seeded, (9, 3), (0, 2)),
        (
            "runs read",
            "4,096 draws from 0, then twice as many from 4,072",
            [RUN, 2 * RUN],
            runs_read,
            (0, 3),
            (RUN - 24, 24),
            (RUN - 24, 25),
        ),
        ("runs read backwards", "what is before, anew", [RUN, 2 * RUN], runs_read, (9, 3), (9, 0), (8, 3)),
        ("a run of more", "as many as are asked for", [RUN + 1], runs_read, (7, RUN + 1), (8, RUN)),
        ("runs of many boards", "one for all that is in it", 1, runs_of_many, (0, 3), (3, RUN - 3), (5, 0)),
        ("runs of many boards, backwards", "anew", 2, runs_of_many, (9, 3), (8, 3)),
        ("runs of many boards, further on", "anew", 2, runs_of_many, (0, 3), (3, RUN - 2)),
        ("more than a run", "4,097 at once", known[7 : RUN + 8], below, seeded, (7, RUN + 1)),
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
        ("two boards", "each its own", (*two, *far, *true), together, (0, 3), (1, 2), (RUN - 1, 3)),
        ("one far ahead", "read anew", (*known[5:8], *true, *known[:2], *true), together, (5, 3), (0, 2)),
        ("more than a run of two boards", "at once", (*known[1 : RUN + 3], *true), together, (1, RUN + 2)),
        ("0 for a while", "then 0.75 is below 0.8", never, replaced, 0, (0.75,), 0.8),
        ("1 for a while", "then 0.75 is not below 0.5", certain, replaced, 1, (), 0.5),
        ("3/2 for a while", "no probability", InvalidParameter, replaced, 1.5, (), 0.5),
    )
