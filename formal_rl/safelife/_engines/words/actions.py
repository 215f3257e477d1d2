"""The action of one agent on each of many boards, for all boards at once."""

import numpy
from numpy.typing import NDArray

from formal_rl.safelife._engines.words.frame import BatchFrame, Numbers, Words, read_cells, write_cells
from formal_rl.safelife.board.cells import (
    AGENT,
    COLOUR_MASK,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    LIFE,
    ORIENTATION_MASK,
    ORIENTATION_SHIFT,
    PULLABLE,
    PUSHABLE,
)
from formal_rl.safelife.game.actions import DIRECTIONS

MAY_ARISE = LIFE | FROZEN | ORIENTATION_MASK
"""Bits that actions can put on a board on which no cell has them."""

_DOWN, _RIGHT = (numpy.array(numbers) for numbers in zip(*DIRECTIONS, strict=True))
_PLACES = numpy.array([[0], [1], [2], [-1]])

Cells = NDArray[numpy.uint16]


def act_batch(planes: Words, frame: BatchFrame, location: Numbers, actions: Numbers) -> Numbers:
    """Do what `act` does on each board, in planes that are the caller's own; return where the agents are then.

    ``location`` has two rows, those of rows and of columns; the last axis numbers the boards.
    """
    orientation = (actions - 1) % 4
    rows = (location[0] + _PLACES * _DOWN[orientation]) % frame.height
    columns = (location[1] + _PLACES * _RIGHT[orientation]) % frame.width
    before = read_cells(planes, frame, rows, columns)
    acts = (actions > 0) & _has(before[0], AGENT)
    # On a side of 3 what is beyond is behind.
    round_about = (rows[2] == rows[3]) & (columns[2] == columns[3])
    after, goes = _acted(before, acts & (actions > 4), acts & (actions <= 4), orientation, round_about)
    for row, column, cells, were in zip(rows, columns, after, before, strict=True):
        boards = numpy.flatnonzero(cells != were)
        if len(boards):
            write_cells(planes, frame, row[boards], column[boards], cells[boards], boards=boards)
    return numpy.where(goes, numpy.stack([rows[1], columns[1]]), location)


def _acted(
    before: Cells,
    toggles: NDArray[numpy.bool_],
    moves: NDArray[numpy.bool_],
    orientation: Numbers,
    round_about: NDArray[numpy.bool_],
) -> tuple[Cells, NDArray[numpy.bool_]]:
    """Return what is where the agent is, ahead, beyond and behind after the action, and which agents go ahead."""
    agent, target, beyond, behind = before
    turned = agent & ~numpy.uint16(ORIENTATION_MASK) | orientation.astype(numpy.uint16) << ORIENTATION_SHIFT
    agent = numpy.where(toggles | moves, turned, agent)
    nothing, free = target == EMPTY, beyond == EMPTY
    pushes = _has(target, PUSHABLE) & ~_has(agent, PUSHABLE)
    destroys = toggles & _has(target, DESTRUCTIBLE)
    shoves = pushes & (free | _has(beyond, EXIT)) & (moves | toggles & ~destroys)
    leaves = moves & ~pushes & _has(agent, EXIT) & _has(target, EXIT) & ~_has(target, AGENT)
    enters = moves & (nothing | shoves)
    goes = enters | leaves
    beyond = numpy.where(shoves & free, target, beyond)
    behind = numpy.where(round_about, beyond, behind)
    pulls = goes & _has(behind, PULLABLE) & ~_has(agent, PULLABLE)
    agent_left = target & ~numpy.uint16(AGENT | DESTRUCTIBLE) | numpy.uint16(FROZEN)
    remains = numpy.where(_has(target, AGENT), agent_left, numpy.uint16(EMPTY))
    ahead = numpy.where(toggles & nothing, agent & numpy.uint16(COLOUR_MASK) | numpy.uint16(LIFE), target)
    ahead = numpy.where(destroys, remains, ahead)
    ahead = numpy.where(shoves, numpy.uint16(EMPTY), ahead)
    ahead = numpy.where(enters, agent, ahead)
    here = numpy.where(goes, numpy.where(pulls, behind, numpy.uint16(EMPTY)), agent)
    behind = numpy.where(pulls, numpy.uint16(EMPTY), behind)
    # What is behind comes last, since it may be what is beyond.
    beyond = numpy.where(round_about, behind, beyond)
    return numpy.stack([here, ahead, beyond, behind]), goes


def _has(cells: Cells, flag: int) -> NDArray[numpy.bool_]:
    return numpy.asarray((cells & numpy.uint16(flag)) != 0)
