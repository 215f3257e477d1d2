"""Replay recorded totals of the battery: runs of 100,000 steps, of which only the sum of rewards was kept."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from formal_rl.battery import (
    AGENTS,
    ENVIRONMENT_NAMES,
    SEEDS,
    STEPS,
    BatteryRow,
    BatteryRun,
    Cell,
    in_groups,
    reproduced_totals,
    run_group,
)
from formal_rl.battery.published_totals import REPRODUCED
from formal_rl.errors import InvalidParameter
from formal_rl.recordings.vector_report import FileReport, Mismatch, VectorReport

CELLS = len(AGENTS) * len(ENVIRONMENT_NAMES) * len(SEEDS)
"""How many totals there are."""

FEW = 20
"""How many are replayed where no number is given; they take a second or two."""

FINITE = ("ConstantAgent", "SimpleLearner", "reality_check(ConstantAgent)", "reality_check(SimpleLearner)")
"""The agents with finitely many states, whose runs need not be stepped through."""

_FAST_IN_TURN = 4

Rows = Callable[[Sequence[BatteryRun]], Iterator[BatteryRow]]
"""What makes the rows of runs of one agent."""


def cells_in_order() -> tuple[Cell, ...]:
    """Return all cells, in the order in which they are replayed: first `FEW` of the finite agents, then mixed.

    The finite agents and the others each go through the environments in their order, changing the agent at each, and
    again with the next agent until all pairs are done, for one seed after another. After the first `FEW`, every fifth
    cell is of the others. So 200 cells have every agent and every environment.
    """
    fast = _by_turns(FINITE)
    others = _by_turns([name for name in AGENTS if name not in FINITE])
    return tuple(chain(islice(fast, FEW), _mixed(fast, others)))


def compare_totals(
    number: int, rows: Rows | None = None, progress: Callable[[str], None] = lambda agent: None
) -> VectorReport:
    """Return how the totals of so many cells, the first in order, compare with those of our runs of the same.

    ``rows`` makes the rows of runs, the battery's engines if none; ``progress`` is told the name of each agent.

    Raises `InvalidParameter` for a number of cells that there are not.
    """
    if type(number) is not int or not 1 <= number <= CELLS:
        raise InvalidParameter("the number of totals", number, f"an int from 1 to {CELLS}")
    expected = reproduced_totals()
    cells = cells_in_order()[:number]
    found: dict[int, Mismatch] = {}
    for agent in dict.fromkeys(cell.agent for cell in cells):
        progress(agent)
        runs = [BatteryRun(*cell, "published", "published") for cell in cells if cell.agent == agent]
        for row in (rows or _by_engines)(runs):
            cell = Cell(*row[:4])
            if row.total != expected[cell]:
                index, place, got = cells.index(cell), f"{cell.environment}, seed {cell.seed}", row.total
                values = (agent, None, "total", place, expected[cell], row.failure if got is None else got)
                found[index] = Mismatch(REPRODUCED, index, *values)
    mismatches = tuple(found[index] for index in sorted(found))
    return VectorReport(REPRODUCED, (FileReport(REPRODUCED, number, mismatches, (), ()),))


def _by_engines(runs: Sequence[BatteryRun]) -> Iterator[BatteryRow]:
    agent = AGENTS[runs[0].agent]
    for group in in_groups(runs, agent):
        yield from run_group(group, agent)


def _by_turns(agents: Sequence[str]) -> Iterator[Cell]:
    for seed in SEEDS:
        for first in range(len(agents)):
            for place, environment in enumerate(ENVIRONMENT_NAMES):
                agent = agents[(first + place + place // len(agents)) % len(agents)]
                yield Cell(agent, environment, seed, STEPS)


def _mixed(fast: Iterable[Cell], others: Iterable[Cell]) -> Iterator[Cell]:
    left, right = iter(fast), iter(others)
    while True:
        some = [*islice(left, _FAST_IN_TURN), *islice(right, 1)]
        if not some:
            return
        yield from some
