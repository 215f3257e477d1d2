"""What is claimed of an implementation, and how one question decides it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from attrs import evolve, field, frozen

from formal_rl.conformance import adapters
from formal_rl.conformance.answers import Failure, Kind, first_difference, wrong_kind
from formal_rl.conformance.capture import Watch, blamed_line
from formal_rl.conformance.exec_faults import outcome_of
from formal_rl.conformance.exec_process import ProcessFault
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.unknowns import ImproperQuestion, StaleQuestion, Unknowns, plain
from formal_rl.errors import describe_exception
from formal_rl.histories import Percept

Stage = Literal["shape", "smoke", "pure", "reference", "lemmas"]
STAGES: tuple[Stage, ...] = ("shape", "smoke", "pure", "reference", "lemmas")


@frozen
class Shape:
    """How an implementation is read: its adapter, the unknowns it is handed, and the kinds of its answers.

    ``asked`` says what a question is. ``steps`` counts those of a question; ``cut`` is its beginning of so many.
    With ``draws``, the implementation is made anew from the draws of each question.
    """

    adapter: Any
    unknowns: tuple[str, ...]
    asked: Literal["play", "prompt", "actions"]
    first: Kind
    then: Kind
    draws: Literal["none", "call", "keyword"] = "none"

    @property
    def words(self) -> str:
        """The shape in words."""
        words = (self.adapter.__doc__ or "").removesuffix(".")
        words = words[0].lower() + words[1:]
        return {"none": words, "call": f"made from draws: {words}", "keyword": f"{words}, with keyword draws"}[
            self.draws
        ]

    @property
    def is_flat(self) -> bool:
        """Whether histories are written r, o, a, r, o, a, ..."""
        return self.adapter.__name__.startswith("Flat") or self.adapter is adapters.React

    @property
    def uses_copies(self) -> bool:
        """Whether the agent comes as something that is trained."""
        return "copy" in self.unknowns

    def kind(self, place: int) -> Kind:
        """Return the kind of the answer at this place."""
        return self.first if place == 0 else self.then

    def steps(self, put: tuple[Any, ...]) -> int:
        """Return how many actions a question has."""
        return len(put) if self.asked == "actions" else len(put) // 2

    def cut(self, put: tuple[Any, ...], steps: int) -> tuple[Any, ...]:
        """Return the beginning of a question with so many actions."""
        return put[: {"actions": steps, "play": 2 * steps, "prompt": 2 * steps + 1}[self.asked]]


@frozen
class Question:
    """What is put to an implementation, and the draws it is made from."""

    put: tuple[Any, ...]
    draws: tuple[float, ...] | None = None

    def __str__(self) -> str:
        """Write it with plain pairs."""
        draws = "" if self.draws is None else f", with draws {self.draws!r}"
        return f"{plain(self.put)!r}{draws}"


@frozen
class Subject:
    """An implementation together with the shape it is read in."""

    implementation: Any
    shape: Shape
    watch: Watch = field(factory=Watch, eq=False, repr=False)

    def implementation_with(self, draws: tuple[float, ...] | None) -> Any:
        """Return the implementation, made from draws if it is to be."""
        if self.shape.draws == "none":
            return self.implementation
        if self.shape.draws == "call":
            return self.implementation(draws)
        return lambda *given: self.implementation(*given, draws=draws)

    def unknowns(self, world: Unknowns) -> tuple[Any, ...]:
        """Return what the implementation is handed."""
        given: tuple[Any, ...] = self.shape.adapter.unknowns(*(getattr(world, name) for name in self.shape.unknowns))
        return given

    def answers(self, world: Unknowns, question: Question) -> Iterator[Any]:
        """Yield the answers to one question."""
        driver = self.shape.adapter
        made = driver.session(self.implementation_with(question.draws), *self.unknowns(world))
        answers: Iterator[Any] = driver.answers(made, question.put)
        return answers


@frozen
class Claim:
    """One claim about an implementation, decided question by question against what ``expected`` says.

    ``questions`` come smallest first. A ``drawn`` claim has worlds of three actions, made from
    seeds, and draws one question in each.
    Only answers from ``start`` on count. ``required`` is false where the definition says nothing; with ``kinds_only``
    the answers only have to be of the right kind.
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

    def attempt(self, subject: Subject, world: Unknowns, question: Question) -> Failure | None:
        """Put one question and compare; return what is wrong, if anything."""
        chosen = self.subject(subject)
        subject.watch.at(lambda: f"{chosen.shape.asked} {question}", (chosen, question, world))
        world.asker = "definition"
        expected = tuple(self.expected(world, question))
        world.asker = "yours"
        got, finding = collected(chosen, world, question)
        if finding is not None:
            return evolve(finding, expected=expected[: len(got) + 1]) if len(got) >= self.start else None
        if self.kinds_only:
            return None
        got = tuple(map(self.project, got))
        place = first_difference(expected, got, self.start)
        if place is None:
            return None
        message = f"expected {plain(expected[place])!r}, got {plain(got[place])!r}"
        return Failure(FailureKind.VALUE_DIFFERS, message, expected[: place + 1], got[: place + 1])


def collected(subject: Subject, world: Unknowns, question: Question) -> tuple[tuple[Any, ...], Failure | None]:
    """Return the answers to a question up to the first that is none, and what is wrong with that one."""
    return guarded(world, subject.shape, lambda: subject.answers(world, question))


def guarded(
    world: Unknowns, shape: Shape, answers: Callable[[], Iterable[Any]]
) -> tuple[tuple[Any, ...], Failure | None]:
    """Return the answers up to the first that is none of the right kind, and what is wrong with that one."""
    got: list[Any] = []
    outcome: tuple[FailureKind, str] | None = None
    world.improper = None
    try:
        for answer in answers():
            outcome = wrong_kind(shape.kind(len(got)), answer)
            if outcome is not None:
                break
            got.append(Percept(*answer) if shape.kind(len(got)) == "percept" else answer)
    except ImproperQuestion:
        pass
    except StaleQuestion:
        outcome = (
            FailureKind.SHARES_STATE,
            "it asks an agent, or a copy of one, that it was handed for an earlier instance",
        )
    except ProcessFault as fault:
        outcome = outcome_of(fault)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        at = blamed_line(error)
        outcome = FailureKind.RAISES, describe_exception(error) + (f"\n    {at}" if at else "")
    world.closed = True
    if world.endless:
        outcome = FailureKind.HANGS, f"it asks without end: {len(world.answers):,} different questions so far"
    if world.improper is not None:
        outcome = FailureKind.IMPROPER_QUESTION, world.improper
    return tuple(got), None if outcome is None else Failure(*outcome, got=tuple(got))
