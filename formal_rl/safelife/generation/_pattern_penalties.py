"""Penalties of cell types that vary with what is on the board."""

from __future__ import annotations

from fractions import Fraction

from attrs import Attribute, field, frozen

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.cells import Cell
from formal_rl.safelife.generation.patterns import Census
from formal_rl.safelife.generation.random_choice import Number, check_number


def _exactly(value: Number) -> Fraction:
    return Fraction(check_number("penalty", value))


@frozen
class GrowingPenalty:
    """A penalty that grows with the share of open locations that hold the cell: base + slope · share.

    Raises `InvalidParameter` where base or slope is no finite number.

    Source: Wainwright and Eckersley 2019, Appendix A; how penalties vary is left open there.
    Ledger: W19-alg1
    """

    cell: Cell
    base: Fraction = field(converter=_exactly)
    slope: Fraction = field(converter=_exactly)

    def __call__(self, census: Census) -> Fraction:
        """Return the penalty on a board of this census."""
        return self.base + self.slope * census.share(self.cell)


@frozen
class PenaltyUntilFilled:
    """A penalty, meant for empty cells, that falls to nothing as the open locations are filled.

    It is ``most`` as long as less than the share ``until`` of the target is reached, and falls from there in
    proportion, to 0 at the target.

    Raises `InvalidParameter` for a target that is not above 0 and at most 1, a share that is not at least 0 and below
    1, or a ``most`` that is no finite number.

    Source: Wainwright and Eckersley 2019, Appendix A; how penalties vary is left open there.
    Ledger: W19-alg1
    """

    eta: Fraction = field(converter=_exactly)
    most: Fraction = field(default=Fraction(2), converter=_exactly)
    until: Fraction = field(default=Fraction(9, 10), converter=_exactly)

    @eta.validator
    def _above_nothing(self, _: Attribute[Fraction], value: Fraction) -> None:
        if not 0 < value <= 1:
            raise InvalidParameter("eta", value, "a number above 0, at most 1")

    @until.validator
    def _below_all(self, _: Attribute[Fraction], value: Fraction) -> None:
        if not 0 <= value < 1:
            raise InvalidParameter("until", value, "a number of at least 0, below 1")

    def __call__(self, census: Census) -> Fraction:
        """Return the penalty on a board of this census."""
        reached = Fraction(census.filled, census.area) / self.eta
        return self.most * min(Fraction(1), max(Fraction(0), (1 - reached) / (1 - self.until)))
