"""The papers' examples, worked by hand: on the agent's own history and on histories it would not produce."""

from itertools import repeat

import pytest

from formal_rl.environments import mimic, without_rewards
from formal_rl.environments.examples.deja_vu import repeated
from formal_rl.environments.examples.false_memories import FalseMemoriesIncremental, false_memories
from formal_rl.environments.examples.reverse_history import (
    backward_consciousness,
    backwards,
    reverse_history,
    reversed_prompt,
)
from formal_rl.environments.metered_agents import CostedAgent, memory_inspector, punish_fast_agent, punish_slow_agent
from formal_rl.errors import END, InvalidParameter, MalformedHistory, StepBudgetExhausted
from formal_rl.histories import (
    Percept,
    history,
    prompt_of,
)

WON, LOST = Percept(1, 0), Percept(-1, 0)


def content(prompt):
    """Do 1 after a positive reward, else 0."""
    return 1 if prompt[-1].reward > 0 else 0


# --- Backward consciousness ---


def test_backward_consciousness_needs_natural_observations():
    """The 2021 paper knows natural observations only; others are refused, not guessed at."""
    with pytest.raises(MalformedHistory, match="expected an observation: an int >= 0"):
        backward_consciousness(content, history((0, "left"), 0))

    assert reverse_history(content, history((0, "left"), 0)) == WON


# --- False memories ---


@pytest.mark.parametrize("memories", [(Percept(0, 0),), ((0, 0), 1), [Percept(0, 0), 1], (Percept(0, 0), -1)])
def test_memories_must_be_a_play(memories):
    """What is no play cannot be remembered; it is refused at once."""
    with pytest.raises(MalformedHistory):
        false_memories(memories)
    with pytest.raises(MalformedHistory):
        FalseMemoriesIncremental(memories)


# --- What they have in common ---


@pytest.mark.parametrize("question", [without_rewards, reversed_prompt, backwards, repeated, prompt_of])
def test_no_question_on_the_empty_play(question):
    """φ is a function of nonempty plays: on the empty one every φ fails alike, and names what is missing."""
    with pytest.raises(MalformedHistory) as raised:
        question(())

    assert (raised.value.index, raised.value.value) == (0, END)
    assert raised.value.expected == "at least one turn: the empty play has no prompt"


@pytest.mark.parametrize("question", [without_rewards, reversed_prompt, backwards, repeated, prompt_of])
@pytest.mark.parametrize(
    ("sequence", "index", "value"),
    [
        (history((0, 0), 1, (1, 0)), 3, END),
        ([Percept(0, 0), 1], None, [Percept(0, 0), 1]),
    ],
)
def test_no_question_on_a_malformed_play(question, sequence, index, value):
    """On what ends in a percept or is no tuple every φ fails alike, with the place."""
    with pytest.raises(MalformedHistory) as raised:
        question(sequence)

    assert (index, value) == (raised.value.index, raised.value.value)
    assert raised.value.expected == (
        "a plain tuple percept, action, percept, ..."
        if index is None
        else "an action, since a play is empty or ends in one"
    )


@pytest.mark.parametrize("options", [{"initial": (0, 0)}, {"initial": Percept(0.5, 0)}, {"observation": []}], ids=str)
def test_mimic_with_no_percept(options):
    """A first percept that is none is refused at once."""
    with pytest.raises(MalformedHistory):
        mimic(without_rewards, **options)


# --- Inspectors ---


@pytest.mark.parametrize("environment", [punish_slow_agent(3), punish_fast_agent(3), memory_inspector(3)])
def test_an_inspector_needs_a_program_and_a_play(environment):
    """A function does not say what it costs, an answer that never comes exceeds its budget, a prompt is not a play."""
    endless = CostedAgent(lambda prompt: (step for step in repeat(())), 10)

    with pytest.raises(InvalidParameter, match="CostedAgent"):
        environment(content, history((0, 0), 1))
    with pytest.raises(StepBudgetExhausted):
        environment(endless, history((0, 0), 1))
    with pytest.raises(MalformedHistory):
        environment(endless, history((0, 0)))
