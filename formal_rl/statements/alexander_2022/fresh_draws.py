"""Theorem 10 for agents with chance: drawn once a life, at every step, or whenever they are asked."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any

from attrs import frozen

from formal_rl.agents import (
    Distribution,
    Kernel,
    MakesInstances,
    Transition,
    certain,
    independent,
    law,
    mixture,
    uniform,
)
from formal_rl.checking import Domain, Kinds, Pair, Rows, Scope, among, by_hand, equal, every, raised
from formal_rl.environments import interaction_law, without_chance
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Observation, Percept, Prompt, history
from formal_rl.statements.alexander_2022.chance import (
    AFTER_0,
    AFTER_1,
    DRAWINGS,
    EVERY_PROMPT,
    FIRST,
    HALF,
    NOTHING_HAPPENS,
    SHOWN,
    THIRD,
    kernels,
    one_draw_a_life,
    tossing,
    written,
)
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.transforms import (
    PublishedRealityCheck,
    reality_check,
    reality_check_alternate,
    reality_check_anew,
    reality_check_anew_fold,
    reality_check_class,
    reality_check_drawn,
    reality_check_possible,
)

COIN, ONE = uniform(0, 1), certain(1)
VALUES = (ONE, certain(0), COIN)
AT_THIRD = history((0, 0), 1, (0, 0), 1, (0, 0))


def twice(agent: Any) -> Any:
    """Return (π_RC)_RC."""
    return reality_check(reality_check(agent))


def coin_then_1(prompt: Prompt) -> Distribution[Action]:
    """Toss a fair coin at first, and then do 1."""
    return COIN if len(prompt) == 1 else ONE


# --- The formula of the law ---


def cases_of_the_fold(scope: Scope) -> Iterator[tuple[Kernel, Prompt]]:
    """Yield agents and prompts."""
    prompts = EVERY_PROMPT[: 5 if scope.is_full else 3]
    yield from product(kernels(VALUES, prompts), prompts)

    def biased(chance: Fraction) -> Kernel:
        return lambda prompt: tossing(chance / (1 + prompt[-1].reward) / (1 + len(prompt) // 4))

    paid = Percept(1, 0)
    longer = (*EVERY_PROMPT[3:], (*AT_THIRD, 1, SHOWN), (SHOWN, 1, paid), (paid, 1, SHOWN, 0, paid))
    yield from ((biased(chance), prompt) for chance in (THIRD, Fraction(3, 4)) for prompt in longer)


class LawPair(Pair):
    """Two functions from kernels to kernels: the same law of the action on every prompt."""


def law_of(form: Any) -> Any:
    """Return the law of the action of an agent made of another on a prompt."""
    return lambda kernel, prompt: form(kernel)(prompt)


ANEW_PAIR = LawPair("reality_check_anew_fold", reality_check_anew, reality_check_anew_fold)


def examples() -> Rows:
    """Yield laws of actions: of π_RC in each reading, on prompts and at its second action."""
    agent, possible, quarter = independent(coin_then_1), reality_check_possible(coin_then_1), "0: 1/4, 1: 3/4"
    anew = reality_check_anew(coin_then_1)
    yield "at first the coin", "0: 1/2, 1: 1/2", written(anew(FIRST))
    yield "the coin falls as it did, 1/2: 1; else frozen, and tosses: 3/4", quarter, written(anew(AFTER_0))
    of_itself = reality_check_anew(coin_then_1, twice)
    yield "(π_RC)_RC does 1 with 1/2 · 3/4 + 1/2 · 1/2 = 5/8", "0: 3/8, 1: 5/8", written(of_itself(AFTER_0))
    why = "on (0,0) 1 (0,0) 1 (0,0) π_RC does 1 with 3/8 + 5/8 · 1/2 = 11/16, and ρ with 1/2 + 1/2 · 1/2 = 3/4"
    by_rho = reality_check_anew(coin_then_1, reality_check_alternate)
    yield why, ("0: 5/16, 1: 11/16", quarter), (written(anew(AT_THIRD)), written(by_rho(AT_THIRD)))
    yield "0 was possible: 1", "1: 1", written(possible(AFTER_0))
    yield "0 after 1 1 was not: the coin", "0: 1/2, 1: 1/2", written(possible((*AFTER_1, 0, SHOWN)))
    for form in (reality_check_anew, reality_check_anew_fold, reality_check_possible):
        yield "a play is not a prompt", MalformedHistory, raised(form(coin_then_1), (*FIRST, 0))

    def second(of: Any, drawing: Any) -> str:
        run = interaction_law(of, without_chance(NOTHING_HAPPENS), 2, drawing)
        return written(law(lambda toss: toss(run)[-1]))

    for drawing in DRAWINGS:
        yield f"π's second action, drawn once a {drawing}", "1: 1", second(agent, drawing)
    checked = reality_check_drawn(agent)
    yield "drawn once a life the first action is its own: 1", "1: 1", second(checked, "life")
    for drawing in DRAWINGS[1:]:
        yield f"drawn once a {drawing}: 1, or frozen to the other: 1 for 0, 0 for 1", quarter, second(checked, drawing)
    yield "every π(...) drawn: frozen, it tosses", quarter, second(independent(anew), "question")


# --- How often π_RC is not frozen ---


def not_frozen(drawn: Any, steps: int) -> Distribution[tuple[bool, ...]]:
    """Return the law of whether π_RC is not frozen at each step, where nothing happens; drawn anew at each step."""

    def experiment(toss: Any) -> tuple[bool, ...]:
        prompt, free = FIRST, []
        for _ in range(steps):
            asked: list[Prompt] = []
            agent = drawn(toss)

            def listening(question: Prompt, agent: Any = agent, asked: list[Prompt] = asked) -> Action:
                asked.append(question)
                action: Action = agent(question)
                return action

            action = reality_check(listening)(prompt)
            free.append(asked[-1] == prompt)
            prompt = (*prompt, action, SHOWN)
        return tuple(free)

    return law(experiment)


def class_not_frozen(chance: Fraction, steps: int) -> Fraction:
    """Return the probability that an instance of Σ that acts and is trained is not frozen at its last action."""

    def experiment(toss: Any) -> bool:
        class Tossing:
            trained = 0

            def act(self, obs: Observation) -> Action:
                return 2 * self.trained + int(toss(tossing(chance)))

            def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
                self.trained += 1

        tosses: MakesInstances = Tossing
        instance = reality_check_class(tosses)()
        for _ in range(steps - 1):
            instance.train(0, instance.act(0), 0, 0)
        return instance.act(0) >= 2 * (steps - 1)

    return law(experiment).chance(True)


@frozen
class TossingClass:
    """An agent-class whose states count trainings, and whose answers are tossed; they do 2 more once trained."""

    toss: Any
    chance: Fraction
    initial = 0

    def ask(self, state: int, observation: Observation) -> tuple[Action, int]:
        """Return a tossed answer."""
        return 2 * state + self.toss(tossing(self.chance)), state

    def train(self, state: int, transition: Transition) -> int:
        """Return one more."""
        return state + 1


def published_not_frozen(chance: Fraction, steps: int, *, copy: bool) -> Fraction:
    """Return the same of the published reality check: of the instance that acts, or of a copy only trained like it."""

    def experiment(toss: Any) -> bool:
        checked = PublishedRealityCheck(TossingClass(toss, chance))
        acting = other = checked.initial
        for _ in range(steps - 1):
            action, acting = checked.ask(acting, 0)
            trained = Transition(0, action, 0, 0)
            acting, other = checked.train(acting, trained), checked.train(other, trained)
        return not (other if copy else acting).frozen

    return law(experiment).chance(True)


def frequencies(q: Fraction, n: int) -> tuple[Any, Any]:
    """Return how often it is not frozen at step n, at all steps to n, as a class, if constant, and as published."""
    c = q**2 + (1 - q) ** 2
    anew = not_frozen(lambda toss: lambda prompt: toss(tossing(q)), n)
    constant = mixture(Distribution({(lambda prompt: 0): 1 - q, (lambda prompt: 1): q}))
    together = prod((q ** (j + 1) + (1 - q) ** (j + 1) for j in range(1, n)), start=Fraction(1))
    by_form = [each.chance_that(lambda free: free[-1]) for each in (anew, not_frozen(constant, n))]
    published = [published_not_frozen(q, n, copy=copy) for copy in (False, True)]
    found = [by_form[0], anew.chance_that(all), class_not_frozen(q, n), by_form[1], *published]
    return [c ** (n - 1), together, c ** (n - 1), q**n + (1 - q) ** n, 1, c ** (n - 1)], found


# --- Theorem 10 for laws ---


def same_law(one: Any, other: Any) -> Any:
    """Return the claim that two transformations of an agent have one law on a prompt."""
    return lambda kernel, prompt: (written(one(kernel)(prompt)), written(other(kernel)(prompt)))


def can_reach(kernel: Kernel, prompt: Prompt) -> bool:
    """Whether the agent itself can have done all this."""
    return all(kernel(prompt[:end]).chance(prompt[end]) > 0 for end in range(1, len(prompt), 2))


def on_own_histories(checked: Any) -> Any:
    """Return the claim that π_RC has the law of π on the histories that π_RC can have."""

    def claim(kernel: Kernel, prompt: Prompt) -> tuple[str, str]:
        laws = checked(kernel)
        return written(kernel(prompt)), written((laws if can_reach(laws, prompt) else kernel)(prompt))

    return claim


def same_interaction(checked: Any, drawing: Any) -> Any:
    """Return the claim that the actions of π and of π_RC have one law where nothing happens."""

    def of_actions(agent: Any) -> str:
        run = interaction_law(agent, without_chance(NOTHING_HAPPENS), 2, drawing)
        return written(law(lambda toss: toss(run)[1::2]))

    return lambda kernel: (of_actions(independent(kernel)), of_actions(checked(kernel)))


def possible_by_own(kernel: Kernel) -> Kernel:
    """Return the law of π_RC's action if what π could have done is compared."""
    return lambda prompt: kernel(prompt if can_reach(kernel, prompt) else prompt[:1])


def over(values: Sequence[Any], quick: Sequence[Prompt], full: Sequence[Prompt] = ()) -> Domain:
    """Return all agents with these laws on some prompts, and each of the prompts."""

    def prompts(scope: Scope) -> Sequence[Prompt]:
        return full if full and scope.is_full else quick

    return Domain(
        lambda scope: (
            f"all agents with one of the laws {'; '.join(map(written, values))}, anew at each question, on "
            f"each of {len(prompts(scope))} prompts of one percept and 2 actions"
        ),
        lambda scope: product(kernels(values, prompts(scope)), prompts(scope)),
        many=True,
    )


# --- When part 3 holds for laws, in every environment ---


def part_3(kernel: Kernel) -> tuple[bool, bool, bool, bool]:
    """Return whether part 3 holds for laws, the condition does, π_RC never freezes, and it is sure of what it does."""
    laws = reality_check_anew_fold(kernel)

    def sure_before(prompt: Prompt) -> bool:
        return all(len(kernel(prompt[:end]).chances) == 1 for end in range(1, len(prompt), 2))

    own = [prompt for prompt in EVERY_PROMPT if can_reach(laws, prompt)]
    reached = [prompt for prompt in EVERY_PROMPT if can_reach(kernel, prompt)]
    condition = all(sure_before(prompt) or kernel(prompt) == kernel(FIRST) for prompt in reached)
    sure = all(len(laws(prompt).chances) == 1 for prompt in EVERY_PROMPT if len(prompt) < 5)
    return all(laws(prompt) == kernel(prompt) for prompt in own), condition, all(map(sure_before, own)), sure


HOLDING = (
    "semi-deterministic",
    "not, but it tosses only where it never comes, or last of all",
    "it can freeze, which no law shows",
    "part 3 fails",
)


def characterised(kernel: Kernel) -> tuple[Any, Any]:
    """Return that part 3 holds as the condition says, and that it never freezes where it is sure of what it does."""
    holds, condition, never, sure = part_3(kernel)
    semi = all(len(kernel(prompt).chances) == 1 for prompt in EVERY_PROMPT)
    kind = HOLDING[0 if semi else 1 if never else 2 if holds else 3]
    return (kind, condition, sure, True), (kind, holds, never, holds or not never)


def where_part_3_holds() -> Rows:
    """Yield whether part 3 holds, the condition does, π_RC never freezes, and it is sure of what it does."""
    for why, of, kernel in (
        ("a fair coin always: it can freeze, and tosses on", (True, True, False, False), lambda prompt: COIN),
        ("a coin, then 1: part 3 fails", (False, False, False, False), coin_then_1),
        (
            "1, and a coin only on (0,0) 0 (0,0), where it never comes and π_RC is frozen",
            (True, True, True, True),
            lambda prompt: COIN if prompt == AFTER_0 else ONE,
        ),
        (
            "1, then a coin, then 1: it can freeze after the coin, but to 1",
            (True, True, False, False),
            lambda prompt: COIN if len(prompt) == 3 else ONE,
        ),
    ):
        yield why, of, part_3(kernel)


@theorem(
    "A22-chance-fresh-draws",
    "agents with chance: one draw a life, or a draw at each question",
    "Theorem 10, Section 2, last paragraph, and Section 4.1",
    "holds (repaired)",
    evidence="argued in docs/findings/chance.md; by hand; exhaustive: all mixtures of two agents, of weights 1/3 and "
    "2/3, on all histories of at most 3 percepts, and in all environments of 2 percepts to step 2; all agents of 3 "
    "laws on each of 3 or 5 prompts, however drawn; all 2048 agents with one bit of shared memory; the formula of "
    "π_RC's law by enumeration; how often it is not frozen, to step 3; all 2187 agents on 7 prompts",
    defects="Semi-determinism is more than part 3 needs: π_RC never freezes, in any environment, for agents that "
    "are not semi-deterministic, if that shows only where they never come. Nor does it need that π_RC is "
    "semi-deterministic. If answers on different prompts are correlated, an ordinary environment tells how often "
    "the agent is drawn. Definition 7 does not say what y_i = π_RC(...) is if π_RC draws. Read as the event that a "
    "fresh draw agrees, all four parts fail, and π_RC freezes in reality: if π does 1 with probability q, π_RC is "
    "not frozen at step n with probability (q^2 + (1-q)^2)^(n-1). With one draw at each step, for all that is "
    "asked in it, parts 1 and 2 hold, and parts 3 and 4 fail. The published reality check remembers its answer "
    "until it is trained: the instance that acts never freezes, and copies do. The repair says nothing about "
    "agents such as ε-greedy Q, which may do anything: their past actions are always possible.",
    repair="y_i = π_RC(...) means that π_RC could have done y_i",
    witness="π tosses a fair coin at first, and then does 1: at the second step π_RC does 1 with probability 3/4; "
    "(π_RC)_RC does 1 with 5/8; on (0,0) 1 (0,0) 1 (0,0) π_RC does 1 with 11/16, and ρ with 3/4. "
    "An agent that does 0, and on (0,0) 1 (0,0), where it never comes, 0 and 1 in turn: π_RC is frozen "
    "there, and does 0",
)
def with_chance() -> Evidence:
    """One draw a life makes an agent with chance semi-deterministic, and Theorem 10 then holds for whichever agent is
    drawn: A22-T10.1, A22-T10.2, A22-T10.3 and, for the law of the interaction, A22-T10.4. If an agent's answers on
    different prompts are independent, no ordinary environment tells how often it is drawn; an extended one can. For
    agents that draw anew whenever they are asked Theorem 10 holds if y_i = π_RC(...) means that π_RC could have done
    y_i. The law of π_RC's action is the same if past actions are compared with π (A22-T10.1), and that of its own
    reality check (A22-T10.2); on its own histories it is the law of π's action (A22-T10.3); and in ordinary
    environments π_RC and π have the same law of interaction (A22-T10.4). For an agent that may do anything on every
    prompt, this π_RC is π itself.
    """
    anew, possible = reality_check_anew, reality_check_possible
    by_rho, of_itself = partial(anew, transform=reality_check_alternate), partial(anew, transform=twice)
    short, longer = over(VALUES, EVERY_PROMPT[:3]), over(VALUES, EVERY_PROMPT[:5], EVERY_PROMPT)
    yield from one_draw_a_life()
    yield by_hand(examples)
    said = "agents that do 1, do 0 or toss a fair coin on each of 3 prompts, and biased ones to 4 percepts"
    cases = among(said, cases_of_the_fold, many=True)
    yield equal("the fold", law_of(reality_check_anew), law_of(reality_check_anew_fold), cases)

    def chances(scope: Scope) -> Any:
        return product((HALF, THIRD, Fraction(1, 5))[: 2 + scope.is_full], range(1, 4 + scope.is_full))

    said = "agents that do 1 with probability q = 1/2, 1/3 to step 3 (1/5, to 4 in full); c = q^2 + (1-q)^2: c^(n-1)"
    yield every("how often π_RC is not frozen", frequencies, among(said, chances, many=True))
    every_time = "a draw at each π(...)"
    yield every(f"part 1, {every_time}, at most 2 percepts", same_law(anew, by_rho), short)
    three = over((ONE, COIN), (FIRST, AFTER_1, AT_THIRD))
    yield every(f"part 1, {every_time}", same_law(anew, by_rho), three).fails(
        "part 1, … on (0,0) 1 (0,0) 1 (0,0): expected '0: 5/16, 1: 11/16', got '0: 1/4, 1: 3/4'"
    )
    yield every(f"part 2, {every_time}", same_law(anew, of_itself), short).fails(
        "part 2, … on (0,0) 0 (0,0): expected '0: 1/4, 1: 3/4', got '0: 3/8, 1: 5/8'"
    )
    yield every(f"part 3, {every_time}", on_own_histories(anew), short).fails(
        "part 3, … on (0,0) 0 (0,0): expected '1: 1', got '0: 1/4, 1: 3/4'"
    )
    agents = among(
        "all agents of 3 laws on each of 3 prompts, 2 steps", lambda scope: kernels(VALUES, EVERY_PROMPT[:3])
    )
    yield every(
        f"part 4, {every_time}", same_interaction(lambda kernel: independent(anew(kernel)), "question"), agents
    ).fails("part 4, …: expected '(0, 1): 1/2, (1, 1): 1/2', got '(0, 0): 1/8, (0, 1): 3/8, (1, 0): 1/8, (1, 1): 3/8'")
    for drawing in DRAWINGS[1:]:
        drawn = same_interaction(lambda kernel: reality_check_drawn(independent(kernel)), drawing)
        yield every(f"part 4, a draw at each {drawing}, one for all its comparisons", drawn, agents).fails(
            "part 4, …: expected '(0, 1): 1/2, (1, 1): 1/2', got '(0, 1): 1/2, (1, 0): 1/4, (1, 1): 1/4'"
        )
    could = "what could have been"
    yield every(f"part 1, {could}", same_law(possible, possible_by_own), longer)
    yield every(f"part 2, {could}", same_law(possible, lambda kernel: possible(possible(kernel))), longer)
    yield every(f"part 3, {could}", on_own_histories(possible), short)
    yield every(f"part 4, {could}", same_interaction(lambda kernel: independent(possible(kernel)), "question"), agents)
    anything = over((COIN, tossing(THIRD)), EVERY_PROMPT[:5], EVERY_PROMPT)
    yield every(f"{could}, if anything may be done, is π", same_law(possible, lambda kernel: kernel), anything)
    holding = Kinds(HOLDING, lambda expected: expected[0], of_what_should_be=True)
    all_7 = among("all {} agents of 3 laws on each of 7 prompts, to horizon 3", kernels(VALUES, EVERY_PROMPT))
    yield every("part 3 for laws: nothing tossed before, or the law as at first", characterised, all_7, kinds=holding)
    yield by_hand(where_part_3_holds, "where part 3 holds for laws")
    yield mutants("""
        transforms.reality_check_of_chance:reality_check_anew
            one draw for all that a question asks: toss(kernel(asked))
                → drawn.setdefault(asked, toss(kernel(asked))) ;; lambda asked: → lambda asked, drawn={}:
            ρ for π_RC: return lambda prompt
                → from formal_rl.transforms.reality_check import reality_check_alternate as transform;
                return lambda prompt
        transforms.reality_check_of_chance:reality_check_anew_fold
            the formula compares with π: _mixed(genuine, kernel(prompt[:end]), frozen).chance
                → kernel(prompt[:end]).chance
            the formula freezes to the latest percept: prompt[:1] → prompt[-1:]
        transforms.reality_check_of_chance:reality_check_drawn
            π for π_RC: lambda toss: reality_check(agent(toss)) → agent
        transforms.reality_check_of_chance:reality_check_possible
            surely for possibly: > 0 → == 1
            anything for possibly: > 0 → >= 0
            only the last action compared: range(1, len(prompt), 2) → range(1, len(prompt), 2)[-1:]
        transforms.reality_check:reality_check
            ≠ for =: == → !=
            the first action is not compared: range(1, n) → range(2, n)
        transforms.reality_check:reality_check_alternate
            ρ does not compare the first action: range(1, n) → range(2, n)
        transforms.reality_check:reality_check_class
            a class that remembers what it did: own = self.act(o_prev) → own = self._did ;; return self._stored.act(obs)
                → self._did = self._stored.act(obs); return self._did
    """)


STATEMENTS = statements_in(globals())
