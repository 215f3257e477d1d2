"""Optimal values are within their bounds of what exact iteration finds, on small drawn decision processes."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import Board
from formal_rl.safelife.game import UNITS, Chance, DecisionProcess, best_actions, optimal_values

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


def test_what_is_refused():
    """A discount of 1."""
    process = DecisionProcess((Board([[0]]),), ({0: (Chance(0, Fraction(1), Fraction(0)),)},))
    with pytest.raises(InvalidParameter):
        optimal_values(process, Fraction(1))
