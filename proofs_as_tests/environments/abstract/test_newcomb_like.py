"""Newcomb-like environments: what is predicted, and what an extended environment keeps of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import TableAgent, embed, ignore_rewards, interaction
from formal_rl.environments.abstract import (
    differs_in_what_was_seen_last,
    embed_newcomb_like,
    newcombs_problem,
    predict,
    restrict_to_predictions,
)
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.statements.alexander_2022.newcomb import NEWCOMB_LIKE
from formal_rl.strategies import agents, environments, observations, plays


def test_a_prediction_by_hand():
    """On (0,3) 0 (7,3), were 5 the latest: 8; as it was: 2. The first percept and the reward stay."""
    agent = TableAgent({history((0, 3), 0, (7, 5)): 8, history((0, 3), 0, (7, 3)): 2})
    prediction = predict(agent, history((0, 3), 0, (7, 3), 1))

    assert prediction(5) == 8
    assert prediction(3) == 2


def test_nothing_is_predicted_at_the_start():
    """Nothing was seen, so nothing can be replaced; an environment that does not ask is not hindered."""
    with pytest.raises(MalformedHistory):
        predict(lambda prompt: 0, ())(0)
    assert embed_newcomb_like(lambda prediction, play: Percept(1, 2))(lambda prompt: 0, ()) == (1, 2)


def test_what_is_no_play():
    """A prompt is refused, whether or not a prediction is asked for."""
    with pytest.raises(MalformedHistory):
        embed_newcomb_like(lambda prediction, play: Percept(0, 0))(lambda prompt: 0, history((0, 0)))


@pytest.mark.parametrize("elsewhere", [-1, True, "0"])
def test_elsewhere_is_an_action(elsewhere):
    """What is done elsewhere is a natural number."""
    with pytest.raises(InvalidParameter):
        restrict_to_predictions(ignore_rewards, elsewhere=elsewhere)


def test_what_is_done_elsewhere_by_hand():
    """Ignore rewards asks about (0,0) 0 (0,0) after (0,0) 0 (1,0) 1, which no prediction reaches."""
    play = history((0, 0), 0, (1, 0), 1)

    assert restrict_to_predictions(ignore_rewards)(lambda observation: 1, play) == (-1, 0)
    assert restrict_to_predictions(ignore_rewards, elsewhere=1)(lambda observation: 0, play) == (1, 0)


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (history((0, 0), 0, (1, 0)), True),
        (history((0, 0), 0, (1, 9)), True),
        (history((0, 0), 0, (0, 0)), False),
        (history((0, 0), 1, (1, 0)), False),
        (history((0, 5), 0, (1, 0)), False),
        (history((1, 0)), False),
        (history((0, 0), 0, (1, 0), 1, (0, 0)), False),
    ],
)
def test_which_prompts_are_predicted_by_hand(prompt, expected):
    """Those of (0,0) 0 (1,0) 1 are (0,0) 0 (1,o), for every o, and no others."""
    assert differs_in_what_was_seen_last(history((0, 0), 0, (1, 0), 1), prompt) is expected
    assert differs_in_what_was_seen_last((), prompt) is False


@pytest.mark.statement("A22-S4-newcomb")
@pytest.mark.parametrize("name", [*NEWCOMB_LIKE, "newcombs_problem"])
@given(agent=agents(number_of_actions=3), play=plays(max_percepts=8), elsewhere=st.integers(0, 5))
def test_restricted_they_are_themselves(name, agent, play, elsewhere):
    """On longer plays too, and whatever is done elsewhere."""
    environment = {**EXTENDED_ENVIRONMENTS, "newcombs_problem": newcombs_problem()}[name]
    restricted = embed_newcomb_like(restrict_to_predictions(environment, elsewhere=elsewhere))

    assert restricted(agent, play) == environment(agent, play)


@pytest.mark.statement("A22-S4-newcomb")
@given(agent=agents(), environment=environments(), observation=observations())
def test_ordinary_ones_are_embedded_alike(agent, environment, observation):
    """Ten steps of an ordinary environment are those of it as one that asks for a prediction and drops it."""

    def asking(prediction, play):
        if play:
            prediction(observation)
        return environment(play)

    expected = interaction(agent, embed(environment), 10)
    assert interaction(agent, embed_newcomb_like(asking), 10) == expected
