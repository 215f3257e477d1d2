"""The keys with which a level of SafeLife is played, and how they arrive from a terminal."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from formal_rl.errors import InvalidParameter

WAIT, TOGGLE, UNDO, RESTART, GOALS, HELP, QUIT = "wait", "toggle", "undo", "restart", "goals", "help", "quit"
UNKNOWN = "unknown"

_WAYS = ("up", "right", "down", "left")
_LETTERS = ("kjhl", (0, 2, 3, 1)), ("wsad", (0, 2, 3, 1))
_FINALS = dict(zip("ACBD", _WAYS, strict=True))


def _keys() -> dict[str, str]:
    keys = {".": WAIT, "\r": WAIT, "\n": WAIT, " ": TOGGLE, "u": UNDO, "r": RESTART, "g": GOALS, "?": HELP, "q": QUIT}
    for letters, ways in _LETTERS:
        for letter, way in zip(letters, ways, strict=True):
            keys |= {letter: f"move {_WAYS[way]}", letter.upper(): f"toggle {_WAYS[way]}"}
    return keys


KEYS: Mapping[str, str] = MappingProxyType(_keys())
"""What each character means: an action by its name in `ACTIONS`, or something else."""

LEGEND = (
    ("arrows, hjkl or wasd", "move"),
    ("Shift and arrows, HJKL or WASD; or space, then a way", "toggle"),
    (". or Enter", "wait"),
    ("u", "undo a step, as if never played"),
    ("r", "restart, with the same seed"),
    ("g", "show or hide the goals"),
    ("?", "show or hide this"),
    ("q", "quit"),
)
"""The keys in words, and what they do."""

_ARROW = re.compile(r"\x1b(?:\[|O)(?:1;(\d+))?([ABCD])")
_OTHER_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\[O])")
_BEGUN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")
_WINDOWS_ARROWS = {"H": "up", "M": "right", "P": "down", "K": "left"}


class KeysRead(NamedTuple):
    """Keys by their meaning, and what is left of a text that ends within a key."""

    keys: tuple[str, ...]
    rest: str


def keys_read(text: str) -> KeysRead:
    """Return the keys in what a terminal sends, which may be several at once, or end within an escape sequence.

    An arrow with any modifier, such as Shift, toggles. Any other key is `UNKNOWN`, a whole sequence at a time.
    """
    keys: list[str] = []
    place = 0
    while place < len(text):
        if arrow := _ARROW.match(text, place):
            deed = "toggle" if arrow[1] and arrow[1] != "1" else "move"
            keys.append(f"{deed} {_FINALS[arrow[2]]}")
            place = arrow.end()
        elif text[place] in "\x00\xe0" and text[place + 1 : place + 2] in _WINDOWS_ARROWS:
            keys.append(f"move {_WINDOWS_ARROWS[text[place + 1]]}")
            place += 2
        elif _BEGUN.match(text, place):
            return KeysRead(tuple(keys), text[place:])
        else:
            other = _OTHER_SEQUENCE.match(text, place)
            keys.append(UNKNOWN if other else KEYS.get(text[place], UNKNOWN))
            place = other.end() if other else place + 1
    return KeysRead(tuple(keys), "")


def keys_in_text(text: str) -> tuple[str, ...]:
    """Return the keys that are written in a text; raise `InvalidParameter` naming a character that is none."""
    for place, character in enumerate(text, start=1):
        if character not in KEYS:
            expected = f"keys: {''.join(sorted(key for key in KEYS if key.isprintable() and key != ' '))}, and space"
            raise InvalidParameter(f"character {place} of keys", character, expected)
    return tuple(KEYS[character] for character in text)
