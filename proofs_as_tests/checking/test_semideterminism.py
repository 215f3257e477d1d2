"""The search for two identically trained instances that act differently."""

from functools import partial

import pytest

from formal_rl.agents import Transition
from formal_rl.checking.semideterminism import SCHEDULES, ProgramStep, search, trials
from formal_rl.errors import AgentRaised, NotAnAction

TRANSITIONS = tuple(Transition(o, a, r, 0) for o in (0, 1) for a in (0, 1) for r in (0, 1))
everything = partial(search, observations=(0, 1), transitions=TRANSITIONS)


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

    assert everything(AskedEveryTime, 1) is None
    assert everything(AskedEveryTime, 2).trial.schedule == "a asked in between"


@pytest.mark.parametrize(
    ("answer", "error", "prompt"),
    [
        (lambda self, obs: 1 // obs, AgentRaised, ((), 0)),
        (lambda self, obs: "left", NotAnAction, ((), 0)),
        (lambda self, obs: 1 // (2 - self.trained), AgentRaised, (TRANSITIONS[:1] * 2, 0)),
    ],
)
def test_a_class_that_raises_is_reported_with_its_training(answer, error, prompt):
    """What the class raises, or answers that is no action, is an error that names the training and the question."""

    class Instance:
        trained = 0
        act = answer

        def train(self, o_prev, a, r, o_next):
            self.trained += 1

    with pytest.raises(error) as failure:
        everything(Instance, 2)
    assert failure.value.prompt == prompt
