"""Estimates from one value per seed: the mean, and its error by three formulas."""

from fractions import Fraction
from math import isqrt

from attrs import field, frozen

from formal_rl.errors import InvalidParameter


def nearest_root(square: Fraction, digits: int) -> Fraction:
    """Return the multiple of 10^-digits that is nearest to the square root, the greater of two.

    Raises `InvalidParameter` for a negative square.

    Ledger: A22-Tab1, A22-Tab3
    """
    if square < 0:
        raise InvalidParameter("square", square, "a number >= 0")
    unit = 10**digits
    halves = isqrt(int(4 * square * unit * unit))  # the floor of twice the root, in units
    return Fraction((halves + 1) // 2, unit)


@frozen
class Estimate:
    """One value for each seed, taken as independent, of which the mean is estimated.

    The squares of errors are exact; `nearest_root` gives the errors themselves to a number of digits.

    Raises `InvalidParameter` for no values, and for a sample variance of fewer than two.

    Ledger: A22-Tab1, A22-Tab3
    """

    values: tuple[Fraction, ...] = field()

    @values.validator
    def _some(self, attribute: object, values: tuple[Fraction, ...]) -> None:
        if not values:
            raise InvalidParameter("values", values, "at least one")

    @property
    def number(self) -> int:
        """The number of values."""
        return len(self.values)

    @property
    def mean(self) -> Fraction:
        """Their mean."""
        return Fraction(sum(self.values)) / self.number

    @property
    def squares(self) -> Fraction:
        """The sum of the squares of their distances from the mean."""
        mean = self.mean
        return sum(((value - mean) ** 2 for value in self.values), Fraction(0))

    @property
    def sample_variance(self) -> Fraction:
        """The squares over n - 1, which estimates the variance of one value without bias."""
        if self.number < 2:
            raise InvalidParameter("values", self.values, "at least two, for a variance")
        return self.squares / (self.number - 1)

    @property
    def population_variance(self) -> Fraction:
        """The squares over n."""
        return self.squares / self.number


def standard_error_squared(estimate: Estimate) -> Fraction:
    """Return the square of the standard error of a mean: sample variance / n, the root of which is sd / sqrt(n).

    Ledger: A22-Tab1*, A22-Tab3*
    """
    return estimate.sample_variance / estimate.number


def sample_deviation_over_n_squared(estimate: Estimate) -> Fraction:
    """Return the square of what Table 3 prints as StdErr: the sample's standard deviation over n, not sqrt(n).

    Source: Alexander et al. 2022, Table 3.
    Ledger: A22-Tab3*
    """
    return estimate.sample_variance / estimate.number**2


def population_deviation_over_n_squared(estimate: Estimate) -> Fraction:
    """Return the square of what Table 1 prints as StdErr: the population's standard deviation over n.

    Source: Alexander et al. 2022, Table 1.
    Ledger: A22-Tab1*
    """
    return estimate.population_variance / estimate.number**2


def fixed_text(value: Fraction, digits: int) -> str:
    """Return a number rounded to ``digits`` digits after the point, halves away from 0."""
    unit = 10**digits
    rounded = (2 * abs(value) * unit + 1) // 2
    whole, rest = divmod(rounded, unit)
    sign = "-" if value < 0 and rounded else ""
    return f"{sign}{whole}.{rest:0{digits}d}" if digits else f"{sign}{whole}"
