"""A baby and its parent, one of them a copy of oneself: paid while the baby laughs, or while well fed by the parent."""

from typing import Any, ClassVar, NamedTuple

from attrs import frozen

from formal_rl.agents import Agent, AgentClass, Learner, Transition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.environments.simulated_copy import SimulatedCopy, simulated_play
from formal_rl.histories import Action, Observation, Percept, Play, actions, require_play

FEED, LAUGH = 0, 0
"""The adult's action and the baby's; every other natural number is not to feed, and to cry."""


@frozen
class Nutrition:
    """A baby's nutrition: ``meal`` more with each meal, ``turn`` less each turn.

    It is content from ``least`` to ``most``. Nothing keeps the level from being negative. The defaults are those of the
    paper, where each element of the flat form takes 1, and a turn has three of them.

    Source: Alexander et al. 2021, Example 17 (N).
    Ledger: A21-E17*, A22-lib
    """

    initial: int = 100
    meal: int = 25
    turn: int = 3
    least: int = 50
    most: int = 200

    def level(self, turns: int, meals: int) -> int:
        """Return N after this number of turns, of which ``meals`` fed the baby."""
        return self.initial + self.meal * meals - self.turn * turns

    def reward(self, level: int) -> int:
        """Return 1 where the baby is content with its level, else -1."""
        return 1 if self.least <= level <= self.most else -1


def crying_baby_with(nutrition: Nutrition) -> ExtendedEnvironment:
    """Return the crying baby: 1 if the baby now laughs, -1 if it cries, its action shown; (1, laugh) at first.

    The baby is a copy of the agent, and its actions are its own. It sees each action of the agent, and is paid 1 for
    being content after it, -1 for not. Every step lives the baby's life again, so that a long run wants
    `CryingBabyIncremental`.

    Source: Alexander et al. 2021, Example 17.
    Ledger: A21-E17*, A22-lib
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(1, LAUGH)
        adult = actions(play)

        def life(baby: Play) -> Percept:
            turns = len(baby) // 2 + 1
            level = nutrition.level(turns, adult[:turns].count(FEED))
            return Percept(nutrition.reward(level), adult[turns - 1])

        answer = simulated_play(agent, life, len(adult))[-1]
        return Percept(1 if answer == LAUGH else -1, answer)

    return environment


crying_baby = crying_baby_with(Nutrition())
"""Definition: Alexander et al. 2021, Example 17, as printed.

Ledger: A21-E17*, A22-lib*
"""

LEDGER = ("A21-E17", "A22-lib")

crying_baby_functional = crying_baby_with(Nutrition(meal=28))
"""Functional form. Differs: a turn with a meal takes nothing, so that a meal adds 25 in all and not 22."""


class CryingBabyState(NamedTuple):
    """Turns and meals so far, and the copy."""

    turns: int
    meals: int
    copy: SimulatedCopy


@frozen
class CryingBabyIncremental:
    """The crying baby with one simulated copy and two counts.

    Source: Alexander et al. 2021, Example 17, in the form of Section 4 of Alexander et al. 2022.
    Ledger: A21-E17*, A22-lib
    """

    nutrition: Nutrition
    first: ClassVar = Percept(1, LAUGH)

    def start(self, learner: Learner[Any]) -> tuple[Percept, CryingBabyState]:
        """Return the first percept, and a copy without observations."""
        return self.first, CryingBabyState(0, 0, SimulatedCopy(learner.initial))

    def advance(self, learner: Learner[Any], state: CryingBabyState, action: Action) -> tuple[Percept, CryingBabyState]:
        """Return the next percept, and the baby having lived through the turn."""
        turns, meals = state.turns + 1, state.meals + (action == FEED)
        felt = self.nutrition.reward(self.nutrition.level(turns, meals))
        answer, copy = state.copy.act_on(learner, Percept(felt, action))
        return Percept(1 if answer == LAUGH else -1, answer), CryingBabyState(turns, meals, copy)


crying_baby_incremental = CryingBabyIncremental(Nutrition())
"""Incremental form."""


def published_nutrition(level: int, *, fed: bool) -> int:
    """Return the nutrition after a turn, as published: one more or one less, never below 0 or above 9; 5 at first."""
    return min(level + 1, 9) if fed else max(level - 1, 0)


def published_contentment(level: int) -> int:
    """Return 1 for a nutrition from 3 to 7, as published, else -1."""
    return 1 if 2 < level < 8 else -1


class _PublishedRoleState(NamedTuple):
    """The nutrition, the copy, and the true action before."""

    nutrition: int
    copy: Any
    before: Action


class _PublishedCryingBaby:
    """Published form. Differs: no initial percept; other numbers for nutrition; the baby answers its observation before
    it gets the reward that comes with it, and is then trained as if it had answered the observation before.
    """

    shown, done_before = LAUGH, FEED

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, _PublishedRoleState]:
        return self.shown, _PublishedRoleState(5, agent_class.initial, self.done_before)

    def step(
        self, agent_class: AgentClass[Any], state: _PublishedRoleState, action: Action
    ) -> tuple[Percept, _PublishedRoleState]:
        nutrition = published_nutrition(state.nutrition, fed=action == FEED)
        answer, copy = agent_class.ask(state.copy, action)
        transition = Transition(state.before, answer, published_contentment(nutrition), action)
        copy = agent_class.train(copy, transition)
        return Percept(1 if answer == LAUGH else -1, answer), _PublishedRoleState(nutrition, copy, action)


crying_baby_published = _PublishedCryingBaby()
"""Published form."""

# Paid while well fed by a parent, which is a copy of oneself; what there is to do is to laugh or to cry.


NOT_FED = 1
"""The baby's first observation."""


def crying_baby_2_with(nutrition: Nutrition) -> ExtendedEnvironment:
    """Return the crying baby, seen from the cradle: 1 while well fed, else -1; (1, not fed) at first.

    The parent is a copy of the agent, and its actions are its own. It sees each action of the agent, and is paid 1 if
    that was to laugh, -1 if not. The agent then sees whether the parent fed.

    Source: documented intention of the published library: Alexander et al. 2021, Example 17, the roles exchanged.
    Ledger: A22-lib
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
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
class CryingBaby2Incremental(CryingBabyIncremental):
    """The crying baby seen from the cradle, with one simulated copy and two counts.

    Ledger: A22-lib
    """

    first: ClassVar = Percept(1, NOT_FED)

    def advance(self, learner: Learner[Any], state: CryingBabyState, action: Action) -> tuple[Percept, CryingBabyState]:
        """Return the next percept, and the parent having lived through the turn."""
        done, copy = state.copy.act_on(learner, Percept(1 if action == LAUGH else -1, action))
        turns, meals = state.turns + 1, state.meals + (done == FEED)
        felt = self.nutrition.reward(self.nutrition.level(turns, meals))
        return Percept(felt, done), CryingBabyState(turns, meals, copy)


crying_baby_2_incremental = CryingBaby2Incremental(Nutrition())
"""Incremental form."""


class _PublishedCryingBaby2(_PublishedCryingBaby):
    """Published form. Differs as that of the crying baby does, the parent in the place of the baby."""

    shown, done_before = NOT_FED, LAUGH

    def step(
        self, agent_class: AgentClass[Any], state: _PublishedRoleState, action: Action
    ) -> tuple[Percept, _PublishedRoleState]:
        done, copy = agent_class.ask(state.copy, action)
        nutrition = published_nutrition(state.nutrition, fed=done == FEED)
        copy = agent_class.train(copy, Transition(state.before, done, 1 if action == LAUGH else -1, action))
        return Percept(published_contentment(nutrition), done), _PublishedRoleState(nutrition, copy, action)


crying_baby_2_published = _PublishedCryingBaby2()
"""Published form."""

RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "crying_baby",
        source="A21 Example 17",
        meaning=(
            "the baby is a copy, shown each action of the agent and paid 1 while its nutrition is from 50 to 200, "
            "else -1: 100 + 25 for each action 0 - 3 for each turn; pays 1 if the baby then does 0, else -1, and "
            "shows what it does; (1, 0) at first"
        ),
        published_differs=(
            "the baby is trained as if its action had answered the observation before",
            "it is content from 3 to 7 of 5 at first, not from 50 to 200 of 100",
        ),
        functional_differs="a turn with a meal takes no nutrition, so that a meal adds 25 in all and not 22",
        observations=2,
        own_game=True,
    ),
    EnvironmentRecord(
        "crying_baby_2",
        meaning=(
            "the parent is a copy, shown each action of the agent and paid 1 if that is 0, else -1; pays 1 while the "
            "nutrition is from 50 to 200, else -1: 100 + 25 for each 0 that the parent does - 3 for each turn; shows "
            "what the parent does; (1, 1) at first"
        ),
        published_differs=("the parent is trained as if its action had answered the observation before",),
        observations=2,
        own_game=True,
    ),
)
