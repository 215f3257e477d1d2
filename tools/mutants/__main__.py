"""The command ``python -m mutants``."""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from attrs import evolve, frozen
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from mutants.asked import PACKAGE, SELF_CHECKS, ask_rows, ask_tests, has_self_checks, prepare, record_tests
from mutants.children import Answer, Job, run_jobs
from mutants.choice import Shown, all_mutants, candidate_tests, drawn, shown
from mutants.generation import Mutant
from mutants.records import Records
from mutants.session import (
    BY_TESTS,
    BY_VERIFY,
    EQUIVALENT,
    SURVIVED,
    Outcome,
    Session,
    Unusable,
    as_json,
    digest_of,
    read_equivalents,
    report,
)

WORK = ".mutants"
_MISUSE = 2

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(
    epilog="Examples: python -m mutants | python -m mutants --number 20 --only safelife/life.py --no-tests | "
    "python -m mutants --only 'gridworlds/*.py' --seed 3 | python -m mutants --only safelife/ways.py:way --all | "
    "python -m mutants --all --jobs 2 --json all.json"
)
def mutants(
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 1,
    number: Annotated[int, typer.Option(min=1, help="How many mutants are drawn.")] = 120,
    everything: Annotated[bool, typer.Option("--all", help="Every mutant: hours.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="PATTERN", help="Files such as 'safelife/*.py', or functions as in safelife/ways.py:way."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to use.")] = os.cpu_count() or 1,
    tests: Annotated[bool, typer.Option(help="Show the tests what verify lets through.")] = True,
    judged: Annotated[bool, typer.Option(help="Do not run those that are listed as equivalent.")] = True,
    listed: Annotated[bool, typer.Option("--list", help="Print the mutants, and run none.")] = False,
    session: Annotated[Path | None, typer.Option(help="Session file; else one in .mutants, by what is asked.")] = None,
    as_json_to: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write JSON too; - prints it.")] = None,
) -> None:
    """Change functions of the package of this directory, one at a time, and see what notices.

    Start it again to go on where it was stopped. Exit code 0 whatever survives; 2 if it cannot be run.
    """
    root = Path.cwd()
    console = Console(stderr=True, highlight=False)
    try:
        _run(root, console, seed, None if everything else number, only or [], jobs, tests, judged, listed, session, as_json_to)
    except Unusable as error:
        console.print(f"mutants: {error}", markup=False, soft_wrap=True)
        raise typer.Exit(_MISUSE) from None


def _run(
    root: Path,
    console: Console,
    seed: int,
    number: int | None,
    only: list[str],
    jobs: int,
    tests: bool,
    judged: bool,
    listed: bool,
    session_file: Path | None,
    as_json_to: Path | None,
) -> None:
    if not (root / PACKAGE / "statements").is_dir():
        raise Unusable(f"no package {PACKAGE} with a ledger in {root}: run it where the package's directory is")
    sample = all_mutants(root, only)
    if not sample:
        raise Unusable(f"no mutant fits {' '.join(only)}; patterns are of paths such as safelife/life.py")
    console.print(f"{len(sample)} mutants to draw from")
    if listed:
        for mutant, _ in drawn(root, sample, seed, number):
            typer.echo(f"{mutant} ({mutant.kind})")
        return
    prepare(root)
    _check_place(root)
    rows = list(importlib.import_module(f"{PACKAGE}.statements").LEDGER)
    digest = digest_of(root, (PACKAGE, "proofs_as_tests"))
    about = {"seed": seed, "number": number, "only": sorted(only), "tests": tests, "sources": digest}
    name = "-".join([digest, str(seed), *(each.replace("/", ".") for each in sorted(only)), "" if tests else "rows"])
    with _progress(console) as progress:
        records = Records.read(root, root / WORK / "records.jsonl")
        _record_rows(records, rows, jobs, progress)
        for subject, record in records.found.items():
            if record.failed and not subject.endswith(".py"):
                progress.console.print(f"left out, as it fails without a change: {subject}: {record.failed}", markup=False)
        opened = Session.open(session_file or root / WORK / f"session-{name.strip('-')}.jsonl", {**about, "number": None})
        run = _Run(root, rows, records, opened, tests=tests, jobs=jobs)
        equivalents = read_equivalents(Path(__file__).parent / "equivalent.toml") if judged else {}
        chosen = list(drawn(root, sample, seed, number))
        task = progress.add_task("mutants", total=len(chosen))
        run.step = lambda: (progress.advance(task), progress.refresh())
        run_jobs(run.jobs_of(chosen, equivalents), jobs, run.done)
    outcomes = [opened.outcomes[*mutant.key, mutant.line] for mutant, _ in chosen]
    text = json.dumps(as_json(about, outcomes), indent=2, ensure_ascii=False)
    if as_json_to is not None and str(as_json_to) != "-":
        new = as_json_to.with_name(f"{as_json_to.name}.new")
        new.write_text(text + "\n", "utf-8")
        new.replace(as_json_to)
    typer.echo(text if str(as_json_to) == "-" else report(outcomes))


def _check_place(root: Path) -> None:
    place = Path(sys.modules[PACKAGE].__file__ or "").parent
    if place != root / PACKAGE:
        raise Unusable(f"{PACKAGE} is imported from {place}, not from {root}: run it with python -m mutants")


def _progress(console: Console) -> Progress:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    return Progress(*columns, console=console, auto_refresh=False, transient=True, disable=not console.is_terminal)


def _record_rows(records: Records, rows: list[str], jobs: int, progress: Progress) -> None:
    asked = [*([SELF_CHECKS] if has_self_checks() else []), *rows]
    task = progress.add_task("what the rows run", total=2 * len(asked) + 1)
    progress.update(task, completed=len([each for each in records.found if not each.endswith(".py")]))

    def step(_: str) -> None:
        progress.advance(task)
        progress.refresh()

    records.record_rows(asked, jobs, step)
    progress.remove_task(task)


@frozen
class _Asked:
    """What a mutant is being shown, which test files are left, and which saw nothing."""

    what: str
    shown: Shown
    begun: float
    file: str = ""
    left: tuple[str, ...] = ()
    in_vain: tuple[str, ...] = ()


class _Run:
    """The mutants being run, and what was heard of them."""

    def __init__(
        self, root: Path, rows: list[str], records: Records, session: Session, *, tests: bool, jobs: int
    ) -> None:
        self._root, self._rows, self._records, self._session = root, rows, records, session
        self._tests, self._jobs = tests, jobs
        self.step: Any = lambda: None

    def jobs_of(self, chosen: list[tuple[Mutant, str]], equivalents: dict[Any, Any]) -> Iterator[Job]:
        """Yield a job for each mutant of which nothing is known."""
        for mutant, changed in chosen:
            if self._session.outcome_of(mutant) is not None:
                self.step()
            elif mutant.key in equivalents:
                self._note(mutant, EQUIVALENT, equivalents[mutant.key].reason, time.monotonic())
            else:
                each = shown(self._root, mutant, changed, self._rows, self._records)
                work = partial(ask_rows, each.change, each.questions)
                yield Job(_Asked("rows", each, time.monotonic()), work)

    def done(self, job: Job, answer: Answer) -> Job | None:
        """Note what came of a mutant; return what is to be run for it next, if anything."""
        asked: _Asked = job.subject
        fault = next((line["fault"] for line in answer.said if "fault" in line), "")
        if fault:
            raise RuntimeError(f"the tool failed on {asked.shown.mutant}:\n{fault}")
        if asked.what == "record":
            self._records.note_tests(asked.file, answer)
            return self._next(asked)
        killed = next((line["killed"] for line in answer.said if "killed" in line), "")
        if not killed and answer.ended:
            last = [line["asked"] for line in answer.said if "asked" in line]
            killed = f"{last[-1] if last else 'start'}: {answer.ended}"
        if killed:
            self._note(asked.shown.mutant, BY_VERIFY if asked.what == "rows" else BY_TESTS, killed, asked.begun)
            return None
        if asked.what == "rows":
            files = candidate_tests(self._root, asked.shown.mutant) if self._tests else ()
            return self._next(evolve(asked, what="", left=tuple(files)))
        return self._next(evolve(asked, in_vain=(*asked.in_vain, asked.file)))

    def _next(self, asked: _Asked) -> Job | None:
        """Return the next test file to run, after recording what it runs where that is not known; or note a survivor."""
        path = f"{PACKAGE}/{asked.shown.mutant.path}"
        while asked.left:
            file, *left = asked.left
            record = self._records.found.get(file)
            if record is None:
                return Job(evolve(asked, what="record", file=file), partial(record_tests, file))
            asked = evolve(asked, left=tuple(left))
            if not record.failed and (asked.shown.at_import or asked.shown.stretch in record.ran.get(path, ())):
                work = partial(ask_tests, asked.shown.change, [file], 30.0 + 10 * record.seconds)
                return Job(evolve(asked, what="tests", file=file), work)
        rows = dict.fromkeys(question.row for question in asked.shown.questions)
        shown_to = " ".join([*(rows or ["no row runs this place"]), *asked.in_vain])
        self._note(asked.shown.mutant, SURVIVED, f"asked in vain: {shown_to}", asked.begun)
        return None

    def _note(self, mutant: Mutant, outcome: str, by: str, begun: float) -> None:
        seconds = round(time.monotonic() - begun, 2)
        named = (mutant.path, mutant.function, mutant.line, mutant.kind, mutant.was, mutant.became)
        self._session.add(Outcome(*named, outcome=outcome, by=by, seconds=seconds))
        self.step()


if __name__ == "__main__":
    app(prog_name="python -m mutants")
