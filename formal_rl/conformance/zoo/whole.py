"""Everything in the zoo: the right implementations and the wrong ones of all suites."""

from formal_rl.conformance.zoo import (
    agents,
    drest,
    environments,
    gridworlds,
    policy_metrics,
    safelife,
)
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation

_HOUSES = (environments, agents, drest, gridworlds, policy_metrics, safelife)

RIGHT: tuple[RightImplementation, ...] = tuple(each for house in _HOUSES for each in house.RIGHT)
"""Those that conform."""

WRONG: tuple[WrongImplementation, ...] = tuple(each for house in _HOUSES for each in house.WRONG)
"""Those that are wrong by the papers, each with the claim that catches it."""
