"""Extended environments as classes with start and step, plainly: what is right, and what wrong ones are edits of."""

# ruff: noqa: N803  A is what the papers call an agent-class.

from collections import deque

import numpy as np


def pay(same):
    return 1 if same else -1


class ListingTwo:
    def __init__(self, A):
        self.sim = A()

    def start(self):
        return 0

    def step(self, action):
        reward = 1 if action == self.sim.act(obs=0) else -1
        self.sim.train(o_prev=0, a=action, r=0, o_next=0)
        return (reward, 0)


class NumpyScalarRewards(ListingTwo):
    def step(self, action):
        reward, observation = super().step(action)
        return np.float64(reward), np.int64(observation)


class WholeFloatRewards(ListingTwo):
    def step(self, action):
        reward, observation = super().step(action)
        return float(reward), observation


# --- One copy, which is told of each turn ---


class Mimic:
    """Pays for doing what a copy does; what the copy is trained on is action and reward, unless a class says else."""

    turn = 0

    def __init__(self, A):
        self.A, self.sim = A, A()

    def start(self):
        return 0

    def step(self, action):
        reward = pay(self.sim.act(obs=0) == action)
        self.turn += 1
        for a, r in self.told(action, reward):
            self.sim.train(o_prev=0, a=a, r=r, o_next=0)
        return reward, 0

    def told(self, action, reward):
        return [(action, reward)]


class SkipsPraise(Mimic):
    def told(self, action, reward):
        return [] if reward > 0 else [(action, reward)]


class DelaysRewards(Mimic):
    kept = 0

    def told(self, action, reward):
        self.kept += reward
        paid = 0
        if self.turn % 2:
            paid, self.kept = self.kept, 0
        return [(action, paid)]


class TimesN(Mimic):
    def told(self, action, reward):
        return [(action, self.turn * reward)]


class ShiftsWithABuffer(Mimic):
    def __init__(self, A):
        super().__init__(A)
        self.buffer = deque([0])

    def told(self, action, reward):
        self.buffer.append(reward)
        return [(action, self.buffer.popleft())]


class RepeatsEachTraining(Mimic):
    def told(self, action, reward):
        return 2 * [(action, reward)]


class HalfRateClass(Mimic):
    def __init__(self, A):
        rate = getattr(A, "learning_rate", None)
        self.sim = None if rate is None else A(learning_rate=rate * 0.5)

    def step(self, action):
        return (-1, 0) if self.sim is None else super().step(action)


class ThirdActionClass(Mimic):
    def __init__(self, A):
        self.sim = type("Told", (A,), {"n_actions": 3})()


class DreamingCopy(Mimic):
    def step(self, action):
        own = self.sim.act(obs=0)
        self.sim.train(o_prev=0, a=own, r=0, o_next=0)
        return pay(own == action), 0


class Worker(Mimic):
    def step(self, action):
        typed = self.sim.act(obs=0)
        self.sim.train(o_prev=0, a=typed, r=action, o_next=0)
        return pay(self.sim.act(obs=0) == 0), 0


class NewcombClass(Mimic):
    def step(self, action):
        closed = 1000.0 if self.sim.act(obs=0) == 0 else 0.0
        reward = closed + (action != 0)
        self.sim.train(o_prev=0, a=action, r=int(reward), o_next=0)
        return reward, 0


class PredictorDuel(Mimic):
    paid_for_equal, seen = 1, 0

    def step(self, action):
        choice = self.sim.act(obs=self.seen)
        reward = self.paid_for_equal * pay(choice == action)
        self.sim.train(o_prev=self.seen, a=choice, r=-reward, o_next=action)
        self.seen = action
        return reward, choice


class EvaderDuel(PredictorDuel):
    paid_for_equal = -1


class CryingBaby(Mimic):
    nutrition, before = 100, None

    def step(self, action):
        self.nutrition += (25 if action == 0 else 0) - 3
        content = pay(50 <= self.nutrition <= 200)
        if self.before is not None:
            o_prev, a = self.before
            self.sim.train(o_prev=o_prev, a=a, r=content, o_next=action)
        answer = self.sim.act(obs=action)
        self.before = action, answer
        return pay(answer == 0), answer


# --- A new copy each time ---


class FiveTurns:
    def __init__(self, A):
        self.A, self.turns = A, deque(maxlen=5)

    def start(self):
        return 0

    def step(self, action):
        copy = self.A()
        for a, r in self.turns:
            copy.train(o_prev=0, a=a, r=r, o_next=0)
        reward = pay(copy.act(obs=0) == action)
        self.turns.append((action, reward))
        return reward, 0


class ReplaysBackwards:
    def __init__(self, A):
        self.A, self.rewards, self.actions = A, [0], []

    def start(self):
        return 0

    def step(self, action):
        copy = self.A()
        for reward, past in zip(reversed(self.rewards[:-1]), reversed(self.actions), strict=True):
            copy.train(0, past, reward, 0)
        self.actions.append(action)
        self.rewards.append(pay(copy.act(0) == action))
        return np.int8(self.rewards[-1]), 0


class TwiceAsAClass:
    def __init__(self, agent_class):
        self.agent_class, self.memory = agent_class, []

    def start(self):
        return np.array(0)

    def step(self, action):
        copy = self.agent_class()
        for a, r in [*self.memory, (action, 0), *self.memory]:
            copy.train(o_prev=0, a=a, r=r, o_next=0)
        reward = pay(copy.act(obs=0) == action)
        self.memory.append((action, reward))
        return np.array(reward), np.array(0)


# --- With draws ---


class Drawing:
    """Shows what is drawn, and pays."""

    def __init__(self, A, draws):
        self.A, self.sim, self.draws, self.turn, self.past = A, A(), draws, 0, []

    def start(self):
        self.seen = self.shown()
        return self.seen

    def step(self, action):
        reward = self.paid(action)
        self.turn += 1
        after = self.shown()
        self.keep(action, reward, after)
        self.seen = after
        return reward, after

    def keep(self, action, reward, after):
        self.past.append((self.seen, action, reward, after))

    def does(self, seen):
        """What a new copy does that is trained on the past, had the last observation been this."""
        copy = self.A()
        for transition in self.past[:-1]:
            copy.train(*transition)
        for o_prev, a, r, _ in self.past[-1:]:
            copy.train(o_prev=o_prev, a=a, r=r, o_next=seen)
        return copy.act(obs=seen)


class SeesNothing(Drawing):
    def shown(self):
        return int(5 * self.draws[self.turn])

    def paid(self, action):
        return pay(self.sim.act(obs=0) == action)

    def keep(self, action, reward, after):
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)


class ButtonClass(Drawing):
    def __init__(self, agent_class, *, draws):
        super().__init__(agent_class, iter(draws))

    def shown(self):
        return 0 if next(self.draws) < 1 / 4 else 1

    def paid(self, action):
        if self.seen == 0:
            return np.int64(pay(action == 0))
        return np.int64(pay(self.does(0) != 0))


class Recognition(Drawing):
    def shown(self):
        return int(6 * self.draws[self.turn])

    def paid(self, action):
        if self.seen < 2:
            return 0
        instead, claimed = divmod(self.seen - 2, 2)
        truth = self.does(instead) == claimed
        return pay(action == (1 if truth else 0))


class AfterImages(Drawing):
    def shown(self):
        return int(8 * self.draws[self.turn])

    def start(self):
        self.image = super().start()
        return self.image

    def paid(self, action):
        return pay(self.sim.act(obs=self.image) == action)

    def keep(self, action, reward, after):
        image = after | self.seen
        self.sim.train(o_prev=self.image, a=action, r=reward, o_next=image)
        self.image = image
