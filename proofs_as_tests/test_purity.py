"""Nothing changes: importing is light, values are immutable, functions answer the same when asked again."""

import subprocess
import sys
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import as_agent
from formal_rl.environments import bandit, embed, ignore_rewards, interact, interaction
from formal_rl.environments.examples.deja_vu import deja_vu
from formal_rl.environments.examples.false_memories import false_memories
from formal_rl.environments.examples.reverse_history import backward_consciousness, reverse_history
from formal_rl.histories import Percept, history, percept_alphabet
from formal_rl.strategies import (
    ConstantAgent,
    HashAgent,
    HashEnvironment,
    HashLearner,
    agents,
    environments,
    learners,
    plays,
    prompts,
)
from formal_rl.transforms import infer_actions, reality_check, reality_check_alternate, reality_check_memoised

EXAMPLES = [ignore_rewards, reverse_history, backward_consciousness, deja_vu]
EXAMPLES += [false_memories(history((1, 0), 1)), embed(bandit((0, 1)))]


@pytest.mark.parametrize(
    "module",
    ["formal_rl", "formal_rl.errors", "formal_rl.histories", "formal_rl.environments", "formal_rl.transforms"],
)
def test_imports_are_light(module):
    """Importing the semantic packages imports neither Hypothesis nor any number crunching."""
    heavy = {"hypothesis", "numpy", "scipy", "networkx", "joblib", "typer", "rich", "pytest"}
    code = f"import sys, {module}; print(sorted({heavy!r} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
    assert done.stderr == ""


def test_hashes_are_the_same_in_every_process():
    """The strategies' agents, learners and environments answer the same in processes with other hash seeds."""
    code = (
        "from formal_rl.histories import Percept\n"
        "from formal_rl.strategies import HashAgent, HashEnvironment, HashLearner\n"
        "x = Percept(0, ('left', frozenset({'b', 'a', 'c'})))\n"
        "agent = HashAgent(1, 1000)\n"
        "environment = HashEnvironment(2, [Percept(n, 0) for n in range(1000)])\n"
        "learner = HashLearner((tuple(range(1000)),), ((0,),))\n"
        "print(agent((x, 3, x)), environment((x, 3)), learner.act(0, x.observation))"
    )
    shown = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2", "3")
    }
    x = Percept(0, ("left", frozenset({"b", "a", "c"})))
    here = (
        HashAgent(1, 1000)((x, 3, x)),
        HashEnvironment(2, [Percept(n, 0) for n in range(1000)])((x, 3)),
        HashLearner((tuple(range(1000)),), ((0,),)).act(0, x.observation),
    )

    assert {"{} {} {}\n".format(*here)} == shown


@given(agents(), st.sampled_from(EXAMPLES), plays())
def test_environments_do_not_change(agent, environment, play):
    """An environment gives the same percept for the same agent and play, whatever was asked between."""
    first = environment(agent, play)
    environment(ConstantAgent(1), (Percept(1, 1), 0, Percept(-1, 2), 1))
    interaction(agent, environment, 2)

    assert first == environment(agent, play)


@given(agents(), st.sampled_from(EXAMPLES), st.integers(0, 4))
def test_interactions_do_not_change(agent, environment, steps):
    """An interaction has the same result every time, and two running side by side do not disturb each other."""
    one, other = interact(agent, environment), interact(agent, environment)
    woven = list(zip(islice(one, 2 * steps), islice(other, 2 * steps), strict=True))

    assert interaction(agent, environment, steps) == interaction(agent, environment, steps)
    assert [(x, x) for x in interaction(agent, environment, steps)] == woven


TRANSFORMS = [infer_actions, reality_check, reality_check_memoised, reality_check_alternate]
INTEGERS = prompts(percepts=percept_alphabet(6))


@given(agents(), st.sampled_from(TRANSFORMS), learners(), INTEGERS, INTEGERS)
def test_transforms_and_learners_do_not_change(agent, transform, learner, prompt, other):
    """A transformed agent, or a learner read as an agent, does the same on a prompt, whatever it was asked before."""
    for function in (transform(agent), as_agent(learner)):
        first = function(prompt)
        function(other)
        assert first == function(prompt)
    assert transform(agent)(prompt) == transform(agent)(prompt)


@given(agents(), environments(), plays(), prompts())
def test_drawn_functions_are_values(agent, environment, play, prompt):
    """Agents and environments of the strategies are functions, hashable, and their reprs build equal ones."""
    names = {"Percept": Percept, "Fraction": __import__("fractions").Fraction}
    names |= {kind.__name__: kind for kind in (ConstantAgent, HashAgent, HashEnvironment)}

    for function, argument in ((agent, prompt), (environment, play)):
        assert function(argument) == function(argument)
        assert function == eval(repr(function), names)
        assert hash(function) == hash(eval(repr(function), names))
