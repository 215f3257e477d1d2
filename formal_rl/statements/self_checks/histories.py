"""The guards of ``histories``: what is refused, with which error and at which place, and what is accepted."""

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any

from formal_rl.checking import Part
from formal_rl.errors import END, InvalidParameter, MalformedHistory
from formal_rl.histories import (
    Percept,
    actions,
    all_plays,
    all_prompts,
    concatenate,
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
    require_action,
    require_history,
    require_percept,
    require_play,
    require_prompt,
    reverse,
    split_play,
)
from formal_rl.statements.self_checks import Refusal, Row, decide_rows

_PERCEPT: Callable[..., Any] = Percept  # to make percepts that are none
ZERO, ONE = Percept(0, 0), Percept(1, 0)
HALF = Percept(Fraction(1, 2), "wall")
PROMPT, PLAY = (ZERO, 1, ONE), (ZERO, 1, ONE, 0)


def malformed(index: int | None, value: object = END) -> Refusal:
    """Return the refusal of a history at this place, for this value."""
    return Refusal(MalformedHistory, index=index, value=value)


def histories_are_told_from_what_is_none() -> Part:
    """Refuse anything that is not a percept, action, history, prompt or play, naming the place."""
    pair = (0, 0)
    return decide_rows(
        "histories are told from what is none",
        (
            *(Row(require_percept, (value,)) for value in (ZERO, HALF, Percept(-3, ()), Percept(Fraction(2), None))),
            Row(require_percept, (pair, 4), malformed(4, pair)),
            Row(require_percept, (None,), malformed(None, None)),
            *(Row(require_percept, (_PERCEPT(r, 0), 2), malformed(2, r)) for r in (0.5, True, "1", None)),
            Row(require_percept, (_PERCEPT(0, []), 2), malformed(2, [])),
            *(Row(require_action, (value,)) for value in (0, 1, 7)),
            *(Row(require_action, (value, 3), malformed(3, value)) for value in (-1, True, False, 1.0, "0", None)),
            *(Row(require_history, (value,)) for value in ((), (ZERO,), PROMPT, PLAY, (HALF, 0, HALF))),
            Row(require_history, ([ZERO],), malformed(None, [ZERO])),
            Row(require_history, (ZERO,), malformed(None, ZERO)),
            Row(require_history, ((pair,),), malformed(0, pair)),
            Row(require_history, ((ZERO, -1),), malformed(1, -1)),
            Row(require_history, ((ZERO, True),), malformed(1, True)),
            Row(require_history, ((ZERO, 0, 0),), malformed(2, 0)),
            Row(require_history, ((ZERO, 0, Percept(True, 0)),), malformed(2, True)),
            Row(require_history, ((ZERO, 0, _PERCEPT(0, [])),), malformed(2, [])),
            Row(require_history, ((0, ZERO),), malformed(0, 0)),
            *(Row(require_prompt, (value,)) for value in ((ZERO,), PROMPT)),
            *(Row(require_prompt, (value,), malformed(len(value))) for value in ((), (ZERO, 0), PLAY)),
            Row(require_prompt, ((ZERO, 0, 1),), malformed(2, 1)),
            *(Row(require_play, (value,)) for value in ((), (ZERO, 0), PLAY)),
            *(Row(require_play, (value,), malformed(len(value))) for value in ((ZERO,), PROMPT)),
            Row(require_play, ((ZERO, ZERO),), malformed(1, ZERO)),
            *(Row(is_prompt, (v,), v in ((ZERO,), PROMPT)) for v in ((), (ZERO,), (ZERO, 0), PROMPT, PLAY, (0,), None)),
            *(Row(is_play, (v,), v in ((), (ZERO, 0), PLAY)) for v in ((), (ZERO,), (ZERO, 0), PROMPT, PLAY, (0,), 1)),
            Row(history, ((0, 0), 1, (1, 0)), PROMPT),
            Row(history, (), ()),
            Row(history, ((0, 0), (1, 0)), malformed(1, (1, 0))),
            Row(history, ((0, 0, 0),), malformed(0, (0, 0, 0))),
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
            Row(concatenate, (PROMPT, PROMPT), malformed(3, ZERO)),
            Row(concatenate, (PLAY, PROMPT, PLAY), malformed(7, ZERO)),
            Row(lambda: list(prefixes(PROMPT)), (), [(), (ZERO,), (ZERO, 1), PROMPT]),
            Row(lambda: list(prefixes(())), (), [()]),
            Row(lambda: list(prompt_prefixes(PROMPT)), (), [(ZERO,), PROMPT]),
            Row(lambda: list(prompt_prefixes(PLAY)), (), [(ZERO,), PROMPT]),
            Row(lambda: list(prompt_prefixes(())), (), []),
            Row(split_play, ((),), None),
            Row(split_play, (PLAY,), (PROMPT, 0)),
            Row(split_play, (PROMPT,), malformed(3)),
            Row(split_play, ((ZERO, -1),), malformed(1, -1)),
            Row(prompt_of, ((ZERO, 1),), (ZERO,)),
            Row(prompt_of, (PLAY,), PROMPT),
            Row(prompt_of, ((),), malformed(0)),
            Row(prompt_of, ((ZERO,),), malformed(1)),
            Row(prompt_of, (PROMPT,), malformed(3)),
            Row(prompt_of, ([ZERO, 1],), malformed(None, [ZERO, 1])),
            Row(map_rewards, (lambda reward: reward - 2, PLAY), (Percept(-2, 0), 1, Percept(-1, 0), 0)),
            Row(map_observations, (lambda seen: seen + 2, PLAY), (Percept(0, 2), 1, Percept(1, 2), 0)),
            Row(reverse, (PROMPT,), (ONE, 1, ZERO)),
            Row(reverse, ((ZERO, 0, ONE, 1, HALF),), (HALF, 1, ONE, 0, ZERO)),
            Row(reverse, ((),), malformed(0)),
            Row(reverse, (PLAY,), malformed(4)),
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


_FIRST = ((0, Percept(0, 0)), (0, Percept(1, 0)), (0, Percept(0, 1)), (1, Percept(0, 0)))
CHECKS: tuple[Callable[[], Part], ...] = (
    histories_are_told_from_what_is_none,
    histories_are_cut_and_joined,
    histories_are_enumerated,
)
"""Every self-check of this module, by itself."""
