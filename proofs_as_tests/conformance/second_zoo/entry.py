"""One implementation of the second zoo."""

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen


@frozen
class Entry:
    """An implementation, the suite it is written for, and what a person would say of it in one sentence.

    The sentence says what is wrong with a wrong one, what is particular about a right one, and why an open one is
    open. The options are those that a check of it needs.
    """

    suite: str
    implementation: Callable[..., Any] = field(repr=lambda implementation: implementation.__qualname__)
    sentence: str
    options: Mapping[str, Any] = field(factory=dict)

    @property
    def name(self) -> str:
        return self.implementation.__name__

    @property
    def target(self) -> str:
        """What the command line takes: module:object."""
        return f"{self.implementation.__module__}:{self.name}"
