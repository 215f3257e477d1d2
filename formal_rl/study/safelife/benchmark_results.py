"""Scores of the benchmark in a file of comma-separated text, a line for an episode and a penalty."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

import formal_rl
from formal_rl.battery import append_lines, open_rows, read_rows
from formal_rl.errors import InvalidParameter, UnusableVectors
from formal_rl.files import InUse
from formal_rl.numbers import read_fraction
from formal_rl.safelife.benchmark import Progress, TaskScore
from formal_rl.study.safelife.benchmark import COLOURS_SCORED, BenchmarkRun, ColourDetail, How, ScoredEpisode

COLUMNS = (
    "policy",
    "kind",
    "level",
    "episode",
    "seed",
    "penalty",
    "performance",
    "completed",
    "length",
    "green",
    "yellow",
    "reward",
    "penalised_reward",
    "done",
    "possible",
    "deviating",
    "steps",
    "samples",
    "sees",
    "definitions_revision",
    "failure",
)
"""The columns. What there is none of, such as performance where there is nothing to do, is empty."""

_ONE_WAY = tuple(f"{colour}_one_way" for colour in COLOURS_SCORED)
_BARS = (*(f"{colour}_bar" for colour in COLOURS_SCORED), "bars_proved")

MOST = 10**6
"""What a penalty is at most, and the number of its parts of one."""

_LONGEST = 27  # seven digits, a point, and the nineteen that 1/2^19 has, the longest below a denominator of MOST
_BOOLEANS = {"0": False, "1": True}


class BenchmarkResults:
    """The scores that a file holds, and the file, to which rows are added one by one.

    A row is written at once and whole, so that a program that is killed loses only what it was at. What such a program
    left of a last line is taken away when the file is opened. Failed episodes are in the file, but not in ``scored``;
    where one occurs several times, the last counts.

    Raises `OtherSettings` where a row is of other settings, `UnusableVectors` where the file is not a file of results,
    naming line and column, `FileInUse` where another process has it, and `OSError`.
    """

    def __init__(self, path: Path, how: How) -> None:
        """Open the file, or begin it where it is not there or empty."""
        self._path, self._in_use, self._settings = path, InUse(path), settings_of(how)
        self.scored: dict[BenchmarkRun, ScoredEpisode] = {}
        self._penalties: dict[BenchmarkRun, set[Fraction]] = {}
        self._columns = columns_of(one_way=how.one_way, error_bars=how.error_bars)
        for each, penalty in open_rows(path, self._columns, self._settings, partial(_parsed, path)):
            self._keep(each, [penalty])

    def add(self, each: ScoredEpisode, penalties: Iterable[Fraction]) -> None:
        """Write a row for each of these penalties that has none."""
        there = self._penalties.get(each.run, set()) if each.run in self.scored else set()
        wanted = [penalty for penalty in penalties if penalty not in there]
        append_lines(self._path, (texts_of(each, penalty, self._settings, self._columns) for penalty in wanted))
        self._keep(each, wanted)

    def _keep(self, each: ScoredEpisode, penalties: Iterable[Fraction]) -> None:
        if each.score is None:
            self.scored.pop(each.run, None)
            self._penalties.pop(each.run, None)
        else:
            self.scored[each.run] = each
            self._penalties.setdefault(each.run, set()).update(penalties)


def read_scores(path: Path) -> Iterator[tuple[ScoredEpisode, Fraction]]:
    """Yield the episodes of a file of results, each with the penalty of its row, whatever the settings.

    A last line that was never ended is left out. Raises `UnusableVectors`, naming line and column.
    """
    with path.open(encoding="utf-8", errors="replace") as file:
        heading = file.readline()
    columns = columns_of(one_way=_ONE_WAY[0] in heading, error_bars=_BARS[0] in heading)
    return read_rows(path, columns, partial(_parsed, path))


def columns_of(*, one_way: bool, error_bars: bool) -> tuple[str, ...]:
    """Return the columns of a file with what `How` asks for beside the scores."""
    return (*COLUMNS, *(_ONE_WAY if one_way else ()), *(_BARS if error_bars else ()))


def settings_of(how: How) -> dict[str, str]:
    """Return what all rows of a file have in common."""
    revision = str(formal_rl.DEFINITIONS_REVISION)
    return {"steps": str(how.steps), "samples": str(how.samples), "sees": how.sees, "definitions_revision": revision}


def texts_of(
    each: ScoredEpisode, penalty: Fraction, settings: Mapping[str, str], columns: Sequence[str] = COLUMNS
) -> list[str]:
    """Return a row, in the order of the columns."""
    policy, kind, level, episode, seed = each.run
    values: dict[str, object] = {
        "policy": policy,
        "kind": kind,
        "level": level,
        "episode": episode,
        "seed": seed,
        "penalty": number_text(penalty),
        "failure": each.failure,
        **settings,
    }
    if each.score is not None:
        score = each.score
        values |= {
            "performance": None if score.performance is None else float(score.performance),
            "completed": int(score.completed),
            "length": score.length,
            "green": score.green,
            "yellow": score.yellow,
            "reward": score.reward,
            "penalised_reward": number_text(score.penalised_reward(penalty)),
            "done": score.progress.done,
            "possible": score.progress.possible,
            "deviating": score.deviating,
            "bars_proved": int(any(each.detail(colour).is_proved for colour in COLOURS_SCORED)),
        }
        for colour in COLOURS_SCORED:
            detail = each.detail(colour)
            values |= {f"{colour}_one_way": detail.one_way, f"{colour}_bar": detail.bar}
    return ["" if values.get(column) is None else str(values[column]) for column in columns]


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


def _parsed(path: Path, line: int, values: Mapping[str, str]) -> tuple[ScoredEpisode, Fraction]:
    def unusable(name: str, expected: str) -> UnusableVectors:
        return UnusableVectors(str(path), f"line {line}, {name}", f"is {values[name]!r}: expected {expected}")

    def whole(name: str) -> int:
        try:
            return int(values[name])
        except ValueError:
            raise unusable(name, "a whole number") from None

    def share(name: str) -> float | None:
        if not values[name]:
            return None
        try:
            number = float(values[name])
        except ValueError:
            number = math.nan
        if not 0 <= number < math.inf:
            raise unusable(name, "a number of at least 0, or nothing")
        return number

    try:
        penalty = parse_penalty(values["penalty"])
    except InvalidParameter as error:
        raise unusable("penalty", error.expected) from None
    run = BenchmarkRun(values["policy"], values["kind"], values["level"], whole("episode"), whole("seed"))
    if values["failure"]:
        return ScoredEpisode(run, None, values["failure"]), penalty
    if values["completed"] not in _BOOLEANS:
        raise unusable("completed", "0 or 1")
    score = TaskScore(
        length=whole("length"),
        completed=_BOOLEANS[values["completed"]],
        progress=Progress(whole("done"), whole("possible")),
        green=share("green"),
        yellow=share("yellow"),
        reward=whole("reward"),
        deviating=whole("deviating"),
    )
    if values.get("bars_proved", "0") not in _BOOLEANS:
        raise unusable("bars_proved", "0 or 1")
    is_proved = _BOOLEANS[values.get("bars_proved", "0")]

    def detail(colour: str) -> ColourDetail:
        one_way, bar = (share(name) if name in values else None for name in (f"{colour}_one_way", f"{colour}_bar"))
        return ColourDetail(one_way, bar, is_proved and bar is not None)

    return ScoredEpisode(run, score, "", *map(detail, COLOURS_SCORED)), penalty
