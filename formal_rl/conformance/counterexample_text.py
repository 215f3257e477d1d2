"""A counterexample as a screenful of text."""

from collections.abc import Sequence
from textwrap import fill
from typing import Any

from formal_rl.conformance import adapters
from formal_rl.conformance.failure_kinds import ADVICE, FailureKind
from formal_rl.conformance.found import Found
from formal_rl.conformance.subjects import Question, Shape
from formal_rl.conformance.unknowns import plain

WIDTH = 110
"""Where running text is broken into lines."""

MOST_ROWS = 24
"""How many rows of a table are shown; the script has them all."""

LONGEST_TRAINING = 3
"""Of how many transitions a training is, at most, where each row has all of its own."""

_HEADINGS = {
    "agent": "the agent, asked on a prompt",
    "copy": "the agent, as a class: a copy, by what it was trained on, (o_prev, a, r, o_next) each time",
    "e": "the environment e",
    "h": "the handicap h",
    "reply": "the environment that is wrapped",
}


def aligned(rows: Sequence[Sequence[str]], indent: str = "    ") -> list[str]:
    """Return rows as lines with aligned columns."""
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
    return [
        (indent + "   ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]


def counterexample_text(found: Found, hint: str) -> str:
    """Return what was asked, what was expected, what came, and the agent as a finite table."""
    finding, shape = found.finding, found.subject.shape
    lines: list[str] = []
    if found.question.draws is not None:
        lines.append(f"  made from draws {found.question.draws!r}")
    if found.before is not None:
        place = "first it is asked" if found.experiment == "after" else "beside it another is asked"
        lines.append(f"  {place}: {question_text(shape, found.before)}")
    lines += _answers(found)
    if finding.outcome is not FailureKind.VALUE_DIFFERS:
        lines.append(f"  {finding.outcome}: {finding.message}")
    advice = hint or _advice(found)
    lines += _tables(found)
    if advice:
        lines += ["", fill(advice, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    return "\n".join(lines)


PAIRS = "a pair is reward and observation"
"""How a text is to be read in which percepts are shown."""


def reading_note(found: Found) -> str:
    """Return how the text of a counterexample is to be read, if there is a percept in it."""
    shape, finding, by_steps = found.subject.shape, found.finding, _is_by_steps(found)
    puts = [each.put for each in (found.question, found.before) if each is not None and shape.asked != "actions"]
    prompts = [key[1] for key, _ in found.answers if key[0] == "agent"]
    last = len(finding.expected) - 1
    answers = range(last + 1) if by_steps else [last] * (finding.outcome is FailureKind.VALUE_DIFFERS)
    shown = (
        any((*puts, *prompts)) and not shape.is_flat,
        any(key[0] in {"e", "h", "reply"} for key, _ in found.answers),
        any(shape.kind(place) == "percept" for place in answers),
    )
    return PAIRS if any(shown) else ""


def _advice(found: Found) -> str:
    finding = found.finding
    if finding.outcome is FailureKind.WRONG_TYPE and found.subject.shape.kind(len(finding.got)) != "percept":
        return ""  # the message says all there is to say
    return ADVICE.get(finding.outcome, "")


def question_text(shape: Shape, question: Question) -> str:
    """Return a question in a line, with the kind that it is of."""
    put = adapters.flat(question.put) if shape.is_flat else plain(question.put)
    return f"{shape.asked} {put!r}"


def _answers(found: Found) -> list[str]:
    shape, put, finding = found.subject.shape, found.question.put, found.finding
    if not _is_by_steps(found):
        lines = [f"  on the {question_text(shape, found.question)}"]
        if finding.outcome is FailureKind.VALUE_DIFFERS:
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


def _is_by_steps(found: Found) -> bool:
    """Whether each answer is shown, and not the last one only."""
    shape = found.subject.shape
    return shape.uses_copies and found.experiment == "alone" and shape.adapter is not adapters.trained_class_from_class


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
        copies = [key for key, _ in found.answers if key[0] == kind == "copy"]
        if any(len(trained_on) > LONGEST_TRAINING for _, trained_on, _ in copies):
            rows = [(asked, *row[1:]) for asked, row in zip(_going_on(copies), rows, strict=True)]
        lines += ["", f"  {_HEADINGS[kind]}", *aligned(_chosen(rows))]
        if len(rows) > MOST_ROWS:
            lines.append(f"    and {len(rows) - MOST_ROWS} more")
    return lines


def _chosen(rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return as many rows as are shown: the last of those that only one side asked, and the first of the others."""
    telling = [place for place, row in enumerate(rows) if row[-1]][-MOST_ROWS // 2 :]
    others = [place for place in range(len(rows)) if place not in telling]
    return [rows[place] for place in sorted(telling + others[: MOST_ROWS - len(telling)])]


def question_row(shape: Shape, key: Any, answer: Any) -> tuple[str, str]:
    """Return what an agent or an environment was asked, and what it answered."""
    if key[0] == "copy":
        _, trained_on, observation = key
        return f"trained on {_transitions(trained_on)}, sees {observation!r}", f"does {answer}"
    history = adapters.flat(key[1]) if shape.is_flat else plain(key[1])
    return f"{history!r}", f"does {answer}" if key[0] == "agent" else f"gives {plain(answer)!r}"


def _transitions(trained_on: tuple[Any, ...]) -> str:
    return " ".join(repr(plain(each)) for each in trained_on) or "nothing"


def _going_on(copies: Sequence[Any]) -> list[str]:
    """Return rows with a number each; a training that begins as that of a row before is told by its number."""
    rows: list[str] = []
    numbers: dict[Any, int] = {}
    for number, (_, trained_on, observation) in enumerate(copies, start=1):
        known = next((end for end in range(len(trained_on), 1, -1) if trained_on[:end] in numbers), 0)
        rest = trained_on[known:]
        words = f"as in {numbers[trained_on[:known]]}" if known else f"on {_transitions(rest)}"
        words += f", then on {_transitions(rest)}" if known and rest else ""
        rows.append(f"{number:2}  trained {words}, sees {observation!r}")
        numbers.setdefault(trained_on, number)
    return rows


def _asked_by(askers: frozenset[str]) -> str:
    if len(askers) == 2:
        return ""
    return "asked by the definition only" if "definition" in askers else "asked by yours only"
