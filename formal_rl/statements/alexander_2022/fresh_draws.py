"""Checks of Theorem 10 for agents with chance: drawn once a life, at every step, or whenever they are asked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.agents import (
    Agent,
    AgentInstance,
    ChanceAgent,
    Distribution,
    Drawing,
    Kernel,
    MakesInstances,
    Toss,
    Transition,
    certain,
    chance_of_acting_alike,
    independent,
    law,
    mixture,
    uniform,
)
from formal_rl.checking import (
    Case,
    Example,
    FunctionPair,
    Part,
    Scope,
    Transform,
    check_examples,
    equal,
    part,
    unless,
)
from formal_rl.environments import embed, interaction_law, without_chance
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, History, Observation, Percept, Prompt, history, require_prompt
from formal_rl.statements.alexander_2022.chance import (
    AFTER_0,
    AFTER_1,
    EVERY_PROMPT,
    FIRST,
    ONE_DRAW_A_LIFE,
    SHOWN,
    ActingAlike,
    Checked,
    InteractionLaw,
    Law,
    draw_by_draw,
    kernels,
    tossing,
    written,
)
from formal_rl.statements.alexander_2022.class_reality_check import ClassTransform
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
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

_HALF, _THIRD = Fraction(1, 2), Fraction(1, 3)
_COIN, _ONE = uniform(0, 1), certain(1)
THIRD = history((0, 0), 1, (0, 0), 1, (0, 0))
_NOTHING_HAPPENS = without_chance(embed(lambda play: SHOWN))

Anew: TypeAlias = Callable[..., Kernel]
KernelTransform: TypeAlias = Callable[[Kernel], Kernel]


def twice(agent: Agent) -> Agent:
    """Return (π_RC)_RC."""
    return reality_check(reality_check(agent))


def _coin_then_1(prompt: Prompt) -> Distribution[Action]:
    """Toss a fair coin at first, and then do 1."""
    return _COIN if len(prompt) == 1 else _ONE


def _cases_of_the_fold(scope: Scope) -> Iterator[tuple[str, tuple[Kernel, Prompt]]]:
    values = (_ONE, certain(0), _COIN)
    longest = 5 if scope.is_full else 3
    for kernel in kernels(values, EVERY_PROMPT[:longest]):
        for prompt in EVERY_PROMPT[:longest]:
            law_at_first = kernel(FIRST)
            branch = "it tosses at first" if len(law_at_first.chances) > 1 else "it is sure at first"
            yield branch, (kernel, prompt)
    paid = Percept(1, 0)
    longer = (*EVERY_PROMPT[3:], (*THIRD, 1, SHOWN), (SHOWN, 1, paid), (paid, 1, SHOWN, 0, paid))
    yield from (("longer", (kernel, prompt)) for kernel in map(_biased, (_THIRD, Fraction(3, 4))) for prompt in longer)


def _biased(chance: Fraction) -> Kernel:
    """Return an agent that does 1 with a probability that its latest reward and the number of its actions change."""
    return lambda prompt: tossing(chance / (1 + prompt[-1].reward) / (1 + len(prompt) // 4))


@frozen
class LawPair(FunctionPair):
    """Two functions from kernels to kernels, compared prompt by prompt."""

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all cases."""
        definition, fast = map(self._by_prompt, (self.definition, self.fast))
        return FunctionPair(self.name, definition, fast, self.cases, self.branches, self.domain).parts(scope)

    @staticmethod
    def _by_prompt(form: KernelTransform) -> Callable[[Kernel, Prompt], Distribution[Action]]:
        return lambda kernel, prompt: form(kernel)(prompt)


def anew_pair(anew: Anew = reality_check_anew, fold: KernelTransform = reality_check_anew_fold) -> LawPair:
    """Return the pair of π_RC's law by enumeration, every toss followed, and by its formula."""
    domain = "all agents that do 1, do 0 or toss a fair coin on each of 3 prompts, and biased ones to 4 percepts"
    branches = ("it tosses at first", "it is sure at first", "longer")
    return LawPair("reality_check_anew_fold", anew, fold, _cases_of_the_fold, branches, domain)


ANEW_PAIR = anew_pair()


# --- By hand ---


def _at(form: Callable[[Kernel], Kernel], kernel: Kernel, prompt: Prompt) -> str:
    return written(form(kernel)(prompt))


def _last_actions(agent: ChanceAgent, steps: int, drawing: Drawing) -> str:
    """Return the law of the last action where nothing happens."""
    run = interaction_law(agent, _NOTHING_HAPPENS, steps, drawing)
    return written(law(lambda toss: toss(run)[-1]))


def _worked_examples(
    anew: Anew, alternate: Transform, checked: Checked, possible: KernelTransform
) -> Iterator[Example]:
    agent = independent(_coin_then_1)
    half, sure = "0: 1/2, 1: 1/2", "1: 1"
    yield ("at first", "the coin", half, _at, anew, _coin_then_1, FIRST)
    why = "the coin falls as it did, 1/2: 1; otherwise frozen, and tosses: 1/2 + 1/2 * 1/2 = 3/4"
    yield ("the coin, then 1", why, "0: 1/4, 1: 3/4", _at, anew, _coin_then_1, AFTER_0)
    why = "π_RC does 1 with 3/4 if its own first toss is matched, 1/2; else frozen: 1/2 * 3/4 + 1/2 * 1/2 = 5/8"
    yield ("the same, (π_RC)_RC", why, "0: 3/8, 1: 5/8", _at, partial(anew, transform=twice), _coin_then_1, AFTER_0)
    why = "y_1 = 1 is matched with 1/2, y_2 = 1 with 3/4: 3/8 + 5/8 * 1/2 = 11/16"
    yield ("at the third step", why, "0: 5/16, 1: 11/16", _at, anew, _coin_then_1, THIRD)
    why = "y_1 = 1 is matched with 1/2, y_2 = 1 surely: 1/2 + 1/2 * 1/2 = 3/4"
    yield (
        "the same, ρ",
        why,
        "0: 1/4, 1: 3/4",
        _at,
        partial(anew, transform=alternate),
        _coin_then_1,
        THIRD,
    )
    yield ("what could have been", "0 was possible: 1", sure, _at, possible, _coin_then_1, AFTER_0)
    yield (
        "what could not have been",
        "0 after 1 1 was not: the coin",
        half,
        _at,
        possible,
        _coin_then_1,
        (*AFTER_1, 0, SHOWN),
    )
    for form in (anew, reality_check_anew_fold, possible):
        yield ("a play", "not a prompt", MalformedHistory, _at, form, _coin_then_1, (*FIRST, 0))
    for drawing in ("life", "step", "question"):
        yield (f"π's second action, drawn once a {drawing}", "1", sure, _last_actions, agent, 2, drawing)
    why = "the first action is the drawn agent's own: 1"
    yield ("π_RC's second action, drawn once a life", why, sure, _last_actions, checked(agent), 2, "life")
    why = "another draw's first action is the same with 1/2: 1; or it differs, and it freezes to it: 1 for 0, 0 for 1"
    for drawing in ("step", "question"):
        yield (
            f"π_RC's second action, drawn once a {drawing}",
            why,
            "0: 1/4, 1: 3/4",
            _last_actions,
            checked(agent),
            2,
            drawing,
        )
    why = "frozen, it tosses: 1/2 + 1/2 * 1/2"
    anew_agent = independent(anew(_coin_then_1))
    yield ("π_RC's second action, every π(...) drawn", why, "0: 1/4, 1: 3/4", _last_actions, anew_agent, 2, "question")


# --- How often π_RC is not frozen ---


def _not_frozen(drawn: Callable[[Toss], Agent], transform: Transform, steps: int) -> Distribution[tuple[bool, ...]]:
    """Return the law of whether π_RC is not frozen at each step, where nothing happens; drawn anew at each step."""

    def experiment(toss: Toss) -> tuple[bool, ...]:
        prompt, free = FIRST, []
        for _ in range(steps):
            asked: list[Prompt] = []
            agent = drawn(toss)

            def listening(question: Prompt, agent: Agent = agent, asked: list[Prompt] = asked) -> Action:
                asked.append(question)
                return agent(question)

            action = transform(listening)(prompt)
            free.append(asked[-1] == prompt)
            prompt = (*prompt, action, SHOWN)
        return tuple(free)

    return law(experiment)


def _tossing_instances(toss: Toss, chance: Fraction) -> type[AgentInstance]:
    """Return a class whose instances toss whenever they are asked; once trained they do 2 more."""

    class Tossing:
        def __init__(self) -> None:
            self.trained = 0

        def act(self, obs: Observation) -> Action:
            return 2 * self.trained + toss(tossing(chance))

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            self.trained += 1

    return Tossing


def _class_not_frozen(transform: ClassTransform, chance: Fraction, steps: int) -> Fraction:
    """Return the probability that an instance that acts and is trained is not frozen at its last action."""

    def experiment(toss: Toss) -> bool:
        instance = transform(_tossing_instances(toss, chance))()
        for _ in range(steps - 1):
            instance.train(0, instance.act(0), 0, 0)
        return instance.act(0) >= 2 * (steps - 1)

    return law(experiment).chance(True)


class _TossingClass:
    """An agent-class whose states count trainings, and whose answers are tossed; they do 2 more once trained."""

    initial = 0

    def __init__(self, toss: Toss, chance: Fraction) -> None:
        self._toss, self._law = toss, tossing(chance)

    def ask(self, state: int, observation: Observation) -> tuple[Action, int]:
        return 2 * state + self._toss(self._law), state

    def train(self, state: int, transition: Transition) -> int:
        return state + 1


def _published_not_frozen(chance: Fraction, steps: int, *, copy: bool) -> Fraction:
    """Return the same of the published reality check: of the instance that acts, or of a copy only trained like it."""

    def experiment(toss: Toss) -> bool:
        checked = PublishedRealityCheck(_TossingClass(toss, chance))
        acting = other = checked.initial
        for _ in range(steps - 1):
            action, acting = checked.ask(acting, 0)
            transition = Transition(0, action, 0, 0)
            acting, other = checked.train(acting, transition), checked.train(other, transition)
        return not (other if copy else acting).frozen

    return law(experiment).chance(True)


_CONSTANT = (lambda prompt: 0), (lambda prompt: 1)


def _frequencies(scope: Scope, transform: Transform, of_class: ClassTransform) -> Part:
    chances = (_HALF, _THIRD, Fraction(1, 5)) if scope.is_full else (_HALF, _THIRD)
    longest = 4 if scope.is_full else 3
    kinds = ("at step n: c^(n-1)", "at all steps to n: the product", "a class: c^(n-1)", "constant: q^n + (1-q)^n")
    published = ("published, acting: 1", "published, a copy: c^(n-1)")

    @part(
        "how often π_RC is not frozen",
        domain=f"agents that do 1 with probability q, q among {', '.join(map(str, chances))}, to step n = {longest}; "
        "c = q^2 + (1-q)^2",
        branches=(*kinds, *published),
    )
    def cases() -> Iterator[Case]:
        for q, n in product(chances, range(1, longest + 1)):
            c = q**2 + (1 - q) ** 2

            def anew(toss: Toss, q: Fraction = q) -> Agent:
                return lambda prompt: toss(tossing(q))

            constant = mixture(Distribution({_CONSTANT[0]: 1 - q, _CONSTANT[1]: q}))
            free = _not_frozen(anew, transform, n)
            together = prod((q ** (j + 1) + (1 - q) ** (j + 1) for j in range(1, n)), start=Fraction(1))
            about = f"the chance at n = {n}, q = {q}"
            for kind, expected, got in (
                (kinds[0], c ** (n - 1), free.chance_that(lambda each: each[-1])),
                (kinds[1], together, free.chance_that(all)),
                (kinds[2], c ** (n - 1), _class_not_frozen(of_class, q, n)),
                (kinds[3], q**n + (1 - q) ** n, _not_frozen(constant, transform, n).chance_that(lambda each: each[-1])),
                (published[0], Fraction(1), _published_not_frozen(q, n, copy=False)),
                (published[1], c ** (n - 1), _published_not_frozen(q, n, copy=True)),
            ):
                yield kind, equal(f"{about}, {kind}", str(expected), str(got))

    return cases()


# --- Theorem 10 for laws ---


VALUES = (_ONE, certain(0), _COIN)
_KINDS = ("it tosses", "it tosses nothing")


def _kind(kernel: Kernel, prompts: Sequence[Prompt]) -> str:
    return _KINDS[all(len(kernel(prompt).chances) == 1 for prompt in prompts)]


def _same_law(
    name: str,
    one: KernelTransform,
    other: KernelTransform,
    prompts: Sequence[Prompt],
    values: Sequence[Any] = VALUES,
    *,
    branches: Sequence[str] = _KINDS,
) -> Part:
    """Compare two transformations on every agent of a grid, prompt by prompt."""

    @part(
        name,
        domain=f"all agents with one of the laws {'; '.join(map(written, values))}, anew at each question, on each of "
        f"{len(prompts)} prompts of one percept and 2 actions",
        branches=branches,
    )
    def cases() -> Iterator[Case]:
        for kernel in kernels(values, prompts):
            for prompt in prompts:
                expected, got = one(kernel)(prompt), other(kernel)(prompt)
                yield _kind(kernel, prompts), equal("its law", written(expected), written(got), prompt)

    return cases()


def _same_interaction(name: str, checked: Callable[[Kernel], ChanceAgent], drawing: Drawing) -> Part:
    """Compare the interactions of π and π_RC where nothing happens."""
    prompts = EVERY_PROMPT[:3]

    @part(
        name,
        domain="all agents that do 1, do 0 or toss a fair coin on each of 3 prompts of one percept and 2 actions, "
        f"2 steps of an ordinary environment that shows (0, 0), drawn anew at each {drawing}",
        branches=_KINDS,
    )
    def cases() -> Iterator[Case]:
        for kernel in kernels(VALUES, prompts):
            runs = [
                interaction_law(agent, _NOTHING_HAPPENS, 2, drawing) for agent in (independent(kernel), checked(kernel))
            ]
            expected, got = (_of_actions(run) for run in runs)
            yield _kind(kernel, prompts), equal("the law of the actions", expected, got)

    return cases()


def _own_histories(name: str, checked: KernelTransform) -> Part:
    """Compare the laws of π_RC and π on the histories that π_RC can have."""
    prompts = EVERY_PROMPT[:3]

    @part(
        name,
        domain="all agents that do 1, do 0 or toss a fair coin, anew at each question, on each of 3 prompts of one "
        "percept and 2 actions",
        branches=_KINDS,
    )
    def cases() -> Iterator[Case]:
        for kernel in kernels(VALUES, prompts):
            yield from (
                (
                    _kind(kernel, prompts),
                    equal("its law", written(kernel(prompt)), written(checked(kernel)(prompt)), prompt),
                )
                for prompt in _possible(checked(kernel), prompts)
            )

    return cases()


def _of_actions(run: Distribution[History]) -> str:
    """Return the law of the actions alone."""
    return written(law(lambda toss: toss(run)[1::2]))


def _possible(kernel: Kernel, prompts: Sequence[Prompt]) -> Iterator[Prompt]:
    """Yield the prompts that the agent itself can reach."""
    for prompt in prompts:
        if all(kernel(prompt[:end]).chance(prompt[end]) > 0 for end in range(1, len(prompt), 2)):
            yield prompt


# --- When part 3 holds for laws, in every environment ---


def _part_3(kernel: Kernel, checked: KernelTransform, prompts: Sequence[Prompt]) -> tuple[bool, bool, bool, bool]:
    """Return whether part 3 holds for laws, the condition does, π_RC never freezes, and it is sure of what it does."""
    laws = checked(kernel)
    own = list(_possible(laws, prompts))
    holds = all(laws(prompt) == kernel(prompt) for prompt in own)

    def sure_before(prompt: Prompt) -> bool:
        return all(len(kernel(prompt[:end]).chances) == 1 for end in range(1, len(prompt), 2))

    condition = all(sure_before(prompt) or kernel(prompt) == kernel(FIRST) for prompt in _possible(kernel, prompts))
    inner = [prompt for prompt in prompts if len(prompt) < 5]
    return holds, condition, all(map(sure_before, own)), all(len(laws(prompt).chances) == 1 for prompt in inner)


_HOLDING = (
    "semi-deterministic",
    "not, but it tosses only where it never comes, or last of all",
    "it can freeze, which no law shows",
    "part 3 fails",
)


def _characterised(checked: KernelTransform) -> Iterator[Part]:
    every = list(kernels(VALUES, EVERY_PROMPT))

    @part(
        "part 3 in every environment, for laws: nothing tossed before, or the same law as at first",
        domain=f"all {len(every)} agents that do 1, do 0 or toss a fair coin, anew at each question, on each of 7 "
        "prompts of one percept and 2 actions; to horizon 3",
        branches=_HOLDING,
    )
    def cases() -> Iterator[Case]:
        for kernel in every:
            holds, condition, never, sure = _part_3(kernel, checked, EVERY_PROMPT)
            semi = all(len(kernel(prompt).chances) == 1 for prompt in EVERY_PROMPT)
            kind = _HOLDING[0 if semi else 1 if never else 2 if holds else 3]
            right = holds == condition and never == sure and (holds or not never)
            about = f"the agent {'; '.join(written(kernel(prompt)) for prompt in EVERY_PROMPT)}"
            yield kind, unless(right, about, "as the condition says", (holds, condition, never, sure))

    yield cases()
    rows: tuple[tuple[str, str, tuple[bool, ...], Kernel], ...] = (
        ("a fair coin always", "it can freeze, and tosses on", (True, True, False, False), lambda prompt: _COIN),
        ("a coin, then 1", "part 3 fails", (False, False, False, False), _coin_then_1),
        (
            "1, and a coin only on (0,0) 0 (0,0)",
            "it never comes there, and π_RC is frozen there: 1",
            (True, True, True, True),
            lambda prompt: _COIN if prompt == AFTER_0 else _ONE,
        ),
        (
            "1, then a coin, then 1",
            "it can freeze after the coin, but to 1",
            (True, True, False, False),
            lambda prompt: _COIN if len(prompt) == 3 else _ONE,
        ),
    )
    examples = ((about, why, each, _part_3, kernel, checked, EVERY_PROMPT) for about, why, each, kernel in rows)
    yield check_examples(examples, "where part 3 holds for laws")


def with_chance(
    scope: Scope,
    *,
    law: Law = law,
    interaction_law: InteractionLaw = interaction_law,
    acting_alike: ActingAlike = chance_of_acting_alike,
    anew: Anew = reality_check_anew,
    fold: KernelTransform = reality_check_anew_fold,
    checked: Checked = reality_check_drawn,
    possible: KernelTransform = reality_check_possible,
    transform: Transform = reality_check,
    alternate: Transform = reality_check_alternate,
    of_class: ClassTransform = reality_check_class,
) -> Iterator[Part]:
    """Check Theorem 10 drawn once a life; then anew: how often π_RC freezes, what fails, and the reading that holds."""
    once: Mapping[str, Any] = {"law": law, "interaction_law": interaction_law, "acting_alike": acting_alike}
    yield from draw_by_draw(scope, **once, checked=checked, transform=transform)
    short, prompts = EVERY_PROMPT[:3], EVERY_PROMPT if scope.is_full else EVERY_PROMPT[:5]

    def with_rho(kernel: Kernel) -> Kernel:
        return anew(kernel, alternate)

    def of_itself(kernel: Kernel) -> Kernel:
        return anew(kernel, twice)

    def possible_by_own(kernel: Kernel) -> Kernel:
        return lambda prompt: kernel(prompt if prompt in set(_possible(kernel, [prompt])) else prompt[:1])

    yield check_examples(_worked_examples(anew, alternate, checked, possible))
    yield from anew_pair(anew, fold).parts(scope)
    yield _frequencies(scope, transform, of_class)
    yield _same_law("part 1, a draw at each π(...), at most 2 percepts", anew, with_rho, short)
    yield _same_law(
        "part 1, a draw at each π(...)", anew, with_rho, (FIRST, AFTER_1, THIRD), (_ONE, _COIN)
    ).meant_to_fail("its law on (0,0) 1 (0,0) 1 (0,0): expected '0: 5/16, 1: 11/16', got '0: 1/4, 1: 3/4'")
    yield _same_law("part 2, a draw at each π(...)", anew, of_itself, short).meant_to_fail(
        "its law on (0,0) 0 (0,0): expected '0: 1/4, 1: 3/4', got '0: 3/8, 1: 5/8'"
    )
    yield _own_histories("part 3, a draw at each π(...)", anew).meant_to_fail(
        "its law on (0,0) 0 (0,0): expected '1: 1', got '0: 1/4, 1: 3/4'"
    )
    yield _same_interaction(
        "part 4, a draw at each π(...)", lambda kernel: independent(anew(kernel)), "question"
    ).meant_to_fail(
        "the law of the actions: expected '(0, 1): 1/2, (1, 1): 1/2', "
        "got '(0, 0): 1/8, (0, 1): 3/8, (1, 0): 1/8, (1, 1): 3/8'"
    )
    for drawing in ("step", "question"):
        yield _same_interaction(
            f"part 4, a draw at each {drawing}, one for all its comparisons",
            lambda kernel: checked(independent(kernel)),
            drawing,
        ).meant_to_fail(
            "the law of the actions: expected '(0, 1): 1/2, (1, 1): 1/2', got '(0, 1): 1/2, (1, 0): 1/4, (1, 1): 1/4'"
        )
    yield _same_law("part 1, what could have been", possible, possible_by_own, prompts)
    yield _same_law("part 2, what could have been", possible, lambda kernel: possible(possible(kernel)), prompts)
    yield _own_histories("part 3, what could have been", possible)
    name = "part 4, what could have been"
    yield _same_interaction(name, lambda kernel: independent(possible(kernel)), "question")
    name = "what could have been, if anything may be done, is π"
    yield _same_law(name, possible, lambda kernel: kernel, prompts, (_COIN, tossing(_THIRD)), branches=_KINDS[:1])
    yield from _characterised(fold)


# --- Mutants ---


def _one_draw_a_question(kernel: Kernel, transform: Transform = reality_check) -> Kernel:
    """Let all that π_RC asks in one question be answered by one draw."""
    return lambda prompt: law(lambda toss: transform(independent(kernel)(toss))(prompt))


def _always_rho(kernel: Kernel, transform: Transform = reality_check) -> Kernel:
    """Compare with π, whatever was asked for."""
    return reality_check_anew(kernel, reality_check_alternate)


def _formula(frozen: Callable[[Prompt], Prompt], compared: KernelTransform) -> KernelTransform:
    """Return the formula with another action to freeze to, or another law to compare with."""

    def fold(kernel: Kernel) -> Kernel:
        def checked(prompt: Prompt) -> Distribution[Action]:
            laws = compared(kernel)
            genuine = prod(
                (laws(prompt[:end]).chance(prompt[end]) for end in range(1, len(prompt), 2)), start=Fraction(1)
            )
            own, other = kernel(prompt), kernel(frozen(prompt))
            actions = {*own.chances, *other.chances}
            mixed = {each: genuine * own.chance(each) + (1 - genuine) * other.chance(each) for each in actions}
            return Distribution({each: chance for each, chance in mixed.items() if chance})

        return checked

    return fold


def _possible_if(own: Callable[[Fraction], bool], *, last_only: bool = False) -> KernelTransform:
    """Return the repaired reading with another condition on the chance of what was done."""

    def transform(kernel: Kernel) -> Kernel:
        def checked(prompt: Prompt) -> Distribution[Action]:
            require_prompt(prompt)
            ends = list(range(1, len(prompt), 2))[-1 if last_only else 0 :]
            if all(own(checked(prompt[:end]).chance(prompt[end])) for end in ends):
                return kernel(prompt)
            return kernel(prompt[:1])

        return checked

    return transform


def _unequal(agent: Agent) -> Agent:
    """Be free where no past action was its own."""

    def checked(prompt: Prompt) -> Action:
        if all(prompt[i] != checked(prompt[:i]) for i in range(1, len(prompt), 2)):
            return agent(prompt)
        return agent(prompt[:1])

    return checked


def _comparing_all_but_the_first(agent: Agent) -> Agent:
    """Do not compare the first action."""

    def checked(prompt: Prompt) -> Action:
        if all(prompt[i] == checked(prompt[:i]) for i in range(3, len(prompt), 2)):
            return agent(prompt)
        return agent(prompt[:1])

    return checked


def _remembering_class(agent_class: MakesInstances) -> type[AgentInstance]:
    """Compare with what the instance did when it was last asked."""

    class Remembers:
        def __init__(self) -> None:
            self._stored, self._did, self._frozen = agent_class(), 0, False

        def act(self, obs: Observation) -> Action:
            self._did = 0 if self._frozen else self._stored.act(obs)
            return self._did

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            self._frozen = self._frozen or a != self._did
            if not self._frozen:
                self._stored.train(o_prev, a, r, o_next)

    return Remembers


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-chance-fresh-draws",
        kind="theorem",
        title="agents with chance: one draw a life, or a draw at each question",
        claim="One draw a life makes an agent with chance semi-deterministic, and Theorem 10 then holds for whichever "
        "agent is drawn: A22-T10.1, A22-T10.2, A22-T10.3 and, for the law of the interaction, A22-T10.4. If an "
        "agent's answers on different prompts are independent, no ordinary environment tells how often it is drawn; "
        "an extended one can. For agents that draw anew whenever they are asked Theorem 10 holds if y_i = π_RC(...) "
        "means that π_RC could have done y_i. The law of π_RC's action is the same if "
        "past actions are compared with π (A22-T10.1), and that of its own reality check (A22-T10.2); on its own "
        "histories it is the law of π's action (A22-T10.3); and in ordinary environments π_RC and π have the same law "
        "of interaction (A22-T10.4). For an agent that may do anything on every prompt, this π_RC is π itself.",
        source=f"{ALEXANDER_2022}, Theorem 10, Section 2, last paragraph, and Section 4.1",
        check=with_chance,
        mutants={
            **ONE_DRAW_A_LIFE,
            "one draw for all that a question asks": {"anew": _one_draw_a_question},
            "ρ for π_RC": {"anew": _always_rho},
            "the formula compares with π": {"fold": _formula(lambda prompt: prompt[:1], lambda kernel: kernel)},
            "the formula freezes to the latest percept": {
                "fold": _formula(lambda prompt: prompt[-1:], reality_check_anew_fold)
            },
            "π for π_RC": {"checked": lambda agent: agent},
            "surely for possibly": {"possible": _possible_if(lambda chance: chance == 1)},
            "anything for possibly": {"possible": _possible_if(lambda chance: True)},
            "only the last action compared": {"possible": _possible_if(lambda chance: chance > 0, last_only=True)},
            "≠ for =": {"transform": _unequal},
            "the first action is not compared": {"transform": _comparing_all_but_the_first},
            "ρ does not compare the first action": {"alternate": _comparing_all_but_the_first},
            "a class that remembers what it did": {"of_class": _remembering_class},
        },
        verdict="holds (repaired)",
        evidence="argued in docs/findings/chance.md; by hand; exhaustive: all mixtures of two agents, of weights 1/3 "
        "and 2/3, on all histories of at most 3 percepts, x all environments to horizon 2, 2 percepts x 2 actions; all "
        "agents with 3 values on each prompt of 2 steps, independent of each other, however drawn; all 2048 agents "
        "with one bit of shared memory; drawn anew, all agents that do 1, do 0 or toss a fair "
        "coin on each of 5 prompts of at most 3 percepts (all 7 in full), 2 steps; the formula of π_RC's law by "
        "enumeration; how often it is not frozen, for 2 probabilities (3 in full) to step 3 (4 in full); all 2187 "
        "agents on 7 prompts",
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
    ),
)
