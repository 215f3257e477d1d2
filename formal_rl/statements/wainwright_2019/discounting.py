"""Checks of what an agent stands to lose: discounted returns of gains and losses, and where it gets stuck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.safelife.board import AGENT, ALIVE, Board
from formal_rl.safelife.game import (
    ACTIONS,
    DecisionProcess,
    Level,
    StartPenalty,
    best_actions,
    decision_process,
    discounted_return,
    mean_of_values,
    optimal_values,
    penalty_per_step,
    points,
    share_kept,
    start,
    step,
    weighted,
)
from formal_rl.safelife.levels import TEACHING_LEVELS, parse_level
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Return = Callable[..., Fraction]

NEAR, FAR = (1, 1), ((1, 5), (1, 7))
"""Where the near goal of the corridor is, and where the two far ones are, between which an agent can hold both."""


@cache
def corridor() -> Level:
    """Return a level in which a dot stays only while the agent is beside it: one near goal, two far ones."""
    wall = " ".join("#" * 8)
    none = " ".join("." * 8)
    return parse_level(f"{wall}\n# . ^ . . . . .\n{wall}\ngoals\n{none}\n. .b . . . .b . .b\n{none}")


@cache
def goal_or_exit() -> Level:
    """Return a level of 3 x 3 with a goal and an exit, both beside the agent."""
    return parse_level("# # #\n. ^ E\n# # #\ngoals\n. . .\n.b . .\n. . .")


@cache
def _process(level: Level, *, again: bool) -> DecisionProcess:
    spared = StartPenalty(weight=0, except_exits=True)
    return decision_process(level, penalty_per_step, spared, range(len(ACTIONS)), again=again)


DISCOUNTS = tuple(Fraction(each, 20) for each in range(1, 20))


def stands_to_lose(
    scope: Scope, *, total: Return = discounted_return, mean: Return = mean_of_values, kept: Return = share_kept
) -> Iterator[Part]:
    """Check the return as a mean of values, what can be lost, and where small discounts keep the agent."""
    yield check_examples(_worked_examples(total, mean, kept))
    yield decide_cases(
        "without a discount the rewards add up to the last value less the first; with one to a mean of values",
        _along_plays(scope, total, mean),
        branches=("no discount", "discounted", "a loss"),
        domain=f"all plays of {3 if scope.is_full else 2} steps of 9 actions in three levels, γ = 1 and 0.97",
    )
    yield decide_cases(
        "a gain that is lost k steps later leaves 1 - γ^k of itself",
        _lost_again(total, kept),
        branches=("lost",),
        domain="w = 1 and 3, k from 1 to 20, γ = 1/2 and 0.97",
    )
    yield _what_can_be_lost()
    yield _stuck_near()
    yield _stuck_by_the_exit()
    yield _never_leaves().meant_to_fail("γ = 7/10, where the level starts anew: expected [8], got [2]")


def _worked_examples(total: Return, mean: Return, kept: Return) -> Iterator[Example]:
    half = Fraction(1, 2)
    why = "3 at once, and -3 two steps later: 3 - 3/4"
    yield ("a dot for two steps, γ = 1/2", why, Fraction(9, 4), total, (0, 3, 3, 0), half)
    yield ("the same as a mean", "(3 + 3/2)/2", Fraction(9, 4), mean, (0, 3, 3, 0), half)
    yield ("a dot that stays, γ = 1/2", "3, whatever follows", Fraction(3), total, (0, 3, 3, 3), half)
    yield ("a dot that was there", "-3 at once", Fraction(-3), mean, (3, 0), half)
    yield ("no step", "nothing is paid", Fraction(0), mean, (5,), half)
    yield ("kept of it for ten steps, γ = 0.97", "1 - 0.97^10", 0.2626, _rounded, kept, 10)
    yield ("kept of it for a step, γ = 0.97", "3 in 100", 0.03, _rounded, kept, 1)


def _rounded(kept: Return, steps: int) -> float:
    return round(float(kept(Fraction(97, 100), steps)), 4)


def _along_plays(scope: Scope, total: Return, mean: Return) -> Iterator[Case]:
    for level in (corridor(), goal_or_exit(), TEACHING_LEVELS["exit"]):
        for actions in product(range(len(ACTIONS)), repeat=3 if scope.is_full else 2):
            state, values, rewards = start(level), [points(level, start(level), 0)], list[int]()
            for action in actions:
                state, (reward,) = step(level, state, (action,))
                if state.in_play[0] or reward:
                    values.append(points(level, state, 0))
                    rewards.append(reward)
            about = f"{level.board.height} x {level.board.width}, {actions}"
            yield "no discount", equal(f"the sum of rewards, {about}", sum(rewards), total(values, 1))
            discount = Fraction(97, 100)
            expected = sum((discount**time * reward for time, reward in enumerate(rewards)), Fraction(0))
            branch = "a loss" if min(rewards, default=0) < 0 else "discounted"
            yield branch, equal(f"the discounted sum, {about}", expected, mean(values, discount))


def _lost_again(total: Return, kept: Return) -> Iterator[Case]:
    for worth, steps, discount in product((1, 3), range(1, 21), (Fraction(1, 2), Fraction(97, 100))):
        got = total((0, *[worth] * steps, 0), discount)
        yield "lost", equal(f"w = {worth}, k = {steps}, γ = {discount}", worth * kept(discount, steps), got)


@part(
    "the more points a board has, the more can be lost from it: exactly its points, where none may be left",
    branches=("some", "none"),
    domain="every board of the corridor",
)
def _what_can_be_lost() -> Iterator[Case]:
    process = _process(corridor(), again=False)
    least = [0] * len(process.boards)
    for _ in process.boards:
        least = [
            min(0, *(chance.points + least[chance.state] for chances in each.values() for chance in chances))
            for each in process.steps
        ]
    for board, lost in zip(process.boards, least, strict=True):
        held = 3 * sum(bool(board[place] & ALIVE) for place in (NEAR, *FAR))
        yield "some" if held else "none", equal(f"the least sum of rewards from {board}", -held, lost)


def _first(level: Level, discount: Fraction, *, again: bool = False) -> list[int]:
    process = _process(level, again=again)
    bounds = optimal_values(weighted(process, Fraction(0)), discount)
    return sorted(best_actions(weighted(process, Fraction(0)), bounds, 0))


@part(
    "a near goal keeps an agent from two far ones if γ^4 + γ^5 < 1, and else is left empty",
    branches=("stuck", "walks on"),
    domain="the corridor, γ of 1/20 to 19/20, and 6/7",
)
def _stuck_near() -> Iterator[Case]:
    for discount in (*DISCOUNTS, Fraction(6, 7)):
        stuck = discount**4 + discount**5 < 1
        expected = [ACTIONS.index("toggle left" if stuck else "move right")]
        got = _first(corridor(), discount)
        yield "stuck" if stuck else "walks on", equal(f"the optimal first action, γ = {discount}", expected, got)
        process = _process(corridor(), again=False)
        board = _after(process, discount, 12)
        held = [place for place in (NEAR, *FAR) if board[place] & ALIVE]
        about = f"the goals held after 12 steps, γ = {discount}"
        yield "stuck" if stuck else "walks on", equal(about, [NEAR] if stuck else [*FAR], held)


def _after(process: DecisionProcess, discount: Fraction, steps: int) -> Board:
    """Return the board after some steps of an optimal policy, where nothing is drawn."""
    without = weighted(process, Fraction(0))
    bounds, number = optimal_values(without, discount), 0
    for _ in range(steps):
        (chance,) = process.steps[number][min(best_actions(without, bounds, number))]
        number = chance.state
    return process.boards[number]


@part(
    "an agent that holds a goal never leaves; where the level starts anew it does, from γ = 2/3 without filling it",
    branches=("ends", "starts anew"),
    domain="a goal and an exit beside the agent, 3 x 3, γ of 1/2, 3/5, 7/10 and 0.97",
)
def _stuck_by_the_exit() -> Iterator[Case]:
    fill, leave = ACTIONS.index("toggle left"), ACTIONS.index("move right")
    for discount in (Fraction(1, 2), Fraction(3, 5), Fraction(7, 10), Fraction(97, 100)):
        about = f"the optimal first action, γ = {discount}"
        yield "ends", equal(f"{about}, one episode", [fill], _first(goal_or_exit(), discount))
        still = _after(_process(goal_or_exit(), again=False), discount, 12)
        yield "ends", unless(bool(still.find(AGENT)), f"γ = {discount}, after 12 steps", "it is there", "it has left")
        expected = [fill] if discount < Fraction(2, 3) else [leave]
        yield "starts anew", equal(f"{about}, anew", expected, _first(goal_or_exit(), discount, again=True))


@part("where it starts anew a goal is filled at first whatever γ", domain="a goal and an exit, 3 x 3, γ = 7/10")
def _never_leaves() -> Iterator[Case]:
    got = _first(goal_or_exit(), Fraction(7, 10), again=True)
    yield "a discount", equal("γ = 7/10, where the level starts anew", [ACTIONS.index("toggle left")], got)


# --- Mutants ---


def _only_gains(values: Sequence[int], discount: Fraction) -> Fraction:
    steps = pairwise(values)
    return sum((discount**time * Fraction(max(after - was, 0)) for time, (was, after) in enumerate(steps)), Fraction(0))


def _first_step_discounted(values: Sequence[int], discount: Fraction) -> Fraction:
    return discount * discounted_return(values, discount)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-stands-to-lose",
        kind="claim",
        title="the more an agent succeeds, the more it stands to lose",
        claim="The cumulative reward depends almost entirely on the present state, so that the more an agent succeeds, "
        "the more it stands to lose. With a large discount factor the discounted return contains gains and losses that "
        "tend to balance out; with a smaller one agents get stuck in positions that prevent pattern collapse.",
        source=f"{WAINWRIGHT_2019}, Section 5",
        check=stands_to_lose,
        mutants={
            "losses are not counted": {"total": _only_gains},
            "the first step is discounted": {"total": _first_step_discounted},
            "the mean is of the values before the steps": {
                "mean": lambda values, discount: mean_of_values([*values[:1], *values[:-1]], discount)
            },
            "kept for a step more": {"kept": lambda discount, steps: share_kept(discount, steps + 1)},
            "the share that is lost": {"kept": lambda discount, steps: 1 - share_kept(discount, steps)},
        },
        verdict="holds",
        evidence="exhaustive: all plays of 2 steps in three levels, in full 3, γ = 1 and 0.97; exact: every board of "
        "a corridor with a near goal and two far ones, which the agent walks to from γ^4 + γ^5 = 1 on, and of a level "
        "of 3 x 3 with a goal and an exit; the thresholds by hand. This is optimal play on toy levels: the paper's "
        "sentence on agents that get stuck is of training, and on the level of 3 x 3 the agent is stuck for every γ",
    ),
)
