"""What all wrong answers to a claim have in common, in a line: a factor, an offset, an order, a turn, a sign."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, permutations
from math import log, log10
from struct import pack, unpack
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.conformance.engine.case_suites import Case

Answered: TypeAlias = tuple[Any, Any, Case]
"""What is expected of a case, what came, and the case; those on which both agree count, too."""

FEWEST = 3
"""Of so many cases, at least, the answers must differ: one or two can be explained in many ways."""

CLOSE = 1e-9
"""Relative difference up to which floats count as equal.

A sum of some hundred products of floats errs by less than 1e-13, and the factors that are told apart differ by more
than 1e-3.
"""

NOTHING = 1e-3
"""Numbers below are compared as if they were so great: what should be 0 may be a rounding."""

GREATEST = 1e300
"""What is greater, or is not a number, is not looked at: floats end there."""

SINGLE = (1e-9, 1e-6)
"""Between these is the greatest relative difference of what is computed in single precision.

Its numbers lie 1.2e-7 apart, relatively, and a few roundings may add up.
"""

MOST_CASES = 30
"""How many cases are asked for a diagnosis."""

MOST_LOOKED_AT = 3_000
"""Among how many cases of a claim those are spread."""

Number: TypeAlias = int | float | Fraction


def spread_cases(cases: Iterable[Case], most: int = MOST_CASES) -> tuple[Case, ...]:
    """Return the first cases, which hang together, and others evenly spread: those that come first are often alike."""
    found = tuple(islice(cases, MOST_LOOKED_AT))
    first, later = found[: most // 2], found[most // 2 :]
    number = min(most - len(first), len(later))
    return (*first, *(later[place * len(later) // number] for place in range(number)))


def diagnosed(expected: Callable[[Case], Any], ask: Callable[[Case], Any], cases: Iterable[Case]) -> str | None:
    """Return the diagnosis of some of the cases of a claim; those that are refused, or not answered, are left out."""
    answered = []
    for case in spread_cases(cases):
        try:
            answered.append((expected(case), ask(case), case))
        except Exception:  # noqa: S112 - whatever it raises is no answer
            continue
    return diagnosis(answered)


def diagnosis(answered: Iterable[Answered]) -> str | None:
    """Return what holds of all these answers and explains why they are not the expected ones, or None.

    Nothing is said where fewer than `FEWEST` cases have another answer than is expected, nor where two explanations
    cannot be told apart by them.
    """
    answers = tuple(answered)
    if not all(isinstance(each, dict) for expected, got, _ in answers for each in (expected, got)):
        return _of(answers)
    parts = {name: [(a[name], b.get(name), c) for a, b, c in answers if name in a] for name in _names(answers)}
    wrong = {name: part for name, part in parts.items() if any(_differ(a, b) for a, b, _ in part)}
    said = {name: _of(part) for name, part in wrong.items()}
    return "; ".join(f"{name}: {text}" for name, text in said.items()) if said and all(said.values()) else None


def _names(answers: Sequence[Answered]) -> list[str]:
    return list(dict.fromkeys(name for expected, _, _ in answers for name in expected))


def _of(answers: Sequence[Answered]) -> str | None:
    if sum(_differ(expected, got) for expected, got, _ in answers) < FEWEST:
        return None
    numbers = _numbers(answers)
    if numbers is not None:
        found = next(filter(None, (test(numbers) for test in (_precision, _factor, _offset))), None)
        if found is not None:
            return found
    return next(filter(None, (test(answers) for test in (_order, _names_of_actions, _values, _turn))), None)


def _same(expected: Any, got: Any) -> bool:
    return all(
        _close(one, other) if _is_number(one) and _is_number(other) else type(one) is type(other) and bool(one == other)
        for one, other in _leaves(expected, got)
    )


def _differ(expected: Any, got: Any) -> bool:
    return not _same(expected, got)


# --- Numbers ---


@frozen
class _Pair:
    """Two numbers at one place of an answer, and the case."""

    expected: Number
    got: Number
    case: Case

    @property
    def ratio(self) -> Number:
        return _divided(self.got, self.expected)


def _divided(one: Number, other: Number) -> Number:
    exact = not isinstance(one, float) and not isinstance(other, float)
    return Fraction(one) / Fraction(other) if exact else float(one) / float(other)


def _close(one: Number, other: Number) -> bool:
    if isinstance(one, float) or isinstance(other, float):
        return abs(float(one) - float(other)) <= CLOSE * max(abs(float(one)), abs(float(other)), NOTHING)
    return one == other


def _numbers(answers: Sequence[Answered]) -> tuple[_Pair, ...] | None:
    """Return the numbers of all answers by place, or None where they have not one form, or anything else differs."""
    pairs = []
    for expected, got, case in answers:
        leaves = list(_leaves(expected, got))
        if not all((_is_number(one) and _is_number(other)) or one == other for one, other in leaves):
            return None
        pairs += [_Pair(one, other, case) for one, other in leaves if _is_number(one)]
    return tuple(pairs)


def _leaves(expected: Any, got: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(expected, tuple | list) and isinstance(got, tuple | list) and len(expected) == len(got):
        for one, other in zip(expected, got, strict=True):
            yield from _leaves(one, other)
    else:
        yield expected, got


def _is_number(value: Any) -> bool:
    return type(value) in {int, Fraction, float} and abs(value) < GREATEST


def _cases(pairs: Iterable[_Pair]) -> int:
    return len({id(pair.case) for pair in pairs})


def _precision(pairs: tuple[_Pair, ...]) -> str | None:
    apart = [abs(float(pair.ratio) - 1) for pair in pairs if pair.expected]
    zeros = [abs(float(pair.got)) for pair in pairs if not pair.expected]
    least, most = SINGLE
    if not apart or not least < max(apart) < most or any(each > most for each in zeros):
        return None
    size = f"{max(apart):.1e} of a value"
    if all(isinstance(pair.got, float) and unpack("f", pack("f", pair.got))[0] == pair.got for pair in pairs):
        return f"the answers are in single precision, and right but for rounding: by {size} at most"
    return f"the answers differ by {size} at most, which is the size of rounding in single precision"


NAMED: tuple[tuple[str, str, Callable[[Case], Number | None]], ...] = (
    (
        "λ^(1 - 1/k)",
        "the mini-episode is counted before the factor is taken; optimal policies are the same",
        lambda case: _power(case, lambda k: k - 1),
    ),
    ("λ^(-1/k)", "i stands for i - 1; optimal policies are the same", lambda case: _power(case, lambda k: -1)),
    ("λ^((i - 1)/k)", "the exponent lacks (i - 1)/k", lambda case: _power(case, lambda k: _earlier(case))),
    ("λ^(-n)", "the exponent lacks n", lambda case: _power(case, lambda k: -k * _earlier(case, case.get("length")))),
    ("m", "it is not divided by m", lambda case: _by_length(case, "greatest").get(case.get("length"))),
    (
        "λ",
        "the mini-episode is taken for an earlier one of its length; optimal policies are the same",
        lambda case: _power(case, lambda k: k),
    ),
    ("γ", "each coin is discounted once too often", lambda case: _gamma(case, 1)),
    ("1/γ", "each coin is discounted once too rarely", lambda case: _gamma(case, -1)),
    ("ln 2", "the logarithm is the natural one, and not to base 2", lambda case: log(2)),
    ("log10 2", "the logarithm is to base 10, and not to base 2", lambda case: log10(2)),
    ("-1", "the sign is the opposite one", lambda case: -1),
)
"""Factors that have a name and a meaning; each as a function of the case, None where that has no such parameter."""


def _power(case: Case, exponent: Callable[[int], int]) -> Number | None:
    """Return root to a power of k, root being λ^(1/k)."""
    k = len(_by_length(case, "greatest"))
    return Fraction(case["root"] ** exponent(k)) if k and "root" in case else None


def _earlier(case: Case, length: int | None = None) -> int:
    """Return how many mini-episodes came before, of one length or of all."""
    counts = _by_length(case, "counts")
    return sum(counts.values()) if length is None else counts.get(length, 0)


def _by_length(case: Case, name: str) -> dict[Any, Any]:
    """Return a parameter that is written as pairs, or nothing where a case has none."""
    pairs = case.get(name, ())
    return dict(pairs) if all(isinstance(each, tuple) and len(each) == 2 for each in pairs) else {}


def _gamma(case: Case, exponent: int) -> Number | None:
    gamma = case.get("gamma")
    return Fraction(gamma) ** exponent if gamma else None


def _factor(pairs: tuple[_Pair, ...]) -> str | None:
    telling = [pair for pair in pairs if pair.expected]
    if _cases(telling) < FEWEST or any(not _close(pair.got, 0.0) for pair in pairs if not pair.expected):
        return None
    fitting = [(name, meaning) for name, meaning, of in NAMED if _fits(telling, of)]
    if len(fitting) == 1:
        ((name, meaning),) = fitting
        return f"each is {name} times ours: {meaning}"
    factor = telling[0].ratio
    several = len({pair.expected for pair in telling}) > 1
    if several and not _close(factor, 1) and all(_close(pair.ratio, factor) for pair in telling):
        return f"each is {_said(factor)} times ours"
    return None


def _fits(pairs: Sequence[_Pair], of: Callable[[Case], Number | None]) -> bool:
    """Return whether each ratio is this factor of its case, which is not 1 in enough of them."""
    for pair in pairs:
        factor = of(pair.case)
        if factor is None or not _close(pair.ratio, factor):
            return False
    return _cases(pair for pair in pairs if of(pair.case) != 1) >= FEWEST


def _offset(pairs: tuple[_Pair, ...]) -> str | None:
    if len({pair.expected for pair in pairs}) < 2 or _cases(pairs) < FEWEST:
        return None
    apart = [_less(pair.got, pair.expected) for pair in pairs]
    scale = max(abs(float(pair.expected)) for pair in pairs)
    exact = not any(isinstance(each, float) for each in apart)
    same = len(set(apart)) == 1 if exact else float(max(apart)) - float(min(apart)) <= CLOSE * scale
    size = apart[0] if apart[0] > 0 else -apart[0]
    return (
        f"each is ours {'+' if apart[0] > 0 else '-'} {_said(size)}" if same and float(size) > CLOSE * scale else None
    )


def _less(one: Number, other: Number) -> Number:
    exact = not isinstance(one, float) and not isinstance(other, float)
    return Fraction(one) - Fraction(other) if exact else float(one) - float(other)


def _said(value: Number) -> str:
    near = Fraction(value).limit_denominator(1_000)
    return f"{float(value):.6g}" if isinstance(value, float) and not _close(float(near), value) else str(near)


# --- Order ---


def _records(answers: Sequence[Answered], depth: int) -> list[tuple[Any, Any, Case]] | None:
    """Return the sequences so deep in the answers, or None where there are none of one form."""
    found = [(expected, got, case) for expected, got, case in answers]
    for _ in range(depth):
        if not all(_alike(expected, got) for expected, got, _ in found):
            return None
        found = [(a, b, case) for expected, got, case in found for a, b in zip(expected, got, strict=True)]
    return found if found and all(_alike(expected, got) for expected, got, _ in found) else None


def _alike(expected: Any, got: Any) -> bool:
    sequences = isinstance(expected, tuple | list) and isinstance(got, tuple | list)
    return sequences and len(expected) == len(got)


def _enough(records: Iterable[tuple[Any, Any, Case]]) -> bool:
    return len({id(case) for expected, got, case in records if _differ(expected, got)}) >= FEWEST


def _order(answers: Sequence[Answered]) -> str | None:
    for depth in range(3):
        records = _records(answers, depth)
        if records is None or len({len(expected) for expected, _, _ in records}) != 1 or not _enough(records):
            continue
        places = range(len(records[0][0]))
        from_where = [[j for j in places if all(_same(a[j], b[i]) for a, b, _ in records)] for i in places]
        if all(len(each) == 1 for each in from_where) and len({each[0] for each in from_where}) == len(places):
            moved = [f"{j + 1} stands at {i + 1}" for i, (j,) in enumerate(from_where) if i != j]
            return f"the parts of each answer are in another order: {', '.join(moved)}"
    return None


def _values(answers: Sequence[Answered]) -> str | None:
    """Find small whole numbers, such as actions, of which each stands for another."""
    leaves = [leaf for expected, got, _ in answers for leaf in _leaves(expected, got)]
    if not all(type(one) is int and type(other) is int for one, other in leaves):
        return None
    stands = dict(leaves)
    if any(stands[one] != other for one, other in leaves) or stands.keys() != set(stands.values()):
        return None
    moved = ", ".join(f"{other} for {one}" for one, other in sorted(stands.items()) if one != other)
    return f"numbers are exchanged: {moved}" if moved else None


def _names_of_actions(answers: Sequence[Answered]) -> str | None:
    """Find a permutation of four actions that makes the answer to each case what is expected of another."""
    if not all(_are_moves(case.get("actions")) for _, _, case in answers):
        return None
    expected_of = {_key(case, case["actions"]): expected for expected, _, case in answers}
    fitting = []
    for renamed in permutations(range(4)):
        pairs = []
        for expected, got, case in answers:
            actions = tuple(renamed[each] if type(each) is int else each for each in case["actions"])
            other = expected_of.get(_key(case, actions))
            if other is not None:
                pairs.append((other, got, _differ(expected, got)))
        if sum(wrong for _, _, wrong in pairs) >= FEWEST and all(_same(other, got) for other, got, _ in pairs):
            fitting.append(renamed)
    if len(fitting) != 1 or fitting[0] == tuple(range(4)):
        return None
    moved = ", ".join(f"{other} for {action}" for action, other in enumerate(fitting[0]) if action != other)
    return f"actions are exchanged: {moved} (0 up, 1 down, 2 left, 3 right)"


def _are_moves(actions: Any) -> bool:
    return isinstance(actions, tuple) and all(each in range(4) for each in actions if type(each) is int)


def _key(case: Mapping[str, Any], actions: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*(value for name, value in case.items() if name != "actions"), actions)


def _turn(answers: Sequence[Answered]) -> str | None:
    pairs = [(expected, got, case) for expected, got, case in answers if _alike(expected, got) and len(got) > 1]
    moving = [(expected, got) for expected, got, _ in pairs if _differ(expected[1:], expected[:-1])]
    if len(moving) < FEWEST or not _enough(pairs):
        return None
    if all(_same(expected[:-1], got[1:]) for expected, got in moving):
        return "each part of an answer comes one turn late"
    early = all(_same(expected[1:], got[:-1]) for expected, got in moving)
    return "each part of an answer comes one turn early" if early else None
