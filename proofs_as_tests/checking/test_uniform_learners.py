"""Chains of merged states with probabilities, and the laws of the gain along them."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from formal_rl.agents import Transition
from formal_rl.checking import CountingByPeriod, GainSteps, chain, mean_of, parts_fairly
from formal_rl.environments import CATALOGUE, TWO_TURNS, ignore_rewards
from formal_rl.errors import NotMergeable
from formal_rl.histories import history
from formal_rl.transforms import others_pasts


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


def test_a_question_that_is_asked_again_is_one_draw():
    """Two answers to one question are equal; each step draws anew; the chain closes."""
    found = chain(_Asks(), 5, actions=range(2))
    laws = [law for _, law in found.following(lambda after: after.answers)]

    assert found.closed
    assert laws == [{(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}] * 3
    *_, law = found.laws(3, lambda after: after.answers[0])
    assert law == {0: Fraction(1, 8), 1: Fraction(3, 8), 2: Fraction(3, 8), 3: Fraction(1, 8)}


def test_three_actions_are_thirds():
    """The number of actions is the denominator."""
    *_, law = chain(_Asks(), 5, actions=range(3)).laws(1, lambda after: after.answers[0])
    assert law == dict.fromkeys(range(3), Fraction(1, 3))


def test_a_chain_that_is_cut_off_is_not_closed():
    """At horizon 2 states of ignore rewards are still to be left, at 6 none is."""
    run = GainSteps(CATALOGUE["ignore_rewards"].made("incremental"))
    assert [chain(run, horizon, actions=range(2)).closed for horizon in (2, 6)] == [False, True]


def test_what_does_not_merge_is_refused():
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


def test_what_parts_fairly_and_what_does_not():
    """Ignore rewards does; Repeater, and false memories of two turns, do not, and have means that are not 0."""
    fair, repeater = (CATALOGUE[name].made("incremental") for name in ("ignore_rewards", "repeater"))
    remembering = CATALOGUE["false_memories"].made("incremental", TWO_TURNS)
    chains = [chain(GainSteps(each), 6, actions=range(2)) for each in (fair, repeater, remembering)]

    assert [parts_fairly(each) for each in chains] == [True, False, False]
    assert [[*map(mean_of, each.laws(2, _difference))] for each in chains] == [
        [0, 0, 0],
        [0, 0, Fraction(-1, 2)],
        [0, Fraction(3, 4), Fraction(3, 4)],
    ]


def test_an_action_anywhere_can_be_anothers():
    """A strange first action counts though the last one is the agent's own."""
    constant = lambda prompt: 0  # noqa: E731 - an agent
    asking = lambda agent, play: history((agent(history((0, 0), 1, (0, 0), 0, (0, 0))), 0))[0]  # noqa: E731
    assert tuple(others_pasts(constant, asking, 1)) == (history((0, 0), 1, (0, 0), 0, (0, 0)),)
    assert tuple(others_pasts(constant, ignore_rewards, 3)) == ()
