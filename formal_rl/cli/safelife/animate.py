"""The command to make an animation of a run of SafeLife: safelife animate."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.help import examples
from formal_rl.cli.options import require_writable, write
from formal_rl.cli.safelife.runs import Policy, RunOrLevel, Seed, Steps, inputs_of, run_of
from formal_rl.errors import WrongUsage
from formal_rl.study.safelife import (
    Animation,
    animation_html,
    animation_of,
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
    for option, path in asked.items():
        require_writable(option, path, *inputs_of(name, policy))
    if len({path.resolve() for path in asked.values()}) < len(asked):
        raise WrongUsage("--html, --gif and --apng need a file each")
    if gif or apng:
        find_pillow()
        find_renderer()
    console = output.PipeConsole(file=sys.stdout)
    run = run_of(name, policy, steps, seed, bar=True)
    with output.progress_bar(console, enabled=True) as progress:
        task = progress.add_task("explaining", total=len(run.actions) + 1)
        animation = animation_of(run, name, lambda: progress.advance(task))
    for option, path in asked.items():
        write(path, partial(_content, console, animation, option, speed))
        steps = len(run.actions)
        output.echo(console, f"{path}: {animation.title}, {steps} step{'s' if steps != 1 else ''}")


def _content(console: Console, animation: Animation, form: str, speed: int) -> str | bytes:
    if form == "html":
        return animation_html(animation)
    with output.progress_bar(console, enabled=True) as progress:
        task = progress.add_task(f"drawing {form}", total=len(animation.moments))
        return moving_picture(
            animation, "gif" if form == "gif" else "apng", speed, drawn=lambda: progress.advance(task)
        )
