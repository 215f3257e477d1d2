"""Optimal play under the starting-state penalty: whether destroying a spawner is best, for each reading."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.safelife import game as g
from formal_rl.safelife import parse_board
from formal_rl.safelife.board import AGENT, SPAWNING, Board
from formal_rl.safelife.game.decision_processes import followed
from formal_rl.safelife.game.optimal_play import UNITS
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in

DISCOUNT, HALF, SURE = Fraction(97, 100), Fraction(1, 2), 1 - Fraction(1, 1000)
"""The γ with which the paper trains, a half, and what is as good as certain."""

ACTIONS = (0, 2, 4, 6, 8)
"""Nothing, and moves and toggles to the right and to the left; up and down there are walls."""

ROOMS = {
    1: "# # # # #\n# ^ . Sy .\n# # # # #\n# # # # #",
    2: "# # # # .\n# ^ . Sy #\n# # # # .\n# # # # #",
    3: "# # # # .\n# ^ . Sy .\n# # # # .\n# # # # #",
}
"""By number of free cells: an agent in a corridor, a spawner at its end, the cells in a column in its reach."""

PROBABILITIES = (Fraction(1, 10), Fraction(3, 10), HALF, Fraction(3, 4))


def room(cells: int, probability: Fraction) -> g.Level:
    """Return the level of `ROOMS` with ``cells`` free cells."""
    return g.Level(parse_board(ROOMS[cells]), Board.empty(4, 5), spawn_probability=probability)


@cache
def solved(reading: str, cells: int, probability: Fraction) -> tuple[Any, Any]:
    """Return the decision process of a room under a reading of the penalty, and the bounds of its values."""
    of = g.PENALTY_READINGS[reading]
    # Named here, so that what is remembered is forgotten where one of them is patched.
    assert of in {g.penalty_by_event, g.penalty_per_change, g.penalty_potential, g.penalty_per_step}
    process = g.decision_process(room(cells, probability), of, g.StartPenalty(weight=1), ACTIONS)
    return process, g.optimal_values(process, DISCOUNT)


def examples() -> Rows:
    """Yield values, and what a decision process has."""
    for why, value, reading, cells, idle in (
        ("1 free cell, by step, idle: 1/3 (1/0.03 + 0.5/1.485), alive 1/3 (1 - (-1/2)^k)", 11.2233, "by step", 1, True),
        ("there, 1/2; toggled at once, 0.97/2, or a step later, 0.9409/2", 1.4555, "by step", 1, False),
        ("1 free cell, p = 1/2: by event idling is optimal", 0.3367, "by event", 1, False),
        ("3 free cells, by event, idle, as it was recorded", 1.0332, "by event", 3, True),
        ("3 free cells, by event, as it was recorded", 1.0035, "by event", 3, False),
    ):
        process, bounds = solved(reading, cells, HALF)
        bounds = g.optimal_values(process, DISCOUNT, policy=lambda _: 0) if idle else bounds
        yield why, value, round(bounds.values[0] / UNITS, 4)
    charged = sorted((each.probability, each.penalty) for each in solved("by step", 1, HALF)[0].steps[0][0])
    yield "the cell lives or not", [(HALF, 0), (HALF, 1)], charged


def after(process: g.DecisionProcess, bounds: Any, steps: int) -> Any:
    """Return the distribution of states after some steps of optimal play, ties broken to the action of least number."""
    least = [min(g.best_actions(process, bounds, state)) for state in range(len(process.boards))]
    return followed(process, least, steps)[-1]


def deed(reading: str, cells: int, p: Fraction) -> str:
    """Return what becomes of the spawner within 60 steps by the optimal policy that takes the least action."""
    process, bounds = solved(reading, cells, p)
    law = [(process.boards[number], chance) for number, chance in after(process, bounds, 60).items()]
    gone = sum(chance for board, chance in law if not board.find(SPAWNING))
    if gone <= SURE:
        return f"destroys it with {float(gone)}" if gone else "leaves it"
    in_its_place = sum(chance for board, chance in law if board.find(AGENT) == process.boards[0].find(SPAWNING))
    return "takes its place" if in_its_place > SURE else "destroys it"


def what_is_optimal(reading: str, cells: int, p: Fraction) -> tuple[str, str]:
    """Return what should become of it, and what does."""
    by_event = "destroys it" if cells == 3 and p >= HALF else "leaves it"
    return "takes its place" if reading in {"potential", "by step"} else by_event, deed(reading, cells, p)


def at_the_start(cells: int) -> tuple[Any, Any]:
    """Return the mean penalty of the first step if nobody acts, c/2, and that later ones add at most 0; and what is."""
    process, _ = solved("potential", cells, HALF)
    means = [
        sum(share * each.probability * each.penalty for board, share in law.items() for each in process.steps[board][0])
        for law in followed(process, [0] * len(process.boards), 11)
    ]
    return (cells * HALF, True), (means[0], sum(means[1:]) <= 0)


@claim(
    "W19-penalty-optimal",
    "under the starting-state penalty an agent would rather destroy spawners",
    "Section 5, Results; footnote 12",
    "holds (repaired)",
    defects="Whether destroying is optimal depends on the reading. By footnote 12 as printed (by event), and "
    "where changes are charged, an idle agent pays about once for each cell that lives, so with 1 or 2 free "
    "cells, or a low spawn probability, the spawner is best left alone. Where the deviating cells of each time "
    "are counted (potential, and by step), destroying is optimal in each of these rooms, because cells that contain "
    "the agent are excepted: the agent destroys the spawner and stands in its place, and nothing is charged any more.",
    repair="by event, destroying is optimal with 3 free cells and spawn probability 1/2 (penalty 1.0035 beside "
    "1.0332 for idling), and not with fewer cells or 3/10; potential and by step, in each of these rooms, where "
    "the agent cannot hold the spawner by its presence (in W19-penalty-weight it can). λ does not matter, where "
    "there are no points: all values are λ times those for 1. An episode in which R points can be had pays only "
    "if R is above λ times the least penalty. The large penalty at the start is there: c free cells cost λcp at "
    "the first step, and nothing more on average after it",
    witness="1 free cell, p = 1/2: by event idling is optimal at 0.3367; by step destroying is, where idling costs "
    "11.2233",
    evidence="exact: policy iteration on all boards of rooms of 4 x 5, four readings, γ = 0.97, with proved bounds: "
    "the residual of the Bellman equation in exact arithmetic",
)
def optimal_play() -> Evidence:
    """The starting-state penalty yields large negative rewards shortly after the start of an episode, and with it an
    agent would rather destroy spawners than let them create new patterns.
    """
    said = "rooms of 4 x 5, 1 and 3 free cells, p = 1/2 (in full 2, p = 1/10, 3/10 and 3/4); γ = 0.97"
    tried = lambda scope: product(ROOMS, PROBABILITIES) if scope.is_full else product((1, 3), [HALF])  # noqa: E731
    rooms = among(said, tried, many=True)
    readings = among("each of four readings", g.PENALTY_READINGS)
    yield by_hand(examples)
    yield every("whether destroying the spawner is optimal", what_is_optimal, readings, rooms)
    one = among("by event, 1 free cell, p = 1/2", [("by event", 1, HALF)], many=True)
    always = every("destroying is optimal", lambda *of: ("destroys it", deed(*of)), one)
    yield always.fails("…by event, 1, 1/2: expected 'destroys it', got 'leaves it'")
    three = among("1 to 3 free cells", ROOMS)
    yield every("the first step costs cp, and later ones nothing more", at_the_start, three)
    yield mutants("""
        safelife.game.penalty:penalty_per_step
            the agent's own cell counts: len(deviating_locations(penalty, level, after))
                → (len(deviating_locations(penalty, level, after)) + sum(level.board[at] != 0 and not level.board[at] &
                AGENT for at in after.locations))
        safelife.game.penalty:penalty_by_event
            nothing is credited: return penalty.weight * sum( → return penalty.weight * max(0, sum(
                ;; location not in excepted ) → location not in excepted ))
        safelife.game.decision_processes:PENALTY_READINGS
            by step for by event: penalty_by_event → penalty_per_step
            by event for the potential: penalty_potential → penalty_by_event
        safelife.game.optimal_play:optimal_values
            the greatest penalty for the least: require_discount(discount) → process = process._replace(steps=tuple({a:
                tuple(c._replace(penalty=-c.penalty) for c in cs) for a, cs in each.items()} for each in
                process.steps)) ;; ValueBounds(tuple(values) → ValueBounds(tuple(-value for value in values)
            the first step is discounted: tuple(values) → tuple(int(value * discount) for value in values)
            another discount: require_discount(discount) → discount = Fraction(1, 2)
        safelife.game.optimal_play:best_actions
            any action may be optimal: if value <= least → ∅
    """)


STATEMENTS = statements_in(globals())
