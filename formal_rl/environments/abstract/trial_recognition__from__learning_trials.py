"""Enumerations of learning trials."""

from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias, TypeVar

from formal_rl.errors import InvalidParameter

Trial = TypeVar("Trial", bound=Hashable)

Trials: TypeAlias = Callable[[int], Trial]
"""An enumeration: the trials 0, 1, 2, ...

Ledger: A21-E19-supervised, A21-E19-unsupervised
"""


def repeated_trials(shown: Sequence[Trial]) -> Trials[Trial]:
    """Return the enumeration that shows these trials over and over; none at all is an `InvalidParameter`.

    Ledger: A21-E19-supervised*, A21-E19-unsupervised
    """
    kept = tuple(shown)
    if not kept:
        raise InvalidParameter("the trials", kept, "at least one")
    return lambda number: kept[number % len(kept)]
