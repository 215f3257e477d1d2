"""Suites: adapters that query an implementation of each shape, claims about its answers, and both together.

A case is plain data by name; of a suite about histories it is what is put, and the draws of which the implementation
is made. What does not exist yet, an agent or an environment, is no part of a case: an adapter lists it among its
unknowns, and a world answers for it.
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from attrs import evolve, field, frozen

from formal_rl.conformance.adapters import exec_process, values
from formal_rl.conformance.adapters import histories as drivers
from formal_rl.conformance.adapters.cases import ImproperQuestion, StaleQuestion, plain_data
from formal_rl.conformance.engine.failures import (
    Failure,
    FailureKind,
    Kind,
    blamed_line,
    bounded_text,
    outcome_of,
    wrong_kind,
)
from formal_rl.conformance.engine.settings import Depth, Watch
from formal_rl.conformance.engine.unknowns import DRAWN_ACTIONS, HIGH_ACTIONS, Choose, Unknowns, constant, hashed, plain
from formal_rl.errors import FormalRLError, describe_exception
from formal_rl.histories import Action, Percept

Case: TypeAlias = Mapping[str, Any]
"""The question to an implementation, by name.

Values are plain: ints, Fractions, floats, strings, None, and tuples of these; a board is a tuple of rows.
"""

Ask: TypeAlias = Callable[[Case], Any]
"""Put a case to an implementation, and return its answer as plain data."""

Law: TypeAlias = Callable[[Ask, Case], tuple[Any, Any]]
"""A law of answers without a reference: returns two values that must agree, such as d(x, y) and d(y, x)."""

Stage = Literal["shape", "smoke", "pure", "reference", "lemmas"]
STAGES: tuple[Stage, ...] = get_args(Stage)

WORDS = {0: "conforms", 1: "diverges", 4: "cannot be used", 5: "nothing was compared"}
"""The result of a check, by its exit code."""

MOST_PURE = 10
"""How many cases are put again, and in pairs: of each claim about histories, and of all claims about plain data."""

SOME_DRAWS = (0.5,) * 8

_TURNS = ((Percept(0, 0), 0), (Percept(0, 0), 0, Percept(1, 0), 1))
HAND_PICKED: Mapping[str, tuple[tuple[Any, ...], ...]] = {
    "play": ((), *_TURNS),
    "prompt": tuple((*turns, Percept(1, 0)) for turns in ((), *_TURNS)),
    "actions": ((), (0,), (0, 1)),
}
"""Three histories of each kind."""


class WrongShape(FormalRLError, TypeError):
    """An implementation has no shape that its suite knows; the message says what it has and what is known."""


def some_world() -> Unknowns:
    """Return a world of few answers, for finding out about a shape."""
    return Unknowns(constant(0), (Percept(1, 0),), (Percept(1, 0),))


def case(**given: Any) -> Case:
    """Return a case."""
    return MappingProxyType(given)


def changed(given: Case, **parts: Callable[[Any], Any]) -> Case:
    """Return the case with what functions make of the parts that are named, if it has them."""
    return case(**{name: parts[name](each) if name in parts else each for name, each in given.items()})


def of_history(put: Any, draws: tuple[float, ...] | None = None) -> Case:
    """Return the case of a history, and of the draws that the implementation is made from, if it is."""
    return case(put=put, draws=draws)


def put_of(given: Any) -> Any:
    """Return the history of a case."""
    return given["put"]


# --- Adapters ---


@frozen
class Adapter:
    """One shape of implementations: its recogniser, its arguments, and its driver.

    ``driver``, called with the implementation and its ``unknowns``, returns what a case can be put to in the form that
    ``hand`` gives it; that yields the answers. ``fits`` returns None, or why an implementation has not this shape.
    ``asked`` is what a case is. ``unknowns`` are ``handed_as`` what these forms make of them. ``kinds`` are those of
    the first answer and of later ones, where each has one. ``forms`` are tried where something fits, and refuses a
    case. With ``draws``, each case makes a new implementation from its draws.
    """

    driver: Any
    named: str = ""
    fits: Callable[[Any], str | None] = lambda thing: None
    hand: Callable[[Any], Any] = dict
    asked: Literal["case", "play", "prompt", "actions"] = "case"
    unknowns: tuple[str, ...] = ()
    handed_as: tuple[Callable[[Any], Any], ...] = ()
    kinds: tuple[Kind, Kind] | None = None
    draws: Literal["none", "call", "keyword"] = "none"
    forms: tuple["Adapter", ...] = ()

    @property
    def words(self) -> str:
        """The shape in words: those that it was given, or what its driver says."""
        words = docstring_of(self.driver).removesuffix(".")
        words = self.named or words[:1].lower() + words[1:]
        return {"none": words, "call": f"made from draws: {words}", "keyword": f"{words}, with keyword draws"}[
            self.draws
        ]

    @property
    def of_data(self) -> bool:
        """Whether a case is plain data, with one answer; then nothing is unknown, and there is one world."""
        return self.asked == "case"

    @property
    def some_draws(self) -> tuple[float, ...] | None:
        """The draws from which it is made where they do not matter; ``None`` where it takes none."""
        return None if self.draws == "none" else SOME_DRAWS

    @property
    def hand_picked(self) -> tuple[Case, ...]:
        """Three cases of histories."""
        return tuple(of_history(put, self.some_draws) for put in HAND_PICKED[self.asked])

    @property
    def is_flat(self) -> bool:
        """Whether histories are written r, o, a, r, o, a, ..."""
        return bool(self.driver.__name__.startswith("flat"))

    @property
    def uses_copies(self) -> bool:
        """Whether the agent comes as something that is trained."""
        return "copy" in self.unknowns

    @property
    def instances(self) -> bool:
        """Whether each case is put to an instance of its own."""
        return self.uses_copies and self.handed_as[0] is not drivers.CopyLearner

    def kind(self, place: int) -> Kind | None:
        """Return the kind of the answer at this place, if that has one."""
        return None if self.kinds is None else self.kinds[place > 0]

    def steps(self, given: Case) -> int:
        """Return how many actions a history has."""
        return len(given["put"]) // (1 if self.asked == "actions" else 2)

    def cut(self, given: Case, steps: int) -> Case:
        """Return the beginning of a history with ``steps`` actions."""
        end = {"actions": steps, "play": 2 * steps, "prompt": 2 * steps + 1}[self.asked]
        return case(**{**given, "put": given["put"][:end]})

    def in_words(self, given: Case) -> str:
        """Write a case in a line, histories with plain pairs."""
        if self.of_data:
            return bounded_text(dict(given))
        draws = "" if given["draws"] is None else f", with draws {given['draws']!r}"
        return f"{plain(given['put'])!r}{draws}"

    def opened(self, world: Unknowns) -> Any:
        """Return the unknowns of a world in the form in which the implementation takes them."""
        return tuple(form(getattr(world, name)) for form, name in zip(self.handed_as, self.unknowns, strict=False))

    def asking(self, implementation: Any, handed: Any, given: Case) -> Any:
        """Return what can be put cases in the form of ``hand``, newly made from the draws of this one."""
        if self.draws == "call":
            implementation = implementation(given["draws"])
        elif self.draws == "keyword":
            implementation = partial(implementation, draws=given["draws"])
        return self.driver(implementation, *handed)

    # --- What is made once, for agents that ask one after another ---

    @property
    def instance_has(self) -> str:
        """The method of an instance that one agent after another can ask; empty where there is none such."""
        return "start" if self.driver is drivers.start_advance else "react" * ("react" in self.driver.__name__)

    @property
    def is_made_of_environments(self) -> bool:
        """Whether something is made of environments, or of a class of them, that one agent after another can ask."""
        return "e" in self.unknowns or self.driver is drivers.class_wrapping

    def made_once(self, implementation: Any) -> Any:
        """Return what is made once for all agents that ask it, of draws, a class or environments, or the same."""

        def instance(thing: Any) -> Any:
            return drivers.instance_with(self.instance_has, thing) if self.instance_has else thing

        if self.is_made_of_environments:
            return drivers.made_once(implementation)
        if self.draws != "call":
            return instance(implementation)
        return cache(lambda draws: instance(implementation(draws)))


def docstring_of(defined: Any) -> str:
    """Return the docstring of a function, from its source under ``python -OO``, which takes docstrings away."""
    node = ast.parse(inspect.getsource(defined)).body[0] if defined.__doc__ is None else None
    text = ast.get_docstring(node) if isinstance(node, ast.FunctionDef) else inspect.getdoc(defined)
    return text or ""


class Unanswered(Exception):
    """An implementation gave no answer; keeps what was wrong."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


@frozen
class Subject:
    """An implementation together with its adapter."""

    implementation: Any
    adapter: Adapter
    watch: Watch = field(factory=Watch, eq=False, repr=False)

    def announce(self, given: Case, world: Unknowns) -> None:
        """Have the watch know what is put, in which world."""
        adapter = self.adapter
        self.watch.at(lambda: f"{adapter.asked} {adapter.in_words(given)}", (self, given, world))

    def collected(self, given: Case, world: Unknowns) -> tuple[tuple[Any, ...], Failure | None]:
        """Return the answers to a case, put to something newly made, up to the first that is none; and its failure."""
        make, adapter = self.implementation, self.adapter
        return self.guarded(world, lambda: adapter.asking(make, adapter.opened(world), given)(adapter.hand(given)))

    def ask(self, given: Case) -> Any:
        """Return the one answer to a case of plain data; raise `Unanswered` where there is none."""
        got, failure = self.collected(given, Unknowns())
        if failure is not None:
            raise Unanswered(failure)
        return got[0]

    def guarded(self, world: Unknowns, answers: Callable[[], Iterable[Any]]) -> tuple[tuple[Any, ...], Failure | None]:
        """Return the answers up to the first that is not one of the right kind, and what is wrong with that one."""
        got: list[Any] = []
        fault: tuple[FailureKind, str] | None = None
        world.improper = None
        try:
            for answer in answers():
                kind = self.adapter.kind(len(got))
                value = _by_value(kind, answer)
                fault = None if kind is None else wrong_kind(kind, value)
                if fault is not None:
                    break
                got.append(value)
        except ImproperQuestion:
            pass
        except StaleQuestion:
            words = "it asks an agent, or a copy of one, that it was handed for an earlier instance"
            fault = FailureKind.SHARES_STATE, words
        except exec_process.ProcessFault as no_answer:
            fault = outcome_of(no_answer)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            at, of_data = blamed_line(error), self.adapter.of_data
            ends = of_data and isinstance(error, SystemExit)
            where = (f" ({at})" if of_data else f"\n    {at}") * bool(at)
            fault = FailureKind.ENDS_THE_PROCESS if ends else FailureKind.RAISES, describe_exception(error) + where
        world.closed = True
        if world.endless:
            fault = FailureKind.HANGS, f"it asks without end: {len(world.answers):,} different questions so far"
        if world.improper is not None:
            fault = FailureKind.IMPROPER_QUESTION, world.improper
        return tuple(got), None if fault is None else Failure(*fault, got=tuple(got))


def _by_value(kind: Kind | None, answer: Any) -> Any:
    """Return an answer with its numbers by value."""
    try:
        return values.plain_numbers(answer) if kind is None else _plain_answer(kind, answer)
    except RecursionError:  # it holds itself
        return answer


def _plain_answer(kind: Kind, value: Any) -> Any:
    """Return an answer with its numbers by value, a pair as a percept; a reward that is whole is an int."""
    if kind == "percept":
        if not (isinstance(value, tuple) and len(value) == 2):
            return value
        return Percept(_plain_answer("reward", value[0]), _plain_answer("observation", value[1]))
    plain = values.plain_number(value)
    return int(plain) if kind == "reward" and type(plain) is float and plain.is_integer() else plain


# --- What is claimed ---


@frozen
class Claim:
    """One claim about an implementation, decided case by case.

    What comes is compared with ``expected``, which returns the answers in a world; or a ``law`` holds, for which no
    reference is needed. ``cases`` come smallest first, and are put in every world; ``drawn`` makes one from a seed, in
    a world of that seed whose actions are ``high`` in half of them; ``number`` are drawn in each profile.
    ``smaller`` gives those to try in the place of a case on which the claim is false. Only answers from ``start`` on
    count. Floats may differ by ``tolerance``, everything else not at all. ``via`` answers in place of the
    implementation. Where ``expected`` raises one of our own errors about plain data, the case is one to be refused: any
    exception of the implementation will do, and no answer.
    """

    id: str
    stage: Stage
    sentence: str
    source: str
    domain: str
    cases: Callable[[Depth], Iterable[Case]] = lambda depth: ()
    drawn: Callable[[int, Unknowns], Case] | None = None
    number: Mapping[str, int] = field(factory=lambda: {"quick": 40, "full": 400})
    expected: Callable[[Unknowns, Case], Sequence[Any]] | None = None
    law: Law | None = None
    smaller: Callable[[Case], Iterable[Case]] = lambda given: ()
    new_world: Callable[..., Unknowns] = Unknowns
    via: Callable[[Subject], Subject] = lambda subject: subject
    start: int = 0
    tolerance: Any = 0.0
    required: bool = True
    hint: str = ""
    high: tuple[Action, ...] = HIGH_ACTIONS
    of_data: bool = True
    """Whether it is about plain data, and not about histories."""
    drawn_as: str = ""
    """The drawn things, as "agents". Such a claim is skipped once another of its stage failed: no case is small."""
    kind_of: Callable[[Any], str | None] | None = None
    heard: list[tuple[Case, Any]] = field(factory=list, eq=False)
    """Of the stage of smoke: a fault of an answer's kind, and all answers, after few questions."""

    def drawn_in(self, depth: Depth, seed: int) -> Iterator[tuple[Case, Callable[[], Unknowns]]]:
        """Yield the cases that are drawn, each with what makes its world."""
        if self.drawn is not None:
            for number in range(seed * self.number[depth], (seed + 1) * self.number[depth]):
                actions = self.high if number % 4 in {1, 2} else DRAWN_ACTIONS
                new_world = partial(self.new_world, hashed(number), actions=actions)
                yield self.drawn(number, new_world()), new_world

    def world_again(self, choose: Choose) -> Unknowns:
        """Return a world in which a counterexample is looked at again; of drawn cases it has the drawn actions."""
        return self.new_world(choose, **({} if self.drawn is None else {"actions": DRAWN_ACTIONS}))

    def defined(self, given: Case, world: Unknowns) -> tuple[tuple[Any, ...], str | None]:
        """Return the answers that are expected, or why the definition refuses the case."""
        world.asker = "definition"
        try:
            return () if self.expected is None else tuple(self.expected(world, given)), None
        except FormalRLError as error:
            if not self.of_data:
                raise
            return (), str(error)

    def evidence(self, cases: int, seed: int) -> str:
        """Say on how many cases it was not refuted."""
        drawn = f"{cases} drawn {self.drawn_as} from seed {seed}, " if self.drawn_as else ""
        return cases_text(drawn + self.domain, cases)

    def attempt(self, subject: Subject, given: Case, world: Unknowns) -> Failure | None:
        """Put one case and compare; return what is wrong, if anything."""
        subject = self.via(subject)
        subject.announce(given, world)
        if self.law is not None:
            return self._by_law(self.law, subject, given)
        expected, refused = self.defined(given, world)
        world.asker = "yours"
        got, failure = subject.collected(given, world)
        if failure is not None:
            if refused is not None and failure.outcome is FailureKind.RAISES:
                return None
            return evolve(failure, expected=expected[: len(got) + 1]) if len(got) >= self.start else None
        if refused is not None:
            words = f"it answers {bounded_text(got[0])}, and is to refuse this: {refused}"
            return Failure(FailureKind.ACCEPTS, words, got=got)
        odd = unusual_failure(got[0]) if subject.adapter.of_data else None
        return self.judged(given, expected, got) if odd is None else evolve(odd, expected=expected)

    def judged(self, given: Case, expected: tuple[Any, ...], got: tuple[Any, ...]) -> Failure | None:
        """Return what is wrong with answers; the first that differs is the last that is kept."""
        if self.stage == "smoke":
            if self.kind_of is None:
                return None
            self.heard.append((given, got[0]))
            wrong = self.kind_of(got[0])
            return Failure(FailureKind.WRONG_TYPE, f"the answer is {bounded_text(got[0])}: {wrong}") if wrong else None
        for place, (right, answer) in enumerate(zip(expected, got, strict=False)):
            is_percept = isinstance(right, Percept)
            if place < self.start or (is_percept and right == answer):
                continue
            first = next(values.differences(right, answer, self.tolerance), None)
            if first is not None:
                at, one, other = ("", right, answer) if is_percept else first
                message = f"expected {bounded_text(plain(one))}, got {bounded_text(plain(other))}"
                message = f"at {at}: {message}" if at else message
                kept = expected[: place + 1], got[: place + 1]
                return Failure(FailureKind.VALUE_DIFFERS, message, *kept)
        return None

    def _by_law(self, law: Law, subject: Subject, given: Case) -> Failure | None:
        try:
            expected, got = law(subject.ask, given)
        except Unanswered as raised:
            return raised.failure
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            # A law handles answers, which may be of any kind if no reference answers the same case.
            return Failure(FailureKind.WRONG_TYPE, f"nothing can be done with its answers here: {error}")
        return unusual_failure((expected, got)) or self.judged(given, (expected,), (got,))


def unusual_failure(answer: Any) -> Failure | None:
    """Return what is wrong with an answer that is not plain data, or not a number."""
    try:
        kind = values.unusual(answer)
    except RecursionError:
        words = f"the answer holds itself, or is nested too deeply: {bounded_text(answer)}"
        return Failure(FailureKind.WRONG_TYPE, words)
    kinds = {"a numpy value": FailureKind.NUMPY_VALUE, "not a number": FailureKind.NOT_A_NUMBER}
    return None if kind is None else Failure(kinds[kind], f"the answer is {bounded_text(answer)}", got=(answer,))


def cases_text(domain: str, cases: int) -> str:
    """Return the evidence of a claim that was not refuted."""
    return f"{domain}: {cases:,} case{'' if cases == 1 else 's'}"


@cache
def by_parts(reference: Callable[..., Any]) -> Callable[[Unknowns, Case], tuple[Any]]:
    """Return what is expected by a definition that is called with the parts of a case by name."""
    return lambda world, given: (plain_data(reference(**given)),)


def claims_of(stage: Stage, source: str, **shared: Any) -> Callable[..., Claim]:
    """Return what makes claims that share this and, where they have nothing of their own, the fields that are given.

    A ``reference`` is a definition of plain data; ``draw`` makes a case from a seed alone.
    """

    def claim(identifier: str, sentence: str, domain: str = "", hint: str = "", **own: Any) -> Claim:
        named = {name: each for name, each in (("domain", domain), ("hint", hint)) if each}
        fields = {"domain": "", **shared, **named, **own}
        if "reference" in fields:
            fields["expected"] = by_parts(fields.pop("reference"))
        if "draw" in fields:
            draw = fields.pop("draw")
            fields["drawn"] = lambda seed, world: draw(seed)
        return Claim(identifier, stage, sentence, source, **fields)

    return claim


def _texts(words: str) -> dict[str, list[str]]:
    """Return the sentence, the domain and the hint of each claim of a text.

    Of each there is a line ``name: sentence``, and below it its domain, and a hint if there is one; a line goes on in
    the next, which has more space in front.
    """
    found = (row.partition(": ") for row in re.split(r"\n(?=\S)", inspect.cleandoc(words)))
    return {name: [" ".join(text.split()) for text in re.split(r"\n  (?=\S)", about)] for name, _, about in found}


def in_words(claim: Callable[..., Claim], words: str, **own: Mapping[str, Any]) -> list[Claim]:
    """Return those claims of a text that have fields of their own; each of these is in the text."""
    texts = _texts(words)
    assert texts.keys() >= own.keys()
    return [claim(name, *about, **own[name]) for name, about in texts.items() if name in own]


def read_claims(
    words: str, source: str, reference: Callable[..., Any], *generators: Callable[[str], Iterable[Case]], **fields: Any
) -> tuple[Claim, ...]:
    """Return the claims of a text.

    A generator of cases is named after its claim, with an underscore in front. ``fields`` are those of the claim of
    that name, or its generator; ``each`` claim shares some. Expected answers are kept, since cases come back when
    smaller ones are tried, and in the next check.
    """
    claim = claims_of("reference", source, reference=lru_cache(1 << 12)(reference), **fields.pop("each", {}))
    own = {name: {"cases": each} if callable(each) else each for name, each in fields.items()}
    for each in generators:
        own[each.__name__[1:]] = {"cases": each, **own.get(each.__name__[1:], {})}
    return tuple(in_words(claim, words, **{name: own.get(name, {}) for name in (*_texts(words), *own)}))


def of_the_paper(
    claims: tuple[Claim, ...], published: tuple[Claim, ...] = ()
) -> Callable[[Adapter, str, Depth], tuple[Claim, ...]]:
    """Return a function that chooses the claims of a suite: ``published`` in that reading, else ``claims``."""
    return lambda adapter, semantics, depth: published if semantics == "published" else claims


def as_published(
    claims: Iterable[Claim],
    reference: Callable[..., Any],
    tolerance: float = 0.0,
    without: Iterable[str] = (),
    **changed: Mapping[str, Any],
) -> tuple[Claim, ...]:
    """Return claims but for some, with another reference and tolerance; by claim, what else of it is ``changed``."""
    references = {"expected": by_parts(reference), **({"tolerance": tolerance} if tolerance else {})}
    return tuple(
        evolve(claim, **{**(references if claim.expected else {}), **changed.get(claim.id, {})})
        for claim in claims
        if claim.id not in without
    )


# --- All of it ---


@frozen
class Symmetry:
    """A symmetry of a definition, in words; ``disguise`` draws a renaming of histories, or moves a case."""

    words: str
    disguise: Callable[..., Any]


@frozen
class Suite:
    """One definition that implementations are checked against; ``meaning`` is the definition in a line.

    ``parameters`` says what each part of a case of plain data is, or what else is handed over. ``smoke`` are a few such
    cases, whose answers only have to be of the right kind, which ``kind_of`` decides: it returns None, or in words what
    is wrong.

    ``hint`` says what usually is wrong where the claim that fails says nothing itself, by the paper. A report
    shows an answer by its ``parts``, by step and by name, and a parameter as it is ``written``. ``factors`` by which
    all answers may differ have a name and a meaning, and are functions of the case, which return None where it has no
    such parameter.
    """

    name: str
    source: str
    meaning: str
    parameters: Mapping[str, str] = field(factory=dict)
    adapters: tuple[Adapter, ...] = ()
    smoke: tuple[Case, ...] = ()
    kind_of: Callable[[Any], str | None] | None = None
    claims: Callable[[Adapter, str, Depth], Sequence[Claim]] = lambda adapter, semantics, depth: ()
    published: str | None = None
    hint: str = ""
    parts: Callable[[Any, Case], Mapping[str, Mapping[str, Any]]] | None = None
    written: Mapping[str, Callable[[Any, Case], Any]] = field(factory=dict)
    factors: tuple[tuple[str, str, Callable[[Case], Any]], ...] = ()
    symmetry: Symmetry | None = None

    @property
    def of_data(self) -> bool:
        """Whether its cases are plain data."""
        return all(each.of_data for each in self.adapters)

    @property
    def takes(self) -> tuple[str, ...]:
        """The shapes that it takes in words, and what the parameters are."""
        shapes = (words for each in self.adapters for words in (each.words, *(form.words for form in each.forms)))
        return (*dict.fromkeys(shapes), *(f"{name}: {what}" for name, what in self.parameters.items()))

    def detect(self, implementation: Any, watch: Watch) -> Adapter:
        """Return the adapter of the first shape that an implementation has; raise `WrongShape` where it has none."""
        if self.of_data:
            Subject(implementation, self.adapters[-1], watch).announce(self.smoke[0], Unknowns())
        reasons: dict[str, str] = {}
        for adapter in self.adapters:
            reason = adapter.fits(implementation)
            if reason is None:
                break
            reasons.setdefault(reason, adapter.words)
        else:
            raise WrongShape("\n".join(f"{reason} (for {words})" for reason, words in reasons.items()))
        few = self.smoke[:1] or adapter.hand_picked  # no more than needed: it may keep something
        if not adapter.forms or self._is_answered(Subject(implementation, adapter, watch), few):
            return adapter
        forms = (Subject(implementation, form, watch) for form in adapter.forms)
        answered = (each.adapter for each in forms if self._is_answered(each, self.smoke or few))
        return next(answered, adapter)

    def _is_answered(self, subject: Subject, cases: Iterable[Case]) -> bool:
        """Whether a subject answers the cases with what is of the right kind, and asks the agent, if there is one."""
        asked = self.of_data
        for given in cases:
            world = some_world()
            subject.announce(given, world)
            got, failure = subject.collected(given, world)
            if failure or (self.kind_of and self.kind_of(got[0])):
                return False
            asked = asked or bool(world.answers)
        return asked

    def of_process(self, answering: exec_process.Answering) -> tuple[Any, Adapter]:
        """Return the process as an implementation, and its adapter; raise `WrongShape` if there is none."""
        if self.of_data:
            return answering, Adapter(exec_process.json_lines, "a process that answers cases, as JSON lines")
        shape = exec_shape(self)
        return exec_form(shape)(answering), shape

    def smoke_claim(self, adapter: Adapter, claims: Sequence[Claim]) -> Claim:
        """Return the claim that answers to a few cases are of the right kind."""
        cases = self.smoke if self.of_data else adapter.hand_picked
        sentence = "returns the right types" + (f" in {len(cases)} cases" if self.of_data else "")
        domain = "hand-picked" if self.of_data else "all agents, three histories"
        # for histories, a report shows the agent's questions, and the expected answer if there is none
        shared = () if self.of_data else ("expected", "new_world", "start", "via", "of_data")
        more: dict[str, Any] = {name: getattr(claims[0], name) for name in shared}
        about = ("smoke", "smoke", sentence, self.source, domain)
        return Claim(*about, lambda depth: cases, kind_of=self.kind_of, **more)  # type: ignore[arg-type]

    def pure_cases(self, adapter: Adapter, claims: Sequence[Claim], depth: Depth) -> tuple[Case, ...]:
        """Return the cases that are put again, and in pairs: few of each claim, all from the same draws."""
        references = [claim for claim in claims if claim.stage == "reference"]
        if self.of_data:
            some = [self.smoke]
            for claim in references:
                drawn = () if claim.drawn is None else (claim.drawn(seed, Unknowns()) for seed in range(2))
                some.append((*islice(claim.cases(depth), 3), *drawn))
            return tuple(islice(chain.from_iterable(some), MOST_PURE))
        found = [*adapter.hand_picked]
        for claim in references:
            if claim.drawn is None:
                found += islice((each for each in claim.cases(depth) if each["draws"] == adapter.some_draws), MOST_PURE)
        return tuple({tuple(each.items()): each for each in found}.values())


def no_number(answer: Any) -> str | None:
    """Return None, or in words what is wrong with an answer that is to be a number."""
    return None if type(answer) in {int, float, Fraction} else "expected a number"


# --- A process ---


def exec_shape(suite: Suite) -> Adapter:
    """Return the shape of a process: a function of histories whose only unknown is an agent.

    Raises `WrongShape` where an environment would have to be handed over as well.
    """
    shapes = (each for each in suite.adapters if each.unknowns == ("agent",) and not each.is_flat)
    if (shape := next(shapes, None)) is None:
        raise WrongShape(
            f"{suite.name} hands over environments to be wrapped; processes and recorded vectors know histories and "
            "what the agent does, and no other unknown: give a Python object for this suite"
        )
    return shape


def exec_form(shape: Adapter) -> Callable[[Any], Any]:
    """Return what makes the implementation of a process: a function of `adapters.exec_process`."""
    if shape.asked == "prompt":
        return exec_process.transformation_answering
    of_draws = shape.draws == "call"
    return exec_process.environment_from_draws_answering if of_draws else exec_process.environment_answering
