"""Regions, their perimeters, fences round them, and what comes to life outside."""

from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import ALIVE, EMPTY, FROZEN, LIFE, SPAWNING, WALL, Board, next_cell
from formal_rl.safelife.board.cells import INHIBITING, NAMED_CELLS, PARASITE, PRESERVING, SPAWNER, TREE, WEED
from formal_rl.safelife.generation import around, fence, fence_faults, first_birth_outside, rectangle
from formal_rl.safelife.generation.fences import PREMISES, Birth, Fault, in_a_row, is_fenced, outside_of, require_region
from formal_rl.statements.wainwright_2019.fences import drawn

RING = {(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)}


def near(location):
    """The eight locations round one, and those of them that share a side with it."""
    row, column = location
    steps = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
    eight = {(row + down, column + right) for down, right in steps}
    return eight, {(r, c) for r, c in eight if r == row or c == column}


@st.composite
def regions(draw, most=12):
    """Draw a region, cell by cell, with its holes filled."""
    region = {(0, 0)}
    for _ in range(draw(st.integers(0, most - 1))):
        region.add(draw(st.sampled_from(sorted({cell for each in region for cell in near(each)[1]} - region))))
    assume(not _has_hole(region))
    return frozenset(region)


def _has_hole(region):
    try:
        require_region(frozenset(region))
    except InvalidParameter:
        return True
    return False


# --- Perimeters ---


@given(regions(20))
def test_a_perimeter_touches_the_outside(region):
    """Walked round, or with a cell beside it only; each cell touches the next, and the uppermost, leftmost is first."""
    walk, beside = around(region), around(region, diagonals=False)

    assert set(walk) == {cell for cell in region if near(cell)[0] - region}
    assert set(beside) == {cell for cell in region if near(cell)[1] - region}
    assert walk[0] == beside[0] == min(region)
    for i, cell in enumerate(walk):
        assert len(walk) == 1 or walk[i - 1] in near(cell)[1]
    for i, cell in enumerate(beside):
        assert len(beside) == 1 or beside[i - 1] in near(cell)[0]


@pytest.mark.parametrize(
    ("region", "said"),
    [
        (frozenset(), "at least one location"),
        (frozenset({(0, 0), (1, 1)}), "hang together by their sides"),
        (frozenset(RING), "no hole"),
    ],
)
def test_malformed_regions_raise(region, said):
    """Nothing, pieces that touch at a corner, and a ring."""
    with pytest.raises(InvalidParameter, match=said):
        around(region)


def test_a_region_must_fit_on_the_board():
    """Four rows do not go on a board of three."""
    with pytest.raises(InvalidParameter, match="fits on 3 x 9"):
        outside_of(Board.empty(3, 9), [rectangle(0, 0, 4, 2)])


# --- Fences ---


@given(st.integers(1, 30), st.integers(0, 40), st.integers(1, 6))
def test_a_fence_is_evenly_spaced(length, first, spacing):
    """No stretch without a wall is as long as the spacing, and there are no more walls than that needs."""
    walk = tuple((0, column) for column in range(length))
    walls = fence(walk, first, spacing)

    assert len(walls) == -(-length // spacing)
    assert all(walls & set(row) for row in in_a_row(walk, spacing))


def test_a_spacing_is_at_least_one():
    """Walls at every zeroth cell there are not."""
    with pytest.raises(InvalidParameter, match="spacing is 0"):
        fence(((0, 0),), spacing=0)


# --- What gets out, and what does not ---


def test_a_dead_cell_with_at_most_two_living_neighbours_stays_dead():
    """Whatever its flags are, and whichever living cells are beside it, even if all spawns that may."""
    for flags in product((0, FROZEN), (0, PRESERVING), (0, INHIBITING)):
        for places in (each for number in range(3) for each in combinations((0, 1, 2, 3, 5, 6, 7, 8), number)):
            for living in product((LIFE, TREE, WEED, PARASITE), repeat=len(places)):
                cells = {4: sum(flags), **dict(zip(places, living, strict=True))}
                assert not next_cell(tuple(cells.get(place, EMPTY) for place in range(9)), spawns=True) & ALIVE


def test_a_fault_says_where():
    """A spawner on the perimeter, another outside, and life outside."""
    board = Board.empty(6, 6).with_cells({(1, 1): WALL, (1, 2): SPAWNER, (4, 4): SPAWNER, (4, 1): LIFE})

    assert fence_faults(board, [rectangle(1, 1, 1, 2)]) == (
        Fault("no spawner on the perimeter", (1, 2)),
        Fault("no life outside", (4, 1)),
        Fault("no spawner outside", (4, 4)),
    )


def test_every_region_needs_its_fence():
    """A second region without a wall is seen, and life gets out of it."""
    board, regions = drawn("#     ooo")

    assert {fault.premise for fault in fence_faults(board, regions)} == {PREMISES[0]}
    assert first_birth_outside(board, regions) == Birth(1, ((1, 9), (3, 9)))


FREE = st.sampled_from([EMPTY, LIFE, *NAMED_CELLS.values()])
DEAD = st.sampled_from([cell for cell in NAMED_CELLS.values() if not cell & (ALIVE | SPAWNING)])


@given(st.data())
def test_nothing_gets_out_of_a_fenced_rectangle(data):
    """Whatever is inside, spawners in the interior and other dead things outside included, and across the edge."""
    height, width, top, left = (data.draw(st.integers(*bounds)) for bounds in ((1, 5), (1, 5), (0, 8), (0, 8)))
    board = Board.empty(height + data.draw(st.integers(2, 3)), width + data.draw(st.integers(2, 3)))
    region = rectangle(top, left, height, width)
    walk = around(region)
    walls = fence(walk, data.draw(st.integers(0, 2)))
    free = {location: data.draw(FREE) for location in sorted(region - walls)}
    free |= {location: LIFE for location, cell in free.items() if cell & SPAWNING and location in walk}
    board = board.with_cells({location: data.draw(DEAD) for location in outside_of(board, [region])})
    board = board.with_cells({**free, **dict.fromkeys(walls, WALL)})

    assert is_fenced(board, [region])
    assert first_birth_outside(board, [region]) is None
    assert first_birth_outside(board, [region], spawns=True) is None


@given(st.data())
def test_no_fault_no_birth_in_any_region(data):
    """Bends and several regions, walls where it happens: where nothing is missing, nothing outside comes to life."""
    several = [
        frozenset((row + down, column + right) for row, column in data.draw(regions(6)))
        for down, right in ((0, 0), (data.draw(st.integers(-4, 4)), data.draw(st.integers(4, 7))))
    ]
    board = Board.empty(16, 16)
    cells = {
        board.wrapped(location): data.draw(st.sampled_from([LIFE, LIFE, WALL, WALL, EMPTY]))
        for region in several
        for location in sorted(region)
    }
    board = board.with_cells(cells)

    if is_fenced(board, several):
        assert first_birth_outside(board, several) is None
