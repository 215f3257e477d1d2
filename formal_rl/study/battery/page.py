"""The blocks of docs/findings/tables.md: the sizes of gains, results of the definitions, and the reproduced runs."""

from fractions import Fraction

from formal_rl.battery import Estimate, gain, measure, published_totals, reproduced_totals, standard_error_squared
from formal_rl.battery.estimates import fixed_text, nearest_root
from formal_rl.battery.published_totals import DIGITS_OF_TABLE_3, paper_opposite_sums, published_sums
from formal_rl.battery.tables import SEEDS, in_opposites, without_opposites
from formal_rl.battery.totals import reality_checked
from formal_rl.statements.alexander_2022.conjecture_9 import sums_by_definition
from formal_rl.study.battery.tables import AGENTS, estimate_text
from formal_rl.view.pages import markdown_table

CRITICAL = Fraction(2776, 1000)
"""Student's t with four degrees of freedom is further from 0 than this in one case of twenty."""


def gains() -> list[str]:
    """Return the gain of each reality check, in standard errors and by group of environments."""
    published, paper = published_sums(), paper_opposite_sums()
    rows = []
    for agent, name in AGENTS.items():
        found = [gain(published, agent, figure) for figure in (without_opposites, in_opposites)]
        if any(known == agent for known, _ in paper):
            found.append(gain(paper, agent, in_opposites))
        texts = [estimate_text(each, DIGITS_OF_TABLE_3) for each in found]
        rows.append((name, _in_errors(gain(published, agent)), *texts, *["not run"] * (3 - len(texts))))
    heading = ("agent", "gain, in standard errors", "environments", "opposites, published", "opposites, of the paper")
    return markdown_table(heading, rows)


def _in_errors(estimate: Estimate) -> str:
    square = standard_error_squared(estimate)
    if not square:
        return "-"
    ratio = estimate.mean**2 / square
    far = "" if ratio > CRITICAL**2 else ", not significant"
    return f"{'-' if estimate.mean < 0 else ''}{fixed_text(nearest_root(ratio, 1), 1)}{far}"


def definitions() -> list[str]:
    """Return the measures of Simple and its reality check by the definitions, in short runs with one seed."""
    agents, steps = ("SimpleLearner", reality_checked("SimpleLearner")), 1_000
    sums = sums_by_definition(agents, steps, SEEDS[0])
    rows = [(agent, fixed_text(measure(sums, agent).mean, 3)) for agent in agents]
    return markdown_table(("agent", f"reward per step, {steps:,} steps, seed {SEEDS[0]}"), rows)


def reproduced() -> list[str]:
    """Return the number of runs of the published library with the published total."""
    again, published = reproduced_totals(), published_totals()
    same = sum(published.get(run) == total for run, total in again.items())
    missing = sum(run not in published for run in again)
    counts = (len(again), same, len(again) - same - missing, missing)
    return markdown_table(("runs", "same total", "another total", "not published"), [[f"{each:,}" for each in counts]])


BLOCKS = {"gains": gains, "definitions": definitions, "reproduced": reproduced}
"""The blocks by the names that their marks in the page have."""
