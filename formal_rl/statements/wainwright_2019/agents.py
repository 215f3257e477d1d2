"""Checks of SafeLife's agents: the nine actions, and the order within a step."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from formal_rl.agents import Draws
from formal_rl.checking import Disagreement, Example, Part, Scope, check_examples, decide_cases, part
from formal_rl.environments import Environment
from formal_rl.histories import Action
from formal_rl.safelife import PackedGameState
from formal_rl.safelife._engines.planes.game import step_packed
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife._engines.words.game import GameView, play_batch_packed
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOUR_MASK,
    CRATE,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
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
    coloured,
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
from formal_rl.statements.wainwright_2019.fast_games import (
    PlayBatch,
    act_among_others,
    act_packed,
    batches_by_hand,
    begun_anew,
    environments,
    environments_by_hand,
    games,
    rows_on_planes,
    steps_refused_by_hand,
    views_by_hand,
    ways_by_hand,
)
from formal_rl.statements.wainwright_2019.plays import BARE_PLAYER, line, small_level

Act = Callable[[Board, Location, Action], tuple[Board, Location]]
Step = Callable[..., Any]

NOTHING = 0
UP, RIGHT, DOWN, LEFT = range(1, 5)
TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(5, 9)

GREEN_PLAYER = coloured(PLAYER, "green")
HEAVY_PLAYER = PLAYER | PUSHABLE
_BLOCK = FROZEN | FREEZING


def _on_line(act: Act, action: Action, *cells: Cell) -> tuple[tuple[Cell, ...], int]:
    """Return the row after the agent in its second place has acted, and its column; rows above and below are empty."""
    board, location = act(line(*cells), (1, 1), action)
    row = board.rows[1] if not any(map(any, (board.rows[0], *board.rows[2:]))) else ()
    return row, location[1]


def _faces(cell: Cell, direction: str) -> Cell:
    return turned(cell, ("up", "right", "down", "left").index(direction))


def _by_hand(act: Act) -> Iterator[Example]:
    """Yield what an agent does in its second place of a row of four, and on boards where this is not enough."""
    right, left = _faces(PLAYER, "right"), _faces(PLAYER, "left")
    green, heavy = _faces(GREEN_PLAYER, "right"), _faces(HEAVY_PLAYER, "right")
    leaving = right | EXIT
    rows: tuple[tuple[str, str, Action, tuple[Cell, ...], tuple[Cell, ...], int], ...] = (
        ("nothing", "nothing, not even a turn", NOTHING, (0, PLAYER, LIFE, 0), (0, PLAYER, LIFE, 0), 1),
        ("toggle on nothing", "life, of the agent's colour", TOGGLE_RIGHT,
         (0, GREEN_PLAYER, 0, 0), (0, green, coloured(LIFE, "green"), 0), 1),
        ("toggle on life of another colour", "none is left", TOGGLE_RIGHT,
         (0, GREEN_PLAYER, coloured(LIFE, "red"), 0), (0, green, 0, 0), 1),
        ("toggle on hardened life", "it stays, and the agent has turned", TOGGLE_RIGHT,
         (0, PLAYER, HARD_LIFE, 0), (0, right, HARD_LIFE, 0), 1),
        ("toggle on a spawner", "none is left", TOGGLE_RIGHT, (0, PLAYER, SPAWNER, 0), (0, right, 0, 0), 1),
        ("toggle on a hard spawner", "it stays", TOGGLE_RIGHT,
         (0, PLAYER, HARD_SPAWNER, 0), (0, right, HARD_SPAWNER, 0), 1),
        ("toggle on another agent", "no agent, no longer destructible, frozen; it still freezes", TOGGLE_RIGHT,
         (0, PLAYER, GREEN_PLAYER, 0), (0, right, coloured(_BLOCK, "green"), 0), 1),
        ("toggle on a crate", "shoved one place on, and the agent stays", TOGGLE_RIGHT,
         (0, PLAYER, CRATE, 0), (0, right, 0, CRATE), 1),
        ("toggle on a crate before an exit", "gone", TOGGLE_RIGHT,
         (0, PLAYER, CRATE, LEVEL_EXIT), (0, right, 0, LEVEL_EXIT), 1),
        ("toggle on a crate before a wall", "held", TOGGLE_RIGHT,
         (0, PLAYER, CRATE, WALL), (0, right, CRATE, WALL), 1),
        ("toggle of a pushable agent on a crate", "who can be pushed shoves nothing", TOGGLE_RIGHT,
         (0, HEAVY_PLAYER, CRATE, 0), (0, heavy, CRATE, 0), 1),
        ("move to nothing", "there, and nothing behind", RIGHT, (0, PLAYER, 0, 0), (0, 0, right, 0), 2),
        ("move from a crate", "it follows", RIGHT, (CRATE, PLAYER, 0, 0), (0, CRATE, right, 0), 2),
        ("move from a parasite", "it can be pushed, not pulled", RIGHT,
         (PARASITE, PLAYER, 0, 0), (PARASITE, 0, right, 0), 2),
        ("move of a pullable agent from a crate", "who can be pulled pulls nothing", RIGHT,
         (CRATE, PLAYER | PULLABLE, 0, 0), (CRATE, 0, right | PULLABLE, 0), 2),
        ("move towards a crate", "pushed one place on", RIGHT, (0, PLAYER, CRATE, 0), (0, 0, right, CRATE), 2),
        ("move towards a crate before an exit", "gone", RIGHT,
         (0, PLAYER, CRATE, LEVEL_EXIT), (0, 0, right, LEVEL_EXIT), 2),
        ("move towards a crate before life", "held", RIGHT, (0, PLAYER, CRATE, LIFE), (0, right, CRATE, LIFE), 1),
        ("move of a pushable agent towards a crate", "it pushes nothing", RIGHT,
         (0, HEAVY_PLAYER, CRATE, 0), (0, heavy, CRATE, 0), 1),
        ("move between two crates", "one is pushed, one follows", RIGHT,
         (CRATE, PLAYER, CRATE, 0, 0), (0, CRATE, right, CRATE, 0), 2),
        ("move from a crate against a wall", "turned only; nothing follows", RIGHT,
         (CRATE, PLAYER, WALL, 0), (CRATE, right, WALL, 0), 1),
        ("move against life", "turned only", LEFT, (LIFE, PLAYER, 0, 0), (LIFE, left, 0, 0), 1),
        ("move through an exit that is open to it", "the agent vanishes, and is last in the exit", RIGHT,
         (0, PLAYER | EXIT, LEVEL_EXIT | RED, 0), (0, 0, LEVEL_EXIT | RED, 0), 2),
        ("move through an exit from a crate", "the crate follows to where the agent was", RIGHT,
         (CRATE, PLAYER | EXIT, LEVEL_EXIT, 0), (0, CRATE, LEVEL_EXIT, 0), 2),
        ("move against an exit without the flag", "turned only, whatever the exit's colour", RIGHT,
         (0, PLAYER, LEVEL_EXIT | RED, 0), (0, right, LEVEL_EXIT | RED, 0), 1),
        ("move against an agent that may leave too", "an agent is no exit", RIGHT,
         (0, PLAYER | EXIT, PLAYER | EXIT, 0), (0, leaving, PLAYER | EXIT, 0), 1),
        ("move towards a crate, round the board", "from the first of four it is pushed to the last", LEFT,
         (CRATE, PLAYER, 0, 0), (left, 0, 0, CRATE), 0),
        ("move towards a crate, round a side of three", "where it is pushed to is behind, so it follows", LEFT,
         (CRATE, PLAYER, 0), (left, CRATE, 0), 0),
        ("move towards a crate on a side of three", "what is beyond is also behind, and holds it", RIGHT,
         (CRATE, PLAYER, CRATE), (CRATE, right, CRATE), 1),
        ("where no agent is", "nothing happens", RIGHT, (0, WALL, 0, 0), (0, WALL, 0, 0), 1),
    )  # fmt: skip
    for about, arithmetic, action, before, after, column in rows:
        yield about, arithmetic, (after, column), partial(_on_line, act, action, *before)
    middle = board_of(3, 3, [((1, 1), PLAYER)])
    for action, name in enumerate(ACTIONS[1:], start=1):
        direction = name.split()[1]
        place = {"up": (0, 1), "right": (1, 2), "down": (2, 1), "left": (1, 0)}[direction]
        agent = _faces(PLAYER, direction)
        cells = [(place, agent)] if action <= LEFT else [((1, 1), agent), (place, LIFE)]
        where = place if action <= LEFT else (1, 1)
        yield (name, f"{place} is {direction} of (1, 1)", (board_of(3, 3, cells), where),
                      lambda action: tuple(act(middle, (1, 1), action)), action)  # fmt: skip
    yield (
        "move up from the highest row",
        "the lowest row is above it",
        (board_of(3, 3, [((2, 0), PLAYER)]), (2, 0)),
        lambda: tuple(act(board_of(3, 3, [((0, 0), PLAYER)]), (0, 0), UP)),
    )
    yield (
        "toggle right from the last column",
        "the first column is to the right of it",
        (board_of(3, 3, [((1, 2), right), ((1, 0), LIFE)]), (1, 2)),
        lambda: tuple(act(board_of(3, 3, [((1, 2), PLAYER)]), (1, 2), TOGGLE_RIGHT)),
    )


# --- Steps by hand ---

_FILLS = small_level(((1, 1), PLAYER), ((0, 0), LEVEL_EXIT), goals=(((1, 2), "blue"),), min_performance=1)
_FADES = small_level(
    ((2, 2), BARE_PLAYER), ((0, 0), LEVEL_EXIT), goals=(((2, 3), "blue"),), size=(5, 5), min_performance=1
)
_BIRTH = small_level(((2, 0), PLAYER), ((1, 3), LIFE), ((3, 3), LIFE), size=(5, 5))
_LONELY = small_level(((1, 1), PLAYER), ((1, 2), LIFE), ((1, 3), LIFE), size=(3, 6))
_GOALS = Level(
    board_of(3, 3, [((1, 1), PLAYER)]), board_of(3, 3, [((0, 0), coloured(LIFE, "blue")), ((2, 2), coloured(0, "red"))])
)
_DRAWN = Level(
    board_of(3, 3, [((1, 1), BARE_PLAYER), ((0, 0), SPAWNER)]),
    board_of(3, 3, [((0, 0), SPAWNER)]),
    spawn_probability=Fraction(1, 2),
)
_HIGH, _LOW = Fraction(3, 4), Fraction(1, 4)
_DRAWS = (*(_HIGH,) * 7, _LOW, *(_HIGH,) * 7)
_TWO = small_level(((1, 0), PLAYER), ((1, 2), PLAYER), size=(3, 5))
_NEXT = small_level(((1, 0), PLAYER), ((1, 1), PLAYER), size=(3, 5))
_PUSHED = small_level(((1, 0), PLAYER), ((1, 1), HEAVY_PLAYER), size=(3, 5))

_PUSHED_TO_A_GOAL = Level(
    board_of(5, 6, [((2, 1), PLAYER), ((2, 2), HEAVY_PLAYER)]),
    board_of(5, 6, [((1, 2), BLUE)]),
    ((2, 1), (2, 2)),
)


def _steps_by_hand(step: Step) -> Iterator[Example]:
    def after(level: Level, *actions: Action, draws: tuple[Fraction, ...] = ()) -> Any:
        return step(level, start(level), actions, draws).state

    def paid(level: Level, *turns: tuple[Action, ...]) -> tuple[tuple[int, ...], ...]:
        state, rewards = start(level), []
        for actions in turns:
            state, reward = step(level, state, actions, ())
            rewards.append(reward)
        return tuple(rewards)

    yield (
        "an agent freezes what is round it",
        "of two dots the near one is kept, the far one has one neighbour and dies",
        (LIFE, EMPTY),
        lambda: tuple(after(_LONELY, NOTHING).board[1, column] for column in (2, 3)),
    )
    yield (
        "agents act before the board advances",
        "the dot just made is the third beside (2, 2)",
        (LIFE, LIFE),
        lambda: tuple(after(_BIRTH, TOGGLE_RIGHT).board[2, column] for column in (1, 2)),
    )
    yield (
        "goals advance by the same rule",
        "lone blue life dies; a dead red goal stays",
        (0, RED),
        lambda: tuple(after(_GOALS, NOTHING).goals[place] for place in ((0, 0), (2, 2))),
    )
    yield (
        "the goals' draws follow the board's",
        "seven cells of the board wait, then eight of the goals, of which the first spawns",
        ((SPAWNER, 0, 0), (SPAWNER, LIFE, 0), 15),
        lambda: (
            after(_DRAWN, NOTHING, draws=_DRAWS).board.rows[0],
            after(_DRAWN, NOTHING, draws=_DRAWS).goals.rows[0],
            after(_DRAWN, NOTHING, draws=_DRAWS).draws_read,
        ),
    )
    yield (
        "an exit opens",
        "the blue goal is filled: 3 of 3; the exit is red, and the agent has the flag",
        (LEVEL_EXIT | RED, _faces(PLAYER, "right") | EXIT),
        lambda: tuple(after(_FILLS, TOGGLE_RIGHT).board[place] for place in ((0, 0), (1, 1))),
    )
    yield (
        "an exit closes",
        "the blue goal is filled, and emptied again: 0 of 3",
        (LEVEL_EXIT, _faces(PLAYER, "right")),
        lambda: tuple(
            step(_FILLS, after(_FILLS, TOGGLE_RIGHT), (TOGGLE_RIGHT,)).state.board[place] for place in ((0, 0), (1, 1))
        ),
    )
    yield (
        "exits are updated after the board has advanced",
        "the agent freezes nothing, so the dot on the goal has died: 0 of 3",
        (LEVEL_EXIT, _faces(BARE_PLAYER, "right")),
        lambda: tuple(after(_FADES, TOGGLE_RIGHT).board[place] for place in ((0, 0), (2, 2))),
    )
    yield (
        "two agents want one place",
        "the first has it, and the second is blocked and has turned",
        ((0, _faces(PLAYER, "right") | EXIT, _faces(PLAYER, "left") | EXIT), ((1, 1), (1, 2))),
        lambda: (after(_TWO, RIGHT, LEFT).board.rows[1][:3], after(_TWO, RIGHT, LEFT).locations),
    )
    yield (
        "an agent comes after one that makes way",
        "agent 0 goes up from (1, 0), and agent 1 comes there",
        ((0, 0), (1, 0)),
        lambda: after(_NEXT, UP, LEFT).locations,
    )
    yield (
        "an agent that was destroyed does not act",
        "agent 0 has removed it before its turn; what is left is frozen and has no flag",
        (_BLOCK, (1, 1), False),
        lambda: (
            after(_NEXT, TOGGLE_RIGHT, RIGHT).board[1, 1],
            after(_NEXT, TOGGLE_RIGHT, RIGHT).locations[1],
            is_active(after(_NEXT, TOGGLE_RIGHT, RIGHT), 1),
        ),
    )
    yield (
        "an agent is pushed by another",
        "its location is not told: it then moves the pusher, who has none there any more",
        (((1, 1), (0, 1)), _faces(PLAYER, "up") | EXIT, (False, True)),
        lambda: (
            after(_PUSHED, RIGHT, UP).locations,
            after(_PUSHED, RIGHT, UP).board[0, 1],
            tuple(is_active(after(_PUSHED, RIGHT, UP), agent) for agent in (0, 1)),
        ),
    )
    yield (
        "an agent out of play is not paid again",
        "pushed away, so out of play; the pusher comes to where it stood and fills the goal: 3 for it alone",
        ((0, 0), (0, 0), (0, 0), (3, 0)),
        lambda: paid(_PUSHED_TO_A_GOAL, (2, 0), (4, 0), (2, 0), (5, 0)),
    )
    yield (
        "an agent leaves",
        "from (1, 1) to the exit above, which closes, since nobody is left",
        (LEVEL_EXIT, (0, 1), False, True),
        lambda: _left(step),
    )


def _left(step: Step) -> Any:
    level = small_level(((1, 1), PLAYER), ((0, 1), LEVEL_EXIT))
    state = step(level, start(level), (UP,)).state
    return state.board[0, 1], state.locations[0], is_active(state, 0), has_exited(state, 0)


# --- The rows of the rule ---

_AGENTS = (GREEN_PLAYER, PLAYER | EXIT, HEAVY_PLAYER, PLAYER | PULLABLE)
_AHEAD = (EMPTY, LIFE, HARD_LIFE, WALL, CRATE, PARASITE, SPAWNER, LEVEL_EXIT, PLAYER, PLAYER | EXIT, HEAVY_PLAYER)
_BEYOND = (EMPTY, CRATE, LEVEL_EXIT, PLAYER | EXIT)
_BEHIND = (EMPTY, CRATE, PARASITE)

_TOGGLES = ("makes life", "removes", "destroys an agent", "shoves", "shoves into an exit", "toggles nothing")
_MOVES = ("pushes", "pushes into an exit", "moves", "leaves", "is blocked")
ROWS = ("does nothing", *_TOGGLES, *_MOVES, "pulls")
"""What an action may come to; an agent that pulls has moved, pushed or left."""

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


def _around_agents() -> Iterator[tuple[str, Board, Action, ActResult]]:
    """Yield the row that fits, the board, the action and what comes of it."""
    for agent, behind, ahead, beyond, action in product(_AGENTS, _BEHIND, _AHEAD, _BEYOND, range(len(ACTIONS))):
        down, right = DIRECTIONS[(action - 1) % 4]
        places = [((2 + away * down) % 4, (2 + away * right) % 4) for away in (-1, 0, 1, 2)]
        cells = (behind, agent, ahead, beyond)
        row, after, went = _by_the_rows(action, cells)
        expected = ActResult(board_of(4, 4, zip(places, after, strict=True)), places[1 + went])
        yield row, board_of(4, 4, zip(places, cells, strict=True)), action, expected


def _rows(
    act: Act, boards: Sequence[tuple[str, Board, Action, ActResult]]
) -> Iterator[tuple[str, Disagreement | None]]:
    for row, board, action, expected in boards:
        got = act(board, (2, 2), action)
        yield row, None if got == expected else Disagreement(f"{ACTIONS[action]} on {board}", expected, got)


@part(
    "nothing changes near an agent",
    branches=(
        "near an agent that freezes",
        "near one that does not: a still life",
        "near one that does not: no still life",
    ),
    domain="all patterns of life round an agent on a board of three by three",
)
def _frozen_around(step: Step) -> Iterator[tuple[str, Disagreement | None]]:
    places = tuple((row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1))
    for alive in product((EMPTY, LIFE), repeat=len(places)):
        for player in (PLAYER, BARE_PLAYER):
            level = small_level(((1, 1), player), *zip(places, alive, strict=True))
            before = start(level).board
            after = step(level, start(level), (NOTHING,)).state.board
            if player == PLAYER:
                wrong = None if after == before else Disagreement("all are frozen", before.rows, after.rows)
                yield "near an agent that freezes", wrong
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
    yield check_examples(
        (*views_by_hand(view_packed), *environments_by_hand(environment), *ways_by_hand()),
        "views, environments and ways worked by hand",
    )
    yield check_examples(steps_refused_by_hand(packed), "what steps refuse")
    boards = tuple(_around_agents())
    cells = f"four agents, {len(_BEHIND)} cells behind, {len(_AHEAD)} ahead, {len(_BEYOND)} beyond, nine actions"
    yield decide_cases("each action comes to the first row that fits", _rows(act, boards), branches=ROWS, domain=cells)
    yield decide_cases(
        "so it does on many boards, and on bit planes",
        rows_on_planes(boards),
        branches=ROWS,
        domain=f"{cells}: all boards at once, each seventh on bit planes",
    )
    yield _frozen_around(step)
    yield games(scope, step=step, packed=packed, batch=batch)
    yield begun_anew(scope)
    yield environments(scope)


# --- Mutants ---


Joint = Sequence[Action]


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


def _no_colour(board: Board, location: Location, action: Action) -> ActResult:
    after, where = act(board, location, action)
    made = {place: LIFE for place in board.locations() if not board[place] and after[place] & ALIVE}
    return ActResult(after.with_cells(made), where)


def _turns_only_if_it_goes(board: Board, location: Location, action: Action) -> ActResult:
    after, where = act(board, location, action)
    if 1 <= action <= 4 and where == location:
        after = after.with_cells({location: board[location]})
    return ActResult(after, where)


def _edges_hold(board: Board, location: Location, action: Action) -> ActResult:
    """Let nothing act beyond the edge."""
    down, right = DIRECTIONS[(action - 1) % 4]
    ahead = location[0] + down, location[1] + right
    if action and board.wrapped(ahead) != ahead and board[location] & AGENT:
        return ActResult(board.with_cells({location: turned(board[location], (action - 1) % 4)}), location)
    return act(board, location, action)


def _as_if(change: Callable[[int], int]) -> Callable[[Board, Location, Action], ActResult]:
    """Act as if the agent's cell were another, and give it its own flags again."""

    def acting(board: Board, location: Location, action: Action) -> ActResult:
        own = board[location]
        after, where = act(board.with_cells({location: change(own)}), location, action)
        if after[where] & AGENT and own & AGENT:
            after = after.with_cells({where: turned(own, orientation_of(after[where]))})
        return ActResult(after, where)

    return acting


def _no_block_left(board: Board, location: Location, action: Action) -> ActResult:
    after, where = act(board, location, action)
    gone = {place: EMPTY for place in board.find(AGENT) if place != location and not after[place] & AGENT}
    return ActResult(after.with_cells(gone), where)


def _stepped(level: Level, before: GameState, after: GameState) -> StepResult:
    return StepResult(after, _differences(level, before, after))


def _differences(level: Level, before: GameState, after: GameState) -> tuple[int, ...]:
    return tuple(
        points(level, after, agent) - points(level, before, agent) if before.in_play[agent] else 0
        for agent in range(len(before.locations))
    )


def _paid_by_who_stands_there(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = advanced(level, acted(level, state, actions), draws)
    rewards = (
        points(level, after, agent) - points(level, state, agent) if is_active(state, agent) else 0
        for agent in range(len(state.locations))
    )
    return StepResult(after, tuple(rewards))


def _goals_do_not_advance(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = advanced(level, acted(level, state, actions), draws)._replace(goals=state.goals)
    return _stepped(level, state, after._replace(board=exits_updated(level, after)))


def _goals_read_the_same_draws(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = advanced(level, acted(level, state, actions), draws)
    goals, _ = advance(state.goals, level.spawn_probability, draws, state.draws_read)
    return _stepped(level, state, after._replace(goals=goals))


def _board_first(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = acted(level, advanced(level, state, draws), actions)
    return _stepped(level, state, after._replace(board=exits_updated(level, after)))


def _exits_before_the_advance(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = acted(level, state, actions)
    after = after._replace(board=exits_updated(level, after))
    board, read = advance(after.board, level.spawn_probability, draws, state.draws_read)
    goals, read = advance(after.goals, level.spawn_probability, draws, read)
    return _stepped(level, state, after._replace(board=board, goals=goals, steps=state.steps + 1, draws_read=read))


def _last_agent_first(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    backwards = state._replace(locations=state.locations[::-1])
    after = acted(level, backwards, tuple(actions)[::-1])
    after = advanced(level, after._replace(locations=after.locations[::-1]), draws)
    return _stepped(level, state, after)


def _all_at_once(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    """Let each agent act on the board as it was before any of them did; what they change comes together."""
    changes: dict[Location, int] = {}
    locations = []
    for location, action in zip(state.locations, actions, strict=True):
        board, where = act(state.board, location, action)
        changes |= {place: board[place] for place in board.locations() if board[place] != state.board[place]}
        locations.append(where)
    moved = state._replace(board=state.board.with_cells(changes), locations=tuple(locations))
    return _stepped(level, state, advanced(level, moved, draws))


def _freezing_nothing(
    board: Board, spawn_probability: Any = 0, draws: Draws = (), draws_read: int = 0
) -> AdvanceResult:
    agents = board.find(AGENT)
    bare = board.with_cells({place: board[place] & ~FREEZING for place in agents})
    after, read = advance(bare, spawn_probability, draws, draws_read)
    return AdvanceResult(after.with_cells({place: board[place] for place in agents}), read)


def _agents_freeze_nothing(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    return step(level, state, actions, draws, advance=_freezing_nothing)


_Played = tuple[tuple[GameView, ...], ...]


def _nobody_paid(levels: Sequence[Level], joint_actions: Any, draws: Sequence[Draws]) -> _Played:
    games = play_batch_packed(levels, joint_actions, draws)
    return tuple(tuple(seen._replace(rewards=(0,) * len(seen.rewards)) for seen in game) for game in games)


def _all_play_the_first(levels: Sequence[Level], joint_actions: Any, draws: Sequence[Draws]) -> _Played:
    return play_batch_packed([levels[0]] * len(levels), joint_actions, draws)


def _upside_down(state: PackedGameState, agent: int, height: int = VIEW_SIDE, width: int = VIEW_SIDE) -> Any:
    return view_packed(state, agent, height, width)[:, ::-1]


def _stays(level: Level, draws: Draws = ()) -> Environment:
    environment = level_environment(level, draws)
    return lambda play: environment(())


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-agent",
        kind="definition",
        title="what agents do, and the order within a step",
        claim="An agent turns, and then moves, pushes and pulls, or makes, removes or shoves away what is ahead, or "
        "leaves through an open exit; what is round it is frozen. In a step the agents act one after the other, then "
        "the board advances, then the goals, and then exits open or close.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=acting,
        mutants={
            "pull before push": {"act": _pull_before_push},
            "toggle ignores colour": {"act": _no_colour},
            "an agent that is blocked does not turn": {"act": _turns_only_if_it_goes},
            "nothing acts beyond the edge": {"act": _edges_hold},
            "a pushable agent pushes": {"act": _as_if(lambda cell: cell & ~PUSHABLE)},
            "nothing is pulled": {"act": _as_if(lambda cell: cell | PULLABLE)},
            "nothing is left of a destroyed agent": {"act": _no_block_left},
            "goals do not advance": {"step": _goals_do_not_advance},
            "goals read the draws of the board": {"step": _goals_read_the_same_draws},
            "the board advances before actions": {"step": _board_first},
            "paid again when somebody stands there": {"step": _paid_by_who_stands_there},
            "exits before the advance": {"step": _exits_before_the_advance},
            "the last agent first": {"step": _last_agent_first},
            "agents act all at once": {"step": _all_at_once},
            "agents freeze nothing": {"step": _agents_freeze_nothing},
            "on bit planes, goals do not advance": {"packed": _goals_do_not_advance},
            "on bit planes, exits before the advance": {"packed": _exits_before_the_advance},
            "in lockstep, nobody is paid": {"batch": _nobody_paid},
            "in lockstep, all play the first game": {"batch": _all_play_the_first},
            "views upside down": {"view_packed": _upside_down},
            "an environment that stays as it is": {"environment": _stays},
        },
        verdict="defined",
        evidence="exhaustive: by hand; the first row that fits, for every action of four kinds of agent among 3 cells "
        "behind, 11 ahead and 4 beyond, alone, on bit planes and on many boards; all patterns of life round an agent; "
        "sampled: drawn levels on bit planes and in lockstep, for up to ten steps, with what agents see",
        defects="The paper tells neither what can be pushed and pulled, and in which order, nor the order within a "
        "step; both are as the published code has them. So are its quirks: on a side of three a crate that is pushed "
        "is then behind the agent and is pulled; an agent that is pushed is not told, and goes on acting through the "
        "pusher.",
    ),
)
