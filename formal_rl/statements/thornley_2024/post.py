"""POST, and what a policy in a world reveals."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations, product
from operator import attrgetter
from typing import Any, NamedTuple

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.gridworlds import preferences as pref
from formal_rl.gridworlds.episodes import parse_moves
from formal_rl.gridworlds.preferences.revealed_preference import OutcomeProbabilities, outcome
from formal_rl.gridworlds.preferences.weak_preference import Relation
from formal_rl.gridworlds.training import Training
from formal_rl.gridworlds.training.reinforce import first_state
from formal_rl.gridworlds.training.softmax_policies import outcome_chances
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, following
from formal_rl.statements.thornley_2024.preferences import NAMES, behaviours, choosing_as


def mixing(world: g.World, plans: Mapping[str, Fraction]) -> g.MemorylessPolicy:
    """Return the memoryless policy that follows each plan, in letters, as often as said; where they part, at random."""
    return following(world, [parse_moves(plan) for plan in plans], list(plans.values()))


WORLD = g.parse_layout("length 1\nC1 A B1 C2")
"""Left: the coin of 1. Right: the button, and then once more right: the coin of 2."""

SHORT_1, SHORT_0, LONG_2, LONG_0 = (pref.Outcome(*each) for each in ((1, (1,)), (1, ()), (2, (2,)), (2, ())))


def length_assignments(size: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the lengths of ``size`` options, at least ``least`` different ones, up to their names."""
    for lengths in combinations_with_replacement(range(1, size + 1), size):
        if len(set(lengths)) >= least and set(lengths) == set(range(1, max(lengths) + 1)):
            yield lengths


def chosen_sets() -> Iterator[OutcomeProbabilities]:
    """Yield probabilities of 4 options of a world, up to names: an even choice from each set of them."""
    for lengths, chosen in product(length_assignments(4, 2), product((0, 1), repeat=4)):
        if any(chosen):
            options = (pref.Outcome(length, (coin,)) for coin, length in enumerate(lengths, start=1))
            yield {option: Fraction(each, sum(chosen)) for option, each in zip(options, chosen, strict=True)}


class PostBehaviour(NamedTuple):
    """Lengths of options, preferences that satisfy POST, and trios: x preferred to y, and z of another length."""

    lengths: tuple[int, ...]
    prefers: Relation
    trios: tuple[tuple[str, str, str], ...]


def post_behaviours(size: int, least: int) -> Iterator[PostBehaviour]:
    """Yield all behaviours on ``size`` options that satisfy POST, over at least ``least`` lengths."""
    options = tuple(NAMES[:size])
    for lengths, prefers in product(length_assignments(size, least), behaviours(size)):
        of: dict[Any, int] = dict(zip(options, lengths, strict=True))
        judge = partial(judged_by, prefers)
        if pref.post_verdict(options, of.__getitem__, judge) == "satisfied":
            triples = permutations(options, 3)
            trios = tuple((x, y, z) for x, y, z in triples if prefers(x, y) and of[x] == of[y] != of[z])
            yield PostBehaviour(lengths, prefers, trios)


def judged_by(prefers: Relation, x: pref.Option, y: pref.Option) -> Any:
    """Return the judgement on two options of who prefers so, and lacks a preference elsewhere."""
    return "preferred" if prefers(x, y) else "dispreferred" if prefers(y, x) else "lack"


def figure_by_hand() -> Rows:
    """Judge Figure 1 by hand: s1 > s2 > s3, l1 > l2 > l3, each s and l at random."""
    unseen = pref.post_verdict(["s1", "s2"], lambda name: 1, lambda x, y: "undetermined")
    yield "one pair, which is not known", "undetermined", unseen
    names = ["s1", "s2", "s3", "l1", "l2", "l3"]
    for arithmetic, expected, many, more in (
        ("6 counting as many", "satisfied", 6, ()),
        ("7 counting as many: there are 6", "violated", 7, ()),
        ("s3 for sure over l3, too: between two lengths", "violated", 1, ("s3", "l3")),
    ):
        preferred = {(x, y) for x, y in combinations(names, 2) if x[0] == y[0]} | {more}
        judge = partial(judged_by, lambda *pair, preferred=preferred: pair in preferred)
        yield arithmetic, expected, pref.post_verdict(names, lambda name: int(str(name) < "m"), judge, many)


def revealed_by_hand() -> Rows:
    """Work out by hand what policies reveal in a world."""
    even, at_random = mixing(WORLD, {"L": HALF, "RR": HALF}), g.uniform_policy
    presses = mixing(WORLD, {"RR": Fraction(1)})
    found = {SHORT_0: HALF, SHORT_1: QUARTER, LONG_0: Fraction(3, 16), LONG_2: Fraction(1, 16)}
    moves = "up or down 1/4 + 1/4; left 1/4; right 1/4, then right again 1/4, else 3/4"
    yield moves, found, dict(pref.outcome_probabilities(WORLD, at_random))
    yield "the same, in floats", found, outcome_chances(WORLD, first_state(WORLD, Training(agent="drest")).logits)
    yield "left: the coin of 1, after one move", SHORT_1, outcome(g.walk(WORLD, parse_moves("L")))
    halves = {SHORT_0: 0, SHORT_1: HALF, LONG_0: 0, LONG_2: HALF}
    yield "1/2 and 1/2; two options are never chosen", halves, dict(pref.outcome_probabilities(WORLD, even))
    sixteenth = partial(pref.revealed_by_menu, negligible=Fraction(1, 16))
    for arithmetic, judgement, read, policy, x, y in (
        ("Short and Short-C1 at random: 1/2, 1/4", "lack", pref.revealed_by_menu, at_random, SHORT_0, SHORT_1),
        ("Short and Long: 0 and 0", "undetermined", pref.revealed_by_menu, even, SHORT_0, LONG_0),
        ("C1 A B1 C2, length 1: 1/2 and 0", "preferred", pref.revealed_by_menu, even, SHORT_1, LONG_0),
        ("by length: but Long-C2 with 1/2 is as long", "undetermined", pref.revealed_by_length, even, SHORT_1, LONG_0),
        ("0 and 1, nothing short is chosen", "dispreferred", pref.revealed_by_length, presses, SHORT_1, LONG_2),
        ("1/16, which is negligible, and 3/16", "dispreferred", sixteenth, at_random, LONG_2, LONG_0),
    ):
        yield arithmetic, judgement, read(pref.outcome_probabilities(WORLD, policy))(x, y)


@definition(
    "T24-POST",
    "Preferences Only Between Same-Length Trajectories",
    "Section 1 and Figure 1",
    defects="The paper does not say how many pairs are many; here it is a number, 1 by default. A policy in a "
    "world makes one choice from all outcomes, not from two: we read an outcome (length, coins) that is chosen as "
    "preferred to one never chosen, and two chosen ones as a lack (a gap). In this reading every policy in a "
    "world of two lengths violates POST: either it never chooses some outcome, and prefers one of another length "
    "to it, or it prefers nothing.",
    repair="by length: if both lengths are chosen, a chosen outcome is not compared with an outcome of the other "
    "length that is never chosen, since the latter may have lost to one of its own length",
    witness="C1 A B1 C2, length 1: left or right evenly, then right, collects C1 or C2 and by the first reading "
    "prefers Short-C1 to Long",
)
def post() -> Evidence:
    """An agent satisfies POST if it has a preference between many pairs of same-length trajectories, and lacks one
    between every two trajectories of different lengths.
    """

    def conditions(lengths: tuple[int, ...], prefers: Relation) -> Any:
        options = tuple(NAMES[: len(lengths)])
        of: dict[Any, int] = dict(zip(options, lengths, strict=True))
        preferred = [(x, y) for x, y in product(options, repeat=2) if prefers(x, y)]
        some, between = (any((of[x] == of[y]) is same for x, y in preferred) for same in (True, False))
        got = pref.post_verdict(options, of.__getitem__, pref.judged(choosing_as(prefers, options)))
        return "satisfied" if some and not between else "violated", got

    def in_one_world(probabilities: OutcomeProbabilities) -> Any:
        judge = pref.revealed_by_menu(probabilities)
        return "violated", pref.post_verdict(tuple(probabilities), attrgetter("length"), judge)

    yield by_hand(figure_by_hand, "POST, worked examples")
    yield by_hand(revealed_by_hand, "revealed, worked examples")
    behaviours_of = among(
        "all behaviours on 3 options, all ways to give them lengths",
        lambda scope: product(length_assignments(3), behaviours(3)),
        many=True,
    )
    yield every("both conditions and nothing else", conditions, behaviours_of)
    sets = among("4 options of two lengths or more, all sets of them chosen", lambda scope: chosen_sets())
    yield every("in one world every policy violates POST, by all on offer", in_one_world, sets)
    yield mutants("""
        gridworlds.preferences.post:post_verdict
            without the first condition: known + same.count("undetermined") < many or → ∅ ;; known >= many and → ∅
            without the second condition: append(judge(x, y))
                → append(judge(x, y) if length(x) == length(y) else "lack")
            what is not known is a lack: append(judge(x, y)) → append(judge(x, y).replace("undetermined", "lack"))
        gridworlds.preferences.revealed_preference:revealed_by_menu
            more often is preferred: probabilities[option] > negligible for
                → (probabilities[option] > negligible) * probabilities[option] for
                ;; if first and second → if first and first == second ;; if first else → if first > second else
            two never chosen are a lack: return "undetermined" → return "lack"
        gridworlds.preferences.revealed_preference:revealed_by_length
            by length as by all on offer: return "undetermined" → return judgement
            a length never chosen says nothing: <= lengths_chosen: → <= lengths_chosen | {first.length, second.length}:
        gridworlds.preferences.revealed_preference:outcome_probabilities
            what is not chosen is not available: return total → return {each: p for each, p in total.items() if p}
    """)


STATEMENTS = statements_in(globals())
