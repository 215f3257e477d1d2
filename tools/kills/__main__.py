"""The command ``python -m tools.kills``."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import frozen

from formal_rl.cli import examples
from formal_rl.files import write_whole
from formal_rl.statements.kill_table import MEASURED, read_measured
from tools.children import run_jobs
from tools.kills.measuring import (
    Entry,
    Machine,
    Rows,
    Works,
    find,
    hand_made_entry,
    hand_made_works,
    machine_entry,
    quick_scope,
    unique_names,
)
from tools.mutants.asked import PACKAGE, prepare
from tools.mutants.generation import mutants_of
from tools.mutants.records import Records
from tools.sessions import Journal, counter, digest_of, progress_bars

_OUTDATED, _MISUSE = 1, 2

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(epilog=examples("python -m tools.kills --only 'T24-*' --machine 0", "python -m tools.kills --check"))
def kills(
    only: Annotated[list[str] | None, typer.Option(metavar="PATTERN", help="Rows such as 'A22-*'.")] = None,
    jobs: Annotated[int, typer.Option(min=1, max=2, help="Processes to use.")] = 1,
    limit: Annotated[float, typer.Option(min=1.0, help="Processor seconds for each mutant.")] = 120.0,
    machine: Annotated[int, typer.Option(min=0, help="How many machine mutants are drawn for each row.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Seed of what is drawn.")] = 1,
    check: Annotated[bool, typer.Option("--check", help="Only compare the data with the ledger.")] = False,
) -> None:
    """Show every mutant of a row, and machine mutants, to every part of its check, and write down which reject it.

    The rows asked for are measured anew, the data of the others stay. Start it again to go on where it was stopped.
    Exits with 1 if --check finds rows, parts or mutants that the data do not have, or data about functions that are
    gone, and with 2 if no row fits.
    """
    root = Path.cwd()
    prepare(root)
    ledger = list(importlib.import_module(f"{PACKAGE}.statements").LEDGER)
    rows = [row for row in ledger if not only or any(fnmatchcase(row, pattern) for pattern in only)]
    if not rows:
        typer.echo(f"kills: no row fits {' '.join(only or ())}", err=True)
        raise typer.Exit(_MISUSE)
    if check:
        data = read_measured(MEASURED)
        measured, machine_made = data["statements"], data["machine"]["statements"]
        found = [f"{row}: is not in the ledger" for row in measured if row not in ledger]
        found += [line for row in rows for line in outdated(row, measured.get(row), machine_made.get(row, ()))]
        typer.echo("\n".join(found or ["the data are of this ledger"]))
        raise typer.Exit(_OUTDATED if found else 0)
    sources = digest_of(root, PACKAGE)
    data = read_measured(MEASURED)
    before, drawn = dict(data["statements"]), data["machine"]["statements"]
    with progress_bars() as progress:
        about = {"what": "hand-made", "limit": limit, "sources": sources}
        run = _Run(rows, jobs, counter(progress, "rows", len(rows)))
        for row, entry in run.measured(about, lambda row: hand_made_works(row, limit), hand_made_entry):
            data["statements"][row] = of_statement(entry)
            if row in drawn and row in before:  # the numbers of the parts may have changed
                then, now = (_labels(each[row]) for each in (before, data["statements"]))
                for mutant in drawn[row]:
                    mutant[3] = [now.index(then[number]) for number in mutant[3] if then[number] in now]
        _write(data, ledger)
        if machine:
            records = Records.read(root)
            records.record_rows(rows, jobs, counter(progress, "what the rows run", 2 * len(rows) + 1))
            about = {"what": "machine", "seed": seed, "number": machine, "sources": sources}
            run = _Run(rows, jobs, counter(progress, "rows with machine mutants", len(rows)))
            labels = {row: _labels(data["statements"][row]) for row in rows}
            data["machine"] |= {"seed": seed, "drawn": machine}
            for row, entry in run.measured(
                about, Machine(seed, machine, records).works, partial(machine_entry, labels)
            ):
                drawn[row] = [
                    [f"{each['path']}:{each['function']}", each["was"], each["became"], each["killed_by"]]
                    for each in entry["machine"]
                    if met_a_part(each)
                ]
            _write(data, ledger)


@frozen
class _Run:
    """Rows to be measured."""

    rows: Sequence[str]
    jobs: int
    step: Callable[[], None]

    def measured(
        self, about: Entry, works_of: Callable[[str], Works], entry_of: Callable[[str, Any], Entry]
    ) -> Iterator[tuple[str, Entry]]:
        """Measure the rows that the journal does not have; yield what came of each."""
        journal = Journal.about("kills", about)
        found = {entry["row"]: entry for entry in journal.entries}
        left = [row for row in self.rows if row not in found]

        def note(row: str, answers: Any) -> None:
            found[row] = entry_of(row, answers)
            journal.add(found[row])
            self.step()

        measured = Rows(left, works_of, note)
        run_jobs(measured.jobs(), self.jobs, measured.done)
        yield from ((row, found[row]) for row in self.rows)


def outdated(row: str, measured: Mapping[str, Any] | None, machine_made: Sequence[Sequence[Any]] = ()) -> list[str]:
    """Return which mutants and parts a row has that its data do not have, the other way round, and gone functions."""
    if measured is None:
        return [f"{row}: not measured"]
    statement = find(row)
    mutants = [mutant.name for mutant in statement.mutants]
    parts = unique_names([part.name for part in statement.check(quick_scope())])
    gone = [place for place in dict.fromkeys(place for place, *_ in machine_made) if not _is_there(place)]
    return [f"{row}: gone: function {place!r}" for place in gone] + [
        f"{row}: {'not measured' if name in now else 'gone'}: {what} {name!r}"
        for what, now, then in (
            ("mutant", mutants, list(measured["mutants"])),
            ("part", parts, _labels(measured)),
        )
        for name in dict.fromkeys([*now, *then])
        if (name in now) != (name in then)
    ]


def _is_there(place: str) -> bool:
    path, _, function = place.partition(":")
    return (Path(PACKAGE) / path).is_file() and function in _functions(path)


@cache
def _functions(path: str) -> set[str]:
    return {mutant.function for mutant in mutants_of(path, (Path(PACKAGE) / path).read_text("utf-8"))}


def of_statement(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is kept of a row."""
    kept: dict[str, Any] = {
        "parts": [[part["name"], part["cases"], part["domain"]] for part in entry["parts"]],
        "mutants": {},
    }
    witnesses = [each["witness"] for each in entry["mutants"].values()]
    for name, each in entry["mutants"].items():
        kept["mutants"][name] = {"killed_by": each["killed_by"], "witness": shortened(each["witness"], witnesses)}
        if each["unreached"]:
            kept["mutants"][name]["unreached"] = each["unreached"]
    return kept


def _labels(measured: Mapping[str, Any]) -> list[str]:
    return unique_names([part[0] for part in measured["parts"]])


def shortened(witness: str, witnesses: Sequence[str]) -> str:
    """Return a witness without its middle, if it is long and no other witness then looks the same."""

    def short(text: str) -> str:
        return text if len(text) <= 100 else f"{text[:50]}…{text[-49:]}"

    alike = {each for each in witnesses if short(each) == short(witness)}
    return short(witness) if len(alike) <= 1 else witness


def met_a_part(machine: Mapping[str, Any]) -> bool:
    """Whether a machine mutant came to a part: not if the package could not be imported with it."""
    return bool(machine["killed_by"]) or not machine["stopped"]


def _without_repetition(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a row as `read_measured` reads them."""
    domains = [part[2] for part in entry["parts"]]
    first = [domains.index(domain) for domain in domains]
    parts = [
        [name, cases, domain if first[number] == number else first[number]]
        for number, (name, cases, domain) in enumerate(entry["parts"])
    ]
    return {**entry, "parts": parts}


def _write(data: Mapping[str, Any], ledger: Sequence[str]) -> None:
    """Write the data, a row a line, in the order of the ledger; rows that are not in it any more are left out."""
    machine = {**{key: value for key, value in data["machine"].items() if key != "statements"}, "statements": {}}
    lines = ['{"statements":{']
    statements = {row: _without_repetition(entry) for row, entry in data["statements"].items() if row in ledger}
    lines += _by_row(statements, ledger)
    lines.append(f'}},"machine":{_compact(machine)[:-2]}')
    lines += _by_row(data["machine"]["statements"], ledger)
    write_whole(MEASURED, "\n".join([*lines, "}}}", ""]).encode())


def _by_row(entries: Mapping[str, Any], ledger: Sequence[str]) -> list[str]:
    rows = [f"{_compact(row)}:{_compact(entries[row])}" for row in ledger if row in entries]
    return [*(f"{row}," for row in rows[:-1]), *rows[-1:]]


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    app(prog_name="python -m tools.kills")
