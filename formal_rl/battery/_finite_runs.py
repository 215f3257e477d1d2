"""Total rewards of runs of agents that have finitely many states, for any number of steps.

What a run does next depends on three values: the state of the environment, that of the agent, and what is seen. States
are made smaller where what is dropped cannot matter to these agents: the number of the turn, beyond what is read of it.
Equal values go on alike, so each is computed once. Where nothing is drawn a run comes back to where it was, and is then
known for ever. Where an environment draws, only the class of a draw matters, such as the whole part of 5 u, and the
run is a walk along moves that are known; it comes back where the pool begins again.
"""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from formal_rl.agents import RECORDS, Learner, RepeatedDraws, Transition
from formal_rl.battery._drawn_classes import CLASSES, drawn_classes
from formal_rl.battery.agents import AGENTS, RunSettings, reality_check_name
from formal_rl.battery.environments import Reading, find_environment, incremental_named
from formal_rl.environments import (
    CryingBabyState,
    IncrementalEnvironment,
    Nutrition,
    PublishedLimitedMemoryState,
    RewrittenState,
)
from formal_rl.errors import InvalidParameter

_FINITE = tuple(record.published_name for record in RECORDS if record.finite)
FINITE_AGENTS: frozenset[str] = frozenset((*_FINITE, *map(reality_check_name, _FINITE)))
"""The agents that have finitely many states. Of a reward they read only whether it is negative."""

_NUTRITION = Nutrition()

State: TypeAlias = tuple[Any, Any, Any]
"""The state of the environment, that of the agent, and what is seen."""


def finite_total(  # noqa: PLR0917 - these six are what a run is
    agent: str, environment: str, semantics: Reading, opposite: Reading, steps: int, seed: int
) -> int | None:
    """Return the total reward of a run, or ``None`` for an agent that is not of those with finitely many states.

    ``environment`` is one of the fifty names; ``opposite`` says which reading of an opposite is meant.

    Raises `UnknownName` for anything that is not an environment of the battery, and `InvalidParameter` for anything
    that is not a reading or not a number of steps.
    """
    if type(steps) is not int or steps < 0:
        raise InvalidParameter("steps", steps, "an int >= 0")
    name = find_environment(environment)[0].name
    if agent not in FINITE_AGENTS:
        return None
    if name not in CLASSES:
        return _orbit(agent, environment, semantics, opposite).total(steps)
    return _walk(agent, environment, semantics, opposite).total(steps, seed)


class _Game:
    """An agent in an environment whose every draw is ``draw``, its states made as small as may be."""

    def __init__(self, agent: str, environment: str, semantics: Reading, opposite: Reading, draws: Any) -> None:
        found, _ = find_environment(environment)
        told = RunSettings(RepeatedDraws((0,)), found.number_of_actions, found.number_of_observations)
        self.name = found.name
        self.learner: Learner[Any] = AGENTS[agent].learner(told, semantics=semantics)
        self.environment: IncrementalEnvironment = incremental_named(
            environment, draws, semantics=semantics, opposite=opposite
        )

    def start(self) -> State:
        percept, state = self.environment.start(self.learner)
        return _small(self.name, state), self.learner.initial, percept.observation

    def move(self, state: State) -> tuple[int, State]:
        """Return the reward of a step, and what comes after it."""
        of_environment, of_agent, seen = state
        action = self.learner.act(of_agent, seen)
        (reward, shown), of_environment = self.environment.advance(self.learner, of_environment, action)
        of_agent = self.learner.learn(of_agent, Transition(seen, action, reward, shown))
        return int(reward), (_small(self.name, of_environment), of_agent, shown)


def _small(name: str, state: Any) -> Any:
    """Return a state without what cannot matter to agents that read no more of a reward than its sign."""
    if name in CLASSES:
        return state._replace(**{"turns" if hasattr(state, "turns") else "turn": 0})
    if isinstance(state, RewrittenState):
        # Rewards are multiplied by 0 at most once, and then by more than 0; else turns are read as odd or even.
        return state._replace(turns=min(state.turns, 1) if name == "NthRewardMultipliedByN" else state.turns % 2)
    if isinstance(state, PublishedLimitedMemoryState):
        # A copy that is made anew and asked is as one that was kept: asked again, these agents do not change.
        return state._replace(copies=())
    if isinstance(state, CryingBabyState):
        # Of all turns and meals that give this level, those with the fewest turns.
        since = _NUTRITION.level(state.turns, state.meals) - _NUTRITION.initial
        for turns in range(_NUTRITION.meal):
            meals, over = divmod(since + _NUTRITION.turn * turns, _NUTRITION.meal)
            if over == 0:
                return state._replace(turns=turns, meals=meals)
    return state


def _without_level(state: State) -> tuple[Hashable, int]:
    """Return all of a state but the level of nutrition, and that level: it may grow without end. 0 if there is none."""
    of_environment, of_agent, seen = state
    if not isinstance(of_environment, CryingBabyState):
        return state, 0
    turns, meals, copy = of_environment
    return (copy, of_agent, seen), _NUTRITION.level(turns, meals)


class _Orbit:
    """A run without draws, computed until it is known for ever.

    It is known where a state comes again. It is also known where all but the level of nutrition comes again, if the
    level was out of bounds on one side ever since, and has moved away from them: then it stays there in every later
    round.
    """

    def __init__(self, game: _Game) -> None:
        self.game = game
        self.state = game.start()
        self.totals = [0]
        self.levels: list[int] = []
        self.exactly: dict[State, int] = {}
        self.but_for_level: dict[Hashable, int] = {}
        self.begins: int | None = None

    def total(self, steps: int) -> int:
        """Return the total reward of so many steps."""
        while self.begins is None and len(self.totals) <= steps:
            self._go_on()
        totals = self.totals
        if self.begins is None or steps < len(totals):
            return totals[steps]
        period = len(totals) - 1 - self.begins
        rounds, rest = divmod(steps - self.begins, period)
        return rounds * (totals[-1] - totals[self.begins]) + totals[self.begins + rest]

    def _go_on(self) -> None:
        now = len(self.totals) - 1
        rest, level = _without_level(self.state)
        self.levels.append(level)
        earlier = self.but_for_level.get(rest)
        if earlier is not None and not self._moves_away(earlier):
            earlier = self.exactly.get(self.state)
        if earlier is not None:
            self.begins = earlier
            return
        self.exactly[self.state] = self.but_for_level[rest] = now
        reward, self.state = self.game.move(self.state)
        self.totals.append(self.totals[-1] + reward)

    def _moves_away(self, earlier: int) -> bool:
        since = self.levels[earlier:]
        if since[0] == since[-1]:
            return True
        if since[0] < since[-1]:
            return min(since) > _NUTRITION.most
        return max(since) < _NUTRITION.least


class _Move(NamedTuple):
    reward: int
    place: int


class _Walk(dict[int, _Move]):
    """Runs with draws: a place is a state; the move from it with a draw of class c is found at place + c."""

    def __init__(self, classes: int, game: Callable[[Any], _Game], drawn: Callable[[int], tuple[int, bytes]]) -> None:
        super().__init__()
        self.classes, self.drawn = classes, drawn
        self.games = [game(RepeatedDraws(((2 * each + 1) / (2 * classes),))) for each in range(classes)]
        self.states: list[State] = []
        self.places: dict[State, int] = {}

    def __missing__(self, key: int) -> _Move:
        place, each = divmod(key, self.classes)
        reward, state = self.games[each].move(self.states[place])
        self[key] = move = _Move(reward, self._place(state))
        return move

    def _place(self, state: State) -> int:
        if state not in self.places:
            self.places[state] = len(self.states) * self.classes
            self.states.append(state)
        return self.places[state]

    def total(self, steps: int, seed: int) -> int:
        """Return the total reward of so many steps with the draws of a seed."""
        first, outcomes = self.drawn(seed)
        place, total = self._place(self.games[first].start()), 0
        rounds, rest = divmod(steps, len(outcomes))
        begun: dict[int, tuple[int, int]] = {}
        done = 0
        while done < rounds:
            if place in begun:
                earlier, before = begun[place]
                again = (rounds - done) // (done - earlier)
                total += again * (total - before)
                done += again * (done - earlier)
                begun.clear()
                continue
            begun[place] = done, total
            place, total = self._follow(outcomes, place, total)
            done += 1
        return self._follow(outcomes[:rest], place, total)[1]

    def _follow(self, outcomes: bytes, place: int, total: int) -> tuple[int, int]:
        for outcome in outcomes:
            reward, place = self[place + outcome]
            total += reward
        return place, total


@cache
def _orbit(agent: str, environment: str, semantics: Reading, opposite: Reading) -> _Orbit:
    return _Orbit(_Game(agent, environment, semantics, opposite, RepeatedDraws((0,))))


@cache
def _walk(agent: str, environment: str, semantics: Reading, opposite: Reading) -> _Walk:
    name = find_environment(environment)[0].name
    return _Walk(
        CLASSES[name],
        lambda draws: _Game(agent, environment, semantics, opposite, draws),
        lambda seed: drawn_classes(name, semantics, seed),
    )
