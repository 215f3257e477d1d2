"""Self-checks of the claims for all whole numbers: every path is followed, and a false one has an example."""

from itertools import product
from typing import Any

from formal_rl.checking import Disagreement, Part, decide_linear
from formal_rl.checking.linear_claims import Condition, solution
from formal_rl.errors import NotReproducible
from formal_rl.statements.self_checks import Row, decide_rows


def _compared(x: Any, y: Any) -> tuple[str, Disagreement | None]:
    return "less" if x < y else "equal" if x == y else "more", None


def _triangle(x: Any, y: Any) -> tuple[str, Disagreement | None]:
    return "", None if abs(x - y) <= abs(x) + abs(y) else Disagreement("triangle", "shorter", (x, y))


def _between(x: Any, y: Any) -> tuple[str, Disagreement | None]:
    """Claim, falsely, that nothing is strictly between a number and three times it, but for its double."""
    inside = x < y < x + x + x and y != x + x
    return "", Disagreement("between", False, type(x - y)) if inside else None


def _is_solved(conditions: tuple[Condition, ...]) -> bool:
    """Return whether what is found meets two conditions on two numbers; or nothing small does where nothing is."""

    def met(values: tuple[int, ...]) -> bool:
        sums = [(sum(c * v for c, v in zip(each.coefficients, values, strict=True)), each) for each in conditions]
        return all(total > 0 or (total == 0 and not each.strict) for total, each in sums)

    found = solution(conditions, 2)
    return not any(map(met, product(range(-3, 4), repeat=2))) if found is None else met(found)


def claims_for_all_numbers_are_decided() -> Part:
    """Follow every path that some numbers take and no other, and find numbers for what is false."""
    forms = [Condition(pair, strict) for pair in product((-1, 0, 2), repeat=2) for strict in (False, True)]
    counted = iter(range(10))

    def decided(claim: Any, where: Any = lambda x, y: True) -> Any:
        part = decide_linear("n", claim, 2, where=where, domain="")
        return dict(part.branches), part.refutation and part.refutation.disagreement

    def once(x: Any, y: Any) -> tuple[str, Disagreement | None]:
        return "", None if next(counted) else Disagreement("once", 0, 1)

    return decide_rows(
        "claims for all numbers are decided",
        (
            Row(decided, (_compared,), ({"more": 1, "equal": 1, "less": 1}, None)),
            Row(decided, (_compared, lambda x, y: x <= y), ({"equal": 1, "less": 1}, None)),
            Row(decided, (_compared, lambda x, y: x <= y <= x), ({"equal": 1}, None)),
            Row(lambda: decided(_triangle)[1], (), None),
            Row(lambda: decided(_between, lambda x, y: x > 0)[1], (), Disagreement("between", False, int)),
            Row(decided, (once,), NotReproducible),
            Row(decided, (lambda x, y: (str(x + 1), None),), TypeError),
            *(Row(_is_solved, ((one, other),), True) for one in forms for other in forms),
        ),
    )


CHECKS = (claims_for_all_numbers_are_decided,)
