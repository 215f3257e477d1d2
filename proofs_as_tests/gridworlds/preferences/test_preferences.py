"""Thornley et al. 2024: preferences that have a utility, and the preferences that policies in worlds reveal."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import (
    MemorylessPolicy,
    named_world,
    observe,
    reachable,
)
from formal_rl.gridworlds.preferences import (
    Outcome,
    incomplete,
    judged,
    lacks_preference,
    outcome_probabilities,
    post_verdict,
    revealed_by_length,
    revealed_by_menu,
    strictly_prefers,
    weak_preferences_behind,
)
from formal_rl.gridworlds.preferences.choice import prefers, require_probabilities_of
from formal_rl.gridworlds.preferences.revealed_preference import outcomes
from formal_rl.gridworlds.preferences.weak_preference import WeakPreference, represents, respects, utilities
from proofs_as_tests.rows import each_row_of, refused

# --- Beyond the exhausted scopes ---

NAMES = "pqrstu"


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


HALF, MENU = Fraction(1, 2), frozenset("ab")
SURE, SURE_OF_2 = ({MENU: {"a": 1, "b": other}}.__getitem__ for other in (0, 1))
WEAKLY, SHORT, LONG = WeakPreference("xy", {("x", "y")}), Outcome(1, ()), Outcome(2, ())
READ = [read({SHORT: HALF, LONG: HALF}) for read in (revealed_by_menu, revealed_by_length)]
NO_PROBABILITIES = (
    {"a": 1},
    {"a": 1, "b": 0, "c": 0},
    {"a": 1.0, "b": 0},
    {"a": HALF, "b": HALF / 2},
    {"a": 1, "b": 1},
)


@each_row_of(
    refused(InvalidParameter, require_probabilities_of, (frozenset(), {}), *((MENU, p) for p in NO_PROBABILITIES)),
    refused((InvalidParameter, {"value": 3 * HALF}), require_probabilities_of, (MENU, {"a": 3 * HALF, "b": -HALF})),
    refused((InvalidParameter, {"value": -HALF}), require_probabilities_of, (MENU, {"b": -HALF, "a": 3 * HALF})),
    *(refused(InvalidParameter, of, (SURE, "a", "a")) for of in (prefers, lacks_preference)),
    *(refused(InvalidParameter, of, (SURE_OF_2, "a", "b")) for of in (prefers, lacks_preference)),
    refused(InvalidParameter, judged(SURE), ("a", "a")),
    refused(InvalidParameter, WEAKLY, ("x", "z"), ("z", "x")),
    refused(InvalidParameter, WeakPreference, ("xy", {("x", "z")}), ("xy", {("z", "y")})),
    refused(InvalidParameter, lambda: list(weak_preferences_behind(lambda x, y: True, "xy")), ()),
    refused(InvalidParameter, revealed_by_menu, ({SHORT: HALF, LONG: HALF / 2},)),
    *(refused(InvalidParameter, read, (SHORT, SHORT), (SHORT, Outcome(3, ())), ("s", LONG)) for read in READ),
)
def test_malformed_choices_and_preferences_raise(row):
    """Invalid probabilities of the options, and options that are not there."""
    row()
