"""The DREST reward: it discounts coins by earlier choices of the same trajectory-length; and its expected value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from attrs import field, frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.metrics import ByLength, greatest_coins_incremental, require_coins
from formal_rl.gridworlds.trajectories import Trajectory
from formal_rl.gridworlds.world import Value, World


def _root(value: Value) -> Fraction:
    if type(value) not in {int, Fraction}:
        raise InvalidParameter("root", value, "an exact number, an int or a Fraction")
    return Fraction(value)


@frozen
class Drest:
    """The parameters of the reward in a world: k-th root of λ, number k of lengths, m_l for each, discount γ.

    ``root`` is λ^(1/k), the parameter that keeps every reward rational; λ itself is ``root`` to the k.

    Source: Thornley et al. 2024, Definition D.2.
    Ledger: T24-DD2*
    """

    root: Fraction = field(converter=_root)
    greatest: ByLength = field(hash=False)
    gamma: Value = 1

    def __attrs_post_init__(self) -> None:
        if not 0 < self.root < 1:
            raise InvalidParameter("root", self.root, "a number between 0 and 1, both excluded")
        if len(self.greatest) < 2:
            raise InvalidParameter("k", len(self.greatest), "at least 2 trajectory-lengths")
        require_coins(self.greatest)

    @classmethod
    def of(cls, world: World, root: Value, gamma: Value = 1) -> Drest:
        """Return the reward of a world, its m_l computed."""
        return cls(root, greatest_coins_incremental(world, gamma), gamma)

    @property
    def k(self) -> int:
        """The number of trajectory-lengths that can be chosen."""
        return len(self.greatest)

    @property
    def lam(self) -> Fraction:
        """λ."""
        return self.root**self.k


def discount_factor(drest: Drest, i: int, n: int) -> Fraction:
    """Return λ^(n - (i - 1)/k), for the i-th mini-episode (from 1) when its length was chosen n times before.

    Raises `InvalidParameter` unless 0 <= n < i.

    Source: Thornley et al. 2024, Definition D.2.
    Ledger: T24-DD2*
    """
    if not 0 <= n < i:
        raise InvalidParameter("n", n, f"a number of earlier mini-episodes, 0 to {i - 1}")
    return drest.root ** (drest.k * n - (i - 1))


def preliminary_return(drest: Drest, trajectory: Trajectory) -> Fraction:
    """Return the discounted sum of c / m_l over the coins of a mini-episode; l is its length.

    Source: Thornley et al. 2024, Definition D.2.
    Ledger: T24-DD2*
    """
    return trajectory.coins(drest.gamma) / drest.greatest[trajectory.length]


def _with_counts(meta_episode: Sequence[Trajectory]) -> Iterator[tuple[int, int, Trajectory]]:
    """Yield i, from 1, the number of earlier mini-episodes of the length of the i-th, and the i-th."""
    chosen: Counter[int] = Counter()
    for i, trajectory in enumerate(meta_episode, start=1):
        yield i, chosen[trajectory.length], trajectory
        chosen[trajectory.length] += 1


def overall_returns(drest: Drest, meta_episode: Sequence[Trajectory]) -> tuple[Fraction, ...]:
    """Return the overall return of each mini-episode of a meta-episode.

    The length of a mini-episode is known at its end only, and counts for those after it.

    Source: Thornley et al. 2024, Definition D.2.
    Ledger: T24-DD2*, T24-T5.1*
    """
    return tuple(
        discount_factor(drest, i, n) * preliminary_return(drest, trajectory)
        for i, n, trajectory in _with_counts(meta_episode)
    )


def default_returns(drest: Drest, meta_episode: Sequence[Trajectory]) -> tuple[Fraction, ...]:
    """Return the returns by the default reward, c for a coin of value c; the past does not matter.

    Source: Thornley et al. 2024, Section 5 (default agents).
    Ledger: T24-DD2
    """
    return tuple(trajectory.coins(drest.gamma) for trajectory in meta_episode)


def lopsided_returns(drest: Drest, meta_episode: Sequence[Trajectory]) -> tuple[Fraction, ...]:
    """Return the returns by the reward that is not divided by m: λ^(n - (i - 1)/k) c.

    Source: Thornley et al. 2024, Section 6.1.
    Ledger: T24-DD2
    """
    return tuple(
        discount_factor(drest, i, n) * trajectory.coins(drest.gamma) for i, n, trajectory in _with_counts(meta_episode)
    )


def repaired_returns(drest: Drest, meta_episode: Sequence[Trajectory]) -> tuple[Fraction, ...]:
    """Return the returns by the repaired reward, λ^n c / m, whose weight does not grow with i.

    Source: a repair of Thornley et al. 2024, Definition D.2.
    Ledger: T24-repair*
    """
    return tuple(
        drest.lam**n * preliminary_return(drest, trajectory) for _, n, trajectory in _with_counts(meta_episode)
    )


# The expected return of a meta-episode: over all sequences of lengths, and in closed form. One policy is used in all
# mini-episodes: length l has probability p[l] in each, and u[l] = E(C | L = l) / m_l.


def require_shares(p: Sequence[Value], u: Sequence[Value]) -> None:
    """Raise `InvalidParameter` unless p are at least two probabilities that sum to 1 and u as many numbers, 0 to 1."""
    if len(p) < 2:
        raise InvalidParameter("k", len(p), "at least 2 trajectory-lengths")
    if any(type(each) not in {int, Fraction} or each < 0 for each in p) or sum(p) != 1:
        raise InvalidParameter("p", tuple(p), f"exact probabilities that sum to 1, not to {sum(p)}")
    if len(u) != len(p) or any(type(each) not in {int, Fraction} or not 0 <= each <= 1 for each in u):
        raise InvalidParameter("u", tuple(u), f"{len(p)} exact numbers from 0 to 1")


def require_number(number: int) -> None:
    """Raise `InvalidParameter` unless there is at least one mini-episode."""
    if type(number) is not int or number < 1:
        raise InvalidParameter("N", number, "at least 1 mini-episode")


def expected_return(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    """Return the expected return of a meta-episode of N = ``number`` mini-episodes, summed over all k^N sequences.

    ``root`` is λ^(1/k).

    Source: Thornley et al. 2024, Definition D.2.
    Ledger: T24-DD2*, T24-T5.1*
    """
    require_shares(p, u)
    require_number(number)
    k, base = len(p), _root(root)
    total = Fraction(0)
    for sequence in product(range(k), repeat=number):
        probability, received = Fraction(1), Fraction(0)
        for i, length in enumerate(sequence, start=1):
            n = sequence[: i - 1].count(length)
            probability *= p[length]
            received += base ** (k * n - (i - 1)) * u[length]
        total += probability * received
    return total


def expected_return_incremental(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    """`expected_return` in closed form: the sum over i < N of q^i sum_l p_l u_l (1 - c p_l)^i.

    Here q = λ^(-1/k) and c = 1 - λ. The number of earlier mini-episodes of a length is binomial, and independent of
    this one; so the mean of λ to it is (1 - p + λ p)^i.

    Ledger: T24-DD2*, T24-T5.1-useful*
    """
    require_shares(p, u)
    require_number(number)
    root = _root(root)
    c = 1 - root ** len(p)
    return sum((_geometric((1 - c * a) / root, number) * a * b for a, b in zip(p, u, strict=True)), Fraction(0))


def _geometric(ratio: Fraction, number: int) -> Fraction:
    return Fraction(number) if ratio == 1 else (ratio**number - 1) / (ratio - 1)


def weighted_return(p: Sequence[Value], u: Sequence[Value], lam: Value, weights: Sequence[Value]) -> Fraction:
    """Return the expected return with other weights than q^i: the sum over i of w_i sum_l p_l u_l (1 - c p_l)^i.

    With w_i = 1 it is that of the repaired reward, λ^n c / m_l without the factor λ^(-(i - 1)/k).

    Source: a repair of Thornley et al. 2024, Definition D.2.
    Ledger: T24-repair*, T24-T5.1-readings*
    """
    require_shares(p, u)
    c = 1 - Fraction(lam)
    return sum(
        (weight * a * b * (1 - c * a) ** i for i, weight in enumerate(weights) for a, b in zip(p, u, strict=True)),
        Fraction(0),
    )
