"""Alexander et al. 2021, Section 6: conversations, predictions and knowledge that look like oneself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments.abstract import (
    ENGLISH,
    game,
    knowing,
    knowing_letter,
    predicting,
    recognising_conversations,
    recognising_predictions,
    replying,
    sentence,
    showing,
)
from formal_rl.environments.abstract.conversations import Alphabet, Round, game_number, heard, predicts, speaks
from formal_rl.environments.abstract.knower_recognition import sentence_number
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.strategies import agents
from formal_rl.study._explained.recognition import DRAWN, conversation_words, game_words, sentence_words

# --- Beyond the scope of the checks ---


@pytest.mark.statement("A21-E19-conversation")
@given(number=st.integers(0, 10**40))
def test_every_number_is_a_conversation_and_back(number):
    """Numbers of forty digits are conversations of some thirty characters, which have these numbers."""
    said = ENGLISH.conversation(number)

    assert ENGLISH.conversation_number(said) == number
    assert sum(map(len, said)) <= 30


@pytest.mark.statement("A21-E19-conversation")
@given(said=st.lists(st.text(alphabet=ENGLISH.characters, max_size=30), max_size=8).map(tuple))
def test_every_conversation_has_a_number_and_back(said):
    """A conversation is what its number says, however long."""
    assert ENGLISH.conversation(ENGLISH.conversation_number(said)) == said


@pytest.mark.statement("A21-E19-conversation")
@given(agent=agents(number_of_actions=40), strings=st.lists(st.text(alphabet="abc", max_size=3), max_size=5))
def test_what_an_agent_says_itself_looks_like_it(agent, strings):
    """A conversation with the chatbot's own replies is its own; with another reply put in, it is not."""
    chatbot, said = replying(agent), ()
    for string in strings:
        said = (*said, string)
        said = (*said, chatbot(said))

    assert speaks(chatbot, said)
    for k in range(1, len(said), 2):
        assert not speaks(chatbot, (*said[:k], said[k] + "a", *said[k + 1 :]))


@pytest.mark.statement("A21-E19-prediction")
@given(agent=agents(number_of_actions=3), done=st.lists(st.integers(0, 1), max_size=8))
def test_what_an_agent_predicts_itself_looks_like_it(agent, done):
    """A game with the predictor's own predictions is its own; with another one put in, it is not."""
    predictor, rounds = predicting(agent), ()
    for did in done:
        rounds = (*rounds, Round(predictor(rounds), did))

    assert predicts(predictor, rounds)
    assert game(game_number(rounds)) == rounds
    for k, (predicted, did) in enumerate(rounds):
        assert not predicts(predictor, (*rounds[:k], Round(1 - predicted, did), *rounds[k + 1 :]))


@pytest.mark.statement("A21-E19-knowing")
@given(number=st.integers(0, 10**30))
def test_every_number_is_a_sentence_and_back(number):
    """The sentence of a number has this number."""
    assert sentence_number(sentence(number)) == number


@pytest.mark.statement("A21-E19-knowing")
@given(turn=st.integers(0, 10**9))
def test_a_sentence_shown_again_was_shown_before(turn):
    """What is shown for the nth time, n > 1, was shown n - 1 times up to some turn before."""
    shown, times = showing(turn)
    later = showing((shown + times) * (shown + times + 1) // 2 + shown)

    assert later == (shown, times + 1)


def test_wrong_parameters_are_named():
    """Characters twice or none, strings of others, and a chatbot asked when it was the last to speak."""
    for characters in ("", "aa"):
        with pytest.raises(InvalidParameter, match="each once"):
            Alphabet(characters)
    with pytest.raises(InvalidParameter, match="'B'"):
        Alphabet("ab").string_number("B")
    with pytest.raises(InvalidParameter, match="a user who spoke last"):
        heard(("a", "b"))


@pytest.mark.parametrize(
    "environment", [recognising_conversations(), recognising_predictions(), knowing(), knowing_letter()]
)
def test_what_is_no_play_is_refused(environment):
    """A prompt is no play."""
    with pytest.raises(MalformedHistory):
        environment(lambda prompt: 0, history((0, 0)))


def test_trials_are_told_in_words():
    """A conversation is shown by who said what, a game by rounds, a sentence as it is written."""
    number = ENGLISH.conversation_number(("hello", "hi", "who are you?"))

    assert conversation_words(number) == "  user: 'hello'\n  it: 'hi'\n  user: 'who are you?'"
    assert conversation_words(0) == "  (nothing is said)"
    assert game_words(game_number((Round(0, 1), Round(1, 1)))) == "  predicted: 0 1\n  done:      1 1"
    assert game_words(0) == "  (no round)"
    assert sentence_words(4) == "  sentence 1, for the 2. time: ¬(0 = 0)"
    words = DRAWN[-1].clause(lambda prompt: 0, (Percept(0, 0), 1), Percept(1, 0))
    assert words.startswith("of trial 0 the agent says 'I know it' (action 1); its knower has enumerated")
