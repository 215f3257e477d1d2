"""Sequence predictor and evader: worked by hand, and what they have in common."""

import pytest
from hypothesis import given

from formal_rl.agents import LearnerClass, Transition, as_agent
from formal_rl.environments import (
    AdversarialSequenceIncremental,
    PublishedAdversarialSequence,
    TableAgent,
    TableLearner,
    adversarial_sequence,
    adversarial_sequence_evader,
    adversarial_sequence_functional,
    adversarial_sequence_predictor,
    interaction,
)
from formal_rl.environments.library.adversarial_sequence import (
    adversarial_sequence_evader_functional,
    adversarial_sequence_evader_published,
    adversarial_sequence_predictor_functional,
    adversarial_sequence_predictor_incremental,
    adversarial_sequence_predictor_published,
    mirrored,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.strategies import agents, learners, plays

FORMS = [
    (
        adversarial_sequence_predictor,
        adversarial_sequence_predictor_published,
        adversarial_sequence_predictor_functional,
    ),
    (adversarial_sequence_evader, adversarial_sequence_evader_published, adversarial_sequence_evader_functional),
]


def test_by_hand():
    """The evader does 1, then, punished for it and shown 1, does 0; a predictor of 1 and 1 is paid once."""
    agent = TableAgent({history((0, 0)): 1, history((0, 0), 1, (-1, 1)): 0})
    play = history((0, 0), 1, (1, 1), 1)

    assert adversarial_sequence_predictor(agent, play[:2]) == Percept(1, 1)
    assert adversarial_sequence_predictor(agent, play) == Percept(-1, 0)


def test_an_agent_that_evades_itself():
    """A constant agent predicts itself always, and evades itself never."""
    agent = lambda prompt: 1  # noqa: E731

    assert interaction(agent, adversarial_sequence_predictor, 3) == history((0, 0), 1, (1, 1), 1, (1, 1), 1)
    assert interaction(agent, adversarial_sequence_evader, 3) == history((0, 0), 1, (-1, 1), 1, (-1, 1), 1)


def test_published_by_hand():
    """The copy sees what the predictor did before, and is paid the opposite."""
    learner = TableLearner({((), 0): 1, ((Transition(0, 1, 1, 0),), 0): 0})
    copies = LearnerClass(learner)
    shown, state = adversarial_sequence_predictor_published.start(copies)
    first, state = adversarial_sequence_predictor_published.step(copies, state, 0)
    second, _ = adversarial_sequence_predictor_published.step(copies, state, 0)

    assert (shown, first, second) == (0, Percept(-1, 1), Percept(1, 0))


def test_the_mirrored_history():
    """Rewards negated, observations and actions exchanged, and 0 last."""
    assert mirrored(history((0, 0), 1)) == history((0, 0))
    assert mirrored(history((0, 0), 1, (-1, 2), 3)) == history((0, 1), 0, (1, 0))
    with pytest.raises(MalformedHistory, match="element 2 is 'x'"):
        mirrored(history((0, 0), 1, (-1, "x"), 3))


@pytest.mark.statement("A22-S34-adversarial")
@given(agent=agents(), play=plays(max_percepts=5))
def test_at_first_one_wins_what_the_other_loses(agent, play):
    """On the first turn the copy is the same in both games."""
    predicted = adversarial_sequence_predictor(agent, play[:2])
    evaded = adversarial_sequence_evader(agent, play[:2])

    assert predicted == evaded._replace(reward=-evaded.reward)


@pytest.mark.statement("A22-S34-adversarial")
@given(learner=learners())
def test_the_copy_plays_as_the_agent_would_in_the_other_role(learner):
    """The copy's choices are those of the agent in an interaction that answers it as the game answers the copy."""
    agent = as_agent(learner)
    own = (1, 0, 0, 1)
    percept, state = adversarial_sequence_predictor_incremental.start(learner)
    play = ()
    for action in own:
        play = (*play, percept, action)
        percept, state = adversarial_sequence_predictor_incremental.advance(learner, state, action)
    shown = [element.observation for element in (*play[2::2], percept)]
    side = history((0, 0))
    for mine, theirs in zip(own, shown, strict=True):
        assert agent(side) == theirs
        side = (*side, theirs, Percept(-1 if mine == theirs else 1, mine))


def test_agreeing_pays_one_or_its_opposite():
    """Nothing else."""
    for form in (
        adversarial_sequence,
        adversarial_sequence_functional,
        AdversarialSequenceIncremental,
        PublishedAdversarialSequence,
    ):
        with pytest.raises(ValueError, match="agreeing"):
            form(2)


@pytest.mark.parametrize("form", [each for forms in FORMS for each in (forms[0], forms[2])])
def test_what_is_no_play_is_named(form):
    """By each form."""
    assert form(lambda prompt: 0, ()) == Percept(0, 0)
    with pytest.raises(MalformedHistory):
        form(lambda prompt: 0, history((0, 0)))
