"""Optimal values are within their bounds of what exact iteration finds, on small drawn decision processes."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.safelife.game import (
    UNITS,
    Chance,
    DecisionProcess,
    StartPenalty,
    baseline_process,
    best_actions,
    boards_following,
    decision_process,
    law_following,
    optimal_values,
    penalty_per_step,
)
from formal_rl.safelife.levels import PENALTY_LEVELS
from proofs_as_tests.rows import each_row_of, refused

STATES = 3
HALF = Fraction(1, 2)


@st.composite
def processes(draw):
    """Three boards, two actions, each with two boards that follow as probably."""
    steps = []
    for _ in range(STATES):
        each = {}
        for action in (0, 1):
            penalties = draw(st.tuples(st.integers(-3, 3), st.integers(-3, 3)))
            states = draw(st.permutations(range(STATES)))[:2]
            each[action] = tuple(Chance(s, HALF, Fraction(p)) for s, p in zip(states, penalties, strict=True))
        steps.append(each)
    return DecisionProcess(tuple(Board([[cell]]) for cell in (0, 9, 16)), tuple(steps))


def iterated(process, discount, sweeps):
    """The values of so many steps, backwards in exact arithmetic."""
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


PROCESS = DecisionProcess((Board([[0]]),), ({0: (Chance(0, Fraction(1), Fraction(0)),)},))
LEVEL = PENALTY_LEVELS["held-spawner"].level


@each_row_of(
    refused(InvalidParameter, optimal_values, (PROCESS, Fraction(1))),
    refused(InvalidParameter, decision_process, (LEVEL, penalty_per_step, StartPenalty(weight=1), range(9)), most=3),
    refused(InvalidParameter, baseline_process, (LEVEL, "inaction", range(9)), most=3),
    refused(UnknownName, baseline_process, (LEVEL, "start", range(9))),
    refused(InvalidParameter, law_following, (Board([[0]]), -1, HALF)),
    refused(InvalidParameter, boards_following, (Board([[0] * 5, [0] * 5, [SPAWNER, 0, 0, 0, 0]] * 2), HALF)),
)
def test_what_is_refused(row):
    """A discount of 1, more boards than are allowed, an unknown baseline, and laws of too many draws."""
    row()
