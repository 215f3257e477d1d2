"""One step of a board: a plain implementation, part by part, and wrong ones as they come to be written."""

from itertools import product
from typing import Any

import numpy

from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.safelife._engines.words.rule import advance_together

ALIVE, PUSHABLE, DESTRUCTIBLE, FROZEN, PRESERVING, INHIBITING, SPAWNING, PULLABLE = 1, 4, 8, 16, 32, 64, 128, 32768
COLOURS = (512, 1024, 2048)


class Rule:
    """The rule of a board, part by part, so that a part can be got wrong."""

    def block(self, rows: Any, row: int, column: int) -> Any:
        """Return the three by three cells round a place, itself in the middle."""
        return [
            rows[(row + down) % len(rows)][(column + right) % len(rows[0])]
            for down, right in product((-1, 0, 1), repeat=2)
        ]

    def living(self, block: Any) -> int:
        """Return how many live, without the middle."""
        return sum(cell & ALIVE for place, cell in enumerate(block) if place != 4)

    def colour(self, block: Any) -> int:
        """Return the colour that is inherited."""
        parents = [cell for cell in block if cell & ALIVE]
        spawners = [cell for cell in block if cell & SPAWNING]
        return sum(
            bit for bit in COLOURS if sum(cell & bit for cell in parents) >= 2 * bit or any(c & bit for c in spawners)
        )

    def destructible(self, block: Any) -> int:
        """Return whether destructibility is inherited."""
        return DESTRUCTIBLE if sum(1 for cell in block if cell & ALIVE and cell & (DESTRUCTIBLE | 256)) >= 2 else 0

    def near(self, block: Any, flag: int) -> bool:
        """Whether a cell of the block has a flag."""
        return any(cell & flag for cell in block)

    def frozen(self, block: Any) -> bool:
        """Whether the middle stays as it is, whatever lives near it."""
        middle = block[4]
        return bool(middle & FROZEN) or self.near(block, PRESERVING if middle & ALIVE else INHIBITING)

    def draws_for(self, block: Any) -> bool:
        """Whether a draw is read for the middle."""
        return self.near(block, SPAWNING)

    def after(self, block: Any, probability: float, draws: Any) -> int:
        """Return what the middle becomes."""
        middle, living = block[4], self.living(block)
        if self.frozen(block):
            return int(middle)
        if middle & ALIVE:
            return int(middle) if living in {2, 3} else 0
        if living == 3:
            return ALIVE | self.colour(block) | self.destructible(block)
        if draws is not None and self.draws_for(block) and self.spawns(probability, draws):
            return ALIVE | DESTRUCTIBLE | self.colour(block)
        return int(middle)

    def spawns(self, probability: float, draws: Any) -> bool:
        """Whether the next draw is below the probability."""
        return bool(next(draws) < probability)

    def advance(self, rows: Any, probability: float = 0, draws: Any = None) -> Any:
        """Return the board after a step."""
        return [
            [self.after(self.block(rows, row, column), probability, draws) for column in range(len(rows[0]))]
            for row in range(len(rows))
        ]


# --- Right ones ---


def advance_rows(rows: Any) -> Any:
    """Go by the rule, cell by cell."""
    return Rule().advance(rows)


def advance_by_arrays(board: Any) -> Any:
    """Go by the form for many boards."""
    return advance_together(board)


def spawn_on_rows(rows: Any, spawn_probability: Any, draws: Any) -> Any:
    """Go by the rule, cell by cell."""
    return Rule().advance(rows, spawn_probability, draws)


def spawn_on_arrays(board: Any, spawn_probability: Any, draws: Any) -> Any:
    """Go by the rule, the board an array."""
    return numpy.array(Rule().advance(board.tolist(), spawn_probability, draws), dtype=numpy.uint16)


# --- Wrong ones ---


class _Flat(Rule):
    def block(self, rows: Any, row: int, column: int) -> Any:
        height, width = len(rows), len(rows[0])
        places = ((row + down, column + right) for down, right in product((-1, 0, 1), repeat=2))
        return [rows[r][c] if 0 <= r < height and 0 <= c < width else 0 for r, c in places]


class _CountsInThreeBits(Rule):
    def near(self, block: Any, flag: int) -> bool:
        return sum(1 for cell in block if cell & flag) % 8 > 0


_BUFFERS: dict[Any, Any] = {}


def advance_into_one_buffer(board: Any) -> Any:
    """Write each board of one size into the same array."""
    buffer = _BUFFERS.setdefault(board.shape, numpy.empty_like(board))
    buffer[:] = advance_together(board)
    return buffer


class _CountsItself(Rule):
    def living(self, block: Any) -> int:
        return sum(cell & ALIVE for cell in block)


class _ColourOfMost(Rule):
    def colour(self, block: Any) -> int:
        parents = [cell & sum(COLOURS) for cell in block if cell & ALIVE]
        return int(max(parents, key=parents.count))


class _ColoursOfAll(Rule):
    def colour(self, block: Any) -> int:
        return sum(bit for bit in COLOURS if any(cell & bit for cell in block if cell & (ALIVE | SPAWNING)))


class _NothingFrozen(Rule):
    def frozen(self, block: Any) -> bool:
        return self.near(block, PRESERVING if block[4] & ALIVE else INHIBITING)


class _FreezesItselfAlone(Rule):
    def near(self, block: Any, flag: int) -> bool:
        return bool(block[4] & flag) if flag in {PRESERVING, INHIBITING} else super().near(block, flag)


class ColourOfParents(Rule):
    """Takes no colour of a spawner."""

    def colour(self, block: Any) -> int:
        """Look at the parents alone."""
        return super().colour([cell & ~SPAWNING for cell in block])


class PulledNotFrozen(Rule):
    """Takes no frozen cell for frozen that can be pulled, and not pushed."""

    def frozen(self, block: Any) -> bool:
        """Look at what the middle can be."""
        middle = block[4] & ~FROZEN if block[4] & PULLABLE and not block[4] & PUSHABLE else block[4]
        return super().frozen([*block[:4], middle, *block[5:]])


class _AlwaysDestructible(Rule):
    def destructible(self, block: Any) -> int:
        return DESTRUCTIBLE


class _DrawsForEveryCell(Rule):
    def after(self, block: Any, probability: float, draws: Any) -> int:
        spawns = self.spawns(probability, draws)
        return super().after(block, 0.5, iter([0.0 if spawns else 1.0]))


class _DrawsPerSpawner(Rule):
    def spawns(self, probability: float, draws: Any) -> bool:
        raise NotImplementedError

    def after(self, block: Any, probability: float, draws: Any) -> int:
        spawners = sum(1 for cell in block if cell & SPAWNING)
        waiting = not block[4] & ALIVE and not self.frozen(block) and self.living(block) != 3
        spawns = [next(draws) < probability for _ in range(spawners)] if waiting else []
        return super().after(block, 0, None) if not any(spawns) else ALIVE | DESTRUCTIBLE | self.colour(block)


class _DrawsBeforeLiving(Rule):
    def after(self, block: Any, probability: float, draws: Any) -> int:
        dead = not block[4] & ALIVE and not self.frozen(block)
        if dead and self.draws_for(block) and self.spawns(probability, draws):
            return ALIVE | DESTRUCTIBLE | self.colour(block)
        return super().after(block, 0, None)


class _SpawnsAtMost(Rule):
    def spawns(self, probability: float, draws: Any) -> bool:
        return bool(next(draws) <= probability)


class _SpawnsItsOwnHardness(Rule):
    def after(self, block: Any, probability: float, draws: Any) -> int:
        after = super().after(block, probability, draws)
        spawned = after & ALIVE and not block[4] & ALIVE and self.living(block) != 3
        return after & ~DESTRUCTIBLE | self.destructible(block) if spawned else after


def advance_without_torus(rows: Any) -> Any:
    """Take for dead what is beyond the edges."""
    return _Flat().advance(rows)


def advance_counting_in_three_bits(rows: Any) -> Any:
    """Count what preserves and inhibits in three bits."""
    return _CountsInThreeBits().advance(rows)


def advance_counting_itself(rows: Any) -> Any:
    """Count the middle among its neighbours."""
    return _CountsItself().advance(rows)


def advance_with_colour_by_majority(rows: Any) -> Any:
    """Take the colour that most parents have."""
    return _ColourOfMost().advance(rows)


def advance_with_all_colours(rows: Any) -> Any:
    """Mix the colours of all parents."""
    return _ColoursOfAll().advance(rows)


def advance_that_ignores_frozen(rows: Any) -> Any:
    """Let walls and trees go like anything else."""
    return _NothingFrozen().advance(rows)


def advance_that_freezes_itself_alone(rows: Any) -> Any:
    """Look for what preserves and inhibits in the cell itself alone."""
    return _FreezesItselfAlone().advance(rows)


def advance_with_colours_of_parents(rows: Any) -> Any:
    """Take no colour of a spawner."""
    return ColourOfParents().advance(rows)


def advance_that_thaws_what_is_pulled(rows: Any) -> Any:
    """Let frozen cells that can only be pulled go like others."""
    return PulledNotFrozen().advance(rows)


def advance_always_destructible(rows: Any) -> Any:
    """Make all new life destructible."""
    return _AlwaysDestructible().advance(rows)


def advance_in_place(board: Any) -> Any:
    """Write what becomes of the board over the board."""
    board[:] = advance_together(board)
    return board


def advance_that_prints(rows: Any) -> Any:
    """Leave a line behind that helped once, which is worth a warning."""
    print(len(rows), "rows")
    return Rule().advance(rows)


def advance_row_by_row(rows: Any) -> Any:
    """Put each row in its place before the next is looked at."""
    after, rule = [list(row) for row in rows], Rule()
    for row in range(len(rows)):
        after[row] = [rule.after(rule.block(after, row, column), 0, None) for column in range(len(rows[0]))]
    return after


def spawn_with_draws_for_every_cell(rows: Any, spawn_probability: Any, draws: Any) -> Any:
    """Read a draw for every cell of the board."""
    return _DrawsForEveryCell().advance(rows, spawn_probability, draws)


def spawn_with_draws_for_every_spawner(rows: Any, spawn_probability: Any, draws: Any) -> Any:
    """Read a draw for each spawner that is near."""
    return _DrawsPerSpawner().advance(rows, spawn_probability, draws)


def spawn_before_life(rows: Any, spawn_probability: Any, draws: Any) -> Any:
    """Read a draw where three are living, too."""
    return _DrawsBeforeLiving().advance(rows, spawn_probability, draws)


def spawn_at_most(rows: Any, spawn_probability: Any, draws: Any) -> Any:
    """Spawn where the draw is the probability."""
    return _SpawnsAtMost().advance(rows, spawn_probability, draws)


def spawn_with_inherited_hardness(rows: Any, spawn_probability: Any, draws: Any) -> Any:
    """Make what spawns destructible only if two parents are."""
    return _SpawnsItsOwnHardness().advance(rows, spawn_probability, draws)


RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("a board of rows", advance_rows, "safelife_advance"),
    RightImplementation("a board as an array", advance_by_arrays, "safelife_advance"),
    RightImplementation("a board of rows, which prints", advance_that_prints, "safelife_advance"),
    RightImplementation("a board of rows, as published", advance_rows, "safelife_advance", "published"),
    RightImplementation("a board of rows with draws", spawn_on_rows, "safelife_advance_with_draws"),
    RightImplementation("a board as an array with draws", spawn_on_arrays, "safelife_advance_with_draws"),
)
"""The definitions, in each convention."""


def _wrong(implementation: Any, caught_by: str, sentence: str, suite: str = "safelife_advance") -> WrongImplementation:
    return wrong(implementation, suite, caught_by, sentence)


_WITH_DRAWS = "safelife_advance_with_draws"

WRONG: tuple[WrongImplementation, ...] = (
    _wrong(advance_into_one_buffer, "keeps", "returns the same array for each board of one size"),
    _wrong(advance_without_torus, "edges", "forgets that the edges lead round the board"),
    _wrong(advance_counting_itself, "life", "counts a cell among its own neighbours"),
    _wrong(advance_with_colour_by_majority, "colours", "takes the colour that most parents have"),
    _wrong(advance_with_all_colours, "colours", "mixes the colours of all parents"),
    _wrong(advance_that_ignores_frozen, "special", "lets frozen cells go like others"),
    _wrong(
        advance_that_freezes_itself_alone, "special", "preserves and inhibits the cell itself, and not those near it"
    ),
    _wrong(
        advance_with_colours_of_parents, "colours_of_spawners", "gives no colour of a spawner to what is born near it"
    ),
    _wrong(advance_that_thaws_what_is_pulled, "special", "lets frozen cells that can only be pulled go like others"),
    _wrong(advance_counting_in_three_bits, "crowded", "takes eight that preserve, or inhibit, for none"),
    _wrong(advance_always_destructible, "destructible", "makes all new life destructible"),
    _wrong(advance_in_place, "mutates", "writes over the board that it was given"),
    _wrong(advance_row_by_row, "life", "looks at rows that have advanced already"),
    _wrong(spawn_with_draws_for_every_cell, "one_spawner", "reads a draw for every cell", _WITH_DRAWS),
    _wrong(spawn_with_draws_for_every_spawner, "two_spawners", "reads a draw for each spawner", _WITH_DRAWS),
    _wrong(spawn_before_life, "others", "reads a draw where three are living", _WITH_DRAWS),
    _wrong(spawn_at_most, "one_spawner", "spawns where the draw is the probability", _WITH_DRAWS),
    _wrong(spawn_with_inherited_hardness, "one_spawner", "inherits the hardness of what spawns", _WITH_DRAWS),
)
"""Wrong ones, each with the claim that catches it."""
