"""Charts: what is where on the sheet, round ticks, names of lines, bands."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.view import Area, Axis, Chart, Curve, Mark
from formal_rl.view.charts import BOTTOM, LEFT, RIGHT, TOP, chart_drawing, chart_svg, ticks
from formal_rl.view.svg_drawing import Disc, Path, Words

FLAT, LOG = Axis("x", 0, 10), Axis("y", 1, 100, logarithmic=True)


def words(drawing):
    """The lines of text of a drawing."""
    return [shape.text for shape in drawing.shapes if isinstance(shape, Words)]


@pytest.mark.parametrize(
    ("axis", "texts"),
    [
        (Axis("", 0, 1), ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        (Axis("", -0.03, 1.03), ["0", "0.5", "1"]),
        (Axis("", 0, 131_072), ["0", "50,000", "100,000"]),
        (Axis("", 0.1, 10, logarithmic=True), ["0.1", "0.2", "0.5", "1", "2", "5", "10"]),
        (Axis("", 2, 1000, logarithmic=True), ["2", "5", "10", "20", "50", "100", "200", "500", "1,000"]),
        (Axis("", 0, 1, ticks=((0.3, "here"),)), ["here"]),
    ],
)
def test_ticks_are_round(axis, texts):
    """On a flat axis steps of 1, 2 or 5, on a logarithmic one 1, 2 and 5 of each power; or those that are given."""
    assert texts == [text for _, text in ticks(axis)]


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_there_are_a_few_ticks_within_the_axis(low, span):
    """There are two to eleven of them, none outside."""
    axis = Axis("", low, low + span)
    values = [value for value, _ in ticks(axis)]

    assert 2 <= len(values) <= 11
    assert all(low - span * 0.01 <= value <= low + span * 1.01 for value in values)


@pytest.mark.parametrize(
    ("point", "share"), [((0, 1), (0, 0)), ((10, 100), (1, 1)), ((5, 10), (0.5, 0.5)), ((99, 0.001), (1, 0))]
)
def test_a_point_is_where_the_axes_say(point, share):
    """Half of the way on a logarithmic axis is the geometric mean; what is beyond an axis is at its end."""
    chart = Chart("title", FLAT, LOG, marks=(Mark(point, "here", "#123456"),))
    (disc,) = [shape for shape in chart_drawing(chart).shapes if isinstance(shape, Disc)]
    across, down = chart.width - LEFT - RIGHT, chart.height - TOP - BOTTOM

    assert disc.centre == pytest.approx((LEFT + share[0] * across, TOP + (1 - share[1]) * down))


def test_everything_is_drawn():
    """Title, axes, lines, dots, bands, areas and marks are there, and the names of lines that have one."""
    curves = (
        Curve("named", "#111111", ((0, 1), (10, 100)), band=((0, 1, 2), (10, 50, 100)), dots=True),
        Curve("", "#222222", ((0, 2), (10, 2)), dashed=True),
    )
    area = Area("inside", "#333333", ((0, 1), (10, 1), (10, 10)), (5, 5))
    chart = Chart("title", FLAT, LOG, curves, (Mark((1, 1), "mark", "#444444"),), (area,))
    drawing = chart_drawing(chart)
    lines = [shape for shape in drawing.shapes if isinstance(shape, Path)]

    assert {"title", "x", "y", "named", "inside", "mark"} <= set(words(drawing))
    assert [line.dashed for line in lines if line.stroke == "#222222"] == [True]
    assert [len(line.points) for line in lines if line.fill == "#111111"] == [4, 4]  # the band, and its sample below
    assert [line.closed for line in lines if line.fill == "#333333"] == [True]
    assert sum(isinstance(shape, Disc) and shape.fill == "#111111" for shape in drawing.shapes) == 2
    assert ElementTree.fromstring(chart_svg(chart)).get("aria-label") == "title"


def test_the_band_is_around_the_line():
    """It goes along the greatest and back along the least."""
    flat = Axis("y", 0, 10)
    curve = Curve("", "#111111", ((0, 5), (10, 5)), band=((0, 4, 6), (10, 3, 7)))
    (band,) = [
        shape
        for shape in chart_drawing(Chart("", FLAT, flat, (curve,))).shapes
        if isinstance(shape, Path) and shape.fill == "#111111"
    ]
    height = Chart("", FLAT, flat).height - TOP - BOTTOM

    assert [(height + TOP - y) / height * 10 for _, y in band.points] == pytest.approx([6, 7, 3, 4])
