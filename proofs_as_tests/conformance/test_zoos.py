"""Each implementation of the kit's zoo and of the tests': wrong ones are caught by their claims, right ones conform.

By default the first entry of each suite for each claim runs, unless it is long, and all of the kit's suites that are
quick. The full profile runs all.
"""

from importlib import import_module
from pathlib import Path

import pytest

from formal_rl.conformance import SUITES, check
from formal_rl.conformance.engine.layout import WIDTH
from formal_rl.conformance.zoo import whole
from proofs_as_tests.conformance.zoo import everything as zoo

REPORTS = Path(__file__).with_name("reports")

KIT, TESTS = (*whole.RIGHT, *whole.WRONG), (*zoo.RIGHT, *zoo.WRONG)

MISSED = {("learner", "SharesFromTheThirtieth")}
"""Wrong, and not seen: all go by the thirtieth transition of whichever came to it first, so that they act alike."""

SLOW = {
    "crying_baby",
    "gridworld_env",
    "gridworld_step",
    "policy_metrics",
    "safelife_advance",
    "safelife_advance_with_draws",
    "safelife_earth_mover",
    "safelife_side_effects",
    "safelife_step",
}
"""Suites whose checks take seconds."""

LONG = {
    *("EndsLate", "PaysFor200Steps", "PullsBeforeItPushes", "TurnsOnlyWhenItMoves", "AdvancesTwentyRows"),
    *("side_effects_of_four_states", "nutrition_in_a_byte", "IsTruncatedAfter200Turns", "TimesNInAByte"),
    *("AdvancesBeforeItActs", "CountsFrozenLife", "NeverShoves", "StopsAtTheEdge", "EndsAt200", "spawns_64"),
    *("side_effects_greedy", "effects_one_way", "evaluator_with_walls_by_five", "CryingBaby2AsPublished"),
    *("crying_baby_of_2021", "StrictlyBelow", "StrictlyAbove"),
    *("advance_25_rows", "advance_preserves_others_only", "earth_mover_of_ten_steps", "earth_mover_of_high_boards"),
    *("earth_mover_sorted", "ten_rows", "NinthCoinStays", "KeepsTheButtonsOnce", "SaysThatItIsDoneAfter100Turns"),
    *("evaluator_with_an_undiscounted_m", "evaluator_with_a_clock_up_to_two", "clock_in_a_byte", "ButtonsFirst"),
    "TellsForAHundredTurns",
}
"""Those whose smallest counterexample takes seconds to find."""

IN_OTHER_FORMS = {
    "reverse_history, flat",
    "censored_observation, reacting",
    "limited_memory, incremental",
    "deja_vu, stepping",
    "self_recognition, stepping",
    "flip_every_other, published",
    "tempting_button_variation, published",
    "flat_three_actions",
    "metrics_by_name",
    "ToldOfThreeActions",
    "flat_half_the_rate",
    "WithHalfTheRate",
}
"""A form of each shape that is not the first one of its suite."""


ENVIRONMENTS = {each.suite for each in whole.RIGHT if each.name.endswith(", a function")}


def in_time():
    """The entries as parameters; of the tests', and of the kit's slow suites, by default the first for each claim."""
    seen = set()
    for place, each in enumerate((*KIT, *TESTS)):
        key, is_sampled = (each.suite, each.caught_by), place >= len(KIT) or each.suite in SLOW | ENVIRONMENTS
        is_left_out = is_sampled and (key in seen or each.name in LONG) and each.name not in IN_OTHER_FORMS
        seen.add(key)
        name = f"{each.suite}-{each.name}-{each.semantics}"
        yield pytest.param(each, id=name, marks=pytest.mark.full if is_left_out else ())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("each", [*in_time()])
def test_it_comes_out_as_it_must(each, request):
    """Caught by the first required claim that diverges, with a script; or conforming in all, whatever its numbers.

    Of many of the kit's wrong ones the whole report is kept; ``pytest --rewrite`` writes it anew.
    """
    precision = "single" if "single" in each.name else "double"
    options = {"semantics": each.semantics, "precision": precision}
    report = check(each.implementation, each.suite, **options, in_process=True)

    if each.caught_by is None or (each.suite, each.name) in MISSED:
        assert report.conforms, str(report)
    else:
        assert report.first_failure.claim == each.caught_by, str(report)
        assert report.script is not None or each.suite == "policy_metrics"
        file, text = REPORTS / f"{each.suite}_{each.name}.txt", f"{report}\n"
        if request.config.getoption("--rewrite") and each in whole.WRONG:
            file.write_text(text, "utf-8")
        assert each not in whole.WRONG or not file.exists() or text == file.read_text("utf-8")
        assert max(map(len, text.splitlines()[1:])) <= WIDTH  # the first has the name, which is not broken
        assert each not in whole.WRONG or report.counterexample.text.count("\n") < 30  # the others have wide boards


def test_every_suite_is_tried_with_both():
    """The kit has right and wrong ones for each suite, each with a name of its own, as many as there were.

    By default a right one and a wrong one of each suite run.
    """
    assert {each.suite for each in whole.WRONG} == {each.suite for each in whole.RIGHT} == set(SUITES)
    assert {each.suite for each in TESTS} <= set(SUITES)
    by_default = {(each.values[0].suite, each.values[0].caught_by is None) for each in in_time() if not each.marks}
    assert by_default == {(suite, is_right) for suite in SUITES for is_right in (True, False)}
    for entries in (KIT, TESTS):
        wrong = [(each.suite, each.name) for each in entries if each.caught_by is not None]
        assert len(set(wrong)) == len(wrong)
        assert all(each.sentence for each in entries if each.caught_by is not None)
    assert (len(whole.RIGHT), len(whole.WRONG), len(zoo.RIGHT), len(zoo.WRONG)) == (271, 182, 151, 398)
    kept = {file.stem for file in REPORTS.glob("*.txt")}
    assert kept <= {f"{each.suite}_{each.name}" for each in whole.WRONG}
    assert len(kept) > 100


@pytest.mark.parametrize(
    "suite", sorted(name for name in SUITES if SUITES[name].of_data and not name.startswith("agent_"))
)
def test_every_convention_is_recognised(suite):
    """The kit's zoo has a right implementation in each."""
    adapters = SUITES[suite].adapters
    right = [each.implementation for each in whole.RIGHT if each.suite == suite]
    found = {next(one.words for one in adapters if one.fits(each) is None) for each in right}

    assert found == {one.words for one in adapters}


# --- Scripts ---

REPAIRS = """
agents agent_q: GoesByWhatItSaw Tabular
agents agent_simple: ForgivesWhatIsPaid Simple
agents learner: LearnsFromItsAnswers Simple
agents learner: BoredWhenAskedAgain Simple
agents learner: InPlace agents.SimpleLearner
drest neutrality: neutrality_in_nats neutrality_in_bits
drest usefulness: usefulness_unweighted usefulness_by_length
drest drest_reward: reward_exponent_off_by_one reward_exact
drest drest_reward: reward_that_alters_the_counts reward_in_floats
drest drest_return: returns_counted_before returns_by_length
environments third_action_forbidden: tells_of_two_actions three_actions
environments incentivize_learning_rate: wants_a_rate_of_one half_the_rate
environments incentivize_learning_rate: pays_those_without_a_rate half_the_rate
gridworlds gridworld_step: move_without_a_press_on_the_last move_by_mapping
gridworlds gridworld_env: KeepsWhatWasCollected CoinWorld
gridworlds gridworld_env: EndsLate CoinWorld
policy_metrics policy_metrics: evaluator_with_the_clock_at_zero metrics_of_plays
policy_metrics policy_metrics: evaluator_with_a_clock_up_to_two metrics_of_plays
policy_metrics policy_metrics: evaluator_in_nats metrics_of_plays
safelife_boards safelife_advance: advance_without_torus advance_rows
safelife_boards safelife_advance: advance_in_place advance_board
safelife_boards safelife_advance_with_draws: spawn_before_life advance_rows
safelife_games safelife_step: GoalsStay Game
safelife_distances safelife_density: density_not_normalised density_of_arrays
safelife_distances safelife_ground_distance: tanh_one_way tanh_of_steps
safelife_distances safelife_earth_mover: flow_without_surplus linear_programme
safelife_distances safelife_side_effects: effects_as_published effects_on_rows
""".strip().splitlines()


FIRST = {each.partition(":")[0]: each for each in reversed(REPAIRS)}.values()
"""One of each suite, which the default profile runs."""


@pytest.mark.parametrize(
    "repair", [pytest.param(each, marks=() if each in FIRST else pytest.mark.full) for each in REPAIRS]
)
def test_a_script_ends_with_1_until_it_is_repaired(repair, repaired):
    """It stands alone: without our package it makes what is given, plays, calls and compares."""
    house, suite, wrong, right = repair.replace(":", "").split()
    found = import_module(f"formal_rl.conformance.zoo.{house}")
    repaired(getattr(found, wrong), right, suite)
