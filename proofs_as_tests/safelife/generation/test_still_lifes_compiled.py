"""Still lifes by the kernel: what the incremental form makes, interpreted here, and compiled where numba is there."""

import sys
from fractions import Fraction
from itertools import accumulate
from random import Random

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import MissingExtra
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.compiled.still_life_kernel import UNSURE_CELL, UNSURE_CHANGE
from formal_rl.safelife.board import EMPTY, LIFE, WALL, Board
from formal_rl.safelife.board.cells import FOUNTAIN, PLAYER, TREE
from formal_rl.safelife.generation import (
    BLOCK,
    GENERATED_KINDS,
    NO_PENALTIES,
    generate_still_life,
    generate_still_life_compiled,
    generate_still_life_incremental,
    weights,
)
from formal_rl.safelife.generation.patterns import GrowingPenalty, PenaltyUntilFilled
from formal_rl.safelife.generation.still_lifes_compiled import INTERPRETED, Kernels
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.generation import a_run
from formal_rl.study.safelife import seeded_level

FIFTH, HALF = Fraction(1, 5), Fraction(1, 2)
VARYING = {
    EMPTY: PenaltyUntilFilled(FIFTH),
    LIFE: 0,
    TREE: GrowingPenalty(TREE, 2, 60),
    WALL: GrowingPenalty(WALL, 1.5, 10),
}
needs_numba = pytest.mark.skipif(
    "not __import__('importlib').util.find_spec('numba')",
    reason="numba is not installed: pip install numba",
)


class Given:
    """Draws written down, which can be read in runs; after them always 1/2."""

    def __init__(self, *values):
        self.values = values

    def __getitem__(self, index):
        return self.values[index] if index < len(self.values) else 0.5

    def between(self, first, end):
        return numpy.array([self[index] for index in range(first, end)])


def reasons_of(kernels, reasons):
    """The kernels, which note why they return."""

    def go_on(*arguments):
        reasons.append(kernels.go_on(*arguments))
        return reasons[-1]

    return Kernels(kernels.begin, go_on)


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(st.sampled_from((EMPTY, EMPTY, EMPTY, LIFE, WALL, TREE, PLAYER)), min_size=5, max_size=5),
        min_size=3,
        max_size=5,
    ),
    st.tuples(st.sampled_from((0, Fraction(1, 10), FIFTH, 1)), st.sampled_from((HALF, 1, 0.7, Fraction(1, 100)))),
    st.sampled_from(
        (NO_PENALTIES, VARYING, {EMPTY: 0, LIFE: lambda census: census.filled / 4}, {LIFE: 0, FOUNTAIN: 1})
    ),
    st.integers(0, 10**6),
    st.sampled_from(({}, {"adjacent": BLOCK}, {"open_locations": {(0, 0), (1, 1), (1, 2)}}, {"draws_read": 3})),
)
def test_the_kernel_makes_the_same(rows, goal, penalties, seed, options):
    """Whatever is on the board, also where it leaves the work to the other form."""
    asked = Board(rows), *goal, penalties, SeededDraws(seed)
    found = generate_still_life_compiled(*asked, most_iterations=30, kernels=INTERPRETED, **options)

    assert found == generate_still_life_incremental(*asked, most_iterations=30, **options)


def test_the_exact_choice_is_asked_for_where_floats_do_not_prove_it():
    """On an empty board of one open place more, draws are taken where two choices meet: each form chooses alike."""
    board, energies = Board.empty(6, 6), (0, 2) * 8
    weighed = weights(energies, HALF)
    reasons = []
    for up_to in [*accumulate(weighed)][:-1]:
        meet = float(Fraction(up_to, sum(weighed)))
        for drawn in (numpy.nextafter(meet, 0), meet, numpy.nextafter(meet, 1)):
            asked = board, FIFTH, HALF, NO_PENALTIES, Given(0.25, float(drawn))
            found = generate_still_life_compiled(*asked, most_iterations=1, kernels=reasons_of(INTERPRETED, reasons))
            assert found == generate_still_life(*asked, most_iterations=1)
            assert found == generate_still_life_incremental(*asked, most_iterations=1)

    assert reasons.count(UNSURE_CHANGE) == 45


def test_draws_of_many_binary_places_are_multiplied_exactly():
    """A draw just below a third of all cells, which has more places than 53."""
    board, reasons = Board.empty(3, 3), []
    for drawn in (2.0**-60, float(numpy.nextafter(1 / 9, 0)), 1 / 9):
        asked = board, FIFTH, HALF, NO_PENALTIES, Given(drawn, 0.99)
        found = generate_still_life_compiled(*asked, most_iterations=1, kernels=reasons_of(INTERPRETED, reasons))
        assert found == generate_still_life(*asked, most_iterations=1)

    assert UNSURE_CELL in reasons


def test_what_is_missing_is_told(monkeypatch):
    """Without numba: its name, and how to have it. Nothing imports it before."""
    compiled.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtra, match="numba is not installed: pip install numba"):
        generate_still_life_compiled(Board.empty(3, 3), 0, 1, NO_PENALTIES, SeededDraws(0), most_iterations=1)
    compiled.cache_clear()


# --- Compiled ---


@needs_numba
def test_the_pair_holds_compiled():
    """What the ledger compares interpreted."""
    for seed in range(30):
        asked, options = a_run(Random(seed))
        assert generate_still_life_compiled(*asked, **options) == generate_still_life_incremental(*asked, **options)


@needs_numba
@pytest.mark.parametrize("kind", GENERATED_KINDS)
def test_levels_are_the_same_compiled(kind):
    """Of two seeds."""
    for seed in (0, 1):
        found = seeded_level(kind, 14, seed, still_life=generate_still_life_compiled)
        assert found == seeded_level(kind, 14, seed)
