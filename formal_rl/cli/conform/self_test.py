"""The command ``formal-rl conform self-test``, which tries the suites on right and wrong implementations."""

import sys
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, Profile, listed
from formal_rl.cli.output import DISAGREES
from formal_rl.conformance import SUITES
from formal_rl.conformance.self_test import SelfTest, bare_suites, entries, trials
from formal_rl.conformance.suites.by_name import name_of_suite

COMMANDS = typer.Typer(rich_markup_mode=None, add_completion=False)


@COMMANDS.command("self-test", epilog=examples("formal-rl conform self-test --suite neutrality"))
def _self_test(
    *,
    suite: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            autocompletion=completing(SUITES),
            help="A suite to try; by default all. May be given again.",
        ),
    ] = None,
    profile: Profile = "quick",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random sampling.")] = 0,
    as_json: Json = False,
) -> None:
    """Try the suites on our own implementations, right and wrong; exit with 1 if a result is not the expected one."""
    suites = tuple(dict.fromkeys(map(name_of_suite, listed(suite))))
    console = output.PipeConsole(file=sys.stdout)
    chosen = entries(suites)
    done, shown = [], ""
    with output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("trying", total=len(chosen))
        for trial in trials(chosen, profile=profile, seed=seed):
            done.append(trial)
            if not as_json:
                if trial.suite != shown:  # trials come suite by suite: one heading for each
                    output.echo(progress.console, trial.suite)
                shown = trial.suite
                row = f"  {trial.worth}  {trial.name}: {trial}" + (f" ({trial.sentence})" if trial.sentence else "")
                output.echo(progress.console, row, style="" if trial.passed else "bold red")
            progress.advance(task)
    result = SelfTest(tuple(done), bare_suites(suites))
    if as_json:
        output.print_json(result.to_json())
    else:
        output.echo(console)
        output.echo(console, result.summary, style="green" if result.passed else "bold red")
        if result.bare:
            note = f"suites without a right or a wrong implementation to try: {', '.join(result.bare)}"
            output.echo(console, note, style="bold red")
    if not result.passed:
        raise typer.Exit(DISAGREES)
