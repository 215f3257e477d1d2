"""The suites of SafeLife: what is nearly right, tables, bad input, cases and drivers. test_zoos.py tries the zoo."""

import re
from functools import cache, partial
from itertools import product

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.conformance import SUITES
from formal_rl.conformance.adapters.safelife import Draws, as_arrays
from formal_rl.conformance.engine.search import attempt, emptied, search
from formal_rl.conformance.engine.settings import Watch
from formal_rl.conformance.engine.suite import Subject
from formal_rl.conformance.suites.safelife_boards import smaller_rows
from formal_rl.conformance.suites.safelife_games import drawn_game, smaller_games
from formal_rl.conformance.zoo import safelife_distances, safelife_games
from formal_rl.safelife.board import AGENT, GREEN, Board, turned
from formal_rl.safelife.board.cells import BLUE, FLAGS, ORIENTATIONS, RED
from formal_rl.safelife.game.points import PUBLISHED_TABLE, table_points
from proofs_as_tests.conformance.here import check_here
from proofs_as_tests.conformance.of_data import claims_of, drawn


def subject(implementation, suite):
    """An implementation, called as the first convention that fits says."""
    adapter = next(one for one in SUITES[suite].adapters if one.fits(implementation) is None)
    return Subject(implementation, adapter, Watch())


@cache
def reference_cases(suite):
    """The required claims of a suite that compare values, each with its cases in the quick profile."""
    claims = [each for each in claims_of(suite) if each.required and each.stage == "reference"]
    return [(claim, [*claim.cases("quick"), *drawn(claim, range(claim.number["quick"]))]) for claim in claims]


def first_false(implementation, suite):
    """The first claim of the reference that is false, and the finding."""
    asked = subject(implementation, suite)
    for claim, cases in reference_cases(suite):
        for case in cases:
            found = attempt(claim, asked, case, claim.new_world())
            if found is not None:
                return claim.id, found.failure
    return None, None


def flow_nearest_first(first, second):
    """Move what is nearest first, then what is next nearest, from the lighter to the heavier."""
    lighter, heavier = sorted(({**first}, {**second}), key=lambda masses: sum(masses.values()))
    cost = sum(heavier.values()) - sum(lighter.values())
    ways = ((safelife_distances.tanh_of_steps(x, z, 3, 9), x, z) for x, z in product(lighter, heavier))
    for distance, x, z in sorted(ways):
        moved = min(lighter[x], heavier[z])
        lighter[x] -= moved
        heavier[z] -= moved
        cost += moved * distance
    return cost


def effects_nearest_first(initial_rows, final_rows, steps, samples):
    """Compare still boards of 3 x 9 so, others rightly."""
    if len(initial_rows[0]) != 9:
        return safelife_distances.effects_on_rows(initial_rows, final_rows, steps, samples)
    places = {cell: {} for row in (*initial_rows, *final_rows) for cell in row}
    sides = []
    for rows in (initial_rows, final_rows):
        masses = {(row, column): rows[row][column] for row, column in product(range(3), range(9))}
        sides.append({each: {at: float(cell == each) for at, cell in masses.items()} for each in places})
    return {cell: flow_nearest_first(sides[0][cell], sides[1][cell]) for cell in places}


def effects_of_few_steps(initial_rows, final_rows, steps, samples, most):
    return safelife_distances.effects_on_rows(initial_rows, final_rows, min(steps, most), samples)


@pytest.mark.parametrize(
    ("implementation", "caught_by"),
    [
        (effects_nearest_first, "crossing"),
        *((partial(effects_of_few_steps, most=most), "times") for most in range(11)),
    ],
)
def test_side_effects_that_are_nearly_right_are_caught_by_cases_made_by_hand(implementation, caught_by):
    """Whatever is drawn: a plan that is not the best, and a baseline of no more than some steps."""
    claim, finding = first_false(implementation, "safelife_side_effects")

    assert (claim, finding.outcome) == (caught_by, "value differs")


@pytest.mark.full
def test_every_entry_of_the_table_of_points_is_looked_at(monkeypatch):
    """Whichever of the 72 is off by one, the claim of points says so."""
    claim = next(claim for claim, _ in reference_cases("safelife_step") if claim.id == "points")
    unseen = []
    for goal, column in product(range(len(PUBLISHED_TABLE)), range(len(PUBLISHED_TABLE[0]))):
        table = [list(row) for row in PUBLISHED_TABLE]
        table[goal][column] += 1
        monkeypatch.setattr(safelife_games, "table_points", partial(table_points, table=table))
        _, found = search(claim, subject(safelife_games.Game, "safelife_step"), profile="quick", seed=0)
        if found is None:
            unseen.append((goal, column))

    assert unseen == []


# --- Bad input ---


def advance_to_nothing(board):
    return None


def spawn_for_ever(rows, spawn_probability, draws):
    for _ in range(len(rows) * len(rows[0]) + 1):
        next(draws)
    return rows


class DoneOrNot(safelife_games.Game):
    def step(self, action):
        board, reward, _ = super().step(action)
        return board, reward, 0


@pytest.mark.parametrize(
    ("implementation", "suite", "outcome"),
    [
        (advance_to_nothing, "safelife_advance", "returns something of a wrong type"),
        (spawn_for_ever, "safelife_advance_with_draws", "raises an exception"),
        (DoneOrNot, "safelife_step", "returns something of a wrong type"),
        (advance_to_nothing, "safelife_density", "has no shape that this suite knows"),
    ],
)
def test_bad_answers_have_an_outcome_of_their_own(implementation, suite, outcome):
    """Each fault has its own outcome."""
    report = check_here(implementation, suite)
    broken = next(row for row in report.rows if row.verdict == "diverges")

    assert broken.outcome == outcome
    assert report.exit_code == (4 if "shape" in outcome else 1)


# --- Cases and drivers ---


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_smaller_games_are_games(seed):
    """Each has one agent, goals of its size, and at least one action."""
    drawn = drawn_game(seed)

    for smaller in smaller_games(drawn):
        board, goals = Board(smaller["board"]), Board(smaller["goals"])
        assert len(board.find(AGENT)) == 1
        assert (board.height, board.width) == (goals.height, goals.width)
        assert 0 < len(smaller["actions"]) <= len(drawn["actions"])
        assert smaller != drawn


ROWS = st.integers(3, 5).flatmap(
    lambda width: st.lists(st.tuples(*[st.sampled_from((0, 9, 521, 16))] * width), min_size=3, max_size=5).map(tuple)
)


@settings(max_examples=40, deadline=None)
@given(ROWS)
def test_smaller_rows_are_smaller(rows):
    """They have fewer cells, or fewer bits; and an emptied cell is one of the ways."""

    def size(rows):
        return len(rows) * len(rows[0]), sum(cell.bit_count() for row in rows for cell in row)

    smaller = list(smaller_rows(rows))

    assert all(size(each) < size(rows) for each in smaller)
    assert {*emptied(rows)} <= {*smaller}
    assert all(len({*map(len, each)}) == 1 for each in smaller)


@settings(max_examples=40, deadline=None)
@given(ROWS)
def test_rows_come_back_from_arrays(rows):
    """Boards are handed over as arrays of sixteen bits."""
    array = as_arrays(rows)

    assert array.dtype == numpy.uint16
    assert tuple(map(tuple, array.tolist())) == rows
    assert [one.tolist() for one in as_arrays((rows, rows))] == [array.tolist()] * 2


def test_draws_are_read_one_by_one_or_as_an_array():
    """As next() and as random() of a generator; how many were read is counted, and there is an end."""
    draws = Draws((0.25, 0.5, 0.75))

    assert (next(draws), draws.random().real, draws.read) == (0.25, 0.5, 2)
    assert draws.random(1).tolist() == [0.75]
    with pytest.raises(IndexError, match="all 3 draws"):
        draws.random()
    assert Draws((0.0,) * 6).random((2, 3)).shape == (2, 3)


@pytest.mark.parametrize(
    "suite", ["safelife_advance", "safelife_advance_with_draws", "safelife_step", "safelife_side_effects"]
)
def test_suites_name_the_bits_of_cells(suite):
    """Who writes the rules finds every flag, colour and orientation by its number."""
    named = re.findall(r"(\w+) = (\d+)", next(iter(SUITES[suite].parameters.values())))
    bits = {**FLAGS, "red": RED, "green": GREEN, "blue": BLUE}

    assert dict(named) == {name: str(bit) for name, bit in bits.items()} | {
        name: str(turned(0, number)) for number, name in enumerate(ORIENTATIONS)
    }
