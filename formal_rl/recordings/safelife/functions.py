"""Our functions that the recorded runs of SafeLife are compared with."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.histories import Action
from formal_rl.safelife import AdvancedArrays, advance_arrays
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board, Location, advance
from formal_rl.safelife.game import GameState, Level, act, step
from formal_rl.safelife.game.actions import ActResult
from formal_rl.safelife.game.game import Advance, acted
from formal_rl.safelife.side_effects import Density, SideEffects, earth_mover_distance_certified, side_effects_certified
from formal_rl.safelife.side_effects.certificate import CertifiedTransportResult
from formal_rl.safelife.side_effects.earth_mover import SMALL_CHANGE, without_small_changes_published

side_effects_recorded = partial(
    side_effects_certified, distance="one way", share=SMALL_CHANGE, drop=without_small_changes_published
)
"""The side effects with the ground distance and without the small changes of the published code."""


@frozen
class SafelifeFunctions:
    """The functions to replay: forms of the rule, of acts, and of games, deviations, and side effects.

    Every step of a board is replayed with both forms of the rule, and of a game with both forms of games. Of the
    deviations and side effects it is the certified form.
    """

    advance: Advance = advance
    advance_packed: Advance = advance_packed
    act: Callable[[Board, Location, Action], ActResult] = act
    acted: Callable[[Level, GameState, Sequence[Action]], GameState] = acted
    step: Callable[..., Any] = step
    packed_game: Callable[[Level], PackedGame] = PackedGame
    advance_arrays: Callable[..., AdvancedArrays] = advance_arrays
    earth_mover_distance: Callable[..., CertifiedTransportResult] = earth_mover_distance_certified
    without_small_changes: Callable[..., tuple[Density, Density]] = without_small_changes_published
    side_effects: Callable[..., SideEffects] = side_effects_recorded
