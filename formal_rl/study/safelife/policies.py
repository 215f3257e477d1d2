"""Players of a level: named policies, and objects of the user's."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeAlias

from formal_rl import errors
from formal_rl.agents import HashedDraws
from formal_rl.errors import FormalRLError, InvalidParameter
from formal_rl.histories import Action, Percept
from formal_rl.loading import load_object
from formal_rl.numbers import plain_integer
from formal_rl.safelife._engines.planes.game import PackedGameState
from formal_rl.safelife.benchmark import POLICIES
from formal_rl.safelife.benchmark._tasks_on_planes import named_player
from formal_rl.safelife.game import ACTIONS, Level
from formal_rl.safelife.game.level_environment import require_one_agent, seen
from formal_rl.study.catalogue import find_agent

OBSERVATION_NAMES = ("observation", "obs")
"""Names of the parameter of a function of the observation."""

_HERE = str(Path(__file__).parents[2])


class PolicyFault(FormalRLError):
    """A policy of the user's raises, or answers with something that is not an action, in a step of a run."""

    def __init__(self, policy: str, step: int, reason: str) -> None:
        self.policy, self.step, self.reason = policy, step, reason
        super().__init__(f"{policy}: in step {step} it {reason}")


Player: TypeAlias = Callable[[PackedGameState, tuple[int, ...]], tuple[Action, ...]]
"""Chooses the action of each agent, given the game and the rewards of the step before."""


def find_player(policy: str, level: Level, seed: int) -> Player:
    """Return the player of a level: one of `POLICIES` by name, or the object that ``module:object`` names.

    The draws of the named ones are hashed from -1 - ``seed``; those of the spawners are the uniform numbers of numpy's
    generator for ``seed``. So the two have nothing to do with each other.

    Of the user's objects, one with ``act``, or a class that makes one without arguments, gets ``act(observation)``;
    a function whose parameter is called observation (or obs) is called with it; and anything else is an agent, a
    function of the whole prompt, or a learner or a class with act and train, read as one. An observation
    is the board and the goals.

    Raises `UnknownName`, `NotLoadable`, and `InvalidParameter` for a user's object in a level that has not one agent.
    The player raises `PolicyFault` where the user's object answers with something that is not an action.
    """
    if policy in POLICIES:
        draws, agents = HashedDraws(-1 - seed), range(len(level.agents))
        each = [named_player(policy, level, draws, agent) for agent in agents]
        return lambda state, rewards: tuple([play(state, 0) for play in each])
    if ":" not in policy:
        raise errors.UnknownName(f"no policy {policy!r}; {errors.nearest(policy, [*POLICIES, 'module:object'])}")
    try:
        require_one_agent(level)
    except InvalidParameter as error:
        expected = f"{error.expected}; the named policies, {', '.join(POLICIES)}, play several"
        raise errors.UnusableObject(error.name, error.value, expected) from None
    with refusing(lambda reason: errors.NotLoadable(policy, f"reading it {reason}"), but=FormalRLError):
        agent = _read(policy, load_object(policy))

    def play(state: PackedGameState, rewards: tuple[int, ...]) -> tuple[Action, ...]:
        number = state.steps + 1
        with refusing(lambda reason: PolicyFault(policy, number, reason), but=PolicyFault):
            action = plain_integer(agent(seen(state.to_state(), rewards[0])))
            if type(action) is not int or not 0 <= action < len(ACTIONS):
                expected = f"expected an action, an int from 0 to {len(ACTIONS) - 1}"
                found = f"answered {errors.short_repr(action)}, of type {type(action).__name__}"
                raise PolicyFault(policy, number, f"{found}: {expected}")
        return (action,)

    return play


def file_of_policy(policy: str) -> Path | None:
    """Return the file in which a policy of the user's is, if it lies here."""
    source, colon, _ = policy.rpartition(":")
    if not colon:
        return None
    return Path(source if source.endswith(".py") else f"{source.replace('.', '/')}.py")


def _read(policy: str, found: Any) -> Callable[[Percept], Action]:
    """Return the user's object as an agent that is called with one percept after another."""
    if hasattr(found, "act") and not hasattr(found, "train") and not hasattr(found, "learn"):
        if isinstance(found, type):
            with refusing(lambda reason: errors.NotLoadable(policy, f"making it without arguments {reason}")):
                found = found()
        act = found.act
        return lambda percept: act(percept.observation)
    if callable(found) and _first_parameter(found) in OBSERVATION_NAMES:
        return lambda percept: found(percept.observation)
    try:
        _, agent = find_agent(found)
    except InvalidParameter as error:
        expected = f"an object with act(observation), a function of an observation, or {error.expected}"
        raise errors.NotLoadable(policy, f"{errors.short_repr(found)} is not a policy: expected {expected}") from None
    play: tuple[Any, ...] = ()

    def answer(percept: Percept) -> Action:
        nonlocal play
        action = agent((*play, percept))
        play = (*play, percept, action)
        return action

    return answer


def _first_parameter(function: Callable[..., Any]) -> str | None:
    try:
        return next(iter(inspect.signature(function).parameters), None)
    except (TypeError, ValueError):
        return None


@contextmanager
def refusing(refusal: Callable[[str], FormalRLError], *, but: type[FormalRLError] | None = None) -> Iterator[None]:
    """Raise whatever the user's code raises, but an interruption and errors of this kind, as a refusal."""
    try:
        yield
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) or (but is not None and isinstance(error, but)):
            raise
        cause = error.__cause__ if isinstance(error, errors.AgentRaised) and error.__cause__ else error
        theirs = [frame for frame in extract_tb(cause.__traceback__) if not frame.filename.startswith(_HERE)]
        place = f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""
        raise refusal(f"raised {errors.describe_exception(cause)}{place}") from error
