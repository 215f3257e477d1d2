"""Runs on live instances against plain runs, whose learner's state is the list of its transitions."""

from itertools import product
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.battery import ENVIRONMENT_NAMES, run, users_agent

BOTH = list(product(("paper", "published"), repeat=2))


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
    """Totals are equal; what asks about another past is run plainly, and that is some of the paper's alone."""
    agent = users_agent("mine", Remembering)
    agent = agent.reality_checked() if checks else agent
    plainly = set()
    for name in ENVIRONMENT_NAMES:
        live, plain = both(agent, name, 40, semantics, opposite)
        assert live._replace(engine="plain") == plain
        assert plain.total is not None
        if live.engine == "plain":
            plainly.add(name.removeprefix("minus_rewards(").removesuffix(")"))
        else:
            assert live.engine == "live"
    branching = {"TemptingButton", "TemptingButtonVariation", "SelfRecognition"}
    assert plainly == (branching if semantics == "paper" else set())


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
def test_a_class_that_fails_is_told_as_a_plain_run_tells_it(method, cause):
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
    """This one answers 7 once it was told a reward of 0, which its agent never is."""

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
