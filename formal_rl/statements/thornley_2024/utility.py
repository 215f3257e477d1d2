"""Checks that incomplete preferences, and POST, have no real-valued utility.

Why it holds for every utility and beyond the sizes looked at. Of two numbers one is at least the other, so what a
utility represents has no gap. Under POST let x be preferred to y, and z be of another length: the number of z would
have to equal that of x and that of y, of which the first is greater. Expected utility does no better: what is sure is
a lottery, too.
"""

from collections.abc import Iterator
from functools import partial
from itertools import permutations, product

from formal_rl.checking import Case, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.gridworlds.preferences import (
    incomplete,
    post_verdict,
    represents,
    represents_behaviour,
    strictly_prefers,
    transitive,
    utilities,
)
from formal_rl.gridworlds.preferences.weak_preference import Relation, Utility, respects
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import Definition
from formal_rl.statements.thornley_2024.post import post_behaviours, without_the_first, without_the_second
from formal_rl.statements.thornley_2024.preferences import (
    NAMES,
    described,
    preference_of,
    relations,
    small_relations,
    some_lack,
    weak,
)
from formal_rl.statements.thornley_2024.sensitivity import LEAP, RANKED

_KINDS = ("a utility", "incomplete", "complete, not transitive")


def no_utility(
    scope: Scope,
    *,
    incomplete: Definition = incomplete,
    represents: Definition = represents,
    represents_behaviour: Definition = represents_behaviour,
    post: Definition = post_verdict,
) -> Iterator[Part]:
    """Check that incomplete preferences, and POST, have no utility: by hand, and on all relations and orders."""
    everything, domain = small_relations() if scope.is_full else (relations(3), "all 512 relations on 3 options")

    @part(
        "a utility just for what is complete and transitive",
        branches=_KINDS,
        domain=f"{domain}, all orders of utilities",
    )
    def represented() -> Iterator[Case]:
        for weakly in everything:
            gap = incomplete(weakly, weakly.options)
            kind = _KINDS[1 if gap else 0 if transitive(weakly, weakly.options) else 2]
            got = any(represents(utility, weakly) for utility in utilities(weakly.options))
            about = f"{described(weakly, weakly.options)}: whether some utility represents it"
            yield kind, unless(got == (kind == _KINDS[0]), about, kind, got)

    def of_post(size: int, least: int) -> Iterator[Case]:
        options = tuple(NAMES[:size])
        for behaviour in post_behaviours(post, size, least):
            found = [utility for utility in utilities(options) if represents_behaviour(utility, behaviour.prefers)]
            preferred = [f"{x} > {y}" for x, y in product(options, repeat=2) if behaviour.prefers(x, y)]
            yield "a behaviour", equal(f"lengths {behaviour.lengths}, {', '.join(preferred)}: utilities", [], found)

    ranked, level, prefers_z = {"x": 0, "y": 0, "z": 1}, weak("xy", "xx yy"), preference_of(RANKED)
    steps, by_behaviour = {"x": 0, "y": 1, "z": 2}, represents_behaviour
    yield check_examples(
        (
            ("x ~ y, z over both; 0, 0, 1", "as the numbers are", True, represents, ranked, RANKED),
            ("x ~ y, z over x, z | y; 0, 0, 1", "1 > 0 of z and y", False, represents, ranked, LEAP),
            ("x | y; 0, 0", "0 = 0", False, represents, {"x": 0, "y": 0}, level),
            ("x | y; 1, 0", "1 > 0", False, represents, {"x": 1, "y": 0}, level),
            ("z preferred to both, x and y at random; 0, 0, 1", "so it is", True, by_behaviour, ranked, prefers_z),
            ("the same; 0, 1, 2", "1 > 0 of y and x", False, by_behaviour, steps, prefers_z),
            ("z preferred to x alone; 0, 0, 1", "z and y: 1 > 0", False, by_behaviour, ranked, preference_of(LEAP)),
        )
    )
    yield represented()
    size, words = (
        4 if scope.is_full else 3,
        "all POST behaviours on {} options of {} lengths or more, all orders of utilities",
    )
    yield decide_cases("POST over two lengths has no utility", of_post(size, 2), domain=words.format(size, 2))
    yield decide_cases("POST over one length has no utility", of_post(2, 1), domain=words.format(2, 1)).meant_to_fail(
        on="lengths (1, 1), x > y: utilities: expected [], got [{'x': 1, 'y': 0}]"
    )
    yield _respected()


@part(
    "a utility that is greater for what is preferred, unless preferences go round",
    branches=("acyclic: True", "acyclic: False"),
    domain="all POST behaviours on 4 options of 2 lengths or more, all orders of utilities",
)
def _respected() -> Iterator[Case]:
    for behaviour in post_behaviours(post_verdict, 4, 2):
        prefers = behaviour.prefers
        rounds = permutations(NAMES, 3)
        acyclic = not any(prefers(x, y) and prefers(y, z) and prefers(z, x) for x, y, z in rounds)
        got = any(respects(utility, prefers) for utility in utilities(NAMES))
        about = f"lengths {behaviour.lengths}: whether some utility is greater for what is preferred"
        yield f"acyclic: {acyclic}", equal(about, acyclic, got)


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
        claim="Incomplete preferences have no real-valued utility. Preferences that satisfy POST over at least two "
        "lengths have no utility that is greater exactly for what is preferred.",
        source=f"{THORNLEY_2024}, Section 1",
        check=no_utility,
        mutants={
            "greater for what is preferred": {
                "represents": lambda utility, weakly: respects(utility, partial(strictly_prefers, weakly))
            },
            "greater for weakly preferred": {"represents": _greater},
            "any lack is a gap": {"incomplete": some_lack},
            "a lack may have any numbers": {"represents_behaviour": _up_to_lack},
            "preferred is never less": {"represents_behaviour": _never_less},
            "POST without its first condition": {"post": without_the_first},
            "POST without its second condition": {"post": without_the_second},
        },
        verdict="holds",
        evidence="exhaustive: all 512 relations on 3 options and all orders of utilities, which are all that "
        "real-valued utilities say of them; all POST behaviours on 3 options, and on 4 for the utility that says "
        "less (in the full profile 4 throughout, relations reflexive); argued for every number of options",
        defects="The claim needs two lengths, as T24-DB-argument does. It needs no assumption about indifference. A "
        "utility that is greater for what is preferred, and arbitrary otherwise, exists unless preferences are cyclic.",
        witness="x preferred to y, z of another length: u(x) = u(z) = u(y) < u(x)",
    ),
)
