"""The change bound holds for drawn densities, against the definition, and cannot be less; bars of drawn boards too."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import EMPTY, LIFE, Board
from formal_rl.safelife.board.cells import coloured
from formal_rl.safelife.game import find_cycle
from formal_rl.safelife.game.trajectories import states_following
from formal_rl.safelife.side_effects import (
    Density,
    certified_error_bars,
    check_certificate,
    earth_mover_distance,
    earth_mover_distance_certified,
    expected_error_bars,
    interval_of,
    side_effects,
)
from formal_rl.safelife.side_effects.error_bars import change_bound, expected_error
from formal_rl.safelife.side_effects.ground_distance import LENGTHS

COUNTS = st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=3, max_size=3)
DENSITIES = st.builds(Density, COUNTS, st.integers(1, 4))
PAIRS = st.tuples(DENSITIES, DENSITIES)
GREEN = coloured(LIFE, "green")


@settings(max_examples=25, deadline=None)
@given(PAIRS, PAIRS, st.sampled_from(list(LENGTHS)))
def test_bound(one, other, distance):
    """Two deviations are no farther apart, by the definition and by the linear program with its certificate."""
    most = change_bound(one, other)
    first, second = (earth_mover_distance(*pair, distance).value for pair in (one, other))
    assert abs(first - second) <= float(most) + 1e-9

    bounds = [
        check_certificate(*pair, earth_mover_distance_certified(*pair, distance), distance) for pair in (one, other)
    ]
    assert bounds[0].lower - bounds[1].upper <= most
    assert bounds[1].lower - bounds[0].upper <= most


@given(DENSITIES)
def test_as_small_as_can_be(density):
    """All of the mass is gone: no bound could be less."""
    nothing = Density([[0] * 4] * 3)

    assert change_bound((density, nothing), (nothing, nothing)) == density.mass
    assert earth_mover_distance(density, nothing).value == float(density.mass)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.lists(st.sampled_from([EMPTY, EMPTY, GREEN]), min_size=5, max_size=5), min_size=5, max_size=5))
def test_infinite_average(rows):
    """What is reported over a round of the cycles is within the bar of what is reported over a few states."""
    initial = Board(rows)
    final = initial.with_cells({(2, 2): GREEN if initial[2, 2] == EMPTY else EMPTY})
    cycles = [find_cycle(board) for board in (initial, final)]
    later, whole = max(each.transient for each in cycles), cycles[0].period * cycles[1].period
    settled = states_following(final, later)[-1] if later else final
    exact = {each.cell_type: each.value for each in side_effects(initial, settled, later, samples=whole).effects}
    effects = side_effects(initial, final, 0, samples=3)

    for effect, bar in zip(effects.effects, certified_error_bars(effects, initial, final), strict=True):
        least, most = interval_of(effect, bar)
        assert bar.is_proved
        assert least - 1e-12 <= exact.get(effect.cell_type, 0.0) <= most + 1e-12
        assert abs(bar.infinite - exact.get(effect.cell_type, 0.0)) < 1e-9


BLINKER = Board.empty(5, 5).with_cells(dict.fromkeys([(2, 1), (2, 2), (2, 3)], GREEN))
ONE, TWO = Density([[1]]), Density([[1, 1]])
GONE = side_effects(BLINKER, Board.empty(5, 5), 0, samples=3)
FEW = side_effects(BLINKER, BLINKER, 0, samples=19)


@pytest.mark.parametrize(
    ("function", "given", "options"),
    [
        (change_bound, ((ONE, ONE), (ONE, TWO)), {}),
        (certified_error_bars, (GONE, BLINKER, Board.empty(5, 5)), {"most": 1}),
        (expected_error, ([ONE], [ONE, ONE]), {}),
        (expected_error_bars, (FEW, BLINKER, BLINKER, Fraction(1, 2), ((), ())), {}),
    ],
)
def test_invalid_arguments_raise(function, given, options):
    """Densities of two sizes, a blinker with one step allowed, one batch, fewer than two boards for each batch."""
    with pytest.raises(InvalidParameter):
        function(*given, **options)
