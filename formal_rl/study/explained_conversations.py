"""The recognition of conversations, predictions and knowledge, with the clause that decides, and the trial in words."""

from __future__ import annotations

from collections.abc import Callable

from attrs import field, frozen

from formal_rl.environments import Agent, ExtendedEnvironment
from formal_rl.environments.conversation import ENGLISH, has_had, recognising_conversations
from formal_rl.environments.epistemic_arithmetic import format_sentence, sentence
from formal_rl.environments.knowing import has_come_to_know, knowing, showing
from formal_rl.environments.sequence_prediction import game, has_played, recognising_predictions
from formal_rl.environments.trial_recognition import Likeness
from formal_rl.histories import Percept, Play
from formal_rl.study.explained import Clause


@frozen
class ExplainedTrials:
    """An environment that shows trials; ``words`` tells a trial, ``said`` and ``judged`` what is said of it and true.

    Both are pairs of words, for no and for yes.
    """

    name: str
    environment: ExtendedEnvironment = field(repr=False)
    like: Likeness = field(repr=False)
    shown: Callable[[int], int] = field(repr=False)
    words: Callable[[int], str] = field(repr=False)
    said: tuple[str, str]
    judged: tuple[str, str]

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return self.environment(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return what was said of the last trial and whether it is so, and the trial shown next."""
        turn = len(play) // 2
        after = f"it shows trial {turn}:\n{self.words(turn)}"
        if play == ():
            return Clause(f"the play is empty, so the reward is 0;\n{after}", Percept(0, self.shown(0)))
        says, own = play[-1] > 0, self.like(agent, turn - 1)
        right, reward = ("right", 1) if says == own else ("wrong", -1)
        text = f"of trial {turn - 1} the agent says {self.said[says]!r} (action {play[-1]}); {self.judged[own]}"
        return Clause(f"{text}: {right}, so the reward is {reward};\n{after}", Percept(reward, self.shown(turn)))


def conversation_words(number: int) -> str:
    """Return a conversation in English characters, a line for each string."""
    said = ENGLISH.conversation(number)
    return "\n".join(f"  {'it' if index % 2 else 'user'}: {string!r}" for index, string in enumerate(said)) or (
        "  (nothing is said)"
    )


def game_words(number: int) -> str:
    """Return a game, a line for the predictions and one for what the evader did."""
    rounds = game(number)
    if not rounds:
        return "  (no round)"
    return (
        f"  predicted: {' '.join(str(each.predicted) for each in rounds)}\n"
        f"  done:      {' '.join(str(each.did) for each in rounds)}"
    )


def sentence_words(turn: int) -> str:
    """Return the sentence that a turn shows, and for which time."""
    number, times = showing(turn)
    return f"  sentence {number}, for the {times}. time: {format_sentence(sentence(number))}"


def _itself(number: int) -> int:
    return number


_SAID = ("does not look like me", "looks like me")
_JUDGED = ("it would not have gone so with it", "nothing in it is otherwise than the agent would have it")

EXPLAINED_CONVERSATIONS = ExplainedTrials(
    "recognising_conversations", recognising_conversations(), has_had(), _itself, conversation_words, _SAID, _JUDGED
)
"""Conversations in English characters, explained."""

EXPLAINED_PREDICTIONS = ExplainedTrials(
    "recognising_predictions", recognising_predictions(), has_played(), _itself, game_words, _SAID, _JUDGED
)
"""Games of adversarial sequence prediction, explained."""

EXPLAINED_KNOWING = ExplainedTrials(
    "knowing",
    knowing(),
    has_come_to_know(),
    lambda turn: showing(turn)[0],
    sentence_words,
    ("I am not sure", "I know it"),
    (
        "its knower has not enumerated the sentence in as many steps as it was shown",
        "its knower has enumerated the sentence in as many steps as it was shown",
    ),
)
"""The mechanical knowing agent, repaired, explained."""
