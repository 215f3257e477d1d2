"""The weighted average of what an agent is paid over a finite family of environments."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from formal_rl.agents import Agent
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.interaction import interact
from formal_rl.errors import InvalidParameter, require_int
from formal_rl.histories import History, percepts


class Weighted(NamedTuple):
    """An environment of a family, and its weight.

    Source: Alexander et al. 2022, Section 2, after Definition 2.
    Ledger: A22-S2-upsilon
    """

    weight: int | Fraction
    environment: ExtendedEnvironment


def average_reward(agent: Agent, environment: ExtendedEnvironment, turns: int) -> Fraction:
    """Return (r_2 + ... + r_{n+1}) / n, for n = ``turns``: the average of the rewards that follow the first n actions.

    The reward of the first percept follows no action and does not count. Raises `InvalidParameter` for less than one
    turn, and as `interact`.

    Source: Alexander et al. 2022, Section 2, after Definition 2; finite, where the paper leaves the value open.
    Ledger: A22-S2-upsilon*, A21-S7
    """
    require_int("turns", turns, 1)
    run: History = tuple(islice(interact(agent, environment), 2 * turns + 1))
    return Fraction(sum(percept.reward for percept in percepts(run)[1:])) / turns


def upsilon(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
    """Return the sum of weight times average reward over a finite family of environments, ordinary or extended.

    Raises `InvalidParameter` for weights that are not exact, not above 0, or do not add up to 1, so for an empty
    family too; for less than one turn; and as `interact`.

    Source: Alexander et al. 2022, Section 2, after Definition 2, over a finite family: Υ, and Υ' where it is extended.
    Ledger: A22-S2-upsilon*
    """
    for index, (weight, _) in enumerate(family):
        if (type(weight) is not int and type(weight) is not Fraction) or weight <= 0:
            raise InvalidParameter(f"family[{index}].weight", weight, "an int or a Fraction > 0")
    total = sum(weight for weight, _ in family)
    if total != 1:
        raise InvalidParameter("the sum of the weights", total, "1")
    return sum((weight * average_reward(agent, member, turns) for weight, member in family), Fraction(0))


def equally_weighted(environments: Iterable[ExtendedEnvironment]) -> tuple[Weighted, ...]:
    """Return the family in which each of n environments has weight 1/n: a battery.

    Raises `InvalidParameter` for none.

    Source: Alexander et al. 2022, Section 6; Alexander et al. 2021, Section 7.
    Ledger: A22-S2-upsilon*, A21-S7
    """
    members = tuple(environments)
    if not members:
        raise InvalidParameter("environments", members, "at least one environment")
    return tuple(Weighted(Fraction(1, len(members)), member) for member in members)
