"""Ways that an agent can go whatever lives on them, since it can clear them, and how it goes them."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import product

from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import ALIVE, DESTRUCTIBLE, EMPTY, EXIT, FROZEN, PULLABLE
from formal_rl.safelife.board.conway import NEIGHBOURS
from formal_rl.safelife.game.actions import DIRECTIONS
from formal_rl.safelife.generation.fences import SPACING

_TOGGLE = len(DIRECTIONS)
_HARD_PARENTS = SPACING - 1
"""A birth is not destructible if this many of its three parents are not."""


def hard_places(board: Board) -> frozenset[Location]:
    """Return where life that is not destructible is, or may ever be born, as long as none is pushed or pulled.

    A newborn cell has three living parents and is destructible if two of them are. So it may be hard where two of the
    block may be.

    Ledger: W19-agent
    """
    hard = {each for each in board.locations() if board[each] & ALIVE and not board[each] & DESTRUCTIBLE}
    waiting = sorted(hard)
    near: dict[Location, int] = {}
    while waiting:
        row, column = waiting.pop()
        for each in (board.wrapped((row + down, column + right)) for down, right in NEIGHBOURS):
            near[each] = near.get(each, 0) + 1
            if near[each] == _HARD_PARENTS and each not in hard and not board[each] & FROZEN:
                hard.add(each)
                waiting.append(each)
    return frozenset(hard)


def clearable(board: Board) -> frozenset[Location]:
    """Return the locations that are empty or destructible, and stay so until an agent comes.

    Ledger: W19-agent
    """
    hard = hard_places(board)
    soft = (each for each in board.locations() if board[each] == EMPTY or board[each] & DESTRUCTIBLE)
    return frozenset(each for each in soft if each not in hard)


def ways_from(board: Board, start: Location, free: Collection[Location]) -> Mapping[Location, Location]:
    """Return the locations reachable over free ones, each with the one before it on a shortest way.

    The start is there, before itself. An exit can be reached, but nothing beyond it by way of it. No step of a way is
    one in which the agent would pull something along that is behind it now.

    Ledger: W19-agent*
    """
    before = {start: start}
    waiting = deque([start])
    exits, pulled = frozenset(board.find(EXIT)), frozenset(board.find(PULLABLE))
    moves = _moves(board.height, board.width)
    while waiting:
        here = waiting.popleft()
        for there, behind in moves[here]:
            if there in before or behind in pulled or not (there in free or there in exits):
                continue
            before[there] = here
            if there not in exits:
                waiting.append(there)
    return before


@lru_cache(maxsize=16)
def _moves(height: int, width: int) -> Mapping[Location, tuple[tuple[Location, Location], ...]]:
    """Return for each location, in the order of the directions, a move's target and the location behind the agent."""

    def wrap(row: int, column: int) -> Location:
        return row % height, column % width

    return {
        (row, column): tuple(
            (wrap(row + down, column + right), wrap(row - down, column - right)) for down, right in DIRECTIONS
        )
        for row, column in product(range(height), range(width))
    }


def way(before: Mapping[Location, Location], end: Location) -> tuple[Location, ...]:
    """Return the locations of the way to one of those that `ways_from` gives, without the start.

    Raises `InvalidParameter` for one that cannot be reached.
    """
    if end not in before:
        raise InvalidParameter("end", end, "a location that can be reached")
    backwards = []
    while before[end] != end:
        backwards.append(end)
        end = before[end]
    return tuple(reversed(backwards))


def next_on_way(board: Board, here: Location, way: Sequence[Location]) -> Action:
    """Return the next action of an agent on a path: it moves on, or first removes the cell ahead.

    An exit it takes, if it is open. Whatever the draws are, an agent that freezes adjacent cells, as players do,
    needs two steps at most for a location that is `clearable`: a removed cell is not born again beside it.

    Raises `InvalidParameter` where it is not on the way, or at its end.

    Ledger: W19-agent
    """
    rest = way[way.index(here) + 1 :] if here in way else way
    beside = [board.wrapped((here[0] + down, here[1] + right)) for down, right in DIRECTIONS]
    towards = [move for move, there in enumerate(beside, start=1) if there in rest[:1]]
    if not towards:
        raise InvalidParameter("location", here, "one on the way, or beside its beginning, and not its end")
    is_clear = board[rest[0]] == EMPTY or board[rest[0]] & EXIT
    return towards[0] if is_clear else towards[0] + _TOGGLE
