"""The guards of the transforms besides the reality checks: what is refused, and where a composition is not defined."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from formal_rl.agents import ConstantLearner
from formal_rl.checking import Part
from formal_rl.environments import ExtendedEnvironment, ignore_rewards
from formal_rl.errors import MalformedHistory, UndefinedComposition
from formal_rl.histories import Percept, Play
from formal_rl.statements.self_checks import Refusal, Row, decide_rows
from formal_rl.statements.self_checks.transforms import ONE, PLAY, PROMPT, ZERO, content, refusals
from formal_rl.transforms import (
    backtracked_action,
    infer_actions,
    opposite,
    opposite_outside,
    read_from_the_screen,
    self_insert,
    self_insert_letter,
    simulated_action,
    with_handicap,
    with_handicap_repaired,
)

HALF = Fraction(1, 2)
_NO_PLAYS: tuple[Any, ...] = (PROMPT, (ZERO,), [ZERO, 0], (ZERO, -1), ((0, 0), 0), (Percept(True, 0), 0), None)


def _paying(reward: Any, observation: Any = 0) -> ExtendedEnvironment:
    return lambda agent, play: Percept(reward, observation)


def others_are_defined_or_refused() -> Part:
    """Refuse anything that is not a prompt or play; compose if the definition says how, else refuse; then repair."""
    rewards = (-1, -HALF, 0, HALF, 1, 2)
    learner = ConstantLearner(1)
    agents: tuple[Callable[[Any], Any], ...] = (
        infer_actions(content),
        lambda path: simulated_action(learner, path) - 1,
        lambda path: backtracked_action(learner, (ZERO,), path) - 1,
        lambda first: backtracked_action(learner, first, (ZERO,)) - 1,
    )
    environments = (
        with_handicap(_paying(0), _paying(1)),
        with_handicap_repaired(_paying(0), _paying(1)),
        opposite(_paying(0)),
        opposite_outside(_paying(0)),
    )
    screens = (self_insert(ignore_rewards), self_insert_letter(ignore_rewards))
    return decide_rows(
        "other transforms are defined or refused",
        (
            *refusals(agents),
            *(Row(each, (content, play), ZERO) for each in environments for play in ((), PLAY)),
            *(Row(each, (content, play), MalformedHistory) for each in (*environments, *screens) for play in _NO_PLAYS),
            *(Row(each, (content, ()), ZERO) for each in screens),
            *(Row(each, (content, (ZERO, 0)), Percept(1, 1)) for each in screens),
            *(Row(each, (content, (ZERO, 1)), Percept(-1, 3)) for each in screens),
            *(
                Row(read_from_the_screen, ((ZERO, 0, Percept(0, seen), 1),), Refusal(MalformedHistory, index=2))
                for seen in (-1, True, "1", None)
            ),
            Row(
                read_from_the_screen,
                ((Percept(7, 1), 0, Percept(7, 2), 1, ONE, 0),),
                (ONE, 0, Percept(0, 1), 1, ZERO, 0),
            ),
            *(
                Row(
                    with_handicap(_paying(paid, 3), _paying(constraint)),
                    (content, PLAY),
                    (Percept(paid if constraint == 1 else -1, 3))
                    if paid >= 0 and constraint in {1, -1}
                    else Refusal(UndefinedComposition, play=PLAY),
                )
                for paid in rewards
                for constraint in rewards
            ),
            Row(with_handicap(_paying(1), _paying(1, 1)), (content, ()), UndefinedComposition),
            *(
                Row(
                    with_handicap_repaired(_paying(paid, 3), _paying(constraint, 1)),
                    (content, PLAY),
                    Percept(paid if constraint >= 0 else -1, 3),
                )
                for paid in rewards
                for constraint in rewards
            ),
            *(Row(opposite(_paying(paid, 3)), (content, PLAY), Percept(-paid, 3)) for paid in rewards),
            *(Row(opposite_outside(_paying(paid, 3)), (content, PLAY), Percept(-paid, 3)) for paid in rewards),
            Row(opposite(_last_reward), (content, PLAY), Percept(-1, 0)),
            Row(opposite_outside(_last_reward), (content, PLAY), Percept(1, 0)),
        ),
    )


def _last_reward(agent: Any, play: Play) -> Percept:
    return Percept(play[-2].reward, 0)


CHECKS: tuple[Callable[[], Part], ...] = (others_are_defined_or_refused,)
"""Every self-check of this module, by itself."""
