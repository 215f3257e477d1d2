"""The published library's two measuring functions: what they return, of which agents, and their warning."""

import warnings
from collections.abc import Mapping
from fractions import Fraction
from itertools import count, product
from typing import Any

from formal_rl.battery import ENVIRONMENTS, NotSemiDeterministicWarning, selfrefl_benchmark, selfrefl_measure
from formal_rl.battery.environments import READINGS
from formal_rl.battery.totals import opposite_name
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.histories import Action, Observation
from formal_rl.statements.entries import Evidence, experiment, mutants, statements_in
from formal_rl.statements.papers import ALEXANDER_2022

STEPS = 10


def always_0(prompt: tuple[Any, ...], num_legal_actions: int, num_possible_obs: int, **kwargs: Any) -> Action:
    """Do 0."""
    return 0


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

    def averages(agent: Any, semantics: Any = "published", opposite: Any = "published") -> Mapping[str, Fraction]:
        return selfrefl_benchmark(agent, STEPS, semantics=semantics, opposite=opposite)

    def examples() -> Rows:
        greatest = lambda prompt, num_legal_actions, num_possible_obs, **kwargs: num_legal_actions - 1  # noqa: E731
        of_0, of_greatest = map(averages, (always_0, greatest))
        for why, expected, found, name in (
            ("doing 0: its copy does 0", 1, of_0, "IgnoreRewards"),
            ("fed at each turn: 6 and 7, then 8 and 9s: (2 - 8)/10", Fraction(-3, 5), of_0, "CryingBaby2"),
            ("1; the copy, with three, does 2", -1, of_greatest, "ThirdActionForbidden"),
        ):
            yield why, expected, found[name]

    names = [each for name in ENVIRONMENTS for each in (name, opposite_name(name))]

    def given_as(one: Any, other: Any, semantics: Any, opposite: Any) -> tuple[Any, Any]:
        found, of_other = averages(one, semantics, opposite), averages(other, semantics, opposite)
        of_all = selfrefl_measure(one, STEPS, semantics=semantics, opposite=opposite)
        return (names, of_other, sum(of_other.values(), Fraction(0)) / len(names)), ([*found], found, of_all)

    def warns(agent: Any, expected: bool) -> tuple[bool, bool]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            averages(agent)
        return expected, any(issubclass(each.category, NotSemiDeterministicWarning) for each in caught)

    def in_turn() -> Any:
        questions = count()
        return lambda prompt, num_legal_actions, num_possible_obs: next(questions) % 2

    ways: list[Any] = [(turn_by_turn, TurnByTurn, *each) for each in product(READINGS, repeat=2)]
    ways.append((always_0, "ConstantAgent", "published", "published"))  # elsewhere it takes no learning rate
    said = "a function and a class, a function and a name: 25 environments and opposites, 50 in all, 10 steps"
    agents = among(
        "two agents, one not semi-deterministic", lambda _: [(in_turn(), True), (always_0, False)], many=True
    )
    yield by_hand(examples)
    yield every("agents given in three ways, and the mean of the 50", given_as, among(said, ways, many=True))
    yield every("the warning", warns, agents)
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
