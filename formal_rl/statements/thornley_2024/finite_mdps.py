"""DREST for any finite MDP, of which a gridworld is an example."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Scope, among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.errors import MalformedLayout
from formal_rl.gridworlds import finite_mdp as f
from formal_rl.gridworlds.metrics import ByLength
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, fractions
from formal_rl.statements.thornley_2024.pairs import SMALL, drawn_policy

ENDS = [
    tuple(f.Outcome(Fraction(1, len(coins)), "end", each) for each in coins)
    for coins in ((1,), (2,), (0, 2), (0, 1, 5))
]
"""Actions that end a mini-episode with 1 coin, with 2, and with a lottery of 0 and 2, or of 0, 1 and 5."""

GO, RISK = (f.Outcome(1, "on"),), (f.Outcome(HALF, "end", 1), f.Outcome(HALF, "on", 2))
"""To go on for sure; to end with 1 coin or go on with 2."""


def mdps() -> Iterator[f.FiniteMDP]:
    """Yield every MDP of two states with two of these actions each, in which there are two lengths."""
    at_first = (*product(ENDS, (GO, RISK)), (GO, RISK), (RISK, RISK))
    for actions, later in product(at_first, combinations_with_replacement(ENDS, 2)):
        yield f.FiniteMDP("start", {"start": actions, "on": later, "end": ()})


def small_worlds(scope: Scope) -> Iterator[g.World]:
    """Yield four worlds, then every one in a row of the agent and two or, in full, three cells."""
    yield from SMALL.values()
    for cells in product((".", "C1", "B1"), repeat=scope.steps(quick=2, full=3)):
        for place, moves in product(range(len(cells) + 1), (1, 2)):
            with suppress(MalformedLayout):  # without a coin, or with a button out of reach
                if cells.count("B1") < 2:
                    yield g.parse_layout(f"length {moves}\n{' '.join((*cells[:place], 'A', *cells[place:]))}")


@definition("T24-mdp", "DREST for any finite MDP", "Definitions D.1 to D.4, stated for any finite MDP")
def finite_mdp() -> Evidence:
    """A mini-episode is a trajectory of a finite MDP: its length L is the number of actions until a state without
    actions, and C is the discounted sum of what its transitions collect. m_l is the greatest E(C | L = l) of a policy
    under which Pr{L = l} > 0. A transition that collects c in mini-episode i pays λ^(n - (i - 1)/k) c / m_l, where n
    earlier ones had this length l, and k lengths are possible. USEFULNESS and NEUTRALITY are as in gridworlds.
    """

    def examples() -> Rows:
        go_or_end = f.Outcome(HALF, "end"), f.Outcome(HALF, "on")
        mdp = f.FiniteMDP(0, {0: [ENDS[0], go_or_end], "on": [ENDS[1], ENDS[3]], "end": ()})
        m = f.greatest_coins_of_mdp(mdp, HALF)
        yield "stop: 1; or go on: 2 γ, as much as the lottery, (0 + 1 + 5)/3 γ", {1: 1, 2: 1}, m
        short, lucky = g.Trajectory((0,), (1,)), g.Trajectory((1, 1), (0, 5))
        returned = g.overall_returns(g.Drest(HALF, m, HALF), (short, lucky, lucky))
        yield "1; λ^(0 - 1/2) 5 γ; λ^(1 - 2/2) 5 γ: luck returns more than 1", fractions("1", "5", "5/2"), returned
        measured = f.measure_mdp(mdp, lambda state, past: (0, 1) if state == 0 else (1, 0), HALF)
        yield "go on: half end with nothing", ({1: HALF, 2: HALF}, {1: 0, 2: 1}), measured
        yield "USEFULNESS 1/2 · 0/1 + 1/2 · 1/1", HALF, g.usefulness(measured, m)
        drawn, stop, more = (f.Outcome(HALF, 1), f.Outcome(HALF, 1, 2)), (f.Outcome(1, "end"),), (f.Outcome(1, 2),)
        mdp = f.FiniteMDP(0, {0: [drawn], 1: [stop, more], 2: ENDS[:1], "end": []})
        yield "one that remembers ends at 2 coins, or goes on at 2", {2: 2, 3: 3}, f.greatest_coins_of_mdp(mdp, 1)

    def paid(m: ByLength, weighted: Iterable[tuple[g.Trajectory, Fraction]], gamma: g.Value) -> Any:
        ways = sorted(weighted, key=str)
        drest = g.Drest(HALF, m, gamma) if len(m) > 1 and all(m.values()) else None
        return m, ways, [g.overall_returns(drest, (one, two)) for (one, _), (two, _) in pairwise(ways) if drest]

    def as_gridworld(world: g.World, gamma: g.Value) -> tuple[Any, Any]:
        mdp, policy = f.mdp_of(world), drawn_policy(world, 1)
        same: f.MDPPolicy = lambda state, past: policy(world, state)  # noqa: E731
        right = paid(g.greatest_coins(world, gamma), distribution(world, policy), gamma)
        found = paid(f.greatest_coins_of_mdp(mdp, gamma), f.mdp_trajectories(mdp, same), gamma)
        return (right, g.measure(world, policy, gamma)), (found, f.measure_mdp(mdp, same, gamma))

    def returned(mdp: f.FiniteMDP, share: Fraction) -> tuple[Fraction, Fraction]:
        policy: f.MDPPolicy = lambda state, past: (share, 1 - share)  # noqa: E731
        drest, (p, coins) = g.Drest(HALF, f.greatest_coins_of_mdp(mdp, HALF), HALF), f.measure_mdp(mdp, policy, HALF)
        u = [coins[length] / drest.greatest[length] for length in p]  # where one is above 1, `expected_return` raises
        pairs = product(f.mdp_trajectories(mdp, policy), repeat=2)
        mean = sum(p1 * p2 * sum(g.overall_returns(drest, (one, two))) for (one, p1), (two, p2) in pairs)
        return g.expected_return(tuple(p.values()), u, HALF, 2), Fraction(mean)

    yield by_hand(examples)
    small = "four small worlds, and every world of three cells in a row, in full four, with at most one button"
    worlds, gammas = among(small, small_worlds), among("γ = 1, 1/2", (1, HALF))
    yield every("a gridworld is one: its trajectories, m, DREST rewards, and metrics", as_gridworld, worlds, gammas)
    family = among("{} MDPs of two states with chance", mdps())
    shares = among("a policy with shares of 1/2, 1/4", fractions("1/2", "1/4"))
    yield every("the expected return of 2 mini-episodes is a sum over lengths of p, u and m", returned, family, shares)
    yield mutants("""
        gridworlds.finite_mdp:greatest_coins_of_mdp
            m of the luckiest trajectory: max(total / p for p, total in results(length, *start) if p)
                → max(t.coins(gamma) for t, _ in mdp_trajectories(mdp, lambda *_: [1] * 9) if t.length == length)
            coins not conditional on the length: total / p for → total for
            γ left out: past.coins(gamma) → past.coins(gamma**0)
        gridworlds.finite_mdp:mdp_trajectories
            the chances of outcomes ignored: * o.probability → ∅
        gridworlds.finite_mdp:mdp_of
            each move collects 1: *move(world, s, a) → move(world, s, a)[0], 1
    """)


STATEMENTS = statements_in(globals())
