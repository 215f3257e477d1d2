"""Rewinding the environment under one agent is not simulating the agent: longer paths than the ledger's."""

from hypothesis import given

from formal_rl.agents import RegisterLearner, as_agent, train
from formal_rl.histories import history, percept_alphabet
from formal_rl.strategies import learners, prompts
from formal_rl.transforms import backtracked_action, simulated_action

INTEGERS = percept_alphabet(6)
COUNTER = RegisterLearner(9, {"k": 0}, {"k": ["add", "k", 1]}, "k")
SUM = RegisterLearner(99, {"sum": 0}, {"sum": ["add", "sum", "r"]}, ["add", "sum", "obs"])


def test_summing_by_hand():
    """Rewards on the path 5, on the first path 2 + 3; the first rewards 50 and 70 count for nothing; it sees 4."""
    first, path = history((50, 0), 0, (2, 0), 0, (3, 9)), history((70, 1), 0, (5, 4))

    assert simulated_action(SUM, path) == 5 + 4
    assert backtracked_action(SUM, first, path) == 2 + 3 + 5 + 4


@given(learners(), prompts(percepts=INTEGERS), prompts(percepts=INTEGERS))
def test_who_ends_in_the_same_state(learner, first, path):
    """Where the first path leaves the learner as new, rewinding and simulating are the same; simulating is acting."""
    assert as_agent(learner)(path) == simulated_action(learner, path)
    if train(learner, first) == learner.initial:
        assert simulated_action(learner, path) == backtracked_action(learner, first, path)


@given(prompts(percepts=INTEGERS, min_percepts=2), prompts(percepts=INTEGERS))
def test_who_counts(first, path):
    """For a learner that counts its turns there is always a difference, the turns of the first path."""
    assert len(first) // 2 == backtracked_action(COUNTER, first, path) - simulated_action(COUNTER, path)
