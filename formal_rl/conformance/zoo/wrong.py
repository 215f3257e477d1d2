"""What is known of an implementation of the zoo: the claim that must catch it, or that it must pass everything."""

from typing import Any, Literal

from attrs import field, frozen


@frozen
class WrongImplementation:
    """An implementation that is wrong by the paper, the claim that catches it, and what is wrong with it in a line."""

    name: str
    implementation: Any = field(repr=False)
    suite: str
    caught_by: str
    sentence: str


@frozen
class RightImplementation:
    """An implementation that conforms, by the paper or as published."""

    name: str
    implementation: Any = field(repr=False)
    suite: str
    semantics: Literal["paper", "published"] = "paper"


def wrong(implementation: Any, suite: str, caught_by: str, sentence: str) -> WrongImplementation:
    """Return what is known of a wrong implementation, under its own name."""
    return WrongImplementation(implementation.__name__, implementation, suite, caught_by, sentence)
