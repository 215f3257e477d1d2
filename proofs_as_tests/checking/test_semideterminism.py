"""The search for two identically trained instances that act differently."""

import itertools
import time
from functools import partial

import pytest

from formal_rl.agents import Transition
from formal_rl.checking import SCHEDULES, ProgramStep, search, trials
from formal_rl.errors import AgentRaised, NotAnAction
from formal_rl.statements.impure_classes import (
    counting_questions,
    drawing_unseeded,
    drawing_when_asked,
    drawing_when_trained,
    reading_a_clock,
    reading_a_pool,
    sharing_questions,
    sharing_training,
    writing_a_file,
)

TRANSITIONS = tuple(Transition(o, a, r, 0) for o in (0, 1) for a in (0, 1) for r in (0, 1))
everything = partial(search, observations=(0, 1), transitions=TRANSITIONS)


def _untrained(act):
    class Untrained:
        def train(self, o_prev, a, r, o_next):
            pass

    Untrained.act = act
    return Untrained


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "make",
    [
        counting_questions,
        sharing_questions,
        sharing_training,
        lambda: reading_a_clock(itertools.count().__next__),
        lambda: reading_a_clock(time.perf_counter_ns),
        drawing_unseeded,
    ],
)
def test_impure_classes_are_rejected(make, seed):
    """A class that uses what it should not is rejected, every time it is tried."""
    found = everything(make(), 2).difference

    assert found is not None
    assert found.first != found.second


@pytest.mark.parametrize("seed", range(8))
def test_a_generator_drawn_from_when_asked_is_rejected(seed):
    """Being asked moves the generator on, whatever the seed."""
    assert everything(drawing_when_asked(seed), 2).difference is not None


def test_an_agent_that_writes_a_file_is_rejected(tmp_path):
    """Another instance, trained in between, writes over the file."""
    found = everything(writing_a_file(tmp_path / "file.txt"), 2).difference

    assert found.trial.schedule == "another trained in between"
    assert found.trial.script == ()


@pytest.mark.parametrize("seed", range(8))
def test_semi_deterministic_classes_are_accepted(seed):
    """A generator of one's own with a seed, drawn from when trained, and a read-only pool, are let through."""
    for make in (drawing_when_trained(seed), reading_a_pool((seed, 1, 0))):
        found = everything(make, 1)
        assert found.difference is None
        assert set(found.programs) == set(SCHEDULES)
        assert all(found.programs.values())


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_every_program_compares_identically_trained_instances(schedule):
    """In every program a and b are each made once, trained on the script, and asked last about the observation."""
    programs = list(
        trials(2, observations=(0, 1), transitions=TRANSITIONS[:3], schedules={schedule: SCHEDULES[schedule]})
    )

    assert {len(program.script) for program in programs} == {0, 1, 2}
    for program in programs:
        for name in "ab":
            deeds = [deed for deed in program.program if deed.instance == name]
            assert tuple(deed.on for deed in deeds if deed.verb == "trained") == program.script
            assert [deed.verb for deed in deeds].count("made") == 1
            assert deeds[0].verb == "made"
            assert deeds[-1] == ProgramStep(name, "asked", program.observation)


def test_asking_before_every_training_is_needed():
    """A class that minds only having been asked before both of two trainings is rejected."""

    class AskedEveryTime:
        def __init__(self):
            self.asked, self.trained, self.times = False, 0, 0

        def act(self, obs):
            self.asked = True
            return int(self.times == 2)

        def train(self, o_prev, a, r, o_next):
            self.trained += 1
            self.times += self.asked
            self.asked = False

    assert everything(AskedEveryTime, 1).difference is None
    assert everything(AskedEveryTime, 2).difference.trial.schedule == "a asked in between"


def test_a_difference_is_a_readable_value():
    """It says what differs and shows the program with every answer; it is equal to itself found again, and hashable."""
    one, two = (everything(counting_questions(), 1).difference for _ in range(2))

    assert one == two
    assert hash(one) == hash(two)
    assert str(one) == (
        "a asked repeatedly: both untrained, about 0 a does 1 and b does 0\n"
        "  a is made\n  b is made\n  a is asked about 0: 0\n  a is asked about 0: 1\n  b is asked about 0: 0"
    )
    assert "\n" not in one.as_disagreement().about


def test_a_part_has_the_schedules_as_branches():
    """As a part of a check a search has its programs as cases, and its difference as refutation."""
    held = everything(reading_a_pool((0, 1)), 1).as_part("a pool", "tried here")
    failed = everything(counting_questions(), 1).as_part("questions", "tried here")

    assert held.as_expected
    assert held.cases == sum(held.branches.values()) == sum(1 for _ in _all_programs())
    assert failed.contradicted
    assert (failed.refutation.disagreement.expected, failed.refutation.disagreement.got) == (1, 0)


def _all_programs():
    return trials(1, observations=(0, 1), transitions=TRANSITIONS)


def test_a_class_that_raises_is_said_with_its_training():
    """What the class raises, or answers that is no action, is an error that names the training and the question."""

    def divide(self, obs):
        return 1 // obs

    with pytest.raises(AgentRaised, match="ZeroDivisionError"):
        everything(_untrained(divide), 1)
    with pytest.raises(NotAnAction, match="of type str"):
        everything(_untrained(lambda self, obs: "left"), 1)

    class RaisesOnceTrained:
        trained = 0

        def act(self, obs):
            return 1 // (2 - self.trained)

        def train(self, o_prev, a, r, o_next):
            self.trained += 1

    with pytest.raises(AgentRaised) as failure:
        everything(RaisesOnceTrained, 2)
    assert failure.value.prompt == (TRANSITIONS[:1] * 2, 0)
