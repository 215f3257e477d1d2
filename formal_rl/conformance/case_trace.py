"""A counterexample of plain data in full: what was given, what was expected, and every place that differs."""

from collections.abc import Iterator
from itertools import islice
from pprint import pformat
from typing import Any

from formal_rl.conformance.case_answers import agree
from formal_rl.conformance.counterexample_text import WIDTH
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.found import Found

MOST_PLACES = 1_000
"""How many places that differ are listed."""


def case_trace(found: Found) -> str:
    """Return all that is known of a counterexample, uncut."""
    finding = found.finding
    parts = [("first", dict(found.before.put))] if found.before is not None else []
    parts.append(("given", dict(found.question.put)))
    names = ("must equal", "this") if found.law is not None else ("expected", "got")
    sides = zip(names, (finding.expected, finding.got), strict=True)
    parts += [(name, side[0]) for name, side in sides if side]
    lines = [line for name, value in parts for line in (name, *_value(value), "")]
    lines.append(f"{finding.outcome}: {finding.message}")
    if finding.outcome is FailureKind.VALUE_DIFFERS:
        places = list(islice(differences(finding.expected[0], finding.got[0], found.tolerance), MOST_PLACES))
        lines += ["", "every place that differs" + (f", the first {MOST_PLACES:,}" * (len(places) == MOST_PLACES))]
        lines += [f"  {place or 'the answer'}: {right!r} and {answer!r}" for place, right, answer in places]
    return "\n".join(lines)


def _value(value: Any) -> list[str]:
    return [f"  {line}" for line in pformat(value, width=WIDTH, compact=True, sort_dicts=False).splitlines()]


def differences(expected: Any, got: Any, tolerance: float, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield each place at which two answers part, with both values."""
    if isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
        for name, each in expected.items():
            yield from differences(each, got[name], tolerance, f"{place}[{name!r}]")
    elif isinstance(expected, tuple | list) and isinstance(got, tuple | list) and len(expected) == len(got):
        for index, (one, other) in enumerate(zip(expected, got, strict=True)):
            yield from differences(one, other, tolerance, f"{place}[{index}]")
    elif not agree(expected, got, tolerance):
        yield place, expected, got
