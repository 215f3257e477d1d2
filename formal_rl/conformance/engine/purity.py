"""Whether an implementation is a function: asked again, after others, beside others, it answers alike."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import evolve, frozen

from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.adapters.kept_answers import keeping, what_counts
from formal_rl.conformance.adapters.shapes import HAND_PICKED
from formal_rl.conformance.engine.answers import Failure, bounded_text
from formal_rl.conformance.engine.case_answers import agree
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.found import Experiment, Found
from formal_rl.conformance.engine.subjects import Question, Shape, Subject
from formal_rl.conformance.engine.unknowns import Choose, Unknowns, constant, hashed, plain
from formal_rl.conformance.reports.counterexample_text import question_row
from formal_rl.histories import Percept

REPETITIONS = 4

CHOICES = (constant(0), constant(1), hashed(1), hashed(2))
"""How the agents answer that are tried."""

NEW = ((0, 1, 1, 0, 1), (1, 0, 0, 1, 0, 0), (1, 1, 0, 1, 0, 1, 1))
"""Actions that nothing was asked about before."""

NewUnknowns = Callable[[Choose], Unknowns]

Answered = tuple[tuple[Any, ...], str | None]
"""Answers, and what ended them if something did."""


@frozen
class PureClaim:
    """A claim about what surrounds the answers; ``look`` counts cases and returns what is wrong, if anything."""

    id: str
    sentence: str
    look: Callable[[], tuple[int, Found | None]]
    domain: str


@frozen
class Purity:
    """The experiments on one subject, with questions put to it in worlds that are made anew each time.

    ``answered`` has questions with what was answered to them when little had been asked. Where ``befores`` are given,
    questions are put after those, and else after each other. ``worlds`` say how agents answer.
    """

    subject: Subject
    questions: Sequence[Question]
    new_world: NewUnknowns
    answered: Sequence[tuple[Question, Any]] = ()
    befores: Sequence[Question] = ()
    worlds: Sequence[Choose] = CHOICES

    def claims(self) -> Iterator[PureClaim]:
        """Yield the claims that make sense for the shape."""
        shape, number = self.subject.shape, len(self.questions)
        questions, agents = (f"{number} questions", ", 4 agents") if shape.unknowns else (f"{number} cases", "")
        pairs = f"each of {questions} after each{agents}" if agents else questions
        yield PureClaim("again", "gives the same answer when asked again", self._again, f"{questions}{agents}")
        yield PureClaim("after", "gives the same answer after other questions", self._after, pairs)
        if shape.has_instances:
            beside = f"each of {questions} beside each{agents}"
            yield PureClaim("in_turns", "instances are independent", self._in_turns, beside)
        if shape.has_instances or tuple(shape.unknowns) == ("copy",):
            two = f"{len(NEW)} questions, two agents in turn"
            yield PureClaim("agents", "no leakage between agents", lambda: self._of_one()._classes(), two)
        elif "agent" in shape.unknowns:
            two = "two agents, each first in turn"
            yield PureClaim("agents", "no leakage between agents", self._agents, two)
        yield PureClaim("mutates", "does not change its input", self._mutates, questions)
        if self._can_be_watched:
            yield PureClaim("keeps", "does not change what it returned", self._keeps, questions)

    @property
    def _can_be_watched(self) -> bool:
        """Whether the answers can be kept: of a function or a class about plain data, which may return arrays."""
        implementation = self.subject.implementation
        is_python = isinstance(implementation, type | partial) or hasattr(implementation, "__code__")
        return is_python and not self.subject.shape.unknowns

    @property
    def _choices(self) -> tuple[Choose, ...]:
        return tuple(self.worlds) if self.subject.shape.unknowns else CHOICES[:1]

    def _run(
        self, choose: Choose, question: Question, how: Callable[..., Any] | None = None, *other: Question
    ) -> tuple[Answered, Unknowns]:
        """Return the answers, and what ended them if something did, with the world that was asked."""
        world = self.new_world(choose)
        world.asker = "yours"
        subject = self.subject
        subject.announce(question, world)
        put = subject.shape.answers if how is None else how
        got, finding = subject.guarded(
            world, lambda: put(subject.implementation, subject.handed(world, question), question, *other)
        )
        return (
            plain_data(got) if not subject.shape.unknowns else got,
            None if finding is None else finding.message,
        ), world

    def _again(self) -> tuple[int, Found | None]:
        cases = 0
        for choose in self._choices:
            for question in self.questions:
                kept = _kept(self.subject.implementation)
                first, world = self._run(choose, question)
                for _ in range(REPETITIONS):
                    cases += 1
                    again, beside = self._run(choose, question)
                    _remember(world, beside)
                    if not _same(again, first):
                        shares = self.subject.shape.has_instances and kept != _kept(self.subject.implementation)
                        outcome = FailureKind.SHARES_STATE if shares else FailureKind.NOT_DETERMINISTIC
                        return cases, self._found(outcome, "again", question, world, first, again)
        return cases, None

    def _after(self) -> tuple[int, Found | None]:
        """Ask first what was answered when little had been asked: what is shared may be full by now."""
        shape = self.subject.shape
        outcome = FailureKind.SHARES_STATE if shape.has_instances else FailureKind.NOT_DETERMINISTIC
        for question, answer in self.answered:
            first = ((plain_data(answer),), None)
            got, world = self._run(self._choices[0], question)
            if not _same(first, got):
                before = self.answered[-1][0]
                found = self._found(outcome, "after", question, world, first, got, before, how="after other cases")
                return len(self.questions), found
        return self._in_pairs(shape.answers_after, outcome, "after")

    def _in_turns(self) -> tuple[int, Found | None]:
        return self._in_pairs(self.subject.shape.answers_in_turns, FailureKind.SHARES_STATE, "in_turns")

    def _in_pairs(self, how: Callable[..., Any], outcome: FailureKind, name: Experiment) -> tuple[int, Found | None]:
        cases = 0
        for choose in self._choices:
            asked = [(question, *self._run(choose, question)) for question in self.questions]
            if self.subject.shape.unknowns:  # what has no answer there was asked about before
                asked = [each for each in asked if each[1][1] is None]
            for question, alone, at_first in asked:
                for before in self.befores or [each for each, *_ in asked]:
                    if before.draws != question.draws:
                        continue
                    cases += 1
                    got, world = self._run(choose, question, how, before)
                    if not _same(got, alone):
                        _remember(world, at_first)
                        return cases, self._found(outcome, name, question, world, alone, got, before)
        return cases, None

    def _of_one(self) -> "Purity":
        """Return those on something made once, which one agent after another asks; a wrapper is given `Mirror`."""
        shape = self.subject.shape
        made = shape.made_once(self.subject.implementation)
        copies = evolve(shape, unknowns=shape.unknowns[:1]) if shape.uses_copies else shape
        return evolve(self, subject=evolve(self.subject, implementation=made, shape=copies))

    def _agents(self) -> tuple[int, Found | None]:
        """Put questions to two agents, one or the other first; a memory without agents shows.

        They are questions never put before, and then those to something that is made once.
        """
        cases = 0
        for put in HAND_PICKED[self.subject.shape.asked][1:]:
            cases += 1
            one, other = (self._drawing(renamed(put, 100 + 2 * cases + place)) for place in (0, 1))
            first, _ = self._run(constant(0), one)
            second, world = self._run(constant(1), one)
            alone, _ = self._run(constant(1), other)
            if second != alone and first == second:
                return cases, self._found(FailureKind.SHARES_STATE, "agents", one, world, alone, second)
        of_one = self.subject.shape.is_made_once
        for question in (each for each in self.questions if of_one and each.put):  # at first no agent acts
            cases += 1
            made = self._of_one()
            _, before = made._run(_doing(0), question)
            before.closed = False  # what asks the first agent again, or its environments, gives an answer
            second, world = made._run(_doing(1), question)
            alone, _ = self._run(_doing(1), question)
            if second != alone:
                _remember(world, before)
                return cases, self._found(FailureKind.SHARES_STATE, "agents_of_one", question, world, alone, second)
        return cases, None

    def _classes(self) -> tuple[int, Found | None]:
        """Put questions never put before to copies of two agents; what is asked first depends on no answer."""
        for cases, put in enumerate(NEW, start=1):
            question = self._drawing(put)
            (_, before), (got, world) = (self._run(constant(action), question) for action in (0, 1))
            first, second = (next(iter(each.answers), None) for each in (before, world))
            if first != second:
                message = f"{_asked_first(self.subject, first)}; with another agent after that, "
                message += _asked_first(self.subject, second)
                finding = Failure(FailureKind.SHARES_STATE, message, got[0], got[0])
                return cases, Found.of(finding, question, self.subject, before, experiment="agents")
        return len(NEW), None

    def _drawing(self, put: Any) -> Question:
        shape = self.subject.shape
        return Question(put, shape.some_draws if isinstance(shape, Shape) else None)

    def _mutates(self) -> tuple[int, Found | None]:
        subject, shape = self.subject, self.subject.shape
        for cases, question in enumerate(self.questions, start=1):
            world = self.new_world(constant(0))
            subject.announce(question, world)
            handed = subject.handed(world, question)
            before = shape.snapshot(handed)
            _, finding = subject.guarded(world, lambda: shape.answers(subject.implementation, handed, question))  # noqa: B023
            changed = shape.changed(before, handed)
            if changed is not None and (finding is None or shape.unknowns):
                failure = Failure(FailureKind.MUTATES, changed)
                return cases, Found.of(failure, question, subject, world, experiment="mutates")
        return len(self.questions), None

    def _keeps(self) -> tuple[int, Found | None]:
        """Keep all that is returned, and look at it again after each question; ``before`` is the one it answered."""
        returned: list[tuple[Any, Any]] = []
        asked_at: list[Question] = []
        watched = evolve(self.subject, implementation=keeping(self.subject.implementation, returned))
        for cases, question in enumerate((*self.befores, *self.questions), start=1):
            world = self.new_world(constant(0))
            watched.announce(question, world)
            watched.collected(world, question)
            asked_at += [question] * (len(returned) - len(asked_at))
            for before, (answer, was) in zip(asked_at, returned, strict=True):
                now = what_counts(answer)
                if repr(now) != repr(was):
                    message = f"it returned {bounded_text(was)}, and later the same object is {bounded_text(now)}"
                    failure = Failure(FailureKind.CHANGES_ANSWERS, message)
                    found = Found.of(failure, question, self.subject, world, experiment="keeps", before=before)
                    return cases, found
        return len(self.questions), None

    def _found(  # noqa: PLR0917
        self,
        outcome: FailureKind,
        experiment: Experiment,
        question: Question,
        world: Unknowns,
        expected: Answered,
        got: Answered,
        before: Question | None = None,
        how: str = "",
    ) -> Found:
        texts = [ending or _told(answers, self.subject.shape) for answers, ending in (expected, got)]
        how = how or (_HOW if self.subject.shape.unknowns else _HOW_OF_CASES)[experiment]
        finding = Failure(outcome, f"alone it answers {texts[0]}; {how}, {texts[1]}", expected[0], got[0])
        return Found.of(finding, question, self.subject, world, experiment=experiment, before=before)


def _doing(action: int) -> Choose:
    """Return the answers of an agent that always does this, in environments without any pattern."""

    def choose(question: Any, options: Sequence[Any]) -> Any:
        return CHOICES[action if question[0] == "agent" else 2](question, options)

    return choose


_HOW = {
    "again": "asked again, in the same way",
    "after": "after another question",
    "in_turns": "beside another instance, step by step in turns",
    "agents": "after another agent was in the same place",
    "agents_of_one": "after another agent asked the same environment",
}
_HOW_OF_CASES = {"again": "asked again", "after": "after another case"}


def _told(answers: tuple[Any, ...], shape: Any) -> str:
    return repr(plain(answers)) if shape.unknowns else bounded_text(*answers)


def _remember(world: Unknowns, other: Unknowns) -> None:
    """Add to a world what another was asked, whose agents answer alike."""
    world.answers.update({key: answer for key, answer in other.answers.items() if key not in world.answers})
    for key, askers in other.askers.items():
        world.askers.setdefault(key, set()).update(askers)


def _same(first: Answered, other: Answered) -> bool:
    return bool(agree(first, other)) or repr(first) == repr(other)


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
