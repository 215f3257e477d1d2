"""Checks of Appendix B's argument, that POST means incomplete preferences; and of trained policies beside it.

Why it holds beyond the sizes looked at. Let x be preferred to y, and z be of another length, so that neither x and z
nor y and z have a preference. If both lacks were indifference, x and y would be indifferent by transitivity; so one of
the two is a gap. If the one of x and z were indifference, then z would be preferred to y by sensitivity, which it is
not; likewise that of y and z; so both are gaps.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations

from formal_rl.checking import Case, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.gridworlds import World, named_world
from formal_rl.gridworlds.preferences import (
    Judge,
    Option,
    Outcome,
    PostVerdict,
    incomplete,
    indifference_is_sensitive,
    outcome_probabilities,
    post_verdict,
    preferential_gap,
    revealed_by_length,
    revealed_by_menu,
    transitive,
    weak_preferences_behind,
)
from formal_rl.gridworlds.preferences.post import Judgement
from formal_rl.gridworlds.preferences.revealed_preference import OutcomeProbabilities, outcomes
from formal_rl.gridworlds.preferences.weak_preference import Relation, WeakPreference
from formal_rl.gridworlds.training import AgentKind, Training, appendix_training, main_training, softmax_policy
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import HALF, Definition
from formal_rl.statements.thornley_2024.post import (
    PostBehaviour,
    chosen_sets,
    mixing,
    options_in_worlds,
    post_behaviours,
    without_the_first,
    without_the_second,
)
from formal_rl.statements.thornley_2024.preferences import NAMES, described, indifference_of, some_lack
from formal_rl.statements.thornley_2024.training_runs import run, seeds, spoken

NEGLIGIBLE = Fraction(1, 20)
"""An option of at most this probability counts as never chosen.

Of 30 seeds in each world or more, what is not chosen had at most 0.03, and what is chosen at least 0.3.
"""

PLANS: Mapping[str, Mapping[str, Fraction]] = {
    "around_the_corner": {"DRRUU": HALF, "LDDDDRRRRRRRR": HALF},
    "one_coin_only": {"DDDD": HALF, "RDDLLLLL": HALF},
}
"""A shortest way to the best coin of each length, each half of the time."""

_WORLDS = ("last_moment", "one_coin_only")
_TRIO = ("Long-C2", "Long-C1", "Short-C1")
"""The three options of the argument: the first is preferred to the second, and neither to the third."""

_BEST, _MIDDLE, _SHORT = _TRIO


def argument(
    scope: Scope,
    *,
    incomplete: Definition = incomplete,
    behind: Definition = weak_preferences_behind,
    post: Definition = post_verdict,
    reveal: Definition = revealed_by_length,
    agent: AgentKind = "drest",
    negligible: Fraction = NEGLIGIBLE,
) -> Iterator[Part]:
    """Check that POST means incomplete preferences, and that trained agents' are; not by the paper's two worlds."""
    yield from _each_step(incomplete, behind, post)
    yield from _in_two_worlds(post, behind, incomplete, reveal)
    yield _one_world(reveal)
    readings = partial(_readings_of_trio, behind, incomplete)
    yield from _trained(scope, readings, post, reveal, agent=agent, negligible=negligible)


# --- Each step, on all behaviours ---

_GAPS = ("no gap", "one lack of a trio is a gap", "both are gaps")


def _gaps_of_trio(weakly: Relation, trio: tuple[str, str, str]) -> int:
    x, y, z = trio
    return preferential_gap(weakly, x, z) + preferential_gap(weakly, y, z)


def _indifference_is_transitive(weakly: WeakPreference) -> bool:
    return transitive(indifference_of(weakly), weakly.options)


def _each_step(incomplete: Definition, behind: Definition, post: Definition) -> Iterator[Part]:
    def follows(
        name: str,
        suppose: Callable[[WeakPreference], bool],
        conclude: Callable[[WeakPreference, PostBehaviour], bool],
        *branches: str,
        size: int = 3,
        least: int = 2,
    ) -> Part:
        def cases() -> Iterator[Case]:
            for behaviour in post_behaviours(post, size, least):
                for weakly in behind(behaviour.prefers, tuple(NAMES[:size])):
                    if not suppose(weakly):
                        yield "not as supposed", None
                        continue
                    most = max((_gaps_of_trio(weakly, trio) for trio in behaviour.trios), default=0)
                    about = f"lengths {behaviour.lengths}, {described(weakly, weakly.options)}"
                    yield _GAPS[most], unless(conclude(weakly, behaviour), about, name, "not so")

        lengths = f"{least} lengths or more" if least > 1 else "any lengths"
        domain = f"all POST behaviours on {size} options of {lengths}, all weak preferences behind them"
        return decide_cases(name, cases(), branches=branches, domain=domain)

    def is_incomplete(weakly: WeakPreference, _: PostBehaviour) -> bool:
        found: bool = incomplete(weakly, weakly.options)
        return found

    def all_gaps(weakly: WeakPreference, behaviour: PostBehaviour) -> bool:
        return all(_gaps_of_trio(weakly, trio) == 2 for trio in behaviour.trios)

    kinds = ("not as supposed", *_GAPS[1:])
    yield follows("indifference is transitive: incomplete", _indifference_is_transitive, is_incomplete, *kinds, size=4)
    yield follows(
        "indifference is sensitive: both lacks of a trio are gaps",
        lambda weakly: indifference_is_sensitive(weakly, weakly.options),
        lambda weakly, behaviour: all_gaps(weakly, behaviour) and is_incomplete(weakly, behaviour),
        *("not as supposed", "both are gaps"),
        size=4,
    )
    name = "indifference is transitive: both lacks of a trio are gaps"
    yield follows(name, _indifference_is_transitive, all_gaps).meant_to_fail(
        f"lengths (1, 1, 2), x > y, x | z, y ~ z: expected '{name}', got 'not so'"
    )
    name = "nothing is supposed: incomplete"
    yield follows(name, lambda weakly: True, is_incomplete).meant_to_fail(
        f"lengths (1, 1, 2), x > y, x ~ z, y ~ z: expected '{name}', got 'not so'"
    )
    name = "one length is enough: incomplete"
    yield follows(name, _indifference_is_transitive, is_incomplete, size=2, least=1).meant_to_fail(
        f"lengths (1, 1), x > y: expected '{name}', got 'not so'"
    )


# --- Around the corner, and one coin only ---


def _named_outcomes(world: World) -> Mapping[str, Outcome]:
    """Return the options of a world of two lengths as the paper calls them."""
    available = outcomes(world)
    return {
        "-".join(
            ("Short" if each.length == available[0].length else "Long", *(f"C{coin}" for coin in each.coins))
        ): each
        for each in available
    }


def _judge_by_name(world: World, judge: Judge) -> Judge:
    """Return the judgement in a world on options by name; undetermined for those it does not have."""
    options = _named_outcomes(world)
    return lambda x, y: judge(options[str(x)], options[str(y)]) if {x, y} <= options.keys() else "undetermined"


def _judge_together(*judges: Judge) -> Judge:
    """Return the one judgement of all worlds that have any; undetermined where there is none, or where they differ."""

    def judged(x: Option, y: Option) -> Judgement:
        found = {judge(x, y) for judge in judges} - {"undetermined"}
        return found.pop() if len(found) == 1 else "undetermined"

    return judged


def _exact(name: str) -> OutcomeProbabilities:
    return outcome_probabilities(named_world(name), mixing(named_world(name), PLANS[name]))


def _post_of_trio(post: Definition, judge: Judge) -> PostVerdict:
    """Return whether judgements on the three options satisfy POST."""
    found: PostVerdict = post(_TRIO, lambda name: int(str(name).startswith("Long")), judge)
    return found


def _readings_of_trio(behind: Definition, incomplete: Definition, judge: Judge) -> list[tuple[str, bool]]:
    """Return the weak preferences behind judgements on the three, of transitive indifference; each if incomplete."""

    def prefers(x: Option, y: Option) -> bool:
        return x != y and (judge(x, y) == "preferred" or judge(y, x) == "dispreferred")

    supposed = (weakly for weakly in behind(prefers, _TRIO) if _indifference_is_transitive(weakly))
    return [(described(weakly, _TRIO), incomplete(weakly, _TRIO)) for weakly in supposed]


def _in_two_worlds(post: Definition, behind: Definition, incomplete: Definition, reveal: Definition) -> Iterator[Part]:
    corner, coin = (_judge_by_name(named_world(name), reveal(_exact(name))) for name in PLANS)
    together, never = _judge_together(corner, coin), Fraction(0)

    def probabilities(name: str) -> dict[str, Fraction]:
        return {called: _exact(name)[option] for called, option in _named_outcomes(named_world(name)).items()}

    @part("by all that is on offer, the two worlds agree", domain="the three options, two by two")
    def agreeing() -> Iterator[Case]:
        judges = [_judge_by_name(named_world(name), revealed_by_menu(_exact(name))) for name in PLANS]
        for x, y in combinations(_TRIO, 2):
            found = [judge(x, y) for judge in judges]
            right = len(set(found) - {"undetermined"}) < 2
            yield "two options", unless(right, f"{x} and {y}, in both worlds", "one judgement", found)

    yield check_examples(
        (
            (
                "around the corner: to C1 by 4 of 5 moves; or over B8 to C2 by 9 of 13",
                "1/2 and 1/2",
                {"Short": never, "Short-C1": HALF, "Long": never, "Long-C1": never, "Long-C2": HALF},
                *(probabilities, "around_the_corner"),
            ),
            (
                "one coin only: to C1 by 2 of 4 moves; or over B4 to C1 by 4 of 8",
                "1/2 and 1/2",
                {"Short": never, "Short-C1": HALF, "Long": never, "Long-C1": HALF},
                *(probabilities, "one_coin_only"),
            ),
            ("around the corner, Long-C2 and Long-C1", "1/2 and 0", "preferred", corner, _BEST, _MIDDLE),
            ("around the corner, Long-C2 and Short-C1", "1/2 and 1/2", "lack", corner, _BEST, _SHORT),
            (
                "around the corner, Long-C1 and Short-C1",
                "0 and 1/2, but Long-C2 is as long",
                "undetermined",
                *(corner, _MIDDLE, _SHORT),
            ),
            ("one coin only, Long-C1 and Short-C1", "1/2 and 1/2", "lack", coin, _MIDDLE, _SHORT),
            ("POST of both on the three", "one of one length; two lacks", "satisfied", _post_of_trio, post, together),
            (
                "weak preferences behind it with transitive indifference, and whether incomplete",
                "of the 4 ways to read two lacks, not both as indifference",
                [
                    ("Long-C2 > Long-C1, Long-C2 | Short-C1, Long-C1 | Short-C1", True),
                    ("Long-C2 > Long-C1, Long-C2 | Short-C1, Long-C1 ~ Short-C1", True),
                    ("Long-C2 > Long-C1, Long-C2 ~ Short-C1, Long-C1 | Short-C1", True),
                ],
                *(_readings_of_trio, behind, incomplete, together),
            ),
        ),
        "in two worlds, worked examples",
    )
    yield agreeing().meant_to_fail(
        "Long-C1 and Short-C1, in both worlds: expected 'one judgement', got ['dispreferred', 'lack']"
    )


@part(
    "one policy in one world is never incomplete",
    branches=("preferred", "dispreferred", "lack", "undetermined"),
    domain="4 options of any lengths, all sets of them chosen",
)
def _one_world(reveal: Definition) -> Iterator[Case]:
    for probabilities in (each for options in options_in_worlds(4) for each in chosen_sets(options)):
        judge, chosen = reveal(probabilities), {option for option, p in probabilities.items() if p > 0}
        for x, y in combinations(probabilities, 2):
            got, by_utility = judge(x, y), ("lack", "preferred", "dispreferred")[(x in chosen) - (y in chosen)]
            about = f"{tuple(x)} and {tuple(y)}, by 1 for the chosen and 0 for the rest"
            yield got, unless(got in {"undetermined", by_utility}, about, by_utility, got)


# --- Trained ---


@lru_cache(maxsize=64)
def _probabilities(name: str, training: Training, seed: int) -> OutcomeProbabilities:
    return outcome_probabilities(named_world(name), softmax_policy(run(name, training, seed)[0].logits))


_SOME = 4
"""Of 30 seeds it was 25, so of ten hardly ever fewer than this."""


def _trained(
    scope: Scope, readings: Definition, post: Definition, reveal: Definition, *, agent: AgentKind, negligible: Fraction
) -> Iterator[Part]:
    which, training = seeds(scope), appendix_training(agent)
    domain = f"reconstructed layouts, the settings of Appendix C, negligible is 1/20, {spoken(which)}"

    def revealed(name: str, seed: int, by: Definition = reveal, training: Training = training) -> Judge:
        return _judge_by_name(named_world(name), by(_probabilities(name, training, seed), negligible))

    @part(
        "where nothing is negligible, a trained agent prefers nothing",
        branches=("lack",),
        domain="last_moment and one_coin_only, one seed each; all pairs of options; exact",
    )
    def by_the_letter() -> Iterator[Case]:
        for name in _WORLDS:
            judge = reveal(_probabilities(name, training, which[0]), Fraction(0))
            for x, y in combinations(outcomes(named_world(name)), 2):
                yield "lack", equal(f"{name}: {tuple(x)} and {tuple(y)}", "lack", judge(x, y))

    @part(
        "trained at the last moment and with one coin only: a trio, POST, incomplete preferences",
        branches=("preferred", "lack", "POST", "reading"),
        domain=domain,
    )
    def trio() -> Iterator[Case]:
        for seed in which:
            last, coin = (revealed(name, seed) for name in _WORLDS)
            together, about = _judge_together(last, coin), f"seed {seed}"
            yield "preferred", equal(f"{about}, last_moment: {_BEST} to {_MIDDLE}", "preferred", last(_BEST, _MIDDLE))
            yield "lack", equal(f"{about}, last_moment: {_BEST} to {_SHORT}", "lack", last(_BEST, _SHORT))
            yield "lack", equal(f"{about}, one_coin_only: {_MIDDLE} to {_SHORT}", "lack", coin(_MIDDLE, _SHORT))
            yield "POST", equal(f"{about}: POST of the three", "satisfied", _post_of_trio(post, together))
            for reading, is_incomplete in readings(together):
                yield "reading", unless(is_incomplete, f"{about}: {reading}", "incomplete", "complete")

    @part(
        "trained around the corner: one long option is preferred to the other, and not to Short-C1",
        branches=("one long option", "and Short-C1"),
        domain=domain,
    )
    def corner() -> Iterator[Case]:
        for seed in which:
            judge, about = revealed("around_the_corner", seed), f"around_the_corner, seed {seed}"
            best = judge(_BEST, _MIDDLE)
            one = best in {"preferred", "dispreferred"}
            yield "one long option", unless(one, f"{about}: best", "a preference", best)
            chosen = _BEST if best == "preferred" else _MIDDLE
            yield "and Short-C1", equal(f"{about}: {chosen} to Short-C1", "lack", judge(chosen, _SHORT))

    @part("trained around the corner: Long-C2 is preferred to Long-C1", domain=domain)
    def corner_as_in_the_paper() -> Iterator[Case]:
        for seed in which:
            got = revealed("around_the_corner", seed)(_BEST, _MIDDLE)
            yield "seed", equal(f"around_the_corner, seed {seed}: Long-C2 to Long-C1", "preferred", got)

    @part("trained so, the two worlds agree by all that is on offer", domain=domain)
    def by_all() -> Iterator[Case]:
        for seed in which:
            judges = [revealed(name, seed, revealed_by_menu) for name in _WORLDS]
            for x, y in combinations(_TRIO, 2):
                found = {judge(x, y) for judge in judges} - {"undetermined"}
                yield "two options", unless(len(found) < 2, f"seed {seed}: {x} and {y}", "one judgement", sorted(found))

    @part(
        "with the settings of Section 5, Long-C2 is preferred to Long-C1 by some",
        branches=("some",),
        domain=f"around_the_corner (reconstructed), negligible is 1/20, {spoken(which)}",
    )
    def longer() -> Iterator[Case]:
        judges = [revealed("around_the_corner", seed, training=main_training(agent)) for seed in which]
        number = sum(judge(_BEST, _MIDDLE) == "preferred" for judge in judges)
        yield "some", unless(number >= _SOME, "around_the_corner: Long-C2 is preferred", f"by {_SOME} or more", number)

    yield by_the_letter()
    yield trio()
    yield by_all().meant_to_fail("seed 1: Long-C1 and Short-C1: expected 'one judgement', got ['dispreferred', 'lack']")
    yield corner()
    yield corner_as_in_the_paper().meant_to_fail(
        "around_the_corner, seed 1: Long-C2 to Long-C1: expected 'preferred', got 'dispreferred'"
    )
    if scope.is_full:
        yield longer()


# --- Mutants ---


def _gaps_only(prefers: Relation, options: Sequence[Option]) -> Iterator[WeakPreference]:
    yield next(weak_preferences_behind(prefers, options))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-DB-argument",
        kind="lemma",
        title="POST means incomplete preferences",
        claim="If an agent satisfies POST over at least two lengths and its indifference is transitive, its "
        "preferences are incomplete.",
        source=f"{THORNLEY_2024}, Appendix B, and C.2 and C.5",
        check=argument,
        mutants={
            "any lack is a gap": {"incomplete": some_lack},
            "a lack is read as a gap only": {"behind": _gaps_only},
            "POST without its first condition": {"post": without_the_first},
            "POST without its second condition": {"post": without_the_second},
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
    ),
)
