"""Games on bit planes: the same steps, at a fraction of the cost."""

from collections.abc import Sequence
from typing import NamedTuple

from formal_rl.agents import Draws
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.actions import AGENTS, EXITS, PlaneDraft, act_on_planes
from formal_rl.safelife._engines.planes.boards import TRAITS, PackedBoard, frame_of
from formal_rl.safelife._engines.planes.points import (
    PackedGoals,
    count_planes,
    counted_columns,
    paid_by,
    uncounted_cells,
)
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.board.cells import AGENT, EXIT, RED
from formal_rl.safelife.board.rule import require_draws_read
from formal_rl.safelife.game.actions import ACTIONS
from formal_rl.safelife.game.game import GameState, StepResult, exits_updated, is_active, start
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.game.points import Counts, table_points


class PackedGameState(NamedTuple):
    """Where a game is, as `GameState` has it, with boards as bit planes, and data derived from them.

    ``values`` are the points by each agent's table, ``uncounted`` is where cells do not count. ``first_counts`` has
    the counts of a start where updating the exits has changed them, and is ``None`` otherwise. Two are equal exactly
    if the states are.
    """

    board: PackedBoard
    goals: PackedGoals
    locations: tuple[Location, ...]
    steps: int
    draws_read: int
    in_play: tuple[bool, ...]
    values: tuple[int, ...]
    uncounted: int
    first_counts: Counts | None = None

    @property
    def counts(self) -> Counts:
        """The counts, as in `GameState`."""
        return self.first_counts or count_planes(self.board, self.goals)

    def flags(self, agent: int) -> tuple[bool, bool]:
        """Return whether an agent is where it was last, and whether the cell there has the flag of an exit.

        So it may leave if both are true, and has left if only the second is.
        """
        scenery, (row, column) = self.board.scenery, self.locations[agent]
        place, planes = row * scenery.frame.stride + column, scenery.planes
        return planes[AGENTS] >> place & 1 != 0, planes[EXITS] >> place & 1 != 0

    def to_state(self) -> GameState:
        """Return the state itself."""
        board, goals = self.board.to_board(), self.goals.unpacked
        return GameState(board, goals, self.locations, self.steps, self.draws_read, self.counts, self.in_play)


class PackedStepped(NamedTuple):
    """A game after a step, and the reward of each agent, as `StepResult` has it."""

    state: PackedGameState
    rewards: tuple[int, ...]


class PackedGame:
    """The game of a level on bit planes: as `start` and `step`, with `PackedGameState` for `GameState`.

    Ledger: W19-agent
    """

    def __init__(self, level: Level) -> None:
        """Keep the constants of all steps; an agent without required points gets no check of its points."""
        frame = frame_of(level.board.height, level.board.width)
        at_first = zip(level.initial_values, level.required, strict=True)
        self.level = level
        self._exits = frozenset(place for place in level.board.find(EXIT) if not level.board[place] & AGENT)
        self._exit_bits = sum(1 << row * frame.stride + column for row, column in self._exits)
        self._red_bits = self._exit_bits << TRAITS.index(RED) * frame.layer
        self._needed = tuple(value + required if required else None for value, required in at_first)
        self._tables = tuple(level.table(agent) for agent in range(len(level.agents)))

    def start(self) -> PackedGameState:
        """Return the game before its first step."""
        return self.packed(start(self.level))

    def can_exit(self, state: PackedGameState, agent: int) -> bool:
        """Return the result of `can_exit` of a game."""
        needed = self._needed[agent]
        return state.flags(agent)[0] and (needed is None or state.values[agent] >= needed)

    def packed(self, state: GameState) -> PackedGameState:
        """Return a state of this game with its boards as bit planes.

        Raises `InvalidParameter` for one that the game cannot be in: with boards of another size, another number of
        agents or agents off the board, agents in play that are not there, counts that are not those of the boards, or
        exits not updated.
        """
        require_draws_read(state.draws_read)
        board, goals = PackedBoard.from_board(state.board), PackedGoals(PackedBoard.from_board(state.goals))
        sizes = {(each.height, each.width) for each in (self.level.board, state.board, state.goals)}
        agents = {len(each) for each in (self.level.agents, state.locations, state.in_play)}
        fits = len(sizes) == len(agents) == 1
        same = fits and state.counts == count_planes(board, goals)
        if not (
            fits
            and (same or not state.steps)
            and all(state.board.wrapped(location) == location for location in state.locations)
            and all(is_active(state, agent) for agent, playing in enumerate(state.in_play) if playing)
            and state.board == exits_updated(self.level, state)
        ):
            raise InvalidParameter("state", state, "one that the game of this level can be in")
        values = tuple(table_points(state.counts, table) for table in self._tables)
        followed = values, uncounted_cells(board), None if same else state.counts
        return PackedGameState(board, goals, *state[2:5], state.in_play, *followed)

    def reading(self, draws: Draws) -> SpawnDraws:
        """Return draws for `step` that read ahead, where that can be: quicker if they serve for many steps."""
        return SpawnDraws(self.level.spawn_probability, draws)

    def step(self, state: PackedGameState, actions: Sequence[Action], draws: Draws | SpawnDraws = ()) -> PackedStepped:
        """Return the game after one step, and the reward of each agent.

        Draws that come from `reading` must have come from that of the same game.

        Raises as `step` of a game does.
        """
        before, goals, locations, steps, draws_read, in_play, values, uncounted, first_counts = state
        board, locations = self._acted(before, locations, actions)
        spawning = draws if isinstance(draws, SpawnDraws) else self.reading(draws)
        board, draws_read = advance_planes(board, spawning, draws_read)
        goals, draws_read = goals.advanced(spawning, draws_read)
        uncounted = uncounted_cells(board)
        # The same life on the same goals pays the same.
        paying = board.alive, board.traits, uncounted, goals
        if paying != (before.alive, before.traits, state.uncounted, state.goals) or first_counts:
            columns = counted_columns(board, uncounted)
            values = tuple([paid_by(table, columns, goals) for table in self._tables])
        board = self._exits_updated(board, locations, values)
        agents, stride = board.scenery.planes[AGENTS], board.scenery.frame.stride
        rewards, still = [], []
        for location, playing, value, old in zip(locations, in_play, values, state.values, strict=True):
            rewards.append(value - old + (location in self._exits) if playing else 0)
            still.append(playing and agents >> location[0] * stride + location[1] & 1 != 0)
        after = PackedGameState(board, goals, locations, steps + 1, draws_read, tuple(still), values, uncounted)
        return PackedStepped(after, tuple(rewards))

    def _acted(
        self, board: PackedBoard, locations: tuple[Location, ...], actions: Sequence[Action]
    ) -> tuple[PackedBoard, tuple[Location, ...]]:
        if not isinstance(actions, (list, tuple, Sequence)) or len(actions) != len(locations):
            raise InvalidParameter("actions", actions, f"one for each agent, of which there are {len(locations)}")
        for agent, action in enumerate(actions):
            if type(action) is not int or not 0 <= action < len(ACTIONS):
                raise ActionOutOfRange(agent, action, len(ACTIONS))
        if not any(actions):
            return board, locations
        draft = PlaneDraft(board)
        now = tuple([act_on_planes(draft, *each) for each in zip(locations, actions, strict=True)])
        return draft.board(), now

    def _exits_updated(
        self, board: PackedBoard, locations: tuple[Location, ...], values: tuple[int, ...]
    ) -> PackedBoard:
        """Return the board with the flags of agents that may leave, and its exits open if there is one."""
        scenery, stride, may_leave = board.scenery, board.scenery.frame.stride, False
        agents, flags = scenery.planes[AGENTS], scenery.planes[EXITS]
        for (row, column), value, needed in zip(locations, values, self._needed, strict=True):
            bit = 1 << row * stride + column
            may = agents & bit != 0 and (needed is None or value >= needed)
            if may is not (flags & bit != 0):
                flags ^= bit
            may_leave = may_leave or may
        flags = (flags ^ scenery.planes[EXITS]) & ~self._exit_bits
        is_open = scenery.dead_traits & self._red_bits != 0 if self._exits else may_leave
        if not flags and may_leave is is_open:
            return board
        draft = PlaneDraft(board)
        draft.planes[EXITS] ^= flags
        if may_leave is not is_open:
            draft.traits ^= self._red_bits
        return draft.board()


def step_packed(level: Level, state: GameState, actions: Sequence[Action], draws: Draws = ()) -> StepResult:
    """Return the result of `step` of a game, on bit planes; a `PackedGame` is quicker where many steps follow.

    Raises as `step` does, and `InvalidParameter` for a state that the game cannot be in.

    Ledger: W19-agent*
    """
    game = PackedGame(level)
    after, rewards = game.step(game.packed(state), actions, draws)
    return StepResult(after.to_state(), rewards)
