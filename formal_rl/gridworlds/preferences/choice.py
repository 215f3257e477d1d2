"""Stochastic choice: the choices of an agent among options, and its preferences in the behavioural sense."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from formal_rl.errors import InvalidParameter

Option: TypeAlias = Hashable
"""Anything that can be chosen."""

Menu: TypeAlias = frozenset[Option]
"""The options on offer, finitely many and at least one."""

StochasticChoice: TypeAlias = Callable[[Menu], Mapping[Option, Fraction]]
"""From the options on offer to the probability of choosing each, exact.

Source: Thornley et al. 2024, Appendix A.
Ledger: T24-DA1
"""


def require_probabilities_of(menu: Menu, given: Mapping[Any, Fraction]) -> None:
    """Raise `InvalidParameter` unless ``given`` is an exact probability for each option on offer, together 1."""
    name = f"the choice from {sorted(map(repr, menu))}"
    if not menu or set(given) != menu:
        raise InvalidParameter(name, dict(given), "a probability for each option on offer, and for no other")
    for option, probability in given.items():
        if type(probability) not in {int, Fraction} or not 0 <= probability <= 1:
            raise InvalidParameter(f"{name}, of {option!r},", probability, "an int or a Fraction from 0 to 1")
    if sum(given.values()) != 1:
        raise InvalidParameter(name, dict(given), f"probabilities that sum to 1, not to {sum(given.values())}")


def _probability_between(choice: StochasticChoice, x: Option, y: Option) -> Fraction:
    if x == y:
        raise InvalidParameter("the options", (x, y), "two different options")
    menu = frozenset((x, y))
    given = choice(menu)
    require_probabilities_of(menu, given)
    return given[x]


def prefers(choice: StochasticChoice, x: Option, y: Option) -> bool:
    """Return whether the agent prefers x to y: from x and y alone it chooses x with probability 1.

    Raises `InvalidParameter` where x and y are one option, or the choice between them is not a probability
    distribution.

    Source: Thornley et al. 2024, Definition A.1.
    Ledger: T24-DA1*
    """
    return _probability_between(choice, x, y) == 1


def lacks_preference(choice: StochasticChoice, x: Option, y: Option) -> bool:
    """Return whether the agent lacks a preference: from x and y alone it chooses each with positive probability.

    Raises `InvalidParameter` as `prefers` does.

    Source: Thornley et al. 2024, Definition A.2.
    Ledger: T24-DA1*
    """
    return 0 < _probability_between(choice, x, y) < 1
