"""Alexander et al. 2021, Section 3: the examples, one by one and as a family."""

import pytest
from hypothesis import given

from formal_rl.statements import find, holds, rejects
from formal_rl.statements.checks.letters import LETTERS
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS
from formal_rl.strategies import agents, plays


@pytest.mark.statement("A21-S3-form")
def test_A21_S3_form_is_refuted():
    """Each environment of Section 3 always pays a reward of 1 or -1 and shows observation 0."""
    holds("A21-S3-form")


@pytest.mark.statement("A21-S3-form")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-S3-form").twins])
def test_A21_S3_form_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-S3-form", twin)


@pytest.mark.statement("A21-S3-mimic")
def test_A21_S3_mimic_holds():
    """Examples 6, 8, 9 and 10 of 2021 and 3 and 5 of 2022 are one scheme: pay 1 if the action is what the agent
    does on φ(play), a hypothetical prompt, and -1 otherwise; (0, 0) at first. Each example is its φ."""
    holds("A21-S3-mimic")


@pytest.mark.statement("A21-S3-mimic")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-S3-mimic").twins])
def test_A21_S3_mimic_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-S3-mimic", twin)


@pytest.mark.statement("A21-S3-genuine")
def test_A21_S3_genuine_holds():
    """For each extended environment there are two agents that acted alike and are then shown different percepts, but
    for those whose percepts on an agent's own run do not depend on the agent. For an ordinary environment there are
    none.
    """
    holds("A21-S3-genuine")


@pytest.mark.statement("A21-S3-genuine")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-S3-genuine").twins])
def test_A21_S3_genuine_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-S3-genuine", twin)


@pytest.mark.statement("A21-S3-nonhalting")
def test_A21_S3_nonhalting_holds():
    """Where the agent fails on what the environment asks of it, the environment fails in the same way, and gives
    no reward."""
    holds("A21-S3-nonhalting")


@pytest.mark.statement("A21-S3-nonhalting")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-S3-nonhalting").twins])
def test_A21_S3_nonhalting_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-S3-nonhalting", twin)


@pytest.mark.statement("A21-E6")
def test_A21_E6_holds():
    """Paid for acting as if all rewards so far had been 0: φ(s⌢a) = s^0."""
    holds("A21-E6")


@pytest.mark.statement("A21-E6")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-E6").twins])
def test_A21_E6_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-E6", twin)


@pytest.mark.statement("A21-L7")
def test_A21_L7_holds():
    """Each example halts on every agent and every play with a reward and an observation."""
    holds("A21-L7")


@pytest.mark.statement("A21-L7")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-L7").twins])
def test_A21_L7_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-L7", twin)


@pytest.mark.statement("A21-E8")
def test_A21_E8_holds():
    """For any s_0 in (ROA)*: paid for acting as if s_0 had happened before: φ(s⌢a) = s_0⌢s."""
    holds("A21-E8")


@pytest.mark.statement("A21-E8")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-E8").twins])
def test_A21_E8_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-E8", twin)


@pytest.mark.statement("A21-E9")
def test_A21_E9_holds():
    """Paid for acting as if everything had happened in reverse: φ turns (r_0, o_0, a_0, ..., r_n, o_n, a_n) into
    (r_n, o_n, a_{n-1}, ..., a_0, r_0, o_0). It is reverse history of 2022."""
    holds("A21-E9")


@pytest.mark.statement("A21-E9")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-E9").twins])
def test_A21_E9_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-E9", twin)


@pytest.mark.statement("A21-E10")
def test_A21_E10_holds():
    """Paid for an action one would take again if everything, this action included, repeated itself: φ(s⌢a) =
    s⌢a⌢s."""
    holds("A21-E10")


@pytest.mark.statement("A21-E10")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-E10").twins])
def test_A21_E10_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-E10", twin)


@pytest.mark.statement("A21-S3-mimic")
@pytest.mark.parametrize("name", LETTERS)
@given(agent=agents(), play=plays(max_percepts=12))
def test_the_library_is_what_the_papers_print(name, agent, play):
    """On any play each environment answers what its example, written out, answers."""
    assert LETTERS[name].environment(agent, play) == EXTENDED_ENVIRONMENTS[name](agent, play)


@pytest.mark.statement("A21-S3-form")
@pytest.mark.parametrize("name", LETTERS)
@given(agent=agents(), play=plays(min_percepts=1, max_percepts=12))
def test_one_or_minus_one_from_the_second_percept_on(name, agent, play):
    """On any nonempty play each environment pays 1 or -1 and shows 0."""
    percept = EXTENDED_ENVIRONMENTS[name](agent, play)

    assert percept in {(1, 0), (-1, 0)}
