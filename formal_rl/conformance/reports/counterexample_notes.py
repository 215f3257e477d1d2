"""What the definitions hold where an answer differs: Q-values, counts, moves that remain, nutrition.

The notes are worked out by the definitions themselves, for the paper's semantics.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import floor
from typing import Any, TypeAlias

from formal_rl.agents import QLearner, Transition, draw
from formal_rl.conformance.engine.case_suites import Case
from formal_rl.conformance.reports.counterexample_values import number, shown
from formal_rl.environments import FEED, Nutrition, crying_baby_2
from formal_rl.gridworlds import Drest, Trajectory, discount_factor, move, parse_layout, preliminary_return
from formal_rl.histories import Percept

Place: TypeAlias = Sequence[int]
"""At which answer of answers, and at which of its parts, two answers part first."""


def _q_values(given: Case, place: Place) -> Iterator[str]:
    told = {name: given[name] for name in ("draws", "number_of_actions", "epsilon", "learning_rate", "gamma")}
    learner = QLearner(**told)
    trainings, question = place
    asked = given["asked"][trainings][question]
    state = learner.initial
    for transition in given["transitions"][:trainings]:
        state = learner.learn(state, Transition(*transition))
    row = learner.row(state, asked)
    first, second = (draw(learner.draws, 2 * trainings + which) for which in (0, 1))
    yield f"Q({asked!r}, .) = {shown(row)} after {trainings} training{'s' * (trainings != 1)}"
    n = learner.number_of_actions
    explored = f"so it does floor({n} x draw {2 * trainings + 1}) = floor({n} x {second}) = {floor(n * second)}"
    if first > learner.epsilon:
        yield f"draw {2 * trainings} is {first}, more than epsilon, {float(learner.epsilon)}: {explored}"
    elif not any(row):
        yield f"all of these are 0: {explored}"
    else:
        yield f"draw {2 * trainings} is {first}, not more than epsilon, {float(learner.epsilon)}: the greatest decides"


def _reward(given: Case, place: Place) -> Iterator[str]:
    counts, length = dict(given["counts"]), given["length"]
    drest, i, n = Drest(given["root"], dict(given["greatest"])), 1 + sum(counts.values()), counts[length]
    yield f"i = {i}, n = N(L = {length}) = {n}, k = {drest.k}: {_factor(drest, i, n)}"
    yield f"c / m_l = {_bracketed(given['value'])} / {_bracketed(drest.greatest[length])}"


def _factor(drest: Drest, i: int, n: int) -> str:
    return f"λ^({n} - {i - 1}/{drest.k}) = {number(discount_factor(drest, i, n))}"


def _returns(given: Case, place: Place) -> Iterator[str]:
    drest = Drest(given["root"], dict(given["greatest"]), given["gamma"])
    i = 1 + place[0]
    lengths = [len(episode) for episode in given["episodes"]]
    collected, n = given["episodes"][i - 1], lengths[: i - 1].count(lengths[i - 1])
    preliminary = preliminary_return(drest, Trajectory((0,) * len(collected), collected))
    yield f"mini-episode {i}: n = N(L = {lengths[i - 1]}) = {n} before it, k = {drest.k}: {_factor(drest, i, n)}"
    yield f"its sum of γ^t c / m_l is {number(preliminary)}"


def _usefulness(given: Case, place: Place) -> Iterator[str]:
    terms = zip(*(given[name] for name in ("probabilities", "expected_coins", "greatest")), strict=True)
    parts = (f"{_bracketed(p)} x {_bracketed(coins)} / {_bracketed(m)}" for p, coins, m in terms)
    yield f"the sum of {' + '.join(parts)}"


def _bracketed(value: Any) -> str:
    text = number(value, decimals=False)
    return f"({text})" if "/" in text else text


def _moves_left(given: Case, place: Place) -> Iterator[str]:
    world = parse_layout(given["picture"])
    state = world.start
    left = [str(state.remaining)]
    for action in given["actions"][: place[0]]:
        state = world.start if action == "reset" else move(world, state, action)[0]
        left.append(str(state.remaining))
    yield f"moves that remain: {', '.join(left)}"


NOTES: Mapping[str, Callable[[Case, Place], Iterator[str]]] = {
    "agent_q": _q_values,
    "drest_reward": _reward,
    "drest_return": _returns,
    "usefulness": _usefulness,
    "gridworld_env": _moves_left,
}
"""What the definition holds at the case on which an answer differs, line by line, by suite."""


def _nutrition(meals: list[bool]) -> Iterator[str]:
    nutrition, turns = Nutrition(), len(meals)
    counted = f"{nutrition.initial} + {nutrition.meal} x {sum(meals)} meals - {nutrition.turn} x {turns} turns"
    level = nutrition.level(turns, sum(meals))
    yield f"nutrition {counted} = {level}; the baby is content from {nutrition.least} to {nutrition.most}"
    before = [nutrition.level(end, sum(meals[:end])) for end in range(max(1, turns - 2), turns)]
    if before:
        yield f"after the steps before: {', '.join(map(str, before))}"


def _fed_by_the_agent(actions: list[Any], shown: list[Percept], world: Any) -> Iterator[str]:
    if actions:
        yield from _nutrition([action == FEED for action in actions])


def _fed_by_the_copy(actions: list[Any], shown: list[Percept], world: Any) -> Iterator[str]:
    if not shown:
        play = tuple(part for action in actions for part in (Percept(0, 0), action))
        shown = [crying_baby_2(world.agent, play[:end]) for end in range(2, len(play) + 1, 2)]
    if actions:
        yield from _nutrition([each.observation == FEED for each in shown])


WORLD_NOTES: Mapping[str, Callable[[list[Any], list[Percept], Any], Iterator[str]]] = {
    "crying_baby": _fed_by_the_agent,
    "crying_baby_2": _fed_by_the_copy,
}
"""The same where an agent is asked: from the actions, what the definition showed after each, and the world."""
