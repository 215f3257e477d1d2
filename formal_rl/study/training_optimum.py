"""Which probabilities of lengths are best for the reward of a training, and where its own credit comes to rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor
from typing import NamedTuple, TypeAlias

from formal_rl.gridworlds.metrics import ByLength
from formal_rl.gridworlds.optimality import maximiser
from formal_rl.gridworlds.training import Training
from formal_rl.study.threshold_report import LARGEST_BOUND, SMALLEST_BASE

_HALVINGS = 100
_GRID = 10_000

_Shares: TypeAlias = Mapping[int, float]


class Optimum(NamedTuple):
    """The probabilities of lengths that are best, and a remark; none where several are, or none is searched for.

    All that can be collected in each length is collected. Whether a policy without a clock can do so is not asked.

    Ledger: infrastructure
    """

    probabilities: _Shares | None
    remark: str


def optimum(training: Training, greatest: ByLength) -> Optimum:
    """Return what gives the greatest expected return of a meta-episode; ``greatest`` is m_l of each length.

    Ledger: infrastructure
    """
    if training.agent == "default":
        return _most_coins(greatest)
    if training.mini_episodes == 1:
        return Optimum(None, "with one mini-episode the lengths are not told apart by DREST")
    if training.agent == "drest":
        return _best_drest(training, greatest)
    if len(greatest) > 2:
        return Optimum(None, "not searched for where rewards are not divided by m and there are more than two lengths")
    return _best_lopsided(training, greatest)


def _most_coins(greatest: ByLength) -> Optimum:
    best = [length for length, coins in greatest.items() if coins == max(greatest.values())]
    if len(best) > 1:
        return Optimum(None, f"the lengths {', '.join(map(str, best))} are as good as each other")
    return Optimum({length: float(length == best[0]) for length in greatest}, "most coins; exact")


def _best_drest(training: Training, greatest: ByLength) -> Optimum:
    lam, k, number = Fraction(training.lam), len(greatest), training.mini_episodes
    if number <= floor(4 / (1 - lam)):
        return Optimum(_uniform(greatest), "exact, for N is at most 4 / (1 - λ)")
    if lam < SMALLEST_BASE or 3 * k / (1 - lam) > LARGEST_BOUND:
        return Optimum(None, "not searched for with this λ")
    found = maximiser(lam, k, number)
    if not found.relative_gain:
        return Optimum(_uniform(greatest), "N is at most N*")
    *others, last = greatest
    shares = dict.fromkeys(others, float(found.p_other)) | {last: float(found.p_most)}
    return Optimum(shares, "N is above N*; as good with any other length as the likeliest")


def _best_lopsided(training: Training, greatest: ByLength) -> Optimum:
    pays = _paid(training, len(greatest))
    (short, less), (long, more) = ((length, float(coins)) for length, coins in greatest.items())
    best = max(
        (place / _GRID for place in range(_GRID + 1)),
        key=lambda p: less * (1 - p) * pays(1 - p) + more * p * pays(p),
    )
    also = "; as good the other way round" if less == more and best != 0.5 else ""
    return Optimum({short: 1 - best, long: best}, f"rewards not divided by m; to 4 places{also}")


def rest(training: Training, greatest: ByLength) -> _Shares | None:
    """Return where each length that is chosen pays the same in its own mini-episode; None where all do anyway.

    So many earlier choices of each length are counted as the probabilities make likely. It is where training comes to
    rest if a move is credited with its own mini-episode only.

    Source: a reading of Thornley et al. 2024, Section 5.
    Ledger: infrastructure
    """
    if training.agent == "default":
        return _most_coins(greatest).probabilities
    if training.mini_episodes == 1 and training.agent == "drest":
        return None
    if training.agent == "drest":
        return _uniform(greatest)
    pays = _paid(training, len(greatest))
    values = {length: float(coins) for length, coins in greatest.items()}

    def share(value: float, level: float) -> float:
        return _root(lambda p: value * pays(p) - level) if value else 0.0

    def shares(level: float) -> _Shares:
        return {length: share(value, level) for length, value in values.items()}

    top = max(values.values()) * pays(0.0)
    return shares(top * _root(lambda part: sum(shares(top * part).values()) - 1))


def _uniform(greatest: ByLength) -> _Shares:
    return dict.fromkeys(greatest, 1 / len(greatest))


def _paid(training: Training, k: int) -> Callable[[float], float]:
    """Return what a choice of a length of probability p is paid, summed over i < N: the sum of q^i (1 - c p)^i."""
    lam, number = float(training.lam), training.mini_episodes
    q, c = lam ** (-1 / k), 1 - lam

    def pays(p: float) -> float:
        ratio = q * (1 - c * p)
        if abs(ratio - 1) < 1e-3:
            return float(sum(ratio**i for i in range(number)))
        return float((ratio**number - 1) / (ratio - 1))

    return pays


def _root(falls: Callable[[float], float]) -> float:
    """Return where a function that falls from 0 to 1 crosses 0; the nearer end where it does not."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if falls(middle) > 0 else (low, middle)
    return (low + high) / 2
