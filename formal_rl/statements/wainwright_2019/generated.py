"""Generated levels: what is promised of every one, what they were before, and how generating fails."""

from functools import cache
from hashlib import sha256
from itertools import pairwise, product
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.checking import Rows, among, by_hand, every
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import AGENT, EXIT, SPAWNING
from formal_rl.safelife.generation import GenerationFailed, LevelTargets, generate
from formal_rl.safelife.generation._regions import Partition
from formal_rl.safelife.generation.generated_levels import generate_level, lattice

RECORDED = {
    ("append-still", 12): "b8eb1abe19b8",
    ("prune-still", 16): "0e0fda09051d",
    ("append-spawn", 14): "1c5330d64f59",
    ("prune-spawn", 14): "b76bdd3b1dc8",
    ("navigation", 14): "a24da9f40186",
}
"""Of each kind one size, the least but once (from 16 on there may be three regions), and the digest of the level."""


@cache
def made(kind: str, size: int) -> Any:
    """Return a generated level."""
    return generate(kind, size, HashedDraws(1))


def digested(kind: str, size: int) -> tuple[str, str]:
    """Return the beginning of a digest of all that a generated level is, as it was and as it is."""
    of = made(kind, size)
    level, regions = of.level, [sorted(region) for region in of.partition.regions]
    named = (str(level.spawn_probability), str(level.min_performance), level.name)
    boards = (level.board.rows, level.goals.rows, level.agents, named, of.completed.rows)
    everything = (*boards, sorted(of.enclosed), sorted(of.tasks), regions, of.draws_used)
    return RECORDED[kind, size], sha256(repr(everything).encode()).hexdigest()[:12]


def promised(kind: str, size: int) -> tuple[str, str]:
    """Return that a level is as the docstring of `generate` says, or what it is not."""
    of = made(kind, size)
    board, (agent,) = of.level.board, of.level.agents
    (level_exit,) = (place for place in board.find(EXIT) if not board[place] & AGENT)
    bare, promise = board.with_cells({agent: 0}), "as promised"
    if changes(bare, of, 0) or changes(bare, of, 1):
        return promise, "something changes outside of the fence"
    if kind != "navigation" and changes(of.completed, of, 0):
        return promise, "what is completed does not stay"
    if bool(of.enclosed) != bool(board.find(SPAWNING)) or not of.enclosed.issuperset(board.find(SPAWNING)):
        return promise, "spawners are not where they are fenced in"
    if kind != "navigation" and not of.tasks:
        return promise, "nothing is to be done"
    return promise, "agent or exit in a region" if {agent, level_exit} - set(of.partition.buffer) else promise


def changes(board: Any, of: Any, spawns: int) -> list[Any]:
    """Return what changes outside of the fence in a step, or in navigation in two of them, after a few."""
    boards = [board]
    for _ in range(4):
        boards.append(advance_packed(boards[-1], spawns, (), 0).board)
    apart = zip(boards, boards[2:], strict=False) if of.level.name == "navigation" else pairwise(boards)
    there = ((place, one, other) for one, other in apart for place in board.locations())
    return [place for place, one, other in there if place not in of.enclosed and one[place] != other[place]]


def failing() -> Rows:
    """Yield lattices, and a level that cannot be generated."""
    said = "append-still 12: the neutral pattern of region 0 was not done in 1 attempt of 18 iterations"
    try:
        generate("append-still", 12, HashedDraws(0), LevelTargets(fill=1, iterations=1, attempts=1))
    except GenerationFailed as error:
        found = f"{error.kind} {error.size}: {error.what} {error.reason}"
        yield "a whole region is to be filled in one attempt of one iteration a cell", said, found
    asked = ("append-spawn", 14, HashedDraws(0))
    yield "a level as it is asked for", generate(*asked).level, generate_level(*asked)
    diagonal, square = tuple((row, -5 * row % 13) for row in range(13)), list(product(range(13), range(13)))
    yield "every thirteenth, five further on in each row", diagonal, lattice(Partition(13, 13, ()), square)
    row = [(0, column) for column in range(14)]
    yield "the second of two that are near is left out", ((0, 0),), lattice(Partition(1, 14, ()), row)


EACH = among("a level of each kind", RECORDED, many=True)
GENERATED = (
    by_hand(failing, "lattices, and levels that cannot be generated"),
    every("generated levels are as promised, and nothing outside of the fence changes in four steps", promised, EACH),
    every("generated levels are as they were recorded, to the cell", digested, EACH),
)
