"""The suites of extended environments: every one of the published library, and more of the papers'."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from types import SimpleNamespace
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import Agent, LearnerClass, as_agent
from formal_rl.conformance.adapters import histories as drivers
from formal_rl.conformance.adapters.cases import (
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
from formal_rl.conformance.engine.search import renaming
from formal_rl.conformance.engine.suite import (
    SOME_DRAWS,
    Adapter,
    Case,
    Claim,
    Stage,
    Subject,
    Suite,
    Symmetry,
    claims_of,
    in_words,
    of_history,
    put_of,
    some_world,
)
from formal_rl.conformance.engine.unknowns import ACTIONS, DRAWN_ACTIONS, HIGH_ACTIONS, Choose, Unknowns, hashed
from formal_rl.environments import CATALOGUE, EnvironmentRecord, ExtendedEnvironment, PublishedEnvironment
from formal_rl.environments._incremental import ReplayedIncremental
from formal_rl.environments.altered_agent import AsIfPublished, as_if
from formal_rl.environments.catalogue import MEANINGS
from formal_rl.environments.listed import TWO_TURNS
from formal_rl.histories import Action, Percept, Play, Prompt, all_plays, percept_alphabet
from formal_rl.on_demand import LazyMapping

VARIED = (Percept(0, 0), Percept(1, 0), Percept(-1, 1), Percept(Fraction(1, 3), 5), Percept(-7, 2), Percept(2, 10))
"""Percepts beyond the small alphabet."""

WHOLE = tuple(percept for percept in VARIED if type(percept.reward) is int)
"""Those of long histories, which are looked up often: a Fraction has a slow hash."""

Expected: TypeAlias = Callable[[Unknowns, Case], list[Any]]
"""The expected answers of an implementation to a question."""

LONGEST_PLAY, LONGEST_SEQUENCE = 14, 16
"""How many turns a drawn play has at most, and how many actions a drawn sequence."""

LONG, LONG_WORLDS = 260, 3
"""How many turns a long history has, and how many of the worlds that are drawn have one; in the others it is empty."""

LONG_AND_DEAR = 144
"""How many turns it has where a copy is trained anew on all of it after each action, unless the profile is full."""

EPISODES, DRAWN_WORLDS = {"quick": 12, "full": 60}, {"quick": 40, "full": 200}
"""In how many worlds an environment is reset after an episode, and how many there are for other drawn histories."""

# --- Histories ---


def drawn_play(world: Unknowns, draw: Random, seed: int, percepts: Sequence[Percept] = VARIED) -> Play:
    """Return a play of at least 4 turns. About one of its actions is drawn; the others are the agent's."""
    length, of_turns = draw.randrange(4, LONGEST_PLAY + 1), Random(seed)
    prompt: Prompt = (of_turns.choice(percepts),)
    for _ in range(length - 1):
        own = world.agent(prompt)
        action = of_turns.choice(world.actions) if of_turns.randrange(length) == 0 else own
        prompt = (*prompt, action, of_turns.choice(percepts))
    return (*prompt, draw.choice(world.actions))


def drawn_actions(draw: Random, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return a sequence of at least 5 actions."""
    return tuple(draw.choices(actions, k=draw.randrange(5, LONGEST_SEQUENCE + 1)))


def sequences(most: int, least: int = 0) -> Iterator[tuple[Action, ...]]:
    """Yield all sequences of two actions, from ``least`` to ``most`` long."""
    for number in range(least, most + 1):
        yield from product(ACTIONS, repeat=number)


class LongWorld(Unknowns):
    """A world for long histories, which answers quickly: what was looked at is not looked at again when it goes on."""

    def __init__(self, choose: Choose, **settings: Any) -> None:
        """Answer as ``choose`` does."""
        super().__init__(choose, **settings)
        self._sound: dict[Any, Any] = {}

    def _answer(self, question: Any, options: Any, size: int) -> Any:
        return super()._answer(question, options, 1)  # what is long is not endless

    def _prompt(self, prompt: Any) -> Any:
        known = self._looked_at(prompt[:-2]) if type(prompt) is tuple else None
        sound = (*known[:-1], *super()._prompt((known[-1], *prompt[-2:]))) if known else super()._prompt(prompt)
        self._sound[prompt] = sound
        return sound

    def _checked_play(self, name: str, play: Any) -> Play:
        known = self._looked_at(play[:-2]) if type(play) is tuple else None
        sound = (*known, *super()._checked_play(name, play[-2:])) if known else super()._checked_play(name, play)
        self._sound[play] = sound
        return sound

    def _looked_at(self, part: Any) -> Any:
        try:
            return self._sound.get(part)
        except TypeError:  # something in it has no hash
            return None

    def _require_transitions(self, trained_on: Any) -> None:
        known = self._looked_at(trained_on[:-1])
        super()._require_transitions(trained_on[-1:] if known else trained_on)
        self._sound[trained_on] = trained_on


# --- Claims ---


def claims_about(stage: Stage, source: str, expected: Expected, **shared: Any) -> Callable[..., Claim]:
    """Return what makes claims about histories that share this, as `claims_of` does; those that draw, draw agents."""
    shared = {"expected": expected, "of_data": False, "number": DRAWN_WORLDS, **shared}
    claim = claims_of(stage, source, **shared)
    return lambda *words, **own: claim(*words, **own, drawn_as="agents" if "drawn" in own else "")


def asked_as(adapter: Adapter) -> Callable[[Subject], Subject]:
    """Return what has a subject asked in another shape."""
    return lambda subject: evolve(subject, adapter=adapter)


@frozen
class EnvironmentClaims:
    """The claims about an environment, whose ``forms`` are made from draws, or from none.

    ``percepts`` are those of the plays that are gone through, ``varied`` those of the plays that are drawn, ``draws``
    what it is made from, or nothing, and ``actions`` those of sequences that are drawn. ``more`` adds claims of its
    own, given the shape and what is expected. If copies get another ``number``, it pays for their actions.
    """

    forms: Mapping[str, Callable[[Any], Any]]
    source: str
    percepts: tuple[Percept, ...] = percept_alphabet(3)
    varied: tuple[Percept, ...] = VARIED
    draws: tuple[tuple[float, ...], ...] = ()
    actions: Sequence[Action] = DRAWN_ACTIONS
    new_world: Callable[..., Unknowns] = Unknowns
    more: Callable[[Adapter, Expected], Iterable[Claim]] = lambda shape, expected: ()
    number: Any = None

    def claims(self, shape: Adapter, semantics: str, profile: str) -> list[Claim]:
        """Return the claims for a shape: the first percept, the later ones, and longer histories."""
        plays, full, published = shape.asked == "play", profile == "full", semantics == "published"
        if published and ("published" not in self.forms or not shape.instances):
            return []
        expected = partial(self._expected, shape, semantics)
        turns = ((4 if full else 3) - bool(self.draws)) if plays else 6 if full else 4
        first = "observation" if shape.kind(0) == "observation" else "percept"
        with_draws = f", {len(self.draws)} tuples of draws" if self.draws else ""
        domain = (
            f"all agents, all plays of 1 to {turns} turns over {len(self.percepts)} percepts x 2 actions{with_draws}"
            if plays
            else f"all agents, all sequences of 1 to {turns} actions, each 0 or 1{with_draws}"
        )
        longer = (
            f"plays of 4 to {LONGEST_PLAY} turns over {len(self.varied)} percepts x 3 actions"
            if plays
            else f"sequences of 5 to {LONGEST_SEQUENCE} actions of {len(self.actions)}"
        )
        worlds = LONG_WORLDS if plays else 1  # a play has one answer, a sequence one for each action
        in_steps = "incremental" in self.forms and not plays and not published
        is_dear = not plays and "incremental" not in self.forms and not full
        long = LONG_AND_DEAR if is_dear else LONG
        high = DRAWN_ACTIONS if self.number == len(DRAWN_ACTIONS) else HIGH_ACTIONS  # its copies have no others
        claim = claims_about("reference", self.source, expected, new_world=self.new_world, high=high)
        drawn = {"drawn": lambda seed, world: self._drawn(shape, world, seed)}
        again = {**drawn, "number": EPISODES, "via": asked_as(evolve(shape, driver=drivers.reset_step_again))}
        *claims, hundreds_of_turns = in_words(
            claim,
            f"""
            first_{first}: the first {first}
              the empty play{with_draws}
            later_percepts: every later percept
              {domain}
            longer_histories: longer histories
              {longer}
            begins_anew: begins anew when it is reset, after one or two episodes of the same actions in reverse
              {longer}
              reset begins another play: with a copy that is not yet trained, and with the first draw
            hundreds_of_turns: histories of hundreds of turns
              {worlds} of {long} turns
              look for what is kept of the last turns only, and for budgets
            """,
            **{f"first_{first}": {"cases": lambda depth: (of_history((), draws) for draws in self.draws or (None,))}},
            later_percepts={"cases": lambda depth: self._questions(shape, turns), "start": 0 if plays else 1},
            longer_histories=drawn,
            **({"begins_anew": again} if shape.driver is drivers.reset_step else {}),
            hundreds_of_turns={
                "expected": partial(self._expected, shape, "incremental" if in_steps else semantics),
                "drawn": lambda seed, world: self._long(shape, world, seed, long),
                "number": {"quick": worlds, "full": worlds},
                "new_world": LongWorld,
            },
        )
        return [*claims, *self.more(shape, expected), hundreds_of_turns]

    # --- Cases ---

    def _questions(self, shape: Adapter, turns: int) -> Iterator[Case]:
        plays = (play for number in range(1, turns + 1) for play in all_plays(self.percepts, ACTIONS, number))
        for put in plays if shape.asked == "play" else sequences(turns, 1):
            yield from (of_history(put, draws) for draws in self.draws or (None,))

    def _drawn(self, shape: Adapter, world: Unknowns, seed: int) -> Case:
        draw = Random(seed)
        draws = self._sixteenths(draw, LONGEST_SEQUENCE)
        if shape.asked == "actions":
            return of_history(drawn_actions(draw, self._actions_in(world)), draws)
        return of_history(drawn_play(world, draw, seed, self.varied), draws)

    def _long(self, shape: Adapter, world: Unknowns, seed: int, turns: int) -> Case:
        draw = Random(seed)
        draws = self._sixteenths(draw, turns)
        actions = draw.choices(self._actions_in(world), k=turns)
        if shape.asked == "actions":
            return of_history(tuple(actions), draws)
        percepts = draw.choices([each for each in self.varied if each in WHOLE], k=turns)
        return of_history(tuple(part for turn in zip(percepts, actions, strict=True) for part in turn), draws)

    def _sixteenths(self, draw: Random, turns: int) -> tuple[float, ...] | None:
        return tuple(draw.randrange(16) / 16 for _ in range(turns + 2)) if self.draws else None

    def _actions_in(self, world: Unknowns) -> Sequence[Action]:
        return sorted({*self.actions, *world.actions})

    # --- What is expected ---

    def _expected(self, shape: Adapter, form: str, world: Unknowns, given: Case) -> list[Any]:
        """Return what a shape is expected to answer: by the definition, in steps as it does, or as published."""
        put, draws = given["put"], given["draws"]
        if shape.asked == "play":
            return [self._definition(shape, world, draws)(world.agent, put)]
        if form == "published":
            published = AsIfPublished(lambda _: LearnerClass(drivers.CopyLearner(self._copy(world))))
            return published_along(published if self.number else self.forms["published"](draws), world, put)
        if form == "incremental":
            percepts = [*drivers.start_advance(self.forms["incremental"](draws), drivers.CopyLearner(world.copy))(put)]
        else:
            percepts = paid_along(self._definition(shape, world, draws), world.copy, put)
        return [percepts[0].observation if shape.kind(0) == "observation" else percepts[0], *percepts[1:]]

    def _definition(self, shape: Adapter, world: Unknowns, draws: Any) -> ExtendedEnvironment:
        if not self.number:
            definition: ExtendedEnvironment = self.forms["definition"](draws)
            return definition
        if shape.asked == "play":
            return as_if(lambda agent: lambda prompt: agent(drivers.with_number(prompt, self.number)))
        return as_if(lambda agent: agent_of(self._copy(world)))

    def _copy(self, world: Unknowns) -> Callable[..., Action]:
        """Return the copies of a world, with the number that they get."""
        return lambda trained_on, seen: world.copy(trained_on, (seen, self.number))


def agent_of(copy: Callable[..., Action]) -> Agent:
    """Return the copies of a world, read as an agent."""
    return as_agent(drivers.CopyLearner(copy))


def paid_along(environment: ExtendedEnvironment, copy: Callable[..., Action], actions: Any) -> list[Percept]:
    """Return the percepts of a definition along a sequence of actions."""
    return [*drivers.start_advance(ReplayedIncremental(environment), drivers.CopyLearner(copy))(actions)]


def published_along(environment: PublishedEnvironment, world: Unknowns, actions: tuple[Any, ...]) -> list[Any]:
    """Return what a published environment starts with, and its percepts along a sequence of actions."""
    stepped = SimpleNamespace(start=environment.start, advance=environment.step)
    return [*drivers.start_advance(stepped, LearnerClass(drivers.CopyLearner(world.copy)))(actions)]


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
_WITH_ACTIONS = (drivers.class_with_actions, drivers.agent_with_actions, drivers.flat_agent_with_actions)
_WITH_RATE = (drivers.class_with_a_rate, drivers.agent_with_a_rate, drivers.flat_agent_with_a_rate)
_WITHOUT_RATE = dict(zip(_WITH_RATE, (drivers.agent_class, drivers.as_it_is, drivers.flat_agent), strict=True))


def _is_not_stepped(thing: Any) -> str | None:
    needed = (
        "it is made from draws: give a function that takes a tuple of draws and returns the environment, or a class "
        "with start and step that takes the keyword draws"
    )
    return None if class_with_methods("step")(thing) else needed


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


# --- Numbers that copies get ---


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
    claim, by_plays = claims_about("reference", source, expected), shape.asked == "play"

    def beginnings(sequences: tuple[tuple[int, ...], ...], last: int, depth: str) -> Iterator[Case]:
        """Yield the last beginnings of sequences of actions, as many as plays; a sequence has an answer for each."""
        for actions in sequences:
            put = tuple(part for action in actions for part in (Percept(0, 0), action)) if by_plays else actions
            for missing in reversed(range(min(last, len(actions)) if by_plays else 1)):
                yield of_history(put[: len(put) - missing * (1 + by_plays)])

    return in_words(
        claim,
        f"""
        many_turns_of_0: what comes of many turns, where the agent mostly does 0
          {len(_LONG)} sequences of 6 to 26 actions
        many_turns_of_1: what comes of many turns, where the agent mostly does 1
          {len(_LONG)} sequences of 6 to 26 actions
        bounds: where it begins and ends to be content
          each turn of {len(_TO_THE_BOUNDS)} sequences of 9 to 34 actions
        there_and_back: hungry for long and then fed, or fed for long and then hungry, it is not yet content
          {len(_THERE_AND_BACK)} sequences of 41 and 43 actions
          the nutrition falls below 0, and rises above 255: nothing stops it
        """,
        many_turns_of_0={"cases": partial(beginnings, _LONG, 1), "new_world": partial(_leaning, towards=0)},
        many_turns_of_1={"cases": partial(beginnings, _LONG, 1), "new_world": partial(_leaning, towards=1)},
        bounds={"cases": partial(beginnings, _TO_THE_BOUNDS, 34), "new_world": _doing_as_paid},
        there_and_back={"cases": partial(beginnings, _THERE_AND_BACK, 1), "new_world": _doing_as_paid},
    )


# --- The suites ---

_DRAWS = {"draws": "a tuple of numbers in [0, 1), from which a function makes one of these, or which a class takes"}

_EIGHTHS = tuple(
    tuple(eighth / 8 for eighth in eighths)
    for eighths in ((4,) * 8, (0,) * 8, (3, 1, 7, 0, 5, 6, 2, 4), (6, 4, 0, 7, 2, 5, 1, 3))
)
"""Draws for environments that show many things: each occurs, in two orders."""

_BUTTONS = ((0.5,) * 8, (0.125,) * 8, (0.125, 0.875) * 4, (0.875, 0.125) * 4, (0.25,) * 8, (0.75,) * 8)
"""Draws that show a button never, always and in turns, and draws that are just 1/4 and 3/4."""

_OWN: Mapping[str, Mapping[str, Any]] = {
    "after_images": {"claims": {"percepts": (Percept(0, 0), Percept(0, 1), Percept(1, 2), Percept(-1, 4))}},
    "censored_observation": {
        "claims": {"percepts": (Percept(0, 0), Percept(1, 0), Percept(0, 1), Percept(0, 2), Percept(1, 2))},
    },
    "crying_baby": {
        "claims": {"more": _nourished},
        "hint": "the baby sees the action that was just done, and its nutrition counts that turn, too; it is "
        "content with 50 and with 200",
    },
    "crying_baby_2": {
        "claims": {"more": _nourished},
        "hint": "the parent sees the action that was just done, and the nutrition counts what the parent then "
        "does; 50 and 200 still pay 1",
    },
    "delayed_rewards": {
        "hint": "the question's rewards are R_1, 0, R_2 + R_3, 0, R_4 + R_5, ...: each second reward is withheld "
        "and paid with the next one; the reward of the first percept stays, and is not counted",
    },
    "incentivize_learning_rate": {
        "claims": {"number": Fraction(1, 8), "more": _without_a_rate},  # half the rate of the agent
        "hint": "where it sees (o, 1/8) it sees o, with learning rate 1/8; its own rate is 1/4",
        "adapters": tuple(_rows(*_WITH_RATE)),
        "parameters": {
            "learning_rate": "the rate of an agent-class, an agent or T, as an attribute; a keyword gives another, "
            "as in A(learning_rate=...), agent(prompt, learning_rate=...), T(prompt, 2, 1, learning_rate=...)"
        },
    },
    "self_recognition": {
        "claims": {
            "percepts": (*(Percept(0, observation) for observation in range(6)), Percept(1, 2)),
            # It shows these: an observation beyond them is no sentence, and no text says what it pays then.
            "varied": tuple(percept for percept in VARIED if percept.observation in range(6)),
        },
        "hint": "a sentence is about the agent on the same history with 0 or 1 in place of the last "
        "observation; action 1 says that it is true, action 0 that it is false",
    },
    "tempting_button": {
        "claims": {"draws": _BUTTONS},
        "hint": "without a button the reward goes by what the agent would do with a button in place of the "
        "last observation, whatever it did; all that came before stays as it was",
    },
    "tempting_button_variation": {
        "claims": {"draws": _BUTTONS},
        "hint": "any action but 0 pays 0; without a button, action 0 pays 1 only if the agent "
        "would not do 0 with a button in place of the last observation",
    },
    "third_action_forbidden": {
        "claims": {"number": 3, "new_world": partial(Unknowns, actions=DRAWN_ACTIONS)},
        "hint": "where it sees (o, 3) it sees o and has 3 actions; (o, 2) is o with 2",
        "adapters": tuple(_rows(*_WITH_ACTIONS)),
        "parameters": {
            "n_actions": "a copy's number of actions, as an attribute of a derived class or as a keyword; "
            "agent(prompt, n) has n actions, and so has T(prompt, n, m)"
        },
    },
}
"""The peculiarities of some suites: adapters, hints, and the percepts, draws and so on of their claims."""

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
"""The symmetries of the definitions; a missing one has none."""

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
    meaning = f"{differs if record.published_differs else 'as defined'}; it starts with an observation alone"
    return record.published_meaning or meaning


def _suite(name: str) -> Suite:
    record = CATALOGUE[name]
    about: dict[str, Any] = {"source": _source(record.source), "draws": _EIGHTHS if record.draws else ()}
    own = dict(_OWN.get(name, {}))
    about |= own.pop("claims", {})
    if "more" in about:
        about["more"] = partial(about["more"], source=about["source"])
    forms = ("definition", "published", *(() if "number" in about else ("incremental",)))
    made = {form: form_of(record, form) for form in forms if record.has(form)}
    claims = EnvironmentClaims(made, actions=range(max(record.actions, len(DRAWN_ACTIONS))), **about)
    taken = {"adapters": _MADE_FROM_DRAWS, "parameters": _DRAWS} if record.draws else {"adapters": _PLAIN}
    return Suite(
        name,
        claims.source,
        record.meaning,
        claims=claims.claims,
        published=_published_meaning(record) if record.has("published") else None,
        symmetry=next((found for found, names in _SYMMETRIES.items() if name in names.split()), None),
        **taken | own,
    )


ENVIRONMENT_SUITES: Mapping[str, Suite] = LazyMapping(sorted(MEANINGS), _suite)
"""All of them, by name."""
