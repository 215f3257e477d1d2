"""The search for counterexamples: the smallest case, in the smallest world; how to keep it, and ask it again.

Every case is tried first, then drawn ones, then some in disguise.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from attrs import asdict, evolve, fields, frozen

import formal_rl
from formal_rl.conformance.adapters.values import from_wire, to_wire
from formal_rl.conformance.engine.failures import Failure, FailureKind
from formal_rl.conformance.engine.settings import Depth, drawn, enumerated
from formal_rl.conformance.engine.suite import Adapter, Case, Claim, Stage, Subject, Suite, Symmetry, case, of_history
from formal_rl.conformance.engine.unknowns import (
    ACTIONS,
    DRAWN_ACTIONS,
    Asker,
    Choose,
    Forks,
    Unknowns,
    constant,
    hashed,
    looked_up,
    plain,
)
from formal_rl.errors import FormalRLError, NotReproducible, QuestionBudgetExhausted
from formal_rl.files import read_text
from formal_rl.histories import Action, Percept, require_action, require_play, require_prompt

MOST_SMALLER = 300
"""How many smaller cases are tried in the place of one on which a claim is false."""

LONG = 32
"""Try all beginnings of a history up to this many steps."""

KEPT_OF_ENDLESS = 20
"""How many answers are kept of a run that asks without end."""

Experiment = Literal[
    "alone", "again", "after", "in_turns", "agents", "agents_of_one", "stale", "mutates", "keeps", "hangs"
]
"""The experiment: one case, or one after or beside another, or one while watching something else."""


@frozen
class Found:
    """A failure, the case, and what the agent and the environments answered; ``askers`` says who asked.

    ``subject`` answered, ``before`` is the case before it or beside it, in experiments that have one. ``claim``
    is None where an experiment of purity found it. ``comes_back`` is false of a case during which the process ended,
    or was ended.
    """

    failure: Failure
    case: Case
    subject: Subject
    answers: tuple[tuple[Any, Any], ...] = ()
    askers: tuple[frozenset[Asker], ...] = ()
    experiment: Experiment = "alone"
    before: Case | None = None
    claim: Claim | None = None
    comes_back: bool = True

    @classmethod
    def of(cls, failure: Failure, given: Case, subject: Subject, world: Unknowns, **more: Any) -> Found:
        """Keep the questions to a world."""
        keys = tuple(world.answers)[: KEPT_OF_ENDLESS if world.endless else None]
        answers = tuple((key, world.answers[key]) for key in keys)
        askers = tuple(frozenset(world.askers[key]) for key in keys)
        if failure.outcome is FailureKind.SHARES_STATE and "experiment" not in more:
            more["experiment"] = "stale"
        return cls(failure, given, subject, answers, askers, **more)

    @property
    def law(self) -> Any:
        """The law of the claim, if it is one."""
        return None if self.claim is None else self.claim.law

    @property
    def tolerance(self) -> Any:
        """By how much floats may differ."""
        return 0.0 if self.claim is None else self.claim.tolerance


@frozen
class Look:
    """One thing that is looked at: a claim about a subject, or an experiment.

    ``look`` counts cases and returns what is wrong, if anything; ``evidence`` says on how many it was not refuted.
    """

    stage: Stage
    id: str
    sentence: str
    look: Callable[[], tuple[int, Found | None]] = lambda: (0, None)
    evidence: Callable[[int], str] = str
    claim: Claim | None = None
    subject: Subject | None = None

    @property
    def required(self) -> bool:
        """Whether it decides anything."""
        return self.claim is None or self.claim.required


def attempt(claim: Claim, subject: Subject, given: Case, world: Unknowns) -> Found | None:
    """Put one case in one world; return what is wrong, if anything."""
    failure = claim.attempt(subject, given, world)
    return None if failure is None else Found.of(failure, given, claim.via(subject), world, claim=claim)


def search(claim: Claim, subject: Subject, *, profile: str, seed: int) -> tuple[int, Found | None]:
    """Return how many cases were looked at, and the smallest on which the claim is false, if there is one."""
    cases, forks = 0, Forks(ACTIONS)

    def in_fork(given: Case) -> Found | None:
        found = attempt(claim, subject, given, claim.new_world(forks.choose))
        forks.end_if_pruned()
        return found

    for given in claim.cases(enumerated(profile)):
        in_world = partial(in_fork, given)
        runs: Iterable[Found | None] = forks.runs(in_world) if subject.adapter.unknowns else (in_world(),)
        try:
            for found in runs:
                cases += 1
                if found is not None:
                    return cases, _fewest_asked(forks, in_world, smallest(claim, subject, found, claim.new_world))
        except (NotReproducible, QuestionBudgetExhausted) as error:
            failure = Failure(FailureKind.NOT_DETERMINISTIC, str(error))
            return cases, Found(failure, given, subject, experiment="again")
    for given, new_world in claim.drawn_in(drawn(profile), seed):
        cases += 1
        found = attempt(claim, subject, given, new_world())
        if found is not None:
            return cases, smallest(claim, subject, found, new_world)
    return cases, None


def _fewest_asked(forks: Forks, in_world: Callable[[], Found | None], found: Found) -> Found:
    """Return the same in the world with the fewest questions."""
    fewer_than = 0 if found.failure.outcome is FailureKind.HANGS else len(found.answers)
    while fewer_than:
        smaller = next((each for each in forks.runs(in_world, fewer_than=fewer_than) if each is not None), None)
        if smaller is None or len(smaller.answers) >= fewer_than:  # a world of its own answers is not pruned
            break
        found, fewer_than = smaller, len(smaller.answers)
    return found


# --- Smaller cases ---


def smallest(claim: Claim, subject: Subject, found: Found, new_world: Callable[[], Unknowns]) -> Found:
    """Return the same failure at a smaller case, as long as there is one."""
    left, going = MOST_SMALLER, found.failure.outcome is not FailureKind.HANGS
    while going:
        going = False
        for given in islice(smaller_than(claim, subject, found), left):
            left -= 1
            again = attempt(claim, subject, given, new_world())
            if again is not None and again.failure.outcome is found.failure.outcome:
                found, going = again, True
                break
    return found


def smaller_than(claim: Claim, subject: Subject, found: Found) -> Iterator[Case]:
    """Yield the cases to try in the place of one: of a history that was drawn, its beginnings, the shortest first.

    Of a long history the half comes first, then three quarters, and so on: it would take long to try all. What the
    definition does not take is left out, unless it is wrong that the implementation does.
    """
    adapter, given = subject.adapter, found.case
    if adapter.of_data:
        refused = found.failure.outcome is FailureKind.ACCEPTS
        yield from (each for each in claim.smaller(given) if _is_defined(claim, each) is not refused)
    elif claim.drawn is not None:
        steps = adapter.steps(given)
        halves = (steps - (steps >> shift) for shift in range(1, steps.bit_length()))
        yield from (adapter.cut(given, fewer) for fewer in (range(steps) if steps <= LONG else halves))


def _is_defined(claim: Claim, given: Case) -> bool:
    try:
        return claim.defined(given, Unknowns())[1] is None
    except Exception:  # the definition is not made for it
        return False


# --- What does not matter ---

MOST_FREE = 24
"""How many changed cases are tried to see which parts of a counterexample do not matter."""

_PERCEPTS = (Percept(0, 0), Percept(1, 0), Percept(0, 1), Percept(-1, 2))
"""The percepts to try in the place of one."""


def free_parts(claim: Claim, subject: Subject, found: Found, new_world: Callable[[], Unknowns]) -> list[str]:
    """Return what can be anything else, a part at a time, and the claim still fails in the same way.

    Actions and percepts of a history are tried, and numbers of plain data, with a few others in the place of each.
    """
    tried: dict[str, list[Case]] = {}
    for part, changed in _changed(subject.adapter, found.case, new_world().actions):
        tried.setdefault(part, []).append(changed)
    few = sum(map(len, tried.values())) <= MOST_FREE

    def fails(given: Case) -> bool:
        try:
            again = claim.attempt(subject, given, new_world())
        except Exception:  # the definition is not made for it
            return False
        return again is not None and again.outcome is found.failure.outcome

    return [part for part, cases in tried.items() if few and all(map(fails, cases))]


def _changed(adapter: Adapter, given: Case, actions: tuple[Action, ...]) -> Iterator[tuple[str, Case]]:
    """Yield a part in words, and the case with another in its place."""
    name, actions = ("actions", DRAWN_ACTIONS) if adapter.of_data else ("put", actions)
    for part, value in given.items() if adapter.of_data else ():
        if type(value) in {int, Fraction}:
            yield from ((f"any other {part} tried", case(**{**given, part: each})) for each in {0, 1, 2} - {value})
    for place, value in enumerate(given.get(name, ())):
        kind, others = ("percept", _PERCEPTS) if isinstance(value, Percept) else ("action", actions)
        step = place + 1 if adapter.asked in {"actions", "case"} else place // 2 + 1
        for other in others:
            if other != value and type(other) is type(value):
                changed = (*given[name][:place], other, *given[name][place + 1 :])
                yield f"any other {kind} tried at step {step}", case(**{**given, name: changed})


Smaller = Callable[[Case], Iterator[Case]]

Table: TypeAlias = tuple[tuple[Any, ...], ...]
"""Rows of equal length."""


def with_less(valid: Callable[[Case], bool] = lambda given: True, /, **ways: Callable[[Any], Iterator[Any]]) -> Smaller:
    """Return what yields the cases with one value made smaller by the way named for it, of those that are valid.

    A way named ``this_and_that`` is handed two tables of one size as one table of pairs.
    """

    def smaller(given: Case) -> Iterator[Case]:
        for name, way in ways.items():
            names = name.split("_and_")
            tables = zip(*(given[each] for each in names), strict=True) if len(names) > 1 else ()
            for value in way(tuple(tuple(zip(*rows, strict=True)) for rows in tables) or given[name]):
                parts = zip(*(zip(*row, strict=True) for row in value), strict=True) if len(names) > 1 else (value,)
                changed = case(**{**given, **dict(zip(names, parts, strict=True))})
                if valid(changed):
                    yield changed

    return smaller


def with_gaps(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the values without one half of them, without one quarter, and so on, at last without one of them."""
    size = max(1, len(values) // 2)
    while size:
        for first in range(0, len(values), size):
            yield values[:first] + values[first + size :]
        size //= 2


def fewer_sides(rows: Table, least: int = 1) -> Iterator[Table]:
    """Yield a table without some of its rows, or of its columns, of which ``least`` remain."""
    yield from (fewer for fewer in with_gaps(rows) if len(fewer) >= least)
    for fewer in with_gaps(tuple(zip(*rows, strict=True))):
        if len(fewer) >= least:
            yield tuple(zip(*fewer, strict=True))


def emptied(rows: Table, empty: Any = 0, kept: Any = None) -> Iterator[Table]:
    """Yield a table with half of its cells emptied, a quarter, and so on, at last one; cells ``kept`` stay."""
    cells = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}
    for left in map(set, with_gaps(tuple(place for place, cell in cells.items() if cell not in {empty, kept}))):
        there = (cell if place in left or cell == kept else empty for place, cell in cells.items())
        yield tuple(tuple(islice(there, len(rows[0]))) for _ in rows)


def shorter(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield beginnings, the shortest first, and what is left without one of the values; one at least is left."""
    for number in sorted({1, len(values) // 2, len(values) - 1}):
        if 0 < number < len(values):
            yield values[:number]
    for place in range(len(values) - 1):
        yield values[:place] + values[place + 1 :]


def beginnings(values: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield beginnings, without a half, a quarter, an eighth, and so on: few, since what is long takes long."""
    left_out = len(values) // 2
    while left_out:
        yield values[:-left_out]
        left_out //= 2


def less(number: int | Fraction) -> Iterator[int | Fraction]:
    """Yield simpler numbers, the simplest first: those of smaller numerator and denominator."""

    def size(each: int | Fraction) -> int:
        return abs(each.numerator) + each.denominator

    simpler = {0, 1, number - 1, *((Fraction(1, 2),) if number.denominator > 1 else (number // 2,))}
    yield from sorted((each for each in simpler if size(each) < size(number)), key=size)


def simpler(value: Any) -> Iterator[Any]:
    """Yield plain data that is shorter anywhere, or has a simpler number; of texts and floats there is none."""
    if type(value) in {int, Fraction}:
        yield from less(value)
    elif isinstance(value, tuple):
        yield from shorter(value)
        for place, part in enumerate(value):
            yield from ((*value[:place], each, *value[place + 1 :]) for each in simpler(part))


# --- Disguises: other names and other places, so that it does not help to know the usual cases by heart ---
# What is expected of a case in disguise is what the definition answers to it. A symmetry of the definition only says
# which disguises stay in the domain of a suite, and keep what a claim is about.

DISGUISED = "disguised"
"""The claim about some cases in disguise."""

CONSTANT = constant(0)


@frozen
class Renaming:
    """Other names: actions from ``fixed`` on are turned by ``turn`` among ``most``, and observations are shifted."""

    fixed: int
    most: int
    turn: int
    shift: int

    def action(self, action: Any) -> Any:
        """Return an action, or nothing, under its other name."""
        renamed = type(action) is int and self.fixed <= action < self.most
        return self.fixed + (action - self.fixed + self.turn) % (self.most - self.fixed) if renamed else action

    def seen(self, observation: Any) -> Any:
        """Return an observation shifted; an agent's number beside it stays."""
        if isinstance(observation, tuple):
            return (self.seen(observation[0]), *observation[1:])
        return observation + self.shift if type(observation) is int else observation

    def part(self, part: Any) -> Any:
        """Return an action or a percept under its other name."""
        return Percept(part.reward, self.seen(part.observation)) if isinstance(part, Percept) else self.action(part)

    def asked(self, question: Any) -> Any:
        """Return a question to an agent, a copy or an environment under the other names."""
        kind, asked, *more = question
        if kind != "copy":
            return (kind, tuple(map(self.part, asked)), *map(self.action, more))
        trained_on = tuple((self.seen(o), self.action(a), r, self.seen(after)) for o, a, r, after in asked)
        return (kind, trained_on, *map(self.seen, more))

    def choosing(self, choose: Choose) -> Choose:
        """Return the answers of a world under the other names."""
        back = evolve(self, turn=-self.turn, shift=-self.shift)
        return lambda question, options: self.part(choose(back.asked(question), options))


def renaming(kind: str, *, fixed: int = 0, most: int = 12, shifted: bool = True) -> Symmetry:
    """Return the symmetry of histories whose names are renamed: actions from ``fixed`` on, and observations or not."""

    def drawn(draw: Random) -> Renaming:
        return Renaming(fixed, most, draw.randrange(1, most - fixed), draw.randrange(1, 1_000) * shifted)

    return Symmetry(f"{kind} renumbered{' and observations shifted' * shifted}", drawn)


def _disguised(claim: Claim, symmetry: Symmetry, seed: int) -> dict[str, Any]:
    """Return the fields of a claim about cases in disguise, in worlds that answer under other names."""
    names: Renaming | None = None if claim.of_data else symmetry.disguise(Random(f"{seed} {claim.id}"))

    def disguised(given: Case) -> Case:
        if names is None:
            moved: Case = symmetry.disguise(Random(repr((seed, dict(given)))), given)
            return moved
        return of_history(tuple(map(names.part, given["put"])), given["draws"])

    def new_world(choose: Choose = CONSTANT, **settings: Any) -> Unknowns:
        world = claim.new_world(choose, **settings)
        if names is not None:
            world.choose_by(names.choosing)
        return world

    def drawn(number: int, world: Unknowns) -> Case:
        assert claim.drawn is not None
        return disguised(claim.drawn(number, claim.new_world(hashed(number), actions=world.actions)))

    fields = {"cases": lambda depth: map(disguised, claim.cases(depth)), "new_world": new_world}
    return fields if claim.drawn is None else {**fields, "drawn": drawn}


def _one_of(lending: Sequence[Claim]) -> Callable[[int, Unknowns], Case]:
    """Return what draws a case of the claims that compare with the definition as the first one does."""

    def compared(claim: Claim) -> tuple[Any, ...]:
        return claim.expected, claim.law, claim.tolerance

    alike = [each for each in lending if compared(each) == compared(lending[0])]

    def drawn(number: int, world: Unknowns) -> Case:
        draw = Random(number)
        claim = draw.choice(alike)
        return claim.drawn(number, world) if claim.drawn else draw.choice([*islice(claim.cases("quick"), 40)])

    return drawn


def with_disguises(
    claims: Sequence[Claim], symmetry: Symmetry, *, seed: int, every: int | None, replayed: bool, known: Collection[str]
) -> list[Claim]:
    """Return the claims of a suite, and one about some of their cases in the disguise of ``seed``.

    The seed ``every`` disguises the cases of all claims that compare with the definition. What is ``replayed`` is in
    disguise already. Claims that are ``known`` to diverge lend no cases.
    """

    def disguised(claim: Claim, seed: int) -> Claim:
        fields = {} if replayed else _disguised(claim, symmetry, seed)
        return evolve(claim, domain=f"{claim.domain}, disguised by seed {seed}", **fields)

    compared = [each for each in claims if each.stage == "reference"]
    lending = [each for each in compared if each.required and (DISGUISED in known or each.id not in known)]
    one: dict[str, Any] = {"id": DISGUISED, "sentence": "the same for cases in disguise", "hint": ""}
    one |= {"domain": f"cases of other claims, {symmetry.words}", "cases": lambda depth: ()}
    if claims[0].of_data:
        one |= {"number": {"quick": 16, "full": 160}, "drawn_as": "cases"}
        one |= {"drawn": _one_of(lending)} if lending else {}
    else:
        lending = [each for each in lending if each.drawn is not None]
        one |= {"number": {"quick": 8, "full": 80}}
    added = [disguised(evolve(each, **one), seed if every is None else every) for each in lending[:1]]
    return [*(disguised(each, every) if every is not None and each in compared else each for each in claims), *added]


# --- A counterexample as data, which can be kept in a file, asked again, and put to what is published ---

WITNESS_SCHEMA = "conformance-counterexample/1"
"""The schema of the files."""


class NoWitness(FormalRLError):
    """The question cannot be written as JSON; the message names it."""


class UnusableWitness(FormalRLError):
    """A file is not a counterexample that was kept; the message names the file and says why."""

    def __init__(self, file: str, reason: str) -> None:
        self.file = file
        self.reason = reason
        super().__init__(f"{file}: {reason}")


class NoSuchClaim(UnusableWitness):
    """A counterexample is to a claim that its suite does not have; the message says which it has."""


@frozen
class Witness:
    """A question, its suite and claim, and the answers; ``asked`` is as JSON has it.

    ``kind`` says what ``asked`` has: a case, by parameters, or a history with what the agent and environments answered.
    """

    suite: str
    semantics: Literal["paper", "published"]
    claim: str
    sentence: str
    source: str
    implementation: str
    outcome: str
    message: str
    kind: Literal["case", "history"]
    experiment: str
    asked: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        versions = {"formal_rl": formal_rl.__version__, "definitions_revision": formal_rl.DEFINITIONS_REVISION}
        return {"schema": WITNESS_SCHEMA, **versions, **asdict(self)}

    @classmethod
    def from_json(cls, values: Any, file: str = "the counterexample") -> Witness:
        """Return what `to_json` wrote; raise `UnusableWitness`, naming ``file``, for anything else."""
        if not isinstance(values, dict) or values.get("schema") != WITNESS_SCHEMA:
            raise UnusableWitness(file, f"expected an object with schema {WITNESS_SCHEMA!r}")
        names = [each.name for each in fields(cls)]
        for name in names:
            if name not in values:
                raise UnusableWitness(file, f"{name} is missing")
            value, choices = values[name], _CHOICES.get(name, ())
            kind, wanted = (dict, "an object") if name == "asked" else (str, "a string")
            if not isinstance(value, kind) or (choices and value not in choices):
                expected = f"one of {', '.join(choices)}" if choices else wanted
                raise UnusableWitness(file, f"{name} is {value!r}: expected {expected}")
        return cls(**{name: values[name] for name in names})

    def fault(self, reason: str) -> UnusableWitness:
        """Return the error of a question that cannot be asked."""
        return UnusableWitness(self._called, reason)

    def of_no_claim(self, known: Iterable[str], read_as: str = "") -> NoSuchClaim:
        """Return the error that the suite has only the claims that are ``known``, for an implementation so read."""
        claims = f"the suite has no claim {self.claim!r}" + (f", read as {read_as}" if read_as else "")
        return NoSuchClaim(self._called, f"{claims}; it has {', '.join(dict.fromkeys(known))}")

    @property
    def _called(self) -> str:
        return f"the counterexample to {self.suite} {self.claim}"


_CHOICES = {"semantics": ("paper", "published"), "kind": ("case", "history")}


def to_json_checked(value: Any) -> Any:
    """Return plain data as JSON values; raise `NoWitness` where reading them would not give the same again."""
    try:
        wire = json.loads(json.dumps(to_wire(value), allow_nan=False))
        if from_wire(wire) == value:
            return wire
    except (TypeError, ValueError, RecursionError):
        pass
    raise NoWitness(f"{value!r:.200} cannot be written as JSON")


def read_witness(path: Path) -> Witness:
    """Return the counterexample that a file holds.

    Raises `UnusableWitness` where there is none in it.
    """
    try:
        values = json.loads(read_text(path), parse_constant=_refuse)
    except OSError as error:
        raise UnusableWitness(str(path), f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UnusableWitness(str(path), f"no JSON: {error}") from None
    return Witness.from_json(values, str(path))


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


# --- Questions and answers ---


@frozen
class Asked:
    """A case, the one before it or beside it if there is one, and the answers of the world.

    ``world`` is the place of the only one among those that experiments of purity try, if there is only one.
    """

    case: Case
    before: Case | None
    choose: Choose
    world: int | None = None


def what_was_asked(found: Found) -> Mapping[str, Any]:
    """Return the case, the one before it, and the answers as JSON values.

    Raises `NoWitness` where they cannot be written so.
    """
    given, before = (
        each and to_json_checked({name: plain(part) for name, part in each.items()})
        for each in (found.case, found.before)
    )
    adapter = found.subject.adapter
    if adapter.of_data:
        return {"case": given, "before": before}
    answers = [[to_json_checked(plain(key)), to_json_checked(plain(answer))] for key, answer in found.answers]
    return {"of": adapter.asked, "question": given, "before": before, "answers": answers}


def asked_again(witness: Witness, suite: Suite, adapter: Adapter) -> Asked:
    """Return what a counterexample asks, for an implementation of this shape.

    Raises `UnusableWitness` where it is of another kind.
    """
    asked, kind = witness.asked, "case" if adapter.of_data else "history"
    name = "case" if adapter.of_data else "question"
    if witness.kind != kind or not {name, "before"} <= asked.keys() or not isinstance(asked[name], dict):
        raise witness.fault(f"it holds no {kind}")
    if asked.get("of", adapter.asked) != adapter.asked:
        raise witness.fault(f"it holds {asked['of']!r}, and the implementation takes {adapter.asked!r}")
    try:
        answers = {from_wire(key): from_wire(answer) for key, answer in asked.get("answers", ())}
        cases = [each and _case(witness, each, suite, adapter) for each in (asked[name], asked["before"])]
    except UnusableWitness:
        raise
    except (FormalRLError, TypeError, ValueError, KeyError, AttributeError, ArithmeticError) as error:
        raise witness.fault(f"its {kind} cannot be read: {error!r}") from None
    return Asked(cases[0], cases[1], looked_up(answers), asked.get("world"))


def _case(witness: Witness, values: Mapping[str, Any], suite: Suite, adapter: Adapter) -> Case:
    """Return a case of a witness in the order of the parameters: some shapes go by position."""
    names = tuple(suite.parameters) if adapter.of_data else ("put", "draws")
    if set(values) != set(names):
        raise witness.fault(f"its case has {', '.join(values)}: expected {', '.join(names)}")
    given = {name: from_wire(values[name]) for name in names}
    if adapter.of_data:
        return case(**given)
    put = given["put"]
    if adapter.asked != "actions":
        put = tuple(part if index % 2 else Percept(*part) for index, part in enumerate(put))
    require: Any = {"play": require_play, "prompt": require_prompt}.get(adapter.asked, require_action)
    for part in put if adapter.asked == "actions" else (put,):
        require(part)
    if (given["draws"] is None) != (adapter.draws == "none"):
        raise witness.fault("it was made from draws, or is to be now, and not both")
    return of_history(put, given["draws"])


# --- The published reading ---

PUBLISHED = "published"


def claim_as_read(claim: Claim, entry: Mapping[str, Any], suite: Suite, subject: Subject, depth: Depth) -> Claim | None:
    """Return a claim by the published reading, if the entry of an expected divergence states that.

    Where it states none, that is so if the entry's counterexample agrees with it. Else there is none.
    """
    claims = suite.claims(subject.adapter, PUBLISHED, depth)
    published = next((each for each in claims if each.id == claim.id), None)
    if published is None:
        return None
    published = evolve(published, tolerance=claim.tolerance)
    if entry["reading"] == PUBLISHED:
        return published
    asked = asked_again(Witness.from_json(entry["witness"]), suite, subject.adapter)
    differs = published.attempt(subject, asked.case, published.world_again(asked.choose))
    return published if differs is None else None
