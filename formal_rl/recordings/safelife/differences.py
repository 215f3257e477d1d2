"""What is compared when recorded runs of SafeLife are replayed: our functions, and where a case differs from them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.agents import Draw
from formal_rl.histories import Action
from formal_rl.safelife import PackedGame
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife._engines.words.rule import advance_in_words, advance_together
from formal_rl.safelife.board import AdvanceResult, Board, Location, advance
from formal_rl.safelife.board.board import Cells
from formal_rl.safelife.game import GameState, Level, act, step
from formal_rl.safelife.game.actions import ActResult
from formal_rl.safelife.game.game import Advance, acted
from formal_rl.safelife.side_effects import (
    Density,
    SideEffects,
    check_certificate,
    earth_mover_distance_certified,
    side_effects_certified,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.certificate import Bounds, CertifiedTransportResult


@frozen
class SafelifeFunctions:
    """What is replayed: the rule in its forms, what one agent does, what all do, a step of a game, and side effects.

    Every step of a board is replayed with all three forms of the rule, games in words and on bit planes. Of the
    deviations and side effects it is the certified form.
    """

    advance: Advance = advance
    advance_in_words: Advance = advance_in_words
    advance_packed: Advance = advance_packed
    act: Callable[[Board, Location, Action], ActResult] = act
    acted: Callable[[Level, GameState, Sequence[Action]], GameState] = acted
    step: Callable[..., Any] = step
    packed_game: Callable[[Level], PackedGame] = PackedGame
    advance_together: Callable[[Cells, Draw], Cells] = advance_together
    advance_by: Callable[..., AdvanceResult] = advance_by_packed
    earth_mover_distance: Callable[..., CertifiedTransportResult] = earth_mover_distance_certified
    check_certificate: Callable[..., Bounds] = check_certificate
    without_small_changes: Callable[..., tuple[Density, Density]] = without_small_changes_published
    side_effects: Callable[..., SideEffects] = side_effects_certified


@frozen
class Difference:
    """A recorded value (``expected``) that is not ours (``got``); ``field`` is its place in the arrays.

    ``step`` counts from 0, is -1 for the start of a game and ``None`` for what has no steps; ``row`` and ``column``
    are those of a cell.
    """

    what: str
    step: int | None
    field: str
    expected: Any
    got: Any
    row: int | None = None
    column: int | None = None


class SafelifeCase(Protocol):
    """One recorded case."""

    @property
    def label(self) -> str:
        """What the case is called in reports: its key, and what it is about."""

    def differences(self, functions: SafelifeFunctions, /) -> Iterator[Difference]:
        """Yield where the case differs, in the order in which its values arise."""


def compare_cells(
    what: str, step: int | None, field: str, recorded: NDArray[Any], computed: NDArray[Any]
) -> Iterator[Difference]:
    """Yield the first place, row by row, where two tables of one size differ, if there is one."""
    if recorded.shape != computed.shape:
        yield Difference(f"size of {what}", step, field, list(recorded.shape), list(computed.shape))
        return
    for row, column in numpy.argwhere(recorded != computed)[:1].tolist():
        values = int(recorded[row, column]), int(computed[row, column])
        yield Difference(what, step, f"{field}[{row}][{column}]", *values, row, column)


def compare_values(what: str, step: int | None, field: str, recorded: Any, computed: Any) -> Iterator[Difference]:
    """Yield the difference of two values that are not tables, if they differ."""
    if recorded != computed:
        yield Difference(what, step, field, recorded, computed)
