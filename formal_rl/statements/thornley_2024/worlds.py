"""The gridworlds: the move, the layouts, the meta-episode, its reward, the greatest coins, and the metrics."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import log2
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Scope, among, equal, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.gridworlds.drest import default_returns, lopsided_returns
from formal_rl.gridworlds.episodes import ENDED, OVER, mini_episode, parse_moves
from formal_rl.gridworlds.memoryless_policies import best_plans, deterministic_policies, jointly_best
from formal_rl.gridworlds.theorem import expected_return_in_roots
from formal_rl.histories import Percept, history
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, collectable, distributions, fractions, ones
from formal_rl.statements.thornley_2024.pairs import SMALL, TINY, drawn_clock_policy, drawn_policy, in_floats

START = g.GridObservation((0, 1), (True, True), (True,))
"""The first observation in the tiny world."""

PRESSED = g.GridObservation((0, 2), (True, True), (False,))
"""The observation in the tiny world after its button is pressed."""


def moved(world: g.World, text: str) -> tuple[g.GridState, list[g.Value]]:
    """Return the state after the moves of these letters, and what each collected."""
    state, collected = world.start, []
    for action in parse_moves(text):
        state, value = g.move(world, state, action)
        collected.append(value)
    return state, collected


def states_with_a_move_left(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield a world, the cells that are no wall in its picture, a state with a move left, and an action."""
    for name, picture in {**g.RECONSTRUCTED, **g.SYNTHETIC}.items():
        drawn = [line.split() for line in picture.splitlines()[1:]]
        free = {(r, c) for r, line in enumerate(drawn) for c, cell in enumerate(line) if cell != "#"}
        world = g.named_world(name)
        yield from product([world], [free], (state for state in g.reachable(world) if state.remaining), range(4))


def by_the_picture(world: g.World, free: set[tuple[int, int]], state: g.GridState, action: int) -> Any:
    """Return what a move does by the picture, and what it does."""
    row, column = state.cell
    ahead = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))[action]
    cell = ahead if ahead in free else state.cell
    buttons = tuple(there and b.cell != cell for b, there in zip(world.buttons, state.buttons, strict=True))
    coins = tuple(there and c.cell != cell for c, there in zip(world.coins, state.coins, strict=True))
    added = sum(b.delay for b, was, now in zip(world.buttons, state.buttons, buttons, strict=True) if was > now)
    value = sum(c.value for c, was, now in zip(world.coins, state.coins, coins, strict=True) if was > now)
    after = g.GridState(cell, coins, buttons, state.remaining + added - 1)
    return (after, value), g.move(world, state, action)


@definition(
    "T24-world",
    "gridworlds with coins and shutdown-delay buttons",
    "Section 3 (Gridworlds; sections are numbered as in the early version that we had)",
    defects="The paper does not say in which order a press, the timer and a coin come within a move; the order "
    "here is that of an early implementation by its authors.",
)
def gridworld() -> Evidence:
    """A move takes the agent to the next cell, or nowhere if a wall or the edge is there; it presses a button there,
    uses up one move, and collects a coin there. The agent sees its cell, the coins and the buttons, but not a clock.
    """

    def examples() -> Rows:
        two_buttons = g.parse_layout("length 2\nC1 . A B1 B3\n.  . . .  .")
        at_the_edge = g.GridState((0, 4), (True,), (False, False), 3), [0] * 3
        yield "2 + 1 - 1, 2 + 3 - 1, 4 - 1 at the edge", at_the_edge, moved(two_buttons, "RRR")
        on_the_coin = g.GridState((0, 0), (False,), (True, True), 0), [0, 1]
        yield "a coin on the last move", on_the_coin, moved(two_buttons, "LL")
        at_coin = g.parse_layout("length 2\n.  A C1\n.  . B2")
        yield "no clock is seen", g.observe(moved(at_coin, "L")[0]), g.observe(moved(at_coin, "LL")[0])
        yield "delays 1 and 3: 2, 2 + 1, 2 + 1 + 3", (2, 3, 6), g.lengths(two_buttons)
        yield "2 + 1 - 2, one of two buttons pressed", 1, two_buttons.elapsed(moved(two_buttons, "R")[0])
        mini = mini_episode(TINY)
        yield "nothing is paid at first", Percept(0, START), mini(())
        yield "the coin beyond: 1 at once", Percept(1, ENDED), mini(history((0, START), 3, (0, PRESSED), 3))
        yield "nothing is paid after the end", Percept(0, ENDED), mini(history((0, START), 2, (1, ENDED), 0))
        yield "γ = 1/3 for a coin on the second move", Fraction(1, 3), g.walk(TINY, (3, 3)).coins(Fraction(1, 3))
        yield "start, 3 ends of 1 move, the button, 2 ends after it", 7, len([*g.reachable(TINY)])

    yield by_hand(examples)
    said = "every state with a move left, and every action, in the 13 worlds"
    yield every("what every move does, by the picture", by_the_picture, among(said, states_with_a_move_left, many=True))
    yield mutants("""
        gridworlds.world:move
            coin after the timer: if coins[place] and coin.cell → if remaining and coins[place] and coin.cell
            press after the timer: if buttons[place] and → if state.remaining > 1 and buttons[place] and
            a wall costs no move: remaining -= 1 → remaining -= cell != state.cell
            coins come back: list(state.coins) → [True] * len(state.coins)
            up and down exchanged: MOVES[action] → MOVES[(1, 0, 2, 3)[action]]
    """)


LAYOUTS: dict[str, tuple[int, int, dict[int, set[Any]]]] = {
    "example": (46, 140, {4: {1, 2}, 8: {1, 2, 3}}),
    "lopsided": (12, 29, {3: {(0, 0)}, 5: {(0, 6)}}),
    "fewer_for_longer": (25, 70, {4: {1, 3}, 7: {1}}),
    "one_coin_only": (38, 122, {4: {1}, 8: {1}}),
    "hidden_treasure": (50, 213, {4: {1}, 10: {1, 2, 3}}),
    "equal_value": (24, 64, {4: {(0, 3)}, 7: {(3, 0)}}),
    "around_the_corner": (64, 322, {5: {1}, 13: {1, 2}}),
    "spacious": (71, 162, {5: {2}, 7: {2, 3}}),
    "royal_road": (22, 62, {5: {1}, 7: {1, 2}}),
    "last_moment": (11, 25, {4: {1}, 6: {1, 2}}),
}
"""How many observations and states there are (those of the example counted by hand), and which coins can be collected
in each length: by value, or by cell where both are 1. What the paper's sentences say is in it; what they do not say,
such as C2 and C1 in the long lengths, is as drawn."""


@definition(
    "T24-layouts",
    "the ten worlds, reconstructed",
    "Figures 2, 5 and 8 and Appendix C",
    defects="We did not have the figures: every layout is reconstructed from the paper's sentences, which leave most "
    "cells open.",
)
def layouts() -> Evidence:
    """In each trajectory-length, the worlds of the paper's figures have the coins that its sentences name."""

    def examples() -> Rows:
        for name, facts in LAYOUTS.items():
            world, by_cell = g.named_world(name), name in {"lopsided", "equal_value"}
            states = tuple(g.reachable(world))
            coins = collectable(world, "cell" if by_cell else "value")
            found = len({g.observe(state) for state in states}), len(states), coins
            yield f"{name}: from the paper's sentences; the rest counted", facts, found
        yield "Cx as said", Fraction(7, 2), g.named_world("lopsided", Fraction(7, 2)).coins[1].value

    yield by_hand(examples)
    yield mutants("""
        gridworlds.layout:parse_layout
            a move more: tuple(buttons), default_length) → tuple(buttons), default_length + 1)
            buttons that add a move more: Button((r, c), delay) → Button((r, c), delay + 1)
            the values of the coins the other way round: world = World(
                → values = [each.value for each in reversed(coins)]
                ⏎    coins = [each._replace(value=value) for each, value in zip(coins, values)]⏎    world = World(
            no walls: frozenset(walls) → frozenset()
    """)


@lemma(
    "T24-m",
    "the greatest coins of a length, one length at a time",
    "Definitions D.2 and D.3",
    "holds",
    witness="C1 A B1 . . C1 with 5 moves: no memoryless policy collects the most in both lengths",
)
def greatest() -> Evidence:
    """m_l, the most that a trajectory of length l collects, is the greatest E(C | L = l) of a policy without a clock.
    There may be no policy without a clock that reaches it for all lengths at once. To compute m contains the travelling
    salesman's problem: with coins of 1, γ = 1 and no button, m is the number of coins if and only if a walk of as many
    moves visits them all. With a coin in each free cell and a move for each, that is a Hamiltonian path of a grid
    graph, and whether there is one is NP-complete (Itai, Papadimitriou, and Szwarcfiter; cited, not checked).
    """

    def examples() -> Rows:
        conflict = SMALL["memoryless_conflict"]
        yield "γ = 1/2: the coin at once 1; after one move 1/2", {1: 1, 2: HALF}, g.greatest_coins(TINY, HALF)
        yield "short: one coin; long: left, then right five times, both", {5: 1, 6: 2}, g.greatest_coins(conflict, 1)
        together = tuple(map(parse_moves, ("UUUL", "UUURRU")))
        yield "up three times; then left, or right twice and on", together, jointly_best(SMALL["last_moment"], HALF)
        first = {length: next(plans) for length, plans in best_plans(conflict, 1).items()}
        yield "up, and left at last; left, then right", {5: parse_moves("UUUUL"), 6: parse_moves("LRRRRR")}, first
        yield "C1 A B1 . . C1 with 5 moves: no policy for both lengths", None, jointly_best(conflict, 1)
        path, none = map(g.parse_layout, ("length 5\nA C1 C1\nC1 C1 C1", "length 2\nC1 A C1"))
        yield "2 x 3 cells, 5 coins: a Hamiltonian path", {5: 5}, g.greatest_coins_incremental(path, 1)
        yield "C1 A C1, 2 moves: none, and one coin", {2: 1}, g.greatest_coins_incremental(none, 1)

    def one_at_a_time(world: g.World, gamma: g.Value) -> tuple[Any, Any]:
        best = dict.fromkeys(g.lengths(world), Fraction(0))
        for policy in deterministic_policies(world):
            for length, coins in g.measure_incremental(world, policy, gamma).expected_coins.items():
                best[length] = max(best[length], coins)
        return g.greatest_coins(world, gamma), best

    worlds, gammas = among("four small worlds", SMALL.values()), among("γ = 1 and 19/20", (1, Fraction(19, 20)))
    yield by_hand(examples)
    yield every("attained one length at a time by policies without a clock", one_at_a_time, worlds, gammas)
    yield equal("from the last state back", g.greatest_coins, g.greatest_coins_incremental, worlds, gammas)
    yield mutants("""
        gridworlds.metrics:greatest_coins
            the greatest of all lengths: return dict(sorted(greatest.items()))
                → return dict.fromkeys(sorted(greatest), max(greatest.values()))
            without discount: trajectory.coins(gamma) → trajectory.coins(1)
            over policies jointly: return dict(sorted(greatest.items()))
                → from formal_rl.gridworlds.memoryless_policies import deterministic_policies
                ⏎    measured = [measure(world, each, gamma).expected_coins for each in deterministic_policies(world)]
                ⏎    return max(measured, key=lambda coins: sum(coins.values()))
        gridworlds.metrics:greatest_coins_from
            the best coin only: now + later, here.get → max(now, later), here.get
    """)


@definition(
    "T24-DD2",
    "the meta-episode and the DREST reward",
    "Definitions D.1 and D.2",
    defects="The early text that we had lacks the formula. Ours is that of the published version (arXiv "
    "2407.00805v7, 11 May 2026) as an independent implementation quotes it; we did not have the page itself.",
)
def drest_reward() -> Evidence:
    """A meta-episode is a series of mini-episodes in worlds that look alike. A coin of value c in mini-episode i pays
    λ^(n - (i - 1)/k) c / m, where n earlier mini-episodes had the length of this one, k is the number of lengths and m
    the most that could be collected in this length.
    """

    def examples() -> Rows:
        drest = g.Drest.of(TINY, HALF, HALF)
        short, long, nothing = (g.walk(TINY, parse_moves(text)) for text in ("L", "RR", "U"))
        yield "m_1 and m_2, in all 7 trajectories", g.greatest_coins(TINY, HALF), dict(drest.greatest)
        yield "i = 2, n = 0: λ^(0 - 1/2)", 2, g.discount_factor(drest, 2, 0)
        yield "γ / m_2, and m_2 = γ", 1, g.preliminary_return(drest, long)
        returned = g.overall_returns(drest, (short, short, long, short))
        yield "1; λ^(1 - 1/2); λ^(0 - 2/2); λ^(2 - 3/2)", fractions("1", "1/2", "4", "1/2"), returned
        yield "one without a coin counts", fractions("0", "1/2"), g.overall_returns(drest, (nothing, short))
        long_twice = (short, long, long)
        yield "without m: 1; 2 · 1/2; 1 · 1/2", fractions("1", "1", "1/2"), lopsided_returns(drest, long_twice)
        yield "by default: what is collected", fractions("1", "1/2", "1/2"), default_returns(drest, long_twice)
        yield "uniform: 1 + 2 (1 - 3/4 · 1/2)", Fraction(9, 4), g.expected_return((HALF, HALF), ones(2), HALF, 2)
        found = expected_return_in_roots((HALF, HALF), ones(2), QUARTER, 3)
        yield "N = 3: 1 + 4 (5/8)^2, and λ^(-1/2) 5/8", fractions("41/16", "5/8"), found
        three, short_one = g.meta_episode(TINY, g.Drest.of(TINY, HALF), 3), ((0, START), 2, (1, START))
        yield "a short one with its coin: 1 / m_1 = 1, times λ^0", Percept(1, START), three(history(*short_one[:2]))
        and_long = history(*short_one, 3, (0, PRESSED), 3)
        yield "a short one and a long one: λ^(0 - 1/2) = 2, times 1", Percept(2, START), three(and_long)
        after_three = history(*short_one, 2, (HALF, START), 2, (QUARTER, OVER), 0)
        yield "nothing is paid after it is over", Percept(0, OVER), three(after_three)

    yield by_hand(examples)
    us = (Fraction(1), Fraction(1, 3))
    both = [(p, u) for k in (2, 3) for p in distributions(k, 4) for u in product(us, repeat=k)]
    shares = among("all p in quarters, k = 2, 3, u of 1 and 1/3", both, many=True)
    roots, numbers = among("λ^(1/k) = 1/2, 9/10", (HALF, Fraction(9, 10))), among("N to 4", (1, 2, 3, 4))
    yield equal("in closed form", g.expected_return, g.expected_return_incremental, shares, roots, numbers)
    yield mutants("""
        gridworlds.drest:discount_factor
            off by one in (i - 1) / k: (i - 1) → i
        gridworlds.drest:_with_counts
            n counted after the reward: chosen[trajectory.length], trajectory
                → chosen[trajectory.length] + 1, trajectory
            only mini-episodes with a coin count: += 1 → += any(trajectory.collected)
        gridworlds.drest:preliminary_return
            γ from the first move, not in m: trajectory.coins → drest.gamma * trajectory.coins
        gridworlds.drest:expected_return_incremental
            λ for 1 - λ: c = 1 - root → c = root
        gridworlds.drest:overall_returns
            the preliminary return is paid: discount_factor(drest, i, n) * → ∅
        gridworlds.drest:lopsided_returns
            lopsided, divided by m: trajectory.coins(drest.gamma) → preliminary_return(drest, trajectory)
        gridworlds.drest:default_returns
            default, without discount: drest.gamma → 1
        gridworlds.episodes:meta_episode
            each mini-episode is paid like the first: overall_returns(drest, done)[-1]
                → overall_returns(drest, done[-1:])[-1]
            shows the number of mini-episodes done: overall_returns(drest, done)[-1])
                → overall_returns(drest, done)[-1], observation=len(done))
    """)


@definition("T24-DD3", "USEFULNESS", "Definition D.3")
def usefulness() -> Evidence:
    """The sum over lengths of Pr{L = l} E(C | L = l) / m_l, where E(C | L = l) is 0 if Pr{L = l} is; from 0 to 1."""

    def examples() -> Rows:
        m = {1: Fraction(1), 2: HALF}
        lazy = g.MemorylessPolicy({g.observe(TINY.start): (HALF, Fraction(0), QUARTER, QUARTER)})
        thirds = g.PlanPolicy(((parse_moves("L"), Fraction(1, 3)), (parse_moves("RU"), Fraction(2, 3))))
        sure = g.PlanPolicy(((parse_moves("L"), Fraction(1)),))
        for arithmetic, value, policy in (
            ("up 1/2, left 1/4, right 1/4: 3/4 · 1/3 + 1/4 · 1/4, γ in both C and m", Fraction(5, 16), lazy),
            ("left 1/3, right and up 2/3: 1/3 · 1 + 2/3 · 0", Fraction(1, 3), thirds),
            ("never the long length: 1 · 1, and 0 where Pr{L = 2} is 0", 1, sure),
        ):
            yield arithmetic, value, g.usefulness(g.measure(TINY, policy, HALF), m)

    def by_state(world: g.World, drawn: Any, gamma: g.Value) -> Any:
        policy = drawn(world, 0)
        found, most = g.measure_incremental(world, policy, gamma), g.greatest_coins(world, gamma)
        return (g.measure(world, policy, gamma), True), (found, 0 <= g.usefulness(found, most) <= 1)

    yield by_hand(examples)
    worlds, gammas = among("four small worlds", SMALL.values()), among("γ = 1, 19/20", (1, Fraction(19, 20)))
    policies = among("drawn policies, without and with a clock", (drawn_policy, drawn_clock_policy))
    yield every("from state to state; USEFULNESS is from 0 to 1", by_state, worlds, policies, gammas)
    yield in_floats()
    yield mutants("""
        gridworlds.metrics:measure
            coins not conditional on the length: _given(totals, probabilities) → totals
            γ in m alone: trajectory.coins(gamma) → trajectory.coins(1)
        gridworlds.metrics:usefulness
            m over all lengths: / greatest[length] → / max(greatest.values())
    """)


@definition("T24-DD4", "NEUTRALITY", "Definition D.4")
def neutrality() -> Evidence:
    """The entropy of the trajectory-length in bits, 0 log 0 being 0; from 0 to log2 k, which equal probabilities alone
    attain.
    """

    def of(p: Any) -> float:
        return g.neutrality(dict(enumerate(p)))

    def examples() -> Rows:
        yield "1/2 · 1 + 1/4 · 2 + 1/4 · 2", 1.5, of((HALF, QUARTER, QUARTER))
        yield "0 log 0 is 0", 0.0, of(fractions("1", "0"))
        yield "in floats, 2^-60 · 60", 60 * 2.0**-60, g.entropy((2.0**-60,))
        found = round(g.neutrality(g.measure(TINY, g.uniform_policy, 1).probabilities), 9)
        yield "uniform in a world: 1/4 · 2 + 3/4 · (2 - log2 3) = 2 - 3/4 · 1.584962501", 0.811278124, found

    def greatest(p: Any) -> Any:
        most = log2(len(p))
        return (len(set(p)) == 1, True), (of(p) >= most - 1e-12, -1e-12 <= of(p) <= most + 1e-12)

    yield by_hand(examples)
    every_p = [p for k in (2, 3, 4) for p in distributions(k, 12)]
    shares = among("all distributions in twelfths over 2, 3 and 4 lengths", every_p)
    yield equal("of floats, within 1e-12", of, g.entropy, shares, agree=lambda x, y: abs(x - y) <= 1e-12)
    yield in_floats()
    yield every("from 0 to log2 k, which equal probabilities alone attain", greatest, shares)
    yield mutants("""
        gridworlds.metrics:neutrality
            entropy in nats: - fsum( → - 0.6931 * fsum(
            divided by log2 k: - fsum( → - 1 / log2(len(probabilities)) * fsum(
        gridworlds.metrics:entropy
            in floats, rare lengths left out: if p → if p > 1e-9
    """)


STATEMENTS = statements_in(globals())
