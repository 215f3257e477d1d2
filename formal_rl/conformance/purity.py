"""Whether an implementation is a function: asked again, after others, beside others, it answers alike."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.conformance import adapters
from formal_rl.conformance.answers import Failure
from formal_rl.conformance.claims import Question, Subject, guarded
from formal_rl.conformance.counterexample_text import question_row
from formal_rl.conformance.failure_kinds import FailureKind
from formal_rl.conformance.search import Experiment, FailingQuestion
from formal_rl.conformance.shapes import HAND_PICKED, SOME_DRAWS
from formal_rl.conformance.unknowns import Choose, Unknowns, constant, hashed, plain
from formal_rl.histories import Percept

REPETITIONS = 4

_CHOICES = (constant(0), constant(1), hashed(1), hashed(2))

NEW = ((0, 1, 1, 0, 1), (1, 0, 0, 1, 0, 0), (1, 1, 0, 1, 0, 1, 1))
"""Actions that nothing was asked about before."""

NewUnknowns = Callable[[Choose], Unknowns]
Answers = tuple[Any, ...]


@frozen
class PureClaim:
    """A claim about what surrounds the answers; ``look`` counts cases and returns what is wrong, if anything."""

    id: str
    sentence: str
    look: Callable[[], tuple[int, FailingQuestion | None]]
    domain: str


@frozen
class Purity:
    """The experiments on one subject, with questions put to it in worlds that are made anew each time."""

    subject: Subject
    questions: Sequence[Question]
    new_world: NewUnknowns

    def claims(self) -> Iterator[PureClaim]:
        """Yield the claims that make sense for the shape."""
        number = len(self.questions)
        yield PureClaim("again", "asked again, it answers alike", self._again, f"{number} questions, 4 agents")
        yield PureClaim(
            "after",
            "asked after others, it answers alike",
            self._after,
            f"each of {number} questions after each, 4 agents",
        )
        if self.has_instances:
            yield PureClaim(
                "in_turns",
                "instances are independent",
                self._in_turns,
                f"each of {number} questions beside each, 4 agents",
            )
        if tuple(self.subject.shape.unknowns) == ("copy",):
            yield PureClaim("agents", "keeps agents apart", self._classes, f"{len(NEW)} questions, two agents in turn")
        elif not self.has_instances and "agent" in self.subject.shape.unknowns:
            yield PureClaim("agents", "keeps agents apart", self._agents, "two agents, each first in turn")
        yield PureClaim("mutates", "leaves what it is given as it was", self._mutates, f"{number} questions")

    @property
    def has_instances(self) -> bool:
        """Whether each question is put to an instance of its own."""
        driver = self.subject.shape.adapter
        return issubclass(driver, adapters.StartStep | adapters.ClassWrapping | adapters.ClassFromClass)

    def _run(self, experiment: Any, choose: Choose, question: Question, *before: Question) -> tuple[Any, Unknowns]:
        """Return answers, and the outcome that ended them if one did, with the world that was asked."""
        world = self.new_world(choose)
        world.asker = "yours"
        subject, shape = self.subject, self.subject.shape
        subject.watch.at(lambda: f"{shape.asked} {question}", (subject, question, world))

        def answers() -> Any:
            made = subject.implementation_with(question.draws)
            return experiment(
                shape.adapter, made, subject.unknowns(world), *(each.put for each in before), question.put
            )

        got, finding = guarded(world, shape, answers)
        return (got, None if finding is None else finding.message), world

    def _again(self) -> tuple[int, FailingQuestion | None]:
        cases = 0
        for choose in _CHOICES:
            for question in self.questions:
                kept = _kept(self.subject.implementation)
                first, world = self._run(adapters.asked_alone, choose, question)
                for _ in range(REPETITIONS):
                    cases += 1
                    again, _ = self._run(adapters.asked_alone, choose, question)
                    if again != first:
                        shares = self.has_instances and kept != _kept(self.subject.implementation)
                        outcome = FailureKind.SHARES_STATE if shares else FailureKind.NOT_DETERMINISTIC
                        return cases, self._found(outcome, "again", question, world, first, again)
        return cases, None

    def _after(self) -> tuple[int, FailingQuestion | None]:
        outcome = FailureKind.SHARES_STATE if self.has_instances else FailureKind.NOT_DETERMINISTIC
        return self._in_pairs(adapters.asked_after, outcome, "after")

    def _in_turns(self) -> tuple[int, FailingQuestion | None]:
        return self._in_pairs(adapters.asked_in_turns, FailureKind.SHARES_STATE, "in_turns")

    def _in_pairs(self, experiment: Any, outcome: FailureKind, name: Experiment) -> tuple[int, FailingQuestion | None]:
        cases = 0
        for choose in _CHOICES:
            alone = {question: self._run(adapters.asked_alone, choose, question)[0] for question in self.questions}
            sound = [question for question in self.questions if alone[question][1] is None]
            for question in sound:
                for before in sound:
                    if before.draws != question.draws:
                        continue
                    cases += 1
                    got, world = self._run(experiment, choose, question, before)
                    if got != alone[question]:
                        return cases, self._found(outcome, name, question, world, alone[question], got, before)
        return cases, None

    def _agents(self) -> tuple[int, FailingQuestion | None]:
        """Put questions never put before to two agents, one or the other first; a memory without agents shows."""
        cases = 0
        for put in HAND_PICKED[self.subject.shape.asked][1:]:
            cases += 1
            draws = SOME_DRAWS if self.subject.shape.draws != "none" else None
            one, other = (Question(renamed(put, 100 + 2 * cases + place), draws) for place in (0, 1))
            first, _ = self._run(adapters.asked_alone, constant(0), one)
            second, world = self._run(adapters.asked_alone, constant(1), one)
            alone, _ = self._run(adapters.asked_alone, constant(1), other)
            if second != alone and first == second:
                return cases, self._found(FailureKind.SHARES_STATE, "agents", one, world, alone, second)
        return cases, None

    def _classes(self) -> tuple[int, FailingQuestion | None]:
        """Put questions never put before to copies of two agents; what is asked first depends on no answer."""
        draws = SOME_DRAWS if self.subject.shape.draws != "none" else None
        for cases, put in enumerate(NEW, start=1):
            question = Question(put, draws)
            (_, before), (got, world) = (
                self._run(adapters.asked_alone, constant(action), question) for action in (0, 1)
            )
            first, second = (next(iter(each.answers), None) for each in (before, world))
            if first != second:
                message = f"{_asked_first(self.subject, first)}; with another agent after that, "
                message += _asked_first(self.subject, second)
                finding = Failure(FailureKind.SHARES_STATE, message, got[0], got[0])
                return cases, FailingQuestion.of(finding, question, self.subject, before, experiment="agents")
        return len(NEW), None

    def _mutates(self) -> tuple[int, FailingQuestion | None]:
        cases = 0
        for question in self.questions:
            cases += 1
            world = self.new_world(constant(0))
            given = self.subject.unknowns(world)
            before = [adapters.attribute_snapshot(thing) for thing in given]
            made, driver = self.subject.implementation_with(question.draws), self.subject.shape.adapter
            guarded(world, self.subject.shape, partial(adapters.asked_alone, driver, made, given, question.put))
            for thing, had in zip(given, before, strict=True):
                has = adapters.attribute_snapshot(thing)
                changed = [name for name in {**had, **has} if had.get(name, has) is not has.get(name, had)]
                if changed:
                    what = (
                        "class" if isinstance(thing, type) else "function" if hasattr(thing, "__code__") else "object"
                    )
                    message = f"the {what} that it is given has another {', '.join(sorted(changed))} than before"
                    finding = Failure(FailureKind.MUTATES, message)
                    return cases, FailingQuestion.of(finding, question, self.subject, world, experiment="mutates")
        return cases, None

    def _found(  # noqa: PLR0917
        self,
        outcome: FailureKind,
        experiment: Experiment,
        question: Question,
        world: Unknowns,
        expected: tuple[Answers, str | None],
        got: tuple[Answers, str | None],
        before: Question | None = None,
    ) -> FailingQuestion:
        texts = [ending or repr(plain(answers)) for answers, ending in (expected, got)]
        how = {
            "again": "asked again, in the same way",
            "after": "after another question",
            "in_turns": "beside another instance, step by step in turns",
            "agents": "after another agent was in the same place",
        }[experiment]
        finding = Failure(outcome, f"alone it answers {texts[0]}; {how}, {texts[1]}", expected[0], got[0])
        return FailingQuestion.of(finding, question, self.subject, world, experiment=experiment, before=before)


def renamed(put: Any, observation: int) -> Any:
    """Return a question with this observation everywhere."""
    return tuple(Percept(part.reward, observation) if isinstance(part, Percept) else part for part in put)


def _asked_first(subject: Subject, question: Any) -> str:
    if question is None:
        return "it asks no copy"
    return f"it first asks a copy {question_row(subject.shape, question, 0)[0]}"


def _kept(thing: Any) -> list[Any]:
    """Return what a class holds beside its instances: attributes, and the defaults of its functions."""
    classes = thing.__mro__[:-1] if isinstance(thing, type) else ()
    return [
        (name, _text(getattr(value, "__defaults__", None)) if callable(value) else _text(value))
        for each in classes
        for name, value in vars(each).items()
    ]


def _text(value: Any) -> str:
    try:
        return repr(value)
    except Exception:
        return ""
