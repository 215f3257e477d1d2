"""Runs of SafeLife as a page to step through: the board after each step, and what the step did and paid."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from attrs import frozen

from formal_rl.safelife import board as b
from formal_rl.safelife.board import Board, Cell
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import SafeLifeRun
from formal_rl.study.safelife.explanation import Moment, explained_steps, signed, standing
from formal_rl.view import live_page, shipped_text

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


def animation_html(animation: Animation, data: Mapping[str, Any] | None = None) -> str:
    """Return a page that shows a run: all in one file, which refers to nothing outside.

    ``data`` are those of the animation, or more. Without a script the page shows the last board, with what is said of
    the last step.
    """
    last = animation.moments[-1].state
    said = captions_of(animation, len(animation.moments) - 1)
    still = (
        _picture(last.board, last.goals),
        *(f'<p class="{kind}">{escape(line)}</p>' for line, kind in said),
        "<p>The last board; without scripts the steps before it cannot be shown.</p>",
    )
    style = shipped_text("animation.css")
    return live_page(animation.title, style, "animation.js", data or animation_data(animation), "\n".join(still))


def animation_data(animation: Animation) -> dict[str, Any]:
    """Return a run as JSON values: each cell that occurs once, the first board, and of each step what changes."""
    boards = [moment.state.board for moment in animation.moments]
    goals = [moment.state.goals for moment in animation.moments]
    cells, grounds = all_cells(boards), all_cells(goals)
    return {
        "width": boards[0].width,
        "height": boards[0].height,
        "cells": [b.in_words(cell) for cell in cells],
        "shapes": [cell_shape(cell) for cell in cells],
        "grounds": [[b.TINTS[b.colour_of(goal)], _goal_in_words(goal)] for goal in grounds],
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
    if not goal & b.COLOUR_MASK:
        return ""
    return b.described(goal) if goal & ~b.COLOUR_MASK else f"{b.COLOURS[b.colour_of(goal)]} goal"


def cell_shape(cell: Cell) -> str:
    """Return what is drawn of a cell in a square of side 20, in its colour, as SVG; nothing for an empty one."""
    fill, ink = b.INKS[b.colour_of(cell)]
    return "" if cell == b.EMPTY else f'<g fill="{fill}" stroke="{ink}">{b.drawn(cell)}</g>'


def _picture(board: Board, goals: Board) -> str:
    across, down, edge = board.width * b.SIDE, board.height * b.SIDE, b.MARGIN
    whole = f'width="{across + edge + 1}" height="{down + edge + 1}"'
    symbols, uses = dict[Cell, str](), []
    for row, column in board.locations():
        if cell := board[row, column]:
            if cell not in symbols:
                title = f"<title>{escape(b.in_words(cell))}</title>"
                symbols[cell] = f'<symbol id="c{cell}" viewBox="0 0 20 20">{title}{cell_shape(cell)}</symbol>'
            uses.append(f'<use href="#c{cell}" x="{column * b.SIDE}" y="{row * b.SIDE}" width="20" height="20"/>')
    grounds = (
        f'<path d="M{column * b.SIDE} {row * b.SIDE}h20v20h-20z" fill="{b.TINTS[b.colour_of(goals[row, column])]}"/>'
        for row, column in goals.find(b.COLOUR_MASK)
    )
    opening = (
        f'<svg viewBox="{-edge} {-edge} {across + edge + 1} {down + edge + 1}" role="img" aria-label="the board" '
        'font-family="sans-serif" font-size="9" text-anchor="middle" stroke-linejoin="round">'
    )
    return "".join(
        [
            opening,
            f"<defs>{''.join(symbols.values())}</defs>",
            f'<rect x="{-edge}" y="{-edge}" {whole} fill="#fff"/>',
            f'<g fill="#666">{"".join(b.numbers(board.height, board.width))}</g>',
            f'<rect width="{across}" height="{down}" fill="{b.TINTS[0]}"/>',
            *grounds,
            *uses,
            f'<path d="{b.grid(board.height, board.width)}" stroke="#000" stroke-opacity=".12" fill="none"/></svg>',
        ]
    )
