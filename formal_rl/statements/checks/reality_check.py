"""Checks of the reality check: its definition, its forms, and the four parts of Theorem 10."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from attrs import evolve, frozen

from formal_rl.checking.equality import LearnerTransform, Transform
from formal_rl.checking.examples import Worked, work
from formal_rl.checking.forking import Claim, Unknown, decide, decide_each
from formal_rl.checking.merging import merge_steps
from formal_rl.checking.outcome import Disagreement, Note, Part
from formal_rl.checking.scope import Scope
from formal_rl.checking.stepping import fork_steps
from formal_rl.environments import (
    ExtendedEnvironment,
    IncrementalEnvironment,
    Learner,
    LearnerClass,
    TableAgent,
    TableLearner,
    Transition,
    as_agent,
    embed,
    ignore_rewards_incremental,
    transitions,
)
from formal_rl.histories import Action, Percept, Play, Prompt, all_prompts, history, percept_alphabet
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS, ORDINARY_ENVIRONMENTS
from formal_rl.statements.pairs import REALITY_CHECK_FOLD, REALITY_CHECK_MEMOISED
from formal_rl.transforms import (
    PublishedRealityCheck,
    reality_check,
    reality_check_alternate,
    reality_check_fold,
    reality_check_memoised,
)

_FIRST = history((0, 0))
_SECOND = history((0, 0), 1, (2, 0))
_THIRD = history((0, 0), 1, (2, 0), 0, (3, 0))
_AGENT = TableAgent(
    {
        _FIRST: 1,
        history((5, 0)): 0,
        history((2, 0)): 4,
        history((3, 0)): 4,
        _SECOND: 0,
        history((0, 0), 1, (5, 0)): 1,
        history((0, 0), 0, (2, 0)): 5,
        history((0, 0), 0, (2, 0), 1, (0, 0)): 3,
        _THIRD: 2,
    }
)
_GENUINE, _OTHER = "a genuine history: acts as π", "not a genuine history: frozen"


def _worked(reality_check: Transform, name: str = "worked examples") -> Part:
    checked = reality_check(_AGENT)
    wrong_first = history((0, 0), 0, (2, 0))
    wrong_second = history((0, 0), 1, (2, 0), 1, (3, 0))
    on = partial(partial, checked)

    def after_a_longer_one() -> Action:
        fresh = reality_check(_AGENT)
        fresh(_THIRD)
        return fresh(_FIRST)

    return work(
        (
            Worked(
                "one percept, after three", "π_RC(x_1 y_1 x_2 y_2 x_3) = 2, then π(⟨x_1⟩) = 1", 1, after_a_longer_one
            ),
            Worked("one percept", "no i with 1 <= i < 1: π(⟨x_1⟩) = 1", 1, on(_FIRST)),
            Worked("another percept", "π(⟨(5,0)⟩) = 0", 0, on(history((5, 0)))),
            Worked("one genuine action", "y_1 = 1 = π_RC(⟨x_1⟩): π = 0", 0, on(_SECOND)),
            Worked("another second percept", "y_1 = 1 = π_RC(⟨x_1⟩): π = 1", 1, on(history((0, 0), 1, (5, 0)))),
            Worked("two genuine actions", "y_1 = 1, y_2 = 0: π = 2", 2, on(_THIRD)),
            Worked("y_1 = 0 is not its own", "0 ≠ π_RC(⟨x_1⟩) = 1: frozen to π(⟨x_1⟩) = 1", 1, on(wrong_first)),
            Worked("y_2 = 1 is not its own", "1 ≠ π_RC(x_1 y_1 x_2) = 0: frozen to π(⟨x_1⟩) = 1", 1, on(wrong_second)),
            Worked(
                "frozen for good",
                "y_1 is wrong, y_2 = 1 is what the frozen one does: still frozen to 1",
                1,
                on((*wrong_first, 1, *_FIRST)),
            ),
        ),
        name,
    )


def _worked_fold(fold: LearnerTransform) -> Part:
    paid, unpaid = Transition(0, 1, 1, 0), Transition(0, 1, 0, 0)
    learner = TableLearner({((), 0): 1, ((paid,), 0): 0, ((unpaid,), 0): 2, ((paid, Transition(0, 0, 0, 0)), 0): 2})
    on = partial(partial, as_agent(fold(learner)))
    return work(
        (
            Worked("untrained", "does 1", 1, on(_FIRST)),
            Worked("one genuine action, paid", "trained on (0, 1, 1, 0): 0", 0, on(history((0, 0), 1, (1, 0)))),
            Worked("one genuine action, unpaid", "trained on (0, 1, 0, 0): 2", 2, on(history((0, 0), 1, (0, 0)))),
            Worked("two genuine actions", "y_1 = 1, y_2 = 0: 2", 2, on(history((0, 0), 1, (1, 0), 0, (0, 0)))),
            Worked("y_1 = 0 is not its own", "frozen to its first action, 1", 1, on(history((0, 0), 0, (1, 0)))),
            Worked("y_2 = 1 is not its own", "frozen to 1", 1, on(history((0, 0), 1, (1, 0), 1, (0, 0)))),
        ),
        "worked examples of the fold",
    )


def _prompts(scope: Scope, longest: int) -> tuple[str, list[Prompt]]:
    percepts, actions = scope.percepts(2), scope.actions()
    every = [prompt for n in range(1, longest + 1) for prompt in all_prompts(percepts, actions, n)]
    over = f"{len(percepts)} percepts x {len(actions)} actions"
    return f"all agents, all histories of at most {longest} percepts over {over}", every


def published_as_agent(learner: Learner[Any]) -> Callable[[Prompt], Action]:
    """Return the published reality check of a learner as a function of the history, asked once at every turn.

    Ledger: infrastructure
    """
    published = PublishedRealityCheck(LearnerClass(learner))

    def agent(prompt: Prompt) -> Action:
        state = published.initial
        for transition in transitions(prompt):
            _, state = published.ask(state, transition.observation)
            state = published.train(state, transition)
        action, _ = published.ask(state, prompt[-1].observation)
        return action

    return agent


def definition(
    scope: Scope,
    *,
    reality_check: Transform = reality_check,
    memoised: Transform = reality_check_memoised,
    fold: LearnerTransform = reality_check_fold,
    published: Callable[[Learner[Any]], Callable[[Prompt], Action]] = published_as_agent,
) -> Iterator[Part]:
    """Check Definition 7: by hand, its forms equal, and the published transformation another one."""
    percepts, actions = percept_alphabet(2), range(2)
    prompts = (prompt for n in range(1, 4) for prompt in all_prompts(percepts, actions, n))

    def is_published(prompt: Prompt, unknown: Unknown, note: Note) -> Disagreement | None:
        expected = reality_check(as_agent(unknown.learner))(prompt)
        got = published(unknown.learner)(prompt)
        return None if got == expected else Disagreement("the published reality check", expected, got, prompt)

    yield _worked(reality_check)
    yield _worked(memoised, "worked examples of the memoised form")
    yield _worked_fold(fold)
    yield from evolve(REALITY_CHECK_MEMOISED, definition=reality_check, fast=memoised).parts(scope)
    yield from evolve(REALITY_CHECK_FOLD, definition=reality_check, fast=fold).parts(scope)
    yield decide_each(
        "the published transformation is Definition 7",
        is_published,
        prompts,
        actions=actions,
        domain="all learners, all histories of at most 3 percepts over 2 percepts x 2 actions, whatever the scope",
    ).meant_to_fail()


def alternate_definition(
    scope: Scope,
    *,
    reality_check: Transform = reality_check,
    alternate: Transform = reality_check_alternate,
) -> Iterator[Part]:
    """Check Theorem 10 part 1 on all agents and all histories, off-policy ones included."""
    domain, prompts = _prompts(scope, scope.steps(quick=6, full=8))

    def claim(prompt: Prompt, unknown: Unknown, note: Note) -> Disagreement | None:
        expected = reality_check(unknown.agent)(prompt)
        got = alternate(unknown.agent)(prompt)
        note(_branch(prompt, unknown))
        return None if got == expected else Disagreement("ρ against π_RC", expected, got, prompt)

    yield decide_each("π_RC = ρ", claim, prompts, actions=scope.actions(), branches=(_GENUINE, _OTHER), domain=domain)


def idempotence(scope: Scope, *, reality_check: Transform = reality_check) -> Iterator[Part]:
    """Check Theorem 10 part 2 on all agents and all histories, off-policy ones included."""
    domain, prompts = _prompts(scope, scope.steps(quick=6, full=7))

    def claim(prompt: Prompt, unknown: Unknown, note: Note) -> Disagreement | None:
        once = reality_check(unknown.agent)
        expected, got = once(prompt), reality_check(once)(prompt)
        note(_branch(prompt, unknown))
        return None if got == expected else Disagreement("(π_RC)_RC against π_RC", expected, got, prompt)

    yield decide_each(
        "(π_RC)_RC = π_RC",
        claim,
        prompts,
        actions=scope.actions(),
        branches=(_GENUINE, _OTHER),
        domain=domain,
    )


def _branch(prompt: Prompt, unknown: Unknown) -> str:
    own = all(prompt[i] == unknown.agent(prompt[:i]) for i in range(1, len(prompt), 2))
    return _GENUINE if own else _OTHER


def genuine_history(
    scope: Scope,
    *,
    reality_check: Transform = reality_check,
    fast: Transform = reality_check_memoised,
    fold: LearnerTransform = reality_check_fold,
) -> Iterator[Part]:
    """Check Theorem 10 part 3: all environments to a horizon, the named ones further, and by merging."""
    horizon, further = scope.steps(quick=6, full=7), scope.steps(quick=8, full=9)
    percepts, actions = scope.percepts(3), scope.actions()

    def claim_at(transform: Transform, environment_of: Callable[[Unknown], ExtendedEnvironment], steps: int) -> Claim:
        def claim(unknown: Unknown, note: Note) -> Disagreement | None:
            environment = environment_of(unknown)
            checked = transform(unknown.agent)
            play: Play = ()
            for _ in range(steps):
                prompt = (*play, environment(checked, play))
                action, expected = checked(prompt), unknown.agent(prompt)
                if action != expected:
                    return Disagreement("π_RC on genuine history", expected, action, prompt)
                play = (*prompt, action)
            note("one action throughout" if len(set(play[1::2])) == 1 else "the actions vary")
            return None

        return claim

    branches = ("one action throughout", "the actions vary")
    yield from _by_steps(scope, fold)
    for name, environment in EXTENDED_ENVIRONMENTS.items():
        quick, full = NAMED_HORIZONS.get(name, OTHER_HORIZONS)
        steps = scope.steps(quick=quick, full=full)
        yield decide(
            name,
            partial(claim_at, fast, partial(_named_environment, environment)),
            steps,
            actions=actions,
            branches=branches,
            domain=f"all agents in {name} to horizon {steps}, {len(actions)} actions; memoised form",
        )
    yield decide(
        "every environment",
        partial(claim_at, reality_check, _unknown_environment),
        horizon,
        actions=actions,
        percepts=percepts,
        branches=branches,
        domain=f"all agents x all extended environments to horizon {horizon}, {len(percepts)} percepts x "
        f"{len(actions)} actions",
    )
    yield decide(
        "every environment that pays 1 or -1",
        partial(claim_at, fast, _paying_environment),
        further,
        actions=actions,
        percepts=(Percept(1, 0), Percept(-1, 0)),
        branches=branches,
        domain=f"all agents x all extended environments that pay 1 or -1 and show 0 after (0, 0), to horizon "
        f"{further}, {len(actions)} actions; memoised form",
    )


NAMED_HORIZONS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "ignore_rewards": (8, 12),
        "false_memories": (8, 12),
        "backward_consciousness": (6, 8),
        "deja_vu": (5, 6),
        "reverse_history": (6, 8),
        "tempting_button": (7, 8),
    }
)
"""How far each named environment is forked directly, quick and full: the number of cases grows unequally."""

OTHER_HORIZONS = (4, 5)
"""How far the environments are that only the library has."""


def _unknown_environment(unknown: Unknown) -> ExtendedEnvironment:
    return embed(unknown.environment)


def _paying_environment(unknown: Unknown) -> ExtendedEnvironment:
    return lambda agent, play: unknown.environment(play) if play else Percept(0, 0)


def _named_environment(environment: ExtendedEnvironment, unknown: Unknown) -> ExtendedEnvironment:
    return environment


class _Walked(NamedTuple):
    """The states of the environment, of π_RC and of π along the genuine history, and what is shown now."""

    environment: Any
    checked: Any
    plain: Any
    observation: Any


@frozen
class GenuineSteps:
    """Theorem 10 part 3 along one environment, step by step, for every learner.

    Ledger: infrastructure
    """

    environment: IncrementalEnvironment
    fold: LearnerTransform = reality_check_fold

    def start(self, learner: Learner[Any]) -> _Walked:
        """Return the state before the first step."""
        checked = self.fold(learner)
        percept, state = self.environment.start(checked)
        return _Walked(state, checked.initial, learner.initial, percept.observation)

    def step(self, learner: Learner[Any], state: _Walked, note: Note) -> _Walked | Disagreement:
        """Return the state after one more step, unless π_RC and π act differently in it."""
        checked = self.fold(learner)
        expected, got = learner.act(state.plain, state.observation), checked.act(state.checked, state.observation)
        if got != expected:
            return Disagreement("π_RC on genuine history", expected, got)
        percept, after = self.environment.advance(checked, state.environment, got)
        note("paid" if percept.reward > 0 else "punished")
        transition = Transition(state.observation, got, percept.reward, percept.observation)
        return _Walked(
            after,
            checked.learn(state.checked, transition),
            learner.learn(state.plain, transition),
            percept.observation,
        )

    def summary(self, state: _Walked) -> None:
        """Return nothing: all cases count together."""


def _by_steps(scope: Scope, fold: LearnerTransform) -> Iterator[Part]:
    claim = GenuineSteps(ignore_rewards_incremental, fold)
    actions = scope.actions()
    forked, merged = scope.steps(quick=10, full=14), scope.steps(quick=100, full=1000)
    where = f"all learners in ignore_rewards, the fold, {len(actions)} actions"
    common: Mapping[str, Any] = {"actions": actions, "branches": ("paid", "punished")}
    yield fork_steps("ignore_rewards, forked", claim, forked, domain=f"{where}, to horizon {forked}", **common).part
    domain = f"{where}, to horizon {merged}, equal states merged"
    yield merge_steps("ignore_rewards, merged", claim, merged, domain=domain, **common).part


def ordinary_environments(
    scope: Scope, *, reality_check: Transform = reality_check, fast: Transform = reality_check_memoised
) -> Iterator[Part]:
    """Check Theorem 10 part 4: all ordinary environments to a horizon, then the named ones further."""
    horizon, further = scope.steps(quick=6, full=7), scope.steps(quick=8, full=10)
    percepts, actions = scope.percepts(3), scope.actions()

    def same_at(transform: Transform, environment_of: Callable[[Unknown], ExtendedEnvironment], steps: int) -> Claim:
        def claim(unknown: Unknown, note: Note) -> Disagreement | None:
            environment = environment_of(unknown)
            checked = transform(unknown.agent)
            plain_play: Play = ()
            play: Play = ()
            for _ in range(steps):
                plain_play = (*plain_play, environment(unknown.agent, plain_play))
                plain_play = (*plain_play, unknown.agent(plain_play))
                play = (*play, environment(checked, play))
                play = (*play, checked(play))
            note("one action throughout" if len(set(plain_play[1::2])) == 1 else "the actions vary")
            return None if play == plain_play else Disagreement("π_RC's interaction", plain_play, play)

        return claim

    branches = ("one action throughout", "the actions vary")
    for name, environment in ORDINARY_ENVIRONMENTS.items():
        yield decide(
            name,
            partial(same_at, fast, partial(_named_environment, embed(environment))),
            further,
            actions=range(2),
            branches=branches,
            domain=f"all agents in {name} to horizon {further}, 2 actions; memoised form",
        )
    yield decide(
        "every environment",
        partial(same_at, reality_check, _unknown_environment),
        horizon,
        actions=actions,
        percepts=percepts,
        branches=branches,
        domain=f"all agents x all ordinary environments to horizon {horizon}, {len(percepts)} percepts x "
        f"{len(actions)} actions",
    )
