"""What is found of an implementation: the finding, the question on which it shows, and all that was asked there."""

from __future__ import annotations

from typing import Any, Literal

from attrs import frozen

from formal_rl.conformance.engine.answers import Failure
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.subjects import Question, Subject
from formal_rl.conformance.engine.unknowns import Asker, Unknowns

KEPT_OF_ENDLESS = 20
"""How many answers are kept of a run that asks without end."""

Experiment = Literal[
    "alone", "again", "after", "in_turns", "agents", "agents_of_one", "stale", "mutates", "keeps", "hangs"
]
"""What was done: one question, or one after or beside another, or one while watching something else."""


@frozen
class Found:
    """A finding, the question, and what the agent and the environments answered; ``askers`` says who asked.

    ``subject`` is what was asked, ``before`` the question before it or beside it, in experiments that have one.
    ``law`` and ``tolerance`` are the claim's. ``comes_back`` is false of a case during which its process ended, or was
    ended.
    """

    finding: Failure
    question: Question
    subject: Subject
    answers: tuple[tuple[Any, Any], ...] = ()
    askers: tuple[frozenset[Asker], ...] = ()
    experiment: Experiment = "alone"
    before: Question | None = None
    law: Any = None
    tolerance: Any = 0.0
    comes_back: bool = True

    @classmethod
    def of(
        cls,
        finding: Failure,
        question: Question,
        subject: Subject,
        world: Unknowns,
        *,
        claim: Any = None,
        experiment: Experiment = "alone",
        before: Question | None = None,
    ) -> Found:
        """Keep what a world was asked."""
        keys = tuple(world.answers)[: KEPT_OF_ENDLESS if world.endless else None]
        answers = tuple((key, world.answers[key]) for key in keys)
        askers = tuple(frozenset(world.askers[key]) for key in keys)
        if finding.outcome is FailureKind.SHARES_STATE and experiment == "alone":
            experiment = "stale"
        law, tolerance = (None, 0.0) if claim is None else (claim.law, claim.tolerance)
        return cls(finding, question, subject, answers, askers, experiment, before, law, tolerance)
