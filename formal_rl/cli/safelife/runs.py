"""Runs of SafeLife for the commands, from a file or played now, and their output."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.help import completing
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.benchmark import POLICIES
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.cells import COLOUR_MASK
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import PENALTY_LEVELS, SHIPPED_KINDS, TEACHING_LEVELS, SafeLifeRun, read_run
from formal_rl.safelife.levels.run import holds_run
from formal_rl.safelife.levels.shipped_levels import LEVELS_OF_A_KIND
from formal_rl.study.safelife import RunSoFar, board_text, find_level, turns
from formal_rl.study.safelife.board_text import FINE, SIXTEEN, Palette, legend, legend_of_goals
from formal_rl.study.safelife.levels import file_of, is_name
from formal_rl.study.safelife.policies import file_of_policy
from formal_rl.study.safelife.run import required_published

POLICY, STEPS, SEED = "random", 100, 0

LEVELS = (
    *TEACHING_LEVELS,
    *PENALTY_LEVELS,
    *(f"{kind}-{number}" for kind in SHIPPED_KINDS for number in range(LEVELS_OF_A_KIND)),
)
"""The names of levels that need no file."""

NAMES = "A name from formal-rl safelife levels; an archive, as levels.npz or levels.npz:3; or a text file."
LevelName = Annotated[str, typer.Argument(metavar="LEVEL", help=NAMES, autocompletion=completing(LEVELS))]
RunOrLevel = Annotated[
    str,
    typer.Argument(
        metavar="RUN|LEVEL",
        help="The file of a saved run, or a level to play now.",
        autocompletion=completing(LEVELS),
    ),
]
Policy = Annotated[
    str | None,
    typer.Option(
        metavar="POLICY",
        show_default=POLICY,
        help=f"The policy that plays: {', '.join(POLICIES)}; or module:object.",
        autocompletion=completing(POLICIES),
    ),
]
Steps = Annotated[int | None, typer.Option(min=0, show_default=str(STEPS), help="The number of steps to play a level.")]
Samples = Annotated[int, typer.Option(min=1, metavar="N", help="The number of boards that a density is averaged over.")]
Gap = Annotated[float, typer.Option(metavar="G", help="How close the proof must come, as a share of the mass.")]
Seed = Annotated[int | None, typer.Option(min=0, show_default=str(SEED), help="The seed to play a level with.")]

Engine = Annotated[
    Literal["python", "compiled"],
    typer.Option(
        help="python, or compiled, which counts life near spawners by machine code of numba, with the same figures: "
        "pip install numba.",
    ),
]


def run_of(name: str, policy: str | None, steps: int | None, seed: int | None, *, bar: bool) -> SafeLifeRun:
    """Return the run in a file, or play a level now and return its run, with a progress bar if ``bar``.

    Raises `InvalidParameter` for a policy, steps or a seed where the run has its own.
    """
    if names_a_run(name):
        for option, value in (("policy", policy), ("steps", steps), ("seed", seed)):
            if value is not None:
                raise InvalidParameter(option, value, f"no --{option}: {name} is a saved run, which has its own")
        return read_run(Path(name))
    level, steps = find_level(name), STEPS if steps is None else steps
    so_far = RunSoFar(level, policy or POLICY, seed or SEED)
    played = output.printing_elsewhere(turns(level, so_far.policy, steps, so_far.seed))
    for turn in output.tracked(played, "playing", steps, shown=bar):
        so_far.add(turn)
    return so_far.run


def inputs_of(name: str, policy: str | None) -> tuple[Path | None, ...]:
    """Return the input files: of a saved run or a level, and of a policy."""
    run = Path(name) if names_a_run(name) else file_of(name)
    return run, None if policy is None else file_of_policy(policy)


def names_a_run(text: str) -> bool:
    """Whether a text names the file of a saved run, and not a level."""
    return text.endswith(".json") or (not is_name(text) and holds_run(Path(text)))


# --- What is printed ---


def echo_boards(console: Console, board: Board, goals: Board, *, goals_apart: bool) -> None:
    """Print a board on the colours of its goals, the legend of its symbols, and perhaps the goals alone."""
    palette = palette_of(console)
    for text in (board_text(board, goals, palette=palette), "", legend(board, palette=palette)):
        console.print(text, soft_wrap=True)
    if palette is not None and goals.find(COLOUR_MASK):
        console.print(legend_of_goals(goals, palette), soft_wrap=True)
    if goals_apart:
        of_goals = legend(goals, palette=palette, of_goals=True)
        for text in ("", "goals", board_text(goals, goals, palette=palette), "", of_goals):
            console.print(text, soft_wrap=True)
    output.echo(console)


def palette_of(console: Console) -> Palette | None:
    """Return the colours for a console; None where it shows none."""
    if console.no_color or console.color_system is None:
        return None
    return SIXTEEN if console.color_system == "standard" else FINE


def echo_outcome(console: Console, name: str, so_far: RunSoFar) -> None:
    """Print the length of a run, its policy, and the result of each agent."""
    title = title_of(so_far.level, name)
    output.echo(console, f"{title}: {steps_of(so_far)}, played by {so_far.policy} with seed {so_far.seed}")
    for agent, outcome in enumerate(so_far.outcomes):
        output.echo(console, f"agent {agent}: {outcome}")
    echo_published(console, so_far.level)


def echo_published(console: Console, level: Level) -> None:
    """Print a note for each agent of which the published code requires another number of points."""
    for agent, (required, published) in enumerate(zip(level.required, required_published(level), strict=True)):
        if published not in {required, None}:
            note = f"note: for agent {agent} the published code requires {published}, because it multiplies floats"
            output.echo(console, f"{note}; the exact number is {required}")


def size_of(level: Level) -> str:
    """Return the numbers of rows and columns of a level."""
    return f"{level.board.height} x {level.board.width}"


def title_of(level: Level, name: str) -> str:
    """Return the printable name of a level: its own, or that of its file."""
    title = level.name or name
    return title if title.isprintable() else ascii(title)


def steps_of(so_far: RunSoFar) -> str:
    """Return the number of steps of a run, in words."""
    return f"{so_far.state.steps} step{'s' if so_far.state.steps != 1 else ''}"
