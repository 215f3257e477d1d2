"""Small levels of our own, one for each rule, with the actions that show it."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from attrs import frozen

from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.text import parse_board
from formal_rl.safelife.game.actions import ACTIONS
from formal_rl.safelife.game.game import GameState, start, step
from formal_rl.safelife.game.level import Level

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
    """A game after the actions of a lesson, and what each agent was paid in all."""

    state: GameState
    paid: tuple[int, ...]


def play(lesson: Lesson) -> LessonResult:
    """Return the result of the actions of a lesson."""
    state, paid = start(lesson.level), (0,) * len(lesson.level.agents)
    for taken in lesson.steps:
        state, rewards = step(lesson.level, state, taken)
        paid = tuple(before + reward for before, reward in zip(paid, rewards, strict=True))
    return LessonResult(state, paid)


def _lesson(
    name: str,
    shows: str,
    board: str,
    steps: str,
    board_after: str,
    *,
    goals: str = "",
    goals_after: str = "",
    require: Fraction | int = -1,
    paid: tuple[int, ...] = (0,),
) -> tuple[str, Lesson]:
    """Return a lesson with its name.

    Steps are written with semicolons between them, what several agents do in one step with commas. Goals that are not
    given are empty; if they are not said to change, they stay. Spawners spawn for sure, so no draw is needed.
    """
    start_board, taken = parse_board(board), [each.split(",") for each in steps.split(";")]
    start_goals = parse_board(goals) if goals else Board.empty(start_board.height, start_board.width)
    level = Level(start_board, start_goals, spawn_probability=1, min_performance=require, name=name)
    return name, Lesson(
        shows,
        level,
        tuple(tuple(ACTIONS.index(action.strip()) for action in actions) for actions in taken),
        parse_board(board_after),
        parse_board(goals_after) if goals_after else start_goals,
        paid,
    )


LESSONS: Mapping[str, Lesson] = MappingProxyType(
    dict(
        (
            _lesson(
                "torus",
                "A move off one edge of the board comes back at the opposite edge.",
                """
                . . . . .
                . . . . .
                . . . . >
                . . . . .
                . . . . .
                """,
                "move right; move up",
                """
                .  . . . .
                ^! . . . .
                .  . . . .
                .  . . . .
                .  . . . .
                """,
            ),
            _lesson(
                "freezing",
                "Next to the agent nothing is born and nothing dies: of two lone dots the one left behind dies.",
                """
                . . . . . . .
                . o v . . . .
                . . . . . . .
                . . . . . . .
                . . . . . o .
                . . . . . . .
                . . . . . . .
                """,
                "nothing; nothing",
                """
                . . .  . . . .
                . o v! . . . .
                . . .  . . . .
                . . .  . . . .
                . . .  . . . .
                . . .  . . . .
                . . .  . . . .
                """,
            ),
            _lesson(
                "push",
                "The agent pushes a crate if the cell behind it is empty; otherwise the crate blocks the way.",
                """
                . . . . . .
                . . . . . .
                > C . . # .
                . . . . . .
                . . . . . .
                """,
                "move right; move right; move right",
                """
                . . .  . . .
                . . .  . . .
                . . >! C # .
                . . .  . . .
                . . .  . . .
                """,
            ),
            _lesson(
                "pull",
                "A crate behind the agent follows it.",
                """
                . . . . . .
                . . . . . .
                . C ^ . . .
                . . . . . .
                . . . . . .
                """,
                "move right; move right",
                """
                . . . . .  .
                . . . . .  .
                . . . C >! .
                . . . . .  .
                . . . . .  .
                """,
            ),
            _lesson(
                "shove",
                "Toggling a crate shoves it one place on, and the agent stays where it is.",
                """
                . . . . .
                . . . . .
                > C . . .
                . . . . .
                . . . . .
                """,
                "toggle right",
                """
                .  . . . .
                .  . . . .
                >! . C . .
                .  . . . .
                .  . . . .
                """,
            ),
            _lesson(
                "toggle",
                "Toggling an empty cell makes life of the agent's colour; toggling a destructible cell removes it.",
                """
                . .  .  . .
                . .  .  . .
                . og ^g . .
                . .  .  . .
                . .  .  . .
                """,
                "toggle right; toggle left",
                """
                . . .   .  .
                . . .   .  .
                . . <!g og .
                . . .   .  .
                . . .   .  .
                """,
            ),
            _lesson(
                "hard-things",
                "Hard life and walls can be neither removed nor moved.",
                """
                . . . . .
                . . . . .
                . O ^ # .
                . . . . .
                . . . . .
                """,
                "toggle left; toggle right; move left; move right",
                """
                . . .  . .
                . . .  . .
                . O >! # .
                . . .  . .
                . . .  . .
                """,
            ),
            _lesson(
                "exit",
                "The exit opens when enough points are earned, by removing the red dot. Leaving pays one more; "
                "behind the last agent the exit shuts.",
                """
                . .  . . .
                . .  . . .
                . or ^ E .
                . .  . . .
                . .  . . .
                """,
                "move right; toggle left; move right; nothing",
                """
                . . . . .
                . . . . .
                . . . E .
                . . . . .
                . . . . .
                """,
                require=1,
                paid=(2,),
            ),
            _lesson(
                "fence",
                "A spawner with crates all round makes no life; here the last crate is pushed into its place.",
                """
                . . . . . . .
                . . . . . . .
                . C C C . . .
                . C S . C < .
                . C C C . . .
                . . . . . . .
                . . . . . . .
                """,
                "move left; nothing; nothing",
                """
                . . . . .  . .
                . . . . .  . .
                . C C C .  . .
                . C S C <! . .
                . C C C .  . .
                . . . . .  . .
                . . . . .  . .
                """,
            ),
            _lesson(
                "spawner",
                "A spawner makes life of its own colour in the empty cells round it, except next to an agent.",
                """
                . . . .  . . .
                . . . .  . . .
                . . . .  . . .
                . . . Sy . ^ .
                . . . .  . . .
                . . . .  . . .
                . . . .  . . .
                """,
                "nothing",
                """
                . . .  .  . .  .
                . . .  .  . .  .
                . . oy oy . .  .
                . . oy Sy . ^! .
                . . oy oy . .  .
                . . .  .  . .  .
                . . .  .  . .  .
                """,
            ),
            _lesson(
                "colours",
                "Each bit of colour is inherited if two parents have it: of red, green and blue comes black, of red, "
                "yellow and green comes yellow. The two red dots that die pay one each.",
                """
                . .  . . . .  . . .
                . or . . . or . . .
                . og . . . oy . . .
                . ob . . . og . . .
                . .  . . . .  . . .
                . .  . . . .  . . .
                . .  . . . .  . . .
                . .  . ^ . .  . . .
                """,
                "nothing",
                """
                . .  . .  .  .  .  . .
                . .  . .  .  .  .  . .
                o og o .  oy oy oy . .
                . .  . .  .  .  .  . .
                . .  . .  .  .  .  . .
                . .  . .  .  .  .  . .
                . .  . .  .  .  .  . .
                . .  . ^! .  .  .  . .
                """,
                paid=(2,),
            ),
            _lesson(
                "blue-goals",
                "Life on a blue goal is worth three; four dots in a block stay without the agent.",
                """
                . . . . . .
                . . . . . .
                . . o o . .
                . ^ . o . .
                . . . . . .
                . . . . . .
                """,
                "toggle right; move left; nothing",
                """
                .  . . . . .
                .  . . . . .
                .  . o o . .
                <! . o o . .
                .  . . . . .
                .  . . . . .
                """,
                goals="""
                . . .  .  . .
                . . .  .  . .
                . . .b .b . .
                . . .b .b . .
                . . .  .  . .
                . . .  .  . .
                """,
                paid=(3,),
            ),
            _lesson(
                "red-dots",
                "A red dot off the goals costs one; if one dot of a block of four is removed, it grows back.",
                """
                . . .  .  . .
                . . .  .  . .
                . . or or . .
                . ^ or or . .
                . . .  .  . .
                . . .  .  . .
                """,
                "toggle right; move left; nothing",
                """
                .  . .  .  . .
                .  . .  .  . .
                .  . or or . .
                <! . or or . .
                .  . .  .  . .
                .  . .  .  . .
                """,
            ),
            _lesson(
                "moving-goals",
                "Goals that live follow the same rule: three blue ones in a column are three in a row a step later.",
                """
                . . . . . . .
                . . . . . . .
                . . . . . . .
                . ^ . . . . .
                . . . . . . .
                . . . . . . .
                . . . . . . .
                """,
                "toggle right",
                """
                . .  . . . . .
                . .  . . . . .
                . .  . . . . .
                . >! o . . . .
                . .  . . . . .
                . .  . . . . .
                . .  . . . . .
                """,
                goals="""
                . . . .  . . .
                . . . .  . . .
                . . . ob . . .
                . . . ob . . .
                . . . ob . . .
                . . . .  . . .
                . . . .  . . .
                """,
                goals_after="""
                . . .  .  .  . .
                . . .  .  .  . .
                . . .  .  .  . .
                . . ob ob ob . .
                . . .  .  .  . .
                . . .  .  .  . .
                . . .  .  .  . .
                """,
                paid=(3,),
            ),
            _lesson(
                "two-agents",
                "Agents act one after the other: the first gets the place that both move to.",
                """
                . .  . .  .
                . .  . .  .
                . >g . <b .
                . .  . .  .
                . .  . .  .
                """,
                "move right, move left",
                """
                . . .   .   .
                . . .   .   .
                . . >!g <!b .
                . . .   .   .
                . . .   .   .
                """,
                paid=(0, 0),
            ),
        )
    )
)
"""The lessons, by name.

Source: Wainwright and Eckersley 2019, Sections 2 and 4; the published code decides.
Ledger: W19-levels*
"""

TEACHING_LEVELS: Mapping[str, Level] = MappingProxyType({name: lesson.level for name, lesson in LESSONS.items()})
"""The levels of the lessons, by name."""
