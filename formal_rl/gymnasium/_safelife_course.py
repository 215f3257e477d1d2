"""Which levels an environment plays, and in which order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias

from attrs import frozen
from gymnasium.utils.seeding import np_random

from formal_rl.errors import InvalidParameter, UnknownName, nearest
from formal_rl.safelife.game import Level
from formal_rl.study.safelife import find_level

Levels: TypeAlias = "Level | str | Iterable[Level | str] | Course"
"""A level or the name of one, as in `find_level`; or several; or the course of them."""


@frozen
class Course:
    """Levels one after the other, the first again after the last; each with a name, and all of an agent's."""

    levels: tuple[Level, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, levels: Levels, agent: int) -> Course:
        """Return the course of these levels.

        Raises `InvalidParameter` where there is none, or one that has no such agent, and the errors of `find_level`.
        """
        if isinstance(levels, Course):
            return levels
        listed: list[Any] = [levels] if isinstance(levels, str) or not isinstance(levels, Iterable) else [*levels]
        if not listed or not all(isinstance(each, str | Level) for each in listed):
            raise InvalidParameter("levels", levels, "a level, the name of one, or several of these")
        found = tuple(find_level(each) if isinstance(each, str) else each for each in listed)
        names = tuple(each if isinstance(each, str) else level.name for each, level in zip(listed, found, strict=True))
        for name, level in zip(names, found, strict=True):
            if type(agent) is not int or not 0 <= agent < len(level.agents):
                has = f"level {name!r} has {len(level.agents)}"
                raise InvalidParameter("agent", agent, f"the number of an agent, counted from 0: {has}")
        return cls(found, names)

    def place(self, which: Any) -> int:
        """Return the place of a level that is given by its place or its name.

        Raises `UnknownName` with the names that are nearest, and `InvalidParameter` for a place that is none.
        """
        if isinstance(which, str):
            if which not in self.names:
                raise UnknownName(f"no level {which!r} here; {nearest(which, self.names)}")
            return self.names.index(which)
        if type(which) is not int or not 0 <= which < len(self.levels):
            raise InvalidParameter("level", which, f"a name, or a place, 0 to {len(self.levels) - 1}")
        return which

    def size(self) -> tuple[int, int]:
        """Return the height and width of all boards; raise `InvalidParameter` where they are not all the same."""
        sizes = list(dict.fromkeys((level.board.height, level.board.width) for level in self.levels))
        if len(sizes) > 1:
            found = ", ".join(f"{height} x {width}" for height, width in sizes)
            raise InvalidParameter("levels", found, "boards of one size if the view is the whole board; or set a view")
        return sizes[0]


class Episode(NamedTuple):
    """An episode: its level, the name of that, and the seed of the draws."""

    level: Level
    name: str
    seed: int


class Episodes:
    """The episodes of one game after another: the levels of a course, and seeds that follow from one seed."""

    def __init__(self, course: Course, first: int, seed: int) -> None:
        """Begin with the level at place ``first`` and this seed, if no other is given."""
        self.course, self.first = course, first
        self._seed: int | None = seed
        self._place = first

    def following(self, seed: int | None = None, which: Any = None) -> Episode:
        """Return the next episode: restarted with a seed, or of the level that `place` of the course finds."""
        chosen = None if which is None else self.course.place(which)
        if seed is None:
            seed, self._seed = self._seed, None
        if seed is not None:
            self._generator, _ = np_random(seed)
            self._place, self._seed = self.first, None
        else:
            seed = int(self._generator.integers(1 << 32))
        place = self._place if chosen is None else chosen
        self._place = (place + 1) % len(self.course.levels)
        return Episode(self.course.levels[place], self.course.names[place], seed)


def level_option(options: dict[str, Any] | None) -> Any:
    """Return the level that the options of a reset ask for, None if they ask for none.

    Raises `InvalidParameter` for any other option.
    """
    unknown = [name for name in options or () if name != "level"]
    if unknown:
        raise InvalidParameter("options", unknown, "no option but level")
    return (options or {}).get("level")
