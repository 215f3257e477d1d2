"""The incremental forms on long runs: the cost of a step, early and late; and of reverse history, replayed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import process_time

from benchmarks.tables import Progress, Table, times
from formal_rl.agents import SimpleLearner
from formal_rl.environments import IncrementalEnvironment
from formal_rl.environments._incremental import ReplayedIncremental, interact_incremental
from formal_rl.environments.examples.deja_vu import deja_vu
from formal_rl.environments.examples.reverse_history import reverse_history
from formal_rl.statements.alexander_2022.practice import ENVIRONMENT_PAIRS

_WINDOW = 1_000
"""How many steps are timed at each place."""

_LEARNER = SimpleLearner(2)


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the cost per step at several places of one run, for each incremental form."""
    flat = {pair.name: pair.fast for pair in ENVIRONMENT_PAIRS if not isinstance(pair.fast, ReplayedIncremental)}
    places = (1_000, 10_000, 100_000, 1_000_000) if full else (1_000, 10_000, 100_000)
    yield _table(
        progress,
        "Incremental forms with the simple learner: CPU time per step, around the step named",
        flat,
        places,
        "Flat: the last column is about 1.",
    )
    growing: dict[str, IncrementalEnvironment] = {
        "reverse_history, replayed": ReplayedIncremental(reverse_history),
        "deja_vu, replayed": ReplayedIncremental(deja_vu),
    }
    yield _table(
        progress,
        "Replayed forms, which train a copy from nothing at each step",
        growing,
        (100, 200, 400, 800),
        "Growing like the history: no flat form for every learner is known.",
        window=20,
    )


def _table(
    progress: Progress,
    title: str,
    forms: dict[str, IncrementalEnvironment],
    places: tuple[int, ...],
    note: str,
    *,
    window: int = _WINDOW,
) -> Table:
    rows = []
    for name, form in forms.items():
        progress(f"incremental_growth: {name}")
        spent = _spent(form, places, window)
        rows.append((name, *(f"{each * 1e6:.1f} µs" for each in spent), times(spent[-1] / spent[0])))
    return Table(title, ("form", *(f"{place:,}" for place in places), "last to first"), rows, note)


def _spent(form: IncrementalEnvironment, places: tuple[int, ...], window: int) -> list[float]:
    """Return the CPU time per step of ``window`` steps up to each place of one run."""
    elements = interact_incremental(_LEARNER, form)
    done, spent = 0, []
    for place in places:
        _pass(elements, place - window - done)
        begun = process_time()
        _pass(elements, window)
        spent.append((process_time() - begun) / window)
        done = place
    return spent


def _pass(elements: Iterator[object], steps: int) -> None:
    for _ in islice(elements, 2 * steps):
        pass
