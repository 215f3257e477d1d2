"""Agents and learners as practitioners write them, with act and train: right ones, and edits that are wrong."""

# ruff: noqa: D102

from collections import defaultdict
from typing import Any

from formal_rl import agents
from formal_rl.conformance.zoo.edits import edited
from formal_rl.transforms import reality_check_fold


class _Drawing:
    """Knows how many actions there are, and its draws, and counts its trainings."""

    n_actions: int
    draws: tuple[float, ...]
    trainings = 0

    def drawn(self, place: int) -> Any:
        return int(self.n_actions * self.draws[place])

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1


class Constant(_Drawing):
    """Does 0."""

    def act(self, obs: Any) -> Any:
        return 0


class Drawing(_Drawing):
    """Makes a new draw after each training."""

    def __init__(self, n_actions: Any, draws: Any) -> None:
        self.n_actions, self.draws = n_actions, draws

    def act(self, obs: Any) -> Any:
        return self.drawn(self.trainings)


class Naive(_Drawing):
    """Averages what each action was paid at once."""

    def __init__(self) -> None:
        self.paid: Any = defaultdict(list)

    def average(self, obs: Any, action: Any) -> Any:
        paid = self.paid[obs, action]
        return sum(paid) / len(paid) if paid else 0

    def act(self, obs: Any) -> Any:
        if self.draws[2 * self.trainings] < 0.15:
            return self.drawn(2 * self.trainings + 1)
        return max(range(self.n_actions), key=lambda action: self.average(obs, action))

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1
        self.paid[o_prev, a].append(r)


class Simple:
    """Keeps what was punished."""

    n_actions: int

    def __init__(self) -> None:
        self.punished: Any = set()

    def act(self, obs: Any) -> Any:
        kept = (a for a in range(self.n_actions) if (obs, a) not in self.punished)
        return next(kept, 0)

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        if r < 0:
            self.punished.add((o_prev, a))


class Tabular(_Drawing):
    """Tabular Q-learning in floating point numbers."""

    def __init__(self, epsilon: Any = 0.9, learning_rate: Any = 0.1, gamma: Any = 0.9) -> None:
        self.epsilon, self.learning_rate, self.gamma = epsilon, learning_rate, gamma
        self.table: Any = defaultdict(lambda: [0.0] * self.n_actions)

    def act(self, obs: Any) -> Any:
        row = self.table[obs]
        explores = self.draws[2 * self.trainings] > self.epsilon
        return self.drawn(2 * self.trainings + 1) if explores or not any(row) else row.index(max(row))

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        self.trainings += 1
        row, target = self.table[o_prev], r + self.gamma * max(self.table[o_next])
        row[a] += self.learning_rate * (target - row[a])


class InPlace:
    """A learner whose state is a set that it changes, one copy for each beginning."""

    initial: Any = property(lambda self: set())

    def act(self, state: Any, observation: Any) -> Any:
        return 1 if (observation, 0) in state else 0

    def learn(self, state: Any, transition: Any) -> Any:
        state.update([transition[:2]] if transition[2] < 0 else ())
        return state


a_learner = agents.SimpleLearner()
a_reality_check = reality_check_fold(a_learner)
a_class_of_a_learner = agents.to_class(a_learner)

EDITS = """
= agent_constant: Constant agents.ConstantLearner
DoesOne, untrained: does 1
  return 0 => return 1
= agent_random: Drawing agents.RandomLearner
DrawsAtEachQuestion, untrained: draws at each question, not at each training
  return self.drawn(self.trainings) => self.asked = getattr(self, "asked", -1) + 1
  +         return self.drawn(self.asked)
RoundsItsDraws, longer_training: rounds to the nearest
  self.drawn(self.trainings) => min(round(self.n_actions * self.draws[self.trainings]), self.n_actions - 1)
= agent_naive: Naive agents.NaiveLearner
SumsWhatWasPaid, longer_training: takes the sum for the average
   / len(paid) if paid else 0 =>
ExploresLess, trained: explores with probability 0.14
  < 0.15 => < 0.14
TakesTheLastOfEquals, untrained: takes the last of equals
  max(range(self.n_actions), key => max(range(self.n_actions)[::-1], key
AveragesTheLast20, hundreds_of_trainings: averages over the last 20 rewards
  self.paid[obs, action] => self.paid[obs, action][-20:]
= agent_simple: Simple agents.SimpleLearner
PredictsAndLearns: has the interface of Stable-Baselines3
  next(kept, 0) => next(kept, 0), state
  -     def act(self, obs: Any) -> Any:
  -         kept =
  +     def predict(self, obs: Any, state: Any = None) -> Any:
  +         kept =
  -     def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
  -         if r
  +     def learn(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
  +         if r
ForgivesWhatIsPaid, trained: forgets a punishment where the same is paid later
  if r < 0: => self.punished -= {(o_prev, a)} if r > 0 else set()
  +         if r < 0:
PunishesNothingToo, longer_training: avoids what was paid 0
  r < 0 => r <= 0
AvoidsActionsEverywhere, trained: avoids an action on every observation
  (obs, a) not in self.punished => a not in {action for _, action in self.punished}
GoesOnWithTheLastAction, trained: takes the last action where all were punished
  next(kept, 0) => next(kept, self.n_actions - 1)
ForgetsAfter200, hundreds_of_trainings: learns nothing from its 201st training on
  if r < 0: => self.trainings = getattr(self, "trainings", 0) + 1
  +         if r < 0 and self.trainings <= 200:
= agent_q: Tabular agents.QLearner
ExploresWithEpsilon, trained: takes epsilon for the probability to explore
  > self.epsilon => < self.epsilon
ExploresAtEpsilon, trained: explores where the draw is epsilon
  > self.epsilon => >= self.epsilon
TakesTheLastOfEqualValues, trained: takes the last of equals
  row.index(max(row)) => self.n_actions - 1 - row[::-1].index(max(row))
GoesByWhatItDoesNext, longer_training: goes by the value of what it would do next
  max(self.table[o_next]) => self.table[o_next][self.act(o_next)]
GoesByWhatItSaw, trained: goes by the value of the observation before
  max(self.table[o_next]) => max(self.table[o_prev])
OfHalfPrecision, as_in_the_paper: keeps its values in half precision
  -         row[a] += self.learning_rate * (target - row[a])
  +         row[a] = float(__import__("numpy").half(row[a] + self.learning_rate * (target - row[a])))
CountsQuestions, untrained: takes draws at each question, not at each training
  row = self.table[obs] => self.questions = getattr(self, "questions", -1) + 1
  +         row, self.trainings = self.table[obs], self.questions % 4
= learner: Simple
LearnsFromItsAnswers, asked_in_between: learns from what it answered
  return next(kept, 0) => self.did = next(kept, 0)
  +         return self.did
  add((o_prev, a)) => add((o_prev, getattr(self, "did", 0)))
BoredWhenAskedAgain, asked_repeatedly: does otherwise when asked again
  return next(kept, 0) => self.asked = getattr(self, "asked", 0) + 1
  +         return next(kept, 0) ^ (self.asked > 2)
  if r < 0: => self.asked = 0
  +         if r < 0:
OneSetForAll, another_trained: what one learns is learnt, and forgotten, by all
  self.punished: Any = set() => Simple.punished = set()
ReplaysWhatAllSaw, hundreds_of_trainings: replays what all instances saw, from the 30th on
  class Simple: => SEEN_BY_ALL: Any = set()
  + class Simple:
  if r < 0: => self.trainings = getattr(self, "trainings", 0) + 1
  +         self.punished |= SEEN_BY_ALL if self.trainings >= 30 else set()
  +         if r < 0:
  +             SEEN_BY_ALL.add((o_prev, a))
DrawsAtEachQuestion, asked_repeatedly: draws at each question
InPlace, kept: changes its states in place
= learner: Constant agents.ConstantLearner Drawing agents.RandomLearner Naive agents.NaiveLearner
= learner: agents.SimpleLearner PredictsAndLearns Tabular agents.QLearner a_learner a_reality_check a_class_of_a_learner
= agent_q published: Tabular agents.QLearnerPublished
= agent_simple published: Simple
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
