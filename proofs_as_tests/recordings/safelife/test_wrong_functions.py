"""Wrong functions do not agree with the recorded runs of SafeLife, and differ where they are wrong."""

from fractions import Fraction
from functools import partial
from itertools import pairwise

import numpy
import pytest

from formal_rl.agents import draw
from formal_rl.errors import NotCertified
from formal_rl.recordings import shipped_vectors
from formal_rl.recordings.safelife.side_effects import side_effects_recorded
from formal_rl.safelife import advance_arrays
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife.board import CRATE, EMPTY, FROZEN, LIFE, Board, next_cell, turned
from formal_rl.safelife.board.cells import PLAYER, PULLABLE, SPAWNER
from formal_rl.safelife.board.rule import AdvanceResult, block_around, may_spawn
from formal_rl.safelife.game import act, step
from formal_rl.safelife.game.actions import ActResult
from formal_rl.safelife.side_effects import earth_mover_distance_certified
from formal_rl.safelife.side_effects.certificate import Certificate
from formal_rl.seeded_draws import SeededDraws
from proofs_as_tests.recordings.safelife.conftest import INDEX, compared

shipped = partial(compared, shipped_vectors("safelife"))
"""What differs in a whole shipped file."""


# --- Boards ---


def advance_with(rule=next_cell, around=block_around, *, draws_for_every_cell=False):
    """The rule of a board, with something else in some place."""

    def advance(board, spawn_probability, draws, draws_read):
        rows = [[] for _ in range(board.height)]
        for location in board.locations():
            block, spawns = around(board, location), spawn_probability == 1
            if 0 < spawn_probability < 1 and (draws_for_every_cell or may_spawn(block)):
                spawns = draw(draws, draws_read) < spawn_probability
                draws_read += 1
            rows[location[0]].append(rule(block, spawns=spawns))
        return AdvanceResult(Board(rows), draws_read)

    return advance


def one_way_wrap(board, location):
    """The cells around, where what is above the first row, or left of the first column, is nothing."""
    row, column = location
    return tuple(
        board[row + down, column + right] if row + down >= 0 and column + right >= 0 else EMPTY
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    )


def frozen_ignored(block, *, spawns=False):
    """The rule, where frozen cells live and die like others."""
    return next_cell((*block[:4], block[4] & ~FROZEN, *block[5:]), spawns=spawns)


BLINKER_OVER_THE_EDGE = [[(4, 2), (0, 2), (1, 2)], [(0, 1), (0, 2), (0, 3)]]


def boards(first, after, cells=LIFE):
    """Two successive boards of 5 by 5, given by where something is."""
    both = numpy.zeros((2, 5, 5), dtype=numpy.uint16)
    for board, places in zip(both, (first, after), strict=True):
        for place in places:
            board[place] = cells
    return both


def spawned():
    """A spawner between eight places. Of the first eight draws of seed 1 only the third, 0.144, is below 0.3."""
    first, after = boards([(2, 2)], [(2, 2)], SPAWNER)
    after[1, 3] = LIFE
    return numpy.array([first, after])


WRONG_RULES = {
    "one-way wrap": (boards(*BLINKER_OVER_THE_EDGE), advance_with(around=one_way_wrap), (0, 1)),
    "draws for every cell": (spawned(), advance_with(draws_for_every_cell=True), (1, 3)),
}


@pytest.fixture
def by_hand(some):
    """Put two successive boards, which are not recorded ones, in the place of those of the file."""

    def by_hand(successive, probability=0.3):
        case = {"key": "hand", "kind": "by hand", "seed": 1, "shape": [5, 5], "spawn_prob": probability, "steps": 1}
        some.index["advance"], some.arrays["advance"] = [case], {"hand": successive}
        return some

    return by_hand


@pytest.mark.parametrize("form", ["advance", "advance_packed"])
@pytest.mark.parametrize("wrong_rule", WRONG_RULES)
def test_a_wrong_rule_is_found_where_it_is_wrong(by_hand, wrong_rule, form):
    """On boards worked by hand our rule agrees in each form; a wrong one does not, at the place where it is wrong."""
    successive, wrong, (row, column) = WRONG_RULES[wrong_rule]
    some = by_hand(successive)
    (mismatch,) = some.compared("advance", **{form: wrong})

    assert some.compared("advance") == ()
    assert (mismatch.what, mismatch.step, mismatch.row, mismatch.column) == (f"board by {form}", 0, row, column)
    assert (mismatch.expected, mismatch.got) == (LIFE, EMPTY)
    assert mismatch.field == f"hand[1][{row}][{column}]"


def test_the_probability_is_the_nearest_of_32_bits(by_hand):
    """A draw is compared with the number that the published code keeps, which may lie on its other side."""
    probability = SeededDraws(1)[2]
    assert float(numpy.float32(probability)) > probability
    assert by_hand(spawned(), probability).compared("advance") == ()


@pytest.mark.parametrize(("wrong_rule", "least"), [("one-way wrap", 40), ("draws for every cell", 6)])
def test_the_recorded_boards_reject_a_wrong_rule(wrong_rule, least):
    """What was recorded tells these wrong rules from the right one; that of the draws, in each case with a seed."""
    mismatches = shipped("advance.npz", advance=WRONG_RULES[wrong_rule][1])

    assert len(mismatches) >= least
    assert {mismatch.what for mismatch in mismatches} == {"board by advance"}
    if wrong_rule == "draws for every cell":
        seeded = {f"{case['key']}, {case['kind']}" for case in INDEX["advance"] if case["seed"] is not None}
        assert {mismatch.agent for mismatch in mismatches} == seeded


# --- Actions and games ---


def pull_before_push(board, location, action):
    """An action, where what is behind is drawn out of the way before anything is pushed."""
    behind = location[0] - (0, -1, 0, 1, 0)[action % 5], location[1] - (0, 0, 1, 0, -1)[action % 5]
    if not 1 <= action <= 4 or not board[behind] & PULLABLE or board[location] & PULLABLE:
        return act(board, location, action)
    drawn = board.with_cells({behind: EMPTY, location: board[location] | PULLABLE})  # what is pullable pulls nothing
    after, there = act(drawn, location, action)
    left = location if there != location else behind
    return ActResult(after.with_cells({there: after[there] & ~PULLABLE, left: board[behind]}), there)


def test_pull_before_push_is_found(some):
    """On a side of 3, what is behind is what is beyond: it stops the push, unless it is pulled away before."""
    before = numpy.zeros((1, 3, 3), dtype=numpy.uint16)
    before[0, 1] = [CRATE, PLAYER, CRATE]
    after = before.copy()
    after[0, 1, 1] = turned(PLAYER, 1)
    actions = {"before": before, "loc": [[1, 1]], "action": [2], "after": after, "loc_after": [[1, 1]]}
    some.arrays["actions"] |= {f"{name}_3x3": numpy.array(values) for name, values in actions.items()}
    (mismatch,) = some.compared("actions", act=pull_before_push)

    assert some.compared("actions") == ()
    assert (mismatch.agent, mismatch.row, mismatch.column) == ("3x3[0], move right at (1, 1)", 1, 1)
    assert (mismatch.expected, mismatch.got) == (turned(PLAYER, 1), CRATE)
    assert len(shipped("action_unit.npz", act=pull_before_push)) >= 10


class ForgetfulGame(PackedGame):
    """A game on bit planes that begins anew at each step."""

    def step(self, state, actions, draws=()):
        """Play the step from the start."""
        return super().step(self.start(), actions, draws)


@pytest.fixture
def moving_goals(some):
    """The one game whose goals move."""
    some.keep("episodes", ["e030"])
    return some


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"advance": advance_with(frozen_ignored)}, False),
        ({"advance_packed": advance_with(frozen_ignored)}, True),
        ({"PackedGame": ForgetfulGame}, True),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_games_are_played_by_the_definition_and_on_bit_planes(moving_goals, wrong, found):
    """Of the rule the definition is tried on boards alone, the form on bit planes in games too."""
    assert bool(moving_goals.compared("episodes", **wrong)) is found


def test_goals_that_do_not_advance_are_found(moving_goals):
    """Where goals move, a game in which they do not differs at the first step at which the recorded ones did."""

    def still(level, state, actions, draws, **forms):
        after, rewards = step(level, state, actions, draws, **forms)
        return after._replace(goals=state.goals), rewards

    goals = moving_goals.arrays["episodes"]["e030_goals"]
    moved = next(number for number, (one, other) in enumerate(pairwise(goals)) if (one != other).any())
    row, column = numpy.argwhere(goals[moved] != goals[moved + 1])[0]
    (mismatch,) = moving_goals.compared("episodes", step=still)

    assert (mismatch.what, mismatch.step, mismatch.row, mismatch.column) == ("goals", moved, row, column)
    assert mismatch.got == goals[moved, row, column]


def test_actions_in_another_order_are_found(some):
    """Where agents meet, it matters who acts first."""

    def backwards(level, state, actions):
        board, locations = state.board, list(state.locations)
        for agent in reversed(range(len(actions))):
            board, locations[agent] = act(board, locations[agent], actions[agent])
        return state._replace(board=board, locations=tuple(locations))

    some.keep("episodes", [case["key"] for case in INDEX["episodes"] if case["n_agents"] > 1])
    assert {mismatch.what for mismatch in some.compared("episodes", acted=backwards)} == {"mid"}


# --- Deviations and side effects ---


def by_torus(first, second, distance, gap):
    """The deviation by the distance of the torus, whatever was asked for."""
    return earth_mover_distance_certified(first, second, "torus", gap)


def squared(first, second, distance, gap):
    """The square of the deviation, with the bounds of the deviation itself."""
    found = earth_mover_distance_certified(first, second, distance, gap)
    return found._replace(value=found.value**2)


def unproven(first, second, distance, gap):
    """The deviation, with prices of nothing at all."""
    found = earth_mover_distance_certified(first, second, distance, gap)
    prices = tuple(tuple(0 for _ in row) for row in found.certificate.dual_variables)
    return found._replace(certificate=Certificate(prices), bounds=found.bounds._replace(lower=Fraction(0)))


def half_certified(first, second, distance, gap):
    """A search that ends too soon."""
    raise NotCertified("the gap is 1")


def one_step_late(*arguments, samples, **options):
    """States from t to t + n - 1 for the action side, by one sample less."""
    return side_effects_recorded(*arguments, samples=samples - 1, **options)


@pytest.mark.parametrize(
    ("section", "wrong", "what"),
    [
        ("emd", {"earth_mover_distance_certified": by_torus}, "certificate of exact_flat"),
        ("emd", {"earth_mover_distance_certified": squared}, "certificate of exact_torus"),
        ("emd", {"earth_mover_distance_certified": unproven}, "gap of exact_torus"),
        ("emd", {"earth_mover_distance_certified": half_certified}, "certificate of exact_torus"),
        ("side_effects", {"side_effects_recorded": one_step_late}, "count of"),
        ("side_effects", {"side_effects_recorded": partial(side_effects_recorded, cell_types="paper")}, "cell types"),
        ("side_effects", {"side_effects_recorded": partial(side_effects_recorded, distance="torus")}, "side effect"),
        ("stochastic", {"advance_arrays": lambda cells, *_: advance_arrays(cells)}, "mean"),
    ],
)
def test_wrong_functions_are_found(some, section, wrong, what):
    """A wrong distance, a search that ends too soon, other samples or cell types, and spawners that do not spawn."""
    if what == "side effect":
        kind = "crate_across_seam_forward"
        some.keep(section, [case["key"] for case in INDEX[section] if case["kind"] == kind])
    assert any(mismatch.what.startswith(what) for mismatch in some.compared(section, **wrong))


def test_a_drop_in_the_exact_form_is_found():
    """Where small changes matter, keeping them all is not what was recorded of the published code, and is found."""
    found = shipped("side_effects.npz", without_small_changes_published=lambda first, second, share: (first, second))
    assert {mismatch.what for mismatch in found} == {"exact_peer_metric_dropped"}
