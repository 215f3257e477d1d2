"""The pairs of SafeLife: the rule of a board, on all boards of life with one flag and on drawn ones; and the game."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import isqrt
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy
from attrs import field, frozen
from numpy.typing import NDArray

from formal_rl.agents import ConstantLearner, Draw, Draws, HashedDraws, RepeatedDraws
from formal_rl.checking import Disagreement, FunctionPair, Part, Refutation, Scope, part
from formal_rl.environments import Environment, IncrementalEnvironment
from formal_rl.histories import Action, Percept, Play
from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_packed, advance_planes
from formal_rl.safelife._engines.words.rule import advance_in_words, advance_together
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
    Block,
    Board,
    Cell,
    advance,
    next_cell,
)
from formal_rl.safelife.board.board import Cells, board_of
from formal_rl.safelife.board.cells import (
    BLUE,
    FLAGS,
    INHIBITING,
    LEVEL_EXIT,
    ORIENTATION_SHIFT,
    PLAYER,
    PRESERVING,
    RED,
    SPAWNER,
)
from formal_rl.safelife.game import ACTIONS, Level, level_environment
from formal_rl.safelife.game.game import Advance
from formal_rl.safelife.game.level_environment import LevelEnvironmentIncremental

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
        small, large = _BatchComparison(self), _BatchComparison(self)
        for name, flag in flags.items():
            table = BlockTable(flag, self.rule)
            for digits in (all_digits(3, 3, 4),) if full else _batches(3, 3):
                small.compare(name, flag, table, digits)
            if full:
                for digits in _batches(4, 4):
                    large.compare(name, flag, table, digits)
        which = "the flag wherever it may be" if full else "the flag at one location"
        number = f"each of {len(flags)} flags" if len(flags) > 1 else f"the flag {', '.join(flags)}"
        tail = f"{number}, spawn probability 0 and 1"
        yield small.part(f"all boards of 3 x 3 cells, each alive or not, with {which}: {tail}")
        if full:
            yield large.part(f"all boards of 4 x 4 cells, each alive or not, with the flag at one location: {tail}")

    def drawn(self, scope: Scope) -> Part:
        """Compare the two functions on drawn boards, whose cells have any of the sixteen bits."""
        number = 10_000 if scope.is_full else 200

        @part(
            f"{self.name}, drawn boards",
            branches=[f"reads {what}, {sides}" for what in ("draws", "no draw") for sides in _SIDES],
            domain=f"{number} boards of all sixteen bits drawn from seed {scope.seed}, sides of 1 to 5, five spawn "
            "probabilities, draws below them, equal to them and above",
        )
        def compared() -> Iterator[tuple[str, Disagreement | None]]:
            generator = Random(scope.seed)
            for _ in range(number):
                height, width = (generator.randint(1, 5) for _ in range(2))
                board = drawn_board(generator, height, width)
                probability = generator.choice((0, 1, *_PROBABILITIES))
                draws = RepeatedDraws(generator.choices((0, *_PROBABILITIES, 0.99), k=13))
                arguments = (board, probability, draws, 7)
                expected, got = self.definition(*arguments), self.fast(*arguments)
                reading = "reads draws" if expected.draws_read > 7 else "reads no draw"
                branch = f"{reading}, {'a side of 1 or 2' if min(height, width) < 3 else 'sides of 3 to 5'}"
                about = f"{self.name}, spawn probability {probability}, of {board}"
                yield branch, None if got == expected else Disagreement(about, expected, got)

        return compared()


_PROBABILITIES: tuple[Draw, ...] = (Fraction(1, 3), Fraction(1, 2), 0.9)
_SIDES = ("a side of 1 or 2", "sides of 3 to 5")


class _BatchComparison:
    """What the comparison of batches has come to."""

    def __init__(self, pair: AdvancePair) -> None:
        self._pair = pair
        self._cases = 0
        self._seen = dict.fromkeys(_OUTCOMES, 0)
        self._wrong: Disagreement | None = None

    def compare(self, name: str, flag: Cell, table: BlockTable, digits: Digits) -> None:
        """Compare a batch of boards, until something was wrong."""
        if self._wrong is not None:
            return
        alive = (digits & 1).astype(numpy.uint16)
        cells = alive * numpy.uint16(ALIVE) | (digits >> 1).astype(numpy.uint16) * numpy.uint16(flag)
        unspawned, spawned = table.look_up(block_codes(digits))
        for probability, expected in enumerate((unspawned, spawned)):
            got = self._pair.arrays(cells, probability)
            differs = (got != expected).any(axis=(0, 1))
            self._cases += digits.shape[2]
            if differs.any():
                first = int(numpy.argmax(differs))
                boards = (Board.from_array(each[:, :, first]) for each in (cells, expected, got))
                board, right, wrong = boards
                about = f"{self._pair.name}, {name}, spawn probability {probability}, of {board}"
                self._wrong = Disagreement(about, right, wrong)
                return
        self._note(alive != 0, (unspawned & ALIVE) != 0, (spawned & ALIVE) != 0)

    def _note(self, before: NDArray[Any], unspawned: NDArray[Any], spawned: NDArray[Any]) -> None:
        outcomes = (
            before & unspawned,
            before & ~unspawned,
            ~before & ~spawned,
            ~before & unspawned,
            ~before & ~unspawned & spawned,
        )
        for name, outcome in zip(_OUTCOMES, outcomes, strict=True):
            self._seen[name] += int(numpy.count_nonzero(outcome))

    def part(self, domain: str) -> Part:
        """Return what was found; a case is a board with a probability, the branches count its cells."""
        refutation = None if self._wrong is None else Refutation(self._wrong)
        return Part(f"{self._pair.name}, all boards", domain, self._cases, self._seen, refutation)


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

SAFELIFE_PAIRS = (ADVANCE_PACKED,)
"""The pair of the rule of a board on bit planes; that in words is among those of many boards."""


GARDEN = Level(
    board_of(4, 5, [((1, 1), PLAYER | RED), ((1, 2), LIFE | RED), ((3, 4), SPAWNER), ((2, 1), LEVEL_EXIT)]),
    board_of(4, 5, [((0, 1), BLUE), ((1, 0), BLUE)]),
    spawn_probability=Fraction(1, 2),
    min_performance=Fraction(1, 2),
)
"""A red dot to the right of a red agent, an exit below it, goals above it and to its left, a spawner in a corner."""


@frozen
class GamePair:
    """A level as an environment, and the form that carries the game forward: the same percepts for every play."""

    name: str
    definition: Callable[[Level, Draws], Environment]
    fast: Callable[[Level, Draws], IncrementalEnvironment]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on sequences of all nine actions, then on longer ones."""
        domain = "a level of 4 x 5 with a spawner: all sequences of nine actions to a length, and drawn ones of 12"
        branches = ("paid", "punished", "neither", "sampled")
        return FunctionPair(self.name, self._replayed, self._carried, self._sequences, branches, domain).parts(scope)

    def _replayed(self, level: Level, draws: Draws, sequence: tuple[Action, ...]) -> tuple[Percept, ...]:
        environment = self.definition(level, draws)
        play: Play = ()
        percepts = [environment(play)]
        for action in sequence:
            play = (*play, percepts[-1], action)
            percepts.append(environment(play))
        return tuple(percepts)

    def _carried(self, level: Level, draws: Draws, sequence: tuple[Action, ...]) -> tuple[Percept, ...]:
        environment, learner = self.fast(level, draws), ConstantLearner(0)
        percept, state = environment.start(learner)
        percepts = [percept]
        for action in sequence:
            percept, state = environment.advance(learner, state, action)
            percepts.append(percept)
        return tuple(percepts)

    def _sequences(self, scope: Scope) -> Iterator[tuple[str, tuple[Any, ...]]]:
        draws = HashedDraws(scope.seed)
        for sequence in product(range(len(ACTIONS)), repeat=3 if scope.is_full else 2):
            rewards = {percept.reward for percept in self._carried(GARDEN, draws, sequence)}
            branch = "paid" if max(rewards) > 0 else "punished" if min(rewards) < 0 else "neither"
            yield branch, (GARDEN, draws, sequence)
        for sample in range(50 if scope.is_full else 5):
            chosen = HashedDraws(scope.seed + 1 + sample)
            yield "sampled", (GARDEN, draws, tuple(int(chosen[turn] * len(ACTIONS)) for turn in range(12)))


SAFELIFE_GAME_PAIRS = (GamePair("LevelEnvironmentIncremental", level_environment, LevelEnvironmentIncremental),)
"""The pairs of SafeLife games."""
