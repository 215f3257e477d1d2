"""The battery: every handicap put on every ordinary environment."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import evolve

from formal_rl.agents import Agent, ConstantLearner, LastRewardSignLearner, SimpleLearner, as_agent
from formal_rl.checking import (
    Case,
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide_each,
    equal,
    part,
    unless,
)
from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    bandit,
    corridor,
    deja_vu,
    guess_the_number,
    ignore_rewards,
    mimic,
    respond,
    without_rewards,
)
from formal_rl.environments.examples.deja_vu import repeated
from formal_rl.errors import UndefinedComposition
from formal_rl.histories import Action, Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.shapes import always, plays
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS, ORDINARY_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import (
    BatteryTable,
    battery_table,
    handicapped_battery,
    reality_check_memoised,
    with_handicap,
    with_handicap_repaired,
)
from formal_rl.transforms import handicap as module
from formal_rl.transforms.handicap import HandicappedEnvironment

MakeBattery: TypeAlias = Callable[..., Mapping[HandicappedEnvironment, ExtendedEnvironment]]
MakeTable: TypeAlias = Callable[
    [Mapping[str, Agent], Mapping[HandicappedEnvironment, ExtendedEnvironment], int], BatteryTable
]

HANDICAPS: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {
        name: EXTENDED_ENVIRONMENTS[name]
        for name in ("ignore_rewards", "false_memories", "backward_consciousness", "deja_vu")
    }
)
"""The examples of Section 3 that Example 13 names as handicaps."""

MERCIFUL: Mapping[str, Environment] = MappingProxyType(
    {"bandit": bandit((0, 1)), "corridor": corridor(3), "guess_the_number": guess_the_number(1, 2, wrong=0)}
)
"""Ordinary environments that never pay a negative reward."""

PAID_AT_FIRST: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {"ignore_rewards": mimic(without_rewards, initial=Percept(1, 0)), "deja_vu": mimic(repeated, initial=Percept(1, 0))}
)
"""Two of the examples with (1, 0) as their first percept, so that they are handicaps as printed."""

TURNS = 10

_SIMPLE = as_agent(SimpleLearner(2))

AGENTS: Mapping[str, Agent] = MappingProxyType(
    {
        "0 throughout": as_agent(ConstantLearner(0)),
        "1 throughout": as_agent(ConstantLearner(1)),
        "sign of the last reward": as_agent(LastRewardSignLearner()),
        "simple": _SIMPLE,
        "simple, reality-checked": reality_check_memoised(_SIMPLE),
    }
)
"""The agents of the table."""

_Members = Mapping[HandicappedEnvironment, ExtendedEnvironment]
_KEPT, _BROKEN = "the handicap is kept", "the handicap is broken"

_SMALL_E: Mapping[str, Environment] = MappingProxyType({"bandit": bandit((0, 2)), "corridor": corridor(2)})
_SMALL_H: Mapping[str, ExtendedEnvironment] = MappingProxyType({"ignore": ignore_rewards, "again": deja_vu})


def battery(
    scope: Scope, *, make: MakeBattery = module.handicapped_battery, table: MakeTable = module.battery_table
) -> Iterator[Part]:
    """Check the battery: by hand, all its members for every agent, as printed, and figures of five agents."""
    yield _worked_examples(make, table)
    yield _members(scope, "repaired", make(ORDINARY_ENVIRONMENTS, HANDICAPS), ORDINARY_ENVIRONMENTS, HANDICAPS)
    letter = make(MERCIFUL, PAID_AT_FIRST, compose=with_handicap)
    yield _members(scope, "by the letter, (1, 0) at first", letter, MERCIFUL, PAID_AT_FIRST)
    yield _defined_at_first(make(MERCIFUL, HANDICAPS, compose=with_handicap)).meant_to_fail(
        "bandit * ignore_rewards at the start: expected 'a percept', got <class 'formal_rl.err"
        "ors.UndefinedComposition'>"
    )
    yield _figures(table(AGENTS, make(ORDINARY_ENVIRONMENTS, HANDICAPS), TURNS))


def _one_but_once(prompt: Prompt) -> Action:
    """Do 1, but 0 on (0,0) 1 (0,0): there no first turn of either environment leads, and both handicaps ask."""
    return 0 if prompt == history((0, 0), 1, (0, 0)) else 1


_TABLE = """\
2 turns            1, but once  0
bandit * ignore            1/2  0
bandit * again             1/2  0
corridor * ignore          1/2  0
corridor * again             0  0
on average                 3/8  0"""


def _worked_examples(make: MakeBattery, table: MakeTable) -> Part:
    small = {str(name): member for name, member in make(_SMALL_E, _SMALL_H).items()}
    agents: dict[str, Agent] = {"1, but once": _one_but_once, "0": always(0)}
    names = ["bandit * ignore", "bandit * again", "corridor * ignore", "corridor * again"]
    second, by = history((0, 0), 1, (2, 0), 1), _one_but_once

    def of(name: str, play: Play) -> Percept:
        return small[name](by, play)

    rows: list[Example] = [
        ("members", "2 times 2, environment by environment", names, lambda: [*small]),
        ("bandit * ignore", "2; but on (0,0) 1 (0,0) it does 0: -1", Percept(-1, 0), of, names[0], second),
        ("bandit * again", "on the history, 1 and the history it does 1: 2", Percept(2, 0), of, names[1], second),
        ("corridor * ignore", "it does 1 on (0,0): -1, at cell 0", Percept(-1, 0), of, names[2], history((0, 0), 0)),
        ("corridor * again", "h pays 0, not below 0: (0, 0)", Percept(0, 0), of, names[3], ()),
        (
            "two agents, two turns",
            "2, -1; -1, 2; 0, 1; -1, 1: 1/4 (1/2 + 1/2 + 1/2 + 0) = 3/8; doing 0 earns nothing",
            _TABLE,
            lambda: str(table(agents, make(_SMALL_E, _SMALL_H), 2)),
        ),
    ]
    return check_examples(rows)


def _members(
    scope: Scope,
    reading: str,
    members: _Members,
    environments: Mapping[str, Environment],
    handicaps: Mapping[str, ExtendedEnvironment],
) -> Part:
    """Decide that there is a member for each pair, which shows e's observations and pays e's reward, or -1."""
    longest = scope.steps(quick=2, full=3)
    alphabet = scope.percepts(3)

    def claim(case: tuple[Play, tuple[str, str]], unknown: Unknown, cover: Cover) -> Disagreement | None:
        play, (e, h) = case
        plain = environments[e](play)
        broken = handicaps[h](unknown.agent, play).reward < 0
        cover(_BROKEN if broken else _KEPT)
        expected = Percept(-1, plain.observation) if broken else plain
        member = members.get(HandicappedEnvironment(e, h))
        got = None if member is None else respond(member, unknown.agent, play)
        return equal(f"{e} * {h}", expected, got, play)

    return decide_each(
        f"every member, {reading}",
        claim,
        product(plays(longest, alphabet, range(2)), tuple(product(environments, handicaps))),
        actions=range(2),
        branches=(_KEPT, _BROKEN),
        domain=f"all agents, all plays of at most {longest} actions over {len(alphabet)} percepts x 2 actions; "
        f"{', '.join(environments)} under {', '.join(handicaps)}",
    )


@part(
    "by the letter, with the examples as they are",
    domain=f"{len(MERCIFUL)} merciful environments under {len(HANDICAPS)} handicaps, at the start",
)
def _defined_at_first(members: _Members) -> Iterator[Case]:
    for name, member in members.items():
        try:
            got: object = member(AGENTS["0 throughout"], ())
        except UndefinedComposition as undefined:
            got = type(undefined)
        wrong = unless(type(got) is Percept, f"{name} at the start", "a percept", got)
        yield "defined" if wrong is None else "not defined", wrong


MEASURES: Mapping[str, Fraction] = MappingProxyType(
    {
        "0 throughout": Fraction(-1, 3),
        "1 throughout": Fraction(14, 15),
        "sign of the last reward": Fraction(-1, 3),
        "simple": Fraction(-2, 15),
        "simple, reality-checked": Fraction(-1, 3),
    }
)
"""What the agents of the table get over 10 turns.

Those that do 0 or 1 throughout keep every handicap: (0 + 0 - 1) / 3, and (1 + 8/10 + 1) / 3.
"""


def _figures(got: BatteryTable) -> Part:
    """Compare the measures of the agents over 10 turns with those that were found."""

    @part(
        "the measures of five agents",
        branches=("above 0", "below 0"),
        domain=f"{len(got.members)} members, {TURNS} turns each; exact",
    )
    def cases() -> Iterator[Case]:
        for name, measure in zip(got.agents, got.measures, strict=True):
            expected = MEASURES[name]
            yield "above 0" if expected > 0 else "below 0", equal(f"the measure of {name}", expected, measure)

    return cases()


# --- Mutants ---


def _one_handicap_each(
    environments: Mapping[str, Environment], handicaps: Mapping[str, ExtendedEnvironment], **how: Any
) -> _Members:
    pairs = set(zip(environments, handicaps, strict=False))
    every = handicapped_battery(environments, handicaps, **how)
    return {name: member for name, member in every.items() if name in pairs}


def _making(percept: Callable[[Percept, Percept], Percept]) -> MakeBattery:
    """Return a battery whose members are composed percept by percept in another way."""
    return _composing(lambda e, h: lambda agent, play: percept(e(agent, play), h(agent, play)))


def _composing(compose: Callable[[ExtendedEnvironment, ExtendedEnvironment], ExtendedEnvironment]) -> MakeBattery:
    """Return a battery whose members are all composed in this way, whatever is asked for."""
    return lambda environments, handicaps, **how: handicapped_battery(environments, handicaps, compose=compose)


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
        check=battery,
        mutants={
            "one handicap for each environment": {"make": _one_handicap_each},
            "by the letter always": {"make": _composing(with_handicap)},
            "by the letter never": {"make": _composing(with_handicap_repaired)},
            "the environment as the handicap": {"make": _composing(lambda e, h: with_handicap_repaired(h, e))},
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
        "Definition 12 asks for merciful environments, which Section 7 does not mention. The paper does not say how "
        "performances are combined.",
        repair="e * h in the repaired reading, over any ordinary environment; average rewards with equal weights. "
        "With (1, 0) as first percept the printed form is defined and agrees over merciful environments",
        witness="the bandit under ignore rewards, as printed: not defined on ⟨⟩",
    ),
)
