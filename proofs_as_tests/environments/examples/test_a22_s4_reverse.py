"""Alexander et al. 2022, Section 4: what reverse history must train anew, and which learners need not be trained."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import as_agent
from formal_rl.environments import reverse_history
from formal_rl.statements.alexander_2022.reverse_fold import (
    RIGHT_FORMS,
    WatchedLearner,
    differing_in,
    needed_calls,
)
from formal_rl.strategies import learners


def played(learner, sequence):
    """The play of these actions in reverse history."""
    play = ()
    for action in sequence:
        play = (*play, reverse_history(as_agent(learner), play), action)
    return play


def run(form, learner, sequence):
    """The percepts of a form."""
    percept, state = form.start(learner)
    percepts = [percept]
    for action in sequence:
        percept, state = form.advance(learner, state, action)
        percepts.append(percept)
    return percepts


@pytest.mark.statement("A22-S4-reverse")
@given(learner=learners(), sequence=st.lists(st.integers(0, 3), min_size=2, max_size=9), place=st.integers(0, 7))
def test_two_learners_that_differ_in_one_call_part_further_on(learner, sequence, place):
    """Until the last action the two are paid alike, and then not; and every right form makes the call."""
    play = played(learner, sequence)
    calls = needed_calls(play)
    call = calls[place % len(calls)]
    other = differing_in(call, learner, play)

    assert played(other, sequence) == play
    assert reverse_history(as_agent(other), play).reward == -reverse_history(as_agent(learner), play).reward
    for form in RIGHT_FORMS.values():
        watched = WatchedLearner(learner)
        assert run(form, watched, sequence) == [*play[0::2], reverse_history(as_agent(learner), play)]
        assert call in watched.calls


@pytest.mark.statement("A22-S4-reverse")
@given(learner=learners(), sequence=st.permutations(range(8)))
def test_actions_that_do_not_recur_cost_their_sum(learner, sequence):
    """Where no action recurs, n steps need n (n - 1) / 2 calls; two forms make just these."""
    for name in ("training anew", "keeping every copy"):
        watched = WatchedLearner(learner)
        run(RIGHT_FORMS[name], watched, sequence)
        assert len(watched.calls) == len(set(watched.calls)) == 8 * 7 // 2


@pytest.mark.statement("A22-S4-reverse")
@given(learner=learners(), sequence=st.lists(st.integers(0, 1), min_size=1, max_size=12))
def test_keeping_every_copy_makes_a_call_for_each_passage(learner, sequence):
    """The calls that are needed at all are the different passages of actions with their rewards."""
    play = played(learner, sequence)
    turns = tuple(zip((percept.reward for percept in play[0::2]), sequence, strict=True))[:-1]
    passages = {turns[i:j] for i in range(len(turns)) for j in range(i + 1, len(turns) + 1)}
    watched = WatchedLearner(learner)
    run(RIGHT_FORMS["keeping every copy"], watched, sequence)

    assert len(watched.calls) == len(passages)
