"""Long trajectories without actions, on bit planes: a board after many steps, and cycles.

To notice a cycle, one state is kept and compared with each that follows; after 1, 2, 4, ... further steps the newest is
kept in its place (Brent's way). So two states are in memory, however long it takes; and if the first state that comes
back does so for the first time after s steps in all, this is noticed within 3s - 2 steps.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from formal_rl.agents import Draw, Draws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.draws import Read, SpawnDraws, Spawning
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.rule import AdvanceResult, advance, require_draws_read, require_probability
from formal_rl.safelife.game.game import Advance
from formal_rl.safelife.game.trajectories import Cycle, is_deterministic, require_steps

State = TypeVar("State")


def _until_back(step: Callable[[State], State], start: State, steps: int) -> Iterator[tuple[State, int]]:
    """Yield at most ``steps`` states after ``start``, each with 0, but the last, if it came back, with the period."""
    kept, since, reach = start, 0, 1
    state = start
    for _ in range(steps):
        state = step(state)
        since += 1
        if state == kept:
            yield state, since
            return
        yield state, 0
        if since == reach:
            kept, since, reach = state, 0, 2 * reach


def visits(step: Callable[[State], State], start: State, steps: int) -> Iterator[tuple[State, int]]:
    """Yield the states after 1 to ``steps`` steps, each with the number of its visits; a state may be yielded again.

    The numbers add up to ``steps``. Of a cycle that is noticed each state is yielded once more, with the number of all
    the times that are left.
    """
    for made, (state, period) in enumerate(_until_back(step, start, steps), start=1):
        yield state, 1
        if period:
            rounds, rest = divmod(steps - made, period)
            after = state
            for number in range(period if rounds else rest):
                after = step(after)
                yield after, rounds + (number < rest)


def state_after(step: Callable[[State], State], start: State, steps: int) -> State:
    """Return the state after ``steps`` steps."""
    after = start
    for made, (state, period) in enumerate(_until_back(step, start, steps), start=1):
        after = state
        if period:
            for _ in range((steps - made) % period):
                after = step(after)
    return after


def advance_by(
    board: Board,
    steps: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    *,
    advance: Advance = advance,
) -> AdvanceResult:
    """Return the board after some steps in which nobody acts, and how many draws have been read in all.

    Raises `InvalidParameter` for a negative number of steps, and the errors of ``advance``.

    Ledger: W19-baseline
    """
    require_steps(steps)
    require_probability(spawn_probability)
    require_draws_read(draws_read)
    for _ in range(steps):
        board, draws_read = advance(board, spawn_probability, draws, draws_read)
    return AdvanceResult(board, draws_read)


def advance_by_packed(
    board: Board, steps: int, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0
) -> AdvanceResult:
    """Return the result of `advance_by`; where no draw decides, the rounds of a cycle are reckoned, not made.

    Raises as `advance_by` does.

    Ledger: W19-baseline, W19-noise*
    """
    require_steps(steps)
    spawning = SpawnDraws(require_probability(spawn_probability), draws)
    packed, read = packed_after(PackedBoard.from_board(board), steps, spawning, require_draws_read(draws_read))
    return AdvanceResult(packed.to_board(), read)


def packed_after(packed: PackedBoard, steps: int, draws: Spawning[Read], draws_read: Read) -> tuple[PackedBoard, Read]:
    """Return packed boards after some steps, and how many draws have been read; raise the errors of reading draws."""
    if draws.reads_none or not packed.may_draw:
        return state_after(_without_draws(draws, draws_read), packed, steps), draws_read
    for _ in range(steps):
        packed, draws_read = advance_planes(packed, draws, draws_read)
    return packed, draws_read


def packed_states_following(
    board: Board, samples: int, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0
) -> Iterator[tuple[PackedBoard, int]]:
    """Return the ``samples`` states that follow a board, packed, each with the number of its visits.

    The numbers add up to ``samples``, and a state may be there more than once. Where no draw decides, cycles are
    noticed, as `visits` does it, and the rest of the samples comes in one round.

    Raises as `advance` does.

    Ledger: W19-baseline
    """
    spawning = SpawnDraws(require_probability(spawn_probability), draws)
    return states_of_packed(PackedBoard.from_board(board), samples, spawning, require_draws_read(draws_read))


def states_of_packed(
    packed: PackedBoard, samples: int, draws: Spawning[Read], draws_read: Read
) -> Iterator[tuple[PackedBoard, int]]:
    """Yield the states that follow packed boards, as `packed_states_following` does; raise the errors of draws."""
    if draws.reads_none or not packed.may_draw:
        yield from visits(_without_draws(draws, draws_read), packed, samples)
        return
    for _ in range(samples):
        packed, draws_read = advance_planes(packed, draws, draws_read)
        yield packed, 1


def find_cycle_packed(board: Board, spawn_probability: Draw = 0, *, most: int = 10_000) -> Cycle:
    """Return the result of `find_cycle`, on bit planes; raise as `find_cycle` does.

    Ledger: W19-ergodic
    """
    if not is_deterministic(board, spawn_probability):
        raise InvalidParameter("spawn probability", spawn_probability, "0 or 1, or a board without spawners")
    step = _without_draws(SpawnDraws(spawn_probability, ()), 0)
    state, seen = PackedBoard.from_board(board), dict[PackedBoard, int]()
    for steps in range(most + 1):
        if state in seen:
            return Cycle(seen[state], steps - seen[state])
        seen[state] = steps
        state = step(state)
    raise InvalidParameter("most", most, "as many steps as it takes until a board comes back")


def _without_draws(draws: Spawning[Read], draws_read: Read) -> Callable[[PackedBoard], PackedBoard]:
    return lambda packed: advance_planes(packed, draws, draws_read)[0]
