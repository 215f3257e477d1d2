"""What a suite is whose questions are histories, put in worlds whose agents and environments fork."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from attrs import evolve, frozen

from formal_rl.conformance.adapters.shapes import HAND_PICKED
from formal_rl.conformance.apart.exec_process import Answering
from formal_rl.conformance.apart.exec_unknowns import exec_form, exec_shape
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.profiles import Depth
from formal_rl.conformance.engine.subjects import Question, Shape

PURE_QUESTIONS = 10
"""How many questions of each claim are put again, and in pairs."""

SMOKE = "returns the right types"


@frozen
class Suite:
    """One definition that implementations are checked against; ``meaning`` is the definition in a line."""

    name: str
    source: str
    meaning: str
    published: str | None
    detect: Callable[[Any, Watch], Shape]
    claims: Callable[[Shape, str, str], list[Claim]]
    takes: tuple[str, ...]

    def of_process(self, answering: Answering) -> tuple[Any, Shape]:
        """Return a function of histories, each of which is put to the process, and how that is read."""
        shape = exec_shape(self)
        return exec_form(shape)(answering), shape

    def claims_for(self, shape: Shape, semantics: str, depth: Depth) -> list[Claim]:
        """Return the claims for a shape."""
        return self.claims(shape, semantics, depth)

    def smoke_claim(self, shape: Shape, claims: Sequence[Claim]) -> Claim:
        """Return the claim that answers to three histories are of the right kind."""
        return evolve(
            claims[0],
            id="smoke",
            stage="smoke",
            sentence=SMOKE,
            domain="all agents, three histories",
            questions=lambda: _hand_picked(shape),
            kinds_only=True,
            hint="",
        )

    def pure_questions(self, shape: Shape, claims: Sequence[Claim], depth: Depth) -> tuple[Question, ...]:
        """Return the questions that are put again, and in pairs: few of each claim, all from the same draws."""
        questions = [*_hand_picked(shape)]
        for claim in claims:
            if claim.stage == "reference" and claim.drawn is None:
                same_draws = (each for each in claim.questions() if each.draws in {None, shape.some_draws})
                questions += islice(same_draws, PURE_QUESTIONS)
        return tuple(dict.fromkeys(questions))


def _hand_picked(shape: Shape) -> Iterator[Question]:
    return (Question(put, shape.some_draws) for put in HAND_PICKED[shape.asked])
