"""Runs of SafeLife to look at: a page with board and explanation of each step; and a GIF or an APNG."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from io import BytesIO
from textwrap import wrap
from typing import Any, Literal

from attrs import frozen

from formal_rl.safelife.board import (
    COLOUR_MASK,
    COLOURS,
    EMPTY,
    INKS,
    MARGIN,
    SIDE,
    TINTS,
    Board,
    Cell,
    board_svg,
    colour_of,
    described,
    drawn,
    grid,
    in_words,
    numbers,
)
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import SafeLifeRun
from formal_rl.study.safelife.explanation import Moment, explained_steps, signed, standing
from formal_rl.view import live_page, rendered, required, shipped_text

Caption = tuple[str, str]
"""A line and of what kind it is: heading, standing, deed, gain, loss, even or why."""


@frozen
class Animation:
    """A run of a level, explained, and how it is called.

    ``moments`` has the game before the first step and after each.
    """

    title: str
    level: Level
    moments: tuple[Moment, ...]


def animation_html(animation: Animation) -> str:
    """Return a page that shows a run: all in one file, which refers to nothing outside.

    Without a script it shows the last board, with what is said of the last step.
    """
    return run_page(animation, animation_data(animation))


def run_page(animation: Animation, data: Mapping[str, Any]) -> str:
    """Return the page that shows a run with these data: those of the animation, and perhaps more."""
    last = animation.moments[-1].state
    said = (
        f'<p class="{kind}">{escape(line)}</p>' for line, kind in captions_of(animation, len(animation.moments) - 1)
    )
    still = (
        _picture(last.board, last.goals),
        *said,
        "<p>The last board; without scripts the steps before it cannot be shown.</p>",
    )
    return live_page(animation.title, shipped_text("animation.css"), "animation.js", data, "\n".join(still))


def animation_data(animation: Animation) -> dict[str, Any]:
    """Return a run as JSON values: each cell that occurs once, the first board, and of each step what changes."""
    boards = [moment.state.board for moment in animation.moments]
    goals = [moment.state.goals for moment in animation.moments]
    cells, grounds = all_cells(boards), all_cells(goals)
    return {
        "width": boards[0].width,
        "height": boards[0].height,
        "cells": [in_words(cell) for cell in cells],
        "shapes": [cell_shape(cell) for cell in cells],
        "grounds": [[TINTS[colour_of(goal)], _goal_in_words(goal)] for goal in grounds],
        "board": numbered(boards[0], cells),
        "goals": numbered(goals[0], grounds),
        "steps": [
            {
                "board": board,
                "goals": goal,
                "marks": _marks(moment, boards[0].width),
                "said": captions_of(animation, step),
            }
            for step, (moment, board, goal) in enumerate(
                zip(animation.moments, _changes(boards, cells), _changes(goals, grounds), strict=True)
            )
        ],
    }


def captions_of(animation: Animation, step: int) -> list[Caption]:
    """Return what is said of the game after a step: how it stands, what each agent did, was paid, and for what."""
    level, moment = animation.level, animation.moments[step]
    agents = range(len(level.agents))
    said = [(f"step {step} of {len(animation.moments) - 1}", "heading")]
    called = [f"agent {agent}: " if len(agents) > 1 else "" for agent in agents]
    said += [(f"{called[agent]}{standing(level, moment.state, agent)}", "standing") for agent in agents]
    if moment.turn is not None:
        for agent, reward in enumerate(moment.turn.rewards):
            said.append((f"{called[agent]}{moment.moves[agent]}", "deed"))
            said.append((f"reward {signed(reward)}", "gain" if reward > 0 else "loss" if reward < 0 else "even"))
            said += [(line, "why") for line in moment.rewards[agent].lines()]
    return said


def animation_of(run: SafeLifeRun, name: str, explained: Callable[[], None] = lambda: None) -> Animation:
    """Return a run, explained; a level without a name is called by the one that is given.

    ``explained`` is called after each step.
    """
    moments = []
    for moment in explained_steps(run.level, run.seed, run.actions):
        moments.append(moment)
        explained()
    title = f"{run.level.name or name}, played by {run.policy} with seed {run.seed}"
    return Animation(title, run.level, tuple(moments))


def all_cells(boards: Sequence[Board]) -> list[Cell]:
    """Return each cell that occurs on boards, once."""
    return sorted({cell for board in boards for row in board.rows for cell in row})


def numbered(board: Board, cells: Sequence[Cell]) -> list[int]:
    """Return the numbers of a board's cells among these, row by row."""
    number = {cell: index for index, cell in enumerate(cells)}
    return [number[cell] for row in board.rows for cell in row]


def _changes(boards: Sequence[Board], cells: Sequence[Cell]) -> Iterator[list[int]]:
    """Yield, for each board, where it differs from the one before, each place with the number of its cell."""
    before = numbered(boards[0], cells)
    for board in boards:
        now = numbered(board, cells)
        pairs = ((place, cell) for place, (cell, was) in enumerate(zip(now, before, strict=True)) if cell != was)
        yield [number for pair in pairs for number in pair]
        before = now


def _marks(moment: Moment, width: int) -> list[int]:
    """Return the places that are worth more or less after a step, each with how much."""
    marks: dict[int, int] = {}
    for reward in moment.rewards:
        for change in reward.changes:
            place = change.location[0] * width + change.location[1]
            marks[place] = marks.get(place, 0) + change.change
    return [number for pair in sorted(marks.items()) for number in pair]


def _goal_in_words(goal: Cell) -> str:
    if not goal & COLOUR_MASK:
        return ""
    return described(goal) if goal & ~COLOUR_MASK else f"{COLOURS[colour_of(goal)]} goal"


def cell_shape(cell: Cell) -> str:
    """Return what is drawn of a cell in a square of side 20, in its colour, as SVG; nothing for an empty one."""
    fill, ink = INKS[colour_of(cell)]
    return "" if cell == EMPTY else f'<g fill="{fill}" stroke="{ink}">{drawn(cell)}</g>'


def _picture(board: Board, goals: Board) -> str:
    cells = all_cells([board])
    across, down = board.width * SIDE, board.height * SIDE
    whole = f'width="{across + MARGIN + 1}" height="{down + MARGIN + 1}"'
    opening = (
        f'<svg viewBox="{-MARGIN} {-MARGIN} {across + MARGIN + 1} {down + MARGIN + 1}" role="img" '
        'aria-label="the board" font-family="sans-serif" font-size="9" text-anchor="middle" stroke-linejoin="round">'
    )
    symbols = (_symbol(index, cell) for index, cell in enumerate(cells) if cell != EMPTY)
    return "".join(
        [
            opening,
            f"<defs>{''.join(symbols)}</defs>",
            f'<rect x="{-MARGIN}" y="{-MARGIN}" {whole} fill="#fff"/>',
            f'<g fill="#666">{"".join(numbers(board.height, board.width))}</g>',
            f'<rect width="{across}" height="{down}" fill="{TINTS[0]}"/>',
            *_grounds(goals),
            *_uses(board, cells),
            f'<path d="{grid(board.height, board.width)}" stroke="#000" stroke-opacity=".12" fill="none"/></svg>',
        ]
    )


def _symbol(index: int, cell: Cell) -> str:
    title = f"<title>{escape(in_words(cell))}</title>"
    return f'<symbol id="c{index}" viewBox="0 0 20 20">{title}{cell_shape(cell)}</symbol>'


def _grounds(goals: Board) -> Iterable[str]:
    for row, column in goals.find(COLOUR_MASK):
        tint = TINTS[colour_of(goals[row, column])]
        yield f'<path d="M{column * SIDE} {row * SIDE}h20v20h-20z" fill="{tint}"/>'


def _uses(board: Board, cells: Sequence[Cell]) -> Iterable[str]:
    for place, number in enumerate(numbered(board, cells)):
        if cells[number] != EMPTY:
            row, column = divmod(place, board.width)
            yield f'<use href="#c{number}" x="{column * SIDE}" y="{row * SIDE}" width="20" height="20"/>'


# --- As a moving picture, GIF or APNG: the SVG of boards, rendered, and put together by pillow ---


TILE = 16
"""How many pixels the side of a location has."""

TEXT_SIZE = 13
LINES = 7
LINE_HEIGHT = 17
EDGE = 6
LEAST_WIDTH = 360
LETTER = 6.6
GRID, INK = "#e2e2e0", "#111111"
_FORMATS = {"gif": "GIF", "apng": "PNG"}


def moving_picture(
    animation: Animation,
    form: Literal["gif", "apng"],
    steps_a_second: int = 5,
    *,
    drawn: Callable[[], None] = lambda: None,
) -> bytes:
    """Return a GIF or an APNG that shows a run again and again: the board, and below it what is said of each step.

    Where more is said than there is room for, the rest is left out. ``drawn`` is called after each board.

    Raises `MissingExtra` where pillow or resvg-py is not installed.
    """
    painter = Painter([(moment.state.board, moment.state.goals) for moment in animation.moments])
    frames = []
    for step, moment in enumerate(animation.moments):
        said = [line for line, _ in captions_of(animation, step)]
        frames.append(painter.frame(moment.state.board, moment.state.goals, [animation.title, *said]))
        drawn()
    palette = painter.palette()
    frames = [frame.quantize(palette=palette, dither=0) for frame in frames]  # what does not change stays the same
    pause = 1000 // steps_a_second
    pauses = [pause] * (len(frames) - 1) + [max(pause, 1500)]
    content = BytesIO()
    frames[0].save(content, _FORMATS[form], save_all=True, append_images=frames[1:], duration=pauses, loop=0)
    return content.getvalue()


def find_pillow() -> tuple[Any, Any, Any]:
    """Return the modules of pillow that draw: images, pens and letters.

    Raises `MissingExtra` where they are not installed.
    """
    image, draw, font = (
        required(f"PIL.{name}", "pillow, which draws moving pictures,") for name in ("Image", "ImageDraw", "ImageFont")
    )
    return image, draw, font


class Painter:
    """Puts pictures of boards together, each kind of location among them rendered once."""

    def __init__(self, boards: Sequence[tuple[Board, Board]]) -> None:
        self._image, self._draw, font = find_pillow()
        self._font = font.load_default(TEXT_SIZE)
        kinds = sorted({kind for board, goals in boards for row in _kinds(board, goals) for kind in row})
        self._strip = self._image.open(BytesIO(rendered(_strip_svg(kinds), system_fonts=False))).convert("RGB")
        self._tiles = {
            kind: self._strip.crop((TILE * place, 0, TILE * (place + 1), TILE)) for place, kind in enumerate(kinds)
        }

    def frame(self, board: Board, goals: Board, said: Sequence[str]) -> Any:
        """Return the picture of a board, one of those that were given, with lines of text below it."""
        wide = max(board.width * TILE + 1, LEAST_WIDTH)
        high = board.height * TILE + 1
        frame = self._image.new("RGB", (wide, high + LINES * LINE_HEIGHT + 2 * EDGE), "#ffffff")
        for row, kinds in enumerate(_kinds(board, goals)):
            for column, kind in enumerate(kinds):
                frame.paste(self._tiles[kind], (column * TILE, row * TILE))
        pen = self._draw.Draw(frame)
        pen.line([(0, high - 1), (board.width * TILE, high - 1)], fill=GRID)
        pen.line([(board.width * TILE, 0), (board.width * TILE, high - 1)], fill=GRID)
        fitting = [part for line in said for part in wrap(line, int(wide / LETTER), subsequent_indent="    ")]
        if len(fitting) > LINES:
            fitting[LINES - 1 :] = ["..."]
        for place, line in enumerate(fitting):
            pen.text((EDGE, high + EDGE + place * LINE_HEIGHT), line, fill=INK, font=self._font)
        return frame

    def palette(self) -> Any:
        """Return a picture with the colours of all locations and of text."""
        strip = self._image.new("RGB", (self._strip.width + 4 * TILE, TILE), "#ffffff")
        strip.paste(self._strip, (4 * TILE, 0))
        self._draw.Draw(strip).text((0, 0), "made it", fill=INK, font=self._font)
        return strip.quantize(256)


def _kinds(board: Board, goals: Board) -> list[list[tuple[Cell, Cell]]]:
    """Return, by rows, what is seen at each location: its cell, and the colour of its goal."""
    return [
        [(cell, goal & COLOUR_MASK) for cell, goal in zip(cells, below, strict=True)]
        for cells, below in zip(board.rows, goals.rows, strict=True)
    ]


def _strip_svg(kinds: Sequence[tuple[Cell, Cell]]) -> str:
    """Return the SVG of a board of one row, without its margins, in which the lines of the grid are on whole pixels."""
    pixel = SIDE / TILE
    begin = MARGIN - pixel / 2
    cells, goals = zip(*kinds, strict=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(kinds) * TILE}" height="{TILE}" '
        f'viewBox="{begin} {begin} {len(kinds) * SIDE} {SIDE}">{board_svg([cells], [goals])}</svg>'
    )
