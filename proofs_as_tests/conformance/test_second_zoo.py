"""The second zoo, written without a look at the suites: what the kit makes of it.

`MISSED` and `ALARMS` are what the kit does not know yet. When it learns one of them, its test fails until it is taken
out of the tuple: so neither grows stale, and what is caught stays caught.
"""

from inspect import signature

import pytest

from formal_rl.conformance import SUITES, check
from proofs_as_tests.conformance.second_zoo import OPEN, RIGHT, WRONG

LONG_HISTORIES = "histories of cases are too short to show it"
LONG_TRAININGS = "trainings of cases are too short to show it"
ONE_ARRAY = "what was returned is not looked at again"

MISSED = (
    ("ignore_rewards", "RingBufferOfFifty", LONG_HISTORIES),
    ("ignore_rewards", "TruncatesAtTwoHundred", LONG_HISTORIES),
    ("reverse_history", "reverses_a_window", LONG_HISTORIES),
    ("deja_vu", "twice_within_a_budget", LONG_HISTORIES),
    ("false_memories", "MemoriesFade", LONG_HISTORIES),
    ("nth_reward_multiplied_by_n", "TimesNInAByte", LONG_HISTORIES),
    ("nth_reward_multiplied_by_n", "TimesNCapped", LONG_HISTORIES),
    ("crying_baby", "BabyDies", "the baby never goes without a meal for 34 turns and is then fed"),
    ("reality_check", "checks_a_window_of_sixteen", LONG_HISTORIES),
    ("agent_constant", "BoredAfterTwenty", LONG_TRAININGS),
    ("agent_random", "PoolOfSixteen", LONG_TRAININGS),
    ("agent_simple", "ShortGrudge", LONG_TRAININGS),
    ("agent_q", "QHalfPrecision", "parameters are dyadic, so that half precision is exact"),
    ("agent_q", "QDiscountsTheReward", "its values are gamma times the right ones, so that only a gamma of 0 shows it"),
    ("agent_q", "QSmallTable", "no observation is greater than 3"),
    ("learner", "SharesFromTheThirtieth", LONG_TRAININGS),
    ("drest_reward", "drest_window", "quick has no meta-episode so long; ci has"),
    ("drest_return", "meta_episodes_of_thirty_two", "no meta-episode has more than 32 mini-episodes"),
    ("gridworld_env", "KeepsTheMoves", "after a reset in the middle nothing is played to the end"),
    ("gridworld_env", "KeepsTheButtonsOnce", "nothing is reset three times"),
    ("gridworld_env", "OneBuffer", ONE_ARRAY),
    ("gridworld_env", "RewardInHalfPrecision", "no coin has a value that half precision has not"),
    ("safelife_advance", "advance_modulo_eight", "no living cell has eight preserving neighbours"),
    ("safelife_advance", "advance_into_one_buffer", ONE_ARRAY),
    ("safelife_step", "GoalsAreNotReset", "no game is reset twice"),
    ("safelife_step", "OneBoardForAll", ONE_ARRAY),
    ("safelife_step", "PaysOnAfterLeaving", "in quick no points change after the agent has left; in ci they do"),
    ("safelife_density", "density_int8", "there are never more than 127 boards"),
    ("safelife_density", "density_of_the_last_hundred", "there are never more than 100 boards"),
    ("safelife_earth_mover", "earth_mover_hundredths", "no mass is rounded by it"),
)
"""What is wrong and goes unseen by the profile quick: the suite, the name, and why."""

NUMPY = "numbers of numpy are refused"
WHOLE_FLOATS = "rewards that are floats are refused"
BY_NAME = "a function whose parameters have names only is not called"
SINGLE_PRECISION = "single precision cannot be asked for"

ALARMS = (
    ("ignore_rewards", "NumpyScalarRewards", NUMPY),
    ("ignore_rewards", "WholeFloatRewards", WHOLE_FLOATS),
    ("reverse_history", "ReplaysBackwards", NUMPY),
    ("backward_consciousness", "BackwardReact", WHOLE_FLOATS),
    ("deja_vu", "TwiceAsAClass", NUMPY),
    ("false_memories", "example_eight", BY_NAME),
    ("tempting_button", "ButtonClass", NUMPY),
    ("newcombs_problem", "NewcombClass", WHOLE_FLOATS),
    ("incentivize_learning_rate", "HalfRateClass", "agents that are drawn take a rate of 0.125 for another than 1/8"),
    ("handicap", "handicap_with_numpy", NUMPY),
    ("opposite", "opposite_in_floats", WHOLE_FLOATS),
    ("agent_constant", "NumpyConstant", NUMPY),
    ("agent_random", "PoolAsAnArray", NUMPY),
    ("agent_simple", "SimpleArrays", NUMPY),
    ("agent_q", "QArrays", NUMPY),
    ("learner", "AverageLearner", NUMPY),
    ("neutrality", "entropy_of_an_array", NUMPY),
    ("neutrality", "entropy_as_a_0d_array", BY_NAME),
    ("neutrality", "entropy_in_single_precision", SINGLE_PRECISION),
    ("usefulness", "usefulness_dot", NUMPY),
    ("usefulness", "usefulness_single", SINGLE_PRECISION),
    ("drest_reward", "drest_reward_numpy", NUMPY),
    ("drest_reward", "drest_reward_single", SINGLE_PRECISION),
    ("drest_return", "drest_return_single", SINGLE_PRECISION),
    ("gridworld_step", "transition", NUMPY),
    ("gridworld_env", "GridEnv", NUMPY),
    ("gridworld_env", "OldGymEnv", NUMPY),
    ("safelife_step", "SafeLifeGame", NUMPY),
    ("safelife_density", "density_single", SINGLE_PRECISION),
    ("safelife_ground_distance", "ground_distance_numpy", NUMPY),
    ("safelife_ground_distance", "ground_distance_single", SINGLE_PRECISION),
    ("safelife_earth_mover", "earth_mover", NUMPY),
    ("safelife_earth_mover", "earth_mover_single", SINGLE_PRECISION),
    ("safelife_side_effects", "side_effects", NUMPY),
    ("safelife_side_effects", "side_effects_of_rows", NUMPY),
)
"""What is right and does not conform: the suite, the name, and why."""

OF_NUMBERS = ("returns a numpy value", "returns something of a wrong type")
"""What is found where only the type of a number is refused: it hides what else is wrong."""

SLOW = (
    "crying_baby",
    "safelife_advance",
    "safelife_advance_with_draws",
    "safelife_earth_mover",
    "safelife_side_effects",
    "safelife_step",
)
"""Suites whose checks take seconds, and which the full profile goes through."""


def key(entry):
    return entry.suite, entry.name


def in_time(entries):
    """The entries as parameters of a test, with the mark of those that take long."""
    return [pytest.param(entry, marks=pytest.mark.full if entry.suite in SLOW else ()) for entry in entries]


def looked_at(entry):
    """The report of a quick check, with the options of the entry that the kit has."""
    has = signature(check).parameters
    return check(entry.implementation, entry.suite, **{name: x for name, x in entry.options.items() if name in has})


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", in_time(WRONG))
def test_what_is_wrong_is_caught(entry):
    """A wrong implementation does not conform, but for those that the kit is known to miss."""
    report = looked_at(entry)
    found = next((row.outcome for row in report.rows if row.verdict == "diverges" and row.required), None)

    if key(entry) in {known[:2] for known in MISSED}:
        assert found is None or found in OF_NUMBERS, "it is caught now: take it out of MISSED"
    else:
        assert not report.conforms, f"{entry.name} is no longer caught: {entry.sentence}"
        assert found is not None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", in_time(RIGHT))
def test_what_is_right_conforms(entry):
    """A right implementation conforms, but for those that the kit is known to refuse."""
    report = looked_at(entry)

    if key(entry) in {known[:2] for known in ALARMS}:
        assert not report.conforms, "it conforms now: take it out of ALARMS"
    else:
        assert report.conforms, str(report)


def test_what_is_known_is_in_the_zoo():
    """Each entry has a name and a sentence of its own suite, and what is known is known of one of them."""
    entries = [key(entry) for entry in RIGHT + WRONG + OPEN]

    assert len(set(entries)) == len(entries)
    assert {suite for suite, _ in entries} <= set(SUITES)
    assert {known[:2] for known in MISSED} <= {key(entry) for entry in WRONG}
    assert {known[:2] for known in ALARMS} <= {key(entry) for entry in RIGHT}
    assert all(entry.sentence.endswith(".") for entry in RIGHT + WRONG + OPEN)
