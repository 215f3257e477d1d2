"""Preferences Only Between Same-Length Trajectories (POST)."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from formal_rl.gridworlds.preferences.choice import Option, StochasticChoice, lacks_preference, prefers

LEDGER = ("T24-POST",)

Judgement: TypeAlias = Literal["preferred", "dispreferred", "lack", "undetermined"]
"""The judgement on two options: the first is preferred to the second or the second to the first; there is a lack of
preference; or neither is known.
"""

Judge: TypeAlias = Callable[[Option, Option], Judgement]
"""The judgement on two different options."""

PostVerdict: TypeAlias = Literal["satisfied", "violated", "undetermined"]
"""Whether an agent satisfies POST, as far as is known."""


def judged(choice: StochasticChoice) -> Judge:
    """Return the judgement from choices between two options; it is never undetermined.

    Source: Thornley et al. 2024, Definitions A.1 and A.2.
    Ledger: T24-POST, T24-DA1*
    """

    def judge(x: Option, y: Option) -> Judgement:
        if lacks_preference(choice, x, y):
            return "lack"
        return "preferred" if prefers(choice, x, y) else "dispreferred"

    return judge


def post_verdict(
    trajectories: Sequence[Option], length: Callable[[Option], int], judge: Judge, many: int = 1
) -> PostVerdict:
    """Return whether there is POST: (1) preferences between many pairs of one length, (2) none between lengths.

    Satisfied: at least ``many`` pairs of same-length trajectories have a preference, and every pair of different
    lengths lacks one. Violated: some pair of different lengths has a preference, or fewer than ``many`` pairs of one
    length have one, those included of which nothing is known. Undetermined otherwise. How many are many, the paper does
    not say; one pair is enough for what it concludes.

    Source: Thornley et al. 2024, Section 1 (POST).
    Ledger: T24-POST*, T24-DB-argument*
    """
    same: list[Judgement] = []
    different: list[Judgement] = []
    for x, y in combinations(trajectories, 2):
        (same if length(x) == length(y) else different).append(judge(x, y))
    known = sum(judgement in {"preferred", "dispreferred"} for judgement in same)
    if known + same.count("undetermined") < many or {"preferred", "dispreferred"} & set(different):
        return "violated"
    return "satisfied" if known >= many and set(different) <= {"lack"} else "undetermined"
