"""The list of what an agent was trained on, as a value that grows at its end without being copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import field, frozen

from formal_rl.environments.learners import Transition
from formal_rl.errors import MalformedHistory

_SHOWN = 4


@frozen(eq=False, repr=False)
class TransitionList:
    """A list of transitions: its last one, and the list before it. ``NO_TRANSITIONS`` is the empty one.

    Appending, hashing and taking the length cost the same however long it is. Lists are equal if their transitions
    are; comparing goes back to where the two are one object, and never by recursion.
    """

    before: TransitionList | None = None
    last: Transition | None = None
    length: int = field(init=False)
    _hash: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Count and hash from what the shorter list has counted and hashed."""
        before = self.before
        object.__setattr__(self, "length", 0 if before is None else before.length + 1)
        object.__setattr__(self, "_hash", 0 if before is None else hash((before._hash, self.last)))

    @staticmethod
    def of(transitions: Iterable[Transition]) -> TransitionList:
        """Return the list of these transitions, in this order."""
        built = NO_TRANSITIONS
        for transition in transitions:
            built = built.append(transition)
        return built

    def append(self, transition: Transition) -> TransitionList:
        """Return the list with the transition at its end; raise `MalformedHistory` if it cannot be hashed."""
        try:
            return TransitionList(self, transition)
        except TypeError:
            raise MalformedHistory(self.length, transition, "a transition of hashable parts") from None

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Transition]:
        """Iterate from the first to the last."""
        backwards = []
        here = self
        while here.before is not None and here.last is not None:
            backwards.append(here.last)
            here = here.before
        return reversed(backwards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TransitionList):
            return NotImplemented
        if self.length != other.length:
            return False
        one: TransitionList | None = self
        two: TransitionList | None = other
        while one is not None and two is not None and one is not two:
            if one._hash != two._hash or one.last != two.last:
                return False
            one, two = one.before, two.before
        return True

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        """Return code that builds a short list; of a long one its length and its end."""
        if self.length <= _SHOWN:
            return f"TransitionList.of({tuple(self)!r})"
        return f"<TransitionList of {self.length} transitions, the last of them {self.last!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as one tuple: link by link a long list would be too deep."""
        return TransitionList.of, (tuple(self),)


NO_TRANSITIONS = TransitionList()
"""The list of an agent that was never trained."""
