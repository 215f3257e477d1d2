"""The diagnosis of wrong answers in a line, and none if it is not certain."""

from fractions import Fraction
from itertools import product
from math import log

import numpy
import pytest

from formal_rl.conformance import SUITES
from formal_rl.conformance.engine.diagnosis import diagnosed, diagnosis, spread_cases
from formal_rl.conformance.engine.suite import case
from proofs_as_tests.conformance.of_data import claims_of, expected

HALF = Fraction(1, 2)

OF_REWARDS = SUITES["drest_reward"].factors


def rewards(change, exponents=range(1, 5)):
    """Return rewards of few values, one case each, and what a change makes of them."""
    found = []
    for i, (value, k) in product(exponents, ((1, 2), (3, 3))):
        greatest = tuple((length, 1 + length) for length in range(k))
        counts = ((0, i - 1), *((length, 0) for length in range(1, k)))
        given = case(value=value, length=1, counts=counts, greatest=greatest, root=HALF)
        expected = HALF ** -(i - 1) * Fraction(value, 2)
        found.append((expected, change(expected, given), given))
    return found


def numbers(*pairs):
    """Return one case each, with no parameter."""
    return [(one, other, case(place=place)) for place, (one, other) in enumerate(pairs)]


def test_a_mini_episode_that_is_counted_too_early():
    """Each reward is λ^(1 - 1/k) times as great, with k of the case: root^(k - 1)."""
    answered = rewards(lambda expected, given: float(expected * HALF ** (len(given["greatest"]) - 1)))
    said = diagnosis(answered, OF_REWARDS)

    assert said == (
        "each is λ^(1 - 1/k) times ours: the mini-episode is counted before the factor is taken; optimal policies "
        "are the same"
    )


def test_where_two_factors_fit_neither_is_named():
    """With k = 2 in the second mini-episode, λ^(1 - 1/k) and λ^((i - 1)/k) are the same."""
    answered = rewards(lambda expected, given: expected * HALF, exponents=(2,))[:1] * 4

    assert diagnosis(answered[:1], OF_REWARDS) is None
    assert diagnosis([(one, other, case(**given)) for one, other, given in answered], OF_REWARDS) is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda each: each * log(2), "each is ln 2 times ours: the logarithm is the natural one, and not to base 2"),
        (lambda each: -each, "each is -1 times ours: the sign is the opposite one"),
        (lambda each: each * Fraction(3, 4), "each is 3/4 times ours"),
        (lambda each: float(each) * 0.123456789, "each is 0.123457 times ours"),
        (lambda each: each + 2, "each is ours + 2"),
        (lambda each: float(each) - 0.5, "each is ours - 1/2"),
        (lambda each: each * each, None),
        (lambda each: each * (1 if each < 2 else 2), None),
        (lambda each: each, None),
        (lambda each: float(each) * (1 + 1e-12), None),
    ],
)
def test_factors_offsets_and_signs(change, said):
    """Of five numbers."""
    values = (Fraction(1, 3), 1, Fraction(3, 2), 5, 7)

    answered = numbers(*((value, change(value)) for value in values))

    assert diagnosis(answered, SUITES["neutrality"].factors) == said


def test_a_factor_does_not_make_something_of_nothing():
    """Where 0 is expected, 0 has to come."""
    right = numbers((0, 0), (1, 2), (2, 4), (3, 6))
    wrong = numbers((0, 1), (1, 2), (2, 4), (3, 6))

    assert diagnosis(right) == "each is 2 times ours"
    assert diagnosis(wrong) is None


def test_one_value_or_two_cases_say_nothing():
    """A factor or an offset: one expected value, or fewer than three cases, do not tell."""
    assert diagnosis(numbers((1, 2), (1, 2), (1, 2), (1, 2))) is None
    assert diagnosis(numbers((1, 2), (2, 4))) is None
    assert diagnosis(numbers((1, 2), (2, 4), (0, 0), (0, 0))) is None
    assert diagnosis([]) is None
    assert diagnosis(numbers((1, float("nan")), (2, float("inf")), (3, 10**400), (4, "x"))) is None


def test_single_precision():
    """If each number has single precision that is certain; else the diagnosis has only the size."""
    values = [1 / 3, 0.7, 0.9, 1 / 7]
    single = diagnosis(numbers(*((value, float(numpy.float32(value))) for value in values)))
    other = diagnosis(numbers(*((value, value * (1 + 4e-8)) for value in values)))

    assert single.startswith("the answers are in single precision, and right but for rounding: by ")
    assert (
        other == "the answers differ by 4.0e-08 of a value at most, which is the size of rounding in single precision"
    )
    assert diagnosis(numbers(*((value, value * (1 + 1e-5)) for value in values))) == "each is 1.00001 times ours"


def test_the_discount():
    """Each of several returns is discounted once more, by the γ of its case, which is 1 in some."""
    given = {"greatest": ((2, 1), (3, 2)), "root": HALF}
    cases = [case(**given, gamma=gamma, place=place) for place, gamma in enumerate((1, HALF, HALF, Fraction(9, 10)))]
    answered = [((1, 3), (1 * given["gamma"], 3 * given["gamma"]), given) for given in cases]

    said = diagnosis(answered, SUITES["drest_return"].factors)

    assert said == "each is γ times ours: each coin is discounted once too often"


def test_metrics_are_looked_at_by_name():
    """A part that is right is left out; parts that are wrong are all explained, or none is."""
    shares = (Fraction(1, 5), Fraction(1, 4), Fraction(1, 3), HALF)
    nats = [
        ({"a": p, "b": float(p)}, {"a": p, "b": float(p) * log(2)}, case(place=place)) for place, p in enumerate(shares)
    ]
    both = [
        ({"a": one["a"], "b": one["b"]}, {"a": one["a"] ** 2, "b": other["b"]}, given) for one, other, given in nats
    ]

    assert diagnosis(nats, SUITES["policy_metrics"].factors).startswith("b: each is ln 2 times ours")
    assert diagnosis(both, SUITES["policy_metrics"].factors) is None


def test_parts_in_another_order():
    """Row before column, in each step of an answer; and of a whole answer."""
    steps = [((2, 1, 0), (3, 1, 1)), ((5, 2, 1), (5, 3, 0)), ((4, 7, 1), (4, 8, 0))]
    swapped = [tuple((b, a, c) for a, b, c in each) for each in steps]
    answered = [(one, other, case(place=place)) for place, (one, other) in enumerate(zip(steps, swapped, strict=True))]

    assert diagnosis(answered) == "the parts of each answer are in another order: 2 stands at 1, 1 stands at 2"
    assert diagnosis([(one[0], (*one[0][1:], one[0][0]), given) for one, _, given in answered]) == (
        "the parts of each answer are in another order: 2 stands at 1, 3 stands at 2, 1 stands at 3"
    )


def test_actions_that_are_answered():
    """0 for 1 and 1 for 0, wherever."""
    answers = [(0, 1, 1, 2), (1, 1, 0, 0, 0), (0, 2), (1, 0, 0, 1, 2, 2)]
    answered = [(each, tuple((1, 0, 2)[a] for a in each), case(place=place)) for place, each in enumerate(answers)]

    assert diagnosis(answered) == "numbers are exchanged: 1 for 0, 0 for 1"


def test_actions_that_are_taken():
    """Up is down: the answer to each sequence of actions is that to another."""
    claim = next(each for each in claims_of("gridworld_step") if each.id == "moves")
    cases = [each for each in claim.cases("quick") if len(each["actions"]) < 3]
    answered = [
        (
            expected(claim, each),
            expected(claim, {**each, "actions": tuple((1, 0, 2, 3)[a] for a in each["actions"])}),
            each,
        )
        for each in cases
    ]

    assert diagnosis(answered) == "actions are exchanged: 1 for 0, 0 for 1 (0 up, 1 down, 2 left, 3 right)"


@pytest.mark.parametrize(("shift", "said"), [(1, "late"), (-1, "early")])
def test_one_turn_late_or_early(shift, said):
    """What is expected at a turn comes at the next, or at the one before."""
    answers = [(1, 4, 2, 9), (3, 3, 8), (7, 5, 6, 6, 1)]
    moved = [each[-1:] + each[:-1] if shift == 1 else each[1:] + each[:1] for each in answers]
    answered = [((*one, "end"), (*other, "end"), None) for one, other in zip(answers, moved, strict=True)]
    answered = [((*one[:-1],), (*other[:-1],), case(place=place)) for place, (one, other, _) in enumerate(answered)]

    assert diagnosis(answered) == f"each part of an answer comes one turn {said}"


def test_cases_are_spread():
    """The first half, and as many from all over; each once, in order."""
    cases = [case(place=place) for place in range(100)]
    chosen = [each["place"] for each in spread_cases(cases)]

    assert chosen[:15] == list(range(15))
    assert len(chosen) == len(set(chosen)) == 30
    assert chosen == sorted(chosen)
    assert chosen[-1] > 90
    assert [each["place"] for each in spread_cases(cases[:4])] == [0, 1, 2, 3]


def test_the_cases_of_a_claim_are_asked():
    """What raises is left out, on either side; the rest is diagnosed."""
    asked = []

    def doubled(given):
        asked.append(given["place"])
        return 2 * given["place"] if given["place"] % 3 else 1 / 0

    cases = [case(place=place) for place in range(100)]

    assert diagnosed(lambda given: [][given["place"]], doubled, cases) is None
    assert diagnosed(lambda given: given["place"], doubled, cases) == "each is 2 times ours"
    assert len(asked) == 30
