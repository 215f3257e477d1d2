"""Wainwright and Eckersley 2019, Sections 3 and 4: noise between inaction distributions, and what forms again."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.checking import Scope
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board import EMPTY, GREEN, LIFE, WALL, Board
from formal_rl.safelife.board.cells import RED, SPAWNER
from formal_rl.safelife.side_effects import is_life_of, side_effects_certified
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements import holds
from formal_rl.statements.wainwright_2019.noise import GREEN as GREEN_NUMBER
from formal_rl.statements.wainwright_2019.noise import effect_on, removed

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


@pytest.mark.parametrize("identifier", ["W19-ergodic", "W19-props"])
def test_another_seed_samples_others(identifier):
    """What is sampled holds, and has no branch unseen, for another seed."""
    holds(identifier, Scope(seed=1))
