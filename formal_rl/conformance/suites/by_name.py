"""The suites by name, each with the definition that it checks. A look-up imports that suite alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from formal_rl.agents import CATALOGUE
from formal_rl.environments.catalogue import MEANINGS, our_name
from formal_rl.errors import InvalidParameter, nearest
from formal_rl.on_demand import LazyMapping

if TYPE_CHECKING:
    from formal_rl.conformance.engine.suite import Suite

TOPICS: Mapping[str, str] = {
    "environment_suites:ENVIRONMENT_SUITES": " ".join(sorted(MEANINGS)),
    "wrapper_suites:WRAPPER_SUITES": "reality_check handicap opposite",
    "agent_suites:AGENT_SUITES": "agent_constant agent_random agent_naive agent_simple agent_q learner",
    "drest_suites:DREST_SUITES": "neutrality usefulness drest_reward drest_return",
    "gridworld_suites:GRIDWORLD_SUITES": "gridworld_step gridworld_env",
    "policy_metrics_suites:POLICY_METRICS_SUITES": "policy_metrics",
    "safelife_boards:BOARD_SUITES": "safelife_advance safelife_advance_with_draws",
    "safelife_games:GAME_SUITES": "safelife_step",
    "safelife_distances:SUITES": "safelife_density safelife_ground_distance safelife_earth_mover safelife_side_effects",
}
"""The ``module:object`` of each mapping of suites, with their names."""

_PLACES = {name: topic for topic, names in TOPICS.items() for name in names.split()}

SUITES: Mapping[str, Suite] = LazyMapping(
    _PLACES, lambda name: resolve_name(f"formal_rl.conformance.suites.{_PLACES[name]}")[name]
)
"""Every suite, by name."""


def suite_named(name: str) -> Suite:
    """Return the suite with a name: its own, or an agent's or an environment's, ours or the library's.

    Raises `InvalidParameter` with similar names.
    """
    return SUITES[name_of_suite(name)]


def name_of_suite(name: str) -> str:
    """Return the own name of the suite that `suite_named` returns, without importing it; raise as that does."""
    found = _meant(name)
    if found not in SUITES:
        raise InvalidParameter("suite", name, f"the name of a suite: {nearest(name, SUITES)}")
    return found


def likeliest_suite_name(name: str) -> str:
    """Return the name of the most likely suite for an implementation with this name, or ""."""
    near = get_close_matches(our_name(_bare(name), SUITES).casefold(), SUITES, n=1, cutoff=0.8)
    return suite_name_in(name) or next(iter(near), "")


def suite_name_in(name: str) -> str:
    """Return the name of the suite that an implementation is named after, in any case and spelling, or ""."""
    found = _meant(_bare(name))
    return found if found in SUITES else ""


def _bare(name: str) -> str:
    return re.sub(r"(?i)^(my|wrong|right|mistaken)_?|_?(paper|published)$", "", name)


def _meant(name: str) -> str:
    found = our_name(name, SUITES)
    return found if found in SUITES else f"agent_{our_name(name, CATALOGUE)}"
