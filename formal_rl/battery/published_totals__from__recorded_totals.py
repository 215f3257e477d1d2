"""The totals that come with the package: ours and the published ones of ten agents, and sums of six deep learners'."""

import csv
from functools import cache
from importlib.resources import files

from formal_rl.battery.tables import OPPOSITE, SeedSum, SeedSums, seed_sums
from formal_rl.battery.totals import Columns, Totals, last_totals, total_rows

REPRODUCED = "reproduced_100k.csv"
DEEP_LEARNERS = "deep_learners_100k.csv"
PAPER_OPPOSITES = "paper_opposites.csv"


def reproduced_totals() -> Totals:
    """Return the totals of 2500 runs of the published library, made with seeds that took effect.

    Ledger: A22-Tab3
    """
    return _totals(None)


def published_totals() -> Totals:
    """Return the published totals of the same runs; one is missing.

    Ledger: A22-Tab3
    """
    return _totals("published_reward")


def deep_learner_sums() -> SeedSums:
    """Return the sums of the published totals of DQN, A2C, PPO and their reality checks, for each seed.

    Ledger: A22-Tab1, A22-Tab3
    """
    return _deep_learner_sums()


def published_sums() -> SeedSums:
    """Return the sums of all sixteen agents' published totals.

    Ledger: A22-Tab1, A22-Tab3
    """
    return {**_sums("published_reward"), **deep_learner_sums()}


def recorded_text(name: str) -> str:
    """Return the text of a recorded file."""
    return files("formal_rl.battery").joinpath("recorded", name).read_text("utf-8")


def reproduced_sums() -> SeedSums:
    """Return the sums of our runs of the ten agents, with opposites as published.

    Ledger: A22-Tab1
    """
    return _sums(None)


def paper_opposite_sums() -> SeedSums:
    """Return the sums of our runs of the ten agents, with opposites as the paper has them.

    The environments themselves are the published ones, the runs in them those of `reproduced_totals`.

    Ledger: A22-C9
    """
    return _paper_opposite_sums()


# What is read is read once. The functions above are not cached themselves, so that calling one is seen.


@cache
def _totals(column: str | None) -> Totals:
    columns = () if column is None else (Columns(total=column),)
    return last_totals(total_rows(recorded_text(REPRODUCED), REPRODUCED, *columns))


@cache
def _sums(column: str | None) -> SeedSums:
    return seed_sums(_totals(column))


@cache
def _deep_learner_sums() -> SeedSums:
    rows = csv.DictReader(recorded_text(DEEP_LEARNERS).splitlines())
    sums = (SeedSum(row.pop("agent"), *map(int, row.values())) for row in rows)
    return {(each.agent, each.seed): each for each in sums}


@cache
def _paper_opposite_sums() -> SeedSums:
    opposites = last_totals(total_rows(recorded_text(PAPER_OPPOSITES), PAPER_OPPOSITES))
    seeds = {cell.seed for cell in opposites}
    plain = {cell: total for cell, total in reproduced_totals().items() if not cell.environment.startswith(OPPOSITE)}
    return seed_sums({**plain, **opposites}, seeds=seeds)
