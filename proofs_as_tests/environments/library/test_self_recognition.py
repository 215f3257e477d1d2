"""Self-recognition: the four sentences, the last observation replaced, and the published form by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws, LearnerClass, Transition
from formal_rl.environments import (
    BUTTON,
    SENTENCES,
    PublishedSelfRecognition,
    TableAgent,
    TableLearner,
    drawn_sentence,
    interaction,
    seeing_a_button,
    self_recognition,
    with_last_observation,
)
from formal_rl.environments.library.self_recognition import FALSE, TRUE
from formal_rl.environments.simulated_copy import CopyBehind
from formal_rl.errors import DrawsExhausted, EnvironmentRaised, MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.strategies import agents, percepts, plays

SEEN = percepts(observations=range(6))


@pytest.mark.parametrize(
    ("sentence", "true"),
    [(2, False), (3, True), (4, True), (5, False)],
)
def test_by_hand(sentence, true):
    """An agent that does 1 on 0 and 0 on 1: sentences 3 and 4 are so of it, 2 and 5 are not."""
    agent = TableAgent({history((0, 0)): 1, history((0, 1)): 0})
    environment = self_recognition((0, 0))

    assert environment(agent, history((0, sentence), TRUE)).reward == (1 if true else -1)
    assert environment(agent, history((0, sentence), FALSE)).reward == (-1 if true else 1)
    assert environment(agent, history((0, sentence), 2)).reward == -1


def test_what_is_no_sentence_asks_nothing():
    """0, 1 and anything else pay 0, whatever is answered."""
    environment = self_recognition((0, Fraction(1, 2)))

    for seen in (0, 1, 6, "a sentence"):
        assert environment(TableAgent({}), history((0, seen), 1)) == Percept(0, 3)


@pytest.mark.statement("A22-S34-recognition")
def test_observations_are_equally_likely():
    """On evenly spread draws each occurs as often."""
    draws = tuple(Fraction(k, 12) for k in range(12))

    assert [drawn_sentence(draws, k) for k in range(12)] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


@pytest.mark.statement("A22-S34-recognition")
@given(agent=agents(), play=plays(percepts=SEEN, min_percepts=1, max_percepts=6), seed=st.integers(0, 99))
def test_one_of_two_answers_is_right(agent, play, seed):
    """Where there is a sentence, TRUE and FALSE pay 1 and -1 in some order."""
    environment = self_recognition(HashedDraws(seed))
    rewards = sorted(environment(agent, (*play[:-1], answer)).reward for answer in (TRUE, FALSE))

    assert rewards == ([-1, 1] if play[-2].observation in SENTENCES else [0, 0])


@pytest.mark.statement("A22-S34-recognition")
@given(agent=agents(), seed=st.integers(0, 99))
def test_an_agent_that_knows_itself_is_always_right(agent, seed):
    """It looks up what it would do, and answers that; it does as ``agent`` where there is no sentence."""

    def knowing(prompt):
        sentence = SENTENCES.get(prompt[-1].observation)
        if sentence is None:
            return agent(prompt)
        return TRUE if agent(with_last_observation((*prompt, 0), sentence[0])) == sentence[1] else FALSE

    play = interaction(knowing, self_recognition(HashedDraws(seed)), 6)

    assert all(percept.reward >= 0 for percept in play[::2])


@given(play=plays(min_percepts=1))
def test_only_the_last_observation_is_replaced(play):
    """As in the tempting button."""
    assert with_last_observation(play, BUTTON) == seeing_a_button(play)
    assert with_last_observation(play, 5)[:-1] == play[:-2]


def test_the_copy_is_a_transition_behind():
    """Its last transition is trained on with the other end, and kept with its own."""
    learner = TableLearner(
        {((Transition(0, 1, 1, 9),), 9): 3, ((Transition(0, 1, 1, 2), Transition(2, 0, 1, 9)), 9): 4}
    )
    copy = CopyBehind(learner.initial).followed_by(learner, Transition(0, 1, 1, 2))

    assert copy.act_with_last_observation(learner, 9) == 3
    assert copy.followed_by(learner, Transition(2, 0, 1, 7)).act_with_last_observation(learner, 9) == 4


def test_published_by_hand():
    """The copy is asked after training on the true observation: on (0,2) 0 (1,2) 0 that is another answer."""
    draws = (Fraction(1, 3),) * 4
    learner = TableLearner({((), 0): 1, ((Transition(2, 0, 1, 2),), 0): 0})
    copies = LearnerClass(learner)
    form = PublishedSelfRecognition(draws)
    shown, state = form.start(copies)
    first, state = form.step(copies, state, FALSE)
    second, _ = form.step(copies, state, FALSE)

    assert (shown, first, second) == (2, Percept(1, 2), Percept(-1, 2))


def test_the_published_form_draws_from_the_second_on():
    """o_k is made from u_{k+1}."""
    form = PublishedSelfRecognition(tuple(Fraction(sixth, 6) for sixth in (5, 0, 1, 0)))
    copies = LearnerClass(TableLearner({((), 0): 0, ((Transition(0, 0, 0, 1),), 0): 0}))
    first, state = form.start(copies)
    second, state = form.step(copies, state, 0)
    third, _ = form.step(copies, state, 0)

    assert (first, second, third) == (0, Percept(0, 1), Percept(0, 0))


def test_failures_are_named():
    """Draws that end, and what is no play."""
    with pytest.raises(EnvironmentRaised, match="DrawsExhausted: draw 2 is needed"):
        interaction(lambda prompt: 0, self_recognition((0, 0)), 3)
    with pytest.raises(DrawsExhausted):
        self_recognition(())(lambda prompt: 0, ())
    with pytest.raises(MalformedHistory):
        self_recognition((0, 0))(lambda prompt: 0, history((0, 0)))
