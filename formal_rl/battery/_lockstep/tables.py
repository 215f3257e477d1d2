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
"""The greatest number of observations. The row after them takes the updates of nobody."""
WIDTH = OBSERVATIONS + 1
NO_TRANSITION = 2 * OBSERVATIONS
"""The entry where nobody learns; any other entry is twice the observation plus the action."""

ACTIONS, ANSWERS = 2, 3
"""The numbers of the agent's actions and of a copy's answers."""

Array = NDArray[Any]


class Transitions(NamedTuple):
    """Transitions: the entry, the reward, and the next observation."""

    entry: Array
    reward: Array
    after: Array


class Tables(NamedTuple):
    """The effects of an action, at ``state + action + 2 * drawn``, and of an answer, at 3 times that plus the answer.

    States are numbers. Whether a baby is content, 1 or 0, stands in the place of the draw. The copy, or the one aside
    if ``aside``, learns ``before`` before the question and ``after`` after it, maybe twice if ``again``.
    """

    first_shown: tuple[int, ...]
    """The observation before the first action, by the draw."""
    first_transitions: tuple[Transition, ...]
    """The copy learns these at the beginning."""
    acts_first: bool
    """Whether it acts on observation 0 before that."""
    first_states: tuple[int, ...]
    question: Array
    before: Transitions
    reward: Array
    shown: Array
    after: Transitions
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
        acts_first = begins[0].question is not None
        ends = [turn.then[0] if acts_first else turn for turn in begins]
        outcomes: list[Outcome] = [turn.then for turn in ends]
        first = tuple(self.number(outcome.following) for outcome in outcomes)
        rows: list[tuple[Any, ...]] = []
        leaves: list[tuple[Any, ...]] = []
        for turns in self.turns:  # grows during the loop
            for given in range(self.inputs):
                for action in range(ACTIONS):
                    drawn = 0 if self.metered else given
                    turn, trainings = self.after_meters(turns[action + ACTIONS * drawn], given)
                    asks = turn.question is not None
                    rows.append((turn.question or 0, *(_entry(trainings) if asks else _entry(()))))
                    self.aside |= turn.whom == ASIDE
                    for answer in range(ANSWERS):
                        if answer == ACTIONS and self.played.name != "ThirdActionForbidden":
                            leaves.append(leaves[-1])  # no copy gives it
                            continue
                        end, trainings = self.after_meters(turn.then[answer], given) if asks else (turn, trainings)
                        assert end.question is None
                        reward, shown, following = end.then
                        leaves.append((reward, shown, *_entry(trainings), self.number(following), len(trainings)))
        question, *before = map(np.array, zip(*rows, strict=True))
        reward, shown, *after, state, times = map(np.array, zip(*leaves, strict=True))
        again = bool((times == 2).any())
        return Tables(
            tuple(_number(outcome.shown) for outcome in outcomes),
            ends[0].trainings,
            acts_first,
            first,
            question,
            Transitions(*before),
            reward,
            shown,
            Transitions(*after),
            state,
            self.aside,
            again,
            self.metered,
        )

    def after_meters(self, turn: Turn, given: int) -> tuple[Turn, tuple[Transition, ...]]:
        trainings = turn.trainings
        while turn.question is not None and turn.whom == METER:
            turn = turn.then[1 if given else -1]
            trainings += turn.trainings
        return turn, trainings


def _entry(trainings: tuple[Transition, ...]) -> tuple[int, int, int]:
    """Return a transition, which may be there twice, as entry, reward and next observation."""
    if not trainings:
        return NO_TRANSITION, 0, OBSERVATIONS
    assert trainings in {trainings[:1], 2 * trainings[:1]}
    seen, action, reward, after = trainings[0]
    return 2 * _number(seen) + action, int(reward), _number(after)


def _number(observation: Observation) -> int:
    assert type(observation) is int
    return observation


def _of_limited_memory(name: str) -> Tables:
    """Return one state, in which no copy learns: the memory selects the copy that answers."""
    sign = -1 if find_environment(name)[1] else 1
    nothing = _entry(())
    questions = [(0, *nothing)] * ACTIONS
    rewards = [sign if action == answer else -sign for action in range(ACTIONS) for answer in range(ANSWERS)]
    question, *before = map(np.array, zip(*questions, strict=True))
    zeros, after = np.zeros(len(rewards), int), Transitions(*(np.full(len(rewards), each) for each in nothing))
    first = Transitions(*before)
    return Tables((0,), (), False, (0,), question, first, np.array(rewards), zeros, after, zeros, *[False] * 3)
