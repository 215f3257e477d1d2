"""The small language in which the command line names environments and agents: ``opposite(ignore_rewards)``."""

from __future__ import annotations

import re

from attrs import frozen

from formal_rl.errors import MalformedText

DEEPEST = 30
"""The greatest depth of nested expressions."""

_WORD = re.compile(r"[^\s(),]+")


@frozen
class Expression:
    """A word, and where there are parentheses after it, the expressions in them."""

    word: str
    arguments: tuple[Expression, ...] = ()

    def __str__(self) -> str:
        return f"{self.word}({', '.join(map(str, self.arguments))})" if self.arguments else self.word


def parse_expression(text: str) -> Expression:
    """Parse an expression: a word, or word(expression, ...).

    Raises `MalformedText`, naming the first character that does not fit.
    """
    found, place = _expression(text, 0, 0)
    if place < len(text):
        raise MalformedText(text, place, text[place], "the end")
    return found


def _expression(text: str, place: int, depth: int) -> tuple[Expression, int]:
    place = _skip_space(text, place)
    word = _WORD.match(text, place)
    if word is None or depth > DEEPEST:
        expected = "a name" if word is None else f"parentheses at most {DEEPEST} deep"
        raise MalformedText(text, place, text[place : place + 1], expected)
    place = _skip_space(text, word.end())
    if text[place : place + 1] != "(":
        return Expression(word[0]), place
    arguments = []
    while text[place : place + 1] != ")":
        if text[place : place + 1] not in {"(", ","}:
            raise MalformedText(text, place, text[place : place + 1], "a comma or a closing parenthesis")
        argument, place = _expression(text, place + 1, depth + 1)
        arguments.append(argument)
    return Expression(word[0], tuple(arguments)), _skip_space(text, place + 1)


def _skip_space(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place
