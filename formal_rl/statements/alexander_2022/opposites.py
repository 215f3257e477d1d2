"""The opposite of an environment, and what agents that ignore it get from both."""

from typing import Any

from formal_rl.agents import Agent, LastRewardSignLearner, Learner, LearnerClass, Transition, as_agent
from formal_rl.agents.learners import TrainedOn
from formal_rl.checking import agents, among, every, up_to
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.checking.domains import at, environments, learners
from formal_rl.environments import ExtendedEnvironment, embed, ignore_rewards, interaction
from formal_rl.histories import Percept, Play, Reward, history, map_rewards
from formal_rl.statements.alexander_2022.published_library import PUBLISHED_FORMS
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS, OWN_RATE, RateReadingLearner
from formal_rl.transforms import opposite, opposite_outside
from formal_rl.transforms.opposite import OppositePublished

NOT_SYMMETRIC = "ignore_rewards_2"
"""The environment that treats rewards of the two signs differently, so that the opposite as printed is another."""


def blind_to_rewards(agent: Agent) -> Agent:
    """Return the agent that sees every reward as 0."""
    return lambda prompt: agent(map_rewards(lambda reward: 0, prompt))


def blind_learner(learner: Learner[Any]) -> Learner[Any]:
    """Return the learner that is trained on every reward as 0."""
    return TrainedOn(learner, lambda transition: transition._replace(reward=0))


@lemma(
    "A22-S6-opposite",
    "opposites, and agents that ignore the environment",
    "Section 6",
    "holds (repaired)",
    defects="The sentence has two readings. If the opposite answers on its own plays, the claim fails, even "
    "for agents that see neither rewards nor observations: the environment simulates or reads a past with negated "
    "rewards, and need not be symmetric in their sign. The published library negates outside of the environment, "
    "whose copies are trained on rewards that were never given. Then the claim holds; but agents that do depend "
    "on rewards are simulated on a past that is not theirs.",
    repair="the environment answers on the play with all rewards times -1 (negated outside), by agents whose "
    "actions do not depend on rewards",
    witness="asked about its own plays: e gives (1,0) at first, (0,0) on (1,0) 0, and (1,0) on (-1,0) 0; doing 0 "
    "scores 1 in e and -2 in its opposite",
)
def score() -> Evidence:
    """The opposite of an environment has its rewards times -1. An agent whose actions do not depend on rewards scores 0
    over an environment and its opposite together.
    """

    def blind_to_percepts(agent: Agent) -> Agent:
        return lambda prompt: agent(tuple(Percept(0, 0) if n % 2 == 0 else action for n, action in enumerate(prompt)))

    def with_losses(environment: Any) -> ExtendedEnvironment:
        def paying(play: Play) -> Percept:
            reward, shown = environment(play)
            return Percept(reward - shown, shown)

        return embed(paying)

    def total(agent: Agent, environment: ExtendedEnvironment, steps: int) -> Reward:
        rewards: Reward = sum(percept.reward for percept in interaction(agent, environment, steps, remember=False)[::2])
        return rewards

    def total_published(learner: Learner[Any], environment: Any, steps: int) -> Reward:
        agent_class = LearnerClass(learner)
        agent, rewards = agent_class.initial, 0
        observation, state = environment.start(agent_class)
        for _ in range(steps):
            action, agent = agent_class.ask(agent, observation)
            percept, state = environment.step(agent_class, state, action)
            agent = agent_class.train(agent, Transition(observation, action, *percept))
            observation = percept.observation
            rewards += percept.reward
        return rewards

    def scores(one: Reward, opposed: Reward) -> tuple[Any, Any]:
        return [one, -one], [one, opposed]

    def in_both(turned: Any, blinded: Any) -> Any:
        def claim(agent: Agent, environment: Any, steps: int) -> tuple[Any, Any]:
            paying = with_losses(environment) if callable(environment) else EXTENDED_ENVIRONMENTS[environment]
            blind = blinded(agent)
            return scores(total(blind, paying, steps), total(blind, turned(paying), steps))

        return claim

    def published(learner: Learner[Any], name: str, steps: int) -> tuple[Any, Any]:
        blind, form = blind_learner(learner), PUBLISHED_FORMS[name]
        if name == "IncentivizeLearningRate":  # it asks a copy with another rate
            blind = RateReadingLearner(blind, OWN_RATE)
        return scores(total_published(blind, form, steps), total_published(blind, OppositePublished(form), steps))

    def examples() -> Rows:
        sign = as_agent(LastRewardSignLearner())
        punished = history((0, 0), 0, (-1, 0), 0)
        yield "at first 0 times -1", Percept(0, 0), opposite(ignore_rewards)(sign, ())
        deja_vu = EXTENDED_ENVIRONMENTS["deja_vu"]
        why = "(0,0) 0 (-1,0) 0 (0,0) 0 (-1,0) ends in a punishment: 0, as in the play"
        yield why, Percept(-1, 0), opposite(deja_vu)(sign, punished)
        why = "(0,0) 0 (1,0) 0 (0,0) 0 (1,0) ends in a payment: 1, unlike the play"
        yield why, Percept(1, 0), opposite_outside(deja_vu)(sign, punished)

    four, (outside, letter) = at(4, 5), (in_both(each, blind_to_rewards) for each in (opposite_outside, opposite))
    by_letter = in_both(opposite, blind_to_percepts)
    symmetric = [name for name in EXTENDED_ENVIRONMENTS if name != NOT_SYMMETRIC]
    named, but_one = among("{} environments", EXTENDED_ENVIRONMENTS), among("{} of them", symmetric)
    yield by_hand(examples)
    yield every("published opposites", published, learners, among("the {} published forms", PUBLISHED_FORMS), at(3, 5))
    yield every("negated outside, every environment", outside, agents, environments, four)
    yield every("negated outside, those of the library", outside, agents, named, four)
    yield every("by the letter, those of the library", letter, agents, but_one, four)
    yield every("by the letter", by_letter, agents, environments, up_to(4)).fails(
        "by the letter, 2: expected [1, -1], got [1, -2]"
    )
    one = among("the one that is not symmetric", [NOT_SYMMETRIC])
    yield every("by the letter", by_letter, agents, one, up_to(4)).fails(
        f"by the letter, {NOT_SYMMETRIC}, 3: expected [0, 0], got [0, -2]"
    )
    yield mutants("""
        transforms.opposite:opposite
            nothing is negated: -percept.reward → percept.reward
            absolute values: -percept.reward → max(percept.reward, -percept.reward)
            the published reading for the letter: environment(agent, play)
                → environment(agent, map_rewards(lambda reward: -reward, play))
        transforms.opposite:opposite_outside
            the letter for the published reading: map_rewards(lambda reward: -reward, play) → play
        transforms.opposite:OppositePublished
            published, -1 stays: -percept.reward → min(percept.reward, -percept.reward)
        :blind_to_rewards
            agents that see rewards: agent(map_rewards(lambda reward: 0, prompt)) → agent(prompt)
        :blind_learner
            learners that see rewards: transition._replace(reward=0) → transition
    """)


STATEMENTS = statements_in(globals())
