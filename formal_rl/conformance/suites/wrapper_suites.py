"""The suites of what takes agents or environments and returns them: the reality check, a handicap, the opposite."""

from collections.abc import Mapping

from formal_rl.conformance.adapters import shapes
from formal_rl.conformance.engine.unknowns_suites import Suite
from formal_rl.conformance.suites.reality_check_claims import SOURCE as REALITY_CHECK_SOURCE
from formal_rl.conformance.suites.reality_check_claims import reality_check_claims
from formal_rl.conformance.suites.wrapper_claims import (
    HANDICAP_SOURCE,
    OPPOSITE_SOURCE,
    handicap_claims,
    opposite_claims,
)

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

WRAPPER_SUITES: Mapping[str, Suite] = {suite.name: suite for suite in _SUITES}
"""All of them, by name."""
