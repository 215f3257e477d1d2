"""Histories as a line of text."""

from fractions import Fraction

import pytest
from hypothesis import given

from formal_rl.histories import format_history, history
from formal_rl.strategies import histories


@pytest.mark.parametrize(
    ("expected", "h"),
    [
        ("⟨⟩", ()),
        ("(0,0)", history((0, 0))),
        ("(0,0) 1", history((0, 0), 1)),
        ("(0,0) 1 (-1,2) 0 (1/2,left)", history((0, 0), 1, (-1, 2), 0, (Fraction(1, 2), "left"))),
    ],
)
def test_by_hand(expected, h):
    """Percepts are shown as (r,o) and actions bare, a space apart; the empty history has a sign of its own."""
    assert expected == format_history(h)


@given(histories(min_percepts=1))
def test_one_word_an_element(h):
    """There are as many words as elements, and they stand on one line."""
    text = format_history(h)

    assert len(h) == len(text.split(" "))
    assert "\n" not in text


@given(histories(), histories())
def test_different_histories_read_differently(one, other):
    """Two histories over natural observations read the same only where they are equal."""
    assert (one == other) == (format_history(one) == format_history(other))
