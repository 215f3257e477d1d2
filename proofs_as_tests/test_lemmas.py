"""Lemmas: the laws of handicaps (Alexander et al. 2021); preferences and Lemma D.2 (Thornley et al. 2024)."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import embed, mimic
from formal_rl.gridworlds.preferences import (
    gap_is_insensitive,
    incomplete,
    indifference_is_sensitive,
    indifferent,
    judged,
    post_verdict,
    preferential_gap,
    strictly_prefers,
    transitive,
)
from formal_rl.gridworlds.preferences.choice import prefers
from formal_rl.gridworlds.preferences.weak_preference import WeakPreference, represents, represents_behaviour
from formal_rl.gridworlds.theorem import step
from formal_rl.gridworlds.theorem.appendix_d import step_closed
from formal_rl.histories import Percept
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2021.handicaps import HANDICAPS
from formal_rl.strategies import agents, environments, plays
from formal_rl.transforms import with_handicap, with_handicap_repaired

MERCIFUL = environments(percepts=(Percept(0, 0), Percept(2, 0), Percept(1, 1)))
NAMED = st.sampled_from(sorted(HANDICAPS)).map(HANDICAPS.get)
NAMES = "pqrstu"
CHANCES = st.fractions(Fraction(1, 9), Fraction(8, 9))
SHARES = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


@pytest.mark.statement("A21-D12-compose")
@given(agent=agents(), e=MERCIFUL.map(embed), name=st.sampled_from(sorted(LETTERS)), play=plays(max_percepts=6))
def test_the_repaired_composition_extends_the_printed_one(agent, e, name, play):
    """Where e * h is defined as printed, for handicaps that pay 1 first, the repaired e * h is the same."""
    h = mimic(LETTERS[name].hypothetical, initial=Percept(1, 0))

    assert with_handicap(e, h)(agent, play) == with_handicap_repaired(e, h)(agent, play)


@pytest.mark.statement("A21-D12-laws")
@given(agent=agents(), e=environments().map(embed), h=NAMED, other=NAMED, play=plays(max_percepts=6))
def test_the_laws_of_handicaps(agent, e, h, other, play):
    """e * h shows what e shows, and pays -1 where h punishes; twice is once, and the order does not matter."""
    once, swapped = with_handicap_repaired(e, h), with_handicap_repaired(e, other)
    own = e(agent, play)

    assert once(agent, play) == (own if h(agent, play).reward >= 0 else (-1, own.observation))
    assert with_handicap_repaired(once, h)(agent, play) == once(agent, play)
    assert with_handicap_repaired(once, other)(agent, play) == with_handicap_repaired(swapped, h)(agent, play)


@pytest.mark.statement("T24-LD2")
@given(a=SHARES, b=SHARES, root=SHARES, lam=SHARES, number=st.integers(2, 12))
def test_lemma_D_2_corrected(a, b, root, lam, number):
    """Equalising a mini-episode gains at once and loses later; equalising all gains if N ≤ 4 / ((1 - λ) (a + b))."""
    settings = {"root": root, "lam": lam, "number": number}
    steps = [step(a, b, m, **settings) for m in range(1, number + 1)]

    assert steps == [step_closed(a, b, m, **settings) for m in range(1, number + 1)]
    assert all(each.immediate >= 0 >= each.later for each in steps)
    if number <= 4 / ((1 - lam) * (a + b)):
        assert (sum(each.total for each in steps) > 0) == (a != b)


def weakly_over(names, pairs):
    """Return the reflexive weak preference of these further pairs."""
    return WeakPreference(tuple(names), {*pairs, *((x, x) for x in names)})


@st.composite
def preferences(draw, kind):
    """Draw any reflexive relation, a preorder (by some scales), or a complete interval order, over 2 to 6 options."""
    names = NAMES[: draw(st.integers(2, 6))]
    numbers = st.lists(st.integers(0, 3), min_size=len(names), max_size=len(names))
    scales = draw(st.lists(numbers, min_size=1, max_size=3))
    points = {name: [scale[place] for scale in scales] for place, name in enumerate(names)}
    above = {
        "any": lambda x, y: draw(st.booleans()),
        "preorder": lambda x, y: all(a >= b for a, b in zip(points[x], points[y], strict=True)),
        "interval order": lambda x, y: points[x][0] + points[x][-1] >= points[y][0],
    }[kind]
    return weakly_over(names, [(x, y) for x, y in product(names, names) if above(x, y)])


@pytest.mark.statement("T24-DB-equivalence")
@pytest.mark.parametrize("kind", ["preorder", "interval order"])
@given(data=st.data())
def test_indifference_is_transitive_iff_sensitive(kind, data):
    """Preorders have transitive and sensitive indifference; complete transitive preferences, both or neither."""
    weakly = data.draw(preferences(kind))
    found = transitive(lambda x, y: indifferent(weakly, x, y), weakly.options)

    assert transitive(lambda x, y: strictly_prefers(weakly, x, y), weakly.options)
    assert found == indifference_is_sensitive(weakly, weakly.options)
    assert found if kind == "preorder" else not incomplete(weakly, weakly.options)


@pytest.mark.statement("T24-DB-equivalence-gaps")
@given(weakly=preferences("any") | preferences("preorder"))
def test_insensitive_gaps_are_not_transitive(weakly):
    """A gap that stays one when an option is sweetened or soured is two gaps across a preference."""
    gap = [(x, y) for x, y in product(weakly.options, repeat=2) if preferential_gap(weakly, x, y)]
    through = any(strictly_prefers(weakly, x, z) for (x, y), (again, z) in product(gap, repeat=2) if y == again)

    assert any(gap_is_insensitive(weakly, weakly.options, x, y) for x, y in gap if x < y) == through


@pytest.mark.statement("T24-DB-argument")
@pytest.mark.statement("T24-noutility")
@given(data=st.data())
def test_post_makes_preferences_incomplete(data):
    """Under POST over two lengths, transitive indifference leaves a gap, and no utility represents the behaviour."""
    names = NAMES[: data.draw(st.integers(3, 6))]
    lengths = {name: data.draw(st.integers(1, 3)) for name in names} | {"p": 1, "q": 1, "r": 2}
    kinds = {
        (x, y): ("gap", "same", *(["first", "second"] if lengths[x] == lengths[y] else []))
        for x, y in combinations(names, 2)
    }
    drawn = {pair: data.draw(st.sampled_from(each)) for pair, each in kinds.items()} | {("p", "q"): "first"}
    preferred = {
        (x, y)[:: -1 if kind == "second" else 1] for (x, y), kind in drawn.items() if kind in {"first", "second"}
    }
    same = {each for (x, y), kind in drawn.items() if kind == "same" for each in ((x, y), (y, x))}
    weakly = weakly_over(names, preferred | same)
    chances = {"first": st.just(1), "second": st.just(0), "gap": CHANCES, "same": CHANCES}
    of_first = {pair: Fraction(data.draw(chances[kind])) for pair, kind in drawn.items()}
    choice = {frozenset(pair): {pair[0]: p, pair[1]: 1 - p} for pair, p in of_first.items()}.__getitem__
    values = {name: data.draw(st.integers(-2, 2)) for name in names}

    assert post_verdict(names, lengths.get, judged(choice)) == "satisfied"
    assert all(strictly_prefers(weakly, x, y) == prefers(choice, x, y) for x, y in drawn)
    assert not transitive(lambda x, y: indifferent(weakly, x, y), names) or incomplete(weakly, names)
    if indifference_is_sensitive(weakly, names):
        others = [(x, z) for pair in preferred for x, z in product(pair, names) if lengths[z] != lengths[x]]
        assert all(preferential_gap(weakly, x, z) for x, z in others)
    assert not represents_behaviour(values, lambda x, y: (x, y) in preferred)
    assert not (incomplete(weakly, names) and represents(values, weakly))
