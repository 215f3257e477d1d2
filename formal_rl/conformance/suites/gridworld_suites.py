"""The suites of gridworlds: the moves as a function, and as an environment with reset and step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from itertools import product, starmap
from random import Random
from typing import Any

from formal_rl.conformance.adapters import gridworlds as gridworld_adapters
from formal_rl.conformance.adapters.cases import all_of, class_with_methods, makes, takes_some_of
from formal_rl.conformance.engine.failures import bounded_text
from formal_rl.conformance.engine.layout import Grid
from formal_rl.conformance.engine.search import beginnings, emptied, fewer_sides, less, shorter, with_less
from formal_rl.conformance.engine.suite import (
    Adapter,
    Case,
    Suite,
    Symmetry,
    as_published,
    case,
    changed,
    of_the_paper,
    read_claims,
)
from formal_rl.errors import MalformedLayout
from formal_rl.gridworlds import RECONSTRUCTED, SYNTHETIC, GridState, World, move, parse_layout
from formal_rl.gridworlds.trajectories import all_trajectories
from formal_rl.gridworlds.world import MOVES, Cell

SOURCE = "Thornley et al. 2024, Section 4"

NAMED = tuple(picture.replace("Cx", "C1") for picture in (*RECONSTRUCTED.values(), *SYNTHETIC.values()))
"""The pictures of all worlds that have a name."""

_THINGS = ("A", *(f"C{value}" for value in range(1, 10)), *(f"B{moves}" for moves in range(1, 5)), *"#" * 40, *"." * 90)
_PLACED = Random(0).sample(_THINGS, k=len(_THINGS))

GREAT = "\n".join(["length 60", *(" ".join(_PLACED[first : first + 12]) for first in range(0, 144, 12))])
"""Twelve rows and columns, nine coins, four buttons, forty walls."""

_OPEN = ("length 9\n. A\n. .\n. .\n. .\nC1 .", "length 9\nA . . . . C1")
_RICH = ("length 9\nC2 A C1", "length 9\nA C1/2 C3\n. C2 .")
_BUTTONED = ("length 9\nA B2 C1", "length 9\nB1 A B3\n. C1 .")
"""Worlds without obstacles, with coins within reach, and with buttons, all far from their last move."""


@cache
def world_of(picture: str) -> World:
    """Return the world that a picture shows."""
    return parse_layout(picture)


# --- What the definition answers ---


def _states(picture: str, actions: tuple[Any, ...]) -> Iterator[tuple[GridState, Any]]:
    """Yield the state at first and after each action, with the value of the move: None at first and after a reset."""
    world = world_of(picture)
    state = world.start
    for action in ("reset", *actions):
        state, value = (world.start, None) if action == "reset" else move(world, state, action)
        yield state, value


def _moves(picture: str, actions: tuple[int, ...]) -> tuple[Any, ...]:
    return tuple(
        (
            (*state.cell, tuple(map(int, state.coins)), tuple(map(int, state.buttons)), state.remaining),
            int(value) if value == int(value) else value,
        )
        for state, value in _states(picture, actions)
        if value is not None
    )


def seen(state: GridState) -> tuple[int, ...]:
    """Return the observation of a state: column, row, and a flag for each coin and button that is left."""
    return (*reversed(state.cell), *map(int, state.coins), *map(int, state.buttons))


def _steps(picture: str, actions: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        seen(state) if value is None else (seen(state), value, state.remaining == 0)
        for state, value in _states(picture, actions)
    )


# --- Smaller cases, and drawn ones ---


def _smaller_pictures(picture: str) -> Iterator[str]:
    """Yield pictures of fewer things, rows, columns and moves; some show no world."""
    first, *lines = picture.splitlines()
    rows = tuple(tuple(line.split()) for line in lines)
    for fewer in (*emptied(rows, ".", "A"), *fewer_sides(rows)):
        yield "\n".join([first, *map(" ".join, fewer)])
    for number in less(int(first.split()[1])):
        yield "\n".join([f"length {number}", *lines])


def drawn_trajectory(seed: int) -> Case:
    """Return the case of a drawn world and a drawn trajectory to its end."""
    draw = Random(seed)
    picture = drawn_picture(draw, draw.randrange(3))
    return case(picture=picture, actions=_drawn_actions(world_of(picture), draw))


def _drawn_actions(world: World, draw: Random) -> tuple[int, ...]:
    state, actions = world.start, list[int]()
    while state.remaining:
        actions.append(draw.randrange(len(MOVES)))
        state, _ = move(world, state, actions[-1])
    return tuple(actions)


def drawn_picture(draw: Random, buttons: int) -> str:
    """Return the picture of a drawn world with this number of buttons, and up to 3 coins."""
    while True:
        height, width = draw.randrange(1, 4), draw.randrange(3, 5)
        rows = [[draw.choices((".", "#"), (5, 1))[0] for _ in range(width)] for _ in range(height)]
        things = ["A", *(f"B{draw.randrange(1, 3)}" for _ in range(buttons))]
        things += [f"C{draw.randrange(1, 5)}" for _ in range(draw.randrange(1, 4))]
        places = list(product(range(height), range(width)))
        if len(things) > len(places):
            continue
        for thing, (row, column) in zip(things, draw.sample(places, len(things)), strict=True):
            rows[row][column] = thing
        picture = "\n".join([f"length {draw.randrange(1, 5)}", *map(" ".join, rows)])
        with suppress(MalformedLayout):
            world_of(picture)
            return picture


# --- The claims ---

_WORDS = """
moves: moves up, down, left, right, and stays at the edge
  all sequences of 1 to 3 actions in 2 worlds
  the actions are 0 up, 1 down, 2 left, 3 right; rows count from the top
walls: stays where a wall is, and the move is used up
  all sequences of 1 to 3 actions in 2 worlds
coins: collects a coin once
  all sequences of 1 to 3 actions in 2 worlds
  the value is that of the coin, undiscounted
buttons: presses a button once, which adds its moves
  all sequences of 1 to 2 actions in 2 worlds
  the flags of all coins are shown first, then those of all buttons: 1 before the press, 0 after it
last_move: collects and presses on the last move, too
  all trajectories of 6 worlds of default length 1 and 2
  first the agent moves, then a button adds moves, then one is used up, and only then is it the last
used_up: a move against a wall is used up, so that the last one ends it
  all trajectories of 2 worlds of default length 1 and 2
begins_anew: begins anew when it is reset
  after 1 or 2 moves in 2 worlds, and after the last move of 2 others
  coins and buttons are back, and so are the moves
drawn_worlds: does all this in worlds with more in them
  drawn worlds of up to 3 x 4 with up to 3 coins and 2 buttons, drawn trajectories to the end
second_episode: reset in mid-episode, or twice, it plays to the end as from the beginning
  all trajectories of 2 worlds of default length 2, each after none, one and all of its moves
  all begins anew: the place, the coins, the buttons, and the moves that remain
many_episodes: however often it is reset, it plays to the end as from the beginning
  all trajectories of 2 worlds of default length 1, each five times in a row
  all begins anew each time: the place, the coins, the buttons, and the moves that remain
fractions_of_coins: collects coins of thirds and sevenths
  the whole way along a row with 6 of them
  a reward may be a float of single precision, but not of half
long: goes on so in a long episode
  an episode of 264 moves
clocks: counts moves beyond what a byte holds
  1 and 2 moves where 127 to 129 and 255 to 258 remain, 3 plays of 255 to 257 moves
  eight bits do not hold the moves that remain
named_worlds: does all this in the worlds of the paper, and in a world of 12 x 12 with 9 coins and 4 buttons
  14 worlds; shortest ways through all cells, moves against what blocks at their ends, 2 drawn plays each
  all rows and columns, walls, coins and buttons count, however many there are
"""


def _some_moves(pictures: Sequence[str], most: int) -> Callable[[str], Iterator[Case]]:
    """Return the cases of all sequences of 1 to ``most`` actions in worlds that last longer (full: one action more)."""

    def cases(profile: str) -> Iterator[Case]:
        for number in range(1, most + 1 + (profile == "full")):
            for picture, actions in product(pictures, product(range(len(MOVES)), repeat=number)):
                yield case(picture=picture, actions=actions)

    return cases


def _whole_trajectories(*pictures: str) -> Iterator[Case]:
    """Yield the cases of all trajectories of some worlds, to their ends."""
    for picture in pictures:
        yield from (case(picture=picture, actions=each.actions) for each in all_trajectories(world_of(picture)))


def _begins_anew(profile: str) -> Iterator[Case]:
    for given in _some_moves((_RICH[0], _BUTTONED[0]), 2)(profile):
        yield changed(given, actions=lambda actions: (*actions, "reset", *actions))
    yield case(picture="length 1\nA C1", actions=(3, "reset", 0))
    yield case(picture="length 1\nA B2 C3", actions=(3, 3, 3, "reset", 3))


def _second_episode(profile: str) -> Iterator[Case]:
    for given in _whole_trajectories("length 2\nA . C1", "length 2\nA B1 C2"):
        for before in ((), given["actions"][:1], given["actions"]):
            yield case(**{**given, "actions": (*before, "reset", *given["actions"])})


def _fractions_of_coins(profile: str) -> Iterator[Case]:
    row = ("A", "C1/3", "C2/3", "C1/7", "C3/7", "C10/3", "C22/7")
    for number in range(1, len(row)):
        yield case(picture=f"length {number}\n{' '.join(row[: number + 1])}", actions=(3,) * number)


def _long(profile: str) -> Iterator[Case]:
    """Yield a case that first presses and collects everything, then wanders."""
    actions = (3, 3, 1, 3, 3, 0, 1, 1, 2, 0, 2, 2, *Random(0).choices(range(len(MOVES)), k=252))
    yield case(picture="length 256\nA . C1 # B3\n# C2 . . .\n. . # B5 C1/2", actions=actions)


def _clocks(profile: str) -> Iterator[Case]:
    for number in (*range(127, 130), *range(255, 259)):
        yield case(picture=f"length {number}\nA . C1", actions=(3,))
        yield case(picture=f"length {number - 4}\nA B4 C1", actions=(3, 3))
    for number in range(255, 258):
        yield case(picture=f"length {number}\nA . C1", actions=tuple(Random(0).choices(range(len(MOVES)), k=number)))


def _named_worlds(profile: str) -> Iterator[Case]:
    for picture in (*NAMED, GREAT):
        yield from _ways(picture)
        for seed in range(2):
            yield case(picture=picture, actions=_drawn_actions(world_of(picture), Random(seed)))


def _ways(picture: str) -> Iterator[Case]:
    """Yield cases that together reach every cell by a shortest way, and then move against all that blocks there."""
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


_SMALLER_WORLDS = {"smaller": with_less(actions=shorter, picture=_smaller_pictures)}

_OF_STEPS = read_claims(
    _WORDS,
    SOURCE,
    _steps,
    *(_begins_anew, _second_episode, _fractions_of_coins, _long, _clocks, _named_worlds),
    each={"smaller": with_less(actions=shorter)},
    moves=_some_moves(_OPEN, 3),
    walls=_some_moves(("length 9\n. # C1\nA . #\n. . .", "length 9\n# . # C1\n. A . #\n. # . ."), 3),
    coins=_some_moves(_RICH, 3),
    buttons=_some_moves(_BUTTONED, 2),
    last_move=lambda profile: _whole_trajectories(
        *("length 1\nA C1", "length 2\nA . C1", "length 1\nA B1 C2", "length 1\nA B2 C3"),
        *("length 2\nA B1 C2\n. C1 .", "length 2\nB1 A B1\n. C1 ."),
    ),
    used_up=lambda profile: _whole_trajectories("length 1\nA # C1", "length 2\n# A #\n. C1 ."),
    many_episodes=lambda profile: (
        changed(given, actions=lambda actions: (*actions, *("reset", *actions) * 4))
        for given in _whole_trajectories("length 1\nA C1", "length 1\nA B1 C2")
    ),
    drawn_worlds={"draw": drawn_trajectory, "number": {"quick": 60, "full": 600}},
    fractions_of_coins={"tolerance": 1e-6},  # no float has the value of these coins
    long={"smaller": with_less(actions=beginnings)},
    clocks=_SMALLER_WORLDS,
    named_worlds=_SMALLER_WORLDS,
)

_OF_MOVES = as_published(
    _OF_STEPS,
    _moves,
    without=("used_up", "begins_anew", "second_episode", "many_episodes"),
    buttons={"hint": "a press takes a move"},
)

# --- Pictures ---


def _world_now(shown: Any, given: Case, row: Any, column: Any, flags: Sequence[Any]) -> Any:
    """Return the picture with the agent there and the coins and buttons left; ``shown`` if it fits no picture."""
    tokens = [line.replace("A", ".").split() for line in given["picture"].splitlines()[1:]]
    cells = [(r, c) for kind in "CB" for r, line in enumerate(tokens) for c, each in enumerate(line) if each[0] == kind]
    try:
        for (r, c), flag in zip(cells, flags, strict=True):
            tokens[r][c] = tokens[r][c] if flag else "."
        there = tokens[row][column]
    except (LookupError, TypeError, ValueError):
        return shown
    if min(row, column) < 0:
        return shown
    tokens[row][column] = "A" if there == "." else f"A+{there}"
    rows = tuple(map(tuple, tokens))
    return Grid(rows, rows, shown)


def actions_text(actions: Any, given: Case) -> str:
    """Return actions by number and in words."""
    return ", ".join(f"{each} " * (type(each) is int) + _action(each) for each in actions) or "none"


def _action(action: Any) -> str:
    return ("up", "down", "left", "right")[action] if type(action) is int else str(action)


def _by_step(answers: Sequence[Any], given: Case) -> Iterator[tuple[str, Any]]:
    """Yield each answer with the name of its step, by the action before it."""
    if len(answers) > len(given["actions"]):
        raise ValueError("more answers than actions")
    for step, (action, answer) in enumerate(zip(given["actions"], answers, strict=False), start=1):
        yield f"step {step}, {_action(action)}", answer


def _moves_shown(answer: Any, given: Case) -> dict[str, dict[str, Any]]:
    parts = {}
    for step, (state, value) in _by_step(answer, given):
        row, column, coins, buttons, left = state
        world = _world_now(state, given, row, column, (*coins, *buttons))
        parts[step] = {"world": world, "moves left": left, "value": value}
    return parts


def _steps_shown(answer: Any, given: Case) -> dict[str, dict[str, Any]]:
    parts = {}
    for step, each in [("at first", answer[0]), *_by_step(answer[1:], given)]:
        shown, *more = (each,) if step == "at first" or step.endswith("reset") else each
        column, row, *flags = (int(number) if number % 1 == 0 else number for number in shown)
        world = _world_now(shown, given, row, column, flags)
        parts[step] = {"seen": world, **dict(zip(("reward", "ended"), more, strict=bool(more)))}
    return parts


# --- The suites ---


def _no_moves(answer: Any) -> str | None:
    pairs = isinstance(answer, tuple) and all(isinstance(each, tuple) and len(each) == 2 for each in answer)
    return None if pairs else "expected a pair of state and value for each move"


def _no_steps(answer: Any) -> str | None:
    if not isinstance(answer, tuple) or not answer or not isinstance(answer[0], tuple):
        return "expected an observation first, a vector"
    for step in answer[1:]:
        kinds = tuple(map(type, step)) if isinstance(step, tuple) else ()
        if kinds not in {(tuple, number, bool) for number in (int, float, Fraction)}:
            return f"expected an observation, a vector, a reward, a number, and True or False, not {bounded_text(step)}"
    return None


_PICTURE = (
    "text: a line 'length N', then the rows; A agent, # wall, . free, C3 a coin of value 3, C1/2 one of value 1/2, "
    "B4 a button that adds 4 moves. In Python the keyword world has the same as a mapping: length (N), height and "
    "width, ints; agent, a pair (row, column); walls, such pairs; coins, triples (row, column, value); buttons, "
    "triples (row, column, moves); each in the order of the picture, row by row, and rows and columns from 0"
)

_PARTS = {"picture": _PICTURE, "actions": "0 up, 1 down, 2 left, 3 right"}
_SMOKE = (
    case(picture=_OPEN[1], actions=(3,)),
    case(picture=_OPEN[1], actions=(3, 0)),
    case(picture=_RICH[0], actions=(2, 3, 3)),
)
_SHOWN: dict[str, Any] = {
    "hint": "a move into a wall or over the edge leaves the agent where it is, and is used up",
    "written": {"actions": actions_text},
}
_STATE = "(row, column, flags of coins, flags of buttons, moves that remain), a flag 1 while the thing is there,"
_FORMS = ("picture", "world")

# --- In disguise ---


class Placed:
    """A gridworld in disguise: rows and columns may be swapped, and walls are added at the edges."""

    def __init__(self, draw: Random, picture: str) -> None:
        self._swapped = draw.random() < 3 / 4
        self._walls, added = ([draw.randrange(3) for _ in range(2)] for _ in range(2))
        length, *lines = picture.splitlines()
        there = {(r, c): token for r, line in enumerate(lines) for c, token in enumerate(line.split())}
        moved = {self.cell(place): token for place, token in there.items()}
        height, width = (1 + max(each) + more for each, more in zip(zip(*moved, strict=True), added, strict=True))
        rows = (" ".join(moved.get((r, c), "#") for c in range(width)) for r in range(height))
        self.picture = "\n".join([length, *rows])
        self.moves = (2, 3, 0, 1) if self._swapped else (0, 1, 2, 3)
        things = {kind: [place for place, token in there.items() if token[0] == kind] for kind in "CB"}
        self.orders = {kind: [each.index(old) for old in sorted(each, key=self.cell)] for kind, each in things.items()}

    def cell(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return where a cell goes."""
        row, column = cell[::-1] if self._swapped else cell
        return self._walls[0] + row, self._walls[1] + column

    def rule(self, rule: Any) -> Any:
        """Return the rule of a policy for this world."""
        conditions, chances = rule
        return tuple(starmap(self._condition, conditions)), tuple(chances[move] for move in self.moves)

    def _condition(self, name: str, value: int) -> tuple[str, int]:
        kind, _, number = name.partition(" ")
        if number:
            return f"{kind} {self.orders[kind[0].upper()].index(int(number))}", value
        to = (kind == "column") != self._swapped
        return (name, value) if kind == "remaining" else (("row", "column")[to], self._walls[to] + value)


def _disguise(draw: Random, given: Case) -> Case:
    """Return the case of a world in disguise; a case with a policy's observations stays unchanged."""
    if "step_shows" in given:
        return given
    placed = Placed(draw, given["picture"])
    return changed(
        given,
        picture=lambda picture: placed.picture,
        policy=lambda rules: tuple(map(placed.rule, rules)),
        actions=lambda each: tuple(action if action == "reset" else placed.moves[action] for action in each),
    )


SYMMETRY = Symmetry(
    "worlds with walls added at the edges, rows and columns swapped, and moves renamed alike", _disguise
)

GRIDWORLD_STEP = Suite(
    "gridworld_step",
    SOURCE,
    "the agent moves; a button there adds its moves; one move is used up; a coin there is collected",
    _PARTS,
    tuple(
        Adapter(
            driver,
            f"a function of (picture or world, {takes}) that returns {answer} {_STATE} and the value; it is given what "
            "it takes of these, by keyword",
            takes_some_of(*_FORMS, *names, one_of=names[-1:]),
            gridworld_adapters.with_world,
        )
        for driver, takes, answer, names in (
            (gridworld_adapters.whole_trajectory, "actions", "for each action the state", ("actions",)),
            (gridworld_adapters.move_by_move, "state, action", "the next state", ("state", "action")),
        )
    ),
    _SMOKE,
    _no_moves,
    of_the_paper(_OF_MOVES),
    parts=_moves_shown,
    symmetry=SYMMETRY,
    **_SHOWN,
)

_MADE = "made with the keyword picture or world, or both, as it takes them"
_ENVIRONMENTS = {
    "a class with reset() and step(action), as of gymnasium (observation, reward, terminated, truncated, info) or "
    f"before (observation, reward, done, info), {_MADE}": all_of(
        class_with_methods("reset", "step"), takes_some_of(*_FORMS)
    ),
    "a class with start(), which returns the observation, and step(action), which returns (observation, reward, "
    f"done), {_MADE}": all_of(class_with_methods("start", "step"), takes_some_of(*_FORMS)),
    "a function that makes an environment of one of these forms, as make_env(world), of picture or world or both, as "
    "it takes them; gym:ID for gymnasium.make. It may be a vector environment of one, and may show a dict": makes(
        *_FORMS
    ),
}

GRIDWORLD_ENV = Suite(
    "gridworld_env",
    SOURCE,
    "as gridworld_step; shown are column, row, a flag for each coin, row by row, then a flag for each button, row by "
    "row, 1 while the thing is there, else 0, and not the moves that remain; the reward is the value collected; it "
    "ends when no move remains",
    {**_PARTS, "actions": f"{_PARTS['actions']}; 'reset' begins anew"},
    tuple(
        Adapter(gridworld_adapters.world_environment, words, fits, gridworld_adapters.with_world)
        for words, fits in _ENVIRONMENTS.items()
    ),
    _SMOKE,
    _no_steps,
    of_the_paper(_OF_STEPS),
    parts=_steps_shown,
    symmetry=SYMMETRY,
    **_SHOWN,
)

GRIDWORLD_SUITES: Mapping[str, Suite] = {suite.name: suite for suite in (GRIDWORLD_STEP, GRIDWORLD_ENV)}
"""All of them, by name."""
