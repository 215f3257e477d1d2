"""Gridworlds with shutdown-delay buttons as environments of Gymnasium, with a choice of rewards."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

import gymnasium
import numpy
from attrs import evolve
from gymnasium.spaces import Discrete, MultiDiscrete
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter, nearest, require_int
from formal_rl.gridworlds import (
    Drest,
    GridObservation,
    GridState,
    Trajectory,
    Value,
    World,
    discount_factor,
    format_layout,
    move,
    named_world,
    observe,
    preliminary_return,
    repaired_returns,
)
from formal_rl.gridworlds.world import MOVES
from formal_rl.gymnasium._actions import as_action
from formal_rl.gymnasium.errors import NotReset
from formal_rl.histories import Action
from formal_rl.numbers import plain_integer

Seen: TypeAlias = numpy.int64 | NDArray[numpy.int64]
"""An observation: a number, or a vector."""

REWARDS: Mapping[str, str] = MappingProxyType(
    {
        "default": "the value of a coin, in the step that collects it",
        "preliminary": "at the end of a mini-episode, its coins divided by the most that its length allows",
        "overall": "at the end of a mini-episode, the DREST reward: the preliminary one, discounted by earlier choices",
        "repaired": "at the end of a mini-episode, the DREST reward without the factor that grows with the number",
    }
)
"""The rewards.

Source: Thornley et al. 2024, Sections 5 and Definition D.2.
"""

_NOTHING = Fraction(0)


class _MetaEpisode(NamedTuple):
    """The mini-episodes that are over, and the one that is on."""

    done: tuple[Trajectory, ...]
    lengths: tuple[int, ...]
    state: GridState
    actions: tuple[Action, ...] = ()
    collected: tuple[Value, ...] = ()


class GridworldEnv(gymnasium.Env[Seen, int]):
    """A gridworld, in mini-episodes that make up meta-episodes of ``mini_episodes`` each.

    ``world`` is a `World` or the name of one. An episode of Gymnasium is a mini-episode, as the paper's agents learn,
    or with ``episode="meta"`` a whole meta-episode, in which the world restarts after each mini-episode. In either
    case early choices in a meta-episode change its later rewards. ``reset`` begins the next
    mini-episode, and a new meta-episode once this one is full, where a seed is given, or with
    ``options={"meta_episode": "new"}``; a mini-episode that is left before its end does not count.

    The agent sees neither the clock nor the number of mini-episodes so far:
    ``observe="number"`` numbers the observations, for tables, and ``observe="vector"`` gives row, column and whether
    each coin and button is there. After the last move it shows the last place. Actions are up, down, left and right.

    ``reward`` is one of `REWARDS`; ``root`` is the k-th root of the DREST reward's λ, and ``gamma`` discounts coins
    within a mini-episode, in all rewards but the default one, in which discounting is left to the learner. By default
    γ is the paper's 0.95, and where two lengths can be chosen λ is near its 0.9. Rewards are exact in
    ``info["reward"]`` and floats in place. Nothing is drawn, so seeds change nothing.

    ``step`` raises `ActionOutOfRange`, and `NotReset` where no episode is on. Making one raises `UnknownName` with the
    nearest names, and `InvalidParameter`.

    Source: Thornley et al. 2024, Section 4 and Definitions D.1 and D.2.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        world: World | str = "example",
        *,
        reward: str = "overall",
        mini_episodes: int = 64,
        episode: Literal["mini", "meta"] = "mini",
        observe: Literal["number", "vector"] = "number",
        root: Value = Fraction(19, 20),
        gamma: Value = Fraction(19, 20),
        render_mode: str | None = None,
    ) -> None:
        self.world = named_world(world) if isinstance(world, str) else world
        if not isinstance(self.world, World):
            raise InvalidParameter("world", world, "a World or the name of one")
        _require_one_of("reward", reward, REWARDS)
        _require_one_of("episode", episode, ("mini", "meta"))
        _require_one_of("observe", observe, ("number", "vector"))
        require_int("mini_episodes", mini_episodes, 1)
        if render_mode is not None:
            _require_one_of("render_mode", render_mode, self.metadata["render_modes"])
        self.reward = reward
        self.drest = None if reward == "default" else Drest.of(self.world, root, gamma)
        self.mini_episodes, self.episode = mini_episodes, episode
        self.observe, self.render_mode = observe, render_mode
        self._sizes = (self.world.height, self.world.width, *(2,) * (len(self.world.coins) + len(self.world.buttons)))
        self.action_space: Any = Discrete(len(MOVES))
        self.observation_space: Any = (
            MultiDiscrete(list(self._sizes)) if observe == "vector" else Discrete(int(numpy.prod(self._sizes)))
        )
        self._now: _MetaEpisode | None = None
        self._ended: int | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin the next mini-episode, of a new meta-episode where a seed or an option says so.

        Raises `InvalidParameter` for options other than ``{"meta_episode": "new"}``.
        """
        super().reset(seed=plain_integer(seed))
        if options and options != {"meta_episode": "new"}:
            raise InvalidParameter("options", options, 'none, or {"meta_episode": "new"}')
        new = seed is not None or bool(options) or self.episode == "meta"
        kept = self._now if self._now and not new and len(self._now.done) < self.mini_episodes else None
        self._now = _MetaEpisode(kept.done if kept else (), kept.lengths if kept else (), self.world.start)
        self._ended = None
        return self._seen(self._now.state), self._info(self._now, Fraction(0))

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Move once, and return the observation, the reward, whether the episode is over, and the info.

        An episode ends in the world, so it is never truncated.

        Raises `ActionOutOfRange`, and `NotReset` where no episode is on.
        """
        if self._now is None or self._ended is not None:
            raise NotReset("step", self._ended)
        done, lengths, state, actions, collected = self._now
        moved = as_action(action, 2 * len(actions) + 1, len(MOVES))
        state, value = move(self.world, state, moved)
        actions, collected = (*actions, moved), (*collected, value)
        paid = Fraction(value) if self.reward == "default" else _NOTHING
        if state.remaining:
            self._now = _MetaEpisode(done, lengths, state, actions, collected)
            return self._seen(state), float(paid), False, False, self._info(self._now, paid)
        done, lengths = (*done, Trajectory(actions, collected)), (*lengths, len(actions))
        if self.drest is not None and self.reward == "repaired":
            paid = repaired_returns(self.drest, done)[-1]
        elif self.drest is not None:
            paid = preliminary_return(self.drest, done[-1])
            if self.reward == "overall":
                paid *= discount_factor(self.drest, len(done), lengths[:-1].count(len(actions)))
        if self.episode == "mini" or len(done) == self.mini_episodes:
            self._ended = len(actions)
            self._now = _MetaEpisode(done, lengths, state, actions, collected)
        else:
            self._now = _MetaEpisode(done, lengths, self.world.start)
        over = self._ended is not None
        return self._seen(self._now.state), float(paid), over, False, self._info(self._now, paid)

    def render(self) -> str | None:
        """Return the picture of the world as it is, or None without a render mode.

        Raises `NotReset` before the first reset.
        """
        if self.render_mode is None:
            return None
        if self._now is None:
            raise NotReset("render", None)
        state = self._now.state
        left = evolve(
            self.world,
            agent=state.cell,
            coins=tuple(coin for coin, there in zip(self.world.coins, state.coins, strict=True) if there),
            buttons=tuple(button for button, there in zip(self.world.buttons, state.buttons, strict=True) if there),
        )
        _, _, picture = format_layout(left).partition("\n")
        return f"{state.remaining} move{'s' if state.remaining != 1 else ''} remain\n{picture}\n"

    def number_of(self, observation: GridObservation) -> int:
        """Return the number that ``observe="number"`` shows instead of the observation."""
        number = 0
        for size, each in zip(self._sizes, _vector(observation), strict=True):
            number = number * size + each
        return number

    def observation_of(self, number: int) -> GridObservation:
        """Return the observation that ``observe="number"`` shows as this number."""
        row, column, *there = (int(each) for each in numpy.unravel_index(number, self._sizes))
        flags, coins = [each == 1 for each in there], len(self.world.coins)
        return GridObservation((row, column), tuple(flags[:coins]), tuple(flags[coins:]))

    def _seen(self, state: GridState) -> Seen:
        seen = observe(state)
        if self.observe == "vector":
            return numpy.array(_vector(seen), dtype=numpy.int64)
        return numpy.int64(self.number_of(seen))

    def _info(self, now: _MetaEpisode, paid: Fraction) -> dict[str, Any]:
        return {
            "reward": paid,
            "remaining": now.state.remaining,
            "mini_episodes_done": len(now.done),
            "lengths_chosen": now.lengths,
        }


def _vector(observation: GridObservation) -> tuple[int, ...]:
    return (*observation.cell, *map(int, observation.coins), *map(int, observation.buttons))


def _require_one_of(name: str, value: object, allowed: Any) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise InvalidParameter(name, value, f"one of {', '.join(allowed)}; {nearest(value, allowed)}")
