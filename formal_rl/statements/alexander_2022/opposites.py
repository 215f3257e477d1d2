"""The opposite of an environment, and what agents that ignore it get from both."""

from collections.abc import Sequence
from typing import Any

from formal_rl.agents import Agent, LastRewardSignLearner, Learner, as_agent
from formal_rl.checking import agents, among, every, up_to
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.checking.domains import at, environments, learners, sequences_of_actions
from formal_rl.environments import ExtendedEnvironment, embed, ignore_rewards, interaction
from formal_rl.histories import Action, Percept, Reward, history, map_rewards
from formal_rl.statements.alexander_2022.published_library import PUBLISHED_FORMS
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS, OWN_RATE, RateReadingLearner
from formal_rl.statements.run_out import percepts_of
from formal_rl.transforms import opposite, opposite_outside
from formal_rl.transforms.opposite import OppositePublished


def blind_to_rewards(agent: Agent) -> Agent:
    """Return the agent that sees every reward as 0."""
    return lambda prompt: agent(map_rewards(lambda reward: 0, prompt))


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

    def total(agent: Agent, environment: ExtendedEnvironment, steps: int) -> Reward:
        rewards: Reward = sum(percept.reward for percept in interaction(agent, environment, steps, remember=False)[::2])
        return rewards

    def in_both(agent: Agent, paying: ExtendedEnvironment, turned: Any, steps: int) -> tuple[Any, Any]:
        blind = blind_to_rewards(agent)
        one = total(blind, paying, steps)
        return [one, -one], [one, total(blind, turned(paying), steps)]

    def outside(agent: Agent, name: str, steps: int) -> tuple[Any, Any]:
        return in_both(agent, EXTENDED_ENVIRONMENTS[name], opposite_outside, steps)

    def by_the_letter(agent: Agent, environment: Any, steps: int) -> tuple[Any, Any]:
        return in_both(agent, embed(environment), opposite, steps)

    def published(learner: Learner[Any], name: str, sequence: Sequence[Action]) -> tuple[Any, Any]:
        if name == "IncentivizeLearningRate":  # it asks a copy with another rate
            learner = RateReadingLearner(learner, OWN_RATE)
        form = PUBLISHED_FORMS[name]
        paid, opposed = (percepts_of(each)(learner, sequence) for each in (form, OppositePublished(form)))
        return tuple(each._replace(reward=-each.reward) for each in paid), opposed

    def examples() -> Rows:
        sign = as_agent(LastRewardSignLearner())
        punished = history((0, 0), 0, (-1, 0), 0)
        yield "at first 0 times -1", Percept(0, 0), opposite(ignore_rewards)(sign, ())
        deja_vu = EXTENDED_ENVIRONMENTS["deja_vu"]
        why = "(0,0) 0 (-1,0) 0 (0,0) 0 (-1,0) ends in a punishment: 0, as in the play"
        yield why, Percept(-1, 0), opposite(deja_vu)(sign, punished)
        why = "(0,0) 0 (1,0) 0 (0,0) 0 (1,0) ends in a payment: 1, unlike the play"
        yield why, Percept(1, 0), opposite_outside(deja_vu)(sign, punished)

    yield by_hand(examples)
    forms = among("the {} published forms", PUBLISHED_FORMS)
    yield every("published opposites pay the contrary", published, learners, forms, sequences_of_actions(3, full=5))
    named = among("{} environments", EXTENDED_ENVIRONMENTS)
    yield every("negated outside, those of the library", outside, agents, named, at(4, 5))
    yield every("by the letter", by_the_letter, agents, environments, up_to(4)).fails(
        "by the letter, 2: expected [1, -1], got [1, -2]"
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
    """)


STATEMENTS = statements_in(globals())
