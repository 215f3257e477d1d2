"""Appendix B's argument, that POST means incomplete preferences; and trained policies beside it.

Why it holds beyond the sizes looked at. Let x be preferred to y, and z be of another length, so that neither x and z
nor y and z have a preference. If both lacks were indifference, x and y would be indifferent by transitivity; so one of
the two is a gap. If the one of x and z were indifference, then z would be preferred to y by sensitivity, which it is
not; likewise that of y and z; so both are gaps.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from formal_rl.checking import Scope, among, every
from formal_rl.checking.claims import Every, Rows, by_hand, meets
from formal_rl.gridworlds import World, named_world
from formal_rl.gridworlds import preferences as pref
from formal_rl.gridworlds.preferences.post import Judge
from formal_rl.gridworlds.preferences.revealed_preference import outcomes
from formal_rl.gridworlds.preferences.weak_preference import WeakPreference
from formal_rl.gridworlds.training import appendix_training, main_training
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.thornley_2024.grids import HALF
from formal_rl.statements.thornley_2024.post import PostBehaviour, mixing, post_behaviours
from formal_rl.statements.thornley_2024.preferences import NAMES, described, indifference_of, weak
from formal_rl.statements.thornley_2024.trained_agents import trained_agent
from formal_rl.statements.thornley_2024.training_runs import SEEDS

NEGLIGIBLE = Fraction(1, 20)
"""An option of at most this probability counts as never chosen."""

TRIO = ("Long-C2", "Long-C1", "Short-C1")
"""The three options of the argument: the first is preferred to the second, and neither to the third."""

BEST, MIDDLE, SHORT = TRIO


def follows(name: str, conclude: Callable[[WeakPreference, PostBehaviour], bool], size: int = 3) -> Every:
    """Return the part that something is so of all weak preferences behind behaviours that satisfy POST."""

    def values(scope: Scope) -> Any:
        for behaviour in post_behaviours(size, 2):
            for weakly in pref.weak_preferences_behind(behaviour.prefers, tuple(NAMES[:size])):
                yield weakly, behaviour

    def claim(weakly: WeakPreference, behaviour: PostBehaviour) -> Any:
        words = f"lengths {behaviour.lengths}, {described(weakly, weakly.options)}"
        return meets(conclude(weakly, behaviour), "so", words)

    domain = f"all POST behaviours on {size} options of 2 lengths or more, all weak preferences behind them"
    return every(name, claim, among(domain, values, many=True))


def named_outcomes(world: World) -> Mapping[str, pref.Outcome]:
    """Return the options of a world of two lengths as the paper calls them."""
    found, short = outcomes(world), outcomes(world)[0].length
    named = ("-".join(("Short" if length == short else "Long", *map("C{}".format, coins))) for length, coins in found)
    return dict(zip(named, found, strict=True))


def by_name(world: World, judge: Judge) -> Judge:
    """Return the judgement in a world on options by name."""
    options = named_outcomes(world)
    return lambda x, y: judge(options[str(x)], options[str(y)])


def trained(name: str, settings: str, seed: int) -> dict[str, float]:
    """Return how probable the options are, by name, for a DREST agent that is trained in a world."""
    training = {"Appendix C": appendix_training, "Section 5": main_training}[settings]("drest")
    found = trained_agent(named_world(name), training, seed).outcomes
    return {called: found.get(each, 0.0) for called, each in named_outcomes(named_world(name)).items()}


ALL_SEEDS = range(1, SEEDS + 1)
WORLDS = ("last_moment", "Appendix C"), ("one_coin_only", "Appendix C")
CORNER = ("around_the_corner", "Appendix C"), ("around_the_corner", "Section 5")
TRAINED = Experiment("T24-DB-argument", trained, [(*each, seed) for each in WORLDS + CORNER for seed in ALL_SEEDS])


def of_trained(name: str, settings: str, seed: int) -> Judge:
    """Return the judgement of an agent that was trained in a world."""
    world, found = named_world(name), TRAINED.results[name, settings, seed]
    total = sum(map(Fraction, found.values()))
    probabilities = {each: Fraction(found[called]) / total for called, each in named_outcomes(world).items()}
    return by_name(world, pref.revealed_by_length(probabilities, NEGLIGIBLE))


def examples() -> Rows:
    """Judge Long-C1 and Short-C1 by all on offer in two worlds, by a best way of each length half of the time."""
    for name, arithmetic, judgement, plans in (
        ("around_the_corner", "Long-C1, of 13 moves, with 0, Short-C1 with 1/2", "dispreferred", "DRRUU LDDDDRRRRRRRR"),
        ("one_coin_only", "Long-C1, of 8 moves, and Short-C1: 1/2 and 1/2", "lack", "DDDD RDDLLLLL"),
    ):
        world = named_world(name)
        policy = mixing(world, dict.fromkeys(plans.split(), HALF))
        judge = by_name(world, pref.revealed_by_menu(pref.outcome_probabilities(world, policy)))
        yield f"{name}, by all on offer: {arithmetic}", judgement, judge(MIDDLE, SHORT)
    one_length = pref.post_verdict("xy", lambda x: 1, lambda x, y: "preferred" if x == "x" else "dispreferred")
    yield "lengths 1, 1: x > y is enough for POST", "satisfied", one_length
    yield "and x > y is complete", False, pref.incomplete(weak("xy", "xx yy xy"), "xy")


@lemma(
    "T24-DB-argument",
    "POST means incomplete preferences",
    "Appendix B, and C.2 and C.5",
    "holds (repaired)",
    evidence="exhaustive: all POST behaviours on 4 options, all weak preferences behind them; argued for every number "
    "of options. Trained: recorded runs of ten seeds, of which one is made anew (full profile: all): the trio at the "
    "last moment and with one coin only, up to 1/20 being negligible",
    defects="(a) That there is a trio needs trajectories of two lengths, which POST does not ask for. (b) "
    "Transitive indifference makes one of the two lacks of the trio a gap. Both are gaps if indifference is "
    "sensitive. (c) One policy in one world reveals no trio, since it never chooses an option or it does. The "
    "paper takes two worlds; read by all that is on offer, they contradict each other. (d) Long-C1 is one option "
    "in both only by its name: it has 13 moves in one reconstructed layout and 8 in the other. (e) Not "
    "reproduced: around the corner (reconstructed) most agents trained with the settings of Appendix C collect C1 "
    "after the button, too, and so prefer Long-C1 to Long-C2. With the settings of Section 5 most do as the paper "
    "says.",
    repair="at least two lengths; one of the two lacks is a gap, and both with sensitive indifference; what "
    "policies reveal is read by length, and of trained ones up to 1/20 as never; last_moment, which has the same "
    "three options, takes the place of around_the_corner",
    witness="lengths 1, 1, 2: x > y, x | z, y ~ z, transitive, one gap; lengths 1, 1: x > y, complete; around the "
    "corner Short-C1 with 1/2, Long-C1 with 0; one coin only 1/2 and 1/2",
)
def argument() -> Evidence:
    """If an agent satisfies POST over at least two lengths and its indifference is transitive, its preferences are
    incomplete.
    """

    def is_incomplete(weakly: WeakPreference, _: PostBehaviour) -> bool:
        return pref.incomplete(weakly, weakly.options)

    def all_gaps(weakly: WeakPreference, behaviour: PostBehaviour) -> bool:
        lacks = [(each, z) for x, y, z in behaviour.trios for each in (x, y)]
        return all(pref.preferential_gap(weakly, *lack) for lack in lacks)

    def is_alike(weakly: WeakPreference) -> bool:
        return pref.transitive(indifference_of(weakly), weakly.options)

    def argued(weakly: WeakPreference, behaviour: PostBehaviour) -> bool:
        sensitive = pref.indifference_is_sensitive(weakly, weakly.options)
        right = is_incomplete(weakly, behaviour) or not is_alike(weakly)
        return right and (all_gaps(weakly, behaviour) or not sensitive)

    def trio(seed: int) -> Any:
        last, coin = (of_trained(*each, seed) for each in WORLDS)
        found = last(BEST, MIDDLE), last(BEST, SHORT), coin(MIDDLE, SHORT)
        judgements = dict(zip(combinations(TRIO, 2), found, strict=True))
        verdict = pref.post_verdict(TRIO, lambda name: int(name != SHORT), lambda *pair: judgements[pair])
        # at the last moment Long-C1 has lost to Long-C2, so that nothing is known of it and Short-C1
        return ("preferred", "lack", "lack", "satisfied", "undetermined"), (*found, verdict, last(MIDDLE, SHORT))

    def by_most(settings: str) -> Any:
        found = [of_trained("around_the_corner", settings, seed)(BEST, MIDDLE) for seed in ALL_SEEDS]
        return settings == "Section 5", found.count("preferred") > SEEDS / 2

    yield by_hand(examples)
    name = "transitive indifference: incomplete; sensitive indifference: both lacks of a trio are gaps"
    yield follows(name, argued, size=4)
    name = "transitive indifference: both lacks of a trio are gaps"
    yield follows(name, lambda weakly, behaviour: all_gaps(weakly, behaviour) or not is_alike(weakly)).fails(
        "…: expected 'so', got 'lengths (1, 1, 2), x > y, x | z, y ~ z'"
    )
    yield follows("nothing is supposed: incomplete", is_incomplete).fails(
        "…: expected 'so', got 'lengths (1, 1, 2), x > y, x ~ z, y ~ z'"
    )
    seeds = among("negligible is 1/20, settings of Appendix C, ten seeds", ALL_SEEDS)
    yield every("at the last moment and with one coin only: a trio, and POST", trio, seeds)
    both = among("the settings of Appendix C and of Section 5, ten seeds", ("Appendix C", "Section 5"))
    yield every("around the corner: with those of Section 5 alone most prefer Long-C2 to Long-C1", by_most, both)
    yield TRAINED.again
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
