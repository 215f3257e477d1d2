"""Section 7: the battery."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent
from formal_rl.environments import Environment, ExtendedEnvironment, embed
from formal_rl.histories import Percept, Play
from formal_rl.statements.checks import battery
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import BatteryTable, battery_table, handicapped_battery, with_handicap, with_handicap_repaired
from formal_rl.transforms.handicap import HandicappedEnvironment

_Members = Mapping[HandicappedEnvironment, ExtendedEnvironment]


def _one_handicap_each(
    environments: Mapping[str, Environment], handicaps: Mapping[str, ExtendedEnvironment], **how: Any
) -> _Members:
    pairs = set(zip(environments, handicaps, strict=False))
    every = handicapped_battery(environments, handicaps, **how)
    return {name: member for name, member in every.items() if name in pairs}


def _making(percept: Callable[[Percept, Percept], Percept]) -> battery.MakeBattery:
    """Return a battery whose members are composed percept by percept in another way."""

    def composed(e: ExtendedEnvironment, h: ExtendedEnvironment) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            return percept(e(agent, play), h(agent, play))

        return environment

    def make(environments: Any, handicaps: Any, **how: Any) -> _Members:
        return handicapped_battery(environments, handicaps, compose=composed)

    return make


def _always_by_the_letter(environments: Any, handicaps: Any, **how: Any) -> _Members:
    return handicapped_battery(environments, handicaps, compose=with_handicap)


def _never_by_the_letter(environments: Any, handicaps: Any, **how: Any) -> _Members:
    return handicapped_battery(environments, handicaps)


def _the_other_way_round(
    environments: Mapping[str, Environment], handicaps: Mapping[str, ExtendedEnvironment], **how: Any
) -> _Members:
    return {
        HandicappedEnvironment(e, h): with_handicap_repaired(handicap, embed(environment))
        for e, environment in environments.items()
        for h, handicap in handicaps.items()
    }


def _summed(agents: Mapping[str, Agent], members: _Members, turns: int) -> BatteryTable:
    table = battery_table(agents, members, turns)
    return evolve(table, averages=tuple(tuple(turns * x for x in row) for row in table.averages))


def _best_member(agents: Mapping[str, Agent], members: _Members, turns: int) -> BatteryTable:
    table = battery_table(agents, members, turns)
    return evolve(table, measures=tuple(map(max, table.averages)))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-S7",
        kind="experiment",
        title="the battery",
        claim="Putting every handicap on every ordinary environment gives a battery of extended environments, one for "
        "each pair; an agent is measured by its average reward over all of them.",
        source=f"{ALEXANDER_2021}, Section 7",
        check=battery.battery,
        mutants={
            "one handicap for each environment": {"make": _one_handicap_each},
            "by the letter always": {"make": _always_by_the_letter},
            "by the letter never": {"make": _never_by_the_letter},
            "the environment as the handicap": {"make": _the_other_way_round},
            "1 less for a violation": {
                "make": _making(lambda e, h: e if h.reward >= 0 else e._replace(reward=e.reward - 1))
            },
            "a violation is let through": {"make": _making(lambda e, h: e)},
            "sums of rewards": {"table": _summed},
            "the best member alone": {"table": _best_member},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all agents, all plays of at most 2 actions over 3 percepts x 2 actions, in all 12 "
        "members repaired and in 6 as printed; exact measures of five agents over 10 turns",
        defects="As printed, no member is defined at the start, since the examples of Section 3 pay 0 there; and "
        "Definition 12 asks for merciful environments, of which Section 7 says nothing. How performances are put "
        "together is not said.",
        repair="e * h in the repaired reading, over any ordinary environment; average rewards with equal weights. With "
        "(1, 0) as first percept the letter is defined and agrees over merciful environments",
        witness="the bandit under ignore rewards, as printed: not defined on ⟨⟩",
    ),
)
"""One statement."""
