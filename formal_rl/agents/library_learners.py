"""The small learners that have names: those of the published library, and two that follow the last reward."""

from fractions import Fraction
from math import floor
from typing import Any, ClassVar, NamedTuple, TypeAlias

from attrs import field, frozen
from attrs.validators import ge, instance_of

from formal_rl.agents.draws import Draws, draw
from formal_rl.agents.learners import Transition
from formal_rl.histories import Action, Observation, Reward, require_action


@frozen
class ConstantLearner:
    """The learner that always takes ``action``."""

    action: Action = field(default=0, validator=lambda _, __, value: require_action(value))
    initial: ClassVar[tuple[()]] = ()

    def act(self, state: tuple[()], observation: Observation) -> Action:
        """Return the action."""
        return self.action

    def learn(self, state: tuple[()], transition: Transition) -> tuple[()]:
        """Return the one state."""
        return ()


@frozen
class LastRewardSignLearner:
    """The learner that does 1 if its latest reward was positive, else 0; 0 untrained.

    Its state is 1 or 0.
    """

    initial: ClassVar[Action] = 0

    def act(self, state: Action, observation: Observation) -> Action:
        """Return the state."""
        return state

    def learn(self, state: Action, transition: Transition) -> Action:
        """Return 1 for a positive reward, else 0."""
        reward: Reward = transition.reward
        return 1 if reward > 0 else 0


@frozen
class WinStayLearner:
    """Win, stay; lose, shift: the last action again if its reward was positive, else the next one; 0 untrained.

    Its state is the action that comes next.
    """

    number_of_actions: int = field(default=2, validator=[instance_of(int), ge(1)])
    initial: ClassVar[Action] = 0

    def act(self, state: Action, observation: Observation) -> Action:
        """Return the state."""
        return state

    def learn(self, state: Action, transition: Transition) -> Action:
        """Return the action if it was paid, else the next one, and 0 after the last."""
        return transition.action if transition.reward > 0 else (transition.action + 1) % self.number_of_actions


Punished: TypeAlias = frozenset[tuple[Observation, Action]]


@frozen
class SimpleLearner:
    """The learner that takes the least action never punished on this observation, or 0 if there is none.

    A pair is punished if a negative reward followed it. Its state is the set of punished (observation, action).

    Source: Alexander et al. 2022, Section 6 (Simple).
    Ledger: A22-S6-agents*
    """

    number_of_actions: int = field(default=2, validator=[instance_of(int), ge(1)])
    initial: ClassVar[Punished] = frozenset()

    def act(self, state: Punished, observation: Observation) -> Action:
        """Return the least action that is not in the set with this observation, else 0."""
        for action in range(self.number_of_actions):
            if (observation, action) not in state:
                return action
        return 0

    def learn(self, state: Punished, transition: Transition) -> Punished:
        """Return the set, with the pair added if the reward is negative."""
        observation, action, reward, _ = transition
        if reward < 0 and (observation, action) not in state:
            return state | {(observation, action)}
        return state


class NaiveState(NamedTuple):
    """Sum and number of the rewards that followed each (observation, action); and the trainings so far."""

    rewards: tuple[tuple[tuple[Observation, Action], tuple[Reward, int]], ...]
    trainings: int


@frozen
class NaiveLearner:
    """The learner that takes the action of the best average immediate reward on this observation.

    The first of equals; an action never tried counts as 0. With m trainings so far, and v_2m < 15/100, it does
    floor(n v_2m+1) instead.

    Source: an agent of the library released with Alexander et al. 2022, in its results and no longer in its code.
    """

    draws: Draws
    number_of_actions: int = field(default=2, validator=[instance_of(int), ge(1)])
    initial: ClassVar[NaiveState] = NaiveState((), 0)

    def act(self, state: NaiveState, observation: Observation) -> Action:
        """Return the action."""
        m = state.trainings
        if draw(self.draws, 2 * m) < Fraction(15, 100):
            return floor(self.number_of_actions * draw(self.draws, 2 * m + 1))
        tried = dict(state.rewards)
        sums = [tried.get((observation, a), (0, 1)) for a in range(self.number_of_actions)]
        averages = [Fraction(total, number) for total, number in sums]
        return averages.index(max(averages))

    def learn(self, state: NaiveState, transition: Transition) -> NaiveState:
        """Return the sums with one more reward."""
        tried = dict(state.rewards)
        entry = transition.observation, transition.action
        total, number = tried.get(entry, (0, 0))
        tried[entry] = total + transition.reward, number + 1
        return NaiveState(tuple(tried.items()), state.trainings + 1)


@frozen
class RandomLearner:
    """The learner that does floor(n v_k), for n actions, draws v_0, v_1, ... and k trainings so far.

    Its state is k; so copies that were trained equally often act alike.

    Source: Alexander et al. 2022, Section 6 (Random), with the draws of Section 4.1 made explicit.
    Ledger: A22-S6-agents*
    """

    draws: Draws
    number_of_actions: int = field(default=2, validator=[instance_of(int), ge(1)])
    initial: ClassVar[int] = 0

    def act(self, state: int, observation: Observation) -> Action:
        """Return the action that is drawn."""
        return floor(self.number_of_actions * draw(self.draws, state))

    def learn(self, state: int, transition: Transition) -> int:
        """Count."""
        return state + 1


Row: TypeAlias = tuple[Any, ...]


class QState(NamedTuple):
    """The rows of the table by observation, in the order in which they were first trained; and the trainings so far.

    A row that is not there is all 0.

    Ledger: A22-S6-agents
    """

    rows: tuple[tuple[Observation, Row], ...]
    trainings: int


def _fraction(value: Any) -> Fraction:
    return Fraction(value)


@frozen
class QLearner:
    """Tabular Q-learning in exact fractions.

    With m trainings so far it explores where v_2m > ``epsilon``, doing floor(n v_2m+1), as it does where the row of the
    observation is all 0; else it takes the action of the greatest value, the first of equals. Training moves
    Q(o, a) by ``learning_rate`` towards r + ``gamma`` max Q(o', .).

    Here ``epsilon`` is the probability to exploit, as in the published code; usually it is that to explore.

    Source: Alexander et al. 2022, Section 6 (Q).
    Ledger: A22-S6-agents*
    """

    draws: Draws
    number_of_actions: int = field(default=2, validator=[instance_of(int), ge(1)])
    epsilon: Fraction = field(default=Fraction(9, 10), converter=_fraction)
    learning_rate: Fraction = field(default=Fraction(1, 10), converter=_fraction)
    gamma: Fraction = field(default=Fraction(9, 10), converter=_fraction)
    initial: ClassVar[QState] = QState((), 0)

    def row(self, state: QState, observation: Observation) -> Row:
        """Return the values of the actions on ``observation``."""
        for seen, row in state.rows:
            if seen is observation or seen == observation:
                return row
        return (0,) * self.number_of_actions

    def act(self, state: QState, observation: Observation) -> Action:
        """Return the action."""
        m = state.trainings
        if draw(self.draws, 2 * m) > self.epsilon or not any(row := self.row(state, observation)):
            return floor(self.number_of_actions * draw(self.draws, 2 * m + 1))
        return row.index(max(row))

    def learn(self, state: QState, transition: Transition) -> QState:
        """Return the table after the update."""
        o, a, r, after = transition
        rows, trainings = state
        place = 0
        for seen, _ in rows:
            if seen is o or seen == o:
                break
            place += 1
        else:
            rows = (*rows, (o, (0,) * self.number_of_actions))
        trained, row = rows[place]
        target = r + self.gamma * max(row if after is o or after == o else self.row(state, after))
        values, table = list(row), list(rows)
        values[a] += self.learning_rate * (target - values[a])
        table[place] = trained, tuple(values)
        return QState(tuple(table), trainings + 1)


@frozen
class QLearnerPublished(QLearner):
    """The published Q-learner: float64, in the order of operations of `QLearner`, so equal bit for bit.

    Source: the library released with Alexander et al. 2022, for its Section 6.
    Ledger: A22-S6-agents*
    """

    epsilon: Any = field(default=0.9, converter=float)
    learning_rate: Any = field(default=0.1, converter=float)
    gamma: Any = field(default=0.9, converter=float)
