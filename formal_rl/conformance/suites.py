"""The suites: what can be checked, against which definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.conformance import shapes
from formal_rl.conformance.case_suites import CaseSuite
from formal_rl.conformance.claims import Claim, Shape
from formal_rl.conformance.drest_suites import DREST_SUITES
from formal_rl.conformance.environment_claims import EnvironmentClaims
from formal_rl.conformance.isolation import Watch
from formal_rl.conformance.reality_check_claims import SOURCE as REALITY_CHECK_SOURCE
from formal_rl.conformance.reality_check_claims import reality_check_claims
from formal_rl.conformance.wrapper_claims import HANDICAP_SOURCE, OPPOSITE_SOURCE, handicap_claims, opposite_claims
from formal_rl.environments import (
    PublishedTemptingButton,
    ignore_rewards,
    ignore_rewards_published,
    reverse_history,
    reverse_history_published,
    tempting_button,
)
from formal_rl.errors import InvalidParameter


@frozen
class Suite:
    """One definition that implementations are checked against; ``meaning`` is the definition in a line.

    Ledger: infrastructure
    """

    name: str
    source: str
    meaning: str
    published: str | None
    detect: Callable[[Any, Watch], Shape]
    claims: Callable[[Shape, str, str], list[Claim]]
    takes: tuple[str, ...]


def _environment(name: str, claims: EnvironmentClaims, meaning: str, published: str) -> Suite:
    takes: tuple[str, ...] = (
        "a class with start() and step(action), made with an agent-class",
        "a function of (agent, play)",
        "a class with react(T, play), or such a function, both flat: reward, observation, action, ...",
        "a value with start(learner) and advance(learner, state, action)",
    )
    if claims.with_draws:
        takes = ("a function that takes a tuple of draws, numbers in [0, 1), and returns one of these:", *takes)
    detect = partial(shapes.environment_shape, with_draws=claims.with_draws)
    return Suite(name, claims.source, meaning, published, detect, claims.claims, takes)


_SUITES = (
    _environment(
        "ignore_rewards",
        EnvironmentClaims(
            lambda draws: ignore_rewards, lambda draws: ignore_rewards_published, "Alexander et al. 2022, Example 3"
        ),
        "pays 1 if the agent would have done the same had every reward so far been 0, else -1; shows 0",
        "pays 1 if a copy trained on the same with every reward 0 does the same, else -1; shows 0",
    ),
    _environment(
        "reverse_history",
        EnvironmentClaims(
            lambda draws: reverse_history, lambda draws: reverse_history_published, "Alexander et al. 2022, Example 5"
        ),
        "pays 1 if the agent would have done the same had all happened in reverse, else -1; shows 0",
        "pays 0 at first, then 1 if a new copy, trained on the transitions so far from the last to the first, does the "
        "same, else -1; shows 0",
    ),
    _environment(
        "tempting_button",
        EnvironmentClaims(
            lambda draws: tempting_button(draws or ()),
            lambda draws: PublishedTemptingButton(draws or ()),
            "Alexander et al. 2022, Example 4",
            with_draws=True,
        ),
        "with a button seen (0), pays for pushing it (0); without (1), for what the agent would not do if there were "
        "one; o_n is a button where draw n is less than 1/4",
        "starts with a button, and shows one after n actions where draw n + 1 is 3/4 or more; with a button, pays for "
        "pushing it; without, for a copy, trained on all so far, that would not push one",
    ),
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

SUITES: Mapping[str, Suite | CaseSuite] = {**{suite.name: suite for suite in _SUITES}, **DREST_SUITES}
"""Every suite, by name.

Ledger: infrastructure
"""


def suite_named(name: str) -> Suite | CaseSuite:
    """Return a suite; raise `InvalidParameter`, naming those there are and what is near, if there is none.

    Ledger: infrastructure
    """
    if name not in SUITES:
        near = get_close_matches(str(name), SUITES, n=1)
        meant = f"; did you mean {near[0]!r}?" if near else ""
        raise InvalidParameter("suite", name, f"one of {', '.join(SUITES)}{meant}")
    return SUITES[name]
