"""What is tried in the place of a case: less of its plain data, and still a case of its claim."""

from contextlib import suppress
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.conformance import SUITES, CaseSuite
from formal_rl.conformance.engine.case_suites import case
from formal_rl.conformance.engine.smaller_cases import less, shorter, simpler, with_less
from formal_rl.errors import FormalRLError


def size(value):
    """How much there is of plain data: elements, numerators and denominators."""
    if isinstance(value, tuple):
        return 1 + sum(map(size, value))
    return abs(value.numerator) + value.denominator


DATA = st.recursive(
    st.integers(-9, 99) | st.fractions(-2, 2, max_denominator=20),
    lambda parts: st.lists(parts, max_size=4).map(tuple),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(DATA)
def test_what_is_simpler_is_smaller(value):
    """Nothing is tried that has as much in it, so trying comes to an end; nothing is tried twice in a row."""
    assert all(size(each) < size(value) for each in simpler(value))


def test_by_hand():
    """Beginnings come first, then what lacks one value, then simpler numbers, the simplest first."""
    assert list(shorter((5, 6, 7))) == [(5,), (5, 6), (6, 7), (5, 7)]
    assert list(shorter((5,))) == list(shorter(())) == []
    assert list(less(19)) == [0, 1, 9, 18]
    assert list(less(Fraction(19, 20))) == [0, 1, Fraction(1, 2), Fraction(-1, 20)]
    assert list(simpler((0, 2))) == [(0,), (2,), (0, 0), (0, 1)]
    assert list(simpler("text")) == list(simpler(0.5)) == []


def test_what_is_not_valid_is_not_tried():
    """One name after the other, and only what is valid."""
    smaller = with_less(lambda given: given["b"] > 0, a=less, b=less)

    assert [dict(each) for each in smaller(case(a=1, b=2))] == [{"a": 0, "b": 2}, {"a": 1, "b": 1}]


@pytest.mark.parametrize("name", [name for name, suite in SUITES.items() if isinstance(suite, CaseSuite)])
def test_the_reference_answers_what_is_tried(name):
    """What is tried in the place of a drawn case has an answer, or is to be refused; it raises nothing else."""
    for claim in SUITES[name].claims("paper"):
        if claim.expected is None or claim.drawn is None:
            continue
        for seed in range(3):
            for smaller in islice(claim.smaller(claim.drawn(seed)), 200):
                with suppress(FormalRLError):
                    claim.expected(**smaller)
