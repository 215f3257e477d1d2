"""Learners that train by a product: their laws, what they refuse, and the forms that compose them."""

from functools import reduce
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import (
    ConstantLearner,
    FoldableLearner,
    FoldableRegisterLearner,
    HashedDraws,
    LastRewardSignLearner,
    LearnerClass,
    ListedLearner,
    NaiveLearner,
    QLearner,
    RandomLearner,
    RegisterLearner,
    SimpleLearner,
    Transition,
    as_agent,
    foldable,
    foldable_of,
    require_foldable,
)
from formal_rl.agents.monoid_learners import AffineMap
from formal_rl.checking import hashed_learner
from formal_rl.environments import (
    deja_vu,
    deja_vu_published,
    deja_vu_published_folded,
    interact_incremental,
    interaction,
    reverse_history,
    reverse_history_published,
    reverse_history_published_folded,
)
from formal_rl.environments.monoid_forms import deja_vu_folded, reverse_history_folded
from formal_rl.errors import InvalidParameter, MalformedExpression
from formal_rl.statements.alexander_2022.reverse_fold import LEARNERS, REGISTERS
from formal_rl.strategies import learners, observations

PUNISHED, PAID, NEITHER = Transition(0, 1, -1, 0), Transition(0, 0, 1, 0), Transition(0, 1, 0, 0)
FORMS = {"reverse_history": (reverse_history, reverse_history_folded), "deja_vu": (deja_vu, deja_vu_folded)}
PUBLISHED = {
    "reverse_history": (reverse_history_published, reverse_history_published_folded),
    "deja_vu": (deja_vu_published, deja_vu_published_folded),
}

whole = st.builds(Transition, st.integers(0, 2), st.integers(0, 2), st.integers(-3, 3), st.integers(0, 2))
turns = st.builds(Transition, st.just(0), st.integers(0, 1), st.integers(-1, 1), st.just(0))


@st.composite
def affine_learners(draw):
    """Draw register learners of up to three registers, all affine: none reduced, or each modulo one of 2, 6 and 12."""
    size = draw(st.integers(1, 3))
    names = [f"x{index}" for index in range(size)]
    moduli = sorted(draw(st.lists(st.sampled_from((2, 6, 12)), min_size=size, max_size=size)), reverse=True)
    reduced = draw(st.booleans())
    factor = st.integers(-3, 3) | st.sampled_from(("a", "r"))
    learning = {}
    for place, (name, modulus) in enumerate(zip(names, moduli, strict=True)):
        usable = names[: place + 1] if reduced else names
        terms = [["mul", draw(factor), other] for other in usable]
        update = ["if", ["lt", "r", draw(st.integers(-1, 2))], ["add", *terms, "a"], ["sub", terms[0], draw(factor)]]
        learning[name] = ["mod", update, modulus] if reduced else update
    initial = {name: draw(st.integers(-15, 15)) for name in names}
    return RegisterLearner(2, initial, learning, ["mod", ["floordiv", ["add", *names, "obs"], 2], "n"])


def product_of(learner, told):
    """The element of a list of transitions."""
    return reduce(learner.compose, map(learner.of, told), learner.identity)


# --- By hand ---


def test_elements_by_hand():
    """Punished on 0 for 1, then paid for 0: sets, last signs, sums and counts."""
    two = (PUNISHED, PAID)

    assert product_of(foldable(ConstantLearner(1)), two) == ()
    assert product_of(foldable(SimpleLearner(2)), two) == frozenset({(0, 1)})
    assert product_of(foldable(LastRewardSignLearner()), two) == 1
    assert product_of(foldable(LastRewardSignLearner()), two[::-1]) == 0
    assert foldable(LastRewardSignLearner()).identity is None
    assert product_of(foldable(RandomLearner(HashedDraws(1))), two) == 2
    naive = product_of(foldable(NaiveLearner(HashedDraws(1))), (*two, PUNISHED))
    assert naive == ((((0, 1), (-2, 2)), ((0, 0), (1, 1))), 3)
    assert product_of(ListedLearner(SimpleLearner(2)), two) == two


def test_affine_maps_by_hand():
    """h' = 2h + a + 2r mod 5: for a = 0, r = 1 it is 2h + 2; after a = 1, r = -1, which is 2h + 4, it is 4h."""
    learner = foldable(
        RegisterLearner(2, {"h": 6}, {"h": ["mod", ["add", ["mul", 2, "h"], "a", ["mul", 2, "r"]], 5]}, "h")
    )

    assert learner.identity == AffineMap(False, ((1, 0),))
    assert learner.of(PAID) == AffineMap(True, ((2, 2),))
    assert learner.of(PUNISHED) == AffineMap(True, ((2, 4),))
    assert learner.compose(learner.of(PUNISHED), learner.of(PAID)) == AffineMap(True, ((4, 0),))
    assert learner.compose(learner.of(PAID), learner.of(PUNISHED)) == AffineMap(True, ((4, 3),))
    assert learner.registers(learner.identity) == (6,)
    assert learner.registers(learner.of(PAID)) == (4,)


def test_registers_that_are_not_learned_stay():
    """A register without an update keeps its initial value, reduced or not, and others may use it."""
    plain = RegisterLearner(2, {"x": 7, "y": 1}, {"y": ["mod", ["add", "x", "y"], 4]}, ["mod", "y", "n"])
    learner = foldable(plain)

    assert learner.registers(learner.of(PAID)) == plain.learn(plain.initial, PAID) == (7, 0)


# --- What is refused ---


@pytest.mark.parametrize(
    ("learning", "place"),
    [
        ({"x": ["mul", "x", "y"]}, "learn.x"),
        ({"x": ["mul", "x", "x"]}, "learn.x"),
        ({"x": ["floordiv", "x", 2]}, "learn.x"),
        ({"x": ["add", 1, ["gt", "x", 0]]}, "learn.x[2]"),
        ({"x": ["if", ["eq", "y", 0], 1, 2]}, "learn.x"),
        ({"x": ["if", "r", ["mod", "x", 3], "x"]}, "learn.x[2]"),
        ({"x": ["mod", ["mod", "x", 6], 3]}, "learn.x[1]"),
        ({"x": ["mod", "x", "a"]}, "learn.x[2]"),
        ({"x": ["mod", "x", "y"]}, "learn.x[2]"),
        ({"x": ["mod", "x", 0]}, "learn.x[2]"),
        ({"x": ["mod", "x", 3], "y": ["add", "x", "y"]}, "learn.y"),
        ({"x": ["mod", "x", 4], "y": ["mod", ["add", "x", "y"], 3]}, "learn.y"),
    ],
    ids=str,
)
def test_updates_that_do_not_compose_are_refused(learning, place):
    """Products, quotients, comparisons of registers, inner and unequal moduli are refused at once, with the place."""
    with pytest.raises(MalformedExpression) as caught:
        foldable(RegisterLearner(2, {"x": 1, "y": 2}, learning, 0))

    assert caught.value.field == place
    assert "compose" in caught.value.reason


@pytest.mark.parametrize(
    "learning",
    [
        {"x": ["mul", ["mul", "a", "r"], ["sub", "x", ["mul", 3, "y"]]]},
        {"x": ["if", ["gt", "r", 0], ["floordiv", "a", 2], "y"]},
        {"x": ["add", ["mod", "r", 3], "x"]},
        {"x": ["mod", ["add", "x", "y"], "c"], "y": ["mod", "y", 12]},
        {"x": ["mod", ["add", "x", "y"], -3], "y": ["mod", "y", 6]},
        {"x": ["mod", ["add", "x", "y"], "n"]},
    ],
    ids=str,
)
@given(told=st.lists(whole, max_size=6), cut=st.integers(0, 6))
def test_updates_that_compose_are_exact(learning, told, cut):
    """The registers after a list are those of its two halves composed, negative divisors and all."""
    plain = RegisterLearner(2, {"x": -7, "y": 25}, learning, 0, {"c": 4})
    learner = FoldableRegisterLearner(plain)
    element = learner.compose(product_of(learner, told[:cut]), product_of(learner, told[cut:]))

    assert learner.registers(element) == reduce(plain.learn, told, plain.initial)


def test_maps_that_outgrow_the_bound_are_refused():
    """Doubling 5000 times makes an entry of too many bits, though the register stays 0."""
    learner = foldable(RegisterLearner(2, {"x": 0}, {"x": ["mul", 2, "x"]}, "x"))
    element = learner.of(PAID)
    for _ in range(11):
        element = learner.compose(element, element)
    with pytest.raises(MalformedExpression, match=r"learn\.x: composing gives an entry"):
        learner.compose(learner.compose(element, element), element)


@pytest.mark.parametrize("learner", [QLearner(HashedDraws(1)), object(), None])
def test_other_learners_are_refused(learner):
    """What has no foldable version is refused by name, by the conversion and by the forms."""
    with pytest.raises(InvalidParameter, match="foldable version"):
        foldable(learner)
    for form in (reverse_history_folded, deja_vu_folded):
        with pytest.raises(InvalidParameter, match="FoldableLearner"):
            form.start(learner)
        with pytest.raises(InvalidParameter, match="FoldableLearner"):
            form.advance(learner, (0, ()), 0)
    for form in (reverse_history_published_folded, deja_vu_published_folded):
        with pytest.raises(InvalidParameter, match="FoldableLearner"):
            form.start(LearnerClass(learner))
        with pytest.raises(InvalidParameter, match="LearnerClass"):
            form.start(learner)


def test_a_foldable_learner_stays_as_it_is():
    """It is its own foldable version, and is what is read from its agent-class."""
    learner = foldable(SimpleLearner(2))

    assert foldable(learner) is learner
    assert require_foldable(learner) is learner
    assert foldable_of(LearnerClass(learner)) is learner


def test_the_protocol_has_no_instance_of_its_own():
    """A foldable learner must say what its monoid is."""
    with pytest.raises(TypeError):
        FoldableLearner()


# --- Beyond the exhausted scope ---


@pytest.mark.parametrize("name", LEARNERS)
@given(told=st.lists(turns, max_size=12), cut=st.integers(0, 12), observation=st.integers(0, 1))
def test_a_list_acts_however_it_is_cut(name, told, cut, observation):
    """Two halves of a history, each folded by itself, act as the learner trained on the whole."""
    plain, learner = LEARNERS[name], foldable(LEARNERS[name])
    element = learner.compose(product_of(learner, told[:cut]), product_of(learner, told[cut:]))

    assert learner.act(element, observation) == plain.act(reduce(plain.learn, told, plain.initial), observation)
    assert learner.learn(element, PUNISHED) == learner.compose(element, learner.of(PUNISHED))
    assert learner.initial == learner.identity


@given(learner=affine_learners(), told=st.lists(whole, max_size=10), cut=st.integers(0, 10))
def test_drawn_affine_learners_compose(learner, told, cut):
    """The registers after a list are those of its two halves composed."""
    folding = foldable(learner)
    element = folding.compose(product_of(folding, told[:cut]), product_of(folding, told[cut:]))

    assert folding.registers(element) == reduce(learner.learn, told, learner.initial)


@given(
    learner=affine_learners(),
    x=st.lists(turns, max_size=3),
    y=st.lists(turns, max_size=3),
    z=st.lists(turns, max_size=3),
)
def test_drawn_affine_maps_are_a_monoid(learner, x, y, z):
    """Associative, with a neutral identity, as maps and not only as they act."""
    folding = foldable(learner)
    one, two, three = (product_of(folding, told) for told in (x, y, z))

    assert folding.compose(folding.compose(one, two), three) == folding.compose(one, folding.compose(two, three))
    assert folding.compose(folding.identity, one) == one == folding.compose(one, folding.identity)


@given(learner=learners(), told=st.lists(turns, max_size=8), observation=observations())
def test_every_learner_folds_as_lists(learner, told, observation):
    """As lists every learner is foldable, and acts as it does."""
    listed = ListedLearner(learner)

    assert listed.act(product_of(listed, told), observation) == learner.act(
        reduce(learner.learn, told, learner.initial), observation
    )


@pytest.mark.parametrize("name", FORMS)
@given(learner=affine_learners() | st.sampled_from(list(LEARNERS.values())), steps=st.integers(0, 25))
def test_the_folded_form_is_the_definition_further_on(name, learner, steps):
    """A drawn learner has one interaction in both forms, over more steps than can be exhausted."""
    definition, form = FORMS[name]
    expected = interaction(as_agent(learner), definition, steps, remember=False)

    assert tuple(islice(interact_incremental(foldable(learner), form), 2 * steps)) == expected


@pytest.mark.parametrize("name", FORMS)
@given(seed=st.integers(0, 10**6), sequence=st.lists(st.integers(0, 2), max_size=20))
def test_the_folded_form_answers_any_actions(name, seed, sequence):
    """On actions that are not the agent's own, of which some it does not have, the percepts are the definition's."""
    definition, form = FORMS[name]
    learner = hashed_learner(seed)
    percept, state = form.start(foldable(learner))
    play = ()
    for action in sequence:
        play = (*play, percept, action)
        percept, state = form.advance(foldable(learner), state, action)
        assert percept == definition(as_agent(learner), play)


@pytest.mark.parametrize("name", PUBLISHED)
@given(seed=st.integers(0, 10**6), sequence=st.lists(st.integers(0, 1), max_size=20))
def test_the_folded_published_form_is_the_published_form(name, seed, sequence):
    """On any actions the rewards are those of the form that trains a new copy at every step."""
    published, folded = PUBLISHED[name]
    one, other = LearnerClass(hashed_learner(seed)), LearnerClass(foldable(hashed_learner(seed)))
    (first, past), (seen, state) = published.start(one), folded.start(other)
    assert first == seen
    for action in sequence:
        expected, past = published.step(one, past, action)
        got, state = folded.step(other, state, action)
        assert got == expected


def test_long_runs_do_not_grow_what_is_kept():
    """After 2000 steps the elements are of the size that they had after 20."""
    for learner in (SimpleLearner(2), RegisterLearner(2, dict(REGISTERS.registers), REGISTERS.learning[:2], "last")):
        folding = foldable(learner)
        _, state = reverse_history_folded.start(folding)
        sizes = []
        for step in range(2000):
            _, state = reverse_history_folded.advance(folding, state, step % 2)
            sizes.append(len(repr(state)))
        assert max(sizes[20:]) <= max(sizes[:20])
