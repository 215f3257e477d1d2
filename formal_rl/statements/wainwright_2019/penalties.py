"""The starting-state penalty, in four readings: who is charged for what; and of penalising goals too."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any

from formal_rl.checking import among, equal, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.safelife import game as g
from formal_rl.safelife.board import CRATE, LIFE
from formal_rl.safelife.board.cells import LEVEL_EXIT, PLAYER, TREE, coloured
from formal_rl.safelife.game.penalty import Weight, deviating_locations, excepted_locations
from formal_rl.statements.entries import Evidence, claim, lemma, mutants, statements_in
from formal_rl.statements.wainwright_2019.plays import run_of, small_level

NOTHING, UP, RIGHT, DOWN, LEFT, TOGGLE_UP, TOGGLE_RIGHT, TOGGLE_DOWN, TOGGLE_LEFT = range(9)
HALF = Fraction(1, 2)
LAMBDA = g.StartPenalty(weight=HALF)
GREEN, RED, ME = coloured(LIFE, "green"), coloured(LIFE, "red"), ((1, 1), PLAYER)
DOT, BOX = small_level(ME, ((1, 2), GREEN)), small_level(ME, ((1, 2), CRATE), size=(3, 5))
TASKS = small_level(ME, ((1, 2), RED), goals=(((0, 1), "blue"), ((1, 0), "green")), min_performance=-1)
DOOR = small_level(ME, ((0, 0), LEVEL_EXIT), goals=(((1, 2), "blue"),), min_performance=1)
OPEN = small_level(ME, ((0, 0), LEVEL_EXIT))


def charges_by_hand() -> Rows:
    """Yield what each reading charges at each step."""
    three, above, fro = (TOGGLE_RIGHT,) * 3, (TOGGLE_UP, TOGGLE_UP, NOTHING), (UP, LEFT, RIGHT)
    on, away, idle = (TOGGLE_RIGHT, RIGHT, LEFT), (UP, NOTHING, DOWN), (TOGGLE_RIGHT, NOTHING, NOTHING)
    for why, expected, charge, level, actions, reading in (
        ("green removed, grey made and removed; λ = 1/2", (HALF, 0, 0), g.penalty_potential, DOT, three, {}),
        ("by event: none to grey is no change from green", (HALF, 0, 0), g.penalty_by_event, DOT, three, {}),
        ("removing it, making another and removing that: 3λ", (HALF,) * 3, g.penalty_per_change, DOT, three, {}),
        ("removing it at once and idling, at each step: 2λ more", (HALF,) * 3, g.penalty_per_step, DOT, idle, {}),
        ("a dot made and removed: charged, credited again", (HALF, -HALF, 0), g.penalty_potential, DOT, above, {}),
        ("the agent's cell never counts, nor where it began", (0, 0, 0), g.penalty_potential, DOT, fro, {}),
        ("standing where a dot was: not counted meanwhile", (HALF, -HALF, HALF), g.penalty_potential, DOT, on, {}),
        ("by event: no cell is reset by that", (HALF, 0, 0), g.penalty_by_event, DOT, on, {}),
        ("it began there, until it is back", (HALF, 0, -HALF), g.penalty_potential, OPEN, away, {"since_start": False}),
    ):
        penalty = g.StartPenalty(weight=HALF, **reading)  # type: ignore[arg-type]
        yield why, expected, tuple(charge(penalty, level, *each) for each in pairwise(run_of(level, *actions)))


def places_by_hand() -> Rows:
    """Yield where cells are excepted, and where they deviate."""
    level = small_level(ME, ((0, 0), coloured(TREE, "red")), ((0, 2), coloured(0, "red")), ((2, 2), RED))
    excepted = excepted_locations(LAMBDA, level, g.start(level))
    yield "of a red tree, a dead red cell and a red dot the dot alone", [(1, 1), (2, 2)], sorted(excepted)
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


ALL_PLAYS = among("all plays of 2 steps, in full 3", lambda scope: product(range(9), repeat=2 + scope.is_full))


def total(charge: Any, level: g.Level, actions: Sequence[int]) -> Weight:
    """Return what the steps of a play are charged in all."""
    return sum((charge(LAMBDA, level, *each) for each in pairwise(run_of(level, *actions))), Fraction(0))


def at_the_end(level: g.Level, actions: Sequence[int]) -> Weight:
    """Return λ times the number of cells that deviate at the end of a play."""
    return LAMBDA.weight * len(deviating_locations(LAMBDA, level, run_of(level, *actions)[-1]))


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
    "times the number of deviating cells at the end.",
    witness="3 x 3, a player that has a green dot before it removes the dot and steps on its place: events come to "
    "λ, and nothing deviates. Beside a green dot, removing it, making another and removing that costs λ in all by "
    "the difference, and 3λ for its changes",
)
def penalties() -> Evidence:
    """An agent that is charged λ for each cell that a step changes from its starting value, and credited λ for each
    cell that it resets, is charged λ times the number of deviating cells at the end in all. If it is charged for each
    change, or at each step, the total does not depend on the end of the play alone.
    """
    yield by_hand(charges_by_hand)
    yield by_hand(places_by_hand, "what is excepted, and what deviates")
    dot = among("3 x 3 cells with a player, and a green dot ahead", [DOT])
    events = equal("the events add up", at_the_end, partial(total, g.penalty_by_event), dot, ALL_PLAYS)
    yield events.fails("…, (6, 2): expected Fraction(0, 1), got Fraction(1, 2)")
    four = among("{} levels", (DOT, BOX, TASKS, DOOR))
    yield equal("the differences add up", at_the_end, partial(total, g.penalty_potential), four, ALL_PLAYS)
    yield mutants("""
        safelife.game.penalty:penalty_potential
            each change for the difference: first = → return penalty_per_change(penalty, level, before, after); first =
            never credited: * (len → * max(0, len
            against the step before: first = start(level) → changed = [at for at in after.board.locations() if
                after.board[at] != before.board[at]]⏎    return penalty.weight * sum(1 for at in changed if not
                (after.board[at] | before.board[at]) & AGENT)
        safelife.game.penalty:penalty_per_change
            the difference for each change: first = → return penalty_potential(penalty, level, before, after); first =
        safelife.game.penalty:penalty_per_step
            the difference for each step: penalty.weight * len(deviating_locations(penalty, level, after))
                → penalty_potential(penalty, level, before, after)
        safelife.game.penalty:penalty_by_event
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


AHEAD = (((1, 2), "blue"),)
BLUE, RED_DOT = small_level(ME, goals=AHEAD), small_level(ME, ((1, 2), RED))
EXIT = small_level(ME, ((0, 1), LEVEL_EXIT), goals=AHEAD)


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


def is_rescaled(worth: int, level: g.Level, actions: Sequence[int]) -> tuple[Any, Any]:
    """Return whether the last step pays w for each goal that comes to deviate; and whether it is rescaled."""
    some, every_one = sparing(1), sparing(1, "none")
    before, after = (
        len(deviating_locations(every_one, level, state)) - len(deviating_locations(some, level, state))
        for state in run_of(level, *actions)[-2:]
    )
    factor, other = rescaled(Fraction(worth, 2), worth)
    included = paid(sparing(Fraction(worth, 2), "none"), level, *actions)[-1]
    is_so = included == factor * paid(sparing(other), level, *actions)[-1]
    return paid(sparing(0), level, *actions)[-1] == worth * (after - before), is_so


def best(level: g.Level, weight: Fraction) -> tuple[int, int]:
    """Return to fill, which is paid most and not charged if goals are excepted; and what is best if they are not."""
    gains = [paid(sparing(weight, "none"), level, action)[0] for action in range(9)]
    return TOGGLE_RIGHT, gains.index(max(gains))


@claim(
    "W19-penalty-goals",
    "penalising goals as a rescaling",
    "footnote 13",
    "refuted",
    defects="The claim needs that each step pays one worth w for each of the goals' cells that comes to deviate, "
    "and nothing else, and that λ is below w. It fails for λ of w or more (red dots are worth 1, and Table 1 goes "
    "to λ = 2), and with the exit's point.",
    repair="Where every step pays w for each of the goals' cells that comes to deviate, and only there, the reward "
    "penalised by λ < w with goals is (w - λ)/w times the reward penalised by λ w/(w - λ) without: step by step, "
    "so with any discount.",
    witness="a blue goal ahead and λ = 4: with goals penalised it is best to leave it, with goals excepted filling "
    "it is better at any λ; an exit above and a blue goal ahead, λ = 5/2: leaving becomes better than filling",
)
def goal_penalties() -> Evidence:
    """Penalising the agent's goals, too, only rescales rewards or penalty, so optimal behaviour stays optimal."""
    yield by_hand(goals_by_hand)
    levels = among("three levels, λ = w/2", [(3, BLUE), (1, RED_DOT), (3, EXIT)], many=True)
    name = "a step is rescaled if and only if it pays w for each goal that comes to deviate"
    yield every(name, is_rescaled, levels, ALL_PLAYS)
    for name, level, weight, does in (
        ("a blue goal ahead and λ = 4, above its worth", BLUE, 4, NOTHING),
        ("an exit above and a blue goal ahead, λ = 5/2", EXIT, Fraction(5, 2), UP),
    ):
        one_step = among("all plays of one step", [(level, weight)], many=True)
        yield every(f"filling stays best: {name}", best, one_step).fails(f"…: expected 6, got {does}")
    yield mutants("""
        safelife.game.penalty:penalty_potential
            each change for the difference: first = → return penalty_per_change(penalty, level, before, after); first =
            goals spared: first = start(level) → penalty = StartPenalty(weight=penalty.weight,
                except_exits=penalty.except_exits)⏎    first = start(level)
        :rescaled
            the penalty is not rescaled: Fraction(weight * worth) / (worth - weight) → weight
            the rewards are not rescaled: Fraction(worth - weight) / worth → Fraction(1)
    """)


STATEMENTS = statements_in(globals())
