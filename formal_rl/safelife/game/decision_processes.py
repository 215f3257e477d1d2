"""Decision processes of small levels, all their states listed, with a penalty for changes.

The penalty is one of the readings of `penalty`, or compares with a baseline: the starting state, or inaction.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, TypeVar

from formal_rl.agents import Distribution, certain
from formal_rl.errors import InvalidParameter, require_known
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import AGENT, EMPTY, EXIT, ORIENTATION_MASK
from formal_rl.safelife.game.actions import DIRECTIONS, act
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

LEDGER = ("W19-penalty-optimal", "W19-penalty-weight")

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
"""The readings of the penalty. The first is footnote 12 as printed; the last credits nothing."""

Transition: TypeAlias = Callable[[Board], Distribution[Board]]
"""The successors of a board in a step in which nobody acts."""

Baseline: TypeAlias = Callable[[Board, Board, Transition], Distribution[Board]]
"""The next board of a baseline, given its last one, the agent's last board, and the transition of boards."""

BASELINES: Mapping[str, Baseline] = MappingProxyType(
    {
        "starting state": lambda baseline, before, following: certain(baseline),
        "inaction": lambda baseline, before, following: following(baseline),
        "stepwise inaction": lambda baseline, before, following: following(before),
    }
)
"""The baselines, by name. Where spawners draw, a baseline reads draws of its own.

Source: Wainwright and Eckersley 2019, Section 3; Krakovna et al. 2018.
Ledger: W19-interference*
"""

_REMEMBERED = ("inaction",)
"""Baselines that go on from their own last board; the others begin again at each step."""


class Chance(NamedTuple):
    """A state that may follow, by its number, with its probability, and the penalty and reward of the step."""

    state: int
    probability: Fraction
    penalty: Fraction
    points: int = 0


class DecisionProcess(NamedTuple):
    """All reachable boards, the first one first, and the successors for each board and action."""

    boards: tuple[Board, ...]
    steps: tuple[Mapping[Action, tuple[Chance, ...]], ...]


_State = TypeVar("_State", bound=Hashable)
_Outcome: TypeAlias = tuple[_State, Fraction, Fraction, int]
"""A state that may follow, its probability, the penalty and the points of the step."""


def _explore(
    first: _State,
    actions: Sequence[Action],
    outcomes: Callable[[_State, Action], Iterable[_Outcome[_State]]],
    most: int,
) -> tuple[list[_State], tuple[Mapping[Action, tuple[Chance, ...]], ...]]:
    """Return all reachable states, in the order of their discovery, and the successors of each."""
    states, numbers = [first], {first: 0}
    steps: list[Mapping[Action, tuple[Chance, ...]]] = []
    while len(steps) < len(states):
        each = dict[Action, tuple[Chance, ...]]()
        for action in actions:
            chances: dict[tuple[int, Fraction, int], Fraction] = {}
            for after, probability, charged, paid in outcomes(states[len(steps)], action):
                if after not in numbers:
                    numbers[after] = len(states)
                    states.append(after)
                key = numbers[after], charged, paid
                chances[key] = chances.get(key, Fraction(0)) + probability
            each[action] = tuple(
                Chance(state, chance, charged, paid) for (state, charged, paid), chance in chances.items()
            )
        steps.append(each)
        if len(states) > most:
            raise InvalidParameter("most", most, "as many states as can be reached")
    return states, tuple(steps)


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

    Boards that differ only in the agent's orientation are one state: each action turns the agent first, and no penalty
    counts cells of agents, so nothing depends on it. After the agent leaves, the board stays without it, and nothing
    more is charged or paid; or, if ``again``, the level restarts.

    Raises `InvalidParameter` where there are more than ``most`` boards.

    Source: Wainwright and Eckersley 2019, Section 5.
    Ledger: W19-penalty-optimal*
    """
    begun = start(level)
    first = begun._replace(board=_facing_up(begun.board, begun.locations[0]))
    left = first._replace(board=first.board.with_cells({first.locations[0]: EMPTY}), in_play=(False,))
    following = cache(lambda board: boards_following(board, Fraction(level.spawn_probability)).chances)

    @cache  # many actions change nothing, and so lead to the same state
    def advanced(before: GameState, after_action: GameState) -> tuple[_Outcome[GameState], ...]:
        found = list[_Outcome[GameState]]()
        for board, probability in following(after_action.board).items():
            after = after_action._replace(board=board, counts=count_cells(board, after_action.goals))
            after = after._replace(board=exits_updated(level, after), in_play=(is_active(after, 0),))
            charged = Fraction(penalise(penalty, level, before, after))
            paid = points(level, after, 0) - points(level, before, 0)
            found.append((after if after.in_play[0] else first if again else left, probability, charged, paid))
        return tuple(found)

    def outcomes(before: GameState, action: Action) -> Iterable[_Outcome[GameState]]:
        if not before.in_play[0]:
            return [(before, Fraction(1), Fraction(0), 0)]
        state = acted(level, before, (action,))
        return advanced(before, state._replace(board=_facing_up(state.board, state.locations[0])))

    states, steps = _explore(first, actions, outcomes, most)
    return DecisionProcess(tuple(state.board for state in states), steps)


def deviations(board: Board, baseline: Board, first: Board) -> tuple[Location, ...]:
    """Return where a board differs from a baseline, row by row, except cells that contain an agent in any of the three.

    With the first board of a level without goals as the baseline it is `deviating_locations`.

    Source: Wainwright and Eckersley 2019, Section 5, of the starting state.
    Ledger: W19-interference*
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

    A step that ends with k of `deviations` costs λk, where λ is the ``weight``; the baseline is one of `BASELINES`. A
    board occurs once for each board of the baseline that it can meet. Orientations are merged as in `decision_process`.

    Raises `UnknownName` for another baseline, and `InvalidParameter` for more than ``most`` states.

    Source: Krakovna et al. 2018, baselines; the deviation is that of Wainwright and Eckersley 2019, Section 5.
    Ledger: W19-interference*
    """
    require_known("no baseline", baseline, BASELINES)
    (agent,) = level.agents
    first = _facing_up(start(level).board, agent)
    following = cache(lambda board: boards_following(board, Fraction(level.spawn_probability)))

    def outcomes(
        before: tuple[Board, Location, Board], action: Action
    ) -> Iterable[_Outcome[tuple[Board, Location, Board]]]:
        # A state is a board, where the agent is, and the board of the baseline.
        board, agent = act(before[0], before[1], action)
        beside = BASELINES[baseline](before[2], before[0], following).chances.items()
        for one, chance in following(_facing_up(board, agent)).chances.items():
            for other, its in beside:
                cells = len(deviations(one, other, first))
                kept = other if baseline in _REMEMBERED else first
                yield (one, agent, kept), chance * its, Fraction(weight * cells), 0

    states, steps = _explore((first, agent, first), actions, outcomes, most)
    return DecisionProcess(tuple(board for board, _, _ in states), steps)


def _facing_up(board: Board, agent: Location) -> Board:
    return board.with_cells({agent: board[agent] & ~ORIENTATION_MASK})


def weighted(process: DecisionProcess, weight: Fraction) -> DecisionProcess:
    """Return the process whose penalty is λ times the penalty less the points, all divided by λ if that is above 1.

    Ledger: W19-penalty-weight
    """
    unit = max(weight, Fraction(1))
    return _replaced(
        process, lambda each: each._replace(penalty=(weight * each.penalty - each.points) / unit, points=0)
    )


def without_points(process: DecisionProcess) -> DecisionProcess:
    """Return the process in which nothing is paid.

    Ledger: W19-penalty-weight
    """
    return _replaced(process, lambda each: each._replace(points=0))


def _replaced(process: DecisionProcess, change: Callable[[Chance], Chance]) -> DecisionProcess:
    steps = ({action: tuple(map(change, chances)) for action, chances in each.items()} for each in process.steps)
    return process._replace(steps=tuple(steps))


def followed(process: DecisionProcess, choices: Sequence[Action], steps: int) -> tuple[Mapping[int, Fraction], ...]:
    """Return the distribution of boards, by number, at first and after each of the ``steps`` of a policy."""
    laws: list[Mapping[int, Fraction]] = [{0: Fraction(1)}]
    for _ in range(steps):
        after: dict[int, Fraction] = {}
        for board, share in laws[-1].items():
            for each in process.steps[board][choices[board]]:
                after[each.state] = after.get(each.state, Fraction(0)) + share * each.probability
        laws.append(after)
    return tuple(laws)


def leaves(board: Board, action: Action) -> bool:
    """Whether the agent of a board leaves it by an action.

    Ledger: W19-penalty-weight
    """
    if not 1 <= action <= len(DIRECTIONS):
        return False
    down, right = DIRECTIONS[action - 1]
    return any(
        board[row, column] & EXIT and board[board.wrapped((row + down, column + right))] & EXIT
        for row, column in board.find(AGENT)
    )
