"""Learners whose state is integer registers: the language of their expressions, by hand, and all its errors."""

from fractions import Fraction
from functools import reduce

import pytest

from formal_rl.agents import Transition
from formal_rl.agents.register_learner import RegisterLearner
from formal_rl.errors import MalformedExpression
from proofs_as_tests.rows import each_row_of, gives, refused

SEEN = Transition(observation=3, action=1, reward=-2, next_observation=4)


def value(expression, **registers):
    """What the acting expression gives on observation 6, with 5 actions and the constant c = 10."""
    learner = RegisterLearner(5, registers, {}, expression, {"c": 10})
    return learner.act(learner.initial, 6)


def test_only_the_branch_taken_is_computed():
    """The other branch of an if may be undefined."""
    assert value(["if", 1, 4, ["mod", 1, 0]]) == 4
    assert value(["if", 0, ["mod", 1, 0], 4]) == 4


def test_learning_by_hand():
    """All registers are updated together from the old values, so two of them can be exchanged."""
    learner = RegisterLearner(2, {"x": 1, "y": 2, "kept": 9}, {"x": "y", "y": "x"}, 0)

    assert learner.initial == (1, 2, 9)
    assert learner.learn((1, 2, 9), SEEN) == (2, 1, 9)


@pytest.mark.parametrize(
    ("expression", "field", "reason"),
    [
        ("z", "act", "unknown name 'z'; known here: c, n, obs, x"),
        ("r", "act", "unknown name 'r'; known here: c, n, obs, x"),
        (["pow", 1, 2], "act", "unknown operator 'pow'; known: add, sub, mul, floordiv, mod, gt, lt, eq, if"),
        (["add"], "act", "add needs at least one argument"),
        (["sub", 1], "act", "sub takes 2 arguments, got 1"),
        (["if", 1, 2], "act", "if takes 3 arguments, got 2"),
        (["add", 1, ["mod", 1, 2, 3]], "act[2]", "mod takes 2 arguments, got 3"),
        (["add", 1, ["mod", "z", 3]], "act[2][1]", "unknown name 'z'; known here: c, n, obs, x"),
        (1.5, "act", "1.5 is neither an integer nor a name nor [operator, ...]"),
        (True, "act", "True is neither an integer nor a name nor [operator, ...]"),
        (None, "act", "None is neither an integer nor a name nor [operator, ...]"),
        (Fraction(1), "act", "Fraction(1, 1) is neither an integer nor a name nor [operator, ...]"),
        ([], "act", "() is neither an integer nor a name nor [operator, ...]"),
        ([1, 2], "act", "(1, 2) is neither an integer nor a name nor [operator, ...]"),
        ({"add": 1}, "act", "{'add': 1} is neither an integer nor a name nor [operator, ...]"),
    ],
)
def test_wrong_forms(expression, field, reason):
    """What is no expression is refused at once, with the place in the specification."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, {"x": 0}, {}, expression, {"c": 10})

    assert (field, reason) == (raised.value.field, raised.value.reason)
    assert f"{field}: {reason}" == str(raised.value)
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize("operator", ["mod", "floordiv"])
def test_division_by_zero(operator):
    """Division by 0 is found when it happens, and named."""
    learner = RegisterLearner(2, {"x": 1}, {"x": [operator, 1, ["sub", "x", "x"]]}, [operator, 1, "obs"])

    assert learner.act((1,), 1) in (0, 1)
    with pytest.raises(MalformedExpression) as acting:
        learner.act((1,), 0)
    with pytest.raises(MalformedExpression) as learning:
        learner.learn((1,), SEEN)

    assert f"act: {operator} by 0" == str(acting.value)
    assert f"learn.x: {operator} by 0" == str(learning.value)


@pytest.mark.parametrize("operator", ["add", "sub", "mul"])
def test_values_have_4096_bits(operator):
    """A value of 4096 bits is fine; one bit more is refused."""
    largest = 2**4096 - 1
    unit = {"add": 0, "sub": 0, "mul": 1}[operator]
    step = {"add": 1, "sub": -1, "mul": 2}[operator]

    assert value([operator, "x", unit], x=largest) == largest
    with pytest.raises(MalformedExpression, match=f"{operator} gives a value of more than 4096 bits"):
        value([operator, "x", step], x=largest)


@pytest.mark.parametrize("observation", ["left", None, 1.5, True, Fraction(1), (0, 1)])
def test_observations_must_be_ints(observation):
    """It cannot compute with an observation that is no int."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, {}, {}, 0).act((), observation)

    assert raised.value.field == "obs"
    assert f"{observation!r} is not an int, so a register learner cannot compute with it" == raised.value.reason


@pytest.mark.parametrize(("index", "field"), list(enumerate(["o_prev", "a", "r", "o_next"])))
def test_transitions_must_be_ints(index, field):
    """It cannot compute with a transition in which something is no int."""
    wrong = Transition(*(Fraction(1, 2) if place == index else 0 for place in range(4)))

    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, {"x": 0}, {}, 0).learn((0,), wrong)

    assert field == raised.value.field


def test_a_learner_is_a_value():
    """Mappings and lists are kept as tuples: it can be hashed, and changing what it was built from changes nothing."""
    registers, update, acting = {"x": 0}, ["add", "x", ["mul", 2, "r"]], ["mod", "x", ["add", "n", 0]]
    learning, constants = {"x": update}, {"c": 3}
    learner = RegisterLearner(2, registers, learning, acting, constants)
    same = RegisterLearner(2, registers, learning, acting, constants)

    registers["y"], constants["d"], learning["y"] = 1, 4, 5
    update[0], update[2][1], acting[2][0] = "sub", 9, "sub"

    assert learner.registers == (("x", 0),)
    assert learner.learning == (("x", ("add", "x", ("mul", 2, "r"))),)
    assert learner.acting == ("mod", "x", ("add", "n", 0))
    assert learner.constants == (("c", 3),)
    assert (learner, hash(learner)) == (same, hash(same))
    assert learner != RegisterLearner(2, {"x": 1}, learner.learning, learner.acting, learner.constants)
    assert learner.learn((1,), SEEN) == (-3,)


def test_lists_of_pairs_will_do():
    """Pairs may be lists of lists, as JSON has them; the learner is the same, and a value."""
    mapped = RegisterLearner(3, {"x": 0, "y": 1}, {"y": ["add", "x", "c"]}, ["mod", "y", "n"], {"c": 2})
    listed = RegisterLearner(3, [["x", 0], ["y", 1]], [["y", ["add", "x", "c"]]], ["mod", "y", "n"], [["c", 2]])

    assert listed.registers == (("x", 0), ("y", 1))
    assert listed.learning == (("y", ("add", "x", "c")),)
    assert listed.constants == (("c", 2),)
    assert (mapped, hash(mapped)) == (listed, hash(listed))
    assert listed == eval(repr(listed))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize(
    ("build", "field"),
    [
        (lambda number: RegisterLearner(2, {"x": number}, {}, 0), "registers.x"),
        (lambda number: RegisterLearner(2, {}, {}, 0, {"c": number}), "constants.c"),
        (lambda number: RegisterLearner(2, {}, {}, number), "act"),
        (lambda number: RegisterLearner(2, {"x": 0}, {"x": ["add", "x", ["sub", number, 1]]}, 0), "learn.x[2][1]"),
    ],
)
def test_literals_have_4096_bits(build, field, sign):
    """A number written down has at most 4096 bits, as a number computed has; one bit more is refused at once."""
    build(sign * (2**4096 - 1))
    with pytest.raises(MalformedExpression) as raised:
        build(sign * 2**4096)

    assert field == raised.value.field
    digits = str(sign * 2**4096)
    assert f"{digits[:1000]}... ({len(digits)} characters) is not an int of at most 4096 bits" == raised.value.reason
    with pytest.raises(MalformedExpression) as raised:
        build(sign * 2**20_000)
    assert field == raised.value.field
    assert raised.value.reason == "something of type int that cannot be written out is not an int of at most 4096 bits"


@pytest.mark.parametrize(
    ("given", "field", "reason"),
    [
        *(
            ({"number_of_actions": n}, "number_of_actions", f"{n!r} is not an int >= 1")
            for n in (0, True, 2.0, None, "2")
        ),
        *(
            ({kind: {"x": wrong}}, f"{kind}.x", f"{wrong!r} is not an int of at most 4096 bits")
            for kind in ("registers", "constants")
            for wrong in (0.5, True, None, Fraction(1))
        ),
        *(
            ({kind: {name: 1}}, f"{kind}.{name}", "the name has a meaning already")
            for kind in ("registers", "constants")
            for name in ("n", "obs", "o_prev", "a", "r", "o_next")
        ),
        ({"registers": [("x", 0), ("x", 1)]}, "registers.x", "the name has a meaning already"),
        ({"registers": {"x": 0}, "constants": {"x": 0}}, "constants.x", "the name has a meaning already"),
        ({"registers": {"x": 0}, "learning": {"y": 1}}, "learn.y", "no such register"),
        ({"registers": {"x": 0}, "learning": [(("x",), 1)]}, "learn.('x',)", "no such register"),
        (
            {"registers": {"x": 0}, "learning": {"x": ["add", "obs"]}},
            "learn.x[1]",
            "unknown name 'obs'; known here: a, n, o_next, o_prev, r, x",
        ),
    ],
)
def test_wrong_parts(given, field, reason):
    """Numbers, names and updates that are none, reserved or given twice: refused at once, with the place."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(**{"number_of_actions": 2, "registers": {}, "learning": {}, "acting": 0, **given})

    assert (raised.value.field, raised.value.reason) == (field, reason)


NESTED = {n: reduce(lambda inner, _: ("add", inner), range(n), 1) for n in (64, 65, 66, 1000)}


@each_row_of(
    gives(value, (NESTED[64], 1)),
    refused(MalformedExpression, value, *((NESTED[n],) for n in (65, 66, 1000))),
)
def test_depths(row):
    """At most 64 operators may be in each other."""
    row()
