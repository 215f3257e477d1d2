"""The map of the local threshold: its lines, and the picture of the documents."""

from fractions import Fraction
from pathlib import Path

from formal_rl.gridworlds.theorem import local_bounds
from formal_rl.study.drest._still_figures import local_map
from formal_rl.view.charts import chart_svg


def test_the_picture_of_the_documents_is_this_map():
    """As it is drawn today."""
    kept = Path(__file__).parents[3] / "docs" / "findings" / "drest_threshold.svg"

    assert chart_svg(local_map()) == kept.read_text(encoding="utf-8")


def test_the_lines_are_the_bounds():
    """They begin at λ = 1/2 with the bound there, for k = 2, 3, 4, and N of 64 at λ = 9/10 is above the first."""
    found = local_map()

    for k, curve in zip((2, 3, 4), found.curves, strict=False):
        assert curve.points[0] == (2.0, float(local_bounds(Fraction(1, 2), k).below))
    assert [mark.above for mark in found.marks] == [True, False]
