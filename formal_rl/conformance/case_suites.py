"""Suites of functions of plain data: what is put to them is a case, and cases come smallest first."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from attrs import evolve, field, frozen

Case: TypeAlias = Mapping[str, Any]
"""What is put to an implementation, by the names of its parameters.

Values are plain: ints, Fractions, floats, strings, None, and tuples of these; a board is a tuple of rows.
"""

Ask: TypeAlias = Callable[[Case], Any]
"""What puts a case to an implementation and returns its answer as plain data."""

Law: TypeAlias = Callable[[Ask, Case], tuple[Any, Any]]
"""What holds of answers without a reference: returns two things that must agree, such as d(x, y) and d(y, x)."""


def case(**given: Any) -> Case:
    """Return a case."""
    return MappingProxyType(given)


def _one_case(given: Case) -> Iterable[Case]:
    return ()


def _no_cases(profile: str) -> Iterable[Case]:
    return ()


@frozen
class CaseClaim:
    """One claim about an implementation, decided case by case.

    What it answers is compared with ``expected``, called with the case by keywords; or ``law`` holds, for which no
    reference is needed. ``cases`` come smallest first; ``drawn`` makes one from a seed, ``number`` of them in each
    profile, and ``smaller`` gives those to try in the place of one on which the claim is false.
    Floats may differ by ``tolerance``, everything else not at all. Where ``expected`` raises one of our own errors,
    the case is one to be refused: any exception of the implementation will do, and no answer.
    """

    id: str
    stage: Literal["reference", "lemmas"]
    sentence: str
    source: str
    domain: str
    cases: Callable[[str], Iterable[Case]] = _no_cases
    drawn: Callable[[int], Case] | None = None
    number: Mapping[str, int] = field(factory=lambda: {"quick": 40, "full": 400})
    expected: Callable[..., Any] | None = None
    law: Law | None = None
    smaller: Callable[[Case], Iterable[Case]] = _one_case
    tolerance: float = 0.0
    required: bool = True
    hint: str = ""

    def __call__(self, cases: Callable[[str], Iterable[Case]]) -> "CaseClaim":
        """Return the claim about these cases: a claim is the decorator of the generator of its cases."""
        return evolve(self, cases=cases)


def claims_of(stage: Literal["reference", "lemmas"], source: str, **shared: Any) -> Callable[..., CaseClaim]:
    """Return what makes claims that share this and, where they have nothing of their own, the fields that are given.

    Such a claim stands above the generator of its cases, or it is given ``cases``, or what one is ``drawn`` by.
    """

    def claim(identifier: str, sentence: str, *domain_and_hint: str, **own: Any) -> CaseClaim:
        given = dict(zip(("domain", "hint"), domain_and_hint, strict=False))
        return CaseClaim(identifier, stage, sentence, source, **{**shared, **given, **own})

    return claim


def of_the_paper(claims: tuple[CaseClaim, ...]) -> Callable[[str], tuple[CaseClaim, ...]]:
    """Return the claims of a suite that has nothing published to compare with."""
    return lambda semantics: () if semantics == "published" else claims


def as_published(
    claims: Iterable[CaseClaim], expected: Callable[..., Any], tolerance: float = 0.0, **changed: Mapping[str, Any]
) -> tuple[CaseClaim, ...]:
    """Return claims with another reference and tolerance; by claim, what else of it is ``changed``."""
    references = {"expected": expected, **({"tolerance": tolerance} if tolerance else {})}
    return tuple(
        evolve(claim, **{**(references if claim.expected else {}), **changed.get(claim.id, {})}) for claim in claims
    )


@frozen
class Convention:
    """A way of being called: how it is recognised, and how a case becomes a call and its result plain data.

    ``adapter`` is a class of `case_adapters`, whose source goes into the scripts we write:
    ``adapter.asked(implementation, given)`` returns the answer. ``fits`` returns None, or says in words why an
    implementation does not fit.
    """

    words: str
    adapter: Any
    fits: Callable[[Any], str | None]


@frozen
class CaseSuite:
    """One definition that functions of plain data are checked against; ``meaning`` is the definition in a line.

    ``parameters`` says what each name of a case is. ``smoke`` are a few cases, whose answers only have to be of the
    right kind, which ``wrong_kind`` decides: it returns None or what is wrong, in words.
    """

    name: str
    source: str
    meaning: str
    parameters: Mapping[str, str]
    conventions: tuple[Convention, ...]
    smoke: tuple[Case, ...]
    wrong_kind: Callable[[Any], str | None]
    claims: Callable[[str], tuple[CaseClaim, ...]]
    published: str | None = None

    @property
    def takes(self) -> tuple[str, ...]:
        """The conventions in words, and what the parameters are."""
        return (
            *(each.words for each in self.conventions),
            *(f"{name}: {what}" for name, what in self.parameters.items()),
        )


def no_number(answer: Any) -> str | None:
    """Return None, or in words what is wrong with an answer that is to be a number."""
    return None if type(answer) in {int, float, Fraction} else "expected a number"
