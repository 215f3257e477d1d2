"""The difference of indifference and gaps: transitivity, and sensitivity to sweetenings and sourings.

Why the repaired claims hold beyond the sizes looked at. Write P, I and N for preferred, indifferent, in a gap. A
reflexive weak preference R is transitive iff P∘P, P∘I and I∘P are in P and I∘I is in I, since R is P and I together.
P∘I and I∘P in P is sensitivity; I∘I in I is the transitivity of indifference. So of preorders indifference is both.
If R is complete, and x I y I z without x I z, then x P z or z P x, against sensitivity. If R is complete with P
transitive, and z P x I y without z P y, then z I y, so that z I x if indifference is transitive, or y P z, so that
y P x: neither is so. If a gap of x and y stays one when x is sweetened or soured to z, then x N y N z without x N z.
"""

from collections.abc import Callable
from functools import partial
from itertools import combinations, permutations
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Every, Rows, by_hand, meets
from formal_rl.checking.domains import Domain
from formal_rl.gridworlds import preferences as pref
from formal_rl.gridworlds.preferences import transitive
from formal_rl.gridworlds.preferences.weak_preference import WeakPreference
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.preferences import (
    SMALL,
    described,
    indifference_of,
    preference_of,
    relations,
    small_relations,
    weak,
)


def found_of(weakly: WeakPreference) -> list[str]:
    """Return whether indifference is transitive, and whether it is sensitive."""
    so = transitive(indifference_of(weakly), weakly.options), pref.indifference_is_sensitive(weakly, weakly.options)
    return [fact for fact, is_so in zip(("transitive", "sensitive"), so, strict=True) if is_so]


def is_preorder(weakly: WeakPreference) -> bool:
    """Return whether a relation is reflexive and transitive."""
    return all(weakly(x, x) for x in weakly.options) and transitive(weakly, weakly.options)


def implied(facts: Callable[[WeakPreference], list[str]], premise: str, conclusion: str, domain: Domain) -> Every:
    """Return the part that of these relations one fact implies another."""

    def claim(weakly: WeakPreference) -> Any:
        found = facts(weakly)
        got = f"{described(weakly, weakly.options)}: {', '.join(found)}"
        return meets(premise not in found or conclusion in found, "so", got)

    return every(f"what is {premise} is {conclusion}", claim, domain)


@lemma(
    "T24-DB-equivalence",
    "transitive and sensitive indifference",
    "Appendix B, before Definition B.4",
    "holds (repaired)",
    evidence="exhaustive: all relations on 3 options, all reflexive ones on 4; argued for every number of options",
    defects="The paper calls the two equivalent without a hypothesis. Neither implies the other, not even where "
    "preference is transitive: a reflexive relation is a preorder if and only if its preference is transitive and "
    "its indifference is both transitive and sensitive, so neither of these can be left out.",
    repair="of preorders indifference is transitive and sensitive; of complete relations with transitive "
    "preference it is both or neither; of complete relations sensitive implies transitive, and not conversely",
    witness="x ~ y, x > z, y | z: transitive, not sensitive; x ~ y, x ~ z, y | z: sensitive, not transitive; "
    "fewer than 3 options have no such relation",
)
def equivalence() -> Evidence:
    """Indifference is transitive if and only if it is sensitive to all sweetenings and sourings: not for relations in
    general, but both hold for preorders, and both or neither for complete relations with transitive preference.
    """

    def repaired(weakly: WeakPreference) -> Any:
        found, preferred = found_of(weakly), transitive(preference_of(weakly), weakly.options)
        t, s = "transitive" in found, "sensitive" in found
        iff = t == s if preferred else t or not s  # without it, sensitive implies transitive
        right = is_preorder(weakly) == (t and s and preferred) and (iff or pref.incomplete(weakly, weakly.options))
        return meets(right, "as repaired", described(weakly, weakly.options))

    smallest = among(
        "all reflexive relations on 1, 2 and 3 options, the smallest first",
        lambda scope: [weakly for size in (1, 2, 3) for weakly in relations(size, reflexive=True)],
    )
    yield implied(found_of, "transitive", "sensitive", smallest).fails(
        "…: expected 'so', got 'x ~ y, x > z, y | z: transitive'"
    )
    yield implied(found_of, "sensitive", "transitive", smallest).fails(
        "…: expected 'so', got 'x ~ y, x ~ z, y | z: sensitive'"
    )
    complete = among(
        f"the complete ones of {SMALL}",
        lambda scope: (each for each in small_relations() if not pref.incomplete(each, each.options)),
    )
    yield implied(found_of, "transitive", "sensitive", complete).fails(
        "…: expected 'so', got 'x ~ y, x > z, z > y: transitive'"
    )
    reflexive = among(
        f"the reflexive ones of {SMALL}",
        lambda scope: (each for each in small_relations() if all(each(x, x) for x in each.options)),
    )
    name = (
        "a preorder is: preference transitive, indifference transitive, and sensitive; of complete relations sensitive "
        "implies transitive, with transitive preference it is both or neither"
    )
    yield every(name, repaired, reflexive)
    yield mutants("""
        gridworlds.preferences.weak_preference:indifference_is_sensitive
            sensitive to sweetenings only: and all(strictly_prefers(weakly, y, worse)
                for worse in sourings(weakly, options, x)) → ∅
            a sweetening is not dispreferred: strictly_prefers(weakly, better, y)
                → not strictly_prefers(weakly, y, better) ;; and all(strictly_prefers(weakly, y, worse)
                for worse in sourings(weakly, options, x)) → ∅
        gridworlds.preferences.weak_preference:transitive
            symmetric for transitive: relation(x, z) for x, y in product(options, repeat=2) if relation(x, y)
                for z in options if relation(y, z)
                → relation(x, y) == relation(y, x) for x, y in product(options, repeat=2)
    """)


def facts_of(weakly: WeakPreference) -> list[str]:
    """Return what is so of the gaps of incomplete preferences."""
    options, gap = weakly.options, partial(pref.preferential_gap, weakly)
    deaf = [pref.gap_is_insensitive(weakly, options, x, y) for x, y in combinations(options, 2) if gap(x, y)]
    ends = [(x, z) for x, y, z in permutations(options, 3) if gap(x, y) and gap(y, z) and not gap(x, z)]
    found = {
        "not transitive": not transitive(gap, options),
        "not transitive, of three": bool(ends),
        "through a preference": any(pref.strictly_prefers(weakly, x, z) for x, z in ends),
        "insensitive": any(deaf),
        "insensitive everywhere": all(deaf),
    }
    return [fact for fact, is_so in found.items() if is_so]


@lemma(
    "T24-DB-equivalence-gaps",
    "gaps that are not transitive, and insensitive gaps",
    "Appendix B, before Definition B.4 and after B.5",
    "refuted",
    evidence="exhaustive: all incomplete reflexive relations on 2, 3 and 4; argued for every number of options",
    defects="As printed, gaps are never transitive once x and y are in a gap, since no option is in a gap with "
    "itself. With three different options they can also fail to be transitive without any preference. One "
    "insensitive gap does not imply that every gap is insensitive, as the paper explains the word.",
    repair="insensitive somewhere implies not transitive; and it is the same as x | y, y | z and x preferred to z",
    witness="x | y alone; of three different options x ~ y, x | z, y | z: not transitive, and nothing to sweeten",
)
def gaps() -> Evidence:
    """Preferential gaps are not transitive if and only if they are insensitive to some sweetening or souring."""

    def examples() -> Rows:
        for arithmetic, value, pairs in (
            ("x | y, x | z, y over z: z sours y; z | x, too", True, "xx yy zz yz"),
            ("x | y, x | z, y ~ z: z | x, but no change of y", False, "xx yy zz yz zy"),
            ("x | y, z over both: z sweetens x, but is over y", False, "xx yy zz zx zy"),
        ):
            yield arithmetic, value, pref.gap_is_insensitive(weak("xyz", pairs), "xyz", "x", "y")

    def incompletes(*sizes: int, preorders: bool) -> Domain:
        def chosen(weakly: WeakPreference) -> bool:
            return pref.incomplete(weakly, weakly.options) and (is_preorder(weakly) or not preorders)

        which = "preorders" if preorders else "reflexive relations"
        return among(
            f"all incomplete {which} on {', '.join(map(str, sizes))} options, the smallest first",
            lambda scope: (each for size in sizes for each in relations(size, reflexive=True) if chosen(each)),
        )

    def through_a_preference(weakly: WeakPreference) -> Any:
        found = facts_of(weakly)
        insensitive = "insensitive" in found
        return (insensitive, True), ("through a preference" in found, not insensitive or "not transitive" in found)

    yield by_hand(examples)
    of_two, of_three, of_more = (incompletes(*sizes, preorders=True) for sizes in ((2,), (3,), (3, 4)))
    yield implied(facts_of, "not transitive", "insensitive", of_two).fails(  # two options leave none to change
        "…: expected 'so', got 'x | y: not transitive'"
    )
    yield implied(facts_of, "not transitive, of three", "insensitive", of_three).fails(
        "…: expected 'so', got 'x ~ y, x | z, y | z: not transitive, not transitive, of three'"
    )
    name = "gaps that are insensitive somewhere are not transitive, and so through a preference"
    yield every(name, through_a_preference, incompletes(2, 3, 4, preorders=False))
    yield implied(facts_of, "insensitive", "insensitive everywhere", of_more).fails(
        "…: expected 'so', got 'x > y, x | z, x | w, y |…through a preference, insensitive'"
    )
    yield mutants("""
        gridworlds.preferences.weak_preference:gap_is_insensitive
            insensitive to sweetenings only: *sourings(weakly, options, changed) → ∅
            insensitive to any change: (*sweetenings(weakly, options, changed), *sourings(weakly, options, changed))
                → options if other not in (x, y)
    """)


STATEMENTS = statements_in(globals())
