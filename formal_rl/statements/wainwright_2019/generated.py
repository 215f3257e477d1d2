"""Checks of generated levels: what is promised of every one, what they were before, and how generating fails."""

from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from itertools import pairwise, product
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.checking import Case, Example, Part, check_examples, decide_cases, equal
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import AGENT, EXIT, SPAWNING, Board
from formal_rl.safelife.generation import GENERATED_KINDS, GenerationFailed, LevelTargets, generate
from formal_rl.safelife.generation._regions import Partition
from formal_rl.safelife.generation.generated_levels import GeneratedLevel, generate_level, lattice

Generate = Callable[..., GeneratedLevel]

CASES = (("append-still", 12), ("prune-still", 16), ("append-spawn", 14), ("prune-spawn", 14), ("navigation", 14))
"""Of each kind one size, the least but once: from 16 on there may be three regions."""

RECORDED = ("b8eb1abe19b8", "0e0fda09051d", "1c5330d64f59", "b76bdd3b1dc8", "a24da9f40186")
"""The digests of these levels, as version 1 of the definitions generates them."""


def _digest(made: GeneratedLevel) -> str:
    """Return the beginning of a digest of all that a generated level is."""
    level, regions = made.level, [sorted(region) for region in made.partition.regions]
    named = (str(level.spawn_probability), str(level.min_performance), level.name)
    boards = (level.board.rows, level.goals.rows, level.agents, named, made.completed.rows)
    everything = (*boards, sorted(made.enclosed), sorted(made.tasks), regions, made.draws_used)
    return sha256(repr(everything).encode()).hexdigest()[:12]


def _as_before(made: dict[tuple[str, int], GeneratedLevel]) -> Iterator[Case]:
    for ((kind, size), level), expected in zip(made.items(), RECORDED, strict=True):
        yield kind, equal(f"the digest of {kind} of {size}", expected, _digest(level))


def _promised(made: dict[tuple[str, int], GeneratedLevel]) -> Iterator[Case]:
    """Yield each level, with a disagreement where it is not as the docstring of `generate` says."""
    for (kind, size), level in made.items():
        yield kind, equal(f"{kind} of {size}", "as promised", _fault(kind, level))


def _fault(kind: str, made: GeneratedLevel) -> str:
    board, (agent,) = made.level.board, made.level.agents
    (level_exit,) = (place for place in board.find(EXIT) if not board[place] & AGENT)
    bare = board.with_cells({agent: 0})
    if _changes(bare, made, 0) or _changes(bare, made, 1):
        return "something changes outside of the fence"
    if kind != "navigation" and _changes(made.completed, made, 0):
        return "what is completed does not stay"
    if bool(made.enclosed) != bool(board.find(SPAWNING)) or not made.enclosed.issuperset(board.find(SPAWNING)):
        return "spawners are not where they are fenced in"
    if kind != "navigation" and not made.tasks:
        return "nothing is to be done"
    if {agent, level_exit} - set(made.partition.buffer):
        return "agent or exit are in a region"
    return "as promised"


def _changes(board: Board, made: GeneratedLevel, spawns: int) -> list[Any]:
    """Return what changes outside of the fence in a step, or in navigation in two of them, after a few."""
    boards = [board]
    for _ in range(4):
        boards.append(advance_packed(boards[-1], spawns, (), 0).board)
    apart = zip(boards, boards[2:], strict=False) if made.level.name == "navigation" else pairwise(boards)
    there = ((place, one, other) for one, other in apart for place in board.locations())
    return [place for place, one, other in there if place not in made.enclosed and one[place] != other[place]]


def _failing() -> Iterator[Example]:
    draws = HashedDraws(0)

    def failed(**targets: Any) -> str:
        try:
            generate("append-still", 12, draws, LevelTargets(**targets))
        except GenerationFailed as error:
            return f"{error.kind} {error.size}: {error.what} {error.reason}"
        return "made"

    about, why = "a neutral pattern that has to fill a whole region", "one attempt of one iteration a cell"
    failure = "append-still 12: the neutral pattern of region 0 was not done in 1 attempt of 18 iterations"
    yield (about, why, failure, partial(failed, fill=1, iterations=1, attempts=1))
    asked = ("append-spawn", 14, draws)
    yield ("a level as it is asked for", "that of what is generated", generate(*asked).level, generate_level, *asked)
    diagonal, why = tuple((row, -5 * row % 13) for row in range(13)), "every thirteenth, five further on in each row"
    square = list(product(range(13), range(13)))
    yield ("a lattice on a torus of 13 x 13", why, diagonal, lattice, Partition(13, 13, ()), square)
    row, why = [(0, column) for column in range(14)], "the second of two that are near is left out"
    yield ("a lattice on a torus of 1 x 14", why, ((0, 0),), lattice, Partition(1, 14, ()), row)


def generated_levels(*, generate: Generate = generate) -> Iterator[Part]:
    """Check levels of each kind and of two sizes: what is promised of them, and that they are as they were."""
    yield check_examples(_failing(), "lattices, and levels that cannot be generated")
    made = {(kind, size): generate(kind, size, HashedDraws(1)) for kind, size in CASES}
    domain = "a level of each kind: " + ", ".join(f"{kind} of {size} x {size}" for kind, size in CASES)
    yield decide_cases(
        "generated levels are as promised",
        _promised(made),
        branches=GENERATED_KINDS,
        domain=f"{domain}: nothing outside of the fence changes in four steps",
    )
    yield decide_cases(
        "generated levels are as they were recorded, to the cell",
        _as_before(made),
        branches=GENERATED_KINDS,
        domain=f"{domain}: board, goals, regions, tasks and draws, by their digests",
    )
