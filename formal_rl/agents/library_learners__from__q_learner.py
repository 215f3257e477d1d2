"""The Q-learner, exact; and the published one, a machine of floating point numbers."""

from fractions import Fraction
from math import floor
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen
from attrs.validators import ge, instance_of

from formal_rl.environments.draws import Draws, draw
from formal_rl.environments.learners import Transition
from formal_rl.histories import Action, Observation

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

    @property
    def initial(self) -> QState:
        """No row, no training."""
        return QState((), 0)

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
