"""The three thought experiments, with the clause that decides, and the room or the pay drawn in a few lines."""

from __future__ import annotations

from attrs import field, frozen

from formal_rl.environments import Agent, ExtendedEnvironment
from formal_rl.environments.clever_employer import PAY, PRETENDED, as_if_paid, clever_employer
from formal_rl.environments.counterfactual import had_it_shown
from formal_rl.environments.oracular_obstacle_course import (
    A_BUTTON,
    EMPTY,
    SPIKES,
    STEP,
    WALK,
    moved,
    oracular_obstacle_course,
    with_a_button,
)
from formal_rl.environments.treasures_for_the_worthy import (
    TAKE,
    UNGUARDED,
    Rooms,
    every_fourth_unguarded,
    treasures_for_the_worthy_in,
)
from formal_rl.histories import Observation, Percept, Play
from formal_rl.study.explained import Clause


def _room(inside: str) -> str:
    return f"  +---------+\n  | {inside:<7} >\n  +---------+"


def course_room(shown: Observation) -> str:
    """Draw a room of the obstacle course: the agent @, and spikes or a button in its way."""
    if shown == SPIKES:
        return _room("@ ^^^^")
    return _room("@  o" if shown == A_BUTTON else "@")


@frozen
class ExplainedObstacleCourse:
    """The oracular obstacle course."""

    name: str = "oracular_obstacle_course"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return oracular_obstacle_course(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return what walking or standing earned, and why there are spikes now or none."""
        reward, shown = (0, None) if play == () else moved(play[-2].observation, play[-1])
        if play == ():
            text = "the play is empty, so the reward is 0"
        elif play[-1] == WALK:
            through = "through spikes" if play[-2].observation == SPIKES else "and met no spikes"
            text = f"the agent walked on {through}: the reward is {reward}"
        else:
            text = f"the agent stood still (action {play[-1]}): the reward is {reward}"
        if shown is None:
            would = agent(with_a_button(play, reward))
            shown, steps = (SPIKES, "would step on it: spikes") if would == STEP else (EMPTY, "would not: no spikes")
            text += f";\na new room; were there a button, the agent {steps} (action {would})"
        return Clause(f"{text}\n{course_room(shown)}", Percept(reward, shown))


def treasure_room(room: Observation) -> str:
    """Draw a room of the treasures: the agent @, the treasure $, and the guard G where there is one."""
    return _room("@    $" if room == UNGUARDED else "@  G $")


@frozen
class ExplainedTreasures:
    """The treasures for the worthy, in the given rooms."""

    rooms: Rooms = field(default=every_fourth_unguarded, repr=False)
    name: str = "treasures_for_the_worthy"

    @property
    def _environment(self) -> ExtendedEnvironment:
        return treasures_for_the_worthy_in(self.rooms)

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return self._environment(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return whether the agent got the treasure, was zapped or left it, and the next room."""
        after = self.rooms(len(play) // 2)
        if play == ():
            text, reward = "the play is empty, so", 0
        elif play[-1] != TAKE:
            text, reward = f"the agent left the treasure (action {play[-1]}):", 0
        elif play[-2].observation == UNGUARDED:
            text, reward = "the agent took the treasure, and there was no guard:", 1
        else:
            does = agent(had_it_shown(play, UNGUARDED))
            would, so, reward = ("take it", "zapped", -1) if does == TAKE else ("leave it", "worthy", 1)
            text = f"the agent tries the guarded treasure; were there no guard it would {would} (action {does}): {so},"
        return Clause(f"{text} the reward is {reward};\n{treasure_room(after)}", Percept(reward, after))


@frozen
class ExplainedEmployer:
    """The clever employer."""

    name: str = "clever_employer"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return clever_employer(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return what the agent would do had every hour been paid well, and what it did."""
        if play == ():
            return Clause("the play is empty: no hour was worked, so the reward is 0", Percept(0, 0))
        hour, did, does = len(play) // 2, play[-1], agent(as_if_paid(play))
        before = "" if hour == 1 else f" had it been paid {PRETENDED} for each of the {hour - 1} before"
        same, reward = ("paid", PAY) if did == does else ("charged", -PAY)
        text = f"in hour {hour} the agent did {did};{before} it would do {does}"
        return Clause(f"{text}: it is {same}, and the reward is {reward}", Percept(reward, 0))
