"""Pictures of side effects: every density, move, removal and creation has a shape and a tooltip, also round an edge."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife.board import AGENT, COLOURS, CRATE, EMPTY, LIFE, Board, turned
from formal_rl.safelife.board.cells import NAMED_CELLS, PLAYER, coloured, described
from formal_rl.safelife.side_effects import Change, Density, Plan, SideEffect, SideEffects, Size, side_effects_svg
from formal_rl.safelife.side_effects._svg import (
    DARK_GROUND,
    GROUND,
    pieces,
    type_in_words,
)
from formal_rl.safelife.side_effects.ground_distance import LENGTHS
from formal_rl.safelife.side_effects.transport import Move, plan_cost

SVG = "{http://www.w3.org/2000/svg}"
SIZE = Size(4, 6)
GREEN_LIFE = coloured(LIFE, "green")
SIZES = st.builds(Size, st.integers(1, 9), st.integers(1, 9))


def effect_of(cell_type, plan, size=SIZE, stays=()):
    """The side effect on a type that a plan makes, and what stays where it is."""
    counts = {side: [[0] * size.width for _ in range(size.height)] for side in ("inaction", "action")}
    for side, changes in (
        ("inaction", [*stays, *plan.removed, *(Change(move.source, move.mass) for move in plan.moves)]),
        ("action", [*stays, *plan.created, *(Change(move.target, move.mass) for move in plan.moves)]),
    ):
        for (row, column), mass in changes:
            counts[side][row][column] += mass
    densities = (Density(counts[side], plan.samples) for side in ("inaction", "action"))
    value = plan_cost(plan, size)
    return SideEffect(described(cell_type), cell_type, *densities, value, plan, value)


def effects_of(*effects, steps=3, samples=10, distance="torus"):
    """Side effects of a run."""
    baseline = Board.empty(effects[0].inaction.height, effects[0].inaction.width) if effects else Board.empty(3, 3)
    return SideEffects(
        steps=steps, samples=samples, cell_types="published", distance=distance, effects=effects, baseline=baseline
    )


def texts(picture):
    """What is written in a picture, without tooltips, in order."""
    return ["".join(text.itertext()) for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def tooltips(picture):
    """What has a tooltip, by its text, in order."""
    parts = ((part.find(f"{SVG}title"), part) for part in ElementTree.fromstring(picture).iter())
    return [(title.text, part) for title, part in parts if title is not None]


PLAN = Plan(
    10,
    moves=(Move((0, 1), (2, 1), 5), Move((1, 5), (1, 0), 10), Move((3, 3), (3, 3), 10)),
    removed=(Change((2, 4), 3),),
    created=(Change((0, 0), 1),),
)
EFFECT = effect_of(GREEN_LIFE, PLAN)


def test_by_hand():
    """A plan with two moves, one of them round the edge, a removal and a creation."""
    picture = side_effects_svg(effects_of(EFFECT))
    titles = [title for title, _ in tooltips(picture)]

    assert titles == [
        *["row 0, column 1: 0.5", "row 1, column 5: 1", "row 2, column 4: 0.3", "row 3, column 3: 1"],
        *["row 0, column 0: 0.1", "row 1, column 0: 1", "row 2, column 1: 0.5", "row 3, column 3: 1"],
        *["row 0, column 1: 0.5", "row 1, column 5: 1", "row 2, column 4: 0.3", "row 3, column 3: 1"],
        "row 2, column 4: 0.3 removed",
        "row 0, column 0: 0.1 created",
        "0.5 from row 0, column 1 to row 2, column 1",
        "1 from row 1, column 5 to row 1, column 0 round the edge",
    ]
    written = texts(picture)
    for text in (
        "after 3 steps, densities over the 10 boards that follow; distance: torus",
        "green life: deviation 0.7873, share 0.281",
        *("if nobody acts", "after the run", "what is moved, removed (−) and created (+)"),
        *("2.8 cells", "2.6 cells", "1.5 moved, 0.3 removed, 0.1 created"),
    ):
        assert written.count(text) == 1, text


def test_a_way_round_the_edge_is_drawn_in_two_pieces():
    """The arrow leaves at one edge and comes back at the other, where its head is."""
    arrows = {title: part.get("d") for title, part in tooltips(side_effects_svg(effects_of(EFFECT))) if "from" in title}

    assert arrows["1 from row 1, column 5 to row 1, column 0 round the edge"].startswith("M110 30L120 30M0 30L10 30M")
    assert arrows["0.5 from row 0, column 1 to row 2, column 1"].startswith("M30 10L30 50M")


@pytest.mark.parametrize(
    ("source", "target", "distance", "expected"),
    [
        ((1, 1), (2, 3), "torus", [((1.5, 1.5), (3.5, 2.5))]),
        ((1, 5), (1, 0), "torus", [((5.5, 1.5), (6, 1.5)), ((0, 1.5), (0.5, 1.5))]),
        ((1, 0), (1, 5), "torus", [((0.5, 1.5), (0, 1.5)), ((6, 1.5), (5.5, 1.5))]),
        ((3, 5), (0, 0), "torus", [((5.5, 3.5), (6, 4)), ((0, 0), (0.5, 0.5))]),
        ((3, 4), (0, 0), "torus", [((4.5, 3.5), (5.5, 4)), ((5.5, 0), (6, 0.25)), ((0, 0.25), (0.5, 0.5))]),
        ((1, 5), (1, 0), "flat", [((5.5, 1.5), (0.5, 1.5))]),
        ((1, 5), (1, 0), "one way", [((5.5, 1.5), (6, 1.5)), ((0, 1.5), (0.5, 1.5))]),
        ((1, 0), (1, 5), "one way", [((0.5, 1.5), (5.5, 1.5))]),
        ((0, 0), (0, 3), "torus", [((0.5, 0.5), (3.5, 0.5))]),
        ((0, 3), (0, 0), "torus", [((3.5, 0.5), (0.5, 0.5))]),
    ],
)
def test_ways_by_hand(source, target, distance, expected):
    """The straight pieces of ways on a board of 4 rows and 6 columns."""
    assert pieces(SIZE, source, target, distance) == tuple(expected)


@given(SIZES, st.data(), st.sampled_from([*LENGTHS]))
def test_ways_are_as_long_as_the_distance_says(size, data, distance):
    """A way goes from the one square to the other, on the board, piece after piece, and is as long as it should be."""
    source, target = (
        (data.draw(st.integers(0, size.height - 1)), data.draw(st.integers(0, size.width - 1))) for _ in range(2)
    )
    found = pieces(size, source, target, distance)

    assert found[0][0] == (source[1] + 0.5, source[0] + 0.5)
    assert found[-1][1] == pytest.approx((target[1] + 0.5, target[0] + 0.5))
    for piece in found:
        for x, y in piece:
            assert -1e-9 <= x <= size.width + 1e-9
            assert -1e-9 <= y <= size.height + 1e-9
    for (_, (x, y)), ((next_x, next_y), _) in pairwise(found):
        assert (x - next_x) % size.width in (pytest.approx(0, abs=1e-9), pytest.approx(size.width, abs=1e-9))
        assert (y - next_y) % size.height in (pytest.approx(0, abs=1e-9), pytest.approx(size.height, abs=1e-9))
    length = sum(abs(a - b) for piece in found for a, b in zip(*piece, strict=True))
    assert length == pytest.approx(LENGTHS[distance](size, source, target))


def moved(column, mass):
    """A plan with one move down."""
    return Plan(10, (Move((0, column), (1, column), mass),))


def test_types_are_below_each_other():
    """The greatest deviation is first; types without one are named in a line."""
    still = effect_of(CRATE, Plan(10), stays=[Change((0, 0), 10)])
    little, much = effect_of(coloured(LIFE, "red"), moved(1, 1)), effect_of(GREEN_LIFE, moved(2, 9))
    written = texts(side_effects_svg(effects_of(little, still, much)))
    heads = [text.split(":")[0] for text in written if ": deviation" in text]

    assert heads == ["green life", "red life"]
    assert "No deviation: black crate." in written
    assert any(text.startswith("Share: ") for text in written)


def test_nothing_to_draw():
    """The picture says so if nothing deviates, and if there are no types at all."""
    still = effect_of(CRATE, Plan(10), stays=[Change((0, 0), 10)])

    assert texts(side_effects_svg(effects_of(still)))[2:] == ["No deviation: black crate."]
    assert texts(side_effects_svg(effects_of()))[2:] == ["There is no cell of the types that are compared."]
    assert texts(side_effects_svg(effects_of(steps=1)))[1].startswith("after 1 step, densities")


def test_types_in_words():
    """Black is named, except for cells without colour; all other cells have their description."""
    assert type_in_words(LIFE) == "black life"
    assert type_in_words(CRATE) == "black crate"
    assert type_in_words(GREEN_LIFE) == "green life"
    assert type_in_words(EMPTY) == "empty"
    assert type_in_words(turned(PLAYER, 1)) == "player turned right"
    assert len({type_in_words(coloured(cell, colour)) for cell in NAMED_CELLS.values() for colour in COLOURS}) == 15 * 8


@pytest.mark.parametrize("cell_type", [*NAMED_CELLS.values(), AGENT | 0xC000, coloured(LIFE, "white"), 0x4444])
def test_every_type_is_drawn(cell_type):
    """Any type makes a picture that needs nothing else: no script, no ids, nothing from outside."""
    picture = side_effects_svg(effects_of(effect_of(cell_type, PLAN)))
    root = ElementTree.fromstring(picture)

    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    assert not [part for part in root.iter() if part.get("id") or part.get("href") or part.tag == f"{SVG}script"]
    assert "url(" not in picture
    assert "nan" not in picture


def test_white_is_seen():
    """White densities are on a dark ground, and on a light one those under the arrows are grey."""
    for colour, dark in (("white", 2), ("green", 0)):
        picture = side_effects_svg(effects_of(effect_of(coloured(LIFE, colour), PLAN)))
        assert (picture.count(DARK_GROUND), picture.count(GROUND)) == (dark, 3 - dark)
