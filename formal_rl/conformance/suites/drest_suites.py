"""The suites about shutdownable agents: metrics, rewards and returns, as functions of plain data."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import log, log10
from random import Random
from typing import Any

from formal_rl.conformance.adapters import cases as case_adapters
from formal_rl.conformance.adapters.cases import callable_by, callable_with, in_floats, takes_some_of
from formal_rl.conformance.engine.layout import number as written
from formal_rl.conformance.engine.search import beginnings, less, simpler, with_less
from formal_rl.conformance.engine.suite import (
    Adapter,
    Case,
    Suite,
    Symmetry,
    case,
    changed,
    no_number,
    of_the_paper,
    read_claims,
)
from formal_rl.gridworlds import (
    Drest,
    LengthStatistics,
    Trajectory,
    discount_factor,
    neutrality,
    overall_returns,
    usefulness,
)

NEUTRALITY_SOURCE = "Thornley et al. 2024, Definition D.4"
USEFULNESS_SOURCE = "Thornley et al. 2024, Definition D.3"
SOURCE = "Thornley et al. 2024, Definition D.2"

TOLERANCE = 1e-9
"""By how much floats may differ: roundings of a sum of a few logarithms are far below; rewards are below hundreds."""

_OF_FLOATS = (
    Adapter(
        case_adapters.by_position,
        "a function of arrays of float64, one for each parameter, that refuses tuples of Fractions",
        hand=case_adapters.arrays_of,
    ),
    Adapter(
        case_adapters.in_batches,
        "a function of batches, arrays of float64 with a row for each case, that returns an array of numbers, and "
        "refuses a single case",
        hand=case_adapters.batches_of,
    ),
)
"""The forms that are tried where Fractions are refused, in this order."""


def _metric(words: str, *names: str) -> tuple[Adapter, ...]:
    words = f"a function of ({', '.join(names)}), {words}, that returns a number"
    return (Adapter(case_adapters.by_position, words, callable_by(*names), forms=_OF_FLOATS),)


def of_drest(given: Any) -> Any:
    """Return all that a reward or a return may take: m is that of the length, n how often it was chosen before."""
    greatest = dict(given["greatest"])
    offered = {**given, "greatest": greatest, "k": len(greatest), "lam": given["root"] ** len(greatest)}
    if "counts" in given:
        counts, length = dict(given["counts"]), given["length"]
        offered.update(counts=counts, m=greatest[length], i=1 + sum(counts.values()), n=counts[length])
    return offered


def in_order_of_drest(given: Any) -> Any:
    """Return what a reward or a return takes by position."""
    offered = of_drest(given)
    return {name: offered[name] for name in given}


def floats_of_drest(given: Any) -> Any:
    """Return all that a reward or a return may take, with floats."""
    return in_floats(of_drest(given))


def floats_in_order_of_drest(given: Any) -> Any:
    """Return what a reward or a return takes by position, with floats."""
    return in_floats(in_order_of_drest(given))


def _by_name_or_in_order(parameters: Mapping[str, str], more: str, mappings: str, answer: str) -> tuple[Adapter, ...]:
    """Return adapters that call a function by the names of parameters and ``more``, or by position; in floats, too."""
    names, in_order = (*parameters, *more.split()), ", ".join(parameters)
    listed = ", ".join(names).replace("greatest", f"greatest ({mappings})")
    by_name = case_adapters.by_name, "by name", f"some of {listed}", takes_some_of(*names, one_of=names[:1])
    by_position = case_adapters.by_position, "by position", f"({in_order})", callable_with(len(parameters))
    hands = (of_drest, floats_of_drest), (in_order_of_drest, floats_in_order_of_drest)
    return tuple(
        Adapter(
            driver,
            f"a function of {what}, {how}, that returns {answer}",
            fits,
            hand,
            forms=(Adapter(driver, f"a function of floats, {how}, that refuses Fractions", hand=floats),),
        )
        for (driver, how, what, fits), (hand, floats) in zip((by_name, by_position), hands, strict=True)
    )


# --- NEUTRALITY ---


def _shares(most: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield distributions over 1 to 4 lengths in parts of ``most``, fewest lengths and least parts first."""
    for whole, k in product(range(1, most + 1), range(1, 5)):
        for parts in product(range(whole + 1), repeat=k - 1):
            if sum(parts) <= whole:
                yield tuple(Fraction(part, whole) for part in (*parts, whole - sum(parts)))


def _neutrality(probabilities: tuple[Fraction, ...]) -> float:
    return neutrality(dict(enumerate(probabilities)))


def _drawn_distribution(seed: int) -> Case:
    draw = Random(seed)
    parts = [draw.randrange(0, 30) for _ in range(draw.randrange(2, 17))]
    parts[draw.randrange(len(parts))] += 1
    return case(probabilities=tuple(Fraction(part, sum(parts)) for part in parts))


def without_a_length(given: Case) -> Iterator[Case]:
    """Yield the case without one of its lengths, the probabilities of the others summing to 1 again."""
    for place in range(len(given["probabilities"])):
        fewer = {name: each[:place] + each[place + 1 :] for name, each in given.items()}
        if total := sum(fewer["probabilities"]):
            yield case(**{**fewer, "probabilities": tuple(each / total for each in fewer["probabilities"])})


def _values(profile: str) -> Iterator[Case]:
    yield from (case(probabilities=p) for p in dict.fromkeys(_shares(6 if profile == "full" else 4)))
    for whole in (1 << 7, 1 << 20):  # the rare length would be missed only by a little, were it left out
        yield case(probabilities=(Fraction(1, whole), Fraction(whole - 1, whole)))


_BY_LENGTH: dict[str, Any] = {"tolerance": TOLERANCE, "smaller": without_a_length}
_NEUTRALITY = read_claims(
    """
values: its values
  all distributions over 1 to 4 lengths in parts of 1 to 4 (full: 6); two lengths, one of probability 1/128 or \
1/1048576
  the logarithm is to base 2, and 0 log 0 is 0; whatever is not 0 counts, however small it is
more_lengths: its values, for up to 16 lengths
  drawn distributions over 2 to 16 lengths
""",
    NEUTRALITY_SOURCE,
    _neutrality,
    _values,
    each=_BY_LENGTH,
    more_lengths={"draw": _drawn_distribution},
)

_CERTAIN, _EVEN = case(probabilities=(Fraction(1),)), case(probabilities=(Fraction(1, 2), Fraction(1, 2)))
LOGARITHMS = (
    ("ln 2", "the logarithm is the natural one, and not to base 2", lambda given: log(2)),
    ("log10 2", "the logarithm is to base 10, and not to base 2", lambda given: log10(2)),
)


def _with_lengths(draw: Random, given: Case) -> Case:
    """Add one or two lengths that are never chosen, and put all in another order."""
    more, number = draw.randrange(1, 3), len(given["probabilities"])
    order = draw.sample(range(number + more), number + more)
    longer = {name: (*each, *(int(name == "greatest"),) * more) for name, each in given.items()}
    return case(**{name: tuple(each[place] for place in order) for name, each in longer.items()})


_LENGTHS = Symmetry("lengths in another order, and lengths that are never chosen", _with_lengths)

NEUTRALITY = Suite(
    "neutrality",
    NEUTRALITY_SOURCE,
    "minus the sum of Pr{L = l} log2 Pr{L = l} over the lengths l, 0 log 0 being 0",
    {"probabilities": "a tuple of Fractions that sum to 1, the probability of each trajectory-length"},
    _metric("a tuple of Fractions", "probabilities"),
    (_CERTAIN, _EVEN),
    no_number,
    of_the_paper(_NEUTRALITY),
    factors=LOGARITHMS,
    symmetry=_LENGTHS,
)

# --- USEFULNESS ---


def _usefulness(
    probabilities: tuple[Fraction, ...], expected_coins: tuple[Fraction, ...], greatest: tuple[Fraction, ...]
) -> Fraction:
    p, coins, m = (dict(enumerate(each)) for each in (probabilities, expected_coins, greatest))
    return usefulness(LengthStatistics(p, coins), {length: Fraction(each) for length, each in m.items()})


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


_USEFULNESS = read_claims(
    """
values: its values
  distributions over 1 to 3 lengths in halves (full: thirds, too), and such of two and three lengths that are chosen \
with unequal probabilities; m of 1 or 3, none, half or all collected
  each length is weighted by its probability and divided by its own greatest total
more_lengths: its values, for up to 16 lengths
  drawn, 2 to 16 lengths
""",
    USEFULNESS_SOURCE,
    _usefulness,
    each=_BY_LENGTH,
    values=_policies,
    more_lengths={"draw": _drawn_policy},
)


_LENGTHWISE = {
    **NEUTRALITY.parameters,
    "expected_coins": "for each length, the expected discounted coins given it",
    "greatest": "for each length, m_l, the greatest that can be collected",
}

USEFULNESS = Suite(
    "usefulness",
    USEFULNESS_SOURCE,
    "the sum of Pr{L = l} E(C | L = l) / m_l over the lengths l, E(C | L = l) being 0 where Pr{L = l} is",
    _LENGTHWISE,
    _metric("tuples by length", *_LENGTHWISE),
    (case(**_CERTAIN, expected_coins=(1,), greatest=(1,)), case(**_EVEN, expected_coins=(1, 1), greatest=(1, 2))),
    no_number,
    of_the_paper(_USEFULNESS),
    symmetry=_LENGTHS,
)

# --- What one coin pays ---


def _reward(value: Any, length: int, counts: Any, greatest: Any, root: Fraction) -> Fraction:
    drest, chosen = Drest(root, dict(greatest)), dict(counts)
    factor = discount_factor(drest, 1 + sum(chosen.values()), chosen[length])
    return factor * Fraction(value) / drest.greatest[length]


def _rewards(k: int, most: int, *, least: int = 0) -> Iterator[Case]:
    """Yield the cases of k lengths with ``least`` to ``most`` mini-episodes before."""
    lengths = tuple(4 + 4 * place for place in range(k))
    for total in range(least, most + 1):
        for chosen in product(range(total + 1), repeat=k):
            if sum(chosen) != total:
                continue
            for length, root, value, twice in product(lengths, (Fraction(1, 2), Fraction(9, 10)), (1, 3), (1, 2)):
                greatest = tuple((each, twice * (1 + place)) for place, each in enumerate(lengths))
                counts = tuple(zip(lengths, chosen, strict=True))
                yield case(value=value, length=length, counts=counts, greatest=greatest, root=root)


def _drawn_reward(seed: int) -> Case:
    draw = Random(seed)
    lengths = sorted(draw.sample(range(2, 30), draw.randrange(2, 5)))
    return case(
        value=Fraction(draw.randrange(1, 40), draw.randrange(1, 5)),
        length=draw.choice(lengths),
        counts=tuple((length, draw.randrange(20)) for length in lengths),
        greatest=tuple((length, Fraction(draw.randrange(8, 60), draw.randrange(1, 9))) for length in lengths),
        root=draw.choice((Fraction(19, 20), Fraction(99, 100))),
    )


def _drawn_late_reward(seed: int) -> Case:
    """Return a case with hundreds of mini-episodes before, and a root so near to 1 that the factor is not extreme."""
    draw = Random(seed)
    lengths = tuple(range(4, 4 + draw.choice((2, draw.randrange(2, 17)))))
    return case(
        value=draw.randrange(1, 5),
        length=draw.choice(lengths),
        counts=tuple((length, draw.randrange(800 // len(lengths))) for length in lengths),
        greatest=tuple((length, draw.randrange(1, 9)) for length in lengths),
        root=Fraction(199, 200),
    )


def _is_a_reward(given: Case) -> bool:
    counted, measured = ([length for length, *_ in given[name]] for name in ("counts", "greatest"))
    return given["value"] > 0 and counted == measured


def _later(profile: str) -> Iterator[Case]:
    most = 5 if profile == "full" else 3
    yield from _rewards(2, most, least=1)
    yield from _rewards(3, most - 1, least=1)


_REWARDS = read_claims(
    """
first: pays c / m_l in the first mini-episode
  2 lengths, roots 1/2 and 9/10, few values and m
  m is that of the length of the mini-episode; i is counted from 1, so that the exponent is 0 here
later: pays λ^(n - (i - 1)/k) c / m_l in later ones
  2 and 3 lengths, all counts up to 3 and 2 mini-episodes before (full: 5 and 4), few values and m
  n counts the earlier mini-episodes of this length, without the present one; root is λ^(1/k)
many: pays the same in long meta-episodes
  drawn, 2 to 4 lengths, up to 19 mini-episodes of each before
hundreds: pays the same after hundreds of mini-episodes
  drawn, 2 to 16 lengths, up to 800 mini-episodes before
  all mini-episodes of a meta-episode count, not only the last ones
""",
    SOURCE,
    _reward,
    _later,
    each={"tolerance": TOLERANCE, "smaller": with_less(_is_a_reward, counts=simpler, value=less, greatest=simpler)},
    first=lambda profile: _rewards(2, 0),
    many={"draw": _drawn_reward, "number": {"quick": 100, "full": 1000}},
    hundreds={"draw": _drawn_late_reward},
)

# --- Values as they are shown ---


def pairs_text(pairs: Any, given: Case) -> str:
    """Return values by length."""
    return ", ".join(f"{length}: {written(value)}" for length, value in pairs)


def _root(root: Fraction, given: Case) -> str:
    k = len(given["greatest"])
    return f"{written(root)}, λ = root^{k} = {written(root**k)}"


_WRITTEN = {"root": _root, "counts": pairs_text, "greatest": pairs_text}


def _power(exponent: Callable[[int, Case], int]) -> Callable[[Case], Fraction]:
    """Return root to a power of k and the case, root being λ^(1/k)."""
    return lambda given: Fraction(given["root"] ** exponent(len(given["greatest"]), given))


_ALIKE = "optimal policies are the same"
_POWERS = (
    ("λ^(1 - 1/k)", f"the mini-episode is counted before the factor is taken; {_ALIKE}", _power(lambda k, _: k - 1)),
    ("λ^(-1/k)", f"i stands for i - 1; {_ALIKE}", _power(lambda k, _: -1)),
    ("λ", f"the mini-episode is taken for an earlier one of its length; {_ALIKE}", _power(lambda k, _: k)),
)

_COIN = {
    "value": "c, a positive number",
    "length": "l, the trajectory-length of the mini-episode",
    "counts": "how often each of the k lengths was chosen before, as pairs; so i is one more than their sum",
    "greatest": "m_l for each length l, as pairs",
    "root": "λ^(1/k), a Fraction between 0 and 1",
}
_TWO = {"counts": ((4, 0), (8, 0)), "greatest": ((4, 1), (8, 2)), "root": Fraction(1, 2)}


def _lengthen(draw: Random, given: Case) -> Case:
    """Make all lengths longer, by moves that collect nothing, and count coins in another unit."""
    more, unit = draw.randrange(1, 9), draw.randrange(2, 8)
    return changed(
        given,
        value=lambda value: unit * value,
        length=lambda length: length + more,
        counts=lambda pairs: tuple((length + more, number) for length, number in pairs),
        greatest=lambda pairs: tuple((length + more, unit * m) for length, m in pairs),
        episodes=lambda each: tuple((*(unit * value for value in values), *(0,) * more) for values in each),
    )


_LONGER_LENGTHS = Symmetry("longer lengths, coins in another unit", _lengthen)

DREST_REWARD = Suite(
    "drest_reward",
    SOURCE,
    "λ^(n - (i - 1)/k) c / m_l for a coin of value c in the i-th mini-episode, its length l chosen n times before",
    _COIN,
    _by_name_or_in_order(_COIN, "m i n k lam", "both as mappings", "a number"),
    (case(value=1, length=4, **_TWO), case(value=3, length=8, **_TWO)),
    no_number,
    of_the_paper(_REWARDS),
    written=_WRITTEN,
    factors=(
        *_POWERS,
        ("λ^((i - 1)/k)", "the exponent lacks (i - 1)/k", _power(lambda k, given: sum(n for _, n in given["counts"]))),
        ("λ^(-n)", "the exponent lacks n", _power(lambda k, given: -k * dict(given["counts"])[given["length"]])),
        ("m", "it is not divided by m", lambda given: dict(given["greatest"])[given["length"]]),
    ),
    symmetry=_LONGER_LENGTHS,
)

# --- What mini-episodes come to ---


def _returns(episodes: Any, greatest: Any, root: Fraction, gamma: Any) -> tuple[Fraction, ...]:
    meta_episode = tuple(Trajectory((0,) * len(collected), collected) for collected in episodes)
    return overall_returns(Drest(root, dict(greatest), gamma), meta_episode)


_GREATEST = ((2, 1), (3, 2))
_SHORT = ((0, 1), (1, 0), (0, 0))
_LONGER = ((2, 0, 0), (0, 2, 0), (1, 0, 1))


def _meta_episodes(least: int, most: int) -> Iterator[Case]:
    for number in range(least, most + 1):
        for episodes in product((*_SHORT[:2], *_LONGER), repeat=number):
            for root, gamma in ((Fraction(1, 2), 1), (Fraction(1, 2), Fraction(1, 2))):
                yield case(episodes=episodes, greatest=_GREATEST, root=root, gamma=gamma)


def _drawn_meta_episode(seed: int) -> Case:
    draw = Random(seed)
    lengths = sorted(draw.sample(range(1, 14), draw.randrange(2, 5)))
    return case(
        episodes=tuple(
            tuple(draw.choice((0, 0, 1, 2, 3)) for _ in range(draw.choice(lengths)))
            for _ in range(draw.randrange(2, 12))
        ),
        greatest=tuple((length, draw.randrange(1, 9)) for length in lengths),
        root=Fraction(draw.randrange(14, 20), 20),
        gamma=Fraction(draw.randrange(10, 21), 20),
    )


def _long(profile: str) -> Iterator[Case]:
    for number in (64, 300) if profile == "quick" else (64, 100, 300):
        draw = Random(number)
        mostly = _SHORT[:2] * (1 if number < 256 else 16)
        yield case(
            episodes=tuple(draw.choice((*mostly, *_LONGER)) for _ in range(number)),
            greatest=_GREATEST,
            root=Fraction(99, 100),
            gamma=Fraction(1, 2),
        )


_RETURNS = read_claims(
    """
one: the return of one mini-episode is that of c / m_l
  one mini-episode of lengths 2 and 3, discount 1 and 1/2
  the first move is not discounted; its length, so m too, is known at its end
several: the returns of several mini-episodes have the factor λ^(n - (i - 1)/k) each
  all meta-episodes of 2 and 3 out of 5 mini-episodes of lengths 2 and 3, discount 1 and 1/2
  a mini-episode counts for those after it, not for itself; i is counted from 1
longer: the returns of longer meta-episodes
  drawn, 2 to 11 mini-episodes of 2 to 4 lengths, up to 13 moves
long: the returns of long meta-episodes
  meta-episodes of 64 and 300 mini-episodes (full: 100, too) of lengths 2 and 3, discount 1/2
  all mini-episodes of a meta-episode count, not only the last ones
""",
    SOURCE,
    _returns,
    _long,
    each={"tolerance": TOLERANCE, "smaller": with_less(episodes=simpler, gamma=less)},
    one=lambda profile: _meta_episodes(1, 1),
    several=lambda profile: _meta_episodes(2, 3),
    longer={"draw": _drawn_meta_episode, "number": {"quick": 60, "full": 600}},
    long={"smaller": with_less(episodes=beginnings)},
)


def _no_returns(answer: Any) -> str | None:
    numbers = isinstance(answer, tuple | list) and all(type(each) in {int, float, Fraction} for each in answer)
    return None if numbers else "expected a number for each mini-episode"


def _by_episode(answer: Any, given: Case) -> dict[str, dict[str, Any]]:
    episodes = enumerate(zip(given["episodes"], answer, strict=False), start=1)
    return {"": {f"mini-episode {place}, length {len(episode)}": each for place, (episode, each) in episodes}}


_EPISODES = {
    "episodes": "the mini-episodes in order, each the value collected in each of its moves, 0 for none",
    **{name: _COIN[name] for name in ("greatest", "root")},
    "gamma": "γ, from 0 to 1",
}

DREST_RETURN = Suite(
    "drest_return",
    SOURCE,
    "for each mini-episode, λ^(n - (i - 1)/k) times the sum of γ^t c / m_l over its coins, the t-th move from 0",
    _EPISODES,
    _by_name_or_in_order(_EPISODES, "k lam", "a mapping", "a number for each mini-episode"),
    tuple(case(episodes=_SHORT[:n], greatest=_GREATEST, root=Fraction(1, 2), gamma=1) for n in (1, 2)),
    _no_returns,
    of_the_paper(_RETURNS),
    symmetry=_LONGER_LENGTHS,
    parts=_by_episode,
    written=_WRITTEN,
    factors=(
        *_POWERS,
        ("γ", "each coin is discounted once too often", lambda given: given["gamma"]),
        ("1/γ", "each coin is discounted once too rarely", lambda given: 1 / Fraction(given["gamma"])),
    ),
)

DREST_SUITES: Mapping[str, Suite] = {
    suite.name: suite for suite in (NEUTRALITY, USEFULNESS, DREST_REWARD, DREST_RETURN)
}
"""All of them, by name."""
