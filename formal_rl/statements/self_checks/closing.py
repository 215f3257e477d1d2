"""Self-checks of closing, which decides claims at every horizon: and not too early."""

from collections.abc import Callable
from typing import Any

from formal_rl.checking import Part, close_steps
from formal_rl.checking._state_merging import UNTRAINED, MergedState, MergingSteps
from formal_rl.checking.every_horizon import require_closed
from formal_rl.checking.outcome import Disagreement
from formal_rl.checking.unknown_values import Choose, FreeLearner, SomeNumber
from formal_rl.errors import NotClosed, NotMergeable, NotReproducible
from formal_rl.statements.self_checks import Row, decide_rows
from formal_rl.statements.self_checks.engines import BOTH, MOVED, PAID, Steps, kind_of_one, kind_of_pair, untrained


def _turning(number: int) -> Steps:
    """Count steps modulo a number, and disagree when the last of them is reached."""

    def then(learner: Any, state: Any, cover: Any) -> Any:
        memory, time = state
        after = learner.learn(memory, MOVED), (time + 1) % number
        return Disagreement("late", "earlier", time) if time == number - 2 else after

    return Steps(untrained(0), then)


def _asked_again(learner: Any, state: Any, cover: Any) -> Any:
    """Ask an untrained copy, wait for a step, and disagree if it now does 1."""
    memory, time = state
    if time == 1:
        return memory, 2
    return Disagreement("again", 0, 1) if learner.act(memory, 0) and time else (memory, 1 if time == 0 else 2)


def _grown_apart(choose: Choose) -> Steps:
    """Train a copy on one of two transitions, then another on the second of them, and disagree if both are alike."""

    def then(learner: Any, state: Any, cover: Any) -> Any:
        one, other, time = state
        if time == 0:
            return one, learner.learn(other, choose((MOVED, PAID))), 1
        alike = learner.learn(one, PAID) == other
        return Disagreement("alike", False, True) if alike else (one, other, 1)

    return Steps(lambda learner: (learner.initial, learner.initial, 0), then)


def _in_turns(learner: Any, state: Any, cover: Any) -> Any:
    """Lead two copies the same way in turns, and disagree if they act differently when level."""
    one, other, ahead = state
    one, other = (one, learner.learn(other, MOVED)) if ahead else (learner.learn(one, MOVED), other)
    same = learner.act(one, 0) == learner.act(other, 0)
    return (one, other, 1 - ahead) if same or not ahead else Disagreement("level", True, False)


def _from_nothing(learner: Any, state: Any, cover: Any) -> Any:
    """Ask a new copy at each step, and disagree where it does 1 twice."""
    once = learner.act(learner.initial, 0)
    return Disagreement("twice", 0, 1) if state[1] and once else (learner.learn(state[0], MOVED), once)


def _counting(choose: Choose) -> Steps:
    """Count with a number that is not known, and disagree where it is above 2."""
    number = SomeNumber(choose)

    def then(learner: Any, state: Any, cover: Any) -> Any:
        memory, count = state
        above = 2 * count + 1 > 2
        return Disagreement("above", False, True) if above else (learner.learn(memory, MOVED), -(3 - count))

    return Steps(lambda learner: (learner.initial, number), then)


def _asking_about(what: Any) -> Callable[[Choose], Steps]:
    def claim(choose: Choose) -> Steps:
        return Steps(untrained(0), lambda learner, state, cover: what(learner, state, SomeNumber(choose)))

    return claim


_READS: tuple[Callable[[Any, Any, Any], Any], ...] = (
    lambda learner, state, some: (learner.learn(state[0], MOVED._replace(reward=some)), 0),
    lambda learner, state, some: learner.act(state[0], some),
    lambda learner, state, some: learner.act(state[0], (0, some)),
    lambda learner, state, some: (state[0], some == 0),
    lambda learner, state, some: (state[0], some % 2),
    lambda learner, state, some: (state[0], some in {3, 5}),
    lambda learner, state, some: (state[0], isinstance(some, int)),
)
"""Operations that read an unknown number."""


def closing_is_not_too_early() -> Part:
    """Close when nothing new can follow, tell apart what has another future, and find what is wrong however late."""
    three = Steps(untrained(0), lambda learner, s, cover: (learner.learn(s[0], MOVED), (s[1] + 1) % 3))
    growing = Steps(untrained(0), lambda learner, s, cover: (learner.learn(s[0], MOVED), s[1] + 1))
    kinds = Steps(untrained(0), kind_of_one), Steps(untrained(()), kind_of_pair)
    again, late = Steps(untrained(0), _asked_again), Steps(untrained(0), _from_nothing)
    level = Steps(lambda learner: (learner.initial, learner.initial, 0), _in_turns)
    counts = iter(range(100))
    unsteady = Steps(untrained(0), lambda learner, s, cover: (s[0], min(next(counts), 1)))

    def closed(claim: Any) -> Any:
        part = close_steps("n", claim, **BOTH)
        closure = part.every_horizon
        return part.cases, closure and (closure.states, closure.steps)

    def refuted(claim: Any) -> Any:
        part = close_steps("n", claim, **BOTH)
        found: Any = part.refutation
        return part.every_horizon, found.disagreement, found.choices, found.replay() == found.disagreement

    def opened(claim: Any, most: int) -> Any:
        try:
            return close_steps("n", claim, **BOTH, most=most)
        except NotClosed as error:
            return error.steps, error.states

    def left_out(claim: Any, number: int) -> None:  # as if the search had stopped too early
        steps = MergingSteps(claim, (0, 1))
        states = [UNTRAINED]
        for merged in states:
            after = dict.fromkeys(state for _, state in steps.after(merged, lambda branch: None))
            states += [state for state in after if isinstance(state, MergedState) and state not in states]
        require_closed("n", steps, states[1 : len(states) - number])

    some: Any = SomeNumber(lambda options: options[0])
    free = FreeLearner(lambda question: 0)

    def merged(branch: Any) -> Any:
        part = close_steps("n", _asking_about(branch), **BOTH)
        return part.every_horizon and part.every_horizon.states

    return decide_rows(
        "closing is not too early",
        (
            Row(closed, (three,), (4, (3, 2))),
            *(
                Row(refuted, (_turning(n),), (None, Disagreement("late", "earlier", n - 2), (), True))
                for n in (2, 3, 7)
            ),
            Row(refuted, (again,), (None, Disagreement("again", 0, 1), (), True)),
            Row(refuted, (_grown_apart,), (None, Disagreement("alike", False, True), (PAID,), True)),
            *(Row(refuted, (each,), (None, Disagreement("the kind", 1, True), (), True)) for each in kinds),
            Row(opened, (growing, 10), (9, 10)),
            Row(lambda: left_out(three, 0), (), None),
            *(Row(left_out, (three, number), NotReproducible) for number in (1, 2, 3)),
            Row(close_steps, ("n", unsteady), NotReproducible, BOTH),
            Row(close_steps, ("n", late), NotMergeable, BOTH),
            Row(closed, (level,), (13, (7, 2))),
            Row(refuted, (_counting,), (None, Disagreement("above", False, True), (True,), True)),
            *(Row(merged, (read,), NotMergeable) for read in _READS),
            Row(merged, (lambda learner, state, some: (state[0], 1 if some else 0),), 2),
            Row(free.act, (free.initial, some), NotMergeable),
            Row(free.learn, (free.initial, MOVED._replace(reward=some)), NotMergeable),
        ),
    )


CHECKS = (closing_is_not_too_early,)
