"""Learners whose state is integer registers: the language of their expressions, by hand, and all its errors."""

from fractions import Fraction

import pytest
from hypothesis import given

from formal_rl.agents import RegisterLearner, Transition, as_agent
from formal_rl.environments import ignore_rewards, interaction
from formal_rl.errors import MalformedExpression
from formal_rl.histories import Percept, history
from formal_rl.strategies import learners, observations, transitions

SEEN = Transition(observation=3, action=1, reward=-2, next_observation=4)


def value(expression, **registers):
    """What the acting expression gives on observation 6, with 5 actions and the constant c = 10."""
    learner = RegisterLearner(5, registers, {}, expression, {"c": 10})
    return learner.act(learner.initial, 6)


@pytest.mark.parametrize(
    ("expected", "expression"),
    [
        (7, 7),
        (-7, -7),
        (5, "n"),
        (6, "obs"),
        (10, "c"),
        (2, "x"),
        (2, ["add", "x"]),
        (5, ["add", "x", "y"]),
        (18, ["add", "x", "y", "obs", 7]),
        (-1, ["sub", "x", "y"]),
        (6, ["mul", "x", "y"]),
        (-6, ["mul", -2, 3]),
        (2, ["floordiv", 7, 3]),
        (-3, ["floordiv", -7, 3]),
        (-3, ["floordiv", 7, -3]),
        (1, ["mod", 7, 3]),
        (2, ["mod", -7, 3]),
        (-2, ["mod", 7, -3]),
        (1, ["gt", 3, 2]),
        (0, ["gt", 2, 2]),
        (1, ["lt", 1, 2]),
        (0, ["lt", 2, 2]),
        (1, ["eq", 2, "x"]),
        (0, ["eq", 3, "x"]),
        (10, ["if", 1, 10, 20]),
        (10, ["if", -3, 10, 20]),
        (20, ["if", 0, 10, 20]),
        (40, ["mul", ["add", "x", ["if", ["gt", "obs", 5], "obs", 0]], "n"]),
        (5, ("add", "x", "y")),
    ],
    ids=str,
)
def test_expressions_by_hand(expected, expression):
    """With x = 2, y = 3, obs = 6, n = 5 and c = 10, division and remainder as in Python, every operator."""
    assert expected == value(expression, x=2, y=3)


def test_only_the_branch_taken_is_computed():
    """The other branch of an if may be undefined."""
    assert value(["if", 1, 4, ["mod", 1, 0]]) == 4
    assert value(["if", 0, ["mod", 1, 0], 4]) == 4


def test_learning_by_hand():
    """All registers are updated together from the old values, so two of them can be exchanged."""
    learner = RegisterLearner(2, {"x": 1, "y": 2, "kept": 9}, {"x": "y", "y": "x"}, 0)

    assert learner.initial == (1, 2, 9)
    assert learner.learn((1, 2, 9), SEEN) == (2, 1, 9)


def test_learning_from_a_transition_by_hand():
    """o_prev = 3, a = 1, r = -2, o_next = 4 and n = 5 give 1000 * 3 + 100 * 1 + 10 * -2 + 4 + 5 = 3089."""
    sees = ["add", ["mul", 1000, "o_prev"], ["mul", 100, "a"], ["mul", 10, "r"], "o_next", "n"]

    assert RegisterLearner(5, {"x": 0}, {"x": sees}, 0).learn((0,), SEEN) == (3089,)


def test_interaction_by_hand():
    """A learner that sums its rewards and does 1 while the sum is positive."""
    learner = RegisterLearner(2, {"sum": 0}, {"sum": ["add", "sum", "r"]}, ["gt", "sum", 0])

    # Sums 0, 1, 0, 1: it does 0, 1, 0, 1; without rewards always 0; so it earns 1, -1, 1.
    expected = history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1)
    assert expected == interaction(as_agent(learner), ignore_rewards, 4)


def test_no_registers():
    """There may be no registers: then nothing is learnt."""
    mirror = RegisterLearner(2, {}, {}, "obs")

    assert mirror.initial == ()
    assert mirror.learn((), SEEN) == ()
    assert mirror.act((), 1) == 1


def deep(depth):
    """An expression nested so deep."""
    expression = 1
    for _ in range(depth):
        expression = ["add", expression]
    return expression


def test_nesting():
    """An expression may nest 64 deep and no deeper."""
    assert value(deep(64)) == 1
    with pytest.raises(MalformedExpression, match="nested more than 64 deep"):
        value(deep(65))


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
        (1.5, "act", "1.5 is no integer, no name and no [operator, ...]"),
        (True, "act", "True is no integer, no name and no [operator, ...]"),
        (None, "act", "None is no integer, no name and no [operator, ...]"),
        (Fraction(1), "act", "Fraction(1, 1) is no integer, no name and no [operator, ...]"),
        ([], "act", "() is no integer, no name and no [operator, ...]"),
        ([1, 2], "act", "(1, 2) is no integer, no name and no [operator, ...]"),
        ({"add": 1}, "act", "{'add': 1} is no integer, no name and no [operator, ...]"),
    ],
)
def test_wrong_forms(expression, field, reason):
    """What is no expression is refused at once, with the place in the specification."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, {"x": 0}, {}, expression, {"c": 10})

    assert (field, reason) == (raised.value.field, raised.value.reason)
    assert f"{field}: {reason}" == str(raised.value)
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize(
    ("registers", "learning", "field", "reason"),
    [
        ({"x": 0}, {"y": 1}, "learn.y", "no such register"),
        ({"x": 0}, {"x": "obs"}, "learn.x", "unknown name 'obs'; known here: a, n, o_next, o_prev, r, x"),
        ({"x": 0}, {"x": ["add", "y"]}, "learn.x[1]", "unknown name 'y'; known here: a, n, o_next, o_prev, r, x"),
        ({"x": 0.5}, {}, "registers.x", "0.5 is no int of at most 4096 bits"),
        ({"x": True}, {}, "registers.x", "True is no int of at most 4096 bits"),
        ({"x": None}, {}, "registers.x", "None is no int of at most 4096 bits"),
    ],
)
def test_wrong_registers(registers, learning, field, reason):
    """Registers hold ints, and only they can learn; anything else is refused at once."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, registers, learning, 0)

    assert (field, reason) == (raised.value.field, raised.value.reason)


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


def test_values_do_not_grow_for_ever():
    """Squaring 2 gives 2^(2^k) after k transitions, 2^k + 1 bits: 11 transitions are fine and 12 are not."""
    learner = RegisterLearner(2, {"x": 2}, {"x": ["mul", "x", "x"]}, 0)
    state = learner.initial
    for _ in range(11):
        state = learner.learn(state, SEEN)

    assert state == (2**2048,)
    with pytest.raises(MalformedExpression) as raised:
        learner.learn(state, SEEN)
    assert str(raised.value) == "learn.x: mul gives a value of more than 4096 bits"


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
    assert f"{observation!r} is no int, so a register learner cannot compute with it" == raised.value.reason


@pytest.mark.parametrize(("index", "field"), list(enumerate(["o_prev", "a", "r", "o_next"])))
def test_transitions_must_be_ints(index, field):
    """It cannot compute with a transition in which something is no int."""
    wrong = Transition(*(Fraction(1, 2) if place == index else 0 for place in range(4)))

    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, {"x": 0}, {}, 0).learn((0,), wrong)

    assert field == raised.value.field


def test_equality_and_repr():
    """Learners with equal specifications are equal, and the repr can be pasted back."""
    learner = RegisterLearner(2, {"x": 0}, {"x": ["add", "x", 1]}, ["mod", "x", "n"], {"c": 3})

    assert learner == RegisterLearner(2, {"x": 0}, {"x": ["add", "x", 1]}, ["mod", "x", "n"], {"c": 3})
    assert learner != RegisterLearner(2, {"x": 1}, {"x": ["add", "x", 1]}, ["mod", "x", "n"], {"c": 3})
    assert learner == eval(repr(learner))


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
    assert learner.learn((1,), SEEN) == (-3,)


def test_pairs_and_tuples_will_do():
    """Registers, updates and constants may be given as pairs, and expressions as tuples; the learner is the same."""
    mapped = RegisterLearner(3, {"x": 0, "y": 1}, {"y": ["add", "x", "c"]}, ["mod", "y", "n"], {"c": 2})
    paired = RegisterLearner(
        3, (("x", 0), ("y", 1)), (("y", ("add", "x", "c")),), ("mod", "y", "n"), constants=(("c", 2),)
    )

    assert mapped == paired
    assert hash(mapped) == hash(paired)


def test_lists_of_pairs_will_do():
    """Pairs may be lists of lists, as JSON has them; the learner is the same, and a value."""
    mapped = RegisterLearner(3, {"x": 0, "y": 1}, {"y": ["add", "x", "c"]}, ["mod", "y", "n"], {"c": 2})
    listed = RegisterLearner(3, [["x", 0], ["y", 1]], [["y", ["add", "x", "c"]]], ["mod", "y", "n"], [["c", 2]])

    assert listed.registers == (("x", 0), ("y", 1))
    assert listed.learning == (("y", ("add", "x", "c")),)
    assert listed.constants == (("c", 2),)
    assert (mapped, hash(mapped)) == (listed, hash(listed))
    assert listed == eval(repr(listed))


@pytest.mark.parametrize("name", [1, None, ("x",), 0.5, True, [], b"x"], ids=repr)
@pytest.mark.parametrize("kind", ["registers", "constants"])
def test_names_are_text(kind, name):
    """A name that is no text is refused, hashable or not."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(**{"number_of_actions": 2, "registers": {}, "learning": {}, "acting": 0, kind: [(name, 1)]})

    assert (kind, f"{name!r} is no name") == (raised.value.field, raised.value.reason)


@pytest.mark.parametrize("name", [1, None, ("x",), 0.5], ids=repr)
def test_only_registers_learn(name):
    """What is no name is no register either, so it learns nothing."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, {"x": 0}, [(name, 1)], 0)

    assert (f"learn.{name}", "no such register") == (raised.value.field, raised.value.reason)


def test_only_registers_learn_and_a_list_is_none():
    """A list in the place of a name is refused as any other that is none."""
    with pytest.raises(MalformedExpression):
        RegisterLearner(2, {"x": 0}, [(["x"], 1)], 0)


@pytest.mark.parametrize("learning", [[("x", 1), ("x", 2)], [["x", 1], ["y", "r"], ["x", 1]]])
def test_a_register_learns_in_one_way(learning):
    """Given as pairs, a register may not have two expressions, not even equal ones."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, {"x": 0, "y": 0}, learning, 0)

    assert (raised.value.field, raised.value.reason) == ("learn", "a register is given two expressions")


@pytest.mark.parametrize("number", [0, -1, True, 2.0, None, "2", Fraction(2)])
def test_a_number_of_actions(number):
    """A learner has at least one action."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(number, {}, {}, 0)

    assert raised.value.field == "number_of_actions"
    assert f"{number!r} is no int >= 1" == raised.value.reason


@pytest.mark.parametrize("constant", [0.5, True, None, "c", Fraction(1), [1]])
def test_wrong_constants(constant):
    """Constants are ints, as registers are."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, {}, {}, 0, {"c": constant})

    assert raised.value.field == "constants.c"
    assert f"{constant!r} is no int of at most 4096 bits" == raised.value.reason


@pytest.mark.parametrize("kind", ["registers", "constants"])
@pytest.mark.parametrize("name", ["n", "obs", "o_prev", "a", "r", "o_next"])
def test_reserved_names(kind, name):
    """A name with a meaning of its own is no name of a register or constant."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(**{"number_of_actions": 2, "registers": {}, "learning": {}, "acting": 0, kind: {name: 1}})

    assert (raised.value.field, raised.value.reason) == (f"{kind}.{name}", "the name has a meaning already")


@pytest.mark.parametrize(
    ("registers", "constants", "field"),
    [
        ([("x", 0), ("x", 1)], {}, "registers.x"),
        ({}, [("c", 0), ("c", 0)], "constants.c"),
        ({"x": 0}, {"x": 0}, "constants.x"),
    ],
)
def test_duplicate_names(registers, constants, field):
    """A name names one register or one constant; the second is refused."""
    with pytest.raises(MalformedExpression) as raised:
        RegisterLearner(2, registers, {}, 0, constants)

    assert (field, "the name has a meaning already") == (raised.value.field, raised.value.reason)


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
    assert f"{digits[:1000]}... ({len(digits)} characters) is no int of at most 4096 bits" == raised.value.reason
    with pytest.raises(MalformedExpression) as raised:
        build(sign * 2**20_000)
    assert field == raised.value.field
    assert raised.value.reason == "something of type int that cannot be written out is no int of at most 4096 bits"


@given(learners(), transitions(rewards=(0, 1, -1)), observations())
def test_states_are_values(learner, transition, observation):
    """Acting and learning give the same when done again, and change no state."""
    state = learner.learn(learner.initial, transition)
    shown = repr(state)

    assert learner.act(state, observation) == learner.act(state, observation)
    assert learner.learn(state, transition) == learner.learn(state, transition)
    assert shown == repr(state)
    assert hash(state) == hash(learner.learn(learner.initial, transition))


def test_the_first_percept_teaches_nothing():
    """A learner that adds up its rewards has not seen the first: 100 + 1 + 2 without the 100 is 3."""
    learner = RegisterLearner(2, {"sum": 0}, {"sum": ["add", "sum", "r"]}, "sum")

    assert as_agent(learner)((Percept(100, 0), 0, Percept(1, 0), 0, Percept(2, 0))) == 3
