"""Totals of runs, by agent, environment, seed and steps, and the tables of text that hold them."""

import csv
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from formal_rl.errors import UnusableVectors
from formal_rl.numbers import read_fraction

OPPOSITE = "minus_rewards("
"""The prefix of the published name of an opposite."""


def opposite_name(environment: str) -> str:
    """Return the published name of an environment's opposite."""
    return f"{OPPOSITE}{environment})"


def reality_checked(agent: str) -> str:
    """Return the published name of an agent's reality check."""
    return f"reality_check({agent})"


def unchecked(name: str) -> str:
    """Return the name of the agent of which this is the reality check, or the name itself."""
    inner = name.removeprefix("reality_check(").removesuffix(")")
    return inner if reality_checked(inner) == name else name


class Cell(NamedTuple):
    """One run of the battery: which agent in which environment, with which seed, for how many steps."""

    agent: str
    environment: str
    seed: int
    steps: int


Totals: TypeAlias = Mapping[Cell, int]
"""The total reward of each run."""


COLUMNS = ("agent", "env", "seed", "nsteps", "reward")
"""The names of the columns of a table of totals."""


def total_rows(text: str, file: str) -> Iterator[tuple[Cell, int]]:
    """Yield each row of a table in comma-separated text, in order; rows whose total is empty are left out.

    Numbers may be written as 684.0, but must be whole.

    Raises `UnusableVectors`, naming line and column.
    """
    reader = csv.DictReader(text.splitlines())
    missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
    if missing:
        raise UnusableVectors(file, "line 1", f"no column {missing[0]!r}; it has {reader.fieldnames or 'none'}")
    for row in reader:
        line = f"line {reader.line_num}"
        if None in row or None in row.values():
            raise UnusableVectors(file, line, f"expected {len(reader.fieldnames or ())} values")
        if row["reward"] != "":
            seed, steps, total = (_whole(row, name, file, line) for name in COLUMNS[2:])
            if steps < 1:
                raise UnusableVectors(file, f"{line}, nsteps", f"{steps} is not a number of steps")
            yield Cell(row["agent"], row["env"], seed, steps), total


def last_totals(rows: Iterator[tuple[Cell, int]]) -> dict[Cell, int]:
    """Return the total of each run; where a run occurs several times, its last row counts.

    Source: the statistics of the library released with Alexander et al. 2022.
    Ledger: A22-Tab1, A22-Tab3
    """
    return dict(rows)


def _whole(row: Mapping[str, str], name: str, file: str, line: str) -> int:
    try:
        numerator, denominator = read_fraction(row[name]).as_integer_ratio()
    except ValueError:
        raise UnusableVectors(file, f"{line}, {name}", f"{row[name]!r} is not a number") from None
    if denominator != 1:
        raise UnusableVectors(file, f"{line}, {name}", f"{row[name]!r} is not whole")
    return numerator
