"""What is tried in the place of a case on which a claim is false: the case with less of its plain data."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from formal_rl.conformance.engine.case_suites import Case, case

Smaller = Callable[[Case], Iterator[Case]]


def with_less(valid: Callable[[Case], bool] = lambda given: True, /, **ways: Callable[[Any], Iterator[Any]]) -> Smaller:
    """Return what yields the cases with one value made smaller by the way named for it, of those that are valid."""

    def smaller(given: Case) -> Iterator[Case]:
        for name, way in ways.items():
            for value in way(given[name]):
                changed = case(**{**given, name: value})
                if valid(changed):
                    yield changed

    return smaller


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
