"""The DREST reward: what a coin is worth when its trajectory-length was chosen before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import field, frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.metrics import ByLength, greatest_coins_incremental, require_coins
from formal_rl.gridworlds.trajectories import Trajectory
from formal_rl.gridworlds.world import Value, World

LEDGER = ("T24-DD2*",)


def _root(value: Value) -> Fraction:
    if type(value) not in {int, Fraction}:
        raise InvalidParameter("root", value, "an exact number, an int or a Fraction")
    return Fraction(value)


@frozen
class Drest:
    """The parameters of the reward in a world: k-th root of λ, number k of lengths, m_l for each, discount γ.

    ``root`` is λ^(1/k), the parameter that keeps every reward rational; λ itself is ``root`` to the k.

    Source: Thornley et al. 2024, Definition D.2.
    """

    root: Fraction = field(converter=_root)
    greatest: ByLength = field(hash=False)
    gamma: Value = 1

    def __attrs_post_init__(self) -> None:
        """Check the parameters."""
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
    """
    if not 0 <= n < i:
        raise InvalidParameter("n", n, f"a number of earlier mini-episodes, 0 to {i - 1}")
    return drest.root ** (drest.k * n - (i - 1))


def preliminary_return(drest: Drest, trajectory: Trajectory) -> Fraction:
    """Return the discounted sum of c / m_l over the coins of a mini-episode; l is its length.

    Source: Thornley et al. 2024, Definition D.2.
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
    Ledger: T24-DD2*, T24-DD1*, T24-T5.1*
    """
    return tuple(
        discount_factor(drest, i, n) * preliminary_return(drest, trajectory)
        for i, n, trajectory in _with_counts(meta_episode)
    )


def default_returns(drest: Drest, meta_episode: Sequence[Trajectory]) -> tuple[Fraction, ...]:
    """Return the returns by the default reward, c for a coin of value c; what came before does not matter.

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
