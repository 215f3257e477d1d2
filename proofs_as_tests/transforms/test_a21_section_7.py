"""Alexander et al. 2021, Section 7: the battery."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("A21-S7")
def test_A21_S7_holds():
    """Putting every handicap on every ordinary environment gives a battery of extended environments, one for each pair;
    an agent is measured by its average reward over all of them."""
    holds("A21-S7")


@pytest.mark.statement("A21-S7")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-S7").twins])
def test_A21_S7_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-S7", twin)
