"""Recorded totals of the battery, replayed: exact, in an order that is documented, and a wrong one is found."""

from collections import Counter

import pytest
from hypothesis import settings

from formal_rl.battery import AGENTS, ENVIRONMENT_NAMES, reproduced_totals
from formal_rl.battery.results import row_of
from formal_rl.errors import InvalidParameter
from formal_rl.recordings import totals
from formal_rl.recordings.totals import CELLS, FEW, FINITE, cells_in_order, compare_totals

MANY = 200


def recorded_row(run, agent):
    """Return the row with the recorded total."""
    return row_of(run, total=reproduced_totals()[run[:4]])


def test_some_totals_are_reproduced_exactly():
    """The first cells in order; 200 of them where everything is gone through."""
    number = MANY if settings.default is not None and settings().max_examples >= 5_000 else FEW
    report = compare_totals(number)

    assert (report.mismatches, report.exit_code, report.cases) == ((), 0, number)


def test_every_cell_comes_once_the_fast_first_and_200_have_everything():
    """The first are of the agents of finitely many states; 200 have every agent in turn and every environment."""
    cells = cells_in_order()
    first, many = cells[:FEW], cells[:MANY]

    assert len(cells) == CELLS == 2500
    assert set(cells) == set(reproduced_totals())
    assert set(Counter(cell.agent for cell in first).values()) == {FEW // len(FINITE)}
    assert {cell.agent for cell in first} == set(FINITE)
    assert len({cell.environment for cell in first}) == FEW
    assert {cell.agent for cell in many} == set(AGENTS)
    assert {cell.environment for cell in many} == set(ENVIRONMENT_NAMES)


def test_a_wrong_total_is_found(monkeypatch):
    """One total off by one, and one run that failed, are mismatches; the others are not."""
    changed, failed = cells_in_order()[3], cells_in_order()[7]

    def row(run, agent):
        if run[:4] == failed:
            return row_of(run, failure="it broke")
        return row_of(run, total=reproduced_totals()[run[:4]] + (run[:4] == changed))

    monkeypatch.setattr(totals, "make_run", row)
    report = compare_totals(10)

    assert report.exit_code == 1
    assert [mismatch.run for mismatch in report.mismatches] == [3, 7]
    expected = reproduced_totals()[changed]
    said = f"({changed.agent}, whole case): total: recorded {expected}, replayed {expected + 1}"
    assert str(report.mismatches[0]).endswith(f"{changed.environment}, seed 1 {said}")
    assert report.mismatches[1].got == "it broke"


def test_progress_names_each_agent_and_all_cells_can_run(monkeypatch):
    """Each agent is named once; 2500 cells are the most."""
    agents = []
    monkeypatch.setattr(totals, "make_run", recorded_row)
    report = compare_totals(CELLS, agents.append)

    assert report.cases == CELLS
    assert Counter(agents) == dict.fromkeys(AGENTS, 1)


@pytest.mark.parametrize("number", [0, -1, CELLS + 1, 2.0, True])
def test_a_number_that_there_is_not_is_refused(number):
    """From 1 to 2500."""
    with pytest.raises(InvalidParameter, match="the number of totals"):
        compare_totals(number)
