"""The page of the site about the kill tables: what kills, what does not, and what kills alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from formal_rl.statements import LEDGER, PAPERS, KillTable, MeasuredMutant, kill_table
from formal_rl.statements.kill_table import MEASURED
from tools.site.markup import filled

COLUMNS = (
    *("rows", "parts", "mutants", "kills", "parts that kill", "machine mutants", "killed"),
    *("parts that kill only those", "parts that kill nothing"),
)


def page() -> str:
    """Return the page, in Markdown."""
    tables = {row: table for row in LEDGER if (table := kill_table(row)) is not None}
    data = json.loads(MEASURED.read_text("utf-8"))["machine"]
    parts = {"totals": "\n".join(_totals(tables)), "drawn": str(data["drawn"]), "seed": str(data["seed"])}
    for found in (_idle, _alone, _alike, _by_hand, _cut_short, _surviving):
        listed = {row: list(found(table)) for row, table in tables.items()}
        name = found.__name__.removeprefix("_")
        parts[f"n_{name}"] = str(sum(map(len, listed.values())))
        parts[name] = "\n".join(f"* {row}: {'; '.join(each)}" for row, each in listed.items() if each)
    return filled(Path(__file__).with_suffix(".md"), **parts)


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
