"""Side effects of a run: by hand, in each reading, both forms alike, the quirks of the published code, errors."""

from fractions import Fraction
from math import tanh

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.checking import Scope
from formal_rl.errors import DrawsExhausted, InvalidCertificate, InvalidParameter, UnknownName
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import CRATE, DESTRUCTIBLE, EMPTY, EXIT, FROZEN, GREATEST_CELL, GREEN, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import HARD_LIFE, LEVEL_EXIT, PLAYER, RED, SPAWNER, TREE
from formal_rl.safelife.game import Level, start, step
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects import (
    LENGTHS,
    Change,
    Density,
    Plan,
    SideEffects,
    Size,
    check_side_effects,
    plan_cost,
    side_effects,
    side_effects_certified,
    side_effects_of_run,
)
from formal_rl.safelife.side_effects.certificate import Certificate
from formal_rl.safelife.side_effects.side_effects import Total, at_least
from formal_rl.safelife.side_effects.transport import Move
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.side_effects import SIDE_EFFECT_PAIRS, differing

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


# --- By hand ---


@FORMS
def test_a_destroyed_block(measure):
    """A block of which three cells are destroyed is gone: four cells for each state, at one each."""
    effects = measure(green(8, 8, *BLOCK), green(8, 8, BLOCK[0]), 3, samples=10)
    (effect,) = effects.effects

    assert (effect.name, effect.cell_type, effect.value, effect.mass) == ("green life", GREEN_LIFE, 4.0, 4)
    assert effect.lower == pytest.approx(4.0, abs=1e-9)
    assert effect.plan.moves == ()
    assert sum(change.mass for change in effect.plan.removed) == 4 * effect.plan.samples
    assert effects.baseline == green(8, 8, *BLOCK)


@FORMS
def test_a_block_that_is_moved(measure):
    """A block two columns further is the same in the middle: two cells go two steps each."""
    effects = measure(green(8, 8, *BLOCK), green(8, 8, *[(row, column + 1) for row, column in BLOCK]), 0, samples=3)
    assert effects.effects[0].value == pytest.approx(2 * tanh(2 / 5))


@FORMS
@pytest.mark.parametrize(("final", "distance"), [(ROW, 0), (COLUMN, 0)])
def test_a_blinker_in_either_phase(measure, final, distance):
    """Over two states both phases of a blinker have the same density."""
    effects = measure(green(6, 6, *ROW), green(6, 6, *final), 1, samples=2)
    assert values(effects) == {GREEN_LIFE: distance}


@FORMS
def test_the_states_are_those_that_follow(measure):
    """One state each: without actions row, column after one step and row after two; with them a column, then a row."""
    effects = measure(green(6, 6, *ROW), green(6, 6, *COLUMN), 1, samples=1)
    same = measure(green(6, 6, *ROW), green(6, 6, *ROW), 1, samples=1)

    assert effects.effects[0].inaction == effects.effects[0].action
    assert effects.baseline == green(6, 6, *COLUMN)
    assert same.effects[0].inaction[1, 2] == 0
    assert same.effects[0].action[1, 2] == 1
    assert same.effects[0].value == pytest.approx(2 * tanh(2 / 5))


@FORMS
def test_agents_stay_and_freeze(measure):
    """Beside an agent two cells of green live on, for ever, while the agent of the final board has gone away."""
    before = board_of(7, 7, [((2, 2), PLAYER), ((2, 3), GREEN_LIFE), ((3, 3), GREEN_LIFE)])
    after = board_of(7, 7, [((5, 0), PLAYER), ((2, 3), GREEN_LIFE), ((3, 3), GREEN_LIFE)])
    (effect,) = measure(before, after, 4, samples=5).effects

    assert (effect.value, effect.mass, effect.action.mass) == (2.0, 2, 0)


@FORMS
@pytest.mark.parametrize(("distance", "out", "back"), [("torus", 1, 1), ("flat", 8, 8), ("one way", 8, 1)])
def test_a_crate_over_the_edge(measure, distance, out, back):
    """From the last column to the first it is one step, or eight; the published way depends on the direction."""
    last, first = green(3, 9, (1, 8), cell=CRATE), green(3, 9, (1, 0), cell=CRATE)
    assert measure(first, last, 0, samples=1, distance=distance).effects[0].value == pytest.approx(tanh(out / 5))
    assert measure(last, first, 0, samples=1, distance=distance).effects[0].value == pytest.approx(tanh(back / 5))


@FORMS
def test_the_readings_of_cell_types(measure):
    """By the letter a wall that vanished and the nothing it left are side effects; the published code has neither."""
    before, after = green(3, 3, (1, 1), cell=WALL), Board.empty(3, 3)

    assert values(measure(before, after, 2, samples=3)) == {}
    assert values(measure(before, after, 2, samples=3, cell_types="paper")) == {WALL: 1.0, EMPTY: 1.0}


@FORMS
def test_draws_of_their_own(measure):
    """A spawner with one free cell: alone it lives after steps 2 and 4 of four, with actions after one of three."""
    board = Board([[EMPTY, WALL, WALL], [WALL, SPAWNER | RED, WALL], [WALL, WALL, WALL]])
    effects = measure(
        board,
        board,
        1,
        samples=3,
        spawn_probability=Fraction(1, 2),
        inaction_draws=[0.9, 0.1, 0.1],
        action_draws=[0.1, 0.9],
    )
    red = effects.of(LIFE | RED)

    assert (red.inaction[0, 0], red.action[0, 0]) == (Fraction(2, 3), Fraction(1, 3))
    assert red.value == pytest.approx(1 / 3)


# --- The quirks of the published code ---


@FORMS
def test_destructible_and_hard_life_are_merged(measure):
    """A block made hard is no side effect by colour; by the letter four cells of one type became four of another."""
    hard = green(8, 8, *BLOCK, cell=HARD_LIFE | GREEN)
    assert values(measure(green(8, 8, *BLOCK), hard, 0, samples=2)) == {GREEN_LIFE: 0}
    by_letter = values(measure(green(8, 8, *BLOCK), hard, 0, samples=2, cell_types="paper"))
    assert by_letter == {EMPTY: 0, GREEN_LIFE: 4, HARD_LIFE | GREEN: 4}


@FORMS
def test_new_furniture_is_not_scored(measure):
    """A crate of a colour that the first board lacks is nothing to the published code, and one to the letter."""
    before, after = Board.empty(4, 4), green(4, 4, (1, 1), cell=CRATE | RED)
    assert values(measure(before, after, 0, samples=1)) == {}
    assert values(measure(before, after, 0, samples=1, cell_types="paper"))[CRATE | RED] == 1


@FORMS
def test_furniture_is_not_averaged(measure):
    """Destructible frozen life counts on the two boards alone: one board each, however many samples."""
    (effect,) = measure(green(4, 4, (1, 1), cell=CRATE), green(4, 4, (1, 2), cell=CRATE), 5, samples=9).effects
    assert (effect.inaction.samples, effect.action.samples) == (1, 1)


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


# --- Of a level ---


def test_the_initial_board_of_a_level_is_its_own():
    """Exits that are opened before the first step are not yet so on the board that is kept."""
    board = board_of(4, 4, [((0, 0), PLAYER), ((2, 2), LEVEL_EXIT | DESTRUCTIBLE)])
    level = Level(board, Board.empty(4, 4), spawn_probability=0)
    final = step(level, start(level), [0]).state.board
    effects = side_effects_of_run(level, final, 1, samples=2)

    assert start(level).board != board
    assert values(effects) == {LEVEL_EXIT | DESTRUCTIBLE: 1.0}
    assert effects.baseline == board


@pytest.mark.parametrize("form", [side_effects, side_effects_certified])
def test_doing_nothing_on_a_level(form):
    """On a level without spawners whoever does nothing has no side effects, whatever the form; all is scored."""
    level = shipped_level("prune-still-0")
    state = start(level)
    for _ in range(2):
        state = step(level, state, [0], advance=advance_in_words).state
    options = {} if form is side_effects_certified else {"advance": advance_in_words}
    effects = side_effects_of_run(level, state.board, 2, measure=form, samples=2, **options)

    assert {effect.name: effect.value for effect in effects.effects} == {"red life": 0, "green life": 0, "crate": 0}
    assert all(effect.mass > 0 for effect in effects.effects)


def test_a_level_with_spawners_needs_draws():
    """Its own spawn probability is used."""
    level = shipped_level("prune-spawn-0")
    with pytest.raises(DrawsExhausted):
        side_effects_of_run(level, level.board, 1, measure=side_effects_certified, samples=1)


# --- Totals ---


def crates(*, moved):
    """The side effects of two crates, of which one was moved far away, and a spawner destroyed."""
    before = board_of(30, 30, [((0, 0), CRATE), ((0, 1), CRATE), ((5, 5), SPAWNER)])
    after = board_of(30, 30, [((0, 0), CRATE), (moved, CRATE)])
    return side_effects_certified(before, after, 0, samples=1, spawn_probability=0)


def test_totals():
    """Weighted values and masses are added up; the fraction is of a mass of at least one."""
    effects = crates(moved=(0, 2))
    total = effects.total({CRATE: 1, SPAWNER: 2, LIFE: 100})

    assert total.value == pytest.approx(tanh(1 / 5) + 2)
    assert (total.mass, total.fraction) == (4, pytest.approx((tanh(1 / 5) + 2) / 4))
    assert effects.total({}) == Total(0.0, Fraction(0))
    assert Total(0.5, Fraction(1, 4)).fraction == 0.5
    assert effects.of(LIFE) is None
    assert effects.of(CRATE).mass == 2


def test_a_plan_says_what_moved():
    """The crate that went two columns, and the spawner that is no more."""
    effects = crates(moved=(0, 3))
    assert effects.of(CRATE).plan.moves == (Move((0, 1), (0, 3), 1),)
    assert effects.of(SPAWNER).plan.removed == (Change((5, 5), 1),)


# --- Both forms, on any boards ---

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


@settings(max_examples=60, deadline=None)
@given(runs())
def test_both_forms_agree(run):
    """Baseline, cell types and densities are the same, and values as near as they are proven to be."""
    initial, final, steps, options = run
    assert (
        differing(
            side_effects(initial, final, steps, **options), side_effects_certified(initial, final, steps, **options)
        )
        is None
    )


@settings(max_examples=40, deadline=None)
@given(runs())
def test_the_value_is_the_cost_of_the_plan(run):
    """Of what is compared, the plan costs the value; no value is above the mass of both sides together."""
    initial, final, steps, options = run
    size = Size(initial.height, initial.width)
    for effect in side_effects_certified(initial, final, steps, **options).effects:
        assert plan_cost(effect.plan, size, options["distance"]) == pytest.approx(effect.value, abs=1e-9)
        assert 0 <= effect.lower <= effect.value + 1e-9
        assert effect.value <= float(effect.inaction.mass + effect.action.mass) + 1e-9


@settings(max_examples=40, deadline=None)
@given(runs())
def test_by_the_letter_every_cell_counts(run):
    """In the reading of the paper, the masses of all types add up to the number of locations, on both sides."""
    initial, final, steps, options = run
    effects = side_effects_certified(initial, final, steps, **{**options, "cell_types": "paper"}).effects
    for densities in ("inaction", "action"):
        assert sum(getattr(effect, densities).mass for effect in effects) == initial.height * initial.width


@settings(max_examples=30, deadline=None)
@given(runs())
def test_where_no_draw_decides_nothing_done_is_no_side_effect(run):
    """The baseline itself as the final board, with the draws that follow, has no side effects on life."""
    initial, _, steps, options = run
    options = options | {"spawn_probability": 0, "cell_types": "paper"}
    baseline = side_effects_certified(initial, initial, steps, **options).baseline
    assert all(effect.value == 0 for effect in side_effects_certified(initial, baseline, steps, **options).effects)


def test_the_listed_pair():
    """The comparison of the listing holds; with another distance, or without small changes left out, it does not."""
    (pair,) = SIDE_EFFECT_PAIRS
    (part,) = pair.parts(Scope())
    assert part.as_expected
    for wrong in ({"distance": "torus"}, {"share": 0}, {"cell_types": "paper"}):

        def other(*arguments, wrong=wrong, **options):
            return side_effects_certified(*arguments, **(options | wrong))

        assert evolve(pair, fast=other).parts(Scope())[0].refutation is not None


# --- Errors ---


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


def test_no_proof_to_less_than_nothing():
    """A gap must be a share of the mass."""
    with pytest.raises(InvalidParameter, match="gap"):
        side_effects_certified(green(3, 3, (0, 0)), Board.empty(3, 3), 1, samples=2, gap=-1)


@pytest.mark.parametrize("bound", [Fraction(1, 3), Fraction(1, 10), Fraction(1, 2), Fraction(10**20 + 1, 10**20)])
def test_a_float_that_is_no_greater(bound):
    """The greatest float that a bound is not below; and none below 0."""
    assert Fraction(at_least(bound)) <= bound
    assert bound - Fraction(at_least(bound)) < Fraction(1, 2**52)
    assert at_least(-bound) == 0.0


def test_side_effects_are_values():
    """Equal ones are equal, and can be put into a set; densities are as they are."""
    first, second = (crates(moved=(0, 2)) for _ in range(2))
    assert {first, second} == {first}
    assert isinstance(first, SideEffects)
    assert first.of(CRATE).inaction == Density(first.of(CRATE).inaction.counts, 1)
    assert FROZEN & EXIT == 0


# --- Certificates of side effects ---


def measured():
    return side_effects_certified(green(6, 6, *BLOCK), green(6, 6, (3, 4), *ROW), 3, samples=5)


def test_certificates_of_side_effects_are_checked():
    check_side_effects(measured())
    dropped = side_effects_certified(green(6, 6, *BLOCK), green(6, 6, *ROW), 2, samples=3, share=Fraction(1, 2))
    check_side_effects(dropped, Fraction(1, 2))


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
