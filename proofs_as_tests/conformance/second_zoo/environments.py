"""Extended environments of Alexander et al. 2021 and 2022, as people write them from the papers."""

from formal_rl.conformance.zoo.edits import by_name
from proofs_as_tests.conformance import plain_classes as classes
from proofs_as_tests.conformance import plain_functions as functions
from proofs_as_tests.conformance.second_zoo.entry import Entry, edited

_FUNCTIONS = """
ignore_rewards, example_three
zeroes_last_reward: Only the last reward is made 0.
  - if place % 2 == 0 else
  + if place == len(play) - 2 else
zeroes_praise_only: Negative rewards stay.
  - (0, part[1])
  + (min(part[0], 0), part[1])
ZeroesTheObservations: The slice begins at the observations, so the rewards stay. [FlatIgnoreRewards]
  - prompt[0::3] = [0] * len(prompt[0::3])
  + prompt[1::3] = [0] * len(prompt[1::3])
ignore_rewards_2, example_three
drops_the_answers: The answers to percepts go, and not the actions that earned them.
  - tuple((0, part[1]) if place % 2 == 0 else part for place, part in enumerate(play[:-1]))
  + tuple(part for i, part in enumerate(play) if i < 2 or play[i - i % 2][0] <= 0)[:-1]
ignore_actions, all_actions_zero
last_past_action_zero: Only the last action is made 0.
  - 0 if place % 2 else
  + 0 if place == len(play) - 3 else
reverse_history, example_five
reverses_a_window: Only the last thirty turns are reversed.
  - play[:-1][::-1]
  + play[:-1][-61:][::-1]
reverses_turns_not_elements: Percepts are reversed and actions are not.
  - play[:-1][::-1]
  + tuple(play[i] if i % 2 else play[-2 - i] for i in range(len(play) - 1))
backward_consciousness, backward_flat
backward_all_but_the_first: The first percept is left out.
  - 4, -1, -3)
  + 4, 3, -3)
backward_with_the_answer: The sequence is put together in its old order.
  - prompt += [play[i], play[i - 2], play[i - 1]]
  + prompt[-2:-2] = play[i - 2 : i + 1]
RemembersByLength: Answers are cached by the length of the play. [BackwardReact]
  -     def react(self, T, play):
  -         if play == ():
  +     def __init__(self):
  +         self.answers = {}
  +
  +     def react(self, T, play):
  +         if len(play) not in self.answers:
  +             self.answers[len(play)] = self.answer(T, play)
  +         return self.answers[len(play)]
  +
  +     def answer(self, T, play):
  +         if play == ():
deja_vu, example_ten
without_the_seam: The action between the two times is left out.
  - play + play[:-1]
  + play[:-2] + play[:-1]
thrice: All happened three times.
  - play + play[:-1]
  + 2 * play + play[:-1]
twice_within_a_budget: From 33 turns on nothing happened twice.
  - play + play[:-1]
  + play + play[:-1] if 2 * len(play) - 1 <= 128 else play[:-1]
false_memories, example_eight_positional
memories_after: The memories come before the last percept, not before the first.
  - (*MEMORY, *play[:-1])
  + (*play[:-2], *MEMORY, play[-2])
one_memory: There is one memory only.
  - *MEMORY, *
  + *MEMORY[:2], *
incentivize_zero, example_eleven
worker_types_the_agents_actions: The copy's actions are the agent's.
  - agent(prompt), (action, 0)
  + action, (action, 0)
one_pay_late: The last action is not yet handed on.
  - for action in play[1::2]:
  -         prompt =
  + for action in play[1:-1:2]:
  +         prompt =
tempting_button, tempting_button
button_at_a_quarter_too: A draw of just a quarter shows a button.
  - < 0.25
  + <= 0.25
buttons_everywhere: Every observation is replaced, not only the last one.
  - (*before, (reward, 0))) != 0
  + tuple(part if i % 2 else (part[0], 0) for i, part in enumerate(play[:-1]))) != 0
tempting_button_variation, button_variation
variation_waits_for_no_push: Without a button it pays for not pushing, too.
  - or play[-1] != 0:
  + or (play[-1] != 0 and play[-2][1] == 0):
variation_counts_any_action: Action 2 counts as a push.
  - or play[-1] != 0:
  + or play[-1] not in (0, 2):
flip_every_other, flip_every_other
flips_the_even_ones: The second, fourth, ... are flipped.
  - -r if i % 2 == 0
  + -r if i % 2
flips_every_third: Every third reward is flipped.
  - -r if i % 2 == 0
  + -r if i % 3 == 0
nth_reward_multiplied_by_n, flip_every_other
nth_of_the_play: The factor begins at 2.
  - -r if i % 2 == 0 else r
  + (i + 2) * r
shifted_rewards, shifted_rewards
shifted_the_other_way: Rewards are shifted to earlier places.
  - [0, *rewards][: len(rewards)]
  + [*rewards, 0][1:]
shifted_by_two: Rewards are shifted by two.
  - [0, *rewards]
  + [0, 0, *rewards]
repeater, repeater
repeats_the_answered_percept: A turn is taken for a percept and its answer.
  -     prompt = play[:1]
  -     for i in range(1, len(play) - 1, 2):
  +     prompt = ()
  +     for i in range(0, len(play) - 2, 2):
  -     return prompt
  -
  -
  - @mimic
  - def limited
  +     return (*prompt, play[-2])
  +
  +
  + @mimic
  + def limited
limited_memory, limited_memory
remembers_five_percepts: Five percepts are remembered, which are four turns.
  - [-11:]
  + [-9:]
remembers_six_turns: Six turns are remembered.
  - [-11:]
  + [-13:]
remembers_the_first_five: The first five turns are remembered.
  - [-11:]
  + [:11]
crying_baby, example_seventeen
baby_forgets_its_answers: The baby is told that it laughed each time.
  - (answer,)
  + (0,)
newcombs_problem, newcomb
opens_by_number: Action 2 is paid 2 for the open box.
  - (play[-1] != 0)
  + play[-1]
punish_nondeterministic_agent, asked_again
content_with_anything: It pays 1 whatever is done.
  - pay(agent(prompt_of(play)) == play[-1])
  + 1
incentivize_learning_rate, half_the_rate
rate_halves_each_turn: The rate is halved again in each turn.
  - rate / 2
  + rate / 2 ** (len(play) // 2)
nothing_for_none: An agent without a rate is paid 0.
  - (-1, 0)
  -     return (pay(agent(play[:-1], learning_rate
  + (0, 0)
  +     return (pay(agent(play[:-1], learning_rate
third_action_forbidden, third_action
never_told: The copy is told nothing.
  - agent(play[:-1], 3)
  + agent(play[:-1])
"""

_CLASSES = """
ignore_rewards, ListingTwo
MutableDefaultHistory: All instances share the list that is the default of a parameter. [FiveTurns]
  -     def __init__(self, A):
  -         self.A, self.turns = A, deque(maxlen=5)
  +     def __init__(self, A, history=[]):
  +         self.A, self.turns = A, history
  - self.turns.append((action, reward))
  + self.turns.append((action, 0))
TrainsThenAsks: The copy is asked after it has been trained on the step.
  -         reward = 1 if action == self.sim.act(obs=0) else -1
  -         self.sim.train(o_prev=0, a=action, r=0, o_next=0)
  +         self.sim.train(o_prev=0, a=action, r=0, o_next=0)
  +         reward = 1 if action == self.sim.act(obs=0) else -1
CachedCopy: All instances share one copy of an agent-class.
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
RingBufferOfFifty: Only the last fifty turns are remembered. [FiveTurns]
  - maxlen=5
  + maxlen=50
  - self.turns.append((action, reward))
  + self.turns.append((action, 0))
TruncatesAtTwoHundred: Nothing is paid from step 201 on.
  -         reward = 1 if action == self.sim.act(obs=0) else -1
  +         self.clock = getattr(self, "clock", 0) + 1
  +         reward = 0 if self.clock > 200 else 1 if action == self.sim.act(obs=0) else -1
TrainsOnTheCopysAction: The copy is trained on what it would have done itself.
  - a=action, r=0
  + a=self.sim.act(obs=0), r=0
ignore_rewards_2, SkipsPraise
SkipsBlame: The copy is trained on what was praised, not on what was punished.
  - if reward > 0
  + if reward < 0
SkipsByThePreviousReward: The reward before decides what is left out.
  - return [] if reward > 0
  + before, self.before = getattr(self, "before", 0), reward
  +         return [] if before > 0
ignore_rewards_3, DreamingCopy
WakesUp: The copy is trained on the agent's actions.
  - a=own, r=0
  + a=action, r=0
DreamsOfPay: The copy is trained on the true rewards.
  - a=own, r=0
  + a=own, r=pay(own == action)
DreamsOneStepAhead: The copy has made a step before the game begins.
  - class DreamingCopy(Mimic):
  + class DreamingCopy(Mimic):
  +     def start(self):
  +         self.sim.train(o_prev=0, a=self.sim.act(obs=0), r=0, o_next=0)
  +         return 0
  +
ignore_actions, ListingTwo
IgnoresActionsAndRewards: Rewards are made 0 as well.
  - a=action, r=0
  + a=0, r=0
ClipsTheAction: Actions greater than 1 stay.
  - a=action, r=0
  + a=0 if action in (0, 1) else action, r=reward
ignore_observations, SeesNothing
RoundsTheDraw: Draws are rounded, not cut off.
  - int(5 * self.draws[self.turn])
  + min(4, round(5 * self.draws[self.turn]))
ActsOnTheTrueObservation: The copy is asked on the true observation.
  - return pay(self.sim.act(obs=0) == action)
  + return pay(self.sim.act(obs=self.seen) == action)
DrawsTheFirstTwice: The first draw decides the first two observations.
  - int(5 * self.draws[self.turn])
  + int(5 * self.draws[max(0, self.turn - 1)])
reverse_history, ReplaysBackwards
RewardsOneTurnLate: Rewards stand beside the actions that earned them.
  - self.rewards[:-1]
  + self.rewards[1:]
ClassLevelLists: The history belongs to the class.
  - class ReplaysBackwards:
  + class ReplaysBackwards:
  +     rewards, actions = [0], []
  +
  - self.A, self.rewards, self.actions = A, [0], []
  + self.A = A
deja_vu, TwiceAsAClass
SeamPaysAgain: The second time begins with the last reward.
  - (action, 0), *self.memory
  + (action, self.memory[-1][1] if self.memory else 0), *self.memory
false_memories, Mimic
MemoriesOnlyOnce: Only the first instance of the class has the memories.
  -         self.A, self.sim = A, A()
  +         self.sim = A()
  +         for _ in range(0 if hasattr(Mimic, "implanted") else 2):
  +             self.sim.train(o_prev=0, a=0, r=0, o_next=0)
  +         Mimic.implanted = True
MemoriesFade: The memories are gone after forty turns. [FiveTurns]
  - deque(maxlen=5)
  + deque([(0, 0), (0, 0)], maxlen=40)
incentivize_zero, Worker
BinaryPay: Actions greater than 1 are handed on as 1.
  - r=action
  + r=min(action, 1)
tempting_button, ButtonClass
TrainedOnTheTrueRoom: The copy has come into a room without a button before it is asked.
  - for o_prev, a, r, _ in
  + for o_prev, a, r, o_next in
  - o_next=seen)
  + o_next=o_next)
PushedInVain: Without a button, what is done counts.
  - self.does(0) != 0
  + action != 0
AsksOnlyOnce: The copy is asked on the first room without a button only.
  - return np.int64(pay(self.does(0) != 0))
  + if not hasattr(self, "answer"):
  +             self.answer = self.does(0)
  +         return np.int64(pay(self.answer != 0))
CopySeesButtons: The copy has seen a button in each room before.
  - (self.seen, action, reward, after)
  + (0, action, reward, 0)
delayed_rewards, DelaysRewards
DelaysTheFirst: Pairs begin with the first reward.
  - if self.turn % 2:
  + if self.turn % 2 == 0:
NeverEmptiesTheTill: What was paid is paid again.
  - paid, self.kept = self.kept, 0
  + paid = self.kept
TillOverwritten: Every other reward is lost.
  - self.kept += reward
  + self.kept = reward
flip_every_other, TimesN
FlipsByASharedSign: All instances share the sign.
  - return [(action, self.turn * reward)]
  + TimesN.sign = -getattr(TimesN, "sign", 1)
  +         return [(action, TimesN.sign * reward)]
nth_reward_multiplied_by_n, TimesN
TimesNFromZero: The factor begins at 0.
  - self.turn * reward
  + (self.turn - 1) * reward
TimesNInAByte: The product wraps at 128.
  - self.turn * reward
  + int(np.array(self.turn * reward).astype(np.int8))
TimesNCapped: The factor stays at 25.
  - self.turn * reward
  + min(self.turn, 25) * reward
shifted_rewards, ShiftsWithABuffer
ShiftsTheWrongWayOut: The buffer gives back what was put in last.
  - self.buffer.popleft()
  + self.buffer.pop()
repeater, FiveTurns
RepeatsOnlyThePast: The last turn happens once.
  - deque(maxlen=5)
  + []
  - in self.turns:
  + in [*(turn for turn in self.turns[:-1] for _ in range(2)), *self.turns[-1:]]:
RepeatsWithoutPay: The second time brings no reward. [RepeatsEachTraining]
  - 2 * [(action, reward)]
  + [(action, reward), (action, 0)]
limited_memory, Mimic
ForgetsAllAtOnce: All is forgotten after every five turns.
  -         self.turn += 1
  -         for a, r in self.told
  +         self.turn += 1
  +         if self.turn % 5 == 0:
  +             self.sim = self.A()
  +         for a, r in self.told
crying_baby, CryingBaby
OneATurn: A turn takes 1, not 3.
  - else 0) - 3
  + else 0) - 1
StrictlyBelow: The baby is discontent at 200.
  - <= 200
  + < 200
StrictlyAbove: The baby is discontent at 50.
  - 50 <= self
  + 50 < self
FeedsLate: A meal counts from the next turn on.
  -         self.nutrition += (25 if action == 0 else 0) - 3
  -         content = pay(50 <= self.nutrition <= 200)
  +         self.nutrition -= 3
  +         content = pay(50 <= self.nutrition <= 200)
  +         self.nutrition += 25 if action == 0 else 0
AnyActionFeeds: Actions greater than 1 feed as well.
  - 25 if action == 0
  + 25 if action != 1
BabyDies: The nutrition does not fall below 0.
  - self.nutrition +=
  + self.nutrition = max(self.nutrition, 3) +
newcombs_problem, NewcombClass
PredictsAfterTheFact: What is done counts for what would be done.
  - self.sim.act(obs=0) == 0 else 0.0
  + action == 0 else 0.0
PredictsOnceForAll: The untrained agent is predicted for ever.
  -         self.sim.train(o_prev=0, a=action, r=int(reward), o_next=0)
PaysWhatWasPromised: The copy is trained on both boxes whatever was taken.
  - r=int(reward)
  + r=int(closed + 1)
self_recognition, Recognition
TrainedOnTheSentence: The copy has come to the sentence before it is asked.
  - for o_prev, a, r, _ in
  + for o_prev, a, r, o_next in
  - o_next=seen)
  + o_next=o_next)
SentencesTransposed: 'Shown 0, 1' and 'shown 1, 0' are exchanged.
  - instead, claimed = divmod
  + claimed, instead = divmod
AnyYesCounts: Every action but 0 says that it is so.
  - action == (1 if truth else 0)
  + (action > 0) == truth
WrongIsWorthNothing: A wrong answer is paid 0.
  - pay(action == (1 if truth else 0))
  + 1 if action == (1 if truth else 0) else 0
AskedAfterTraining: The copy is asked after the step, and not told of its reward.
  -         reward = self.paid(action)
  -         self.turn += 1
  +         self.turn += 1
  -         self.keep(action, reward, after)
  +         self.keep(action, 0, after)
  +         reward = self.paid(action)
after_images, AfterImages
ExclusiveImages: Bits that both have are lost.
  - after | self.seen
  + after ^ self.seen
BrighterImages: Observations are added and clipped.
  - after | self.seen
  + min(after + self.seen, 7)
LastingImages: Images never fade.
  - after | self.seen
  + after | self.image
ForgetsThePreviousImage: The copy is trained from the true observation.
  - o_prev=self.image
  + o_prev=self.seen
adversarial_sequence_predictor, PredictorDuel
RivalIsPaidTheSame: The rival is paid for being predicted.
  - r=-reward
  + r=reward
RivalSeesFirst: The rival chooses when it has seen the agent's choice.
  - self.sim.act(obs=self.seen)
  -         reward = self.paid_for_equal
  + self.sim.act(obs=action)
  +         reward = self.paid_for_equal
RivalSeesItself: The rival is shown its own choice.
  - o_next=action)
  -         self.seen = action
  + o_next=choice)
  +         self.seen = choice
adversarial_sequence_evader, EvaderDuel
EvaderShownItself: The agent is shown its own choice.
  - reward, choice
  + reward, action
EvaderRivalKeepsTheFirst: The rival is always asked on observation 0.
  -         self.seen = action
punish_nondeterministic_agent, Mimic
AsksAnUntrainedCopy: The copy is never trained.
  - return [(action, reward)]
  + return []
AsksTwoCopies: Two copies are compared, and not with the action.
  - self.A, self.sim = A, A()
  + self.sim, self.other = A(), A()
  - pay(self.sim.act(obs=0) == action)
  -         self.turn += 1
  + pay(self.sim.act(obs=0) == self.other.act(obs=0))
  +         self.turn += 1
  -             self.sim.train(o_prev=0, a=a, r=r, o_next=0)
  +             self.sim.train(o_prev=0, a=a, r=r, o_next=0)
  +             self.other.train(o_prev=0, a=a, r=r, o_next=0)
incentivize_learning_rate, HalfRateClass
DoubleRate: The rate is doubled.
  - rate * 0.5
  + rate * 2
third_action_forbidden, ThirdActionClass
FourthAction: The copy is told of four actions.
  - {"n_actions": 3}
  + {"n_actions": 4}
TellsTheTrueOne: The class that it is given is changed.
  - self.sim = type("Told", (A,), {"n_actions": 3})()
  + A.n_actions = 3
  +         self.sim = A()
"""

RIGHT = (
    Entry("ignore_rewards", classes.ListingTwo, "Listing 2 of the paper, word for word."),
    Entry("ignore_rewards", functions.example_three, "Example 3 as a function of agent and play."),
    Entry("ignore_rewards", functions.FlatIgnoreRewards, "The library's form, with slices of a flat list."),
    Entry("ignore_rewards", classes.NumpyScalarRewards, "Rewards are np.float64, observations np.int64."),
    Entry("ignore_rewards", classes.WholeFloatRewards, "Rewards are floats that are whole."),
    Entry("ignore_rewards_2", classes.SkipsPraise, "The copy is trained only on what was punished."),
    Entry("ignore_rewards_3", classes.DreamingCopy, "The copy plays a game of its own."),
    Entry("ignore_actions", functions.all_actions_zero, "A function that replaces the actions."),
    Entry("ignore_observations", classes.SeesNothing, "A class that takes the draws by position or name."),
    Entry("reverse_history", functions.example_five, "Example 5 as a function."),
    Entry("reverse_history", classes.ReplaysBackwards, "A class that replays; rewards are np.int8."),
    Entry("backward_consciousness", functions.backward_flat, "A flat function with indices."),
    Entry("backward_consciousness", functions.BackwardReact, "A flat class; rewards are whole floats."),
    Entry("deja_vu", functions.example_ten, "Concatenation, as in Example 10."),
    Entry("deja_vu", classes.TwiceAsAClass, "A class that replays; rewards and observations are 0-d arrays."),
    Entry("false_memories", functions.example_eight, "A function of keywords only."),
    Entry("false_memories", functions.example_eight_positional, "A function of positions only."),
    Entry("incentivize_zero", classes.Worker, "A class."),
    Entry("incentivize_zero", functions.example_eleven, "Example 11 as a function."),
    Entry("tempting_button", functions.tempting_button, "A function that closes over the draws."),
    Entry("tempting_button", classes.ButtonClass, "A class with an iterator of draws; rewards are np.int64."),
    Entry("tempting_button_variation", functions.button_variation, "A function that closes over the rooms."),
    Entry("delayed_rewards", functions.delayed_rewards, "A function that alters a list of rewards."),
    Entry("delayed_rewards", classes.DelaysRewards, "A class with what is kept back."),
    Entry("flip_every_other", functions.flip_every_other, "A function that alters a list of rewards."),
    Entry("nth_reward_multiplied_by_n", classes.TimesN, "A class with a counter."),
    Entry("shifted_rewards", functions.shifted_rewards, "A function that alters a list of rewards."),
    Entry("shifted_rewards", classes.ShiftsWithABuffer, "A class with a buffer of one."),
    Entry("repeater", functions.repeater, "A function that repeats slices."),
    Entry("repeater", classes.RepeatsEachTraining, "A class that trains twice."),
    Entry("limited_memory", functions.limited_memory, "The last eleven elements."),
    Entry("limited_memory", classes.FiveTurns, "A class with a ring buffer of five turns."),
    Entry("crying_baby", classes.CryingBaby, "A class with the nutrition as a number."),
    Entry("crying_baby", functions.example_seventeen, "Example 17 as a flat function."),
    Entry("newcombs_problem", functions.newcomb, "A function."),
    Entry("newcombs_problem", classes.NewcombClass, "A class; rewards are whole floats."),
    Entry("self_recognition", functions.self_recognition, "A function that closes over the draws."),
    Entry("self_recognition", classes.Recognition, "A class that asks its copy about another observation."),
    Entry("after_images", classes.AfterImages, "A class with the image that the copy sees."),
    Entry("adversarial_sequence_predictor", classes.PredictorDuel, "A class with the rival's last observation."),
    Entry("adversarial_sequence_evader", classes.EvaderDuel, "The same with the signs exchanged."),
    Entry(
        "adversarial_sequence_evader",
        functions.evader_function,
        "A function that plays the rival's game from the start.",
    ),
    Entry("punish_nondeterministic_agent", functions.asked_again, "A function."),
    Entry("incentivize_learning_rate", functions.half_the_rate, "A function that asks with another rate."),
    Entry("incentivize_learning_rate", classes.HalfRateClass, "A class whose copy has another rate."),
    Entry("third_action_forbidden", functions.third_action, "A function."),
    Entry("third_action_forbidden", classes.ThirdActionClass, "A class that derives a class."),
)

WRONG = (*edited(functions, __name__, _FUNCTIONS), *edited(classes, __name__, _CLASSES))

__getattr__ = by_name(RIGHT + WRONG)
