"""Finite sequences of digits counted by length, and those of one length in order."""

from collections.abc import Sequence

from formal_rl.histories.coding import bijective_digits, from_bijective_digits


def shortlex(number: int, base: int) -> tuple[int, ...]:
    """Return the sequence of this number over the digits 0, ..., ``base`` - 1: (), (0), (1), ..., (0,0), (0,1), ...

    A bijection from the natural numbers to the sequences; its inverse is `shortlex_number`. A number has about as many
    digits as the sequence.

    Ledger: A21-E19-conversation, A21-E19-prediction
    """
    return tuple(digit - 1 for digit in bijective_digits(number, base))


def shortlex_number(digits: Sequence[int], base: int) -> int:
    """Return the number of a sequence.

    Ledger: A21-E19-conversation, A21-E19-prediction
    """
    return from_bijective_digits((digit + 1 for digit in digits), base)
