"""Paid for telling which sentences a knower made of oneself has come to know; and the sentences, by number."""

from collections.abc import Callable
from typing import Any, TypeAlias

from formal_rl.agents import Agent
from formal_rl.environments.abstract.trial_recognition import Likeness, TrialRecognitionIncremental, trial_recognition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.record import EnvironmentRecord
from formal_rl.environments.simulated_copy import simulated_play
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Percept, Play, actions, require_play
from formal_rl.histories.coding import decode_pair, encode_pair

LEDGER = ("A21-E19-knowing*",)

Knower: TypeAlias = Callable[[int], frozenset[int]]
"""A function from a number of steps to the numbers of the sentences enumerated within them; with more, never fewer.

Source: Alexander et al. 2021, Example 19 (the code of a computably enumerable set).
Ledger: A21-E19-knowing
"""


def showing(turn: int) -> tuple[int, int]:
    """Return (φ, n): turn ``turn``, from 0 on, shows sentence φ for the nth time, n from 1 on.

    It shows the sentences in the order 0, 0 1, 0 1 2, 0 1 2 3, ..., so each of them without end.

    Source: Alexander et al. 2021, Example 19.
    Ledger: A21-E19-knowing
    """
    before, shown = decode_pair(turn)
    return shown, before + 1


def enumerating(agent: Agent) -> Knower:
    """Return the knower that enumerates a sentence a step: that whose number is the agent's next action.

    The agent meets (0, 0), (0, 1), (0, 2), ..., and its actions between are its own.

    Source: Alexander et al. 2021, Example 19 (i, which is left open there).
    """
    return lambda steps: frozenset(actions(simulated_play(agent, lambda play: Percept(0, len(play) // 2), steps)))


def has_come_to_know(convert: Callable[[Agent], Knower] = enumerating) -> Likeness:
    """Return whether the sentence of a turn is enumerated within as many steps as its number of appearances.

    Ledger: A21-E19-knowing
    """

    def enumerated(agent: Agent, turn: int) -> bool:
        shown, times = showing(turn)
        return shown in convert(agent)(times)

    return enumerated


def _sentence_shown(turn: int) -> int:
    return showing(turn)[0]


def knowing_letter(convert: Callable[[Agent], Knower] = enumerating) -> ExtendedEnvironment:
    """Return the mechanical knowing agent as printed: 1 for an enumerated sentence, -1 otherwise, for every answer.

    Source: Alexander et al. 2021, Example 19, as printed.
    """
    enumerated = has_come_to_know(convert)

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        turn = len(play) // 2
        if play == ():
            return Percept(0, _sentence_shown(0))
        return Percept(1 if enumerated(agent, turn - 1) else -1, _sentence_shown(turn))

    return environment


def knowing(convert: Callable[[Agent], Knower] = enumerating) -> ExtendedEnvironment:
    """Return the mechanical knowing agent, repaired: 1 if the action is > 0 exactly if the sentence is enumerated.

    The sentence shown for the nth time counts as enumerated if the knower made of the agent does so within n steps.
    Turn t asks at most √(2t) + 1 questions, the longest with as many percepts.

    Source: Alexander et al. 2021, Example 19 (mechanical knowing agent), repaired.
    """
    return trial_recognition(has_come_to_know(convert), _sentence_shown)


knowing_incremental = TrialRecognitionIncremental(has_come_to_know(), _sentence_shown)
"""Incremental form of `knowing`."""


# The sentences of Epistemic Arithmetic and their numbers: arithmetic with an operator K, *it is known that*.


Expression: TypeAlias = tuple[Any, ...]
"""A term or formula: its head and then its parts, as in ``("=", ("0",), ("x", 0))``.

Terms are ``("0",)``, ``("x", i)``, ``("S", t)``, ``("+", t, u)`` and ``("*", t, u)``. Formulas are ``("=", t, u)``,
``("not", f)``, ``("and", f, g)``, ``("or", f, g)``, ``("implies", f, g)``, ``("all", f)``, ``("some", f)`` and
``("K", f)``. A quantifier within d others binds the variable x_d, so each sentence stands for all that differ from it
in the names of bound variables only.

Source: the language of Shapiro that Alexander et al. 2021, Example 19, names.
Ledger: A21-E19-knowing
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
    """Return the number of a sentence; `InvalidParameter` for anything that is not one.

    What is nested on one side has numbers that double in length with each level, since pairs are counted along the
    diagonals; an environment only ever goes from numbers to sentences.

    Ledger: A21-E19-knowing
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
    """Return a sentence, or an expression in ``bound`` variables, as it is written: ``∀x0 K(x0 = x0)``.

    Ledger: A21-E19-knowing
    """
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


RECORDS = (EnvironmentRecord("knowing", source="A21 Example 19", named={"definition": "knowing()"}),)
