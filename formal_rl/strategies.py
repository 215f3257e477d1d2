"""Hypothesis strategies for the values of the model: plain functions, all options keyword-only.

Everything shrinks to the simplest: reward 0, observation 0, action 0, the shortest history, the agent that always
does 0. An option that takes values (``rewards``, ``observations``, ``percepts``, ``actions``) is a strategy or a
finite alphabet, a nonempty sequence whose first element is the simplest. An impossible option raises
`hypothesis.errors.InvalidArgument` at once, showing the value.

Nothing in the semantic packages imports this module or Hypothesis. Hypothesis imports it, to call `register`.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import chain
from math import ceil, floor
from numbers import Number
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from attrs import field, frozen
from attrs.validators import in_

from formal_rl.agents import Agent, Learner, RegisterLearner, Transition
from formal_rl.environments import TableAgent, TableEnvironment
from formal_rl.errors import MalformedHistory
from formal_rl.histories import (
    Action,
    Flat,
    History,
    Observation,
    Percept,
    Play,
    Prompt,
    Reward,
    flatten,
    require_action,
    require_percept,
    require_play,
    require_prompt,
)
from formal_rl.numbers import plain_integer


def register() -> None:
    """Tell Hypothesis how to draw our types, so that `from_type` and ``@given(...)`` by annotation work.

    Registered are Percept, Transition, Learner, RegisterLearner, TableAgent and TableEnvironment. Histories,
    agents and environments are plain tuples and callables, which have no type of their own.
    """
    from hypothesis.strategies import register_type_strategy  # noqa: PLC0415

    register_type_strategy(Percept, lambda _: percepts())
    register_type_strategy(Transition, lambda _: transitions())
    register_type_strategy(Learner, lambda _: learners())
    register_type_strategy(RegisterLearner, lambda _: _register_learners(2, 2))
    register_type_strategy(
        TableAgent, lambda _: st.dictionaries(prompts(max_percepts=2), actions(), max_size=3).map(TableAgent)
    )
    register_type_strategy(
        TableEnvironment,
        lambda _: st.dictionaries(plays(max_percepts=2), percepts(), max_size=3).map(TableEnvironment),
    )


# Hypothesis calls `register` while it is being imported; if that happens on our account, here, then this module is
# loaded only so far. So `register` comes first, and draws on the rest only when asked.
from hypothesis import strategies as st  # noqa: E402
from hypothesis.errors import InvalidArgument  # noqa: E402

T = TypeVar("T")
Values: TypeAlias = st.SearchStrategy[T] | Sequence[T]
"""Where values come from: a strategy, or a finite alphabet with the simplest first."""

_LARGEST_SEED = 2**16 - 1


# --- Checking options --------------------------------------------------------------------------------------------


def _natural(name: str, value: object, *, least: int) -> None:
    if type(value) is not int or value < least:
        raise InvalidArgument(f"{name}={value!r}, of type {type(value).__name__}: expected an int >= {least}")


def _span(least: str, smallest: object, most: str, largest: object, *, floor: int) -> None:
    _natural(least, smallest, least=floor)
    _natural(most, largest, least=0)
    if largest < smallest:  # type: ignore[operator]
        raise InvalidArgument(f"{most}={largest!r} is less than {least}={smallest!r}")


def _values(
    name: str, given: Values[T] | None, usual: st.SearchStrategy[T], check: Callable[[object, int], None]
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


def _check_reward(value: object, index: int) -> None:
    require_percept(Percept(value, 0), index)  # type: ignore[arg-type]


def _check_observation(value: object, index: int) -> None:
    require_percept(Percept(0, value), index)


# --- Alphabets ---------------------------------------------------------------------------------------------------


def rewards(*, min_value: Reward = -4, max_value: Reward = 4, max_denominator: int = 4) -> st.SearchStrategy[Reward]:
    """Return a strategy for rewards: ints, and Fractions with denominators up to ``max_denominator``.

    The bounds are ints or Fractions, their denominators no larger. With ``max_denominator=1`` all are ints.
    """
    _natural("max_denominator", max_denominator, least=1)
    for name, bound in (("min_value", min_value), ("max_value", max_value)):
        if type(bound) is not int and type(bound) is not Fraction:
            raise InvalidArgument(f"{name}={bound!r}, of type {type(bound).__name__}: expected an int or a Fraction")
        if bound.denominator > max_denominator:
            raise InvalidArgument(f"{name}={bound!r} has a denominator above max_denominator={max_denominator!r}")
    if max_value < min_value:
        raise InvalidArgument(f"max_value={max_value!r} is less than min_value={min_value!r}")
    kinds: list[st.SearchStrategy[Reward]] = []
    if ceil(min_value) <= floor(max_value):
        kinds.append(st.integers(ceil(min_value), floor(max_value)))
    if max_denominator > 1:
        kinds.append(st.fractions(min_value, max_value, max_denominator=max_denominator))
    return st.one_of(kinds)


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
        _values("rewards", rewards, _REWARDS, _check_reward),
        _values("observations", observations, _OBSERVATIONS, _check_observation),
    )


_PERCEPTS: st.SearchStrategy[Percept] = percepts()


# --- Histories ---------------------------------------------------------------------------------------------------


def _play(turns: list[tuple[Percept, Action]]) -> Play:
    return tuple(chain.from_iterable(turns))


def _prompt(drawn: tuple[Percept, list[tuple[Action, Percept]]]) -> Prompt:
    first, later = drawn
    return (first, *chain.from_iterable(later))


def histories(
    *,
    percepts: Values[Percept] | None = None,
    actions: Values[Action] | None = None,
    min_percepts: int = 0,
    max_percepts: int = 4,
) -> st.SearchStrategy[History]:
    """Return a strategy for histories, plays and prompts, with ``min_percepts`` to ``max_percepts`` percepts."""
    _span("min_percepts", min_percepts, "max_percepts", max_percepts, floor=0)
    either = [plays(percepts=percepts, actions=actions, min_percepts=min_percepts, max_percepts=max_percepts)]
    if max_percepts > 0:
        either.append(
            prompts(percepts=percepts, actions=actions, min_percepts=max(1, min_percepts), max_percepts=max_percepts)
        )
    shortest_first = either if min_percepts == 0 else either[::-1]
    return st.one_of(shortest_first)


def prompts(
    *,
    percepts: Values[Percept] | None = None,
    actions: Values[Action] | None = None,
    min_percepts: int = 1,
    max_percepts: int = 4,
) -> st.SearchStrategy[Prompt]:
    """Return a strategy for prompts with ``min_percepts`` (at least 1) to ``max_percepts`` percepts."""
    _span("min_percepts", min_percepts, "max_percepts", max_percepts, floor=1)
    percept = _values("percepts", percepts, _PERCEPTS, require_percept)
    action = _values("actions", actions, _ACTIONS, require_action)
    later = st.lists(st.tuples(action, percept), min_size=min_percepts - 1, max_size=max_percepts - 1)
    return st.tuples(percept, later).map(_prompt)


def plays(
    *,
    percepts: Values[Percept] | None = None,
    actions: Values[Action] | None = None,
    min_percepts: int = 0,
    max_percepts: int = 4,
) -> st.SearchStrategy[Play]:
    """Return a strategy for plays with ``min_percepts`` to ``max_percepts`` percepts, and as many actions."""
    _span("min_percepts", min_percepts, "max_percepts", max_percepts, floor=0)
    percept = _values("percepts", percepts, _PERCEPTS, require_percept)
    action = _values("actions", actions, _ACTIONS, require_action)
    turns = st.lists(st.tuples(percept, action), min_size=min_percepts, max_size=max_percepts)
    return turns.map(_play)


def flat_sequences(
    *,
    rewards: Values[Reward] | None = None,
    observations: Values[Observation] | None = None,
    actions: Values[Action] | None = None,
    min_percepts: int = 0,
    max_percepts: int = 4,
) -> st.SearchStrategy[Flat]:
    """Return a strategy for the flat forms r, o, a, r, o, a, ... of histories; observations must be naturals."""
    naturals = _values("observations", observations, _OBSERVATIONS, require_action)
    of_these = percepts(rewards=rewards, observations=naturals)
    return histories(percepts=of_these, actions=actions, min_percepts=min_percepts, max_percepts=max_percepts).map(
        flatten
    )


def transitions(
    *,
    rewards: Values[Reward] | None = None,
    observations: Values[Observation] | None = None,
    actions: Values[Action] | None = None,
) -> st.SearchStrategy[Transition]:
    """Return a strategy for transitions; successive ones need not chain."""
    seen = _values("observations", observations, _OBSERVATIONS, _check_observation)
    return st.builds(
        Transition,
        seen,
        _values("actions", actions, _ACTIONS, require_action),
        _values("rewards", rewards, _REWARDS, _check_reward),
        seen,
    )


# --- Agents, learners, environments ------------------------------------------------------------------------------


def _text(value: object) -> str:
    """Return a text that is the same for equal values, whatever their types, in every process."""
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


def _at_least(least: int) -> Any:
    def check(_: object, attribute: Any, value: object) -> None:
        _natural(attribute.name, value, least=least)

    return check


@frozen
class ConstantAgent:
    """The agent that always does ``action``."""

    action: Action = field(validator=_at_least(0))

    def __call__(self, prompt: Prompt) -> Action:
        """Return the action."""
        require_prompt(prompt)
        return self.action


Sees = Literal["observation", "percepts", "prompt"]


@frozen
class HashAgent:
    """An agent without rhyme or reason: its action is a hash of ``seed`` and of what it sees of the prompt.

    It sees the last ``"observation"``, all ``"percepts"``, or the whole ``"prompt"``. Equal prompts have equal
    answers, in every process; for that, observations other than numbers, texts, tuples and frozensets need a
    repr that tells them apart and is the same everywhere.
    """

    seed: int = field(converter=plain_integer, validator=_at_least(0))
    number_of_actions: int = field(default=2, validator=_at_least(1))
    sees: Sees = field(default="prompt", validator=in_(get_args(Sees)))

    def __call__(self, prompt: Prompt) -> Action:
        """Return the hash, below the number of actions."""
        require_prompt(prompt)
        seen: object = prompt
        if self.sees == "percepts":
            seen = prompt[0::2]
        elif self.sees == "observation":
            seen = prompt[-1].observation
        return _pick(self.number_of_actions, self.seed, seen)


@frozen
class HashEnvironment:
    """An ordinary environment without rhyme or reason: a hash of ``seed`` and play picks one of ``percepts``."""

    seed: int = field(converter=plain_integer, validator=_at_least(0))
    percepts: tuple[Percept, ...] = field(converter=tuple)

    @percepts.validator
    def _check_percepts(self, _: object, value: tuple[Percept, ...]) -> None:
        _values("percepts", value, _PERCEPTS, require_percept)

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

    def __attrs_post_init__(self) -> None:
        """Check that there is a state 0, that answers are actions and that moves lead to states."""
        if not self.answers or len(self.answers) != len(self.moves):
            raise InvalidArgument(
                f"answers={self.answers!r}, moves={self.moves!r}: expected one row of each for every state"
            )
        for name, rows, below in (("answers", self.answers, None), ("moves", self.moves, len(self.moves))):
            for row in rows:
                if not row or any(type(n) is not int or n < 0 or (below is not None and n >= below) for n in row):
                    limit = "ints >= 0" if below is None else f"states, ints from 0 to {below - 1}"
                    raise InvalidArgument(f"{name}={rows!r}: expected nonempty rows of {limit}, got {row!r}")

    @property
    def initial(self) -> int:
        """State 0."""
        return 0

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
    return st.one_of(
        st.builds(ConstantAgent, actions(number_of_actions=number_of_actions)),
        st.builds(
            HashAgent, st.integers(0, _LARGEST_SEED), st.just(number_of_actions), st.sampled_from(get_args(Sees))
        ),
    )


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
    hashing: st.SearchStrategy[Learner[Any]] = st.integers(1, max_states).flatmap(
        lambda size: _hash_learners(number_of_actions, size)
    )
    if max_registers == 0:
        return hashing
    return st.one_of(
        st.integers(1, max_registers).flatmap(lambda size: _register_learners(number_of_actions, size)),
        hashing,
    )


def _hash_learners(number_of_actions: int, size: int) -> st.SearchStrategy[HashLearner]:
    def rows(element: st.SearchStrategy[int]) -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
        row = st.lists(element, min_size=1, max_size=3).map(tuple)
        return st.lists(row, min_size=size, max_size=size).map(tuple)

    return st.builds(HashLearner, rows(actions(number_of_actions=number_of_actions)), rows(st.integers(0, size - 1)))


def _register_learners(number_of_actions: int, size: int) -> st.SearchStrategy[RegisterLearner]:
    names = [f"x{index}" for index in range(1, size + 1)]
    acting = _expressions([*names, "obs"]).map(lambda expression: ["mod", expression, "n"])
    update = st.builds(
        lambda expression, modulus: ["mod", expression, modulus],
        _expressions([*names, "o_prev", "a", "r", "o_next"]),
        st.integers(2, 5),
    )
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
    return st.builds(
        HashEnvironment,
        st.integers(0, _LARGEST_SEED),
        st.lists(percept, min_size=1, max_size=max_percepts).map(tuple),
    )
