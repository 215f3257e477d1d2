"""Checks of what preference, its lack, indifference and preferential gaps are."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product

from formal_rl.checking import Case, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.preferences import Option, judged, weak_preferences_behind
from formal_rl.gridworlds.preferences import choice as right_choice
from formal_rl.gridworlds.preferences import weak_preference as right
from formal_rl.gridworlds.preferences.choice import StochasticChoice, TableChoice
from formal_rl.gridworlds.preferences.weak_preference import Relation, WeakPreference
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import Definition

NAMES = "xyzw"
"""What options are called."""


# --- What there is to look at ---


@cache
def relations(size: int, *, reflexive: bool = False) -> tuple[WeakPreference, ...]:
    """Return every relation, or every reflexive one, on so many options, those of fewer pairs first."""
    names = tuple(NAMES[:size])
    same: list[tuple[Option, Option]] = [(x, x) for x in names if reflexive]
    pairs = [(x, y) for x in names for y in names if (x, y) not in same]
    chosen = (subset for number in range(len(pairs) + 1) for subset in combinations(pairs, number))
    return tuple(WeakPreference(names, same + list(subset)) for subset in chosen)


def small_relations() -> tuple[tuple[WeakPreference, ...], str]:
    """Return every relation on 3 options and every reflexive one on 4, and these words."""
    words = "all 512 relations on 3 options and all 4,096 reflexive ones on 4"
    return (*relations(3), *relations(4, reflexive=True)), words


def indifference_of(weakly: Relation) -> Relation:
    """Return the indifference of a weak preference, as a relation."""
    return partial(right.indifferent, weakly)


def preference_of(weakly: Relation) -> Relation:
    """Return the preference of a weak preference, as a relation."""
    return partial(right.strictly_prefers, weakly)


def behaviours(size: int) -> Iterator[Relation]:
    """Yield every way to prefer the one, the other or neither of each two of so many options, as a relation."""
    pairs = tuple(combinations(NAMES[:size], 2))
    for ways in product((0, 1, -1), repeat=len(pairs)):
        preferred = {(x, y) if way == 1 else (y, x) for (x, y), way in zip(pairs, ways, strict=True) if way}
        yield partial(_among, frozenset(preferred))


def _among(pairs: frozenset[tuple[str, str]], x: Option, y: Option) -> bool:
    return (x, y) in pairs


def choosing_as(prefers: Relation, options: Sequence[Option]) -> TableChoice:
    """Return the choice between each two options that prefers as given, with 3/5 for the first where it lacks to."""
    return TableChoice(
        {
            frozenset((x, y)): {x: p, y: 1 - p}
            for x, y in combinations(options, 2)
            for p in (Fraction(1) if prefers(x, y) else Fraction(0) if prefers(y, x) else Fraction(3, 5),)
        }
    )


def described(weakly: Relation, options: Sequence[Option]) -> str:
    """Return a relation in words, pair by pair."""
    words = {(True, True): "{} ~ {}", (False, False): "{} | {}", (True, False): "{} > {}", (False, True): "{1} > {0}"}
    return ", ".join(words[weakly(x, y), weakly(y, x)].format(x, y) for x, y in combinations(options, 2))


def weak(names: str, pairs: str) -> WeakPreference:
    """Return the weak preference over options of one letter, its pairs written as words of two."""
    return WeakPreference(tuple(names), ((pair[0], pair[1]) for pair in pairs.split()))


# --- Definitions A.1 and A.2 ---

_CHOICE = TableChoice(
    {
        frozenset("ab"): {"a": Fraction(1), "b": Fraction(0)},
        frozenset("ac"): {"a": Fraction(3, 5), "c": Fraction(2, 5)},
        frozenset("bc"): {"b": Fraction(0), "c": Fraction(1)},
        frozenset("abc"): {"a": Fraction(1, 2), "b": Fraction(1, 4), "c": Fraction(1, 4)},
    }
)
"""From all three it chooses b as well, which it never does from two."""


def preference(
    scope: Scope, *, prefers: Definition = right_choice.prefers, lacks: Definition = right_choice.lacks_preference
) -> Iterator[Part]:
    """Check preference and its lack: by hand, on all probabilities, and that nothing makes preference transitive."""
    yield check_examples(
        (
            ("a over b", "from a and b: a with 1", True, prefers, _CHOICE, "a", "b"),
            ("b over a, which it never chooses", "from a and b: b with 0", False, prefers, _CHOICE, *"ba"),
            ("c over b", "from b and c: c with 1", True, prefers, _CHOICE, "c", "b"),
            ("a over c", "from a and c: a with 3/5, which is not 1", False, prefers, _CHOICE, "a", "c"),
            ("c over a", "from a and c: c with 2/5, which is not 1", False, prefers, _CHOICE, "c", "a"),
            ("a over a", "one option is no choice", InvalidParameter, prefers, _CHOICE, "a", "a"),
            ("no preference, a and c", "a with 3/5, c with 2/5", True, lacks, _CHOICE, "a", "c"),
            ("no preference, a and b", "a with 1", False, lacks, _CHOICE, "a", "b"),
            ("no preference, b and a", "b with 0", False, lacks, _CHOICE, "b", "a"),
            ("no preference, a and a", "one option is no choice", InvalidParameter, lacks, _CHOICE, "a", "a"),
            ("the judgement on a and b", "a with 1", "preferred", judged(_CHOICE), "a", "b"),
            ("the judgement on b and a", "b with 0", "dispreferred", judged(_CHOICE), "b", "a"),
            ("the judgement on a and c", "a with 3/5", "lack", judged(_CHOICE), "a", "c"),
        )
    )
    yield _one_of_three(prefers, lacks)
    yield _transitive(prefers).meant_to_fail(on="preferences: expected 'no cycle', got 'x > y > z > x'")


_WAYS = ("x preferred", "y preferred", "a lack of preference")


@part("one of three, always", branches=_WAYS, domain="two options, all probabilities in twelfths")
def _one_of_three(prefers: Definition, lacks: Definition) -> Iterator[Case]:
    for p in (Fraction(twelfth, 12) for twelfth in range(13)):
        choice = TableChoice({frozenset("xy"): {"x": p, "y": 1 - p}})
        found = (prefers(choice, "x", "y"), prefers(choice, "y", "x"), lacks(choice, "x", "y"))
        way = _WAYS[found.index(True)] if True in found else "none"
        right = sum(found) == 1 and lacks(choice, "y", "x") == found[2]
        yield way, unless(right, f"x with {p}: how many of the three", 1, sum(found))


@part("preferences do not go round", domain="all behaviours between each two of 3 options")
def _transitive(prefers: Definition) -> Iterator[Case]:
    for behaviour in behaviours(3):
        choice = choosing_as(behaviour, "xyz")
        cyclic = all(prefers(choice, x, y) for x, y in ("xy", "yz", "zx"))
        yield "a choice", unless(not cyclic, "preferences", "no cycle", "x > y > z > x")


# --- Definitions B.1 to B.5 ---

_EXAMPLE = weak("xyzw", "xx yy zz ww xy yx zx zy zw")
"""x ~ y, z preferred to all, w in a gap with x and with y."""

_KINDS = ("x preferred", "y preferred", "indifferent", "a gap")


def lacks_of_preference(
    scope: Scope,
    *,
    indifferent: Definition = right.indifferent,
    preferential_gap: Definition = right.preferential_gap,
    incomplete: Definition = right.incomplete,
) -> Iterator[Part]:
    """Check indifference, gaps and incompleteness: by hand, on all relations, and that no behaviour reveals them."""
    alike, apart, over = (partial(each, _EXAMPLE) for each in (indifferent, preferential_gap, incomplete))

    @part(
        "no gap means comparable",
        branches=("True", "False"),
        domain="all 512 relations on 3 options, all domains of them",
    )
    def comparable() -> Iterator[Case]:
        domains = [subset for size in range(4) for subset in combinations(NAMES[:3], size)]
        for weakly, domain in product(relations(3), domains):
            expected = not all(weakly(x, y) or weakly(y, x) for x in domain for y in domain)
            about = f"over {domain} of {described(weakly, weakly.options)}"
            yield str(expected), equal(about, expected, incomplete(weakly, domain))

    yield check_examples(
        (
            ("indifferent: x and y", "x over y and y over x, weakly", True, alike, "x", "y"),
            ("indifferent: z and x", "z over x, but not x over z", False, alike, "z", "x"),
            ("indifferent: x and z", "the same, in the other order", False, alike, "x", "z"),
            ("indifferent: x and w", "neither pair: a gap, no indifference", False, alike, "x", "w"),
            ("a gap: x and w", "neither x over w nor w over x, weakly", True, apart, "x", "w"),
            ("a gap: x and y", "both pairs: indifferent, no gap", False, apart, "x", "y"),
            ("a gap: z and x", "z over x", False, apart, "z", "x"),
            ("a gap: x and z", "the same, in the other order", False, apart, "x", "z"),
            ("incomplete over x, y, z, w", "a gap between x and w", True, over, tuple("xyzw")),
            ("incomplete over x, y, z", "x ~ y, z over both: no gap in this domain", False, over, tuple("xyz")),
            ("incomplete over x and w", "a gap", True, over, tuple("xw")),
            ("incomplete over nothing", "no two options", False, over, ()),
        )
    )
    yield _one_of_four(right.strictly_prefers, indifferent, preferential_gap)
    yield comparable()
    yield _told_by_behaviour()


@part("one of four, always", branches=_KINDS, domain="all 512 relations on 3 options, each two of them")
def _one_of_four(strictly: Definition, indifferent: Definition, gap: Definition) -> Iterator[Case]:
    for weakly, (x, y) in product(relations(3), combinations(NAMES[:3], 2)):
        found = (strictly(weakly, x, y), strictly(weakly, y, x), indifferent(weakly, x, y), gap(weakly, x, y))
        kind = _KINDS[found.index(True)] if True in found else "none"
        yield kind, equal(f"{x} and {y} where {described(weakly, weakly.options)}: how many of the four", 1, sum(found))


def _told_by_behaviour() -> Part:
    @part("behaviour says which weak preference is behind it", domain="all behaviours on 2 and 3 options")
    def cases() -> Iterator[Case]:
        for options, behaviour in ((NAMES[:size], each) for size in (2, 3) for each in behaviours(size)):
            behind = [described(weakly, options) for weakly in weak_preferences_behind(behaviour, options)]
            about = "weak preferences behind one behaviour"
            yield "a behaviour", unless(len(behind) == 1, about, "one", behind)

    return cases().meant_to_fail(on="weak preferences behind one behaviour: expected 'one', got ['x | y', 'x ~ y']")


def sweetening(
    scope: Scope, *, sweetenings: Definition = right.sweetenings, sourings: Definition = right.sourings
) -> Iterator[Part]:
    """Check sweetenings and sourings: by hand, and against the pairs themselves on all relations on 3 options."""
    sweet, sour = partial(sweetenings, _EXAMPLE, "xyzw"), partial(sourings, _EXAMPLE, "xyzw")
    yield check_examples(
        (
            ("sweetenings of x", "z is preferred to x; y is indifferent; w in a gap", ("z",), sweet, "x"),
            ("sweetenings of w", "z is preferred to w", ("z",), sweet, "w"),
            ("sweetenings of z", "none is preferred to z", (), sweet, "z"),
            ("sourings of z", "z is preferred to x, to y and to w", ("x", "y", "w"), sour, "z"),
            ("sourings of x", "x is preferred to none: y is indifferent, w in a gap", (), sour, "x"),
            ("sourings of w", "w is preferred to none", (), sour, "w"),
        )
    )
    yield _by_pairs("the options preferred to x", sweetenings, better=True)
    yield _by_pairs("the options x is preferred to", sourings, better=False)


def _by_pairs(name: str, changed: Definition, *, better: bool) -> Part:
    def cases() -> Iterator[Case]:
        for weakly, x in product(relations(3), NAMES[:3]):
            pairs = ((z, ((z, x), (x, z))[:: 1 if better else -1]) for z in weakly.options)
            expected = {z for z, (there, back) in pairs if there in weakly.pairs and back not in weakly.pairs}
            got = changed(weakly, weakly.options, x)
            about = f"{name}, for {x} where {described(weakly, weakly.options)}"
            yield "some" if expected else "none", equal(about, sorted(map(str, expected)), sorted(got))

    domain = "all 512 relations on 3 options, each x"
    return decide_cases(f"{name}, by the pairs themselves", cases(), branches=("some", "none"), domain=domain)


# --- Mutants ---


def _between(accept: Callable[[Fraction], bool]) -> Definition:
    """Return the relation of options, the first of which is chosen from both with an accepted probability."""
    return lambda choice, x, y: accept(choice(frozenset((x, y))).get(x, Fraction(0)))


def _from_three(accept: Callable[[Fraction], bool]) -> Callable[[StochasticChoice, Option, Option], bool]:
    """Return the same of a choice from a, b and c."""
    return lambda choice, x, y: accept(choice(frozenset("abc"))[x])


def _no_preference(weakly: Relation, x: Option, y: Option) -> bool:
    return weakly(x, y) == weakly(y, x)


def some_lack(weakly: WeakPreference, domain: Sequence[Option]) -> bool:
    """Take any lack of preference for a gap."""
    return any(_no_preference(weakly, x, y) for x in domain for y in domain if x != y)


def _every_gap(weakly: WeakPreference, domain: Sequence[Option]) -> bool:
    return all(right.preferential_gap(weakly, x, y) for x in domain for y in domain if x != y)


def _those(relation: Callable[[Relation, Option, Option], bool]) -> Definition:
    """Return the options that stand in a relation to one, as sweetenings or sourings."""

    def changed(weakly: Relation, options: Iterable[Option], x: Option) -> tuple[Option, ...]:
        return tuple(option for option in options if option != x and relation(weakly, option, x))

    return changed


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-DA1",
        kind="definition",
        title="preference, and the lack of preference",
        claim="An agent prefers x to y if and only if, choosing between the two, it chooses x with probability 1. It "
        "lacks a preference between them if and only if it chooses each with positive probability.",
        source=f"{THORNLEY_2024}, Definitions A.1 and A.2",
        check=preference,
        mutants={
            "chosen more often than not": {"prefers": _between(lambda p: p > Fraction(1, 2))},
            "the other is chosen": {"prefers": _between(lambda p: p == 0)},
            "chosen from a larger menu": {"prefers": _from_three(lambda p: p == 1)},
            "lack: equally often": {"lacks": _between(lambda p: p == Fraction(1, 2))},
            "lack: the first is not for sure": {"lacks": _between(lambda p: p < 1)},
            "lack: the first at all": {"lacks": _between(lambda p: p > 0)},
            "lack: from a larger menu": {"lacks": _from_three(lambda p: 0 < p < 1)},
        },
        verdict="defined",
        evidence="exhaustive: of two options preference either way and its lack exclude each other and cover all "
        "cases, all probabilities in twelfths; all behaviours on 3 options for transitivity, which fails",
        defects="Definition A.1 allows cyclic preferences. As printed, a policy of full support, such as every "
        "trained softmax policy, prefers nothing.",
        witness="x from x and y, y from y and z, z from z and x, always: x > y > z > x",
    ),
    Statement(
        id="T24-DB1",
        kind="definition",
        title="indifference, preferential gaps, and incomplete preferences",
        claim="An agent is indifferent between x and y if and only if it weakly prefers each to the other. It has a "
        "preferential gap between them if and only if it weakly prefers neither to the other. Its preferences are "
        "incomplete over a domain if and only if it has a preferential gap between two options of the domain.",
        source=f"{THORNLEY_2024}, Definitions B.1 to B.3",
        check=lacks_of_preference,
        mutants={
            "indifferent: one way is enough": {"indifferent": lambda weakly, x, y: weakly(x, y)},
            "indifferent: any lack of preference": {"indifferent": _no_preference},
            "indifferent: a gap instead": {"indifferent": right.preferential_gap},
            "a gap: one way is enough": {"preferential_gap": lambda weakly, x, y: not weakly(x, y)},
            "a gap: any lack of preference": {"preferential_gap": _no_preference},
            "a gap: indifference instead": {"preferential_gap": right.indifferent},
            "incomplete: any lack of preference": {"incomplete": some_lack},
            "incomplete: a gap between every two": {"incomplete": _every_gap},
        },
        verdict="defined",
        evidence="exhaustive: preferred either way, indifferent and in a gap exclude each other and cover all cases, "
        "all 512 relations on 3 options; incompleteness over all domains of them; all behaviours on 2 and 3 options "
        "for what is behind them",
        defects="Definitions B.1 to B.5 use weak preference, which A.1 and A.2 do not define, and which no choice "
        "between options reveals. We read weak preference as a separate reflexive relation; preferred is its strict "
        "part, and a lack of preference is indifference or a gap.",
        witness="x and y chosen at random: x ~ y and x | y are both behind it",
    ),
    Statement(
        id="T24-DB4",
        kind="definition",
        title="sweetening and souring",
        claim="A sweetening of x is an option that is preferred to x. A souring of x is an option to which x is "
        "preferred.",
        source=f"{THORNLEY_2024}, Definitions B.4 and B.5",
        check=sweetening,
        mutants={
            "sweetening: weakly preferred": {"sweetenings": _those(lambda weakly, option, x: weakly(option, x))},
            "sweetening: not dispreferred": {"sweetenings": _those(lambda weakly, option, x: not weakly(x, option))},
            "sourings for sweetenings": {"sweetenings": right.sourings},
            "souring: weakly dispreferred": {"sourings": _those(lambda weakly, option, x: weakly(x, option))},
            "souring: not preferred": {"sourings": _those(lambda weakly, option, x: not weakly(option, x))},
            "sweetenings for sourings": {"sourings": right.sweetenings},
        },
        verdict="defined",
        evidence="exhaustive: the z of the pairs (z, x) and (x, z) of which the other is not there, all 512 relations "
        "on 3 options, each x",
        defects="Preferred is read as the strict part of weak preference, as in T24-DB1.",
    ),
)
