"""The command ``formal-rl vectors record``: the cases of a suite with their answers, as a file for any language."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.options import As, Profile, Semantics
from formal_rl.cli.output import UNUSABLE
from formal_rl.conformance import recorded_vectors, write_vectors

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "record",
    epilog="Examples: formal-rl vectors record neutrality --out vectors | "
    "formal-rl vectors record ignore_rewards --out vectors --profile full --seed 1 | "
    "formal-rl vectors check vectors/neutrality.json --implementation my_metrics:neutrality",
)
def _record(
    suite: Annotated[str, typer.Argument(metavar="SUITE", help="A suite of formal-rl conform.")],
    *,
    out: Annotated[
        Path, typer.Option(metavar="DIR", file_okay=False, help="Write SUITE.json there; it is made if need be.")
    ],
    reading: As = None,
    semantics: Semantics = None,
    profile: Profile = "quick",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the cases that are drawn.")] = 0,
) -> None:
    """Record the cases of a suite and the reference's answers; docs/conformance_protocol.md says how to read them."""
    values = recorded_vectors(suite, semantics=semantics or reading or "paper", profile=profile, seed=seed)
    try:
        path = write_vectors(values, out)
    except OSError as error:
        output.complain(f"the vectors cannot be written: {error}")
        raise typer.Exit(UNUSABLE) from None
    console = output.PipeConsole(file=sys.stdout)
    cases = sum(len(claim["cases"]) for claim in values["claims"])
    output.say(console, f"{path}: {len(values['claims'])} claims, {cases:,} cases")
    for each in values["not_recorded"]:
        output.say(console, f"  not recorded: {each['sentence']} ({each['id']}): {each['reason']}")
