"""Recorded side effects of runs: the boards and counts that they come from, and the score of each cell type."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.recordings.safelife.arrays import CELLS, ArrayFile
from formal_rl.recordings.safelife.deviations import (
    COUNTS,
    MOST_COUNT,
    RECORDED,
    SCALED,
    at_least_0,
    check_sides,
    compare_deviations,
)
from formal_rl.recordings.safelife.differences import (
    Difference,
    SafelifeFunctions,
    compare_cells,
    compare_values,
)
from formal_rl.recordings.safelife.index import MOST_STEPS, indexed, label_of, probability_of
from formal_rl.safelife.board import (
    COLOUR_MASK,
    COLOURS,
    GREATEST_CELL,
    NAMED_CELLS,
    ORIENTATION_MASK,
    SPAWNING,
    Board,
    Cell,
    colour_of,
)
from formal_rl.safelife.side_effects import SMALL_CHANGE, SideEffect, SideEffects, without_small_changes_published
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.strict_json import Field, count, require_keys

_MEMBERS = ("key", "kind", "note", "num_samples", "num_steps", "scores", "spawn_prob")
_ARRAYS = ("initial", "final", "baseline_at_t", "counts")
_RECORDED_AS = {"peer": "score"}
_SCORES = ("name", "inaction_mass", *(_RECORDED_AS.get(name, name) for name in RECORDED))

MOST_SAMPLES = 10_000
"""The greatest number of samples."""


@frozen
class Score:
    """What was recorded of one cell type."""

    name: Field
    mass: Field
    deviations: Mapping[str, Field]


@frozen
class SideEffectsCase:
    """A run without draws, by its first board, its last, and what was recorded of the two."""

    label: str
    key: str
    scored: str
    initial: Board
    final: Board
    spawn_probability: Fraction
    steps: int
    samples: int
    baseline: NDArray[Any]
    counts: NDArray[Any]
    scores: Mapping[Cell, Score]

    def differences(self, functions: SafelifeFunctions) -> Iterator[Difference]:
        """Yield where the case differs: the baseline, the counts of life, which cell types are scored, the scores."""
        ours = functions.side_effects(
            self.initial,
            self.final,
            self.steps,
            samples=self.samples,
            spawn_probability=self.spawn_probability,
            distance="one way",
            share=SMALL_CHANGE,
            drop=without_small_changes_published,
        )
        yield from compare_cells("baseline", None, f"{self.key}_baseline_at_t", self.baseline, ours.baseline.array())
        yield from self._counts(ours)
        scored = [effect.cell_type for effect in ours.effects]
        scored = sorted(effect.cell_type for effect in ours.effects)
        yield from compare_values("cell types", None, self.scored, sorted(self.scores), scored)
        for effect in ours.effects:
            yield from _compare(self.scores[effect.cell_type], effect, functions)

    def _counts(self, ours: SideEffects) -> Iterator[Difference]:
        nothing = numpy.zeros(self.baseline.shape, dtype=numpy.int64)
        for side, densities in enumerate(("inaction", "action")):
            for colour, name in enumerate(COLOURS):
                effect = ours.of(life_of(colour))
                got = nothing if effect is None else getattr(effect, densities).array()
                what, field = f"count of {name} life, {densities}", f"{self.key}_counts[{side}][{colour}]"
                yield from compare_cells(what, None, field, self.counts[side, colour], got)


def _compare(score: Score, effect: SideEffect, functions: SafelifeFunctions) -> Iterator[Difference]:
    name, mass, value = score.name, score.mass, score.deviations["peer"]
    yield from compare_values("name", None, name.path, name.text(), published_name(effect.cell_type))
    yield from compare_values("mass", None, mass.path, mass.number(), float(effect.mass))
    yield from compare_deviations(score.deviations, effect.inaction, effect.action, functions)
    if abs(effect.value - value.number()) > SCALED:
        yield Difference("side effect", None, value.path, value.number(), effect.value)


def published_name(cell: Cell) -> str:
    """Return what the published code calls a cell: a name or unknown, and a colour, of which black is gray."""
    bare = cell & ~COLOUR_MASK & ~ORIENTATION_MASK
    names = {value: name for name, value in NAMED_CELLS.items()}
    colour = COLOURS[colour_of(cell)]
    return f"{names.get(bare, 'unknown').replace(' ', '-')}-{'gray' if colour == 'black' else colour}"


def read_side_effects(index: Field, arrays: ArrayFile) -> list[SideEffectsCase]:
    """Return the cases of ``side_effects.npz``.

    Raises `UnusableVectors` naming the field or array that is not as the schema says.
    """
    cases = indexed(index, "side_effects", _MEMBERS)
    arrays.only({f"{case.member('key').text()}_{name}" for case in cases for name in _ARRAYS})
    return [_read(case, arrays) for case in cases]


def _read(case: Field, arrays: ArrayFile) -> SideEffectsCase:
    key, scores = case.member("key").text(), case.member("scores")
    case.member("note").text()
    initial = arrays.read(f"{key}_initial", CELLS, (None, None))
    check_sides(arrays, f"{key}_initial", initial.shape)
    probability = probability_of(case)
    if probability not in {0, 1} and (initial & SPAWNING).any():
        raise arrays.fault(f"{key}_initial", "expected no spawners, since there are no draws")
    final, baseline = (arrays.read(f"{key}_{name}", CELLS, initial.shape) for name in ("final", "baseline_at_t"))
    counts = arrays.read(f"{key}_counts", COUNTS, (2, len(COLOURS), *initial.shape), least=0, most=MOST_COUNT)
    return SideEffectsCase(
        label_of(case),
        key,
        scores.path,
        Board.from_array(initial),
        Board.from_array(final),
        probability,
        count(case.member("num_steps"), 0, MOST_STEPS),
        count(case.member("num_samples"), 1, MOST_SAMPLES),
        baseline,
        counts,
        {_cell(field, cell): _score(field) for cell, field in scores.members().items()},
    )


def _cell(field: Field, text: str) -> Cell:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(GREATEST_CELL))) or text != str(int(text)):
        raise field.fault(f"expected the number of a cell, found {text!r}")
    if int(text) > GREATEST_CELL:
        raise field.fault(f"expected a cell of at most {GREATEST_CELL}, found {text}")
    return int(text)


def _score(field: Field) -> Score:
    require_keys(field, _SCORES)
    field.member("name").text()
    deviations = {name: at_least_0(field.member(_RECORDED_AS.get(name, name))) for name in RECORDED}
    return Score(field.member("name"), at_least_0(field.member("inaction_mass")), deviations)
