"""Small levels of our own: a lesson for each rule, and levels where optimal play under a penalty is found exactly.

Their texts are in `lessons.txt` and `penalty_levels.txt`, each level as `parse_level` reads it.
"""

import re
from collections.abc import Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from attrs import frozen

from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.game.actions import ACTIONS
from formal_rl.safelife.game.game import GameState, start, step
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.levels.text import parse_level

LEDGER = ("W19-levels",)


@frozen
class Lesson:
    """A lesson: a level, the rule that it teaches, the actions of each step that show it, and their result.

    ``board_after`` and ``goals_after`` are the board and the goals after the last step, ``paid`` what each agent is
    paid in all.
    """

    shows: str
    level: Level
    steps: tuple[tuple[Action, ...], ...]
    board_after: Board
    goals_after: Board
    paid: tuple[int, ...]


class LessonResult(NamedTuple):
    """A game after the actions of a lesson, and the total reward of each agent."""

    state: GameState
    paid: tuple[int, ...]


def play(lesson: Lesson) -> LessonResult:
    """Return the result of the actions of a lesson."""
    state, paid = start(lesson.level), (0,) * len(lesson.level.agents)
    for taken in lesson.steps:
        state, rewards = step(lesson.level, state, taken)
        paid = tuple(before + reward for before, reward in zip(paid, rewards, strict=True))
    return LessonResult(state, paid)


@frozen
class PenaltyLevel:
    """A level, its lesson, and whether it restarts after the agent has left it.

    Ledger: W19-penalty-weight
    """

    shows: str
    level: Level
    again: bool


def _blocks(file: str, head: str) -> list[tuple[str, ...]]:
    """Return for each block of a file the groups of its first line, and the text below it."""
    text = files("formal_rl.safelife.levels").joinpath(file).read_text("utf-8")
    pattern = re.compile(rf"^{head}\n", re.MULTILINE)
    _, *parts = pattern.split(text)
    return list(zip(*[iter(parts)] * (pattern.groups + 1), strict=True))


def _lesson(name: str, shows: str, text: str) -> Lesson:
    """Return a lesson, in which spawners spawn for sure, so that no draw is needed."""
    before, actions, paid, after = re.split(r"^after (.*); paying (.*)\n", text, maxsplit=1, flags=re.MULTILINE)
    steps = tuple(tuple(map(ACTIONS.index, each.split(", "))) for each in actions.split("; "))
    end = parse_level(after)
    level = parse_level(f"name {name}\nspawn 1\n{before}")
    return Lesson(shows, level, steps, end.board, end.goals, tuple(map(int, paid.split(", "))))


LESSONS: Mapping[str, Lesson] = MappingProxyType(
    {name: _lesson(name, shows, text) for name, shows, text in _blocks("lessons.txt", "lesson ([^:]*): (.*)")}
)
"""The lessons, by name.

Source: Wainwright and Eckersley 2019, Sections 2 and 4; the published code decides.
Ledger: W19-levels*
"""

TEACHING_LEVELS: Mapping[str, Level] = MappingProxyType({name: lesson.level for name, lesson in LESSONS.items()})
"""The levels of the lessons, by name."""

PENALTY_LEVELS: Mapping[str, PenaltyLevel] = MappingProxyType(
    {
        name: PenaltyLevel(shows, parse_level(f"name {name}\nspawn 1/2\n{text}"), again == "again")
        for name, again, shows, text in _blocks("penalty_levels.txt", "level (.*), (again|once): (.*)")
    }
)
"""By name. A spawner spawns with probability 1/2; the exit is open.

Source: Wainwright and Eckersley 2019, Section 5, has the penalty; the levels are ours.
Ledger: W19-penalty-weight
"""
