"""The three environments of the 2021 paper's introduction: an obstacle course, guarded treasures and an employer."""

from collections.abc import Callable
from typing import Any, TypeAlias

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.library.turn_by_turn import TurnByTurn, paid
from formal_rl.environments.mimic import mimic
from formal_rl.environments.otherwise_seen import OtherwiseSeen, Would
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.environments.simulated_copy import with_last_observation
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, Reward, require_play

EMPTY, SPIKES, A_BUTTON = 0, 1, 2
"""The observations of a room."""

WALK, STEP = 0, 1
"""Walk on into the next room; step on the button. Every other action is to stand still, as is STEP without a button."""


def obstacle_course(play: Play) -> Percept:
    """Return the ordinary course, with a button in each room: spikes appear if one steps on it.

    To walk on from a room pays 1, through spikes -1. Stepping on the button puts up spikes, and spikes go down while
    one stands still; both pay 0. It depends on the last percept and action only.

    Source: Alexander et al. 2021, Section 1.
    Ledger: A21-intro-obstacles*
    """
    require_play(play)
    return _after(play, lambda reward: A_BUTTON)


def oracular_obstacle_course(agent: Agent, play: Play) -> Percept:
    """Return the course without buttons: spikes are up in a new room if one would step on a button there.

    The question is the true history and then the new room with a button. All else is as in `obstacle_course`.

    Source: Alexander et al. 2021, Section 1.
    Ledger: A21-intro-obstacles*
    """
    require_play(play)
    return _after(play, lambda reward: SPIKES if agent(with_a_button(play, reward)) == STEP else EMPTY)


LEDGER = ("A21-intro-obstacles", "A21-intro-treasures")


def with_a_button(play: Play, reward: Reward) -> Prompt:
    """Return the question to the agent, had the room that it walks into a button.

    Ledger: A21-intro-obstacles
    """
    return (*play, Percept(reward, A_BUTTON))


def moved(seen: Observation, action: Action) -> tuple[int, Observation | None]:
    """Return the reward of an action in a room, and what the room shows after it; ``None`` if it was left.

    Ledger: A21-intro-obstacles
    """
    if action == WALK:
        return (-1 if seen == SPIKES else 1), None
    if seen != A_BUTTON:
        return 0, EMPTY
    return 0, SPIKES if action == STEP else A_BUTTON


def _after(play: Play, entering: Callable[[Reward], Observation]) -> Percept:
    reward, shown = (0, None) if play == () else moved(play[-2].observation, play[-1])
    return Percept(reward, entering(reward) if shown is None else shown)


class _OracularObstacleCourseIncremental:
    """The oracular course; the state is a copy that learned from every turn, and what its room shows."""

    def start(self, learner: Learner[Any]) -> tuple[Percept, tuple[Any, Observation]]:
        shown = SPIKES if learner.act(learner.initial, A_BUTTON) == STEP else EMPTY
        return Percept(0, shown), (learner.initial, shown)

    def advance(
        self, learner: Learner[Any], state: tuple[Any, Observation], action: Action
    ) -> tuple[Percept, tuple[Any, Observation]]:
        copy, seen = state
        reward, shown = moved(seen, action)
        if shown is None:
            would = learner.act(learner.learn(copy, Transition(seen, action, reward, A_BUTTON)), A_BUTTON)
            shown = SPIKES if would == STEP else EMPTY
        after = learner.learn(copy, Transition(seen, action, reward, shown))
        return Percept(reward, shown), (after, shown)


oracular_obstacle_course_incremental = _OracularObstacleCourseIncremental()
"""Incremental form.

Ledger: A21-intro-obstacles*
"""


# Rooms with a treasure each, most of them with a guard who lets only those take it who would not if he were away.


UNGUARDED, GUARDED = 0, 1
"""The two rooms, as observations; any other observation counts as a room with a guard."""

LEAVE, TAKE = 0, 1
"""Leave the treasure, take it; every action but TAKE is to leave it."""

Rooms: TypeAlias = Callable[[int], Observation]
"""The room, UNGUARDED or GUARDED, of turn 0, 1, 2, ..."""


def every_fourth_unguarded(turn: int) -> Observation:
    """Return UNGUARDED for the turns 3, 7, 11, ..., else GUARDED.

    Ledger: A21-intro-treasures
    """
    return UNGUARDED if turn % 4 == 3 else GUARDED


def treasures_for_the_worthy_in(rooms: Rooms) -> ExtendedEnvironment:
    """Return the wandering through these rooms, where a treasure pays 1, being zapped -1, and leaving it 0.

    Without a guard, TAKE gets the treasure. With one, TAKE gets it if the agent would not take it on that same history,
    its last room unguarded; else it is zapped. The guard asks only about those who try. The last percept of the play
    says which room it is. The first percept is (0, ``rooms(0)``).

    Source: Alexander et al. 2021, Section 1.
    Ledger: A21-intro-treasures*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        after = rooms(len(play) // 2)
        if play == () or play[-1] != TAKE:
            return Percept(0, after)
        if play[-2].observation == UNGUARDED:
            return Percept(1, after)
        zapped = agent(with_last_observation(play, UNGUARDED)) == TAKE
        return Percept(-1 if zapped else 1, after)

    return environment


treasures_for_the_worthy = treasures_for_the_worthy_in(every_fourth_unguarded)
"""Definition, with three guarded rooms and then one without a guard, over and over.

Ledger: A21-intro-treasures*
"""


def _guarded(room: Observation, action: Action, would: Would) -> int:
    if action != TAKE:
        return 0
    return -1 if room != UNGUARDED and would(UNGUARDED) == TAKE else 1


treasures_for_the_worthy_incremental = OtherwiseSeen(lambda rooms, turn: rooms(turn), _guarded).incremental(
    every_fourth_unguarded
)
"""Incremental form.

Ledger: A21-intro-treasures*
"""


# Paid little for acting as if paid much, hour by hour.


PRETENDED, PAY = 1000, 100
"""The pretended pay for an hour, and the true pay or charge, in dollars."""

_PAID_MUCH = TurnByTurn(paid(lambda hour, before, reward: PRETENDED))


def as_if_paid(play: Play) -> Prompt:
    """Return the prompt of a nonempty play with the reward of each hour worked ``PRETENDED``, charges too.

    The reward of the first percept stays, since no hour was worked before it; so do the actions.

    Source: Alexander et al. 2021, Section 1.
    Ledger: A21-intro-employer*
    """
    return _PAID_MUCH.hypothetical(play)


_pretending = mimic(as_if_paid)


def clever_employer(agent: Agent, play: Play) -> Percept:
    """Return ``PAY`` if the last action is the agent's on the history as if paid, else -``PAY``; (0, 0) at first.

    A step costs in proportion to the history, which it writes again; that of the incremental form is flat.

    Source: Alexander et al. 2021, Section 1.
    Ledger: A21-intro-employer*
    """
    judged = _pretending(agent, play)
    return judged._replace(reward=PAY * judged.reward)


class _CleverEmployerIncremental:
    """The clever employer with one copy, which is paid ``PRETENDED`` for what the agent does and is the state."""

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        return Percept(0, 0), learner.initial

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        earned = PAY if learner.act(state, 0) == action else -PAY
        return Percept(earned, 0), learner.learn(state, Transition(0, action, PRETENDED, 0))


clever_employer_incremental = _CleverEmployerIncremental()
"""Incremental form.

Ledger: A21-intro-employer*
"""

RECORDS = recorded(
    globals(),
    EnvironmentRecord("clever_employer", source="A21 Section 1"),
    EnvironmentRecord("oracular_obstacle_course", source="A21 Section 1"),
    EnvironmentRecord("treasures_for_the_worthy", source="A21 Section 1"),
)
