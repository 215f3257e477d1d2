"""The command ``formal-rl doctor``, which checks the installation and lists missing parts."""

import os
import platform
import re
import webbrowser
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Literal, TypeAlias

import typer
from attrs import asdict, frozen

from formal_rl import DEFINITIONS_REVISION, __version__
from formal_rl.cli import output
from formal_rl.cli.help import examples
from formal_rl.cli.options import Json
from formal_rl.cli.output import DISAGREES
from formal_rl.view.pages import columns
from formal_rl.workers import done_by_workers

State: TypeAlias = Literal["ok", "absent", "problem"]
"""A check is absent where something optional is missing."""

EXTRAS = {
    "gymnasium": "environments as Gymnasium has them, and gym:ID for conform",
    "pictures": "pictures as PNG",
    "dask": "--backend dask, for workers on other machines",
    "symbolic": "symbolic certificates of the theorems, in the tests",
    "compiled": "--engine compiled, for side effects of SafeLife in a fraction of the time",
    "notebook": "traces and reports as widgets in notebooks",
}
"""The purpose of each extra."""

_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?[ ()]*(?:>=([\d.]+))?[ ()]*(?:;.*extra == ['\"](\w+)['\"])?")
_COLOURS = {"ok": "green", "absent": "yellow", "problem": "bold red"}

COMMANDS = typer.Typer(rich_markup_mode=None)


@frozen
class Finding:
    """The result of one check, and advice; a state of "problem" fails the doctor."""

    name: str
    state: State
    found: str
    advice: str = ""


@COMMANDS.command("doctor", epilog=examples("formal-rl doctor", "formal-rl doctor --json"))
def _doctor(as_json: Json = False) -> None:
    """Check that formal-rl works here: Python, packages, extras, processes, files, a browser.

    Exits with 0 if everything that is required works, else with 1. What is absent is not required.
    """
    found = list(findings())
    well = all(each.state != "problem" for each in found)
    if as_json:
        output.print_json({"ok": well, "checks": [asdict(each) for each in found]})
    else:
        console = output.PipeConsole()
        for line, each in zip(columns((e.state, e.name, e.found) for e in found), found, strict=True):
            output.echo(console, line, style=_COLOURS[each.state])
            if each.advice:
                output.echo(console, f"         {each.advice}")
        problems = sum(each.state == "problem" for each in found)
        counted = f"{problems} problem{'s' * (problems != 1)} found; see above."
        output.echo_lines(["", "All that is required works." if well else counted], console)
    if not well:
        raise typer.Exit(DISAGREES)


def findings() -> Iterator[Finding]:
    """Yield the result of every check."""
    yield Finding("Python", "ok", f"{platform.python_implementation()} {platform.python_version()}")
    yield Finding("platform", "ok", platform.platform())
    yield Finding("formal_rl", "ok", f"{__version__}, definitions revision {DEFINITIONS_REVISION}")
    yield from _packages()
    yield Finding("processors", "ok", str(os.cpu_count() or 1))
    yield _folder()
    yield _processes()
    yield _browser()


def _packages() -> Iterator[Finding]:
    """Yield the required packages, then the extras."""
    try:
        about: Any = metadata("formal_rl")
    except PackageNotFoundError:
        advice = "Install formal_rl to have its packages looked at: pip install -e . in its folder."
        yield Finding("packages", "absent", "formal_rl runs from a folder and is not installed", advice)
        return
    packages = [_REQUIREMENT.match(each) for each in about.get_all("Requires-Dist") or ()]
    for name, least, extra in (each.groups() for each in packages if each is not None):
        if extra is None:
            state, found = _installed(name, least)
            advice = "" if state == "ok" else f'Install it: pip install "{name}{f">={least}" if least else ""}"'
            yield Finding(name, "ok" if state == "ok" else "problem", found, advice)
    for extra, gives in ((each, EXTRAS[each]) for each in about.get_all("Provides-Extra") or () if each in EXTRAS):
        yield _extra(extra, gives, [each for each in packages if each is not None and each[3] == extra])


def _extra(extra: str, gives: str, packages: Sequence[re.Match[str]]) -> Finding:
    looked_at = [(each[1], *_installed(each[1], each[2])) for each in packages]
    finding = ", ".join(f"{name} {found}" for name, _, found in looked_at)
    wanted = " ".join(f'"{each.string.split(";")[0].strip()}"' for each in packages)
    if all(state == "ok" for _, state, _ in looked_at):
        return Finding(f"extra {extra}", "ok", f"{gives} ({finding})")
    return Finding(f"extra {extra}", "absent", f"{gives} ({finding})", f"To have it: pip install {wanted}")


def _installed(name: str, least: str | None) -> tuple[State, str]:
    """Return whether a package is installed in a version that is late enough, and the version."""
    try:
        here = version(name)
    except PackageNotFoundError:
        return "absent", "is not installed"
    late_enough = _numbers(here) >= _numbers(least or "0")
    return ("ok", here) if late_enough else ("problem", f"{here}, and {least} or later is needed")


def _numbers(text: str) -> tuple[int, ...]:
    """Return the first numbers of a version, filled up with 0."""
    return (*map(int, re.findall(r"\d+", re.sub(r"[^\d.].*", "", text))), 0, 0, 0)[:4]


def _folder() -> Finding:
    try:
        with TemporaryFile(dir=Path.cwd()):
            return Finding("folder", "ok", "files can be written here")
    except OSError as error:
        finding = f"files cannot be written here: {error.strerror or error}"
        return Finding("folder", "absent", finding, "Options such as --out need a folder that can be written.")


def _processes() -> Finding:
    """Check that two worker processes start and answer."""
    try:
        tuple(done_by_workers(len, ("a", "bc"), jobs=2))
    except Exception as error:  # whatever keeps processes from starting here
        return Finding("processes", "problem", f"no worker process starts: {error}", "Use --jobs 1.")
    return Finding("processes", "ok", "worker processes start and answer")


def _browser() -> Finding:
    try:
        return Finding("browser", "ok", getattr(webbrowser.get(), "name", "") or "there is one")
    except webbrowser.Error:
        advice = "Pages are written to a file instead: --html FILE."
        return Finding("browser", "absent", "none is found, to open pages in", advice)
