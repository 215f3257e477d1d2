"""A counterexample as a screenful of text."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import Any

from formal_rl.conformance import drivers
from formal_rl.conformance.claims import Question, Shape
from formal_rl.conformance.outcomes import ADVICE, Outcome
from formal_rl.conformance.search import Found
from formal_rl.conformance.worlds import plain

WIDTH = 110
"""Where running text is broken into lines."""

MOST_ROWS = 24
"""How many rows of a table are shown; the script has them all."""

_HEADINGS = {
    "agent": "the agent, asked on a prompt",
    "copy": "the agent, as a class: a copy, by what it was trained on, (o_prev, a, r, o_next) each time",
    "e": "the environment e",
    "h": "the handicap h",
    "reply": "the environment that is wrapped",
}


def aligned(rows: Sequence[Sequence[str]], indent: str = "    ") -> list[str]:
    """Return rows as lines with aligned columns.

    Ledger: infrastructure
    """
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
    return [
        (indent + "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]


def counterexample_text(found: Found, hint: str) -> str:
    """Return what was asked, what was expected, what came, and the agent as a finite table.

    Ledger: infrastructure
    """
    finding, shape = found.finding, found.subject.shape
    lines: list[str] = []
    if found.question.draws is not None:
        lines.append(f"  made from draws {found.question.draws!r}")
    if found.before is not None:
        place = "first it is asked" if found.experiment == "after" else "beside it another is asked"
        lines.append(f"  {place}: {question_text(shape, found.before)}")
    lines += _answers(found)
    if finding.outcome is not Outcome.VALUE_DIFFERS:
        lines.append(f"  {finding.outcome}: {finding.message}")
    advice = hint or ADVICE.get(finding.outcome, "")
    lines += _tables(found)
    if advice:
        lines += ["", fill(advice, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    return "\n".join(lines)


def question_text(shape: Shape, question: Question) -> str:
    """Return a question in a line, with the kind that it is of.

    Ledger: infrastructure
    """
    put = drivers.flat(question.put) if shape.is_flat else plain(question.put)
    return f"{shape.asked} {put!r}"


def _answers(found: Found) -> list[str]:
    shape, put, finding = found.subject.shape, found.question.put, found.finding
    if not (shape.uses_copies and found.experiment == "alone") or shape.driver is drivers.TrainedClassFromClass:
        lines = [f"  on the {question_text(shape, found.question)}"]
        if finding.outcome is Outcome.VALUE_DIFFERS:
            lines += [f"    expected  {plain(finding.expected[-1])!r}", f"    got       {plain(finding.got[-1])!r}"]
        return lines
    expected, got = ([repr(plain(each)) for each in side] for side in (finding.expected, finding.got))
    if len(got) < len(expected):
        got.append("see below")
    rows = [("", "seen" if shape.asked == "prompt" else "action", "expected", "got", "")]
    for place, (right, answer) in enumerate(zip(expected, got, strict=False)):
        last = place + 1 == len(got)
        if shape.asked == "prompt":
            label, part = f"step {place + 1}", repr(plain(put[2 * place]))
            part += f", having done {put[2 * place - 1]}" if place else ""
        else:
            label, part = (f"step {place}", repr(put[place - 1])) if place else ("start", "")
        rows.append((label, part, right, answer, "<-- differs" if last else ""))
    return aligned(rows, "  ")


def _tables(found: Found) -> list[str]:
    lines: list[str] = []
    kinds = dict.fromkeys(key[0] for key, _ in found.answers)
    differs = found.experiment == "alone"
    for kind in kinds:
        rows = [
            (*question_row(found.subject.shape, key, answer), _asked_by(askers) if differs else "")
            for (key, answer), askers in zip(found.answers, found.askers, strict=True)
            if key[0] == kind
        ]
        lines += ["", f"  {_HEADINGS[kind]}", *aligned(rows[:MOST_ROWS])]
        if len(rows) > MOST_ROWS:
            lines.append(f"    and {len(rows) - MOST_ROWS} more")
    return lines


def question_row(shape: Shape, key: Any, answer: Any) -> tuple[str, str]:
    """Return what an agent or an environment was asked, and what it answered.

    Ledger: infrastructure
    """
    if key[0] == "copy":
        _, trained_on, observation = key
        trained = " ".join(repr(plain(each)) for each in trained_on) or "nothing"
        return f"trained on {trained}, sees {observation!r}", f"does {answer}"
    history = drivers.flat(key[1]) if shape.is_flat else plain(key[1])
    return f"{history!r}", f"does {answer}" if key[0] == "agent" else f"gives {plain(answer)!r}"


def _asked_by(askers: frozenset[str]) -> str:
    if len(askers) == 2:
        return ""
    return "asked by the definition only" if "definition" in askers else "asked by yours only"
