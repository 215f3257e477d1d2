"""Policies made for Gymnasium, as players of the benchmark: they see the array of an env."""

import inspect
from collections.abc import Callable
from re import fullmatch
from typing import Any, cast

from attrs import frozen
from numpy.typing import NDArray

from formal_rl.errors import ActionOutOfRange, FormalRLError, InvalidParameter, NotLoadable, short_repr
from formal_rl.gymnasium._actions import as_action
from formal_rl.gymnasium.safelife_views import Form, SafeLifeView, exits_of
from formal_rl.histories import Action
from formal_rl.loading import load_object
from formal_rl.safelife._engines.planes.game import PackedGameState
from formal_rl.safelife._engines.planes.observation import CellsInPlaces
from formal_rl.safelife.benchmark import POLICIES
from formal_rl.safelife.benchmark._tasks_on_planes import Player
from formal_rl.safelife.game import ACTIONS, Level
from formal_rl.study.safelife.benchmark import find_benchmark_player
from formal_rl.study.safelife.policies import PolicyFault, refusing

Answer = Callable[[NDArray[Any]], Any]
"""A function of the user's from observations to actions."""


@frozen
class GymnasiumPolicies:
    """Finds players that see the observations of `SafeLifeEnv` with this ``view`` and ``form``.

    The policies of `POLICIES` are found by name, as ever. For a user's object with ``predict``, such as a model of
    Stable-Baselines3, it calls ``predict(observation)``, with ``deterministic=True`` and its last ``state`` if it takes
    these; for one with ``act``, ``act(observation)``; else the object itself. It makes an instance of a class, without
    arguments, for each episode.
    """

    view: SafeLifeView

    @property
    def sees(self) -> str:
        """The view, in words."""
        size = "whole" if self.view.view is None else "x".join(map(str, self.view.view))
        return f"{size} {self.view.form}"

    def __call__(self, policy: str, level: Level, seed: int, /) -> Player:
        """Return the player of an episode; raise `UnknownName` and `NotLoadable`."""
        if policy in POLICIES or ":" not in policy:
            return find_benchmark_player(policy, level, seed)
        with refusing(lambda reason: NotLoadable(policy, f"reading it {reason}"), but=FormalRLError):
            return GymnasiumPlayer(policy, self.view, level, _answer_of(policy, load_object(policy)))


class GymnasiumPlayer:
    """Lets an object of the user's that was made for Gymnasium play the one agent of a level."""

    def __init__(self, name: str, view: SafeLifeView, level: Level, answer: Answer) -> None:
        self._name, self._view, self._answer = name, view, answer
        self._exits = exits_of(level)
        self._cells: CellsInPlaces | None = None

    def __call__(self, state: PackedGameState, reward: int, /) -> Action:
        """Show the game; raise `PolicyFault` if the answer is not an action."""
        self._cells = self._cells or self._view.follower(state)
        observation = self._view.seen([(self._cells, state, self._exits)], 0)[0]
        number = state.steps + 1
        with refusing(lambda reason: PolicyFault(self._name, number, reason), but=PolicyFault):
            action = self._answer(observation)
            try:
                return as_action(action, number, len(ACTIONS))
            except ActionOutOfRange:
                found = f"answered {short_repr(action)}, of type {type(action).__name__}"
                expected = f"expected an action, an int from 0 to {len(ACTIONS) - 1}"
                raise PolicyFault(self._name, number, f"{found}: {expected}") from None


def parse_view(text: str) -> tuple[int, int] | None:
    """Return the size of a window that is written as 15x15, or None for whole; raise `InvalidParameter`."""
    if text == "whole":
        return None
    found = fullmatch("([1-9][0-9]{0,3})x([1-9][0-9]{0,3})", text)
    if found is None:
        raise InvalidParameter("view", text, "whole, or rows and columns, as 15x15")
    return int(found[1]), int(found[2])


def gymnasium_policies(view: str, form: str) -> GymnasiumPolicies:
    """Return the finder of players, from a view and a form in the notation of the command line.

    Raises `InvalidParameter`.
    """
    return GymnasiumPolicies(SafeLifeView(parse_view(view), cast(Form, form)))


def _answer_of(policy: str, found: Any) -> Answer:
    made = found() if isinstance(found, type) else found
    if hasattr(made, "predict"):
        return _Predicting(made.predict)
    answer = getattr(made, "act", made)
    if not callable(answer):
        expected = "an object with predict(observation) or act(observation), or a function of an observation"
        raise NotLoadable(policy, f"{short_repr(made)} is not a policy: expected {expected}")
    return answer  # type: ignore[no-any-return]


class _Predicting:
    """Asks a model, and tells it the state that it gave with its last answer."""

    def __init__(self, predict: Callable[..., Any]) -> None:
        self._predict = predict
        taken = inspect.signature(predict).parameters
        self._also = {"deterministic": True} if "deterministic" in taken else {}
        self._has_state = "state" in taken
        self._state: Any = None

    def __call__(self, observation: NDArray[Any]) -> Any:
        also = {**self._also, "state": self._state} if self._has_state else self._also
        answer = self._predict(observation, **also)
        if isinstance(answer, tuple) and len(answer) == 2:
            answer, self._state = answer
        return answer
