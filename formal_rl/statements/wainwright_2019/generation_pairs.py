"""The pairs of generated patterns: everything counted again at each iteration, and what changed alone."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.checking import Case, Part, Scope, decide_cases, equal
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import CRATE, EMPTY, LIFE, WALL, Board, Cell
from formal_rl.safelife.board.cells import FOUNTAIN, HARD_LIFE, PARASITE, PLAYER, TREE, WEED
from formal_rl.safelife.generation import (
    BLOCK,
    NO_PENALTIES,
    GeneratedPattern,
    generate_oscillator,
    generate_still_life,
    generate_still_life_incremental,
)
from formal_rl.safelife.generation.patterns import GrowingPenalty, Penalties, PenaltyUntilFilled
from formal_rl.seeded_draws import SeededDraws

_TREES: Penalties = {
    EMPTY: PenaltyUntilFilled(Fraction(2, 5)),
    LIFE: 0,
    TREE: GrowingPenalty(TREE, Fraction(1, 2), 10),
    WALL: 1.5,
}
_FREEZING = (EMPTY,) * 12 + (LIFE,) * 9 + (HARD_LIFE, PLAYER, WEED)
_KINDS: Mapping[str, tuple[tuple[Cell, ...], Penalties]] = {
    "life": ((EMPTY, EMPTY, LIFE), NO_PENALTIES),
    "walls and trees": ((EMPTY, EMPTY, LIFE, WALL, TREE, CRATE), _TREES),
    "freezing cells": (_FREEZING, {EMPTY: 0, FOUNTAIN: 3, LIFE: Fraction(1, 3), PARASITE: 2.5}),
}
"""What is found on boards of each kind, and the penalties of the cell types that are tried there."""

_CLOSED = "some locations closed"
_OPENED = ("everything open", _CLOSED)
_HALTS = "halts after some iterations"
_SOME = 2
_TRIES = 200
_Case: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]


@frozen
class GeneratedPair:
    """A generator that counts everything again, and one that does not: the same board after as many iterations.

    What fails is empty and says little, so most runs are those that halt, but not at once.
    """

    name: str
    definition: Callable[..., GeneratedPattern]
    fast: Callable[..., GeneratedPattern]
    options: Callable[[Random], dict[str, Any]]
    targets: tuple[Fraction, ...]
    longest_side: int
    longest_side_closed: int
    most_iterations: int

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on drawn boards of each kind."""
        enough = 20 if scope.is_full else 1
        return (
            decide_cases(
                self.name,
                self._compared(scope, enough),
                branches=[f"{kind}, {opened}, {_HALTS}" for kind in _KINDS for opened in _OPENED],
                domain=f"boards drawn from seed {scope.seed} with 3 to {self.longest_side} rows and columns, or "
                f"{self.longest_side_closed} where only 4 to 9 locations are open, of life, of walls and trees, of "
                "agents and fountains, penalties that vary and that do not: of each any board, and "
                f"{enough} on which the optimised form halts after {_SOME} to {self.most_iterations} iterations",
            ),
        )

    def _compared(self, scope: Scope, enough: int) -> Iterator[Case]:
        generator = Random(scope.seed)
        for kind, opened in product(_KINDS, _OPENED):
            for arguments, options in self._chosen(generator, kind, opened, enough):
                expected, got = self.definition(*arguments, **options), self.fast(*arguments, **options)
                halts = expected.halted and expected.iterations >= _SOME
                about = f"{self.name} of {arguments}, {options}"
                yield (f"{kind}, {opened}, {_HALTS if halts else 'other runs'}", equal(about, expected, got))

    def _chosen(self, generator: Random, kind: str, opened: str, enough: int) -> Iterator[_Case]:
        """Yield a case, and then cases in which the optimised form halts, but not at once."""
        yield self._drawn(generator, kind, opened)
        for _ in range(_TRIES * enough):
            arguments, options = self._drawn(generator, kind, opened)
            found = self.fast(*arguments, **options)
            if found.halted and found.iterations >= _SOME:
                yield arguments, options
                enough -= 1
            if not enough:
                return

    def _drawn(self, generator: Random, kind: str, opened: str) -> _Case:
        (found, penalties), closed = _KINDS[kind], opened == _CLOSED
        longest = self.longest_side_closed if closed else self.longest_side
        height, width = (generator.randint(3, longest) for _ in range(2))
        board = Board([generator.choice(found) for _ in range(width)] for _ in range(height))
        options: dict[str, Any] = {"most_iterations": self.most_iterations, "draws_read": generator.randint(0, 3)}
        options |= self.options(generator)
        if closed:
            # A few places that lie together, over the edges if need be, with nothing but their neighbours around them.
            high, wide = (generator.randint(2, 3) for _ in range(2))
            around = set(map(board.wrapped, product(range(-1, high + 1), range(-1, wide + 1))))
            options["open_locations"] = frozenset(map(board.wrapped, product(range(high), range(wide))))
            board = board.with_cells(dict.fromkeys(set(board.locations()) - around, EMPTY))
        draws = SeededDraws(generator.randint(0, 10**6))
        temperature = generator.choice((Fraction(1, 2), 0.75, 1))
        return (board, generator.choice(self.targets), temperature, penalties, draws), options


def _periods(generator: Random) -> dict[str, Any]:
    return {"period": generator.choice((1, 2, 2)), "still_penalty": generator.choice((0, Fraction(1, 3), 0.5))}


STILL_LIFE_INCREMENTAL = GeneratedPair(
    "generate_still_life_incremental",
    generate_still_life,
    generate_still_life_incremental,
    lambda generator: {"adjacent": BLOCK} if generator.random() < 0.5 else {},
    (Fraction(0), Fraction(1, 5)),
    5,
    7,
    10,
)
generate_oscillator_in_words = partial(generate_oscillator, step=lambda board: advance_in_words(board).board)
"""The definition, with steps in words."""

OSCILLATOR_IN_WORDS = GeneratedPair(
    "generate_oscillator_in_words",
    generate_oscillator_in_words,
    partial(generate_oscillator, step=lambda board: advance_packed(board).board),
    _periods,
    (Fraction(0), Fraction(1, 10)),
    3,
    9,
    4,
)

GENERATION_PAIRS = (STILL_LIFE_INCREMENTAL,)
"""The pairs of generated patterns."""
