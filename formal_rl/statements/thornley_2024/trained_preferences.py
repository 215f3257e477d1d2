"""Appendix B's argument, that POST means incomplete preferences; and trained policies beside it.

Why it holds beyond the sizes looked at. Let x be preferred to y, and z be of another length, so that neither x and z
nor y and z have a preference. If both lacks were indifference, x and y would be indifferent by transitivity; so one of
the two is a gap. If the one of x and z were indifference, then z would be preferred to y by sensitivity, which it is
not; likewise that of y and z; so both are gaps.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from formal_rl.checking import Domain, Every, Rows, Scope, among, by_hand, every, kinds, meets
from formal_rl.gridworlds import World, named_world
from formal_rl.gridworlds import preferences as pref
from formal_rl.gridworlds.preferences.post import Judgement
from formal_rl.gridworlds.preferences.revealed_preference import OutcomeProbabilities, outcomes
from formal_rl.gridworlds.preferences.weak_preference import WeakPreference
from formal_rl.gridworlds.training import AgentKind, appendix_training, softmax_policy
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF
from formal_rl.statements.thornley_2024.post import PostBehaviour, chosen_sets, mixing, post_behaviours
from formal_rl.statements.thornley_2024.preferences import NAMES, described, indifference_of
from formal_rl.statements.thornley_2024.training_runs import named, run, seeds

NEGLIGIBLE = Fraction(1, 20)
"""An option of at most this probability counts as never chosen.

Of 30 seeds in each world or more, what is not chosen had at most 0.03, and what is chosen at least 0.3.
"""

PLANS: Mapping[str, Mapping[str, Fraction]] = {
    "around_the_corner": {"DRRUU": HALF, "LDDDDRRRRRRRR": HALF},
    "one_coin_only": {"DDDD": HALF, "RDDLLLLL": HALF},
}
"""A shortest way to the best coin of each length, each half of the time."""

TRIO = ("Long-C2", "Long-C1", "Short-C1")
"""The three options of the argument: the first is preferred to the second, and neither to the third."""

BEST, MIDDLE, SHORT = TRIO
PAIRS = among("the three options, two by two", tuple(combinations(TRIO, 2)), many=True)


def alike(weakly: WeakPreference) -> bool:
    """Return whether indifference is transitive."""
    return pref.transitive(indifference_of(weakly), weakly.options)


def gaps_of_trios(weakly: WeakPreference, behaviour: PostBehaviour) -> list[int]:
    """Return how many of the two lacks of each trio are gaps."""
    return [pref.preferential_gap(weakly, x, z) + pref.preferential_gap(weakly, y, z) for x, y, z in behaviour.trios]


def follows(
    name: str,
    suppose: Callable[[WeakPreference], bool],
    conclude: Callable[[WeakPreference, PostBehaviour], bool],
    size: int = 3,
    least: int = 2,
) -> Every:
    """Return the part that a conclusion follows of all weak preferences behind behaviours that satisfy POST."""

    def values(scope: Scope) -> Any:
        for behaviour in post_behaviours(size, least):
            for weakly in pref.weak_preferences_behind(behaviour.prefers, tuple(NAMES[:size])):
                yield weakly, behaviour

    def claim(weakly: WeakPreference, behaviour: PostBehaviour) -> Any:
        so = conclude(weakly, behaviour) or not suppose(weakly)
        return meets(so, "so", f"lengths {behaviour.lengths}, {described(weakly, weakly.options)}")

    lengths = f"{least} lengths or more" if least > 1 else "any lengths"
    domain = f"all POST behaviours on {size} options of {lengths}, all weak preferences behind them"
    supposed = kinds(lambda weakly, _: "as supposed" if suppose(weakly) else "", "as supposed")
    return every(name, claim, among(domain, values, many=True), kinds=supposed)


def named_outcomes(world: World) -> Mapping[str, pref.Outcome]:
    """Return the options of a world of two lengths as the paper calls them."""
    available = outcomes(world)
    kinds_of = ("Short" if each.length == available[0].length else "Long" for each in available)
    named_so = (
        "-".join((kind, *map("C{}".format, each.coins))) for kind, each in zip(kinds_of, available, strict=True)
    )
    return dict(zip(named_so, available, strict=True))


def by_name(world: World, judge: pref.Judge) -> pref.Judge:
    """Return the judgement in a world on options by name; undetermined for those it does not have."""
    options = named_outcomes(world)
    return lambda x, y: judge(options[str(x)], options[str(y)]) if {x, y} <= options.keys() else "undetermined"


def together(*judges: pref.Judge) -> pref.Judge:
    """Return the one judgement of all worlds that have any; undetermined where there is none, or where they differ."""

    def judged(x: pref.Option, y: pref.Option) -> Judgement:
        found = {judge(x, y) for judge in judges} - {"undetermined"}
        return found.pop() if len(found) == 1 else "undetermined"

    return judged


def of_plans(name: str, read: Any = pref.revealed_by_length) -> pref.Judge:
    """Return the judgement of who follows the plans in a world."""
    world = named_world(name)
    return by_name(world, read(pref.outcome_probabilities(world, mixing(world, PLANS[name]))))


@lru_cache(maxsize=64)
def paid_as(agent: AgentKind, name: str, seed: int) -> OutcomeProbabilities:
    """Return what an agent does that is trained in a world with the settings of Appendix C."""
    return pref.outcome_probabilities(
        named_world(name), softmax_policy(run(name, appendix_training(agent), seed)[0].logits)
    )


def trained(name: str, seed: int) -> OutcomeProbabilities:
    """Return what a DREST agent does that is trained in a world."""
    return paid_as("drest", name, seed)


def of_trained(name: str, seed: int, read: Any = pref.revealed_by_length) -> pref.Judge:
    """Return the judgement of an agent that is trained in a world."""
    return by_name(named_world(name), read(trained(name, seed), NEGLIGIBLE))


def post_of_trio(judge: pref.Judge) -> pref.PostVerdict:
    """Return whether judgements on the three options satisfy POST."""
    return pref.post_verdict(TRIO, lambda name: int(str(name).startswith("Long")), judge)


def readings_of_trio(judge: pref.Judge) -> list[tuple[str, bool]]:
    """Return the weak preferences behind judgements on the three, of transitive indifference; each if incomplete."""

    def prefers(x: pref.Option, y: pref.Option) -> bool:
        return x != y and (judge(x, y) == "preferred" or judge(y, x) == "dispreferred")

    supposed = (weakly for weakly in pref.weak_preferences_behind(prefers, TRIO) if alike(weakly))
    return [(described(weakly, TRIO), pref.incomplete(weakly, TRIO)) for weakly in supposed]


def agreement(judges: Sequence[pref.Judge], x: str, y: str) -> Any:
    """Return what should be and what is: of two worlds one judgement."""
    found = [judge(x, y) for judge in judges]
    return meets(len(set(found) - {"undetermined"}) < 2, "one judgement", found)


def two_worlds() -> Rows:
    """Work out by hand what the plans reveal in the two worlds."""
    for arithmetic, name, halves in (
        ("to C1 by 4 of 5 moves; or over B8 to C2 by 9 of 13: 1/2 and 1/2", "around_the_corner", "Short-C1 Long-C2"),
        ("to C1 by 2 of 4 moves; or over B4 to C1 by 4 of 8: 1/2 and 1/2", "one_coin_only", "Short-C1 Long-C1"),
    ):
        found = pref.outcome_probabilities(named_world(name), mixing(named_world(name), PLANS[name]))
        options = named_outcomes(named_world(name))
        expected = {called: HALF if called in halves.split() else 0 for called in options}
        yield f"{name}: {arithmetic}", expected, {called: found[each] for called, each in options.items()}
    corner, coin = map(of_plans, PLANS)
    for arithmetic, judgement, judge, pair in (
        ("around the corner, Short-C1 1/2, Long-C1 with 0, Long-C2 with 1/2", "preferred", corner, (BEST, MIDDLE)),
        ("around the corner: 1/2 and 1/2", "lack", corner, (BEST, SHORT)),
        ("0 and 1/2, but Long-C2 is as long", "undetermined", corner, (MIDDLE, SHORT)),
        ("one coin only: 1/2 and 1/2", "lack", coin, (MIDDLE, SHORT)),
    ):
        yield arithmetic, judgement, judge(*pair)
    yield "POST: one of one length; two lacks", "satisfied", post_of_trio(together(corner, coin))
    readings = [
        ("Long-C2 > Long-C1, Long-C2 | Short-C1, Long-C1 | Short-C1", True),
        ("Long-C2 > Long-C1, Long-C2 | Short-C1, Long-C1 ~ Short-C1", True),
        ("Long-C2 > Long-C1, Long-C2 ~ Short-C1, Long-C1 | Short-C1", True),
    ]
    yield "of the 4 ways to read two lacks, not both ~", readings, readings_of_trio(together(corner, coin))


@lemma(
    "T24-DB-argument",
    "POST means incomplete preferences",
    "Appendix B, and C.2 and C.5",
    "holds (repaired)",
    evidence="exhaustive: all POST behaviours on 4 options, all weak preferences behind them; around_the_corner "
    "and one_coin_only (reconstructed layouts) with exact policies; one world: all sets chosen of 4 options; "
    "argued for every number of options. Trained with the settings of Appendix C, one seed (more in the full "
    "profile): the trio at the last moment and with one coin only, up to 1/20 being negligible; no preference "
    "where nothing is",
    defects="(a) That there is a trio needs trajectories of two lengths, which POST does not ask for. (b) "
    "Transitive indifference makes one of the two lacks of the trio a gap. Both are gaps if indifference is "
    "sensitive. (c) One policy in one world reveals no trio, since it never chooses an option or it does. The "
    "paper takes two worlds; read by all that is on offer, they contradict each other. (d) Long-C1 is one option "
    "in both only by its name: it has 13 moves in one reconstructed layout and 8 in the other. (e) Not "
    "reproduced: around the corner (reconstructed) most agents trained with the settings of Appendix C collect C1 "
    "after the button, too, and so prefer Long-C1 to Long-C2. With the settings of Section 5 most do as the paper "
    "says. (f) As printed, a trained policy prefers nothing, since it has full support.",
    repair="at least two lengths; one of the two lacks is a gap, and both with sensitive indifference; what "
    "policies reveal is read by length, and of trained ones up to 1/20 as never; last_moment, which has the same "
    "three options, takes the place of around_the_corner",
    witness="lengths 1, 1, 2: x > y, x | z, y ~ z, transitive, one gap; lengths 1, 1: x > y, complete; around the "
    "corner Short-C1 with 1/2, Long-C1 with 0, one coin only 1/2 and 1/2",
)
def argument() -> Evidence:
    """If an agent satisfies POST over at least two lengths and its indifference is transitive, its preferences are
    incomplete.
    """

    def is_incomplete(weakly: WeakPreference, _: PostBehaviour) -> bool:
        return pref.incomplete(weakly, weakly.options)

    def all_gaps(weakly: WeakPreference, behaviour: PostBehaviour) -> bool:
        return set(gaps_of_trios(weakly, behaviour)) <= {2} and is_incomplete(weakly, behaviour)

    def one_world(probabilities: OutcomeProbabilities) -> Any:
        judge, chosen = pref.revealed_by_length(probabilities), {option for option, p in probabilities.items() if p > 0}
        for x, y in combinations(probabilities, 2):
            got, by_utility = judge(x, y), ("lack", "preferred", "dispreferred")[(x in chosen) - (y in chosen)]
            if got not in {"undetermined", by_utility}:
                return by_utility, got
        return "by 1 for the chosen and 0 for the rest", "by 1 for the chosen and 0 for the rest"

    def by_the_letter(name: str) -> Any:
        judge = pref.revealed_by_length(trained(name, 1), Fraction(0))
        return {"lack"}, {judge(x, y) for x, y in combinations(outcomes(named_world(name)), 2)}

    def trio(seed: int) -> Any:
        last, coin = (of_trained(name, seed) for name in ("last_moment", "one_coin_only"))
        found = last(BEST, MIDDLE), last(BEST, SHORT), coin(MIDDLE, SHORT), post_of_trio(together(last, coin))
        incomplete_ones = {is_so for _, is_so in readings_of_trio(together(last, coin))}
        return ("preferred", "lack", "lack", "satisfied", {True}), (*found, incomplete_ones)

    def by_all(seed: int, x: str, y: str) -> Any:
        judges = [of_trained(name, seed, pref.revealed_by_menu) for name in ("last_moment", "one_coin_only")]
        return agreement(judges, x, y)

    def corner(seed: int) -> Any:
        judge = of_trained("around_the_corner", seed)
        best = judge(BEST, MIDDLE)
        right = (
            best in {"preferred", "dispreferred"} and judge(BEST if best == "preferred" else MIDDLE, SHORT) == "lack"
        )
        return meets(right, "a preference, and none to Short-C1", best)

    def corner_as_in_the_paper(seed: int) -> Any:
        return "preferred", of_trained("around_the_corner", seed)(BEST, MIDDLE)

    yield by_hand(two_worlds, "in two worlds, worked examples")
    yield follows("indifference is transitive: incomplete", alike, is_incomplete, size=4)
    sensitive = "indifference is sensitive: both lacks of a trio are gaps"
    yield follows(sensitive, lambda weakly: pref.indifference_is_sensitive(weakly, weakly.options), all_gaps, size=4)
    yield follows("indifference is transitive: both lacks of a trio are gaps", alike, all_gaps).fails(
        "…: expected 'so', got 'lengths (1, 1, 2), x > y, x | z, y ~ z'"
    )
    yield follows("nothing is supposed: incomplete", lambda weakly: True, is_incomplete).fails(
        "…: expected 'so', got 'lengths (1, 1, 2), x > y, x ~ z, y ~ z'"
    )
    yield follows("one length is enough: incomplete", alike, is_incomplete, size=2, least=1).fails(
        "…: expected 'so', got 'lengths (1, 1), x > y'"
    )
    in_both = among("both worlds", lambda scope: [[of_plans(name, pref.revealed_by_menu) for name in PLANS]])
    yield every("by all that is on offer, the two worlds agree", agreement, in_both, PAIRS).fails(
        "…, Long-C1, Short-C1: expected 'one judgement', got ['dispreferred', 'lack']"
    )
    sets = among("4 options of any lengths, all sets of them chosen", lambda scope: chosen_sets(4))
    yield every("one policy in one world is never incomplete", one_world, sets)
    last_and_coin = among("last_moment, one_coin_only; seed 1, all pairs, exact", ("last_moment", "one_coin_only"))
    yield every("where nothing is negligible, a trained agent prefers nothing", by_the_letter, last_and_coin)
    which = Domain(lambda scope: f"negligible is 1/20, settings of Appendix C, {named(seeds(scope))}", seeds)
    yield every("at the last moment and with one coin only: a trio, POST, incomplete preferences", trio, which)
    yield every("trained so, the two worlds agree by all that is on offer", by_all, which, PAIRS).fails(
        "…, 1, Long-C1, Short-C1: expected 'one judgement', got ['dispreferred', 'lack']"
    )
    yield every("around the corner: one long option is preferred to the other, and not to Short-C1", corner, which)
    name = "around the corner: Long-C2 is preferred to Long-C1"
    yield every(name, corner_as_in_the_paper, which).fails(f"{name}, 1: expected 'preferred', got 'dispreferred'")
    yield mutants("""
        gridworlds.preferences.weak_preference:incomplete
            any lack is a gap: preferential_gap(weakly, x, y) for → x != y and weakly(x, y) == weakly(y, x) for
        gridworlds.preferences.weak_preference:weak_preferences_behind
            a lack is read as a gap only: product((False, True), → product((False,),
        gridworlds.preferences.post:post_verdict
            POST without its first condition: known + same.count("undetermined") < many or → ∅
                ;; known >= many and → ∅
            POST without its second condition: append(judge(x, y))
                → append(judge(x, y) if length(x) == length(y) else "lack")
        gridworlds.preferences.revealed_preference:revealed_by_length
            revealed by all that is on offer: return "undetermined" → return judgement
        :trained
            trained by the default reward: "drest" → "default"
        :NEGLIGIBLE
            trained, with nothing negligible: Fraction(1, 20) → Fraction(0)
    """)


STATEMENTS = statements_in(globals())
