"""What shows late, in a second episode, to a second agent, or with many actions: each is an edit of what is right."""

import inspect
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from formal_rl.conformance import check, check_named

# --- Right ones ---


class Mimic:
    """In the form of gymnasium: pays for doing as a copy does, which is trained on rewards as they are told to it."""

    def __init__(self, agent_class):
        self.agent_class = agent_class

    def reset(self, *, seed=None, options=None):
        self.copy, self.before, self.turn = self.agent_class(), 0, 0
        return 0, {}

    def step(self, action):
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.turn += 1
        self.copy.train(o_prev=0, a=action, r=self.told(reward), o_next=0)
        self.before = reward
        return 0, reward, False, False, {}

    def told(self, reward):
        return 0


class FalseMemories(Mimic):
    def reset(self, *, seed=None, options=None):
        super().reset()
        for _ in range(2):
            self.copy.train(o_prev=0, a=0, r=0, o_next=0)
        return 0, {}

    def told(self, reward):
        return reward


class ShiftedRewards(Mimic):
    def reset(self, *, seed=None, options=None):
        self.kept = 0
        return super().reset()

    def told(self, reward):
        told, self.kept = self.kept, reward
        return told


class DelayedRewards(Mimic):
    def told(self, reward):
        return reward + self.before if self.turn % 2 else 0


class Evader:
    def __init__(self, agent_class):
        self.agent_class = agent_class

    def reset(self, *, seed=None, options=None):
        self.copy, self.met = self.agent_class(), 0
        return 0, {}

    def step(self, action):
        chosen = self.copy.act(obs=self.met)
        reward = 1 if chosen != action else -1
        self.copy.train(o_prev=self.met, a=chosen, r=-reward, o_next=action)
        self.met = action
        return chosen, reward, False, {}


class TemptingButton:
    def __init__(self, agent_class, draws):
        self.agent_class, self.draws = agent_class, draws

    def reset(self, *, seed=None, options=None):
        self.past, self.turn = [], 0
        self.seen = self.drawn()
        return self.seen, {}

    def drawn(self):
        self.turn += 1
        return 0 if self.draws[self.turn - 1] < 0.25 else 1

    def step(self, action):
        seen, self.seen = self.seen, self.drawn()
        reward = 1 if (self.would(seen, action) == 0) == (seen == 0) else -1
        self.past.append((seen, action, reward, self.seen))
        return self.seen, reward, False, False, {}

    def would(self, seen, action):
        if seen == 0:
            return action
        copy = self.agent_class()
        for place, (o_prev, a, r, o_next) in enumerate(self.past, start=1):
            copy.train(o_prev=o_prev, a=a, r=r, o_next=0 if place == len(self.past) else o_next)
        return copy.act(obs=0)


class WithHelper(TemptingButton):
    """Has a helper that is called start."""

    def reset(self, *, seed=None, options=None):
        shown = super().reset()
        self.start()
        return shown

    def start(self):
        return 0


class ReverseHistory:
    def __init__(self, agent_class):
        self.agent_class, self.percepts, self.actions = agent_class, [(0, 0)], []

    def start(self):
        return 0

    def step(self, action):
        copy = self.agent_class()
        for (r, o_next), (_, o_prev), a in zip(
            self.percepts[-2::-1], self.percepts[::-1], self.actions[::-1], strict=False
        ):
            copy.train(o_prev=o_prev, a=a, r=r, o_next=o_next)
        reward = 1 if copy.act(obs=0) == action else -1
        self.actions.append(action)
        self.percepts.append((reward, 0))
        return reward, 0


class Restarting(ReverseHistory):
    """Has a helper that is called reset."""

    def start(self):
        self.reset()
        return 0

    def reset(self):
        self.percepts, self.actions = [(0, 0)], []
        return 0


class ThirdActionForbidden:
    def __init__(self, agent_class):
        self.agent_class, self.past = type("Three", (agent_class,), {"n_actions": 3}), []

    def start(self):
        return 0

    def step(self, action):
        copy = self.agent_class()
        for transition in self.past:
            copy.train(*transition)
        reward = 1 if copy.act(obs=0) == action else -1
        self.past.append((0, action, reward, 0))
        return reward, 0


class IncentivizeZero:
    def __init__(self, agent_class):
        self.copy = agent_class()

    def start(self):
        return 0

    def step(self, action):
        self.copy.train(o_prev=0, a=self.copy.act(obs=0), r=action, o_next=0)
        return (1 if self.copy.act(obs=0) == 0 else -1), 0


def self_recognition(draws):
    def environment(agent, play):
        shown = int(6 * draws[len(play) // 2])
        sentence = play[-2][1] if play else 0
        if sentence < 2:
            return 0, shown
        supposed, would = divmod(sentence - 2, 2)
        does = agent((*play[:-2], (play[-2][0], supposed)))
        return (1 if play[-1] == (1 if does == would else 0) else -1), shown

    return environment


class Zeroing:
    """Ignore rewards, as a class with react."""

    def react(self, T, play):  # noqa: N803
        if not play:
            return 0, 0
        prompt = [0 if place % 3 == 0 else part for place, part in enumerate(play[:-1])]
        return (1 if T(tuple(prompt)) == play[-1] else -1), 0


def handicap(e, h):
    def both(agent, play):
        paid, shown = e(agent, play)
        return (paid if h(agent, play)[0] == 1 else -1), shown

    return both


def reality_check(agent_class):
    class Checked:
        def __init__(self):
            self.inner, self.first, self.frozen, self.turn = agent_class(), None, False, 0

        def act(self, obs):
            return self.first if self.frozen else self.inner.act(obs=obs)

        def train(self, o_prev, a, r, o_next):
            own = self.act(o_prev)
            self.first = own if self.turn == 0 else self.first
            self.turn += 1
            self.frozen = self.frozen or own != a
            self.inner.train(o_prev=o_prev, a=a, r=r, o_next=o_next)

    return Checked


class SimpleAgent:
    def __init__(self, n_actions, n_obs):
        self.n_actions, self.punished = n_actions, [0] * n_obs

    def act(self, obs):
        return next((a for a in range(self.n_actions) if not self.punished[obs] >> a & 1), 0)

    def train(self, o_prev, a, r, o_next):
        if r < 0:
            self.punished[o_prev] |= 1 << a


class Imitator:
    def __init__(self):
        self.done = {}

    def __deepcopy__(self, memo):
        other = type(self)()
        other.done = dict(self.done)
        return other

    def act(self, obs):
        return self.done.get(obs, 0)

    def train(self, o_prev, a, r, o_next):
        self.done[o_prev] = a


# --- Wrong ones: a suite, what is edited, the claim that catches it, and what is wrong; old text, new text ---

EDITS = r"""
ignore_rewards Mimic begins_anew: keeps its copy when it is reset
  - self.copy, self.before, self.turn = self.agent_class(), 0, 0
  + self.copy, self.before, self.turn = getattr(self, "copy", None) or self.agent_class(), 0, 0
ignore_rewards Mimic begins_anew: cannot be reset twice
  - return 0, {}
  + self.agent_class = None\n        return 0, {}
ignore_rewards Mimic smoke: is terminated by a punishment
  - False, False
  + reward < 0, False
ignore_rewards Mimic hundreds_of_turns: is truncated after 100 turns
  - False, False
  + False, self.turn > 100
adversarial_sequence_evader Evader smoke: is done where it was not evaded, in the older form
  - False
  + reward < 0
shifted_rewards ShiftedRewards begins_anew: keeps the last reward of the episode before
  - self.kept = 0
  + self.kept = getattr(self, "kept", 0)
false_memories FalseMemories begins_anew: plants memories in the first episode only
  - super().reset()
  + planted = hasattr(self, "turn")\n        super().reset()
  - range(2)
  + range(0 if planted else 2)
tempting_button TemptingButton begins_anew: goes on with the draws of the episode before
  - self.past, self.turn = [], 0
  + self.past, self.turn = [], getattr(self, "turn", 0)
tempting_button TemptingButton begins_anew: keeps the episode before
  - self.past, self.turn = [], 0
  + self.past, self.turn = getattr(self, "past", []), 0
tempting_button TemptingButton begins_anew: uses draws up
  - self.agent_class, self.draws = agent_class, draws
  + self.agent_class, self.draws = agent_class, list(draws)
  - self.draws[self.turn - 1]
  + self.draws.pop(0)
adversarial_sequence_evader Evader begins_anew: shows its copy the last action of the episode before
  - self.copy, self.met = self.agent_class(), 0
  + self.copy, self.met = self.agent_class(), getattr(self, "met", 0)
reverse_history ReverseHistory hundreds_of_turns: keeps the last hundred turns
  - self.actions[::-1]
  + self.actions[:-101:-1]
reverse_history ReverseHistory hundreds_of_turns: keeps the newest 64 percepts
  - self.percepts.append((reward, 0))
  + self.percepts = [*self.percepts, (reward, 0)][-64:]
third_action_forbidden ThirdActionForbidden hundreds_of_turns: keeps the last hundred turns
  - in self.past:
  + in self.past[-100:]:
false_memories FalseMemories hundreds_of_turns: doubles punishments after 100 turns
  - return reward
  + return reward if self.turn <= 100 or reward > 0 else 2 * reward
incentivize_zero IncentivizeZero longer_histories: pays its copy 7 at most
  - r=action
  + r=min(action, 7)
self_recognition self_recognition agents: remembers what another agent did
  - def environment
  + known = {}\n    def environment
  - does = agent((*play[:-2], (play[-2][0], supposed)))
  + does = known.setdefault(play, agent((*play[:-2], (play[-2][0], supposed))))
ignore_rewards Zeroing agents: remembers in its instance what another agent did
  - def react
  + def __init__(self):\n        self.known = {}\n    def react
  - (1 if T(tuple(prompt)) ==
  + (1 if self.known.setdefault(play, T(tuple(prompt))) ==
handicap handicap agents: remembers what another agent was paid
  - def both
  + known = {}\n    def both
  - paid, shown = e(agent, play)
  + paid, shown = known.setdefault(play, e(agent, play))
reality_check reality_check many_turns: compares the first hundred actions only
  - or own != a
  + or own != a and self.turn <= 100
agent_simple SimpleAgent longer_training: has a bit for each of eight actions
  - 1 << a
  + 1 << a & 255
agent_simple SimpleAgent longer_training: makes whole numbers of rewards
  - if r < 0
  + if int(r) < 0
agent_simple SimpleAgent hundreds_of_trainings: has a row for each of 16 observations
  - self.punished[o_prev]
  + self.punished[o_prev % 16]
  - self.punished[obs]
  + self.punished[obs % 16]
learner Imitator kept: shares with a copy what it learned
  - dict(self.done)
  + self.done
learner Imitator kept: copies nothing
  - other.done = dict(self.done)
  + pass
"""

# --- Right ones, as people write them ---

RIGHT_EDITS = """
delayed_rewards DelayedRewards: tells its copy of whole Fractions
  - return reward + self.before
  + return Fraction(reward + self.before)
delayed_rewards DelayedRewards: tells its copy of whole Decimals
  - return reward + self.before
  + return Decimal(reward + self.before)
reverse_history ReverseHistory: shows its copy floats
  - o_prev=o_prev
  + o_prev=float(o_prev)
"""


class Entry(NamedTuple):
    """What a heading says of an edit, the source that comes of it, and what that makes."""

    suite: str
    heading: str
    source: str
    implementation: Any


def edited(text):
    """The entries of a text: a heading, and what the lines make of the source of what it names."""
    for entry in text.strip().replace("\n  ", "\0").split("\n"):
        heading, *changes = entry.split("\0")
        suite, name, *_ = heading.replace(":", "").split()
        source = inspect.getsource(globals()[name])
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            assert source.count(old[2:]) == 1, (heading, old)
            source = source.replace(old[2:], new[2:].replace("\\n", "\n"))
        module = {**globals(), "Fraction": Fraction, "Decimal": Decimal}
        exec(compile(source, heading, "exec"), module)
        yield Entry(suite, heading, source, module[name])


WRONG = tuple(edited(EDITS))
PLAIN = {each.heading.split()[1]: each.suite for each in WRONG}
HELPED = (("tempting_button", WithHelper, "has start too"), ("reverse_history", Restarting, "has reset too"))
RIGHT = (
    *(Entry(suite, heading, "", implementation) for suite, implementation, heading in HELPED),
    *edited(RIGHT_EDITS),
    *(Entry(suite, name, "", globals()[name]) for name, suite in PLAIN.items()),
)


@pytest.mark.parametrize("entry", WRONG, ids=lambda entry: entry.heading)
def test_a_quick_check_catches_what_shows_late_or_again(entry):
    """By the claim that its heading names."""
    report = check(entry.implementation, entry.suite, in_process=True)

    assert report.counterexample is not None
    assert report.counterexample.claim == entry.heading.split()[2].rstrip(":"), str(report)


@pytest.mark.parametrize("entry", RIGHT, ids=lambda entry: entry.heading)
def test_what_they_are_edits_of_conforms(entry):
    """And so do whole numbers of other types, which ask the same questions."""
    report = check(entry.implementation, entry.suite, in_process=True)

    assert report.conforms, str(report)


@pytest.mark.parametrize(
    "entry", [each for each in WRONG if " agents:" in each.heading], ids=lambda entry: entry.heading
)
def test_one_environment_that_two_agents_ask_has_a_script(entry, tmp_path):
    """It exits 1 until what is remembered is so no more."""
    name, file = entry.heading.split()[1], tmp_path / "remembering.py"
    file.write_text(entry.source, "utf-8")
    script = check_named(f"{file}:{name}", entry.suite).write_script(tmp_path)
    codes = []
    for source in (entry.source, inspect.getsource(globals()[name])):
        file.write_text(source, "utf-8")
        codes.append(subprocess.run([sys.executable, script], check=False, capture_output=True).returncode)

    assert codes == [1, 0]
