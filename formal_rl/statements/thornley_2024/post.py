"""Checks of POST, and of what a policy in a world reveals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from math import log
from typing import Any, NamedTuple

from formal_rl.checking import Case, Part, Scope, check_examples, decide_cases, equal, part
from formal_rl.gridworlds import (
    LETTERS,
    MOVES,
    GridObservation,
    Markov,
    MemorylessPolicy,
    World,
    move,
    observe,
    parse_layout,
    uniform_policy,
)
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.gridworlds.preferences import (
    Judge,
    Option,
    Outcome,
    PostVerdict,
    judged,
    outcome_probabilities,
    post_verdict,
    revealed_by_length,
    revealed_by_menu,
)
from formal_rl.gridworlds.preferences.choice import StochasticChoice
from formal_rl.gridworlds.preferences.post import Judgement
from formal_rl.gridworlds.preferences.revealed_preference import OutcomeProbabilities, outcome, outcomes
from formal_rl.gridworlds.preferences.weak_preference import Relation
from formal_rl.gridworlds.training.reinforce import observations
from formal_rl.gridworlds.training.softmax_policies import outcome_chances
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, Definition
from formal_rl.statements.thornley_2024.preferences import NAMES, behaviours, choosing_as


def mixing(world: World, plans: Mapping[str, Fraction]) -> MemorylessPolicy:
    """Return the memoryless policy that follows each plan, in letters, as often as said; where they part, at random."""
    weights: dict[GridObservation, list[Fraction]] = {}
    for plan, weight in plans.items():
        state = world.start
        for letter in plan:
            action = LETTERS.index(letter)
            weights.setdefault(observe(state), [Fraction(0)] * len(MOVES))[action] += weight
            state, _ = move(world, state, action)
    return MemorylessPolicy({seen: tuple(each / sum(found) for each in found) for seen, found in weights.items()})


# --- By hand ---

_FIGURE_1 = ("s1", "s2", "s3", "l1", "l2", "l3")


def _length(name: Option) -> int:
    return 1 if str(name).startswith("s") else 2


def _figure_1(*deterministic: tuple[str, str], evenly: bool = False) -> StochasticChoice:
    """Return the choices of Figure 1: earlier ones of a kind preferred; with further preferences, or with none."""

    def preferred(x: Option, y: Option) -> bool:
        in_order = _length(x) == _length(y) and str(x) < str(y)
        return not evenly and (in_order or (x, y) in deterministic)

    return choosing_as(preferred, _FIGURE_1)


_WORLD = parse_layout("length 1\nC1 A B1 C2")
"""Left: the coin of 1. Right: the button, and then once more right: the coin of 2."""

_SHORT_1, _SHORT_0, _LONG_2, _LONG_0 = Outcome(1, (1,)), Outcome(1, ()), Outcome(2, (2,)), Outcome(2, ())
_BEST = mixing(_WORLD, {"L": HALF, "RR": HALF})
_DEFAULT = mixing(_WORLD, {"RR": Fraction(1)})


def definition(
    scope: Scope,
    *,
    post: Definition = post_verdict,
    probabilities: Definition = outcome_probabilities,
    revealed: Callable[..., Judge] = revealed_by_menu,
    by_length: Callable[..., Judge] = revealed_by_length,
) -> Iterator[Part]:
    """Check POST and the two readings of what a policy reveals: by hand and exhaustively."""
    yield _figure_by_hand(post)
    yield _revealed_by_hand(post, probabilities, revealed, by_length)
    yield _both_conditions(post, 4 if scope.is_full else 3)
    yield _by_states(probabilities)
    domain = "4 options of two lengths or more, all sets of them chosen"
    for name, cases in (
        ("by all on offer, in one world every policy violates POST", _in_one_world(post, revealed, "violated")),
        (
            "by length, only choosing each length and not all options is no violation",
            _in_one_world(post, by_length, "undetermined"),
        ),
    ):
        yield decide_cases(name, cases, branches=_CHOSEN, domain=domain)


def _figure_by_hand(post: Definition) -> Part:
    seen = judged(_figure_1())

    def verdict(choice: StochasticChoice, many: int = 1, unseen: str = "") -> PostVerdict:
        def judge(x: Option, y: Option) -> Judgement:
            return "undetermined" if {x, y} == set(unseen.split()) else judged(choice)(x, y)

        found: PostVerdict = post(_FIGURE_1, _length, judge, many)
        return found

    figure, at_random = _figure_1(), "s1 > s2 > s3, l1 > l2 > l3; each s and l at random"
    return check_examples(
        (
            ("s1 and s2 in Figure 1", "s1 with 1", "preferred", seen, "s1", "s2"),
            ("s2 and s1", "s2 with 0", "dispreferred", seen, "s2", "s1"),
            ("s1 and l1", "s1 with 3/5", "lack", seen, "s1", "l1"),
            ("Figure 1", at_random, "satisfied", verdict, figure),
            ("the same, 6 counting as many", "3 pairs of s and 3 of l", "satisfied", verdict, figure, 6),
            ("the same, 7 counting as many", "there are 6", "violated", verdict, figure, 7),
            ("s3 for sure over l3, too", "between two lengths", "violated", verdict, _figure_1(("s3", "l3"))),
            ("everything at random", "no pair of one length", "violated", verdict, _figure_1(evenly=True)),
            ("Figure 1, s1 and l1 not seen", "one pair is not known", "undetermined", verdict, figure, 1, "s1 l1"),
            ("s1 and s2 not seen, 6 counting as many", "5 pairs, and one", "undetermined", verdict, figure, 6, "s1 s2"),
        ),
        "POST, worked examples",
    )


def _revealed_by_hand(
    post: Definition, probabilities: Definition, revealed: Callable[..., Judge], by_length: Callable[..., Judge]
) -> Part:
    def judgement(read: Callable[..., Judge], policy: Markov, x: Outcome, y: Outcome) -> str:
        return read(probabilities(_WORLD, policy))(x, y)

    def verdict(read: Callable[..., Judge], policy: Markov) -> PostVerdict:
        available = (_SHORT_0, _SHORT_1, _LONG_0, _LONG_2)
        found: PostVerdict = post(available, _length_of_outcome, read(probabilities(_WORLD, policy)))
        return found

    sixteenth = partial(revealed, negligible=Fraction(1, 16))
    over, under = "preferred", "dispreferred"
    return check_examples(
        (
            (
                "in C1 A B1 C2, length 1, at random",
                "up or down 1/4 + 1/4; left 1/4; right 1/4, then right again 1/4, else 3/4",
                {_SHORT_0: HALF, _SHORT_1: QUARTER, _LONG_0: Fraction(3, 16), _LONG_2: Fraction(1, 16)},
                lambda: dict(probabilities(_WORLD, uniform_policy)),
            ),
            (
                "left or right, evenly, then right",
                "1/2 and 1/2; the two options without a coin are there, and never chosen",
                {_SHORT_0: Fraction(0), _SHORT_1: HALF, _LONG_0: Fraction(0), _LONG_2: HALF},
                lambda: dict(probabilities(_WORLD, _BEST)),
            ),
            ("Short-C1 and Long-C2", "1/2 and 1/2", "lack", judgement, revealed, _BEST, _SHORT_1, _LONG_2),
            (
                "Short and Short-C1 at random",
                "1/2, 1/4",
                "lack",
                judgement,
                revealed,
                uniform_policy,
                _SHORT_0,
                _SHORT_1,
            ),
            ("Long-C2 and Long", "1/2 and 0", over, judgement, revealed, _BEST, _LONG_2, _LONG_0),
            ("Short and Short-C1", "0 and 1/2", under, judgement, revealed, _BEST, _SHORT_0, _SHORT_1),
            ("Short and Long", "0 and 0", "undetermined", judgement, revealed, _BEST, _SHORT_0, _LONG_0),
            ("Short-C1 and Long", "1/2 and 0", over, judgement, revealed, _BEST, _SHORT_1, _LONG_0),
            (
                "Short-C1 and Long, by length",
                "1/2 and 0, but Long-C2 with 1/2 is as long",
                "undetermined",
                *(judgement, by_length, _BEST, _SHORT_1, _LONG_0),
            ),
            ("Long-C2 and Long, by length", "1/2 and 0", over, judgement, by_length, _BEST, _LONG_2, _LONG_0),
            (
                "Short-C1 and Long-C2 of who always presses, by length",
                "0 and 1, and nothing short is ever chosen",
                under,
                *(judgement, by_length, _DEFAULT, _SHORT_1, _LONG_2),
            ),
            (
                "Long-C2 and Long at random, 1/16 being negligible",
                "1/16 and 3/16",
                under,
                *(judgement, sixteenth, uniform_policy, _LONG_2, _LONG_0),
            ),
            ("POST, at random", "each of 4 at random: no preference", "violated", verdict, revealed, uniform_policy),
            ("POST, of who always presses", "Long-C2 over Short-C1", "violated", verdict, by_length, _DEFAULT),
            ("POST, left or right", "Short-C1 over Long", "violated", verdict, revealed, _BEST),
            ("POST, left or right, by length", "no such", "undetermined", verdict, by_length, _BEST),
            (
                "left 5/8 and, the button pressed, right 5/8, in floats",
                "up or down 1/8 + 1/8; left 5/8; 1/8 · 3/8; 1/8 · 5/8",
                {_SHORT_0: 0.25, _SHORT_1: 0.625, _LONG_0: 0.046875, _LONG_2: 0.078125},
                lambda: {each: round(p, 12) for each, p in outcome_chances(_WORLD, _SLANTED).items()},
            ),
        ),
        "revealed, worked examples",
    )


_SLANTED = tuple(
    (seen, (0.0, 0.0, *((log(5), 0.0) if all(seen.buttons) else (0.0, log(5))))) for seen in observations(_WORLD)
)
"""Logits of left 5/8 and, the button pressed, right 5/8; else 1/8."""


# --- Exhaustively ---


def length_assignments(size: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield the ways to give so many options lengths, at least ``least`` different ones, up to their names."""
    for lengths in combinations_with_replacement(range(1, size + 1), size):
        if len(set(lengths)) >= least and set(lengths) == set(range(1, max(lengths) + 1)):
            yield lengths


@part(
    "both conditions and nothing else",
    branches=("satisfied", "violated"),
    domain="all behaviours on 3 options (full: 4), all ways to give them lengths",
)
def _both_conditions(post: Definition, size: int) -> Iterator[Case]:
    options = tuple(NAMES[:size])
    for lengths, prefers in product(length_assignments(size), behaviours(size)):
        of = dict(zip(options, lengths, strict=True))
        preferred = [(x, y) for x, y in product(options, repeat=2) if prefers(x, y)]
        some, between = (any((of[x] == of[y]) is same for x, y in preferred) for same in (True, False))
        expected = "satisfied" if some and not between else "violated"
        got = post(options, of.__getitem__, judged(choosing_as(prefers, options)))
        yield expected, equal(f"lengths {lengths}, preferred {preferred}", expected, got)


@part(
    "by states as by trajectories",
    branches=("every option is chosen", "some option is not"),
    domain="3 worlds of at most 6 cells, random and random after any first action",
)
def _by_states(probabilities: Definition) -> Iterator[Case]:
    for world in (_WORLD, parse_layout("length 2\nA C1 B1"), parse_layout("length 3\nC1 A C1/2\n.  B1 .")):
        first = (MemorylessPolicy({observe(world.start): deterministic_move(a)}) for a in range(len(MOVES)))
        for policy in chain((uniform_policy,), first):
            expected = dict.fromkeys(outcomes(world), Fraction(0))
            for trajectory, probability in distribution(world, policy):
                expected[outcome(trajectory)] += probability
            branch = "every option is chosen" if all(expected.values()) else "some option is not"
            yield branch, equal("by states", expected, dict(probabilities(world, policy)))


def chosen_sets(options: Sequence[Outcome]) -> Iterator[OutcomeProbabilities]:
    """Yield probabilities in which each set of options, one by one, is chosen evenly."""
    for number in range(1, len(options) + 1):
        for chosen in combinations(options, number):
            yield {option: Fraction(int(option in chosen), number) for option in options}


def options_in_worlds(size: int, least: int = 1) -> Iterator[tuple[Outcome, ...]]:
    """Yield so many options as they may be on offer in a world, up to the names of lengths and coins."""
    for lengths in length_assignments(size, least):
        yield tuple(Outcome(length, (coin,)) for coin, length in enumerate(lengths, start=1))


_CHOSEN = ("all options", "every length, not all options", "a length is passed over")


def _in_one_world(post: Definition, read: Definition, not_all: str) -> Iterator[Case]:
    """Compare verdicts with violated; where each length is chosen, but not each option, with what is given."""
    for options in options_in_worlds(4, least=2):
        for probabilities in chosen_sets(options):
            chosen = [option for option, probability in probabilities.items() if probability]
            every_length = {option.length for option in chosen} == {option.length for option in options}
            branch = _CHOSEN[0 if len(chosen) == len(options) else 1 if every_length else 2]
            got = post(options, _length_of_outcome, read(probabilities))
            about = f"POST of who chooses {[tuple(option) for option in chosen]} of {[tuple(o) for o in options]}"
            yield branch, equal(about, not_all if branch == _CHOSEN[1] else "violated", got)


def _length_of_outcome(option: Option) -> int:
    assert isinstance(option, Outcome)
    return option.length


class PostBehaviour(NamedTuple):
    """Lengths of options, preferences that satisfy POST, and trios: x preferred to y, and z of another length."""

    lengths: tuple[int, ...]
    prefers: Relation
    trios: tuple[tuple[str, str, str], ...]


def post_behaviours(post: Definition, size: int, least: int) -> Iterator[PostBehaviour]:
    """Yield all behaviours on so many options that satisfy POST, over at least ``least`` lengths."""
    options = tuple(NAMES[:size])
    for lengths, prefers in product(length_assignments(size, least), behaviours(size)):
        of = dict(zip(options, lengths, strict=True))
        if post(options, of.__getitem__, judging(prefers)) == "satisfied":
            triples = permutations(options, 3)
            trios = tuple((x, y, z) for x, y, z in triples if prefers(x, y) and of[x] == of[y] != of[z])
            yield PostBehaviour(lengths, prefers, trios)


def judging(prefers: Relation) -> Judge:
    """Return the judgements of who prefers so, and lacks a preference elsewhere."""
    return lambda x, y: "preferred" if prefers(x, y) else "dispreferred" if prefers(y, x) else "lack"


# --- Mutants ---


def _deaf_to(judgement_of: Callable[[Judgement, bool], Judgement]) -> Definition:
    """Return POST on judgements changed by what they are and whether the lengths are equal."""

    def verdict(
        trajectories: Sequence[Option], length: Callable[[Option], int], judge: Judge, many: int = 1
    ) -> PostVerdict:
        def changed(x: Option, y: Option) -> Judgement:
            return judgement_of(judge(x, y), length(x) == length(y))

        return post_verdict(trajectories, length, changed, many)

    return verdict


def without_the_first(
    trajectories: Sequence[Option], length: Callable[[Option], int], judge: Judge, many: int = 1
) -> PostVerdict:
    """Ask for no preference at all."""
    return post_verdict(trajectories, length, judge, 0)


without_the_second = _deaf_to(lambda judgement, same: judgement if same else "lack")
_ignorance_is_lack = _deaf_to(lambda judgement, same: "lack" if judgement == "undetermined" else judgement)


def _read_as(judgement_of: Callable[[Judgement, Any, Any], Judgement]) -> Callable[..., Judge]:
    """Return what is revealed by all on offer, changed by two options."""

    def read(probabilities: OutcomeProbabilities, negligible: Fraction = Fraction(0)) -> Judge:
        judge = revealed_by_menu(probabilities, negligible)
        return lambda x, y: judgement_of(judge(x, y), x, y)

    return read


_never_is_lack = _read_as(lambda judgement, x, y: "lack" if judgement == "undetermined" else judgement)
_never_across = _read_as(  # nothing of two lengths unless both options are chosen, even where one length never is
    lambda judgement, x, y: judgement if judgement == "lack" or x.length == y.length else "undetermined"
)


def _more_often(probabilities: OutcomeProbabilities, negligible: Fraction = Fraction(0)) -> Judge:
    def judge(x: Any, y: Any) -> Judgement:
        if probabilities[x] == probabilities[y]:
            return "lack"
        return "preferred" if probabilities[x] > probabilities[y] else "dispreferred"

    return judge


def _chosen_only(world: World, policy: Any) -> Mapping[Outcome, Fraction]:
    return {option: p for option, p in outcome_probabilities(world, policy).items() if p}


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-POST",
        kind="definition",
        title="Preferences Only Between Same-Length Trajectories",
        claim="An agent satisfies POST if it has a preference between many pairs of same-length trajectories, and "
        "lacks one between every two trajectories of different lengths.",
        source=f"{THORNLEY_2024}, Section 1 and Figure 1",
        check=definition,
        mutants={
            "without the first condition": {"post": without_the_first},
            "without the second condition": {"post": without_the_second},
            "what is not known is a lack": {"post": _ignorance_is_lack},
            "more often is preferred": {"revealed": _more_often},
            "two never chosen are a lack": {"revealed": _never_is_lack},
            "by length as by all on offer": {"by_length": revealed_by_menu},
            "a length never chosen says nothing": {"by_length": _never_across},
            "what is not chosen is not available": {"probabilities": _chosen_only},
        },
        verdict="defined",
        evidence="exhaustive: POST against its two conditions on all behaviours on 3 options and all lengths; "
        "probabilities by states against trajectories in 3 worlds; both readings on all sets chosen of "
        "4 options of two lengths or more",
        defects="The paper does not say how many pairs are many; here it is a number, 1 by default. A policy in a "
        "world makes one choice from all outcomes, not from two: we read an outcome (length, coins) that is chosen as "
        "preferred to one never chosen, and two chosen ones as a lack (a gap). In this reading every policy in a "
        "world of two lengths violates POST: either it never chooses some outcome, and prefers one of another length "
        "to it, or it prefers nothing.",
        repair="by length: if both lengths are chosen, a chosen outcome is not compared with an outcome of the other "
        "length that is never chosen, since the latter may have lost to one of its own length",
        witness="C1 A B1 C2, length 1: left or right evenly, then right, collects C1 or C2 and by the first reading "
        "prefers Short-C1 to Long",
    ),
)
