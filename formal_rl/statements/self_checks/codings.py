"""The flat form, the text and the numbers of histories: there and back, and what has none."""

from collections.abc import Callable
from fractions import Fraction

from formal_rl.checking import Part
from formal_rl.errors import END, InvalidParameter, MalformedHistory, MalformedText
from formal_rl.histories import (
    Percept,
    decode_history,
    decode_pair,
    decode_percept,
    decode_sequence,
    encode_history,
    encode_pair,
    encode_percept,
    encode_rational,
    encode_sequence,
    flatten,
    format_history,
    index_of_play,
    nth_play,
    parse_history,
    require_flat,
    require_natural,
    unflatten,
)
from formal_rl.histories.coding import (
    bijective_digits,
    decode_integer,
    decode_rational,
    encode_integer,
    from_bijective_digits,
)
from formal_rl.statements.self_checks import Refusal, Row, decide_rows
from formal_rl.statements.self_checks.histories import HALF, ONE, PLAY, PROMPT, ZERO, malformed

_OBSERVATION = "an observation: an int >= 0, as the 2021 paper has it"


def histories_are_flattened_and_written() -> Part:
    """Go to the flat form and to text and back, and refuse what has no such form."""
    flat = (0, 0, 1, 1, 0)
    places = [((0,), 1), ((0, 0, 0, 0), 4), ((0, 0, 0, 0, 0, 0, 1), 7)]
    texts = {
        "(0,0) 1 (1,0)": PROMPT,
        " ( 0 , 0 )1( 1,0 ) 0 ": PLAY,
        "": (),
        " <> ": (),
        "⟨⟩": (),
        "(-1/2,wall)": (Percept(Fraction(-1, 2), "wall"),),
        "(4/2,-3)": (Percept(Fraction(2), -3),),
        "(0,_a-b.9)": (Percept(0, "_a-b.9"),),
    }
    wrong = (
        ("0", 0),
        ("(0,0) (0,0)", 6),
        ("(0,0) -1", 6),
        ("(0,0) 1 1", 8),
        ("(1/0,0)", 1),
        ("(0.5,0)", 0),
        ("(0,0", 0),
    )
    return decide_rows(
        "histories are flattened and written",
        (
            *(Row(require_flat, (value,)) for value in ((), (0, 0), [0, 0, 0], flat, (Fraction(-1, 2), 0))),
            Row(require_flat, ("",), malformed(None, "")),
            *(Row(require_flat, (value,), malformed(place)) for value, place in places),
            *(Row(require_flat, ((0, v),), malformed(1, v)) for v in (-1, Fraction(1), True, "0")),
            *(Row(require_flat, ((0, 0, v),), malformed(2, v)) for v in (-1, Fraction(1), True)),
            *(Row(require_flat, ((v, 0),), malformed(0, v)) for v in (True, 0.5, "0")),
            Row(require_flat, ((-1, 0, 0, -2, 1, 0),)),
            *(Row(require_flat, ((0,) * n,), MalformedHistory(n, END, _OBSERVATION)) for n in (1, 4)),
            Row(require_flat, ((0, -1),), MalformedHistory(1, -1, _OBSERVATION)),
            Row(require_flat, ((0.5, 0),), MalformedHistory(0, 0.5, "a reward: an int or a Fraction")),
            Row(require_flat, ((0, 0, -1),), MalformedHistory(2, -1, "an action: an int >= 0")),
            Row(flatten, ((HALF,),), MalformedHistory(0, "wall", _OBSERVATION)),
            Row(flatten, (PROMPT,), flat),
            Row(flatten, ((),), ()),
            Row(flatten, ((HALF,),), malformed(0, "wall")),
            Row(flatten, ((ZERO, 0, Percept(0, -1)),), malformed(2, -1)),
            Row(flatten, ((0,),), malformed(0, 0)),
            Row(unflatten, (flat,), PROMPT),
            Row(unflatten, ((*flat, 0),), PLAY),
            Row(unflatten, ((),), ()),
            Row(unflatten, ((0, 0, 0, 0),), malformed(4)),
            Row(format_history, ((),), "⟨⟩"),
            Row(format_history, ((*PLAY, HALF),), "(0,0) 1 (1,0) 0 (1/2,wall)"),
            *(Row(parse_history, (text,), value) for text, value in texts.items()),
            *(Row(parse_history, (text,), Refusal(MalformedText, position=place)) for text, place in wrong),
            Row(lambda: repr(HALF), (), "Percept(Fraction(1, 2), 'wall')"),
        ),
    )


def numbers_of_histories() -> Part:
    """Give the first naturals their pairs, sequences, rationals, histories and plays, and come back to them."""
    coded = ((encode_pair, decode_pair), (encode_sequence, decode_sequence), (encode_rational, decode_rational))
    more = ((encode_integer, decode_integer), (encode_percept, decode_percept), (encode_history, decode_history))

    def back(code: Callable[..., int], decode: Callable[[int], object], number: int) -> int:
        decoded = decode(number)
        return code(*decoded) if code is encode_pair and isinstance(decoded, tuple) else code(decoded)

    wrong = (-1, True, 0.5, "0")
    decoders = (decode_pair, decode_integer, decode_sequence, decode_rational, decode_percept, decode_history, nth_play)
    return decide_rows(
        "numbers of histories",
        (
            *(Row(back, (code, decode, n), n) for code, decode in (*coded, *more) for n in range(40)),
            *(Row(back, (index_of_play, nth_play, n), n) for n in range(40)),
            Row(lambda: [decode_pair(n) for n in range(6)], (), [(0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]),
            Row(lambda: [decode_integer(n) for n in range(5)], (), [0, 1, -1, 2, -2]),
            Row(lambda: [decode_sequence(n) for n in range(6)], (), [(), (0,), (1,), (2,), (3,), (0, 0)]),
            Row(lambda: [decode_rational(n) for n in range(7)], (), [0, 1, -1, 2, Fraction(1, 2), -2, 3]),
            Row(
                lambda: [nth_play(n) for n in range(5)],
                (),
                [(ZERO, 0), (ONE, 0), (ZERO, 1), (Percept(0, 1), 0), (ZERO, 0, ZERO, 0)],
            ),
            Row(bijective_digits, (0, 3), []),
            Row(bijective_digits, (14, 3), [1, 1, 2]),
            Row(from_bijective_digits, ([1, 1, 2], 3), 14),
            Row(require_natural, ("it", 0)),
            *(Row(require_natural, ("it", v), Refusal(InvalidParameter, name="it", value=v)) for v in wrong),
            *(Row(decode, (v,), Refusal(InvalidParameter, value=v)) for decode in decoders for v in wrong),
            Row(encode_pair, (-1, 0), Refusal(InvalidParameter, value=-1)),
            Row(encode_pair, (0, True), Refusal(InvalidParameter, value=True)),
            Row(encode_integer, (True,), Refusal(InvalidParameter, value=True)),
            Row(encode_sequence, ((0, -1),), Refusal(InvalidParameter, name="element 1", value=-1)),
            *(Row(encode_rational, (v,), Refusal(InvalidParameter, value=v)) for v in (True, 0.5)),
            Row(encode_percept, (Percept(0, -1), 6), malformed(6, -1)),
            Row(encode_percept, (HALF,), malformed(None, "wall")),
            Row(encode_percept, (Percept(0, True),), malformed(None, True)),
            Row(encode_percept, ((0, 0), 2), malformed(2, (0, 0))),
            Row(encode_history, ((ZERO, 0, HALF),), malformed(2, "wall")),
            Row(index_of_play, ((),), malformed(0)),
            Row(index_of_play, (PROMPT,), malformed(3)),
            Row(index_of_play, ((ZERO, 0, HALF, 0),), malformed(2, "wall")),
        ),
    )


CHECKS: tuple[Callable[[], Part], ...] = (histories_are_flattened_and_written, numbers_of_histories)
"""Every self-check of this module, by itself."""
