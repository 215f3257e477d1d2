"""The penalty for side effects with which the paper trains: for cells that are not as they were at the start."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from attrs import field, frozen

from formal_rl.errors import InvalidParameter, require_known
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.board.cells import AGENT, ALIVE, BLUE, COLOUR_MASK, EXIT, FROZEN, RED, Cell
from formal_rl.safelife.game.game import GameState, start
from formal_rl.safelife.game.level import Level

LEDGER = ("W19-penalty*",)

Weight: TypeAlias = Fraction | int
"""λ, and the penalty that it multiplies.

Ledger: W19-penalty
"""


def _is_blue(cell: Cell, goal: Cell) -> bool:
    return goal & COLOUR_MASK == BLUE


GOALS: Mapping[str, Callable[[Cell, Cell], bool]] = MappingProxyType(
    {
        "blue goals and red dots": lambda cell, goal: (
            _is_blue(cell, goal) or (bool(cell & ALIVE) and not cell & FROZEN and cell & COLOUR_MASK == RED)
        ),
        "blue goals": _is_blue,
        "coloured goals": lambda cell, goal: bool(goal & COLOUR_MASK),
        "none": lambda cell, goal: False,
    }
)
"""Whether a cell, with the goals in its place, contains a goal: the readings.

The first is that of the agent's goals in Section 2 of the paper. The last is the penalty of footnote 13, which spares
none.

Ledger: W19-penalty, W19-penalty-goals
"""


@frozen(kw_only=True)
class StartPenalty:
    """The penalty's weight λ, and how its words are read where they leave something open.

    A cell deviates if any of its bits is not as in the game's first state, in which exits are opened or closed already.
    Excepted are cells that contain an agent, and those that contain a goal by the reading of `GOALS` called ``goals``.
    With ``since_start`` so are those that did at the start; without it an agent that leaves its first place deviates,
    and so does a red dot that is gone. As printed an exit that opens deviates; with ``except_exits`` exits do not.
    Turns and exit flags of agents are in the cells of agents, so they never count.

    Raises `InvalidParameter` for a weight that is not exact or under 0, and `UnknownName` for another reading.

    Source: Wainwright and Eckersley 2019, Section 5 and footnotes 12 and 13.
    Ledger: W19-penalty*, W19-penalty-goals*
    """

    weight: Weight = field()
    goals: str = field(
        default="blue goals and red dots",
        validator=lambda _, __, value: require_known("no reading of the goals", value, GOALS),
    )
    since_start: bool = True
    except_exits: bool = False

    @weight.validator
    def _exact(self, _: object, value: object) -> None:
        if type(value) not in {int, Fraction} or value < 0:  # type: ignore[operator]
            raise InvalidParameter("weight", value, "an int or a Fraction of at least 0")


def excepted_locations(penalty: StartPenalty, level: Level, state: GameState) -> frozenset[Location]:
    """Return where deviations are not counted.

    Source: Wainwright and Eckersley 2019, Section 5.
    """
    return _excepted(penalty, start(level), state)


def deviating_locations(penalty: StartPenalty, level: Level, state: GameState) -> tuple[Location, ...]:
    """Return where cells are not as they were at the start, row by row, less those that are excepted.

    Source: Wainwright and Eckersley 2019, Section 5.
    """
    return _deviating(penalty, start(level), state)


def penalty_by_event(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    """Return λ for each cell that a step changes from its starting value, less λ for each that it resets to it.

    So a cell that goes from one deviating value to another is not charged again. Cells that are excepted before or
    after the step are left out. The agent therefore is neither credited for the cell it covers, nor charged for the one
    it uncovers: where no exception changes, this is `penalty_potential`, and else it need not be.

    Source: Wainwright and Eckersley 2019, Section 5, with footnote 12 as printed.
    """
    first = start(level)
    excepted = _excepted(penalty, first, before) | _excepted(penalty, first, after)
    return penalty.weight * sum(
        (after.board[location] != first.board[location]) - (before.board[location] != first.board[location])
        for location in first.board.locations()
        if location not in excepted
    )


def penalty_potential(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    """Return λ times the number of deviating cells after a step, less the number before it.

    A cell is charged when it comes to deviate, and credited when it does no more: because it is as it was, or because
    it is excepted.

    Source: Wainwright and Eckersley 2019, Section 5 and footnote 12.
    Ledger: W19-penalty*, W19-penalty-goals*
    """
    first = start(level)
    return penalty.weight * (len(_deviating(penalty, first, after)) - len(_deviating(penalty, first, before)))


def penalty_per_change(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    """Return λ for each cell that a step changes from its starting value, minus λ for each that it resets.

    So a cell that goes from one deviating value to another is charged again. Cells that are excepted before or after
    the step are left out; else an agent would be credited for every place it walks off.

    Source: Wainwright and Eckersley 2019, Section 5, with another reading of footnote 12.
    """
    first = start(level)
    excepted = _excepted(penalty, first, before) | _excepted(penalty, first, after)
    return penalty.weight * sum(
        -1 if after.board[location] == first.board[location] else 1
        for location in first.board.locations()
        if after.board[location] != before.board[location] and location not in excepted
    )


def penalty_per_step(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    """Return λ times the number of deviating cells after a step, at every step.

    Source: Wainwright and Eckersley 2019, Section 5, without footnote 12.
    """
    return penalty.weight * len(deviating_locations(penalty, level, after))


def _excepted(penalty: StartPenalty, first: GameState, state: GameState) -> frozenset[Location]:
    flags = AGENT | EXIT if penalty.except_exits else AGENT
    contains_goal = GOALS[penalty.goals]
    states = (state, first) if penalty.since_start else (state,)
    return frozenset(
        location
        for board, goals, *_ in states
        for location in board.locations()
        if board[location] & flags or contains_goal(board[location], goals[location])
    )


def _deviating(penalty: StartPenalty, first: GameState, state: GameState) -> tuple[Location, ...]:
    excepted = _excepted(penalty, first, state)
    return tuple(
        location
        for location in state.board.locations()
        if state.board[location] != first.board[location] and location not in excepted
    )
