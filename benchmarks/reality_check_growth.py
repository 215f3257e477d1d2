"""Definition 7 in three forms: questions and time on one genuine history, and the fold on long runs."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from time import process_time
from typing import Any

from attrs import field, frozen

from benchmarks.tables import Progress, Table, count, cpu_seconds, milliseconds, times
from formal_rl.agents import Agent, Learner, Transition, as_agent
from formal_rl.agents.register_learner import RegisterLearner
from formal_rl.environments import embed, ignore_rewards_incremental, interaction
from formal_rl.environments._incremental import interact_incremental
from formal_rl.environments.ordinary import corridor
from formal_rl.histories import Action, Observation, Prompt
from formal_rl.transforms import reality_check, reality_check_fold, reality_check_memoised

_LEARNER = RegisterLearner(
    2,
    {"last": 1, "seen": 0},
    {"last": ["if", ["gt", "r", 0], "a", "last"], "seen": ["mod", ["add", "seen", "o_next", "a", 1], 7]},
    ["mod", ["add", "last", "seen", "obs"], "n"],
)
"""A learner of two small registers: what it does next depends on rewards, observations and its own actions."""


@frozen
class _Counted:
    """π as an agent and as a learner, with one counter of the questions put to it."""

    learner: Learner[Any]
    asked: list[int] = field(factory=lambda: [0])

    @property
    def initial(self) -> Any:
        return self.learner.initial

    def act(self, state: Any, observation: Observation) -> Action:
        self.asked[0] += 1
        return self.learner.act(state, observation)

    def learn(self, state: Any, transition: Transition) -> Any:
        return self.learner.learn(state, transition)


_FORMS: dict[str, Callable[[Learner[Any]], Agent]] = {
    "recursive": lambda learner: reality_check(as_agent(learner)),
    "memoised": lambda learner: reality_check_memoised(as_agent(learner)),
    "fold": lambda learner: as_agent(reality_check_fold(learner)),
}


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the growth of the three forms, then the fold on long runs."""
    yield _one_history(progress, longest=20 if full else 18)
    yield _long_runs(progress, (1_000, 10_000, 100_000, 1_000_000) if full else (1_000, 10_000, 100_000))


def _ask(form: Callable[[Learner[Any]], Agent], prompt: Prompt) -> Action:
    return form(_LEARNER)(prompt)


def _one_history(progress: Progress, longest: int) -> Table:
    rows = []
    before: dict[str, float] = {}
    for n in range(2, longest + 1, 2):
        progress(f"reality_check_growth: one history of {n} percepts")
        prompt: Prompt = interaction(as_agent(_LEARNER), embed(corridor(3)), n)[:-1]
        asked: dict[str, int] = {}
        spent: dict[str, float] = {}
        actions = set()
        for name, form in _FORMS.items():
            pi = _Counted(_LEARNER)
            actions.add(form(pi)(prompt))
            asked[name] = pi.asked[0]
            spent[name] = cpu_seconds(partial(_ask, form, prompt))
        if len(actions) > 1:
            raise AssertionError(f"the forms differ on {prompt!r}")
        growth = (spent["recursive"] / before["recursive"]) ** 0.5 if before else None
        before = spent
        rows.append(
            (
                str(n),
                *(count(asked[name]) for name in _FORMS),
                milliseconds(spent["recursive"]),
                times(growth) if growth else "",
                milliseconds(spent["memoised"]),
                times(spent["recursive"] / spent["memoised"]),
                times(spent["memoised"] / spent["fold"]),
            )
        )
    return Table(
        "The reality check of one agent on one genuine history of n percepts: questions put to π, and CPU time",
        (
            "n",
            "asked, recursive",
            "asked, memoised",
            "asked, fold",
            "time, recursive",
            "growth per percept",
            "time, memoised",
            "recursive/memoised",
            "memoised/fold",
        ),
        rows,
        "Recursive: 2^(n-1) questions, twice as many for each further percept. Memoised and fold: n.",
    )


def _long_runs(progress: Progress, lengths: tuple[int, ...]) -> Table:
    checked = reality_check_fold(_LEARNER)

    def elements(steps: int) -> Iterator[Any]:
        return islice(interact_incremental(checked, ignore_rewards_incremental), 2 * steps)

    def walk(steps: int) -> None:
        for _ in elements(steps):
            pass

    rows: list[tuple[str, ...]] = []
    first: tuple[float, int] | None = None
    walk(lengths[0])
    for steps in lengths:
        progress(f"reality_check_growth: the fold for {steps:,} steps")
        begun = process_time()
        walk(steps)
        per_step = (process_time() - begun) / steps
        traced = min(steps, 100_000)
        tracemalloc.start()
        walk(traced)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        first = first or (per_step, peak)
        memory = (f"{peak:,} bytes", times(peak / first[1])) if traced == steps else ("not traced", "")
        rows.append((f"{steps:,}", f"{per_step * 1e6:.1f} µs", times(per_step / first[0]), *memory))
    return Table(
        "The fold in ignore rewards, step by step",
        ("steps", "CPU time per step", "to the first row", "most memory at once", "to the first row"),
        rows,
        "To look for: the same time per step in all rows, and the same memory, since only two states are kept.",
    )
