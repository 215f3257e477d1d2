"""SafeLife: each part in every convention, and wrong ones as they come to be written."""

from formal_rl.conformance.zoo import safelife_boards, safelife_distances, safelife_games, safelife_side_effects
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation

_PARTS = (safelife_boards, safelife_games, safelife_distances, safelife_side_effects)

RIGHT: tuple[RightImplementation, ...] = tuple(each for part in _PARTS for each in part.RIGHT)
"""The definitions, in each convention."""

WRONG: tuple[WrongImplementation, ...] = tuple(each for part in _PARTS for each in part.WRONG)
"""Wrong ones, each with the claim that catches it."""
