"""The variation of the tempting button: worked by hand, and its other forms by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws, LearnerClass, Transition
from formal_rl.environments import (
    BUTTON,
    NO_BUTTON,
    PUSH,
    TableAgent,
    TableLearner,
    tempting_button,
    tempting_button_variation,
)
from formal_rl.environments.library.tempting_button_variation import (
    SKIP,
    PublishedTemptingButtonVariation,
    tempting_button_variation_functional,
)
from formal_rl.errors import DrawsExhausted, MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.strategies import agents, percepts, plays

SEEN = percepts(observations=[BUTTON, NO_BUTTON])
ENVIRONMENT = tempting_button_variation((Fraction(0), Fraction(1, 2), Fraction(1, 4)))


def test_with_a_button():
    """Pushing pays 1, anything else 0; nobody is asked."""
    nobody = TableAgent({})

    assert ENVIRONMENT(nobody, ()) == Percept(0, BUTTON)
    assert ENVIRONMENT(nobody, history((0, BUTTON), PUSH)) == Percept(1, NO_BUTTON)
    assert ENVIRONMENT(nobody, history((0, BUTTON), SKIP)) == Percept(0, NO_BUTTON)
    assert ENVIRONMENT(nobody, history((0, BUTTON), 2)) == Percept(0, NO_BUTTON)


def test_without_a_button():
    """Not pushing pays 0; pushing pays by what the agent does on (0,B) and on (0,N) 0 (1,B), not its own ways."""
    agent = TableAgent({history((0, BUTTON)): PUSH, history((0, NO_BUTTON), 0, (1, BUTTON)): SKIP})

    assert ENVIRONMENT(TableAgent({}), history((0, NO_BUTTON), SKIP)) == Percept(0, NO_BUTTON)
    assert ENVIRONMENT(agent, history((0, NO_BUTTON), PUSH)) == Percept(-1, NO_BUTTON)
    assert ENVIRONMENT(agent, history((0, NO_BUTTON), 0, (1, NO_BUTTON), PUSH)) == Percept(1, NO_BUTTON)


def test_functional_by_hand():
    """1 is the button and to push."""
    environment = tempting_button_variation_functional((Fraction(0), Fraction(1, 2), Fraction(1, 4)))
    agent = TableAgent({history((0, 1)): 1, history((0, 0), 1, (1, 1)): 0})

    assert environment(agent, ()) == Percept(0, 1)
    assert environment(agent, history((0, 1), 1)) == Percept(1, 0)
    assert environment(agent, history((0, 1), 0)) == Percept(0, 0)
    assert environment(agent, history((0, 0), 1)) == Percept(-1, 0)
    assert environment(agent, history((0, 0), 1, (1, 0), 1)) == Percept(1, 0)


@given(agent=agents(), play=plays(percepts=SEEN, actions=range(2), max_percepts=6), seed=st.integers(0, 99))
def test_the_functional_form_is_the_definition_by_other_names(agent, play, seed):
    """0 and 1 exchanged, in what is seen and what is done."""
    draws = HashedDraws(seed)

    def renamed(sequence):
        return tuple(
            1 - element if index % 2 else element._replace(observation=1 - element.observation)
            for index, element in enumerate(sequence)
        )

    functional = tempting_button_variation_functional(draws)
    percept = functional(lambda prompt: 1 - agent(renamed(prompt)), renamed(play))

    assert renamed((percept,))[0] == tempting_button_variation(draws)(agent, play)


@given(agent=agents(), play=plays(percepts=SEEN, min_percepts=1, max_percepts=6), seed=st.integers(0, 99))
def test_pushing_pays_as_in_the_tempting_button(agent, play, seed):
    """And not pushing pays 0."""
    pushed, draws = (*play[:-1], PUSH), HashedDraws(seed)

    assert tempting_button_variation(draws)(agent, pushed) == tempting_button(draws)(agent, pushed)
    assert tempting_button_variation(draws)(agent, (*play[:-1], SKIP)).reward == 0


def test_published_by_hand():
    """It begins with a button; the copy is trained on N when it is asked about B."""
    learner = TableLearner({((), BUTTON): PUSH, ((Transition(BUTTON, SKIP, 0, NO_BUTTON),), BUTTON): SKIP})
    copies, form = LearnerClass(learner), PublishedTemptingButtonVariation((Fraction(1, 2),) * 4)
    shown, state = form.start(copies)
    first, state = form.step(copies, state, SKIP)
    second, _ = form.step(copies, state, PUSH)

    assert (shown, first, second) == (BUTTON, Percept(0, NO_BUTTON), Percept(1, NO_BUTTON))


def test_failures_are_named():
    """Draws that end, and what is no play."""
    for build in (tempting_button_variation, tempting_button_variation_functional):
        with pytest.raises(DrawsExhausted):
            build(())(lambda prompt: 0, ())
        with pytest.raises(MalformedHistory):
            build((0, 0))(lambda prompt: 0, history((0, 0)))
