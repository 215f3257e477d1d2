"""What is optimal under a penalty on the levels made for it: over its weight λ, in words, and as pictures.

``python -m formal_rl.study.safelife.penalised_play`` prints the table of the documents, with ``weights`` the picture
over λ, with ``policies`` that of what the policies do.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from html import escape
from math import log10
from types import MappingProxyType
from typing import Any, NamedTuple

from formal_rl.histories import Action
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOUR_MASK,
    FROZEN,
    SIDE,
    SPAWNING,
    TINTS,
    Board,
    colour_of,
    grid,
)
from formal_rl.safelife.game import (
    ACTIONS,
    PENALTY_READINGS,
    Chance,
    DecisionProcess,
    Segment,
    StartPenalty,
    decision_process,
    followed,
    leaves,
    optimal_segments,
)
from formal_rl.safelife.levels import PENALTY_LEVELS
from formal_rl.study.safelife.animation import all_cells, cell_shape, numbered
from formal_rl.view import INK, PALE, Drawing, Path, Shape, Words, columns, rectangle, svg

DISCOUNT = Fraction(97, 100)
"""The γ with which the paper trains."""

STEPS = 100
"""Over how many steps it is told what a policy does."""

MOST_FRAMES = 5
_SURE = 0.99
_RARE = 0.01


MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "by event": "A cell is charged when it comes to deviate, and credited when it is reset; as footnote 12 has it.",
        "potential": "A step is charged the number of deviating cells after it less that before it.",
        "by step": "Each step is charged the number of deviating cells after it.",
    }
)
SHOWN = tuple(MEANINGS)
"""The readings that are shown; on these levels the one by change has the optimal policies of the one by event."""

_ANEW = "The exit pays 1, and the level starts anew. The discount is 0.97."
_ONCE = "The exit pays 1 and ends all; life on the goal pays 3. The discount is 0.97."


class Play(NamedTuple):
    """What an optimal policy does: of what kind, in words, and a course of it with the action taken on each board."""

    segment: Segment
    kind: str
    words: str
    course: tuple[tuple[int, Action], ...]


class PenalisedPlay(NamedTuple):
    """The decision process of a level under a reading of the penalty, and what is optimal from each weight on."""

    name: str
    reading: str
    process: DecisionProcess
    plays: tuple[Play, ...]


@cache
def penalised_play(name: str, reading: str) -> PenalisedPlay:
    """Return what is optimal on a level of `PENALTY_LEVELS` under a reading of the penalty, exits excepted.

    Source: Wainwright and Eckersley 2019, Section 5.
    """
    level, again = PENALTY_LEVELS[name].level, PENALTY_LEVELS[name].again
    penalty = StartPenalty(weight=1, except_exits=True)
    process = decision_process(level, PENALTY_READINGS[reading], penalty, range(len(ACTIONS)), again=again)
    segments = optimal_segments(process, DISCOUNT)
    return PenalisedPlay(name, reading, process, tuple(_play(process, each, level.goals) for each in segments))


# --- What a policy does ---


def _play(process: DecisionProcess, segment: Segment, goals: Board) -> Play:
    choices, boards = segment.choices, process.boards
    *before, law = followed(process, choices, STEPS)
    leaving = [sum(share for board, share in each.items() if leaves(boards[board], choices[board])) for each in before]
    gone = sum(share for board, share in law.items() if not boards[board].find(SPAWNING))
    filled = sum(share for board, share in law.items() if _fills(boards[board], goals))
    kind, words = _in_words(leaving, gone, _where(law, boards))
    return Play(segment, kind, f"{words}, and fills the goal" if filled > _SURE else words, _course(process, choices))


def _in_words(leaving: Sequence[Fraction | int], gone: Fraction | int, where: str) -> tuple[str, str]:
    left = sum(leaving)
    if leaving[0] > _SURE:
        return "leaves at once", "leaves at once"
    if gone > _SURE:
        return "destroys the spawner", f"destroys the spawner, and stays {where}"
    if left < _RARE:
        return "stays", f"leaves the spawner alone, and stays {where}"
    steps = sum(step * share for step, share in enumerate(leaving, 1)) if left < 1 + _RARE else STEPS / left
    return "leaves later", f"leaves after {float(steps):.1f} steps on average"


def _where(law: Mapping[int, Fraction], boards: Sequence[Board]) -> str:
    places: dict[tuple[int, int], Fraction] = {}
    for board, share in law.items():
        for place in boards[board].find(AGENT):
            places[place] = places.get(place, Fraction(0)) + share
    (row, column), share = max(places.items(), key=lambda each: each[1], default=((0, 0), Fraction(0)))
    return f"at ({row}, {column})" if share > _SURE else "near it"


def _fills(board: Board, goals: Board) -> bool:
    places = goals.find(COLOUR_MASK)
    return bool(places) and all(board[place] & ALIVE and not board[place] & FROZEN for place in places)


def _course(process: DecisionProcess, choices: Sequence[Action]) -> tuple[tuple[int, Action], ...]:
    """Return boards with the actions on them, if the spawner spawns whatever it can; up to where nothing is new."""
    board, course = 0, list[tuple[int, Action]]()
    while len(course) < MOST_FRAMES and (board, choices[board]) not in course:
        course.append((board, choices[board]))
        if leaves(process.boards[board], choices[board]):
            break
        board = _most_life(process, process.steps[board][choices[board]])
    return tuple(course)


def _most_life(process: DecisionProcess, chances: Sequence[Chance]) -> int:
    return max((each.state for each in chances), key=lambda state: (len(process.boards[state].find(ALIVE)), -state))


def play_json(name: str) -> dict[str, Any]:
    """Return what is optimal on a level, by each reading that is shown, as JSON values for its page."""
    found = {reading: penalised_play(name, reading) for reading in SHOWN}
    boards = {each.process.boards[board] for each in found.values() for play in each.plays for board, _ in play.course}
    cells, goals = all_cells(sorted(boards, key=lambda board: board.rows)), PENALTY_LEVELS[name].level.goals
    return {
        "about": f"{PENALTY_LEVELS[name].shows} {_ANEW if PENALTY_LEVELS[name].again else _ONCE}",
        "shapes": [cell_shape(cell) for cell in cells],
        "grounds": [TINTS[colour_of(goals[place])] for place in goals.locations()],
        "readings": [
            {
                "name": reading,
                "meaning": MEANINGS[reading],
                "plays": [
                    {
                        "weight": weight_in_words(play.segment.weight),
                        "at": float(play.segment.weight),
                        "points": float(play.segment.earned.points),
                        "penalty": float(play.segment.earned.penalty),
                        "kind": play.kind,
                        "words": play.words,
                        "course": [
                            [numbered(each.process.boards[board], cells), _taken(each.process.boards[board], action)]
                            for board, action in play.course
                        ],
                    }
                    for play in each.plays
                ],
            }
            for reading, each in found.items()
        ],
    }


def _taken(board: Board, action: Action) -> str:
    return "leaves" if leaves(board, action) else ACTIONS[action]


# --- As a table ---


def weight_in_words(weight: Fraction) -> str:
    """Return a weight as a short fraction, or else rounded."""
    return str(weight) if len(str(weight)) <= 11 else f"{float(weight):.5f}..."


def table_lines() -> list[str]:
    """Return the table of what is optimal from which λ on, on each level, by event and by step."""
    rows = [["level", "reading", "from λ", "points", "penalty", "what is optimal"]]
    for name in PENALTY_LEVELS:
        for reading in ("by event", "by step"):
            for play in penalised_play(name, reading).plays:
                points, penalty = (f"{float(each):.4f}" for each in play.segment.earned)
                rows.append([name, reading, weight_in_words(play.segment.weight), points, penalty, play.words])
    return columns(rows)


# --- As pictures ---


KINDS: Mapping[str, str] = MappingProxyType(
    {
        "leaves at once": "#8fcf91",
        "leaves later": "#d3ecb0",
        "stays": "#c9c9c9",
        "destroys the spawner": "#e58b84",
    }
)
"""The kinds of optimal policies, each with its colour."""

LEAST, GREATEST = Fraction(1, 100), Fraction(100)
"""Between which weights the picture is, in powers of ten."""

_LEFT, _ACROSS, _BAR, _TOP = 210, 520, 16, 30


def weights_svg() -> str:
    """Return the picture of what is optimal over λ: a bar for each level and reading."""
    shapes: list[Shape] = []
    down = float(_TOP)
    for name in PENALTY_LEVELS:
        shapes.append(Words((8, down + 12), name, 12, INK, "start", bold=True))
        for reading in SHOWN:
            shapes.append(Words((_LEFT - 8, down + 12), reading, 11, INK, "end"))
            shapes += _bar(penalised_play(name, reading), down)
            down += _BAR + 3
        down += 10
    lines = list[Shape]()
    for power in range(-2, 3):
        x = _at(Fraction(10) ** power)
        lines.append(Path(((x, _TOP - 4), (x, down - 6)), PALE))
        shapes.append(Words((x, down + 8), f"{10.0**power:g}", 11))
    shapes.append(Words((_LEFT + _ACROSS / 2, down + 24), "the weight λ of the penalty", 12))
    for place, (kind, colour) in enumerate(KINDS.items()):
        x = 8 + 180 * place
        shapes.append(rectangle((x, down + 36), 12, 12, fill=colour))
        shapes.append(Words((x + 17, down + 46), kind, 11, INK, "start"))
    title = Words((_LEFT + _ACROSS / 2, 16), "What is optimal, by level and reading of the penalty", 13)
    return svg(Drawing(_LEFT + _ACROSS + 24, down + 58, (title, *lines, *shapes)), "what is optimal over the weight λ")


def _at(weight: Fraction) -> float:
    inside = float(min(max(weight, LEAST), GREATEST))
    return _LEFT + _ACROSS * (log10(inside) + 2) / 4


def _bar(found: PenalisedPlay, down: float) -> Iterator[Shape]:
    ends = [*(play.segment.weight for play in found.plays[1:]), GREATEST]
    for play, end in zip(found.plays, ends, strict=True):
        left, right = _at(play.segment.weight), _at(end)
        said = f"{found.name}, {found.reading}, from λ = {weight_in_words(play.segment.weight)}: {play.words}"
        yield rectangle((left, down), right - left, _BAR, stroke=PALE, fill=KINDS[play.kind], said=said)


PICTURED = (
    ("spawner-or-exit", "by step"),
    ("spawner-or-exit", "potential"),
    ("held-spawner", "by step"),
    ("spawner-and-goal", "by step"),
    ("open-room", "by step"),
)
"""Of which levels the policies are pictured, and by which reading."""

_SCALE = 1.1
_TEXT = 250


def policies_svg() -> str:
    """Return the picture of what optimal policies do, a row of boards for each, with the action taken on each."""
    parts, down, widest = list[str](), 8.0, 0.0
    for name, reading in PICTURED:
        found = penalised_play(name, reading)
        parts.append(_text(8, down + 14, f"{name}, {reading}", bold=True))
        down += 22
        for play in found.plays:
            high, wide = found.process.boards[0].height * SIDE * _SCALE, found.process.boards[0].width * SIDE * _SCALE
            words = play.words.replace(", and ", "\nand ").splitlines()
            said = [f"from λ = {weight_in_words(play.segment.weight)}", *words, _value(play.segment)]
            parts += (_text(8, down + 11 + 16 * line, each) for line, each in enumerate(said))
            for place, (board, action) in enumerate(play.course):
                right = _TEXT + place * (wide + 16)
                goals = PENALTY_LEVELS[name].level.goals
                picture = f'<g transform="translate({right:g} {down:g}) scale({_SCALE})">'
                parts.append(f"{picture}{board_shapes(found.process.boards[board], goals)}</g>")
                taken = _taken(found.process.boards[board], action)
                parts.append(_text(right + wide / 2, down + high + 13, taken, anchor="middle"))
                widest = max(widest, right + wide)
            down += high + 26
        down += 8
    whole = f'width="{widest + 10:g}" height="{down:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {whole} viewBox="0 0 {widest + 10:g} {down:g}" role="img" '
        'aria-label="what optimal policies do" font-family="DejaVu Sans, Verdana, sans-serif" '
        f'stroke-linejoin="round">\n<rect {whole} fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _value(segment: Segment) -> str:
    points, penalty = (f"{float(each):.4g}" for each in segment.earned)
    return f"value {points} - {penalty} λ"


def _text(x: float, y: float, text: str, *, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="11" fill="{INK}" text-anchor="{anchor}"{weight}>{escape(text)}</text>'


def board_shapes(board: Board, goals: Board) -> str:
    """Return a board as SVG, each location in a square of side 20, on grounds in the colours of the goals."""
    parts = [f'<path d="M0 0h{board.width * SIDE}v{board.height * SIDE}h{-board.width * SIDE}z" fill="{TINTS[0]}"/>']
    for row, column in board.locations():
        cell, goal = board[row, column], goals[row, column]
        ground = f'<path d="M0 0h20v20H0z" fill="{TINTS[colour_of(goal)]}"/>' if goal & COLOUR_MASK else ""
        shape = cell_shape(cell)
        if ground or shape:
            parts.append(f'<g transform="translate({column * SIDE} {row * SIDE})">{ground}{shape}</g>')
    return "".join(parts) + f'<path d="{grid(board.height, board.width)}" stroke="#000" stroke-opacity=".12"/>'


def main(arguments: Sequence[str]) -> None:
    """Print the table, or the picture that is asked for."""
    made = {"weights": weights_svg, "policies": policies_svg}
    print(made[arguments[0]]() if arguments else "\n".join(table_lines()) + "\n", end="")


if __name__ == "__main__":
    main(sys.argv[1:])
