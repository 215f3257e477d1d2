"""Histograms, and their picture."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.benchmark import HistogramPanel, HistogramRow, histogram, histograms_svg

values = st.lists(st.fractions(-1, 2, max_denominator=30) | st.floats(-1, 2), max_size=20)


@given(values, values, st.integers(1, 9))
def test_histograms_add_up(first, second, parts):
    """Each value is counted once, whatever the order, and those of two lists are the sum of theirs."""
    both = histogram([*second, *first], 0, 1, parts)

    assert sum(both) == len(first) + len(second)
    assert both == tuple(map(sum, zip(histogram(first, 0, 1, parts), histogram(second, 0, 1, parts), strict=True)))


@given(values, st.integers(1, 9))
def test_parts_can_be_put_together(listed, parts):
    """Two parts of a histogram of twice as many are one part."""
    fine = histogram(listed, 0, 1, 2 * parts)

    assert histogram(listed, 0, 1, parts) == tuple(a + b for a, b in zip(fine[::2], fine[1::2], strict=True))


@pytest.mark.parametrize(
    ("arguments", "name"),
    [(((), 1, 1, 2), "highest"), (((), 0, 1, 0), "parts"), (((), 0, 1, 1.5), "parts"), ((("a",), 0, 1, 2), "value"),
     (((float("inf"),), 0, 1, 2), "value"), (((None,), 0, 1, 2), "value")],
)  # fmt: skip
def test_what_cannot_be_counted_is_refused(arguments, name):
    """By name."""
    with pytest.raises(InvalidParameter, match=name):
        histogram(*arguments)


def test_the_picture_has_a_bar_for_each_part_that_is_not_empty():
    """As high as its count, with a tooltip; texts are escaped; nothing refers outside."""
    panel = HistogramPanel("performance", "0", "1", (3, 0, 1), "0.25 ± 0.40", 0.25)
    empty = HistogramPanel("length", "0", "1000", (0, 0), "-", None)
    text = histograms_svg("a & b", [HistogramRow("<mine>", (panel, empty))])
    root = ElementTree.fromstring(text)
    bars = [each for each in root.iter() if each.tag.endswith("rect") and len(each)]

    assert [bar[0].text for bar in bars] == ["3", "1"]
    assert float(bars[0].get("height")) == 3 * float(bars[1].get("height"))
    assert "&lt;mine&gt;" in text
    assert "href" not in text
    assert text == histograms_svg("a & b", [HistogramRow("<mine>", (panel, empty))])


def test_a_share_is_counted_exactly():
    """A third is in the second of three parts, and the float below it in the first."""
    assert histogram([Fraction(1, 3)], 0, 1, 3) == (0, 1, 0)
    assert histogram([1 / 3], 0, 1, 3) == (1, 0, 0)
