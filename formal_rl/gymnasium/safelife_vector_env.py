"""Many games of SafeLife as one environment of Gymnasium."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy
from gymnasium.vector import SyncVectorEnv
from numpy.typing import NDArray

from formal_rl.errors import InvalidParameter, require_int
from formal_rl.gymnasium._safelife_course import Course, Levels
from formal_rl.gymnasium.errors import AutoresetMode, NotReset
from formal_rl.gymnasium.safelife_env import SafeLifeEnv, seen_in
from formal_rl.numbers import plain_integer


class SafeLifeVectorEnv(SyncVectorEnv):
    """``num_envs`` games in lockstep, each a `SafeLifeEnv`.

    Game i begins with the level at place i of ``levels``, counted around, and goes on from there; by default there is a
    game for each level. A reset with an int as seed gives game i that seed plus i; it may be a list. ``parameters`` are
    those of `SafeLifeEnv`, without ``first``. All the rest, also the next episode by ``autoreset_mode``, is as in
    Gymnasium's ``SyncVectorEnv``.

    ``step`` raises `ActionOutOfRange`, and `NotReset` before the first reset, or where a game is over and
    ``autoreset_mode`` is ``DISABLED``.

    Source: Wainwright and Eckersley 2019, Section 2; the published code decides.
    """

    def __init__(
        self,
        levels: Levels = "prune-still-0",
        num_envs: int | None = None,
        *,
        agent: int = 0,
        seed: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **parameters: Any,
    ) -> None:
        self.course = Course.of(levels, agent)
        number, seed = len(self.course.levels), require_int("seed", plain_integer(seed), 0)
        games = range(number if num_envs is None else require_int("num_envs", num_envs, 1))
        one = partial(SafeLifeEnv, self.course, agent=agent, **parameters)
        each = [partial(one, first=game % number, seed=seed + game) for game in games]
        super().__init__(each, autoreset_mode=autoreset_mode)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin an episode in each game, or in those that ``options["reset_mask"]`` has.

        Raises `NotReset` for a mask in the first reset, and as ``SyncVectorEnv`` and `SafeLifeEnv` do.
        """
        if "reset_mask" in (options or ()) and any(seen is None for seen in self._env_obs):
            raise NotReset("a reset of some games", None)
        # The library takes the mask out of the options, and knows no integers of numpy.
        found: tuple[Any, dict[str, Any]] = super().reset(seed=plain_integer(seed), options=options and {**options})
        return found

    def step(self, actions: Any) -> Any:
        """Play a step in every game; each returned value has one row, or one number, for each game.

        Raises `InvalidParameter` where there is not an action for each game, `ActionOutOfRange`, and `NotReset`.
        """
        if numpy.shape(actions) != (self.num_envs,):
            raise InvalidParameter("actions", actions, f"one for each of {self.num_envs} games")
        if self.autoreset_mode is AutoresetMode.DISABLED:
            self._autoreset_envs[:] = False  # the game says that it is over, where the library asserts that none is
        if self.autoreset_mode is AutoresetMode.SAME_STEP:
            return super().step(actions)
        # As the library does, but for all games at once: to observe a game alone takes as long as its step.
        games: list[Any] = self.envs
        made, infos = [], []
        for game, action, was_over in zip(games, actions, self._autoreset_envs.tolist(), strict=True):
            if was_over:
                game.reset()
            made.append((0, False, False) if was_over else game.play(action))
            infos.append(game.info(made[-1][0]))
        rewards, terminated, truncated = (numpy.array(each) for each in zip(*made, strict=True))
        self._autoreset_envs = terminated | truncated
        seen, info = seen_in(games), {}
        self._env_obs = [*seen]
        for name, value in infos[0].items():
            kind = type(value) if type(value) in {int, bool} else object
            info[name] = numpy.array([each[name] for each in infos], dtype=kind)
            info[f"_{name}"] = numpy.ones(self.num_envs, dtype=numpy.bool_)
        return seen.copy(), rewards.astype(numpy.float64), terminated, truncated, info
