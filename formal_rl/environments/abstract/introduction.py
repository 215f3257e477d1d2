"""Rooms in which spikes appear for whoever would step on a button if there were one."""

from collections.abc import Callable
from typing import Any, NamedTuple

from formal_rl.environments.learners import Learner, Transition
from formal_rl.environments.types import Agent
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, Reward, check_play

LEDGER = ("A21-intro-obstacles",)

EMPTY, SPIKES, A_BUTTON = 0, 1, 2
"""What a room shows."""

WALK, STEP = 0, 1
"""Walk on into the next room; step on the button. Every other action is to stand still, as is STEP without a button."""


def obstacle_course(play: Play) -> Percept:
    """Return the ordinary course, with a button in each room: spikes appear for whoever steps on it.

    To walk on from a room pays 1, through spikes -1. Stepping on the button puts up spikes, and spikes go down while
    one stands still; both pay 0. It depends on the last percept and action only. Raises `MalformedHistory` on what is
    no play.

    Source: Alexander et al. 2021, Section 1.
    Ledger: A21-intro-obstacles*
    """
    check_play(play)
    return _after(play, lambda reward: A_BUTTON)


def oracular_obstacle_course(agent: Agent, play: Play) -> Percept:
    """Return the course without buttons: spikes are up in a new room for whoever would step on a button there.

    What is asked is the true history and then the new room with a button in it. All else is as in `obstacle_course`.
    Raises `MalformedHistory` on what is no play.

    Source: Alexander et al. 2021, Section 1.
    Ledger: A21-intro-obstacles*
    """
    check_play(play)
    return _after(play, lambda reward: SPIKES if agent(with_a_button(play, reward)) == STEP else EMPTY)


def with_a_button(play: Play, reward: Reward) -> Prompt:
    """Return what the agent would be asked, had the room that it walks into now a button."""
    return (*play, Percept(reward, A_BUTTON))


def moved(seen: Observation, action: Action) -> tuple[int, Observation | None]:
    """Return the reward of an action in a room, and what the room shows after it; ``None`` if it was left."""
    if action == WALK:
        return (-1 if seen == SPIKES else 1), None
    if seen != A_BUTTON:
        return 0, EMPTY
    return 0, SPIKES if action == STEP else A_BUTTON


def _after(play: Play, entering: Callable[[Reward], Observation]) -> Percept:
    reward, shown = (0, None) if play == () else moved(play[-2].observation, play[-1])
    return Percept(reward, entering(reward) if shown is None else shown)


class WalkerInRoom(NamedTuple):
    """A copy of the agent that has learned from every turn, and what its room shows."""

    copy: Any
    seen: Observation


class OracularObstacleCourseIncremental:
    """The oracular course with one copy, which is kept where the agent is.

    Source: Alexander et al. 2021, Section 1, in the form of Section 4 of Alexander et al. 2022.
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, WalkerInRoom]:
        """Return the first room, and an untrained copy in it."""
        shown = SPIKES if learner.act(learner.initial, A_BUTTON) == STEP else EMPTY
        return Percept(0, shown), WalkerInRoom(learner.initial, shown)

    def advance(self, learner: Learner[Any], state: WalkerInRoom, action: Action) -> tuple[Percept, WalkerInRoom]:
        """Return the next percept, and the copy after the turn."""
        copy, seen = state
        reward, shown = moved(seen, action)
        if shown is None:
            would = learner.act(learner.learn(copy, Transition(seen, action, reward, A_BUTTON)), A_BUTTON)
            shown = SPIKES if would == STEP else EMPTY
        after = learner.learn(copy, Transition(seen, action, reward, shown))
        return Percept(reward, shown), WalkerInRoom(after, shown)


oracular_obstacle_course_incremental = OracularObstacleCourseIncremental()
"""Incremental form.

Ledger: A21-intro-obstacles*
"""
