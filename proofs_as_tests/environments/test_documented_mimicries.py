"""What the mimicries that only the library has share: what their copies are told, and their recorded runs."""

from itertools import accumulate

import pytest
from attrs import evolve

from formal_rl.battery.draw_pools import draw_pools
from formal_rl.conformance import shipped_vectors
from formal_rl.conformance.built import agent_class_from
from formal_rl.conformance.comparisons import compare_run
from formal_rl.conformance.vector_files import read_vectors
from formal_rl.environments import LearnerClass, TableLearner, Transition
from formal_rl.environments.as_if import AsIfPublished
from formal_rl.environments.catalogue import CATALOGUE
from formal_rl.transforms import OppositePublished

ACTIONS, REWARDS, COPIES_ACTIONS = (1, 0, 0, 1), (1, -1, 1, -1), (1, 1, 0, 0)
"""What is done, what the copy would do, and so what is paid."""

TOLD = {
    "delayed_rewards": ([(1, 1)], [(0, 0)], [(0, 0)]),
    "flip_every_other": ([(1, -1)], [(0, -1)], [(0, -1)]),
    "ignore_actions": ([(0, 1)], [(0, -1)], [(0, 1)]),
    "ignore_rewards_2": ([], [(0, -1)], []),
    "ignore_rewards_3": ([(1, 0)], [(1, 0)], [(0, 0)]),
    "limited_memory": ([(1, 1)], [(0, -1)], [(0, 1)]),
    "nth_reward_multiplied_by_n": ([(1, 1)], [(0, -2)], [(0, 3)]),
    "punish_nondeterministic_agent": ([(1, 1)], [(0, -1)], [(0, 1)]),
    "repeater": ([(1, 1)] * 2, [(0, -1)] * 2, [(0, 1)] * 2),
    "shifted_rewards": ([(1, 0)], [(0, 1)], [(0, -1)]),
}
"""Action and reward as the copy is told of them after each of three turns, worked by hand from the documentation."""

TOLD_BY_PUBLISHED = TOLD | {
    "flip_every_other": ([(1, 1)], [(0, 1)], [(0, 1)]),
    "nth_reward_multiplied_by_n": ([(1, 0)], [(0, -1)], [(0, 2)]),
}
"""The same, worked by hand for the published code."""

every_form = pytest.mark.parametrize("name", TOLD)


def told(turns):
    """Return the learner that answers on these lists of transitions only, and as the copy should."""
    lists = accumulate((tuple(Transition(0, *turn, 0) for turn in each) for each in turns), initial=())
    return TableLearner({(seen, 0): own for seen, own in zip(lists, COPIES_ACTIONS, strict=True)})


@every_form
def test_what_the_copy_is_told(name):
    """Four turns, and the copy is asked on exactly these lists."""
    learner, incremental = told(TOLD[name]), CATALOGUE[name].made("incremental")
    percept, state = incremental.start(learner)
    assert percept == (0, 0)
    for action, reward in zip(ACTIONS, REWARDS, strict=True):
        percept, state = incremental.advance(learner, state, action)
        assert percept == (reward, 0)


@every_form
def test_what_the_published_copy_is_told(name):
    """The same of the published forms."""
    copies, published = LearnerClass(told(TOLD_BY_PUBLISHED[name])), CATALOGUE[name].made("published")
    observation, state = published.start(copies)
    assert observation == 0
    for action, reward in zip(ACTIONS, REWARDS, strict=True):
        percept, state = published.step(copies, state, action)
        assert percept == (reward, 0)


def replayed(file, environment_of):
    """Yield the first difference of each recorded run, None where there is none."""
    vectors = read_vectors(shipped_vectors() / file)
    for recorded in vectors.runs:
        pools = draw_pools(vectors.seed)
        agent_class = agent_class_from(vectors.agents[recorded.agent], vectors.number_of_actions, pools)
        environment = environment_of(
            lambda number, pools=pools, run=recorded: agent_class_from(vectors.agents[run.agent], number, pools)
        )
        compared = compare_run(recorded, environment, agent_class, vectors.number_of_actions)
        yield next((value for value in compared if value.expected != value.got), None)


def file_of(name):
    """Return the name of the file of recorded runs."""
    return f"{''.join(word.capitalize() for word in name.split('_'))}.json"


@every_form
def test_recorded_runs(name):
    """The published forms do what the published code did."""
    assert [None] * 8 == list(replayed(file_of(name), lambda agents: CATALOGUE[name].made("published")))


@pytest.mark.parametrize("name", ["ignore_actions", "punish_nondeterministic_agent"])
def test_recorded_runs_of_opposites(name):
    """So do their opposites."""
    runs = replayed(f"opposite_{file_of(name)}", lambda agents: OppositePublished(CATALOGUE[name].made("published")))

    assert [None] * 8 == list(runs)


def test_recorded_runs_with_a_third_action():
    """The copies are noted as told of three actions, and are made by the same specification."""

    def environment(agents):
        return AsIfPublished(lambda recording: evolve(recording, agent_class=agents(3), number_of_actions=3))

    assert [None] * 8 == list(replayed("ThirdActionForbidden.json", environment))
