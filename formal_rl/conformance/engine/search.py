"""The smallest question, and the smallest world, in which a claim is false: every one first, then drawn ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import TypeAlias

from formal_rl.conformance.engine.answers import Failure
from formal_rl.conformance.engine.case_suites import CaseClaim
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.found import Found
from formal_rl.conformance.engine.profiles import drawn, enumerated
from formal_rl.conformance.engine.subjects import Question, Subject
from formal_rl.conformance.engine.unknowns import ACTIONS, Forks, Unknowns
from formal_rl.errors import NotReproducible, QuestionBudgetExhausted

MOST_SMALLER = 300
"""How many smaller questions are tried in the place of one on which a claim is false."""

AnyClaim: TypeAlias = Claim | CaseClaim


def attempt(claim: AnyClaim, subject: Subject, question: Question, world: Unknowns) -> Found | None:
    """Put one question in one world; return what is wrong, if anything."""
    finding = claim.attempt(subject, world, question)
    return None if finding is None else Found.of(finding, question, claim.of(subject), world, claim=claim)


def search(claim: AnyClaim, subject: Subject, *, profile: str, seed: int) -> tuple[int, Found | None]:
    """Return how many cases were looked at, and the smallest on which the claim is false, if there is one."""
    cases = 0
    forks = Forks(ACTIONS)
    for question in claim.enumerated(enumerated(profile)):
        in_world = partial(_in_world, claim, subject, forks, question)
        runs: Iterable[Found | None] = forks.runs(in_world) if subject.shape.unknowns else (in_world(),)
        try:
            for found in runs:
                cases += 1
                if found is not None:
                    smallest = _smallest(claim, subject, found, claim.new_world)
                    return cases, _fewest_questions(forks, in_world, smallest)
        except (NotReproducible, QuestionBudgetExhausted) as error:
            finding = Failure(FailureKind.NOT_DETERMINISTIC, str(error))
            return cases, Found(finding, question, subject, experiment="again")
    for question, new_world in claim.drawn_in(drawn(profile), seed):
        cases += 1
        found = attempt(claim, subject, question, new_world())
        if found is not None:
            return cases, _smallest(claim, subject, found, new_world)
    return cases, None


def _in_world(claim: AnyClaim, subject: Subject, forks: Forks, question: Question) -> Found | None:
    found = attempt(claim, subject, question, claim.new_world(forks.choose))
    forks.end_if_pruned()
    return found


def _fewest_questions(forks: Forks, in_world: Callable[[], Found | None], found: Found) -> Found:
    """Return the finding in the world that is asked least."""
    fewer_than = 0 if found.finding.outcome is FailureKind.HANGS else len(found.answers)
    while fewer_than:
        smaller = next((each for each in forks.runs(in_world, fewer_than=fewer_than) if each is not None), None)
        if smaller is None or len(smaller.answers) >= fewer_than:  # a world of its own answers is not pruned
            break
        found, fewer_than = smaller, len(smaller.answers)
    return found


def _smallest(claim: AnyClaim, subject: Subject, found: Found, new_world: Callable[[], Unknowns]) -> Found:
    """Return the finding at a smaller question, as long as there is one at which the same shows."""
    left, going = MOST_SMALLER, True
    while going and found.finding.outcome is not FailureKind.HANGS:
        going = False
        for question in islice(claim.smaller_than(subject, found.question), left):
            left -= 1
            again = attempt(claim, subject, question, new_world())
            if again is not None and again.finding.outcome is found.finding.outcome:
                found, going = again, True
                break
    return found
