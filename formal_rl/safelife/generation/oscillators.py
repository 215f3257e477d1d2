"""Oscillators by Algorithm 1 with three changes: the violations, the cells to change, and a penalty on still lifes."""

from collections.abc import Callable, Collection
from functools import partial
from itertools import product

from formal_rl.agents import Draws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.rule import advance
from formal_rl.safelife.generation.patterns import (
    Constraint,
    GeneratedPattern,
    Penalties,
    Settings,
    Violations,
    generate_pattern,
)
from formal_rl.safelife.generation.random_choice import Number, require_number


def step_without_spawning(board: Board) -> Board:
    """Return the board after one step in which nothing spawns.

    Ledger: W19-alg1-oscillator
    """
    return advance(board).board


def oscillator_violations(
    board: Board, period: int, still_penalty: Number = 0, step: Callable[[Board], Board] = step_without_spawning
) -> Violations:
    """Return 1 for each cell that differs after ``period`` steps, and the penalty for all that never change.

    The paper counts neighbours to switch for still lifes only; here a cell is back or it is not.

    Source: Wainwright and Eckersley 2019, Appendix A, last paragraph.
    Ledger: W19-alg1-oscillator*
    """
    changing: set[Location] = set()
    after = board
    for _ in range(period):
        after = step(after)
        changing.update(location for location in board.locations() if after[location] != board[location])
    still = board.height * board.width - len(changing)
    return Violations(
        {location: 1 for location in board.locations() if after[location] != board[location]}, still_penalty * still
    )


def within(steps: int) -> tuple[Location, ...]:
    """Return the offsets of all cells that can influence a cell within ``steps`` steps, (0, 0) included.

    Ledger: W19-alg1-oscillator
    """
    return tuple((down, right) for down, right in product(range(-steps, steps + 1), repeat=2))


def generate_oscillator(
    board: Board,
    eta: Number,
    temperature: Number,
    penalties: Penalties,
    draws: Draws,
    *,
    most_iterations: int,
    period: int = 2,
    still_penalty: Number = 0,
    open_locations: Collection[Location] | None = None,
    draws_read: int = 0,
    step: Callable[[Board], Board] = step_without_spawning,
) -> GeneratedPattern:
    """Return the result of Algorithm 1 on a board, with the constraint that it is back after ``period`` steps.

    When it halts, every cell in reach is back after ``period`` steps without spawning, if its surroundings are; so
    all are, if every location is open. No cell need oscillate: a still life is back, too, but is made less
    likely by ``still_penalty``, which is added to the violations for each cell that never changes.

    Raises `InvalidParameter` for a period that is not an int of at least 1, a penalty that is not a finite number, and
    as `Settings` and `generate_pattern` do.

    Source: Wainwright and Eckersley 2019, Appendix A, last paragraph.
    Ledger: W19-alg1-oscillator*
    """
    settings = Settings(eta, temperature, penalties, most_iterations)
    if type(period) is not int or period < 1:
        raise InvalidParameter("period", period, "an int >= 1")
    penalty = require_number("still penalty", still_penalty)
    assess = partial(oscillator_violations, period=period, still_penalty=penalty, step=step)
    constraint = Constraint(assess, within(period))
    return generate_pattern(board, settings, draws, constraint, open_locations=open_locations, draws_read=draws_read)
