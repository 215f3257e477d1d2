"""The recognition of conversations, predictions and knowledge, with the clause that decides, and the trial in words."""

from collections.abc import Callable

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment
from formal_rl.environments.abstract import (
    ENGLISH,
    Likeness,
    format_sentence,
    game,
    has_come_to_know,
    has_had,
    has_played,
    knowing,
    recognising_conversations,
    recognising_predictions,
    sentence,
    showing,
)
from formal_rl.histories import Percept, Play
from formal_rl.study.explained.environments import Explained, at_first

_SAID = ("does not look like me", "looks like me")
_JUDGED = ("it would not have gone so with it", "nothing in it is otherwise than the agent would have it")


def explained_trials(
    name: str,
    environment: ExtendedEnvironment,
    like: Likeness,
    words: Callable[[int], str],
    *,
    said: tuple[str, str] = _SAID,
    judged: tuple[str, str] = _JUDGED,
) -> Explained:
    """Return an environment that shows trials, explained: what was said of the last, whether it is so, and the next.

    ``words`` tells a trial; ``said`` and ``judged`` are what is said of it and what is true, for no and for yes.
    """

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        turn = len(play) // 2
        after = f"it shows trial {turn}:\n{words(turn)}"
        if play == ():
            return f"{at_first(percept)};\n{after}"
        says, own = play[-1] > 0, like(agent, turn - 1)
        right = "right" if says == own else "wrong"
        text = f"of trial {turn - 1} the agent says {said[says]!r} (action {play[-1]}); {judged[own]}"
        return f"{text}: {right}, so the reward is {percept.reward};\n{after}"

    return Explained(name, environment, clause)


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


DRAWN = (
    explained_trials("recognising_conversations", recognising_conversations(), has_had(), conversation_words),
    explained_trials("recognising_predictions", recognising_predictions(), has_played(), game_words),
    explained_trials(
        "knowing",
        knowing(),
        has_come_to_know(),
        sentence_words,
        said=("I am not sure", "I know it"),
        judged=(
            "its knower has not enumerated the sentence in as many steps as it was shown",
            "its knower has enumerated the sentence in as many steps as it was shown",
        ),
    ),
)
"""Conversations in English characters, games of adversarial sequence prediction, and the repaired knowing agent."""
