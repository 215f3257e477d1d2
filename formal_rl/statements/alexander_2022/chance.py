"""Agents with chance: what one draw a life gives, and what does not need it; parts of a row of `fresh_draws`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from attrs import evolve

from formal_rl.agents import (
    Agent,
    Distribution,
    Drawing,
    Kernel,
    certain,
    chance_of_acting_alike,
    independent,
    law,
    mixture,
    uniform,
)
from formal_rl.checking import (
    Domain,
    Kinds,
    Rows,
    agents,
    among,
    by_hand,
    environments,
    every,
    histories,
    kinds,
    raised,
    up_to,
)
from formal_rl.environments import (
    embed,
    interaction_law,
    punish_nondeterministic_agent,
    tempting_button,
    without_chance,
)
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, History, Percept, Play, Prompt, all_prompts, history
from formal_rl.statements.entries import Evidence, mutants
from formal_rl.transforms import reality_check, reality_check_alternate, reality_check_drawn

HALF, THIRD, QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
SHOWN = Percept(0, 0)
FIRST, AFTER_0, AFTER_1 = history((0, 0)), history((0, 0), 0, (0, 0)), history((0, 0), 1, (0, 0))
EVERY_PROMPT = tuple(prompt for n in (1, 2, 3) for prompt in all_prompts((SHOWN,), (0, 1), n))
"""The prompts of at most 3 percepts, all (0, 0), and 2 actions: ⟨x⟩, x 0 x, x 1 x, and four longer ones."""

DRAWINGS: tuple[Drawing, ...] = ("life", "step", "question")
ALWAYS, NEVER = (lambda prompt: 0), (lambda prompt: 1)
"""They push every button, and none: to push is action 0."""

NOTHING_HAPPENS = embed(lambda play: SHOWN)


def tossing(chance: Fraction) -> Distribution[Action]:
    """Return the action of an agent that does 1 with this probability, else 0."""
    return Distribution({1: chance, 0: 1 - chance})


def written(distribution: Distribution[Any]) -> str:
    """Return a distribution of actions on a line."""
    return ", ".join(f"{each}: {chance}" for each, chance in sorted(distribution.chances.items()))


def kernels(values: Iterable[Distribution[Action]], prompts: Iterable[Prompt]) -> Iterator[Kernel]:
    """Yield every kernel with these values on these prompts, which looks at past actions alone."""
    listed = [prompt[1::2] for prompt in prompts]
    for chosen in product(tuple(values), repeat=len(listed)):
        table = dict(zip(listed, chosen, strict=True))
        yield lambda prompt, table=table: table[prompt[1::2]]  # type: ignore[misc]


def mean_reward(agent: Any, environment: Any, steps: int, drawing: Drawing) -> Fraction:
    """Return the mean of the last reward."""
    return interaction_law(agent, environment, steps, drawing).mean(lambda played: played[-2].reward)


def examples() -> Rows:
    """Yield distributions, laws, how often answers are alike, and laws of an interaction."""
    coin, biased, alike = uniform(0, 1), tossing(THIRD), chance_of_acting_alike
    for why, chances in (
        ("a float", {0: 0.5, 1: 0.5}),
        ("5/6 is not 1", {0: HALF, 1: THIRD}),
        ("no chance of 0", {0: 1, 1: 0}),
        ("no outcomes", {}),
    ):
        yield why, InvalidParameter, raised(Distribution, chances)
    yield "2 is not there: 0", Fraction(0), coin.chance(2)
    yield "3 with 1/3, else 0: the mean is 1", Fraction(1), biased.mean(lambda each: 3 * each)
    yield "at least 1: 1/3", THIRD, biased.chance_that(lambda each: each >= 1)
    two = Distribution({0: QUARTER, 1: HALF, 2: QUARTER})
    yield "0, 1 or 2 heads: 1/4, 1/2, 1/4", two, law(lambda toss: toss(coin) + toss(coin))
    once = Distribution({2: Fraction(1, 6), 1: Fraction(1, 6), 0: Fraction(2, 3)})
    yield "1/3 · 1/2 = 1/6 for heads after heads", once, law(lambda toss: toss(biased) and 1 + toss(coin))
    agent, both, sure = independent(lambda prompt: biased), independent(lambda prompt: coin), Fraction(1)
    same_step, two_steps, nine = ((FIRST, FIRST),), ((FIRST,), (FIRST,)), Fraction(5, 9)
    for drawing, within, across in zip(DRAWINGS, (sure, sure, nine), (sure, nine, nine), strict=True):
        yield f"asked twice in a step, drawn once a {drawing}: 1 or 1/9 + 4/9", within, alike(agent, same_step, drawing)
        yield f"asked in two steps, drawn once a {drawing}", across, alike(agent, two_steps, drawing)
    yield "a coin asked three times: 2/8", QUARTER, alike(both, ((FIRST,) * 3,), "question")
    yield "nothing is asked twice", sure, alike(both, ((FIRST, AFTER_0),), "question")
    yield "no such drawing", InvalidParameter, raised(alike, both, (), "turn")
    again = without_chance(punish_nondeterministic_agent)
    at_first = without_chance(lambda agent, play: Percept(1 if play and agent(play[:1]) == play[1] else 0, 0))
    for drawing, now, then in zip(DRAWINGS, (sure, sure, Fraction(0)), (sure, HALF, HALF), strict=True):
        yield f"asked again at once, drawn once a {drawing}: 1, or 1/2 - 1/2", now, mean_reward(both, again, 3, drawing)
        yield f"asked again at step 2, drawn once a {drawing}", then, mean_reward(both, at_first, 3, drawing)
    shows = without_chance(lambda agent, play: Percept(0, agent(FIRST)))
    each = Distribution({(Percept(0, seen), done): QUARTER for seen, done in product((0, 1), repeat=2)})
    yield "drawn at each step: 0 or 1 is shown, 0 or 1 done", each, interaction_law(both, shows, 1, "step")
    one = Distribution({(Percept(0, seen), seen): HALF for seen in (0, 1)})
    yield (
        "drawn once a life: what is shown is done",
        one,
        interaction_law(mixture(uniform(ALWAYS, NEVER)), shows, 1, "life"),
    )
    pushing, never = mixture(certain(ALWAYS)), mixture(certain(NEVER))

    def one_sight(toss: Any) -> Any:
        seen = toss(coin)
        return lambda agent, play: Percept(0, seen)

    def button(toss: Any) -> Any:
        quarter: Distribution[Any] = Distribution({0: QUARTER, HALF: 1 - QUARTER})
        return tempting_button(tuple(toss(quarter) for _ in range(3)))

    shown = Distribution({(Percept(0, seen), 0, Percept(0, seen), 0): HALF for seen in (0, 1)})
    yield "an environment drawn once: 0 is shown twice, or 1", shown, interaction_law(pushing, one_sight, 2, "life")
    yield "a button with 1/4, always pushed: 1/4 - 3/4", -HALF, mean_reward(pushing, button, 2, "life")
    yield "never pushed: -1/4 + 3/4", HALF, mean_reward(never, button, 2, "life")


# --- Theorem 10, draw by draw ---

WHO = history((0, 9))
"""A prompt on which the two agents differ, so that an extended environment can tell them apart."""

WEIGHTS = (THIRD, 1 - THIRD)


def two_of(agent: Agent) -> tuple[Agent, Agent]:
    """Return two agents of which nothing is known but that they do 0 and 1 if asked who they are."""

    def numbered(number: int) -> Agent:
        return lambda prompt: number if prompt == WHO else agent((Percept(0, number), 0, *prompt))

    return numbered(0), numbered(1)


def mixed(agents: Iterable[Agent]) -> Any:
    """Return the agent with chance that is one of the two."""
    return mixture(Distribution(dict(zip(agents, WEIGHTS, strict=True))))


def alike_by_prompt(agent: Agent, prompt: Prompt) -> tuple[Any, Any]:
    """Return that π_RC, ρ and (π_RC)_RC of whichever is drawn do the same, and with which probability they do."""
    forms = reality_check, reality_check_alternate, lambda agent: reality_check(reality_check(agent))

    def answers(toss: Any) -> bool:
        drawn = mixed(two_of(agent))(toss)
        return len({form(drawn)(prompt) for form in forms}) == 1

    return Fraction(1), law(answers).chance(True)


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
    checked = reality_check_drawn(mixed(two_of(agent)))
    return expected, dict(interaction_law(checked, without_chance(telling_apart), steps, "life").chances)


def in_law(agent: Agent, environment: Any, steps: int) -> tuple[Any, Any]:
    """Return the law of the runs of π and of π_RC in an ordinary environment."""
    drawn, told = mixed(two_of(agent)), without_chance(embed(environment))
    expected, got = (interaction_law(each, told, steps, "life") for each in (drawn, reality_check_drawn(drawn)))
    return dict(expected.chances), dict(got.chances)


def by_drawing(environment: Any) -> Any:
    """Return the claim that the chances of the runs are the same however often an agent is drawn."""

    def claim(agent: Any, steps: int) -> tuple[Any, Any]:
        once, *others = (interaction_law(agent, without_chance(environment), steps, each) for each in DRAWINGS)
        other = next((each for each in others if each != once), once)
        return sorted(once.chances.values()), sorted(other.chances.values())

    return claim


# --- Semi-determinism is more than part 3 needs ---

Answers = Mapping[tuple[int, Prompt], tuple[Action, int]]
"""What an agent with a shared memory does in each state of it, asked on a prompt, and the state afterwards.

Prompts that are not there get 0, and leave the memory alone.
"""


class Asked(NamedTuple):
    """What came of a question: the action, the memory afterwards, and whether π was asked last on the prompt itself."""

    action: Action
    memory: int
    genuine: bool


Ask = Callable[[int, Prompt], Asked]
SHORT = (FIRST, AFTER_0, AFTER_1)


def asking(answers: Answers, transform: Any) -> Ask:
    """Return what asks an agent with a shared memory, after a transformation."""
    known: dict[tuple[int, Prompt], Asked] = {}

    def ask(memory: int, prompt: Prompt) -> Asked:
        if (memory, prompt) not in known:
            now, last = memory, ()

            def agent(question: Prompt) -> Action:
                nonlocal now, last
                last = question
                action, now = answers.get((now, question), (0, now))
                return action

            known[memory, prompt] = Asked(transform(agent)(prompt), now, last == prompt)
        return known[memory, prompt]

    return ask


def is_semideterministic(ask: Ask) -> bool:
    """Decide whether equal questions get equal answers, whatever else is asked in between and however often."""
    start: tuple[int, tuple[tuple[Prompt, Action], ...]] = (0, ())
    seen, waiting = {start}, [start]
    while waiting:
        memory, known = waiting.pop()
        for prompt in SHORT:
            action, after, _ = ask(memory, prompt)
            if dict(known).get(prompt, action) != action:
                return False
            later = after, tuple(sorted({**dict(known), prompt: action}.items()))
            if later not in seen:
                seen.add(later)
                waiting.append(later)
    return True


def reached(ask: Ask, memory: int) -> set[int]:
    """Return every memory to which an environment can bring the agent by asking."""
    seen, waiting = {memory}, [memory]
    while waiting:
        memory = waiting.pop()
        new = {ask(memory, prompt).memory for prompt in SHORT} - seen
        seen |= new
        waiting += new
    return seen


def never_freezes(ask: Ask) -> bool:
    """Decide whether π_RC is never frozen in reality, in any environment, at the first three actions."""
    lives: set[tuple[int, Prompt]] = {(0, FIRST)}
    for _ in range(3):
        acting = [(ask(memory, prompt), prompt) for start, prompt in lives for memory in reached(ask, start)]
        if not all(asked.genuine for asked, _ in acting):
            return False
        lives = {(asked.memory, (*prompt, asked.action, SHOWN)) for asked, prompt in acting}
    return True


def three_of(answers: Answers) -> tuple[bool, bool, bool]:
    """Return whether an agent is semi-deterministic, whether π_RC is, and whether π_RC never freezes."""
    checked = asking(answers, reality_check)
    return (
        is_semideterministic(asking(answers, lambda agent: agent)),
        is_semideterministic(checked),
        never_freezes(checked),
    )


def shared_memories() -> list[Answers]:
    """Return every agent with one bit of shared memory, on three prompts, that does 0 on (0,0) if asked that first."""
    places = list(product((0, 1), SHORT))
    tables = product(product((0, 1), repeat=2), repeat=len(places))
    return [dict(zip(places, each, strict=True)) for each in tables if each[0][0] == 0]  # type: ignore[arg-type]


def with_memory() -> Rows:
    """Yield whether agents are semi-deterministic, whether their π_RC is, and whether it never freezes."""
    only_first = {
        (0, FIRST): (0, 1),
        (1, FIRST): (0, 2),
        (2, FIRST): (0, 2),
        (1, AFTER_0): (0, 2),
        (2, AFTER_0): (1, 2),
    }
    for why, of, answers in (
        ("doing 0 always: all three hold", (True, True, True), {}),
        (
            "on (0,0) 1 (0,0), where it never comes, 0 and 1 in turn; π_RC is frozen there, and does 0",
            (False, True, True),
            {(0, AFTER_1): (0, 1), (1, AFTER_1): (1, 0)},
        ),
        ("asked at once on (0,0) 0 (0,0), π_RC does 0, then 1; once it acts, 1", (False, False, True), only_first),
        (
            "0 and 1 in turn on (0,0): it did 0, and does 1 when it is compared",
            (False, False, False),
            {(0, FIRST): (0, 1), (1, FIRST): (1, 0)},
        ),
    ):
        yield why, of, three_of(answers)


def one_draw_a_life() -> Evidence:
    """Yield the parts about one draw a life: Theorem 10 for all mixtures of two agents, and what tells draws apart."""

    def own_or_neither(agent: Any, prompt: Prompt) -> str:
        own = (all(prompt[i] == each(prompt[:i]) for i in range(1, len(prompt), 2)) for each in two_of(agent))
        return "genuine of one" if any(own) else "genuine of neither"

    def memories(answers: Answers) -> tuple[Any, Any]:
        plain, checked, never = three_of(answers)
        kind = "semi-deterministic" if plain else "π_RC never freezes" if never else "π_RC can freeze"
        return (kind, never, True), (kind, checked, never or not plain)

    runs = Kinds(
        ("one run", "two runs"), lambda law: "one run" if len(law) == 1 else "two runs", of_what_should_be=True
    )
    two = evolve(environments, percepts=2, said=lambda scope: "all environments of 2 percepts")
    mixtures = evolve(agents, percepts=2, said=lambda scope: "all mixtures of two agents, of weights 1/3 and 2/3")
    of_one = kinds(own_or_neither, "genuine of one", "genuine of neither")
    yield by_hand(examples)
    yield every(
        "parts 1 and 2, draw by draw", alike_by_prompt, mixtures, histories(3, full=4, percepts=1), kinds=of_one
    )
    yield every("part 3, draw by draw", on_own_runs, mixtures, two, up_to(2, full=3), kinds=runs)
    yield every("part 4, in law", in_law, mixtures, two, up_to(2, full=3), kinds=runs)

    def drawn(scope: Any) -> Any:
        prompts = EVERY_PROMPT if scope.is_full else EVERY_PROMPT[:3]
        return map(independent, kernels((certain(1), certain(0), tossing(THIRD)), prompts))

    steps = Domain(lambda scope: f"{2 + scope.is_full} steps", lambda scope: [2 + scope.is_full])
    who = among("all agents that do 1, 0, or 1 with 1/3 on each prompt, independently", drawn)
    yield every(
        "an ordinary environment does not tell how often they are drawn", by_drawing(NOTHING_HAPPENS), who, steps
    )
    correlated = among("the agent that always does 0 or always 1", [mixture(uniform(ALWAYS, NEVER))])
    yield every(
        "an ordinary environment does not tell how often that is drawn", by_drawing(NOTHING_HAPPENS), correlated, steps
    ).fails("…: expected [Fraction(1, 2), Fraction(1, 2)], got …")
    yield every("an extended environment does not", by_drawing(punish_nondeterministic_agent), who, steps).fails(
        "an extended environment does not, …: expected [Fraction(1, 3), Fraction(2, 3)], "
        "got [Fraction(1, 9), Fraction(2, 9), Fraction(2, 9), Fraction(4, 9)]"
    )
    kind = Kinds(
        ("semi-deterministic", "π_RC never freezes", "π_RC can freeze"), lambda of: of[0], of_what_should_be=True
    )
    bits = among("all {} agents with one bit of memory shared by all instances, on 3 prompts", shared_memories())
    yield every("π_RC never freezes just if it is semi-deterministic, and does if π is", memories, bits, kinds=kind)
    yield by_hand(with_memory, "agents with a shared memory")
    yield mutants("""
        agents.chance:law
            the first outcome of every toss: Distribution(chances) → certain(next(iter(chances)))
            outcomes without weights: Distribution(chances) → uniform(*chances)
        agents.chance:drawn_by_step
            drawn at each step for once a life: repeat(agent(toss)) → iter(lambda: agent(toss), None)
            drawn at each question for once a life: repeat(agent(toss)) → repeat(_drawn_anew(agent, toss))
            drawn at each question for each step: iter(lambda: agent(toss), None) → repeat(_drawn_anew(agent, toss))
            drawn once a life for each question: repeat(_drawn_anew(agent, toss)) → repeat(agent(toss))
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
        transforms.reality_check:reality_check
            frozen to the contrary: return agent(prompt[:1]) → return 1 - agent(prompt)
    """)
