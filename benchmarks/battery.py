"""Runs of the whole battery beside the published library, each alone, of its agents and of a user's classes.

The library's side is its ``run_environment(environment, agent, steps)`` in its twenty-five environments and their
opposites, with the older environment of learning rates that is behind the published numbers. Our side is the same runs
in the published reading. Draws are made beforehand on both sides, from equal seeds, and every total must be equal. The
two sides run in turn, environment by environment.
"""

from __future__ import annotations

import importlib
import math
import sys
import tracemalloc
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from benchmarks.against import _InASet
from benchmarks.tables import Progress, Table, times
from formal_rl.battery import AGENTS, ENVIRONMENT_NAMES, ENVIRONMENTS, BatteryRun, Reading, make_run, users_agent
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.battery._memoised_runs import _begin as memoised_begin
from formal_rl.battery.runs import run as run_in_battery
from formal_rl.battery.totals import Cell

_AGENTS = [
    name for basic in ("SimpleLearner", "RandomAgent", "Q_learner") for name in (basic, f"reality_check({basic})")
]


class _Library(NamedTuple):
    """The published library: how a run is made, how draws are made, its environments and agents by name."""

    run_environment: Callable[[Any, Any, int], dict[str, float]]
    populate_randoms: Callable[[int], None]
    environments: dict[str, Any]
    agents: dict[str, Any]

    def total(self, agent: str, environment: str, steps: int) -> int:
        """Return the total reward of a run."""
        return int(self.run_environment(self.environments[environment], self.agents[agent], steps)["total_reward"])


def _library(path: Path) -> _Library:
    sys.path.insert(0, str(path))
    modules = "extended_rl.environments."
    listed = importlib.import_module(f"{modules}EnvironmentLists").environments
    older = importlib.import_module(f"{modules}IncentivizeLearningRate_Old").IncentivizeLearningRate
    minus_rewards = importlib.import_module(f"{modules}MinusRewards").minus_rewards
    found = {each.__name__: each for each in listed} | {older.__name__: older}
    environments = {name: found[name] for name in ENVIRONMENTS}
    environments |= {each.__name__: each for each in map(minus_rewards, tuple(environments.values()))}
    reality_check = importlib.import_module("extended_rl.agents.reality_check").reality_check
    basic = (
        importlib.import_module("extended_rl.agents.simple_learner").SimpleLearner,
        importlib.import_module("extended_rl.agents.misc_agents").RandomAgent,
        importlib.import_module("extended_rl.agents.Q_learner").Q_learner,
    )
    agents = {each.__name__: each for agent in basic for each in (agent, reality_check(agent))}
    populate = importlib.import_module("extended_rl.prerandom").populate_randoms
    return _Library(importlib.import_module("extended_rl.util").run_environment, populate, environments, agents)


def _seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    begun = process_time()
    result = work()
    return process_time() - begun, result


def _require_equal(cell: Cell, theirs: int, ours: int | None) -> None:
    if theirs != ours:
        raise SystemExit(f"{cell}: the published library has {theirs}, we have {ours}")


def _one_by_one(progress: Progress, library: _Library, agent: str, steps: int) -> list[str]:
    library.populate_randoms(1)
    memoised_begin.cache_clear()
    theirs = first = again = 0.0
    for name in ENVIRONMENT_NAMES:
        progress(f"battery: {agent}, {name}")
        ours = partial(run_in_battery, agent, name, steps, 1, semantics="published", opposite="published")
        spent, total = _seconds(lambda name=name: library.total(agent, name, steps))
        theirs += spent
        spent, found = _seconds(ours)
        first += spent
        again += _seconds(ours)[0]
        _require_equal(Cell(agent, name, 1, steps), total, found.total)
    row = [agent, f"{theirs:.2f} s", f"{first:.3f} s", times(theirs / first)]
    return [*row, f"{again:.3f} s", times(theirs / again)]


def _to_library(progress: Progress, path: Path, steps: int) -> Iterator[Table]:
    library = _library(path)
    rows = [_one_by_one(progress, library, agent, steps) for agent in _AGENTS]
    yield Table(
        f"The fifty environments and the published library, {steps:,} steps each: CPU time",
        ("agent", "theirs", "ours", "times faster", "ours, best", "times faster"),
        rows,
        "All totals were equal. Ours is the first time, and best the second, when the turns are known, and the steps "
        "of the simple learner.",
    )


class _ValueLearner:
    """A user's class: values of observations and actions in a dict."""

    def __init__(self) -> None:
        self.values: dict[tuple[int, int], float] = {}

    def act(self, obs: int) -> int:
        told: Any = self
        return max(range(told.n_actions), key=lambda action: (self.values.get((obs, action), 0), -action))

    def train(self, o_prev: int, a: int, r: int, o_next: int) -> None:
        told: Any = self
        best = max(self.values.get((o_next, action), 0) for action in range(told.n_actions))
        old = self.values.get((o_prev, a), 0)
        self.values[o_prev, a] = old + 0.1 * (r + 0.9 * best - old)


class _Avoider:
    """A user's class: the action after the one that was last punished on an observation."""

    def __init__(self) -> None:
        self.turned_to: dict[int, int] = {}

    def act(self, obs: int) -> int:
        told: Any = self
        return self.turned_to.get(obs, 0) % int(told.n_actions)

    def train(self, o_prev: int, a: int, r: int, o_next: int) -> None:
        if r < 0:
            self.turned_to[o_prev] = a + 1


class _Counter:
    """A user's class: two numbers, as cheap as a class can be."""

    def __init__(self) -> None:
        self.turns = self.total = 0

    def act(self, obs: int) -> int:
        told: Any = self
        return (self.turns + self.total + obs) % int(told.n_actions)

    def train(self, o_prev: int, a: int, r: int, o_next: int) -> None:
        self.turns += 1
        self.total += r


class _InAnArray(_Counter):
    """A user's class: the last reward on each observation."""

    def __init__(self) -> None:
        super().__init__()
        self.last = array("q", [0] * 100)

    def act(self, obs: int) -> int:
        return int(self.last[obs % 100] < 0)

    def train(self, o_prev: int, a: int, r: int, o_next: int) -> None:
        self.last[o_prev % 100] = r


class _WithARange(_Counter):
    """A user's class that keeps a range."""

    def __init__(self) -> None:
        super().__init__()
        self.actions = range(2)

    def act(self, obs: int) -> int:
        return self.actions[(self.turns + obs) % 2]


_USERS = (_ValueLearner, _Avoider, _Counter, _InASet, _InAnArray, _WithARange)


_REPEATS = 5


def _ours_and_theirs(made: type, reading: Reading, steps: int, library: _Library | None) -> tuple[list[float], ...]:
    """Return the least seconds of each of fifty runs of ours, of runs four times as long, and of the library's."""
    agent = users_agent(made.__name__, made)
    short, long, theirs = list[float](), list[float](), list[float]()
    for name in ENVIRONMENT_NAMES:
        made_by_us = partial(run_in_battery, agent, name, seed=1, semantics=reading, opposite=reading)
        spent: list[list[float]] = [[], [], []]
        for _ in range(_REPEATS):
            seconds, ours = _seconds(partial(made_by_us, steps=steps))
            spent[0].append(seconds)
            spent[1].append(_seconds(partial(made_by_us, steps=4 * steps))[0])
            if library is not None:
                library.populate_randoms(1)
                their_class = type(made.__name__, (made,), {})
                run = partial(library.run_environment, library.environments[name], their_class, steps)
                seconds, told = _seconds(run)
                spent[2].append(seconds)
                if reading == "published":
                    _require_equal(Cell(agent.name, name, 1, steps), int(told["total_reward"]), ours.total)
        short.append(min(spent[0]))
        long.append(min(spent[1]))
        theirs += [min(spent[2])] if library is not None else []
    return short, long, theirs


def _of_users(progress: Progress, library: _Library | None, steps: int) -> Iterator[Table]:
    rows = []
    readings: tuple[Reading, ...] = ("published", "paper")
    for made, reading in product(_USERS, readings):
        name = made.__name__.strip("_")
        progress(f"battery: {name}, a user's class, {reading} reading")
        short, long, theirs = _ours_and_theirs(made, reading, steps, library)
        step = f"{sum(short) / len(short) / steps * 1e6:.1f} us"
        ratios = [their / our for our, their in zip(short, theirs, strict=False)]
        beside = [times(median(ratios)), times(sum(theirs) / sum(short))] if ratios else ["-", "-"]
        growths = [math.log(longer / shorter, 4) for shorter, longer in zip(short, long, strict=True)]
        growth = f"{math.log(sum(long) / sum(short), 4):.2f}"
        rows.append([f"{name}, {reading}", step, *beside, growth, f"{max(growths):.2f}"])
    yield Table(
        f"Classes of a user's in the fifty environments, {steps:,} steps each: CPU time",
        ("class and reading", "ours, a step", "library / ours, median", "all", "growth, all", "the most"),
        rows,
        "The least of five runs. Growth is the exponent from one to four times as many steps: 1 is linear. The "
        "library has the published reading only, and stands beside both of ours; there all totals were equal.",
    )


def _memory(progress: Progress, lengths: tuple[int, int]) -> Iterator[Table]:
    progress("battery: memory")
    rows = []
    for agent in _AGENTS:
        row = [agent]
        for steps in lengths:
            memoised_begin.cache_clear()
            runs = [BatteryRun(agent, name, 1, steps, "published", "published") for name in ENVIRONMENT_NAMES]
            row.append(_peak(lambda agent=agent, runs=runs: [make_run(each, AGENTS[agent]) for each in runs]))
        rows.append(row)
    yield Table(
        "Memory: the most that Python and numpy held at once, beside the draws",
        ("agent, 50 runs", *(f"{steps:,} steps" for steps in lengths)),
        rows,
        "It does not grow with the number of steps.",
    )


def _peak(work: Callable[[], object]) -> str:
    tracemalloc.start()
    work()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return f"{peak / 1e6:.1f} MB"


def run(progress: Progress, *, full: bool, library: Path | None = None) -> Iterator[Table]:
    """Yield memory, and the ratios to the library where its checkout is given."""
    draw_pools(1)
    yield from _memory(progress, (1_000, 10_000 if full else 2_000))
    if library is None:
        yield from _of_users(progress, None, 2_000)
    else:
        yield from _of_users(progress, _library(library), 2_000)
        yield from _to_library(progress, library, 100_000 if full else 10_000)
