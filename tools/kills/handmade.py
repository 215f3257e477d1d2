"""Running every mutant of a row against every part of its check; in a child."""

from __future__ import annotations

import importlib
import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

from attrs import define, field
from mutants.asked import PACKAGE
from mutants.children import Answer, Job, Say, limit_processor_time


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


def ask_mutants(row: str, known: Collection[str], limit: float, say: Say) -> None:
    """Say the parts of a row, and what each part says of each mutant that is not known yet."""
    statement = find(row)
    for part in statement.check(quick_scope()):
        branches = dict(part.branches)
        say({"name": part.name, "cases": part.cases, "domain": part.domain, "branches": branches, "limit": limit})
    for mutant in statement.mutants:
        if mutant.name in known:
            continue
        say({"mutant": mutant.name, "limit": limit})
        limit_processor_time(limit)
        try:
            for part in mutant.check(quick_scope()):
                witness = "" if part.refutation is None else str(part.refutation.disagreement)
                say({"mutant": mutant.name, "part": part.name, "rejects": part.contradicted, "witness": witness})
        except Exception as error:
            say({"mutant": mutant.name, "stopped": type(error).__name__})
        limit_processor_time(0)


@define
class _Row:
    """What is known of a row so far."""

    parts: list[dict[str, Any]] = field(factory=list)
    mutants: dict[str, list[dict[str, Any]]] = field(factory=dict)

    def hear(self, answer: Answer) -> None:
        """Take what a child said."""
        self.parts = [{key: line[key] for key in _OF_A_PART} for line in answer.said if "name" in line]
        for line in answer.said:
            if "mutant" in line:
                self.mutants.setdefault(line["mutant"], []).append(line)
        if answer.ended and self.mutants:
            name = list(self.mutants)[-1]
            self.mutants[name].append({"mutant": name, "stopped": answer.ended})

    def entry(self, row: str) -> dict[str, Any]:
        """Return it as a line of the session: for each mutant the numbers of the parts that reject it."""
        labels = unique_names([part["name"] for part in self.parts])
        return {
            "row": row,
            "parts": self.parts,
            "mutants": {name: _met(labels, lines) for name, lines in self.mutants.items()},
        }


_OF_A_PART = ("name", "cases", "domain", "branches")


def _met(labels: Sequence[str], lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return which parts reject a mutant, the witness of the first, which it did not reach, and why."""
    met = [line for line in lines if "part" in line]
    places = _places(labels, unique_names([line["part"] for line in met]))
    rejecting = [(place, line["witness"]) for place, line in zip(places, met, strict=True) if line["rejects"]]
    return {
        "killed_by": sorted(place for place, _ in rejecting),
        "witness": rejecting[0][1] if rejecting else "",
        "unreached": [place for place in range(len(labels)) if place not in places],
        "stopped": next((line["stopped"] for line in lines if "stopped" in line), ""),
    }


def _places(labels: Sequence[str], met: Sequence[str]) -> list[int]:
    """Return which part of a row each part of a mutant is: the one of its name; else the first free from its place on.

    The name of a part may be of the wrong object, as where a part says which environment it is about.
    """
    free = [place for place, label in enumerate(labels) if label not in met]
    places = []
    for place, label in enumerate(met):
        if label in labels:
            places.append(labels.index(label))
        else:
            nearest = next((each for each in free if each >= place), None)
            if nearest is None and (plain := re.sub(r" \(\d+\)$", "", label)) in labels:
                places.append(labels.index(plain))  # one more part of a name, as of one more environment
                continue
            if nearest is None:
                raise RuntimeError(f"a mutant has a part more than its row: {label}")
            free.remove(nearest)
            places.append(nearest)
    return places


@define
class HandMade:
    """The rows that are asked, and what was heard of them."""

    rows: Sequence[str]
    limit: float
    note: Any
    _known: dict[str, _Row] = field(factory=dict)

    def jobs(self) -> Iterator[Job]:
        """Yield a job for each row."""
        for row in self.rows:
            yield Job(row, partial(ask_mutants, row, (), self.limit))

    def done(self, job: Job, answer: Answer) -> Job | None:
        """Note a row; or go on behind the mutant at which its process ended."""
        row: str = job.subject
        fault = next((line["fault"] for line in answer.said if "fault" in line), "")
        known = self._known.setdefault(row, _Row())
        before = len(known.mutants)
        known.hear(answer)
        if fault or (answer.ended and len(known.mutants) == before):
            raise RuntimeError(f"the check of {row} does not end by itself: {fault or answer.ended}")
        if answer.ended:
            return Job(row, partial(ask_mutants, row, tuple(known.mutants), self.limit))
        self.note(known.entry(row))
        return None
