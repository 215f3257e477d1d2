"""The command to make an animation of a run of SafeLife: safelife animate."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import examples
from formal_rl.cli.options import require_writable, write
from formal_rl.cli.safelife.runs import Policy, RunOrLevel, Seed, Steps, inputs_of, run_of
from formal_rl.errors import WrongUsage
from formal_rl.study.safelife import animation_html, animation_of

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
) -> None:
    """Make an animation of a run: the board after each step, the action, the reward and its locations.

    The page is one self-contained file. The arrow keys step, space plays, and an address that ends in #step=12 shows
    that step; without scripts the page shows the last board.

    A level is played as by formal-rl safelife run; only the animation is saved.
    """
    if html is None:
        raise WrongUsage("there is nothing to write to; give --html FILE")
    require_writable("html", html, *inputs_of(name, policy))
    console = output.PipeConsole(file=sys.stdout)
    run = run_of(name, policy, steps, seed, bar=True)
    with output.progress_bar(console, enabled=True) as progress:
        task = progress.add_task("explaining", total=len(run.actions) + 1)
        animation = animation_of(run, name, lambda: progress.advance(task))
    write(html, lambda: animation_html(animation))
    steps = len(run.actions)
    output.echo(console, f"{html}: {animation.title}, {steps} step{'s' if steps != 1 else ''}")
