"""Environments in start and advance form, whose cost per step does not grow with the history; any other is replayed."""

from collections.abc import Iterator
from itertools import count
from typing import Any, Protocol

from attrs import frozen

from formal_rl.agents import Learner, Transition, as_agent
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.errors import AgentRaised, InteractionFailure, MalformedHistory, NotAnAction, NotAPercept
from formal_rl.histories import Action, Percept, Play, require_percept


class IncrementalEnvironment(Protocol):
    """An extended environment whose percepts follow from a state carried forward.

    Law: for every learner, its percepts are those of the definition applied to the learner read as a
    function of the history. States are values.
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the initial percept and state."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the percept that answers ``action``, and the next state."""


def interact_incremental(learner: Learner[Any], environment: IncrementalEnvironment) -> Iterator[Percept | Action]:
    """Yield x_1, y_1, x_2, y_2, ...: as `interact`, holding only the two states.

    Raises `AgentRaised`, `NotAnAction` or `NotAPercept`, with the step in a note. Unlike `interact` it keeps no
    history.

    Ledger: A22-S4*
    """
    percept, environment_state = environment.start(learner)
    learner_state = learner.initial
    _require_percept(percept, 1)
    for step in count(1):
        yield percept
        observation = percept[1]
        try:
            action = learner.act(learner_state, observation)
        except InteractionFailure:
            raise
        except Exception as cause:
            failure = AgentRaised((percept,), cause)
            failure.add_note(f"at step {step}; of the question only the last percept is kept")
            raise failure from cause
        if type(action) is not int or action < 0:
            wrong = NotAnAction((percept,), action)
            wrong.add_note(f"at step {step}; of the question only the last percept is kept")
            raise wrong
        yield action
        after, environment_state = environment.advance(learner, environment_state, action)
        if type(after) is not Percept or type(after[0]) is not int or type(after[1]) is not int:
            _require_percept(after, step + 1)
        try:
            learner_state = learner.learn(learner_state, Transition(observation, action, after[0], after[1]))
        except InteractionFailure:
            raise
        except Exception as cause:
            failure = AgentRaised((percept, action, after), cause)
            failure.add_note(f"at step {step}, learning from what followed")
            raise failure from cause
        percept = after


def _require_percept(percept: Percept, step: int) -> None:
    try:
        require_percept(percept)
    except MalformedHistory as malformed:
        failure = NotAPercept((), percept, malformed)
        failure.add_note(f"at step {step}; the play is not kept")
        raise failure from None


@frozen
class ReplayedIncremental:
    """Any extended environment, its state the prompt so far; each step trains a new copy on the whole question.

    It fits every environment, and its cost per step grows with the history. For reverse history the paper gives a
    reason why nothing better can be expected.

    Ledger: A22-S4*
    """

    environment: ExtendedEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, Play]:
        """Return the percept of the empty play, as percept and as prompt."""
        percept = self.environment(as_agent(learner), ())
        return percept, (percept,)

    def advance(self, learner: Learner[Any], state: Play, action: Action) -> tuple[Percept, Play]:
        """Return the percept of the play so far, and the longer prompt."""
        play = (*state, action)
        percept = self.environment(as_agent(learner), play)
        return percept, (*play, percept)
