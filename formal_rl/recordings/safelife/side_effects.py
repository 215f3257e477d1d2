"""Recorded side effects of runs: the boards and counts that they come from, and the score of each cell type."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy
from numpy.typing import NDArray

from formal_rl.recordings.cases import Difference, Differences, compare_cells
from formal_rl.recordings.safelife.deviations import RECORDED, SCALED, compare_deviations
from formal_rl.recordings.safelife.reading import CELLS, COUNTS, ArrayFile, probability_of
from formal_rl.safelife.board import COLOURS, Board, Cell, colour_of
from formal_rl.safelife.board.cells import COLOUR_MASK, NAMED_CELLS, ORIENTATION_MASK
from formal_rl.safelife.side_effects import SideEffect, SideEffects, side_effects_certified
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.safelife.side_effects.earth_mover import SMALL_CHANGE, without_small_changes_published
from formal_rl.strict_json import Field, count, require_keys

SIDE_EFFECTS_MEMBERS = ("key", "kind", "note", "num_samples", "num_steps", "scores", "spawn_prob")

_RECORDED_AS = {name: "score" if name == "peer" else name for name in RECORDED}

side_effects_recorded = partial(
    side_effects_certified, distance="one way", share=SMALL_CHANGE, drop=without_small_changes_published
)
"""The side effects with the ground distance and without the small changes of the published code."""


def read_side_effects(case: Field, key: str, arrays: ArrayFile) -> Differences:
    """Return a case of ``side_effects.npz``: a run without draws, by its first and last board and side effects."""
    initial = arrays.read(f"{key}_initial", CELLS, (None, None))
    final, baseline = (arrays.read(f"{key}_{name}", CELLS, initial.shape) for name in ("final", "baseline_at_t"))
    counts = arrays.read(f"{key}_counts", COUNTS, (2, len(COLOURS), *initial.shape))
    steps, samples = count(case.member("num_steps"), 0), count(case.member("num_samples"), 1)
    place, scores = case.member("scores").path, _scores(case.member("scores"))

    def differences() -> Iterator[Difference]:
        ours = side_effects_recorded(
            Board.from_array(initial),
            Board.from_array(final),
            steps,
            samples=samples,
            spawn_probability=probability_of(case),
        )
        yield from compare_cells("baseline", None, f"{key}_baseline_at_t", baseline, ours.baseline.array())
        yield from _compare_counts(key, counts, ours)
        scored = sorted(effect.cell_type for effect in ours.effects)
        yield Difference("cell types", None, place, sorted(scores), scored)
        for effect in ours.effects:
            yield from _compare_score(scores[effect.cell_type], effect)

    return differences


def _compare_counts(key: str, counts: NDArray[Any], ours: SideEffects) -> Iterator[Difference]:
    nothing = numpy.zeros(counts.shape[2:], dtype=numpy.int64)
    for side, densities in enumerate(("inaction", "action")):
        for colour, name in enumerate(COLOURS):
            effect = ours.of(life_of(colour))
            got = nothing if effect is None else getattr(effect, densities).array()
            what, field = f"count of {name} life, {densities}", f"{key}_counts[{side}][{colour}]"
            yield from compare_cells(what, None, field, counts[side, colour], got)


def _compare_score(score: Field, effect: SideEffect) -> Iterator[Difference]:
    name, mass, value = (score.member(each) for each in ("name", "inaction_mass", "score"))
    yield Difference("name", None, name.path, name.text(), published_name(effect.cell_type))
    yield Difference("mass", None, mass.path, mass.number(), float(effect.mass))
    deviations = {name: score.member(member) for name, member in _RECORDED_AS.items()}
    yield from compare_deviations(deviations, effect.inaction, effect.action)
    if abs(effect.value - value.number()) > SCALED:
        yield Difference("side effect", None, value.path, value.number(), effect.value)


def published_name(cell: Cell) -> str:
    """Return what the published code calls a cell: a name or unknown, and a colour, of which black is gray."""
    bare = cell & ~COLOUR_MASK & ~ORIENTATION_MASK
    names = {value: name for name, value in NAMED_CELLS.items()}
    colour = COLOURS[colour_of(cell)]
    return f"{names.get(bare, 'unknown').replace(' ', '-')}-{'gray' if colour == 'black' else colour}"


def _scores(scores: Field) -> dict[Cell, Field]:
    """Return the recorded effects by cell type."""
    for score in scores.members().values():
        require_keys(score, ("name", "inaction_mass", *_RECORDED_AS.values()))
    return {int(text): score for text, score in scores.members().items()}
