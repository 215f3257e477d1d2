"""Incremental and published forms against the definitions: sampled, by hand, and what is checked."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import LearnerClass, RegisterLearner, Transition, as_agent
from formal_rl.environments import (
    FalseMemoriesIncremental,
    IgnoreRewardsIncremental,
    deja_vu,
    deja_vu_published,
    false_memories,
    false_memories_published,
    ignore_rewards,
    ignore_rewards_incremental,
    ignore_rewards_published,
    interact_incremental,
    interaction,
)
from formal_rl.errors import MalformedHistory, NotAnAction, NotAPercept
from formal_rl.histories import Percept, history, percept_alphabet
from formal_rl.strategies import actions, learners, plays

X = Percept(0, 0)
REWARD = "a reward: an int or a Fraction (bool, float and numpy numbers are not exact rationals here)"
INTEGERS = percept_alphabet(6)


class FreeLearner:
    """The learner whose state is the list of its transitions and whose answers are chosen as they are needed."""

    initial = ()

    def __init__(self, choose):
        self.choose = choose

    def act(self, state, observation):
        return self.choose((state, observation))

    def learn(self, state, transition):
        return (*state, transition)


def percepts_for(environment, learner, acts):
    """The percepts of an incremental environment for these actions, whoever does them."""
    percept, state = environment.start(learner)
    found = [percept]
    for act in acts:
        percept, state = environment.advance(learner, state, act)
        found.append(percept)
    return found


def defined_for(environment, learner, acts):
    """The percepts of a definition for these actions, whoever does them."""
    agent = as_agent(learner)
    play, found = (), []
    for act in acts:
        found.append(environment(agent, play))
        play = (*play, found[-1], act)
    return [*found, environment(agent, play)]


@given(learners(number_of_actions=3), st.lists(actions(number_of_actions=3), max_size=8))
def test_ignore_rewards_for_learners(learner, acts):
    """For longer and wider runs than all of them."""
    assert defined_for(ignore_rewards, learner, acts) == percepts_for(ignore_rewards_incremental, learner, acts)


@given(
    learners(number_of_actions=3),
    st.lists(actions(number_of_actions=3), max_size=6),
    plays(percepts=INTEGERS, actions=(0, 1, 2)),
)
def test_false_memories_for_learners(learner, acts, memories):
    """For longer and wider runs, and longer memories, than all of them."""
    assert defined_for(false_memories(memories), learner, acts) == percepts_for(
        FalseMemoriesIncremental(memories), learner, acts
    )


@given(learners(), st.integers(0, 8), plays(percepts=INTEGERS))
def test_interactions_are_equal(learner, steps, memories):
    """A learner has one result with the definition and with the incremental form."""
    pairs = [
        (ignore_rewards, ignore_rewards_incremental),
        (false_memories(memories), FalseMemoriesIncremental(memories)),
    ]

    for definition, incremental in pairs:
        assert interaction(as_agent(learner), definition, steps) == tuple(
            islice(interact_incremental(learner, incremental), 2 * steps)
        )


def test_interaction_by_hand():
    """Summing rewards r and doing 1 while the sum is positive, as against a copy that sums nothing."""
    learner = RegisterLearner(2, {"sum": 0}, {"sum": ["add", "sum", "r"]}, ["gt", "sum", 0])

    # Sums 0, 1, 0, 1 -> 0, 1, 0, 1; the copy always does 0; so +1, -1, +1.
    expected = history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1)
    assert expected == tuple(islice(interact_incremental(learner, ignore_rewards_incremental), 8))


def test_false_memories_by_hand():
    """The copy remembers a reward of 2, so its sum starts at 2 and it does 1 where the learner does 0."""
    learner = RegisterLearner(2, {"sum": 0}, {"sum": ["add", "sum", "r"]}, ["gt", "sum", 0])
    environment = FalseMemoriesIncremental(history((9, 0), 0, (2, 0), 0))

    # Sums 0, -1, -2, -3; the copy's 2, 1, 0, -1: it does 1, 1, 0, 0. The 9 is a first reward, in no transition.
    expected = history((0, 0), 0, (-1, 0), 0, (-1, 0), 0, (1, 0), 0)
    assert expected == tuple(islice(interact_incremental(learner, environment), 8))


def test_asking_changes_nothing():
    """States are values: advancing twice from one state gives the same twice."""
    learner = RegisterLearner(2, {"k": 0}, {"k": ["add", "k", 1]}, ["mod", "k", 2])
    environment = IgnoreRewardsIncremental()
    _, state = environment.start(learner)

    assert environment.advance(learner, state, 0) == environment.advance(learner, state, 0) == ((1, 0), (1,))
    assert environment.advance(learner, state, 1) == ((-1, 0), (1,))


@pytest.mark.parametrize("memories", [(X,), ((0, 0), 1), [X, 1]])
def test_memories_must_be_a_play(memories):
    """What is no play cannot be remembered; it is refused at once."""
    with pytest.raises(MalformedHistory):
        FalseMemoriesIncremental(memories)


class Scripted:
    """The incremental environment that gives these percepts, whatever is done."""

    def __init__(self, *given_percepts):
        self.percepts = given_percepts

    def start(self, learner):
        return self.percepts[0], 1

    def advance(self, learner, state, action):
        return self.percepts[state], state + 1


class Script:
    """The learner that does these actions in turn."""

    initial = 0

    def __init__(self, *acts):
        self.acts = acts

    def act(self, state, observation):
        return self.acts[state]

    def learn(self, state, transition):
        return state + 1


def watched(learner, environment):
    """What an incremental interaction yields before it fails, and the failure."""
    seen = []

    def watch():
        for element in interact_incremental(learner, environment):
            seen.append(element)

    with pytest.raises((NotAnAction, NotAPercept)) as raised:
        watch()
    return seen, raised.value


@pytest.mark.parametrize("value", [None, True, -1, 1.0, "0"])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_what_a_learner_does_is_checked(step, value):
    """An answer that is no action stops the interaction at its step, and is not yielded."""
    seen, failure = watched(Script(*[0] * (step - 1), value), Scripted(*[X] * step))

    assert type(failure) is NotAnAction
    assert value is failure.value
    assert failure.prompt == (X,)
    assert failure.__notes__ == [f"at step {step}; of the question only the last percept is kept"]
    assert [X, 0] * (step - 1) + [X] == seen


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Percept(0.5, 0), REWARD),
        (Percept(True, 0), REWARD),
        (Percept(0, []), "a hashable observation"),
        pytest.param(
            (0, 0),
            "a Percept(reward, observation); build histories from pairs with history(...)",
            id="plain pair",
        ),
        pytest.param(None, "a Percept(reward, observation)", id="nothing"),
    ],
)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_what_an_incremental_environment_gives_is_checked(step, value, expected):
    """An answer that is no percept stops the interaction at its step; it is not yielded and nobody is trained on it."""
    taught = []

    class Watched(Script):
        def learn(self, state, transition):
            taught.append(transition)
            return super().learn(state, transition)

    seen, failure = watched(Watched(*[0] * step), Scripted(*[X] * (step - 1), value))

    assert type(failure) is NotAPercept
    assert value is failure.value
    assert f"the environment answered {value!r}: expected {expected}; the play was ()" == str(failure)
    assert failure.__notes__ == [f"at step {step}; the play is not kept"]
    assert failure.play == failure.history == ()
    assert [X, 0] * (step - 1) == seen
    assert [Transition(0, 0, 0, 0)] * (step - 2) == taught


# --- Published forms, where they are a definition in disguise ---


def published_play(environment, learner, acts):
    """The published run as a play: first (0, 0), which the published library leaves out, then its percepts."""
    agent_class = LearnerClass(learner)
    observation, state = environment.start(agent_class)
    play = (Percept(0, observation),)
    for act in acts:
        percept, state = environment.step(agent_class, state, act)
        play += (act, percept)
    return play


PUBLISHED = [
    (ignore_rewards, ignore_rewards_published, 1),
    (false_memories((X, 0, X, 0)), false_memories_published, 1),
    (deja_vu, deja_vu_published, 2),
]


@given(learners(), st.lists(actions(), max_size=6), st.sampled_from(PUBLISHED))
def test_published_forms_for_learners(learner, acts, which):
    """Each pays as the definition, but for the initial percept, and the first reward in déjà vu."""
    definition, published, first = which
    play = published_play(published, learner, acts)

    for step in range(first, len(acts) + 1):
        assert definition(as_agent(learner), play[: 2 * step]) == play[2 * step]


def test_transitions_in_the_copy():
    """The copy of ignore rewards is trained on what happened, with reward 0."""
    recorder = FreeLearner(lambda question: 1)

    _, state = ignore_rewards_incremental.start(recorder)
    for act in (1, 0):
        _, state = ignore_rewards_incremental.advance(recorder, state, act)

    assert (Transition(0, 1, 0, 0), Transition(0, 0, 0, 0)) == state
