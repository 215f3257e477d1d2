"""Handicaps on environments: breaking the constraint loses the reward; and batteries of handicapped environments."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.environments import Environment, ExtendedEnvironment, average_reward, embed, equally_weighted
from formal_rl.errors import UndefinedComposition
from formal_rl.histories import Percept, Play, require_play

LEDGER = ("A21-S7*",)


def with_handicap(environment: ExtendedEnvironment, handicap: ExtendedEnvironment) -> ExtendedEnvironment:
    """Return e * h as printed: (r_e, o_e) where r_h = 1, and (-1, o_e) where r_h = -1.

    Both read the same play, which holds the percepts of e * h. Raises `UndefinedComposition` where the
    definition says nothing: where r_h is neither 1 nor -1 or h does not show 0 (so h is not a handicap), and where r_e
    is negative (so e is not merciful).

    Source: Alexander et al. 2021, Definition 12 part 3.
    Ledger: A21-D12-compose*, A21-D12-laws*
    """

    def composed(agent: Agent, play: Play) -> Percept:
        require_play(play)
        e, h = environment(agent, play), handicap(agent, play)
        if e.reward < 0:
            raise UndefinedComposition(play, e, h, "e is not merciful")
        if h.observation != 0 or h.reward not in {1, -1}:
            raise UndefinedComposition(play, e, h, "h is not a handicap")
        return e if h.reward == 1 else Percept(-1, e.observation)

    return composed


def with_handicap_repaired(environment: ExtendedEnvironment, handicap: ExtendedEnvironment) -> ExtendedEnvironment:
    """Return e * h repaired: (r_e, o_e) where r_h >= 0, and (-1, o_e) where r_h < 0.

    Equal to `with_handicap` where that is defined. It is defined for all e and h: also for the examples of Section 3,
    which pay 0 at first, and with e * h in the place of e.

    Source: Alexander et al. 2021, Definition 12 part 3, repaired.
    Ledger: A21-D12-compose*, A21-D12-laws*, A21-E13*
    """

    def composed(agent: Agent, play: Play) -> Percept:
        require_play(play)
        e, h = environment(agent, play), handicap(agent, play)
        return e if h.reward >= 0 else Percept(-1, e.observation)

    return composed


# A battery of environments: every handicap put on every ordinary environment, and the rewards of agents there.


class HandicappedEnvironment(NamedTuple):
    """The names of an ordinary environment e and of a handicap h; written e * h.

    Ledger: A21-S7
    """

    environment: str
    handicap: str

    def __str__(self) -> str:
        return f"{self.environment} * {self.handicap}"


Battery: TypeAlias = Mapping[HandicappedEnvironment, ExtendedEnvironment]


def handicapped_battery(
    environments: Mapping[str, Environment],
    handicaps: Mapping[str, ExtendedEnvironment],
    *,
    compose: Callable[[ExtendedEnvironment, ExtendedEnvironment], ExtendedEnvironment] = with_handicap_repaired,
) -> Battery:
    """Return e * h for every ordinary environment e and every handicap h, environment by environment.

    e * h is the repaired one, unless ``compose`` is `with_handicap`: as printed it is not defined for the examples of
    Section 3, since each pays 0 at first, and asking such a member raises `UndefinedComposition`.

    Source: Alexander et al. 2021, Section 7.
    """
    return MappingProxyType(
        {
            HandicappedEnvironment(e, h): compose(embed(environment), handicap)
            for e, environment in environments.items()
            for h, handicap in handicaps.items()
        }
    )


@frozen
class BatteryTable:
    """The results of agents in a battery: average rewards in each member, and over all of them with equal weights.

    As text it has a line for each member, a column for each agent, and the measures last.

    Source: Alexander et al. 2021, Section 7.
    """

    turns: int
    members: tuple[HandicappedEnvironment, ...]
    agents: tuple[str, ...]
    averages: tuple[tuple[Fraction, ...], ...]
    measures: tuple[Fraction, ...]

    def __str__(self) -> str:
        rows = [
            (f"{self.turns} turns", *self.agents),
            *((str(member), *(str(row[place]) for row in self.averages)) for place, member in enumerate(self.members)),
            ("on average", *map(str, self.measures)),
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join([row[0].ljust(widths[0]), *(x.rjust(w) for x, w in zip(row[1:], widths[1:], strict=True))])
            for row in rows
        )


def battery_table(agents: Mapping[str, Agent], battery: Battery, turns: int) -> BatteryTable:
    """Run every agent for ``turns`` turns in every member of the battery, and return the average of each.

    An agent's measure is its `upsilon` over the battery with equal weights. Raises `InvalidParameter` for less than
    one turn or an empty battery, and as `interact` and the members.

    Source: Alexander et al. 2021, Section 7.
    """
    family = equally_weighted(battery.values())
    averages = tuple(tuple(average_reward(agent, e, turns) for _, e in family) for agent in agents.values())
    weights = [weight for weight, _ in family]
    measures = tuple(sum((w * x for w, x in zip(weights, row, strict=True)), Fraction(0)) for row in averages)
    return BatteryTable(turns, tuple(battery), tuple(agents), averages, measures)
