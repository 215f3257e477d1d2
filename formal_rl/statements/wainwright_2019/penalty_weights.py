"""Checks of optimal play over the weight of the starting-state penalty: breakpoints, new episodes, footnote 13."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from attrs import evolve

from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.errors import InvalidParameter
from formal_rl.safelife import parse_board
from formal_rl.safelife.board import EMPTY, SPAWNING, WALL, Board, advance
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.safelife.game import (
    ACTIONS,
    PENALTY_READINGS,
    UNITS,
    Chance,
    DecisionProcess,
    Earned,
    Level,
    Segment,
    StartPenalty,
    decision_process,
    deviating_locations,
    earnings,
    followed,
    leaves,
    optimal_segments,
    optimal_values,
    start,
    weighted,
)
from formal_rl.safelife.game.optimal_play import Penalise
from formal_rl.safelife.levels import PENALTY_LEVELS, shipped_levels
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.penalties import rescaled

Segments = Callable[[DecisionProcess, Fraction], tuple[Segment, ...]]
Rescaled = Callable[[Fraction | int, Fraction | int], tuple[Fraction | int, Fraction | int]]
Solved = Callable[[str, str], tuple[DecisionProcess, tuple[Segment, ...]]]

DISCOUNT = Fraction(97, 100)
"""The γ with which the paper trains."""

GOALS = ("blue goals and red dots", "none")
"""The readings of what goals are: excepted from the penalty, as in the paper, or included, as in its footnote 13."""

STEPS = 100
_SURE = Fraction(99, 100)

KINDS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("spawner-or-exit", "by event"): ("at once", "leaves"),
    ("spawner-or-exit", "potential"): ("at once", "leaves", "destroys"),
    ("spawner-or-exit", "by step"): ("at once", "destroys"),
    ("held-spawner", "by event"): ("at once", "leaves", "stays"),
    ("held-spawner", "potential"): ("at once", "leaves", "stays"),
    ("held-spawner", "by step"): ("at once", "stays"),
    ("spawner-and-goal", "by event"): ("destroys", "at once"),
    ("spawner-and-goal", "potential"): ("destroys", "at once"),
    ("spawner-and-goal", "by step"): ("destroys", "at once"),
    ("open-room", "by event"): ("at once", "leaves", "leaves", "stays"),
    ("open-room", "potential"): ("at once", "leaves", "leaves", "stays"),
    ("open-room", "by step"): ("at once", "stays"),
    ("spawner-of-three", "by event"): ("at once", *["leaves"] * 5, "destroys", "destroys"),
    ("spawner-of-three", "potential"): ("at once", *["leaves"] * 4, "destroys", "destroys", "destroys"),
    ("spawner-of-three", "by step"): ("at once", "destroys"),
}
"""What an optimal policy does, from λ = 0 on: leaves at once, leaves later, stays, or destroys the spawner."""


def penalty_weight(
    scope: Scope,
    *,
    segments: Segments = optimal_segments,
    process: Callable[..., DecisionProcess] = decision_process,
    readings: Mapping[str, Penalise] = PENALTY_READINGS,
    rescaled: Rescaled = rescaled,
) -> Iterator[Part]:
    """Check breakpoints by hand, each segment by an independent solver, what is optimal, and footnote 13."""
    names = tuple(PENALTY_LEVELS) if scope.is_full else tuple(PENALTY_LEVELS)[:3]
    shown = tuple(readings) if scope.is_full else ("by event", "potential", "by step")

    @cache
    def solved(name: str, reading: str) -> tuple[DecisionProcess, tuple[Segment, ...]]:
        each = PENALTY_LEVELS[name]
        found = _process(each.level, readings[reading], again=each.again, process=process)
        return found, segments(found, DISCOUNT)

    domain = f"the levels {', '.join(names)}, spawn probability 1/2, γ = 0.97, by {len(shown)} readings"
    yield check_examples(_worked_examples(solved, segments, readings["by event"]))
    yield decide_cases(
        "an independent solver finds the same values between the breakpoints and beyond",
        _between(solved, names, shown),
        branches=("between two", "beyond the last"),
        domain=f"{domain}, within proved bounds",
    )
    yield decide_cases(
        "what is optimal from each breakpoint on",
        _kinds(solved, names, shown),
        branches=("at once", "leaves", "stays", "destroys"),
        domain=f"{domain}, over 100 steps; destroys and stays: but for a chance of 1/100",
    )
    yield _monotone(solved).meant_to_fail("spawner-and-goal, by event: expected 'destroys', got 'at once'")
    yield decide_cases(
        "an episode in which the agent leaves at once is worth less than nothing from λ = 1/(cp) on; here soon after "
        "the agent starts no more of them",
        _new_episodes(solved, [name for name in names if PENALTY_LEVELS[name].again]),
        branches=("the breakpoint",),
        domain=f"by step, levels that start anew among {', '.join(names)}: c cells may spawn as it leaves at once; "
        "soon is within 7 %",
    )
    yield decide_cases(
        "destroying the spawner first, an episode still pays beyond λ = 1/(cp)",
        _paying(segments, process, readings["by step"], _PAYING if scope.is_full else _PAYING[:1]),
        branches=("what is optimal", "beyond 1/(cp)"),
        domain="by step: 3 free cells, spawn probability 9/10 (full: also 5 free cells, 1/2); leaving at once is "
        "optimal up to 1000/3349, below 10/27, then destroying and leaving up to 100/197",
    )
    yield decide_cases(
        "footnote 13: the optimal value with goals penalised is that of the rescaled level with goals excepted",
        _footnote_13(readings, segments, process, rescaled),
        branches=("a rescaling", "not one"),
        domain="four variants of spawner-and-goal, by event, one by step; λ = 2, 5/2 and each bend below 3",
    )
    yield _navigation()


def _process(
    level: Level,
    penalise: Penalise,
    *,
    again: bool,
    goals: str = GOALS[0],
    process: Callable[..., DecisionProcess] = decision_process,
) -> DecisionProcess:
    penalty = StartPenalty(weight=1, except_exits=True, goals=goals)
    return process(level, penalise, penalty, range(len(ACTIONS)), again=again)


# --- By hand ---


def _worked_examples(solved: Solved, segments: Segments, by_event: Penalise) -> Iterator[Example]:
    def weights(name: str, reading: str) -> list[str]:
        return [str(each.weight) for each in solved(name, reading)[1]]

    why = "(1 - λ/2)/0.03, leaving in each step, is -λ, toggling the spawner away, at λ = 100/47"
    yield ("spawner-or-exit, by step", why, ["0", "100/47"], weights, "spawner-or-exit", "by step")
    why = "(1 - λ/2)/0.03 is 0, standing still, at λ = 2"
    yield ("held-spawner, by step", why, ["0", "2"], weights, "held-spawner", "by step")
    why = "3 * 0.97^2, two steps later, less λ for the spawner, is the exit's 1"
    yield ("spawner-and-goal, by event", why, ["0", "18227/10000"], weights, "spawner-and-goal", "by event")
    why = "the same, but the λ comes back with the next step: 3 * 0.97^2 - 0.03 λ is 1"
    yield ("spawner-and-goal, potential", why, ["0", "18227/300"], weights, "spawner-and-goal", "potential")
    why = "leaves each second step, the cell ahead filled to block it: 200/191; stands still: 97/3"
    yield ("held-spawner, by event", why, ["0", "200/191", "97/3"], weights, "held-spawner", "by event")
    why = "1/0.03 points, and half a cell each step"
    earned = Earned(Fraction(100, 3), Fraction(50, 3))
    yield ("spawner-or-exit, leaving at once", why, earned, lambda: solved("spawner-or-exit", "by step")[1][0].earned)
    why = "filled by the agent: 3 * 0.97^2 - λ; left at once, the spawner may fill it: 1 + 3/2"
    spared, counted = GOALS
    yield ("footnote 13, goals excepted", why, ["0", "3227/10000"], _exit_breakpoints, by_event, spared, segments)
    why = "3 * 0.97^2 - λ (1 + 0.97^2), and 1 + (3 - λ)/2; the rescaled breakpoint would be 9681/33227"
    three = ["0", "3227/14409", "303/97"]
    yield ("footnote 13, goals penalised", why, three, _exit_breakpoints, by_event, counted, segments)
    two = _two_ways(points=3)
    why = "paid 3 at once and again after a half: 3/(1 - 1/2); charged 1 each time"
    yield ("earnings, one board", why, (Earned(Fraction(6), Fraction(2)),), earnings, two, (1,), Fraction(1, 2))
    yield ("the weight from which nothing is better", "3 - λ is 0", [0, 3], _at, segments, two)
    yield ("points beside which no weight counts", "refused", InvalidParameter, segments, _two_ways(10**7), DISCOUNT)
    yield ("a discount of 1", "refused", InvalidParameter, segments, two, Fraction(1))


def _at(segments: Segments, process: DecisionProcess) -> list[Fraction]:
    return [each.weight for each in segments(process, Fraction(1, 2))]


def _two_ways(points: int) -> DecisionProcess:
    """Return a process of one board: nothing, or points for a penalty of 1."""
    nothing, something = (Chance(0, Fraction(1), Fraction(each), points * each) for each in (0, 1))
    return DecisionProcess((Board([[EMPTY]]),), ({0: (nothing,), 1: (something,)},))


# --- Over the weight ---


def _between(solved: Solved, names: tuple[str, ...], readings: tuple[str, ...]) -> Iterator[Case]:
    for name in names:
        for reading in readings:
            process, found = solved(name, reading)
            ends = [each.weight for each in found[1:]]
            for each, end in zip(found, [*ends, None], strict=True):
                weight = each.weight + 1 if end is None else (each.weight + end) / 2
                bounds = optimal_values(weighted(process, weight), DISCOUNT)
                value = -max(weight, Fraction(1)) * Fraction(bounds.values[0], UNITS)
                off = abs(each.earned.value(weight) - value) / max(weight, Fraction(1))
                fits = off <= bounds.error < Fraction(1, 10**8)
                about = f"{name}, {reading}, λ = {float(weight):.4f}: the value"
                branch = "beyond the last" if end is None else "between two"
                yield branch, unless(fits, about, f"near {float(value):.6f}", float(each.earned.value(weight)))


def _kind(process: DecisionProcess, segment: Segment) -> str:
    choices, boards = segment.choices, process.boards
    *before, law = followed(process, choices, STEPS)
    leaving = [sum(share for board, share in each.items() if leaves(boards[board], choices[board])) for each in before]
    if leaving[0] == 1:
        return "at once"
    if sum(share for board, share in law.items() if not boards[board].find(SPAWNING)) > _SURE:
        return "destroys"
    return "stays" if sum(leaving) < 1 - _SURE else "leaves"


def _kinds(solved: Solved, names: tuple[str, ...], readings: tuple[str, ...]) -> Iterator[Case]:
    for name in names:
        for reading in readings:
            process, found = solved(name, reading)
            expected = KINDS[name, "by event" if reading == "by change" else reading]
            got = tuple(_kind(process, each) for each in found)
            for branch in expected:
                yield branch, equal(f"{name}, {reading}, from λ = 0 on", expected, got)


@part("once destroying the spawner is optimal, it is for every larger λ", domain="the level spawner-and-goal")
def _monotone(solved: Solved) -> Iterator[Case]:
    process, found = solved("spawner-and-goal", "by event")
    for _ in (each for each in found[:1] if _kind(process, each) == "destroys"):
        for larger in found[1:]:
            yield "a larger λ", equal("spawner-and-goal, by event", "destroys", _kind(process, larger))


def _new_episodes(solved: Solved, names: list[str]) -> Iterator[Case]:
    for name in names:
        process, (first, *later) = solved(name, "by step")
        at_once = process.steps[0][first.choices[0]]
        expected = 1 / sum(each.probability * each.penalty for each in at_once)
        zero = first.earned.points / first.earned.penalty
        yield "the breakpoint", equal(f"{name}: λ from which an episode is worth less than 0", expected, zero)
        weight = later[0].weight if later else Fraction(0)
        fits = expected <= weight < expected * Fraction(107, 100)
        about = f"{name}: λ from which no more episodes are started"
        yield "the breakpoint", unless(fits, about, f"from {expected}, at most 7 % more", weight)


_PAYING = (
    (3, Fraction(9, 10), Fraction(1000, 3349), "# # #  .\nE ^ Sy .\n# # #  .\n# # #  #"),
    (5, Fraction(1, 2), Fraction(200, 591), "# # #  # #\n# # .  . #\nE ^ Sy . #\n# # .  . #\n# # #  # #"),
)
"""Free cells, their spawn probability, up to which λ it is optimal to leave at once, and the board."""


def _paying(
    segments: Segments, process: Callable[..., DecisionProcess], by_step: Penalise, levels: tuple[Any, ...]
) -> Iterator[Case]:
    for cells, probability, first, text in levels:
        board = parse_board(text)
        level = Level(board, Board.empty(board.height, board.width), spawn_probability=probability)
        solved = _process(level, by_step, again=True, process=process)
        found = segments(solved, DISCOUNT)
        about = f"{cells} free cells, spawn probability {probability}"
        expected = ((0, "at once"), (first, "leaves"), (Fraction(100, 197), "destroys"))
        got = tuple((each.weight, _kind(solved, each)) for each in found)
        yield "what is optimal", equal(f"{about}: what is optimal from which λ on", expected, got)
        pays = first < 1 / (cells * probability) < found[-1].weight
        yield "beyond 1/(cp)", unless(pays, f"{about}: λ up to which episodes pay", "> 1/(cp)", found[-1].weight)


# --- Footnote 13 ---


def _variants() -> Mapping[str, tuple[Level, str]]:
    """Return levels with a reading of the penalty; in the first each step pays the same for each goal filled."""
    level = PENALTY_LEVELS["spawner-and-goal"].level
    closed = evolve(level, board=level.board.with_cells({(1, 3): WALL}))
    grey = evolve(closed, board=closed.board.with_cells({(1, 1): SPAWNER}))
    with_exit = evolve(level, board=level.board.with_cells({(1, 1): SPAWNER}))
    return {
        "no exit, and a grey spawner": (grey, "by event"),
        "no exit, and a yellow spawner, whose life pays nothing on the goal": (closed, "by event"),
        "an exit, and a grey spawner": (with_exit, "by event"),
        "no exit, and a grey spawner, by step": (grey, "by step"),
    }


def _footnote_13(
    readings: Mapping[str, Penalise], segments: Segments, process: Callable[..., DecisionProcess], rescaled: Rescaled
) -> Iterator[Case]:
    for variant, (level, reading) in _variants().items():
        excepted, included = (
            segments(_process(level, readings[reading], again=False, goals=goals, process=process), DISCOUNT)
            for goals in GOALS
        )
        expected = variant == "no exit, and a grey spawner"
        bends = {each.weight for each in included} | {3 * each.weight / (3 + each.weight) for each in excepted}
        for weight in (*sorted(each for each in bends if each < 3 and expected), Fraction(2), Fraction(5, 2)):
            factor, other = rescaled(weight, 3)
            holds = _value(included, weight) == factor * _value(excepted, Fraction(other))
            branch = "a rescaling" if expected else "not one"
            yield branch, equal(f"{variant}, λ = {weight}: the values fit", expected, holds)


def _exit_breakpoints(reading: Penalise, goals: str, segments: Segments) -> list[str]:
    level, _ = _variants()["an exit, and a grey spawner"]
    return [str(each.weight) for each in segments(_process(level, reading, again=False, goals=goals), DISCOUNT)]


def _value(found: tuple[Segment, ...], weight: Fraction) -> Fraction:
    return max(each.earned.value(weight) for each in found)


@part(
    "the navigation levels: from 43 to 121 cells are expected to deviate after one step in which nobody acts",
    branches=("a level",),
    domain="20 shipped levels of navigation, exact means, so λ = 1/43 to 1/121; the paper's Table 2 has λ = 1/10 and "
    "1/5",
)
def _navigation() -> Iterator[Case]:
    for number, level in enumerate(shipped_levels("navigation")):
        state, chance = start(level), Fraction(level.spawn_probability)
        draws = state.board.height * state.board.width
        least, most = (
            len(deviating_locations(_EXITS_SPARED, level, state._replace(board=board)))
            for board in (advance(state.board, chance, (each,) * draws, 0).board for each in (chance, Fraction(0)))
        )
        expected = least + chance * (most - least)
        about = f"navigation-{number}: cells expected to deviate after a step"
        yield "a level", unless(43 < expected < 121, about, "from 43 to 121", float(expected))


_EXITS_SPARED = StartPenalty(weight=1, except_exits=True)


# --- Mutants ---


def _never_anew(*arguments: Any, **options: Any) -> DecisionProcess:
    return decision_process(*arguments, **{**options, "again": False})


def _without_points(*arguments: Any, **options: Any) -> DecisionProcess:
    found = decision_process(*arguments, **options)
    return found._replace(
        steps=tuple(
            {action: tuple(each._replace(points=0) for each in chances) for action, chances in board.items()}
            for board in found.steps
        )
    )


def _one_breakpoint(process: DecisionProcess, discount: Fraction) -> tuple[Segment, ...]:
    """Leave out all policies between the first and the last."""
    first, *between = optimal_segments(process, discount)
    return (first, *between[-1:])


def _halfway(process: DecisionProcess, discount: Fraction) -> tuple[Segment, ...]:
    """Take each breakpoint for half of it."""
    return tuple(each._replace(weight=each.weight / 2) for each in optimal_segments(process, discount))


def _same_penalty(weight: Fraction | int, worth: Fraction | int) -> tuple[Fraction, Fraction]:
    return Fraction(worth - weight) / worth, Fraction(weight)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-penalty-weight",
        kind="claim",
        title="with a larger penalty agents tend towards inaction, and start no new episodes",
        claim="With larger weights λ of the starting-state penalty agents tend towards inaction and never complete "
        "their goals; with spawners the penalty discourages them from starting new episodes, and on the navigation "
        "levels even mild ones almost completely disrupt the ability to find the exit.",
        source=f"{WAINWRIGHT_2019}, Section 5, Results; Appendix B; footnote 13",
        check=penalty_weight,
        mutants={
            "no new episode begins": {"process": _never_anew},
            "points do not count": {"process": _without_points},
            "the policies between the first and the last are left out": {"segments": _one_breakpoint},
            "half of each breakpoint": {"segments": _halfway},
            "another discount": {"segments": lambda process, _: optimal_segments(process, Fraction(1, 2))},
            "by step for by event": {"readings": {**PENALTY_READINGS, "by event": PENALTY_READINGS["by step"]}},
            "the rescaled penalty is the same": {"rescaled": _same_penalty},
        },
        verdict="holds (repaired)",
        evidence="exact: all breakpoints in λ as fractions, on three levels with a spawner, in full five, by 3 "
        "readings, γ = 0.97; at each breakpoint the Bellman equation holds in exact arithmetic, and an independent "
        "solver with proved bounds agrees between them; 12 worked examples, most of them by hand. The navigation "
        "levels, in full, are exact means of one step; that the paper's agents fail for this is conjectured",
        defects="What large weights make optimal depends on level and reading: to stand still, to destroy the spawner, "
        "or to stand guard where nothing can spawn. By event an agent goes on to leave, but waits for the step that "
        "credits it. Where a goal is behind the spawner, destroying is optimal for small weights and walking away for "
        "large ones. Footnote 13's rescaling keeps optimal values if every step pays the same for each goal that comes "
        "to deviate; not if the spawner's life fills the goal and pays nothing, nor with an exit, nor by step.",
        repair="by step, an episode in which the agent leaves at once costs more than it pays from λ = 1/(cp) on, "
        "where c cells may spawn with probability p in the step of leaving. On the levels here that start anew no "
        "further episode is started from at most 7 % more on. But where destroying the spawner costs less than "
        "leaving it, episodes that begin with this pay up to λ = 100/197, beyond 1/(cp) = 10/27. On the navigation "
        "levels of the paper 43 to 121 cells are expected to deviate after one step, so an episode costs more than "
        "the exit's 1 from about λ = 1/43 to 1/121 on; Table 2 has 1/10 and 1/5",
        witness="spawner-or-exit, by step: leaving at once is optimal up to λ = 100/47, then destroying the spawner; "
        "spawner-and-goal, by event: destroying up to 18227/10000, then leaving; by step, 3 free cells, spawn "
        "probability 9/10: leaving at once up to 1000/3349, destroying and leaving up to 100/197",
    ),
)
