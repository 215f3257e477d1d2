"""Stochastic choice: what an agent does with the options on offer, and what it prefers in the behavioural sense."""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import field, frozen

from formal_rl.errors import InvalidParameter, UnansweredQuestion

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


_Entry: TypeAlias = tuple[Menu, tuple[tuple[Option, Fraction], ...]]


def _entries(table: Any) -> tuple[_Entry, ...]:
    entries = []
    for menu, given in dict(table).items():
        probabilities = dict(given)
        require_probabilities_of(frozenset(menu), probabilities)
        entries.append((frozenset(menu), tuple((option, Fraction(p)) for option, p in probabilities.items())))
    return tuple(entries)


@frozen
class TableChoice:
    """A stochastic choice given as a finite table: from menus to mappings of options to probabilities.

    Raises `InvalidParameter` where an entry is not a probability distribution on its menu, and `UnansweredQuestion`
    when asked for a menu that is not in the table.
    """

    table: tuple[_Entry, ...] = field(converter=_entries)

    def __call__(self, menu: Menu) -> Mapping[Option, Fraction]:
        """Return the probabilities for the options on offer."""
        for known, probabilities in self.table:
            if known == menu:
                return dict(probabilities)
        raise UnansweredQuestion(tuple(sorted(menu, key=repr)))


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
