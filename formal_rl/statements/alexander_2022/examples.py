"""Section 3: the examples."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from formal_rl.agents import Agent, AgentClass, Draw, Draws, Learner
from formal_rl.environments import (
    BUTTON,
    NO_BUTTON,
    PUSH,
    ExtendedEnvironment,
    PublishedTemptingButton,
    TemptingButtonIncremental,
    mimic,
    tempting_button,
)
from formal_rl.environments.examples.tempting_button import TemptingButtonState
from formal_rl.environments.simulated_copy import CopyBehind
from formal_rl.histories import Action, Observation, Percept, Play, map_observations
from formal_rl.statements.checks import examples, tempting
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement


def _true_action(draws: Draws) -> ExtendedEnvironment:
    right = tempting_button(draws)

    def environment(agent: Agent, play: Play) -> Percept:
        return right(lambda prompt: play[-1], play)

    return environment


def _all_buttons(draws: Draws) -> ExtendedEnvironment:
    right = tempting_button(draws)

    def environment(agent: Agent, play: Play) -> Percept:
        return right(lambda prompt: agent(map_observations(lambda seen: BUTTON, prompt)), play)

    return environment


def _always_hypothetical(draws: Draws) -> ExtendedEnvironment:
    right = tempting_button(draws)

    def environment(agent: Agent, play: Play) -> Percept:
        if play == () or play[-2].observation != BUTTON:
            return right(agent, play)
        return Percept(1 if agent(play[:-1]) == PUSH else -1, right(agent, play).observation)

    return environment


class _Late:
    """The draws from the second on."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def __getitem__(self, index: int) -> Draw:
        return self._draws[index + 1]


def _scaled(draws: Draws, change: Callable[[Draw], Draw]) -> Draws:
    class Changed:
        def __getitem__(self, index: int) -> Draw:
            return change(draws[index])

    return Changed()


def _generous(draws: Draws) -> ExtendedEnvironment:
    return tempting_button(_scaled(draws, lambda u: Fraction(0) if u == Fraction(1, 4) else u))


def _unpaid(draws: Draws) -> ExtendedEnvironment:
    """Pay 0 where there is no button."""
    right = tempting_button(draws)

    def environment(agent: Agent, play: Play) -> Percept:
        percept = right(agent, play)
        return percept if play == () or play[-2].observation == BUTTON else percept._replace(reward=0)

    return environment


def _all_but_one(draws: Draws) -> ExtendedEnvironment:
    right = tempting_button(draws)

    def environment(agent: Agent, play: Play) -> Percept:
        if play == () or play[-2].observation in {BUTTON, NO_BUTTON}:
            return right(agent, play)
        return Percept(1 if play[-1] == PUSH else -1, right(agent, play).observation)

    return environment


class _SecondRoom(PublishedTemptingButton):
    """Count the turns from 1 on."""

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, TemptingButtonState]:
        shown, state = super().start(agent_class)
        return shown, state._replace(turn=1)


class _TrainedOnTheTruth(TemptingButtonIncremental):
    """Ask the copy after training it on what truly was seen, as the published code does."""

    def advance(
        self, learner: Learner[Any], state: TemptingButtonState, action: Action
    ) -> tuple[Percept, TemptingButtonState]:
        percept, after = super().advance(learner, state, action)
        if state.observation == BUTTON:
            return percept, after
        copy, last = after.copy
        reward = -1 if learner.act(copy, BUTTON) == PUSH else 1
        last = None if last is None else last._replace(reward=reward)
        return Percept(reward, percept.observation), after._replace(copy=CopyBehind(copy, last))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-E3",
        kind="example",
        title="ignore rewards, with an observation O",
        claim="Fix an observation O. Paid for acting as if all rewards so far had been 0, always shown O. With O = 0 "
        "it is Example 6 of 2021.",
        source=f"{ALEXANDER_2022}, Example 3",
        check=examples.showing_an_observation,
        mutants={
            "O is shown at first only": {"build": lambda phi, observation: mimic(phi, initial=Percept(0, observation))},
            "asked on the true prompt": {
                "build": lambda phi, observation: mimic(lambda play: play[:-1], observation=observation)
            },
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions over 3 percepts x 2 actions",
        defects="The published code agrees but for the initial percept (0, O), which it does not give.",
    ),
    Statement(
        id="A22-E4",
        kind="example",
        title="the tempting button, with explicit draws",
        claim="Each turn a draw decides whether there is a button. Seeing it, the agent is paid for pushing and "
        "punished for not pushing. Seeing none, it is punished if it would push were there a button, and paid if not, "
        "whatever it does.",
        source=f"{ALEXANDER_2022}, Example 4",
        check=tempting.tempting,
        mutants={
            "without a button the true action counts": {"environment": _true_action},
            "every observation replaced by the button": {"environment": _all_buttons},
            "the hypothetical counts with a button too": {"environment": _always_hypothetical},
            "observations a turn late": {"environment": lambda draws: tempting_button(_Late(draws))},
            "a button at a draw of 1/4": {"environment": _generous},
            "whatever is not 1 is a button": {"environment": _all_but_one},
            "the form of 2021 is the definition": {"functional": tempting_button},
            "the published form sees a button in its second room": {"published": _SecondRoom},
            "the copy is asked after the true observation": {"incremental": _TrainedOnTheTruth},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, and of at most 2 "
        "with an observation other than 0 and 1, three sequences of draws; the incremental form for all learners, all "
        "sequences of at most 5 actions, and sampled beyond; the published form written out, all learners of 2 and of "
        "3 actions",
        defects="The observations are called pseudo-random, but the definition has no place where they come from; here "
        "they are a parameter. The published code always begins with a button, and asks its copy after "
        "training it on the true observation, which its training then shows.",
        witness="published: a learner that does otherwise on B once a transition ended without a button; "
        "on (0,0) 0 (1,1) 0 the reward is -1, and the example gives 1",
    ),
    Statement(
        id="A22-E4-value",
        kind="claim",
        title="what always pushing and never pushing are worth",
        claim="In the tempting button, always pushing is worth -1/2 a turn and never pushing 1/2 a turn, so that it is "
        "best to commit to never pushing.",
        source=f"{ALEXANDER_2022}, Section 3.2, after Example 4",
        check=tempting.value,
        mutants={
            "without a button the true action counts": {"environment": _true_action},
            "without a button nothing is paid": {"environment": _unpaid},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: exact expectations over all sequences of observations of at most 4 turns; the expected "
        "reward of one turn for all agents after all plays of at most 2 actions; all agents over 2 turns",
        defects="With the sequence of observations fixed, as the definition has it, never pushing is not best: for "
        "every sequence there is an agent that earns 1 on every turn, by pushing on just those turns that have a "
        "button.",
        repair="in expectation over independent draws, which the agent does not know beforehand, nothing is better",
        witness="on the one observation B, pushing earns 1 and never pushing -1",
    ),
    Statement(
        id="A22-E5",
        kind="example",
        title="reverse history",
        claim="Paid for acting as if history were reversed: φ(h⌢y) is h read from its end. Reversal is an involution.",
        source=f"{ALEXANDER_2022}, Example 5",
        check=examples.reversing_history,
        mutants={
            "not reversed": {"environment": mimic(lambda play: play[:-1])},
            "the first percept stays": {"reverse": lambda prompt: (prompt[0], *reversed(prompt[1:-1]), prompt[-1])},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions, all prompts of at most 4 percepts, over 3 "
        "percepts x 2 actions",
        defects="The published code gives 0 for the first action, where the definition gives 1 or -1, and pairs each "
        "reversed action with the reward that followed it, where reversal pairs it with the one before.",
        witness="published reward 3, on (0,0) 0 (0,0) 0 (1,0) 0: it asks about the rewards 0 and 1 in the other order",
    ),
)
"""In the order of the paper."""
