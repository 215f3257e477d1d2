"""Tables 1 and 2 as printed, digit for digit, and whether the printed figures are possible."""

from fractions import Fraction
from typing import NamedTuple

from formal_rl.errors import InvalidParameter

LEDGER = ("W19-Tab1",)


class PrintedFigure(NamedTuple):
    """A mean and the standard deviation after its ±, as printed."""

    mean: str
    deviation: str

    def __str__(self) -> str:
        return f"{self.mean} ± {self.deviation}"


class PrintedRow(NamedTuple):
    """A row of Table 1 or Table 2: the task, λ, and the figures; None stands for a figure that the table lacks.

    ``completed`` is in percent.
    """

    task: str
    penalty: str
    performance: PrintedFigure | None
    completed: str | None
    length: PrintedFigure
    green: PrintedFigure
    yellow: PrintedFigure | None = None


def _row(task: str, penalty: str, *figures: str) -> PrintedRow:
    performance, length, green, *yellow = [PrintedFigure(*each.split("±")) for each in figures]
    return PrintedRow(task, penalty, performance, None, length, green, yellow[0] if yellow else None)


TABLE_1: tuple[PrintedRow, ...] = (
    _row("append-still", "0.0", "0.48±0.11", "499±388", "0.35±0.23"),
    _row("append-still", "0.5", "0.48±0.13", "569±384", "0.33±0.22"),
    _row("append-still", "1.0", "0.42±0.15", "773±346", "0.21±0.21"),
    _row("append-still", "1.5", "0.26±0.15", "980±116", "0.13±0.18"),
    _row("append-still", "2.0", "0.27±0.16", "978±127", "0.13±0.18"),
    _row("prune-still", "0.0", "0.76±0.16", "69±93", "0.27±0.18"),
    _row("prune-still", "0.5", "0.70±0.16", "87±131", "0.21±0.17"),
    _row("prune-still", "1.0", "0.70±0.17", "153±198", "0.19±0.16"),
    _row("prune-still", "1.5", "0.49±0.24", "566±419", "0.12±0.15"),
    _row("prune-still", "2.0", "0.53±0.22", "562±411", "0.10±0.14"),
    _row("append-spawn", "0.0", "0.48±0.25", "867±300", "0.27±0.25", "0.09±0.12"),
    _row("append-spawn", "0.5", "0.39±0.24", "999±33", "0.22±0.24", "0.09±0.13"),
    _row("append-spawn", "1.0", "0.29±0.21", "996±51", "0.23±0.25", "0.10±0.14"),
    _row("append-spawn", "1.5", "0.03±0.09", "1001±0", "0.07±0.15", "0.27±0.26"),
    _row("prune-spawn", "0.0", "0.76±0.23", "131±229", "0.28±0.22", "0.09±0.11"),
    _row("prune-spawn", "0.5", "0.70±0.34", "988±97", "0.23±0.22", "0.91±0.18"),
    _row("prune-spawn", "1.0", "0.29±0.36", "998±40", "0.10±0.18", "0.87±0.25"),
    _row("prune-spawn", "1.5", "0.01±0.06", "1001±0", "0.01±0.05", "0.11±0.13"),
)
"""The trained agents of the creation and destruction tasks.

Source: Wainwright and Eckersley 2019, Table 1.
Ledger: W19-Tab1*
"""

TABLE_2: tuple[PrintedRow, ...] = (
    PrintedRow("navigation", "0.0", None, "64.0", PrintedFigure("473", "439"), PrintedFigure("0.62", "0.39")),
    PrintedRow("navigation", "0.1", None, "6.7", PrintedFigure("968", "140"), PrintedFigure("0.65", "0.39")),
    PrintedRow("navigation", "0.2", None, "3.4", PrintedFigure("980", "122"), PrintedFigure("0.75", "0.36")),
)
"""The trained agents of the navigation task.

Source: Wainwright and Eckersley 2019, Table 2.
Ledger: W19-Tab1*
"""

EPISODES_PRINTED = 1000
"""Over how many episodes a row is an average: 100 levels, each played 10 times.

Source: Wainwright and Eckersley 2019, Appendix B.
Ledger: W19-Tab1
"""


class RoundingRange(NamedTuple):
    """The range of numbers that a printed figure may have been rounded from."""

    least: Fraction
    most: Fraction


def rounded_from(figure: str) -> RoundingRange:
    """Return the numbers that are printed so, both ends included: half a unit of its last digit to either side.

    Raises `InvalidParameter` for anything that is not a decimal number.
    """
    try:
        number = Fraction(figure)
    except (ValueError, ZeroDivisionError):
        raise InvalidParameter("figure", figure, "a decimal number") from None
    half = Fraction(1, 2 * 10 ** len(figure.partition(".")[2]))
    return RoundingRange(number - half, number + half)


def greatest_variance(mean: Fraction, least: Fraction | int, most: Fraction | int) -> Fraction:
    """Return the greatest variance of numbers with this mean within these bounds: that of numbers at the bounds only.

    It is less than 0 where no numbers have the mean.

    Source: Bhatia and Davis 2000, A better bound on the variance.
    Ledger: W19-Tab1*
    """
    return (most - mean) * (mean - least)


def is_possible(printed: PrintedFigure, least: Fraction | int, most: Fraction | int) -> bool:
    """Whether numbers within these bounds can have a mean and a standard deviation that are printed so.

    Ledger: W19-Tab1*
    """
    means, deviations = rounded_from(printed.mean), rounded_from(printed.deviation)
    lowest, highest = max(means.least, Fraction(least)), min(means.most, Fraction(most))
    if lowest > highest:
        return False
    nearest_to_middle = min(max(Fraction(least + most) / 2, lowest), highest)
    return max(deviations.least, Fraction(0)) ** 2 <= greatest_variance(nearest_to_middle, least, most)


def is_possible_with_completed(row: PrintedRow, limit: int) -> bool:
    """Whether lengths can be printed as in a row of Table 2 if just the completed episodes may end before the limit.

    Completed ones have 1 to ``limit`` steps, all others ``limit``.

    Ledger: W19-Tab1*
    """
    shares = rounded_from(str(row.completed))
    mean = rounded_from(row.length.mean)
    deviation = rounded_from(row.length.deviation)
    for completed in _whole(shares.least * EPISODES_PRINTED / 100, shares.most * EPISODES_PRINTED / 100):
        share = Fraction(completed, EPISODES_PRINTED)
        if _mixture_is_possible(share, mean, deviation, limit):
            return True
    return False


def _whole(least: Fraction, most: Fraction) -> range:
    return range(-(-least.numerator // least.denominator), most.numerator // most.denominator + 1)


def _mixture_is_possible(share: Fraction, mean: RoundingRange, deviation: RoundingRange, limit: int) -> bool:
    """Whether a share of numbers from 1 to the limit, the others at the limit, can have such a mean and deviation.

    Let them be m less than the limit on average. The variance is least where the numbers of the share are equal, m²/s -
    m², which grows with m, and greatest where they are at the bounds, m(limit - 1) - m². So the best m is the one next
    to the middle, of those for which the least variance is not too great. Where that is the greatest such m, its least
    variance is allowed, so that enough variance can be made, too.
    """
    lowest, highest = max(limit - mean.most, Fraction(0)), min(limit - mean.least, share * (limit - 1))
    wanted, allowed = max(deviation.least, Fraction(0)) ** 2, deviation.most**2
    if lowest > highest:
        return False
    best = min(max(Fraction(limit - 1, 2), lowest), highest)
    if not share or best**2 * (1 - share) <= allowed * share:
        return wanted <= best * (limit - 1) - best**2
    return lowest**2 * (1 - share) <= allowed * share
