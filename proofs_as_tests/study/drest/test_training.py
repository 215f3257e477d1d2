"""Runs of training with several seeds: processes and stretches change nothing."""

import os

import pytest
from attrs import evolve

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import named_world
from formal_rl.gridworlds.training import lopsided_training
from formal_rl.gridworlds.training.curves import trained
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.drest import training as drest_training
from formal_rl.study.drest.training import TrainingProcessEnded, first_run, train_seeds, training_rounds

WORLD = named_world("lopsided")
TRAINING = evolve(lopsided_training("drest"), mini_episodes=8, meta_episodes=12)


@pytest.fixture
def short(monkeypatch):
    """Stretches of a few mini-episodes."""
    monkeypatch.setattr(drest_training, "STRETCH", 20)


@pytest.mark.usefixtures("short")
def test_each_seed_has_its_run():
    """What comes out is one run for each seed, in the order given, as if each had been made alone."""
    done = []
    runs = train_seeds(WORLD, TRAINING, (5, 2), points=6, jobs=1, progress=done.append)

    assert [run.seed for run in runs] == [5, 2]
    assert all(run.finished and run.training == TRAINING for run in runs)
    assert done == [32] * 6
    for run in runs:
        assert (run.state, run.curve) == trained(WORLD, TRAINING, SeededDraws(run.seed), 6)


@pytest.mark.usefixtures("short")
def test_all_runs_go_a_stretch_before_any_goes_two():
    """So a checkpoint is of runs that are about as far; finished ones are left alone."""
    finished, fresh = train_seeds(WORLD, TRAINING, (1,), points=6, jobs=1)[0], first_run(WORLD, TRAINING, 2)
    order = [(run.seed, run.state.meta_episodes) for run in training_rounds(WORLD, (finished, fresh), points=6, jobs=1)]
    both = [
        (run.seed, run.state.meta_episodes)
        for run in training_rounds(WORLD, [first_run(WORLD, TRAINING, seed) for seed in (1, 2)], points=6, jobs=1)
    ]

    assert order == [(2, 4), (2, 8), (2, 12)]
    assert both == [(1, 4), (2, 4), (1, 8), (2, 8), (1, 12), (2, 12)]


def test_processes_change_nothing():
    """Two processes make the runs that one makes, to the last bit, and tell how far they are."""
    done = []
    both = train_seeds(WORLD, TRAINING, (1, 2, 3), points=4, jobs=2, progress=done.append)

    assert both == train_seeds(WORLD, TRAINING, (1, 2, 3), points=4, jobs=1)
    assert sum(done) == 3 * TRAINING.all_mini_episodes


class _Deadly:
    """Ends the process that it comes to."""

    def __reduce__(self):
        return os._exit, (1,)


def test_a_process_that_ends():
    """It is an error of ours, with what can be done."""
    runs = [first_run(WORLD, TRAINING, seed) for seed in (1, 2)]
    with pytest.raises(TrainingProcessEnded, match="checkpoint"):
        tuple(training_rounds(_Deadly(), runs, jobs=2))


@pytest.mark.parametrize("jobs", [0, -1, 1.5, True])
def test_no_processes(jobs):
    """At least one process, and a number of them."""
    with pytest.raises(InvalidParameter, match="jobs is"):
        train_seeds(WORLD, TRAINING, (1,), jobs=jobs)


def test_unusable_seeds_and_worlds():
    """Refused before anything is trained."""
    with pytest.raises(InvalidParameter, match="seed is -1"):
        train_seeds(WORLD, TRAINING, (1, -1), jobs=1)
    with pytest.raises(InvalidParameter, match="m_3 is"):
        train_seeds(WORLD, evolve(TRAINING, gamma=0), (1,), jobs=1)
