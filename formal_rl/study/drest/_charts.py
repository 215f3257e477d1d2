"""Charts of training: the metrics against mini-episodes, and against the value of a coin."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import log2
from typing import Any, TypeAlias

from attrs import evolve

from formal_rl.gridworlds import neutrality
from formal_rl.gridworlds.theorem import maximiser
from formal_rl.gridworlds.training import CurvePoint, Training
from formal_rl.statements.checks import equilibrium
from formal_rl.study.drest.figure_runs import FigureRun
from formal_rl.view import Axis, Chart, Curve

DEFAULT, DREST, COMPUTED, CLAIMED = "#0072b2", "#d55e00", "#333333", "#999999"
"""The colours of the agents' lines, of what is computed and not trained, and of what the paper says."""

Metric: TypeAlias = Callable[[CurvePoint], float]
_ROOM = 0.03


def over_time(
    name: str, metric: Metric, default: Sequence[FigureRun], drest: Sequence[FigureRun], *, high: float
) -> Chart:
    """Return the chart of a metric against mini-episodes: the mean over seeds in a band from least to greatest."""
    last = max(run.end.mini_episodes for run in (*default, *drest))
    return Chart(
        title=name,
        x=Axis("mini-episodes", 0, last),
        y=Axis(name, -_ROOM * high, high * (1 + _ROOM)),
        curves=(
            _curve_over_time("default agents", DEFAULT, metric, default),
            _curve_over_time("DREST agents", DREST, metric, drest),
        ),
        width=400,
    )


def _curve_over_time(name: str, colour: str, metric: Metric, runs: Sequence[FigureRun]) -> Curve:
    values = {
        at[0].mini_episodes: [metric(point) for point in at]
        for at in zip(*(each.run.curve for each in runs), strict=True)
    }
    return _curve(name, colour, values)


def _curve(name: str, colour: str, values: Mapping[Any, Sequence[float]], *, dots: bool = False) -> Curve:
    """Return the line through the means of what there is at each place, in a band from the least to the greatest."""
    points = tuple((float(x), sum(found) / len(found)) for x, found in values.items())
    band = tuple((float(x), min(found), max(found)) for x, found in values.items())
    several = any(len(found) > 1 for found in values.values())
    return Curve(name, colour, points, band if several else (), dots=dots)


def best_neutrality(training: Training, k: int) -> float:
    """Return the NEUTRALITY of the distribution over k lengths that maximises the expected DREST return."""
    best = maximiser(Fraction(training.lam), k, training.mini_episodes)
    return neutrality(best.distribution(k))


def usefulness_chart(default: Sequence[FigureRun], drest: Sequence[FigureRun]) -> Chart:
    """Return USEFULNESS against mini-episodes."""
    return over_time("USEFULNESS", lambda point: point.usefulness, default, drest, high=1)


def neutrality_chart(default: Sequence[FigureRun], drest: Sequence[FigureRun]) -> Chart:
    """Return NEUTRALITY against mini-episodes, and that of the lengths that maximise the expected DREST return."""
    k = len(drest[0].end.probabilities)
    chart = over_time("NEUTRALITY", lambda point: point.neutrality, default, drest, high=log2(k))
    bits = best_neutrality(drest[0].asked.training, k)
    level = ((chart.x.low, bits), (chart.x.high, bits))
    return evolve(
        chart, curves=(*chart.curves, Curve("greatest expected return, computed", COMPUTED, level, dashed=True))
    )


# --- Against the value of a coin ---


def against_coin(
    name: str,
    metric: Callable[[FigureRun], float],
    default: Sequence[FigureRun],
    drest: Sequence[FigureRun],
    *,
    computed: Callable[[float], float],
    claimed: float | None = None,
) -> Chart:
    """Return the chart of something at the end of training against the value of Cx.

    ``computed`` is what it should be for a probability of the long length in `equilibrium`; ``claimed`` is a level that
    the paper names.
    """
    training = drest[0].asked.training
    xs = sorted({Fraction(run.asked.x) for run in drest})
    low, high = float(xs[0]), float(xs[-1])
    steps = [low * (high / low) ** (place / 100) for place in range(101)]
    predicted = [equilibrium(training, Fraction(x)) for x in steps]
    curves = [
        _curve_against_coin("default agents", DEFAULT, metric, default),
        _curve_against_coin("DREST agents", DREST, metric, drest),
        Curve("equilibrium, computed", COMPUTED, tuple(zip(steps, map(computed, predicted), strict=True)), dashed=True),
    ]
    if claimed is not None:
        text = f"{claimed:g}, which by the paper DREST agents exceed"
        curves.append(Curve(text, CLAIMED, ((low, claimed), (high, claimed)), dashed=True))
    return Chart(name, Axis("value of Cx", low, high, True), Axis(name, -_ROOM, 1 + _ROOM), tuple(curves), width=400)


def _curve_against_coin(
    name: str, colour: str, metric: Callable[[FigureRun], float], runs: Sequence[FigureRun]
) -> Curve:
    xs = sorted({run.asked.x for run in runs})
    return _curve(name, colour, {x: [metric(run) for run in runs if run.asked.x == x] for x in xs}, dots=True)
