"""The reality check: Definition 7, its forms, and the four parts of Theorem 10."""

from collections.abc import Callable
from typing import Any

from attrs import frozen

from formal_rl.agents import Learner, LearnerClass, Transition, as_agent, from_class, to_class, transitions
from formal_rl.checking import Scope, SomeEnvironment, agents, among, answers, equal, every, histories, up_to
from formal_rl.checking.claims import GENUINE, Rows, by_hand, closed
from formal_rl.checking.domains import environments, learners, pairs, with_actions
from formal_rl.checking.outcome import Cover, Disagreement
from formal_rl.histories import Action, Percept, Prompt, all_prompts, history
from formal_rl.statements.alexander_2022.by_hand import answering
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in, theorem
from formal_rl.transforms import (
    reality_check,
    reality_check_alternate,
    reality_check_class,
    reality_check_fold,
    reality_check_memoised,
)
from formal_rl.transforms.reality_check import PublishedRealityCheck

# --- Definition 7 ---


def published_as_agent(learner: Learner[Any]) -> Callable[[Prompt], Action]:
    """Return the published reality check as a function of the history, asked once at every turn."""
    instances = PublishedRealityCheck(LearnerClass(learner))

    def agent(prompt: Prompt) -> Action:
        action, state = instances.ask(instances.initial, prompt[0].observation)
        for transition in transitions(prompt):
            action, state = instances.ask(instances.train(state, transition), transition.next_observation)
        return action

    return agent


@definition(
    "A22-D7",
    "the reality check",
    "Definition 7",
    defects="The published transformation freezes to the first action it computes that is not 0, and being asked "
    "changes it; it is kept apart under its own name.",
    witness="published: π(⟨x_1⟩) = 0, π(x_1 0 x_2) = 1; on (0,0) 0 (0,0) 0 (0,0) it does 1, and π_RC does 0",
)
def defined() -> Evidence:
    """π_RC acts as π on a history if π_RC would have taken each of its actions; otherwise it does what π does on the
    first percept.
    """
    one, two, off = history((0, 0)), history((0, 0), 1, (2, 0)), history((0, 0), 0, (2, 0))
    would = {one: 1, two: 0, (*two, 0, *one): 2, off: 5, (*off, 1, *one): 3}

    def examples() -> Rows:
        pi_rc = reality_check(lambda prompt: would.get(prompt, 9))
        yield "no i with 1 <= i < 1: π(⟨x_1⟩) = 1", 1, pi_rc(one)
        yield "y_1 = 1, y_2 = 0: π = 2", 2, pi_rc((*two, 0, *one))
        yield "0 ≠ π_RC(⟨x_1⟩) = 1: frozen to π(⟨x_1⟩) = 1", 1, pi_rc(off)
        yield "frozen for good: y_2 = 1 is what the frozen one does", 1, pi_rc((*off, 1, *one))
        as_it_did = Transition(0, 0, 0, 0)
        instances = PublishedRealityCheck(LearnerClass(answering({(): (0, 1), (as_it_did,): (2, 2)})))
        on_0, state = instances.ask(instances.initial, 0)
        on_1, state = instances.ask(state, 1)
        trained, state = instances.ask(instances.train(state, as_it_did), 0)
        frozen, _ = instances.ask(instances.train(state, as_it_did), 0)
        why = "published, does 0 on 0 and 1 on 1; its own 0 on 0 trains it: 2; 0 is not its 2: frozen to 1, not 0"
        yield why, (0, 1, 2, 1), (on_0, on_1, trained, frozen)

    def on_each(form: Any) -> Any:
        return lambda agent, prompts: [*map(form(agent), prompts)]

    checked = answers(lambda learner: reality_check(as_agent(learner)))
    folded = answers(lambda learner: as_agent(reality_check_fold(learner)))
    yield by_hand(examples)
    forms = on_each(reality_check), on_each(reality_check_memoised)
    yield equal("memoised", *forms, agents, pairs(histories(3, full=4)))
    yield equal("the fold", checked, folded, learners, histories(4, full=5), kinds=GENUINE)
    yield equal("the published form is π_RC", checked, answers(published_as_agent), learners, histories(3)).fails(
        "the published form is π_RC on (0,0) 0 (0,0) 0 (0,0): expected 0, got 1"
    )
    yield mutants("""
        transforms.reality_check:reality_check
            ≠ for =: == → !=
            frozen to the second action: prompt[:1] → prompt[:3]
            only the last action compared: range(1, n) → range(max(1, n - 1), n)
        transforms.reality_check:reality_check_memoised
            a prompt answers for its beginnings too: agent(shorter if → agent(prompt if
            the memory keyed by actions: = prompt[:end] → = end, prompt[1:end:2] ;; agent(shorter if
                → agent(prompt[:end] if
        transforms.reality_check:RealityCheckFold
            a fold that ignores rewards: transition), first → transition._replace(reward=0)), first
            a fold frozen to a later action: own if state.first_action is None else state.first_action → own
            a fold that thaws: if state.frozen: return state
                → if state.frozen and transition.action == state.first_action:
                return state._replace(inner=self.learner.learn(self.learner.initial, transition), frozen=False)
                ⏎    if state.frozen: return state
        transforms.reality_check:PublishedRealityCheck
            the published form keeps an answer 0: inner = self
                → inner = (0, state.inner) if 0 in dict(state.answered).values() else self
            the published form compares with its latest answer: dict(state.answered)[transition.observation]
                → state.answered[-1][1]
    """)


# --- Theorem 10 ---


@theorem(
    "A22-T10.1",
    "alternate definition",
    "Theorem 10 part 1",
    "holds",
    defects="The paper takes fixed finite sets of actions and observations; its proof needs neither.",
)
def alternate() -> Evidence:
    """Comparing each past action with π's instead of π_RC's defines the same agent."""
    pi_rc, rho = answers(reality_check), answers(reality_check_alternate)
    three = [prompt for n in (1, 2, 3) for prompt in all_prompts([Percept(0, 0), Percept(1, 0)], range(3), n)]
    over_three = among("all histories of at most 3 percepts over 2 percepts x 3 actions", three)
    yield equal("π_RC = ρ", pi_rc, rho, agents, histories(6, full=8), kinds=GENUINE)
    yield equal("π_RC = ρ over three actions", pi_rc, rho, with_actions(3), over_three, kinds=GENUINE)
    yield mutants("""
        transforms.reality_check:reality_check_alternate
            the first action is not compared: range(1, n) → range(2, n)
        transforms.reality_check:reality_check
            a percept is read: prompt[2 * i - 1] == → prompt[2 * i].reward == 0 or prompt[2 * i - 1] ==
            action 2 is forgiven: prompt[2 * i - 1] == → prompt[2 * i - 1] == 2 or prompt[2 * i - 1] ==
            actions are compared by order: == → <=
    """)


@theorem("A22-T10.2", "idempotence", "Theorem 10 part 2", "holds")
def idempotent() -> Evidence:
    """The reality check of a reality check is that reality check."""
    once, twice = answers(reality_check), answers(lambda agent: reality_check(reality_check(agent)))
    yield equal("(π_RC)_RC = π_RC", once, twice, agents, histories(6, full=7), kinds=GENUINE)
    yield mutants("""
        transforms.reality_check:reality_check
            contrary where the history is not genuine: agent(prompt[:1]) → 1 - agent(prompt)
    """)


@frozen
class GenuineSteps:
    """Theorem 10 part 3 along one environment, step by step, for every learner.

    A state is those of the environment, of π_RC and of π along the genuine history, and the observation.
    """

    environment: Any

    def start(self, learner: Learner[Any]) -> tuple[Any, ...]:
        """Return the state before the first step."""
        checked = reality_check_fold(learner)
        percept, state = self.environment.start(checked)
        return state, checked.initial, learner.initial, percept.observation

    def step(self, learner: Learner[Any], state: tuple[Any, ...], cover: Cover) -> tuple[Any, ...] | Disagreement:
        """Return the state after one more step, unless π_RC and π act differently in it."""
        checked, (environment, of_checked, plain, seen) = reality_check_fold(learner), state
        expected, got = learner.act(plain, seen), checked.act(of_checked, seen)
        if got != expected:
            return Disagreement("π_RC on genuine history", expected, got)
        percept, after = self.environment.advance(checked, environment, got)
        cover("paid" if percept.reward > 0 else "punished")
        trained = Transition(seen, got, percept.reward, percept.observation)
        return after, checked.learn(of_checked, trained), learner.learn(plain, trained), percept.observation

    def summary(self, state: tuple[Any, ...]) -> None:
        """Return nothing: all cases count together."""


def at_step(form: Any) -> Any:
    """Return the claim that π and a form of π_RC do the same at step n, if they did before.

    For n = 1, 2, ... this says that they do the same. What faces π_RC alone is a function of the play; it pays 1 less
    where it shows 1, so that it punishes as well.
    """

    def claim(who: Any, environment: Any, n: int) -> tuple[Action, Action]:
        agent, prompt = who if callable(who) else as_agent(who), ()
        for step in range(n):
            play = (*prompt, agent(prompt)) if step else ()
            reward, shown = environment(play)
            prompt = (*play, Percept(reward - shown, shown))
        return agent(prompt), form(who)(prompt)

    return claim


@theorem(
    "A22-T10.3",
    "equivalence on genuine history",
    "Theorem 10 part 3, and Section 5, the sentence after the theorem",
    "holds",
)
def on_genuine_history() -> Evidence:
    """Along its own interaction with any extended environment, π_RC acts as π: it never freezes there, it only
    commits to freeze. So it is for the recursion, its memoised form, ρ, the fold, the class Σ and the published form.
    """

    def in_all(scope: Scope) -> Any:
        return lambda choose: GenuineSteps(SomeEnvironment(choose, scope.percepts(3), scope.percepts(3)))

    for name, who, form in (
        ("π_RC", agents, reality_check),
        ("memoised", agents, reality_check_memoised),
        ("ρ", agents, reality_check_alternate),
        ("Σ", learners, lambda learner: as_agent(from_class(reality_check_class(to_class(learner))))),
        ("the published form", learners, published_as_agent),
    ):
        yield every(f"{name} in every extended environment", at_step(form), who, environments, up_to(5, full=6))
    said = "all learners in all environments, {percepts} percepts x {actions} actions"
    yield closed("the fold", in_all, said, kinds=("paid", "punished"))
    yield mutants("""
        transforms.reality_check:reality_check
            frozen from the start: agent(prompt) → agent(prompt[:1])
        transforms.reality_check:reality_check_alternate
            ρ compares the next action: agent(prompt[: 2 * i - 1]) → agent(prompt[: 2 * i + 1])
        transforms.reality_check:RealityCheckFold
            the fold compares with the first action: transition.action != own → transition.action != first
        transforms.reality_check:reality_check_class
            Σ compares after it has trained: self._stored.train(o_prev, a, r, o_next)
                → self._stored.train(o_prev, a, r, o_next); self._frozen = a != self.act(o_next)
        transforms.reality_check:PublishedRealityCheck
            the published form freezes when punished: != transition.action
                → != transition.action or transition.reward < 0
    """)


@theorem("A22-T10.4", "equivalence in non-extended RL", "Theorem 10 part 4", "holds")
def in_ordinary_environments() -> Evidence:
    """In every ordinary environment π_RC and π have the same interaction."""
    yield every("in every ordinary environment", at_step(reality_check), agents, environments, up_to(6, full=7))
    yield mutants("""
        transforms.reality_check:reality_check
            frozen from the start: agent(prompt) → agent(prompt[:1])
    """)


STATEMENTS = statements_in(globals())
