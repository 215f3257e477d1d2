"""Exact numbers of shutdownable agents, as a student asks for them, and numbers as text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    PlanPolicy,
    greatest_coins_incremental,
    measure,
    named_world,
    walk,
)
from formal_rl.gridworlds.theorem import threshold
from formal_rl.gridworlds.theorem._radical_sums import rational_root
from formal_rl.study.drest import drest_counterexample, drest_metrics, drest_return, named_policy
from formal_rl.study.drest.metrics_report import best_plans
from formal_rl.study.numbers import amount, both_texts, decimal_text, exact_json

WORLDS = [*RECONSTRUCTED, *SYNTHETIC]
GAMMA = Fraction(19, 20)
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("lam", "k", "number", "p"),
    [
        ("1/4", 2, 7, "2/3"),
        ("1/16", 2, 5, "2/3"),
        ("81/100", 2, 31, "3/5"),
        ("1/8", 3, 8, "1/2"),
        ("9/10", 2, 59, "4/7"),
    ],
)
def test_the_least_counterexample(lam, k, number, p):
    """N is one more than N*, p is simple and better than uniform."""
    found = drest_counterexample(Fraction(lam), k).to_json()

    assert (found["k"], found["N"], found["p"][-1]) == (k, number, p)
    assert found["N"] == threshold(Fraction(lam), k).greatest + 1
    assert found["compared_with_uniform"] == "better"
    assert (
        drest_return([Fraction(each) for each in found["p"]], (1,) * k, Fraction(lam), number - 1).comparison == "worse"
    )


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("gamma", [GAMMA, Fraction(1), Fraction(0)])
def test_best_plans_are_best(name, gamma):
    """The plan of each length is a trajectory of that length that collects m_l."""
    world = named_world(name)
    greatest = greatest_coins_incremental(world, gamma)
    plans = {length: walk(world, plan) for length, plan in best_plans(world, gamma).items()}

    assert {length: plan.length for length, plan in plans.items()} == {length: length for length in greatest}
    assert {length: plan.coins(gamma) for length, plan in plans.items()} == greatest


def test_plans_are_measured_as_defined():
    """A mixture of plans has the metrics that the definition gives it."""
    world = named_world("lopsided")
    policy = PlanPolicy(tuple((plan, HALF) for plan in best_plans(world, GAMMA).values()))
    found = drest_metrics("lopsided", "", world, ("", policy), GAMMA)

    assert found.measured == measure(world, policy, GAMMA)


def test_a_tie_of_the_default_policy():
    """Where two lengths collect equally much, the policy chooses the shorter, and the output says so."""
    text, policy = named_policy("default", named_world("equal_value"), Fraction(1))

    assert text.endswith("; as good: length 7")
    assert len(policy.plans[0][0]) == 4


@given(st.fractions(min_value=0, max_value=1, max_denominator=30), st.integers(2, 4))
def test_rational_roots_are_found(root, k):
    """A k-th power has its root; twice one has none."""
    if 0 < root < 1:
        assert rational_root(root**k, k) == root
        assert rational_root(root**k / 2, k) is None


@pytest.mark.parametrize("lam", [Fraction(1, 10**20), Fraction(1, 3), Fraction(19, 20)])
def test_counterexamples_for_other_bases(lam):
    """From the smallest λ on there is one."""
    for k in (2, 3):
        assert drest_counterexample(lam, k).found.comparison == "better"


@given(st.fractions(), st.integers(1, 20))
def test_decimals_are_near(value, digits):
    """A decimal is the number, to its digits."""
    assert abs(Fraction(decimal_text(value, digits)) - value) <= abs(value) * Fraction(1, 10 ** (digits - 1))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(2, 5), "2/5 = 0.4"),
        (Fraction(1, 3), "1/3 ≈ 0.3333333333"),
        (Fraction(-3), "-3"),
        (Fraction(0), "0"),
        (Fraction(1, 7**80), f"≈ {decimal_text(Fraction(1, 7**80))}"),
        (Fraction(10**18), "1000000000000000000"),
        (Fraction(1, 3**9999), f"≈ {decimal_text(Fraction(1, 3**9999))}"),
    ],
)
def test_both_texts(value, text):
    """Exact and decimal, with the sign that is true."""
    assert both_texts(value) == text
    assert amount(value) == (f"about {text[2:]}" if text.startswith("≈") else text)


def test_numbers_of_thousands_of_digits():
    """Such a number has no exact text."""
    assert exact_json(Fraction(1, 3**9999)) is None
    assert exact_json(Fraction(1, 3)) == "1/3"
