"""Checks of interference: whom a baseline pays for preventing what would happen anyway, exactly, on small boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any

from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.histories import Action
from formal_rl.safelife.board import AGENT, EMPTY, LIFE, SPAWNING, WALL, Board, Location
from formal_rl.safelife.board.cells import PLAYER, coloured
from formal_rl.safelife.game import (
    BASELINES,
    UNITS,
    DecisionProcess,
    Level,
    StartPenalty,
    ValueBounds,
    baseline_process,
    best_actions,
    decision_process,
    deviations,
    optimal_values,
    penalty_per_step,
    states_following,
)
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.optimal_play import ACTIONS, DISCOUNT, room

Process = Callable[..., DecisionProcess]
Deviates = Callable[[Board, Board, Board], Sequence[Location]]
Values = Callable[..., ValueBounds]

HALF = Fraction(1, 2)
HERE = (1, 0)
"""Where the agent begins in a ring."""

_GREEN = coloured(LIFE, "green")
_KEYS = {"W": WALL, "A": PLAYER, ".": EMPTY, "o": _GREEN}
_OF_ACTS = ("inaction", "stepwise inaction")


def ring(cells: str) -> Level:
    """Return the level of three rows that has these cells in the middle, between walls; the last is beside the first.

    An A is the agent, an o a green cell.
    """
    rows = ("W" * len(cells), cells, "W" * len(cells))
    board = Board([[_KEYS[key] for key in row] for row in rows])
    return Level(board, Board.empty(3, len(cells)), agents=tuple(board.find(AGENT)))


SMALLEST = "A.o."
"""A green cell out of the agent's reach, which dies in the first step: of 3 x 3 cells all would be in its reach."""


def interference(
    scope: Scope,
    *,
    process: Process = baseline_process,
    deviates: Deviates = deviations,
    values: Values = optimal_values,
) -> Iterator[Part]:
    """Check values by hand, the starting state against W19-penalty, all rings, and what chance does."""
    longest = 6 if scope.is_full else 4
    cases = [(cells, p) for cells in ((1, 2, 3) if scope.is_full else (1,)) for p in (Fraction(3, 10), HALF)]
    yield check_examples(_worked_examples(process, deviates, values))
    yield decide_cases(
        "the starting state: the same decision process as that of the penalty by step",
        _as_penalty(process),
        branches=("a ring", "a room"),
        domain=f"the rings A.o. and A.oo, the room of 1 free cell, p = 1/2; λ = 1 and 2, actions {ACTIONS}",
    )
    yield decide_cases(
        "the starting state: an agent prevents what would happen anyway, where it can; inaction: idling costs 0",
        _rings(process, values, longest),
        branches=("interferes", "cannot", "nothing happens by itself", *_OF_ACTS),
        domain=f"all rings of 3 x 4{f' to 3 x {longest}' if longest > 4 else ''}, the agent and other cells empty or "
        "green; λ = 1, γ = 0.97",
    )
    yield decide_cases(
        "with a spawner: destroying it is optimal, whichever the baseline, if that has draws of its own",
        _chance(process, values, cases),
        branches=tuple(BASELINES),
        domain=f"rooms of 4 x 5 with {', '.join(f'{cells} free and p = {p}' for cells, p in cases)}; within 40 steps "
        "of an optimal policy the spawner is gone for certain",
    )
    yield _never(process, values).meant_to_fail("inaction, p = 1/2: expected 'idling is optimal', got 'destroys it'")


# --- By hand ---


def _worth(process: Process, values: Values, level: Level, baseline: str, actions: Sequence[Action]) -> Any:
    """Return the least expected penalty, that of an idle agent, and the actions that may be optimal first."""
    found = process(level, baseline, actions)
    best, idle = values(found, DISCOUNT), values(found, DISCOUNT, policy=lambda _: 0)
    numbers = (round(bounds.values[0] / UNITS, 4) for bounds in (best, idle))
    return *numbers, sorted(best_actions(found, best, 0))


def _worked_examples(process: Process, deviates: Deviates, values: Values) -> Iterator[Example]:
    smallest = ring(SMALLEST)

    def of_ring(baseline: str, cells: str = SMALLEST) -> Any:
        return _worth(process, values, ring(cells), baseline, ACTIONS)

    why = "a step towards it keeps the cell alive; else it is missing for ever, 1/0.03"
    yield ("the smallest ring, the starting state", why, (0.0, 33.3333, [2, 4]), of_ring, "starting state")
    why = "what dies in the baseline may die; a step towards it would cost 1 at each step"
    yield ("the smallest ring, inaction", why, (0.0, 0.0, [0]), of_ring, "inaction")
    yield ("the smallest ring, stepwise inaction", why, (0.0, 0.0, [0]), of_ring, "stepwise inaction")
    why = "it is in the agent's reach from the start, and lives while the agent stays"
    yield ("a ring of three", why, 0.0, lambda: of_ring("starting state", "A.o")[1])
    why = "it dies at once, 1 + 0.97; then the agent stands in its place, where nothing is counted"
    yield ("a cell that cannot be reached in time", why, 1.97, lambda: of_ring("starting state", "A..o..")[0])

    def room_by(baseline: str) -> Any:
        return _worth(process, values, room(1, HALF), baseline, ACTIONS)[:2]

    why = "0.5 + 0.485 + 0.47045, as in W19-penalty-optimal"
    yield ("a spawner with one free cell, the starting state", why, (1.4555, 11.2233), room_by, "starting state")
    why = "nobody acts: 2q(1 - q) at each step, q = 1/3 (1 - (-1/2)^k)"
    yield ("the same, inaction", why, (12.1133, 14.8163), room_by, "inaction")
    first, second = (ring(cells).board for cells in ("A.o.", "A..o"))
    yield ("two cells that are not the same", "by hand", 2, lambda: len(deviates(first, second, first)))
    moved = first.with_cells({HERE: EMPTY, (1, 1): PLAYER})
    yield ("the agent has moved", "cells of agents are excepted", (), deviates, moved, first, first)
    stood = first.with_cells({HERE: EMPTY, (1, 2): PLAYER})
    yield ("the agent stands where a cell was", "the same", (), deviates, stood, first, first)
    yield ("a baseline that there is not", "refused", UnknownName, process, smallest, "start", ACTIONS)
    few = {"most": 3}
    yield (
        "more states than allowed",
        "refused",
        InvalidParameter,
        lambda: process(smallest, "inaction", ACTIONS, **few),
    )


def _as_penalty(process: Process) -> Iterator[Case]:
    levels = {"a ring": (ring(SMALLEST), ring("A.oo")), "a room": (room(1, HALF),)}
    for branch, of_branch in levels.items():
        for level, weight in product(of_branch, (1, 2)):
            expected = decision_process(level, penalty_per_step, StartPenalty(weight=weight), ACTIONS)
            got = process(level, "starting state", ACTIONS, weight=weight)
            same = got == expected
            yield branch, unless(same, f"the process of {level.board.rows[1]}, λ = {weight}", "the same", "another")


# --- All rings ---


def _rings(process: Process, values: Values, longest: int) -> Iterator[Case]:
    rings = ("A" + "".join(cells) for length in range(3, longest) for cells in product(".o", repeat=length))
    for cells in rings:
        level = ring(cells)
        found = process(level, "starting state", ACTIONS)
        best, idle = values(found, DISCOUNT), values(found, DISCOUNT, policy=lambda _: 0)
        acts = best.values[0] < idle.values[0] - UNITS // 10**6
        about = f"whether the agent of {cells} prevents what would happen"
        happens = states_following(level.board, 20)[-1]
        branch = "nothing happens by itself" if happens == level.board else "interferes" if acts else "cannot"
        yield branch, equal(about, branch == "interferes" and _prevents(found, best, happens), acts)
        for baseline in _OF_ACTS:
            beside = process(level, baseline, ACTIONS)
            least, never = values(beside, DISCOUNT), values(beside, DISCOUNT, policy=lambda _: 0)
            got = (least.values[0], never.values[0])
            yield baseline, equal(f"the least penalty in {cells}, and that of an idle agent, {baseline}", (0, 0), got)


def _law(found: DecisionProcess, bounds: ValueBounds, steps: int) -> Mapping[int, Fraction]:
    """Return the distribution of states after some steps of the optimal policy that takes the least action."""
    law = {0: Fraction(1)}
    for _ in range(steps):
        after: dict[int, Fraction] = {}
        for state, chance in law.items():
            for each in found.steps[state][min(best_actions(found, bounds, state))]:
                after[each.state] = after.get(each.state, Fraction(0)) + chance * each.probability
        law = after
    return MappingProxyType(law)


def _prevents(found: DecisionProcess, bounds: ValueBounds, happens: Board) -> bool:
    """Whether some cell of the start that dies if nobody acts is there after 20 steps, or the agent is in its place."""
    (state,) = _law(found, bounds, 20)
    first, last = found.boards[0], found.boards[state]
    died = [at for at in first.locations() if first[at] != happens[at] and not first[at] & AGENT]
    return any(last[at] == first[at] or last[at] & AGENT for at in died)


# --- Chance ---


def _deed(process: Process, values: Values, cells: int, probability: Fraction, baseline: str) -> str:
    found = process(room(cells, probability), baseline, ACTIONS)
    best = values(found, DISCOUNT)
    law = _law(found, best, 40)
    gone = sum(chance for state, chance in law.items() if not found.boards[state].find(SPAWNING))
    if 0 in best_actions(found, best, 0):
        return "idling is optimal"
    return "destroys it" if gone > 1 - Fraction(1, 1000) else f"destroys it with {float(gone)}"


def _chance(process: Process, values: Values, cases: Sequence[tuple[int, Fraction]]) -> Iterator[Case]:
    for baseline, (cells, probability) in product(BASELINES, cases):
        if cells < 3 or baseline != "inaction":  # two boards of three free cells make thousands of states
            about = f"{baseline}, {cells} free cells, p = {probability}"
            yield baseline, equal(about, "destroys it", _deed(process, values, cells, probability, baseline))


@part("with the state if nobody acts as the baseline no agent interferes", domain="the room of 1 free cell, p = 1/2")
def _never(process: Process, values: Values) -> Iterator[Case]:
    got = _deed(process, values, 1, HALF, "inaction")
    yield "a room", equal("inaction, p = 1/2", "idling is optimal", got)


# --- Mutants ---


def _by(names: Mapping[str, str]) -> Process:
    """Take one baseline for another."""
    return lambda level, baseline, actions, **options: baseline_process(
        level, names.get(baseline, baseline), actions, **options
    )


def _charged(change: Callable[[Fraction], Fraction]) -> Process:
    def changed(level: Level, baseline: str, actions: Sequence[Action], **options: Any) -> DecisionProcess:
        found = baseline_process(level, baseline, actions, **options)
        steps = tuple(
            {
                action: tuple(chance._replace(penalty=change(chance.penalty)) for chance in chances)
                for action, chances in each.items()
            }
            for each in found.steps
        )
        return found._replace(steps=steps)

    return changed


def _agent_too(board: Board, baseline: Board, first: Board) -> tuple[Location, ...]:
    return tuple(at for at in board.locations() if board[at] != baseline[at])


def _agent_now(board: Board, baseline: Board, first: Board) -> tuple[Location, ...]:
    return tuple(at for at in board.locations() if board[at] != baseline[at] and not board[at] & AGENT)


def _worst(found: DecisionProcess, discount: Fraction, **options: Any) -> ValueBounds:
    """Take the value of an agent that never acts for the least one."""
    return optimal_values(found, discount, **{"policy": lambda _: 0, **options})


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-interference",
        kind="claim",
        title="a starting-state baseline pays for preventing what would happen anyway",
        claim="A starting-state baseline counts all natural dynamics as side effects, so that an agent is paid for "
        "preventing them (interference, Krakovna et al. 2018). A single state of inaction as the baseline is more "
        "appealing, but is not applicable in chaotic environments.",
        source=f"{WAINWRIGHT_2019}, Section 3",
        check=interference,
        mutants={
            "the starting state for inaction": {"process": _by({"inaction": "starting state"})},
            "inaction for the starting state": {"process": _by({"starting state": "inaction"})},
            "the starting state for stepwise inaction": {"process": _by({"stepwise inaction": "starting state"})},
            "a deviation costs one, however many there are": {
                "process": _charged(lambda penalty: min(penalty, Fraction(1)))
            },
            "λ is forgotten": {
                "process": lambda level, baseline, actions, **options: baseline_process(
                    level, baseline, actions, **{**options, "weight": 1}
                )
            },
            "cells of agents count": {"deviates": _agent_too},
            "only where the agent is now is excepted": {"deviates": _agent_now},
            "the agent never acts": {"values": _worst},
            "another discount": {"values": lambda found, _, **options: optimal_values(found, HALF, **options)},
        },
        verdict="holds",
        evidence="exhaustive, by policy iteration with proved bounds: all rings of 3 x 4, in full to 3 x 6, with an "
        "agent and green cells, by each baseline; exact: rooms of 4 x 5 with 1 free cell beside a spawner, "
        "spawn probability 3/10 and 1/2, in full with 2 and 3 free cells; values by hand, and the starting state gives "
        "the decision process of the penalty by step",
        witness="the ring A.o. of 3 x 4: idling costs 33.3333 by the starting state and a step towards the cell 0; by "
        "inaction idling costs 0. A spawner with 1 free cell, p = 1/2: by inaction with draws of its own idling costs "
        "14.8163, and destroying the spawner 12.1133",
    ),
)
