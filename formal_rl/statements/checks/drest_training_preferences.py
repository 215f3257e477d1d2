"""Checks of Appendix B's argument with exact policies, and then with trained ones."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from formal_rl.checking import Disagreement, Part, Scope, decide_cases
from formal_rl.gridworlds import named_world
from formal_rl.gridworlds.preferences import Judge, outcome_probabilities
from formal_rl.gridworlds.preferences import post_verdict as right_post_verdict
from formal_rl.gridworlds.preferences import revealed_preference as right_revealed
from formal_rl.gridworlds.preferences import weak_preference as right
from formal_rl.gridworlds.preferences.revealed_preference import OutcomeProbabilities, outcomes
from formal_rl.gridworlds.training import AgentKind, Training, appendix_training, main_training, softmax_policy
from formal_rl.statements.checks import incompleteness
from formal_rl.statements.checks.drest_grids import equal, unless
from formal_rl.statements.checks.drest_training_runs import run, seeds, spoken
from formal_rl.statements.checks.incompleteness import (
    TRIO,
    Behind,
    judge_by_name,
    judge_together,
    post_of_trio,
    readings_of_trio,
)
from formal_rl.statements.checks.post import Post
from formal_rl.statements.checks.preferences import OverDomain

Case: TypeAlias = tuple[str, Disagreement | None]
Reveal: TypeAlias = Callable[..., Judge]
"""What probabilities reveal, as `revealed_by_length` of `formal_rl.gridworlds.preferences`, with what is negligible."""

NEGLIGIBLE = Fraction(1, 20)
"""An option of at most this probability counts as never chosen.

Of 30 seeds in each world or more, what is not chosen had at most 0.03, and what is chosen at least 0.3.
"""

_WORLDS = ("last_moment", "one_coin_only")
_BEST, _MIDDLE, _SHORT = TRIO


def argument(
    scope: Scope,
    *,
    incomplete: OverDomain = right.incomplete,
    behind: Behind = right.weak_preferences_behind,
    post: Post = right_post_verdict,
    reveal: Reveal = right_revealed.revealed_by_length,
    agent: AgentKind = "drest",
    negligible: Fraction = NEGLIGIBLE,
) -> Iterator[Part]:
    """Check that POST means incomplete preferences, and that trained agents' are; not by the paper's two worlds."""
    yield from incompleteness.argument(scope, incomplete=incomplete, behind=behind, post=post, reveal=reveal)
    which = seeds(scope)
    domain = f"reconstructed layouts, the settings of Appendix C, negligible is 1/20, {spoken(which)}"

    def revealed(name: str, seed: int, by: Reveal = reveal) -> Judge:
        return _revealed(name, appendix_training(agent), seed, by, negligible)

    def by_the_letter() -> Iterator[Case]:
        for name in _WORLDS:
            probabilities = _probabilities(name, appendix_training(agent), which[0])
            judge = reveal(probabilities, Fraction(0))
            for x, y in combinations(outcomes(named_world(name)), 2):
                yield "lack", equal(f"{name}: {tuple(x)} and {tuple(y)}", "lack", judge(x, y))

    def trio() -> Iterator[Case]:
        for seed in which:
            last, coin = (revealed(name, seed) for name in _WORLDS)
            together = judge_together((last, coin))
            judged = (
                ("last_moment: Long-C2 to Long-C1", "preferred", last(_BEST, _MIDDLE)),
                ("last_moment: Long-C2 to Short-C1", "lack", last(_BEST, _SHORT)),
                ("one_coin_only: Long-C1 to Short-C1", "lack", coin(_MIDDLE, _SHORT)),
            )
            for about, expected, got in judged:
                yield expected, equal(f"seed {seed}, {about}", expected, got)
            yield "POST", equal(f"seed {seed}: POST of the three", "satisfied", post_of_trio(post, together))
            for reading, is_incomplete in readings_of_trio(behind, incomplete, together):
                yield "reading", unless(is_incomplete, f"seed {seed}: {reading}", "incomplete", "complete")

    def corner() -> Iterator[Case]:
        for seed in which:
            judge = revealed("around_the_corner", seed)
            best = judge(_BEST, _MIDDLE)
            about = f"around_the_corner, seed {seed}"
            yield (
                "one long option",
                unless(best in {"preferred", "dispreferred"}, f"{about}: best", "a preference", best),
            )
            chosen = _BEST if best == "preferred" else _MIDDLE
            yield "and Short-C1", equal(f"{about}: {chosen} to Short-C1", "lack", judge(chosen, _SHORT))

    def corner_as_in_the_paper() -> Iterator[Case]:
        for seed in which:
            got = revealed("around_the_corner", seed)(_BEST, _MIDDLE)
            yield "seed", equal(f"around_the_corner, seed {seed}: Long-C2 to Long-C1", "preferred", got)

    def by_all() -> Iterator[Case]:
        for seed in which:
            judges = [revealed(name, seed, right_revealed.revealed_by_menu) for name in _WORLDS]
            for x, y in combinations(TRIO, 2):
                found = {judge(x, y) for judge in judges} - {"undetermined"}
                yield "two options", unless(len(found) < 2, f"seed {seed}: {x} and {y}", "one judgement", sorted(found))

    yield decide_cases(
        "where nothing is negligible, a trained agent prefers nothing",
        by_the_letter(),
        branches=("lack",),
        domain="last_moment and one_coin_only, one seed each; all pairs of options; exact",
    )
    yield decide_cases(
        "trained at the last moment and with one coin only: a trio, POST, incomplete preferences",
        trio(),
        branches=("preferred", "lack", "POST", "reading"),
        domain=domain,
    )
    yield decide_cases(
        "trained so, the two worlds agree by all that is on offer", by_all(), domain=domain
    ).meant_to_fail("seed 1: Long-C1 and Short-C1: expected 'one judgement', got ['dispreferred', 'lack']")
    yield decide_cases(
        "trained around the corner: one long option is preferred to the other, and not to Short-C1",
        corner(),
        branches=("one long option", "and Short-C1"),
        domain=domain,
    )
    yield decide_cases(
        "trained around the corner: Long-C2 is preferred to Long-C1", corner_as_in_the_paper(), domain=domain
    ).meant_to_fail("around_the_corner, seed 1: Long-C2 to Long-C1: expected 'preferred', got 'dispreferred'")
    if scope.is_full:
        yield _longer_training(which, reveal, agent, negligible)


def _longer_training(which: range, reveal: Reveal, agent: AgentKind, negligible: Fraction) -> Part:
    def cases() -> Iterator[Case]:
        judges = [_revealed("around_the_corner", main_training(agent), seed, reveal, negligible) for seed in which]
        number = sum(judge(_BEST, _MIDDLE) == "preferred" for judge in judges)
        yield "some", unless(number >= _SOME, "around_the_corner: Long-C2 is preferred", f"by {_SOME} or more", number)

    return decide_cases(
        "with the settings of Section 5, Long-C2 is preferred to Long-C1 by some",
        cases(),
        branches=("some",),
        domain=f"around_the_corner (reconstructed), negligible is 1/20, {spoken(which)}",
    )


_SOME = 4
"""Of 30 seeds it was 25, so of ten hardly ever fewer than this."""


@lru_cache(maxsize=64)
def _probabilities(name: str, training: Training, seed: int) -> OutcomeProbabilities:
    return outcome_probabilities(named_world(name), softmax_policy(run(name, training, seed)[0].logits))


def _revealed(name: str, training: Training, seed: int, by: Reveal, negligible: Fraction) -> Judge:
    return judge_by_name(named_world(name), by(_probabilities(name, training, seed), negligible))
