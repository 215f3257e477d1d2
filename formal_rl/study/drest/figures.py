"""Counterparts of figures of Thornley et al. 2024, and the map of its theorem, with the trainings they need."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from formal_rl.errors import require_known
from formal_rl.gridworlds import entropy, named_world
from formal_rl.gridworlds._pictures import policy_panels, value_text, world_drawing
from formal_rl.gridworlds.training import AgentKind, lopsided_training, main_training, softmax_policy
from formal_rl.study.drest._charts import Runs, against_coin, by_agent, drest_map, during_training
from formal_rl.study.drest._figure_texts import (
    RECONSTRUCTED,
    best_lengths_text,
    optimum_text,
    results_text,
    seeds_text,
    settings_text,
)
from formal_rl.study.drest.figure import Figure, headed
from formal_rl.study.drest.training import FigureRun, TrainingSpec, typical
from formal_rl.view.svg_drawing import Drawing, beside

COIN_VALUES = tuple(map(Fraction, ("0.1", "0.15", "0.2", "0.3", "0.5", "0.7", "1", "1.5", "2", "3", "5", "7", "10")))
"""The values of the coin Cx in Figure 6; of these the text of the paper tells the first and the last."""

THREE_VALUES = (Fraction(1, 10), Fraction(1), Fraction(10))
"""The values of the coin Cx in Figure 7."""

POINTS = 128
"""The number of measurements of a run in figures of the course of training."""

NEGLIGIBLE = 0.05
"""A policy in which no action differs by more from 1/4 has no arrows in these figures."""

CLAIMED = 0.5
"""A lower bound of NEUTRALITY in the lopsided gridworld, by Section 7 of the paper."""

# How to read a picture of a policy; the paper does not say which coins it leaves in.
_ARROWS = (
    "Each arrow is as opaque as its action is probable, and there is none where the policy is uniform or hardly "
    "differs; no exploration is in it. Of a cell that is met with different coins left, the arrows are those for the "
    "coins with which the policy is there most often."
)
_NOT_DIVIDED = "Of DREST agents the reward is not divided by m here."


def world_figure(_: Runs) -> Figure:
    """Return Figure 2: the example gridworld."""
    world = named_world("example")
    signs = (
        "A is the agent, C3 a coin of value 3, B4 a button that adds 4 moves; dark squares are walls. The number at "
        "the bottom right is the default length."
    )
    caption = (signs, RECONSTRUCTED, optimum_text(world, main_training("drest").gamma))
    return Figure("2", "The example gridworld", ((world_drawing(world),),), caption)


def metrics_figure(runs: Runs) -> Figure:
    """Return Figure 3: the metrics in the example gridworld during training."""
    lines = (
        "Lines are means over the seeds, in bands from the least to the greatest; we measured the policy "
        "without exploration. The dashed line is the NEUTRALITY of the lengths that maximise the expected DREST return "
        "of a meta-episode."
    )
    title = "Performance in the example gridworld during training"
    return Figure("3", title, (during_training(runs),), (lines, *_results(runs)))


def policies_figure(runs: Runs) -> Figure:
    """Return Figure 4: trained policies in the example gridworld."""
    shown = {kind: typical(found) for kind, found in by_agent(runs).items()}
    seeds = " and ".join(f"{seeds_text([run.run.seed])} ({kind})" for kind, run in shown.items())
    which = f"Shown are {seeds}, in the middle by the probability of the longest length."
    number = "The text at hand refers to this as Figure 5, which is also what it calls the lopsided gridworld."
    rows = tuple((headed(kind.removesuffix("s"), _panels(run)),) for kind, run in shown.items())
    return Figure("4", "Trained policies in the example gridworld", rows, (_ARROWS, which, number, *_results(runs)))


def lopsided_results_figure(runs: Runs) -> Figure:
    """Return Figure 6: what agents do in the lopsided gridworld for each value of Cx."""
    drest = by_agent(runs)["DREST agents"]
    charts = (
        against_coin("NEUTRALITY", runs, lambda run: run.end.neutrality, lambda p: entropy((p, 1 - p)), CLAIMED),
        against_coin("probability of the long length", runs, lambda run: run.p_long, lambda p: p),
    )
    least = min(drest, key=lambda run: run.end.neutrality)
    useful = min(run.end.usefulness for run in runs)
    dots = f"Dots are means over {_seeds(runs)}, bands go from the least to the greatest."
    ends = f"The least NEUTRALITY of a DREST agent is {least.end.neutrality:.3f}, at Cx = {value_text(least.spec.x)}."
    caption = (
        f"{dots} The dark dashed line is computed, not trained: where both lengths return the same on average.",
        f"{ends} The least USEFULNESS of any agent is {useful:.3f}; it is not drawn in the paper either.",
        _NOT_DIVIDED,
        f"{settings_text(drest[0].spec.training)} That a meta-episode has 64 here, too, is our reading.",
        RECONSTRUCTED,
    )
    return Figure("6", "NEUTRALITY in the lopsided gridworld", (charts,), caption)


def lopsided_policies_figure(runs: Runs) -> Figure:
    """Return Figure 7: trained DREST policies in the lopsided gridworld for some values of Cx."""
    by_value = {f"Cx = {value_text(x)}": [run for run in runs if run.spec.x == x] for x in THREE_VALUES}
    pictured = {heading: typical(each) for heading, each in by_value.items()}
    seeds = ", ".join(str(run.run.seed) for run in pictured.values())
    caption = (
        _ARROWS,
        f"Shown are the agents of seeds {seeds}, those in the middle by the probability of the long length.",
        f"{_NOT_DIVIDED} {settings_text(runs[0].spec.training)} {_at_the_end(runs)}",
        *(results_text(heading, each) for heading, each in by_value.items()),
        RECONSTRUCTED,
    )
    rows = tuple((headed(heading, _panels(run)),) for heading, run in pictured.items())
    return Figure("7", "Trained DREST policies in the lopsided gridworld", rows, caption)


def map_figure(_: Runs) -> Figure:
    """Return the map of the theorem, which is not in the paper."""
    caption = (
        "Not in the paper. For two trajectory-lengths, each collected in full.",
        "Up to the line uniform lengths alone have the greatest expected return, as Theorem 5.1 says; above it others.",
        "The line is N*(λ, 2), exact. It is 58 at λ = 0.9, between the settings of Section 5 and of Appendix C.",
        "λ of Appendix C is not in the text at hand and taken to be 0.9, too.",
        "The violet lines are the ranges of λ over which the public data of the paper's follow-up sweep, for each N.",
    )
    return Figure("map", "Where the theorem holds", ((drest_map(),),), caption)


def _panels(run: FigureRun) -> Drawing:
    return beside(policy_panels(run.spec.world, softmax_policy(run.logits), NEGLIGIBLE))


def _seeds(runs: Runs) -> str:
    return seeds_text({run.run.seed for run in runs})


def _at_the_end(runs: Runs) -> str:
    several = len({run.run.seed for run in runs}) > 1
    return f"At the end, {f'means over {_seeds(runs)} (least to greatest)' if several else _seeds(runs)}:"


def _results(runs: Runs) -> tuple[str, ...]:
    """Return the caption of runs in one world: layout, settings, results, and the exact optimum."""
    spec = by_agent(runs)["DREST agents"][0].spec
    return (
        RECONSTRUCTED,
        f"{settings_text(spec.training)} {_at_the_end(runs)}",
        *(results_text(kind, found) for kind, found in by_agent(runs).items()),
        optimum_text(spec.world, spec.training.gamma),
        best_lengths_text(spec.training),
    )


# --- What is trained for each ---


@frozen
class FigurePlan:
    """A planned figure: its name, the function that draws it from runs, and the trainings of these runs."""

    name: str
    draw: Callable[[Runs], Figure]
    needs: tuple[TrainingSpec, ...] = ()


_AGENTS: tuple[AgentKind, ...] = ("default", "drest")


def _lopsided(values: Sequence[Fraction], agents: Sequence[AgentKind]) -> tuple[TrainingSpec, ...]:
    return tuple(TrainingSpec("lopsided", x, lopsided_training(agent), 1) for x in values for agent in agents)


_EXAMPLE = tuple(TrainingSpec("example", 1, main_training(agent), POINTS) for agent in _AGENTS)

PLANS: Mapping[str, FigurePlan] = {
    plan.name: plan
    for plan in (
        FigurePlan("2", world_figure),
        FigurePlan("3", metrics_figure, _EXAMPLE),
        FigurePlan("4", policies_figure, _EXAMPLE),
        FigurePlan("6", lopsided_results_figure, _lopsided(COIN_VALUES, _AGENTS)),
        FigurePlan("7", lopsided_policies_figure, _lopsided(THREE_VALUES, ("drest",))),
        FigurePlan("map", map_figure),
    )
}
"""The figures by their numbers in the paper, and the map."""


def find_plans(names: Sequence[str]) -> tuple[FigurePlan, ...]:
    """Return the plans of the figures with these names, in the order of the paper; all without names.

    Raises `UnknownName`.
    """
    for name in names:
        require_known("no figure", name, PLANS)
    return tuple(plan for name, plan in PLANS.items() if not names or name in names)
