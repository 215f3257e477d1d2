"""Learners that train by a product: their laws, what they refuse, and the forms that compose them."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import (
    HashedDraws,
    LearnerClass,
    QLearner,
    RegisterLearner,
    SimpleLearner,
    Transition,
    as_agent,
    foldable,
    foldable_of,
    require_foldable,
)
from formal_rl.checking import hashed_learner
from formal_rl.environments import (
    deja_vu,
    deja_vu_published_folded,
    reverse_history,
    reverse_history_published_folded,
)
from formal_rl.environments.monoid_forms import deja_vu_folded, reverse_history_folded
from formal_rl.errors import InvalidParameter, MalformedExpression
from formal_rl.statements.alexander_2022.reverse_fold import REGISTERS

FORMS = {"reverse_history": (reverse_history, reverse_history_folded), "deja_vu": (deja_vu, deja_vu_folded)}

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


# --- What is refused ---


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


@pytest.mark.parametrize(
    ("learning", "place"),
    [
        ({"h": ["mul", "h", "g"]}, "learn.h"),
        ({"h": ["add", 1, ["mul", "h", "h"]]}, "learn.h[2]"),
        ({"h": ["if", ["gt", "h", 1], 1, 0]}, "learn.h"),
        ({"h": ["sub", ["floordiv", "h", 2], "a"]}, "learn.h[1]"),
        ({"h": ["add", "a", ["eq", "g", 1]]}, "learn.h[2]"),
        ({"h": ["add", ["mod", "h", 5], 1]}, "learn.h[1]"),
        ({"h": ["mod", "h", "o_prev"]}, "learn.h[2]"),
        ({"h": ["mod", "h", "g"]}, "learn.h[2]"),
        ({"h": ["mod", "h", 0]}, "learn.h[2]"),
        ({"h": ["mod", "h", "c"]}, "learn.h[2]"),
        ({"h": ["mod", ["mul", "h", "h"], 5]}, "learn.h[1]"),
        ({"h": ["mod", "g", 6], "g": "h"}, "learn.g"),
        ({"h": ["mod", "h", 6], "g": ["mod", "h", 4]}, "learn.g"),
    ],
    ids=str,
)
def test_updates_that_do_not_compose_are_refused(learning, place):
    """The place in the update is named."""
    with pytest.raises(MalformedExpression) as caught:
        foldable(RegisterLearner(3, {"h": 2, "g": 1}, learning, 0, {"c": 0}))
    assert caught.value.field == place
    assert ("outermost" in caught.value.reason) == (place == "learn.h[1]" and "add" in learning["h"])


@pytest.mark.parametrize(
    "learning",
    [
        {"h": ["mod", "g", 5], "g": "g"},
        {"h": ["mod", "h", 6], "g": ["mod", "h", 3]},
        {"h": ["mod", ["add", ["mul", 2, "h"], "a", "g"], -3]},
        {"h": ["mod", "h", 1]},
        {"h": ["mod", ["mul", 2, "h"], "c"]},
        {"h": ["mod", ["mul", 2, "h"], "n"]},
        {"h": ["if", ["gt", "a", 0], "g", ["add", "h", 1]], "g": ["sub", ["mul", "r", "h"], "g"]},
        {"h": ["add", ["mod", "a", 2], ["mul", ["eq", "r", 2], "h"]]},
        {},
    ],
    ids=str,
)
def test_updates_that_compose(learning):
    """The registers after three trainings, however composed, and those of no training."""
    learner = RegisterLearner(3, {"h": 2, "g": 1}, learning, 0, {"c": 7})
    folding, told = foldable(learner), [Transition(1, 1, 2, 0), Transition(0, 2, -1, 1), Transition(1, 0, 3, 1)]
    x, y, z = map(folding.of, told)

    assert folding.registers(folding.compose(x, folding.compose(y, z))) == reduce(learner.learn, told, learner.initial)
    assert folding.registers(folding.identity) == learner.initial


def test_large_entries_are_refused():
    """2^4096 has 4097 bits, and 4096 are kept."""
    folding = foldable(RegisterLearner(2, {"h": 1}, {"h": ["mul", "r", "h"]}, 0))
    largest, larger = (folding.of(Transition(0, 0, 1 << bits, 0)) for bits in (2047, 2048))

    assert folding.compose(largest, largest).trained
    with pytest.raises(MalformedExpression, match=r"learn\.h"):
        folding.compose(larger, larger)


def test_a_foldable_learner_stays_as_it_is():
    """It is its own foldable version, and is what is read from its agent-class."""
    learner = foldable(SimpleLearner(2))

    assert foldable(learner) is learner
    assert require_foldable(learner) is learner
    assert foldable_of(LearnerClass(learner)) is learner


# --- Beyond the exhausted scope ---


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
