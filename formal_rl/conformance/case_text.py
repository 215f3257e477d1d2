"""A counterexample of plain data as a screenful of text."""

from pprint import pformat
from textwrap import fill, indent
from typing import Any

from formal_rl.conformance.case_suites import Case, CaseSuite
from formal_rl.conformance.counterexample_text import WIDTH
from formal_rl.conformance.failure_kinds import ADVICE, FailureKind
from formal_rl.conformance.found import Found

MOST_LINES = 30
"""How many lines of a value are shown; the script has them all."""


def case_text(found: Found, suite: CaseSuite, hint: str) -> str:
    """Return what was given, what was expected and what came."""
    finding = found.finding
    lines: list[str] = []
    if found.before is not None:
        lines += ["  first it is asked about", *_given(found.before.put, suite), "  then about"]
    lines += _given(found.question.put, suite)
    if finding.outcome is FailureKind.VALUE_DIFFERS:
        one, other = ("must equal", "this") if found.law is not None else ("expected", "got")
        width = max(len(one), len(other))
        lines += ["", *_value(one.ljust(width), finding.expected[0]), *_value(other.ljust(width), finding.got[0])]
        if finding.message.startswith("at "):
            lines += ["", f"  first differs {finding.message}"]
    else:
        lines += [
            "",
            *fill(
                f"{finding.outcome}: {finding.message}", WIDTH, initial_indent="  ", subsequent_indent="    "
            ).splitlines(),
        ]
        if finding.expected and found.experiment == "alone":
            lines += _value("expected", finding.expected[0])
    of_percepts = finding.outcome is FailureKind.WRONG_TYPE
    advice = hint or ("" if of_percepts else ADVICE.get(finding.outcome, ""))
    if advice:
        lines += ["", fill(advice, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    return "\n".join(lines)


def _given(given: Case, suite: CaseSuite) -> list[str]:
    width = max(map(len, given), default=0)
    return [line for name, value in given.items() for line in _value(name.ljust(width), value)]


def _value(name: str, value: Any) -> list[str]:
    if isinstance(value, str) and "\n" in value:
        text = value  # a picture
    else:
        text = _board(value) or pformat(value, width=WIDTH - len(name) - 4, compact=True, sort_dicts=False)
    lines = indent(text, " " * (len(name) + 4)).splitlines()
    lines[0] = f"  {name}  {text.splitlines()[0]}"
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"    and {len(lines) - MOST_LINES} lines more"]
    return lines


def _board(value: Any) -> str:
    """Return rows of numbers one below the other, as Python has them; nothing where it is no such rows."""
    if not isinstance(value, tuple) or len(value) < 2 or not all(isinstance(row, tuple) for row in value):
        return ""
    cells = [[str(cell) for cell in row] for row in value]
    like_a_board = len({len(row) for row in value}) == 1 and all(type(cell) is int for row in value for cell in row)
    widest = max((len(cell) for row in cells for cell in row), default=0)
    if not like_a_board or not widest or len(cells[0]) * (widest + 2) > WIDTH:
        return ""
    rows = [f"({', '.join(cell.rjust(widest) for cell in row)}{',' if len(row) == 1 else ''})" for row in cells]
    return "(" + ",\n ".join(rows) + ")"
