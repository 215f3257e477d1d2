"""The gain of the reality check for all agents at once: as a law, and step by step along a chain of merged states."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from attrs import field, frozen

from formal_rl.agents import Learner, Transition
from formal_rl.checking.equality import Transform
from formal_rl.checking.path_exploration import Exploration
from formal_rl.checking.uniform_learners import Chain, Law
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment
from formal_rl.histories import Action, Observation, Percept, Reward
from formal_rl.transforms import RealityCheckFold, gain, reality_check_memoised

LEDGER = ("A22-gain-mean",)


def gain_law(
    environment: ExtendedEnvironment,
    horizon: int,
    *,
    actions: Sequence[Action] = range(2),
    transform: Transform = reality_check_memoised,
) -> Law:
    """Return the law of the gain for an agent drawn uniformly: each answer an action at random, independent of others.

    Every agent is explored, so the cost is that of the number of ways to answer what two runs ask.

    Ledger: A22-gain-mean*, A22-gain-repeater*
    """
    exploration, law = Exploration(actions), defaultdict[Reward, Fraction](Fraction)
    for got in exploration.runs(lambda: gain(exploration.agent, environment, horizon, transform=transform)):
        law[got] += Fraction(1, len(actions) ** exploration.asked)
    return dict(law)


def mean_of(law: Law) -> Fraction:
    """Return the mean of a law."""
    return sum((value * share for value, share in law.items()), Fraction(0))


def is_symmetric(law: Law) -> bool:
    """Whether every value is as probable as its negative."""
    return all(law.get(-value, 0) == share for value, share in law.items())


# --- Step by step ---


class PaidBoth(NamedTuple):
    """What a step comes to: the rewards of π and of π_RC, whether the runs had parted before, and what was asked.

    ``strange`` says that a copy was asked that was trained on an action not its own: a frozen one, in the run of π_RC.
    """

    plain: Reward
    checked: Reward
    parted: bool
    strange: bool

    @property
    def difference(self) -> Reward:
        """What π_RC got more than π."""
        return self.checked - self.plain


class BothRuns(NamedTuple):
    """The states of the environment and of the learner, and what is shown, in the run of π; the same of π_RC."""

    environment: Any
    learner: Any
    shown: Observation
    checked_environment: Any
    checked: Any
    checked_shown: Observation
    parted: bool


@frozen
class _NotingFold(RealityCheckFold):
    """The reality check of a learner; it notes that it was asked while frozen."""

    asked_frozen: list[bool] = field(factory=list)

    def act(self, state: Any, observation: Observation) -> Action:
        if state.frozen:
            self.asked_frozen.append(True)
        return super().act(state, observation)


@frozen
class GainSteps:
    """π and π_RC side by side, each in an environment of its own, for every learner.

    With ``opposite`` both are paid the rewards times -1, outside of the environment, as published.

    Ledger: A22-gain-zero*, A22-gain-mean*
    """

    environment: IncrementalEnvironment
    opposite: bool = False

    def start(self, learner: Learner[Any]) -> tuple[BothRuns, PaidBoth]:
        """Return the two runs before their first actions."""
        checked = RealityCheckFold(learner)
        (first, state), (other, other_state) = (self.environment.start(each) for each in (learner, checked))
        shown = first.observation, other.observation
        both = BothRuns(state, learner.initial, shown[0], other_state, checked.initial, shown[1], first != other)
        return both, PaidBoth(first.reward, other.reward, False, False)

    def step(self, learner: Learner[Any], state: BothRuns) -> tuple[BothRuns, PaidBoth]:
        """Return the two runs one action later, and what was paid."""
        checked = _NotingFold(learner)
        action, after, environment, trained = self._run(learner, state.environment, state.learner, state.shown)
        own, other, other_environment, other_trained = self._run(
            checked, state.checked_environment, state.checked, state.checked_shown
        )
        parted = state.parted or (action, after) != (own, other)
        both = BothRuns(
            environment, trained, after.observation, other_environment, other_trained, other.observation, parted
        )
        return both, PaidBoth(after.reward, other.reward, state.parted, bool(checked.asked_frozen))

    def _run(
        self, learner: Learner[Any], environment: Any, state: Any, shown: Observation
    ) -> tuple[Action, Percept, Any, Any]:
        action = learner.act(state, shown)
        percept, environment = self.environment.advance(learner, environment, action)
        if self.opposite:
            percept = percept._replace(reward=-percept.reward)
        told = Transition(shown, action, percept.reward, percept.observation)
        return action, percept, environment, learner.learn(state, told)


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
    return all(_fair(law) for _, law in chain.noted())


def _fair(law: Law) -> bool:
    differences = defaultdict[Reward, Fraction](Fraction)
    for paid, share in law.items():
        differences[paid.difference] += share
    return dict(differences) == FAIR if any(paid.parted for paid in law) else is_symmetric(differences)


def never_strange(chain: Chain) -> bool:
    """Whether no copy is ever asked that was trained on an action not its own, and both are always paid alike.

    Ledger: A22-gain-zero*
    """
    return all(not paid.strange and not paid.difference for _, law in chain.noted() for paid in law)
