"""How many cases Theorem 10 part 3 has in each named environment, by horizon."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import process_time

from benchmarks.tables import Progress, Table, count, times
from formal_rl.checking import decide
from formal_rl.checking._path_exploration import Claim, Unknown
from formal_rl.checking.outcome import Cover, Disagreement
from formal_rl.environments import ExtendedEnvironment
from formal_rl.histories import Play
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.transforms import reality_check_memoised

_HORIZONS = range(2, 8)
_MOST_CASES = 20_000
_MOST_CASES_FULL = 600_000


def _claim_at(environment: ExtendedEnvironment, steps: int) -> Claim:
    def claim(unknown: Unknown, note: Cover) -> Disagreement | None:
        checked = reality_check_memoised(unknown.agent)
        play: Play = ()
        for _ in range(steps):
            prompt = (*play, environment(checked, play))
            action, expected = checked(prompt), unknown.agent(prompt)
            if action != expected:
                return Disagreement("π_RC on genuine history", expected, action, prompt)
            play = (*prompt, action)
        return None

    return claim


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the numbers of cases, and the CPU time of a case at each environment's longest horizon."""
    most = _MOST_CASES_FULL if full else _MOST_CASES
    numbers: dict[str, list[int]] = {}
    spent: dict[str, float] = {}
    for name, environment in EXTENDED_ENVIRONMENTS.items():
        cases: list[int] = []
        for horizon in _HORIZONS:
            if len(cases) > 1 and cases[-1] * cases[-1] // cases[-2] > most:
                break
            progress(f"named_environments: {name} at horizon {horizon}")
            begun = process_time()
            part = decide(name, partial(_claim_at, environment), horizon, actions=range(2), domain="all agents")
            spent[name] = (process_time() - begun) / part.cases
            if part.refutation is not None:
                raise AssertionError(f"refuted: {part.refutation}")
            cases.append(part.cases)
        numbers[name] = cases
    cheapest = spent["ignore_rewards"]
    rows = [
        (
            name,
            *(count(cases[place]) if place < len(cases) else "-" for place in range(len(_HORIZONS))),
            times(cases[-1] / cases[-2]),
            times(spent[name] / cheapest),
        )
        for name, cases in numbers.items()
    ]
    yield Table(
        "All agents in each named environment, 2 actions: cases of A22-T10.3 to a horizon",
        ("environment", *(str(horizon) for horizon in _HORIZONS), "last growth", "time per case, to ignore_rewards"),
        rows,
        f"A dash: more than about {most:,} cases, left out. The environments differ because they ask about "
        "different hypothetical prompts; on some of them the reality check freezes, and asks π nothing new.",
    )
