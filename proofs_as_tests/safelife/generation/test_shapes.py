"""Pieces hang together and are apart from each other; what two settings explain adds up to no more than all."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import EMPTY, LIFE, WALL, Board
from formal_rl.safelife.generation import shape_of
from formal_rl.safelife.generation.shapes import explained, pieces_of
from proofs_as_tests.rows import each_row_of, refused

ROWS = st.lists(st.lists(st.sampled_from([EMPTY, EMPTY, LIFE, WALL]), min_size=6, max_size=6), min_size=5, max_size=5)


@given(ROWS.map(Board))
def test_pieces(board):
    """A partition of what is not empty: neighbours are in one piece, and a piece is not two."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(place for place in board.locations() if board[place])
    for (row, column), (down, right) in product(list(graph), product((-1, 0, 1), repeat=2)):
        near = (row + down) % board.height, (column + right) % board.width
        if near in graph:
            graph.add_edge((row, column), near)
    expected = {frozenset(piece) for piece in networkx.connected_components(graph)}
    found = pieces_of(board)

    assert set(found) == expected
    assert [len(piece) for piece in found] == sorted(map(len, found), reverse=True)
    assert shape_of(board) == (len(graph), len(expected), max(map(len, expected), default=0))


@settings(max_examples=50)
@given(st.lists(st.lists(st.integers(0, 9), min_size=2, max_size=2), min_size=6, max_size=6))
def test_explained(numbers):
    """Each part is from 0 to 1, and so is their sum; to add a number to all changes nothing."""
    if len({number for each in numbers for number in each}) < 2:
        return
    values = dict(zip(product("ab", "xyz"), numbers, strict=True))
    found = explained(values)

    assert min(found) >= 0
    assert sum(found) <= 1
    assert explained({pair: [number + 3 for number in each] for pair, each in values.items()}) == found


@each_row_of(
    refused(InvalidParameter, explained, ({("a", "x"): (0,), ("a", "y"): (1, 2)},), ({("a", "x"): (1,)},)),
)
def test_unusable_numbers_raise(row):
    """Not as many numbers for each pair of settings, and numbers that are all equal."""
    row()
