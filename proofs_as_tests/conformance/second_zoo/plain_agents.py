"""The measured agents of Alexander et al. 2022, Section 6, and learners: what the wrong ones are edits of."""

from collections import defaultdict
from fractions import Fraction

import numpy as np


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
