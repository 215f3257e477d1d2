"""Operations on histories: join, cut, split, rewrite and reverse them."""

from collections.abc import Callable, Iterator

from formal_rl.errors import END, MalformedHistory
from formal_rl.histories.percept import Action, History, Observation, Percept, Play, Prompt, Reward, require_play

LEDGER = ("A21-D1",)


def percepts(history: History) -> tuple[Percept, ...]:
    """Return x_1, x_2, ...: the percepts of a history, in order."""
    return history[0::2]


def actions(history: History) -> tuple[Action, ...]:
    """Return y_1, y_2, ...: the actions of a history, in order."""
    return history[1::2]


def concatenate(*parts: History) -> History:
    """Return the parts joined end to end, ⌢ in the papers.

    Every part but the last must be a play (empty, or ending in an action), so that the result alternates;
    otherwise `MalformedHistory` names the index at which two percepts would meet.

    Source: Alexander et al. 2021, Section 2.
    Ledger: A21-D1, A21-E8, A21-E10
    """
    joined: History = ()
    for part in parts:
        if part and len(joined) % 2 == 1:
            raise MalformedHistory(len(joined), part[0], "an action, since the part before ends in a percept")
        joined += part
    return joined


def prefixes(history: History) -> Iterator[History]:
    """Yield every initial segment, from the empty one to the history itself."""
    for length in range(len(history) + 1):
        yield history[:length]


def prompt_prefixes(history: History) -> Iterator[Prompt]:
    """Yield x_1, x_1 y_1 x_2, ...: the odd-length initial segments, shortest first.

    Source: Alexander et al. 2022, Theorem 10 part 3.
    """
    for length in range(1, len(history) + 1, 2):
        yield history[:length]


def split_play(play: Play) -> tuple[Prompt, Action] | None:
    """Return (t, a) with t a prompt and play = t⌢a, or ``None`` for the empty play.

    Raises `MalformedHistory` on anything that is not a play.

    Source: Alexander et al. 2021, Lemma 2.
    Ledger: A21-D1, A21-L2*
    """
    require_play(play)
    if play == ():
        return None
    return play[:-1], play[-1]


def prompt_of(play: Play) -> Prompt:
    """Return the prompt that the last action of a nonempty play answered; `MalformedHistory` if there is none."""
    if type(play) is not tuple or len(play) % 2 == 1:
        require_play(play)
    if play == ():
        raise MalformedHistory(0, END, "at least one turn: the empty play has no prompt")
    return play[:-1]


def map_rewards(function: Callable[[Reward], Reward], history: History) -> History:
    """Return the history with ``function`` applied to every reward and nothing else changed.

    Source: s^0 in Alexander et al. 2021, Example 6; x' in Alexander et al. 2022, Example 3.
    Ledger: A21-D1, A21-E6, A22-E3
    """
    return tuple(
        element if index % 2 else Percept(function(element.reward), element.observation)
        for index, element in enumerate(history)
    )


def map_observations(function: Callable[[Observation], Observation], history: History) -> History:
    """Return the history with ``function`` applied to every observation and nothing else changed."""
    return tuple(
        element if index % 2 else Percept(element.reward, function(element.observation))
        for index, element in enumerate(history)
    )


def reverse(prompt: Prompt) -> Prompt:
    """Return x_n y_{n-1} ... y_1 x_1: the prompt read from its end, percepts kept whole.

    Only a prompt reverses to a history; anything else raises `MalformedHistory`.

    Source: Alexander et al. 2022, Example 5.
    Ledger: A21-D1, A22-E5*
    """
    if len(prompt) % 2 == 0:
        raise MalformedHistory(len(prompt), END, "a percept: only a prompt reverses to a history")
    return prompt[::-1]
