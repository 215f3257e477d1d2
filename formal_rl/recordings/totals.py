"""Replay recorded totals of the battery: runs of 100,000 steps, of which only the sum of rewards was kept."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from formal_rl.battery import AGENTS, ENVIRONMENT_NAMES, BatteryRun, make_run, reproduced_totals
from formal_rl.battery.published_totals import REPRODUCED
from formal_rl.battery.tables import SEEDS, STEPS
from formal_rl.battery.totals import Cell
from formal_rl.errors import InvalidParameter
from formal_rl.recordings.cases import FileReport, Mismatch, VectorReport

CELLS = len(AGENTS) * len(ENVIRONMENT_NAMES) * len(SEEDS)
"""The number of totals."""

FEW = 20
"""The default number of totals to replay; they take a second or two."""

FINITE = ("ConstantAgent", "SimpleLearner", "reality_check(ConstantAgent)", "reality_check(SimpleLearner)")
"""The agents with finitely many states, whose runs need not be stepped through."""

_FAST_IN_TURN = 4


def cells_in_order() -> tuple[Cell, ...]:
    """Return all cells, in the order in which they are replayed: first `FEW` of the finite agents, then mixed.

    The finite agents and the others each go through the environments in their order, changing the agent at each, and
    again with the next agent until all pairs are done, for one seed after another. After the first `FEW`, every fifth
    cell is of the others. So 200 cells have every agent and every environment.
    """
    fast = _by_turns(FINITE)
    others = _by_turns([name for name in AGENTS if name not in FINITE])
    cells = [*islice(fast, FEW)]
    while some := [*islice(fast, _FAST_IN_TURN), *islice(others, 1)]:
        cells += some
    return tuple(cells)


def _by_turns(agents: Sequence[str]) -> Iterator[Cell]:
    for seed in SEEDS:
        for first in range(len(agents)):
            for place, environment in enumerate(ENVIRONMENT_NAMES):
                agent = agents[(first + place + place // len(agents)) % len(agents)]
                yield Cell(agent, environment, seed, STEPS)


def compare_totals(number: int, progress: Callable[[str], None] = lambda agent: None) -> VectorReport:
    """Compare the totals of the first ``number`` cells with those of our runs of the same.

    ``progress`` gets the name of each agent.

    Raises `InvalidParameter` for a number of cells that there are not.
    """
    if type(number) is not int or not 1 <= number <= CELLS:
        raise InvalidParameter("the number of totals", number, f"an int from 1 to {CELLS}")
    expected, mismatches = reproduced_totals(), list[Mismatch]()
    cells = cells_in_order()[:number]
    for agent in dict.fromkeys(cell.agent for cell in cells):
        progress(agent)
        for cell in (cell for cell in cells if cell.agent == agent):
            row = make_run(BatteryRun(*cell, "published", "published"), AGENTS[agent])
            if row.total != expected[cell]:
                got = row.failure if row.total is None else row.total
                values = (agent, None, "total", f"{cell.environment}, seed {cell.seed}", expected[cell], got)
                mismatches.append(Mismatch(REPRODUCED, cells.index(cell), *values))
    found = tuple(sorted(mismatches, key=lambda mismatch: mismatch.run))
    return VectorReport(REPRODUCED, (FileReport(REPRODUCED, number, found, (), ()),))
