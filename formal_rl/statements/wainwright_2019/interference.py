"""Interference: whom a baseline pays for preventing what would happen anyway, exactly, on small boards."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.checking import Scope, among, equal, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.safelife import game as g
from formal_rl.safelife import parse_board
from formal_rl.safelife.board import AGENT, EMPTY, SPAWNING, Board
from formal_rl.safelife.board.cells import PLAYER
from formal_rl.safelife.game.decision_processes import BASELINES, deviations
from formal_rl.safelife.game.optimal_play import UNITS
from formal_rl.safelife.game.trajectories import states_following
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.wainwright_2019.optimal_play import ACTIONS, DISCOUNT, HALF, SURE, after, room


def ring(cells: str) -> g.Level:
    """Return the level of a ring of cells, the middle one of three rows, between walls: A the agent, o green life."""
    walls, middle = " ".join("#" * len(cells)), " ".join({"A": "^", "o": "og"}.get(each, each) for each in cells)
    return g.Level(parse_board(f"{walls}\n{middle}\n{walls}"), Board.empty(3, len(cells)))


def solved(level: g.Level, baseline: str) -> tuple[Any, Any, Any]:
    """Return the decision process of a level by a baseline, its least penalties, and those of an idle agent."""
    found = g.baseline_process(level, baseline, ACTIONS)
    return found, g.optimal_values(found, DISCOUNT), g.optimal_values(found, DISCOUNT, policy=lambda _: 0)


def examples() -> Rows:
    """Yield values by hand, and what deviates."""
    for why, level, baseline, values, actions in (
        ("a step towards the cell keeps it; else 1/0.03", ring("A.o."), "starting state", (0.0, 33.3333), [2, 4]),
        ("what dies in the baseline may die; to keep it costs 1 a step", ring("A.o."), "inaction", (0, 0), [0]),
        ("0.5 + 0.485 + 0.47045, as in W19-penalty-optimal", room(1, HALF), "starting state", (1.4555, 11.2233), [2]),
        ("2q(1 - q) at each step, q = 1/3 (1 - (-1/2)^k)", room(1, HALF), "inaction", (12.1133, 14.8163), [2]),
    ):
        found, *both = solved(level, baseline)
        least_and_idle = tuple(round(bounds.values[0] / UNITS, 4) for bounds in both)
        yield why, (values, actions), (least_and_idle, sorted(g.best_actions(found, both[0], 0)))
    first = ring("A.o.").board
    moved = first.with_cells({(1, 0): EMPTY, (1, 2): PLAYER})
    yield "cells of agents are excepted, and where one stood", (), deviations(moved, first, first)


def prevents(cells: str) -> tuple[bool, bool]:
    """Return whether acting is optimal, and whether a cell that would die is there later, or the agent in its place."""
    level = ring(cells)
    found, best, idle = solved(level, "starting state")
    acts = best.values[0] < idle.values[0] - UNITS // 10**6
    happens = states_following(level.board, 20)[-1]
    (state,) = after(found, best, 20)
    first, last = found.boards[0], found.boards[state]
    died = [at for at in first.locations() if first[at] != happens[at] and not first[at] & AGENT]
    return acts, any(last[at] == first[at] or last[at] & AGENT for at in died)


def destroys(cells: int, probability: Fraction, baseline: str) -> tuple[Any, Any]:
    """Return that in a room with a spawner idling is not optimal, and that the spawner is soon gone; and what is so."""
    found, best, _ = solved(room(cells, probability), baseline)
    gone = sum(chance for state, chance in after(found, best, 40).items() if not found.boards[state].find(SPAWNING))
    return (True, True), (0 not in g.best_actions(found, best, 0), gone > SURE)


@claim(
    "W19-interference",
    "a starting-state baseline pays for preventing what would happen anyway",
    "Section 3",
    "holds",
    witness="the ring A.o. of 3 x 4: idling costs 33.3333 by the starting state and a step towards the cell 0; by "
    "inaction idling costs 0. A spawner with 1 free cell, p = 1/2: by inaction with draws of its own idling costs "
    "14.8163, and destroying the spawner 12.1133",
)
def interference() -> Evidence:
    """A starting-state baseline counts all natural dynamics as side effects, so that an agent is paid for preventing
    them (interference, Krakovna et al. 2018). A single state of inaction as the baseline is more appealing, but is not
    applicable in chaotic environments.
    """

    def rings(scope: Scope) -> Iterator[str]:
        longest = 6 if scope.is_full else 4
        return ("A" + "".join(each) for length in range(3, longest) for each in product(".o", repeat=length))

    yield by_hand(examples)
    levels = [ring("A.o."), ring("A.oo"), room(1, HALF)]  # no exit and no goal, which only the penalty excepts
    three = among("the rings A.o. and A.oo, the room of 1 free cell, p = 1/2", levels)
    penalised = lambda of: g.decision_process(of, g.penalty_per_step, g.StartPenalty(weight=2), ACTIONS)  # noqa: E731
    based = lambda of: g.baseline_process(of, "starting state", ACTIONS, weight=2)  # noqa: E731
    yield equal("by the starting state: as the penalty by step, λ = 2", penalised, based, three)
    small = among("all rings of 3 x 4, in full to 3 x 6, of empty and green cells; γ = 0.97", rings)
    yield every("by the starting state: an agent prevents what would happen anyway, where it can", prevents, small)
    of_acts = among("inaction, step by step or not", ("inaction", "stepwise inaction"))
    least = lambda cells, of: [bounds.values[0] for bounds in solved(ring(cells), of)[1:]]  # noqa: E731
    yield equal("idling costs 0, as does what is best", lambda cells, of: [0, 0], least, small, of_acts)
    said = "rooms of 4 x 5 with a spawner and 1 free cell, in full 2, p = 3/10 and 1/2, by each baseline"
    rooms = lambda scope: product(range(1, 2 + scope.is_full), (Fraction(3, 10), HALF), BASELINES)  # noqa: E731
    yield every("destroying the spawner is optimal", destroys, among(said, rooms, many=True))
    yield mutants("""
        safelife.game.decision_processes:BASELINES
            the starting state for inaction: "inaction": lambda baseline, before, following: following(baseline)
                → "inaction": lambda baseline, before, following: certain(baseline)
            inaction for the starting state: "starting state": lambda baseline, before, following: certain(baseline)
                → "starting state": lambda baseline, before, following: following(baseline)
            the starting state for stepwise inaction: following(before) → certain(baseline)
        safelife.game.decision_processes:baseline_process
            a deviation costs one, however many there are: weight * cells → weight * min(1, cells)
            λ is forgotten: weight * cells → (weight > 0) * cells
        safelife.game.decision_processes:deviations
            only where the agent is now is excepted: (board[at] | baseline[at] | first[at]) & AGENT
                → board[at] & AGENT
        safelife.game.optimal_play:optimal_values
            the agent never acts: if policy is not None: → if policy := policy or (lambda _: 0):
            another discount: require_discount(discount) → discount = Fraction(1, 2)
    """)


STATEMENTS = statements_in(globals())
