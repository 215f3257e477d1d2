"""The three thought experiments, with the clause that decides, and the room or the pay drawn in a few lines."""

from formal_rl.agents import Agent
from formal_rl.environments import had_it_shown
from formal_rl.environments.abstract import (
    A_BUTTON,
    PRETENDED,
    SPIKES,
    STEP,
    TAKE,
    UNGUARDED,
    WALK,
    Rooms,
    as_if_paid,
    clever_employer,
    every_fourth_unguarded,
    moved,
    oracular_obstacle_course,
    treasures_for_the_worthy_in,
    with_a_button,
)
from formal_rl.histories import Observation, Percept, Play
from formal_rl.study.explained.environments import Explained, at_first


def _room(inside: str) -> str:
    return f"  +---------+\n  | {inside:<7} >\n  +---------+"


def course_room(shown: Observation) -> str:
    """Draw a room of the obstacle course: the agent @, and spikes or a button in its way."""
    if shown == SPIKES:
        return _room("@ ^^^^")
    return _room("@  o" if shown == A_BUTTON else "@")


def _course(agent: Agent, play: Play, percept: Percept) -> str:
    """Say what walking or standing earned, and why there are spikes now or none."""
    shown = None if play == () else moved(play[-2].observation, play[-1])[1]
    if play == ():
        text = at_first(percept)
    elif play[-1] == WALK:
        through = "through spikes" if play[-2].observation == SPIKES else "and met no spikes"
        text = f"the agent walked on {through}: the reward is {percept.reward}"
    else:
        text = f"the agent stood still (action {play[-1]}): the reward is {percept.reward}"
    if shown is None:
        would = agent(with_a_button(play, percept.reward))
        steps = "would step on it: spikes" if would == STEP else "would not: no spikes"
        text += f";\na new room; were there a button, the agent {steps} (action {would})"
    return f"{text}\n{course_room(percept.observation)}"


def treasure_room(room: Observation) -> str:
    """Draw a room of the treasures: the agent @, the treasure $, and the guard G where there is one."""
    return _room("@    $" if room == UNGUARDED else "@  G $")


def explained_treasures(rooms: Rooms) -> Explained:
    """Return the treasures for the worthy in these rooms, explained: whether the agent got it, and the next room."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        if play == ():
            text = "the play is empty, so"
        elif play[-1] != TAKE:
            text = f"the agent left the treasure (action {play[-1]}):"
        elif play[-2].observation == UNGUARDED:
            text = "the agent took the treasure, and there was no guard:"
        else:
            does = agent(had_it_shown(play, UNGUARDED))
            would, so = ("take it", "zapped") if does == TAKE else ("leave it", "worthy")
            text = f"the agent tries the guarded treasure; were there no guard it would {would} (action {does}): {so},"
        return f"{text} the reward is {percept.reward};\n{treasure_room(percept.observation)}"

    return Explained("treasures_for_the_worthy", treasures_for_the_worthy_in(rooms), clause)


def _employer(agent: Agent, play: Play, percept: Percept) -> str:
    """Say what the agent would do had every hour been paid well, and what it did."""
    if play == ():
        return f"the play is empty: no hour was worked, so the reward is {percept.reward}"
    hour, did, does = len(play) // 2, play[-1], agent(as_if_paid(play))
    before = "" if hour == 1 else f" had it been paid {PRETENDED} for each of the {hour - 1} before"
    same = "paid" if did == does else "charged"
    text = f"in hour {hour} the agent did {did};{before} it would do {does}"
    return f"{text}: it is {same}, and the reward is {percept.reward}"


DRAWN = (
    Explained("oracular_obstacle_course", oracular_obstacle_course, _course),
    explained_treasures(every_fourth_unguarded),
    Explained("clever_employer", clever_employer, _employer),
)
"""The three, with every fourth treasure unguarded."""
