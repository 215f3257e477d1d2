"""The command ``formal-rl suites``: the definitions that implementations can be checked against."""

from textwrap import fill
from typing import Annotated, Any

import typer

from formal_rl.cli import output
from formal_rl.cli.options import Json
from formal_rl.conformance import SUITES, AnySuite, CaseSuite, suite_named
from formal_rl.view import columns

_WIDTH = 110

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command("suites", epilog="Examples: formal-rl suites | formal-rl suites neutrality")
def _suites(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A suite, to see it in full.")] = None,
    as_json: Json = False,
) -> None:
    """List the suites of formal-rl conform: what each compares with, and what it takes."""
    if as_json:
        values = [_values(suite) for suite in SUITES.values()]
        output.print_json(values if name is None else _values(suite_named(name)))
        return
    listed = ((suite.name, suite.source, suite.meaning) for suite in SUITES.values())
    output.echo_lines(columns(listed) if name is None else _in_full(suite_named(name)))


def _values(suite: AnySuite) -> dict[str, Any]:
    return {
        "name": suite.name,
        "source": suite.source,
        "meaning": suite.meaning,
        "published": suite.published,
        "takes": list(suite.takes),
        "claims": [
            {"stage": stage, "claim": claim, "sentence": sentence, "semantics": semantics}
            for semantics, stage, claim, sentence in _claims(suite)
        ],
    }


def _claims(suite: AnySuite) -> list[tuple[str, str, str, str]]:
    """Return the claims of a suite where they do not depend on the shape of what is checked."""
    if not isinstance(suite, CaseSuite):
        return []
    return [
        (semantics, claim.stage, claim.id, claim.sentence)
        for semantics in ("paper", "published")
        for claim in suite.claims(semantics)
    ]


def _in_full(suite: AnySuite) -> list[str]:
    lines = [f"{suite.name}: {suite.source}", *_filled(suite.meaning, "  ")]
    if suite.published is not None:
        lines += _filled(f"the published library: {suite.published}", "  ")
    lines += ["", "It takes", *(line for each in suite.takes for line in _filled(each, "  - "))]
    claims = [(stage, claim, sentence) for semantics, stage, claim, sentence in _claims(suite) if semantics == "paper"]
    if claims:
        lines += ["", "Its claims", *(f"  {row}" for row in columns(claims))]
    return lines


def _filled(text: str, start: str) -> list[str]:
    return fill(text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start)).splitlines()
