"""What becomes of ignore rewards when π_RC faces it, and an environment that punishes freezing."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import (
    Agent,
    ConstantLearner,
    HashedDraws,
    LastRewardSignLearner,
    Learner,
    QLearner,
    SimpleLearner,
    Transition,
    as_agent,
)
from formal_rl.checking import (
    Case,
    Claim,
    Cover,
    Disagreement,
    Example,
    LearnerTransform,
    Part,
    Scope,
    Transform,
    Unknown,
    check_examples,
    close_steps,
    decide,
    equal,
    part,
    unless,
)
from formal_rl.environments import (
    ExtendedEnvironment,
    IncrementalEnvironment,
    ignore_rewards,
    ignore_rewards_incremental,
    impossible_prompts,
    interact_incremental,
    interaction,
    mimic,
    punish_freezing,
    without_rewards,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, History, Observation, Percept, Play, Prompt, Reward, history, require_play
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import reality_check, reality_check_fold

# --- Ignore rewards becomes "reward y_1, punish the rest" ---


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
        return equal("the step of the first punishment", m, got, run)

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


class _Facing(NamedTuple):
    """The states of the environment's copy, of π_RC, of π and of π with rewards erased; y_1; whether they differed."""

    copy: Any
    checked: Any
    plain: Any
    erased: Any
    first: Action | None
    held: bool
    observation: Observation


@frozen
class TrivialSteps:
    """Both claims with primes, one step after another; the state of the environment is that of its copy."""

    environment: IncrementalEnvironment
    fold: LearnerTransform

    def start(self, learner: Learner[Any]) -> _Facing:
        """Return the state before the first action."""
        checked = self.fold(learner)
        percept, copy = self.environment.start(checked)
        return _Facing(copy, checked.initial, learner.initial, learner.initial, None, False, percept.observation)

    def step(self, learner: Learner[Any], state: _Facing, cover: Cover) -> _Facing | Disagreement:
        """Return the state one step later, unless what is asked or paid is not as claimed."""
        checked, seen = self.fold(learner), state.observation
        action, hypothetical = checked.act(state.checked, seen), checked.act(state.copy, 0)
        first = action if state.first is None else state.first
        if state.held and hypothetical != first:
            return Disagreement("π_RC(x'_1 y_1 ... x'_n) is y_1", first, hypothetical)
        differs = not state.held and learner.act(state.plain, seen) != learner.act(state.erased, 0)
        percept, copy = self.environment.advance(checked, state.copy, action)
        paid = action == first if state.held else not differs
        if percept.reward != (1 if paid else -1):
            about = "pays for y_1 and punishes the rest" if state.held else "punishes for the first time"
            return Disagreement(about, 1 if paid else -1, percept.reward)
        cover(HELD if state.held else NOT_YET)
        if state.held:
            cover(PAID if paid else PUNISHED)
        moved = Transition(seen, action, *percept)
        held = state.held or differs
        erased = None if held else learner.learn(state.erased, Transition(0, action, 0, 0))
        after = checked.learn(state.checked, moved), learner.learn(state.plain, moved)
        return _Facing(copy, *after, erased, first, held, percept.observation)


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
    yield close_steps(
        "y_1 is paid and the rest is punished, from the first punishment on",
        TrivialSteps(incremental, fold),
        actions=actions,
        branches=(HELD, NOT_YET, PAID, PUNISHED),
        domain=f"all learners in ignore_rewards, {len(actions)} actions",
    )
    yield decide(
        "as printed, without primes",
        lambda steps: _as_printed(environment, reality_check, steps),
        WITNESS_HORIZON,
        actions=range(2),
        domain=f"all agents in ignore_rewards to horizon {WITNESS_HORIZON}, 2 actions, whatever the scope",
    ).meant_to_fail("π_RC(x_1 y_1 ... x_n) is y_1 on (0,0) 0 (1,0) 0 (-1,0): expected 0, got 1")


# --- An environment that punishes freezing ---


_WARY = does_one_on(
    *(history((0, 0), 1, (-1, 0)), history((0, 0), 1, (1, 0), 0, (1, 0)), history((0, 0), 1, (1, 0), 0, (-1, 0)))
)
"""Does 0; after a 1, which it would not do, it still answers to a punishment; after two of them it does not."""


def _total(environment: ExtendedEnvironment, agent: Agent, steps: int) -> Reward:
    total: Reward = sum(percept.reward for percept in interaction(agent, environment, steps)[::2])
    return total


def _worked_examples(environment: ExtendedEnvironment, transform: Transform) -> Iterator[Example]:
    sign, constant = as_agent(LastRewardSignLearner()), as_agent(ConstantLearner(1))
    one, did_0, did_1 = history((0, 0)), history((0, 0), 0), history((0, 0), 1)
    yield ("at first", "(0, 0)", Percept(0, 0), environment, sign, ())
    yield ("a prompt", "not a play", MalformedHistory, environment, sign, one)
    for about, why, agent, play, instead in (
        ("one that does 0", "1 instead, then (1,0) and (-1,0)", sign, did_0, (*one, 1)),
        ("one that does 1", "0 instead, whatever was done", constant, did_1, did_0),
        ("one that does 2", "0 instead", lambda prompt: 2, history((5, 0), 1), history((5, 0), 0)),
    ):
        asked = tuple((*instead, Percept(reward, 0)) for reward in (1, -1))
        yield (f"what is asked of {about}", why, asked, impossible_prompts, agent, play)
    why = "it does 0 at first; on (0,0) 1 (1,0) it does 1, on (0,0) 1 (-1,0) 0: not frozen, 1"
    yield ("what follows the sign of its reward", why, Percept(1, 0), environment, sign, did_0)
    why = "1 is not its own action: on both it is frozen to 0: -1"
    yield ("its reality check", why, Percept(-1, 0), environment, transform(sign), did_0)
    why = "on (0,0) 1, the last action does not matter: 1"
    yield ("on a play that is not its own", why, Percept(1, 0), environment, sign, did_1)
    why = "on (0,0) 1 (1,0) it does 0 as at first, on (0,0) 1 (-1,0) 1: not frozen, 1"
    yield ("what answers to a punishment only", why, Percept(1, 0), environment, _WARY, did_0)
    why = "on (0,0) 1 (1,0) it does 0; on that and 1 it does 0 on both, as at first: -1"
    play = history((0, 0), 1, (1, 0), 0)
    yield ("the same, after what it would not have done", why, Percept(-1, 0), environment, _WARY, play)
    why = "0 is impossible; on both it does 1: -1 four times"
    yield ("what always does 1", why, -4, _total, environment, constant, 5)
    yield ("five percepts, what follows the sign", "0, then 1 four times", 4, _total, environment, sign, 5)
    yield (
        "five percepts, its reality check",
        "0, then -1 four times",
        -4,
        lambda: _total(environment, transform(sign), 5),
    )


_BEATS, _EQUAL = "π gets more than π_RC", "π gets as much as π_RC"


def freezing(
    scope: Scope, *, environment: ExtendedEnvironment = punish_freezing, reality_check: Transform = reality_check
) -> Iterator[Part]:
    """Check that π_RC is punished at every step, and π never gets less."""
    horizon, actions = scope.steps(quick=4, full=5), scope.actions()

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            checked = _total(environment, reality_check(unknown.agent), steps)
            plain = _total(environment, unknown.agent, steps)
            if checked != 1 - steps:
                return Disagreement("the total of π_RC", 1 - steps, checked)
            cover(_BEATS if plain > checked else _EQUAL)
            return unless(plain >= checked, "π gets at least what π_RC gets", checked, plain)

        return claim

    yield check_examples(_worked_examples(environment, reality_check))
    domain = f"all agents to horizon {horizon}, {len(actions)} actions"
    name = "π_RC is punished at every step, and π never gets less"
    yield decide(name, claim_at, horizon, actions=actions, branches=(_BEATS, _EQUAL), domain=domain)


# --- Mutants ---


def _punishing(prompts: Callable[[Agent, Play], tuple[Prompt, ...]], *, frozen_pays: int = -1) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        frozen = all(agent(prompt) == agent(play[:1]) for prompt in prompts(agent, play))
        return Percept(frozen_pays if frozen else -frozen_pays, 0)

    return environment


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S5-trivialise",
        kind="lemma",
        title="ignore rewards becomes trivial for a reality check",
        claim="When π_RC faces ignore rewards, and π has once answered differently with the rewards erased, the "
        "environment pays for y_1 and punishes every other action from the next step on.",
        source=f"{ALEXANDER_2022}, Section 5 (the example after Conjecture 9)",
        check=trivial_at_last,
        mutants={
            "π itself": {"reality_check": lambda agent: agent},
            "asked on the true history": {"environment": mimic(lambda play: play[:-1])},
            "learners that are not checked": {"fold": lambda learner: learner},
        },
        verdict="holds (repaired)",
        evidence="every horizon: all learners, 2 actions, by the fold (equal by A22-D7), 5 states; "
        "exhaustive: all agents to horizon 7; 7 learners for 150 steps",
        defects="As printed, π_RC(x_1 y_1 ... x_n) = y_1, without primes, which contradicts Theorem 10 part 3: on its "
        "true history π_RC acts as π. That π's answers differ at some m < n, which the paper calls almost certain, is "
        "a premise here. The least m is the step of the first punishment. Not every agent profits: one that follows "
        "the sign of its last reward is paid for half of its actions, and one that is never punished, such as Simple, "
        "never gets there.",
        repair="π_RC(x'_1 y_1 ... x'_n) = π_RC(⟨x'_1⟩) = y_1, for all n > m; x'_1 is x_1, since r_1 = 0",
        witness="π does 0, 0 and 1 on its true history and 1 on (0,0) 0 (0,0): m = 2, and y_3 = 1 is not y_1. "
        "The least m is 2 for the sign of the last reward, and 2, 3, 4, 7 and 3 for Q with the seeds 0 to 4",
    ),
    Statement(
        id="A22-S6-antiRC",
        kind="example",
        title="an environment that punishes freezing",
        claim="The agent is punished if, after an action that it would not have taken, it repeats its first action on "
        "each of two percepts. Here π_RC is punished at every step, and π never gets less than π_RC.",
        source=f"{ALEXANDER_2022}, Section 6",
        check=freezing,
        mutants={
            "one percept only": {"environment": _punishing(lambda agent, play: impossible_prompts(agent, play)[:1])},
            "freezing is paid": {"environment": _punishing(impossible_prompts, frozen_pays=1)},
            "π in place of π_RC": {"reality_check": lambda agent: agent},
        },
        verdict="defined",
        evidence="exhaustive: all agents to horizon 4, 2 actions; that π never gets less follows from the first half, "
        "and that some get more is seen",
        defects="The paper leaves open which sequences are tried, and what it means to seem frozen.",
        witness="an agent that follows the sign of its last reward gets 4 in five percepts, and its reality check -4",
    ),
)
