"""A counterexample in full: every place that differs, or step by step what the definition and yours asked."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pprint import pformat
from typing import Any

from formal_rl.conformance.engine.asked import looked_up
from formal_rl.conformance.engine.case_answers import agree
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.failure_kinds import FailureKind, shown_word
from formal_rl.conformance.engine.found import Found
from formal_rl.conformance.engine.subjects import Question
from formal_rl.conformance.engine.unknowns import plain
from formal_rl.conformance.reports.counterexample_text import question_row, question_text
from formal_rl.conformance.reports.counterexample_values import WIDTH, aligned

MOST_PLACES = 1_000
"""How many places that differ are listed."""

MOST_ANSWERS = 32
"""Of how many answers at most it is told what was asked for each."""

_UNBROKEN = 1 << 20
"""No line is as wide: a trace has all, each question on a line of its own."""


# --- Plain data ---


def case_trace(found: Found) -> str:
    """Return what was given, expected and answered, uncut, and every place that differs."""
    finding = found.finding
    parts = [("first", dict(found.before.put))] if found.before is not None else []
    parts.append(("given", dict(found.question.put)))
    names = ("must equal", "this") if found.law is not None else ("expected", "got")
    sides = zip(names, (finding.expected, finding.got), strict=True)
    parts += [(name, side[0]) for name, side in sides if side]
    lines = [line for name, value in parts for line in (name, *_value(value), "")]
    lines.append(f"{shown_word(finding.outcome)}: {finding.message}")
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


# --- Histories ---


def world_trace(found: Found, claim: Claim | None) -> str:
    """Return the answers step by step, each with the questions before it; or all questions in their order."""
    shape = found.subject.shape
    lines = [f"on the {question_text(shape, found.question, whole=True)}"]
    if found.before is not None:
        lines.append(f"with, before it or beside it, the {question_text(shape, found.before, whole=True)}")
    if claim is not None and found.experiment == "alone" and found.finding.outcome is FailureKind.VALUE_DIFFERS:
        return "\n".join([*lines, *_step_by_step(found, claim)])
    rows = [
        (*question_row(shape, key, answer, whole=True), " and ".join(sorted(askers)))
        for (key, answer), askers in zip(found.answers, found.askers, strict=True)
    ]
    asked = aligned(rows, "  ", _UNBROKEN) or ["  nothing"]
    return "\n".join(
        [
            *lines,
            "",
            "asked, in this order",
            *asked,
            "",
            f"{shown_word(found.finding.outcome)}: {found.finding.message}",
        ]
    )


def _step_by_step(found: Found, claim: Claim) -> list[str]:
    finding, shape = found.finding, found.subject.shape
    asked = (("the definition", _definition(found, claim)), ("yours", _implementation(found, claim)))
    first = _first_shown(found)
    lines = ["", f"the first {first} answers are alike"] if first else []
    for place, (expected, got) in [*enumerate(zip(finding.expected, finding.got, strict=True))][first:]:
        mark = "" if expected == got else "   <-- differs"
        lines += ["", f"answer {place + 1}: expected {plain(expected)!r}, got {plain(got)!r}{mark}"]
        for who, by_place in asked:
            new = by_place[place] if place < len(by_place) else []
            rows = [question_row(shape, *each, whole=True) for each in new]
            lines += [f"  {who} asks", *(aligned(rows, "    ", _UNBROKEN) or ["    nothing new"])]
    return lines


def _first_shown(found: Found) -> int:
    """Return the place of the first answer that is told of: those of a long history are alike up to the last."""
    return max(0, len(found.finding.expected) - MOST_ANSWERS)


def _definition(found: Found, claim: Claim) -> list[list[tuple[Any, Any]]]:
    """Return, by answer, the questions that the definition has not asked before, going by shorter and shorter ends."""
    question, known = found.question, set[Any]()
    number, first = len(found.finding.expected), _first_shown(found)
    asked: list[list[tuple[Any, Any]]] = [[]] * first
    for place in range(max(0, first - 1), number):
        short = question.put if number == 1 else found.subject.shape.cut(question.put, place)
        world = claim.new_world(looked_up(dict(found.answers)))
        claim.expected(world, Question(short, question.draws))
        if place >= first:
            asked.append([each for each in world.answers.items() if each[0] not in known])
        known |= world.answers.keys()
    return asked


def _implementation(found: Found, claim: Claim) -> list[list[tuple[Any, Any]]]:
    """Return, by answer, the questions that the implementation has not asked before."""
    subject, question = found.subject, found.question
    world, asked = claim.new_world(looked_up(dict(found.answers))), list[list[tuple[Any, Any]]]()
    world.asker = "yours"
    subject.watch.at(lambda: f"{subject.shape.asked} {question}, for the trace", (subject, question, world))

    def answered() -> Iterable[Any]:
        known = 0
        for answer in islice(subject.answers(world, question), len(found.finding.got)):
            asked.append(list(islice(world.answers.items(), known, None)))
            known = len(world.answers)
            yield answer

    subject.guarded(world, answered)
    return asked
