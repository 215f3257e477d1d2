"""Checks of what follows Theorem 10: π_RC never freezes in reality, and which environments meet a frozen one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from attrs import field, frozen

from formal_rl.agents import (
    Agent,
    AgentClass,
    LastRewardSignLearner,
    Learner,
    LearnerClass,
    Transition,
    as_agent,
    to_class,
)
from formal_rl.checking import (
    AnyAlphabet,
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
    close_on_symbols,
    decide,
    decide_on_symbols,
    on_symbols,
    part,
    unless,
)
from formal_rl.environments import ExtendedEnvironment, PublishedEnvironment, TableAgent
from formal_rl.histories import Observation, Play, Prompt, history
from formal_rl.statements.alexander_2022.by_hand import answering
from formal_rl.statements.alexander_2022.published_library import PUBLISHED_FORMS
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS
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
from formal_rl.transforms.reality_check import RealityCheckState

# --- In reality it never freezes ---


@frozen
class _LastQuestion:
    """An agent that keeps the last question it was asked: π_RC's answer is the answer to this one."""

    agent: Agent
    asked: list[Prompt] = field(factory=list, init=False)

    def __call__(self, prompt: Prompt) -> Any:
        self.asked[:] = [prompt]
        return self.agent(prompt)


def _last_question(transform: Transform, agent: Agent, prompt: Prompt) -> Prompt:
    """Return the question whose answer π_RC gives on a history: the history itself, or ⟨x_1⟩ where it is frozen."""
    spied = _LastQuestion(agent)
    transform(spied)(prompt)
    return spied.asked[0]


def _never_in_a_run(transform: Transform, steps: int, unknown: Any, cover: Cover) -> Disagreement | None:
    """Decide that on its own run, in any environment, π_RC answers what π answers to the whole history."""
    play: Play = ()
    for _ in range(steps):
        prompt = (*play, unknown.environment(play))
        question = _last_question(transform, unknown.agent, prompt)
        if len(question) != len(prompt):
            return Disagreement("the length of what π is asked", len(prompt), len(question), prompt)
        play = (*prompt, transform(unknown.agent)(prompt))
    return None


def _flag_in_a_run(
    construction: Callable[..., Any], steps: int, unknown: AnyAlphabet, cover: Cover
) -> Disagreement | None:
    """Decide that an instance of Σ that is trained on what it does never sets its flag."""
    instance = construction(to_class(unknown.learner))()
    play: Play = ()
    shown = unknown.environment(play)
    for _ in range(steps):
        action = instance.act(shown)
        play = (*play, shown, action)
        after = unknown.environment(play)
        instance.train(shown, action, after, after)
        if instance._frozen:
            return Disagreement("Σ's flag", False, True, (*play, after))
        shown = after
    return None


def _fold_stays(
    fold: LearnerTransform, unknown: AnyAlphabet, state: tuple[bool, bool] | None, cover: Cover
) -> tuple[bool, bool] | Disagreement:
    """Decide one turn of the fold on its own action; a learner in any state is again some unknown learner."""
    checked: Any = fold(unknown.learner)
    known, frozen_before = state or (False, False)
    first = unknown.action() if known else None
    before = RealityCheckState(unknown.learner.initial, first, frozen_before)
    shown, after = unknown.percept(), unknown.percept()
    action = checked.act(before, shown)
    now = checked.learn(before, Transition(shown, action, after, after))
    cover("the first action" if state is None else "a later one")
    return unless(not now.frozen, "frozen after its own action", False, now.frozen) or (
        now.first_action is not None,
        now.frozen,
    )


@frozen
class _Watched:
    """A published reality check that notes when one of its copies freezes."""

    inner: PublishedRealityCheck
    cover: Cover
    learner: Learner[Any]
    """The reality check as a learner, for an environment that alters the agent."""

    @property
    def initial(self) -> Any:
        return self.inner.initial

    def ask(self, state: Any, observation: Observation) -> Any:
        return self.inner.ask(state, observation)

    def train(self, state: Any, transition: Transition) -> Any:
        after = self.inner.train(state, transition)
        if after.frozen and not state.frozen:
            self.cover(_COPY)
        return after


_COPY, _NONE = "a copy freezes", "a run"


def _published_run(form: PublishedEnvironment, published: Callable[[AgentClass[Any]], Any], steps: int) -> Claim:
    """Return the claim that the true agent's flag stays down while the environment does with copies what it does."""

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        cover(_NONE)
        checked = published(LearnerClass(unknown.learner))
        watched: Any = _Watched(checked, cover, reality_check_fold(unknown.learner))
        agent = checked.initial
        shown, state = form.start(watched)
        for step in range(1, steps + 1):
            action, agent = checked.ask(agent, shown)
            percept, state = form.step(watched, state, action)
            agent = checked.train(agent, Transition(shown, action, percept.reward, percept.observation))
            if agent.frozen:
                return Disagreement(f"the flag after step {step}", False, True)
            shown = percept.observation
        return None

    return claim


def _worked_flags(construction: Callable[..., Any]) -> Iterator[Example]:
    learner = answering({(): (1,), (Transition(0, 1, 1, 0),): (0,)})
    agent = TableAgent({history((0, 0)): 1, history((0, 0), 1, (1, 0)): 0, history((0, 0), 0, (1, 0)): 0})

    def flag(action: int) -> bool:
        instance = construction(to_class(learner))()
        instance.train(0, action, 1, 0)
        return bool(instance._frozen)

    own, wrong = history((0, 0), 1, (1, 0)), history((0, 0), 0, (1, 0))
    yield ("Σ after its own action", "Π does 1 and is trained on 1", False, flag, 1)
    yield ("Σ after another", "Π does 1 and is trained on 0: it freezes", True, flag, 0)
    yield ("what π is asked after its own action", "y_1 = 1: the whole", own, _last_question, reality_check, agent, own)
    yield ("what π is asked after another", "y_1 ≠ 1: ⟨x_1⟩", wrong[:1], _last_question, reality_check, agent, wrong)


def never_freezes(
    scope: Scope,
    *,
    reality_check: Transform = reality_check,
    alternate: Transform = reality_check_alternate,
    fold: LearnerTransform = reality_check_fold,
    construction: Callable[..., Any] = reality_check_class,
    published: Callable[[AgentClass[Any]], Any] = PublishedRealityCheck,
) -> Iterator[Part]:
    """Check that no form of π_RC takes its frozen branch on a run of its own."""
    horizon, shorter, choices = scope.steps(quick=9, full=12), scope.steps(quick=4, full=5), scope.actions()
    every = f"every agent and environment to horizon {horizon}, over every alphabet"
    enough = ("1 action and 1 percept are enough",)
    yield check_examples(_worked_flags(construction))
    forms = {"π_RC": reality_check, "π_RC, memoised": reality_check_memoised, "ρ": alternate}
    over = f"3 percepts x {len(choices)} actions"
    for name, transform in forms.items():
        yield decide(
            f"{name} on its own run, on values",
            partial(partial, _never_in_a_run, transform),
            shorter,
            actions=choices,
            percepts=scope.percepts(3),
            domain=f"all agents in all environments to horizon {shorter}, {over}",
        )
    for name, transform in {"π_RC": reality_check, "ρ": alternate}.items():
        claim = partial(_never_in_a_run, on_symbols(transform))
        yield decide_on_symbols(f"{name} on its own run", claim, (horizon,), branches=enough, domain=every)
    flag = partial(_flag_in_a_run, construction)
    yield decide_on_symbols("Σ on its own run", flag, (horizon,), branches=enough, domain=every)
    where = "every learner and environment at every horizon, over every alphabet"
    turns = ("the first action", "a later one")
    yield close_on_symbols("the fold on its own run", partial(_fold_stays, fold), branches=turns, domain=where)
    steps, actions = scope.steps(quick=3, full=4), scope.actions()
    for name, form in PUBLISHED_FORMS.items():
        yield decide(
            f"the published form in {name}",
            partial(_published_run, form, published),
            steps,
            actions=actions,
            branches=(_NONE,),
            domain=f"all learners of {len(actions)} actions to horizon {steps}",
        )


# --- What environments meet ---

OWN = "asks only about histories whose actions are π_RC's own"
FOR_GOOD = "once it asks about another history it goes on with that one, and is answered y_1"
TO_ANOTHER = "the same, but what it is answered is the action on another first percept"
COMES_BACK = "asks about other histories, and later about its own again"

MEETS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        OWN: (
            "adversarial_sequence_evader",
            "adversarial_sequence_predictor",
            "as_if",
            "crying_baby",
            "crying_baby_2",
            "ignore_rewards_3",
            "incentivize_zero",
            "punish_nondeterministic_agent",
            "self_recognition",
            "tempting_button",
            "tempting_button_variation",
        ),
        FOR_GOOD: (
            "after_images",
            "censored_observation",
            "delayed_rewards",
            "flip_every_other",
            "ignore_actions",
            "ignore_observations",
            "ignore_rewards",
            "ignore_rewards_2",
            "nth_reward_multiplied_by_n",
            "repeater",
            "shifted_rewards",
        ),
        TO_ANOTHER: ("false_memories",),
        COMES_BACK: ("backward_consciousness", "deja_vu", "limited_memory", "reverse_history"),
    }
)
"""What each named environment does, as decided."""


@frozen
class _Met:
    """A run of π_RC, and at each step what the environment asked: histories, whether they are π_RC's own, answers."""

    run: Play
    steps: tuple[tuple[tuple[Prompt, bool, Any], ...], ...]

    @property
    def left(self) -> int | None:
        """The number of actions before the environment first asks about another history; ``None`` if it does not."""
        return next((n for n, asked in enumerate(self.steps) if not all(own for _, own, _ in asked)), None)

    def kind(self) -> str:
        """Return which of the four kinds the run shows."""
        if self.left is None:
            return OWN
        asked = [each for step in self.steps[self.left :] for each in step]
        if any(own for _, own, _ in asked):
            return COMES_BACK
        return FOR_GOOD if all(answer == self.run[1] for _, _, answer in asked) else TO_ANOTHER

    def goes_on(self) -> bool:
        """Whether every history that is asked about begins with the one before."""
        asked = [prompt for step in self.steps for prompt, _, _ in step]
        return all(later[: len(prompt)] == prompt for prompt, later in pairwise(asked))

    def trivial(self) -> bool:
        """Whether from then on one answer is given and paid 1, and any other action is paid -1."""
        answers = {answer for asked in self.steps[self.left :] for _, _, answer in asked}
        turns = range(max(self.left or 0, 1), len(self.steps))
        pays = all(self.run[2 * n].reward == (1 if self.run[2 * n - 1] in answers else -1) for n in turns)
        return len(answers) == 1 and pays


def _met(environment: ExtendedEnvironment, transform: Transform, agent: Agent, steps: int) -> _Met:
    checked = transform(agent)
    play: Play = ()
    met = []
    for _ in range(steps + 1):
        asked: dict[Prompt, Any] = {}

        def spied(prompt: Prompt, asked: dict[Prompt, Any] = asked) -> Any:
            return asked.setdefault(prompt, checked(prompt))

        prompt = (*play, environment(spied, play))
        met.append(tuple((each, _is_own(agent, each), answer) for each, answer in asked.items()))
        play = (*prompt, checked(prompt))
    return _Met(play, tuple(met))


def _is_own(agent: Agent, prompt: Prompt) -> bool:
    return all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2))


_MAY_SHOW = {OWN: (OWN,), FOR_GOOD: (OWN, FOR_GOOD), TO_ANOTHER: (OWN, FOR_GOOD, TO_ANOTHER)}
_HORIZONS: Mapping[str, int] = MappingProxyType(
    {"crying_baby": 4, "crying_baby_2": 4, "incentivize_zero": 4, "limited_memory": 8}
)
"""To which horizon, where it is not 5: many questions, or many turns before it asks about another history."""


def _meets(kind: str, environment: ExtendedEnvironment, transform: Transform, steps: int) -> Claim:
    """Return the claim that a run shows what it may, and pays one answer from where it is left for good."""

    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        met = _met(environment, transform, unknown.agent, steps)
        shown = met.kind()
        cover(shown)
        if shown not in _MAY_SHOW.get(kind, _MAY_SHOW[TO_ANOTHER]):
            return Disagreement("what it does", kind if kind in _MAY_SHOW else "left for good", shown, met.run)
        if kind in (FOR_GOOD, TO_ANOTHER) and not met.goes_on():
            return Disagreement("goes on with the same history", True, False, met.run)
        trivial = shown == OWN or kind == COMES_BACK or met.trivial()
        return unless(trivial, "pays the one answer alone", True, False, met.run)

    return claim


def _worked_meetings(transform: Transform) -> Iterator[Example]:
    sign = as_agent(LastRewardSignLearner())

    def met(name: str, steps: int) -> object:
        run = _met(EXTENDED_ENVIRONMENTS[name], transform, sign, steps)
        return [[(own, answer) for _, own, answer in step] for step in run.steps], run.kind(), run.run[1::2]

    own, other = (True, 0), (False, 0)
    why = "it does 0, is paid and does 1; without the reward it does 0, so on (0,0) 0 (0,0) 1 (0,0) it is frozen to 0"
    expected = [[], [own], [own], [other]], FOR_GOOD, (0, 1, 0, 1)
    yield ("ignore rewards, the sign of the last reward", why, expected, met, "ignore_rewards", 3)
    yield ("the same for two steps", "not left yet", ([[], [own], [own]], OWN, (0, 1, 0)), met, "ignore_rewards", 2)


def every_environment_met(
    scope: Scope,
    *,
    reality_check: Transform = reality_check_alternate,
    meets: Mapping[str, Sequence[str]] = MEETS,
) -> Iterator[Part]:
    """Check for each named environment whether it leaves π_RC's own histories, for good or not."""
    actions = range(2)
    yield check_examples(_worked_meetings(reality_check))
    for kind, names in meets.items():
        for name in names:
            steps = _HORIZONS.get(name, 5)
            decided = decide(
                name,
                partial(_meets, kind, EXTENDED_ENVIRONMENTS[name], reality_check),
                steps,
                actions=actions,
                branches=(kind,),
                domain=f"all agents to horizon {steps}, 2 actions, whatever the scope; ρ by A22-T10.1: {kind}",
            )
            foreseen = f"what it does on …: expected 'left for good', got {COMES_BACK!r}"
            yield decided.meant_to_fail(foreseen) if kind == COMES_BACK else decided
    every = part("each named environment, once", domain=f"the {len(EXTENDED_ENVIRONMENTS)} named environments")
    kinds = [kind for name in EXTENDED_ENVIRONMENTS for kind, names in meets.items() if name in names]
    yield every(lambda: ((kind, None) for kind in kinds))()


# --- Mutants ---


class _ComparesWithTheFirst(RealityCheckFold):
    """Freeze where the action is not the first action."""

    def learn(self, state: RealityCheckState, transition: Transition) -> RealityCheckState:
        after = super().learn(state, transition)
        if state.first_action is not None and transition.action != state.first_action:
            return after._replace(frozen=True)
        return after


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


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-RC-never-freezes",
        kind="lemma",
        title="in reality π_RC never freezes",
        claim="In its own interaction with any environment π_RC never freezes if π does not: it only commits to "
        "freeze. So it is for the recursion, its memoised form, ρ, the fold, the class Σ and the published form.",
        source=f"{ALEXANDER_2022}, Section 5, the sentence after Theorem 10",
        check=never_freezes,
        mutants={
            "frozen from the start": {"reality_check": lambda pi: lambda h: pi(h[:1])},
            "ρ compares the next action": {"alternate": lambda pi: lambda h: pi(h if pi(h) == pi(h[:1]) else h[:1])},
            "the fold compares with the first action": {"fold": _ComparesWithTheFirst},
            "Σ compares after it has trained": {"construction": _asks_anew},
            "the published form freezes when punished": {"published": _FreezesWhenPunished},
        },
        verdict="holds",
        evidence="argued: at each step all past actions are π_RC's own, so by definition it answers as π does; "
        "exhaustive: the recursion, its memoised form and ρ for all agents in all environments to horizon 4, 3 "
        "percepts x 2 actions; the recursion, ρ and Σ for every agent and environment to horizon 9, over every "
        "alphabet; the fold at every horizon, by closure; the published transformation for all learners in each "
        "published environment to horizon 3",
    ),
    Statement(
        id="A22-trivialise-all",
        kind="claim",
        title="where environments come to meet a frozen reality check",
        claim="Of the 27 named environments 11 never ask about a history that π_RC did not make. In 11 others, to "
        "horizon 5 or 8, once they have asked about such a history they only ask about its continuations, π_RC answers "
        "y_1, and they pay 1 for y_1 and -1 for any other action. False memories do so too, with another fixed action "
        "than y_1. The other four come back to histories that π_RC made.",
        source=f"{ALEXANDER_2022}, Section 5 (the example after Conjecture 9); that it holds of others is ours",
        check=every_environment_met,
        mutants={
            "π itself": {"reality_check": lambda agent: agent},
            "ignore rewards asks about its own histories alone": {"meets": {OWN: ("ignore_rewards",)}},
            "déjà vu is left for good": {"meets": {FOR_GOOD: ("deja_vu",)}},
            "false memories answer y_1": {"meets": {FOR_GOOD: ("false_memories",)}},
        },
        verdict="holds",
        evidence="exhaustive: all agents of 2 actions in each named environment to horizon 5, 4 or 8, by ρ (equal by "
        "A22-T10.1). That π_RC answers alike for good follows at every horizon, since what begins with a history that "
        "is not its own is not its own",
        witness="false memories that begin with (1,0): once they are not its own, π_RC answers π((1,0)), whatever y_1 "
        "is",
    ),
)
