"""Counting bits by planes of their counts."""

import numpy
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife._engines.planes.boards import ColourCounter, PlaneCounter, bits_of, frame_of, stacked

FRAME = frame_of(2, 3)
PLANES = st.integers(0, FRAME.everywhere).map(lambda bits: bits & FRAME.everywhere)


@given(st.lists(st.tuples(PLANES, PLANES), max_size=40))
def test_counts_of_any_planes(pairs):
    """The count of each place is how many ints have the bit."""
    counter = PlaneCounter()
    for pair in pairs:
        counter.add(stacked(list(pair), FRAME))

    expected = sum(
        (bits_of(stacked(list(pair), FRAME), 2, FRAME).astype(int) for pair in pairs), numpy.zeros((2, 2, 3))
    )
    assert numpy.array_equal(counter.counts(FRAME, 2), expected)


def test_one_bit_many_times():
    """Numbers of all sizes."""
    counter = PlaneCounter()
    for number in range(1, 300):
        counter.add(1 << 5 | 1)
        assert counter.counts(FRAME, 1).tolist() == [[[number, 0, 0], [number, 0, 0]]]


@given(st.lists(st.lists(st.sampled_from([None, *range(8)]), min_size=6, max_size=6), max_size=30))
def test_colours_are_counted_apart(boards):
    """Eight colours, each counted where a place is occupied and has that very colour."""
    counter = ColourCounter(FRAME)
    expected = numpy.zeros((8, 6), dtype=int)
    for cells in boards:
        planes = [0, 0, 0, 0]
        for place, colour in enumerate(cells):
            if colour is not None:
                bit = 1 << place // 3 * FRAME.stride + place % 3
                expected[colour, place] += 1
                planes[0] |= bit
                for plane, colour_bit in ((1, 2), (2, 1), (3, 4)):
                    planes[plane] |= bit if colour & colour_bit else 0
        counter.add(planes[0], stacked([0, *planes[1:]], FRAME))

    assert numpy.array_equal(counter.counts(), expected.reshape(8, 2, 3))
