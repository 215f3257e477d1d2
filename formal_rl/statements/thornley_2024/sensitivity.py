"""Checks of what tells indifference from gaps: being transitive, and being sensitive to sweetenings and sourings.

Why the repaired claims hold beyond the sizes looked at. Write P, I and N for preferred, indifferent, in a gap. A
reflexive weak preference R is transitive iff P∘P, P∘I and I∘P are in P and I∘I is in I, since R is P and I together.
P∘I and I∘P in P is sensitivity; I∘I in I is the transitivity of indifference. So of preorders indifference is both.
If R is complete, and x I y I z without x I z, then x P z or z P x, against sensitivity. If R is complete with P
transitive, and z P x I y without z P y, then z I y, so that z I x if indifference is transitive, or y P z, so that
y P x: neither is so. If a gap of x and y stays one when x is sweetened or soured to z, then x N y N z without x N z.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, permutations, product

from formal_rl.checking import Case, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.gridworlds.preferences import (
    Option,
    gap_is_insensitive,
    incomplete,
    indifference_is_sensitive,
    indifferent,
    preferential_gap,
    strictly_prefers,
    sweetenings,
    transitive,
)
from formal_rl.gridworlds.preferences.weak_preference import Relation, WeakPreference
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import Definition
from formal_rl.statements.thornley_2024.preferences import (
    described,
    indifference_of,
    preference_of,
    relations,
    small_relations,
    weak,
)

# --- Transitive and sensitive ---

LEAP = weak("xyz", "xx yy zz xy yx zx")
"""x ~ y, z preferred to x, z in a gap with y."""

RANKED = weak("xyz", "xx yy zz xy yx zx zy")
"""x ~ y, z preferred to both."""

_KINDS = {
    (True, True): "both",
    (False, False): "neither",
    (True, False): "transitive alone",
    (False, True): "sensitive alone",
}
"""What indifference may be: transitive, and sensitive."""


def _is_reflexive(weakly: WeakPreference) -> bool:
    return all(weakly(x, x) for x in weakly.options)


def _is_preorder(weakly: WeakPreference) -> bool:
    return _is_reflexive(weakly) and transitive(weakly, weakly.options)


def equivalence(
    scope: Scope, *, sensitive: Definition = indifference_is_sensitive, transitive: Definition = transitive
) -> Iterator[Part]:
    """Check whether indifference is transitive just where it is sensitive: the letter, and where it is so."""

    def found(weakly: WeakPreference) -> tuple[bool, bool]:
        return transitive(indifference_of(weakly), weakly.options), sensitive(weakly, weakly.options)

    def decided(
        name: str, chosen: Sequence[WeakPreference], domain: str, conclude: Callable[[bool, bool], bool], *branches: str
    ) -> Part:
        """Decide a claim on whether indifference is transitive, and whether it is sensitive."""

        def cases() -> Iterator[Case]:
            for weakly in chosen:
                got = _KINDS[found(weakly)]
                about = f"{name}: {described(weakly, weakly.options)}"
                yield got, unless(conclude(*found(weakly)), about, "so", got)

        return decide_cases(name, cases(), branches=branches, domain=domain)

    def if_transitive(transitive: bool, sensitive: bool) -> bool:
        return sensitive or not transitive

    def if_sensitive(transitive: bool, sensitive: bool) -> bool:
        return transitive or not sensitive

    small, domain = small_relations()

    @part(
        "a preorder is: preference transitive, indifference transitive, and sensitive",
        branches=("a preorder", "none"),
        domain=f"the reflexive ones of {domain}",
    )
    def made_of_parts() -> Iterator[Case]:
        for weakly in filter(_is_reflexive, small):
            by_parts = all((*found(weakly), transitive(preference_of(weakly), weakly.options)))
            expected, about = _is_preorder(weakly), f"{described(weakly, weakly.options)}: whether a preorder"
            yield "a preorder" if expected else "none", equal(about, expected, by_parts)

    missing, over = weak("xyz", "xx yy zz xy yx yz zy"), weak("xyz", "xx yy zz xy yx yz zy xz")
    soured = weak("xyz", "xx yy zz xy yx xz")
    yield check_examples(
        (
            ("x ~ y, z over x, z | y", "no chain of ~; z sweetens x and is not over y", (True, False), found, LEAP),
            ("x ~ y ~ z, x | z", "x ~ z is missing; nothing is over anything", (False, True), found, missing),
            ("x ~ y, z over both", "no chain of ~; z sweetens x, and y", (True, True), found, RANKED),
            ("x ~ y ~ z, x over z", "x ~ z is missing; x sweetens z, and is not over y", (False, False), found, over),
            ("x ~ y, x over z, z | y", "z sours x, and y is not over it", (True, False), found, soured),
        )
    )
    smallest = [weakly for size in (1, 2, 3) for weakly in relations(size, reflexive=True)]
    up_to_three = "all reflexive relations on 1, 2 and 3 options, the smallest first"
    yield decided("what is transitive is sensitive", smallest, up_to_three, if_transitive).meant_to_fail(
        "what is transitive is sensitive: x ~ y, x > z, y | z: expected 'so', got 'transitive alone'"
    )
    yield decided("what is sensitive is transitive", smallest, up_to_three, if_sensitive).meant_to_fail(
        "what is sensitive is transitive: x ~ y, x ~ z, y | z: expected 'so', got 'sensitive alone'"
    )
    every, kinds = "all 512 relations on 3 options", _KINDS.values()
    yield decided("neither says anything of the other", relations(3), every, lambda t, s: True, *kinds)
    preorders = [*filter(_is_preorder, small)]
    yield decided("of preorders it is both", preorders, f"the preorders of {domain}", lambda t, s: t and s, "both")
    complete = [weakly for weakly in small if not incomplete(weakly, weakly.options)]
    ranked = [weakly for weakly in complete if transitive(preference_of(weakly), weakly.options)]
    those, of_complete = f"those of {domain}", f"the complete ones of {domain}"
    name = "of complete relations with transitive preference it is both or neither"
    yield decided(name, ranked, those, lambda t, s: t == s, "both", "neither")
    name, either = "of complete relations, what is sensitive is transitive", ("both", "neither", "transitive alone")
    yield decided(name, complete, of_complete, if_sensitive, *either)
    name = "of complete relations, what is transitive is sensitive"
    yield decided(name, complete, of_complete, if_transitive).meant_to_fail(
        f"{name}: x ~ y, x > z, z > y: expected 'so', got 'transitive alone'"
    )
    yield made_of_parts()


# --- Gaps: not transitive and insensitive ---


def gaps(scope: Scope, *, insensitive: Definition = gap_is_insensitive) -> Iterator[Part]:
    """Check whether gaps are not transitive just where they are insensitive: the letter, and where it is so."""

    def implied(
        name: str, conclude: Callable[[dict[str, bool]], bool], preorders: bool, sizes: Sequence[int], witness: str = ""
    ) -> Part:
        def cases() -> Iterator[Case]:
            for weakly in (weakly for size in sizes for weakly in relations(size, reflexive=True)):
                if not incomplete(weakly, weakly.options) or (preorders and not _is_preorder(weakly)):
                    continue
                options, gap = weakly.options, partial(preferential_gap, weakly)
                deaf = [insensitive(weakly, options, x, y) for x, y in combinations(options, 2) if gap(x, y)]
                ends = [(x, z) for x, y, z in permutations(options, 3) if gap(x, y) and gap(y, z) and not gap(x, z)]
                got = {
                    "not transitive": not transitive(gap, options),
                    "of three": bool(ends),
                    "through a preference": any(strictly_prefers(weakly, x, z) for x, z in ends),
                    "insensitive": any(deaf),
                    "insensitive everywhere": all(deaf),
                }
                kind = "insensitive" if any(deaf) else "all sensitive"
                so = [fact for fact, is_so in got.items() if is_so]
                yield kind, unless(conclude(got), described(weakly, options), name, so)

        which = "preorders" if preorders else "reflexive relations"
        domain = f"all incomplete {which} on {', '.join(map(str, sizes))} options, the smallest first"
        decided = decide_cases(name, cases(), branches=("insensitive", "all sensitive"), domain=domain)
        return decided.meant_to_fail(witness.format(name)) if witness else decided

    def insensitive_in(pairs: str, names: str, x: str, y: str) -> bool:
        found: bool = insensitive(weak(names, pairs), names, x, y)
        return found

    y_over_z, alike, z_over = "xx yy zz yz", "xx yy zz yz zy", "xx yy zz zx zy"
    yield check_examples(
        (
            ("x | y alone", "nothing sweetens or sours x or y", False, insensitive_in, "xx yy", "xy", "x", "y"),
            ("x | y, x | z, y over z", "z sours y; z | x, too", True, insensitive_in, y_over_z, "xyz", "x", "y"),
            ("x | z, x | y, y over z", "y sweetens z; y | x, too", True, insensitive_in, y_over_z, "xyz", "x", "z"),
            ("x | y, x | z, y ~ z", "z | x, but no change of y", False, insensitive_in, alike, "xyz", "x", "y"),
            ("x | y, z over both", "z sweetens x, but is over y", False, insensitive_in, z_over, "xyz", "x", "y"),
        )
    )
    yield implied(
        "gaps that are not transitive are insensitive somewhere",
        lambda gaps: gaps["insensitive"] or not gaps["not transitive"],
        True,
        (2,),
        "x | y: expected '{}', got ['not transitive']",
    )
    yield implied(
        "the same of three different options",
        lambda gaps: gaps["insensitive"] or not gaps["of three"],
        True,
        (3,),
        "x ~ y, x | z, y | z: expected '{}', got ['not transitive', 'of three']",
    )
    yield implied(
        "gaps that are insensitive somewhere are not transitive",
        lambda gaps: gaps["not transitive"] or not gaps["insensitive"],
        False,
        (2, 3, 4),
    )
    yield implied(
        "not transitive through a preference: insensitive somewhere",
        lambda gaps: gaps["through a preference"] == gaps["insensitive"],
        False,
        (2, 3, 4),
    )
    yield implied(
        "gaps that are insensitive somewhere are insensitive everywhere",
        lambda gaps: gaps["insensitive everywhere"] or not gaps["insensitive"],
        True,
        (3, 4),
        "x > y, x | z, x | w, y |…: expected '{}', got [… 'through a preference', 'insensitive']",
    )


# --- Mutants ---


def _of_sweetenings(
    right: Callable[[WeakPreference, Option, Option], bool], weakly: WeakPreference, options: Sequence[Option]
) -> bool:
    """Ask something of each sweetening of x and each y that is indifferent to x, and nothing of sourings."""
    alike = ((x, y) for x, y in product(options, repeat=2) if indifferent(weakly, x, y))
    return all(right(weakly, better, y) for x, y in alike for better in sweetenings(weakly, options, x))


def _pairs_alike(relation: Relation, options: Sequence[Option]) -> bool:
    """Ask for symmetry in place of transitivity."""
    return all(relation(x, y) == relation(y, x) for x in options for y in options)


def _insensitive_to_sweetenings_only(weakly: WeakPreference, options: Sequence[Option], x: Option, y: Option) -> bool:
    return any(
        preferential_gap(weakly, better, kept)
        for changed, kept in ((x, y), (y, x))
        for better in sweetenings(weakly, options, changed)
    )


def _insensitive_when_lacking(weakly: WeakPreference, options: Sequence[Option], x: Option, y: Option) -> bool:
    """Ask for a third option in a gap with one of the two, whether or not it sweetens or sours the other."""
    return any(preferential_gap(weakly, z, kept) for z in options if z not in {x, y} for kept in (x, y))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-DB-equivalence",
        kind="lemma",
        title="transitive and sensitive indifference",
        claim="Indifference is transitive if and only if it is sensitive to all sweetenings and sourings: not for "
        "relations in general, but both hold for preorders, and both or neither for complete relations with "
        "transitive preference.",
        source=f"{THORNLEY_2024}, Appendix B, before Definition B.4",
        check=equivalence,
        mutants={
            "sensitive to sweetenings only": {"sensitive": partial(_of_sweetenings, strictly_prefers)},
            "a sweetening is not dispreferred": {
                "sensitive": partial(_of_sweetenings, lambda weakly, better, y: not strictly_prefers(weakly, y, better))
            },
            "symmetric for transitive": {"transitive": _pairs_alike},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all reflexive relations on up to 3 options for the letter, all 512 relations on 3 and "
        "all 4,096 reflexive ones on 4 for the repair; argued for every number of options",
        defects="The paper calls the two equivalent without a hypothesis. Neither implies the other, not even where "
        "preference is transitive: a reflexive relation is a preorder if and only if its preference is transitive and "
        "its indifference is both transitive and sensitive, so neither of these can be left out.",
        repair="of preorders indifference is transitive and sensitive; of complete relations with transitive "
        "preference it is both or neither; of complete relations sensitive implies transitive, and not conversely",
        witness="x ~ y, x > z, y | z: transitive, not sensitive; x ~ y, x ~ z, y | z: sensitive, not transitive; "
        "fewer than 3 options have no such relation",
    ),
    Statement(
        id="T24-DB-equivalence-gaps",
        kind="lemma",
        title="gaps that are not transitive, and insensitive gaps",
        claim="Preferential gaps are not transitive if and only if they are insensitive to some sweetening or souring.",
        source=f"{THORNLEY_2024}, Appendix B, before Definition B.4 and after B.5",
        check=gaps,
        mutants={
            "insensitive to sweetenings only": {"insensitive": _insensitive_to_sweetenings_only},
            "insensitive to any change": {"insensitive": _insensitive_when_lacking},
        },
        verdict="refuted",
        evidence="exhaustive: all incomplete preorders on 2, 3 and 4 options for the letter, all incomplete reflexive "
        "relations on 2, 3 and 4 for what holds; argued for every number of options",
        defects="As printed, gaps are never transitive once x and y are in a gap, since no option is in a gap with "
        "itself. With three different options they can also fail to be transitive without any preference. One "
        "insensitive gap does not imply that every gap is insensitive, as the paper explains the word.",
        repair="insensitive somewhere implies not transitive; and it is the same as x | y, y | z and x preferred to z",
        witness="x | y alone; of three different options x ~ y, x | z, y | z: not transitive, and nothing to sweeten",
    ),
)
