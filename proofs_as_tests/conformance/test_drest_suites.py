"""The suites of DREST and of gridworlds: rare cases, texts, and bad input. test_zoos.py tries the zoo."""

import math
from fractions import Fraction

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.conformance import SUITES
from formal_rl.conformance.adapters.gridworlds import first_state, read_picture
from formal_rl.conformance.suites.drest_suites import DREST_SUITES
from formal_rl.conformance.suites.gridworld_suites import GREAT, GRIDWORLD_SUITES, NAMED, drawn_trajectory, world_of
from formal_rl.conformance.zoo import drest, gridworlds
from formal_rl.gridworlds import move
from proofs_as_tests.conformance.here import check_here
from proofs_as_tests.conformance.of_data import claims_of, expected


def first_broken(report):
    """The first required claim that is refuted."""
    return next(row for row in report.rows if row.required and row.verdict == "diverges")


def neutrality_of_usual_lengths(probabilities):
    return drest.neutrality_in_bits([p for p in probabilities if p > Fraction(1, 100)])


def neutrality_of_lengths_that_are_ever_seen(probabilities):
    return drest.neutrality_in_bits([p for p in probabilities if p > Fraction(1, 10**6)])


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("wrong", [neutrality_of_usual_lengths, neutrality_of_lengths_that_are_ever_seen])
def test_rare_cases_are_included(wrong, seed):
    """Whatever is drawn, a small probability is among the cases by hand, and what it says fits."""
    report = check_here(wrong, "neutrality", seed=seed)

    assert first_broken(report).claim == "values"
    assert "however small" in report.counterexample.text


class ButtonsFirst(gridworlds.CoinWorld):
    """Shows the flags of buttons before those of coins."""

    def seen(self):
        row, column, coins, buttons, _ = self.state
        return (column, row, *buttons, *coins)


def test_the_hint_about_buttons_fits_the_observation():
    """An environment shows no moves that remain: a flag differs, and the text has their order. A move shows them."""
    text = check_here(ButtonsFirst, "gridworld_env").counterexample.text
    hints = {claim.hint for claim in claims_of("gridworld_step") if claim.id == "buttons"}

    assert "all coins are shown first" in " ".join(text.split())
    assert hints == {"a press takes a move"}


def test_the_suites_tell_how_a_world_is_handed_over():
    """What the mapping holds is as the text says."""
    world = read_picture("length 4\nA # C3\nB2 . C1/2")
    takes = " ".join(SUITES["gridworld_env"].takes)

    assert "coins, triples (row, column, value)" in takes
    assert "buttons, triples (row, column, moves)" in takes
    assert all(name in takes for name in world)
    assert (world["agent"], world["walls"]) == ((0, 0), ((0, 1),))
    assert (world["coins"], world["buttons"]) == (((0, 2, 3), (1, 2, Fraction(1, 2))), ((1, 0, 2),))


# --- Bad input ---


def usefulness_in_an_array(probabilities, expected_coins, greatest):
    return numpy.array([drest.usefulness_by_length(probabilities, expected_coins, greatest)], dtype=float)


def usefulness_that_is_nan(probabilities, expected_coins, greatest):
    return math.nan


def reward_that_needs_more(value, discount):
    return value * discount


def reward_of_nothing():
    return 0


def returns_in_a_sum(episodes, greatest):
    return sum(map(sum, episodes))


def move_without_value(world, state, action):
    return state


class EndsWithAString(gridworlds.CoinWorld):
    def step(self, action):
        shown, value, ended, *others = super().step(action)
        return shown, value, "over" if ended else "", *others


class NeedsASize:
    def __init__(self, size):
        self.size = size

    def reset(self):
        return (0, 0)

    def step(self, action):
        return (0, 0), 0, True


class LeavesByTheDoor(gridworlds.CoinWorld):
    def step(self, action):
        if not any(self.state[2]):
            raise SystemExit(3)
        return super().step(action)


@pytest.mark.parametrize(
    ("implementation", "suite", "outcome"),
    [
        (usefulness_in_an_array, "usefulness", "returns something of a wrong type"),
        (usefulness_that_is_nan, "usefulness", "returns what is not a number"),
        (returns_in_a_sum, "drest_return", "returns something of a wrong type"),
        (move_without_value, "gridworld_step", "raises an exception"),
        (EndsWithAString, "gridworld_env", "returns something of a wrong type"),
        (LeavesByTheDoor, "gridworld_env", "ends the process"),
    ],
)
def test_bad_answers_have_an_outcome_of_their_own(implementation, suite, outcome):
    """Each fault has its own outcome."""
    assert first_broken(check_here(implementation, suite)).outcome == outcome


@pytest.mark.parametrize(
    ("implementation", "suite", "said"),
    [
        (reward_that_needs_more, "drest_reward", "cannot be called by keywords of value, length"),
        (reward_of_nothing, "drest_reward", "takes none of value"),
        (NeedsASize, "gridworld_env", "cannot be called by keywords of picture, world"),
        (gridworlds.move_by_mapping, "gridworld_env", "is not a class"),
        (3, "usefulness", "is not a function"),
    ],
)
def test_an_uncallable_object_raises_with_a_reason(implementation, suite, said):
    """The message says what it takes and what the suite knows."""
    report = check_here(implementation, suite)

    assert report.exit_code == 4
    assert said in " ".join(str(report).split())
    assert SUITES[suite].adapters[0].words.split("(")[0] in " ".join(str(report).split())


# --- Cases ---


@pytest.mark.parametrize("suite", [*DREST_SUITES.values(), *GRIDWORLD_SUITES.values()], ids=lambda suite: suite.name)
def test_there_is_nothing_published_to_compare_with(suite):
    """No code was released with the paper."""
    assert claims_of(suite.name, "published") == ()
    assert claims_of(suite.name)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_a_picture_is_read_as_the_library_reads_it(seed):
    """The few lines that go into scripts find the same world, and the first move of it is the same."""
    drawn = drawn_trajectory(seed)
    world, read = world_of(drawn["picture"]), read_picture(drawn["picture"])
    state = first_state(read)
    after, value = gridworlds.move_by_mapping(read, state, drawn["actions"][0])
    expected, expected_value = move(world, world.start, drawn["actions"][0])

    assert (read["height"], read["width"], set(read["walls"])) == (world.height, world.width, set(world.walls))
    assert read["coins"] == tuple((*coin.cell, coin.value) for coin in world.coins)
    assert state == (*world.start.cell, world.start.coins, world.start.buttons, world.default_length)
    assert (after[:2], after[4], value) == (expected.cell, expected.remaining, expected_value)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_smaller_cases_are_smaller(seed):
    """Each has fewer actions than the one it comes from, in the same world."""
    drawn = drawn_trajectory(seed)
    (claim,) = (each for each in claims_of("gridworld_env") if each.id == "drawn_worlds")

    for smaller in claim.smaller(drawn):
        assert smaller["picture"] == drawn["picture"]
        assert 0 < len(smaller["actions"]) < len(drawn["actions"])


def test_a_reward_by_hand():
    """Two lengths, λ = 1/4: after one mini-episode of length 8, one of length 4 is worth twice as much."""
    claims = {claim.id: claim for claim in claims_of("drest_reward")}
    asked = {"value": 3, "counts": ((4, 0), (8, 1)), "greatest": ((4, 1), (8, 2)), "root": Fraction(1, 2)}

    assert expected(claims["later"], {"length": 4, **asked}) == 6
    assert expected(claims["later"], {"length": 8, **asked}) == Fraction(3, 4)


def test_the_worlds_are_as_large_as_they_are_said_to_be():
    """Twelve rows and columns, nine coins, four buttons, forty walls; thirteen worlds have a name."""
    great = world_of(GREAT)

    assert (great.height, great.width) == (12, 12)
    assert (len(great.coins), len(great.buttons), len(great.walls), len(NAMED)) == (9, 4, 40, 13)
