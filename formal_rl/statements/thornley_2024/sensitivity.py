"""The difference of indifference and gaps: transitivity, and sensitivity to sweetenings and sourings.

Why the repaired claims hold beyond the sizes looked at. Write P, I and N for preferred, indifferent, in a gap. A
reflexive weak preference R is transitive iff P∘P, P∘I and I∘P are in P and I∘I is in I, since R is P and I together.
P∘I and I∘P in P is sensitivity; I∘I in I is the transitivity of indifference. So of preorders indifference is both.
If R is complete, and x I y I z without x I z, then x P z or z P x, against sensitivity. If R is complete with P
transitive, and z P x I y without z P y, then z I y, so that z I x if indifference is transitive, or y P z, so that
y P x: neither is so. If a gap of x and y stays one when x is sweetened or soured to z, then x N y N z without x N z.
"""

from functools import partial
from itertools import combinations, permutations
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.checking.domains import Domain
from formal_rl.gridworlds import preferences as pref
from formal_rl.gridworlds.preferences import transitive
from formal_rl.gridworlds.preferences.weak_preference import WeakPreference
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.preferences import (
    described,
    indifference_of,
    preference_of,
    relations,
    weak,
)


def reflexive(*sizes: int) -> Domain:
    """Return the domain of all reflexive relations on so many options."""
    said = f"all reflexive relations on {', '.join(map(str, sizes))} options, the smallest first"
    return among(said, lambda scope: (each for size in sizes for each in relations(size, reflexive=True)))


@lemma(
    "T24-DB-equivalence",
    "transitive and sensitive indifference",
    "Appendix B, before Definition B.4",
    "holds (repaired)",
    evidence="exhaustive: all reflexive relations on 1 to 4 options; argued for every number of options",
    defects="The paper calls the two equivalent without a hypothesis. Neither implies the other, not even where "
    "preference is transitive: a reflexive relation is a preorder if and only if its preference is transitive and "
    "its indifference is both transitive and sensitive, so neither of these can be left out.",
    repair="of preorders indifference is transitive and sensitive; of complete relations with transitive "
    "preference it is both or neither; of complete relations sensitive implies transitive",
    witness="x ~ y, x > z, y | z: transitive, not sensitive; x ~ y, x ~ z, y | z: sensitive, not transitive; "
    "fewer than 3 options have no such relation",
)
def equivalence() -> Evidence:
    """Indifference is transitive if and only if it is sensitive to all sweetenings and sourings: not for relations in
    general, but both hold for preorders, and both or neither for complete relations with transitive preference.
    """

    def facts(weakly: WeakPreference) -> tuple[bool, bool]:
        found = transitive(indifference_of(weakly), weakly.options)
        return found, pref.indifference_is_sensitive(weakly, weakly.options)

    def if_transitive(weakly: WeakPreference) -> Any:
        return meets(facts(weakly) != (True, False), "sensitive", described(weakly, weakly.options))

    def if_sensitive(weakly: WeakPreference) -> Any:
        return meets(facts(weakly) != (False, True), "transitive", described(weakly, weakly.options))

    def repaired(weakly: WeakPreference) -> Any:
        (t, s), preferred = facts(weakly), transitive(preference_of(weakly), weakly.options)
        iff = t == s if preferred else t or not s  # without it, sensitive implies transitive
        as_preorder = transitive(weakly, weakly.options) == (t and s and preferred)
        right = as_preorder and (iff or pref.incomplete(weakly, weakly.options))
        return meets(right, "as repaired", described(weakly, weakly.options))

    smallest = reflexive(1, 2, 3)
    name = "transitive indifference is sensitive"
    yield every(name, if_transitive, smallest).fails("…: expected 'sensitive', got 'x ~ y, x > z, y | z'")
    name = "sensitive indifference is transitive"
    yield every(name, if_sensitive, smallest).fails("…: expected 'transitive', got 'x ~ y, x ~ z, y | z'")
    name = "preorders have both, and transitive preference; complete relations as the repair says"
    yield every(name, repaired, reflexive(3, 4))
    yield mutants("""
        gridworlds.preferences.weak_preference:indifference_is_sensitive
            sensitive to sweetenings only: and all(strictly_prefers(weakly, y, worse)
                for worse in sourings(weakly, options, x)) → ∅
            a sweetening is not dispreferred: strictly_prefers(weakly, better, y)
                → not strictly_prefers(weakly, y, better)
        gridworlds.preferences.weak_preference:transitive
            symmetric for transitive: relation(x, z) for x, y in product(options, repeat=2) if relation(x, y)
                for z in options if relation(y, z)
                → relation(x, y) == relation(y, x) for x, y in product(options, repeat=2)
    """)


def insensitive_gaps(weakly: WeakPreference) -> list[bool]:
    """Return of each two options in a gap whether it is insensitive to some sweetening or souring."""
    pairs = [pair for pair in combinations(weakly.options, 2) if pref.preferential_gap(weakly, *pair)]
    return [pref.gap_is_insensitive(weakly, weakly.options, *pair) for pair in pairs]


def ends(weakly: WeakPreference) -> list[tuple[pref.Option, pref.Option]]:
    """Return each x and z, not in a gap, with an option that is in a gap with x and with z."""
    gap = partial(pref.preferential_gap, weakly)
    return [(x, z) for x, y, z in permutations(weakly.options, 3) if gap(x, y) and gap(y, z) and not gap(x, z)]


@lemma(
    "T24-DB-equivalence-gaps",
    "gaps that are not transitive, and insensitive gaps",
    "Appendix B, before Definition B.4 and after B.5",
    "refuted",
    evidence="exhaustive: all reflexive relations on 2, 3 and 4 options; argued for every number of options",
    defects="As printed, gaps are never transitive once x and y are in a gap, since no option is in a gap with "
    "itself. With three different options they can also fail to be transitive without any preference. One "
    "insensitive gap does not imply that every gap is insensitive, as the paper explains the word.",
    repair="insensitive somewhere implies not transitive; and it is the same as x | y, y | z and x preferred to z",
    witness="x | y alone; of three different options x ~ y, x | z, y | z: not transitive, and nothing to sweeten",
)
def gaps() -> Evidence:
    """Preferential gaps are not transitive if and only if they are insensitive to some sweetening or souring."""

    def examples() -> Rows:
        for arithmetic, value, options, pairs in (
            ("x | y alone: nothing to sweeten", [False], "xy", "xx yy"),
            ("x | y, x | z, y over z: z sours y, y sweetens z; z | x, too", [True, True], "xyz", "xx yy zz yz"),
            ("x | y, x | z, y ~ z: z | x, but no change of y", [False, False], "xyz", "xx yy zz yz zy"),
            ("x | y, z over both: z sweetens x, but is over y", [False], "xyz", "xx yy zz zx zy"),
            ("x > y, each apart from z and w; z | w", [True, True, True, True, False], "xyzw", "xx yy zz ww xy"),
        ):
            yield arithmetic, value, insensitive_gaps(weak(options, pairs))
        gap = partial(pref.preferential_gap, weak("xy", "xx yy"))
        yield "x | y alone: y | x, but x is in no gap with itself", False, transitive(gap, "xy")

    def only_insensitive(weakly: WeakPreference) -> Any:
        words = described(weakly, weakly.options)
        return meets(any(insensitive_gaps(weakly)) or not ends(weakly), "transitive", words)

    def through_a_preference(weakly: WeakPreference) -> Any:
        through = any(pref.strictly_prefers(weakly, x, z) for x, z in ends(weakly))
        return any(insensitive_gaps(weakly)), through

    yield by_hand(examples)
    name = "of three options, gaps that are not insensitive are transitive"
    yield every(name, only_insensitive, reflexive(2, 3, 4)).fails("…: expected 'transitive', got 'x ~ y, x | z, y | z'")
    name = "gaps are insensitive somewhere just where two lie across a preference"
    yield every(name, through_a_preference, reflexive(2, 3, 4))
    yield mutants("""
        gridworlds.preferences.weak_preference:gap_is_insensitive
            insensitive to sweetenings only: *sourings(weakly, options, changed) → ∅
            insensitive to any change: (*sweetenings(weakly, options, changed), *sourings(weakly, options, changed))
                → options if other not in (x, y)
    """)


STATEMENTS = statements_in(globals())
