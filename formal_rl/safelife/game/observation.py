"""An agent's view of a game: the cells of the board and the goals around it."""

import numpy
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter, require_int
from formal_rl.safelife.game.game import GameState

VIEW_SIDE = 15
"""The default number of rows and columns of the view in the published code."""


def view(state: GameState, agent: int, height: int = VIEW_SIDE, width: int = VIEW_SIDE) -> NDArray[numpy.uint16]:
    """Return the cells of the board and of the goals around an agent, an array of shape (2, height, width).

    Where the agent is, or was last, is in the middle: row ``height // 2``, column ``width // 2``. The view wraps
    round the edges of the board, more than once where the view is greater than the board. The published code also moves
    exits that are out of sight to the edge of the view, and shows no white goals.

    Raises `InvalidParameter` for an agent that there is not, or a side under 1.

    Source: Wainwright and Eckersley 2019, Section 4.
    Ledger: W19-agent
    """
    require_view(len(state.locations), agent, height, width)
    row, column = state.locations[agent]
    top, left = row - height // 2, column - width // 2
    boards = [
        [[board[top + down, left + right] for right in range(width)] for down in range(height)]
        for board in (state.board, state.goals)
    ]
    return numpy.array(boards, dtype=numpy.uint16)


def require_view(agents: int, agent: int, height: int, width: int) -> None:
    """Raise `InvalidParameter` for an agent that there is not, or a side under 1."""
    if type(agent) is not int or not 0 <= agent < agents:
        raise InvalidParameter("agent", agent, f"the index of one of {agents} agents")
    for name, side in (("height", height), ("width", width)):
        require_int(name, side, 1)
