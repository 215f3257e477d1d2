"""What a suite is whose questions are histories, put in worlds whose agents and environments fork."""

from collections.abc import Callable
from typing import Any

from attrs import frozen

from formal_rl.conformance.capture import Watch
from formal_rl.conformance.claims import Claim, Shape


@frozen
class Suite:
    """One definition that implementations are checked against; ``meaning`` is the definition in a line."""

    name: str
    source: str
    meaning: str
    published: str | None
    detect: Callable[[Any, Watch], Shape]
    claims: Callable[[Shape, str, str], list[Claim]]
    takes: tuple[str, ...]
