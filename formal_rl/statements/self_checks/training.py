"""The rest of training, and its curves: by hand, and what is refused."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from attrs import evolve

from formal_rl.agents import HashedDraws
from formal_rl.checking import Part
from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import parse_layout
from formal_rl.gridworlds.training import (
    CurvePoint,
    Training,
    even_lengths,
    fixed_point_shares,
    measured_after,
    mini_episodes_until,
    most_coins,
    paid,
)
from formal_rl.gridworlds.training.curves import trained
from formal_rl.statements.self_checks import Row, decide_rows
from formal_rl.statements.self_checks.gridworlds import HALF, TEXT

_SHORT = Training(agent="drest", mini_episodes=1, meta_episodes=66)


def _curve(*usefulness: float) -> tuple[CurvePoint, ...]:
    return tuple(CurvePoint(done, {}, each, 0.0) for done, each in enumerate(usefulness))


def resting() -> Part:
    """Say where own credit comes to rest, and when a run is looked at and useful for good."""
    lopsided = Training(agent="lopsided", lam=Fraction(1, 4), mini_episodes=2)
    once = evolve(lopsided, agent="drest", mini_episodes=1)

    def rounded(training: Training, first: Fraction, second: Fraction) -> Mapping[int, float]:
        found = fixed_point_shares(training, {1: first, 2: second})
        assert found is not None
        return {length: round(share, 9) for length, share in found.items()}

    one = Fraction(1)
    return decide_rows(
        "where training comes to rest",
        (
            Row(most_coins, ({3: one, 5: 2 * one},), {3: 0.0, 5: 1.0}),
            Row(most_coins, ({3: one, 5: one},)),
            Row(most_coins, ({3: HALF, 5: one, 7: one},)),
            Row(most_coins, ({3: 2 * one, 5: one, 7: one},), {3: 1.0, 5: 0.0, 7: 0.0}),
            Row(even_lengths, ({3: one, 5: 2 * one},), {3: 0.5, 5: 0.5}),
            Row(fixed_point_shares, (evolve(lopsided, agent="default"), {1: one, 2: 2 * one}), {1: 0.0, 2: 1.0}),
            Row(fixed_point_shares, (once, {1: one, 2: 2 * one})),
            Row(fixed_point_shares, (evolve(once, mini_episodes=2), {1: one, 2: 2 * one}), {1: 0.5, 2: 0.5}),
            # 3 - 3/2 p = 6/5 (3 - 3/2 (1 - p)) at p = 4/11.
            Row(rounded, (lopsided, one, Fraction(6, 5)), {1: round(4 / 11, 9), 2: round(7 / 11, 9)}),
            Row(rounded, (lopsided, one, Fraction(0)), {1: 1.0, 2: 0.0}),
            Row(lambda: len(trained(parse_layout(TEXT), _SHORT, HashedDraws(1))[1]), (), 65),
            Row(lambda: len(trained(parse_layout(TEXT), _SHORT, HashedDraws(1), 3)[1]), (), 4),
            *(Row(measured_after, (_SHORT, n), wanted) for n, wanted in ((1, (0, 66)), (4, (0, 16, 33, 49, 66)))),
            *(Row(measured_after, (_SHORT, n), tuple(range(67))) for n in (66, 67)),
            *(Row(measured_after, (_SHORT, n), InvalidParameter) for n in (0, -1, True, 1.0)),
            Row(mini_episodes_until, (_curve(0.9, 0.95, 0.94, 0.95, 0.96),), 3),
            Row(mini_episodes_until, (_curve(0.95, 1.0),), 0),
            Row(mini_episodes_until, (_curve(1.0, 0.949),)),
            Row(mini_episodes_until, (_curve(0.5, 0.4), 0.4), 0),
            Row(lambda: round(paid(lopsided, 2)(1 / 3), 12), (), 2.5),
            Row(lambda: round(paid(lopsided, 2)(2 / 3), 12), (), 2.0),
            Row(lambda: round(paid(evolve(lopsided, mini_episodes=3), 2)(0.0), 12), (), 7.0),
        ),
    )


CHECKS: tuple[Callable[[], Part], ...] = (resting,)
"""Every self-check of this module, by itself."""
