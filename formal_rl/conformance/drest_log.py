"""A training loop's own log of mini-episodes, line by line against the definition of the DREST reward.

Each line is a JSON object about one mini-episode: its length, its coins (their total value, discounted if the reward
is), the reward that was paid for them, and optionally the number of its meta-episode and its own number there. A line
before them has λ and each m_l: {"lambda": 0.9, "greatest": {"4": 3, "8": 5}}.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import inf, isfinite, pow  # noqa: A004 - the power of floats, which is a float
from pathlib import Path
from typing import Any

from attrs import frozen

from formal_rl.conformance.engine.diagnosis import FEWEST
from formal_rl.conformance.engine.failures import FailureKind
from formal_rl.conformance.reports.report import Counterexample, Report, Row, unusable_report
from formal_rl.errors import FormalRLError, short_repr
from formal_rl.files import read_text
from formal_rl.numbers import read_fraction

SOURCE = "Thornley et al. 2024, Definition D.2: λ^(n - (i - 1)/k) c / m_l for coins of value c in the i-th mini-episode"
RELATIVE, ABSOLUTE = 1e-5, 5e-7
"""How far a reward may be from the one expected: logs are of single precision, and rounded to six decimals."""

NAMES = {
    "meta": ("meta_episode", "meta"),
    "number": ("mini_episode", "mini", "i"),
    "length": ("length", "l"),
    "coins": ("coins", "value", "c"),
    "reward": ("reward", "return"),
}
"""The accepted names of each field of a line."""


class UnusableLog(FormalRLError, ValueError):
    """A log cannot be read; the message names the line."""


@frozen
class Settings:
    """λ, the number k of lengths, and m_l for each length."""

    lam: Fraction
    k: int
    greatest: Mapping[int, Fraction]


@frozen
class Line:
    """A line's mini-episode, the ``i``-th of its meta-episode, whose length was chosen ``n`` times before.

    ``i_overall`` and ``n_overall`` count over the whole log instead.
    """

    place: int
    meta: Any
    number: int | None
    length: int
    coins: Fraction
    reward: Fraction
    i: int
    n: int
    i_overall: int
    n_overall: int

    def exponent(self, k: int) -> Fraction:
        """Return the exponent of λ by the definition, with ``k`` lengths."""
        return self.n - Fraction(self.i - 1, k)

    def expected(self, settings: Settings, exponent: Callable[["Line", int], Any] = exponent) -> float:
        """Return the reward by the definition, or with another exponent of λ."""
        share = float(self.coins / settings.greatest[self.length])
        try:
            return pow(float(settings.lam), float(exponent(self, settings.k))) * share
        except (OverflowError, ValueError):  # beyond floats, or a λ so small that as a float it is 0
            return inf

    def agrees(self, expected: float) -> bool:
        """Whether the reward of the line is this one, to the precision of logs."""
        return isfinite(expected) and abs(expected - float(self.reward)) <= ABSOLUTE + RELATIVE * abs(expected)

    def __str__(self) -> str:
        of_meta = "" if self.meta is None else f" of meta-episode {self.meta}"
        return f"line {self.place}: mini-episode {self.i}{of_meta}, length {self.length}, chosen {self.n} times before"


def check_log(path: Path) -> Report:
    """Return the report on a log."""
    about: dict[str, Any] = {"suite": "drest_return", "implementation": str(path), "source": SOURCE}
    about |= {"semantics": "paper", "profile": "quick", "seed": 0}
    try:
        settings, lines = _read(path)
    except UnusableLog as fault:
        return unusable_report(FailureKind.CANNOT_BE_LOADED, str(fault), **about)
    metas = len({line.meta for line in lines})
    evidence = f"{len(lines):,} mini-episodes in {metas:,} meta-episode{'s' * (metas > 1)}"
    offset = -1 if lines[0].number == 0 else 0
    misnumbered = [line for line in lines if line.number is not None and line.number != line.i + offset]
    differing = [line for line in lines if not line.agrees(line.expected(settings))]
    numbers = f"{misnumbered[0]}: its number is {misnumbered[0].number}" if misnumbered else ""
    rewards = _difference(lines, differing, settings) if differing else ""
    rows, shown = [Row("shape", "shape", "each line describes a mini-episode", "conforms")], []
    for stage, claim, sentence, text in (
        ("smoke", "numbers", "its mini-episodes are numbered one by one in each meta-episode", numbers),
        ("reference", "rewards", "the reward of each mini-episode", rewards),
    ):
        if text:
            message, outcome = text.partition("\n")[0], str(FailureKind.VALUE_DIFFERS)
            rows.append(Row(stage, claim, sentence, "diverges", message.partition(":")[0], outcome, message))
            why = "there is no script, since a log only records what happened"
            shown.append(Counterexample(claim, sentence, SOURCE, outcome, f"  {text}", no_script=why))
        else:
            rows.append(Row(stage, claim, sentence, "conforms", evidence))
    return Report(
        **about,
        shape=f"a log of JSON lines: {evidence}, λ = {settings.lam}, k = {settings.k}",
        rows=tuple(rows),
        counterexample=shown[0] if shown else None,
        further=tuple(shown[1:]),
    )


def _difference(lines: list[Line], differing: list[Line], settings: Settings) -> str:
    first = differing[0]
    text = (
        f"{first}, coins {float(first.coins):g} of {float(settings.greatest[first.length]):g}\n"
        f"    expected  {first.expected(settings):.9g}\n    got       {float(first.reward):.9g}\n\n"
        f"  {len(differing):,} of {len(lines):,} lines differ, the last of them line {differing[-1].place}"
    )
    causes = (
        f"\n  every line is {words}"
        for words, expected in _causes(lines, settings)
        if all(line.agrees(expected(line)) for line in lines)
    )
    return text + next(causes, "")


def _causes(lines: list[Line], settings: Settings) -> Iterator[tuple[str, Callable[[Line], float]]]:
    """Yield possible explanations of these lines, each with the reward of a line that it predicts."""
    for words, exponent in _READINGS.items():
        yield f"as if {words}", partial(Line.expected, settings=settings, exponent=exponent)
    by_definition = partial(Line.expected, settings=settings)
    yield (
        "m times ours: it is not divided by m",
        lambda line: by_definition(line) * float(settings.greatest[line.length]),
    )
    paid = [line for line in lines if float(line.reward) > 0 and ABSOLUTE < by_definition(line) < inf]
    if len({line.exponent(settings.k) for line in paid}) >= FEWEST:
        factor = float(paid[0].reward) / by_definition(paid[0])
        yield f"{factor:.6g} times ours", lambda line: factor * by_definition(line)


_READINGS: Mapping[str, Callable[[Line, int], Any]] = {
    "a mini-episode were counted before its own reward is taken": lambda line, k: line.n + 1 - Fraction(line.i - 1, k),
    "i were in the exponent in the place of i - 1": lambda line, k: line.n - Fraction(line.i, k),
    "the exponent were n alone": lambda line, k: line.n,
    "n were kept from one meta-episode to the next": lambda line, k: line.n_overall - Fraction(line.i - 1, k),
    "n and i were kept from one meta-episode to the next": lambda line, k: (
        line.n_overall - Fraction(line.i_overall - 1, k)
    ),
    "there were no factor, only c / m_l": lambda line, k: 0,
}
"""Mistakes that explain a whole log, each with the exponent of λ that it leads to."""


# --- How a log is read ---

_FIRST = '{"lambda": 0.9, "greatest": {"4": 3, "8": 5}}'


def _read(path: Path) -> tuple[Settings, list[Line]]:
    try:
        texts = read_text(path).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableLog(f"{path} cannot be read: {error}") from None
    objects = [(place, _object(place, text)) for place, text in enumerate(texts, start=1) if text.strip()]
    has_first = bool(objects) and not any(name in objects[0][1] for name in NAMES["reward"])
    settings = _settings(objects.pop(0)[1] if has_first else {})
    if not objects:
        raise UnusableLog(f"{path} has no mini-episode")
    return settings, list(_lines(objects, settings))


def _object(place: int, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, parse_float=read_fraction)
    except (ValueError, RecursionError) as error:
        raise UnusableLog(f"line {place}: this is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise UnusableLog(f"line {place}: expected a JSON object, found {text[:80]}")
    return value


def _settings(first: Mapping[str, Any]) -> Settings:
    by_length = first.get("greatest", first.get("m"))
    if not isinstance(by_length, dict) or not by_length:
        raise UnusableLog(f"the m of each length is missing: expected a first line such as {_FIRST}")
    greatest = {_whole("a length of m", length): _number("m", value) for length, value in by_length.items()}
    k = _whole("k", first.get("k", len(greatest)))
    lam = first.get("lambda", first.get("lam"))
    if (lam is None) == ("root" not in first):
        raise UnusableLog(f"expected one of lambda and root, as in {_FIRST}")
    value = _number("lambda", lam) if lam is not None else _number("root", first["root"]) ** k
    if not (0 < value < 1 and k > 0 and all(each > 0 for each in greatest.values())):
        raise UnusableLog(f"expected lambda between 0 and 1, and k and each m greater than 0; lambda is {float(value)}")
    return Settings(value, k, greatest)


def _number(name: str, value: Any) -> Fraction:
    """Read a number that a float can be, or a text such as 9/10."""
    try:
        if isinstance(value, bool) or not isinstance(value, int | str | Fraction):
            raise ValueError
        number = read_fraction(value) if isinstance(value, str) else Fraction(value)
        isfinite(number)  # raises where the number is beyond floats
    except (ValueError, ArithmeticError):
        raise UnusableLog(f"{name} is {short_repr(value)}: expected a number") from None
    return number


def _whole(name: str, value: Any) -> int:
    """Read a whole number, which may be written as 2.0."""
    number = _number(name, value)
    if number.denominator != 1:
        written = f"{float(number):g}" if isinstance(value, Fraction) else short_repr(value)
        raise UnusableLog(f"{name} is {written}: expected a whole number")
    return int(number)


def _lines(objects: list[tuple[int, dict[str, Any]]], settings: Settings) -> Iterator[Line]:
    """Yield the lines' content; meta-episodes without numbers begin where mini-episodes count from the start."""
    counts: dict[Any, Counter[int]] = {}
    overall: Counter[int] = Counter()
    began, last = 0, None
    for place, values in objects:
        given: dict[str, Any] = {
            what: next((values[name] for name in names if name in values), None) for what, names in NAMES.items()
        }
        for what in ("length", "coins", "reward"):
            if given[what] is None:
                raise UnusableLog(f"line {place}: there is no {what}: found {', '.join(values) or 'nothing'}")
            given[what] = _number(f"line {place}: {what}", given[what])
        meta = None if given["meta"] is None else str(given["meta"])
        number = None if given["number"] is None else _whole(f"line {place}: mini_episode", given["number"])
        if meta is None and number is not None:
            began += last is not None and number <= last
            meta, last = str(began + 1), number
        length, coins = given["length"], given["coins"]
        if length not in settings.greatest:
            lengths = ", ".join(map(str, sorted(settings.greatest)))
            raise UnusableLog(f"line {place}: the length is {float(length):g}: expected one of {lengths}")
        most = settings.greatest[length]
        if not 0 <= coins <= most * (1 + Fraction(RELATIVE)):
            expected = f"expected 0 to {float(most):g}, m of length {length}"
            raise UnusableLog(f"line {place}: coins are {float(coins):g}: {expected}")
        counted = counts.setdefault(meta, Counter())
        chosen = (part for each in (counted, overall) for part in (1 + each.total(), each[length]))
        yield Line(place, meta, number, int(length), coins, given["reward"], *chosen)
        counted[length] += 1
        overall[length] += 1
