"""Histories as a line of text, written and read: for tables, error reports and the command line."""

import re
from fractions import Fraction

from formal_rl.errors import MalformedText
from formal_rl.histories.percept import Action, History, Percept, require_history

LEDGER = ("A21-D1",)


def format_history(history: History) -> str:
    """Return a history on one line: percepts as (r,o), actions bare, the empty history as ⟨⟩."""
    if not history:
        return "⟨⟩"
    return " ".join(
        f"({element.reward},{element.observation})" if isinstance(element, Percept) else str(element)
        for element in history
    )


_WHOLE = r"[0-9]{1,1000}"
_PERCEPT = re.compile(
    rf"\(\s*(?P<reward>-?{_WHOLE}(?:/{_WHOLE})?)\s*,\s*(?P<observation>-?{_WHOLE}|[^\W\d][\w.-]*)\s*\)\s*"
)
_ACTION = re.compile(rf"{_WHOLE}(?![^\s(])\s*")
_TOKEN = re.compile(r"\([^()]*\)?|[^\s()]+|\S")


def history(*elements: object) -> History:
    """Build a history from pairs and actions, ``history((0, 0), 1, (1, 0))``, or from its text, ``"(0,0) 1 (1,0)"``.

    Every even element (0, 2, ...) that is a pair becomes a `Percept`; then the whole is checked.
    Raises `MalformedHistory` naming the first element that does not fit; for texts see `parse_history`.
    """
    if len(elements) == 1 and isinstance(elements[0], str):
        return parse_history(elements[0])
    built = tuple(
        Percept(*element) if index % 2 == 0 and isinstance(element, tuple) and len(element) == 2 else element
        for index, element in enumerate(elements)
    )
    require_history(built)
    return built


def parse_history(text: str) -> History:
    """Return the history that a line of text stands for: percepts as (r,o), actions bare, as `format_history` writes.

    A reward is a whole number or a fraction such as 1/2. An observation is a whole number, or a bare word, which
    stands for itself as text. The empty history is ⟨⟩, <> or nothing. White space may stand between any two of these.
    Reading what `format_history` wrote gives the same history again where each observation is an int, or text that
    is such a word: a letter or _, then letters, digits, and _ . -.

    Raises `MalformedText`, naming the first character that does not fit.
    """
    if text.strip() in {"", "⟨⟩", "<>"}:
        return ()
    elements: list[Percept | Action] = []
    place = len(text) - len(text.lstrip())
    while place < len(text):
        after_percept = len(elements) % 2 == 1
        match = (_ACTION if after_percept else _PERCEPT).match(text, place)
        if match is None:
            token = _TOKEN.match(text, place)
            assert token is not None
            expected = "a percept such as (1,0), (-1/2,3) or (0,wall)"
            if after_percept:
                expected = "an action, a natural number, since a percept stands before it"
            raise MalformedText(text, place, token[0], expected)
        elements.append(int(match[0].rstrip()) if after_percept else _percept(text, match))
        place = match.end()
    return tuple(elements)


def _percept(text: str, match: re.Match[str]) -> Percept:
    over, slash, under = match["reward"].partition("/")
    if slash and int(under) == 0:
        raise MalformedText(text, match.start("reward"), match["reward"], "a reward: nothing is divided by 0")
    word = match["observation"]
    observation = int(word) if word.removeprefix("-")[0] in "0123456789" else word
    return Percept(Fraction(int(over), int(under)) if slash else int(over), observation)
