"""The settings of a training run: the reward, the schedules and the sizes, including those of the paper."""

from collections.abc import Callable
from fractions import Fraction
from math import inf
from typing import Any, Literal, TypeAlias, get_args

from attrs import evolve, field, frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.world import Value

LEDGER = ("T24-reinforce",)

AgentKind: TypeAlias = Literal["default", "drest", "lopsided"]
"""Which reward an agent is trained by: the coins' values, the DREST reward, or the latter not divided by m.

Source: Thornley et al. 2024, Sections 5 and 6.1.
"""

Credit: TypeAlias = Literal["mini_episode", "meta_episode"]
"""The credit of a move: the rewards after it in its own mini-episode, or in the whole meta-episode.

The paper does not say. Its results are those of the former.
"""


def _require(holds: Callable[[Any], bool], expected: str) -> Any:
    def check(_: object, attribute: Any, value: object) -> None:
        if not holds(value):
            raise InvalidParameter(attribute.name, value, expected)

    return check


def _one_of(kinds: Any) -> Any:
    return _require(lambda value: value in get_args(kinds), f"one of {', '.join(get_args(kinds))}")


_NATURAL = _require(lambda value: type(value) is int and value >= 1, "an int of at least 1")
_RATE = _require(lambda value: type(value) is float and 0 < value < inf, "a float above 0")
_WEIGHT = _require(lambda value: type(value) is float and 0 <= value <= 1, "a float from 0 to 1")
_DECAY = _require(lambda value: isinstance(value, ExponentialDecay), "an ExponentialDecay")
_PROBABLE = _require(lambda value: max(value.start, value.end) <= 1, "probabilities, at most 1")
_EXACT = {int, Fraction}
_BETWEEN_0_AND_1 = _require(
    lambda value: type(value) in _EXACT and 0 < value < 1, "an exact number from 0 to 1, both excluded"
)
_FROM_0_TO_1 = _require(
    lambda value: type(value) in _EXACT and 0 <= value <= 1, "an exact number from 0 to 1, both included"
)


@frozen
class ExponentialDecay:
    """A rate that falls exponentially from ``start`` to ``end`` over ``over`` mini-episodes, and stays there.

    After i of them, up to ``over``, it is start (end / start)^(i / over). That it stays is our reading.

    Source: Thornley et al. 2024, Section 5 (Algorithm and hyperparameters).
    """

    start: float = field(validator=_RATE)
    end: float = field(validator=_RATE)
    over: int = field(validator=_NATURAL)

    def __call__(self, done: int) -> float:
        """Return the rate after ``done`` mini-episodes."""
        share = min(done, self.over) / self.over
        return float(self.start * (self.end / self.start) ** share)


@frozen(kw_only=True)
class Training:
    """The hyperparameters of a run of tabular REINFORCE.

    ``mini_episodes`` are those of a meta-episode, N. ``exploration`` is ε, ``learning_rate`` is the step size.
    ``baseline`` is the weight with which the return of a meta-episode enters a running mean that is subtracted from
    the credit, one for each place in the meta-episode; 0 is none, as in the paper.

    Raises `InvalidParameter` for values out of range.

    Source: Thornley et al. 2024, Section 5 (Algorithm and hyperparameters).
    """

    agent: AgentKind = field(validator=_one_of(AgentKind))
    lam: Value = field(default=Fraction(9, 10), validator=_BETWEEN_0_AND_1)
    gamma: Value = field(default=Fraction(19, 20), validator=_FROM_0_TO_1)
    mini_episodes: int = field(default=64, validator=_NATURAL)
    meta_episodes: int = field(default=2048, validator=_NATURAL)
    learning_rate: ExponentialDecay = field(default=ExponentialDecay(0.25, 0.01, 65_536), validator=_DECAY)
    exploration: ExponentialDecay = field(default=ExponentialDecay(0.5, 0.001, 65_536), validator=[_DECAY, _PROBABLE])
    credit: Credit = field(default="mini_episode", validator=_one_of(Credit))
    baseline: float = field(default=0.0, validator=_WEIGHT)

    @property
    def all_mini_episodes(self) -> int:
        """The number of mini-episodes of the whole run."""
        return self.mini_episodes * self.meta_episodes


def main_training(agent: AgentKind) -> Training:
    """Return the settings of Section 5: 64 mini-episodes in each of 2,048 meta-episodes, λ = 0.9, γ = 0.95.

    Source: Thornley et al. 2024, Section 5 (Algorithm and hyperparameters).
    Ledger: T24-reinforce*, T24-replication*
    """
    return Training(agent=agent)


def lopsided_training(agent: AgentKind) -> Training:
    """Return the settings of Section 6.1: 64 mini-episodes in each of 512 meta-episodes, λ = 0.9, γ = 1.

    Here the DREST agent's reward is not divided by m. That a meta-episode has 64, as before, is our reading.

    Source: Thornley et al. 2024, Section 6.1.
    Ledger: T24-reinforce, T24-lopsided*
    """
    return Training(
        agent="lopsided" if agent == "drest" else agent,
        gamma=1,
        meta_episodes=512,
        learning_rate=ExponentialDecay(0.25, 0.003, 256 * 64),
        exploration=ExponentialDecay(0.5, 0.0001, 256 * 64),
    )


def appendix_training(agent: AgentKind) -> Training:
    """Return the settings of Appendix C: 32 mini-episodes in each of 1,024 meta-episodes.

    The text that we had lacks λ, γ and the least ε; here they are 0.9, 0.95 and 0.0001.

    Source: Thornley et al. 2024, Appendix C.
    Ledger: T24-reinforce, T24-C-all*, T24-C3*, T24-C5*
    """
    return evolve(
        Training(agent=agent),
        mini_episodes=32,
        meta_episodes=1024,
        learning_rate=ExponentialDecay(0.25, 0.003, 512 * 32),
        exploration=ExponentialDecay(0.75, 0.0001, 512 * 32),
    )
