"""SafeLife's agents: the nine actions, the order within a step, and the forms of games that are fast.

The statement is long: it compares two forms of actions, three of games, views, environments, and the ways of agents.
"""

from collections.abc import Sequence
from itertools import product
from typing import Any

from formal_rl.agents import ConstantLearner
from formal_rl.checking import among, every, up_to
from formal_rl.checking.claims import Rows, along, by_hand
from formal_rl.checking.domains import drawn
from formal_rl.environments import embed
from formal_rl.histories import Percept
from formal_rl.safelife import game as g
from formal_rl.safelife import parse_board
from formal_rl.safelife._engines.planes.actions import PlaneDraft, act_on_planes
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.game import PackedGame, step_packed
from formal_rl.safelife._engines.planes.observation import view_packed
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.game.actions import DIRECTIONS
from formal_rl.safelife.game.level_environment import SafeLifeObservation
from formal_rl.safelife.generation.clearable_paths import clearable, hard_places, next_on_way, ways_from
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in
from formal_rl.statements.wainwright_2019.drawn_levels import a_game
from formal_rl.statements.wainwright_2019.dynamics import pictured
from formal_rl.statements.wainwright_2019.plays import BARE_PLAYER, small_level

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)
GREEN_PLAYER, HEAVY_PLAYER, OPEN = c.PLAYER | c.GREEN, c.PLAYER | c.PUSHABLE, c.PLAYER | c.EXIT
TO_THE_RIGHT, TO_THE_LEFT = c.turned(c.PLAYER, 1), c.turned(c.PLAYER, 3)

# --- Actions ---

LETTERS = {">": TO_THE_RIGHT, "<": TO_THE_LEFT, "n": c.FROZEN | c.FREEZING | c.GREEN}
LETTERS |= {"G": GREEN_PLAYER, "L": OPEN}
IN_A_ROW = """
on an agent: frozen, still freezing, no agent          6  .@G.   .>n.   1
on a crate before an exit: gone                        6  .@xe   .>.e   1
move between two crates: one is pushed, one follows    2  x@x..  .x>x.  2
through an open exit from a crate: it follows          2  xLe.   .xe.   2
round a side of three: what is pushed is behind        4  x@.    <x.    0
two crates: what is beyond is also behind, and held    2  x@x    x>x    1
where no agent is, nothing happens                     2  .#..   .#..   1
"""
"""A name, an action, a row on which the second agent takes it, the row after, and the agent's column then."""


def actions_by_hand() -> Rows:
    """Yield what an agent does in a row."""
    for line in IN_A_ROW.strip().splitlines():
        about, (action, before, after, column) = line[:54].strip(), line[54:].split()
        rows = [pictured(f"{'.' * len(row)} {row} {'.' * len(row)}", **LETTERS) for row in (before, after)]
        yield about, (rows[1], (1, int(column))), g.act(rows[0], (1, 1), int(action))


AGENTS = (GREEN_PLAYER, OPEN, HEAVY_PLAYER, c.PLAYER | c.PULLABLE)
AHEAD = (
    *(c.EMPTY, c.LIFE, c.HARD_LIFE, c.WALL, c.CRATE, c.PARASITE, c.SPAWNER, c.LEVEL_EXIT),
    *(c.PLAYER, OPEN, HEAVY_PLAYER, c.AGENT | c.DESTRUCTIBLE | c.GREEN),
)
BEYOND, BEHIND = (c.EMPTY, c.CRATE, c.LEVEL_EXIT, OPEN), (c.EMPTY, c.CRATE, c.PARASITE)


def on_boards_and_planes(agent: int, behind: int, ahead: int, beyond: int, action: int) -> tuple[Any, Any]:
    """Return what becomes of a board round an agent, and where the agent is then, by the definition and on planes."""
    down, right = DIRECTIONS[(action - 1) % 4]
    places = [((2 + away * down) % 4, (2 + away * right) % 4) for away in (-1, 0, 1, 2)]
    board = board_of(4, 4, zip(places, (behind, agent, ahead, beyond), strict=True))
    draft = PlaneDraft(PackedBoard.from_board(board))
    location = act_on_planes(draft, (2, 2), action)
    return g.act(board, (2, 2), action), (draft.board().to_board(), location)


# --- Steps ---


def played(form: Any, level: Any, *turns: Sequence[int], draws: Any = ()) -> tuple[Any, list[Any]]:
    """Return the state after some steps, and what each paid."""
    state, paid = g.start(level), []
    for actions in turns:
        state, rewards = form(level, state, actions, draws)
        paid.append(rewards)
    return state, paid


def steps_by_hand() -> Rows:
    """Yield the order within a step, and what becomes of agents."""
    way_out, toggle = ((0, 0), c.LEVEL_EXIT), (TOGGLE_RIGHT,)
    lonely = small_level(((1, 1), c.PLAYER), ((1, 2), c.LIFE), ((1, 3), c.LIFE), size=(3, 6))
    birth = small_level(((2, 0), c.PLAYER), ((1, 3), c.LIFE), ((3, 3), c.LIFE), size=(5, 5))
    fills = small_level(((1, 1), c.PLAYER), way_out, goals=(((1, 2), "blue"),), min_performance=1)
    fades = small_level(((2, 2), BARE_PLAYER), way_out, goals=(((2, 3), "blue"),), size=(5, 5), min_performance=1)
    near = small_level(((1, 0), c.PLAYER), ((1, 1), c.PLAYER), size=(3, 5))
    pushed = small_level(((1, 0), c.PLAYER), ((1, 1), HEAVY_PLAYER), size=(3, 5))
    leaving = small_level(((1, 1), c.PLAYER), ((0, 1), c.LEVEL_EXIT))
    for why, level, turns, expected, there in (
        ("what is near is frozen; the far dot has one neighbour", lonely, [(0,)], {(1, 2): 9, (1, 3): 0}, [True]),
        ("agents before the board: the dot made is the third", birth, [toggle], {(2, 1): 9, (2, 2): 9}, [True]),
        ("3 of 3: an exit opens", fills, [toggle], {(0, 0): c.LEVEL_EXIT | c.RED}, [True]),
        ("exits after the board: the dot has died", fades, [toggle], {(0, 0): c.LEVEL_EXIT}, [True]),
        ("the second is destroyed, and does not act", near, [(TOGGLE_RIGHT, RIGHT)], {(1, 2): 0}, [True, False]),
        ("a pushed agent does not notice, and moves the pusher", pushed, [(RIGHT, UP)], {(0, 1): OPEN}, [False, True]),
        ("an agent leaves; the exit closes", leaving, [(UP,)], {(0, 1): c.LEVEL_EXIT}, [False]),
    ):
        state, _ = played(g.step, level, *turns)
        found: Any = {place: state.board[place] for place in expected}
        yield why, (expected, there), (found, [g.is_active(state, agent) for agent in range(len(there))])
    yield "it has left", True, g.has_exited(state, 0)
    pushers = ((2, 1), c.PLAYER), ((2, 2), HEAVY_PLAYER)
    to_goal = g.Level(board_of(5, 6, pushers), board_of(5, 6, [((1, 2), c.BLUE)]), ((2, 1), (2, 2)))
    _, paid = played(g.step, to_goal, (RIGHT, NOTHING), (LEFT, NOTHING), (RIGHT, NOTHING), (TOGGLE_UP, NOTHING))
    yield "3 for the pusher; who is out of play is not paid again", [(0, 0), (0, 0), (0, 0), (3, 0)], paid


def every_form(levels: Any, joint: Any, draws: Any) -> tuple[Any, Any]:
    """Return what is seen, paid and kept in games by the definition, and on bit planes."""
    expected: list[Any] = []
    got: list[Any] = []
    for number, level in enumerate(levels):
        game, state = PackedGame(level), g.start(level)
        carried = game.start()
        for turn, actions in enumerate(each[number] for each in joint):
            begun = step_packed(level, state, actions, draws[number])
            state, rewards = g.step(level, state, actions, draws[number])
            carried, paid = game.step(carried, actions, draws[number])
            expected += [(state, rewards), (state, rewards), game.packed(state)]
            got += [begun, (carried.to_state(), paid), carried]
            for agent in range(len(level.agents)):
                sides = 1 + (turn + agent) % 9, 1 + (3 * turn + agent) % 7
                expected.append(g.view(state, agent, *sides).tolist())
                got.append(view_packed(carried, agent, *sides).tolist())
    return expected, got


# --- Views, environments and ways ---


def views_by_hand() -> Rows:
    """Yield what an agent in a corner sees, and what a level as an environment shows and pays."""
    cells = ((0, 0), c.PLAYER), ((0, 1), c.CRATE), ((3, 4), c.LIFE), ((2, 2), c.WALL)
    corner = g.Level(board_of(4, 5, cells), board_of(4, 5, [((3, 0), c.BLUE), ((2, 2), c.BLUE)]))
    three = [[[c.LIFE, 0, 0], [0, OPEN, c.CRATE], [0, 0, 0]], [[0, c.BLUE, 0], [0, 0, 0], [0, 0, 0]]]
    form: Any
    for form, state in ((g.view, g.start(corner)), (view_packed, PackedGame(corner).start())):
        yield "above is row 3, on the left column 4", three, form(state, 0, 3, 3).tolist()
    sees = g.view(g.start(corner), 0)
    yield "15 x 15, the agent in the middle", ((2, 15, 15), OPEN), (sees.shape, int(sees[0][7][7]))
    level = small_level(((1, 1), c.PLAYER), ((0, 1), c.LIFE | c.RED))
    first = Percept(0, SafeLifeObservation(level.board.with_cells({(1, 1): OPEN}), level.goals))
    second = Percept(1, SafeLifeObservation(board_of(3, 3, [((1, 1), OPEN)]), level.goals))
    seen = along(embed(g.level_environment(level)))(ConstantLearner(0), (TOGGLE_UP, NOTHING))
    yield "0, a red dot removed: 1, then 0", (first, second, second._replace(reward=0)), seen


def ways_by_hand() -> Rows:
    """Yield which places are hard or clearable, which ways there are, and the next action on one."""
    hard = board_of(9, 9, [((4, 4), c.HARD_LIFE), ((0, 0), c.LIFE)])
    yield "hard life, and life", frozenset({(4, 4)}), hard_places(hard)
    small = pictured("+.s. .x.. ...o")
    clear = frozenset(set(small.locations()) - {(0, 0), (1, 1)})
    yield "what is empty or destructible and not hard", clear, clearable(small)
    exits, edge = parse_board("# # # # #\n^ . E . #\n# # # # #\n# # # # #"), parse_board("^ # . #\n# # . #\n. . . .")
    ways = ways_from(exits, (1, 0), frozenset({(1, 0), (1, 1)}))
    yield "an exit is reached, and nothing beyond", {(1, 0): (1, 0), (1, 1): (1, 0), (1, 2): (1, 1)}, dict(ways)
    maze = pictured("@o. #o. #..")
    for why, action, board, here, there in (
        ("life: toggle right", TOGGLE_RIGHT, maze, (0, 0), (0, 1)),
        ("empty below: move down", DOWN, maze, (1, 1), (2, 1)),
        ("column 3 is left of column 0", LEFT, edge, (2, 0), (2, 3)),
    ):
        yield why, action, next_on_way(board, here, (there,))


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
    for rows in (actions_by_hand, steps_by_hand, views_by_hand, ways_by_hand):
        yield by_hand(rows, rows.__name__.replace("_", " "))
    round_agents = among(
        "each agent, each cell behind, ahead and beyond", product(AGENTS, BEHIND, AHEAD, BEYOND), many=True
    )
    yield every("an action on bit planes", on_boards_and_planes, round_agents, up_to(8, least=0, said="actions"))
    games = drawn("games of up to 3 levels, of up to four agents, for up to ten steps", a_game, 45, 400, many=True)
    yield every("games on bit planes", every_form, games)
    yield mutants("""
        safelife.game.actions:move
            pull before push: target = board[ahead] → down, right = DIRECTIONS[orientation]⏎    behind =
                board.wrapped((location[0] - down, location[1] - right))⏎    follower = board[behind] if
                board[behind] & PULLABLE and not agent & PULLABLE else EMPTY⏎    whole, board = board,
                board.with_cells({behind: EMPTY}) if follower else board⏎    target = board[ahead]
                ;; if pushed is None: return ActResult(board, → if pushed is None:⏎            return ActResult(whole,
                ;; target & AGENT): return ActResult(board, → target & AGENT):⏎        return ActResult(whole,
                ;; _pull(board, location, orientation, agent) → board.with_cells({location: follower})
            a pushable agent pushes: target & PUSHABLE and not agent & PUSHABLE → target & PUSHABLE
        safelife.game.actions:toggle
            toggle ignores colour: LIFE | agent & COLOUR_MASK → LIFE
            nothing is left of a destroyed agent: target & ~AGENT & ~DESTRUCTIBLE | FROZEN if target & AGENT else EMPTY
                → EMPTY
        safelife.game.actions:act
            an agent that is blocked does not turn: board = board.with_cells( → first, board = board, board.with_cells(
                ;; return move(board, location, orientation) → moved = move(board, location,
                orientation)⏎    return moved if moved.location != location else ActResult(first, location)
            nothing acts beyond the edge: if action > 4: → if _ahead(board, location, orientation)[0] != tuple(map(sum,
                zip(location, DIRECTIONS[orientation]))):⏎        return ActResult(board, location)⏎    if action > 4:
        safelife.game.actions:_pull
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
            on bit planes, nobody is paid for leaving: + (location in self._exits) if → if
            on bit planes, goals do not advance: goals, draws_read = goals.advanced(spawning, draws_read) → ∅
        safelife._engines.planes.observation:view_packed
            views upside down: seen[0].transpose → seen[0][::-1].transpose
        safelife.game.level_environment:level_environment
            an environment that stays as it is: enumerate(actions(play)) → enumerate(())
    """)


STATEMENTS = statements_in(globals())
