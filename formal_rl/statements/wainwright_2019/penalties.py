"""Checks of the starting-state penalty: who is charged for what, and which readings are differences of a number."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.checking import Disagreement, Example, Part, Scope, check_examples, decide_cases, part
from formal_rl.safelife.board import (
    AGENT,
    CRATE,
    LIFE,
    Location,
)
from formal_rl.safelife.board.cells import LEVEL_EXIT, PLAYER, TREE, coloured
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


def charged(charge: Charge, penalty: StartPenalty, level: Level, *actions: int) -> tuple[Weight, ...]:
    """Return what each step of a play is charged."""
    before, charges = start(level), []
    for action in actions:
        after = step(level, before, (action,)).state
        charges.append(Fraction(charge(penalty, level, before, after)))
        before = after
    return tuple(charges)


def _by_hand(
    potential: Charge, by_event: Charge, per_change: Charge, per_step: Charge, deviating: Deviating
) -> Iterator[Example]:
    one, half = StartPenalty(weight=1), StartPenalty(weight=LAMBDA)
    three = (TOGGLE_RIGHT, TOGGLE_RIGHT, NOTHING)

    def numbers(charge: Charge, level: Level, *actions: int, **reading: Any) -> tuple[Weight, ...]:
        return charged(charge, StartPenalty(weight=1, **reading), level, *actions)

    def where(level: Level, *actions: int, **reading: Any) -> tuple[Location, ...]:
        state = start(level)
        for action in actions:
            state = step(level, state, (action,)).state
        return deviating(StartPenalty(weight=1, **reading), level, state)

    yield ("a green dot removed, a grey one made, idling: the difference", "1/2, nothing more, nothing",
                  (LAMBDA, Fraction(0), Fraction(0)), lambda: charged(potential, half, _DOT, *three))  # fmt: skip
    yield ("the same, for each change", "1/2 and 1/2, for green to none to grey",
                  (LAMBDA, LAMBDA, Fraction(0)), lambda: charged(per_change, half, _DOT, *three))  # fmt: skip
    yield ("the same, at each step", "1/2 as long as it is so",
                  (LAMBDA,) * 3, lambda: charged(per_step, half, _DOT, *three))  # fmt: skip
    yield ("the same, by event", "1/2, for green to none; none to grey is no change from green",
                  (LAMBDA, Fraction(0), Fraction(0)), lambda: charged(by_event, half, _DOT, *three))  # fmt: skip
    above = (TOGGLE_UP, TOGGLE_UP, NOTHING)
    yield ("a dot made and removed, by event", "1, credited again", (1, -1, 0),
                  lambda: charged(by_event, one, _DOT, *above))  # fmt: skip
    yield ("a dot made and removed: the difference", "1, credited again", (1, -1, 0),
                  lambda: charged(potential, one, _DOT, *above))  # fmt: skip
    yield ("the same, for each change", "1, credited again", (1, -1, 0),
                  lambda: charged(per_change, one, _DOT, *above))  # fmt: skip
    yield ("the same, at each step", "1, and no more", (1, 0, 0),
                  lambda: charged(per_step, one, _DOT, *above))  # fmt: skip
    yield ("walking to and fro", "the agent's cell never counts, nor where it began", (0, 0, 0),
                  lambda: numbers(potential, _DOT, UP, LEFT, RIGHT))  # fmt: skip
    yield ("the same, for each change", "nor what it walks off", (0, 0, 0),
                  lambda: numbers(per_change, _DOT, UP, LEFT, RIGHT))  # fmt: skip
    yield ("walking away, exceptions now", "the place where it began deviates until it is back", (1, 0, -1),
                  lambda: numbers(potential, _OPEN, UP, NOTHING, DOWN, since_start=False))  # fmt: skip
    yield ("turning against what holds", "turns are the agent's", (), lambda: where(_DOT, RIGHT))
    yield ("standing where a green dot was", "not counted while the agent is on it", (1, -1, 1),
                  lambda: numbers(potential, _DOT, TOGGLE_RIGHT, RIGHT, LEFT))  # fmt: skip
    yield ("standing where a green dot was, by event", "no cell is reset by that, and none changed by leaving",
                  (1, 0, 0), lambda: numbers(by_event, _DOT, TOGGLE_RIGHT, RIGHT, LEFT))  # fmt: skip
    yield ("walking to and fro, by event", "what it walks off is excepted before the step", (0, 0, 0),
                  lambda: numbers(by_event, _DOT, UP, LEFT, RIGHT))  # fmt: skip
    yield ("a crate pushed, and left, by event", "its new place; its old one changed under the agent: never",
                  (1, 0), lambda: numbers(by_event, _BOX, RIGHT, UP))  # fmt: skip
    yield ("the same, the difference", "its old place deviates as soon as the agent is off", (1, 1),
                  lambda: numbers(potential, _BOX, RIGHT, UP))  # fmt: skip
    yield ("where deviations are not counted beside a dot", "where the agent is, and where it began",
                  ((0, 1), (1, 1)),
                  lambda: tuple(sorted(excepted_locations(
                      one, _DOT, step(_DOT, start(_DOT), (UP,)).state))))  # fmt: skip
    red = small_level(((1, 1), PLAYER), ((0, 0), coloured(TREE, "red")), ((0, 2), coloured(0, "red")), ((2, 2), _RED))
    yield ("a red tree, a dead red cell and a red dot", "the dot alone is a goal", ((1, 1), (2, 2)),
                  lambda: tuple(sorted(excepted_locations(one, red, start(red)))))  # fmt: skip
    yield ("where they are not, with goals", "a blue goal and a red dot as well, though it is gone",
                  ((0, 1), (1, 1), (1, 2)),
                  lambda: tuple(sorted(excepted_locations(
                      one, _TASKS, step(_TASKS, start(_TASKS), (TOGGLE_RIGHT,)).state))))  # fmt: skip
    yield ("a crate pushed", "only its new place counts: the agent is on its old one", ((1, 3),),
                  lambda: where(_BOX, RIGHT))  # fmt: skip
    yield ("a crate pushed and pulled back", "all is as it was, but for the agent's turn", (1, -1),
                  lambda: numbers(potential, _BOX, RIGHT, LEFT))  # fmt: skip
    tasks = (TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_LEFT, TOGGLE_DOWN)
    yield ("a blue goal filled, a red dot removed, a green goal filled, a dot made", "the last two count",
                  ((1, 0), (2, 1)), lambda: where(_TASKS, *tasks))  # fmt: skip
    yield ("the same, exceptions now", "the red dot is gone, so its place counts too",
                  ((1, 0), (1, 2), (2, 1)), lambda: where(_TASKS, *tasks, since_start=False))  # fmt: skip
    yield ("the same, blue goals excepted", "the red dot counts", ((1, 0), (1, 2), (2, 1)),
                  lambda: where(_TASKS, *tasks, goals="blue goals"))  # fmt: skip
    yield ("the same, coloured goals excepted", "the red dot counts, the green goal does not",
                  ((1, 2), (2, 1)), lambda: where(_TASKS, *tasks, goals="coloured goals"))  # fmt: skip
    yield ("the same, no goals excepted", "all four count", ((0, 1), (1, 0), (1, 2), (2, 1)),
                  lambda: where(_TASKS, *tasks, goals="none"))  # fmt: skip
    yield ("an exit opens", "by the letter it deviates; the agent's flag does not", ((0, 0),),
                  lambda: where(_DOOR, TOGGLE_RIGHT))  # fmt: skip
    yield ("an exit opens, exits excepted", "nothing deviates", (),
                  lambda: where(_DOOR, TOGGLE_RIGHT, except_exits=True))  # fmt: skip
    yield ("an exit is open from the start", "the start is the game's first state, where it is open", (),
                  lambda: where(_OPEN, NOTHING))  # fmt: skip
    yield ("a blinker turns twice, by itself", "two dots go and two come; all are back", (4, -4),
                  lambda: numbers(potential, _BLINKER, NOTHING, NOTHING))  # fmt: skip


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


def _telescoped(potential: Charge, deviating: Deviating, number: int) -> Iterator[tuple[str, Disagreement | None]]:
    penalty = StartPenalty(weight=LAMBDA)
    for level in _LEVELS:
        numbers: dict[GameState, int] = {}
        for play, total in totals(potential, penalty, level, number):
            if play.end not in numbers:
                numbers[play.end] = len(deviating(penalty, level, play.end))
            expected = LAMBDA * numbers[play.end]
            branch = "deviates at the end" if expected else "nothing deviates at the end"
            wrong = Disagreement(f"the charges of {play.actions} in all", expected, total)
            yield branch, None if total == expected else wrong


def _tiny_levels() -> Iterator[Level]:
    """Yield the levels of three by three cells with a player and at most one thing else, beside it or not."""
    yield small_level(((1, 1), PLAYER))
    for thing, column in product((_GREEN, CRATE), (2, 0)):
        yield small_level(((1, 1), PLAYER), ((1, column), thing))


@part(
    "the events add up to the number of deviating cells",
    domain="3 x 3 cells with a player and nothing else, a green dot or a crate before or behind it: all plays of 1 "
    "step, then of 2, whatever the scope",
)
def _events_telescope(by_event: Charge, number: int) -> Iterator[tuple[str, Disagreement | None]]:
    """Yield all plays of tiny levels, the shorter first, with a disagreement where events come to something else."""
    penalty = StartPenalty(weight=1)
    for steps in range(1, number + 1):
        for level in _tiny_levels():
            for play, total in totals(by_event, penalty, level, steps):
                where = deviating_locations(penalty, level, play.end)
                about = f"the charges of {play.actions} on {level.board.rows}, at whose end {where} deviate"
                wrong = None if total == len(where) else Disagreement(about, len(where), total)
                yield f"{steps} step{'s' if steps > 1 else ''}", wrong


def _uncovered(potential: Charge, by_event: Charge, number: int) -> Iterator[tuple[str, Disagreement | None]]:
    """Yield each step, with a disagreement where the difference is not events and what was uncovered or covered."""
    penalty = StartPenalty(weight=LAMBDA)
    for level in _LEVELS[:-1]:
        first, known = start(level).board, set[tuple[GameState, GameState]]()
        for play in plays(level, number):
            for before, after, _ in play.steps:
                if (before, after) in known:
                    continue
                known.add((before, after))
                was, now = (excepted_locations(penalty, level, state) for state in (before, after))
                uncovered = sum(1 for place in was - now if after.board[place] != first[place])
                covered = sum(1 for place in now - was if before.board[place] != first[place])
                events, got = by_event(penalty, level, before, after), potential(penalty, level, before, after)
                expected = events + LAMBDA * (uncovered - covered)
                branch = "no exception changes" if was == now else "an exception changes"
                if was == now and got != events:
                    yield branch, Disagreement(f"the difference from {before.board.rows}", events, got)
                about = f"the difference from {before.board.rows} to {after.board.rows}"
                yield branch, None if got == expected else Disagreement(about, expected, got)
                if uncovered != covered:
                    yield "the two differ", None if got != events else Disagreement(about, f"not {events}", got)


def _alike(charge: Charge, level: Level, number: int) -> Iterator[tuple[str, Disagreement | None]]:
    """Yield each play, with a disagreement if one before it ended alike and was charged otherwise."""
    first: dict[GameState, tuple[Weight, RecordedPlay]] = {}
    for play, total in totals(charge, StartPenalty(weight=1), level, number):
        expected, other = first.setdefault(play.end, (total, play))
        branch = "ends as no play before it" if other is play else "ends as another"
        about = f"the charges of {play.actions}, which ends as {other.actions} does"
        yield branch, None if total == expected else Disagreement(about, expected, total)


@part(
    "where something deviates, a step that changes nothing is charged at each step",
    branches=("something deviates, and is charged", "nothing deviates"),
    domain="all states after two steps of four levels, whatever the scope",
)
def _stays(per_step: Charge) -> Iterator[tuple[str, Disagreement | None]]:
    """Yield the steps that change nothing: a difference would be 0."""
    penalty = StartPenalty(weight=1)
    for level in (_DOT, _BOX, _TASKS, _DOOR):
        for state in {play.end: None for play in plays(level, 2)}:
            after = step(level, state, (NOTHING,)).state
            if after.board != state.board:
                continue
            got, number = per_step(penalty, level, state, after), len(deviating_locations(penalty, level, state))
            wrong = None if got == number else Disagreement(f"idling in {state.board.rows}", number, got)
            yield "something deviates, and is charged" if got else "nothing deviates", wrong


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
    yield _events_telescope(by_event, 2).meant_to_fail(
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
    yield decide_cases(
        "two steps beside a dot that end alike are charged alike for their changes",
        _alike(per_change, _DOT, 2),
        branches=("ends as no play before it", "ends as another"),
        domain="all plays of 2 steps on three by three cells with one green dot, whatever the scope",
    )
    yield decide_cases(
        "three steps beside a dot that end alike are charged alike for their changes",
        _alike(per_change, _DOT, 3),
        domain="all plays of 3 steps on three by three cells with one green dot, whatever the scope",
    ).meant_to_fail(
        "the charges of ((6,), (6,), (6,)), which ends as ((0,), (0,), (6,)) does: expected Fr"
        "action(1, 1), got Fraction(3, 1)"
    )
    yield decide_cases(
        "two steps beside a crate that end alike are charged alike for their changes",
        _alike(per_change, _CRATE, 2),
        domain="all plays of 2 steps on three by three cells with one crate, whatever the scope",
    ).meant_to_fail(
        "the charges of ((4,), (2,)), which ends as ((0,), (6,)) does: expected Fraction(2, 1), got Fraction(1, 1)"
    )
    yield decide_cases(
        "two steps that end alike are charged alike at each step",
        _alike(per_step, _DOT, 2),
        domain="all plays of 2 steps on three by three cells with one green dot, whatever the scope",
    ).meant_to_fail(
        "the charges of ((5,), (0,)), which ends as ((0,), (5,)) does: expected Fraction(1, 1), got Fraction(2, 1)"
    )
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


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-penalty",
        kind="lemma",
        title="the starting-state penalty in four readings",
        claim="Charged λ for each cell that a step changes from its starting value, and credited λ for each that it "
        "resets, an agent is charged λ times the number of deviating cells at the end. Charged for each change, or at "
        "each step, it is not charged by how a play ends.",
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
        "while the agent comes or goes. Open are whether a cell that contained the agent "
        "or a goal at the start is excepted, which colours of goals are meant, and whether an exit that opens "
        "deviates. The published code takes the agent's flags off all cells instead, so it charges for turns and for "
        "what the agent stands on; and by default it excepts no goals.",
        repair="Charged λ times the number of deviating cells after a step less that before it, an agent is charged λ "
        "times the number of deviating cells at the end. A step's difference is that of its events, and λ for each "
        "deviating cell that is no longer excepted, less λ for each that now is: the two are the same where no "
        "exception changes.",
        witness="3 x 3, a player that has a green dot before it removes the dot and steps on its place: events come to "
        "λ, and nothing deviates. Beside a green dot, removing it costs λ by each reading; removing it, making another "
        "and removing that costs 3λ for its changes; removing it at once and idling costs 2λ at each step",
    ),
)
