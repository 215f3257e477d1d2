"""Which policy is optimal for which weight λ of a penalty: exact breakpoints, by exact values and the Bellman equation.

What a policy earns is its points less λ times its penalty: a line in λ. The optimal value is the greatest of these
lines, a convex function with finitely many pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import AGENT, EXIT
from formal_rl.safelife.game.actions import DIRECTIONS
from formal_rl.safelife.game.optimal_play import Chance, DecisionProcess, best_choices, require_discount

LEDGER = ("W19-penalty-weight*",)

Choices: TypeAlias = tuple[Action, ...]
"""What an agent does on each board, by the board's number."""

_FAR = 10**6
"""A weight beside which no points count."""


class Earned(NamedTuple):
    """The expected discounted points of a policy, and its expected discounted penalty for a weight of 1."""

    points: Fraction
    penalty: Fraction

    def value(self, weight: Fraction | int) -> Fraction:
        """Return the points less the weight times the penalty."""
        return self.points - weight * self.penalty


class Segment(NamedTuple):
    """From which weight λ on a policy is optimal, up to where the next one is; and what it earns from the start."""

    weight: Fraction
    choices: Choices
    earned: Earned


def earnings(process: DecisionProcess, choices: Sequence[Action], discount: Fraction) -> tuple[Earned, ...]:
    """Return what a policy earns from each board on, exactly: the solution of its linear equations.

    One board after the other is eliminated, the last one first. All that is added is positive, but for points and
    penalties.

    Raises `InvalidParameter` for a discount that is not from 0 to below 1.

    Source: Wainwright and Eckersley 2019, Section 5.
    """
    require_discount(discount)
    number = len(process.boards)
    follows: list[dict[int, Fraction]] = []
    earned: list[Earned] = []
    precede: list[set[int]] = [set() for _ in range(number)]
    for board, (each, action) in enumerate(zip(process.steps, choices, strict=True)):
        after: dict[int, Fraction] = {}
        for chance in each[action]:
            after[chance.state] = after.get(chance.state, Fraction(0)) + discount * chance.probability
            precede[chance.state].add(board)
        follows.append(after)
        earned.append(_at_once(each[action]))
    for last in range(number - 1, -1, -1):
        again = 1 - follows[last].pop(last, Fraction(0))
        follows[last] = {state: share / again for state, share in follows[last].items()}
        earned[last] = Earned(earned[last].points / again, earned[last].penalty / again)
        for board in (each for each in precede[last] if each < last):
            share = follows[board].pop(last)
            for state, its in follows[last].items():
                follows[board][state] = follows[board].get(state, Fraction(0)) + share * its
                precede[state].add(board)
            earned[board] = _plus(earned[board], share, earned[last])
    for board, after in enumerate(follows):
        for state, share in after.items():
            earned[board] = _plus(earned[board], share, earned[state])
    return tuple(earned)


def optimal_segments(process: DecisionProcess, discount: Fraction) -> tuple[Segment, ...]:
    """Return the optimal policies for all weights λ from 0 on, with the exact breakpoints between them.

    At the ends and at each breakpoint a policy satisfies the Bellman equation in exact arithmetic, so that its value
    is optimal there. A convex function that meets a line at two weights is nowhere between above it. Beyond the
    last breakpoint the policy has the least penalty of all, so none can become better.

    Raises `InvalidParameter` for a discount that is not from 0 to below 1.

    Source: Wainwright and Eckersley 2019, Section 5; parametric linear programming, such as Gass and Saaty 1955.
    """
    require_discount(discount)
    first = _optimal(process, discount, Fraction(0))
    last = _optimal(process, discount, Fraction(_FAR))
    least = _optimal(_without_points(process), discount, Fraction(1))
    if last.earned.penalty != least.earned.penalty:
        raise InvalidParameter("points", last.earned, f"points that do not count beside a weight of {_FAR}")
    found = [first, *_between(process, discount, first, last)]
    return tuple(each for each, after in zip(found, [*found[1:], None], strict=True) if not _is_passed(each, after))


def _is_passed(segment: Segment, after: Segment | None) -> bool:
    return after is not None and after.weight == segment.weight


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
    choices, tried = tuple(best_choices(weighted(process, weight), discount)), set[Choices]()
    while choices not in tried:
        tried.add(choices)
        earned = earnings(process, choices, discount)
        values = [each.value(weight) for each in earned]
        better = tuple(
            _improved(each, choice, values, discount, weight)
            for each, choice in zip(process.steps, choices, strict=True)
        )
        if better == choices:
            return Segment(weight, choices, earned[0])
        choices = better
    raise AssertionError("each policy is better than the one before it")


def _improved(
    each: Mapping[Action, tuple[Chance, ...]],
    choice: Action,
    values: Sequence[Fraction],
    discount: Fraction,
    weight: Fraction,
) -> Action:
    """Return the choice if no action is better, else the best one."""

    def worth(chances: tuple[Chance, ...]) -> Fraction:
        following = sum((chance.probability * values[chance.state] for chance in chances), Fraction(0))
        return _at_once(chances).value(weight) + discount * following

    known = {chances: worth(chances) for chances in set(each.values())}
    best = max(each, key=lambda action: known[each[action]])
    return best if known[each[best]] > known[each[choice]] else choice


def followed(process: DecisionProcess, choices: Sequence[Action], steps: int) -> tuple[Mapping[int, Fraction], ...]:
    """Return the distribution of boards, by number, at first and after each of so many steps of a policy."""
    laws: list[Mapping[int, Fraction]] = [{0: Fraction(1)}]
    for _ in range(steps):
        after: dict[int, Fraction] = {}
        for board, share in laws[-1].items():
            for each in process.steps[board][choices[board]]:
                after[each.state] = after.get(each.state, Fraction(0)) + share * each.probability
        laws.append(after)
    return tuple(laws)


def leaves(board: Board, action: Action) -> bool:
    """Whether the agent of a board leaves it by an action."""
    if not 1 <= action <= len(DIRECTIONS):
        return False
    down, right = DIRECTIONS[action - 1]
    return any(
        board[row, column] & EXIT and board[board.wrapped((row + down, column + right))] & EXIT
        for row, column in board.find(AGENT)
    )


def weighted(process: DecisionProcess, weight: Fraction) -> DecisionProcess:
    """Return the process whose penalty is λ times the penalty less the points, all divided by λ if that is above 1."""
    unit = max(weight, Fraction(1))
    return process._replace(
        steps=tuple(
            {
                action: tuple(
                    each._replace(penalty=(weight * each.penalty - each.points) / unit, points=0) for each in chances
                )
                for action, chances in board.items()
            }
            for board in process.steps
        )
    )


def _without_points(process: DecisionProcess) -> DecisionProcess:
    return process._replace(
        steps=tuple(
            {action: tuple(each._replace(points=0) for each in chances) for action, chances in board.items()}
            for board in process.steps
        )
    )


def _at_once(chances: tuple[Chance, ...]) -> Earned:
    points = sum((each.probability * each.points for each in chances), Fraction(0))
    return Earned(points, sum((each.probability * each.penalty for each in chances), Fraction(0)))


def _plus(earned: Earned, share: Fraction, more: Earned) -> Earned:
    return Earned(earned.points + share * more.points, earned.penalty + share * more.penalty)
