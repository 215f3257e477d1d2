"""A counterexample in a world in full: step by step, what was asked by the definition and by the implementation."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from formal_rl.conformance.asked import looked_up
from formal_rl.conformance.claims import Claim
from formal_rl.conformance.counterexample_text import aligned, question_row, question_text
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.found import Found
from formal_rl.conformance.subjects import Question, Subject
from formal_rl.conformance.unknowns import Unknowns, plain

_NOTHING = "nothing new"


def world_trace(found: Found, claim: Claim | None) -> str:
    """Return the answers step by step, each with the questions before it; or all questions in their order."""
    shape = found.subject.shape
    lines = [f"on the {question_text(shape, found.question)}"]
    if found.before is not None:
        lines.append(f"with, before it or beside it, the {question_text(shape, found.before)}")
    if claim is not None and found.experiment == "alone" and found.finding.outcome is FailureKind.VALUE_DIFFERS:
        return "\n".join([*lines, *_step_by_step(found, claim)])
    lines += ["", "asked, in this order"]
    rows = [
        (*question_row(shape, key, answer), " and ".join(sorted(askers)))
        for (key, answer), askers in zip(found.answers, found.askers, strict=True)
    ]
    lines += aligned(rows, "  ") or ["  nothing"]
    return "\n".join([*lines, "", f"{found.finding.outcome}: {found.finding.message}"])


def _step_by_step(found: Found, claim: Claim) -> list[str]:
    answers, number = dict(found.answers), len(found.finding.got)
    ours = _definition(found, claim, answers)
    yours = _implementation(found, claim, answers, number)
    lines: list[str] = []
    for place in range(number):
        expected, got = found.finding.expected[place], found.finding.got[place]
        mark = "" if expected == got else "   <-- differs"
        lines += ["", f"answer {place + 1}: expected {plain(expected)!r}, got {plain(got)!r}{mark}"]
        for who, asked in (("the definition", ours), ("yours", yours)):
            lines.append(f"  {who} asks")
            rows = [question_row(found.subject.shape, *each) for each in asked[place]] if place < len(asked) else []
            lines += aligned(rows) or [f"    {_NOTHING}"]
    return lines


def _definition(found: Found, claim: Claim, answers: dict[Any, Any]) -> list[list[tuple[Any, Any]]]:
    """Return, by answer, the questions that the definition has not asked before, going by shorter and shorter ends."""
    shape, question, known = found.subject.shape, found.question, set[Any]()
    asked = []
    number = len(found.finding.expected)
    for place in range(number):
        short = question.put if number == 1 else shape.cut(question.put, place)
        world = claim.new_world(looked_up(answers))
        claim.expected(world, Question(short, question.draws))
        asked.append([each for each in world.answers.items() if each[0] not in known])
        known |= world.answers.keys()
    return asked


def _implementation(found: Found, claim: Claim, answers: dict[Any, Any], number: int) -> list[list[tuple[Any, Any]]]:
    """Return, by answer, the questions that the implementation has not asked before."""
    world, asked = claim.new_world(looked_up(answers)), list[list[tuple[Any, Any]]]()
    world.asker = "yours"

    def answered() -> Iterable[Any]:
        known = 0
        for answer in islice(_answers(found.subject, world, found.question), number):
            asked.append(list(islice(world.answers.items(), known, None)))
            known = len(world.answers)
            yield answer

    found.subject.guarded(world, answered)
    return asked


def _answers(subject: Subject, world: Unknowns, question: Question) -> Iterable[Any]:
    subject.watch.at(lambda: f"{subject.shape.asked} {question}, for the trace", (subject, question, world))
    return subject.answers(world, question)
