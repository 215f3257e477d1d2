"""The weight of the starting-state penalty: what is optimal for each λ, exactly, on small levels."""

from fractions import Fraction
from functools import cache
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.safelife import game as g
from formal_rl.safelife.board import SPAWNING, advance
from formal_rl.safelife.game.decision_processes import followed, leaves
from formal_rl.safelife.game.penalty import deviating_locations
from formal_rl.safelife.levels import PENALTY_LEVELS, shipped_level
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in

DISCOUNT, STEPS, SURE = Fraction(97, 100), 100, Fraction(99, 100)

KINDS = {
    ("spawner-or-exit", "by event"): ("at once", "leaves"),
    ("spawner-or-exit", "potential"): ("at once", "leaves", "destroys"),
    ("spawner-or-exit", "by step"): ("at once", "destroys"),
    ("held-spawner", "by event"): ("at once", "leaves", "stays"),
    ("held-spawner", "potential"): ("at once", "leaves", "stays"),
    ("held-spawner", "by step"): ("at once", "stays"),
    **{("spawner-and-goal", reading): ("destroys", "at once") for reading in ("by event", "potential", "by step")},
}
"""The actions of an optimal policy, from λ = 0 on: leaves at once, leaves later, stays, or destroys the spawner."""

SPARING = g.StartPenalty(weight=1, except_exits=True)


@cache
def solved(name: str, reading: str) -> tuple[g.DecisionProcess, tuple[g.Segment, ...]]:
    """Return the decision process of a named level, and what is optimal from which weight on."""
    each, charge = PENALTY_LEVELS[name], g.PENALTY_READINGS[reading]
    process = g.decision_process(each.level, charge, SPARING, range(len(g.ACTIONS)), again=each.again)
    return process, g.optimal_segments(process, DISCOUNT)


def examples() -> Rows:
    """Yield breakpoints by hand."""
    for why, expected, name, reading in (
        ("(1 - λ/2)/0.03, leaving in each step, is -λ, toggling it away", "0 100/47", "spawner-or-exit", "by step"),
        ("3 * 0.97^2, two steps later, less λ, is 1", "0 18227/10000", "spawner-and-goal", "by event"),
        ("the λ comes back: 3 * 0.97^2 - 0.03 λ is 1", "0 18227/300", "spawner-and-goal", "potential"),
        ("leaves each second step: 200/191; stands still: 97/3", "0 200/191 97/3", "held-spawner", "by event"),
    ):
        yield f"{name}, {reading}: {why}", expected, " ".join(str(each.weight) for each in solved(name, reading)[1])


def kind_of(process: g.DecisionProcess, segment: g.Segment) -> str:
    """Return what an optimal policy does over 100 steps."""
    choices, boards = segment.choices, process.boards
    *before, law = followed(process, choices, STEPS)
    leaving = [sum(p for board, p in each.items() if leaves(boards[board], choices[board])) for each in before]
    if leaving[0] == 1:
        return "at once"
    if sum(share for board, share in law.items() if not boards[board].find(SPAWNING)) > SURE:
        return "destroys"
    return "stays" if sum(leaving) < 1 - SURE else "leaves"


def what_is_optimal(name: str, reading: str) -> tuple[Any, Any]:
    """Return what should be optimal from λ = 0 on, and what is."""
    process, found = solved(name, reading)
    return KINDS[name, reading], tuple(kind_of(process, each) for each in found)


def new_episodes(name: str) -> tuple[Any, Any]:
    """Return from which λ leaving at once is worth less than 0, 1/(cp), and that soon after no more are started."""
    process, (first, *later) = solved(name, "by step")
    expected = 1 / sum(each.probability * each.penalty for each in process.steps[0][first.choices[0]])
    soon = expected <= later[0].weight < expected * Fraction(107, 100)
    return (expected, True), (first.earned.points / first.earned.penalty, soon)


def after_an_idle_step(number: int) -> tuple[Any, Any]:
    """Return that 43 to 121 cells are expected to deviate after an idle step of a navigation level; or how many are."""
    level = shipped_level(f"navigation-{number}")
    state, chance = g.start(level), Fraction(level.spawn_probability)
    boards = (advance(state.board, certain).board for certain in (0, 1))
    least, most = (len(deviating_locations(SPARING, level, state._replace(board=board))) for board in boards)
    expected = least + chance * (most - least)
    return meets(43 < expected < 121, "from 43 to 121", float(expected))


@claim(
    "W19-penalty-weight",
    "with a larger penalty agents tend towards inaction, and start no new episodes",
    "Section 5, Results; Appendix B",
    "holds (repaired)",
    defects="What large weights make optimal depends on level and reading: to stand still, to destroy the spawner, "
    "or to stand guard where nothing can spawn. By event an agent goes on to leave, but waits for the step that "
    "credits it. Where a goal is behind the spawner, destroying is optimal for small weights and walking away for "
    "large ones.",
    repair="by step, an episode in which the agent leaves at once costs more than it pays from λ = 1/(cp) on, "
    "where c cells may spawn with probability p in the step of leaving. On the levels here that start anew no "
    "further episode is started from at most 7 % more on. On the navigation levels of the paper 43 to 121 cells are "
    "expected to deviate after one step, so an episode costs more than the exit's 1 from about λ = 1/43 to 1/121 on; "
    "Table 2 has 1/10 and 1/5",
    witness="spawner-or-exit, by step: leaving at once is optimal up to λ = 100/47, then destroying the spawner; "
    "spawner-and-goal, by event: destroying up to 18227/10000, then leaving",
    evidence="exact: all breakpoints in λ as fractions, on three levels with a spawner, by three readings, γ = 0.97; "
    "at each the Bellman equation holds in exact arithmetic. The navigation levels are exact means of one step; that "
    "the paper's agents fail for this is conjectured",
)
def penalty_weight() -> Evidence:
    """With larger weights λ of the starting-state penalty agents tend towards inaction and never complete their goals;
    with spawners the penalty discourages them from starting new episodes, and on the navigation levels even mild ones
    almost completely disrupt the ability to find the exit.
    """
    yield by_hand(examples)
    levels = among("three levels, by three readings, spawn probability 1/2, γ = 0.97", KINDS, many=True)
    yield every("what is optimal from each breakpoint on, over 100 steps", what_is_optimal, levels)
    one = among("the level spawner-and-goal, by event", ["spawner-and-goal"])
    always = lambda name: (("destroys",) * 2, what_is_optimal(name, "by event")[1])  # noqa: E731
    monotone = every("once destroying the spawner is optimal, it is for every larger λ", always, one)
    yield monotone.fails("…spawner-and-goal: expected ('destroys', 'destroys'), got ('destroys', 'at once')")
    anew = among("by step, those that start anew", sorted({name for name, _ in KINDS if PENALTY_LEVELS[name].again}))
    yield every("an episode is worth less than 0 from 1/(cp) on, and within 7 % none is started", new_episodes, anew)
    shipped = among("20 shipped levels of navigation, so λ = 1/43 to 1/121; Table 2 has λ = 1/10 and 1/5", range(20))
    yield every("43 to 121 cells are expected to deviate after one idle step", after_an_idle_step, shipped)
    yield mutants("""
        safelife.game.decision_processes:decision_process
            no new episode begins: begun = start(level) → again, begun = False, start(level)
            points do not count: points(level, after, 0) - points(level, before, 0)
                → 0 * (points(level, after, 0) - points(level, before, 0))
        safelife.game.optimal_play:optimal_segments
            the policies between the first and the last are left out: *_between(process, discount, first, last))}
                → *_between(process, discount, first, last)[-1:])}
            half of each breakpoint: tuple(by_weight.values())
                → tuple(each._replace(weight=each.weight / 2) for each in by_weight.values())
            another discount: require_discount(discount) → discount = Fraction(1, 2)
        safelife.game.decision_processes:PENALTY_READINGS
            by step for by event: penalty_by_event → penalty_per_step
    """)


STATEMENTS = statements_in(globals())
