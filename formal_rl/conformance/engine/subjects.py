"""An implementation as it is asked: the shape it is read in, what it is handed, and what it answers to a question."""

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from functools import cache
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.adapters.cases import plain_data
from formal_rl.conformance.apart.exec_faults import outcome_of
from formal_rl.conformance.apart.exec_process import ProcessFault
from formal_rl.conformance.engine.answers import Failure, Kind, bounded_text, plain_answer, scalar_types, wrong_kind
from formal_rl.conformance.engine.capture import Watch, blamed_line
from formal_rl.conformance.engine.case_answers import plain_numbers
from formal_rl.conformance.engine.failure_kinds import FailureKind
from formal_rl.conformance.engine.unknowns import ImproperQuestion, StaleQuestion, Unknowns, constant, plain
from formal_rl.errors import FormalRLError, describe_exception

SOME_DRAWS = (0.5,) * 8


def docstring_of(defined: Any) -> str:
    """Return the docstring of a function, from its source under ``python -OO``, which takes docstrings away."""
    node = ast.parse(inspect.getsource(defined)).body[0] if defined.__doc__ is None else None
    text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) else inspect.getdoc(defined)
    return text or ""


class WrongShape(FormalRLError, TypeError):
    """An implementation has no shape that its suite knows; the message says what it has and what is known."""


@frozen
class Question:
    """What is put to an implementation: a history, actions or a case; and the draws it is made from, if it is."""

    put: Any
    draws: tuple[float, ...] | None = None

    def __str__(self) -> str:
        """Write it with plain pairs."""
        if isinstance(self.put, Mapping):
            return bounded_text(dict(self.put))
        draws = "" if self.draws is None else f", with draws {self.draws!r}"
        return f"{plain(self.put)!r}{draws}"


@frozen
class Shape:
    """How an implementation about histories is read: its adapter, the unknowns it is handed, the kinds of its answers.

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
    def some_draws(self) -> tuple[float, ...] | None:
        """The draws from which it is made where they do not matter; ``None`` where it takes none."""
        return None if self.draws == "none" else SOME_DRAWS

    @property
    def words(self) -> str:
        """The shape in words."""
        words = docstring_of(self.adapter).removesuffix(".")
        words = words[:1].lower() + words[1:]
        return {"none": words, "call": f"made from draws: {words}", "keyword": f"{words}, with keyword draws"}[
            self.draws
        ]

    @property
    def is_flat(self) -> bool:
        """Whether histories are written r, o, a, r, o, a, ..."""
        return bool(self.adapter.__name__.startswith("flat"))

    @property
    def uses_copies(self) -> bool:
        """Whether the agent comes as something that is trained."""
        return "copy" in self.unknowns

    @property
    def has_instances(self) -> bool:
        """Whether each question is put to an instance of its own."""
        return self.uses_copies and self.adapter.forms[0] is not adapters.CopyLearner

    def kind(self, place: int) -> Kind:
        """Return the kind of the answer at this place."""
        return self.first if place == 0 else self.then

    def steps(self, put: tuple[Any, ...]) -> int:
        """Return how many actions a question has."""
        return len(put) if self.asked == "actions" else len(put) // 2

    def cut(self, put: tuple[Any, ...], steps: int) -> tuple[Any, ...]:
        """Return the beginning of a question with so many actions."""
        return put[: {"actions": steps, "play": 2 * steps, "prompt": 2 * steps + 1}[self.asked]]

    def made(self, implementation: Any, draws: tuple[float, ...] | None) -> Any:
        """Return the implementation, made from draws if it is to be."""
        if self.draws == "none":
            return implementation
        if self.draws == "call":
            return implementation(draws)
        return lambda *given: implementation(*given, draws=draws)

    @property
    def instance_has(self) -> str:
        """The method of an instance that one agent after another can ask; empty where there is none such."""
        names = {adapters.start_advance: "start"}
        return names.get(self.adapter, "react" if "react" in self.adapter.__name__ else "")

    @property
    def is_made_of_environments(self) -> bool:
        """Whether something is made of environments, or of a class of them, that one agent after another can ask."""
        return "e" in self.unknowns or self.adapter is adapters.class_wrapping

    @property
    def is_made_once(self) -> bool:
        """Whether something is made, of draws, a class or environments, that one agent after another can ask."""
        return self.draws == "call" or bool(self.instance_has) or self.is_made_of_environments

    def made_once(self, implementation: Any) -> Any:
        """Return an implementation that is made once, as far as that is possible, for all agents that ask it."""

        def instance(thing: Any) -> Any:
            return adapters.instance_with(self.instance_has, thing) if self.instance_has else thing

        if self.is_made_of_environments:
            return adapters.made_once(implementation)
        if self.draws != "call":
            return instance(implementation)
        return cache(lambda draws: instance(implementation(draws)))

    def handed(self, world: Unknowns, question: Question) -> Any:
        """Return the unknowns in the form in which the implementation takes them."""
        return adapters.handed(self.adapter, *(getattr(world, name) for name in self.unknowns))

    def asking(self, implementation: Any, handed: Any, question: Question) -> Any:
        """Return what questions can be put to, newly made from the draws of the first."""
        return self.adapter(self.made(implementation, question.draws), *handed)

    def answers(self, implementation: Any, handed: Any, question: Question) -> Iterable[Any]:
        """Yield the answers to a question, which is put to something newly made."""
        answers: Iterable[Any] = self.asking(implementation, handed, question)(question.put)
        return answers

    def answers_after(self, implementation: Any, handed: Any, question: Question, before: Question) -> Iterable[Any]:
        """Yield the answers to a question, after another was put to the same thing."""
        answers: Iterable[Any] = adapters.asked_after(
            self.asking(implementation, handed, question), before.put, question.put
        )
        return answers

    def answers_in_turns(self, implementation: Any, handed: Any, question: Question, other: Question) -> Iterable[Any]:
        """Yield the answers to a question, while another is put to another instance step by step in turns."""
        answers: Iterable[Any] = adapters.asked_in_turns(
            self.asking(implementation, handed, question), other.put, question.put
        )
        return answers

    def fault(self, place: int, answer: Any) -> tuple[FailureKind, str] | None:
        """Return what is wrong with the type of an answer, or ``None``."""
        return wrong_kind(self.kind(place), answer)

    def read(self, place: int, answer: Any) -> Any:
        """Return an answer with its numbers by value."""
        return plain_answer(self.kind(place), answer)

    def raised(self, error: BaseException) -> tuple[FailureKind, str]:
        """Name the exception and, on a line of its own, where it was raised."""
        at = blamed_line(error)
        return FailureKind.RAISES, describe_exception(error) + (f"\n    {at}" if at else "")

    def snapshot(self, handed: Any) -> Any:
        """Return what each class, function or object has."""
        return [adapters.attribute_snapshot(thing) for thing in handed]

    def changed(self, before: Any, handed: Any) -> str | None:
        """Name the first thing handed over that has another attribute than before."""
        for thing, had, has in zip(handed, before, self.snapshot(handed), strict=True):
            changed = [name for name in {**had, **has} if had.get(name, has) is not has.get(name, had)]
            if changed:
                what = "class" if isinstance(thing, type) else "function" if hasattr(thing, "__code__") else "object"
                return f"the {what} that it is given has another {', '.join(sorted(changed))} than before"
        return None


@frozen
class Convention:
    """How an implementation of plain data is called: how that is recognised, and how a case becomes a call.

    ``adapter`` is a class of `adapters.cases`, whose source goes into the scripts we write:
    ``adapter.arguments(given)`` returns what is handed over, ``adapter.answer(implementation, arguments)`` the answer.
    ``fits`` returns None, or says in words why an implementation does not fit. There is nothing unknown in a case.
    ``forms`` are further adapters by their words, for what fits and refuses a case that is put so.
    """

    words: str
    adapter: Any
    fits: Callable[[Any], str | None]
    forms: Mapping[str, Any] = field(factory=dict, hash=False)
    asked: Literal["case"] = "case"
    unknowns: tuple[str, ...] = ()
    has_instances: bool = False

    def handed(self, world: Unknowns, question: Question) -> Any:
        """Return the arguments for a case."""
        return self.adapter.arguments(question.put)

    def answers(self, implementation: Any, handed: Any, question: Question) -> Iterable[Any]:
        """Yield the one answer."""
        yield self.adapter.answer(implementation, handed)

    def answers_after(self, implementation: Any, handed: Any, question: Question, before: Question) -> Iterable[Any]:
        """Yield the answer to a case, after another was put; that one need have no answer."""
        with suppress(Exception, SystemExit):
            self.adapter.answer(implementation, self.adapter.arguments(before.put))
        yield self.adapter.answer(implementation, handed)

    def answers_in_turns(self, implementation: Any, handed: Any, question: Question, other: Question) -> Iterable[Any]:
        """Yield the answer: a case has no steps."""
        return self.answers(implementation, handed, question)

    def fault(self, place: int, answer: Any) -> None:
        """Find nothing: what an answer may be is for each claim to say."""

    def read(self, place: int, answer: Any) -> Any:
        """Return an answer with its numbers by value."""
        try:
            return plain_numbers(answer)
        except RecursionError:  # it holds itself
            return answer

    def raised(self, error: BaseException) -> tuple[FailureKind, str]:
        """Name the exception and where it was raised, or that the process would have ended."""
        at = blamed_line(error)
        outcome = FailureKind.ENDS_THE_PROCESS if isinstance(error, SystemExit) else FailureKind.RAISES
        return outcome, describe_exception(error) + (f" ({at})" if at else "")

    def snapshot(self, handed: Any) -> Any:
        """Return what is handed over, written out."""
        return repr(plain_data(deepcopy(handed)))

    def changed(self, before: Any, handed: Any) -> str | None:
        """Say that something is another, if it is."""
        return "what was handed to it is another afterwards" if repr(plain_data(handed)) != before else None


AnyShape: TypeAlias = Shape | Convention
"""How an implementation is read. What is plain data has no unknowns: then there is one world, and one run a case."""


class ImplementationRaised(Exception):
    """An implementation raised an exception; keeps it as a finding."""

    def __init__(self, finding: Failure) -> None:
        super().__init__(finding.message)
        self.finding = finding


@frozen
class Subject:
    """An implementation together with the shape it is read in, a `Shape` or a `Convention`."""

    implementation: Any
    shape: Any
    watch: Watch = field(factory=Watch, eq=False, repr=False)

    def announce(self, question: Question, world: Unknowns) -> None:
        """Have the watch know what is put, in which world."""
        self.watch.at(lambda: f"{self.shape.asked} {question}", (self, question, world))

    def handed(self, world: Unknowns, question: Question) -> Any:
        """Return what the implementation is handed."""
        return self.shape.handed(world, question)

    def answers(self, world: Unknowns, question: Question) -> Iterable[Any]:
        """Yield the answers to one question."""
        answers: Iterable[Any] = self.shape.answers(self.implementation, self.handed(world, question), question)
        return answers

    def collected(self, world: Unknowns, question: Question) -> tuple[tuple[Any, ...], Failure | None]:
        """Return the answers to a question up to the first that is none, and what is wrong with that one."""
        return self.guarded(world, lambda: self.answers(world, question))

    def ask(self, question: Question) -> Any:
        """Return the one answer to a case; raise `ImplementationRaised` where there is none."""
        got, finding = self.collected(Unknowns(constant(0)), question)
        if finding is not None:
            raise ImplementationRaised(finding)
        return got[0]

    def guarded(self, world: Unknowns, answers: Callable[[], Iterable[Any]]) -> tuple[tuple[Any, ...], Failure | None]:
        """Return the answers up to the first that is not one of the right kind, and what is wrong with that one."""
        got: list[Any] = []
        outcome: tuple[FailureKind, str] | None = None
        world.improper = None
        try:
            for answer in answers():
                plain_one = self.shape.read(len(got), answer)
                if plain_one is not answer:
                    self.watch.taken.update(dict.fromkeys(scalar_types(answer)))
                outcome = self.shape.fault(len(got), plain_one)
                if outcome is not None:
                    break
                got.append(plain_one)
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
            outcome = self.shape.raised(error)
        world.closed = True
        if world.endless:
            outcome = FailureKind.HANGS, f"it asks without end: {len(world.answers):,} different questions so far"
        if world.improper is not None:
            outcome = FailureKind.IMPROPER_QUESTION, world.improper
        return tuple(got), None if outcome is None else Failure(*outcome, got=tuple(got))
