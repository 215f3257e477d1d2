"""Alexander et al. 2021, Examples 14 and 18: percepts and plays as numbers."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("A21-E14")
def test_A21_E14_holds():
    """From an environment e, the game, comes e': it shows the number of the percept that e gives, pays 0 at first, and
    then pays for acting as if the rewards on the screen were one's own: 1 if the last action is T's on t, which is the
    history with each percept replaced by the one its observation codes, else -1. Pairs and rationals are coded by
    bijections with the naturals. By the letter e is asked about the play of e'; decoded, it is asked about its own
    percepts. The two agree where e looks at actions alone, and only when decoded does the screen always show the
    game."""
    holds("A21-E14")


@pytest.mark.statement("A21-E14")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-E14").twins])
def test_A21_E14_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-E14", twin)


@pytest.mark.statement("A21-E18")
def test_A21_E18_holds():
    """The nonempty plays s_0, s_1, ... are shown in turn, each as its number. After n actions the last one is paid if
    it is right about s_{n-1} = s'⌢a': above 0 if a' = T(s'), and 0 if not. The enumeration and the numbers are
    bijections, both ways. An agent that asks itself is paid every time; with places in the enumeration for numbers, no
    agent is paid for its first action."""
    holds("A21-E18")


@pytest.mark.statement("A21-E18")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-E18").twins])
def test_A21_E18_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-E18", twin)
