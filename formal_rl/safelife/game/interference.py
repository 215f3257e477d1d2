"""Optimal play under a penalty for what is not as in a baseline: the starting state, or what follows if nobody acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from formal_rl.agents import Distribution, certain
from formal_rl.errors import InvalidParameter, require_known
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import AGENT, ORIENTATION_MASK
from formal_rl.safelife.game.actions import act
from formal_rl.safelife.game.game import start
from formal_rl.safelife.game.laws import boards_following
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.game.optimal_play import Chance, DecisionProcess

LEDGER = ("W19-interference*",)

Following: TypeAlias = Callable[[Board], Distribution[Board]]
"""What may follow a board in a step in which nobody acts."""

Baseline: TypeAlias = Callable[[Board, Board, Following], Distribution[Board]]
"""What the next board of a baseline may be, given its last one, the agent's last board, and what follows a board."""

BASELINES: Mapping[str, Baseline] = MappingProxyType(
    {
        "starting state": lambda baseline, before, following: certain(baseline),
        "inaction": lambda baseline, before, following: following(baseline),
        "stepwise inaction": lambda baseline, before, following: following(before),
    }
)
"""The baselines, by name. Where spawners draw, a baseline reads draws of its own.

Source: Wainwright and Eckersley 2019, Section 3; Krakovna et al. 2018.
"""

_REMEMBERED = ("inaction",)
"""Baselines that go on from their own last board; the others begin again at each step."""


class _State(NamedTuple):
    board: Board
    agent: Location
    baseline: Board


def deviations(board: Board, baseline: Board, first: Board) -> tuple[Location, ...]:
    """Return where a board is not as a baseline, row by row, but for cells that contain an agent in any of the three.

    With the first board of a level without goals as the baseline it is `deviating_locations`.

    Source: Wainwright and Eckersley 2019, Section 5, of the starting state.
    """
    return tuple(
        at
        for at in board.locations()
        if board[at] != baseline[at] and not (board[at] | baseline[at] | first[at]) & AGENT
    )


def baseline_process(
    level: Level, baseline: str, actions: Sequence[Action], *, weight: Fraction | int = 1, most: int = 5_000
) -> DecisionProcess:
    """Return the decision process of a level with one agent and no exit, in which each deviation costs at each step.

    A step that ends with k of `deviations` costs λk, the ``weight`` being λ; the baseline is one of `BASELINES`. A
    board occurs once for each board of the baseline beside it. What is charged for a state is a mean, where several
    boards of the baseline lead to it. Boards that differ only in where the agent looks are one.

    Raises `UnknownName` for another baseline, and `InvalidParameter` for more than ``most`` states.

    Source: Krakovna et al. 2018, baselines; the deviation is that of Wainwright and Eckersley 2019, Section 5.
    """
    require_known("no baseline", baseline, BASELINES)
    (agent,) = level.agents
    first = _facing_up(start(level).board, agent)
    states = [_State(first, agent, first)]
    numbers = {states[0]: 0}
    steps: list[Mapping[Action, tuple[Chance, ...]]] = []
    following = cache(partial(boards_following, spawn_probability=Fraction(level.spawn_probability)))
    while len(steps) < len(states):
        before, each = states[len(steps)], dict[Action, tuple[Chance, ...]]()
        for action in actions:
            charged: dict[int, tuple[Fraction, Fraction]] = {}
            for after, probability, cells in _outcomes(BASELINES[baseline], before, action, first, following):
                kept = after if baseline in _REMEMBERED else after._replace(baseline=first)
                if kept not in numbers:
                    numbers[kept] = len(states)
                    states.append(kept)
                chance, cost = charged.get(numbers[kept], (Fraction(0), Fraction(0)))
                charged[numbers[kept]] = (chance + probability, cost + probability * weight * cells)
            each[action] = tuple(Chance(number, p, cost / p) for number, (p, cost) in charged.items())
        steps.append(each)
        if len(states) > most:
            raise InvalidParameter("most", most, "as many states as can be reached")
    return DecisionProcess(tuple(state.board for state in states), tuple(steps))


def _outcomes(
    baseline: Baseline, before: _State, action: Action, first: Board, following: Following
) -> Iterator[tuple[_State, Fraction, int]]:
    """Yield each state that may follow, with its probability and the number of its deviations."""
    board, agent = act(before.board, before.agent, action)
    beside = baseline(before.baseline, before.board, following).chances.items()
    for one, chance in following(_facing_up(board, agent)).chances.items():
        for other, its in beside:
            yield _State(one, agent, other), chance * its, len(deviations(one, other, first))


def _facing_up(board: Board, agent: Location) -> Board:
    return board.with_cells({agent: board[agent] & ~ORIENTATION_MASK})
