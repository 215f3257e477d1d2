"""Checks of what becomes of ignore rewards when π_RC faces it: "reward y_1, punish the rest"."""

from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from formal_rl.agents import Agent, HashedDraws, LastRewardSignLearner, Learner, QLearner, SimpleLearner, Transition
from formal_rl.checking import (
    Case,
    Claim,
    Cover,
    Disagreement,
    LearnerTransform,
    Part,
    Scope,
    Transform,
    Unknown,
    decide,
    disagreement,
    part,
    unless,
)
from formal_rl.environments import (
    ExtendedEnvironment,
    IncrementalEnvironment,
    ignore_rewards,
    ignore_rewards_incremental,
    interact_incremental,
    interaction,
    mimic,
    without_rewards,
)
from formal_rl.histories import History
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import reality_check, reality_check_fold

HELD, NOT_YET = "the premise holds", "the premise does not hold"
PAID, PUNISHED = "y_n is y_1: paid", "y_n is another: punished"


def _first_difference(agent: Agent, run: History) -> int | None:
    """Return the least m with π(x_1 y_1 ... x_m) ≠ π(x'_1 y_1 ... x'_m) along x_1 y_1 ... x_n y_n, if there is one."""
    for m in range(1, len(run) // 2 + 1):
        if agent(run[: 2 * m - 1]) != agent(without_rewards(run[: 2 * m])):
            return m
    return None


def _trivial_from(environment: ExtendedEnvironment, transform: Transform, steps: int) -> Claim:
    """Return the claim, with primes: once π's answers have differed, y_1 is paid and the rest punished."""

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        checked = transform(unknown.agent)
        run = interaction(checked, environment, steps, remember=False)
        m = _first_difference(unknown.agent, run[:-2])
        cover(NOT_YET if m is None else HELD)
        for n in range((m or steps) + 1, steps + 1):
            play = run[: 2 * n]
            hypothetical = checked(without_rewards(play))
            if hypothetical != run[1]:
                return Disagreement("π_RC(x'_1 y_1 ... x'_n) is y_1", run[1], hypothetical, play)
            expected = 1 if play[-1] == run[1] else -1
            cover(PAID if expected == 1 else PUNISHED)
            got = environment(checked, play).reward
            if got != expected:
                return Disagreement("pays for y_1 and punishes the rest", expected, got, play)
        return None

    return claim


def _begins_with_the_first_punishment(environment: ExtendedEnvironment, transform: Transform, steps: int) -> Claim:
    """Return the claim that the least m of the premise is the step of the first punishment."""

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        run = interaction(transform(unknown.agent), environment, steps, remember=False)
        m = _first_difference(unknown.agent, run[:-2])
        cover(NOT_YET if m is None else HELD)
        rewards = [percept.reward for percept in run[2::2]]
        got = rewards.index(-1) + 1 if -1 in rewards else None
        return disagreement("the step of the first punishment", m, got, run)

    return claim


def _as_printed(environment: ExtendedEnvironment, transform: Transform, steps: int) -> Claim:
    """Return the claim without primes: π_RC does y_1 on its true history."""

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        checked = transform(unknown.agent)
        run = interaction(checked, environment, steps, remember=False)
        m = _first_difference(unknown.agent, run[:-2])
        for n in range((m or steps) + 1, steps + 1):
            if run[2 * n - 1] != run[1]:
                return Disagreement("π_RC(x_1 y_1 ... x_n) is y_1", run[1], run[2 * n - 1], run[: 2 * n - 1])
        return None

    return claim


WITNESS_HORIZON = 4
"""Where the smallest witness against the printed equation is looked for, whatever the scope."""

LONGEST = 150
"""How many steps the learners are run, whatever the scope."""

LEARNERS: Mapping[str, tuple[Learner[Any], int | None, int]] = MappingProxyType(
    {
        "Simple": (SimpleLearner(), None, 100),
        "the sign of the last reward": (LastRewardSignLearner(), 2, 50),
        "Q, seed 0": (QLearner(HashedDraws(0)), 2, 96),
        "Q, seed 1": (QLearner(HashedDraws(1)), 3, 99),
        "Q, seed 2": (QLearner(HashedDraws(2)), 4, 96),
        "Q, seed 3": (QLearner(HashedDraws(3)), 7, 99),
        "Q, seed 4": (QLearner(HashedDraws(4)), 3, 95),
    }
)
"""Learners, the least m of the premise, and how many of their last 100 actions are y_1; as computed once."""


def _difference_of(learner: Learner[Any], run: History) -> int | None:
    """Return the least m at which the learner acts otherwise than if it had been trained on rewards of 0."""
    true = zeroed = learner.initial
    for index in range(0, len(run) - 2, 2):
        before, action, after = run[index : index + 3]
        if learner.act(true, before.observation) != learner.act(zeroed, before.observation):
            return index // 2 + 1
        transition = Transition(before.observation, action, after.reward, after.observation)
        true, zeroed = learner.learn(true, transition), learner.learn(zeroed, transition._replace(reward=0))
    return None


def _for_learners(incremental: IncrementalEnvironment, fold: LearnerTransform) -> Part:
    least = ", ".join(f"{m} for {name}" for name, (_, m, _) in LEARNERS.items())

    @part(
        "when it becomes trivial for some learners",
        branches=(HELD, NOT_YET),
        domain=f"{len(LEARNERS)} learners in ignore_rewards for {LONGEST} steps, by the fold (A22-D7) and the "
        f"incremental form, whatever the scope; the least m is {least}",
    )
    def cases() -> Iterator[Case]:
        for name, (learner, *expected) in LEARNERS.items():
            run: History = tuple(islice(interact_incremental(fold(learner), incremental), 2 * LONGEST))
            m = _difference_of(learner, run)
            got = [m, sum(action == run[1] for action in run[-199::2])]
            trivial = all((run[2 * n].reward == 1) == (run[2 * n - 1] == run[1]) for n in range((m or 0) + 1, LONGEST))
            about = f"{name}: the least m, and how many of the last 100 actions are y_1"
            yield (
                NOT_YET if m is None else HELD,
                unless(got == expected and (m is None or trivial), about, expected, got),
            )

    return cases()


def trivial_at_last(
    scope: Scope,
    *,
    environment: ExtendedEnvironment = ignore_rewards,
    incremental: IncrementalEnvironment = ignore_rewards_incremental,
    reality_check: Transform = reality_check,
    fold: LearnerTransform = reality_check_fold,
) -> Iterator[Part]:
    """Check that ignore rewards becomes trivial for π_RC, for all agents; when, for some learners; and the letter."""
    horizon, actions = max(3, scope.steps(quick=7, full=10)), scope.actions()
    domain = f"all agents in ignore_rewards to horizon {horizon}, {len(actions)} actions"
    yield _for_learners(incremental, fold)
    yield decide(
        "y_1 is paid and the rest is punished",
        lambda steps: _trivial_from(environment, reality_check, steps),
        horizon,
        actions=actions,
        branches=(HELD, NOT_YET, PAID, PUNISHED),
        domain=domain,
    )
    yield decide(
        "it begins with the first punishment",
        lambda steps: _begins_with_the_first_punishment(environment, reality_check, steps),
        horizon,
        actions=actions,
        branches=(HELD, NOT_YET),
        domain=domain,
    )
    yield decide(
        "as printed, without primes",
        lambda steps: _as_printed(environment, reality_check, steps),
        WITNESS_HORIZON,
        actions=range(2),
        domain=f"all agents in ignore_rewards to horizon {WITNESS_HORIZON}, 2 actions, whatever the scope",
    ).meant_to_fail("π_RC(x_1 y_1 ... x_n) is y_1 on (0,0) 0 (1,0) 0 (-1,0): expected 0, got 1")


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S5-trivialise",
        kind="lemma",
        title="ignore rewards becomes trivial for a reality check",
        claim="When π_RC faces ignore rewards, and π has once answered otherwise with the rewards erased, the "
        "environment pays for y_1 and punishes every other action from the next step on.",
        source=f"{ALEXANDER_2022}, Section 5 (the example after Conjecture 9)",
        check=trivial_at_last,
        mutants={
            "π itself": {"reality_check": lambda agent: agent},
            "asked on the true history": {"environment": mimic(lambda play: play[:-1])},
            "learners that are not checked": {"fold": lambda learner: learner},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all agents to horizon 7, 2 actions; 7 learners for 150 steps by the fold (equal by "
        "A22-D7)",
        defects="As printed, π_RC(x_1 y_1 ... x_n) = y_1, without primes, which contradicts Theorem 10 part 3: on its "
        "true history π_RC goes on as π. That π's answers differ at some m < n is a premise. The least m is the step "
        "of the first punishment. Not every agent profits: one that follows the sign of its last reward is paid for "
        "half of its actions, and one that never is punished, such as Simple, never gets there.",
        repair="π_RC(x'_1 y_1 ... x'_n) = π_RC(⟨x'_1⟩) = y_1, for all n > m; x'_1 is x_1, since r_1 = 0",
        witness="π does 0, 0 and 1 on its true history and 1 on (0,0) 0 (0,0): m = 2, and y_3 = 1 is not y_1. "
        "The least m is 2 for the sign of the last reward, and 2, 3, 4, 7 and 3 for Q with the seeds 0 to 4",
    ),
)
