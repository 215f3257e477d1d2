"""Policies for gridworlds: on the paper's observation, with a clock, or on the whole past."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import Factory, field, frozen

from formal_rl.errors import UnusableObject, short_repr
from formal_rl.gridworlds.world import MOVES, GridObservation, GridState, World, observe
from formal_rl.histories import Action

LEDGER = ("T24-pomdp",)

Probabilities: TypeAlias = tuple[Fraction, ...]
"""A probability for each action, up, down, left, right; together 1."""

Markov: TypeAlias = Callable[[World, GridState], Probabilities]
"""The input of metrics: probabilities in a state of a world, its clock included."""

UNIFORM: Probabilities = (Fraction(1, 4),) * 4
"""Each action with probability 1/4: the policy that training starts from.

Source: Thornley et al. 2024, Section 6.
"""


def deterministic_move(action: Action) -> Probabilities:
    """Return the probabilities of one action for sure."""
    return tuple(Fraction(int(place == action)) for place in range(len(MOVES)))


def _checked(given_table: Any) -> tuple[tuple[Any, Probabilities], ...]:
    table = dict(given_table)
    for observation, given in table.items():
        require_probabilities(observation, given)
    return tuple((observation, tuple(Fraction(p) for p in given)) for observation, given in table.items())


def require_probabilities(observation: object, given: object) -> None:
    """Raise `UnusableObject` unless ``given`` is four exact probabilities that sum to 1."""
    name = f"the policy on {short_repr(observation)}"
    if not isinstance(given, tuple) or len(given) != len(MOVES):
        raise UnusableObject(name, given, f"a tuple of {len(MOVES)} probabilities")
    for probability in given:
        if type(probability) not in {int, Fraction} or not 0 <= probability <= 1:
            raise UnusableObject(name, given, "exact probabilities, each an int or a Fraction from 0 to 1")
    if sum(given) != 1:
        raise UnusableObject(name, given, f"probabilities that sum to 1, not to {sum(given)}")


@frozen
class _TablePolicy(ABC):
    """Built from a mapping of observations to probabilities; ``otherwise`` is for observations that are not in it."""

    table: tuple[tuple[Any, Probabilities], ...] = field(default=(), converter=_checked)
    otherwise: Probabilities = field(
        default=UNIFORM, validator=lambda _, __, given: require_probabilities("anything else", given)
    )
    _found: Mapping[Any, Probabilities] = field(
        init=False, eq=False, repr=False, default=Factory(lambda self: dict(self.table), takes_self=True)
    )

    def __call__(self, world: World, state: GridState) -> Probabilities:
        return self._found.get(self.seen(world, state), self.otherwise)

    @abstractmethod
    def seen(self, world: World, state: GridState) -> Any:
        """Return the policy's observation of a state."""


class MemorylessPolicy(_TablePolicy):
    """A policy on the paper's observation: the cell, the coins and the buttons that are left, and no clock.

    Built from a mapping of observations to probabilities; ``otherwise`` is for those that are not in it.

    Source: Thornley et al. 2024, Section 3.
    Ledger: T24-pomdp*
    """

    def seen(self, world: World, state: GridState) -> GridObservation:
        """Return the observation."""
        return observe(state)


class ClockPolicy(_TablePolicy):
    """A policy that sees the moves so far, too: from observations with that number to probabilities.

    Ledger: T24-pomdp*
    """

    def seen(self, world: World, state: GridState) -> tuple[GridObservation, int]:
        """Return the observation, and the moves that led to the state."""
        return observe(state), world.elapsed(state)


@frozen
class PlanPolicy:
    """A policy on the whole past: plans of actions, one drawn at the start with its probability and followed.

    Any policy that remembers its past is equal to such a mixture in these metrics.

    Source: Kuhn's theorem on behaviour and mixed strategies, for Thornley et al. 2024, Section 3.
    Ledger: T24-pomdp*
    """

    plans: tuple[tuple[tuple[Action, ...], Fraction], ...]

    def __attrs_post_init__(self) -> None:
        total = sum((probability for _, probability in self.plans), Fraction(0))
        if total != 1 or any(probability < 0 for _, probability in self.plans):
            raise UnusableObject("the mixture of plans", self.plans, f"probabilities that sum to 1, not to {total}")


uniform_policy = MemorylessPolicy()
"""The policy that takes each action with probability 1/4 on every observation.

Source: Thornley et al. 2024, Section 6.
"""
