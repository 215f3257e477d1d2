"""What generated levels are made of: choices by draws, regions, fences of any shape, ways, scattered oscillators."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife import parse_board
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import ALIVE, CRATE, EMPTY, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import SPAWNER, TREE
from formal_rl.safelife.generation import around, fence, fence_faults, rectangle
from formal_rl.safelife.generation._regions import Partition, grow_regions
from formal_rl.safelife.generation._scattered_oscillators import SHAPES, TRIES_OF_ONE, comes_back, scatter_oscillators
from formal_rl.safelife.generation.clearable_paths import clearable, next_on_way, way, ways_from
from formal_rl.safelife.generation.enclosures import enclose, leaks
from formal_rl.safelife.generation.fences import PREMISES, is_fenced
from formal_rl.safelife.generation.random_choice import DrawnChoices
from formal_rl.seeded_draws import SeededDraws

seeds = st.integers(0, 10**6)


def choices(seed=0):
    return DrawnChoices(SeededDraws(seed))


# --- Choices ---


def test_each_choice_reads_one_draw():
    """Numbers, choices and orders are what the draws say; the number of draws is counted from where one begins."""
    draws = (Fraction(1, 2), Fraction(0), Fraction(99, 100), Fraction(1, 2), Fraction(0), Fraction(1, 3))
    drawn = DrawnChoices(draws, 1)
    assert drawn.number(5, 7) == 5
    assert drawn.one_of("abc") == "c"
    assert not drawn.happens(Fraction(1, 2))
    assert drawn.shuffled("abc") == ["b", "c", "a"]
    assert drawn.read == 6
    with pytest.raises(DrawsExhausted):
        drawn.next()


def test_orders_are_all_as_likely():
    """Over all draws in halves and thirds each order of three occurs once."""
    orders = [
        tuple(DrawnChoices((third, half)).shuffled("abc"))
        for third, half in product((Fraction(0), Fraction(1, 3), Fraction(2, 3)), (Fraction(0), Fraction(1, 2)))
    ]
    assert len(set(orders)) == len(orders) == 6


def test_there_must_be_something_to_choose_from():
    """No choice of nothing."""
    with pytest.raises(InvalidParameter, match="choices is"):
        choices().one_of(())
    with pytest.raises(InvalidParameter, match="most is 1"):
        choices().number(2, 1)


# --- Regions ---


@given(st.integers(13, 20), st.integers(13, 20), st.integers(1, 3), seeds)
def test_regions_hang_together_and_are_apart(height, width, number, seed):
    """Each is connected by sides and has an interior; no location touches two; nothing more could join any of them."""
    partition = grow_regions(height, width, number, choices(seed))
    of = {location: index for index, region in enumerate(partition.regions) for location in region}
    assert len(partition.regions) == number
    assert len(of) + len(partition.buffer) == height * width
    for location in product(range(height), range(width)):
        touching = {of[near] for near in partition.block(location) if near in of}
        assert len(touching) <= 1
        within_two = {of[far] for near in partition.block(location) for far in partition.block(near) if far in of}
        if location not in of and len(within_two) == 1:
            assert not any(near in of for near in partition.sides(location))
    for region in partition.regions:
        assert partition.interior(region)
        reached, waiting = {min(region)}, [min(region)]
        while waiting:
            new = {near for near in partition.sides(waiting.pop()) if near in region} - reached
            reached |= new
            waiting += new
        assert reached == region


def test_too_many_regions_are_refused():
    """And none is."""
    with pytest.raises(InvalidParameter, match="number of regions is 2: expected no more than fit on 9 x 9: 1 did"):
        grow_regions(9, 9, 2, choices())
    with pytest.raises(InvalidParameter, match="number of regions is 1: expected no more than fit on 2 x 9: 0 did"):
        grow_regions(2, 9, 1, choices())
    with pytest.raises(InvalidParameter, match="number of regions is 0"):
        grow_regions(9, 9, 0, choices())


# --- Fences of any shape ---


@given(seeds, st.integers(1, 3), st.sets(st.integers(0, 13 * 13 - 1)))
def test_enclosed_life_never_gets_out(seed, number, living):
    """Whatever lives in the regions, and with spawners in their interior, nothing outside ever comes to life."""
    drawn = choices(seed)
    partition = grow_regions(13, 13, number, drawn)
    inside = frozenset().union(*partition.regions)
    walls = frozenset().union(*(enclose(partition, region, drawn) for region in partition.regions))
    cells = {divmod(index, 13): LIFE for index in living if divmod(index, 13) in inside}
    cells |= dict.fromkeys(walls, WALL) | {partition.interior(partition.regions[0])[0]: SPAWNER}
    board = board_of(13, 13, cells.items())
    assert leaks(board, inside) == ()
    for _ in range(12):
        board = advance_packed(board, 1).board
        assert set(board.find(ALIVE)) <= inside


@given(
    st.integers(1, 5), st.integers(1, 5), st.integers(0, 20), st.sets(st.tuples(st.integers(2, 6), st.integers(2, 6)))
)
def test_the_premises_of_fences_imply_no_leak(height, width, first, living):
    """A fence that lacks none of the premises has no leak; with wider gaps both find the fault."""
    region = rectangle(2, 2, height, width)
    walk = around(region)
    cells = dict.fromkeys(living & region, LIFE) | dict.fromkeys(fence(walk, first), WALL)
    board = board_of(9, 9, cells.items())
    assert is_fenced(board, [region])
    assert leaks(board, region) == ()
    wide = board_of(9, 9, dict.fromkeys(fence(walk, first, spacing=4), WALL).items())
    assert not leaks(wide, region) or PREMISES[0] in {fault.premise for fault in fence_faults(wide, [region], 3)}


@pytest.mark.parametrize("place", [(8, 2), (2, 8), (-1, 2), (2, -1)])
def test_a_region_that_is_not_on_the_board(place):
    """Walls are drawn for regions of the board alone."""
    with pytest.raises(InvalidParameter):
        enclose(Partition(8, 8, (rectangle(2, 2, 3, 3),)), frozenset({place}), DrawnChoices(SeededDraws(0)))


# --- Ways ---


def test_a_place_off_the_way():
    """A way leads only to what is reached, and there is a next action only from its places but the last."""
    board = parse_board("^ . .\n# # #\n# # #")
    reached = ways_from(board, (0, 0), clearable(board))
    with pytest.raises(InvalidParameter, match=r"end is \(1, 0\)"):
        way(reached, (1, 0))
    for here in ((0, 2), (1, 0)):
        with pytest.raises(InvalidParameter, match="location is"):
            next_on_way(board, here, ((0, 1), (0, 2)))


@given(st.dictionaries(st.tuples(st.integers(0, 6), st.integers(0, 6)), st.sampled_from([LIFE, TREE, WALL, CRATE])))
def test_clearable_locations_stay_clearable(cells):
    """Whatever happens, an agent can remove everything there."""
    board = board_of(7, 7, cells.items())
    free = clearable(board)
    for _ in range(6):
        assert all(board[each] in {EMPTY, LIFE} for each in free)
        board = advance_packed(board).board


# --- Scattered oscillators ---


def test_the_shapes_are_oscillators():
    """A blinker has two positions, a toad four in two phases, a beacon two in two; each comes back after two steps."""
    assert [len(shapes) for shapes in SHAPES] == [2, 8, 4]
    for shape in (shape for shapes in SHAPES for shape in shapes):
        board = board_of(8, 8, ((place, LIFE) for place in shape))
        assert advance_packed(board).board != board
        assert comes_back(board, frozenset(board.locations()))
        assert not comes_back(board, frozenset())


@given(seeds)
def test_scattered_oscillators_come_back(seed):
    """As much is filled as asked for, in the region alone, and all is back after two steps, but not after one."""
    region = rectangle(1, 1, 10, 11)
    board, tries, filled = scatter_oscillators(
        Board.empty(14, 14), region, Fraction(1, 16), choices(seed), life=LIFE, single=TREE, most_tries=400
    )
    assert filled
    assert tries < 400
    after = advance_packed(board).board
    assert board != after
    assert advance_packed(after).board == board
    assert {*board.find(ALIVE), *after.find(ALIVE)} <= region
    assert sum(1 for each in region if board[each]) >= len(region) / 16


def test_too_few_tries_are_reported():
    """Where not enough was placed it says so."""
    region = rectangle(1, 1, 6, 6)
    board, tries, filled = scatter_oscillators(
        Board.empty(9, 9), region, 1, choices(), life=LIFE, single=WALL, most_tries=3
    )
    assert 3 <= tries < 3 + TRIES_OF_ONE
    assert not filled
    assert len(board.find(ALIVE)) < len(region)
