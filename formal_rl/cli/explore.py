"""The command that makes a page to click through: explore."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from pkgutil import resolve_name
from typing import Annotated, Any

import typer

from formal_rl.agents.catalogue import FORMS as AGENT_FORMS
from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, faults_of_the_world, listed, require_writable, write
from formal_rl.cli.study import Draws, Memories, settings_of
from formal_rl.errors import WrongUsage
from formal_rl.study.catalogue import DEFAULT, ENVIRONMENT_FORMS, HORIZON, PERCEPTS
from formal_rl.view.pages import columns

COMMANDS = typer.Typer(rich_markup_mode=None)

OTHERS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "drest": ("formal_rl.study.drest.exploring:explore_drest", {"world": "example"}),
    "safelife": (
        "formal_rl.study.safelife.exploring:explore_safelife",
        {"level": "prune-still-3", "policy": "random", "steps": 100, "seed": DEFAULT.seed},
    ),
}
"""Explorers of other things than environments: the function that makes the page, and its options with defaults."""


@COMMANDS.command(
    "explore",
    epilog=examples(
        "formal-rl explore ignore_rewards",
        "formal-rl explore tempting_button --html button.html",
        'formal-rl explore "handicap(corridor, ignore_rewards)" --horizon 2 --json',
        "formal-rl explore my_environments.py:maze --agent my_agents.py:agent",
        "formal-rl explore drest example",
        "formal-rl explore safelife prune-still-3",
        "formal-rl explore safelife prune-still-3 --policy greedy --steps 50",
        "formal-rl explore safelife spawner-or-exit --steps 5",
    ),
)
def _explore(
    environment: Annotated[
        str | None,
        typer.Argument(
            metavar="[ENVIRONMENT]",
            help=f"A name, a combination, or path/to/file.py:object; or {' or '.join(OTHERS)}. Without it, a list.",
            autocompletion=completing((*ENVIRONMENT_FORMS, *OTHERS)),
        ),
    ] = None,
    name: Annotated[
        str | None, typer.Argument(metavar="[WORLD|LEVEL]", help="With drest: the gridworld. With safelife: the level.")
    ] = None,
    *,
    horizon: Annotated[int, typer.Option(min=0, help="The greatest number of actions in a play.")] = HORIZON,
    percepts: Annotated[int, typer.Option(min=0, help="Number of percepts that can be put in place.")] = PERCEPTS,
    actions: Annotated[int, typer.Option(min=1, help="Number of actions.")] = 2,
    agent: Annotated[
        list[str] | None,
        typer.Option(metavar="AGENT", help=f"Agents to begin with: {', '.join(AGENT_FORMS)}. May be given again."),
    ] = None,
    handicap: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ENVIRONMENT",
            help="Use it as a handicap on this one too; none for none. May be given again.",
            show_default="three ordinary ones, if it is like a handicap",
        ),
    ] = None,
    world: Annotated[str | None, typer.Option(metavar="WORLD", help="With drest: the gridworld.")] = None,
    level: Annotated[str | None, typer.Option(metavar="LEVEL", help="With safelife: the level.")] = None,
    policy: Annotated[
        str | None, typer.Option(metavar="POLICY", help="With safelife: the policy that plays.", show_default="random")
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=0, help="With safelife: the greatest number of steps.", show_default="100")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all draws.")] = DEFAULT.seed,
    draws: Draws = None,
    memories: Memories = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the page to this file; open no browser.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Explore an environment by clicking: its questions and rewards, for every agent, on one page.

    A level of SafeLife you play: arrow keys move, with Shift they toggle the cell ahead, u undoes. A legend
    explains each cell and its points, and dashes mark cells that differ from the board that nobody touched. "watch"
    shows a run of the policy, with its side effects.

    The page is one file that needs neither Python nor a network. Without --html it is a temporary file, which is
    opened in your browser.
    """
    if environment is None:
        output.echo_lines(_list())
        return
    if as_json and html is not None:
        raise WrongUsage("--json prints the data of the page; choose it or --html")
    require_writable("--html", html)
    given = {"world": world, "level": level, "policy": policy, "steps": steps}
    for other, (_, options) in OTHERS.items():
        for option in options:
            if other != environment and given.get(option) is not None:
                raise WrongUsage(f"--{option} goes with {other}")
    made, options = OTHERS.get(environment, ("formal_rl.study:explore", {}))
    if name is not None:
        first = next(iter(options), None)  # the world, or the level
        if first is None or given[first] is not None:
            raise WrongUsage(f"{name!r} is one too many: drest has one world, safelife one level")
        given[first] = name
    chosen = {option: value for option, value in (given | {"seed": seed}).items() if value is not None}
    choices: dict[str, Any] = {option: chosen.get(option, default) for option, default in options.items()}
    if environment not in OTHERS:
        names = listed(handicap)
        choices = {
            "environment": environment,
            "horizon": horizon,
            "percepts": percepts,
            "actions": actions,
            "agents": tuple(listed(agent)),
            "handicaps": None if handicap is None else () if names == ["none"] else tuple(names),
            "settings": settings_of(seed, draws, memories),
        }
    bar = output.progress_bar(output.PipeConsole(stderr=True), enabled=True)
    with bar as progress, redirect_stdout(sys.stderr), faults_of_the_world(str(given["world"] or "")):
        task = progress.add_task("exploring", total=None)
        found = resolve_name(made)(progress=lambda words: progress.update(task, description=words), **choices)
    if as_json:
        output.print_json(found.to_json(), None)
    elif html is None:
        file, opened = found.open()
        no_browser = "no browser can be opened here; open that file in one, or choose another with --html FILE"
        output.echo_lines([f"the page is {file}", *([] if opened else [no_browser])])
    else:
        write(html, found.html)
        output.echo_lines([f"written: {html}"])


def _list() -> Iterator[str]:
    """Yield the lines of a list of explorers."""
    from formal_rl.environments import CATALOGUE  # noqa: PLC0415 - only for the list

    named = [(name, CATALOGUE[name].source) for name in ENVIRONMENT_FORMS if name in CATALOGUE]
    yield from ("What can be explored: formal-rl explore NAME", "")
    yield from columns(("", name, source or "ordinary: it asks nothing") for name, source in named)
    yield from ("", f"  {', '.join(each for each in ENVIRONMENT_FORMS if '(' in each)}: combinations of them")
    yield "  module:object, path/to/file.py:object: one of your own"
    yield from ("  drest WORLD", "  safelife LEVEL")
