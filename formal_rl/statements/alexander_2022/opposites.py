"""Checks of the opposite of an environment, and of what agents that ignore it get from both."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from formal_rl.agents import Agent, LastRewardSignLearner, Learner, LearnerClass, TrainedOn, Transition, as_agent
from formal_rl.checking import Claim, Cover, Disagreement, Example, Part, Scope, Unknown, check_examples, decide
from formal_rl.environments import (
    ExtendedEnvironment,
    PublishedEnvironment,
    TableEnvironment,
    embed,
    ignore_rewards,
    interaction,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, Play, Reward, history, map_rewards
from formal_rl.statements.alexander_2022.by_hand import PublishedPayingOtherwise, paying_otherwise
from formal_rl.statements.alexander_2022.helper_learners import OWN_RATE, RateReadingLearner
from formal_rl.statements.alexander_2022.published_library import PUBLISHED_FORMS
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import OppositePublished, opposite, opposite_outside

Opposite = Callable[[ExtendedEnvironment], ExtendedEnvironment]
Blinding = Callable[[Agent], Agent]

TO_FOUR = ("DejaVu", "FalseMemories", "IgnoreRewards", "ReverseHistory", "TemptingButton")
"""The published forms that are followed to horizon 4 in the quick profile; the others to 3."""

NOT_SYMMETRIC = ("ignore_rewards_2",)
"""The environments that treat rewards of the two signs differently, so that the opposite as printed is another."""


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


def _worked_examples(opposite: Opposite, outside: Opposite) -> Iterator[Example]:
    sign, deja_vu = as_agent(LastRewardSignLearner()), EXTENDED_ENVIRONMENTS["deja_vu"]
    paid, punished = history((0, 0), 0, (1, 0), 1), history((0, 0), 0, (-1, 0), 0)
    lasting = embed(
        TableEnvironment(
            {(): Percept(0, 0), paid[:2]: Percept(1, 0), paid: Percept(2, 0), punished: Percept(5, 0)}
            | {(*paid[:3], 0): Percept(3, 0), (*punished[:3], 1): Percept(4, 0)}
        )
    )

    def half(agent: Agent, play: Play) -> Percept:
        return Percept(Fraction(1, 2), 7)

    def adding(agent: Agent, play: Play) -> Percept:
        return Percept(play[0].reward + play[2].reward, 0)

    minus_half, given, minus = Percept(Fraction(-1, 2), 7), Percept(1, 0), Percept(-1, 0)
    yield ("a reward of 1/2, unpaid", "ignoring the size: -1/2", minus_half, opposite(half), sign, punished)
    yield ("the same outside", "the sum of 0 and 1, for 0 and -1, negated", minus, outside(adding), sign, punished)
    for turned in (opposite, outside):
        yield ("a prompt", "not a play", MalformedHistory, turned(ignore_rewards), sign, punished[:1])
    opposed, why = opposite(ignore_rewards), "on (0,0) 0 (-1,0) 0, unpaid it does 0: 1, opposed -1"
    yield ("at first", "0 times -1 is 0", Percept(0, 0), opposed, sign, ())
    yield ("the rewards of the opposite are simulated", why, minus, opposed, sign, punished)
    about, why = "an environment that looks at its rewards", "on (0,0) 0 (-1,0) 0 it gives 5: -5"
    yield (about, why, Percept(-5, 0), opposite(lasting), sign, punished)
    why = "it is asked on (0,0) 0 (1,0) 0 and gives 3: -3"
    yield ("the same, negated outside", why, Percept(-3, 0), outside(lasting), sign, punished)
    why = "(0,0) 0 (-1,0) 0 (0,0) 0 (-1,0) ends in a punishment: it does 0, as in the play: 1, opposed -1"
    yield ("déjà vu, simulated on the opposite's rewards", why, minus, opposite(deja_vu), sign, punished)
    why = "(0,0) 0 (1,0) 0 (0,0) 0 (1,0) ends in a payment: it does 1, unlike the play: -1, opposed 1"
    yield ("déjà vu, simulated on rewards that were never given", why, given, outside(deja_vu), sign, punished)


_PERCEPTS = (Percept(0, 0), Percept(1, 0), Percept(-1, 1))
_SIGHTED = ("agents that see no reward", "agents that see neither rewards nor observations")
_BlindLearner = Callable[[Learner[Any]], Learner[Any]]


def score(
    scope: Scope,
    *,
    opposite: Opposite = opposite,
    outside: Opposite = opposite_outside,
    published: Callable[[PublishedEnvironment], PublishedEnvironment] = OppositePublished,
    blinded: Blinding = blind_to_rewards,
    blind_learner: _BlindLearner = blind_learner,
) -> Iterator[Part]:
    """Check the score of agents that ignore the environment: as printed, and in the published reading."""
    horizon, actions = scope.steps(quick=4, full=5), scope.actions()

    def part(turned: Opposite, name: str | None, blinding: Blinding = blinded, *, witness: bool = False) -> Part:
        """Decide about one environment, or about every ordinary one; ``witness`` is where a refutation is sought."""

        def of(unknown: Unknown, steps: int) -> tuple[tuple[Reward, ...], tuple[Reward, ...]]:
            environment = EXTENDED_ENVIRONMENTS[name] if name else embed(unknown.environment)
            agent = blinding(unknown.agent)
            return _rewards(agent, environment, steps), _rewards(agent, turned(environment), steps)

        who, steps = _SIGHTED[witness], WITNESS_HORIZON if witness and name else horizon
        where = f"in {name}" if name else "x all ordinary environments"
        over = f"{len(actions)} actions" if name else f"{len(_PERCEPTS)} percepts x {len(actions)} actions"
        return decide(
            f"{'negated outside' if turned is outside else 'by the letter'}, {name or 'every environment'}",
            lambda steps: _scores(steps, of),
            steps,
            actions=actions,
            percepts=_PERCEPTS,
            branches=() if witness else (_POSITIVE,) if name else (_POSITIVE, _NOT),
            domain=f"all {who} {where} to horizon {steps}, {'whatever the scope' if witness and name else over}",
        )

    yield check_examples(_worked_examples(opposite, outside))
    for name, form in PUBLISHED_FORMS.items():
        yield _published(scope, name, form, published, blind_learner)
    for each in (None, *EXTENDED_ENVIRONMENTS):
        yield part(outside, each)
    for each in EXTENDED_ENVIRONMENTS:
        if each not in NOT_SYMMETRIC:
            yield part(opposite, each)
    yield part(opposite, None, blind_to_percepts, witness=True).meant_to_fail(
        "the score over (1, 0) and, opposed, (-1, -1): expected 0, got -1"
    )
    for each in NOT_SYMMETRIC:
        yield part(opposite, each, blind_to_percepts, witness=True).meant_to_fail(
            "the score over (0, 1, -1) and, opposed, (0, -1, -1): expected 0, got -2"
        )


WITNESS_HORIZON = 4
"""Where a witness is looked for, whatever the scope."""


def _published(
    scope: Scope,
    name: str,
    form: PublishedEnvironment,
    published: Callable[[PublishedEnvironment], PublishedEnvironment],
    blind_learner: _BlindLearner,
) -> Part:
    horizon, actions = scope.steps(quick=4 if name in TO_FOUR else 3, full=5), scope.actions()

    def of(unknown: Unknown, steps: int) -> tuple[tuple[Reward, ...], tuple[Reward, ...]]:
        learner = blind_learner(unknown.learner)
        if name == "IncentivizeLearningRate":
            learner = RateReadingLearner(learner, OWN_RATE)
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


def _only_losses_negated(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    return paying_otherwise(environment, lambda agent, play, right: max(right.reward, -right.reward))


def _never_paying(environment: PublishedEnvironment) -> PublishedEnvironment:
    """Negate a 1, and leave a -1 as it is."""
    return PublishedPayingOtherwise(environment, lambda reward: min(reward, -reward))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S6-opposite",
        kind="lemma",
        title="opposites, and agents that ignore the environment",
        claim="The opposite of an environment has its rewards times -1. An agent whose actions do not depend on "
        "rewards scores 0 over an environment and its opposite together.",
        source=f"{ALEXANDER_2022}, Section 6",
        check=score,
        mutants={
            "nothing is negated": {"opposite": lambda environment: environment},
            "nothing is negated, outside": {"outside": lambda environment: environment},
            "absolute values": {"opposite": _only_losses_negated},
            "the letter for the published reading": {"outside": opposite},
            "the published reading for the letter": {"opposite": opposite_outside},
            "published: nothing is negated": {"published": lambda environment: environment},
            "published: -1 stays": {"published": _never_paying},
            "agents that see rewards": {"blinded": lambda agent: agent},
            "learners that see rewards": {"blind_learner": lambda learner: learner},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all agents that see no reward x all ordinary environments to horizon 4, 3 percepts x 2 "
        "actions; in each extended environment of the library, one of which is not symmetric; all learners trained on "
        "no reward in each of the 28 published forms, to horizon 3 or 4",
        defects="The sentence has two readings. If the opposite is asked about its own plays, the claim fails, even "
        "for agents that see neither rewards nor observations: the environment simulates or reads a past with negated "
        "rewards, and need not be symmetric in their sign. The published library negates outside of the environment, "
        "whose copies are trained on rewards that were never given. Then the claim holds; but agents that do depend "
        "on rewards are simulated on a past that is not theirs.",
        repair="the environment is asked about the play with all rewards times -1 (negated outside), by agents whose "
        "actions do not depend on rewards",
        witness="asked about its own plays: e gives (1,0) at first, (0,0) on (1,0) 0, and (1,0) on (-1,0) 0; doing 0 "
        "scores 1 in e and -2 in its opposite",
    ),
)
