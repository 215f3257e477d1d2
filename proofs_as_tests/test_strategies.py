"""The strategies: what they draw, what they shrink to, what they refuse, and how Hypothesis learns of them."""

import re
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from formal_rl import strategies
from formal_rl.agents import Learner, Transition, as_agent
from formal_rl.agents.register_learner import RegisterLearner
from formal_rl.environments import embed, interaction
from formal_rl.histories import (
    Percept,
    history,
    is_play,
    is_prompt,
    percept_alphabet,
    percepts,
    require_action,
    require_history,
    require_percept,
    require_play,
    require_prompt,
)
from formal_rl.strategies import ConstantAgent, HashAgent, HashEnvironment, HashLearner

X = Percept(0, 0)
REWARD = "expected a reward: an int or a Fraction (bool, float and numpy numbers are not exact rationals here)"
ACTION = "expected an action: an int >= 0 (bool is not one)"
INTEGERS = percept_alphabet(6)


def simplest(strategy, condition=lambda value: True):
    """What the strategy shrinks to under a condition."""
    phases = [Phase.generate, Phase.shrink]  # explaining what it finds would take most of the time
    return find(strategy, condition, settings=settings(max_examples=50, database=None, derandomize=True, phases=phases))


# --- What is drawn ---


@given(strategies.rewards(), strategies.observations(number_of_observations=5), strategies.actions(number_of_actions=4))
def test_numbers(reward, observation, action):
    """Rewards are ints or Fractions from -4 to 4 with denominators up to 4; the others are below their number."""
    assert type(reward) in (int, Fraction)
    assert -4 <= reward <= 4
    assert reward.denominator <= 4
    assert observation in range(5)
    assert action in range(4)


@given(st.data(), st.integers(0, 4), st.integers(0, 4))
def test_lengths(data, low, more):
    """Histories, prompts and plays have the number of percepts asked for."""
    for kind, check, floor in (
        (strategies.histories, require_history, 0),
        (strategies.prompts, require_prompt, 1),
        (strategies.plays, require_play, 0),
    ):
        least = max(low, floor)
        drawn = data.draw(kind(min_percepts=least, max_percepts=least + more))
        check(drawn)
        assert least <= len(percepts(drawn)) <= least + more


@given(
    strategies.histories(percepts=(X, Percept(1, "o")), actions=[3, 5]),
    strategies.percepts(),
    strategies.percepts(rewards=(7,), observations=st.text()),
)
def test_alphabets(h, one, other):
    """Rewards, observations, percepts, and actions are those asked for, be it by a finite alphabet or a strategy."""
    require_history(h)
    assert set(h[0::2]) <= {X, Percept(1, "o")}
    assert set(h[1::2]) <= {3, 5}
    require_percept(one)
    require_percept(other)
    assert (other.reward, type(other.observation)) == (7, str)


@given(strategies.transitions())
def test_transitions(transition):
    assert type(transition) is Transition
    require_action(transition.action)


@given(strategies.agents(), strategies.histories(percepts=strategies.percepts(rewards=st.integers(-3, 3))))
def test_agents_respect_equality(agent, h):
    """Equal prompts have equal answers, whether a reward is written as an int or as a Fraction."""
    other = tuple(Percept(Fraction(x[0]), x[1]) if n % 2 == 0 else x for n, x in enumerate(h))

    if is_prompt(h):
        assert agent(h) == agent(other)


@given(
    st.one_of(
        st.tuples(strategies.learners(number_of_actions=3), strategies.prompts(percepts=INTEGERS, actions=range(3))),
        st.tuples(
            strategies.learners(number_of_actions=3, max_registers=0),
            strategies.prompts(percepts=strategies.percepts(observations=st.text())),
        ),
    )
)
def test_learners(pair):
    """Learners do actions below their number, on any prompt of ints; without registers, on any prompt at all."""
    learner, prompt = pair
    assert as_agent(learner)(prompt) in (0, 1, 2)


@given(strategies.agents(number_of_actions=3), strategies.environments(percepts=(X, Percept(1, "o"))))
def test_they_interact(agent, environment):
    """What is drawn can meet, and nobody is caught changing their mind; actions and percepts are those asked for."""
    play = interaction(agent, embed(environment), 3)

    require_play(play)
    assert set(play[0::2]) <= {X, Percept(1, "o")}
    assert set(play[1::2]) <= {0, 1, 2}


@pytest.mark.parametrize(
    ("strategy", "condition"),
    [
        (strategies.rewards(), lambda r: r.denominator == 4),
        (strategies.rewards(), lambda r: type(r) is int and r < 0),
        (strategies.histories(), is_prompt),
        (strategies.histories(), is_play),
        (strategies.prompts(), lambda p: len(percepts(p)) == 4),
        (strategies.plays(), lambda p: len(p) == 0),
        (strategies.agents(), lambda a: isinstance(a, ConstantAgent)),
        (strategies.agents(), lambda a: isinstance(a, HashAgent) and a.sees == "percepts"),
        (strategies.agents(), lambda a: a((X,)) == a((X, 0, X)) != a((X, 1, X))),
        (strategies.learners(), lambda a: isinstance(a, HashLearner) and len(a.moves) == 3),
        (strategies.learners(), lambda a: isinstance(a, RegisterLearner) and len(a.registers) == 2),
        (strategies.learners(), lambda a: as_agent(a)((X, 0, X)) != as_agent(a)((X, 0, Percept(1, 0)))),
        (strategies.environments(), lambda e: e(()) != e((X, 0)) != e((X, 1))),
    ],
)
def test_variety(strategy, condition):
    """What matters does occur."""
    chosen = settings(max_examples=2_000, database=None, derandomize=True, phases=[Phase.generate])
    assert condition(find(strategy, condition, settings=chosen))


# --- What they shrink to ---


SIMPLEST = [
    (0, strategies.rewards()),
    (0, strategies.observations()),
    (0, strategies.actions()),
    (X, strategies.percepts()),
    ((), strategies.histories()),
    ((X,), strategies.histories(min_percepts=1)),
    ((X, 0, X), strategies.histories(min_percepts=2)),
    ((X,), strategies.prompts()),
    ((X, 0, X), strategies.prompts(min_percepts=2)),
    ((), strategies.plays()),
    ((X, 0), strategies.plays(min_percepts=1)),
    (Transition(0, 0, 0, 0), strategies.transitions()),
    (ConstantAgent(0), strategies.agents()),
    (RegisterLearner(2, {"x1": 0}, {}, ["mod", 0, "n"]), strategies.learners()),
    (HashLearner(((0,),), ((0,),)), strategies.learners(max_registers=0)),
    (HashEnvironment(0, (X,)), strategies.environments()),
    ((Percept(1, "first"),), strategies.prompts(percepts=(Percept(1, "first"), X))),
]


@pytest.mark.parametrize(("expected", "strategy"), SIMPLEST, ids=[repr(expected) for expected, _ in SIMPLEST])
def test_shrinking(expected, strategy):
    """Everything shrinks to the simplest: zeros, the shortest, the first of an alphabet."""
    assert expected == simplest(strategy)


def test_shrinking_under_a_condition():
    """What is left of a history is what the condition needs; a reward that is an int shrinks to an int."""
    assert type(simplest(strategies.rewards())) is int
    assert Fraction(1, 2) == simplest(strategies.rewards(), lambda r: r.denominator > 1)
    assert history((1, 0)) == simplest(strategies.prompts(), lambda p: any(x.reward > 0 for x in percepts(p)))
    assert history((0, 0), 1) == simplest(strategies.plays(), lambda p: 1 in p[1::2])


# --- What they refuse ---


NUMBERS = [
    *(("observations", "number_of_observations", 0, 1), ("actions", "number_of_actions", 2.0, 1)),
    *(("histories", "min_percepts", -1, 0), ("histories", "max_percepts", None, 0), ("prompts", "min_percepts", 0, 1)),
    *(("plays", "max_percepts", -1, 0), ("agents", "number_of_actions", 0, 1), ("learners", "number_of_actions", 0, 1)),
    *(("learners", "max_states", 0, 1), ("learners", "max_registers", -1, 0), ("environments", "max_percepts", 0, 1)),
]
ALPHABETS = [("percepts", "rewards"), ("histories", "percepts"), ("plays", "actions"), ("environments", "percepts")]
OPTIONS = [
    ("percepts", {"rewards": (0, 0.5)}, f"rewards=(0, 0.5): element 1 is 0.5, of type float: {REWARD}"),
    ("percepts", {"observations": ([],)}, "observations=([],): element 0 is [], of type list: expected a hashable obs"),
    ("percepts", {"observations": 3}, "observations=3: expected a strategy or a nonempty sequence of observations"),
    ("histories", {"actions": (0, True)}, f"actions=(0, True): element 1 is True, of type bool: {ACTION}"),
    ("histories", {"actions": {0, 1}}, "actions={0, 1}: expected a strategy or a nonempty sequence of actions"),
    ("histories", {"actions": "01"}, "actions='01': expected a strategy or a nonempty sequence of actions"),
    ("histories", {"min_percepts": 3, "max_percepts": 2}, "max_percepts=2 is less than min_percepts=3"),
    ("prompts", {"max_percepts": 0}, "max_percepts=0 is less than min_percepts=1"),
    *((name, {option: ()}, f"{option}=() is empty: there is nothing to draw") for name, option in ALPHABETS),
    *(
        (name, {option: value}, f"{option}={value}, of type {type(value).__name__}: expected an int >= {least}")
        for name, option, value, least in NUMBERS
    ),
]


@pytest.mark.parametrize(("name", "options", "text"), OPTIONS)
def test_impossible_options(name, options, text):
    """What is impossible is refused at once, before anything is drawn, with the option and its value."""
    with pytest.raises(InvalidArgument, match=f"^{re.escape(text)}"):
        getattr(strategies, name)(**options)


def test_prompts_of_an_agent():
    """An agent sees the prompt, the percepts or the last observation, and nothing else."""
    many = 10**9
    prompt = history((0, 0), 0, (0, 0))
    others = history((0, 0), 1, (0, 0)), history((0, 0), 0, (1, 0)), history((0, 0), 0, (0, 1))
    differs = {
        sees: [HashAgent(0, many, sees)(prompt) != HashAgent(0, many, sees)(other) for other in others]
        for sees in ("prompt", "percepts", "observation")
    }
    assert differs == {
        "prompt": [True, True, True],
        "percepts": [False, True, True],
        "observation": [False, False, True],
    }


def test_recorded_answers():
    """The hashes are fixed for good: a counterexample found today is one tomorrow."""
    prompt = history((0, 0), 1, (Fraction(1, 2), "left"))

    assert (
        HashAgent(3, 1000)(prompt),
        HashAgent(3, 1000, "percepts")(prompt),
        HashAgent(3, 1000, "observation")(prompt),
        HashEnvironment(3, [Percept(n, 0) for n in range(1000)])((*prompt, 0)).reward,
    ) == (420, 761, 536, 542)


# --- The hook ---


@given(st.data())
def test_registered_types(data):
    """Hypothesis draws our types, as ours."""
    require_percept(data.draw(st.from_type(Percept)))
    require_action(data.draw(st.from_type(Transition)).action)
    assert as_agent(data.draw(st.from_type(Learner) | st.from_type(Learner[int])))((X,)) in (0, 1)


@pytest.mark.parametrize(
    "first", ["import hypothesis", "import formal_rl.strategies", "import formal_rl.strategies, hypothesis"]
)
def test_whoever_is_imported_first(first):
    """Whether Hypothesis or this module is imported first, both are whole and our types are known."""
    code = (
        f"{first}\n"
        "from hypothesis import strategies as st\n"
        "from formal_rl.histories import Percept\n"
        "from formal_rl.strategies import percepts\n"
        "st.from_type(Percept).validate(); percepts().validate()\n"
        "print(st.from_type(Percept))"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)

    assert done.stderr == ""
    assert done.returncode == 0
    assert "from_type(" in done.stdout or "builds(Percept" in done.stdout


@pytest.mark.parametrize(
    "broken",
    ["sys.modules['attrs'] = None", "import hypothesis.strategies._internal.types as t; del t._global_extra_lookup"],
)
def test_other_projects(broken):
    """Who imports Hypothesis for something else loads two modules of ours, and no fault of ours or theirs stops it."""
    code = (
        f"import sys; {broken}\n"
        "from formal_rl.hypothesis_plugin import register\n"
        "import hypothesis; register()\n"
        "print(*sorted(name for name in sys.modules if name.startswith('formal_rl')))"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("formal_rl formal_rl.hypothesis_plugin\n", "")
