"""Mimicry of an agent that was told something else of each turn: one copy, trained on transitions made of the true."""

from typing import Any, NamedTuple, Protocol

from attrs import field, frozen
from attrs.validators import ge, instance_of, optional

from formal_rl.agents import Learner, Transition
from formal_rl.environments.mimic import PAID, PUNISHED
from formal_rl.histories import Action, Percept


class Rewrite(Protocol):
    """What a copy is told of a turn: the transitions that it is trained on in place of the true one."""

    def __call__(self, turn: int, before: Transition | None, true: Transition, /) -> tuple[Transition, ...]:
        """Return what the copy is told of turn ``turn``, counted from 1, which followed upon ``before``."""


def as_it_was(turn: int, before: Transition | None, true: Transition) -> tuple[Transition, ...]:
    """Return the true transition: the `Rewrite` that changes nothing."""
    return (true,)


class RewrittenState(NamedTuple):
    """Turns so far, modulo the period if there is one; the last true transition; and the copy."""

    turns: int
    last: Transition | None
    copy: Any


@frozen
class RewrittenIncremental:
    """The incremental form of a mimicry whose prompt changes turn by turn: a copy is trained on what ``rewrite`` says.

    Where ``period`` is given, ``rewrite`` must depend on the number of the turn through its remainder by ``period``
    alone. Turns are then counted modulo ``period``, so that a state can come again.

    It fits `mimic(φ)` with observation 0 where the transitions of φ(play) are those that ``rewrite`` makes of the
    transitions of the play, one turn after the other, and where the first percept of φ(play) shows 0.

    Source: Alexander et al. 2022, Section 4.
    Ledger: A22-S4, A22-lib*
    """

    rewrite: Rewrite
    period: int | None = field(default=None, validator=optional([instance_of(int), ge(1)]))

    def start(self, learner: Learner[Any]) -> tuple[Percept, RewrittenState]:
        """Return (0, 0), and an untrained copy."""
        return Percept(0, 0), RewrittenState(0, None, learner.initial)

    def advance(self, learner: Learner[Any], state: RewrittenState, action: Action) -> tuple[Percept, RewrittenState]:
        """Return 1 or -1 for doing as the copy does, and the copy trained on what it is told."""
        turn, before, copy = state.turns + 1, state.last, state.copy
        answer = PAID if action == learner.act(copy, 0) else PUNISHED
        true = Transition(0, action, answer[0], 0)
        for told in self.rewrite(turn, before, true):
            copy = learner.learn(copy, told)
        return answer, RewrittenState(turn if self.period is None else turn % self.period, true, copy)
