"""The suites of extended environments: every one of the published library, and more of the papers'."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from attrs import evolve, frozen

from formal_rl.conformance import shapes
from formal_rl.conformance.claims import Claim, Question, Shape
from formal_rl.conformance.environment_claims import DRAWS, EnvironmentClaims, Expected
from formal_rl.conformance.environment_meanings import MEANINGS, PUBLISHED_MEANINGS
from formal_rl.conformance.told_environments import LEARNING_RATE, THREE_ACTIONS
from formal_rl.conformance.world_suites import Suite
from formal_rl.conformance.worlds import World, hashed
from formal_rl.environments import ExtendedEnvironment, tempting_button
from formal_rl.environments.after_images import after_images
from formal_rl.environments.catalogue import TWO_TURNS
from formal_rl.environments.censored_observation import censored_observation
from formal_rl.environments.false_memories import false_memories
from formal_rl.environments.ignore_observations import ignore_observations
from formal_rl.environments.self_recognition import self_recognition
from formal_rl.environments.tempting_button_variation import tempting_button_variation
from formal_rl.histories import Percept, percept_alphabet
from formal_rl.statements.library import ABSTRACT_ENVIRONMENTS, EXTENDED_ENVIRONMENTS
from formal_rl.statements.published_forms import PUBLISHED_CONSTANTS, PUBLISHED_DRAWING
from formal_rl.statements.published_library import LIBRARY, LibraryEnvironment

EIGHTHS = tuple(
    tuple(eighth / 8 for eighth in eighths)
    for eighths in ((4,) * 8, (0,) * 8, (3, 1, 7, 0, 5, 6, 2, 4), (6, 4, 0, 7, 2, 5, 1, 3))
)
"""Draws for environments that show many things: each of them is shown, in two orders."""


@frozen
class _Drawing:
    """How an environment with draws is made, and what it is looked at with."""

    make: Callable[[Any], ExtendedEnvironment]
    percepts: tuple[Percept, ...]
    draws: tuple[tuple[float, ...], ...] = EIGHTHS


_DRAWING: Mapping[str, _Drawing] = {
    "after_images": _Drawing(after_images, (Percept(0, 0), Percept(0, 1), Percept(1, 2), Percept(-1, 4))),
    "censored_observation": _Drawing(
        censored_observation, (Percept(0, 0), Percept(1, 0), Percept(0, 1), Percept(0, 2), Percept(1, 2))
    ),
    "ignore_observations": _Drawing(ignore_observations, percept_alphabet(3)),
    "self_recognition": _Drawing(
        self_recognition, (*(Percept(0, observation) for observation in range(6)), Percept(1, 2))
    ),
    "tempting_button": _Drawing(tempting_button, percept_alphabet(3), DRAWS),
    "tempting_button_variation": _Drawing(tempting_button_variation, percept_alphabet(3), DRAWS),
}

_OTHERWISE: Mapping[str, ExtendedEnvironment] = {"false_memories": false_memories(TWO_TURNS)}
"""Those whose listed example has other parameters than the published one."""

_TAKES: tuple[str, ...] = (
    "a class with start() and step(action), made with an agent-class",
    "a function of (agent, play)",
    "a class with react(T, play), or such a function, both flat: reward, observation, action, ...",
    "a value with start(learner) and advance(learner, state, action)",
)

_TAKES_DRAWS = (
    "a function that takes a tuple of draws, numbers in [0, 1), and returns one of these:",
    *_TAKES,
    "or such a class that takes the keyword draws",
)

_PAPERS = {"A21": "Alexander et al. 2021", "A22": "Alexander et al. 2022"}


def _source(origin: str) -> str:
    if origin.startswith("documented"):
        return "Alexander et al. 2022, as documented in its library"
    paper, _, place = origin.rpartition(", ")[2].partition(" ")
    return f"{_PAPERS[paper]}, {place}"


_IN_LIBRARY = tuple(each.name for each in LIBRARY if each.name in EXTENDED_ENVIRONMENTS and each.name not in _DRAWING)

DEFINITIONS: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {
        **{name: _OTHERWISE.get(name, EXTENDED_ENVIRONMENTS[name]) for name in _IN_LIBRARY},
        "backward_consciousness": EXTENDED_ENVIRONMENTS["backward_consciousness"],
        "newcombs_problem": ABSTRACT_ENVIRONMENTS["newcombs_problem"],
    }
)
"""What implementations are compared with, by name, where that is made from nothing."""

DEFINITIONS_FROM_DRAWS: Mapping[str, Callable[[Any], ExtendedEnvironment]] = MappingProxyType(
    {name: drawing.make for name, drawing in _DRAWING.items()}
)
"""What they are compared with where that is made from draws."""

# --- Nutrition, which takes many turns to matter ---

_LONG = ((1,) * 18, (0,) * 6, (1, 0) * 12, (*(1,) * 18, *(0,) * 8), (*(0,) * 7, *(1,) * 12))
"""Actions that starve what they feed, or that overfeed it, or both in turn."""


def _leaning(choose: Any, *, towards: int, actions: tuple[int, ...] = (0, 1)) -> World:
    """Return a world whose agent mostly does the same."""
    drawn = hashed(towards)

    def leaning(question: Any, options: Any) -> Any:
        return options[drawn(question, range(2)) if drawn((question, "leans"), range(8)) == 0 else towards]

    return World(leaning, actions=actions)


_TO_THE_BOUNDS = (
    (1,) * 18,  # 49 after 17
    (0, *(1,) * 25),  # 50 after 25
    (0, 0, *(1,) * 32),  # 51 after 33
    (1, 1, 1, 0, 0, 0, 0, 0, 1),  # 201 after 8
    (*(1, 1, 0, 1) * 6, 0, 0),  # 200 after 25
    (*(1,) * 11, *(0,) * 7),  # 199 after 17
)
"""Actions that take a nutrition of 100, with 25 for each 0 and 3 less each turn, to 50 and 200 and next to them."""


def _doing_as_paid(choose: Any, *, actions: tuple[int, ...] = (0, 1)) -> World:
    """Return a world whose agent does 0 if it was just paid, else 1: what was paid shows, as a baby or as a parent.

    Before any training a copy does what it sees.
    """

    def answer(question: Any, options: Any) -> Any:
        if question[0] == "agent":
            return options[question[1][-1].reward <= 0]
        _, trained_on, observation = question
        return options[trained_on[-1][2] <= 0 if trained_on else observation != 0]

    return World(answer, actions=actions)


def _nourished(shape: Shape, expected: Expected, *, source: str) -> list[Claim]:
    asked_at_the_end = shape.asked == "play"

    def put(actions: tuple[int, ...]) -> Question:
        in_turns = tuple(part for action in actions for part in (Percept(0, 0), action))
        return Question(in_turns if asked_at_the_end else actions)

    def beginnings() -> Iterator[Question]:
        for actions in _TO_THE_BOUNDS:
            turns = range(1, len(actions) + 1) if asked_at_the_end else (len(actions),)
            yield from (put(actions[:number]) for number in turns)

    bounds = Claim(
        "bounds",
        "reference",
        "where it begins and ends to be content",
        source,
        expected,
        f"each turn of {len(_TO_THE_BOUNDS)} sequences of 9 to 34 actions",
        beginnings,
        new_world=_doing_as_paid,
    )
    many_turns = (
        Claim(
            name,
            "reference",
            f"what comes of many turns, where the agent mostly does {towards}",
            source,
            expected,
            f"{len(_LONG)} sequences of 6 to 26 actions",
            lambda: map(put, _LONG),
            new_world=partial(_leaning, towards=towards),
        )
        for name, towards in (("many_turns_of_0", 0), ("many_turns_of_1", 1))
    )
    return [*many_turns, bounds]


_MORE = {"crying_baby": _nourished, "crying_baby_2": _nourished}


# --- The suites ---


def _suite(name: str, claims: EnvironmentClaims, published: str | None) -> Suite:
    detect = partial(shapes.environment_shape, with_draws=claims.with_draws)
    takes = _TAKES_DRAWS if claims.with_draws else _TAKES
    return Suite(name, claims.source, MEANINGS[name], published, detect, claims.claims, takes)


def _always(thing: Any) -> Callable[[Any], Any]:
    return lambda draws: thing


def _published_meaning(environment: LibraryEnvironment) -> str:
    lines = [comparison.line for comparison in environment.comparisons if comparison.year == 2022 and comparison.line]
    meaning = f"as defined, but for this: {'; '.join(lines)}" if lines else "as defined"
    return PUBLISHED_MEANINGS.get(environment.name, f"{meaning}; it starts with an observation alone")


def _of_library(environment: LibraryEnvironment) -> Suite:
    name, source = environment.name, _source(environment.origin)
    if name in _DRAWING:
        drawing, published = _DRAWING[name], PUBLISHED_DRAWING[environment.published_name]
        claims = EnvironmentClaims(
            lambda draws: drawing.make(draws or ()),
            lambda draws: published(draws or ()),
            source,
            with_draws=True,
            percepts=drawing.percepts,
            draws=drawing.draws,
        )
    else:
        constant = PUBLISHED_CONSTANTS[environment.published_name]
        claims = EnvironmentClaims(_always(DEFINITIONS[name]), _always(constant), source)
    if name in _MORE:
        claims = evolve(claims, more=partial(_MORE[name], source=source))
    return _suite(name, claims, _published_meaning(environment))


_TOLD = {"incentivize_learning_rate": LEARNING_RATE, "third_action_forbidden": THREE_ACTIONS}


def _told(environment: LibraryEnvironment) -> Suite:
    told = _TOLD[environment.name]
    claims = told.claims(_source(environment.origin))
    published = "as defined; it starts with an observation alone"
    meaning = MEANINGS[environment.name]
    return Suite(environment.name, claims.source, meaning, published, told.detect, claims.claims, told.takes)


def _of_papers(name: str, source: str) -> Suite:
    return _suite(name, EnvironmentClaims(_always(DEFINITIONS[name]), None, source), None)


_SUITES = (
    *(_told(each) if each.name in _TOLD else _of_library(each) for each in LIBRARY if each.name in MEANINGS),
    _of_papers("backward_consciousness", "Alexander et al. 2021, Example 9"),
    _of_papers("newcombs_problem", "Alexander et al. 2022, end of Section 4"),
)

ENVIRONMENT_SUITES: Mapping[str, Suite] = MappingProxyType(
    {suite.name: suite for suite in sorted(_SUITES, key=lambda suite: suite.name)}
)
"""All of them, by name."""
