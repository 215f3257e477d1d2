"""Beyond the rows on Wainwright and Eckersley 2019, Sections 3 and 4: other seeds, and a colour that never returns."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.checking import Scope
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board import EMPTY, LIFE, WALL, Board
from formal_rl.safelife.board.cells import RED, SPAWNER
from formal_rl.safelife.side_effects.cell_types import is_life_of
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.verification import holds
from formal_rl.statements.wainwright_2019.noise import GREEN as GREEN_NUMBER


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
