"""Sections 1 and 2: rewinding is not simulating; Definitions 1 and 2; the weighted average over a finite family."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, Transition
from formal_rl.agents._finite_learner import FiniteLearner, finite_learners
from formal_rl.checking import agents, among, equal, every, up_to
from formal_rl.checking.claims import Rows, by_hand, raised
from formal_rl.checking.domains import at, environments, learners
from formal_rl.environments import Environment, bandit, embed, equally_weighted, ignore_rewards, interaction, respond
from formal_rl.environments.examples.deja_vu import deja_vu
from formal_rl.environments.interaction import interaction_ordinary
from formal_rl.environments.ordinary import corridor
from formal_rl.environments.weighted_average import Weighted, upsilon
from formal_rl.errors import InvalidParameter
from formal_rl.histories import History, Percept, Prompt, all_prompts, history, is_play, is_prompt, percepts, prefixes
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in
from formal_rl.transforms import backtracked_action, reality_check, simulated_action

# --- Definitions 1 and 2 ---


def written_out(agent: Agent, environment: Environment, steps: int) -> History:
    """Return the result of interacting, each element computed from everything before it."""
    run: tuple[Any, ...] = ()
    for _ in range(steps):
        run = (*run, environment(run))
        run = (*run, agent(run))
    return run


@definition("A22-D1", "environment, agent, interaction", "Section 2 and Definition 1")
def definition_1() -> Evidence:
    """A percept is a rational reward with an observation. An environment maps plays to percepts, an agent maps prompts
    to actions; their interaction is x_1 y_1 x_2 y_2 ..., where each is computed from everything before it.
    """

    def examples() -> Rows:
        one, play, two = history((0, 0)), history((0, 0), 1), history((0, 0), 1, (Fraction(1, 2), "dark"))
        values: tuple[tuple[str, Any, bool, bool], ...] = (
            ("the empty history", (), False, True),
            ("one percept", one, True, False),
            ("a percept and an action", play, False, True),
            ("percept, action, percept", two, True, False),
            ("a float for a reward", (Percept(0.5, 0),), False, False),  # type: ignore[arg-type]
        )
        for about, value, is_one, is_other in values:
            yield f"{about}: a prompt, a play", (is_one, is_other), (is_prompt(value), is_play(value))
        yield "the first and the third", (Percept(0, 0), two[2]), percepts(two)
        yield "prefixes of 0 to 2 elements", ((), one, play), tuple(prefixes(play))
        cells = history((0, 0), 1, (0, 1), 1, (1, 2), 0, (0, 1), 0)
        run = interaction_ordinary(lambda prompt: 1 if len(prompt) < 5 else 0, corridor(2), 4)
        yield "cells 0, 1, 2: right to 1, right to 2 (paid 1), left to 1", cells, run

    yield by_hand(examples)
    yield equal("as written out", written_out, interaction_ordinary, agents, environments, up_to(4, full=5))
    yield mutants("""
        environments.interaction:interaction_ordinary
            the agent acts on the first percept for ever: interact_ordinary(agent,
                → interact_ordinary(lambda prompt: agent(prompt[:1]),
        histories.percept:is_prompt
            the empty history is a prompt: require_prompt(value) → value == () or require_prompt(value)
    """)


@definition("A22-D2", "extended environment; ordinary ones embed", "Definition 2")
def definition_2() -> Evidence:
    """An extended environment maps an agent and a play to a percept. An ordinary environment ignores the agent, and so
    embedded has the same interaction with every agent.
    """

    def examples() -> Rows:
        one, two = history((0, 0)), history((0, 0), 1, (1, 0))

        def adding(agent: Agent, play: Any) -> Percept:
            return Percept(agent(one) + agent(two), 0)

        yield "an answer that asks: 1 + 1", Percept(2, 0), respond(adding, lambda prompt: 1, two[:2])
        arms = embed(bandit((2, 4)))
        yield "a bandit of 2 and 4, and 1 was done: 4", Percept(4, 0), arms(lambda prompt: 0, two[:2])

    yield by_hand(examples, "an extended environment, asked")
    embedded = lambda agent, environment, steps: interaction(agent, embed(environment), steps)  # noqa: E731
    yield equal("the same interaction", written_out, embedded, agents, environments, up_to(4, full=5))
    yield mutants("""
        environments.environment:embed
            a turn behind: environment(play) → environment(play[:-2])
            pays what the agent would do besides: return environment(play)
                → percept = environment(play); return Percept(percept.reward + agent((percept,)), percept.observation)
    """)


# --- Rewinding an environment under one agent is not simulating the agent ---


@lemma(
    "A22-S1-backtrack",
    "rewinding the environment is not simulating the agent",
    "Section 1",
    "holds",
    witness="two states, 0 and 1, doing 0 and 1: sent over one transition that leads from 0 to 1, then rewound",
)
def rewinding_is_not_simulating() -> Evidence:
    """If only the environment is rewound and the agent is sent along a second path, an agent with memory may act
    differently from a fresh copy; a memoryless one does not.
    """
    seen = [Transition(0, action, reward, 0) for action, reward in product((0, 1), repeat=2)]

    paths = [path for n in (1, 2) for path in all_prompts([Percept(0, 0), Percept(1, 0)], (0, 1), n)]
    said = "all pairs of paths of at most 2 percepts over 2 percepts x 2 actions"
    pairs_of_paths = among(said, product(paths, repeat=2), many=True)
    memoryless = list(finite_learners(1, observations=(0,), actions=(0, 1), transitions=seen))

    def examples() -> Rows:
        alternating = FiniteLearner(
            (((0, 0),), ((0, 1),)),
            tuple(tuple((Transition(0, action, 0, 0), after) for action in (0, 1)) for after in (1, 0)),
        )
        path, walk = history((0, 0)), history((0, 0), 0, (0, 0))
        yield "untrained: 0", 0, simulated_action(alternating, path)
        yield "two states, 0 and 1: one transition is remembered", 1, backtracked_action(alternating, walk, path)

    def same(learner: Any, first: Prompt, path: Prompt) -> tuple[Any, Any]:
        return simulated_action(learner, path), backtracked_action(learner, first, path)

    yield by_hand(examples)
    yield every("memoryless learners", same, among("learners of 1 state", memoryless), pairs_of_paths)
    yield every("all learners", same, learners, pairs_of_paths).fails("all learners, … on (0,0)…: expected 0, got 1")
    yield mutants("""
        transforms.own_past:backtracked_action
            the agent is rewound too: train(learner, first) → learner.initial
    """)


# --- The weighted average, and what the reality check does to it ---

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


@definition(
    "A22-S2-upsilon",
    "weighted average over a family",
    "Section 2 after Definition 2",
    defects="Υ is over all environments with an algorithmic prior, and cannot be computed; the paper leaves open "
    "what the value in one environment is.",
    repair="a finite family with exact weights that add up to 1; the value is the average of the rewards that "
    "follow the first n actions",
    witness="over a bandit and ignore_rewards there is an agent, found by exhaustion, whose π_RC has another Υ'",
)
def finite_family() -> Evidence:
    """The value of an agent over a finite family of environments is the weighted average of its average rewards; a
    battery is the family with weights 1/n. Over ordinary environments π_RC has the same value as π.
    """
    two, bent, one = embed(bandit((0, 2))), embed(corridor(2)), lambda prompt: 1

    def examples() -> Rows:
        family = Weighted(HALF, two), Weighted(QUARTER, bent), Weighted(QUARTER, deja_vu)
        ordinary = equally_weighted((two, bent))
        agent = does_one_on(history((0, 0)), history((0, 0), 1, (0, 1)))
        why = "bandit 2, 2, 2; corridor 0, 1, 1; déjà vu 1, 1, 1: 1 + 1/4 · 2/3 + 1/4"
        yield why, Fraction(17, 12), upsilon(one, family, 3)
        why = "1/2 and 1/2: bandit 2, 0; corridor 0, 1: 1/2 · 1 + 1/2 · 1/2"
        yield why, Fraction(3, 4), upsilon(agent, ordinary, 2)
        paid_at_first = Weighted(Fraction(1), embed(lambda play: Percept(2 if play else 4, 0)))
        yield "the 4 at first follows no action: 2 and 2", Fraction(2), upsilon(one, [paid_at_first], 2)
        yield "1/2 and 1/4 are not 1", InvalidParameter, raised(upsilon, one, family[:2], 1)

    def with_reality_check(agent: Agent, family: Sequence[Weighted], turns: int) -> tuple[Fraction, Fraction]:
        return upsilon(agent, family, turns), upsilon(reality_check(agent), family, turns)

    def any_one(agent: Agent, environment: Environment, turns: int) -> tuple[Fraction, Fraction]:
        third = Fraction(1, 3)  # unequal weights, so that they count
        return with_reality_check(agent, (Weighted(1 - third, embed(environment)), Weighted(third, bent)), turns)

    yield by_hand(examples)
    name = "π_RC over any ordinary environment, 2/3, and a corridor, 1/3"
    two_percepts = evolve(environments, percepts=2, said=lambda scope: "all ordinary environments over 2 percepts")
    yield every(name, any_one, evolve(agents, percepts=2), two_percepts, at(3, 4, "turns"))
    extended = among("a bandit and ignore_rewards", [(Weighted(HALF, two), Weighted(HALF, ignore_rewards))])
    yield every("one of them extended", with_reality_check, agents, extended, up_to(3)).fails(
        "one of them extended…, 3: expected Fraction(-1, 6), got Fraction(1, 6)"
    )
    yield mutants("""
        environments.weighted_average:average_reward
            totals, not averages: / turns → ∅
            the first reward counts, the last does not: percepts(run)[1:] → percepts(run)[:-1]
        environments.weighted_average:upsilon
            weights are not looked at: (weight * average_reward(
                → (Fraction(1, len(family)) * average_reward(
            weights need not add up to 1: if total != 1: → if False:
        environments.weighted_average:equally_weighted
            each of a battery weighs 1: Fraction(1, len(members)) → Fraction(1)
        transforms.reality_check:reality_check
            π_RC is frozen from the start: return agent(prompt) return agent(prompt[:1]) → return agent(prompt[:1])
    """)


STATEMENTS = statements_in(globals())
