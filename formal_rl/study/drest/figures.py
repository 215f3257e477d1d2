"""Counterparts of the figures of Thornley et al. 2024, and the map of its theorem: what is trained for each."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from attrs import frozen

from formal_rl.errors import require_known
from formal_rl.gridworlds.training import AgentKind, Training, appendix_training, lopsided_training, main_training
from formal_rl.study.drest._still_figures import (
    APPENDIX_WORLDS,
    appendix_worlds_figure,
    example_world_figure,
    lopsided_world_figure,
    map_figure,
    preferences_figure,
)
from formal_rl.study.drest._trained_figures import (
    Runs,
    appendix_figure,
    lopsided_policies_figure,
    lopsided_results_figure,
    metrics_figure,
    policies_figure,
)
from formal_rl.study.drest.figure import Figure
from formal_rl.study.drest.training import AskedTraining

COIN_VALUES = tuple(map(Fraction, ("0.1", "0.15", "0.2", "0.3", "0.5", "0.7", "1", "1.5", "2", "3", "5", "7", "10")))
"""The values of the coin Cx in Figure 6; of these the text of the paper tells the first and the last."""

THREE_VALUES = (Fraction(1, 10), Fraction(1), Fraction(10))
"""The values of the coin Cx in Figure 7."""

POINTS = 128
"""How often a run is measured, where a figure shows what happens on the way."""

_Settings: TypeAlias = Callable[[AgentKind], Training]
_AGENTS: tuple[AgentKind, ...] = ("default", "drest")


@frozen
class FigurePlan:
    """A figure to be made: its name, how it is drawn from runs, and of which trainings these are."""

    name: str
    draw: Callable[[Runs], Figure]
    needs: tuple[AskedTraining, ...] = ()


def _still(name: str, figure: Callable[[], Figure]) -> FigurePlan:
    return FigurePlan(name, lambda _: figure())


def _both(world: str, settings: _Settings) -> tuple[AskedTraining, ...]:
    return tuple(AskedTraining(world, 1, settings(agent), POINTS) for agent in _AGENTS)


def _lopsided(values: Sequence[Fraction], agents: Sequence[AgentKind]) -> tuple[AskedTraining, ...]:
    return tuple(AskedTraining("lopsided", x, lopsided_training(agent), 1) for x in values for agent in agents)


_EXAMPLE = _both("example", main_training)

PLANS: Mapping[str, FigurePlan] = MappingProxyType(
    {
        plan.name: plan
        for plan in (
            _still("1", preferences_figure),
            _still("2", example_world_figure),
            FigurePlan("3", metrics_figure, _EXAMPLE),
            FigurePlan("4", policies_figure, _EXAMPLE),
            _still("5", lopsided_world_figure),
            FigurePlan("6", lopsided_results_figure, _lopsided(COIN_VALUES, _AGENTS)),
            FigurePlan("7", lopsided_policies_figure, _lopsided(THREE_VALUES, ("drest",))),
            _still("8", appendix_worlds_figure),
            *(
                FigurePlan(str(number), partial(appendix_figure, number, title), _both(world, appendix_training))
                for number, (world, title) in enumerate(APPENDIX_WORLDS.items(), start=9)
            ),
            _still("map", map_figure),
        )
    }
)
"""The figures by their numbers in the paper, and the map."""


def find_plans(names: Sequence[str]) -> tuple[FigurePlan, ...]:
    """Return the plans of the figures of these names, in the order of the paper; all if there are none.

    Raises `UnknownName`.
    """
    for name in names:
        require_known("no figure", name, PLANS)
    return tuple(plan for name, plan in PLANS.items() if not names or name in names)
