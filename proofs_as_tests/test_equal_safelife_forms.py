"""Every optimised form of SafeLife is its definition: all pairs of the ledger, on drawn boards, games and densities."""

from fractions import Fraction
from random import Random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife.board import FROZEN, SPAWNING
from formal_rl.safelife.board.cells import FREEZING, GREATEST_CELL, RED, SPAWNER
from formal_rl.safelife.game import start, step
from formal_rl.safelife.levels import SHIPPED_KINDS, TEACHING_LEVELS, shipped_level
from formal_rl.safelife.side_effects import check_certificate
from formal_rl.safelife.side_effects.cell_types import READINGS
from formal_rl.safelife.side_effects.ground_distance import LENGTHS
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.pairs import PAIRS
from formal_rl.statements.wainwright_2019.deviations import differing
from formal_rl.statements.wainwright_2019.drawn_levels import level_of_flags, level_of_kinds
from formal_rl.statements.wainwright_2019.dynamics import drawn_board
from formal_rl.statements.wainwright_2019.generation import a_run
from proofs_as_tests.test_earth_mover import densities

SAFELIFE = [pair for pair in PAIRS if ".safelife." in pair.fast.__module__]
MOVING = GREATEST_CELL & ~(FREEZING | FROZEN | SPAWNING)
SEEDS, SIDES, READ, STEPS = st.integers(0, 10**6), st.integers(1, 6), st.integers(0, 5000), st.integers(1, 24)
PROBABILITIES = st.sampled_from([0, 1, Fraction(1, 2), 0.3, 1 - Fraction(1, 2**60), Fraction(1, 2**1080)])
DRAWS = st.builds(lambda kind, seed: kind(seed), st.sampled_from([HashedDraws, SeededDraws]), SEEDS)
DISTANCES, ACTIONS, SMALLEST = st.sampled_from(sorted(LENGTHS)), st.integers(0, 8), Fraction(1, 10**9)


@st.composite
def boards(draw, height=SIDES, width=SIDES):
    """Draw a board of all sixteen bits; or one that is long in motion, with a spawner."""
    board = drawn_board(Random(draw(SEEDS)), draw(height), draw(width))
    if draw(st.booleans()):
        return board
    return board.with_cells({place: board[place] & MOVING for place in board.locations()} | {(0, 0): SPAWNER | RED})


@st.composite
def several(draw):
    """Draw boards of one size, and for each a probability, draws and how many of them were read."""
    number, *size = draw(st.tuples(st.integers(1, 3), SIDES | st.just(33), SIDES))
    each = (boards(*map(st.just, size)), PROBABILITIES, DRAWS, READ)
    return tuple(draw(st.lists(of, min_size=number, max_size=number)) for of in each)


@st.composite
def games(draw):
    """Draw a level, the actions of its agents at each step, and draws."""
    seed = draw(SEEDS)
    if seed % 3 == 0:
        level = level_of_kinds(Random(seed), 4, 5, draw(st.integers(0, 2)))
    elif seed % 3 == 1:
        level = draw(st.sampled_from([level_of_flags(Random(seed)), *TEACHING_LEVELS.values()]))
    else:
        level = shipped_level(f"{draw(st.sampled_from(SHIPPED_KINDS))}-{draw(st.integers(0, 19))}")
    joint = st.tuples(*[ACTIONS] * len(level.agents))
    return level, draw(st.lists(joint, min_size=1, max_size=12)), draw(DRAWS)


ONE = st.tuples(boards(), STEPS, PROBABILITIES, DRAWS, READ)
ARGUMENTS = {  # of functions, by the names of their pairs
    "advance_packed": ONE.map(lambda one: (one[0], *one[2:])),
    "advance_by_packed": ONE,
    "advance_by_compiled": ONE,
    "life_counts_packed": ONE,
    "life_counts_compiled": ONE,
    "cell_counts_packed": ONE,
    "find_cycle_packed": st.tuples(boards(), st.sampled_from([0, 1])),
    "advance_array": ONE.map(lambda one: (one[0].array(), *one[1:])),
    "advance_arrays": several().map(lambda of: (numpy.stack([x.array() for x in of[0]]), of[3][0] % 25, *of[1:])),
}


def same_value(pair, draw):
    arguments = draw(ARGUMENTS[pair.name])
    kernel = (follow,) if pair.name.endswith("_compiled") else ()
    assert pair.agree(pair.definition(*arguments), pair.fast(*arguments, *kernel))


def same_game(pair, draw):
    """Play a level by the definition and on bit planes, carried on and begun at each step, and look at it."""
    level, joint, draws = draw(games())
    game, state = PackedGame(level), start(level)
    carried = game.start()
    for actions in joint:
        expected, (carried, paid) = step(level, state, actions, draws), game.step(carried, actions, draws)
        assert (carried.to_state(), paid) == expected
        assert pair.name != "step_packed" or pair.fast(level, state, actions, draws) == expected
        state, sides = expected.state, draw(st.tuples(SIDES, SIDES))
        for agent in range(len(level.agents) if pair.name == "view_packed" else 0):
            assert numpy.array_equal(pair.fast(carried, agent, *sides), pair.definition(state, agent, *sides))
        assert carried == game.packed(state)


def same_deviation(pair, draw):
    """Certify a deviation: the definition lies between the bounds, which are as close as they have to be."""
    (first, second), distance = draw(densities(2)), draw(DISTANCES)
    certified, defined = pair.fast(first, second, distance, SMALLEST), pair.definition(first, second, distance)
    bounds = check_certificate(first, second, certified, distance)
    assert bounds.upper - bounds.lower <= SMALLEST * max(first.mass, second.mass)
    assert bounds.lower - defined.rounding <= Fraction(defined.value) <= bounds.upper + defined.rounding


def same_effects(pair, draw):
    """Compare side effects: the boards, cell types and densities are equal, the values as far as the bounds say."""
    number, (pair_of, probabilities, draws, _) = draw(STEPS), draw(several())
    options = {"spawn_probability": probabilities[0], "cell_types": draw(st.sampled_from(sorted(READINGS)))}
    options |= {"samples": number, "inaction_draws": draws[0], "action_draws": draws[-1], "distance": draw(DISTANCES)}
    both = (form(pair_of[0], pair_of[-1], number % 4, **options) for form in (pair.definition, pair.fast))
    assert differing(*both) is None


def same_pattern(pair, draw):
    asked, options = a_run(Random(draw(SEEDS)))
    assert pair.fast(*asked, **options) == pair.definition(*asked, **options)


BY_NAME = dict.fromkeys(("earth_mover_distance_certified", "earth_mover_by_rounds_certified"), same_deviation)
BY_NAME |= {"side_effects_certified": same_effects, "generate_still_life_incremental": same_pattern}
BY_NAME |= {"step_packed": same_game, "view_packed": same_game}


@pytest.mark.parametrize("pair", SAFELIFE, ids=lambda pair: pair.name)
@given(data=st.data())
def test_an_optimised_form_of_safelife_is_its_definition(pair, data):
    """On every argument that is drawn, the optimised form gives what the definition gives."""
    BY_NAME.get(pair.name, same_value)(pair, data.draw)
