"""Percepts: pairs of a reward and an observation."""

from fractions import Fraction

import pytest
from hypothesis import given

from formal_rl.histories import Percept
from formal_rl.strategies import observations, percepts, rewards


def test_fields():
    """A percept is built from its reward and its observation, in this order."""
    x = Percept(3, 5)

    assert (x.reward, x.observation) == (3, 5)
    assert x == Percept(reward=3, observation=5)


def test_equal_to_the_pair():
    """A percept equals, and hashes as, the plain pair."""
    assert Percept(1, 2) == (1, 2)
    assert hash((1, 2)) == hash(Percept(1, 2))


@pytest.mark.parametrize(
    ("expected", "percept"),
    [
        ("Percept(0, 0)", Percept(0, 0)),
        ("Percept(-1, 'left')", Percept(-1, "left")),
        ("Percept(Fraction(1, 2), (0, 1))", Percept(Fraction(1, 2), (0, 1))),
    ],
)
def test_repr(expected, percept):
    """The repr is the shortest code that builds the percept."""
    assert expected == repr(percept)


@given(percepts())
def test_repr_can_be_pasted(x):
    """Evaluating the repr gives the percept back, of the same type."""
    back = eval(repr(x), {"Percept": Percept, "Fraction": Fraction})

    assert x == back
    assert type(back) is Percept
    assert type(x.reward) is type(back.reward)


def test_equal_rewards_of_two_types():
    """An int and the Fraction of that value are the same reward: equal, with equal hashes."""
    assert Percept(2, 0) == Percept(Fraction(2), 0)
    assert hash(Percept(2, 0)) == hash(Percept(Fraction(4, 2), 0))


@given(rewards(), observations())
def test_immutable(reward, observation):
    """No field of a percept can be assigned to."""
    x = Percept(reward, observation)

    with pytest.raises(AttributeError):
        x.reward = 1

    assert Percept(reward, observation) == x
