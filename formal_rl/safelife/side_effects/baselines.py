"""Baselines: the states to compare an agent's effects with, in each reading that the paper names."""

from itertools import islice
from typing import NamedTuple

from formal_rl.agents import Draw, Draws
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.rule import advance
from formal_rl.safelife.game.game import Advance
from formal_rl.safelife.game.trajectories import inaction, require_samples, require_steps, states_following

LEDGER = ("W19-baseline*",)


def inaction_distribution(
    initial: Board,
    steps: int,
    samples: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    *,
    advance: Advance = advance,
) -> tuple[Board, ...]:
    """Return the baseline: the states at t + 1 to t + n of one trajectory from the initial board where nobody acts.

    ``steps`` is t, how long the agent acted, and ``samples`` is n.

    Raises `InvalidParameter` for a negative t or for n = 0, and the errors of ``advance``.

    Source: Wainwright and Eckersley 2019, Section 3.
    Ledger: W19-baseline*
    """
    require_steps(steps)
    require_samples(samples)
    trajectory = inaction(initial, spawn_probability, draws, advance=advance)
    return tuple(islice(trajectory, steps, steps + samples))


class Distributions(NamedTuple):
    """The states after time t that are compared: those that would have followed without actions, and those that do.

    Ledger: W19-baseline
    """

    inaction: tuple[Board, ...]
    action: tuple[Board, ...]


def distributions(
    initial: Board,
    final: Board,
    steps: int,
    samples: int,
    *,
    spawn_probability: Draw = 0,
    inaction_draws: Draws = (),
    action_draws: Draws = (),
    advance: Advance = advance,
) -> Distributions:
    """Return the two distributions that the paper compares, each the states t + 1 to t + n of one trajectory.

    ``final`` is the board that the agent left after ``steps`` steps, t; nobody acts after it. ``inaction_draws``
    are those of its whole trajectory, ``action_draws`` those after the agent's last step, both read from the first.

    Raises as `inaction_distribution` does.

    Source: Wainwright and Eckersley 2019, Section 3.
    """
    return Distributions(
        inaction_distribution(initial, steps, samples, spawn_probability, inaction_draws, advance=advance),
        states_following(final, samples, spawn_probability, action_draws, advance=advance),
    )


def starting_state(initial: Board) -> tuple[Board, ...]:
    """Return the starting state, the baseline of all that came after it.

    Source: Wainwright and Eckersley 2019, Section 3.
    """
    return (initial,)


def single_state_inaction(
    initial: Board,
    steps: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    *,
    advance: Advance = advance,
) -> tuple[Board, ...]:
    """Return the one state at time t, ``steps`` steps after the initial board, had nobody ever acted.

    Raises `InvalidParameter` for a negative t, and the errors of ``advance``.

    Source: Wainwright and Eckersley 2019, Section 3.
    """
    require_steps(steps)
    if steps == 0:
        return (initial,)
    trajectory = inaction(initial, spawn_probability, draws, advance=advance)
    return tuple(islice(trajectory, steps - 1, steps))


def stepwise_inaction(
    previous: Board,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    *,
    advance: Advance = advance,
) -> tuple[Board, ...]:
    """Return the one state in which a step would have ended, had nobody acted in it, whatever was done before.

    ``previous`` is the board of the agent's own trajectory before the step.

    Raises the errors of ``advance``.

    Source: Wainwright and Eckersley 2019, Section 3.
    """
    return tuple(islice(inaction(previous, spawn_probability, draws, draws_read, advance=advance), 1))
