"""What plays a level: a policy that has a name, or an object of the user's."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb
from typing import Any, Protocol, TypeAlias

from attrs import frozen

from formal_rl.agents import Draws, HashedDraws
from formal_rl.errors import (
    AgentRaised,
    FormalRLError,
    InvalidParameter,
    NotLoadable,
    UnknownName,
    UnusableObject,
    describe_exception,
    nearest,
    short_repr,
)
from formal_rl.histories import Action, Percept
from formal_rl.loading import load_object
from formal_rl.numbers import plain_integer
from formal_rl.safelife.benchmark import POLICIES, SafeLifePolicy
from formal_rl.safelife.game import ACTIONS, GameState, Level, require_one_agent, seen
from formal_rl.study.catalogue import find_agent

Asked: TypeAlias = Callable[[Percept], Action]
"""What is told a percept after the other, and answers each with an action."""

OBSERVATION_NAMES = ("observation", "obs")
"""How the parameter of a function of the observation is called."""

_HERE = str(Path(__file__).parents[2])


class PolicyFault(FormalRLError):
    """A policy of the user's raises, or answers with something that is not an action, in a step of a run."""

    def __init__(self, policy: str, step: int, reason: str) -> None:
        self.policy = policy
        self.step = step
        self.reason = reason
        super().__init__(f"{policy}: in step {step} it {reason}")


class Player(Protocol):
    """Chooses the actions of all agents of a level, step by step."""

    def __call__(self, state: GameState, rewards: tuple[int, ...], /) -> tuple[Action, ...]:
        """Return the action of each agent, given the game and what was paid for the step before."""


@frozen
class NamedPlayer:
    """Lets a policy play all agents of a level, with draws that are its own."""

    level: Level
    policy: SafeLifePolicy
    draws: Draws

    def __call__(self, state: GameState, rewards: tuple[int, ...], /) -> tuple[Action, ...]:
        """Ask the policy once for each agent."""
        return tuple(self.policy(self.level, state, agent, self.draws) for agent in range(len(state.locations)))


@frozen
class UsersPlayer:
    """Lets an object of the user's play the one agent of a level."""

    name: str
    asked: Asked

    def __call__(self, state: GameState, rewards: tuple[int, ...], /) -> tuple[Action, ...]:
        """Show the game and the reward; raise `PolicyFault` where what comes back is not an action."""
        number = state.steps + 1
        with refusing(lambda reason: PolicyFault(self.name, number, reason), but=PolicyFault):
            action = plain_integer(self.asked(seen(state, rewards[0])))
            if type(action) is not int or not 0 <= action < len(ACTIONS):
                expected = f"expected an action, an int from 0 to {len(ACTIONS) - 1}"
                found = f"answered {short_repr(action)}, of type {type(action).__name__}"
                raise PolicyFault(self.name, number, f"{found}: {expected}")
        return (action,)


def find_player(policy: str, level: Level, seed: int) -> Player:
    """Return what plays a level: one of `POLICIES` by name, or the object that ``module:object`` names.

    The draws of the named ones are hashed from -1 - ``seed``; those of the spawners are the uniform numbers of numpy's
    generator for ``seed``. So the two have nothing to do with each other.

    Of the user's objects, one with ``act``, or a class that makes one without arguments, is asked ``act(observation)``;
    a function whose parameter is called observation (or obs) is called with it; and anything else is an agent, a
    function of the whole prompt, or a learner or a class with act and train, read as one. An observation
    is the board and the goals.

    Raises `UnknownName`, `NotLoadable`, and `InvalidParameter` for a user's object in a level that has not one agent.
    """
    if policy in POLICIES:
        return NamedPlayer(level, POLICIES[policy], HashedDraws(-1 - seed))
    if ":" not in policy:
        raise UnknownName(f"no policy {policy!r}; {nearest(policy, [*POLICIES, 'module:object'])}")
    try:
        require_one_agent(level)
    except InvalidParameter as error:
        expected = f"{error.expected}; the named policies, {', '.join(POLICIES)}, play several"
        raise UnusableObject(error.name, error.value, expected) from None
    with refusing(lambda reason: NotLoadable(policy, f"reading it {reason}"), but=FormalRLError):
        return UsersPlayer(policy, _read(policy, load_object(policy)))


def file_of_policy(policy: str) -> Path | None:
    """Return the file in which a policy of the user's is, if it lies here."""
    source, colon, _ = policy.rpartition(":")
    if not colon:
        return None
    return Path(source if source.endswith(".py") else f"{source.replace('.', '/')}.py")


def _read(policy: str, found: Any) -> Asked:
    if hasattr(found, "act") and not hasattr(found, "train") and not hasattr(found, "learn"):
        act = _made(policy, found).act
        return lambda percept: act(percept.observation)
    if callable(found) and _takes_an_observation(found):
        return lambda percept: found(percept.observation)
    try:
        _, agent = find_agent(found)
    except InvalidParameter as error:
        expected = f"an object with act(observation), a function of an observation, or {error.expected}"
        raise NotLoadable(policy, f"{short_repr(found)} is not a policy: expected {expected}") from None
    return _Remembering(agent)


def _made(policy: str, found: Any) -> Any:
    if not isinstance(found, type):
        return found
    with refusing(lambda reason: NotLoadable(policy, f"making it without arguments {reason}")):
        return found()


def _takes_an_observation(function: Callable[..., Any]) -> bool:
    try:
        names = [*inspect.signature(function).parameters]
    except (TypeError, ValueError):
        return False
    return bool(names) and names[0] in OBSERVATION_NAMES


class _Remembering:
    """Asks an agent about the whole prompt."""

    def __init__(self, agent: Callable[[tuple[Any, ...]], Action]) -> None:
        self._agent = agent
        self._play: tuple[Any, ...] = ()

    def __call__(self, percept: Percept) -> Action:
        prompt = (*self._play, percept)
        action = self._agent(prompt)
        self._play = (*prompt, action)
        return action


@contextmanager
def refusing(refusal: Callable[[str], FormalRLError], *, but: type[FormalRLError] | None = None) -> Iterator[None]:
    """Raise whatever the user's code raises, but an interruption and errors of this kind, as a refusal."""
    try:
        yield
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) or (but is not None and isinstance(error, but)):
            raise
        cause = error.__cause__ if isinstance(error, AgentRaised) and error.__cause__ else error
        raise refusal(f"raised {describe_exception(cause)}{_at(cause)}") from error


def _at(error: BaseException) -> str:
    """Return the last line of the user's in a traceback, in parentheses, or nothing."""
    theirs = [frame for frame in extract_tb(error.__traceback__) if not frame.filename.startswith(_HERE)]
    return f" ({Path(theirs[-1].filename).name}, line {theirs[-1].lineno})" if theirs else ""
