"""Generated patterns: weights, still lifes, oscillators, and what they refuse."""

from fractions import Fraction
from functools import partial
from math import exp, inf, nan
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import COLOUR_MASK, EMPTY, GREEN, LIFE, WALL, Board, advance, is_still
from formal_rl.safelife.board.cells import FOUNTAIN, PLAYER, SPAWNER, TREE
from formal_rl.safelife.board.conway import life_board
from formal_rl.safelife.generation import (
    BLOCK,
    NO_PENALTIES,
    generate_oscillator,
    generate_still_life,
    generate_still_life_incremental,
    oscillator_violations,
    weights,
)
from formal_rl.safelife.generation.oscillators import within
from formal_rl.safelife.generation.patterns import (
    Census,
    GrowingPenalty,
    PenaltyUntilFilled,
    census_of,
    reach_of,
    violations_in,
)
from formal_rl.safelife.generation.random_choice import UNIT, chosen, share_of
from formal_rl.safelife.generation.still_lifes import still_life_violations
from formal_rl.safelife.generation.still_lifes_incremental import StillLifeDraft
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife.generation import FIGURE, grown, pieces_of, temperatures_svg

TREES = {EMPTY: 0, LIFE: 0, WALL: GrowingPenalty(WALL, 1, 20), TREE: GrowingPenalty(TREE, 1, 20)}
_DRAWS = SeededDraws(0)
on_planes = partial(generate_oscillator, step=lambda board: advance_packed(board).board)
FAST = {"still lifes": generate_still_life_incremental, "oscillators": on_planes}
DEFINITIONS = {"still lifes": generate_still_life, "oscillators": generate_oscillator}
EITHER = pytest.mark.parametrize("kind", FAST)

numbers = st.integers(-50, 50) | st.fractions(-50, 50) | st.floats(-50, 50)
temperatures = st.fractions(Fraction(1, 10), 10)


def generated(kind, board, eta=0, temperature=1, *, draws=_DRAWS, most_iterations=9, **options):
    """Return what the optimised form gives, having compared it with the definition."""
    arguments = (board, eta, temperature, NO_PENALTIES, draws)
    found = [each[kind](*arguments, most_iterations=most_iterations, **options) for each in (FAST, DEFINITIONS)]
    assert found[0] == found[1]
    return found[0]


# --- Weighted choices ---


@given(st.lists(numbers, min_size=1, max_size=8), temperatures)
def test_weights_are_as_written(energies, temperature):
    """Their ratios are powers of e, up to what is rounded."""
    found = weights(energies, temperature)

    least = min(map(Fraction, energies))
    assert max(found) == UNIT
    for energy, weight in zip(energies, found, strict=True):
        assert weight / UNIT == pytest.approx(exp(-float((Fraction(energy) - least) / temperature)), abs=1e-12)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any), st.integers(0, 10**4))
def test_each_index_is_chosen_for_its_share_of_draws(weighed, seed):
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


# --- Still lifes ---


@settings(max_examples=40)
@given(
    st.tuples(st.integers(3, 16), st.integers(3, 16)),
    st.sampled_from((0, Fraction(1, 10), 0.15)),
    st.sampled_from((Fraction(1, 2), 1, 1.5)),
    st.sampled_from((NO_PENALTIES, TREES, {EMPTY: PenaltyUntilFilled(Fraction(1, 5), 1), LIFE | GREEN: 0})),
    st.integers(0, 10**6),
)
def test_what_halts_is_still_and_filled(size, eta, temperature, penalties, seed):
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


def test_a_run_by_hand():
    """From nothing to a block: each draw lies in the middle of what chooses the next cell."""
    found = generated("still lifes", Board.empty(6, 6), Fraction(1, 9), Fraction(1, 2), most_iterations=400)

    assert found.halted
    assert found.iterations > 0
    assert still_life_violations(found.board).violations == {}


@EITHER
def test_the_draws_begin_where_others_end(kind):
    """Two patterns of one sequence of draws: the second reads on."""
    board = life_board("..... .oo.. .o... ..... .....")
    both = SeededDraws(5)
    first = generated(kind, board, 0, 1, draws=both, most_iterations=2)
    later = generated(kind, board, 0, 1, draws=both, most_iterations=2, draws_read=first.draws_used)
    shifted = tuple(both[first.draws_used + number] for number in range(4))

    assert later == generated(kind, board, 0, 1, draws=shifted, most_iterations=2)


@EITHER
def test_an_impossible_target_stops_at_the_bound_and_says_so(kind):
    """No board of life alone is full and still; empty is what comes back."""
    found = generated(kind, Board.empty(3, 4), 1, most_iterations=7)

    assert found == (Board.empty(3, 4), 7, 14, False)


@EITHER
def test_done_at_the_last_iteration_is_done(kind):
    """It is looked at once more after the last change."""
    board = life_board("...... .oo... .oo... ...o.. ...... ......")
    draws = HashedDraws(1)
    found = FAST[kind](board, 0, Fraction(1, 4), NO_PENALTIES, draws, most_iterations=10**4)

    assert found.halted
    assert FAST[kind](board, 0, Fraction(1, 4), NO_PENALTIES, draws, most_iterations=found.iterations) == found
    sooner = FAST[kind](board, 0, Fraction(1, 4), NO_PENALTIES, draws, most_iterations=found.iterations - 1)
    assert (sooner.halted, sooner.board) == (False, Board.empty(6, 6))


def test_a_cell_that_nothing_can_be_done_about():
    """It fails at once, and does not count as an iteration."""
    alone = life_board("..... ..... ..o.. ..... .....")
    found = generated("still lifes", alone, open_locations={(2, 2)})

    assert found == (Board.empty(5, 5), 0, 0, False)
    assert generated("still lifes", alone, open_locations={(2, 2)}, adjacent=BLOCK, temperature=Fraction(1, 99)).halted


def test_agents_and_spawners_count_as_they_are():
    """Beside an agent life stays; beside a spawner only spawning could change a board."""
    board = Board.empty(7, 7).with_cells({(1, 1): PLAYER, (1, 2): LIFE, (5, 5): SPAWNER})

    assert generated("still lifes", board).halted
    assert advance(board).board == board


def test_no_open_location_is_done_at_once():
    """There is nothing to count and nothing to fill."""
    assert generated("still lifes", life_board("oo.. .... .... ...."), 1, open_locations=()).halted


# --- Oscillators ---


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from((1, 2, 3)))
def test_what_halts_is_back(seed, period):
    """After as many steps as asked for."""
    found = on_planes(
        Board.empty(7, 8), Fraction(1, 20), 1.5, NO_PENALTIES, SeededDraws(seed), most_iterations=60, period=period
    )

    after = found.board
    for _ in range(period):
        after = advance(after).board
    assert after == found.board


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


def test_causally_connected():
    """Within one step that is the block, within two the five by five cells."""
    assert set(within(1)) == set(BLOCK)
    assert len(within(2)) == 25


# --- Drafts ---

KINDS = (EMPTY, EMPTY, EMPTY, LIFE, LIFE, WALL, TREE, PLAYER, FOUNTAIN)


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_a_draft_knows_what_a_count_would_say(data):
    """Each difference, and what violates, before and after changes."""
    height, width = (data.draw(st.integers(3, 15)) for _ in range(2))
    cells = data.draw(st.lists(st.sampled_from(KINDS), min_size=height * width, max_size=height * width))
    board = Board([cells[row * width : (row + 1) * width] for row in range(height)])
    locations = tuple(board.locations())
    opened = data.draw(st.frozensets(st.sampled_from(locations), min_size=1, max_size=5))
    types = (EMPTY, LIFE, FOUNTAIN, WALL)
    draft, reach = StillLifeDraft(board, opened, BLOCK, types), reach_of(board, opened, BLOCK)

    def total(each):
        numbers, penalty = still_life_violations(each)
        return sum(violations_in(reach, numbers).values()) + Fraction(penalty)

    for _ in range(3):
        violating = violations_in(reach, still_life_violations(board).violations)
        assert [divmod(number, width) for number in draft.violating] == list(violating)
        assert draft.count_violating() == len(violating)
        assert draft.board() == board
        number = data.draw(st.sampled_from(draft.changeable))
        differences = draft.differences(number)
        tried = [(divmod(place, width), cell) for place in draft.places[number] for cell in types]
        for (place, cell), difference in zip(tried, differences, strict=True):
            assert difference == total(board.with_cells({place: cell})) - total(board)
        place, cell = data.draw(st.sampled_from(tried))
        draft.change(place[0] * width + place[1], cell)
        board = board.with_cells({place: cell})
        assert draft.census() == census_of(board, opened)


# --- Penalties ---


def test_a_growing_penalty():
    """Two of eight cells are walls: 1 + 20 / 4."""
    assert GrowingPenalty(WALL, 1, 20)(Census({WALL: 2, EMPTY: 6}, 8)) == 6


@pytest.mark.parametrize(("filled", "penalty"), [(0, 2), (17, 2), (18, 2), (19, 1), (20, 0), (30, 0)])
def test_a_penalty_until_filled(filled, penalty):
    """Of 100 cells 20 are asked for, of which 18 are nine tenths."""
    assert PenaltyUntilFilled(Fraction(1, 5))(Census({EMPTY: 100 - filled, LIFE: filled}, 100)) == penalty


# --- What is refused ---


@EITHER
@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"eta": 2}, "eta"),
        ({"eta": -0.1}, "eta"),
        ({"eta": nan}, "eta"),
        ({"eta": "0.2"}, "eta"),
        ({"eta": True}, "eta"),
        ({"temperature": 0}, "temperature"),
        ({"temperature": inf}, "temperature"),
        ({"temperature": None}, "temperature"),
        ({"penalties": {}}, "penalties"),
        ({"penalties": 3}, "penalties"),
        ({"penalties": {EMPTY: "much"}}, "penalty of cell 0"),
        ({"penalties": {EMPTY: nan}}, "penalty of cell 0"),
        ({"penalties": {EMPTY: 0, 1 << 16: 0}}, "cell"),
        ({"penalties": {EMPTY: 0, LIFE: lambda census: "much"}}, "penalty of cell 9"),
        ({"most_iterations": -1}, "most iterations"),
        ({"most_iterations": 1.5}, "most iterations"),
        ({"board": Board.empty(2, 9)}, "board"),
        ({"open_locations": {(0, 9)}}, "open location"),
        ({"draws_read": -1}, "draws read"),
        ({"draws": (2,)}, "draw 0"),
    ],
)
@pytest.mark.parametrize("forms", [FAST, DEFINITIONS])
def test_what_is_no_parameter_is_refused(kind, forms, arguments, name):
    """By name, whichever form is asked."""
    given_ = {
        "board": Board.empty(4, 4),
        "eta": Fraction(1, 2),
        "temperature": 1,
        "penalties": NO_PENALTIES,
        "draws": SeededDraws(0),
        "most_iterations": 3,
    } | arguments

    with pytest.raises(InvalidParameter) as refused:
        forms[kind](**given_)
    assert refused.value.name == name


@pytest.mark.parametrize(
    ("options", "name"),
    [({"period": 0}, "period"), ({"period": 1.0}, "period"), ({"still_penalty": nan}, "still penalty")],
)
@pytest.mark.parametrize("generate", [generate_oscillator, on_planes])
def test_what_is_no_parameter_of_oscillators_is_refused(generate, options, name):
    """By name."""
    with pytest.raises(InvalidParameter) as refused:
        generate(Board.empty(4, 4), 0, 1, NO_PENALTIES, (), most_iterations=1, **options)
    assert refused.value.name == name


@pytest.mark.parametrize(
    "make",
    [
        partial(PenaltyUntilFilled, 0),
        partial(PenaltyUntilFilled, Fraction(1, 2), nan),
        partial(PenaltyUntilFilled, Fraction(1, 2), until=1),
        partial(GrowingPenalty, WALL, "1", 2),
    ],
)
def test_what_is_no_penalty_is_refused(make):
    """When it is made, not when it is asked."""
    with pytest.raises(InvalidParameter):
        make()


@EITHER
def test_missing_draws_are_said(kind):
    """An iteration reads two."""
    with pytest.raises(DrawsExhausted) as missing:
        FAST[kind](Board.empty(4, 4), Fraction(1, 2), 1, NO_PENALTIES, (0.5,), most_iterations=3)
    assert missing.value.index == 1


# --- Figure 4 ---


def test_pieces_hang_together_over_edges_and_corners():
    """Three cells round the corner of the board are one piece, one far off another."""
    board = life_board("o....o ...... ..o... ...... ...... o.....")

    assert sorted(map(len, pieces_of(board))) == [1, 3]


def test_the_picture_of_the_documents_is_what_is_generated():
    """Low and high temperature, green life alone."""
    patterns = [grown(temperature, seed) for temperature, seed in FIGURE]
    kept = Path(__file__).parents[3] / "docs" / "generation_temperatures.svg"

    assert temperatures_svg(patterns) == kept.read_text(encoding="utf-8")
    for pattern in patterns:
        assert is_still(pattern.generated.board, lambda each: advance(each).board)
        assert {cell & COLOUR_MASK for row in pattern.generated.board.rows for cell in row} == {EMPTY, GREEN}
