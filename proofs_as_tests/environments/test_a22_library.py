"""Section 6 of the 2022 paper: the published library."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("A22-lib")
def test_A22_lib_holds():
    """The published library's environments, each as the papers have it or, where only the library has it, as it is
    documented there; and beside it what the library did in 2021 and does since 2022."""
    holds("A22-lib")


@pytest.mark.statement("A22-lib")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-lib").twins])
def test_A22_lib_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-lib", twin)


@pytest.mark.statement("A22-S6-range")
def test_A22_S6_range_holds():
    """All environments in the library, and their opposites, pay 1, -1 or 0 in every step."""
    holds("A22-S6-range")


@pytest.mark.statement("A22-S6-range")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-S6-range").twins])
def test_A22_S6_range_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-S6-range", twin)
