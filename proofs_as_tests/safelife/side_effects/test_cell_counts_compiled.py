"""Counts of life by the kernel: small boards, draws, refusals; and compiled, where numba is there."""

import sys
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random

import numpy
import pytest
from hypothesis import strategies as st

from formal_rl.errors import DrawsExhausted, InvalidParameter, MissingExtra, UnknownName
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.compiled.trajectories import advance_by_compiled
from formal_rl.safelife._engines.planes.trajectories import advance_by, advance_by_packed
from formal_rl.safelife.board import GREEN, LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import RED, SPAWNER
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects import find_engine, side_effects_certified
from formal_rl.safelife.side_effects._cell_counts import (
    Following,
    life_counts,
    life_counts_compiled,
    life_counts_of_each_packed,
)
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.trajectories import a_trajectory, two_followed

PROBABILITIES = st.sampled_from([0, 1, Fraction(1, 2), 0.3, 1 - Fraction(1, 2**60), Fraction(1, 2**1080)])
SPAWNERS = board_of(5, 7, [((1, 1), SPAWNER | GREEN), ((3, 4), SPAWNER | RED), ((2, 4), LIFE | GREEN)])
needs_numba = pytest.mark.skipif(
    "not __import__('importlib').util.find_spec('numba')",
    reason="numba is not installed: pip install numba",
)


class InRuns:
    """Draws of numpy's generator, which can be read in runs up to one that is no draw."""

    def __init__(self, wrong):
        self.good, self.wrong = SeededDraws(0), wrong

    def __getitem__(self, index):
        return self.good[index] if index != self.wrong else 2.0

    def between(self, first, end):
        run = self.good.between(first, end).copy()
        if first <= self.wrong < end:
            run[self.wrong - first] = 2
        return run


def test_every_board_of_three_kinds_of_cells():
    """Every torus of one row and of two by two, and every choice of four draws."""
    kinds = (0, LIFE | GREEN, SPAWNER | RED)
    for height, width in ((1, 1), (1, 3), (2, 2)):
        for number, cells in enumerate(product(kinds, repeat=height * width)):
            board = Board([cells[row * width : (row + 1) * width] for row in range(height)])
            asked = board, 3, Fraction(1, 2), SeededDraws(number)
            assert life_counts_compiled([Following(board, *asked[2:])], 3, kernel=follow)[0] == life_counts(*asked)


def test_a_draw_that_is_the_probability_does_not_spawn():
    """A draw is to be below it, whether it is a float or just above one."""
    drawn = SeededDraws(0)[0]
    for probability in (Fraction(drawn) - Fraction(1, 2**99), drawn, Fraction(drawn) + Fraction(1, 2**99)):
        asked = SPAWNERS, 1, probability, SeededDraws(0)
        assert advance_by_compiled(*asked, kernel=follow) == advance_by(*asked)


def test_draws_are_read_where_the_last_run_ended():
    """More draws than are read at once, and they are those that the definition reads."""
    calls = []

    def noting(*arguments):
        calls.append(follow(*arguments))
        return calls[-1]

    cells = numpy.zeros((40, 40), dtype=numpy.uint16)
    cells[1::3, 1::3] = SPAWNER | GREEN
    board = Board.from_array(cells)
    after = advance_by_compiled(board, 40, 0.05, SeededDraws(3), 7, kernel=noting)

    assert after == advance_by_packed(board, 40, 0.05, SeededDraws(3), 7)
    assert len(calls) > 1
    assert (sum(made for made, _ in calls), 7 + sum(read for _, read in calls)) == (40, after.draws_read)


def test_what_is_refused():
    """As by the other forms, and only what is read: a value beyond that is no draw does no harm."""
    count = partial(life_counts_compiled, kernel=follow)
    for samples, following, error, said in (
        (0, (SPAWNERS,), InvalidParameter, "samples is 0"),
        (1, (SPAWNERS, -1), InvalidParameter, "spawn probability is -1"),
        (1, (SPAWNERS, 0.5, SeededDraws(0), -1), InvalidParameter, "draws read is -1"),
        (9, (SPAWNERS, 0.5, (0.9,) * 9), DrawsExhausted, "draw 9 is needed"),
        (9, (SPAWNERS, 0.5, InRuns(20)), InvalidParameter, "draw 20 is 2.0"),
    ):
        with pytest.raises(error, match=said):
            count([Following(*following)], samples)
    with pytest.raises(InvalidParameter, match="steps"):
        advance_by_compiled(SPAWNERS, -1, kernel=follow)
    far = [Following(SPAWNERS, 0.5, InRuns(4000))]
    assert count(far, 9) == life_counts_of_each_packed(far, 9)


def test_what_is_missing_is_told(monkeypatch):
    """Without numba: its name, and how to have it, also where no draw decides. An engine that there is not is told."""
    compiled.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", None)
    for ask in (
        lambda: side_effects_certified(SPAWNERS, SPAWNERS, 1, engine="compiled"),
        lambda: life_counts_compiled([Following(SPAWNERS)], 1),
        lambda: advance_by_compiled(SPAWNERS, 1),
    ):
        with pytest.raises(MissingExtra, match="numba is not installed: pip install numba"):
            ask()
    compiled.cache_clear()
    with pytest.raises(UnknownName, match="no engine 'C'"):
        find_engine("C")


# --- Compiled ---


@needs_numba
def test_the_pairs_hold_compiled():
    """What the ledger compares interpreted."""
    kernel = compiled(follow)
    for seed in range(60):
        asked, followed = a_trajectory(Random(seed)), two_followed(Random(seed))
        assert advance_by_compiled(*asked, kernel) == advance_by_packed(*asked)
        assert life_counts_compiled(*followed, kernel) == life_counts_of_each_packed(*followed)


@needs_numba
@pytest.mark.parametrize("kind", ["append-spawn", "prune-spawn", "prune-still"])
@pytest.mark.parametrize("cell_types", ["published", "paper"])
def test_side_effects_are_the_same_compiled(kind, cell_types):
    """All of them, to the last bit: of a level against itself some steps later."""
    level = shipped_level(f"{kind}-2")
    final = advance_by_packed(level.board, 20, level.spawn_probability, SeededDraws(5)).board
    found = [
        side_effects_certified(
            *(level.board, final, 20),
            samples=100,
            spawn_probability=level.spawn_probability,
            inaction_draws=SeededDraws(1),
            action_draws=SeededDraws(2),
            cell_types=cell_types,
            engine=engine,
        )
        for engine in ("python", "compiled")
    ]

    assert found[0] == found[1]
