"""Scores of the benchmark as a CSV file, with a line for each episode and penalty."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple

import formal_rl
from formal_rl.battery.resumable_table import append_lines, open_rows, read_rows
from formal_rl.errors import InvalidParameter, UnusableVectors
from formal_rl.files import InUse
from formal_rl.numbers import read_fraction
from formal_rl.safelife.benchmark import Progress, TaskScore
from formal_rl.study.safelife.benchmark import COLOURS_SCORED, BenchmarkRun, ColourDetail, How, ScoredEpisode

MOST = 10**6
"""The greatest penalty, and the greatest denominator."""

_LONGEST = 27  # seven digits, a point, and the nineteen that 1/2^19 has, the longest below a denominator of MOST


def number_text(number: Fraction) -> str:
    """Return a number as a decimal if that is exact, and else as a fraction."""
    decimal = str(float(number))
    return decimal if "e" not in decimal and Fraction(decimal) == number else str(number)


def parse_penalty(text: str) -> Fraction:
    """Return a penalty λ that is written as 0.5 or 1/2; raise `InvalidParameter`."""
    try:
        penalty = read_fraction(text) if len(text) <= _LONGEST else Fraction(-1)
    except ValueError:
        penalty = Fraction(-1)
    if not 0 <= penalty <= MOST or penalty.denominator > MOST:
        raise InvalidParameter("penalty", text, f"a number from 0 to {MOST}, as 0.5 or 1/2")
    return penalty


def _share(text: str) -> float | None:
    number = float(text) if text else None
    if number is not None and not 0 <= number < math.inf:
        raise ValueError(text)
    return number


class _Form(NamedTuple):
    """A column: how to write and read its values, and the description of valid ones in errors."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    expected: str = ""


_TEXT, _WHOLE = _Form(str, str), _Form(str, int, "a whole number")
_SHARE = _Form(lambda share: "" if share is None else str(float(share)), _share, "a number of at least 0, or nothing")
_FLAG = _Form(lambda flag: str(int(flag)), {"0": False, "1": True}.__getitem__, "0 or 1")
_PENALTY = _Form(number_text, parse_penalty, f"a number from 0 to {MOST}, as 0.5 or 1/2")

_OF_RUN = {"policy": _TEXT, "kind": _TEXT, "level": _TEXT, "episode": _WHOLE, "seed": _WHOLE}
_OF_SCORE = {
    "completed": _FLAG,
    "length": _WHOLE,
    "green": _SHARE,
    "yellow": _SHARE,
    "reward": _WHOLE,
    "progress.done": _WHOLE,
    "progress.possible": _WHOLE,
    "deviating": _WHOLE,
}
_FIELDS: Mapping[str, tuple[str, _Form]] = {
    **{name: (f"run.{name}", form) for name, form in _OF_RUN.items()},
    **{name.rpartition(".")[2]: (f"score.{name}", form) for name, form in _OF_SCORE.items()},
    **{f"{colour}_{part}": (f"{colour}.{part}", _SHARE) for part in ("one_way", "bar") for colour in COLOURS_SCORED},
}
"""The columns that are fields of a `ScoredEpisode`, with the place and form of each; the others follow from these."""

_SETTINGS = ("steps", "samples", "sees", "definitions_revision")
_ONE_WAY = tuple(f"{colour}_one_way" for colour in COLOURS_SCORED)
_BARS = (*(f"{colour}_bar" for colour in COLOURS_SCORED), "bars_proved")

COLUMNS = (
    *(*_OF_RUN, "penalty", "performance", "completed", "length", "green", "yellow", "reward", "penalised_reward"),
    *("done", "possible", "deviating", *_SETTINGS, "failure"),
)
"""The columns. A missing value, such as performance without a task, is empty."""


class BenchmarkResults:
    """The scores in a file, and the file, to which rows are added one by one.

    Each row is written whole, so a killed program loses only the episode in progress. Opening the file removes an
    unfinished last line. Failed episodes are in the file, but not in ``scored``, so that they are tried again; the last
    row of an episode counts.

    Raises `OtherSettings` where a row is of other settings, `UnusableVectors` where the file is not a file of results,
    naming line and column, `FileInUse` where another process has it, and `OSError`.
    """

    def __init__(self, path: Path, how: How) -> None:
        """Open the file, or begin it where it is not there or empty."""
        self._path, self._in_use, self._settings = path, InUse(path), settings_of(how)
        self.scored: dict[BenchmarkRun, ScoredEpisode] = {}
        self._penalties: defaultdict[BenchmarkRun, set[Fraction]] = defaultdict(set)
        self._columns = columns_of(one_way=how.one_way, error_bars=how.error_bars)
        for each, penalty in open_rows(path, self._columns, self._settings, partial(_parsed, path)):
            self._keep(each, [penalty])

    def add(self, each: ScoredEpisode, penalties: Iterable[Fraction]) -> None:
        """Write a row for each of these penalties that has none."""
        wanted = [penalty for penalty in penalties if penalty not in self._penalties[each.run]]
        append_lines(self._path, (texts_of(each, penalty, self._settings, self._columns) for penalty in wanted))
        self._keep(each, wanted)

    def _keep(self, each: ScoredEpisode, penalties: Iterable[Fraction]) -> None:
        if each.score is None:
            self.scored.pop(each.run, None)
            self._penalties.pop(each.run, None)
        else:
            self.scored[each.run] = each
            self._penalties[each.run].update(penalties)


def read_scores(path: Path) -> Iterator[tuple[ScoredEpisode, Fraction]]:
    """Yield the episodes of a file of results, each with the penalty of its row, whatever the settings.

    An unfinished last line is left out. Raises `UnusableVectors`, naming line and column, and `OSError`.
    """
    with path.open(encoding="utf-8", errors="replace") as file:
        heading = file.readline()
    columns = columns_of(one_way=_ONE_WAY[0] in heading, error_bars=_BARS[0] in heading)
    return read_rows(path, columns, partial(_parsed, path))


def columns_of(*, one_way: bool, error_bars: bool) -> tuple[str, ...]:
    """Return the columns of a file: scores, and the extras that `How` chooses."""
    return (*COLUMNS, *(_ONE_WAY if one_way else ()), *(_BARS if error_bars else ()))


def settings_of(how: How) -> dict[str, str]:
    """Return the settings that all rows of a file share."""
    values = (how.steps, how.samples, how.sees, formal_rl.DEFINITIONS_REVISION)
    return dict(zip(_SETTINGS, map(str, values), strict=True))


def texts_of(
    each: ScoredEpisode, penalty: Fraction, settings: Mapping[str, str], columns: Sequence[str] = COLUMNS
) -> list[str]:
    """Return a row, in the order of the columns."""
    values = {**settings, "penalty": _PENALTY.write(penalty), "failure": each.failure}
    for name, (field, form) in _FIELDS.items():
        if each.score is not None or name in _OF_RUN:
            values[name] = form.write(attrgetter(field)(each))
    if each.score is not None:
        values["performance"] = _SHARE.write(each.score.performance)
        values["penalised_reward"] = number_text(each.score.penalised_reward(penalty))
        values["bars_proved"] = _FLAG.write(any(each.detail(colour).is_proved for colour in COLOURS_SCORED))
    return [values.get(column, "") for column in columns]


def _parsed(path: Path, line: int, values: Mapping[str, str]) -> tuple[ScoredEpisode, Fraction]:
    def read(name: str, form: _Form) -> Any:
        try:
            return form.read(values[name])
        except (ValueError, KeyError, InvalidParameter):
            sentence = f"is {values[name]!r}: expected {form.expected}"
            raise UnusableVectors(str(path), f"line {line}, {name}", sentence) from None

    penalty = read("penalty", _PENALTY)
    run = BenchmarkRun(**{name: read(name, form) for name, form in _OF_RUN.items()})
    if values["failure"]:
        return ScoredEpisode(run, None, values["failure"]), penalty
    found: dict[str, Any] = {
        field: read(name, form) for name, (field, form) in _FIELDS.items() if name in values and name not in _OF_RUN
    }
    progress = Progress(found.pop("score.progress.done"), found.pop("score.progress.possible"))
    of_score = {field.rpartition(".")[2]: value for field, value in found.items() if field.startswith("score.")}
    is_proved = "bars_proved" in values and read("bars_proved", _FLAG)

    def detail(colour: str) -> ColourDetail:
        bar = found.get(f"{colour}.bar")
        return ColourDetail(found.get(f"{colour}.one_way"), bar, is_proved and bar is not None)

    return ScoredEpisode(run, TaskScore(progress=progress, **of_score), "", *map(detail, COLOURS_SCORED)), penalty
