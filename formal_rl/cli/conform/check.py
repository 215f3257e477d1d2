"""The command ``formal-rl conform``: an implementation against definitions; the suites, and published libraries."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from traceback import format_exception_only
from typing import Annotated, Any

import typer
from rich.progress import Progress
from typer.core import TyperCommand

from formal_rl.cli import output
from formal_rl.cli.conform.log import check_training_log
from formal_rl.cli.conform.reports import (
    echo_report,
    echo_totals,
    reports_json,
    require_all_writable,
    worst,
    write_reports,
)
from formal_rl.cli.options import As, Depth, Profile, Semantics, listed, require_directory
from formal_rl.cli.output import DISAGREES, OUR_FAULT, UNUSABLE
from formal_rl.conformance import (
    SUITES,
    FaultInCopy,
    Report,
    Watch,
    check_named,
    read_expected,
    suite_like,
    suite_named,
)
from formal_rl.errors import FormalRLError, WrongUsage

JSON_FILE = "--json-file"


class ConformCommand(TyperCommand):
    """The command, in which ``--json`` may be followed by a file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read ``--json FILE`` and ``--json=FILE`` as the option of that file."""
        return super().parse_args(ctx, list(_with_json_file(args)))


def _with_json_file(arguments: list[str]) -> Iterable[str]:
    following = [*arguments[1:], "-"]
    for argument, after in zip(arguments, following, strict=False):
        is_file = not after.startswith("-") and (after.endswith(".json") or ":" not in after)  # no module:object
        if argument == "--json" and is_file:
            yield JSON_FILE
        elif argument.startswith("--json="):
            yield JSON_FILE + argument.removeprefix("--json")
        else:
            yield argument


COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "conform",
    cls=ConformCommand,
    epilog="Examples: formal-rl conform my_envs:IgnoreRewards --suite ignore_rewards | "
    "formal-rl conform src/checks.py:reality_check --suite reality_check --out repro | "
    "formal-rl conform my_envs:Button --suite tempting_button --semantics published --timeout 5 | "
    "formal-rl conform my_metrics:neutrality --suite neutrality --expected known.toml --junit report.xml | "
    "formal-rl conform --log run.jsonl --suite drest_return",
)
def _conform(
    implementation: Annotated[
        str | None,
        typer.Argument(
            metavar="MODULE:OBJECT",
            help="What to check: module:object or path/to/file.py:object; or gym:ID, which gymnasium makes.",
        ),
    ] = None,
    *,
    suite: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="The definition, by its name or that of the environment or agent, ours or the library's; may be given "
            f"again: {', '.join(SUITES)}. See formal-rl suites.",
        ),
    ] = None,
    reading: As = None,
    semantics: Semantics = None,
    profile: Profile = "quick",
    seed: Annotated[int, typer.Option(min=0, help="Seed of what is sampled.")] = 0,
    timeout: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="For what may hang: end it where one question takes longer.",
        ),
    ] = None,
    expected: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Divergences that are known, in TOML: [[divergence]] with suite, claim, reason and witness, the "
            "repro_*.json of the counterexample. One that is no longer there fails.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            help="Write counterexamples there: a stand-alone script, the same as JSON, and a trace.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, for machines; --json FILE writes it there instead.")
    ] = False,
    json_file: Annotated[Path | None, typer.Option(JSON_FILE, metavar="FILE", hidden=True)] = None,
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report as JUnit XML.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report as a page of HTML.")] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.jsonl",
            dir_okay=False,
            help="With --suite drest_return, check what a training loop logged: a JSON object for each mini-episode "
            "with length, coins and reward, and mini_episode or meta_episode.",
        ),
    ] = None,
    log_settings: Annotated[
        str,
        typer.Option(
            metavar="SETTINGS",
            help='With --log, what its first line does not tell: "lambda=0.9 k=2 m=4:3,8:5", or root for lambda.',
        ),
    ] = "",
    try_itself: Annotated[
        bool,
        typer.Option("--self-test", help="Try the suites on our own implementations, right ones and wrong ones."),
    ] = False,
    published_environments: Annotated[
        Path | None,
        typer.Option(
            "--published-extended-environments",
            metavar="PATH",
            file_okay=False,
            help="Check a checkout of the library ExtendedEnvironments, all of it.",
        ),
    ] = None,
    installed_safelife: Annotated[
        bool, typer.Option("--published-safelife", help="Check the installed package safelife, all of it.")
    ] = False,
    python: Annotated[
        str, typer.Option(metavar="PYTHON", help="With --published-safelife: a Python that has safelife and pyemd.")
    ] = sys.executable,
    as_page: Annotated[bool, typer.Option("--page", help="With --published-...: print the page of the docs.")] = False,
) -> None:
    """Check your implementation against a definition.

    Exits with 0 where it conforms, 1 where it diverges, 2 for a wrong option or name, 3 for a fault of ours, 4 where it
    cannot be used, 5 where nothing was compared, 130 when interrupted.
    """
    suites = tuple(suite_named(name).name for name in listed(suite))
    suites = tuple(dict.fromkeys(suites))
    python_asked = python if installed_safelife else None
    if try_itself or published_environments is not None or python_asked is not None:
        given = {"MODULE:OBJECT": implementation, "--timeout": timeout, "--expected": expected, "--out": out}
        given |= {"--json FILE": json_file, "--junit": junit, "--html": html}
        _refuse_beside_ours(given)
        of_ours: dict[str, Any] = {"profile": profile, "seed": seed, "as_json": as_json}
        if try_itself:
            return _self_test(suites, **of_ours)
        return _check_published(published_environments, python_asked, suites, as_page=as_page, **of_ours)
    if log is not None:
        given = {"MODULE:OBJECT": implementation, "--timeout": timeout, "--expected": expected, "--out": out}
        files = {"json_file": json_file, "junit": junit, "html": html}
        raise typer.Exit(check_training_log(log, log_settings, suites, given, files, as_json=as_json))
    implementation = _there(implementation, suites)
    console, watch = output.PipeConsole(file=sys.stdout), Watch()  # this one, whatever stands in for it later
    require_all_writable(json_file, junit, html)
    require_directory("--out", out)
    settings: dict[str, Any] = {"semantics": semantics or reading or "paper", "profile": profile}
    settings |= {"seed": seed, "timeout": timeout, "watch": watch}
    settings["expected"] = () if expected is None else read_expected(expected)
    reports: list[Report] = []
    scripts: list[Path | None] = []
    codes: list[int] = []
    for number, name in enumerate(suites):
        with output.progress_bar(console, enabled=not as_json) as progress:
            report = _checked(implementation, name, settings, progress)
        if report is None:
            codes.append(OUR_FAULT)
            continue
        scripts.append(_written(report, out, codes))
        reports.append(report)
        codes.append(report.exit_code)
        if not as_json:
            if number:
                output.echo(console)
            echo_report(console, report, scripts[-1], out)
    if as_json and reports:
        output.print_json(reports_json(reports, worst(codes), scripts))
    elif len(suites) > 1:
        echo_totals(console, reports, len(suites))
    if not write_reports(reports, worst(codes), json_file, junit, html):
        codes.append(UNUSABLE)
    if worst(codes):
        raise typer.Exit(worst(codes))
    return None


def _refuse_beside_ours(given: dict[str, Any]) -> None:
    beside = [name for name, value in given.items() if value is not None]
    if beside:
        raise WrongUsage(f"--self-test and --published-... go without {', '.join(beside)}")


def _there(implementation: str | None, suites: tuple[str, ...]) -> str:
    """Return the implementation; raise what a user of the command line is shown where it or its suite is missing."""
    if implementation is None:
        raise WrongUsage("Missing argument 'MODULE:OBJECT'. See formal-rl suites.")
    if not suites:
        meant = suite_like(implementation.rpartition(":")[2])
        hint = f": did you mean --suite {meant}?" if meant else "."
        raise WrongUsage(f"Missing option '--suite'{hint} See formal-rl suites.")
    return implementation


def _checked(implementation: str, suite: str, settings: dict[str, Any], progress: Progress) -> Report | None:
    """Return the report, or ``None``, having said so, where a fault of ours came in between."""
    task = progress.add_task("checking", total=None)
    try:
        return check_named(
            implementation,
            suite,
            **settings,
            progress=lambda sentence: progress.update(task, description=sentence),
            apart=True,
        )
    except KeyboardInterrupt:
        watch = settings["watch"]
        if str(watch):
            output.echo_error(f"interrupted while asking the {watch}; with --timeout SECONDS this ends by itself")
        raise
    except FormalRLError:
        raise
    except Exception as error:
        words = str(error) if isinstance(error, FaultInCopy) else format_exception_only(error)[-1].strip()
        output.echo_error(f"this is a fault of formal-rl, please report it: {words}")
        return None


def _written(report: Report, out: Path | None, codes: list[int]) -> Path | None:
    """Write the counterexamples, and return where the script of the smallest is; where that fails, say so."""
    if out is None:
        return None
    try:
        files = report.write_counterexamples(out)
    except OSError as error:
        output.echo_error(f"the script cannot be written: {error}")
        codes.append(UNUSABLE)
        return None
    return next((file for file in files if file.name == report.script_name), None)


# --- With --self-test: the suites tried on implementations that are wrong, and on ones that are right ---


def _self_test(suites: Sequence[str], *, profile: Depth, seed: int, as_json: bool) -> None:
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
                    output.echo(progress.console, trial.suite)
                suite = trial.suite
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
            output.echo(console, f"nothing to try of one kind or both: {', '.join(result.bare)}", style="bold red")
    if not result.passed:
        raise typer.Exit(DISAGREES)


# --- With --published-...: the published libraries as they stand, claim by claim ---


def _check_published(
    checkout: Path | None,
    python: str | None,
    suites: Sequence[str],
    *,
    profile: Depth,
    seed: int,
    as_json: bool,
    as_page: bool,
) -> None:
    """Check the library of a checkout, the package that a Python has, or both; exit with 1 unless all is as we say.

    Raises `InvalidParameter` for a suite that no part is for, and where a library is not there what says so.
    """
    from formal_rl.conformance.published import (  # noqa: PLC0415 - what only these commands need
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
                        output.echo(progress.console, line, style="yellow" if "diverges" in line else "")
        found.append((library, results))
        if in_lines:
            output.echo(console)
            output.echo_lines(summary(library, results), console)
    if as_json:
        output.print_json(results_json(found))
    elif as_page:
        typer.echo(page(found), nl=False)
    if not all(result.as_recorded for _, results in found for result in results):
        raise typer.Exit(DISAGREES)
