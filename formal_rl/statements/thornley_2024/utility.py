"""Incomplete preferences, and POST, have no real-valued utility.

Why it holds for every utility and beyond the sizes looked at. Of two numbers one is at least the other, so what a
utility represents has no gap. Under POST let x be preferred to y, and z be of another length: the number of z would
have to equal that of x and that of y, of which the first is greater. Expected utility does no better: what is sure is
a lottery, too.
"""

from itertools import permutations
from typing import Any

from formal_rl.checking import among, every
from formal_rl.gridworlds.preferences import incomplete, transitive
from formal_rl.gridworlds.preferences.weak_preference import (
    WeakPreference,
    represents,
    represents_behaviour,
    respects,
    utilities,
)
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.post import PostBehaviour, post_behaviours
from formal_rl.statements.thornley_2024.preferences import NAMES, relations


@lemma(
    "T24-noutility",
    "no real-valued utility",
    "Section 1",
    "holds",
    evidence="exhaustive: all 512 relations, all POST behaviours, all orders of utilities; argued for every number",
    defects="The claim needs two lengths, as T24-DB-argument does. It needs no assumption about indifference. A "
    "utility that is greater for what is preferred, and arbitrary otherwise, exists unless preferences are cyclic.",
    witness="x preferred to y, z of another length: u(x) = u(z) = u(y) < u(x)",
)
def no_utility() -> Evidence:
    """Incomplete preferences have no real-valued utility. Preferences that satisfy POST over at least two lengths have
    no utility that is greater exactly for what is preferred.
    """

    def represented(weakly: WeakPreference) -> Any:
        orderly = not incomplete(weakly, weakly.options) and transitive(weakly, weakly.options)
        return orderly, any(represents(utility, weakly) for utility in utilities(weakly.options))

    def of_post(behaviour: PostBehaviour) -> Any:
        options = NAMES[: len(behaviour.lengths)]
        return [], [each for each in utilities(options) if represents_behaviour(each, behaviour.prefers)]

    def respected(behaviour: PostBehaviour) -> Any:
        prefers, rounds = behaviour.prefers, permutations(NAMES, 3)
        acyclic = not any(prefers(x, y) and prefers(y, z) and prefers(z, x) for x, y, z in rounds)
        return acyclic, any(respects(utility, prefers) for utility in utilities(NAMES))

    everything = among("all 512 relations on 3 options, all orders of utilities", lambda scope: relations(3))
    yield every("a utility just for what is complete and transitive", represented, everything)
    of_two = among("all POST behaviours on 3 options, all orders of utilities", lambda scope: post_behaviours(3, 2))
    yield every("POST over two lengths or more has no utility", of_post, of_two)
    of_one = among("all POST behaviours on 2 options, all orders of utilities", lambda scope: post_behaviours(2, 1))
    yield every("POST over one length has no utility", of_post, of_one).fails("…: expected [], got [{'x': 1, 'y': 0}]")
    of_four = among("all POST behaviours on 4 options of 2 lengths or more", lambda scope: post_behaviours(4, 2))
    name = "a utility that is greater for what is preferred, unless preferences go round"
    yield every(name, respected, of_four)
    yield mutants("""
        gridworlds.preferences.weak_preference:represents
            greater for what is preferred: weakly(x, y) == (utility[x] >= utility[y])
                → not strictly_prefers(weakly, x, y) or utility[x] > utility[y]
            greater for weakly preferred: >= → >
        gridworlds.preferences.weak_preference:represents_behaviour
            a lack may have any numbers: prefers(x, y) == (utility[x] > utility[y])
                → not prefers(x, y) or utility[x] > utility[y]
            preferred is never less: prefers(x, y) == (utility[x] > utility[y])
                → not prefers(x, y) or utility[x] >= utility[y]
    """)


STATEMENTS = statements_in(globals())
