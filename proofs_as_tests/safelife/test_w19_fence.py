"""Wainwright and Eckersley 2019, footnote 10: fences."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("W19-fence")
def test_W19_fence_holds():
    """With a wall at every third cell around the perimeter of a region, no pattern within the region makes a cell
    outside of it come to life."""
    holds("W19-fence")


@pytest.mark.statement("W19-fence")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-fence").twins])
def test_W19_fence_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-fence", twin)
