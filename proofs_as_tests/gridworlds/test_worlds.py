"""Drawn gridworlds: no memoryless policy collects more than m; and enclosures of roots."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from formal_rl import gridworlds as grid
from formal_rl.errors import (
    ActionOutOfRange,
    InvalidParameter,
    MalformedHistory,
    MalformedLayout,
    UnknownName,
    UnusableObject,
)
from formal_rl.gridworlds import greatest_coins, measure_incremental, parse_layout, theorem
from formal_rl.gridworlds.drest import require_shares
from formal_rl.gridworlds.episodes import mini_episode, split_plays
from formal_rl.gridworlds.finite_mdp import FiniteMDP, Outcome
from formal_rl.gridworlds.memoryless_policies import deterministic_policies
from formal_rl.gridworlds.metrics import require_coins
from formal_rl.gridworlds.policies import require_probabilities
from formal_rl.gridworlds.theorem import enclose
from formal_rl.gridworlds.theorem._radical_sums import bracket, require_lam, require_lengths
from formal_rl.gridworlds.theorem.local_threshold import curvature_in_roots
from formal_rl.gridworlds.theorem.own_returns import credited_slopes, potential
from formal_rl.gridworlds.theorem.threshold import scaled_excess
from formal_rl.gridworlds.theorem.uniform_optimality import excess_polynomial
from formal_rl.histories import Percept
from proofs_as_tests.rows import each_row_of, gives, refused


@st.composite
def worlds(draw):
    """Small worlds: up to 2 by 3 cells, up to two coins and one button, two moves at most."""
    height, width = draw(st.integers(1, 2)), draw(st.integers(2, 3))
    cells = [(r, c) for r in range(height) for c in range(width)]
    tokens = draw(
        st.permutations(["A", "C1", *draw(st.lists(st.sampled_from(["C2", "C1/2", "B1", "B2", "#"]), max_size=2))])
    )
    tokens = [*tokens, *["."] * len(cells)][: len(cells)]
    assume("A" in tokens and any(token.startswith("C") for token in tokens))
    placed = draw(st.permutations(tokens))
    rows = [" ".join(placed[r * width : (r + 1) * width]) for r in range(height)]
    try:
        return parse_layout("\n".join([f"length {draw(st.integers(1, 2))}", *rows]))
    except MalformedLayout:
        assume(False)


@pytest.mark.statement("T24-m")
@given(world=worlds())
def test_no_memoryless_policy_collects_more_than_the_greatest(world):
    """Over all deterministic memoryless policies of a drawn world, the greatest coins of each length are m_l."""
    best = dict.fromkeys(greatest_coins(world, 1), 0)
    for policy in deterministic_policies(world):
        for length, coins in measure_incremental(world, policy, 1).expected_coins.items():
            best[length] = max(best[length], coins)

    assert best == greatest_coins(world, 1)


@pytest.mark.statement("T24-DD2")
@given(lam=st.fractions(Fraction(1, 100), Fraction(99, 100)), k=st.integers(2, 4))
def test_roots_are_enclosed(lam, k):
    """The k-th root lies between the two rationals."""
    low, high = bracket(lam, k, 64)

    assert low**k <= lam < high**k
    assert high - low == Fraction(1, 2**64)


@pytest.mark.statement("T24-DD2")
@given(sums=st.lists(st.fractions(-5, 5), min_size=2, max_size=4), lam=st.fractions(Fraction(1, 9), Fraction(8, 9)))
def test_sums_of_roots_of_any_sign_are_enclosed(sums, lam):
    """The enclosure is an interval that holds the sum, positive or negative."""
    k = len(sums)
    low, high = enclose(tuple(sums), lam**k, bits=80)

    assert low <= sum(each / lam**j for j, each in enumerate(sums)) <= high


HALF, ONE = Fraction(1, 2), Fraction(1)
FIRST, TOKENS = "a first line 'length N' with N >= 1", "one of . # A, C with a value, B with a delay"
VALUE, POSITIVE = "a coin with a value, such as C3 or C1/2", "a coin of positive value"
DELAY, IN_TIME = "a button with a delay, such as B4", "a button that the agent can reach in time"
NO_LAYOUTS = (
    *((text, None, None, text, FIRST) for text in ("", "A C1", "length 0", "length 1 2", "length x", "size 1")),
    ("length 2", 1, None, "", "at least one row"),
    ("length 2\n. C1", None, None, "", "an agent A"),
    ("length 2\nA C1\n. A", 2, 2, "A", "one agent only"),
    ("length 2\nA .", None, None, "", "at least one coin"),
    ("length 2\nA C1\n. . .", 2, None, ". . .", "2 cells, as in row 1, found 3"),
    ("length 2\nA C1 Z", 1, 3, "Z", TOKENS),
    *((f"length 2\n. .\nA {coin}", 2, 2, coin, VALUE) for coin in ("Cx", "C1/0")),
    *((f"length 2\n. .\nA {coin}", 2, 2, coin, POSITIVE) for coin in ("C0", "C-1")),
    *((f"length 2\n. . .\nA C1 {button}", 2, 3, button, DELAY) for button in ("B", "B0")),
    ("length 2\nA C1 . B2", 1, 4, "B2", IN_TIME),
    ("length 2\nA B1 . . .\nC1 # # # B3", 2, 5, "B3", IN_TIME),
    ("length 1\nA C1 . . B2 B3", 1, 5, "B2", IN_TIME),
)
TINY = parse_layout("length 1\nC1 A B1 C1")
PRESSED, ENDED = (grid.move(TINY, TINY.start, action)[0] for action in (3, 2))
EPISODES = mini_episode(TINY), grid.meta_episode(TINY, grid.Drest.of(TINY, HALF), 2)
EXACT = "exact probabilities, each an int or a Fraction from 0 to 1"
NO_PROBABILITIES = (
    *((wrong, "a tuple of 4 probabilities") for wrong in ((1, 0, 0), (1, 0, 0, 0, 0), [1, 0, 0, 0])),
    *((wrong, EXACT) for wrong in ((1.0, 0, 0, 0), (2, -1, 0, 0), (-1, 2, 0, 0))),
)
NO_PLANS = ((((2,), HALF),), (((2,), 2), ((0,), -1)), (((2,), 3 * HALF),))
EVEN, ALL = (HALF, HALF), (1, 1)
NO_SHARES = (
    *(((0.5, 0.5), ALL), ((-1, 2), ALL), ((HALF, HALF / 2), ALL), (EVEN, (1, 1, 1)), (EVEN, (1,)), (EVEN, (1, 2))),
    *((EVEN, (-1, 1)), (EVEN, (0.5, 1)), ((1,), (1,))),
)
OF_SHARES = (grid.expected_return, grid.expected_return_incremental, theorem.expected_return_in_roots)
NO_LAM = ((0, 2), (1, 2), (0.5, 2), (Decimal("0.5"), 2), (HALF, 1))
NO_OUTCOMES = (
    [(HALF, "end")],
    [(0.5, "end"), (0.5, "end")],
    [(0, "end"), (1, "end")],
    [(1, "end", -1)],
    [(1, "end", 1.0)],
)
OF_LAM = (theorem.curvature, scaled_excess, theorem.maximiser, excess_polynomial)


def no_mdp(outcomes):
    """Build the MDP of one action with these outcomes."""
    return FiniteMDP("start", {"start": [[Outcome(*each) for each in outcomes]], "end": []})


@each_row_of(
    *(refused(MalformedLayout(*fault), parse_layout, (text,)) for text, *fault in NO_LAYOUTS),
    refused(UnknownName, grid.named_world, ("exmple",)),
    refused(InvalidParameter, grid.World, *((1, 1, frozenset(), (0, 0), (), (), length) for length in (0, True))),
    *(
        refused(ActionOutOfRange(n, a, 4), grid.move, (TINY, s, a))
        for n, a, s in ((1, 4, TINY.start), (3, -1, PRESSED))
    ),
    refused(ActionOutOfRange(1, True, 4), grid.move, (TINY, TINY.start, True)),
    refused(InvalidParameter("remaining", 0, "a state in which a move remains"), grid.move, (TINY, ENDED, 0)),
    refused(InvalidParameter("the plan", (3,), "1 actions more"), grid.walk, (TINY, (3,))),
    refused((InvalidParameter, {"value": (2, 2)}), grid.walk, (TINY, (2, 2))),
    *(refused(ActionOutOfRange(1, 4, 4), each, ((each(()), 4),)) for each in EPISODES),
    *(refused(MalformedHistory, each, ((each(()),),)) for each in EPISODES),
    gives(lambda: split_plays(TINY, (2, 3), 1)[1], (Percept(0, "over"),)),
    *(refused(UnusableObject("the policy on 'x'", p, e), require_probabilities, ("x", p)) for p, e in NO_PROBABILITIES),
    *(refused(UnusableObject, each, ((), (1, 1, 0, 0))) for each in (grid.MemorylessPolicy, grid.ClockPolicy)),
    refused(UnusableObject, grid.MemorylessPolicy, ({"here": (1, 1, 0, 0)},), ({"here": (HALF, 0, 0, 0)},)),
    refused(UnusableObject, grid.PlanPolicy, *((plans,) for plans in NO_PLANS)),
    refused(InvalidParameter, grid.Drest.of, *((TINY, root) for root in (0, 1, 0.5))),
    refused(InvalidParameter, grid.Drest, (HALF, {1: ONE}), (HALF, {1: ONE, 2: Fraction(0)})),
    refused(InvalidParameter, require_coins, ({1: ONE, 2: Fraction(0)},)),
    refused(InvalidParameter, grid.discount_factor, *((grid.Drest.of(TINY, HALF), 3, i) for i in (3, -1))),
    refused(InvalidParameter, require_shares, *NO_SHARES),
    *(
        refused(InvalidParameter, each, ((1,), (1,), HALF, 2), (EVEN, ALL, HALF, 0), (EVEN, ALL, 0.5, 2))
        for each in OF_SHARES
    ),
    *(refused(InvalidParameter, f, ((1,), HALF, 2), (EVEN, HALF, 0)) for f in (theorem.own_returns, potential)),
    refused(InvalidParameter, credited_slopes, ((1,), HALF, 2), (EVEN, HALF, 0), later=False),
    refused(InvalidParameter, grid.weighted_return, ((1,), (1,), HALF, (1,))),
    *(refused((InvalidParameter, {"value": lam}), require_lam, (lam,)) for lam in (0, 1, 0.5)),
    refused(InvalidParameter, require_lengths, (1,), (2.0,)),
    *(refused(InvalidParameter, each, (1, 2, 3), (HALF, 1, 3)) for each in OF_LAM),
    *(refused(InvalidParameter, f, *NO_LAM) for f in (theorem.local_bounds, theorem.local_threshold)),
    refused((InvalidParameter, {"name": "N"}), curvature_in_roots, (HALF, 2, 0)),
    refused((InvalidParameter, {"name": "N"}), theorem.climbing_rate, (2, HALF, 0)),
    refused((InvalidParameter, {"name": "N"}), theorem.steepness, (2, HALF, 0)),
    refused((InvalidParameter, {"name": "k"}), theorem.climbing_rate, (1, HALF, 2)),
    refused((InvalidParameter, {"name": "k"}), theorem.steepness, (1, HALF, 3)),
    refused((InvalidParameter, {"name": "odds"}), theorem.climbing_rate, (2, HALF, 2, HALF)),
    refused((InvalidParameter, {"name": "p"}), theorem.mean_change, ((HALF, HALF, HALF), HALF, 2)),
    refused(InvalidParameter, theorem.threshold, (1, 2), (HALF, 1)),
    refused(InvalidParameter, excess_polynomial, (HALF, 2, 1)),
    refused(InvalidParameter, theorem.expected_return_in_roots, (EVEN, ALL, 1, 2)),
    refused(InvalidParameter, theorem.sign, ((ONE, ONE), 1)),
    refused((InvalidParameter, {"name": "outcomes"}), no_mdp, *((each,) for each in NO_OUTCOMES)),
    refused((InvalidParameter, {"name": "steps"}), no_mdp, ([(HALF, "end"), (HALF, "start")],)),
    *(refused(InvalidParameter, theorem.step, (HALF, HALF, m), root=HALF, lam=HALF, number=2) for m in (0, 3)),
)
def test_invalid_arguments_raise(row):
    """Pictures with the place of the fault; moves, plans, policies, rewards, shares and numbers."""
    row()
