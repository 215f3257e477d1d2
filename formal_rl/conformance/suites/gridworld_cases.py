"""Cases of gridworlds: a picture and some actions, smallest first."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from formal_rl.conformance.engine.case_suites import Case, case
from formal_rl.errors import MalformedLayout
from formal_rl.gridworlds import MOVES, World, move, parse_layout
from formal_rl.gridworlds.trajectories import all_trajectories

OPEN = ("length 9\n. A\n. .\n. .\n. .\nC1 .", "length 9\nA . . . . C1")
"""Nothing in the way, and the last move far away."""

WALLED = ("length 9\n. # C1\nA . #\n. . .", "length 9\n# . # C1\n. A . #\n. # . .")
"""Walls in the way."""

SHORT_WALLED = ("length 1\nA # C1", "length 2\n# A #\n. C1 .")
"""Walls in the way, and few moves: one that is used up in vain shows."""

RICH = ("length 9\nC2 A C1", "length 9\nA C1/2 C3\n. C2 .")
"""Coins within reach."""

BUTTONED = ("length 9\nA B2 C1", "length 9\nB1 A B3\n. C1 .")
"""Buttons within reach, and the last move far away."""

SHORT = (
    "length 1\nA C1",
    "length 2\nA . C1",
    "length 1\nA B1 C2",
    "length 1\nA B2 C3",
    "length 2\nA B1 C2\n. C1 .",
    "length 2\nB1 A B1\n. C1 .",
)
"""Few moves at first: the last can collect a coin, or press a button."""


@cache
def world_of(picture: str) -> World:
    """Return the world that a picture shows."""
    return parse_layout(picture)


def some_moves(pictures: Sequence[str], most: int) -> Callable[[str], Iterator[Case]]:
    """Return the cases of all sequences of 1 to ``most`` actions in worlds that last longer (full: one action more)."""

    def cases(profile: str) -> Iterator[Case]:
        for number in range(1, most + 1 + (profile == "full")):
            for picture, actions in product(pictures, product(range(len(MOVES)), repeat=number)):
                yield case(picture=picture, actions=actions)

    return cases


def whole_trajectories(picture: str) -> Iterator[Case]:
    """Yield the cases of all trajectories of a world, to their ends."""
    for trajectory in all_trajectories(world_of(picture)):
        yield case(picture=picture, actions=trajectory.actions)


LONG = 256
"""How many moves, trainings or turns the longest cases have."""

_LARGE = f"length {LONG}\nA . C1 # B3\n# C2 . . .\n. . # B5 C1/2"


def long_trajectory(profile: str) -> Iterator[Case]:
    """Yield the case of an episode of many moves: it begins with all that there is to be collected, then wanders."""
    actions = (3, 3, 1, 3, 3, 0, 1, 1, 2, 0, 2, 2, *Random(0).choices(range(len(MOVES)), k=LONG - 4))
    yield case(picture=_LARGE, actions=actions)


def drawn_trajectory(seed: int) -> Case:
    """Return the case of a drawn world and a drawn trajectory to its end."""
    draw = Random(seed)
    world, picture = _drawn_world(draw)
    state, actions = world.start, list[int]()
    while state.remaining:
        actions.append(draw.randrange(len(MOVES)))
        state, _ = move(world, state, actions[-1])
    return case(picture=picture, actions=tuple(actions))


def _drawn_world(draw: Random) -> tuple[World, str]:
    while True:
        height, width = draw.randrange(1, 4), draw.randrange(2, 5)
        places = list(product(range(height), range(width)))
        rows = [[draw.choices((".", "#"), (4, 1))[0] for _ in range(width)] for _ in range(height)]
        things = ["A", *(f"C{draw.randrange(1, 5)}" for _ in range(draw.randrange(1, 4)))]
        things += [f"B{draw.randrange(1, 4)}" for _ in range(draw.randrange(3))]
        for thing, (row, column) in zip(things, draw.sample(places, min(len(things), len(places))), strict=False):
            rows[row][column] = thing
        picture = "\n".join([f"length {draw.randrange(1, 6)}", *map(" ".join, rows)])
        try:
            return world_of(picture), picture
        except MalformedLayout:
            continue
