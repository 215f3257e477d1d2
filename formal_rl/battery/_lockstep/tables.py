"""The turns of an environment with two actions as arrays."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from formal_rl.agents import Transition
from formal_rl.battery._turns import ASIDE, LIMITED, METER, Outcome, PlayedTurns, Turn, Turns, played_turns
from formal_rl.battery.environments import Reading, find_environment
from formal_rl.histories import Observation

OBSERVATIONS = 8
"""How many observations there are at most. The row after them takes what is told to nobody."""
WIDTH = OBSERVATIONS + 1
UNTOLD = 2 * OBSERVATIONS
"""The entry of what is told to nobody; otherwise it is twice the observation, and the action."""

ACTIONS, ANSWERS = 2, 3
"""How many actions the agent has, and how many answers a copy may give."""

Array = NDArray[Any]


class Told(NamedTuple):
    """Transitions: the entry, the reward, and the observation that follows."""

    entry: Array
    reward: Array
    after: Array


class Tables(NamedTuple):
    """What follows an action, at ``state + action + 2 * drawn``, and an answer, at 3 times that and the answer.

    States are numbers. Whether a baby is content stands in the place of what is drawn, 1 or 0. ``before`` is told
    before the question, and to a copy aside where ``aside``; ``again`` is whether what is told after it is told twice.
    """

    first_shown: tuple[int, ...]
    """What is shown before the first action, by what is drawn."""
    told_first: tuple[Transition, ...]
    """What the copy is told at the beginning."""
    asked_first: bool
    """Whether it is asked before that about observation 0."""
    first_states: tuple[int, ...]
    question: Array
    before: Told
    reward: Array
    shown: Array
    after: Told
    state: Array
    aside: bool
    again: bool
    metered: bool


@cache
def tables(name: str, semantics: Reading, opposite: Reading, *, has_rate: bool) -> Tables:
    """Return the tables of one of the fifty environments, but incentivize zero, in a reading."""
    if find_environment(name)[0].name == LIMITED:
        return _of_limited_memory(name)
    played = played_turns(name, semantics, opposite, has_rate=has_rate)
    return _Numbered(played).tables()


class _Numbered:
    def __init__(self, played: PlayedTurns) -> None:
        self.played = played
        self.metered = played.is_metered
        self.inputs = 2 if self.metered else played.classes
        self.numbers: dict[int, int] = {}
        self.turns: list[Turns] = []
        self.aside = False

    def number(self, turns: Turns) -> int:
        if id(turns) not in self.numbers:
            self.numbers[id(turns)] = len(self.turns) * ACTIONS * self.inputs
            self.turns.append(turns)
        return self.numbers[id(turns)]

    def tables(self) -> Tables:
        begins = [self.played.begin(drawn) for drawn in range(self.played.classes)]
        asked = begins[0].question is not None
        ends = [turn.then[0] if asked else turn for turn in begins]
        outcomes: list[Outcome] = [turn.then for turn in ends]
        first = tuple(self.number(outcome.following) for outcome in outcomes)
        rows: list[tuple[Any, ...]] = []
        leaves: list[tuple[Any, ...]] = []
        for turns in self.turns:  # grows while it is gone through
            for given in range(self.inputs):
                for action in range(ACTIONS):
                    drawn = 0 if self.metered else given
                    turn, told = self.after_meters(turns[action + ACTIONS * drawn], given)
                    asks = turn.question is not None
                    rows.append((turn.question or 0, *(_told(told) if asks else _told(()))))
                    self.aside |= turn.whom == ASIDE
                    for answer in range(ANSWERS):
                        if answer == ACTIONS and self.played.name != "ThirdActionForbidden":
                            leaves.append(leaves[-1])  # no copy gives it
                            continue
                        end, told = self.after_meters(turn.then[answer], given) if asks else (turn, told)
                        assert end.question is None
                        reward, shown, following = end.then
                        leaves.append((reward, shown, *_told(told), self.number(following), len(told)))
        question, *before = map(np.array, zip(*rows, strict=True))
        reward, shown, *after, state, times = map(np.array, zip(*leaves, strict=True))
        again = bool((times == 2).any())
        return Tables(
            tuple(_number(outcome.shown) for outcome in outcomes),
            ends[0].told,
            asked,
            first,
            question,
            Told(*before),
            reward,
            shown,
            Told(*after),
            state,
            self.aside,
            again,
            self.metered,
        )

    def after_meters(self, turn: Turn, given: int) -> tuple[Turn, tuple[Transition, ...]]:
        told = turn.told
        while turn.question is not None and turn.whom == METER:
            turn = turn.then[1 if given else -1]
            told += turn.told
        return turn, told


def _told(told: tuple[Transition, ...]) -> tuple[int, int, int]:
    """Return a transition that is told, maybe twice, as entry, reward and observation after."""
    if not told:
        return UNTOLD, 0, OBSERVATIONS
    assert told in {told[:1], 2 * told[:1]}
    seen, action, reward, after = told[0]
    return 2 * _number(seen) + action, int(reward), _number(after)


def _number(observation: Observation) -> int:
    assert type(observation) is int
    return observation


def _of_limited_memory(name: str) -> Tables:
    """Return one state, in which no copy is told anything: who answers is found by the memory."""
    sign = -1 if find_environment(name)[1] else 1
    untold = _told(())
    questions = [(0, *untold)] * ACTIONS
    rewards = [sign if action == answer else -sign for action in range(ACTIONS) for answer in range(ANSWERS)]
    question, *before = map(np.array, zip(*questions, strict=True))
    zeros = np.zeros(len(rewards), int)
    told = Told(*(np.full(len(rewards), each) for each in untold))
    return Tables((0,), (), False, (0,), question, Told(*before), np.array(rewards), zeros, told, zeros, *[False] * 3)
