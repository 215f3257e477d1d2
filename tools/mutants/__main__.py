"""The command ``python -m mutants``."""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
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
    SURVIVED,
    Equivalents,
    Outcome,
    Session,
    Unusable,
    as_json,
    digest_of,
    judged,
    read_equivalents,
    report,
)

WORK = ".mutants"
_MISUSE = 2
_NAMED = 8
_LISTED = Path(__file__).parent / "equivalent.toml"

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(
    epilog="\b\nExamples:\n"
    "  python -m mutants\n"
    "  python -m mutants --number 20 --only safelife/board/conway.py --no-tests\n"
    "  python -m mutants --only 'gridworlds/*.py' --seed 3\n"
    "  python -m mutants --only safelife/generation/clearable_paths.py:way --all\n"
    "  python -m mutants --all --jobs 2 --json all.json"
)
def mutants(
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 1,
    number: Annotated[int, typer.Option(min=1, help="How many mutants are drawn.")] = 150,
    everything: Annotated[bool, typer.Option("--all", help="Every mutant: hours.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PATTERN",
            help="Files such as 'safelife/*.py', or functions as in safelife/generation/clearable_paths.py:way.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to use.")] = os.cpu_count() or 1,
    tests: Annotated[bool, typer.Option(help="Show the tests what verify lets through.")] = True,
    skipping: Annotated[
        bool, typer.Option("--judged/--no-judged", help="Do not run those listed as equivalent.")
    ] = True,
    listed: Annotated[bool, typer.Option("--list", help="Print the mutants, and run none.")] = False,
    equivalent: Annotated[Path, typer.Option(help="The list of those judged equivalent.")] = _LISTED,
    least: Annotated[float, typer.Option(min=0.1, help="A row is given ten times its time, and these seconds.")] = 5.0,
    session: Annotated[Path | None, typer.Option(help="Session file; else one in .mutants, by what is asked.")] = None,
    as_json_to: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write JSON too; - prints it.")
    ] = None,
) -> None:
    """Change functions of the package of this directory, one at a time, and see what notices.

    By default 150 mutants, drawn from seed 1: about ten minutes on two processors. Start it again to go on where it was
    stopped. Exit code 0 whatever survives; 2 if it cannot be run.
    """
    wish = _Wish(
        seed=seed,
        number=None if everything else number,
        only=tuple(sorted(only or ())),
        jobs=jobs,
        tests=tests,
        least=least,
        equivalents=equivalent if skipping else None,
        session=session,
    )
    console = Console(stderr=True, highlight=False)
    try:
        if as_json_to is not None and not as_json_to.absolute().parent.is_dir():
            raise Unusable(f"no directory {as_json_to.parent} for {as_json_to.name}")
        if listed:
            for mutant, _ in _chosen(wish):
                typer.echo(f"{mutant} ({mutant.kind})")
            return
        about, outcomes = _run(wish, console)
    except Unusable as error:
        console.print(f"mutants: {error}", markup=False, soft_wrap=True)
        raise typer.Exit(_MISUSE) from None
    text = json.dumps(as_json(about, outcomes), indent=2, ensure_ascii=False)
    if as_json_to is not None and str(as_json_to) != "-":
        new = as_json_to.with_name(f"{as_json_to.name}.new")
        new.write_text(text + "\n", "utf-8")
        new.replace(as_json_to)
    typer.echo(text if str(as_json_to) == "-" else report(outcomes))


@frozen(kw_only=True)
class _Wish:
    """What was asked for."""

    seed: int
    number: int | None
    only: tuple[str, ...]
    jobs: int
    tests: bool
    least: float
    equivalents: Path | None
    session: Path | None


def _chosen(wish: _Wish) -> Iterator[tuple[Mutant, str]]:
    root = Path.cwd()
    if not (root / PACKAGE / "statements").is_dir():
        raise Unusable(f"no package {PACKAGE} with a ledger in {root}: run it where the package's directory is")
    mutants = all_mutants(root, wish.only)
    if not mutants:
        raise Unusable(f"no mutant fits {' '.join(wish.only)}; patterns are of paths such as safelife/board/conway.py")
    return drawn(root, mutants, wish.seed, wish.number)


def _run(wish: _Wish, console: Console) -> tuple[dict[str, Any], list[Outcome]]:
    """Run what is not in the session yet; return what it is about, and the outcomes."""
    root = Path.cwd()
    chosen = list(_chosen(wish))
    equivalents = {} if wish.equivalents is None else read_equivalents(wish.equivalents)
    prepare(root)
    _check_place(root)
    rows = list(importlib.import_module(f"{PACKAGE}.statements").LEDGER)
    digest = digest_of(root, (PACKAGE, "proofs_as_tests"))
    about = {"seed": wish.seed, "only": list(wish.only), "tests": wish.tests, "least": wish.least, "sources": digest}
    name = f"session-{sha256(json.dumps(about).encode()).hexdigest()[:12]}.jsonl"
    session = Session.open(wish.session or root / WORK / name, about)
    with _progress(console) as progress:
        records = Records.read(root, root / WORK / "records.jsonl")
        _record_rows(records, rows, wish.jobs, progress)
        for subject, record in records.found.items():
            if record.failed and not subject.endswith(".py"):
                said = f"left out, as it fails without a change: {subject}: {record.failed}"
                progress.console.print(said, markup=False, soft_wrap=True)
        task = progress.add_task("mutants", total=len(chosen))

        def step() -> None:
            progress.advance(task)
            progress.refresh()

        run = _Run(rows, records, session, wish, step)
        run_jobs(run.jobs_of(chosen, equivalents), wish.jobs, run.done)
    return {**about, "number": wish.number}, [
        judged(mutant, session.outcome_of(mutant), equivalents) for mutant, _ in chosen
    ]


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
        self, rows: list[str], records: Records, session: Session, wish: _Wish, step: Callable[[], object]
    ) -> None:
        self._root, self._rows, self._records, self._session = Path.cwd(), rows, records, session
        self._tests, self._least, self._step = wish.tests, wish.least, step

    def jobs_of(self, chosen: list[tuple[Mutant, str]], equivalents: Equivalents) -> Iterator[Job]:
        """Yield a job for each mutant of which nothing is known, but for those judged equivalent."""
        for mutant, changed in chosen:
            if mutant.key in equivalents or self._session.outcome_of(mutant) is not None:
                self._step()
            else:
                each = shown(self._root, mutant, changed, self._rows, self._records, self._least)
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
        """Return the next test file to run, recording what it runs where that is not known; or note a survivor."""
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
        rows = list(dict.fromkeys(question.row for question in asked.shown.questions))
        named = [*rows[:_NAMED], *([f"and {len(rows) - _NAMED} rows more"] if len(rows) > _NAMED else [])]
        shown_to = " ".join([*(named or ["no row runs this place"]), *asked.in_vain])
        self._note(asked.shown.mutant, SURVIVED, f"asked in vain: {shown_to}", asked.begun)
        return None

    def _note(self, mutant: Mutant, outcome: str, by: str, begun: float) -> None:
        seconds = round(time.monotonic() - begun, 2)
        named = (mutant.path, mutant.function, mutant.line, mutant.kind, mutant.was, mutant.became)
        self._session.add(Outcome(*named, outcome=outcome, by=by, seconds=seconds))
        self._step()


if __name__ == "__main__":
    app(prog_name="python -m mutants")
