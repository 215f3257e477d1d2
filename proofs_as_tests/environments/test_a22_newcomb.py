"""Alexander et al. 2022: the weighted average of Section 2, and Newcomb's problem at the end of Section 4."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("A22-S2-upsilon")
def test_A22_S2_upsilon_holds():
    """Over a finite family of environments an agent has the weighted average of its average rewards; a battery is the
    family with weights 1/n. Over ordinary environments π_RC has what π has."""
    holds("A22-S2-upsilon")


@pytest.mark.statement("A22-S2-upsilon")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-S2-upsilon").twins])
def test_A22_S2_upsilon_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-S2-upsilon", twin)


@pytest.mark.statement("A22-S4-newcomb")
def test_A22_S4_newcomb_holds():
    """A Newcomb-like environment is told what the agent would do if, in its true history, the latest observation were
    another, and nothing else of the agent. These are extended environments, the ordinary ones are among them, and not
    every extended one is: ignore rewards and reverse history are not."""
    holds("A22-S4-newcomb")


@pytest.mark.statement("A22-S4-newcomb")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-S4-newcomb").twins])
def test_A22_S4_newcomb_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-S4-newcomb", twin)


@pytest.mark.statement("A22-S4-newcomb-value")
def test_A22_S4_newcomb_value_holds():
    """In Newcomb's problem, to take the closed box alone on every turn is optimal, and nothing else is. Yet on every
    history, whatever was predicted, to take both boxes is worth more by what the open one holds."""
    holds("A22-S4-newcomb-value")


@pytest.mark.statement("A22-S4-newcomb-value")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-S4-newcomb-value").twins])
def test_A22_S4_newcomb_value_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-S4-newcomb-value", twin)
