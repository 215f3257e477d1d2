"""Optimal play under a penalty on `PENALTY_LEVELS`: the policies that are optimal, each from its weight λ on."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from formal_rl.histories import Action
from formal_rl.safelife import board as b
from formal_rl.safelife import game as g
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.cells import COLOUR_MASK
from formal_rl.safelife.game.decision_processes import followed, leaves
from formal_rl.safelife.levels import PENALTY_LEVELS
from formal_rl.study.safelife.animation import flat

DISCOUNT = Fraction(97, 100)
"""The γ with which the paper trains."""

STEPS = 100
"""The number of steps that the description of a policy is computed from."""

MOST_FRAMES = 5
_SURE = 0.99
_RARE = 0.01

MEANINGS: Mapping[str, str] = {
    "by event": "A cell is charged when it comes to deviate, and credited when it is reset; as footnote 12 has it.",
    "potential": "A step is charged the number of deviating cells after it less that before it.",
    "by step": "Each step is charged the number of deviating cells after it.",
}
"""The readings on the page. On these levels "by change" has the same optimal policies as "by event"."""


class Play(NamedTuple):
    """An optimal policy: its kind, a description, and a course of boards with the action taken on each."""

    segment: g.Segment
    kind: str
    words: str
    course: tuple[tuple[int, Action], ...]


class PenalisedPlay(NamedTuple):
    """The decision process of a level under a reading of the penalty, and the optimal policies from each weight on."""

    name: str
    reading: str
    process: g.DecisionProcess
    plays: tuple[Play, ...]


@cache
def penalised_play(name: str, reading: str) -> PenalisedPlay:
    """Return the optimal policies on a level of `PENALTY_LEVELS` under a reading of the penalty, exits excepted.

    Source: Wainwright and Eckersley 2019, Section 5.
    """
    level, again = PENALTY_LEVELS[name].level, PENALTY_LEVELS[name].again
    penalty = g.StartPenalty(weight=1, except_exits=True)
    process = g.decision_process(level, g.PENALTY_READINGS[reading], penalty, range(len(g.ACTIONS)), again=again)
    segments = g.optimal_segments(process, DISCOUNT)
    return PenalisedPlay(name, reading, process, tuple(_play(process, each, level.goals) for each in segments))


def _play(process: g.DecisionProcess, segment: g.Segment, goals: Board) -> Play:
    choices, boards = segment.choices, process.boards
    *before, law = followed(process, choices, STEPS)
    leaving = [sum(share for at, share in each.items() if leaves(boards[at], choices[at])) for each in before]
    gone = sum(share for board, share in law.items() if not boards[board].find(b.SPAWNING))
    kind, words = _in_words(leaving, gone, _where(law, boards))
    wanted = goals.find(COLOUR_MASK)
    filled = sum(
        share
        for board, share in law.items()
        if wanted and all(boards[board][place] & (b.ALIVE | b.FROZEN) == b.ALIVE for place in wanted)
    )
    return Play(segment, kind, f"{words}, and fills the goal" if filled > _SURE else words, _course(process, choices))


def _in_words(leaving: Sequence[Fraction | int], gone: Fraction | int, where: str) -> tuple[str, str]:
    left = sum(leaving)
    if leaving[0] > _SURE:
        return "leaves at once", "leaves at once"
    if gone > _SURE:
        return "destroys the spawner", f"destroys the spawner, and stays {where}"
    if left < _RARE:
        return "stays", f"leaves the spawner alone, and stays {where}"
    # A level that ends with the exit is left at most once; one that starts anew, ``left`` times in all.
    steps = sum(step * share for step, share in enumerate(leaving, 1)) / left if left < 1 + _RARE else STEPS / left
    return "leaves later", f"leaves after {float(steps):.1f} steps on average"


def _where(law: Mapping[int, Fraction], boards: Sequence[Board]) -> str:
    places: dict[tuple[int, int], Fraction] = {}
    for board, share in law.items():
        for place in boards[board].find(b.AGENT):
            places[place] = places.get(place, Fraction(0)) + share
    (row, column), share = max(places.items(), key=lambda each: each[1], default=((0, 0), Fraction(0)))
    return f"at ({row}, {column})" if share > _SURE else "near it"


def _course(process: g.DecisionProcess, choices: Sequence[Action]) -> tuple[tuple[int, Action], ...]:
    """Return the first boards with their actions, up to a repetition, if the spawner spawns wherever it can."""
    boards, board, course = process.boards, 0, list[tuple[int, Action]]()
    while len(course) < MOST_FRAMES and (board, choices[board]) not in course:
        course.append((board, choices[board]))
        if leaves(boards[board], choices[board]):
            break
        after = (each.state for each in process.steps[board][choices[board]])
        board = max(after, key=lambda state: (len(boards[state].find(b.ALIVE)), -state))
    return tuple(course)


def play_json(name: str) -> dict[str, Any]:
    """Return optimal play on a level, by each reading of the page, as JSON values."""
    found, lesson = {reading: penalised_play(name, reading) for reading in MEANINGS}, PENALTY_LEVELS[name]
    once = "The exit pays 1 and ends all; life on the goal pays 3."
    pays = "The exit pays 1, and the level starts anew." if lesson.again else once

    def frame(board: Board, action: Action) -> list[Any]:
        return [flat(board), "leaves" if leaves(board, action) else g.ACTIONS[action]]

    def shown(play: Play, boards: Sequence[Board]) -> dict[str, Any]:
        weight = play.segment.weight
        return {
            "weight": weight_in_words(weight),
            "at": float(weight),
            "points": float(play.segment.earned.points),
            "penalty": float(play.segment.earned.penalty),
            "kind": play.kind,
            "words": play.words,
            "course": [frame(boards[board], action) for board, action in play.course],
        }

    return {
        "about": f"{lesson.shows} {pays} The discount is {float(DISCOUNT)}.",
        "readings": [
            {
                "name": reading,
                "meaning": meaning,
                "plays": [shown(play, found[reading].process.boards) for play in found[reading].plays],
            }
            for reading, meaning in MEANINGS.items()
        ],
    }


def weight_in_words(weight: Fraction) -> str:
    """Return a weight as a short fraction, or else rounded."""
    return str(weight) if len(str(weight)) <= 11 else f"{float(weight):.5f}..."
