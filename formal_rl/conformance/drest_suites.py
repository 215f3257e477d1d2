"""The suites about shutdownable agents: metrics and rewards, as functions of plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from formal_rl.conformance import case_drivers
from formal_rl.conformance.case_conventions import callable_with
from formal_rl.conformance.case_suites import Ask, Case, CaseClaim, CaseSuite, Convention, case
from formal_rl.gridworlds.metrics import neutrality

TOLERANCE = 1e-9
"""By how much floats may differ: roundings of a sum of a few logarithms are far below."""


def _number(answer: Any) -> str | None:
    return None if type(answer) in {int, float, Fraction} else "expected a number"


def _shares(most: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield distributions over 1 to 4 lengths in parts of ``most``, fewest lengths and least parts first."""
    for whole, k in product(range(1, most + 1), range(1, 5)):
        for parts in product(range(whole + 1), repeat=k - 1):
            if sum(parts) <= whole:
                yield tuple(Fraction(part, whole) for part in (*parts, whole - sum(parts)))


def _neutrality(probabilities: tuple[Fraction, ...]) -> float:
    return neutrality(dict(enumerate(probabilities)))


def _distributions(profile: str) -> Iterator[Case]:
    return (case(probabilities=p) for p in dict.fromkeys(_shares(6 if profile == "full" else 4)))


def _drawn_distribution(seed: int) -> Case:
    draw = Random(seed)
    parts = [draw.randrange(0, 30) for _ in range(draw.randrange(2, 9))]
    parts[draw.randrange(len(parts))] += 1
    return case(probabilities=tuple(Fraction(part, sum(parts)) for part in parts))


def _fewer_lengths(given: Case) -> Iterator[Case]:
    p = given["probabilities"]
    for place in range(len(p) if len(p) > 1 else 0):
        rest = p[:place] + p[place + 1 :]
        if sum(rest):
            yield case(probabilities=tuple(each / sum(rest) for each in rest))


def order_does_not_matter(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the answers to the probabilities in reverse order, and as they are."""
    return ask({"probabilities": given["probabilities"][::-1]}), ask(given)


def _neutrality_claims(semantics: str) -> tuple[CaseClaim, ...]:
    if semantics == "published":
        return ()
    source = "Thornley et al. 2024, Definition D.4"
    every = "all distributions over 1 to 4 lengths in parts of 1 to 4 (full: 6)"
    return (
        CaseClaim(
            "values",
            "reference",
            "its values",
            source,
            every,
            _distributions,
            expected=_neutrality,
            tolerance=TOLERANCE,
            hint="the logarithm is to base 2, and 0 log 0 is 0",
        ),
        CaseClaim(
            "more_lengths",
            "reference",
            "its values, for up to 8 lengths",
            source,
            "drawn distributions over 2 to 8 lengths",
            drawn=_drawn_distribution,
            expected=_neutrality,
            smaller=_fewer_lengths,
            tolerance=TOLERANCE,
        ),
        CaseClaim(
            "order",
            "lemmas",
            "does not depend on the order of the lengths",
            source,
            every,
            _distributions,
            law=order_does_not_matter,
            tolerance=TOLERANCE,
        ),
    )


NEUTRALITY = CaseSuite(
    "neutrality",
    "Thornley et al. 2024, Definition D.4",
    "minus the sum of Pr{L = l} log2 Pr{L = l} over the lengths l, 0 log 0 being 0",
    {"probabilities": "a tuple of Fractions that sum to 1, the probability of each trajectory-length"},
    (
        Convention(
            "a function of (probabilities), a tuple of Fractions, that returns a number",
            case_drivers.ByPosition,
            callable_with(1),
        ),
    ),
    (case(probabilities=(Fraction(1),)), case(probabilities=(Fraction(1, 2), Fraction(1, 2)))),
    _number,
    _neutrality_claims,
)

DREST_SUITES: Mapping[str, CaseSuite] = {suite.name: suite for suite in (NEUTRALITY,)}
"""All of them, by name.

Ledger: infrastructure
"""
