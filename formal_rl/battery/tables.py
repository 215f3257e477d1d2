"""The figures of Tables 1 and 3: one value for each seed, from the totals of runs, as exact fractions.

An agent without any of these runs raises `InvalidParameter`.
"""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from formal_rl.battery.estimates import Estimate
from formal_rl.battery.totals import OPPOSITE, Totals, reality_checked
from formal_rl.errors import InvalidParameter

LEDGER = ("A22-C9",)

SEEDS, STEPS, RUNS = (1, 2, 3, 4, 5), 100_000, 50
"""The seeds of the paper's tables, the steps of each run, and the runs of an agent with each seed.

Source: Alexander et al. 2022, Sections 3 and 6.
Ledger: A22-Tab1, A22-Tab3
"""


class SeedSum(NamedTuple):
    """The runs of one agent with one seed together, of ``steps`` each: how many, and their total reward.

    Those in opposites are summed on their own; ``tempting_button`` is the total in the environment of Table 1.

    Ledger: A22-Tab1, A22-Tab3
    """

    agent: str
    seed: int
    steps: int
    runs: int = 0
    total: int = 0
    opposite_runs: int = 0
    opposite_total: int = 0
    tempting_button: int | None = None

    @property
    def number(self) -> int:
        """The number of runs."""
        return self.runs + self.opposite_runs


SeedSums: TypeAlias = Mapping[tuple[str, int], SeedSum]
"""By agent and seed."""

Figure: TypeAlias = Callable[[SeedSum], Fraction]
"""The number to average over seeds."""


def all_runs(runs: SeedSum) -> Fraction:
    """Return the measure: the reward per step over all runs, those in opposites included.

    Source: Alexander et al. 2022, Section 6.
    Ledger: A22-Tab3
    """
    return Fraction(runs.total + runs.opposite_total, runs.number * runs.steps)


def without_opposites(runs: SeedSum) -> Fraction:
    """Return the reward per step in the environments themselves."""
    return Fraction(runs.total, runs.runs * runs.steps)


def in_opposites(runs: SeedSum) -> Fraction:
    """Return the reward per step in the opposites."""
    return Fraction(runs.opposite_total, runs.opposite_runs * runs.steps)


def seed_sums(totals: Totals, *, steps: int = STEPS, seeds: Collection[int] = SEEDS) -> dict[tuple[str, int], SeedSum]:
    """Return the sums of the runs of ``steps`` steps with these seeds, in all environments that occur.

    A run that is missing is left out: the mean is taken over those there are.

    Source: Alexander et al. 2022, Section 6.
    Ledger: A22-Tab3*
    """
    found: dict[tuple[str, int], SeedSum] = {}
    for cell, total in totals.items():
        if cell.steps != steps or cell.seed not in seeds:
            continue
        key = cell.agent, cell.seed
        so_far = found.get(key, SeedSum(*key, steps))
        if cell.environment.startswith(OPPOSITE):
            found[key] = so_far._replace(
                opposite_runs=so_far.opposite_runs + 1, opposite_total=so_far.opposite_total + total
            )
        else:
            found[key] = so_far._replace(runs=so_far.runs + 1, total=so_far.total + total)
        if cell.environment == "TemptingButton":
            found[key] = found[key]._replace(tempting_button=total)
    return found


def measure(sums: SeedSums, agent: str, figure: Figure = all_runs) -> Estimate:
    """Return a figure of an agent for each seed; by default its self-reflection, the reward per step over all runs.

    Source: Alexander et al. 2022, Section 6.
    Ledger: A22-Tab3*, A22-C9
    """
    return Estimate(tuple(figure(sums[key]) for key in _of(sums, agent)))


def tempting_button_performance(sums: SeedSums, agent: str) -> Estimate:
    """Return the performance of an agent as Table 1 has it: reward per step with the tempting button, for each seed.

    Source: Alexander et al. 2022, Table 1.
    Ledger: A22-Tab1*
    """
    found = [(sums[key].tempting_button, sums[key].steps) for key in _of(sums, agent)]
    return Estimate(tuple(Fraction(total, steps) for total, steps in found if total is not None))


def gain(sums: SeedSums, agent: str, figure: Figure = all_runs) -> Estimate:
    """Return by how much an agent's reality check outperforms it, for each seed that both were run with.

    Source: Alexander et al. 2022, Conjecture 9.
    Ledger: A22-C9*
    """
    checked = reality_checked(agent)
    seeds = sorted(seed for name, seed in sums if name == agent and (checked, seed) in sums)
    return Estimate(tuple(figure(sums[checked, seed]) - figure(sums[agent, seed]) for seed in seeds))


def _of(sums: SeedSums, agent: str) -> list[tuple[str, int]]:
    found = sorted(key for key in sums if key[0] == agent)
    if not found:
        raise InvalidParameter("agent", agent, f"one of {sorted({name for name, _ in sums})}")
    return found
