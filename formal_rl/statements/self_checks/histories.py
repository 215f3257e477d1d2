"""The guards of ``histories``: what is refused, with which error and at which place, and what is accepted."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any

from formal_rl.checking.outcome import Part
from formal_rl.errors import END, InvalidParameter, MalformedHistory, MalformedText
from formal_rl.histories import (
    Percept,
    actions,
    all_plays,
    all_prompts,
    check_action,
    check_flat,
    check_history,
    check_percept,
    check_play,
    check_prompt,
    concatenate,
    flatten,
    format_history,
    history,
    is_play,
    is_prompt,
    map_observations,
    map_rewards,
    percept_alphabet,
    percepts,
    prefixes,
    prompt_of,
    prompt_prefixes,
    reverse,
    split_play,
    unflatten,
)
from formal_rl.histories.coding import (
    bijective_digits,
    check_natural,
    decode_integer,
    decode_pair,
    decode_rational,
    decode_sequence,
    encode_integer,
    encode_pair,
    encode_rational,
    encode_sequence,
    from_bijective_digits,
)
from formal_rl.histories.history_coding import (
    decode_history,
    decode_percept,
    encode_history,
    encode_percept,
    index_of_play,
    nth_play,
)
from formal_rl.histories.parsing import parse_history
from formal_rl.statements.self_checks.rows import Refusal, Row, decide_rows

_PERCEPT: Callable[..., Any] = Percept  # to make percepts that are none
ZERO, ONE = Percept(0, 0), Percept(1, 0)
HALF = Percept(Fraction(1, 2), "wall")
PROMPT, PLAY = (ZERO, 1, ONE), (ZERO, 1, ONE, 0)


def _malformed(index: int | None, value: object = END) -> Refusal:
    return Refusal(MalformedHistory, index=index, value=value)


def histories_are_told_from_what_is_none() -> Part:
    """Refuse what is no percept, action, history, prompt or play, naming the place."""
    pair = (0, 0)
    return decide_rows(
        "histories are told from what is none",
        (
            *(Row(check_percept, (value,)) for value in (ZERO, HALF, Percept(-3, ()), Percept(Fraction(2), None))),
            Row(check_percept, (pair, 4), _malformed(4, pair)),
            Row(check_percept, (None,), _malformed(None, None)),
            *(Row(check_percept, (_PERCEPT(r, 0), 2), _malformed(2, r)) for r in (0.5, True, "1", None)),
            Row(check_percept, (_PERCEPT(0, []), 2), _malformed(2, [])),
            *(Row(check_action, (value,)) for value in (0, 1, 7)),
            *(Row(check_action, (value, 3), _malformed(3, value)) for value in (-1, True, False, 1.0, "0", None)),
            *(Row(check_history, (value,)) for value in ((), (ZERO,), PROMPT, PLAY, (HALF, 0, HALF))),
            Row(check_history, ([ZERO],), _malformed(None, [ZERO])),
            Row(check_history, (ZERO,), _malformed(None, ZERO)),
            Row(check_history, ((pair,),), _malformed(0, pair)),
            Row(check_history, ((ZERO, -1),), _malformed(1, -1)),
            Row(check_history, ((ZERO, True),), _malformed(1, True)),
            Row(check_history, ((ZERO, 0, 0),), _malformed(2, 0)),
            Row(check_history, ((ZERO, 0, Percept(True, 0)),), _malformed(2, True)),
            Row(check_history, ((ZERO, 0, _PERCEPT(0, [])),), _malformed(2, [])),
            Row(check_history, ((0, ZERO),), _malformed(0, 0)),
            *(Row(check_prompt, (value,)) for value in ((ZERO,), PROMPT)),
            *(Row(check_prompt, (value,), _malformed(len(value))) for value in ((), (ZERO, 0), PLAY)),
            Row(check_prompt, ((ZERO, 0, 1),), _malformed(2, 1)),
            *(Row(check_play, (value,)) for value in ((), (ZERO, 0), PLAY)),
            *(Row(check_play, (value,), _malformed(len(value))) for value in ((ZERO,), PROMPT)),
            Row(check_play, ((ZERO, ZERO),), _malformed(1, ZERO)),
            *(Row(is_prompt, (v,), v in ((ZERO,), PROMPT)) for v in ((), (ZERO,), (ZERO, 0), PROMPT, PLAY, (0,), None)),
            *(Row(is_play, (v,), v in ((), (ZERO, 0), PLAY)) for v in ((), (ZERO,), (ZERO, 0), PROMPT, PLAY, (0,), 1)),
            Row(history, ((0, 0), 1, (1, 0)), PROMPT),
            Row(history, (), ()),
            Row(history, ((0, 0), (1, 0)), _malformed(1, (1, 0))),
            Row(history, ((0, 0, 0),), _malformed(0, (0, 0, 0))),
        ),
    )


def histories_are_cut_and_joined() -> Part:
    """Cut, join, rewrite and reverse small histories, and refuse to where no history would come of it."""
    return decide_rows(
        "histories are cut and joined",
        (
            Row(percepts, (PROMPT,), (ZERO, ONE)),
            Row(actions, (PLAY,), (1, 0)),
            Row(actions, (PROMPT,), (1,)),
            Row(concatenate, (), ()),
            Row(concatenate, ((), PROMPT), PROMPT),
            Row(concatenate, (PROMPT, ()), PROMPT),
            Row(concatenate, (PLAY, (), PROMPT), PLAY + PROMPT),
            Row(concatenate, (PLAY, PLAY, PLAY), PLAY * 3),
            Row(concatenate, (PROMPT, PROMPT), _malformed(3, ZERO)),
            Row(concatenate, (PLAY, PROMPT, PLAY), _malformed(7, ZERO)),
            Row(lambda: list(prefixes(PROMPT)), (), [(), (ZERO,), (ZERO, 1), PROMPT]),
            Row(lambda: list(prefixes(())), (), [()]),
            Row(lambda: list(prompt_prefixes(PROMPT)), (), [(ZERO,), PROMPT]),
            Row(lambda: list(prompt_prefixes(PLAY)), (), [(ZERO,), PROMPT]),
            Row(lambda: list(prompt_prefixes(())), (), []),
            Row(split_play, ((),), None),
            Row(split_play, (PLAY,), (PROMPT, 0)),
            Row(split_play, (PROMPT,), _malformed(3)),
            Row(split_play, ((ZERO, -1),), _malformed(1, -1)),
            Row(prompt_of, ((ZERO, 1),), (ZERO,)),
            Row(prompt_of, (PLAY,), PROMPT),
            Row(prompt_of, ((),), _malformed(0)),
            Row(prompt_of, ((ZERO,),), _malformed(1)),
            Row(prompt_of, (PROMPT,), _malformed(3)),
            Row(prompt_of, ([ZERO, 1],), _malformed(None, [ZERO, 1])),
            Row(map_rewards, (lambda reward: reward - 2, PLAY), (Percept(-2, 0), 1, Percept(-1, 0), 0)),
            Row(map_observations, (lambda seen: seen + 2, PLAY), (Percept(0, 2), 1, Percept(1, 2), 0)),
            Row(reverse, (PROMPT,), (ONE, 1, ZERO)),
            Row(reverse, ((ZERO, 0, ONE, 1, HALF),), (HALF, 1, ONE, 0, ZERO)),
            Row(reverse, ((),), _malformed(0)),
            Row(reverse, (PLAY,), _malformed(4)),
        ),
    )


def histories_are_enumerated() -> Part:
    """Count and order what the alphabets give, and refuse numbers that are too small."""
    three = percept_alphabet(3)
    return decide_rows(
        "histories are enumerated",
        (
            *(Row(lambda n=n: len(set(percept_alphabet(n))), (), n) for n in (0, 1, 5, 6, 7, 8, 9, 10, 12)),
            Row(
                percept_alphabet,
                (10,),
                tuple(
                    Percept(*pair)
                    for pair in ((0, 0), (1, 0), (0, 1), (-1, 0), (1, 1), (-1, 1), (0, 2), (1, 2), (-1, 2), (0, 3))
                ),
            ),
            Row(percept_alphabet, (-1,), Refusal(InvalidParameter, name="size", value=-1)),
            *(
                Row(lambda p=p, a=a, n=n: len(set(all_prompts(three[:p], range(a), n))), (), p**n * a ** (n - 1))
                for p in (1, 2, 3)
                for a in (1, 2)
                for n in (1, 2, 3)
            ),
            *(
                Row(lambda p=p, a=a, n=n: len(set(all_plays(three[:p], range(a), n))), (), (p * a) ** n)
                for p in (1, 2, 3)
                for a in (1, 2)
                for n in (0, 1, 2)
            ),
            Row(lambda: all(map(is_prompt, all_prompts(three, (0, 1), 2))), (), True),
            Row(lambda: all(map(is_play, all_plays(three, (0, 1), 2))), (), True),
            Row(lambda: list(islice(all_prompts(three, (0, 1), 2), 4)), (), [(ZERO, a, x) for a, x in _FIRST]),
            *(Row(all_prompts, (three, (0, 1), n), Refusal(InvalidParameter, value=n)) for n in (0, -1)),
            Row(all_plays, (three, (0, 1), -1), Refusal(InvalidParameter, value=-1)),
        ),
    )


_OBSERVATION = "an observation: an int >= 0, as the 2021 paper has it"
_FIRST = ((0, Percept(0, 0)), (0, Percept(1, 0)), (0, Percept(0, 1)), (1, Percept(0, 0)))


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
            *(Row(check_flat, (value,)) for value in ((), (0, 0), [0, 0, 0], flat, (Fraction(-1, 2), 0))),
            Row(check_flat, ("",), _malformed(None, "")),
            *(Row(check_flat, (value,), _malformed(place)) for value, place in places),
            *(Row(check_flat, ((0, v),), _malformed(1, v)) for v in (-1, Fraction(1), True, "0")),
            *(Row(check_flat, ((0, 0, v),), _malformed(2, v)) for v in (-1, Fraction(1), True)),
            *(Row(check_flat, ((v, 0),), _malformed(0, v)) for v in (True, 0.5, "0")),
            Row(check_flat, ((-1, 0, 0, -2, 1, 0),)),
            *(Row(check_flat, ((0,) * n,), MalformedHistory(n, END, _OBSERVATION)) for n in (1, 4)),
            Row(check_flat, ((0, -1),), MalformedHistory(1, -1, _OBSERVATION)),
            Row(check_flat, ((0.5, 0),), MalformedHistory(0, 0.5, "a reward: an int or a Fraction")),
            Row(check_flat, ((0, 0, -1),), MalformedHistory(2, -1, "an action: an int >= 0")),
            Row(flatten, ((HALF,),), MalformedHistory(0, "wall", _OBSERVATION)),
            Row(flatten, (PROMPT,), flat),
            Row(flatten, ((),), ()),
            Row(flatten, ((HALF,),), _malformed(0, "wall")),
            Row(flatten, ((ZERO, 0, Percept(0, -1)),), _malformed(2, -1)),
            Row(flatten, ((0,),), _malformed(0, 0)),
            Row(unflatten, (flat,), PROMPT),
            Row(unflatten, ((*flat, 0),), PLAY),
            Row(unflatten, ((),), ()),
            Row(unflatten, ((0, 0, 0, 0),), _malformed(4)),
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
            Row(check_natural, ("it", 0)),
            *(Row(check_natural, ("it", v), Refusal(InvalidParameter, name="it", value=v)) for v in wrong),
            *(Row(decode, (v,), Refusal(InvalidParameter, value=v)) for decode in decoders for v in wrong),
            Row(encode_pair, (-1, 0), Refusal(InvalidParameter, value=-1)),
            Row(encode_pair, (0, True), Refusal(InvalidParameter, value=True)),
            Row(encode_integer, (True,), Refusal(InvalidParameter, value=True)),
            Row(encode_sequence, ((0, -1),), Refusal(InvalidParameter, name="element 1", value=-1)),
            *(Row(encode_rational, (v,), Refusal(InvalidParameter, value=v)) for v in (True, 0.5)),
            Row(encode_percept, (Percept(0, -1), 6), _malformed(6, -1)),
            Row(encode_percept, (HALF,), _malformed(None, "wall")),
            Row(encode_percept, (Percept(0, True),), _malformed(None, True)),
            Row(encode_percept, ((0, 0), 2), _malformed(2, (0, 0))),
            Row(encode_history, ((ZERO, 0, HALF),), _malformed(2, "wall")),
            Row(index_of_play, ((),), _malformed(0)),
            Row(index_of_play, (PROMPT,), _malformed(3)),
            Row(index_of_play, ((ZERO, 0, HALF, 0),), _malformed(2, "wall")),
        ),
    )


CHECKS: tuple[Callable[[], Part], ...] = (
    histories_are_told_from_what_is_none,
    histories_are_cut_and_joined,
    histories_are_enumerated,
    histories_are_flattened_and_written,
    numbers_of_histories,
)
"""Every self-check of this package, by itself."""
