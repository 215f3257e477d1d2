"""Trajectories: the boards that follow if nobody acts, cycles, and whether boards follow each other."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from formal_rl.agents import Draw, Draws
from formal_rl.errors import InvalidParameter, NotATrajectory, require_int
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import SPAWNING
from formal_rl.safelife.board.rule import advance, require_probability
from formal_rl.safelife.game.game import Advance, GameState, start, step
from formal_rl.safelife.game.level import Level


def inaction(
    board: Board, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0, *, advance: Advance = advance
) -> Iterator[Board]:
    """Yield the board after 1, 2, ... steps in which nobody acts.

    Agents stay where they are and go on freezing the cells round them. The board alone advances: no exit opens, and no
    draw is read for goals. ``advance`` may be another form of the rule, with its own errors.

    Source: Wainwright and Eckersley 2019, Section 3.
    Ledger: W19-baseline*
    """
    while True:
        board, draws_read = advance(board, spawn_probability, draws, draws_read)
        yield board


def states_following(
    board: Board,
    samples: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    *,
    advance: Advance = advance,
) -> tuple[Board, ...]:
    """Return the states that follow a board at time t while nobody acts: those at t + 1 to t + ``samples``.

    They are of one trajectory. The board itself is not among them.

    Raises `InvalidParameter` for no samples, n = 0, and the errors of ``advance``.

    Source: Wainwright and Eckersley 2019, Section 3.
    Ledger: W19-baseline*, W19-ergodic*, W19-eq1*
    """
    require_samples(samples)
    return tuple(islice(inaction(board, spawn_probability, draws, draws_read, advance=advance), samples))


class Cycle(NamedTuple):
    """The transient and the period of a trajectory: steps before the first board that recurs, and until it does.

    Ledger: W19-ergodic
    """

    transient: int
    period: int


def find_cycle(board: Board, spawn_probability: Draw = 0, *, most: int = 10_000, advance: Advance = advance) -> Cycle:
    """Return when the trajectory in which nobody acts first comes back to a board, where no draw decides.

    There are finitely many boards of a size, so that it always does.

    Raises `InvalidParameter` if `is_deterministic` is false, or if it takes more than ``most`` steps.

    Source: Wainwright and Eckersley 2019, Section 3, footnote 7.
    Ledger: W19-ergodic*
    """
    if not is_deterministic(board, spawn_probability):
        raise InvalidParameter("spawn probability", spawn_probability, "0 or 1, or a board without spawners")
    probability = 1 if spawn_probability == 1 else 0
    seen = {board: 0}
    for steps, after in enumerate(islice(inaction(board, probability, advance=advance), most), start=1):
        if after in seen:
            return Cycle(seen[after], steps - seen[after])
        seen[after] = steps
    raise InvalidParameter("most", most, "as many steps as it takes until a board comes back")


def is_deterministic(board: Board, spawn_probability: Draw) -> bool:
    """Whether the successors of the board need no draw: nothing spawns, or spawning is certain or impossible.

    Spawners come into being by no rule, so the answer holds for all boards that follow.

    Raises `InvalidParameter` for a probability outside [0, 1].

    Source: Wainwright and Eckersley 2019, Section 3, footnote 7.
    Ledger: W19-baseline*
    """
    return require_probability(spawn_probability) in {0, 1} or not board.find(SPAWNING)


def greatest_error(cycle: Cycle, steps: int, samples: int) -> Fraction:
    """Return how far the density of states ``steps`` + 1 to ``steps`` + ``samples`` can be from that of the cycle.

    This is the least bound from these numbers: some run of one cell, and its opposite, attains it. Let m of n
    samples be before the cycle, n - m = kp + r with r < p, and let a cell be of the type in q of the p states of the
    cycle, c = q/p. Each whole round adds qk, kp times c. The m samples add at most m, and the r left over at most
    min(r, q), so that the sum is above nc by at most m(1 - c) + min(r, q) - rc. As q grows, this falls where q > r,
    and changes along a line where q <= r; so it is greatest at q = 0, where it is m, or at q = r, where it is
    (m + r)(p - r)/p. Below nc the same holds of the opposite type. Since r(p - r)/p <= p/4, it is at most m + p/4,
    and so at most the transient and the period.

    Raises `InvalidParameter` for a negative time or for no samples.

    Source: Wainwright and Eckersley 2019, Section 3, footnote 7, has no bound.
    Ledger: W19-ergodic*
    """
    require_steps(steps)
    require_samples(samples)
    before = min(samples, max(0, cycle.transient - 1 - steps))
    left_over = (samples - before) % cycle.period
    whole = Fraction((before + left_over) * (cycle.period - left_over), cycle.period)
    return max(Fraction(before), whole) / samples


def require_trajectory(
    level: Level,
    actions: Sequence[Sequence[Action]],
    boards: Sequence[Board],
    draws: Draws = (),
    *,
    advance: Advance = advance,
) -> GameState:
    """Return the last state of the game of a level in which the agents do ``actions`` and these boards are met.

    ``boards`` has the board before the first step and that after each; exits are opened and closed as in a game.

    Raises `NotATrajectory` with the first step after which a board is another, 0 where it is the board before all
    steps; `InvalidParameter` where there are not as many boards, or one is of another size; and as `step` does.

    Source: Wainwright and Eckersley 2019, Section 3.
    Ledger: W19-baseline*
    """
    if len(boards) != len(actions) + 1:
        raise InvalidParameter("boards", len(boards), f"{len(actions) + 1}: one before the first step, one after each")
    state = start(level)
    _require_board(0, boards[0], state.board)
    for number, (joint, board) in enumerate(zip(actions, boards[1:], strict=True), start=1):
        state = step(level, state, joint, draws, advance=advance).state
        _require_board(number, board, state.board)
    return state


def _require_board(step: int, board: Board, expected: Board) -> None:
    if (board.height, board.width) != (expected.height, expected.width):
        size = f"{expected.height} x {expected.width}"
        raise InvalidParameter(f"board {step}", f"{board.height} x {board.width}", size)
    for location in expected.locations():
        if board[location] != expected[location]:
            raise NotATrajectory(step, location, board[location], expected[location])


def require_samples(value: int) -> int:
    """Return the value if it can be how many states are sampled, else raise `InvalidParameter`."""
    if type(value) is not int or value < 1:
        raise InvalidParameter("samples", value, "an int >= 1: there is no average over n = 0 states")
    return value


def require_steps(value: int) -> int:
    """Return the value if it can be how many steps were made, else raise `InvalidParameter`."""
    return require_int("steps", value, 0)
