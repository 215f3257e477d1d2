"""Preference, its lack, indifference and preferential gaps."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, permutations, product
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds import preferences as pref
from formal_rl.gridworlds.preferences.choice import StochasticChoice, prefers
from formal_rl.gridworlds.preferences.weak_preference import Relation, WeakPreference
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in

NAMES = "xyzw"
"""The names of options."""


@cache
def relations(size: int, *, reflexive: bool = False) -> tuple[WeakPreference, ...]:
    """Return every relation, or every reflexive one, on ``size`` options, those of fewer pairs first."""
    names = tuple(NAMES[:size])
    same: list[tuple[pref.Option, pref.Option]] = [(x, x) for x in names if reflexive]
    pairs = [(x, y) for x in names for y in names if (x, y) not in same]
    chosen = (subset for number in range(len(pairs) + 1) for subset in combinations(pairs, number))
    return tuple(WeakPreference(names, same + list(subset)) for subset in chosen)


OF_THREE = among("all 512 relations on 3 options", lambda scope: relations(3))


def indifference_of(weakly: Relation) -> Relation:
    """Return the indifference of a weak preference, as a relation."""
    return partial(pref.indifferent, weakly)


def preference_of(weakly: Relation) -> Relation:
    """Return the preference of a weak preference, as a relation."""
    return partial(pref.strictly_prefers, weakly)


def behaviours(size: int) -> Iterator[Relation]:
    """Yield every relation that prefers one or neither of each two of ``size`` options."""
    pairs = tuple(combinations(NAMES[:size], 2))
    for ways in product((0, 1, -1), repeat=len(pairs)):
        preferred = {(x, y) if way == 1 else (y, x) for (x, y), way in zip(pairs, ways, strict=True) if way}
        yield WeakPreference(tuple(NAMES[:size]), preferred)


def choosing_as(prefers: Relation, options: Sequence[pref.Option]) -> StochasticChoice:
    """Return the choice between each two options that prefers as given, with 3/5 for the first where it lacks to."""
    table: dict[pref.Menu, dict[pref.Option, Fraction]] = {}
    for x, y in combinations(options, 2):
        p = Fraction(1) if prefers(x, y) else Fraction(0) if prefers(y, x) else Fraction(3, 5)
        table[frozenset((x, y))] = {x: p, y: 1 - p}
    return table.__getitem__


def described(weakly: Relation, options: Sequence[pref.Option]) -> str:
    """Return a relation in words, pair by pair."""
    words = {(True, True): "{} ~ {}", (False, False): "{} | {}", (True, False): "{} > {}", (False, True): "{1} > {0}"}
    return ", ".join(words[weakly(x, y), weakly(y, x)].format(x, y) for x, y in combinations(options, 2))


def weak(names: str, pairs: str) -> WeakPreference:
    """Return the weak preference over options of one letter, its pairs written as words of two."""
    return WeakPreference(tuple(names), ((pair[0], pair[1]) for pair in pairs.split()))


@definition(
    "T24-DA1",
    "preference, and the lack of preference",
    "Definitions A.1 and A.2",
    defects="Definition A.1 allows cyclic preferences. As printed, a policy of full support, such as every "
    "trained softmax policy, prefers nothing.",
    witness="x from x and y, y from y and z, z from z and x, always: x > y > z > x",
)
def preference() -> Evidence:
    """An agent prefers x to y if and only if, choosing between the two, it chooses x with probability 1. It lacks a
    preference between them if and only if it chooses each with positive probability.
    """

    def of_two(p: Fraction) -> StochasticChoice:
        of_three = {"a": Fraction(1, 2), "b": Fraction(1, 4), "c": Fraction(1, 4)}
        offered: dict[pref.Menu, Any] = {frozenset("ab"): {"a": p, "b": 1 - p}, frozenset("abc"): of_three}
        return offered.__getitem__  # choices among three cannot stand in for those between two

    def by_probability(p: Fraction) -> Any:
        relations = product((prefers, pref.lacks_preference), permutations("ab"))
        return (p == 1, p == 0, 0 < p < 1, 0 < p < 1), tuple(of(of_two(p), x, y) for of, (x, y) in relations)

    def no_cycle(behaviour: Relation) -> Any:
        choice = choosing_as(behaviour, "xyz")
        return meets(not all(prefers(choice, x, y) for x, y in ("xy", "yz", "zx")), "no cycle", "x > y > z > x")

    def examples() -> Rows:
        for p, judgement in ((Fraction(1), "preferred"), (Fraction(3, 5), "lack")):
            yield f"a with {p} of a and b", judgement, pref.judged(of_two(p))("a", "b")

    yield by_hand(examples)
    twelfths = among("two options, all probabilities in twelfths", [Fraction(i, 12) for i in range(13)])
    yield every("preferred with 1, a lack with less but more than 0", by_probability, twelfths)
    three = among("all behaviours between each two of 3 options", lambda scope: behaviours(3))
    yield every("preferences do not go round", no_cycle, three).fails("…: expected 'no cycle', got 'x > y > z > x'")
    yield mutants("""
        gridworlds.preferences.choice:prefers
            chosen more often than not: == 1 → > Fraction(1, 2)
            the other is chosen: == 1 → == 0
            chosen from a larger menu: _probability_between(choice, x, y) → choice(frozenset("abc"))[x]
        gridworlds.preferences.choice:lacks_preference
            lack, equally often: 0 < _probability_between(choice, x, y) < 1
                → _probability_between(choice, x, y) == Fraction(1, 2)
            lack, the first is not for sure: 0 < _probability_between → _probability_between
            lack, the first at all: (choice, x, y) < 1 → (choice, x, y)
            lack, from a larger menu: _probability_between(choice, x, y) → choice(frozenset("abc"))[x]
    """)


@definition(
    "T24-DB1",
    "indifference, preferential gaps, and incomplete preferences",
    "Definitions B.1 to B.3",
    defects="Definitions B.1 to B.5 use weak preference, which A.1 and A.2 do not define, and which no choice "
    "between options reveals. We read weak preference as a separate reflexive relation; preferred is its strict "
    "part, and a lack of preference is indifference or a gap.",
    witness="x and y chosen at random: x ~ y and x | y are both behind it",
)
def lacks_of_preference() -> Evidence:
    """An agent is indifferent between x and y if and only if it weakly prefers each to the other. It has a preferential
    gap between them if and only if it weakly prefers neither to the other. Its preferences are incomplete over a domain
    if and only if it has a preferential gap between two options of the domain.
    """

    def by_pairs(weakly: WeakPreference, pair: tuple[str, str]) -> Any:
        (x, y), there = pair, (pair in weakly.pairs, pair[::-1] in weakly.pairs)
        found = pref.strictly_prefers(weakly, x, y), pref.indifferent(weakly, x, y), pref.preferential_gap(weakly, x, y)
        return (there == (True, False), all(there), not any(there)), found

    def comparable(weakly: WeakPreference, domain: tuple[str, ...]) -> Any:
        return not all(weakly(x, y) or weakly(y, x) for x in domain for y in domain), pref.incomplete(weakly, domain)

    def behind(behaviour: Relation) -> Any:
        found = [described(weakly, "xy") for weakly in pref.weak_preferences_behind(behaviour, "xy")]
        return meets(len(found) == 1, "one", found)

    def examples() -> Rows:
        yield "x | y: a gap", True, pref.incomplete(weak("xy", "xx yy"), tuple("xy"))
        yield "x ~ y: none", False, pref.incomplete(weak("xy", "xx yy xy yx"), tuple("xy"))

    yield by_hand(examples)
    two = among("each two of them", list(permutations(NAMES[:3], 2)))
    yield every("preferred, indifferent, or in a gap: by the pairs themselves", by_pairs, OF_THREE, two)
    domains = [each for size in range(4) for each in combinations(NAMES[:3], size)]  # the empty one has no gap, too
    yield every("no gap means comparable", comparable, OF_THREE, among("all domains of them", domains))
    small = among("all behaviours on 2 options", lambda scope: behaviours(2))
    yield every("behaviour says which weak preference is behind it", behind, small).fails(
        "…: expected 'one', got ['x | y', 'x ~ y']"
    )
    yield mutants("""
        gridworlds.preferences.weak_preference:indifferent
            indifferent, one way is enough: weakly(x, y) and weakly(y, x) → weakly(x, y)
            indifferent, any lack of preference: weakly(x, y) and weakly(y, x) → weakly(x, y) == weakly(y, x)
            indifferent, a gap instead: weakly(x, y) and weakly(y, x) → not weakly(x, y) and not weakly(y, x)
        gridworlds.preferences.weak_preference:preferential_gap
            a gap, one way is enough: not weakly(x, y) and not weakly(y, x) → not weakly(x, y)
            a gap, any lack of preference: not weakly(x, y) and not weakly(y, x) → weakly(x, y) == weakly(y, x)
            a gap, indifference instead: not weakly(x, y) and not weakly(y, x) → weakly(x, y) and weakly(y, x)
        gridworlds.preferences.weak_preference:incomplete
            incomplete, any lack of preference: preferential_gap(weakly, x, y) for
                → x != y and weakly(x, y) == weakly(y, x) for
            incomplete, a gap between every two: any(preferential_gap → all(x == y or preferential_gap
    """)


@definition(
    "T24-DB4",
    "sweetening and souring",
    "Definitions B.4 and B.5",
    defects="Preferred is read as the strict part of weak preference, as in T24-DB1.",
)
def sweetening() -> Evidence:
    """A sweetening of x is an option that is preferred to x. A souring of x is an option to which x is preferred."""

    def by_pairs(weakly: WeakPreference, x: str) -> Any:
        options, pairs = weakly.options, weakly.pairs
        sweet = tuple(z for z in options if (z, x) in pairs and (x, z) not in pairs)
        sour = tuple(z for z in options if (x, z) in pairs and (z, x) not in pairs)
        return (sweet, sour), (pref.sweetenings(weakly, options, x), pref.sourings(weakly, options, x))

    def examples() -> Rows:
        above = weak("xyz", "xx yy zz yx xz zx")
        yield "y over x, x ~ z: y sweetens x", ("y",), pref.sweetenings(above, "xyz", "x")
        yield "x sours y", ("x",), pref.sourings(above, "xyz", "y")

    yield by_hand(examples)
    yield every("by the pairs themselves", by_pairs, OF_THREE, among("each x", NAMES[:3]))
    yield mutants("""
        gridworlds.preferences.weak_preference:sweetenings
            sweetening, weakly preferred: strictly_prefers(weakly, option, x) → option != x and weakly(option, x)
            sweetening, not dispreferred: strictly_prefers(weakly, option, x) → option != x and not weakly(x, option)
            sourings for sweetenings: option, x) → x, option)
        gridworlds.preferences.weak_preference:sourings
            souring, weakly dispreferred: strictly_prefers(weakly, x, option) → option != x and weakly(x, option)
            souring, not preferred: strictly_prefers(weakly, x, option) → option != x and not weakly(option, x)
            sweetenings for sourings: x, option) → option, x)
    """)


STATEMENTS = statements_in(globals())
