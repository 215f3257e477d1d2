"""Histories read from text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import MalformedText
from formal_rl.histories import Percept, format_history, history, parse_history
from proofs_as_tests.rows import each_row_of, refused


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", ()),
        ("  ", ()),
        ("⟨⟩", ()),
        (" <> ", ()),
        ("(0,0)", history((0, 0))),
        ("(0,0) 1", history((0, 0), 1)),
        ("(0,0) 1 (1,0) 0", history((0, 0), 1, (1, 0), 0)),
        ("  (0,0)1(1,0)0 ", history((0, 0), 1, (1, 0), 0)),
        ("( -1 ,\t2 )\n10 (1,0)", history((-1, 2), 10, (1, 0))),
        ("(1/2,0) 0 (-3/4,12) 1", history((Fraction(1, 2), 0), 0, (Fraction(-3, 4), 12), 1)),
        ("(0,wall) 0 (0,x1.y-z) 1 (0,-3)", history((0, "wall"), 0, (0, "x1.y-z"), 1, (0, -3))),
        ("(0,_) 0", history((0, "_"), 0)),
        ("(0,0) 1 \x1d(1,0)", history((0, 0), 1, (1, 0))),
    ],
)
def test_parsed_texts(text, read):
    """Percepts in parentheses, actions bare, the empty history in three ways; space where one likes."""
    parsed = parse_history(text)

    assert parsed == read == history(text)
    assert [type(element) for element in parsed] == [type(element) for element in read]
    assert [type(element.reward) for element in parsed[::2]] == [type(element.reward) for element in read[::2]]


PERCEPT = "a percept such as (1,0), (-1/2,3) or (0,wall)"
ACTION = "an action, a natural number, since a percept stands before it"


NO_HISTORIES = [
    ("0", 0, "0", PERCEPT),
    ("(0,0) 1 1", 8, "1", PERCEPT),
    ("(0,0) (0,0)", 6, "(0,0)", ACTION),
    ("(0,0) -1", 6, "-1", ACTION),
    ("(0,0) left", 6, "left", ACTION),
    ("(0,0) 1.5", 6, "1.5", ACTION),
    ("(0,0) 1, (0,0)", 6, "1,", ACTION),
    ("(0,0) 1 (0;0) 1", 8, "(0;0)", PERCEPT),
    ("(0,0) 1 (0,0", 8, "(0,0", PERCEPT),
    ("(0) 1", 0, "(0)", PERCEPT),
    ("(0,0,0) 1", 0, "(0,0,0)", PERCEPT),
    ("(0.5,0) 1", 0, "(0.5,0)", PERCEPT),
    ("(0,1/2) 1", 0, "(0,1/2)", PERCEPT),
    ("((0,0)) 1", 0, "(", PERCEPT),
    ("(1/0,0) 1", 1, "1/0", "a reward: nothing is divided by 0"),
    ("(0,0) ²", 6, "²", ACTION),
    ("(٣,0) 1", 0, "(٣,0)", PERCEPT),
    ("()", 0, "()", PERCEPT),
    ("(0,0) " + "9" * 5000, 6, "9" * 5000, ACTION),
]


@each_row_of(*(refused(MalformedText(text, *fault), parse_history, (text,)) for text, *fault in NO_HISTORIES))
def test_malformed_texts_raise(row):
    """The first character that does not fit is named, with what stands there and what was expected."""
    row()


words = st.from_regex(r"[^\W\d][\w.-]*", fullmatch=True)
percepts = st.builds(Percept, st.integers() | st.fractions(), st.integers() | words)


@st.composite
def histories(draw):
    """Histories with every observation that can be written."""
    elements = []
    for _ in range(draw(st.integers(0, 4))):
        elements += [draw(percepts), draw(st.integers(min_value=0))]
    return (*elements, draw(percepts)) if draw(st.booleans()) else tuple(elements)


@given(histories())
def test_round_trip(written):
    """What was written is read as it was, and written again it is the same text."""
    text = format_history(written)

    assert parse_history(text) == written
    assert format_history(parse_history(text)) == text


@given(st.text(alphabet="(,)0123/-x <⟨⟩> "))
def test_any_text_is_read_or_refused(text):
    """Whatever the text, it is read as a history that is written and read again alike, or refused at a place in it."""
    try:
        read = parse_history(text)
    except MalformedText as error:
        refused = error
    else:
        assert parse_history(format_history(read)) == read
        return
    assert refused.token
    assert text[refused.position :].startswith(refused.token)
