"""Implementations as practitioners write them, right and wrong, in every shape that the suites know."""

# ruff: noqa: N803, PLW0108, RUF012

import time
from typing import NamedTuple

import numpy as np

from formal_rl.environments import IgnoreRewardsIncremental, TemptingButtonIncremental
from formal_rl.histories import Percept
from formal_rl.transforms import reality_check_fold


class Animal(NamedTuple):
    """An implementation of the zoo: the suite it is for, how it is caught, and at which claim."""

    name: str
    suite: str
    outcome: str
    claim: str
    semantics: str = "paper"


# --- Ignore rewards ---


class RightIgnoreRewards:
    def __init__(self, A):
        self.sim = A()

    def start(self):
        return 0

    def step(self, action):
        reward = 1 if action == self.sim.act(obs=0) else -1
        self.sim.train(o_prev=0, a=action, r=0, o_next=0)
        return (reward, 0)


def right_ignore_rewards(agent, play):
    if not play:
        return (0, 0)
    prompt = tuple((0, part[1]) if isinstance(part, tuple) else part for part in play[:-1])
    return (1 if play[-1] == agent(prompt) else -1, 0)


def right_flat_ignore_rewards(T, play):
    if len(play) == 0:
        return 0, 0
    prompt = tuple(0 if index % 3 == 0 else part for index, part in enumerate(play[:-1]))
    return (1 if T(prompt, 2, 1) == play[-1] else -1), 0


class RightReact:
    num_legal_actions = 2
    num_possible_obs = 1

    def react(self, T, play):
        return right_flat_ignore_rewards(T, play)


right_incremental = IgnoreRewardsIncremental()


class TrainsOnTheTrueReward(RightIgnoreRewards):
    def step(self, action):
        reward = 1 if action == self.sim.act(obs=0) else -1
        self.sim.train(o_prev=0, a=action, r=reward, o_next=0)
        return (reward, 0)


class TrainsBeforeAsking(RightIgnoreRewards):
    def step(self, action):
        self.sim.train(o_prev=0, a=action, r=0, o_next=0)
        return (1 if action == self.sim.act(obs=0) else -1, 0)


class SharesACopy:
    sims = []

    def __init__(self, A):
        self.sims.append(A())

    def start(self):
        return 0

    def step(self, action):
        reward = 1 if action == self.sims[0].act(obs=0) else -1
        self.sims[0].train(o_prev=0, a=action, r=0, o_next=0)
        return (reward, 0)


class StartResetsAll(RightIgnoreRewards):
    """The copy is an attribute of the class, made anew at each start: two runs at a time disturb each other."""

    def __init__(self, A):
        self.A = A

    def start(self):
        StartResetsAll.sim = self.A()
        return 0


class ReturnsNumpy(RightIgnoreRewards):
    def step(self, action):
        return np.array(super().step(action))


class ReturnsScalars(RightIgnoreRewards):
    def start(self):
        return np.int8(super().start())

    def step(self, action):
        reward, observation = super().step(np.int64(action))
        return (np.float32(reward), np.array(observation))


class ReturnsAFloat(RightIgnoreRewards):
    def step(self, action):
        return (float(super().step(action)[0]), 0)


class Prints(RightIgnoreRewards):
    def step(self, action):
        print("stepping")
        return super().step(action)


class ChangesTheAgentClass(RightIgnoreRewards):
    def __init__(self, A):
        A.n_actions = 5
        super().__init__(A)


class RaisesAtTheThirdStep(RightIgnoreRewards):
    steps = 0

    def step(self, action):
        self.steps += 1
        if self.steps == 3:
            raise ZeroDivisionError("the third step")
        return super().step(action)


class TrainsOnText(RightIgnoreRewards):
    def step(self, action):
        reward = 1 if action == self.sim.act(obs=0) else -1
        self.sim.train(o_prev=0, a=action, r="0", o_next=0)
        return (reward, 0)


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


def keeps_the_first_reward(agent, play):
    if not play:
        return (0, 0)
    later = tuple((0, part[1]) if isinstance(part, tuple) else part for part in play[1:-1])
    return (1 if play[-1] == agent((play[0], *later)) else -1, 0)


def asks_about_the_play(agent, play):
    return (1 if not play or play[-1] == agent(play) else -1, 0)


def starts_with_a_reward(agent, play):
    return right_ignore_rewards(agent, play) if play else (1, 0)


def knows_two_actions_only(agent, play):
    """The parity of the action decides: right for the actions 0 and 1."""
    if not play:
        return (0, 0)
    prompt = tuple((0, part[1]) if isinstance(part, tuple) else part for part in play[:-1])
    return (1 if play[-1] % 2 == agent(prompt) % 2 else -1, 0)


class TrainsOnTheTrueRewardLate(RightIgnoreRewards):
    """Right for the first eleven steps."""

    steps = 0

    def step(self, action):
        reward = 1 if action == self.sim.act(obs=0) else -1
        self.steps += 1
        self.sim.train(o_prev=0, a=action, r=0 if self.steps < 12 else reward, o_next=0)
        return (reward, 0)


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


def right_reverse_history(agent, play):
    return Percept(0, 0) if not play else Percept(1 if play[-1] == agent(play[:-1][::-1]) else -1, 0)


class RightReverseHistory:
    """A copy trained afresh each time; the reward of the first percept is 0."""

    def __init__(self, A):
        self.A, self.past = A, []

    def start(self):
        return 0

    def step(self, action):
        sim = self.A()
        for done, reward in reversed(self.past):
            sim.train(o_prev=0, a=done, r=reward, o_next=0)
        reward = 1 if sim.act(obs=0) == action else -1
        before = self.rewards_before
        self.past.append((action, before))
        self.rewards_before = reward
        return (reward, 0)

    rewards_before = 0


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


def right_flat_reverse_history(T, play):
    if not play:
        return (0, 0)
    turns = [play[start : start + 2] for start in range(0, len(play), 3)]
    prompt = turns[-1]
    for index in range(len(turns) - 2, -1, -1):
        prompt = (*prompt, play[3 * index + 2], *turns[index])
    return (1 if play[-1] == T(prompt) else -1, 0)


def reverses_the_flat_tuple(T, play):
    """Reversed element by element, so that rewards and observations change places."""
    if not play:
        return (0, 0)
    prompt = tuple(reversed(play[:-1]))
    prompt = tuple(part if index % 3 == 2 else abs(part) for index, part in enumerate(prompt))
    return (1 if play[-1] == T(prompt) else -1, 0)


def reverses_one_too_few(agent, play):
    if not play:
        return (0, 0)
    return (1 if play[-1] == agent(play[:-1][::-1][:-2] or play[:1]) else -1, 0)


# --- Tempting button ---


def right_tempting_button(draws):
    def environment(agent, play):
        turn = len(play) // 2
        shown = 0 if draws[turn] < 0.25 else 1
        if not play:
            return (0, shown)
        *past, (reward, seen), action = play
        if seen == 0:
            return (1 if action == 0 else -1, shown)
        return (-1 if agent((*past, (reward, 0))) == 0 else 1, shown)

    return environment


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


class RightButton:
    """One copy, a transition behind, so that what it saw last can be a button."""

    def __init__(self, A, draws):
        self.A, self.draws, self.past, self.turn = A, draws, [], 0

    def start(self):
        self.seen = self.shown()
        return self.seen

    def shown(self):
        return 0 if self.draws[self.turn] < 0.25 else 1

    def step(self, action):
        sim = self.A()
        for transition in self.past[:-1]:
            sim.train(*transition)
        if self.past:
            sim.train(*self.past[-1][:-1], 0)
        reward = 1 if (action == 0 if self.seen == 0 else sim.act(obs=0) != 0) else -1
        self.turn += 1
        after = self.shown()
        self.past.append((self.seen, action, reward, after))
        self.seen = after
        return (reward, after)


def asks_about_no_button(draws):
    right = right_tempting_button(draws)

    def environment(agent, play):
        if play and play[-2][1] != 0:
            return (-1 if agent(play[:-1]) == 0 else 1, right(agent, play)[1])
        return right(agent, play)

    return environment


# --- Reality check ---


def right_reality_check(agent):
    def checked(prompt):
        own = all(prompt[i] == checked(prompt[:i]) for i in range(1, len(prompt), 2))
        return agent(prompt if own else prompt[:1])

    return checked


def right_flat_reality_check(T):
    def checked(prompt):
        own = all(prompt[i] == checked(prompt[:i]) for i in range(2, len(prompt), 3))
        return T(prompt if own else prompt[:2])

    return checked


def right_class_reality_check(A):
    class Checked:
        def __init__(self):
            self.inner, self.first, self.frozen = A(), None, False

        def act(self, obs):
            if self.frozen:
                return self.first
            return self.inner.act(obs)

        def train(self, o_prev, a, r, o_next):
            if self.frozen:
                return
            own = self.inner.act(o_prev)
            if self.first is None:
                self.first = own
            if a == own:
                self.inner.train(o_prev, a, r, o_next)
            else:
                self.frozen = True

    return Checked


class RightCheckedInstance:
    """A class whose instances are made with the agent-class."""

    def __init__(self, A):
        self.made = right_class_reality_check(A)()

    def act(self, obs):
        return self.made.act(obs)

    def train(self, o_prev, a, r, o_next):
        self.made.train(o_prev, a, r, o_next)


right_fold = reality_check_fold


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


def freezes_to_the_last_action(agent):
    def checked(prompt):
        for i in range(1, len(prompt), 2):
            if prompt[i] != checked(prompt[:i]):
                return prompt[i]
        return agent(prompt)

    return checked


def never_looks_at_the_last_action(agent):
    def checked(prompt):
        own = all(prompt[i] == checked(prompt[:i]) for i in range(1, len(prompt) - 2, 2))
        return agent(prompt if own else prompt[:1])

    return checked


def remembers_by_actions_only(agent):
    memory = {}
    right = right_reality_check(agent)

    def checked(prompt):
        return memory.setdefault(prompt[1::2], right(prompt))

    return checked


def checks_for_six_steps(A):
    """Later than that it takes any action for its own."""

    class Checked(right_class_reality_check(A)):
        steps = 0

        def train(self, o_prev, a, r, o_next):
            self.steps += 1
            if self.steps <= 6 or self.frozen:
                super().train(o_prev, a, r, o_next)
            else:
                self.inner.train(o_prev, a, r, o_next)

    return Checked


def must_be_asked_before_training(A):
    class Checked(right_class_reality_check(A)):
        answer = None

        def act(self, obs):
            self.answer = super().act(obs)
            return self.answer

        def train(self, o_prev, a, r, o_next):
            if self.first is None:
                self.first = self.answer
            if self.answer == a and not self.frozen:
                self.inner.train(o_prev, a, r, o_next)
            else:
                self.frozen = True

    return Checked


def changes_the_class_itself(A):
    act = A.act
    A.act = lambda self, obs: act(self, obs)
    return A


# --- Handicap ---


def right_handicap(e, h):
    def composed(agent, play):
        percept = e(agent, play)
        return percept if h(agent, play)[0] >= 0 else (-1, percept[1])

    return composed


def handicap_by_the_letter(e, h):
    def composed(agent, play):
        reward, observation = e(agent, play)
        if h(agent, play)[0] == 1:
            return (reward, observation)
        if h(agent, play)[0] == -1:
            return (-1, observation)
        raise ValueError("h is no handicap")

    return composed


def right_flat_handicap(e, h):
    def composed(T, play):
        assert len(play) % 3 == 0
        reward, observation = e(T, play)
        return (reward if h(T, play)[0] >= 0 else -1), observation

    return composed


def adds_the_rewards(e, h):
    return lambda agent, play: (e(agent, play)[0] + h(agent, play)[0], e(agent, play)[1])


def shows_the_handicap(e, h):
    def composed(agent, play):
        return e(agent, play) if h(agent, play)[0] == 1 else (-1, h(agent, play)[1])

    return composed


def pays_at_most_one(e, h):
    def composed(agent, play):
        reward, observation = e(agent, play)
        return (min(1, reward) if h(agent, play)[0] >= 0 else -1, observation)

    return composed


# --- Opposite ---


def right_opposite(e):
    def opposed(agent, play):
        reward, observation = e(agent, play)
        return (-reward, observation)

    return opposed


def right_flat_opposite(e):
    def opposed(T, play):
        assert len(play) % 3 == 0
        reward, observation = e(T, play)
        return (-reward, observation)

    return opposed


def published_opposite(e):
    def opposed(agent, play):
        negated = tuple((-part[0], part[1]) if isinstance(part, tuple) else part for part in play)
        reward, observation = e(agent, negated)
        return (-reward, observation)

    return opposed


def negates_the_observation(e):
    def opposed(agent, play):
        reward, observation = e(agent, play)
        return (-reward, -observation)

    return opposed


def shows_two_observations_only(e):
    def opposed(agent, play):
        reward, observation = e(agent, play)
        return (-reward, min(1, observation))

    return opposed


class OppositeOfAnInstance:
    def __init__(self, environment):
        self.environment = environment

    def start(self):
        return self.environment.start()

    def step(self, action):
        reward, observation = self.environment.step(action)
        return (-reward, observation)


def trains_on_the_opposite(E):
    """The paper's opposite of a class: copies are trained on the rewards that are paid out."""

    def environment(A):
        class Negated(A):
            def train(self, o_prev, a, r, o_next):
                super().train(o_prev, a, -r, o_next)

        return OppositeOfAnInstance(E(Negated))

    class Opposed(OppositeOfAnInstance):
        def __init__(self, A):
            super().__init__(environment(A).environment)

    return Opposed


class OppositeOfAClass(OppositeOfAnInstance):
    """Made with the environment class and the agent-class."""

    def __init__(self, E, A):
        super().__init__(E(A))


class RightOppositeOfAClass(OppositeOfAClass):
    """The paper's, made with the environment class and the agent-class."""

    def __init__(self, E, A):
        super().__init__(lambda agents: trains_on_the_opposite(E)(agents).environment, A)


def published_opposite_of_a_class(E):
    return type("Opposed", (OppositeOfAClass,), {"__init__": lambda self, A: OppositeOfAClass.__init__(self, E, A)})


WRONG = (
    Animal("TrainsOnTheTrueReward", "ignore_rewards", "value differs", "later_percepts"),
    Animal("TrainsBeforeAsking", "ignore_rewards", "value differs", "later_percepts"),
    Animal("SharesACopy", "ignore_rewards", "shares state between instances", "smoke"),
    Animal("StartResetsAll", "ignore_rewards", "shares state between instances", "in_turns"),
    Animal("ReturnsNumpy", "ignore_rewards", "returns a numpy value", "smoke"),
    Animal("ChangesTheAgentClass", "ignore_rewards", "changes what it was given", "mutates"),
    Animal("RaisesAtTheThirdStep", "ignore_rewards", "raises an exception", "later_percepts"),
    Animal("TrainsOnText", "ignore_rewards", "asks what is no question", "smoke"),
    Animal("asks_without_end", "ignore_rewards", "gives no answer in time", "smoke"),
    Animal("keeps_the_first_reward", "ignore_rewards", "value differs", "later_percepts"),
    Animal("asks_about_the_play", "ignore_rewards", "asks what is no question", "smoke"),
    Animal("starts_with_a_reward", "ignore_rewards", "value differs", "first_percept"),
    Animal("remembers_without_the_agent", "ignore_rewards", "shares state between instances", "agents"),
    Animal("counts_its_questions", "ignore_rewards", "answers otherwise when asked again", "again"),
    Animal("knows_two_actions_only", "ignore_rewards", "value differs", "longer_histories"),
    Animal("TrainsOnTheTrueRewardLate", "ignore_rewards", "value differs", "longer_histories"),
    Animal("PublishedReverseHistory", "reverse_history", "value differs", "later_percepts"),
    Animal("RightReverseHistory", "reverse_history", "value differs", "later_percepts", "published"),
    Animal("reverses_the_flat_tuple", "reverse_history", "value differs", "later_percepts"),
    Animal("reverses_one_too_few", "reverse_history", "value differs", "later_percepts"),
    Animal("asks_about_no_button", "tempting_button", "value differs", "later_percepts"),
    Animal("PublishedButton", "tempting_button", "value differs", "first_observation"),
    Animal("freezes_to_the_last_action", "reality_check", "value differs", "actions"),
    Animal("never_looks_at_the_last_action", "reality_check", "value differs", "actions"),
    Animal("remembers_by_actions_only", "reality_check", "answers otherwise when asked again", "after"),
    Animal("published_reality_check", "reality_check", "value differs", "actions"),
    Animal("checks_for_six_steps", "reality_check", "value differs", "longer_histories"),
    Animal("must_be_asked_before_training", "reality_check", "returns something of a wrong type", "trained_only"),
    Animal("changes_the_class_itself", "reality_check", "changes what it was given", "mutates"),
    Animal("adds_the_rewards", "handicap", "value differs", "percepts"),
    Animal("shows_the_handicap", "handicap", "value differs", "percepts"),
    Animal("pays_at_most_one", "handicap", "value differs", "longer_histories"),
    Animal("shows_two_observations_only", "opposite", "value differs", "longer_histories"),
    Animal("negates_the_observation", "opposite", "value differs", "percepts"),
    Animal("published_opposite", "opposite", "value differs", "percepts"),
    Animal("right_opposite", "opposite", "value differs", "percepts", "published"),
    Animal("OppositeOfAnInstance", "opposite", "value differs", "simulating"),
    Animal("OppositeOfAClass", "opposite", "value differs", "simulating"),
    Animal("trains_on_the_opposite", "opposite", "value differs", "simulating", "published"),
)
"""Wrong implementations; two of them are right by the other semantics."""

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

RIGHT = (
    ("RightIgnoreRewards", "ignore_rewards", "paper", "a class with start and step, made with an agent-class"),
    ("RightIgnoreRewards", "ignore_rewards", "published", "a class with start and step, made with an agent-class"),
    ("Prints", "ignore_rewards", "paper", "a class with start and step, made with an agent-class"),
    ("right_ignore_rewards", "ignore_rewards", "paper", "a function of (agent, play)"),
    (
        "right_flat_ignore_rewards",
        "ignore_rewards",
        "paper",
        "a function of (T, play), both flat: r, o, a, r, o, a, and so on",
    ),
    ("RightReact", "ignore_rewards", "paper", "a class with react(T, play), both flat: r, o, a, r, o, a, and so on"),
    (
        "right_incremental",
        "ignore_rewards",
        "paper",
        "a value with start(learner) and advance(learner, state, action)",
    ),
    ("right_reverse_history", "reverse_history", "paper", "a function of (agent, play)"),
    (
        "right_flat_reverse_history",
        "reverse_history",
        "paper",
        "a function of (T, play), both flat: r, o, a, r, o, a, and so on",
    ),
    ("RightReverseHistory", "reverse_history", "paper", "a class with start and step, made with an agent-class"),
    (
        "PublishedReverseHistory",
        "reverse_history",
        "published",
        "a class with start and step, made with an agent-class",
    ),
    ("right_tempting_button", "tempting_button", "paper", "made from draws: a function of (agent, play)"),
    (
        "right_incremental_button",
        "tempting_button",
        "paper",
        "made from draws: a value with start(learner) and advance(learner, state, action)",
    ),
    (
        "PublishedButton",
        "tempting_button",
        "published",
        "a class with start and step, made with an agent-class, with keyword draws",
    ),
    (
        "RightButton",
        "tempting_button",
        "paper",
        "a class with start and step, made with an agent-class, with keyword draws",
    ),
    (
        "RightOppositeOfAClass",
        "opposite",
        "paper",
        "a class with start and step, made with an environment class and an agent-class",
    ),
    (
        "published_opposite_of_a_class",
        "opposite",
        "published",
        "a function from environment classes (start, step) to such classes",
    ),
    ("right_reality_check", "reality_check", "paper", "a function from agents to agents"),
    (
        "right_flat_reality_check",
        "reality_check",
        "paper",
        "a function from agents to agents, both on flat prompts: r, o, a, r, o, and so on",
    ),
    (
        "right_class_reality_check",
        "reality_check",
        "paper",
        "a function from agent-classes (act, train) to agent-classes, asked before each training",
    ),
    (
        "RightCheckedInstance",
        "reality_check",
        "paper",
        "a function from agent-classes (act, train) to agent-classes, asked before each training",
    ),
    ("right_fold", "reality_check", "paper", "a function from learners (initial, act, learn) to learners"),
    (
        "published_reality_check",
        "reality_check",
        "published",
        "a function from agent-classes (act, train) to agent-classes, asked before each training",
    ),
    (
        "right_handicap",
        "handicap",
        "paper",
        "a function of two environments (e, h), each and the result a function of (agent, play)",
    ),
    (
        "handicap_by_the_letter",
        "handicap",
        "paper",
        "a function of two environments (e, h), each and the result a function of (agent, play)",
    ),
    (
        "right_flat_handicap",
        "handicap",
        "paper",
        "a function of two environments (e, h), each and the result a function of (T, play), both flat",
    ),
    (
        "right_opposite",
        "opposite",
        "paper",
        "a function of an environment e, which is, as the result is, a function of (agent, play)",
    ),
    (
        "published_opposite",
        "opposite",
        "published",
        "a function of an environment e, which is, as the result is, a function of (agent, play)",
    ),
    (
        "right_flat_opposite",
        "opposite",
        "paper",
        "a function of an environment e, which is, as the result is, a function of (T, play), both flat",
    ),
    (
        "OppositeOfAnInstance",
        "opposite",
        "published",
        "a wrapper of an environment that is an instance with start and step",
    ),
    (
        "OppositeOfAClass",
        "opposite",
        "published",
        "a class with start and step, made with an environment class and an agent-class",
    ),
    (
        "trains_on_the_opposite",
        "opposite",
        "paper",
        "a function from environment classes (start, step) to such classes",
    ),
)
"""Right implementations: the suite, the semantics by which they are right, and the shape that is detected."""
