"""Many games of SafeLife in lockstep, as one environment of Gymnasium."""

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, TypeAlias

import numpy
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from formal_rl.errors import ActionOutOfRange, InvalidParameter, require_int
from formal_rl.gymnasium._safelife_course import Course, Episode, Episodes, Levels, level_option
from formal_rl.gymnasium.errors import AutoresetMode, NotReset
from formal_rl.gymnasium.safelife_env import METADATA, TIME_LIMIT, drawn, require_render_mode, require_steps
from formal_rl.gymnasium.safelife_views import Exits, Form, SafeLifeView, exits_of
from formal_rl.numbers import plain_integer
from formal_rl.safelife import BatchLevels, BatchState, restarted, start_batch, step_batch
from formal_rl.safelife.board import AGENT, EXIT
from formal_rl.safelife.game import ACTIONS, in_single_precision
from formal_rl.seeded_draws import SeededDraws

Flags: TypeAlias = NDArray[numpy.bool_]
Stepped: TypeAlias = tuple[NDArray[Any], NDArray[numpy.float64], Flags, Flags, dict[str, Any]]


class SafeLifeVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """``num_envs`` games in lockstep: what a `SafeLifeEnv` each would do, with the same levels and seeds.

    Game i begins with the level at place i of ``levels``, counted around, and goes on from there; by default there is a
    game for each level. The levels must be of one size, with as many agents each; for others there is Gymnasium's
    ``SyncVectorEnv``. A reset with an int as seed gives game i that seed plus i; it may be a list. The other parameters
    are those of `SafeLifeEnv`. All that is returned is what ``SyncVectorEnv`` returns of such single environments.

    ``autoreset_mode`` is one of Gymnasium's. In ``NEXT_STEP``, the step after the end of an episode ignores the action
    of that game, begins the next episode and pays 0; in ``SAME_STEP`` the step that ends an episode shows the beginning
    of the next, and what was seen last is in ``infos["final_obs"]`` and ``infos["final_info"]``; in ``DISABLED`` the
    games that are over are reset by ``reset(options={"reset_mask": ...})``.

    ``step`` raises `ActionOutOfRange`, and `NotReset` before the first reset, or where a game is over in ``DISABLED``.

    Source: Wainwright and Eckersley 2019, Section 2; the published code decides.
    """

    def __init__(
        self,
        levels: Levels = "prune-still-0",
        num_envs: int | None = None,
        *,
        view: tuple[int, int] | None = (15, 15),
        form: Form = "cells",
        agent: int = 0,
        steps: int | None = TIME_LIMIT,
        seed: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        """Check the parameters; no episode is on until the first reset."""
        self.course = Course.of(levels, agent)
        number = len(self.course.levels)
        self.num_envs = number if num_envs is None else require_int("num_envs", num_envs, 1)
        self.view = SafeLifeView(view, form)
        self.agent = agent
        self.steps = require_steps(steps)
        self.autoreset_mode = _mode(autoreset_mode)
        self.metadata = {**METADATA, "autoreset_mode": self.autoreset_mode}
        self.render_mode = require_render_mode(render_mode, METADATA["render_modes"])
        self._levels = tuple(in_single_precision(level) for level in self.course.levels)
        BatchLevels.of(self._levels)  # or they are refused
        self._level_exits = [exits_of(level) for level in self._levels]
        self.single_observation_space: Any = self.view.space(*self.course.size())
        self.single_action_space: Any = Discrete(len(ACTIONS))
        self.observation_space: Any = batch_space(self.single_observation_space, self.num_envs)
        self.action_space: Any = MultiDiscrete([len(ACTIONS)] * self.num_envs)
        first_seed = require_int("seed", plain_integer(seed), 0)
        self._episodes = [Episodes(self.course, game % number, first_seed + game) for game in range(self.num_envs)]
        self._playing: list[Episode] = []
        self._exits: list[Exits] = []
        self._goals: tuple[Any, Any] = None, None
        self._state: BatchState | None = None
        self._over: Flags = numpy.zeros(self.num_envs, dtype=numpy.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin an episode in each game, or in those that ``options["reset_mask"]`` has.

        The option ``level`` is that of `SafeLifeEnv`, for all these games. Raises `InvalidParameter` for seeds or a
        mask that are not one for each game, `NotReset` for a mask in the first reset, and what a `SafeLifeEnv` raises.
        """
        seeds = self._seeds(seed)
        mask = self._mask(options)
        which = level_option({name: value for name, value in (options or {}).items() if name != "reset_mask"})
        if which is not None:
            self.course.place(which)
        if self._state is None and not mask.all():
            raise NotReset("a reset of some games", None)
        games = numpy.flatnonzero(mask).tolist()
        state = self._begin({game: self._episodes[game].following(seeds[game], which) for game in games})
        self._over = self._over & ~mask
        return self._seen(state), self._info(state, numpy.zeros(self.num_envs, dtype=numpy.int64), mask)

    def step(self, actions: Any) -> Stepped:
        """Play a step in every game; each returned value has one row, or one number, for each game.

        Raises `InvalidParameter` where there is not an action for each game, `ActionOutOfRange`, and `NotReset`.
        """
        if self._state is None:
            raise NotReset("step", None)
        taken = numpy.zeros((self._games.agents, self.num_envs), dtype=numpy.int64)
        taken[self.agent] = self._actions(self._state, actions)
        waiting = self._over
        if waiting.any() and self.autoreset_mode is AutoresetMode.DISABLED:
            raise NotReset("step", int(self._state.steps[waiting][0]))
        taken[:, waiting] = 0
        self._state, paid = step_batch(self._games, self._state, taken, self._draws)
        state = self._begin_next(self._state, waiting)
        rewards = numpy.where(waiting, 0, paid[self.agent])
        terminated = ~state.in_play[self.agent]
        truncated = ~terminated & (state.steps >= (inf if self.steps is None else self.steps))
        self._over, all_games = terminated | truncated, numpy.ones(self.num_envs, dtype=numpy.bool_)
        seen, infos = self._seen(state), self._info(state, rewards, all_games)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and self._over.any():
            over, self._over = self._over, numpy.zeros_like(self._over)
            final = {"final_obs": _each_of(seen, over), "final_info": self._info(state, rewards, over)}
            state = self._begin_next(state, over)
            seen, infos = self._seen(state), self._info(state, numpy.where(over, 0, rewards), all_games)
            infos |= final | {f"_{name}": over.copy() for name in final}
        return seen, rewards.astype(numpy.float64), terminated, truncated, infos

    def render(self) -> tuple[str, ...] | None:
        """Return the picture of each game, or None where no render mode was asked for.

        Raises `NotReset` before the first reset.
        """
        if self.render_mode is None:
            return None
        if self._state is None:
            raise NotReset("render", None)
        boards, goals = self._state.boards.boards(), self._state.goals.boards()
        return tuple(drawn(*each, self.render_mode) for each in zip(boards, goals, strict=True))

    def _begin_next(self, state: BatchState, games: Flags) -> BatchState:
        """Begin the next episode in these games, if any, and return the state then."""
        if not games.any():
            return state
        return self._begin({game: self._episodes[game].following() for game in numpy.flatnonzero(games).tolist()})

    def _begin(self, episodes: Mapping[int, Episode]) -> BatchState:
        """Begin episodes, each in the game of its number, and return the state then."""
        levels = {game: self._levels[episode.place] for game, episode in episodes.items()}
        if self._state is None:
            self._playing = [episodes[game] for game in range(self.num_envs)]
            self._games = BatchLevels.of([levels[game] for game in range(self.num_envs)])
            self._state = start_batch(self._games)
            self._draws = self._games.draws([SeededDraws(episode.seed) for episode in self._playing])
        else:
            self._games, self._state = restarted(self._games, self._state, levels)
            for game, episode in episodes.items():
                self._playing[game] = episode
                self._draws.replace(game, levels[game].spawn_probability, SeededDraws(episode.seed))
        self._exits = [self._level_exits[episode.place] for episode in self._playing]
        return self._state

    def _seen(self, state: BatchState) -> NDArray[Any]:
        if state.goals.planes is not self._goals[0]:
            self._goals = state.goals.planes, self.view.goals(state.goals.array())
        rows, columns = state.locations[:, self.agent].tolist()
        locations = list(zip(rows, columns, strict=True))
        return self.view.seen_by_all(state.boards.array(), self._goals[1], locations, self._exits)

    def _info(self, state: BatchState, rewards: NDArray[numpy.int64], games: Flags) -> dict[str, Any]:
        """Return the info of some games, as Gymnasium collects it: each entry with a mask of the games that have it."""
        rows, columns = state.locations[:, self.agent]
        cells = state.boards.cells_at(rows, columns)
        active, points = (cells & AGENT) != 0, state.points[self.agent]
        required = self._games.required[self.agent]
        earned = numpy.maximum(0, points - self._games.initial_values[self.agent])
        entries: dict[str, NDArray[Any]] = {
            "reward": rewards,
            "points": points,
            "required": required,
            "can_exit": active & (earned >= required),
            "left": ~active & ((cells & EXIT) != 0),
            "steps": state.steps,
            "draws_read": state.draws_read,
            "level": numpy.array([episode.name for episode in self._playing], dtype=object),
            "seed": numpy.array([episode.seed for episode in self._playing]),
        }
        infos: dict[str, Any] = {}
        for name, values in entries.items():
            infos[name] = values.copy()
            infos[name][~games] = None if values.dtype == object else 0
            infos[f"_{name}"] = games.copy()
        return infos

    def _actions(self, state: BatchState, actions: Any) -> NDArray[Any]:
        taken = numpy.asarray(actions)
        if taken.shape != (self.num_envs,):
            raise InvalidParameter("actions", actions, f"one for each of {self.num_envs} games")
        for game, action in enumerate(taken.tolist()):
            if type(action) is not int or not 0 <= action < len(ACTIONS):
                raise ActionOutOfRange(2 * int(state.steps[game]) + 1, action, len(ACTIONS))
        return taken

    def _seeds(self, seed: Any) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        seed = plain_integer(seed)
        if isinstance(seed, int):
            return [require_int("seed", seed, 0) + game for game in range(self.num_envs)]
        seeds = [None if each is None else require_int("seed", plain_integer(each), 0) for each in seed]
        if len(seeds) != self.num_envs:
            raise InvalidParameter("seed", seed, f"an int, or one for each of {self.num_envs} games")
        return seeds

    def _mask(self, options: dict[str, Any] | None) -> Flags:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return numpy.ones(self.num_envs, dtype=numpy.bool_)
        if not isinstance(mask, numpy.ndarray) or mask.dtype != numpy.bool_ or mask.shape != (self.num_envs,):
            raise InvalidParameter("reset_mask", mask, f"an array of {self.num_envs} truth values")
        return mask.copy()


def _each_of(seen: NDArray[Any], games: Flags) -> NDArray[Any]:
    """Return what is seen of some games, one object for each, and None for the others."""
    each = numpy.full(len(seen), None, dtype=object)
    for game in numpy.flatnonzero(games).tolist():
        each[game] = seen[game]
    return each


def _mode(mode: Any) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = [each.value for each in AutoresetMode]
        raise InvalidParameter("autoreset_mode", mode, f"one of {', '.join(known)}") from None
