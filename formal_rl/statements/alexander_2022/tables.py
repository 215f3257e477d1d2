"""Checks of Tables 1 and 3: by hand, and what is printed against the published totals and ours."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.battery import (
    DIGITS_OF_TABLE_1,
    DIGITS_OF_TABLE_3,
    SEEDS,
    STEPS,
    TABLE_1,
    TABLE_3,
    Cell,
    Estimate,
    PrintedMean,
    SeedSums,
    Totals,
    fixed_text,
    last_totals,
    measure,
    nearest_root,
    population_deviation_over_n_squared,
    published_sums,
    published_totals,
    reproduced_sums,
    reproduced_totals,
    run,
    sample_deviation_over_n_squared,
    seed_sums,
    standard_error_squared,
    tempting_button_performance,
    total_rows,
    without_opposites,
)
from formal_rl.battery.published_totals import deep_learner_sums
from formal_rl.battery.tables import OPPOSITE, SeedSum
from formal_rl.checking import Case, Example, Part, Scope, check_examples, equal, part, unless
from formal_rl.errors import InvalidParameter
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement

_FORESEEN = {
    "what is printed after ± in Table 1 is a standard error": "Q_learner: expected '0.00044', got '0.00109'",
    "what is printed after ± in Table 3 is a standard error": "reality_check(SimpleLearner): expected '0.0031', got "
    "'0.0069'",
}
"""What each part that is meant to fail fails on, by its name."""


Rows: TypeAlias = Iterator[tuple[Cell, int]]
Last: TypeAlias = Callable[[Rows], Mapping[Cell, int]]
Sums: TypeAlias = Callable[..., SeedSums]
Of: TypeAlias = Callable[[SeedSums, str], Estimate]
Squared: TypeAlias = Callable[[Estimate], Fraction]
Total: TypeAlias = Callable[[Cell], int | None]

BY_HAND = """\
agent,env,seed,nsteps,reward
A,TemptingButton,0,10,10
A,TemptingButton,1,10,2
A,TemptingButton,1,10,4.0
A,Repeater,1,10,0
A,minus_rewards(Repeater),1,10,-2
A,TemptingButton,2,10,8
A,Repeater,2,10,2
A,minus_rewards(Repeater),2,10,2
A,TemptingButton,2,1000,0
reality_check(A),TemptingButton,1,10,8
reality_check(A),Repeater,1,10,2
reality_check(A),minus_rewards(Repeater),1,10,-1
reality_check(A),TemptingButton,2,10,8
reality_check(A),Repeater,2,10,10
"""
"""Rows made up for examples by hand: a seed too many, a run twice, one of other steps, and one that is missing."""


def run_total(cell: Cell) -> int | None:
    """Return the total of a run made now, environments and opposites as published."""
    return run(cell.agent, cell.environment, cell.steps, cell.seed, semantics="published", opposite="published").total


_SMALL, _DEEP = "an agent of ours", "a deep learner"


@frozen
class _PrintedTable:
    """What a table prints: means, and after ± what is the standard deviation of ``whose`` over n."""

    name: str
    rows: Mapping[str, PrintedMean]
    digits: int
    whose: str

    def parts(self, of: Of, printed_error: Squared, standard_error: Squared) -> Iterator[Part]:
        """Compare with the published totals: the means, what is printed after ±, and that as a standard error."""
        published = published_sums()

        def rooted(error: Squared) -> Callable[[str], Fraction]:
            return lambda agent: nearest_root(error(of(published, agent)), self.digits)

        means = {agent: row.mean for agent, row in self.rows.items()}
        errors = {agent: row.error for agent, row in self.rows.items()}
        after = f"what is printed after ± in {self.name}"
        found, printed = of(published, "PPO_learner"), ", ".join(f"{agent} {mean}" for agent, mean in means.items())
        times = fixed_text(nearest_root(standard_error(found) / printed_error(found), 2), 2)
        yield self._compared(f"printed means of {self.name}", means, lambda agent: of(published, agent).mean, printed)
        yield self._compared(f"{after} is the {self.whose}'s sd/n", errors, rooted(printed_error))
        yield self._compared(
            f"{after} is a standard error", errors, rooted(standard_error), f"which is {times} times as large"
        ).meant_to_fail(_FORESEEN)

    def _compared(
        self, name: str, printed: Mapping[str, str], compute: Callable[[str], Fraction], said: str = ""
    ) -> Part:
        """Compare what is printed with what is computed, to the digits that are printed."""

        @part(
            name,
            branches=(_SMALL, _DEEP),
            domain=f"{len(printed)} printed figures, to {self.digits} digits; published totals of 100,000 steps, seeds "
            f"1 to 5{'; ' * bool(said)}{said}",
        )
        def cases() -> Iterator[Case]:
            for agent, expected in printed.items():
                got = fixed_text(compute(agent), self.digits)
                kind = _DEEP if any(deep in agent for deep in ("DQN", "A2C", "PPO")) else _SMALL
                yield kind, equal(agent, expected, got)

        return cases()


_PRINTED_1 = _PrintedTable("Table 1", TABLE_1, DIGITS_OF_TABLE_1, "population")
_PRINTED_3 = _PrintedTable("Table 3", TABLE_3, DIGITS_OF_TABLE_3, "sample")


def sums_by_hand(last: Last, sums: Sums) -> SeedSums:
    """Return the sums of the made-up rows, for 10 steps."""
    return sums(last(total_rows(BY_HAND, "by hand")), steps=10)


def _measured(last: Last, sums: Sums, of: Of, agent: str) -> Estimate:
    return of(sums_by_hand(last, sums), agent)


def _by_hand_3(
    measured: Callable[[str], Estimate], printed_error: Squared, standard_error: Squared
) -> Iterator[Example]:
    found, values = measured("A"), (Fraction(2, 30), Fraction(12, 30))
    yield ("the measure of A by seeds", "(4 + 0 - 2) / 30 and (8 + 2 + 2) / 30", values, lambda: found.values)
    yield ("its mean", "(1/15 + 6/15) / 2", Fraction(7, 30), lambda: found.mean)
    why = "1/6 from the mean, twice: 1/18 over 1, and over n = 2"
    yield ("the square of its standard error", why, Fraction(1, 36), standard_error, found)
    yield ("the square of what is printed", "1/18 over 1, and over n^2 = 4", Fraction(1, 72), printed_error, found)
    yield ("the root of 1/36, to two digits", "0.1666...", Fraction(17, 100), nearest_root, Fraction(1, 36), 2)
    why = "three, and their reality checks, five seeds each"
    yield ("the deep learners' sums", why, 30, lambda: len(deep_learner_sums()))
    yield ("an agent without runs", "it is not there", InvalidParameter, measured, "B")
    why, values = "(8 + 2 - 1) / 30 and (8 + 10) / 20", (Fraction(3, 10), Fraction(9, 10))
    yield ("its reality check, one run of which is missing", why, values, lambda: measured("reality_check(A)").values)


def table_3(
    scope: Scope,
    *,
    last: Last = last_totals,
    sums: Sums = seed_sums,
    of: Of = measure,
    printed_error: Squared = sample_deviation_over_n_squared,
    standard_error: Squared = standard_error_squared,
    total: Total = run_total,
) -> Iterator[Part]:
    """Check Table 3: by hand; its means and what it prints after ±; that this is not a standard error; and our runs."""
    yield check_examples(_by_hand_3(partial(_measured, last, sums, of), printed_error, standard_error))
    yield from _PRINTED_3.parts(of, printed_error, standard_error)
    yield _our_runs()
    yield _runs_now(total)


def _by_hand_1(found: Estimate, printed_error: Squared, standard_error: Squared) -> Iterator[Example]:
    values = Fraction(2, 5), Fraction(4, 5)
    yield ("with the tempting button, by seeds", "4/10 and 8/10", values, lambda: found.values)
    yield ("its mean", "(2/5 + 4/5) / 2", Fraction(3, 5), lambda: found.mean)
    why = "1/5 from the mean, twice: 2/25 over 1, and over n = 2"
    yield ("the square of its standard error", why, Fraction(1, 25), standard_error, found)
    why = "2/25 over n = 2, and over n^2 = 4"
    yield ("the square of what is printed", why, Fraction(1, 100), printed_error, found)


def table_1(
    scope: Scope,
    *,
    last: Last = last_totals,
    sums: Sums = seed_sums,
    of: Of = tempting_button_performance,
    printed_error: Squared = population_deviation_over_n_squared,
    standard_error: Squared = standard_error_squared,
) -> Iterator[Part]:
    """Check Table 1: by hand; its means and what it prints after ±; that this is not a standard error; and our runs."""
    yield check_examples(_by_hand_1(_measured(last, sums, of, "A"), printed_error, standard_error))
    yield from _PRINTED_1.parts(of, printed_error, standard_error)
    yield _q_run_again(of)


@part(
    "Q, run again with the published code",
    branches=(_SMALL,),
    domain=f"{len(SEEDS)} runs of 100,000 steps with the tempting button, recorded in the package",
)
def _q_run_again(of: Of) -> Iterator[Case]:
    """Compare the recorded totals of Q with the tempting button, run again, with the published ones, seed by seed."""
    again, published = of(reproduced_sums(), "Q_learner").values, of(published_sums(), "Q_learner").values
    for seed, expected, got in zip(SEEDS, published, again, strict=True):
        yield _SMALL, equal(f"Q with seed {seed}", expected, got)


# --- Runs made again ---

NOW = (
    "IgnoreRewards",
    "minus_rewards(IgnoreRewards)",
    "CryingBaby2",
    "minus_rewards(Repeater)",
    "minus_rewards(SelfRecognition)",
)
"""The environments of the runs that are made anew by the check."""

FINITE = ("ConstantAgent", "SimpleLearner", "reality_check(ConstantAgent)", "reality_check(SimpleLearner)")
"""The agents of those runs: they have finitely many states."""

DRAWN = ("TemptingButton", "TemptingButtonVariation", "SelfRecognition")
"""Where the published totals of the simple learner were made with a seed that had no effect."""

_SAME, _UNSEEDED, _MISSING = "the same total", "published with no effective seed", "not published"


def _our_runs() -> Part:
    """Compare the totals of the published library, run again, with the published ones, run by run."""
    ours, published = reproduced_totals(), published_totals()

    @part(
        "the published library, run again",
        branches=(_SAME, _UNSEEDED, _MISSING),
        domain=f"{len(ours)} runs of 100,000 steps: ten agents, 25 environments and their opposites, seeds 1 to 5, "
        "recorded in the package",
    )
    def cases() -> Iterator[Case]:
        for cell, total in ours.items():
            unseeded = "SimpleLearner" in cell.agent and any(name in cell.environment for name in DRAWN)
            if cell not in published:
                yield _MISSING, None
            else:
                same, about = published[cell] == total, f"{cell.agent} in {cell.environment}, seed {cell.seed}"
                yield _SAME if same else _UNSEEDED, unless(same or unseeded, about, published[cell], total)

    return cases()


def _runs_now(total: Total) -> Part:
    """Make some of these runs with our own code."""
    recorded = reproduced_totals()

    @part(
        "some of these runs, made now",
        branches=("an environment itself", "an opposite"),
        domain=f"{len(FINITE)} agents in {', '.join(NOW)}; 100,000 steps, seed {SEEDS[0]}",
    )
    def cases() -> Iterator[Case]:
        for agent in FINITE:
            for environment in NOW:
                cell = Cell(agent, environment, SEEDS[0], STEPS)
                expected, got = recorded[cell], total(cell)
                branch = "an opposite" if environment.startswith(OPPOSITE) else "an environment itself"
                yield branch, equal(f"{agent} in {environment}", expected, got)

    return cases()


# --- Mutants ---


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


_WRONG_TOTALS: Mapping[str, Mapping[str, Any]] = {
    "the first row counts": {"last": _first},
    "rows of a run are added": {"last": _added},
    "seed 0 included": {"sums": _with_seed_0},
    "runs of any steps": {"sums": _of_any_steps},
}


def _opposite_of_the_paper(cell: Cell) -> int | None:
    return run(cell.agent, cell.environment, cell.steps, cell.seed, semantics="published", opposite="paper").total


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-Tab1",
        kind="claim",
        title="Table 1: performance with the tempting button",
        claim="With the tempting button Q, DQN, A2C and PPO get -0.44858, -0.46687, -0.49820 and -0.24217 per step, on "
        "average over five seeds.",
        source=f"{ALEXANDER_2022}, Table 1",
        check=table_1,
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
        defects="The number after ±, called StdErr, is the population's standard deviation over n = 5. The standard "
        "error of a mean, sd/sqrt(n), is 2.50 times as large.",
        witness="Q: 0.00044 is printed, the standard error is 0.00109",
    ),
    Statement(
        id="A22-Tab3",
        kind="claim",
        title="Table 3: self-reflection of agents and their reality checks",
        claim="The measure, reward per step over 25 environments and their opposites, of Random is 0.0000; of Simple "
        "0.7567, Q 0.5395, DQN 0.5174, A2C 0.6145, PPO 0.0696; of their reality checks 0.7146, 0.5720, 0.6072, 0.6368, "
        "0.3332.",
        source=f"{ALEXANDER_2022}, Table 3",
        check=table_3,
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
        defects="The number after ±, called StdErr, is the sample's standard deviation over n = 5. The standard error "
        "of a mean, sd/sqrt(n), is sqrt(5) = 2.24 times as large. In the published opposites copies are trained on "
        "rewards that are not negated (A22-S6-opposite).",
        witness="reality check of Simple: 0.0031 is printed, the standard error is 0.0069",
    ),
)
