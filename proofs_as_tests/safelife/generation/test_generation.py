"""Generated patterns: weights, still lifes, oscillators, and what they refuse."""

from fractions import Fraction
from functools import partial
from itertools import accumulate
from math import exp, inf, nan, nextafter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import EMPTY, GREEN, LIFE, WALL, Board, advance, is_still
from formal_rl.safelife.board.cells import FOUNTAIN, PLAYER, TREE
from formal_rl.safelife.board.conway import life_board
from formal_rl.safelife.generation import (
    NO_PENALTIES,
    generate_oscillator,
    generate_still_life,
    generate_still_life_incremental,
)
from formal_rl.safelife.generation._float_choice import bound_of, power, surely_chosen
from formal_rl.safelife.generation.oscillators import oscillator_violations
from formal_rl.safelife.generation.patterns import GrowingPenalty, PenaltyUntilFilled
from formal_rl.safelife.generation.random_choice import UNIT, chosen, share_of, weights
from formal_rl.safelife.generation.still_lifes import BLOCK
from formal_rl.seeded_draws import SeededDraws

VARYING = {
    EMPTY: PenaltyUntilFilled(Fraction(1, 5)),
    LIFE: 0,
    TREE: GrowingPenalty(TREE, 2, 60),
    WALL: GrowingPenalty(WALL, 1.5, 10),
}
TREES = {EMPTY: 0, LIFE: 0, WALL: GrowingPenalty(WALL, 1, 20), TREE: GrowingPenalty(TREE, 1, 20)}
on_planes = partial(generate_oscillator, step=lambda board: advance_packed(board).board)

numbers = st.integers(-50, 50) | st.fractions(-50, 50) | st.floats(-50, 50)
temperatures = st.fractions(Fraction(1, 10), 10)


# --- Weighted choices ---


@given(st.lists(numbers, min_size=1, max_size=8), temperatures)
def test_weights_are_as_written(energies, temperature):
    """Their ratios are powers of e, up to what is rounded."""
    found = weights(energies, temperature)

    least = min(map(Fraction, energies))
    assert max(found) == UNIT
    for energy, weight in zip(energies, found, strict=True):
        assert weight / UNIT == pytest.approx(exp(-float((Fraction(energy) - least) / temperature)), abs=1e-12)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any))
def test_each_index_is_chosen_for_its_share_of_draws(weighed):
    """The first is chosen below its share, the last from the sum of the others on."""
    total = sum(weighed)
    for index, weight in enumerate(weighed):
        before = Fraction(sum(weighed[:index]), total)
        if weight:
            assert chosen(weighed, before) == index
            assert chosen(weighed, before + Fraction(weight, total) - Fraction(1, 10**9)) == index


@given(st.integers(1, 10**6), st.floats(0, 1, exclude_max=True))
def test_a_share_is_an_index(number, drawn):
    """It is below the number, and the exact product rounded down."""
    assert 0 <= share_of(number, drawn) < number
    assert share_of(number, drawn) == int(number * Fraction(drawn))


@given(
    st.lists(st.integers(-6, 6), min_size=1, max_size=9),
    st.lists(st.fractions(-3, 3, max_denominator=20), min_size=2, max_size=2),
    st.fractions(Fraction(1, 5), 3, max_denominator=20),
    st.integers(0, 17),
    st.integers(-2, 2),
)
def test_floats_prove_the_exact_choice(differences, penalties, heat, place, beside):
    """Of draws where two choices meet, and the floats beside them: either it is the same, or floats do not decide."""
    energies = [difference + penalty for difference in differences for penalty in penalties]
    weighed = weights(energies, heat)
    drawn = float(Fraction(sum(weighed[: place % len(weighed)]), sum(weighed)))
    for _ in range(abs(beside)):
        drawn = nextafter(drawn, beside)
    factors = [power(*(penalty / heat).as_integer_ratio()) for penalty in penalties]
    powers = [power(*(Fraction(difference) / heat).as_integer_ratio()) for difference in differences]
    up_to = list(accumulate(each * factor for each in powers for factor in factors))
    if 0 <= drawn < 1:
        assert surely_chosen(up_to, drawn, bound_of(len(up_to))) in {None, chosen(weighed, drawn)}


def test_the_bound_is_wide_and_still_hardly_ever_met():
    """It is above what is proved to be needed, and below a share that draws would meet in practice."""
    for choices in (1, 36, 1 << 12, 1 << 20):
        roundoff = Fraction(1, 2**53)
        worst = (choices + 3) * roundoff / (1 - (choices + 3) * roundoff)
        needed = 2 * worst + roundoff + Fraction(2 * choices, UNIT) / (1 - worst)
        assert needed < Fraction(bound_of(choices)) * Fraction(3, 5)
    assert 2 * 36 * bound_of(36) < 2e-12


# --- Still lifes ---


@settings(max_examples=40)
@given(
    st.tuples(st.integers(3, 16), st.integers(3, 16)),
    st.sampled_from((0, Fraction(1, 10), 0.15)),
    st.sampled_from((Fraction(1, 2), 1, 1.5)),
    st.sampled_from((NO_PENALTIES, TREES, {EMPTY: PenaltyUntilFilled(Fraction(1, 5), 1), LIFE | GREEN: 0})),
    st.integers(0, 10**6),
)
def test_final_boards_are_still_and_filled(size, eta, temperature, penalties, seed):
    """By the rule of cells, whatever the size, the cell types and their penalties."""
    board = Board.empty(*size)
    found = generate_still_life_incremental(board, eta, temperature, penalties, SeededDraws(seed), most_iterations=2000)

    filled = sum(cell != EMPTY for row in found.board.rows for cell in row)
    assert found.draws_used == 2 * found.iterations
    assert found.halted or found.board == board
    if found.halted:
        assert advance(found.board).board == found.board
        assert filled >= Fraction(eta) * size[0] * size[1]


@given(st.integers(0, 10**6), st.data())
def test_closed_locations_stay_and_nothing_grows_out(seed, data):
    """What was still before is still after, where the open locations are not the whole board."""
    board = life_board(
        ".......... .oo....... .oo....... .......... ...o...... ....o..... .......... .......... .........."
    )
    board = board.with_cells({(4, 3): WALL, (5, 4): WALL})
    opened = data.draw(st.frozensets(st.sampled_from([(row, column) for row in range(4, 9) for column in range(10)])))
    found = generate_still_life_incremental(
        board, Fraction(1, 10), 1, NO_PENALTIES, SeededDraws(seed), most_iterations=200, open_locations=opened
    )

    assert all(found.board[location] == board[location] for location in set(board.locations()) - opened)
    if found.halted:
        assert is_still(found.board, lambda each: advance(each).board)
    else:
        assert all(found.board[location] == EMPTY for location in opened)


@settings(max_examples=60)
@given(
    st.lists(
        st.lists(st.sampled_from((EMPTY, EMPTY, EMPTY, LIFE, WALL, TREE, PLAYER)), min_size=5, max_size=5),
        min_size=3,
        max_size=5,
    ),
    st.tuples(st.sampled_from((0, Fraction(1, 10), 1)), st.sampled_from((Fraction(1, 2), 1, 0.7, Fraction(1, 100)))),
    st.sampled_from(
        (NO_PENALTIES, VARYING, {EMPTY: 0, LIFE: lambda census: census.filled / 4}, {LIFE: 0, FOUNTAIN: 1})
    ),
    st.integers(0, 10**6),
    st.sampled_from(({}, {"adjacent": BLOCK}, {"open_locations": {(0, 0), (1, 1), (1, 2)}}, {"draws_read": 3})),
)
def test_the_incremental_form_makes_the_same(rows, goal, penalties, seed, options):
    """Whatever is on the board, also where it leaves the work to the definition."""
    asked = Board(rows), *goal, penalties, SeededDraws(seed)
    found = generate_still_life_incremental(*asked, most_iterations=8, **options)

    assert found == generate_still_life(*asked, most_iterations=8, **options)


def test_where_two_choices_meet_the_exact_one_is_made():
    """On an empty board of one open place more, of draws where two choices meet and the floats beside them."""
    board, weighed = Board.empty(6, 6), weights((0, 2) * 8, Fraction(1, 2))
    for up_to in [*accumulate(weighed)][:-1]:
        meet = float(Fraction(up_to, sum(weighed)))
        for drawn in (nextafter(meet, 0), meet, nextafter(meet, 1)):
            asked = board, Fraction(1, 5), Fraction(1, 2), NO_PENALTIES, (0.25, drawn)
            found = generate_still_life_incremental(*asked, most_iterations=1)
            assert found == generate_still_life(*asked, most_iterations=1)


# --- Oscillators ---


def test_oscillators_are_found():
    """On a small board, one that is no still life."""
    found = on_planes(
        Board.empty(6, 6),
        Fraction(1, 12),
        Fraction(1, 2),
        NO_PENALTIES,
        SeededDraws(0),
        most_iterations=2000,
        still_penalty=Fraction(1, 2),
    )

    assert found.halted
    assert oscillator_violations(found.board, 2).violations == {}
    assert oscillator_violations(found.board, 1).violations


# --- What is refused ---

FORMS = (generate_still_life, generate_still_life_incremental, generate_oscillator)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("changes", "named"),
    [
        *(({"eta": eta}, "eta") for eta in (2, -0.1, nan, True)),
        *(({"temperature": heat}, "temperature") for heat in (0, -1, inf)),
        *(({"penalties": penalties}, "penalties") for penalties in ({}, 3)),
        *(({"penalties": {0: penalty}}, "penalty of cell 0") for penalty in (nan, lambda census: "much")),
        *(({"most_iterations": most}, "most iterations") for most in (-1, True)),
        *(({"board": Board.empty(*size)}, "board") for size in ((2, 9), (9, 2))),
        *(({"open_locations": {place}}, "open location") for place in ((0, 4), (-1, 0))),
        ({"penalties": {EMPTY: 0, 1 << 16: 0}}, "cell"),
        ({"draws_read": -1}, "draws read"),
        ({"draws": (2,)}, "draw 0"),
        ({"draws": (0.5,)}, 1),
        ({"draws": (0.5,) * 4, "draws_read": 3}, 4),
    ],
)
def test_invalid_parameters_of_generators_raise(form, changes, named):
    """By the name of the parameter, or the number of the draw that is missing."""
    asked = {"board": Board.empty(4, 4), "eta": Fraction(1, 2), "temperature": 1, "penalties": NO_PENALTIES}
    with pytest.raises((InvalidParameter, DrawsExhausted)) as caught:
        form(**{**asked, "draws": SeededDraws(0), "most_iterations": 3, **changes})

    assert named in (getattr(caught.value, "name", None), getattr(caught.value, "index", None))


@pytest.mark.parametrize(("name", "value"), [("period", 0), ("period", True), ("still_penalty", nan)])
def test_invalid_parameters_of_oscillators_raise(name, value):
    """By the name of the parameter."""
    with pytest.raises(InvalidParameter, match=name.replace("_", " ")):
        generate_oscillator(Board.empty(4, 4), 0, 1, NO_PENALTIES, SeededDraws(0), most_iterations=3, **{name: value})


@pytest.mark.parametrize(
    "given", [(0,), (1.5,), (Fraction(1, 2), nan), (Fraction(1, 2), 1, 1), (Fraction(1, 2), 1, -1)]
)
def test_a_penalty_until_filled_refuses(given):
    """A target that is no share, and numbers that are none."""
    with pytest.raises(InvalidParameter):
        PenaltyUntilFilled(*given)


@pytest.mark.parametrize("form", FORMS)
def test_without_iterations(form):
    """An empty board is still, and full enough for a target of 0."""
    found = [form(Board.empty(4, 4), eta, 1, NO_PENALTIES, (), most_iterations=0).halted for eta in (0, 1)]
    assert found == [True, False]
