"""The figures on trained agents: metrics during training, policies at its end, lopsided rewards."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from formal_rl.gridworlds import entropy, policy_panels, value_text
from formal_rl.gridworlds.training import softmax_policy
from formal_rl.study.drest._charts import against_coin, neutrality_chart, usefulness_chart
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
from formal_rl.study.drest.figure_runs import FigureRun, typical
from formal_rl.view import Drawing, beside

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
