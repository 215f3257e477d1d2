"""Tables 1 and 3 of Alexander et al. 2022 with correct standard errors: by published totals, as read, and by ours."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from formal_rl.battery import (
    TABLE_1,
    TABLE_3,
    Estimate,
    Totals,
    gain,
    measure,
    population_deviation_over_n_squared,
    read_results,
    sample_deviation_over_n_squared,
    seed_sums,
    standard_error_squared,
    tempting_button_performance,
)
from formal_rl.battery.estimates import fixed_text, nearest_root
from formal_rl.battery.published_totals import (
    DIGITS_OF_TABLE_1,
    DIGITS_OF_TABLE_3,
    PrintedMean,
    paper_opposite_sums,
    published_sums,
    reproduced_sums,
)
from formal_rl.battery.tables import RUNS, SEEDS, STEPS, SeedSums
from formal_rl.battery.totals import Cell, last_totals, reality_checked, total_rows, unchecked
from formal_rl.errors import InvalidParameter, UnusableVectors
from formal_rl.files import read_text

AGENTS: Mapping[str, str] = {
    "RandomAgent": "Random",
    "ConstantAgent": "Constant",
    "NaiveLearner": "Naive",
    "SimpleLearner": "Simple",
    "Q_learner": "Q",
    "DQN_learner": "DQN",
    "A2C_learner": "A2C",
    "PPO_learner": "PPO",
}
"""The names in the tables of the agents of the published totals."""

_LABEL, _WIDTH = 15, 17
_NAMED = 2


@frozen
class Column:
    """Runs of many agents, summed for each seed, under a heading of two lines."""

    heading: tuple[str, str]
    sums: SeedSums

    @property
    def title(self) -> str:
        """The heading in one line."""
        return " ".join(self.heading)

    @property
    def about(self) -> str:
        """The number of steps, the seeds, and the missing runs."""
        steps = " or ".join(f"{number:,}" for number in sorted({runs.steps for runs in self.sums.values()}))
        seeds = ", ".join(map(str, sorted({seed for _, seed in self.sums})))
        short = [runs for runs in self.sums.values() if runs.number < RUNS]
        named = [f"{runs.agent} has {runs.number} of {RUNS} runs with seed {runs.seed}" for runs in short[:_NAMED]]
        more = [f"and {len(short) - _NAMED} more"] if len(short) > _NAMED else []
        return "; ".join([f"{steps} steps, seeds {seeds}", *named, *more])

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents with runs, reality checks under the names of the agents that they check."""
        return tuple(dict.fromkeys(unchecked(name) for name, _ in self.sums))

    def measure(self, name: str) -> Estimate | None:
        """Return the measure of an agent; `None` where it was not run."""
        return measure(self.sums, name) if self._has(name) else None

    def gain(self, agent: str) -> Estimate | None:
        """Return the gain of the agent's reality check; `None` where one of the two was not run."""
        return gain(self.sums, agent) if self._has(agent) and self._has(reality_checked(agent)) else None

    def tempting_button(self, name: str) -> Estimate | None:
        """Return the performance of an agent with the tempting button; `None` where it was not run there."""
        has = any(key[0] == name and runs.tempting_button is not None for key, runs in self.sums.items())
        return tempting_button_performance(self.sums, name) if has else None

    def _has(self, name: str) -> bool:
        return any(key[0] == name for key in self.sums)


@frozen
class BatteryTables:
    """The published totals and our runs, each summed for each seed."""

    published: Column
    ours: tuple[Column, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The published column, then ours."""
        return (self.published, *self.ours)

    @property
    def agents(self) -> tuple[str, ...]:
        """Those of the paper and the library, and what others there are runs of."""
        return tuple(dict.fromkeys((*AGENTS, *(agent for column in self.columns for agent in column.agents))))

    def lines(self) -> list[str]:
        """Return both tables on one screen, and what their figures are."""
        gains = (self.published, *self.ours[-1:])
        first, second = ([column.heading[line] for column in (*self.columns, *gains)] for line in (0, 1))
        above = ["printed", *first[: -len(gains)], *(f"gain, {each}" for each in first[-len(gains) :])]
        below = ["", *second]
        lines = ["Table 3: reward per step over 25 environments and their opposites"]
        lines += [_joined("", above), _joined("agent", below)]
        for agent in self.agents:
            gained = [estimate_text(column.gain(agent), DIGITS_OF_TABLE_3) for column in gains]
            lines.append(_joined(AGENTS.get(agent, agent), self._measures(agent)))
            lines.append(_joined("  reality check", [*self._measures(reality_checked(agent)), *gained]))
        lines += ["", "Table 1: reward per step in TemptingButton"]
        for agent in TABLE_1:
            buttons = [column.tempting_button(agent) for column in self.columns]
            texts = [estimate_text(each, DIGITS_OF_TABLE_1) for each in buttons]
            lines.append(_joined(AGENTS[agent], [printed_text(TABLE_1[agent]), *texts], 20))
        return [*lines, "", *self.notes()]

    def notes(self) -> list[str]:
        """Return the meaning of the figures."""
        return [
            "printed: as in the paper, where what follows ± is the sample's sd/n in Table 3, the population's sd/n in",
            "Table 1. Elsewhere ± is the standard error sd/sqrt(n), of one value for each of n seeds. gain: measure of",
            "the reality check less the agent's, seed by seed. opp.: how opposites are read. Published, their copies",
            "are trained on rewards that are not negated; as in the paper, on those that the opposite pays.",
            *(f"{column.title}: {column.about}" for column in self.columns),
        ]

    def to_json(self) -> dict[str, Any]:
        """Return every figure, exact and rounded, as JSON values."""
        names = [each for agent in self.agents for each in (agent, reality_checked(agent))]
        return {
            "schema": "battery-tables/1",
            "columns": {column.title: column.about for column in self.columns},
            "table_1": {name: self._json(TABLE_1.get(name), Column.tempting_button, name) for name in names},
            "table_3": {name: self._json(TABLE_3.get(name), Column.measure, name) for name in names},
            "gains": {agent: self._json(None, Column.gain, agent) for agent in self.agents},
        }

    def _json(
        self, printed: PrintedMean | None, estimate: Callable[[Column, str], Estimate | None], name: str
    ) -> dict[str, Any]:
        found = {column.title: estimate_json(estimate(column, name)) for column in self.columns}
        return found if printed is None else {"printed": printed._asdict(), **found}

    def _measures(self, name: str) -> list[str]:
        texts = [estimate_text(column.measure(name), DIGITS_OF_TABLE_3) for column in self.columns]
        return [printed_text(TABLE_3.get(name)), *texts]


def battery_tables(published: SeedSums | None = None, runs: Sequence[Column] = ()) -> BatteryTables:
    """Return the tables of published totals and of runs; of those that come with the package where none are given.

    Raises `InvalidParameter` where two columns have one heading.
    """
    titles = [column.title for column in runs]
    if len(set(titles)) < len(titles):
        raise InvalidParameter("the files of runs", ", ".join(titles), "names that differ")
    shipped = (
        Column(("our runs,", "opp. published"), reproduced_sums()),
        Column(("our runs,", "opp. of paper"), paper_opposite_sums()),
    )
    return BatteryTables(Column(("published", "totals"), published or published_sums()), tuple(runs) or shipped)


def column_of_results(path: Path) -> Column:
    """Return the results of formal-rl battery in a file, under its name and readings; failed runs are left out.

    Raises `UnusableVectors` where it is not a file of results, or none of its runs came to an end.
    """
    rows = read_results(path)
    totals = {Cell(*row[:4]): row.total for row in rows if row.total is not None}
    if not totals:
        raise UnusableVectors(str(path), "rows", "no run that came to an end")
    sums = seed_sums(totals, steps=rows[0].steps, seeds={row.seed for row in rows})
    return Column((path.stem[: _WIDTH - 7], f"{rows[0].semantics}/{rows[0].opposite}"), sums)


def estimate_text(estimate: Estimate | None, digits: int) -> str:
    """Return a mean and its standard error, or the mean alone where there is one value, or a dash."""
    if estimate is None:
        return "-"
    mean = fixed_text(estimate.mean, digits)
    if estimate.number < 2:
        return mean
    return f"{mean} ± {fixed_text(nearest_root(standard_error_squared(estimate), digits), digits)}"


def printed_text(printed: PrintedMean | None) -> str:
    """Return the printed value, or a dash."""
    return "-" if printed is None else f"{printed.mean} ± {printed.error}"


def estimate_json(estimate: Estimate | None) -> dict[str, Any] | None:
    """Return an estimate as JSON values: the values and their mean exactly, errors by three formulas to 10 digits."""
    if estimate is None:
        return None
    exact = {"values": [str(value) for value in estimate.values], "mean": str(estimate.mean)}
    if estimate.number < 2:
        return exact
    squares = {
        "standard_error": standard_error_squared(estimate),
        "sample_deviation_over_n": sample_deviation_over_n_squared(estimate),
        "population_deviation_over_n": population_deviation_over_n_squared(estimate),
    }
    return {**exact, **{name: float(nearest_root(square, 10)) for name, square in squares.items()}}


def _joined(label: str, cells: Sequence[str], width: int = _WIDTH) -> str:
    return (label.ljust(_LABEL) + "".join(cell.rjust(width) for cell in cells)).rstrip()


# --- The published totals, read from a file ---


@frozen
class PublishedTotals:
    """The rows of the published table, in its order."""

    file: str
    rows: tuple[tuple[Cell, int], ...]

    @property
    def totals(self) -> Totals:
        """The total of each run; its last row counts."""
        return last_totals(iter(self.rows))

    @property
    def sums(self) -> SeedSums:
        """Their sums for the seeds and steps of the tables."""
        return seed_sums(self.totals)

    @property
    def repeated(self) -> int:
        """The number of runs with more than one row."""
        return sum(number > 1 for number in Counter(cell for cell, _ in self.rows).values())

    def differences(self) -> tuple[str, ...]:
        """Return the agents and seeds whose sums differ from those that come with the package."""
        shipped, found = published_sums(), self.sums
        keys = sorted({*shipped, *found})
        return tuple(f"{key[0]}, seed {key[1]}" for key in keys if shipped.get(key) != found.get(key))

    def lines(self) -> list[str]:
        """Describe the file, and whether its sums equal those that come with the package."""
        several = f"runs of several rows, of which the last counts: {self.repeated}"
        are, named = ("are not", f": {'; '.join(self.differences())}") if self.differences() else ("are", "")
        return [
            f"{self.file}: {len(self.rows):,} rows of {len(self.totals):,} runs; {several}",
            f"  its sums {are} those that come with the package{named}",
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the same as JSON values."""
        return {
            "file": self.file,
            "rows": len(self.rows),
            "runs": len(self.totals),
            "runs_with_several_rows": self.repeated,
            "differences": list(self.differences()),
        }


def read_published_totals(path: Path) -> PublishedTotals:
    """Return the rows of a published table of totals.

    Raises `UnusableVectors` where it is none, or has no run with the steps and seeds of the tables.
    """
    try:
        text = read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableVectors(str(path), "file", f"cannot be read: {error}") from None
    found = PublishedTotals(path.name, tuple(total_rows(text, path.name)))
    if not found.sums:
        raise UnusableVectors(path.name, "rows", f"none is of {STEPS:,} steps with a seed of {SEEDS}")
    return found
