"""Paid for telling which conversations one could have had, and which games of prediction one could have played."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from attrs import field, frozen

from formal_rl.agents import Agent
from formal_rl.environments.abstract.trial_recognition import Likeness, TrialRecognitionIncremental, trial_recognition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.record import EnvironmentRecord
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Percept, Prompt
from formal_rl.histories.coding import shortlex, shortlex_number

LEDGER = ("A21-E19-conversation", "A21-E19-prediction")

Conversation: TypeAlias = tuple[str, ...]
"""The strings of a conversation: the first, third, ... string by the user, the second, fourth, ... by the chatbot.

Source: Alexander et al. 2021, Example 19 (chatbot trial).
"""

Chatbot: TypeAlias = Callable[[Conversation], str]
"""A function from conversations that the user spoke last in to the reply."""


@frozen
class Alphabet:
    """The characters that strings are made of, and the numbers of strings and of conversations.

    Strings are counted by length and then in the order of the characters; so are conversations, as one text with a mark
    between the strings that comes before every character. Both are bijections with the natural numbers, 0 standing for
    the empty string and for the empty conversation, and a number grows by a factor with each
    character. No characters, or one of them twice, is an `InvalidParameter`.

    Source: Alexander et al. 2021, Example 19 (strings of English characters).
    Ledger: A21-E19-conversation
    """

    characters: str = field()

    @characters.validator
    def _each_once(self, attribute: object, value: str) -> None:
        if not value or len(set(value)) != len(value):
            raise InvalidParameter("characters", value, "at least one character, and each once")

    def string(self, number: int) -> str:
        """Return the string of a number."""
        return "".join(self.characters[digit] for digit in shortlex(number, len(self.characters)))

    def string_number(self, string: str) -> int:
        """Return the number of a string; `InvalidParameter` for one with other characters."""
        return shortlex_number(self._digits(string), len(self.characters))

    def conversation(self, number: int) -> Conversation:
        """Return the conversation of a number."""
        if number == 0:
            return ()
        said = [""]
        for digit in shortlex(number - 1, len(self.characters) + 1):
            if digit == 0:
                said.append("")
            else:
                said[-1] += self.characters[digit - 1]
        return tuple(said)

    def conversation_number(self, conversation: Conversation) -> int:
        """Return the number of a conversation; `InvalidParameter` for one with other characters."""
        if conversation == ():
            return 0
        digits: list[int] = []
        for string in conversation:
            digits += [0, *(digit + 1 for digit in self._digits(string))]
        return 1 + shortlex_number(digits[1:], len(self.characters) + 1)

    def _digits(self, string: str) -> list[int]:
        for character in string:
            if character not in self.characters:
                raise InvalidParameter("the string", string, f"characters among {self.characters!r}")
        return [self.characters.index(character) for character in string]


ENGLISH = Alphabet("abcdefghijklmnopqrstuvwxyz .,?'")
"""Small letters and a little punctuation."""


def heard(conversation: Conversation, alphabet: Alphabet = ENGLISH) -> Prompt:
    """Return a conversation as the prompt of its second speaker: the user's strings seen, the replies its own actions.

    Every reward is 0. What the user speaks last in is a prompt; anything else is an `InvalidParameter`.

    Ledger: A21-E19-conversation
    """
    if len(conversation) % 2 == 0:
        raise InvalidParameter("the conversation", conversation, "a user who spoke last")
    numbers = [alphabet.string_number(string) for string in conversation]
    return tuple(number if index % 2 else Percept(0, number) for index, number in enumerate(numbers))


def replying(agent: Agent, alphabet: Alphabet = ENGLISH) -> Chatbot:
    """Return the chatbot that says the string whose number is the agent's action on what was `heard`.

    Source: Alexander et al. 2021, Example 19 (h, which is left open there).
    Ledger: A21-E19-conversation*
    """
    return lambda conversation: alphabet.string(agent(heard(conversation, alphabet)))


def speaks(chatbot: Chatbot, conversation: Conversation) -> bool:
    """Return whether every reply of the conversation is the chatbot's to the strings before it.

    A user's last string without a reply settles nothing; so all chatbots have the conversation without replies.

    Source: Alexander et al. 2021, Example 19.
    Ledger: A21-E19-conversation
    """
    return all(chatbot(conversation[:k]) == conversation[k] for k in range(1, len(conversation), 2))


Conversion: TypeAlias = Callable[[Agent, Alphabet], Chatbot]
"""Convert an agent into a chatbot, in an alphabet: h in the paper.

Source: Alexander et al. 2021, Example 19.
"""


def has_had(convert: Conversion = replying, alphabet: Alphabet = ENGLISH) -> Likeness:
    """Return whether the chatbot made of the agent speaks as in the conversation of a number.

    Ledger: A21-E19-conversation
    """
    return lambda agent, number: speaks(convert(agent, alphabet), alphabet.conversation(number))


def recognising_conversations(convert: Conversion = replying, alphabet: Alphabet = ENGLISH) -> ExtendedEnvironment:
    """Return recognition of conversations, for a conversion h of agents into chatbots.

    It shows each conversation as its number. A thousand turns show conversations of at most two characters and marks.

    Source: Alexander et al. 2021, Example 19 (the Turing test).
    Ledger: A21-E19-conversation*
    """
    return trial_recognition(has_had(convert, alphabet))


recognising_conversations_incremental = TrialRecognitionIncremental(has_had())
"""Incremental form.

Ledger: A21-E19-conversation*
"""

# Paid for telling which games of adversarial sequence prediction one could have played as the predictor.


class Round(NamedTuple):
    """The predictor's guess and the evader's simultaneous choice, each 0 or 1.

    Source: the game of Hibbard that Alexander et al. 2021, Example 19, names.
    """

    predicted: int
    did: int


Game: TypeAlias = tuple[Round, ...]
"""The rounds of a game so far."""

Predictor: TypeAlias = Callable[[Game], int]
"""A function from the rounds so far to 0 or 1."""


def game(number: int) -> Game:
    """Return the game of a number: counted by rounds, and then in order; a bijection with the natural numbers.

    Ledger: A21-E19-prediction
    """
    return tuple(Round(*divmod(digit, 2)) for digit in shortlex(number, 4))


def game_number(rounds: Game) -> int:
    """Return the number of a game.

    Ledger: A21-E19-prediction
    """
    return shortlex_number([2 * predicted + did for predicted, did in rounds], 4)


def predicted_before(rounds: Game) -> Prompt:
    """Return the rounds as the predictor's prompt: it first meets (0, 0), and then what the evader did.

    The reward of a round is 1 for a right prediction, -1 for a wrong one; the predictions are its actions.

    Source: Alexander et al. 2021, Example 19, read as in the published library's adversarial sequences.
    Ledger: A21-E19-prediction
    """
    prompt: Prompt = (Percept(0, 0),)
    for predicted, did in rounds:
        prompt = (*prompt, predicted, Percept(1 if predicted == did else -1, did))
    return prompt


def predicting(agent: Agent) -> Predictor:
    """Return the predictor that says 0 where the agent does 0, and 1 where it does anything else.

    Source: Alexander et al. 2021, Example 19 (the function that is left open there).
    Ledger: A21-E19-prediction*
    """
    return lambda rounds: min(agent(predicted_before(rounds)), 1)


def predicts(predictor: Predictor, rounds: Game) -> bool:
    """Return whether every prediction of the game is the predictor's on the rounds before it.

    Ledger: A21-E19-prediction
    """
    return all(predictor(rounds[:k]) == rounds[k].predicted for k in range(len(rounds)))


def has_played(convert: Callable[[Agent], Predictor] = predicting) -> Likeness:
    """Return whether the predictor made of the agent predicts as in the game of a number.

    Ledger: A21-E19-prediction
    """
    return lambda agent, number: predicts(convert(agent), game(number))


def recognising_predictions(convert: Callable[[Agent], Predictor] = predicting) -> ExtendedEnvironment:
    """Return recognition of games, for a conversion of agents into predictors. It shows each game as its number.

    Source: Alexander et al. 2021, Example 19 (adversarial sequence prediction).
    Ledger: A21-E19-prediction*
    """
    return trial_recognition(has_played(convert))


recognising_predictions_incremental = TrialRecognitionIncremental(has_played())
"""Incremental form.

Ledger: A21-E19-prediction*
"""

RECORDS = (
    EnvironmentRecord(
        "recognising_conversations", source="A21 Example 19", named={"definition": "recognising_conversations()"}
    ),
    EnvironmentRecord(
        "recognising_predictions", source="A21 Example 19", named={"definition": "recognising_predictions()"}
    ),
)
