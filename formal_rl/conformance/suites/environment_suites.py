"""The suites of extended environments: every one of the published library, and more of the papers'."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from attrs import evolve

from formal_rl.conformance.adapters import histories as drivers
from formal_rl.conformance.adapters.conventions import (
    Fits,
    all_of,
    callable_with,
    class_with_methods,
    has_methods,
    is_class,
    made_with,
    returns,
    takes,
)
from formal_rl.conformance.engine.disguise import renaming
from formal_rl.conformance.engine.suite import (
    SOME_DRAWS,
    Adapter,
    Case,
    Claim,
    Suite,
    Symmetry,
    of_history,
    put_of,
    some_world,
)
from formal_rl.conformance.engine.unknowns import DRAWN_ACTIONS, Unknowns, hashed
from formal_rl.conformance.suites.environment_claims import VARIED, EnvironmentClaims, Expected, asked_as, claims_about
from formal_rl.environments import CATALOGUE, FEED, TWO_TURNS, EnvironmentRecord, Nutrition, crying_baby_2
from formal_rl.environments.catalogue import MEANINGS
from formal_rl.histories import Percept
from formal_rl.on_demand import WhenAskedFor

# --- Shapes ---


_OF_PERCEPTS: Mapping[str, Any] = {"hand": put_of, "kinds": ("percept", "percept")}


def _stepping(of_class: Any) -> Iterator[tuple[Adapter, Fits]]:
    """Yield the shapes of what is stepped, handed an agent-class in this form, each with what has its methods.

    What has reset, start and step is read by start if it works so: then step returns a pair.
    """
    step = Adapter(drivers.start_step, hand=put_of, asked="actions", unknowns=("copy",), handed_as=(of_class,))
    step = evolve(step, kinds=("observation", "percept"))
    reset = evolve(step, driver=drivers.reset_step)
    yield evolve(step, forms=(reset,)), has_methods("reset", "start", "step")
    yield reset, has_methods("reset", "step")
    yield step, has_methods("start", "step")


def _rows(of_class: Any, of_agent: Any, of_flat_agent: Any) -> Iterator[Adapter]:
    """Yield the shapes of environments that are handed agents in these forms."""
    play = Adapter(drivers.history, asked="play", unknowns=("agent",), handed_as=(of_agent,), **_OF_PERCEPTS)
    play = evolve(play, fits=callable_with(2))
    flat = evolve(play, driver=drivers.flat_history, handed_as=(of_flat_agent,))
    for each, has_them in _stepping(of_class):
        yield evolve(each, fits=all_of(is_class, has_them, takes(1)))
    if of_class is drivers.agent_class:
        learner: Any = {"unknowns": ("copy",), "handed_as": (drivers.CopyLearner,), **_OF_PERCEPTS}
        yield Adapter(drivers.start_advance, fits=has_methods("start", "advance"), asked="actions", **learner)
    yield evolve(flat, driver=drivers.flat_react, fits=has_methods("react"))
    for each, has_them in _stepping(of_class):
        yield evolve(each, fits=returns(has_them, "an agent-class", lambda: of_class(some_world().copy)))
    yield evolve(flat, fits=all_of(play.fits, _looks_flat), forms=(play,))
    yield evolve(play, forms=(flat,))
    yield evolve(play, driver=drivers.history_by_name, fits=callable_with(0, "agent", "play"))


def _looks_flat(thing: Any) -> str | None:
    return None if getattr(thing, "__name__", "") == "react" else made_with("T")(thing)


_PLAIN = tuple(_rows(drivers.agent_class, drivers.as_it_is, drivers.flat_agent))
_TOLD = (drivers.class_told_of_actions, drivers.agent_told_of_actions, drivers.flat_agent_told_of_actions)
_WITH_RATE = (drivers.class_with_a_rate, drivers.agent_with_a_rate, drivers.flat_agent_with_a_rate)
_WITHOUT_RATE = dict(zip(_WITH_RATE, (drivers.agent_class, drivers.as_it_is, drivers.flat_agent), strict=True))


def _is_not_stepped(thing: Any) -> str | None:
    told = (
        "it is made from draws: give a function that takes a tuple of draws and returns the environment, or a class "
        "with start and step that takes the keyword draws"
    )
    return None if class_with_methods("step")(thing) else told


def _from_draws() -> Iterator[Adapter]:
    """Yield the shapes of what is made from draws: a class that takes them by keyword, or what a call makes."""
    for each, has_them in _stepping(drivers.agent_class):
        yield _drawing(each, "keyword", all_of(is_class, has_them, made_with("draws")))
    for each in _PLAIN:
        made = returns(each.fits, "a tuple of draws", lambda: SOME_DRAWS)
        yield _drawing(each, "call", all_of(_is_not_stepped, made))


def _drawing(row: Adapter, draws: Any, fits: Fits) -> Adapter:
    return evolve(row, draws=draws, fits=fits, forms=tuple(evolve(each, draws=draws) for each in row.forms))


_MADE_FROM_DRAWS = tuple(_from_draws())


# --- What copies are told ---


def _without_a_rate(shape: Adapter, expected: Expected, *, source: str) -> list[Claim]:
    def punished(world: Unknowns, given: Case) -> list[Any]:
        if shape.asked == "play":
            return [Percept(-1 if given["put"] else 0, 0)]
        return [0, *(Percept(-1, 0) for _ in given["put"])]

    return [
        claims_about("reference", source, punished)(
            "without_a_rate",
            "pays -1 to an agent that has no learning rate",
            "three histories",
            "the agent of this claim has no attribute and takes no keyword learning_rate",
            cases=lambda depth: shape.hand_picked,
            via=asked_as(evolve(shape, handed_as=(_WITHOUT_RATE[shape.handed_as[0]],))),
        )
    ]


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


def _nourished(shape: Adapter, expected: Expected, *, source: str) -> list[Claim]:
    asked_at_the_end = shape.asked == "play"

    def put(actions: tuple[int, ...]) -> Case:
        in_turns = tuple(part for action in actions for part in (Percept(0, 0), action))
        return of_history(in_turns if asked_at_the_end else actions)

    def beginnings(sequences: tuple[tuple[int, ...], ...], last: int) -> Iterator[Case]:
        for actions in sequences:
            first = max(1, len(actions) - last + 1) if asked_at_the_end else len(actions)
            yield from (put(actions[:number]) for number in range(first, len(actions) + 1))

    claim = claims_about("reference", source, expected)
    many_turns = (
        claim(
            name,
            f"what comes of many turns, where the agent mostly does {towards}",
            f"{len(_LONG)} sequences of 6 to 26 actions",
            cases=lambda depth: map(put, _LONG),
            new_world=partial(_leaning, towards=towards),
        )
        for name, towards in (("many_turns_of_0", 0), ("many_turns_of_1", 1))
    )
    bounds = claim(
        "bounds",
        "where it begins and ends to be content",
        f"each turn of {len(_TO_THE_BOUNDS)} sequences of 9 to 34 actions",
        cases=lambda depth: beginnings(_TO_THE_BOUNDS, max(map(len, _TO_THE_BOUNDS))),
        new_world=_doing_as_paid,
    )
    there_and_back = claim(
        "there_and_back",
        "hungry for long and then fed, or fed for long and then hungry, it is not yet content",
        f"{len(_THERE_AND_BACK)} sequences of 41 and 43 actions",
        "the nutrition falls below 0, and rises above 255: nothing stops it",
        cases=lambda depth: beginnings(_THERE_AND_BACK, 1),
        new_world=_doing_as_paid,
    )
    return [*many_turns, bounds, there_and_back]


def _fed_by_the_agent(actions: Sequence[Any], shown: Sequence[Percept], world: Unknowns) -> list[bool]:
    return [action == FEED for action in actions]


def _fed_by_the_copy(actions: Sequence[Any], shown: Sequence[Percept], world: Unknowns) -> list[bool]:
    if not shown:
        play = tuple(part for action in actions for part in (Percept(0, 0), action))
        shown = [crying_baby_2(world.agent, play[:end]) for end in range(2, len(play) + 1, 2)]
    return [each.observation == FEED for each in shown]


def _nutrition(found: Any, world: Unknowns, fed: Callable[..., list[bool]]) -> Iterator[str]:
    """Yield how the baby is nourished up to the turn at which the answers differ."""
    put, by_steps = found.case["put"], found.subject.adapter.asked == "actions"
    place = len(found.failure.got) - 1
    meals = fed(put[:place], found.failure.expected[1 : place + 1], world) if by_steps else fed(put[1::2], (), world)
    nutrition, turns = Nutrition(), len(meals)
    counted = f"{nutrition.initial} + {nutrition.meal} x {sum(meals)} meals - {nutrition.turn} x {turns} turns"
    level = nutrition.level(turns, sum(meals))
    if meals:
        yield f"nutrition {counted} = {level}; the baby is content from {nutrition.least} to {nutrition.most}"
    before = [nutrition.level(end, sum(meals[:end])) for end in range(max(1, turns - 2), turns)]
    if before:
        yield f"after the steps before: {', '.join(map(str, before))}"


# --- The suites ---

_WAYS: tuple[str, ...] = (
    "a class with start() and step(action), made with an agent-class",
    "a class with reset() and step(action), as of gymnasium, made with an agent-class",
    "a function that makes one of these, as make_env(A)",
    "a function of (agent, play)",
    "a class with react(T, play), or such a function, both flat: reward, observation, action, ...",
    "a value with start(learner) and advance(learner, state, action)",
)

_WAYS_WITH_DRAWS = (
    "a function that takes a tuple of draws, numbers in [0, 1), and returns one of these:",
    *_WAYS,
    "or such a class that takes the keyword draws",
)

_WAYS_TOLD = (
    (
        "a class with start() and step(action), made with an agent-class that is told n_actions: make the copy "
        "from a class derived from it, or with the keyword"
    ),
    "a function of (agent, play), where agent(prompt, n) is told of n actions",
    "a class with react(T, play), or such a function, both flat, where T(prompt, n, m) is told of n actions",
)

_WAYS_WITH_RATE = (
    (
        "a class with start() and step(action), made with an agent-class that has an attribute learning_rate and "
        "is made with the keyword"
    ),
    (
        "a function of (agent, play), where agent.learning_rate is its rate and agent(prompt, learning_rate=...) "
        "is told another"
    ),
    (
        "a class with react(T, play), or such a function, both flat, where T(prompt, 2, 1, learning_rate=...) is "
        "told another rate than T.learning_rate"
    ),
)

_EIGHTHS = tuple(
    tuple(eighth / 8 for eighth in eighths)
    for eighths in ((4,) * 8, (0,) * 8, (3, 1, 7, 0, 5, 6, 2, 4), (6, 4, 0, 7, 2, 5, 1, 3))
)
"""Draws for environments that show many things: each of them is shown, in two orders."""

_BUTTONS = ((0.5,) * 8, (0.125,) * 8, (0.125, 0.875) * 4, (0.875, 0.125) * 4, (0.25,) * 8, (0.75,) * 8)
"""Draws that show a button never, always and in turns, and draws that are just 1/4 and 3/4."""

_CLAIMS: Mapping[str, Mapping[str, Any]] = {
    "after_images": {"percepts": (Percept(0, 0), Percept(0, 1), Percept(1, 2), Percept(-1, 4))},
    "censored_observation": {
        "percepts": (Percept(0, 0), Percept(1, 0), Percept(0, 1), Percept(0, 2), Percept(1, 2)),
    },
    "crying_baby": {"more": _nourished},
    "crying_baby_2": {"more": _nourished},
    "incentivize_learning_rate": {
        "told": Fraction(1, 8),  # half the rate of the agent
        "hint": "where it sees (o, 1/8) it sees o, with learning rate 1/8; its own rate is 1/4",
        "more": _without_a_rate,
    },
    "self_recognition": {
        "percepts": (*(Percept(0, observation) for observation in range(6)), Percept(1, 2)),
        # It shows these: an observation beyond them is no sentence, and no text says what it pays then.
        "varied": tuple(percept for percept in VARIED if percept.observation in range(6)),
    },
    "tempting_button": {"draws": _BUTTONS},
    "tempting_button_variation": {"draws": _BUTTONS},
    "third_action_forbidden": {
        "told": 3,
        "hint": "where it sees (o, 3) it sees o, told of 3 actions; (o, 2) is o, told of 2",
        "new_world": partial(Unknowns, actions=DRAWN_ACTIONS),
    },
}
"""What is otherwise than in most: percepts of plays that matter, draws that show a button or none, and so on."""

_SUITES: Mapping[str, Mapping[str, Any]] = {
    "crying_baby": {
        "hint": "the baby sees the action that was just done, and its nutrition counts that turn, too; it is "
        "content with 50 and with 200",
        "notes": partial(_nutrition, fed=_fed_by_the_agent),
    },
    "crying_baby_2": {
        "hint": "the parent sees the action that was just done, and the nutrition counts what the parent then "
        "does; 50 and 200 still pay 1",
        "notes": partial(_nutrition, fed=_fed_by_the_copy),
    },
    "tempting_button": {
        "hint": "without a button the reward goes by what the agent would do with a button in place of the "
        "last observation, whatever it did; all that came before stays as it was",
    },
    "tempting_button_variation": {
        "hint": "any action but 0 pays 0; without a button, action 0 pays 1 only if the agent "
        "would not do 0 with a button in place of the last observation",
    },
    "self_recognition": {
        "hint": "a sentence is about the agent on the same history with 0 or 1 in place of the last "
        "observation; action 1 says that it is true, action 0 that it is false",
    },
    "delayed_rewards": {
        "hint": "the agent is asked on R_1, 0, R_2 + R_3, 0, R_4 + R_5, ...: each second reward is withheld "
        "and paid with the next one; the reward of the first percept stays, and is not counted",
    },
    "incentivize_learning_rate": {"adapters": tuple(_rows(*_WITH_RATE)), "ways": _WAYS_WITH_RATE},
    "third_action_forbidden": {"adapters": tuple(_rows(*_TOLD)), "ways": _WAYS_TOLD},
}
"""What some suites have of their own."""

_SYMMETRIES: Mapping[Symmetry, str] = {
    renaming("actions"): (
        "backward_consciousness deja_vu delayed_rewards flip_every_other ignore_rewards ignore_rewards_2 "
        "incentivize_learning_rate limited_memory nth_reward_multiplied_by_n punish_nondeterministic_agent repeater "
        "reverse_history shifted_rewards"
    ),
    renaming("three actions", most=3): "third_action_forbidden",
    renaming("actions other than 0", fixed=1): "ignore_actions newcombs_problem",
    renaming("actions", shifted=False): "after_images censored_observation ignore_observations ignore_rewards_3",
    renaming(
        "actions other than 0", fixed=1, shifted=False
    ): "false_memories tempting_button tempting_button_variation",
}
"""What their definitions do not depend on; those that are missing have no symmetry."""

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


def _published_meaning(record: EnvironmentRecord) -> str:
    differs = f"as defined, but for this: {'; '.join(record.published_differs)}"
    told = f"{differs if record.published_differs else 'as defined'}; it starts with an observation alone"
    return record.published_meaning or told


def _suite(name: str) -> Suite:
    record = CATALOGUE[name]
    about: dict[str, Any] = {"source": _source(record.source), "draws": _EIGHTHS if record.draws else ()}
    about |= _CLAIMS.get(name, {})
    if "more" in about:
        about["more"] = partial(about["more"], source=about["source"])
    forms = ("definition", "published", *(() if "told" in about else ("incremental",)))
    made = {form: form_of(record, form) for form in forms if record.has(form)}
    claims = EnvironmentClaims(made, actions=range(max(record.actions, len(DRAWN_ACTIONS))), **about)
    adapters, ways = (_MADE_FROM_DRAWS, _WAYS_WITH_DRAWS) if record.draws else (_PLAIN, _WAYS)
    return Suite(
        name,
        claims.source,
        record.meaning,
        claims=claims.claims,
        published=_published_meaning(record) if record.has("published") else None,
        symmetry=next((found for found, names in _SYMMETRIES.items() if name in names.split()), None),
        **{"adapters": adapters, "ways": ways, **_SUITES.get(name, {})},
    )


ENVIRONMENT_SUITES: Mapping[str, Suite] = WhenAskedFor(sorted(MEANINGS), _suite)
"""All of them, by name."""
