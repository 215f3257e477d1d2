"""Agents' actions on bit planes."""

from formal_rl.histories import Action
from formal_rl.safelife._engines.planes.mutable_planes import (
    AGENT_PLANE,
    EXIT_PLANE,
    PULLABLE_PLANE,
    PUSHABLE_PLANE,
    PlaneDraft,
)
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.game.actions import DIRECTIONS


def act_on_planes(draft: PlaneDraft, location: Location, action: Action) -> Location:
    """Do in a draft what `act` does on a board, with one of the nine actions, and return where the agent is then."""
    (row, column), stride, planes = location, draft.frame.stride, draft.planes
    here = row * stride + column
    if not action or not planes[AGENT_PLANE] >> here & 1:
        return location
    orientation = (action - 1) % 4
    draft.turn(here, orientation)
    down, right = DIRECTIONS[orientation]
    ahead = (row + down) % draft.frame.height, (column + right) % draft.frame.width
    there = ahead[0] * stride + ahead[1]
    if action > 4:
        _toggle(draft, location, orientation, here, there)
        return location
    return ahead if _move(draft, location, orientation, here, there) else location


def _toggle(draft: PlaneDraft, location: Location, orientation: int, here: int, there: int) -> None:
    if not draft.holds(there):
        draft.make_life(there, draft.traits(here))
    elif draft.is_destructible(there):
        if draft.planes[AGENT_PLANE] >> there & 1:
            draft.destroy_agent(there)
        else:
            draft.remove(there)
    elif _pushes(draft, here, there):
        _push(draft, location, orientation, there)


def _move(draft: PlaneDraft, location: Location, orientation: int, here: int, there: int) -> bool:
    """Move the agent one place ahead, with what it pushes and pulls, and return whether it could."""
    planes, leaves = draft.planes, False
    pulls = not planes[PULLABLE_PLANE] >> here & 1
    if _pushes(draft, here, there):
        if not _push(draft, location, orientation, there):
            return False
    elif draft.holds(there):
        exits = planes[EXIT_PLANE]
        leaves = bool(exits >> here & exits >> there & ~planes[AGENT_PLANE] >> there & 1)
        if not leaves:
            return False
    if leaves:
        draft.remove(here)
    else:
        draft.move(here, there)
    behind = _place(draft, location, orientation, -1)
    if pulls and draft.planes[PULLABLE_PLANE] >> behind & 1:
        draft.move(behind, here)
    return True


def _pushes(draft: PlaneDraft, here: int, there: int) -> bool:
    pushable = draft.planes[PUSHABLE_PLANE]
    return bool(pushable >> there & ~pushable >> here & 1)


def _push(draft: PlaneDraft, location: Location, orientation: int, there: int) -> bool:
    """Move what is ahead one place on, or off where an exit is, and return whether it could be moved."""
    beyond = _place(draft, location, orientation, 2)
    if not draft.holds(beyond):
        draft.move(there, beyond)
    elif draft.planes[EXIT_PLANE] >> beyond & 1:
        draft.remove(there)
    else:
        return False
    return True


def _place(draft: PlaneDraft, location: Location, orientation: int, steps: int) -> int:
    """Return the place some steps ahead of a location."""
    (row, column), (down, right), frame = location, DIRECTIONS[orientation], draft.frame
    return (row + steps * down) % frame.height * frame.stride + (column + steps * right) % frame.width
