"""What is claimed of answers about agents and environments that do not exist yet, and how one question decides it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from attrs import evolve, frozen

from formal_rl.conformance.engine.answers import Failure, first_difference, rounded
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.profiles import Depth
from formal_rl.conformance.engine.subjects import Question, Shape, Subject
from formal_rl.conformance.engine.unknowns import DRAWN_ACTIONS, HIGH_ACTIONS, Unknowns, hashed, plain
from formal_rl.histories import Action

Stage = Literal["shape", "smoke", "pure", "reference", "lemmas"]
STAGES: tuple[Stage, ...] = ("shape", "smoke", "pure", "reference", "lemmas")

LONG = 32
"""Of so many steps at most all beginnings of a question are tried."""

DRAWN_WORLDS: Mapping[str, int] = MappingProxyType({"quick": 40, "full": 200})


@frozen
class Claim:
    """One claim about an implementation, decided question by question against what ``expected`` says.

    ``questions`` come smallest first. A ``drawn`` claim has ``number`` worlds of three actions, made from seeds, and
    draws one question in each; half of them have the actions ``high``. Only answers from ``start`` on count.
    ``required`` is false where the definition says nothing; with ``kinds_only`` the answers only have to be of the
    right kind.
    """

    id: str
    stage: Stage
    sentence: str
    source: str
    expected: Callable[[Unknowns, Question], list[Any]]
    domain: str
    questions: Callable[[], Iterable[Question]] = tuple
    drawn: Callable[[Unknowns, int], Question] | None = None
    subject: Callable[[Subject], Subject] = lambda subject: subject
    new_world: Callable[..., Unknowns] = Unknowns
    project: Callable[[Any], Any] = lambda answer: answer
    start: int = 0
    required: bool = True
    kinds_only: bool = False
    hint: str = ""
    tolerance: Any = 0.0
    number: Mapping[str, int] = DRAWN_WORLDS
    high: tuple[Action, ...] = HIGH_ACTIONS

    law: ClassVar[None] = None

    def enumerated(self, depth: Depth) -> Iterable[Question]:
        """Return the questions that are gone through in every world."""
        return self.questions()

    def drawn_in(self, depth: Depth, seed: int) -> Iterator[tuple[Question, Callable[[], Unknowns]]]:
        """Yield a question for each world that is drawn, and what makes that world."""
        if self.drawn is not None:
            number = self.number[depth]
            for world_seed in range(seed * number, (seed + 1) * number):
                yield self.drawn(self.drawn_world(world_seed), world_seed), partial(self.drawn_world, world_seed)

    def drawn_world(self, world_seed: int) -> Unknowns:
        """Return the world of a seed."""
        actions = self.high if world_seed % 4 in {1, 2} else DRAWN_ACTIONS
        return self.new_world(hashed(world_seed), actions=actions)

    def smaller_than(self, subject: Subject, question: Question) -> Iterator[Question]:
        """Yield beginnings of a question that was drawn, the shortest first; others come smallest first anyway.

        Of a long one the half comes first, then three quarters, and so on: it would take long to try all.
        """
        shape = subject.shape
        if self.drawn is not None and isinstance(shape, Shape):
            steps = shape.steps(question.put)
            halves = (steps - (steps >> shift) for shift in range(1, steps.bit_length()))
            for fewer in range(steps) if steps <= LONG else halves:
                yield evolve(question, put=shape.cut(question.put, fewer))

    def evidence(self, cases: int, seed: int) -> str:
        """Say on how many cases it was not refuted."""
        drawn = f"{cases} drawn agents from seed {seed}, " if self.drawn is not None else ""
        return cases_text(drawn + self.domain, cases)

    @property
    def is_law(self) -> bool:
        """Whether it holds of answers to several questions, whatever they are."""
        return self.stage != "reference"

    @property
    def only_drawn(self) -> bool:
        """Whether there is nothing that is gone through."""
        return self.drawn is not None

    def answered_by_definition(self, question: Question) -> tuple[Any, ...]:
        """Return nothing: what is expected depends on a world."""
        return ()

    def refused(self, question: Question) -> str | None:
        """Return why the definition refuses a question: it refuses none."""
        return None

    def of(self, subject: Subject) -> Subject:
        """Return what is asked: the implementation, or what is made of it."""
        return self.subject(subject)

    def attempt(self, subject: Subject, world: Unknowns, question: Question) -> Failure | None:
        """Put one question and compare; return what is wrong, if anything."""
        chosen = self.subject(subject)
        chosen.announce(question, world)
        world.asker = "definition"
        expected = tuple(self.expected(world, question))
        world.asker = "yours"
        got, finding = chosen.collected(world, question)
        if finding is not None:
            return evolve(finding, expected=expected[: len(got) + 1]) if len(got) >= self.start else None
        if self.kinds_only:
            return None
        got = tuple(map(self.project, got))
        place = first_difference(expected, got, self.start, self.tolerance)
        if place is None:
            return None
        message = (
            f"expected {plain(expected[place])!r}, got {plain(got[place])!r}{rounded(expected[place], got[place])}"
        )
        return Failure(FailureKind.VALUE_DIFFERS, message, expected[: place + 1], got[: place + 1])


def cases_text(domain: str, cases: int) -> str:
    """Return the evidence of a claim that was not refuted."""
    return f"{domain}: {cases:,} case{'' if cases == 1 else 's'}"
