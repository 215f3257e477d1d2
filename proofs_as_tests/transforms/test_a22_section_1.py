"""Alexander et al. 2022, Section 1: backtracking."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("A22-S1-backtrack")
def test_A22_S1_backtrack_holds():
    """Sent along a second path after the environment alone was rewound, an agent with memory may act otherwise
    than a fresh copy would; a memoryless one may not."""
    holds("A22-S1-backtrack")


@pytest.mark.statement("A22-S1-backtrack")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-S1-backtrack").twins])
def test_A22_S1_backtrack_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-S1-backtrack", twin)
