"""The command ``python -m kills``."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import define
from mutants.asked import PACKAGE, prepare
from mutants.children import run_jobs
from mutants.records import Records
from mutants.session import digest_of
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from formal_rl.cli import examples
from formal_rl.files import write_whole
from formal_rl.statements.kill_table import MEASURED, read_measured, without_repetition
from kills.handmade import HandMade, find, quick_scope, unique_names
from kills.machine import Machine

WORK = Path(".mutants")
_OUTDATED, _MISUSE = 1, 2

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(
    epilog=examples("python -m kills", "python -m kills --only 'T24-*' --machine 0", "python -m kills --check")
)
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
    Exits with 1 if --check finds rows, parts or mutants that the data do not have, and with 2 if no row fits.
    """
    root = Path.cwd()
    prepare(root)
    ledger = list(importlib.import_module(f"{PACKAGE}.statements").LEDGER)
    rows = [row for row in ledger if not only or any(fnmatchcase(row, pattern) for pattern in only)]
    if not rows:
        typer.echo(f"kills: no row fits {' '.join(only or ())}", err=True)
        raise typer.Exit(_MISUSE)
    with _progress() as progress:
        if check:
            _compare(ledger, rows, progress)
            return
        sources = digest_of(root, (PACKAGE,))
        made = _Session.of({"what": "hand-made", "limit": limit, "sources": sources})
        asked = [row for row in rows if row not in made.found]
        step = _counter(progress, "rows", len(rows), len(rows) - len(asked))
        hand_made = HandMade(asked, limit, lambda entry: (made.add(entry), step()))
        run_jobs(hand_made.jobs(), jobs, hand_made.done)
        data = read_measured(MEASURED)
        before = dict(data["statements"])
        machine_before = data["machine"]["statements"]
        for row in rows:
            data["statements"][row] = of_statement(made.found[row])
            if row in machine_before:
                then, now = (_labels(each[row]) for each in (before, data["statements"]))
                for mutant in machine_before[row]:
                    mutant[3] = [now.index(then[number]) for number in mutant[3] if then[number] in now]
        _write(data, ledger)
        if machine:
            drawn = _Session.of({"what": "machine", "seed": seed, "number": machine, "sources": sources})
            _ask_machine(drawn, {row: _labels(data["statements"][row]) for row in rows}, jobs, progress)
            data["machine"] |= {"seed": seed, "drawn": machine}
            for row in rows:
                data["machine"]["statements"][row] = [
                    [f"{each['path']}:{each['function']}", each["was"], each["became"], each["killed_by"]]
                    for each in drawn.found[row]["machine"]
                    if met_a_part(each)
                ]
            _write(data, ledger)


def _ask_machine(session: _Session, parts: dict[str, list[str]], jobs: int, progress: Progress) -> None:
    asked = {row: names for row, names in parts.items() if row not in session.found}
    if not asked:
        return
    records = Records.read(Path.cwd(), WORK / "records.jsonl")
    recording = _counter(progress, "what the rows run", 2 * len(asked) + 1, 0)
    records.record_rows(list(asked), jobs, lambda _: recording())
    step = _counter(progress, "rows with machine mutants", len(parts), len(parts) - len(asked))
    about = session.about
    machine = Machine(asked, about["seed"], about["number"], records, lambda entry: (session.add(entry), step()))
    run_jobs(machine.jobs(), jobs, machine.done)


def _compare(ledger: Sequence[str], rows: Sequence[str], progress: Progress) -> None:
    """Print in what the data are not of this ledger; exit with 1 if there is anything."""
    step = _counter(progress, "checks", len(rows), 0)
    measured = read_measured(MEASURED)["statements"]
    found = [f"{row}: is not in the ledger" for row in measured if row not in ledger]
    for row in rows:
        found += outdated(row, measured.get(row))
        step()
    typer.echo("\n".join(found or ["the data are of this ledger"]))
    if found:
        raise typer.Exit(_OUTDATED)


def outdated(row: str, measured: Mapping[str, Any] | None) -> list[str]:
    """Return which mutants and parts a row has that its data do not have, and the other way round."""
    if measured is None:
        return [f"{row}: not measured"]
    statement = find(row)
    mutants = [mutant.name for mutant in statement.mutants]
    parts = unique_names([part.name for part in statement.check(quick_scope())])
    return [
        f"{row}: {'not measured' if name in now else 'gone'}: {what} {name!r}"
        for what, now, then in (
            ("mutant", mutants, list(measured["mutants"])),
            ("part", parts, _labels(measured)),
        )
        for name in dict.fromkeys([*now, *then])
        if (name in now) != (name in then)
    ]


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


def _write(data: Mapping[str, Any], ledger: Sequence[str]) -> None:
    """Write the data, a row a line, in the order of the ledger; rows that are not in it any more are left out."""
    machine = {**{key: value for key, value in data["machine"].items() if key != "statements"}, "statements": {}}
    lines = ['{"statements":{']
    statements = {row: without_repetition(entry) for row, entry in data["statements"].items() if row in ledger}
    lines += _by_row(statements, ledger)
    lines.append(f'}},"machine":{_compact(machine)[:-2]}')
    lines += _by_row(data["machine"]["statements"], ledger)
    write_whole(MEASURED, "\n".join([*lines, "}}}", ""]).encode())


def _by_row(entries: Mapping[str, Any], ledger: Sequence[str]) -> list[str]:
    rows = [f"{_compact(row)}:{_compact(entries[row])}" for row in ledger if row in entries]
    return [*(f"{row}," for row in rows[:-1]), *rows[-1:]]


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@define
class _Session:
    """What is known of each row, and the file to which each is added."""

    about: dict[str, Any]
    found: dict[str, dict[str, Any]]
    file: Path

    @classmethod
    def of(cls, about: dict[str, Any]) -> _Session:
        """Read the session file of what is asked, or begin it; a line that was not written to its end is left out."""
        WORK.mkdir(exist_ok=True)
        path = WORK / f"kills-{sha256(json.dumps(about).encode()).hexdigest()[:12]}.jsonl"
        whole = path.read_text("utf-8").rpartition("\n")[0] if path.exists() else ""
        entries = [json.loads(line) for line in whole.splitlines()]
        path.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries), "utf-8")
        return cls(about, {entry["row"]: entry for entry in entries}, path)

    def add(self, entry: dict[str, Any]) -> None:
        """Add a row."""
        self.found[entry["row"]] = entry
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def _progress() -> Progress:
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    return Progress(*columns, console=console, auto_refresh=False, transient=True, disable=not console.is_terminal)


def _counter(progress: Progress, title: str, total: int, done: int) -> Callable[[], None]:
    task = progress.add_task(title, total=total, completed=done)

    def step() -> None:
        progress.advance(task)
        progress.refresh()

    return step


if __name__ == "__main__":
    app(prog_name="python -m kills")
