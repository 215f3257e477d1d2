"""The figures for which nothing is trained: preferences, gridworlds, and the map of the theorem."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from formal_rl.gridworlds import named_world, world_drawing
from formal_rl.gridworlds.preferences import Judge, Menu, Option, PostVerdict, judged, post_verdict
from formal_rl.gridworlds.theorem import local_bounds, local_threshold, threshold
from formal_rl.gridworlds.training import main_training
from formal_rl.study.drest._figure_texts import RECONSTRUCTED, optimum_text
from formal_rl.study.drest.figure import Figure
from formal_rl.study.drest.threshold_report import bound_text
from formal_rl.view import INK, PALE, Area, Axis, Chart, Curve, Disc, Drawing, Mark, Path, Shape, Words

APPENDIX_WORLDS: Mapping[str, str] = MappingProxyType(
    {
        "fewer_for_longer": "Fewer For Longer",
        "one_coin_only": "One Coin Only",
        "hidden_treasure": "Hidden Treasure",
        "equal_value": "Equal Value",
        "around_the_corner": "Around The Corner",
        "spacious": "Spacious",
        "royal_road": "Royal Road",
        "last_moment": "Last Moment",
    }
)
"""The worlds of Appendix C, in its order, with their names there."""

_SIGNS = (
    "A is the agent, C3 a coin of value 3, B4 a button that adds 4 moves; dark squares are walls. The number at the "
    "bottom right is the default length."
)


def preferences_figure() -> Figure:
    """Return Figure 1: preferences that satisfy POST."""
    chosen = (
        "Drawn from what an agent chooses from two: of one length always the upper one, of two lengths either evenly. "
        f"By the definition, POST is {figure_verdict()}."
    )
    caption = (
        (
            "Each s is a short trajectory, each l a long one, an arrow is a preference. Between a short and a long one "
            "there is none."
        ),
        chosen,
        "How many trajectories the original shows is not in the text at hand; here there are three of each length.",
    )
    return Figure("1", "Preferences that satisfy POST", ((preferences_drawing(),),), caption)


def example_world_figure() -> Figure:
    """Return Figure 2: the example gridworld."""
    world = named_world("example")
    caption = (_SIGNS, RECONSTRUCTED, optimum_text(world, main_training("drest").gamma))
    return Figure("2", "The example gridworld", ((world_drawing(world),),), caption)


def lopsided_world_figure() -> Figure:
    """Return Figure 5: the lopsided gridworld."""
    world = named_world("lopsided")
    cx = max(world.coins, key=lambda coin: coin.cell[1])
    drawing = world_drawing(world, coin_texts={cx.cell: "Cx"})
    return Figure("5", "The lopsided gridworld", ((drawing,),), (f"{_SIGNS} The value of Cx varies.", RECONSTRUCTED))


def appendix_worlds_figure() -> Figure:
    """Return Figure 8: the gridworlds of Appendix C."""
    drawings = [world_drawing(named_world(name), title) for name, title in APPENDIX_WORLDS.items()]
    caption = (_SIGNS, "The layouts are reconstructed from the paper's sentences; the originals were not at hand.")
    return Figure("8", "The gridworlds of Appendix C", (tuple(drawings[:4]), tuple(drawings[4:])), caption)


def map_figure() -> Figure:
    """Return the map of the theorem, which is not in the paper."""
    caption = (
        (
            "Not in the paper. For two trajectory-lengths, each collected in full: up to the line the uniform "
            "distribution over lengths alone maximises the expected DREST return of a meta-episode, as Theorem 5.1 "
            "says; above it another one does."
        ),
        (
            "The line is N*(λ, 2), exact. It is 58 at λ = 0.9, so that the settings of Section 5 are above it, and "
            "those of Appendix C below. Of the latter λ is not in the text at hand and taken to be 0.9, too."
        ),
        "The violet lines are the ranges of λ over which the public data of the paper's follow-up sweep, for each N.",
    )
    return Figure("map", "Where the theorem holds", ((drest_map(),),), caption)


# --- Preferences that satisfy POST, drawn from what an agent would choose ---


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


# --- The map: for which λ and how many mini-episodes uniform lengths are best ---


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
GOOD, BAD, LINE, FOLLOWED, MARKED = "#dff0df", "#f6dcd6", "#1b5e20", "#7b5ea7", "#000000"


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
    fails = tuple((at, float(local_bounds(lam, k).below)) for at, lam in zip(steps, lams, strict=True))
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
            Curve(f"{bound_text(k)}: proved to be too many", "#d55e00", fails, dashed=True),
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


def local_map(ks: tuple[int, ...] = (2, 3, 4)) -> Chart:
    """Return the map of N_loc, by its bound in closed form, over λ and k, with the sweep of the paper's follow-up.

    On a line and below it uniform is a local maximum, above it is none; for two lengths it is then the one best.
    """
    low, high, bottom, top = _place(LEAST), _place(GREATEST), 2.0, 2000.0
    steps = [low * (high / low) ** (place / _GRID) for place in range(_GRID + 1)]
    lams = [Fraction(1 - 1 / at).limit_denominator(10_000) for at in steps]
    lines = tuple(
        Curve(
            f"k = {k}: {bound_text(k)}",
            colour,
            tuple((at, float(local_bounds(lam, k).below)) for at, lam in zip(steps, lams, strict=True)),
        )
        for k, colour in zip(ks, (LINE, "#0072b2", "#d55e00"), strict=True)
    )
    cells = tuple(
        Curve(
            "swept over in the paper's follow-up, with two lengths" if place == 0 else "",
            FOLLOWED,
            ((_place(least), float(number)), (_place(greatest), float(number))),
            dots=True,
        )
        for place, (number, least, greatest) in enumerate(FOLLOW_UP)
    )
    return Chart(
        title="up to which N uniform is locally the best",
        x=Axis("λ, drawn at 1 / (1 − λ)", low, high, True, tuple((_place(Fraction(text)), text) for text in _LABELLED)),
        y=Axis("mini-episodes in a meta-episode, N", bottom, top, logarithmic=True),
        curves=(*lines, *cells),
        marks=tuple(
            Mark((_place(lam), float(number)), text, MARKED, above=number > local_threshold(lam, 2))
            for lam, number, text in PAPER_SETTINGS
        ),
        width=640,
        height=440,
    )


def _place(lam: Fraction) -> float:
    return float(1 / (1 - lam))
