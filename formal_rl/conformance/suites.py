"""The suites: what can be checked, against which definition."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches

from formal_rl.conformance import shapes
from formal_rl.conformance.agent_suites import AGENT_SUITES
from formal_rl.conformance.case_suites import CaseSuite
from formal_rl.conformance.drest_suites import DREST_SUITES
from formal_rl.conformance.environment_suites import ENVIRONMENT_SUITES
from formal_rl.conformance.gridworld_suites import GRIDWORLD_SUITES
from formal_rl.conformance.learner_suites import LEARNER_SUITES
from formal_rl.conformance.reality_check_claims import SOURCE as REALITY_CHECK_SOURCE
from formal_rl.conformance.reality_check_claims import reality_check_claims
from formal_rl.conformance.safelife_suites import SAFELIFE_SUITES
from formal_rl.conformance.world_suites import Suite
from formal_rl.conformance.wrapper_claims import HANDICAP_SOURCE, OPPOSITE_SOURCE, handicap_claims, opposite_claims
from formal_rl.environments.agent_catalogue import CATALOGUE, our_name
from formal_rl.errors import InvalidParameter, nearest

_SUITES = (
    Suite(
        "reality_check",
        REALITY_CHECK_SOURCE,
        "does as the agent does while every past action is its own, and else what it does on the first percept",
        "does as the agent does while every past action is its own, and else the first action other than 0 among all "
        "it ever found out, or 0",
        shapes.reality_check_shape,
        reality_check_claims,
        (
            "a function from agents to agents, which are functions of a prompt",
            "a function from agent-classes (act, train) to agent-classes",
            "a function from learners (initial, act, learn) to learners",
        ),
    ),
    Suite(
        "handicap",
        HANDICAP_SOURCE,
        "e's percept where h pays 1, and -1 with e's observation where h pays -1; both are asked about the same play",
        None,
        shapes.handicap_shape,
        handicap_claims,
        ("a function of (e, h) that returns an environment, all three functions of (agent, play)",),
    ),
    Suite(
        "opposite",
        OPPOSITE_SOURCE,
        "e's percepts with every reward times -1",
        "e's percepts with every reward times -1, where e, and copies in it, go by the rewards before that",
        shapes.opposite_shape,
        opposite_claims,
        (
            "a function from environments to environments, which are functions of (agent, play)",
            "a function from environment classes (start, step), made with an agent-class, to such classes",
            "a class with start and step, made with an environment class and an agent-class",
            "a class with start and step, made with an instance that has them",
        ),
    ),
)

SUITES: Mapping[str, Suite | CaseSuite] = {
    **ENVIRONMENT_SUITES,
    **{suite.name: suite for suite in _SUITES},
    **AGENT_SUITES,
    **LEARNER_SUITES,
    **DREST_SUITES,
    **GRIDWORLD_SUITES,
    **SAFELIFE_SUITES,
}
"""Every suite, by name."""


def suite_named(name: str) -> Suite | CaseSuite:
    """Return the suite of a name, or of an agent's or an environment's, ours or the library's.

    Raises `InvalidParameter` with what is near.
    """
    found = _meant(name)
    if found not in SUITES:
        raise InvalidParameter("suite", name, f"the name of a suite: {nearest(name, SUITES)}")
    return SUITES[found]


def suite_like(name: str) -> str:
    """Return the suite that an implementation of this name is most likely for, or nothing."""
    bare = re.sub(r"(?i)^(my|wrong|right|mistaken)_?|_?(paper|published)$", "", name)
    near = get_close_matches(our_name(bare, SUITES).casefold(), SUITES, n=1, cutoff=0.8)
    return _meant(bare) if _meant(bare) in SUITES else next(iter(near), "")


def _meant(name: str) -> str:
    found = our_name(name, SUITES)
    return found if found in SUITES else f"agent_{our_name(name, CATALOGUE)}"
