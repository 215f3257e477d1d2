"""The measured agents of Alexander et al. 2022, Section 6, and learners that are or are not semi-deterministic."""

from collections import defaultdict, deque
from fractions import Fraction
from functools import lru_cache

import numpy as np

from proofs_as_tests.conformance.second_zoo.entry import Entry

# --- agent_constant -----------------------------------------------------------------------------------------------


class Constant:
    def act(self, obs):
        return 0

    def train(self, o_prev, a, r, o_next):
        pass


class NumpyConstant(Constant):
    def act(self, obs):
        return np.argmax(np.zeros(2))


class LastOfEquals:
    """The greatest of equal values, the last one."""

    def __init__(self, n_actions):
        self.values = [0] * n_actions

    def act(self, obs):
        return max(range(len(self.values)), key=lambda a: (self.values[a], a))

    def train(self, o_prev, a, r, o_next):
        pass


class BoredAfterTwenty(Constant):
    def __init__(self):
        self.trained = 0

    def act(self, obs):
        return int(self.trained > 20)

    def train(self, o_prev, a, r, o_next):
        self.trained += 1


# --- agent_random -------------------------------------------------------------------------------------------------


class FromAPool:
    def __init__(self, n_actions, draws):
        self.n, self.draws, self.m = n_actions, draws, 0

    def act(self, obs):
        return int(self.n * self.draws[self.m])

    def train(self, o_prev, a, r, o_next):
        self.m += 1


class PoolAsAnArray(FromAPool):
    """The pool is an array of doubles; the action is an np.int64."""

    def __init__(self, *, num_legal_actions, draws):
        super().__init__(num_legal_actions, np.array([float(draw) for draw in draws]))

    def act(self, obs):
        return np.floor(self.n * self.draws[self.m]).astype(np.int64)


class DrawsAtEachQuestion(FromAPool):
    def act(self, obs):
        self.m += 1
        return int(self.n * self.draws[self.m - 1])

    def train(self, o_prev, a, r, o_next):
        pass


class NearestAction(FromAPool):
    def act(self, obs):
        return min(round(self.n * self.draws[self.m]), self.n - 1)


class TwoActionsOnly(FromAPool):
    def act(self, obs):
        return int(2 * self.draws[self.m])


class PoolOfSixteen(FromAPool):
    """Starts the pool again after sixteen draws."""

    def act(self, obs):
        return int(self.n * self.draws[self.m % 16])


class SharedPosition:
    position = 0

    def __init__(self, n_actions, draws):
        self.n, self.draws = n_actions, draws

    def act(self, obs):
        return int(self.n * self.draws[SharedPosition.position % len(self.draws)])

    def train(self, o_prev, a, r, o_next):
        SharedPosition.position += 1


# --- agent_simple -------------------------------------------------------------------------------------------------


class Simple:
    def __init__(self, n_actions):
        self.n_actions, self.punished = n_actions, set()

    def act(self, obs):
        return next((a for a in range(self.n_actions) if (obs, a) not in self.punished), 0)

    def train(self, o_prev, a, r, o_next):
        if r < 0:
            self.punished.add((o_prev, a))


class SimpleArrays:
    """With a table that grows; actions are np.int64."""

    n_actions = 2

    def __init__(self):
        self.table = defaultdict(lambda: np.ones(self.n_actions, dtype=bool))

    def act(self, obs):
        return np.argmax(self.table[obs])

    def train(self, o_prev, a, r, o_next):
        self.table[o_prev][a] &= r >= 0


class Forgiving(Simple):
    def train(self, o_prev, a, r, o_next):
        if r < 0:
            self.punished.add((o_prev, a))
        elif r > 0:
            self.punished.discard((o_prev, a))


class ZeroHurts(Simple):
    def train(self, o_prev, a, r, o_next):
        if r <= 0:
            self.punished.add((o_prev, a))


class BlamesTheNextObservation(Simple):
    def train(self, o_prev, a, r, o_next):
        if r < 0:
            self.punished.add((o_next, a))


class LastResort(Simple):
    def act(self, obs):
        return next((a for a in range(self.n_actions) if (obs, a) not in self.punished), self.n_actions - 1)


class ShortGrudge(Simple):
    """Remembers twenty punishments."""

    def __init__(self, n_actions):
        super().__init__(n_actions)
        self.punished = deque(maxlen=20)

    def train(self, o_prev, a, r, o_next):
        if r < 0:
            self.punished.append((o_prev, a))


class CaresForObservationsNot(Simple):
    def act(self, obs):
        return super().act(0)

    def train(self, o_prev, a, r, o_next):
        super().train(0, a, r, 0)


# --- agent_naive --------------------------------------------------------------------------------------------------


class Naive:
    epsilon = Fraction(15, 100)

    def __init__(self, n_actions, draws):
        self.n, self.draws, self.trained = n_actions, draws, 0
        self.sums = defaultdict(lambda: [0] * self.n)
        self.counts = defaultdict(lambda: [0] * self.n)

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


class NaiveSums(Naive):
    def averages(self, obs):
        return self.sums[obs]


class NaiveOptimist(Naive):
    """What was never tried is worth most."""

    def averages(self, obs):
        return [Fraction(s, c) if c else 10**6 for s, c in zip(self.sums[obs], self.counts[obs], strict=True)]


class NaiveRunningMean(Naive):
    """Moves the mean half of the way, not by 1/n."""

    def train(self, o_prev, a, r, o_next):
        self.sums[o_prev][a] += (r - self.sums[o_prev][a]) * Fraction(1, 2)
        self.counts[o_prev][a] = 1
        self.trained += 1


class NaiveOneDrawEach(Naive):
    """Takes one draw after the other, and the second only where it explores."""

    def act(self, obs):
        if self.draws[self.trained] < self.epsilon:
            return int(self.n * self.draws[self.trained + 1])
        averages = self.averages(obs)
        return averages.index(max(averages))


class NaiveCountsAllActions(Naive):
    """Divides by how often the observation was seen."""

    def averages(self, obs):
        seen = sum(self.counts[obs]) or 1
        return [Fraction(s, seen) for s in self.sums[obs]]


class NaiveTwentieth(Naive):
    epsilon = Fraction(5, 100)


# --- agent_q ------------------------------------------------------------------------------------------------------


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

    def ahead(self, obs):
        return max(self.values(obs))

    def train(self, o_prev, a, r, o_next):
        target = r + self.gamma * self.ahead(o_next)
        self.q[o_prev, a] = self.value(o_prev, a) + self.learning_rate * (target - self.value(o_prev, a))
        self.m += 1


class QArrays:
    """The same in doubles; actions are np.int64."""

    dtype = np.float64

    def __init__(self, *, draws, n_actions, epsilon, learning_rate, gamma):
        self.table = defaultdict(lambda: np.zeros(n_actions, self.dtype))
        self.draws, self.epsilon, self.rate, self.gamma = draws, epsilon, float(learning_rate), float(gamma)
        self.n_actions, self.trained = n_actions, 0

    def act(self, obs):
        greedy, which = self.draws[2 * self.trained : 2 * self.trained + 2]
        if greedy > self.epsilon or not self.table[obs].any():
            return np.int64(self.n_actions * which)
        return self.table[obs].argmax()

    def train(self, o_prev, a, r, o_next):
        best = self.table[o_next].max()
        self.table[o_prev][a] += self.rate * (float(r) + self.gamma * best - self.table[o_prev][a])
        self.trained += 1


class QOptimistic(QLearner):
    def value(self, obs, action):
        return self.q.get((obs, action), 1)


class QUsualEpsilon(QLearner):
    """Takes epsilon for the probability to explore, as usual."""

    def act(self, obs):
        values = self.values(obs)
        if self.draws[2 * self.m] < self.epsilon or not any(values):
            return int(self.n * self.draws[2 * self.m + 1])
        return values.index(max(values))


class QFirstOfZeros(QLearner):
    """Takes action 0 where nothing is known yet."""

    def act(self, obs):
        values = self.values(obs)
        if self.draws[2 * self.m] > self.epsilon:
            return int(self.n * self.draws[2 * self.m + 1])
        return values.index(max(values))


class QLooksBack(QLearner):
    """Looks ahead from the observation it was in."""

    def train(self, o_prev, a, r, o_next):
        super().train(o_prev, a, r, o_prev)


class QNonnegative(QLearner):
    """Takes unvisited and negative futures for 0."""

    def ahead(self, obs):
        return max([0, *self.values(obs)])


class QMean(QLearner):
    def ahead(self, obs):
        values = self.values(obs)
        return sum(values) / Fraction(len(values))


class QHalfPrecision(QArrays):
    dtype = np.float16


class QDecaying(QLearner):
    """Lets the learning rate fall by a thousandth with each training."""

    def train(self, o_prev, a, r, o_next):
        super().train(o_prev, a, r, o_next)
        self.learning_rate *= Fraction(999, 1000)


class QDiscountsTheReward(QLearner):
    def train(self, o_prev, a, r, o_next):
        target = self.gamma * (r + self.ahead(o_next))
        self.q[o_prev, a] = self.value(o_prev, a) + self.learning_rate * (target - self.value(o_prev, a))
        self.m += 1


class QSmallTable(QLearner):
    """Keeps observations by their last two bits."""

    def value(self, obs, action):
        return super().value(obs % 4, action)

    def train(self, o_prev, a, r, o_next):
        super().train(o_prev % 4, a, r, o_next)


# --- learner ------------------------------------------------------------------------------------------------------


class ReplayLearner:
    """Acts by all it was trained on, which it keeps."""

    def __init__(self, n_actions=2):
        self.n_actions, self.buffer = n_actions, []

    def act(self, obs):
        return sum(hash(transition) for transition in [*self.buffer, (obs, len(self.buffer), 0, 0)]) % self.n_actions

    def train(self, o_prev, a, r, o_next):
        self.buffer.append((int(o_prev), int(a), int(r), int(o_next)))


class AverageLearner:
    """Acts by averages in single precision; actions are np.int64."""

    def __init__(self):
        self.sums, self.counts = np.zeros((64, 2), np.float32), np.ones((64, 2), np.float32)

    def act(self, obs):
        return (self.sums / self.counts)[int(obs) % 64].argmax()

    def train(self, o_prev, a, r, o_next):
        self.sums[int(o_prev) % 64, int(a) % 2] += np.float32(r)
        self.counts[int(o_prev) % 64, int(a) % 2] += 1


class OptimisticLearner:
    """Keeps settings on the class, which nobody changes."""

    start_value = 1

    def __init__(self):
        self.values = {}

    def act(self, obs):
        return max((1, 0), key=lambda a: self.values.get((obs, a), self.start_value))

    def train(self, o_prev, a, r, o_next):
        self.values[o_prev, a] = (self.values.get((o_prev, a), self.start_value) + r) / 2


_GENERATOR = np.random.default_rng(0)


class LearnsWithGlobalNoise(AverageLearner):
    def act(self, obs):
        if _GENERATOR.random() < 0.25:
            return int(_GENERATOR.integers(2))
        return int(super().act(obs))


class SeedsByItsAddress(AverageLearner):
    def __init__(self):
        super().__init__()
        self.sums += np.random.default_rng(id(self)).random((64, 2)).astype(np.float32)


class BufferOfTheClass(ReplayLearner):
    shared: list = []  # noqa: RUF012 (the bug)

    def __init__(self):
        super().__init__()
        self.buffer = self.shared


class SharesFromTheThirtieth(ReplayLearner):
    """Mixes what it learns with a buffer of the class as soon as it has thirty transitions."""

    pool: list = []  # noqa: RUF012 (the bug)

    def train(self, o_prev, a, r, o_next):
        super().train(o_prev, a, r, o_next)
        if len(self.buffer) >= 30:
            self.pool.append(self.buffer[-1])
            self.buffer[-1] = self.pool[0]


class ExploresByAskCount(AverageLearner):
    """Explores each time that it is asked for the fifth time."""

    def __init__(self):
        super().__init__()
        self.asked = 0

    def act(self, obs):
        self.asked += 1
        return 1 if self.asked % 5 == 0 else int(super().act(obs))


class CachesItsActions(AverageLearner):
    """Keeps the action on an observation that it was asked about, and does not forget it when trained."""

    def __init__(self):
        super().__init__()
        self.cached = lru_cache(maxsize=None)(super().act)

    def act(self, obs):
        return int(self.cached(obs))


class NumbersItsInstances(ReplayLearner):
    """Each instance begins with what an instance before it had not."""

    made = 0

    def __init__(self):
        super().__init__()
        NumbersItsInstances.made += 1
        if NumbersItsInstances.made % 16 == 0:
            self.buffer.append((0, 0, 1, 0))


class ShallowCopies(AverageLearner):
    """A copy shares the table with what it was copied from."""

    def __deepcopy__(self, memo):
        other = type(self)()
        other.sums, other.counts = self.sums, self.counts
        return other


class AsksMoveTheTarget(AverageLearner):
    """Brings its target network up to date when it is asked, every twelfth training."""

    def __init__(self):
        super().__init__()
        self.trained, self.target = 0, self.sums.copy()

    def act(self, obs):
        if self.trained % 12 == 0:
            self.target = self.sums.copy()
        return int(self.target[int(obs) % 64].argmax())

    def train(self, o_prev, a, r, o_next):
        super().train(o_prev, a, r, o_next)
        self.trained += 1


RIGHT = (
    Entry("agent_constant", Constant, "Always 0."),
    Entry("agent_constant", NumpyConstant, "The action comes from argmax."),
    Entry("agent_random", FromAPool, "A read-only pool of draws."),
    Entry("agent_random", PoolAsAnArray, "Keywords only; the pool is an array, the action an np.int64."),
    Entry("agent_simple", Simple, "A set of what was punished."),
    Entry("agent_simple", SimpleArrays, "An array of flags; the number of actions belongs to the class."),
    Entry("agent_naive", Naive, "Exact averages."),
    Entry("agent_q", QLearner, "A dictionary with exact values."),
    Entry("agent_q", QArrays, "Arrays of doubles; the action is an np.int64."),
    Entry("learner", ReplayLearner, "Keeps all it was trained on."),
    Entry("learner", AverageLearner, "Tables in single precision."),
    Entry("learner", OptimisticLearner, "A setting of the class that stays as it is."),
)

WRONG = (
    Entry("agent_constant", LastOfEquals, "Of equal values it takes the last."),
    Entry("agent_constant", BoredAfterTwenty, "It does 1 after twenty trainings."),
    Entry("agent_random", DrawsAtEachQuestion, "Each question takes a draw, and trainings take none."),
    Entry("agent_random", NearestAction, "Draws are rounded, not cut off."),
    Entry("agent_random", TwoActionsOnly, "It knows of two actions only."),
    Entry("agent_random", PoolOfSixteen, "After sixteen draws it begins again."),
    Entry("agent_random", SharedPosition, "All instances share the place in the pool."),
    Entry("agent_simple", Forgiving, "A reward takes back a punishment."),
    Entry("agent_simple", ZeroHurts, "A reward of 0 is a punishment."),
    Entry("agent_simple", BlamesTheNextObservation, "Punishments are kept with the next observation."),
    Entry("agent_simple", LastResort, "If all were punished it does the last, not 0."),
    Entry("agent_simple", ShortGrudge, "It remembers the last twenty punishments."),
    Entry("agent_simple", CaresForObservationsNot, "All observations are one to it."),
    Entry("agent_naive", NaiveSums, "Sums are compared, not averages."),
    Entry("agent_naive", NaiveOptimist, "What was never tried is the best."),
    Entry("agent_naive", NaiveRunningMean, "It keeps a moving average."),
    Entry("agent_naive", NaiveOneDrawEach, "The draw of the next turn decides the action, too."),
    Entry("agent_naive", NaiveCountsAllActions, "Sums are divided by all trials on the observation."),
    Entry("agent_naive", NaiveTwentieth, "It explores with probability 1/20."),
    Entry("agent_q", QOptimistic, "Values begin at 1."),
    Entry("agent_q", QUsualEpsilon, "It explores where the draw is less than epsilon."),
    Entry("agent_q", QFirstOfZeros, "Where all values are 0 it does 0."),
    Entry("agent_q", QLooksBack, "It looks ahead from the observation before."),
    Entry("agent_q", QNonnegative, "A future that is negative counts 0."),
    Entry("agent_q", QMean, "It looks ahead to the mean, not to the maximum."),
    Entry("agent_q", QHalfPrecision, "Values are kept in half precision."),
    Entry("agent_q", QDecaying, "The learning rate falls."),
    Entry("agent_q", QDiscountsTheReward, "The immediate reward is discounted, too."),
    Entry("agent_q", QSmallTable, "Observations from 4 on share the places of others."),
    Entry("learner", LearnsWithGlobalNoise, "It draws from a generator of the module."),
    Entry("learner", SeedsByItsAddress, "Its start depends on its address in memory."),
    Entry("learner", BufferOfTheClass, "All instances share the buffer."),
    Entry("learner", SharesFromTheThirtieth, "From the thirtieth training on it shares a buffer."),
    Entry("learner", ExploresByAskCount, "Each fifth question explores."),
    Entry("learner", CachesItsActions, "What it was asked before decides what it does after training."),
    Entry("learner", NumbersItsInstances, "Every sixteenth instance begins otherwise."),
    Entry("learner", AsksMoveTheTarget, "Questions bring the target up to date."),
)

OPEN = (
    Entry(
        "learner",
        ShallowCopies,
        "A deep copy shares the table; but the suite copies no instance, it trains another one alike.",
    ),
)
