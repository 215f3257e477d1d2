"""Alexander et al. 2022, Section 4: the practical form, and Listing 2."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws, as_agent, to_class
from formal_rl.environments import (
    BanditIncremental,
    CorridorIncremental,
    GuessTheNumberIncremental,
    ReplayedIncremental,
    TemptingButtonIncremental,
    bandit,
    corridor,
    deja_vu,
    embed,
    guess_the_number,
    ignore_rewards,
    interact_incremental,
    interaction,
    reverse_history,
    tempting_button,
)
from formal_rl.errors import ActionOutOfRange
from formal_rl.statements.alexander_2022.practice import ListedIgnoreRewards
from formal_rl.strategies import learners

FORMS = [
    (tempting_button(HashedDraws(5)), TemptingButtonIncremental(HashedDraws(5))),
    (reverse_history, ReplayedIncremental(reverse_history)),
    (deja_vu, ReplayedIncremental(deja_vu)),
    (embed(bandit((1, 0, -1))), BanditIncremental((1, 0, -1))),
    (embed(corridor(3)), CorridorIncremental(3)),
    (embed(guess_the_number(1, 3)), GuessTheNumberIncremental(1, 3)),
]


@pytest.mark.statement("A22-S4")
@pytest.mark.parametrize(("definition", "form"), FORMS)
@given(learner=learners(), steps=st.integers(0, 25))
def test_the_practical_form_is_the_definition_further_on(definition, form, learner, steps):
    """A drawn learner has one interaction in both forms, over more steps than can be exhausted."""
    expected = interaction(as_agent(learner), definition, steps, remember=False)

    assert tuple(islice(interact_incremental(learner, form), 2 * steps)) == expected


@pytest.mark.parametrize(("form", "number"), [(BanditIncremental((0, 1)), 2), (CorridorIncremental(2), 2)])
def test_an_action_out_of_range_names_its_place(form, number):
    """An arm or direction that is not there is named with its index in the play, as by the definition."""
    _, state = form.start(None)
    _, state = form.advance(None, state, 1)
    with pytest.raises(ActionOutOfRange) as caught:
        form.advance(None, state, number)

    assert (caught.value.index, caught.value.action, caught.value.number_of_actions) == (3, number, number)


@pytest.mark.statement("A22-S4-listing")
@given(learner=learners(), sequence=st.lists(st.integers(0, 1), max_size=25))
def test_the_listing_is_example_3_further_on(learner, sequence):
    """On drawn learners and actions, the listing answers as ignore rewards does."""
    environment, play = ListedIgnoreRewards(to_class(learner)), ()
    percept = ignore_rewards(as_agent(learner), ())
    assert environment.start() == percept.observation
    for action in sequence:
        play = (*play, percept, action)
        percept = ignore_rewards(as_agent(learner), play)
        assert environment.step(action) == percept
