"""The suites of gridworlds: what moves do, and the same as an environment that is started and stepped."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from attrs import evolve

from formal_rl.conformance.adapters import gridworlds as gridworld_adapters
from formal_rl.conformance.adapters.conventions import all_of, class_with_methods, makes, takes_some_of
from formal_rl.conformance.engine.layout import Grid
from formal_rl.conformance.engine.search import beginnings, emptied, fewer_sides, less, shorter, with_less
from formal_rl.conformance.engine.suite import (
    Adapter,
    Ask,
    Case,
    Claim,
    Suite,
    Symmetry,
    by_parts,
    case,
    changed,
    claims_of,
    of_the_paper,
)
from formal_rl.errors import MalformedLayout
from formal_rl.gridworlds import MOVES, RECONSTRUCTED, SYNTHETIC, GridState, World, move, parse_layout
from formal_rl.gridworlds.trajectories import all_trajectories
from formal_rl.gridworlds.world import Cell

SOURCE = "Thornley et al. 2024, Section 4"

LONG = 256
"""How many moves the longest cases have."""

NAMED = tuple(picture.replace("Cx", "C1") for picture in (*RECONSTRUCTED.values(), *SYNTHETIC.values()))
"""The pictures of all worlds that have a name."""

_THINGS = ("A", *(f"C{value}" for value in range(1, 10)), *(f"B{moves}" for moves in range(1, 5)), *"#" * 40, *"." * 90)
_PLACED = Random(0).sample(_THINGS, k=len(_THINGS))

GREAT = "\n".join(["length 60", *(" ".join(_PLACED[first : first + 12]) for first in range(0, 144, 12))])
"""Twelve rows and columns, nine coins, four buttons, forty walls."""

_OPEN = ("length 9\n. A\n. .\n. .\n. .\nC1 .", "length 9\nA . . . . C1")
_RICH = ("length 9\nC2 A C1", "length 9\nA C1/2 C3\n. C2 .")
_BUTTONED = ("length 9\nA B2 C1", "length 9\nB1 A B3\n. C1 .")
"""Nothing in the way, coins within reach, and buttons; the last move is far away."""


@cache
def world_of(picture: str) -> World:
    """Return the world that a picture shows."""
    return parse_layout(picture)


# --- What the definition answers ---


def _states(picture: str, actions: tuple[Any, ...]) -> Iterator[tuple[GridState, Any]]:
    """Yield the state after each action, with the value of the move; None after a reset."""
    world = world_of(picture)
    state = world.start
    for action in actions:
        state, value = (world.start, None) if action == "reset" else move(world, state, action)
        yield state, value


def _moves(picture: str, actions: tuple[int, ...]) -> tuple[Any, ...]:
    return tuple(
        (
            (*state.cell, tuple(map(int, state.coins)), tuple(map(int, state.buttons)), state.remaining),
            int(value) if value == int(value) else value,
        )
        for state, value in _states(picture, actions)
    )


def _seen(state: GridState) -> tuple[int, ...]:
    return (*reversed(state.cell), *map(int, state.coins), *map(int, state.buttons))


def _steps(picture: str, actions: tuple[Any, ...]) -> tuple[Any, ...]:
    return (
        _seen(world_of(picture).start),
        *(
            _seen(state) if value is None else (_seen(state), value, state.remaining == 0)
            for state, value in _states(picture, actions)
        ),
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


# --- The claims ---

_claim = claims_of("reference", SOURCE, smaller=with_less(actions=shorter))
_THREE, _TWO = "all sequences of 1 to 3 actions in 2 worlds", "all sequences of 1 to 2 actions in 2 worlds"


def _some_moves(pictures: Sequence[str], most: int) -> Callable[[str], Iterator[Case]]:
    """Return the cases of all sequences of 1 to ``most`` actions in worlds that last longer (full: one action more)."""

    def cases(profile: str) -> Iterator[Case]:
        for number in range(1, most + 1 + (profile == "full")):
            for picture, actions in product(pictures, product(range(len(MOVES)), repeat=number)):
                yield case(picture=picture, actions=actions)

    return cases


def _whole_trajectories(picture: str) -> Iterator[Case]:
    """Yield the cases of all trajectories of a world, to their ends."""
    for trajectory in all_trajectories(world_of(picture)):
        yield case(picture=picture, actions=trajectory.actions)


_FIRST = (
    _claim(
        "moves",
        "moves up, down, left, right, and stays at the edge",
        _THREE,
        "the actions are 0 up, 1 down, 2 left, 3 right; rows count from the top",
        cases=_some_moves(_OPEN, 3),
    ),
    _claim(
        "walls",
        "stays where a wall is, and the move is used up",
        _THREE,
        cases=_some_moves(("length 9\n. # C1\nA . #\n. . .", "length 9\n# . # C1\n. A . #\n. # . ."), 3),
    ),
    _claim(
        "coins",
        "collects a coin once",
        _THREE,
        "the value is that of the coin, undiscounted",
        cases=_some_moves(_RICH, 3),
    ),
    _claim(
        "buttons",
        "presses a button once, which adds its moves",
        _TWO,
        "a press takes a move",
        cases=_some_moves(_BUTTONED, 2),
    ),
)


@_claim(
    "last_move",
    "collects and presses on the last move, too",
    "all trajectories of 6 worlds of default length 1 and 2",
    "first the agent moves, then a button adds moves, then one is used up, and only then is it the last",
)
def _last_moves(profile: str) -> Iterator[Case]:
    """Few moves at first: the last can collect a coin, or press a button."""
    coins, buttons = ("length 1\nA C1", "length 2\nA . C1"), ("length 1\nA B1 C2", "length 1\nA B2 C3")
    for picture in (*coins, *buttons, "length 2\nA B1 C2\n. C1 .", "length 2\nB1 A B1\n. C1 ."):
        yield from _whole_trajectories(picture)


@_claim(
    "used_up",
    "a move against a wall is used up, so that the last one ends it",
    "all trajectories of 2 worlds of default length 1 and 2",
)
def _bumps(profile: str) -> Iterator[Case]:
    for picture in ("length 1\nA # C1", "length 2\n# A #\n. C1 ."):
        yield from _whole_trajectories(picture)


@_claim(
    "begins_anew",
    "begins anew when it is reset",
    "after 1 or 2 moves in 2 worlds, and after the last move of 2 others",
    "coins and buttons are back, and so are the moves",
)
def _with_resets(profile: str) -> Iterator[Case]:
    for given in _some_moves((_RICH[0], _BUTTONED[0]), 2)(profile):
        yield case(**{**given, "actions": (*given["actions"], "reset", *given["actions"])})
    yield case(picture="length 1\nA C1", actions=(3, "reset", 0))
    yield case(picture="length 1\nA B2 C3", actions=(3, 3, 3, "reset", 3))


_DRAWN = _claim(
    "drawn_worlds",
    "does all this in worlds with more in them",
    "drawn worlds of up to 3 x 4 with up to 3 coins and 2 buttons, drawn trajectories to the end",
    draw=drawn_trajectory,
    number={"quick": 60, "full": 600},
)


@_claim(
    "second_episode",
    "reset in mid-episode, or twice, it plays to the end as from the beginning",
    "all trajectories of 2 worlds of default length 2, each after none, one and all of its moves",
    "all begins anew: the place, the coins, the buttons, and the moves that remain",
)
def _second_episodes(profile: str) -> Iterator[Case]:
    for picture in ("length 2\nA . C1", "length 2\nA B1 C2"):
        for given in _whole_trajectories(picture):
            for before in ((), given["actions"][:1], given["actions"]):
                yield case(picture=picture, actions=(*before, "reset", *given["actions"]))


@_claim(
    "many_episodes",
    "however often it is reset, it plays to the end as from the beginning",
    "all trajectories of 2 worlds of default length 1, each five times in a row",
    "all begins anew each time: the place, the coins, the buttons, and the moves that remain",
)
def _many_episodes(profile: str) -> Iterator[Case]:
    for picture in ("length 1\nA C1", "length 1\nA B1 C2"):
        for given in _whole_trajectories(picture):
            actions = given["actions"]
            yield case(picture=picture, actions=(*actions, *("reset", *actions) * 4))


@_claim(
    "fractions_of_coins",
    "collects coins of thirds and sevenths",
    "the whole way along a row with 6 of them",
    "a reward may be a float of single precision, but not of half",
    tolerance=1e-6,  # no float has the value of these coins
)
def _fractions_of_coins(profile: str) -> Iterator[Case]:
    values = ("1/3", "2/3", "1/7", "3/7", "10/3", "22/7")
    for number in range(1, len(values) + 1):
        row = " ".join(f"C{value}" for value in values[:number])
        yield case(picture=f"length {number}\nA {row}", actions=(3,) * number)


@_claim(
    "long",
    "goes on so in a long episode",
    f"an episode of {LONG + 8} moves",
    smaller=with_less(actions=beginnings),
)
def _long(profile: str) -> Iterator[Case]:
    """Yield one that begins with all that there is to be collected, then wanders."""
    actions = (3, 3, 1, 3, 3, 0, 1, 1, 2, 0, 2, 2, *Random(0).choices(range(len(MOVES)), k=LONG - 4))
    yield case(picture=f"length {LONG}\nA . C1 # B3\n# C2 . . .\n. . # B5 C1/2", actions=actions)


@_claim(
    "clocks",
    "counts moves beyond what a byte holds",
    "1 and 2 moves where 127 to 129 and 255 to 258 remain, 3 plays of 255 to 257 moves",
    "eight bits do not hold the moves that remain",
    smaller=with_less(actions=shorter, picture=_smaller_pictures),
)
def _clocks(profile: str) -> Iterator[Case]:
    for number in (*range(127, 130), *range(255, 259)):
        yield case(picture=f"length {number}\nA . C1", actions=(3,))
        yield case(picture=f"length {number - 4}\nA B4 C1", actions=(3, 3))
    for number in range(255, 258):
        yield case(picture=f"length {number}\nA . C1", actions=tuple(Random(0).choices(range(len(MOVES)), k=number)))


@_claim(
    "named_worlds",
    "does all this in the worlds of the paper, and in a world of 12 x 12 with 9 coins and 4 buttons",
    "14 worlds; shortest ways through all cells, moves against what blocks at their ends, 2 drawn plays each",
    "all rows and columns, walls, coins and buttons count, however many there are",
    smaller=with_less(actions=shorter, picture=_smaller_pictures),
)
def _named_worlds(profile: str) -> Iterator[Case]:
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


def mirrored_worlds_are_moved_in_alike(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return place, moves that remain and value after each move, and the same in the world seen in a mirror."""
    first, *rows = given["picture"].splitlines()
    last_column = len(rows[0].split()) - 1
    picture = "\n".join([first, *(" ".join(reversed(row.split())) for row in rows)])
    actions = tuple((0, 1, 3, 2)[action] for action in given["actions"])
    mirrored = ask({"picture": picture, "actions": actions})
    return (
        tuple((state[0], state[1], state[-1], value) for state, value in ask(given)),
        tuple((state[0], last_column - state[1], state[-1], value) for state, value in mirrored),
    )


_MIRROR = claims_of("lemmas", SOURCE)(
    "mirror",
    "does in a mirrored world what is the same in a mirror",
    "drawn worlds of up to 3 x 4, drawn trajectories to the end",
    draw=drawn_trajectory,
    law=mirrored_worlds_are_moved_in_alike,
    smaller=with_less(actions=shorter),
)


_OF_MOVES = (*_FIRST, _last_moves, _DRAWN, _fractions_of_coins, _long, _clocks, _named_worlds)
_FLAGS = "the flags of all coins are shown first, then those of all buttons: 1 before the press, 0 after it"
_OF_STEPS = (
    *(evolve(each, hint=_FLAGS) if each.id == "buttons" else each for each in _FIRST),
    *(_last_moves, _bumps, _with_resets, _DRAWN, _second_episodes, _many_episodes),
    *_OF_MOVES[-4:],
)


def _claims(expected: Callable[..., Any], claims: Iterable[Claim]) -> tuple[Claim, ...]:
    return tuple(evolve(claim, expected=by_parts(expected)) for claim in claims)


# --- How it is shown ---


def _world_now(shown: Any, given: Case, row: Any, column: Any, flags: Sequence[Any]) -> Any:
    """Return the picture with the agent there, and what is left of coins and buttons; else what is shown."""
    tokens = [line.split() for line in given["picture"].splitlines()[1:]]
    cells = [(r, c) for kind in "CB" for r, line in enumerate(tokens) for c, each in enumerate(line) if each[0] == kind]
    try:
        for (r, c), flag in zip(cells, flags, strict=True):
            tokens[r][c] = tokens[r][c] if flag else "."
        tokens = [["." if each == "A" else each for each in line] for line in tokens]
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


def _moves_left(found: Any, world: Any) -> Iterator[str]:
    first, actions = world_of(found.case["picture"]).start, found.case["actions"][: found.place[0]]
    left = [each.remaining for each in (first, *(state for state, _ in _states(found.case["picture"], actions)))]
    yield f"moves that remain: {', '.join(map(str, left))}"


# --- The suites ---


def _no_moves(answer: Any) -> str | None:
    pairs = isinstance(answer, tuple) and all(isinstance(each, tuple) and len(each) == 2 for each in answer)
    return None if pairs else "expected a pair of state and value for each move"


def _no_steps(answer: Any) -> str | None:
    if not isinstance(answer, tuple) or not answer or not isinstance(answer[0], tuple):
        return "expected an observation first, a vector"
    for step in answer[1:]:
        if not isinstance(step, tuple) or len(step) != 3:
            return f"expected an observation, a reward and whether it ended, not {step!r}"
        shown, reward, done = step
        if type(done) is not bool:
            return f"{done!r} does not say whether it ended: expected True or False"
        if not isinstance(shown, tuple) or type(reward) not in {int, float, Fraction}:
            return "expected an observation, a vector, and a reward, a number"
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
        return tuple(map(self._condition, conditions)), tuple(chances[move] for move in self.moves)

    def _condition(self, condition: tuple[str, int]) -> tuple[str, int]:
        name, value = condition
        kind, _, number = name.partition(" ")
        if number:
            return f"{kind} {self.orders[kind[0].upper()].index(int(number))}", value
        to = (kind == "column") != self._swapped
        return condition if kind == "remaining" else (("row", "column")[to], self._walls[to] + value)


def _placed(draw: Random, given: Case) -> Case:
    """Return the case of a world in disguise; one that has what a policy is shown stays as it is."""
    placed = Placed(draw, given["picture"])
    return (
        changed(
            {} if "step_shows" in given else given,
            picture=lambda picture: placed.picture,
            policy=lambda rules: tuple(map(placed.rule, rules)),
            actions=lambda each: tuple(action if action == "reset" else placed.moves[action] for action in each),
        )
        or given
    )


SYMMETRY = Symmetry("worlds with walls added at the edges, rows and columns swapped, and moves renamed alike", _placed)

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
    of_the_paper((*_claims(_moves, _OF_MOVES), _MIRROR)),
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
    of_the_paper(_claims(_steps, _OF_STEPS)),
    parts=_steps_shown,
    notes=_moves_left,
    symmetry=SYMMETRY,
    **_SHOWN,
)

GRIDWORLD_SUITES: Mapping[str, Suite] = {suite.name: suite for suite in (GRIDWORLD_STEP, GRIDWORLD_ENV)}
"""All of them, by name."""
