"""Checks of what is known of good classic agents: how they do in ordinary environments, and what that cannot tell."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from types import MappingProxyType
from typing import Any

from formal_rl.agents import (
    Agent,
    ConstantLearner,
    HashedDraws,
    Learner,
    QLearnerPublished,
    RandomLearner,
    SimpleLearner,
    as_agent,
)
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
)
from formal_rl.environments import (
    BanditIncremental,
    CorridorIncremental,
    Environment,
    GuessTheNumberIncremental,
    IncrementalEnvironment,
    bandit,
    corridor,
    embed,
    guess_the_number,
    interact_incremental,
    interaction,
)
from formal_rl.histories import Reward, history
from formal_rl.statements.library import ORDINARY_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import reality_check_memoised

RealityCheck = Callable[[Agent], Agent]

TURNS, LONG = 10, 1_000

_SIMPLE = as_agent(SimpleLearner(2))


_ENVIRONMENTS: tuple[IncrementalEnvironment, ...] = (
    BanditIncremental((0, 1)),
    CorridorIncremental(3),
    GuessTheNumberIncremental(1, 2),
)

_LEARNERS: Mapping[str, Learner[Any]] = MappingProxyType(
    {
        "random": RandomLearner(HashedDraws(1), 2),
        "0 throughout": ConstantLearner(0),
        "simple": SimpleLearner(2),
        "Q": QLearnerPublished(HashedDraws(1), 2),
    }
)

TOTALS: Mapping[str, tuple[int, int, int]] = MappingProxyType(
    {
        "random": (505, 255, 10),
        "0 throughout": (0, 0, -1_000),
        "simple": (0, 0, 996),
        "Q": (958, 947, 916),
    }
)
"""What four agents get in 1000 turns of the bandit, the corridor and the guessing game; the most is 1000, 998, 1000."""


def performance(agent: Agent, environment: Environment, turns: int) -> Fraction:
    """Return the reward per turn of an agent in an ordinary environment, without that of the first percept."""
    rewards = [percept.reward for percept in interaction(agent, embed(environment), turns + 1, remember=False)[::2]]
    return Fraction(sum(rewards[1:]), turns)


def _worked_examples(
    reality_check: RealityCheck, performance: Callable[[Agent, Environment, int], Fraction]
) -> Iterator[Example]:
    checked, elsewhere = reality_check(_SIMPLE), history((0, 0), 1, (1, 0), 0, (-1, 0))
    yield ("simple where it does not come", "0 was punished, 1 was not: 1", 1, _SIMPLE, elsewhere)
    yield ("its reality check there", "on (0,0) it does 0 and not 1: frozen, 0", 0, checked, elsewhere)
    for name, environment, why, expected in (
        ("bandit (0, 1)", bandit((0, 1)), "0 is never punished, and pays nothing", Fraction(0)),
        ("a corridor of 3", corridor(3), "0 is never punished, and leads nowhere", Fraction(0)),
        ("guess 1 of 2", guess_the_number(1, 2), "two wrong guesses, on 0 and on 1, then eight right", Fraction(6, 10)),
    ):
        for who, agent in (("simple", _SIMPLE), ("its reality check", checked)):
            yield (f"{who}, {TURNS} turns of {name}", why, expected, performance, agent, environment, TURNS)


def good_classic(
    scope: Scope,
    *,
    reality_check: RealityCheck = reality_check_memoised,
    performance: Callable[[Agent, Environment, int], Fraction] = performance,
) -> Iterator[Part]:
    """Check performance in ordinary environments: by hand, for every agent and its reality check, and in figures."""
    yield check_examples(_worked_examples(reality_check, performance))
    yield _every_agent(scope, reality_check, performance)
    yield _figures()


def _every_agent(
    scope: Scope, reality_check: RealityCheck, performance: Callable[[Agent, Environment, int], Fraction]
) -> Part:
    turns = scope.steps(quick=4, full=6)

    def claim(named: tuple[str, Environment], unknown: Unknown, cover: Cover) -> Disagreement | None:
        name, environment = named
        expected = performance(unknown.agent, environment, turns)
        got = performance(reality_check(unknown.agent), environment, turns)
        cover("well" if expected > 0 else "not well")
        return equal(f"the reality check in {name}", expected, got)

    return decide_each(
        "an agent and its reality check perform alike",
        claim,
        ORDINARY_ENVIRONMENTS.items(),
        actions=range(2),
        branches=("well", "not well"),
        domain=f"all agents of 2 actions, {turns} turns of {', '.join(ORDINARY_ENVIRONMENTS)}",
    )


@part(
    "figures of four agents",
    branches=("well in all three", "not well in all three"),
    domain=f"{LONG} turns of {', '.join(ORDINARY_ENVIRONMENTS)}; well is more than 9/10 of the most",
)
def _figures() -> Iterator[Case]:
    for name, learner in _LEARNERS.items():
        got = tuple(_total(learner, environment) for environment in _ENVIRONMENTS)
        well = "well in all three" if min(got) > LONG * 9 // 10 else "not well in all three"
        yield well, equal(name, TOTALS[name], got)


def _total(learner: Learner[Any], environment: IncrementalEnvironment) -> Reward:
    elements: Iterator[Any] = interact_incremental(learner, environment)
    total: Reward = sum(percept.reward for percept in islice(elements, 2, 2 * LONG + 1, 2))
    return total


# --- Mutants ---


def _with_the_first_percept(agent: Agent, environment: Environment, turns: int) -> Fraction:
    rewards = [percept.reward for percept in interaction(agent, embed(environment), turns, remember=False)[::2]]
    return Fraction(sum(rewards), turns)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-D8",
        kind="definition",
        title="good classic agents (informal)",
        claim="A good classic agent is one that was designed to perform well in ordinary environments by designers who "
        "made no attempt at extended ones.",
        source=f"{ALEXANDER_2022}, Definition 8",
        check=good_classic,
        mutants={
            "frozen from the start": {"reality_check": lambda pi: lambda prompt: pi(prompt[:1])},
            "no reality check": {"reality_check": lambda pi: pi},
            "the first percept is a turn": {"performance": _with_the_first_percept},
        },
        verdict="open",
        evidence="exhaustive: all agents and their reality checks perform alike in three ordinary environments over 4 "
        "turns; of random, constant, simple and Q only Q does well in all three over 1000 turns",
        defects="Of designers, not of functions: an agent and its reality check perform alike in every ordinary "
        "environment (A22-T10.4), and only one of them need be a good classic agent. How well is well, and in which "
        "environments, is not said.",
    ),
)
