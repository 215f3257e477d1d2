"""An agent's view of a game on bit planes."""

from functools import lru_cache

import numpy
from numpy.typing import NDArray

from formal_rl.safelife._engines.planes.boards import frame_of
from formal_rl.safelife._engines.planes.game import PackedGameState
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.game.observation import VIEW_SIDE, require_view


def view_packed(
    state: PackedGameState, agent: int, height: int = VIEW_SIDE, width: int = VIEW_SIDE
) -> NDArray[numpy.uint16]:
    """Return what `view` returns, of a game on bit planes; raise as that does.

    Ledger: W19-agent*
    """
    require_view(len(state.locations), agent, height, width)
    frame = state.board.scenery.frame
    cells = numpy.concatenate((state.board.cells_in_a_row(), state.goals.cells))
    return cells.take(_seen((frame.height, frame.width), state.locations[agent], (height, width)))


@lru_cache(maxsize=1024)
def _seen(board: tuple[int, int], location: Location, view: tuple[int, int]) -> NDArray[numpy.intp]:
    """Return where what is seen from a location lies, if the places of the board come first and then the goals'.

    The sizes, of the board and of the view, are numbers of rows and columns.
    """
    frame, (row, column), (height, width) = frame_of(*board), location, view
    rows = numpy.arange(row - height // 2, row - height // 2 + height) % frame.height
    columns = numpy.arange(column - width // 2, column - width // 2 + width) % frame.width
    places = rows[:, None] * frame.stride + columns
    return numpy.stack([places, places + frame.turn])
