"""Checks of optimal play under the starting-state penalty: whether destroying a spawner is best, for each reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import AGENT, EMPTY, SPAWNING, WALL, Board
from formal_rl.safelife.board.cells import PLAYER, SPAWNER, coloured
from formal_rl.safelife.game import (
    PENALTY_READINGS,
    UNITS,
    DecisionProcess,
    GameState,
    Level,
    StartPenalty,
    ValueBounds,
    best_actions,
    decision_process,
    followed,
    optimal_values,
    penalty_by_event,
    penalty_per_step,
)
from formal_rl.safelife.game.optimal_play import Penalise
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Values = Callable[..., ValueBounds]
Best = Callable[[DecisionProcess, ValueBounds, int], frozenset[int]]

DISCOUNT = Fraction(97, 100)
"""The γ with which the paper trains."""

ACTIONS = (0, 2, 4, 6, 8)
"""Nothing, and moves and toggles to the right and to the left; up and down there are walls."""

READINGS = PENALTY_READINGS

ROOMS: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        1: ("WWWWW", "WA.S.", "WWWWW", "WWWWW"),
        2: ("WWWW.", "WA.SW", "WWWW.", "WWWWW"),
        3: ("WWWW.", "WA.S.", "WWWW.", "WWWWW"),
    }
)
"""An agent in a corridor, a spawner at its end, and behind it so many free cells, in a column, all in its reach."""

PROBABILITIES = (Fraction(1, 10), Fraction(3, 10), Fraction(1, 2), Fraction(3, 4))
DESTROYED_BY_EVENT = {(3, Fraction(1, 2)), (3, Fraction(3, 4))}
"""In which rooms, with which spawn probability, destroying is best by event and by change."""

_KEYS = {"W": WALL, "A": PLAYER, ".": EMPTY, "S": coloured(SPAWNER, "yellow")}


def room(cells: int, probability: Fraction) -> Level:
    """Return the level of `ROOMS` with so many free cells."""
    board = Board([[_KEYS[key] for key in row] for row in ROOMS[cells]])
    empty = Board.empty(board.height, board.width)
    return Level(board, empty, agents=tuple(board.find(AGENT)), spawn_probability=probability)


@cache
def _process(penalise: Penalise, cells: int, probability: Fraction, weight: int) -> DecisionProcess:
    return decision_process(room(cells, probability), penalise, StartPenalty(weight=weight), ACTIONS)


class Solved(NamedTuple):
    """A decision process, the bounds of its values, and those if nobody ever acts."""

    process: DecisionProcess
    best: ValueBounds
    idle: ValueBounds


def optimal_play(
    scope: Scope,
    *,
    readings: Mapping[str, Penalise] = READINGS,
    values: Values = optimal_values,
    best: Best = best_actions,
) -> Iterator[Part]:
    """Check values by hand and by iteration, then what is optimal in each room and reading, and what λ does."""
    probabilities = PROBABILITIES if scope.is_full else PROBABILITIES[1:3]
    rooms = tuple(ROOMS) if scope.is_full else (1, 3)
    cases = tuple(product(rooms, probabilities if scope.is_full else probabilities[1:]))

    @cache
    def solved(reading: str, cells: int, probability: Fraction, weight: int = 1) -> Solved:
        process = _process(readings[reading], cells, probability, weight)
        return Solved(process, values(process, DISCOUNT), values(process, DISCOUNT, policy=lambda _: 0))

    said = ", ".join(map(str, probabilities))
    which = ", ".join(f"{cells} free with p = {p}" for cells, p in cases)
    domain = f"rooms of 4 x 5, free cells and spawn probability: {which}; λ = 1, γ = 0.97"
    yield check_examples(_worked_examples(solved, values))
    yield decide_cases(
        "one free cell, nobody acts: the sum of a geometric series",
        _idle_series(solved, probabilities),
        branches=("within the bounds",),
        domain=f"by step, spawn probability {said}",
    )
    yield _iterated(values)
    yield decide_cases(
        "potential: 1 - γ times by step, so that the same is optimal",
        _potential_is_by_step(solved, cases),
        branches=("a room",),
        domain=domain,
    )
    yield decide_cases(
        "twice the λ: twice the values and the same optimal actions",
        _scaled(solved, best, probabilities[-1]),
        branches=tuple(readings),
        domain=f"the room of 1 free cell, spawn probability {probabilities[-1]}, every board",
    )
    yield decide_cases(
        "where destroying the spawner is optimal",
        _destroying(solved, best, cases),
        branches=("destroys it", "leaves it"),
        domain=f"{domain}, each of the four readings; by an optimal policy it is gone within 40 steps for certain, or "
        "never",
    )
    yield decide_cases(
        "potential and by step: the agent ends in the spawner's place, and nothing is charged any more",
        _in_its_place(solved, best, cases),
        branches=("in its place",),
        domain=f"{domain}, after 60 steps of an optimal policy, but for a chance of 1/10^6",
    )
    yield _always(solved, best).meant_to_fail("by event, 1 free cell, p = 1/2: expected 'destroys it', got 'leaves it'")
    yield decide_cases(
        "large penalties shortly after the start: at the first step the number of free cells times p, and then no more",
        _at_the_start(readings),
        branches=("the first step", "afterwards"),
        domain="nobody acts, potential, rooms of 1, 2 and 3 free cells, p = 1/2: exact means of 12 steps",
    )


# --- By hand and by iteration ---


def _worked_examples(solved: Any, values: Values) -> Iterator[Example]:
    half = Fraction(1, 2)

    def rounded(reading: str, cells: int, which: str, probability: Fraction = half) -> float:
        found: Solved = solved(reading, cells, probability)
        bounds = found.best if which == "best" else found.idle
        return round(bounds.values[0] / UNITS, 4)

    why = "1/3 (1/0.03 + 0.5/1.485): alive with 1/3 (1 - (-1/2)^k) after k steps"
    yield ("one free cell, p = 1/2, by step, nobody acts", why, 11.2233, rounded, "by step", 1, "idle")
    why = "0.03 times that"
    yield ("the same, potential", why, 0.3367, rounded, "potential", 1, "idle")
    why = "there, 1/2; toggled at once, 0.97/2, or a step later if the cell lives, 0.9409/2; then in its place"
    yield ("one free cell, p = 1/2, by step, optimal", why, 1.4555, rounded, "by step", 1, "best")
    yield ("one free cell, p = 1/2, by event, optimal", "idling", 0.3367, rounded, "by event", 1, "best")
    why = "as it was recorded"
    yield ("three free cells, p = 1/2, by event, nobody acts", why, 1.0332, rounded, "by event", 3, "idle")
    yield ("three free cells, p = 1/2, by event, optimal", why, 1.0035, rounded, "by event", 3, "best")
    process = solved("by step", 1, half).process
    yield ("the boards of the room of one free cell", "counted", 20, len, process.boards)
    yield ("a discount of 1", "refused", InvalidParameter, values, process, Fraction(1))
    first = process.steps[0][0]
    charged = sorted((each.probability, each.penalty) for each in first)
    yield ("what may follow nothing", "the cell lives or not", [(half, 0), (half, 1)], sorted, charged)
    few = (room(1, half), penalty_per_step, StartPenalty(weight=1), ACTIONS)
    yield ("more boards than allowed", "refused", InvalidParameter, lambda: decision_process(*few, most=3))


def _within(about: str, bounds: ValueBounds, expected: Fraction, more: Fraction = Fraction(0)) -> Any:
    """Ask that the value of the first board is as near to a number as the bounds say, and that they are narrow."""
    off = abs(Fraction(bounds.values[0], UNITS) - expected)
    fits = off <= bounds.error + more and bounds.error < Fraction(1, 10**6)
    return unless(fits, about, f"within {float(bounds.error + more)} of {float(expected)}", float(off))


def _idle_series(solved: Any, probabilities: tuple[Fraction, ...]) -> Iterator[Case]:
    for p in probabilities:
        expected = p / (1 + p) * (1 / (1 - DISCOUNT) + p / (1 + DISCOUNT * p))
        yield "within the bounds", _within(f"the value of idling, p = {p}", solved("by step", 1, p).idle, expected)


@part(
    "one free cell: the value of 40 steps, found backwards in exact arithmetic, is near",
    branches=("near",),
    domain="the room of 1 free cell, spawn probability 1/2, by step, γ = 1/2",
)
def _iterated(values: Values) -> Iterator[Case]:
    process = decision_process(room(1, Fraction(1, 2)), penalty_per_step, StartPenalty(weight=1), ACTIONS)
    half = Fraction(1, 2)
    worth = [Fraction(0)] * len(process.boards)
    for _ in range(40):
        worth = [
            min(
                sum((c.probability * (c.penalty + half * worth[c.state]) for c in chances), Fraction(0))
                for chances in each.values()
            )
            for each in process.steps
        ]
    left = Fraction(6) / 2**39
    yield "near", _within("the value of the first board", values(process, half), worth[0], left)


# --- What is optimal ---


def _potential_is_by_step(solved: Any, cases: tuple[tuple[int, Fraction], ...]) -> Iterator[Case]:
    for cells, p in cases:
        one, other = solved("potential", cells, p), solved("by step", cells, p)
        for which in ("best", "idle"):
            bounds, by_step = getattr(one, which), getattr(other, which)
            expected = (1 - DISCOUNT) * Fraction(by_step.values[0], UNITS)
            about = f"potential, {cells} free cells, p = {p}, {which}"
            yield "a room", _within(about, bounds, expected, by_step.error)


def _scaled(solved: Any, best: Best, p: Fraction) -> Iterator[Case]:
    for reading in READINGS:
        once, twice = solved(reading, 1, p), solved(reading, 1, p, 2)
        expected = 2 * Fraction(once.best.values[0], UNITS)
        yield reading, _within(f"{reading}, λ = 2", twice.best, expected, 2 * once.best.error)
        for board in range(len(once.process.boards)):
            expected_actions = best(once.process, once.best, board)
            actions = best(twice.process, twice.best, board)
            yield reading, equal(f"what may be optimal, {reading}, board {board}", expected_actions, actions)


def _law(found: Solved, best: Best, steps: int) -> Mapping[int, Fraction]:
    """Return the distribution of boards after some steps of the optimal policy that takes the least action."""
    choices = [min(best(found.process, found.best, number)) for number in range(len(found.process.boards))]
    return followed(found.process, choices, steps)[-1]


def _deed(found: Solved, best: Best) -> str:
    law = _law(found, best, 40)
    gone = sum(chance for board, chance in law.items() if not found.process.boards[board].find(SPAWNING))
    return "destroys it" if gone > 1 - Fraction(1, 1000) else "leaves it" if not gone else f"destroys it with {gone}"


def _destroying(solved: Any, best: Best, cases: tuple[tuple[int, Fraction], ...]) -> Iterator[Case]:
    for reading, (cells, p) in product(READINGS, cases):
        always = reading in {"potential", "by step"}
        expected = "destroys it" if always or (cells, p) in DESTROYED_BY_EVENT else "leaves it"
        got = _deed(solved(reading, cells, p), best)
        yield expected, equal(f"{reading}, {cells} free cells, p = {p}", expected, got)


@part("destroying the spawner is optimal in every reading", domain="the room of 1 free cell, spawn probability 1/2")
def _always(solved: Any, best: Best) -> Iterator[Case]:
    for reading in ("by step", "potential", "by event"):
        got = _deed(solved(reading, 1, Fraction(1, 2)), best)
        yield "a reading", equal(f"{reading}, 1 free cell, p = 1/2", "destroys it", got)


def _in_its_place(solved: Any, best: Best, cases: tuple[tuple[int, Fraction], ...]) -> Iterator[Case]:
    for reading, (cells, p) in product(("potential", "by step"), cases):
        found = solved(reading, cells, p)
        boards, (place,) = found.process.boards, found.process.boards[0].find(SPAWNING)
        there = Fraction(0)
        for number, chance in _law(found, best, 60).items():
            others = [at for at in boards[number].locations() if boards[number][at] != boards[0][at]]
            (agent,) = boards[number].find(AGENT)
            if agent == place and set(others) <= {place, *boards[0].find(AGENT)}:
                there += chance
        about = f"the chance to be in its place, and nothing else deviates: {reading}, {cells} free cells, p = {p}"
        yield "in its place", unless(there > 1 - Fraction(1, 10**6), about, "1 but for 1/10^6", float(there))


def _at_the_start(readings: Mapping[str, Penalise]) -> Iterator[Case]:
    half = Fraction(1, 2)
    for cells in ROOMS:
        process = decision_process(room(cells, half), readings["potential"], StartPenalty(weight=1), (0,))
        law, means = {0: Fraction(1)}, list[Fraction]()
        for _ in range(12):
            after: dict[int, Fraction] = {}
            mean = Fraction(0)
            for board, chance in law.items():
                for each in process.steps[board][0]:
                    mean += chance * each.probability * each.penalty
                    after[each.state] = after.get(each.state, Fraction(0)) + chance * each.probability
            law, means = after, [*means, mean]
        about = f"the mean penalty, {cells} free cells"
        yield "the first step", equal(f"{about}, at the first step", cells * half, means[0])
        later = sum(means[1:])
        yield "afterwards", unless(later <= 0, f"{about}, in the eleven steps after it together", "at most 0", later)


# --- Mutants ---


def _agent_counts(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Fraction:
    """Count the agent's own cell too, if something was there at the start."""
    (place,) = after.locations
    covered = level.board[place] != EMPTY and not level.board[place] & AGENT
    return Fraction(penalty_per_step(penalty, level, before, after)) + penalty.weight * covered


def _never_credited(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Fraction:
    return max(Fraction(penalty_by_event(penalty, level, before, after)), Fraction(0))


def _worst(process: DecisionProcess, discount: Fraction, **options: Any) -> ValueBounds:
    """Take the greatest penalty for the least."""
    upside_down = tuple(
        {
            action: tuple(chance._replace(penalty=-chance.penalty) for chance in chances)
            for action, chances in each.items()
        }
        for each in process.steps
    )
    found = optimal_values(process._replace(steps=upside_down), discount, **options)
    return found._replace(values=tuple(-value for value in found.values))


def _of_the_step_before(process: DecisionProcess, discount: Fraction, **options: Any) -> ValueBounds:
    """Discount the first step too."""
    found = optimal_values(process, discount, **options)
    return found._replace(values=tuple(int(value * discount) for value in found.values))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-penalty-optimal",
        kind="claim",
        title="under the starting-state penalty an agent would rather destroy spawners",
        claim="The starting-state penalty yields large negative rewards shortly after the start of an episode, and "
        "with it an agent would rather destroy spawners than let them create new patterns.",
        source=f"{WAINWRIGHT_2019}, Section 5, Results; footnote 12",
        check=optimal_play,
        mutants={
            "the agent's own cell counts": {"readings": {**READINGS, "by step": _agent_counts}},
            "nothing is credited": {"readings": {**READINGS, "by event": _never_credited}},
            "by step for by event": {"readings": {**READINGS, "by event": penalty_per_step}},
            "by event for the potential": {"readings": {**READINGS, "potential": penalty_by_event}},
            "the greatest penalty for the least": {"values": _worst},
            "the first step is discounted": {"values": _of_the_step_before},
            "another discount": {
                "values": lambda process, _, **options: optimal_values(process, Fraction(1, 2), **options)
            },
            "any action may be optimal": {"best": lambda process, bounds, board: frozenset(process.steps[board])},
        },
        verdict="holds (repaired)",
        evidence="exact, with proved bounds: policy iteration on all boards of rooms of 4 x 5 with 1 and 3 free cells, "
        "in full 2 as well, behind a spawner, four readings, spawn probability 1/2, in full more, γ = 0.97; "
        "the bounds are the residual of the Bellman equation in exact arithmetic, and fit a geometric series by hand "
        "and 40 steps found backwards",
        defects="Whether destroying is optimal depends on the reading. By footnote 12 as printed (by event), and "
        "where changes are charged, an idle agent pays about once for each cell that lives, so with 1 or 2 free "
        "cells, or a low spawn probability, the spawner is best left alone. Where the deviating cells of each time "
        "are counted (potential, and by step, which have the same optimal policies: one is 1 - γ times the other), "
        "destroying is optimal in each of these rooms, because cells that contain the agent are excepted: the agent "
        "destroys the spawner and stands in its place, and nothing is charged any more.",
        repair="by event, destroying is optimal with 3 free cells and spawn probability 1/2 (penalty 1.0035 beside "
        "1.0332 for idling), and not with fewer cells or 3/10; potential and by step, in each of these rooms, where "
        "the agent cannot hold the spawner by its presence (in W19-penalty-weight it can). λ does not matter, where "
        "there are no points: all values are λ times those for 1. An episode in which R points can be had pays only "
        "if R is above λ times the least penalty. The large penalty at the start is there: c free cells cost λcp at "
        "the first step, and nothing more on average after it",
        witness="1 free cell, p = 1/2: by event idling is optimal at 0.3367; by step destroying is, where idling costs "
        "11.2233",
    ),
)
