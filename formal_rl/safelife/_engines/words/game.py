"""Many games in lockstep: levels of one size, with as many agents each, which all make a step at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy
from attrs import evolve, frozen
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife._engines.draws import BatchDraws
from formal_rl.safelife._engines.words.actions import MAY_ARISE, act_batch
from formal_rl.safelife._engines.words.frame import Numbers, Words, frame_of, read_flags, words_of, write_flags
from formal_rl.safelife._engines.words.points import Paid, Payment, paid_on, payments_of, points_of
from formal_rl.safelife._engines.words.rule import BatchPlanes, advance_batch, for_boards
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import AGENT, COLOURS, EXIT, FROZEN, LEVEL_EXIT, RED
from formal_rl.safelife.game.actions import ACTIONS
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.game.points import NOT_LIVING

Flags = NDArray[numpy.bool_]

GREATEST_POINTS = 2**53
"""What the points of no agent may come to, so that they are counted without error."""


@frozen(eq=False)
class BatchLevels:
    """Levels of one size and with as many agents each, and what of them a step asks for, in arrays.

    ``tables`` has the points table of each agent of each game, of shape (agents, games, 8, 9), and ``payments`` what
    they pay each agent; ``alike`` is, for each agent, the first that has the same tables. ``initial_values`` and
    ``required`` are of shape (agents, games); ``exits`` is the plane of where the levels have exits.
    """

    levels: tuple[Level, ...]
    tables: NDArray[numpy.int64]
    payments: tuple[tuple[Payment, ...], ...]
    alike: tuple[int, ...]
    initial_values: Numbers
    required: Numbers
    exits: Words

    def __attrs_post_init__(self) -> None:
        """Let the arrays be written to no more."""
        for array in (self.tables, self.initial_values, self.required, self.exits):
            array.flags.writeable = False

    def __len__(self) -> int:
        """Return how many games there are."""
        return len(self.levels)

    @property
    def agents(self) -> int:
        """The number of agents of each game."""
        return len(self.payments)

    @property
    def probabilities(self) -> tuple[Draw, ...]:
        """The spawn probability of each game."""
        return tuple(level.spawn_probability for level in self.levels)

    def draws(self, draws: Sequence[Draws]) -> BatchDraws:
        """Return the draws of each game, for use in one run."""
        return BatchDraws(self.probabilities, draws)

    @classmethod
    def of(cls, levels: Sequence[Level]) -> BatchLevels:
        """Return levels, at least one, in arrays.

        Raises `InvalidParameter` with the first that has not the size, or not as many agents, as the others, or whose
        tables pay so much that points could come to `GREATEST_POINTS`.
        """
        if not levels:
            raise InvalidParameter("levels", (), "at least one")
        _require_shapes(levels, levels[0])
        for number, level in enumerate(levels):
            _require_worths(number, level)
        agents = range(len(levels[0].agents))
        boards = numpy.stack([level.board.array() for level in levels])
        tables = numpy.array([[level.table(agent) for level in levels] for agent in agents], dtype=numpy.int64)
        tables = tables.reshape(len(agents), len(levels), len(COLOURS), NOT_LIVING + 1)
        exits = ((boards & EXIT) != 0) & ((boards & AGENT) == 0)
        return cls(
            tuple(levels),
            tables,
            tuple(map(payments_of, tables)),
            tuple(next(first for first in agents if numpy.array_equal(tables[first], each)) for each in tables),
            _by_agent([level.initial_values for level in levels]),
            _by_agent([tuple(min(points, GREATEST_POINTS) for points in level.required) for level in levels]),
            words_of(exits, frame_of(boards.shape[1], boards.shape[2], len(levels), 0)),
        )

    def with_levels(self, numbers: Sequence[int], others: BatchLevels) -> BatchLevels:
        """Return the same with other levels in place of those of these numbers.

        Raises `InvalidParameter` if they have not the size or the agents of these.
        """
        _require_shapes(others.levels, self.levels[0])
        levels = list(self.levels)
        for number, level in zip(numbers, others.levels, strict=True):
            levels[number] = level
        if not numpy.array_equal(self.tables[:, list(numbers)], others.tables):
            return BatchLevels.of(levels)
        initial_values, required, exits = (each.copy() for each in (self.initial_values, self.required, self.exits))
        initial_values[:, list(numbers)] = others.initial_values
        required[:, list(numbers)] = others.required
        exits[..., list(numbers)] = others.exits
        return evolve(self, levels=tuple(levels), initial_values=initial_values, required=required, exits=exits)


def _by_agent(numbers: list[tuple[int, ...]]) -> Numbers:
    return numpy.array(numbers, dtype=numpy.int64).reshape(len(numbers), -1).T


def _require_shapes(levels: Sequence[Level], like: Level) -> None:
    for number, level in enumerate(levels):
        size = level.board.height, level.board.width
        if size != (like.board.height, like.board.width):
            expected = f"{like.board.height} x {like.board.width} cells, as the first of the batch has"
            raise InvalidParameter(f"level {number}", f"{size[0]} x {size[1]} cells", expected)
        if len(level.agents) != len(like.agents):
            expected = f"{len(like.agents)}, as many as the first of the batch has"
            raise InvalidParameter(f"level {number}, number of agents", len(level.agents), expected)


def _require_worths(number: int, level: Level) -> None:
    cells = level.board.height * level.board.width
    for table in level.tables:
        greatest = max((worth for row in table for worth in row), key=abs)
        if abs(greatest) * cells >= GREATEST_POINTS:
            expected = f"{GREATEST_POINTS} not to be reached on {cells} cells"
            raise InvalidParameter(f"level {number}, points table, its greatest entry", greatest, expected)


class GameView(NamedTuple):
    """The view of one game after a step: its state, and each agent's points and reward.

    ``points`` are those of `points`, the rest is as in `GameState` and `Stepped`.
    """

    board: Board
    goals: Board
    locations: tuple[Location, ...]
    steps: int
    draws_read: int
    points: tuple[int, ...]
    in_play: tuple[bool, ...]
    rewards: tuple[int, ...]


@frozen(eq=False)
class BatchState:
    """The state of many games; the last axis of each array numbers the games.

    ``locations`` has the rows and the columns of the agents, of shape (2, agents, games); ``in_play`` and ``points``,
    what `points` says of each agent, are of shape (agents, games); ``steps`` and ``draws_read`` of shape (games,).
    Nobody writes to them. ``paid`` is where the goals pay each agent, ``still_goals`` whether they are known to never
    change.
    """

    boards: BatchPlanes
    goals: BatchPlanes
    locations: Numbers
    steps: Numbers
    draws_read: Numbers
    points: Numbers
    in_play: Flags
    paid: tuple[Paid, ...]
    still_goals: bool

    def __attrs_post_init__(self) -> None:
        """Let the arrays be written to no more."""
        for array in (self.locations, self.steps, self.draws_read, self.points, self.in_play):
            array.flags.writeable = False


class BatchStepped(NamedTuple):
    """Many games after a step, and what each agent is paid for it, of shape (agents, games)."""

    state: BatchState
    rewards: Numbers


def play_batch_packed(
    levels: Sequence[Level], joint_actions: Sequence[Sequence[Sequence[Action]]], draws: Sequence[Draws]
) -> tuple[tuple[GameView, ...], ...]:
    """Return, for each level, the game at its start, where nothing is paid, and after each step.

    ``joint_actions`` has for each step and each game the actions of its agents; each game has draws of its own.

    Raises `InvalidParameter` for levels that cannot be a batch, or actions or draws that are not one for each, and
    what `step` raises.

    Ledger: W19-agent*
    """
    batch = BatchLevels.of(levels)
    state, known = start_batch(batch), batch.draws(draws)
    seen = [_seen(state, numpy.zeros((batch.agents, len(batch)), dtype=numpy.int64))]
    for turn, actions in enumerate(joint_actions):
        try:
            chosen = numpy.array(actions)
        except ValueError:
            raise InvalidParameter(f"actions of step {turn}", actions, "those of each agent of each game") from None
        chosen = chosen.T if batch.agents else numpy.zeros((0, len(batch)), dtype=numpy.int64)
        state, rewards = step_batch(batch, state, chosen, known)
        seen.append(_seen(state, rewards))
    return tuple(zip(*seen, strict=True))


def _seen(state: BatchState, rewards: Numbers) -> tuple[GameView, ...]:
    return tuple(
        GameView(board, goals, tuple(zip(*locations, strict=True)), *numbers)
        for board, goals, locations, *numbers in zip(
            state.boards.boards(),
            state.goals.boards(),
            state.locations.transpose(2, 0, 1).tolist(),
            state.steps.tolist(),
            state.draws_read.tolist(),
            map(tuple, state.points.T.tolist()),
            map(tuple, state.in_play.T.tolist()),
            map(tuple, rewards.T.tolist()),
            strict=True,
        )
    )


def start_batch(levels: BatchLevels) -> BatchState:
    """Return the games before their first step: the levels, their exits opened or closed."""
    cells = numpy.stack([level.board.array() for level in levels.levels])
    boards = BatchPlanes.from_array(cells, MAY_ARISE | AGENT | LEVEL_EXIT | RED)
    goals = BatchPlanes.from_boards([level.goals for level in levels.levels])
    locations = numpy.array([level.agents for level in levels.levels], dtype=numpy.int64)
    locations = locations.reshape(len(levels), levels.agents, 2).transpose(2, 1, 0)
    nothing = numpy.zeros(len(levels), dtype=numpy.int64)
    in_play = numpy.ones((levels.agents, len(levels)), dtype=numpy.bool_)
    paid = _paid(levels, goals)
    return _settled(
        levels, BatchState(boards, goals, locations, nothing, nothing, nothing, in_play, paid, still_goals=False)
    )


def step_batch(levels: BatchLevels, state: BatchState, actions: NDArray[Any], draws: BatchDraws) -> BatchStepped:
    """Return the games after one step each, and the rewards: what `step` makes of each game.

    ``actions`` are ints of shape (agents, games).

    Raises `InvalidParameter` for actions of another shape or type, `ActionOutOfRange` with the index of an agent, and
    what reading draws raises.
    """
    chosen = _checked_actions(levels, actions)
    planes, frame = state.boards.planes.copy(), state.boards.frame
    locations = state.locations.copy()
    for agent in range(levels.agents):
        locations[:, agent] = act_batch(planes, frame, locations[:, agent], chosen[agent])
    boards, read = advance_batch(BatchPlanes(frame, planes), draws, state.draws_read)
    goals, paid, still = state.goals, state.paid, state.still_goals
    if not still:
        goals, read = advance_batch(state.goals, draws, read)
        still = goals.planes is state.goals.planes and goals.scenery is not None and goals.scenery.may_spawn is None
        paid = paid if goals.planes is state.goals.planes else _paid(levels, goals)
    moved = BatchState(boards, goals, locations, state.steps + 1, read, state.points, state.in_play, paid, still)
    after = _settled(levels, moved)
    return BatchStepped(after, numpy.where(state.in_play, after.points - state.points, 0))


def restarted(levels: BatchLevels, state: BatchState, changes: Mapping[int, Level]) -> tuple[BatchLevels, BatchState]:
    """Return the levels and the games with some games begun anew, each with the level given for its number.

    Raises `InvalidParameter` for a number that no game has, or a level of another size or with other agents.
    """
    if not changes:
        return levels, state
    numbers = sorted(changes)
    if numbers[0] < 0 or numbers[-1] >= len(levels):
        raise InvalidParameter("changes", tuple(changes), f"numbers of games, of which there are {len(levels)}")
    fresh = BatchLevels.of([changes[number] for number in numbers])
    levels, begun = levels.with_levels(numbers, fresh), start_batch(fresh)
    goals = state.goals.with_boards(numbers, begun.goals)
    return levels, BatchState(
        state.boards.with_boards(numbers, begun.boards),
        goals,
        _replaced(state.locations, numbers, begun.locations),
        _replaced(state.steps, numbers, begun.steps),
        _replaced(state.draws_read, numbers, begun.draws_read),
        _replaced(state.points, numbers, begun.points),
        _replaced(state.in_play, numbers, begun.in_play),
        _paid(levels, goals),
        still_goals=False,
    )


def _replaced(array: NDArray[Any], numbers: Sequence[int], others: NDArray[Any]) -> NDArray[Any]:
    array = array.copy()
    array[..., list(numbers)] = others
    return array


def _checked_actions(levels: BatchLevels, actions: NDArray[Any]) -> Numbers:
    """Return actions if each agent of each game has one."""
    shape = levels.agents, len(levels)
    if not isinstance(actions, numpy.ndarray) or actions.shape != shape or actions.dtype.kind not in "iu":
        raise InvalidParameter("actions", actions, f"an array of ints of shape {shape}, agents and games")
    wrong = numpy.argwhere((actions < 0) | (actions >= len(ACTIONS)))
    if len(wrong):
        agent, game = wrong[0].tolist()
        raise ActionOutOfRange(agent, int(actions[agent, game]), len(ACTIONS))
    return actions.astype(numpy.int64)


def _paid(levels: BatchLevels, goals: BatchPlanes) -> tuple[Paid, ...]:
    """Return where the goals pay each agent, worked out once for agents that have the same tables."""
    found = {agent: paid_on(goals, levels.payments[agent]) for agent in set(levels.alike)}
    return tuple(found[agent] for agent in levels.alike)


def _settled(levels: BatchLevels, state: BatchState) -> BatchState:
    """Return the state with its points counted, exits and agents opened or closed, and who still is in play."""
    counted = {agent: points_of(state.boards, state.paid[agent]) for agent in set(levels.alike)}
    table_points = numpy.zeros((levels.agents, len(levels)), dtype=numpy.int64)
    for agent, alike in enumerate(levels.alike):
        table_points[agent] = counted[alike]
    rows, columns = state.locations
    frame, planes = state.boards.frame, state.boards.planes.copy()
    agent_plane, exit_plane = (planes[frame.bits.index(bit)] for bit in (AGENT, EXIT))
    may_leave = read_flags(agent_plane, frame, rows, columns)
    may_leave &= numpy.maximum(0, table_points - levels.initial_values) >= levels.required
    for agent in range(levels.agents):
        write_flags(exit_plane, frame, rows[agent], columns[agent], may_leave[agent])
    # An exit is put where the level has it, whatever is there now.
    planes &= ~levels.exits
    exit_plane |= levels.exits
    planes[frame.bits.index(FROZEN)] |= levels.exits
    planes[frame.bits.index(RED)] |= levels.exits & for_boards(numpy.logical_or.reduce(may_leave, axis=0), frame)
    is_agent = read_flags(agent_plane, frame, rows, columns)
    has_exited = ~is_agent & read_flags(exit_plane, frame, rows, columns)
    points = table_points + has_exited
    return evolve(state, boards=BatchPlanes(frame, planes), points=points, in_play=state.in_play & is_agent)
