"""``formal-rl conform --self-test``: the suites tried on implementations that are wrong, and on ones that are right."""

import sys
from collections.abc import Sequence

import typer

from formal_rl.cli import output
from formal_rl.cli.output import DISAGREES
from formal_rl.conformance import Profile


def self_test(suites: Sequence[str], *, profile: Profile, seed: int, as_json: bool) -> None:
    """Try the suites, or all, and say how each implementation came out; exit with 1 unless all came out as they must.

    Raises `InvalidParameter` for a suite that there is not.
    """
    from formal_rl.conformance import SelfTest, bare_suites, entries, trials  # noqa: PLC0415 - slow to import

    console = output.PipeConsole(file=sys.stdout)
    chosen = entries(suites)
    done, suite = [], ""
    with output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("trying", total=len(chosen))
        for trial in trials(chosen, profile=profile, seed=seed):
            done.append(trial)
            if not as_json:
                if trial.suite != suite:
                    output.say(progress.console, trial.suite)
                suite = trial.suite
                row = f"  {trial.worth}  {trial.name}: {trial}" + (f" ({trial.sentence})" if trial.sentence else "")
                output.say(progress.console, row, style="" if trial.passed else "bold red")
            progress.advance(task)
    result = SelfTest(tuple(done), bare_suites(suites))
    if as_json:
        output.print_json(result.to_json())
    else:
        output.say(console)
        output.say(console, result.summary, style="green" if result.passed else "bold red")
        if result.bare:
            output.say(console, f"nothing to try of one kind or both: {', '.join(result.bare)}", style="bold red")
    if not result.passed:
        raise typer.Exit(DISAGREES)
