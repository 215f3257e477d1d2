"""The table of departures: complete, and as the command says."""

import pytest
from attrs import evolve

from formal_rl.errors import NotReproducible, UnknownName
from formal_rl.recordings.registry import PUBLISHED_ENVIRONMENTS
from formal_rl.statements.alexander_2022.published_library import LIBRARY
from formal_rl.study import departures
from formal_rl.study.departures_report import chosen_environments, departure_lines


def test_every_published_environment_is_in_the_table():
    """By the library's names; the report has both forms of learning rates, the older and the newer."""
    names = {each.published_name for each in LIBRARY}

    assert names == PUBLISHED_ENVIRONMENTS.keys() - {"IncentivizeLearningRate_Old"} | {"minus_rewards"}
    assert [each.name for each in LIBRARY[:-1]] == sorted(each.name for each in LIBRARY[:-1])


def test_nothing_is_compared_with_itself():
    """The report compares each year, or describes the published form."""
    for each in LIBRARY:
        compared = {comparison.year for comparison in each.comparisons}
        assert 2022 in compared
        assert (2021 in compared) == (not each.in_2021)


def test_lines_with_and_without_witnesses():
    """Each environment has its lines for both years; witnesses stand under departures alone."""
    of_one = list(departures(chosen_environments(["deja_vu"])))

    assert departure_lines(of_one, witnesses=False) == [
        "deja_vu (DejaVu); defined: A21 Example 10",
        "  2021  as defined",
        "  2022  the first reward is 0",
    ]
    assert (
        departure_lines(of_one, witnesses=True)[3].strip().startswith("deja_vu: percept 1, counted from 0, on (0,0) 0")
    )


def test_names_of_both_kinds():
    """Ours and the library's; the error of an unknown one has similar names."""
    assert [each.name for each in chosen_environments(["DejaVu", "deja_vu", "repeater"])] == ["deja_vu", "repeater"]
    assert chosen_environments([]) == LIBRARY
    with pytest.raises(UnknownName, match="no environment 'reverse'; did you mean"):
        chosen_environments(["reverse"])


def test_a_false_line_raises():
    """A comparison that comes out otherwise than its line says is an error, either way round."""
    (deja_vu,) = chosen_environments(["deja_vu"])
    (comparison,) = deja_vu.comparisons
    silent = evolve(deja_vu, comparisons=(evolve(comparison, line=""),))
    (ignore_actions,) = chosen_environments(["ignore_actions"])
    loud = evolve(ignore_actions, comparisons=(evolve(ignore_actions.comparisons[0], line="says it departs"),))

    for wrong in (silent, loud):
        with pytest.raises(NotReproducible, match="not as the table says"):
            list(departures((wrong,)))
