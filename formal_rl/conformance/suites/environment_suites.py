"""The suites of extended environments: every one of the published library, and more of the papers'."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from attrs import evolve

from formal_rl.conformance.adapters import shapes
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.subjects import Question, Shape
from formal_rl.conformance.engine.unknowns import DRAWN_ACTIONS, Unknowns, hashed
from formal_rl.conformance.engine.unknowns_suites import Suite
from formal_rl.conformance.suites.environment_claims import DRAWS, VARIED, EnvironmentClaims, Expected, claims_about
from formal_rl.conformance.suites.parametrised_environments import LEARNING_RATE, THREE_ACTIONS
from formal_rl.environments import CATALOGUE, TWO_TURNS, EnvironmentRecord
from formal_rl.environments.catalogue import MEANINGS
from formal_rl.histories import Percept, percept_alphabet
from formal_rl.on_demand import WhenAskedFor

EIGHTHS = tuple(
    tuple(eighth / 8 for eighth in eighths)
    for eighths in ((4,) * 8, (0,) * 8, (3, 1, 7, 0, 5, 6, 2, 4), (6, 4, 0, 7, 2, 5, 1, 3))
)
"""Draws for environments that show many things: each of them is shown, in two orders."""


_BUTTONS = dict.fromkeys(("tempting_button", "tempting_button_variation"), DRAWS)
"""Draws of environments that show a button or none; the others are looked at with `EIGHTHS`."""

_SEEN: Mapping[str, tuple[Percept, ...]] = {
    "after_images": (Percept(0, 0), Percept(0, 1), Percept(1, 2), Percept(-1, 4)),
    "censored_observation": (Percept(0, 0), Percept(1, 0), Percept(0, 1), Percept(0, 2), Percept(1, 2)),
    "self_recognition": (*(Percept(0, observation) for observation in range(6)), Percept(1, 2)),
}
"""Percepts of plays, where others matter than those of the small alphabet."""

_OF_SENTENCES = tuple(percept for percept in VARIED if percept.observation in range(6))
"""Self-recognition shows these: an observation beyond them is no sentence, and no text says what it pays then."""

_TAKES: tuple[str, ...] = (
    "a class with start() and step(action), made with an agent-class",
    "a class with reset() and step(action), as of gymnasium, made with an agent-class",
    "a function that makes one of these, as make_env(A)",
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


def form_of(record: EnvironmentRecord, form: str = "definition") -> Callable[[Any], Any]:
    """Return what makes a form from draws, which may be none; false memories are the two of the library."""
    if record.draws:
        return lambda draws: record.load(form)(draws or ())
    return lambda draws: record.made(form, TWO_TURNS) if record.name == "false_memories" else record.made(form)


# --- Nutrition, which takes many turns to matter ---

_LONG = ((1,) * 18, (0,) * 6, (1, 0) * 12, (*(1,) * 18, *(0,) * 8), (*(0,) * 7, *(1,) * 12))
"""Actions that starve what they feed, or that overfeed it, or both in turn."""


def _leaning(choose: Any, *, towards: int, actions: tuple[int, ...] = (0, 1)) -> Unknowns:
    """Return a world whose agent mostly does the same."""
    drawn = hashed(towards)

    def leaning(question: Any, options: Any) -> Any:
        return options[drawn(question, range(2)) if drawn((question, "leans"), range(8)) == 0 else towards]

    return Unknowns(leaning, actions=actions)


_TO_THE_BOUNDS = (
    (1,) * 18,  # 49 after 17
    (0, *(1,) * 25),  # 50 after 25
    (0, 0, *(1,) * 32),  # 51 after 33
    (1, 1, 1, 0, 0, 0, 0, 0, 1),  # 201 after 8
    (*(1, 1, 0, 1) * 6, 0, 0),  # 200 after 25
    (*(1,) * 11, *(0,) * 7),  # 199 after 17
)
"""Actions that take a nutrition of 100, with 25 for each 0 and 3 less each turn, to 50 and 200 and next to them."""

_THERE_AND_BACK = ((*(1,) * 40, *(0,) * 3), (*(0,) * 9, *(1,) * 32))
"""Actions that take it to -20 and on to 46, and to 298 and on to 202: were it stopped at 0 or 255, it would be content.
"""


def _doing_as_paid(choose: Any, *, actions: tuple[int, ...] = (0, 1)) -> Unknowns:
    """Return a world whose agent does 0 if it was just paid, else 1: what was paid shows, as a baby or as a parent.

    Before any training a copy does what it sees.
    """

    def answer(question: Any, options: Any) -> Any:
        if question[0] == "agent":
            return options[question[1][-1].reward <= 0]
        _, trained_on, observation = question
        return options[trained_on[-1][2] <= 0 if trained_on else observation != 0]

    return Unknowns(answer, actions=actions)


def _nourished(shape: Shape, expected: Expected, *, source: str) -> list[Claim]:
    asked_at_the_end = shape.asked == "play"

    def put(actions: tuple[int, ...]) -> Question:
        in_turns = tuple(part for action in actions for part in (Percept(0, 0), action))
        return Question(in_turns if asked_at_the_end else actions)

    def beginnings(sequences: tuple[tuple[int, ...], ...], last: int) -> Iterator[Question]:
        for actions in sequences:
            first = max(1, len(actions) - last + 1) if asked_at_the_end else len(actions)
            yield from (put(actions[:number]) for number in range(first, len(actions) + 1))

    claim = claims_about("reference", source, expected)
    many_turns = (
        claim(
            name,
            f"what comes of many turns, where the agent mostly does {towards}",
            f"{len(_LONG)} sequences of 6 to 26 actions",
            questions=lambda: map(put, _LONG),
            new_world=partial(_leaning, towards=towards),
        )
        for name, towards in (("many_turns_of_0", 0), ("many_turns_of_1", 1))
    )
    bounds = claim(
        "bounds",
        "where it begins and ends to be content",
        f"each turn of {len(_TO_THE_BOUNDS)} sequences of 9 to 34 actions",
        questions=lambda: beginnings(_TO_THE_BOUNDS, max(map(len, _TO_THE_BOUNDS))),
        new_world=_doing_as_paid,
    )
    there_and_back = claim(
        "there_and_back",
        "hungry for long and then fed, or fed for long and then hungry, it is not yet content",
        f"{len(_THERE_AND_BACK)} sequences of 41 and 43 actions",
        "the nutrition falls below 0, and rises above 255: nothing stops it",
        questions=lambda: beginnings(_THERE_AND_BACK, 1),
        new_world=_doing_as_paid,
    )
    return [*many_turns, bounds, there_and_back]


_MORE = {"crying_baby": _nourished, "crying_baby_2": _nourished}


# --- The suites ---


_TOLD = {"incentivize_learning_rate": LEARNING_RATE, "third_action_forbidden": THREE_ACTIONS}


def _published_meaning(record: EnvironmentRecord) -> str:
    if record.published_meaning:
        return record.published_meaning
    differs = f"as defined, but for this: {'; '.join(record.published_differs)}"
    return f"{differs if record.published_differs else 'as defined'}; it starts with an observation alone"


def _suite(name: str) -> Suite:
    record = CATALOGUE[name]
    source, published = _source(record.source), record.has("published")
    meaning = _published_meaning(record) if published else None
    if name in _TOLD:
        told = _TOLD[name]
        return Suite(name, source, record.meaning, meaning, told.detect, told.claims(source).claims, told.takes)
    claims = EnvironmentClaims(
        form_of(record),
        form_of(record, "published") if published else None,
        source,
        with_draws=record.draws,
        percepts=_SEEN.get(name, percept_alphabet(3)),
        varied=_OF_SENTENCES if name == "self_recognition" else VARIED,
        draws=_BUTTONS.get(name, EIGHTHS),
        actions=range(max(record.actions, len(DRAWN_ACTIONS))),
        incremental=form_of(record, "incremental") if record.has("incremental") else None,
    )
    if name in _MORE:
        claims = evolve(claims, more=partial(_MORE[name], source=source))
    detect = partial(shapes.environment_shape, with_draws=record.draws)
    takes = _TAKES_DRAWS if record.draws else _TAKES
    return Suite(name, source, record.meaning, meaning, detect, claims.claims, takes)


ENVIRONMENT_SUITES: Mapping[str, Suite] = WhenAskedFor(sorted(MEANINGS), _suite)
"""All of them, by name."""
