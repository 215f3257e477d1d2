"""What an agent sees is an array of its own, the matrix of bits follows any states, and a wrong view is found."""

import pickle
from copy import deepcopy
from itertools import permutations, product
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife import CellBits, PackedGame, cells_of, places_in_view
from formal_rl.safelife._engines.planes.boards import frame_of
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife.board import COLOUR_MASK, CRATE, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, COLOUR_SHIFT, PLAYER
from formal_rl.safelife.game import Level, start, view
from formal_rl.statements.wainwright_2019.drawn_levels import level_of_flags, level_of_kinds

CORNER = Level(
    board_of(4, 5, [((0, 0), PLAYER), ((0, 1), CRATE), ((3, 4), LIFE), ((2, 2), WALL)]),
    board_of(4, 5, [((3, 0), BLUE), ((2, 2), BLUE)]),
)


def test_what_is_seen_may_be_written_to():
    """A view is a new array: to change it changes no game."""
    state = PackedGame(CORNER).start()
    view_packed(state, 0)[:] = 7

    assert (view_packed(state, 0) == view(start(CORNER), 0)).all()


def bits_by_definition(state, *, goal_colours):
    """The bits of the cells of a state, place by place as the boards lie: of goals all, or the colours but white."""
    rows = []
    for cell, goal in zip(sum(state.board.rows, ()), sum(state.goals.rows, ()), strict=True):
        colour = goal & COLOUR_MASK
        shown = 0 if colour == COLOUR_MASK else colour >> COLOUR_SHIFT
        of_goals = [shown >> bit & 1 for bit in range(3)] if goal_colours else [goal >> bit & 1 for bit in range(16)]
        rows.append([cell >> bit & 1 for bit in range(16)] + of_goals)
    return rows


def assert_follows(bits, states, *, goal_colours):
    """The matrix has the bits of each of these states, one after the other, where the board is."""
    for state in states:
        frame = state.board.frame
        places = places_in_view((frame.height, frame.width, frame.stride), None, (0, 0))
        found = bits.of(state)
        assert found.take(places.reshape(-1), axis=0).tolist() == bits_by_definition(
            state.to_state(), goal_colours=goal_colours
        )
        assert found.sum() == found.take(places, axis=0).sum(), "what is beside the board is empty"


@pytest.mark.parametrize("goal_colours", [False, True])
def test_the_matrix_follows_all_small_boards(goal_colours):
    """From each of eight boards to each other, exhaustively, for each bit: three rows that are filled or empty."""
    for bit in range(16):
        games_of = [
            PackedGame(Level(Board([[row << bit] * 3 for row in rows]), Board([[row << bit for row in rows]] * 3), ()))
            for rows in product((0, 1), repeat=3)
        ]
        bits = CellBits(frame_of(3, 3), goal_colours)
        for pair in permutations([each.start() for each in games_of], 2):
            assert_follows(bits, pair, goal_colours=goal_colours)


@given(st.integers(min_value=0), st.sampled_from([level_of_kinds, level_of_flags]), st.booleans())
def test_the_matrix_follows_games(seed, made, goal_colours):
    """Through the states of drawn games in any order, again and again; of a copy, too, which is on its own."""
    chosen = Random(seed)
    if made is level_of_kinds:
        level = level_of_kinds(chosen, chosen.randint(3, 6), chosen.randint(3, 9), 1)
    else:
        level = level_of_flags(chosen)
    game, draws = PackedGame(level), HashedDraws(seed)
    states = [game.start()]
    for _ in range(8):
        states.append(game.step(states[-1], [chosen.randrange(9) for _ in level.agents], draws).state)
    bits = CellBits(states[0].board.frame, goal_colours)

    assert_follows(bits, states, goal_colours=goal_colours)
    for other in (deepcopy(bits), pickle.loads(pickle.dumps(bits))):
        assert_follows(other, states[4:], goal_colours=goal_colours)
    assert_follows(bits, chosen.choices(states, k=12), goal_colours=goal_colours)


def test_cells_are_those_of_their_bits():
    """By hand: the lowest bit first, the board before the goals; the array is new."""
    window = numpy.zeros((1, 2, 32), dtype=numpy.uint8)
    window[0, 0, [0, 15]] = window[0, 1, [17, 18]] = 1
    assert cells_of(window).tolist() == [[[1 | 1 << 15, 0]], [[0, 6]]]
    assert cells_of(window).dtype == numpy.uint16


@pytest.mark.parametrize("wrong", [(1, 3, 3), (-1, 3, 3), (False, 3, 3), (0, 0, 3), (0, 3, 0), (0, 3, 2.5)])
def test_views_that_are_none(wrong):
    """The agent is one of the level's, and both sides are ints of at least 1."""
    for form, state in ((view, start(CORNER)), (view_packed, PackedGame(CORNER).start())):
        with pytest.raises(InvalidParameter):
            form(state, *wrong)
