"""Self-recognition over the enumeration of all nonempty plays."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import as_agent
from formal_rl.environments import interact_incremental, interaction
from formal_rl.environments.abstract import (
    IncentivizeSelfRecognitionIncremental,
    SelfRecognizer,
    as_it_is,
    incentivize_self_recognition,
    incentivize_self_recognition_by_index,
    incentivize_self_recognition_letter,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, decode_history, encode_history, history, index_of_play, nth_play
from formal_rl.statements.alexander_2021.codings import by_reward
from formal_rl.strategies import ConstantAgent, agents, learners, plays, prompts
from formal_rl.study._explained.recognition import explained_self_recognition

FORMS = (
    pytest.param(incentivize_self_recognition, encode_history, id="numbers"),
    pytest.param(incentivize_self_recognition_letter, as_it_is, id="letter"),
    pytest.param(incentivize_self_recognition_by_index, index_of_play, id="places"),
)


@pytest.mark.parametrize(("environment", "showing"), FORMS)
@given(agent=agents(), play=plays())
def test_what_is_paid(environment, showing, agent, play):
    """It is paid for saying whether the last play shown is its own, whatever the play says was shown."""
    number = len(play) // 2
    reward, shown = environment(agent, play)

    assert shown == showing(nth_play(number))
    if play:
        *before, theirs = nth_play(number - 1)
        assert reward == (1 if (play[-1] > 0) == (agent(tuple(before)) == theirs) else -1)
    else:
        assert reward == 0


@given(agents(), prompts())
def test_looking_at_oneself_comes_to_an_end(agent, prompt):
    """It answers on every prompt, also where what it is shown is about itself."""
    recognizer = SelfRecognizer(agent)
    before = (Percept(0, encode_history((*prompt, 1))),)

    assert recognizer((Percept(0, encode_history((*before, 0))),)) == (0 if recognizer(before) else 1)


@given(st.integers(0, 10**6))
def test_a_play_has_a_greater_number_than_it_shows(number):
    """So no play can be about the prompt in which it is shown."""
    shown = decode_history(number)

    assert all(percept.observation < number for percept in shown[::2])


@given(learners(max_registers=0), st.integers(0, 12))
def test_the_incremental_form_by_the_letter(learner, steps):
    """Where plays are shown, for learners that take any observation."""
    run = islice(interact_incremental(learner, IncentivizeSelfRecognitionIncremental(as_it_is)), 2 * steps)

    assert interaction(as_agent(learner), incentivize_self_recognition_letter, steps) == tuple(run)


@pytest.mark.parametrize(("environment", "showing"), FORMS)
def test_a_thousand_steps(environment, showing):
    """A thousand plays are shown, all different."""
    run = interaction(ConstantAgent(0), environment, 1_000, remember=False)

    assert len({percept.observation for percept in run[::2]}) == 1_000
    assert run[-2].observation == showing(nth_play(999))


def test_plays_alone_are_taken():
    """What is no play is refused."""
    with pytest.raises(MalformedHistory):
        incentivize_self_recognition(by_reward, history((0, 0)))


def said(explained, play):
    """The words for what the agent that follows rewards gets."""
    return explained.clause(by_reward, play, explained(by_reward, play))


def test_the_clause_in_words():
    """The clause reads out the play that was shown, and the next."""
    explained = explained_self_recognition()

    assert said(explained, ()) == (
        "the play is empty, so the reward is 0;\nnext it is shown s_0 = (0,0) 0, as the number 5"
    )
    assert said(explained, history((0, 5), 1, (1, 9), 0)) == (
        "it was shown s_1: action 0 on (1,0);\n"
        'it said "does not look like me" (action 0);\n'
        "there the agent does 1, so it was right: the reward is 1;\n"
        "next it is shown s_2 = (0,0) 1, as the number 18"
    )
    assert said(explained_self_recognition(as_it_is), ()).endswith("s_0 = (0,0) 0, as itself")
