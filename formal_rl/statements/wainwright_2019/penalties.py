"""Checks of the starting-state penalty, in four readings: who is charged for what; and of penalising goals too."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise, product
from typing import Any

from formal_rl.checking import (
    Case,
    Disagreement,
    Example,
    Part,
    Scope,
    check_examples,
    decide_cases,
    equal,
    part,
    unless,
)
from formal_rl.safelife.board import AGENT, CRATE, LIFE, WALL, Location
from formal_rl.safelife.board.cells import LEVEL_EXIT, PLAYER, TREE, cell_of, coloured
from formal_rl.safelife.game import (
    GameState,
    Level,
    StartPenalty,
    deviating_locations,
    excepted_locations,
    penalty_by_event,
    penalty_per_change,
    penalty_per_step,
    penalty_potential,
    start,
    step,
)
from formal_rl.safelife.game.penalty import Weight
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.agents import (
    DOWN,
    LEFT,
    NOTHING,
    RIGHT,
    TOGGLE_DOWN,
    TOGGLE_LEFT,
    TOGGLE_RIGHT,
    TOGGLE_UP,
    UP,
)
from formal_rl.statements.wainwright_2019.plays import RecordedPlay, plays, small_level

Charge = Callable[[StartPenalty, Level, GameState, GameState], Weight]
Deviating = Callable[[StartPenalty, Level, GameState], tuple[Location, ...]]

LAMBDA = Fraction(1, 2)

_GREEN, _RED = coloured(LIFE, "green"), coloured(LIFE, "red")
_DOT = small_level(((1, 1), PLAYER), ((1, 2), _GREEN))
_BOX = small_level(((1, 1), PLAYER), ((1, 2), CRATE), size=(3, 5))
_CRATE = small_level(((1, 1), PLAYER), ((1, 2), CRATE))
_TASKS = small_level(((1, 1), PLAYER), ((1, 2), _RED), goals=(((0, 1), "blue"), ((1, 0), "green")), min_performance=-1)
_DOOR = small_level(((1, 1), PLAYER), ((0, 0), LEVEL_EXIT), goals=(((1, 2), "blue"),), min_performance=1)
_OPEN = small_level(((1, 1), PLAYER), ((0, 0), LEVEL_EXIT))
_BLINKER = small_level(((2, 0), PLAYER), *(((2, column), _GREEN) for column in (3, 4, 5)), size=(5, 8))


def _played(level: Level, *actions: int) -> tuple[GameState, ...]:
    states = [start(level)]
    for action in actions:
        states.append(step(level, states[-1], (action,)).state)
    return tuple(states)


def _by_hand(
    potential: Charge, by_event: Charge, per_change: Charge, per_step: Charge, deviating: Deviating
) -> Iterator[Example]:
    def charged(charge: Charge, level: Level, *actions: int, **reading: Any) -> tuple[Weight, ...]:
        states = _played(level, *actions)
        penalty = StartPenalty(**{"weight": 1, **reading})
        return tuple(Fraction(charge(penalty, level, *each)) for each in pairwise(states))

    def where(level: Level, *actions: int, **reading: Any) -> tuple[Location, ...]:
        return deviating(StartPenalty(weight=1, **reading), level, _played(level, *actions)[-1])

    def excepted(level: Level, *actions: int) -> tuple[Location, ...]:
        return tuple(sorted(excepted_locations(StartPenalty(weight=1), level, _played(level, *actions)[-1])))

    red_cells = (((0, 0), coloured(TREE, "red")), ((0, 2), coloured(0, "red")), ((2, 2), _RED))
    red = small_level(((1, 1), PLAYER), *red_cells)
    three, above, fro = (TOGGLE_RIGHT, TOGGLE_RIGHT, NOTHING), (TOGGLE_UP, TOGGLE_UP, NOTHING), (UP, LEFT, RIGHT)
    on, pushed, half = (TOGGLE_RIGHT, RIGHT, LEFT), (RIGHT, UP), LAMBDA
    for about, arithmetic, expected, charge, level, actions in (
        ("a green dot removed, a grey one made, idling", "1, nothing more, nothing", (1, 0, 0), potential, _DOT, three),
        ("for each change", "1 and 1, for green to none to grey", (1, 1, 0), per_change, _DOT, three),
        ("at each step", "1 as long as it is so", (1, 1, 1), per_step, _DOT, three),
        ("by event", "1 for green to none; none to grey is no change from green", (1, 0, 0), by_event, _DOT, three),
        ("a dot made and removed", "1, credited again", (1, -1, 0), potential, _DOT, above),
        ("by event", "1, credited again", (1, -1, 0), by_event, _DOT, above),
        ("for each change", "1, credited again", (1, -1, 0), per_change, _DOT, above),
        ("at each step", "1, and no more", (1, 0, 0), per_step, _DOT, above),
        ("walking to and fro", "the agent's cell never counts, nor where it began", (0, 0, 0), potential, _DOT, fro),
        ("for each change", "nor what it walks off", (0, 0, 0), per_change, _DOT, fro),
        ("by event", "what it walks off is excepted before the step", (0, 0, 0), by_event, _DOT, fro),
        ("standing where a dot was", "not counted while the agent is on it", (1, -1, 1), potential, _DOT, on),
        ("by event", "no cell is reset by that, and none changed by leaving", (1, 0, 0), by_event, _DOT, on),
        ("a crate pushed, and left, by event", "its old place changed under the agent", (1, 0), by_event, _BOX, pushed),
        ("the difference", "its old place deviates as soon as the agent is off", (1, 1), potential, _BOX, pushed),
        ("a crate pushed and pulled back", "but for the agent's turn", (1, -1), potential, _BOX, (RIGHT, LEFT)),
        ("a blinker turns twice", "two dots go and two come; all are back", (4, -4), potential, _BLINKER, (0, 0)),
    ):
        yield (about, arithmetic, tuple(map(Fraction, expected)), charged, charge, level, *actions)
    now, halved = partial(charged, since_start=False), partial(charged, weight=half)
    one, away = (Fraction(1), Fraction(0), Fraction(-1)), (UP, NOTHING, DOWN)
    yield ("walking away, exceptions now", "it began there, until it is back", one, now, potential, _OPEN, *away)
    yield ("λ of 1/2", "1/2, nothing more", (half, Fraction(0), Fraction(0)), halved, potential, _DOT, *three)
    tasks, all_four = (TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_LEFT, TOGGLE_DOWN), ((0, 1), (1, 0), (1, 2), (2, 1))
    yield from (
        ("not counted beside a dot", "where the agent is, and where it began", ((0, 1), (1, 1)), excepted, _DOT, UP),
        ("a red tree, a dead red cell and a red dot", "the dot alone is a goal", ((1, 1), (2, 2)), excepted, red),
        ("beside goals", "blue, and red that is gone", ((0, 1), (1, 1), (1, 2)), excepted, _TASKS, TOGGLE_RIGHT),
        ("turning against what holds", "turns are the agent's", (), where, _DOT, RIGHT),
        ("a crate pushed", "only its new place counts: the agent is on its old one", ((1, 3),), where, _BOX, RIGHT),
        ("four cells changed", "neither blue goal nor red dot counts", ((1, 0), (2, 1)), where, _TASKS, *tasks),
        ("an exit opens", "it deviates; the agent's flag does not", ((0, 0),), where, _DOOR, TOGGLE_RIGHT),
        ("an exit is open from the start", "as in the game's first state", (), where, _OPEN, NOTHING),
    )
    for reading, arithmetic, places in (
        ({"since_start": False}, "the red dot is gone, so its place counts too", ((1, 0), (1, 2), (2, 1))),
        ({"goals": "blue goals"}, "the red dot counts", ((1, 0), (1, 2), (2, 1))),
        ({"goals": "coloured goals"}, "the red dot counts, the green goal does not", ((1, 2), (2, 1))),
        ({"goals": "none"}, "all four count", all_four),
    ):
        yield (f"four cells changed, {reading}", arithmetic, places, partial(where, **reading), _TASKS, *tasks)
    for goals, colour, counted in (
        ("coloured goals", "green", ()),
        ("blue goals", "green", ((1, 3),)),
        ("blue goals", "blue", ()),
    ):
        onto = small_level(((1, 1), PLAYER), ((1, 2), CRATE), goals=(((1, 3), colour),), size=(3, 5))
        about = f"a crate pushed onto a {colour} goal, {goals}"
        yield (about, "whether the goal is excepted", counted, partial(where, goals=goals), onto, RIGHT)
    yield ("an exit opens", "exits excepted", (), partial(where, except_exits=True), _DOOR, TOGGLE_RIGHT)


# --- Telescoping ---

_LEVELS = (_DOT, _BOX, _TASKS, _DOOR, _BLINKER)


def totals(charge: Charge, penalty: StartPenalty, level: Level, number: int) -> Iterator[tuple[RecordedPlay, Weight]]:
    """Yield all plays of this many steps, each with what its steps are charged in all."""
    known: dict[tuple[GameState, GameState], Weight] = {}
    for play in plays(level, number):
        total: Weight = Fraction(0)
        for before, after, _ in play.steps:
            if (before, after) not in known:
                known[before, after] = charge(penalty, level, before, after)
            total += known[before, after]
        yield play, total


def _telescoped(potential: Charge, deviating: Deviating, number: int) -> Iterator[Case]:
    penalty = StartPenalty(weight=LAMBDA)
    for level in _LEVELS:
        numbers: dict[GameState, int] = {}
        for play, total in totals(potential, penalty, level, number):
            if play.end not in numbers:
                numbers[play.end] = len(deviating(penalty, level, play.end))
            expected = LAMBDA * numbers[play.end]
            branch = "deviates at the end" if expected else "nothing deviates at the end"
            yield branch, equal(f"the charges of {play.actions} in all", expected, total)


@part(
    "the events add up to the number of deviating cells",
    domain="3 x 3 cells with a player and nothing else, a green dot or a crate before or behind it: all plays of 1 "
    "step, then of 2, whatever the scope",
)
def _events_telescope(by_event: Charge) -> Iterator[Case]:
    """Yield all plays of tiny levels, the shorter first, with a disagreement where events come to something else."""
    penalty = StartPenalty(weight=1)
    things = (((1, column), thing) for thing, column in product((_GREEN, CRATE), (2, 0)))
    levels = [small_level(((1, 1), PLAYER)), *(small_level(((1, 1), PLAYER), thing) for thing in things)]
    for steps, level in product((1, 2), levels):
        for play, total in totals(by_event, penalty, level, steps):
            where = deviating_locations(penalty, level, play.end)
            about = f"the charges of {play.actions} on {level.board.rows}, at whose end {where} deviate"
            yield f"{steps} step{'s' if steps > 1 else ''}", equal(about, len(where), total)


def _uncovered(potential: Charge, by_event: Charge, number: int) -> Iterator[Case]:
    """Yield each step, with a disagreement where the difference is not events and what was uncovered or covered."""
    penalty = StartPenalty(weight=LAMBDA)
    for level in _LEVELS[:-1]:
        first, steps = start(level).board, (steps[:2] for play in plays(level, number) for steps in play.steps)
        for before, after in dict.fromkeys(steps):
            was, now = (excepted_locations(penalty, level, state) for state in (before, after))
            uncovered = sum(1 for place in was - now if after.board[place] != first[place])
            covered = sum(1 for place in now - was if before.board[place] != first[place])
            events, got = by_event(penalty, level, before, after), potential(penalty, level, before, after)
            about = f"the difference from {before.board.rows} to {after.board.rows}"
            if was == now:
                yield "no exception changes", equal(about, events, got)
            else:
                yield "an exception changes", equal(about, events + LAMBDA * (uncovered - covered), got)
            if uncovered != covered:
                yield "the two differ", unless(got != events, about, f"not {events}", got)


def _alike(charge: Charge, level: Level, number: int) -> Iterator[Case]:
    """Yield each play, with a disagreement if one before it ended alike and was charged otherwise."""
    first: dict[GameState, tuple[Weight, RecordedPlay]] = {}
    for play, total in totals(charge, StartPenalty(weight=1), level, number):
        expected, other = first.setdefault(play.end, (total, play))
        branch = "ends as no play before it" if other is play else "ends as another"
        yield branch, equal(f"the charges of {play.actions}, which ends as {other.actions} does", expected, total)


@part(
    "where something deviates, a step that changes nothing is charged at each step",
    branches=("something deviates, and is charged", "nothing deviates"),
    domain="all states after two steps of four levels, whatever the scope",
)
def _stays(per_step: Charge) -> Iterator[Case]:
    """Yield the steps that change nothing: a difference would be 0."""
    penalty = StartPenalty(weight=1)
    for level in (_DOT, _BOX, _TASKS, _DOOR):
        for state in {play.end: None for play in plays(level, 2)}:
            after = step(level, state, (NOTHING,)).state
            if after.board == state.board:
                got, number = per_step(penalty, level, state, after), len(deviating_locations(penalty, level, state))
                branch = "something deviates, and is charged" if got else "nothing deviates"
                yield branch, equal(f"idling in {state.board.rows}", number, got)


def penalties(
    scope: Scope,
    *,
    potential: Charge = penalty_potential,
    by_event: Charge = penalty_by_event,
    per_change: Charge = penalty_per_change,
    per_step: Charge = penalty_per_step,
    deviating: Deviating = deviating_locations,
) -> Iterator[Part]:
    """Check the readings of the penalty by hand, that one telescopes, and that the three others do not."""
    number = scope.steps(quick=2, full=3)
    yield check_examples(_by_hand(potential, by_event, per_change, per_step, deviating))
    yield _events_telescope(by_event).meant_to_fail(
        "the charges of ((6,), (2,)) on …, at whose end () deviate: expected 0, got Fraction(1, 1)"
    )
    yield decide_cases(
        "the difference is the events, and what comes out from under an exception less what comes under one",
        _uncovered(potential, by_event, number),
        branches=("no exception changes", "an exception changes", "the two differ"),
        domain=f"all steps of all plays of {number} steps in four levels",
    )
    yield decide_cases(
        "the differences add up to the number of deviating cells",
        _telescoped(potential, deviating, number),
        branches=("deviates at the end", "nothing deviates at the end"),
        domain=f"all plays of {number} steps in five levels",
    )
    changes = "for their changes"
    for beside, words, charge, level, steps, foreseen in (
        (" beside a dot", changes, per_change, _DOT, "two", None),
        (" beside a dot", changes, per_change, _DOT, "three", ("(6,), (6,), (6,)", "(0,), (0,), (6,)", 1, 3)),
        (" beside a crate", changes, per_change, _CRATE, "two", ("(4,), (2,)", "(0,), (6,)", 2, 1)),
        ("", "at each step", per_step, _DOT, "two", ("(5,), (0,)", "(0,), (5,)", 1, 2)),
    ):
        number, thing = ("two", "three").index(steps) + 2, "crate" if level is _CRATE else "green dot"
        alike = decide_cases(
            f"{steps} steps{beside} that end alike are charged alike {words}",
            _alike(charge, level, number),
            branches=() if foreseen else ("ends as no play before it", "ends as another"),
            domain=f"all plays of {number} steps on three by three cells with one {thing}, whatever the scope",
        )
        if foreseen:
            play, other, right, wrong = foreseen
            values = f"expected Fraction({right}, 1), got Fraction({wrong}, 1)"
            alike = alike.meant_to_fail(f"the charges of ({play}), which ends as ({other}) does: {values}")
        yield alike
    yield _stays(per_step)


# --- Mutants ---


def _all_deviating(penalty: StartPenalty, level: Level, state: GameState) -> tuple[Location, ...]:
    first = start(level).board
    return tuple(place for place in first.locations() if state.board[place] != first[place])


def _with_agents(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    return penalty.weight * (len(_all_deviating(penalty, level, after)) - len(_all_deviating(penalty, level, before)))


def _deviating_goals_too(penalty: StartPenalty, level: Level, state: GameState) -> tuple[Location, ...]:
    return deviating_locations(StartPenalty(weight=penalty.weight, goals="none"), level, state)


def _deviating_from_the_level(penalty: StartPenalty, level: Level, state: GameState) -> tuple[Location, ...]:
    """Compare with the level, where all exits are as they were made."""
    excepted = excepted_locations(penalty, level, state)
    changed = (place for place in level.board.locations() if state.board[place] != level.board[place])
    return tuple(place for place in changed if place not in excepted)


def _since_the_step_before(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    changed = (place for place in after.board.locations() if after.board[place] != before.board[place])
    return penalty.weight * sum(1 for place in changed if not (after.board[place] | before.board[place]) & AGENT)


def _never_credited(penalty: StartPenalty, level: Level, before: GameState, after: GameState) -> Weight:
    return max(0, penalty_potential(penalty, level, before, after))


# --- Penalising goals, footnote 13 ---

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


_CALM = cell_of("frozen", "preserving", "inhibiting")
_ME = ((1, 1), PLAYER)
_WALLS = tuple(((row, column), WALL) for row in (0, 2) for column in (0, 2))

_BLUE = small_level(_ME, goals=(_at(1, 2, "blue"),))
_FULL = small_level(_ME, ((1, 2), coloured(LIFE, "green")), *_WALLS, goals=(_at(1, 2, "blue"),))
_RED_DOT = small_level(_ME, ((1, 2), _RED))
_EXIT = small_level(_ME, ((0, 1), LEVEL_EXIT), goals=(_at(1, 2, "blue"),))
_GOAL_BEHIND = small_level(_ME, ((1, 2), CRATE), goals=(_at(1, 0, "blue"),))
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


def _goals_by_hand(charge: Charge, rescaled: Rescaled) -> Iterator[Example]:
    one, half, fill = Fraction(1), Fraction(1, 2), TOGGLE_RIGHT
    paid, blue = partial(_paid, charge), (_BLUE, fill, TOGGLE_DOWN)

    def smaller(weight: Weight, worth: Weight) -> tuple[Weight, ...]:
        factor, other = rescaled(weight, worth)
        return tuple(factor * each for each in paid(_excepted(other), *blue))

    yield from (
        ("a blue goal filled and a dot made", "λ = 1: 3 - 1, and -1", (2 * one, -one), paid, _included(one), *blue),
        ("goals of 3, λ of 1", "2/3 of rewards that are penalised by 3/2", (2 * one / 3, 3 * half), rescaled, 1, 3),
        ("the same, goals excepted, at λ of 3/2", "2/3 of 3, and 2/3 of -3/2", (2 * one, -one), smaller, 1, 3),
        (
            "a red dot removed, goals penalised by 1/2",
            "1 - 1/2",
            (half,),
            paid,
            _included(half),
            _RED_DOT,
            fill,
        ),
        ("leaving, goals penalised by 1", "1, and not 2/3 of it", (one,), paid, _included(1), _EXIT, UP),
        ("a green goal made grey, λ = 1", "-3 - 1, and 3", (-4 * one, 3 * one), paid, _included(1), _FULL, fill, fill),
    )


# --- Steps, rescaled ---


def _identity(charge: Charge, rescaled: Rescaled, number: int) -> Iterator[Case]:
    for worth, level in ((3, _BLUE), (3, _FULL), (1, _RED_DOT), (3, _EXIT), (3, _GOAL_BEHIND)):
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
    yield check_examples(_goals_by_hand(charge, rescaled))
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
        ("λ equal to the worth", _RED_DOT, 1, 1, charge, ((0,),), False),
        ("the exit's point", _EXIT, 1, Fraction(5, 2), charge, ((1,),), False),
        ("a goal that was full", _FULL, 2, half, charge, ((6,), (6,)), True),
        ("the agent hides what it removed", _RED_DOT, 2, half, charge, ((0,), (6,)), True),
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
        id="W19-penalty",
        kind="lemma",
        title="the starting-state penalty in four readings",
        claim="An agent that is charged λ for each cell that a step changes from its starting value, and credited λ "
        "for each cell that it resets, is charged λ times the number of deviating cells at the end in all. If it is "
        "charged for each change, or at each step, the total does not depend on the end of the play alone.",
        source=f"{WAINWRIGHT_2019}, Section 5 and footnote 12",
        check=penalties,
        mutants={
            "each change for the difference": {"potential": penalty_per_change},
            "each step for the difference": {"potential": penalty_per_step},
            "the difference for each change": {"per_change": penalty_potential},
            "the difference for each step": {"per_step": penalty_potential},
            "the difference for the events": {"by_event": penalty_potential},
            "each change for the events": {"by_event": penalty_per_change},
            "never credited": {"potential": _never_credited},
            "against the step before": {"potential": _since_the_step_before},
            "the agent's cell counts": {"potential": _with_agents},
            "the agent's cell deviates": {"deviating": _all_deviating},
            "goals deviate": {"deviating": _deviating_goals_too},
            "exits as the level has them": {"deviating": _deviating_from_the_level},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all plays of 1 step, then of 2, on 3 x 3 cells with a player and at most one thing else, "
        "for a smallest one whose events do not add up; all plays of 2 steps in five levels (in full, longer ones); "
        "all of 2 and 3 steps beside a dot, and of 2 beside a crate, for what does not add up",
        defects="The body says that λ is charged for every cell that deviates, footnote 12 that it is charged when a "
        "cell changes from its starting value, and credited when it is reset. Taken event by event, the footnote does "
        "not charge what the body says: the agent's own cell is excepted, and a cell may change, or be changed back, "
        "while the agent comes or goes. The paper leaves open whether a cell that contained the agent or a goal at "
        "the start is excepted, which colours of goals are meant, and whether an exit that opens deviates. The "
        "published code instead removes the agent's flags from all cells, so it charges for turns and for the cell "
        "that the agent stands on; and by default it excepts no goals.",
        repair="Charged λ times the number of deviating cells after a step less that before it, an agent is charged λ "
        "times the number of deviating cells at the end. A step's difference is that of its events, and λ for each "
        "deviating cell that is no longer excepted, less λ for each that now is: the two are the same where no "
        "exception changes.",
        witness="3 x 3, a player that has a green dot before it removes the dot and steps on its place: events come to "
        "λ, and nothing deviates. Beside a green dot, removing it costs λ by each reading; removing it, making another "
        "and removing that costs 3λ for its changes; removing it at once and idling costs 2λ at each step",
    ),
    Statement(
        id="W19-penalty-goals",
        kind="claim",
        title="penalising goals as a rescaling",
        claim="Penalising the agent's goals, too, only rescales rewards or penalty, so optimal behaviour stays "
        "optimal.",
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
        defects="The claim needs that each step pays one worth w for each of the goals' cells that comes to deviate, "
        "and nothing else, and that λ is below w. It fails for λ of w or more (red dots are worth 1, and Table 1 goes "
        "to λ = 2); for goals of two worths; with the exit's point; for goals that are full at the start; where the "
        "agent stands on what it removed; and where the penalty is charged at each step.",
        repair="Where every step pays w for each of the goals' cells that comes to deviate, and only there, the reward "
        "penalised by λ < w with goals is (w - λ)/w times the reward penalised by λ w/(w - λ) without: step by step, "
        "so with any discount.",
        witness="a blue goal ahead and λ = 4: with goals excepted filling it is best at any λ, with goals penalised it "
        "is best to leave it; an exit above and a blue goal ahead, λ = 5/2: leaving becomes better than filling",
    ),
)
