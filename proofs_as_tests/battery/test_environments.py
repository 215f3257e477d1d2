"""The fifty environments: their names and order, and that each form is what its reading says."""

from functools import cache
from itertools import product

import pytest
from attrs import evolve, frozen

from formal_rl.agents import RepeatedDraws, as_agent
from formal_rl.battery import ENVIRONMENT_NAMES, ENVIRONMENTS, reproduced_totals
from formal_rl.battery._adapters import ClassAsLearner
from formal_rl.battery.environments import find_environment, incremental_named
from formal_rl.battery.totals import opposite_name
from formal_rl.environments import find
from formal_rl.environments.altered_agent import as_if
from formal_rl.environments.examples.false_memories import false_memories
from formal_rl.environments.listed import TWO_TURNS
from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.transforms import opposite, opposite_outside
from proofs_as_tests.learners import hashed_learner

RATE = "IncentivizeLearningRate"
"""Makes no copy of a class that takes no learning rate."""

TOLD = {"ThirdActionForbidden", RATE}
"""The environments that ask about an altered agent."""

DRAWS = RepeatedDraws((0.4, 0.1, 0.9, 0.0, 0.6, 0.8, 0.3))
LONGEST = 4
hashed = cache(hashed_learner)


@frozen
class Numbered:
    """A learner without any pattern, also in its number of actions and its learning rate."""

    seed: int
    number_of_actions: int = 2
    learning_rate: int = 5

    @property
    def _inner(self):
        return hashed(100 * self.seed + 10 * self.number_of_actions + self.learning_rate, self.number_of_actions)

    @property
    def initial(self):
        return self._inner.initial

    def act(self, state, observation):
        return self._inner.act(state, observation)

    def learn(self, state, transition):
        return self._inner.learn(state, transition)


def definition_of(name, learner):
    """The definition of an environment, with the learner if a function cannot give the altered agent."""
    if name in TOLD:
        altered = evolve(learner, learning_rate=1) if name == RATE else evolve(learner, number_of_actions=3)
        return as_if(lambda agent: as_agent(altered))
    record = find(name)
    return false_memories(TWO_TURNS) if name == "FalseMemories" else record.made("definition", *[DRAWS] * record.draws)


def percepts(environment, learner, sequence):
    """What an incremental environment shows along a sequence of actions."""
    percept, state = environment.start(learner)
    shown = [percept]
    for action in sequence:
        percept, state = environment.advance(learner, state, action)
        shown.append(percept)
    return shown


def defined_percepts(environment, learner, sequence):
    """What a definition shows along a sequence of actions."""
    agent, play, shown = as_agent(learner), (), []
    for action in (*sequence, None):
        shown.append(environment(agent, play))
        play = (*play, shown[-1], action)
    return shown


SEQUENCES = [*product(range(2), repeat=LONGEST), (0, 1, 1, 0, 1, 0, 0, 1, 1)]


def test_the_names_are_those_of_the_published_benchmark_in_its_order():
    """The fifty names, each opposite after its environment, as in the recorded totals."""
    assert list(ENVIRONMENT_NAMES) == list(dict.fromkeys(cell.environment for cell in reproduced_totals()))
    assert len(ENVIRONMENTS) == 25


@pytest.mark.parametrize("name", ENVIRONMENTS)
@pytest.mark.parametrize("seed", range(3))
def test_the_paper_reading_is_the_definition_and_its_opposites(name, seed):
    """The environment, its opposite, and its opposite in the published reading, from their definitions."""
    learner = Numbered(seed, ENVIRONMENTS[name].number_of_actions)
    definition = definition_of(name, learner)
    for written, reading, expected in (
        (name, "paper", definition),
        (opposite_name(name), "paper", opposite(definition)),
        (opposite_name(name), "published", opposite_outside(definition)),
    ):
        environment = incremental_named(written, DRAWS, semantics="paper", opposite=reading)
        for sequence in SEQUENCES:
            assert percepts(environment, learner, sequence) == defined_percepts(expected, learner, sequence)


def test_the_two_opposites_differ():
    """Mutants of one another: where copies see the rewards, some learner is paid otherwise."""
    differ = {
        name
        for name in ENVIRONMENTS
        if any(
            percepts(*named(name, "paper", seed), sequence) != percepts(*named(name, "published", seed), sequence)
            for seed, sequence in product(range(4), SEQUENCES)
        )
    }
    blind = {"IgnoreRewards", "IgnoreRewards3"}
    own = {name for name, environment in ENVIRONMENTS.items() if environment.own_game}
    assert differ == set(ENVIRONMENTS) - blind - own


def named(name, reading, seed):
    """The opposite of an environment in one reading, and a learner for it."""
    learner = Numbered(seed, ENVIRONMENTS[name].number_of_actions)
    return incremental_named(opposite_name(name), DRAWS, semantics="paper", opposite=reading), learner


class Recording:
    """An agent-class that always does 0, and records what it is trained on."""

    def __init__(self):
        self.trained = []

    @property
    def initial(self):
        return ()

    def ask(self, state, observation):
        return 0, state

    def train(self, state, transition):
        self.trained.append(transition)
        return state


def told_in(name, reading, sequence):
    """The transitions on which a published environment, or its opposite in a reading, trains its copies."""
    recording = Recording()
    written = name if reading is None else opposite_name(name)
    environment = incremental_named(written, DRAWS, semantics="published", opposite=reading or "paper")
    percepts(environment, ClassAsLearner(recording), sequence)
    return recording.trained


@pytest.mark.parametrize("name", [name for name in ENVIRONMENTS if name not in {"IgnoreRewards2", RATE}])
def test_copies_of_a_published_opposite_learn_the_rewards_of_its_reading(name):
    """The published reading tells them the environment's own rewards, the other one these times -1.

    With rewards of their own they learn the same in both.
    """
    sequence = (0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0)
    true = told_in(name, None, sequence)
    assert true
    assert told_in(name, "published", sequence) == true
    sign = 1 if ENVIRONMENTS[name].own_game else -1
    assert told_in(name, "paper", sequence) == [each._replace(reward=sign * each.reward) for each in true]


def test_copies_of_the_opposite_that_skips_paid_turns_skip_those_that_it_pays_itself():
    """Ignore rewards 2 pays 1 for 0, so its opposite pays -1 for it and tells it; it pays 1 for 1 and skips that."""
    sequence = (0, 1, 0, 1, 1)
    assert [(each.action, each.reward) for each in told_in("IgnoreRewards2", None, sequence)] == [(1, -1)] * 3
    assert [(each.action, each.reward) for each in told_in("IgnoreRewards2", "published", sequence)] == [(1, -1)] * 3
    assert [(each.action, each.reward) for each in told_in("IgnoreRewards2", "paper", sequence)] == [(0, -1)] * 2


def test_a_class_that_takes_no_learning_rate_is_not_copied():
    """It is paid -1 throughout, and its opposite 1."""
    assert told_in(RATE, None, (0, 1)) == []
    for name, reward in ((RATE, -1), (opposite_name(RATE), 1)):
        environment = incremental_named(name, DRAWS, semantics="published", opposite="paper")
        assert [each.reward for each in percepts(environment, ClassAsLearner(Recording()), (0, 1))][1:] == [reward] * 2


def test_what_is_not_there_is_refused():
    """Names and readings that there are not."""
    with pytest.raises(UnknownName, match="'Maze' is not an environment"):
        find_environment("Maze")
    with pytest.raises(UnknownName, match=r"'minus_rewards\(Maze\)'"):
        find_environment("minus_rewards(Maze)")
    with pytest.raises(UnknownName, match="'IgnoreRewards\\)'"):
        find_environment("IgnoreRewards)")
    with pytest.raises(InvalidParameter, match="semantics is 'mine'"):
        incremental_named("IgnoreRewards", DRAWS, semantics="mine", opposite="paper")
    with pytest.raises(InvalidParameter, match="opposite is 'mine'"):
        incremental_named("minus_rewards(IgnoreRewards)", DRAWS, semantics="paper", opposite="mine")
