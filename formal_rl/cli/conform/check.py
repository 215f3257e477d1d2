"""The command ``formal-rl conform``: an implementation against definitions; and the suites tried on our own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from traceback import format_exception_only
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Progress
from typer.core import TyperCommand
from typer.main import get_command

from formal_rl.cli import output
from formal_rl.cli.conform.log import check_training_log
from formal_rl.cli.conform.reports import (
    Showing,
    echo_totals,
    reports_json,
    require_all_writable,
    worst,
    write_reports,
)
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import (
    As,
    Depth,
    Precision,
    Profile,
    Reproducible,
    Semantics,
    clock,
    listed,
    require_directory,
)
from formal_rl.cli.output import DISAGREES, OUR_FAULT, UNUSABLE
from formal_rl.conformance import SUITES, FaultInWorker, Watch, check_named, suite_after, suite_called, suite_like
from formal_rl.errors import FormalRLError, NotLoadable, WrongUsage
from formal_rl.files import write_whole
from formal_rl.loading import defined_names
from formal_rl.view import columns

if TYPE_CHECKING:
    from formal_rl.conformance import Divergence, Report

JSON_FILE = "--json-file"


class ConformCommand(TyperCommand):
    """The command, in which ``--json`` may be followed by a file, and ``init`` is a command of its own."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Hand over to ``conform init`` where that is what is typed."""
        if args[:1] == ["init"]:
            module = import_module("formal_rl.cli.conform.init")
            return get_command(module.COMMANDS).make_context(f"{info_name} init", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read ``--json FILE`` and ``--json=FILE`` as the option of that file."""
        return super().parse_args(ctx, list(_with_json_file(args)))


def _with_json_file(arguments: list[str]) -> Iterable[str]:
    following = [*arguments[1:], "-"]
    for argument, after in zip(arguments, following, strict=False):
        is_object = after.endswith((".py", ".toml")) or ":" in after
        is_file = not after.startswith("-") and (after.endswith(".json") or not is_object)
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
    epilog=examples(
        "formal-rl conform my_envs:IgnoreRewards --suite ignore_rewards",
        "formal-rl conform src/checks.py:reality_check --suite reality_check --out repro",
        "formal-rl conform my_envs:Button --suite tempting_button --semantics published --timeout 5",
        "formal-rl conform my_metrics:neutrality --suite neutrality --expected known.toml --junit report.xml",
        "formal-rl conform init my_envs.py",
        "formal-rl conform --log run.jsonl --suite drest_return",
    ),
)
def _conform(
    context: typer.Context,
    implementation: Annotated[
        str | None,
        typer.Argument(
            metavar="MODULE:OBJECT",
            help="What to check: module:object, path/to/file.py:object, or gym:ID for an environment of gymnasium. A "
            ".toml file, or by default the nearest conform.toml: all checks that it lists; formal-rl conform init "
            "FILE.py writes one.",
        ),
    ] = None,
    *,
    suite: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            autocompletion=completing(SUITES),
            help="The definition to check against, by the name of its suite, or of the environment or agent, ours or "
            f"the library's. May be given again. The suites: {', '.join(SUITES)}. See formal-rl suites.",
        ),
    ] = None,
    reading: As = None,
    semantics: Semantics = None,
    profile: Profile = "quick",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random sampling.")] = 0,
    disguise: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="SEED",
            help="Disguise the cases of every claim by this seed: actions renumbered, observations shifted, boards and "
            "worlds turned and moved, as far as the definition does not read them. Every check has a few such cases.",
        ),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            help="Stop the implementation if one question takes longer.",
        ),
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option(
            metavar="REL",
            help="The relative tolerance for numbers that are not exact, such as 1e-6.",
        ),
    ] = None,
    precision: Precision = "double",
    keep_going: Annotated[
        bool,
        typer.Option(
            "--all",
            help="Check every claim, even after a failure. With --out, expected.toml there lists all divergences, "
            "ready for --expected.",
        ),
    ] = False,
    first: Annotated[bool, typer.Option("--first", help="Stop at the first counterexample.")] = False,
    expected: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Known divergences, in TOML: [[divergence]] with suite, claim, reason and witness (the repro_*.json "
            "of the counterexample). With reading, which is published or module:object, the rest of the claim is "
            "compared with that. The check fails if a known divergence is gone, or another is found.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            file_okay=False,
            help="Write counterexamples to this directory: a stand-alone script, the data as JSON, and a trace.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, for machines; --json FILE writes it to a file instead.")
    ] = False,
    json_file: Annotated[Path | None, typer.Option(JSON_FILE, metavar="FILE", hidden=True)] = None,
    junit: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report as JUnit XML.")] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the report as an HTML page.")] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.jsonl",
            dir_okay=False,
            help="With --suite drest_return, check the log of a training loop: a JSON object for each mini-episode, "
            "with length, coins and reward, and mini_episode or meta_episode.",
        ),
    ] = None,
    log_settings: Annotated[
        str,
        typer.Option(
            metavar="SETTINGS",
            help='With --log, the settings that its first line lacks: "lambda=0.9 k=2 m=4:3,8:5", or root for lambda.',
        ),
    ] = "",
    try_itself: Annotated[
        bool,
        typer.Option("--self-test", help="Try the suites on our own implementations, right and wrong."),
    ] = False,
    reproducible: Reproducible = False,
) -> None:
    """Check your implementation against a definition.

    Exit codes: 0 it conforms, 1 it diverges, 2 wrong option or name, 3 a fault of ours, 4 it cannot be used, 5 nothing
    was compared, 130 interrupted. With several suites the most serious code is returned.
    """
    suites = tuple(dict.fromkeys(map(suite_called, listed(suite))))
    if try_itself:
        given = {"MODULE:OBJECT": implementation, "--timeout": timeout, "--expected": expected, "--out": out}
        given |= {"--disguise": disguise, "--json FILE": json_file, "--junit": junit, "--html": html}
        if beside := [name for name, value in given.items() if value is not None]:
            raise WrongUsage(f"--self-test does not go with {', '.join(beside)}")
        return _self_test(suites, profile=profile, seed=seed, as_json=as_json)
    if log is not None:
        given = {"MODULE:OBJECT": implementation, "--timeout": timeout, "--expected": expected, "--out": out}
        files = {"json_file": json_file, "junit": junit, "html": html}
        raise typer.Exit(check_training_log(log, log_settings, suites, given, files, as_json=as_json))
    # the console is this one, whatever stands in for it later
    console, watch, tell = output.PipeConsole(file=sys.stdout), Watch(), clock(reproducible=reproducible)
    settings: dict[str, Any] = {
        "semantics": semantics or reading or "paper",
        "profile": profile,
        "seed": seed,
        "timeout": timeout,
        "watch": watch,
        "tolerance": tolerance,
        "precision": precision,
        "keep_going": keep_going,
        "first": first,
        "disguise": disguise,
        "expected": () if expected is None else _known(expected),
    }
    if implementation is None or implementation.endswith(".toml"):
        from formal_rl.cli.conform.project import check_project, project_meant  # noqa: PLC0415 - not for one object

        project = project_meant(implementation, suites)
        typed = {name: settings[name] for name in _typed(context) & settings.keys()}

        def checked(implementation: str, suite: str, written: Mapping[str, Any]) -> Report | None:
            with output.progress_bar(console, enabled=not as_json) as progress:
                return _checked(implementation, suite, {**settings, **written, **typed}, progress, [], tell=tell)

        files = {"json": json_file, "junit": junit, "html": html, "out": out}
        raise typer.Exit(check_project(project, checked, _written, files, console, tell=tell, as_json=as_json))
    implementation, suites = _there(implementation, suites)
    require_all_writable(json_file, junit, html)
    require_directory("--out", out)
    reports: list[Report] = []
    seconds: list[float] = []
    scripts: list[Path | None] = []
    codes: list[int] = []
    for number, name in enumerate(suites):
        showing = Showing(console, apart=number > 0)
        with output.progress_bar(console, enabled=not as_json) as progress:
            found = {} if as_json else {"found": showing.begin}
            report = _checked(implementation, name, {**settings, **found}, progress, seconds, tell=tell)
        if report is None:
            codes.append(OUR_FAULT)
            continue
        scripts.append(_written(report, out, codes, expecting=keep_going))
        reports.append(report)
        codes.append(report.exit_code)
        if not as_json:
            showing.finish(report, scripts[-1], out)
    if as_json and reports:
        output.print_json(reports_json(reports, worst(codes), scripts))
    elif len(suites) > 1:
        echo_totals(console, reports, len(suites))
    if not write_reports(reports, worst(codes), json_file, junit, html, seconds):
        codes.append(UNUSABLE)
    if worst(codes):
        raise typer.Exit(worst(codes))
    return None


def _known(file: Path) -> tuple[Divergence, ...]:
    from formal_rl.conformance import read_expected  # noqa: PLC0415 - slow to import

    return read_expected(file)


def _typed(context: typer.Context) -> set[str]:
    """Return the names of the settings that were typed, and do not stand as they are by default."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    typed = {name for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"}
    return typed | {"semantics"} if "reading" in typed else typed


def _there(implementation: str, suites: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the implementation and its suites: where none is named, that after which the implementation is called.

    Raises what a user of the command line is shown where it or its suite is missing.
    """
    if suites:
        return implementation, suites
    if implementation.endswith(".py") and not Path(implementation).is_file():
        raise NotLoadable(implementation, "there is no such file")
    if implementation.endswith(".py") and (defined := defined_names(Path(implementation))):
        likely = [(name, suite_like(name)) for name in defined]
        lines = columns([(name, f"--suite {suite}" if suite else "") for name, suite in likely])
        objects = "".join(f"\n  {implementation}:{line}" for line in lines)
        raise WrongUsage(
            f"Missing ':OBJECT' after {implementation}; formal-rl conform init {implementation} writes a conform.toml. "
            f"The file defines these objects, some with the name of a suite:{objects}"
        )
    name = implementation.rpartition(":")[2]
    if called := suite_after(name):
        output.echo(
            output.PipeConsole(stderr=True), f"no --suite was given: using {called}, because of the name {name}"
        )
        return implementation, (called,)
    meant = suite_like(name)
    raise WrongUsage(
        f"Missing option '--suite'{f': did you mean --suite {meant}?' if meant else '.'} See formal-rl suites."
    )


def _checked(
    implementation: str,
    suite: str,
    settings: dict[str, Any],
    progress: Progress,
    seconds: list[float],
    *,
    tell: Callable[[], float],
) -> Report | None:
    """Return the report, or ``None``, having said so, where a fault of ours came in between; note how long it took."""
    task, begun = progress.add_task("checking", total=None), tell()

    def said(sentence: str) -> None:
        if not sentence.startswith(Watch.STILL):
            progress.update(task, description=sentence)
        elif settings["timeout"] is None:
            output.echo_error(sentence)

    try:
        report = check_named(implementation, suite, **settings, progress=said)
        seconds.append(tell() - begun)
        return report
    except KeyboardInterrupt:
        watch = settings["watch"]
        if str(watch):
            output.echo_error(f"interrupted while asking the {watch}; with --timeout SECONDS this ends by itself")
        raise
    except FormalRLError:
        raise
    except Exception as error:
        words = str(error) if isinstance(error, FaultInWorker) else format_exception_only(error)[-1].strip()
        output.echo_error(f"this is a fault of formal-rl, please report it: {words}")
        return None


def _written(report: Report, out: Path | None, codes: list[int], *, expecting: bool = False) -> Path | None:
    """Write the counterexamples, and return where the script of the smallest is; where that fails, say so.

    With ``expecting``, a file that expects all of them is written, too.
    """
    if out is None:
        return None
    from formal_rl.conformance import expected_entries  # noqa: PLC0415 - slow to import

    try:
        files = report.write_counterexamples(out)
        if expecting and files:
            write_whole(out / "expected.toml", expected_entries(report).encode("utf-8"))
    except OSError as error:
        output.echo_error(f"the counterexample cannot be written: {error}")
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
            output.echo(
                console,
                f"suites without a right or a wrong implementation to try: {', '.join(result.bare)}",
                style="bold red",
            )
    if not result.passed:
        raise typer.Exit(DISAGREES)
