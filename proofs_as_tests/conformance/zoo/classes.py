"""Extended environments as classes with start and step, as people write them: right ones, and edits that are wrong."""

# ruff: noqa: N803  A is what the papers call an agent-class.

from collections import deque

import numpy as np

from formal_rl.conformance.zoo.edits import edited


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


# --- One copy, trained on each turn ---


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
        for a, r in self.report(action, reward):
            self.sim.train(o_prev=0, a=a, r=r, o_next=0)
        return reward, 0

    def report(self, action, reward):
        return [(action, reward)]


class SkipsPraise(Mimic):
    def report(self, action, reward):
        return [] if reward > 0 else [(action, reward)]


class DelaysRewards(Mimic):
    kept = 0

    def report(self, action, reward):
        self.kept += reward
        paid = 0
        if self.turn % 2:
            paid, self.kept = self.kept, 0
        return [(action, paid)]


class TimesN(Mimic):
    def report(self, action, reward):
        return [(action, self.turn * reward)]


class ShiftsWithABuffer(Mimic):
    def __init__(self, A):
        super().__init__(A)
        self.buffer = deque([0])

    def report(self, action, reward):
        self.buffer.append(reward)
        return [(action, self.buffer.popleft())]


class RepeatsEachTraining(Mimic):
    def report(self, action, reward):
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


EDITS = """
= ignore_rewards: ListingTwo NumpyScalarRewards WholeFloatRewards
MutableDefaultHistory, again: All instances share the list that is the default of a parameter. [FiveTurns]
  -     def __init__(self, A):
  -         self.A, self.turns = A, deque(maxlen=5)
  +     def __init__(self, A, history=[]):
  +         self.A, self.turns = A, history
  self.turns.append((action, reward)) => self.turns.append((action, 0))
TrainsThenAsks, later_percepts: The copy is asked after it has been trained on the step.
  -         reward = 1 if action == self.sim.act(obs=0) else -1
  -         self.sim.train(o_prev=0, a=action, r=0, o_next=0)
  +         self.sim.train(o_prev=0, a=action, r=0, o_next=0)
  +         reward = 1 if action == self.sim.act(obs=0) else -1
CachedCopy, after: All instances share one copy of an agent-class.
  - class ListingTwo:
  -     def __init__(self, A):
  -         self.sim = A()
  + class ListingTwo:
  +     copies = {}
  +
  +     def __init__(self, A):
  +         if A not in self.copies:
  +             self.copies[A] = A()
  +         self.sim = self.copies[A]
RingBufferOfFifty, hundreds_of_turns: Only the last fifty turns are remembered. [FiveTurns]
  maxlen=5 => maxlen=50
  self.turns.append((action, reward)) => self.turns.append((action, 0))
TruncatesAtTwoHundred, hundreds_of_turns: Nothing is paid from step 201 on.
  reward = 1 if action == self.sim.act(obs=0) else -1 => self.clock = getattr(self, "clock", 0) + 1
  +         reward = 0 if self.clock > 200 else 1 if action == self.sim.act(obs=0) else -1
TrainsOnTheCopysAction, later_percepts: The copy is trained on what it would have done itself.
  a=action, r=0 => a=self.sim.act(obs=0), r=0
TrainsOnTheTrueReward, later_percepts: trains its copy on the true reward
  a=action, r=0 => a=action, r=reward
SharesACopy, smoke: all instances share the first copy
  - class ListingTwo:
  -     def __init__(self, A):
  -         self.sim = A()
  + class ListingTwo:
  +     sims = []
  +
  +     def __init__(self, A):
  +         self.sims.append(A())
  +         self.sim = self.sims[0]
StartResetsAll, in_turns: makes a copy for all instances where one starts
  - class ListingTwo:
  -     def __init__(self, A):
  -         self.sim = A()
  -
  -     def start(self):
  + class ListingTwo:
  +     def __init__(self, A):
  +         self.A = A
  +
  +     def start(self):
  +         ListingTwo.sim = self.A()
ReturnsNumpy, smoke: returns an array
  return (reward, 0) => return np.array((reward, 0))
ChangesTheAgentClass, mutates: sets the number of actions of the class that it is given
  - class ListingTwo:
  -     def __init__(self, A):
  + class ListingTwo:
  +     def __init__(self, A):
  +         A.n_actions = 5
TrainsOnText, smoke: trains its copy on a text
  a=action, r=0 => a=action, r="0"
= ignore_rewards_2: SkipsPraise
SkipsBlame, later_percepts: The copy is trained on what was praised, not on what was punished.
  if reward > 0 => if reward < 0
SkipsByThePreviousReward, later_percepts: The reward before decides what is left out.
  return [] if reward > 0 => before, self.before = getattr(self, "before", 0), reward
  +         return [] if before > 0
= ignore_rewards_3: DreamingCopy
WakesUp, later_percepts: The copy is trained on the agent's actions.
  a=own, r=0 => a=action, r=0
DreamsOfPay, later_percepts: The copy is trained on the true rewards.
  a=own, r=0 => a=own, r=pay(own == action)
DreamsOneStepAhead, later_percepts: The copy has made a step before the game begins.
  class DreamingCopy(Mimic): => class DreamingCopy(Mimic):
  +     def start(self):
  +         self.sim.train(o_prev=0, a=self.sim.act(obs=0), r=0, o_next=0)
  +         return 0
  +
ignore_actions IgnoresActionsAndRewards, later_percepts: Rewards are made 0 as well. [ListingTwo]
  a=action, r=0 => a=0, r=0
ignore_actions ClipsTheAction, longer_histories: Actions greater than 1 stay. [ListingTwo]
  a=action, r=0 => a=0 if action in (0, 1) else action, r=reward
= ignore_observations: SeesNothing
RoundsTheDraw, first_observation: Draws are rounded, not cut off.
  int(5 * self.draws[self.turn]) => min(4, round(5 * self.draws[self.turn]))
ActsOnTheTrueObservation, later_percepts: The copy is asked on the true observation.
  return pay(self.sim.act(obs=0) == action) => return pay(self.sim.act(obs=self.seen) == action)
DrawsTheFirstTwice, later_percepts: The first draw decides the first two observations.
  int(5 * self.draws[self.turn]) => int(5 * self.draws[max(0, self.turn - 1)])
= reverse_history: ReplaysBackwards
RewardsOneTurnLate, later_percepts: Rewards stand beside the actions that earned them.
  self.rewards[:-1] => self.rewards[1:]
ShowsItsCopyFloats: shows its copy floats
  train(0, past, => train(0.0, past,
ResetsWhereItStarts: has a helper that is called reset
  - self.A, self.rewards, self.actions = A, [0], []
  -
  -     def start(self):
  -         return 0
  + self.A = A
  +
  +     def start(self):
  +         return self.reset()
  +
  +     def reset(self):
  +         self.rewards, self.actions = [0], []
  +         return 0
ClassLevelLists, again: The history belongs to the class.
  class ReplaysBackwards: => class ReplaysBackwards:
  +     rewards, actions = [0], []
  +
  self.A, self.rewards, self.actions = A, [0], [] => self.A = A
= deja_vu: TwiceAsAClass
SeamPaysAgain, later_percepts: The second time begins with the last reward.
  (action, 0), *self.memory => (action, self.memory[-1][1] if self.memory else 0), *self.memory
false_memories MemoriesOnlyOnce, later_percepts: Only the first instance of the class has the memories. [Mimic]
  self.A, self.sim = A, A() => self.sim = A()
  +         for _ in range(0 if hasattr(Mimic, "implanted") else 2):
  +             self.sim.train(o_prev=0, a=0, r=0, o_next=0)
  +         Mimic.implanted = True
false_memories MemoriesFade, hundreds_of_turns: The memories are gone after forty turns. [FiveTurns]
  deque(maxlen=5) => deque([(0, 0), (0, 0)], maxlen=40)
= incentivize_zero: Worker
BinaryPay, longer_histories: Actions greater than 1 are handed on as 1.
  r=action => r=min(action, 1)
= tempting_button: ButtonClass
TrainedOnTheTrueRoom, later_percepts: The copy has come into a room without a button before it is asked.
  for o_prev, a, r, _ in => for o_prev, a, r, o_next in
  o_next=seen) => o_next=o_next)
PushedInVain, later_percepts: Without a button, what is done counts.
  self.does(0) != 0 => action != 0
AsksOnlyOnce, later_percepts: The copy is asked on the first room without a button only.
  return np.int64(pay(self.does(0) != 0)) => if not hasattr(self, "answer"):
  +             self.answer = self.does(0)
  +         return np.int64(pay(self.answer != 0))
CopySeesButtons, later_percepts: The copy has seen a button in each room before.
  (self.seen, action, reward, after) => (0, action, reward, 0)
= delayed_rewards: DelaysRewards
DelaysTheFirst, later_percepts: Pairs begin with the first reward.
  if self.turn % 2: => if self.turn % 2 == 0:
NeverEmptiesTheTill, later_percepts: What was paid is paid again.
  paid, self.kept = self.kept, 0 => paid = self.kept
TillOverwritten, later_percepts: Every other reward is lost.
  self.kept += reward => self.kept = reward
flip_every_other FlipsByASharedSign, again: All instances share the sign. [TimesN]
  return [(action, self.turn * reward)] => TimesN.sign = -getattr(TimesN, "sign", 1)
  +         return [(action, TimesN.sign * reward)]
= nth_reward_multiplied_by_n: TimesN
TimesNFromZero, later_percepts: The factor begins at 0.
  self.turn * reward => (self.turn - 1) * reward
TimesNInAByte, hundreds_of_turns: The product wraps at 128.
  self.turn * reward => int(np.array(self.turn * reward).astype(np.int8))
TimesNCapped, hundreds_of_turns: The factor stays at 25.
  self.turn * reward => min(self.turn, 25) * reward
= shifted_rewards: ShiftsWithABuffer
ShiftsTheWrongWayOut, later_percepts: The buffer gives back what was put in last.
  self.buffer.popleft() => self.buffer.pop()
repeater RepeatsOnlyThePast, later_percepts: The last turn happens once. [FiveTurns]
  deque(maxlen=5) => []
  in self.turns: => in [*(turn for turn in self.turns[:-1] for _ in range(2)), *self.turns[-1:]]:
repeater RepeatsWithoutPay, later_percepts: The second time brings no reward. [RepeatsEachTraining]
  2 * [(action, reward)] => [(action, reward), (action, 0)]
limited_memory ForgetsAllAtOnce, longer_histories: All is forgotten after every five turns. [Mimic]
  -         self.turn += 1
  -         for a, r in self.report
  +         self.turn += 1
  +         if self.turn % 5 == 0:
  +             self.sim = self.A()
  +         for a, r in self.report
= crying_baby: CryingBaby
OneATurn, longer_histories: A turn takes 1, not 3.
  else 0) - 3 => else 0) - 1
StrictlyBelow, many_turns_of_0: The baby is discontent at 200.
  <= 200 => < 200
StrictlyAbove, bounds: The baby is discontent at 50.
  50 <= self => 50 < self
FeedsLate, longer_histories: A meal counts from the next turn on.
  -         self.nutrition += (25 if action == 0 else 0) - 3
  -         content = pay(50 <= self.nutrition <= 200)
  +         self.nutrition -= 3
  +         content = pay(50 <= self.nutrition <= 200)
  +         self.nutrition += 25 if action == 0 else 0
AnyActionFeeds, longer_histories: Actions greater than 1 feed as well.
  25 if action == 0 => 25 if action != 1
BabyDies, there_and_back: The nutrition does not fall below 0.
  self.nutrition += => self.nutrition = max(self.nutrition, 3) +
= newcombs_problem: NewcombClass
PredictsAfterTheFact, later_percepts: What is done counts for what would be done.
  self.sim.act(obs=0) == 0 else 0.0 => action == 0 else 0.0
PredictsOnceForAll, later_percepts: The untrained agent is predicted for ever.
          self.sim.train(o_prev=0, a=action, r=int(reward), o_next=0) =>
PaysWhatWasPromised, later_percepts: The copy is trained on both boxes whatever was taken.
  r=int(reward) => r=int(closed + 1)
= self_recognition: Recognition
TrainedOnTheSentence, later_percepts: The copy has come to the sentence before it is asked.
  for o_prev, a, r, _ in => for o_prev, a, r, o_next in
  o_next=seen) => o_next=o_next)
SentencesTransposed, later_percepts: 'Shown 0, 1' and 'shown 1, 0' are exchanged.
  instead, claimed = divmod => claimed, instead = divmod
AnyYesCounts, longer_histories: Every action but 0 says that it is so.
  action == (1 if truth else 0) => (action > 0) == truth
WrongIsWorthNothing, later_percepts: A wrong answer is paid 0.
  pay(action == (1 if truth else 0)) => 1 if action == (1 if truth else 0) else 0
AskedAfterTraining, later_percepts: It asks the copy after the step, and trains it without the reward.
  -         reward = self.paid(action)
  -         self.turn += 1
  +         self.turn += 1
  self.keep(action, reward, after) => self.keep(action, 0, after)
  +         reward = self.paid(action)
= after_images: AfterImages
ExclusiveImages, later_percepts: Bits that both have are lost.
  after | self.seen => after ^ self.seen
BrighterImages, later_percepts: Observations are added and clipped.
  after | self.seen => min(after + self.seen, 7)
LastingImages, later_percepts: Images never fade.
  after | self.seen => after | self.image
ForgetsThePreviousImage, later_percepts: The copy is trained from the true observation.
  o_prev=self.image => o_prev=self.seen
= adversarial_sequence_predictor: PredictorDuel
RivalIsPaidTheSame, later_percepts: The rival is paid for being predicted.
  r=-reward => r=reward
RivalSeesFirst, later_percepts: The rival chooses when it has seen the agent's choice.
  - self.sim.act(obs=self.seen)
  -         reward = self.paid_for_equal
  + self.sim.act(obs=action)
  +         reward = self.paid_for_equal
RivalSeesItself, later_percepts: The rival is shown its own choice.
  - o_next=action)
  -         self.seen = action
  + o_next=choice)
  +         self.seen = choice
= adversarial_sequence_evader: EvaderDuel
EvaderShownItself, later_percepts: The agent is shown its own choice.
  reward, choice => reward, action
EvaderRivalKeepsTheFirst, later_percepts: The rival is always asked on observation 0.
          self.seen = action =>
punish_nondeterministic_agent AsksAnUntrainedCopy, later_percepts: The copy is never trained. [Mimic]
  return [(action, reward)] => return []
punish_nondeterministic_agent AsksTwoCopies, later_percepts: Two copies are compared, and not with the action. [Mimic]
  self.A, self.sim = A, A() => self.sim, self.other = A(), A()
  - pay(self.sim.act(obs=0) == action)
  -         self.turn += 1
  + pay(self.sim.act(obs=0) == self.other.act(obs=0))
  +         self.turn += 1
  -             self.sim.train(o_prev=0, a=a, r=r, o_next=0)
  +             self.sim.train(o_prev=0, a=a, r=r, o_next=0)
  +             self.other.train(o_prev=0, a=a, r=r, o_next=0)
= incentivize_learning_rate: HalfRateClass
DoubleRate, later_percepts: The rate is doubled.
  rate * 0.5 => rate * 2
= third_action_forbidden: ThirdActionClass
FourthAction, later_percepts: The copy gets four actions.
  {"n_actions": 3} => {"n_actions": 4}
TellsForAHundredTurns, hundreds_of_turns: keeps the last hundred turns [FiveTurns]
  self.A, self.turns = A, deque(maxlen=5) => self.A, self.turns = type("T", (A,), {"n_actions": 3}), deque(maxlen=100)
TellsTheTrueOne, mutates: The class that it is given is changed.
  self.sim = type("Told", (A,), {"n_actions": 3})() => A.n_actions = 3
  +         self.sim = A()
= repeater: RepeatsEachTraining
= limited_memory: FiveTurns
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
