"""What the index of recorded runs of SafeLife says about a case."""

from collections.abc import Collection
from fractions import Fraction

from formal_rl.agents import Draws
from formal_rl.safelife.game import single_precision
from formal_rl.seeded_draws import SeededDraws
from formal_rl.strict_json import Field, require_keys

MOST_STEPS = 10_000
"""The greatest number of steps of a run."""

MOST_SIDE = 256
"""The greatest number of rows or columns of a board."""

MOST_AGENTS = 16
"""The greatest number of agents of a game."""


def indexed(index: Field, section: str, names: Collection[str]) -> list[Field]:
    """Return the cases of a section, each of which has just these members, and a key of its own.

    Raises `UnusableVectors` naming the member that is not so.
    """
    cases = index.member(section).elements()
    keys: set[str] = set()
    for case in cases:
        require_keys(case, names)
        key = case.member("key")
        if key.text() in keys:
            raise key.fault(f"the key {key.text()!r} occurs twice")
        keys.add(key.text())
    return cases


def label_of(case: Field) -> str:
    """Return the key and the kind of a case."""
    return f"{case.member('key').text()}, {case.member('kind').text()}"


def probability_of(case: Field) -> Fraction:
    """Return the probability with which the published code spawns, which it keeps in 32 bits."""
    field = case.member("spawn_prob")
    if not 0 <= field.number() <= 1:
        raise field.fault(f"expected a number from 0 to 1, found {field.value}")
    return single_precision(field.number())


def draws_of(case: Field) -> Draws:
    """Return the draws of a case; where nothing is left to them, there may be no seed, and then there are none."""
    seed = case.member("seed")
    if seed.value is None:
        if probability_of(case) not in {0, 1}:
            raise seed.fault("expected a seed, since spawn_prob is neither 0 nor 1")
        return ()
    return SeededDraws(seed.integer(0))
