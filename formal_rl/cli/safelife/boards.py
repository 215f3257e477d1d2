"""What the commands about SafeLife print of boards and of what came of a run."""

from rich.console import Console

from formal_rl.cli import output
from formal_rl.safelife.board import COLOUR_MASK, Board
from formal_rl.safelife.game import Level
from formal_rl.study.safelife import (
    FINE,
    SIXTEEN,
    Palette,
    RunSoFar,
    board_text,
    legend,
    legend_of_goals,
    required_published,
)


def say_boards(console: Console, board: Board, goals: Board, *, goals_apart: bool) -> None:
    """Print a board on the colours of its goals, what its symbols stand for, and perhaps the goals by themselves."""
    palette = palette_of(console)
    for text in (board_text(board, goals, palette=palette), "", legend(board, palette=palette)):
        console.print(text, soft_wrap=True)
    if palette is not None and goals.find(COLOUR_MASK):
        console.print(legend_of_goals(goals, palette), soft_wrap=True)
    if goals_apart:
        of_goals = legend(goals, palette=palette, of_goals=True)
        for text in ("", "goals", board_text(goals, goals, palette=palette), "", of_goals):
            console.print(text, soft_wrap=True)
    output.say(console)


def palette_of(console: Console) -> Palette | None:
    """Return the colours for a console; None where it shows none."""
    if console.no_color or console.color_system is None:
        return None
    return SIXTEEN if console.color_system == "standard" else FINE


def say_outcome(console: Console, name: str, so_far: RunSoFar) -> None:
    """Print how long a run was, what played it and what became of each agent."""
    title = title_of(so_far.level, name)
    output.say(console, f"{title}: {steps_of(so_far)}, played by {so_far.policy} with seed {so_far.seed}")
    for agent, outcome in enumerate(so_far.outcomes):
        output.say(console, f"agent {agent}: {outcome}")
    say_published(console, so_far.level)


def say_published(console: Console, level: Level) -> None:
    """Print where the published code requires other points than the level does."""
    for agent, (required, published) in enumerate(zip(level.required, required_published(level), strict=True)):
        if published not in {required, None}:
            said = f"note: of agent {agent} the published code requires {published}, its product being one of floats"
            output.say(console, f"{said}; exactly it is {required}")


def title_of(level: Level, name: str) -> str:
    """Return what a level is called, its name or that by which it was found, so that it can be printed."""
    title = level.name or name
    return title if title.isprintable() else ascii(title)


def steps_of(so_far: RunSoFar) -> str:
    """Return how many steps a run has, in words."""
    return f"{so_far.state.steps} step{'s' if so_far.state.steps != 1 else ''}"
