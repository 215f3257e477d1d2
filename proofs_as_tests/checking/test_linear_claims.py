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


@pytest.mark.parametrize("one_way", [False, True])
def test_no_detour_on_a_side_is_shorter_by_z3(one_way):
    """The triangle inequality on a side of every length, written out anew and decided by another solver."""
    z3 = pytest.importorskip("z3", reason="needs z3-solver")
    side, *places = z3.Ints("side a b c")

    def size(x):
        return z3.If(x >= 0, x, -x)

    def way(source, target):
        straight = source - target if one_way else size(source - target)
        return size(z3.If(straight <= side - straight, straight, side - straight))

    a, b, c = places
    solver = z3.Solver()
    solver.add(*(z3.And(place >= 0, place < side) for place in places), way(a, c) > way(a, b) + way(b, c))
    assert solver.check() == z3.unsat

    solver = z3.Solver()
    solver.add(*(z3.And(place >= 0, place < side) for place in places), way(a, b) != way(b, a))
    assert (solver.check() == z3.sat) == one_way
