"""Runs on live instances against plain runs, whose learner's state is the list of its transitions."""

import tracemalloc
import warnings
from itertools import product
from threading import Lock
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.battery import AGENTS, ENVIRONMENT_NAMES, BatteryRun, make_run, reproduced_totals, users_agent
from formal_rl.battery import _draw_pools as pools_of_draws
from formal_rl.battery import _drawn_classes as drawn_classes
from formal_rl.battery._drawing_learners import QInstance
from formal_rl.battery.runs import NotCopiedWarning, run

BOTH = list(product(("paper", "published"), repeat=2))
DRAWING = [
    name for basic in ("RandomAgent", "NaiveLearner", "Q_learner") for name in (basic, f"reality_check({basic})")
]


class Remembering:
    """Acts by a hash of everything that it was ever trained on: any wrong report soon shows."""

    seed = 0

    def __init__(self, **keywords):
        self.hash = crc32(repr((self.seed, sorted(keywords.items()))).encode())

    def act(self, obs):
        return crc32(repr((self.hash, obs)).encode()) % self.n_actions

    def train(self, *transition):
        self.hash = crc32(repr((self.hash, transition)).encode())


def both(agent, name, steps, semantics, opposite):
    """The rows of a run on live instances, or as they come, and of the plain run."""
    readings = {"semantics": semantics, "opposite": opposite}
    return run(agent, name, steps, 1, **readings), run(agent, name, steps, 1, **readings, engine="plain")


@pytest.mark.parametrize(("semantics", "opposite"), BOTH)
@pytest.mark.parametrize("checks", [0, 1])
def test_the_whole_battery(semantics, opposite, checks):
    """Every environment in every reading: totals are equal."""
    agent = users_agent("mine", Remembering)
    agent = agent.reality_checked() if checks else agent
    for name in ENVIRONMENT_NAMES:
        live, plain = both(agent, name, 40, semantics, opposite)
        assert live == plain._replace(engine="live")
        assert plain.total is not None


class OneKeyword(Remembering):
    """Takes no learning rate, so that an environment of another rate has no copy."""

    def __init__(self):
        super().__init__()


@pytest.mark.parametrize("semantics", ["paper", "published"])
def test_a_class_without_a_learning_rate(semantics):
    for name in ("IncentivizeLearningRate", "minus_rewards(IncentivizeLearningRate)"):
        live, plain = both(users_agent("mine", OneKeyword), name, 30, semantics, "paper")
        assert live == plain._replace(engine="live")
        assert abs(plain.total) == 30


ASKED_ABOUT_ANOTHER_PAST = ("TemptingButton", "TemptingButtonVariation", "SelfRecognition")


class NotToBeCopied(Remembering):
    """A generator cannot be copied."""

    def __init__(self, **keywords):
        super().__init__(**keywords)
        self.generator = (each for each in ())


@pytest.mark.parametrize("reading", ["paper", "published"])
def test_a_warning_names_instances_that_cannot_be_copied(reading):
    """The run is made plainly then, with an equal total; published environments have no such question."""
    for name in ENVIRONMENT_NAMES:
        copied = run(users_agent("mine", Remembering), name, 40, 1, semantics=reading, opposite=reading)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            row = run(users_agent("mine", NotToBeCopied), name, 40, 1, semantics=reading, opposite=reading)
        asked = reading == "paper" and any(each in name for each in ASKED_ABOUT_ANOTHER_PAST)
        assert row == copied._replace(engine="plain" if asked else "live")
        assert [each.category for each in caught] == [NotCopiedWarning] * asked
        assert all("cannot pickle 'generator' object" in str(each.message) for each in caught)


def test_a_lock_is_copied_where_nobody_holds_it():
    """A new one, so that runs of a class that has one take time in proportion to their steps."""

    class Locked(Remembering):
        def __init__(self, **keywords):
            super().__init__(**keywords)
            self.lock = Lock()

        def act(self, obs):
            with self.lock:
                return super().act(obs)

    for name in ASKED_ABOUT_ANOTHER_PAST:
        live, plain = both(users_agent("mine", Locked), name, 40, "paper", "paper")
        assert live == plain._replace(engine="live")


@pytest.mark.parametrize("reading", ["paper", "published"])
def test_memory_does_not_grow_with_the_steps(reading):
    """In any of the fifty, for a class whose memory does not."""

    class Constant(Remembering):
        def __init__(self, **keywords):
            self.turns = 0

        def act(self, obs):
            return (self.turns + obs) % self.n_actions

        def train(self, *transition):
            self.turns = (self.turns + 1) % 7

    def peak(name, steps):
        tracemalloc.start()
        run(agent, name, steps, 1, semantics=reading, opposite=reading)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    agent = users_agent("mine", Constant)
    for name in ENVIRONMENT_NAMES:
        run(agent, name, 3_000, 1, semantics=reading, opposite=reading)  # so that its turns are known
        assert peak(name, 3_000) < peak(name, 300) + 20_000


@given(
    st.integers(0, 999),
    st.sampled_from(ENVIRONMENT_NAMES),
    st.integers(1, 60),
    st.sampled_from(BOTH),
    st.booleans(),
)
def test_any_run(seed, name, steps, readings, checked):
    agent = users_agent("mine", type("Seeded", (Remembering,), {"seed": seed}))
    live, plain = both(agent.reality_checked() if checked else agent, name, steps, *readings)

    assert live.total == plain.total


@pytest.mark.parametrize("cause", [ValueError("out of luck"), SystemExit(3)])
@pytest.mark.parametrize("method", ["act", "train"])
def test_a_failing_class_raises_as_in_a_plain_run(method, cause):
    """With the step, although a live run does not count them."""

    def fails(self, *arguments):
        self.turns = getattr(self, "turns", 0) + 1
        if self.turns > 5:
            raise cause
        return 0

    agent = users_agent("mine", type("Failing", (Remembering,), {method: fails}))
    for name in ("IgnoreRewards", "CryingBaby"):
        live, plain = both(agent, name, 20, "paper", "paper")
        assert live == plain
        assert plain.failure


@pytest.mark.parametrize("answer", [2, -1, True, 0.0, None])
@pytest.mark.parametrize("name", ["IgnoreRewards", "CryingBaby"])
def test_every_answer_is_looked_at(answer, name):
    agent = users_agent("mine", type("Wrong", (Remembering,), {"act": lambda self, obs: answer}))
    live, plain = both(agent, name, 20, "published", "published")

    assert live == plain
    assert "the agent answered" in plain.failure


def test_the_answers_of_a_copy_are_looked_at():
    """This one answers 7 after a reward of 0, which its agent never gets."""

    class Unpaid(Remembering):
        def train(self, o_prev, a, r, o_next):
            if r == 0:
                self.act = lambda obs: 7

    live, plain = both(users_agent("mine", Unpaid), "IgnoreRewards", 20, "published", "published")

    assert live == plain
    assert "7" in plain.failure


def test_by_hand():
    """A class that does 1 once it was paid, else 0; its copy that is never paid does 0 always."""

    class Paid(Remembering):
        def __init__(self):
            self.paid = 0

        def act(self, obs):
            return self.paid

        def train(self, o_prev, a, r, o_next):
            self.paid = int(r > 0)

    for name, total in (("IgnoreRewards", 0), ("PunishNondeterministicAgent", 6), ("minus_rewards(IgnoreRewards)", -6)):
        row = run(users_agent("mine", Paid), name, 6, 1)
        assert (row.total, row.engine) == (total, "live")


def assert_as_plain(*asked):
    """A run of a learner that draws, by its class, is the plain run of its values."""
    asked = BatteryRun(*asked)
    live, plain = (make_run(asked, AGENTS[asked.agent], engine) for engine in ("auto", "plain"))
    assert live == plain._replace(engine="live")


@given(
    st.sampled_from(DRAWING),
    st.sampled_from(ENVIRONMENT_NAMES),
    st.integers(1, 500),
    st.integers(1, 4),
    st.sampled_from(BOTH),
)
def test_any_run_of_a_learner_that_draws(agent, name, steps, seed, readings):
    assert_as_plain(agent, name, seed, steps, *readings)


@pytest.fixture
def small_pools(monkeypatch):
    """Pools of 60 draws each, which are quickly made and begin again soon."""
    caches = (
        *(pools_of_draws.draw_pools, pools_of_draws.draw_values, drawn_classes._all_classes),
        *(pools_of_draws.drawn_actions, pools_of_draws.draws_up_to),
    )
    for cache in caches:
        cache.cache_clear()
    monkeypatch.setattr(pools_of_draws, "POOL_SIZE", 60)
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("small_pools")
@pytest.mark.parametrize("agent", DRAWING)
@pytest.mark.parametrize("reading", ["paper", "published"])
def test_the_draws_begin_again(agent, reading):
    """150 steps are some rounds of the draws; in short ones of many seeds it matters when a copy freezes, and to what.

    Where the values of two actions are below 0, some copy does the third.
    """
    third, others = (20, 8) if settings().max_examples > 1_000 else (12, 4)
    for name in ENVIRONMENT_NAMES:
        assert_as_plain(agent, name, 1, 150, reading, reading)
        for seed in range(third if "ThirdAction" in name else others):
            assert_as_plain(agent, name, seed, 200 if "ThirdAction" in name else 25, reading, reading)


@pytest.mark.parametrize("broken", ["train", "act"])
def test_a_broken_class_changes_totals(monkeypatch, broken):
    monkeypatch.setattr(QInstance, broken, lambda self, *arguments: 0)
    runs = [BatteryRun("Q_learner", name, 1, 50, "paper", "paper") for name in ENVIRONMENT_NAMES]
    totals = [[make_run(each, AGENTS["Q_learner"], engine).total for each in runs] for engine in ("auto", "plain")]
    assert totals[0] != totals[1]


@pytest.mark.full
@pytest.mark.parametrize("agent", DRAWING[-2:])
def test_recorded_totals_of_the_whole_battery(agent):
    """250 totals each, of 100,000 steps."""
    recorded = {cell: total for cell, total in reproduced_totals().items() if cell.agent == agent}
    assert len(recorded) == 250
    for cell, total in recorded.items():
        asked = BatteryRun(*cell, "published", "published")
        assert make_run(asked, AGENTS[agent]).total == total
