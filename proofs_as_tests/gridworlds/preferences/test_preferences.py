"""Thornley et al. 2024, Sections 1 to 3 and Appendices A and B: preferences, and their lack."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.gridworlds import (
    MemorylessPolicy,
    named_world,
    observe,
    reachable,
)
from formal_rl.gridworlds.preferences import (
    Outcome,
    gap_is_insensitive,
    incomplete,
    indifference_is_sensitive,
    indifferent,
    judged,
    outcome_probabilities,
    post_verdict,
    preferential_gap,
    prefers,
    represents,
    represents_behaviour,
    revealed_by_length,
    revealed_by_menu,
    strictly_prefers,
    transitive,
    utilities,
)
from formal_rl.gridworlds.preferences.choice import TableChoice
from formal_rl.gridworlds.preferences.revealed_preference import outcomes
from formal_rl.gridworlds.preferences.weak_preference import WeakPreference, respects

# --- Beyond the exhausted scopes ---

NAMES = "pqrstu"


def weakly_over(names, pairs):
    """Return the reflexive weak preference of these further pairs."""
    return WeakPreference(tuple(names), {*pairs, *((x, x) for x in names)})


@st.composite
def weak_preferences(draw):
    """Any reflexive weak preference over 2 to 6 options."""
    names = NAMES[: draw(st.integers(2, 6))]
    return weakly_over(names, draw(st.sets(st.sampled_from([(x, y) for x, y in product(names, names) if x != y]))))


@st.composite
def preorders(draw):
    """Any preorder over 2 to 6 options: at least as many points on each of some scales."""
    names = NAMES[: draw(st.integers(2, 6))]
    scales = draw(
        st.lists(st.lists(st.integers(0, 3), min_size=len(names), max_size=len(names)), min_size=1, max_size=3)
    )
    points = {name: [scale[place] for scale in scales] for place, name in enumerate(names)}
    at_least = [
        (x, y) for x, y in product(names, names) if all(a >= b for a, b in zip(points[x], points[y], strict=True))
    ]
    return weakly_over(names, at_least)


@st.composite
def ranked_preferences(draw):
    """A complete relation whose preference is transitive: preferred by more than a threshold of its own, on a scale."""
    names = NAMES[: draw(st.integers(2, 6))]
    starts = {name: draw(st.integers(0, 5)) for name in names}
    ends = {name: starts[name] + draw(st.integers(0, 3)) for name in names}
    return weakly_over(names, [(x, y) for x, y in product(names, names) if ends[x] >= starts[y]])


@st.composite
def post_behaviours(draw):
    """Lengths of 3 to 6 options, at least two, and preferences only, and at least once, between options of a length."""
    names = NAMES[: draw(st.integers(3, 6))]
    lengths = {name: draw(st.integers(1, 3)) for name in names} | {names[0]: 1, names[1]: 1, names[2]: 2}
    preferred = {(names[0], names[1])}
    for x, y in combinations(names, 2):
        way = draw(st.sampled_from([None, (x, y), (y, x)]))
        if way and lengths[x] == lengths[y] and {x, y} != {names[0], names[1]}:
            preferred.add(way)
    return names, lengths, preferred


@pytest.mark.statement("T24-DB-equivalence")
@given(weakly=preorders())
def test_the_indifference_of_larger_preorders(weakly):
    """It is transitive and sensitive."""
    assert transitive(weakly, weakly.options)
    assert transitive(lambda x, y: indifferent(weakly, x, y), weakly.options)
    assert indifference_is_sensitive(weakly, weakly.options)


@pytest.mark.statement("T24-DB-equivalence")
@given(weakly=ranked_preferences())
def test_the_indifference_of_larger_interval_orders(weakly):
    """Complete, with transitive preference: transitive where it is sensitive, and conversely."""
    assert not incomplete(weakly, weakly.options)
    assert transitive(lambda x, y: strictly_prefers(weakly, x, y), weakly.options)
    assert transitive(lambda x, y: indifferent(weakly, x, y), weakly.options) == indifference_is_sensitive(
        weakly, weakly.options
    )


@pytest.mark.statement("T24-DB-equivalence-gaps")
@given(weakly=weak_preferences() | preorders())
def test_insensitive_gaps_of_larger_preferences(weakly):
    """A gap that stays one when an option is changed makes gaps not transitive, through a preference."""
    apart = [(x, y) for x, y in combinations(weakly.options, 2) if preferential_gap(weakly, x, y)]
    through = any(
        preferential_gap(weakly, x, y) and preferential_gap(weakly, y, z) and strictly_prefers(weakly, x, z)
        for x, y, z in product(weakly.options, repeat=3)
    )

    assert any(gap_is_insensitive(weakly, weakly.options, x, y) for x, y in apart) == through


@pytest.mark.statement("T24-DB-argument")
@pytest.mark.statement("T24-noutility")
@given(behaviour=post_behaviours(), data=st.data())
def test_larger_post_behaviours_are_incomplete_and_have_no_utility(behaviour, data):
    """With transitive indifference there is a gap; with sensitive indifference every lack of a trio is one."""
    names, lengths, preferred = behaviour
    lacks = [pair for pair in combinations(names, 2) if pair not in preferred and pair[::-1] not in preferred]
    same = {pair for pair in lacks if data.draw(st.booleans())}
    weakly = weakly_over(names, {*preferred, *same, *((y, x) for x, y in same)})
    choice = TableChoice(
        {
            frozenset((x, y)): {x: p, y: 1 - p}
            for x, y in combinations(names, 2)
            for p in [Fraction((x, y) in preferred) if (x, y) not in lacks else data.draw(st.fractions("1/9", "8/9"))]
        }
    )

    assert post_verdict(names, lengths.get, judged(choice)) == "satisfied"
    assert all(strictly_prefers(weakly, x, y) == prefers(choice, x, y) for x, y in combinations(names, 2))
    if transitive(lambda x, y: indifferent(weakly, x, y), names):
        assert incomplete(weakly, names)
    if indifference_is_sensitive(weakly, names):
        for (x, y), z in product(preferred, names):
            if lengths[z] != lengths[x]:
                assert preferential_gap(weakly, x, z)
                assert preferential_gap(weakly, y, z)
    values = data.draw(st.fixed_dictionaries({name: st.integers(-2, 2) for name in names}))
    assert not represents_behaviour(values, lambda x, y: (x, y) in preferred)
    assert not (incomplete(weakly, names) and represents(values, weakly))


@pytest.mark.statement("T24-noutility")
@given(values=st.dictionaries(st.sampled_from(NAMES), st.integers(-9, 9), min_size=2))
def test_preferences_made_from_a_utility_have_one(values):
    """What a utility orders is complete, represented by it, and by one of those that are enough to look at."""
    weakly = WeakPreference(tuple(values), {(x, y) for x, y in product(values, values) if values[x] >= values[y]})
    ranks = {name: len({value for value in values.values() if value < values[name]}) for name in values}

    assert not incomplete(weakly, weakly.options)
    assert represents(values, weakly)
    assert represents(ranks, weakly)
    assert respects(values, lambda x, y: strictly_prefers(weakly, x, y))
    if len(values) <= 4:
        assert [dict(utility) for utility in utilities(tuple(values))].count(ranks) == 1


# --- Policies in worlds ---


@st.composite
def policies(draw, world):
    """A memoryless policy with a probability for each action on some observations, uniform on the others."""
    seen = sorted({observe(state) for state in reachable(world)})
    weights = st.lists(st.integers(0, 3), min_size=4, max_size=4).filter(any)
    table = draw(st.dictionaries(st.sampled_from(seen), weights, max_size=6))
    return MemorylessPolicy(
        {where: tuple(Fraction(each, sum(found)) for each in found) for where, found in table.items()}
    )


@pytest.mark.statement("T24-POST")
@given(data=st.data())
def test_a_policy_in_a_world_violates_post_by_all_on_offer(data):
    """By the first reading always; by length it depends on the policy, and is never settled in its favour."""
    world = named_world("last_moment")
    probabilities = outcome_probabilities(world, data.draw(policies(world)))
    of = {option: option.length for option in probabilities}

    assert post_verdict(list(of), of.get, revealed_by_menu(probabilities)) == "violated"
    assert post_verdict(list(of), of.get, revealed_by_length(probabilities)) in {"violated", "undetermined"}


@pytest.mark.statement("T24-DB-argument")
def test_the_lengths_of_long_c1_differ():
    """Long-C1 has 13 moves around the corner, and 8 where there is one coin only."""
    assert Outcome(13, (1,)) in outcomes(named_world("around_the_corner"))
    assert Outcome(8, (1,)) in outcomes(named_world("one_coin_only"))
