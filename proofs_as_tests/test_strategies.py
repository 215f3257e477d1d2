"""The strategies: what they draw, what they shrink to, what they refuse, and how Hypothesis learns of them."""

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from formal_rl import strategies
from formal_rl.agents import Learner, RegisterLearner, Transition, as_agent
from formal_rl.environments import TableAgent, TableEnvironment, embed, interaction
from formal_rl.histories import (
    Percept,
    history,
    is_play,
    is_prompt,
    percept_alphabet,
    percepts,
    require_action,
    require_flat,
    require_history,
    require_percept,
    require_play,
    require_prompt,
    unflatten,
)
from formal_rl.strategies import ConstantAgent, HashAgent, HashEnvironment, HashLearner

X = Percept(0, 0)
REWARD = "expected a reward: an int or a Fraction (bool, float and numpy numbers are not exact rationals here)"
ACTION = "expected an action: an int >= 0 (bool is not one)"
HASHABLE = "expected a hashable observation"
HALF, ONE = Fraction(1, 2), "max_denominator=1"
STATES = "states, ints from 0 to 0"
PAIR = "expected a Percept(reward, observation); build histories from pairs with history(...)"
INTEGERS = percept_alphabet(6)
ALL = [
    *("rewards", "observations", "actions", "percepts", "histories", "prompts", "plays", "flat_sequences"),
    *("transitions", "agents", "learners", "environments"),
]


def simplest(strategy, condition=lambda value: True):
    """What the strategy shrinks to under a condition."""
    phases = [Phase.generate, Phase.shrink]  # explaining what it finds would take most of the time
    return find(strategy, condition, settings=settings(max_examples=50, database=None, derandomize=True, phases=phases))


def occurs(strategy, condition):
    """Whether the strategy draws something with the condition."""
    phases = [Phase.generate]
    find(strategy, condition, settings=settings(max_examples=2_000, database=None, derandomize=True, phases=phases))
    return True


# --- What is drawn ---


@given(strategies.rewards())
def test_rewards(reward):
    """Rewards are ints or Fractions from -4 to 4 with denominators up to 4."""
    assert type(reward) in (int, Fraction)
    assert -4 <= reward <= 4
    assert reward.denominator <= 4


@given(strategies.rewards(max_denominator=1))
def test_integer_rewards(reward):
    """With a largest denominator of 1 they are ints."""
    assert type(reward) is int


@given(strategies.rewards(min_value=Fraction(1, 4), max_value=Fraction(3, 4)))
def test_rewards_between_ints(reward):
    """Where no int lies between the bounds, there are still Fractions."""
    assert type(reward) is Fraction
    assert Fraction(1, 4) <= reward <= Fraction(3, 4)


@given(strategies.observations(number_of_observations=2), strategies.actions(number_of_actions=3))
def test_observations_and_actions(observation, action):
    """Observations and actions are the naturals below their number."""
    assert observation in (0, 1)
    assert action in (0, 1, 2)
    require_action(observation)
    require_action(action)


@given(strategies.percepts(), strategies.percepts(rewards=(7,), observations=st.text()))
def test_percepts(one, other):
    """Percepts are percepts, with the rewards and observations asked for."""
    require_percept(one)
    require_percept(other)
    assert other.reward == 7
    assert type(other.observation) is str


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


@given(strategies.histories(percepts=(X, Percept(1, "o")), actions=[3, 5]))
def test_alphabets(h):
    """Finite alphabets may be given in place of strategies."""
    require_history(h)
    assert set(h[0::2]) <= {X, Percept(1, "o")}
    assert set(h[1::2]) <= {3, 5}


@given(strategies.flat_sequences(), strategies.flat_sequences(rewards=(2,), observations=(9,), actions=(7,)))
def test_flat_sequences(one, other):
    """Flat sequences are the flat forms of histories."""
    require_flat(one)
    require_history(unflatten(other))
    assert set(other) <= {2, 9, 7}


@given(strategies.transitions(), strategies.transitions(rewards=(5,), actions=(6,), observations=("o",)))
def test_transitions(one, other):
    """Transitions are transitions, of what was asked for."""
    assert type(one) is Transition
    assert other == ("o", 6, 5, "o")


@given(strategies.agents(number_of_actions=3), strategies.prompts())
def test_agents(agent, prompt):
    """Agents are functions of the prompt to the actions below their number."""
    assert agent(prompt) in (0, 1, 2)
    require_action(agent(prompt))


@given(strategies.agents(), strategies.histories(percepts=strategies.percepts(rewards=st.integers(-3, 3))))
def test_agents_respect_equality(agent, h):
    """Equal prompts have equal answers, whether a reward is written as an int or as a Fraction."""
    other = tuple(Percept(Fraction(x[0]), x[1]) if n % 2 == 0 else x for n, x in enumerate(h))

    if is_prompt(h):
        assert agent(h) == agent(other)


@given(strategies.learners(number_of_actions=3), strategies.prompts(percepts=INTEGERS, actions=range(3)))
def test_learners(learner, prompt):
    """Learners take any prompt of ints, and do actions below their number."""
    assert as_agent(learner)(prompt) in (0, 1, 2)


@given(strategies.learners(max_registers=0), strategies.prompts(percepts=strategies.percepts(observations=st.text())))
def test_learners_without_registers(learner, prompt):
    """Without registers, they take any prompt at all."""
    assert as_agent(learner)(prompt) in (0, 1)


@given(strategies.environments(percepts=(X, Percept(1, "o"))), strategies.plays())
def test_environments(environment, play):
    """Environments are functions of the play to the percepts asked for."""
    assert environment(play) in (X, Percept(1, "o"))
    require_percept(environment(play))


@given(strategies.agents(), strategies.environments())
def test_they_interact(agent, environment):
    """What is drawn can meet, and nobody is caught changing their mind."""
    require_play(interaction(agent, embed(environment), 3))


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
    assert occurs(strategy, condition)


# --- What they shrink to ---


SIMPLEST = [
    (0, strategies.rewards()),
    (2, strategies.rewards(min_value=2)),
    (-1, strategies.rewards(max_value=-1)),
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
    ((), strategies.flat_sequences()),
    ((0, 0), strategies.flat_sequences(min_percepts=1)),
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


def test_shrinking_types():
    """A reward that is an int shrinks to an int, one that must be a Fraction to the least of them."""
    assert type(simplest(strategies.rewards())) is int
    assert Fraction(1, 2) == simplest(strategies.rewards(), lambda r: r.denominator > 1)


def test_shrinking_under_a_condition():
    """What is left of a history is what the condition needs."""
    assert history((1, 0)) == simplest(strategies.prompts(), lambda p: any(x.reward > 0 for x in percepts(p)))
    assert history((0, 0), 1) == simplest(strategies.plays(), lambda p: 1 in p[1::2])


# --- What they refuse ---


def refusal(build):
    """What is said of what cannot be."""
    with pytest.raises(InvalidArgument) as raised:
        build()
    return str(raised.value)


@pytest.mark.parametrize(
    ("name", "option", "value", "least"),
    [
        ("rewards", "max_denominator", 0, 1),
        ("observations", "number_of_observations", 0, 1),
        ("actions", "number_of_actions", 0, 1),
        ("actions", "number_of_actions", 2.0, 1),
        ("histories", "min_percepts", -1, 0),
        ("histories", "max_percepts", None, 0),
        ("prompts", "min_percepts", 0, 1),
        ("plays", "max_percepts", -1, 0),
        ("agents", "number_of_actions", 0, 1),
        ("learners", "number_of_actions", 0, 1),
        ("learners", "max_states", 0, 1),
        ("learners", "max_registers", -1, 0),
        ("environments", "max_percepts", 0, 1),
    ],
)
def test_impossible_numbers(name, option, value, least):
    """Anything that is not a number of that kind is refused at once, with the option and its value."""
    said = refusal(lambda: getattr(strategies, name)(**{option: value}))

    assert said == f"{option}={value}, of type {type(value).__name__}: expected an int >= {least}"


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("percepts", "rewards"),
        ("histories", "percepts"),
        ("histories", "actions"),
        ("flat_sequences", "rewards"),
        ("transitions", "actions"),
        ("environments", "percepts"),
    ],
)
def test_empty_alphabets(name, option):
    """There is nothing to draw from an empty alphabet."""
    assert (
        refusal(lambda: getattr(strategies, name)(**{option: ()})) == f"{option}=() is empty: there is nothing to draw"
    )


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("rewards", {"min_value": 2, "max_value": 1}, "max_value=1 is less than min_value=2"),
        ("rewards", {"min_value": 0.5}, "min_value=0.5, of type float: expected an int or a Fraction"),
        ("rewards", {"max_value": True}, "max_value=True, of type bool: expected an int or a Fraction"),
        ("rewards", {"min_value": HALF, "max_denominator": 1}, f"min_value={HALF!r} has a denominator above {ONE}"),
        ("percepts", {"rewards": (0, 0.5)}, f"rewards=(0, 0.5): element 1 is 0.5, of type float: {REWARD}"),
        ("percepts", {"observations": ([],)}, f"observations=([],): element 0 is [], of type list: {HASHABLE}"),
        ("percepts", {"observations": 3}, "observations=3: expected a strategy or a nonempty sequence of observations"),
        ("histories", {"actions": (0, True)}, f"actions=(0, True): element 1 is True, of type bool: {ACTION}"),
        ("histories", {"actions": {0, 1}}, "actions={0, 1}: expected a strategy or a nonempty sequence of actions"),
        ("histories", {"actions": "01"}, "actions='01': expected a strategy or a nonempty sequence of actions"),
        ("histories", {"min_percepts": 3, "max_percepts": 2}, "max_percepts=2 is less than min_percepts=3"),
        ("prompts", {"max_percepts": 0}, "max_percepts=0 is less than min_percepts=1"),
        ("prompts", {"min_percepts": 5}, "max_percepts=4 is less than min_percepts=5"),
        ("flat_sequences", {"observations": (-1,)}, f"observations=(-1,): element 0 is -1, of type int: {ACTION}"),
        ("flat_sequences", {"min_percepts": 5}, "max_percepts=4 is less than min_percepts=5"),
    ],
)
def test_impossible_options(name, options, text):
    """What is impossible is refused at once, before anything is drawn, with the option and its value."""
    assert refusal(lambda: getattr(strategies, name)(**options)) == text


@pytest.mark.parametrize("name", ALL)
def test_options_are_keywords(name):
    """Every option has a name, and every strategy works without any."""
    strategy = getattr(strategies, name)

    assert isinstance(strategy(), st.SearchStrategy)
    with pytest.raises(TypeError, match="takes 0 positional arguments"):
        strategy(1)


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda: ConstantAgent(-1), "action=-1, of type int: expected an int >= 0"),
        (lambda: HashAgent(True), "seed=True, of type bool: expected an int >= 0"),
        (lambda: HashAgent(0, 0), "number_of_actions=0, of type int: expected an int >= 1"),
        (lambda: HashEnvironment(0, ()), "percepts=() is empty: there is nothing to draw"),
        (lambda: HashEnvironment(0, ((0, 0),)), f"percepts=((0, 0),): element 0 is (0, 0), of type tuple: {PAIR}"),
        (lambda: HashLearner((), ()), "answers=(), moves=(): expected one row of each for every state"),
        (lambda: HashLearner(((0,),), ()), "answers=((0,),), moves=(): expected one row of each for every state"),
        (lambda: HashLearner(((),), ((0,),)), "answers=((),): expected nonempty rows of ints >= 0, got ()"),
        (lambda: HashLearner(((-1,),), ((0,),)), "answers=((-1,),): expected nonempty rows of ints >= 0, got (-1,)"),
        (lambda: HashLearner(((0,),), ((1,),)), f"moves=((1,),): expected nonempty rows of {STATES}, got (1,)"),
    ],
)
def test_impossible_parameters(build, text):
    """Agents, environments and learners check their parameters in the same way."""
    assert refusal(build) == text


def test_what_an_agent_sees():
    """An agent sees the prompt, the percepts or the last observation, and nothing else."""
    with pytest.raises(ValueError, match="sees"):
        HashAgent(0, 2, "everything")

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


def test_reprs():
    """What Hypothesis prints can be pasted into a test."""
    assert repr(ConstantAgent(1)) == "ConstantAgent(action=1)"
    assert repr(HashAgent(7)) == "HashAgent(seed=7, number_of_actions=2, sees='prompt')"
    assert repr(HashEnvironment(7, [X])) == "HashEnvironment(seed=7, percepts=(Percept(0, 0),))"
    assert repr(HashLearner(((0, 1),), ((0,),))) == "HashLearner(answers=((0, 1),), moves=((0,),))"


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
    assert as_agent(data.draw(st.from_type(Learner)))((X,)) in (0, 1)
    assert as_agent(data.draw(st.from_type(RegisterLearner)))((X,)) in (0, 1)
    assert all(is_prompt(prompt) for prompt, _ in data.draw(st.from_type(TableAgent)).entries)
    assert all(is_play(play) for play, _ in data.draw(st.from_type(TableEnvironment)).entries)


@given(...)
def test_by_annotation(percept: Percept, transition: Transition):
    """A test need only name the types."""
    require_percept(percept)
    assert type(transition) is Transition


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
