"""Learners that train by a product: what is refused, and the forms that compose them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws, LearnerClass, QLearner, SimpleLearner, as_agent
from formal_rl.agents._monoid_learners import ListedLearner, foldable, foldable_of, require_foldable
from formal_rl.environments._monoid_forms import (
    deja_vu_folded,
    deja_vu_published_folded,
    reverse_history_folded,
    reverse_history_published_folded,
)
from formal_rl.environments.examples.deja_vu import deja_vu
from formal_rl.environments.examples.reverse_history import reverse_history
from formal_rl.errors import InvalidParameter
from proofs_as_tests.learners import hashed_learner

FORMS = {"reverse_history": (reverse_history, reverse_history_folded), "deja_vu": (deja_vu, deja_vu_folded)}


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


@pytest.mark.parametrize("name", FORMS)
@given(seed=st.integers(0, 10**6), sequence=st.lists(st.integers(0, 2), max_size=20))
def test_the_folded_form_answers_any_actions(name, seed, sequence):
    """On actions that are not the agent's own, of which some it does not have, the percepts are the definition's."""
    definition, form = FORMS[name]
    learner = hashed_learner(seed)
    listed = ListedLearner(learner)
    percept, state = form.start(listed)
    play = ()
    for action in sequence:
        play = (*play, percept, action)
        percept, state = form.advance(listed, state, action)
        assert percept == definition(as_agent(learner), play)


def test_long_runs_do_not_grow_the_state():
    """After 2000 steps the elements are of the size that they had after 20."""
    folding = foldable(SimpleLearner(2))
    _, state = reverse_history_folded.start(folding)
    sizes = []
    for step in range(2000):
        _, state = reverse_history_folded.advance(folding, state, step % 2)
        sizes.append(len(repr(state)))
    assert max(sizes[20:]) <= max(sizes[:20])
