"""The percepts of a form that is run step by step, for a learner along actions."""

from collections.abc import Callable, Iterable
from typing import Any

from formal_rl.agents import Learner, LearnerClass
from formal_rl.histories import Action, Percept


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
