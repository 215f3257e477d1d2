"""Environments in start and advance form, whose cost per step does not grow with the history."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Protocol

from formal_rl.environments.learners import Learner, Transition
from formal_rl.errors import AgentRaised, InteractionFailure, MalformedHistory, NotAnAction, NotAPercept
from formal_rl.histories import Action, Percept, check_action, check_percept


class IncrementalEnvironment(Protocol):
    """An extended environment whose percepts follow from a state carried forward.

    Law: for every learner, its percepts are those of the definition applied to the learner read as a
    function of the history. States are values.

    Source: Alexander et al. 2022, Section 4.
    Ledger: infrastructure
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the initial percept and state."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the percept that answers ``action``, and the next state."""


def interact_incremental(learner: Learner[Any], environment: IncrementalEnvironment) -> Iterator[Percept | Action]:
    """Yield x_1, y_1, x_2, y_2, ...: as `interact`, holding only the two states.

    Raises `AgentRaised`, `NotAnAction` or `NotAPercept`, with the step in a note. Unlike `interact` it keeps no
    history.

    Source: Alexander et al. 2022, Section 4.
    Ledger: infrastructure
    """
    percept, environment_state = environment.start(learner)
    learner_state = learner.initial
    _require_percept(percept, 1)
    for step in count(1):
        yield percept
        try:
            action = learner.act(learner_state, percept.observation)
        except InteractionFailure:
            raise
        except Exception as cause:
            failure = AgentRaised((percept,), cause)
            failure.add_note(f"at step {step}; of the question only the last percept is kept")
            raise failure from cause
        _require_action(action, percept, step)
        yield action
        after, environment_state = environment.advance(learner, environment_state, action)
        _require_percept(after, step + 1)
        transition = Transition(percept.observation, action, after.reward, after.observation)
        try:
            learner_state = learner.learn(learner_state, transition)
        except InteractionFailure:
            raise
        except Exception as cause:
            failure = AgentRaised((percept, action, after), cause)
            failure.add_note(f"at step {step}, learning from what followed")
            raise failure from cause
        percept = after


def _require_percept(percept: Percept, step: int) -> None:
    try:
        check_percept(percept)
    except MalformedHistory as malformed:
        failure = NotAPercept((), percept, malformed)
        failure.add_note(f"at step {step}; the play is not kept")
        raise failure from None


def _require_action(action: Action, percept: Percept, step: int) -> None:
    try:
        check_action(action)
    except MalformedHistory:
        failure = NotAnAction((percept,), action)
        failure.add_note(f"at step {step}; of the question only the last percept is kept")
        raise failure from None
