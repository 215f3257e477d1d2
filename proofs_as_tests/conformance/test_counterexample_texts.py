"""The text of counterexamples: whatever is answered, however long it is. Whole reports are kept in reports/."""

import math
from fractions import Fraction

import pytest

from formal_rl.conformance import SUITES, FailureKind
from formal_rl.conformance.adapters.cases import by_position
from formal_rl.conformance.engine.failures import Failure
from formal_rl.conformance.engine.layout import WIDTH, aligned, number, ratio, shown
from formal_rl.conformance.engine.search import Found
from formal_rl.conformance.engine.suite import Adapter, Claim, Subject, of_history
from formal_rl.conformance.engine.unknowns import Unknowns
from formal_rl.conformance.reports.counterexample_text import counterexample_text
from formal_rl.histories import Percept

# --- Whatever is answered ---

CASE_SUITES = [name for name in SUITES if SUITES[name].of_data]

ODD = (
    *((), ((),), (((),),), 0, -1, 0.5, "much", None, True, {"a": 1}, {"a": ((0, 1),)}, (1, 2.5, Fraction(1, 3))),
    *(((0, 1), (2, 3)), ((0, 1), (2,)), ((0, 1), (2.5, "x")), ((0, -1), (70000, 3))),
    *(
        (((0, 1), (2, 3)), 7),
        ((((0, 1), (2, 3)), 7, False),),
        (((9, 9, (1,), (), 8), 0),),
        ((0, 0, 1), ((0, 0), 0, True)),
    ),
    *((((0, 0), 0), ((0, 0), 0, 1)), "x" * 500, (("y" * 150,),), tuple(range(1000)), 10**400, math.inf),
)
"""Answers of many forms, most of which no suite knows."""


OF_CASES = Subject(None, Adapter(by_position))


@pytest.mark.parametrize("name", CASE_SUITES)
@pytest.mark.parametrize("semantics", ["paper", "published"])
def test_the_text_shows_any_answer(name, semantics):
    """No form of an answer is beyond showing, expected or not, and no line is too wide."""
    suite = SUITES[name]
    claims = suite.claims(suite.adapters[0], semantics, "quick")
    for given in suite.smoke:
        expected = next((each.defined(given, Unknowns())[0][0] for each in claims[:1] if each.expected), (0,))
        for odd in ODD:
            for right, answer in ((expected, odd), (odd, expected)):
                for law in (None, "a law"):
                    finding = Failure(FailureKind.VALUE_DIFFERS, "", (right,), (answer,))
                    claim = Claim("id", "lemmas", "sentence", "source", "domain", law=law)
                    text = counterexample_text(Found(finding, given, OF_CASES, claim=claim), suite, semantics)
                    assert max(map(len, text.splitlines())) <= WIDTH, text


def test_a_training_of_many_transitions_is_counted():
    """Of 250 transitions of a copy the text has their number and the last three."""
    shape = SUITES["ignore_rewards"].adapters[2]
    paid = Failure(FailureKind.VALUE_DIFFERS, "", (Percept(1, 0),), (Percept(0, 0),))
    answers = ((("copy", ((0, 1, 1, 0),) * 250, 0), 1),)
    found = Found(paid, of_history((0,)), Subject(None, shape), answers, (frozenset({"yours"}),))
    text = counterexample_text(found, SUITES["ignore_rewards"])

    assert "trained on 250 transitions, the last 3: (0, 1, 1, 0) " in text
    assert max(map(len, text.splitlines())) <= WIDTH


# --- Numbers and tables ---


def test_numbers_are_shown_with_their_decimals():
    """A Fraction that is not whole has one beside it, and differs from a number that is only near."""
    assert [number(each) for each in (Fraction(1083, 400), Fraction(1, 3), Fraction(4, 2), 3, 0.25)] == [
        "1083/400 = 2.7075",
        "1/3 ≈ 0.33333333",
        "2",
        "3",
        "0.25",
    ]
    assert (
        shown((Percept(Fraction(1, 2), 0), [1], {"a": (Fraction(1, 4),)}))
        == "((1/2 = 0.5, 0), [1], {'a': (1/4 = 0.25,)})"
    )
    assert shown(tuple(range(30))) == "(0, 1, 2, … 24 more …, 27, 28, 29)"
    assert number(Fraction(10**400, 3)) == "≈ 3.3333333e+399 (402 digits)"
    assert number(Fraction(3, 4), decimals=False) == "3/4"
    for each in ({}, {"decimals": False}):
        assert number(Fraction(2**40, 3**20), **each) == "≈ 315.33686 (1099511627776/3486784401)"


def test_how_two_numbers_relate():
    """The text has their ratio, or a difference of the size of rounding; neither for whole numbers, 0 and words."""
    assert ratio(Fraction(1083, 400), 3.1578947368421053) == "got / expected = 1.1663508"
    assert ratio(Fraction(1, 2), Fraction(1, 3)) == "got / expected = 2/3 ≈ 0.66666667"
    said = "they differ by 7e-09, as rounding to single precision would; --precision single takes that"
    assert ratio(Fraction(1, 3), 0.33333334) == said
    assert ratio(Fraction(1, 3), Fraction(1 / 3)) == "they differ by 2e-17, as rounding to double precision would"
    assert {ratio(*pair) for pair in ((1, 2), (0, 0.5), (0.5, 0), ("a", 1), (True, 0.5), (10**400, 0.5))} == {""}


def test_tables_are_broken():
    """What is too wide goes on below, tuples whole; cells with lines of their own keep them."""
    assert aligned([("a", "one two (1, 2) three", "b")], "  ", 20) == [
        "  a   one two      b",
        "        (1, 2)",
        "        three",
    ]
    assert aligned([("a", "1\n2", "b")], "") == ["a   1   b", "    2"]
    assert aligned([]) == []


def test_every_outcome_has_advice():
    """There is some for every kind of outcome."""
    assert all(kind.advice for kind in FailureKind)
    hinted = ("agent_q", "crying_baby", "tempting_button", "self_recognition", "reality_check", "delayed_rewards")
    assert all(SUITES[name].hint for name in hinted)
