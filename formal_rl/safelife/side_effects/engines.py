"""Engines: what follows a board when side effects are measured, and counts life there. All give the same."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from formal_rl.errors import require_known
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.compiled.trajectories import advance_by_compiled
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board.rule import AdvanceResult
from formal_rl.safelife.side_effects._cell_counts import Counts, Following, life_occupancy, life_occupancy_in_kernel

Counted: TypeAlias = Callable[[Sequence[Following], int], list[Counts]]
"""A form of counting how often there is life of each colour in so many states that follow each of some boards."""


class Engine(NamedTuple):
    """A form of `advance_by`, and one of counting life."""

    advance_by: Callable[..., AdvanceResult]
    life_occupancy: Counted


ENGINES: Mapping[str, Engine] = MappingProxyType(
    {
        "python": Engine(advance_by_packed, life_occupancy),
        "compiled": Engine(advance_by_compiled, life_occupancy_in_kernel),
    }
)
"""The engines, by name. The second follows boards on which draws decide by machine code of numba."""


def find_engine(name: str) -> Engine:
    """Return the engine of this name; raise `UnknownName`, and `MissingExtra` if what it needs is not installed."""
    require_known("no engine", name, ENGINES)
    if name == "compiled":
        compiled(follow)
    return ENGINES[name]
