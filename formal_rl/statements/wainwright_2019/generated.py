"""Generated levels: a recorded one of each kind. What is promised of every one is tested beside its definition."""

from hashlib import sha256

from formal_rl.agents import HashedDraws
from formal_rl.checking import among, every
from formal_rl.safelife.generation import generate
from formal_rl.safelife.generation.generated_levels import generate_level

RECORDED = {
    ("append-still", 12): "b8eb1abe19b8",
    ("prune-still", 16): "0e0fda09051d",
    ("append-spawn", 14): "1c5330d64f59",
    ("prune-spawn", 14): "b76bdd3b1dc8",
    ("navigation", 14): "a24da9f40186",
}
"""Of each kind one size, the least but once (from 16 on there may be three regions), and the digest of the level."""


def digested(kind: str, size: int) -> tuple[str, str]:
    """Return the beginning of a digest of all that a generated level is, as it was and as it is."""
    of = generate(kind, size, HashedDraws(1))
    level, regions = generate_level(kind, size, HashedDraws(1)), [sorted(region) for region in of.partition.regions]
    named = (str(level.spawn_probability), str(level.min_performance), level.name)
    boards = (level.board.rows, level.goals.rows, level.agents, named, of.completed.rows)
    everything = (*boards, sorted(of.enclosed), sorted(of.tasks), regions, of.draws_used)
    return RECORDED[kind, size], sha256(repr(everything).encode()).hexdigest()[:12]


EACH = among("a level of each kind", RECORDED, many=True)
GENERATED = (every("generated levels are as they were recorded, to the cell", digested, EACH),)
