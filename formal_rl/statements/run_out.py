"""A form that is run step by step, beside itself written out: for every learner along sequences of actions."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from formal_rl.agents import Learner, LearnerClass, Transition, acts
from formal_rl.checking import Cover, Disagreement, Part, Unknown, decide_each, unless
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


def percepts_along(form: Any, learner: Learner[Any], actions: Iterable[Action]) -> tuple[Percept, ...]:
    """Return the percepts of an incremental form along these actions."""
    return tuple(copied(learner, form, actions, None))


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


def run_out(
    name: str, form: Any, written: Written, *, sequences: Sequence[tuple[Action, ...]], actions: Sequence[Action]
) -> Part:
    """Compare a form with itself written out, for every learner along sequences of actions."""
    reward = 0 if hasattr(form, "step") else None

    def claim(sequence: tuple[Action, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
        expected = tuple(written(partial(acts, unknown.learner), sequence))
        got = tuple(copied(unknown.learner, form, sequence, reward))
        return unless(expected == got, f"{name} on {sequence}", expected, got)

    played = f"{len(sequences)} sequences of at most {max(map(len, sequences))} of them"
    return decide_each(
        f"{name}, written out",
        claim,
        sequences,
        actions=actions,
        domain=f"all learners of {len(actions)} actions, {played}",
    )
