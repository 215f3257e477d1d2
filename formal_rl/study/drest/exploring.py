"""A live page about DREST in one gridworld: probabilities of lengths, returns, and where uniform stops being best."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from attrs import frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import Value, World, format_layout, move
from formal_rl.gridworlds._pictures import value_text
from formal_rl.gridworlds.metrics import ByLength
from formal_rl.gridworlds.theorem import threshold
from formal_rl.histories import Action
from formal_rl.statements import find
from formal_rl.study.drest.counterexample import drest_counterexample
from formal_rl.study.drest.metrics_report import (
    NAMED_POLICIES,
    Metrics,
    best_plans,
    drest_metrics,
    load_world,
    named_policy,
    plan_text,
)
from formal_rl.study.drest.threshold_report import CREDIT
from formal_rl.study.numbers import both_texts
from formal_rl.view.live import Live, LiveView
from formal_rl.view.pages import columns

DISCOUNT = Fraction(19, 20)
"""The default discount of each move, that of the paper."""

CITED = ("T24-DD2", "T24-DD3", "T24-DD4", "T24-T5.1", "T24-threshold", "T24-Nloc", "T24-equilibrium", "T24-repair")
"""The statements that the page shows."""

_POLICIES = {
    "uniform": "moves at random",
    "optimal": "draws a best plan",
    "default": "collects most",
}
"""Short descriptions of the policies that need no file."""

_DENOMINATORS = (*range(2, 11), 16, 20)


@frozen
class DrestExplorer(Live):
    """The data of a page about DREST in one gridworld, exact numbers as texts."""

    name: str
    origin: str
    world: World
    gamma: Fraction
    policies: tuple[Metrics, ...]

    @property
    def greatest(self) -> ByLength:
        """m_l of each length."""
        return self.policies[0].greatest

    @property
    def k(self) -> int:
        """The number of lengths."""
        return len(self.greatest)

    def to_json(self) -> dict[str, Any]:
        """Return the data of the page as JSON values; the page computes the values that depend on λ, p, u and N."""
        world, plans = self.world, self.policies[0].plans
        return {
            "schema": "drest-explorer/1",
            "world": self.name,
            "origin": self.origin,
            "gamma": str(self.gamma),
            "layout": format_layout(world).splitlines(),
            "picture": {
                "height": world.height,
                "width": world.width,
                "moves": world.default_length,
                "agent": world.agent,
                "walls": sorted(world.walls),
                "coins": [[*coin.cell, value_text(coin.value)] for coin in world.coins],
                "buttons": [[*button.cell, str(button.delay)] for button in world.buttons],
            },
            "lengths": [
                {
                    "length": length,
                    "greatest": str(coins),
                    "plan": plan_text(plans[length]),
                    "cells": _cells(world, plans[length]),
                }
                for length, coins in self.greatest.items()
            ],
            "policies": [_policy(name, each) for name, each in zip(_POLICIES.values(), self.policies, strict=True)],
            "settings": _settings(self.k),
            "thresholds": thresholds(self.k),
            "credit": CREDIT,
            "statements": [
                {"id": each.id, "verdict": each.verdict, "source": each.source, "claim": each.claim}
                for each in map(find, CITED)
            ],
        }

    def live_view(self) -> LiveView:
        """Return the live page."""
        title = f"DREST in the world {self.name}"
        return LiveView(title, "drest_explorer.js", "drest_explorer.css", self.to_json())

    def __str__(self) -> str:
        header, *rows = format_layout(self.world).splitlines()
        lines = [f"{self.name} ({self.origin}), {header.removeprefix('length ')} moves at first", ""]
        lines += [f"    {row}".rstrip() for row in rows]
        plans = self.policies[0].plans
        lengths = [
            (str(length), both_texts(coins), plan_text(plans[length])) for length, coins in self.greatest.items()
        ]
        lines += ["", *columns([("length l", "m_l", "a plan that collects m_l"), *lengths])]
        star = threshold(Fraction(9, 10), self.k)
        lines += [
            "",
            f"k = {self.k} lengths; for λ = 9/10 uniform lengths are best for up to N* = {star.greatest} mini-episodes",
            f"    and better than all near them for up to N_loc = {star.local}",
            "To explore it in a browser, write the page with --html FILE.",
        ]
        return "\n".join(lines)


def explore_drest(
    world: str, gamma: Fraction = DISCOUNT, x: Value = 1, *, progress: Callable[[str], None] = lambda words: None
) -> DrestExplorer:
    """Return the explorer of a world: one of ours by name, or from the picture in a file; ``x`` is what Cx is worth.

    ``progress`` receives the name of each step before it begins.

    Raises what `load_world` raises, and `InvalidParameter` for a world of one length, or of one without coins.
    """
    origin, loaded = load_world(world, x)
    length_count = len(best_plans(loaded, gamma))
    if length_count < 2:
        raise InvalidParameter("k", length_count, "a world of at least 2 trajectory-lengths")
    found = []
    for name in NAMED_POLICIES:
        progress(f"measuring the policy {name}")
        found.append(drest_metrics(world, origin, loaded, named_policy(name, loaded, gamma), gamma))
    return DrestExplorer(world, origin, loaded, gamma, tuple(found))


@cache
def thresholds(k: int) -> Mapping[str, Mapping[str, int]]:
    """Return N* and its bounds by λ, written as a fraction: for λ of small denominators; for k = 2 all hundredths."""
    denominators = (*_DENOMINATORS, 100) if k == 2 else _DENOMINATORS
    bases = sorted({Fraction(part, whole) for whole in denominators for part in range(1, whole)})
    return {str(lam): threshold(lam, k)._asdict() for lam in bases}


def _cells(world: World, plan: tuple[Action, ...]) -> list[list[int]]:
    """Return the path of a plan: the first cell, and the cell after each move."""
    state, cells = world.start, [[*world.start.cell]]
    for action in plan:
        state, _ = move(world, state, action)
        cells.append([*state.cell])
    return cells


def _policy(name: str, metrics: Metrics) -> dict[str, Any]:
    shares = (numbers["share"] for numbers in metrics.by_length().values())
    return {
        "name": name,
        "said": metrics.policy,
        "p": [str(each) for each in metrics.measured.probabilities.values()],
        "u": ["1" if each is None else str(each) for each in shares],
    }


def _settings(k: int) -> list[dict[str, Any]]:
    """Return settings to begin with: those of the paper, and distributions that are better than uniform."""
    uniform = [str(Fraction(1, k))] * k
    settings = [
        {"name": "the paper's setting", "lam": "9/10", "number": 64, "p": uniform},
        {"name": "where the theorem holds", "lam": "9/10", "number": 32, "p": uniform},
    ]
    for name, lam in (("a counterexample by hand", Fraction(1, 4)), ("just past N*", Fraction(9, 10))):
        found = drest_counterexample(lam, k).found
        settings.append({"name": name, "lam": str(lam), "number": found.number, "p": [str(each) for each in found.p]})
    return settings
