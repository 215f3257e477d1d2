"""Checks of Appendix B's argument: that POST means incomplete preferences.

Why it holds beyond the sizes looked at. Let x be preferred to y, and z be of another length, so that neither x and z
nor y and z have a preference. If both lacks were indifference, x and y would be indifferent by transitivity; so one of
the two is a gap. If the one of x and z were indifference, then z would be preferred to y by sensitivity, which it is
not; likewise that of y and z; so both are gaps.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple, TypeAlias

from formal_rl.checking import Disagreement, Part, Scope, check_examples, decide_cases, part
from formal_rl.gridworlds import World, named_world
from formal_rl.gridworlds.preferences import (
    Judge,
    Option,
    Outcome,
    PostVerdict,
    outcome_probabilities,
    preferential_gap,
)
from formal_rl.gridworlds.preferences import post_verdict as right_post_verdict
from formal_rl.gridworlds.preferences import revealed_preference as right_revealed
from formal_rl.gridworlds.preferences import weak_preference as right
from formal_rl.gridworlds.preferences.post import Judgement
from formal_rl.gridworlds.preferences.weak_preference import Relation, WeakPreference
from formal_rl.statements.thornley_2024.post import (
    Post,
    Reveal,
    chosen_sets,
    length_assignments,
    mixing,
    options_in_worlds,
)
from formal_rl.statements.thornley_2024.preferences import (
    NAMES,
    Cases,
    OverDomain,
    behaviours,
    described,
    indifference_of,
)

Behind: TypeAlias = Callable[[Relation, Sequence[Option]], Iterator[WeakPreference]]


class PostBehaviour(NamedTuple):
    """Lengths of options, preferences that satisfy POST, and trios: x preferred to y, and z of another length."""

    lengths: tuple[int, ...]
    prefers: Relation
    trios: tuple[tuple[str, str, str], ...]


def post_behaviours(post: Post, size: int, least: int) -> Iterator[PostBehaviour]:
    """Yield all behaviours on so many options that satisfy POST, over at least ``least`` lengths."""
    options = tuple(NAMES[:size])
    for lengths in length_assignments(size, least):
        of = dict(zip(options, lengths, strict=True))
        for prefers in behaviours(size):
            if post(options, of.__getitem__, _judging(prefers)) == "satisfied":
                trios = tuple(
                    (x, y, z) for x, y, z in permutations(options, 3) if prefers(x, y) and of[x] == of[y] != of[z]
                )
                yield PostBehaviour(lengths, prefers, trios)


def _judging(prefers: Relation) -> Judge:
    def judge(x: Option, y: Option) -> Judgement:
        return "preferred" if prefers(x, y) else "dispreferred" if prefers(y, x) else "lack"

    return judge


def _gaps_of_trio(weakly: Relation, trio: tuple[str, str, str]) -> int:
    x, y, z = trio
    return preferential_gap(weakly, x, z) + preferential_gap(weakly, y, z)


def argument(
    scope: Scope,
    *,
    incomplete: OverDomain = right.incomplete,
    behind: Behind = right.weak_preferences_behind,
    post: Post = right_post_verdict,
    reveal: Reveal = right_revealed.revealed_by_length,
) -> Iterator[Part]:
    """Check that POST means incomplete preferences: each step on all behaviours, and then in two worlds."""

    def follows(
        name: str,
        suppose: Callable[[WeakPreference], bool],
        conclude: Callable[[WeakPreference, PostBehaviour], bool],
        branches: Sequence[str],
        *,
        size: int,
        least: int = 2,
    ) -> Part:
        options = tuple(NAMES[:size])

        def cases() -> Cases:
            for behaviour in post_behaviours(post, size, least):
                for weakly in behind(behaviour.prefers, options):
                    if not suppose(weakly):
                        yield "not as supposed", None
                        continue
                    most = max((_gaps_of_trio(weakly, trio) for trio in behaviour.trios), default=0)
                    about = f"lengths {behaviour.lengths}, {described(weakly, options)}"
                    kind = ("no gap", "one lack of a trio is a gap", "both are gaps")[most]
                    yield kind, None if conclude(weakly, behaviour) else Disagreement(about, name, "not so")

        lengths = f"{least} lengths or more" if least > 1 else "any lengths"
        return decide_cases(
            name,
            cases(),
            branches=branches,
            domain=f"all POST behaviours on {size} options of {lengths}, all weak preferences behind them",
        )

    def is_incomplete(weakly: WeakPreference, _: PostBehaviour) -> bool:
        return incomplete(weakly, weakly.options)

    def all_gaps(weakly: WeakPreference, behaviour: PostBehaviour) -> bool:
        return all(_gaps_of_trio(weakly, trio) == 2 for trio in behaviour.trios)

    yield follows(
        "indifference is transitive: incomplete",
        _indifference_is_transitive,
        is_incomplete,
        ("not as supposed", "one lack of a trio is a gap", "both are gaps"),
        size=4,
    )
    yield follows(
        "indifference is sensitive: both lacks of a trio are gaps",
        lambda weakly: right.indifference_is_sensitive(weakly, weakly.options),
        lambda weakly, behaviour: all_gaps(weakly, behaviour) and is_incomplete(weakly, behaviour),
        ("not as supposed", "both are gaps"),
        size=4,
    )
    yield follows(
        "indifference is transitive: both lacks of a trio are gaps", _indifference_is_transitive, all_gaps, (), size=3
    ).meant_to_fail(
        "lengths (1, 1, 2), x > y, x | z, y ~ z: expected 'indifference is transitive: both la"
        "cks of a trio are gaps', got 'not so'"
    )
    yield follows("nothing is supposed: incomplete", lambda weakly: True, is_incomplete, (), size=3).meant_to_fail(
        "lengths (1, 1, 2), x > y, x ~ z, y ~ z: expected 'nothing is supposed: incomplete', got 'not so'"
    )
    yield follows(
        "one length is enough: incomplete", _indifference_is_transitive, is_incomplete, (), size=2, least=1
    ).meant_to_fail("lengths (1, 1), x > y: expected 'one length is enough: incomplete', got 'not so'")
    yield from _in_two_worlds(post, behind, incomplete, reveal)
    yield _one_world(reveal)


def _indifference_is_transitive(weakly: WeakPreference) -> bool:
    return right.transitive(indifference_of(weakly), weakly.options)


# --- Around the corner, and one coin only ---

PLANS: Mapping[str, Mapping[str, Fraction]] = {
    "around_the_corner": {"DRRUU": Fraction(1, 2), "LDDDDRRRRRRRR": Fraction(1, 2)},
    "one_coin_only": {"DDDD": Fraction(1, 2), "RDDLLLLL": Fraction(1, 2)},
}
"""A shortest way to the best coin of each length, each half of the time."""

TRIO = ("Long-C2", "Long-C1", "Short-C1")
"""The three options of the argument: the first is preferred to the second, and neither to the third."""


def named_outcomes(world: World) -> Mapping[str, Outcome]:
    """Return the options of a world of two lengths as the paper calls them."""
    available = right_revealed.outcomes(world)
    short = available[0].length
    kinds = ("Short" if option.length == short else "Long" for option in available)
    return {
        "-".join((kind, *(f"C{coin}" for coin in option.coins))): option
        for kind, option in zip(kinds, available, strict=True)
    }


def judge_by_name(world: World, judge: Judge) -> Judge:
    """Return the judgement in a world on options by name; undetermined for those it does not have."""
    options = named_outcomes(world)

    def judged(x: Option, y: Option) -> Judgement:
        if str(x) not in options or str(y) not in options:
            return "undetermined"
        return judge(options[str(x)], options[str(y)])

    return judged


def judge_together(judges: Sequence[Judge]) -> Judge:
    """Return the one judgement of all worlds that have any; undetermined where there is none, or where they differ."""

    def judged(x: Option, y: Option) -> Judgement:
        found = {judge(x, y) for judge in judges} - {"undetermined"}
        return found.pop() if len(found) == 1 else "undetermined"

    return judged


def _judge_in(name: str, reveal: Reveal) -> Judge:
    world = named_world(name)
    return judge_by_name(world, reveal(outcome_probabilities(world, mixing(world, PLANS[name]))))


def post_of_trio(post: Post, judge: Judge) -> PostVerdict:
    """Return whether judgements on the three options satisfy POST."""
    return post(TRIO, lambda name: int(str(name).startswith("Long")), judge)


def readings_of_trio(behind: Behind, incomplete: OverDomain, judge: Judge) -> list[tuple[str, bool]]:
    """Return the weak preferences behind judgements on the three, of transitive indifference; each if incomplete."""
    supposed = (weakly for weakly in behind(_relation(judge), TRIO) if _indifference_is_transitive(weakly))
    return [(described(weakly, TRIO), incomplete(weakly, TRIO)) for weakly in supposed]


def _in_two_worlds(post: Post, behind: Behind, incomplete: OverDomain, reveal: Reveal) -> Iterator[Part]:
    corner, coin = (_judge_in(name, reveal) for name in PLANS)
    best, middle, short = TRIO
    together = judge_together((corner, coin))

    def probabilities(name: str) -> Callable[[], dict[str, Fraction]]:
        world = named_world(name)
        found = outcome_probabilities(world, mixing(world, PLANS[name]))
        return lambda: {called: found[option] for called, option in named_outcomes(world).items()}

    half, never = Fraction(1, 2), Fraction(0)
    yield check_examples(
        (
            (
                "around the corner: to C1 by 4 of 5 moves; or over B8 to C2 by 9 of 13",
                "1/2 and 1/2",
                {"Short": never, "Short-C1": half, "Long": never, "Long-C1": never, "Long-C2": half},
                probabilities("around_the_corner"),
            ),
            (
                "one coin only: to C1 by 2 of 4 moves; or over B4 to C1 by 4 of 8",
                "1/2 and 1/2",
                {"Short": never, "Short-C1": half, "Long": never, "Long-C1": half},
                probabilities("one_coin_only"),
            ),
            ("around the corner, Long-C2 and Long-C1", "1/2 and 0", "preferred", corner, best, middle),
            ("around the corner, Long-C2 and Short-C1", "1/2 and 1/2", "lack", corner, best, short),
            (
                "around the corner, Long-C1 and Short-C1",
                "0 and 1/2, but Long-C2 is as long",
                "undetermined",
                corner,
                middle,
                short,
            ),
            ("one coin only, Long-C1 and Short-C1", "1/2 and 1/2", "lack", coin, middle, short),
            (
                "POST of both together on the three",
                "one preference, of one length; two lacks",
                "satisfied",
                lambda: post_of_trio(post, together),
            ),
            (
                "weak preferences behind it with transitive indifference, and whether incomplete",
                "of the 4 ways to read two lacks, not both as indifference",
                [
                    ("Long-C2 > Long-C1, Long-C2 | Short-C1, Long-C1 | Short-C1", True),
                    ("Long-C2 > Long-C1, Long-C2 | Short-C1, Long-C1 ~ Short-C1", True),
                    ("Long-C2 > Long-C1, Long-C2 ~ Short-C1, Long-C1 | Short-C1", True),
                ],
                lambda: readings_of_trio(behind, incomplete, together),
            ),
        ),
        "in two worlds, worked examples",
    )
    by_all = [_judge_in(name, right_revealed.revealed_by_menu) for name in PLANS]

    @part("by all that is on offer, the two worlds agree", domain="the three options, two by two")
    def agreeing() -> Cases:
        for x, y in combinations(TRIO, 2):
            found = [judge(x, y) for judge in by_all]
            differ = len(set(found) - {"undetermined"}) > 1
            yield (
                "two options",
                Disagreement(f"{x} and {y}, in both worlds", "one judgement", found) if differ else None,
            )

    yield agreeing().meant_to_fail(
        "Long-C1 and Short-C1, in both worlds: expected 'one judgement', got ['dispreferred', 'lack']"
    )


def _relation(judge: Judge) -> Relation:
    def prefers(x: Option, y: Option) -> bool:
        return x != y and (judge(x, y) == "preferred" or judge(y, x) == "dispreferred")

    return prefers


@part(
    "one policy in one world is never incomplete",
    branches=("preferred", "dispreferred", "lack", "undetermined"),
    domain="4 options of any lengths, all sets of them chosen",
)
def _one_world(reveal: Reveal) -> Cases:
    for options in options_in_worlds(4):
        for probabilities in chosen_sets(options):
            judge = reveal(probabilities)
            utility = {option: int(probability > 0) for option, probability in probabilities.items()}
            for x, y in combinations(options, 2):
                judgement = judge(x, y)
                by_utility = ("lack", "preferred", "dispreferred")[utility[x] - utility[y]]
                about = f"{tuple(x)} and {tuple(y)}, by 1 for the chosen and 0 for the rest"
                wrong = judgement not in {"undetermined", by_utility}
                yield judgement, Disagreement(about, by_utility, judgement) if wrong else None
