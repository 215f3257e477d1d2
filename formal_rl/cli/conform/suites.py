"""The command ``formal-rl suites``: the definitions that implementations can be checked against."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill, indent
from typing import Annotated, Any, TypeAlias

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json
from formal_rl.conformance import SUITES, suite_named
from formal_rl.conformance.suites.suite_facts import COMPARED_PAGE, facts_json
from formal_rl.view.pages import columns

_WIDTH = 110

Claim: TypeAlias = Mapping[str, Any]

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command("suites", epilog=examples("formal-rl suites", "formal-rl suites neutrality"))
def _suites(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A suite to show in full.", autocompletion=completing(SUITES)),
    ] = None,
    as_json: Json = False,
) -> None:
    """List the suites of formal-rl conform: the definition, input and claims of each."""
    if as_json:
        values = [facts_json(suite) for suite in ([suite_named(name)] if name is not None else SUITES.values())]
        output.print_json(values if name is None else values[0])
        return
    listed = ((suite.name, suite.source, suite.meaning) for suite in SUITES.values())
    output.echo_lines(columns(listed) if name is None else _in_full(facts_json(suite_named(name))))


def _in_full(facts: Mapping[str, Any]) -> Iterator[str]:
    statements = facts["statements"]
    yield f"{facts['name']}: {facts['source']}"
    about = [facts["meaning"], *filter(None, [facts["note"]])]
    if facts["published"] is not None:
        about.append(f"the published library: {facts['published']}")
        about.append(f"compared with {facts['published_code']}: {COMPARED_PAGE}")
    about.append(f"the definition: {facts['definition']}")
    if statements:
        about.append(f"in the ledger: {', '.join(statements)}, see formal-rl explain {statements[0]}")
    yield from (line for each in about for line in _filled(each, "  "))
    yield from ("", "It takes", *(line for each in facts["takes"] for line in _filled(each, "  - ")))
    if facts["case"]:
        yield from (
            "",
            "A case, by name, and its answer",
            *(line for each in facts["case"] for line in _filled(each, "  - ")),
        )
    if facts["examples"]:
        yield from ("", "Examples of these forms. Their answers have the right type, but most are wrong")
    for example in facts["examples"]:
        yield from ("", *indent(example, "    ").splitlines())
    for table in facts["tables"]:
        yield from ("", *_table(table))
    claims = [each for each in facts["claims"] if each["semantics"] == "paper"]
    tolerances = sorted({each["tolerance"] for each in claims})
    yield from ("", _within(tolerances))
    for shapes, group in _by_shape(claims):
        read_as = f", where it is read as {'; or as '.join(shapes)}" if any(shapes) else ""
        yield from ("", *_filled(f"Its claims{read_as}", ""))
        yield from _claims(group, each_tolerance=len(tolerances) > 1)
    yield from ("", *_filled(f"Its symmetries, by which cases are disguised: {facts['symmetries']}", ""))
    yield from (
        "",
        "Before its claims: is the interface recognised, are the types right, is it deterministic?",
    )


def _by_shape(claims: Sequence[Claim]) -> Iterator[tuple[list[str], list[Claim]]]:
    """Yield groups of shapes with the same claims, and the claims; an unnamed group for claims on any shape."""
    shapes = list(dict.fromkeys(shape for each in claims for shape in each["shapes"] or ("",)))
    of_shape = {shape: [each for each in claims if shape in (each["shapes"] or ("",))] for shape in shapes}
    while shapes:
        alike = [shape for shape in shapes if of_shape[shape] == of_shape[shapes[0]]]
        yield alike, of_shape[shapes[0]]
        shapes = [shape for shape in shapes if shape not in alike]


def _within(tolerances: Sequence[float]) -> str:
    if tolerances == [0]:
        return "All is compared exactly."
    by = (
        f"{tolerances[0]:g}" if len(tolerances) == 1 else f"{tolerances[0]:g} to {tolerances[-1]:g}, as each claim says"
    )
    return f"Floats may differ by {by}; all else is compared exactly."


def _claims(claims: Sequence[Claim], *, each_tolerance: bool) -> Iterator[str]:
    """Yield each claim, and below it its cases."""
    heads = columns((each["stage"], each["claim"], each["sentence"]) for each in claims)
    before = columns((each["stage"], each["claim"], "|") for each in claims)[0].index("|")
    for head, each in zip(heads, claims, strict=True):
        more = f"; floats may differ by {each['tolerance']:g}" if each_tolerance else ""
        yield f"  {head}"
        yield from _filled(f"{each['domain']}{more}{'' if each['required'] else '; not required'}", " " * (2 + before))


def _table(table: Mapping[str, Any]) -> Iterator[str]:
    yield table["title"]
    rows = [("", *table["columns"]), *((name, *map(str, row)) for name, row in table["rows"].items())]
    yield from (f"  {line}" for line in columns(rows, right=True))
    yield from (line for note in table["notes"] for line in _filled(note, "  "))


def _filled(text: str, start: str) -> list[str]:
    return fill(text, _WIDTH, initial_indent=start, subsequent_indent=" " * len(start)).splitlines()
