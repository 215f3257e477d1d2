"""The published library's two measuring functions: what they return, of which agents, and their warning."""

import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import count, product
from typing import Any

from formal_rl.battery import ENVIRONMENTS, NotSemiDeterministicWarning, selfrefl_benchmark, selfrefl_measure
from formal_rl.battery.environments import READINGS, opposite_name
from formal_rl.checking import Rows, among, by_hand, every, raised
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, Observation
from formal_rl.statements.entries import Evidence, experiment, mutants, statements_in
from formal_rl.statements.papers import ALEXANDER_2022

STEPS = 10


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
        """Be untrained."""
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


def as_published(agent: Any) -> Mapping[str, Fraction]:
    """Return the averages of an agent in the published reading."""
    return selfrefl_benchmark(agent, STEPS, semantics="published", opposite="published")


@experiment(
    "R-measure",
    "the measuring functions of the published library",
    f"the library released with {ALEXANDER_2022}, its documentation; Section 6",
    "reproduced",
    defects="The documentation has agents as functions, as they were in 2021; the code of 2022 takes classes only, "
    "and its benchmark returns totals. Its random agent as documented is not semi-deterministic (A22-D6), so the "
    "measure of it is not well defined; here it runs, with a warning.",
)
def measuring() -> Evidence:
    """selfrefl_measure(agent, num_steps) is the average reward per turn over 25 extended environments and their
    opposites, selfrefl_benchmark the same in each; an agent is a function of the prompt or a class, and a warning says
    if it is found not to be semi-deterministic.
    """

    def examples() -> Rows:
        of_0, of_greatest, of_turns = map(as_published, (always_0, greatest, turn_by_turn))
        for why, expected, found, name in (
            ("doing 0: its copy does 0", 1, of_0, "IgnoreRewards"),
            ("the same, negated", -1, of_0, opposite_name("IgnoreRewards")),
            ("0 is what is wanted", 1, of_0, "IncentivizeZero"),
            ("fed at each turn: 6 and 7, then 8 and 9s: (2 - 8)/10", Fraction(-3, 5), of_0, "CryingBaby2"),
            ("the copy that is to be evaded does 0", -1, of_0, "AdversarialSequenceEvader"),
            ("the greatest of ten, 9: not 0", -1, of_greatest, "IncentivizeZero"),
            ("1; the copy, told of three, does 2", -1, of_greatest, "ThirdActionForbidden"),
            ("0 and 1 in turn, and the copy too", 1, of_turns, "IgnoreRewards"),
            ("each turn twice: 0, 0, 0, ...: 5 - 5", 0, of_turns, "Repeater"),
        ):
            yield why, expected, found[name]
        of_all = selfrefl_measure(always_0, STEPS, semantics="published", opposite="published")
        yield "each environment against its opposite", 0, of_all
        yield "nothing to average", InvalidParameter, raised(selfrefl_benchmark, always_0, 0)

    names = [each for name in ENVIRONMENTS for each in (name, opposite_name(name))]

    def given_as(one: Any, other: Any, semantics: Any, opposite: Any) -> tuple[Any, Any]:
        found, expected = (
            selfrefl_benchmark(each, STEPS, semantics=semantics, opposite=opposite) for each in (one, other)
        )
        return {name: expected.get(name, "nothing") for name in names}, found

    def mean(semantics: Any, opposite: Any) -> tuple[Any, Any]:
        reading = {"semantics": semantics, "opposite": opposite}
        averages = selfrefl_benchmark(turn_by_turn, STEPS, **reading)
        return sum(averages.values(), Fraction(0)) / len(names), selfrefl_measure(turn_by_turn, STEPS, **reading)

    def warns(agent: Any, expected: bool) -> tuple[bool, bool]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            selfrefl_benchmark(agent() if expected else agent, STEPS)
        return expected, any(issubclass(each.category, NotSemiDeterministicWarning) for each in caught)

    readings = [*product(READINGS, repeat=2)]
    ways: list[Any] = [(turn_by_turn, TurnByTurn, *each) for each in readings]
    # By name only as published: elsewhere the constant agent cannot be told a learning rate.
    ways += [(always_0, "ConstantAgent", *each) for each in readings if each[0] == "published"]
    said = "a function and a class, a function and a name: 25 environments and opposites, 50 in all, 10 steps"
    agents = [(answering_in_turn, True), (always_0, False), (TurnByTurn, False)]
    yield by_hand(examples)
    yield every("agents given in three ways", given_as, among(said, ways, many=True))
    yield every("the measure is the mean of the 50", mean, among("both readings of each", readings, many=True))
    one = "three agents, one of which does not act alike when asked alike"
    yield every("the warning", warns, among(one, agents, many=True))
    yield mutants("""
        battery.measure:_averages
            sums, not averages: Fraction(totals[run], num_steps) → Fraction(totals[run])
            no warning: if doubt: → if False:
        battery.measure:selfrefl_benchmark
            opposites left out of the benchmark: _averages(agent, num_steps, semantics, opposite, seed)
                → {name: each for name, each in _averages(agent, num_steps, semantics, opposite, seed).items()
                if "(" not in name}
        battery.measure:selfrefl_measure
            opposites left out of the measure: _averages(agent, num_steps, semantics, opposite, seed)
                → {name: each for name, each in _averages(agent, num_steps, semantics, opposite, seed).items()
                if "(" not in name}
            the sum of the averages: / len(averages) → ∅
        battery.users_agents:UsersFunction
            actions and observations exchanged:
                self.function(prompt, self.number_of_actions, self.number_of_observations, **dict(self.keywords))
                → min(self.number_of_actions - 1,
                self.function(prompt, self.number_of_observations, self.number_of_actions, **dict(self.keywords)))
    """)


STATEMENTS = statements_in(globals())
