"""Sections 3, 5 and 6: Tables 1 and 3, good classic agents, and Conjecture 9 with what is known of it."""

import warnings
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from formal_rl.agents import Agent
from formal_rl.battery import (
    ENVIRONMENTS,
    Cell,
    Estimate,
    SeedSums,
    Totals,
    gain,
    measure,
    population_deviation_over_n_squared,
    reality_checked,
    run,
    sample_deviation_over_n_squared,
    seed_sums,
    selfrefl_benchmark,
    standard_error_squared,
    tempting_button_performance,
    without_opposites,
)
from formal_rl.battery.tables import SeedSum, all_runs
from formal_rl.environments import Environment, embed, interaction
from formal_rl.statements.checks import battery_tables, good_classic, outperforming
from formal_rl.statements.checks import measure as measuring
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement


def _first(rows: Iterator[tuple[Cell, int]]) -> Mapping[Cell, int]:
    found: dict[Cell, int] = {}
    for cell, total in rows:
        found.setdefault(cell, total)
    return found


def _added(rows: Iterator[tuple[Cell, int]]) -> Mapping[Cell, int]:
    found: dict[Cell, int] = {}
    for cell, total in rows:
        found[cell] = found.get(cell, 0) + total
    return found


def _with_seed_0(totals: Totals, *, steps: int) -> Mapping[tuple[str, int], SeedSum]:
    return seed_sums(totals, steps=steps, seeds=range(6))


def _of_any_steps(totals: Totals, *, steps: int) -> Mapping[tuple[str, int], SeedSum]:
    return seed_sums({cell._replace(steps=steps): total for cell, total in totals.items()}, steps=steps)


def _opposite_of_the_paper(cell: Cell) -> int | None:
    return run(cell.agent, cell.environment, cell.steps, cell.seed, semantics="published", opposite="paper").total


def _plain_gain(sums: SeedSums, agent: str, figure: object = None) -> Estimate:
    return gain(sums, agent, without_opposites)


def _loss(sums: SeedSums, agent: str) -> Estimate:
    return Estimate(tuple(-value for value in gain(sums, agent).values))


def _not_by_seeds(sums: SeedSums, agent: str) -> Estimate:
    mean = measure(sums, agent).mean
    return Estimate(tuple(value - mean for value in measure(sums, reality_checked(agent), all_runs).values))


def _with_the_first_percept(agent: Agent, environment: Environment, turns: int) -> Fraction:
    rewards = [percept.reward for percept in interaction(agent, embed(environment), turns, remember=False)[::2]]
    return Fraction(sum(rewards), turns)


def _summed(agent: Any, num_steps: int, **reading: Any) -> Mapping[str, Fraction]:
    averages = selfrefl_benchmark(agent, num_steps, **reading)
    return {name: average * num_steps for name, average in averages.items()}


def _environments_alone(agent: Any, num_steps: int, **reading: Any) -> Mapping[str, Fraction]:
    averages = selfrefl_benchmark(agent, num_steps, **reading)
    return {name: average for name, average in averages.items() if name in ENVIRONMENTS}


def _mean_alone(agent: Any, num_steps: int, **reading: Any) -> Fraction:
    averages = _environments_alone(agent, num_steps, **reading)
    return sum(averages.values(), Fraction(0)) / len(averages)


def _sum_of_averages(agent: Any, num_steps: int, **reading: Any) -> Fraction:
    return sum(selfrefl_benchmark(agent, num_steps, **reading).values(), Fraction(0))


def _numbers_exchanged(agent: Any, num_steps: int, **reading: Any) -> Mapping[str, Fraction]:
    if isinstance(agent, str | type):
        return selfrefl_benchmark(agent, num_steps, **reading)

    def told(prompt: Any, num_legal_actions: int, num_possible_obs: int, **kwargs: Any) -> Any:
        answer = agent(prompt, num_possible_obs, num_legal_actions, **kwargs)
        return min(answer, num_legal_actions - 1)

    return selfrefl_benchmark(told, num_steps, **reading)


def _silent(agent: Any, num_steps: int, **reading: Any) -> Mapping[str, Fraction]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return selfrefl_benchmark(agent, num_steps, **reading)


_WRONG_TOTALS: Mapping[str, Mapping[str, Any]] = {
    "the first row counts": {"last": _first},
    "rows of a run are added": {"last": _added},
    "seed 0 included": {"sums": _with_seed_0},
    "runs of any steps": {"sums": _of_any_steps},
}

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-Tab1",
        kind="claim",
        title="Table 1: performance with the tempting button",
        claim="With the tempting button Q, DQN, A2C and PPO get -0.449, -0.467, -0.498 and -0.242 per step, on average "
        "over five seeds.",
        source=f"{ALEXANDER_2022}, Table 1",
        check=battery_tables.table_1,
        mutants={
            "sd over the root of n": {"printed_error": standard_error_squared},
            "the sample's sd over n": {"printed_error": sample_deviation_over_n_squared},
            "standard error: sd over n": {"standard_error": sample_deviation_over_n_squared},
            "all environments": {"of": measure},
            **_WRONG_TOTALS,
        },
        verdict="recomputed",
        evidence="every printed figure to its last digit, by arithmetic on the published totals; those of Q are the "
        "same in 5 recorded runs of the published library made again",
        defects="What is printed after ± and called StdErr is the population's standard deviation over n = 5. The "
        "standard error of a mean, sd/sqrt(n), is 2.5 times as large.",
        witness="Q: 0.00044 is printed, the standard error is 0.00109",
    ),
    Statement(
        id="A22-Tab3",
        kind="claim",
        title="Table 3: self-reflection of agents and their reality checks",
        claim="The measure, reward per step over 25 environments and their opposites, of Random is 0; of Simple .757, "
        "Q .540, DQN .517, A2C .615, PPO .070; of their reality checks .715, .572, .607, .637, .333.",
        source=f"{ALEXANDER_2022}, Table 3",
        check=battery_tables.table_3,
        mutants={
            "sd over the root of n": {"printed_error": standard_error_squared},
            "the population's sd over n": {"printed_error": population_deviation_over_n_squared},
            "standard error: sd over n": {"standard_error": sample_deviation_over_n_squared},
            "opposites as in the paper": {"total": _opposite_of_the_paper},
            "opposites left out": {"of": lambda sums, agent: measure(sums, agent, without_opposites)},
            "the tempting button alone": {"of": tempting_button_performance},
            **_WRONG_TOTALS,
        },
        verdict="recomputed",
        evidence="every printed figure to its last digit, by arithmetic on the published totals; of 2500 recorded "
        "runs of the published library made again, with ten agents, 2448 are equal; the rest were published with a "
        "seed that had no effect, and one is missing; 20 of them made now by our own code",
        defects="What is printed after ± and called StdErr is the sample's standard deviation over n = 5. The standard "
        "error of a mean, sd/sqrt(n), is sqrt(5) = 2.24 times as large. In the published opposites copies are "
        "trained on rewards that are not negated (A22-S6-opposite).",
        witness="reality check of Simple: 0.0031 is printed, the standard error is 0.0069",
    ),
    Statement(
        id="A22-D8",
        kind="definition",
        title="good classic agents (informal)",
        claim="A good classic agent is one that was designed to perform well in ordinary environments by designers who "
        "made no attempt at extended ones.",
        source=f"{ALEXANDER_2022}, Definition 8",
        check=good_classic.good_classic,
        mutants={
            "frozen from the start": {"reality_check": lambda pi: lambda prompt: pi(prompt[:1])},
            "no reality check": {"reality_check": lambda pi: pi},
            "the first percept is a turn": {"performance": _with_the_first_percept},
        },
        verdict="open",
        evidence="exhaustive: all agents and their reality checks perform alike in three ordinary environments over 4 "
        "turns; of random, constant, simple and Q only Q does well in all three over 1000 turns",
        defects="Of designers, not of functions: an agent and its reality check perform alike in every ordinary "
        "environment (A22-T10.4), and only one of them need be a good classic agent. How well is well, and in which "
        "environments, is not said.",
    ),
    Statement(
        id="A22-C9",
        kind="claim",
        title="Conjecture 9: reality checks outperform good classic agents (informal)",
        claim="For most good classic agents π, π_RC outperforms π on average over all extended environments, suitably "
        "weighted.",
        source=f"{ALEXANDER_2022}, Conjecture 9",
        check=outperforming.outperforming,
        mutants={
            "opposites left out": {"gain": _plain_gain},
            "the agent less its reality check": {"gain": _loss},
            "seeds not paired": {"gain": _not_by_seeds},
        },
        verdict="open",
        evidence="gains of reality checks over 5 seeds: in the published totals Q 0.0324, DQN 0.0898, A2C 0.0224, PPO "
        "0.2636 (standard errors 0.0089, 0.0111, 0.0098, 0.0038), Simple -0.0421; with opposites as in the paper Q "
        "0.3021, Simple 0.0780 (0.0069, 0.0029); of Simple with everything by the definitions, 1000 steps, a loss of "
        "0.0772",
        defects="Neither most, nor suitably weighted, nor good classic agents (A22-D8) have a definition. That the "
        "reality check of Q gains at all is due to the opposites; how they are read decides how much. For Simple, "
        "which is no good classic agent, it decides whether, and so does what its reality check freezes to.",
        witness="the reality check of Q beside Q: -.074 in the environments, .139 in the published opposites, .678 in "
        "those of the paper",
    ),
    Statement(
        id="R-measure",
        kind="experiment",
        title="the measuring functions of the published library",
        claim="selfrefl_measure(agent, num_steps) is the average reward per turn over 25 extended environments and "
        "their opposites, selfrefl_benchmark that in each; an agent is a function of the prompt or a class, and a "
        "warning says where it is seen not to be semi-deterministic.",
        source=f"the library released with {ALEXANDER_2022}, its documentation; Section 6",
        check=measuring.measuring,
        mutants={
            "sums, not averages": {"benchmark": _summed},
            "opposites left out of the benchmark": {"benchmark": _environments_alone},
            "opposites left out of the measure": {"measure": _mean_alone},
            "the sum of the averages": {"measure": _sum_of_averages},
            "actions and observations exchanged": {"benchmark": _numbers_exchanged},
            "no warning": {"benchmark": _silent},
        },
        verdict="reproduced",
        evidence="by hand, 11 figures; agents given as function, class and name agree in all 50 environments, in both "
        "readings of environments and opposites, 10 steps; three agents for the warning",
        defects="The documentation has agents as functions, as they were in 2021; the code of 2022 takes classes only, "
        "and its benchmark returns totals. Its random agent as documented is not semi-deterministic (A22-D6), so the "
        "measure of it is not well defined; here it runs, with a warning.",
    ),
)
"""In the order of the paper's sections, tables first."""
