"""Alexander et al. 2021, Section 6: conversations, predictions and knowledge that look like oneself."""

import pytest

from formal_rl.environments.abstract import (
    knowing,
    knowing_letter,
    recognising_conversations,
    recognising_predictions,
)
from formal_rl.environments.abstract.conversations import Alphabet, heard
from formal_rl.environments.abstract.knower_recognition import sentence_number
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import history

# --- Beyond the scope of the checks ---


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


NOUGHT = ("0",)


@pytest.mark.parametrize(
    "expression",
    [
        NOUGHT,
        ("=", NOUGHT),
        ("=", NOUGHT, ("x", 0)),
        ("=", NOUGHT, ("x", -1)),
        ("all", ("=", ("x", 1), NOUGHT)),
        ("=", ("S", ("=", NOUGHT, NOUGHT)), NOUGHT),
        ("not", NOUGHT),
    ],
)
def test_what_is_no_sentence_has_no_number(expression):
    """Terms, unbound variables, and what has other parts than it should."""
    with pytest.raises(InvalidParameter):
        sentence_number(expression)


def test_the_empty_conversation_and_others_characters():
    """Nobody spoke last in it; a conversation with another character has no number."""
    with pytest.raises(InvalidParameter, match="a user who spoke last"):
        heard(())
    with pytest.raises(InvalidParameter, match="'b'"):
        Alphabet("a").conversation_number(("a", "b"))
