"""Drivers of functions and classes of boards, on arrays or on rows. Scripts copy the parts they need."""

from typing import Any

import numpy

from formal_rl.conformance.adapters.cases import (
    answering,
    called_with,
    plain_data,
    single,
    taken_by_name,
    without_information,
)


def as_arrays(value: Any) -> Any:
    """Return rows of ints as an array of uint16, rows of rows as a list of arrays, and anything else as it is."""
    if is_rows(value):
        return numpy.array(value, dtype=numpy.uint16)
    return [as_arrays(each) for each in value] if isinstance(value, tuple) and value and is_rows(value[0]) else value


def is_rows(value: Any) -> Any:
    """Return whether a value is rows of numbers."""
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], tuple) and type(value[0][0]) is not tuple


def by_arrays(given: Any) -> Any:
    """Return boards as arrays of uint16, by name."""
    return {name: as_arrays(value) for name, value in given.items()}


def by_rows(given: Any) -> Any:
    """Return what is given by the names that it has where boards are rows."""
    names = {"board": "rows", "boards": "rows", "goals": "goal_rows"}
    return {names.get(name, f"{name}_rows" if is_rows(value) else name): value for name, value in given.items()}


class Draws:
    """Given draws, one after the other: by next(), or by random() as of a generator of numpy."""

    def __init__(self, draws: Any) -> None:
        self.draws, self.read = draws, 0

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        if self.read == len(self.draws):
            raise IndexError(f"all {self.read} draws were read before")
        self.read += 1
        return self.draws[self.read - 1]

    def random(self, size: Any = None) -> Any:
        """Return the next draw, or an array of ``size`` draws."""
        if size is None:
            return next(self)
        return numpy.array([next(self) for _ in range(numpy.prod(size, dtype=int))]).reshape(size)


@answering
def of_boards_and_draws(implementation: Any, arguments: Any) -> Any:
    """Call a function of a board, spawn_probability and draws; return the board, and how many draws were read."""
    given = Draws(arguments["draws"])
    after = plain_data(called_with(implementation, {**arguments, "draws": given}))
    return after, given.read


@answering
def game_class(implementation: Any, arguments: Any) -> Any:
    """Play a game with reset and step; return the board at first, and then board, reward and whether it ended."""
    level = {**arguments, "spawn_probability": 0}
    actions = level.pop("actions")
    game = single(implementation(**taken_by_name(implementation, level)))
    answers: list[Any] = []
    for action in ("reset", *actions):
        if action == "reset":
            answers.append(board_of(game.reset()))
        else:
            shown, reward, *ended = game.step(action)
            answers.append((board_of(shown), reward, ended[1] or ended[0] if len(ended) == 3 else ended[0]))
    return tuple(answers)


@answering
def whole_game(implementation: Any, arguments: Any) -> Any:
    """Call a function of what a game is made with, and of the actions, by name; once for each game."""
    answers, actions = (), arguments["actions"]
    while actions is not None:
        end = [*actions, "reset"].index("reset")
        named = {**arguments, "spawn_probability": 0, "actions": actions[:end]}
        answers += plain_data(implementation(**taken_by_name(implementation, named)))
        actions = actions[end + 1 :] if end < len(actions) else None
    return answers


@answering
def of_side_effects(implementation: Any, arguments: Any) -> Any:
    """Call a function of two boards, steps and samples; return the pairs of cell and number that is not 0."""
    found = plain_data(called_with(implementation, arguments))
    pairs = sorted(found.items() if isinstance(found, dict) else found)
    return tuple((int(cell), number) for cell, number in pairs if not abs(number) <= 1e-9)


def board_of(shown: Any) -> Any:
    """Return the rows of the board in an observation: a board, or a dict with one, with or without information."""
    shown = without_information(shown)
    return plain_data(shown["board"] if isinstance(shown, dict) else shown)
