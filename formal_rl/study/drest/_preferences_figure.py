"""Preferences that satisfy POST as a picture, drawn from what an agent would choose."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from formal_rl.gridworlds.preferences import Judge, Menu, Option, PostVerdict, judged, post_verdict
from formal_rl.view import INK, PALE, Disc, Drawing, Path, Shape, Words

COLUMNS = (("s1", "s2", "s3"), ("l1", "l2", "l3"))
"""Short trajectories and long ones, better ones first; how many, the text of the paper does not tell."""

_HEADS = ("short", "long")
_LEFT, _STEP, _TOP, _DOWN, _RADIUS = 60, 130, 60, 80, 20


def figure_choice(menu: Menu) -> Mapping[Option, Fraction]:
    """Return what the agent of Figure 1 chooses: the best of one column, else evenly among the best of each.

    Source: Thornley et al. 2024, Figure 1 and Definitions A.1 and A.2.
    """
    best = [next(each for each in column if each in menu) for column in COLUMNS if menu & set(column)]
    return {option: Fraction(int(option in best), len(best)) for option in menu}


def figure_verdict() -> PostVerdict:
    """Return whether these preferences satisfy POST."""
    short, long = COLUMNS
    return post_verdict((*short, *long), lambda option: int(option in long), judged(figure_choice))


def preferences_drawing() -> Drawing:
    """Return the preferences as a drawing: an arrow from each trajectory to the next that it is preferred to.

    Every arrow is a preference by what is chosen from two; where no chain of arrows leads, there is none.

    Source: Thornley et al. 2024, Figure 1.
    """
    judge = judged(figure_choice)
    shapes: list[Shape] = []
    for place, (head, column) in enumerate(zip(_HEADS, COLUMNS, strict=True)):
        shapes.append(Words((_LEFT + _STEP * place, 26), head, 13, PALE))
        shapes += _column(_LEFT + _STEP * place, column, judge)
    return Drawing(2 * _LEFT + _STEP, _TOP + 2 * _DOWN + 2 * _RADIUS, tuple(shapes))


def _column(x: float, column: tuple[str, ...], judge: Judge) -> Iterator[Shape]:
    for place, option in enumerate(column):
        y = _TOP + _DOWN * place
        yield Disc((x, y), _RADIUS, "#f4f4f4", PALE)
        yield Words((x, y + 5), option, 14)
        if place and judge(column[place - 1], option) == "preferred":
            start, end = y - _DOWN + _RADIUS + 4, y - _RADIUS - 4
            yield Path(((x, start), (x, end - 6)), INK, None, 1.8)
            yield Path(((x - 5, end - 9), (x + 5, end - 9), (x, end)), None, INK, closed=True)
