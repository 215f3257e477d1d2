"""The statements on copies in roles: Example 11 of 2021, and Section 3.4 of 2022."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("A21-E11")
def test_A21_E11_holds():
    """A copy of the agent is rewarded by the agent: it first meets (0, 0), then (a_0, 0), (a_1, 0), ... for the
    agent's actions a_i, and acts on its own. The agent is paid 1 if the copy now does 0, and -1 if not, and always
    shown 0."""
    holds("A21-E11")


@pytest.mark.statement("A21-E11")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-E11").twins])
def test_A21_E11_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-E11", twin)


@pytest.mark.statement("A22-S34-recognition")
def test_A22_S34_recognition_holds():
    """Shown one of four sentences, *if this observation were o, you would take action y* for o and y 0 or 1, the
    agent is paid 1 for answering 1 if that is so of it on the same history with o for its last observation, and 0
    if not; otherwise it is paid -1. Shown 0 or 1, it is paid 0."""
    holds("A22-S34-recognition")


@pytest.mark.statement("A22-S34-recognition")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-S34-recognition").twins])
def test_A22_S34_recognition_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-S34-recognition", twin)


@pytest.mark.statement("A22-S34-rate")
def test_A22_S34_rate_holds():
    """Paid for acting as the same agent would on the same history if its learning rate were half of what it is, or,
    in the version behind the published numbers, if it were 1. An agent that has none is paid -1."""
    holds("A22-S34-rate")


@pytest.mark.statement("A22-S34-rate")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-S34-rate").twins])
def test_A22_S34_rate_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-S34-rate", twin)


@pytest.mark.statement("A22-S34-adversarial")
def test_A22_S34_adversarial_holds():
    """Agent and copy first meet (0, 0), then choose at once, and each is shown what the other chose. The predictor
    is paid 1 if the choices are equal, else -1, and the evader the opposite. The agent is the predictor in one
    environment and the evader in the other, and the copy acts on its own on what it was paid and shown."""
    holds("A22-S34-adversarial")


@pytest.mark.statement("A22-S34-adversarial")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-S34-adversarial").twins])
def test_A22_S34_adversarial_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-S34-adversarial", twin)
