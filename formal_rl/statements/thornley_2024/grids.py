"""Grids of exact numbers, comparisons, and mixtures of plans, that the checks of the DREST theorem share."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.checking.claims import meets
from formal_rl.gridworlds import GridObservation, MemorylessPolicy, Value, World, move, observe, reachable
from formal_rl.gridworlds.world import LETTERS
from formal_rl.histories import Action

Shares = tuple[Fraction, ...]

HALF, QUARTER, NINE_TENTHS = Fraction(1, 2), Fraction(1, 4), Fraction(9, 10)
KINDS = ((2, HALF), (2, NINE_TENTHS), (3, HALF))
"""The default pairs of k and the k-th root of λ."""


def uniform(k: int) -> Shares:
    """Return the uniform distribution over k lengths."""
    return (Fraction(1, k),) * k


def ones(k: int) -> Shares:
    """Return u where every coin that can be collected is: 1 for each of k lengths."""
    return (Fraction(1),) * k


def distributions(k: int, parts: int) -> Iterator[Shares]:
    """Yield every distribution over k lengths whose probabilities are multiples of 1/parts."""
    for head in product(range(parts + 1), repeat=k - 1):
        if sum(head) <= parts:
            yield tuple(Fraction(each, parts) for each in (*head, parts - sum(head)))


def fractions(*texts: str) -> tuple[Fraction, ...]:
    """Return the fractions that are written."""
    return tuple(Fraction(text) for text in texts)


def dot(p: Sequence[Value], u: Sequence[Value]) -> Fraction:
    """Return the sum of the products, place by place."""
    return sum((Fraction(a * b) for a, b in zip(p, u, strict=True)), Fraction(0))


def shown(values: Sequence[Value]) -> str:
    """Return numbers as a/b in parentheses."""
    return f"({', '.join(str(value) for value in values)})"


def only_both_are_best(of: Callable[[Shares, Shares], Fraction], p: Shares, u: Shares) -> tuple[str, Any]:
    """Return what should be, and is: the return of p and u is the best if they are both, and less if they are not."""
    k = len(p)
    best, got = of(uniform(k), ones(k)), of(p, u)
    both = dot(p, u) == 1 and p == uniform(k)
    return meets(got == best if both else got < best, f"{'=' if both else '<'} {best}", got)


def slope(p: Fraction, root: Fraction, k: int, number: int) -> Fraction:
    """Return phi'(p), for phi(p) the sum over i < N of q^i p (1 - c p)^i: the slope of the expected return."""
    c = 1 - root**k
    h = 1 - c * p
    return sum((root**-i * (h**i - (i * c * p * h ** (i - 1) if i else 0)) for i in range(number)), Fraction(0))


def slope_at_0(polynomial: Callable[[Fraction], Fraction]) -> Fraction:
    """Return the derivative at 0 of a polynomial of degree 4 at most, by its values at four places."""
    near, far = (polynomial(Fraction(h, 10)) - polynomial(Fraction(-h, 10)) for h in (1, 2))
    return (8 * near - far) * Fraction(10, 12)


def following(world: World, plans: Sequence[Sequence[Action]], weights: Sequence[Fraction]) -> MemorylessPolicy:
    """Return the policy that takes each plan with its weight, where no plan sees the same twice."""
    table: dict[GridObservation, list[Fraction]] = {}
    for plan, weight in zip(plans, weights, strict=True):
        state = world.start
        for action in plan:
            table.setdefault(observe(state), [Fraction(0)] * len(LETTERS))[action] += weight
            state = move(world, state, action)[0]
    return MemorylessPolicy({seen: tuple(each / sum(row) for each in row) for seen, row in table.items()})


def collectable(world: World, of: str = "value") -> dict[int, set[Any]]:
    """Return which coins some trajectory of each length collects, by value or by cell."""
    found = dict[int, set[Any]]()
    for state in (state for state in reachable(world) if not state.remaining):
        gone = (getattr(coin, of) for coin, left in zip(world.coins, state.coins, strict=True) if not left)
        found.setdefault(world.elapsed(state), set()).update(gone)
    return dict(sorted(found.items()))
