"""Which probabilities of lengths are best for the reward of a training."""

from fractions import Fraction
from math import floor
from typing import NamedTuple

from formal_rl.gridworlds.metrics import ByLength
from formal_rl.gridworlds.optimality import maximiser
from formal_rl.gridworlds.resting import LengthShares, even_lengths, most_coins, paid
from formal_rl.gridworlds.training import Training
from formal_rl.study.threshold_report import LARGEST_BOUND, SMALLEST_BASE

_GRID = 10_000


class Optimum(NamedTuple):
    """The probabilities of lengths that are best, and a remark; none where several are, or none is searched for.

    All that can be collected in each length is collected. Whether a policy without a clock can do so is not asked.
    """

    probabilities: LengthShares | None
    remark: str


def optimum(training: Training, greatest: ByLength) -> Optimum:
    """Return what gives the greatest expected return of a meta-episode; ``greatest`` is m_l of each length."""
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
    found = most_coins(greatest)
    if found is not None:
        return Optimum(found, "most coins; exact")
    best = [length for length, coins in greatest.items() if coins == max(greatest.values())]
    return Optimum(None, f"the lengths {', '.join(map(str, best))} are as good as each other")


def _best_drest(training: Training, greatest: ByLength) -> Optimum:
    lam, k, number = Fraction(training.lam), len(greatest), training.mini_episodes
    if number <= floor(4 / (1 - lam)):
        return Optimum(even_lengths(greatest), "exact, for N is at most 4 / (1 - λ)")
    if lam < SMALLEST_BASE or 3 * k / (1 - lam) > LARGEST_BOUND:
        return Optimum(None, "not searched for with this λ")
    found = maximiser(lam, k, number)
    if not found.relative_gain:
        return Optimum(even_lengths(greatest), "N is at most N*")
    shares = dict(zip(greatest, map(float, found.distribution(k).values()), strict=True))
    return Optimum(shares, "N is above N*; as good with any other length as the likeliest")


def _best_lopsided(training: Training, greatest: ByLength) -> Optimum:
    pays = paid(training, len(greatest))
    (short, less), (long, more) = ((length, float(coins)) for length, coins in greatest.items())
    best = max(
        (place / _GRID for place in range(_GRID + 1)),
        key=lambda p: less * (1 - p) * pays(1 - p) + more * p * pays(p),
    )
    also = "; as good the other way round" if less == more and best != 0.5 else ""
    return Optimum({short: 1 - best, long: best}, f"rewards not divided by m; to 4 places{also}")
