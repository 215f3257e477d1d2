"""A few ordinary environments: small, deterministic, and total on their actions."""

from fractions import Fraction

from formal_rl.environments.types import Environment
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Percept, Play, Reward, actions, check_play


def _check(play: Play, number_of_actions: int) -> None:
    check_play(play)
    for turn, action in enumerate(actions(play)):
        if action >= number_of_actions:
            raise ActionOutOfRange(2 * turn + 1, action, number_of_actions)


def bandit(rewards: tuple[Reward, ...]) -> Environment:
    """Return the bandit whose arm a always pays ``rewards[a]``; it shows 0, and pays 0 at first.

    Raises `ActionOutOfRange` for an arm it has not; `InvalidParameter` if it has none, or an inexact reward.
    """
    if not isinstance(rewards, tuple) or not rewards:
        raise InvalidParameter("rewards", rewards, "a tuple of at least one reward")
    for arm, reward in enumerate(rewards):
        if type(reward) is not int and type(reward) is not Fraction:
            raise InvalidParameter(f"rewards[{arm}]", reward, "an int or a Fraction")

    def environment(play: Play) -> Percept:
        _check(play, len(rewards))
        return Percept(rewards[play[-1]], 0) if play else Percept(0, 0)

    return environment


def corridor(length: int) -> Environment:
    """Return a corridor of cells 0 to ``length``: action 1 steps right, action 0 left; walls hold.

    It shows the cell, starting at 0, and pays 1 for each step that ends in the last cell, else 0.
    Raises `ActionOutOfRange` for actions other than 0 and 1, and `InvalidParameter` for a length under 1.
    """
    if type(length) is not int or length < 1:
        raise InvalidParameter("length", length, "an int >= 1")

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
    if type(number_of_actions) is not int or number_of_actions < 1:
        raise InvalidParameter("number_of_actions", number_of_actions, "an int >= 1")
    if type(secret) is not int or not 0 <= secret < number_of_actions:
        raise InvalidParameter("secret", secret, f"one of the actions 0 to {number_of_actions - 1}")
    if type(wrong) is not int and type(wrong) is not Fraction:
        raise InvalidParameter("wrong", wrong, "an int or a Fraction")

    def environment(play: Play) -> Percept:
        _check(play, number_of_actions)
        if play == ():
            return Percept(0, 0)
        guess = play[-1]
        if guess == secret:
            return Percept(1, 0)
        return Percept(wrong, 1 if secret > guess else 2)

    return environment
