"""Reverse history and déjà vu for foldable learners: growth, and the ratio to training anew and to published code.

``python -m benchmarks.reverse_fold --library PATH`` also runs the published library from a checkout at ``PATH``.
"""

from __future__ import annotations

import importlib
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from benchmarks.tables import Progress, Table, cpu_seconds, times
from formal_rl.agents import ConstantLearner, LastRewardSignLearner, Learner, LearnerClass, SimpleLearner, Transition
from formal_rl.agents._monoid_learners import foldable
from formal_rl.environments import IncrementalEnvironment, PublishedEnvironment
from formal_rl.environments._incremental import ReplayedIncremental, interact_incremental
from formal_rl.environments._monoid_forms import (
    deja_vu_folded,
    deja_vu_published_folded,
    reverse_history_folded,
    reverse_history_published_folded,
)
from formal_rl.environments.examples.deja_vu import deja_vu, deja_vu_published
from formal_rl.environments.examples.reverse_history import reverse_history, reverse_history_published

_LEARNERS: dict[str, Learner[Any]] = {
    "constant": ConstantLearner(0),
    "last reward": LastRewardSignLearner(),
    "simple": SimpleLearner(2),
}


class _Forms(NamedTuple):
    """The library's class, the definition replayed and folded, and the published form, trained anew and folded."""

    library: str
    replayed: IncrementalEnvironment
    folded: IncrementalEnvironment
    published: PublishedEnvironment
    published_folded: PublishedEnvironment


_FORMS = {
    "reverse_history": _Forms(
        "ReverseHistory",
        ReplayedIncremental(reverse_history),
        reverse_history_folded,
        reverse_history_published,
        reverse_history_published_folded,
    ),
    "deja_vu": _Forms(
        "DejaVu", ReplayedIncremental(deja_vu), deja_vu_folded, deja_vu_published, deja_vu_published_folded
    ),
}

_Run = Callable[[int], object]

_WINDOW = 1_000
_AT_LEAST = 0.2
"""How many seconds the fast runs are repeated for."""


def run(progress: Progress, *, full: bool, library: Path | None = None) -> Iterator[Table]:
    """Yield the growth of the folded forms, their ratio to training anew, and to the library if there is one."""
    yield _growth(progress, (1_000, 10_000, 100_000, 1_000_000) if full else (1_000, 10_000, 100_000))
    yield _anew(progress, (100, 200, 400, 800) if full else (100, 200, 400))
    if library is not None:
        yield _to_library(progress, library, (1_000, 2_000, 4_000, 10_000) if full else (1_000, 2_000))


def _growth(progress: Progress, places: tuple[int, ...]) -> Table:
    rows = []
    for name, forms in _FORMS.items():
        for kind, learner in _LEARNERS.items():
            progress(f"reverse_fold: {name}, {kind}")
            elements = interact_incremental(foldable(learner), forms.folded)
            done, spent = 0, []
            for place in places:
                _pass(elements, place - _WINDOW - done)
                begun = process_time()
                _pass(elements, _WINDOW)
                spent.append((process_time() - begun) / _WINDOW)
                done = place
            rows.append((f"{name}, {kind}", *(f"{each * 1e6:.1f} µs" for each in spent), times(spent[-1] / spent[0])))
    return Table(
        "Folded forms: CPU time per step, around the step named",
        ("form, learner", *(f"{place:,}" for place in places), "last to first"),
        rows,
        "Flat: the last column is about 1, so a run is linear in its steps.",
    )


def _pass(elements: Iterator[object], steps: int) -> None:
    for _ in islice(elements, 2 * steps):
        pass


def _seconds(run: _Run, steps: int) -> float:
    """Return the CPU time of one run, the mean of as many as fill a while."""
    return cpu_seconds(partial(run, steps), at_least=_AT_LEAST)


def _anew(progress: Progress, lengths: tuple[int, ...]) -> Table:
    simple, folding = SimpleLearner(2), foldable(SimpleLearner(2))
    rows = []
    for name, forms in _FORMS.items():
        pairs: dict[str, tuple[_Run, _Run]] = {
            name: (partial(_whole, forms.replayed, simple), partial(_whole, forms.folded, folding)),
            f"published {name}": (
                partial(_stepped, forms.published, simple),
                partial(_stepped, forms.published_folded, folding),
            ),
        }
        for called, (anew, folded) in pairs.items():
            progress(f"reverse_fold: {called}, trained anew")
            ratios = []
            for steps in lengths:
                begun = process_time()
                anew(steps)
                ratios.append((process_time() - begun) / _seconds(folded, steps))
            rows.append((called, *(times(each) for each in ratios)))
    return Table(
        "Training a copy from nothing at every step, to composing: CPU time of runs of the simple learner",
        ("form", *(f"{steps:,} steps" for steps in lengths)),
        rows,
        "Twice as many steps, about twice the ratio: the one is quadratic, the other linear.",
    )


def _whole(form: IncrementalEnvironment, learner: Learner[Any], steps: int) -> None:
    _pass(interact_incremental(learner, form), steps)


def _stepped(form: PublishedEnvironment, learner: Learner[Any], steps: int) -> int:
    """Return the sum of the rewards of a run in a published form, in the order of calls of the published library."""
    agent_class, total = LearnerClass(learner), 0
    observation, world = form.start(agent_class)
    state = learner.initial
    for _ in range(steps):
        action = learner.act(state, observation)
        percept, world = form.step(agent_class, world, action)
        state = learner.learn(state, Transition(observation, action, percept.reward, percept.observation))
        observation, total = percept.observation, total + int(percept.reward)
    return total


def _to_library(progress: Progress, library: Path, lengths: tuple[int, ...]) -> Table:
    """Run the published library itself, read from a checkout."""
    sys.path.insert(0, str(library))
    run_environment = importlib.import_module("extended_rl.util").run_environment
    agents = {
        "constant": importlib.import_module("extended_rl.agents.misc_agents").ConstantAgent,
        "simple": importlib.import_module("extended_rl.agents.simple_learner").SimpleLearner,
    }
    rows = []
    for name, forms in _FORMS.items():
        environment = getattr(importlib.import_module(f"extended_rl.environments.{forms.library}"), forms.library)
        for kind, agent in agents.items():
            learner, ratios = foldable(_LEARNERS[kind]), []
            for steps in lengths:
                progress(f"reverse_fold: the library's {name}, {kind}, {steps:,} steps")
                begun = process_time()
                theirs = run_environment(environment, agent, steps)["total_reward"]
                spent = process_time() - begun
                ours = _stepped(forms.published_folded, learner, steps)
                if theirs != ours:
                    raise AssertionError(f"{name}, {kind}, {steps} steps: the library pays {theirs}, we {ours}")
                ratios.append(spent / _seconds(partial(_stepped, forms.published_folded, learner), steps))
            rows.append((f"{name}, {kind}", *(times(each) for each in ratios)))
    return Table(
        "The published library, to the folded published form, with the same rewards in all: CPU time of whole runs",
        ("environment, agent", *(f"{steps:,} steps" for steps in lengths)),
        rows,
        "The library trains a copy from nothing at every step, so its runs are quadratic.",
    )


def main() -> None:
    """Run this benchmark alone."""
    parser = ArgumentParser(prog="python -m benchmarks.reverse_fold", description=__doc__)
    parser.add_argument("--full", action="store_true", help="go further; takes minutes")
    parser.add_argument("--library", type=Path, help="a checkout of the published library, to run as well")
    arguments = parser.parse_args()
    if arguments.library is not None and not (arguments.library / "extended_rl").is_dir():
        parser.error(f"no extended_rl in {arguments.library}")
    for table in run(lambda line: print(line, file=sys.stderr), full=arguments.full, library=arguments.library):
        table.show()


if __name__ == "__main__":
    main()
