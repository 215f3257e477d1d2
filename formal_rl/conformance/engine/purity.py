"""Whether an implementation is a function: asked again, after others, beside others, it answers alike."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from functools import partial
from typing import Any

from attrs import evolve, frozen

from formal_rl.conformance.adapters import experiments
from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.adapters.values import agree
from formal_rl.conformance.engine.failures import Failure, FailureKind, bounded_text
from formal_rl.conformance.engine.search import Experiment, Found, Look
from formal_rl.conformance.engine.suite import HAND_PICKED, Case, Subject, cases_text, of_history
from formal_rl.conformance.engine.unknowns import Choose, Unknowns, constant, hashed, plain
from formal_rl.histories import Percept

REPETITIONS = 4

CHOICES = (constant(0), constant(1), hashed(1), hashed(2))
"""The answers of the agents that the check tries."""

NEW = ((0, 1, 1, 0, 1), (1, 0, 0, 1, 0, 0), (1, 1, 0, 1, 0, 1, 1))
"""Actions that no earlier question contains."""

Answered = tuple[tuple[Any, ...], str | None]
"""Answers, and what ended them if something did."""


@frozen
class Purity:
    """The experiments on one subject, which put cases to it in new worlds each time.

    ``answered`` has cases with the answers given after few questions. Where ``befores`` are given,
    cases are put after those, and else after each other. ``worlds`` say how agents answer.
    """

    subject: Subject
    cases: Sequence[Case]
    new_world: Callable[..., Unknowns]
    answered: Sequence[tuple[Case, Any]] = ()
    befores: Sequence[Case] = ()
    worlds: Sequence[Choose] = CHOICES

    def looks(self) -> Iterator[Look]:
        """Yield the experiments that make sense for the shape."""
        adapter, number = self.subject.adapter, len(self.cases)
        cases, agents = (f"{number} cases", "") if adapter.of_data else (f"{number} questions", ", 4 agents")
        pairs = f"each of {cases} {{}} each{agents}" if agents else cases

        def look(name: str, sentence: str, experiment: Callable[[], tuple[int, Found | None]], domain: str) -> Look:
            return Look("pure", name, sentence, experiment, partial(cases_text, domain))

        yield look("again", "gives the same answer when asked again", self._again, f"{cases}{agents}")
        yield look("after", "gives the same answer after other questions", self._after, pairs.format("after"))
        if adapter.instances:
            beside = partial(self._in_pairs, experiments.asked_in_turns, FailureKind.SHARES_STATE, "in_turns")
            yield look("in_turns", "instances are independent", beside, pairs.format("beside"))
        if adapter.instances or adapter.unknowns == ("copy",):
            two = f"{len(NEW)} questions, two agents in turn"
            yield look("agents", "no leakage between agents", lambda: self._of_one()._classes(), two)
        elif "agent" in adapter.unknowns:
            yield look("agents", "no leakage between agents", self._agents, "two agents, each first in turn")
        yield look("mutates", "does not change its input", self._mutates, cases)
        implementation = self.subject.implementation
        is_python = isinstance(implementation, type | partial) or hasattr(implementation, "__code__")
        if adapter.of_data and is_python:  # a function or a class may hand out one array again and again
            yield look("keeps", "does not change what it returned", self._keeps, cases)

    def _run(self, choose: Choose, given: Case, how: Any = None, *other: Case) -> tuple[Answered, Unknowns]:
        """Return the answers, and what ended them if something did, with the world that gave them."""
        world, subject = self.new_world(choose), self.subject
        world.asker = "yours"
        subject.announce(given, world)

        def asked() -> Iterable[Any]:
            adapter = subject.adapter
            ask = adapter.asking(subject.implementation, adapter.opened(world), given)
            put = [adapter.hand(each) for each in (*other, given)]
            answers: Iterable[Any] = ask(*put) if how is None else how(ask, *put)
            return answers

        got, failure = subject.guarded(world, asked)
        got = plain_data(got) if subject.adapter.of_data else got
        return (got, None if failure is None else failure.message), world

    def _again(self) -> tuple[int, Found | None]:
        cases = 0
        for choose in self.worlds[: 1 if self.subject.adapter.of_data else None]:
            for given in self.cases:
                kept = _kept(self.subject.implementation)
                first, world = self._run(choose, given)
                for _ in range(REPETITIONS):
                    cases += 1
                    again, beside = self._run(choose, given)
                    _remember(world, beside)
                    if not _same(again, first):
                        shares = self.subject.adapter.instances and kept != _kept(self.subject.implementation)
                        outcome = FailureKind.SHARES_STATE if shares else FailureKind.NOT_DETERMINISTIC
                        return cases, self._found(outcome, "again", given, world, first, again)
        return cases, None

    def _after(self) -> tuple[int, Found | None]:
        """Repeat first the questions answered early: shared state may be full by now."""
        outcome = FailureKind.SHARES_STATE if self.subject.adapter.instances else FailureKind.NOT_DETERMINISTIC
        for given, answer in self.answered:
            first = ((plain_data(answer),), None)
            got, world = self._run(self.worlds[0], given)
            if not _same(first, got):
                more = {"before": self.answered[-1][0], "how": "after other cases"}
                return len(self.cases), self._found(outcome, "after", given, world, first, got, **more)
        return self._in_pairs(experiments.asked_after, outcome, "after")

    def _in_pairs(self, how: Callable[..., Any], outcome: FailureKind, name: Experiment) -> tuple[int, Found | None]:
        cases, of_data = 0, self.subject.adapter.of_data
        for choose in self.worlds[: 1 if self.subject.adapter.of_data else None]:
            asked = [(given, *self._run(choose, given)) for given in self.cases]
            if not of_data:  # a case without an answer there came before
                asked = [each for each in asked if each[1][1] is None]
            for given, alone, at_first in asked:
                for before in self.befores or [each for each, *_ in asked]:
                    if not of_data and before["draws"] != given["draws"]:
                        continue
                    cases += 1
                    got, world = self._run(choose, given, how, before)
                    if not _same(got, alone):
                        _remember(world, at_first)
                        return cases, self._found(outcome, name, given, world, alone, got, before=before)
        return cases, None

    def _of_one(self) -> "Purity":
        """Return those on something made once, which one agent after another asks; a wrapper is given `Mirror`."""
        adapter = self.subject.adapter
        made = adapter.made_once(self.subject.implementation)
        copies = evolve(adapter, unknowns=adapter.unknowns[:1]) if adapter.uses_copies else adapter
        return evolve(self, subject=evolve(self.subject, implementation=made, adapter=copies))

    def _agents(self) -> tuple[int, Found | None]:
        """Put questions to two agents, one or the other first; a memory without agents shows.

        They are questions never put before, and then those to something that is made once.
        """
        cases, adapter = 0, self.subject.adapter
        for put in HAND_PICKED[adapter.asked][1:]:
            cases += 1
            one, other = (of_history(renamed(put, 100 + 2 * cases + place), adapter.some_draws) for place in (0, 1))
            first, _ = self._run(constant(0), one)
            second, world = self._run(constant(1), one)
            alone, _ = self._run(constant(1), other)
            if second != alone and first == second:
                return cases, self._found(FailureKind.SHARES_STATE, "agents", one, world, alone, second)
        for given in (each for each in self.cases if each["put"]):  # at first no agent acts
            made = self._of_one()
            if made.subject.implementation is self.subject.implementation:
                break
            cases += 1
            _, before = made._run(_doing(0), given)
            before.closed = False  # what asks the first agent again, or its environments, gives an answer
            second, world = made._run(_doing(1), given)
            alone, _ = self._run(_doing(1), given)
            if second != alone:
                _remember(world, before)
                return cases, self._found(FailureKind.SHARES_STATE, "agents_of_one", given, world, alone, second)
        return cases, None

    def _classes(self) -> tuple[int, Found | None]:
        """Put new questions to copies of two agents; the first question depends on no answer."""
        for cases, put in enumerate(NEW, start=1):
            given = of_history(put, self.subject.adapter.some_draws)
            (_, before), (got, world) = (self._run(constant(action), given) for action in (0, 1))
            first, second = (next(iter(each.answers), None) for each in (before, world))
            if first != second:
                message = f"{_asked_first(first)}; with another agent after that, {_asked_first(second)}"
                failure = Failure(FailureKind.SHARES_STATE, message, got[0], got[0])
                return cases, Found.of(failure, given, self.subject, before, experiment="agents")
        return len(NEW), None

    def _mutates(self) -> tuple[int, Found | None]:
        subject, adapter = self.subject, self.subject.adapter
        for cases, given in enumerate(self.cases, start=1):
            world = self.new_world(constant(0))
            subject.announce(given, world)
            handed, put = adapter.opened(world), adapter.hand(given)
            before = experiments.attributes_held(handed), repr(plain_data(deepcopy(put)))
            _, failure = subject.guarded(
                world,
                lambda: adapter.asking(subject.implementation, handed, given)(put),  # noqa: B023
            )
            changed = experiments.changed_attributes(before[0], handed)
            if changed is None and failure is None and before[1] != repr(plain_data(put)):
                changed = "what was handed to it is another afterwards"
            if changed is not None:
                failure = Failure(FailureKind.MUTATES, changed)
                return cases, Found.of(failure, given, subject, world, experiment="mutates")
        return len(self.cases), None

    def _keeps(self) -> tuple[int, Found | None]:
        """Keep all that is returned, and look at it again after each case; ``before`` is the one it answered."""
        returned: list[tuple[Any, Any]] = []
        asked_at: list[Case] = []
        watched = evolve(self.subject, implementation=experiments.keeping(self.subject.implementation, returned))
        for cases, given in enumerate((*self.befores, *self.cases), start=1):
            world = self.new_world(constant(0))
            watched.announce(given, world)
            watched.collected(given, world)
            asked_at += [given] * (len(returned) - len(asked_at))
            for before, (answer, was) in zip(asked_at, returned, strict=True):
                now = experiments.what_counts(answer)
                if repr(now) != repr(was):
                    message = f"it returned {bounded_text(was)}, and later the same object is {bounded_text(now)}"
                    failure = Failure(FailureKind.CHANGES_ANSWERS, message)
                    return cases, Found.of(failure, given, self.subject, world, experiment="keeps", before=before)
        return len(self.cases), None

    def _found(
        self, outcome: FailureKind, experiment: Experiment, given: Case, world: Unknowns, *both: Answered, **more: Any
    ) -> Found:
        """Return what was found where the answers, of ``both``, are not those to the case alone."""
        of_data = self.subject.adapter.of_data
        alone, other = (end or (bounded_text(*got) if of_data else repr(plain(got))) for got, end in both)
        how = more.pop("how", (_HOW_OF_CASES if of_data else _HOW)[experiment])
        failure = Failure(outcome, f"alone it answers {alone}; {how}, {other}", both[0][0], both[1][0])
        return Found.of(failure, given, self.subject, world, experiment=experiment, **more)


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


def _remember(world: Unknowns, other: Unknowns) -> None:
    """Add to a world the questions to another, whose agents answer alike."""
    world.answers.update({key: answer for key, answer in other.answers.items() if key not in world.answers})
    for key, askers in other.askers.items():
        world.askers.setdefault(key, set()).update(askers)


def _same(first: Answered, other: Answered) -> bool:
    return bool(agree(first, other)) or repr(first) == repr(other)


def renamed(put: Any, observation: int) -> Any:
    """Return a question with this observation everywhere."""
    return tuple(Percept(part.reward, observation) if isinstance(part, Percept) else part for part in put)


def _asked_first(question: Any) -> str:
    if question is None:
        return "it asks no copy"
    _, trained_on, observation = question
    return f"it first asks a copy trained on {' '.join(map(str, trained_on)) or 'nothing'}, sees {observation}"


def _kept(thing: Any) -> list[Any]:
    """Return what a class holds beside its instances: attributes, and the defaults of its functions."""
    classes = thing.__mro__[:-1] if isinstance(thing, type) else ()
    held = [(name, value) for each in classes for name, value in vars(each).items()]
    return [
        (name, bounded_text(getattr(value, "__defaults__", None) if callable(value) else value)) for name, value in held
    ]
