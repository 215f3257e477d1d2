"""Histories as a line of text, written and read: for tables, error reports and the command line."""

import re
from fractions import Fraction

from formal_rl.errors import MalformedText
from formal_rl.histories.percept import Action, History, Observation, Percept, Reward


def format_history(history: History) -> str:
    """Return a history on one line: percepts as (r,o), actions bare, the empty history as ⟨⟩.

    Ledger: A21-D1
    """
    if not history:
        return "⟨⟩"
    return " ".join(
        f"({element.reward},{element.observation})" if isinstance(element, Percept) else str(element)
        for element in history
    )


_EMPTY = ("", "⟨⟩", "<>")
_WHOLE = r"[0-9]{1,1000}"
_PERCEPT = re.compile(
    rf"\(\s*(?P<reward>-?{_WHOLE}(?:/{_WHOLE})?)\s*,\s*(?P<observation>-?{_WHOLE}|[^\W\d][\w.-]*)\s*\)"
)
_ACTION = re.compile(rf"{_WHOLE}(?![^\s(])")
_TOKEN = re.compile(r"\([^()]*\)?|[^\s()]+|\S")

_EXPECTED_PERCEPT = "a percept such as (1,0), (-1/2,3) or (0,wall)"
_EXPECTED_ACTION = "an action, a natural number, since a percept stands before it"


def parse_history(text: str) -> History:
    """Return the history that a line of text stands for: percepts as (r,o), actions bare, as `format_history` writes.

    A reward is a whole number or a fraction such as 1/2. An observation is a whole number, or a bare word, which
    stands for itself as text. The empty history is ⟨⟩, <> or nothing. White space may stand between any two of these.
    Reading what `format_history` wrote gives the same history again where each observation is an int, or text that
    is such a word: a letter or _, then letters, digits, and _ . -.

    Raises `MalformedText`, naming the first character that does not fit.

    Ledger: A21-D1
    """
    if text.strip() in _EMPTY:
        return ()
    elements: list[Percept | Action] = []
    place = _skip_space(text, 0)
    while place < len(text):
        after_percept = len(elements) % 2 == 1
        match = (_ACTION if after_percept else _PERCEPT).match(text, place)
        if match is None:
            token = _TOKEN.match(text, place)
            assert token is not None
            raise MalformedText(text, place, token[0], _EXPECTED_ACTION if after_percept else _EXPECTED_PERCEPT)
        elements.append(int(match[0]) if after_percept else _percept(text, match))
        place = _skip_space(text, match.end())
    return tuple(elements)


def _percept(text: str, match: re.Match[str]) -> Percept:
    return Percept(_reward(text, match), _observation(match["observation"]))


def _reward(text: str, match: re.Match[str]) -> Reward:
    over, slash, under = match["reward"].partition("/")
    if not slash:
        return int(over)
    if int(under) == 0:
        raise MalformedText(text, match.start("reward"), match["reward"], "a reward: nothing is divided by 0")
    return Fraction(int(over), int(under))


def _observation(word: str) -> Observation:
    return int(word) if word.removeprefix("-")[0] in "0123456789" else word


def _skip_space(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place
