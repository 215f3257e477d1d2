"""Thornley et al. 2024, Sections 3 to 5 and Definitions D.1 to D.4: worlds, meta-episodes, reward and metrics."""

from fractions import Fraction

import networkx
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from formal_rl.errors import ActionOutOfRange, InvalidParameter, MalformedLayout, MalformedPolicy, UnknownName
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    SYNTHETIC,
    Drest,
    MemorylessPolicy,
    PlanPolicy,
    World,
    best_plans,
    deterministic_policies,
    drawn_return,
    expected_return,
    expected_return_incremental,
    format_layout,
    greatest_coins,
    greatest_coins_incremental,
    jointly_best,
    measure,
    measure_incremental,
    move,
    named_world,
    neutrality,
    observe,
    overall_returns,
    parse_layout,
    reachable,
    repaired_returns,
    uniform_policy,
    usefulness,
    walk,
    weighted_return,
)
from formal_rl.gridworlds.drest import default_returns, lopsided_returns
from formal_rl.gridworlds.episodes import mini_episode, parse_moves
from formal_rl.gridworlds.theorem import bracket, enclose, expected_return_in_roots
from formal_rl.gridworlds.trajectories import all_trajectories, state_graph
from formal_rl.statements.thornley_2024.pairs import drawn_policy

TINY = "length 1\nC1 A B1 C1"


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


@pytest.mark.statement("T24-DD3")
@given(world=worlds(), seed=st.integers(0, 999), gamma=st.sampled_from([1, Fraction(19, 20), Fraction(1, 2)]))
def test_the_dynamic_programme_is_the_sum_over_trajectories(world, seed, gamma):
    """In drawn worlds, drawn policies are measured alike in both ways."""
    assert greatest_coins_incremental(world, gamma) == greatest_coins(world, gamma)
    assert measure_incremental(world, drawn_policy(world, seed), gamma) == measure(
        world, drawn_policy(world, seed), gamma
    )


@pytest.mark.statement("T24-DD3")
@given(world=worlds(), seed=st.integers(0, 999))
def test_usefulness_and_neutrality_are_in_their_ranges(world, seed):
    """USEFULNESS lies between 0 and 1, NEUTRALITY between 0 and log2 k."""
    greatest = greatest_coins_incremental(world, 1)
    assume(all(greatest.values()))
    measured = measure_incremental(world, drawn_policy(world, seed), 1)

    assert 0 <= usefulness(measured, greatest) <= 1
    assert 0 <= neutrality(measured.probabilities) <= len(greatest).bit_length()


@pytest.mark.statement("T24-m")
@given(world=worlds())
def test_no_memoryless_policy_collects_more_than_the_greatest(world):
    """Over all deterministic memoryless policies of a drawn world, the greatest coins of each length are m_l."""
    best = dict.fromkeys(greatest_coins(world, 1), 0)
    for policy in deterministic_policies(world):
        for length, coins in measure_incremental(world, policy, 1).expected_coins.items():
            best[length] = max(best[length], coins)

    assert best == greatest_coins(world, 1)


@pytest.mark.statement("T24-m")
@pytest.mark.parametrize("name", [*RECONSTRUCTED, *SYNTHETIC])
def test_a_joint_policy_is_useful_at_every_mixture(name):
    """Where best plans can be joined, a policy that allows just their actions has E(C | L = l) = m_l."""
    world, gamma = named_world(name), Fraction(19, 20) if name in RECONSTRUCTED else 1
    plans = jointly_best(world, gamma)
    if plans is None:
        assert name == "memoryless_conflict"
        return
    allowed = {}
    for plan in plans:
        state = world.start
        for action in plan:
            allowed.setdefault(observe(state), []).append(action)
            state, _ = move(world, state, action)
    table = {seen: tuple(Fraction(chosen.count(a), len(chosen)) for a in range(4)) for seen, chosen in allowed.items()}
    measured = measure_incremental(world, MemorylessPolicy(table), gamma)
    assert measured.expected_coins == greatest_coins_incremental(world, gamma)
    assert all(measured.probabilities.values())


@pytest.mark.statement("T24-layouts")
@pytest.mark.parametrize("name", [*RECONSTRUCTED, *SYNTHETIC])
def test_best_plans_collect_the_most(name):
    """The first best plan of each length has that length and collects m_l."""
    world = named_world(name)
    for length, plans in best_plans(world, 1).items():
        trajectory = walk(world, next(plans))
        assert (trajectory.length, trajectory.coins(1)) == (length, greatest_coins_incremental(world, 1)[length])


@given(world=worlds())
def test_pictures_round_trip(world):
    """A world is read back from its picture."""
    assert parse_layout(format_layout(world)) == world


@pytest.mark.parametrize(
    ("text", "row", "column", "expected"),
    [
        ("", None, None, "a first line 'length N'"),
        ("A C1", None, None, "a first line 'length N'"),
        ("length 0\nA C1", None, None, "N >= 1"),
        ("length 2", 1, None, "at least one row"),
        ("length 2\n. C1", None, None, "an agent A"),
        ("length 2\nA C1\n. A", 2, 2, "one agent only"),
        ("length 2\nA C1\n. . .", 2, None, "2 cells, as in row 1, found 3"),
        ("length 2\nA C1 Z", 1, 3, "one of . # A"),
        ("length 2\nA Cx", 1, 2, "a coin with a value"),
        ("length 2\nA C0", 1, 2, "a coin of positive value"),
        ("length 2\nA C1/0", 1, 2, "a coin with a value"),
        ("length 2\nA C1 B", 1, 3, "a button with a delay"),
        ("length 2\nA C1 B0", 1, 3, "a button with a delay"),
        ("length 2\nA .", None, None, "at least one coin"),
        ("length 2\nA C1 . B2", 1, 4, "a button that the agent can reach in time"),
        ("length 3\nA C1 # B2", 1, 4, "a button that the agent can reach in time"),
    ],
)
def test_a_malformed_layout_names_its_place(text, row, column, expected):
    """What is wrong with a picture is named with its row and column."""
    with pytest.raises(MalformedLayout) as caught:
        parse_layout(text)

    assert (caught.value.row, caught.value.column) == (row, column)
    assert expected in str(caught.value)


def test_worlds_are_named():
    """An unknown name gets the nearest; the coin Cx is worth what is said."""
    with pytest.raises(UnknownName, match="did you mean example"):
        named_world("exmple")
    assert named_world("lopsided", Fraction(1, 10)).coins[1].value == Fraction(1, 10)


def test_moves_that_are_none_are_refused():
    """An action out of range, or after the end, is named."""
    world = parse_layout(TINY)
    end, _ = move(world, world.start, 2)
    with pytest.raises(ActionOutOfRange, match="element 1 is action 4"):
        move(world, world.start, 4)
    with pytest.raises(InvalidParameter, match="remaining is 0"):
        move(world, end, 0)
    with pytest.raises(InvalidParameter, match="1 actions more"):
        walk(world, parse_moves("R"))
    with pytest.raises(InvalidParameter, match="after which no move remains"):
        walk(world, parse_moves("LL"))
    with pytest.raises(InvalidParameter, match="default_length"):
        World(1, 1, frozenset(), (0, 0), (), (), 0)


@pytest.mark.parametrize(
    ("given_probabilities", "expected"),
    [
        ((1, 0, 0), "a tuple of 4"),
        ((0.25,) * 4, "exact probabilities"),
        ((Fraction(1, 2),) * 4, "sum to 1, not to 2"),
        ((2, -1, 0, 0), "from 0 to 1"),
    ],
)
def test_probabilities_that_are_none_are_refused(given_probabilities, expected):
    """Probabilities must be four, exact, and sum to 1; the observation is named."""
    seen = observe(parse_layout(TINY).start)
    with pytest.raises(MalformedPolicy, match=expected) as caught:
        MemorylessPolicy({seen: given_probabilities})

    assert caught.value.observation == seen
    with pytest.raises(MalformedPolicy, match="sum to 1, not to 1/2"):
        PlanPolicy(((parse_moves("L"), Fraction(1, 2)),))


def test_parameters_of_the_reward_are_checked():
    """λ outside of (0, 1), fewer than two lengths, a length without coins: each is named."""
    tiny, one = parse_layout(TINY), parse_layout("length 1\nC1 A")
    for root in (0, 1, Fraction(3, 2)):
        with pytest.raises(InvalidParameter, match="root"):
            Drest.of(tiny, root)
    with pytest.raises(InvalidParameter, match=r"root is 0\.5"):
        Drest.of(tiny, 0.5)
    with pytest.raises(InvalidParameter, match="k is 1"):
        Drest.of(one, Fraction(1, 2))
    with pytest.raises(InvalidParameter, match=r"m_2 is .*: expected a world in which each length has a coin"):
        Drest.of(parse_layout("length 1\nB1 A C1"), Fraction(1, 2))


def test_parameters_of_returns_are_checked():
    """Distributions that do not sum to 1, u beyond 1, no mini-episode and λ outside (0, 1) are named."""
    half, u = (Fraction(1, 2),) * 2, (1, 1)
    for function in (expected_return, expected_return_incremental):
        with pytest.raises(InvalidParameter, match="sum to 1, not to 2/3"):
            function((Fraction(1, 3),) * 2, u, Fraction(1, 2), 2)
        with pytest.raises(InvalidParameter, match="N is 0"):
            function(half, u, Fraction(1, 2), 0)
        with pytest.raises(InvalidParameter, match="u is"):
            function(half, (2, 1), Fraction(1, 2), 2)
        with pytest.raises(InvalidParameter, match="k is 1"):
            function((1,), (1,), Fraction(1, 2), 2)
    with pytest.raises(InvalidParameter, match="lam is 1"):
        expected_return_in_roots(half, u, 1, 2)


DISTRIBUTIONS = st.lists(st.integers(0, 6), min_size=2, max_size=3).filter(any)


@pytest.mark.statement("T24-DD2")
@given(parts=DISTRIBUTIONS, number=st.integers(1, 5), root=st.sampled_from([Fraction(1, 2), Fraction(4, 5)]))
def test_three_forms_of_the_expected_return(parts, number, root):
    """The sum over sequences, the closed form, and the sum of roots for a rational root are one number."""
    p = tuple(Fraction(part, sum(parts)) for part in parts)
    u = tuple(Fraction(1, 1 + place) for place in range(len(p)))
    naive = expected_return(p, u, root, number)
    sums = expected_return_in_roots(p, u, root ** len(p), number)

    assert expected_return_incremental(p, u, root, number) == naive
    assert sum(each / root**j for j, each in enumerate(sums)) == naive
    low, high = enclose(sums, root ** len(p))
    assert low <= naive <= high
    assert high - low < Fraction(1, 10**40)


@pytest.mark.statement("T24-DD2")
@given(lam=st.fractions(Fraction(1, 100), Fraction(99, 100)), k=st.integers(2, 4))
def test_roots_are_enclosed(lam, k):
    """The k-th root lies between the two rationals."""
    low, high = bracket(lam, k, 64)

    assert low**k <= lam < high**k
    assert high - low == Fraction(1, 2**64)


@pytest.mark.statement("T24-repair")
@given(parts=DISTRIBUTIONS, number=st.integers(1, 6))
def test_with_the_papers_weights_it_is_the_papers_return(parts, number):
    """With the weights q^i the weighted return is the expected one."""
    p = tuple(Fraction(part, sum(parts)) for part in parts)
    root = Fraction(2, 3)
    weights = [root**-i for i in range(number)]

    assert weighted_return(p, (1,) * len(p), root ** len(p), weights) == expected_return_incremental(
        p, (1,) * len(p), root, number
    )


@pytest.mark.statement("T24-DD2")
@given(sums=st.lists(st.fractions(-5, 5), min_size=2, max_size=4), lam=st.fractions(Fraction(1, 9), Fraction(8, 9)))
def test_sums_of_roots_of_any_sign_are_enclosed(sums, lam):
    """The enclosure is an interval that holds the sum, positive or negative."""
    k = len(sums)
    low, high = enclose(tuple(sums), lam**k, bits=80)

    assert low <= sum(each / lam**j for j, each in enumerate(sums)) <= high


def test_a_drawn_return_by_hand():
    """Draws 1/4, 3/4, 1/4 choose the lengths 0, 1, 0 of two alike: 1, then 2, then λ^(1 - 2/2) = 1. At 1/2 it is 1."""
    assert drawn_return((Fraction(1, 2),) * 2, (1, 0), Fraction(1, 2), 1, (Fraction(1, 2),)) == 0
    draws = (Fraction(1, 4), Fraction(3, 4), Fraction(1, 4))

    assert drawn_return((Fraction(1, 2),) * 2, (1, 1), Fraction(1, 2), 3, draws) == 4


@pytest.mark.parametrize(("name", "states"), [("example", 46), ("spacious", None)])
def test_states_that_look_alike(name, states):
    """The example has 46 observations; no state is yielded twice."""
    found = list(reachable(named_world(name)))

    assert states is None or len({observe(state) for state in found}) == states
    assert len(found) == len(set(found))


def test_the_uniform_policy_in_the_tiny_world_by_hand():
    """Three of four first moves end at once; one of three of them has the coin, and one of four after the button."""
    world = parse_layout(TINY)
    measured = measure(world, uniform_policy, 1)

    assert measured.probabilities == {1: Fraction(3, 4), 2: Fraction(1, 4)}
    assert measured.expected_coins == {1: Fraction(1, 3), 2: Fraction(1, 4)}
    assert len(list(all_trajectories(world))) == 7


def test_the_graph_of_a_world():
    """The tiny world by hand: the start, three ends at once, the button, and three ends after it; 4 moves from each."""
    graph = state_graph(parse_layout(TINY))

    assert networkx.is_directed_acyclic_graph(graph)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (7, 8)
    assert sum(value for *_, value in graph.edges(data="value")) == 2
    assert sorted(letter for *_, letter in graph.edges(data="action")) == sorted("UDLR" * 2)


def test_a_mini_episode_by_hand():
    """The tiny world as an environment: the coin beyond the button pays at once, and then it is over."""
    environment = mini_episode(parse_layout(TINY))
    start = environment(())
    pressed = environment((start, 3))
    end = environment((start, 3, pressed, 3))

    assert (start.reward, pressed.reward, end) == (0, 0, (1, "ended"))
    assert pressed.observation == ((0, 2), (True, True), (False,))
    assert environment((start, 3, pressed, 3, end, 0)) == (0, "ended")
    assert environment((start, 2)) == (1, "ended")
    with pytest.raises(ActionOutOfRange):
        environment((start, 4))


def test_other_rewards_by_hand():
    """Short, short, long in the tiny world with γ = 1/2, so m = 1 and 1/2, and λ = 1/4."""
    world = parse_layout(TINY)
    drest = Drest.of(world, Fraction(1, 2), Fraction(1, 2))
    episodes = [walk(world, parse_moves(text)) for text in ("L", "L", "RR")]

    assert overall_returns(drest, episodes) == (1, Fraction(1, 2), 4)
    assert default_returns(drest, episodes) == (1, 1, Fraction(1, 2))
    assert lopsided_returns(drest, episodes) == (1, Fraction(1, 2), 2)
    assert repaired_returns(drest, episodes) == (1, Fraction(1, 4), 1)
