"""Rock, paper, scissors against an opponent that is a function of the moves made so far."""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from formal_rl.environments.types import Environment
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Action, Percept, Play, Reward, actions, check_play

ROCK, PAPER, SCISSORS = 0, 1, 2

Opponent: TypeAlias = Callable[[tuple[Action, ...]], Action]
"""A function from the moves made against it so far to its next move."""


def playing_in_turn(moves: tuple[Action, ...]) -> Opponent:
    """Return the opponent that plays ``moves`` one after another, from the first again after the last.

    Raises `InvalidParameter` for no moves, or one that is none of 0, 1 and 2.
    """
    if not isinstance(moves, tuple) or not moves:
        raise InvalidParameter("moves", moves, "a tuple of at least one move")
    for index, move in enumerate(moves):
        _check_move(f"moves[{index}]", move)
    return lambda past: moves[len(past) % len(moves)]


def beating_the_last_move(first: Action = ROCK) -> Opponent:
    """Return the opponent that plays ``first``, and then always what beats the move made last against it.

    Raises `InvalidParameter` for a first move that is none of 0, 1 and 2.
    """
    _check_move("first", first)
    return lambda past: (past[-1] + 1) % 3 if past else first


def rock_paper_scissors(opponent: Opponent, payoffs: tuple[Reward, Reward, Reward] = (1, 0, -1)) -> Environment:
    """Return the game against ``opponent``: 0 is rock, 1 paper, 2 scissors; each move beats the one before it.

    ``payoffs`` is what is paid for winning, for a draw and for losing; with none of them negative the game is
    merciful. It shows 0 at first, then 1 + the opponent's move. Raises `ActionOutOfRange` for other actions, and
    `InvalidParameter` for payoffs that are not three exact numbers.

    Ledger: A21-E13*
    """
    if not isinstance(payoffs, tuple) or len(payoffs) != 3:
        raise InvalidParameter("payoffs", payoffs, "a tuple of three rewards")
    for index, payoff in enumerate(payoffs):
        if type(payoff) is not int and type(payoff) is not Fraction:
            raise InvalidParameter(f"payoffs[{index}]", payoff, "an int or a Fraction")
    won, drawn, lost = payoffs

    def environment(play: Play) -> Percept:
        check_play(play)
        moves = actions(play)
        for turn, move in enumerate(moves):
            if move > SCISSORS:
                raise ActionOutOfRange(2 * turn + 1, move, 3)
        if play == ():
            return Percept(0, 0)
        other = opponent(moves[:-1])
        return Percept((drawn, won, lost)[(moves[-1] - other) % 3], 1 + other)

    return environment


def _check_move(name: str, move: object) -> None:
    if type(move) is not int or not ROCK <= move <= SCISSORS:
        raise InvalidParameter(name, move, "one of the moves 0, 1 and 2")
