"""Agents' actions on bit planes: cells are moved, made and removed in a draft, which then is a packed board again."""

from formal_rl.histories import Action
from formal_rl.safelife._engines.planes.boards import OTHERS, PackedBoard, repeated, scenery_of
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.board.cells import AGENT, EXIT, FROZEN, ORIENTATION_SHIFT, PULLABLE, PUSHABLE
from formal_rl.safelife.game.actions import DIRECTIONS

AGENTS, EXITS, PUSHED, PULLED, FIXED = map(OTHERS.index, (AGENT, EXIT, PUSHABLE, PULLABLE, FROZEN))
"""The indices of some flags' planes in `OTHERS`."""

_TURNED = OTHERS.index(1 << ORIENTATION_SHIFT)


class PlaneDraft:
    """A board of which cells are moved, made and removed; `board` is the result.

    A location is given by its place, the number of its bit in a plane. ``planes`` are those of `OTHERS`, ``traits`` the
    stacked traits of all cells, ``held`` the places that are not empty. It is mutable: use one for each computation.
    Of an agent's move, ``here`` is its place, ``there`` the one it faces, ``beyond`` the next, ``behind`` the last.
    """

    __slots__ = ("_scenery", "alive", "frame", "held", "planes", "traits")

    def __init__(self, board: PackedBoard) -> None:
        self.alive, traits, self._scenery = board
        self.frame, self.planes = self._scenery.frame, list(self._scenery.planes)
        self.traits = traits | self._scenery.dead_traits
        self.held = self.alive | self._scenery.loose | self.planes[FIXED]

    def traits_at(self, place: int) -> int:
        """Return the traits of the cell at a place, stacked, each in the first place of its layer."""
        return self.traits >> place & self.frame.first_places

    def move(self, place: int, to: int) -> None:
        """Move the cell at a place to an empty one."""
        traits = self.traits_at(place)
        self._flip(1 << place, 1 << place | 1 << to, traits << place | traits << to)

    def remove(self, place: int) -> None:
        """Remove the cell at a place."""
        self._flip(1 << place, 1 << place, self.traits_at(place) << place)

    def _flip(self, bit: int, bits: int, traits: int) -> None:
        """Flip ``bits`` in all planes that have ``bit``, and these stacked traits."""
        self.held ^= bits
        self.traits ^= traits
        if self.alive & bit:
            self.alive ^= bits
        self.planes = [plane ^ bits if plane & bit else plane for plane in self.planes]

    def turn(self, place: int, orientation: int) -> None:
        """Turn the agent at a place."""
        for number in (0, 1):
            if self.planes[_TURNED + number] >> place & 1 != orientation >> number & 1:
                self.planes[_TURNED + number] ^= 1 << place

    def toggle(self, here: int, there: int, beyond: int) -> None:
        """Do as `toggle` with the agent ``here``: make life, freeze an agent, remove what is destructible, or push."""
        bit = 1 << there
        if not self.held & bit:
            self.alive |= bit
            self.held |= bit
            self.traits |= (self.traits_at(here) | 1) << there  # a made cell is destructible, the first of the traits
        elif self.traits & bit and self.planes[AGENTS] & bit:  # it becomes a fixed, indestructible cell
            self.planes[AGENTS] ^= bit
            self.planes[FIXED] |= bit
            self.traits ^= bit
        elif self.traits & bit:
            self.remove(there)
        elif self.pushes(here, there):
            self.push(there, beyond)

    def pushes(self, here: int, there: int) -> bool:
        """Whether the cell at the first place can push the cell at the other."""
        pushable = self.planes[PUSHED]
        return bool(pushable >> there & ~pushable >> here & 1)

    def push(self, there: int, beyond: int) -> bool:
        """Push the cell at a place by one place, or off through an exit, and return whether it moved."""
        if not self.held >> beyond & 1:
            self.move(there, beyond)
        elif self.planes[EXITS] >> beyond & 1:
            self.remove(there)
        else:
            return False
        return True

    def go(self, here: int, there: int, beyond: int, behind: int) -> bool:
        """Do as `move` with the agent ``here``, and return whether it goes."""
        planes, leaves = self.planes, False
        pulls = not planes[PULLED] >> here & 1
        if self.pushes(here, there):
            if not self.push(there, beyond):
                return False
        elif self.held >> there & 1:
            exits = planes[EXITS]
            leaves = bool(exits >> here & exits >> there & ~planes[AGENTS] >> there & 1)
            if not leaves:
                return False
        if leaves:
            self.remove(here)
        else:
            self.move(here, there)
        if pulls and self.planes[PULLED] >> behind & 1:
            self.move(behind, here)
        return True

    def board(self) -> PackedBoard:
        """Return the board."""
        living = self.traits & repeated(self.alive, self.frame)
        dead, planes, scenery = self.traits ^ living, tuple(self.planes), self._scenery
        if dead != scenery.dead_traits or planes != scenery.planes:
            scenery = scenery_of(self.frame, planes, self.alive, living, dead)
        return PackedBoard(self.alive, living, scenery)


def act_on_planes(draft: PlaneDraft, location: Location, action: Action) -> Location:
    """Do in a draft as `act` does on a board, with one of the nine actions, and return where the agent is then."""
    (row, column), frame = location, draft.frame
    height, width, stride = frame.height, frame.width, frame.stride
    here = row * stride + column
    if not action or not draft.planes[AGENTS] >> here & 1:
        return location
    down, right = DIRECTIONS[(action - 1) % 4]
    ahead = (row + down) % height, (column + right) % width
    there = ahead[0] * stride + ahead[1]
    beyond = (row + 2 * down) % height * stride + (column + 2 * right) % width
    draft.turn(here, (action - 1) % 4)
    if action > 4:
        draft.toggle(here, there, beyond)
        return location
    behind = (row - down) % height * stride + (column - right) % width
    return ahead if draft.go(here, there, beyond, behind) else location
