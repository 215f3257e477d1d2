"""Runs of the battery: their totals, which engine runs them, and how they fail."""

from collections import Counter
from pathlib import Path

import pytest

from formal_rl.agents import ConstantLearner, RepeatedDraws, SimpleLearner, Transition
from formal_rl.battery import (
    AGENTS,
    ENVIRONMENT_NAMES,
    ENVIRONMENTS,
    BatteryAgent,
    BatteryRow,
    BatteryRun,
    make_run,
    reproduced_totals,
)
from formal_rl.battery.agents import RunSettings
from formal_rl.battery.environments import READINGS
from formal_rl.battery.runs import run, total_reward
from formal_rl.battery.totals import last_totals, total_rows
from formal_rl.errors import InvalidParameter, UnknownName

RECORDED = Path(__file__).with_name("published_200_steps.csv")
PUBLISHED = {"semantics": "published", "opposite": "published"}


def recorded():
    """Totals of the published library over 200 steps, seed 1: ten agents in all fifty environments."""
    return last_totals(total_rows(RECORDED.read_text("utf-8"), RECORDED.name))


@pytest.mark.parametrize("agent", AGENTS)
def test_the_published_reading_has_the_totals_of_the_published_library(agent):
    """All fifty environments, step by step."""
    cells = {cell: total for cell, total in recorded().items() if cell.agent == agent}
    assert len(cells) == 50
    for cell, total in cells.items():
        assert run(agent, cell.environment, cell.steps, cell.seed, **PUBLISHED, engine="plain").total == total


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("semantics", READINGS)
@pytest.mark.parametrize("opposite", READINGS)
def test_every_engine_has_the_same_totals(agent, semantics, opposite):
    """What is chosen has the totals of the plain one, in every reading."""
    runs = [BatteryRun(agent, name, 3, 60, semantics, opposite) for name in ENVIRONMENT_NAMES]
    rows = [make_run(each, AGENTS[agent]) for each in runs]
    plain = {each: total_reward(AGENTS[agent], each) for each in runs}
    assert {row.run: row.total for row in rows} == plain


@pytest.mark.full
@pytest.mark.parametrize(
    ("agent", "environment", "seed"),
    [
        ("ConstantAgent", "minus_rewards(TemptingButton)", 2),
        ("SimpleLearner", "SelfRecognition", 1),
        ("reality_check(SimpleLearner)", "minus_rewards(AfterImages)", 5),
        ("Q_learner", "IgnoreRewards", 4),
    ],
)
def test_totals_of_100000_steps(agent, environment, seed):
    """Some of the recorded totals, step by step."""
    (expected,) = (total for cell, total in reproduced_totals().items() if cell == (agent, environment, seed, 100_000))
    assert run(agent, environment, 100_000, seed, **PUBLISHED, engine="plain").total == expected


def test_which_engine_is_taken():
    """Finite agents by their states, those that draw on live instances, and everything else step by step."""
    engines = {
        (agent, semantics): Counter(
            run(agent, name, 10, 1, semantics=semantics, opposite="published").engine for name in ENVIRONMENT_NAMES[::5]
        )
        for agent in AGENTS
        for semantics in READINGS
    }
    for agent in ("Q_learner", "NaiveLearner", "RandomAgent"):
        for checked in (agent, f"reality_check({agent})"):
            assert {engines[checked, semantics] == {"live": 10} for semantics in READINGS} == {True}
    assert engines["reality_check(SimpleLearner)", "paper"] == {"states": 10}
    mine = BatteryAgent("Q_learner", AGENTS["SimpleLearner"].make)
    row = run(mine, "IgnoreRewards", 10, 1, **PUBLISHED)
    assert (row.agent, row.engine) == ("Q_learner", "plain")


def test_the_first_percept_is_not_paid():
    """The crying baby of the papers pays 1 at first; the total of one step is what follows the action."""
    form = ENVIRONMENTS["CryingBaby"].form("paper", RepeatedDraws((0,)))
    assert form.start(ConstantLearner(0))[0].reward == 1
    assert run("ConstantAgent", "CryingBaby", 1, 1).total == 1
    assert run("ConstantAgent", "CryingBaby", 5, 1).total == 5
    assert run("ConstantAgent", "minus_rewards(CryingBaby)", 5, 1).total == -5


def test_a_failure_is_in_the_row():
    """An agent that raises at its fourth training; the note says at which step."""

    class Failing(SimpleLearner):
        def learn(self, state, transition):
            if len(state) == 3:
                raise ValueError("three are enough")
            return state | {len(state)}

    row = run(BatteryAgent("mine", lambda settings: Failing(2)), "TemptingButton", 50, 1)
    assert row.total is None
    assert "three are enough" in row.failure
    assert "at step 4" in row.failure
    assert row.run == BatteryRun("mine", "TemptingButton", 1, 50, "paper", "paper")


def test_impossible_runs_raise():
    """Names, steps, seeds and readings that there are not."""
    with pytest.raises(UnknownName, match="'Nobody' is not an agent"):
        run("Nobody", "IgnoreRewards", 10, 1)
    with pytest.raises(UnknownName, match="'Nowhere' is not an environment"):
        run("ConstantAgent", "Nowhere", 10, 1)
    for name, values in {
        "steps": {"steps": 0, "seed": 1},
        "seed": {"steps": 1, "seed": -1},
        "semantics": {"steps": 1, "seed": 1, "semantics": "mine"},
        "opposite": {"steps": 1, "seed": 1, "opposite": "mine"},
    }.items():
        with pytest.raises(InvalidParameter, match=f"^{name} is"):
            run("ConstantAgent", "IgnoreRewards", **values)


def test_reality_checks_are_of_the_reading():
    """The first action that is not 0 is what the published one freezes at; Definition 7 at the first, which is 0."""

    class Counting(ConstantLearner):
        def act(self, state, observation):
            return min(state, 1)

        def learn(self, state, transition):
            return state + 1

        initial = 0

    agent = BatteryAgent("mine", lambda settings: Counting()).reality_checked()
    settings = RunSettings(RepeatedDraws((0,)), 2)
    for semantics, frozen_at in (("paper", 0), ("published", 1)):
        learner = agent.learner(settings, semantics=semantics)
        state = learner.initial
        for action in (0, 0, 0):
            state = learner.learn(state, Transition(0, action, 0, 0))
        assert learner.act(state, 0) == frozen_at
    assert agent.name == "reality_check(mine)"
    assert isinstance(run(agent, "IgnoreRewards", 5, 1), BatteryRow)
