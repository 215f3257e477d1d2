"""Section 3.4 in brief, and Example 11 of 2021: environments in which a copy plays a role, or is asked otherwise."""

from collections.abc import Callable
from typing import Any

from attrs import evolve

from formal_rl.agents import Agent, Draw, Draws, Learner, as_agent
from formal_rl.environments import (
    SENTENCES,
    AdversarialSequenceIncremental,
    ExtendedEnvironment,
    SelfRecognitionIncremental,
    adversarial_sequence,
    adversarial_sequence_functional,
    as_if,
    incentivize_learning_rate,
    learning_rate_one,
    mimic,
    self_recognition,
    simulated_play,
)
from formal_rl.environments.altered_agent import AsIfIncremental
from formal_rl.environments.library.adversarial_sequence import AdversarialSequenceState
from formal_rl.environments.library.self_recognition import SelfRecognitionState
from formal_rl.histories import Action, Percept, Play, map_observations, prompt_of
from formal_rl.statements.checks import library_roles
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement


def _otherwise_answered(change: Callable[[Agent, Play], Agent]) -> Callable[[Draws], ExtendedEnvironment]:
    """Return self-recognition with another agent to answer what it would do, made from the agent and the play."""

    def build(draws: Draws) -> ExtendedEnvironment:
        right = self_recognition(draws)
        return lambda agent, play: right(change(agent, play), play)

    return build


def _everywhere(agent: Agent, play: Play) -> Agent:
    return lambda prompt: agent(map_observations(lambda seen: prompt[-1].observation, prompt))


def _scored_otherwise(score: Callable[[Play, Percept], int]) -> Callable[[Draws], ExtendedEnvironment]:
    """Return self-recognition with another reward, made from the play and the right percept."""

    def build(draws: Draws) -> ExtendedEnvironment:
        right = self_recognition(draws)

        def environment(agent: Agent, play: Play) -> Percept:
            percept = right(agent, play)
            return percept if play == () else percept._replace(reward=score(play, percept))

        return environment

    return build


class _Late:
    """The draws from the second on."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws

    def __getitem__(self, index: int) -> Draw:
        return self._draws[index + 1 if index < 3 else index]


class _TrainedOnTheTruth(SelfRecognitionIncremental):
    """Ask the copy after training it on what truly was seen, as the published code does."""

    def advance(
        self, learner: Learner[Any], state: SelfRecognitionState, action: Action
    ) -> tuple[Percept, SelfRecognitionState]:
        copy = state.copy
        if copy.last is not None:
            copy = copy._replace(copy=learner.learn(copy.copy, copy.last), last=None)
        percept, after = super().advance(learner, state._replace(copy=copy), action)
        return percept, after


# --- Adversarial sequence prediction ---


def _game(world: Callable[[int, tuple[Action, ...], Play], Percept]) -> Callable[[int], ExtendedEnvironment]:
    """Return the game with another side for the copy: what it meets, from the agent's actions and its own play."""

    def build(agreeing: int) -> ExtendedEnvironment:
        def environment(agent: Agent, play: Play) -> Percept:
            if play == ():
                return Percept(0, 0)
            own = play[1::2]
            chosen = simulated_play(agent, lambda copy: world(agreeing, own, copy), len(own))[-1]
            return Percept(agreeing if own[-1] == chosen else -agreeing, chosen)

        return environment

    return build


def _moving_second(agreeing: int, own: tuple[Action, ...], copy: Play) -> Percept:
    turn = len(copy) // 2
    reward = 0 if copy == () else (-agreeing if own[turn - 1] == copy[-1] else agreeing)
    return Percept(reward, own[turn])


def _on_the_same_side(agreeing: int, own: tuple[Action, ...], copy: Play) -> Percept:
    if copy == ():
        return Percept(0, 0)
    met = own[len(copy) // 2 - 1]
    return Percept(agreeing if met == copy[-1] else -agreeing, met)


class _PaidAlike(AdversarialSequenceIncremental):
    """Pay the copy what the agent is paid."""

    def advance(
        self, learner: Learner[Any], state: AdversarialSequenceState, action: Action
    ) -> tuple[Percept, AdversarialSequenceState]:
        percept, after = super().advance(learner, state, action)
        return percept, after._replace(shown=after.shown._replace(reward=percept.reward))


# --- The learning rate ---


def _at(change: Callable[[Any], Any]) -> Callable[[Learner[Any]], ExtendedEnvironment]:
    """Return an environment of learning rates with another rate; a learner without one is paid as itself."""

    def build(learner: Learner[Any]) -> ExtendedEnvironment:
        rate = getattr(learner, "learning_rate", None)
        other: Any = learner if rate is None else evolve(learner, learning_rate=change(rate))  # type: ignore[misc]
        return as_if(lambda agent: as_agent(other))

    return build


def _without_the_past(learner: Learner[Any]) -> ExtendedEnvironment:
    right = incentivize_learning_rate(learner)
    return lambda agent, play: right(agent, play[-2:])


def _no_rate_no_fault(learner: Learner[Any]) -> ExtendedEnvironment:
    """Pay a learner without a learning rate for acting as it does."""
    if hasattr(learner, "learning_rate"):
        return incentivize_learning_rate(learner)
    return mimic(prompt_of)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S34-recognition",
        kind="example",
        title="self-recognition by true-false statements",
        claim="Shown one of four sentences, *if this observation were o, you would take action y* for o and y 0 or 1, "
        "the agent is paid 1 for answering 1 if that is so of it on the same history with o for its last observation, "
        "and 0 if not; otherwise it is paid -1. Shown 0 or 1, it is paid 0.",
        source=f"{ALEXANDER_2022}, Section 3.4, first item, as the published library documents it",
        check=library_roles.recognising_oneself,
        mutants={
            "0 is TRUE and 1 is FALSE": {"environment": _scored_otherwise(lambda play, right: -int(right.reward))},
            "asked on the sentence itself": {
                "environment": _otherwise_answered(lambda agent, play: lambda prompt: agent(play[:-1]))
            },
            "every observation replaced": {"environment": _otherwise_answered(_everywhere)},
            "the answer is taken for the action": {
                "environment": _otherwise_answered(lambda agent, play: lambda prompt: play[-1])
            },
            "paid without a sentence too": {
                "environment": _scored_otherwise(
                    lambda play, right: int(right.reward) if play[-2].observation in SENTENCES else 1
                )
            },
            "what is no answer counts as FALSE": {
                "environment": _scored_otherwise(lambda play, right: int(right.reward) * (-1 if play[-1] > 1 else 1))
            },
            "observations a turn late": {"environment": lambda draws: self_recognition(_Late(draws))},
            "the copy is asked after the true observation": {"incremental": _TrainedOnTheTruth},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions; the incremental "
        "form for all learners, all sequences of at most 4 actions; 40 hashed learners at 4",
        defects="The paper gives one sentence and no definition; the four and what is paid without one are documented "
        "in its library. The published code asks its copy after training it on the true observation, which its "
        "training then shows; the functional code replaces it in the history, as here.",
        witness="published: a learner that does 0 on 0 when trained on (2, 0, -1, 2), and 1 when trained on (2, 0, -1, "
        "0); on (0,2) 0 (-1,2) 0 the reward is -1, and the definition gives 1",
    ),
    Statement(
        id="A22-S34-rate",
        kind="example",
        title="incentivize a learning rate",
        claim="Paid for acting as the same agent would on the same history if its learning rate were half of what it "
        "is, or, in the version behind the published numbers, if it were 1. An agent that has none is paid -1.",
        source=f"{ALEXANDER_2022}, Section 3.4, second item, as the published library documents it",
        check=library_roles.learning_rates,
        mutants={
            "its own rate": {"environment": _at(lambda rate: rate)},
            "twice the rate": {"environment": _at(lambda rate: 2 * rate)},
            "half the rate for rate 1": {"old": incentivize_learning_rate},
            "the past is forgotten": {"environment": _without_the_past},
            "no rate is no fault": {"environment": _no_rate_no_fault},
            "the copy at rate 1 for half the rate": {"incremental": AsIfIncremental(learning_rate_one)},
        },
        verdict="defined",
        evidence="exhaustive: all learners that are told their learning rate, all plays of at most 3 actions over 2 "
        "percepts x 2 actions; the incremental forms for all such learners, all sequences of at most 4 actions; "
        "Q-learners sampled",
        defects="An extended environment is given an agent, which is a function of prompts, and a learning rate cannot "
        "be found out from that: learners that are one agent can differ at half their rate, and should be paid "
        "differently. Here the environment is told the learner it faces. The paper does not say which rate; its "
        "numbers are of rate 1, its library has half the rate since.",
        witness="two learners that both do 0 untrained, and at half their rates 0 and 1: on (0,0) 0 one is paid 1 and "
        "the other -1",
    ),
    Statement(
        id="A22-S34-adversarial",
        kind="example",
        title="sequence predictor and evader",
        claim="Agent and copy first meet (0, 0), then choose at once, and each is shown what the other chose. The "
        "predictor is paid 1 if the choices are equal, else -1, and the evader the opposite. The agent is the "
        "predictor in one environment and the evader in the other, and the copy acts on its own on what it was paid "
        "and shown.",
        source=f"{ALEXANDER_2022}, Section 3.4, third item, as the published library documents it",
        check=library_roles.adversarial_prediction,
        mutants={
            "predictor and evader exchanged": {"game": lambda agreeing: adversarial_sequence(-agreeing)},
            "the copy moves second": {"game": _game(_moving_second)},
            "the copy is paid alike": {"game": _game(_on_the_same_side)},
            "the copy's choices stand a turn late": {"game": adversarial_sequence_functional},
            "the copy is trained alike": {"incremental": _PaidAlike},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 2 percepts x 2 actions; the incremental "
        "forms for all learners, all sequences of at most 4 actions; the published forms are equal for all learners, "
        "all sequences of at most 3 actions; sampled to 8",
        defects="The paper gives no definition. The published code agrees but for the initial percept, which it does "
        "not give. In the functional code the copy is asked about the agent's history with both sides exchanged, so "
        "that each of its choices stands beside the agent's next one, and its last observation is always 0.",
        witness="functional: predicting 0 and 0, an agent that does 1 on (0,0), 0 on (0,0) 0 (1,0) and 1 on (0,0) 1 "
        "(1,0) is paid 1 for the second, and the definition gives -1",
    ),
)
"""In the order of the paper."""
