"""The reality check in all its forms: beyond the scope that is exhausted, what it asks, and what it keeps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import as_agent, ask_instance, from_class, instantiate, to_class, train, transitions
from formal_rl.checking import Scope
from formal_rl.environments import (
    ignore_rewards,
    ignore_rewards_incremental,
    interact_incremental,
    interaction,
    interaction_ordinary,
    without_rewards,
)
from formal_rl.errors import AgentRaised
from formal_rl.histories import Percept, prompt_prefixes
from formal_rl.statements import EXTENDED_ENVIRONMENTS, holds
from formal_rl.strategies import actions, agents, environments, learners, observations, percepts
from formal_rl.transforms import (
    reality_check,
    reality_check_alternate,
    reality_check_class,
    reality_check_fold,
    reality_check_memoised,
)

X = Percept(0, 0)
ON_AGENTS = {
    "definition": reality_check,
    "memoised": reality_check_memoised,
    "alternate": reality_check_alternate,
}
every_agent_form = pytest.mark.parametrize("form", ON_AGENTS.values(), ids=ON_AGENTS.keys())

_CHOICES = st.lists(st.tuples(percepts(), st.booleans() | st.just(True), actions()), min_size=1, max_size=9)


def _partly_genuine(agent, choices):
    """Build a history whose actions are the agent's own, except where a choice says otherwise."""
    prompt = (choices[0][0],)
    for percept, own, other in choices[1:]:
        prompt = (*prompt, agent(prompt) if own else other, percept)
    return prompt


# --- Beyond the exhausted scope ---


@pytest.mark.statement("A22-D7")
@pytest.mark.statement("A22-T10.1")
@given(agent=agents(), choices=_CHOICES)
def test_forms_agree_on_agents(agent, choices):
    """On longer histories, over larger alphabets, partly genuine, in whatever order they are asked."""
    prompt = _partly_genuine(agent, choices)
    expected, memoised = reality_check(agent)(prompt), reality_check_memoised(agent)
    memoised(prompt[:1])

    assert expected == memoised(prompt) == memoised(prompt) == reality_check_alternate(agent)(prompt)
    assert expected in (agent(prompt), agent(prompt[:1]))


@pytest.mark.statement("A22-D7")
@pytest.mark.statement("A22-S5-class")
@given(learner=learners(max_registers=0), choices=_CHOICES, asked=st.lists(observations(), max_size=2))
def test_forms_agree_on_learners(learner, choices, asked):
    """The fold and the class, whatever the class is asked in between, do what the recursion does."""
    agent = as_agent(learner)
    prompt = _partly_genuine(agent, choices)
    instance, fold = instantiate(reality_check_class(to_class(learner))), reality_check_fold(learner)
    for transition in transitions(prompt):
        for question in asked:
            instance.act(question)
        instance.train(*transition)
    seen = prompt[-1].observation

    expected = reality_check(agent)(prompt)
    assert expected == fold.act(train(fold, prompt), seen) == ask_instance(instance, (), seen)


@pytest.mark.statement("A22-T10.2")
@given(agent=agents(), choices=_CHOICES)
def test_checking_twice_is_checking_once(agent, choices):
    """On longer histories and larger alphabets."""
    prompt = _partly_genuine(agent, choices)
    once = reality_check_memoised(agent)

    assert once(prompt) == reality_check_memoised(once)(prompt)


@pytest.mark.statement("A22-T10.3")
@given(agent=agents(), name=st.sampled_from(sorted(EXTENDED_ENVIRONMENTS)))
def test_it_never_freezes_in_reality(agent, name):
    """Along twenty steps of its own interaction with a named environment, the checked agent acts as the agent."""
    checked = reality_check_memoised(agent)
    play = interaction(checked, EXTENDED_ENVIRONMENTS[name], 20)

    for prompt in prompt_prefixes(play):
        assert agent(prompt) == checked(prompt)


@pytest.mark.statement("A22-T10.4")
@given(agent=agents(), environment=environments())
def test_in_ordinary_environments(agent, environment):
    """In any ordinary environment the two interactions are the same for twenty steps."""
    checked = reality_check_memoised(agent)

    assert interaction_ordinary(agent, environment, 20) == interaction_ordinary(checked, environment, 20)


@pytest.mark.statement("A22-S5-trivialise")
@given(agent=agents())
def test_ignore_rewards_stays_trivial(agent):
    """For thirty steps: 1 before the least m, -1 at it, and after it 1 for y_1 alone."""
    run = interaction(reality_check_memoised(agent), ignore_rewards, 30)
    steps = range(1, len(run) // 2 + 1)
    m = next((m for m in steps if agent(run[: 2 * m - 1]) != agent(without_rewards(run[: 2 * m]))), 31)
    for n in range(1, 30):
        expected = 1 if n < m or (n > m and run[2 * n - 1] == run[1]) else -1
        assert run[2 * n].reward == expected


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
    """On a genuine history of n percepts the recursion asks π 2^(n-1) times; memoised, n times, and never again."""
    prompt = (X, *(0, X) * (n - 1))
    agent, asked = counted(lambda prompt: 0)
    reality_check(agent)(prompt)
    assert len(asked) == 2 ** (n - 1)

    agent, asked = counted(lambda prompt: 0)
    memoised = reality_check_memoised(agent)
    for _ in range(3):
        memoised(prompt)
    assert asked == [prompt[: 2 * k + 1] for k in range(n)]


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
