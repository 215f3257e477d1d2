"""The numbers of Tables 1 and 3, and the totals that come with the package: ours and the published ones."""

import csv
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from formal_rl.battery.tables import SEEDS, STEPS, SeedSum, SeedSums, seed_sums
from formal_rl.battery.totals import Cell, Totals

LEDGER = ("A22-Tab1", "A22-Tab3")


class PrintedMean(NamedTuple):
    """A mean and the number after its ±, as printed."""

    mean: str
    error: str


TABLE_1: Mapping[str, PrintedMean] = MappingProxyType(
    {
        "Q_learner": PrintedMean("-0.44858", "0.00044"),
        "DQN_learner": PrintedMean("-0.46687", "0.00137"),
        "A2C_learner": PrintedMean("-0.49820", "0.00045"),
        "PPO_learner": PrintedMean("-0.24217", "0.00793"),
    }
)
"""Reward per step with the tempting button, by the agents' names in the published totals.

Source: Alexander et al. 2022, Table 1.
Ledger: A22-Tab1
"""

TABLE_3: Mapping[str, PrintedMean] = MappingProxyType(
    {
        "RandomAgent": PrintedMean("0.0000", "0.0000"),
        "reality_check(RandomAgent)": PrintedMean("0.0000", "0.0000"),
        "SimpleLearner": PrintedMean("0.7567", "0.0000"),
        "reality_check(SimpleLearner)": PrintedMean("0.7146", "0.0031"),
        "Q_learner": PrintedMean("0.5395", "0.0030"),
        "reality_check(Q_learner)": PrintedMean("0.5720", "0.0038"),
        "DQN_learner": PrintedMean("0.5174", "0.0068"),
        "reality_check(DQN_learner)": PrintedMean("0.6072", "0.0057"),
        "A2C_learner": PrintedMean("0.6145", "0.0061"),
        "reality_check(A2C_learner)": PrintedMean("0.6368", "0.0045"),
        "PPO_learner": PrintedMean("0.0696", "0.0005"),
        "reality_check(PPO_learner)": PrintedMean("0.3332", "0.0019"),
    }
)
"""The measures of the agents and of their reality checks, by their names in the published totals.

Source: Alexander et al. 2022, Table 3.
Ledger: A22-Tab3
"""

GOOD_CLASSIC_AGENTS = ("Q_learner", "DQN_learner", "A2C_learner", "PPO_learner")
"""The agents that Table 3 ticks as good classic agents.

Source: Alexander et al. 2022, Table 3.
Ledger: A22-D8*, A22-C9
"""

DIGITS_OF_TABLE_1, DIGITS_OF_TABLE_3 = 5, 4

REPRODUCED = "reproduced_100k.csv"
DEEP_LEARNERS = "deep_learners_100k.csv"


def _recorded_rows(name: str) -> Iterable[dict[str, str]]:
    text = files("formal_rl.battery").joinpath("recorded", name).read_text("utf-8")
    return csv.DictReader(text.splitlines())


# Each kind of total is read once. The public functions are not cached: so the ledger sees which of them a row calls.


@cache
def _totals(kind: str) -> Totals:
    """Return the totals in the columns ``kind_1`` to ``kind_5``, which are of the five seeds."""
    return {
        Cell(row["agent"], row["env"], seed, STEPS): int(total)
        for row in _recorded_rows(REPRODUCED)
        for seed in SEEDS
        if (total := row[f"{kind}_{seed}"])
    }


@cache
def _sums(kind: str) -> SeedSums:
    return seed_sums(_totals(kind))


@cache
def _deep_learner_sums() -> SeedSums:
    sums = (SeedSum(row.pop("agent"), *map(int, row.values())) for row in _recorded_rows(DEEP_LEARNERS))
    return {(each.agent, each.seed): each for each in sums}


def reproduced_totals() -> Totals:
    """Return the totals of 2500 runs of the published library, made with seeds that took effect.

    Ledger: A22-Tab3
    """
    return _totals("seed")


def published_totals() -> Totals:
    """Return the published totals of the same runs; one is missing.

    Ledger: A22-Tab3
    """
    return _totals("published")


def paper_opposite_totals() -> Totals:
    """Return the totals of the same runs, those in opposites with opposites as the paper has them.

    Ledger: A22-C9
    """
    return _totals("paper")


def deep_learner_sums() -> SeedSums:
    """Return the sums of the published totals of DQN, A2C, PPO and their reality checks, for each seed."""
    return _deep_learner_sums()


def published_sums() -> SeedSums:
    """Return the sums of all sixteen agents' published totals."""
    return {**_sums("published"), **deep_learner_sums()}


def reproduced_sums() -> SeedSums:
    """Return the sums of our runs of the ten agents, with opposites as published.

    Ledger: A22-Tab1
    """
    return _sums("seed")


def paper_opposite_sums() -> SeedSums:
    """Return the sums of our runs of the ten agents, with opposites as the paper has them.

    The environments themselves are the published ones, the runs in them those of `reproduced_totals`.

    Ledger: A22-C9
    """
    return _sums("paper")
