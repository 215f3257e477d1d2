"""Runs of SafeLife as a page to step through and to play on: the level, the actions, and what cells are."""

from collections.abc import Mapping
from typing import Any

from formal_rl.safelife.board import Board
from formal_rl.safelife.board._svg import TINTS, picture_parts
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.levels import SafeLifeRun
from formal_rl.safelife.levels.run import run_json
from formal_rl.seeded_draws import SeededDraws
from formal_rl.view.live import LiveView

MEANING_OF_CELL: Mapping[str, str] = {
    "life": "It stays while two or three of the eight around it live; where exactly three live, one comes. "
    "A toggle removes it.",
    "hard life": "Life that no toggle removes.",
    "wall": "It never changes, and stops you.",
    "crate": "A wall that you can push and pull.",
    "tree": "It always lives: nothing kills or removes it, and life beside it counts it.",
    "plant": "A tree that you can push and pull.",
    "ice cube": "Around it nothing comes to life and nothing dies. You can push and pull it.",
    "spawner": "It makes life of its colour around it, by chance. A toggle removes it.",
    "hard spawner": "A spawner that no toggle removes.",
    "exit": "It is open when it is red: who goes through has one point more, and has left.",
    "fountain": "Around it nothing dies.",
    "parasite": "It always lives, and around it nothing comes to life. You can push it.",
    "weed": "It always lives, and around it nothing dies. You can push it.",
    "player": "An agent, which you play. Around it nothing comes to life or dies. If it is yellow, it may leave.",
}
"""The behaviour of each of `NAMED_CELLS`, for the legend of the page."""


def animation(run: SafeLifeRun, name: str) -> LiveView:
    """Return the page of a run; a level without a name is called by the one that is given."""
    title = f"{run.level.name or name}, played by {run.policy} with seed {run.seed}"
    return LiveView(title, "animation.js", "animation.css", animation_data(run))


def animation_data(run: SafeLifeRun) -> dict[str, Any]:
    """Return a run as JSON values: its file, its level in numbers from which the page plays it, and words for cells.

    A place is counted by rows. ``draws`` are the two numbers from which the generator of the seed goes on.
    """
    level = in_single_precision(run.level)
    return {
        "run": run_json(run),
        "level": {
            "name": level.name,
            "width": level.board.width,
            "height": level.board.height,
            "board": flat(level.board),
            "goals": flat(level.goals),
            "agents": [row * level.board.width + column for row, column in level.agents],
            "tables": [level.table(agent) for agent in range(len(level.agents))],
            "initial": level.initial_values,
            "required": level.required,
            "probability": float(level.spawn_probability),
            "draws": [str(number) for number in SeededDraws(run.seed).generator],
        },
        "words": {**picture_parts(), "meanings": dict(MEANING_OF_CELL)},
        "tints": TINTS,
    }


def flat(board: Board) -> list[int]:
    """Return the cells of a board, row by row."""
    return [cell for row in board.rows for cell in row]
