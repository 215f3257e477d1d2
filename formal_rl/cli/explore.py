"""The command that makes a page to click through: explore."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import Annotated, Any

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, faults_of_the_world, listed, require_writable, written
from formal_rl.errors import WrongUsage
from formal_rl.histories import parse_history
from formal_rl.study import AGENT_FORMS, DEFAULT, ENVIRONMENT_FORMS, HORIZON, PERCEPTS, Settings, parse_draws

COMMANDS = typer.Typer(rich_markup_mode=None)

OTHERS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "drest": ("formal_rl.study.drest.exploring:explore_drest", {"world": "example"}),
    "safelife": (
        "formal_rl.study.safelife.exploring:explore_safelife",
        {"level": "prune-still-3", "policy": "random", "steps": 100, "seed": DEFAULT.seed},
    ),
}
"""What can be explored beside environments: what makes its page, and its options with what they are by default."""


@COMMANDS.command(
    "explore",
    epilog=examples(
        "formal-rl explore ignore_rewards",
        "formal-rl explore tempting_button --html button.html",
        'formal-rl explore "handicap(corridor, ignore_rewards)" --horizon 2 --json',
        "formal-rl explore my_environments.py:maze --agent my_agents.py:agent",
        "formal-rl explore drest --world example",
        "formal-rl explore safelife --level prune-still-3 --policy greedy --steps 50",
        "formal-rl explore safelife --level spawner-or-exit --steps 5",
    ),
)
def _explore(
    environment: Annotated[
        str | None,
        typer.Argument(
            metavar="[ENVIRONMENT]",
            help=f"One of {', '.join(ENVIRONMENT_FORMS)} (or path/to/file.py:object); or {' or '.join(OTHERS)}. "
            "Without it, the list of them is printed.",
            autocompletion=completing((*ENVIRONMENT_FORMS, *OTHERS)),
        ),
    ] = None,
    *,
    horizon: Annotated[int, typer.Option(min=0, help="How many actions a play has at most.")] = HORIZON,
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
            help="Put it as a handicap on this one too; none for none. May be given again.",
            show_default="three ordinary ones, if it is like a handicap",
        ),
    ] = None,
    world: Annotated[str | None, typer.Option(metavar="WORLD", help="With drest: the gridworld.")] = None,
    level: Annotated[str | None, typer.Option(metavar="LEVEL", help="With safelife: the level.")] = None,
    policy: Annotated[
        str | None, typer.Option(metavar="POLICY", help="With safelife: the policy that plays.", show_default="random")
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=0, help="With safelife: how many steps at most.", show_default="100")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of all draws.")] = DEFAULT.seed,
    draws: Annotated[
        str | None, typer.Option(metavar="U,U,...", help="Draws of the environment, such as 0,1/2,0.75; else by seed.")
    ] = None,
    memories: Annotated[
        str | None, typer.Option(metavar="PLAY", help="The memories of false_memories; else (1,0) 1 (-1,0) 0.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the page to this file; open no browser.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Explore an environment by clicking: what it asks, what it pays, for every agent, on one page.

    The page is one file that needs neither Python nor a network. Without --html it is a temporary file, which is
    opened in your browser.
    """
    if environment is None:
        _list()
        return
    if as_json and html is not None:
        raise WrongUsage("--json prints the data of the page; choose it or --html")
    require_writable("--html", html)
    given = {"world": world, "level": level, "policy": policy, "steps": steps}
    of_another = {option: name for name, (_, options) in OTHERS.items() for option in options if name != environment}
    for option, value in given.items():
        if value is not None and option in of_another:
            raise WrongUsage(f"--{option} goes with {of_another[option]}")
    if environment in OTHERS:
        made, options = OTHERS[environment]
        asked = {option: value for option, value in (given | {"seed": seed}).items() if value is not None}
        choices = {option: asked.get(option, default) for option, default in options.items()}
        with faults_of_the_world(choices.get("world", "")):
            found = _made(_called(made), **choices)
    else:
        settings = Settings(
            seed=seed,
            draws=None if draws is None else parse_draws(draws),
            memories=DEFAULT.memories if memories is None else parse_history(memories),
        )
        names = listed(handicap)
        found = _made(
            _called("formal_rl.study:explore"),
            environment,
            horizon,
            percepts=percepts,
            actions=actions,
            agents=tuple(listed(agent)),
            handicaps=None if handicap is None else () if names == ["none"] else tuple(names),
            settings=settings,
        )
    if as_json:
        output.print_json(found.to_json(), None)
    elif html is None:
        _open(found.html())
    elif not written(html, found.html()):
        raise typer.Exit(output.UNUSABLE)
    else:
        output.echo_lines([f"written: {html}"])


def _made(explorer: Callable[..., Any], *arguments: Any, **choices: Any) -> Any:
    """Return what an explorer makes, while a line says what it does."""
    console = output.PipeConsole(stderr=True)
    with output.progress_bar(console, enabled=True) as progress, redirect_stdout(sys.stderr):
        task = progress.add_task("exploring", total=None)
        return explorer(*arguments, progress=lambda words: progress.update(task, description=words), **choices)


def _called(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), attribute)
    return found


def _open(page: str) -> None:
    """Write the page to a temporary file, say where, and open it; say so where no browser can be opened."""
    file = Path(mkdtemp(prefix="formal-rl-")) / "explorer.html"
    file.write_text(page, "utf-8")
    output.echo_lines([f"the page is {file}"])
    try:
        opened = webbrowser.open(file.as_uri())
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        output.echo_lines(["no browser can be opened here; open that file in one, or choose another with --html FILE"])


def _list() -> None:
    """Print what can be explored."""
    from formal_rl.environments import CATALOGUE  # noqa: PLC0415 - only for the list

    names = [each for each in ENVIRONMENT_FORMS if each in CATALOGUE]
    width = max(map(len, names))
    lines = ["What can be explored: formal-rl explore NAME", ""]
    for name in names:
        record = CATALOGUE[name]
        lines.append(f"  {name:<{width}}  {record.source or 'ordinary: it asks nothing'}".rstrip())
    lines += [
        "",
        f"  {', '.join(each for each in ENVIRONMENT_FORMS if '(' in each)}: combinations of them",
        "  module:object, path/to/file.py:object: one of your own",
        *(
            f"  {name} --{option} {option.upper()}"
            for name, (_, options) in OTHERS.items()
            for option in [*options][:1]
        ),
    ]
    output.echo_lines(lines)
