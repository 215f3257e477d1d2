"""Running mutants against every part of a row's check: each in a child of its own."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from attrs import define, field

from tools.children import Answer, Job, Say, limit_processor_time
from tools.mutants.asked import CHECK, PACKAGE, Change
from tools.mutants.choice import Shown, drawn, shown, source_of
from tools.mutants.generation import Mutant, mutants_of
from tools.mutants.records import Records, file_of, module_of

Entry = dict[str, Any]


def unique_names(names: Sequence[str]) -> list[str]:
    """Return names, each that was there before with a number behind it: which parts of a row have one name."""
    return [
        name if name not in names[:place] else f"{name} ({names[: place + 1].count(name)})"
        for place, name in enumerate(names)
    ]


def find(row: str) -> Any:
    """Return a statement of the package that is imported now."""
    return importlib.import_module(f"{PACKAGE}.statements").LEDGER[row]


def quick_scope() -> Any:
    """Return the quick scope."""
    return importlib.import_module(f"{PACKAGE}.checking").Scope()


def ask_parts(row: str, mutant: int | None, change: Change | None, limit: float, say: Say) -> None:
    """Say what comes of each part of a row, for a mutant of its own by number, or after a change of the package."""
    say({"limit": 30.0})
    limit_processor_time(30.0)
    try:
        if change is not None:
            change.make()
        statement = find(row)
    except BaseException as error:
        say({"import": type(error).__name__})
        return
    say({"limit": limit})
    limit_processor_time(limit)
    check = statement.check if mutant is None else statement.mutants[mutant].check
    try:
        for part in check(quick_scope()):
            witness = "" if part.refutation is None else str(part.refutation.disagreement)
            said = {"cases": part.cases, "domain": part.domain, "branches": dict(part.branches), "witness": witness}
            say({"part": part.name, "rejects": part.contradicted if change is None else not part.as_expected, **said})
    except BaseException as error:
        say({"stopped": type(error).__name__})


Works = list[tuple[Any, Callable[[Say], None]]]
"""What is run for a row, each with what it is about."""


@define
class Rows:
    """The answers about each row, in the order of its works; with the last of them the row is noted."""

    rows: Sequence[str]
    works_of: Callable[[str], Works]
    note: Callable[[str, list[tuple[Any, Answer]]], None]
    _found: dict[str, list[tuple[Any, Answer | None]]] = field(factory=dict)

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs of each row."""
        for row in self.rows:
            works = self.works_of(row)
            self._found[row] = [(about, None) for about, _ in works]
            if not works:
                self.note(row, [])
            yield from (Job((row, place), work) for place, (_, work) in enumerate(works))

    def done(self, job: Job, answer: Answer) -> None:
        """Keep an answer."""
        row, place = job.subject
        found = self._found[row]
        found[place] = found[place][0], answer
        if all(each for _, each in found):
            self.note(row, self._found.pop(row))


# --- Mutants made by hand ---


def hand_made_works(row: str, limit: float) -> Works:
    """Return what is run for a row: its check, then each of its mutants."""
    names = [mutant.name for mutant in find(row).mutants]
    mutants = [(name, partial(ask_parts, row, place, None, limit)) for place, name in enumerate(names)]
    return [("", partial(ask_parts, row, None, None, 100 * limit)), *mutants]


def hand_made_entry(row: str, answers: Sequence[tuple[str, Answer]]) -> Entry:
    """Return what came of a row: its parts, and for each mutant the numbers of the parts that reject it."""
    (_, checked), *others = answers
    if stopped := next((line["stopped"] for line in checked.said if "stopped" in line), checked.ended):
        raise RuntimeError(f"the check of {row} does not end by itself: {stopped}")
    parts = [
        {"name": line["part"], **{key: line[key] for key in ("cases", "domain", "branches")}}
        for line in checked.said
        if "part" in line
    ]
    labels = unique_names([part["name"] for part in parts])
    return {"row": row, "parts": parts, "mutants": {name: _met(labels, answer) for name, answer in others}}


def _met(labels: Sequence[str], answer: Answer) -> Entry:
    """Return which parts reject a mutant, the witness of the first, which it did not reach, and why."""
    met = [line for line in answer.said if "part" in line]
    places = _places(labels, unique_names([line["part"] for line in met]))
    rejecting = [(place, line["witness"]) for place, line in zip(places, met, strict=True) if line["rejects"]]
    return {
        "killed_by": sorted(place for place, _ in rejecting),
        "witness": rejecting[0][1] if rejecting else "",
        "unreached": [place for place in range(len(labels)) if place not in places],
        "stopped": next((line["stopped"] for line in answer.said if "stopped" in line), answer.ended),
    }


def _places(labels: Sequence[str], met: Sequence[str]) -> list[int]:
    """Return which part of a row each part of a mutant is: the one of its name; else the first free from its place on.

    The name of a part may be of the wrong object, as where a part says which environment it is about.
    """
    free = [place for place, label in enumerate(labels) if label not in met]
    places = []
    for place, label in enumerate(met):
        nearest = next((each for each in free if each >= place), None)
        known = [each for each in (label, re.sub(r" \(\d+\)$", "", label)) if each in labels]
        if label in labels or (nearest is None and known):  # else one more part of a name, as of one more environment
            places.append(labels.index(known[0]))
        elif nearest is None:
            raise RuntimeError(f"a mutant has a part more than its row: {label}")
        else:
            free.remove(nearest)
            places.append(nearest)
    return places


# --- Mutants made by machine ---


class Machine:
    """The machine mutants of the modules that rows cite."""

    def __init__(self, seed: int, number: int, records: Records) -> None:
        self._seed, self._number, self._records = seed, number, records
        self._of: dict[str, list[Mutant]] = {}

    def works(self, row: str) -> Works:
        """Return what is run for each mutant drawn for a row."""
        found: Works = []
        for each in self._drawn(row):
            limit = next(question.limit for question in each.questions if question.row == row)
            found.append((each.mutant, partial(ask_parts, row, None, each.change, limit)))
        return found

    def _drawn(self, row: str) -> Iterator[Shown]:
        """Yield mutants that the check of a row runs, drawn from the seed and the row.

        Those of the functions and classes that cite the row come first, then others of the same modules. A greater
        number yields the same ones first.
        """
        root = self._records.root
        code = tuple(f"{name}." for name in find(row).code if not name.startswith(f"{PACKAGE}.statements."))
        modules = sorted({name[:-1].rpartition(".")[0] for name in code})
        whole = [mutant for module in modules for mutant in self._mutants(module)]
        cited = [mutant for mutant in whole if f"{module_of(mutant.path)}.{mutant.function}.".startswith(code)]
        others = [mutant for mutant in whole if mutant not in set(cited)]
        left = self._number
        for group in (cited, others):
            for mutant, changed in drawn(root, group, Random(f"{self._seed} {row}").randrange(2**32), None):
                if not left:
                    return
                found = shown(root, mutant, changed, [row], self._records)
                if any((question.row, question.what) == (row, CHECK) for question in found.questions):
                    left -= 1
                    yield found

    def _mutants(self, module: str) -> list[Mutant]:
        if module not in self._of:
            path = file_of(self._records.root, module).removeprefix(f"{PACKAGE}/")
            self._of[module] = mutants_of(path, source_of(self._records.root, path))
        return self._of[module]


def machine_entry(labels: Mapping[str, Sequence[str]], row: str, answers: Sequence[tuple[Mutant, Answer]]) -> Entry:
    """Return what came of the machine mutants of a row, whose parts have these labels."""
    found = [
        {"path": mutant.path, "function": mutant.function, "was": mutant.was, "became": mutant.became}
        | judged(labels[row], answer)
        for mutant, answer in answers
    ]
    return {"row": row, "machine": sorted(found, key=lambda each: [str(value) for value in each.values()])}


def judged(labels: Sequence[str], answer: Answer) -> Entry:
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
