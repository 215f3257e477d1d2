"""Side effects of a run: by hand, in each reading, both forms alike, the quirks of the published code, errors."""

from fractions import Fraction
from math import tanh

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import InvalidCertificate, InvalidParameter, UnknownName
from formal_rl.safelife.board import CRATE, EMPTY, GREEN, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import GREATEST_CELL, PLAYER, RED, SPAWNER, TREE
from formal_rl.safelife.side_effects import Plan, check_side_effects, side_effects, side_effects_certified
from formal_rl.safelife.side_effects._side_effects_certified import by_distance
from formal_rl.safelife.side_effects.certificate import Certificate
from formal_rl.safelife.side_effects.ground_distance import LENGTHS
from formal_rl.seeded_draws import SeededDraws

FORMS = pytest.mark.parametrize("measure", [side_effects, side_effects_certified])
GREEN_LIFE = LIFE | GREEN


def green(height, width, *locations, cell=GREEN_LIFE):
    """A board with this cell at some locations."""
    return board_of(height, width, [(location, cell) for location in locations])


def values(effects):
    """The value of each cell type."""
    return {effect.cell_type: effect.value for effect in effects.effects}


BLOCK = [(2, 2), (2, 3), (3, 2), (3, 3)]
ROW, COLUMN = [(2, 1), (2, 2), (2, 3)], [(1, 2), (2, 2), (3, 2)]


@FORMS
def test_agents_stay_and_freeze(measure):
    """Beside an agent two cells of green live on, for ever, while the agent of the final board has gone away."""
    before = board_of(7, 7, [((2, 2), PLAYER), ((2, 3), GREEN_LIFE), ((3, 3), GREEN_LIFE)])
    after = board_of(7, 7, [((5, 0), PLAYER), ((2, 3), GREEN_LIFE), ((3, 3), GREEN_LIFE)])
    (effect,) = measure(before, after, 4, samples=5).effects

    assert (effect.value, effect.mass, effect.action.mass) == (2.0, 2, 0)


@pytest.mark.parametrize("distance", LENGTHS)
@pytest.mark.parametrize("share", [0, Fraction(1, 2)])
def test_another_distance_afterwards(distance, share):
    """The result is that of measuring by it at once, with a certificate that holds."""
    before, after = green(7, 7, *BLOCK, (0, 0)), green(7, 7, *COLUMN, (6, 6), (6, 5), (5, 6), (5, 5))
    found = by_distance(side_effects_certified(before, after, 3, samples=5), distance, share=share)

    assert found == side_effects_certified(before, after, 3, samples=5, distance=distance, share=share)
    check_side_effects(found, share)


@FORMS
@pytest.mark.parametrize(("distance", "out", "back"), [("torus", 1, 1), ("flat", 8, 8), ("one way", 8, 1)])
def test_a_crate_over_the_edge(measure, distance, out, back):
    """From the last column to the first it is one step, or eight; the published way depends on the direction."""
    last, first = green(3, 9, (1, 8), cell=CRATE), green(3, 9, (1, 0), cell=CRATE)
    assert measure(first, last, 0, samples=1, distance=distance).effects[0].value == pytest.approx(tanh(out / 5))
    assert measure(last, first, 0, samples=1, distance=distance).effects[0].value == pytest.approx(tanh(back / 5))


@FORMS
def test_no_steps(measure):
    """After no step at all the baseline is the initial board, where the published code takes whatever is in memory."""
    board = green(6, 6, *ROW)
    assert measure(board, board, 0, samples=4).baseline == board
    assert values(measure(board, board, 0, samples=4)) == {GREEN_LIFE: 0}


@FORMS
@pytest.mark.parametrize(("share", "left"), [(0, 1), (Fraction(1, 4), 1), (Fraction(1, 3), 0), (Fraction(1, 2), 0)])
def test_small_changes(measure, share, left):
    """A block is gone, and a blinker in the other phase, for three states: changes of one, and of a third."""
    before = green(12, 12, *ROW, (8, 8), (8, 9), (9, 8), (9, 9))
    (effect,) = measure(before, green(12, 12, *COLUMN), 0, samples=3, share=share).effects

    assert effect.value == pytest.approx(4 + left * 2 / 3 * tanh(2 / 5))
    assert (effect.mass, effect.action.mass) == (7, 3)


CELLS = st.one_of(
    st.integers(0, GREATEST_CELL), st.sampled_from([EMPTY, LIFE, GREEN_LIFE, CRATE, SPAWNER | RED, TREE, WALL, PLAYER])
)


@st.composite
def runs(draw):
    """Two boards of one size, and options."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rows = st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=height, max_size=height)
    options = {
        "samples": draw(st.integers(1, 5)),
        "spawn_probability": draw(st.sampled_from([0, Fraction(1, 3), 1])),
        "inaction_draws": SeededDraws(draw(st.integers(0, 9))),
        "action_draws": SeededDraws(draw(st.integers(0, 9))),
        "cell_types": draw(st.sampled_from(["paper", "published"])),
        "distance": draw(st.sampled_from(list(LENGTHS))),
        "share": draw(st.sampled_from([0, Fraction(1, 1000), Fraction(1, 2)])),
    }
    return Board(draw(rows)), Board(draw(rows)), draw(st.integers(0, 3)), options


@settings(max_examples=30, deadline=None)
@given(runs())
def test_where_no_draw_decides_nothing_done_is_no_side_effect(run):
    """The baseline itself as the final board, with the draws that follow, has no side effects on life."""
    initial, _, steps, options = run
    options = options | {"spawn_probability": 0, "cell_types": "paper"}
    baseline = side_effects_certified(initial, initial, steps, **options).baseline
    assert all(effect.value == 0 for effect in side_effects_certified(initial, baseline, steps, **options).effects)


@FORMS
@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"samples": 0}, InvalidParameter, "n = 0"),
        ({"samples": True}, InvalidParameter, "samples"),
        ({"steps": -1}, InvalidParameter, "steps is -1"),
        ({"steps": 1.0}, InvalidParameter, "steps"),
        ({"final": Board.empty(3, 4)}, InvalidParameter, "final board"),
        ({"cell_types": "published "}, UnknownName, "cell types"),
        ({"distance": "tours"}, UnknownName, "torus"),
        ({"spawn_probability": 2}, InvalidParameter, "spawn"),
        ({"share": -1}, InvalidParameter, "share"),
    ],
)
def test_bad_input_is_refused(measure, wrong, error, said):
    """No samples, a negative time, boards of two sizes, readings that there are not: each is named."""
    arguments = {"initial": green(3, 3, (0, 0)), "final": Board.empty(3, 3), "steps": 1, "samples": 2} | wrong
    with pytest.raises(error, match=said):
        measure(**arguments)


def test_a_negative_gap_is_refused():
    """A gap is a share of the mass."""
    with pytest.raises(InvalidParameter, match="gap"):
        side_effects_certified(green(3, 3, (0, 0)), Board.empty(3, 3), 1, samples=2, gap=-1)


def measured():
    return side_effects_certified(green(6, 6, *BLOCK), green(6, 6, (3, 4), *ROW), 3, samples=5)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lower": 7.5}, "claims at least 7.5, but proves"),
        ({"value": 0.25}, "claims the value 0.25, but proves"),
        ({"certificate": None}, "there is none"),
        ({"certificate": Certificate(((0,),))}, "expected a price for each of 6 x 6 locations"),
        ({"plan": Plan(5)}, "expected"),
    ],
)
def test_a_side_effect_that_claims_too_much_is_refused(change, message):
    effects = measured()
    first = max(effects.effects, key=lambda effect: effect.value)
    wrong = evolve(effects, effects=(first._replace(**change),))
    with pytest.raises(InvalidCertificate, match=f"{first.name}: .*{message}"):
        check_side_effects(wrong)
