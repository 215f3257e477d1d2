"""Totals by states against runs step by step, and against the recorded totals."""

from functools import partial
from itertools import islice, pairwise, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.agents import ConstantLearner, RepeatedDraws, SimpleLearner, Transition
from formal_rl.battery import AGENTS, ENVIRONMENT_NAMES, RunSettings, reproduced_totals
from formal_rl.battery._draw_pools import POOL_SIZE, draw_pools
from formal_rl.battery._finite_runs import FINITE_AGENTS, _Orbit, _small, _Walk, finite_total
from formal_rl.battery.environments import READINGS, find_environment, incremental_named
from formal_rl.environments import RewrittenState, interact_incremental
from formal_rl.environments.library.crying_baby import crying_baby_2_incremental, crying_baby_incremental
from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.histories import Percept

WITH_DRAWS = (
    "AfterImages",
    "CensoredObservation",
    "IgnoreObservations",
    "SelfRecognition",
    "TemptingButton",
    "TemptingButtonVariation",
)


def paper_form(name):
    return find_environment(name)[0].paper(draw_pools(1).environment)


def step_by_step(*run):
    agent, environment, semantics, opposite, steps, seed = run
    found, _ = find_environment(environment)
    pools = draw_pools(seed)
    told = RunSettings(pools.agents, found.number_of_actions, found.number_of_observations)
    learner = AGENTS[agent].learner(told, semantics=semantics)
    place = incremental_named(environment, pools.environment, semantics=semantics, opposite=opposite)
    percepts = islice(interact_incremental(learner, place), 2, 2 * steps + 1, 2)
    return sum(percept.reward for percept in percepts)


@pytest.mark.parametrize("environment", ENVIRONMENT_NAMES)
def test_every_agent_and_reading_is_as_step_by_step(environment):
    """In each environment and each opposite, for 150 steps."""
    for agent in sorted(FINITE_AGENTS):
        for semantics in READINGS:
            for opposite in READINGS:
                run = (agent, environment, semantics, opposite, 150, 1)
                assert finite_total(*run) == step_by_step(*run), run


runs = st.tuples(
    st.sampled_from(sorted(FINITE_AGENTS)),
    st.sampled_from(ENVIRONMENT_NAMES),
    st.sampled_from(READINGS),
    st.sampled_from(READINGS),
    st.integers(0, 3_000),
    st.integers(1, 4),
)


@settings(max_examples=40)
@given(runs)
def test_drawn_runs_are_as_step_by_step(run):
    """Of any length up to 3,000, with the draws of several seeds."""
    assert finite_total(*run) == step_by_step(*run)


@pytest.mark.parametrize("agent", sorted(FINITE_AGENTS))
def test_recorded_totals(agent):
    """All 250 totals of runs of the published library for 100,000 steps."""
    recorded = {cell: total for cell, total in reproduced_totals().items() if cell.agent == agent}
    assert len(recorded) == 250
    for cell, total in recorded.items():
        assert finite_total(agent, cell.environment, "published", "published", cell.steps, cell.seed) == total, cell


def test_totals_by_hand():
    """Runs so long that they can only be known, not run."""
    long = 10**12
    assert finite_total("ConstantAgent", "IgnoreRewards", "paper", "paper", long, 1) == long
    assert finite_total("ConstantAgent", "minus_rewards(IgnoreRewards)", "paper", "paper", long, 1) == -long
    # Both do 0 at first, which the evader is punished for.
    assert finite_total("SimpleLearner", "AdversarialSequenceEvader", "published", "published", 1, 1) == -1


@pytest.mark.parametrize("environment", ["CryingBaby", "CryingBaby2"])
@pytest.mark.parametrize("agent", sorted(FINITE_AGENTS))
def test_a_level_that_grows_without_end(agent, environment):
    """What is found of the crying baby by rounds is as step by step, long after the level has left its bounds."""
    for name in (environment, f"minus_rewards({environment})"):
        for steps in (20, 21, 22, 700, 2_001):
            run = (agent, name, "paper", "paper", steps, 1)
            assert finite_total(*run) == step_by_step(*run)


class RepeatingLearner:
    """The learner that does one after another of some actions, again and again."""

    initial = 0

    def __init__(self, actions):
        self.actions = actions

    def act(self, state, observation):
        return self.actions[state]

    def learn(self, state, transition):
        return (state + 1) % len(self.actions)


class Played:
    """A game of a learner in an environment, neither of them of the battery."""

    def __init__(self, learner, environment):
        self.learner, self.environment = learner, environment

    def start(self):
        percept, state = self.environment.start(self.learner)
        return state, self.learner.initial, percept.observation

    def move(self, state):
        of_environment, of_agent, seen = state
        action = self.learner.act(of_agent, seen)
        (reward, shown), of_environment = self.environment.advance(self.learner, of_environment, action)
        return reward, (of_environment, self.learner.learn(of_agent, Transition(seen, action, reward, shown)), shown)

    def total(self, steps):
        state, total = self.start(), 0
        for _ in range(steps):
            reward, state = self.move(state)
            total += reward
        return total


@pytest.mark.parametrize("environment", [crying_baby_incremental, crying_baby_2_incremental])
@pytest.mark.parametrize("learner", [ConstantLearner(1), ConstantLearner(0), RepeatingLearner((1, 0, 1, 1, 0))])
def test_levels_that_fall_and_that_rise(learner, environment):
    """Whoever feeds too little or too much is found out only once the level is out of bounds on that side."""
    game = Played(learner, environment)
    for steps in (1, 10, 16, 17, 18, 19, 60, 300, 1_000):
        assert _Orbit(game).total(steps) == game.total(steps)


class Wheel:
    """Pays for a draw that is above one half as often as a wheel of three places says, which turns at each step."""

    def __init__(self, draws):
        self.draws = draws

    def start(self, learner):
        return Percept(0, 0), (0, 0)

    def advance(self, learner, state, action):
        turn, place = state
        reward = place if 2 * self.draws[turn] >= 1 else 0
        return Percept(reward, 0), (turn + 1, (place + 1) % 3)


class PlayedOnTheWheel(Played):
    """A game on the wheel, without the number of the turn."""

    def move(self, state):
        reward, ((_, place), of_agent, seen) = super().move(state)
        return reward, ((0, place), of_agent, seen)


@given(st.integers(0, 200), st.integers(0, 9))
def test_cycles_of_several_rounds(steps, seed):
    """With a pool of four draws a wheel of three places is where it was after three rounds of the pool."""
    generator = Random(seed)
    pool = [generator.random() for _ in range(4)]
    drawn = bytes(draw >= 0.5 for draw in pool)
    walk = _Walk(2, lambda draws: PlayedOnTheWheel(ConstantLearner(0), Wheel(draws)), lambda seed: (0, drawn))
    assert walk.total(steps, seed) == Played(ConstantLearner(0), Wheel(RepeatedDraws(pool))).total(steps)


REWRITTEN = [name for name in ENVIRONMENT_NAMES if hasattr(paper_form(name), "rewrite")]


@pytest.mark.parametrize("name", REWRITTEN)
def test_what_is_dropped_does_not_matter(name):
    """From any state, reachable or not, the smaller one is paid alike, and what follows is as small."""
    small = partial(_small, find_environment(name)[0].name)
    before = [Transition(0, action, reward, 0) for action in (0, 1) for reward in (-1, 1)]
    copies = [frozenset(), frozenset({(0, 0)}), frozenset({(0, 1)}), frozenset({(0, 0), (0, 1)})]
    for semantics, opposite in product(READINGS, READINGS):
        form = incremental_named(name, draw_pools(1).environment, semantics=semantics, opposite=opposite)
        for turns, last, copy, action in product(range(4), before, copies, (0, 1)):
            state = RewrittenState(turns, last, copy)
            paid, after = form.advance(SimpleLearner(), state, action)
            paid_too, after_too = form.advance(SimpleLearner(), small(state), action)
            assert paid == paid_too
            assert small(after) == small(after_too)


def of_constant_agent(draws, steps):
    """The total of pushing always, in the published tempting button: paid with a button, punished without."""
    buttons = 1 + sum(4 * draws[(turn + 1) % POOL_SIZE] >= 3 for turn in range(1, steps))
    return buttons - (steps - buttons)


def test_the_pool_begins_again():
    """Beyond the pool of draws, and beyond the first round that is known."""
    draws = draw_pools(2).environment.values
    run = ("ConstantAgent", "TemptingButton", "published", "published")
    assert finite_total(*run, POOL_SIZE + 1_234, 2) == of_constant_agent(draws, POOL_SIZE + 1_234)
    two, three, four = (of_constant_agent(draws, rounds * POOL_SIZE + 77) for rounds in (2, 3, 4))
    assert four - three == three - two
    assert finite_total(*run, 10**7 * POOL_SIZE + 77, 2) == two + (10**7 - 2) * (three - two)


@pytest.mark.parametrize("environment", WITH_DRAWS)
def test_rounds_of_the_pool_add_up(environment):
    """From the second round on, each is worth the same or belongs to a cycle that is: a long run is its rounds."""
    totals = [
        finite_total("SimpleLearner", environment, "published", "published", rounds * POOL_SIZE, 3)
        for rounds in range(2, 6)
    ]
    differences = {after - before for before, after in pairwise(totals)}
    assert len(differences) == 1


def test_what_is_refused():
    """Other agents are for other engines; names and numbers that are none are errors."""
    assert finite_total("Q_learner", "IgnoreRewards", "paper", "paper", 10, 1) is None
    with pytest.raises(UnknownName):
        finite_total("SimpleLearner", "IgnoreEverything", "paper", "paper", 10, 1)
    with pytest.raises(InvalidParameter):
        finite_total("SimpleLearner", "IgnoreRewards", "paper", "paper", -1, 1)
