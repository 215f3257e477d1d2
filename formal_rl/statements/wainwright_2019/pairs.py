"""The pairs of the rule of a board: on all boards of life with one flag, and on drawn ones, alone and many at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import isqrt
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy
from attrs import field, frozen
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, HashedDraws, RepeatedDraws
from formal_rl.checking import Case, Disagreement, Part, Refutation, Scope, equal, part
from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_packed, advance_planes
from formal_rl.safelife._engines.words.rule import advance_batch_packed, advance_in_words, advance_together
from formal_rl.safelife.board import (
    ALIVE,
    COLOUR_MASK,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    GREATEST_CELL,
    GREEN,
    ORIENTATION_MASK,
    SPAWNING,
    AdvanceResult,
    Block,
    Board,
    Cell,
    advance,
    next_cell,
)
from formal_rl.safelife.board.board import Cells
from formal_rl.safelife.board.cells import BLUE, FLAGS, INHIBITING, ORIENTATION_SHIFT, PRESERVING, RED
from formal_rl.safelife.game.game import Advance

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
