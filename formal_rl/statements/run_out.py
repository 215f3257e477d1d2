"""A form that is run step by step, beside itself written out: for every learner along sequences of actions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from formal_rl.agents import Learner, LearnerClass, Transition, acts
from formal_rl.checking import Every, among, equal, learners, with_actions
from formal_rl.histories import Action, Observation, Percept


def copied(learner: Learner[Any], form: Any, actions: Iterable[Action], first: int | None) -> Iterator[Percept]:
    """Yield the percepts of an incremental form, or of a published one with ``first`` as the reward at first."""
    if first is None:
        percept, state = form.start(learner)
    else:
        learner = LearnerClass(learner)  # type: ignore[assignment]
        observation, state = form.start(learner)
        percept = Percept(first, observation)
    yield percept
    for action in actions:
        percept, state = (form.advance if first is None else form.step)(learner, state, action)
        yield percept


def percepts_of(form: Any) -> Callable[[Learner[Any], Iterable[Action]], tuple[Percept, ...]]:
    """Return what gives the percepts of a form to a learner along actions; 0 is the first reward of a published one."""
    first = 0 if hasattr(form, "step") else None
    return lambda learner, actions: tuple(copied(learner, form, actions, first))


def published_percepts(
    form: Any, learner: Learner[Any], actions: Iterable[Action]
) -> tuple[Observation | Percept, ...]:
    """Return the first observation of a published form, and its percepts along these actions."""
    first, *met = copied(learner, form, actions, 0)
    return first.observation, *met


Ask = Callable[[Sequence[Transition], Observation], Action]
"""What a copy does on an observation, trained on these."""

Written = Callable[[Ask, Sequence[Action]], Iterator[Percept]]
"""What a form gives, written out: the percepts along a sequence of actions, given what a copy does."""


def run_out(name: str, form: Any, written: Written, sequences: Sequence[tuple[Action, ...]], actions: int = 2) -> Every:
    """Return the part that a form is itself written out, for every learner along sequences of actions."""

    def percepts(learner: Learner[Any], sequence: tuple[Action, ...]) -> tuple[Percept, ...]:
        return tuple(written(partial(acts, learner), sequence))

    along = among(f"{{}} sequences of at most {max(map(len, sequences))} actions", sequences)
    return equal(f"{name}, written out", percepts, percepts_of(form), with_actions(actions, learners), along)
