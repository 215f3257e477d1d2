"""The commands about the ledger: statements, as lines, as JSON, as a page; explain, one of them with its code."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, get_args

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, LedgerFile, listed
from formal_rl.errors import UnknownName, UnknownStatement, WrongUsage, folded, nearest
from formal_rl.statements import LEDGER, PAPERS, Statement, Verdict, choose, find, own_ledger
from formal_rl.statements.citations import place_of, source_of
from formal_rl.statements.kill_table import kill_table
from formal_rl.statements.ledger import matching
from formal_rl.statements.uses import USES, used_by
from formal_rl.view.pages import columns

SCHEMA = "formal_rl/statement/1"
"""The form of a statement as JSON; ``docs/reference/schemas/statement-1.json`` is its JSON Schema."""

_FAILS = ("refuted", "holds (repaired)", "not reproduced", "not reproduced (reconstructed layout)")
"""The verdicts on statements that are not true as printed."""

_MOST_MUTANTS, _MOST_NAMES = 14, 4
"""The greatest number of mutants that a screen lists."""

_SHORT = 240
"""The greatest length of the evidence on a screen."""

Identifiers = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="ID", help="Statements or patterns like 'T24-D*'; all if none.", autocompletion=completing(LEDGER)
    ),
]

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "statements",
    epilog=examples(
        "formal-rl statements",
        "formal-rl statements 'T24-D*' --json",
        "formal-rl statements --paper A21 --verdict refuted",
        "formal-rl statements --summary",
    ),
)
def _statements(
    identifiers: Identifiers = None,
    *,
    paper: Annotated[
        list[str] | None,
        typer.Option(
            help="Only the statements of a paper, such as A21. May be given again.", autocompletion=completing(PAPERS)
        ),
    ] = None,
    verdict: Annotated[
        list[str] | None,
        typer.Option(
            help="Only the statements with a verdict, such as refuted. May be given again.",
            autocompletion=completing(get_args(Verdict)),
        ),
    ] = None,
    as_json: Json = False,
    summary: Annotated[bool, typer.Option("--summary", help="Count the verdicts of each paper.")] = False,
    findings: Annotated[bool, typer.Option("--findings", help="Print the findings as a page.")] = False,
    ledger: LedgerFile = None,
) -> None:
    """List the ledger, or a part of it: each statement, its verdict and its source."""
    if as_json + summary + findings > 1:
        raise WrongUsage("choose one of --json, --summary and --findings")
    entries, uses = _entries_and_uses(ledger)
    chosen = [entries[identifier] for identifier in choose(listed(identifiers) or ["*"], entries)]
    papers = _chosen("paper", paper, {s.paper for s in entries.values()})
    verdicts = _chosen("verdict", verdict, get_args(Verdict))
    chosen = [s for s in chosen if s.paper in papers and s.verdict in verdicts]
    if as_json:
        output.print_json([statement_json(statement, uses) for statement in chosen])
    elif summary or findings:
        typer.echo("\n".join(_summary(chosen) if summary else _findings(chosen, ledger)))
    else:
        heading = ("statement", "kind", "verdict", "what it says", "source")
        rows = ((s.id, s.kind, s.verdict, s.title, s.source) for s in chosen)
        output.echo_lines(columns([heading, *rows]))


def _long_name(statement: Statement) -> str:
    """Return the name of a statement's paper, as its source begins with it."""
    return PAPERS.get(statement.paper, statement.source.partition(",")[0])


def _chosen(what: str, texts: Iterable[str] | None, known: Collection[str]) -> set[str]:
    """Return the chosen papers or verdicts, all if none is chosen; raise `UnknownName` with similar names."""
    found, names = {folded(name): name for name in known}, listed(texts)
    for name in names:
        if folded(name) not in found:
            raise UnknownName(f"no {what} {name!r}; {nearest(name, known)}")
    return {found[folded(name)] for name in names} or set(known)


def verdict_rows(found: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return a table of the numbers of statements by paper and verdict, from the verdict and paper of each."""
    counts = Counter(found)
    theirs = dict.fromkeys(paper for _, paper in counts)
    papers = [paper for paper in dict.fromkeys((*PAPERS, *theirs)) if paper in theirs]
    rows = [["verdict", *papers, "all"]]
    for word in (*get_args(Verdict), "FAILED", "all"):
        numbers = [counts[word, paper] for paper in papers]
        if any(numbers):
            rows.append([word, *(str(number or "") for number in (*numbers, sum(numbers)))])
    return rows


def _summary(statements: Sequence[Statement]) -> list[str]:
    """Return the numbers of statements by paper and verdict, as a table in Markdown."""
    rows = verdict_rows((word, s.paper) for s in statements for word in (s.verdict, "all"))
    width = max(len(row[0]) for row in rows)
    rows.insert(1, ["-" * width, *["--:"] * (len(rows[0]) - 1)])
    return [f"| {word:<{width}} | {' | '.join(f'{cell:>3}' for cell in cells)} |" for word, *cells in rows]


def _plain(text: str) -> str:
    """Keep the signs of the papers from being read as Markdown."""
    return text.replace("*", "\\*").replace("|", "\\|")


def _findings(statements: Iterable[Statement], ledger: str | None) -> list[str]:
    """Return the findings as a page of the docs, in Markdown: the most important first, open questions last."""
    from formal_rl.statements.findings import FRONT, OPEN  # noqa: PLC0415 - no other command needs them

    found = {s.id: s for s in statements if s.is_finding}
    numbers = Counter(_long_name(s) for s in found.values())
    front = [(each, [found[i] for i in each.identifiers if i in found]) for each in FRONT if ledger is None]
    shown = {s.id for _, chosen in front for s in chosen} | (OPEN if ledger is None else set())
    lines = [
        "# What was found",
        "",
        "This page lists what we found in the four papers and in published code, for readers who rely on them. A",
        "finding is a row of the ledger with a defect, a repair or a witness.",
        f"`formal-rl explain ID{f' --ledger {ledger}' if ledger else ''}` prints a row with its witness, its repair,",
        "and what the finding does not mean. `formal-rl statements --findings` prints the page.",
        "",
        *(f"* {paper}: {number}" for paper, number in numbers.items()),
        f"* all: {len(found)}",
    ]
    for number, (each, chosen) in enumerate(((each, chosen) for each, chosen in front if chosen), start=1):
        cautions = dict.fromkeys(f"* {_plain(s.caution)}" for s in chosen)
        sentences = (*_sentences(chosen), *cautions)
        lines += ["", f"## {number}. {each.heading}", "", *sentences, "", *each.picture.splitlines()]
    for paper in numbers:
        others = [s for s in found.values() if _long_name(s) == paper and s.id not in shown]
        if others:
            lines += ["", f"## {paper}", "", *_sentences(sorted(others, key=lambda s: s.verdict not in _FAILS))]
    left_open = [s for s in found.values() if s.id in OPEN and ledger is None]
    return [*lines, *(["", "## What the papers leave open", "", *_sentences(left_open)] if left_open else ())]


def _sentences(statements: Iterable[Statement]) -> list[str]:
    """Return a line for each finding, with the rows that share it."""
    shared: dict[str, list[Statement]] = {}
    for s in statements:
        shared.setdefault(s.finding or s.defects, []).append(s)
    return [
        f"* {', '.join(s.id + f' (*{s.verdict}*)' * (s.verdict in _FAILS) for s in group)}: {_plain(text)}"
        for text, group in shared.items()
    ]


def statement_json(statement: Statement, uses: Mapping[str, tuple[str, ...]] = USES) -> dict[str, Any]:
    """Return a statement as JSON values; ``uses`` maps each statement of its ledger to those that it uses."""
    fields = ("id", "kind", "title", "claim", "source", "verdict", "evidence", "defects", "repair", "witness")
    return {
        "schema": SCHEMA,
        **{name: getattr(statement, name) for name in (*fields, "finding", "caution")},
        "uses": list(statement.uses),
        "used_by": list(used_by(statement.id, uses)),
        "evidence_uses": list(statement.evidence_uses),
        "proofs": list(statement.proofs),
        "code": list(statement.code),
        "mutants": [mutant.name for mutant in statement.mutants],
        "twins": [mutant.name for mutant in statement.mutants],
    }


# --- One statement ---


@COMMANDS.command("find", epilog=examples("formal-rl find Theorem 5.1", "formal-rl find reality check"))
def _find(
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="An id, a place in a paper, or words.")],
    ledger: LedgerFile = None,
    as_json: Json = False,
) -> None:
    """Find statements by id, by their place in a paper, or by words; the best come first."""
    entries, uses = _entries_and_uses(ledger)
    chosen = [entries[identifier] for identifier in matching(" ".join(words), entries)]
    if as_json:
        output.print_json([statement_json(statement, uses) for statement in chosen])
    elif chosen:
        output.echo_lines(columns([(s.id, s.verdict, s.title, s.source) for s in chosen]))
    else:
        raise UnknownName(f"no statement is about {' '.join(words)!r}; see formal-rl statements")


@COMMANDS.command("explain", epilog=examples("formal-rl explain A22-D7", 'formal-rl explain "theorem 5.1" --all'))
def _explain(
    identifier: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="A statement, such as A22-T10.3, or words.", autocompletion=completing(LEDGER)
        ),
    ],
    *,
    ledger: LedgerFile = None,
    in_full: Annotated[
        bool, typer.Option("--all", help="Also print the code, all evidence, and the part that kills each mutant.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print one statement: its sentence, verdict, evidence, code and mutants; for some, a short run."""
    entries, uses = _entries_and_uses(ledger)
    try:
        statement = find(identifier, entries)
    except UnknownStatement:
        if not (about := matching(identifier, entries)):
            raise
        statement = entries[about[0]]
    if as_json:
        table = kill_table(statement.id) if ledger is None else None
        output.print_json({**statement_json(statement, uses), "kills": table.to_json(statement) if table else None})
        return
    echo_explanation(statement, ledger, uses, in_full=in_full)


def echo_explanation(
    statement: Statement,
    ledger: str | None = None,
    uses: Mapping[str, tuple[str, ...]] = USES,
    *,
    in_full: bool = False,
) -> None:
    """Print a statement, on a screen or in full, with a short run of an example."""
    console = output.PipeConsole()
    output.echo(console, f"{statement.id}  {statement.title}", style="bold")
    output.echo_lines([f"{statement.kind}; {statement.source}", "", statement.claim, ""], console)
    short = statement.evidence[: statement.evidence.rfind(" ", 0, _SHORT)]
    labelled = {
        "verdict": statement.verdict,
        "proved": statement.proofs and f"∎ machine-checked in Rocq, proofs/: {', '.join(statement.proofs)}",
        "evidence": statement.evidence if in_full or len(statement.evidence) <= _SHORT else f"{short} ...",
        "repair": statement.repair,
        "witness": "\n".join([statement.witness, *_boards_in(statement.witness), *_worlds_in(statement.witness)]),
        "defects": statement.defects if in_full else "",
        "finding": statement.finding or ("" if in_full else statement.defects),
        "caution": statement.caution,
    }
    if in_full:
        evidence = f"the evidence: {', '.join(statement.evidence_uses)}" if statement.evidence_uses else ""
        labelled["uses"] = "; ".join(filter(None, (", ".join(statement.uses), evidence)))
        labelled["used by"] = ", ".join(used_by(statement.id, uses))
    output.echo_lines((f"{label + ':':<10}{text}" for label, text in labelled.items() if text), console)
    if in_full:
        _echo_sources(console, statement)
        _echo_mutants(console, statement)
        output.echo(console)
        if ledger is None:  # kills are recorded of our own ledger alone
            _echo_kills(console, statement)
    else:
        for _, of_module in groupby(statement.main_code, lambda name: name.rpartition(".")[0]):
            first, *others = of_module
            more = ", and others" if len(others) >= _MOST_NAMES else ""
            names = ", ".join(each.rpartition(".")[2] for each in (first, *others[: _MOST_NAMES - 1]))
            output.echo(console, f"{'code:':<10}{place_of(first)}  {names}{more}")
        _echo_mutants(console, statement, _MOST_MUTANTS)
    of_file = f" --ledger {ledger}" if ledger else ""
    output.echo(console, f"run it:   formal-rl verify {statement.id} --parts{of_file}")
    if not in_full:
        output.echo(console, f"more:     formal-rl explain {statement.id} --all{of_file}")
    from formal_rl.study.illustrations import ILLUSTRATIONS  # noqa: PLC0415 - the list of statements does not need it

    if statement.id in ILLUSTRATIONS:
        illustration = ILLUSTRATIONS[statement.id]
        output.echo_lines([f"see it:   {illustration.command}", ""], console)
        output.echo_lines((f"  {line}".rstrip() for line in str(illustration.run()).splitlines()), console)


BOARD = re.compile(r"(?<![\w/])[.o#@g]+(?:/ *[.o#@g]+?)+?(?![\w#@/])(?!\.[^ ])(?=\.? |[,:;)]|\.?$)")
"""A board on a line."""


def _boards_in(witness: str) -> list[str]:
    """Return the boards that a text has on a line, such as ``.oo/oo./...``, drawn row by row."""
    boards = BOARD.findall(witness)
    return [f"{'':<10}{' '.join(row)}".rstrip() for board in boards for row in ("", *board.split("/"))]


def _worlds_in(witness: str) -> list[str]:
    """Return the gridworlds of one row that a text names, such as ``C1 A B1 . C1``, a column for each cell."""
    rows = [row.split() for row in re.findall(r"(?:(?:[CB]\d*|[A.\d]) ){3,}(?:[CB]\d*|[A.\d])(?![^ ,;:])", witness)]
    worlds = dict.fromkeys(tuple(row) for row in rows if "A" in row)
    return [f"{'':<10}{line}" for row in worlds for line in ("", *_framed(row))]


def _framed(row: Sequence[str]) -> tuple[str, str, str]:
    edge = "+".join(["", *("-" * (len(cell) + 2) for cell in row), ""])
    return edge, f"| {' | '.join(row)} |".replace(".", " "), edge


def _echo_mutants(console: Console, statement: Statement, most: int | None = None) -> None:
    """Print the mutants, each as a change of text where it is one, below the definition that is changed."""
    plain = [mutant.name for mutant in statement.mutants if mutant.patch is None]
    if plain:
        output.echo(console, f"mutants:  {'; '.join(plain)}")
    patches = [(mutant.name, mutant.patch) for mutant in statement.mutants if mutant.patch is not None]
    place = None
    for name, patch in patches[:most]:
        if patch.target != place:
            place = patch.target
            output.echo(console, f"mutants:  in {place}")
        shown = ([" ".join(text.split()) or "nothing" for text in change] for change in patch.changes)
        changes = "; ".join(f"{old} → {new}" for old, new in shown)
        output.echo(console, f"  {name}: {changes}")
    if patches[most:] and most is not None:
        output.echo(console, f"  and {len(patches) - most} more, which --all has")


def _entries_and_uses(ledger: str | None) -> tuple[Mapping[str, Statement], Mapping[str, tuple[str, ...]]]:
    """Return the statements of a ledger, ours or that of a file, and the statements that each of them uses."""
    entries = LEDGER if ledger is None else own_ledger(ledger)
    return entries, USES if ledger is None else {s.id: s.uses for s in entries.values()}


def _echo_sources(console: Console, statement: Statement) -> None:
    """Print the source of the definitions of a statement, and the names of its other code."""
    output.echo(console)
    for name in statement.main_code:
        output.echo(console, f"# {name}", style="dim")
        output.echo_lines([source_of(name), ""], console)
    if others := statement.code[len(statement.main_code) :]:
        output.echo_lines([f"see also: {', '.join(others)}", ""], console)


def _echo_kills(console: Console, statement: Statement) -> None:
    """Print the parts of a statement that reject each mutant, or that they were not measured."""
    table = kill_table(statement.id)
    output.echo(console, "kills:    a line for each mutant, a column for each part")
    if table is None:
        output.echo(console, "  not measured yet: make kills measures them")
    else:
        output.echo_lines((f"  {line}".rstrip() for line in table.lines(statement)), console)
    output.echo(console)
