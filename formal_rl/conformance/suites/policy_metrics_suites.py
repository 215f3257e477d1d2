"""The suite of evaluators: functions that play a policy in a world and return its USEFULNESS and NEUTRALITY."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from formal_rl.conformance.adapters import gridworlds as gridworld_adapters
from formal_rl.conformance.adapters.conventions import callable_with, takes_some_of
from formal_rl.conformance.engine.case_suites import Ask, Case, CaseClaim, CaseSuite, claims_of, no_number
from formal_rl.conformance.engine.subjects import Convention
from formal_rl.conformance.suites.gridworld_cases import world_of
from formal_rl.conformance.suites.policy_metrics_cases import (
    BESIDE,
    LEFT,
    RIGHT,
    UNIFORM,
    WAITING,
    clock_policies,
    drawn_policies,
    evaluated,
    fewer_rules,
    flag_policies,
    place_policies,
    played_worlds,
    rule_policy,
    shown_policies,
    worlds_of_other_buttons,
    worlds_that_people_use,
)
from formal_rl.gridworlds import greatest_coins_incremental, measure_incremental, neutrality, usefulness

SOURCE = "Thornley et al. 2024, Definitions D.3 and D.4"
TOLERANCE = 1e-9
"""By how much floats may differ: the worlds last some ten moves, so roundings are far below."""

NAMES = ("usefulness", "neutrality")


def _metrics(picture: str, policy: Any, gamma: Any, greatest: Any) -> dict[str, float]:
    world = world_of(picture)
    measured = measure_incremental(world, rule_policy(policy), gamma)
    useful = usefulness(measured, greatest_coins_incremental(world, gamma))
    return dict(zip(NAMES, (float(useful), neutrality(measured.probabilities)), strict=True))


def what_step_shows_is_shown(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return what step shows the policy on its way and the evaluator does not, and what that shows in its place.

    The clock, which comes last, is left out where the evaluator shows none.
    """
    shown = ask({**given, "asked": "shown"})
    clocked = [each for each in shown if len(each) == len(given["step_shows"][0])]
    missing = [each for each in given["step_shows"] if each not in clocked and (clocked or each[:-1] not in shown)]
    if not missing:
        return shown, shown
    there = ", ".join(str(each) for each in shown if each[: len(missing[0]) - 1] == missing[0][:-1])
    return f"step shows the policy {missing[0]}", f"shows the policy {there or 'nothing'} there"


def nothing_else_is_shown(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return what the evaluator shows the policy that step does not show in any play, and what step shows there."""
    shown = ask({**given, "asked": "shown"})
    strange = [each for each in shown if each not in given["step_shows"]]
    if not strange:
        return shown, shown
    there = [each for each in given["step_shows"] if each[:-1] == strange[0][:-1]]
    return f"step shows {there or 'no play'} there", f"shows the policy {strange[0]}"


def the_same_policy_in_other_words(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the metrics of a policy, and of the same with a copy of each rule for each number of moves."""
    clocks = range(1, 1 + max(length for length, _ in given["greatest"]))
    rules = tuple(
        ((("remaining", number), *conditions), chances) for number in clocks for conditions, chances in given["policy"]
    )
    return ask(given), ask({**given, "policy": (*rules, *given["policy"])})


def uniform_by_hand(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return 5/16 and 2 - (3/4) log2 3, found by hand for C1 A B1 C2 and one move, and the metrics.

    Three choices of four do not press; one of these takes the coin, of m = 1. Then one choice of four takes the other.
    """
    return {"usefulness": 0.3125, "neutrality": 0.8112781244591328}, ask(given)


def a_move_later_is_worth_gamma(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return 1 and gamma, and the USEFULNESS of going for the only coin at once, and after a move against the edge."""
    at_once = ask(given)
    if at_once == "takes no gamma":
        return at_once, at_once
    late = ask({**given, "policy": (((("remaining", 3),), (1, 0, 0, 0)), *given["policy"])})
    return (1, given["gamma"]), (at_once["usefulness"], late["usefulness"])


_SHOWN = (
    "column, row, 1 or 0 for each coin that is still there or not, the same for each button, and the moves that remain"
)


def _claims(semantics: str) -> tuple[CaseClaim, ...]:
    if semantics == "published":
        return ()
    claim = claims_of("reference", SOURCE, expected=_metrics, tolerance=TOLERANCE, smaller=fewer_rules)
    showing = claims_of("reference", SOURCE, tolerance=TOLERANCE)
    lemma = claims_of("lemmas", SOURCE, tolerance=TOLERANCE)
    number = {"quick": 60, "full": 400}
    return (
        claim(
            "place",
            "its values, for policies that read the place",
            "2 worlds with one button, of 1 and 5 rows, and policies of 1 to 3 rules",
            cases=place_policies,
            hint="the logarithm is to base 2, and 0 log 0 is 0; each length is weighted by its probability and divided "
            "by its own m",
        ),
        claim(
            "clock",
            "its values, for policies that read the moves that remain",
            "2 worlds with one button, and policies that do something else with 1 or 2 moves left",
            cases=clock_policies,
            hint=f"a policy is shown {_SHOWN}: before the first move the default length, and 1 before the last; an "
            "evaluator for policies that see no clock, as those of the paper, is right to fail here and in drawn_clock",
        ),
        claim(
            "flags",
            "its values, for policies that read which coins and buttons are still there",
            "2 worlds with one button, and policies that read a flag",
            cases=flag_policies,
            hint="a flag is 1 while the thing is there, and 0 once it is collected or pressed; coins come first",
        ),
        showing(
            "shown",
            "shows the policy what step shows it",
            "3 worlds with one button, and the policies that go right and that choose evenly",
            cases=shown_policies,
            hint=f"a policy is shown {_SHOWN}, as it would be if the environment were stepped through",
            law=what_step_shows_is_shown,
        ),
        showing(
            "shown_only",
            "shows the policy nothing that step never shows",
            "3 worlds with one button, and the policy that chooses evenly",
            cases=played_worlds,
            hint="to tabulate states that no play comes to does no harm, if they have no weight",
            law=nothing_else_is_shown,
            required=False,
        ),
        claim(
            "drawn",
            "its values, for any policy without a clock in any small world with one button",
            "drawn worlds of up to 12 cells with one button, and policies of 2 to 5 rules that read places and flags",
            drawn=drawn_policies((1,)),
            number=number,
        ),
        claim(
            "drawn_clock",
            "its values, for any policy that reads the moves that remain in such a world",
            "the same, with a rule for one number of moves that remain",
            drawn=drawn_policies((1,), clock=True),
            number=number,
        ),
        claim(
            "buttons",
            "its values, in worlds with no button or several",
            "3 worlds; drawn worlds of up to 12 cells with none, two or three",
            cases=worlds_of_other_buttons,
            hint="lengths are totals of moves: two buttons that add as many moves are one length",
            drawn=drawn_policies((0, 2, 3)),
            number=number,
        ),
        claim(
            "large",
            "its values, in worlds of the paper and in larger ones",
            "4 worlds with 12 rows, 9 coins, 4 buttons and 7 walls; the worlds of the paper of up to 7 moves",
            cases=worlds_that_people_use,
            hint="all rows and columns, walls, coins and buttons count, however many there are",
        ),
        lemma(
            "uniform",
            "has the values found by hand for the even choice",
            "one world",
            cases=lambda profile: [evaluated(BESIDE, ((), UNIFORM))],
            law=uniform_by_hand,
        ),
        lemma(
            "same_policy",
            "does not depend on how a policy is written",
            "the cases of places, each rule once for each number of moves that remain",
            cases=place_policies,
            law=the_same_policy_in_other_words,
        ),
        lemma(
            "discount",
            "a coin collected a move later is worth gamma times as much, if it takes gamma",
            "one world, gamma 1/2 and 9/10",
            cases=lambda profile: [
                evaluated("length 3\nA . C2", ((), RIGHT), gamma=gamma) for gamma in (Fraction(1, 2), Fraction(9, 10))
            ],
            law=a_move_later_is_worth_gamma,
        ),
    )


def _no_metrics(answer: Any) -> str | None:
    if isinstance(answer, dict) and answer.keys() == set(NAMES) and not any(map(no_number, answer.values())):
        return None
    return "expected USEFULNESS and NEUTRALITY, two numbers: a pair, or usefulness and neutrality by name"


_OFFERED = ("world", "picture", "policy", "gamma", "greatest")
_POLICY = f"a policy is a function of one sequence, flat or nested, that is {_SHOWN}; it returns four probabilities"

POLICY_METRICS = CaseSuite(
    "policy_metrics",
    SOURCE,
    "of a policy in a gridworld: USEFULNESS, the sum of Pr{L = l} E(C | L = l) / m_l over the lengths l, and "
    "NEUTRALITY, minus the sum of Pr{L = l} log2 Pr{L = l}",
    {
        "picture": "text, and in Python the keyword world: a gridworld as in gridworld_env",
        "policy": "rules, and in Python a function that follows them: conditions, pairs of a name (column, row, "
        "coin 0, button 0, ..., remaining) and its value, with the probabilities of up, down, left, right; the first "
        "rule whose conditions hold decides",
        "gamma": "γ, by which coins are discounted, from 0 to 1: 1 unless it is taken by name",
        "greatest": "m_l for each length l, as pairs; in Python a mapping",
    },
    (
        Convention(
            "a function of policy and some of world, picture, gamma, greatest, by name, that returns USEFULNESS and "
            f"NEUTRALITY, as a pair, a mapping or attributes; {_POLICY}",
            gridworld_adapters.EvaluatorByName,
            takes_some_of(*_OFFERED, one_of=("policy",)),
        ),
        Convention(
            "a function of (world, policy), by position, that returns the same",
            gridworld_adapters.EvaluatorByPosition,
            callable_with(2),
        ),
    ),
    tuple(evaluated(picture, ((), everywhere)) for picture, everywhere in ((BESIDE, UNIFORM), (WAITING, LEFT))),
    _no_metrics,
    _claims,
)

POLICY_METRICS_SUITES: Mapping[str, CaseSuite] = {POLICY_METRICS.name: POLICY_METRICS}
"""It, by name."""
