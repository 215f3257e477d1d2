"""The conformance kit: how soon it finds a counterexample, how long a quick check takes, what its adapters cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy

from benchmarks.tables import Progress, Table
from formal_rl.conformance import SUITES
from formal_rl.conformance.adapters.agents import act_and_train
from formal_rl.conformance.adapters.gridworlds import world_environment
from formal_rl.conformance.adapters.histories import start_step
from formal_rl.conformance.adapters.safelife import game_class
from formal_rl.conformance.runner import runner_of
from formal_rl.conformance.zoo.agents import Simple, Tabular
from formal_rl.conformance.zoo.edits import Implementation
from formal_rl.conformance.zoo.gridworlds import CoinWorld
from formal_rl.conformance.zoo.safelife_games import Game
from formal_rl.conformance.zoo.whole import RIGHT, WRONG

STEPS = 10_000


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the three tables; with ``full`` a row for each wrong implementation, and each right one is timed."""
    yield _first_counterexamples(progress, full=full)
    yield _quick_checks(progress, full=full)
    yield _adapters(progress)


class _Found(list[Any]):
    """Counterexamples as they are found, and when the first was."""

    at: float | None = None

    def append(self, each: Any) -> None:
        """Look at the clock if it is the first."""
        if self.at is None:
            self.at = process_time()
        super().append(each)


def _checked(kept: Implementation, name: str) -> tuple[float, float | None]:
    """Return the CPU time of a quick check, and that to its first counterexample, if there was one."""
    ready = runner_of(kept.suite, name, None, semantics=kept.semantics, profile="quick", seed=0)
    found = ready.shown = _Found()
    begun = process_time()
    ready.run(kept.implementation)
    return process_time() - begun, None if found.at is None else found.at - begun


def _first_counterexamples(progress: Progress, *, full: bool) -> Table:
    seconds: dict[str, list[float]] = {}
    alone: list[tuple[str, ...]] = []
    for kept in WRONG:
        progress(f"conformance: {kept.suite}, {kept.name}")
        _, until = _checked(kept, kept.name)
        if until is None:
            raise AssertionError(f"{kept.name} is not caught")
        seconds.setdefault(kept.suite, []).append(until)
        alone.append((f"{kept.suite}: {kept.name}", "1", f"{until:.3f} s", ""))
    each = [second for of_suite in seconds.values() for second in of_suite]
    rows = alone if full else [_spread(suite, of_suite) for suite, of_suite in seconds.items()]
    return Table(
        "The first counterexample: every wrong implementation of the zoo",
        ("suite", "wrong ones", "median", "worst"),
        [*rows, _spread("all", each)],
        "CPU time of a check in the quick profile from its start until the smallest counterexample to the first broken "
        "claim is there. The aim is a median of less than 2 s, and a worst of less than 15 s.",
    )


def _spread(name: str, seconds: list[float]) -> tuple[str, ...]:
    return name, str(len(seconds)), f"{median(seconds):.3f} s", f"{max(seconds):.3f} s"


def _quick_checks(progress: Progress, *, full: bool) -> Table:
    rows = []
    worst = 0.0
    for suite in SUITES:
        of_suite = [kept for kept in RIGHT if kept.suite == suite]
        seconds = []
        for kept in of_suite if full else of_suite[:1]:
            progress(f"conformance: {suite}, {kept.name}")
            seconds.append(_checked(kept, kept.name)[0])
        worst = max(worst, *seconds)
        rows.append((suite, str(len(seconds)), f"{max(seconds):.3f} s"))
    return Table(
        "A check in the quick profile, of an implementation that conforms",
        ("suite", "implementations", "the slowest"),
        [*rows, ("all", "", f"{worst:.3f} s")],
        "CPU time of a whole check; of the first implementation in the zoo, or with --full of all. The aim is less "
        "than 10 s for a suite.",
    )


# --- Adapters ---


class _TwoActions(Simple):
    n_actions = 2


class _IgnoreRewards:
    """The environment as a user would write it."""

    def __init__(self, A: Any) -> None:  # noqa: N803
        self.copy = A()

    def start(self) -> Any:
        return 0

    def step(self, action: Any) -> Any:
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return reward, 0


_WORLD = {
    "height": 5,
    "width": 5,
    "agent": (0, 0),
    "walls": (),
    "coins": ((1, 1, 1), (3, 3, 2)),
    "buttons": (),
    "length": 10**9,
}


def _environment(actions: list[int]) -> tuple[Callable[[], Any], Callable[[], Any]]:
    def directly() -> Any:
        environment = _IgnoreRewards(_TwoActions)
        return [environment.start(), *(environment.step(action) for action in actions)]

    def driven() -> Any:
        return list(start_step(_IgnoreRewards, _TwoActions)(actions))

    return directly, driven


def _agent(actions: list[int]) -> tuple[Callable[[], Any], Callable[[], Any]]:
    draws = tuple(Random(0).random() for _ in range(2 * len(actions) + 2))
    transitions = tuple((0, action, 1 - 2 * action, 0) for action in actions)
    told = {"number_of_actions": 2, "draws": draws, "epsilon": 0.9, "learning_rate": 0.1, "gamma": 0.9}
    arguments = {**told, "transitions": transitions, "asked": ((0,),) * (len(actions) + 1)}

    def directly() -> Any:
        agent = type("Told", (Tabular,), {"n_actions": 2, "draws": draws})()
        answers = [agent.act(0)]
        for transition in transitions:
            agent.train(*transition)
            answers.append(agent.act(0))
        return answers

    return directly, lambda: next(act_and_train(Tabular)(arguments))


def _gridworld(actions: list[int]) -> tuple[Callable[[], Any], Callable[[], Any]]:
    def directly() -> Any:
        environment = CoinWorld(_WORLD)
        return [environment.reset(), *(environment.step(action) for action in actions)]

    return directly, lambda: next(world_environment(CoinWorld)({"world": _WORLD, "actions": actions}))


def _safelife(actions: list[int]) -> tuple[Callable[[], Any], Callable[[], Any]]:
    board = numpy.zeros((10, 10), dtype=numpy.uint16)
    board[5, 5] = 0b1111010  # an agent, which is frozen and preserves
    level = {"board": board, "goals": numpy.zeros_like(board), "min_performance": -1, "spawn_probability": 0}

    def directly() -> Any:
        game = Game(**{name: level[name] for name in ("board", "goals", "min_performance")})
        return [game.reset(), *(game.step(action) for action in actions)]

    return directly, lambda: next(game_class(Game)({**level, "actions": actions}))


_ADAPTED = {
    "an environment with start and step": _environment,
    "an agent with act and train": _agent,
    "a gridworld, gymnasium.Env": _gridworld,
    "a game of SafeLife on 10 x 10, as arrays": _safelife,
}


def _adapters(progress: Progress) -> Table:
    rows = []
    for name, prepared in _ADAPTED.items():
        progress(f"conformance: {name}")
        number = 2 if "environment" in name or "agent" in name else 4
        draw = Random(0)
        directly, driven = prepared([draw.randrange(number) for _ in range(STEPS)])
        turns = 5 if _seconds(directly) > 0.1 else 50
        pairs = [(_seconds(directly), _seconds(driven)) for _ in range(turns)]
        own, whole = (min(pair[place] for pair in pairs) for place in (0, 1))
        more = whole - own
        rows.append((name, f"{own:.3f} s", f"{whole:.3f} s", f"{more / STEPS * 1e6:.1f} µs", f"{more / own:+.0%}"))
    return Table(
        f"What an adapter adds to {STEPS:,} steps",
        ("implementation", "called directly", "by the adapter", "more for a step", "more"),
        rows,
        "CPU time, the least of 50 turns, or of 5 where one takes long. Adapters call what a user would call, and make "
        "observations and boards plain tuples, so that they can be compared. The aim is less than 20 %; where a step "
        "takes only 2 µs that is met, or missed by a little, from run to run.",
    )


def _seconds(work: Callable[[], Any]) -> float:
    begun = process_time()
    work()
    return process_time() - begun
