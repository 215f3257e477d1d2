"""What holds in the library's environments beyond what A22-lib and its neighbours decide, and named failures."""

from fractions import Fraction

import pytest

from formal_rl.agents import HashedDraws, QLearner, SimpleLearner
from formal_rl.environments import CATALOGUE, TableLearner, interaction
from formal_rl.environments.altered_agent import (
    AsIfIncremental,
    AsIfPublished,
    as_if,
    half_the_learning_rate,
    incentivize_learning_rate,
    learning_rate_one,
)
from formal_rl.environments.library import turn_by_turn
from formal_rl.environments.library.adversarial_sequence import (
    AdversarialSequenceIncremental,
    PublishedAdversarialSequence,
    adversarial_sequence,
    adversarial_sequence_functional,
    mirrored,
)
from formal_rl.environments.library.drawn_observations import bled
from formal_rl.environments.library.incentivize_zero import incentivize_zero
from formal_rl.environments.library.limited_memory import limited_memory_published
from formal_rl.environments.library.tempting_button_variation import tempting_button_variation_functional
from formal_rl.environments.library.turn_by_turn import TurnByTurn
from formal_rl.errors import AgentRaised, DrawsExhausted, EnvironmentRaised, InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.statements.alexander_2022.library_as_printed import LETTERS, LETTERS_OF_2021
from formal_rl.statements.library import compared
from formal_rl.transforms import reality_check_fold

# --- Rewrites of a turn ---


def test_each_is_written_out():
    """All that the forms of an environment share is held against itself written out, element by element."""
    made = {name for name, value in vars(turn_by_turn).items() if isinstance(value, TurnByTurn)}
    of_2021 = {name for name in made if name.endswith("_functional")}

    assert made - of_2021 - LETTERS.keys() == {"punish_nondeterministic_agent"}
    assert {name.removesuffix("_functional") for name in of_2021} <= LETTERS_OF_2021.keys()


def test_limited_memory_keeps_a_copy_that_was_asked():
    """A class that counts how often it was asked, and was asked about these turns before, has counted on."""

    class Counting:
        initial = 0

        def ask(self, state, observation):
            assert observation == 0
            return state, state + 1

        def train(self, state, transition):
            return 0

    _, state = limited_memory_published.start(Counting())
    rewards = []
    for action in (0,) * 8:  # from the sixth action on it is one list, whose copy was asked 0, 1, 2 times before
        percept, state = limited_memory_published.step(Counting(), state, action)
        rewards.append(percept.reward)

    assert rewards == [1, 1, 1, 1, 1, 1, -1, 1]


# --- Learning rates ---


@pytest.mark.parametrize("learner", [SimpleLearner(), TableLearner({}), reality_check_fold(QLearner(HashedDraws(1)))])
def test_there_is_no_other_rate(learner):
    """A learner without such a number; a reality check hides it."""
    assert half_the_learning_rate(learner) is None
    assert learning_rate_one(learner) is None
    assert incentivize_learning_rate(learner)(lambda prompt: 0, history((0, 0), 0)) == Percept(-1, 0)


# --- Failures ---


@pytest.mark.parametrize("name", [name for name, each in CATALOGUE.items() if each.draws])
def test_draws_that_end_are_named(name):
    """The draw that is missing."""
    environment = CATALOGUE[name].made("definition", (Fraction(0), Fraction(0)))
    with pytest.raises(EnvironmentRaised, match="DrawsExhausted: draw 2 is needed"):
        interaction(lambda prompt: 0, environment, 4)


@pytest.mark.parametrize(
    ("form", "error"),
    [
        (adversarial_sequence, InvalidParameter),
        (adversarial_sequence_functional, InvalidParameter),
        (AdversarialSequenceIncremental, ValueError),
        (PublishedAdversarialSequence, ValueError),
    ],
)
def test_agreeing_pays_1_or_minus_1(form, error):
    """It is not 0; and what is no play is refused, in the functional form also an observation that is no action."""
    with pytest.raises(error):
        form(0)
    for play in (history((0, 0)), *([history((0, -1), 1)] if form is adversarial_sequence_functional else [])):
        if "functional" in form.__name__ or form is adversarial_sequence:
            with pytest.raises(MalformedHistory):
                form(1)(lambda prompt: 0, play)


@pytest.mark.parametrize("name", LETTERS_OF_2021)
def test_a_prompt_is_not_a_play(name):
    """Every form of 2021 that is written out refuses it."""
    with pytest.raises(MalformedHistory):
        compared(CATALOGUE[name], "functional")(lambda prompt: 0, history((0, 0)))


def test_who_cannot_be_altered_is_paid_minus_1():
    """For every action, as an agent, a learner, or a class, of which nothing is kept."""
    learners, classes = AsIfIncremental(lambda learner: None), AsIfPublished(lambda agent_class: None)
    learner = SimpleLearner()

    assert as_if(lambda agent: None)(lambda prompt: 0, history((0, 0), 0)) == Percept(-1, 0)
    assert (learners.start(learner)[1], learners.advance(learner, None, 0)) == (None, (Percept(-1, 0), None))
    assert (classes.start(learner)[1], classes.step(learner, None, 0)) == (None, (Percept(-1, 0), None))


def test_an_error_names_the_refused_value():
    """An image that is none, an observation that is not an action, and what an agent does not answer."""
    for seen in ("010", -1, True):
        with pytest.raises(MalformedHistory, match=r"element 2 is .*: expected a percept that shows an image"):
            bled(history((0, 2), 0, (1, seen), 1))
    with pytest.raises(MalformedHistory, match=r"element 0 is Percept\(1, 0\)"):
        turn_by_turn.without_paid_percepts(history((1, 0), 0))
    with pytest.raises(MalformedHistory, match="element 2 is 'x'"):
        mirrored(history((0, 0), 1, (-1, "x"), 3))
    with pytest.raises(AgentRaised):
        interaction(lambda prompt: [0][len(prompt) // 2], incentivize_zero, 2)
    with pytest.raises(MalformedHistory, match="the empty play has no prompt"):
        turn_by_turn.without_paid_percepts(())
    with pytest.raises(DrawsExhausted):
        tempting_button_variation_functional(())(lambda prompt: 0, ())


# --- Acting as an altered agent would ---


WON = Percept(1, 0)


def test_the_published_copy_remembers_that_it_was_asked():
    """A class that counts questions and, in tens, trainings, and does what it has counted."""

    class Counting:
        initial = 0

        def ask(self, state, observation):
            return state, state + 1

        def train(self, state, transition):
            return state + 10

    form = AsIfPublished(lambda agent_class: agent_class)
    _, state = form.start(Counting())
    first, state = form.step(Counting(), state, 0)
    second, state = form.step(Counting(), state, 11)

    assert (first, second, state[1]) == (WON, WON, 22)
