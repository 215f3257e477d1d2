"""Checks of the opposite of an environment, and of what agents that ignore it get from both."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.agents import Agent, LastRewardSignLearner, Learner, LearnerClass, TrainedOn, Transition, as_agent
from formal_rl.checking import Claim, Cover, Disagreement, Part, Scope, Unknown, check_examples, decide
from formal_rl.environments import (
    ExtendedEnvironment,
    PublishedEnvironment,
    TableEnvironment,
    embed,
    ignore_rewards,
    interaction,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Percept, Play, Reward, history, map_rewards
from formal_rl.statements.alexander_2022.helper_learners import OWN_RATE, RateReadingLearner
from formal_rl.statements.alexander_2022.published_forms import PUBLISHED_FORMS
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import OppositePublished, opposite, opposite_outside

Opposite = Callable[[ExtendedEnvironment], ExtendedEnvironment]
Blinding = Callable[[Agent], Agent]

TO_FOUR = ("DejaVu", "FalseMemories", "IgnoreRewards", "ReverseHistory", "TemptingButton")
"""The published forms that are followed to horizon 4 in the quick profile; the others to 3."""

NOT_SYMMETRIC = ("ignore_rewards_2",)
"""The environments that treat rewards of the two signs differently, so that the opposite by the letter is another."""


def blind_to_rewards(agent: Agent) -> Agent:
    """Return the agent that sees every reward as 0."""
    return lambda prompt: agent(map_rewards(lambda reward: 0, prompt))


def blind_to_percepts(agent: Agent) -> Agent:
    """Return the agent that sees every percept as (0, 0): its action depends on its past actions and their number."""
    return lambda prompt: agent(
        tuple(Percept(0, 0) if index % 2 == 0 else action for index, action in enumerate(prompt))
    )


def blind_learner(learner: Learner[Any]) -> Learner[Any]:
    """Return the learner that is trained on every reward as 0."""
    return TrainedOn(learner, lambda transition: transition._replace(reward=0))


_POSITIVE, _NOT = "a positive reward in one of the two", "no positive reward"


def _rewards(agent: Agent, environment: ExtendedEnvironment, steps: int) -> tuple[Reward, ...]:
    return tuple(percept.reward for percept in interaction(agent, environment, steps, remember=False)[::2])


def _published_rewards(learner: Learner[Any], environment: PublishedEnvironment, steps: int) -> tuple[Reward, ...]:
    agent_class = LearnerClass(learner)
    agent = agent_class.initial
    observation, state = environment.start(agent_class)
    rewards = []
    for _ in range(steps):
        action, agent = agent_class.ask(agent, observation)
        percept, state = environment.step(agent_class, state, action)
        agent = agent_class.train(agent, Transition(observation, action, percept.reward, percept.observation))
        observation = percept.observation
        rewards.append(percept.reward)
    return tuple(rewards)


def _scores(steps: int, of: Callable[[Unknown, int], tuple[tuple[Reward, ...], tuple[Reward, ...]]]) -> Claim:
    """Return the claim that rewards in the environment and in its opposite add up to 0, at each step so far."""

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        rewards, opposed = of(unknown, steps)
        cover(_POSITIVE if max(*rewards, *opposed) > 0 else _NOT)
        if sum(rewards) + sum(opposed) == 0:
            return None
        return Disagreement(f"the score over {rewards} and, opposed, {opposed}", 0, sum(rewards) + sum(opposed))

    return claim


def _named(environment: ExtendedEnvironment, unknown: Unknown) -> ExtendedEnvironment:
    return environment


def _worked_examples(opposite: Opposite, outside: Opposite) -> Part:
    sign = as_agent(LastRewardSignLearner())
    paid = history((0, 0), 0, (1, 0), 1)
    punished = history((0, 0), 0, (-1, 0), 0)
    lasting = embed(
        TableEnvironment(
            {
                (): Percept(0, 0),
                paid[:2]: Percept(1, 0),
                paid: Percept(2, 0),
                punished: Percept(5, 0),
                (*paid[:3], 0): Percept(3, 0),
                (*punished[:3], 1): Percept(4, 0),
            }
        )
    )
    return check_examples(
        (
            (
                "a reward of 1/2, unpaid",
                "ignoring the size: -1/2",
                Percept(Fraction(-1, 2), 7),
                opposite(lambda agent, play: Percept(Fraction(1, 2), 7)),
                sign,
                punished,
            ),
            (
                "the same outside",
                "what is asked about has 0, 1 for the rewards 0, -1; the sum, negated",
                Percept(-1, 0),
                outside(lambda agent, play: Percept(play[0].reward + play[2].reward, 0)),
                sign,
                punished,
            ),
            *(
                ("a prompt", "no play", MalformedHistory, turned(ignore_rewards), sign, punished[:1])
                for turned in (opposite, outside)
            ),
            ("at first", "0 times -1 is 0", Percept(0, 0), opposite(ignore_rewards), sign, ()),
            (
                "the rewards of the opposite are simulated",
                "on (0,0) 0 (-1,0) 0, unpaid it does 0: 1, opposed -1",
                Percept(-1, 0),
                opposite(ignore_rewards),
                sign,
                punished,
            ),
            (
                "an environment that looks at its rewards",
                "on (0,0) 0 (-1,0) 0 it gives 5: -5",
                Percept(-5, 0),
                opposite(lasting),
                sign,
                punished,
            ),
            (
                "the same, negated outside",
                "it is asked on (0,0) 0 (1,0) 0 and gives 3: -3",
                Percept(-3, 0),
                outside(lasting),
                sign,
                punished,
            ),
            (
                "déjà vu, simulated on the opposite's rewards",
                "(0,0) 0 (-1,0) 0 (0,0) 0 (-1,0) ends in a punishment: it does 0, as in the play: 1, opposed -1",
                Percept(-1, 0),
                opposite(EXTENDED_ENVIRONMENTS["deja_vu"]),
                sign,
                punished,
            ),
            (
                "déjà vu, simulated on rewards that were never given",
                "(0,0) 0 (1,0) 0 (0,0) 0 (1,0) ends in a payment: it does 1, unlike the play: -1, opposed 1",
                Percept(1, 0),
                outside(EXTENDED_ENVIRONMENTS["deja_vu"]),
                sign,
                punished,
            ),
        )
    )


def score(
    scope: Scope,
    *,
    opposite: Opposite = opposite,
    outside: Opposite = opposite_outside,
    published: Callable[[PublishedEnvironment], PublishedEnvironment] = OppositePublished,
    blinded: Blinding = blind_to_rewards,
    blind_learner: Callable[[Learner[Any]], Learner[Any]] = blind_learner,
) -> Iterator[Part]:
    """Check the score of agents that ignore the environment: by the letter, and in the published reading."""
    horizon, actions = scope.steps(quick=4, full=5), scope.actions()
    percepts = (Percept(0, 0), Percept(1, 0), Percept(-1, 1))

    def both(
        turned: Opposite,
        environment_of: Callable[[Unknown], ExtendedEnvironment],
        blinding: Blinding,
        unknown: Unknown,
        steps: int,
    ) -> tuple[tuple[Reward, ...], tuple[Reward, ...]]:
        environment, agent = environment_of(unknown), blinding(unknown.agent)
        return _rewards(agent, environment, steps), _rewards(agent, turned(environment), steps)

    def every(unknown: Unknown) -> ExtendedEnvironment:
        return embed(unknown.environment)

    def over(
        name: str,
        turned: Opposite,
        environment_of: Callable[[Unknown], ExtendedEnvironment],
        blinding: Blinding,
        **domain: Any,
    ) -> Part:
        of = partial(both, turned, environment_of, blinding)
        return decide(name, lambda steps: _scores(steps, of), actions=actions, **domain)

    yield _worked_examples(opposite, outside)
    for name, form in PUBLISHED_FORMS.items():
        yield _published(scope, name, form, published, blind_learner)
    branches = (_POSITIVE, _NOT)
    blind = "agents that see no reward"
    yield over(
        "negated outside, every environment",
        outside,
        every,
        blinded,
        horizon=horizon,
        percepts=percepts,
        branches=branches,
        domain=f"all {blind} x all ordinary environments to horizon {horizon}, {len(percepts)} percepts x "
        f"{len(actions)} actions",
    )
    for name, environment in EXTENDED_ENVIRONMENTS.items():
        yield over(
            f"negated outside, {name}",
            outside,
            partial(_named, environment),
            blinded,
            horizon=horizon,
            branches=(_POSITIVE,),
            domain=f"all {blind} in {name} to horizon {horizon}, {len(actions)} actions",
        )
    for name, environment in EXTENDED_ENVIRONMENTS.items():
        if name in NOT_SYMMETRIC:
            continue
        yield over(
            f"by the letter, {name}",
            opposite,
            partial(_named, environment),
            blinded,
            horizon=horizon,
            branches=(_POSITIVE,),
            domain=f"all {blind} in {name} to horizon {horizon}, {len(actions)} actions",
        )
    ignoring = "agents that see neither rewards nor observations"
    yield over(
        "by the letter, every environment",
        opposite,
        every,
        blind_to_percepts,
        horizon=horizon,
        percepts=percepts,
        domain=f"all {ignoring} x all ordinary environments to horizon {horizon}, {len(percepts)} percepts x "
        f"{len(actions)} actions",
    ).meant_to_fail("the score over (1, 0) and, opposed, (-1, -1): expected 0, got -1")
    for name in NOT_SYMMETRIC:
        yield over(
            f"by the letter, {name}",
            opposite,
            partial(_named, EXTENDED_ENVIRONMENTS[name]),
            blind_to_percepts,
            horizon=WITNESS_HORIZON,
            domain=f"all {ignoring} in {name} to horizon {WITNESS_HORIZON}, whatever the scope",
        ).meant_to_fail("the score over (0, 1, -1) and, opposed, (0, -1, -1): expected 0, got -2")


WITNESS_HORIZON = 4
"""Where a witness is looked for, whatever the scope."""


def _blinded_within(blind_learner: Callable[[Learner[Any]], Learner[Any]]) -> Callable[[Learner[Any]], Learner[Any]]:
    """Return the same for learners that have a rate to be told, on the outside."""
    return lambda learner: RateReadingLearner(blind_learner(learner), OWN_RATE)


def _published(
    scope: Scope,
    name: str,
    form: PublishedEnvironment,
    published: Callable[[PublishedEnvironment], PublishedEnvironment],
    blind_learner: Callable[[Learner[Any]], Learner[Any]],
) -> Part:
    horizon, actions = scope.steps(quick=4 if name in TO_FOUR else 3, full=5), scope.actions()
    blinded = _blinded_within(blind_learner) if name == "IncentivizeLearningRate" else blind_learner

    def of(unknown: Unknown, steps: int) -> tuple[tuple[Reward, ...], tuple[Reward, ...]]:
        learner = blinded(unknown.learner)
        return _published_rewards(learner, form, steps), _published_rewards(learner, published(form), steps)

    return decide(
        f"published opposite, {name}",
        lambda steps: _scores(steps, of),
        horizon,
        actions=actions,
        branches=(_POSITIVE,),
        domain=f"all learners that are trained on no reward, in the published {name}, one of the "
        f"{len(PUBLISHED_FORMS)} published forms, to horizon {horizon}, "
        f"{len(actions)} actions",
    )


# --- Mutants ---


def _not_negated(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    return environment


def _only_losses_negated(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    def opposed(agent: Agent, play: Play) -> Percept:
        percept = environment(agent, play)
        return percept._replace(reward=max(percept.reward, -percept.reward))

    return opposed


@frozen
class _NeverPaying(OppositePublished):
    """Negate a 1, and leave a -1 as it is."""

    def step(self, agent_class: Any, state: Any, action: Action) -> tuple[Percept, Any]:
        percept, state = self.environment.step(agent_class, state, action)
        return percept._replace(reward=min(percept.reward, -percept.reward)), state


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S6-opposite",
        kind="lemma",
        title="opposites, and agents that ignore the environment",
        claim="The opposite of an environment has its rewards times -1. An agent whose actions do not depend on "
        "rewards gets a score of 0 over an environment and its opposite together.",
        source=f"{ALEXANDER_2022}, Section 6",
        check=score,
        mutants={
            "nothing is negated": {"opposite": _not_negated},
            "nothing is negated, outside": {"outside": _not_negated},
            "absolute values": {"opposite": _only_losses_negated},
            "the letter for the published reading": {"outside": opposite},
            "the published reading for the letter": {"opposite": opposite_outside},
            "published: nothing is negated": {"published": lambda environment: environment},
            "published: -1 stays": {"published": _NeverPaying},
            "agents that see rewards": {"blinded": lambda agent: agent},
            "learners that see rewards": {"blind_learner": lambda learner: learner},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all agents that see no reward x all ordinary environments to horizon 4, 3 percepts x 2 "
        "actions; in each extended environment of the library, one of which is not symmetric; all learners trained on "
        "no reward in each of the 28 published forms, to horizon 3 or 4",
        defects="False as printed, even for agents that see neither rewards nor observations: the opposite's "
        "rewards are in the past that is simulated, or looked at, and an environment need not be symmetric in their "
        "sign. The published library negates outside of the environment, whose copies are trained on rewards that "
        "were never given. Then it holds; but agents that do look at rewards are simulated on a past that is not "
        "theirs.",
        repair="the environment is asked about the play with all rewards times -1 (negated outside), by agents whose "
        "actions do not depend on rewards",
        witness="as printed: e gives (1,0) at first, (0,0) on (1,0) 0, and (1,0) on (-1,0) 0; doing 0 scores 1 in "
        "e and -2 in its opposite",
    ),
)
