"""Checks of Theorem 10 at every horizon: states are merged until no step leads to a new one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import Learner, Transition, as_agent
from formal_rl.checking import (
    Choose,
    Claim,
    Claimed,
    Cover,
    Disagreement,
    Example,
    LearnerTransform,
    Part,
    Scope,
    SomeDraws,
    SomeEnvironment,
    SomeNumber,
    StepClaim,
    Uncounted,
    Unknown,
    check_examples,
    close_steps,
    decide,
    decide_prompts,
    equal,
)
from formal_rl.checking.unknown_values import TrueDraws
from formal_rl.environments import (
    CATALOGUE,
    CryingBabyIncremental,
    IncrementalEnvironment,
    Nutrition,
    interact_incremental,
)
from formal_rl.environments.altered_agent import AsIfIncremental
from formal_rl.histories import Action, Observation, Percept, Prompt, percept_alphabet
from formal_rl.statements.alexander_2022.helper_learners import NextInTurn
from formal_rl.statements.alexander_2022.reality_check import GenuineSteps
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import RealityCheckFold, reality_check, reality_check_alternate, reality_check_fold
from formal_rl.transforms.reality_check import RealityCheckState

# --- Definition 7, one percept after another ---


class GenuineSoFar(NamedTuple):
    """The learner trained on the history, its action on the first percept, and whether the history is genuine."""

    inner: Any
    first_action: Action | None
    genuine: bool


@frozen
class Definition7:
    """π_RC as Definition 7 says it, one percept after another.

    "y_i = π_RC(x_1 y_1 ... x_i) for all i < n" is that for all i < n - 1, and for i = n - 1. So whether it is so is
    carried forward, and compared once more at each step.
    """

    learner: Learner[Any]

    @property
    def initial(self) -> GenuineSoFar:
        """The untrained learner; no action has been compared."""
        return GenuineSoFar(self.learner.initial, None, True)

    def own(self, state: GenuineSoFar, observation: Observation) -> Action:
        """Return what y_n is compared with: what π_RC does."""
        return self.act(state, observation)

    def act(self, state: GenuineSoFar, observation: Observation) -> Action:
        """Return π's action on a genuine history, else its action on the first percept."""
        if state.genuine or state.first_action is None:
            return self.learner.act(state.inner, observation)
        return state.first_action

    def learn(self, state: GenuineSoFar, transition: Transition) -> GenuineSoFar:
        """Return the learner trained on what happened, whether or not that is genuine."""
        own, first = self.own(state, transition.observation), state.first_action
        if first is None:
            first = self.learner.act(state.inner, transition.observation)
        genuine = state.genuine and transition.action == own
        return GenuineSoFar(self.learner.learn(state.inner, transition), first, genuine)


class Alternate(Definition7):
    """ρ of Theorem 10 part 1, one percept after another: each action is compared with π's."""

    def own(self, state: GenuineSoFar, observation: Observation) -> Action:
        """Return what π does."""
        return self.learner.act(state.inner, observation)


class _OnlyThree(Definition7):
    """Compare three actions at most: what this does differs from the fifth percept on."""

    @property
    def initial(self) -> Any:
        return super().initial, 0

    def act(self, state: Any, observation: Observation) -> Action:
        return super().act(state[0], observation)

    def own(self, state: GenuineSoFar, observation: Observation) -> Action:
        return super().act(state, observation)

    def learn(self, state: Any, transition: Transition) -> Any:
        after, compared = super().learn(state[0], transition), state[1]
        return (after, compared + 1) if compared < 3 else (after._replace(genuine=state[0].genuine), 3)


# --- Claims in steps ---


class BothStates(NamedTuple):
    """The states of two learners after the same history, whether it is genuine for the second, and what is shown."""

    one: Any
    other: Any
    plain: Any
    genuine: bool
    observation: Observation


GENUINE, OTHER = "a genuine history: acts as π", "not a genuine history: frozen"


@frozen
class AlikeOnHistories:
    """Two transforms of any learner act alike on every history: percepts and actions are chosen."""

    one: LearnerTransform
    other: LearnerTransform
    choose: Choose
    percepts: Sequence[Percept]
    actions: Sequence[Action]

    def start(self, learner: Learner[Any]) -> BothStates:
        """Return the state before the first action."""
        observation = self.choose(self.percepts).observation
        return BothStates(self.one(learner).initial, self.other(learner).initial, learner.initial, True, observation)

    def step(self, learner: Learner[Any], state: BothStates, cover: Cover) -> BothStates | Disagreement:
        """Return the state one action and percept later, unless the two act differently."""
        one, other, seen = self.one(learner), self.other(learner), state.observation
        expected, got = one.act(state.one, seen), other.act(state.other, seen)
        cover(GENUINE if state.genuine else OTHER)
        if got != expected:
            return Disagreement("the two after the same history", expected, got)
        action, percept = self.choose(self.actions), self.choose(self.percepts)
        genuine = state.genuine and action == learner.act(state.plain, seen)
        transition = Transition(seen, action, percept.reward, percept.observation)
        plain = learner.learn(state.plain, transition)
        after = one.learn(state.one, transition), other.learn(state.other, transition)
        return BothStates(*after, plain, genuine, percept.observation)


class TwoInteractions(NamedTuple):
    """The states of π_RC and of π, each in its own interaction, and the percept that each meets."""

    checked: Any
    plain: Any
    met_by_checked: Percept
    met_by_plain: Percept


@frozen
class SameInteraction:
    """Theorem 10 part 4: the interactions of π_RC and π with one environment are alike, percept by percept.

    An ordinary environment is a function of the play, so that both meet the same percept as long as their plays are the
    same. Any other chooses a percept for each.
    """

    fold: LearnerTransform
    choose: Choose
    percepts: Sequence[Percept]
    ordinary: bool = True

    def _met(self) -> tuple[Percept, Percept]:
        percept = self.choose(self.percepts)
        return percept, percept if self.ordinary else self.choose(self.percepts)

    def start(self, learner: Learner[Any]) -> TwoInteractions:
        """Return the states and the first percepts."""
        return TwoInteractions(self.fold(learner).initial, learner.initial, *self._met())

    def step(self, learner: Learner[Any], state: TwoInteractions, cover: Cover) -> TwoInteractions | Disagreement:
        """Return the states one action and percept later, unless the interactions differ."""
        checked, (of_checked, of_plain, by_checked, by_plain) = self.fold(learner), state
        if by_checked != by_plain:
            return Disagreement("π_RC's percept beside π's", tuple(by_plain), tuple(by_checked))
        expected, got = learner.act(of_plain, by_plain.observation), checked.act(of_checked, by_checked.observation)
        if got != expected:
            return Disagreement("π_RC's action beside π's", expected, got)
        met = self._met()
        cover("paid" if met[0].reward > 0 else "not paid")
        after_checked = checked.learn(of_checked, Transition(by_checked.observation, got, *met[0]))
        after_plain = learner.learn(of_plain, Transition(by_plain.observation, expected, *met[1]))
        return TwoInteractions(after_checked, after_plain, *met)


# --- The named environments ---


@frozen
class _OnlyTheCopy:
    """`AsIfIncremental` without the altered learner in its state, which follows from the learner."""

    environment: AsIfIncremental

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the first percept and the copy."""
        percept, (_, copy) = self.environment.start(learner)
        return percept, copy

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept and the copy."""
        percept, (_, copy) = self.environment.advance(learner, (self.environment.altered(learner), state), action)
        return percept, copy


_Made: TypeAlias = Callable[[Choose], IncrementalEnvironment]


def _as_it_is(name: str) -> _Made:
    return lambda choose: CATALOGUE[name].made("incremental")


def _uncounted(name: str, *counts: str) -> _Made:
    return lambda choose: Uncounted(CATALOGUE[name].made("incremental"), counts, SomeNumber(choose))


def _drawn(name: str, parts: int, count: str = "turns") -> _Made:
    def made(choose: Choose) -> IncrementalEnvironment:
        environment = CATALOGUE[name].made("incremental", SomeDraws(choose, parts))
        return Uncounted(environment, (count,), SomeNumber(choose))

    return made


def _told_otherwise(choose: Choose) -> IncrementalEnvironment:
    return _OnlyTheCopy(AsIfIncremental(lambda learner: NextInTurn(learner, 2)))


_AS_IT_IS = (
    "ignore_rewards false_memories ignore_rewards_3 ignore_actions incentivize_zero punish_nondeterministic_agent "
    "shifted_rewards delayed_rewards adversarial_sequence_predictor adversarial_sequence_evader flip_every_other"
)

CLOSING: Mapping[str, tuple[_Made, int | None]] = MappingProxyType(
    {name: (_as_it_is(name), None) for name in _AS_IT_IS.split()}
    | {"as_if": (_told_otherwise, None)}
    | {name: (_uncounted(name, "turns", "meals"), None) for name in ("crying_baby", "crying_baby_2")}
    | {name: (_drawn(name, 4, "turn"), None) for name in ("tempting_button", "tempting_button_variation")}
    | {"ignore_observations": (_drawn("ignore_observations", 5), None)}
    | {"after_images": (_drawn("after_images", 8), None)}
    | {"self_recognition": (_drawn("self_recognition", 6, "turn"), None)}
    | {"censored_observation": (_drawn("censored_observation", 3), 0)}
    | {"nth_reward_multiplied_by_n": (_uncounted("nth_reward_multiplied_by_n", "turns"), 0)}
    | {name: (_as_it_is(name), 0) for name in ("ignore_rewards_2", "repeater", "limited_memory")}
)
"""The environments whose states close, by name: in which form, and what is forgotten (`close_steps`)."""

ONLY_IN_FULL = ("self_recognition", "limited_memory")
"""Those that take the full profile."""

FROM_NOTHING = ("backward_consciousness", "reverse_history", "deja_vu")
"""Those whose states are whole histories: they pay 1 or -1 and show 0, so they are among all that do."""

_MET: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"punish_nondeterministic_agent": ("paid",), "as_if": ("punished",)}
)
"""What there is where a copy always agrees, or never."""

PAYING = (Percept(1, 0), Percept(-1, 0))


def closing(name: str, fold: LearnerTransform = reality_check_fold) -> Claimed[StepClaim]:
    """Return Theorem 10 part 3 in a named environment, as a claim that closes."""
    return lambda choose: GenuineSteps(CLOSING[name][0](choose), fold)


def _in_some(fold: LearnerTransform, percepts: Sequence[Percept], first: Sequence[Percept]) -> Claimed[StepClaim]:
    return lambda choose: GenuineSteps(SomeEnvironment(choose, percepts, first), fold)


COUNTED_TO = 6
"""To which horizon an environment with open counts is run with true ones, whatever the scope."""


def _with_true_counts(name: str, left_open: Uncounted) -> Part:
    """Compare an environment with itself, its counts numbers that can only be added, multiplied and compared."""
    counted: Any = CATALOGUE[name].made("incremental")
    form: Any = left_open.environment
    true = Uncounted(evolve(form, draws=TrueDraws(counted.draws)) if hasattr(form, "draws") else form, left_open.counts)

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            runs = [interact_incremental(unknown.learner, each) for each in (counted, true)]
            expected, got = (tuple(islice(run, 2 * steps + 1)) for run in runs)
            return equal("the run with true counts", expected, got)

        return claim

    where = f"all learners in {name} to horizon {COUNTED_TO}, 2 actions, whatever the scope"
    return decide(f"{name} only counts", claim_at, COUNTED_TO, actions=range(2), domain=where)


_Close: TypeAlias = Callable[..., Part]


def _states_by_hand(fold: LearnerTransform, close: _Close) -> Iterator[Example]:
    def states(claim: Claimed[StepClaim]) -> int:
        closure = close("", claim, actions=(0, 1), domain="").every_horizon
        return 0 if closure is None else closure.states

    why = "the start; y_1 is 0 or 1, and the copy runs or is frozen"
    yield ("ignore rewards", why, 5, states, closing("ignore_rewards", fold))
    why = "the start; y_1 is 0 or 1: the copy is always asked about what it would do, so it never freezes"
    yield ("ignore rewards 3", why, 3, states, closing("ignore_rewards_3", fold))
    why = "the start; y_1 is 0 or 1: what was paid is forgotten with the lists"
    yield ("all that pay 1 or -1", why, 3, states, _in_some(fold, PAYING, (Percept(0, 0),)))


def all_horizons(
    scope: Scope,
    *,
    fold: LearnerTransform = reality_check_fold,
    definition: LearnerTransform = Definition7,
    alternate: LearnerTransform = Alternate,
    close: _Close = close_steps,
    forms: Mapping[str, tuple[_Made, int | None]] = CLOSING,
) -> Iterator[Part]:
    """Check the four parts of Theorem 10 on histories and interactions of every length."""
    percepts, actions = scope.percepts(3), scope.actions()
    over = f"{len(percepts)} percepts x {len(actions)} actions"
    histories, branches = f"all learners, all histories over {over}", (GENUINE, OTHER)

    def alike(name: str, one: LearnerTransform, other: LearnerTransform) -> Part:
        claim = partial(AlikeOnHistories, one, other, percepts=percepts, actions=actions)
        return close(name, claim, actions=actions, branches=branches, domain=histories)

    def in_both(name: str, *, ordinary: bool) -> Part:
        claim = partial(SameInteraction, fold, percepts=percepts, ordinary=ordinary)
        unseen, domain = ("paid", "not paid"), f"all learners in all {'ordinary ' * ordinary}environments, {over}"
        return close(name, claim, actions=actions, branches=unseen, domain=domain)

    def twice(learner: Learner[Any]) -> Learner[Any]:
        return definition(definition(learner))

    def step_by_step(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
        agent = as_agent(unknown.learner)
        recursive = reality_check(agent)(prompt), reality_check_alternate(agent)(prompt)
        stepwise = tuple(as_agent(form(unknown.learner))(prompt) for form in (definition, alternate))
        return equal("π_RC and ρ, step by step", recursive, stepwise, prompt)

    yield check_examples(_states_by_hand(fold, close), "states by hand")
    small = 4, percept_alphabet(2), range(2)
    yield decide_prompts("Definition 7 and ρ go step by step", step_by_step, small, who="all learners")
    yield alike("part 1: Definition 7 is ρ", definition, alternate)
    yield alike("Definition 7 is the fold", definition, fold)
    yield alike("Definition 7 compares more than three actions", definition, _OnlyThree).meant_to_fail(
        "the two after the same history: expected 0, got 1"
    )
    yield alike("part 2: (π_RC)_RC = π_RC", definition, twice)
    yield close(
        "part 3 in every environment",
        _in_some(fold, percepts, percepts),
        actions=actions,
        branches=("paid", "punished"),
        domain=f"all learners in all environments, {over}",
    )
    yield in_both("part 4 in every ordinary environment", ordinary=True)
    yield in_both("part 4 where π_RC and π are told apart", ordinary=False).meant_to_fail(
        "π_RC's percept beside π's: expected (1, 0), got (0, 0)"
    )
    for name, (_, apart) in CLOSING.items():
        if name in ONLY_IN_FULL and not scope.is_full:
            continue
        yield close(
            f"part 3 in {name}",
            closing(name, fold),
            actions=range(2),
            branches=_MET.get(name, ("paid", "punished")),
            domain=f"all learners in {name}, 2 actions",
            apart=apart,
        )
    yield close(
        "part 3 in every environment that pays 1 or -1",
        _in_some(fold, PAYING, (Percept(0, 0),)),
        actions=actions,
        branches=("paid", "punished"),
        domain=f"all learners in whatever pays 1 or -1 and shows 0 after (0, 0), {len(actions)} actions: so in "
        f"{', '.join(FROM_NOTHING)}; of {len(CLOSING) + len(FROM_NOTHING)} named environments the other {len(CLOSING)} "
        f"close by themselves, {' and '.join(ONLY_IN_FULL)} in the full profile",
    )
    for name, (form, _) in forms.items():
        environment = form(lambda options: options[0])
        if isinstance(environment, Uncounted):
            yield _with_true_counts(name, environment)


# --- Mutants ---


@frozen
class _Stopped:
    """A claim that stands still after three steps."""

    claim: StepClaim

    def start(self, learner: Learner[Any]) -> Any:
        return self.claim.start(learner), 0

    def step(self, learner: Learner[Any], state: Any, cover: Cover) -> Any:
        if state[1] == 3:
            return state
        after = self.claim.step(learner, state[0], cover)
        return after if isinstance(after, Disagreement) else (after, state[1] + 1)


def _close_too_early(name: str, claim: Callable[[Choose], StepClaim], **options: Any) -> Part:
    """Take three steps for all."""
    return close_steps(name, lambda choose: _Stopped(claim(choose)), **options)


class _ReadByType(CryingBabyIncremental):
    """Look at the type of the count: every baby is content whose turns are not known."""

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        percept, after = super().advance(learner, state, action)
        return percept if type(state.turns) is int else percept._replace(reward=1), after


_READ_BY_TYPE = _ReadByType(Nutrition())


class _Blind(RealityCheckFold):
    """Train on every transition as if its reward were 0."""

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        return super().learn(state, transition._replace(reward=0))


class _Late(RealityCheckFold):
    """Freeze to the action of the step at which the history stops being genuine."""

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        return super().learn(state if state.frozen else state._replace(first_action=None), transition)


class _Thawing(Definition7):
    """Act as the learner again after an action that is one's own."""

    def learn(self, state: GenuineSoFar, transition: Transition) -> GenuineSoFar:
        own = self.act(state, transition.observation)
        return super().learn(state._replace(genuine=state.genuine or transition.action == own), transition)


class _Contrary(Definition7):
    """Do the contrary of what the learner does where the history is not genuine."""

    def act(self, state: GenuineSoFar, observation: Observation) -> Action:
        action = self.learner.act(state.inner, observation)
        return action if state.genuine else 1 - action


class _OnlyTheLast(Definition7):
    """Compare the last action alone."""

    def learn(self, state: GenuineSoFar, transition: Transition) -> GenuineSoFar:
        return super().learn(state._replace(genuine=True), transition)


class _NotTheFirst(Alternate):
    """Do not compare the first action."""

    def learn(self, state: GenuineSoFar, transition: Transition) -> GenuineSoFar:
        after = super().learn(state, transition)
        return after if state.first_action is not None else after._replace(genuine=True)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-T10-all-horizons",
        kind="theorem",
        title="Theorem 10 at every horizon",
        claim="The four parts of Theorem 10 hold on histories and interactions of every length.",
        source=f"{ALEXANDER_2022}, Theorem 10",
        check=all_horizons,
        mutants={
            "a fold that ignores rewards": {"fold": _Blind},
            "a fold frozen to a later action": {"fold": _Late},
            "a fold that thaws": {"fold": _Thawing},
            "contrary where the history is not genuine": {"definition": _Contrary},
            "only the last action compared": {"definition": _OnlyTheLast},
            "the first action is not compared": {"alternate": _NotTheFirst},
            "closing after three steps": {"close": _close_too_early},
            "a count is read by its type": {
                "forms": {"crying_baby": (lambda choose: Uncounted(_READ_BY_TYPE, ("turns", "meals")), None)}
            },
        },
        verdict="holds",
        evidence="every horizon, all learners (the agents once the first reward is given), 3 percepts x 2 actions. "
        "Closed: 10 states (parts 1 and 2), 6 (part 3), 9 (part 4). What closes is Definition 7 and ρ carried from "
        "step to step, compared with the recursions to 4 percepts, and the fold. Part 3 in 24 of 27 named environments "
        "by their own states, 3 to 132; the largest two only in the full profile. Where a count is left open, the "
        "environment is compared with its counted form to horizon 6. The other three pay 1 or -1: 3 states",
    ),
)
