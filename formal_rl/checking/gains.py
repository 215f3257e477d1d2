"""The gain of the reality check for all agents at once: as a law, and step by step along a chain of merged states."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from attrs import field, frozen

from formal_rl.agents import Learner, Transition
from formal_rl.checking._path_exploration import Exploration
from formal_rl.checking.outcome import Cover, Disagreement
from formal_rl.checking.uniform_learners import Chain, Law
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment
from formal_rl.histories import Action, Observation, Percept, Reward
from formal_rl.transforms import gain, reality_check_memoised
from formal_rl.transforms.reality_check import RealityCheckFold

LEDGER = ("A22-gain-mean",)


def gain_law(environment: ExtendedEnvironment, horizon: int, *, actions: Sequence[Action] = range(2)) -> Law:
    """Return the law of the gain for an agent drawn uniformly: each answer an action at random, independent of others.

    Every agent is explored, so the cost is that of the number of ways to answer what two runs ask.

    Ledger: A22-gain-mean*, A22-gain-repeater*
    """
    exploration, law = Exploration(actions), defaultdict[Reward, Fraction](Fraction)
    run = partial(gain, exploration.agent, environment, horizon, transform=reality_check_memoised)
    for got in exploration.runs(run):
        law[got] += Fraction(1, len(actions) ** exploration.asked)
    return dict(law)


def mean_of(law: Law) -> Fraction:
    """Return the mean of a law."""
    return sum((value * share for value, share in law.items()), Fraction(0))


def is_symmetric(law: Law) -> bool:
    """Whether every value is as probable as its negative."""
    return all(law.get(-value, 0) == share for value, share in law.items())


# --- Step by step ---


class BothRuns(NamedTuple):
    """The states of the environment and of the learner, and the observation, in the run of π; the same of π_RC.

    ``parted`` says that the runs have differed in a percept or an action, ``difference`` what π_RC was paid more in the
    last step.
    """

    environment: Any
    learner: Any
    shown: Observation
    checked_environment: Any
    checked: Any
    checked_shown: Observation
    parted: bool
    difference: Reward


def _one_step(
    environment: IncrementalEnvironment, learner: Learner[Any], states: tuple[Any, Any, Observation], sign: int
) -> tuple[Action, Percept, tuple[Any, Any]]:
    state, trained, shown = states
    action = learner.act(trained, shown)
    percept, state = environment.advance(learner, state, action)
    percept = percept._replace(reward=sign * percept.reward)
    transition = Transition(shown, action, percept.reward, percept.observation)
    return action, percept, (state, learner.learn(trained, transition))


@frozen
class GainSteps:
    """π and π_RC side by side, each in an environment of its own, for every learner.

    With ``sign`` -1 both are in the opposite as published: paid the rewards times -1, outside of the environment.

    Ledger: A22-gain-mean*
    """

    environment: IncrementalEnvironment
    sign: int = 1

    def start(self, learner: Learner[Any]) -> BothRuns:
        """Return the two runs before their first actions."""
        checked = RealityCheckFold(learner)
        (first, state), (other, other_state) = (self.environment.start(each) for each in (learner, checked))
        plain = state, learner.initial, first.observation
        return BothRuns(*plain, other_state, checked.initial, other.observation, first != other, 0)

    def step(self, learner: Learner[Any], state: BothRuns, cover: Cover) -> BothRuns:
        """Return the two runs one action later."""
        action, percept, plain = _one_step(self.environment, learner, state[:3], self.sign)
        own, other, checked = _one_step(self.environment, RealityCheckFold(learner), state[3:6], self.sign)
        parted = state.parted or (action, percept) != (own, other)
        shown = percept.observation, other.observation
        difference = other.reward - percept.reward
        return BothRuns(*plain, shown[0], *checked, shown[1], parted, difference)


@frozen
class _NotingFold(RealityCheckFold):
    asked_frozen: list[bool] = field(factory=list)

    def act(self, state: Any, observation: Observation) -> Action:
        if state.frozen:
            self.asked_frozen.append(True)
        return super().act(state, observation)


OWN = "no frozen copy answers"


@frozen
class OwnPasts:
    """The claim that the environment queries no frozen copy of π_RC: it asks only about pasts of its own doing.

    Ledger: A22-gain-zero*
    """

    environment: IncrementalEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Any, Any, Observation]:
        """Return the states of the environment and of π_RC before its first action, and the observation."""
        checked = RealityCheckFold(learner)
        percept, state = self.environment.start(checked)
        return state, checked.initial, percept.observation

    def step(self, learner: Learner[Any], state: tuple[Any, Any, Observation], cover: Cover) -> Any:
        """Return the run one action later, unless a frozen copy answered in between."""
        checked = _NotingFold(learner)
        _, percept, states = _one_step(self.environment, checked, state, 1)
        if checked.asked_frozen:
            return Disagreement("the copies that answer", "none frozen", "a frozen one")
        cover(OWN)
        return *states, percept.observation


@frozen
class CountingByPeriod:
    """An incremental environment whose turns are counted modulo a period, so that its states can come again.

    It fits one whose state begins with the number of turns, of which only the remainder matters: one that shows what
    is drawn, where the draws are repeated.
    """

    environment: IncrementalEnvironment
    period: int

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the first percept and state."""
        return self.environment.start(learner)

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept, and the state with its turns reduced."""
        percept, after = self.environment.advance(learner, state, action)
        return percept, after._replace(**{after._fields[0]: after[0] % self.period})


FAIR: Law = {-2: Fraction(1, 4), 0: Fraction(1, 2), 2: Fraction(1, 4)}
"""The law of the difference of two independent rewards, each 1 or -1 with probability 1/2."""


def parts_fairly(chain: Chain) -> bool:
    """Whether π and π_RC, once they have parted, are paid like two fair coins, and part by a fair difference.

    That is: in every state before they have parted, a difference is as probable as its negative; in every state after,
    the law of the difference is `FAIR`, whatever has happened. Then the gain at each horizon is symmetric, since given
    the step of the parting it is a symmetric number and independent ones of the law `FAIR`.

    Ledger: A22-gain-mean*
    """
    return all(
        law == FAIR if state.parted else is_symmetric(law)
        for state, law in chain.following(lambda after: after.difference)
    )
