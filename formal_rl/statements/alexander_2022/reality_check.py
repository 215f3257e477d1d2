"""Checks of the reality check: its definition, its forms, and the four parts of Theorem 10."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain, cycle, islice, product
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import evolve, frozen

from formal_rl.agents import (
    Agent,
    AgentClass,
    Learner,
    LearnerClass,
    Transition,
    as_agent,
    instance_class,
    to_class,
    transitions,
)
from formal_rl.checking import (
    AgentTransformPair,
    Choose,
    Cover,
    Disagreement,
    Example,
    LearnerTransform,
    LearnerTransformPair,
    Part,
    Scope,
    SomeEnvironment,
    Transform,
    Unknown,
    check_examples,
    close_steps,
    decide,
    decide_each,
    decide_prompts,
    equal,
)
from formal_rl.environments import (
    IncrementalEnvironment,
    TableAgent,
)
from formal_rl.histories import (
    Action,
    History,
    Observation,
    Percept,
    Play,
    Prompt,
    all_prompts,
    history,
    percept_alphabet,
)
from formal_rl.statements.alexander_2022.by_hand import answering
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import (
    PublishedRealityCheck,
    RealityCheckFold,
    reality_check,
    reality_check_alternate,
    reality_check_class,
    reality_check_fold,
    reality_check_memoised,
)
from formal_rl.transforms import reality_check as right_reality_check
from formal_rl.transforms.reality_check import PublishedRealityCheckState, RealityCheckState

if TYPE_CHECKING:
    from formal_rl.statements.alexander_2022.class_reality_check import ClassTransform

REALITY_CHECK_MEMOISED = AgentTransformPair("reality_check_memoised", reality_check, reality_check_memoised)
REALITY_CHECK_FOLD = LearnerTransformPair("reality_check_fold", reality_check, reality_check_fold)

_FIRST = history((0, 0))
_SECOND = history((0, 0), 1, (2, 0))
_THIRD = history((0, 0), 1, (2, 0), 0, (3, 0))
_WRONG_FIRST = history((0, 0), 0, (2, 0))
_AGENT = TableAgent(
    {_FIRST: 1, _SECOND: 0, _THIRD: 2, _WRONG_FIRST: 5, (*_WRONG_FIRST, 1, *_FIRST): 3}
    | {history((0, 0), 1, (5, 0)): 1, history((5, 0)): 0, history((2, 0)): 4, history((3, 0)): 4}
)
_GENUINE, _OTHER = "a genuine history: acts as π", "not a genuine history: frozen"


def _after_a_longer_one(transform: Transform) -> Action:
    fresh = transform(_AGENT)
    fresh(_THIRD)
    return fresh(_FIRST)


def _worked_examples(transform: Transform) -> Iterator[Example]:
    checked, other, wrong_second = transform(_AGENT), history((0, 0), 1, (5, 0)), (*_SECOND, 1, Percept(3, 0))
    yield ("one percept, after three", "first 2, then π(⟨x_1⟩) = 1", 1, _after_a_longer_one, transform)
    yield ("one percept", "no i with 1 <= i < 1: π(⟨x_1⟩) = 1", 1, checked, _FIRST)
    yield ("another percept", "π(⟨(5,0)⟩) = 0", 0, checked, history((5, 0)))
    yield ("one genuine action", "y_1 = 1 = π_RC(⟨x_1⟩): π = 0", 0, checked, _SECOND)
    yield ("another second percept", "y_1 = 1 = π_RC(⟨x_1⟩): π = 1", 1, checked, other)
    yield ("two genuine actions", "y_1 = 1, y_2 = 0: π = 2", 2, checked, _THIRD)
    yield ("y_1 = 0 is not its own", "0 ≠ π_RC(⟨x_1⟩) = 1: frozen to π(⟨x_1⟩) = 1", 1, checked, _WRONG_FIRST)
    yield ("y_2 = 1 is not its own", "1 ≠ π_RC(x_1 y_1 x_2) = 0: frozen to 1", 1, checked, wrong_second)
    yield ("frozen for good", "y_2 = 1 is what the frozen one does: 1", 1, checked, (*_WRONG_FIRST, 1, *_FIRST))


def _worked_fold(fold: LearnerTransform) -> Iterator[Example]:
    paid, unpaid = Transition(0, 1, 1, 0), Transition(0, 1, 0, 0)
    learner = answering({(): (1,), (paid,): (0,), (unpaid,): (2,), (paid, Transition(0, 0, 0, 0)): (2,)})
    checked = as_agent(fold(learner))
    yield ("untrained", "does 1", 1, checked, _FIRST)
    yield ("one genuine action, paid", "trained on (0, 1, 1, 0): 0", 0, checked, history((0, 0), 1, (1, 0)))
    yield ("one genuine action, unpaid", "trained on (0, 1, 0, 0): 2", 2, checked, history((0, 0), 1, (0, 0)))
    yield ("two genuine actions", "y_1 = 1, y_2 = 0: 2", 2, checked, history((0, 0), 1, (1, 0), 0, (0, 0)))
    yield ("y_1 = 0 is not its own", "frozen to its first action, 1", 1, checked, history((0, 0), 0, (1, 0)))
    yield ("y_2 = 1 is not its own", "frozen to 1", 1, checked, history((0, 0), 1, (1, 0), 1, (0, 0)))
    yield (
        "frozen for good",
        "y_2 = 1 is what the frozen one does: 1",
        1,
        checked,
        history((0, 0), 0, (1, 0), 1, (0, 0)),
    )


def _prompts(scope: Scope, longest: int) -> tuple[str, list[Prompt]]:
    percepts, actions = scope.percepts(2), scope.actions()
    every = [prompt for n in range(1, longest + 1) for prompt in all_prompts(percepts, actions, n)]
    over = f"{len(percepts)} percepts x {len(actions)} actions"
    return f"all agents, all histories of at most {longest} percepts over {over}", every


_SHOWN = (Percept(0, 0), Percept(1, 1), Percept(Fraction(-1, 2), 2))
"""Percepts that are shown in turn, so that no two neighbours are alike in reward or observation."""

LONGER, LONGEST = 8, 12
"""How long histories are with percepts in turn, and with actions in turn too; a named environment asks about ten."""


def _in_turn(shown: Iterable[Any], actions: Iterable[Action]) -> Prompt:
    """Return x_1 y_1 ... x_n for the actions y_1 ... y_{n-1}, the percepts shown in turn."""
    seen = cycle(shown)
    return (next(seen), *chain.from_iterable((action, next(seen)) for action in actions))


def _longer(actions: Sequence[Action], beyond: int = 0) -> tuple[str, list[Prompt]]:
    """Return histories longer than ``beyond``, of every sequence of actions, then of the actions in turn."""
    every = [_in_turn(_SHOWN, each) for n in range(beyond, LONGER) for each in product(actions, repeat=n)]
    further = [_in_turn(_SHOWN, islice(cycle(actions), n)) for n in range(max(beyond, LONGER), LONGEST)]
    shown = f"(0,0), (1,1) and (-1/2,2) in turn and {len(actions)} actions, of at most {LONGEST} with those in turn too"
    return f"all histories of at most {LONGER} percepts with {shown}", every + further


_PublishedForm = Callable[[AgentClass[Any]], AgentClass[Any]]


def published_as_agent(
    learner: Learner[Any], published: _PublishedForm = PublishedRealityCheck
) -> Callable[[Prompt], Action]:
    """Return the published reality check of a learner as a function of the history, asked once at every turn."""
    checked = published(LearnerClass(learner))

    def agent(prompt: Prompt) -> Action:
        state = checked.initial
        for transition in transitions(prompt):
            _, state = checked.ask(state, transition.observation)
            state = checked.train(state, transition)
        action, _ = checked.ask(state, prompt[-1].observation)
        return action

    return agent


_Event = Transition | int
"""What happens to an instance: it is trained on a transition, or asked about an observation."""


def _answers(checked: AgentClass[Any], events: Sequence[_Event]) -> tuple[Action, Action]:
    """Return what an instance to which all this happened then does on 0 and on 1."""
    state = checked.initial
    for event in events:
        state = checked.ask(state, event)[1] if isinstance(event, int) else checked.train(state, event)
    first, state = checked.ask(state, 0)
    return first, checked.ask(state, 1)[0]


def _answers_written_out(learner: Learner[Any], events: Sequence[_Event]) -> tuple[Action, Action]:
    """Return the same of the published reality check, from the list of all that it ever computed."""
    state, computed, since = learner.initial, [], {}
    for event in events:
        seen = event if isinstance(event, int) else event.observation
        if isinstance(event, int) or seen not in since:
            since[seen] = learner.act(state, seen)
            computed.append(since[seen])
        if isinstance(event, int):
            continue
        if event.action != since[seen]:
            first = [action for action in computed if action != 0]
            return (first[0], first[0]) if first else (0, 0)
        state, since = learner.learn(state, event), {}
    return learner.act(state, 0), learner.act(state, 1)


_EVENTS: tuple[_Event, ...] = (0, 1, Transition(0, 0, 1, 1), Transition(0, 1, -1, 0), Transition(1, 1, 0, 0))


class _InTurn:
    """An agent-class whose instances count how often they were asked, and answer with that number."""

    initial = 0

    def ask(self, state: int, observation: Observation) -> tuple[Action, int]:
        return state, state + 1

    def train(self, state: int, transition: Transition) -> int:
        return state + 10


_QUIET = answering(
    {(): (0, 1), (_EVENTS[2],): (1, 2), (_EVENTS[4],): (2, 3), (_EVENTS[3],): (3, 3)}  # type: ignore[dict-item]
)
_LOUD = answering({(): (2, 1)})


def _worked_published(published: _PublishedForm) -> Iterator[Example]:
    zero, one, other = _EVENTS[2:]
    quiet, loud = (published(LearnerClass(learner)) for learner in (_QUIET, _LOUD))
    yield ("new", "does 0 on 0 and 1 on 1", (0, 1), _answers, quiet, ())
    yield ("asked, then trained on its own action", "as trained: 1 and 2", (1, 2), _answers, quiet, (0, zero))
    yield ("not asked, trained on its own action", "the same", (1, 2), _answers, quiet, (zero,))
    yield ("frozen, and 0 is all that it computed", "0 and 0", (0, 0), _answers, quiet, (0, one))
    yield ("frozen for good", "what would be its own does not thaw it", (0, 0), _answers, quiet, (0, one, zero))
    yield ("frozen after 0 and 1", "1 is the first that is not 0", (1, 1), _answers, quiet, (0, 1, one))
    yield ("frozen after 2 and 1", "2 is the first that is not 0", (2, 2), _answers, loud, (0, 1, one))
    yield ("asked about 1, then 0, trained on 1", "1 was its own: trained", (2, 3), _answers, quiet, (1, 0, other))
    counting, trained = published(_InTurn()), Transition(1, 0, 1, 0)
    why = "0 was its own on 1, which is not asked again: trained, 2 + 10, and asked twice more"
    yield ("one that counts, asked about 1 and 0, trained on 1", why, (12, 13), _answers, counting, (1, 0, trained))
    why = "1 is its latest answer on 1, so 0 is not its own: frozen to 1"
    yield ("the same, asked about 1 twice", why, (1, 1), _answers, counting, (1, 1, trained))
    yield ("not asked, trained on another's", "it computes 0, and freezes to it", (0, 0), _answers, quiet, (one,))


def _published_written_out(published: _PublishedForm) -> Part:
    def claim(events: tuple[_Event, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
        expected = _answers_written_out(unknown.learner, events)
        got = _answers(published(LearnerClass(unknown.learner)), events)
        return equal(f"what it does on 0 and on 1 after {events}", expected, got)

    domain = (
        "all learners of 2 actions, all sequences of at most 3 questions and trainings out of 5, whatever the scope"
    )
    instances = (events for n in range(4) for events in product(_EVENTS, repeat=n))
    return decide_each("the published form, written out", claim, instances, actions=range(2), domain=domain)


def definition(
    scope: Scope,
    *,
    reality_check: Transform = reality_check,
    memoised: Transform = reality_check_memoised,
    fold: LearnerTransform = reality_check_fold,
    published: _PublishedForm = PublishedRealityCheck,
) -> Iterator[Part]:
    """Check Definition 7: by hand, its forms equal, and the published transformation, written out, another one."""

    def is_published(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
        expected = reality_check(as_agent(unknown.learner))(prompt)
        got = published_as_agent(unknown.learner, published)(prompt)
        return equal("the published reality check", expected, got, prompt)

    yield check_examples(_worked_examples(reality_check))
    yield check_examples(_worked_examples(memoised), "worked examples of the memoised form")
    yield check_examples(_worked_fold(fold), "worked examples of the fold")
    yield check_examples(_worked_published(published), "worked examples of the published form")
    yield _published_written_out(published)
    domain, longer = _longer(scope.actions())
    yield from evolve(REALITY_CHECK_MEMOISED, definition=reality_check, fast=memoised).parts(scope)
    every, prompts = _prompts(scope, min(6, scope.steps(quick=5, full=6)))
    alike = _alike("reality_check_memoised", lambda u: (u.agent, reality_check(u.agent), memoised(u.agent)))
    yield _each(scope, "reality_check_memoised: longer histories", alike, chain(prompts, longer), f"{every}; {domain}")
    yield from evolve(REALITY_CHECK_FOLD, definition=reality_check, fast=fold).parts(scope)
    # ρ is π_RC by Theorem 10 part 1, and asks π less often.
    alike = _alike("the fold against ρ", lambda u: _with_the_fold(u.learner, fold))
    yield _each(scope, "reality_check_fold: longer histories", alike, longer, f"all learners, {domain}")
    percepts, actions = scope.percepts(3), scope.actions()
    yield close_steps(
        "reality_check_fold: histories of every length",
        partial(FoldOnHistories, fold, percepts=percepts, actions=actions),
        actions=actions,
        branches=(_GENUINE, _OTHER),
        domain=f"all learners, all histories over {len(percepts)} percepts x {len(actions)} actions",
    )
    name = "the published transformation is Definition 7"
    yield decide_prompts(
        name, is_published, (3, percept_alphabet(2), range(2)), who="all learners", more=", whatever the scope"
    ).meant_to_fail("the published reality check on (0,0) 0 (0,0) 0 (0,0): expected 0, got 1")


class _AlongHistory(NamedTuple):
    """The states of the fold and of π after a history, π's first action, whether it is genuine, and what is shown."""

    fold: Any
    plain: Any
    first_action: Action | None
    genuine: bool
    observation: Observation


@frozen
class FoldOnHistories:
    """The fold acts as ρ on every history, one percept after another: percepts and actions are chosen.

    "y_i = π(x_1 y_1 ... x_i) for all i < n" is that for all i < n - 1, and for i = n - 1: so it is carried forward.
    """

    fold: LearnerTransform
    choose: Choose
    percepts: Sequence[Percept]
    actions: Sequence[Action]

    def start(self, learner: Learner[Any]) -> _AlongHistory:
        """Return the state before the first action."""
        observation = self.choose(self.percepts).observation
        return _AlongHistory(self.fold(learner).initial, learner.initial, None, True, observation)

    def step(self, learner: Learner[Any], state: _AlongHistory, cover: Cover) -> _AlongHistory | Disagreement:
        """Return the state one action and percept later, unless the fold and ρ act differently."""
        fold, seen = self.fold(learner), state.observation
        expected = learner.act(state.plain, seen) if state.genuine else state.first_action
        got = fold.act(state.fold, seen)
        cover(_GENUINE if state.genuine else _OTHER)
        if got != expected:
            return Disagreement("the fold after the same history", expected, got)
        action, percept = self.choose(self.actions), self.choose(self.percepts)
        transition = Transition(seen, action, percept.reward, percept.observation)
        genuine = state.genuine and action == expected
        plain = learner.learn(state.plain, transition) if genuine else None
        first = expected if state.first_action is None else state.first_action
        return _AlongHistory(fold.learn(state.fold, transition), plain, first, genuine, percept.observation)


def _with_the_fold(learner: Learner[Any], fold: LearnerTransform) -> tuple[Agent, Agent, Agent]:
    return as_agent(learner), reality_check_alternate(as_agent(learner)), as_agent(fold(learner))


_OfPrompt = Callable[[Prompt, Unknown, Cover], Disagreement | None]


def _each(scope: Scope, name: str, claim: _OfPrompt, prompts: Iterable[Prompt], domain: str) -> Part:
    """Return the part that decides a claim on histories, genuine ones and others."""
    branches = (_GENUINE, _OTHER)
    return decide_each(name, claim, prompts, actions=scope.actions(), branches=branches, domain=domain)


def _alike(about: str, forms: Callable[[Unknown], tuple[Agent, Agent, Agent]]) -> _OfPrompt:
    """Return the claim that two forms of a reality check are alike; ``forms`` makes the agent and the two."""

    def claim(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
        agent, one, other = forms(unknown)
        cover(_GENUINE if all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2)) else _OTHER)
        return equal(about, one(prompt), other(prompt), prompt)

    return claim


def alternate_definition(
    scope: Scope,
    *,
    reality_check: Transform = reality_check,
    alternate: Transform = reality_check_alternate,
) -> Iterator[Part]:
    """Check Theorem 10 part 1 on all agents and all histories, off-policy ones included."""
    domain, prompts = _prompts(scope, scope.steps(quick=6, full=8))
    longer, further = _longer(scope.actions(), beyond=6)
    claim = _alike("ρ against π_RC", lambda u: (u.agent, reality_check(u.agent), alternate(u.agent)))
    yield _each(scope, "π_RC = ρ", claim, prompts, domain)
    yield _each(scope, "π_RC = ρ on longer histories", claim, further, f"all agents, {longer}")
    small = 3, (Percept(0, 0), Percept(1, 0)), range(3)
    yield decide_prompts("π_RC = ρ over three actions", claim, small, branches=(_GENUINE, _OTHER))


def idempotence(scope: Scope, *, reality_check: Transform = reality_check) -> Iterator[Part]:
    """Check Theorem 10 part 2 on all agents and all histories, off-policy ones included."""
    domain, prompts = _prompts(scope, scope.steps(quick=6, full=7))

    def once_and_twice(unknown: Unknown) -> tuple[Agent, Agent, Agent]:
        once = reality_check(unknown.agent)
        return unknown.agent, once, reality_check(once)

    claim = _alike("(π_RC)_RC against π_RC", once_and_twice)
    yield _each(scope, "(π_RC)_RC = π_RC", claim, prompts, domain)


_VARY = ("one action throughout", "the actions vary")


def _varied(run: History) -> str:
    return _VARY[len(set(run[1::2])) > 1]


def _each_step(transform: Transform, about: str) -> Callable[[int, Unknown, Cover], Disagreement | None]:
    """Return the claim that the first n steps of π_RC and of π in one environment are alike, if the first n - 1 are.

    Decided for n = 1, 2, ..., it says that they are alike. So only the last of the n steps is put to π_RC, which
    as its recursion is written asks π twice as much at each. What faces π_RC alone is a function of the play.
    """

    def claim(steps: int, unknown: Unknown, cover: Cover) -> Disagreement | None:
        agent, environment = unknown.agent, unknown.environment
        play: Play = ()
        for _ in range(steps - 1):
            prompt = (*play, environment(play))
            play = (*prompt, agent(prompt))
        prompt = (*play, environment(play))
        expected, got = agent(prompt), transform(agent)(prompt)
        cover(_varied((*prompt, expected)))
        return equal(about, expected, got, prompt)

    return claim


def _in_every_environment(scope: Scope, kind: str, about: str, transform: Transform, *, quick: int) -> Part:
    """Return the part about all environments to a horizon: what faces π_RC is a function of the play in either kind."""
    horizon, percepts, actions = scope.steps(quick=quick, full=7), scope.percepts(3), scope.actions()
    return decide_each(
        f"{about} in every environment",
        _each_step(transform, f"{about} on its own run"),
        range(1, horizon + 1),
        actions=actions,
        percepts=percepts,
        branches=_VARY,
        domain=f"all agents x all {kind} environments to horizon {horizon}, {len(percepts)} percepts x "
        f"{len(actions)} actions, step by step",
    )


class _Frozen(NamedTuple):
    """A form of the reality check as a class with act and train, and whether an instance of it is frozen."""

    of: Callable[[Learner[Any]], Callable[[], Any]]
    is_frozen: Callable[[Any], bool]


def _flag_stays_down(form: _Frozen, steps: int, unknown: Unknown, cover: Cover) -> Disagreement | None:
    """Decide that in any environment an instance that is trained on what it does is not frozen."""
    instance: Any = form.of(unknown.learner)()
    play: Play = ()
    for _ in range(steps):
        prompt: Prompt = (*play, unknown.environment(play))
        play = (*prompt, instance.act(prompt[-1].observation))
        after = unknown.environment(play)
        instance.train(prompt[-1].observation, play[-1], *after)
        if form.is_frozen(instance):
            return Disagreement("frozen", False, True, (*play, after))
    cover(_varied(play))
    return None


def _worked_flags(construction: "ClassTransform") -> Iterator[Example]:
    def flag(action: Action) -> bool:
        learner = answering({(): (2,), (Transition(0, 2, 1, 0),): (0,)})
        instance: Any = construction(to_class(learner))()
        instance.train(0, action, 1, 0)
        return bool(instance._frozen)

    yield ("Σ after its own action", "Π does 2 and is trained on 2", False, flag, 2)
    yield ("Σ after another", "Π does 2 and is trained on 0: it freezes", True, flag, 0)


def genuine_history(
    scope: Scope,
    *,
    reality_check: Transform = reality_check,
    memoised: Transform = reality_check_memoised,
    alternate: Transform = reality_check_alternate,
    fold: LearnerTransform = reality_check_fold,
    construction: "ClassTransform" = reality_check_class,
    published: _PublishedForm = PublishedRealityCheck,
) -> Iterator[Part]:
    """Check Theorem 10 part 3 in all environments: every form to a horizon, and the fold at every horizon."""
    shorter, percepts, actions = scope.steps(quick=4, full=5), scope.percepts(3), scope.actions()
    for name, transform in (("π_RC", reality_check), ("π_RC, memoised,", memoised), ("ρ", alternate)):
        yield _in_every_environment(scope, "extended", name, transform, quick=5)
    yield close_steps(
        "the fold in every environment",
        lambda choose: GenuineSteps(SomeEnvironment(choose, percepts, percepts), fold),
        actions=actions,
        branches=("paid", "punished"),
        domain=f"all learners in all environments, {len(percepts)} percepts x {len(actions)} actions",
    )
    yield check_examples(_worked_flags(construction))
    forms = {
        "the fold": _Frozen(lambda learner: to_class(fold(learner)), lambda each: each._state.frozen),
        "Σ": _Frozen(lambda learner: construction(to_class(learner)), lambda each: each._frozen),
        "the published form": _Frozen(
            lambda learner: instance_class(published(LearnerClass(learner))), lambda each: each._state.frozen
        ),
    }
    for name, form in forms.items():
        yield decide(
            f"{name} never freezes on its own run",
            partial(partial, _flag_stays_down, form),
            shorter,
            actions=actions,
            percepts=_SHOWN,
            branches=_VARY,
            domain=f"all learners in all environments to horizon {shorter}, percepts (0,0), (1,1) and (-1/2,2) x "
            f"{len(actions)} actions",
        )


class _StatesAlong(NamedTuple):
    """The states of the environment, of π_RC and of π along the genuine history, and what is shown now."""

    environment: Any
    checked: Any
    plain: Any
    observation: Any


@frozen
class GenuineSteps:
    """Theorem 10 part 3 along one environment, step by step, for every learner."""

    environment: IncrementalEnvironment
    fold: LearnerTransform = reality_check_fold

    def start(self, learner: Learner[Any]) -> _StatesAlong:
        """Return the state before the first step."""
        checked = self.fold(learner)
        percept, state = self.environment.start(checked)
        return _StatesAlong(state, checked.initial, learner.initial, percept.observation)

    def step(self, learner: Learner[Any], state: _StatesAlong, cover: Cover) -> _StatesAlong | Disagreement:
        """Return the state after one more step, unless π_RC and π act differently in it."""
        checked = self.fold(learner)
        expected, got = learner.act(state.plain, state.observation), checked.act(state.checked, state.observation)
        if got != expected:
            return Disagreement("π_RC on genuine history", expected, got)
        percept, after = self.environment.advance(checked, state.environment, got)
        cover("paid" if percept.reward > 0 else "punished")
        transition = Transition(state.observation, got, percept.reward, percept.observation)
        return _StatesAlong(
            after,
            checked.learn(state.checked, transition),
            learner.learn(state.plain, transition),
            percept.observation,
        )

    def summary(self, state: _StatesAlong) -> None:
        """Return nothing: all cases count together."""


def ordinary_environments(scope: Scope, *, reality_check: Transform = reality_check) -> Iterator[Part]:
    """Check Theorem 10 part 4 in all ordinary environments to a horizon."""
    yield _in_every_environment(scope, "ordinary", "π_RC", reality_check, quick=6)


# --- Mutants ---


def wrong_reality_check(
    own: Callable[[Prompt, Agent, int], bool] | None = None, frozen: Callable[[Agent, Prompt], Action] | None = None
) -> Any:
    """Return a reality check with another comparison of y_i, or another action where the history is not genuine."""

    def transform(agent: Agent) -> Agent:
        def checked(prompt: Prompt) -> Action:
            if all((own or _is_own)(prompt, checked, i) for i in range(1, (len(prompt) + 1) // 2)):
                return agent(prompt)
            return frozen(agent, prompt) if frozen else agent(prompt[:1])

        return checked

    return transform


def _is_own(prompt: Prompt, checked: Agent, i: int) -> bool:
    return bool(prompt[2 * i - 1] == checked(prompt[: 2 * i - 1]))


_unequal = wrong_reality_check(lambda prompt, checked, i: not _is_own(prompt, checked, i))
_frozen_late = wrong_reality_check(frozen=lambda agent, prompt: agent(prompt[:3]))
_frozen_to_last = wrong_reality_check(frozen=lambda agent, prompt: agent(prompt[-1:]))
_last_action_only = wrong_reality_check(lambda prompt, checked, i: i < len(prompt) // 2 or _is_own(prompt, checked, i))
_first_not_compared = wrong_reality_check(lambda prompt, checked, i: i == 1 or _is_own(prompt, checked, i))
_contrary = wrong_reality_check(frozen=lambda agent, prompt: 1 - agent(prompt))
_by_order = wrong_reality_check(lambda prompt, checked, i: prompt[2 * i - 1] <= checked(prompt[: 2 * i - 1]))
_unpaid_is_forgiven = wrong_reality_check(
    lambda prompt, checked, i: prompt[2 * i].reward == 0 or _is_own(prompt, checked, i)
)
_two_is_forgiven = wrong_reality_check(
    lambda prompt, checked, i: f"{prompt[2 * i - 1]}" == "2" or _is_own(prompt, checked, i)
)


@wrong_reality_check
def _two_wrongs(prompt: Prompt, checked: Agent, i: int) -> bool:
    """Whether y_i is its own, or neither is its first action: the same over two actions, and not over three."""
    own, first, done = checked(prompt[: 2 * i - 1]), checked(prompt[:1]), prompt[2 * i - 1]
    return bool(done == own) or first not in (done, own)


def _frozen_from_the_start(agent: Agent) -> Agent:
    return lambda prompt: agent(prompt[:1])


def _compares_the_next_action(agent: Agent) -> Agent:
    return lambda prompt: agent(prompt if agent(prompt) == agent(prompt[:1]) else prompt[:1])


def _memo_by_actions(agent: Agent) -> Agent:
    """Remember by the actions alone, so that prompts with other percepts share an answer."""
    checked = right_reality_check(agent)
    memory: dict[Prompt, Action] = {}
    return lambda prompt: memory.setdefault((len(prompt), *prompt[1::2]), checked(prompt))


def _memo_of_beginnings(agent: Agent) -> Agent:
    """Remember, for every beginning of a prompt not met before, the answer to the whole."""
    checked = right_reality_check(agent)
    memory: dict[Prompt, Action] = {}

    def reality_checked(prompt: Prompt) -> Action:
        if prompt not in memory:
            action = checked(prompt)
            for end in range(1, len(prompt) + 1, 2):
                memory.setdefault(prompt[:end], action)
        return memory[prompt]

    return reality_checked


class _BlindFold(RealityCheckFold):
    """Train on every transition as if its reward were 0."""

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        return super().learn(state, transition._replace(reward=0))


class _LateFold(RealityCheckFold):
    """Freeze to the action of the step at which the history stops being genuine."""

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        if state.frozen:
            return state
        return super().learn(state._replace(first_action=None), transition)


class _ThawingFold(RealityCheckFold):
    """Act as the learner, untrained until then, after an action that is one's own."""

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        if state.frozen and transition.action == state.first_action:
            return state._replace(inner=self.learner.learn(self.learner.initial, transition), frozen=False)
        return super().learn(state, transition)


class _ComparesWithTheFirst(RealityCheckFold):
    """Freeze where the action is not the first action."""

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        after = super().learn(state, transition)
        return after._replace(frozen=after.frozen or transition.action != after.first_action)


def _asks_anew(agent_class: Any) -> Any:
    """Return Σ that trains before it compares, so that it compares with what it would do next."""
    right: Any = reality_check_class(agent_class)

    class AsksAnew(right):  # type: ignore[misc]
        def train(self, o_prev: Observation, a: Any, r: Any, o_next: Observation) -> None:
            super().train(o_prev, a, r, o_next)
            if a != self.act(o_next):
                self.__dict__["_frozen"] = True

    return AsksAnew


class _FreezesWhenPunished(PublishedRealityCheck):
    def train(self, state: Any, transition: Transition) -> Any:
        after = super().train(state, transition)
        return after._replace(frozen=True) if transition.reward < 0 else after


class _KeepsZero(PublishedRealityCheck):
    """Keep the answer 0 to a question until trained."""

    def ask(
        self, state: PublishedRealityCheckState, observation: Observation
    ) -> tuple[Action, PublishedRealityCheckState]:
        if not state.frozen and 0 in dict(state.answered).values():
            return 0, state
        return super().ask(state, observation)


class _ComparesTheLatest(PublishedRealityCheck):
    """Compare with the answer given last, whatever the question was."""

    def train(self, state: PublishedRealityCheckState, transition: Transition) -> PublishedRealityCheckState:
        if state.answered and not state.frozen:
            state = state._replace(answered=((transition.observation, state.answered[-1][1]),))
        return super().train(state, transition)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-D7",
        kind="definition",
        title="the reality check",
        claim="π_RC acts as π on a history if π_RC would have taken each of its actions; otherwise it does what π "
        "does on the first percept.",
        source=f"{ALEXANDER_2022}, Definition 7",
        check=definition,
        mutants={
            "≠ for =": {"reality_check": _unequal},
            "frozen to the second action": {"reality_check": _frozen_late},
            "frozen to the latest percept": {"reality_check": _frozen_to_last},
            "only the last action compared": {"reality_check": _last_action_only},
            "a prompt answers for its beginnings too": {"memoised": _memo_of_beginnings},
            "the memory keyed by actions alone": {"memoised": _memo_by_actions},
            "a fold that ignores rewards": {"fold": _BlindFold},
            "a fold frozen to a later action": {"fold": _LateFold},
            "a fold that thaws": {"fold": _ThawingFold},
            "the published form keeps an answer 0": {"published": _KeepsZero},
            "the published form compares with its latest answer": {"published": _ComparesTheLatest},
        },
        verdict="defined",
        evidence="exhaustive: recursive = memoised for all agents and pairs of histories of at most 3 percepts, and "
        "for histories of at most 5, recursive = fold for all learners and histories of at most 4, over 2 percepts "
        "x 2 actions; both to 8 percepts shown in turn, to 12 with the actions in turn too; sampled to 10; the fold "
        "is ρ for all learners on histories of every length, 3 percepts x 2 actions; the published form written out, "
        "all learners, at most 3 questions and trainings",
        defects="The published transformation freezes to the first action it computes that is not 0, and being asked "
        "changes it; it is kept apart under its own name.",
        witness="published: π(⟨x_1⟩) = 0, π(x_1 0 x_2) = 1; on (0,0) 0 (0,0) 0 (0,0) it does 1, and π_RC does 0",
    ),
    Statement(
        id="A22-T10.1",
        kind="theorem",
        title="alternate definition",
        claim="Comparing each past action with π's instead of π_RC's defines the same agent.",
        source=f"{ALEXANDER_2022}, Theorem 10 part 1",
        check=alternate_definition,
        mutants={
            "the first action is not compared": {"alternate": _first_not_compared},
            "≠ for =": {"reality_check": _unequal},
            "only the last action compared": {"reality_check": _last_action_only},
            "right over two actions, wrong over three": {"reality_check": _two_wrongs},
            "a percept is read": {"reality_check": _unpaid_is_forgiven},
            "action 2 is forgiven": {"reality_check": _two_is_forgiven},
            "actions are compared by order": {"reality_check": _by_order},
        },
        verdict="holds",
        evidence="exhaustive: all agents, all histories of at most 6 percepts over 2 percepts x 2 actions; of at most "
        "8 that show (0,0), (1,1) and (-1/2,2) in turn, and of at most 12 with the actions in turn too; of at most 3 "
        "over 2 percepts x 3 actions",
        defects="The paper takes fixed finite sets of actions and observations; its proof needs neither.",
    ),
    Statement(
        id="A22-T10.2",
        kind="theorem",
        title="idempotence",
        claim="The reality check of a reality check is that reality check.",
        source=f"{ALEXANDER_2022}, Theorem 10 part 2",
        check=idempotence,
        mutants={
            "contrary where the history is not genuine": {"reality_check": _contrary},
        },
        verdict="holds",
        evidence="exhaustive: all agents, all histories of at most 6 percepts over 2 percepts x 2 actions",
    ),
    Statement(
        id="A22-T10.3",
        kind="theorem",
        title="equivalence on genuine history",
        claim="Along its own interaction with any extended environment, π_RC acts as π: it never freezes there, it "
        "only commits to freeze. So it is for the recursion, its memoised form, ρ, the fold, the class Σ and the "
        "published form.",
        source=f"{ALEXANDER_2022}, Theorem 10 part 3, and Section 5, the sentence after the theorem",
        check=genuine_history,
        mutants={
            "≠ for =": {"reality_check": _unequal},
            "frozen from the start": {"reality_check": _frozen_from_the_start},
            "ρ compares the next action": {"alternate": _compares_the_next_action},
            "a fold that ignores rewards": {"fold": _BlindFold},
            "the fold compares with the first action": {"fold": _ComparesWithTheFirst},
            "Σ compares after it has trained": {"construction": _asks_anew},
            "the published form freezes when punished": {"published": _FreezesWhenPunished},
        },
        verdict="holds",
        evidence="exhaustive: π_RC, its memoised form and ρ, all agents x all extended environments to horizon 5, 3 "
        "percepts x 2 actions; the fold for all learners at every horizon; that the fold, Σ and the published form do "
        "not freeze, to horizon 4",
    ),
    Statement(
        id="A22-T10.4",
        kind="theorem",
        title="equivalence in non-extended RL",
        claim="In every ordinary environment π_RC and π have the same interaction.",
        source=f"{ALEXANDER_2022}, Theorem 10 part 4",
        check=ordinary_environments,
        mutants={
            "frozen from the start": {"reality_check": _frozen_from_the_start},
        },
        verdict="holds",
        evidence="exhaustive: all agents x all ordinary environments to horizon 6, 3 percepts x 2 actions",
    ),
)
