"""Section 3: the states against which an agent is compared, how long they are watched, and densities over them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

from attrs import evolve

from formal_rl.agents import Draw, Draws, draw
from formal_rl.errors import NotATrajectory
from formal_rl.histories import Action
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOUR_MASK,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    LIFE,
    ORIENTATION_MASK,
    AdvanceResult,
    Board,
    Cell,
    Location,
    block_around,
    may_spawn,
    next_cell,
)
from formal_rl.safelife.board.cells import MOVABLE
from formal_rl.safelife.game import (
    GameState,
    Level,
    greatest_error,
    inaction,
    require_trajectory,
    start,
    states_following,
)
from formal_rl.safelife.game.game import Advance
from formal_rl.safelife.game.trajectories import Cycle
from formal_rl.safelife.side_effects import (
    Density,
    SideEffects,
    density,
    density_where,
    distributions,
    inaction_distribution,
    side_effects,
    single_state_inaction,
)
from formal_rl.safelife.side_effects.baselines import Distributions
from formal_rl.statements.checks import safelife_baselines, safelife_densities, safelife_ergodic
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

# --- Wrong densities ---


def _including_t(board: Board, samples: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    return (board, *states_following(board, samples, *others, **advance)[:-1])


def _alike_but_for(bits: Cell) -> Callable[[Sequence[Board], Cell], Density]:
    """Leave these bits of cells out of account."""
    return lambda boards, cell_type: density_where(boards, lambda cell: (cell ^ cell_type) & ~bits == 0)


def _alike_in(bits: Cell) -> Callable[[Sequence[Board], Cell], Density]:
    """Compare these bits of cells, and no other."""
    return lambda boards, cell_type: density_where(boards, lambda cell: (cell ^ cell_type) & bits == 0)


def _normalised(boards: Sequence[Board], cell_type: Cell) -> Density:
    counts = density(boards, cell_type).counts
    return Density(counts, max(1, sum(map(sum, counts))))


def _in_any(boards: Sequence[Board], cell_type: Cell) -> Density:
    return Density([[min(1, count) for count in counts] for counts in density(boards, cell_type).counts])


# --- Wrong baselines ---


def _begun(shift: Callable[[int], int]) -> Callable[..., tuple[Board, ...]]:
    """Begin the samples at another time."""
    return lambda initial, steps, *others, **advance: inaction_distribution(initial, shift(steps), *others, **advance)


def _sampled_at_t(initial: Board, steps: int, samples: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    """Return the states at t to t + n - 1."""
    inaction_distribution(initial, steps, samples, *others, **advance)
    return (initial, *islice(inaction(initial, *others, **advance), steps + samples))[steps : steps + samples]


def _every_other(initial: Board, steps: int, samples: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    return inaction_distribution(initial, steps, 2 * samples, *others, **advance)[::2]


def _without_agents(initial: Board, *others: Any, **advance: Any) -> tuple[Board, ...]:
    return inaction_distribution(initial.with_cells(dict.fromkeys(initial.find(AGENT), EMPTY)), *others, **advance)


def _draws_again(
    initial: Board, steps: int, samples: int, spawn_probability: Draw = 0, draws: Draws = (), **advance: Any
) -> tuple[Board, ...]:
    """Read the draws from the first again where the samples begin."""
    state = single_state_inaction(initial, steps, spawn_probability, draws, **advance)[0]
    return states_following(state, samples, spawn_probability, draws, **advance)


def _all_at_once(initial: Board, steps: int, samples: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    """Take the state at t + 1 of as many trajectories as there are samples."""
    return inaction_distribution(initial, steps, samples, *others, **advance)[:1] * samples


def _from_the_last_board(initial: Board, final: Board, steps: int, samples: int, **others: Any) -> Distributions:
    return distributions(final, final, 0, samples, **others)


def _from_the_start(initial: Board, final: Board, steps: int, samples: int, **others: Any) -> Distributions:
    return distributions(initial, final, 0, samples, **others)


def _advanced_by_t_again(initial: Board, final: Board, steps: int, samples: int, **others: Any) -> Distributions:
    after = single_state_inaction(final, steps)[0]
    return distributions(initial, after, steps, samples, **others)


def _draws_shared(*boards_and_numbers: Any, inaction_draws: Draws = (), **others: Any) -> Distributions:
    return distributions(
        *boards_and_numbers, **{**others, "inaction_draws": inaction_draws, "action_draws": inaction_draws}
    )


def _a_step_late(initial: Board, steps: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    return single_state_inaction(initial, steps + 1 if steps >= 0 else steps, *others, **advance)


def _at_step_0(initial: Board, steps: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    single_state_inaction(initial, steps, *others, **advance)
    return (initial,)


# --- Runs checked wrongly ---

Joint = Sequence[Action]


def _overlooking(overlooked: Callable[[int, int], bool]) -> Callable[..., GameState]:
    """Pass over what is wrong after some steps, given the step and how many there are."""

    def checked(level: Level, actions: Sequence[Joint], boards: Sequence[Board]) -> GameState:
        try:
            return require_trajectory(level, actions, boards)
        except NotATrajectory as error:
            if overlooked(error.step, len(actions)):
                return safelife_baselines.run_of(level, *(action for joint in actions for action in joint))[-1]
            raise

    return checked


def _counting_from_0(level: Level, actions: Sequence[Joint], boards: Sequence[Board]) -> GameState:
    try:
        return require_trajectory(level, actions, boards)
    except NotATrajectory as error:
        raise NotATrajectory(error.step - 1, error.location, error.found, error.expected) from None


def _whatever_is_done(level: Level, actions: Sequence[Joint], boards: Sequence[Board]) -> GameState:
    return require_trajectory(level, [(0,) * len(joint) for joint in actions], boards)


def _as_stored(level: Level, actions: Sequence[Joint], boards: Sequence[Board]) -> GameState:
    """Take the level as it is stored for the first board of the game."""
    first = start(level).board if boards[0] == level.board else boards[0]
    return require_trajectory(level, actions, [first, *boards[1:]])


# --- Wrong bounds ---


def _without_the_period(cycle: Cycle, steps: int, samples: int) -> Fraction:
    return Fraction(min(samples, max(0, cycle.transient - 1 - steps)), samples)


def _simply_added(cycle: Cycle, steps: int, samples: int) -> Fraction:
    """Add what the states before the cycle and those left over of a round can do, each by itself."""
    before = min(samples, max(0, cycle.transient - 1 - steps))
    left_over = (samples - before) % cycle.period
    return before * Fraction(1, samples) + Fraction(left_over * (cycle.period - left_over), cycle.period * samples)


def _left_over_of_all(cycle: Cycle, steps: int, samples: int) -> Fraction:
    """Look for whole rounds in all samples, those before the cycle, too."""
    before, left_over = min(samples, max(0, cycle.transient - 1 - steps)), samples % cycle.period
    return Fraction(
        max(before * cycle.period, (before + left_over) * (cycle.period - left_over)), cycle.period * samples
    )


# --- Wrong inaction ---


def _advance_by(spawns: Callable[[Draw, Draw], bool], waits: Callable[[Board, Location], bool]) -> Advance:
    """Return a rule that reads a draw at each location that waits, whatever the probability."""

    def advance(board: Board, spawn_probability: Draw, draws: Draws, draws_read: int, /) -> AdvanceResult:
        cells = {}
        for location in board.locations():
            cells[location] = next_cell(block_around(board, location))
            if waits(board, location):
                cells[location] = LIFE if spawns(draw(draws, draws_read), spawn_probability) else cells[location]
                draws_read += 1
        return AdvanceResult(board.with_cells(cells), draws_read)

    return advance


def _is_empty(board: Board, location: Location) -> bool:
    return board[location] == EMPTY


def _may_spawn(board: Board, location: Location) -> bool:
    return may_spawn(block_around(board, location))


def _by(advance: Advance) -> Callable[..., tuple[Board, ...]]:
    return partial(inaction_distribution, advance=advance)


def _from_a_drawn_time(
    initial: Board, steps: int, samples: int, spawn_probability: Draw, draws: Draws
) -> tuple[Board, ...]:
    later = steps + int(8 * draw(draws, 0))
    return inaction_distribution(initial, later, samples, spawn_probability, draws)


def _picked_by_draws(
    initial: Board, steps: int, samples: int, spawn_probability: Draw, draws: Draws
) -> tuple[Board, ...]:
    """Pick the samples out of ten times as many states."""
    states = inaction_distribution(initial, steps, 10 * samples, spawn_probability, draws)
    return tuple(states[int(len(states) * draw(draws, number))] for number in range(samples))


def _agents_act(initial: Board, steps: int, samples: int, spawn_probability: Draw, draws: Draws) -> tuple[Board, ...]:
    """Let each agent remove what is on its right at first, if a draw is below a half."""
    board = initial
    for row, column in initial.find(AGENT):
        if draw(draws, 0) < Fraction(1, 2):
            board = board.with_cells({(row, column + 1): EMPTY})
    return inaction_distribution(board, steps, samples, spawn_probability, draws)


def _effects_from_t_on(initial: Board, final: Board, steps: int, *, samples: int, **options: Any) -> SideEffects:
    """Take the state at t for one of the samples, on either side."""
    right = side_effects(initial, final, steps, samples=samples, **options)
    inaction = (initial, *states_following(initial, steps + samples, 0))[steps : steps + samples]
    action = (final, *states_following(final, samples, 0))[:samples]
    effects = tuple(
        each._replace(inaction=density(inaction, each.cell_type), action=density(action, each.cell_type))
        for each in right.effects
    )
    return evolve(right, effects=effects)


def _effects_of_the_start(initial: Board, final: Board, steps: int, **options: Any) -> SideEffects:
    return side_effects(initial, final, 0, **options)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-baseline",
        kind="definition",
        title="the baseline, and the others that the paper names",
        claim="The baseline is the n states that follow time t in one trajectory from the initial board in which "
        "nobody acts; it is compared with the n states that follow the agent's last board, at the same t. Of the "
        "others, the starting state counts what nobody did; the single state at t counts other draws, a dot more and "
        "a blinker out of phase, and counts less when a task done is undone; the step without the agent counts the "
        "act that saves a pattern, and nothing where it is let die.",
        source=f"{WAINWRIGHT_2019}, Section 3",
        check=safelife_baselines.baselines,
        mutants={
            "samples include the state at t": {"following": _including_t},
            "inaction is sampled from the state at t on": {"distribution": _sampled_at_t},
            "inaction is sampled a step late": {"distribution": _begun(lambda steps: steps + (steps >= 0))},
            "inaction is compared at step 0": {"distribution": _begun(lambda steps: min(steps, 0))},
            "every other state is sampled": {"distribution": _every_other},
            "agents are taken off the copy": {"distribution": _without_agents},
            "the draws begin again with the samples": {"distribution": _draws_again},
            "each sample has a trajectory of its own": {"distribution": _all_at_once},
            "the inaction trajectory starts at the agent's last board": {"both": _from_the_last_board},
            "the inaction trajectory is not advanced to t": {"both": _from_the_start},
            "the agent's last board is advanced to t again": {"both": _advanced_by_t_again},
            "both trajectories read the same draws": {"both": _draws_shared},
            "the starting state is the one after a step": {
                "starting": lambda initial: tuple(islice(inaction(initial), 1))
            },
            "the single state is the one after t": {"single": _a_step_late},
            "the single state is compared at step 0": {"single": _at_step_0},
            "the step without the agent is no step": {"stepwise": lambda previous, *others, **advance: (previous,)},
            "the step without the agent reads the first draws": {
                "stepwise": lambda previous, spawn_probability=0, draws=(), draws_read=0, **advance: tuple(
                    islice(inaction(previous, spawn_probability, draws, **advance), 1)
                )
            },
            "only the last board of a run is looked at": {"checked": _overlooking(int.__lt__)},
            "the first board of a run is not looked at": {"checked": _overlooking(lambda step, _: step == 0)},
            "steps of a run are counted from 0": {"checked": _counting_from_0},
            "whatever is done, the boards follow": {"checked": _whatever_is_done},
            "exits are as they are stored": {"checked": _as_stored},
            "side effects are of the states from t on": {"measures": {"from t on": _effects_from_t_on}},
            "side effects are of the states after the start": {"measures": {"early": _effects_of_the_start}},
        },
        verdict="defined",
        evidence="exhaustive: by hand, with a witness for each criticism, sought among small boards; all boards of "
        "life of 3 x 3, up to translation, where nobody acts; what is counted are living cells, without transport. "
        "Sampled: boards after many steps, on bit planes and by the definition",
        defects="Silent on whether the agent is there where it does not act: the published code leaves it, so that it "
        "goes on freezing what is round it, and walking away changes that. Silent on exits and goals: a game in which "
        "the agent does nothing opens exits and reads draws for goals, the copy does not; by the letter of Equation 1 "
        "an exit that opened is a side effect. What is said against the single state, that undoing a good act is "
        "charged less, holds of the paper's own baseline as well.",
        witness="the start: a dot that dies. Other draws: a spawner and an empty cell. A dot more: "
        ".o../.o.o/oo../...., 11 of 16 cells after 10 steps. Out of phase: ......./ggg.@../......./......., toggle "
        "left, nothing, move right. Undone: a red dot before a red player, removed and made again. Let die: "
        "ggo@./gg.../....., which to toggle left saves",
    ),
    Statement(
        id="W19-ergodic",
        kind="lemma",
        title="what repeats is ergodic, up to the transient and the period over n",
        claim="Where a trajectory enters a cycle of period p after a transient of μ states, the density over the n "
        "states that follow t differs from that over the cycle by at most (m + p/4)/n at each location, for each cell "
        "type, where m of the samples are before the cycle; so by at most (μ + p)/n, and, once in the cycle, by "
        "nothing where p divides n.",
        source=f"{WAINWRIGHT_2019}, Section 3, footnote 7",
        check=safelife_ergodic.time_average,
        mutants={
            "without the transient": {
                "bound": lambda cycle, steps, samples: greatest_error(Cycle(0, cycle.period), steps, samples)
            },
            "without the period": {"bound": _without_the_period},
            "the period over n alone": {"bound": lambda cycle, _, samples: Fraction(cycle.period, samples)},
            "the transient and the period over n are sharp": {
                "bound": lambda cycle, _, samples: Fraction(cycle.transient + cycle.period, samples)
            },
            "the state at t is a sample": {
                "bound": lambda cycle, steps, samples: greatest_error(
                    Cycle(cycle.transient + 1, cycle.period), steps, samples
                )
            },
            "the time is not looked at": {"bound": lambda cycle, _, samples: greatest_error(cycle, 0, samples)},
            "transient and remainder simply added": {"bound": _simply_added},
            "whole rounds among all samples": {"bound": _left_over_of_all},
            "what is still in the end is ergodic": {"bound": lambda cycle, *_: Fraction(cycle.period > 1)},
        },
        verdict="holds",
        evidence="exhaustive: all boards of life of 4 x 4, up to translation, of which 86 of 4156 have no transient, "
        "3577 come to a stop, 247 have period 2 and 332 a longer one; all runs of one cell with transients to 3 and "
        "periods to 5, where the bound is attained; argued in the docstring of greatest_error; sampled: larger boards "
        "with every cell type",
        defects="Trivially ergodic is meant of one trajectory and of n without end. Over n = 1000 states a period "
        "that does not divide 1000, such as 3, leaves up to p/4n; and trajectories from other boards end in other "
        "cycles, so that no average is that of all states.",
    ),
    Statement(
        id="W19-eq1",
        kind="definition",
        title="the density of a cell type",
        claim="The density of a cell type at a location is the share of the sampled states that have that very cell "
        "there, all of its bits. It needs at least one state; the densities of all types add up to 1 at each "
        "location; and that of one type over all locations, its mass, is how many such cells a state has on average.",
        source=f"{WAINWRIGHT_2019}, Equation 1",
        check=safelife_densities.density_of_a_type,
        mutants={
            "samples including t": {"following": _including_t},
            "an exit that lives is life": {"life": lambda cell: bool(cell & ALIVE) and not cell & (AGENT | FROZEN)},
            "frozen life is life": {"life": lambda cell: bool(cell & ALIVE) and not cell & (AGENT | EXIT)},
            "agents are furniture": {
                "furniture": lambda cell: bool(cell & FROZEN) and bool(cell & (DESTRUCTIBLE | MOVABLE))
            },
            "a type is its colour alone": {"density": _alike_in(COLOUR_MASK)},
            "a type is all but its colour": {"density": _alike_but_for(COLOUR_MASK)},
            "a type is life of a colour, hard or not": {"density": _alike_but_for(DESTRUCTIBLE)},
            "a type is alive or not": {"density": _alike_in(ALIVE)},
            "orientation is left out": {"density": _alike_but_for(ORIENTATION_MASK)},
            "frozen is left out": {"density": _alike_but_for(FROZEN | DESTRUCTIBLE)},
            "not divided by n": {"density": lambda boards, cell_type: Density(density(boards, cell_type).counts)},
            "divided by n - 1": {
                "density": lambda boards, cell_type: Density(density(boards, cell_type).counts, max(1, len(boards) - 1))
            },
            "mass normalised": {"density": _normalised},
            "equal states counted once": {
                "density": lambda boards, cell_type: density(tuple(dict.fromkeys(boards)), cell_type)
            },
            "whether any state has it": {"density": _in_any},
            "the last state alone": {"density": lambda boards, cell_type: density(boards[-1:], cell_type)},
            "nothing over no states": {
                "density": lambda boards, cell_type: density(boards, cell_type) if boards else Density([[0]])
            },
        },
        verdict="defined",
        evidence="exhaustive: by hand; every set of the 10 flags that are no colour and no turn, for what is life and "
        "what is furniture; all sequences of at most 3 boards of two cells, of 3 kinds of cells; the states that "
        "follow all boards of life of 3 x 3, up to translation. Sampled: counts on bit planes, as by the definitions",
        defects="Silent on what a cell type is, beyond s(x) = α: by the letter every value of a cell is a type of its "
        "own, agents by their orientation, walls and nothing included. The published code counts life by colour, "
        "merges the rest of its flags, and averages nothing that is frozen. 𝒟_s is written as a set; read so, equal "
        "states would count once, which no average over time does.",
    ),
    Statement(
        id="W19-zero",
        kind="lemma",
        title="nothing between two inaction distributions, where no draw decides",
        claim="Two inaction distributions of one board, over as many states from the same time on, are the same, so "
        "that the deviation between them is exactly zero, if there is no spawner or the spawn probability is 0 or 1. "
        "From two times on they have the same densities in the cycle, if the times are whole rounds apart or n is "
        "whole rounds; else they need not, nor do they need to with a spawner and other draws.",
        source=f"{WAINWRIGHT_2019}, Section 3",
        check=safelife_densities.zero_between_inactions,
        mutants={
            "draws for every cell": {
                "distribution": _by(_advance_by(lambda drawn, _: drawn < Fraction(1, 2), _is_empty))
            },
            "spawners never heed the probability": {
                "distribution": _by(_advance_by(lambda drawn, _: drawn < 0.5, _may_spawn))
            },
            "samples begin at a drawn time": {"distribution": _from_a_drawn_time},
            "samples are picked by draws": {"distribution": _picked_by_draws},
            "agents act now and then": {"distribution": _agents_act},
        },
        verdict="holds",
        evidence="exhaustive: all boards of three cells of four kinds; all boards of life of 1 x 8, up to "
        "translation, for other times; witnesses of what it asks",
        defects="Silent on what two inaction distributions are: that all are exactly the same asks for one initial "
        "board, one n and one t. With n = 1000, two times may give other densities where the period does not divide "
        "1000, or where a transient is sampled.",
        witness="a spawner and an empty cell, other draws; a blinker, n = 3, from t = 0 and t = 1; oo.o... on 1 x 7, "
        "which comes back after 7 steps, n = 1000, from t = 0 and t = 1",
    ),
)
"""In the order of the paper."""
