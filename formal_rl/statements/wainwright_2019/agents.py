"""What SafeLife's agents do: the nine actions, the order within a step, and the forms of games that are fast."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy
from attrs import evolve

from formal_rl.agents import ConstantLearner, HashedDraws
from formal_rl.checking import Rows, along, among, by_hand, drawn, equal, every, kinds, raised, stepping
from formal_rl.environments import embed
from formal_rl.errors import ActionOutOfRange, DrawsExhausted, InvalidParameter, NoAgentThere
from formal_rl.histories import Percept
from formal_rl.safelife import BatchLevels, CellBits, PackedGame, parse_board, restarted, start_batch, step_batch
from formal_rl.safelife import board as b
from formal_rl.safelife._engines.planes.actions import act_on_planes
from formal_rl.safelife._engines.planes.boards import PackedBoard, frame_of
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.planes.mutable_planes import PlaneDraft
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife._engines.words.actions import MAY_ARISE, act_batch
from formal_rl.safelife._engines.words.game import GREATEST_POINTS, GameView, play_batch_packed
from formal_rl.safelife._engines.words.rule import BatchPlanes
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.game import (
    ACTIONS,
    DIRECTIONS,
    Level,
    act,
    has_exited,
    is_active,
    level_environment,
    points,
    start,
    step,
    view,
)
from formal_rl.safelife.game.level_environment import LevelEnvironmentIncremental, SafeLifeObservation
from formal_rl.safelife.generation import ways_from
from formal_rl.safelife.generation.clearable_paths import clearable, hard_places, next_on_way, way
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in
from formal_rl.statements.wainwright_2019.drawn_levels import GARDEN, SHED, a_game, level_of_kinds
from formal_rl.statements.wainwright_2019.dynamics import pictured
from formal_rl.statements.wainwright_2019.plays import BARE_PLAYER, small_level

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)
HALF = Fraction(1, 2)
GREEN_PLAYER, HEAVY_PLAYER, OPEN = c.PLAYER | c.GREEN, c.PLAYER | c.PUSHABLE, c.PLAYER | c.EXIT
BLOCK = c.FROZEN | c.FREEZING
TO_THE_RIGHT, TO_THE_LEFT = c.turned(c.PLAYER, 1), c.turned(c.PLAYER, 3)

LETTERS: dict[str, int] = (
    {">": TO_THE_RIGHT, "<": TO_THE_LEFT, "S": c.HARD_SPAWNER, "d": c.LEVEL_EXIT | c.RED, "n": BLOCK | c.GREEN}
    | {"G": GREEN_PLAYER, "H": c.turned(GREEN_PLAYER, 1), "J": HEAVY_PLAYER, "K": c.turned(HEAVY_PLAYER, 1)}
    | {"L": OPEN, "M": c.turned(OPEN, 1), "P": c.PLAYER | c.PULLABLE, "Q": c.turned(c.PLAYER | c.PULLABLE, 1)}
)
"""Agents are great letters; an agent that looks right has the letter after that of the same looking up."""


# --- Actions ---


def act_packed(board: Any, location: Any, action: int) -> Any:
    """Do what `act` does, on bit planes."""
    draft = PlaneDraft(PackedBoard.from_board(board))
    now = act_on_planes(draft, location, action)
    return draft.board().to_board(), now


def act_on_each(boards: Sequence[Any], actions: Sequence[int], place: Any = (2, 2)) -> list[Any]:
    """Do what `act` does, on many boards of one size at once, at the same place of each."""
    batch = BatchPlanes.from_array(numpy.stack([board.array() for board in boards]), MAY_ARISE)
    planes = batch.planes.copy()
    rows, columns = act_batch(planes, batch.frame, numpy.array([place] * len(boards)).T, numpy.array(actions))
    places = zip(rows.tolist(), columns.tolist(), strict=True)
    return list(zip(BatchPlanes(batch.frame, planes).boards(), places, strict=True))


def act_among_others(board: Any, location: Any, action: int) -> Any:
    """Do what `act` does, between two boards on which nobody acts."""
    return act_on_each([board] * 3, [NOTHING, action, NOTHING], location)[1]


IN_A_ROW = """
nothing, not even a turn                               0  .@o.   .@o.   1
toggle on nothing: life, of the agent's colour         6  .G..   .Hg.   1
on life of another colour: none is left                6  .Gr.   .H..   1
on hardened life: it stays, and the agent has turned   6  .@h.   .>h.   1
on a spawner: none is left                             6  .@s.   .>..   1
on a hard spawner: it stays                            6  .@S.   .>S.   1
on an agent: frozen, still freezing, no agent          6  .@G.   .>n.   1
on a crate: shoved one place on, the agent stays       6  .@x.   .>.x   1
on a crate before an exit: gone                        6  .@xe   .>.e   1
on a crate before a wall: held                         6  .@x#   .>x#   1
a pushable agent shoves nothing                        6  .Jx.   .Kx.   1
move to nothing: there, and nothing behind             2  .@..   ..>.   2
from a crate: it follows                               2  x@..   .x>.   2
from a parasite: it can be pushed, not pulled          2  p@..   p.>.   2
a pullable agent pulls nothing                         2  xP..   x.Q.   2
towards a crate: pushed one place on                   2  .@x.   ..>x   2
towards a crate before an exit: gone                   2  .@xe   ..>e   2
towards a crate before life: held                      2  .@xo   .>xo   1
a pushable agent pushes nothing                        2  .Jx.   .Kx.   1
between two crates: one is pushed, one follows         2  x@x..  .x>x.  2
from a crate against a wall: turned only               2  x@#.   x>#.   1
against life: turned only                              4  o@..   o<..   1
through an open exit: it is last in the exit           2  .Ld.   ..d.   2
through an exit from a crate: it follows               2  xLe.   .xe.   2
against an exit without the flag, whatever its colour  2  .@d.   .>d.   1
against an agent that may leave: it is no exit         2  .LL.   .ML.   1
a crate, round the board: from the first to the last   4  x@..   <..x   0
round a side of three: what is pushed is behind        4  x@.    <x.    0
two crates: what is beyond is also behind, and held    2  x@x    x>x    1
where no agent is, nothing happens                     2  .#..   .#..   1
"""
"""What it shows, an action, a row on which the second does it, the row after, and the column of the agent then."""


def actions_by_hand() -> Rows:
    """Yield what an agent does in a row, and in all directions."""
    for form, line in product((act, act_packed, act_among_others), IN_A_ROW.strip().splitlines()):
        about, (action, before, after, column) = line[:54].strip(), line[54:].split()
        rows = [pictured(f"{'.' * len(row)} {row} {'.' * len(row)}", **LETTERS) for row in (before, after)]
        yield about, (rows[1], (1, int(column))), form(rows[0], (1, 1), int(action))
    middle = board_of(3, 3, [((1, 1), c.PLAYER)])
    for direction, place in enumerate(((0, 1), (1, 2), (2, 1), (1, 0))):
        agent = c.turned(c.PLAYER, direction)
        moved, made = board_of(3, 3, [(place, agent)]), board_of(3, 3, [((1, 1), agent), (place, c.LIFE)])
        yield f"move to {place} from (1, 1)", (moved, place), act(middle, (1, 1), 1 + direction)
        yield f"toggle {place} from (1, 1)", (made, (1, 1)), act(middle, (1, 1), 5 + direction)
    top, lowest = board_of(3, 3, [((0, 0), c.PLAYER)]), board_of(3, 3, [((2, 0), c.PLAYER)])
    yield "from the highest row to the lowest", (lowest, (2, 0)), act(top, (0, 0), UP)
    for action in (9, -1, True):
        yield "one of nine actions", ActionOutOfRange, raised(act, middle, (1, 1), action)
    for where in ((3, 1), (1, 4), (1,)):
        yield f"{where} is not on the board", InvalidParameter, raised(act, middle, where, 0)
    for size in ((2, 3), (3, 2)):
        yield "sides of at least 3", InvalidParameter, raised(act, b.Board.empty(*size), (0, 0), 0)
    for cell, left in ((c.AGENT | 8, c.FROZEN), (c.AGENT | c.LIFE | c.GREEN, c.FROZEN | c.ALIVE | c.GREEN)):
        beside = board_of(3, 4, [((1, 1), c.PLAYER), ((1, 2), cell)])
        yield "what is left of an agent that was not frozen is", left, act(beside, (1, 1), TOGGLE_RIGHT)[0][1, 2]


AGENTS = (GREEN_PLAYER, OPEN, HEAVY_PLAYER, c.PLAYER | c.PULLABLE)
AHEAD = (
    *(c.EMPTY, c.LIFE, c.HARD_LIFE, c.WALL, c.CRATE, c.PARASITE, c.SPAWNER, c.LEVEL_EXIT),
    *(c.PLAYER, OPEN, HEAVY_PLAYER),
)
BEYOND, BEHIND = (c.EMPTY, c.CRATE, c.LEVEL_EXIT, OPEN), (c.EMPTY, c.CRATE, c.PARASITE)
TOGGLES = "makes life", "removes", "destroys an agent", "shoves", "shoves into an exit", "toggles nothing"
MOVES = "pushes", "pushes into an exit", "moves", "leaves", "is blocked"
ROWS = ("does nothing", *TOGGLES, *MOVES, "pulls")
"""What an action may come to; an agent that pulls has moved, pushed or left."""


def by_the_rows(action: int, cells: tuple[int, ...]) -> tuple[str, tuple[int, ...], int]:
    """Return the row that fits, the cells behind, at, ahead and beyond after it, and how far the agent went."""
    behind, agent, ahead, beyond = cells
    if action == NOTHING:
        return "does nothing", cells, 0
    agent = c.turned(agent, (action - 1) % 4)
    light = bool(ahead & c.PUSHABLE) and not agent & c.PUSHABLE
    if action > LEFT:
        block = ahead & ~(c.AGENT | c.DESTRUCTIBLE) | c.FROZEN
        toggles = (
            (ahead == c.EMPTY, (c.LIFE | agent & c.COLOUR_MASK, beyond)),
            (ahead & c.DESTRUCTIBLE and not ahead & c.AGENT, (c.EMPTY, beyond)),
            (ahead & c.DESTRUCTIBLE, (block, beyond)),
            (light and beyond == c.EMPTY, (c.EMPTY, ahead)),
            (light and beyond & c.EXIT, (c.EMPTY, beyond)),
            (True, (ahead, beyond)),
        )
        row = next(row for row, (fits, _) in enumerate(toggles) if fits)
        return TOGGLES[row], (behind, agent, *toggles[row][1]), 0
    moves = (
        (light and beyond == c.EMPTY, (agent, ahead)),
        (light and beyond & c.EXIT, (agent, beyond)),
        (not light and ahead == c.EMPTY, (agent, beyond)),
        (not light and agent & c.EXIT and ahead & c.EXIT and not ahead & c.AGENT, (ahead, beyond)),
        (True, (ahead, beyond)),
    )
    row = next(row for row, (fits, _) in enumerate(moves) if fits)
    if MOVES[row] == "is blocked":
        return MOVES[row], (behind, agent, ahead, beyond), 0
    pulls = behind & c.PULLABLE and not agent & c.PULLABLE
    vacated = (c.EMPTY, behind) if pulls else (behind, c.EMPTY)
    return "pulls" if pulls else MOVES[row], (*vacated, *moves[row][1]), 1


def around(agent: int, behind: int, ahead: int, beyond: int, action: int) -> tuple[Any, Any]:
    """Return a board with these cells in the direction of an action, and what becomes of it by the rows."""
    down, right = DIRECTIONS[(action - 1) % 4]
    places = [((2 + away * down) % 4, (2 + away * right) % 4) for away in (-1, 0, 1, 2)]
    cells = (behind, agent, ahead, beyond)
    _, after, went = by_the_rows(action, cells)
    board, expected = (board_of(4, 4, zip(places, each, strict=True)) for each in (cells, after))
    return board, (expected, places[1 + went])


def first_apart(expected: Sequence[Any], got: Sequence[Any]) -> tuple[Any, Any]:
    """Return the first two of some that are not equal, with their number; or how many there are."""
    apart = ((n, one, other) for n, (one, other) in enumerate(zip(expected, got, strict=True)) if one != other)
    number, one, other = next(apart, (len(expected), None, None))
    return (number, one), (number, other)


def at_once(agent: int, behind: int) -> tuple[Any, Any]:
    """Return what becomes of all boards round an agent by the rows, and at once, and each seventh on bit planes."""
    boards, expected = zip(*(around(agent, behind, *each) for each in product(AHEAD, BEYOND, range(9))), strict=True)
    actions = [action for *_, action in product(AHEAD, BEYOND, range(9))]
    packed = [act_packed(board, (2, 2), action) for board, action in zip(boards[::7], actions[::7], strict=True)]
    return first_apart([*expected, *expected[::7]], [*act_on_each(boards, actions), *packed])


def near_an_agent(living: Sequence[int], player: int) -> tuple[Any, Any]:
    """Return what is round an agent that does nothing: all as it was if it freezes, and else as without a game."""
    places = [(row, column) for row, column in product(range(3), repeat=2) if (row, column) != (1, 1)]
    level = small_level(((1, 1), player), *zip(places, living, strict=True))
    before = start(level).board
    after = step(level, start(level), (NOTHING,)).state.board
    return before if player == c.PLAYER else b.advance(before).board, after


# --- Steps ---


def played(form: Any, level: Any, *turns: Sequence[int], draws: Any = ()) -> tuple[Any, list[Any]]:
    """Return the state after some steps, and what each paid."""
    state, paid = start(level), []
    for actions in turns:
        state, rewards = form(level, state, actions, draws)
        paid.append(rewards)
    return state, paid


def steps_by_hand() -> Rows:
    """Yield the order within a step, and what becomes of agents."""
    way_out, blue, toggle = ((0, 0), c.LEVEL_EXIT), (((1, 2), "blue"),), (TOGGLE_RIGHT,)
    lonely = small_level(((1, 1), c.PLAYER), ((1, 2), c.LIFE), ((1, 3), c.LIFE), size=(3, 6))
    birth = small_level(((2, 0), c.PLAYER), ((1, 3), c.LIFE), ((3, 3), c.LIFE), size=(5, 5))
    fills = small_level(((1, 1), c.PLAYER), way_out, goals=blue, min_performance=1)
    fades = small_level(((2, 2), BARE_PLAYER), way_out, goals=(((2, 3), "blue"),), size=(5, 5), min_performance=1)
    two, near = (small_level(((1, 0), c.PLAYER), ((1, column), c.PLAYER), size=(3, 5)) for column in (2, 1))
    pushed = small_level(((1, 0), c.PLAYER), ((1, 1), HEAVY_PLAYER), size=(3, 5))
    pushers = ((2, 1), c.PLAYER), ((2, 2), HEAVY_PLAYER)
    to_goal = Level(board_of(5, 6, pushers), board_of(5, 6, [((1, 2), c.BLUE)]), ((2, 1), (2, 2)))
    goals = board_of(3, 3, [((0, 0), c.LIFE | c.BLUE), ((2, 2), c.RED)])
    spawner = ((0, 0), c.SPAWNER)
    spawning = Level(
        board_of(3, 3, [((1, 1), BARE_PLAYER), spawner]), board_of(3, 3, [spawner]), spawn_probability=HALF
    )
    met = {(1, 0): 0, (1, 1): TO_THE_RIGHT | c.EXIT, (1, 2): TO_THE_LEFT | c.EXIT}
    for form in (step, step_packed):
        for why, level, turns, expected in (
            ("an agent freezes what is near; the far dot has one neighbour", lonely, [(0,)], {(1, 2): 9, (1, 3): 0}),
            ("agents before the board: the dot made is the third", birth, [toggle], {(2, 1): 9, (2, 2): 9}),
            ("3 of 3: an exit opens", fills, [toggle], {(0, 0): c.LEVEL_EXIT | c.RED, (1, 1): TO_THE_RIGHT | c.EXIT}),
            ("it closes again", fills, [toggle] * 2, {(0, 0): c.LEVEL_EXIT, (1, 1): TO_THE_RIGHT}),
            ("exits after the board: the dot has died", fades, [toggle], {(0, 0): c.LEVEL_EXIT}),
            ("the second is blocked, and turned", two, [(RIGHT, LEFT)], met),
            ("a block is left of an agent", near, [(TOGGLE_RIGHT, RIGHT)], {(1, 1): BLOCK}),
            ("it is pushed, and moves the pusher, which may leave", pushed, [(RIGHT, UP)], {(0, 1): OPEN}),
        ):
            board = played(form, level, *turns)[0].board
            yield why, expected, {place: board[place] for place in expected}
        for why, level, actions, places, there in (
            ("the first makes way", near, (UP, LEFT), ((0, 0), (1, 0)), [True, True]),
            ("the second is destroyed, and does not act", near, (TOGGLE_RIGHT, RIGHT), ((1, 0), (1, 1)), [True, False]),
            ("who is pushed is not told", pushed, (RIGHT, UP), ((1, 1), (0, 1)), [False, True]),
        ):
            state, _ = played(form, level, actions)
            yield why, (places, there), (state.locations, [is_active(state, agent) for agent in range(2)])
        state, _ = played(form, Level(board_of(3, 3, [((1, 1), c.PLAYER)]), goals), (NOTHING,))
        yield "lone blue life dies; a dead red goal stays", (0, c.RED), (state.goals[0, 0], state.goals[2, 2])
        high, low = Fraction(3, 4), Fraction(1, 4)
        state, _ = played(form, spawning, (NOTHING,), draws=(*(high,) * 7, low, *(high,) * 7))
        found = state.board.rows[0], state.goals.rows[0], state.draws_read
        yield "the board reads seven draws, the goals eight", ((c.SPAWNER, 0, 0), (c.SPAWNER, c.LIFE, 0), 15), found
        _, paid = played(form, to_goal, (2, 0), (4, 0), (2, 0), (5, 0))
        yield "3 for the pusher; who is out of play is not paid again", [(0, 0), (0, 0), (0, 0), (3, 0)], paid
        state, _ = played(form, small_level(((1, 1), c.PLAYER), ((0, 1), c.LEVEL_EXIT)), (UP,))
        gone = state.board[0, 1], state.locations[0], is_active(state, 0), has_exited(state, 0)
        yield "an agent leaves; the exit closes", (c.LEVEL_EXIT, (0, 1), False, True), gone


def level_of(*cells: Any, size: tuple[int, int] = (3, 4), goals: Any = (), **numbers: Any) -> Any:
    """Return a level with these cells and goals."""
    return Level(board_of(*size, cells), board_of(*size, goals), **numbers)


def refused_by_hand() -> Rows:
    """Yield what steps and games on bit planes refuse, and what is just within their limits."""
    pair = level_of(((0, 0), c.PLAYER), ((1, 2), c.PLAYER))
    spawning = level_of(((0, 0), c.PLAYER), ((2, 3), c.SPAWNER), size=(5, 5))
    given: Any
    for form in (step, step_packed):
        for given in ((0,), (0,) * 3, {0, 1}, None):
            yield "two actions", InvalidParameter, raised(form, pair, start(pair), given)
        for given in ((9, 0), (-1, 0), (True, 0)):
            yield "one of nine", ActionOutOfRange, raised(form, pair, start(pair), given)
        yield "eight draws are missing", DrawsExhausted, raised(form, spawning, start(spawning), (0,), (0.5,))
        yield "3/2 is no draw", InvalidParameter, raised(form, spawning, start(spawning), (0,), (0.5, 1.5))
    game, state = PackedGame(SHED), start(SHED)
    later = step(SHED, state, [NOTHING], HashedDraws(0)).state
    shut = state.board.with_cells({(3, 2): c.LEVEL_EXIT})
    change: Any
    for change in (
        *({"board": board} for board in (b.Board.empty(5, 6), shut)),
        *({"locations": locations} for locations in ((), ((7, 2),))),
        *({"goals": b.Board.empty(5, 5)}, {"in_play": (True, True)}, {"draws_read": -1}),
    ):
        yield f"{list(change)} of no state", InvalidParameter, raised(game.packed, state._replace(**change))
    yield "other counts", InvalidParameter, raised(game.packed, later._replace(counts=state.counts[::-1]))
    empty = start(pair)._replace(board=b.Board.empty(3, 4))
    yield "nobody is there", InvalidParameter, raised(PackedGame(pair).packed, empty)
    living = level_of(((0, 0), c.PLAYER), ((1, 2), c.EXIT | c.ALIVE | c.RED), goals=[((1, 2), c.BLUE)])
    paid = PackedGame(living).step(PackedGame(living).start(), [NOTHING]).rewards
    yield "an exit counted as life on a blue goal, and then not: -(-3)", (3,), paid
    flagged = [((0, 0), OPEN), ((1, 1), c.LEVEL_EXIT)]
    yield "an agent with the flag is no exit", OPEN, start(level_of(*flagged)).board[0, 0]
    unopened = level_of(flagged[0], goals=[((1, 1), c.BLUE)], min_performance=Fraction(3, 2))
    yield "3/2 of 3 points are asked: it loses the flag", c.PLAYER, start(unopened).board[0, 0]
    yield "no agent there", NoAgentThere, raised(level_of, flagged[1], agents=[(0, 0)])


# --- Games, and their forms ---


def play_each(levels: Any, joint: Any, draws: Any) -> tuple[tuple[Any, ...], ...]:
    """Return what can be seen of each game when it is played alone."""
    games = []
    for number, level in enumerate(levels):
        state, rewards, seen = start(level), (0,) * len(level.agents), []
        for turn in range(len(joint) + 1):
            if turn:
                state, rewards = step(level, state, joint[turn - 1][number], draws[number])
            has = tuple(points(level, state, agent) for agent in range(len(rewards)))
            seen.append(GameView(*state[:5], has, state.in_play, rewards))
        games.append(tuple(seen))
    return tuple(games)


def every_form(levels: Any, joint: Any, draws: Any) -> tuple[Any, Any]:
    """Return what is seen, paid and kept in games by the definition, and in lockstep and on bit planes."""
    together = play_batch_packed(levels, joint, draws)
    expected: list[Any] = [seen for game in play_each(levels, joint, draws) for seen in game]
    got: list[Any] = [seen for game in together for seen in game]
    for number, level in enumerate(levels):
        game, state, bits = PackedGame(level), start(level), CellBits(frame_of(level.board.height, level.board.width))
        carried = game.start()
        for turn, actions in enumerate(each[number] for each in joint):
            stepped = step(level, state, actions, draws[number])
            begun = step_packed(level, state, actions, draws[number]) if turn % 3 == 0 else stepped
            carried, paid = game.step(carried, actions, draws[number])
            state, rewards = stepped
            expected += [stepped, rewards, state, game.packed(state)]
            got += [begun, paid, carried.to_state(), carried]
            for agent in range(len(level.agents)):
                sides = 1 + (turn + agent) % 9, 1 + (3 * turn + agent) % 7
                views = view(state, agent, *sides), view_packed(carried, agent, *sides, bits)
                expected.append((numpy.dtype(numpy.uint16), views[0].tolist()))
                got.append((views[1].dtype, views[1].tolist()))
    return first_apart(expected, got)


def begun_anew(random: Random) -> tuple[Any, Any]:
    """Return three games in lockstep, of which two begin anew after three of six steps: each alone, and together."""
    levels = [level_of_kinds(random, 4, 4, 2) for _ in range(5)]
    levels = levels if random.random() < 0.5 else [evolve(level, tables=()) for level in levels]
    draws = [HashedDraws(number) for number in range(5)]
    joint = [[[random.randrange(9) for _ in range(2)] for _ in range(5)] for _ in range(6)]
    batch = BatchLevels.of(levels[:3])
    state, known, rewards = start_batch(batch), batch.draws(draws[:3]), numpy.zeros((2, 3), dtype=numpy.int64)
    for turn, actions in enumerate(joint):
        if turn == 3:
            batch, state = restarted(batch, state, {2: levels[3], 0: levels[4]})
            known.replace(2, levels[3].spawn_probability, draws[3])
            known.replace(0, levels[4].spawn_probability, draws[4])
        state, rewards = step_batch(batch, state, numpy.array(actions[:3]).T, known)
    expected, got = [], []
    for number, level, first in ((0, 4, 3), (1, 1, 0), (2, 3, 3)):
        chosen = [[actions[number]] for actions in joint[first:]]
        expected.append(play_each([levels[level]], chosen, [draws[level]])[0][-1])
        where = tuple(map(tuple, state.locations[:, :, number].T.tolist()))
        counts = int(state.steps[number]), int(state.draws_read[number])
        of_agents = (tuple(each[:, number].tolist()) for each in (state.points, state.in_play, rewards))
        got.append(GameView(state.boards.boards()[number], state.goals.boards()[number], where, *counts, *of_agents))
    return first_apart(expected, got)


def lockstep_by_hand() -> Rows:
    """Yield games in lockstep by hand, and what is refused."""
    row = ((1, 0), c.PLAYER), ((1, 1), c.LEVEL_EXIT)
    free = level_of(*row, min_performance=0)
    closed = level_of(*row, goals=[((0, 3), c.BLUE)], min_performance=HALF)
    dot, one = level_of(((1, 1), c.PLAYER), ((1, 2), c.LIFE | c.RED)), ((0, 0), c.PLAYER)
    pair = level_of(one, ((2, 2), c.PLAYER))
    games = play_batch_packed([free, closed, dot], [[[RIGHT], [RIGHT], [TOGGLE_RIGHT]]], [(), (), ()])
    last = [(*each.board.rows[1][:2], each.rewards, each.points, each.in_play) for each in (game[1] for game in games)]
    left, held = (0, c.LEVEL_EXIT, (1,), (1,), (False,)), (TO_THE_RIGHT, c.LEVEL_EXIT, (0,), (0,), (True,))
    removed = (0, TO_THE_RIGHT | c.EXIT, (1,), (0,), (True,))
    yield "one leaves for 1, one is held, one removes a red dot for 1", [left, held, removed], last
    first = [game[0].board.rows[1][:2] for game in play_batch_packed([free, closed], [], [(), ()])]
    yield "of whom nothing is asked may leave", [(OPEN, c.LEVEL_EXIT | c.RED), (c.PLAYER, c.LEVEL_EXIT)], first
    for goal, is_still in ((c.BLUE, True), (c.SPAWNER, False)):
        batch = BatchLevels.of([level_of(one, goals=[((1, 1), goal)], spawn_probability=HALF)])
        known, state = batch.draws([HashedDraws(0)]), start_batch(batch)
        for _ in range(2):
            state, _ = step_batch(batch, state, numpy.array([[NOTHING]]), known)
        yield "goals stay, unless they ask for draws", is_still, state.still_goals

    def anew(*numbers: int, size: tuple[int, int] = (3, 4)) -> Any:
        batch = BatchLevels.of([free, free])
        state = step_batch(batch, start_batch(batch), numpy.array([[RIGHT, LEFT]]), batch.draws([(), ()])).state
        levels, after = restarted(batch, state, {number: level_of(*row, size=size) for number in numbers})
        return levels is batch, after is state, after.steps.tolist()

    yield "nothing begins anew", (True, True, [1, 1]), anew()
    yield "one of two begins anew", (False, False, [1, 0]), anew(1)
    yield "both begin anew", (False, False, [0, 0]), anew(1, 0)
    for numbers in ((2,), (-1,), (-1, 0)):
        yield "no such game", InvalidParameter, raised(anew, *numbers)
    yield "another size", InvalidParameter, raised(anew, 0, size=(5, 5))

    def paying(worth: int) -> Any:
        return BatchLevels.of([level_of(one, tables=[[[0] * 8 + [worth]] * 8])])

    most = GREATEST_POINTS // 12
    yield "12 cells of 2^53 / 12, rounded down", [[most * 12]], paying(most).initial_values.tolist()
    asking = BatchLevels.of([evolve(closed, min_performance=10**40)])
    yield "an exit that asks for more than arrays hold", [[GREATEST_POINTS]], asking.required.tolist()
    for worth in (-(-GREATEST_POINTS // 12), -(2**60)):
        yield "more than arrays hold", InvalidParameter, raised(paying, worth)
    for levels in ([], [level_of(one), level_of(one, size=(4, 4))], [level_of(one), level_of(one, size=(3, 5))]):
        yield "levels of one size", InvalidParameter, raised(BatchLevels.of, levels)
    yield "as many agents", InvalidParameter, raised(BatchLevels.of, [level_of(one), pair])

    def stepped(actions: Any) -> Any:
        batch = BatchLevels.of([pair] * 3)
        return step_batch(batch, start_batch(batch), actions, batch.draws([()] * 3)).state.steps.tolist()

    for kind in (numpy.int64, numpy.uint8):
        yield "an action for each agent of each game", [1, 1, 1], stepped(numpy.full((2, 3), 8, dtype=kind))
    for wrong in (9, -1):
        yield "one of nine", ActionOutOfRange, raised(stepped, numpy.array([[0, 0, 0], [0, wrong, 0]]))
    for shape in (numpy.zeros((3, 2), dtype=int), numpy.zeros((2, 3)), [[0] * 3] * 2):
        yield "ints of 2 x 3", InvalidParameter, raised(stepped, shape)
    yield "2 and 1", InvalidParameter, raised(play_batch_packed, [pair] * 2, [[[0, 0], [0]]], [()] * 2)
    yield "draws of one for two", InvalidParameter, raised(play_batch_packed, [free] * 2, [], [()])


# --- Views, environments and ways ---

MAZE = parse_board("""
. . . . . . .
. # # # # # .
. # ^ o . # .
. # # # o # .
. . . C . # .
. . . # # # .
. . . . . . .
""")


def views_by_hand() -> Rows:
    """Yield what an agent in a corner sees, and what a level as an environment shows and pays."""
    cells = ((0, 0), c.PLAYER), ((0, 1), c.CRATE), ((3, 4), c.LIFE), ((2, 2), c.WALL)
    corner = level_of(*cells, size=(4, 5), goals=[((3, 0), c.BLUE), ((2, 2), c.BLUE)])
    three = [[[c.LIFE, 0, 0], [0, OPEN, c.CRATE], [0, 0, 0]], [[0, c.BLUE, 0], [0, 0, 0], [0, 0, 0]]]
    form: Any
    for form, state in ((view, start(corner)), (view_packed, PackedGame(corner).start())):
        yield "above is row 3, on the left column 4", three, form(state, 0, 3, 3).tolist()
        yield "one by two: the middle is column 1", [[[0, OPEN]], [[0, 0]]], form(state, 0, 1, 2).tolist()
        sees = form(state, 0)
        found = sees.shape, *map(int, (sees[0][7][7], sees[0][3][12], sees[1][6][7]))
        yield "15 x 15, repeated after 4 rows and 5 columns", ((2, 15, 15), OPEN, OPEN, c.BLUE), found
        for wrong in ((1, 3, 3), (-1, 3, 3), (False, 3, 3), (0, 0, 3), (0, 3, 0), (0, 3, 2.5)):
            yield f"{wrong} is no view", InvalidParameter, raised(form, state, *wrong)
    level = level_of(((1, 1), c.PLAYER), ((0, 1), c.LIFE | c.RED), size=(3, 3))
    first = Percept(0, SafeLifeObservation(level.board.with_cells({(1, 1): OPEN}), level.goals))
    second = Percept(1, SafeLifeObservation(board_of(3, 3, [((1, 1), OPEN)]), level.goals))
    environment, learner = level_environment(level), ConstantLearner(0)
    for form in (along(embed(environment)), stepping(LevelEnvironmentIncremental(level))):
        seen = [first, second, second._replace(reward=0)]
        yield "0, a red dot removed: 1, then 0", seen, list(form(learner, (TOGGLE_UP, NOTHING)))
        yield "a tenth action", ActionOutOfRange, raised(form, learner, (NOTHING, 9))
    for made, wrong in product(
        (level_environment, LevelEnvironmentIncremental), (level_of(), level_of(*cells[:1], ((1, 1), c.PLAYER)))
    ):
        yield "a level of one agent", InvalidParameter, raised(made, wrong)


def ways_by_hand() -> Rows:
    """Yield which places are hard or clearable, and which ways there are."""
    path = ((2, 3), (2, 4), (3, 4), (4, 4))
    wall = [((row, 0), c.WALL) for row in range(9)]
    trees = board_of(9, 9, [*wall, ((4, 4), c.TREE), ((4, 6), c.TREE)])
    tree, hard = board_of(9, 9, [((4, 4), c.TREE)]), board_of(9, 9, [((4, 4), c.HARD_LIFE), ((0, 0), c.LIFE)])
    in_all = frozenset(place for place in trees.locations() if place[1])
    for why, places, board in (
        ("none is hard", frozenset[Any](), MAZE),
        ("one tree: two of three parents are not hard", frozenset({(4, 4)}), tree),
        ("hard life, and life", frozenset({(4, 4)}), hard),
        ("between two trees is near both, and so on; walls are frozen", in_all, trees),
    ):
        yield why, places, hard_places(board)
    small = board_of(3, 4, [((0, 0), c.TREE), ((2, 3), c.LIFE), ((1, 1), c.CRATE), ((0, 2), c.SPAWNER)])
    clear = frozenset(set(small.locations()) - {(0, 0), (1, 1)})
    yield "what is empty or destructible and not hard", clear, clearable(small)
    free, at_start = ways_from(MAZE, (2, 2), clearable(MAZE)), ways_from(MAZE, (2, 2), ())
    yield "four steps; what would be pulled stops it", {(2, 2), *path}, set(free)
    yield (
        "right twice, down twice; no step; nothing free",
        (path, (), {(2, 2)}),
        (
            way(free, (4, 4)),
            way(at_start, (2, 2)),
            set(at_start),
        ),
    )
    exits, behind = parse_board("# # # # #\n^ . E . #\n# # # # #\n# # # # #"), parse_board("C ^ . .\n. # # #\n. # # #")
    above, edge = parse_board("C # #\n^ # #\n. # #"), parse_board("^ # . #\n# # . #\n. . . .")
    steps = {(1, 0): (1, 0), (1, 1): (1, 0), (1, 2): (1, 1)}
    round_edge = {(0, 0): (0, 0), (2, 0): (0, 0), (2, 3): (2, 0)}
    for why, ways, board, place, opened in (
        ("nothing beyond an exit", steps, exits, (1, 0), clearable(exits)),
        ("an exit that is not free is reached", steps, exits, (1, 0), {(1, 0), (1, 1)}),
        ("a crate behind would be pulled along", {(0, 1): (0, 1)}, behind, (0, 1), {(0, 2)}),
        ("a crate above would be pulled along", {(1, 0): (1, 0)}, above, (1, 0), {(2, 0)}),
        ("up is row 2, left is column 3", round_edge, edge, (0, 0), {(0, 0), (2, 0), (2, 3)}),
    ):
        yield why, ways, dict(ways_from(board, place, frozenset(opened)))
    cleared, exit_ahead = MAZE.with_cells({(2, 3): c.EMPTY}), parse_board("^ E .\n. . .\n. . .")
    for why, action, board, here, rest in (
        ("life: toggle right", TOGGLE_RIGHT, MAZE, (2, 2), path),
        ("nothing in the way", RIGHT, cleared, (2, 2), path),
        ("from its second place", RIGHT, MAZE, (2, 3), path),
        ("life below: toggle down", TOGGLE_DOWN, MAZE, (2, 4), path),
        ("empty below: move down", DOWN, MAZE, (3, 4), path),
        ("an exit in the way", RIGHT, exit_ahead, (0, 0), ((0, 1),)),
        ("column 3 is left of column 0", LEFT, edge, (2, 0), ((2, 3),)),
        ("row 2 is above row 0", UP, edge, (0, 0), ((2, 0), (2, 3))),
        ("at the end", InvalidParameter, MAZE, (4, 4), path),
        ("beside no part", InvalidParameter, MAZE, (0, 0), path),
    ):
        yield why, action, raised(next_on_way, board, here, rest)
    yield "off all ways", InvalidParameter, raised(way, at_start, (0, 0))


def five_actions(random: Random) -> tuple[Any, ...]:
    """Return five of the nine actions."""
    return tuple(random.randrange(len(ACTIONS)) for _ in range(5))


@definition(
    "W19-agent",
    "what agents do, and the order within a step",
    "Section 2",
    defects="The paper does not say what can be pushed and pulled, and in which order, nor what the order within "
    "a step is; we follow the published code. We also follow its quirks: on a side of three, a crate that is "
    "pushed is then behind the agent and is pulled; the location of an agent that is pushed is not updated, so it "
    "goes on acting through the pusher.",
)
def acting() -> Evidence:
    """An agent turns, and then moves, pushes and pulls, or creates, removes or shoves away the cell ahead, or leaves
    through an open exit; the cells round it are frozen. In a step the agents act one after the other, then the board
    advances, then the goals, and then exits open or close.
    """

    def by_rows(*cells: int) -> tuple[Any, Any]:
        board, expected = around(*cells)
        return expected, act(board, (2, 2), cells[-1])

    def row_of(agent: int, behind: int, ahead: int, beyond: int, action: int) -> str:
        return by_the_rows(action, (behind, agent, ahead, beyond))[0]

    for rows, name in (
        (actions_by_hand, "actions, alone, on bit planes and on many boards"),
        (steps_by_hand, "steps, and on bit planes"),
        (refused_by_hand, "what steps refuse"),
        (lockstep_by_hand, "games in lockstep"),
        (views_by_hand, "views and environments"),
        (ways_by_hand, "ways"),
    ):
        yield by_hand(rows, name)
    agents, behind = among("{} agents", AGENTS), among("{} cells behind", BEHIND)
    rest = among("{} ahead", AHEAD), among("{} beyond", BEYOND), among("{} actions", range(9))
    yield every(
        "each action comes to the first row that fits", by_rows, agents, behind, *rest, kinds=kinds(row_of, *ROWS)
    )
    yield every("so it does on many boards at once and on bit planes", at_once, agents, behind)
    life = among("all patterns of life round an agent on 3 x 3", product((c.EMPTY, c.LIFE), repeat=8))
    players = among("one that freezes and one that does not", (c.PLAYER, BARE_PLAYER))
    yield every("nothing changes near an agent that freezes", near_an_agent, life, players)
    games = drawn("games of up to 3 levels, of up to four agents, for up to ten steps", a_game, 45, 400, many=True)
    yield every("on bit planes and in lockstep", every_form, games)
    yield every("games that begin anew", lambda both: both, drawn("lots of three games", begun_anew, 4, 60))
    environment, carried = (
        level_environment(GARDEN, HashedDraws(0)),
        LevelEnvironmentIncremental(GARDEN, HashedDraws(0)),
    )
    carried_on = equal(
        "a level as an environment, carried on",
        along(embed(environment)),
        stepping(carried),
        among("a learner", [ConstantLearner(0)]),
        drawn("sequences of five actions in a level with a spawner", five_actions, 6, 100),
    )
    yield carried_on
    yield mutants("""
        safelife.game.actions:move
            pull before push: target = board[ahead] → down, right = DIRECTIONS[orientation]⏎    behind =
                board.wrapped((location[0] - down, location[1] - right))⏎    follower = board[behind] if
                board[behind] & PULLABLE and not agent & PULLABLE else EMPTY⏎    whole, board = board,
                board.with_cells({behind: EMPTY}) if follower else board⏎    target = board[ahead]
                ;; if pushed is None: return ActResult(board, → if pushed is None:⏎            return ActResult(whole,
                ;; target & AGENT): return ActResult(board, → target & AGENT):⏎        return ActResult(whole,
                ;; _followed(board, location, orientation, agent) → board.with_cells({location: follower})
            a pushable agent pushes: target & PUSHABLE and not agent & PUSHABLE → target & PUSHABLE
        safelife.game.actions:toggle
            toggle ignores colour: LIFE | agent & COLOUR_MASK → LIFE
            nothing is left of a destroyed agent: target & ~AGENT & ~DESTRUCTIBLE | FROZEN if target & AGENT else EMPTY
                → EMPTY
        safelife.game.actions:act
            an agent that is blocked does not turn: board = board.with_cells( → first, board = board, board.with_cells(
                ;; return move(board, location, orientation) → moved = move(board, location,
                orientation)⏎    return moved if moved.location != location else ActResult(first, location)
            nothing acts beyond the edge: if action > 4: → if _ahead(board, location, orientation)[0] != (location[0] +
                DIRECTIONS[orientation][0], location[1] + DIRECTIONS[orientation][1]):⏎        return ActResult(board,
                location)⏎    if action > 4:
        safelife.game.actions:_followed
            nothing is pulled: board[behind] & PULLABLE and → False and
        safelife.game.game:advanced
            goals do not advance: goals, draws_read = advance(state.goals, level.spawn_probability, draws, draws_read)
                → goals = state.goals
            goals read the draws of the board: goals, draws_read = advance(state.goals, level.spawn_probability, draws,
                draws_read) → goals, _ = advance(state.goals, level.spawn_probability, draws, state.draws_read)
            exits before the advance: advance(state.board, → advance(exits_updated(level,
                state._replace(counts=count_cells(state.board, state.goals))),
                ;; state = state._replace(board=exits_updated(level, state)) → ∅
            agents freeze nothing: advance(state.board,
                → advance(state.board.with_cells({at: state.board[at] & ~96 for at in state.board.find(2)}),
        safelife.game.game:step
            the board advances before actions: advanced(level, acted(level, state, actions), draws, advance=advance)
                → acted(level, advanced(level, state, draws, advance=advance), actions)⏎    after =
                after._replace(board=exits_updated(level, after))
            paid again when somebody stands there: if state.in_play[agent] else → if is_active(state, agent) else
        safelife.game.game:acted
            the last agent first: enumerate(actions) → reversed(list(enumerate(actions)))
            agents act all at once: board, locations[agent] = act(board, locations[agent], action)
                → after, locations[agent] = act(state.board, locations[agent], action)⏎        board =
                board.with_cells({at: after[at] for at in after.locations() if after[at] != state.board[at]})
        safelife._engines.planes.game:PackedGame.step
            on bit planes, goals do not advance: goals, draws_read = goals.advanced(draws, draws_read) → ∅
            on bit planes, exits before the advance: board = self._exits_updated(board, locations, values) → ∅
                ;; self._acted(before, locations, actions) → self._acted(before, locations, actions)⏎    board =
                self._exits_updated(board, locations, self._values(board, goals, uncounted_cells(board)))
        safelife._engines.words.game:play_batch_packed
            in lockstep, nobody is paid: seen.append(_seen(state, rewards)) → seen.append(_seen(state, 0 * rewards))
            in lockstep, all play the first game: BatchLevels.of(levels) → BatchLevels.of([levels[0]] * len(levels))
        safelife._engines.planes.observation:view_packed
            views upside down: .take(places, axis=0)) → .take(places, axis=0))[:, ::-1]
        safelife.game.level_environment:level_environment
            an environment that stays as it is: enumerate(actions(play)) → enumerate(())
    """)


STATEMENTS = statements_in(globals())
