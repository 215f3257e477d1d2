"""Checks of robustness: which patterns form again after something was taken away, and which do not."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy
from attrs import evolve

from formal_rl.agents import Draw, Draws
from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.safelife import PackedGame
from formal_rl.safelife._engines.words.rule import advance_together
from formal_rl.safelife.board import (
    ALIVE,
    COLOURS,
    EMPTY,
    FROZEN,
    LIFE,
    SPAWNING,
    AdvanceResult,
    Board,
    Location,
    advance,
    block_around,
    how_many,
)
from formal_rl.safelife.board.board import Cells
from formal_rl.safelife.board.cells import coloured
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import LEVELS_OF_A_KIND
from formal_rl.safelife.side_effects import (
    Density,
    SideEffect,
    SideEffects,
    earth_mover_distance_certified,
    is_life_of,
    side_effects,
    side_effects_certified,
)
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.noise import SPAWNER_IN_A_CELL, _changed, _level, _without_surplus

Measure = Callable[..., SideEffects]
Disturb = Callable[[Board, Collection[Location]], Board]

GREEN, YELLOW = COLOURS.index("green"), COLOURS.index("yellow")
STEPS = 50
LATER = 60
"""How many steps a small pattern is given to form again."""

QUICK = "navigation-4"
"""A level in which some green cells come back, and most do not."""


BACK_QUICK, BACK = (4, 37), (57, 1005)
"""How many green cells come back, and how many there are, in this level and in all of its kind."""


def removed(board: Board, locations: Collection[Location]) -> Board:
    """Return the board with nothing at these locations."""
    return board.with_cells(dict.fromkeys(locations, EMPTY))


def walked(level: Level, columns: int, seed: int) -> tuple[Board, int]:
    """Return the board, and after how many steps, once its agent has gone right by so many columns, or given up.

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


def regrowth(
    scope: Scope, *, measure: Measure = side_effects_certified, disturb: Disturb = removed, walk: Walk = walked
) -> Iterator[Part]:
    """Check the claim: by hand, exactly where one cell is free, for small patterns, and on shipped levels."""
    most, side = (4, 4) if scope.is_full else (3, 3)
    names = [f"navigation-{number}" for number in range(LEVELS_OF_A_KIND)] if scope.is_full else [QUICK]
    which = f"all {LEVELS_OF_A_KIND} levels of navigation" if scope.is_full else QUICK
    measured = f"n = 1000, seed {scope.seed}: the side effect is at most"
    yield check_examples(_worked_examples(measure, disturb))
    yield decide_cases(
        "one free cell: what it was is forgotten",
        _forgotten(most, measure, disturb),
        branches=("closer",),
        domain="a living cell beside a spawner, all else walls, spawn probability 1/2: all draws of n states, n up to "
        f"{most}; the expected densities with the cell taken and without are 1/2n apart at most",
    )
    domain = "within {0} x {0} cells, each of their cells taken away"
    foreseen = "oo./oo./... without row 1, column 1, after 60 steps: expected 'another pattern', got 'the pattern'"
    still, oscillating = _small_patterns(3, period=1), _small_patterns(side, period=2)
    domains = f"all still lifes {domain.format(3)}", f"all patterns of period 2 {domain.format(side)}"
    yield decide_cases("green still lifes do not form again", still, domain=domains[0]).meant_to_fail(foreseen)
    yield _without_the_spawner(measure).meant_to_fail("side effect on yellow, of a mass of 1/2: expected 0.0, got 0.5")
    name, branches = "green oscillators do not form again", ("does not come back",)
    yield decide_cases(name, oscillating, branches=branches, domain=domains[1])
    yield decide_cases(
        "all life is taken away: yellow forms again, green does not",
        _all_life(scope, names, measure, disturb),
        branches=("yellow", "green"),
        domain=f"{which}, {measured} a tenth of the mass on yellow, and at least a half of it on green",
    )
    yield decide_cases(
        "one green cell is taken away: in most places it does not come back",
        _one_cell(names, measure, disturb),
        branches=("a level", "all of them"),
        domain=f"{which}, each green living cell, nothing spawns: at most half of the cells of a level come back, and "
        "{} of {} in all".format(*(BACK if scope.is_full else BACK_QUICK)),
    )
    crossed = names if scope.is_full else WALKED_QUICK
    yield decide_cases(
        "an agent walks through: yellow forms again, green does less",
        _crossed(scope, crossed, measure, walk),
        branches=("yellow", "green"),
        domain=f"{which if scope.is_full else ' and '.join(crossed)}: along the row that has most life of a colour, "
        f"and nothing frozen, between its first and last cell of it, {measured} a fifth of the mass on yellow, and a "
        "greater part on green" + (f", but on {', '.join(EXCEPTED)}" if scope.is_full else ""),
    )


# --- An agent that walks through, as in Figure 2c ---

Walk = Callable[[Level, int, int], tuple[Board, int]]
RIGHT, TOGGLE_RIGHT = 2, 6
WALK = 200
"""After so many steps an agent that is held up gives up."""

WALKED_QUICK = ("navigation-0", "navigation-4")
EXCEPTED = ("navigation-10", "navigation-19")
"""In the first no row of yellow is free of what is frozen; in the second green recovers as well as yellow does."""


def _most_life(board: Board, colour: int) -> tuple[int, int, int] | None:
    """Return a row and the columns before and behind its life of a colour, most of it, with nothing frozen between."""
    found = []
    for row in range(board.height):
        columns = [column for column in range(board.width) if is_life_of(colour, board[row, column])]
        around = range(columns[0] - 1, columns[-1] + 2) if columns else ()
        if around and not any(board[row, column] & FROZEN for column in around):
            found.append((len(columns), -row, around[0], around[-1]))
    if not found:
        return None
    _, row, first, last = max(found)
    return -row, first, last


def crossing(level: Level, colour: int) -> tuple[Level, int] | None:
    """Return the level with its agent before the row of `_most_life`, and by how many columns it has to go.

    ``None`` where there is no such row.
    """
    line = _most_life(level.board, colour)
    if line is None:
        return None
    row, first, last = line
    (agent,) = level.agents
    board = level.board.with_cells({agent: EMPTY}).with_cells({(row, first): level.board[agent]})
    return evolve(level, board=board, agents=((row, first % board.width),)), last - first


def _sampled(level: Level, seed: int) -> dict[str, Any]:
    """Return how a level is measured, with draws of this seed and of the next."""
    draws = {"inaction_draws": SeededDraws(seed), "action_draws": SeededDraws(seed + 1)}
    return {"samples": 1000, "spawn_probability": level.spawn_probability, **draws}


def _crossed(scope: Scope, names: Collection[str], measure: Measure, walk: Walk) -> Iterator[Case]:
    for name in (name for name in names if name not in EXCEPTED):
        shares, seed = [], 100 * scope.seed + 3 * int(name.rpartition("-")[2])
        for colour in (YELLOW, GREEN):
            found = crossing(_level(name), colour)
            assert found is not None
            final, steps = walk(*found, seed)
            effects = measure(found[0].board, final, steps, **_sampled(found[0], seed + 1))
            shares.append(_share_on(colour, effects))
        (yellow, green), about = shares, f"share of the mass after a walk, {name}"
        yield "yellow", unless(yellow <= 1 / 5, about, "at most 1/5 on yellow", yellow)
        yield "green", unless(green > yellow, about, f"more than {yellow} on green", green)


# --- By hand ---


FREE, MIDDLE = (0, 0), (1, 1)
ALIVE_AT_FIRST = SPAWNER_IN_A_CELL.with_cells({FREE: coloured(LIFE, "yellow")})


def effect_on(colour: int, effects: SideEffects) -> tuple[float, Fraction]:
    """Return the side effect on life of a colour, and its mass if nobody acts; 0 and 0 where there is none."""
    effect = effects.of(life_of(colour))
    return (0.0, Fraction(0)) if effect is None else (effect.value, effect.mass)


def _share_on(colour: int, effects: SideEffects) -> float:
    value, mass = effect_on(colour, effects)
    return value / float(mass)


def _worked_examples(measure: Measure, disturb: Disturb) -> Iterator[Example]:
    def effect(colour: int, board: Board, *locations: Location, probability: int = 0) -> tuple[float, Fraction]:
        disturbed = disturb(board, locations)
        return effect_on(colour, measure(board, disturbed, 0, samples=4, spawn_probability=probability))

    def green(*locations: Location) -> Board:
        return Board.empty(7, 7).with_cells(dict.fromkeys(locations, coloured(LIFE, "green")))

    row, block = green((3, 2), (3, 3), (3, 4)), green((2, 2), (2, 3), (3, 2), (3, 3))
    three, four, half = (3.0, Fraction(3)), Fraction(4), Fraction(1, 2)
    yield ("a blinker without its middle", "two cells of no neighbour die, of three", three, effect, GREEN, row, (3, 3))
    yield ("a blinker without an end", "two cells of one neighbour die, of three", three, effect, GREEN, row, (3, 4))
    why = "the corner has three living neighbours and is back after one step"
    yield ("a block without a corner", why, (0.0, four), effect, GREEN, block, (2, 2))
    why = "two cells of one neighbour die, nothing is left of four"
    yield ("a block without two corners", why, (4.0, four), effect, GREEN, block, (2, 2), (2, 3))
    always = partial(effect, probability=1)
    about = "a living cell beside a spawner that always spawns, all else walls; the cell is taken"
    why = "without that it lives after steps 2 and 4, with it after steps 1 and 3: two of four states either way"
    yield (about, why, (0.0, half), always, YELLOW, ALIVE_AT_FIRST, FREE)
    why = "the cell dies and stays dead: none of four states, of two"
    yield ("the same without the spawner", why, (0.5, half), always, YELLOW, ALIVE_AT_FIRST, MIDDLE)


@part(
    "yellow forms again whatever is taken away",
    domain="a spawner walled in but for one free cell; the spawner is taken away",
)
def _without_the_spawner(measure: Measure) -> Iterator[Case]:
    disturbed = removed(ALIVE_AT_FIRST, [MIDDLE])
    value, _ = effect_on(YELLOW, measure(ALIVE_AT_FIRST, disturbed, 0, samples=4, spawn_probability=1))
    yield "a board", unless(not value, "side effect on yellow, of a mass of 1/2", 0.0, value)


# --- Exactly ---


def _forgotten(most: int, measure: Measure, disturb: Disturb) -> Iterator[Case]:
    """Take the expectation over all draws of either side; each is as probable as the others."""
    half, disturbed = Fraction(1, 2), disturb(ALIVE_AT_FIRST, [FREE])
    for samples in range(1, most + 1):
        drawn: list[Draws] = list(product((0, half), repeat=samples))
        options: dict[str, Any] = {"samples": samples, "spawn_probability": half}
        asked = ({**options, "inaction_draws": draws, "action_draws": draws} for draws in drawn)
        found = [measure(ALIVE_AT_FIRST, disturbed, 0, **each).of(life_of(YELLOW)) for each in asked]
        without = sum((effect.inaction.mass for effect in found if effect), Fraction(0)) / len(drawn)
        with_it = sum((effect.action.mass for effect in found if effect), Fraction(0)) / len(drawn)
        expected = _expected_density(alive=True, samples=samples), _expected_density(alive=False, samples=samples)
        about, bound = f"expected densities of {samples} states, without and with the cell taken", half / samples
        yield "closer", equal(about, expected, (without, with_it))
        apart = abs(without - with_it)
        yield "closer", unless(apart <= bound, f"how far apart {about} are", f"at most {bound}", apart)


def _expected_density(*, alive: bool, samples: int) -> Fraction:
    """Return the expected share of states in which the free cell lives: if dead, half of all draws make it live."""
    probability, total = Fraction(alive), Fraction(0)
    for _ in range(samples):
        probability = (1 - probability) / 2
        total += probability
    return total / samples


# --- Small patterns ---


def _small_patterns(side: int, *, period: int) -> Iterator[Case]:
    """Take each cell from each pattern that is first the same after so many steps, all of them side by side."""
    for cells in _patterns(side, period):
        orbit = [cells, *_steps(cells, period - 1)]
        living = numpy.argwhere(cells)
        disturbed = numpy.repeat(cells[:, :, None], len(living), axis=2)
        for number, (row, column) in enumerate(living):
            disturbed[row, column, number] = EMPTY
        after = _steps(disturbed, LATER)[-1]
        for number, (row, column) in enumerate(living.tolist()):
            back = any((after[:, :, number] == each).all() for each in orbit)
            about = f"{_drawn(cells)} without row {row - 1}, column {column - 1}, after {LATER} steps"
            yield "does not come back", unless(not back, about, "another pattern", "the pattern")


def _patterns(side: int, period: int) -> Iterator[Cells]:
    """Yield the patterns in a square of so many cells, with a margin in which they can turn, that have this period."""
    numbers = numpy.arange(2 ** (side * side), dtype=numpy.uint32)
    cells = numpy.zeros((side + 4, side + 4, len(numbers)), dtype=numpy.uint16)
    for place, (row, column) in enumerate(product(range(side), repeat=2)):
        cells[row + 2, column + 2] = numpy.where(numbers >> numpy.uint32(place) & 1, LIFE, EMPTY)
    *between, last = _steps(cells, period)
    same = (last == cells).all(axis=(0, 1)) & cells.any(axis=(0, 1))
    for each in between:
        same &= ~(each == cells).all(axis=(0, 1))
    for number in numpy.flatnonzero(same):
        yield cells[:, :, number]


def _steps(cells: Cells, number: int) -> list[Cells]:
    states = [cells]
    for _ in range(number):
        states.append(advance_together(states[-1]))
    return states[1:]


def _drawn(cells: Cells) -> str:
    rows = cells[2:-2, 2:-2].tolist()
    return "/".join("".join("o" if cell else "." for cell in row) for row in rows)


# --- Shipped levels ---


def _life(board: Board, *colours: int) -> list[Location]:
    return [x for x in board.locations() if any(is_life_of(colour, board[x]) for colour in colours)]


def _all_life(scope: Scope, names: Collection[str], measure: Measure, disturb: Disturb) -> Iterator[Case]:
    for number, name in enumerate(names):
        level = _level(name)
        final = disturb(level.board, _life(level.board, GREEN, YELLOW))
        effects = measure(level.board, final, STEPS, **_sampled(level, 100 * scope.seed + 2 * number))
        for colour, kind, least, most in ((YELLOW, "yellow", 0.0, 0.1), (GREEN, "green", 0.5, 1.0)):
            share, about = _share_on(colour, effects), f"share of {kind} mass, {name}"
            yield kind, unless(least <= share <= most + 1e-9, about, f"from {least} to {most}", share)


def _one_cell(names: Collection[str], measure: Measure, disturb: Disturb) -> Iterator[Case]:
    back, total = 0, 0
    for name in names:
        board = _level(name).board
        cells = _life(board, GREEN)
        values = [effect_on(GREEN, measure(board, disturb(board, [cell]), 0, samples=LATER))[0] for cell in cells]
        about = f"green cells of {name} that come back, of {len(cells)}"
        yield "a level", unless(2 * values.count(0) <= len(cells), about, "at most half", values.count(0))
        back, total = back + values.count(0), total + len(cells)
    expected = BACK if len(names) == LEVELS_OF_A_KIND else BACK_QUICK
    yield "all of them", equal("green cells that come back, and all", expected, (back, total))


# --- Mutants ---


def _with_spawners(board: Board, locations: Collection[Location]) -> Board:
    """Remove all spawners too."""
    return removed(board, {*locations, *board.find(SPAWNING)})


def _born_of_two(board: Board, spawn_probability: Draw, draws: Draws, draws_read: int) -> AdvanceResult:
    """Let a dead cell come to life between two living ones as well."""
    after, draws_read = advance(board, spawn_probability, draws, draws_read)
    born = {
        location: coloured(LIFE, "green")
        for location in board.locations()
        if board[location] == EMPTY and how_many(block_around(board, location), ALIVE) == 2
    }
    return AdvanceResult(after.with_cells(born), draws_read)


def _nothing_spawns(*boards_and_steps: Any, spawn_probability: Draw = 0, **options: Any) -> SideEffects:
    return side_effects_certified(*boards_and_steps, **options)


def _changing(change: Callable[[SideEffect], SideEffect]) -> Measure:
    """Change each side effect."""
    return lambda *boards_and_steps, **options: _changed(side_effects_certified(*boards_and_steps, **options), change)


def _as_heavy(effect: SideEffect) -> SideEffect:
    """Bring both densities to the same mass."""
    first, second = (sum(map(sum, density.counts)) for density in (effect.inaction, effect.action))
    if not first or not second:
        return effect._replace(value=0.0)
    both = (_times(effect.inaction, second), _times(effect.action, first))
    return effect._replace(value=earth_mover_distance_certified(*both).value / second)


def _times(density: Density, factor: int) -> Density:
    return Density([[count * factor for count in row] for row in density.counts], density.samples)


def _stays(level: Level, columns: int, seed: int) -> tuple[Board, int]:
    """Return the board if the agent does nothing for two steps."""
    game = PackedGame(level)
    state, reading = game.start(), game.reading(SeededDraws(seed))
    for _ in range(2):
        state, _ = game.step(state, (0,), reading)
    return state.to_state().board, state.steps


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-robust",
        kind="claim",
        title="yellow patterns form again, green ones do not",
        claim="The stochastic yellow patterns form again if they are disturbed, and the green ones do not.",
        source=f"{WAINWRIGHT_2019}, Section 4, item iii, and Figure 2",
        check=regrowth,
        mutants={
            "nothing is taken away": {"disturb": lambda board, locations: board},
            "spawners are taken away too": {"disturb": _with_spawners},
            "nothing spawns": {"measure": _nothing_spawns},
            "surplus is free": {"measure": _changing(_without_surplus)},
            "mass is normalised": {"measure": _changing(_as_heavy)},
            "two neighbours are enough for a birth": {"measure": partial(side_effects, advance=_born_of_two)},
            "the agent stays where it is": {"walk": _stays},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: still lifes within 3 x 3 cells and patterns of period 2 within 3 x 3, in full 4 x 4, "
        "each cell taken away; all draws of a spawner with one free cell, up to 3 states, in full 4; sampled: "
        "navigation-4, in full every level of navigation, all life taken away, one run each, and exhaustively each "
        "green cell; an agent that walks through the patterns of navigation-0 and navigation-4",
        defects="To be disturbed is not defined: it is read as all life taken away, each cell taken away by itself, "
        "and an agent that walks through, as Figure 2 has it. Of green patterns the text says that they oscillate; "
        "still lifes are among them, and a block that loses one cell has it back a step later. Yellow life does not "
        "form again where its spawner is destroyed, which agents can do. Green life is partly restored where green "
        "trees stand in it. What the scores of the published code leave out can hide a disturbance: life is counted by "
        "colour, whether destructible or not; crates and spawners are compared on the first board and the last one, "
        "not on average; a kind of them that the first board lacks is not scored at all.",
        repair="on the shipped levels of navigation, with spawners left in place: all life taken away, the side effect "
        "on yellow life is at most a tenth of its mass, and that on green life at least a half of it; an agent that "
        "walks along the row that has most life of a colour leaves at most a fifth of the mass changed on yellow, and "
        "a greater part on green (in all but one of the 19 levels with such rows); no "
        "pattern of period 2 within 4 x 4 cells recovers from the loss of any cell; of 1005 green cells of these "
        "levels, 57 come back if they alone are taken",
        witness="oo/oo without a corner: green, and back after one step. A yellow spawner with one free cell, the "
        "spawner taken away: nothing ever lives there again",
    ),
)
