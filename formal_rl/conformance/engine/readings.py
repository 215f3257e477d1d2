"""What the rest of a claim is compared with where one divergence is expected: the published reading, or a user's."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from formal_rl.conformance.engine.asked import asked_again
from formal_rl.conformance.engine.case_suites import CaseClaim
from formal_rl.conformance.engine.profiles import Depth
from formal_rl.conformance.engine.search import AnyClaim
from formal_rl.conformance.engine.subjects import Question, Subject
from formal_rl.conformance.engine.unknowns import DRAWN_ACTIONS, Unknowns
from formal_rl.conformance.reports.witness import Witness
from formal_rl.loading import load_object

PUBLISHED = "published"


def claim_as_read(
    claim: AnyClaim, entry: Mapping[str, Any], suite: Any, subject: Subject, depth: Depth
) -> AnyClaim | None:
    """Return a claim by the reading that an entry of an expected divergence states.

    Where it states none, that is the published one if the entry's counterexample agrees with it, and else none.

    Raises `NotLoadable` for an object that there is not, and `WrongShape` for one that the suite cannot ask.
    """
    reading = entry["reading"]
    if reading not in {None, PUBLISHED}:
        other = load_object(reading)
        return _compared_with(claim, Subject(other, suite.detect(other, subject.watch), subject.watch))
    claims = suite.claims_for(subject.shape, PUBLISHED, depth)
    published = next((each for each in claims if each.id == claim.id), None)
    if published is None:
        return None
    published = evolve(published, tolerance=claim.tolerance)
    return published if reading == PUBLISHED or _agrees(published, entry, suite, subject) else None


def _agrees(claim: AnyClaim, entry: Mapping[str, Any], suite: Any, subject: Subject) -> bool:
    asked = asked_again(Witness.from_json(entry["witness"]), suite, subject.shape)
    settings = {"actions": DRAWN_ACTIONS} if claim.drawn is not None else {}
    return claim.attempt(subject, claim.new_world(asked.choose, **settings), asked.question) is None


def _compared_with(claim: AnyClaim, other: Subject) -> AnyClaim:
    """Return a claim that compares with what another implementation answers."""

    def answered(world: Unknowns, question: Question) -> list[Any]:
        return [other.shape.read(place, answer) for place, answer in enumerate(other.answers(world, question))]

    if isinstance(claim, CaseClaim):
        return evolve(claim, expected=lambda **given: other.ask(Question(given))) if claim.law is None else claim
    return evolve(claim, expected=answered)
