"""The three engines on one claim: Theorem 10 part 3 in ignore rewards, for every learner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.tables import Progress, Table, count, cpu_seconds, milliseconds, times
from formal_rl.checking import Part, decide, fork_steps, merge_steps
from formal_rl.checking._path_exploration import Claim, Unknown
from formal_rl.checking._stepping import SteppingResult
from formal_rl.checking.outcome import Cover, Disagreement
from formal_rl.environments import ignore_rewards_incremental
from formal_rl.statements.alexander_2022.reality_check import GenuineSteps

_CLAIM = GenuineSteps(ignore_rewards_incremental)
_ACTIONS = range(2)
_DOMAIN = "all learners in ignore_rewards, 2 actions"


def _claim_at(steps: int) -> Claim:
    """Return the very claim that is stepped, run from its beginning."""

    def claim(unknown: Unknown, note: Cover) -> Disagreement | None:
        state = _CLAIM.start(unknown.learner)
        for _ in range(steps):
            after = _CLAIM.step(unknown.learner, state, note)
            if isinstance(after, Disagreement):
                return after
            state = after
        return None

    return claim


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the comparison of the three engines, then merging alone at long horizons."""
    yield _three_engines(progress, (4, 8, 10, 12, 14) if full else (4, 8, 10, 12))
    yield _merging(progress, (10, 100, 1000))


def _walk(engine: str, horizon: int) -> SteppingResult:
    walker = {"stepping": fork_steps, "merging": merge_steps}[engine]
    return walker(engine, _CLAIM, horizon, actions=_ACTIONS, domain=_DOMAIN)


_ENGINES: dict[str, Callable[[int], Part]] = {
    "forking": lambda horizon: decide("forking", _claim_at, horizon, actions=_ACTIONS, domain=_DOMAIN),
    "stepping": lambda horizon: _walk("stepping", horizon).part,
    "merging": lambda horizon: _walk("merging", horizon).part,
}


def _measured(progress: Progress, name: str, horizon: int, engine: Callable[[int], Part]) -> tuple[int, float]:
    progress(f"forking_rate: {name} at horizon {horizon}")
    parts: list[Part] = []
    seconds = cpu_seconds(lambda: parts.append(engine(horizon)))
    if parts[0].refutation is not None:
        raise AssertionError(f"refuted: {parts[0].refutation}")
    return parts[0].cases, seconds


def _three_engines(progress: Progress, horizons: tuple[int, ...]) -> Table:
    rows = []
    for horizon in horizons:
        found = {name: _measured(progress, name, horizon, engine) for name, engine in _ENGINES.items()}
        if len({cases for cases, _ in found.values()}) > 1:
            raise AssertionError(f"the engines count differently: {found}")
        cases, slowest = found["forking"]
        for name, (_, seconds) in found.items():
            states = "" if name == "forking" else str(_walk(name, horizon).states)
            rate = f"{cases / seconds:,.0f}"
            rows.append((f"{horizon}  {name}", count(cases), states, rate, times(slowest / seconds)))
    return Table(
        "Three engines on one claim: ignore rewards x reality check, for every learner, 2 actions",
        ("horizon, engine", "cases", "states held", "cases per CPU second", "to forking"),
        rows,
        "All three count the same cases, n 2^n at horizon n. Forking runs each case from its beginning, stepping only "
        "its last step, merging one case for all that go on alike.",
    )


def _merging(progress: Progress, horizons: tuple[int, ...]) -> Table:
    rows = []
    first: float | None = None
    for horizon in horizons:
        progress(f"forking_rate: merging at horizon {horizon}")
        merging = partial(_walk, "merging", horizon)
        walk, seconds = merging(), cpu_seconds(merging)
        if walk.part.cases != horizon * 2**horizon:
            raise AssertionError(f"{walk.part.cases} cases at horizon {horizon}")
        first = first or seconds / horizon
        rows.append(
            (
                str(horizon),
                count(walk.part.cases),
                str(walk.states),
                milliseconds(seconds),
                times(seconds / horizon / first),
            )
        )
    return Table(
        "Merging alone, further",
        ("horizon", "cases counted", "states held", "CPU time", "per step, to the first row"),
        rows,
        "The cases are n 2^n; the states held do not grow, so the time grows with the horizon only.",
    )
