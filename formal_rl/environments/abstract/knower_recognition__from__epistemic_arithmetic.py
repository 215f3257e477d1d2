"""The sentences of Epistemic Arithmetic and their numbers: arithmetic with an operator K, *it is known that*."""

from typing import Any, TypeAlias

from formal_rl.errors import InvalidParameter
from formal_rl.histories.coding import decode_pair, encode_pair

LEDGER = ("A21-E19-knowing",)

Expression: TypeAlias = tuple[Any, ...]
"""A term or formula: its head and then its parts, as in ``("=", ("0",), ("x", 0))``.

Terms are ``("0",)``, ``("x", i)``, ``("S", t)``, ``("+", t, u)`` and ``("*", t, u)``. Formulas are ``("=", t, u)``,
``("not", f)``, ``("and", f, g)``, ``("or", f, g)``, ``("implies", f, g)``, ``("all", f)``, ``("some", f)`` and
``("K", f)``. A quantifier within d others binds the variable x_d, so each sentence stands for all that differ from it
in the names of bound variables only.

Source: the language of Shapiro that Alexander et al. 2021, Example 19, names.
"""

_TERMS = ("S", "+", "*")
_FORMULAS = ("=", "not", "and", "or", "implies", "all", "some", "K")
_QUANTIFIERS = ("all", "some")
_BINARY = ("and", "or", "implies")


def sentence(number: int) -> Expression:
    """Return the sentence of a number; a bijection from the natural numbers to the sentences.

    Ledger: A21-E19-knowing*
    """
    return _formula(number, 0)


def sentence_number(expression: Expression) -> int:
    """Return the number of a sentence; `InvalidParameter` for what is none.

    What is nested on one side has numbers that double in length with each level, since pairs are counted along the
    diagonals; an environment only ever goes from numbers to sentences.
    """
    return _formula_number(expression, 0)


def _term(number: int, bound: int) -> Expression:
    if number <= bound:
        return ("0",) if number == 0 else ("x", number - 1)
    rest, head = divmod(number - bound - 1, len(_TERMS))
    if head == 0:
        return ("S", _term(rest, bound))
    left, right = decode_pair(rest)
    return (_TERMS[head], _term(left, bound), _term(right, bound))


def _formula(number: int, bound: int) -> Expression:
    rest, index = divmod(number, len(_FORMULAS))
    head = _FORMULAS[index]
    left, right = decode_pair(rest)
    if head == "=":
        return (head, _term(left, bound), _term(right, bound))
    if head in _BINARY:
        return (head, _formula(left, bound), _formula(right, bound))
    return (head, _formula(rest, bound + (head in _QUANTIFIERS)))


def _term_number(term: Expression, bound: int) -> int:
    match term:
        case ("0",):
            return 0
        case ("x", int(i)) if 0 <= i < bound:
            return i + 1
        case ("S", part):
            rest = _term_number(part, bound)
        case ("+" | "*", left, right):
            rest = encode_pair(_term_number(left, bound), _term_number(right, bound))
        case _:
            raise InvalidParameter("the term", term, f"a term of arithmetic in {bound} variables")
    return len(_TERMS) * rest + _TERMS.index(term[0]) + bound + 1


def _formula_number(formula: Expression, bound: int) -> int:
    match formula:
        case ("=", left, right):
            rest = encode_pair(_term_number(left, bound), _term_number(right, bound))
        case ("and" | "or" | "implies", left, right):
            rest = encode_pair(_formula_number(left, bound), _formula_number(right, bound))
        case ("all" | "some", part):
            rest = _formula_number(part, bound + 1)
        case ("not" | "K", part):
            rest = _formula_number(part, bound)
        case _:
            raise InvalidParameter("the formula", formula, "a formula of Epistemic Arithmetic")
    return len(_FORMULAS) * rest + _FORMULAS.index(formula[0])


_SIGNS = {"and": "∧", "or": "∨", "implies": "→", "=": "=", "+": "+", "*": "·"}
_PREFIXES = {"S": "S", "not": "¬", "K": "K"}


def format_sentence(expression: Expression, bound: int = 0) -> str:
    """Return a sentence, or an expression in ``bound`` variables, as it is written: ``∀x0 K(x0 = x0)``."""
    head, *parts = expression
    if head == "0":
        return "0"
    if head == "x":
        return f"x{parts[0]}"
    if head in _QUANTIFIERS:
        return f"{'∀' if head == 'all' else '∃'}x{bound} {format_sentence(parts[0], bound + 1)}"
    if head in _PREFIXES:
        return _PREFIXES[head] + format_sentence(parts[0], bound)
    left, right = (format_sentence(part, bound) for part in parts)
    return f"({left} {_SIGNS[head]} {right})"
