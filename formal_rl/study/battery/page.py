"""The page of the docs about Tables 1 and 3: what was measured, what the definitions give, how far off it may be."""

from fractions import Fraction

from formal_rl.battery import (
    DIGITS_OF_TABLE_3,
    GOOD_CLASSIC_AGENTS,
    RUNS,
    SEEDS,
    STEPS,
    TABLE_1,
    TABLE_3,
    Estimate,
    fixed_text,
    gain,
    in_opposites,
    measure,
    nearest_root,
    paper_opposite_sums,
    published_sums,
    published_totals,
    reality_checked,
    reproduced_sums,
    reproduced_totals,
    standard_error_squared,
    tempting_button_performance,
    without_opposites,
)
from formal_rl.statements.alexander_2022 import sums_by_definition
from formal_rl.study.battery.tables import AGENTS, battery_tables, estimate_text
from formal_rl.view import paragraph

CRITICAL = Fraction(2776, 1000)
"""Student's t with four degrees of freedom is further from 0 than this in one case of twenty."""

COMPARED = ("SimpleLearner", "Q_learner")
"""The agents whose measures are told in a sentence."""

_SHORT = 1_000


def tables_page() -> list[str]:
    """Return the page as Markdown; every number on it is computed from what comes with the package."""
    return [*_measured(), *_error_bars(), *_definitions(), *_reproduced(), *_commands()]


def _measured() -> list[str]:
    return [
        "# The tables of the measured agents",
        "",
        *paragraph(
            "This page shows what Tables 1 and 3 of Alexander et al. 2022 measured, what the definitions give, and how "
            "large the error bars are. It is for readers who use these numbers. `formal-rl tables --page` prints the "
            "page and computes every number on it. In the ledger the tables are `A22-Tab1`, `A22-Tab3` and `A22-C9`."
        ),
        "## What was measured",
        "",
        *paragraph(
            f"The measure of an agent is its reward per step over {RUNS // 2} extended environments and their "
            f"opposites, in runs of {STEPS:,} steps with {len(SEEDS)} seeds. The published table of totals has "
            f"{len(AGENTS)} agents and their reality checks; Table 3 shows {len(TABLE_3) // 2} of them. If a run has "
            "several rows in it, the last one counts; seed 0 and longer runs do not count. Table 1 is about one "
            "environment, the tempting button."
        ),
        *paragraph(
            "There are two columns headed *our runs*. For the one with published opposites we ran the published "
            "library again. The one with the opposites of the paper has runs of our own code in these opposites, and "
            "the same runs of the library in the environments themselves."
        ),
        "```",
        *battery_tables().lines(),
        "```",
        "",
    ]


def _error_bars() -> list[str]:
    q, button = (estimate(published_sums(), "Q_learner") for estimate in (measure, tempting_button_performance))
    gains = {agent: gain(published_sums(), agent) for agent in GOOD_CLASSIC_AGENTS}
    near = [AGENTS[agent] for agent, each in gains.items() if each.mean**2 < CRITICAL**2 * standard_error_squared(each)]
    distances = ", ".join(f"{AGENTS[agent]} {_in_errors(each)}" for agent, each in gains.items())
    return [
        "## How large the error bars are",
        "",
        *paragraph(
            "Every printed mean is right. The number after ± is called StdErr but is not a standard error. In Table 3 "
            f"it is the sample's standard deviation divided by n = {len(SEEDS)}. The standard error of a mean is that "
            f"deviation divided by sqrt(n), 2.24 times as much: for Q the table prints {TABLE_3['Q_learner'].error}, "
            f"and the standard error is {_error(q, 4)}. In Table 1 it is the population's deviation divided by n, and "
            f"the standard error is 2.5 times as much: for Q the table prints {TABLE_1['Q_learner'].error}, and the "
            f"standard error is {_error(button, 5)}."
        ),
        *paragraph(
            "The gain of a reality check is best measured seed by seed, since both agents of a pair get the same "
            f"draws. In standard errors, the gains in the published totals are: {distances}. Without a gain, and with "
            f"normally distributed values, a mean over five seeds is further than {fixed_text(CRITICAL, 2)} standard "
            f"errors from 0 in one case of twenty. Nearer than that: {', '.join(near) or 'none'}. These errors come "
            "from the draws alone. They say nothing about other environments or other parameters of the agents."
        ),
    ]


def _definitions() -> list[str]:
    rows = ["| agent | environments | opposites, published | opposites, of the paper |", "|---|---|---|---|"]
    for agent, name in AGENTS.items():
        ours = any(key[0] == agent for key in paper_opposite_sums())
        texts = [_text(gain(published_sums(), agent, figure)) for figure in (without_opposites, in_opposites)]
        texts.append(_text(gain(paper_opposite_sums(), agent, in_opposites)) if ours else "not run")
        rows.append(f"| {name} | {' | '.join(texts)} |")
    published, paper = (
        " and ".join(f"{fixed_text(measure(sums, agent).mean, 3)} of {AGENTS[agent]}" for agent in COMPARED)
        for sums in (reproduced_sums(), paper_opposite_sums())
    )
    agents = ("SimpleLearner", reality_checked("SimpleLearner"))
    sums = sums_by_definition(agents, _SHORT, SEEDS[0])
    simple, checked = (fixed_text(measure(sums, agent).mean, 3) for agent in agents)
    return [
        "## What the definitions give",
        "",
        *paragraph(
            "The opposite of an environment pays its rewards times -1. By the definitions, the copies that an opposite "
            "asks are trained on the rewards that the opposite pays. In the published library they are trained on "
            "those of the environment inside, which the agent never gets (`A22-S6-opposite`). With opposites as in the "
            f"paper and environments as published, the measures {published} become {paper}."
        ),
        *paragraph("The table shows the gain of the reality check over its agent in each group of environments:"),
        *rows,
        "",
        *paragraph(
            "So far environments and reality checks are the published ones. The published reality check freezes to the "
            "first action that is not 0, Definition 7 to the first action; and `IncentivizeLearningRate` is the older "
            "class, with learning rate 1, which is behind the published totals. With environments, opposites and "
            f"reality check by their definitions, Simple measures {simple} in {_SHORT:,} steps (seed {SEEDS[0]}), and "
            f"its reality check {checked}. Conjecture 9 is open: it is about all extended environments, and these are "
            f"{RUNS // 2} and their opposites."
        ),
    ]


def _reproduced() -> list[str]:
    again, published = reproduced_totals(), published_totals()
    same = sum(published.get(cell) == total for cell, total in again.items())
    other = sum(cell in published and published[cell] != total for cell, total in again.items())
    return [
        "## What could be reproduced",
        "",
        *paragraph(
            f"Ten of the agents need no other library. We ran the published library with them again, {len(again):,} "
            f"times, with its own opposites: {same:,} runs have the published total exactly, {other} have another, and "
            f"{len(again) - same - other} is not in the published table. All that differ are runs of Simple and its "
            "reality check in environments with draws, and were published while seeds had no effect. DQN, A2C and PPO "
            "depend on another library and its version, so we did not run them again; the sums of their published "
            "totals, for each seed, come with the package."
        ),
    ]


def _commands() -> list[str]:
    return [
        "## Commands",
        "",
        "* `formal-rl tables` prints the tables; with `--json` every figure exactly.",
        "* `formal-rl tables --published result_table.csv` recomputes the published figures from the library's file,",
        "  says what its first rows would have given, and exits with 1 if the sums are not those of the package.",
        "* `formal-rl tables --runs results.csv` shows results of `formal-rl battery` in place of our runs.",
        "* `formal-rl vectors check --totals 20` makes 20 of the library's runs by our own code and compares totals.",
    ]


def _error(estimate: Estimate, digits: int) -> str:
    return fixed_text(nearest_root(standard_error_squared(estimate), digits), digits)


def _in_errors(estimate: Estimate) -> str:
    square = estimate.mean**2 / standard_error_squared(estimate)
    return ("-" if estimate.mean < 0 else "") + fixed_text(nearest_root(square, 1), 1)


def _text(estimate: Estimate) -> str:
    return estimate_text(estimate, DIGITS_OF_TABLE_3)
