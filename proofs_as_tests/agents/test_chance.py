"""Distributions, the law of an experiment, and when an agent with chance is drawn."""

from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import Distribution, certain, chance_of_acting_alike, independent, law, uniform
from formal_rl.agents.chance import answers_law, mixture
from formal_rl.errors import InvalidParameter
from formal_rl.histories import history

FIRST = history((0, 0))


def distributions():
    """Distributions over a few outcomes, of any rational weights."""
    weights = st.dictionaries(st.integers(0, 3), st.integers(1, 9), min_size=1, max_size=3)
    return weights.map(lambda of: Distribution({each: Fraction(w, sum(of.values())) for each, w in of.items()}))


@pytest.mark.parametrize(
    ("chances", "named"),
    [
        ({0: 0.5, 1: 0.5}, "probability of 0"),
        ({0: True}, "probability of 0"),
        ({0: Fraction(3, 2), 1: Fraction(-1, 2)}, "probability of 1"),
        ({0: 1, 1: 0}, "probability of 1"),
        ({0: Fraction(1, 2)}, "sum of the probabilities"),
        ({}, "sum of the probabilities"),
    ],
)
def test_malformed_distributions_raise(chances, named):
    """A float, a truth value, nothing, less than nothing and another sum are refused, and named."""
    with pytest.raises(InvalidParameter, match=named):
        Distribution(chances)


@given(distributions(), distributions())
def test_the_law_of_two_tosses_is_their_product(one, other):
    """Tosses are independent, in whichever order their outcomes come."""
    both = law(lambda toss: (toss(one), toss(other)))

    assert law(lambda toss: toss(one)) == one
    assert both.chances == {(x, y): p * q for x, p in one.chances.items() for y, q in other.chances.items()}


@given(distributions(), st.lists(distributions(), min_size=4, max_size=4))
def test_a_toss_may_depend_on_those_before(first, then):
    """The law of an experiment in two stages is the mixture of the laws of the second."""
    staged = law(lambda toss: toss(then[toss(first)]))

    assert all(
        staged.chance(each) == sum(p * then[seen].chance(each) for seen, p in first.chances.items())
        for each in range(4)
    )
    assert staged.mean(lambda each: each) == first.mean(lambda seen: then[seen].mean(lambda each: each))
    assert staged.chance_that(lambda each: each < 4) == 1


@given(distributions(), st.integers(1, 3))
def test_how_often_an_agent_acts_alike(actions, times):
    """Once a life always; anew at each question with the sum of the powers of its probabilities."""
    agent, within = independent(lambda prompt: actions), [[FIRST] * times]
    powers = sum(chance**times for chance in actions.chances.values())

    assert chance_of_acting_alike(agent, within, "life") == chance_of_acting_alike(agent, within, "step") == 1
    assert chance_of_acting_alike(agent, within, "question") == powers
    assert chance_of_acting_alike(agent, [[FIRST]] * times, "step") == powers


def _constant(number, prompt):
    return number


@given(distributions())
def test_a_mixture_answers_as_one_of_its_agents(numbers):
    """Drawn once a life, all answers are of one agent; drawn at each question, each is of its own."""
    constant = {number: partial(_constant, number) for number in range(4)}
    agent = mixture(law(lambda toss: constant[toss(numbers)]))
    once, anew = (answers_law(agent, [[FIRST, FIRST]], drawing) for drawing in ("life", "question"))

    assert once.chances == {(each, each): chance for each, chance in numbers.chances.items()}
    assert anew == law(lambda toss: (toss(numbers), toss(numbers)))


def test_another_way_to_draw_is_refused():
    """There are three."""
    with pytest.raises(InvalidParameter, match="'life', 'step' or 'question'"):
        answers_law(mixture(certain(lambda prompt: 0)), [[FIRST]], "turn")


def test_uniform_outcomes():
    """They have one probability; no outcomes are refused."""
    assert uniform("a", "b", "c").chance("b") == Fraction(1, 3)
    assert uniform("a", "b").chance("c") == 0
    with pytest.raises(InvalidParameter):
        uniform()
