"""The map of the theorem: for which λ and how many mini-episodes the uniform distribution over lengths is best."""

from fractions import Fraction

from formal_rl.gridworlds.theorem import threshold
from formal_rl.view import Area, Axis, Chart, Curve, Mark

PAPER_SETTINGS = (
    (Fraction(9, 10), 64, "Section 5: (0.9, 64)"),
    (Fraction(9, 10), 32, "Appendix C: (0.9, 32)"),
)
"""The settings of the paper: λ, N, and where they are; λ of Appendix C is not in the text at hand."""

FOLLOW_UP = (
    (4, Fraction(1, 2), Fraction(13, 20)),
    (8, Fraction(3, 5), Fraction(4, 5)),
    (16, Fraction(3, 4), Fraction(9, 10)),
    (32, Fraction(4, 5), Fraction(19, 20)),
    (64, Fraction(17, 20), Fraction(99, 100)),
)
"""What the public data of the paper's follow-up sweep over: N, and the least and the greatest λ."""

LEAST, GREATEST = Fraction(1, 2), Fraction(99, 100)
_LABELLED = ("0.5", "0.6", "0.7", "0.8", "0.9", "0.95", "0.98", "0.99")
_GRID = 48
GOOD, BAD, BETWEEN, LINE, FOLLOWED, MARKED = "#dff0df", "#f6dcd6", "#f4efd6", "#1b5e20", "#7b5ea7", "#000000"


def drest_map(k: int = 2) -> Chart:
    """Return the map for k lengths: N* and what is proved of it, with the settings of the paper and its follow-up.

    λ is drawn at 1 / (1 - λ), on which N* depends nearly linearly; both axes are logarithmic. Up to the line the
    uniform distribution is the one best, above it is not.
    """
    low, high = _place(LEAST), _place(GREATEST)
    steps = [low * (high / low) ** (place / _GRID) for place in range(_GRID + 1)]
    lams = [Fraction(1 - 1 / at).limit_denominator(10_000) for at in steps]
    found = [threshold(lam, k) for lam in lams]
    stars = tuple((at, float(each.greatest)) for at, each in zip(steps, found, strict=True))
    enough = tuple((at, 4 * at) for at in steps)
    fails = tuple((at, 3 * k * at - 1) for at in steps)
    top, bottom = 1000.0, 2.0
    return Chart(
        title=f"where uniform is the one best, k = {k}",
        x=Axis("λ, drawn at 1 / (1 − λ)", low, high, True, tuple((_place(Fraction(text)), text) for text in _LABELLED)),
        y=Axis("mini-episodes in a meta-episode, N", bottom, top, logarithmic=True),
        areas=(
            Area("uniform is not best", BAD, (*stars, (high, top), (low, top)), (low * 2.6, top * 0.45)),
            Area("uniform is the one best", GOOD, (*stars, (high, bottom), (low, bottom)), (high * 0.42, bottom * 1.7)),
        ),
        curves=(
            Curve("N*, the greatest N for which uniform is the one best", LINE, stars),
            Curve("4 / (1 − λ): proved to be enough", "#0072b2", enough, dashed=True),
            Curve(f"{3 * k} / (1 − λ) − 1: proved to be too many", "#d55e00", fails, dashed=True),
            *(
                Curve(
                    "swept over in the paper's follow-up" if place == 0 else "",
                    FOLLOWED,
                    ((_place(least), float(number)), (_place(greatest), float(number))),
                    dots=True,
                )
                for place, (number, least, greatest) in enumerate(FOLLOW_UP)
            ),
        ),
        marks=tuple(
            Mark((_place(lam), float(number)), text, MARKED, above=number > threshold(lam, k).greatest)
            for lam, number, text in PAPER_SETTINGS
        ),
        width=640,
        height=440,
    )


def _place(lam: Fraction) -> float:
    return float(1 / (1 - lam))
