"""Recorded results of experiments: a line for each run, as data beside the statements.

    TRAINED = Experiment("T24-reinforce", trained, [(seed,) for seed in range(1, 11)])

``TRAINED.results`` has what was recorded. ``TRAINED.again`` is the part that the runs give it again: the first run in
the quick profile, all in full. ``python -m benchmarks.experiments`` writes the files again.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from attrs import frozen

from formal_rl.checking import every
from formal_rl.checking.claims import Every
from formal_rl.checking.domains import Domain
from formal_rl.files import write_whole

DIGITS = 5
"""The digits after the point of a recorded float."""

FOLDER = Path(__file__).with_name("experiments")


@frozen
class Experiment:
    """An experiment: its name, a run that returns numbers, texts, and lists, and the arguments of each run."""

    name: str
    run: Callable[..., Any]
    arguments: Sequence[tuple[Any, ...]]

    @property
    def results(self) -> Mapping[tuple[Any, ...], Any]:
        """The recorded result of each run, by its arguments; empty before the first recording."""
        found = _recorded(self.name)
        return {given: found[_said(given)] for given in self.arguments if _said(given) in found}

    @property
    def again(self) -> Every:
        """The part that a run gives what was recorded of it: the first run, in the full profile every one."""

        def recorded(*given: Any) -> tuple[Any, Any]:
            return _recorded(self.name).get(_said(given)), self._result(given)

        runs = Domain(
            lambda scope: f"{'all' if scope.is_full else 'the first'} of {len(self.arguments)} recorded runs",
            lambda scope: self.arguments if scope.is_full else self.arguments[:1],
            many=True,
        )
        return every(f"a run of {self.name} gives what was recorded", recorded, runs)

    def record(self, progress: Callable[[str], None] = lambda line: None) -> int:
        """Run all, write what they give, and return how many results differ from what was recorded before."""
        before, lines, changed = _recorded(self.name), [], 0
        for number, given in enumerate(self.arguments, 1):
            result = self._result(given)
            changed += before.get(_said(given)) != result
            lines.append(json.dumps([_said(given), result], ensure_ascii=False))
            progress(f"{self.name}: {number} of {len(self.arguments)}")
        FOLDER.mkdir(exist_ok=True)
        write_whole(FOLDER / f"{self.name}.jsonl", "\n".join([*lines, ""]).encode())
        _recorded.cache_clear()
        return changed

    def _result(self, given: tuple[Any, ...]) -> Any:
        """Return what a run gives, as it is read from a file: tuples are lists, and floats have `DIGITS`."""
        return json.loads(json.dumps(self.run(*given)), parse_float=lambda text: round(float(text), DIGITS))


@cache
def _recorded(name: str) -> Mapping[str, Any]:
    """Return what was recorded, by the arguments as text; claims look it up case by case, so the file is read once."""
    file = files(__package__).joinpath("experiments", f"{name}.jsonl")
    return dict(map(json.loads, file.read_text("utf-8").splitlines())) if file.is_file() else {}


def _said(given: tuple[Any, ...]) -> str:
    return ", ".join(map(str, given))
