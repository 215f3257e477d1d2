"""A room with a mirror: a ball lies behind the player, who looks at the wall with the mirror and never turns round."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

from formal_rl.environments.costed import Computation
from formal_rl.environments.embedding import embed
from formal_rl.environments.learners import Learner
from formal_rl.environments.mirror import MirrorIncremental, mirror, mirror_with_body
from formal_rl.environments.pictures import Picture, is_picture
from formal_rl.histories import Action, Observation, Percept, Play, actions, check_play

LEDGER = ("A21-E15",)

REACH_LEFT, REACH_RIGHT = 1, 2
"""The actions that reach behind the chair; any other sits still."""

_HOURS = 10
_TALLEST, _WIDEST = 3, 3
_TOP = ". [---] ."


class _Room(NamedTuple):
    """Turns so far, whether the ball lies on the right, and whether it was caught just now."""

    turns: int = 0
    right: bool = False
    caught: bool = False

    def after(self, action: Action) -> _Room:
        caught = action == (REACH_RIGHT if self.right else REACH_LEFT)
        return _Room(self.turns + 1, self.right != caught, caught)

    def percept(self) -> Percept:
        image = ("   ", " ho" if self.right else "oh ")
        clock = str(self.turns % _HOURS)
        snapshot = (_TOP, f"{clock} [{image[0]}] .", f". [{image[1]}] .", _TOP)
        return Percept(1 if self.caught else 0, snapshot)


def mirror_room(play: Play) -> Percept:
    """Return a snapshot of the wall ahead, and 1 if the ball was caught just now, else 0: an ordinary environment.

    In the middle of the wall, in brackets, is the mirror; in it are the chair, ``h``, and the ball, ``o``, on the left
    at first. Beside the mirror is a clock, which counts turns modulo 10. Action 1 reaches for the ball on the left, 2
    on the right, any other sits still. A ball that is caught rolls to the other side. So whatever is important is in
    the mirror: the image in it and the action determine the reward and the next image.

    Raises `MalformedHistory` on what is no play.

    Source: Alexander et al. 2021, Example 15 (a room such as it asks for).
    Ledger: A21-E15*
    """
    check_play(play)
    return reduce(_Room.after, actions(play), _Room()).percept()


class MirrorRoomIncremental:
    """The room; its state is the turns modulo 10, where the ball lies, and whether it was just caught."""

    def start(self, learner: Learner[Any]) -> tuple[Percept, _Room]:
        """Return the first snapshot and reward 0."""
        room = _Room()
        return room.percept(), room

    def advance(self, learner: Learner[Any], state: _Room, action: Action) -> tuple[Percept, _Room]:
        """Return the next snapshot, and 1 for a ball caught."""
        room = state.after(action)
        return room.percept(), room._replace(turns=room.turns % _HOURS)


mirror_room_incremental = MirrorRoomIncremental()
"""Incremental form of the room."""


def crop_to_mirror(snapshot: Observation) -> Observation:
    """Return the part of a snapshot of the room that is inside the frame of the mirror.

    What is no picture, and so is never shown, comes back as it is.

    Source: Alexander et al. 2021, Example 15 (o').
    """
    return tuple(row[3:6] for row in snapshot[1:-1]) if is_picture(snapshot) else snapshot


def figure(computation: Computation) -> Picture:
    """Return a body for a computation: a row for each step, as wide as the greatest store and one more; at most 3 x 3.

    Source: Alexander et al. 2021, Section 5.2, after Example 15 (a body such as it asks for).
    Ledger: A21-E15-body*
    """
    row = ("*" * min(_WIDEST, 1 + computation.greatest_store)).center(_WIDEST)
    return (row,) * min(_TALLEST, computation.steps)


def with_figure(image: Observation, computation: Computation) -> Observation:
    """Return an image in the mirror with the body below it; what is no picture comes back as it is.

    Ledger: A21-E15-body
    """
    return (*image, *figure(computation)) if is_picture(image) else image


def with_figure_in_the_mirror(snapshot: Observation, computation: Computation) -> Observation:
    """Return a snapshot of the room with the body in its mirror: cropped, it is the image with that body below it.

    What is no picture comes back as it is.

    Ledger: A21-E15-body
    """
    if not is_picture(snapshot):
        return snapshot
    return (*snapshot[:-1], *(f". [{row}] ." for row in figure(computation)), snapshot[-1])


playing_in_the_mirror = mirror(embed(mirror_room), crop_to_mirror)
"""Definition: Alexander et al. 2021, Example 15, in the room, with penalty -1.

Asked about a play of n turns it crops n snapshots; the incremental form crops one.

Ledger: A21-E15*
"""

playing_in_the_mirror_incremental = MirrorIncremental(mirror_room_incremental, crop_to_mirror)
"""Incremental form."""

playing_with_a_body = mirror_with_body(embed(mirror_room), crop_to_mirror, with_figure)
"""Definition: Alexander et al. 2021, Section 5.2, after Example 15, in the room, with penalty -1.

Ledger: A21-E15-body*
"""
