"""Checks that incomplete preferences, and POST, have no real-valued utility.

Why it holds for every utility and beyond the sizes looked at. Of two numbers one is at least the other, so what a
utility represents has no gap. Under POST let x be preferred to y, and z be of another length: the number of z would
have to equal that of x and that of y, of which the first is greater. Expected utility does no better: what is sure is
a lottery, too.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import permutations, product
from typing import TypeAlias

from formal_rl.checking import Disagreement, Part, Scope, check_examples, part
from formal_rl.gridworlds.preferences import post_verdict as right_post_verdict
from formal_rl.gridworlds.preferences import utilities
from formal_rl.gridworlds.preferences import weak_preference as right
from formal_rl.gridworlds.preferences import weak_preference as right_utility
from formal_rl.gridworlds.preferences.weak_preference import Relation, Utility, WeakPreference, respects
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.incompleteness import post_behaviours
from formal_rl.statements.thornley_2024.post import Post, _without_the_first, _without_the_second
from formal_rl.statements.thornley_2024.preferences import (
    NAMES,
    Cases,
    OverDomain,
    _some_lack,
    described,
    preference_of,
    relations,
    small_relations,
    weak,
)
from formal_rl.statements.thornley_2024.sensitivity import LEAP, RANKED

Represents: TypeAlias = Callable[[Utility, Relation], bool]


def no_utility(
    scope: Scope,
    *,
    incomplete: OverDomain = right.incomplete,
    represents: Represents = right_utility.represents,
    represents_behaviour: Represents = right_utility.represents_behaviour,
    post: Post = right_post_verdict,
) -> Iterator[Part]:
    """Check that incomplete preferences, and POST, have no utility: by hand, and on all relations and orders."""
    ranked = {"x": 0, "y": 0, "z": 1}
    prefers_z = preference_of(RANKED)
    yield check_examples(
        (
            ("x ~ y, z over both; 0, 0, 1", "as the numbers are", True, represents, ranked, RANKED),
            ("x ~ y, z over x, z | y; 0, 0, 1", "1 > 0 of z and y", False, represents, ranked, LEAP),
            ("x | y; 0, 0", "0 = 0", False, represents, {"x": 0, "y": 0}, weak("xy", "xx yy")),
            ("x | y; 1, 0", "1 > 0", False, represents, {"x": 1, "y": 0}, weak("xy", "xx yy")),
            (
                "z preferred to both, x and y by chance; 0, 0, 1",
                "as the numbers are",
                True,
                represents_behaviour,
                ranked,
                prefers_z,
            ),
            ("the same; 0, 1, 2", "1 > 0 of y and x", False, represents_behaviour, {"x": 0, "y": 1, "z": 2}, prefers_z),
            (
                "z preferred to x alone; 0, 0, 1",
                "1 > 0 of z and y",
                False,
                represents_behaviour,
                ranked,
                preference_of(LEAP),
            ),
        )
    )
    everything, domain = relations(3), "all 512 relations on 3 options"
    if scope.is_full:
        everything, domain = small_relations()
    yield _represented(incomplete, represents, everything, domain)
    size = 4 if scope.is_full else 3
    yield _post_has_no_utility("POST over two lengths has no utility", represents_behaviour, post, size, least=2)
    yield _post_has_no_utility(
        "POST over one length has no utility", represents_behaviour, post, 2, least=1
    ).meant_to_fail(on="lengths (1, 1), x > y: utilities: expected [], got [{'x': 1, 'y': 0}]")
    yield _respected()


def _represented(
    incomplete: OverDomain, represents: Represents, everything: Sequence[WeakPreference], domain: str
) -> Part:
    kinds = ("a utility", "incomplete", "complete, not transitive")

    @part(
        "a utility just for what is complete and transitive",
        branches=kinds,
        domain=f"{domain}, all orders of utilities",
    )
    def cases() -> Cases:
        for weakly in everything:
            gap = incomplete(weakly, weakly.options)
            kind = kinds[1] if gap else kinds[0] if right.transitive(weakly, weakly.options) else kinds[2]
            got = any(represents(utility, weakly) for utility in utilities(weakly.options))
            about = f"{described(weakly, weakly.options)}: whether some utility represents it"
            yield kind, None if got == (kind == kinds[0]) else Disagreement(about, kind, got)

    return cases()


def _post_has_no_utility(name: str, represents_behaviour: Represents, post: Post, size: int, *, least: int) -> Part:
    options = tuple(NAMES[:size])

    @part(name, domain=f"all POST behaviours on {size} options of {least} lengths or more, all orders of utilities")
    def cases() -> Cases:
        for behaviour in post_behaviours(post, size, least):
            found = [utility for utility in utilities(options) if represents_behaviour(utility, behaviour.prefers)]
            preferred = [f"{x} > {y}" for x, y in product(options, repeat=2) if behaviour.prefers(x, y)]
            about = f"lengths {behaviour.lengths}, {', '.join(preferred)}: utilities"
            yield "a behaviour", Disagreement(about, [], found) if found else None

    return cases()


def _respected() -> Part:
    options = tuple(NAMES)

    @part(
        "a utility that is greater for what is preferred, unless preferences go round",
        branches=("acyclic: True", "acyclic: False"),
        domain="all POST behaviours on 4 options of 2 lengths or more, all orders of utilities",
    )
    def cases() -> Cases:
        for behaviour in post_behaviours(right_post_verdict, 4, 2):
            acyclic = not any(
                behaviour.prefers(x, y) and behaviour.prefers(y, z) and behaviour.prefers(z, x)
                for x, y, z in permutations(options, 3)
            )
            got = any(right_utility.respects(utility, behaviour.prefers) for utility in utilities(options))
            about = f"lengths {behaviour.lengths}: whether some utility is greater for what is preferred"
            yield f"acyclic: {acyclic}", None if got == acyclic else Disagreement(about, acyclic, got)

    return cases()


# --- Mutants ---


def _greater(utility: Utility, weakly: Relation) -> bool:
    return all(weakly(x, y) == (utility[x] > utility[y]) for x in utility for y in utility)


def _up_to_lack(utility: Utility, prefers: Relation) -> bool:
    """Let options between which there is no preference have any numbers."""
    return all(not prefers(x, y) or utility[x] > utility[y] for x in utility for y in utility)


def _never_less(utility: Utility, prefers: Relation) -> bool:
    return all(not prefers(x, y) or utility[x] >= utility[y] for x in utility for y in utility)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-noutility",
        kind="lemma",
        title="no real-valued utility",
        claim="Incomplete preferences have no real-valued utility; and what satisfies POST over at least two lengths "
        "has none that is greater exactly for what is preferred.",
        source=f"{THORNLEY_2024}, Section 1",
        check=no_utility,
        mutants={
            "greater for what is preferred": {
                "represents": lambda utility, weakly: respects(utility, partial(right.strictly_prefers, weakly))
            },
            "greater for weakly preferred": {"represents": _greater},
            "any lack is a gap": {"incomplete": _some_lack},
            "a lack may have any numbers": {"represents_behaviour": _up_to_lack},
            "preferred is never less": {"represents_behaviour": _never_less},
            "POST without its first condition": {"post": _without_the_first},
            "POST without its second condition": {"post": _without_the_second},
        },
        verdict="holds",
        evidence="exhaustive: all 512 relations on 3 options and all orders of utilities, which are all that "
        "real-valued utilities say of them; all POST behaviours on 3 options, and on 4 for the utility that says "
        "less (in the full profile 4 throughout, relations reflexive); argued for every number of options",
        defects="Needs two lengths, as T24-DB-argument does. No supposition on indifference is needed. A utility that "
        "is greater for what is preferred, and says nothing of the rest, does exist unless preferences go round.",
        witness="x preferred to y, z of another length: u(x) = u(z) = u(y) < u(x)",
    ),
)
