"""Make the site and check it, or only check it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import typer

from tools.site import checks, sources

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build"
SITE = BUILD / "site"

app = typer.Typer(add_completion=False, rich_markup_mode=None, help=__doc__)


@app.callback(invoke_without_command=True)
def _all(context: typer.Context) -> None:
    """Make the site in build/site and check it."""
    if context.invoked_subcommand is None:
        started = time.monotonic()
        build()
        print(f"made in {time.monotonic() - started:.0f} s")
        sys.exit(report(checks.all_checks(SITE)))


@app.command()
def build() -> None:
    """Make the site in build/site; a warning of Sphinx is an error."""
    from sphinx.cmd.build import main as sphinx  # noqa: PLC0415 - the checks need no Sphinx

    files = sources.write(BUILD / "site_sources")
    options = ["-b", "html", "-c", str(ROOT / "docs"), "-d", str(BUILD / "site_doctrees"), "-j", "2", "-q"]
    code = sphinx([*options, "--fail-on-warning", str(BUILD / "site_sources"), str(SITE)])
    if code:
        sys.exit(code)
    for path, content in files.items():
        sources.update(SITE / path, content)


@app.command()
def check(pattern: str = typer.Argument("*", help="Pages to look at in the browser.")) -> None:
    """Check the site that is there: links, anchors, what is loaded, sizes, accessibility."""
    sys.exit(report(checks.all_checks(SITE, pattern)))


def report(found: list[str]) -> int:
    """Print what the checks found, and return the exit code."""
    for line in found:
        print(line)
    print(f"{len(found)} findings")
    return int(bool(found))


if __name__ == "__main__":
    app()
