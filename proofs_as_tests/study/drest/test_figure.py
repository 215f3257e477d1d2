"""Figures as PNG: what is on them is what is on the SVG; without the renderer there is one clear error."""

import io
import sys

import pytest

from formal_rl.errors import MissingExtra
from formal_rl.study.drest.figure import figure_png
from formal_rl.study.drest.figures import PLANS
from formal_rl.view.svg_drawing import Disc, Path

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


def test_an_image_is_the_same_every_time():
    """The bytes of a PNG depend on the figure only."""
    pytest.importorskip("resvg_py")
    figure = PLANS["2"].draw([])
    image = figure_png(figure)

    assert image.startswith(b"\x89PNG")
    assert image == figure_png(figure)
