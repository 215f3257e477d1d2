"""The starting-state penalty, in four readings: who is charged for what; and of penalising goals too."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, pairwise, product
from typing import Any

from formal_rl.checking import Scope, among, equal, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.safelife import game as g
from formal_rl.safelife.board import CRATE, LIFE, WALL
from formal_rl.safelife.board.cells import LEVEL_EXIT, PLAYER, TREE, cell_of, coloured
from formal_rl.safelife.game.penalty import Weight, deviating_locations, excepted_locations
from formal_rl.statements.entries import Evidence, claim, lemma, mutants, statements_in
from formal_rl.statements.wainwright_2019.plays import plays, run_of, small_level

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)
HALF = Fraction(1, 2)
GREEN, RED, ME = coloured(LIFE, "green"), coloured(LIFE, "red"), ((1, 1), PLAYER)
ALONE, DOT, BOX = small_level(ME), small_level(ME, ((1, 2), GREEN)), small_level(ME, ((1, 2), CRATE), size=(3, 5))
TASKS = small_level(ME, ((1, 2), RED), goals=(((0, 1), "blue"), ((1, 0), "green")), min_performance=-1)
DOOR = small_level(ME, ((0, 0), LEVEL_EXIT), goals=(((1, 2), "blue"),), min_performance=1)
OPEN = small_level(ME, ((0, 0), LEVEL_EXIT))


def charges_by_hand() -> Rows:
    """Yield what each reading charges at each step."""
    three, above, fro = (TOGGLE_RIGHT, TOGGLE_RIGHT, NOTHING), (TOGGLE_UP, TOGGLE_UP, NOTHING), (UP, LEFT, RIGHT)
    on, away = (TOGGLE_RIGHT, RIGHT, LEFT), (UP, NOTHING, DOWN)
    for why, expected, charge, level, actions, reading in (
        ("a green dot removed, a grey one made, idling; λ = 1/2", (HALF, 0, 0), g.penalty_potential, DOT, three, {}),
        ("for each change: green to none to grey", (HALF, HALF, 0), g.penalty_per_change, DOT, three, {}),
        ("at each step: as long as it is so", (HALF, HALF, HALF), g.penalty_per_step, DOT, three, {}),
        ("by event: none to grey is no change from green", (HALF, 0, 0), g.penalty_by_event, DOT, three, {}),
        ("a dot made and removed: charged, credited again", (HALF, -HALF, 0), g.penalty_potential, DOT, above, {}),
        ("for each change, credited again", (HALF, -HALF, 0), g.penalty_per_change, DOT, above, {}),
        ("at each step: charged once, and no more", (HALF, 0, 0), g.penalty_per_step, DOT, above, {}),
        ("the agent's cell never counts, nor where it began", (0, 0, 0), g.penalty_potential, DOT, fro, {}),
        ("for each change: nor what it walks off", (0, 0, 0), g.penalty_per_change, DOT, fro, {}),
        ("standing where a dot was: not counted meanwhile", (HALF, -HALF, HALF), g.penalty_potential, DOT, on, {}),
        ("by event: no cell is reset by that", (HALF, 0, 0), g.penalty_by_event, DOT, on, {}),
        ("it began there, until it is back", (HALF, 0, -HALF), g.penalty_potential, OPEN, away, {"since_start": False}),
    ):
        penalty = g.StartPenalty(weight=HALF, **reading)  # type: ignore[arg-type]
        yield why, expected, tuple(charge(penalty, level, *each) for each in pairwise(run_of(level, *actions)))


def places_by_hand() -> Rows:
    """Yield where cells are excepted, and where they deviate."""
    cells = ((0, 0), coloured(TREE, "red")), ((0, 2), coloured(0, "red")), ((2, 2), RED)
    for why, excepted, level, *actions in (
        ("of a red tree, a dead red cell and a red dot the dot alone", [(1, 1), (2, 2)], small_level(ME, *cells)),
        ("blue, and red that is gone", [(0, 1), (1, 1), (1, 2)], TASKS, TOGGLE_RIGHT),
    ):
        yield why, excepted, sorted(excepted_locations(g.StartPenalty(weight=1), level, run_of(level, *actions)[-1]))
    four = (TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_LEFT, TOGGLE_DOWN)
    for why, where, level, done, reading in (
        ("neither blue goal nor red dot counts", ((1, 0), (2, 1)), TASKS, four, {}),
        ("the red dot is gone, so its place counts too", ((1, 0), (1, 2), (2, 1)), TASKS, four, {"since_start": False}),
        ("the red dot counts", ((1, 0), (1, 2), (2, 1)), TASKS, four, {"goals": "blue goals"}),
        ("the red dot counts, the green goal does not", ((1, 2), (2, 1)), TASKS, four, {"goals": "coloured goals"}),
        ("all four count", ((0, 1), (1, 0), (1, 2), (2, 1)), TASKS, four, {"goals": "none"}),
        ("an exit opens; the agent's flag does not count", ((0, 0),), DOOR, (TOGGLE_RIGHT,), {}),
        ("open from the start, as in the game's first state", (), OPEN, (NOTHING,), {}),
        ("an exit opens, and exits are excepted", (), DOOR, (TOGGLE_RIGHT,), {"except_exits": True}),
    ):
        penalty = g.StartPenalty(weight=1, **reading)
        yield why, where, deviating_locations(penalty, level, run_of(level, *done)[-1])


def each_play(scope: Scope) -> Iterator[tuple[int, ...]]:
    """Yield all plays of one step, then of two, in the full profile of three."""
    for steps in range(1, 1 + scope.steps(quick=2, full=3)):
        yield from product(range(9), repeat=steps)


ALL_PLAYS = among("all plays of up to 2 steps, in full 3", each_play)


def total(charge: Any, penalty: g.StartPenalty, level: g.Level, actions: Sequence[int]) -> Weight:
    """Return what the steps of a play are charged in all."""
    return sum((charge(penalty, level, *each) for each in pairwise(run_of(level, *actions))), Fraction(0))


def at_the_end(penalty: g.StartPenalty, level: g.Level, actions: Sequence[int]) -> Weight:
    """Return λ times the number of cells that deviate at the end of a play."""
    return penalty.weight * len(deviating_locations(penalty, level, run_of(level, *actions)[-1]))


def uncovered(level: g.Level, actions: Sequence[int]) -> tuple[Weight, Weight]:
    """Return the difference of the last step, by its events and what is uncovered or covered; and as it is charged."""
    penalty, first, (before, after) = g.StartPenalty(weight=HALF), g.start(level).board, run_of(level, *actions)[-2:]
    was, now = (excepted_locations(penalty, level, state) for state in (before, after))
    more = sum(1 for place in was - now if after.board[place] != first[place])
    less = sum(1 for place in now - was if before.board[place] != first[place])
    events = g.penalty_by_event(penalty, level, before, after)
    return events + HALF * (more - less), g.penalty_potential(penalty, level, before, after)


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
    one, half = g.StartPenalty(weight=1), g.StartPenalty(weight=HALF)

    def alike(charge: Any, one_play: Sequence[int], other: Sequence[int]) -> tuple[Any, Any]:
        same = run_of(DOT, *one_play)[-1] == run_of(DOT, *other)[-1]
        return (True, total(charge, one, DOT, one_play)), (same, total(charge, one, DOT, other))

    yield by_hand(charges_by_hand)
    yield by_hand(places_by_hand, "what is excepted, and what deviates")
    levels = among("3 x 3 cells with a player, and with a green dot ahead", (ALONE, DOT))
    added = partial(at_the_end, one), partial(total, g.penalty_by_event, one)
    events = equal("the events add up to λ for each cell that deviates", *added, levels, ALL_PLAYS)
    yield events.fails("…, (6, 2): expected 0, got Fraction(1, 1)")
    four = among("{} levels", (DOT, BOX, TASKS, DOOR))
    name = "the difference of a step is its events, and what is uncovered less what is covered"
    yield every(name, uncovered, four, ALL_PLAYS)
    added = partial(at_the_end, half), partial(total, g.penalty_potential, half)
    yield equal("the differences add up to the number of deviating cells", *added, four, ALL_PLAYS)
    for charge, how, plays_, costs in (  # these pay for the way, and not for the end
        (g.penalty_per_change, "for changes", ((0, 0, 6), (6, 6, 6)), 3),
        (g.penalty_per_step, "at each step", ((0, 5), (5, 0)), 2),
    ):
        ways = among("two plays beside a green dot that end alike", [plays_], many=True)
        part = every(f"they are charged alike, {how}", partial(alike, charge), ways)
        yield part.fails(f"…: expected (True, Fraction(1, 1)), got (True, Fraction({costs}, 1))")
    yield mutants("""
        safelife.game.penalty:penalty_potential
            each change for the difference: first = → return penalty_per_change(penalty, level, before, after); first =
            each step for the difference: first = → return penalty_per_step(penalty, level, before, after); first =
            never credited: * (len → * max(0, len
            against the step before: first = start(level) → changed = [at for at in after.board.locations() if
                after.board[at] != before.board[at]]⏎    return penalty.weight * sum(1 for at in changed if not
                (after.board[at] | before.board[at]) & AGENT)
            the agent's cell counts: first = start(level) → first = start(level)⏎    return penalty.weight *
                sum((after.board[at] != first.board[at]) - (before.board[at] != first.board[at]) for at in
                first.board.locations())
        safelife.game.penalty:penalty_per_change
            the difference for each change: first = → return penalty_potential(penalty, level, before, after); first =
        safelife.game.penalty:penalty_per_step
            the difference for each step: penalty.weight * len(deviating_locations(penalty, level, after))
                → penalty_potential(penalty, level, before, after)
        safelife.game.penalty:penalty_by_event
            the difference for the events: first = → return penalty_potential(penalty, level, before, after); first =
            each change for the events: first = → return penalty_per_change(penalty, level, before, after); first =
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


def sparing(weight: Weight, goals: str = "blue goals and red dots") -> g.StartPenalty:
    """Return the penalty that spares goals, or none. Exits, which open and close by themselves, are excepted."""
    return g.StartPenalty(weight=weight, goals=goals, except_exits=True)


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


def paid(penalty: g.StartPenalty, level: g.Level, *actions: int) -> tuple[Weight, ...]:
    """Return the penalised reward of each step."""
    state, found = g.start(level), []
    for action in actions:
        after, (reward,) = g.step(level, state, (action,))
        found.append(reward - g.penalty_potential(penalty, level, state, after))
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
    yield "leaving, goals penalised by 1: 1, and not 2/3 of it", (1,), paid(sparing(1, all_of), EXIT, UP)
    yield "a green goal made grey, λ = 1: -3 - 1, and 3", (-4, 3), paid(sparing(1, all_of), FULL, fill, fill)


def is_rescaled(worth: int, level: g.Level, actions: Sequence[int]) -> tuple[Any, Any]:
    """Return whether the last step pays w for each goal that comes to deviate; and whether it is rescaled."""

    def goals_deviating(state: g.GameState) -> int:
        of_all, others = (set(deviating_locations(each, level, state)) for each in (sparing(1, "none"), sparing(1)))
        return len(of_all - others)

    *_, before, after = run_of(level, *actions)
    (reward,), found = paid(sparing(0), level, *actions)[-1:], []
    for weight in (Fraction(worth, 4), Fraction(worth, 2)):
        factor, other = rescaled(weight, worth)
        included = paid(sparing(weight, "none"), level, *actions)[-1]
        found.append(included == factor * paid(sparing(other), level, *actions)[-1])
    return [reward == worth * (goals_deviating(after) - goals_deviating(before))] * 2, found


def best_of(gains: Sequence[Weight]) -> tuple[int, ...]:
    """Return which are the greatest."""
    most = max(gains)
    return tuple(index for index, gain in enumerate(gains) if gain == most)


def rates(pairs: Sequence[tuple[Weight, int]]) -> tuple[Weight, ...]:
    """Return a λ of each kind: each at which two plays are as good as each other, and one between any two of those."""
    crossings = {
        Fraction(gain - other, number - fewer)
        for (gain, number), (other, fewer) in combinations(set(pairs), 2)
        if number != fewer
    }
    ends = sorted({Fraction(0), *(rate for rate in crossings if rate > 0)})
    return (*ends, *((low + high) / 2 for low, high in pairwise(ends)), ends[-1] + 1)


def stays_best(level: g.Level, number: int, weight: Weight, charge: Any = g.penalty_potential) -> tuple[bool, bool]:
    """Return that the plays that are best with goals penalised are so with goals excepted, at some λ; or that not."""
    found, gains, pairs = plays(level, number), [], []
    charged = cache(partial(charge, sparing(weight, "none"), level))
    deviate = cache(lambda state: len(deviating_locations(sparing(1), level, state)))
    for play in found:
        gains.append(sum(play.rewards) - sum(charged(before, after) for before, after, _ in play.steps))
        pairs.append((sum(play.rewards), deviate(play.end)))
    return True, any(best_of([gain - rate * n for gain, n in pairs]) == best_of(gains) for rate in rates(pairs))


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
    yield by_hand(goals_by_hand)
    levels = among(
        "five levels, λ of w/4 and w/2", [(3, BLUE), (3, FULL), (1, RED_DOT), (3, EXIT), (3, GOAL_BEHIND)], many=True
    )
    name = "a step is rescaled if and only if it pays w for each goal that comes to deviate"
    yield every(name, is_rescaled, levels, ALL_PLAYS)
    for name, *asked in (
        ("a blue goal ahead and λ = 4, above its worth", BLUE, 1, 4),
        ("a red dot, λ equal to its worth", RED_DOT, 1, 1),
        ("an exit above and a blue goal ahead, λ = 5/2", EXIT, 1, Fraction(5, 2)),
        ("a goal that was full", FULL, 2, HALF),
        ("the agent hides what it removed", RED_DOT, 2, HALF),
        ("two worths", BOTH, 3, HALF),
        ("penalised at each step", BLUE, 2, HALF, g.penalty_per_step),
    ):
        all_of = among("all plays, against every λ", [asked], many=True)
        yield every(f"the same plays are best: {name}", stays_best, all_of).fails("…: expected True, got False")
    yield mutants("""
        safelife.game.penalty:penalty_potential
            each change for the difference: first = → return penalty_per_change(penalty, level, before, after); first =
            each step for the difference: first = → return penalty_per_step(penalty, level, before, after); first =
            goals spared: first = start(level) → penalty = StartPenalty(weight=penalty.weight,
                except_exits=penalty.except_exits)⏎    first = start(level)
        :rescaled
            the penalty is not rescaled: Fraction(weight * worth) / (worth - weight) → weight
            the rewards are not rescaled: Fraction(worth - weight) / worth → Fraction(1)
    """)


STATEMENTS = statements_in(globals())
