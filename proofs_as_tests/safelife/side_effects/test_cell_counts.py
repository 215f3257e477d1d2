"""Counts of life and of cells: what is counted, far cycles, draws, refusals; equal forms are tested with the pairs."""

import sys
from fractions import Fraction
from functools import partial
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import DrawsExhausted, InvalidParameter, MissingExtra, UnknownName
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.compiled.trajectories import advance_by_compiled
from formal_rl.safelife._engines.planes.trajectories import advance_by, advance_by_packed
from formal_rl.safelife.board import GREEN, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, HARD_LIFE, LEVEL_EXIT, PLAYER, RED, SPAWNER, TREE
from formal_rl.safelife.board.conway import GLIDER
from formal_rl.safelife.game.trajectories import states_following
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects import density, side_effects_certified
from formal_rl.safelife.side_effects._cell_counts import (
    cell_counts,
    cell_counts_packed,
    life_counts,
    life_counts_compiled,
    life_counts_packed,
    life_counts_side_by_side,
)
from formal_rl.safelife.side_effects._side_effects_certified import find_engine
from formal_rl.safelife.side_effects.cell_types import is_life_of
from formal_rl.safelife.side_effects.density import density_where
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.dynamics import drawn_board
from formal_rl.statements.wainwright_2019.trajectories import a_trajectory

INTERPRETED = partial(life_counts_compiled, kernel=follow)
OF_LIFE = (life_counts, life_counts_packed, INTERPRETED)
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


def test_boards_side_by_side_are_counted_as_alone():
    """Two and three of them, each with draws of its own, and with one on which no draw decides."""
    boards = [drawn_board(Random(seed), 6, 5) for seed in range(8)]
    for number in (2, 3):
        for some in zip(*(boards[first:] for first in range(number)), strict=False):
            rollouts = [(board, 0.3, SeededDraws(seed), 7 * seed) for seed, board in enumerate(some)]
            alone = [life_counts(board, 12, *of) for board, *of in rollouts]
            assert life_counts_side_by_side(rollouts, 12) == alone


@pytest.mark.parametrize("counted", OF_LIFE)
def test_cells_that_do_not_count_as_life(counted):
    """The board itself, trees, agents, exits and walls are not counted, though they may live; hard life is."""
    cells = [((0, 0), TREE | RED), ((0, 3), PLAYER | 1), ((3, 0), LEVEL_EXIT | 1), ((3, 3), WALL), ((5, 2), LIFE)]
    block = [(place, HARD_LIFE | BLUE) for place in ((5, 5), (5, 6), (6, 5), (6, 6))]
    counts = counted(board_of(8, 8, cells + block), 4)

    assert [sum(map(sum, of_colour)) for of_colour in counts] == [0, 0, 0, 0, 16, 0, 0, 0]
    assert counts[4][5][6] == 4


def test_a_billion_samples():
    """A glider on a torus of six by six is in each of 24 states as often, but for the rest: counted exactly."""
    for samples in (10**9 + 5, 2**62, 10**30 + 7):
        rounds, rest = divmod(samples, 24)
        once, few = life_counts(GLIDER, 24)[0], life_counts(GLIDER, rest)[0] if rest else ((0,) * 6,) * 6
        expected = tuple(
            tuple(rounds * a + b for a, b in zip(*rows, strict=True)) for rows in zip(once, few, strict=True)
        )
        assert life_counts_packed(GLIDER, samples)[0] == expected
        assert cell_counts_packed(GLIDER, samples)[LIFE] == expected


@given(seed=st.integers(0, 10**9), samples=st.integers(1, 8))
def test_counts_are_densities(seed, samples):
    """The counts are those of the densities of the states that follow, and at each location add up to their number."""
    board = drawn_board(Random(seed), 4, 3)
    states = states_following(board, samples, 1)

    for colour, counts in enumerate(life_counts_packed(board, samples, 1)):
        assert density_where(states, lambda cell, colour=colour: is_life_of(colour, cell)).counts == counts
    of_cells = cell_counts_packed(board, samples, 1)
    for cell, counts in of_cells.items():
        assert density(states, cell).counts == counts
    assert (sum(map(numpy.array, of_cells.values())) == samples).all()


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


@pytest.mark.parametrize("counted", [*OF_LIFE, cell_counts, cell_counts_packed])
def test_invalid_arguments_raise(counted):
    """No samples, invalid probabilities, too few draws; and only draws read: a wrong value beyond does no harm."""
    for arguments, error, said in (
        ((0,), InvalidParameter, "samples is 0"),
        ((True,), InvalidParameter, "samples is True"),
        ((1, -1), InvalidParameter, "spawn probability is -1"),
        ((1, 0.5, SeededDraws(0), -1), InvalidParameter, "draws read is -1"),
        ((9, 0.5, (0.9,) * 9), DrawsExhausted, "draw 9 is needed"),
        ((9, 0.5, InRuns(20)), InvalidParameter, "draw 20 is 2.0"),
    ):
        with pytest.raises(error, match=said):
            counted(SPAWNERS, *arguments)
    assert counted(SPAWNERS, 9, 0.5, InRuns(4000)) == counted(SPAWNERS, 9, 0.5, SeededDraws(0))


def test_error_names_a_missing_engine(monkeypatch):
    """Without numba: its name, and how to have it, also where no draw decides. An unknown engine raises."""
    compiled.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", None)
    for ask in (
        lambda: side_effects_certified(SPAWNERS, SPAWNERS, 1, engine="compiled"),
        lambda: life_counts_compiled(SPAWNERS, 1),
        lambda: advance_by_compiled(SPAWNERS, 1),
    ):
        with pytest.raises(MissingExtra, match="numba is not installed: pip install numba"):
            ask()
    compiled.cache_clear()
    with pytest.raises(UnknownName, match="no engine 'C'"):
        find_engine("C")


@needs_numba
def test_the_pairs_hold_compiled():
    """What the ledger compares interpreted."""
    kernel = compiled(follow)
    for seed in range(60):
        asked = a_trajectory(Random(seed))
        assert advance_by_compiled(*asked, kernel) == advance_by_packed(*asked)
        assert life_counts_compiled(*asked, kernel) == life_counts_packed(*asked)


@needs_numba
@pytest.mark.parametrize("cell_types", ["published", "paper"])
def test_side_effects_are_the_same_compiled(cell_types):
    """All of them, to the last bit: of a level against itself some steps later."""
    level = shipped_level("prune-spawn-2")
    final = advance_by_packed(level.board, 20, level.spawn_probability, SeededDraws(5)).board
    options = {"spawn_probability": level.spawn_probability, "cell_types": cell_types, "samples": 100}
    options |= {"inaction_draws": SeededDraws(1), "action_draws": SeededDraws(2)}
    python, machine = (
        side_effects_certified(level.board, final, 20, engine=engine, **options) for engine in ("python", "compiled")
    )

    assert python == machine
