"""Figures as PNG: what is on them is what is on the SVG; without the renderer there is one clear error."""

import io
import sys
from itertools import pairwise

import pytest
from attrs import evolve

from formal_rl.errors import MissingExtra
from formal_rl.study.drest import PLANS, figure_png
from formal_rl.study.drest._still_figures import drest_map
from formal_rl.study.drest.figure import as_drawing
from formal_rl.view import Disc, Path, Words, chart_drawing
from formal_rl.view.charts import BOTTOM, LEFT, RIGHT, TOP

STILL = [plan for plan in PLANS.values() if not plan.needs]


def seen(figure):
    """The PNG of a figure as pillow sees it."""
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    return image.open(io.BytesIO(figure_png(figure))).convert("RGB")


def at(picture, point):
    """The colour of a point of the drawing."""
    return "#{:02x}{:02x}{:02x}".format(*picture.getpixel(tuple(round(2 * number) for number in point)))


def test_without_the_renderer_there_is_one_error(monkeypatch):
    """It says which extra to install."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)

    with pytest.raises(MissingExtra, match=r"resvg-py, .* is not installed: pip install pillow resvg-py"):
        figure_png(PLANS["2"].draw([]))


def test_a_drawing_has_its_shapes():
    """Each disc has its colour, each dark square is dark, on a picture of twice the size of the drawing."""
    figure = PLANS["2"].draw([])
    ((drawing,),) = figure.rows
    picture = seen(figure)
    discs = [shape for shape in drawing.shapes if isinstance(shape, Disc)]
    filled = [shape for shape in drawing.shapes if isinstance(shape, Path) and shape.fill and shape.stroke]

    assert picture.size == pytest.approx((2 * drawing.width, 2 * drawing.height))
    assert discs
    for disc in discs:
        (x, y), part = disc.centre, disc.radius * 0.8
        assert at(picture, (x, y - part)) == disc.fill
    assert len({path.fill for path in filled}) > 1
    for path in filled:
        x, y = path.points[0]
        assert at(picture, (x + 4, y + 4)) == path.fill


def test_a_chart_has_its_lines():
    """Each line is seen along much of its way, in its colour, each mark at its place, and each area in its corner."""
    chart, picture = drest_map(), seen(PLANS["map"].draw([]))
    shapes = chart_drawing(chart).shapes
    colours = {curve.colour for curve in chart.curves}
    lines = [shape for shape in shapes if isinstance(shape, Path) and shape.stroke in colours]
    lines = [line for line in lines if line.points[0][1] < chart.height]  # below are the names

    assert len(lines) == len(chart.curves)
    for line in lines:
        places = [
            (x + part / 8 * (to_x - x), y + part / 8 * (to_y - y))
            for (x, y), (to_x, to_y) in pairwise(line.points)
            for part in range(1, 8)
        ]
        assert sum(at(picture, place) == line.stroke for place in places) > 0.2 * len(places)
    for disc in (shape for shape in shapes if isinstance(shape, Disc)):
        assert at(picture, disc.centre) == disc.fill
    above, below = chart.areas
    assert at(picture, (LEFT + 9, TOP + 9)) == above.colour
    assert at(picture, (chart.width - RIGHT - 9, chart.height - BOTTOM - 9)) == below.colour


@pytest.mark.parametrize("plan", STILL, ids=lambda plan: plan.name)
def test_text_is_there(plan):
    """Where a drawing has a line of text, there is something that is not there without the text."""
    chops = pytest.importorskip("PIL.ImageChops")
    figure = plan.draw([])
    drawings = [as_drawing(part) for row in figure.rows for part in row]
    for drawing in drawings:
        words = [shape for shape in drawing.shapes if isinstance(shape, Words) and shape.text]
        rest = tuple(shape for shape in drawing.shapes if not isinstance(shape, Words))
        whole, bare = (seen(evolve(figure, rows=((each,),))) for each in (drawing, evolve(drawing, shapes=rest)))
        difference = chops.difference(whole, bare)
        for each in words:
            (x, y), side = each.at, 2 * each.size
            assert difference.crop(
                tuple(map(round, (2 * x - side, 2 * y - side, 2 * x + side, 2 * y + side)))
            ).getbbox()


def test_an_image_is_the_same_every_time():
    """The bytes of a PNG depend on the figure only."""
    pytest.importorskip("resvg_py")
    figure = PLANS["1"].draw([])
    image = figure_png(figure)

    assert image.startswith(b"\x89PNG")
    assert image == figure_png(figure)
