"""Theorem 10 for agents with chance: drawn once a life, at every step, or at every question.

The statement is long, since it was two: each of the three ways to draw has its transcription and its failing agents.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import (
    Agent,
    Distribution,
    Kernel,
    Transition,
    certain,
    chance_of_acting_alike,
    independent,
    instance_class,
    law,
    uniform,
)
from formal_rl.agents.chance import Drawing, mixture
from formal_rl.checking import agents, among, every, up_to
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.checking.domains import Domain, environments
from formal_rl.checking.equality import Pair
from formal_rl.environments import embed
from formal_rl.environments.chance import interaction_law, without_chance
from formal_rl.environments.library.turn_by_turn import punish_nondeterministic_agent
from formal_rl.histories import Action, History, Observation, Percept, Play, Prompt, all_prompts, history
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.transforms import (
    reality_check,
    reality_check_alternate,
    reality_check_anew,
    reality_check_class,
    reality_check_possible,
)
from formal_rl.transforms.reality_check import PublishedRealityCheck
from formal_rl.transforms.reality_check_of_chance import reality_check_anew_fold, reality_check_drawn

HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
SHOWN = Percept(0, 0)
FIRST, AFTER_0, AFTER_1 = SHORT = history((0, 0)), history((0, 0), 0, (0, 0)), history((0, 0), 1, (0, 0))
AT_THIRD = history((0, 0), 1, (0, 0), 1, (0, 0))
EVERY_PROMPT = tuple(prompt for n in (1, 2, 3) for prompt in all_prompts((SHOWN,), (0, 1), n))
"""The prompts of at most 3 percepts, all (0, 0), and 2 actions: ⟨x⟩, x 0 x, x 1 x, and four longer ones."""

DRAWINGS: tuple[Drawing, ...] = ("life", "step", "question")
ALWAYS, NEVER = (lambda prompt: 0), (lambda prompt: 1)
NOTHING_HAPPENS = embed(lambda play: SHOWN)


def tossing(chance: Fraction) -> Distribution[Action]:
    """Return the action of an agent that does 1 with this probability, else 0."""
    return Distribution({1: chance, 0: 1 - chance})


COIN, ONE = uniform(0, 1), certain(1)
VALUES = (ONE, certain(0), COIN)


def twice(agent: Any) -> Any:
    """Return (π_RC)_RC."""
    return reality_check(reality_check(agent))


def written(distribution: Distribution[Any]) -> str:
    """Return a distribution of actions on a line."""
    return ", ".join(f"{each}: {chance}" for each, chance in sorted(distribution.chances.items()))


def kernels(values: Iterable[Distribution[Action]], prompts: Iterable[Prompt]) -> Iterator[Kernel]:
    """Yield every kernel with these values on these prompts, which looks at past actions alone."""
    listed = [prompt[1::2] for prompt in prompts]
    for chosen in product(tuple(values), repeat=len(listed)):
        table = dict(zip(listed, chosen, strict=True))
        yield lambda prompt, table=table: table[prompt[1::2]]  # type: ignore[misc]


class LawPair(Pair):
    """Two functions from kernels to kernels: the same law of the action on every prompt."""


ANEW_PAIR = LawPair("reality_check_anew_fold", reality_check_anew, reality_check_anew_fold)


def on_drawing() -> Rows:
    """Yield laws, how often answers are alike, and laws of an interaction, for each way to draw."""
    biased, alike = tossing(THIRD), chance_of_acting_alike
    two = Distribution({0: QUARTER, 1: HALF, 2: QUARTER})
    yield "0, 1 or 2 heads: 1/4, 1/2, 1/4", two, law(lambda toss: toss(COIN) + toss(COIN))
    agent, both, sure = independent(lambda prompt: biased), independent(lambda prompt: COIN), Fraction(1)
    same_step, two_steps, nine = ((FIRST, FIRST),), ((FIRST,), (FIRST,)), Fraction(5, 9)
    for drawing, within, across in zip(DRAWINGS, (sure, sure, nine), (sure, nine, nine), strict=True):
        yield f"asked twice in a step, drawn once a {drawing}: 1 or 1/9 + 4/9", within, alike(agent, same_step, drawing)
        yield f"asked in two steps, drawn once a {drawing}", across, alike(agent, two_steps, drawing)
    shows = without_chance(lambda agent, play: Percept(0, agent(FIRST)))
    each = Distribution({(Percept(0, seen), done): QUARTER for seen, done in product((0, 1), repeat=2)})
    yield "drawn at each step: it shows 0 or 1, and 0 or 1 is done", each, interaction_law(both, shows, 1, "step")

    def one_sight(toss: Any) -> Any:
        seen = toss(COIN)
        return lambda agent, play: Percept(0, seen)

    shown = Distribution({(Percept(0, seen), 0, Percept(0, seen), 0): HALF for seen in (0, 1)})
    run = interaction_law(mixture(certain(ALWAYS)), one_sight, 2, "life")
    yield "an environment drawn once: it shows 0 twice, or 1", shown, run


# --- Theorem 10, draw by draw ---

WHO, WEIGHTS = history((0, 9)), (THIRD, 1 - THIRD)
"""A prompt on which two agents differ, so that an extended environment can tell them apart; and their weights."""


def two_of(agent: Agent) -> tuple[Agent, Agent]:
    """Return two agents of which nothing is known but that they do 0 and 1 if asked who they are."""

    def numbered(number: int) -> Agent:
        return lambda prompt: number if prompt == WHO else agent((Percept(0, number), 0, *prompt))

    return numbered(0), numbered(1)


def on_own_runs(agent: Agent, environment: Any, steps: int) -> tuple[Any, Any]:
    """Return the law of what happens if an environment faces π_RC and π acts, and of the runs of π_RC."""
    expected: dict[History, Fraction] = {}

    def telling_apart(asked: Agent, play: Play) -> Percept:
        percept: Percept = environment((Percept(0, asked(WHO)), 0, *play))
        return percept

    for each, weight in zip(two_of(agent), WEIGHTS, strict=True):
        play: Play = ()
        for _ in range(steps):
            prompt = (*play, telling_apart(reality_check(each), play))
            play = (*prompt, each(prompt))
        expected[play] = expected.get(play, Fraction(0)) + weight
    checked = reality_check_drawn(mixture(Distribution(dict(zip(two_of(agent), WEIGHTS, strict=True)))))
    return expected, dict(interaction_law(checked, without_chance(telling_apart), steps, "life").chances)


def by_drawing(environment: Any) -> Any:
    """Return the claim that the chances of the runs of two steps are the same however often an agent is drawn."""

    def claim(agent: Any) -> tuple[Any, Any]:
        once, *others = (interaction_law(agent, without_chance(environment), 2, each) for each in DRAWINGS)
        other = next((each for each in others if each != once), once)
        return sorted(once.chances.values()), sorted(other.chances.values())

    return claim


# --- Semi-determinism is more than part 3 needs ---

Ask = Callable[[int, Prompt], tuple[Action, int, bool]]
"""From a memory and a prompt: the action, the memory afterwards, and whether π answered last on the prompt itself."""


def asking(answers: Mapping[tuple[int, Prompt], tuple[Action, int]], transform: Any) -> Ask:
    """Return what asks an agent with a shared memory, after a transformation.

    Its answers are by memory and prompt, and the memory afterwards; else it does 0, and leaves the memory alone.
    """

    def ask(memory: int, prompt: Prompt) -> tuple[Action, int, bool]:
        now, last = memory, ()

        def agent(question: Prompt) -> Action:
            nonlocal now, last
            last = question
            action, now = answers.get((now, question), (0, now))
            return action

        return transform(agent)(prompt), now, last == prompt

    return ask


def never_freezes(ask: Ask) -> bool:
    """Decide whether π_RC, of three memories, is never frozen in reality, in any environment, at three actions.

    Before each the environment asks what it likes, about the prompts of at most 2 percepts.
    """
    lives = {(0, FIRST)}
    for _ in range(3):
        for _ in range(3):
            lives |= {(ask(memory, each)[1], prompt) for memory, prompt in lives for each in SHORT}
        acting = [(*ask(memory, prompt), prompt) for memory, prompt in lives]
        if not all(genuine for _, _, genuine, _ in acting):
            return False
        lives = {(memory, (*prompt, action, SHOWN)) for action, memory, _, prompt in acting}
    return True


def with_memory() -> Rows:
    """Yield what π and π_RC answer if asked twice, and whether π_RC never freezes."""

    def found(prompt: Prompt, answers: Any) -> Any:
        plain, checked = asking(answers, lambda agent: agent), asking(answers, reality_check)
        pairs = [(ask(0, prompt)[0], ask(ask(0, prompt)[1], prompt)[0]) for ask in (plain, checked)]
        return *pairs, never_freezes(checked)

    why = "on (0,0) 1 (0,0), where it never comes, 0 and 1 in turn; π_RC is frozen there, and does 0"
    yield why, ((0, 1), (0, 0), True), found(AFTER_1, {(0, AFTER_1): (0, 1), (1, AFTER_1): (1, 0)})
    only_first: dict[Any, Any] = {(0, FIRST): (0, 1), (1, AFTER_0): (0, 2), (2, AFTER_0): (1, 2)}
    only_first |= dict.fromkeys([(1, FIRST), (2, FIRST)], (0, 2))
    why = "asked at once on (0,0) 0 (0,0), π_RC does 0, then 1; once it acts, 1"
    yield why, ((0, 0), (0, 1), True), found(AFTER_0, only_first)
    why = "0 and 1 in turn on (0,0): it did 0, and does 1 when it is compared"
    yield why, ((0, 1), (0, 1), False), found(FIRST, {(0, FIRST): (0, 1), (1, FIRST): (1, 0)})


# --- A draw at each question: how often π_RC is not frozen ---


def not_frozen(chance: Fraction, steps: int) -> Fraction:
    """Return the probability that π_RC is not frozen at a step, if nothing happens and it draws at each question."""

    def experiment(toss: Any) -> bool:
        prompt, last = FIRST, [FIRST]

        def agent(question: Prompt) -> Action:
            last[0] = question
            return toss(tossing(chance))  # type: ignore[no-any-return]

        for _ in range(steps - 1):
            prompt = (*prompt, reality_check(agent)(prompt), SHOWN)
        reality_check(agent)(prompt)
        return last[0] == prompt

    return law(experiment).chance(True)


@frozen
class _TossingClass:
    """An agent-class whose states count trainings, and whose answers are tossed; they do 2 more once trained."""

    toss: Any
    chance: Fraction
    initial = 0

    def ask(self, state: int, observation: Observation) -> tuple[Action, int]:
        return 2 * state + self.toss(tossing(self.chance)), state

    def train(self, state: int, transition: Transition) -> int:
        return state + 1


def class_not_frozen(checked: Any, chance: Fraction, steps: int, *, copy: bool = False) -> Fraction:
    """Return how often an instance is not frozen that acts and is trained, or a copy that is only trained like it."""

    def experiment(toss: Any) -> bool:
        made: Any = checked(_TossingClass(toss, chance))
        acting, other = made(), made()
        for _ in range(steps - 1):
            action = acting.act(0)
            for each in (acting, other) if copy else (acting,):
                each.train(0, action, 0, 0)
        return bool((other if copy else acting).act(0) >= 2 * (steps - 1))

    return law(experiment).chance(True)


def frequencies(q: Fraction, n: int) -> tuple[Any, Any]:
    """Return how often it is not frozen at step n: π_RC, as a class, and as published."""
    often = (q**2 + (1 - q) ** 2) ** (n - 1)
    of_class = class_not_frozen(lambda tosses: reality_check_class(instance_class(tosses)), q, n)
    published = partial(class_not_frozen, lambda tosses: instance_class(PublishedRealityCheck(tosses)), q, n)
    return [often, often, 1, often], [not_frozen(q, n), of_class, published(), published(copy=True)]


# --- Theorem 10 for laws ---


def cases_of_the_fold() -> Iterator[tuple[Kernel, Prompt]]:
    """Yield agents and prompts."""
    yield from product(kernels(VALUES, SHORT), SHORT)

    def biased(chance: Fraction) -> Kernel:
        return lambda prompt: tossing(chance / (1 + prompt[-1].reward) / (1 + len(prompt) // 4))

    paid = Percept(1, 0)
    longer = (*EVERY_PROMPT[3:], (*AT_THIRD, 1, SHOWN), (SHOWN, 1, paid), (paid, 1, SHOWN, 0, paid))
    yield from ((biased(chance), prompt) for chance in (THIRD, Fraction(3, 4)) for prompt in longer)


def on_anew() -> Rows:
    """Yield laws of actions: of π_RC in each reading, on prompts and at its second action."""

    def coin_then_1(prompt: Prompt) -> Distribution[Action]:
        return COIN if len(prompt) == 1 else ONE

    anew, quarter = reality_check_anew(coin_then_1), "0: 1/4, 1: 3/4"
    yield "the coin falls as it did, 1/2: 1; else frozen, and tosses: 3/4", quarter, written(anew(AFTER_0))
    of_itself = reality_check_anew(coin_then_1, twice)
    yield "(π_RC)_RC does 1 with 1/2 · 3/4 + 1/2 · 1/2 = 5/8", "0: 3/8, 1: 5/8", written(of_itself(AFTER_0))
    why = "on (0,0) 1 (0,0) 1 (0,0) π_RC does 1 with 3/8 + 5/8 · 1/2 = 11/16, and ρ with 1/2 + 1/2 · 1/2 = 3/4"
    by_rho = reality_check_anew(coin_then_1, reality_check_alternate)
    yield why, ("0: 5/16, 1: 11/16", quarter), (written(anew(AT_THIRD)), written(by_rho(AT_THIRD)))


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


def over(values: Sequence[Any], prompts: Sequence[Prompt]) -> Domain:
    """Return all agents with these laws on some prompts, and each of the prompts."""
    laws = "; ".join(map(written, values))
    said = f"all agents with one of the laws {laws}, anew at each question, on each of {len(prompts)} prompts"
    return among(said, lambda scope: product(kernels(values, prompts), prompts), many=True)


@theorem(
    "A22-chance-fresh-draws",
    "agents with chance: one draw a life, or a draw at each question",
    "Theorem 10, Section 2, last paragraph, and Section 4.1",
    "holds (repaired)",
    evidence="argued in docs/findings/chance.md; by hand; exhaustive: all mixtures of two agents, of weights 1/3 and "
    "2/3, to 3 percepts or step 2; all agents of 3 laws on each of 3 or 5 prompts; how often not frozen, to step 3",
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
    agents that draw anew at every question Theorem 10 holds if y_i = π_RC(...) means that π_RC could have done
    y_i. The law of π_RC's action is the same if past actions are compared with π (A22-T10.1), and that of its own
    reality check (A22-T10.2); on its own histories it is the law of π's action (A22-T10.3); and in ordinary
    environments π_RC and π have the same law of interaction (A22-T10.4). For an agent that may do anything on every
    prompt, this π_RC is π itself.
    """
    yield by_hand(on_drawing, "laws and drawings")
    two = evolve(environments, percepts=2, said=lambda scope: "all environments of 2 percepts")
    mixtures = evolve(agents, percepts=2, said=lambda scope: "all mixtures of two agents, of weights 1/3 and 2/3")
    yield every("parts 3 and 4, draw by draw", on_own_runs, mixtures, two, up_to(2, full=3))
    drawn = [independent(kernel) for kernel in kernels((ONE, certain(0), tossing(THIRD)), SHORT)]
    who = among("all agents that do 1, 0, or 1 with 1/3 on each prompt, independently", drawn)
    ordinary = "an ordinary environment does not tell how often they are drawn"
    yield every(ordinary, by_drawing(NOTHING_HAPPENS), who)
    correlated = among("the agent that always does 0 or always 1", [mixture(uniform(ALWAYS, NEVER))])
    yield every(ordinary, by_drawing(NOTHING_HAPPENS), correlated).fails(  # here the answers are not independent
        "…: expected [Fraction(1, 2), Fraction(1, 2)], got …"
    )
    yield every("an extended environment does not", by_drawing(punish_nondeterministic_agent), who).fails(
        "an extended environment does not, …: expected [Fraction(1, 3), Fraction(2, 3)], "
        "got [Fraction(1, 9), Fraction(2, 9), Fraction(2, 9), Fraction(4, 9)]"
    )
    yield by_hand(with_memory, "agents with a shared memory")

    anew, possible = reality_check_anew, reality_check_possible
    by_rho, of_itself = partial(anew, transform=reality_check_alternate), partial(anew, transform=twice)
    short, longer = over(VALUES, SHORT), over(VALUES, EVERY_PROMPT[:5])
    yield by_hand(on_anew, "laws of actions")
    said = "agents that do 1, do 0 or toss a fair coin on each of 3 prompts, and biased ones to 4 percepts"
    yield every("the fold", same_law(anew, reality_check_anew_fold), among(said, cases_of_the_fold(), many=True))
    said = "agents that do 1 with probability q = 1/2, 1/3 to step 3; c = q^2 + (1-q)^2: c^(n-1)"
    chances = among(said, product((HALF, THIRD), range(1, 4)), many=True)
    yield every("how often π_RC is not frozen", frequencies, chances)
    every_time = "a draw at each π(...)"
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
    of_3 = among("all agents of 3 laws on each of 3 prompts, 2 steps", list(kernels(VALUES, SHORT)))
    fresh, could_have = (lambda kernel: independent(anew(kernel))), (lambda kernel: independent(possible(kernel)))
    yield every(f"part 4, {every_time}", same_interaction(fresh, "question"), of_3).fails(
        "part 4, …: expected '(0, 1): 1/2, (1, 1): 1/2', got '(0, 0): 1/8, (0, 1): 3/8, (1, 0): 1/8, (1, 1): 3/8'"
    )
    drawn_ = same_interaction(lambda kernel: reality_check_drawn(independent(kernel)), "step")
    yield every("part 4, a draw at each step, one for all its comparisons", drawn_, of_3).fails(
        "part 4, …: expected '(0, 1): 1/2, (1, 1): 1/2', got '(0, 1): 1/2, (1, 0): 1/4, (1, 1): 1/4'"
    )
    could = "what could have been"
    yield every(f"part 1, {could}", same_law(possible, possible_by_own), longer)
    yield every(f"part 2, {could}", same_law(possible, lambda kernel: possible(possible(kernel))), longer)
    yield every(f"part 3, {could}", on_own_histories(possible), short)
    yield every(f"part 4, {could}", same_interaction(could_have, "question"), of_3)
    anything = over((COIN, tossing(THIRD)), EVERY_PROMPT[:5])
    yield every(f"{could}, if anything may be done, is π", same_law(possible, lambda kernel: kernel), anything)
    yield mutants("""
        agents.chance:law
            the first outcome of every toss: Distribution(chances) → certain(next(iter(chances)))
            outcomes without weights: Distribution(chances) → uniform(*chances)
        agents.chance:drawn_by_step
            drawn at each step for once a life: repeat(agent(toss)) → iter(lambda: agent(toss), None)
            drawn at each question for each step: iter(lambda: agent(toss), None)
                → repeat(lambda prompt: agent(toss)(prompt))
            drawn once a life for each question: lambda prompt: agent(toss)(prompt) → agent(toss)
        environments.chance:interaction_law
            the environment asks an agent of its own: world = environment(toss)
                → world, asked = environment(toss), agent(toss) ;; world(acting, play) → world(asked, play)
            the environment is drawn for each percept: world(acting, play) → environment(toss)(acting, play)
            no draw before the first action: acting = next(drawn) play = (*prompt
                → acting = next(drawn) if play else acting; play = (*prompt
        agents.chance:chance_of_acting_alike
            answers compared within a step: asked = [
                → if len(questions) > 1: return (chance_of_acting_alike(agent, questions[:1], drawing)
                * chance_of_acting_alike(agent, questions[1:], drawing)) ⏎    asked = [
        transforms.reality_check_of_chance:reality_check_drawn
            each comparison draws: reality_check(agent(toss)) → reality_check(lambda prompt: agent(toss)(prompt))
            π for π_RC: lambda toss: reality_check(agent(toss)) → agent
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
        transforms.reality_check_of_chance:reality_check_possible
            surely for possibly: > 0 → == 1
            anything for possibly: > 0 → >= 0
            only the last action compared: range(1, len(prompt), 2) → range(1, len(prompt), 2)[-1:]
        transforms.reality_check:reality_check
            frozen to the contrary: return agent(prompt[:1]) → return 1 - agent(prompt)
            the first action is not compared: range(1, n) → range(2, n)
        transforms.reality_check:reality_check_class
            a class that remembers what it did: own = self.act(o_prev) → own = self._did ;; return self._stored.act(obs)
                → self._did = self._stored.act(obs); return self._did
    """)


STATEMENTS = statements_in(globals())
