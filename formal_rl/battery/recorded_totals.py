"""The totals that come with the package: ours and the published ones of ten agents, and sums of six deep learners'."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

from formal_rl.battery.tables import OPPOSITE, SeedSum, SeedSums, seed_sums
from formal_rl.battery.totals import Columns, Totals, last_totals, total_rows

REPRODUCED = "reproduced_100k.csv"
DEEP_LEARNERS = "deep_learners_100k.csv"
PAPER_OPPOSITES = "paper_opposites.csv"


@cache
def reproduced_totals() -> Totals:
    """Return the totals of 2500 runs of the published library, made with seeds that took effect.

    Ledger: A22-Tab1, A22-Tab3
    """
    return last_totals(total_rows(recorded_text(REPRODUCED), REPRODUCED))


@cache
def published_totals() -> Totals:
    """Return the published totals of the same runs; one is missing.

    Ledger: A22-Tab1, A22-Tab3
    """
    return last_totals(total_rows(recorded_text(REPRODUCED), REPRODUCED, Columns(total="published_reward")))


@cache
def deep_learner_sums() -> SeedSums:
    """Return the sums of the published totals of DQN, A2C, PPO and their reality checks, for each seed.

    Ledger: A22-Tab1, A22-Tab3
    """
    rows = csv.DictReader(recorded_text(DEEP_LEARNERS).splitlines())
    sums = (SeedSum(row.pop("agent"), *map(int, row.values())) for row in rows)
    return {(each.agent, each.seed): each for each in sums}


@cache
def published_sums() -> SeedSums:
    """Return the sums of all sixteen agents' published totals.

    Ledger: A22-Tab1, A22-Tab3
    """
    return {**seed_sums(published_totals()), **deep_learner_sums()}


def recorded_text(name: str) -> str:
    """Return the text of a recorded file.

    Ledger: infrastructure
    """
    return files("formal_rl.battery").joinpath("recorded", name).read_text("utf-8")


@cache
def reproduced_sums() -> SeedSums:
    """Return the sums of our runs of the ten agents, with opposites as published.

    Ledger: A22-Tab1, A22-Tab3
    """
    return seed_sums(reproduced_totals())


@cache
def paper_opposite_sums() -> SeedSums:
    """Return the sums of our runs of the ten agents, with opposites as the paper has them.

    The environments themselves are the published ones, the runs in them those of `reproduced_totals`.

    Ledger: A22-C9
    """
    opposites = last_totals(total_rows(recorded_text(PAPER_OPPOSITES), PAPER_OPPOSITES))
    seeds = {cell.seed for cell in opposites}
    plain = {cell: total for cell, total in reproduced_totals().items() if not cell.environment.startswith(OPPOSITE)}
    return seed_sums({**plain, **opposites}, seeds=seeds)
