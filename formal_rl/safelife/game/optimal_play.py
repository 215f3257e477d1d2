"""Optimal play under a penalty, on levels so small that all their states can be listed: values with exact bounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy

from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import EMPTY, ORIENTATION_MASK
from formal_rl.safelife.game.game import GameState, acted, exits_updated, is_active, points, start
from formal_rl.safelife.game.laws import boards_following
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.game.penalty import (
    StartPenalty,
    penalty_by_event,
    penalty_per_change,
    penalty_per_step,
    penalty_potential,
)
from formal_rl.safelife.game.points import count_cells

LEDGER = ("W19-penalty-optimal*",)

_CLOSE = 1e-11
"""By less than this no action is taken for better: policy iteration ends, whatever rounding does."""

UNITS = 2**40
"""Values are whole numbers of this many parts of one."""

Penalise: TypeAlias = Callable[[StartPenalty, Level, GameState, GameState], "Fraction | int"]
"""A reading of the penalty, such as `penalty_potential`."""

PENALTY_READINGS: Mapping[str, Penalise] = MappingProxyType(
    {
        "by event": penalty_by_event,
        "by change": penalty_per_change,
        "potential": penalty_potential,
        "by step": penalty_per_step,
    }
)
"""The readings of the penalty: the first is footnote 12 as printed, the last has no credit."""

Policy: TypeAlias = Callable[[Board], Action]
"""What an agent does on each board."""


class Chance(NamedTuple):
    """A state that may follow, by its number, with its probability, and what is charged and paid for the step."""

    state: int
    probability: Fraction
    penalty: Fraction
    points: int = 0


class DecisionProcess(NamedTuple):
    """All boards that can be reached, the first one first, and for each board and action what may follow."""

    boards: tuple[Board, ...]
    steps: tuple[Mapping[Action, tuple[Chance, ...]], ...]


class ValueBounds(NamedTuple):
    """A value for each board in whole numbers of units, and how far each can be from the true one, in parts of one."""

    values: tuple[int, ...]
    error: Fraction
    discount: Fraction


def decision_process(
    level: Level,
    penalise: Penalise,
    penalty: StartPenalty,
    actions: Sequence[Action],
    *,
    most: int = 2_000,
    again: bool = False,
) -> DecisionProcess:
    """Return the decision process of a level with one agent and goals that stay, under a penalty, with its points.

    Boards that differ only in where the agent looks are one: each action turns it first, and cells of agents are
    excepted from every penalty, so that nothing depends on it. Where the agent leaves, nothing more is charged or
    paid, on a board without it; or, if ``again``, the level starts anew.

    Raises `InvalidParameter` where there are more than ``most`` boards.

    Source: Wainwright and Eckersley 2019, Section 5.
    """
    first = _facing_up(start(level))
    left = first._replace(board=first.board.with_cells({first.locations[0]: EMPTY}), in_play=(False,))
    states, numbers = [first], {first.board: 0}
    steps: list[dict[Action, tuple[Chance, ...]]] = []
    following = cache(lambda board: boards_following(board, Fraction(level.spawn_probability)).chances)

    def number_of(state: GameState) -> int:
        if not state.in_play[0]:
            state = first if again else left
        if state.board not in numbers:
            numbers[state.board] = len(states)
            states.append(state)
        return numbers[state.board]

    @cache
    def outcomes(before: GameState, after_action: GameState) -> tuple[Chance, ...]:
        chances: dict[tuple[int, Fraction, int], Fraction] = {}
        for board, probability in following(after_action.board).items():
            after = _counted(level, after_action._replace(board=board))
            charged = Fraction(penalise(penalty, level, before, after))
            key = number_of(after), charged, points(level, after, 0) - points(level, before, 0)
            chances[key] = chances.get(key, Fraction(0)) + probability
        return tuple(Chance(state, chance, charged, paid) for (state, charged, paid), chance in chances.items())

    while len(steps) < len(states):
        before = states[len(steps)]
        if not before.in_play[0]:
            steps.append(dict.fromkeys(actions, (Chance(len(steps), Fraction(1), Fraction(0)),)))
            continue
        steps.append({action: outcomes(before, _facing_up(acted(level, before, (action,)))) for action in actions})
        if len(states) > most:
            raise InvalidParameter("most", most, "as many boards as can be reached")
    return DecisionProcess(tuple(state.board for state in states), tuple(steps))


def _facing_up(state: GameState) -> GameState:
    """Return the state with its agent looking up, and no steps counted."""
    (agent,) = state.locations
    board = state.board.with_cells({agent: state.board[agent] & ~ORIENTATION_MASK})
    return state._replace(board=board, steps=0, draws_read=0)


def _counted(level: Level, state: GameState) -> GameState:
    """Return the state with its points counted, its exits opened or closed, and whether the agent is still there."""
    state = state._replace(counts=count_cells(state.board, state.goals))
    return state._replace(board=exits_updated(level, state), in_play=(is_active(state, 0),))


def optimal_values(process: DecisionProcess, discount: Fraction, *, policy: Policy | None = None) -> ValueBounds:
    """Return the least expected discounted penalty from each board, with a bound of the error that is exact.

    The values come from policy iteration in floats, are rounded to whole units, and are then put into the Bellman
    equation in exact arithmetic. Its right side is a contraction by the discount γ, so if no side differs by more than
    r, no value is farther than r/(1 - γ) from the true one. With a ``policy`` it is the expected penalty of that.

    Raises `InvalidParameter` for a discount that is not from 0 to below 1.

    Source: Wainwright and Eckersley 2019, Section 5, with the discount of 0.97.
    """
    require_discount(discount)
    allowed = _allowed(process, policy)
    values = [round(value * UNITS) for value in _by_policy_iteration(process, float(discount), allowed)[0]]
    greatest = max(
        abs(min(_backed_up(chances, values, discount) for chances in each.values()) - value)
        for each, value in zip(allowed, values, strict=True)
    )
    return ValueBounds(tuple(values), greatest / UNITS / (1 - discount), discount)


def best_choices(process: DecisionProcess, discount: Fraction) -> Sequence[Action]:
    """Return what policy iteration in floats takes for optimal on each board.

    Ledger: W19-penalty-weight
    """
    return _by_policy_iteration(process, float(discount), process.steps)[1]


def require_discount(discount: Fraction) -> None:
    """Raise `InvalidParameter` for a discount that is not from 0 to below 1."""
    if not 0 <= discount < 1:
        raise InvalidParameter("discount", discount, "at least 0 and below 1")


def best_actions(process: DecisionProcess, bounds: ValueBounds, board: int) -> frozenset[Action]:
    """Return the actions on a board that may be optimal: all others are proved to be worse by the bounds."""
    worth = {
        action: _backed_up(chances, bounds.values, bounds.discount) / UNITS
        for action, chances in process.steps[board].items()
    }
    least = min(worth.values()) + 2 * bounds.discount * bounds.error
    return frozenset(action for action, value in worth.items() if value <= least)


def _allowed(process: DecisionProcess, policy: Policy | None) -> tuple[Mapping[Action, tuple[Chance, ...]], ...]:
    if policy is None:
        return process.steps
    chosen = [policy(board) for board in process.boards]
    return tuple({action: each[action]} for action, each in zip(chosen, process.steps, strict=True))


def _backed_up(chances: Sequence[Chance], values: Sequence[int], discount: Fraction) -> Fraction:
    """Return what is charged for a step and, discounted, what follows, in units."""
    return sum(
        (each.probability * (each.penalty * UNITS + discount * values[each.state]) for each in chances), Fraction(0)
    )


def _by_policy_iteration(
    process: DecisionProcess, discount: float, allowed: Sequence[Mapping[Action, tuple[Chance, ...]]]
) -> tuple[Sequence[float], Sequence[Action]]:
    """Return the values of an optimal policy, and what it does on each board."""
    number = len(process.boards)
    choices = [min(each) for each in allowed]
    while True:
        equations, charged = numpy.identity(number), numpy.zeros(number)
        for board, action in enumerate(choices):
            for chance in allowed[board][action]:
                equations[board, chance.state] -= discount * float(chance.probability)
                charged[board] += float(chance.probability * chance.penalty)
        values: list[float] = numpy.linalg.solve(equations, charged).tolist()
        better = [_improved(each, values, discount, choice) for each, choice in zip(allowed, choices, strict=True)]
        if better == choices:
            return values, choices
        choices = better


def _improved(
    each: Mapping[Action, tuple[Chance, ...]], values: Sequence[float], discount: float, choice: Action
) -> Action:
    """Return an action that is better than the choice by more than rounding, or else the choice."""
    worth = {
        action: sum(float(c.probability) * (float(c.penalty) + discount * values[c.state]) for c in chances)
        for action, chances in each.items()
    }
    least = min(worth, key=lambda action: worth[action])
    return least if worth[least] < worth[choice] - _CLOSE else choice
