"""Claims for all whole numbers, decided path by path."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.checking.linear_claims import Condition, solution

CONDITIONS = st.lists(st.builds(Condition, st.tuples(*[st.integers(-3, 3)] * 3), st.booleans()), max_size=7)


def met(conditions, values):
    """Whether whole numbers meet all conditions."""
    sums = [(sum(c * v for c, v in zip(each.coefficients, values, strict=True)), each.strict) for each in conditions]
    return all(total > 0 or (total == 0 and not strict) for total, strict in sums)


@given(CONDITIONS)
def test_a_solution_is_one_and_is_found(conditions):
    """What is found meets the conditions; where nothing is found, no small whole numbers do."""
    found = solution(conditions, 3)

    if found is None:
        assert not any(met(conditions, values) for values in product(range(-3, 4), repeat=3))
    else:
        assert all(type(value) is int for value in found)
        assert met(conditions, found)


@given(CONDITIONS)
def test_as_z3_decides(conditions):
    """Another solver finds whole numbers exactly where there are some."""
    z3 = pytest.importorskip("z3", reason="needs z3-solver")
    numbers = z3.Ints("x y z")
    solver = z3.Solver()
    for coefficients, strict in conditions:
        total = z3.Sum([c * number for c, number in zip(coefficients, numbers, strict=True)])
        solver.add(total > 0 if strict else total >= 0)

    assert (solver.check() == z3.sat) == (solution(conditions, 3) is not None)
