"""Gridworlds: one plain implementation in each convention, and wrong ones as they come to be written."""

from typing import Any

import numpy

from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.gridworlds import GridState, move, parse_layout

MOVES = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Rules:
    """What a move does, part by part, so that a part can be got wrong."""

    def ahead(self, world: Any, row: int, column: int, action: int) -> Any:
        """Return the place ahead, or where the agent is if a wall or the edge is there."""
        down, right = MOVES[action]
        place = row + down, column + right
        inside = 0 <= place[0] < world["height"] and 0 <= place[1] < world["width"]
        return place if inside and place not in world["walls"] else (row, column)

    def pressed(self, world: Any, place: Any, buttons: Any, remaining: int) -> Any:
        """Press what is there and was not pressed."""
        for index, (row, column, delay) in enumerate(world["buttons"]):
            if place == (row, column) and buttons[index]:
                buttons[index] = 0
                remaining += delay
        return remaining

    def collected(self, world: Any, place: Any, coins: Any) -> Any:
        """Collect what is there and was not collected."""
        total = 0
        for index, (row, column, value) in enumerate(world["coins"]):
            if place == (row, column) and coins[index]:
                coins[index] = 0
                total += value
        return total

    def moved(self, world: Any, state: Any, action: int) -> Any:
        """Return the next state and the value."""
        row, column, coins, buttons, remaining = state
        coins, buttons = list(coins), list(buttons)
        place = self.ahead(world, row, column, action)
        remaining = self.pressed(world, place, buttons, remaining) - 1
        total = self.collected(world, place, coins)
        return (*place, tuple(coins), tuple(buttons), remaining), total


def move_by_mapping(world: Any, state: Any, action: Any) -> Any:
    """Make one move."""
    return Rules().moved(world, state, action)


def trajectory_from_picture(picture: Any, actions: Any) -> Any:
    """Make all moves by the definition."""
    world = parse_layout(picture)
    state, moves = world.start, []
    for action in actions:
        state, value = move(world, state, action)
        moves.append(((*state.cell, state.coins, state.buttons, state.remaining), value))
    return moves


def move_from_picture(picture: Any, state: Any, action: Any) -> Any:
    """Make one move by the definition."""
    row, column, coins, buttons, remaining = state
    before = GridState((row, column), tuple(map(bool, coins)), tuple(map(bool, buttons)), remaining)
    after, value = move(parse_layout(picture), before, action)
    return (*after.cell, after.coins, after.buttons, after.remaining), value


# --- Wrong moves ---


class _RoundTheEdges(Rules):
    def ahead(self, world: Any, row: int, column: int, action: int) -> Any:
        down, right = MOVES[action]
        place = (row + down) % world["height"], (column + right) % world["width"]
        return (row, column) if place in world["walls"] else place


class _UpIsDown(Rules):
    def ahead(self, world: Any, row: int, column: int, action: int) -> Any:
        return super().ahead(world, row, column, (1, 0, 2, 3)[action])


class _ThroughWalls(Rules):
    def ahead(self, world: Any, row: int, column: int, action: int) -> Any:
        return super().ahead({**world, "walls": ()}, row, column, action)


class _WallsCostNothing(Rules):
    def moved(self, world: Any, state: Any, action: int) -> Any:
        after, total = super().moved(world, state, action)
        return ((*after[:4], state[4]) if after[:2] == state[:2] else after), total


class _CoinsStay(Rules):
    def collected(self, world: Any, place: Any, coins: Any) -> Any:
        return super().collected(world, place, list(coins))


class _ButtonsStay(Rules):
    def pressed(self, world: Any, place: Any, buttons: Any, remaining: int) -> Any:
        return super().pressed(world, place, list(buttons), remaining)


class _SetsTheClock(Rules):
    def pressed(self, world: Any, place: Any, buttons: Any, remaining: int) -> Any:
        before = sum(buttons)
        later = super().pressed(world, place, buttons, 0)
        return later + 1 if sum(buttons) < before else remaining


class _PressIsFree(Rules):
    def pressed(self, world: Any, place: Any, buttons: Any, remaining: int) -> Any:
        before = sum(buttons)
        return super().pressed(world, place, buttons, remaining) + (sum(buttons) < before)


class _NoPressOnTheLastMove(Rules):
    def pressed(self, world: Any, place: Any, buttons: Any, remaining: int) -> Any:
        return super().pressed(world, place, buttons, remaining) if remaining > 1 else remaining


class _NoCoinOnTheLastMove(Rules):
    def moved(self, world: Any, state: Any, action: int) -> Any:
        after, total = super().moved(world, state, action)
        return ((*after[:2], state[2], *after[3:]), 0) if after[4] == 0 else (after, total)


class _OpenWallsAreFree(Rules):
    def moved(self, world: Any, state: Any, action: int) -> Any:
        after, total = super().moved(world, state, action)
        down, right = MOVES[action]
        bumped = (state[0] + down, state[1] + right) in world["walls"]
        return ((*after[:4], state[4]) if bumped else after), total


class _ClockOfAByte(Rules):
    def moved(self, world: Any, state: Any, action: int) -> Any:
        after, total = super().moved(world, state, action)
        return (*after[:4], (after[4] + 128) % 256 - 128), total


def move_round_the_edges(world: Any, state: Any, action: Any) -> Any:
    """Come back in on the other side."""
    return _RoundTheEdges().moved(world, state, action)


def move_with_up_as_down(world: Any, state: Any, action: Any) -> Any:
    """Count rows from below."""
    return _UpIsDown().moved(world, state, action)


def move_through_walls(world: Any, state: Any, action: Any) -> Any:
    """Forget the walls."""
    return _ThroughWalls().moved(world, state, action)


def move_where_walls_cost_nothing(world: Any, state: Any, action: Any) -> Any:
    """Use up no move against a wall or the edge."""
    return _WallsCostNothing().moved(world, state, action)


def move_where_coins_stay(world: Any, state: Any, action: Any) -> Any:
    """Collect a coin again and again."""
    return _CoinsStay().moved(world, state, action)


def move_where_buttons_stay(world: Any, state: Any, action: Any) -> Any:
    """Press a button again and again."""
    return _ButtonsStay().moved(world, state, action)


def move_where_a_button_sets_the_clock(world: Any, state: Any, action: Any) -> Any:
    """Put the delay in the place of the moves that remain."""
    return _SetsTheClock().moved(world, state, action)


def move_where_a_press_is_free(world: Any, state: Any, action: Any) -> Any:
    """Use up no move for the press."""
    return _PressIsFree().moved(world, state, action)


def move_without_a_press_on_the_last(world: Any, state: Any, action: Any) -> Any:
    """End before the button is looked at."""
    return _NoPressOnTheLastMove().moved(world, state, action)


def move_without_a_coin_on_the_last(world: Any, state: Any, action: Any) -> Any:
    """End before the coin is looked at."""
    return _NoCoinOnTheLastMove().moved(world, state, action)


def move_with_a_clock_of_a_byte(world: Any, state: Any, action: Any) -> Any:
    """Keep the moves that remain in eight bits."""
    return _ClockOfAByte().moved(world, state, action)


# --- Environments ---


class CoinWorld:
    """An environment as gymnasium has them."""

    rules: Rules = Rules()

    def __init__(self, world: Any) -> None:
        self.world = world

    def seen(self) -> Any:
        """Return the observation."""
        row, column, coins, buttons, _ = self.state
        return numpy.array([column, row, *coins, *buttons], dtype=numpy.float32)

    def first(self) -> Any:
        """Return the state before the first move."""
        world = self.world
        return (*world["agent"], (1,) * len(world["coins"]), (1,) * len(world["buttons"]), world["length"])

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Begin anew."""
        self.state = self.first()
        return self.seen(), {}

    def step(self, action: Any) -> Any:
        """Make a move."""
        self.state, value = self.rules.moved(self.world, self.state, action)
        return self.seen(), float(value), self.state[4] == 0, False, {}


class CoinWorldBeforeGymnasium(CoinWorld):
    """An environment as they were before gymnasium."""

    def reset(self) -> Any:  # type: ignore[override]
        """Begin anew."""
        return super().reset()[0]

    def step(self, action: Any) -> Any:
        """Make a move."""
        shown, value, ended, _, information = super().step(action)
        return shown, value, ended, information


class ShownByName(CoinWorld):
    """An environment that shows a dict."""

    def seen(self) -> Any:
        """Return the observation."""
        row, column, coins, buttons, _ = self.state
        return {"agent": (column, row), "buttons": buttons, "coins": coins}


def make_env(world: Any) -> Any:
    """Make an environment."""
    return ShownByName(world)


class OneInAVector:
    """A vector environment of one."""

    num_envs = 1

    def __init__(self, world: Any) -> None:
        self.world = CoinWorld(world)

    def reset(self) -> Any:
        """Begin anew."""
        return self.world.reset()[0][None], {}

    def step(self, actions: Any) -> Any:
        """Make a move."""
        shown, value, *ended, _ = self.world.step(actions[0])
        return shown[None], numpy.array([value]), *(numpy.array([each]) for each in ended), {}


class StartedCoinWorld:
    """An environment that is started and stepped, made from a picture."""

    def __init__(self, picture: Any) -> None:
        self.world = parse_layout(picture)

    def seen(self) -> Any:
        """Return the observation, its parts nested."""
        return (*reversed(self.state.cell), self.state.coins, self.state.buttons)

    def start(self) -> Any:
        """Begin."""
        self.state = self.world.start
        return self.seen()

    def step(self, action: Any) -> Any:
        """Make a move."""
        self.state, value = move(self.world, self.state, action)
        return self.seen(), value, self.state.remaining == 0


class RowBeforeColumn(CoinWorld):
    """Shows the row first."""

    def seen(self) -> Any:
        """Exchange the two."""
        column, row, *flags = super().seen().tolist()
        return (row, column, *flags)


class ShowsTheClock(CoinWorld):
    """Shows how many moves remain."""

    def seen(self) -> Any:
        """Add them."""
        return (*super().seen().tolist(), self.state[4])


class KeepsWhatWasCollected(CoinWorld):
    """Does not bring the coins back."""

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Begin anew, but for the coins."""
        coins = self.state[2] if hasattr(self, "state") else None
        super().reset()
        if coins is not None:
            self.state = (*self.state[:2], coins, *self.state[3:])
        return self.seen(), {}


class KeepsTheClock(CoinWorld):
    """Goes on with the moves that remained, if any did."""

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Begin anew, but for the clock."""
        remained = self.state[4] if hasattr(self, "state") else 0
        super().reset()
        self.state = (*self.state[:4], remained or self.state[4])
        return self.seen(), {}


class BumpsAreFree(CoinWorld):
    """Uses up no move against a wall."""

    rules = _OpenWallsAreFree()


class EndsAt200(CoinWorld):
    """Ends after 200 moves, whatever remains."""

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Begin anew."""
        self.moves = 0
        return super().reset()

    def step(self, action: Any) -> Any:
        """Make a move."""
        self.moves += 1
        shown, value, ended, _, information = super().step(action)
        return shown, value, ended, self.moves >= 200, information


class ShowsOneArray(CoinWorld):
    """Writes each observation into the array that it showed before."""

    def seen(self) -> Any:
        """Write over it."""
        shown = super().seen()
        self.array = getattr(self, "array", shown)
        self.array[:] = shown
        return self.array


class SharesItsState(CoinWorld):
    """Keeps what was collected in the class."""

    kept: dict[Any, Any] = {}  # noqa: RUF012

    def first(self) -> Any:
        """Return the state with the coins that are left by all instances."""
        row, column, coins, buttons, remaining = super().first()
        return row, column, self.kept.setdefault(repr(self.world), coins), buttons, remaining

    def step(self, action: Any) -> Any:
        """Make a move."""
        answer = super().step(action)
        self.kept[repr(self.world)] = self.state[2]
        return answer


class EndsLate(CoinWorld):
    """Ends one move after the last."""

    def step(self, action: Any) -> Any:
        """Make a move."""
        return *super().step(action)[:2], self.state[4] < 0, False, {}


class EndsWithTheCoins(CoinWorld):
    """Ends when nothing is left to be collected."""

    def step(self, action: Any) -> Any:
        """Make a move."""
        shown, value, ended, *others = super().step(action)
        return shown, value, ended or not any(self.state[2]), *others


class PaysNumpyScalars(CoinWorld):
    """Pays what numpy has for numbers."""

    def step(self, action: Any) -> Any:
        """Make a move."""
        shown, value, *others = super().step(action)
        return shown, numpy.float32(value), *others


class PaysAtTheEnd(CoinWorld):
    """Pays for all coins together, on the last move."""

    def step(self, action: Any) -> Any:
        """Make a move."""
        shown, _, ended, *others = super().step(action)
        left = self.state[2]
        values = (value for (_, _, value), there in zip(self.world["coins"], left, strict=True) if not there)
        return shown, float(sum(values)) if ended else 0.0, ended, *others


RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("a move, from a mapping", move_by_mapping, "gridworld_step"),
    RightImplementation("a move, from a picture", move_from_picture, "gridworld_step"),
    RightImplementation("a trajectory, from a picture", trajectory_from_picture, "gridworld_step"),
    RightImplementation("an environment of gymnasium", CoinWorld, "gridworld_env"),
    RightImplementation("a factory of environments that show dicts", make_env, "gridworld_env"),
    RightImplementation("a vector environment of one", OneInAVector, "gridworld_env"),
    RightImplementation("an environment from before gymnasium", CoinWorldBeforeGymnasium, "gridworld_env"),
    RightImplementation("an environment that is started", StartedCoinWorld, "gridworld_env"),
)
"""The definitions, in each convention."""


WRONG: tuple[WrongImplementation, ...] = (
    wrong(ShowsOneArray, "gridworld_env", "keeps", "shows the same array each time"),
    wrong(move_round_the_edges, "gridworld_step", "moves", "comes back in on the other side"),
    wrong(move_with_up_as_down, "gridworld_step", "moves", "counts rows from below"),
    wrong(move_through_walls, "gridworld_step", "walls", "forgets the walls"),
    wrong(move_where_walls_cost_nothing, "gridworld_step", "moves", "uses up no move where the way is blocked"),
    wrong(move_where_coins_stay, "gridworld_step", "coins", "leaves the coin where it was"),
    wrong(move_where_buttons_stay, "gridworld_step", "buttons", "leaves the button where it was"),
    wrong(move_where_a_button_sets_the_clock, "gridworld_step", "buttons", "forgets the moves that remained"),
    wrong(move_where_a_press_is_free, "gridworld_step", "buttons", "uses up no move for a press"),
    wrong(move_without_a_press_on_the_last, "gridworld_step", "last_move", "misses a press on the last move"),
    wrong(move_without_a_coin_on_the_last, "gridworld_step", "last_move", "misses a coin on the last move"),
    wrong(move_with_a_clock_of_a_byte, "gridworld_step", "long", "keeps the moves that remain in eight bits"),
    wrong(RowBeforeColumn, "gridworld_env", "moves", "shows the row before the column"),
    wrong(ShowsTheClock, "gridworld_env", "moves", "shows how many moves remain"),
    wrong(KeepsWhatWasCollected, "gridworld_env", "begins_anew", "does not bring the coins back when it is reset"),
    wrong(KeepsTheClock, "gridworld_env", "second_episode", "goes on with the moves that remained when it is reset"),
    wrong(BumpsAreFree, "gridworld_env", "used_up", "uses up no move against a wall"),
    wrong(EndsAt200, "gridworld_env", "long", "ends after 200 moves"),
    wrong(SharesItsState, "gridworld_env", "after", "shares what was collected between instances"),
    wrong(EndsLate, "gridworld_env", "last_move", "ends one move late"),
    wrong(EndsWithTheCoins, "gridworld_env", "coins", "ends when all coins are collected"),
    wrong(PaysAtTheEnd, "gridworld_env", "coins", "pays for all coins on the last move"),
)
"""Wrong ones, each with the claim that catches it."""
