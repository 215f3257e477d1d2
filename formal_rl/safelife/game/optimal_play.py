"""Optimal play in a decision process: values with exact bounds, and which policy is optimal from which weight λ on.

The value of a policy is its points minus λ times its penalty: a line in λ. The optimal value is the greatest of these
lines, a convex function with finitely many pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy

from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.game.decision_processes import Chance, DecisionProcess, weighted, without_points

LEDGER = ("W19-penalty-optimal", "W19-penalty-weight")

Policy: TypeAlias = Callable[[Board], Action]
"""The action of an agent on each board."""

Choices: TypeAlias = tuple[Action, ...]
"""The action of an agent on each board, by the board's number."""

Steps: TypeAlias = Sequence[Mapping[Action, tuple[Chance, ...]]]

UNITS = 2**40
"""Values are whole numbers of this many parts of one."""

_CLOSE = 1e-11
"""Improvements smaller than this are rounding, so policy iteration in floats stops."""

_FAR = 10**6
"""A weight beside which no points count."""


# --- The least penalty, in floats with an exact bound ---


class ValueBounds(NamedTuple):
    """A value for each board in whole numbers of units, and how far each can be from the true one, in parts of one."""

    values: tuple[int, ...]
    error: Fraction
    discount: Fraction


def optimal_values(process: DecisionProcess, discount: Fraction, *, policy: Policy | None = None) -> ValueBounds:
    """Return the least expected discounted penalty from each board, with a bound of the error that is exact.

    The values come from policy iteration in floats, are rounded to whole units, and are then put into the Bellman
    equation in exact arithmetic. Its right side is a contraction by the discount γ, so if no side differs by more than
    r, no value is farther than r/(1 - γ) from the true one. With a ``policy`` it is the expected penalty of that.

    Raises `InvalidParameter` for a discount that is not from 0 to below 1.

    Source: Wainwright and Eckersley 2019, Section 5, with the discount of 0.97.
    Ledger: W19-penalty-optimal*
    """
    require_discount(discount)
    allowed: Steps = process.steps
    if policy is not None:
        chosen = [policy(board) for board in process.boards]
        allowed = [{action: each[action]} for action, each in zip(chosen, process.steps, strict=True)]
    values = [round(value * UNITS) for value in _by_policy_iteration(allowed, float(discount))[0]]
    greatest = max(
        abs(min(_backed_up(chances, values, discount, UNITS) for chances in each.values()) - value)
        for each, value in zip(allowed, values, strict=True)
    )
    return ValueBounds(tuple(values), Fraction(greatest) / UNITS / (1 - discount), discount)


def best_actions(process: DecisionProcess, bounds: ValueBounds, board: int) -> frozenset[Action]:
    """Return the actions on a board that may be optimal: all others are proved to be worse by the bounds.

    Ledger: W19-penalty-optimal
    """
    worth = {
        action: _backed_up(chances, bounds.values, bounds.discount, UNITS) / UNITS
        for action, chances in process.steps[board].items()
    }
    least = min(worth.values()) + 2 * bounds.discount * bounds.error
    return frozenset(action for action, value in worth.items() if value <= least)


def require_discount(discount: Fraction) -> None:
    """Raise `InvalidParameter` for a discount that is not from 0 to below 1."""
    if not 0 <= discount < 1:
        raise InvalidParameter("discount", discount, "at least 0 and below 1")


def _backed_up(chances: Sequence[Any], values: Sequence[Any], discount: Any, unit: int = 1) -> Any:
    """Return the penalty of a step plus the discounted later ones, in units of 1/``unit``."""
    return sum(each.probability * (each.penalty * unit + discount * values[each.state]) for each in chances)


class _FloatChance(NamedTuple):
    state: int
    probability: float
    penalty: float

    @classmethod
    def of(cls, chance: Chance) -> _FloatChance:
        return cls(chance.state, float(chance.probability), float(chance.penalty))


def _by_policy_iteration(allowed: Steps, discount: float) -> tuple[Sequence[float], Sequence[Action]]:
    """Return the values of an optimal policy, and its action on each board."""
    in_floats = [
        {action: tuple(map(_FloatChance.of, chances)) for action, chances in board.items()} for board in allowed
    ]
    number = len(allowed)
    choices = [min(each) for each in allowed]
    while True:
        equations, charged = numpy.identity(number), numpy.zeros(number)
        for board, action in enumerate(choices):
            for chance in in_floats[board][action]:
                equations[board, chance.state] -= discount * chance.probability
                charged[board] += chance.probability * chance.penalty
        values: list[float] = numpy.linalg.solve(equations, charged).tolist()
        better = [_improved(*each, values, discount, _CLOSE) for each in zip(in_floats, choices, strict=True)]
        if better == choices:
            return values, choices
        choices = better


def _improved(
    each: Mapping[Action, tuple[Any, ...]], choice: Action, values: Sequence[Any], discount: Any, margin: float = 0
) -> Action:
    """Return the best action if it is better than the choice by more than a margin, else the choice."""
    known = {chances: _backed_up(chances, values, discount) for chances in set(each.values())}
    best = min(each, key=lambda action: known[each[action]])
    return best if known[each[best]] < known[each[choice]] - margin else choice


# --- Points against penalties, exactly ---


class Earned(NamedTuple):
    """The expected discounted points of a policy, and its expected discounted penalty for a weight of 1."""

    points: Fraction
    penalty: Fraction

    def value(self, weight: Fraction | int) -> Fraction:
        """Return the points less the weight times the penalty."""
        return self.points - weight * self.penalty

    def plus(self, share: Fraction, more: Earned) -> Earned:
        """Return this and a share of more."""
        return Earned(self.points + share * more.points, self.penalty + share * more.penalty)


class Segment(NamedTuple):
    """From which weight λ on a policy is optimal, up to where the next one is; and its value from the start."""

    weight: Fraction
    choices: Choices
    earned: Earned


def earnings(process: DecisionProcess, choices: Sequence[Action], discount: Fraction) -> tuple[Earned, ...]:
    """Return the exact value of a policy from each board on: the solution of its linear equations.

    One board after the other is eliminated, the last one first. All that is added is positive, but for points and
    penalties.

    Raises `InvalidParameter` for a discount that is not from 0 to below 1.

    Source: Wainwright and Eckersley 2019, Section 5.
    Ledger: W19-penalty-weight*
    """
    require_discount(discount)
    number = len(process.boards)
    follows: list[dict[int, Fraction]] = []
    earned: list[Earned] = []
    precede: list[set[int]] = [set() for _ in range(number)]
    for board, (each, action) in enumerate(zip(process.steps, choices, strict=True)):
        after, at_once = dict[int, Fraction](), Earned(Fraction(0), Fraction(0))
        for chance in each[action]:
            after[chance.state] = after.get(chance.state, Fraction(0)) + discount * chance.probability
            precede[chance.state].add(board)
            at_once = at_once.plus(chance.probability, Earned(Fraction(chance.points), chance.penalty))
        follows.append(after)
        earned.append(at_once)
    for last in range(number - 1, -1, -1):
        again = 1 - follows[last].pop(last, Fraction(0))
        follows[last] = {state: share / again for state, share in follows[last].items()}
        earned[last] = Earned(earned[last].points / again, earned[last].penalty / again)
        for board in (each for each in precede[last] if each < last):
            share = follows[board].pop(last)
            for state, its in follows[last].items():
                follows[board][state] = follows[board].get(state, Fraction(0)) + share * its
                precede[state].add(board)
            earned[board] = earned[board].plus(share, earned[last])
    for board, after in enumerate(follows):
        for state, share in after.items():
            earned[board] = earned[board].plus(share, earned[state])
    return tuple(earned)


def optimal_segments(process: DecisionProcess, discount: Fraction) -> tuple[Segment, ...]:
    """Return the optimal policies for all weights λ from 0 on, with the exact breakpoints between them.

    At the ends and at each breakpoint a policy satisfies the Bellman equation in exact arithmetic, so that its value
    is optimal there. A convex function that meets a line at two weights is nowhere between above it. Beyond the
    last breakpoint the policy has the least penalty of all, so none can become better.

    Raises `InvalidParameter` for a discount that is not from 0 to below 1.

    Source: Wainwright and Eckersley 2019, Section 5; parametric linear programming, such as Gass and Saaty 1955.
    Ledger: W19-penalty-weight*
    """
    require_discount(discount)
    first = _optimal(process, discount, Fraction(0))
    last = _optimal(process, discount, Fraction(_FAR))
    least = _optimal(without_points(process), discount, Fraction(1))
    if last.earned.penalty != least.earned.penalty:
        raise InvalidParameter("points", last.earned, f"points that do not count beside a weight of {_FAR}")
    by_weight = {each.weight: each for each in (first, *_between(process, discount, first, last))}
    return tuple(by_weight.values())


def _between(process: DecisionProcess, discount: Fraction, one: Segment, other: Segment) -> list[Segment]:
    """Return the policies after one up to another, each from where it is as good as the one before it."""
    if one.earned == other.earned:
        return []
    weight = (one.earned.points - other.earned.points) / (one.earned.penalty - other.earned.penalty)
    found = _optimal(process, discount, weight)
    if found.earned.value(weight) == one.earned.value(weight):
        return [other._replace(weight=weight)]
    return [*_between(process, discount, one, found), *_between(process, discount, found, other)]


def _optimal(process: DecisionProcess, discount: Fraction, weight: Fraction) -> Segment:
    """Return a policy that is optimal for a weight: found in floats, improved until the Bellman equation holds."""
    priced = weighted(process, weight)
    choices, tried = tuple(_by_policy_iteration(priced.steps, float(discount))[1]), set[Choices]()
    while choices not in tried:
        tried.add(choices)
        earned = earnings(process, choices, discount)
        values = [-each.value(weight) / max(weight, Fraction(1)) for each in earned]  # in the unit of `weighted`
        better = tuple(_improved(*each, values, discount) for each in zip(priced.steps, choices, strict=True))
        if better == choices:
            return Segment(weight, choices, earned[0])
        choices = better
    raise AssertionError("each policy is better than the one before it")
