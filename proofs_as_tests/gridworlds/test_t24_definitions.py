"""Thornley et al. 2024, Sections 3 to 5 and Definitions D.1 to D.4."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("T24-world")
def test_T24_world_holds():
    """A move takes the agent to the next cell, or nowhere against a wall or the edge; it presses a button there, uses
    up one move, and collects a coin there. The agent sees cell, coins and buttons, and no clock."""
    holds("T24-world")


@pytest.mark.statement("T24-world")
@pytest.mark.parametrize("twin", [twin.name for twin in find("T24-world").twins])
def test_T24_world_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("T24-world", twin)


@pytest.mark.statement("T24-pomdp")
def test_T24_pomdp_holds():
    """What is seen in a meta-episode does not count the mini-episodes, so a policy on observations chooses lengths
    alike in each. An agent that reads the history can choose otherwise in each, and is outside of the paper's class."""
    holds("T24-pomdp")


@pytest.mark.statement("T24-pomdp")
@pytest.mark.parametrize("twin", [twin.name for twin in find("T24-pomdp").twins])
def test_T24_pomdp_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("T24-pomdp", twin)


@pytest.mark.statement("T24-layouts")
def test_T24_layouts_holds():
    """The worlds of the paper's figures have the coins in each trajectory-length that its sentences tell."""
    holds("T24-layouts")


@pytest.mark.statement("T24-layouts")
@pytest.mark.parametrize("twin", [twin.name for twin in find("T24-layouts").twins])
def test_T24_layouts_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("T24-layouts", twin)


@pytest.mark.statement("T24-DD1")
def test_T24_DD1_holds():
    """A meta-episode is a series of mini-episodes in worlds that look alike; each is paid by the DREST reward, which
    depends on the lengths chosen before."""
    holds("T24-DD1")


@pytest.mark.statement("T24-DD1")
@pytest.mark.parametrize("twin", [twin.name for twin in find("T24-DD1").twins])
def test_T24_DD1_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("T24-DD1", twin)


@pytest.mark.statement("T24-DD2")
def test_T24_DD2_holds():
    """A coin of value c in mini-episode i pays λ^(n - (i - 1)/k) c / m, where n earlier mini-episodes had the length of
    this one, k is the number of lengths and m the most that could be collected in this length."""
    holds("T24-DD2")


@pytest.mark.statement("T24-DD2")
@pytest.mark.parametrize("twin", [twin.name for twin in find("T24-DD2").twins])
def test_T24_DD2_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("T24-DD2", twin)


@pytest.mark.statement("T24-DD3")
def test_T24_DD3_holds():
    """The sum over lengths of Pr{L = l} E(C | L = l) / m_l, where E(C | L = l) is 0 if Pr{L = l} is; from 0 to 1."""
    holds("T24-DD3")


@pytest.mark.statement("T24-DD3")
@pytest.mark.parametrize("twin", [twin.name for twin in find("T24-DD3").twins])
def test_T24_DD3_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("T24-DD3", twin)


@pytest.mark.statement("T24-DD4")
def test_T24_DD4_holds():
    """The entropy of the trajectory-length in bits, 0 log 0 being 0; from 0 to log2 k, which equal probabilities alone
    attain."""
    holds("T24-DD4")


@pytest.mark.statement("T24-DD4")
@pytest.mark.parametrize("twin", [twin.name for twin in find("T24-DD4").twins])
def test_T24_DD4_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("T24-DD4", twin)


@pytest.mark.statement("T24-m")
def test_T24_m_holds():
    """m_l, the most that a trajectory of length l collects, is the greatest E(C | L = l) of a policy without a clock.
    For all lengths at once it may be out of reach without a clock."""
    holds("T24-m")


@pytest.mark.statement("T24-m")
@pytest.mark.parametrize("twin", [twin.name for twin in find("T24-m").twins])
def test_T24_m_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("T24-m", twin)
