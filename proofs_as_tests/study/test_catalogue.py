"""Environments and agents by name."""

import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws, RandomLearner, SimpleLearner, as_agent
from formal_rl.agents.catalogue import FORMS as AGENT_FORMS
from formal_rl.checking.domains import HashedAgent
from formal_rl.environments import ignore_rewards, interaction, tempting_button
from formal_rl.errors import InvalidParameter, MalformedText, NotAnExtendedEnvironment, NotLoadable, UnknownName
from formal_rl.histories import Percept, all_prompts, history, percept_alphabet
from formal_rl.study import Settings
from formal_rl.study._expressions import DEEPEST, Expression, parse_expression
from formal_rl.study.catalogue import find_agent, find_environment, parse_draws
from formal_rl.transforms import reality_check

PROMPTS = [prompt for number in (1, 2) for prompt in all_prompts(percept_alphabet(4), (0, 1), number)]

SOURCE = """
from formal_rl.agents import ConstantLearner
from formal_rl.histories import Percept

def agent(prompt):
    return 7

learner = ConstantLearner(7)

class Practical:
    def act(self, obs):
        return 7

    def train(self, o_prev, a, r, o_next):
        pass

class Nothing:
    pass

def extended(agent, play):
    return Percept(agent((Percept(0, 0),)), 7)

def ordinary(play):
    return Percept(7, 7)

def of_three(a, b, c):
    pass

number = 7
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A module of one's own in the current directory."""
    (tmp_path / "catalogued.py").write_text(SOURCE, "utf-8")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("catalogued", None)


# --- Agents ---


@pytest.mark.parametrize(
    ("name", "agent"),
    [
        ("simple", as_agent(SimpleLearner())),
        ("random", as_agent(RandomLearner(HashedDraws(-1)))),
        ("constant:1", lambda prompt: 1),
        ("hashed:3", HashedAgent(3)),
        (" reality_check( hashed:3 ) ", reality_check(HashedAgent(3))),
        ("last_reward_sign", lambda prompt: int(len(prompt) > 1 and prompt[-1].reward > 0)),
    ],
)
def test_named_agents(name, agent):
    """An agent by name does as it is defined to, on all short prompts."""
    found = find_agent(name)[1]

    assert [found(prompt) for prompt in PROMPTS] == [agent(prompt) for prompt in PROMPTS]


@pytest.mark.parametrize("name", [form for form in AGENT_FORMS if form.islower() and ":" not in form])
def test_every_agent_listed_is_there(name):
    """Every name in the list is an agent."""
    assert find_agent(name)[1]((Percept(0, 0),)) in {0, 1}


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("SimpleLearner", "simple"),
        ("q_LEARNER", "q"),
        ("ConstantAgent", "constant:0"),
        ("Constant:1", "constant:1"),
        ("Last-Reward-Sign", "last_reward_sign"),
        ("Reality_Check(RandomAgent)", "reality_check(random)"),
    ],
)
def test_agents_by_other_names(name, ours):
    """The library's name and ours, in any case, are one agent, which is called as we call it."""
    (called, agent), (_, other) = find_agent(name), find_agent(ours)

    assert called == ours
    assert [agent(prompt) for prompt in PROMPTS] == [other(prompt) for prompt in PROMPTS]


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("IgnoreRewards", "ignore_rewards"),
        ("REPEATER", "repeater"),
        ("Handicap(Corridor, DejaVu)", "handicap(corridor, deja_vu)"),
        ("minus_rewards(IgnoreRewards)", "opposite(ignore_rewards)"),
    ],
)
def test_environments_by_other_names(name, ours):
    """The library's name and ours, in any case, are one environment."""
    assert find_environment(name).name == find_environment(ours).name


def test_seeds_of_agents():
    """The draws of agents are by seed, and are not those of the environment."""
    draws = [Settings(seed=seed) for seed in (0, 1)]

    assert draws[0].agent_draws[0] != draws[0].environment_draws[0]
    assert draws[0].agent_draws[0] != draws[1].agent_draws[0]
    pushes, button = lambda prompt: 0, find_environment("tempting_button", draws[1])
    assert interaction(pushes, button, 20) == interaction(pushes, tempting_button(HashedDraws(1)), 20)


@pytest.mark.parametrize("name", ["agent", "learner", "Practical"])
@pytest.mark.parametrize("source", ["catalogued", "catalogued.py"])
def test_agents_of_ones_own(mine, source, name):
    """A function, a learner and a class with act and train are read as agents."""
    called, agent = find_agent(f"{source}:{name}")

    assert called == f"{source}:{name}"
    assert agent(history((0, 0), 0, (1, 0))) == 7


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("simpel", UnknownName, "no agent 'simpel'; did you mean simple"),
        ("Last-Reward-Sing", UnknownName, "did you mean last_reward_sign?"),
        ("dqn", UnknownName, "the battery runs examples/stable_baselines.py:DQN"),
        ("realitycheck(simple)", UnknownName, "no agent made from agents 'realitycheck'; did you mean reality_check?"),
        ("zzzz", UnknownName, "no agent 'zzzz'; there are random, constant:ACTION,"),
        ("constant", UnknownName, "expected constant: and a natural number, such as constant:1"),
        ("constant:x", UnknownName, "expected constant: and a natural number"),
        ("hashed:-1", UnknownName, "expected hashed: and a natural number"),
        ("reality_check(simple, q)", UnknownName, "reality_check takes 1 agent, not 2"),
        ("reality_check", UnknownName, "reality_check takes 1 agent, not 0"),
        ("", MalformedText, "it ends after character 0: expected a name"),
        ("catalogued:number", NotLoadable, "7 is not an agent: expected a function of a prompt, a learner, or a class"),
        ("catalogued:Nothing", NotLoadable, "is not an agent"),
        ("catalogued:extended", NotLoadable, "is not an agent"),
        ("catalogued:agnet", NotLoadable, "catalogued has no 'agnet'; did you mean agent"),
    ],
)
def test_agents_that_are_none(mine, name, kind, words):
    """What is no agent is refused, with what is near."""
    with pytest.raises(kind) as raised:
        find_agent(name)
    assert words in str(raised.value)


# --- Environments ---


def test_combined_environments():
    """Combinations are called as they are written."""
    for text in (
        "opposite(bandit)",
        "handicap(corridor, ignore_rewards)",
        "handicap_letter(bandit, opposite(deja_vu))",
    ):
        assert find_environment(f" {text} ").name == text


def test_memories():
    """The memories of false memories are a setting."""
    asked = []
    environment = find_environment("false_memories", Settings(memories=history((5, 5), 1)))
    environment(lambda prompt: asked.append(prompt) or 0, history((0, 0), 0))

    assert asked == [history((5, 5), 1, (0, 0))]


def test_environments_of_ones_own(mine):
    """The catalogue distinguishes extended and ordinary environments by their parameters."""
    assert find_environment("catalogued:extended")(lambda prompt: 3, ()) == Percept(3, 7)
    assert find_environment("catalogued.py:ordinary")(None, ()) == Percept(7, 7)
    assert find_environment("opposite(catalogued:ordinary)")(None, ()) == Percept(-7, 7)
    assert find_environment(ignore_rewards).name == "ignore_rewards"


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("ignore_reward", UnknownName, "no environment 'ignore_reward'; did you mean ignore_rewards"),
        ("zzzz", UnknownName, "there are ignore_rewards,"),
        ("oposite(bandit)", UnknownName, "no combination of environments 'oposite'; did you mean opposite?"),
        ("bandit(corridor)", UnknownName, "no combination of environments 'bandit'"),
        ("opposite(bandit, corridor)", UnknownName, "opposite takes 1 environment, not 2"),
        ("handicap(bandit)", UnknownName, "handicap takes 2 environments, not 1"),
        ("opposite(bandits)", UnknownName, "did you mean bandit"),
        ("catalogued:of_three", NotLoadable, "cannot be called as (agent, play), nor as (play)"),
        ("catalogued:number", NotLoadable, "cannot be called as (agent, play), nor as (play)"),
        ("no_such_module:x", NotLoadable, "there is no module 'no_such_module'"),
    ],
)
def test_environments_that_are_none(mine, name, kind, words):
    """What is no environment is refused, with what is near."""
    with pytest.raises(kind) as raised:
        find_environment(name)
    assert words in str(raised.value)


def test_no_environment_from_python():
    """What is given and is no environment has its own error."""
    with pytest.raises(NotAnExtendedEnvironment):
        find_environment(3)
    with pytest.raises(InvalidParameter):
        find_agent(3)


# --- Draws ---


def test_draws():
    """Draws are exact, whole, fractions or decimal."""
    assert parse_draws("0, 1/2,0.75") == (0, Fraction(1, 2), Fraction(3, 4))


@pytest.mark.parametrize(
    ("text", "index"),
    [("", 0), ("0,,0", 1), ("0,1", 1), ("-1", 0), ("1/0", 0), ("0,1/2,3/2", 2), ("nan", 0), ("1e-3", 0)],
)
def test_draws_that_are_none(text, index):
    """The first draw that is none is named."""
    with pytest.raises(InvalidParameter) as raised:
        parse_draws(text)
    assert raised.value.name == f"draw {index}"


# --- The language ---

words = st.from_regex(r"[a-z_:./]{1,5}", fullmatch=True)
expressions = st.recursive(
    st.builds(Expression, words),
    lambda inner: st.builds(Expression, words, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    max_leaves=6,
)


@given(expressions)
def test_expressions_round_trip(expression):
    """An expression is read as it is written."""
    assert parse_expression(str(expression)) == expression


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "a name"),
        ("(a)", 0, "a name"),
        ("a(", 2, "a name"),
        ("a()", 2, "a name"),
        ("a(b,)", 4, "a name"),
        ("a(b", 3, "a comma or a closing parenthesis"),
        ("a(b c)", 4, "a comma or a closing parenthesis"),
        ("a(b))", 4, "the end"),
        ("a b", 2, "the end"),
        ("a(" * 40, 2 * (DEEPEST + 1), f"parentheses at most {DEEPEST} deep"),
    ],
)
def test_malformed_expressions_are_refused(text, position, expected):
    """The first character that does not fit is named."""
    with pytest.raises(MalformedText) as raised:
        parse_expression(text)
    assert (raised.value.position, raised.value.expected) == (position, expected)
