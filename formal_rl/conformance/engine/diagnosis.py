"""The common fault of all wrong answers to a claim, in a line: a factor, an offset, an order, a turn, a sign."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice, permutations
from struct import pack, unpack
from typing import Any, TypeAlias

from formal_rl.conformance.engine.suite import Case

Answered: TypeAlias = tuple[Any, Any, Case]
"""The expected answer, the implementation's, and the case; equal answers count, too."""

Factors: TypeAlias = Sequence[tuple[str, str, Callable[[Case], Any]]]
"""Names, meanings and values, of which one is a function of the case: None where that has no such parameter."""

FEWEST = 3
"""The fewest differing answers to explain: one or two have many explanations."""

CLOSE, NOTHING = 1e-9, 1e-3
"""Up to which relative difference floats count as equal; smaller numbers are compared as if they were 1e-3.

A sum of some hundred products of floats errs by less than 1e-13, and two factors differ by more
than 1e-3. What should be 0 may be a rounding.
"""

GREATEST = 1e300
"""Floats end there: what is greater, or is not a number, is not looked at."""

SINGLE = (1e-9, 1e-6)
"""Between these is the greatest relative difference of what is computed in single precision, in a few roundings."""

MOST_CASES, MOST_LOOKED_AT = 30, 3_000
"""The number of cases that a diagnosis puts, and of the claim's cases among which they are spread."""

SIGN: Factors = (("-1", "the sign is the opposite one", lambda given: -1),)


def spread_cases(cases: Iterable[Case], most: int = MOST_CASES) -> tuple[Case, ...]:
    """Return the first cases, which hang together, and others evenly spread: those that come first are often alike."""
    found = tuple(islice(cases, MOST_LOOKED_AT))
    first, later = found[: most // 2], found[most // 2 :]
    number = min(most - len(first), len(later))
    return (*first, *(later[place * len(later) // number] for place in range(number)))


def diagnosed(
    expected: Callable[[Case], Any], ask: Callable[[Case], Any], cases: Iterable[Case], factors: Factors = ()
) -> str | None:
    """Return the diagnosis of some of the cases of a claim; those that are refused, or not answered, are left out."""
    answered = []
    for given in spread_cases(cases):
        with suppress(Exception):  # whatever it raises is no answer
            answered.append((expected(given), ask(given), given))
    return diagnosis(answered, factors)


def diagnosis(answered: Sequence[Answered], factors: Factors = ()) -> str | None:
    """Return what holds of all these answers and explains why they are not the expected ones, or None.

    It is ``None`` if fewer than `FEWEST` answers differ from the expected ones, and if two explanations
    fit them all.
    """
    if not all(isinstance(each, dict) for expected, got, _ in answered for each in (expected, got)):
        return _of(answered, factors)
    names = dict.fromkeys(name for expected, *_ in answered for name in expected)
    parts = {name: [(a[name], b.get(name), given) for a, b, given in answered if name in a] for name in names}
    said = {name: _of(part, factors) for name, part in parts.items() if not all(_same(a, b) for a, b, _ in part)}
    return "; ".join(f"{name}: {text}" for name, text in said.items()) if said and all(said.values()) else None


def _of(answered: Sequence[Answered], factors: Factors) -> str | None:
    if not _tell(answered):
        return None
    numbers = _numbers(answered)
    of_numbers = () if numbers is None else (_precision(numbers), _factor(numbers, factors), _offset(numbers))
    others = (test(answered) for test in (_order, _names_of_actions, _exchanged, _turn))
    return next(filter(None, (*of_numbers, *others)), None)


def _tell(answered: Iterable[Answered]) -> bool:
    """Whether the answers to enough cases differ."""
    return _cases(given for expected, got, given in answered if not _same(expected, got)) >= FEWEST


def _cases(given: Iterable[Case]) -> int:
    return len(set(map(id, given)))


def _leaves(expected: Any, got: Any) -> Iterator[tuple[Any, Any]]:
    if _alike(expected, got):
        for pair in zip(expected, got, strict=True):
            yield from _leaves(*pair)
    else:
        yield expected, got


def _alike(expected: Any, got: Any) -> bool:
    sequences = isinstance(expected, tuple | list) and isinstance(got, tuple | list)
    return sequences and len(expected) == len(got)


def _are_numbers(*values: Any) -> bool:
    return all(type(each) in {int, Fraction, float} and abs(each) < GREATEST for each in values)


def _close(one: Any, other: Any) -> bool:
    if float in {type(one), type(other)}:
        return abs(float(one) - float(other)) <= CLOSE * max(abs(float(one)), abs(float(other)), NOTHING)
    return bool(one == other)


def _same(expected: Any, got: Any) -> bool:
    return all(
        _close(*pair) if _are_numbers(*pair) else type(pair[0]) is type(pair[1]) and bool(pair[0] == pair[1])
        for pair in _leaves(expected, got)
    )


# --- Numbers ---


def _numbers(answered: Sequence[Answered]) -> list[Answered] | None:
    """Return the numbers of all answers by place, or None where they have not one form, or anything else differs."""
    leaves = [(*pair, given) for expected, got, given in answered for pair in _leaves(expected, got)]
    if not all(_are_numbers(one, other) or one == other for one, other, _ in leaves):
        return None
    return [leaf for leaf in leaves if _are_numbers(leaf[0])]


def _ratio(got: Any, expected: Any) -> Any:
    return float(got) / float(expected) if float in {type(got), type(expected)} else Fraction(got) / expected


def _precision(numbers: Sequence[Answered]) -> str | None:
    apart = [abs(float(_ratio(got, expected)) - 1) for expected, got, _ in numbers if expected]
    zeros = [abs(got) for expected, got, _ in numbers if not expected]
    least, most = SINGLE
    if not apart or not least < max(apart) < most or any(each > most for each in zeros):
        return None
    size = f"{max(apart):.1e} of a value"
    if all(isinstance(got, float) and unpack("f", pack("f", got))[0] == got for _, got, _ in numbers):
        return f"the answers are in single precision, and right but for rounding: by {size} at most"
    return f"the answers differ by {size} at most, which is the size of rounding in single precision"


def _factor(numbers: Sequence[Answered], factors: Factors) -> str | None:
    ratios = [(_ratio(got, expected), given) for expected, got, given in numbers if expected]
    zeros = all(_close(got, 0.0) for expected, got, _ in numbers if not expected)
    if not zeros or _cases(given for _, given in ratios) < FEWEST:
        return None
    fitting = [(name, meaning) for name, meaning, of in (*factors, *SIGN) if _fits(ratios, of)]
    if len(fitting) == 1:
        return "each is {} times ours: {}".format(*fitting[0])
    factor, several = ratios[0][0], len({expected for expected, *_ in numbers if expected}) > 1
    same = several and not _close(factor, 1) and all(_close(ratio, factor) for ratio, _ in ratios)
    return f"each is {_said(factor)} times ours" if same else None


def _fits(ratios: Sequence[tuple[Any, Case]], of: Callable[[Case], Any]) -> bool:
    """Return whether each ratio is this factor of its case, which is not 1 in enough of them."""
    factors = [(of(given), ratio, given) for ratio, given in ratios]
    fit = all(factor and _close(ratio, factor) for factor, ratio, _ in factors)
    return fit and _cases(given for factor, _, given in factors if factor != 1) >= FEWEST


def _offset(numbers: Sequence[Answered]) -> str | None:
    if len({expected for expected, *_ in numbers}) < 2:
        return None
    apart = [got - expected for expected, got, _ in numbers]
    scale = CLOSE * max(abs(float(expected)) for expected, *_ in numbers)
    same = float(max(apart) - min(apart)) <= scale < float(abs(apart[0]))
    return f"each is ours {'+' if apart[0] > 0 else '-'} {_said(abs(apart[0]))}" if same else None


def _said(value: Any) -> str:
    near = Fraction(value).limit_denominator(1_000)
    return f"{float(value):.6g}" if isinstance(value, float) and not _close(float(near), value) else str(near)


# --- Order ---


def _order(answered: Sequence[Answered]) -> str | None:
    records = list(answered)
    for _ in range(3):
        if not records or not all(_alike(expected, got) for expected, got, _ in records):
            break
        if len({len(expected) for expected, *_ in records}) == 1 and _tell(records):
            places = range(len(records[0][0]))
            whence = [[j for j in places if all(_same(a[j], b[i]) for a, b, _ in records)] for i in places]
            if all(len(each) == 1 for each in whence) and len({each for (each,) in whence}) == len(places):
                moved = [f"{j + 1} stands at {i + 1}" for i, (j,) in enumerate(whence) if i != j]
                return f"the parts of each answer are in another order: {', '.join(moved)}"
        records = [(a, b, given) for expected, got, given in records for a, b in zip(expected, got, strict=True)]
    return None


def _exchanged(answered: Sequence[Answered]) -> str | None:
    """Find small whole numbers, such as actions, of which each stands for another."""
    leaves = [leaf for expected, got, _ in answered for leaf in _leaves(expected, got)]
    stands = dict(sorted(leaves)) if all(type(one) is type(other) is int for one, other in leaves) else {}
    if any(stands.get(one) != other for one, other in leaves) or stands.keys() != set(stands.values()):
        return None
    moved = _moved(stands)
    return f"numbers are exchanged: {moved}" if moved else None


def _moved(stands: Mapping[Any, Any]) -> str:
    return ", ".join(f"{other} for {one}" for one, other in stands.items() if one != other)


def _names_of_actions(answered: Sequence[Answered]) -> str | None:
    """Find a permutation of four actions that makes the answer to each case what is expected of another."""
    actions = [given.get("actions") for *_, given in answered]
    if not all(isinstance(each, tuple) and all(a in range(4) for a in each if type(a) is int) for each in actions):
        return None
    right = {tuple(given.items()): expected for expected, _, given in answered}
    fitting = []
    for renamed in permutations(range(4)):
        names: dict[Any, Any] = {**dict(enumerate(renamed)), "reset": "reset"}
        pairs = []
        for expected, got, given in answered:
            other = right.get(tuple({**given, "actions": tuple(map(names.get, given["actions"]))}.items()))
            pairs += [] if other is None else [(other, got, expected)]
        wrong = sum(not _same(expected, got) for _, got, expected in pairs)
        if wrong >= FEWEST and all(_same(other, got) for other, got, _ in pairs):
            fitting.append(names)
    if len(fitting) != 1 or not (moved := _moved(fitting[0])):
        return None
    return f"actions are exchanged: {moved} (0 up, 1 down, 2 left, 3 right)"


def _turn(answered: Sequence[Answered]) -> str | None:
    pairs = [(expected, got) for expected, got, _ in answered if _alike(expected, got) and len(got) > 1]
    moving = [(expected, got) for expected, got in pairs if not _same(expected[1:], expected[:-1])]
    if len(moving) < FEWEST:
        return None
    if all(_same(expected[:-1], got[1:]) for expected, got in moving):
        return "each part of an answer comes one turn late"
    early = all(_same(expected[1:], got[:-1]) for expected, got in moving)
    return "each part of an answer comes one turn early" if early else None
