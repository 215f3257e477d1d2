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
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

from formal_rl.checking import Disagreement, Part, Scope, check_examples, decide_cases, part
from formal_rl.gridworlds.preferences import Option, preferential_gap, strictly_prefers
from formal_rl.gridworlds.preferences import weak_preference as right
from formal_rl.gridworlds.preferences.weak_preference import Relation, WeakPreference
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.preferences import (
    Cases,
    described,
    indifference_of,
    preference_of,
    reflexive_relations,
    relations,
    small_relations,
    weak,
)

Sensitive: TypeAlias = Callable[[WeakPreference, Sequence[Option]], bool]
Insensitive: TypeAlias = Callable[[WeakPreference, Sequence[Option], Option, Option], bool]
Transitive: TypeAlias = Callable[[Relation, Sequence[Option]], bool]
Found: TypeAlias = Callable[[WeakPreference], Callable[[], tuple[bool, bool]]]


_UP_TO_THREE = "all reflexive relations on 1, 2 and 3 options, the smallest first"


# --- Transitive and sensitive ---

LEAP = weak("xyz", "xx yy zz xy yx zx")
"""x ~ y, z preferred to x, z in a gap with y."""

_CHAIN = weak("xyz", "xx yy zz xy yx yz zy")
"""x ~ y, y ~ z, x in a gap with z."""

RANKED = weak("xyz", "xx yy zz xy yx zx zy")
"""x ~ y, z preferred to both."""


_KINDS = {
    (True, True): "both",
    (False, False): "neither",
    (True, False): "transitive alone",
    (False, True): "sensitive alone",
}
"""What indifference may be: transitive, and sensitive."""


def equivalence(
    scope: Scope, *, sensitive: Sensitive = right.indifference_is_sensitive, transitive: Transitive = right.transitive
) -> Iterator[Part]:
    """Check whether indifference is transitive just where it is sensitive: the letter, and where it is so."""

    def found(weakly: WeakPreference) -> Callable[[], tuple[bool, bool]]:
        options = weakly.options
        return lambda: (transitive(indifference_of(weakly), options), sensitive(weakly, options))

    yield check_examples(
        (
            ("x ~ y, z over x, z | y", "no chain of ~; z sweetens x and is not over y", (True, False), found(LEAP)),
            ("x ~ y ~ z, x | z", "x ~ z is missing; nothing is over anything", (False, True), found(_CHAIN)),
            ("x ~ y, z over both", "no chain of ~; z sweetens x, and y", (True, True), found(RANKED)),
            (
                "x ~ y ~ z, x over z",
                "x ~ z is missing; x sweetens z, and is not over y",
                (False, False),
                found(weak("xyz", "xx yy zz xy yx yz zy xz")),
            ),
            (
                "x ~ y, x over z, z | y",
                "z sours x, and y is not over it",
                (True, False),
                found(weak("xyz", "xx yy zz xy yx xz")),
            ),
        )
    )

    smallest = tuple(weakly for size in (1, 2, 3) for weakly in reflexive_relations(size)), _UP_TO_THREE
    small, domain = small_relations()
    yield _decided("what is transitive is sensitive", found, smallest, lambda t, s: not t or s).meant_to_fail(
        "what is transitive is sensitive: x ~ y, x > z, y | z: expected 'so', got 'transitive alone'"
    )
    yield _decided("what is sensitive is transitive", found, smallest, lambda t, s: not s or t).meant_to_fail(
        "what is sensitive is transitive: x ~ y, x ~ z, y | z: expected 'so', got 'sensitive alone'"
    )
    every = relations(3), "all 512 relations on 3 options"
    yield _decided("neither says anything of the other", found, every, lambda t, s: True, tuple(_KINDS.values()))
    preorders = tuple(filter(_is_preorder, small)), f"the preorders of {domain}"
    yield _decided("of preorders it is both", found, preorders, lambda t, s: t and s, ("both",))
    complete = tuple(weakly for weakly in small if not right.incomplete(weakly, weakly.options))
    ranked = tuple(weakly for weakly in complete if transitive(preference_of(weakly), weakly.options))
    yield _decided(
        "of complete relations with transitive preference it is both or neither",
        found,
        (ranked, f"those of {domain}"),
        lambda t, s: t == s,
        ("both", "neither"),
    )
    of_complete = complete, f"the complete ones of {domain}"
    yield _decided(
        "of complete relations, what is sensitive is transitive",
        found,
        of_complete,
        lambda t, s: not s or t,
        ("both", "neither", "transitive alone"),
    )
    yield _decided(
        "of complete relations, what is transitive is sensitive", found, of_complete, lambda t, s: not t or s
    ).meant_to_fail(
        "of complete relations, what is transitive is sensitive: x ~ y, x > z, z > y: expected"
        " 'so', got 'transitive alone'"
    )
    yield _made_of_parts(found, transitive, (small, domain))


def _is_preorder(weakly: WeakPreference) -> bool:
    return _is_reflexive(weakly) and right.transitive(weakly, weakly.options)


def _is_reflexive(weakly: WeakPreference) -> bool:
    return all(weakly(x, x) for x in weakly.options)


def _decided(
    name: str,
    found: Found,
    among: tuple[Sequence[WeakPreference], str],
    conclude: Callable[[bool, bool], bool],
    branches: Sequence[str] = (),
) -> Part:
    """Decide a claim on whether indifference is transitive, and whether it is sensitive."""
    chosen, domain = among

    @part(name, branches=branches, domain=domain)
    def cases() -> Cases:
        for weakly in chosen:
            got = found(weakly)()
            about = f"{name}: {described(weakly, weakly.options)}"
            yield _KINDS[got], None if conclude(*got) else Disagreement(about, "so", _KINDS[got])

    return cases()


def _made_of_parts(found: Found, transitive: Transitive, among: tuple[Sequence[WeakPreference], str]) -> Part:
    chosen, domain = among

    @part(
        "a preorder is: preference transitive, indifference transitive, and sensitive",
        branches=("a preorder", "none"),
        domain=f"the reflexive ones of {domain}",
    )
    def cases() -> Cases:
        for weakly in filter(_is_reflexive, chosen):
            by_parts = all((*found(weakly)(), transitive(preference_of(weakly), weakly.options)))
            expected = _is_preorder(weakly)
            branch = "a preorder" if expected else "none"
            about = f"{described(weakly, weakly.options)}: whether a preorder"
            yield branch, None if by_parts == expected else Disagreement(about, expected, by_parts)

    return cases()


# --- Gaps: not transitive and insensitive ---


class _Gaps(NamedTuple):
    not_transitive: bool
    not_transitive_of_three: bool
    not_transitive_through_a_preference: bool
    some_insensitive: bool
    each_insensitive: bool


def gaps(scope: Scope, *, insensitive: Insensitive = right.gap_is_insensitive) -> Iterator[Part]:
    """Check whether gaps are not transitive just where they are insensitive: the letter, and where it is so."""

    def found(weakly: WeakPreference) -> _Gaps:
        options, gap = weakly.options, partial(preferential_gap, weakly)
        apart = [(x, y) for x, y in combinations(options, 2) if gap(x, y)]
        ends = [(x, z) for x, y, z in permutations(options, 3) if gap(x, y) and gap(y, z) and not gap(x, z)]
        return _Gaps(
            not right.transitive(gap, options),
            bool(ends),
            any(strictly_prefers(weakly, x, z) for x, z in ends),
            any(insensitive(weakly, options, x, y) for x, y in apart),
            all(insensitive(weakly, options, x, y) for x, y in apart),
        )

    yield check_examples(
        (
            (
                "x | y alone",
                "nothing sweetens or sours x or y",
                False,
                lambda: insensitive(weak("xy", "xx yy"), "xy", "x", "y"),
            ),
            (
                "x | y, x | z, y over z",
                "z sours y and is in a gap with x, too",
                True,
                lambda: insensitive(weak("xyz", "xx yy zz yz"), "xyz", "x", "y"),
            ),
            (
                "x | z, x | y, y over z",
                "y sweetens z and is in a gap with x, too",
                True,
                lambda: insensitive(weak("xyz", "xx yy zz yz"), "xyz", "x", "z"),
            ),
            (
                "x | y, x | z, y ~ z",
                "z is in a gap with x, but neither sweetens nor sours y",
                False,
                lambda: insensitive(weak("xyz", "xx yy zz yz zy"), "xyz", "x", "y"),
            ),
            (
                "x | y, z over both",
                "z sweetens x, but is over y",
                False,
                lambda: insensitive(weak("xyz", "xx yy zz zx zy"), "xyz", "x", "y"),
            ),
        )
    )

    def implied(name: str, conclude: Callable[[_Gaps], bool], preorders: bool, sizes: Sequence[int]) -> Part:
        def cases() -> Cases:
            for weakly in (weakly for size in sizes for weakly in reflexive_relations(size)):
                if not right.incomplete(weakly, weakly.options) or (preorders and not _is_preorder(weakly)):
                    continue
                got = found(weakly)
                about = described(weakly, weakly.options)
                kind = "insensitive" if got.some_insensitive else "all sensitive"
                yield kind, None if conclude(got) else Disagreement(about, name, got)

        which = "preorders" if preorders else "reflexive relations"
        return decide_cases(
            name,
            cases(),
            branches=("insensitive", "all sensitive"),
            domain=f"all incomplete {which} on {', '.join(map(str, sizes))} options, the smallest first",
        )

    sizes = (2, 3, 4)
    yield implied(
        "gaps that are not transitive are insensitive somewhere",
        lambda gaps: not gaps.not_transitive or gaps.some_insensitive,
        True,
        (2,),
    ).meant_to_fail(
        "x | y: expected 'gaps th…not_transitive_through_a_preference=False, some_insensitive="
        "False, each_insensitive=False)"
    )
    yield implied(
        "the same of three different options",
        lambda gaps: not gaps.not_transitive_of_three or gaps.some_insensitive,
        True,
        (3,),
    ).meant_to_fail(
        "x ~ y, x | z, y | z: exp…not_transitive_through_a_preference=False, some_insensitive="
        "False, each_insensitive=False)"
    )
    yield implied(
        "gaps that are insensitive somewhere are not transitive",
        lambda gaps: not gaps.some_insensitive or gaps.not_transitive,
        False,
        sizes,
    )
    yield implied(
        "not transitive through a preference: insensitive somewhere",
        lambda gaps: gaps.not_transitive_through_a_preference == gaps.some_insensitive,
        False,
        sizes,
    )
    yield implied(
        "gaps that are insensitive somewhere are insensitive everywhere",
        lambda gaps: not gaps.some_insensitive or gaps.each_insensitive,
        True,
        (3, 4),
    ).meant_to_fail(
        "x > y, x | z, x | w, y |…, not_transitive_through_a_preference=True, some_insensitive"
        "=True, each_insensitive=False)"
    )


# --- Mutants ---


def _to_sweetenings_only(weakly: WeakPreference, options: Sequence[Option]) -> bool:
    return all(
        right.strictly_prefers(weakly, better, y)
        for x in options
        for y in options
        if right.indifferent(weakly, x, y)
        for better in right.sweetenings(weakly, options, x)
    )


def _not_dispreferred(weakly: WeakPreference, options: Sequence[Option]) -> bool:
    """Ask of a sweetening of x only that y is not preferred to it, and so on."""
    return not any(
        right.strictly_prefers(weakly, y, better)
        for x in options
        for y in options
        if right.indifferent(weakly, x, y)
        for better in right.sweetenings(weakly, options, x)
    )


def _pairs_alike(relation: Relation, options: Sequence[Option]) -> bool:
    """Ask for symmetry in place of transitivity."""
    return all(relation(x, y) == relation(y, x) for x in options for y in options)


def _insensitive_to_sweetenings_only(weakly: WeakPreference, options: Sequence[Option], x: Option, y: Option) -> bool:
    return any(
        right.preferential_gap(weakly, better, kept)
        for changed, kept in ((x, y), (y, x))
        for better in right.sweetenings(weakly, options, changed)
    )


def _insensitive_when_lacking(weakly: WeakPreference, options: Sequence[Option], x: Option, y: Option) -> bool:
    """Ask for a third option in a gap with one of the two, whether or not it sweetens or sours the other."""
    return any(right.preferential_gap(weakly, z, kept) for z in options if z not in {x, y} for kept in (x, y))


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
            "sensitive to sweetenings only": {"sensitive": _to_sweetenings_only},
            "a sweetening is not dispreferred": {"sensitive": _not_dispreferred},
            "symmetric for transitive": {"transitive": _pairs_alike},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all reflexive relations on up to 3 options for the letter, all 512 relations on 3 and "
        "all 4,096 reflexive ones on 4 for the repair; argued for every number of options",
        defects="The two are called equivalent without a hypothesis. Neither implies the other, not even where "
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
        defects="A gap of x and y is never transitive by the letter, since no option is in a gap with itself. Of three "
        "different options it can be so without any preference. That every gap is insensitive, as the paper explains "
        "the word, does not follow from one that is.",
        repair="insensitive somewhere implies not transitive; and it is the same as x | y, y | z and x preferred to z",
        witness="x | y alone; of three different options x ~ y, x | z, y | z: not transitive, and nothing to sweeten",
    ),
)
