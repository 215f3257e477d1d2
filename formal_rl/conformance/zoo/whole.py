"""Everything in the zoo: the right implementations and the wrong ones of all suites."""

from formal_rl.conformance.zoo import agents, drest, environments, gridworlds, policy_metrics
from formal_rl.conformance.zoo import safelife_boards as boards
from formal_rl.conformance.zoo import safelife_distances as distances
from formal_rl.conformance.zoo import safelife_games as games
from formal_rl.conformance.zoo.edits import Implementation

_HOUSES = (environments, agents, drest, gridworlds, policy_metrics, boards, games, distances)

RIGHT: tuple[Implementation, ...] = tuple(each for house in _HOUSES for each in house.RIGHT)
"""Those that conform."""

WRONG: tuple[Implementation, ...] = tuple(each for house in _HOUSES for each in house.WRONG)
"""Those that are wrong by the papers, each with the claim that catches it."""
