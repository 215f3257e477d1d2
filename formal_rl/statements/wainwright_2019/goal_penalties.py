"""Checks of footnote 13: when penalising the agent's goals is no more than a rescaling of rewards and penalty."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise

from formal_rl.checking import Case, Disagreement, Example, Part, Scope, check_examples, decide_cases, equal
from formal_rl.safelife.board import CRATE, LIFE, WALL
from formal_rl.safelife.board.cells import LEVEL_EXIT, PLAYER, cell_of, coloured
from formal_rl.safelife.game import (
    GameState,
    Level,
    StartPenalty,
    deviating_locations,
    penalty_per_change,
    penalty_per_step,
    penalty_potential,
    start,
    step,
)
from formal_rl.safelife.game.penalty import Weight
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.agents import TOGGLE_DOWN, TOGGLE_RIGHT, UP
from formal_rl.statements.wainwright_2019.penalties import Charge, totals
from formal_rl.statements.wainwright_2019.plays import RecordedPlay, plays, small_level

Rescaled = Callable[[Weight, Weight], tuple[Weight, Weight]]
"""From λ and the worth of a goal, what a reward is multiplied by, and the λ for the rest."""


def rescaled(weight: Weight, worth: Weight) -> tuple[Weight, Weight]:
    """Return (w - λ) / w, and λ w / (w - λ)."""
    return Fraction(worth - weight) / worth, Fraction(weight * worth) / (worth - weight)


def _included(weight: Weight) -> StartPenalty:
    """Return the penalty that spares no goals. Exits, which open and close by themselves, are excepted throughout."""
    return StartPenalty(weight=weight, goals="none", except_exits=True)


def _excepted(weight: Weight) -> StartPenalty:
    return StartPenalty(weight=weight, except_exits=True)


def _at(row: int, column: int, colour: str) -> tuple[tuple[int, int], str]:
    return (row, column), colour


_RED = coloured(LIFE, "red")
_CALM = cell_of("frozen", "preserving", "inhibiting")
_ME = ((1, 1), PLAYER)
_WALLS = tuple(((row, column), WALL) for row in (0, 2) for column in (0, 2))

_BLUE = small_level(_ME, goals=(_at(1, 2, "blue"),))
_FULL = small_level(_ME, ((1, 2), coloured(LIFE, "green")), *_WALLS, goals=(_at(1, 2, "blue"),))
_DOT = small_level(_ME, ((1, 2), _RED))
_EXIT = small_level(_ME, ((0, 1), LEVEL_EXIT), goals=(_at(1, 2, "blue"),))
_CRATE = small_level(_ME, ((1, 2), CRATE), goals=(_at(1, 0, "blue"),))
_DOTS = tuple((place, _RED) for place in ((0, 1), (1, 0), (1, 2)))
_BOTH = small_level(_ME, *_DOTS, ((0, 0), _CALM), ((3, 0), _CALM), goals=(_at(4, 1, "blue"),), size=(6, 3))
"""Three red dots beside the agent; a blue goal that takes all of three steps to fill."""


def _goals_deviating(level: Level, before: GameState, after: GameState) -> int:
    """Return how many more of the goals' cells deviate after a step than before it."""

    def number(state: GameState) -> int:
        both = (deviating_locations(reading, level, state) for reading in (_included(1), _excepted(1)))
        return len(set(next(both)) - set(next(both)))

    return number(after) - number(before)


def _paid(charge: Charge, penalty: StartPenalty, level: Level, *actions: int) -> tuple[Weight, ...]:
    """Return the penalised reward of each step."""
    state, paid = start(level), []
    for action in actions:
        after, (reward,) = step(level, state, (action,))
        paid.append(Fraction(reward - charge(penalty, level, state, after)))
        state = after
    return tuple(paid)


def _by_hand(charge: Charge, rescaled: Rescaled) -> Iterator[Example]:
    one, half, fill = Fraction(1), Fraction(1, 2), TOGGLE_RIGHT
    paid, blue = partial(_paid, charge), (_BLUE, fill, TOGGLE_DOWN)

    def smaller(weight: Weight, worth: Weight) -> tuple[Weight, ...]:
        factor, other = rescaled(weight, worth)
        return tuple(factor * each for each in paid(_excepted(other), *blue))

    yield from (
        ("a blue goal filled and a dot made", "λ = 1: 3 - 1, and -1", (2 * one, -one), paid, _included(one), *blue),
        ("goals of 3, λ of 1", "2/3 of rewards that are penalised by 3/2", (2 * one / 3, 3 * half), rescaled, 1, 3),
        ("the same, goals excepted, at λ of 3/2", "2/3 of 3, and 2/3 of -3/2", (2 * one, -one), smaller, 1, 3),
        ("a red dot removed, goals penalised by 1/2", "1 - 1/2", (half,), paid, _included(half), _DOT, fill),
        ("leaving, goals penalised by 1", "1, and not 2/3 of it", (one,), paid, _included(1), _EXIT, UP),
        ("a green goal made grey, λ = 1", "-3 - 1, and 3", (-4 * one, 3 * one), paid, _included(1), _FULL, fill, fill),
    )


# --- Steps ---


def _identity(charge: Charge, rescaled: Rescaled, number: int) -> Iterator[Case]:
    for worth, level in ((3, _BLUE), (3, _FULL), (1, _DOT), (3, _EXIT), (3, _CRATE)):
        for before, after, reward in dict.fromkeys(each for play in plays(level, number) for each in play.steps):
            premise = reward == worth * _goals_deviating(level, before, after)
            for weight in (Fraction(worth, 4), Fraction(worth, 2)):
                factor, other = rescaled(weight, worth)
                included = reward - charge(_included(weight), level, before, after)
                excepted = factor * (reward - charge(_excepted(other), level, before, after))
                branch = "paid for its goals" if premise and reward else "not paid" if premise else "otherwise"
                about = f"goals of {worth}, λ of {weight}, from {before.board.rows} to {after.board.rows}: alike"
                yield branch, equal(about, premise, included == excepted)


# --- Best plays ---


def _best(totals: Sequence[Weight]) -> tuple[int, ...]:
    most = max(totals)
    return tuple(index for index, total in enumerate(totals) if total == most)


def _rates(pairs: Sequence[tuple[Weight, int]]) -> tuple[Weight, ...]:
    """Return a λ of each kind: each at which two plays are as good as each other, and one between any two of those."""
    crossings = {
        Fraction(gain - other, number - fewer)
        for (gain, number), (other, fewer) in combinations(set(pairs), 2)
        if number != fewer
    }
    ends = sorted({Fraction(0), *(rate for rate in crossings if rate > 0)})
    return (*ends, *((low + high) / 2 for low, high in pairwise(ends)), ends[-1] + 1)


def _best_if_excepted(level: Level, found: Sequence[RecordedPlay]) -> dict[tuple[int, ...], Weight]:
    """Return the sets of plays that are best for some λ with goals excepted, each with such a λ."""
    deviate = {end: len(deviating_locations(_excepted(1), level, end)) for end in {play.end for play in found}}
    pairs = [(sum(play.rewards), deviate[play.end]) for play in found]
    best: dict[tuple[int, ...], Weight] = {}
    for rate in _rates(pairs):
        best.setdefault(_best([gain - rate * number for gain, number in pairs]), rate)
    return best


def _rescales(name: str, level: Level, number: int, weight: Weight, charge: Charge) -> Iterator[Case]:
    """Yield whether some λ with goals excepted has the same best plays as this one with goals penalised."""
    found, gains = [], []
    for play, charged in totals(charge, _included(weight), level, number):
        found.append(play)
        gains.append(sum(play.rewards) - charged)
    best, excepted = _best(gains), _best_if_excepted(level, found)
    wrong = None
    if best not in excepted:
        some = min(excepted, key=lambda each: len(set(each) ^ set(best)))
        (index, *_) = sorted(set(best) ^ set(some))
        about = f"{name}: {found[index].actions} is best with goals excepted, and with goals penalised by {weight}"
        wrong = Disagreement(about, index in some, index in best)
    yield "the same plays are best", wrong


def goal_penalties(
    scope: Scope, *, charge: Charge = penalty_potential, rescaled: Rescaled = rescaled
) -> Iterator[Part]:
    """Check the rescaling by hand, step by step where and only where it holds, and what it does to the best plays."""
    number = scope.steps(quick=2, full=3)
    yield check_examples(_by_hand(charge, rescaled))
    yield decide_cases(
        "a step is rescaled if and only if it pays the same for each goal that comes to deviate",
        _identity(charge, rescaled, number),
        branches=("paid for its goals", "not paid", "otherwise"),
        domain=f"all steps of the plays of {number} steps in five levels, two λ below what a goal is worth",
    )
    yield decide_cases(
        "below the worth of the one kind of goal, the same plays are best",
        (
            case
            for weight in (Fraction(1, 2), 1, 2, Fraction(5, 2))
            for steps in range(1, number + 1)
            for case in _rescales("one blue goal", _BLUE, steps, weight, charge)
        ),
        branches=("the same plays are best",),
        domain=f"all plays of at most {number} steps with one blue goal, which is worth 3, and four λ",
    )
    half = Fraction(1, 2)
    for name, level, steps, weight, wrong, play, is_best in (
        ("λ above the worth", _BLUE, 1, 4, charge, ((0,),), False),
        ("λ equal to the worth", _DOT, 1, 1, charge, ((0,),), False),
        ("the exit's point", _EXIT, 1, Fraction(5, 2), charge, ((1,),), False),
        ("a goal that was full", _FULL, 2, half, charge, ((6,), (6,)), True),
        ("the agent hides what it removed", _DOT, 2, half, charge, ((0,), (6,)), True),
        ("two worths", _BOTH, 3, half, charge, ((5,), (6,), (8,)), True),
        ("penalised at each step", _BLUE, 2, half, penalty_per_step, ((6,), (0,)), True),
    ):
        yield decide_cases(
            f"the same plays are best: {name}",
            _rescales(name, level, steps, weight, wrong),
            domain=f"all plays of {steps} steps in one level, every λ with goals excepted, whatever the scope",
        ).meant_to_fail(
            f"{name}: {play} is best with goals excepted, and with goals penalised by {weight}: "
            f"expected {is_best}, got {not is_best}"
        )


# --- Mutants ---


def _goals_spared(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    spared = StartPenalty(weight=penalty.weight, except_exits=penalty.except_exits)
    return penalty_potential(spared, level, before, after)


def _same_penalty(weight: Weight, worth: Weight) -> tuple[Weight, Weight]:
    return rescaled(weight, worth)[0], weight


def _penalty_alone(weight: Weight, worth: Weight) -> tuple[Weight, Weight]:
    return Fraction(1), rescaled(weight, worth)[1]


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-penalty-goals",
        kind="claim",
        title="penalising goals as a rescaling",
        claim="Penalising the agent's goals too is no more than a rescaling of rewards or penalty, so that what is "
        "optimal stays so.",
        source=f"{WAINWRIGHT_2019}, footnote 13",
        check=goal_penalties,
        mutants={
            "each change for the difference": {"charge": penalty_per_change},
            "each step for the difference": {"charge": penalty_per_step},
            "goals spared": {"charge": _goals_spared},
            "the penalty is not rescaled": {"rescaled": _same_penalty},
            "the rewards are not rescaled": {"rescaled": _penalty_alone},
        },
        verdict="refuted",
        evidence="exhaustive: all steps of all plays of 2 steps in five levels (quick), 3 (full), two λ each; the best "
        "plays of at most as many steps with one blue goal; single cases where they differ, "
        "against every λ",
        defects="It needs that each step pays one worth w for each of the goals' cells that comes to deviate, and "
        "nothing else, and that λ is below w. It fails for λ of w or more, though red dots are worth 1 and Table 1 "
        "goes to λ = 2; for goals of two worths; with the exit's point; for goals that are full at the start; where "
        "the agent stands on what it removed; and where the penalty is charged at each step.",
        repair="Where every step pays w for each of the goals' cells that comes to deviate, and only there, the reward "
        "penalised by λ < w with goals is (w - λ)/w times the reward penalised by λ w/(w - λ) without: step by step, "
        "so with any discount.",
        witness="a blue goal ahead and λ = 4: with goals excepted filling it is best at any λ, with goals penalised it "
        "is best to leave it; an exit above and a blue goal ahead, λ = 5/2: leaving becomes better than filling",
    ),
)
