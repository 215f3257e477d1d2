"""The command ``python -m tools.mutants``."""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from attrs import asdict, evolve, frozen

from tools.children import Answer, Job, run_jobs
from tools.mutants.asked import PACKAGE, SELF_CHECKS, ask_rows, ask_tests, prepare, record_tests
from tools.mutants.choice import Shown, all_mutants, candidate_tests, drawn, shown
from tools.mutants.generation import Mutant
from tools.mutants.records import Records
from tools.mutants.session import (
    BY_TESTS,
    BY_VERIFY,
    EQUIVALENT,
    SURVIVED,
    Key,
    Outcome,
    counted,
    read_equivalents,
    report,
    without_spaces,
)
from tools.sessions import Journal, counter, digest_of, progress_bars

_NAMED = 8

_MOST_TESTS = 10
"""How many test files that run the changed place are asked."""

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(
    epilog="\b\nExamples:\n"
    "  python -m tools.mutants --number 20 --only safelife/board/conway.py --no-tests\n"
    "  python -m tools.mutants --only 'gridworlds/*.py' --seed 3\n"
    "  python -m tools.mutants --only safelife/generation/clearable_paths.py:way --all --json"
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
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")] = False,
) -> None:
    """Change functions of the package of this directory, one at a time, and see what notices.

    By default 150 mutants, drawn from seed 1: about a quarter of an hour on two processors. Start it again to go on
    where it was stopped. Exit code 0 whatever survives; 2 if it cannot be run.
    """
    root, patterns = Path.cwd(), sorted(only or ())
    if not (root / PACKAGE / "statements").is_dir():
        raise typer.BadParameter(f"no package {PACKAGE} with a ledger in {root}: run it where the package is")
    chosen = list(drawn(root, all_mutants(root, patterns), seed, None if everything else number))
    if not chosen:
        raise typer.BadParameter(f"no mutant fits {' '.join(patterns)}; patterns are as in safelife/board/conway.py")
    about = {"seed": seed, "only": patterns, "tests": tests, "sources": digest_of(root, PACKAGE, "proofs_as_tests")}
    prepare(root)
    if Path(sys.modules[PACKAGE].__file__ or "").parent != root / PACKAGE:
        raise typer.BadParameter(f"{PACKAGE} is imported from {sys.modules[PACKAGE].__file__}, not from {root}")
    outcomes = _outcomes(root, chosen, Journal.about("session", about), jobs, tests=tests)
    values = {**about, "packages": counted(outcomes), "mutants": [asdict(each) for each in outcomes]}
    typer.echo(json.dumps(values, indent=2, ensure_ascii=False) if as_json else report(outcomes))


def _outcomes(
    root: Path, chosen: Sequence[tuple[Mutant, str]], journal: Journal, jobs: int, *, tests: bool
) -> list[Outcome]:
    """Run what is not in the journal yet, and return what came of each mutant."""
    equivalents = read_equivalents(root / "tools" / "mutants" / "equivalent.toml")
    rows = list(importlib.import_module(f"{PACKAGE}.statements").LEDGER)
    records = Records.read(root)
    with progress_bars() as progress:
        asked = [SELF_CHECKS, *rows]
        known = sum(not each.endswith(".py") for each in records.found)
        records.record_rows(asked, jobs, counter(progress, "what the rows run", 2 * len(asked) + 1, known))
        for subject, record in records.found.items():
            if record.failed and not subject.endswith(".py"):
                said = f"left out, as it fails without a change: {subject}: {record.failed}"
                progress.console.print(said, markup=False, soft_wrap=True)
        run = _Run(root, rows, records, journal, counter(progress, "mutants", len(chosen)), tests=tests)
        run_jobs(run.jobs_of(chosen, equivalents), jobs, run.done)
    return [
        Outcome.of(mutant, EQUIVALENT, reason)
        if (reason := equivalents.get(without_spaces(mutant.key)))
        else run.outcomes[*mutant.key, mutant.line]
        for mutant, _ in chosen
    ]


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
        self, root: Path, rows: list[str], records: Records, journal: Journal, step: Callable[[], None], *, tests: bool
    ) -> None:
        self._root, self._rows, self._records, self._journal = root, rows, records, journal
        self._step, self._tests = step, tests
        known = [Outcome(**entry) for entry in journal.entries]
        self.outcomes = {(each.path, each.function, each.was, each.became, each.line): each for each in known}

    def jobs_of(self, chosen: Sequence[tuple[Mutant, str]], equivalents: Mapping[Key, str]) -> Iterator[Job]:
        """Yield a job for each mutant of which nothing is known, but for those judged equivalent."""
        for mutant, changed in chosen:
            if without_spaces(mutant.key) in equivalents or (*mutant.key, mutant.line) in self.outcomes:
                self._step()
            else:
                each = shown(self._root, mutant, changed, self._rows, self._records)
                yield Job(_Asked("rows", each, time.monotonic()), partial(ask_rows, each.change, each.questions))

    def done(self, job: Job, answer: Answer) -> Job | None:
        """Note what came of a mutant; return what is to be run for it next, if anything."""
        asked: _Asked = job.subject
        if asked.what == "record":
            self._records.note_tests(asked.file, answer)
            return self._next(asked)
        killed = next((line["killed"] for line in answer.said if "killed" in line), "")
        if not killed and answer.ended:
            last = [line["asked"] for line in answer.said if "asked" in line]
            killed = f"{last[-1] if last else 'start'}: {answer.ended}"
        if killed:
            self._note(asked, BY_VERIFY if asked.what == "rows" else BY_TESTS, killed)
            return None
        if asked.what == "rows":
            files = candidate_tests(self._root, asked.shown.mutant) if self._tests else ()
            return self._next(evolve(asked, what="", left=tuple(files)))
        return self._next(evolve(asked, in_vain=(*asked.in_vain, asked.file)))

    def _next(self, asked: _Asked) -> Job | None:
        """Return the next test file to run, recording what it runs where that is not known; or note a survivor."""
        path = f"{PACKAGE}/{asked.shown.mutant.path}"
        while asked.left and len(asked.in_vain) < _MOST_TESTS:
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
        self._note(asked, SURVIVED, f"asked in vain: {shown_to}")
        return None

    def _note(self, asked: _Asked, outcome: str, by: str) -> None:
        mutant = asked.shown.mutant
        noted = Outcome.of(mutant, outcome, by, round(time.monotonic() - asked.begun, 2))
        self.outcomes[*mutant.key, mutant.line] = noted
        self._journal.add(asdict(noted))
        self._step()


if __name__ == "__main__":
    app(prog_name="python -m tools.mutants")
