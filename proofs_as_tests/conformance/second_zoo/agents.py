"""The measured agents of Alexander et al. 2022, Section 6, and learners that are or are not semi-deterministic."""

from formal_rl.conformance.zoo.edits import by_name
from proofs_as_tests.conformance.second_zoo import plain_agents as plain
from proofs_as_tests.conformance.second_zoo.entry import Entry, edited

_EDITS = """
agent_constant, Constant
LastOfEquals: Of equal values it takes the last.
  - return 0
  + return max((0, 0), (0, 1))[1]
BoredAfterTwenty: It does 1 after twenty trainings.
  - return 0
  + return int(getattr(self, "trained", 0) > 20)
  - pass
  + self.trained = getattr(self, "trained", 0) + 1
agent_random, FromAPool
DrawsAtEachQuestion: Each question takes a draw, and trainings take none.
  - self.used += 1
  + pass
  - return int(self.n * self.draws[self.used])
  + self.used += 1
  +         return int(self.n * self.draws[self.used - 1])
NearestAction: Draws are rounded, not cut off.
  - int(self.n * self.draws[self.used])
  + min(round(self.n * self.draws[self.used]), self.n - 1)
TwoActionsOnly: It knows of two actions only.
  - int(self.n * self.draws[self.used])
  + int(2 * self.draws[self.used])
PoolOfSixteen: After sixteen draws it begins again.
  - int(self.n * self.draws[self.used])
  + int(self.n * self.draws[self.used % 16])
SharedPosition: All instances share the place in the pool.
  - int(self.n * self.draws[self.used])
  + int(self.n * self.draws[self.used % len(self.draws)])
  - self.used += 1
  + FromAPool.used += 1
agent_simple, Simple
Forgiving: A reward takes back a punishment.
  - if r < 0:
  + if r > 0:
  +             self.punished.discard((o_prev, a))
  +         if r < 0:
ZeroHurts: A reward of 0 is a punishment.
  - if r < 0:
  + if r <= 0:
BlamesTheNextObservation: Punishments are kept with the next observation.
  - add((o_prev, a))
  + add((o_next, a))
LastResort: If all were punished it does the last, not 0.
  - self.punished), 0)
  + self.punished), self.n_actions - 1)
ShortGrudge: It remembers the last twenty punishments.
  - self.punished.add((o_prev, a))
  + self.punished = [*self.punished, (o_prev, a)][-20:]
CaresForObservationsNot: All observations are one to it.
  - (obs, a) not in
  + (0, a) not in
  - add((o_prev, a))
  + add((0, a))
agent_naive, Naive
NaiveSums: Sums are compared, not averages.
  - [Fraction(s, c) if c else 0 for s, c in zip(self.sums[obs], self.counts[obs], strict=True)]
  + self.sums[obs]
NaiveOptimist: What was never tried is the best.
  - if c else 0
  + if c else 10**6
NaiveRunningMean: It keeps a moving average.
  - self.sums[o_prev][a] += r
  -         self.counts[o_prev][a] += 1
  + self.sums[o_prev][a] += (r - self.sums[o_prev][a]) * Fraction(1, 2)
  +         self.counts[o_prev][a] = 1
NaiveOneDrawEach: The draw of the next turn decides the action, too.
  - self.draws[2 * self.trained], self.draws[2 * self.trained + 1]
  + self.draws[self.trained], self.draws[self.trained + 1]
NaiveCountsAllActions: Sums are divided by all trials on the observation.
  - Fraction(s, c) if c else 0
  + Fraction(s, sum(self.counts[obs]) or 1)
NaiveTwentieth: It explores with probability 1/20.
  - Fraction(15, 100)
  + Fraction(5, 100)
agent_q, QLearner
QOptimistic: Values begin at 1.
  - (obs, action), 0)
  + (obs, action), 1)
QUsualEpsilon: It explores where the draw is less than epsilon.
  - self.draws[2 * self.m] >
  + self.draws[2 * self.m] <
QFirstOfZeros: Where all values are 0 it does 0.
  -  or not any(values)
QLooksBack: It looks ahead from the observation before.
  - self.values(o_next)
  + self.values(o_prev)
QNonnegative: A future that is negative counts 0.
  - max(self.values(o_next))
  + max(0, *self.values(o_next))
QMean: It looks ahead to the mean, not to the maximum.
  - max(self.values(o_next))
  + sum(self.values(o_next)) / Fraction(self.n)
QHalfPrecision: Values are kept in half precision. [QArrays]
  - np.zeros(n_actions)
  + np.zeros(n_actions, np.float16)
QDecaying: The learning rate falls.
  - self.m += 1
  + self.m += 1
  +         self.learning_rate *= Fraction(999, 1000)
QDiscountsTheReward: The immediate reward is discounted, too.
  - r + self.gamma * max(self.values(o_next))
  + self.gamma * (r + max(self.values(o_next)))
QSmallTable: Observations from 4 on share the places of others.
  - get((obs, action), 0)
  + get((obs % 4, action), 0)
  - self.q[o_prev, a] =
  + self.q[o_prev % 4, a] =
learner, ReplayLearner
LearnsWithGlobalNoise: It draws from a generator of the module. [AverageLearner]
  - return (self.sums / self.counts)
  + generator = globals().setdefault("generator", np.random.default_rng(0))
  +         if generator.random() < 0.25:
  +             return int(generator.integers(2))
  +         return (self.sums / self.counts)
SeedsByItsAddress: Its start depends on its address in memory. [AverageLearner]
  - np.zeros((64, 2), np.float32)
  + np.random.default_rng(id(self)).random((64, 2), np.float32)
BufferOfTheClass: All instances share the buffer.
  - def __init__(self, n_actions=2):
  -         self.n_actions, self.buffer = n_actions, []
  + def __init__(self, n_actions=2, buffer=[]):
  +         self.n_actions, self.buffer = n_actions, buffer
SharesFromTheThirtieth: From the thirtieth training on it shares a buffer.
  - self.buffer.append((int(o_prev), int(a), int(r), int(o_next)))
  + self.buffer.append((int(o_prev), int(a), int(r), int(o_next)))
  +         if len(self.buffer) >= 30:
  +             self.buffer[-1] = globals().setdefault("pooled", self.buffer[-1])
ExploresByAskCount: Each fifth question explores. [AverageLearner]
  - return (self.sums / self.counts)
  + self.asked = getattr(self, "asked", 0) + 1
  +         return 1 if self.asked % 5 == 0 else (self.sums / self.counts)
CachesItsActions: What it was asked before decides what it does after training. [AverageLearner]
  - return (self.sums / self.counts)[int(obs) % 64].argmax()
  + self.known = getattr(self, "known", {})
  +         return self.known.setdefault(obs, (self.sums / self.counts)[int(obs) % 64].argmax())
NumbersItsInstances: Every sixteenth instance begins otherwise.
  - self.n_actions, self.buffer = n_actions, []
  + ReplayLearner.made = getattr(ReplayLearner, "made", 0) + 1
  +         self.n_actions, self.buffer = n_actions, [(0, 0, 1, 0)] if ReplayLearner.made % 16 == 0 else []
AsksMoveTheTarget: Questions bring the target up to date. [AverageLearner]
  - return (self.sums / self.counts)
  + now, trained = self.sums.copy(), self.counts.sum() - self.counts.size
  +         self.target = now if trained % 12 == 0 else getattr(self, "target", 0 * now)
  +         return self.target
ShallowCopies: A deep copy shares the table; but the suite copies no instance, it trains another one alike. \
[AverageLearner]
  - class OptimisticLearner:
  + from copy import copy
  + AverageLearner.__deepcopy__ = lambda self, memo: copy(self)
  + class OptimisticLearner:
"""

RIGHT = (
    Entry("agent_constant", plain.Constant, "Always 0."),
    Entry("agent_constant", plain.NumpyConstant, "The action comes from argmax."),
    Entry("agent_random", plain.FromAPool, "A read-only pool of draws."),
    Entry("agent_random", plain.PoolAsAnArray, "Keywords only; the pool is an array, the action an np.int64."),
    Entry("agent_simple", plain.Simple, "A set of what was punished."),
    Entry("agent_simple", plain.SimpleArrays, "An array of flags; the number of actions belongs to the class."),
    Entry("agent_naive", plain.Naive, "Exact averages."),
    Entry("agent_q", plain.QLearner, "A dictionary with exact values."),
    Entry("agent_q", plain.QArrays, "Arrays of doubles; the action is an np.int64."),
    Entry("learner", plain.ReplayLearner, "Keeps all it was trained on."),
    Entry("learner", plain.AverageLearner, "Tables in single precision."),
    Entry("learner", plain.OptimisticLearner, "A setting of the class that stays as it is."),
)

*WRONG, open_one = edited(plain, __name__, _EDITS)
OPEN = (open_one,)

__getattr__ = by_name((*RIGHT, *WRONG, *OPEN))
