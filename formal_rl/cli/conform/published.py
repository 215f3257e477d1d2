"""``formal-rl conform --published-...``: the published libraries as they stand, claim by claim."""

import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from formal_rl.cli import output
from formal_rl.cli.output import DISAGREES
from formal_rl.conformance import Profile
from formal_rl.errors import WrongUsage


def check_published(
    checkout: Path | None,
    python: str | None,
    suites: Sequence[str],
    *,
    profile: Profile,
    seed: int,
    as_json: bool,
    as_page: bool,
) -> None:
    """Check the library of a checkout, the package that a Python has, or both; exit with 1 unless all is as we say.

    Raises `InvalidParameter` for a suite that no part is for, and where a library is not there what says so.
    """
    from formal_rl.conformance.published import (  # noqa: PLC0415  # noqa: PLC0415 - what only these commands need
        checked_parts,
        chosen_parts,
        extended_environments,
        installed_safelife,
        page,
        result_lines,
        results_json,
        summary,
    )

    if as_json and as_page:
        raise WrongUsage("choose one of --json and --page")
    console = output.PipeConsole(file=sys.stdout)
    in_lines = not (as_json or as_page)
    libraries = [] if checkout is None else [extended_environments(checkout)]
    libraries += [] if python is None else [installed_safelife(python)]
    found = []
    for library in libraries:
        parts, results = chosen_parts(library, suites), []
        with output.progress_bar(console, enabled=in_lines) as progress:
            task = progress.add_task(library.name, total=len(parts))
            told = lambda sentence, task=task: progress.update(task, description=sentence)  # noqa: E731
            for result in checked_parts(parts, profile=profile, seed=seed, progress=told):
                results.append(result)
                progress.advance(task)
                if in_lines:
                    for line in result_lines(result):
                        output.say(progress.console, line, style="yellow" if "diverges" in line else "")
        found.append((library, results))
        if in_lines:
            output.say(console)
            output.say_lines(summary(library, results), console)
    if as_json:
        output.print_json(results_json(found))
    elif as_page:
        typer.echo(page(found), nl=False)
    if not all(result.as_recorded for _, results in found for result in results):
        raise typer.Exit(DISAGREES)
