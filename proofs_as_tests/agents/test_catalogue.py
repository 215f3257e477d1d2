"""The catalogue of agents: names, and what they make."""

import pytest

from formal_rl.agents import (
    CATALOGUE,
    ConstantLearner,
    QLearner,
    QLearnerPublished,
    RepeatedDraws,
    SimpleLearner,
    agent_named,
)
from formal_rl.agents.catalogue import RECORDS
from formal_rl.battery import AGENTS
from formal_rl.environments.catalogue import LIBRARY_NAMES, our_name
from formal_rl.errors import UnknownName

DRAWS = RepeatedDraws((0,))


@pytest.mark.parametrize(
    ("text", "name", "published_name", "learner"),
    [
        ("simple", "simple", "SimpleLearner", SimpleLearner(3)),
        ("SIMPLELEARNER", "simple", "SimpleLearner", SimpleLearner(3)),
        ("ConstantAgent", "constant:0", "ConstantAgent", ConstantLearner(0)),
        ("constant:0", "constant:0", "ConstantAgent", ConstantLearner(0)),
        ("Constant:2", "constant:2", "constant:2", ConstantLearner(2)),
        ("Q_learner", "q", "Q_learner", QLearner(DRAWS, 3)),
    ],
)
def test_agents_by_name(text, name, published_name, learner):
    """Whatever it is called, it is one agent, with both names."""
    found = agent_named(text)

    assert (found.name, found.published_name, found.learner(DRAWS, 3)) == (name, published_name, learner)


def test_the_learner_of_the_library():
    """The Q-learner of the library is the machine of floating point numbers; the others are as defined."""
    assert agent_named("q").learner(DRAWS, 3, published=True) == QLearnerPublished(DRAWS, 3)
    assert agent_named("simple").learner(DRAWS, 3, published=True) == SimpleLearner(3)


@pytest.mark.parametrize("text", ["mine:agent", "mine.py:agent", "simple:agent", "Constant:agent"])
def test_objects_have_no_name(text):
    """What is a module:object is none of the catalogue."""
    assert agent_named(text) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("simpel", "no agent 'simpel'; did you mean simple? there are also random"),
        ("constant", "agent 'constant': expected constant: and a natural number, such as constant:1"),
        ("constant:x", "agent 'constant:x': expected constant: and"),
        ("hashed:-1", "agent 'hashed:-1': expected hashed: and"),
    ],
)
def test_agents_that_are_none(text, words):
    """The nearest comes first."""
    with pytest.raises(UnknownName) as caught:
        agent_named(text)
    assert words in str(caught.value)


def test_every_record_is_an_agent_of_the_battery_once():
    """The battery has those that the library names; every name is in the catalogue once, in any case."""
    names = [name.casefold() for record in RECORDS for name in (record.name, record.published_name) if name]

    assert len(set(names)) == len(names)
    assert [*AGENTS][::2] == [record.published_name for record in RECORDS if record.published_name]
    assert {LIBRARY_NAMES[name] for name in [*AGENTS][::2]} <= set(CATALOGUE)


def test_one_name_for_one_thing():
    """A known name is found in any case, or by the library's; what is not known stays as it is."""
    known = ("ignore_rewards", "opposite", "simple")

    words = ("IGNORE-rewards", "IgnoreRewards", "minus_rewards", "SimpleLearner")

    assert [our_name(word, known) for word in words] == ["ignore_rewards", "ignore_rewards", "opposite", "simple"]
    assert our_name("CryingBaby", known) == "CryingBaby"
