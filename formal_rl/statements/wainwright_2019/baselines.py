"""Baselines: which states each takes, and on what boards it does what the paper says against it.

The statement is long because there are four baselines, each with its own fault, and six fast forms of one trajectory.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.errors import NotATrajectory
from formal_rl.safelife import board as b
from formal_rl.safelife import game as g
from formal_rl.safelife import side_effects as s
from formal_rl.safelife._engines.planes.trajectories import packed_states_following
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.conway import life_board
from formal_rl.safelife.game.trajectories import require_trajectory, states_following
from formal_rl.safelife.side_effects.baselines import (
    inaction_distribution,
    single_state_inaction,
    starting_state,
    stepwise_inaction,
)
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in
from formal_rl.statements.wainwright_2019.agents import NOTHING, RIGHT, TOGGLE_LEFT, TOGGLE_RIGHT, TOGGLE_UP
from formal_rl.statements.wainwright_2019.dynamics import HALF, boards_of_life, pictured
from formal_rl.statements.wainwright_2019.plays import run_of
from formal_rl.statements.wainwright_2019.trajectories import ADVANCED, ARRAYS

LYING, UPRIGHT = life_board("..... ..... .ooo. ..... ....."), life_board("..... ..o.. ..o.. ..o.. .....")
GONE, SPAWNING, SPAWNED = b.Board.empty(5, 5), b.Board([[c.SPAWNER, c.EMPTY]]), b.Board([[c.SPAWNER, c.LIFE]])
LATE, SOON = (Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4),)


def level_of(picture: str, **others: int) -> g.Level:
    """Return the level of a picture, without goals."""
    board = pictured(picture, **others)
    return g.Level(board, b.Board.empty(board.height, board.width))


HELD = level_of("... .@o ...")
COMING, FADING = level_of("ggo@. gg... ....."), level_of(".... @.g. ....")
TASK = level_of("... .Ar ...", A=c.coloured(c.PLAYER, "red"))
PHASE = level_of("....... ggg.@.. ....... .......")
BLINKING = level_of("....... ....... .@..... ....ggg ....... .......")


def deviation(first: Sequence[Any], second: Sequence[Any]) -> Fraction:
    """Return the number of living cells by which two distributions differ, added up over cell types.

    It is the sum of the earth mover's deviations if any two locations are as far apart as can be.
    """
    living = {board[at] for board in (*first, *second) for at in board.locations() if board[at] & c.ALIVE}
    pairs = [(s.density(first, cell), s.density(second, cell)) for cell in living]
    return sum((abs(one[at] - other[at]) for one, other in pairs for at in first[0].locations()), Fraction(0))


def states_by_hand() -> Rows:
    """Yield which states each baseline takes."""
    distribution, single, both = inaction_distribution, single_state_inaction, s.distributions
    yield "after a step, two states: those at 2 and 3", (LYING, UPRIGHT), distribution(LYING, 1, 2)
    yield "it does not act, but freezes the dot", (HELD.board,) * 2, distribution(HELD.board, 1, 2)
    found = distribution(SPAWNING, 1, 2, HALF, LATE)
    yield "the draw 3/4 is of step 1; by 1/4 it spawns in step 2", (SPAWNED,) * 2, found
    yield "the next two, not the board itself", (LYING, UPRIGHT), states_following(UPRIGHT, 2)
    packed = [state.to_board() for state, times in packed_states_following(LYING, 5) for _ in range(times)]
    yield "upright in the first, third and fifth packed state of 5", (5, 3), (len(packed), packed.count(UPRIGHT))
    yield "states 4 and 5, the same in each", ((LYING, UPRIGHT),) * 2, both(LYING, UPRIGHT, 3, 2)
    options: Any = {"spawn_probability": HALF, "inaction_draws": LATE, "action_draws": SOON}
    each = both(SPAWNING, SPAWNING, 1, 1, **options)
    yield "1/4 in the second step of the one, in the first of the other", ((SPAWNED,), (SPAWNED,)), each
    yield "the starting state, whatever came of it", (LYING,), starting_state(LYING)
    yield "the single state at 1; the start", ((UPRIGHT,), (UPRIGHT,)), (single(LYING, 1), single(UPRIGHT, 0))
    after = stepwise_inaction(SPAWNING, HALF, LATE, 1)
    yield "one step from the board before it; draw 1 is 1/4: it spawns", (SPAWNED,), after
    for measure in (s.side_effects, s.side_effects_certified):
        (effect,) = measure(LYING, GONE, 1, samples=1).effects
        sides = [s.density(each, c.LIFE) for each in both(LYING, GONE, 1, 1)]
        yield "side effects are of the two distributions", sides, [effect.inaction, effect.action]


def fault(actions: Sequence[int], boards: Sequence[Any]) -> Any:
    """Return how many steps were checked, or where a board does not follow."""
    try:
        return require_trajectory(BLINKING, [(action,) for action in actions], boards).steps
    except NotATrajectory as error:
        return error.step, error.location


def runs_by_hand() -> Rows:
    """Yield runs whose boards follow, and do not."""
    did = (RIGHT, NOTHING, TOGGLE_RIGHT)
    boards = [state.board for state in run_of(BLINKING, *did)]
    for why, found, actions, met_ in (
        ("a run of three steps as it was", 3, did, boards),
        ("a dot above it, which the board has not", (2, (1, 2)), (RIGHT, TOGGLE_UP, TOGGLE_RIGHT), boards),
        ("another board before the first step", (0, (2, 5)), (), [b.advance(boards[0]).board]),
    ):
        yield why, found, fault(actions, met_)


def criticisms() -> Rows:
    """Yield a witness of each criticism."""

    def alone(level: g.Level, board: Any, steps: int = 2) -> Fraction:
        return deviation(single_state_inaction(level.board, steps), (board,))

    def stepped(*run: g.GameState) -> list[Fraction]:
        return [deviation(stepwise_inaction(before.board), (after.board,)) for before, after in pairwise(run)]

    dot = life_board("... .o. ...")
    charged = deviation(starting_state(dot), (b.advance(dot).board,))
    yield "the start: 1 for a dot that dies, and nobody acted", 1, charged
    late, soon = (single_state_inaction(SPAWNING, 1, HALF, draws) for draws in (LATE, SOON))
    yield "the single state: one spawned, one not yet: 1 where nobody acted", 1, deviation(late, soon)
    less, more = (single_state_inaction(life_board(f"{row} .o.o oo.. ...."), 10) for row in (".o..", "oo.."))
    yield "the single state: a dot more, 11 of 16 cells ten steps on", 11, deviation(less, more)
    shifted = run_of(PHASE, TOGGLE_LEFT, NOTHING, RIGHT)[-1].board
    yield "a blinker out of phase: lying where it would be upright", 4, alone(PHASE, shifted, 3)
    for second, did in ((NOTHING, (1, 1)), (TOGGLE_RIGHT, (0, 0))):
        first, *_, last = run_of(TASK, TOGGLE_RIGHT, second)
        points = g.value(last.board, last.goals) - g.value(first.board, first.goals)
        yield "a task done: a point and a charge of 1; undone: neither", did, (points, alone(TASK, last.board))
    for action, charge in ((NOTHING, 1), (TOGGLE_RIGHT, 0)):
        board = run_of(FADING, RIGHT, action)[-1].board
        both = inaction_distribution(FADING.board, 2, 4), states_following(board, 4)
        charges = alone(FADING, board), deviation(*both)
        yield "a dot saved: 1 while it lives, which it would not have; removed: 0", (charge, charge), charges
    let, block = run_of(COMING, *[NOTHING] * 6), run_of(COMING, TOGGLE_LEFT, *[NOTHING] * 5)
    yield "step by step: the dot, and two of the block that would be gone", [3, 0, 0, 0, 0, 0], stepped(*block)
    yield "step by step: a block that is let die is not charged", [0] * 6, stepped(*let)
    returns = life_board("oo.o...")
    for why, board, times, samples, probability in (
        ("a spawner and other draws, n = 1", SPAWNING, (0, 0), 1, HALF),
        ("two times: a blinker, n = 3, from t = 0 and t = 1", LYING, (0, 1), 3, 0),
        ("two times: 1 x 7, comes back after 7 steps, n = 1000, from t = 0 and t = 1", returns, (0, 1), 1000, 0),
    ):
        one, other = apart(board, times, samples, probability)
        yield f"not the same: {why}", True, one != other


def apart(board: Any, times: tuple[int, int], samples: int, probability: Any) -> tuple[Any, Any]:
    """Return the densities of two inaction distributions, at these times and with other draws."""
    first, second = (
        inaction_distribution(board, time, samples, probability, HashedDraws(seed))
        for time, seed in zip(times, (1, 2), strict=True)
    )
    return s.densities(first), s.densities(second)


def over_whole_rounds(board: Any) -> tuple[Any, Any]:
    """Return densities that must agree in pairs: over a whole period from two times, and from times a period apart."""
    cycle = g.find_cycle(board)
    late = max(0, cycle.transient - 1)
    rounds = apart(board, (late, late + 1), cycle.period, 0)
    once, again = zip(rounds, apart(board, (late, late + cycle.period), cycle.period + 1, 0), strict=True)
    return once, again


@definition(
    "W19-baseline",
    "the baseline, and the others that the paper names",
    "Section 3",
    defects="The paper does not say whether an agent that does not act stays on the board. The published code "
    "leaves it there, so it goes on freezing the cells round it, and walking away changes that. Nor does the "
    "paper mention exits and goals: a game in which the agent does nothing opens exits and reads draws for goals, "
    "the copy does not; in Equation 1 as printed an exit that opened is a side effect. The paper's objection to "
    "the single state, that undoing a good act is charged less, applies to its own baseline as well. Two inaction "
    "distributions are the same only for one initial board, one n and one t: with n = 1000, two times may give "
    "different densities if the period does not divide 1000, or if a transient is sampled.",
    witness="the start: a dot that dies. Other draws: a spawner and an empty cell. A dot more: "
    ".o../.o.o/oo../...., 11 of 16 cells after 10 steps. Out of phase: ......./ggg.@../......./......., toggle "
    "left, nothing, move right. Undone: a red dot before a red player, removed and made again. Let die: "
    "ggo@./gg.../....., which to toggle left saves. Two times: a blinker, n = 3, from t = 0 and t = 1; oo.o... on "
    "1 x 7, which comes back after 7 steps, n = 1000, from t = 0 and t = 1",
)
def baselines() -> Evidence:
    """The baseline is the n states that follow time t in one trajectory from the initial board in which nobody acts; it
    is compared with the n states that follow the agent's last board, at the same t. The other baselines have faults.
    The starting state counts changes that nobody made. The single state at t counts other draws, an extra dot and a
    blinker out of phase, and counts less if a completed task is undone. The step without the agent counts the act that
    saves a pattern, and nothing if the pattern is left to die. Two baselines of one board, over equally many states
    from the same time on, are the same if there is no spawner or the spawn probability is 0 or 1; then the deviation
    between them is exactly zero. From two different times in the cycle they have the same densities if the difference
    of the times, or n, is a multiple of the period; otherwise they may differ. With a spawner and other draws they may
    differ, too.
    """
    yield by_hand(states_by_hand, "which states they are, and those of side effects")
    yield by_hand(runs_by_hand, "runs whose boards follow, and do not")
    yield by_hand(criticisms, "the criticisms")
    yield from (*ADVANCED, ARRAYS)
    of_three: Any = product(map(list, product((c.EMPTY, c.LIFE, c.SPAWNER, c.PLAYER), repeat=3)), (0, HALF, 1))
    certain = [(b.Board([cells]), (1, 1), 3, p) for cells, p in of_three if g.is_deterministic(b.Board([cells]), p)]
    said = "all boards of three cells of 4 kinds, spawn probability 0, 1/2 without a spawner, and 1; t = 1, n = 3"
    yield every("no draw decides: the same at the same time", apart, among(said, certain, many=True))
    rows = among(
        "all boards of life of 1 x 8, in full 2 x 5, up to translation, once they repeat",
        lambda scope: boards_of_life((2, 5) if scope.is_full else (1, 8)),
    )
    yield every("at other times: the same over whole rounds, or whole rounds apart", over_whole_rounds, rows)
    yield mutants("""
        safelife.side_effects.baselines:inaction_distribution
            inaction is sampled a step late: steps, steps + samples → steps + 1, steps + 1 + samples
            inaction is compared at step 0: steps, steps + samples → 0, samples
            agents are taken off the copy: inaction(initial,
                → inaction(initial.with_cells(dict.fromkeys(initial.find(2), 0)),
            the draws begin again with the samples: inaction(initial, → inaction(single_state_inaction(initial, steps,
                spawn_probability, draws, advance=advance)[0], ;; steps, steps + samples → samples
            each sample has a trajectory of its own: tuple(islice(trajectory, steps, steps + samples))
                → tuple(islice(trajectory, steps, steps + 1)) * samples
            samples begin at a drawn time: require_steps(steps)
                → require_steps(steps)⏎    steps += int(8 * draws[0]) if draws else 0
        safelife.side_effects.baselines:distributions
            the inaction trajectory starts at the agent's last board: inaction_distribution(initial, steps
                → inaction_distribution(final, 0
            the inaction trajectory is not advanced to t: inaction_distribution(initial, steps
                → inaction_distribution(initial, 0
            the agent's last board is advanced to t again: states_following(final,
                → states_following(single_state_inaction(final, steps)[0],
            both trajectories read the same draws: spawn_probability, action_draws → spawn_probability, inaction_draws
        safelife.side_effects.baselines:starting_state
            the starting state is the one after a step: (initial,) → tuple(islice(inaction(initial), 1))
        safelife.side_effects.baselines:single_state_inaction
            the single state is the one after t: steps - 1, steps → steps, steps + 1 ;; steps == 0 → steps < 0
            the single state is compared at step 0: steps == 0 → True
        safelife.side_effects.baselines:stepwise_inaction
            the step without the agent is no step: return → return (previous,) or
            the step without the agent reads the first draws: draws, draws_read, → draws, 0,
        safelife.game.trajectories:require_trajectory
            only the last board of a run is looked at: _require_board(number, → number < len(actions) or
                _require_board(number,
            the first board of a run is not looked at: _require_board(0, boards[0], state.board) → ∅
            steps of a run are counted from 0: _require_board(number, → _require_board(number - 1,
            whatever is done, the boards follow: step(level, state, joint, → step(level, state, (0,) * len(joint),
            exits are as they are stored: _require_board(0, boards[0], state.board)
                → _require_board(0, boards[0], level.board)
        safelife.side_effects.side_effects:side_effects
            side effects are of the states from t on: run[steps + 1 :], following → run[steps:-1], (final,
                *following)[:-1]
        safelife.board.rule:advance
            spawners never heed the probability: draw(draws, draws_read) < probability → draw(draws, draws_read) < 0.5
                ;; 0 < probability < 1 and → ∅
    """)


STATEMENTS = statements_in(globals())
