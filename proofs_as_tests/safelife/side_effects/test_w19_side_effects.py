"""Wainwright and Eckersley 2019, Sections 3 and 4: noise between inaction distributions, and what forms again."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board import EMPTY, GREEN, LIFE, SPAWNING, WALL, Board
from formal_rl.safelife.board.cells import RED, SPAWNER
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects import is_life_of, side_effects_certified
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.noise import GREEN as GREEN_NUMBER
from formal_rl.statements.wainwright_2019.noise import (
    SPAWNER_IN_A_CELL,
    chain_counts,
    chain_noise,
    effect_on,
    noise,
    removed,
)

# --- Noise ---


@pytest.mark.parametrize(
    ("steps", "samples", "weights"), [(0, 1, [1, 1]), (0, 2, [1, 3, 0]), (1, 1, [3, 1]), (1, 2, [3, 5, 0])]
)
def test_the_chain_by_hand(steps, samples, weights):
    """With a half: it is dead at first and after it lived, and so lives in every second state at most."""
    assert chain_counts(1, 2, steps, samples) == weights


def test_the_noise_of_one_state_by_hand():
    """After a step the cell lives with 1/2, after two with 1/4; two of these differ with 2 * 1/4 * 3/4."""
    assert chain_noise(1, 2, 1, 1) == (Fraction(3, 8), Fraction(1, 4))


@given(st.integers(1, 9), st.integers(0, 3), st.integers(1, 12))
def test_the_chain_is_a_distribution(numerator, steps, samples):
    """Weights add up, the mass is at most a half, and the noise is at most twice the mass."""
    weights = chain_counts(numerator, 10, steps, samples)
    value, mass = chain_noise(numerator, 10, steps, samples)

    assert sum(weights) == 10 ** (steps + samples)
    assert min(weights) >= 0
    assert 0 <= value <= 2 * mass
    assert 0 < mass <= Fraction(numerator, 10)


@given(st.integers(0, 10**6), st.integers(1, 30))
def test_the_noise_of_a_run_is_the_difference_of_its_means(seed, samples):
    """Where one cell is free, nothing can move: what is more on one side is created or removed."""
    draws = SeededDraws(3 * seed), SeededDraws(3 * seed + 1), SeededDraws(3 * seed + 2)
    value, mass = noise(SPAWNER_IN_A_CELL, 3, samples, Fraction(3, 10), draws)
    assert 0 <= value <= 1
    assert value * samples == pytest.approx(round(value * samples))
    assert mass.denominator <= samples


@given(st.integers(0, 10**6))
def test_without_spawners_there_is_no_noise(seed):
    """Of a level without its spawners two runs are the same."""
    level = shipped_level("append-spawn-1")
    board = removed(level.board, level.board.find(SPAWNING))
    assert noise(board, 2, 3, level.spawn_probability, (SeededDraws(seed),) * 3) == (0, 0)


# --- What forms again ---


def still(rows):
    """A green pattern in the middle of a board."""
    cells = {
        (row + 2, column + 2): LIFE | GREEN
        for row, line in enumerate(rows)
        for column, x in enumerate(line)
        if x == "o"
    }
    return Board.empty(len(rows) + 4, len(rows[0]) + 4).with_cells(cells)


@pytest.mark.parametrize(
    ("rows", "back"),
    [
        (["oo", "oo"], 4),
        ([".oo.", "o..o", ".oo."], 0),
        ([".o.", "o.o", ".o."], 0),
        (["oo.", "o.o", ".o."], 0),
        (["ooo"], 0),
        (["oo..", "oo..", "..oo", "..oo"], 0),
        (["..oo", ".o.o", "o.o.", "oo.."], 2),
    ],
)
def test_which_cells_of_a_pattern_come_back(rows, back):
    """Of a block each, of a beehive, a tub, a boat, a blinker and a beacon none, of a long ship two."""
    board = still(rows)
    cells = [location for location in board.locations() if board[location]]
    effects = (side_effects_certified(board, removed(board, [cell]), 0, samples=60) for cell in cells)
    assert sum(effect_on(GREEN_NUMBER, each)[0] == 0 for each in effects) == back


@given(st.lists(st.booleans(), min_size=9, max_size=9))
def test_a_colour_that_nothing_has_never_comes(alive):
    """Where neither life nor spawners are green, none ever is: what is wholly taken away does not form again."""
    cells = [LIFE | RED if each else EMPTY for each in alive]
    rows = [[*cells[3 * row : 3 * row + 3], WALL if row else SPAWNER | RED] for row in range(3)]
    after = advance_by_packed(Board(rows), 5, Fraction(1, 2), SeededDraws(0)).board
    assert not any(is_life_of(GREEN_NUMBER, cell) for row in after.rows for cell in row)
