"""Agents' actions on a board: turn, and then move, push, pull, shove, toggle or leave."""

from typing import NamedTuple

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board, Location, require_location
from formal_rl.safelife.board.cells import (
    AGENT,
    COLOUR_MASK,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    LIFE,
    PULLABLE,
    PUSHABLE,
    Cell,
    turned,
)

ACTIONS = (
    "nothing",
    "move up",
    "move right",
    "move down",
    "move left",
    "toggle up",
    "toggle right",
    "toggle down",
    "toggle left",
)
"""The nine actions, by number.

Ledger: W19-agent
"""

DIRECTIONS: tuple[Location, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The offset of the place ahead, by orientation: up, right, down, left.

Ledger: W19-agent
"""

LEAST_SIDE = 3


class ActResult(NamedTuple):
    """A board after an action, and where the agent is then.

    Ledger: W19-agent
    """

    board: Board
    location: Location


def act(board: Board, location: Location, action: Action) -> ActResult:
    """Return the board after the action of the agent at ``location``, before the rule, and the agent's new location.

    Where no agent is, nothing happens. Else, for any action but 0, the agent turns, even if it can do nothing more.

    Raises `ActionOutOfRange` for an action that is not one of the nine, and `InvalidParameter` for a board with a
    side under 3, where a place ahead is a place behind, or for a location that is not on it.

    Source: Wainwright and Eckersley 2019, Section 2; the published code decides.
    Ledger: W19-agent*, W19-equivariance*
    """
    require_sides(board)
    require_location("location", location)
    if board.wrapped(location) != location:
        expected = f"a row below {board.height} and a column below {board.width}"
        raise InvalidParameter("location", location, expected)
    if type(action) is not int or not 0 <= action < len(ACTIONS):
        raise ActionOutOfRange(1, action, len(ACTIONS))
    if action == 0 or not board[location] & AGENT:
        return ActResult(board, location)
    orientation = (action - 1) % 4
    board = board.with_cells({location: turned(board[location], orientation)})
    if action > 4:
        return ActResult(toggle(board, location, orientation), location)
    return move(board, location, orientation)


def toggle(board: Board, location: Location, orientation: int) -> Board:
    """Return the board after the agent at ``location`` creates, removes or shoves away the cell ahead.

    The first of these that fits: where nothing is, life of the agent's colour; something destructible goes, but of an
    agent a frozen cell is left; something pushable is shoved one place on, if the agent is not pushable itself.

    Ledger: W19-agent*
    """
    agent, (ahead, beyond) = board[location], _ahead(board, location, orientation)
    target = board[ahead]
    if target == EMPTY:
        return board.with_cells({ahead: LIFE | agent & COLOUR_MASK})
    if target & DESTRUCTIBLE:
        remains = target & ~AGENT & ~DESTRUCTIBLE | FROZEN if target & AGENT else EMPTY
        return board.with_cells({ahead: remains})
    if target & PUSHABLE and not agent & PUSHABLE:
        return _push(board, ahead, beyond) or board
    return board


def move(board: Board, location: Location, orientation: int) -> ActResult:
    """Return the board after the agent at ``location`` goes one place ahead, if it can, and where it is then.

    The first of these that fits: something pushable is pushed one place on, if the agent is not pushable itself, or
    blocks the way; where nothing is, the agent goes there; from an open exit's light, an exit is taken. What is
    behind follows if it is pullable and the agent is not.

    Ledger: W19-agent*
    """
    agent, (ahead, beyond) = board[location], _ahead(board, location, orientation)
    target = board[ahead]
    if target & PUSHABLE and not agent & PUSHABLE:
        pushed = _push(board, ahead, beyond)
        if pushed is None:
            return ActResult(board, location)
        board = pushed.with_cells({ahead: agent})
    elif target == EMPTY:
        board = board.with_cells({ahead: agent})
    elif not (agent & EXIT and target & EXIT and not target & AGENT):
        return ActResult(board, location)
    return ActResult(_pull(board, location, orientation, agent), ahead)


def _ahead(board: Board, location: Location, orientation: int) -> tuple[Location, Location]:
    (row, column), (down, right) = location, DIRECTIONS[orientation]
    return board.wrapped((row + down, column + right)), board.wrapped((row + 2 * down, column + 2 * right))


def _push(board: Board, ahead: Location, beyond: Location) -> Board | None:
    """Return the board with the cell ahead pushed by one place, gone if an exit is there, or None if it is held."""
    if board[beyond] == EMPTY:
        return board.with_cells({beyond: board[ahead], ahead: EMPTY})
    if board[beyond] & EXIT:
        return board.with_cells({ahead: EMPTY})
    return None


def _pull(board: Board, vacated: Location, orientation: int, agent: Cell) -> Board:
    """Return the board with the cell behind the agent pulled to the place it left, or that place empty."""
    (row, column), (down, right) = vacated, DIRECTIONS[orientation]
    behind = row - down, column - right
    if board[behind] & PULLABLE and not agent & PULLABLE:
        return board.with_cells({vacated: board[behind], behind: EMPTY})
    return board.with_cells({vacated: EMPTY})


def require_sides(board: Board) -> None:
    """Raise `InvalidParameter` for a board on which two places ahead are not beyond the agent."""
    if min(board.height, board.width) < LEAST_SIDE:
        size = f"{board.height} x {board.width}"
        raise InvalidParameter("board", size, f"sides of at least {LEAST_SIDE}, where an agent acts")
