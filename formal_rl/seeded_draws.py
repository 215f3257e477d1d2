"""Draws that look random: the uniform numbers of numpy's generator, read by index."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import field, frozen

from formal_rl.errors import require_int
from formal_rl.numbers import plain_integer

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

BLOCK = 1024
"""How many draws are made at once."""


@lru_cache(maxsize=256)
def _block(seed: int, number: int) -> NDArray[numpy.float64]:
    block = _run(seed, number * BLOCK, BLOCK)
    block.flags.writeable = False
    return block


def _run(seed: int, first: int, number: int) -> NDArray[numpy.float64]:
    from numpy.random import PCG64, Generator, SeedSequence  # noqa: PLC0415 - exact statements draw nothing

    bits = PCG64(SeedSequence(seed))
    bits.advance(first)  # each uniform number uses up one step
    return Generator(bits).random(number)


@frozen
class SeededDraws:
    """Infinitely many draws: u_k is the k-th uniform number of ``numpy.random.default_rng(SeedSequence(seed))``.

    The same seed gives the same numbers, whatever was read before; two of one seed are equal. Which generator it is is
    an implementation detail, the one with which the published SafeLife was recorded; it is not a part of any
    definition.

    Raises `InvalidParameter` for a seed or an index that is not an int of at least 0.
    """

    seed: int = field(converter=plain_integer, validator=lambda _, __, value: require_int("seed", value, 0))

    def __getitem__(self, index: int) -> float:
        if type(index) is not int or index < 0:  # a call would double the time of a draw
            require_int("index", index, 0)
        number, place = divmod(index, BLOCK)
        return _block(self.seed, number).item(place)

    @property
    def generator(self) -> tuple[int, int]:
        """The state and the increment of the generator, PCG64, before the first draw."""
        from numpy.random import PCG64, SeedSequence  # noqa: PLC0415 - exact statements draw nothing

        state = PCG64(SeedSequence(self.seed)).state["state"]
        return state["state"], state["inc"]

    def between(self, first: int, end: int) -> NDArray[numpy.float64]:
        """Return the draws from number ``first`` up to, not including, ``end``: those that indexing gives."""
        number, place = divmod(require_int("first", first, 0), BLOCK)
        require_int("end", end, 0)
        if end - first >= BLOCK:
            return _run(self.seed, first, end - first)
        if place + end - first <= BLOCK:
            return _block(self.seed, number)[place : place + max(0, end - first)]
        import numpy  # noqa: PLC0415 - exact statements draw nothing

        return numpy.concatenate((_block(self.seed, number)[place:], self.between((number + 1) * BLOCK, end)))
