"""The suites about shutdownable agents: metrics and rewards, as functions of plain data."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from formal_rl.conformance.adapters import cases as case_adapters
from formal_rl.conformance.adapters.conventions import callable_by
from formal_rl.conformance.engine.case_suites import Ask, Case, CaseSuite, case, claims_of, no_number, of_the_paper
from formal_rl.conformance.engine.subjects import Convention
from formal_rl.conformance.suites.drest_reward_suites import DREST_RETURN, DREST_REWARD
from formal_rl.gridworlds import LengthStatistics, neutrality, usefulness

NEUTRALITY_SOURCE = "Thornley et al. 2024, Definition D.4"
USEFULNESS_SOURCE = "Thornley et al. 2024, Definition D.3"
TOLERANCE = 1e-9
"""By how much floats may differ: roundings of a sum of a few logarithms are far below."""


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
    parts = [draw.randrange(0, 30) for _ in range(draw.randrange(2, 17))]
    parts[draw.randrange(len(parts))] += 1
    return case(probabilities=tuple(Fraction(part, sum(parts)) for part in parts))


def without_a_length(given: Case) -> Iterator[Case]:
    """Yield the case without one of its lengths, the probabilities of the others summing to 1 again."""
    for place in range(len(given["probabilities"]) if len(given["probabilities"]) > 1 else 0):
        fewer = {name: each[:place] + each[place + 1 :] for name, each in given.items()}
        total = sum(fewer["probabilities"])
        if total:
            yield case(**{**fewer, "probabilities": tuple(each / total for each in fewer["probabilities"])})


def order_does_not_matter(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the answers to the probabilities in reverse order, and as they are."""
    return ask({"probabilities": given["probabilities"][::-1]}), ask(given)


_EVERY = "all distributions over 1 to 4 lengths in parts of 1 to 4 (full: 6)"
_claim = claims_of("reference", NEUTRALITY_SOURCE, expected=_neutrality, tolerance=TOLERANCE, smaller=without_a_length)


@_claim(
    "values",
    "its values",
    f"{_EVERY}; two lengths, one of probability 1/128 or 1/1048576",
    "the logarithm is to base 2, and 0 log 0 is 0; whatever is not 0 counts, however small it is",
)
def _entropies(profile: str) -> Iterator[Case]:
    yield from _distributions(profile)
    for whole in (1 << 7, 1 << 20):  # the rare length would be missed only by a little, were it left out
        yield case(probabilities=(Fraction(1, whole), Fraction(whole - 1, whole)))


_CERTAIN = case(probabilities=(Fraction(1),))

_OF_FLOATS: Mapping[str, Any] = {
    "a function of arrays of float64, one for each parameter, that refuses tuples of Fractions": case_adapters.InArrays,
    "a function of batches, arrays of float64 with a row for each case, that returns an array of numbers, and refuses "
    "a single case": case_adapters.InBatches,
}
"""The forms that are tried where Fractions are refused, in this order."""

_NEUTRALITY = (
    _entropies,
    _claim(
        "more_lengths",
        "its values, for up to 16 lengths",
        "drawn distributions over 2 to 16 lengths",
        drawn=_drawn_distribution,
    ),
    claims_of("lemmas", NEUTRALITY_SOURCE, tolerance=TOLERANCE)(
        "order", "does not depend on the order of the lengths", _EVERY, cases=_distributions, law=order_does_not_matter
    ),
)

NEUTRALITY = CaseSuite(
    "neutrality",
    NEUTRALITY_SOURCE,
    "minus the sum of Pr{L = l} log2 Pr{L = l} over the lengths l, 0 log 0 being 0",
    {"probabilities": "a tuple of Fractions that sum to 1, the probability of each trajectory-length"},
    (
        Convention(
            "a function of (probabilities), a tuple of Fractions, that returns a number",
            case_adapters.ByPosition,
            callable_by("probabilities"),
            _OF_FLOATS,
        ),
    ),
    (_CERTAIN, case(probabilities=(Fraction(1, 2), Fraction(1, 2)))),
    no_number,
    of_the_paper(_NEUTRALITY),
)

# --- USEFULNESS ---


def _usefulness(
    probabilities: tuple[Fraction, ...], expected_coins: tuple[Fraction, ...], greatest: tuple[Fraction, ...]
) -> Fraction:
    p, coins, m = (dict(enumerate(each)) for each in (probabilities, expected_coins, greatest))
    return usefulness(LengthStatistics(p, coins), {length: Fraction(each) for length, each in m.items()})


_policy_claim = claims_of(
    "reference", USEFULNESS_SOURCE, expected=_usefulness, tolerance=TOLERANCE, smaller=without_a_length
)
_lemma = claims_of("lemmas", USEFULNESS_SOURCE, tolerance=TOLERANCE)


@_policy_claim(
    "values",
    "its values",
    "distributions over 1 to 3 lengths in halves (full: thirds, too), and such of two and three lengths that are "
    "chosen with unequal probabilities; m of 1 or 3, none, half or all collected",
    "each length is weighted by its probability and divided by its own greatest total",
)
def _policies(profile: str) -> Iterator[Case]:
    parts = (Fraction(0), Fraction(1, 2), Fraction(1))
    unequal = [tuple(Fraction(part, 8) for part in parts) for parts in ((2, 6), (6, 2), (1, 7), (1, 2, 5), (5, 1, 2))]
    for p in dict.fromkeys((*_shares(3 if profile == "full" else 2), *unequal)):
        if len(p) < 4:
            for greatest in product((1, 3), repeat=len(p)):
                for fractions in product(parts, repeat=len(p)):
                    coins = tuple(m * part if each else 0 for each, m, part in zip(p, greatest, fractions, strict=True))
                    yield case(probabilities=p, expected_coins=coins, greatest=greatest)


def _drawn_policy(seed: int) -> Case:
    draw = Random(seed)
    p = _drawn_distribution(seed)["probabilities"]
    greatest = tuple(Fraction(draw.randrange(1, 50), draw.randrange(1, 9)) for _ in p)
    coins = tuple(m * Fraction(draw.randrange(13), 12) if each else 0 for each, m in zip(p, greatest, strict=True))
    return case(probabilities=p, expected_coins=coins, greatest=greatest)


def scale_does_not_matter(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the answer, and that where all coins are worth three times as much."""
    three_times = {name: tuple(3 * each for each in given[name]) for name in ("expected_coins", "greatest")}
    return ask(given), ask({**given, **three_times})


def the_most_is_one(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return 1, and the answer where the most is collected in each length that is chosen."""
    chosen = tuple(m if p else 0 for p, m in zip(given["probabilities"], given["greatest"], strict=True))
    return 1, ask({**given, "expected_coins": chosen})


_POLICIES: dict[str, Any] = {"domain": "drawn, 2 to 16 lengths", "drawn": _drawn_policy}

_USEFULNESS = (
    _policies,
    _policy_claim("more_lengths", "its values, for up to 16 lengths", **_POLICIES),
    _lemma("scale", "does not depend on the unit in which coins are counted", **_POLICIES, law=scale_does_not_matter),
    _lemma("greatest", "is 1 where the most is collected in each length", **_POLICIES, law=the_most_is_one),
)


_HALF = (Fraction(1, 2), Fraction(1, 2))
_CERTAINLY = case(**_CERTAIN, expected_coins=(1,), greatest=(1,))

USEFULNESS = CaseSuite(
    "usefulness",
    USEFULNESS_SOURCE,
    "the sum of Pr{L = l} E(C | L = l) / m_l over the lengths l, E(C | L = l) being 0 where Pr{L = l} is",
    {
        "probabilities": "a tuple of Fractions that sum to 1, the probability of each trajectory-length",
        "expected_coins": "for each length, the expected discounted coins given it",
        "greatest": "for each length, m_l, the greatest that can be collected",
    },
    (
        Convention(
            "a function of (probabilities, expected_coins, greatest), tuples by length, that returns a number",
            case_adapters.ByPosition,
            callable_by("probabilities", "expected_coins", "greatest"),
            _OF_FLOATS,
        ),
    ),
    (
        _CERTAINLY,
        case(probabilities=_HALF, expected_coins=(1, 1), greatest=(1, 2)),
    ),
    no_number,
    of_the_paper(_USEFULNESS),
)

DREST_SUITES: Mapping[str, CaseSuite] = {
    suite.name: suite for suite in (NEUTRALITY, USEFULNESS, DREST_REWARD, DREST_RETURN)
}
"""All of them, by name."""
