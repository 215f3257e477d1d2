"""What is tried in the place of a case: less of its plain data, and still a case of its claim."""

from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.conformance import SUITES, FailureKind
from formal_rl.conformance.engine.failures import Failure
from formal_rl.conformance.engine.search import Found, less, shorter, simpler, smaller_than, with_less
from formal_rl.conformance.engine.suite import Subject, case
from proofs_as_tests.conformance.of_data import claims_of, drawn, expected


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
def test_simpler_cases_are_smaller(value):
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


def test_invalid_cases_are_not_tried():
    """One name after the other, and only what is valid."""
    smaller = with_less(lambda given: given["b"] > 0, a=less, b=less)

    assert [dict(each) for each in smaller(case(a=1, b=2))] == [{"a": 0, "b": 2}, {"a": 1, "b": 1}]


@pytest.mark.parametrize("name", [name for name, suite in SUITES.items() if suite.of_data])
def test_the_definition_answers_every_tried_case(name):
    """What is tried in the place of a drawn case has an answer; what the definition does not take is left out."""
    subject = Subject(None, SUITES[name].adapters[0])
    for claim in claims_of(name):
        if claim.expected is None:
            continue
        for each in drawn(claim, range(3)):
            found = Found(Failure(FailureKind.VALUE_DIFFERS, ""), each, subject)
            for smaller in islice(smaller_than(claim, subject, found), 200):
                expected(claim, smaller)
