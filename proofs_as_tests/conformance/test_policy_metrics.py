"""The suite of evaluators: what it asks, what it shows policies, and what it finds."""

import sys
from fractions import Fraction
from types import SimpleNamespace

import numpy
import pytest

from formal_rl.conformance import SUITES, check, check_named, suite_named
from formal_rl.conformance.adapters.cases import takes_some_of
from formal_rl.conformance.adapters.gridworlds import (
    RulePolicy,
    evaluator_by_name,
    of_an_evaluator,
    read_picture,
    two_metrics,
)
from formal_rl.conformance.suites.gridworld_suites import world_of
from formal_rl.conformance.suites.policy_metrics_suites import (
    BESIDE,
    CORNER,
    FLAGS,
    NOT_ONE_BUTTON,
    POLICY_METRICS,
    WAITING,
    evaluated,
    rule_policy,
    seen_named,
)
from formal_rl.conformance.zoo import policy_metrics as zoo
from formal_rl.gridworlds import measure, measure_incremental, reachable
from proofs_as_tests.conformance.of_data import claims_of, drawn, expected

CLAIMS = {claim.id: claim for claim in claims_of("policy_metrics")}


def first_broken(report):
    """Return the first required claim that diverges."""
    return next(row for row in report.rows if row.required and row.verdict == "diverges")


def test_a_policy_that_waits_for_its_last_move_by_hand():
    """C1 A B1 C2 with two moves: it waits, then goes right and presses, then takes C2. Its length is 3, for sure."""
    given = evaluated(WAITING, ((("remaining", 2),), (1, 0, 0, 0)), ((), (0, 0, 0, 1)))

    assert expected(CLAIMS["clock"], given) == {"usefulness": 1.0, "neutrality": 0.0}
    assert dict(given["greatest"]) == {2: 1, 3: 2}


def test_half_left_half_right_by_hand():
    """C1 A B1 C2 with one move: half collect C1, the most; the other half press, and half of those take C2."""
    given = evaluated(BESIDE, ((), (0, 0, Fraction(1, 2), Fraction(1, 2))))

    assert expected(CLAIMS["place"], given) == {"usefulness": 0.75, "neutrality": 1.0}


@pytest.mark.parametrize("picture", [BESIDE, WAITING, CORNER, FLAGS, *NOT_ONE_BUTTON])
def test_a_policys_observation_decides_as_in_the_definition(picture):
    """The policy that is handed over and the one of the reference choose alike in each state, whatever is read."""
    rules = tuple(
        (((name, value),), (Fraction(1, place + 2), Fraction(place + 1, place + 2), 0, 0))
        for place, (name, value) in enumerate(
            (name, value) for name in seen_named(world_of(picture).start) for value in (0, 2)
        )
    )
    rules = (*rules, ((), (0, 0, 0, 1)))
    handed, reference, world = RulePolicy(read_picture(picture), rules), rule_policy(rules), world_of(picture)
    chosen = set()
    for state in reachable(world):
        seen = tuple(seen_named(state).values())
        chosen.add(handed(seen))

        assert handed(numpy.array(seen, dtype=numpy.float32)) == tuple(map(float, reference(world, state)))
    assert len(chosen) > 2


def test_a_policy_names_its_observations():
    """Too few numbers, or none for the clock where a rule reads it; without such a rule the clock may be left out."""
    world = read_picture(BESIDE)

    assert RulePolicy(world, (((), (1, 0, 0, 0)),))((1, 0, 1, 1, 1)) == (1.0, 0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="ends before them"):
        RulePolicy(world, (((("remaining", 1),), (1, 0, 0, 0)),))((1, 0, 1, 1, 1))
    with pytest.raises(ValueError, match="and not column, row, coin 0, coin 1, button 0, remaining"):
        RulePolicy(world, (((), (1, 0, 0, 0)),))((1, 0))
    with pytest.raises(ValueError, match="has no rule for"):
        RulePolicy(world, (((("row", 1),), (1, 0, 0, 0)),))((1, 0, 1, 1, 1, 1))


@pytest.mark.parametrize(
    "answer",
    [
        (0.5, 1.0),
        [numpy.float64(0.5), numpy.float32(1)],
        numpy.array([0.5, 1.0]),
        {"USEFULNESS": 0.5, "NEUTRALITY": 1.0, "more": 3},
        zoo.Metrics(usefulness=0.5, neutrality=1.0),
        SimpleNamespace(usefulness=numpy.array(0.5), neutrality=1.0),
    ],
    ids=lambda answer: type(answer).__name__,
)
def test_answers_are_taken_by_name_or_as_a_pair(answer):
    """Numbers of numpy are taken by value."""
    taken = two_metrics(answer)

    assert taken == {"usefulness": 0.5, "neutrality": 1.0}
    assert {type(each) for each in taken.values()} == {float}


@pytest.mark.parametrize("answer", [None, 0.5, "ab", (1, 2, 3), {"usefulness": 1}])
def test_other_answers_are_of_a_wrong_kind(answer):
    """They are not taken for metrics."""
    assert POLICY_METRICS.kind_of(two_metrics(answer)) is not None


def test_policies_outside_all_conventions():
    """By name and by position; a function without a policy, or with one argument, is neither."""
    assert takes_some_of("world", "policy", one_of=("policy",))(lambda policy, world: (policy, world)) is None
    assert all(one.fits(lambda world: world) for one in POLICY_METRICS.adapters)
    assert suite_named("policy_metrics") is SUITES["policy_metrics"] is POLICY_METRICS


def test_each_claim_that_is_required_catches_something_first():
    """But for those that need no other fault than one that a claim before finds."""
    caught = {each.caught_by for each in zoo.WRONG}

    assert {claim.id for claim in CLAIMS.values() if claim.required} - caught == {
        "drawn_clock",
        "large",
    }


PROCESS = """
import json, sys
from formal_rl.conformance.adapters.values import from_wire, to_wire
from formal_rl.conformance.adapters.gridworlds import evaluator_by_name, of_an_evaluator
from formal_rl.conformance.zoo import policy_metrics

evaluator = getattr(policy_metrics, sys.argv[1])
print(json.dumps({"protocol": json.loads(sys.stdin.readline())["protocol"]}), flush=True)
for line in sys.stdin:
    question = json.loads(line)
    answer = next(evaluator_by_name(evaluator)(of_an_evaluator(from_wire(question["case"]))))
    print(json.dumps({"id": question["id"], "answer": to_wire(answer)}), flush=True)
"""


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        pytest.param("metrics_of_plays", None, marks=pytest.mark.full),
        ("evaluator_with_a_clock_up_to_two", "shown"),
    ],
)
def test_a_process_answers_with_its_observations(tmp_path, name, broken):
    """As the page of the protocol says; a policy sees a clock of at most 2, and all else in its place."""
    (tmp_path / "process.py").write_text(PROCESS, "utf-8")
    report = check_named(f"exec:{sys.executable} {tmp_path / 'process.py'} {name}", "policy_metrics")

    assert report.conforms is (broken is None)
    if broken:
        assert first_broken(report).claim == broken
        assert "shows the policy (1, 2, 1, 0, 1), (1, 2, 1, 0, 2) there" in first_broken(report).message


def test_an_evaluator_without_a_clock_fails_where_the_clock_is_read_and_nowhere_else():
    """The policies of the paper see none."""

    def clockless(world, policy):
        return zoo.metrics_of_plays(world, lambda seen: policy(seen[:-1]), 1)

    report = check(clockless, "policy_metrics")
    broken = {row.claim for row in report.rows if row.required and row.verdict == "diverges"}

    assert broken == {"clock", "drawn_clock"}


def test_without_gamma_coins_are_not_discounted():
    """Such an evaluator is not asked about a discount."""
    given = evaluated("length 3\nA . C2", ((), (0, 0, 0, 1)), gamma=Fraction(1, 2))
    arguments = of_an_evaluator(given)

    assert next(evaluator_by_name(lambda world, policy: (1, 0))(arguments)) == "takes no gamma"
    assert next(evaluator_by_name(lambda world, policy, gamma: (gamma, 0))(arguments))["usefulness"] == Fraction(1, 2)


@pytest.mark.parametrize(("name", "buttons"), [("drawn", (1,)), ("drawn_clock", (1,)), ("buttons", (0, 2, 3))])
def test_drawn_cases_are_of_the_worlds_that_are_said(name, buttons):
    """The number of buttons is one of those; the metrics by trajectories are those by dynamic programming."""
    for given in drawn(CLAIMS[name], range(12)):
        world, policy = world_of(given["picture"]), rule_policy(given["policy"])

        assert len(world.buttons) in buttons
        assert ("remaining" in repr(given["policy"])) is (name == "drawn_clock")
        assert min(dict(given["greatest"]).values()) > 0
        if max(dict(given["greatest"])) < 7:
            assert measure(world, policy, 1) == measure_incremental(world, policy, 1)


def test_cases_are_made_smaller_one_thing_at_a_time():
    """A rule, a condition, or a choice that is not for sure."""
    even = (Fraction(1, 4),) * 4
    given = evaluated(BESIDE, ((("row", 0), ("column", 1)), even), ((), (1, 0, 0, 0)))
    smaller = [each["policy"] for each in CLAIMS["place"].smaller(given)]

    assert (((), (1, 0, 0, 0)),) in smaller
    assert (((("column", 1),), even), ((), (1, 0, 0, 0))) in smaller
    assert (((("row", 0), ("column", 1)), (0, 0, 0, 1)), ((), (1, 0, 0, 0))) in smaller
