"""Thought experiments in words and drawn: the introduction's three, Newcomb's problem, the tempting button."""

from formal_rl.agents import Agent, Draws
from formal_rl.environments import BUTTON, PUSH, seeing_a_button, tempting_button, with_last_observation
from formal_rl.environments.abstract import (
    A_BUTTON,
    ONE_BOX,
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
    newcombs_problem,
    oracular_obstacle_course,
    treasures_for_the_worthy_in,
    with_a_button,
)
from formal_rl.histories import Observation, Percept, Play, Reward
from formal_rl.study._explained.environments import ExplainedEnvironment, at_first, if_short


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


def explained_treasures(rooms: Rooms) -> ExplainedEnvironment:
    """Return the treasures for the worthy in these rooms, explained: whether the agent got it, and the next room."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        if play == ():
            text = "the play is empty, so"
        elif play[-1] != TAKE:
            text = f"the agent left the treasure (action {play[-1]}):"
        elif play[-2].observation == UNGUARDED:
            text = "the agent took the treasure, and there was no guard:"
        else:
            does = agent(with_last_observation(play, UNGUARDED))
            would, so = ("take it", "zapped") if does == TAKE else ("leave it", "worthy")
            text = f"the agent tries the guarded treasure; were there no guard it would {would} (action {does}): {so},"
        return f"{text} the reward is {percept.reward};\n{treasure_room(percept.observation)}"

    return ExplainedEnvironment("treasures_for_the_worthy", treasures_for_the_worthy_in(rooms), clause)


def _employer(agent: Agent, play: Play, percept: Percept) -> str:
    """Say what the agent would do had every hour been paid well, and what it did."""
    if play == ():
        return f"the play is empty: no hour was worked, so the reward is {percept.reward}"
    hour, did, does = len(play) // 2, play[-1], agent(as_if_paid(play))
    before = "" if hour == 1 else f" had it been paid {PRETENDED} for each of the {hour - 1} before"
    same = "paid" if did == does else "charged"
    text = f"in hour {hour} the agent did {did};{before} it would do {does}"
    return f"{text}: it is {same}, and the reward is {percept.reward}"


# --- Newcomb's problem ---


def explained_newcomb(seen: Reward = 1, hidden: Reward = 1000) -> ExplainedEnvironment:
    """Return Newcomb's problem explained: what was predicted, what therefore lay in the boxes, and what was taken."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        if play == ():
            return f"{at_first(percept)};\n{_drawn(seen, '?')}"
        predicted, did = agent(play[:-1]), play[-1]
        filled = hidden if predicted == ONE_BOX else 0
        words = [
            f"on its own history the agent takes {_boxes(predicted)}:",
            f"so it was predicted, and {filled} put into the closed box",
            _drawn(seen, str(filled)),
            f"{_boxes(did)} {'was' if did == ONE_BOX else 'were'} taken: the reward is {percept.reward}",
        ]
        return "\n".join(words)

    return ExplainedEnvironment("newcombs_problem", newcombs_problem(seen, hidden), clause)


def _boxes(action: int) -> str:
    return f"{'the closed box alone' if action == ONE_BOX else 'both boxes'} (action {action})"


def _drawn(seen: Reward, closed: str) -> str:
    opened = f" {seen} "
    inside = f" {closed} "
    rows = (
        ("", f" {'_' * len(inside)} "),
        (f"|{opened}|", f"|{inside}|"),
        (f"|{'_' * len(opened)}|", f"|{'_' * len(inside)}|"),
    )
    labels = ("open", "closed")
    widths = [max(map(len, column)) for column in zip(*rows, labels, strict=True)]
    return "\n".join("   ".join(map(str.ljust, row, widths)).rstrip() for row in (*rows, labels))


# --- The tempting button ---


def explained_tempting_button(draws: Draws) -> ExplainedEnvironment:
    """Return the tempting button with these draws, explained."""
    return ExplainedEnvironment("tempting_button", tempting_button(draws), _clause)


def _clause(agent: Agent, play: Play, percept: Percept) -> str:
    draw, shows = ("<", "a button") if percept.observation == BUTTON else (">=", "no button")
    shown = f"draw u_{len(play) // 2} is {draw} 1/4, so it shows {shows} (observation {percept.observation})"
    if play == ():
        return f"{at_first(percept)};\n{shown}"
    seen, did = play[-2].observation, play[-1]
    if seen == BUTTON:
        pushed = "pushed it" if did == PUSH else "did not push it"
        text = f"there was a button (observation {seen}) and the agent {pushed} (action {did})"
    else:
        prompt = seeing_a_button(play)
        does = agent(prompt)
        would = "would push it" if does == PUSH else "would not push it"
        text = (
            f"there was no button (observation {seen}); had there been one{if_short(prompt)} "
            f"the agent {would} (action {does})"
        )
    return f"{text}: the reward is {percept.reward};\n{shown}"


DRAWN = (
    ExplainedEnvironment("oracular_obstacle_course", oracular_obstacle_course, _course),
    explained_treasures(every_fourth_unguarded),
    ExplainedEnvironment("clever_employer", clever_employer, _employer),
    explained_newcomb(),
)
"""The introduction's three, every fourth treasure unguarded; Newcomb's problem with 1 to be seen and 1000 hidden."""
