"""Runs of SafeLife as the commands take them: from a file, or as they are played."""

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.conformance import holds_run, read_run
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.benchmark import POLICIES
from formal_rl.safelife.game import SafeLifeRun, Turn
from formal_rl.study.safelife import RunSoFar, find_level, is_name, turns

POLICY, STEPS, SEED = "random", 100, 0

RunOrLevel = Annotated[
    str, typer.Argument(metavar="RUN|LEVEL", help="The file of a run that was kept; or a level, to be played now.")
]
Policy = Annotated[
    str | None,
    typer.Option(
        metavar="POLICY", show_default=POLICY, help=f"What plays it: {', '.join(POLICIES)}; or module:object."
    ),
]
Steps = Annotated[int | None, typer.Option(min=0, show_default=str(STEPS), help="How many steps a level is played.")]
Seed = Annotated[int | None, typer.Option(min=0, show_default=str(SEED), help="The seed with which it is played.")]


def run_of(
    console: Console, name: str, policy: str | None, steps: int | None, seed: int | None, *, bar: bool
) -> SafeLifeRun:
    """Return the run that is kept in a file, or that of a level, played now.

    Raises `InvalidParameter` for a policy, steps or a seed where the run has its own.
    """
    if names_a_run(name):
        for option, value in (("policy", policy), ("steps", steps), ("seed", seed)):
            if value is not None:
                raise InvalidParameter(option, value, f"nothing: {name} is a run, which has its own")
        return read_run(Path(name))
    level, steps = find_level(name), STEPS if steps is None else steps
    so_far = RunSoFar(level, policy or POLICY, seed or SEED)
    with output.progress_bar(console, enabled=bar) as progress:
        task = progress.add_task("playing", total=steps)
        for turn in printing_elsewhere(turns(level, so_far.policy, steps, so_far.seed)):
            so_far.add(turn)
            progress.advance(task)
    return so_far.run


def names_a_run(text: str) -> bool:
    """Whether a text is read as the file of a run that was kept, and not as a level."""
    return text.endswith(".json") or (not is_name(text) and holds_run(Path(text)))


def printing_elsewhere(played: Iterator[Turn]) -> Iterator[Turn]:
    """Yield the same; what the user's code prints is no part of the answer."""
    while True:
        with redirect_stdout(sys.stderr):
            turn = next(played, None)
        if turn is None:
            return
        yield turn
