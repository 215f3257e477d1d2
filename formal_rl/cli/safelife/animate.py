"""The command to make an animation of a run of SafeLife: safelife animate."""

import sys
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.help import examples
from formal_rl.cli.options import require_not_input, require_writable, written
from formal_rl.cli.output import UNUSABLE
from formal_rl.cli.safelife.runs import Policy, RunOrLevel, Seed, Steps, names_a_run, run_of
from formal_rl.errors import InvalidParameter, WrongUsage
from formal_rl.study.safelife import (
    Animation,
    animation_html,
    animation_of,
    file_of,
    file_of_policy,
    find_pillow,
    moving_picture,
)
from formal_rl.view import find_renderer

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "animate",
    epilog=examples(
        "formal-rl safelife animate run.json --html run.html",
        "formal-rl safelife animate prune-spawn-2 --policy greedy --steps 60 --seed 1 --html run.html",
    ),
)
def _animate(
    name: RunOrLevel,
    *,
    policy: Policy = None,
    steps: Steps = None,
    seed: Seed = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page to step through.")] = None,
    gif: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a GIF; needs pillow.")] = None,
    apng: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an animated PNG; needs pillow.")] = None,
    speed: Annotated[int, typer.Option(min=1, max=50, help="Steps per second of a GIF or PNG.")] = 5,
) -> None:
    """Make an animation of a run: the board after each step, the action, the reward and its locations.

    The page is one self-contained file. The arrow keys step, space plays, and an address that ends in #step=12 shows
    that step; without scripts the page shows the last board. GIF and PNG need pillow and resvg-py: pip install pillow
    resvg-py.

    A level is played as by formal-rl safelife run; only the animation is saved.
    """
    outputs = {"html": html, "gif": gif, "apng": apng}
    asked = {option: path for option, path in outputs.items() if path is not None}
    if not asked:
        raise WrongUsage("there is nothing to write to; give --html FILE, --gif FILE or --apng FILE")
    kept = names_a_run(name)
    read = [Path(name) if kept else file_of(name), None if policy is None else file_of_policy(policy)]
    for option, path in asked.items():
        require_not_input(option, path, *read)
        require_writable(option, path)
    for (_, first), (option, second) in combinations(asked.items(), 2):
        if first.resolve() == second.resolve():
            raise InvalidParameter(option, str(second), "a different file for each form")
    if gif or apng:
        find_pillow()
        find_renderer()
    console = output.PipeConsole(file=sys.stdout)
    run = run_of(console, name, policy, steps, seed, bar=True)
    with output.progress_bar(console, enabled=True) as progress:
        task = progress.add_task("explaining", total=len(run.actions) + 1)
        animation = animation_of(run, name, lambda: progress.advance(task))
    whole = [_written(console, animation, option, path, speed) for option, path in asked.items()]
    if not all(whole):
        raise typer.Exit(UNUSABLE)


def _written(console: Console, animation: Animation, form: str, path: Path, speed: int) -> bool:
    if form == "html":
        content: str | bytes = animation_html(animation)
    else:
        with output.progress_bar(console, enabled=True) as progress:
            task = progress.add_task(f"drawing {form}", total=len(animation.moments))
            content = moving_picture(
                animation, "gif" if form == "gif" else "apng", speed, drawn=lambda: progress.advance(task)
            )
    if not written(path, content):
        return False
    steps = len(animation.moments) - 1
    output.echo(console, f"{path}: {animation.title}, {steps} step{'s' if steps != 1 else ''}")
    return True
