"""The command ``formal-rl conform``: an implementation against definitions."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from traceback import format_exception_only
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.main import get_command

from formal_rl.cli import output
from formal_rl.cli.conform.project import Run, project_meant
from formal_rl.cli.conform.reports import AsJson, Html, JsonFile, Junit, ReportCommand
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import As, Precision, Profile, Reproducible, Semantics, clock, listed
from formal_rl.conformance import SUITES, FaultInWorker, check_named
from formal_rl.conformance.engine.settings import Watch
from formal_rl.conformance.reports.project import SETTINGS, ProjectCheck, project_of
from formal_rl.conformance.suites.by_name import likeliest_suite_name, name_of_suite, suite_name_in
from formal_rl.errors import FormalRLError, NotLoadable, WrongUsage
from formal_rl.loading import defined_names
from formal_rl.view.pages import columns

if TYPE_CHECKING:
    from formal_rl.conformance import Report

INNER = ("log", "self-test")
"""The commands within this one, which the options of the same names call."""


class ConformCommand(ReportCommand):
    """The command, which hands over to a command within it."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """Read ``--log FILE``, too, as the command that it calls."""
        read = [part for each in args for part in (["--log", each[6:]] if each.startswith("--log=") else [each])]
        option = next((each for each in read if each in {"--log", "--self-test"}), None)
        if option is None and args[:1] and args[0] in INNER:
            name, rest = args[0], args[1:]
        elif option is not None:
            name, rest = option.removeprefix("--"), [each for each in read if each != option]
        else:
            return super().make_context(info_name, args, parent, **extra)
        module = import_module(f"formal_rl.cli.conform.{name.replace('-', '_')}")
        return get_command(module.COMMANDS).make_context(f"{info_name} {name}", rest, parent, **extra)


COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "conform",
    cls=ConformCommand,
    epilog=examples(
        "formal-rl conform my_envs:IgnoreRewards --suite ignore_rewards",
        "formal-rl conform src/checks.py:reality_check --suite reality_check --out repro",
        "formal-rl conform my_envs:Button --suite tempting_button --semantics published --timeout 5",
        "formal-rl conform my_metrics:neutrality --suite neutrality --expected known.toml --junit report.xml",
        "formal-rl conform log run.jsonl",
        "formal-rl conform self-test",
    ),
)
def _conform(
    context: typer.Context,
    implementation: Annotated[
        str | None,
        typer.Argument(
            metavar="MODULE:OBJECT",
            help="What to check: module:object, path/to/file.py:object, or gym:ID for an environment of gymnasium. A "
            ".toml file, or by default the nearest conform.toml: all checks that it lists.",
        ),
    ] = None,
    *,
    suite: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            autocompletion=completing(SUITES),
            help="The definition to check against, by the name of its suite, or of the environment or agent, ours or "
            "the library's; formal-rl suites lists them. May be given again.",
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
        float | None, typer.Option(metavar="SECONDS", help="Stop the implementation if one question takes longer.")
    ] = None,
    tolerance: Annotated[
        float | None,
        typer.Option(metavar="REL", help="The relative tolerance for numbers that are not exact, such as 1e-6."),
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
            'of the counterexample). With reading = "published" the rest of the claim is compared with that. The check '
            "fails if a known divergence is gone, or another is found.",
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
    as_json: AsJson = False,
    json_file: JsonFile = None,
    junit: Junit = None,
    html: Html = None,
    reproducible: Reproducible = False,
) -> None:
    """Check your implementation against a definition.

    formal-rl conform log (or --log FILE) checks the log of a training loop. conform self-test (or --self-test)
    tries the suites on our own implementations, right and wrong. Each has a --help.

    Exit codes: 0 it conforms, 1 it diverges, 2 wrong option or name, 3 a fault of ours, 4 it cannot be used, 5 nothing
    was compared, 130 interrupted. With several suites the most serious code is returned.
    """
    suites = tuple(dict.fromkeys(map(name_of_suite, listed(suite))))
    if implementation is None or implementation.endswith(".toml"):
        project = project_meant(implementation, suites)
    else:
        project = project_of(*_there(implementation, suites))
    # the console is fixed now: later code may replace sys.stdout
    console, tell = output.PipeConsole(file=sys.stdout), clock(reproducible=reproducible)
    settings = {name: context.params[name] for name in (*SETTINGS, "keep_going", "first")}
    known = () if expected is None else expected.absolute()
    settings |= {"semantics": semantics or reading or "paper", "expected": known}
    typed = {name: settings[name] for name in _typed(context) & settings.keys()}
    run = Run(project, console, {"json": json_file, "junit": junit, "html": html, "out": out}, as_json, keep_going)

    def checked(each: ProjectCheck, more: Mapping[str, Any]) -> Report | None:
        return _checked(each, {**settings, **each.settings, **typed, **more}, console, as_json=as_json)

    if code := run.all(checked, tell):
        raise typer.Exit(code)


def _typed(context: typer.Context) -> set[str]:
    """Return the names of the settings on the command line, without those left at their defaults."""
    sources = {name: getattr(context.get_parameter_source(name), "name", "") for name in context.params}
    return {"semantics" if name == "reading" else name for name in sources if sources[name] == "COMMANDLINE"}


def _there(implementation: str, suites: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the implementation and its suites: where none is named, the suite that the name of the object suggests.

    Raises `NotLoadable` or `WrongUsage`, which the command prints, where the object or its suite is missing.
    """
    if suites:
        return implementation, suites
    file = implementation if implementation.endswith(".py") else implementation.rpartition(":")[0]
    if file.endswith(".py") and not Path(file).is_file():
        raise NotLoadable(implementation, "there is no such file")
    if implementation.endswith(".py") and (defined := defined_names(Path(implementation))):
        likely = [(name, likeliest_suite_name(name)) for name in defined]
        lines = columns([(name, f"--suite {suite}" if suite else "") for name, suite in likely])
        objects = "".join(f"\n  {implementation}:{line}" for line in lines)
        raise WrongUsage(
            f"Missing ':OBJECT' after {implementation}. The file defines these objects, some with the name of a suite:"
            f"{objects}"
        )
    name = implementation.rpartition(":")[2]
    if called := suite_name_in(name):
        note = f"no --suite was given: using {called}, because of the name {name}"
        output.echo(output.PipeConsole(stderr=True), note)
        return implementation, (called,)
    meant = likeliest_suite_name(name)
    raise WrongUsage(
        f"Missing option '--suite'{f': did you mean --suite {meant}?' if meant else '.'} See formal-rl suites."
    )


def _checked(check: ProjectCheck, settings: dict[str, Any], console: Any, *, as_json: bool) -> Report | None:
    """Return the report; after a fault of ours, report the fault and return ``None``."""
    watch = Watch()
    with output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("checking", total=None)

        def show_progress(sentence: str) -> None:
            if not sentence.startswith(Watch.STILL):
                progress.update(task, description=sentence)
            elif settings["timeout"] is None:
                output.echo_error(sentence)

        try:
            return check_named(check.implementation, check.suite, **settings, watch=watch, progress=show_progress)
        except KeyboardInterrupt:
            if str(watch):
                output.echo_error(f"interrupted while asking the {watch}; with --timeout SECONDS this ends by itself")
            raise
        except FormalRLError:
            raise
        except Exception as error:
            words = str(error) if isinstance(error, FaultInWorker) else format_exception_only(error)[-1].strip()
            output.echo_error(f"this is a fault of formal-rl, please report it: {words}")
            return None
