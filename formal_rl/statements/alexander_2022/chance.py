"""Checks of agents with chance: what one draw a life gives, and what does not need it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from formal_rl.agents import (
    Agent,
    ChanceAgent,
    Distribution,
    Draw,
    Drawing,
    Kernel,
    Toss,
    certain,
    chance_of_acting_alike,
    independent,
    law,
    mixture,
    uniform,
)
from formal_rl.checking import (
    Case,
    Claim,
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Transform,
    Unknown,
    check_examples,
    decide,
    decide_prompts,
    equal,
    part,
    unless,
)
from formal_rl.environments import (
    ChanceEnvironment,
    ExtendedEnvironment,
    embed,
    interaction_law,
    punish_nondeterministic_agent,
    tempting_button,
    without_chance,
)
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Action, History, Percept, Play, Prompt, all_prompts, history
from formal_rl.transforms import reality_check, reality_check_alternate, reality_check_drawn

_HALF, _THIRD, _QUARTER = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)
SHOWN = Percept(0, 0)
FIRST, AFTER_0, AFTER_1 = history((0, 0)), history((0, 0), 0, (0, 0)), history((0, 0), 1, (0, 0))
EVERY_PROMPT = tuple(prompt for n in (1, 2, 3) for prompt in all_prompts((SHOWN,), (0, 1), n))
"""The prompts of at most 3 percepts, all (0, 0), and 2 actions: ⟨x⟩, x 0 x, x 1 x, and four longer ones."""

InteractionLaw = Callable[[ChanceAgent, ChanceEnvironment, int, Drawing], Distribution[History]]
Checked = Callable[[ChanceAgent], ChanceAgent]
Law = Callable[[Callable[[Toss], Any]], Distribution[Any]]
ActingAlike = Callable[[ChanceAgent, Any, Drawing], Fraction]


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
        yield _by_actions(dict(zip(listed, chosen, strict=True)))


def _by_actions(table: Mapping[tuple[Any, ...], Distribution[Action]]) -> Kernel:
    return lambda prompt: table[prompt[1::2]]


# --- By hand ---


_ALWAYS, _NEVER = (lambda prompt: 0), (lambda prompt: 1)
"""They push every button, and none: to push is action 0."""


def _as_at_first(agent: Agent, play: Play) -> Percept:
    """Pay 1 if the first action was what the agent does on the first percept when it is asked now."""
    return Percept(1 if play and agent(play[:1]) == play[1] else 0, 0)


def _shows_the_answer(agent: Agent, play: Play) -> Percept:
    """Show what the agent does on (0, 0)."""
    return Percept(0, agent(FIRST))


def _one_sight(toss: Toss) -> ExtendedEnvironment:
    """Return the environment that always shows 0, or always 1."""
    seen = toss(uniform(0, 1))
    return lambda agent, play: Percept(0, seen)


def _button(toss: Toss) -> ExtendedEnvironment:
    """Return the tempting button with its observations drawn: a button with probability 1/4."""
    quarter: Distribution[Draw] = Distribution({0: _QUARTER, _HALF: 1 - _QUARTER})
    return tempting_button(tuple(toss(quarter) for _ in range(3)))


def _worked_examples(law: Law, run: InteractionLaw, alike: ActingAlike) -> Iterator[Example]:
    coin, biased = uniform(0, 1), tossing(_THIRD)
    yield ("a float", "refused", InvalidParameter, Distribution, {0: 0.5, 1: 0.5})
    yield ("1/2 and 1/3", "5/6 is not 1", InvalidParameter, Distribution, {0: _HALF, 1: _THIRD})
    yield ("1, and 0 beside it", "no chance of 0", InvalidParameter, Distribution, {0: 1, 1: 0})
    yield ("no outcomes", "0 is not 1", InvalidParameter, Distribution, {})
    yield ("the chance of 2", "it is not there: 0", Fraction(0), coin.chance, 2)
    yield ("the mean of 3 with 1/3, else 0", "1", Fraction(1), biased.mean, lambda each: 3 * each)
    yield ("at least 1", "1/3", _THIRD, biased.chance_that, lambda each: each >= 1)
    why = "0, 1 or 2 heads: 1/4, 1/2, 1/4"
    two = Distribution({0: _QUARTER, 1: _HALF, 2: _QUARTER})
    yield ("two coins", why, two, law, lambda toss: toss(coin) + toss(coin))
    why = "1/3 * 1/2 = 1/6 for heads after heads, 2/3 for no further toss"
    once = Distribution({2: Fraction(1, 6), 1: Fraction(1, 6), 0: Fraction(2, 3)})
    yield ("a second toss after heads", why, once, law, lambda toss: toss(biased) and 1 + toss(coin))
    agent = independent(lambda prompt: biased)
    same_step, two_steps = ((FIRST, FIRST),), ((FIRST,), (FIRST,))
    c, sure = Fraction(5, 9), Fraction(1)
    for drawing, within, across in (("life", sure, sure), ("step", sure, c), ("question", c, c)):
        yield (
            f"asked twice in a step, drawn once a {drawing}",
            "1, or 1/9 + 4/9",
            within,
            alike,
            agent,
            same_step,
            drawing,
        )
        yield (
            f"asked in two steps, drawn once a {drawing}",
            "1, or 1/9 + 4/9",
            across,
            alike,
            agent,
            two_steps,
            drawing,
        )
    both, constant = independent(lambda prompt: coin), mixture(uniform(_ALWAYS, _NEVER))
    why = "three answers alike: 2/8"
    yield ("a coin asked three times", why, _QUARTER, alike, both, ((FIRST,) * 3,), "question")
    yield ("two prompts", "nothing is asked twice", Fraction(1), alike, both, ((FIRST, AFTER_0),), "question")
    yield ("another word", "refused", InvalidParameter, alike, both, (), "turn")
    for drawing, again, at_first in (("life", sure, sure), ("step", sure, _HALF), ("question", _HALF, _HALF)):
        why = "the environment asks what the agent does, 1; or another draw, 1/2 + 0 for 1 or -1"
        yield (
            f"asked again at once, drawn once a {drawing}",
            why,
            2 * again - 1,
            *(_mean_reward, run, both, without_chance(punish_nondeterministic_agent), 3, drawing),
        )
        why = "asked at step 2 what it does at step 1: 1, or 1/2"
        yield (
            f"asked again a step later, drawn once a {drawing}",
            why,
            at_first,
            *(_mean_reward, run, both, without_chance(_as_at_first), 3, drawing),
        )
    why = "step 0 has its own draw: 0 or 1 is shown, then 0 or 1 done"
    run_of_1 = Distribution({(Percept(0, seen), done): _QUARTER for seen, done in product((0, 1), repeat=2)})
    yield (
        "the first percept asks, drawn at each step",
        why,
        run_of_1,
        run,
        both,
        without_chance(_shows_the_answer),
        1,
        "step",
    )
    why = "0 is shown and done, or 1"
    run_of_1 = Distribution({(Percept(0, 0), 0): _HALF, (Percept(0, 1), 1): _HALF})
    yield ("the same, drawn once a life", why, run_of_1, run, constant, without_chance(_shows_the_answer), 1, "life")
    why = "0 is shown twice, or 1"
    shown = Distribution({(Percept(0, seen), 0, Percept(0, seen), 0): _HALF for seen in (0, 1)})
    yield ("an environment drawn once a life", why, shown, run, mixture(certain(_ALWAYS)), _one_sight, 2, "life")
    yield ("every button pushed", "1/4 - 3/4", -_HALF, _mean_reward, run, mixture(certain(_ALWAYS)), _button, 2, "life")
    yield ("no button pushed", "-1/4 + 3/4", _HALF, _mean_reward, run, mixture(certain(_NEVER)), _button, 2, "life")


def _mean_reward(
    run: InteractionLaw, agent: ChanceAgent, environment: ChanceEnvironment, steps: int, drawing: Drawing
) -> Fraction:
    """Return the mean of the last reward."""
    return run(agent, environment, steps, drawing).mean(lambda played: played[-2].reward)


# --- Theorem 10, draw by draw ---


_WHO = history((0, 9))
"""A prompt on which the two agents differ, so that an extended environment can tell them apart."""


def _two_agents(unknown: Unknown) -> tuple[Agent, Agent]:
    """Return two agents of which nothing is known but that they do 0 and 1 if asked who they are."""

    def numbered(number: int) -> Agent:
        def agent(prompt: Prompt) -> Action:
            return number if prompt == _WHO else unknown.agent((Percept(0, number), 0, *prompt))

        return agent

    return numbered(0), numbered(1)


def _telling_apart(unknown: Unknown) -> ExtendedEnvironment:
    """Return an environment that treats each of the two agents in its own way."""
    return lambda agent, play: unknown.environment((Percept(0, agent(_WHO)), 0, *play))


def _own_run(agent: Agent, checked: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    """Return what happens if the environment faces π_RC, and π acts."""
    play: Play = ()
    for _ in range(steps):
        prompt = (*play, environment(checked, play))
        play = (*prompt, agent(prompt))
    return play


def _theorem_10(scope: Scope, run: InteractionLaw, checked: Checked, transform: Transform) -> Iterator[Part]:
    steps, percepts = scope.steps(quick=2, full=3), (Percept(0, 0), Percept(1, 0))
    weights = (_THIRD, 1 - _THIRD)
    own, other = "a genuine history of one of them", "a genuine history of neither"

    def mixed(agents: tuple[Agent, Agent]) -> ChanceAgent:
        return mixture(Distribution(dict(zip(agents, weights, strict=True))))

    def by_prompt(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
        agents = _two_agents(unknown)
        genuine = [all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2)) for agent in agents]
        cover(own if any(genuine) else other)
        forms = (transform, reality_check_alternate, lambda agent: transform(transform(agent)))

        def answers_of(toss: Toss) -> tuple[Action, ...]:
            drawn = mixed(agents)(toss)
            return tuple(form(drawn)(prompt) for form in forms)

        answers = law(answers_of)
        return unless(
            answers.chance_that(lambda each: len(set(each)) == 1) == 1,
            "π_RC, ρ and (π_RC)_RC",
            "alike",
            answers,
            prompt,
        )

    def genuine_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            agents, environment = _two_agents(unknown), _telling_apart(unknown)
            expected: dict[History, Fraction] = {}
            for agent, weight in zip(agents, weights, strict=True):
                played = _own_run(agent, transform(agent), environment, steps)
                expected[played] = expected.get(played, Fraction(0)) + weight
            cover("one run" if len(expected) == 1 else "two runs")
            got = run(checked(mixed(agents)), without_chance(environment), steps, "life")
            return equal("the runs of π_RC, and of π in its place", dict(expected), dict(got.chances))

        return claim

    def ordinary_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            agent, environment = mixed(_two_agents(unknown)), without_chance(embed(unknown.environment))
            expected, got = (run(each, environment, steps, "life") for each in (agent, checked(agent)))
            cover("one run" if len(expected.chances) == 1 else "two runs")
            return equal("the law of the runs of π_RC", dict(expected.chances), dict(got.chances))

        return claim

    who = "all mixtures of two agents, of weights 1/3 and 2/3"
    over = f"to horizon {steps}, {len(percepts)} percepts x 2 actions"
    common: Mapping[str, Any] = {"actions": (0, 1), "percepts": percepts, "branches": ("one run", "two runs")}
    longest = steps + 1
    yield decide_prompts(
        "parts 1 and 2, draw by draw", by_prompt, (longest, (SHOWN,), (0, 1)), who=who, branches=(own, other)
    )
    name = "part 3, draw by draw"
    yield decide(name, genuine_at, steps, domain=f"{who}, x all extended environments {over}", **common)
    name = "part 4, in law"
    yield decide(name, ordinary_at, steps, domain=f"{who}, x all ordinary environments {over}", **common)


# --- Where the draws cannot be seen ---


def _ordinary(scope: Scope, run: InteractionLaw) -> Iterator[Part]:
    """Compare the ways to draw, in ordinary environments and in one that asks again."""
    values = (certain(1), certain(0), tossing(_THIRD))
    prompts = EVERY_PROMPT if scope.is_full else EVERY_PROMPT[:3]
    steps = 3 if scope.is_full else 2

    def compared(agents: Iterable[ChanceAgent], environment: ExtendedEnvironment) -> Iterator[Case]:
        for agent in agents:
            drawings: tuple[Drawing, ...] = ("life", "step", "question")
            once, *others = (run(agent, without_chance(environment), steps, each) for each in drawings)
            branch = "one run" if len(once.chances) == 1 else "more runs"
            for each in others:
                differs = equal("the chances of the runs", sorted(once.chances.values()), sorted(each.chances.values()))
                yield branch, None if once == each else differs

    independently = [independent(kernel) for kernel in kernels(values, prompts)]
    who = f"all agents that do 1 for sure, 0 for sure or 1 with probability 1/3 on each prompt, {steps} steps"
    branches, shows = ("one run", "more runs"), embed(lambda play: SHOWN)
    name = "an ordinary environment does not tell how often an agent with independent answers is drawn"
    yield part(name, domain=f"{who} in one that shows (0, 0)", branches=branches)(compared)(independently, shows)
    name = "an ordinary environment does not tell how often any agent is drawn"
    domain = (
        f"the agent that always does 0 or always 1, with probability 1/2 each, {steps} steps in the same environment"
    )
    correlated = [mixture(uniform(_ALWAYS, _NEVER))]
    yield part(name, domain=domain, branches=branches[1:])(compared)(correlated, shows).meant_to_fail(
        f"the chances of the runs: expected {[_HALF] * 2}, got {[_HALF**steps] * 2**steps}"
    )
    name = "an extended environment does not tell how often an agent is drawn"
    asking = part(name, domain=f"{who} in one that asks again", branches=branches)(compared)
    yield asking(independently, punish_nondeterministic_agent).meant_to_fail(
        "the chances of the runs: expected [Fraction(1, 3), Fraction(2, 3)], "
        "got [Fraction(1, 9), Fraction(2, 9), Fraction(2, 9), Fraction(4, 9)]"
    )


# --- Semi-determinism is more than part 3 needs ---


Answers = Mapping[tuple[int, Prompt], tuple[Action, int]]
"""What an agent with a shared memory does in each state of it, asked on a prompt, and the state afterwards.

Prompts that are not there get 0, and leave the memory alone.
"""


class _Asked(NamedTuple):
    """What came of a question: the action, the memory afterwards, and whether π was asked last on the prompt itself."""

    action: Action
    memory: int
    genuine: bool


def _ask(answers: Answers, transform: Transform, memory: int, prompt: Prompt) -> _Asked:
    """Ask an agent with a shared memory, after a transformation."""
    last: Prompt = ()

    def agent(question: Prompt) -> Action:
        nonlocal memory, last
        last = question
        action, memory = answers.get((memory, question), (0, memory))
        return action

    action = transform(agent)(prompt)
    return _Asked(action, memory, last == prompt)


_SHORT = (FIRST, AFTER_0, AFTER_1)


def _is_semideterministic(ask: Callable[[int, Prompt], _Asked]) -> bool:
    """Decide whether equal questions get equal answers, whatever else is asked in between and however often."""
    start: tuple[int, tuple[tuple[Prompt, Action], ...]] = (0, ())
    seen, waiting = {start}, [start]
    while waiting:
        memory, known = waiting.pop()
        for prompt in _SHORT:
            action, after, _ = ask(memory, prompt)
            if dict(known).get(prompt, action) != action:
                return False
            later = after, tuple(sorted({**dict(known), prompt: action}.items()))
            if later not in seen:
                seen.add(later)
                waiting.append(later)
    return True


def _reached(ask: Callable[[int, Prompt], _Asked], memory: int) -> set[int]:
    """Return every memory to which an environment can bring the agent by asking."""
    seen, waiting = {memory}, [memory]
    while waiting:
        memory = waiting.pop()
        for after in {ask(memory, prompt).memory for prompt in _SHORT} - seen:
            seen.add(after)
            waiting.append(after)
    return seen


def _never_freezes(ask: Callable[[int, Prompt], _Asked]) -> bool:
    """Decide whether π_RC is never frozen in reality, in any environment, at the first three actions."""
    lives: set[tuple[int, Prompt]] = {(0, FIRST)}
    for _ in range(3):
        acting = [(ask(memory, prompt), prompt) for start, prompt in lives for memory in _reached(ask, start)]
        if not all(asked.genuine for asked, _ in acting):
            return False
        lives = {(asked.memory, (*prompt, asked.action, SHOWN)) for asked, prompt in acting}
    return True


def _three_of(answers: Answers, transform: Transform) -> tuple[bool, bool, bool]:
    """Return whether an agent is semi-deterministic, whether π_RC is, and whether π_RC never freezes."""
    asked: dict[tuple[int, Prompt], _Asked] = {}

    def checked(memory: int, prompt: Prompt) -> _Asked:
        if (memory, prompt) not in asked:
            asked[memory, prompt] = _ask(answers, transform, memory, prompt)
        return asked[memory, prompt]

    plain = _is_semideterministic(lambda memory, prompt: _ask(answers, lambda agent: agent, memory, prompt))
    return plain, _is_semideterministic(checked), _never_freezes(checked)


ONE_BIT = 2
"""The number of states of the memories that are gone through."""

_ONLY_WHERE_IT_NEVER_COMES: Answers = {(0, AFTER_1): (0, 1), (1, AFTER_1): (1, 0)}
"""Does 0; and on (0,0) 1 (0,0), where it never comes, 0 and 1 in turn."""

_ONLY_IF_ASKED_FIRST: Answers = {
    (0, FIRST): (0, 1),
    (1, FIRST): (0, 2),
    (1, AFTER_0): (0, 2),
    (2, FIRST): (0, 2),
    (2, AFTER_0): (1, 2),
}
"""Does 0 on (0,0), and 1 on (0,0) 0 (0,0); but 0 there if that is its second question, after one on (0,0)."""


def _shared_memories() -> Iterator[Answers]:
    """Yield every agent with one bit of shared memory, on three prompts, that does 0 on (0,0) if asked that first."""
    places = [(memory, prompt) for memory in range(ONE_BIT) for prompt in _SHORT]
    for entries in product(product((0, 1), range(ONE_BIT)), repeat=len(places)):
        if entries[0][0] == 0:
            yield dict(zip(places, entries, strict=True))


_KINDS = ("semi-deterministic", "not, and π_RC never freezes", "not, and π_RC can freeze")


def _memories(transform: Transform) -> Iterator[Part]:
    every = list(_shared_memories())
    domain = f"all {len(every)} agents with one bit of memory shared by all instances, on 3 prompts, in any environment"

    @part(
        "π_RC never freezes just if it is semi-deterministic, and does if π is",
        domain=domain,
        branches=_KINDS,
    )
    def cases() -> Iterator[Case]:
        for answers in every:
            plain, checked, never = _three_of(answers, transform)
            kind = _KINDS[0] if plain else _KINDS[1] if never else _KINDS[2]
            right = checked == never and (never or not plain)
            yield kind, unless(right, f"the agent {answers}", "as it is named", (plain, checked, never))

    yield cases()
    rows: tuple[Example, ...] = (
        ("doing 0 always", "all three hold", (True, True, True), _three_of, {}, transform),
        (
            "not semi-deterministic where it never comes",
            "asked twice on (0,0) 1 (0,0) it does 0 and 1; π_RC is frozen there, and does 0",
            (False, True, True),
            *(_three_of, _ONLY_WHERE_IT_NEVER_COMES, transform),
        ),
        (
            "π_RC not semi-deterministic either",
            "asked at once on (0,0) 0 (0,0), π_RC does 0, and then 1; once it acts, 1 throughout",
            (False, False, True),
            *(_three_of, _ONLY_IF_ASKED_FIRST, transform),
        ),
        (
            "0 and 1 in turn on (0,0)",
            "it did 0, and does 1 when it is compared: frozen",
            (False, False, False),
            *(_three_of, {(0, FIRST): (0, 1), (1, FIRST): (1, 0)}, transform),
        ),
    )
    yield check_examples(rows, "agents with a shared memory")


def draw_by_draw(
    scope: Scope,
    *,
    law: Law = law,
    interaction_law: InteractionLaw = interaction_law,
    acting_alike: ActingAlike = chance_of_acting_alike,
    checked: Checked = reality_check_drawn,
    transform: Transform = reality_check,
) -> Iterator[Part]:
    """Check what one draw a life gives: Theorem 10 for all mixtures of two agents, and what tells draws apart."""
    yield check_examples(_worked_examples(law, interaction_law, acting_alike))
    yield from _theorem_10(scope, interaction_law, checked, transform)
    yield from _ordinary(scope, interaction_law)
    yield from _memories(transform)


# --- Mutants ---


def _first_path_only(experiment: Callable[[Toss], Any]) -> Distribution[Any]:
    """Follow the first outcome of every toss alone."""
    return certain(experiment(lambda distribution: next(iter(distribution.chances))))


def _unweighted(experiment: Callable[[Toss], Any]) -> Distribution[Any]:
    """Give every outcome that occurs one probability."""
    return uniform(*law(experiment).chances)


def _other_drawing(**instead: Drawing) -> InteractionLaw:
    return lambda agent, world, steps, drawing: interaction_law(agent, world, steps, instead.get(drawing, drawing))


def _environment_has_its_own(
    agent: ChanceAgent, environment: ChanceEnvironment, steps: int, drawing: Drawing
) -> Distribution[History]:
    """Let the environment ask an agent drawn for itself."""

    def asking(toss: Toss) -> ExtendedEnvironment:
        asked, world = agent(toss), environment(toss)
        return lambda acting, play: world(asked, play)

    return interaction_law(agent, asking, steps, drawing)


def _environment_drawn_again(
    agent: ChanceAgent, environment: ChanceEnvironment, steps: int, drawing: Drawing
) -> Distribution[History]:
    """Draw the environment anew for each percept."""

    def drawn_again(toss: Toss) -> ExtendedEnvironment:
        def world(acting: Agent, play: Play) -> Percept:
            return environment(toss)(acting, play)

        return world

    return interaction_law(agent, drawn_again, steps, drawing)


def _first_step_kept(
    agent: ChanceAgent, environment: ChanceEnvironment, steps: int, drawing: Drawing
) -> Distribution[History]:
    """Draw at each step, but let the first percept be asked of the agent that acts first."""
    if drawing != "step":
        return interaction_law(agent, environment, steps, drawing)

    def experiment(toss: Toss) -> History:
        world = environment(toss)
        play: Play = ()
        acting = agent(toss)
        for step in range(steps):
            prompt = (*play, world(acting, play))
            acting = agent(toss) if step else acting
            play = (*prompt, acting(prompt))
        return play

    return law(experiment)


def _neighbours_alike(agent: ChanceAgent, questions: Any, drawing: Drawing) -> Fraction:
    """Compare within each step only."""
    chance = Fraction(1)
    for step in questions:
        chance *= chance_of_acting_alike(agent, (step,), drawing)
    return chance if questions else chance_of_acting_alike(agent, questions, drawing)


def _drawn_anew(agent: ChanceAgent) -> ChanceAgent:
    """Let every comparison within π_RC draw another agent."""

    def checked(toss: Toss) -> Agent:
        def drawn_anew(prompt: Prompt) -> Action:
            return agent(toss)(prompt)

        return reality_check(drawn_anew)

    return checked


def _frozen_to_the_contrary(agent: Agent) -> Agent:
    """Freeze to the other action, where it freezes."""

    def checked(prompt: Prompt) -> Action:
        if all(prompt[i] == checked(prompt[:i]) for i in range(1, len(prompt), 2)):
            return agent(prompt)
        return 1 - agent(prompt)

    return checked


ONE_DRAW_A_LIFE: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "the first outcome of every toss": {"law": _first_path_only},
        "outcomes without weights": {"law": _unweighted},
        "drawn at each step for once a life": {"interaction_law": _other_drawing(life="step")},
        "drawn at each question for once a life": {"interaction_law": _other_drawing(life="question")},
        "drawn at each question for each step": {"interaction_law": _other_drawing(step="question")},
        "drawn once a life for each question": {"interaction_law": _other_drawing(question="life")},
        "the environment asks an agent of its own": {"interaction_law": _environment_has_its_own},
        "the environment is drawn for each percept": {"interaction_law": _environment_drawn_again},
        "no draw before the first action": {"interaction_law": _first_step_kept},
        "answers compared within a step": {"acting_alike": _neighbours_alike},
        "each comparison draws": {"checked": _drawn_anew},
        "frozen to the contrary": {"transform": _frozen_to_the_contrary},
    }
)
"""The mutants, by name."""
