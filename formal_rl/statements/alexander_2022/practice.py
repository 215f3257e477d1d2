"""Checks of the practical form: start and step for environments, act and train for agents."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, Learner, LearnerClass, Transition, as_agent
from formal_rl.checking import (
    Claim,
    Cover,
    Disagreement,
    EnvironmentPair,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide,
    decide_prompts,
    equal,
)
from formal_rl.environments import (
    CATALOGUE,
    BanditIncremental,
    CorridorIncremental,
    ExtendedEnvironment,
    GuessTheNumberIncremental,
    IgnoreRewardsIncremental,
    IncrementalEnvironment,
    PublishedEnvironment,
    ReplayedIncremental,
    RunningSimulation,
    TableLearner,
    bandit,
    corridor,
    deja_vu,
    embed,
    false_memories,
    false_memories_published,
    guess_the_number,
    ignore_rewards,
    ignore_rewards_published,
    interact_incremental,
    interaction,
)
from formal_rl.environments.simulated_copy import as_it_was
from formal_rl.errors import ActionOutOfRange
from formal_rl.histories import Action, History, Percept, Play, Prompt, history
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2022.pairs import MIMICRY_PAIRS, ROLE_ENVIRONMENT_PAIRS
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement

REPLAYED = EnvironmentPair("ReplayedIncremental", deja_vu, ReplayedIncremental(deja_vu))

ORDINARY_PAIRS = (
    EnvironmentPair("BanditIncremental", embed(bandit((1, -1))), BanditIncremental((1, -1))),
    EnvironmentPair("CorridorIncremental", embed(corridor(2)), CorridorIncremental(2)),
    EnvironmentPair("GuessTheNumberIncremental", embed(guess_the_number(1, 2)), GuessTheNumberIncremental(1, 2)),
)
"""Those of ordinary environments, each with two actions."""

IGNORE_REWARDS, FALSE_MEMORIES, TEMPTING_BUTTON = (
    EnvironmentPair.of(CATALOGUE[name]) for name in ("ignore_rewards", "false_memories", "tempting_button")
)
ENVIRONMENT_PAIRS = (IGNORE_REWARDS, FALSE_MEMORIES, TEMPTING_BUTTON, REPLAYED, *ORDINARY_PAIRS)
"""Those of environments."""

LIBRARY_PAIRS = (*MIMICRY_PAIRS, *ROLE_ENVIRONMENT_PAIRS)
"""Those of the environments that only the published library has."""

_Read = Callable[[Learner[Any]], Agent]

_TWO_ZEROS = history((0, 0), 0, (0, 0), 0)

STARTED_AND_STEPPED: Mapping[str, tuple[PublishedEnvironment, ExtendedEnvironment]] = MappingProxyType(
    {
        "ignore_rewards": (ignore_rewards_published, ignore_rewards),
        "false_memories": (false_memories_published, false_memories(_TWO_ZEROS)),
    }
)
"""The published forms that are their definitions but for the reward of the first percept."""

LEAST, LIBRARY_HORIZON = 3, 5
"""How far interactions are followed at least, and in the library's environments whatever the scope: there what a copy
was trained on has had an effect."""

LONGEST_REPLAY = 4
"""How far replaying is compared off the agent's own ways, in the quick profile: it is slow."""

_NOBODY = TableLearner({})
"""A learner that is never asked."""

_BRANCHES = ("one action throughout", "the actions vary")


def _vary(actions: Sequence[Action]) -> str:
    return _BRANCHES[len(set(actions)) > 1]


def started_and_stepped(environment: PublishedEnvironment, learner: Learner[Any], steps: int) -> History:
    """Return the interaction in the practical form, with the reward 0 put where the first percept has none.

    In each step the agent acts, the environment answers, then the agent is trained.
    """
    agent_class = LearnerClass(learner)
    observation, world = environment.start(agent_class)
    percept, state = Percept(0, observation), learner.initial
    play: Play = ()
    for _ in range(steps):
        action = learner.act(state, percept.observation)
        play = (*play, percept, action)
        after, world = environment.step(agent_class, world, action)
        state = learner.learn(state, Transition(percept.observation, action, after.reward, after.observation))
        percept = after
    return play


def practical_form(
    scope: Scope,
    *,
    pairs: Sequence[EnvironmentPair] = ENVIRONMENT_PAIRS,
    library: Sequence[EnvironmentPair] = LIBRARY_PAIRS,
    published: Mapping[str, tuple[PublishedEnvironment, ExtendedEnvironment]] = STARTED_AND_STEPPED,
    replayed: Callable[[ExtendedEnvironment], IncrementalEnvironment] = ReplayedIncremental,
    as_agent: _Read = as_agent,
) -> Iterator[Part]:
    """Check that practical interactions are the definitions', and what a learner cannot know of a history."""
    horizon = max(LEAST, scope.steps(quick=5, full=7))
    length = scope.steps(quick=3, full=4)
    choices, alphabet = scope.actions(), scope.percepts(2)

    def at(run: Callable[[Learner[Any], int], History], definition: ExtendedEnvironment, steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            expected = interaction(as_agent(unknown.learner), definition, steps, remember=False)
            cover(_vary(expected[1::2]))
            got = run(unknown.learner, steps)
            if got == expected:
                return None
            same = next(i for i, (g, e) in enumerate(zip(got, expected, strict=True)) if g != e)
            return Disagreement(f"element {same} of the interaction", expected[same], got[same], expected[:same])

        return claim

    def incrementally(form: Any, learner: Learner[Any], steps: int) -> History:
        return tuple(islice(interact_incremental(learner, form), 2 * steps))

    runs = [(pair.name, partial(incrementally, pair.fast), pair.definition) for pair in pairs if pair != REPLAYED]
    runs += [
        (f"{name}, replayed", partial(incrementally, replayed(EXTENDED_ENVIRONMENTS[name])), LETTERS[name].environment)
        for name in ("backward_consciousness", "deja_vu", "reverse_history")
    ]
    runs += [
        (f"published {name}, but for r_1", partial(started_and_stepped, form), definition)
        for name, (form, definition) in published.items()
    ]
    library_runs = [
        (f"{pair.name}, of the library", partial(incrementally, pair.fast), pair.definition) for pair in library
    ]
    ordinary = {pair.name for pair in ORDINARY_PAIRS}
    for steps, some in ((horizon, runs), (LIBRARY_HORIZON, library_runs)):
        for name, run, definition in some:
            own = range(2) if name in ordinary else choices
            domain = f"all learners to horizon {steps}, {len(own)} actions"
            yield decide(name, partial(at, run, definition), steps, actions=own, branches=_BRANCHES, domain=domain)
    two, printed = evolve(scope, number_of_actions=2), LETTERS["deja_vu"].environment
    written = evolve(REPLAYED, definition=printed, fast=replayed(EXTENDED_ENVIRONMENTS["deja_vu"]))
    yield from written.parts(two if scope.is_full else evolve(two, horizon=LONGEST_REPLAY))
    for pair in ORDINARY_PAIRS:
        yield from pair.parts(two)
    yield check_examples(_ordinary_by_hand(), "ordinary environments, incrementally")
    yield decide_prompts(
        "the first reward is dropped",
        partial(_blind_to_the_first_reward, as_agent),
        (length, alphabet, choices),
        who="all learners",
        branches=("one percept", "more percepts"),
    )
    yield decide(
        "every agent is a learner read as a function",
        lambda steps: _one_reward_or_another,
        1,
        actions=range(2),
        domain="all agents on one percept, 2 actions, whatever the scope",
    ).meant_to_fail("the action on another first reward: expected 0, got 1")


def _ordinary_by_hand() -> Iterator[Example]:
    """Yield the ordinary environments a turn at a time, and where an action that is not there is refused."""

    def run(form: IncrementalEnvironment, *actions: Action) -> object:
        percept, state = form.start(_NOBODY)
        given = [percept]
        for action in actions:
            try:
                percept, state = form.advance(_NOBODY, state, action)
            except ActionOutOfRange as refused:
                return refused.index, refused.action
            given.append(percept)
        return tuple(given)

    arms, walk = BanditIncremental((1, Fraction(-1, 2))), CorridorIncremental(2)
    guessing = GuessTheNumberIncremental(1, 3)
    paid = tuple(Percept(reward, 0) for reward in (0, Fraction(-1, 2), 1))
    yield ("a bandit", "0 at first; -1/2 and 1", paid, run, arms, 1, 0)
    compared = history((0, 0), 0, (-1, 1), 0, (-1, 2), 0, (1, 0))[::2]
    yield ("1, guessed", "0 is less, 2 is more", compared, run, guessing, 0, 2, 1)
    cells = history((0, 0), 0, (0, 0), 0, (0, 1), 0, (1, 2), 0, (1, 2), 0, (0, 1))[::2]
    yield ("a corridor of 2", "left, right, right, right, left", cells, run, walk, 0, 1, 1, 1, 0)
    for form, excessive in ((arms, 2), (guessing, 3), (walk, 2)):
        for before in ((), (1, 0)):
            actions, refused = (*before, excessive), (2 * len(before) + 1, excessive)
            yield (f"{type(form).__name__}, {actions}", "element 2n + 1", refused, run, form, *actions)


def _blind_to_the_first_reward(read: _Read, prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
    agent = read(unknown.learner)
    other = (prompt[0]._replace(reward=prompt[0].reward + 1), *prompt[1:])
    cover("one percept" if len(prompt) == 1 else "more percepts")
    return equal("the action on another first reward", agent(prompt), agent(other), prompt)


def _one_reward_or_another(unknown: Unknown, cover: Cover) -> Disagreement | None:
    one, other = history((0, 0)), history((1, 0))
    return equal("the action on another first reward", unknown.agent(one), unknown.agent(other))


# --- Mutants ---


class _AskedAfterTraining(IgnoreRewardsIncremental):
    """Train the copy on the step before asking it."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        trained = learner.learn(state, Transition(0, action, 0, 0))
        return Percept(1 if action == learner.act(trained, 0) else -1, 0), trained


class _LastTurnOnly(ReplayedIncremental):
    """Forget all but the last percept."""

    def advance(self, learner: Learner[Any], state: Play, action: Action) -> tuple[Percept, Play]:
        percept, prompt = super().advance(learner, state, action)
        return percept, prompt[-1:]


def _with_the_first_reward(learner: Learner[Any]) -> Agent:
    """Let the reward of the first percept count."""

    def agent(prompt: Prompt) -> Action:
        action = as_agent(learner)(prompt)
        return action if prompt[0].reward == 0 else action + 1

    return agent


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S4",
        kind="lemma",
        title="the practical form is the definition, for every learner",
        claim="For every learner, an environment run by start and step, with copies of the learner that it trains on "
        "the way, has the same interaction as the definition with the learner read as a function of the history. A "
        "learner never receives the reward of the first percept.",
        source=f"{ALEXANDER_2022}, Section 4",
        check=practical_form,
        mutants={
            "the copy is trained before it is asked": {"pairs": (evolve(IGNORE_REWARDS, fast=_AskedAfterTraining()),)},
            "the copy is trained on the true rewards": {
                "published": {"ignore_rewards": (RunningSimulation(as_it_was), ignore_rewards)}
            },
            "the play is forgotten": {"replayed": _LastTurnOnly},
            "the first reward counts": {"as_agent": _with_the_first_reward},
        },
        verdict="holds",
        evidence="exhaustive: all learners to horizon 5, 2 actions, in every environment that has such a form, but for "
        "the abstract ones; those replayed from the beginning (backward consciousness, déjà vu, reverse history) "
        "against themselves as printed; all learners on all histories of at most 3 percepts over 2 percepts x 2 "
        "actions for the first reward",
        defects="The practical form gives no initial percept, only an observation, and training carries no reward for "
        "it; so an agent that looks at the first reward has no practical form.",
        witness="the agent that does 0 on (0,0) and 1 on (1,0) is not a learner",
    ),
)
