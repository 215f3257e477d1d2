"""A battery of environments: every handicap put on every ordinary environment, and what agents get there."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from attrs import frozen

from formal_rl.environments import Agent, Environment, ExtendedEnvironment, embed
from formal_rl.environments.upsilon import average_reward, equally_weighted
from formal_rl.transforms.handicap import with_handicap_repaired

LEDGER = ("A21-S7*",)


class Handicapped(NamedTuple):
    """The names of an ordinary environment e and of a handicap h; written e * h.

    Ledger: A21-S7
    """

    environment: str
    handicap: str

    def __str__(self) -> str:
        """Return it as e * h."""
        return f"{self.environment} * {self.handicap}"


Battery: TypeAlias = Mapping[Handicapped, ExtendedEnvironment]
"""The environments e * h, by name.

Ledger: A21-S7
"""


def handicapped_battery(
    environments: Mapping[str, Environment],
    handicaps: Mapping[str, ExtendedEnvironment],
    *,
    compose: Callable[[ExtendedEnvironment, ExtendedEnvironment], ExtendedEnvironment] = with_handicap_repaired,
) -> Battery:
    """Return e * h for every ordinary environment e and every handicap h, environment by environment.

    e * h is the repaired one, unless ``compose`` is `with_handicap`: by the letter it is not defined for the examples
    of Section 3, since each pays 0 at first, and asking such a member raises `UndefinedComposition`.

    Source: Alexander et al. 2021, Section 7.
    """
    return MappingProxyType(
        {
            Handicapped(e, h): compose(embed(environment), handicap)
            for e, environment in environments.items()
            for h, handicap in handicaps.items()
        }
    )


@frozen
class BatteryTable:
    """What agents got in a battery: their average rewards in each member, and over all of them with equal weights.

    Source: Alexander et al. 2021, Section 7.
    """

    turns: int
    members: tuple[Handicapped, ...]
    agents: tuple[str, ...]
    averages: tuple[tuple[Fraction, ...], ...]
    measures: tuple[Fraction, ...]

    def __str__(self) -> str:
        """Return a line for each member, a column for each agent, and the measures last."""
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
    """Run every agent for ``turns`` turns in every member of the battery, and return what each got on average.

    An agent's measure is its `upsilon` over the battery with equal weights. Raises `InvalidParameter` for less than
    one turn or an empty battery, and as `interact` and the members.

    Source: Alexander et al. 2021, Section 7.
    """
    family = equally_weighted(battery.values())
    averages = tuple(tuple(average_reward(agent, e, turns) for _, e in family) for agent in agents.values())
    weights = [weight for weight, _ in family]
    measures = tuple(sum((w * x for w, x in zip(weights, row, strict=True)), Fraction(0)) for row in averages)
    return BatteryTable(turns, tuple(battery), tuple(agents), averages, measures)
