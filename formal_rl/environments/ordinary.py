"""A few ordinary environments, small, deterministic and total on their actions; and some in start and advance form."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.agents import Learner
from formal_rl.environments._incremental import IncrementalEnvironment
from formal_rl.environments.environment import Environment
from formal_rl.environments.record import EnvironmentRecord
from formal_rl.errors import ActionOutOfRange, InvalidParameter, require_int
from formal_rl.histories import Action, Percept, Play, Reward, actions, require_play


def _check(play: Play, number_of_actions: int) -> None:
    require_play(play)
    for turn, action in enumerate(actions(play)):
        _require_action(turn, action, number_of_actions)


def _require_action(turn: int, action: Action, number_of_actions: int) -> None:
    if action >= number_of_actions:
        raise ActionOutOfRange(2 * turn + 1, action, number_of_actions)


def _check_exact(name: str, reward: Reward) -> None:
    if type(reward) is not int and type(reward) is not Fraction:
        raise InvalidParameter(name, reward, "an int or a Fraction")


def bandit(rewards: tuple[Reward, ...]) -> Environment:
    """Return the bandit whose arm a always pays ``rewards[a]``; it shows 0, and pays 0 at first.

    Raises `ActionOutOfRange` for an arm it has not; `InvalidParameter` if it has none, or an inexact reward.
    """
    if not isinstance(rewards, tuple) or not rewards:
        raise InvalidParameter("rewards", rewards, "a tuple of at least one reward")
    for arm, reward in enumerate(rewards):
        _check_exact(f"rewards[{arm}]", reward)

    def environment(play: Play) -> Percept:
        _check(play, len(rewards))
        return Percept(rewards[play[-1]], 0) if play else Percept(0, 0)

    return environment


def corridor(length: int) -> Environment:
    """Return a corridor of cells 0 to ``length``: action 1 steps right, action 0 left; walls hold.

    It shows the cell, starting at 0, and pays 1 for each step that ends in the last cell, else 0.
    Raises `ActionOutOfRange` for actions other than 0 and 1, and `InvalidParameter` for a length under 1.
    """
    require_int("length", length, 1)

    def environment(play: Play) -> Percept:
        _check(play, 2)
        cell = 0
        for action in actions(play):
            cell = min(length, cell + 1) if action == 1 else max(0, cell - 1)
        return Percept(1 if play and cell == length else 0, cell)

    return environment


def guess_the_number(secret: int, number_of_actions: int, *, wrong: Reward = -1) -> Environment:
    """Return a guessing game: 1 for naming ``secret``, else ``wrong``; it shows how the guess compares.

    It shows 0 at first; after a guess 1 if the secret is greater, 2 if it is less, 0 if it was named.
    Raises `ActionOutOfRange` for a guess of ``number_of_actions`` or more; `InvalidParameter` for such a secret,
    or an inexact reward.
    """
    require_int("number_of_actions", number_of_actions, 1)
    if type(secret) is not int or not 0 <= secret < number_of_actions:
        raise InvalidParameter("secret", secret, f"one of the actions 0 to {number_of_actions - 1}")
    _check_exact("wrong", wrong)

    def environment(play: Play) -> Percept:
        _check(play, number_of_actions)
        if play == ():
            return Percept(0, 0)
        guess = play[-1]
        if guess == secret:
            return Percept(1, 0)
        return Percept(wrong, 1 if secret > guess else 2)

    return environment


# In start and advance form: what they remember is a cell or nothing.


@frozen
class _LastActionIncremental:
    """An environment that looks at the last action alone; its state is the number of turns so far."""

    environment: Environment
    number_of_actions: int

    def start(self, learner: Learner[Any]) -> tuple[Percept, int]:
        return self.environment(()), 0

    def advance(self, learner: Learner[Any], state: int, action: Action) -> tuple[Percept, int]:
        _require_action(state, action, self.number_of_actions)
        return self.environment((Percept(0, 0), action)), state + 1


def bandit_incremental(rewards: tuple[Reward, ...]) -> IncrementalEnvironment:
    """Return the incremental form of `bandit`."""
    return _LastActionIncremental(bandit(rewards), len(rewards))


def guess_the_number_incremental(secret: int, number_of_actions: int) -> IncrementalEnvironment:
    """Return the incremental form of `guess_the_number`."""
    return _LastActionIncremental(guess_the_number(secret, number_of_actions), number_of_actions)


@frozen
class CorridorIncremental:
    """The corridor; its state is the number of turns so far and the cell.

    Ledger: A22-S4*
    """

    length: int

    def start(self, learner: Learner[Any]) -> tuple[Percept, tuple[int, int]]:
        """Return (0, 0), in cell 0."""
        return corridor(self.length)(()), (0, 0)

    def advance(self, learner: Learner[Any], state: tuple[int, int], action: Action) -> tuple[Percept, tuple[int, int]]:
        """Return the cell, and 1 if it is the last."""
        turn, cell = state
        _require_action(turn, action, 2)
        cell = min(self.length, cell + 1) if action == 1 else max(0, cell - 1)
        return Percept(1 if cell == self.length else 0, cell), (turn + 1, cell)


# A maze drawn as text.


WALL, FLOOR, START, GOAL = "#.SG"

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns moved by actions 0 to 3: up, right, down, left."""


def maze(plan: str) -> Environment:
    """Return the maze of a plan: rows of equal length of ``#`` wall, ``.`` floor, one ``S`` start and one ``G`` goal.

    Actions 0 to 3 go up, right, down, left; walls and the edge of the plan hold. It shows the cell, cells being
    numbered row by row from 0, and pays 1 for each step that ends in the goal, else 0. Raises `ActionOutOfRange` for
    other actions, and `InvalidParameter` for anything that is not a plan.

    Ledger: A21-E13*
    """
    rows = _rows(plan)
    width = len(rows[0])
    start, goal = (divmod("".join(rows).index(mark), width) for mark in (START, GOAL))

    def environment(play: Play) -> Percept:
        _check(play, len(STEPS))
        row, column = start
        for action in actions(play):
            down, right = STEPS[action]
            below, beside = row + down, column + right
            if 0 <= below < len(rows) and 0 <= beside < width and rows[below][beside] != WALL:
                row, column = below, beside
        return Percept(1 if (row, column) == goal else 0, row * width + column)

    return environment


def _rows(plan: str) -> list[str]:
    expected = f"a text of rows of equal length of {WALL}, {FLOOR}, one {START} and one {GOAL}"
    if not isinstance(plan, str):
        raise InvalidParameter("plan", plan, expected)
    rows = plan.split("\n")
    marks = "".join(rows)
    if (
        len({len(row) for row in rows}) != 1
        or not set(marks) <= {WALL, FLOOR, START, GOAL}
        or marks.count(START) != 1
        or marks.count(GOAL) != 1
    ):
        raise InvalidParameter("plan", plan, expected)
    return rows


# Rock, paper, scissors against an opponent that is a function of the moves made so far.


ROCK, PAPER, SCISSORS = 0, 1, 2

Opponent: TypeAlias = Callable[[tuple[Action, ...]], Action]
"""A function from the moves made against it so far to its next move."""


def beating_the_last_move(first: Action = ROCK) -> Opponent:
    """Return the opponent that plays ``first``, and then always what beats the move made last against it.

    Raises `InvalidParameter` for a first move that is none of 0, 1 and 2.
    """
    if type(first) is not int or not ROCK <= first <= SCISSORS:
        raise InvalidParameter("first", first, "one of the moves 0, 1 and 2")
    return lambda past: (past[-1] + 1) % 3 if past else first


def rock_paper_scissors(opponent: Opponent, payoffs: tuple[Reward, Reward, Reward] = (1, 0, -1)) -> Environment:
    """Return the game against ``opponent``: 0 is rock, 1 paper, 2 scissors; each move beats the one before it.

    ``payoffs`` are the rewards for winning, for a draw and for losing; with none of them negative the game is
    merciful. It shows 0 at first, then 1 + the opponent's move. Raises `ActionOutOfRange` for other actions, and
    `InvalidParameter` for payoffs that are not three exact numbers.

    Ledger: A21-E13*
    """
    if not isinstance(payoffs, tuple) or len(payoffs) != 3:
        raise InvalidParameter("payoffs", payoffs, "a tuple of three rewards")
    for index, payoff in enumerate(payoffs):
        _check_exact(f"payoffs[{index}]", payoff)
    won, drawn, lost = payoffs

    def environment(play: Play) -> Percept:
        _check(play, 3)
        if play == ():
            return Percept(0, 0)
        moves = actions(play)
        other = opponent(moves[:-1])
        return Percept((drawn, won, lost)[(moves[-1] - other) % 3], 1 + other)

    return environment


RECORDS = (
    EnvironmentRecord(
        "bandit", source="", named={"definition": "bandit()", "incremental": "bandit_incremental()"}, listed=((0, 1),)
    ),
    EnvironmentRecord(
        "corridor", source="", named={"definition": "corridor()", "incremental": "CorridorIncremental()"}, listed=(3,)
    ),
    EnvironmentRecord(
        "guess_the_number",
        source="",
        named={"definition": "guess_the_number()", "incremental": "guess_the_number_incremental()"},
        listed=(1, 2),
    ),
)
