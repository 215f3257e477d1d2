"""The guards of ``transforms``: what is refused of prompts and plays, and where a composition is not defined."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from formal_rl.checking.outcome import Part
from formal_rl.environments import ConstantLearner, ExtendedEnvironment, ignore_rewards
from formal_rl.errors import MalformedHistory, UndefinedComposition
from formal_rl.histories import Action, Percept, Play, Prompt
from formal_rl.statements.self_checks.rows import Refusal, Row, decide_rows
from formal_rl.transforms import (
    backtracked_action,
    infer_actions,
    opposite,
    opposite_outside,
    reality_check,
    reality_check_alternate,
    reality_check_memoised,
    simulated_action,
    with_handicap,
    with_handicap_repaired,
)
from formal_rl.transforms.self_insert import read_from_the_screen, self_insert, self_insert_letter

ZERO, ONE = Percept(0, 0), Percept(1, 0)
PROMPT, PLAY = (ZERO, 1, ONE), (ZERO, 1, ONE, 0)
HALF = Fraction(1, 2)
_NO_PROMPTS: tuple[Any, ...] = ((), PLAY, [ZERO], (ZERO, -1, ZERO), ((0, 0),), (Percept(True, 0),), None)
_NO_PLAYS: tuple[Any, ...] = (PROMPT, (ZERO,), [ZERO, 0], (ZERO, -1), ((0, 0), 0), (Percept(True, 0), 0), None)


def _content(prompt: Prompt) -> Action:
    return 0


def _paying(reward: Any, observation: Any = 0) -> ExtendedEnvironment:
    return lambda agent, play: Percept(reward, observation)


def malformed_prompts_and_plays_are_refused() -> Part:
    """Refuse, in every transform, what is no prompt or no play, and nothing that is one."""
    learner = ConstantLearner(1)
    agents: dict[str, Callable[[Any], Any]] = {
        "reality check": reality_check(_content),
        "memoised": reality_check_memoised(_content),
        "alternate": reality_check_alternate(_content),
        "inferred": infer_actions(_content),
        "simulated": lambda path: simulated_action(learner, path) - 1,
        "backtracked": lambda path: backtracked_action(learner, (ZERO,), path) - 1,
        "sent first": lambda first: backtracked_action(learner, first, (ZERO,)) - 1,
    }
    environments: dict[str, ExtendedEnvironment] = {
        "handicap": with_handicap(_paying(0), _paying(1)),
        "repaired": with_handicap_repaired(_paying(0), _paying(1)),
        "opposite": opposite(_paying(0)),
        "opposite outside": opposite_outside(_paying(0)),
    }
    screens: dict[str, ExtendedEnvironment] = {
        "self-insert": self_insert(ignore_rewards),
        "by the letter": self_insert_letter(ignore_rewards),
    }
    return decide_rows(
        "malformed prompts and plays are refused",
        (
            *(Row(agent, (prompt,), 0) for agent in agents.values() for prompt in ((ZERO,), PROMPT)),
            *(Row(agent, (prompt,), MalformedHistory) for agent in agents.values() for prompt in _NO_PROMPTS),
            *(Row(each, (_content, play), ZERO) for each in environments.values() for play in ((), PLAY)),
            *(
                Row(each, (_content, play), MalformedHistory)
                for each in (*environments.values(), *screens.values())
                for play in _NO_PLAYS
            ),
            *(Row(each, (_content, ()), ZERO) for each in screens.values()),
            *(Row(each, (_content, (ZERO, 0)), Percept(1, 1)) for each in screens.values()),
            *(Row(each, (_content, (ZERO, 1)), Percept(-1, 3)) for each in screens.values()),
            *(
                Row(read_from_the_screen, ((ZERO, 0, Percept(0, seen), 1),), Refusal(MalformedHistory, index=2))
                for seen in (-1, True, "1", None)
            ),
            Row(
                read_from_the_screen,
                ((Percept(7, 1), 0, Percept(7, 2), 1, ONE, 0),),
                (ONE, 0, Percept(0, 1), 1, ZERO, 0),
            ),
        ),
    )


def compositions_with_a_handicap_are_defined_or_refused() -> Part:
    """Compose where the definition says something, refuse where it does not, and repair that."""
    rewards = (-1, -HALF, 0, HALF, 1, 2)
    return decide_rows(
        "compositions with a handicap are defined or refused",
        (
            *(
                Row(
                    with_handicap(_paying(paid, 3), _paying(constraint)),
                    (_content, PLAY),
                    (Percept(paid if constraint == 1 else -1, 3))
                    if paid >= 0 and constraint in {1, -1}
                    else Refusal(UndefinedComposition, play=PLAY),
                )
                for paid in rewards
                for constraint in rewards
            ),
            Row(with_handicap(_paying(1), _paying(1, 1)), (_content, ()), UndefinedComposition),
            *(
                Row(
                    with_handicap_repaired(_paying(paid, 3), _paying(constraint, 1)),
                    (_content, PLAY),
                    Percept(paid if constraint >= 0 else -1, 3),
                )
                for paid in rewards
                for constraint in rewards
            ),
            *(Row(opposite(_paying(paid, 3)), (_content, PLAY), Percept(-paid, 3)) for paid in rewards),
            *(Row(opposite_outside(_paying(paid, 3)), (_content, PLAY), Percept(-paid, 3)) for paid in rewards),
            Row(opposite(_last_reward), (_content, PLAY), Percept(-1, 0)),
            Row(opposite_outside(_last_reward), (_content, PLAY), Percept(1, 0)),
        ),
    )


def _last_reward(agent: Any, play: Play) -> Percept:
    return Percept(play[-2].reward, 0)


CHECKS: tuple[Callable[[], Part], ...] = (
    malformed_prompts_and_plays_are_refused,
    compositions_with_a_handicap_are_defined_or_refused,
)
"""Every self-check of this package, by itself."""
