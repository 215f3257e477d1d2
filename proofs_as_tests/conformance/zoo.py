"""Implementations as practitioners write them, right and wrong, in every shape that the suites know."""

# ruff: noqa: N803, PLW0108

import re
import time
from functools import cache
from typing import NamedTuple

import numpy as np

from formal_rl.conformance.zoo.edits import changed, entries
from formal_rl.environments import IgnoreRewardsIncremental, TemptingButtonIncremental
from formal_rl.histories import Percept
from formal_rl.transforms import reality_check_fold
from proofs_as_tests.conformance import plain_classes, plain_functions, plain_transforms


class Animal(NamedTuple):
    """An implementation of the zoo: the suite it is for, how it is caught, and at which claim."""

    name: str
    suite: str
    outcome: str
    claim: str
    semantics: str = "paper"


# --- Ignore rewards ---

RightIgnoreRewards = plain_classes.ListingTwo
ReturnsAFloat = plain_classes.WholeFloatRewards
right_ignore_rewards = plain_functions.example_three
RightReact = plain_functions.FlatIgnoreRewards
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

right_flat_reverse_history = plain_functions.backward_flat


def right_reverse_history(agent, play):
    return Percept(0, 0) if not play else Percept(1 if play[-1] == agent(play[:-1][::-1]) else -1, 0)


class RightReverseHistory(plain_classes.ReplaysBackwards):
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

RightButton = plain_classes.ButtonClass
right_tempting_button = plain_functions.tempting_button
right_incremental_button = TemptingButtonIncremental


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

right_reality_check = plain_transforms.definition_seven
right_class_reality_check = plain_transforms.class_of_section_five
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

handicap_by_the_letter = plain_transforms.definition_twelve


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

right_opposite = plain_transforms.opposite


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


# --- Wrong ones ---

_OF_CLASSES = """
TrainsOnTheTrueReward of ListingTwo, ignore_rewards, later_percepts: value differs
  - a=action, r=0
  + a=action, r=reward
SharesACopy of ListingTwo, ignore_rewards, smoke: shares state between instances
  - class ListingTwo:
  -     def __init__(self, A):
  -         self.sim = A()
  + class ListingTwo:
  +     sims = []
  +
  +     def __init__(self, A):
  +         self.sims.append(A())
  +         self.sim = self.sims[0]
StartResetsAll of ListingTwo, ignore_rewards, in_turns: shares state between instances
  -         self.sim = A()
  -
  -     def start(self):
  +         self.A = A
  +
  +     def start(self):
  +         ListingTwo.sim = self.A()
ReturnsNumpy of ListingTwo, ignore_rewards, smoke: returns a numpy value
  - return (reward, 0)
  + return np.array((reward, 0))
ChangesTheAgentClass of ListingTwo, ignore_rewards, mutates: changes what it was given
  - class ListingTwo:
  -     def __init__(self, A):
  + class ListingTwo:
  +     def __init__(self, A):
  +         A.n_actions = 5
TrainsOnText of ListingTwo, ignore_rewards, smoke: asks what is no question
  - a=action, r=0
  + a=action, r="0"
TrainsOnTheTrueRewardLate of Mimic, ignore_rewards, longer_histories: value differs
  - return [(action, reward)]
  + return [(action, 0 if self.turn < 12 else reward)]
"""

_OF_FUNCTIONS = """
keeps_the_first_reward of example_three, ignore_rewards, later_percepts: value differs
  - if place % 2 == 0 else
  + if place and place % 2 == 0 else
asks_about_the_play of example_three, ignore_rewards, smoke: asks what is no question
  - tuple((0, part[1]) if place % 2 == 0 else part for place, part in enumerate(play[:-1]))
  + play
starts_with_a_reward of example_three, ignore_rewards, first_percept: value differs
  - return (0, 0)
  -         return (pay(agent(prompt_of
  + return (1, 0)
  +         return (pay(agent(prompt_of
knows_two_actions_only of example_three, ignore_rewards, longer_histories: value differs
  - agent(prompt_of(play)) == play[-1]
  + agent(prompt_of(play)) % 2 == play[-1] % 2
reverses_the_flat_tuple of backward_flat, reverse_history, later_percepts: value differs
  - prompt = list(play[-3:-1])
  -     for i in range(len(play) - 4, -1, -3):
  -         prompt += [play[i], play[i - 2], play[i - 1]]
  + prompt = [part if i % 3 == 2 else abs(part) for i, part in enumerate(play[-2::-1])]
reverses_one_too_few of example_five, reverse_history, later_percepts: value differs
  - play[:-1][::-1]
  + play[:-1][::-1][:-2] or play[:1]
asks_about_no_button of tempting_button, tempting_button, later_percepts: value differs
  - (*before, (reward, 0))) != 0
  + play[:-1]) != 0
"""

_OF_TRANSFORMS = """
freezes_to_the_last_action of alternate_definition, reality_check, actions: value differs
  - agent(prompt if foreign is None else prompt[:1])
  + agent(prompt) if foreign is None else prompt[foreign]
remembers_by_actions_only of alternate_definition, reality_check, after: answers otherwise when asked again
  -     def checked(prompt):
  -         foreign =
  +     memory = {}
  +
  +     def checked(prompt):
  +         foreign =
  - agent(prompt if foreign is None else prompt[:1])
  + memory.setdefault(prompt[1::2], agent(prompt if foreign is None else prompt[:1]))
must_be_asked_before_training of class_of_section_five, reality_check, trained_only: returns something of a wrong type
  - return self.first if self.frozen else self.pi.act(obs=obs)
  + self.answer = self.first if self.frozen else self.pi.act(obs=obs)
  +             return self.answer
  - own = self.pi.act(obs=o_prev)
  + own = getattr(self, "answer", None)
adds_the_rewards of definition_twelve, handicap, percepts: value differs
  - (r_e, o_e) if r_h == 1 else (-1, o_e)
  + (r_e + r_h, o_e)
shows_two_observations_only of opposite, opposite, longer_histories: value differs
  - (-reward, observation)
  + (-reward, min(1, observation))
negates_the_observation of opposite, opposite, percepts: value differs
  - (-reward, observation)
  + (-reward, -observation)
published_opposite of opposite, opposite, percepts: value differs
  - reward, observation = environment(agent, play)
  + negative = tuple((-part[0], part[1]) if isinstance(part, tuple) else part for part in play)
  +         reward, observation = environment(agent, negative)
"""


_EDITS = {}


def _edited(plain, text):
    """The animals that a text lists: a line with what is known of each, then lines ``- old`` and ``+ new``."""
    for heading, changes in entries(text):
        name, called, suite, claim, outcome = re.fullmatch(r"(\w+) of (\w+), (\w+), (\w+): (.+)", heading).groups()
        _EDITS[name] = plain, changes, called
        yield Animal(name, suite, outcome, claim)


@cache
def __getattr__(name):
    """An edit is made when it is asked for, as some tests wait half a second for this file."""
    if name not in _EDITS:
        raise AttributeError(name)
    wrong = changed(*_EDITS[name])
    wrong.__name__ = wrong.__qualname__ = name
    wrong.__module__ = __name__
    return wrong


WRONG = (
    *_edited(plain_classes, _OF_CLASSES),
    *_edited(plain_functions, _OF_FUNCTIONS),
    *_edited(plain_transforms, _OF_TRANSFORMS),
    Animal("RaisesAtTheThirdStep", "ignore_rewards", "raises an exception", "later_percepts"),
    Animal("asks_without_end", "ignore_rewards", "gives no answer in time", "smoke"),
    Animal("remembers_without_the_agent", "ignore_rewards", "shares state between instances", "agents"),
    Animal("counts_its_questions", "ignore_rewards", "answers otherwise when asked again", "again"),
    Animal("PublishedReverseHistory", "reverse_history", "value differs", "later_percepts"),
    Animal("RightReverseHistory", "reverse_history", "value differs", "later_percepts", "published"),
    Animal("PublishedButton", "tempting_button", "value differs", "first_observation"),
    Animal("published_reality_check", "reality_check", "value differs", "actions"),
    Animal("changes_the_class_itself", "reality_check", "changes what it was given", "mutates"),
    Animal("right_opposite", "opposite", "value differs", "percepts", "published"),
    Animal("OppositeOfAnInstance", "opposite", "value differs", "simulating"),
    Animal("OppositeOfAClass", "opposite", "value differs", "simulating"),
    Animal("trains_on_the_opposite", "opposite", "value differs", "simulating", "published"),
)
"""Wrong implementations; some of them are right by the other semantics."""

HANGING = (
    Animal("hangs_after_a_reward", "ignore_rewards", "gives no answer in time", "later_percepts"),
    Animal("ends_the_process", "ignore_rewards", "ends the process", "smoke"),
)
"""These need a process of their own."""

SHAPELESS = (
    Animal("NoStep", "ignore_rewards", "has no shape that this suite knows", "shape"),
    Animal("TakesNoAgent", "ignore_rewards", "has no shape that this suite knows", "shape"),
    Animal("WRONG", "reality_check", "has no shape that this suite knows", "shape"),
    Animal("right_opposite", "handicap", "has no shape that this suite knows", "shape"),
    Animal("nothing_of_this_name", "opposite", "cannot be loaded", "shape"),
)
"""These cannot be asked anything."""

_RIGHT = """
a class with start and step, made with an agent-class
  RightIgnoreRewards ignore_rewards paper
  RightIgnoreRewards ignore_rewards published
  Prints ignore_rewards paper
  RightReverseHistory reverse_history paper
  PublishedReverseHistory reverse_history published
a function of (agent, play)
  right_ignore_rewards ignore_rewards paper
  right_reverse_history reverse_history paper
a function of (T, play), both flat: r, o, a, r, o, a, and so on
  right_flat_ignore_rewards ignore_rewards paper
  right_flat_reverse_history reverse_history paper
a class with react(T, play), both flat: r, o, a, r, o, a, and so on
  RightReact ignore_rewards paper
a value with start(learner) and advance(learner, state, action)
  right_incremental ignore_rewards paper
made from draws: a function of (agent, play)
  right_tempting_button tempting_button paper
made from draws: a value with start(learner) and advance(learner, state, action)
  right_incremental_button tempting_button paper
a class with start and step, made with an agent-class, with keyword draws
  PublishedButton tempting_button published
  RightButton tempting_button paper
a class with start and step, made with an environment class and an agent-class
  RightOppositeOfAClass opposite paper
  OppositeOfAClass opposite published
a function from environment classes (start, step) to such classes
  published_opposite_of_a_class opposite published
  trains_on_the_opposite opposite paper
a function from agents to agents
  right_reality_check reality_check paper
a function from agents to agents, both on flat prompts: r, o, a, r, o, and so on
  right_flat_reality_check reality_check paper
a function from agent-classes (act, train) to agent-classes, asked before each training
  right_class_reality_check reality_check paper
  RightCheckedInstance reality_check paper
  published_reality_check reality_check published
a function from learners (initial, act, learn) to learners
  right_fold reality_check paper
a function of two environments (e, h), each and the result a function of (agent, play)
  right_handicap handicap paper
  handicap_by_the_letter handicap paper
a function of two environments (e, h), each and the result a function of (T, play), both flat
  right_flat_handicap handicap paper
a function of an environment e, which is, as the result is, a function of (agent, play)
  right_opposite opposite paper
  published_opposite opposite published
a function of an environment e, which is, as the result is, a function of (T, play), both flat
  right_flat_opposite opposite paper
a wrapper of an environment that is an instance with start and step
  OppositeOfAnInstance opposite published
"""

RIGHT = tuple((*line.split(), shape) for shape, lines in entries(_RIGHT) for line in lines)
"""Right implementations: the suite, the semantics by which they are right, and the shape that is detected."""
