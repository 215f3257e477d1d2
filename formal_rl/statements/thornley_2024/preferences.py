"""Section 1 and Appendices A and B: preferences, and their lack."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from formal_rl.gridworlds import World
from formal_rl.gridworlds.preferences import (
    Judge,
    Option,
    Outcome,
    PostVerdict,
    outcome_probabilities,
    revealed_by_menu,
)
from formal_rl.gridworlds.preferences import post_verdict as right_post_verdict
from formal_rl.gridworlds.preferences import weak_preference as right
from formal_rl.gridworlds.preferences.choice import StochasticChoice
from formal_rl.gridworlds.preferences.post import Judgement
from formal_rl.gridworlds.preferences.revealed_preference import OutcomeProbabilities
from formal_rl.gridworlds.preferences.weak_preference import Relation, Utility, WeakPreference, respects
from formal_rl.statements.checks import drest_training_preferences, post, preferences, sensitivity, utility
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement

_WEAKLY = (
    "Definitions B.1 to B.5 rest on weak preference, which A.1 and A.2 do not define, and which no choice between two "
    "options shows. Read here: weak preference is a reflexive relation of its own, preferred is its strict part, and a "
    "lack of preference is indifference or a gap."
)


# --- Wrong preferences ---


def _between(accept: Callable[[Fraction], bool]) -> preferences.OfChoice:
    """Return the relation of options, the first of which is chosen from both with an accepted probability."""

    def relation(choice: StochasticChoice, x: Option, y: Option) -> bool:
        return accept(choice(frozenset((x, y))).get(x, Fraction(0)))

    return relation


def _from_three(accept: Callable[[Fraction], bool]) -> preferences.OfChoice:
    """Return the same of a choice from a, b and c."""

    def relation(choice: StochasticChoice, x: Option, y: Option) -> bool:
        return accept(choice(frozenset("abc"))[x])

    return relation


def _no_preference(weakly: Relation, x: Option, y: Option) -> bool:
    return weakly(x, y) == weakly(y, x)


def _some_lack(weakly: WeakPreference, domain: Sequence[Option]) -> bool:
    return any(_no_preference(weakly, x, y) for x in domain for y in domain if x != y)


def _every_gap(weakly: WeakPreference, domain: Sequence[Option]) -> bool:
    return all(right.preferential_gap(weakly, x, y) for x in domain for y in domain if x != y)


def _those(relation: Callable[[Relation, Option, Option], bool]) -> preferences.Changed:
    """Return the options that stand in a relation to one, as sweetenings or sourings."""

    def changed(weakly: Relation, options: Iterable[Option], x: Option) -> tuple[Option, ...]:
        return tuple(option for option in options if relation(weakly, option, x))

    return changed


_not_worse = _those(lambda weakly, option, x: option != x and not weakly(x, option))


# --- Wrong POST ---


def _deaf_to(judgement_of: Callable[[Judgement, bool], Judgement]) -> post.Post:
    """Return POST on judgements changed by what they are and whether the lengths are equal."""

    def verdict(
        trajectories: Sequence[Option], length: Callable[[Option], int], judge: Judge, many: int = 1
    ) -> PostVerdict:
        def changed(x: Option, y: Option) -> Judgement:
            return judgement_of(judge(x, y), length(x) == length(y))

        return right_post_verdict(trajectories, length, changed, many)

    return verdict


def _without_the_first(
    trajectories: Sequence[Option], length: Callable[[Option], int], judge: Judge, many: int = 1
) -> PostVerdict:
    return right_post_verdict(trajectories, length, judge, 0)


_without_the_second = _deaf_to(lambda judgement, same: judgement if same else "lack")
_ignorance_is_lack = _deaf_to(lambda judgement, same: "lack" if judgement == "undetermined" else judgement)


def _more_often(probabilities: OutcomeProbabilities, negligible: Fraction = Fraction(0)) -> Judge:
    def judge(x: Any, y: Any) -> Judgement:
        if probabilities[x] == probabilities[y]:
            return "lack"
        return "preferred" if probabilities[x] > probabilities[y] else "dispreferred"

    return judge


def _never_is_lack(probabilities: OutcomeProbabilities, negligible: Fraction = Fraction(0)) -> Judge:
    judge_right = revealed_by_menu(probabilities, negligible)

    def judge(x: Option, y: Option) -> Judgement:
        judgement = judge_right(x, y)
        return "lack" if judgement == "undetermined" else judgement

    return judge


def _never_across(probabilities: OutcomeProbabilities, negligible: Fraction = Fraction(0)) -> Judge:
    """Say nothing of two lengths unless both options are chosen, even where one length never is."""
    judge_right = revealed_by_menu(probabilities, negligible)

    def judge(x: Any, y: Any) -> Judgement:
        judgement = judge_right(x, y)
        return judgement if judgement == "lack" or x.length == y.length else "undetermined"

    return judge


def _chosen_only(world: World, policy: Any) -> Mapping[Outcome, Fraction]:
    return {option: p for option, p in outcome_probabilities(world, policy).items() if p}


# --- Wrong indifference, and wrong readings of a lack ---


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


def _insensitive_to_sweetenings_only(weakly: WeakPreference, options: Sequence[Option], x: Option, y: Option) -> bool:
    return any(
        right.preferential_gap(weakly, better, kept)
        for changed, kept in ((x, y), (y, x))
        for better in right.sweetenings(weakly, options, changed)
    )


def _insensitive_when_lacking(weakly: WeakPreference, options: Sequence[Option], x: Option, y: Option) -> bool:
    """Ask for a third option in a gap with one of the two, whether or not it sweetens or sours the other."""
    return any(right.preferential_gap(weakly, z, kept) for z in options if z not in {x, y} for kept in (x, y))


def _pairs_alike(relation: Relation, options: Sequence[Option]) -> bool:
    """Ask for symmetry in place of transitivity."""
    return all(relation(x, y) == relation(y, x) for x in options for y in options)


def _gaps_only(prefers: Relation, options: Sequence[Option]) -> Iterator[WeakPreference]:
    yield next(right.weak_preferences_behind(prefers, options))


# --- Wrong utilities ---


def _greater(utility: Utility, weakly: Relation) -> bool:
    return all(weakly(x, y) == (utility[x] > utility[y]) for x in utility for y in utility)


def _up_to_lack(utility: Utility, prefers: Relation) -> bool:
    """Let options between which there is no preference have any numbers."""
    return all(not prefers(x, y) or utility[x] > utility[y] for x in utility for y in utility)


def _never_less(utility: Utility, prefers: Relation) -> bool:
    return all(not prefers(x, y) or utility[x] >= utility[y] for x in utility for y in utility)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-DA1",
        kind="definition",
        title="preference",
        claim="An agent prefers x to y if and only if, choosing between the two, it chooses x with probability 1.",
        source=f"{THORNLEY_2024}, Definition A.1",
        check=preferences.preference,
        mutants={
            "chosen more often than not": {"prefers": _between(lambda p: p > Fraction(1, 2))},
            "chosen at all": {"prefers": _between(lambda p: p > 0)},
            "the other is chosen": {"prefers": _between(lambda p: p == 0)},
            "chosen from a larger menu": {"prefers": _from_three(lambda p: p == 1)},
        },
        verdict="defined",
        evidence="exhaustive: of two options preference either way and its lack exclude each other and leave nothing "
        "out, all probabilities in twelfths; all behaviours on 3 options for transitivity, which fails",
        defects="Nothing in the definition keeps preferences from going round. A policy of full support, such as every "
        "trained softmax policy, prefers nothing by the letter.",
        witness="from each two of x, y, z the first of x y, y z, z x for sure: x > y > z > x",
    ),
    Statement(
        id="T24-DA2",
        kind="definition",
        title="lack of preference",
        claim="An agent lacks a preference between x and y if and only if, choosing between the two, it chooses each "
        "with positive probability.",
        source=f"{THORNLEY_2024}, Definition A.2",
        check=preferences.lack_of_preference,
        mutants={
            "equally often": {"lacks": _between(lambda p: p == Fraction(1, 2))},
            "the first is not for sure": {"lacks": _between(lambda p: p < 1)},
            "the first at all": {"lacks": _between(lambda p: p > 0)},
            "from a larger menu": {"lacks": _from_three(lambda p: 0 < p < 1)},
        },
        verdict="defined",
        evidence="exhaustive: of two options preference either way and its lack exclude each other and leave nothing "
        "out, all probabilities in twelfths",
    ),
    Statement(
        id="T24-POST",
        kind="definition",
        title="Preferences Only Between Same-Length Trajectories",
        claim="An agent satisfies POST if it has a preference between many pairs of same-length trajectories, and "
        "lacks one between every two trajectories of different lengths.",
        source=f"{THORNLEY_2024}, Section 1 and Figure 1",
        check=post.definition,
        mutants={
            "without the first condition": {"post": _without_the_first},
            "without the second condition": {"post": _without_the_second},
            "all trajectories of one length": {
                "post": lambda trajectories, length, judge, many=1: right_post_verdict(
                    trajectories, lambda each: 0, judge, many
                )
            },
            "what is not known is a lack": {"post": _ignorance_is_lack},
            "more often is preferred": {"revealed": _more_often},
            "two never chosen are a lack": {"revealed": _never_is_lack},
            "by length as by all on offer": {"by_length": revealed_by_menu},
            "a length never chosen says nothing": {"by_length": _never_across},
            "what is not chosen is not available": {"probabilities": _chosen_only},
        },
        verdict="defined",
        evidence="exhaustive: POST against its two conditions on all behaviours on 3 options and all lengths; "
        "probabilities by states against trajectories, and in floats, in 3 worlds; both readings on all sets chosen of "
        "4 options of two lengths or more",
        defects="How many pairs are many is not said; here a number, 1 unless given. A policy in a world makes one "
        "choice from all outcomes, not from two: an outcome (length, coins) that is chosen is read as preferred to one "
        "never chosen, two chosen ones as a lack (a gap). By this reading every policy in a world of two lengths "
        "violates POST: it passes over some outcome, and prefers one of another length to it, or it prefers nothing.",
        repair="by length: where both lengths are chosen, nothing is said of a chosen outcome and one never chosen of "
        "the other length, which may have lost to one of its own length",
        witness="C1 A B1 C2, length 1: left or right evenly, then right, collects C1 or C2 and by the first reading "
        "prefers Short-C1 to Long",
    ),
    Statement(
        id="T24-DB1",
        kind="definition",
        title="indifference",
        claim="An agent is indifferent between x and y if and only if it weakly prefers each to the other.",
        source=f"{THORNLEY_2024}, Definition B.1",
        check=preferences.indifference,
        mutants={
            "either is enough": {"indifferent": lambda weakly, x, y: weakly(x, y) or weakly(y, x)},
            "one way is enough": {"indifferent": lambda weakly, x, y: weakly(x, y)},
            "any lack of preference": {"indifferent": _no_preference},
            "a gap instead": {"indifferent": right.preferential_gap},
        },
        verdict="defined",
        evidence="exhaustive: preferred either way, indifferent and in a gap exclude each other and leave nothing out, "
        "all 512 relations on 3 options; all behaviours on 2 and 3 options for what is behind them",
        defects=_WEAKLY,
        witness="x and y chosen by chance: x ~ y and x | y are both behind it",
    ),
    Statement(
        id="T24-DB2",
        kind="definition",
        title="preferential gap",
        claim="An agent has a preferential gap between x and y if and only if it weakly prefers neither to the other.",
        source=f"{THORNLEY_2024}, Definition B.2",
        check=preferences.gap,
        mutants={
            "one way is enough": {"preferential_gap": lambda weakly, x, y: not weakly(x, y)},
            "any lack of preference": {"preferential_gap": _no_preference},
            "indifference instead": {"preferential_gap": right.indifferent},
        },
        verdict="defined",
        evidence="exhaustive: preferred either way, indifferent and in a gap exclude each other and leave nothing out, "
        "all 512 relations on 3 options; all behaviours on 2 and 3 options for what is behind them",
        defects=_WEAKLY,
        witness="x and y chosen by chance: x ~ y and x | y are both behind it",
    ),
    Statement(
        id="T24-DB3",
        kind="definition",
        title="incomplete preferences",
        claim="An agent's preferences are incomplete over a domain if and only if it has a preferential gap between "
        "two options of the domain.",
        source=f"{THORNLEY_2024}, Definition B.3",
        check=preferences.incompleteness,
        mutants={
            "whatever the domain": {"incomplete": lambda weakly, domain: right.incomplete(weakly, weakly.options)},
            "any lack of preference": {"incomplete": _some_lack},
            "a gap between every two": {"incomplete": _every_gap},
        },
        verdict="defined",
        evidence="exhaustive: all 512 relations on 3 options, all domains of them",
        defects=_WEAKLY,
    ),
    Statement(
        id="T24-DB4",
        kind="definition",
        title="sweetening",
        claim="A sweetening of x is an option that is preferred to x.",
        source=f"{THORNLEY_2024}, Definition B.4",
        check=preferences.sweetening,
        mutants={
            "weakly preferred": {"sweetenings": _those(lambda weakly, option, x: option != x and weakly(option, x))},
            "not dispreferred": {"sweetenings": _not_worse},
            "sourings instead": {"sweetenings": right.sourings},
        },
        verdict="defined",
        evidence="exhaustive: the z of the pair (z, x) without the pair (x, z), all 512 relations on 3 options, each x",
        defects=_WEAKLY,
    ),
    Statement(
        id="T24-DB5",
        kind="definition",
        title="souring",
        claim="A souring of x is an option to which x is preferred.",
        source=f"{THORNLEY_2024}, Definition B.5",
        check=preferences.souring,
        mutants={
            "weakly dispreferred": {"sourings": _those(lambda weakly, option, x: option != x and weakly(x, option))},
            "not preferred": {"sourings": _those(lambda weakly, option, x: option != x and not weakly(option, x))},
            "sweetenings instead": {"sourings": right.sweetenings},
        },
        verdict="defined",
        evidence="exhaustive: the z of the pair (x, z) without the pair (z, x), all 512 relations on 3 options, each x",
        defects=_WEAKLY,
    ),
    Statement(
        id="T24-DB-equivalence",
        kind="lemma",
        title="transitive and sensitive indifference",
        claim="Indifference is transitive if and only if it is sensitive to all sweetenings and sourings: not for "
        "relations in general, but both hold for preorders, and both or neither for complete relations with "
        "transitive preference.",
        source=f"{THORNLEY_2024}, Appendix B, before Definition B.4",
        check=sensitivity.equivalence,
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
        check=sensitivity.gaps,
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
    Statement(
        id="T24-DB-argument",
        kind="lemma",
        title="POST means incomplete preferences",
        claim="An agent that satisfies POST over at least two lengths has incomplete preferences, if its indifference "
        "is transitive.",
        source=f"{THORNLEY_2024}, Appendix B, and C.2 and C.5",
        check=drest_training_preferences.argument,
        mutants={
            "any lack is a gap": {"incomplete": _some_lack},
            "a lack is read as a gap only": {"behind": _gaps_only},
            "POST without its first condition": {"post": _without_the_first},
            "POST without its second condition": {"post": _without_the_second},
            "revealed by all that is on offer": {"reveal": revealed_by_menu},
            "trained by the default reward": {"agent": "default"},
            "trained, with nothing negligible": {"negligible": Fraction(0)},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all POST behaviours on 4 options, all weak preferences behind them; around_the_corner "
        "and one_coin_only (reconstructed layouts) with exact policies; one world: all sets chosen of 4 options; "
        "argued for every number of options. Trained with the settings of Appendix C, one seed (more in the full "
        "profile): the trio at the last moment and with one coin only, up to 1/20 being negligible; no preference "
        "where nothing is",
        defects="That there is a trio needs trajectories of two lengths, which POST does not ask for. From transitive "
        "indifference it follows that one of the two lacks of the trio is a gap, not that both are; both are if "
        "indifference is sensitive. One policy in one world reveals no trio, since an option is never chosen or it is "
        "not; the paper takes two worlds. Read by all that is on offer the two contradict each other; and Long-C1 is "
        "one option in both only by its name, since it has 13 moves in one (reconstructed) layout and 8 in the other. "
        "Not reproduced: around the corner (reconstructed) 28 of 30 agents trained with the settings of Appendix C "
        "collect C1 after the button, too, and so prefer Long-C1 to Long-C2; 2 do as the paper says, and 25 of 30 with "
        "the settings of Section 5. As printed, a trained policy prefers nothing, since it has full support.",
        repair="at least two lengths; one of the two lacks is a gap, and both with sensitive indifference; what "
        "policies reveal is read by length, and of trained ones up to 1/20 as never; last_moment, which has the same "
        "three options, takes the place of around_the_corner",
        witness="lengths 1, 1, 2: x > y, x | z, y ~ z, transitive, one gap; lengths 1, 1: x > y, complete; around the "
        "corner Short-C1 with 1/2, Long-C1 with 0, one coin only 1/2 and 1/2",
    ),
    Statement(
        id="T24-noutility",
        kind="lemma",
        title="no real-valued utility",
        claim="Incomplete preferences have no real-valued utility; and what satisfies POST over at least two lengths "
        "has none that is greater exactly for what is preferred.",
        source=f"{THORNLEY_2024}, Section 1",
        check=utility.no_utility,
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
"""In the order of the paper."""
