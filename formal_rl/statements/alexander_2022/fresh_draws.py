"""Theorem 10 for agents with chance: drawn once a life, at every step, or at every question."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, cast

from formal_rl.agents import Distribution, Kernel, certain, chance_of_acting_alike, independent, law, uniform
from formal_rl.agents.chance import Drawing, mixture
from formal_rl.checking import among, answers, equal, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.checking.domains import Domain
from formal_rl.checking.equality import Pair
from formal_rl.environments import embed
from formal_rl.environments.chance import interaction_law, without_chance
from formal_rl.environments.library.turn_by_turn import punish_nondeterministic_agent
from formal_rl.histories import Action, Percept, Prompt, history
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.transforms import reality_check, reality_check_alternate, reality_check_anew, reality_check_possible
from formal_rl.transforms.reality_check_of_chance import reality_check_anew_fold, reality_check_drawn

HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
SHOWN = Percept(0, 0)
FIRST, AFTER_0, AFTER_1 = SHORT = history((0, 0)), history((0, 0), 0, (0, 0)), history((0, 0), 1, (0, 0))
AT_THIRD = history((0, 0), 1, (0, 0), 1, (0, 0))
FIVE = (*SHORT, AT_THIRD, history((0, 0), 1, (0, 0), 0, (0, 0)))

DRAWINGS: tuple[Drawing, ...] = ("life", "step", "question")
NOTHING_HAPPENS = embed(lambda play: SHOWN)


def tossing(chance: Fraction) -> Distribution[Action]:
    """Return the action of an agent that does 1 with this probability, else 0."""
    return Distribution({1: chance, 0: 1 - chance})


COIN, ONE = uniform(0, 1), certain(1)
VALUES = (ONE, certain(0), COIN)


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
    run = interaction_law(mixture(certain(lambda prompt: 0)), one_sight, 2, "life")
    yield "an environment drawn once: it shows 0 twice, or 1", shown, run


def by_drawing(environment: Any) -> Any:
    """Return the claim that the chances of the runs of two steps are the same however often an agent is drawn."""

    def claim(agent: Any) -> tuple[Any, Any]:
        once, *others = (interaction_law(agent, without_chance(environment), 2, each) for each in DRAWINGS)
        other = next((each for each in others if each != once), once)
        return sorted(once.chances.values()), sorted(other.chances.values())

    return claim


# --- Theorem 10 for laws ---


def on_anew() -> Rows:
    """Yield laws of the action of π_RC, of its own reality check, and of ρ."""

    def coin_then_1(prompt: Prompt) -> Distribution[Action]:
        return uniform(0, 1) if len(prompt) == 1 else ONE

    anew, three_quarters = reality_check_anew(coin_then_1), tossing(1 - QUARTER)
    why = "parts 3 and 4: the coin falls as it did, 1/2: 1, as π; else frozen, and tosses: 3/4"
    yield why, three_quarters, anew(AFTER_0)
    of_itself = reality_check_anew(coin_then_1, lambda agent: reality_check(reality_check(agent)))
    yield "part 2: (π_RC)_RC does 1 with 1/2 · 3/4 + 1/2 · 1/2 = 5/8", tossing(Fraction(5, 8)), of_itself(AFTER_0)
    why = "part 1: on (0,0) 1 (0,0) 1 (0,0) π_RC does 1 with 3/8 + 5/8 · 1/2 = 11/16, and ρ with 1/2 + 1/2 · 1/2 = 3/4"
    by_rho = reality_check_anew(coin_then_1, reality_check_alternate)
    yield why, (tossing(Fraction(11, 16)), three_quarters), (anew(AT_THIRD), by_rho(AT_THIRD))
    as_paid = reality_check_anew_fold(lambda prompt: certain(int(prompt[-1].reward)))
    yield "by the formula, who does what it was paid is frozen to 0", certain(0), as_paid(history((0, 0), 1, (1, 0)))


def can_reach(kernel: Kernel, prompt: Prompt) -> bool:
    """Whether the agent itself can have done all this."""
    return all(kernel(prompt[:end]).chance(prompt[end]) > 0 for end in range(1, len(prompt), 2))


def on_own_histories(kernel: Kernel) -> Kernel:
    """Return the law of π_RC's action on the histories that π_RC can have, and of π's on every other."""
    checked = reality_check_possible(kernel)
    return lambda prompt: (checked if can_reach(checked, prompt) else kernel)(prompt)


def actions_of(form: Any, drawing: Drawing) -> Any:
    """Return the law of two actions where nothing happens, of an agent made of a kernel."""

    def of_actions(kernel: Kernel) -> Any:
        run = interaction_law(form(kernel), without_chance(NOTHING_HAPPENS), 2, drawing)
        return sorted(law(lambda toss: toss(run)[1::2]).chances.items())

    return of_actions


def possible_by_own(kernel: Kernel) -> Kernel:
    """Return the law of π_RC's action if what π could have done is compared."""
    return lambda prompt: kernel(prompt if can_reach(kernel, prompt) else prompt[:1])


def over(laws: str, values: Sequence[Any], prompts: Sequence[Prompt]) -> Domain:
    """Return all agents with these laws, in words and in values, on some prompts, and each of the prompts."""
    said = f"all agents that do {laws} on each of {len(prompts)} prompts, anew at each question"
    return among(said, lambda scope: product(kernels(values, prompts), prompts), many=True)


@theorem(
    "A22-chance-fresh-draws",
    "agents with chance: one draw a life, or a draw at each question",
    "Theorem 10, Section 2, last paragraph, and Section 4.1",
    "holds (repaired)",
    evidence="argued in docs/findings/chance.md; by hand; exhaustive: all agents of 3 laws on each of 3 or 5 prompts",
    defects="Semi-determinism is more than part 3 needs (docs/findings/chance.md). If answers on different prompts are "
    "correlated, an ordinary environment tells how often the agent is drawn. Definition 7 does not say what "
    "y_i = π_RC(...) is if π_RC draws. Read as the event that a fresh draw agrees, all four parts fail, and π_RC "
    "freezes in reality. With one draw at each step, for all that is asked in it, parts 1 and 2 hold, and parts 3 "
    "and 4 fail. The repair says nothing about agents such as ε-greedy Q, which may do anything: their past actions "
    "are always possible.",
    repair="y_i = π_RC(...) means that π_RC could have done y_i",
    witness="π tosses a fair coin at first, and then does 1: at the second step π_RC does 1 with probability 3/4; "
    "(π_RC)_RC does 1 with 5/8; on (0,0) 1 (0,0) 1 (0,0) π_RC does 1 with 11/16, and ρ with 3/4",
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
    drawn = [independent(kernel) for kernel in kernels((ONE, certain(0), tossing(THIRD)), SHORT)]
    who = among("all agents that do 1, 0, or 1 with 1/3 on each prompt, independently", drawn)
    yield every("an ordinary environment does not tell how often they are drawn", by_drawing(NOTHING_HAPPENS), who)
    yield every("an extended environment does not", by_drawing(punish_nondeterministic_agent), who).fails(
        "an extended environment does not, …: expected [Fraction(1, 3), Fraction(2, 3)], "
        "got [Fraction(1, 9), Fraction(2, 9), Fraction(2, 9), Fraction(4, 9)]"
    )
    itself: Any = lambda kernel: kernel  # noqa: E731
    law_of, possible = cast("Any", answers), reality_check_possible  # a law where an agent has an action
    short, longer = (over("1, 0 or a fair toss", VALUES, prompts) for prompts in (SHORT, FIVE))
    yield by_hand(on_anew, "laws of actions")
    yield equal("the fold", law_of(reality_check_anew), law_of(reality_check_anew_fold), longer)
    of_3 = among("all agents of 3 laws on each of 3 prompts, 2 steps", list(kernels(VALUES, SHORT)))
    checked = lambda kernel: reality_check_drawn(independent(kernel))  # noqa: E731
    yield equal("part 4, one draw a life", actions_of(independent, "life"), actions_of(checked, "life"), of_3)
    step, checked_step = actions_of(independent, "step"), actions_of(checked, "step")
    yield equal("part 4, a draw at each step", step, checked_step, of_3).fails(
        "part 4, …: expected [((0, 1), Fraction(1, 2)), ((1, 1), Fraction(1, 2))], "
        "got [((0, 1), Fraction(1, 2)), ((1, 0), Fraction(1, 4)), ((1, 1), Fraction(1, 4))]"
    )
    could = "what could have been"
    yield equal(f"part 1, {could}", law_of(possible), law_of(possible_by_own), longer)
    yield equal(f"part 2, {could}", law_of(possible), law_of(lambda kernel: possible(possible(kernel))), longer)
    yield equal(f"part 3, {could}", law_of(itself), law_of(on_own_histories), short)
    at_each_question = actions_of(lambda kernel: independent(possible(kernel)), "question")
    yield equal(f"part 4, {could}", actions_of(independent, "question"), at_each_question, of_3)
    anything = over("a fair or a biased toss", (COIN, tossing(THIRD)), FIVE)
    yield equal(f"{could}, if anything may be done, is π", law_of(itself), law_of(possible), anything)
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
    """)


STATEMENTS = statements_in(globals())
