"""The smallest question and agent on which a claim is false: every one first, then drawn ones."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

from attrs import evolve, frozen

from formal_rl.conformance.answers import Failure
from formal_rl.conformance.claims import Claim, Question, Subject
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.profiles import drawn
from formal_rl.conformance.unknowns import ACTIONS, DRAWN_ACTIONS, Asker, Forks, Unknowns, hashed
from formal_rl.errors import NotReproducible, QuestionBudgetExhausted

KEPT_OF_ENDLESS = 20
"""How many answers are kept of a run that asks without end."""

DRAWN_WORLDS = {"quick": 40, "full": 200}


Experiment = Literal["alone", "again", "after", "in_turns", "agents", "stale", "mutates", "prints", "hangs"]
"""What was done: one question, or one after or beside another, or one while watching something else."""


@frozen
class FailingQuestion:
    """A finding, the question, and what the agent and the environments answered; ``askers`` says who asked.

    ``subject`` is what was asked, ``before`` the question before it or beside it, in experiments that have one.
    """

    finding: Failure
    question: Question
    subject: Subject
    answers: tuple[tuple[Any, Any], ...] = ()
    askers: tuple[frozenset[Asker], ...] = ()
    experiment: Experiment = "alone"
    before: Question | None = None

    @classmethod
    def of(
        cls,
        finding: Failure,
        question: Question,
        subject: Subject,
        world: Unknowns,
        *,
        experiment: Experiment = "alone",
        before: Question | None = None,
    ) -> FailingQuestion:
        """Keep what a world was asked."""
        keys = tuple(world.answers)[: KEPT_OF_ENDLESS if world.endless else None]
        answers = tuple((key, world.answers[key]) for key in keys)
        askers = tuple(frozenset(world.askers[key]) for key in keys)
        if finding.outcome is FailureKind.SHARES_STATE and experiment == "alone":
            experiment = "stale"
        return cls(finding, question, subject, answers, askers, experiment, before)


def search(claim: Claim, subject: Subject, *, profile: str, seed: int) -> tuple[int, FailingQuestion | None]:
    """Return how many cases were looked at, and the smallest on which the claim is false, if there is one."""
    if claim.drawn is not None:
        return _drawn(claim, subject, profile, seed)
    cases = 0
    forks = Forks(ACTIONS)
    for question in claim.questions():
        attempt = partial(_attempt, claim, subject, forks, question)
        try:
            for found in forks.runs(attempt):
                cases += 1
                if found is not None:
                    return cases, _fewest_questions(forks, attempt, found)
        except (NotReproducible, QuestionBudgetExhausted) as error:
            return cases, FailingQuestion(
                Failure(FailureKind.NOT_DETERMINISTIC, str(error)), question, subject, experiment="again"
            )
    return cases, None


def _attempt(claim: Claim, subject: Subject, forks: Forks, question: Question) -> FailingQuestion | None:
    world = claim.new_world(forks.choose)
    finding = claim.attempt(subject, world, question)
    forks.end_if_pruned()
    return None if finding is None else FailingQuestion.of(finding, question, claim.subject(subject), world)


def _fewest_questions(forks: Forks, attempt: Any, found: FailingQuestion) -> FailingQuestion:
    fewer_than = 0 if found.finding.outcome is FailureKind.HANGS else len(found.answers)
    while fewer_than:
        smaller = next((each for each in forks.runs(attempt, fewer_than=fewer_than) if each is not None), None)
        if smaller is None or len(smaller.answers) >= fewer_than:  # a world of its own answers is not pruned
            break
        found, fewer_than = smaller, len(smaller.answers)
    return found


def _drawn(claim: Claim, subject: Subject, profile: str, seed: int) -> tuple[int, FailingQuestion | None]:
    assert claim.drawn is not None
    number = DRAWN_WORLDS[drawn(profile)]
    for case, world_seed in enumerate(range(seed * number, (seed + 1) * number), start=1):
        question = claim.drawn(_drawn_world(claim, world_seed), world_seed)
        if claim.attempt(subject, _drawn_world(claim, world_seed), question) is not None:
            return case, _shortened(claim, subject, question, world_seed)
    return number, None


def _drawn_world(claim: Claim, world_seed: int) -> Unknowns:
    return claim.new_world(hashed(world_seed), actions=DRAWN_ACTIONS)


def _shortened(claim: Claim, subject: Subject, question: Question, world_seed: int) -> FailingQuestion:
    for steps in range(subject.shape.steps(question.put) + 1):
        shorter = evolve(question, put=subject.shape.cut(question.put, steps))
        world = _drawn_world(claim, world_seed)
        finding = claim.attempt(subject, world, shorter)
        if finding is not None:
            return FailingQuestion.of(finding, shorter, claim.subject(subject), world)
    differed = Failure(FailureKind.NOT_DETERMINISTIC, "it differed once, and not when asked again")
    return FailingQuestion(differed, question, subject, experiment="again")
