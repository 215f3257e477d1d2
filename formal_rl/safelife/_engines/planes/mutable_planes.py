"""Drafts of packed boards: cells are moved, made and removed, and then it is a packed board again."""

from functools import cache

from formal_rl.safelife._engines.planes.boards import (
    OTHERS,
    TRAITS,
    PackedBoard,
    Scenery,
    near_again,
    occupied_by,
    scenery_of,
)
from formal_rl.safelife.board.cells import (
    AGENT,
    EXIT,
    FROZEN,
    INHIBITING,
    ORIENTATION_SHIFT,
    PRESERVING,
    PULLABLE,
    PUSHABLE,
    RED,
    SPAWNING,
)

AGENT_PLANE, EXIT_PLANE, PUSHABLE_PLANE, PULLABLE_PLANE, FROZEN_PLANE, SPAWNING_PLANE = (
    OTHERS.index(flag) for flag in (AGENT, EXIT, PUSHABLE, PULLABLE, FROZEN, SPAWNING)
)
"""Where the planes of some flags are among those of `OTHERS`."""

_PRESERVING_PLANE, _INHIBITING_PLANE = OTHERS.index(PRESERVING), OTHERS.index(INHIBITING)
_TURNED = OTHERS.index(1 << ORIENTATION_SHIFT)


@cache
def _one_of_each(length: int) -> int:
    """Return the first place of each of the stacked planes of this length."""
    return sum(1 << number * length for number in range(len(TRAITS)))


class PlaneDraft:
    """A board of which cells are moved, made and removed; `board` is what comes of it.

    A location is given by its place in a plane; ``planes`` are those of `OTHERS`. It changes and is for one computation
    only, not a value.
    """

    __slots__ = (
        "_before",
        "_dead_traits",
        "_occupied",
        "_other_scenery",
        "_other_spawners",
        "_traits",
        "alive",
        "frame",
        "planes",
    )

    def __init__(self, board: PackedBoard) -> None:
        self.alive, self._traits, self._before = board
        scenery = self._before
        self.frame = scenery.frame
        self.planes = list(scenery.planes)
        self._dead_traits = scenery.dead_traits
        self._occupied = scenery.occupied
        self._other_scenery = self._other_spawners = False

    def holds(self, place: int) -> bool:
        """Whether there is anything at a place."""
        return (self.alive | self._occupied) >> place & 1 != 0

    def traits(self, place: int) -> int:
        """Return the traits of what is at a place, stacked, each in the first place of its plane."""
        traits = self._traits if self.alive >> place & 1 else self._dead_traits
        return traits >> place & _one_of_each(self.frame.plane)

    def move(self, place: int, to: int) -> None:
        """Move what is at a place to one where nothing is."""
        traits = self.traits(place)
        self._change(1 << place, 1 << place | 1 << to, traits << place | traits << to)

    def remove(self, place: int) -> None:
        """Take off what is at a place."""
        self._change(1 << place, 1 << place, self.traits(place) << place)

    def _change(self, bit: int, bits: int, traits: int) -> None:
        """Change ``bits`` in all planes that have ``bit``, and these stacked traits."""
        if self.alive & bit:
            self.alive ^= bits
            self._traits ^= traits
        else:
            self._dead_traits ^= traits
        if self._occupied & bit:
            self._other_scenery = True
            if self.planes[SPAWNING_PLANE] & bit:
                self._other_spawners = True
            self._occupied ^= bits
            self.planes = [plane ^ bits if plane & bit else plane for plane in self.planes]

    def is_destructible(self, place: int) -> bool:
        """Whether what is at a place can be removed: destructible is the first of the traits."""
        return (self._traits if self.alive >> place & 1 else self._dead_traits) >> place & 1 != 0

    def make_life(self, place: int, colours: int) -> None:
        """Make life at a place where nothing is, in the colours of these traits, as `traits` returns them."""
        self.alive |= 1 << place
        self._traits |= (colours | 1) << place

    def destroy_agent(self, place: int) -> None:
        """Leave of the destructible agent at a place what is frozen and neither."""
        bit = 1 << place
        self._other_scenery = True
        self.planes[AGENT_PLANE] ^= bit
        self.planes[FROZEN_PLANE] |= bit
        if self.alive & bit:
            self._traits ^= bit
        else:
            self._dead_traits ^= bit

    def flip_exit_flags(self, bits: int) -> None:
        """Set the exit flag of what is at the places of these bits, or clear it if it is set."""
        self._other_scenery = True
        planes = self.planes
        planes[EXIT_PLANE] ^= bits
        self._occupied = occupied_by(planes, self._dead_traits, self.frame)

    def recolour(self, red: int) -> None:
        """Make what is dead at the places of these bits red, or no longer red if it is."""
        self._other_scenery = True
        self._dead_traits ^= red << TRAITS.index(RED) * self.frame.plane

    def turn(self, place: int, orientation: int) -> None:
        """Turn the agent at a place."""
        bit = 1 << place
        for number in (0, 1):
            plane = self.planes[_TURNED + number]
            if (plane & bit != 0) != orientation >> number & 1:
                self._other_scenery = True
                self.planes[_TURNED + number] = plane ^ bit

    def board(self) -> PackedBoard:
        """Return the board."""
        scenery = self._scenery() if self._other_scenery else self._before
        return PackedBoard(self.alive, self._traits, scenery)

    def _scenery(self) -> Scenery:
        """Return what `scenery_of` returns; only what follows from spawners is not found again if they are the same."""
        frame, planes, before = self.frame, tuple(self.planes), self._before
        if self._other_spawners:
            return scenery_of(frame, planes, self.alive, self._traits, self._dead_traits)
        height, width = frame.height, frame.width
        spawning, frozen_cells, occupied = planes[SPAWNING_PLANE], planes[FROZEN_PLANE], self._occupied
        may_live = frame.everywhere ^ (frozen_cells | near_again(planes[_INHIBITING_PLANE], height, width))
        return Scenery(
            frame,
            planes,
            self._dead_traits,
            frozen_cells | near_again(planes[_PRESERVING_PLANE], height, width),
            may_live,
            may_live & near_again(spawning, height, width) if spawning else 0,
            before.spawned_traits,
            planes[EXIT_PLANE] & self.alive,
            occupied ^ (occupied & frozen_cells),
            occupied,
        )
