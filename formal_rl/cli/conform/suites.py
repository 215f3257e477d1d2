"""The command ``formal-rl suites``: the definitions that implementations can be checked against."""

from collections.abc import Iterator, Sequence
from textwrap import fill, indent
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json
from formal_rl.conformance import (
    COMPARED_PAGE,
    NOTES,
    SUITES,
    ListedClaim,
    Table,
    calling_examples,
    definition_of,
    example_source,
    facts_json,
    listed_claims,
    published_code,
    statements_of,
    suite_named,
    symmetry_words,
    tables_of,
)
from formal_rl.view import columns

_WIDTH = 110

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command("suites", epilog=examples("formal-rl suites", "formal-rl suites neutrality"))
def _suites(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A suite to show in full.", autocompletion=completing(SUITES)),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the suites of formal-rl conform: what each compares with, what it takes, and what it claims."""
    if as_json:
        values = [facts_json(suite) for suite in ([suite_named(name)] if name is not None else SUITES.values())]
        output.print_json(values if name is None else values[0])
        return
    listed = ((suite.name, suite.source, suite.meaning) for suite in SUITES.values())
    output.echo_lines(columns(listed) if name is None else _in_full(suite_named(name).name))


def _in_full(name: str) -> Iterator[str]:
    suite = SUITES[name]
    definition = definition_of(suite.name)
    statements = statements_of(definition)
    yield f"{suite.name}: {suite.source}"
    yield from _filled(suite.meaning, "  ")
    if suite.name in NOTES:
        yield from _filled(NOTES[suite.name], "  ")
    if suite.published is not None:
        yield from _filled(f"the published library: {suite.published}", "  ")
        yield from _filled(f"compared with {published_code(suite)}: {COMPARED_PAGE}", "  ")
    yield from _filled(f"the definition: {definition}", "  ")
    if statements:
        yield from _filled(f"in the ledger: {', '.join(statements)}, see formal-rl explain {statements[0]}", "  ")
    yield from ("", "It takes", *(line for each in suite.takes for line in _filled(each, "  - ")))
    yield from ("", "Examples of these forms. Their answers have the right type, but most are wrong")
    for example in calling_examples(suite.name):
        yield from ("", *indent(example_source(example), "    ").splitlines())
    for table in tables_of(suite.name):
        yield from ("", *_table(table))
    claims = [each for each in listed_claims(suite) if each.semantics == "paper"]
    tolerances = sorted({each.tolerance for each in claims})
    yield from ("", _within(tolerances))
    for group, shapes in _by_shape(claims).items():
        read_as = f", where it is read as {'; or as '.join(shapes)}" if any(shapes) else ""
        yield from ("", *_filled(f"Its claims{read_as}", ""))
        yield from _claims(group, each_tolerance=len(tolerances) > 1)
    yield from ("", *_filled(f"Its symmetries, by which cases are disguised: {symmetry_words(suite.name)}", ""))
    yield from (
        "",
        "Before its claims: is the interface recognised, are the types right, is it deterministic?",
    )


def _by_shape(claims: Sequence[ListedClaim]) -> dict[tuple[ListedClaim, ...], list[str]]:
    """Return the shapes, by all that is claimed of them; one without a name where claims are of any."""
    found: dict[tuple[ListedClaim, ...], list[str]] = {}
    for shape in dict.fromkeys(shape for each in claims for shape in each.shapes or ("",)):
        found.setdefault(tuple(each for each in claims if shape in (each.shapes or ("",))), []).append(shape)
    return found


def _within(tolerances: Sequence[float]) -> str:
    if tolerances == [0]:
        return "All is compared exactly."
    by = (
        f"{tolerances[0]:g}" if len(tolerances) == 1 else f"{tolerances[0]:g} to {tolerances[-1]:g}, as each claim says"
    )
    return f"Floats may differ by {by}; all else is compared exactly."


def _claims(claims: Sequence[ListedClaim], *, each_tolerance: bool) -> Iterator[str]:
    """Yield each claim, and below it what is gone through."""
    heads = columns((each.stage, each.claim, each.sentence) for each in claims)
    before = columns((each.stage, each.claim, "|") for each in claims)[0].index("|")
    for head, each in zip(heads, claims, strict=True):
        more = f"; floats may differ by {each.tolerance:g}" if each_tolerance else ""
        yield f"  {head}"
        yield from _filled(f"{each.domain}{more}{'' if each.required else '; not required'}", " " * (2 + before))


def _table(table: Table) -> Iterator[str]:
    yield table.title
    rows = [("", *table.columns), *((name, *map(str, row)) for name, row in table.rows.items())]
    yield from (f"  {line}" for line in columns(rows, right=True))
    yield from (line for note in table.notes for line in _filled(note, "  "))


def _filled(text: str, start: str) -> list[str]:
    return fill(text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start)).splitlines()
