"""Hypothesis strategies for the values of the model: plain functions, all options keyword-only.

Everything shrinks to the simplest: reward 0, observation 0, action 0, the shortest history, the agent that always
does 0. An option that takes values (``rewards``, ``observations``, ``percepts``, ``actions``) is a strategy or a
finite alphabet, a nonempty sequence whose first element is the simplest. An impossible option raises
`hypothesis.errors.InvalidArgument` at once, showing the value.

Nothing in the semantic packages imports this module or Hypothesis. `hypothesis_plugin` lets Hypothesis find it.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from hashlib import blake2b
from itertools import chain
from numbers import Number
from typing import Any, ClassVar, Literal, TypeAlias, TypeVar, get_args

from attrs import field, frozen
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.agents.register_learner import RegisterLearner
from formal_rl.errors import MalformedHistory
from formal_rl.histories import (
    Action,
    History,
    Observation,
    Percept,
    Play,
    Prompt,
    Reward,
    require_action,
    require_percept,
    require_play,
    require_prompt,
)
from formal_rl.numbers import plain_integer

T = TypeVar("T")
Values: TypeAlias = st.SearchStrategy[T] | Sequence[T]
"""A source of values: a strategy, or a finite alphabet with the simplest first."""

Sees = Literal["observation", "percepts", "prompt"]

_LARGEST_SEED = 2**16 - 1


# --- Checking options ---


def _natural(name: str, value: object, *, least: int) -> None:
    if type(value) is not int or value < least:
        raise InvalidArgument(f"{name}={value!r}, of type {type(value).__name__}: expected an int >= {least}")


def _span(min_percepts: int, max_percepts: int, *, least: int = 0) -> None:
    _natural("min_percepts", min_percepts, least=least)
    _natural("max_percepts", max_percepts, least=0)
    if max_percepts < min_percepts:
        raise InvalidArgument(f"{max_percepts=} is less than {min_percepts=}")


def _values(
    name: str, given: Values[T] | None, usual: st.SearchStrategy[T], check: Callable[[Any, int], None]
) -> st.SearchStrategy[T]:
    if given is None:
        return usual
    if isinstance(given, st.SearchStrategy):
        return given
    if not isinstance(given, Sequence) or isinstance(given, str):
        raise InvalidArgument(f"{name}={given!r}: expected a strategy or a nonempty sequence of {name}")
    if not given:
        raise InvalidArgument(f"{name}={given!r} is empty: there is nothing to draw")
    for index, value in enumerate(given):
        try:
            check(value, index)
        except MalformedHistory as malformed:
            raise InvalidArgument(f"{name}={given!r}: {malformed}") from None
    return st.sampled_from(given)


# --- Alphabets ---


def rewards() -> st.SearchStrategy[Reward]:
    """Return a strategy for rewards: ints from -4 to 4, and Fractions between with denominators up to 4."""
    return st.integers(-4, 4) | st.fractions(-4, 4, max_denominator=4)


def observations(*, number_of_observations: int = 3) -> st.SearchStrategy[int]:
    """Return a strategy for observations: the natural numbers below ``number_of_observations``."""
    _natural("number_of_observations", number_of_observations, least=1)
    return st.integers(0, number_of_observations - 1)


def actions(*, number_of_actions: int = 2) -> st.SearchStrategy[Action]:
    """Return a strategy for actions: the natural numbers below ``number_of_actions``."""
    _natural("number_of_actions", number_of_actions, least=1)
    return st.integers(0, number_of_actions - 1)


_REWARDS: st.SearchStrategy[Reward] = rewards()
_OBSERVATIONS: st.SearchStrategy[Observation] = observations()
_ACTIONS: st.SearchStrategy[Action] = actions()


def percepts(
    *, rewards: Values[Reward] | None = None, observations: Values[Observation] | None = None
) -> st.SearchStrategy[Percept]:
    """Return a strategy for percepts, by default with the rewards and observations of this module."""
    return st.builds(
        Percept,
        _values("rewards", rewards, _REWARDS, lambda value, index: require_percept(Percept(value, 0), index)),
        _values(
            "observations", observations, _OBSERVATIONS, lambda value, index: require_percept(Percept(0, value), index)
        ),
    )


_PERCEPTS: st.SearchStrategy[Percept] = percepts()


# --- Histories ---


def histories(
    *,
    percepts: Values[Percept] | None = None,
    actions: Values[Action] | None = None,
    min_percepts: int = 0,
    max_percepts: int = 4,
) -> st.SearchStrategy[History]:
    """Return a strategy for histories, plays and prompts, with ``min_percepts`` to ``max_percepts`` percepts."""
    _span(min_percepts, max_percepts)
    of: dict[str, Any] = {"percepts": percepts, "actions": actions, "max_percepts": max_percepts}
    either = [plays(**of, min_percepts=min_percepts)]
    if max_percepts > 0:
        either.append(prompts(**of, min_percepts=max(1, min_percepts)))
    return st.one_of(either if min_percepts == 0 else either[::-1])  # the shortest first


def prompts(
    *,
    percepts: Values[Percept] | None = None,
    actions: Values[Action] | None = None,
    min_percepts: int = 1,
    max_percepts: int = 4,
) -> st.SearchStrategy[Prompt]:
    """Return a strategy for prompts with ``min_percepts`` (at least 1) to ``max_percepts`` percepts."""
    _span(min_percepts, max_percepts, least=1)
    percept = _values("percepts", percepts, _PERCEPTS, require_percept)
    action = _values("actions", actions, _ACTIONS, require_action)
    later = st.lists(st.tuples(action, percept), min_size=min_percepts - 1, max_size=max_percepts - 1)
    return st.tuples(percept, later).map(lambda drawn: (drawn[0], *chain.from_iterable(drawn[1])))


def plays(
    *,
    percepts: Values[Percept] | None = None,
    actions: Values[Action] | None = None,
    min_percepts: int = 0,
    max_percepts: int = 4,
) -> st.SearchStrategy[Play]:
    """Return a strategy for plays with ``min_percepts`` to ``max_percepts`` percepts, and as many actions."""
    _span(min_percepts, max_percepts)
    percept = _values("percepts", percepts, _PERCEPTS, require_percept)
    action = _values("actions", actions, _ACTIONS, require_action)
    turns = st.lists(st.tuples(percept, action), min_size=min_percepts, max_size=max_percepts)
    return turns.map(lambda drawn: tuple(chain.from_iterable(drawn)))


def transitions() -> st.SearchStrategy[Transition]:
    """Return a strategy for transitions; successive ones need not chain."""
    return st.builds(Transition, _OBSERVATIONS, _ACTIONS, _REWARDS, _OBSERVATIONS)


# --- Agents, learners, environments ---


def _text(value: object) -> str:
    # The same for equal values, whatever their types, in every process.
    if isinstance(value, Number):
        try:
            return str(Fraction(value))  # type: ignore[call-overload]
        except (TypeError, ValueError, OverflowError):
            return repr(value)
    if isinstance(value, tuple):
        return f"({','.join(_text(element) for element in value)})"
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(_text(element) for element in value))}}}"
    return repr(value)


def _pick(size: int, seed: int, value: object) -> int:
    digest = blake2b(f"{seed}:{_text(value)}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % size


@frozen
class ConstantAgent:
    """The agent that always does ``action``."""

    action: Action

    def __call__(self, prompt: Prompt) -> Action:
        """Return the action."""
        require_prompt(prompt)
        return self.action


@frozen
class HashAgent:
    """An agent without rhyme or reason: its action is a hash of ``seed`` and of what it sees of the prompt.

    It sees the last ``"observation"``, all ``"percepts"``, or the whole ``"prompt"``. Equal prompts have equal
    answers, in every process; for that, observations other than numbers, texts, tuples and frozensets need a
    repr that tells them apart and is the same everywhere.
    """

    seed: int = field(converter=plain_integer)
    number_of_actions: int = 2
    sees: Sees = "prompt"

    def __call__(self, prompt: Prompt) -> Action:
        """Return the hash, below the number of actions."""
        require_prompt(prompt)
        seen = {"prompt": prompt, "percepts": prompt[0::2], "observation": prompt[-1].observation}[self.sees]
        return _pick(self.number_of_actions, self.seed, seen)


@frozen
class HashEnvironment:
    """An ordinary environment without rhyme or reason: a hash of ``seed`` and play picks one of ``percepts``."""

    seed: int = field(converter=plain_integer)
    percepts: tuple[Percept, ...] = field(converter=tuple)

    def __call__(self, play: Play) -> Percept:
        """Return the percept picked."""
        require_play(play)
        return self.percepts[_pick(len(self.percepts), self.seed, play)]


@frozen
class HashLearner:
    """A learner with few states: ``answers[state]`` is what it may do there, ``moves[state]`` where it may go.

    A hash of the observation picks the answer, a hash of the transition the move. It starts in state 0, and
    takes every observation and every reward.
    """

    answers: tuple[tuple[Action, ...], ...]
    moves: tuple[tuple[int, ...], ...]
    initial: ClassVar = 0

    def act(self, state: int, observation: Observation) -> Action:
        """Return the answer of this state to the observation."""
        row = self.answers[state]
        return row[_pick(len(row), 0, observation)]

    def learn(self, state: int, transition: Transition) -> int:
        """Return the state to which this one moves."""
        row = self.moves[state]
        return row[_pick(len(row), 0, transition)]


def agents(*, number_of_actions: int = 2) -> st.SearchStrategy[Agent]:
    """Return a strategy for agents, pure functions of the prompt: `ConstantAgent` and `HashAgent`."""
    _natural("number_of_actions", number_of_actions, least=1)
    sees = st.sampled_from(get_args(Sees))
    hashing = st.builds(HashAgent, st.integers(0, _LARGEST_SEED), st.just(number_of_actions), sees)
    return st.builds(ConstantAgent, actions(number_of_actions=number_of_actions)) | hashing


def learners(
    *, number_of_actions: int = 2, max_states: int = 3, max_registers: int = 2
) -> st.SearchStrategy[Learner[Any]]:
    """Return a strategy for learners: `RegisterLearner`, and `HashLearner` of up to ``max_states`` states.

    Their actions are below ``number_of_actions``. Register learners compute with integers only, so where
    rewards or observations may be anything else, say ``max_registers=0``: then there are none.
    """
    _natural("number_of_actions", number_of_actions, least=1)
    _natural("max_states", max_states, least=1)
    _natural("max_registers", max_registers, least=0)
    hashing = st.integers(1, max_states).flatmap(partial(_hash_learners, number_of_actions))
    if max_registers == 0:
        return hashing
    return st.integers(1, max_registers).flatmap(partial(_register_learners, number_of_actions)) | hashing


def _hash_learners(number_of_actions: int, size: int) -> st.SearchStrategy[HashLearner]:
    def rows(element: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
        return st.tuples(*[st.lists(element, min_size=1, max_size=3).map(tuple)] * size)

    return st.builds(HashLearner, rows(actions(number_of_actions=number_of_actions)), rows(st.integers(0, size - 1)))


def _register_learners(number_of_actions: int, size: int) -> st.SearchStrategy[RegisterLearner]:
    names = [f"x{index}" for index in range(1, size + 1)]
    acting = _expressions([*names, "obs"]).map(lambda expression: ["mod", expression, "n"])
    updating = _expressions([*names, "o_prev", "a", "r", "o_next"])
    update = st.tuples(st.just("mod"), updating, st.integers(2, 5)).map(list)
    return st.builds(
        RegisterLearner,
        st.just(number_of_actions),
        st.fixed_dictionaries(dict.fromkeys(names, st.integers(-2, 2))),
        st.fixed_dictionaries({}, optional=dict.fromkeys(names, update)),
        acting,
    )


def _expressions(names: list[str]) -> st.SearchStrategy[Any]:
    return st.recursive(
        st.integers(-3, 3) | st.sampled_from(names),
        lambda inner: (
            st.tuples(st.sampled_from(["add", "sub", "mul", "gt", "lt", "eq"]), inner, inner).map(list)
            | st.tuples(st.sampled_from(["mod", "floordiv"]), inner, st.integers(1, 3)).map(list)
            | st.tuples(st.just("if"), inner, inner, inner).map(list)
        ),
        max_leaves=4,
    )


def environments(
    *, percepts: Values[Percept] | None = None, max_percepts: int = 4
) -> st.SearchStrategy[HashEnvironment]:
    """Return a strategy for ordinary environments, functions of the play with up to ``max_percepts`` percepts.

    They take every action. For extended environments, `embed` them.
    """
    _natural("max_percepts", max_percepts, least=1)
    percept = _values("percepts", percepts, _PERCEPTS, require_percept)
    chosen = st.lists(percept, min_size=1, max_size=max_percepts).map(tuple)
    return st.builds(HashEnvironment, st.integers(0, _LARGEST_SEED), chosen)
