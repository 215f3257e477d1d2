"""Limited memory: the last five turns are all that is asked about."""

from formal_rl.agents import LearnerClass, Transition, as_agent
from formal_rl.checking import HashedAgent, hashed_learner
from formal_rl.environments import TableAgent, TableLearner, interaction, limited_memory
from formal_rl.environments.library.limited_memory import (
    last_percepts,
    last_turns,
    limited_memory_incremental,
    limited_memory_published,
)
from formal_rl.histories import Percept, history, percepts

WON, LOST = Percept(1, 0), Percept(-1, 0)

SEVEN = history((1, 7), 1, (2, 6), 2, (3, 5), 3, (4, 4), 4, (5, 3), 5, (6, 2), 6, (7, 1), 7)
"""Percepts with rewards 1 to 7, and the actions 1 to 7."""


def test_what_is_asked():
    """After six turns the first is forgotten; up to five all are kept."""
    assert last_turns(SEVEN) == SEVEN[2:-1]
    assert last_turns(SEVEN[:-2]) == SEVEN[:-3]
    assert last_turns(SEVEN[:2]) == SEVEN[:1]


def test_by_hand():
    """An agent that does 0 on an even number of percepts and 1 on an odd one is told of six from the sixth on: 0."""

    def counting(prompt):
        return len(percepts(prompt)) % 2

    rewards = [percept.reward for percept in percepts(interaction(counting, limited_memory, 10))]

    # true on 7, 8, 9: 1, 0, 1; told of six each time: 0.
    assert rewards == [0, 1, 1, 1, 1, 1, 1, -1, 1, -1]


def test_on_the_history_of_a_stranger():
    """The agent does none of this; it is asked about the end of it."""
    agent = TableAgent({SEVEN[2:-1]: 3, SEVEN[:-1]: 2})

    assert limited_memory(agent, (*SEVEN[:-1], 3)) == WON
    assert limited_memory(agent, (*SEVEN[:-1], 2)) == LOST


def told_of_five():
    """Return the learner that does 0 after any number of 0s that were paid, but 1 after exactly five of them."""
    paid = Transition(0, 0, 1, 0)
    return TableLearner({((paid,) * number, 0): 1 if number == 5 else 0 for number in range(7)})


def test_the_incremental_form_forgets():
    """After five turns of 0, and ever after, the copy does 1."""
    learner, rewards = told_of_five(), []
    _, state = limited_memory_incremental.start(learner)
    for action in (0, 0, 0, 0, 0, 1):
        percept, state = limited_memory_incremental.advance(learner, state, action)
        rewards.append(percept.reward)

    assert rewards == [1] * 6
    assert state == (Transition(0, 0, 1, 0),) * 4 + (Transition(0, 1, 1, 0),)


def test_published_by_hand():
    """Each list of turns has its copy, which is asked before each training, and once or more after them."""
    copies, seen = LearnerClass(told_of_five()), []
    _, state = limited_memory_published.start(copies)
    for action in (0, 0, 0, 0, 0, 1):
        seen.append(state.last)
        percept, state = limited_memory_published.step(copies, state, action)
        assert percept == WON

    assert [len(last) for last in seen] == [0, 1, 2, 3, 4, 5]
    assert dict(state.copies) == {last: last for last in seen}


def test_a_copy_that_was_asked_is_kept():
    """A class that counts how often it was asked, and was asked about these turns before, has counted on."""

    class Counting:
        initial = 0

        def ask(self, state, observation):
            return state, state + 1

        def train(self, state, transition):
            return 0

    _, state = limited_memory_published.start(Counting())
    rewards = []
    for action in (0,) * 8:  # from the sixth action on it is one list, whose copy was asked 0, 1, 2 times before
        percept, state = limited_memory_published.step(Counting(), state, action)
        rewards.append(percept.reward)

    assert rewards == [1, 1, 1, 1, 1, 1, -1, 1]


def test_the_published_form_is_as_documented():
    """But for the initial percept; tried far beyond five turns, on actions that are not always the learner's own."""
    for seed in range(40):
        learner, drawn = hashed_learner(seed), HashedAgent(seed, 10)
        agent, copies, play = as_agent(learner), LearnerClass(learner), ()
        percept = Percept(0, 0)
        _, state = limited_memory_published.start(copies)
        for turn in range(15):
            own = agent((*play, percept))
            action = own if drawn((turn,)) else 1 - own
            play = (*play, percept, action)
            percept, state = limited_memory_published.step(copies, state, action)
            assert percept == limited_memory(agent, play)


def test_the_functional_form_by_hand():
    """Five percepts: the turns before the last four are forgotten."""
    assert last_percepts(SEVEN) == SEVEN[4:-1]
    assert last_percepts(SEVEN[:10]) == SEVEN[:9]
