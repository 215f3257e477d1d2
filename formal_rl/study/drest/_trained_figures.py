"""The figures on trained agents and their charts: metrics during training, policies at its end, lopsided rewards."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import log2
from typing import Any, TypeAlias

from attrs import evolve

from formal_rl.gridworlds import entropy, neutrality, policy_panels, value_text
from formal_rl.gridworlds.theorem import maximiser
from formal_rl.gridworlds.training import CurvePoint, Training, softmax_policy
from formal_rl.statements.thornley_2024 import equilibrium
from formal_rl.study.drest._figure_texts import (
    ARROWS,
    RECONSTRUCTED,
    best_lengths_text,
    optimum_text,
    results_text,
    seeds_text,
    settings_text,
)
from formal_rl.study.drest.figure import Figure, headed
from formal_rl.study.drest.training import FigureRun, typical
from formal_rl.view import Axis, Chart, Curve, Drawing, beside

Runs: TypeAlias = Sequence[FigureRun]
"""The runs of a figure, with every seed."""

NEGLIGIBLE = 0.05
"""A policy in which no action differs by more from 1/4 has no arrows in these figures."""

CLAIMED = 0.5
"""What NEUTRALITY exceeds in the lopsided gridworld, by Section 7 of the paper."""

_METRICS = (
    "Lines are means over the seeds, in bands from the least to the greatest; what is measured is the policy without "
    "exploration. The dashed line is the NEUTRALITY of the lengths that maximise the expected DREST return of a "
    "meta-episode."
)
_NOT_DIVIDED = "Of DREST agents the reward is not divided by m here."


def metrics_figure(runs: Runs) -> Figure:
    """Return Figure 3: the metrics in the example gridworld during training."""
    charts = (usefulness_chart(*_by_agent(runs)), neutrality_chart(*_by_agent(runs)))
    title = "Performance in the example gridworld during training"
    return Figure("3", title, (charts,), (_METRICS, *_results(runs)))


def policies_figure(runs: Runs) -> Figure:
    """Return Figure 4: trained policies in the example gridworld."""
    pictured = tuple(map(typical, _by_agent(runs)))
    number = "The text at hand refers to this as Figure 5, which is also what it calls the lopsided gridworld."
    rows = tuple((drawing,) for drawing in _policies(*pictured))
    caption = (ARROWS, _which(*pictured), number, *_results(runs))
    return Figure("4", "Trained policies in the example gridworld", rows, caption)


def appendix_figure(number: int, title: str, runs: Runs) -> Figure:
    """Return one of the Figures 9 to 16: metrics and trained policies in a gridworld of Appendix C."""
    charts = (usefulness_chart(*_by_agent(runs)), neutrality_chart(*_by_agent(runs)))
    pictured = tuple(map(typical, _by_agent(runs)))
    unknown = "Of the settings of Appendix C, λ, γ and the least ε are not in the text at hand."
    caption = (*_results(runs), unknown, _METRICS, _which(*pictured), ARROWS)
    return Figure(str(number), title, (charts, _policies(*pictured)), caption)


def lopsided_results_figure(runs: Runs) -> Figure:
    """Return Figure 6: what agents do in the lopsided gridworld for each value of Cx."""
    default, drest = _by_agent(runs)

    def neutrality_at_rest(p: float) -> float:
        return entropy((p, 1 - p))

    charts = (
        against_coin(
            "NEUTRALITY",
            lambda run: run.end.neutrality,
            default,
            drest,
            computed=neutrality_at_rest,
            claimed=CLAIMED,
        ),
        against_coin("probability of the long length", lambda run: run.p_long, default, drest, computed=lambda p: p),
    )
    least = min(drest, key=lambda run: run.end.neutrality)
    useful = min(run.end.usefulness for run in runs)
    ends = (
        f"The least NEUTRALITY of a DREST agent is {least.end.neutrality:.3f}, at Cx = {value_text(least.asked.x)}. "
        f"The least USEFULNESS of any agent is {useful:.3f}; it is not drawn in the paper either."
    )
    caption = (
        (
            f"Dots are means over {_seeds(runs)}, bands go from the least to the greatest. The dark dashed line is not "
            "trained but computed: where both lengths return the same on average."
        ),
        ends,
        _NOT_DIVIDED,
        f"{settings_text(drest[0].asked.training)} That a meta-episode has 64 here, too, is our reading.",
        RECONSTRUCTED,
    )
    return Figure("6", "NEUTRALITY in the lopsided gridworld", (charts,), caption)


def lopsided_policies_figure(runs: Runs) -> Figure:
    """Return Figure 7: trained DREST policies in the lopsided gridworld for some values of Cx."""
    by_value = {x: [run for run in runs if run.asked.x == x] for x in sorted({Fraction(run.asked.x) for run in runs})}
    pictured = {x: typical(each) for x, each in by_value.items()}
    rows = tuple((headed(f"Cx = {value_text(x)}", _panels(run)),) for x, run in pictured.items())
    seeds = ", ".join(str(run.run.seed) for run in pictured.values())
    caption = (
        ARROWS,
        f"Shown are the agents of seeds {seeds}, those in the middle by the probability of the long length.",
        f"{_NOT_DIVIDED} {settings_text(runs[0].asked.training)} {_at_the_end(runs)}",
        *(results_text(f"Cx = {value_text(x)}", each) for x, each in by_value.items()),
        RECONSTRUCTED,
    )
    return Figure("7", "Trained DREST policies in the lopsided gridworld", rows, caption)


def _by_agent(runs: Runs) -> tuple[Runs, Runs]:
    """Return the runs of default agents, and those of DREST agents, whether divided by m or not."""
    default = [run for run in runs if run.asked.training.agent == "default"]
    return default, [run for run in runs if run.asked.training.agent != "default"]


def _panels(run: FigureRun) -> Drawing:
    return beside(policy_panels(run.asked.world, softmax_policy(run.logits), NEGLIGIBLE))


def _policies(default: FigureRun, drest: FigureRun) -> tuple[Drawing, Drawing]:
    return headed("default agent", _panels(default)), headed("DREST agent", _panels(drest))


def _which(default: FigureRun, drest: FigureRun) -> str:
    return (
        f"Shown are the agents of {seeds_text([default.run.seed])} (default) and {seeds_text([drest.run.seed])} "
        "(DREST), those in the middle by the probability of the longest length."
    )


def _seeds(runs: Runs) -> str:
    return seeds_text({run.run.seed for run in runs})


def _at_the_end(runs: Runs) -> str:
    several = len({run.run.seed for run in runs}) > 1
    return f"At the end, {f'means over {_seeds(runs)} (least to greatest)' if several else _seeds(runs)}:"


def _results(runs: Runs) -> tuple[str, ...]:
    """Return what is said of runs in one world: layout, settings, results, and what is best exactly."""
    default, drest = _by_agent(runs)
    asked = drest[0].asked
    return (
        RECONSTRUCTED,
        f"{settings_text(asked.training)} {_at_the_end(runs)}",
        results_text("Default agents", default),
        results_text("DREST agents", drest),
        optimum_text(asked.world, asked.training.gamma),
        best_lengths_text(asked.training, len(drest[0].end.probabilities)),
    )


# --- Charts: metrics against mini-episodes ---


DEFAULT, DREST, COMPUTED, PAPERS = "#0072b2", "#d55e00", "#333333", "#999999"
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


# --- Charts: metrics against the value of a coin ---


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
        curves.append(Curve(text, PAPERS, ((low, claimed), (high, claimed)), dashed=True))
    return Chart(name, Axis("value of Cx", low, high, True), Axis(name, -_ROOM, 1 + _ROOM), tuple(curves), width=400)


def _curve_against_coin(
    name: str, colour: str, metric: Callable[[FigureRun], float], runs: Sequence[FigureRun]
) -> Curve:
    xs = sorted({run.asked.x for run in runs})
    return _curve(name, colour, {x: [metric(run) for run in runs if run.asked.x == x] for x in xs}, dots=True)
