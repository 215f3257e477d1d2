"""Long trajectories without actions: a board after many steps, and cycles, on bit planes."""

from collections.abc import Callable, Iterator

from formal_rl.environments import Draw, Draws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.bit_planes import advance_planes
from formal_rl.safelife.board import Board
from formal_rl.safelife.cycles import state_after, transient_and_period, visits
from formal_rl.safelife.game import Advance
from formal_rl.safelife.packed_boards import PackedBoard
from formal_rl.safelife.rule import Advanced, advance, check_draws_read, check_probability
from formal_rl.safelife.spawn_draws import SpawnDraws
from formal_rl.safelife.trajectories import Cycle, check_steps, is_deterministic


def advance_by(
    board: Board,
    steps: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    *,
    advance: Advance = advance,
) -> Advanced:
    """Return the board after some steps in which nobody acts, and how many draws have been read in all.

    Raises `InvalidParameter` for a negative number of steps, and what ``advance`` raises.

    Ledger: W19-baseline
    """
    check_steps(steps)
    check_probability(spawn_probability)
    check_draws_read(draws_read)
    for _ in range(steps):
        board, draws_read = advance(board, spawn_probability, draws, draws_read)
    return Advanced(board, draws_read)


def advance_by_packed(
    board: Board, steps: int, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0
) -> Advanced:
    """Return what `advance_by` returns; where no draw decides, the rounds of a cycle are reckoned, not made.

    Raises as `advance_by` does.

    Ledger: W19-baseline, W19-noise*
    """
    check_steps(steps)
    check_probability(spawn_probability)
    check_draws_read(draws_read)
    packed = PackedBoard.from_board(board)
    spawning = SpawnDraws(spawn_probability, draws)
    if reads_no_draw(packed, spawn_probability):
        return Advanced(state_after(without_draws(spawn_probability), packed, steps).to_board(), draws_read)
    for _ in range(steps):
        packed, draws_read = advance_planes(packed, spawning, draws_read)
    return Advanced(packed.to_board(), draws_read)


def packed_states_following(
    board: Board, samples: int, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0
) -> Iterator[tuple[PackedBoard, int]]:
    """Yield the ``samples`` states that follow a board, packed, each with how often it is met.

    The numbers add up to ``samples``, and a state may be yielded more than once. Where no draw decides, cycles are
    noticed, as `visits` does it, and what is left of the samples is yielded in one round.

    Raises as `advance` does.

    Ledger: W19-baseline
    """
    probability = check_probability(spawn_probability)
    check_draws_read(draws_read)
    packed = PackedBoard.from_board(board)
    if reads_no_draw(packed, probability):
        yield from visits(without_draws(probability), packed, samples)
        return
    spawning = SpawnDraws(probability, draws)
    for _ in range(samples):
        packed, draws_read = advance_planes(packed, spawning, draws_read)
        yield packed, 1


def find_cycle_packed(board: Board, spawn_probability: Draw = 0, *, most: int = 10_000) -> Cycle:
    """Return what `find_cycle` returns, with three boards in memory.

    Raises as `find_cycle` does.

    Ledger: W19-ergodic
    """
    if not is_deterministic(board, spawn_probability):
        raise InvalidParameter("spawn probability", spawn_probability, "0 or 1, or a board without spawners")
    found = transient_and_period(without_draws(spawn_probability), PackedBoard.from_board(board), most)
    if found is None:
        raise InvalidParameter("most", most, "as many steps as it takes until a board comes back")
    return Cycle(*found)


def reads_no_draw(packed: PackedBoard, probability: Draw) -> bool:
    """Whether no step from a packed board on reads a draw."""
    return probability in {0, 1} or not packed.may_draw


def without_draws(probability: Draw) -> Callable[[PackedBoard], PackedBoard]:
    """Return the step of packed boards for which no draw is read."""
    spawning = SpawnDraws(probability, ())

    def step(packed: PackedBoard) -> PackedBoard:
        after, _ = advance_planes(packed, spawning, 0)
        return after

    return step
