"""Agents, and transforms of agents and environments, plainly."""

from fractions import Fraction


def reality_check(agent):
    def acts(prompt):
        own = all(agent(prompt[:i]) == prompt[i] for i in range(1, len(prompt), 2))
        return agent(prompt) if own else agent(prompt[:1])

    return acts


def reality_check_class(agent_class):
    class Checked:
        def __init__(self):
            self.inner, self.first, self.frozen = agent_class(), None, False

        def act(self, obs):
            return self.first if self.frozen else self.inner.act(obs)

        def train(self, o_prev, a, r, o_next):
            if self.frozen:
                return
            own = self.inner.act(o_prev)
            self.first = own if self.first is None else self.first
            self.frozen = a != own
            if not self.frozen:
                self.inner.train(o_prev, a, r, o_next)

    return Checked


def handicap(e, h):
    def environment(agent, play):
        reward, shown = e(agent, play)
        constraint, _ = h(agent, play)
        return (reward if constraint >= 0 else -1), shown

    return environment


def opposite(e):
    def environment(agent, play):
        paid, seen = e(agent, play)
        return -paid, seen

    return environment


class RandomAgent:
    def __init__(self, n_actions, draws):
        self.n_actions, self.draws, self.trained = n_actions, draws, 0

    def act(self, obs):
        return int(self.n_actions * self.draws[self.trained])

    def train(self, o_prev, a, r, o_next):
        self.trained += 1


class SimpleAgent:
    def __init__(self, n_actions):
        self.n_actions, self.punished = n_actions, set()

    def act(self, obs):
        return next((a for a in range(self.n_actions) if (obs, a) not in self.punished), 0)

    def train(self, o_prev, a, r, o_next):
        if r < 0:
            self.punished.add((o_prev, a))


class NaiveAgent:
    def __init__(self, n_actions, draws):
        self.actions, self.draws, self.m, self.rewards = range(n_actions), draws, 0, {}

    def act(self, obs):
        if self.draws[2 * self.m] < Fraction(15, 100):
            return int(len(self.actions) * self.draws[2 * self.m + 1])
        return max(self.actions, key=lambda a: self.average(obs, a))

    def average(self, obs, a):
        rewards = self.rewards.get((obs, a), [0])
        return Fraction(sum(rewards)) / len(rewards)

    def train(self, o_prev, a, r, o_next):
        self.m += 1
        self.rewards.setdefault((o_prev, a), []).append(r)


class QAgent:
    def __init__(self, n_actions, draws, epsilon, learning_rate, gamma):
        self.n_actions, self.draws, self.epsilon = n_actions, draws, epsilon
        self.learning_rate, self.gamma, self.m, self.table = Fraction(learning_rate), Fraction(gamma), 0, {}

    def row(self, obs):
        return self.table.get(obs, [0] * self.n_actions)

    def act(self, obs):
        row = self.row(obs)
        if self.draws[2 * self.m] > self.epsilon or not any(row):
            return int(self.n_actions * self.draws[2 * self.m + 1])
        return row.index(max(row))

    def train(self, o_prev, a, r, o_next):
        target = r + self.gamma * max(self.row(o_next))
        row = list(self.row(o_prev))
        row[a] += self.learning_rate * (target - row[a])
        self.table[o_prev] = row
        self.m += 1


class Imitator:
    """Does what it was last trained to do on this observation, as the paper's semideterminism wants."""

    def __init__(self, n_actions=2):
        self.n_actions, self.trained, self.done = n_actions, 0, {}

    def act(self, obs):
        return self.done.get(obs, 0)

    def train(self, o_prev, a, r, o_next):
        self.trained += 1
        self.done[o_prev] = a if r > 0 else 0
