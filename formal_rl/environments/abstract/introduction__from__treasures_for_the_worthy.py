"""Rooms with a treasure each, most of them with a guard who lets only those take it who would not if he were away."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from attrs import frozen

from formal_rl.environments.counterfactual import CopyBehind, had_it_shown
from formal_rl.environments.learners import Learner, Transition
from formal_rl.environments.types import Agent, ExtendedEnvironment
from formal_rl.histories import Action, Observation, Percept, Play, check_play

LEDGER = ("A21-intro-treasures",)

UNGUARDED, GUARDED = 0, 1
"""The two rooms, as observations; any other observation counts as a room with a guard."""

LEAVE, TAKE = 0, 1
"""Leave the treasure, take it; every action but TAKE is to leave it."""

Rooms: TypeAlias = Callable[[int], Observation]
"""Which room, UNGUARDED or GUARDED, is entered in turn 0, 1, 2, ..."""


def every_fourth_unguarded(turn: int) -> Observation:
    """Return UNGUARDED for the turns 3, 7, 11, ..., else GUARDED."""
    return UNGUARDED if turn % 4 == 3 else GUARDED


def treasures_for_the_worthy_in(rooms: Rooms) -> ExtendedEnvironment:
    """Return the wandering through these rooms, where a treasure pays 1, being zapped -1, and leaving it 0.

    Without a guard, TAKE gets the treasure. With one, TAKE gets it if the agent would not take it on that same history,
    its last room unguarded; else it is zapped. The guard asks only about those who try. The last percept of the play
    says which room it is. The first percept is (0, ``rooms(0)``). The environment raises `MalformedHistory` on what is
    no play.

    Source: Alexander et al. 2021, Section 1.
    Ledger: A21-intro-treasures*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        check_play(play)
        after = rooms(len(play) // 2)
        if play == () or play[-1] != TAKE:
            return Percept(0, after)
        if play[-2].observation == UNGUARDED:
            return Percept(1, after)
        zapped = agent(had_it_shown(play, UNGUARDED)) == TAKE
        return Percept(-1 if zapped else 1, after)

    return environment


treasures_for_the_worthy = treasures_for_the_worthy_in(every_fourth_unguarded)
"""Definition, with three guarded rooms and then one without a guard, over and over.

Ledger: A21-intro-treasures*
"""


class Wanderer(NamedTuple):
    """The turns so far, a copy of the agent that is a turn behind, and the room."""

    turns: int
    copy: CopyBehind
    room: Observation


@frozen
class TreasuresForTheWorthyIncremental:
    """The treasures with one copy, which is kept a turn behind.

    Source: Alexander et al. 2021, Section 1, in the form of Section 4 of Alexander et al. 2022.
    Ledger: A21-intro-treasures*
    """

    rooms: Rooms

    def start(self, learner: Learner[Any]) -> tuple[Percept, Wanderer]:
        """Return the first room, and an untrained copy."""
        room = self.rooms(0)
        return Percept(0, room), Wanderer(0, CopyBehind(learner.initial), room)

    def advance(self, learner: Learner[Any], state: Wanderer, action: Action) -> tuple[Percept, Wanderer]:
        """Return the next percept, and the copy with one turn more."""
        turns, copy, room = state
        reward, after = 0, self.rooms(turns + 1)
        if action == TAKE:
            zapped = room != UNGUARDED and copy.had_it_shown(learner, UNGUARDED) == TAKE
            reward = -1 if zapped else 1
        behind = copy.followed_by(learner, Transition(room, action, reward, after))
        return Percept(reward, after), Wanderer(turns + 1, behind, after)


treasures_for_the_worthy_incremental = TreasuresForTheWorthyIncremental(every_fourth_unguarded)
"""Incremental form."""
