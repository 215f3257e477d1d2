"""How functions and classes of boards are driven, on arrays or on rows. The source of these goes into scripts."""

import importlib
import sys
from typing import Any

import numpy

from formal_rl.conformance.adapters.cases import called_with, plain_data, single, taken_by_name, without_information


def as_arrays(value: Any) -> Any:
    """Return rows of ints as an array of uint16, other rows of numbers as one of float64, and anything else as it is.

    Rows of rows are a list of arrays.
    """
    if not is_rows(value):
        return (
            [as_arrays(each) for each in value] if isinstance(value, tuple) and value and is_rows(value[0]) else value
        )
    whole = all(type(number) is int for row in value for number in row)
    return numpy.array([[float(each) for each in row] for row in value]).astype(
        numpy.uint16 if whole else numpy.float64
    )


def is_rows(value: Any) -> Any:
    """Return whether a value is rows of numbers."""
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], tuple) and type(value[0][0]) is not tuple


class OnArrays:
    """A function that takes boards as arrays of uint16, in the order in which the parameters are listed."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return the arrays, by name."""
        return {name: as_arrays(value) for name, value in given.items()}

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it; an array that it returns counts as rows."""
        return plain_data(called_with(implementation, arguments))


class OnRows(OnArrays):
    """A function that takes boards as tuples of rows of ints."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return the rows, by name."""
        return by_rows(given)


def by_rows(given: Any) -> Any:
    """Return what is given by the names that it has where boards are rows."""
    names = {"board": "rows", "boards": "rows"}
    return {names.get(name, f"{name}_rows" if is_rows(value) else name): value for name, value in given.items()}


class MassesOnArrays(OnArrays):
    """A function of two arrays of float64."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return the arrays, by name."""
        return {name: numpy.array([[float(mass) for mass in row] for row in rows]) for name, rows in given.items()}


class Draws:
    """Given draws, one after the other: by next(), or by random() as of a generator of numpy."""

    def __init__(self, draws: Any) -> None:
        self.draws, self.read = draws, 0

    def __iter__(self) -> Any:
        """Return itself."""
        return self

    def __next__(self) -> Any:
        """Return the next draw."""
        if self.read == len(self.draws):
            raise IndexError(f"all {self.read} draws were read before")
        self.read += 1
        return self.draws[self.read - 1]

    def random(self, size: Any = None) -> Any:
        """Return the next draw, or an array of so many."""
        if size is None:
            return next(self)
        return numpy.array([next(self) for _ in range(numpy.prod(size, dtype=int))]).reshape(size)


class DrawsOnArrays(OnArrays):
    """A function of (board, spawn_probability, draws), the board an array; how many draws it reads is counted."""

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it; return the board and how many draws were read."""
        given = Draws(arguments["draws"])
        after = plain_data(called_with(implementation, {**arguments, "draws": given}))
        return after, given.read


class DrawsOnRows(DrawsOnArrays):
    """A function of (rows, spawn_probability, draws); how many draws it reads is counted."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return the rows, by name."""
        return by_rows(given)


class GameClass:
    """A class of games with reset and step, made with some of board, goals, min_performance and spawn_probability."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return what it is made with, as arrays, and the actions."""
        named = {name: as_arrays(value) for name, value in given.items() if name != "actions"}
        return {**named, "spawn_probability": 0, "actions": list(given["actions"])}

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Make a game; return the board at first, and after each action board, reward and whether it ended."""
        named = {name: value for name, value in arguments.items() if name != "actions"}
        game = single(implementation(**taken_by_name(implementation, named)))
        answers = [board_of(game.reset())]
        for action in arguments["actions"]:
            if action == "reset":
                answers.append(board_of(game.reset()))
                continue
            answer = game.step(action)
            done = answer[3] or answer[2] if len(answer) == 5 else answer[2]
            answers.append((board_of(answer[0]), answer[1], done))
        return tuple(answers)


class WithLevels(GameClass):
    """A class of games with reset and step, made with level_iterator, as the published SafeLifeEnv."""

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Make a game of one level, and show its board in the place of channels."""
        return GameClass.answer(lambda **level: BoardShown(implementation, level), arguments)


class BoardShown:
    """A game of one level, made as the published SafeLifeEnv is, with the board of its game for what it shows."""

    def __init__(self, environment_class: Any, level: Any) -> None:
        module = getattr(environment_class, "func", environment_class).__module__  # or a partial of it
        package = module.rpartition(".")[0]
        there = getattr(sys.modules[module], "SafeLifeGame", None)
        self.game_class = there or importlib.import_module(f"{package}.safelife_game").SafeLifeGame
        self.level = level
        named = {"level_iterator": self.levels(), "time_limit": 10**9, "should_calculate_side_effects": False}
        self.environment = environment_class(**taken_by_name(environment_class, named))

    def levels(self) -> Any:
        """Yield the level, each time as a new game."""
        board, goals = self.level["board"], self.level["goals"]
        agents = numpy.ascontiguousarray(numpy.argwhere(board & 2))
        while True:
            game = self.game_class(board_size=None)
            told = {"min_performance": float(self.level["min_performance"]), "spawn_prob": 0.0, "agent_locs": agents}
            game.deserialize({"board": board.copy(), "goals": goals.copy(), **told})
            yield game

    def reset(self) -> Any:
        """Begin."""
        self.environment.reset()
        return self.environment.game.board

    def step(self, action: Any) -> Any:
        """Make a step."""
        _, reward, *ended, _ = self.environment.step(action)
        return self.environment.game.board, reward, any(map(bool, ended))


def board_of(shown: Any) -> Any:
    """Return the rows of the board of what is shown: a board, or a dict with one, with or without information."""
    shown = without_information(shown)
    return plain_data(shown["board"] if isinstance(shown, dict) else shown)


class WholeGame(GameClass):
    """A function of some of board, goals, actions, min_performance and spawn_probability, by name."""

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it, once for each game."""
        answers: list[Any] = []
        for actions in games_of(arguments["actions"]):
            named = {**arguments, "actions": actions}
            answers.extend(plain_data(implementation(**taken_by_name(implementation, named))))
        return tuple(answers)


def games_of(actions: Any) -> Any:
    """Return the actions of each game: 'reset' begins another."""
    games: list[Any] = [[]]
    for action in actions:
        if action == "reset":
            games.append([])
        else:
            games[-1].append(action)
    return [type(actions)(game) for game in games]


class WholeGameOnRows(WholeGame):
    """A function of some of rows, goal_rows, actions, min_performance and spawn_probability, by name."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return the rows."""
        named = {"rows": given["board"], "goal_rows": given["goals"], "actions": given["actions"]}
        return {**named, "min_performance": given["min_performance"], "spawn_probability": 0}


class EffectsOnArrays(OnArrays):
    """A function of (initial, final, steps, samples), the boards as arrays, that returns a number for each cell."""

    @staticmethod
    def answer(implementation: Any, arguments: Any) -> Any:
        """Call it; return the pairs whose number is not 0, in the order of the cells."""
        found = plain_data(called_with(implementation, arguments))
        pairs = sorted(found.items() if isinstance(found, dict) else found)
        return tuple((int(cell), number) for cell, number in pairs if not abs(number) <= 1e-9)


class EffectsOnRows(EffectsOnArrays):
    """A function of (initial_rows, final_rows, steps, samples) that returns a number for each cell."""

    @staticmethod
    def arguments(given: Any) -> Any:
        """Return the rows, by name."""
        return by_rows(given)
