"""Exact numbers read from a line of text, and numbers as text: exact, and to some digits."""

import re
from decimal import Context, Decimal
from fractions import Fraction

from formal_rl.errors import InvalidParameter

LONGEST_EXACT = 60
"""The greatest number of printed characters of an exact number; only the JSON has longer ones."""

_DIGITS = 4_000
_NUMBER = re.compile(r"-?([0-9]{1,100}(/[0-9]{1,100})?|[0-9]{0,100}\.[0-9]{1,100})")


def exact_number(name: str, text: str) -> Fraction:
    """Return the exact number of a text such as 1/3, 2 or 0.25; raise `InvalidParameter` naming the parameter."""
    word = text.strip()
    if not _NUMBER.fullmatch(word) or re.search("/0+$", word):
        raise InvalidParameter(name, text, "an exact number such as 1/3, 2 or 0.25")
    return Fraction(word)


def exact_numbers(name: str, text: str) -> tuple[Fraction, ...]:
    """Return the exact numbers of a text such as 1/3,2/3; raise `InvalidParameter` naming the parameter."""
    return tuple(exact_number(name, word) for word in text.split(","))


def shares(text: str) -> tuple[Fraction, ...]:
    """Return the probabilities of lengths of a text such as 1/3,2/3.

    Raises `InvalidParameter` unless they are at least two, none below 0, and sum to 1.
    """
    p = exact_numbers("p", text)
    if len(p) < 2:
        raise InvalidParameter("p", text, "the probabilities of at least 2 trajectory-lengths")
    if min(p) < 0 or sum(p) != 1:
        raise InvalidParameter("p", text, f"probabilities, none below 0, that sum to 1, not to {sum(p)}")
    return p


def usefulness_of_lengths(text: str | None, k: int) -> tuple[Fraction, ...]:
    """Return u_l for each of k lengths of a text such as 1,3/4; each is 1 where there is none.

    Raises `InvalidParameter` unless they are k numbers from 0 to 1.
    """
    if text is None:
        return (Fraction(1),) * k
    u = exact_numbers("u", text)
    if len(u) != k or not all(0 <= each <= 1 for each in u):
        raise InvalidParameter("u", text, f"{k} numbers from 0 to 1, one for each length")
    return u


def lam_of(text: str) -> Fraction:
    """Return λ of a text such as 9/10 or 0.9; raise `InvalidParameter` unless it is between 0 and 1."""
    lam = exact_number("λ", text)
    if not 0 < lam < 1:
        raise InvalidParameter("λ", text, "a number between 0 and 1, both excluded")
    return lam


def exact_json(value: Fraction) -> str | None:
    """Return an exact number as text, or None where it has thousands of digits."""
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return str(value) if bits < 3 * _DIGITS else None


def decimal_text(value: Fraction | Decimal, digits: int = 10) -> str:
    """Return a number rounded to ``digits`` significant digits, without zeros at its end."""
    context = Context(prec=digits)
    if isinstance(value, Fraction):
        rounded = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    else:
        rounded = context.plus(value)
    text = f"{rounded:f}" if -6 <= rounded.adjusted() < 20 else f"{rounded:e}"
    mantissa, e, exponent = text.partition("e")
    return (mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa) + e + exponent


def both_texts(value: Fraction) -> str:
    """Return a number exactly and as a decimal: 2/5 = 0.4, 1/3 ≈ 0.3333333333, 3; the latter alone where it is long."""
    exact, decimal = exact_json(value), decimal_text(value)
    if exact is None or len(exact) > LONGEST_EXACT:
        return f"≈ {decimal}"
    if value.denominator == 1:
        return exact
    return f"{exact} {'=' if Fraction(decimal) == value else '≈'} {decimal}"


def equated(value: Fraction) -> str:
    """Return a number as the end of a line of equations: " = 2/5 = 0.4", or " ≈ 0.333" where it is long."""
    text = both_texts(value)
    return f" {text}" if text.startswith("≈") else f" = {text}"


def trimmed(value: float, places: int = 10) -> str:
    """Return a float to ``places`` places after the point, without zeros at its end."""
    text = f"{value:.{places}f}"
    return text.rstrip("0").rstrip(".")


def amount(value: Fraction) -> str:
    """Return a number as `both_texts` does, with "about" where there is only a decimal."""
    text = both_texts(value)
    return f"about {text.removeprefix('≈ ')}" if text.startswith("≈") else text
