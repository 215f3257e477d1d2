"""The reality check in all its forms: other scopes, the questions it asks, and what it keeps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import as_agent, from_class, to_class, transitions
from formal_rl.agents.practitioner import ask_instance, instantiate
from formal_rl.checking import Scope
from formal_rl.environments import ignore_rewards, ignore_rewards_incremental, interaction
from formal_rl.environments._incremental import interact_incremental
from formal_rl.errors import AgentRaised
from formal_rl.histories import Percept
from formal_rl.statements.verification import holds
from formal_rl.strategies import learners, observations
from formal_rl.transforms import (
    infer_actions,
    reality_check,
    reality_check_alternate,
    reality_check_class,
    reality_check_memoised,
)
from proofs_as_tests.test_theorem_10 import histories

X = Percept(0, 0)
ON_AGENTS = {
    "definition": reality_check,
    "memoised": reality_check_memoised,
    "alternate": reality_check_alternate,
}
every_agent_form = pytest.mark.parametrize("form", ON_AGENTS.values(), ids=ON_AGENTS.keys())

# --- Beyond the exhausted scope ---


@pytest.mark.parametrize("identifier", ["A22-D6", "A22-D6-sim", "A22-S5-class"])
def test_it_holds_in_other_scopes(identifier):
    """No branch is left out where scripts and histories are longer."""
    holds(identifier, Scope(horizon=3))


# --- How they work ---


def counted(agent):
    """The agent, and the list of the questions put to it."""
    asked = []
    return lambda prompt: (asked.append(prompt), agent(prompt))[1], asked


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_questions(n):
    """On a genuine history of n percepts the recursion asks π 2^(n-1) times; memoised, n times, and never again.

    Inferring its actions calls an agent n times, on ever longer histories with the inferred actions in them.
    """
    prompt = (X, *(0, X) * (n - 1))
    agent, asked = counted(lambda prompt: 0)
    reality_check(agent)(prompt)
    assert len(asked) == 2 ** (n - 1)

    agent, asked = counted(lambda prompt: 0)
    memoised = reality_check_memoised(agent)
    for _ in range(3):
        memoised(prompt)
    assert asked == [prompt[: 2 * k + 1] for k in range(n)]

    agent, asked = counted(len)
    infer_actions(agent)((X, *(9, X) * (n - 1)))
    assert asked == [(X, 1, X, 3, X, 5, X, 7, X)[: 2 * k + 1] for k in range(n)]


@every_agent_form
def test_agents_that_raise(form):
    """What π raises comes out; in an interaction, as a failure of the agent."""

    def agent(prompt):
        raise ValueError("no idea")

    with pytest.raises(ValueError, match=r"^no idea$"):
        form(agent)((X,))
    with pytest.raises(AgentRaised, match="no idea"):
        interaction(form(agent), ignore_rewards, 1)


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


def test_the_class_stores_one_instance_and_asks_it_no_more_once_frozen():
    """What agrees goes to the one stored instance, whole; then it trains no more, and repeats its first action."""
    MADE.clear()
    instance = reality_check_class(Recorder)()
    for transition in ((5, 0, 7, 6), (6, 1, 8, 5), (6, 3, 0, 6), (6, 2, 0, 6)):
        instance.train(*transition)

    assert [instance.act(obs=obs) for obs in (5, 6, 7)] == [0, 0, 0]
    (stored,) = MADE
    assert stored.trained == [(5, 0, 7, 6), (6, 1, 8, 5)]
    assert stored.asked == [5, 6, 6]


@pytest.mark.statement("A22-D6-sim")
@given(learners())
def test_a_class_in_ignore_rewards_is_never_replayed(learner):
    """Twenty steps of a class in ignore rewards are those of the learner."""
    read = from_class(to_class(learner))
    playing = interact_incremental(read, ignore_rewards_incremental)

    assert tuple(next(playing) for _ in range(40)) == interaction(as_agent(learner), ignore_rewards, 20)
    assert (read.replays, read.replayed_transitions) == (0, 0)


@pytest.mark.statement("A22-S5-class")
@given(learner=learners(max_registers=0), data=st.data(), asked=st.lists(observations(), max_size=2))
def test_the_class_of_section_5_is_definition_7(learner, data, asked):
    """The class that stores one instance agrees with the recursion, whatever questions come in between."""
    prompt = data.draw(histories(as_agent(learner), 9))
    instance = instantiate(reality_check_class(to_class(learner)))
    for transition in transitions(prompt):
        for question in asked:
            instance.act(question)
        instance.train(*transition)

    assert ask_instance(instance, (), prompt[-1].observation) == reality_check(as_agent(learner))(prompt)
