"""Register learners whose updates are affine: a history is one affine map of the registers."""

from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from typing import Any, NamedTuple

from attrs import field, frozen

from formal_rl.environments.foldable import FoldableLearner
from formal_rl.environments.learners import Transition
from formal_rl.environments.register_learner import LARGEST_BITS, RegisterLearner, Registers
from formal_rl.errors import MalformedExpression, shown
from formal_rl.histories import Action, Observation


class AffineMap(NamedTuple):
    """What training does to the registers: a row for each, the factors of all registers and then a constant.

    ``trained`` is false for the identity alone, which leaves initial values as they are, reduced or not.

    Ledger: A22-S4-reverse
    """

    trained: bool
    rows: tuple[tuple[int, ...], ...]


def _registers_in(expression: Any, registers: frozenset[str]) -> frozenset[str]:
    if isinstance(expression, str):
        return registers & {expression}
    if isinstance(expression, tuple):
        return frozenset().union(*(_registers_in(part, registers) for part in expression[1:]))
    return frozenset()


def _require_affine(expression: Any, registers: frozenset[str], where: str) -> None:
    """Refuse an operator applied to registers of which the outcome is not a sum of multiples of them."""
    if not isinstance(expression, tuple):
        return
    operator, *arguments = expression
    places = [place for place, part in enumerate(arguments, start=1) if _registers_in(part, registers)]
    affine = {"add": True, "sub": True, "mul": len(places) < 2, "if": 1 not in places}
    if places and not affine.get(operator, False):
        reason = {"mul": "a product of registers", "if": "a condition on registers"}
        inner = "mod of registers, but outermost," if operator == "mod" else f"{operator} of registers"
        raise MalformedExpression(where, f"{reason.get(operator, inner)} is not affine, so training does not compose")
    for place in places:
        _require_affine(arguments[place - 1], registers, f"{where}[{place}]")


def _moduli(learner: RegisterLearner) -> tuple[int, ...]:
    """Return the constant that each register is reduced by, 0 where it is not; raise if the updates do not compose."""
    registers = frozenset(name for name, _ in learner.registers)
    known = {"n": learner.number_of_actions, **dict(learner.constants)}
    learning = {name: name for name in registers} | dict(learner.learning)
    moduli: dict[str, int] = {}
    for name, expression in learning.items():
        inner, where, modulus = expression, f"learn.{name}", 0
        if isinstance(expression, tuple) and expression[0] == "mod" and _registers_in(expression[1], registers):
            inner, where, modulus = expression[1], f"{where}[1]", _modulus(expression[2], known, f"{where}[2]")
        _require_affine(inner, registers, where)
        moduli[name] = modulus
    for name, expression in learning.items():
        for other in sorted(_registers_in(expression, registers)):
            _require_multiple(name, other, moduli)
    return tuple(moduli[name] for name, _ in learner.registers)


def _modulus(expression: Any, known: Mapping[str, int], where: str) -> int:
    modulus = known.get(expression) if isinstance(expression, str) else expression
    if type(modulus) is not int or modulus == 0:
        raise MalformedExpression(
            where, f"{shown(expression)} is no constant other than 0, so training does not compose"
        )
    return modulus


def _require_multiple(name: str, other: str, moduli: Mapping[str, int]) -> None:
    """Refuse an update that needs more of another register than is kept of it."""
    mine, its = moduli[name], moduli[other]
    if its and (mine == 0 or its % mine):
        wanted = f"a multiple of {mine} or not at all" if mine else "not at all"
        raise MalformedExpression(
            f"learn.{name}", f"{other} is reduced modulo {its}, and must be {wanted}, or training does not compose"
        )


@frozen
class FoldableRegisterLearner(FoldableLearner[AffineMap]):
    """A register learner all of whose updates are affine in the registers, once the transition is known.

    Affine: sums, differences, products of which at most one factor has registers in it, and ``if`` whose condition has
    none; any operator where no register is. How it acts may be anything. An update may be reduced as a whole, by
    ``mod`` with a constant divisor; then composing is done modulo that constant, and is exact. It needs that a
    register reduced by m is computed only from registers not reduced, or reduced by multiples of m, and one that is
    not reduced only from those not reduced. Otherwise `MalformedExpression` names the place, at once.

    Composing raises `MalformedExpression` where an entry of a map has more than 4096 bits, even if the registers
    themselves stay small. Registers of the learner that grow so large are refused by it, and here only when composed.

    Ledger: A22-S4-reverse*
    """

    learner: RegisterLearner
    _moduli: tuple[int, ...] = field(init=False, eq=False, repr=False)
    _identity: AffineMap = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Check that the updates compose."""
        object.__setattr__(self, "_moduli", _moduli(self.learner))
        size = len(self._moduli)
        unit = [[int(row == column) for column in range(size + 1)] for row in range(size)]
        object.__setattr__(self, "_identity", self._reduced(False, unit))

    @property
    def identity(self) -> AffineMap:
        """The map that changes nothing."""
        return self._identity

    def of(self, transition: Transition) -> AffineMap:
        """Return the map, found from what the learner makes of registers that are all 0, or all 0 but one."""
        size = range(len(self._moduli))
        constants = self.learner.learn((0,) * len(size), transition)
        images = [self.learner.learn(tuple(int(row == column) for row in size), transition) for column in size]
        rows = ([*(image[row] - constants[row] for image in images), constants[row]] for row in size)
        return self._reduced(True, rows)

    def compose(self, first: AffineMap, second: AffineMap) -> AffineMap:
        """Return the second map after the first."""
        columns = list(zip(*first.rows, strict=True))
        rows = []
        for row in second.rows:
            composed = [sum(map(mul, row, column)) for column in columns]
            composed[-1] += row[-1]
            rows.append(composed)
        return self._reduced(first.trained or second.trained, rows)

    def act(self, element: AffineMap, observation: Observation) -> Action:
        """Return what the learner does with its initial registers so mapped."""
        return self.learner.act(self.registers(element), observation)

    def registers(self, element: AffineMap) -> Registers:
        """Return the registers of the learner after the training that ``element`` stands for."""
        initial = self.learner.initial
        if not element.trained:
            return initial
        values = (sum(map(mul, row, initial)) + row[-1] for row in element.rows)
        return tuple(value % modulus if modulus else value for modulus, value in zip(self._moduli, values, strict=True))

    def _reduced(self, trained: bool, rows: Iterable[Sequence[int]]) -> AffineMap:
        reduced = []
        for index, (modulus, row) in enumerate(zip(self._moduli, rows, strict=True)):
            if modulus == 0 and any(entry.bit_length() > LARGEST_BITS for entry in row):
                name = self.learner.registers[index][0]
                raise MalformedExpression(f"learn.{name}", f"composing gives an entry of more than {LARGEST_BITS} bits")
            reduced.append(tuple([entry % modulus for entry in row] if modulus else row))
        return AffineMap(trained, tuple(reduced))
