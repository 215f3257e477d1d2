"""Paid while well fed by a parent, which is a copy of oneself; what there is to do is to laugh or to cry."""

from typing import Any

from attrs import frozen

from formal_rl.environments.crying_baby import (
    FEED,
    LAUGH,
    CryingBabyState,
    Nutrition,
    PublishedRoleState,
    published_contentment,
    published_nutrition,
)
from formal_rl.environments.learners import AgentClass, Learner, Transition
from formal_rl.environments.simulated_play import SimulatedCopy, simulated_play
from formal_rl.environments.types import Agent, ExtendedEnvironment
from formal_rl.histories import Action, Observation, Percept, Play, actions, check_play

LEDGER = ("A22-lib",)

NOT_FED = 1
"""What the baby sees before anything is done."""


def crying_baby_2_with(nutrition: Nutrition) -> ExtendedEnvironment:
    """Return the crying baby, seen from the cradle: 1 while well fed, else -1; (1, not fed) at first.

    The parent is a copy of the agent, and its actions are its own. It sees each action of the agent, and is paid 1 if
    that was to laugh, -1 if not. What it does then, to feed or not, is what the agent is shown. The environment raises
    `MalformedHistory` on what is no play.

    Source: documented intention of the published library: Alexander et al. 2021, Example 17, the roles exchanged.
    """

    def environment(agent: Agent, play: Play) -> Percept:
        check_play(play)
        if play == ():
            return Percept(1, NOT_FED)
        baby = actions(play)

        def life(parent: Play) -> Percept:
            seen = baby[len(parent) // 2]
            return Percept(1 if seen == LAUGH else -1, seen)

        parent = simulated_play(agent, life, len(baby))
        level = nutrition.level(len(baby), actions(parent).count(FEED))
        return Percept(nutrition.reward(level), parent[-1])

    return environment


crying_baby_2 = crying_baby_2_with(Nutrition())
"""Definition: the documented intention, with the numbers of Example 17. The functional form is the same.

Ledger: A22-lib*
"""


@frozen
class CryingBaby2Incremental:
    """The crying baby seen from the cradle, with one simulated copy and two counts.

    Source: Alexander et al. 2022, Section 4.
    """

    nutrition: Nutrition

    def start(self, learner: Learner[Any]) -> tuple[Percept, CryingBabyState]:
        """Return (1, not fed), and a copy that has not been shown anything."""
        return Percept(1, NOT_FED), CryingBabyState(0, 0, SimulatedCopy(learner.initial))

    def advance(self, learner: Learner[Any], state: CryingBabyState, action: Action) -> tuple[Percept, CryingBabyState]:
        """Return the next percept, and the parent having lived through the turn."""
        done, copy = state.copy.shown(learner, Percept(1 if action == LAUGH else -1, action))
        turns, meals = state.turns + 1, state.meals + (done == FEED)
        felt = self.nutrition.reward(self.nutrition.level(turns, meals))
        return Percept(felt, done), CryingBabyState(turns, meals, copy)


crying_baby_2_incremental = CryingBaby2Incremental(Nutrition())
"""Incremental form."""


class PublishedCryingBaby2:
    """Published form. Differs: no initial percept; other numbers for nutrition; the parent answers what it is shown
    before it is told the reward that comes with it, and is then told that it answered what it was shown before that.
    """

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, PublishedRoleState]:
        """Return not fed, and a new copy, taken to have seen a laugh."""
        return NOT_FED, PublishedRoleState(5, agent_class.initial, LAUGH)

    def step(
        self, agent_class: AgentClass[Any], state: PublishedRoleState, action: Action
    ) -> tuple[Percept, PublishedRoleState]:
        """Return 1 or -1 by the nutrition, what the parent does as observation, and the parent trained."""
        done, copy = agent_class.ask(state.copy, action)
        nutrition = published_nutrition(state.nutrition, fed=done == FEED)
        told = Transition(state.before, done, 1 if action == LAUGH else -1, action)
        copy = agent_class.train(copy, told)
        return Percept(published_contentment(nutrition), done), PublishedRoleState(nutrition, copy, action)


crying_baby_2_published = PublishedCryingBaby2()
"""Published form."""
