"""What a process tells another of what it is being asked, by a place in memory that both have mapped."""

import struct
from collections.abc import Callable
from mmap import mmap
from typing import Any

from attrs import frozen

from formal_rl.conformance.capture import Watch
from formal_rl.conformance.unknowns import Unknowns

PLACE_LENGTH = 4096
"""How many bytes of a file tell another process what is being asked."""

_NUMBERS = struct.Struct("<QQ")


@frozen
class AskedSoFar:
    """The number of questions so far, of answers that the last one got of its world, and the last one in words."""

    questions: int
    answers: int
    words: str


def read_place(place: mmap) -> AskedSoFar:
    """Return what was asked."""
    questions, answers = _NUMBERS.unpack_from(place)
    words = place[_NUMBERS.size :].partition(b"\0")[0].decode(errors="ignore")
    return AskedSoFar(questions, answers, words)


class PlaceWatch(Watch):
    """A watch that other processes can see; calls ``reached`` once so many questions and answers have been seen."""

    def __init__(self, place: mmap, until: tuple[int, int] | None = None) -> None:
        super().__init__()
        self._place = place
        self._until = until
        self.reached: Callable[[], None] = lambda: None

    def at(self, describe: Callable[[], str], context: Any = None) -> None:
        """Take note that something new is being asked, and from now on of each answer that a world gives to it."""
        super().at(describe, context)
        words = describe().encode()[: PLACE_LENGTH - _NUMBERS.size - 1]
        self._place[_NUMBERS.size : _NUMBERS.size + len(words) + 1] = words + b"\0"
        world = None if context is None else context[-1]
        if isinstance(world, Unknowns):
            world.answers = _Answers(self._seen)
        self._seen(0)

    def _seen(self, answers: int) -> None:
        _NUMBERS.pack_into(self._place, 0, self.count, answers)
        if (self.count, answers) == self._until:
            self.reached()


class _Answers(dict[Any, Any]):
    """The answers of a world; tells how many were given, those that were given again among them."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        super().__init__()
        self._tell = tell
        self._given = 0

    def __setitem__(self, question: Any, answer: Any) -> None:
        super().__setitem__(question, answer)
        self._given += 1
        self._tell(self._given)
