"""DREST for any finite MDP, of which a gridworld is an example."""

from fractions import Fraction
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.gridworlds import finite_mdp as f
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, fractions
from formal_rl.statements.thornley_2024.pairs import SMALL, drawn_policy


@definition("T24-mdp", "DREST for any finite MDP", "Definitions D.1 to D.4, stated for any finite MDP")
def finite_mdp() -> Evidence:
    """A mini-episode is a trajectory of a finite MDP: its length L is the number of actions until a state without
    actions, and C is the discounted sum of what its transitions collect. m_l is the greatest E(C | L = l) of a policy
    under which Pr{L = l} > 0. A transition that collects c in mini-episode i pays λ^(n - (i - 1)/k) c / m_l, where n
    earlier ones had this length l, and k lengths are possible. USEFULNESS and NEUTRALITY are as in gridworlds.
    """

    def examples() -> Rows:
        go_or_end = f.Outcome(HALF, "end"), f.Outcome(HALF, "on")
        one, two = ((f.Outcome(1, "end", coins),) for coins in (1, 2))
        lottery = tuple(f.Outcome(Fraction(1, 3), "end", coins) for coins in (0, 1, 5))
        mdp = f.FiniteMDP(0, {0: [one, go_or_end], "on": [two, lottery], "end": ()})
        m = f.greatest_coins_of_mdp(mdp, HALF)
        yield "stop: 1; or go on: 2 γ, as much as the lottery, (0 + 1 + 5)/3 γ", {1: 1, 2: 1}, m
        short, lucky = g.Trajectory((0,), (1,)), g.Trajectory((1, 1), (0, 5))
        returned = g.overall_returns(g.Drest(HALF, m, HALF), (short, lucky, lucky))
        yield "1; λ^(0 - 1/2) 5 γ; λ^(1 - 2/2) 5 γ: luck returns more than 1", fractions("1", "5", "5/2"), returned
        measured = f.measure_mdp(mdp, lambda state, past: (0, 1) if state == 0 else (1, 0), HALF)
        yield "go on: half end with nothing", ({1: HALF, 2: HALF}, {1: 0, 2: 1}), measured
        yield "USEFULNESS 1/2 · 0/1 + 1/2 · 1/1", HALF, g.usefulness(measured, m)
        drawn, stop, more = (f.Outcome(HALF, 1), f.Outcome(HALF, 1, 2)), (f.Outcome(1, "end"),), (f.Outcome(1, 2),)
        mdp = f.FiniteMDP(0, {0: [drawn], 1: [stop, more], 2: [one], "end": []})
        yield "one that remembers ends at 2 coins, or goes on at 2", {2: 2, 3: 3}, f.greatest_coins_of_mdp(mdp, 1)

    def as_gridworld(world: g.World, gamma: g.Value) -> tuple[Any, Any]:
        mdp, policy = f.mdp_of(world), drawn_policy(world, 1)
        same: f.MDPPolicy = lambda state, past: policy(world, state)  # noqa: E731
        right = sorted(distribution(world, policy), key=str), g.greatest_coins(world, gamma)
        found = sorted(f.mdp_trajectories(mdp, same), key=str), f.greatest_coins_of_mdp(mdp, gamma)
        return (*right, g.measure(world, policy, gamma)), (*found, f.measure_mdp(mdp, same, gamma))

    yield by_hand(examples)
    worlds, gammas = among("four small worlds", SMALL.values()), among("γ = 1, 1/2", (1, HALF))
    yield every("a gridworld is one: its trajectories, m, and metrics", as_gridworld, worlds, gammas)
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
