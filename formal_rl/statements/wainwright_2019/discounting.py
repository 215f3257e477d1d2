"""Discounted returns of gains and losses, and the states in which an agent gets stuck."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from formal_rl.checking import Scope, among, equal, every, up_to
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.safelife import game as g
from formal_rl.safelife.board import ALIVE
from formal_rl.safelife.game.decision_processes import weighted
from formal_rl.safelife.levels import TEACHING_LEVELS, parse_level
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.wainwright_2019.plays import plays

HALF, LARGE, NEAR, FAR = Fraction(1, 2), Fraction(97, 100), (1, 1), ((1, 5), (1, 7))
"""Two discounts, and where the near goal of the corridor is, and the two far ones, both held from between them."""

WALL, NONE = " ".join("#" * 8), " ".join("." * 8)
CORRIDOR = f"{WALL}\n# . ^ . . . . .\n{WALL}\ngoals\n{NONE}\n. .b . . . .b . .b\n{NONE}"
"""A level in which a dot stays only while the agent is beside it: one near goal, two far ones."""


@cache
def process_of() -> g.DecisionProcess:
    """Return the decision process of the corridor without a penalty."""
    spared = g.StartPenalty(weight=0, except_exits=True)
    return g.decision_process(parse_level(CORRIDOR), g.penalty_per_step, spared, range(len(g.ACTIONS)))


def examples() -> Rows:
    """Yield returns, and what is kept of them."""
    found = [form((0, 3, 3, 0), HALF) for form in (g.discounted_return, g.mean_of_values)]
    yield "3 at once, and -3 two steps later: 3 - 3/4, and (3 + 3/2)/2", [Fraction(9, 4)] * 2, found
    yield "1 - 0.97^10", 0.2626, round(float(g.share_kept(LARGE, 10)), 4)


def along_plays(scope: Scope) -> Iterator[Any]:
    """Yield plays with the points of their states, and the rewards of their steps, while the agent is in play."""
    for level in (parse_level(CORRIDOR), TEACHING_LEVELS["exit"]):
        for play in plays(level, 3 if scope.is_full else 2):
            values, rewards = [g.points(level, g.start(level), 0)], []
            for _, after, reward in play.steps:
                if after.in_play[0] or reward:
                    values.append(g.points(level, after, 0))
                    rewards.append(reward)
            yield play.actions, tuple(values), tuple(rewards)


def added_up(actions: Any, values: Any, rewards: Any) -> tuple[Any, Any]:
    """Return the sum of rewards, discounted or not, and what it is by the values of the states."""
    discounted = sum((LARGE**time * reward for time, reward in enumerate(rewards)), Fraction(0))
    return (sum(rewards), discounted), (g.discounted_return(values, 1), g.mean_of_values(values, LARGE))


def played(discount: Fraction) -> tuple[list[str], Any]:
    """Return which actions are optimal first, and the board after 12 steps of an optimal policy; nothing is drawn."""
    process, number = weighted(process_of(), Fraction(0)), 0
    bounds = g.optimal_values(process, discount)
    best = [sorted(g.best_actions(process, bounds, each)) for each in range(len(process.boards))]
    for _ in range(12):
        (chance,) = process.steps[number][best[number][0]]
        number = chance.state
    return [g.ACTIONS[each] for each in best[0]], process.boards[number]


def stuck_near(discount: Fraction) -> tuple[Any, Any]:
    """Return what is optimal first and which goals are held later: the near one if γ^4 + γ^5 < 1, else the far ones."""
    first, board = played(discount)
    stuck = (["toggle left"], [NEAR]) if discount**4 + discount**5 < 1 else (["move right"], [*FAR])
    return stuck, (first, [place for place in (NEAR, *FAR) if board[place] & ALIVE])


@claim(
    "W19-stands-to-lose",
    "the more an agent succeeds, the more it stands to lose",
    "Section 5",
    "holds",
    evidence="exhaustive: all plays of 2 steps in two levels, in full 3, γ = 1 and 0.97; exact: a corridor "
    "with a near goal and two far ones, which the agent walks to from γ^4 + γ^5 = 1 on. This is optimal "
    "play on a toy level: the paper's sentence on agents that get stuck is of training",
)
def stands_to_lose() -> Evidence:
    """The cumulative reward depends almost entirely on the present state, so that the more an agent succeeds, the more
    it stands to lose. With a large discount factor the discounted return contains gains and losses that tend to balance
    out; with a smaller one agents get stuck in positions that prevent pattern collapse.
    """
    yield by_hand(examples)
    every_play = among("all plays of 2 steps in two levels, in full 3; γ = 1 and 0.97", along_plays, many=True)
    yield every("rewards add up to the last value less the first, and to a mean of values", added_up, every_play)
    worths, discounts = among("w = 1 and 3", (1, 3)), among("γ = 1/2 and 0.97", (HALF, LARGE))
    kept = lambda worth, steps, discount: worth * g.share_kept(discount, steps)  # noqa: E731
    lost = lambda worth, steps, discount: g.discounted_return((0, *[worth] * steps, 0), discount)  # noqa: E731
    yield equal("a gain that is lost leaves 1 - γ^k of itself", kept, lost, worths, up_to(20, said="k"), discounts)
    twentieths = among("γ of 1/20 to 19/20, and 6/7", [*(Fraction(n, 20) for n in range(1, 20)), Fraction(6, 7)])
    yield every("a near goal keeps the agent from two far ones if γ^4 + γ^5 < 1", stuck_near, twentieths)
    yield mutants("""
        safelife.game.discounting:discounted_return
            losses are not counted: Fraction(after - before) → Fraction(max(after - before, 0))
            the first step is discounted: discount**time → discount ** (time + 1)
        safelife.game.discounting:mean_of_values
            the mean is of the values before the steps: first, *after = values → first, *after = (*values[:1],
                *values[:-1])
        safelife.game.discounting:share_kept
            kept for a step more: ** steps → ** (steps + 1)
            the share that is lost: 1 - Fraction → Fraction
    """)


STATEMENTS = statements_in(globals())
