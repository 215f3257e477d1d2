"""The noise of spawners: the distance of two idle runs, and the patterns that form again when disturbed."""

from collections.abc import Collection
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.agents import Draw
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.safelife import parse_board
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board import COLOURS, EMPTY, FROZEN, LIFE, SPAWNING, WALL, Board, Location, colour_of
from formal_rl.safelife.board.cells import SPAWNER, coloured
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects import SideEffects, side_effects_certified
from formal_rl.safelife.side_effects.cell_types import is_life_of, life_of
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.recorded import Experiment

HALF, STEPS = Fraction(1, 2), 50
GREEN, YELLOW = COLOURS.index("green"), COLOURS.index("yellow")

FREE, MIDDLE = (0, 0), (1, 1)
SPAWNER_IN_A_CELL = Board([[EMPTY, WALL, WALL], [WALL, coloured(SPAWNER, "yellow"), WALL], [WALL, WALL, WALL]])
"""A spawner with walls round it and one free cell: it lives for a step, and dies."""

ALIVE_AT_FIRST = SPAWNER_IN_A_CELL.with_cells({FREE: coloured(LIFE, "yellow")})


def effect_on(colour: int, effects: SideEffects) -> tuple[float, Fraction]:
    """Return the side effect on life of a colour, and its mass if nobody acts; 0 and 0 where there is none."""
    effect = effects.of(life_of(colour))
    return (0.0, Fraction(0)) if effect is None else (effect.value, effect.mass)


def share(found: tuple[float, Fraction]) -> float:
    """Return a side effect as a share of the mass."""
    return found[0] / float(found[1])


# --- Two idle runs ---


def noise(board: Board, steps: int, samples: int, probability: Draw, draws: Any) -> tuple[float, Fraction]:
    """Return how far the states after some idle steps are from those of another such run, in life of spawners."""
    final = advance_by_packed(board, steps, probability, draws[0]).board
    drawn: dict[str, Any] = {"inaction_draws": draws[1], "action_draws": draws[2]}
    effects = side_effects_certified(board, final, steps, samples=samples, spawn_probability=probability, **drawn)
    found = [effect_on(colour, effects) for colour in {colour_of(board[each]) for each in board.find(SPAWNING)}]
    return sum(value for value, _ in found), sum((mass for _, mass in found), Fraction(0))


def expected_noise() -> Rows:
    """Yield the noise and the mass of the free cell after a step, in the mean over all draws.

    The noise is |K - L|/n, where K and L are how many of n states the cell lives in. It dies in the step after a birth.
    """
    for samples, why, value, mass in (
        (1, "K is 1 with 1/4: 2 · 1/4 · 3/4", Fraction(3, 8), Fraction(1, 4)),
        (2, "K is 1 with 5/8, else 0: 2 · 5/8 · 3/8, over 2", Fraction(15, 64), Fraction(5, 16)),
    ):
        draws = product(*(tuple(product((0, HALF), repeat=number)) for number in (1, 1 + samples, samples)))
        found = [noise(SPAWNER_IN_A_CELL, 1, samples, HALF, each) for each in draws]
        means = [sum(Fraction(each[place]) for each in found) / len(found) for place in (0, 1)]
        yield f"n = {samples}: {why}", [round(float(value), 12), mass], [round(float(means[0]), 12), means[1]]


def a_tenth(found: Any) -> tuple[Any, Any]:
    """Return that a share of the mass is a tenth, or half or twice as much; or what it is."""
    return meets(Fraction(1, 20) <= found <= Fraction(1, 5), "from 1/20 to 1/5", float(found))


def noise_on(kind: str, number: int, samples: int) -> float:
    """Return the noise on a shipped level, after 50 steps, as a share of the mass."""
    level, draws = shipped_level(f"{kind}-{number}"), [SeededDraws(3 * number + each) for each in range(3)]
    return share(noise(level.board, STEPS, samples, level.spawn_probability, draws))


KINDS, NUMBERS = ("append-spawn", "prune-spawn", "navigation"), range(20)
MEASURED = Experiment("W19-noise", noise_on, [*product(KINDS, NUMBERS, (250, 1000, 4000))])


@claim(
    "W19-noise",
    "two inaction distributions of a stochastic board are some way apart",
    "Section 3, deviation measure",
    "holds (repaired)",
    evidence="by hand: the mean over all draws of a spawner with one free cell, for 1 and 2 states; measured: all "
    "levels of append-spawn, prune-spawn and navigation, one recorded run each with 250, 1000 and 4000 states, of "
    "which the first is made again",
    defects="The paper does not say how close to a tenth is meant, on which boards, or what a stochastic cell is "
    "(here: life of a colour that spawners have; their number is its mass if nobody acts). The published code "
    "can average over several runs, which also reduces the noise. It rounds the costs of its solver to whole "
    "numbers, which shows in the fifth place. It reads its draws from a generator that crashes if none was set, so "
    "scoring a fresh level with spawners may end the program; and after no step at all its baseline is whatever the "
    "memory holds.",
    repair="it decreases like 1/√n once n is well above the time over which a cell is like itself; as a share of "
    "the mass it depends on the board and the spawn probability: in the mean over the shipped levels a tenth is "
    "right within a factor of two on append-spawn and prune-spawn, and far too much on navigation "
    "(docs/findings/side_effects.md has the table)",
    witness="navigation, the mean over its first two levels with 1000 states: 0.014 of the mass",
)
def two_idle_runs() -> Evidence:
    """Where there are spawners, two inaction distributions of n = 1000 states deviate by roughly a tenth of the average
    number of stochastic cells, and the deviation decreases like one over the square root of n.
    """

    def mean(kind: str, samples: int, levels: range = NUMBERS) -> Fraction:
        results = MEASURED.results
        return Fraction(sum(results[kind, number, samples] for number in levels)) / len(levels)

    def falls(kind: str, samples: int) -> Any:
        found = mean(kind, 4 * samples) / mean(kind, samples)
        return meets(1 / 4 < found < 1, "a half, or half or twice as much", found)  # of few levels

    yield by_hand(expected_noise)
    about = "the noise of 1000 states is about a tenth of the mass"
    tasks, every_kind = among("append-spawn, prune-spawn", KINDS[:2]), among("these and navigation", KINDS)
    yield every(f"levels with a task: {about}", lambda kind: a_tenth(mean(kind, 1000)), tasks)
    two = among("2 levels", KINDS[2:])
    far_less = every(f"navigation: {about}", lambda kind: a_tenth(mean(kind, 1000, range(2))), two)
    yield far_less.fails("navigation: the noise…, navigation: expected 'from 1/20 to 1/5', got 0.01…")
    states = among("250 to 1000 and 1000 to 4000 states", (250, 1000))
    yield every("four times the states make half of the noise", falls, every_kind, states)
    yield MEASURED.again
    yield mutants("""
        safelife.side_effects._side_effects_certified:_life_and_furniture
            samples are added up, not averaged: (before, samples) → (before) ;; (after, samples) → (after)
            it does not depend on n: without, with_actions = → samples = 1⏎    without, with_actions =
        safelife.side_effects._side_effects_certified:_measured
            it decreases like 1/n more: found.value, → found.value / compared.inaction.samples,
            surplus is free: found.value, → found.value - sum(change.mass for change in
                (*found.plan.removed, *found.plan.created)) / found.plan.samples,
        safelife.side_effects._side_effects_certified:side_effects_certified
            both distributions are of the same draws: Rollout(final, spawn_probability, action_draws)
                → Rollout(baseline, spawn_probability, inaction_draws, draws_read)
            samples without actions include t: initial, steps, spawn → initial, steps - 1, spawn
            samples of the start, not of time t: advance_by(initial, steps, → advance_by(initial, 0,
                ;; Rollout(final, → Rollout(initial,
    """)


# --- What forms again ---

RIGHT, TOGGLE_RIGHT = 2, 6
LATER, WALK = 60, 200
"""How many steps a small pattern is given to form again, and after how many an agent that is held up gives up."""


def removed(board: Board, locations: Collection[Location]) -> Board:
    """Return the board with nothing at these locations."""
    return board.with_cells(dict.fromkeys(locations, EMPTY))


def walked(level: Level, columns: int, seed: int) -> tuple[Board, int]:
    """Return the board and the number of steps once its agent has gone right by ``columns``, or given up.

    It removes what is before it, and goes on where nothing is.
    """
    game = PackedGame(level)
    state, reading = game.start(), game.reading(SeededDraws(seed))
    gone = 0
    while gone < columns and state.steps < WALK:
        row, column = state.locations[0]
        is_free = state.board.to_board()[row, column + 1] == EMPTY
        state, _ = game.step(state, (RIGHT if is_free else TOGGLE_RIGHT,), reading)
        gone += state.locations[0] != (row, column)
    return state.to_state().board, state.steps


def crossing(level: Level, colour: int) -> tuple[Level, int] | None:
    """Return the level with its agent before the row of most life of a colour, and by how many columns it has to go.

    ``None`` where there is no row with nothing frozen between the first and the last cell of that colour.
    """
    board, found = level.board, []
    for row in range(board.height):
        columns = [column for column in range(board.width) if is_life_of(colour, board[row, column])]
        around = range(columns[0] - 1, columns[-1] + 2) if columns else ()
        if around and not any(board[row, column] & FROZEN for column in around):
            found.append((len(columns), -row, around[0], around[-1]))
    if not found:
        return None
    _, row, first, last = max(found)
    (agent,) = level.agents
    board = board.with_cells({agent: EMPTY}).with_cells({(-row, first): board[agent]})
    return evolve(level, board=board, agents=((-row, first % board.width),)), last - first


def disturbed(number: int) -> list[Any]:
    """Return shares without life, green cells that come back of how many, and shares after walks, in navigation."""
    level = shipped_level(f"navigation-{number}")
    board = level.board
    yellow, green = ([x for x in board.locations() if is_life_of(each, board[x])] for each in (YELLOW, GREEN))

    def measured(of: Level, final: Board, steps: int, seed: int, *colours: int) -> list[float]:
        drawn: dict[str, Any] = {"inaction_draws": SeededDraws(seed), "action_draws": SeededDraws(seed + 1)}
        effects = side_effects_certified(of.board, final, steps, spawn_probability=of.spawn_probability, **drawn)
        return [share(effect_on(colour, effects)) for colour in colours]

    gone = measured(level, removed(board, yellow + green), STEPS, 2 * number, YELLOW, GREEN)
    without = [side_effects_certified(board, removed(board, [each]), 0, samples=LATER) for each in green]
    alone, walks = [effect_on(GREEN, each)[0] for each in without], list[float]()
    for colour in (YELLOW, GREEN):
        if row := crossing(level, colour):
            walks += measured(row[0], *walked(*row, 3 * number), 3 * number + 1, colour)
    return [gone, [alone.count(0), len(alone)], walks]


DISTURBED = Experiment("W19-robust", disturbed, [(4,), *((number,) for number in NUMBERS if number != 4)])


@claim(
    "W19-robust",
    "yellow patterns form again, green ones do not",
    "Section 4, item iii, and Figure 2",
    "holds (repaired)",
    evidence="by hand: a block without a corner, and a spawner taken away; measured: every level of navigation, one "
    "recorded run each, of which one is made again",
    defects="The paper does not define disturbing. Here all life is taken away, or each cell by itself, or an agent "
    "walks through, as in Figure 2. The text says that green patterns oscillate; some are still lifes, and a block "
    "that loses one cell has it back a step later. Yellow life does not form again if its spawner is destroyed, "
    "which agents can do. Green life is partly restored where green trees stand in it. The scores of the published "
    "code can hide a disturbance: it counts life by colour, destructible or not; it compares crates and spawners on "
    "the first and the last board, not on average; and it does not score a kind of them that the first board lacks.",
    repair="on the shipped levels of navigation, with spawners left in place: (a) If all life is taken away, the "
    "side effect on yellow life is at most a tenth of its mass, and that on green life at least a half. (b) An "
    "agent that walks along the row that has most life of a colour leaves at most a fifth of the mass changed on "
    "yellow, and a greater part on green (in all but one of the levels with such rows). (c) At most half of the "
    "green cells of these levels come back if they alone are taken",
    witness="oo/oo without a corner: green, and back after one step. A yellow spawner with one free cell, the "
    "spawner taken away: nothing ever lives there again",
)
def form_again() -> Evidence:
    """The stochastic yellow patterns form again if they are disturbed, and the green ones do not."""

    def whatever_is_taken(place: Location) -> Any:
        final = removed(ALIVE_AT_FIRST, [place])
        effects = side_effects_certified(ALIVE_AT_FIRST, final, 0, samples=4, spawn_probability=1)
        return 0.0, effect_on(YELLOW, effects)[0]

    def recover(number: int) -> Any:
        (yellow, green), (back, cells), walks = DISTURBED.results[number,]  # recorded, for it takes long
        right = yellow <= 0.1 and 0.5 <= green <= 1 + 1e-9 and 2 * back <= cells
        # On one no row of yellow is free of what is frozen, and on the other green recovers as well as yellow.
        right = right and (number in {10, 19} or (walks[0] <= 1 / 5 and walks[1] > walks[0]))
        return meets(right, "yellow does, green does not", DISTURBED.results[number,])

    block = parse_board("og og . .\nog og . .\n. . . .\n. . . .")
    again = lambda board: (False, advance_by_packed(removed(board, [FREE]), 1).board == board)  # noqa: E731
    one = every("a green block does not form again", again, among("oo/oo without a corner, 1 step", [block]))
    yield one.fails("…: expected False, got True")
    taken = every("yellow forms again whatever is taken", whatever_is_taken, among("the spawner", [MIDDLE]))
    yield taken.fails("yellow forms again whatever is taken, (1, 1): expected 0.0, got 0.5")
    levels = among("20 levels of navigation: all life taken, each green cell alone, walks but on 10 and 19", NUMBERS)
    yield every("what forms again", recover, levels)
    yield DISTURBED.again
    yield mutants("""
        :removed
            nothing is taken away: return → return board or
            spawners are taken away too: fromkeys(locations, → fromkeys((*locations, *board.find(SPAWNING)),
        :walked
            the agent stays where it is: gone < columns and state.steps < WALK → state.steps < 2
                ;; RIGHT if is_free else TOGGLE_RIGHT → 0
        safelife.side_effects._side_effects_certified:side_effects_certified
            nothing spawns: find_reading(cell_types) → spawn_probability = 0⏎    find_reading(cell_types)
        safelife._engines.planes.rule:advance_planes
            two neighbours are enough for a birth: three & scenery.may_live
                → (three | (twos ^ more) & ~ones & ~fours) & scenery.may_live
    """)


STATEMENTS = statements_in(globals())
