"""Cycles: what a step that depends on the state alone leads to, in as many steps as it takes to come back.

One state is kept and compared with each that follows; after 1, 2, 4, ... further steps the newest is kept in its place
(Brent's way). So two states are in memory, however long it takes; and if the first state that comes back does so for
the first time after s steps in all, this is noticed within 3s - 2 steps.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

State = TypeVar("State")


def _until_back(step: Callable[[State], State], start: State, steps: int) -> Iterator[tuple[State, int]]:
    """Yield at most ``steps`` states after ``start``, each with 0, but the last, if it came back, with the period."""
    kept, since, reach = start, 0, 1
    state = start
    for _ in range(steps):
        state = step(state)
        since += 1
        if state == kept:
            yield state, since
            return
        yield state, 0
        if since == reach:
            kept, since, reach = state, 0, 2 * reach


def visits(step: Callable[[State], State], start: State, steps: int) -> Iterator[tuple[State, int]]:
    """Yield the states after 1 to ``steps`` steps, each with how often it is met here; a state may be yielded again.

    The numbers add up to ``steps``. Of a cycle that is noticed each state is yielded once more, with the number of all
    the times that are left.
    """
    for made, (state, period) in enumerate(_until_back(step, start, steps), start=1):
        yield state, 1
        if period:
            rounds, rest = divmod(steps - made, period)
            after = state
            for number in range(period if rounds else rest):
                after = step(after)
                yield after, rounds + (number < rest)


def state_after(step: Callable[[State], State], start: State, steps: int) -> State:
    """Return the state after so many steps."""
    after = start
    for made, (state, period) in enumerate(_until_back(step, start, steps), start=1):
        after = state
        if period:
            for _ in range((steps - made) % period):
                after = step(after)
    return after


def transient_and_period(step: Callable[[State], State], start: State, most: int) -> tuple[int, int] | None:
    """Return how many steps are made before the first state that comes back, and after how many it does.

    ``None`` if the two come to more than ``most``.
    """
    period = max((period for _, period in _until_back(step, start, 3 * most)), default=0)
    if not 0 < period <= most:
        return None
    ahead = start
    for _ in range(period):
        ahead = step(ahead)
    behind, transient = start, 0
    while behind != ahead:
        behind, ahead, transient = step(behind), step(ahead), transient + 1
    return (transient, period) if transient + period <= most else None
