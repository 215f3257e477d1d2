"""The page of the site about the kill tables: what kills, what does not, and what kills alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from formal_rl.statements import LEDGER, PAPERS, KillTable, MeasuredMutant, kill_table
from formal_rl.statements.kill_table import MEASURED

COLUMNS = (
    "rows",
    "parts",
    "mutants",
    "kills",
    "parts that kill",
    "machine mutants",
    "killed",
    "parts that kill only those",
    "parts that kill nothing",
)

BEGINNING = """# Which parts kill which mutants

This page shows how sharp the checks of the statements are. It is for people who change the checks, and for readers
who want to know whether a check can fail. `formal-rl verify` stops a mutant at the first part that rejects it; here
every mutant meets every part of its statement, in the quick profile. `formal-rl explain ID --all` shows the table of
one statement. `make kills` measures the data in `tools/kills/kills.json`.

A *kill* is one mutant rejected by one part. A part that is meant to fail rejects a mutant if it holds, or fails on
something else. If a part raises an exception, the parts after it are not reached, and nothing is known about them.
"""

MACHINE = """A *machine mutant* is one small change in the code ([how](../project/contributing.md)). For each
statement up to {drawn} are drawn, with seed {seed}, from the code that its check runs: first from the definitions that
cite it, then from the rest of their modules. A part rejects a mutant if its result is not as expected, or if it raises
an exception or does not end. A mutant that prevents the import of the package meets no part, and is not counted.
"""

NOTHING = """Such a part may still be needed: it may be the statement itself, on a domain that no mutant affects. The
number before its name is its place in the statement.
"""


SURVIVING = """Many change nothing that is within the definition's domain, or only the words of an error. The others are
a place where a check could be sharper.
"""


def page() -> str:
    """Return the page, in Markdown."""
    tables = {row: table for row in LEDGER if (table := kill_table(row)) is not None}
    sections = (
        ("Parts that kill nothing", NOTHING, _idle),
        ("Mutants that one part alone kills", "", _alone),
        ("Mutants that look alike", "The same parts kill them, and the first does so on the same witness.\n", _alike),
        ("Mutants that only worked examples kill", "", _by_hand),
        ("Mutants that did not meet every part", "", _cut_short),
        ("Machine mutants that no part kills", SURVIVING, _surviving),
    )
    drawn = json.loads(MEASURED.read_text("utf-8"))["machine"]
    lines = [BEGINNING, *([MACHINE.format(**drawn)] if drawn["drawn"] else []), *_totals(tables)]
    for title, text, found in sections:
        listed = {row: list(found(table)) for row, table in tables.items()}
        number = sum(map(len, listed.values()))
        lines += ["", f"## {title}: {number}", "", *([text] if text else [])]
        lines += [f"* {row}: {'; '.join(each)}" for row, each in listed.items() if each]
    return "\n".join(lines) + "\n"


def _totals(tables: Mapping[str, KillTable]) -> Iterator[str]:
    yield f"| paper | {' | '.join(COLUMNS)} |"
    yield f"|---|{' --: |' * len(COLUMNS)}"
    for paper in PAPERS:
        yield _row(paper, (table for row, table in tables.items() if LEDGER[row].paper == paper))
    yield _row("all", tables.values())


def _row(name: str, tables: Iterable[KillTable]) -> str:
    """Return the totals of some statements."""
    chosen = list(tables)
    parts = [(table.kills(n), table.machine_kills(n)) for table in chosen for n in range(len(table.parts))]
    numbers = (
        len(chosen),
        len(parts),
        sum(len(table.mutants) for table in chosen),
        sum(kills for kills, _ in parts),
        sum(kills > 0 for kills, _ in parts),
        sum(len(table.machine) for table in chosen),
        sum(table.machine_killed for table in chosen),
        sum(machine > 0 and not kills for kills, machine in parts),
        sum(not (machine or kills) for kills, machine in parts),
    )
    return f"| {name} | {' | '.join(map(str, numbers))} |"


def _idle(table: KillTable) -> Iterator[str]:
    for number, part in enumerate(table.parts):
        if not (table.kills(number) or table.machine_kills(number)):
            yield _plain(f"{number + 1} {part.name}")


def _alone(table: KillTable) -> Iterator[str]:
    for mutant in table.mutants:
        if len(mutant.killed_by) == 1 and not mutant.unreached:
            (number,) = mutant.killed_by
            yield _plain(f"{mutant.name} ({number + 1} {table.parts[number].name})")


def _alike(table: KillTable) -> Iterator[str]:
    groups: dict[object, list[MeasuredMutant]] = {}
    for mutant in table.mutants:
        groups.setdefault((mutant.killed_by, mutant.unreached, mutant.witness), []).append(mutant)
    for group in groups.values():
        if len(group) > 1:
            yield _plain(" = ".join(mutant.name for mutant in group))


def _by_hand(table: KillTable) -> Iterator[str]:
    for mutant in table.mutants:
        if mutant.killed_by and all(table.parts[number].is_by_hand for number in mutant.killed_by):
            yield _plain(mutant.name)


def _cut_short(table: KillTable) -> Iterator[str]:
    for mutant in table.mutants:
        if mutant.unreached:
            yield _plain(f"{mutant.name} ({len(mutant.unreached)} of {len(table.parts)} parts)")


def _surviving(table: KillTable) -> Iterator[str]:
    for mutant in table.machine:
        if not mutant.killed_by:
            # Two backticks, for code with one; and with brackets, stars, or dollars no link or formula.
            yield f"{mutant.place}: `` {mutant.was.strip()} `` → `` {mutant.became.strip()} ``"


def _plain(text: str) -> str:
    return text.replace("*", "\\*").replace("|", "\\|").replace("<", "\\<")
