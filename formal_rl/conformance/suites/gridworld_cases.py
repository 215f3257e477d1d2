"""Cases of gridworlds: a picture and some actions, smallest first."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from formal_rl.conformance.engine.case_suites import Case, case
from formal_rl.conformance.engine.smaller_cases import emptied, fewer_sides, less, shorter, with_less
from formal_rl.errors import InvalidParameter, MalformedLayout
from formal_rl.gridworlds import MOVES, RECONSTRUCTED, SYNTHETIC, World, move, parse_layout
from formal_rl.gridworlds.trajectories import all_trajectories
from formal_rl.gridworlds.world import Cell

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


NAMED = tuple(picture.replace("Cx", "C1") for picture in (*RECONSTRUCTED.values(), *SYNTHETIC.values()))
"""The pictures of all worlds that have a name."""

_THINGS = ("A", *(f"C{value}" for value in range(1, 10)), *(f"B{moves}" for moves in range(1, 5)), *"#" * 40, *"." * 90)
_PLACED = Random(0).sample(_THINGS, k=len(_THINGS))

GREAT = "\n".join(["length 60", *(" ".join(_PLACED[first : first + 12]) for first in range(0, 144, 12))])
"""Twelve rows and columns, nine coins, four buttons, forty walls."""


def smaller_pictures(picture: str) -> Iterator[str]:
    """Yield pictures of fewer things, rows, columns and moves; some show no world."""
    first, *lines = picture.splitlines()
    rows = tuple(tuple(line.split()) for line in lines)
    for fewer in (*emptied(rows, ".", "A"), *fewer_sides(rows)):
        yield "\n".join([first, *map(" ".join, fewer)])
    for number in less(int(first.split()[1])):
        yield "\n".join([f"length {number}", *lines])


def _is_played(given: Case) -> bool:
    """Whether the picture shows a world that lasts as long as the actions."""
    try:
        state = world_of(given["picture"]).start
        for action in given["actions"]:
            state, _ = move(world_of(given["picture"]), state, action)
    except (MalformedLayout, InvalidParameter):
        return False
    return True


smaller_plays = with_less(_is_played, actions=shorter, picture=smaller_pictures)
"""Yields the case with fewer actions, and in a smaller world."""


def named_worlds(profile: str) -> Iterator[Case]:
    """Yield the cases of the shortest ways through all cells of each world, and two drawn plays of each."""
    for picture in (*NAMED, GREAT):
        yield from _ways(picture)
        for seed in range(2):
            yield case(picture=picture, actions=_drawn_actions(world_of(picture), Random(seed)))


def _ways(picture: str) -> Iterator[Case]:
    """Yield the cases of the shortest ways that lead no further, and there of the moves against what blocks."""
    world = world_of(picture)
    ways: dict[Cell, tuple[int, ...]] = {world.start.cell: ()}
    reached = [world.start]
    for state in reached:
        blocked, number = [], len(reached)
        for action in range(len(MOVES) if state.remaining else 0):
            after, _ = move(world, state, action)
            if after.cell == state.cell:
                blocked.append(action)
            elif after.cell not in ways:
                ways[after.cell] = (*ways[state.cell], action)
                reached.append(after)
        if len(reached) == number:
            yield case(picture=picture, actions=(*ways[state.cell], *blocked[: state.remaining]))


def long_clocks(profile: str) -> Iterator[Case]:
    """Yield first moves where about as many moves remain as a byte counts, then plays of so many moves."""
    for number in (*range(127, 130), *range(255, 259)):
        yield case(picture=f"length {number}\nA . C1", actions=(3,))
        yield case(picture=f"length {number - 4}\nA B4 C1", actions=(3, 3))
    for number in range(255, 258):
        yield case(picture=f"length {number}\nA . C1", actions=tuple(Random(0).choices(range(len(MOVES)), k=number)))


def drawn_trajectory(seed: int) -> Case:
    """Return the case of a drawn world and a drawn trajectory to its end."""
    draw = Random(seed)
    world, picture = _drawn_world(draw)
    return case(picture=picture, actions=_drawn_actions(world, draw))


def _drawn_actions(world: World, draw: Random) -> tuple[int, ...]:
    state, actions = world.start, list[int]()
    while state.remaining:
        actions.append(draw.randrange(len(MOVES)))
        state, _ = move(world, state, actions[-1])
    return tuple(actions)


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
