"""Rewinding the environment under one agent is not simulating the agent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import RegisterLearner, as_agent, train
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history, percept_alphabet
from formal_rl.strategies import learners, prompts
from formal_rl.transforms import backtracked_action, simulated_action

INTEGERS = percept_alphabet(6)
COUNTER = RegisterLearner(9, {"k": 0}, {"k": ["add", "k", 1]}, "k")
SUM = RegisterLearner(99, {"sum": 0}, {"sum": ["add", "sum", "r"]}, ["add", "sum", "obs"])


def test_counting_by_hand():
    """A fresh copy has taken 1 turn at the end of the path; the one sent along 2 turns first has taken 3."""
    first = history((0, 0), 1, (0, 0), 1, (0, 0))
    path = history((0, 0), 0, (0, 0))

    assert simulated_action(COUNTER, path) == 1
    assert backtracked_action(COUNTER, first, path) == 3


def test_summing_by_hand():
    """Rewards on the path 5, on the first path 2 + 3; the first rewards 50 and 70 count for nothing; it sees 4."""
    first = history((50, 0), 0, (2, 0), 0, (3, 9))
    path = history((70, 1), 0, (5, 4))

    assert simulated_action(SUM, path) == 5 + 4
    assert backtracked_action(SUM, first, path) == 2 + 3 + 5 + 4


def test_a_first_path_of_one_percept():
    """Nothing is remembered of a first path on which nothing was done."""
    assert backtracked_action(COUNTER, history((7, 7)), history((0, 0), 0, (0, 0))) == 1


@given(learners(), prompts(percepts=INTEGERS))
def test_simulating_is_acting(learner, path):
    """What is simulated is what the learner, read as a function of the history, does on the path."""
    assert as_agent(learner)(path) == simulated_action(learner, path)


@given(learners(), st.sampled_from(INTEGERS), prompts(percepts=INTEGERS))
def test_nothing_to_remember(learner, percept, path):
    """After a first path of one percept, rewinding and simulating are the same."""
    assert simulated_action(learner, path) == backtracked_action(learner, (percept,), path)


@given(learners(), prompts(percepts=INTEGERS), prompts(percepts=INTEGERS))
def test_who_ends_in_the_same_state(learner, first, path):
    """Where the first path leaves the learner as new, rewinding and simulating are the same."""
    if train(learner, first) == learner.initial:
        assert simulated_action(learner, path) == backtracked_action(learner, first, path)


@given(prompts(percepts=INTEGERS), prompts(percepts=INTEGERS))
def test_who_remembers_nothing(first, path):
    """For a learner that never learns there is no difference."""
    mirror = RegisterLearner(9, {}, {}, ["add", "obs", 1])

    assert simulated_action(mirror, path) == backtracked_action(mirror, first, path)


@given(prompts(percepts=INTEGERS, min_percepts=2), prompts(percepts=INTEGERS))
def test_who_counts(first, path):
    """For a learner that counts its turns there is always a difference, the turns of the first path."""
    assert len(first) // 2 == backtracked_action(COUNTER, first, path) - simulated_action(COUNTER, path)


@pytest.mark.parametrize("value", [(), (Percept(0, 0), 0), ((0, 0),), [Percept(0, 0)]])
def test_malformed_paths(value):
    """Paths must be prompts, both of them."""
    good = history((0, 0))
    with pytest.raises(MalformedHistory):
        simulated_action(COUNTER, value)
    with pytest.raises(MalformedHistory):
        backtracked_action(COUNTER, value, good)
    with pytest.raises(MalformedHistory):
        backtracked_action(COUNTER, good, value)
