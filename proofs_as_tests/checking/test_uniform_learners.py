"""Chains of merged states with probabilities, and the laws of the gain along them."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from formal_rl.agents import Transition
from formal_rl.checking import GainSteps
from formal_rl.checking.gains import CountingByPeriod
from formal_rl.checking.uniform_learners import chain
from formal_rl.environments import CATALOGUE
from formal_rl.errors import NotMergeable


class _State(NamedTuple):
    copy: Any
    answers: tuple[int, ...] = ()


class _Asks:
    """Asks a copy, trains it on the answer, and asks the copy as it was again."""

    def start(self, learner):
        return _State(learner.initial)

    def step(self, learner, state, cover):
        action = learner.act(state.copy, 0)
        trained = learner.learn(state.copy, Transition(0, action, 0, 0))
        return _State(trained, (action, learner.act(state.copy, 0)))


def _difference(after):
    return after.difference


def test_a_repeated_question_is_one_draw():
    """Two answers to one question are equal; each step draws anew; the chain closes."""
    found = chain(_Asks(), 5, actions=range(2))
    laws = [law for _, law in found.following(lambda after: after.answers)]

    assert found.closed
    assert laws == [{(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}] * 3
    *_, law = found.laws(3, lambda after: after.answers[0])
    assert law == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}
    *_, law = chain(_Asks(), 5, actions=range(3)).laws(1, lambda after: after.answers[0])
    assert law == dict.fromkeys(range(3), Fraction(1, 3))


def test_unmergeable_programs_raise():
    """Limited memory makes new copies."""
    with pytest.raises(NotMergeable):
        chain(GainSteps(CATALOGUE["limited_memory"].made("incremental")), 3, actions=range(2))


@pytest.mark.parametrize("name", ["tempting_button", "after_images", "censored_observation", "self_recognition"])
@pytest.mark.parametrize("sign", [1, -1])
def test_turns_may_be_counted_by_their_period(name, sign):
    """The law of the gain is that of the form that counts all turns, over more than two periods."""
    made = CATALOGUE[name].made("incremental")
    counted, all_turns = (
        chain(GainSteps(form, sign), 10, actions=range(2)).laws(10, _difference)
        for form in (CountingByPeriod(made, 4), made)
    )
    assert list(counted) == list(all_turns)
