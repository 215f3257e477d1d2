"""Which changes are made: operators of cosmic-ray, and the few that it lacks, in its form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import parso
from cosmic_ray.operators import (
    binary_operator_replacement,
    boolean_replacer,
    comparison_operator_replacement,
    number_replacer,
    unary_operator_replacement,
)
from cosmic_ray.operators.operator import Example, Operator

Position = tuple[tuple[int, int], tuple[int, int]]

_ARITHMETIC = (
    ("Add", "Sub"),
    ("Sub", "Add"),
    ("Mul", "Add"),
    ("Div", "Mul"),
    ("FloorDiv", "Mul"),
    ("Mod", "FloorDiv"),
    ("Pow", "Mul"),
    ("RShift", "LShift"),
    ("LShift", "RShift"),
    ("BitOr", "BitAnd"),
    ("BitAnd", "BitOr"),
    ("BitXor", "BitAnd"),
)
_COMPARISONS = (
    ("Eq", "NotEq"),
    ("NotEq", "Eq"),
    ("Lt", "LtE"),
    ("Lt", "GtE"),
    ("LtE", "Lt"),
    ("LtE", "Gt"),
    ("Gt", "GtE"),
    ("Gt", "LtE"),
    ("GtE", "Gt"),
    ("GtE", "Lt"),
    ("Is", "IsNot"),
    ("IsNot", "Is"),
)
_AUGMENTED = {
    "+=": "-=",
    "-=": "+=",
    "*=": "+=",
    "/=": "*=",
    "//=": "*=",
    "%=": "//=",
    "**=": "*=",
    ">>=": "<<=",
    "<<=": ">>=",
    "|=": "&=",
    "&=": "|=",
    "^=": "&=",
}


def _span(node: Any) -> Position:
    return node.start_pos, node.end_pos


def _expression(code: str) -> Any:
    """Return a tree with this code, whether or not it is an expression by itself."""
    return parso.parse(code)


class AugmentedAssignment(Operator):  # type: ignore[misc]
    """Replaces the operator of an assignment that works on what is there."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Yield the place of the operator."""
        if node.type == "operator" and node.value in _AUGMENTED:
            yield _span(node)

    def mutate(self, node: Any, index: int) -> Any:
        """Replace it."""
        node.value = _AUGMENTED[node.value]
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return what it does."""
        return (Example("x += 1", "x -= 1"),)


class Membership(Operator):  # type: ignore[misc]
    """Replaces ``in`` by ``not in``, and the other way round."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Yield the places of the operators of a comparison."""
        if node.type == "comparison":
            yield from (_span(each) for each in self._operators(node))

    def mutate(self, node: Any, index: int) -> Any:
        """Replace the one asked for."""
        found = self._operators(node)[index]
        node.children[node.children.index(found)] = _expression(" not in" if _code(found) == "in" else " in")
        return node

    @staticmethod
    def _operators(node: Any) -> list[Any]:
        return [each for each in node.children[1::2] if _code(each) in {"in", "not in"}]

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return what it does."""
        return (Example("x in y", "x not in y"), Example("x not in y", "x in y"))


class NegatedBranch(Operator):  # type: ignore[misc]
    """Negates the condition of an if, elif, while, conditional expression, or of a comprehension.

    One comparison is left to the replacement of its operator, and ``not`` to its removal, which do the same.
    """

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Yield the places of the conditions."""
        yield from (_span(node.children[place]) for place in self._places(node))

    def mutate(self, node: Any, index: int) -> Any:
        """Negate the one asked for."""
        place = self._places(node)[index]
        node.children[place] = _expression(f" (not ({_code(node.children[place])}))")
        return node

    @staticmethod
    def _places(node: Any) -> list[int]:
        if node.type in {"if_stmt", "while_stmt"}:
            places = [
                place + 1
                for place, each in enumerate(node.children)
                if each.type == "keyword" and each.value in {"if", "elif", "while"}
            ]
        elif node.type in {"comp_if", "old_comp_if"}:
            places = [1]
        elif node.type == "ternary":
            places = [2]
        else:
            return []
        return [place for place in places if not _is_negated_otherwise(node.children[place])]

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return what it does."""
        return (
            Example("if x or y: pass", "if (not (x or y)): pass"),
            Example("a if b else c", "a if (not (b)) else c"),
        )


class Index(Operator):  # type: ignore[misc]
    """Looks one place before an index that is not written out, leaves out a bound of a slice, or swaps two indices."""

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Yield the place of what is in the brackets, as often as it can be changed."""
        if node.type == "trailer" and node.children[0].value == "[":
            yield from (_span(node.children[1]) for _ in self._changes(node.children[1]))

    def mutate(self, node: Any, index: int) -> Any:
        """Make the change asked for."""
        node.children[1] = _expression(list(self._changes(node.children[1]))[index])
        return node

    @staticmethod
    def _changes(inside: Any) -> Iterator[str]:
        if inside.type == "subscript":
            parts = [_code(each) for each in inside.children]
            colon = parts.index(":")
            if colon == 1:
                yield "".join(parts[1:])
            if len(parts) > colon + 1 and not parts[colon + 1].startswith(":"):
                yield "".join([*parts[: colon + 1], *parts[colon + 2 :]])
        elif inside.type in {"subscriptlist", "testlist_comp", "testlist", "exprlist"}:
            parts = [_code(each) for each in inside.children]
            if len(parts) >= 3 and parts[0] != parts[2]:
                yield "".join([parts[2], ", ", parts[0], *parts[3:]])
        elif inside.type not in {"number", "string", "strings", "operator", "fstring", "factor"}:
            yield f"({_code(inside)}) - 1"

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return what it does."""
        return (Example("x[i]", "x[(i) - 1]"), Example("x[1:]", "x[:]"), Example("x[i, j]", "x[j, i]"))


class Return(Operator):  # type: ignore[misc]
    """Returns ``None`` in place of a value, or the other truth value where the function is said to return one.

    One comparison and ``not`` are left to their own operators where those do the same.
    """

    def mutation_positions(self, node: Any) -> Iterator[Position]:
        """Yield the place of the value."""
        if node.type == "return_stmt" and len(node.children) > 1:
            value = node.children[1]
            if not (_code(value) == "None" or (_returns_truth(node) and _is_negated_otherwise(value))):
                yield _span(value)

    def mutate(self, node: Any, index: int) -> Any:
        """Replace the value."""
        value = _code(node.children[1])
        node.children[1] = _expression(f" not ({value})" if _returns_truth(node) else " None")
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        """Return what it does."""
        return (
            Example("def f(): return x", "def f(): return None"),
            Example("def f() -> bool: return x", "def f() -> bool: return not (x)"),
        )


def _code(node: Any) -> str:
    return str(node.get_code(include_prefix=False))


def _is_negated_otherwise(condition: Any) -> bool:
    """Whether another operator makes the negation: of one comparison, a ``not``, or a truth value written out."""
    return (
        (condition.type == "comparison" and len(condition.children) == 3)
        or condition.type == "not_test"
        or _code(condition) in {"True", "False"}
    )


def _returns_truth(node: Any) -> bool:
    while node.type not in {"funcdef", "file_input"}:
        node = node.parent
    return node.type == "funcdef" and node.annotation is not None and _code(node.annotation) == "bool"


def _of_cosmic_ray(module: Any, name: str, pairs: tuple[tuple[str, str], ...]) -> list[Operator]:
    return [getattr(module, f"{name}_{old}_{new}")() for old, new in pairs]


OPERATORS: dict[str, tuple[Operator, ...]] = {
    "arithmetic": (
        *_of_cosmic_ray(binary_operator_replacement, "ReplaceBinaryOperator", _ARITHMETIC),
        *_of_cosmic_ray(unary_operator_replacement, "ReplaceUnaryOperator", (("USub", "UAdd"), ("Delete", "Invert"))),
        AugmentedAssignment(),
    ),
    "comparison": (
        *_of_cosmic_ray(comparison_operator_replacement, "ReplaceComparisonOperator", _COMPARISONS),
        Membership(),
    ),
    "boolean": (
        boolean_replacer.ReplaceAndWithOr(),
        boolean_replacer.ReplaceOrWithAnd(),
        boolean_replacer.ReplaceTrueWithFalse(),
        boolean_replacer.ReplaceFalseWithTrue(),
        *_of_cosmic_ray(unary_operator_replacement, "ReplaceUnaryOperator", (("Delete", "Not"),)),
    ),
    "constant": (number_replacer.NumberReplacer(),),
    "index": (Index(),),
    "branch": (NegatedBranch(),),
    "return": (Return(),),
}
"""The operators by kind; a replacement that another makes too is in one of them only."""
