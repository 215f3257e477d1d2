"""Levels of SafeLife as environments of Gymnasium."""

from collections.abc import Sequence
from io import StringIO
from typing import Any, cast

import gymnasium
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from rich.console import Console

from formal_rl.errors import InvalidParameter, require_int
from formal_rl.gymnasium._actions import as_action
from formal_rl.gymnasium._safelife_course import Course, Episode, Episodes, Levels, level_option
from formal_rl.gymnasium._safelife_pixels import board_pixels
from formal_rl.gymnasium.errors import NotReset
from formal_rl.gymnasium.safelife_views import Form, SafeLifeView, exits_of
from formal_rl.numbers import plain_integer
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife.board import board_svg
from formal_rl.safelife.game import ACTIONS
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife import board_text
from formal_rl.study.safelife.board_text import FINE

TIME_LIMIT = 1000
"""After how many steps the paper ends an episode.

Source: Wainwright and Eckersley 2019, Section 5, in a footnote.
"""


class SafeLifeEnv(gymnasium.Env[NDArray[Any], int]):
    """Levels of SafeLife, an episode each, played as the published code plays them and seen by one agent.

    ``levels`` is a `Level` or a name, as ``formal-rl safelife levels`` lists them, or several. A reset with a seed
    begins with the level at place ``first``; each reset without one goes on to the next, the first again after the
    last. ``reset(options={"level": ...})`` takes a place or a name, and those after it follow. The first reset has
    ``seed`` if it is given none.

    Spawners read the draws of `SeededDraws`: of the seed of the reset, and in each further episode of one that
    numpy's generator for that seed gives; ``info["seed"]`` says which. So an episode is the run that
    ``formal-rl safelife run`` makes of the same level, seed and actions. Of several agents the one numbered ``agent``
    plays; the others do nothing.

    Observations are `SafeLifeView`s of ``view`` and ``form``; the actions are the nine of `ACTIONS`. A step pays the
    difference of the agent's points. An episode terminates when the agent is no more there, having left or been
    destroyed, and is truncated after ``steps`` steps if it is still there; None is not a limit. The ``info`` is exact:
    ``reward``, ``points``, ``required`` to open the exits, ``can_exit``, ``left``, ``steps``, ``draws_read``,
    ``level``, ``seed``.

    ``step`` raises `ActionOutOfRange`, and `NotReset` where no episode is on. Making one raises `InvalidParameter`,
    and the errors of `find_level`, such as `UnknownName` with the nearest names.

    Source: Wainwright and Eckersley 2019, Section 2; the published code decides.
    """

    metadata = {"render_modes": ["ansi", "svg", "rgb_array"], "render_fps": 4}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        levels: Levels = "prune-still-0",
        *,
        view: tuple[int, int] | None = (15, 15),
        form: Form = "cells",
        agent: int = 0,
        steps: int | None = TIME_LIMIT,
        seed: int = 0,
        first: int = 0,
        render_mode: str | None = None,
    ) -> None:
        self.course = Course.of(levels, agent)
        self.view = SafeLifeView(view, form)
        self.agent = agent
        if steps is not None and (type(steps) is not int or steps < 1):
            raise InvalidParameter("steps", steps, "an int >= 1, or None for no limit")
        self.steps = steps
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise InvalidParameter("render_mode", render_mode, f"None, or one of {', '.join(modes)}")
        self.render_mode = render_mode
        height, width = self.course.size() if view is None else (0, 0)
        self.observation_space: Any = self.view.space(height, width)
        self.action_space: Any = Discrete(len(ACTIONS))
        self._episodes = Episodes(self.course, self.course.place(first), require_int("seed", plain_integer(seed), 0))
        self._episode: Episode | None = None
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin an episode, of the next level.

        Raises `InvalidParameter` for an option other than ``level``, or for a level that is not one of these.
        """
        seed = plain_integer(seed)
        self._episode = self._episodes.following(seed, level_option(options))
        super().reset(seed=seed)
        self._exits = exits_of(self._episode.level)
        self._game = PackedGame(in_single_precision(self._episode.level))
        self._draws = self._game.reading(SeededDraws(self._episode.seed))
        self._state = self._game.start()
        self._cells = self.view.follower(self._state)
        self._over = False
        return seen_in([self])[0], self.info(0)

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play one step, and return the observation, the reward, whether the episode is over, and the exact info.

        Raises `ActionOutOfRange`, and `NotReset` where no episode is on.
        """
        reward, terminated, truncated = self.play(action)
        (seen,), info = seen_in([self]), self.info(reward)
        return seen, float(reward), terminated, truncated, info

    def play(self, action: int) -> tuple[int, bool, bool]:
        """Play one step as `step` does; return the reward and whether the episode has terminated or is truncated."""
        if self._episode is None or self._over:
            raise NotReset("step", None if self._episode is None else self._state.steps)
        taken = [0] * len(self._episode.level.agents)
        taken[self.agent] = as_action(action, 2 * self._state.steps + 1, len(ACTIONS))
        self._state, rewards = self._game.step(self._state, taken, self._draws)
        terminated = not self._state.in_play[self.agent]
        truncated = not terminated and self.steps is not None and self._state.steps >= self.steps
        self._over = terminated or truncated
        return rewards[self.agent], terminated, truncated

    def render(self) -> Any:
        """Return the board and the goals as coloured text or as a picture, or None without a render mode.

        As ``rgb_array`` the picture is an array of uint8, of shape (16 rows, 16 columns, 3). From this Gymnasium makes
        the window of ``gymnasium.make(..., render_mode="human")``, and the films of its ``RecordVideo``.

        Raises `NotReset` before the first reset.
        """
        if self.render_mode is None:
            return None
        if self._episode is None:
            raise NotReset("render", None)
        state = self._state.to_state()
        if self.render_mode == "svg":
            return board_svg(state.board.rows, state.goals.rows)
        if self.render_mode == "rgb_array":
            return board_pixels(state.board, state.goals)
        console = Console(file=StringIO(), force_terminal=True, color_system="truecolor", width=10_000)
        with console.capture() as captured:
            console.print(board_text(state.board, state.goals, palette=FINE))
        return captured.get()

    def get_keys_to_action(self) -> dict[tuple[int], int]:
        """Return the action of each key for ``gymnasium.utils.play``: wasd move, ijkl toggle."""
        return {(ord(key),): action for action, key in enumerate("wdsailkj", start=1)}

    def info(self, reward: int) -> dict[str, Any]:
        """Return the exact info, after a step that was paid this reward."""
        state, agent, episode = self._state, self.agent, cast(Episode, self._episode)
        there, flagged = state.flags(agent)
        left = flagged and not there
        return {
            "reward": reward,
            "points": state.values[agent] + left,
            "required": episode.level.required[agent],
            "can_exit": flagged and there,
            "left": left,
            "steps": state.steps,
            "draws_read": state.draws_read,
            "level": episode.name,
            "seed": episode.seed,
        }


def seen_in(games: Sequence[SafeLifeEnv]) -> NDArray[Any]:
    """Return the observations of some games of one view and agent, a new array."""
    one = games[0]
    return one.view.seen([(game._cells, game._state, game._exits) for game in games], one.agent)
