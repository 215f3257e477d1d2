"""Weak preference as a relation over finitely many options: indifference, gaps, sweetenings, sourings and utility.

The paper does not define "weakly prefers"; its preference is the behaviour of an agent. Here it is a relation of
its own. *Preferred* is its strict part, and a lack of preference is either indifference or a preferential gap; which of
the two, no choice between two options tells.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, TypeAlias

from attrs import field, frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.preferences.choice import Option

Relation: TypeAlias = Callable[[Option, Option], bool]
"""Whether one option stands in the relation to another."""


def _options(options: Iterable[Option]) -> tuple[Option, ...]:
    return tuple(options)


def _pairs(pairs: Iterable[tuple[Option, Option]]) -> frozenset[tuple[Option, Option]]:
    return frozenset(pairs)


@frozen
class WeakPreference:
    """A weak preference: ``(x, y)`` is among the pairs where x is weakly preferred to y.

    Raises `InvalidParameter` for a pair of things that are not both options, also in later calls.

    Source: Thornley et al. 2024, Appendix B, which takes it as known.
    Ledger: T24-DB1
    """

    options: tuple[Option, ...] = field(converter=_options)
    pairs: frozenset[tuple[Option, Option]] = field(
        converter=_pairs, repr=lambda pairs: f"{{{', '.join(sorted(map(repr, pairs)))}}}"
    )

    @pairs.validator
    def _of_options(self, _: object, pairs: Iterable[tuple[Option, Option]]) -> None:
        for pair in pairs:
            self._require(*pair)

    def _require(self, x: Option, y: Option) -> None:
        if x not in self.options or y not in self.options:
            raise InvalidParameter("the pair", (x, y), f"two of the options {list(self.options)}")

    def __call__(self, x: Option, y: Option) -> bool:
        """Return whether x is weakly preferred to y."""
        self._require(x, y)
        return (x, y) in self.pairs


def strictly_prefers(weakly: Relation, x: Option, y: Option) -> bool:
    """Return whether x is preferred to y: weakly, and y is not weakly preferred to x.

    Source: Thornley et al. 2024, Definitions B.4 and B.5 (preferred).
    Ledger: T24-DB4*
    """
    return weakly(x, y) and not weakly(y, x)


def indifferent(weakly: Relation, x: Option, y: Option) -> bool:
    """Return whether the agent is indifferent between x and y: each is weakly preferred to the other.

    Source: Thornley et al. 2024, Definition B.1.
    Ledger: T24-DB1*
    """
    return weakly(x, y) and weakly(y, x)


def preferential_gap(weakly: Relation, x: Option, y: Option) -> bool:
    """Return whether there is a preferential gap between x and y: neither is weakly preferred to the other.

    Source: Thornley et al. 2024, Definition B.2.
    Ledger: T24-DB1*
    """
    return not weakly(x, y) and not weakly(y, x)


def incomplete(weakly: Relation, domain: Sequence[Option]) -> bool:
    """Return whether the preferences are incomplete over a domain: there is a preferential gap between two of it.

    Source: Thornley et al. 2024, Definition B.3.
    Ledger: T24-DB1*, T24-DB-argument*
    """
    return any(preferential_gap(weakly, x, y) for x, y in product(domain, repeat=2))


def sweetenings(weakly: Relation, options: Iterable[Option], x: Option) -> tuple[Option, ...]:
    """Return those of the options that are preferred to x, in their order.

    Source: Thornley et al. 2024, Definition B.4.
    Ledger: T24-DB4*
    """
    return tuple(option for option in options if strictly_prefers(weakly, option, x))


def sourings(weakly: Relation, options: Iterable[Option], x: Option) -> tuple[Option, ...]:
    """Return those of the options to which x is preferred, in their order.

    Source: Thornley et al. 2024, Definition B.5.
    Ledger: T24-DB4*
    """
    return tuple(option for option in options if strictly_prefers(weakly, x, option))


def transitive(relation: Relation, options: Sequence[Option]) -> bool:
    """Return whether x, y and y, z in the relation put x, z into it, for all options x, y and z.

    Ledger: T24-DB-equivalence*, T24-DB-equivalence-gaps*
    """
    return all(
        relation(x, z) for x, y in product(options, repeat=2) if relation(x, y) for z in options if relation(y, z)
    )


def indifference_is_sensitive(weakly: Relation, options: Sequence[Option]) -> bool:
    """Return whether indifference is sensitive to all sweetenings and sourings.

    So it is if, whenever x and y are indifferent, every sweetening of the one is preferred to the other, and the other
    is preferred to every souring of the one.

    Source: Thornley et al. 2024, Appendix B, after Definition B.5.
    Ledger: T24-DB-equivalence*
    """
    return all(
        all(strictly_prefers(weakly, better, y) for better in sweetenings(weakly, options, x))
        and all(strictly_prefers(weakly, y, worse) for worse in sourings(weakly, options, x))
        for x, y in product(options, repeat=2)
        if indifferent(weakly, x, y)
    )


def gap_is_insensitive(weakly: Relation, options: Sequence[Option], x: Option, y: Option) -> bool:
    """Return whether a gap between x and y stays one when one of the two is sweetened or soured in some way.

    Source: Thornley et al. 2024, Appendix B, after Definition B.5.
    Ledger: T24-DB-equivalence-gaps*
    """
    return any(
        preferential_gap(weakly, other, kept)
        for changed, kept in ((x, y), (y, x))
        for other in (*sweetenings(weakly, options, changed), *sourings(weakly, options, changed))
    )


def weak_preferences_behind(prefers: Relation, options: Sequence[Option]) -> Iterator[WeakPreference]:
    """Yield every reflexive weak preference with the given strict part.

    Each lack of preference between two options is read as a preferential gap or as indifference, in every combination.

    Raises `InvalidParameter` where each of two options is preferred to the other.

    Source: Thornley et al. 2024, Appendix B (two ways to lack a preference).
    Ledger: T24-DB1*, T24-DB-argument*
    """
    sure, lacks = [(x, x) for x in options], []
    for x, y in combinations(options, 2):
        forth, back = prefers(x, y), prefers(y, x)
        if forth and back:
            raise InvalidParameter("the preferences", (x, y), "at most one of two options preferred to the other")
        if not forth and not back:
            lacks.append((x, y))
        else:
            sure.append((x, y) if forth else (y, x))
    for indifferences in product((False, True), repeat=len(lacks)):
        both = [pair for (x, y), equal in zip(lacks, indifferences, strict=True) if equal for pair in ((x, y), (y, x))]
        yield WeakPreference(tuple(options), (*sure, *both))


# Real-valued utility over finitely many options: the representation of preferences by one.


Utility: TypeAlias = Mapping[Any, int]
"""A number for each option.

Ledger: T24-noutility
"""


def utilities(options: Sequence[Option]) -> Iterator[Utility]:
    """Yield a utility for each way to order the options, ties included: its values are 0, 1, ... without a hole.

    Comparisons are all that a real-valued utility of sure options says, and every such utility makes the comparisons of
    one of these: replace each value by the number of different smaller ones.

    Ledger: T24-noutility*
    """
    for values in product(range(len(options)), repeat=len(options)):
        if set(values) == set(range(max(values, default=-1) + 1)):
            yield dict(zip(options, values, strict=True))


def represents(utility: Utility, weakly: Relation) -> bool:
    """Return whether x is weakly preferred to y exactly where the utility of x is at least that of y.

    Source: Thornley et al. 2024, Section 1 and Appendix B.
    Ledger: T24-noutility*
    """
    return all(weakly(x, y) == (utility[x] >= utility[y]) for x, y in product(utility, repeat=2))


def represents_behaviour(utility: Utility, prefers: Relation) -> bool:
    """Return whether x is preferred to y exactly where the utility of x is greater.

    So a preference is lacking exactly where utilities are equal: the behaviour of one who maximises utility, and
    chooses stochastically between equals. This does not involve weak preference.

    Source: Thornley et al. 2024, Section 1, with Definitions A.1 and A.2.
    Ledger: T24-noutility*
    """
    return all(prefers(x, y) == (utility[x] > utility[y]) for x, y in product(utility, repeat=2))


def respects(utility: Utility, prefers: Relation) -> bool:
    """Return whether the utility of x is greater wherever x is preferred to y; less than to represent.

    Source: Aumann 1962, for Thornley et al. 2024, Section 1.
    Ledger: T24-noutility
    """
    return all(utility[x] > utility[y] for x, y in product(utility, repeat=2) if prefers(x, y))
