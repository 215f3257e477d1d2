"""The reality check of classes with act and train."""

import pytest

from formal_rl.agents import Transition, from_class, to_class, train
from formal_rl.agents._finite_learner import FiniteLearner, finite_learners
from formal_rl.histories import Percept, all_prompts
from formal_rl.transforms import reality_check_class, reality_check_fold

MADE = []


class Recorder:
    """Does how often it was trained, and keeps what it was asked and trained on."""

    def __init__(self):
        """Be known."""
        self.asked, self.trained = [], []
        MADE.append(self)

    def act(self, obs):
        """Count."""
        self.asked.append(obs)
        return len(self.trained)

    def train(self, o_prev, a, r, o_next):
        """Keep."""
        self.trained.append((o_prev, a, r, o_next))


@pytest.fixture
def checked():
    """One instance of the reality check of the recorder, and the one instance that it stores."""
    MADE.clear()
    instance = reality_check_class(Recorder)()
    (stored,) = MADE
    return instance, stored


def test_it_trains_on_its_own_actions(checked):
    """What agrees with its own action goes to the stored instance, whole."""
    instance, stored = checked
    instance.train(5, 0, 7, 6)
    instance.train(6, 1, 8, 5)

    assert stored.trained == [(5, 0, 7, 6), (6, 1, 8, 5)]
    assert instance.act(3) == 2
    assert stored.asked == [5, 6, 3]


def test_it_freezes_to_its_first_action(checked):
    """On another action it freezes, trains no more, asks no more, and repeats its first action."""
    instance, stored = checked
    instance.train(5, 0, 0, 6)
    instance.train(6, 3, 0, 6)
    instance.train(6, 0, 0, 6)

    assert [instance.act(obs) for obs in (5, 6, 7)] == [0, 0, 0]
    assert stored.trained == [(5, 0, 0, 6)]
    assert stored.asked == [5, 6]


def test_being_asked_is_not_being_trained(checked):
    """The first action is that of the first training, whatever was asked before."""
    instance, stored = checked
    assert instance.act(1) == 0
    stored.act = lambda obs: 10 + obs
    assert instance.act(2) == 12
    instance.train(4, 0, 0, 0)

    assert instance.act(9) == 14


def test_one_instance_is_stored_and_no_other_made(checked):
    """The class is called once for each instance, when it is made."""
    instance, _ = checked
    for _ in range(3):
        instance.train(0, 0, 0, 0)
        instance.act(0)

    assert len(MADE) == 1


def test_keywords_of_the_paper():
    """Listings that call with keywords can call it."""
    instance = reality_check_class(Recorder)()
    instance.train(o_prev=0, a=1, r=0, o_next=0)

    assert instance.act(obs=0) == 0


def test_it_is_the_fold_for_every_small_learner():
    """For every learner of two states over two observations and two actions, along every history of three percepts."""
    percepts = (Percept(0, 0), Percept(0, 1))
    alphabet = [Transition(o, a, 0, after) for o in (0, 1) for a in (0, 1) for after in (0, 1)]
    prompts = list(all_prompts(percepts, (0, 1), 3))
    every = finite_learners(2, observations=(0, 1), actions=(0, 1), transitions=alphabet)
    number = 0
    for learner in [learner for place, learner in enumerate(every) if place % 4099 == 0]:
        assert isinstance(learner, FiniteLearner)
        fold = reality_check_fold(learner)
        for prompt in prompts:
            read = from_class(reality_check_class(to_class(learner)))
            seen = prompt[-1].observation
            assert read.act(train(read, prompt), seen) == fold.act(train(fold, prompt), seen)
            number += 1

    assert number == 256 * len(prompts)
