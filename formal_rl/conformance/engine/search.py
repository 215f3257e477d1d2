"""The smallest case, and the smallest world, in which a claim is false: every one first, then drawn ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any, Literal, TypeAlias

from attrs import frozen

from formal_rl.conformance.adapters.values import differences
from formal_rl.conformance.engine.failures import Failure, FailureKind
from formal_rl.conformance.engine.settings import drawn, enumerated
from formal_rl.conformance.engine.suite import Adapter, Case, Claim, Stage, Subject, case
from formal_rl.conformance.engine.unknowns import ACTIONS, DRAWN_ACTIONS, Asker, Forks, Unknowns
from formal_rl.errors import NotReproducible, QuestionBudgetExhausted
from formal_rl.histories import Action, Percept

MOST_SMALLER = 300
"""How many smaller cases are tried in the place of one on which a claim is false."""

LONG = 32
"""Of so many steps at most all beginnings of a history are tried."""

KEPT_OF_ENDLESS = 20
"""How many answers are kept of a run that asks without end."""

Experiment = Literal[
    "alone", "again", "after", "in_turns", "agents", "agents_of_one", "stale", "mutates", "keeps", "hangs"
]
"""What was done: one case, or one after or beside another, or one while watching something else."""


@frozen
class Found:
    """A failure, the case, and what the agent and the environments answered; ``askers`` says who asked.

    ``subject`` is what was asked, ``before`` the case before it or beside it, in experiments that have one. ``claim``
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
        """Keep what a world was asked."""
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

    @property
    def place(self) -> list[int]:
        """At which part of an answer two answers differ first, and at which part of that."""
        place, *_ = next(differences(self.failure.expected[0], self.failure.got[0], self.tolerance), ("",))
        return [int(index) for index in re.findall(r"\d+", place)]


def nothing() -> tuple[int, None]:
    """Look at no case, and find nothing."""
    return 0, None


@frozen
class Look:
    """One thing that is looked at: a claim about a subject, or an experiment.

    ``look`` counts cases and returns what is wrong, if anything; ``evidence`` says on how many it was not refuted.
    """

    stage: Stage
    id: str
    sentence: str
    look: Callable[[], tuple[int, Found | None]] = nothing
    evidence: Callable[[int], str] = str
    claim: Claim | None = None
    subject: Subject | None = None

    @property
    def required(self) -> bool:
        """Whether it decides anything."""
        return self.claim is None or self.claim.required

    @property
    def is_secondary(self) -> bool:
        """Whether it is not looked at once another claim of its stage failed."""
        return self.claim is not None and self.claim.drawn_as != ""


def attempt(claim: Claim, subject: Subject, given: Case, world: Unknowns) -> Found | None:
    """Put one case in one world; return what is wrong, if anything."""
    failure = claim.attempt(subject, given, world)
    return None if failure is None else Found.of(failure, given, claim.via(subject), world, claim=claim)


def search(claim: Claim, subject: Subject, *, profile: str, seed: int) -> tuple[int, Found | None]:
    """Return how many cases were looked at, and the smallest on which the claim is false, if there is one."""
    cases, forks = 0, Forks(ACTIONS)
    for given in claim.cases(enumerated(profile)):
        in_world = partial(_in_world, claim, subject, forks, given)
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


def _in_world(claim: Claim, subject: Subject, forks: Forks, given: Case) -> Found | None:
    found = attempt(claim, subject, given, claim.new_world(forks.choose))
    forks.end_if_pruned()
    return found


def _fewest_asked(forks: Forks, in_world: Callable[[], Found | None], found: Found) -> Found:
    """Return the same in the world that is asked least."""
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
"""What is tried in the place of a percept."""


def free_parts(claim: Claim, subject: Subject, found: Found, new_world: Callable[[], Unknowns]) -> list[str]:
    """Return what can be anything else, a part at a time, and the claim still fails in the same way.

    Actions and percepts of a history are tried, and numbers of plain data, with a few others in the place of each.
    """
    tried: dict[str, list[Case]] = {}
    for part, changed in _changed(subject.adapter, found.case, new_world().actions):
        tried.setdefault(part, []).append(changed)
    few = sum(map(len, tried.values())) <= MOST_FREE
    return [
        part
        for part, cases in tried.items()
        if few and all(_fails(claim, subject, found, each, new_world) for each in cases)
    ]


def _fails(claim: Claim, subject: Subject, found: Found, given: Case, new_world: Callable[[], Unknowns]) -> bool:
    try:
        again = claim.attempt(subject, given, new_world())
    except Exception:  # the definition is not made for it
        return False
    return again is not None and again.outcome is found.failure.outcome


def _changed(adapter: Adapter, given: Case, actions: tuple[Action, ...]) -> Iterator[tuple[str, Case]]:
    """Yield a part in words, and the case with another in its place."""
    name, actions = ("actions", DRAWN_ACTIONS) if adapter.of_data else ("put", actions)
    if adapter.of_data:
        for part, value in given.items():
            if type(value) in {int, Fraction}:
                yield from ((f"any other {part} tried", case(**{**given, part: each})) for each in {0, 1, 2} - {value})
    for place, value in enumerate(given.get(name, ())):
        is_percept = isinstance(value, Percept)
        step = place + 1 if adapter.asked in {"actions", "case"} else place // 2 + 1
        for other in _PERCEPTS if is_percept else actions:
            if other != value and type(other) is type(value):
                changed = (*given[name][:place], other, *given[name][place + 1 :])
                yield (
                    f"any other {'percept' if is_percept else 'action'} tried at step {step}",
                    case(**{**given, name: changed}),
                )


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
