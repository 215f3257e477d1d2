"""Learners given as data: integer registers, updated by expressions of a closed language."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from attrs import field, frozen

from formal_rl.agents.learners import Transition
from formal_rl.errors import MalformedExpression, short_repr
from formal_rl.histories import Action, Observation

Registers: TypeAlias = tuple[int, ...]
_Values: TypeAlias = Mapping[str, int]
_Compiled: TypeAlias = Callable[[_Values], int]

LARGEST_DEPTH = 64
"""How deeply expressions may nest."""

LARGEST_BITS = 4096
"""The most bits of a value, so that repeated multiplication cannot eat the memory."""

_ARITY = {"sub": 2, "mul": 2, "floordiv": 2, "mod": 2, "gt": 2, "lt": 2, "eq": 2, "if": 3}


def _compile(expression: object, names: frozenset[str], where: str, depth: int = 0) -> _Compiled:
    if depth > LARGEST_DEPTH:
        raise MalformedExpression(where, f"nested more than {LARGEST_DEPTH} deep")
    if type(expression) is int:
        _bounded(where, expression)
        constant = expression
        return lambda values: constant
    if isinstance(expression, str):
        name = expression
        if name not in names:
            raise MalformedExpression(where, f"unknown name {name!r}; known here: {', '.join(sorted(names))}")
        return lambda values: values[name]
    if not isinstance(expression, list | tuple) or not expression or not isinstance(expression[0], str):
        raise MalformedExpression(
            where, f"{short_repr(expression)} is neither an integer nor a name nor [operator, ...]"
        )
    operator, *arguments = expression
    if operator == "add":
        if not arguments:
            raise MalformedExpression(where, "add needs at least one argument")
    elif operator not in _ARITY:
        raise MalformedExpression(where, f"unknown operator {operator!r}; known: add, {', '.join(_ARITY)}")
    elif len(arguments) != _ARITY[operator]:
        raise MalformedExpression(where, f"{operator} takes {_ARITY[operator]} arguments, got {len(arguments)}")
    parts = [
        _compile(argument, names, f"{where}[{place}]", depth + 1) for place, argument in enumerate(arguments, start=1)
    ]
    return _apply(operator, parts, where)


def _apply(operator: str, parts: list[_Compiled], where: str) -> _Compiled:
    def bounded(value: int) -> int:
        if value.bit_length() > LARGEST_BITS:
            raise MalformedExpression(where, f"{operator} gives a value of more than {LARGEST_BITS} bits")
        return value

    def divisor(value: int) -> int:
        if value == 0:
            raise MalformedExpression(where, f"{operator} by 0")
        return value

    if operator == "add":
        return lambda values: bounded(sum(part(values) for part in parts))
    if operator == "if":
        condition, then, otherwise = parts
        return lambda values: then(values) if condition(values) else otherwise(values)
    left, right = parts
    operations: dict[str, _Compiled] = {
        "sub": lambda values: bounded(left(values) - right(values)),
        "mul": lambda values: bounded(left(values) * right(values)),
        "floordiv": lambda values: left(values) // divisor(right(values)),
        "mod": lambda values: left(values) % divisor(right(values)),
        "gt": lambda values: int(left(values) > right(values)),
        "lt": lambda values: int(left(values) < right(values)),
        "eq": lambda values: int(left(values) == right(values)),
    }
    return operations[operator]


def _integer(value: object, name: str) -> int:
    if type(value) is not int:
        raise MalformedExpression(
            name, f"{short_repr(value)} is not an int, so a register learner cannot compute with it"
        )
    return value


_RESERVED = frozenset({"n", "obs", "o_prev", "a", "r", "o_next"})


def _pairs(mapping: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((name, value) for name, value in (mapping.items() if isinstance(mapping, Mapping) else mapping))


def _bounded(name: str, value: object) -> None:
    if type(value) is not int or value.bit_length() > LARGEST_BITS:
        raise MalformedExpression(name, f"{short_repr(value)} is not an int of at most {LARGEST_BITS} bits")


def _hashable(expression: Any, depth: int = 0) -> Any:
    if isinstance(expression, list | tuple) and depth <= LARGEST_DEPTH:
        return tuple(_hashable(part, depth + 1) for part in expression)
    return expression


def _hashable_pairs(mapping: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((name, _hashable(expression)) for name, expression in _pairs(mapping))


@frozen
class RegisterLearner:
    """A learner whose state is a tuple of integer registers, all updated together on a transition.

    ``registers`` maps names to initial values, ``learning`` names to expressions over the registers and
    o_prev, a, r, o_next; ``acting`` is an expression over the registers and obs. The names n
    (``number_of_actions``) and the ``constants`` may be used in both. An expression is an integer, a name, or a
    list [operator, ...] with add, sub, mul, floordiv, mod (both as Python's), gt, lt, eq (1 or 0) or if
    (condition, then, otherwise). Mappings and lists are kept as tuples, so the learner is a value.

    Raises `MalformedExpression` naming the field, at once for a wrong form, later for a division by 0 or
    a value of more than 4096 bits.
    """

    number_of_actions: int
    registers: tuple[tuple[str, int], ...] = field(converter=_pairs)
    learning: tuple[tuple[str, Any], ...] = field(converter=_hashable_pairs)
    acting: Any = field(converter=_hashable)
    constants: tuple[tuple[str, int], ...] = field(default=(), converter=_pairs)
    _act: _Compiled = field(init=False, eq=False, repr=False)
    _learn: tuple[_Compiled, ...] = field(init=False, eq=False, repr=False)
    _known: Mapping[str, int] = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        if type(self.number_of_actions) is not int or self.number_of_actions < 1:
            raise MalformedExpression("number_of_actions", f"{short_repr(self.number_of_actions)} is not an int >= 1")
        names: set[str] = set()
        for kind, pairs in (("registers", self.registers), ("constants", self.constants)):
            for name, value in pairs:
                if name in _RESERVED or name in names:
                    raise MalformedExpression(f"{kind}.{name}", "the name has a meaning already")
                names.add(name)
                _bounded(f"{kind}.{name}", value)
        known_registers = [name for name, _ in self.registers]
        for name, _ in self.learning:
            if name not in known_registers:
                raise MalformedExpression(f"learn.{name}", "no such register")
        learning = dict(self.learning)
        known = frozenset({"n", *names})
        act = _compile(self.acting, known | {"obs"}, "act")
        trained = known | {"o_prev", "a", "r", "o_next"}
        learn = tuple(_compile(learning.get(name, name), trained, f"learn.{name}") for name, _ in self.registers)
        object.__setattr__(self, "_act", act)
        object.__setattr__(self, "_learn", learn)
        object.__setattr__(self, "_known", {"n": self.number_of_actions, **dict(self.constants)})

    @property
    def initial(self) -> Registers:
        """The initial values of the registers."""
        return tuple(value for _, value in self.registers)

    def act(self, state: Registers, observation: Observation) -> Action:
        """Return the value of the acting expression."""
        return self._act({**self._values(state), "obs": _integer(observation, "obs")})

    def learn(self, state: Registers, transition: Transition) -> Registers:
        """Return the registers after all updates, each computed from the old values."""
        values = self._values(state)
        for name, value in zip(("o_prev", "a", "r", "o_next"), transition, strict=True):
            values[name] = _integer(value, name)
        return tuple(update(values) for update in self._learn)

    def _values(self, state: Registers) -> dict[str, int]:
        values = dict(self._known)
        for (name, _), value in zip(self.registers, state, strict=True):
            values[name] = value
        return values
