"""The measured agents of Alexander et al. 2022, Section 6, and learners: right ones, and edits that are wrong."""

from collections import defaultdict
from fractions import Fraction

import numpy as np

from formal_rl.conformance.zoo.edits import edited


class Constant:
    def act(self, obs):
        return 0

    def train(self, o_prev, a, r, o_next):
        pass


class NumpyConstant(Constant):
    def act(self, obs):
        return np.argmax(np.zeros(2))


class FromAPool:
    used = 0

    def __init__(self, n_actions, draws):
        self.n, self.draws = n_actions, draws

    def act(self, obs):
        return int(self.n * self.draws[self.used])

    def train(self, o_prev, a, r, o_next):
        self.used += 1


class PoolAsAnArray(FromAPool):
    def __init__(self, *, num_legal_actions, draws):
        super().__init__(num_legal_actions, np.array([float(draw) for draw in draws]))

    def act(self, obs):
        return np.floor(self.n * self.draws[self.used]).astype(np.int64)


class Simple:
    def __init__(self, n_actions):
        self.n_actions, self.punished = n_actions, set()

    def act(self, obs):
        return next((a for a in range(self.n_actions) if (obs, a) not in self.punished), 0)

    def train(self, o_prev, a, r, o_next):
        if r < 0:
            self.punished.add((o_prev, a))


class SimpleArrays:
    n_actions = 2

    def __init__(self):
        self.table = defaultdict(lambda: np.ones(self.n_actions, dtype=bool))

    def act(self, obs):
        return np.argmax(self.table[obs])

    def train(self, o_prev, a, r, o_next):
        self.table[o_prev][a] &= r >= 0


class Naive:
    epsilon = Fraction(15, 100)

    def __init__(self, n_actions, draws):
        self.n, self.draws, self.trained = n_actions, draws, 0
        self.sums, self.counts = (defaultdict(lambda: [0] * n_actions) for _ in range(2))

    def averages(self, obs):
        return [Fraction(s, c) if c else 0 for s, c in zip(self.sums[obs], self.counts[obs], strict=True)]

    def act(self, obs):
        explore, which = self.draws[2 * self.trained], self.draws[2 * self.trained + 1]
        if explore < self.epsilon:
            return int(self.n * which)
        averages = self.averages(obs)
        return averages.index(max(averages))

    def train(self, o_prev, a, r, o_next):
        self.sums[o_prev][a] += r
        self.counts[o_prev][a] += 1
        self.trained += 1


class QLearner:
    def __init__(self, n_actions, epsilon, learning_rate, gamma, draws):
        self.n, self.epsilon, self.learning_rate, self.gamma = n_actions, epsilon, learning_rate, gamma
        self.draws, self.m, self.q = draws, 0, {}

    def value(self, obs, action):
        return self.q.get((obs, action), 0)

    def values(self, obs):
        return [self.value(obs, action) for action in range(self.n)]

    def act(self, obs):
        values = self.values(obs)
        if self.draws[2 * self.m] > self.epsilon or not any(values):
            return int(self.n * self.draws[2 * self.m + 1])
        return values.index(max(values))

    def train(self, o_prev, a, r, o_next):
        target = r + self.gamma * max(self.values(o_next))
        self.q[o_prev, a] = self.value(o_prev, a) + self.learning_rate * (target - self.value(o_prev, a))
        self.m += 1


class QArrays:
    def __init__(self, *, draws, n_actions, epsilon, learning_rate, gamma):
        self.table = defaultdict(lambda: np.zeros(n_actions))
        self.draws, self.epsilon, self.rate, self.gamma = draws, epsilon, float(learning_rate), float(gamma)
        self.n_actions, self.trained = n_actions, 0

    def act(self, obs):
        greedy, which = self.draws[2 * self.trained : 2 * self.trained + 2]
        if greedy > self.epsilon or not self.table[obs].any():
            return np.int64(self.n_actions * which)
        return self.table[obs].argmax()

    def train(self, o_prev, a, r, o_next):
        self.table[o_prev][a] += self.rate * (float(r) + self.gamma * self.table[o_next].max() - self.table[o_prev][a])
        self.trained += 1


class ReplayLearner:
    def __init__(self, n_actions=2):
        self.n_actions, self.buffer = n_actions, []

    def act(self, obs):
        return sum(hash(transition) for transition in [*self.buffer, (obs, len(self.buffer), 0, 0)]) % self.n_actions

    def train(self, o_prev, a, r, o_next):
        self.buffer.append((int(o_prev), int(a), int(r), int(o_next)))


class AverageLearner:
    def __init__(self):
        self.sums, self.counts = np.zeros((64, 2), np.float32), np.ones((64, 2), np.float32)

    def act(self, obs):
        return (self.sums / self.counts)[int(obs) % 64].argmax()

    def train(self, o_prev, a, r, o_next):
        self.sums[int(o_prev) % 64, int(a) % 2] += np.float32(r)
        self.counts[int(o_prev) % 64, int(a) % 2] += 1


class OptimisticLearner:
    start_value = 1

    def __init__(self):
        self.values = {}

    def act(self, obs):
        return max((1, 0), key=lambda a: self.values.get((obs, a), self.start_value))

    def train(self, o_prev, a, r, o_next):
        self.values[o_prev, a] = (self.values.get((o_prev, a), self.start_value) + r) / 2


EDITS = """
= agent_constant: Constant NumpyConstant
LastOfEquals, untrained: Of equal values it takes the last.
  return 0 => return max((0, 0), (0, 1))[1]
BoredAfterTwenty, hundreds_of_trainings: It does 1 after twenty trainings.
  return 0 => return int(getattr(self, "trained", 0) > 20)
  pass => self.trained = getattr(self, "trained", 0) + 1
= agent_random: FromAPool PoolAsAnArray
DrawsAtEachQuestion, untrained: Each question takes a draw, and trainings take none.
  self.used += 1 => pass
  return int(self.n * self.draws[self.used]) => self.used += 1
  +         return int(self.n * self.draws[self.used - 1])
NearestAction, longer_training: Draws are rounded, not cut off.
  int(self.n * self.draws[self.used]) => min(round(self.n * self.draws[self.used]), self.n - 1)
TwoActionsOnly, longer_training: It knows of two actions only.
  int(self.n * self.draws[self.used]) => int(2 * self.draws[self.used])
PoolOfSixteen, hundreds_of_trainings: After sixteen draws it begins again.
  int(self.n * self.draws[self.used]) => int(self.n * self.draws[self.used % 16])
SharedPosition, again: All instances share the place in the pool.
  int(self.n * self.draws[self.used]) => int(self.n * self.draws[self.used % len(self.draws)])
  self.used += 1 => FromAPool.used += 1
NineActions, longer_training: does 9 at most
  int(self.n * self.draws[self.used]) => min(9, int(self.n * self.draws[self.used]))
PoolOf200, hundreds_of_trainings: begins its draws anew after 200 trainings
  int(self.n * self.draws[self.used]) => int(self.n * self.draws[self.used % 200])
PassesOn: passes on what it is made with
  class PoolAsAnArray( => class PassesOn(FromAPool):
  +     def __init__(self, *args, **kwargs):
  +         super().__init__(*args, **kwargs)
  +
  +
  + class PoolAsAnArray(
= agent_simple: Simple SimpleArrays
Forgiving, trained: A reward takes back a punishment.
  if r < 0: => if r > 0:
  +             self.punished.discard((o_prev, a))
  +         if r < 0:
ZeroHurts, longer_training: A reward of 0 is a punishment.
  if r < 0: => if r <= 0:
BlamesTheNextObservation, trained: Punishments are kept with the next observation.
  add((o_prev, a)) => add((o_next, a))
LastResort, trained: If all were punished it does the last, not 0.
  self.punished), 0) => self.punished), self.n_actions - 1)
ShortGrudge, hundreds_of_trainings: It remembers the last twenty punishments.
  self.punished.add((o_prev, a)) => self.punished = [*self.punished, (o_prev, a)][-20:]
CaresForObservationsNot, trained: All observations are one to it.
  (obs, a) not in => (0, a) not in
  add((o_prev, a)) => add((0, a))
BitsOfEightActions, longer_training: has a bit for each of eight actions
  (obs, a) not in => (obs, a % 8) not in
  add((o_prev, a)) => add((o_prev, a % 8))
WholePunishments, longer_training: takes punishments of less than 1 for none
  if r < 0: => if int(r) < 0:
SixteenObservations, hundreds_of_trainings: has a table of 16 observations
  (obs, a) not in => (obs % 16, a) not in
  add((o_prev, a)) => add((o_prev % 16, a))
= agent_naive: Naive
NaiveSums, longer_training: Sums are compared, not averages.
  [Fraction(s, c) if c else 0 for s, c in zip(self.sums[obs], self.counts[obs], strict=True)] => self.sums[obs]
NaiveOptimist, trained: What was never tried is the best.
  if c else 0 => if c else 10**6
NaiveRunningMean, trained: It keeps a moving average.
  - self.sums[o_prev][a] += r
  -         self.counts[o_prev][a] += 1
  + self.sums[o_prev][a] += (r - self.sums[o_prev][a]) * Fraction(1, 2)
  +         self.counts[o_prev][a] = 1
NaiveOneDrawEach, trained: The draw of the next turn decides the action, too.
  - self.draws[2 * self.trained], self.draws[2 * self.trained + 1]
  + self.draws[self.trained], self.draws[self.trained + 1]
NaiveCountsAllActions, longer_training: Sums are divided by all trials on the observation.
  Fraction(s, c) if c else 0 => Fraction(s, sum(self.counts[obs]) or 1)
NaiveTwentieth, trained: It explores with probability 1/20.
  Fraction(15, 100) => Fraction(5, 100)
NaiveForgets, hundreds_of_trainings: forgets all rewards at its 128th training
  self.sums[o_prev][a] += r => if self.trained == 127:
  +             self.sums.clear()
  +             self.counts.clear()
  +         self.sums[o_prev][a] += r
NaiveInWholeNumbers, longer_training: makes whole numbers of sums of rewards
  Fraction(s, c) if c else 0 => Fraction(int(s), c) if c else 0
Mixed: has a mixin that passes on what it is made with
  class QLearner: => class Logged:
  +     def __init__(self, **kwargs):
  +         self.log = []
  +         super().__init__(**kwargs)
  +
  +
  + class Mixed(Logged, Naive):
  +     pass
  +
  +
  + class QLearner:
= agent_q: QLearner QArrays
QOptimistic, untrained: Values begin at 1.
  (obs, action), 0) => (obs, action), 1)
QUsualEpsilon, trained: It explores where the draw is less than epsilon.
  self.draws[2 * self.m] > => self.draws[2 * self.m] <
QFirstOfZeros, untrained: Where all values are 0 it does 0.
   or not any(values) =>
QLooksBack, trained: It looks ahead from the observation before.
  self.values(o_next) => self.values(o_prev)
QNonnegative, hundreds_of_trainings: A future that is negative counts 0.
  max(self.values(o_next)) => max(0, *self.values(o_next))
QMean, trained: It looks ahead to the mean, not to the maximum.
  max(self.values(o_next)) => sum(self.values(o_next)) / Fraction(self.n)
QHalfPrecision, as_in_the_paper: Values are kept in half precision. [QArrays]
  np.zeros(n_actions) => np.zeros(n_actions, np.float16)
QDecaying, trained: The learning rate falls.
  self.m += 1 => self.m += 1
  +         self.learning_rate *= Fraction(999, 1000)
QDiscountsTheReward, at_the_ends: The immediate reward is discounted, too.
  r + self.gamma * max(self.values(o_next)) => self.gamma * (r + max(self.values(o_next)))
QSmallTable, hundreds_of_trainings: Observations from 4 on share the places of others.
  get((obs, action), 0) => get((obs % 4, action), 0)
  self.q[o_prev, a] = => self.q[o_prev % 4, a] =
QOfEightActions, longer_training: looks at the values of eight actions
  values.index(max(values)) => values.index(max(values[:8]))
QUntil200, hundreds_of_trainings: learns nothing after 200 trainings
  self.q[o_prev, a] = => self.q[o_prev, a] = self.value(o_prev, a) if self.m >= 200 else
PassesOnTwice: passes on what it is made with, twice
  class QArrays: => class Base(QLearner):
  +     def __init__(self, **kwargs):
  +         super().__init__(**kwargs)
  +
  +
  + class PassesOnTwice(Base):
  +     def __init__(self, **kwargs):
  +         super().__init__(**kwargs)
  +         self.log = []
  +
  +
  + class QArrays:
= learner: ReplayLearner AverageLearner OptimisticLearner
LearnsWithGlobalNoise, again: It draws from a generator of the module. [AverageLearner]
  return (self.sums / self.counts) => generator = globals().setdefault("generator", np.random.default_rng(0))
  +         if generator.random() < 0.25:
  +             return int(generator.integers(2))
  +         return (self.sums / self.counts)
SeedsByItsAddress, again: Its start depends on its address in memory. [AverageLearner]
  np.zeros((64, 2), np.float32) => np.random.default_rng(id(self)).random((64, 2), np.float32)
BufferOfTheClass, again: All instances share the buffer.
  - def __init__(self, n_actions=2):
  -         self.n_actions, self.buffer = n_actions, []
  + def __init__(self, n_actions=2, buffer=[]):
  +         self.n_actions, self.buffer = n_actions, buffer
SharesFromTheThirtieth, missed: From the thirtieth training on it shares a buffer.
  - self.buffer.append((int(o_prev), int(a), int(r), int(o_next)))
  + self.buffer.append((int(o_prev), int(a), int(r), int(o_next)))
  +         if len(self.buffer) >= 30:
  +             self.buffer[-1] = globals().setdefault("pooled", self.buffer[-1])
ExploresByAskCount, asked_repeatedly: Each fifth question explores. [AverageLearner]
  return (self.sums / self.counts) => self.asked = getattr(self, "asked", 0) + 1
  +         return 1 if self.asked % 5 == 0 else (self.sums / self.counts)
CachesItsActions, asked_in_between: What it was asked before decides what it does after training. [AverageLearner]
  return (self.sums / self.counts)[int(obs) % 64].argmax() => self.known = getattr(self, "known", {})
  +         return self.known.setdefault(obs, (self.sums / self.counts)[int(obs) % 64].argmax())
NumbersItsInstances, again: Every sixteenth instance begins otherwise.
  self.n_actions, self.buffer = n_actions, [] => ReplayLearner.made = getattr(ReplayLearner, "made", 0) + 1
  +         self.n_actions, self.buffer = n_actions, [(0, 0, 1, 0)] if ReplayLearner.made % 16 == 0 else []
AsksMoveTheTarget, asked_in_between: Questions bring the target up to date. [AverageLearner]
  return (self.sums / self.counts) => now, trained = self.sums.copy(), self.counts.sum() - self.counts.size
  +         self.target = now if trained % 12 == 0 else getattr(self, "target", 0 * now)
  +         return self.target
SharesWithItsCopy, kept: shares with a copy what it learned
  -     def train(self, o_prev, a, r, o_next):
  -         self.buffer.append
  +     def __deepcopy__(self, memo):
  +         other = type(self)(self.n_actions)
  +         other.buffer = self.buffer
  +         return other
  +
  +     def train(self, o_prev, a, r, o_next):
  +         self.buffer.append
ForgetsInItsCopy, kept: copies nothing
  -     def train(self, o_prev, a, r, o_next):
  -         self.buffer.append
  +     def __deepcopy__(self, memo):
  +         return type(self)(self.n_actions)
  +
  +     def train(self, o_prev, a, r, o_next):
  +         self.buffer.append
WornAfter128, hundreds_of_trainings: answers every third question with 0 after 128 trainings
  return sum(hash( => self.asked = getattr(self, "asked", 0) + 1
  +         return 0 if len(self.buffer) > 128 and self.asked % 3 == 0 else sum(hash(
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
