"""What printed means and deviations can be of: against numbers that are really averaged."""

from fractions import Fraction
from math import sqrt
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife.benchmark import TABLE_1, TABLE_2, TASKS
from formal_rl.safelife.benchmark.published_tables import (
    EPISODES_PRINTED,
    PrintedFigure,
    PrintedRow,
    greatest_variance,
    is_possible,
    is_possible_with_completed,
    rounded_from,
)


def test_the_tables_have_each_task():
    """Eighteen rows and three, the penalties of each task ascending."""
    assert (len(TABLE_1), len(TABLE_2)) == (18, 3)
    assert tuple(dict.fromkeys(row.task for row in (*TABLE_1, *TABLE_2))) == TASKS
    for task in TASKS:
        penalties = [Fraction(row.penalty) for row in (*TABLE_1, *TABLE_2) if row.task == task]
        assert penalties == sorted(set(penalties))
    assert str(TABLE_1[0].performance) == "0.48 ± 0.11"


@pytest.mark.statement("W19-Tab1")
@given(st.lists(st.integers(1, 1000), min_size=1, max_size=30))
def test_averages_are_possible(lengths):
    """Whatever lengths there are, their mean and deviation, rounded, are possible of numbers from 1 to 1000."""
    printed = PrintedFigure(f"{fmean(lengths):.0f}", f"{pstdev(lengths):.0f}")

    assert is_possible(printed, 1, 1000)


@pytest.mark.statement("W19-Tab1")
@given(st.integers(0, 1000), st.integers(0, 600))
def test_possible_figures_are_averages(mean, deviation):
    """There are two values whose mixture is printed so, if it is possible, and none where the bound forbids it."""
    possible = is_possible(PrintedFigure(str(mean), str(deviation)), 0, 1000)
    means, wanted = rounded_from(str(mean)), max(deviation - 0.5, 0)
    middle = min(max(Fraction(500), means.least), means.most)
    middle = min(max(middle, Fraction(0)), Fraction(1000))

    assert possible == (sqrt(greatest_variance(middle, 0, 1000)) >= wanted)


@pytest.mark.statement("W19-Tab1")
@given(st.lists(st.integers(1, 1000), max_size=40), st.integers(0, 40))
def test_completed_and_lengths_that_are_averaged_are_possible(completed, others):
    """Of completed episodes of any length, and others of 1000 steps, as many thousandths as there are episodes."""
    lengths = completed + [1000] * others
    if not lengths or EPISODES_PRINTED % len(lengths):
        lengths = completed = [1000] * 10
    share = f"{100 * len(completed) / len(lengths):.1f}"
    row = PrintedRow(
        "navigation",
        "0",
        None,
        share,
        PrintedFigure(f"{fmean(lengths):.0f}", f"{pstdev(lengths):.0f}"),
        PrintedFigure("0", "0"),
    )

    assert is_possible_with_completed(row, 1000)
