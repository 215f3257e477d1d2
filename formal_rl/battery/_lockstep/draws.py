"""What is known before a run begins: how a step is paid, as a table, and what environments with draws show and ask."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from formal_rl.environments import BUTTON, CENSORED, IMAGES, NO_BUTTON


class Payment(IntEnum):
    """The kinds of payments. Where a button or a sentence is meant, action 0 is to push, and 1 says that it is true."""

    AS_THE_COPY = 0
    UNLIKE_THE_COPY = 1
    IF_THE_COPY_DOES_0 = 2
    IF_THE_COPY_DOES_1 = 3
    PUSHING_OR_PUNISHED = 4
    PUSHING = 5
    PUSHING_BY_THE_COPY = 6
    NOTHING = 7
    TRUE_IF_THE_COPY_DOES_0 = 8
    TRUE_IF_THE_COPY_DOES_1 = 9
    PUNISHED = 10


_RULES: dict[Payment, Callable[[int, int], int]] = {
    Payment.AS_THE_COPY: lambda action, copy: 1 if action == copy else -1,
    Payment.UNLIKE_THE_COPY: lambda action, copy: -1 if action == copy else 1,
    Payment.IF_THE_COPY_DOES_0: lambda action, copy: 1 if copy == 0 else -1,
    Payment.IF_THE_COPY_DOES_1: lambda action, copy: 1 if copy == 1 else -1,
    Payment.PUSHING_OR_PUNISHED: lambda action, copy: 1 if action == 0 else -1,
    Payment.PUSHING: lambda action, copy: 1 if action == 0 else 0,
    Payment.PUSHING_BY_THE_COPY: lambda action, copy: 0 if action == 1 else 1 if copy == 1 else -1,
    Payment.NOTHING: lambda action, copy: 0,
    Payment.TRUE_IF_THE_COPY_DOES_0: lambda action, copy: 1 if (action == 1) == (copy == 0) else -1,
    Payment.TRUE_IF_THE_COPY_DOES_1: lambda action, copy: 1 if (action == 1) == (copy == 1) else -1,
    Payment.PUNISHED: lambda action, copy: -1,
}

PLACES = 6
"""How many places of the table a kind takes: three answers of the copy by two actions."""

PAYMENTS: NDArray[np.float64] = np.array(
    [float(_RULES[kind](action, copy)) for kind in Payment for copy in range(3) for action in range(2)]
)
"""The reward at ``PLACES * kind + 2 * copy + action``."""


# What environments with draws show, and what they ask and tell their copy.


Row: TypeAlias = NDArray[Any]


class DrawnRows(NamedTuple):
    """Some steps of a run in the published form.

    ``shown`` has one more than there are steps. ``asked`` is what the copy is asked about, ``before`` and ``after`` are
    the observations of the transition that it is told, and ``told`` is whether it is told any.
    """

    shown: Row
    asked: Row
    before: Row
    after: Row
    payment: Row
    told: Row


MakesRows: TypeAlias = Callable[[Row, int, int], DrawnRows]
"""The rows from a pool of draws, the number of the first step from 0, and how many steps there are."""


def _read(pool: Row, first: int, count: int) -> Row:
    return pool[np.arange(first, first + count) % len(pool)]


def _drawn(pool: Row, first: int, count: int, number: int) -> Row:
    drawn: Row = np.floor(number * _read(pool, first, count)).astype(np.int8)
    return drawn


def _always(value: int, steps: int) -> Row:
    return np.full(steps, value, np.int8)


def _ignore_observations(pool: Row, start: int, steps: int) -> DrawnRows:
    first, zero = _drawn(pool, 0, 1, 5)[0], _always(0, steps)
    payment = _always(Payment.AS_THE_COPY, steps)
    shown = _drawn(pool, start, steps + 1, 5)
    return DrawnRows(shown, _always(first, steps), zero, zero, payment, np.ones(steps, bool))


def _after_images(pool: Row, start: int, steps: int) -> DrawnRows:
    shown = _drawn(pool, start, steps + 1, IMAGES)
    bled = shown.copy()
    bled[1:] |= shown[:-1]
    if start:
        bled[0] |= _drawn(pool, start - 1, 1, IMAGES)[0]
    payment = _always(Payment.AS_THE_COPY, steps)
    return DrawnRows(shown, bled[:-1], bled[:-1], bled[1:], payment, np.ones(steps, bool))


def _shown_or_censored(pool: Row, first: int, count: int) -> Row:
    shown = _drawn(pool, first, count, 3)
    if first == 0:
        shown[0] = 0
    return shown


def _censored_observation(pool: Row, start: int, steps: int) -> DrawnRows:
    shown = _shown_or_censored(pool, start, steps + 1)
    kept = shown[np.maximum.accumulate(np.where(shown == CENSORED, 0, np.arange(steps + 1)))][:-1]
    if shown[0] == CENSORED:
        last = start - 1
        while _shown_or_censored(pool, last, 1)[0] == CENSORED:
            last -= 1
        kept = np.where(kept == CENSORED, _shown_or_censored(pool, last, 1), kept)
    payment = _always(Payment.AS_THE_COPY, steps)
    return DrawnRows(shown, kept, kept, shown[1:], payment, shown[1:] != CENSORED)


def _self_recognition(pool: Row, start: int, steps: int) -> DrawnRows:
    shown = _drawn(pool, start + 1, steps + 1, 6)
    now = shown[:-1]
    sentence = np.maximum(now - 2, 0)
    kinds = np.where(sentence % 2 == 0, Payment.TRUE_IF_THE_COPY_DOES_0, Payment.TRUE_IF_THE_COPY_DOES_1)
    payment = np.where(now < 2, Payment.NOTHING, kinds)
    return DrawnRows(shown, sentence // 2, now, shown[1:], payment, np.ones(steps, bool))


def _buttons(with_button: Payment, without: Payment) -> MakesRows:
    def rows(pool: Row, start: int, steps: int) -> DrawnRows:
        shown = np.where(4 * _read(pool, start + 1, steps + 1) < 3, NO_BUTTON, BUTTON).astype(np.int8)
        if start == 0:
            shown[0] = BUTTON
        now = shown[:-1]
        payment = np.where(now == BUTTON, with_button, without)
        return DrawnRows(shown, _always(BUTTON, steps), now, shown[1:], payment, np.ones(steps, bool))

    return rows


DRAWN_ROWS: Mapping[str, MakesRows] = MappingProxyType(
    {
        "AfterImages": _after_images,
        "CensoredObservation": _censored_observation,
        "IgnoreObservations": _ignore_observations,
        "SelfRecognition": _self_recognition,
        "TemptingButton": _buttons(Payment.PUSHING_OR_PUNISHED, Payment.IF_THE_COPY_DOES_1),
        "TemptingButtonVariation": _buttons(Payment.PUSHING, Payment.PUSHING_BY_THE_COPY),
    }
)
"""The environments with draws, by published name."""
