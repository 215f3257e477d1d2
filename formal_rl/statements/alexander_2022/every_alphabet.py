"""Checks of Theorem 10 over every alphabet: the reality check only compares actions and passes percepts on."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.checking import (
    AnyAlphabet,
    Case,
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Transform,
    Unknown,
    check_examples,
    close_on_symbols,
    decide_on_symbols,
    decide_prompts,
    equal,
    looks_behind,
    on_symbols,
    part,
    unless,
)
from formal_rl.histories import Action, Percept, Prompt
from formal_rl.statements.alexander_2022.reality_check import wrong_reality_check
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import RealityCheckFold, reality_check, reality_check_alternate

_ONE, _TWO = "1 action and 1 percept are enough", "2 actions and 1 percept are enough"
_GENUINE, _OTHER = "a genuine history: acts as π", "not a genuine history: frozen"


def _paths(program: Callable[[AnyAlphabet], object]) -> list[tuple[object, str]]:
    """Return what a program finds on each path, and the least alphabet for it."""
    unknown = AnyAlphabet()
    return [(found, str(unknown.least())) for found in unknown.runs(lambda: program(unknown))]


def _three_actions(unknown: AnyAlphabet) -> tuple[bool, bool, bool]:
    a, b, c = (unknown.action() for _ in range(3))
    return a == b, b == c, a == c


def _asked_twice(unknown: AnyAlphabet) -> bool:
    prompt = (unknown.percept(),)
    return bool(unknown.agent(prompt) == unknown.agent((*prompt,)))


def _two_percepts(unknown: AnyAlphabet) -> bool:
    return bool(unknown.agent((unknown.percept(),)) == unknown.agent((unknown.percept(),)))


def _history(unknown: AnyAlphabet, percepts: int) -> Prompt:
    """Return x_1 y_1 ... x_n of which nothing is known."""
    prompt: Prompt = (unknown.percept(),)
    for _ in range(percepts - 1):
        prompt = (*prompt, unknown.action(), unknown.percept())
    return prompt


def _worked_examples(transform: Transform) -> Iterator[Example]:
    one, two, three = (f"{n} action{'s' * (n > 1)} and 0 percepts are enough" for n in (1, 2, 3))
    alone = [tuple(i == place for i in range(3)) for place in range(3)]
    yield (
        "three actions compared",
        "if a = b and b = c then a = c, without asking; a = b, b ≠ c gives a ≠ c; all three may differ",
        [((True,) * 3, one), *((each, two) for each in alone), ((False,) * 3, three)],
        _paths,
        _three_actions,
    )
    yield ("a function is asked twice", "one question: it answers alike", [(True, _ONE)], _paths, _asked_twice)
    yield (
        "a function is asked about two percepts",
        "if they are equal it answers alike; if not, it may or may not",
        [(True, _ONE), (True, "1 action and 2 percepts are enough"), (False, "2 actions and 2 percepts are enough")],
        _paths,
        _two_percepts,
    )
    yield (
        "π_RC(x_1 y_1 x_2) against π(x_1 y_1 x_2)",
        "y_1 = π(x_1): the same question; else π(x_1) is done, which may be π(x_1 y_1 x_2) all the same",
        [(True, _ONE), (True, _TWO), (False, _TWO)],
        _paths,
        lambda unknown: _against_the_agent(transform, unknown),
    )


def _against_the_agent(transform: Transform, unknown: AnyAlphabet) -> bool:
    prompt = _history(unknown, 2)
    return bool(transform(unknown.agent)(prompt) == unknown.agent(prompt))


def _alike(
    about: str, forms: Callable[[AnyAlphabet], tuple[Agent, Agent]], percepts: int, unknown: AnyAlphabet, cover: Cover
) -> Disagreement | None:
    """Decide that two agents act alike on every history of so many percepts."""
    prompt = _history(unknown, percepts)
    one, other = (form(prompt) for form in forms(unknown))
    agent = unknown.agent
    cover(_GENUINE if all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2)) else _OTHER)
    return unless(one == other, about, one, other, prompt)


def _on_values(
    transform: Transform, alternate: Transform, prompt: Prompt, unknown: Unknown, cover: Cover
) -> Disagreement | None:
    """Decide parts 1 and 2 on a history of real values, whatever the code does to look behind them."""
    agent, checked = unknown.agent, transform(unknown.agent)
    expected = alternate(agent)(prompt)
    cover(_GENUINE if all(prompt[i] == agent(prompt[:i]) for i in range(1, len(prompt), 2)) else _OTHER)
    return equal("π_RC and (π_RC)_RC, by ρ", (expected,) * 2, (checked(prompt), transform(checked)(prompt)), prompt)


def _trained(learner: Learner[Any], prompt: Prompt) -> Action:
    """Return what a learner does on a history; a percept is its own reward and its own observation."""
    state = learner.initial
    for i in range(0, len(prompt) - 2, 2):
        state = learner.learn(state, Transition(prompt[i], prompt[i + 1], prompt[i + 2], prompt[i + 2]))
    return learner.act(state, prompt[-1])


def _on_its_own_run(transform: Transform, steps: int, unknown: AnyAlphabet, cover: Cover) -> Disagreement | None:
    """Decide part 3 for any environment: what an extended one gives to π_RC is some function of the play."""
    checked = transform(unknown.agent)
    play: Prompt = ()
    for _ in range(steps - 1):
        prompt = (*play, unknown.environment(play))
        play = (*prompt, checked(prompt))
    prompt = (*play, unknown.environment(play))
    expected, got = unknown.agent(prompt), checked(prompt)
    return unless(got == expected, "π_RC on genuine history", expected, got, prompt)


def _two_runs(transform: Transform, steps: int, unknown: AnyAlphabet, cover: Cover) -> Disagreement | None:
    """Decide part 4: an ordinary environment faces π and π_RC, each in a run of its own."""
    plays: list[Prompt] = [(), ()]
    for _ in range(steps):
        for who, agent in enumerate((unknown.agent, transform(unknown.agent))):
            prompt = (*plays[who], unknown.environment(plays[who]))
            plays[who] = (*prompt, agent(prompt))
        expected, got = plays[0][-1], plays[1][-1]
        if expected != got:
            return Disagreement("π_RC's interaction", expected, got, plays[1])
    return None


class Genuine(NamedTuple):
    """Whether all actions so far are π_RC's own, π's own, and (π_RC)_RC's own."""

    checked: bool
    plain: bool
    twice: bool


def _next(unknown: AnyAlphabet, state: Genuine | None, *, follows: bool) -> tuple[tuple[Any, Any, Any, Any], Genuine]:
    """Return what π, π_RC, ρ and (π_RC)_RC do on one more percept, and the state after an action, π_RC's or any.

    "y_i = π_RC(...) for all i < n" is kept as one truth value, which each action can only make false.
    """
    first = unknown.action()
    own = first if state is None else unknown.action()
    checked, plain, twice = state or (True, True, True)
    once = own if checked else first
    rho, again = own if plain else first, once if twice else first
    taken = once if follows else unknown.action()
    after = Genuine(checked and taken == once, plain and taken == own, twice and taken == again)
    return (own, once, rho, again), after


def _any_history(unknown: AnyAlphabet, state: Genuine | None, cover: Cover) -> Genuine | Disagreement:
    """Decide parts 1 and 2 on one more percept of any history."""
    (_, once, rho, again), after = _next(unknown, state, follows=False)
    cover(_GENUINE if after.checked else _OTHER)
    wrong = unless(once == rho, "π_RC = ρ", rho, once) or unless(again == once, "(π_RC)_RC = π_RC", once, again)
    return wrong or after


def _genuine_history(unknown: AnyAlphabet, state: Genuine | None, cover: Cover) -> Genuine | Disagreement:
    """Decide part 3, and with it part 4, on one more percept of π_RC's own run."""
    (own, once, _, _), after = _next(unknown, state, follows=True)
    cover(_GENUINE if after.checked else _OTHER)
    return unless(once == own, "π_RC on genuine history", own, once) or after


def _as_defined(transform: Transform, percepts: int, unknown: AnyAlphabet, cover: Cover) -> Disagreement | None:
    """Decide that the truth value kept from percept to percept gives what the recursion gives on the whole history."""
    prompt, agent = _history(unknown, percepts), unknown.agent
    genuine, first = True, agent(prompt[:1])
    for end in range(1, len(prompt), 2):
        genuine = genuine and prompt[end] == (agent(prompt[:end]) if genuine else first)
    cover(_GENUINE if genuine else _OTHER)
    expected = transform(agent)(prompt)
    got = agent(prompt) if genuine else first
    return unless(got == expected, "one truth value kept", expected, got, prompt)


@part("what the code could see beside equality", domain="the code of π_RC, ρ and the fold, as compiled")
def _only_equality(code: tuple[Callable[..., Any], ...]) -> Iterator[Case]:
    for function in code:
        seen = looks_behind([function])
        yield function.__qualname__, unless(seen == (), f"what {function.__qualname__} uses", (), seen)


def every_alphabet(
    scope: Scope,
    *,
    reality_check: Transform = reality_check,
    alternate: Transform = reality_check_alternate,
    fold: type[RealityCheckFold] = RealityCheckFold,
    any_history: Callable[..., Any] = _any_history,
) -> Iterator[Part]:
    """Check Theorem 10 on values that allow nothing but comparing actions: to a horizon, then at every horizon."""
    checked, rho = on_symbols(reality_check), on_symbols(alternate)
    longest = scope.steps(quick=9, full=12)
    histories = range(1, longest + 1)
    every = f"every agent and history of at most {longest} percepts, over every alphabet"
    genuine, sizes = (_GENUINE, _OTHER, _ONE, _TWO), (_ONE,)
    yield check_examples(_worked_examples(checked))
    small = 3, (Percept(0, 0), Percept(1, 0)), range(3)
    name = "parts 1 and 2 over three actions"
    yield decide_prompts(name, partial(_on_values, reality_check, alternate), small, branches=(_GENUINE, _OTHER))
    yield _only_equality((reality_check, alternate, fold.act, fold.learn))
    forms: dict[str, Callable[[AnyAlphabet], tuple[Agent, Agent]]] = {
        "part 1: π_RC = ρ": lambda u: (checked(u.agent), rho(u.agent)),
        "part 2: (π_RC)_RC = π_RC": lambda u: (checked(checked(u.agent)), checked(u.agent)),
        "the fold is ρ": lambda u: (partial(_trained, fold(u.learner)), rho(u.agent)),
    }
    for name, two in forms.items():
        yield decide_on_symbols(name, partial(_alike, name, two), histories, branches=genuine, domain=every)
    runs = f"every agent and environment to horizon {longest}, over every alphabet"
    for name, claim in (("part 3: on its own run π_RC acts as π", _on_its_own_run), ("part 4: two runs", _two_runs)):
        yield decide_on_symbols(name, partial(claim, checked), histories, branches=sizes, domain=runs)
    name = "one truth value is all that is kept"
    yield decide_on_symbols(name, partial(_as_defined, checked), histories, branches=genuine, domain=every)
    where = "every agent and history of every length, over every alphabet"
    yield close_on_symbols("parts 1 and 2 at every horizon", any_history, branches=(_GENUINE, _OTHER), domain=where)
    where = "every agent and environment at every horizon, over every alphabet"
    yield close_on_symbols("parts 3 and 4 at every horizon", _genuine_history, branches=(_GENUINE,), domain=where)


# --- Mutants ---


def _two_wrongs(prompt: Prompt, checked: Agent, i: int) -> bool:
    """Whether y_i is its own, or neither is its first action: the same over two actions, and not over three."""
    own, first, done = checked(prompt[: 2 * i - 1]), checked(prompt[:1]), prompt[2 * i - 1]
    return bool(done == own) or first not in (done, own)


def _unpaid_is_forgiven(prompt: Prompt, checked: Agent, i: int) -> bool:
    return prompt[2 * i].reward == 0 or bool(prompt[2 * i - 1] == checked(prompt[: 2 * i - 1]))


def _greater_is_forgiven(prompt: Prompt, checked: Agent, i: int) -> bool:
    """Look at an action by its text, out of sight of the symbols."""
    done = prompt[2 * i - 1]
    return f"{done}" == "2" or bool(done == checked(prompt[: 2 * i - 1]))


def _by_order(prompt: Prompt, checked: Agent, i: int) -> bool:
    return bool(prompt[2 * i - 1] <= checked(prompt[: 2 * i - 1]))


def _last_only(prompt: Prompt, checked: Agent, i: int) -> bool:
    return i < len(prompt) // 2 or bool(prompt[2 * i - 1] == checked(prompt[: 2 * i - 1]))


def _thaws(unknown: AnyAlphabet, state: Genuine | None, cover: Cover) -> Genuine | Disagreement:
    """Let a frozen ρ go on after an action that is π's own."""
    (_, once, rho, _), after = _next(unknown, state, follows=False)
    cover(_GENUINE if after.checked else _OTHER)
    if not after.plain:
        after = after._replace(plain=bool(unknown.action() == unknown.action()))
    return unless(once == rho, "π_RC = ρ", rho, once) or after


class _LooksAtTypes(RealityCheckFold):
    """Takes an action that is not an int for its own."""

    def learn(self, state: Any, transition: Transition) -> Any:
        if type(transition.action) is not int:
            transition = transition._replace(action=self.learner.act(state.inner, transition.observation))
        return super().learn(state, transition)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-T10-all-alphabets",
        kind="theorem",
        title="Theorem 10 over every alphabet",
        claim="Theorem 10 holds for any sets of actions and percepts, finite or not, at every horizon.",
        source=f"{ALEXANDER_2022}, Theorem 10; the argument is ours",
        check=every_alphabet,
        mutants={
            "right over two actions, wrong over three": {"reality_check": wrong_reality_check(_two_wrongs)},
            "a percept is read": {"reality_check": wrong_reality_check(_unpaid_is_forgiven)},
            "action 2 is forgiven": {"reality_check": wrong_reality_check(_greater_is_forgiven)},
            "actions are compared by order": {"reality_check": wrong_reality_check(_by_order)},
            "only the last action compared": {"reality_check": wrong_reality_check(_last_only)},
            "a frozen ρ thaws": {"any_history": _thaws},
            "a fold that looks at types": {"fold": _LooksAtTypes},
        },
        verdict="holds",
        evidence="argued: the paper's proof compares actions and uses nothing else of actions or percepts; exhaustive: "
        "all agents on all histories of at most 3 percepts over 2 percepts x 3 actions; every agent and history of at "
        "most 9 percepts, and every environment to horizon 9, on values of which only equality of actions is defined, "
        "where 2 actions and 1 percept are enough for every path; a model of the definition, compared with it on these "
        "histories, by closure",
        defects="The paper takes fixed finite sets of actions and observations; its proof needs neither.",
    ),
)
