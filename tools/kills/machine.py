"""Machine mutants of what a row cites, each shown to every part of the check of the row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field
from mutants.asked import CHECK, PACKAGE, Change
from mutants.children import Answer, Job, Say, limit_processor_time
from mutants.choice import Shown, drawn, shown, source_of
from mutants.generation import Mutant, mutants_of
from mutants.records import Records, module_of

from kills.handmade import find, quick_scope, unique_names

LEAST = 3.0
"""A check on a mutant is given ten times its processor time, and these seconds."""


class Pool:
    """The machine mutants of the modules that rows cite."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._of: dict[str, list[Mutant]] = {}

    def drawn(self, row: str, seed: int, number: int, records: Records) -> Iterator[Shown]:
        """Yield up to that many mutants that the check of a row runs, drawn from the seed and the row.

        Those of the functions and classes that cite the row come first, then others of the same modules. A greater
        number yields the same ones first.
        """
        code = tuple(f"{name}." for name in find(row).code if not name.startswith(f"{PACKAGE}.statements."))
        modules = sorted({name[:-1].rpartition(".")[0] for name in code})
        whole = [mutant for module in modules for mutant in self._mutants(module)]
        cited = [mutant for mutant in whole if f"{module_of(mutant.path)}.{mutant.function}.".startswith(code)]
        others = [mutant for mutant in whole if mutant not in set(cited)]
        left = number
        for group in (cited, others):
            for mutant, changed in drawn(self._root, group, Random(f"{seed} {row}").randrange(2**32), None):
                if not left:
                    return
                found = shown(self._root, mutant, changed, [row], records, LEAST)
                if any((question.row, question.what) == (row, CHECK) for question in found.questions):
                    left -= 1
                    yield found

    def _mutants(self, module: str) -> list[Mutant]:
        if module not in self._of:
            place = Path(*module.split(".")[1:])
            packaged = (self._root / PACKAGE / place).is_dir()
            path = (place / "__init__.py" if packaged else place.with_suffix(".py")).as_posix()
            self._of[module] = mutants_of(path, source_of(self._root, path))
        return self._of[module]


def ask_parts(change: Change, row: str, limit: float, say: Say) -> None:
    """Make a change, and say of each part of a row whether it comes out as expected."""
    say({"limit": 30.0})
    limit_processor_time(30.0)
    try:
        change.make()
        check = find(row).check
    except BaseException as error:
        say({"import": type(error).__name__})
        return
    say({"limit": limit})
    limit_processor_time(limit)
    try:
        for part in check(quick_scope()):
            say({"part": part.name, "rejects": not part.as_expected})
    except BaseException as error:
        say({"stopped": type(error).__name__})


@define
class Machine:
    """The rows that are asked about machine mutants, and what was heard of each."""

    rows: Mapping[str, Sequence[str]]
    seed: int
    number: int
    records: Records
    note: Any
    _heard: dict[str, list[dict[str, Any]]] = field(factory=dict)
    _left: Counter[str] = field(factory=Counter)

    def jobs(self) -> Iterator[Job]:
        """Yield a job for each mutant drawn for each row."""
        pool = Pool(self.records.root)
        for row in self.rows:
            self._heard[row] = []
            found = list(pool.drawn(row, self.seed, self.number, self.records))
            self._left[row] = len(found)
            if not found:
                self._note(row)
            for each in found:
                limit = next(question.limit for question in each.questions if question.row == row)
                yield Job((row, each.mutant), partial(ask_parts, each.change, row, limit))

    def done(self, job: Job, answer: Answer) -> None:
        """Note what came of a mutant, and the row with its last one."""
        row, mutant = job.subject
        fault = next((line["fault"] for line in answer.said if "fault" in line), "")
        if fault:
            raise RuntimeError(f"the tool failed on {mutant}:\n{fault}")
        named = {"path": mutant.path, "function": mutant.function, "was": mutant.was, "became": mutant.became}
        self._heard[row].append(named | judged(self.rows[row], answer))
        self._left[row] -= 1
        if not self._left[row]:
            self._note(row)

    def _note(self, row: str) -> None:
        mutants = sorted(self._heard.pop(row), key=lambda each: [str(value) for value in each.values()])
        self.note({"row": row, "machine": mutants})


def judged(labels: Sequence[str], answer: Answer) -> dict[str, Any]:
    """Return which parts reject a machine mutant: what is not as expected, and where the check raised or went on."""
    met = [line for line in answer.said if "part" in line]
    reached = unique_names([line["part"] for line in met])
    rejecting = {label for label, line in zip(reached, met, strict=True) if line["rejects"]}
    by = [number for number, label in enumerate(labels) if label in rejecting]
    stopped = next((line["stopped"] for line in answer.said if "stopped" in line), answer.ended)
    if stopped and len(met) < len(labels):
        by.append(len(met))
    imported = next((line["import"] for line in answer.said if "import" in line), "")
    return {"killed_by": by, "stopped": imported or stopped}
