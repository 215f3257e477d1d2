"""Section 1: the three thought experiments."""

from typing import Any

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments import ExtendedEnvironment
from formal_rl.environments.abstract import (
    A_BUTTON,
    STEP,
    TAKE,
    UNGUARDED,
    Rooms,
    TreasuresForTheWorthyIncremental,
    clever_employer,
    obstacle_course,
    oracular_obstacle_course,
    treasures_for_the_worthy_in,
)
from formal_rl.environments.abstract.introduction import (
    CleverEmployerIncremental,
    OracularObstacleCourseIncremental,
    WalkerInRoom,
    Wanderer,
)
from formal_rl.histories import Action, Percept, Play, prompt_of
from formal_rl.statements.checks import introduction
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

# --- Oracular obstacle courses ---


def _ordinary(agent: Agent, play: Play) -> Percept:
    """Put a button into each room."""
    return obstacle_course(play)


def _unpaid_in_thought(agent: Agent, play: Play) -> Percept:
    """Ask about the button with reward 0, whatever was earned."""
    return oracular_obstacle_course(lambda prompt: agent((*prompt[:-1], Percept(0, A_BUTTON))), play)


def _asked_at_first(agent: Agent, play: Play) -> Percept:
    """Ask about a button in the first room only."""
    return oracular_obstacle_course(lambda prompt: agent((Percept(0, A_BUTTON),)), play)


def _asked_everywhere(agent: Agent, play: Play) -> Percept:
    """Ask anew when the agent stands still, too."""
    percept = oracular_obstacle_course(agent, play)
    would = agent((*play, Percept(percept.reward, A_BUTTON))) == STEP
    return percept._replace(observation=1 if would else 0)


class _OneTurnBehind(OracularObstacleCourseIncremental):
    """Ask a copy that has not learned from the last turn."""

    def advance(self, learner: Learner[Any], state: WalkerInRoom, action: Action) -> tuple[Percept, WalkerInRoom]:
        percept, after = super().advance(learner, state, action)
        return percept._replace(observation=0), after


# --- Treasures for the worthy ---


def _asking_of_the_past(rooms: Rooms) -> ExtendedEnvironment:
    """Let the guard ask whether the agent took an unguarded treasure before."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        took = any(
            seen.observation == UNGUARDED and did == TAKE for seen, did in zip(play[0::2], play[1::2], strict=True)
        )
        return right(lambda prompt: TAKE if took else 0, play)

    return environment


def _asking_everyone(rooms: Rooms) -> ExtendedEnvironment:
    """Let the guard zap those who leave the treasure too."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        if play == () or play[-2].observation == UNGUARDED:
            return right(agent, play)
        return right(agent, (*play[:-1], TAKE))

    return environment


def _all_guards_away(rooms: Rooms) -> ExtendedEnvironment:
    """Let the guard ask about a history in which the agent was not zapped either."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        return right(lambda prompt: agent((*prompt[:-1], Percept(0, UNGUARDED))), play)

    return environment


def _worthy_everywhere(rooms: Rooms) -> ExtendedEnvironment:
    """Let a treasure without a guard be refused to whoever would take it."""
    right = treasures_for_the_worthy_in(rooms)

    def environment(agent: Agent, play: Play) -> Percept:
        if play == ():
            return right(agent, play)
        return right(agent, (*play[:-2], play[-2]._replace(observation=1), play[-1]))

    return environment


class _GuardWithoutEyes(TreasuresForTheWorthyIncremental):
    """Take every room for one without a guard."""

    def advance(self, learner: Learner[Any], state: Wanderer, action: Action) -> tuple[Percept, Wanderer]:
        return super().advance(learner, state._replace(room=UNGUARDED), action)


# --- The clever employer ---


def _charges_felt(agent: Agent, play: Play) -> Percept:
    """Let only what was paid count as a thousand."""
    return _employer(agent, play, lambda index, reward: 1000 if reward > 0 else reward)


def _first_too(agent: Agent, play: Play) -> Percept:
    """Let the reward of the first percept be a thousand too."""
    return _employer(agent, play, lambda index, reward: 1000)


def _last_hour(agent: Agent, play: Play) -> Percept:
    """Let the last hour alone count as a thousand."""
    last = len(play) - 2
    return _employer(agent, play, lambda index, reward: 1000 if index == last and index else reward)


def _ten_times(agent: Agent, play: Play) -> Percept:
    """Multiply what was paid and charged by ten."""
    return _employer(agent, play, lambda index, reward: 10 * reward)


def _employer(agent: Agent, play: Play, told: Any) -> Percept:
    if play == ():
        return Percept(0, 0)
    prompt = tuple(
        Percept(told(index, x.reward), x.observation) if index % 2 == 0 else x
        for index, x in enumerate(prompt_of(play))
    )
    return Percept(100 if agent(prompt) == play[-1] else -100, 0)


def _real_life(agent: Agent, play: Play) -> Percept:
    """Let the copy live for a thousand an hour by itself, doing as it does."""
    if play == ():
        return Percept(0, 0)
    lived: Play = (Percept(0, 0),)
    while len(lived) < len(play) - 1:
        lived = (*lived, agent(lived), Percept(1000, 0))
    return Percept(100 if agent(lived) == play[-1] else -100, 0)


def _unfeeling(agent: Agent, play: Play) -> Percept:
    """Pay nothing instead of charging."""
    percept = clever_employer(agent, play)
    return percept._replace(reward=max(percept.reward, 0))


class _WrongWayRound(CleverEmployerIncremental):
    """Charge for what is to be paid."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        percept, _ = super().advance(learner, state, action)
        return percept._replace(reward=-percept.reward), learner.learn(state, Transition(0, action, 1000, 0))


_COURSE, _TREASURES, _EMPLOYER = introduction.obstacles, introduction.treasures, introduction.employer

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-intro-obstacles",
        kind="example",
        title="oracular obstacle course",
        claim="No room has a button, and spikes are up in a new room if the agent would step on a button there. To "
        "walk on pays 1, through spikes -1; to stand still pays 0, and spikes go down. In n turns nothing earns more "
        "than n, and exactly those earn n who always walk on and, in the rooms they leave, would never step.",
        source=f"{ALEXANDER_2021}, Section 1",
        check=_COURSE,
        mutants={
            "the ordinary course": {"environment": _ordinary},
            "the button is thought of with reward 0": {"environment": _unpaid_in_thought},
            "asked about the first room only": {"environment": _asked_at_first},
            "asked anew while standing still": {"environment": _asked_everywhere},
            "no spikes after the first room": {"incremental": _OneTurnBehind()},
        },
        verdict="defined",
        evidence="exhaustive: all agents, 5 turns, 2 actions; all that would step on any button, 8 turns, of whom the "
        "best earn 4 by waiting for the spikes to go down; in the ordinary course all agents, 5 turns; the "
        "incremental form for all learners, all sequences of at most 4 actions",
        defects="The paper tells it in a sentence. The rewards, that spikes hurt only who walks through them, and "
        "that they go down, are ours.",
    ),
    Statement(
        id="A21-intro-treasures",
        kind="example",
        title="treasures for the worthy",
        claim="To take a treasure without a guard pays 1. To take one with a guard pays 1 if the agent would leave it "
        "without the guard, and -1 if it would take it. Where most rooms are guarded, to take the guarded treasures "
        "and leave the others is best in expectation; where few are, to take the others only.",
        source=f"{ALEXANDER_2021}, Section 1",
        check=_TREASURES,
        mutants={
            "the guard asks what the agent did before": {"environment": _asking_of_the_past},
            "the guard zaps those who leave it too": {"environment": _asking_everyone},
            "the last reward is replaced too": {"environment": _all_guards_away},
            "every room has a guard": {"environment": _worthy_everywhere},
            "no room has a guard": {"incremental": _GuardWithoutEyes},
        },
        verdict="defined",
        evidence="exhaustive: all agents, in each room, after all plays of at most 2 actions over 3 percepts, earn "
        "there what one of the four policies that look at the room only earns; these policies on all sequences of at "
        "most 5 rooms; all agents, all sequences of 2 rooms, guarded independently with probability 3/4, 1/2 and 1/4; "
        "all agents, each sequence of 3 rooms; the incremental form for all learners, all sequences of at most 5 "
        "actions",
        defects="Which rooms are guarded is left open, and decides what is best. The agent must not know the rooms "
        "beforehand: against rooms it knows it gets every treasure, by taking what is unguarded in the rooms that are "
        "and being worthy in the others.",
        witness="a guarded room and then an unguarded one: what does 1 on (0,1), 0 on (0,0), and 1 on (0,1) 1 (1,0) "
        "gets 2, the worthy 1",
    ),
    Statement(
        id="A21-intro-employer",
        kind="example",
        title="the clever employer",
        claim="Each hour the agent is paid 100 if it does what it would do on its history with 1000 paid for each "
        "hour before, and charged 100 if not. The first hour of any agent is paid. In n hours nothing earns more than "
        "100 n, and exactly those earn it who act in every hour as if paid 1000.",
        source=f"{ALEXANDER_2021}, Section 1",
        check=_EMPLOYER,
        mutants={
            "charges are felt": {"environment": _charges_felt},
            "the first reward is a thousand too": {"environment": _first_too},
            "the last hour only counts as a thousand": {"environment": _last_hour},
            "what was paid, ten times": {"environment": _ten_times},
            "a copy that lives for a thousand by itself": {"environment": _real_life},
            "no charge": {"environment": _unfeeling},
            "charged for what is to be paid": {"incremental": _WrongWayRound()},
        },
        verdict="defined",
        evidence="exhaustive: all agents, 5 hours, 2 actions; all agents that see no rewards, 5 hours; the "
        "incremental form for all learners, all sequences of at most 4 actions",
        defects="The paper does not say whether an hour that was charged counts as paid 1000 too, or whether the "
        "history is the agent's own with other rewards or one that it would have lived. Here every hour counts, and "
        "the actions stay.",
        witness="to earn most one need not be indifferent to money: what does 1 on (0,0) 0 (-100,0) and 0 else earns "
        "200 in 2 hours, since it is never charged",
    ),
)
"""In the order of the paper."""
