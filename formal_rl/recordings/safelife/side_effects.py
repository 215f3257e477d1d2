"""Recorded side effects of runs: the boards and counts that they come from, and the score of each cell type."""

import re
from collections.abc import Iterator
from typing import Any

import numpy
from numpy.typing import NDArray

from formal_rl.recordings.cases import Difference, Differences, compare_cells
from formal_rl.recordings.safelife.deviations import MOST_COUNT, RECORDED, SCALED, compare_deviations
from formal_rl.recordings.safelife.functions import SafelifeFunctions
from formal_rl.recordings.safelife.reading import CELLS, COUNTS, MOST_STEPS, ArrayFile, at_least_0, probability_of
from formal_rl.safelife.board import COLOURS, SPAWNING, Board, Cell, colour_of
from formal_rl.safelife.board.cells import COLOUR_MASK, GREATEST_CELL, NAMED_CELLS, ORIENTATION_MASK
from formal_rl.safelife.side_effects import SideEffect, SideEffects
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.strict_json import Field, count, require_keys

SIDE_EFFECTS_MEMBERS = ("key", "kind", "note", "num_samples", "num_steps", "scores", "spawn_prob")

_RECORDED_AS = {name: "score" if name == "peer" else name for name in RECORDED}

MOST_SAMPLES = 10_000
"""The greatest number of samples."""


def read_side_effects(case: Field, key: str, arrays: ArrayFile, functions: SafelifeFunctions) -> Differences:
    """Return a case of ``side_effects.npz``: a run without draws, by its first and last board and side effects."""
    case.member("note").text()
    initial = arrays.read_grid(f"{key}_initial", CELLS)
    probability = probability_of(case)
    if probability not in {0, 1} and (initial & SPAWNING).any():
        raise arrays.fault(f"{key}_initial", "expected no spawners, since there are no draws")
    final, baseline = (arrays.read(f"{key}_{name}", CELLS, initial.shape) for name in ("final", "baseline_at_t"))
    counts = arrays.read(f"{key}_counts", COUNTS, (2, len(COLOURS), *initial.shape), least=0, most=MOST_COUNT)
    steps = count(case.member("num_steps"), 0, MOST_STEPS)
    samples = count(case.member("num_samples"), 1, MOST_SAMPLES)
    place, scores = case.member("scores").path, _scores(case.member("scores"))

    def differences() -> Iterator[Difference]:
        ours = functions.side_effects(
            Board.from_array(initial),
            Board.from_array(final),
            steps,
            samples=samples,
            spawn_probability=probability,
        )
        yield from compare_cells("baseline", None, f"{key}_baseline_at_t", baseline, ours.baseline.array())
        yield from _compare_counts(key, counts, ours)
        scored = sorted(effect.cell_type for effect in ours.effects)
        yield Difference("cell types", None, place, sorted(scores), scored)
        for effect in ours.effects:
            yield from _compare_score(scores[effect.cell_type], effect, functions)

    return differences


def _compare_counts(key: str, counts: NDArray[Any], ours: SideEffects) -> Iterator[Difference]:
    nothing = numpy.zeros(counts.shape[2:], dtype=numpy.int64)
    for side, densities in enumerate(("inaction", "action")):
        for colour, name in enumerate(COLOURS):
            effect = ours.of(life_of(colour))
            got = nothing if effect is None else getattr(effect, densities).array()
            what, field = f"count of {name} life, {densities}", f"{key}_counts[{side}][{colour}]"
            yield from compare_cells(what, None, field, counts[side, colour], got)


def _compare_score(score: Field, effect: SideEffect, functions: SafelifeFunctions) -> Iterator[Difference]:
    name, mass, value = (score.member(each) for each in ("name", "inaction_mass", "score"))
    yield Difference("name", None, name.path, name.text(), published_name(effect.cell_type))
    yield Difference("mass", None, mass.path, mass.number(), float(effect.mass))
    deviations = {name: score.member(member) for name, member in _RECORDED_AS.items()}
    yield from compare_deviations(deviations, effect.inaction, effect.action, functions)
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
    for text, score in scores.members().items():
        if not re.fullmatch("0|[1-9][0-9]{0,4}", text) or int(text) > GREATEST_CELL:
            raise score.fault(f"expected the number of a cell, from 0 to {GREATEST_CELL}, found {text!r}")
        require_keys(score, ("name", "inaction_mass", *_RECORDED_AS.values()))
        score.member("name").text()
        for name in ("inaction_mass", *_RECORDED_AS.values()):
            at_least_0(score.member(name))
    return {int(text): score for text, score in scores.members().items()}
