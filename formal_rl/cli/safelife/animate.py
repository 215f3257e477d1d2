"""The command to make an animation of a run of SafeLife: safelife animate."""

from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import examples
from formal_rl.cli.options import require_writable, write
from formal_rl.cli.safelife.runs import Policy, RunOrLevel, Seed, Steps, inputs_of, run_of
from formal_rl.errors import WrongUsage
from formal_rl.study.safelife import animation

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
    that step. At any step you can take over and play on.

    A level is played as by formal-rl safelife run; only the animation is saved.
    """
    if html is None:
        raise WrongUsage("there is nothing to write to; give --html FILE")
    require_writable("html", html, *inputs_of(name, policy))
    run = run_of(name, policy, steps, seed, bar=True)
    page = animation(run, name)
    write(html, page.page)
    output.echo_lines([f"{html}: {page.title}, {run.steps} step{'s' if run.steps != 1 else ''}"])
