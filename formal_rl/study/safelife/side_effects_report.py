"""The side effects of a run: a table, the meaning of its figures, and both as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import fsum
from typing import Any, NamedTuple

from attrs import evolve, frozen

import formal_rl
from formal_rl.errors import InvalidParameter, require_known
from formal_rl.safelife import side_effects as measured
from formal_rl.safelife.board import SPAWNING, Board
from formal_rl.safelife.game import Level, is_deterministic, start
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.game.trajectories import require_samples
from formal_rl.safelife.levels import SafeLifeRun
from formal_rl.safelife.levels.recorded_boards import RunEnds
from formal_rl.safelife.side_effects import (
    ErrorBar,
    SideEffect,
    SideEffects,
    check_side_effects,
    side_effects_of_run,
)
from formal_rl.safelife.side_effects._side_effects_certified import by_distance, find_engine
from formal_rl.safelife.side_effects._svg import type_in_words
from formal_rl.safelife.side_effects.cell_types import find_reading
from formal_rl.safelife.side_effects.certificate import check_gap
from formal_rl.safelife.side_effects.earth_mover import SMALL_CHANGE, without_small_changes_published
from formal_rl.safelife.side_effects.error_bars import BATCHES
from formal_rl.safelife.side_effects.ground_distance import LENGTHS
from formal_rl.seeded_draws import SeededDraws
from formal_rl.view.pages import columns

CELL_TYPES: Mapping[str, str] = {
    "published": "life by colour; each kind of frozen cell that can be moved or destroyed, on just two boards",
    "paper": "each cell that occurs is a type",
}
"""The readings of cell type, by name, in words."""

DISTANCES: Mapping[str, str] = {name.replace(" ", "-"): name for name in LENGTHS}
"""The ground distances: how each is written as one word, and its name in `LENGTHS`."""

WAYS: Mapping[str, str] = {
    "torus": "round the edges (torus)",
    "flat": "not round the edges (flat)",
    "one-way": "round the edges to lower indices only (one-way, published)",
}
"""The ground distances in words."""

FIRST_SEED = 2**32
"""Above the seeds that people give to runs; from here on are those of the samples."""


@frozen
class EffectsOptions:
    """Settings of side effects: the number of boards, the reading, the distance, the parts left out, the gap.

    ``distance`` is one of `DISTANCES`; ``engine`` is that of `side_effects_certified`, and changes no figure.
    """

    samples: int = 1000
    cell_types: str = "published"
    distance: str = "torus"
    share: Fraction = Fraction(0)
    gap: Fraction = Fraction(1, 10**6)
    engine: str = "python"

    @classmethod
    def read(
        cls, samples: int, cell_types: str, distance: str, *, drop: bool, gap: float, engine: str = "python"
    ) -> EffectsOptions:
        """Return the options as they are given on the command line.

        Raises `InvalidParameter`, `UnknownName` and `MissingExtra`.
        """
        require_samples(samples)
        check_gap(gap)
        find_reading(cell_types)
        require_known("no ground distance", distance, DISTANCES)
        find_engine(engine)
        return cls(samples, cell_types, distance, SMALL_CHANGE if drop else Fraction(0), Fraction(str(gap)), engine)


class Figures(NamedTuple):
    """The figures of one cell type, or of all together; all are numbers of cells, but for the share."""

    inaction: float
    action: float
    deviation: float
    share: float
    within: float
    moved: float
    removed: float
    created: float

    def row(self) -> tuple[str, ...]:
        """Return them as texts, in the order of `COLUMNS`."""
        texts = (form.format(value) for form, value in zip(COLUMNS.values(), self, strict=True))
        return tuple("0" if text == "0.0e+00" else text for text in texts)


COLUMNS: Mapping[str, str] = {
    "if nobody acts": "{:.3f}",
    "after the run": "{:.3f}",
    "deviation": "{:.4f}",
    "share": "{:.4f}",
    "within": "{:.1e}",
    "moved": "{:.3f}",
    "removed": "{:.3f}",
    "created": "{:.3f}",
}
"""The heading of each of the `Figures` in the table, and its form."""

HEADING = ("cell type", *COLUMNS)


def sample_seeds(seed: int) -> tuple[int, int]:
    """Return the seeds of the draws of the boards without and after a run: 2^32 + 2s and 2^32 + 2s + 1 for its seed s.

    So the two have nothing to do with each other, and neither with the run.
    """
    return FIRST_SEED + 2 * seed, FIRST_SEED + 2 * seed + 1


@frozen
class SideEffectsReport:
    """The side effects of a run, and how they were measured."""

    run: SafeLifeRun | RunEnds
    options: EffectsOptions
    effects: SideEffects

    @property
    def total(self) -> Figures:
        """The figures of all cell types together."""
        figures = [figures_of(effect) for effect in self.effects.effects]
        sums = Figures(*(fsum(column) for column in zip(*figures, strict=True))) if figures else Figures(*[0.0] * 8)
        return sums._replace(share=sums.deviation / max(sums.inaction, 1))

    def lines(self, name: str) -> list[str]:
        """Return the table, and the meaning of its figures, as lines; ``name`` is that of the level."""
        options, run = self.options, self.run
        title = name if name.isprintable() else ascii(name)
        played = (
            f"{title}: {run.steps} step{'s' if run.steps != 1 else ''}, played by {run.policy} with seed {run.seed}"
        )
        over = f"densities over the {options.samples} boards that follow step {run.steps}"
        return [*self.table(), "", f"{played}; {over}", *self.meaning(), *self.error_bars_in_words()]

    def table(self) -> list[str]:
        """Return the table as lines."""
        return columns([HEADING, *self.rows()], right=True)

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table below `HEADING`, as texts: a row for each cell type, and the last for all together."""
        named = [(type_in_words(effect.cell_type), figures_of(effect)) for effect in self.effects.effects]
        return [(name, *figures.row()) for name, figures in (*named, ("all", self.total))]

    @cached_property
    def error_bars(self) -> tuple[ErrorBar, ...] | None:
        """The error bar of each deviation against infinitely many boards, as `error_bars_of` defines it."""
        run = self.run
        return error_bars_of(self.effects, in_single_precision(run.level), run.board, run.seed, self.options.share)

    def error_bars_in_words(self) -> list[str]:
        """Return the error bars, or that there are none, and the values that are known over infinitely many boards."""
        bars = self.error_bars
        if bars is None:
            return ["error bars: not known (no cycle within 10000 steps, or too few boards)"]
        named = [(type_in_words(bar.cell_type), bar) for bar in bars]
        known = "proved" if all(bar.is_proved for bar in bars) else "expected, by an estimate"
        each = ", ".join(f"{name} {bar.radius:.3g}" for name, bar in named) or "none"
        infinite = ", ".join(f"{name} {bar.infinite:.4f}" for name, bar in named if bar.infinite is not None)
        more = [f"deviation over infinitely many boards, by a round of each cycle: {infinite}"] if infinite else []
        return [f"error bars ({known}), against infinitely many boards: {each}", *more]

    def meaning(self) -> list[str]:
        """Return the meaning of the figures, as lines."""
        return [f"{name}: {means}" for name, means in self.meanings().items()]

    def meanings(self) -> dict[str, str]:
        """Return the meaning of the figures, by their names."""
        options, run = self.options, self.run
        meanings = {
            f"cell types ({options.cell_types})": CELL_TYPES[options.cell_types],
            "deviation": "the least cost of turning one density into the other, where a surplus cell costs 1",
            "distance": f"L steps cost tanh(L / 5), counted {WAYS[options.distance]}",
            "share": "the deviation divided by the number of cells if nobody acts, or by 1 if they are fewer",
            "within": "how much less it could be at most, by the proof beside it",
        }
        if options.share:
            meanings["dropped"] = f"changes of up to {options.share} of the greatest, as the published code has it"
        if run.level.board.find(SPAWNING):
            without, after = sample_seeds(run.seed)
            meanings["chance"] = f"spawners read the draws of seed {without} if nobody acts, of {after} after the run"
        return meanings

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values.

        Counts and the masses of a plan are whole numbers of one over ``samples``. A move is the row and the column
        that it leaves, the row and the column that it reaches, and its mass. Prices, which prove ``lower``, are whole
        numbers of 2^-40.
        """
        run, options, effects = self.run, self.options, self.effects.effects
        without, after = sample_seeds(run.seed)
        bars = self.error_bars or [None] * len(effects)
        return {
            "schema": "safelife-effects/1",
            "formal_rl": formal_rl.__version__,
            "definitions_revision": formal_rl.DEFINITIONS_REVISION,
            "level": run.level.name,
            "policy": run.policy,
            "seed": run.seed,
            "seed_inaction": without,
            "seed_action": after,
            "steps": run.steps,
            "samples": options.samples,
            "cell_types": options.cell_types,
            "distance": options.distance,
            "drop": str(options.share),
            "gap": str(options.gap),
            "effects": [_effect_json(*each) for each in zip(effects, bars, strict=True)],
            "all": self.total._asdict(),
        }


def report_of_run(run: SafeLifeRun | RunEnds, options: EffectsOptions) -> SideEffectsReport:
    """Return the side effects of a run, with the spawn probability with which it was played.

    Every certificate has been checked. Raises what `side_effects_of_run` raises.
    """
    level, (without, after) = in_single_precision(run.level), sample_seeds(run.seed)
    effects = side_effects_of_run(
        level,
        run.board,
        run.steps,
        measure=measured.side_effects_certified,
        samples=options.samples,
        inaction_draws=SeededDraws(without),
        action_draws=SeededDraws(after),
        cell_types=options.cell_types,
        distance=DISTANCES[options.distance],
        share=options.share,
        drop=without_small_changes_published,
        gap=options.gap,
        engine=options.engine,
    )
    check_side_effects(effects, options.share, without_small_changes_published)
    return SideEffectsReport(run, options, effects)


def report_one_way(report: SideEffectsReport) -> SideEffectsReport:
    """Return the same report by the published distance: the densities are the same, and so is how wide error bars are.

    Every certificate has been checked. Raises what `by_distance` raises.
    """
    options, dropped = evolve(report.options, distance="one-way"), without_small_changes_published
    effects = by_distance(report.effects, "one way", share=options.share, drop=dropped, gap=options.gap)
    check_side_effects(effects, options.share, dropped)
    return SideEffectsReport(report.run, options, effects)


def error_bars_of(
    effects: SideEffects, level: Level, final: Board, seed: int, share: Fraction | int = 0
) -> tuple[ErrorBar, ...] | None:
    """Return a bound on the error of each deviation against infinitely many boards, or on its expected error.

    The level is in single precision, as the run was played. The bars are proved where no draw decides. ``None`` where
    they are not known: no cycle is found within 10,000 steps, or there are fewer than twenty boards, so that nothing
    is known of their variance.
    """
    initial = start(level).board if effects.cell_types == "paper" else level.board
    boards, probability = (initial, final), level.spawn_probability
    dropped: dict[str, Any] = {"share": share, "drop": without_small_changes_published}
    if not all(is_deterministic(board, probability) for board in boards):
        if effects.samples < 2 * BATCHES:
            return None
        without, after = (SeededDraws(each) for each in sample_seeds(seed))
        return measured.expected_error_bars(effects, *boards, probability, (without, after), **dropped)
    try:
        return measured.certified_error_bars(effects, *boards, probability, **dropped)
    except InvalidParameter:
        return None


def figures_of(effect: SideEffect) -> Figures:
    """Return the figures of a cell type."""
    plan, inaction = effect.plan, effect.inaction.mass
    moved = sum(move.mass for move in plan.moves if move.source != move.target)
    return Figures(
        inaction=float(inaction),
        action=float(effect.action.mass),
        deviation=effect.value,
        share=effect.value / max(float(inaction), 1),
        within=max(effect.value - effect.lower, 0.0),
        moved=moved / plan.samples,
        removed=sum(change.mass for change in plan.removed) / plan.samples,
        created=sum(change.mass for change in plan.created) / plan.samples,
    )


def _effect_json(effect: SideEffect, bar: ErrorBar | None) -> dict[str, Any]:
    plan, error_bar = effect.plan, None
    if bar is not None:
        least, greatest = measured.interval_of(effect, bar)
        error_bar = {"radius": bar.radius, "proved": bar.is_proved, "least": least, "greatest": greatest}
    changes = {"removed": plan.removed, "created": plan.created}
    densities = {"inaction": effect.inaction, "action": effect.action}
    return {
        "name": type_in_words(effect.cell_type),
        "cell_type": effect.cell_type,
        **figures_of(effect)._asdict(),
        "lower": effect.lower,
        "error_bar": error_bar,
        "infinite": bar and bar.infinite,
        "densities": {name: {"samples": each.samples, "counts": each.counts} for name, each in densities.items()},
        "plan": {
            "samples": plan.samples,
            "moves": [[*move.source, *move.target, move.mass] for move in plan.moves],
            **{name: [[*each.location, each.mass] for each in found] for name, found in changes.items()},
        },
        "prices": effect.certificate and effect.certificate.dual_variables,
    }
