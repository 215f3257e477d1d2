"""Checks of SafeLife's agents: the nine actions, and the order within a step."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from formal_rl.agents import Draws
from formal_rl.checking import Case, Example, Part, Scope, check_examples, equal, part
from formal_rl.environments import Environment
from formal_rl.histories import Action
from formal_rl.safelife import CellBits, PackedGameState
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife._engines.words.game import play_batch_packed
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOUR_MASK,
    CRATE,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    GREEN,
    LIFE,
    WALL,
    AdvanceResult,
    Board,
    Cell,
    Location,
    advance,
    orientation_of,
    turned,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import (
    BLUE,
    FREEZING,
    HARD_LIFE,
    HARD_SPAWNER,
    LEVEL_EXIT,
    PARASITE,
    PLAYER,
    PULLABLE,
    PUSHABLE,
    RED,
    SPAWNER,
)
from formal_rl.safelife.game import (
    ACTIONS,
    DIRECTIONS,
    VIEW_SIDE,
    GameState,
    Level,
    act,
    exits_updated,
    has_exited,
    is_active,
    level_environment,
    points,
    start,
    step,
)
from formal_rl.safelife.game.actions import ActResult
from formal_rl.safelife.game.game import StepResult, acted, advanced
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.dynamics import pictured
from formal_rl.statements.wainwright_2019.game_pairs import (
    PlayBatch,
    act_among_others,
    act_on_each,
    act_packed,
    batches_by_hand,
    begun_anew,
    environments,
    environments_by_hand,
    games,
    steps_refused_by_hand,
    views_by_hand,
    ways_by_hand,
)
from formal_rl.statements.wainwright_2019.plays import BARE_PLAYER, small_level

Act = Callable[[Board, Location, Action], ActResult]
Step = Callable[..., Any]
Joint = Sequence[Action]
Acting = tuple[str, Board, Action, ActResult]
"""The row of the rule, the board, the action, and what comes of it."""

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)

_GREEN_PLAYER, _HEAVY_PLAYER = PLAYER | GREEN, PLAYER | PUSHABLE
_BLOCK = FROZEN | FREEZING
_TO_THE_RIGHT, _TO_THE_LEFT = turned(PLAYER, 1), turned(PLAYER, 3)

# Agents are great letters; an agent that looks right has the letter after that of the same looking up.
_LETTERS: dict[str, Cell] = (
    {">": _TO_THE_RIGHT, "<": _TO_THE_LEFT, "S": HARD_SPAWNER, "d": LEVEL_EXIT | RED, "n": _BLOCK | GREEN}
    | {"G": _GREEN_PLAYER, "H": turned(_GREEN_PLAYER, 1), "J": _HEAVY_PLAYER, "K": turned(_HEAVY_PLAYER, 1)}
    | {"L": PLAYER | EXIT, "M": turned(PLAYER | EXIT, 1), "P": PLAYER | PULLABLE, "Q": turned(PLAYER | PULLABLE, 1)}
)


def _line(row: str) -> Board:
    """Return the board of three rows whose second is this, and the others are empty."""
    return pictured(f"{'.' * len(row)} {row} {'.' * len(row)}", **_LETTERS)


def _by_hand(act: Act) -> Iterator[Example]:
    """Yield what an agent does in the second place of a row, and on boards where this is not enough."""
    for about, arithmetic, action, before, after, column in (
        ("nothing", "nothing, not even a turn", NOTHING, ".@o.", ".@o.", 1),
        ("toggle on nothing", "life, of the agent's colour", TOGGLE_RIGHT, ".G..", ".Hg.", 1),
        ("toggle on life of another colour", "none is left", TOGGLE_RIGHT, ".Gr.", ".H..", 1),
        ("toggle on hardened life", "it stays, and the agent has turned", TOGGLE_RIGHT, ".@h.", ".>h.", 1),
        ("toggle on a spawner", "none is left", TOGGLE_RIGHT, ".@s.", ".>..", 1),
        ("toggle on a hard spawner", "it stays", TOGGLE_RIGHT, ".@S.", ".>S.", 1),
        ("toggle on an agent", "frozen, no agent, not destructible; it still freezes", TOGGLE_RIGHT, ".@G.", ".>n.", 1),
        ("toggle on a crate", "shoved one place on, and the agent stays", TOGGLE_RIGHT, ".@x.", ".>.x", 1),
        ("toggle on a crate before an exit", "gone", TOGGLE_RIGHT, ".@xe", ".>.e", 1),
        ("toggle on a crate before a wall", "held", TOGGLE_RIGHT, ".@x#", ".>x#", 1),
        ("toggle of a pushable agent on a crate", "it shoves nothing", TOGGLE_RIGHT, ".Jx.", ".Kx.", 1),
        ("move to nothing", "there, and nothing behind", RIGHT, ".@..", "..>.", 2),
        ("move from a crate", "it follows", RIGHT, "x@..", ".x>.", 2),
        ("move from a parasite", "it can be pushed, not pulled", RIGHT, "p@..", "p.>.", 2),
        ("move of a pullable agent from a crate", "it pulls nothing", RIGHT, "xP..", "x.Q.", 2),
        ("move towards a crate", "pushed one place on", RIGHT, ".@x.", "..>x", 2),
        ("move towards a crate before an exit", "gone", RIGHT, ".@xe", "..>e", 2),
        ("move towards a crate before life", "held", RIGHT, ".@xo", ".>xo", 1),
        ("move of a pushable agent towards a crate", "it pushes nothing", RIGHT, ".Jx.", ".Kx.", 1),
        ("move between two crates", "one is pushed, one follows", RIGHT, "x@x..", ".x>x.", 2),
        ("move from a crate against a wall", "turned only; nothing follows", RIGHT, "x@#.", "x>#.", 1),
        ("move against life", "turned only", LEFT, "o@..", "o<..", 1),
        ("move through an open exit", "the agent vanishes, and is last in the exit", RIGHT, ".Ld.", "..d.", 2),
        ("move through an exit from a crate", "it follows to where the agent was", RIGHT, "xLe.", ".xe.", 2),
        ("move against an exit without the flag", "turned only, whatever the exit's colour", RIGHT, ".@d.", ".>d.", 1),
        ("move against an agent that may leave", "an agent is no exit", RIGHT, ".LL.", ".ML.", 1),
        ("move towards a crate, round the board", "from the first of four to the last", LEFT, "x@..", "<..x", 0),
        ("the same, round a side of three", "where it is pushed to is behind, so it follows", LEFT, "x@.", "<x.", 0),
        ("the same, two crates", "what is beyond is also behind, and holds it", RIGHT, "x@x", "x>x", 1),
        ("where no agent is", "nothing happens", RIGHT, ".#..", ".#..", 1),
    ):
        yield about, arithmetic, ActResult(_line(after), (1, column)), act, _line(before), (1, 1), action

    def board(*cells: tuple[Location, Cell]) -> Board:
        return board_of(3, 3, cells)

    middle, lowest = board(((1, 1), PLAYER)), board(((2, 0), PLAYER))
    for direction, place in enumerate(((0, 1), (1, 2), (2, 1), (1, 0))):
        agent = turned(PLAYER, direction)
        moved, made = ActResult(board((place, agent)), place), ActResult(board(((1, 1), agent), (place, LIFE)), (1, 1))
        yield (ACTIONS[1 + direction], f"{place} from (1, 1)", moved, act, middle, (1, 1), 1 + direction)
        yield (ACTIONS[5 + direction], f"{place} from (1, 1)", made, act, middle, (1, 1), 5 + direction)
    top, last = board(((0, 0), PLAYER)), board(((1, 2), PLAYER))
    beyond = board(((1, 2), _TO_THE_RIGHT), ((1, 0), LIFE))
    yield ("move up from the highest row", "to the lowest", ActResult(lowest, (2, 0)), act, top, (0, 0), UP)
    yield ("toggle from the last column", "the first", ActResult(beyond, (1, 2)), act, last, (1, 2), TOGGLE_RIGHT)


def _steps_by_hand(step: Step) -> Iterator[Example]:
    def played(level: Level, *turns: Joint, draws: Draws = ()) -> tuple[GameState, list[tuple[int, ...]]]:
        state, paid = start(level), []
        for actions in turns:
            state, rewards = step(level, state, actions, draws)
            paid.append(rewards)
        return state, paid

    def cells(level: Level, places: Sequence[Location], *turns: Joint) -> tuple[Cell, ...]:
        state, _ = played(level, *turns)
        return tuple(state.board[place] for place in places)

    def agents(level: Level, *actions: Action) -> object:
        state, _ = played(level, actions)
        return state.locations, tuple(is_active(state, agent) for agent in range(len(actions)))

    def goals() -> object:
        blue_life, red = ((0, 0), LIFE | BLUE), ((2, 2), RED)
        level = Level(board_of(3, 3, [((1, 1), PLAYER)]), board_of(3, 3, [blue_life, red]))
        state, _ = played(level, (NOTHING,))
        return state.goals[0, 0], state.goals[2, 2]

    def drawn() -> object:
        spawner, half, high, low = ((0, 0), SPAWNER), Fraction(1, 2), Fraction(3, 4), Fraction(1, 4)
        board = board_of(3, 3, [((1, 1), BARE_PLAYER), spawner])
        level = Level(board, board_of(3, 3, [spawner]), spawn_probability=half)
        state, _ = played(level, (NOTHING,), draws=(*(high,) * 7, low, *(high,) * 7))
        return state.board.rows[0], state.goals.rows[0], state.draws_read

    def left() -> object:
        state, _ = played(small_level(((1, 1), PLAYER), ((0, 1), LEVEL_EXIT)), (UP,))
        return state.board[0, 1], state.locations[0], is_active(state, 0), has_exited(state, 0)

    way_out, blue = ((0, 0), LEVEL_EXIT), (((1, 2), "blue"),)
    lonely = small_level(((1, 1), PLAYER), ((1, 2), LIFE), ((1, 3), LIFE), size=(3, 6))
    birth = small_level(((2, 0), PLAYER), ((1, 3), LIFE), ((3, 3), LIFE), size=(5, 5))
    fills = small_level(((1, 1), PLAYER), way_out, goals=blue, min_performance=1)
    fades = small_level(((2, 2), BARE_PLAYER), way_out, goals=(((2, 3), "blue"),), size=(5, 5), min_performance=1)
    two, near = (small_level(((1, 0), PLAYER), ((1, column), PLAYER), size=(3, 5)) for column in (2, 1))
    pushed = small_level(((1, 0), PLAYER), ((1, 1), _HEAVY_PLAYER), size=(3, 5))
    pushers = ((2, 1), PLAYER), ((2, 2), _HEAVY_PLAYER)
    to_goal = Level(board_of(5, 6, pushers), board_of(5, 6, [((1, 2), BLUE)]), ((2, 1), (2, 2)))
    toggle, faces, bare, red_exit = (TOGGLE_RIGHT,), _TO_THE_RIGHT, turned(BARE_PLAYER, 1), LEVEL_EXIT | RED
    met, spawned = (0, faces | EXIT, _TO_THE_LEFT | EXIT), ((SPAWNER, 0, 0), (SPAWNER, LIFE, 0), 15)
    far, born, ends, goal = ((1, 2), (1, 3)), ((2, 1), (2, 2)), ((0, 0), (1, 1)), ((0, 0), (2, 2))
    row, destroyed = ((1, 0), (1, 1), (1, 2)), (TOGGLE_RIGHT, RIGHT)
    up, out = (((0, 0), (1, 0)), (True, True)), (((1, 0), (1, 1)), (True, False))
    pusher = ((1, 1), (0, 1)), (False, True)
    turns, paid = ((2, 0), (4, 0), (2, 0), (5, 0)), [(0, 0), (0, 0), (0, 0), (3, 0)]
    yield from (
        ("an agent freezes what is near", "the far dot has one neighbour", (LIFE, 0), cells, lonely, far, (0,)),
        ("agents before the board", "the dot made is the third at (2, 2)", (LIFE, LIFE), cells, birth, born, toggle),
        ("goals advance by the same rule", "lone blue life dies; a dead red goal stays", (0, RED), goals),
        ("the goals' draws follow the board's", "seven, then eight, of which the first spawns", spawned, drawn),
        ("an exit opens", "3 of 3; the agent has the flag", (red_exit, faces | EXIT), cells, fills, ends, toggle),
        ("an exit closes", "the goal is emptied again", (LEVEL_EXIT, faces), cells, fills, ends, toggle, toggle),
        ("exits after the board", "the dot on the goal has died", (LEVEL_EXIT, bare), cells, fades, goal, toggle),
        ("two agents want one place", "the second is blocked, and turned", met, cells, two, row, (RIGHT, LEFT)),
        ("an agent comes after one that makes way", "up, and there", up, agents, near, UP, LEFT),
        ("an agent that was destroyed", "its block is frozen", (_BLOCK,), cells, near, row[1:2], destroyed),
        ("it does not act", "and is out of play", out, agents, near, *destroyed),
        ("an agent is pushed", "it is not told, and moves the pusher", pusher, agents, pushed, RIGHT, UP),
        ("the pusher, moved", "it may leave", (PLAYER | EXIT,), cells, pushed, ((0, 1),), (RIGHT, UP)),
        ("who is out of play is not paid again", "3 for the pusher alone", paid, lambda: played(to_goal, *turns)[1]),
        ("an agent leaves", "the exit above closes, since nobody is left", (LEVEL_EXIT, (0, 1), False, True), left),
    )


# --- The rows of the rule ---

_AGENTS = (_GREEN_PLAYER, PLAYER | EXIT, _HEAVY_PLAYER, PLAYER | PULLABLE)
_AHEAD = (EMPTY, LIFE, HARD_LIFE, WALL, CRATE, PARASITE, SPAWNER, LEVEL_EXIT, PLAYER, PLAYER | EXIT, _HEAVY_PLAYER)
_BEYOND = (EMPTY, CRATE, LEVEL_EXIT, PLAYER | EXIT)
_BEHIND = (EMPTY, CRATE, PARASITE)

_TOGGLES = ("makes life", "removes", "destroys an agent", "shoves", "shoves into an exit", "toggles nothing")
_MOVES = ("pushes", "pushes into an exit", "moves", "leaves", "is blocked")
ROWS = ("does nothing", *_TOGGLES, *_MOVES, "pulls")
"""What an action may come to; an agent that pulls has moved, pushed or left."""

_DOMAIN = f"four agents, {len(_BEHIND)} cells behind, {len(_AHEAD)} ahead, {len(_BEYOND)} beyond, nine actions"

Around = tuple[Cell, Cell, Cell, Cell]


def _by_the_rows(action: Action, cells: Around) -> tuple[str, Around, int]:
    """Return the row that fits, the cells behind, at, ahead and beyond after it, and how far the agent went."""
    behind, agent, ahead, beyond = cells
    if action == NOTHING:
        return "does nothing", cells, 0
    agent = turned(agent, (action - 1) % 4)
    light = bool(ahead & PUSHABLE) and not agent & PUSHABLE
    if action > LEFT:
        block = ahead & ~(AGENT | DESTRUCTIBLE) | FROZEN
        toggles = (
            (ahead == EMPTY, (LIFE | agent & COLOUR_MASK, beyond)),
            (ahead & DESTRUCTIBLE and not ahead & AGENT, (EMPTY, beyond)),
            (ahead & DESTRUCTIBLE, (block, beyond)),
            (light and beyond == EMPTY, (EMPTY, ahead)),
            (light and beyond & EXIT, (EMPTY, beyond)),
            (True, (ahead, beyond)),
        )
        row = next(row for row, (fits, _) in enumerate(toggles) if fits)
        return _TOGGLES[row], (behind, agent, *toggles[row][1]), 0
    moves = (
        (light and beyond == EMPTY, (agent, ahead)),
        (light and beyond & EXIT, (agent, beyond)),
        (not light and ahead == EMPTY, (agent, beyond)),
        (not light and agent & EXIT and ahead & EXIT and not ahead & AGENT, (ahead, beyond)),
        (True, (ahead, beyond)),
    )
    row = next(row for row, (fits, _) in enumerate(moves) if fits)
    if _MOVES[row] == "is blocked":
        return _MOVES[row], (behind, agent, ahead, beyond), 0
    pulls = behind & PULLABLE and not agent & PULLABLE
    vacated = (EMPTY, behind) if pulls else (behind, EMPTY)
    return "pulls" if pulls else _MOVES[row], (*vacated, *moves[row][1]), 1


def _around_agents() -> Iterator[Acting]:
    for agent, behind, ahead, beyond, action in product(_AGENTS, _BEHIND, _AHEAD, _BEYOND, range(len(ACTIONS))):
        down, right = DIRECTIONS[(action - 1) % 4]
        places = [((2 + away * down) % 4, (2 + away * right) % 4) for away in (-1, 0, 1, 2)]
        cells = (behind, agent, ahead, beyond)
        row, after, went = _by_the_rows(action, cells)
        expected = ActResult(board_of(4, 4, zip(places, after, strict=True)), places[1 + went])
        yield row, board_of(4, 4, zip(places, cells, strict=True)), action, expected


@part("each action comes to the first row that fits", branches=ROWS, domain=_DOMAIN)
def _rows(act: Act, acting: Sequence[Acting]) -> Iterator[Case]:
    for row, board, action, expected in acting:
        yield row, equal(f"{ACTIONS[action]} on {board}", expected, act(board, (2, 2), action))


@part(
    "so it does on many boards, and on bit planes",
    branches=ROWS,
    domain=f"{_DOMAIN}: all boards at once, each seventh on bit planes",
)
def _rows_on_planes(acting: Sequence[Acting]) -> Iterator[Case]:
    together = act_on_each([board for _, board, _, _ in acting], [action for _, _, action, _ in acting])
    for number, ((row, board, action, expected), got) in enumerate(zip(acting, together, strict=True)):
        alone = expected if number % 7 else act_packed(board, (2, 2), action)
        yield row, equal(f"{ACTIONS[action]} on {board}", (expected, expected), (got, alone))


@part(
    "nothing changes near an agent",
    branches=(
        "near an agent that freezes",
        "near one that does not: a still life",
        "near one that does not: no still life",
    ),
    domain="all patterns of life round an agent on a board of three by three",
)
def _frozen_around(step: Step) -> Iterator[Case]:
    places = tuple((row, column) for row, column in product(range(3), repeat=2) if (row, column) != (1, 1))
    for alive, player in product(product((EMPTY, LIFE), repeat=len(places)), (PLAYER, BARE_PLAYER)):
        level = small_level(((1, 1), player), *zip(places, alive, strict=True))
        before = start(level).board
        after = step(level, start(level), (NOTHING,)).state.board
        if player == PLAYER:
            yield "near an agent that freezes", equal("all are frozen", before, after)
        else:
            yield f"near one that does not: {'a' if after == before else 'no'} still life", None


def acting(
    scope: Scope,
    *,
    act: Act = act,
    step: Step = step,
    packed: Step = step_packed,
    batch: PlayBatch = play_batch_packed,
    view_packed: Callable[..., Any] = view_packed,
    environment: Callable[..., Environment] = level_environment,
) -> Iterator[Part]:
    """Check actions and steps: by hand, each row of the rule in each direction, and that agents freeze all round."""
    yield check_examples(_by_hand(act), "actions worked by hand")
    yield check_examples(_steps_by_hand(step), "steps worked by hand")
    yield check_examples(_by_hand(act_packed), "actions on bit planes worked by hand")
    yield check_examples(_by_hand(act_among_others), "actions on many boards worked by hand")
    yield check_examples(_steps_by_hand(packed), "steps on bit planes worked by hand")
    yield check_examples(batches_by_hand(batch), "games in lockstep worked by hand")
    seen = (*views_by_hand(view_packed), *environments_by_hand(environment), *ways_by_hand())
    yield check_examples(seen, "views, environments and ways worked by hand")
    yield check_examples(steps_refused_by_hand(packed), "what steps refuse")
    boards = tuple(_around_agents())
    yield _rows(act, boards)
    yield _rows_on_planes(boards)
    yield _frozen_around(step)
    yield games(scope, step=step, packed=packed, batch=batch, seen_packed=view_packed)
    yield begun_anew(scope)
    yield environments(scope)


# --- Mutants ---


def _pull_before_push(board: Board, location: Location, action: Action) -> ActResult:
    """Let what is behind come before anything ahead is moved."""
    if not 1 <= action <= 4 or not board[location] & AGENT:
        return act(board, location, action)
    down, right = DIRECTIONS[action - 1]
    behind = board.wrapped((location[0] - down, location[1] - right))
    after = act(board.with_cells({behind: EMPTY}), location, action)
    if not board[behind] & PULLABLE or board[location] & PULLABLE or after.location == location:
        return act(board, location, action)
    return ActResult(after.board.with_cells({location: board[behind]}), after.location)


def _edges_hold(board: Board, location: Location, action: Action) -> ActResult:
    """Let nothing act beyond the edge."""
    down, right = DIRECTIONS[(action - 1) % 4]
    ahead = location[0] + down, location[1] + right
    if action and board.wrapped(ahead) != ahead and board[location] & AGENT:
        return ActResult(board.with_cells({location: turned(board[location], (action - 1) % 4)}), location)
    return act(board, location, action)


def _as_if(change: Callable[[int], int]) -> Act:
    """Act as if the agent's cell were another, and give it its own flags again."""

    def acting(board: Board, location: Location, action: Action) -> ActResult:
        own = board[location]
        after, where = act(board.with_cells({location: change(own)}), location, action)
        if after[where] & AGENT and own & AGENT:
            after = after.with_cells({where: turned(own, orientation_of(after[where]))})
        return ActResult(after, where)

    return acting


def _changing(change: Callable[[Board, Location, Action, ActResult], dict[Location, Cell]]) -> Act:
    """Act, and then change some cells: by the board before, the agent's place, the action, and what came of it."""

    def acting(board: Board, location: Location, action: Action) -> ActResult:
        after = act(board, location, action)
        return after._replace(board=after.board.with_cells(change(board, location, action, after)))

    return acting


def _no_colour(board: Board, _: Location, __: Action, after: ActResult) -> dict[Location, Cell]:
    return {place: LIFE for place in after.board.find(ALIVE) if not board[place]}


def _turned_back(board: Board, location: Location, action: Action, after: ActResult) -> dict[Location, Cell]:
    return {location: board[location]} if 1 <= action <= 4 and after.location == location else {}


def _no_block(board: Board, location: Location, _: Action, after: ActResult) -> dict[Location, Cell]:
    return {place: EMPTY for place in board.find(AGENT) if place != location and not after.board[place] & AGENT}


def differences(level: Level, before: GameState, after: GameState, in_play: Sequence[bool]) -> tuple[int, ...]:
    """Return what a step pays: the difference of the points of those that were in play."""
    return tuple(
        points(level, after, agent) - points(level, before, agent) if plays else 0
        for agent, plays in enumerate(in_play)
    )


def stepping(change: Callable[[Level, GameState, Joint, Draws], GameState]) -> Step:
    """Return the step that comes to this state, and pays as it should."""

    def step(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
        after = change(level, state, actions, draws)
        return StepResult(after, differences(level, state, after, state.in_play))

    return step


def _with_exits(level: Level, state: GameState) -> GameState:
    return state._replace(board=exits_updated(level, state))


def _paid_by_who_stands_there(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = step(level, state, actions, draws).state
    there = [is_active(state, agent) for agent in range(len(state.locations))]
    return StepResult(after, differences(level, state, after, there))


def _goals_stay(level: Level, state: GameState, actions: Joint, draws: Draws) -> GameState:
    return _with_exits(level, step(level, state, actions, draws).state._replace(goals=state.goals))


def _goals_read_the_same_draws(level: Level, state: GameState, actions: Joint, draws: Draws) -> GameState:
    goals, _ = advance(state.goals, level.spawn_probability, draws, state.draws_read)
    return step(level, state, actions, draws).state._replace(goals=goals)


def _board_first(level: Level, state: GameState, actions: Joint, draws: Draws) -> GameState:
    return _with_exits(level, acted(level, advanced(level, state, draws), actions))


def _exits_before_the_advance(level: Level, state: GameState, actions: Joint, draws: Draws) -> GameState:
    after = advanced(level, acted(level, state, actions), draws)
    before = _with_exits(level, acted(level, state, actions))
    return after._replace(board=advance(before.board, level.spawn_probability, draws, state.draws_read).board)


def _last_agent_first(level: Level, state: GameState, actions: Joint, draws: Draws) -> GameState:
    after = acted(level, state._replace(locations=state.locations[::-1]), tuple(actions)[::-1])
    return advanced(level, after._replace(locations=after.locations[::-1]), draws)


def _all_at_once(level: Level, state: GameState, actions: Joint, draws: Draws) -> GameState:
    """Let each agent act on the board as it was before any of them did; what they change comes together."""
    results = [act(state.board, location, action) for location, action in zip(state.locations, actions, strict=True)]
    changes = {
        place: board[place] for board, _ in results for place in board.locations() if board[place] != state.board[place]
    }
    locations = tuple(location for _, location in results)
    return advanced(level, state._replace(board=state.board.with_cells(changes), locations=locations), draws)


def _freezing_nothing(
    board: Board, spawn_probability: Any = 0, draws: Draws = (), draws_read: int = 0
) -> AdvanceResult:
    agents = board.find(AGENT)
    bare = board.with_cells({place: board[place] & ~FREEZING for place in agents})
    after, read = advance(bare, spawn_probability, draws, draws_read)
    return AdvanceResult(after.with_cells({place: board[place] for place in agents}), read)


def _nobody_paid(levels: Sequence[Level], joint_actions: Any, draws: Sequence[Draws]) -> tuple[Any, ...]:
    games = play_batch_packed(levels, joint_actions, draws)
    return tuple(tuple(seen._replace(rewards=(0,) * len(seen.rewards)) for seen in game) for game in games)


def _all_play_the_first(levels: Sequence[Level], joint_actions: Any, draws: Sequence[Draws]) -> tuple[Any, ...]:
    return play_batch_packed([levels[0]] * len(levels), joint_actions, draws)


def _stays(environment: Environment) -> Environment:
    return lambda play: environment(())


def _upside_down(
    state: PackedGameState, agent: int, height: int = VIEW_SIDE, width: int = VIEW_SIDE, bits: CellBits | None = None
) -> Any:
    return view_packed(state, agent, height, width, bits)[:, ::-1]


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-agent",
        kind="definition",
        title="what agents do, and the order within a step",
        claim="An agent turns, and then moves, pushes and pulls, or creates, removes or shoves away the cell ahead, "
        "or leaves through an open exit; the cells round it are frozen. In a step the agents act one after the other, "
        "then the board advances, then the goals, and then exits open or close.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=acting,
        mutants={
            "pull before push": {"act": _pull_before_push},
            "toggle ignores colour": {"act": _changing(_no_colour)},
            "an agent that is blocked does not turn": {"act": _changing(_turned_back)},
            "nothing acts beyond the edge": {"act": _edges_hold},
            "a pushable agent pushes": {"act": _as_if(lambda cell: cell & ~PUSHABLE)},
            "nothing is pulled": {"act": _as_if(lambda cell: cell | PULLABLE)},
            "nothing is left of a destroyed agent": {"act": _changing(_no_block)},
            "goals do not advance": {"step": stepping(_goals_stay)},
            "goals read the draws of the board": {"step": stepping(_goals_read_the_same_draws)},
            "the board advances before actions": {"step": stepping(_board_first)},
            "paid again when somebody stands there": {"step": _paid_by_who_stands_there},
            "exits before the advance": {"step": stepping(_exits_before_the_advance)},
            "the last agent first": {"step": stepping(_last_agent_first)},
            "agents act all at once": {"step": stepping(_all_at_once)},
            "agents freeze nothing": {"step": partial(step, advance=_freezing_nothing)},
            "on bit planes, goals do not advance": {"packed": stepping(_goals_stay)},
            "on bit planes, exits before the advance": {"packed": stepping(_exits_before_the_advance)},
            "in lockstep, nobody is paid": {"batch": _nobody_paid},
            "in lockstep, all play the first game": {"batch": _all_play_the_first},
            "views upside down": {"view_packed": _upside_down},
            "an environment that stays as it is": {
                "environment": lambda level, draws=(): _stays(level_environment(level, draws))
            },
        },
        verdict="defined",
        evidence="exhaustive: by hand; the first row that fits, for every action of four kinds of agent among 3 cells "
        "behind, 11 ahead and 4 beyond, alone, on bit planes and on many boards; all patterns of life round an agent; "
        "sampled: drawn levels on bit planes and in lockstep, for up to ten steps, with what agents see",
        defects="The paper does not say what can be pushed and pulled, and in which order, nor what the order within "
        "a step is; we follow the published code. We also follow its quirks: on a side of three, a crate that is "
        "pushed is then behind the agent and is pulled; the location of an agent that is pushed is not updated, so it "
        "goes on acting through the pusher.",
    ),
)
