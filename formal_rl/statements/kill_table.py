"""The kill table of each statement: the mutants that each part rejects, measured by `make kills` in quick."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.statements.merged import MERGED
from formal_rl.statements.statement import Statement

MEASURED = Path(__file__).parents[2] / "tools" / "kills" / "kills.json"
"""The data of all statements, which `tools/kills` writes; an installed package does without them."""


class MeasuredPart(NamedTuple):
    """A part of a check: its name, cases and domain in words."""

    name: str
    cases: int
    domain: str


class MeasuredMutant(NamedTuple):
    """A mutant: the parts that reject it, by number from 0, and the witness of the first; and those not reached.

    A part is not reached where one before it raised or did not end.
    """

    name: str
    killed_by: Sequence[int]
    witness: str = ""
    unreached: Sequence[int] = ()


class MachineMutant(NamedTuple):
    """A change made by machine: the file and function, the lines before and after, and the parts that reject it."""

    place: str
    was: str
    became: str
    killed_by: Sequence[int]


@frozen
class KillTable:
    """The parts of a statement, and its mutants, by hand and by machine, with the parts that reject them."""

    parts: tuple[MeasuredPart, ...]
    mutants: tuple[MeasuredMutant, ...]
    machine: tuple[MachineMutant, ...] = ()

    def kills(self, part: int) -> int:
        """Return how many mutants of the statement a part rejects."""
        return sum(part in mutant.killed_by for mutant in self.mutants)

    def machine_kills(self, part: int) -> int:
        """Return how many machine mutants a part rejects."""
        return sum(part in mutant.killed_by for mutant in self.machine)

    @property
    def machine_killed(self) -> int:
        """How many machine mutants some part rejects."""
        return sum(bool(mutant.killed_by) for mutant in self.machine)

    def outdated(self, statement: Statement) -> tuple[str, ...]:
        """Return the mutants that only the statement or only the table has.

        Parts are not compared, since their names are known when the check is run: ``make kills KILLS=--check`` does so.
        """
        now, then = [mutant.name for mutant in statement.mutants], [mutant.name for mutant in self.mutants]
        return tuple(name for name in dict.fromkeys([*now, *then]) if (name in now) != (name in then))

    def to_json(self, statement: Statement) -> dict[str, Any]:
        """Return the table as JSON values; parts are numbered from 0, as they stand in ``parts``."""
        return {
            "outdated": list(self.outdated(statement)),
            "parts": [
                {**part._asdict(), "kills": self.kills(number), "machine_kills": self.machine_kills(number)}
                for number, part in enumerate(self.parts)
            ],
            "mutants": [mutant._asdict() for mutant in self.mutants],
            "machine": {"mutants": len(self.machine), "killed": self.machine_killed},
        }

    def lines(self, statement: Statement) -> Iterator[str]:
        """Yield the table as text: a line for each mutant, a column for each part, and below it what the parts are."""
        outdated = self.outdated(statement)
        if outdated:
            yield f"older than the ledger (run make kills); only in one of them: {'; '.join(outdated)}"
        width = max((len(mutant.name) for mutant in self.mutants), default=0)
        numbers = [f"{number:>{len(str(len(self.parts)))}}" for number in range(1, len(self.parts) + 1)]
        for digits in zip(*numbers, strict=True):
            yield f"{'':{width}}  {''.join(digits)}"
        for mutant in self.mutants:
            signs = dict.fromkeys(mutant.unreached, "?") | dict.fromkeys(mutant.killed_by, "x")
            yield f"{mutant.name:{width}}  {''.join(signs.get(number, '.') for number in range(len(self.parts)))}"
        yield "x rejects it, . does not, ? was not reached; and of each part, how many it rejects:"
        for number, part in enumerate(self.parts):
            machine = f" + {self.machine_kills(number)} made by machine" if self.machine else ""
            yield f"{number + 1:>3} {part.name}: {self.kills(number)}{machine}"


def kill_table(identifier: str) -> KillTable | None:
    """Return the kill table of a statement, or ``None`` if it was not measured or there are no data."""
    measured, identifier = _measured(), MERGED.get(identifier, identifier)
    if identifier not in measured["statements"]:
        return None
    entry = measured["statements"][identifier]
    mutants = (MeasuredMutant(name, **each) for name, each in entry["mutants"].items())
    machine = (MachineMutant(*each) for each in measured["machine"]["statements"].get(identifier, ()))
    return KillTable(tuple(MeasuredPart(*part) for part in entry["parts"]), tuple(mutants), tuple(machine))


def first_to_reject(identifier: str, mutant: str) -> str | None:
    """Return the name of the first part of a statement that was measured to reject a mutant, if any."""
    entry = _measured()["statements"].get(identifier, {"parts": (), "mutants": {}})
    killed_by = entry["mutants"].get(mutant, {"killed_by": ()})["killed_by"]
    return str(entry["parts"][killed_by[0]][0]) if killed_by else None


@cache
def _measured() -> dict[str, Any]:
    return read_measured(MEASURED)


def read_measured(path: Path) -> dict[str, Any]:
    """Return the data of a file, or none if there is no file.

    In the file, a domain that repeats that of an earlier part is the number of that part.
    """
    if not path.is_file():
        return {"statements": {}, "machine": {"statements": {}}}
    measured: dict[str, Any] = json.loads(path.read_text("utf-8"))
    for entry in measured["statements"].values():
        for part in entry["parts"]:
            if isinstance(part[2], int):
                part[2] = entry["parts"][part[2]][2]
    return measured
