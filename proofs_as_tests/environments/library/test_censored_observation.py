"""The censored observation: worked by hand, and where the published form departs."""

from fractions import Fraction

from formal_rl.agents import LearnerClass, RepeatedDraws
from formal_rl.checking import every_sequence, hashed_learner, published_departure
from formal_rl.environments import TableAgent, censored_observation
from formal_rl.environments.library.censored_observation import PublishedCensoredObservation, censored
from formal_rl.histories import Percept, history

DRAWS = RepeatedDraws(tuple(Fraction(sixth, 6) for sixth in (0, 5, 3, 1, 4)))
"""After the first, which is 0: 2, 1, 0, 2, and so on from 0."""


def test_turns_that_show_it_are_gone():
    """A percept that shows 2 goes, and the action that answers it; the reward that follows stays."""
    play = history((0, 0), 0, (1, 2), 1, (-1, 1), 0)

    assert censored(play) == history((0, 0), 0, (-1, 1))


def test_a_last_percept_that_shows_it_is_gone_too():
    """Then the agent is asked what it did last before."""
    assert censored(history((0, 0), 1, (1, 2), 0)) == history((0, 0))


def test_where_nothing_is_left():
    """The percept that is always first is asked about."""
    assert censored(history((3, 2), 1)) == history((0, 0))


def test_what_is_shown_and_paid():
    """Shown 0, 2, 1: on the second turn the agent is still asked about its first, on the third about (0,0) 1 (1,1)."""
    environment = censored_observation(DRAWS)
    agent = TableAgent({history((0, 0)): 1, history((0, 0), 1, (-1, 1)): 0})

    assert environment(agent, ()) == Percept(0, 0)
    assert environment(agent, history((0, 0), 1)) == Percept(1, 2)
    assert environment(agent, history((0, 0), 1, (1, 2), 0)) == Percept(-1, 1)
    assert environment(agent, history((0, 0), 1, (1, 2), 0, (-1, 1), 0)) == Percept(1, 0)


def test_on_a_history_that_is_not_its_own():
    """What the play shows counts, not what was drawn."""
    agent = TableAgent({history((7, 5)): 4})

    assert censored_observation(DRAWS)(agent, history((7, 5), 3, (2, 2), 4)) == Percept(1, 1)


def test_published_by_hand():
    """Shown 0, 2, 1 for actions 0 and 1: the copy is told that 1 led from 0 to 1, where 0 did and 1 answered 2."""
    environment, copies = PublishedCensoredObservation(DRAWS), LearnerClass(hashed_learner(2))
    first, state = environment.start(copies)
    second, state = environment.step(copies, state, 0)
    third, state = environment.step(copies, state, 1)

    assert [first, second.observation, third.observation] == [0, 2, 1]
    assert state.copy == copies.train(copies.initial, (0, 1, third.reward, 1))


def test_the_departure():
    """The published form parts after a censored observation between two answers that differ."""
    part = published_departure(
        "",
        PublishedCensoredObservation(DRAWS),
        censored_observation(DRAWS),
        actions=range(2),
        played=every_sequence(4),
    )

    assert part.refutation.disagreement.history == history((0, 0), 0, (1, 2), 1, (-1, 1), 0)
