"""All short plays of small SafeLife levels."""

from collections.abc import Iterator
from itertools import accumulate, product

from attrs import frozen

from formal_rl.histories import Action
from formal_rl.safelife.board import AGENT, DESTRUCTIBLE, FROZEN, Cell, Location
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import coloured
from formal_rl.safelife.game import ACTIONS, GameState, Level, start, step

BARE_PLAYER = AGENT | FROZEN | DESTRUCTIBLE
"""A player that does not freeze what is round it."""


def small_level(
    *cells: tuple[Location, Cell],
    goals: tuple[tuple[Location, str], ...] = (),
    size: tuple[int, int] = (3, 3),
    **numbers: object,
) -> Level:
    """Return the level that holds nothing but these cells and goals of these colours; `Level` takes the numbers."""
    goal_cells = [(location, coloured(0, colour)) for location, colour in goals]
    return Level(board_of(*size, cells), board_of(*size, goal_cells), **numbers)  # type: ignore[arg-type]


def run_of(level: Level, *actions: int) -> tuple[GameState, ...]:
    """Return the states of the game in which the agent does these actions, from the first on."""
    return tuple(accumulate(actions, lambda state, done: step(level, state, (done,)).state, initial=start(level)))


@frozen
class RecordedPlay:
    """The actions of a play, all its states from the first on, and the rewards of the first agent."""

    actions: tuple[tuple[Action, ...], ...]
    states: tuple[GameState, ...]
    rewards: tuple[int, ...]

    @property
    def steps(self) -> Iterator[tuple[GameState, GameState, int]]:
        """The state before and after each step, and its reward."""
        return zip(self.states[:-1], self.states[1:], self.rewards, strict=True)


def plays(level: Level, number: int) -> Iterator[RecordedPlay]:
    """Yield the plays of this many steps, one for each sequence of actions."""
    for actions in product(product(range(len(ACTIONS)), repeat=len(level.agents)), repeat=number):
        states, rewards = [start(level)], list[int]()
        for joint in actions:
            state, paid = step(level, states[-1], joint)
            states.append(state)
            rewards.append(paid[0])
        yield RecordedPlay(actions, tuple(states), tuple(rewards))
