"""Implementations as practitioners write them, in every shape that the suites know, for tests that load them by name.

Beside what stands here they find the entries of `functions`, `classes` and `transforms`.
"""

# ruff: noqa: N803, PLW0108

import re
import time
from typing import NamedTuple

import numpy as np

from formal_rl.conformance.zoo.edits import entries
from formal_rl.environments.examples.ignore_rewards import IgnoreRewardsIncremental
from formal_rl.environments.examples.tempting_button import tempting_button_incremental
from formal_rl.histories import Percept
from formal_rl.transforms import reality_check_fold
from proofs_as_tests.conformance.zoo import classes, functions, transforms


class Animal(NamedTuple):
    """An implementation, the suite it is for, the claim that catches it, and the outcome there."""

    name: str
    suite: str
    claim: str
    outcome: str
    semantics: str = "paper"


def __getattr__(name):
    for house in (functions, classes, transforms):
        if hasattr(house, name):
            return getattr(house, name)
    raise AttributeError(name)


# --- Ignore rewards ---

RightIgnoreRewards = classes.ListingTwo
ReturnsAFloat = classes.WholeFloatRewards
right_ignore_rewards = functions.example_three
RightReact = functions.FlatIgnoreRewards
right_incremental = IgnoreRewardsIncremental()


def right_flat_ignore_rewards(T, play):
    if len(play) == 0:
        return 0, 0
    prompt = tuple(0 if index % 3 == 0 else part for index, part in enumerate(play[:-1]))
    return (1 if T(prompt, 2, 1) == play[-1] else -1), 0


class ReturnsScalars(RightIgnoreRewards):
    def start(self):
        return np.int8(super().start())

    def step(self, action):
        reward, observation = super().step(np.int64(action))
        return (np.float32(reward), np.array(observation))


class Prints(RightIgnoreRewards):
    def step(self, action):
        print("stepping")
        return super().step(action)


class RaisesAtTheThirdStep(RightIgnoreRewards):
    steps = 0

    def step(self, action):
        self.steps += 1
        if self.steps == 3:
            raise ZeroDivisionError("the third step")
        return super().step(action)


class NoStep:
    def __init__(self, A):
        self.sim = A()

    def start(self):
        return 0


class TakesNoAgent:
    def start(self):
        return 0

    def step(self, action):
        return (1, 0)


def hangs_after_a_reward(agent, play):
    if len(play) >= 4 and play[2][0] == 1:
        while True:
            time.sleep(0.01)
    return right_ignore_rewards(agent, play)


def asks_without_end(agent, play):
    prompt = ((0, 0),)
    while agent(prompt) == 0:
        prompt = (*prompt, 0, (0, 0))
    return right_ignore_rewards(agent, play)


_remembered = {}


def remembers_without_the_agent(agent, play):
    if play not in _remembered:
        _remembered[play] = right_ignore_rewards(agent, play)
    return _remembered[play]


_asked = []


def counts_its_questions(agent, play):
    _asked.append(play)
    return right_ignore_rewards(agent, play) if len(_asked) % 7 else (0, 0)


def ends_the_process(agent, play):
    if len(play) >= 4:
        __import__("os")._exit(7)
    return right_ignore_rewards(agent, play)


# --- Reverse history ---

right_flat_reverse_history = functions.backward_flat


def right_reverse_history(agent, play):
    return Percept(0, 0) if not play else Percept(1 if play[-1] == agent(play[:-1][::-1]) else -1, 0)


class RightReverseHistory(classes.ReplaysBackwards):
    def step(self, action):
        reward, observation = super().step(action)
        return (int(reward), observation)


class PublishedReverseHistory:
    def __init__(self, A):
        self.A, self.past = A, []

    def start(self):
        return 0

    def step(self, action):
        sim = self.A()
        for done, reward in reversed(self.past):
            sim.train(o_prev=0, a=done, r=reward, o_next=0)
        reward = 0 if not self.past else 1 if sim.act(obs=0) == action else -1
        self.past.append((action, reward))
        return (reward, 0)


class PublishedReverseHistoryForgets(PublishedReverseHistory):
    """Keeps the last two turns, too."""

    def step(self, action):
        answer = super().step(action)
        self.past = self.past[-2:]
        return answer


class PublishedReverseHistoryPaysAnything(PublishedReverseHistory):
    """Pays 77 and shows 5 from the second step on, too."""

    def step(self, action):
        first = not self.past
        return super().step(action) if first else (77, 5)


# --- Tempting button ---

RightButton = classes.ButtonClass
right_tempting_button = functions.tempting_button
right_incremental_button = tempting_button_incremental


class PublishedButton:
    def __init__(self, A, draws):
        self.sim, self.draws = A(), draws

    def start(self):
        self.turn, self.seen = 0, 0
        return 0

    def step(self, action):
        self.turn += 1
        would = self.sim.act(obs=0)
        reward = 1 if (action == 0 if self.seen == 0 else would == 1) else -1
        after = 1 if self.draws[self.turn + 1] < 0.75 else 0
        self.sim.train(o_prev=self.seen, a=action, r=reward, o_next=after)
        self.seen = after
        return (reward, after)


# --- Reality check ---

right_reality_check = transforms.definition_seven
right_class_reality_check = transforms.class_of_section_five
right_fold = reality_check_fold


def right_flat_reality_check(T):
    def checked(prompt):
        own = all(prompt[i] == checked(prompt[:i]) for i in range(2, len(prompt), 3))
        return T(prompt if own else prompt[:2])

    return checked


class RightCheckedInstance:
    """A class whose instances are made with the agent-class."""

    def __init__(self, A):
        self.made = right_class_reality_check(A)()

    def act(self, obs):
        return self.made.act(obs)

    def train(self, o_prev, a, r, o_next):
        self.made.train(o_prev, a, r, o_next)


def published_reality_check(A):
    class Checked:
        def __init__(self):
            self.inner, self.answers, self.action, self.frozen = A(), {}, 0, False

        def act(self, obs):
            if self.frozen:
                return self.action
            self.answers[obs] = self.inner.act(obs)
            self.action = self.action or self.answers[obs]
            return self.answers[obs]

        def train(self, o_prev, a, r, o_next):
            if self.frozen:
                return
            if o_prev not in self.answers:
                self.act(o_prev)
            if self.answers[o_prev] == a:
                self.inner.train(o_prev, a, r, o_next)
                self.answers = {}
            else:
                self.frozen = True

    return Checked


def changes_the_class_itself(A):
    act = A.act
    A.act = lambda self, obs: act(self, obs)
    return A


# --- Handicap ---

handicap_by_the_letter = transforms.definition_twelve


def right_handicap(e, h):
    def composed(agent, play):
        percept = e(agent, play)
        return percept if h(agent, play)[0] >= 0 else (-1, percept[1])

    return composed


def right_flat_handicap(e, h):
    def composed(T, play):
        assert len(play) % 3 == 0
        return right_handicap(e, h)(T, play)

    return composed


# --- Opposite ---

right_opposite = transforms.opposite


def right_flat_opposite(e):
    def opposed(T, play):
        assert len(play) % 3 == 0
        return right_opposite(e)(T, play)

    return opposed


class OppositeOfAnInstance:
    def __init__(self, environment):
        self.environment = environment

    def start(self):
        return self.environment.start()

    def step(self, action):
        reward, observation = self.environment.step(action)
        return (-reward, observation)


class OppositeOfAClass(OppositeOfAnInstance):
    """Made with the environment class and the agent-class."""

    def __init__(self, E, A):
        super().__init__(E(A))


class RightOppositeOfAClass(OppositeOfAnInstance):
    """The paper's, made with the environment class and the agent-class: copies are trained on what is paid out."""

    def __init__(self, E, A):
        class Negated(A):
            def train(self, o_prev, a, r, o_next):
                super().train(o_prev, a, -r, o_next)

        super().__init__(E(Negated))


def trains_on_the_opposite(E):
    return type("Opposed", (RightOppositeOfAClass,), {"__init__": lambda s, A: RightOppositeOfAClass.__init__(s, E, A)})


def published_opposite_of_a_class(E):
    return type("Opposed", (OppositeOfAClass,), {"__init__": lambda self, A: OppositeOfAClass.__init__(self, E, A)})


def _animals(text):
    found = re.findall(r"(\w+), (\w+), (\w+): (.+?)(?: \[(\w+)\])?\n", text)
    return tuple(Animal(*about, semantics or "paper") for *about, semantics in found)


WRONG = _animals("""
TrainsOnTheTrueReward, ignore_rewards, later_percepts: value differs
SharesACopy, ignore_rewards, smoke: shares state between instances
StartResetsAll, ignore_rewards, in_turns: shares state between instances
ReturnsNumpy, ignore_rewards, smoke: returns a numpy value
ChangesTheAgentClass, ignore_rewards, mutates: changes what it was given
TrainsOnText, ignore_rewards, smoke: asks what is no question
keeps_the_first_reward, ignore_rewards, later_percepts: value differs
asks_about_the_play, ignore_rewards, smoke: asks what is no question
starts_with_a_reward, ignore_rewards, first_percept: value differs
reverses_the_flat_tuple, reverse_history, later_percepts: value differs
freezes_to_the_foreign_action, reality_check, actions: value differs
remembers_by_actions_only, reality_check, after: answers otherwise when asked again
must_be_asked_before_training, reality_check, trained_only: returns something of a wrong type
RaisesAtTheThirdStep, ignore_rewards, later_percepts: raises an exception
asks_without_end, ignore_rewards, smoke: gives no answer in time
remembers_without_the_agent, ignore_rewards, agents: shares state between instances
counts_its_questions, ignore_rewards, again: answers otherwise when asked again
PublishedReverseHistory, reverse_history, later_percepts: value differs
RightReverseHistory, reverse_history, later_percepts: value differs [published]
PublishedButton, tempting_button, first_observation: value differs
published_reality_check, reality_check, actions: value differs
changes_the_class_itself, reality_check, mutates: changes what it was given
right_opposite, opposite, percepts: value differs [published]
OppositeOfAnInstance, opposite, simulating: value differs
OppositeOfAClass, opposite, simulating: value differs
trains_on_the_opposite, opposite, simulating: value differs [published]
""")
"""Wrong implementations; some of them are right by the other semantics."""

HANGING = _animals("""
hangs_after_a_reward, ignore_rewards, later_percepts: gives no answer in time
ends_the_process, ignore_rewards, smoke: ends the process
""")
"""These need a process of their own."""

SHAPELESS = _animals("""
NoStep, ignore_rewards, shape: has no shape that this suite knows
TakesNoAgent, ignore_rewards, shape: has no shape that this suite knows
WRONG, reality_check, shape: has no shape that this suite knows
right_opposite, handicap, shape: has no shape that this suite knows
nothing_of_this_name, opposite, shape: cannot be loaded
""")
"""These cannot be asked anything."""

_RIGHT = """
a class with start and step, made with an agent-class
  ignore_rewards paper: RightIgnoreRewards Prints
  ignore_rewards published: RightIgnoreRewards
  reverse_history paper: RightReverseHistory
  reverse_history published: PublishedReverseHistory
a function of (agent, play)
  ignore_rewards paper: right_ignore_rewards
  reverse_history paper: right_reverse_history
a function of (T, play), both flat: r, o, a, r, o, a, and so on
  ignore_rewards paper: right_flat_ignore_rewards
  reverse_history paper: right_flat_reverse_history
a class with react(T, play), both flat: r, o, a, r, o, a, and so on
  ignore_rewards paper: RightReact
a value with start(learner) and advance(learner, state, action)
  ignore_rewards paper: right_incremental
made from draws: a function of (agent, play)
  tempting_button paper: right_tempting_button
made from draws: a value with start(learner) and advance(learner, state, action)
  tempting_button paper: right_incremental_button
a class with start and step, made with an agent-class, with keyword draws
  tempting_button published: PublishedButton
  tempting_button paper: RightButton
a class with start and step, made with an environment class and an agent-class
  opposite paper: RightOppositeOfAClass
  opposite published: OppositeOfAClass
a function from environment classes (start, step) to such classes
  opposite published: published_opposite_of_a_class
  opposite paper: trains_on_the_opposite
a function from agents to agents
  reality_check paper: right_reality_check
a function from agents to agents, both on flat prompts: r, o, a, r, o, and so on
  reality_check paper: right_flat_reality_check
a function from agent-classes (act, train) to agent-classes, asked before each training
  reality_check paper: right_class_reality_check RightCheckedInstance
  reality_check published: published_reality_check
a function from learners (initial, act, learn) to learners
  reality_check paper: right_fold
a function of two environments (e, h), each and the result a function of (agent, play)
  handicap paper: right_handicap handicap_by_the_letter
a function of two environments (e, h), each and the result a function of (T, play), both flat
  handicap paper: right_flat_handicap
a function of an environment e, which is, as the result is, a function of (agent, play)
  opposite paper: right_opposite
  opposite published: opposite_outside
a function of an environment e, which is, as the result is, a function of (T, play), both flat
  opposite paper: right_flat_opposite
a wrapper of an environment that is an instance with start and step
  opposite published: OppositeOfAnInstance
"""

RIGHT = tuple(
    (name, *line.split(":")[0].split(), shape)
    for shape, lines in entries(_RIGHT)
    for line in lines
    for name in line.split(":")[1].split()
)
"""Right implementations: the suite, the semantics by which they are right, and the shape that is detected."""
