"""Running an incremental form from memory: the same elements, computed no more once the run comes back."""

from itertools import islice, product

import pytest

from formal_rl.agents import ConstantLearner, RegisterLearner, Transition
from formal_rl.environments import ignore_rewards_incremental
from formal_rl.environments.incremental import interact_memoised
from formal_rl.environments.library.turn_by_turn import (
    delayed_rewards_incremental,
    flip_every_other_incremental,
    ignore_actions_incremental,
    ignore_rewards_2_incremental,
    punish_nondeterministic_agent_incremental,
    repeater_incremental,
    shifted_rewards_incremental,
)
from formal_rl.errors import InvalidParameter, NotAnAction
from formal_rl.histories import Percept, history

PERIODIC = (
    delayed_rewards_incremental,
    flip_every_other_incremental,
    ignore_actions_incremental,
    ignore_rewards_2_incremental,
    punish_nondeterministic_agent_incremental,
    repeater_incremental,
    shifted_rewards_incremental,
)


class Clock:
    """The environment that shows how often it was asked, modulo a number, and counts that."""

    def __init__(self, period):
        self.period = period
        self.asked = 0

    def start(self, learner):
        return Percept(0, 0), 0

    def advance(self, learner, state, action):
        self.asked += 1
        state = (state + 1) % self.period
        return Percept(0, state), state


def test_by_hand():
    """A constant learner in ignore rewards is paid from x_2 on; x_3 comes back to x_2, and that is all there is."""
    run = interact_memoised(ConstantLearner(0), ignore_rewards_incremental)

    assert tuple(islice(run, 8)) == history((0, 0), 0, (1, 0), 0, (1, 0), 0, (1, 0), 0)


@pytest.mark.parametrize(
    ("period", "longest", "asked"),
    [
        (1, 1_000, 1),
        # Compared with step 4 until step 8: step 7 is where it was then.
        (3, 1_000, 6),
        (4, 4, 7),
        # Compared with steps 1, 2, 4, 7, 10, ...: never one of 4 steps ago.
        (4, 3, 50),
    ],
)
def test_nothing_is_computed_once_it_comes_back(period, longest, asked):
    """A period is found if it is no longer than it may be, by comparison with the steps 1, 2, 4, ..."""
    clock = Clock(period)
    elements = list(islice(interact_memoised(ConstantLearner(0), clock, longest=longest), 101))

    assert [element.observation for element in elements[::2]] == [step % period for step in range(51)]
    assert clock.asked == asked


def test_one_state_coming_back_is_not_enough():
    """The environment is where it was; the learner, which counts to 5, is not."""
    counting = RegisterLearner(5, {"k": 0}, {"k": ["mod", ["add", "k", 1], 5]}, "k")
    run = interact_memoised(counting, Clock(1))

    assert [*islice(run, 1, 24, 2)] == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1]


@pytest.mark.parametrize("form", PERIODIC)
def test_the_turn_matters_through_its_remainder_alone(form):
    """What a copy is told is the same a period later, whatever happened."""
    happened = [Transition(0, action, reward, 0) for action in (0, 1) for reward in (1, -1)]

    for turn, before, true in product(range(1, 6), (None, *happened), happened):
        assert form.rewrite(turn, before, true) == form.rewrite(turn + form.period, before, true)


def test_what_is_wrong_is_refused():
    """As in the interaction that computes every step; and so is a limit below 1."""

    class Wrong(ConstantLearner):
        def act(self, state, observation):
            return -1

    with pytest.raises(NotAnAction) as raised:
        list(islice(interact_memoised(Wrong(0), ignore_rewards_incremental), 2))
    assert raised.value.__notes__ == ["at step 1; of the question only the last percept is kept"]
    for wrong in (0, -1, 1.5, True):
        with pytest.raises(InvalidParameter, match="longest"):
            interact_memoised(ConstantLearner(0), ignore_rewards_incremental, longest=wrong)
