"""The starting-state penalty, in four readings: who is charged for what; and of penalising goals too."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

from formal_rl.checking import Rows, Scope, among, by_hand, every, kinds
from formal_rl.safelife.board import CRATE, LIFE, WALL
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
from formal_rl.statements.entries import Evidence, claim, lemma, mutants, statements_in
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
from formal_rl.statements.wainwright_2019.plays import RecordedPlay, plays, run_of, small_level

HALF = Fraction(1, 2)
GREEN, RED, ME = coloured(LIFE, "green"), coloured(LIFE, "red"), ((1, 1), PLAYER)
DOT, CRATE_AHEAD = small_level(ME, ((1, 2), GREEN)), small_level(ME, ((1, 2), CRATE))
BOX = small_level(ME, ((1, 2), CRATE), size=(3, 5))
TASKS = small_level(ME, ((1, 2), RED), goals=(((0, 1), "blue"), ((1, 0), "green")), min_performance=-1)
DOOR = small_level(ME, ((0, 0), LEVEL_EXIT), goals=(((1, 2), "blue"),), min_performance=1)
OPEN = small_level(ME, ((0, 0), LEVEL_EXIT))
BLINKER = small_level(((2, 0), PLAYER), *(((2, column), GREEN) for column in (3, 4, 5)), size=(5, 8))


def charges_by_hand() -> Rows:
    """Yield what each reading charges at each step."""
    potential, by_event, per_change, per_step = (
        penalty_potential,
        penalty_by_event,
        penalty_per_change,
        penalty_per_step,
    )
    three, above, fro = (TOGGLE_RIGHT, TOGGLE_RIGHT, NOTHING), (TOGGLE_UP, TOGGLE_UP, NOTHING), (UP, LEFT, RIGHT)
    on, pushed, away = (TOGGLE_RIGHT, RIGHT, LEFT), (RIGHT, UP), (UP, NOTHING, DOWN)
    for why, expected, charge, level, actions, reading in (
        ("a green dot removed, a grey one made, idling: 1, nothing, nothing", (1, 0, 0), potential, DOT, three, {}),
        ("for each change: green to none to grey", (1, 1, 0), per_change, DOT, three, {}),
        ("at each step: as long as it is so", (1, 1, 1), per_step, DOT, three, {}),
        ("by event: none to grey is no change from green", (1, 0, 0), by_event, DOT, three, {}),
        ("a dot made and removed: 1, credited again", (1, -1, 0), potential, DOT, above, {}),
        ("by event, credited again", (1, -1, 0), by_event, DOT, above, {}),
        ("for each change, credited again", (1, -1, 0), per_change, DOT, above, {}),
        ("at each step: 1, and no more", (1, 0, 0), per_step, DOT, above, {}),
        ("the agent's cell never counts, nor where it began", (0, 0, 0), potential, DOT, fro, {}),
        ("for each change: nor what it walks off", (0, 0, 0), per_change, DOT, fro, {}),
        ("by event: what it walks off is excepted before the step", (0, 0, 0), by_event, DOT, fro, {}),
        ("standing where a dot was: not counted meanwhile", (1, -1, 1), potential, DOT, on, {}),
        ("by event: no cell is reset by that", (1, 0, 0), by_event, DOT, on, {}),
        ("a crate pushed, by event: its old place changed under the agent", (1, 0), by_event, BOX, pushed, {}),
        ("its old place deviates as soon as the agent is off", (1, 1), potential, BOX, pushed, {}),
        ("pushed and pulled back, but for the agent's turn", (1, -1), potential, BOX, (RIGHT, LEFT), {}),
        ("a blinker: two dots go and two come; all are back", (4, -4), potential, BLINKER, (0, 0), {}),
        ("exceptions now: it began there, until it is back", (1, 0, -1), potential, OPEN, away, {"since_start": False}),
        ("λ of 1/2: 1/2, nothing more", (HALF, 0, 0), potential, DOT, three, {"weight": HALF}),
    ):
        penalty = StartPenalty(**{"weight": 1, **reading})  # type: ignore[arg-type]
        yield why, expected, tuple(charge(penalty, level, *each) for each in pairwise(run_of(level, *actions)))


def places_by_hand() -> Rows:
    """Yield where cells are excepted, and where they deviate."""
    cells = ((0, 0), coloured(TREE, "red")), ((0, 2), coloured(0, "red")), ((2, 2), RED)
    for why, excepted, level, *actions in (
        ("where the agent is, and where it began", [(0, 1), (1, 1)], DOT, UP),
        ("of a red tree, a dead red cell and a red dot the dot alone", [(1, 1), (2, 2)], small_level(ME, *cells)),
        ("blue, and red that is gone", [(0, 1), (1, 1), (1, 2)], TASKS, TOGGLE_RIGHT),
    ):
        yield why, excepted, sorted(excepted_locations(StartPenalty(weight=1), level, run_of(level, *actions)[-1]))
    four = (TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_LEFT, TOGGLE_DOWN)
    green, blue = (
        small_level(ME, ((1, 2), CRATE), goals=(((1, 3), colour),), size=(3, 5)) for colour in ("green", "blue")
    )
    for why, where, level, done, reading in (
        ("turns are the agent's", (), DOT, (RIGHT,), {}),
        ("a crate's new place; the agent is on its old one", ((1, 3),), BOX, (RIGHT,), {}),
        ("neither blue goal nor red dot counts", ((1, 0), (2, 1)), TASKS, four, {}),
        ("an exit opens; the agent's flag does not count", ((0, 0),), DOOR, (TOGGLE_RIGHT,), {}),
        ("open from the start, as in the game's first state", (), OPEN, (NOTHING,), {}),
        ("the red dot is gone, so its place counts too", ((1, 0), (1, 2), (2, 1)), TASKS, four, {"since_start": False}),
        ("the red dot counts", ((1, 0), (1, 2), (2, 1)), TASKS, four, {"goals": "blue goals"}),
        ("the red dot counts, the green goal does not", ((1, 2), (2, 1)), TASKS, four, {"goals": "coloured goals"}),
        ("all four count", ((0, 1), (1, 0), (1, 2), (2, 1)), TASKS, four, {"goals": "none"}),
        ("a crate on a green goal", (), green, (RIGHT,), {"goals": "coloured goals"}),
        ("a green goal is not excepted", ((1, 3),), green, (RIGHT,), {"goals": "blue goals"}),
        ("a crate on a blue goal", (), blue, (RIGHT,), {"goals": "blue goals"}),
        ("an exit opens, and exits are excepted", (), DOOR, (TOGGLE_RIGHT,), {"except_exits": True}),
    ):
        penalty = StartPenalty(**{"weight": 1, **reading})  # type: ignore[arg-type]
        yield why, where, deviating_locations(penalty, level, run_of(level, *done)[-1])


# --- Telescoping ---


def totals(charge: Any, penalty: StartPenalty, level: Level, number: int) -> Iterator[tuple[RecordedPlay, Weight]]:
    """Yield all plays of this many steps, each with what its steps are charged in all."""
    known: dict[tuple[GameState, GameState], Weight] = {}
    for play in plays(level, number):
        total: Weight = Fraction(0)
        for before, after, _ in play.steps:
            if (before, after) not in known:
                known[before, after] = charge(penalty, level, before, after)
            total += known[before, after]
        yield play, total


def telescoped(levels: Sequence[Level], number: int, charge: Any, penalty: StartPenalty) -> Iterator[Any]:
    """Yield plays, each with what is charged for the cells that deviate at its end, and for its steps in all."""
    for level in levels:
        numbers: dict[GameState, int] = {}
        for play, total in totals(charge, penalty, level, number):
            if play.end not in numbers:
                numbers[play.end] = len(deviating_locations(penalty, level, play.end))
            yield play.actions, penalty.weight * numbers[play.end], total


def tiny(scope: Scope) -> Iterator[Any]:
    """Yield all plays of 1 step, then of 2, on 3 x 3 cells with a player and at most one thing else."""
    things = (((1, column), thing) for thing, column in product((GREEN, CRATE), (2, 0)))
    levels = [small_level(ME), *(small_level(ME, thing) for thing in things)]
    for steps, level in product((1, 2), levels):
        yield from telescoped([level], steps, penalty_by_event, StartPenalty(weight=1))


def uncovered(scope: Scope) -> Iterator[Any]:
    """Yield the difference of steps, by their events and what is uncovered or covered, and as it is charged."""
    penalty = StartPenalty(weight=HALF)
    for level in (DOT, BOX, TASKS, DOOR):
        number, first = scope.steps(quick=2, full=3), start(level).board
        steps = (steps[:2] for play in plays(level, number) for steps in play.steps)
        for before, after in dict.fromkeys(steps):
            was, now = (excepted_locations(penalty, level, state) for state in (before, after))
            more = sum(1 for place in was - now if after.board[place] != first[place])
            less = sum(1 for place in now - was if before.board[place] != first[place])
            events = penalty_by_event(penalty, level, before, after)
            kind = "no exception changes" if was == now else "an exception changes"
            kind = "the two differ" if more != less else kind
            got = penalty_potential(penalty, level, before, after)
            yield before.board, after.board, kind, events + HALF * (more - less), got


def ending_alike(charge: Any, level: Level, number: int) -> Iterator[Any]:
    """Yield plays, each with the first that ends as it does, and what both are charged."""
    first: dict[GameState, tuple[Weight, RecordedPlay]] = {}
    for play, total in totals(charge, StartPenalty(weight=1), level, number):
        expected, other = first.setdefault(play.end, (total, play))
        yield play.actions, other.actions, expected, total


def idling(scope: Scope) -> Iterator[Any]:
    """Yield the states after two steps that idling does not change, with how many cells deviate and what is charged."""
    penalty = StartPenalty(weight=1)
    for level in (DOT, BOX, TASKS, DOOR):
        for state in {play.end: None for play in plays(level, 2)}:
            after = step(level, state, (NOTHING,)).state
            if after.board == state.board:
                number = len(deviating_locations(penalty, level, state))
                yield state.board, number, penalty_per_step(penalty, level, state, after)


def last_two(*values: Any) -> tuple[Any, Any]:
    """Return what should be and what is, where a domain gives both at its end."""
    return values[-2], values[-1]


@lemma(
    "W19-penalty",
    "the starting-state penalty in four readings",
    "Section 5 and footnote 12",
    "holds (repaired)",
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
)
def penalties() -> Evidence:
    """An agent that is charged λ for each cell that a step changes from its starting value, and credited λ for each
    cell that it resets, is charged λ times the number of deviating cells at the end in all. If it is charged for each
    change, or at each step, the total does not depend on the end of the play alone.
    """

    def of_five(scope: Scope) -> Iterator[Any]:
        levels, number = (DOT, BOX, TASKS, DOOR, BLINKER), scope.steps(quick=2, full=3)
        return telescoped(levels, number, penalty_potential, StartPenalty(weight=HALF))

    def alike(said: str, charge: Any, level: Level, number: int) -> Any:
        domain = among(f"all plays of {said}", lambda scope: ending_alike(charge, level, number), many=True)
        return every(f"plays that end alike are charged alike, {said}", last_two, domain)

    yield by_hand(charges_by_hand)
    yield by_hand(places_by_hand, "what is excepted, and what deviates")
    said = "all plays of 1 step, then of 2, on 3 x 3 cells with a player and at most one thing else"
    events = every("the events add up to λ for each cell that deviates", last_two, among(said, tiny, many=True))
    yield events.fails("…, ((6), (2)), 0, 1: expected 0, got Fraction(1, 1)")
    steps = among("all steps of all plays of 2 steps in four levels, in full 3", uncovered, many=True)
    changes = kinds(lambda *of: of[2], "no exception changes", "an exception changes", "the two differ")
    yield every(
        "the difference is the events, and what is uncovered less what is covered", last_two, steps, kinds=changes
    )
    five = among("all plays of 2 steps in five levels, in full 3", of_five, many=True)
    ends = kinds(
        lambda actions, due, charged: "deviates" if due else "nothing deviates", "deviates", "nothing deviates"
    )
    yield every("the differences add up to the number of deviating cells", last_two, five, kinds=ends)
    yield alike("two steps beside a dot, for changes", penalty_per_change, DOT, 2)
    three = alike("three steps beside a dot, for changes", penalty_per_change, DOT, 3)
    yield three.fails("…, ((6), (6), (6)), ((0), (0), (6)), 1, 3: expected Fraction(1, 1), got Fraction(3, 1)")
    crate = alike("two steps beside a crate, for changes", penalty_per_change, CRATE_AHEAD, 2)
    yield crate.fails("…, ((4), (2)), ((0), (6)), 2, 1: expected Fraction(2, 1), got Fraction(1, 1)")
    at_each = alike("two steps beside a dot, at each step", penalty_per_step, DOT, 2)
    yield at_each.fails("…, ((5), (0)), ((0), (5)), 1, 2: expected Fraction(1, 1), got Fraction(2, 1)")
    states = among("all states after two steps of four levels in which idling changes nothing", idling, many=True)
    yield every("at each step what deviates is charged, though nothing changes", last_two, states)
    yield mutants("""
        safelife.game.penalty:penalty_potential
            each change for the difference: first = start(level) → return penalty_per_change(penalty, level, before,
                after)
            each step for the difference: first = start(level) → return penalty_per_step(penalty, level, before, after)
            never credited: * (len → * max(0, len
            against the step before: first = start(level) → changed = [at for at in after.board.locations() if
                after.board[at] != before.board[at]]⏎    return penalty.weight * sum(1 for at in changed if not
                (after.board[at] | before.board[at]) & AGENT)
            the agent's cell counts: first = start(level) → first = start(level)⏎    return penalty.weight *
                sum((after.board[at] != first.board[at]) - (before.board[at] != first.board[at]) for at in
                first.board.locations())
        safelife.game.penalty:penalty_per_change
            the difference for each change: first = start(level) → return penalty_potential(penalty, level, before,
                after)
        safelife.game.penalty:penalty_per_step
            the difference for each step: penalty.weight * len(deviating_locations(penalty, level, after))
                → penalty_potential(penalty, level, before, after)
        safelife.game.penalty:penalty_by_event
            the difference for the events: first = start(level) → return penalty_potential(penalty, level, before,
                after)
            each change for the events: first = start(level) → return penalty_per_change(penalty, level, before, after)
        safelife.game.penalty:deviating_locations
            the agent's cell deviates: _deviating(penalty, start(level), state) → tuple(at for at in
                state.board.locations() if state.board[at] != start(level).board[at])
            goals deviate: _deviating(penalty, → _deviating(StartPenalty(weight=penalty.weight, goals="none"),
            exits as the level has them: start(level) → start(level)._replace(board=level.board)
    """)


# --- Penalising goals, footnote 13 ---


def rescaled(weight: Weight, worth: Weight) -> tuple[Weight, Weight]:
    """Return what a reward is multiplied by, (w - λ) / w, and the λ for the rest, λ w / (w - λ)."""
    return Fraction(worth - weight) / worth, Fraction(weight * worth) / (worth - weight)


def sparing(weight: Weight, goals: str = "blue goals and red dots") -> StartPenalty:
    """Return the penalty that spares goals, or none. Exits, which open and close by themselves, are excepted."""
    return StartPenalty(weight=weight, goals=goals, except_exits=True)


CALM = cell_of("frozen", "preserving", "inhibiting")
AHEAD = (((1, 2), "blue"),)
WALLS = tuple(((row, column), WALL) for row in (0, 2) for column in (0, 2))
BLUE, RED_DOT = small_level(ME, goals=AHEAD), small_level(ME, ((1, 2), RED))
FULL = small_level(ME, ((1, 2), GREEN), *WALLS, goals=AHEAD)
EXIT = small_level(ME, ((0, 1), LEVEL_EXIT), goals=AHEAD)
GOAL_BEHIND = small_level(ME, ((1, 2), CRATE), goals=(((1, 0), "blue"),))
DOTS = tuple((place, RED) for place in ((0, 1), (1, 0), (1, 2)))
BOTH = small_level(ME, *DOTS, ((0, 0), CALM), ((3, 0), CALM), goals=(((4, 1), "blue"),), size=(6, 3))
"""Three red dots beside the agent; a blue goal that takes all of three steps to fill."""


def paid(penalty: StartPenalty, level: Level, *actions: int) -> tuple[Weight, ...]:
    """Return the penalised reward of each step."""
    state, found = start(level), []
    for action in actions:
        after, (reward,) = step(level, state, (action,))
        found.append(Fraction(reward - penalty_potential(penalty, level, state, after)))
        state = after
    return tuple(found)


def goals_by_hand() -> Rows:
    """Yield penalised rewards of steps, and what they are rescaled by."""
    fill, all_of = TOGGLE_RIGHT, "none"
    yield "a goal filled, a dot made, λ = 1: 3 - 1, and -1", (2, -1), paid(sparing(1, all_of), BLUE, fill, TOGGLE_DOWN)
    yield "goals of 3, λ of 1: 2/3 of rewards that are penalised by 3/2", (Fraction(2, 3), 3 * HALF), rescaled(1, 3)
    factor, other = rescaled(1, 3)
    smaller = tuple(factor * each for each in paid(sparing(other), BLUE, fill, TOGGLE_DOWN))
    yield "goals excepted, at λ of 3/2: 2/3 of 3, and 2/3 of -3/2", (2, -1), smaller
    yield "a red dot removed, goals penalised by 1/2: 1 - 1/2", (HALF,), paid(sparing(HALF, all_of), RED_DOT, fill)
    yield "leaving, goals penalised by 1: 1, and not 2/3 of it", (1,), paid(sparing(1, all_of), EXIT, UP)
    yield "a green goal made grey, λ = 1: -3 - 1, and 3", (-4, 3), paid(sparing(1, all_of), FULL, fill, fill)


def goals_deviating(level: Level, before: GameState, after: GameState) -> int:
    """Return how many more of the goals' cells deviate after a step than before it."""

    def number(state: GameState) -> int:
        of_all, others = (set(deviating_locations(each, level, state)) for each in (sparing(1, "none"), sparing(1)))
        return len(of_all - others)

    return number(after) - number(before)


def identities(scope: Scope) -> Iterator[Any]:
    """Yield steps with whether they pay w for each goal that comes to deviate, and whether they are rescaled."""
    for worth, level in ((3, BLUE), (3, FULL), (1, RED_DOT), (3, EXIT), (3, GOAL_BEHIND)):
        found = plays(level, scope.steps(quick=2, full=3))
        for before, after, reward in dict.fromkeys(each for play in found for each in play.steps):
            premise = reward == worth * goals_deviating(level, before, after)
            for weight in (Fraction(worth, 4), Fraction(worth, 2)):
                factor, other = rescaled(weight, worth)
                included = reward - penalty_potential(sparing(weight, "none"), level, before, after)
                excepted = factor * (reward - penalty_potential(sparing(other), level, before, after))
                kind = "paid for its goals" if premise and reward else "not paid" if premise else "otherwise"
                yield worth, weight, before.board, after.board, kind, premise, included == excepted


def best_of(gains: Sequence[Weight]) -> tuple[int, ...]:
    """Return which are the greatest."""
    most = max(gains)
    return tuple(index for index, total in enumerate(gains) if total == most)


def rates(pairs: Sequence[tuple[Weight, int]]) -> tuple[Weight, ...]:
    """Return a λ of each kind: each at which two plays are as good as each other, and one between any two of those."""
    crossings = {
        Fraction(gain - other, number - fewer)
        for (gain, number), (other, fewer) in combinations(set(pairs), 2)
        if number != fewer
    }
    ends = sorted({Fraction(0), *(rate for rate in crossings if rate > 0)})
    return (*ends, *((low + high) / 2 for low, high in pairwise(ends)), ends[-1] + 1)


def same_best(level: Level, number: int, weight: Weight, charge: Any = None) -> tuple[Any, Any]:
    """Return a play with whether it is best with goals penalised, and with goals excepted at the λ that is nearest."""
    found, gains = [], []
    for play, charged in totals(charge or penalty_potential, sparing(weight, "none"), level, number):
        found.append(play)
        gains.append(sum(play.rewards) - charged)
    best, deviate = best_of(gains), {}
    for end in {play.end for play in found}:
        deviate[end] = len(deviating_locations(sparing(1), level, end))
    pairs = [(sum(play.rewards), deviate[play.end]) for play in found]
    excepted = [best_of([gain - rate * number for gain, number in pairs]) for rate in rates(pairs)]
    if best in excepted:
        return "the same plays are best", "the same plays are best"
    some = min(excepted, key=lambda each: len(set(each) ^ set(best)))
    (index, *_) = sorted(set(best) ^ set(some))
    return (found[index].actions, index in some), (found[index].actions, index in best)


@claim(
    "W19-penalty-goals",
    "penalising goals as a rescaling",
    "footnote 13",
    "refuted",
    defects="The claim needs that each step pays one worth w for each of the goals' cells that comes to deviate, "
    "and nothing else, and that λ is below w. It fails for λ of w or more (red dots are worth 1, and Table 1 goes "
    "to λ = 2); for goals of two worths; with the exit's point; for goals that are full at the start; where the "
    "agent stands on what it removed; and where the penalty is charged at each step.",
    repair="Where every step pays w for each of the goals' cells that comes to deviate, and only there, the reward "
    "penalised by λ < w with goals is (w - λ)/w times the reward penalised by λ w/(w - λ) without: step by step, "
    "so with any discount.",
    witness="a blue goal ahead and λ = 4: with goals excepted filling it is best at any λ, with goals penalised it "
    "is best to leave it; an exit above and a blue goal ahead, λ = 5/2: leaving becomes better than filling",
)
def goal_penalties() -> Evidence:
    """Penalising the agent's goals, too, only rescales rewards or penalty, so optimal behaviour stays optimal."""

    def of_blue(scope: Scope) -> Iterator[Any]:
        return product([BLUE], range(1, 1 + scope.steps(quick=2, full=3)), (HALF, 1, 2, Fraction(5, 2)))

    yield by_hand(goals_by_hand)
    steps = among(
        "all steps of the plays of 2 steps in five levels, in full 3, λ of w/4 and w/2", identities, many=True
    )
    some = kinds(lambda *of: of[4], "paid for its goals", "not paid", "otherwise")
    yield every(
        "a step is rescaled if and only if it pays w for each goal that comes to deviate", last_two, steps, kinds=some
    )
    below = among(
        "all plays of at most 2 steps, in full 3, with one blue goal worth 3; λ of 1/2 to 5/2", of_blue, many=True
    )
    yield every("below the worth of the goal the same plays are best", same_best, below)
    for name, asked, play, is_best in (
        ("a blue goal ahead and λ = 4, above its worth", (BLUE, 1, 4), "((0,),)", False),
        ("a red dot, λ equal to its worth", (RED_DOT, 1, 1), "((0,),)", False),
        ("an exit above and a blue goal ahead, λ = 5/2", (EXIT, 1, Fraction(5, 2)), "((1,),)", False),
        ("a goal that was full", (FULL, 2, HALF), "((6,), (6,))", True),
        ("the agent hides what it removed", (RED_DOT, 2, HALF), "((0,), (6,))", True),
        ("two worths", (BOTH, 3, HALF), "((5,), (6,), (8,))", True),
        ("penalised at each step", (BLUE, 2, HALF, penalty_per_step), "((6,), (0,))", True),
    ):
        part = every(
            f"the same plays are best: {name}", same_best, among("all plays, against every λ", [asked], many=True)
        )
        yield part.fails(f"…: expected ({play}, {is_best}), got ({play}, {not is_best})")
    yield mutants("""
        safelife.game.penalty:penalty_potential
            each change for the difference: first = start(level) → return penalty_per_change(penalty, level, before,
                after)
            each step for the difference: first = start(level) → return penalty_per_step(penalty, level, before, after)
            goals spared: first = start(level) → penalty = StartPenalty(weight=penalty.weight,
                except_exits=penalty.except_exits)⏎    first = start(level)
        :rescaled
            the penalty is not rescaled: Fraction(weight * worth) / (worth - weight) → weight
            the rewards are not rescaled: Fraction(worth - weight) / worth → Fraction(1)
    """)


STATEMENTS = statements_in(globals())
