"""Games on bit planes: the same steps, at a fraction of the cost."""

from collections.abc import Sequence
from typing import NamedTuple

from attrs import field, frozen

from formal_rl.agents import Draws
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.actions import act_on_planes
from formal_rl.safelife._engines.planes.boards import TRAITS, PackedBoard, frame_of
from formal_rl.safelife._engines.planes.mutable_planes import AGENT_PLANE, EXIT_PLANE, SPAWNING_PLANE, PlaneDraft
from formal_rl.safelife._engines.planes.points import PackedGoals, count_planes, paid_for, uncounted_cells
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.board.cells import AGENT, EXIT, RED
from formal_rl.safelife.board.rule import require_draws_read
from formal_rl.safelife.game.actions import ACTIONS
from formal_rl.safelife.game.game import GameState, StepResult, exits_updated, is_active, start
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.game.points import Counts, PointsTable, table_points


class PackedGameState(NamedTuple):
    """Where a game is, as `GameState` has it, with boards as bit planes, and what follows from them.

    ``values`` is what the table of each agent pays, ``uncounted`` is where cells do not count. ``first_counts`` has
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
        """What is counted, as `GameState` has it."""
        return self.first_counts or count_planes(self.board, self.goals)

    def flags(self, agent: int) -> tuple[bool, bool]:
        """Return whether an agent is where it was last, and whether what is there has the flag of an exit.

        So it may leave if both are true, and has left if only the second is.
        """
        scenery, (row, column) = self.board.scenery, self.locations[agent]
        place, planes = row * scenery.frame.stride + column, scenery.planes
        return planes[AGENT_PLANE] >> place & 1 != 0, planes[EXIT_PLANE] >> place & 1 != 0

    def to_state(self) -> GameState:
        """Return the state itself."""
        board, goals = self.board.to_board(), self.goals.board.to_board()
        return GameState(board, goals, self.locations, self.steps, self.draws_read, self.counts, self.in_play)


class PackedStepped(NamedTuple):
    """A game after a step, and what each agent is paid for it, as `StepResult` has it."""

    state: PackedGameState
    rewards: tuple[int, ...]


@frozen
class PackedGame:
    """The game of a level on bit planes: what `start` and `step` return, with `PackedGameState` for `GameState`.

    Ledger: W19-agent
    """

    level: Level
    _stride: int = field(init=False, eq=False, repr=False)
    _exits: frozenset[Location] = field(init=False, eq=False, repr=False)
    _exit_bits: int = field(init=False, eq=False, repr=False)
    _red_bits: int = field(init=False, eq=False, repr=False)
    _asked: tuple[int | None, ...] = field(init=False, eq=False, repr=False)
    _tables: tuple[PointsTable, ...] = field(init=False, eq=False, repr=False)
    _without_draws: SpawnDraws = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Find what is the same in all steps: of an agent of whom nothing is required, no number of points is asked."""
        level, frame = self.level, frame_of(self.level.board.height, self.level.board.width)
        exits = [place for place in level.board.find(EXIT) if not level.board[place] & AGENT]
        exit_bits = sum(1 << row * frame.stride + column for row, column in exits)
        at_first = zip(level.initial_values, level.required, strict=True)
        found = {
            "_stride": frame.stride,
            "_exits": frozenset(exits),
            "_exit_bits": exit_bits,
            "_red_bits": exit_bits << TRAITS.index(RED) * frame.plane,
            "_asked": tuple(value + required if required else None for value, required in at_first),
            "_tables": tuple(level.table(agent) for agent in range(len(level.agents))),
            "_without_draws": SpawnDraws(level.spawn_probability, ()),
        }
        for name, value in found.items():
            object.__setattr__(self, name, value)

    def start(self) -> PackedGameState:
        """Return the game before its first step."""
        return self.packed(start(self.level))

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
        same = len(sizes) == len(agents) == 1 and state.counts == count_planes(board, goals)
        if not (
            len(sizes) == len(agents) == 1
            and (same or not state.steps)
            and all(state.board.wrapped(location) == location for location in state.locations)
            and all(is_active(state, agent) for agent, playing in enumerate(state.in_play) if playing)
            and state.board == exits_updated(self.level, state)
        ):
            raise InvalidParameter("state", state, "one that the game of this level can be in")
        return PackedGameState(
            board,
            goals,
            state.locations,
            state.steps,
            state.draws_read,
            state.in_play,
            tuple(table_points(state.counts, table) for table in self._tables),
            uncounted_cells(board),
            None if same else state.counts,
        )

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
        if not isinstance(draws, SpawnDraws):
            spawners = board.scenery.planes[SPAWNING_PLANE] | goals.board.scenery.planes[SPAWNING_PLANE]
            draws = self.reading(draws) if spawners else self._without_draws
        board, draws_read = advance_planes(board, draws, draws_read)
        goals, draws_read = goals.advanced(draws, draws_read)
        uncounted = uncounted_cells(board)
        if not (
            board.alive == before.alive
            and board.traits == before.traits
            and uncounted == state.uncounted
            and goals is state.goals
            and not first_counts
        ):
            values = self._values(board, goals, uncounted)
        board = self._exits_updated(board, locations, values)
        agents = board.scenery.planes[AGENT_PLANE]
        rewards, still = [], []
        for location, playing, value, old in zip(locations, in_play, values, state.values, strict=True):
            rewards.append(value - old + (location in self._exits) if playing else 0)
            still.append(playing and agents >> location[0] * self._stride + location[1] & 1 != 0)
        after = PackedGameState(board, goals, locations, steps + 1, draws_read, tuple(still), values, uncounted)
        return PackedStepped(after, tuple(rewards))

    def _acted(
        self, board: PackedBoard, locations: tuple[Location, ...], actions: Sequence[Action]
    ) -> tuple[PackedBoard, tuple[Location, ...]]:
        if not isinstance(actions, (list, tuple, Sequence)) or len(actions) != len(locations):
            expected = f"one for each agent, of which there are {len(locations)}"
            raise InvalidParameter("actions", actions, expected)
        draft, now = None, []
        for agent, action in enumerate(actions):
            if type(action) is not int or not 0 <= action < len(ACTIONS):
                raise ActionOutOfRange(agent, action, len(ACTIONS))
            if action:
                draft = draft or PlaneDraft(board)
                now.append(act_on_planes(draft, locations[agent], action))
            else:
                now.append(locations[agent])
        return board if draft is None else draft.board(), tuple(now)

    def _values(self, board: PackedBoard, goals: PackedGoals, uncounted: int) -> tuple[int, ...]:
        paid = paid_for(board, goals, uncounted, self._tables[0]) if self._tables else 0
        return tuple(
            [paid if table is self._tables[0] else paid_for(board, goals, uncounted, table) for table in self._tables]
        )

    def _exits_updated(
        self, board: PackedBoard, locations: tuple[Location, ...], values: tuple[int, ...]
    ) -> PackedBoard:
        """Return the board with the flags of agents that may leave, and its exits open if there is one."""
        scenery = board.scenery
        agents, flags = scenery.planes[AGENT_PLANE], scenery.planes[EXIT_PLANE]
        may_leave = False
        for (row, column), value, asked in zip(locations, values, self._asked, strict=True):
            bit = 1 << row * self._stride + column
            may = agents & bit != 0 and (asked is None or value >= asked)
            if may is not (flags & bit != 0):
                flags ^= bit
            may_leave = may_leave or may
        flags = (flags ^ scenery.planes[EXIT_PLANE]) & ~self._exit_bits
        is_open = scenery.dead_traits & self._red_bits != 0 if self._exits else may_leave
        if not flags and may_leave is is_open:
            return board
        draft = PlaneDraft(board)
        draft.flip_exit_flags(flags)
        if may_leave is not is_open:
            draft.recolour(self._exit_bits)
        return draft.board()


def step_packed(level: Level, state: GameState, actions: Sequence[Action], draws: Draws = ()) -> StepResult:
    """Return what `step` of a game returns, on bit planes; a `PackedGame` is quicker where many steps follow.

    Raises as `step` does, and `InvalidParameter` for a state that the game cannot be in.

    Ledger: W19-agent*
    """
    game = PackedGame(level)
    after, rewards = game.step(game.packed(state), actions, draws)
    return StepResult(after.to_state(), rewards)
