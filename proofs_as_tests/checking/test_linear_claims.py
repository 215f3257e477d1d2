"""Claims for all whole numbers, decided path by path."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.checking import Disagreement, decide_linear
from formal_rl.checking.linear_claims import Condition, solution
from formal_rl.errors import NotReproducible
from formal_rl.safelife.side_effects import Size, one_way_length_published, torus_length

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


def inside(side, *places):
    """Whether places are on a side."""
    return all(place >= 0 and place < side for place in places)


def test_all_paths_are_followed():
    """Two numbers can be compared in three ways; each is a case."""

    def claim(x, y):
        return "less" if x < y else "equal" if x == y else "more", None

    part = decide_linear("order", claim, 2, where=lambda x, y: True, branches=("less", "equal", "more"), domain="all")

    assert part.branches == {"less": 1, "equal": 1, "more": 1}
    assert part.as_expected


def test_only_what_meets_the_condition_is_a_case():
    """Where x <= y is assumed, more does not occur."""

    def claim(x, y):
        return ("less" if x < y else "equal" if x == y else "more"), None

    part = decide_linear("order", claim, 2, where=lambda x, y: x <= y, branches=("less", "equal"), domain="all")

    assert part.branches == {"less": 1, "equal": 1}


def test_a_false_claim_has_a_whole_example():
    """One way is not as far there as back; the example is run again on whole numbers."""

    def claim(side, a, b):
        there, back = (one_way_length_published(Size(1, side), (0, x), (0, y)) for x, y in ((a, b), (b, a)))
        return "", None if there == back else Disagreement(f"{side}, {a}, {b}", there, back)

    part = decide_linear("back", claim, 3, where=inside, domain="all")

    assert part.refutation is not None
    side, a, b = map(int, str(part.refutation).split(":")[0].split(", "))
    assert inside(side, a, b)
    assert claim(side, a, b)[1] == part.refutation.disagreement


def test_a_true_claim_has_none():
    """Half of the side is farthest on the torus: twice the length is at most the side."""

    def claim(side, a, b):
        length = torus_length(Size(1, side), (0, a), (0, b))
        return "", None if length + length <= side else Disagreement("half", side, length)

    assert decide_linear("half", claim, 3, where=inside, domain="all").as_expected


def test_a_claim_that_is_no_function_of_its_numbers_is_caught():
    """It finds a disagreement on a path, but none on whole numbers."""
    asked = []

    def claim(x):
        asked.append(x)
        return "", Disagreement("once", 0, 1) if len(asked) == 1 else None

    with pytest.raises(NotReproducible, match="once only"):
        decide_linear("once only", claim, 1, where=lambda x: x > 0, domain="all")


def test_constants_are_refused():
    """A form with a constant would make the scaling of examples wrong."""

    def claim(x):
        return "", None if x + 1 > x else Disagreement("successor", 0, 1)

    with pytest.raises(TypeError, match="1 is neither 0 nor an unknown number"):
        decide_linear("successor", claim, 1, where=lambda x: x > 0, domain="all")
