"""Recorded runs of the two published environments of learning rates, with copies told another rate."""

import pytest

from formal_rl.battery.draw_pools import draw_pools
from formal_rl.conformance import shipped_vectors
from formal_rl.conformance.built import agent_class_from
from formal_rl.conformance.comparisons import compare_run
from formal_rl.conformance.learning_rates import with_half_the_learning_rate, with_learning_rate_one
from formal_rl.conformance.vector_files import read_vectors
from formal_rl.environments.as_if import AsIfPublished

ALTERED = {
    "IncentivizeLearningRate": with_half_the_learning_rate,
    "IncentivizeLearningRate_Old": with_learning_rate_one,
}


@pytest.mark.parametrize("name", ALTERED)
def test_every_recorded_run(name):
    """Actions, rewards and the calls of the copies, their keywords included."""
    vectors = read_vectors(shipped_vectors() / f"{name}.json")
    pools = draw_pools(vectors.seed)
    calls = 0
    for run in vectors.runs:
        agent_class = agent_class_from(vectors.agents[run.agent], vectors.number_of_actions, pools)
        compared = list(compare_run(run, AsIfPublished(ALTERED[name]), agent_class, vectors.number_of_actions))
        calls += sum(each.what == "simulation call" for each in compared)
        assert [each for each in compared if each.expected != each.got] == []
    assert len(vectors.runs) == 9
    assert calls > 10
