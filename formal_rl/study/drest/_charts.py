"""The charts of the figures: metrics during training and against the value of a coin, and the maps of the theorem."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import log2
from typing import Any, TypeAlias

from formal_rl.gridworlds import neutrality
from formal_rl.gridworlds.theorem import local_bounds, local_threshold, maximiser, threshold
from formal_rl.gridworlds.training import CurvePoint, Training
from formal_rl.statements.thornley_2024.lopsided import equilibrium
from formal_rl.study.drest.threshold_report import bound_text
from formal_rl.study.drest.training import FigureRun
from formal_rl.view import Area, Axis, Chart, Curve, Mark

Runs: TypeAlias = Sequence[FigureRun]
"""The runs of a figure, with every seed."""

AGENTS: Mapping[str, str] = {"default agents": "#0072b2", "DREST agents": "#d55e00"}
"""The kinds of agents, with the colours of their lines."""

COMPUTED, PAPERS = "#333333", "#999999"
"""The colours of computed values, and of the values of the paper."""

_ROOM = 0.03
_STEPS = 100


def by_agent(runs: Runs) -> dict[str, list[FigureRun]]:
    """Return the runs of default agents, and those of DREST agents, whether divided by m or not."""
    return {
        kind: [run for run in runs if (run.spec.training.agent == "default") == (kind == "default agents")]
        for kind in AGENTS
    }


def best_neutrality(training: Training, k: int) -> float:
    """Return the NEUTRALITY of the distribution over k lengths that maximises the expected DREST return."""
    return neutrality(maximiser(Fraction(training.lam), k, training.mini_episodes).distribution(k))


def during_training(runs: Runs) -> tuple[Chart, Chart]:
    """Return USEFULNESS and NEUTRALITY against mini-episodes: means over seeds, in bands from least to greatest."""
    end, last = runs[-1].end, max(run.end.mini_episodes for run in runs)
    k = len(end.probabilities)
    bits = best_neutrality(by_agent(runs)["DREST agents"][0].spec.training, k)
    level = Curve("greatest expected return, computed", COMPUTED, ((0, bits), (last, bits)), dashed=True)

    def chart(name: str, high: float, metric: Callable[[CurvePoint], float], *computed: Curve) -> Chart:
        curves = []
        for kind, found in by_agent(runs).items():
            moments = zip(*(run.run.curve for run in found), strict=True)
            curves.append(_curve(kind, {at[0].mini_episodes: list(map(metric, at)) for at in moments}))
        y = Axis(name, -_ROOM * high, high * (1 + _ROOM))
        return Chart(name, Axis("mini-episodes", 0, last), y, (*curves, *computed), width=400)

    return (
        chart("USEFULNESS", 1, lambda point: point.usefulness),
        chart("NEUTRALITY", log2(k), lambda point: point.neutrality, level),
    )


def against_coin(
    name: str,
    runs: Runs,
    metric: Callable[[FigureRun], float],
    computed: Callable[[float], float],
    claimed: float | None = None,
) -> Chart:
    """Return the chart of something at the end of training against the value of Cx.

    ``computed`` is the exact value for a probability of the long length in `equilibrium`; ``claimed`` is a level that
    the paper names.
    """
    xs = sorted({Fraction(run.spec.x) for run in runs})
    low, high = float(xs[0]), float(xs[-1])
    curves = [
        _curve(kind, {x: [metric(run) for run in found if run.spec.x == x] for x in xs}, dots=True)
        for kind, found in by_agent(runs).items()
    ]
    training = by_agent(runs)["DREST agents"][0].spec.training
    line = tuple((x, computed(equilibrium(training, Fraction(x)))) for x in _steps(low, high, _STEPS))
    curves.append(Curve("equilibrium, computed", COMPUTED, line, dashed=True))
    if claimed is not None:
        text = f"{claimed:g}, which by the paper DREST agents exceed"
        curves.append(Curve(text, PAPERS, ((low, claimed), (high, claimed)), dashed=True))
    return Chart(name, Axis("value of Cx", low, high, True), Axis(name, -_ROOM, 1 + _ROOM), tuple(curves), width=400)


def _curve(kind: str, values: Mapping[Any, Sequence[float]], *, dots: bool = False) -> Curve:
    """Return the line through the means of the values at each place, in a band from the least to the greatest."""
    points = tuple((float(x), sum(found) / len(found)) for x, found in values.items())
    band = tuple((float(x), min(found), max(found)) for x, found in values.items())
    several = any(len(found) > 1 for found in values.values())
    return Curve(kind, AGENTS[kind], points, band if several else (), dots=dots)


def _steps(low: float, high: float, number: int) -> list[float]:
    """Return places from low to high, each as many times the one before."""
    return [low * (high / low) ** (place / number) for place in range(number + 1)]


# --- The maps: for which λ and how many mini-episodes uniform lengths are best ---


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
"""The sweep of the public data of the paper's follow-up: N, and the least and the greatest λ."""

LEAST, GREATEST = Fraction(1, 2), Fraction(99, 100)
_LABELLED = ("0.5", "0.6", "0.7", "0.8", "0.9", "0.95", "0.98", "0.99")
_LOW, _HIGH, _BOTTOM = float(1 / (1 - LEAST)), float(1 / (1 - GREATEST)), 2.0
_AT = _steps(_LOW, _HIGH, 48)
_LAMS = [Fraction(1 - 1 / at).limit_denominator(10_000) for at in _AT]
GOOD, BAD, LINE, FOLLOWED, MARKED = "#dff0df", "#f6dcd6", "#1b5e20", "#7b5ea7", "#000000"


def drest_map() -> Chart:
    """Return the map for two lengths: N* and its proved bounds, with the settings of the paper and its follow-up.

    Up to the line the uniform distribution is the one best, above it is not.
    """
    stars = tuple((at, float(threshold(lam, 2).greatest)) for at, lam in zip(_AT, _LAMS, strict=True))
    enough = tuple((at, 4 * at) for at in _AT)
    top = 1000.0
    bad, good = ((*stars, (_HIGH, end), (_LOW, end)) for end in (top, _BOTTOM))
    return _map(
        "where uniform is the one best, k = 2",
        top,
        [
            Curve("N*, the greatest N for which uniform is the one best", LINE, stars),
            Curve("4 / (1 − λ): proved to be enough", "#0072b2", enough, dashed=True),
            Curve(f"{bound_text(2)}: proved to be too many", "#d55e00", _bound(2), dashed=True),
        ],
        "swept over in the paper's follow-up",
        areas=(
            Area("uniform is not best", BAD, bad, (_LOW * 2.6, top * 0.45)),
            Area("uniform is the one best", GOOD, good, (_HIGH * 0.42, _BOTTOM * 1.7)),
        ),
    )


def local_map() -> Chart:
    """Return the map of N_loc, by its bound in closed form, over λ and k, with the sweep of the paper's follow-up.

    On a line and below it uniform is a local maximum, above it is none; for two lengths it is then the one best.
    """
    colours = zip((2, 3, 4), (LINE, "#0072b2", "#d55e00"), strict=True)
    return _map(
        "up to which N uniform is locally the best",
        2000.0,
        [Curve(f"k = {k}: {bound_text(k)}", colour, _bound(k)) for k, colour in colours],
        "swept over in the paper's follow-up, with two lengths",
    )


def _bound(k: int) -> tuple[tuple[float, float], ...]:
    return tuple((at, float(local_bounds(lam, k).below)) for at, lam in zip(_AT, _LAMS, strict=True))


def _map(title: str, top: float, lines: Sequence[Curve], swept: str, areas: tuple[Area, ...] = ()) -> Chart:
    """Return a map with the settings of the paper and the sweeps of its follow-up.

    λ is drawn at 1 / (1 - λ), on which N* depends nearly linearly; both axes are logarithmic.
    """

    def place(lam: Fraction) -> float:
        return float(1 / (1 - lam))

    sweeps = (
        Curve(name, FOLLOWED, ((place(least), float(number)), (place(greatest), float(number))), dots=True)
        for name, (number, least, greatest) in zip((swept, *[""] * 4), FOLLOW_UP, strict=True)
    )
    marks = (
        Mark((place(lam), float(number)), text, MARKED, above=number > local_threshold(lam, 2))
        for lam, number, text in PAPER_SETTINGS
    )
    ticks = tuple((place(Fraction(text)), text) for text in _LABELLED)
    return Chart(
        title,
        Axis("λ, drawn at 1 / (1 − λ)", _LOW, _HIGH, True, ticks),
        Axis("mini-episodes in a meta-episode, N", _BOTTOM, top, logarithmic=True),
        (*lines, *sweeps),
        tuple(marks),
        areas,
        width=640,
        height=440,
    )
