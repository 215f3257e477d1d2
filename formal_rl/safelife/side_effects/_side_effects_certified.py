"""Side effects by counts on bit planes and certified deviations: as `side_effects`, on boards of any size."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy
from attrs import evolve

from formal_rl.agents import Draw, Draws
from formal_rl.errors import InvalidCertificate
from formal_rl.safelife._engines.compiled.trajectories import advance_by_compiled, find_kernel
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import described
from formal_rl.safelife.board.rule import AdvanceResult
from formal_rl.safelife.side_effects import _cell_counts as counts
from formal_rl.safelife.side_effects._earth_mover_certified import DEFAULT_GAP, earth_mover_distance_certified
from formal_rl.safelife.side_effects.cell_types import ComparedDensities, find_reading, is_furniture, life_of
from formal_rl.safelife.side_effects.certificate import check_gap, check_value, proven_bounds
from formal_rl.safelife.side_effects.density import Density
from formal_rl.safelife.side_effects.earth_mover import without_small_changes
from formal_rl.safelife.side_effects.side_effects import (
    SAMPLES,
    Drop,
    SideEffect,
    SideEffects,
    at_least,
    compared_densities,
    require_comparison,
    require_run,
)


class Rollout(NamedTuple):
    """The randomness after a board: the spawn probability, the draws, and the number of those read."""

    board: Board
    spawn_probability: Draw = 0
    draws: Draws = ()
    draws_read: int = 0


Counted: TypeAlias = Callable[[Sequence[Rollout], int], Sequence[counts.LifeCounts]]
"""A form of `life_counts`, of several boards."""


class Engine(NamedTuple):
    """A form of `advance_by`, and one of counting life."""

    advance_by: Callable[..., AdvanceResult]
    life_counts: Counted


ENGINES: Mapping[str, Engine] = MappingProxyType(
    {
        "python": Engine(advance_by_packed, counts.life_counts_side_by_side),
        "compiled": Engine(
            advance_by_compiled,
            lambda rollouts, samples: [
                counts.life_counts_compiled(each.board, samples, *each[1:]) for each in rollouts
            ],
        ),
    }
)
"""The engines that follow a board and count life, by name. The second uses machine code of numba where draws decide."""


def find_engine(name: str) -> Engine:
    """Return the engine of this name; raise `UnknownName`, and `MissingExtra` if its package is not installed."""
    find_kernel(name)
    return ENGINES[name]


def side_effects_certified(
    initial: Board,
    final: Board,
    steps: int,
    *,
    samples: int = SAMPLES,
    spawn_probability: Draw = 0,
    inaction_draws: Draws = (),
    action_draws: Draws = (),
    cell_types: str = "published",
    distance: str = "torus",
    share: Fraction | int = 0,
    drop: Drop = without_small_changes,
    gap: Fraction | float = DEFAULT_GAP,
    engine: str = "python",
) -> SideEffects:
    """Return the result of `side_effects`: the same densities, and values that are proven to within a gap.

    The gap is a share of the greater mass of a cell type. The plan of an effect costs its value, and no plan costs less
    than its lower bound; of several cheapest ones it may be another than that of the definition.

    With the ``engine`` "compiled" boards on which draws decide are followed, and their life is counted, by machine code
    of numba: the same values, sooner. The extra ``compiled`` has it; without it this raises `MissingExtra`.

    Raises as `side_effects` does, and as `earth_mover_distance_certified` does.

    Source: Wainwright and Eckersley 2019, Section 3.
    Ledger: W19-eq3*, W19-noise*, W19-robust*
    """
    find_reading(cell_types)
    require_run(initial, final, steps, samples)
    require_comparison(distance, share)
    check_gap(gap)
    advance_by, counted = find_engine(engine)
    baseline, draws_read = advance_by(initial, steps, spawn_probability, inaction_draws)
    inaction = Rollout(baseline, spawn_probability, inaction_draws, draws_read)  # after the baseline's own draws
    action = Rollout(final, spawn_probability, action_draws)
    return SideEffects(
        steps=steps,
        samples=samples,
        cell_types=cell_types,
        distance=distance,
        effects=tuple(
            _measured(compared, distance, share, drop, gap)
            for compared in _COMPARED[cell_types](initial, inaction, action, samples, counted)
        ),
        baseline=baseline,
    )


def by_distance(
    effects: SideEffects,
    distance: str,
    *,
    share: Fraction | int = 0,
    drop: Drop = without_small_changes,
    gap: Fraction | float = DEFAULT_GAP,
) -> SideEffects:
    """Return the side effects of the same run by another distance: no board is followed again.

    Raises as `side_effects_certified` does.

    Source: Wainwright and Eckersley 2019, Equation 2, which does not say whether the length goes round the board.
    """
    require_comparison(distance, share)
    check_gap(gap)
    measured = tuple(_measured(each.compared, distance, share, drop, gap) for each in effects.effects)
    return evolve(effects, distance=distance, effects=measured)


def _measured(
    compared: ComparedDensities, distance: str, share: Fraction | int, drop: Drop, gap: Fraction | float
) -> SideEffect:
    found = earth_mover_distance_certified(*compared_densities(compared, share, drop), distance, gap)
    lower = at_least(found.bounds.lower)
    return SideEffect(described(compared.cell_type), *compared, found.value, found.plan, lower, found.certificate)


def check_side_effects(effects: SideEffects, share: Fraction | int = 0, drop: Drop = without_small_changes) -> None:
    """Check the bounds of each certificate, without trust in the solver.

    ``share`` and ``drop`` are those by which small changes were left out.

    Raises `InvalidCertificate` naming the cell type, as `check_certificate` does.

    Ledger: W19-eq3
    """
    for effect in effects.effects:
        first, second = compared_densities(effect.compared, share, drop)
        try:
            if effect.certificate is None:
                raise InvalidCertificate("there is none")
            bounds = proven_bounds(first, second, effect.plan, effect.certificate, effects.distance)
            if Fraction(effect.lower) > bounds.lower:
                raise InvalidCertificate(f"claims at least {effect.lower}, but proves {float(bounds.lower)}")
            check_value(effect.value, bounds)
        except InvalidCertificate as error:
            raise InvalidCertificate(f"{effect.name}: {error}") from None


def _every_cell(
    initial: Board, inaction: Rollout, action: Rollout, samples: int, _: Counted
) -> tuple[ComparedDensities, ...]:
    without, with_actions = (counts.cell_counts_packed(each.board, samples, *each[1:]) for each in (inaction, action))
    nothing = ((0,) * initial.width,) * initial.height
    return tuple(
        ComparedDensities(cell, *(Density(side.get(cell, nothing), samples) for side in (without, with_actions)))
        for cell in sorted({*without, *with_actions})
    )


def _life_and_furniture(
    initial: Board, inaction: Rollout, action: Rollout, samples: int, counted: Counted
) -> tuple[ComparedDensities, ...]:
    without, with_actions = counted((inaction, action), samples)
    life = (
        ComparedDensities(life_of(colour), Density(before, samples), Density(after, samples))
        for colour, (before, after) in enumerate(zip(without, with_actions, strict=True))
        if any(map(any, (*before, *after)))
    )
    boards = initial.array(), action.board.array()  # `compared_furniture` on boards takes longer than all the rest
    furniture = (
        ComparedDensities(cell, *(Density((each == cell).astype(numpy.int64).tolist()) for each in boards))
        for cell in numpy.unique(boards[0]).tolist()
        if is_furniture(cell)
    )
    return (*life, *furniture)


_COMPARED: Mapping[str, Callable[[Board, Rollout, Rollout, int, Counted], tuple[ComparedDensities, ...]]] = (
    MappingProxyType({"paper": _every_cell, "published": _life_and_furniture})
)
