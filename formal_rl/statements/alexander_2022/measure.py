"""Checks of the published library's two measuring functions: what they return, of which agents, and their warning."""

import warnings
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import count, product
from typing import Any, TypeAlias

from formal_rl.battery import (
    ENVIRONMENTS,
    NotSemiDeterministicWarning,
    selfrefl_benchmark,
    selfrefl_measure,
)
from formal_rl.battery.environments import READINGS, opposite_name
from formal_rl.checking import Case, Example, Part, Scope, check_examples, equal, part, unless
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Observation
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement

Benchmark: TypeAlias = Callable[..., Mapping[str, Fraction]]
Measure: TypeAlias = Callable[..., Fraction]

STEPS = 10

_WITH, _WITHOUT = "with the warning", "without it"


def always_0(prompt: tuple[Any, ...], num_legal_actions: int, num_possible_obs: int, **kwargs: Any) -> Action:
    """Do 0."""
    return 0


def greatest(prompt: tuple[Any, ...], num_legal_actions: int, num_possible_obs: int, **kwargs: Any) -> Action:
    """Do the greatest action."""
    return num_legal_actions - 1


def turn_by_turn(prompt: tuple[Any, ...], num_legal_actions: int, num_possible_obs: int, **kwargs: Any) -> Action:
    """Do 0, 1, 0, 1, ...: a prompt of n actions has 3n + 2 elements."""
    return len(prompt) // 3 % 2


class TurnByTurn:
    """The same as a class: it counts its trainings."""

    def __init__(self, **kwargs: Any) -> None:
        self.trainings = 0

    def act(self, obs: Observation) -> Action:
        """Do 0 and 1 in turn."""
        return self.trainings % 2

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        """Count."""
        self.trainings += 1


def answering_in_turn() -> Callable[..., Action]:
    """Return a function that does 0 and 1 in turn, whatever it is asked, as a generator of random numbers would."""
    questions = count()

    def in_turn(prompt: tuple[Any, ...], num_legal_actions: int, num_possible_obs: int, **kwargs: Any) -> Action:
        return next(questions) % 2

    return in_turn


def measuring(
    scope: Scope, *, benchmark: Benchmark = selfrefl_benchmark, measure: Measure = selfrefl_measure
) -> Iterator[Part]:
    """Check both functions: figures by hand, names, three ways to give an agent, their mean, and the warning."""
    yield check_examples(_worked_examples(benchmark, measure))
    yield _conventions(benchmark, measure)
    yield _warnings(benchmark)


def _published(benchmark: Benchmark, agent: Any) -> Mapping[str, Fraction]:
    return benchmark(agent, STEPS, semantics="published", opposite="published")


def _worked_examples(benchmark: Benchmark, measure: Measure) -> Iterator[Example]:
    of_0, of_greatest, of_turns = (_published(benchmark, each) for each in (always_0, greatest, turn_by_turn))
    opposed = opposite_name("IgnoreRewards")
    for about, why, found, name, expected in (
        ("doing 0", "its copy does 0", of_0, "IgnoreRewards", Fraction(1)),
        ("doing 0", "the same, negated", of_0, opposed, Fraction(-1)),
        ("doing 0", "0 is what is wanted", of_0, "IncentivizeZero", Fraction(1)),
        ("doing 0", "fed at each turn: 6 and 7, then 8 and 9s: 2 - 8", of_0, "CryingBaby2", Fraction(-3, 5)),
        ("doing 0", "the copy that is to be evaded does 0", of_0, "AdversarialSequenceEvader", Fraction(-1)),
        ("the greatest", "9 of ten: not 0", of_greatest, "IncentivizeZero", Fraction(-1)),
        ("the greatest", "1; the copy, told of three, does 2", of_greatest, "ThirdActionForbidden", Fraction(-1)),
        ("0 and 1 in turn", "the copy too", of_turns, "IgnoreRewards", Fraction(1)),
        ("0 and 1 in turn", "each turn twice: 0, 0, 0, ...: 5 - 5", of_turns, "Repeater", Fraction(0)),
    ):
        yield (f"{about} in {name}", why, expected, found.__getitem__, name)
    of_all = partial(measure, always_0, STEPS, semantics="published", opposite="published")
    yield ("the measure of doing 0", "each environment against its opposite", Fraction(0), of_all)
    yield ("no steps", "nothing to average", InvalidParameter, benchmark, always_0, 0)


def _conventions(benchmark: Benchmark, measure: Measure) -> Part:
    names = tuple(each for name in ENVIRONMENTS for each in (name, opposite_name(name)))

    @part(
        "agents given in three ways",
        branches=("a function and a class", "a function and a name", "the mean"),
        domain=f"25 environments and their opposites, 50 in all, {STEPS} steps, both readings of each; "
        "by name in the published environments",
    )
    def cases() -> Iterator[Case]:
        for semantics, opposite in product(READINGS, repeat=2):
            reading = {"semantics": semantics, "opposite": opposite}
            pairs: list[tuple[str, Any, Any]] = [("a function and a class", turn_by_turn, TurnByTurn)]
            if semantics == "published":  # elsewhere the constant agent cannot be told a learning rate
                pairs.append(("a function and a name", always_0, "ConstantAgent"))
            for branch, first, second in pairs:
                one, other = benchmark(first, STEPS, **reading), benchmark(second, STEPS, **reading)
                for name in names:
                    got, expected = one.get(name), other.get(name)
                    yield branch, unless(got is not None and got == expected, f"{branch} in {name}", expected, got)
            averages = benchmark(turn_by_turn, STEPS, **reading)
            mean = sum(averages.values(), Fraction(0)) / len(names)
            yield "the mean", equal("the measure", mean, measure(turn_by_turn, STEPS, **reading))

    return cases()


@part(
    "what is not semi-deterministic",
    branches=(_WITH, _WITHOUT),
    domain="three agents, one of which does not act alike when asked alike",
)
def _warnings(benchmark: Benchmark) -> Iterator[Case]:
    for agent, expected in ((answering_in_turn(), _WITH), (always_0, _WITHOUT), (TurnByTurn, _WITHOUT)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            benchmark(agent, STEPS)
        warned = any(issubclass(each.category, NotSemiDeterministicWarning) for each in caught)
        yield expected, equal(f"{agent.__name__}", expected, _WITH if warned else _WITHOUT)


# --- Mutants ---


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


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="R-measure",
        kind="experiment",
        title="the measuring functions of the published library",
        claim="selfrefl_measure(agent, num_steps) is the average reward per turn over 25 extended environments and "
        "their opposites, selfrefl_benchmark the same in each; an agent is a function of the prompt or a class, and a "
        "warning says if it is found not to be semi-deterministic.",
        source=f"the library released with {ALEXANDER_2022}, its documentation; Section 6",
        check=measuring,
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
