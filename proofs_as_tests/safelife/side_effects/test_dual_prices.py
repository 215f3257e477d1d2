"""Envelopes of prices: the least of price and distance, against all pairs one by one."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife.side_effects import LENGTHS, Size
from formal_rl.safelife.side_effects._dual_prices import FARTHEST, NOWHERE, envelope, envelope_of_few, greatest_length
from formal_rl.safelife.side_effects.certificate import UNIT, cost_bounds

SIZES = st.tuples(st.integers(1, 9), st.integers(1, 9))
PRICES = st.one_of(st.just(None), st.integers(-UNIT, UNIT), st.sampled_from([0, UNIT, -UNIT]))


@st.composite
def priced(draw):
    height, width = draw(SIZES)
    rows = draw(st.lists(st.lists(PRICES, min_size=width, max_size=width), min_size=height, max_size=height))
    return Size(height, width), rows


def least_by_pairs(size, rows, distance, *, backwards):
    length = LENGTHS[distance]
    locations = [(row, column) for row in range(size.height) for column in range(size.width)]
    given = {place: rows[place[0]][place[1]] for place in locations if rows[place[0]][place[1]] is not None}
    lowest = min(given.values(), default=NOWHERE) + cost_bounds(FARTHEST)[0]

    def cost(here, there):
        return cost_bounds(length(size, there, here) if backwards else length(size, here, there))[0]

    return [
        [
            min([lowest, *(price + cost((row, column), there) for there, price in given.items())])
            for column in range(size.width)
        ]
        for row in range(size.height)
    ]


@given(priced(), st.sampled_from(sorted(LENGTHS)), st.booleans())
def test_the_least_is_that_of_all_pairs(case, distance, backwards):
    size, rows = case
    prices = numpy.array([[NOWHERE if price is None else price for price in row] for row in rows], dtype=numpy.int64)
    found = envelope(prices, numpy.arange(prices.size), size, distance, backwards=backwards)
    if any(price is not None for row in rows for price in row):
        assert found.least.tolist() == least_by_pairs(size, rows, distance, backwards=backwards)
        priced = numpy.flatnonzero(prices.ravel() < NOWHERE)
        few = envelope_of_few(prices, priced, size, distance, backwards=backwards)
        assert few.least.tolist() == found.least.tolist()
        best = prices.ravel().tolist()
        for here, total in zip(found.here.tolist(), found.totals.tolist(), strict=True):
            best[here] = min(best[here], total)
        lowest = int(prices.min()) + cost_bounds(FARTHEST)[0]
        assert found.least.ravel().tolist() == [min(total, lowest) for total in best]
    else:
        assert (found.least >= NOWHERE).all()
    # the pairs are among the locations that have prices, and their totals are those of their distances or more
    for here, there, total in zip(found.here.tolist(), found.there.tolist(), found.totals.tolist(), strict=True):
        source, target = divmod(here, size.width), divmod(there, size.width)
        if backwards:
            source, target = target, source
        assert (
            total
            >= rows[there // size.width][there % size.width] + cost_bounds(LENGTHS[distance](size, source, target))[0]
        )


@pytest.mark.parametrize("distance", LENGTHS)
@pytest.mark.parametrize("backwards", [False, True])
def test_far_locations_are_taken_together(distance, backwards):
    size = Size(1, 150)
    prices = numpy.full((1, 150), NOWHERE, dtype=numpy.int64)
    prices[0, 0], prices[0, 75] = 0, -5
    least = envelope(prices, numpy.arange(150), size, distance, backwards=backwards).least
    assert least.max() <= cost_bounds(FARTHEST)[0] - 5
    length = LENGTHS[distance]
    for here in range(150):
        for there in range(150):
            pair = ((0, there), (0, here)) if backwards else ((0, here), (0, there))
            assert least[0, here] <= least[0, there] + cost_bounds(length(size, *pair))[0]


@pytest.mark.parametrize("distance", LENGTHS)
@pytest.mark.parametrize("size", [Size(1, 1), Size(1, 7), Size(4, 5), Size(26, 26), Size(64, 64)])
def test_the_greatest_length_is_that_of_all_pairs(distance, size):
    corners = [(row, column) for row in range(size.height) for column in range(size.width)]
    pairs = [(corners[0], there) for there in corners] + [(there, corners[-1]) for there in corners]
    greatest = max(LENGTHS[distance](size, *pair) for pair in pairs)
    assert greatest_length(size, distance) == max(1, min(FARTHEST, greatest))
