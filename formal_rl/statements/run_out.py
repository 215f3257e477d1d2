"""A form that is run step by step, beside itself written out: for every learner along sequences of actions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from formal_rl.agents import Learner, LearnerClass, Transition
from formal_rl.agents.learners import acts
from formal_rl.checking import among, equal
from formal_rl.checking.claims import Every
from formal_rl.checking.domains import learners, with_actions
from formal_rl.histories import Action, Observation, Percept


def percepts_of(form: Any) -> Callable[[Learner[Any], Iterable[Action]], tuple[Percept, ...]]:
    """Return what gives the percepts of a form to a learner along actions; 0 is the first reward of a published one."""

    def percepts(learner: Learner[Any], actions: Iterable[Action]) -> tuple[Percept, ...]:
        published = hasattr(form, "step")
        asked: Any = LearnerClass(learner) if published else learner
        first, state = form.start(asked)
        found = [Percept(0, first) if published else first]
        for action in actions:
            percept, state = (form.step if published else form.advance)(asked, state, action)
            found.append(percept)
        return tuple(found)

    return percepts


def published_percepts(form: Any, learner: Learner[Any], actions: Iterable[Action]) -> tuple[Any, ...]:
    """Return the first observation of a published form, and its percepts along these actions."""
    first, *met = percepts_of(form)(learner, actions)
    return first.observation, *met


Ask = Callable[[Sequence[Transition], Observation], Action]
"""A copy's action on an observation, after these trainings."""

Written = Callable[[Ask, Sequence[Action]], Iterator[Percept]]
"""A form, written out: the percepts along a sequence of actions, given a copy's actions."""


def run_out(name: str, form: Any, written: Written, sequences: Sequence[tuple[Action, ...]], actions: int = 2) -> Every:
    """Return the part that a form is itself written out, for every learner along sequences of actions."""

    def percepts(learner: Learner[Any], sequence: tuple[Action, ...]) -> tuple[Percept, ...]:
        return tuple(written(partial(acts, learner), sequence))

    along = among(f"{{}} sequences of at most {max(map(len, sequences))} actions", sequences)
    return equal(f"{name}, written out", percepts, percepts_of(form), with_actions(actions, learners), along)
