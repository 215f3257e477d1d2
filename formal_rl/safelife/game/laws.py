"""The exact distribution of the boards that follow one with spawners."""

from fractions import Fraction
from itertools import product

from formal_rl.agents import Distribution
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.rule import advance
from formal_rl.safelife.game.game import Advance
from formal_rl.safelife.game.trajectories import require_steps

LEDGER = ("W19-Fig2c*",)

MOST_DRAWS = 12
"""In how many cells of a board something may spawn; there are 2**12 boards that may follow then."""


def boards_following(
    board: Board, spawn_probability: Fraction | int, *, advance: Advance = advance
) -> Distribution[Board]:
    """Return every board that may follow in a step in which nobody acts, with its probability.

    Raises `InvalidParameter` where more than `MOST_DRAWS` draws are read, and the errors of ``advance``.

    Source: Wainwright and Eckersley 2019, Section 2.
    """
    chance = Fraction(spawn_probability)
    spawns, stays = Fraction(0), chance
    most = (stays,) * (board.height * board.width)
    number = advance(board, chance, most, 0).draws_read
    if number > MOST_DRAWS:
        raise InvalidParameter("the cells in which something may spawn", number, f"at most {MOST_DRAWS}")
    chances: dict[Board, Fraction] = {}
    for draws in product((spawns, stays), repeat=number):
        after, _ = advance(board, chance, draws, 0)
        spawned = draws.count(spawns)
        chances[after] = chances.get(after, Fraction(0)) + chance**spawned * (1 - chance) ** (number - spawned)
    return Distribution(chances)


def board_law(
    board: Board, steps: int, spawn_probability: Fraction | int, *, advance: Advance = advance
) -> Distribution[Board]:
    """Return the distribution of the board after ``steps`` steps in which nobody acts.

    Raises `InvalidParameter` for a negative number of steps, and as `boards_following` does.

    Source: Wainwright and Eckersley 2019, Section 3.
    """
    require_steps(steps)
    chances, known = {board: Fraction(1)}, dict[Board, Distribution[Board]]()
    for _ in range(steps):
        after: dict[Board, Fraction] = {}
        for each, chance in chances.items():
            if each not in known:
                known[each] = boards_following(each, spawn_probability, advance=advance)
            for one, its in known[each].chances.items():
                after[one] = after.get(one, Fraction(0)) + chance * its
        chances = after
    return Distribution(chances)


def total_variation(first: Distribution[Board], second: Distribution[Board]) -> Fraction:
    """Return the greatest difference of the two probabilities of an event: half the sum of all differences.

    It is 0 where nothing tells the two distributions apart, and 1 where a look at one board does for certain.
    """
    boards = {*first.chances, *second.chances}
    return sum((abs(first.chance(each) - second.chance(each)) for each in boards), Fraction(0)) / 2
