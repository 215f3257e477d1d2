"""Optimal play on small drawn decision processes: values within their bounds, and the best of all policies."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.cells import ORIENTATION_MASK, SPAWNER
from formal_rl.safelife.game import (
    ACTIONS,
    DecisionProcess,
    StartPenalty,
    baseline_process,
    best_actions,
    board_law,
    decision_process,
    optimal_segments,
    optimal_values,
    penalty_per_step,
    start,
    step,
)
from formal_rl.safelife.game.decision_processes import Chance, followed, leaves
from formal_rl.safelife.game.laws import boards_following
from formal_rl.safelife.game.optimal_play import UNITS, Earned, earnings
from formal_rl.safelife.levels import PENALTY_LEVELS
from proofs_as_tests.rows import each_row_of, refused

STATES = 3
HALF = Fraction(1, 2)


@st.composite
def processes(draw):
    """Three boards, two actions, each with two boards that follow as probably, for points and penalties."""
    steps = []
    for _ in range(STATES):
        each = {}
        for action in (0, 1):
            paid = draw(st.tuples(*[st.integers(-3, 3)] * 4))
            states = draw(st.permutations(range(STATES)))[:2]
            each[action] = tuple(
                Chance(s, HALF, Fraction(paid[place]), paid[2 + place]) for place, s in enumerate(states)
            )
        steps.append(each)
    return DecisionProcess(tuple(Board([[cell]]) for cell in (0, 9, 16)), tuple(steps))


def iterated(process, discount, sweeps):
    """The values of finitely many steps, backwards in exact arithmetic."""
    worth = [Fraction(0)] * STATES
    for _ in range(sweeps):
        worth = [
            min(
                sum(c.probability * (c.penalty + discount * worth[c.state]) for c in chances)
                for chances in each.values()
            )
            for each in process.steps
        ]
    return worth


@settings(max_examples=30, deadline=None)
@given(processes())
def test_within_the_bounds(process):
    """What is left after 40 steps is at most 3 / (1 - γ) times γ to the power of 40."""
    bounds = optimal_values(process, HALF)
    left = 6 * HALF**40

    assert bounds.error < Fraction(1, 10**9)
    for value, expected in zip(bounds.values, iterated(process, HALF, 40), strict=True):
        assert abs(Fraction(value, UNITS) - expected) <= bounds.error + left


@settings(max_examples=30, deadline=None)
@given(processes())
def test_best_actions(process):
    """An action that is left out is worse, and a policy of those that are not is as good as any."""
    bounds = optimal_values(process, HALF)
    choices = {board: min(best_actions(process, bounds, number)) for number, board in enumerate(process.boards)}
    chosen = optimal_values(process, HALF, policy=choices.__getitem__)

    for value, best in zip(chosen.values, bounds.values, strict=True):
        assert abs(value - best) / UNITS < 1e-8


@settings(max_examples=30, deadline=None)
@given(processes())
def test_segments_are_the_best_of_all_policies(process):
    """At each breakpoint, between two and beyond the last, no policy earns more; the breakpoints are where they say."""
    segments = optimal_segments(process, HALF)
    earned = [earnings(process, choices, HALF)[0] for choices in product((0, 1), repeat=STATES)]
    weights = [each.weight for each in segments]

    assert weights[0] == 0
    assert all(a < b for a, b in pairwise(weights))
    for place, each in enumerate(segments):
        end = weights[place + 1] if place + 1 < len(weights) else each.weight + 100
        for weight in (each.weight, (each.weight + end) / 2, end):
            assert each.earned.value(weight) == max(other.value(weight) for other in earned)
        assert each.earned == earnings(process, each.choices, HALF)[0]


@settings(max_examples=30, deadline=None)
@given(processes(), st.tuples(*[st.integers(0, 1)] * STATES))
def test_earnings_solve_their_equations(process, choices):
    """From each board: what is paid and charged for the step, and half of what is earned from the next board."""
    earned = earnings(process, choices, HALF)
    for each, action, here in zip(process.steps, choices, earned, strict=True):
        for place in (0, 1):
            following = sum(c.probability * earned[c.state][place] for c in each[action])
            at_once = sum(c.probability * (c.points, c.penalty)[place] for c in each[action])
            assert here[place] == at_once + HALF * following
    law = followed(process, choices, 12)[-1]
    assert sum(law.values()) == 1


def test_the_process_is_the_game():
    """What follows an action, with its points, is what steps of the game lead to by draws; leaving starts anew."""
    level = PENALTY_LEVELS["spawner-or-exit"].level
    process = decision_process(level, penalty_per_step, StartPenalty(weight=1, except_exits=True), range(9), again=True)
    for action in range(len(ACTIONS)):
        expected = {(process.boards[each.state], each.points) for each in process.steps[0][action]}
        found = set()
        for draw in (Fraction(0), HALF):
            state, (reward,) = step(level, start(level), (action,), (draw,) * 12)
            assert state.in_play[0] != leaves(start(level).board, action)
            state = state if state.in_play[0] else start(level)
            (place,) = state.locations
            found.add((state.board.with_cells({place: state.board[place] & ~ORIENTATION_MASK}), reward))
        assert found == expected


def test_points_that_no_weight_outweighs():
    """They are refused, as is a discount of 1."""
    nothing, something = (Chance(0, Fraction(1), Fraction(each), 10**8 * each) for each in (0, 1))
    process = DecisionProcess((Board([[0]]),), ({0: (nothing,), 1: (something,)},))
    with pytest.raises(InvalidParameter):
        optimal_segments(process, HALF)
    with pytest.raises(InvalidParameter):
        earnings(process, (0,), Fraction(1))
    assert Earned(Fraction(3), Fraction(2)).value(HALF) == 2


PROCESS = DecisionProcess((Board([[0]]),), ({0: (Chance(0, Fraction(1), Fraction(0)),)},))
LEVEL = PENALTY_LEVELS["held-spawner"].level


@each_row_of(
    refused(InvalidParameter, optimal_values, (PROCESS, Fraction(1))),
    refused(InvalidParameter, decision_process, (LEVEL, penalty_per_step, StartPenalty(weight=1), range(9)), most=3),
    refused(InvalidParameter, baseline_process, (LEVEL, "inaction", range(9)), most=3),
    refused(UnknownName, baseline_process, (LEVEL, "start", range(9))),
    refused(InvalidParameter, board_law, (Board([[0]]), -1, HALF)),
    refused(InvalidParameter, boards_following, (Board([[0] * 5, [0] * 5, [SPAWNER, 0, 0, 0, 0]] * 2), HALF)),
)
def test_invalid_arguments_raise(row):
    """A discount of 1, more boards than are allowed, an unknown baseline, and laws of too many draws."""
    row()
