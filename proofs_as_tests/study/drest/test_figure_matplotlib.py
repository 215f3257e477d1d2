"""Figures by matplotlib: what is on them is what is on the SVG; without it there is one clear error."""

import sys

import pytest

from formal_rl.errors import MissingExtra
from formal_rl.study.drest import PLANS, figure_image
from formal_rl.study.drest._theorem_map import drest_map
from formal_rl.study.drest.figure_matplotlib import figure_matplotlib
from formal_rl.view import Disc, Path, Words, chart_drawing


def test_without_matplotlib_there_is_one_error(monkeypatch):
    """It says which extra to install."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    with pytest.raises(MissingExtra, match=r'matplotlib is not installed: pip install "formal_rl\[plot\]"'):
        figure_matplotlib(PLANS["2"].draw([]))


def test_a_drawing_has_its_shapes():
    """Each path and disc is a patch, each text a text, on a sheet of the size of the drawing."""
    pytest.importorskip("matplotlib")
    figure = PLANS["2"].draw([])
    ((drawing,),) = figure.rows
    sheet = figure_matplotlib(figure)
    (axes,) = sheet.axes

    assert tuple(sheet.get_size_inches() * 72) == pytest.approx((drawing.width, drawing.height))
    assert len(axes.patches) == sum(isinstance(shape, Path | Disc) for shape in drawing.shapes)
    assert [text.get_text() for text in axes.texts] == [each.text for each in drawing.shapes if isinstance(each, Words)]


def test_a_chart_has_its_lines():
    """Lines, marks and their texts are on axes with the limits and the names of the chart."""
    pytest.importorskip("matplotlib")
    chart, sheet = drest_map(), figure_matplotlib(PLANS["map"].draw([]))
    (axes,) = sheet.axes
    named = [curve.name for curve in chart.curves if curve.name]

    assert [line.get_xydata().tolist() for line in axes.lines[: len(chart.curves)]] == [
        [list(map(float, point)) for point in curve.points] for curve in chart.curves
    ]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == named
    assert (axes.get_xlim(), axes.get_ylim()) == ((chart.x.low, chart.x.high), (chart.y.low, chart.y.high))
    assert {mark.text for mark in chart.marks} <= {text.get_text() for text in axes.texts}
    assert axes.get_title() in {shape.text for shape in chart_drawing(chart).shapes if isinstance(shape, Words)}


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_an_image_is_the_same_every_time(form, start):
    """The bytes of a PNG and of a PDF depend on the figure only."""
    pytest.importorskip("matplotlib")
    figure = PLANS["1"].draw([])
    image = figure_image(figure, form)

    assert image.startswith(start)
    assert image == figure_image(figure, form)
