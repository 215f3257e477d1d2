"""The suites of gridworlds: what moves do, and the same as an environment that is started and stepped."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from attrs import evolve

from formal_rl.conformance.adapters import gridworlds as gridworld_adapters
from formal_rl.conformance.adapters.conventions import all_of, class_with_methods, makes, takes_some_of
from formal_rl.conformance.engine.case_suites import Ask, Case, CaseClaim, CaseSuite, case, claims_of, of_the_paper
from formal_rl.conformance.engine.smaller_cases import beginnings, shorter, with_less
from formal_rl.conformance.engine.subjects import Convention
from formal_rl.conformance.suites.gridworld_cases import (
    BUTTONED,
    LONG,
    OPEN,
    RICH,
    SHORT,
    SHORT_WALLED,
    WALLED,
    drawn_trajectory,
    long_clocks,
    long_trajectory,
    named_worlds,
    smaller_plays,
    some_moves,
    whole_trajectories,
    world_of,
)
from formal_rl.gridworlds import GridState, move

SOURCE = "Thornley et al. 2024, Section 4"

_PICTURE = (
    "text: a line 'length N', then the rows; A agent, # wall, . free, C3 a coin of value 3, C1/2 one of value 1/2, "
    "B4 a button that adds 4 moves. In Python the keyword world has the same as a mapping: length (N), height and "
    "width, ints; agent, a pair (row, column); walls, such pairs; coins, triples (row, column, value); buttons, "
    "triples (row, column, moves); each in the order of the picture, row by row, and rows and columns from 0"
)

_FORMS = ("picture", "world")


def _state(state: GridState) -> tuple[Any, ...]:
    return (*state.cell, tuple(map(int, state.coins)), tuple(map(int, state.buttons)), state.remaining)


def _moves(picture: str, actions: tuple[int, ...]) -> tuple[Any, ...]:
    world = world_of(picture)
    state, moves = world.start, []
    for action in actions:
        state, value = move(world, state, action)
        moves.append((_state(state), int(value) if value == int(value) else value))
    return tuple(moves)


def _seen(state: GridState) -> tuple[int, ...]:
    return (*reversed(state.cell), *map(int, state.coins), *map(int, state.buttons))


def _steps(picture: str, actions: tuple[Any, ...]) -> tuple[Any, ...]:
    world = world_of(picture)
    state, steps = world.start, list[Any]([_seen(world.start)])
    for action in actions:
        if action == "reset":
            state = world.start
            steps.append(_seen(state))
            continue
        state, value = move(world, state, action)
        steps.append((_seen(state), value, state.remaining == 0))
    return tuple(steps)


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


_claim = claims_of("reference", SOURCE, smaller=with_less(actions=shorter))
SINGLE_COINS = 1e-6
"""By how much the reward may differ for a coin whose value no float has."""

_THREE, _TWO = "all sequences of 1 to 3 actions in 2 worlds", "all sequences of 1 to 2 actions in 2 worlds"


@_claim(
    "begins_anew",
    "begins anew when it is reset",
    "after 1 or 2 moves in 2 worlds, and after the last move of 2 others",
    "coins and buttons are back, and so are the moves",
)
def _with_resets(profile: str) -> Iterator[Case]:
    for given in some_moves((*RICH[:1], *BUTTONED[:1]), 2)(profile):
        yield case(**{**given, "actions": (*given["actions"], "reset", *given["actions"])})
    yield case(picture="length 1\nA C1", actions=(3, "reset", 0))
    yield case(picture="length 1\nA B2 C3", actions=(3, 3, 3, "reset", 3))


@_claim(
    "last_move",
    "collects and presses on the last move, too",
    "all trajectories of 6 worlds of default length 1 and 2",
    "first the agent moves, then a button adds moves, then one is used up, and only then is it the last",
)
def _last_moves(profile: str) -> Iterator[Case]:
    for picture in SHORT:
        yield from whole_trajectories(picture)


@_claim(
    "used_up",
    "a move against a wall is used up, so that the last one ends it",
    "all trajectories of 2 worlds of default length 1 and 2",
)
def _bumps(profile: str) -> Iterator[Case]:
    for picture in SHORT_WALLED:
        yield from whole_trajectories(picture)


@_claim(
    "second_episode",
    "reset in mid-episode, or twice, it plays to the end as from the beginning",
    "all trajectories of 2 worlds of default length 2, each after none, one and all of its moves",
    "all begins anew: the place, the coins, the buttons, and the moves that remain",
)
def _second_episodes(profile: str) -> Iterator[Case]:
    for picture in ("length 2\nA . C1", "length 2\nA B1 C2"):
        for given in whole_trajectories(picture):
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
        for given in whole_trajectories(picture):
            actions = given["actions"]
            yield case(picture=picture, actions=(*actions, *("reset", *actions) * 4))


@_claim(
    "fractions_of_coins",
    "collects coins of thirds and sevenths",
    "the whole way along a row with 6 of them",
    "a reward may be a float of single precision, but not of half",
    tolerance=SINGLE_COINS,
)
def _fractions_of_coins(profile: str) -> Iterator[Case]:
    values = ("1/3", "2/3", "1/7", "3/7", "10/3", "22/7")
    for number in range(1, len(values) + 1):
        row = " ".join(f"C{value}" for value in values[:number])
        yield case(picture=f"length {number}\nA {row}", actions=(3,) * number)


def _claims(expected: Callable[..., Any], *, stepped: bool) -> tuple[CaseClaim, ...]:
    """Return the claims, of which resets are for environments, and mirrors for functions, which show a state."""
    shown = "the flags of all coins are shown first, then those of all buttons: 1 before the press, 0 after it"
    claims = (
        _claim(
            "moves",
            "moves up, down, left, right, and stays at the edge",
            _THREE,
            "the actions are 0 up, 1 down, 2 left, 3 right; rows count from the top",
            cases=some_moves(OPEN, 3),
        ),
        _claim("walls", "stays where a wall is, and the move is used up", _THREE, cases=some_moves(WALLED, 3)),
        _claim(
            "coins",
            "collects a coin once",
            _THREE,
            "the value is that of the coin, undiscounted",
            cases=some_moves(RICH, 3),
        ),
        _claim(
            "buttons",
            "presses a button once, which adds its moves",
            _TWO,
            shown if stepped else "a press takes a move",
            cases=some_moves(BUTTONED, 2),
        ),
        _last_moves,
        *((_bumps, _with_resets) if stepped else ()),
        _claim(
            "drawn_worlds",
            "does all this in worlds with more in them",
            "drawn worlds of up to 3 x 4 with up to 3 coins and 2 buttons, drawn trajectories to the end",
            drawn=drawn_trajectory,
            number={"quick": 60, "full": 600},
        ),
        *((_second_episodes, _many_episodes) if stepped else ()),
        _fractions_of_coins,
        _claim(
            "long",
            "goes on so in a long episode",
            f"an episode of {LONG + 8} moves",
            cases=long_trajectory,
            smaller=with_less(actions=beginnings),
        ),
        _claim(
            "clocks",
            "counts moves beyond what a byte holds",
            "1 and 2 moves where 127 to 129 and 255 to 258 remain, 3 plays of 255 to 257 moves",
            "eight bits do not hold the moves that remain",
            cases=long_clocks,
            smaller=smaller_plays,
        ),
        _claim(
            "named_worlds",
            "does all this in the worlds of the paper, and in a world of 12 x 12 with 9 coins and 4 buttons",
            "14 worlds; shortest ways through all cells, moves against what blocks at their ends, 2 drawn plays each",
            "all rows and columns, walls, coins and buttons count, however many there are",
            cases=named_worlds,
            smaller=smaller_plays,
        ),
    )
    return (*(evolve(claim, expected=expected) for claim in claims), *(() if stepped else (_MIRROR,)))


_MIRROR = CaseClaim(
    "mirror",
    "lemmas",
    "does in a mirrored world what is the same in a mirror",
    SOURCE,
    "drawn worlds of up to 3 x 4, drawn trajectories to the end",
    drawn=drawn_trajectory,
    law=mirrored_worlds_are_moved_in_alike,
    smaller=with_less(actions=shorter),
)


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


_STATE = "(row, column, flags of coins, flags of buttons, moves that remain), a flag 1 while the thing is there,"
_BY_NAME = "it is given what it takes of these, by keyword"
_SMOKE = (
    case(picture=OPEN[1], actions=(3,)),
    case(picture=OPEN[1], actions=(3, 0)),
    case(picture=RICH[0], actions=(2, 3, 3)),
)

GRIDWORLD_STEP = CaseSuite(
    "gridworld_step",
    SOURCE,
    "the agent moves; a button there adds its moves; one move is used up; a coin there is collected",
    {"picture": _PICTURE, "actions": "0 up, 1 down, 2 left, 3 right"},
    (
        Convention(
            f"a function of (picture or world, actions) that returns for each action the state {_STATE} and the value; "
            + _BY_NAME,
            gridworld_adapters.WholeTrajectory,
            takes_some_of(*_FORMS, "actions", one_of=("actions",)),
        ),
        Convention(
            f"a function of (picture or world, state, action) that returns the next state {_STATE} and the value; "
            + _BY_NAME,
            gridworld_adapters.OneMove,
            takes_some_of(*_FORMS, "state", "action", one_of=("action",)),
        ),
    ),
    _SMOKE,
    _no_moves,
    of_the_paper(_claims(_moves, stepped=False)),
)

_MADE = "made with the keyword picture or world, or both, as it takes them"

GRIDWORLD_ENV = CaseSuite(
    "gridworld_env",
    SOURCE,
    "as gridworld_step; shown are column, row, a flag for each coin, row by row, then a flag for each button, row by "
    "row, 1 while the thing is there, else 0, and not the moves that remain; the reward is the value collected; it "
    "ends when no move remains",
    {"picture": _PICTURE, "actions": "0 up, 1 down, 2 left, 3 right; 'reset' begins anew"},
    (
        Convention(
            f"a class with reset() and step(action), as of gymnasium (observation, reward, terminated, truncated, "
            f"info) or before (observation, reward, done, info), {_MADE}",
            gridworld_adapters.WorldEnvironment,
            all_of(class_with_methods("reset", "step"), takes_some_of(*_FORMS)),
        ),
        Convention(
            f"a class with start(), which returns the observation, and step(action), which returns (observation, "
            f"reward, done), {_MADE}",
            gridworld_adapters.WorldStartStep,
            all_of(class_with_methods("start", "step"), takes_some_of(*_FORMS)),
        ),
        Convention(
            "a function that makes an environment of one of these forms, as make_env(world), of picture or world or "
            "both, as it takes them; gym:ID for gymnasium.make. It may be a vector environment of one, and may show a "
            "dict",
            gridworld_adapters.WorldEnvironment,
            makes(*_FORMS),
        ),
    ),
    _SMOKE,
    _no_steps,
    of_the_paper(_claims(_steps, stepped=True)),
)

GRIDWORLD_SUITES: Mapping[str, CaseSuite] = {suite.name: suite for suite in (GRIDWORLD_STEP, GRIDWORLD_ENV)}
"""All of them, by name."""
