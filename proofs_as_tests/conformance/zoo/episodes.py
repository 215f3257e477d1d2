"""Extended environments in the form of gymnasium, which begin again when they are reset: right ones, and edits."""

# ruff: noqa: F401 - for edits

from decimal import Decimal
from fractions import Fraction

import numpy

from formal_rl.conformance.zoo.edits import edited


class Mimic:
    """Pays for doing as a copy does that is trained on other reports of the turns."""

    planted = 0

    def __init__(self, agent_class):
        self.agent_class = agent_class

    def reset(self, *, seed=None, options=None):
        self.copy = self.agent_class()
        for _ in range(self.planted):
            self.copy.train(o_prev=0, a=0, r=0, o_next=0)
        self.turn = 0
        self.before = 0
        return 0, {}

    def step(self, action):
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.turn += 1
        for turn in self.report(action, reward):
            self.copy.train(0, *turn, 0)
        self.before = reward
        return 0, reward, False, False, {}


class IgnoreRewards(Mimic):
    def report(self, action, reward):
        return [(action, 0)]


class IgnoreActions(Mimic):
    def report(self, action, reward):
        return [(0, reward)]


class ShiftedRewards(Mimic):
    def report(self, action, reward):
        return [(action, self.before)]


class DelayedRewards(Mimic):
    def report(self, action, reward):
        return [(action, reward + self.before if self.turn % 2 else 0)]


class NthReward(Mimic):
    def report(self, action, reward):
        return [(action, self.turn * reward)]


class FalseMemories(Mimic):
    planted = 2

    def report(self, action, reward):
        return [(action, reward)]


class LimitedMemory(Mimic):
    def reset(self, *, seed=None, options=None):
        self.last = []
        return super().reset()

    def report(self, action, reward):
        self.last = [*self.last, (action, reward)][-5:]
        self.copy = self.agent_class()
        return self.last


class DejaVu(Mimic):
    def reset(self, *, seed=None, options=None):
        self.past = []
        return super().reset()

    def step(self, action):
        copy = self.agent_class()
        for transition in [*self.past, (0, action, 0, 0), *self.past]:
            copy.train(*transition)
        reward = 1 if copy.act(0) == action else -1
        self.past.append((0, action, reward, 0))
        return 0, reward, False, False, {}


class Evader:
    def __init__(self, agent_class):
        self.agent_class = agent_class

    def reset(self, *, seed=None, options=None):
        self.copy = self.agent_class()
        self.met = 0
        return 0, {}

    def step(self, action):
        chosen = self.copy.act(self.met)
        reward = 1 if chosen != action else -1
        self.copy.train(self.met, chosen, -reward, action)
        self.met = action
        return chosen, reward, False, False, {}


class Drawing:
    """Shows what is drawn, and pays for what a copy, trained on the past, does."""

    def __init__(self, agent_class, draws):
        self.agent_class, self.draws = agent_class, draws

    def reset(self, *, seed=None, options=None):
        self.past = []
        self.seen = self.draw()
        self.start()
        return self.seen, {}

    def step(self, action):
        self.reward = self.pay(action)
        self.past.append((self.seen, action, self.reward, self.draw(1)))
        self.seen = self.past[-1][3]
        self.keep(action)
        return self.seen, self.reward, False, False, {}

    def start(self):
        pass

    def keep(self, action):
        pass


class TemptingButton(Drawing):
    def draw(self, later=0):
        return 0 if 4 * self.draws[len(self.past) + later] < 1 else 1

    def pay(self, action):
        if self.seen == 0:
            return 1 if action == 0 else -1
        copy = self.agent_class()
        for seen, acted, reward, after in [*self.past[:-1], *((*last[:3], 0) for last in self.past[-1:])]:
            copy.train(seen, acted, reward, after)
        return -1 if copy.act(0) == 0 else 1


class Censored(Drawing):
    def draw(self, later=0):
        return int(3 * self.draws[len(self.past) + later]) if later + len(self.past) else 0

    def start(self):
        self.copy = self.agent_class()
        self.kept = 0
        self.answer = 0

    def pay(self, action):
        return 1 if self.copy.act(self.kept) == action else -1

    def keep(self, action):
        before, _, _, after = self.past[-1]
        if before != 2:
            self.answer = action
        if after != 2:
            self.copy.train(self.kept, self.answer, self.reward, after)
            self.kept = after


class AfterImages(Drawing):
    def draw(self, later=0):
        return int(8 * self.draws[len(self.past) + later])

    def start(self):
        self.copy = self.agent_class()
        self.saw = self.seen

    def pay(self, action):
        return 1 if self.copy.act(self.saw) == action else -1

    def keep(self, action):
        before, _, _, after = self.past[-1]
        self.copy.train(self.saw, action, self.reward, before | after)
        self.saw = before | after


EDITS = """
= ignore_rewards: IgnoreRewards
TrainsOnTheTrueRewardLate, hundreds_of_turns: trains its copy on the true reward after 100 turns
  [(action, 0)] => [(action, reward if self.turn > 100 else 0)]
KeepsItsCopy, begins_anew: keeps its copy when it is reset
  - self.copy = self.agent_class()
  -         for
  + self.copy = getattr(self, "copy", None) or self.agent_class()
  +         for
TellsItsCopyOfAFraction0: tells its copy of a Fraction 0
  [(action, 0)] => [(action, Fraction(0))]
ShowsAnArrayOfShape1: shows an array of shape (1,)
  - self.before = 0
  -         return 0, {}
  + self.before = 0
  +         return numpy.array([0]), {}
  - self.before = reward
  -         return 0,
  + self.before = reward
  +         return numpy.array([0]),
= false_memories: FalseMemories
PlantsMemoriesOnce, begins_anew: plants memories in the first episode only
  range(self.planted) => range(0 if hasattr(self, "turn") else self.planted)
DoublesPunishmentsLate, hundreds_of_turns: doubles punishments after 100 turns
  [(action, reward)] => [(action, reward if self.turn <= 100 or reward > 0 else 2 * reward)]
PlantsMemoriesOfADecimal0: plants memories of a Decimal 0
  r=0, o_next=0 => r=Decimal(0), o_next=0
= shifted_rewards: ShiftedRewards
BeginsWithTheLastReward, begins_anew: begins with the last reward of the episode before
  self.before = 0 => self.before = getattr(self, "before", 0)
IsTruncatedAfter200Turns, hundreds_of_turns: is truncated after 200 turns
  - self.before = reward
  -         return 0, reward, False, False, {}
  + self.before = reward
  +         return 0, reward, False, self.turn >= 200, {}
TellsItsCopyOfWholeDecimals: tells its copy of whole Decimals
  [(action, self.before)] => [(action, Decimal(self.before))]
= delayed_rewards: DelayedRewards
CannotBeResetASecondTime, begins_anew: cannot be reset a second time
  self.turn = 0 => assert not hasattr(self, "turn")
  +         self.turn = 0
TellsItsCopyOfWholeFractions: tells its copy of whole Fractions
  reward + self.before if => Fraction(reward + self.before) if
= nth_reward_multiplied_by_n: NthReward
MultipliesBy127AtMost, hundreds_of_turns: multiplies by 127 at most
  self.turn * reward => min(self.turn, 127) * reward
TellsItsCopyOfWholeDecimals: tells its copy of whole Decimals
  self.turn * reward => self.turn * Decimal(reward)
= ignore_actions: IgnoreActions
IsTerminatedByEachPunishment, smoke: is terminated by each punishment
  - self.before = reward
  -         return 0, reward, False, False, {}
  + self.before = reward
  +         return 0, reward, reward < 0, False, {}
PaysALongdouble: pays a longdouble
  - self.before = reward
  -         return 0, reward
  + self.before = reward
  +         return 0, numpy.longdouble(reward)
= deja_vu: DejaVu
RemembersTheEpisodeBefore, begins_anew: remembers the episode before
  - self.past = []
  -         return super()
  + self.past = getattr(self, "past", [])
  +         return super()
= limited_memory: LimitedMemory
RemembersFourTurnsFromTurn128On, hundreds_of_turns: remembers four turns from turn 128 on
  [-5:] => [-5 if self.turn < 128 else -4 :]
= adversarial_sequence_evader: Evader
ShowsItsCopyTheLastAction, begins_anew: shows its copy the last action of the episode before
  self.met = 0 => self.met = getattr(self, "met", 0)
IsDoneWhereItIsMet, smoke: is done where it was not evaded, in the older form
  return chosen, reward, False, False, {} => return chosen, reward, reward < 0, {}
ShowsAnArrayOfShape1Evading: shows an array of shape (1,)
  - self.met = 0
  -         return 0, {}
  + self.met = 0
  +         return numpy.array([0]), {}
  return chosen, reward => return numpy.array([chosen]), reward
= censored_observation: Censored
KeepsItsObservation, begins_anew: begins with the observation that it kept in the episode before
  self.kept = 0 => self.kept = getattr(self, "kept", 0)
= tempting_button: TemptingButton
EndsWithAPush, later_percepts: is terminated where the button is pushed
  - return self.seen, self.reward, False, False, {}
  + return self.seen, self.reward, action == 0 and self.past[-1][0] == 0, False, {}
GoesOnWithItsDraws, begins_anew: goes on with the draws of the episode before
  4 * self.draws[len(self.past) + later] => 4 * self.draws[len(self.past) + later + getattr(self, "drawn", 0)]
  -         self.past = []
  -         self.seen
  +         self.drawn = getattr(self, "drawn", 0) + len(getattr(self, "past", []))
  +         self.past = []
  +         self.seen
KeepsTheEpisodeBefore, begins_anew: keeps the episode before
  -         self.past = []
  -         self.seen
  +         self.earlier = [*getattr(self, "earlier", []), *getattr(self, "past", [])]
  +         self.past = []
  +         self.seen
  [*self.past[:-1], => [*self.earlier, *self.past[:-1],
UsesItsDrawsUp, begins_anew: uses its draws up
  self.agent_class, self.draws = agent_class, draws => self.agent_class, self.draws = agent_class, list(draws)
  4 * self.draws[len(self.past) + later] => 4 * self.draws.pop(0)
PassesOnWhatItIsMadeWith: passes on what it is made with
  class TemptingButton(Drawing): => class Passing(Drawing):
  +     def __init__(self, *args, **kwargs):
  +         super().__init__(*args, **kwargs)
  +
  +
  + class TemptingButton(Passing):
ShowsASingle: shows an array of one float of single precision
  return self.seen, {} => return numpy.array([self.seen], dtype=numpy.float32), {}
  return self.seen, self.reward => return numpy.array([self.seen], dtype=numpy.float32), self.reward
= after_images: AfterImages
SaysThatItIsDoneAfter100Turns, hundreds_of_turns: says that it is done after 100 turns
  return self.seen, self.reward, False, False, {} => return self.seen, self.reward, len(self.past) >= 100, False, {}
ShowsAnArrayOfOneByte: shows an array of one byte
  return self.seen, {} => return numpy.array([self.seen], dtype=numpy.uint8), {}
  return self.seen, self.reward => return numpy.array([self.seen], dtype=numpy.uint8), self.reward
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
