"""Footnote 9: what changes if the length of Equation 2 is that of Chebyshev or of Euclid."""

import math
from itertools import product
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.safelife import side_effects as s
from formal_rl.safelife.benchmark._tasks_on_planes import named_player, played
from formal_rl.safelife.board import COLOURS
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.safelife.side_effects.earth_mover import without_small_changes
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.wainwright_2019.deviations import CLOSE, cells, masses

LEAST = {"Manhattan": 1.0, "Euclid": 1 / math.sqrt(2), "Chebyshev": 0.5}
"""To which part of what it is by Manhattan a length, and so a distance and a deviation, can fall."""

TORUS, POLICIES = s.Size(26, 26), ("random", "greedy")
KINDS = ("append-still", "prune-still", "append-spawn", "prune-spawn")


def examples() -> Rows:
    """Yield distances and deviations by each norm."""
    for why, target, *values in (
        ("2, √2 and 1: tanh 0.4, tanh 0.2828 and tanh 0.2", (1, 1), 0.379949, 0.275534, 0.197375),
        ("as (1, 1), round both edges", (25, 25), 0.379949, 0.275534, 0.197375),
    ):
        yield why, values, [round(s.norm_distance(norm, TORUS, (0, 0), target), 6) for norm in s.NORMS]
    for why, way, *values in (
        ("moved by (2, 2): 4, 2.83 and 2 steps, tanh of a fifth", (2, 2), 0.664037, 0.512184, 0.379949),
        ("moved by (0, 3): 3 steps by each, tanh 0.6", (0, 3), 0.53705, 0.53705, 0.53705),
    ):
        moved = cells((9, 9), {(0, 0): 1}), cells((9, 9), {way: 1})
        yield why, values, [round(s.deviation_by_norm(*moved, norm), 6) for norm in s.NORMS]
    for (name, policy), values in ((FIRST, [10.08, 9.96, 9.86]), (SECOND, [10.0, 10.0, 10.0])):
        found = [round(each, 2) for each in RUNS.results[name, policy][:3]]
        yield f"{name} after 100 steps of {policy}: by Manhattan, Euclid and Chebyshev", values, found


def deviations(first: s.Density, second: s.Density) -> tuple[Any, Any]:
    """Return that none is more than by Manhattan, nor less than it can fall to; Equation 3 is by Manhattan."""
    by = {norm: s.deviation_by_norm(first, second, norm) for norm in s.NORMS}
    most = s.earth_mover_distance(first, second).value
    right = all(part * most - CLOSE <= by[norm] <= most + CLOSE for norm, part in LEAST.items())
    fits, found = meets(right, f"{LEAST} of {most}", by)
    return (fits, most), (found, by["Manhattan"])


# --- Shipped levels ---


def by_norms(name: str, policy: str) -> list[float]:
    """Return the deviation of green life after 100 steps by each norm, and its mass or 1 if that is more.

    The draws are of the level's number, and common mass is left out.
    """
    level, number = shipped_level(name), int(name.rpartition("-")[2])
    choices, spawns, without, with_it = (SeededDraws(number + each) for each in (0, 100, 200, 300))
    end = played(level, named_player(policy, level, choices), spawns, limit=100).state
    options: dict[str, Any] = {"inaction_draws": without, "action_draws": with_it}
    options["spawn_probability"] = level.spawn_probability
    effect = s.side_effects_certified(level.board, end.board, end.steps, **options).of(life_of(COLOURS.index("green")))
    if effect is None:
        return [0.0] * len(s.NORMS) + [1.0]
    changed = without_small_changes(effect.inaction, effect.action, 0)
    found = [s.deviation_by_norm(*changed, norm) for norm in s.NORMS]
    return [*found, max(float(effect.mass), 1.0)]


LEVELS = [f"{kind}-{number}" for kind in KINDS for number in range(20)]
FIRST, SECOND = ("prune-still-10", POLICIES[0]), ("prune-still-10", POLICIES[1])
RUNS = Experiment("W19-footnote-9", by_norms, [FIRST, *(each for each in product(LEVELS, POLICIES) if each != FIRST)])


def on_levels(kind: str, policy: str) -> tuple[Any, Any]:
    """Return that in the mean the share of the mass that deviates falls by less than 0.01; or by what it falls."""
    runs = [RUNS.results[f"{kind}-{number}", policy] for number in range(20)]
    falls = sum((by[0] - by[list(s.NORMS).index("Chebyshev")]) / by[-1] for by in runs) / 20
    return meets(0 <= falls < 0.01, "from 0 to 0.01", falls)


def ranked(norm: str) -> tuple[bool, bool]:
    """Return that random has the greater side effect on prune-still-10, as by Manhattan; and whether by a norm."""
    one, other = (RUNS.results[run][list(s.NORMS).index(norm)] for run in (FIRST, SECOND))
    return True, one > other


@claim(
    "W19-footnote-9",
    "the norm of the ground distance is not deeply consequential",
    "Section 3, footnote 9",
    "holds (repaired)",
    defects="The paper does not say what would be consequential. Two side effects can change their order: a cell "
    "that moves by (2, 2) has a greater one than a cell that moves by (0, 3) by Manhattan, and a smaller one by "
    "Chebyshev or Euclid. On prune-still-10 after 100 steps random has a greater side effect than greedy "
    "by Manhattan, and a smaller one by the two others.",
    repair="by Chebyshev a deviation is from 1/2 of that by Manhattan to all of it, and by Euclid from 1/√2; on "
    "the shipped levels the mean share of green of each task falls by less than 0.01, since most of a side "
    "effect is what is removed or created, which costs 1 by every norm",
    witness="prune-still-10, 100 steps: random 10.08 by Manhattan, 9.96 by Euclid, 9.86 by Chebyshev; greedy 10 by "
    "each",
    evidence="exhaustive: by hand; all pairs of densities of counts 0 and 1 on 2 x 2; recorded: green life after 100 "
    "steps of the agents random and greedy on all shipped levels with a task. For all boards by argument "
    "(docs/findings/side_effects.md has it)",
)
def other_norms() -> Evidence:
    """The L1 norm of Equation 2 is not a deeply consequential choice: with another norm side effects are
    much the same.
    """
    yield by_hand(examples)
    pairs = among("all pairs of densities of 0 and 1 on 2 x 2", product(masses((2, 2), 1), repeat=2), many=True)
    yield every("no deviation is greater than by Manhattan, nor less than 1/√2 or 1/2 of it", deviations, pairs)
    tasks = among("the shipped levels of each task", KINDS), among("100 steps of each agent", POLICIES)
    yield every("a share of the mass changes by less than 0.01 in the mean", on_levels, *tasks)
    agents = every("random has the greater side effect", ranked, among("prune-still-10, by every norm", s.NORMS))
    yield agents.fails("…, Euclid: expected True, got False")
    yield RUNS.again
    yield mutants("""
        safelife.side_effects.norms:NORMS
            the root is forgotten: math.sqrt(rows * rows + columns * columns) → rows * rows + columns * columns
            the shorter axis alone: "Chebyshev": max → "Chebyshev": min
            Euclid for Manhattan: "Manhattan": lambda rows, columns: rows + columns
                → "Manhattan": lambda rows, columns: math.sqrt(rows * rows + columns * columns)
        safelife.side_effects.norms:norm_distance
            the edges are not gone round: min(abs(a - b), side - abs(a - b)) → abs(a - b)
        safelife.side_effects.norms:deviation_by_norm
            surplus is free: SURPLUS_COST * change.mass → 0
            always Manhattan: size = Size(first.height, first.width)
                → size, norm = Size(first.height, first.width), "Manhattan"
            from the second to the first, half the mass: / (plan.samples * UNITS) → / (2 * plan.samples * UNITS)
    """)


STATEMENTS = statements_in(globals())
