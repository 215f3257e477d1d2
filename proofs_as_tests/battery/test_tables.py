"""The figures of the tables from totals: what is summed, what is left out."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.battery import gain, measure, published_totals, reproduced_totals, seed_sums, tempting_button_performance
from formal_rl.battery.published_totals import deep_learner_sums, paper_opposite_sums, published_sums, reproduced_sums
from formal_rl.battery.tables import RUNS, SEEDS, STEPS, SeedSum, all_runs, in_opposites, without_opposites
from formal_rl.battery.totals import Cell, reality_checked, unchecked
from formal_rl.errors import InvalidParameter

cells = st.builds(
    Cell,
    st.sampled_from(["A", "B", "reality_check(A)"]),
    st.sampled_from(["TemptingButton", "E", "minus_rewards(E)", "F"]),
    st.integers(0, 3),
    st.sampled_from([10, 20]),
)


@given(st.dictionaries(cells, st.integers(-10, 10)))
def test_the_measure_is_the_mean_over_the_runs_there_are(totals):
    """For each agent and seed it is the sum of the totals, divided by their number and the steps."""
    sums = seed_sums(totals, steps=10, seeds=(1, 2))
    for (agent, seed), runs in sums.items():
        of_it = [total for cell, total in totals.items() if cell[::2] == (agent, seed) and cell.steps == 10]
        assert all_runs(runs) == Fraction(sum(of_it), 10 * len(of_it))
        assert runs.number == len(of_it)
        assert runs.tempting_button == totals.get(Cell(agent, "TemptingButton", seed, 10))
    assert set(sums) == {cell[::2] for cell in totals if cell.steps == 10 and cell.seed in {1, 2}}


def test_by_hand():
    """Two seeds, an opposite, and a gain where both were run."""
    sums = {
        ("A", 1): SeedSum("A", 1, 10, 1, 4, 1, -2, 4),
        ("A", 2): SeedSum("A", 2, 10, 1, 6, 1, 0, None),
        ("reality_check(A)", 2): SeedSum("reality_check(A)", 2, 10, 1, 10, 1, 0),
    }

    assert measure(sums, "A").values == (Fraction(1, 10), Fraction(3, 10))
    assert measure(sums, "A", without_opposites).values == (Fraction(2, 5), Fraction(3, 5))
    assert measure(sums, "A", in_opposites).values == (Fraction(-1, 5), 0)
    assert tempting_button_performance(sums, "A").values == (Fraction(2, 5),)
    assert gain(sums, "A").values == (Fraction(1, 5),)


def test_an_agent_that_was_not_run_is_refused():
    """The complaint says which there are."""
    with pytest.raises(InvalidParameter, match=r"'B'.*one of \['A'\]"):
        measure({("A", 1): SeedSum("A", 1, 10, 1, 4)}, "B")
    with pytest.raises(InvalidParameter, match="at least one"):
        gain({("A", 1): SeedSum("A", 1, 10, 1, 4)}, "A")


@pytest.mark.parametrize(
    "name", ["A", "reality_check(A)", "reality_check(reality_check(A))", "check)", "reality_check(A"]
)
def test_names_of_reality_checks(name):
    """The name of a reality check says of what it is one."""
    assert unchecked(reality_checked(name)) == name
    assert unchecked("reality_check(A") == "reality_check(A"


def test_shipped_totals_are_complete():
    """Our totals are of all runs, the published ones but for one; of each deep learner there are all sums."""
    assert len(reproduced_totals()) == 10 * RUNS * len(SEEDS)
    assert len(published_totals()) == 10 * RUNS * len(SEEDS) - 1
    assert len(deep_learner_sums()) == 6 * len(SEEDS)
    assert {runs.number for runs in deep_learner_sums().values()} == {RUNS}
    assert {runs.steps for runs in published_sums().values()} == {STEPS}
    assert len(published_sums()) == 16 * len(SEEDS)
    assert {runs.number for runs in (*reproduced_sums().values(), *paper_opposite_sums().values())} == {RUNS}


def test_the_published_library_run_again():
    """Its totals are the published ones, but where the simple learner was published with a seed that had no effect."""
    drawn = ("TemptingButton", "TemptingButtonVariation", "SelfRecognition")
    common = reproduced_totals().keys() & published_totals().keys()
    others = {cell for cell in common if reproduced_totals()[cell] != published_totals()[cell]}

    assert (len(common), len(others)) == (2499, 51)
    assert all("SimpleLearner" in cell.agent and any(name in cell.environment for name in drawn) for cell in others)


def test_no_total_is_beyond_its_steps():
    """Rewards are -1, 0 or 1."""
    for sums in (published_sums(), reproduced_sums(), paper_opposite_sums()):
        assert all(abs(all_runs(runs)) <= 1 for runs in sums.values())
