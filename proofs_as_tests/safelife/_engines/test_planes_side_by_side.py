"""Boards side by side in one int: the same as each by itself."""

from collections import deque
from fractions import Fraction
from itertools import product
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.draws import LONG_RUN, SpawnDraws, Spawning
from formal_rl.safelife._engines.planes.boards import TRAITS, PackedBoard, unstacked
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife._engines.planes.side_by_side import SideBySide, life_side_by_side
from formal_rl.safelife.board import CRATE, GREEN, LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, RED, SPAWNER
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects._cell_counts import life_counts
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.dynamics import drawn_board


def rows(counts):
    """Return the counts of each colour as rows."""
    return tuple(tuple(map(tuple, of_colour)) for of_colour in counts.tolist())


PROBABILITIES = st.sampled_from([Fraction(1, 2), Fraction(1, 5), 0.3, 0.99])


@given(
    seed=st.integers(0, 10**9),
    number=st.integers(1, 5),
    steps=st.integers(0, 12),
    probability=PROBABILITIES,
    draws=st.sampled_from([HashedDraws, SeededDraws]),
)
def test_each_is_advanced_as_if_alone(seed, number, steps, probability, draws):
    """Boards of all bits: what they become, and how many draws they have read."""
    random = Random(seed)
    size = random.randint(1, 7), random.randint(1, 7)
    boards = [PackedBoard.from_board(drawn_board(random, *size)) for _ in range(number)]
    reading = [SpawnDraws(probability, draws(seed + board)) for board in range(number)]
    together = SideBySide(boards, reading, range(number))
    deque(together.following(steps), maxlen=0)
    expected = []
    for board, each, read in zip(boards, reading, range(number), strict=True):
        for _ in range(steps):
            board, read = advance_planes(board, each, read)  # noqa: PLW2901
        expected.append((board, read))

    assert list(zip(together.boards(), together.draws_read, strict=True)) == expected


@pytest.mark.parametrize("colours", [(), (RED,), (GREEN, BLUE), (RED, GREEN, BLUE), (RED | GREEN | BLUE,)])
def test_all_sets_of_colours(colours):
    """Blocks of each set of some colours, beside a spawner that never spawns here, are each counted as their own."""
    sets = [sum(chosen) for chosen in product(*((0, colour) for colour in colours))]
    places = [
        ((1 + down, 1 + 4 * place + right), LIFE | colour)
        for place, colour in enumerate(sets)
        for down, right in product((0, 1), repeat=2)
    ]
    board = board_of(12, 4 * len(sets) + 1, [*places, ((8, 1), SPAWNER | (colours or (0,))[0])])
    draws = SeededDraws(1)
    together = SideBySide((PackedBoard.from_board(board),), (SpawnDraws(0.001, draws),), (0,), only_colours=True)

    assert rows(life_side_by_side(together, 9)[0]) == life_counts(board, 9, 0.001, draws)


def test_only_the_colours_that_occur_are_followed():
    spawner = PackedBoard.from_board(board_of(5, 5, [((2, 2), SPAWNER | RED | BLUE)]))
    reading = (SpawnDraws(0.5, SeededDraws(0)),)

    def traits(**options):
        return [TRAITS[trait] for trait in SideBySide((spawner,), reading, (0,), **options).frame.traits]

    assert set(traits(only_colours=True)) == {RED, BLUE}
    assert len(traits()) == 3


def test_what_is_more_than_life_changes_while_it_is_counted():
    """A living exit that can die, and a crate that life turns up in: the scenery is another one afterwards."""
    cells = [((4, 4), LEVEL_EXIT | LIFE), ((1, 1), SPAWNER | GREEN), ((4, 1), (CRATE & ~16) | LIFE)]
    board = board_of(7, 7, cells)
    for seed in range(8):
        reading = (SpawnDraws(0.3, SeededDraws(seed)),)
        together = SideBySide((PackedBoard.from_board(board),), reading, (0,), only_colours=True)
        assert rows(life_side_by_side(together, 60)[0]) == life_counts(board, 60, 0.3, SeededDraws(seed))


def test_runs_of_draws_are_read_on_and_on():
    """A level whose spawners read many times as many draws as are read at once."""
    level = shipped_level("append-spawn-4")
    board, probability = PackedBoard.from_board(level.board), level.spawn_probability
    together = SideBySide((board, board), [SpawnDraws(probability, SeededDraws(seed)) for seed in (1, 2)], (0, 5))
    deque(together.following(900), maxlen=0)
    for seed, read, found in zip((1, 2), (0, 5), zip(together.boards(), together.draws_read, strict=True), strict=True):
        after, draws = board, SpawnDraws(probability, SeededDraws(seed))
        for _ in range(900):
            after, read = advance_planes(after, draws, read)  # noqa: PLW2901
        assert found == (after, read)
        assert read > LONG_RUN


def test_what_reading_draws_raises():
    board = PackedBoard.from_board(board_of(5, 5, [((2, 2), SPAWNER)]))
    for draws, error in (((0.9,) * 9, DrawsExhausted), ((0.9,) * 8 + (1,), InvalidParameter)):
        together = SideBySide((board,), (SpawnDraws(0.2, draws),), (0,))
        states = together.following(2)
        next(states)
        with pytest.raises(error):
            next(states)


# --- Which places spawn ---


def chosen_one_by_one(places, below):
    """Return those of some places, lowest first, for which ``below`` says so."""
    return sum(1 << place for place, kept in zip(places, below, strict=False) if kept)


@pytest.mark.parametrize("draws", [SeededDraws(3), HashedDraws(3)])
def test_each_byte_of_places(draws):
    """Every byte of waiting places, with every other one of places where none waits."""
    for byte in range(256):
        plane = 8 * 5
        reading = SpawnDraws(0.5, draws)
        spawning = Spawning((reading,), (255 << 8) | (170 << 24), plane)
        waiting = (byte << 8) | ((byte & 170) << 24)
        places = [place for place in range(plane) if waiting >> place & 1]
        expected = chosen_one_by_one(places, [draws[11 + number] < 0.5 for number in range(len(places))])

        read = [11]
        assert spawning.chosen(waiting, read) == expected
        assert read == [11 + len(places)]


@given(st.data())
def test_places_of_many_boards(data):
    number, plane = data.draw(st.integers(1, 4)), data.draw(st.integers(20, 75))
    masks = [data.draw(st.integers(0, (1 << plane - 8) - 1)) for _ in range(number)]
    waiting = [mask & data.draw(st.integers(0, (1 << plane) - 1)) for mask in masks]
    read = data.draw(st.lists(st.integers(0, 2000), min_size=number, max_size=number))
    draws = [SeededDraws(each) for each in range(number)]
    spawning = Spawning(
        [SpawnDraws(0.4, each) for each in draws], sum(mask << plane * each for each, mask in enumerate(masks)), plane
    )
    after = list(read)
    chosen = spawning.chosen(sum(each << plane * board for board, each in enumerate(waiting)), after)
    for board, here in enumerate(waiting):
        places = [place for place in range(plane) if here >> place & 1]
        below = numpy.array(draws[board].between(read[board], read[board] + len(places))) < 0.4
        assert chosen >> plane * board & (1 << plane) - 1 == chosen_one_by_one(places, below)
        assert after[board] == read[board] + len(places)


def test_the_layers_are_those_of_the_boards():
    """Two boards of one row: what lives, then each colour, then what is destructible."""
    board = Board([[LIFE | GREEN, 0, SPAWNER | RED]])
    packed = PackedBoard.from_board(board)
    together = SideBySide((packed, packed), [SpawnDraws(0.5, SeededDraws(0))] * 2, (0, 0))
    plane, layer = packed.frame.plane, together.frame.layer
    destructible, green, red, _ = unstacked(packed.traits, packed.frame)

    assert layer == 2 * plane
    assert together.stack == sum(
        layers << number * plane + place * layer
        for number in (0, 1)
        for place, layers in enumerate((packed.alive, green, red, destructible))
    )
