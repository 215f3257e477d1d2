"""What a worker shows of the question that it is asking, by a place in memory that the process waiting for it maps.

A question costs two numbers there. Its words follow only where it takes long: most questions are never described.
"""

import struct
from collections.abc import Callable
from contextlib import suppress
from mmap import mmap
from typing import Any

from attrs import frozen

from formal_rl.conformance.engine.capture import Watch

PLACE_LENGTH = 4096
"""How many bytes the place has."""

_NUMBERS = struct.Struct("<QQQ")
"""Questions so far, answers that the last one got of its world, and the question that the words are of."""


@frozen
class AskedSoFar:
    """The number of questions so far, of answers that the last one got of its world, and the last one in words."""

    questions: int
    answers: int
    words: str


def read_place(place: mmap) -> AskedSoFar:
    """Return what was asked; the words are empty where they have not been written yet."""
    questions, answers, described = _NUMBERS.unpack_from(place)
    words = place[_NUMBERS.size :].partition(b"\0")[0].decode(errors="ignore")
    return AskedSoFar(questions, answers, words if described == questions else "")


class PlaceWatch(Watch):
    """A watch that another process can see; calls ``reached`` once so many questions and answers have been seen."""

    def __init__(self, place: mmap, until: tuple[int, int] | None = None) -> None:
        super().__init__()
        self._place = place
        self._until = until
        self.reached: Callable[[], None] = lambda: None

    def at(self, describe: Callable[[], str], context: Any = None) -> None:
        """Take note that something new is being asked, and from now on of each answer that a world gives to it."""
        super().at(describe, context)
        world: Any = None if context is None else context[-1]
        if isinstance(getattr(world, "answers", None), dict):
            world.answers = _Answers(self._seen, world.answers)
        self._seen(0)

    def write_words(self) -> None:
        """Describe the question that is being asked."""
        count, words = self.count, b""
        with suppress(Exception):  # what is described may change meanwhile, in another thread
            words = str(self).encode(errors="replace")[: PLACE_LENGTH - _NUMBERS.size - 1]
        self._place[_NUMBERS.size : _NUMBERS.size + len(words) + 1] = words + b"\0"
        struct.pack_into("<Q", self._place, _NUMBERS.size - 8, count)

    def _seen(self, answers: int) -> None:
        struct.pack_into("<QQ", self._place, 0, self.count, answers)
        if (self.count, answers) == self._until:
            self.reached()


class _Answers(dict[Any, Any]):
    """The answers of a world; tells how many were given, those that were given again among them."""

    def __init__(self, tell: Callable[[int], None], before: dict[Any, Any]) -> None:
        super().__init__(before)
        self._tell = tell
        self._given = 0

    def __setitem__(self, question: Any, answer: Any) -> None:
        super().__setitem__(question, answer)
        self._given += 1
        self._tell(self._given)
