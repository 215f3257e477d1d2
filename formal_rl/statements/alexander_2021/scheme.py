"""The examples as a family: their form, their scheme, and what makes them extended."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import (
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide_each,
    equal,
)
from formal_rl.environments import (
    ExtendedEnvironment,
    TableAgent,
    ignore_rewards,
    mimic,
    respond,
)
from formal_rl.environments.mimic import mimic_showing
from formal_rl.errors import AgentRaised, FormalRLError, MalformedHistory, NotAnAction
from formal_rl.histories import Percept, Play, Prompt, all_plays, history
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.library import (
    ABSTRACT_ENVIRONMENTS,
    DOCUMENTED_ENVIRONMENTS,
    EVERY_ENVIRONMENT,
    SECTION_3_EXAMPLES,
)
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

_Library = Mapping[str, ExtendedEnvironment]


_LESS_FAR = frozenset({*DOCUMENTED_ENVIRONMENTS, *ABSTRACT_ENVIRONMENTS})
"""Those that get no play of the greatest length where many environments are looked at."""


def _domain(
    scope: Scope, longest: int, library: Mapping[str, object], *, least: int = 0, less_far: frozenset[str] = _LESS_FAR
) -> str:
    """Return the domain of a part, each environment named with the plays that it gets."""
    groups = [
        ([name for name in library if name not in less_far], longest),
        ([name for name in library if name in less_far], longest - 1),
    ]
    far = "; ".join(f"of {least} to {most} actions in {', '.join(names)}" for names, most in groups if names)
    return f"all agents, all plays over {len(scope.percepts(3))} percepts x {len(scope.actions())} actions, {far}"


def _named_plays(
    scope: Scope, longest: int, library: Mapping[str, object], *, least: int = 0, less_far: frozenset[str] = _LESS_FAR
) -> Iterator[tuple[str, Play]]:
    """Yield the plays with each environment; those that go less far get no play of the greatest length."""
    every = (play for n in range(least, longest + 1) for play in all_plays(scope.percepts(3), scope.actions(), n))
    for play in every:
        longest_of_all = len(play) == 2 * longest
        yield from ((name, play) for name in library if not (longest_of_all and name in less_far))


whole_mimic = mimic
"""The scheme with its options, which a part that takes the place of the scheme need not have."""

EXAMPLES_TO_11: _Library = MappingProxyType(
    {**SECTION_3_EXAMPLES, "incentivize_zero": DOCUMENTED_ENVIRONMENTS["incentivize_zero"]}
)
"""Examples 6 to 11."""


def plus_or_minus_one(scope: Scope, *, library: _Library = EXAMPLES_TO_11) -> Iterator[Part]:
    """Check that the examples pay 1 or -1 and show 0: as printed, and from the second percept on."""
    longest = scope.steps(quick=3, full=4)

    def claim(case: tuple[str, Play], unknown: Unknown, cover: Cover) -> Disagreement | None:
        name, play = case
        percept = library[name](unknown.agent, play)
        cover(f"pays {percept.reward}")
        if percept.reward in {1, -1} and percept.observation == 0:
            return None
        return Disagreement(f"the percept of {name}", "(1, 0) or (-1, 0)", percept, play)

    yield decide_each(
        "from the second percept on",
        claim,
        _named_plays(scope, longest, library, least=1, less_far=frozenset()),
        actions=scope.actions(),
        branches=("pays 1", "pays -1"),
        domain=_domain(scope, longest, library, least=1, less_far=frozenset()),
    )
    for name in library:
        yield decide_each(
            f"by the letter, {name}",
            claim,
            _named_plays(scope, longest, {name: library[name]}, less_far=frozenset()),
            actions=scope.actions(),
            domain=_domain(scope, longest, {name: library[name]}, less_far=frozenset()),
        ).meant_to_fail(f"the percept of {name}: expected '(1, 0) or (-1, 0)', got Percept(0, 0)")


def scheme(scope: Scope, *, mimic: Callable[[Callable[[Play], Prompt]], ExtendedEnvironment] = mimic) -> Iterator[Part]:
    """Check the common scheme: by hand, and against each example written out case by case."""
    longest = scope.steps(quick=3, full=4)
    built = {name: mimic(letter.hypothetical) for name, letter in LETTERS.items()}

    def claim(case: tuple[str, Play], unknown: Unknown, cover: Cover) -> Disagreement | None:
        name, play = case
        expected = LETTERS[name].environment(unknown.agent, play)
        cover({0: "at first", 1: "acted alike: 1", -1: "acted differently: -1"}[int(expected.reward)])
        return equal(f"the percept of {name}", expected, built[name](unknown.agent, play), play)

    yield check_examples(_mimicries(mimic))
    yield decide_each(
        "as written out",
        claim,
        _named_plays(scope, longest, LETTERS),
        actions=scope.actions(),
        branches=("at first", "acted alike: 1", "acted differently: -1"),
        domain=_domain(scope, longest, LETTERS),
    )


def _last(play: Play) -> Prompt:
    return play[-2:-1]


def _mimicries(mimic: Callable[[Callable[[Play], Prompt]], ExtendedEnvironment]) -> Iterator[Example]:
    """Yield what the schemes give that ask about the last percept alone."""
    imitator = TableAgent({history((5, 0)): 1, history((0, 0), 1, (5, 0)): 0})
    prompt = history((0, 0), 1, (5, 0))
    last_only, seven = mimic(_last), whole_mimic(_last, observation=7)
    beginning = whole_mimic(_last, initial=Percept(1, 3))
    showing = mimic_showing(_last, lambda play: 10 + len(play))
    for about, why, expected, environment, play in (
        ("at first", "e(T, ⟨⟩) = (0, 0)", Percept(0, 0), last_only, ()),
        ("as on the last percept alone", "T((5,0)) = 1, not T's answer: paid", Percept(1, 0), last_only, (*prompt, 1)),
        ("as one truly would", "T((5,0)) = 1 and the action is 0: punished", Percept(-1, 0), last_only, (*prompt, 0)),
        ("one observation, a prompt", "not a play", MalformedHistory, last_only, prompt),
        ("another each time, a prompt", "not a play", MalformedHistory, showing, prompt),
        ("another each time, at first", "0, and 10 + 0", Percept(0, 10), showing, ()),
        ("acting alike, shown 14", "1, and 10 + 4", Percept(1, 14), showing, (*prompt, 1)),
        ("acting otherwise, shown 14", "-1", Percept(-1, 14), showing, (*prompt, 0)),
        ("another observation, at first", "(0, 7)", Percept(0, 7), seven, ()),
        ("another observation", "(1, 7)", Percept(1, 7), seven, (*prompt, 1)),
        ("the same, punished", "(-1, 7)", Percept(-1, 7), seven, (*prompt, 0)),
        ("another first percept", "as given", Percept(1, 3), beginning, ()),
        ("and 0 is shown later", "(1, 0)", Percept(1, 0), beginning, (*prompt, 1)),
    ):
        yield about, why, expected, environment, imitator, play
    inexact: Any = Percept(0.5, 0)  # type: ignore[arg-type]
    yield "no first percept", "0.5 is not exact", MalformedHistory, lambda: whole_mimic(_last, initial=inexact)


def total_and_typed(scope: Scope, *, library: _Library = EVERY_ENVIRONMENT) -> Iterator[Part]:
    """Check that each environment answers every agent and every play with a percept."""
    longest = scope.steps(quick=3, full=4)

    def claim(case: tuple[str, Play], unknown: Unknown, cover: Cover) -> Disagreement | None:
        name, play = case
        cover("case 1: the empty play" if play == () else "case 2: t⌢a")
        try:
            respond(library[name], unknown.agent, play)
        except FormalRLError as error:
            return Disagreement(f"{name} answers with a percept", True, str(error), play)
        return None

    yield decide_each(
        "total and typed",
        claim,
        _named_plays(scope, longest, library),
        actions=scope.actions(),
        branches=("case 1: the empty play", "case 2: t⌢a"),
        domain=_domain(scope, longest, library),
    )


_RAISES, _ANSWERS_NOTHING = 2, 3
"""The two answers that stand for a failure of the agent."""

_FAILURES = MappingProxyType({_RAISES: AgentRaised, _ANSWERS_NOTHING: NotAnAction})


def failure_passes_through(scope: Scope, *, library: _Library = EVERY_ENVIRONMENT) -> Iterator[Part]:
    """Check that where the agent fails on what is asked of it, the environment fails likewise and pays nothing."""
    longest = scope.steps(quick=3, full=4)

    def claim(case: tuple[str, Play], unknown: Unknown, cover: Cover) -> Disagreement | None:
        name, play = case
        failures: list[int] = []

        def agent(prompt: Prompt) -> Any:
            answered = unknown.agent(prompt)
            if answered in _FAILURES:
                failures.append(answered)
            if answered == _RAISES:
                raise ArithmeticError("the computation does not end")
            return None if answered == _ANSWERS_NOTHING else answered

        try:
            got: object = respond(library[name], agent, play)
        except FormalRLError as error:
            got = type(error)
        if not failures:
            cover("no failure: a percept")
            return None if isinstance(got, Percept) else Disagreement(f"{name} answers", "a percept", got, play)
        expected = _FAILURES[failures[0]]
        cover("the agent raises" if failures[0] == _RAISES else "the agent answers nothing")
        return None if got is expected else Disagreement(f"{name} fails as its agent did", expected, got, play)

    yield decide_each(
        "same kind of failure",
        claim,
        _named_plays(scope, longest, library),
        actions=(0, 1, _RAISES, _ANSWERS_NOTHING),
        branches=("no failure: a percept", "the agent raises", "the agent answers nothing"),
        domain=f"{_domain(scope, longest, library)}; each answer 0, 1, an exception, or None",
    )


# --- Mutants ---


def _paying(agreed: int, differed: int) -> Callable[[Callable[[Play], Prompt]], ExtendedEnvironment]:
    paid = {1: agreed, -1: differed, 0: 0}
    return lambda hypothetical: lambda agent, play: Percept(paid[int(mimic(hypothetical)(agent, play).reward)], 0)


def _true_self(hypothetical: Callable[[Play], Prompt]) -> ExtendedEnvironment:
    return mimic(lambda play: play[:-1])


def _swallowing(agent: Agent, play: Play) -> Percept:
    try:
        return ignore_rewards(agent, play)
    except Exception:
        return Percept(-1, 0)


def _paying_floats(agent: Agent, play: Play) -> Any:
    return Percept(float(ignore_rewards(agent, play).reward), 0)  # type: ignore[arg-type]


def _nothing_at_first(agent: Agent, play: Play) -> Any:
    return ignore_rewards(agent, play) if play else None


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-S3-form",
        kind="claim",
        title="the examples of Section 3 pay 1 or -1 and show 0",
        claim="Each environment of Section 3 always pays a reward of 1 or -1 and shows observation 0.",
        source=f"{ALEXANDER_2021}, Section 3",
        check=plus_or_minus_one,
        mutants={
            "an environment that pays 0 for acting differently": {
                "library": {**SECTION_3_EXAMPLES, "never_punishing": _paying(1, 0)(lambda play: play[:-1])}
            }
        },
        verdict="refuted",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, in every example "
        "of the section: ignore rewards, false memories, backward consciousness, deja vu and incentivize zero",
        defects="Every example answers the empty play with (0, 0), so none of them is a handicap as Definition 12 "
        "is printed.",
        repair="from the second percept on",
        witness="e(T, ⟨⟩) = (0, 0), for every T",
    ),
    Statement(
        id="A21-S3-mimic",
        kind="definition",
        title="the scheme: act as on another history",
        claim="Examples 6, 8, 9 and 10 of 2021 and 3 and 5 of 2022 are one scheme: pay 1 if the action is what the "
        "agent does on φ(play), a hypothetical prompt, and -1 otherwise; (0, 0) at first. Each example is its φ.",
        source=f"{ALEXANDER_2021}, Section 3",
        check=scheme,
        mutants={
            "asked on the true prompt": {"mimic": _true_self},
            "0 for acting differently": {"mimic": _paying(1, 0)},
            "signs exchanged": {"mimic": _paying(-1, 1)},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 3 percepts x 2 actions, against each "
        "example written out",
    ),
    Statement(
        id="A21-S3-nonhalting",
        kind="lemma",
        title="if the agent fails on the counterfactual, so does the environment",
        claim="If the agent fails on a question of the environment, the environment fails in the same way and gives "
        "no reward.",
        source=f"{ALEXANDER_2021}, Example 6 (the caveat)",
        check=failure_passes_through,
        mutants={"failures count as acting differently": {"library": {"swallowing": _swallowing}}},
        verdict="holds",
        evidence="exhaustive: all agents that answer, raise or answer nothing, over 3 percepts x 2 actions: all plays "
        "of at most 3 actions in the papers' environments, of at most 2 actions in all others present",
        defects="The paper speaks of not halting; a computation that does not end is represented by one that raises.",
    ),
    Statement(
        id="A21-L7",
        kind="lemma",
        title="the examples are extended environments",
        claim="Each example halts on every agent and every play, and outputs a reward and an observation.",
        source=f"{ALEXANDER_2021}, Lemma 7",
        check=total_and_typed,
        mutants={
            "rewards as floats": {"library": {"paying_floats": _paying_floats}},
            "nothing at first": {"library": {"nothing_at_first": _nothing_at_first}},
        },
        verdict="holds",
        evidence="exhaustive: all agents, over 3 percepts x 2 actions: all plays of at most 3 actions in the papers' "
        "environments, of at most 2 actions in all others present",
        defects="The paper's proof, case 2, writes e(T, t) where it means e(T, s), and Definition 6 where it means "
        "Example 6.",
    ),
)
