"""Tabular REINFORCE on numbered states, equal to `train` bit for bit; it skips updates that change nothing."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, count
from math import exp
from typing import Any, NamedTuple, TypeAlias

from formal_rl.agents import Draws, draw
from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.training.reinforce import (
    TrainingState,
    first_state,
    observations,
    require_training,
    softmax,
    weight,
)
from formal_rl.gridworlds.training.settings import ExponentialDecay, Training
from formal_rl.gridworlds.world import MOVES, GridObservation, GridState, World, move, observe, reachable

_BLOCK = 4_096
"""The number of draws read at once, if they can be read in runs."""


class CompiledWorld(NamedTuple):
    """A world with its states numbered: those with a move left first.

    ``seen`` has the number of the observation of each such state; ``after`` and ``values`` have, at 4 s + a, the state
    after action a in state s and the value collected; ``lengths`` the length of the trajectory for each last state,
    counted from the first of them.
    """

    observations: tuple[GridObservation, ...]
    seen: tuple[int, ...]
    after: tuple[int, ...]
    values: tuple[float, ...]
    lengths: tuple[int, ...]


@lru_cache(maxsize=64)
def compiled(world: World) -> CompiledWorld:
    """Return the world with its states numbered; the first is number 0."""
    states = tuple(reachable(world))
    going = [state for state in states if state.remaining]
    last = [state for state in states if not state.remaining]
    number: dict[GridState, int] = {state: place for place, state in enumerate((*going, *last))}
    place_of = {observation: place for place, observation in enumerate(observations(world))}
    moved = [move(world, state, action) for state in going for action in range(len(MOVES))]
    return CompiledWorld(
        observations(world),
        tuple(place_of[observe(state)] for state in going),
        tuple(number[state] for state, _ in moved),
        tuple(float(value) for _, value in moved),
        tuple(world.elapsed(state) for state in last),
    )


def _numbers(draws: Draws, first: int) -> Iterator[float]:
    """Return the draws from number ``first`` on, one after the other, as floats."""
    between: Any = getattr(draws, "between", None)
    if between is not None:
        return chain.from_iterable(between(begin, begin + _BLOCK).tolist() for begin in count(first, _BLOCK))
    return (float(draw(draws, index)) for index in count(first))


def _rate(decay: ExponentialDecay) -> Callable[[int], float]:
    """Return the decay as a function, with its constant parts computed once."""
    start, over, last = decay.start, decay.over, decay(decay.over)
    ratio: float = decay.end / start
    return lambda done: start * ratio ** (done / over) if done < over else last


def train_compiled(
    world: World, training: Training, draws: Draws, state: TrainingState | None = None, *, until: int | None = None
) -> TrainingState:
    """Return the result of `reinforce.train`, to the last bit.

    Operations on floats keep the order of the definition; reorder none. A row of probabilities is computed again only
    where its logits changed. Moves with credit 0, such as those after the last coin, are skipped: they change nothing.

    Ledger: T24-reinforce*, T24-default*, T24-tax*, T24-replication*, T24-main-result*
    Ledger: T24-C-all*, T24-C3*, T24-C5*
    """
    state = first_state(world, training) if state is None else state
    run = _Run(world, training, state)
    meta_episode = run.with_own_credit if training.credit == "mini_episode" else run.with_shared_credit
    numbers = _numbers(draws, state.moves)
    try:
        for _ in range(state.meta_episodes, training.meta_episodes if until is None else until):
            meta_episode(numbers)
    except OverflowError:
        greatest = max(run.records, key=lambda record: max(record[:4]))
        raise InvalidParameter("logits", greatest[:4], "numbers below 709; a lower learning rate may help") from None
    return run.state()


_Record: TypeAlias = list[float]
"""The data of an observation: its four logits, then their softmax. States that look alike share it."""

_Places: TypeAlias = list[int]
"""A mini-episode: 4 s + a for each state s and the action a taken in it."""


class _Run:
    """A run of training, advanced in place."""

    def __init__(self, world: World, training: Training, state: TrainingState) -> None:
        self.training = training
        self.greatest = require_training(world, training, state)
        self.world = compiled(world)
        self.done, self.moves = state.meta_episodes, state.moves
        self.records: list[_Record] = [[*row, *softmax(row)] for _, row in state.logits]
        self.baselines = list(state.baselines)
        self.exploration, self.learning_rate = _rate(training.exploration), _rate(training.learning_rate)
        self.weights: dict[tuple[int, int, int], float] = {}
        self.record_in = [self.records[seen] for seen in self.world.seen]
        self.gamma = float(training.gamma)
        self.discounts = [self.gamma**t for t in range(max(self.greatest))]

    def state(self) -> TrainingState:
        rows = zip(self.world.observations, self.records, strict=True)
        logits = tuple((seen, (row[0], row[1], row[2], row[3])) for seen, row in rows)
        return TrainingState(self.done, self.moves, logits, tuple(self.baselines))

    def with_own_credit(self, numbers: Iterator[float]) -> None:
        number, counts = self.training.mini_episodes, dict.fromkeys(self.greatest, 0)
        mean, seen = self.training.baseline, self.world.seen
        for i in range(number):
            done = self.done * number + i
            places = self._play(self.exploration(done), numbers)
            given = self._credits_of(places, self._weight(i, len(places), counts))
            if mean or self.baselines[i]:
                less, value = self.baselines[i], given[0] if given else 0.0
                given = [credit - less for credit in given] + [0.0 - less] * (len(places) - len(given))
                self.baselines[i] += mean * (value - less)
            if not given:
                continue
            rate, learned_from = self.learning_rate(done), len(given)
            if len({seen[place >> 2] for place in places[:learned_from]}) == learned_from:  # place >> 2 is the state
                self._learn_at_once(places, given, rate)
            else:
                self._learn([(places, given, rate)])
        self.done += 1

    def with_shared_credit(self, numbers: Iterator[float]) -> None:
        number, counts = self.training.mini_episodes, dict.fromkeys(self.greatest, 0)
        episodes: list[tuple[_Places, list[float]]] = []
        for i in range(number):
            places = self._play(self.exploration(self.done * number + i), numbers)
            given = self._credits_of(places, self._weight(i, len(places), counts))
            episodes.append((places, given + [0.0] * (len(places) - len(given))))
        later, to_learn = 0.0, []
        for i, (places, given) in reversed(tuple(enumerate(episodes))):
            less = self.baselines[i]
            shared = [(credit + later) - less for credit in given]
            to_learn.append((places, shared, self.learning_rate(self.done * number + i)))
            later = given[0] + later
            self.baselines[i] += self.training.baseline * (later - less)
        self._learn(to_learn[::-1])
        self.done += 1

    def _weight(self, i: int, length: int, counts: dict[int, int]) -> float:
        key = i, length, counts[length]
        counts[length] += 1
        self.moves += length
        if key not in self.weights:
            self.weights[key] = weight(self.training, len(counts), self.greatest[length], i + 1, key[2])
        return self.weights[key]

    def _learn(self, episodes: list[tuple[_Places, list[float], float]]) -> None:
        """Change the logits for each move with a credit, by the probabilities before all of them."""
        before: dict[int, list[float]] = {}
        for places, given, rate in episodes:
            for place, credit in zip(places, given, strict=False):
                number, action = self.world.seen[place >> 2], place & 3
                record, step = self.records[number], rate * credit
                if number not in before:
                    before[number] = record[4:]
                for each, chance in enumerate(before[number]):
                    record[each] += step * ((1.0 if each == action else 0.0) - chance)
        for number in before:
            record = self.records[number]
            record[4:] = softmax((record[0], record[1], record[2], record[3]))

    def _play(self, exploration: float, numbers: Iterator[float]) -> _Places:
        after, record_in = self.world.after, self.record_in
        state, places, rest, going = 0, [], 1 - exploration, len(record_in)
        for u in numbers:
            if u < exploration:
                place = 4 * state + int(u / exploration * 4)
            else:
                v = (u - exploration) / rest
                _, _, _, _, up, down, left, _ = record_in[state]
                down += up  # cumulated, as in `chosen_action`
                if v < down:
                    place = 4 * state if v < up else 4 * state + 1
                else:
                    place = 4 * state + 2 if v < down + left else 4 * state + 3
            places.append(place)
            state = after[place]
            if state >= going:
                break
        return places

    def _credits_of(self, places: _Places, scale: float) -> list[float]:
        """Return the discounted return from each move on, up to the last coin."""
        values, discounts, gamma = self.world.values, self.discounts, self.gamma
        given = [values[place] for place in places]
        while given and not given[-1]:
            given.pop()
        going, t = 0.0, len(given)
        for value in reversed(given):
            t -= 1
            going = scale * value + gamma * going
            given[t] = discounts[t] * going
        return given

    def _learn_at_once(self, places: _Places, given: list[float], rate: float) -> None:
        """Do as `_learn` where no observation occurs twice, so each row is finished at once; unrolled for speed."""
        record_in = self.record_in
        for place, credit in zip(places, given, strict=False):
            record, action, step = record_in[place >> 2], place & 3, rate * credit
            up, down, left, right, p_up, p_down, p_left, p_right = record
            if action < 2:
                left -= step * p_left
                right -= step * p_right
                if action == 0:
                    up += step * (1.0 - p_up)
                    down -= step * p_down
                else:
                    up -= step * p_up
                    down += step * (1.0 - p_down)
            else:
                up -= step * p_up
                down -= step * p_down
                if action == 2:
                    left += step * (1.0 - p_left)
                    right -= step * p_right
                else:
                    left -= step * p_left
                    right += step * (1.0 - p_right)
            e_up, e_down, e_left, e_right = exp(up), exp(down), exp(left), exp(right)
            total = e_up + e_down + e_left + e_right
            record[:] = up, down, left, right, e_up / total, e_down / total, e_left / total, e_right / total
