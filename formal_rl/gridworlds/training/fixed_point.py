"""The fixed point of training if each move is credited with its own mini-episode only; in floats."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from formal_rl.gridworlds.metrics import ByLength
from formal_rl.gridworlds.training.settings import Training

_HALVINGS = 100

LengthShares: TypeAlias = Mapping[int, float]
"""A probability for each trajectory-length."""


def fixed_point_shares(training: Training, greatest: ByLength) -> LengthShares | None:
    """Return the shares at which each chosen length pays the same in its own mini-episode; None if all do anyway.

    It counts the expected number of earlier choices of each length. ``greatest`` is m_l of each length. If the reward
    is not divided by it, this is the equilibrium whose returns are `own_returns`.

    Source: a reading of Thornley et al. 2024, Sections 5 and 6.1.
    Ledger: T24-lopsided*
    """
    if training.agent == "default":
        return most_coins(greatest)
    if training.agent == "drest":
        return even_lengths(greatest) if training.mini_episodes > 1 else None
    pays = paid(training, len(greatest))
    values = {length: float(coins) for length, coins in greatest.items()}

    def share(value: float, level: float) -> float:
        return _root(lambda p: value * pays(p) - level) if value else 0.0

    def shares(level: float) -> LengthShares:
        return {length: share(value, level) for length, value in values.items()}

    top = max(values.values()) * pays(0.0)
    return shares(top * _root(lambda part: sum(shares(top * part).values()) - 1))


def most_coins(greatest: ByLength) -> LengthShares | None:
    """Return the length with the most coins, for sure; None where several have as many.

    Ledger: T24-default
    """
    best = max(greatest.values())
    if list(greatest.values()).count(best) > 1:
        return None
    return {length: float(coins == best) for length, coins in greatest.items()}


def even_lengths(greatest: ByLength) -> LengthShares:
    """Return the same probability for each length."""
    return dict.fromkeys(greatest, 1 / len(greatest))


def paid(training: Training, k: int) -> Callable[[float], float]:
    """Return the pay of a choice of a length of probability p, summed over i < N: the sum of q^i (1 - c p)^i.

    It is N times the return of `own_returns` for this length.

    Ledger: T24-equilibrium, T24-lopsided
    """
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
