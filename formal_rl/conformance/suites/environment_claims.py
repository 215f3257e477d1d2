"""What is claimed of an implementation of one of the environments."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import Agent, LearnerClass
from formal_rl.checking import sampled_prompts
from formal_rl.conformance.adapters import histories as drivers
from formal_rl.conformance.engine.suite import Adapter, Case, Claim, Stage, Subject, claims_of, of_history
from formal_rl.conformance.engine.unknowns import ACTIONS, DRAWN_ACTIONS, HIGH_ACTIONS, Choose, Unknowns
from formal_rl.environments import ExtendedEnvironment, PublishedEnvironment, as_if
from formal_rl.environments.altered_agent import AsIfPublished
from formal_rl.histories import Action, Percept, Play, Prompt, all_plays, percept_alphabet

VARIED = (Percept(0, 0), Percept(1, 0), Percept(-1, 1), Percept(Fraction(1, 3), 5), Percept(-7, 2), Percept(2, 10))
"""Percepts beyond the small alphabet."""

WHOLE = tuple(percept for percept in VARIED if type(percept.reward) is int)
"""Those of long histories, which are looked up often: a Fraction has a slow hash."""

Expected: TypeAlias = Callable[[Unknowns, Case], list[Any]]
"""What is expected of an implementation at a question, answer by answer."""

LONGEST_PLAY, LONGEST_SEQUENCE = 14, 16
"""How many turns a drawn play has at most, and how many actions a drawn sequence."""

LONG, LONG_WORLDS = 260, 3
"""How many turns a long history has, and how many of the worlds that are drawn have one; in the others it is empty."""

LONG_AND_DEAR = 144
"""How many turns it has where a copy is trained anew on all of it after each action, unless the profile is full."""

EPISODES: Mapping[str, int] = MappingProxyType({"quick": 12, "full": 60})
"""In how many worlds an environment is reset after an episode."""

DRAWN_WORLDS: Mapping[str, int] = MappingProxyType({"quick": 40, "full": 200})


# --- Histories ---


def drawn_play(world: Unknowns, draw: Random, seed: int, percepts: Sequence[Percept] = VARIED) -> Play:
    """Return a play of at least 4 turns, mostly as the agent does."""
    length = draw.randrange(4, LONGEST_PLAY + 1)
    (prompt,) = sampled_prompts(world.agent, seed, number=1, length=length, percepts=percepts, actions=world.actions)
    return (*prompt, draw.choice(world.actions))


def drawn_actions(draw: Random, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return a sequence of at least 5 actions."""
    return tuple(draw.choices(actions, k=draw.randrange(5, LONGEST_SEQUENCE + 1)))


def sequences(most: int, least: int = 0) -> Iterator[tuple[Action, ...]]:
    """Yield all sequences of at most so many actions of two."""
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


def asked_by(subject: Subject, driver: Callable[[Any], Any], kind: Any = None) -> Subject:
    """Return the subject asked by what is made of its driver; then each answer is of this kind, if there is one."""
    adapter = subject.adapter
    kinds = adapter.kinds if kind is None else (kind, kind)
    return evolve(subject, adapter=evolve(adapter, driver=driver(adapter.driver), kinds=kinds))


def asked_as(adapter: Adapter) -> Callable[[Subject], Subject]:
    """Return what has a subject asked in another shape."""
    return lambda subject: evolve(subject, adapter=adapter)


@frozen
class EnvironmentClaims:
    """The claims about an environment, whose ``forms`` are made from draws, or from none.

    ``percepts`` are those of the plays that are gone through, ``varied`` those of the plays that are drawn, ``draws``
    what it is made from, or nothing, and ``actions`` those of sequences that are drawn. ``more`` adds claims of its
    own, given the shape and what is expected. Where copies are ``told`` a number, it pays for what they do then.
    """

    forms: Mapping[str, Callable[[Any], Any]]
    source: str
    percepts: tuple[Percept, ...] = percept_alphabet(3)
    varied: tuple[Percept, ...] = VARIED
    draws: tuple[tuple[float, ...], ...] = ()
    actions: Sequence[Action] = DRAWN_ACTIONS
    new_world: Callable[..., Unknowns] = Unknowns
    more: Callable[[Adapter, Expected], Iterable[Claim]] = lambda shape, expected: ()
    told: Any = None
    hint: str = ""

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
        high = DRAWN_ACTIONS if self.told == len(DRAWN_ACTIONS) else HIGH_ACTIONS  # it is told of no others
        shared: dict[str, Any] = {"new_world": self.new_world, "hint": self.hint, "high": high}
        claim = claims_about("reference", self.source, expected, **shared)
        again = evolve(shape, driver=drivers.reset_step_again)
        second_episode = claim(
            "begins_anew",
            "begins anew when it is reset, after one or two episodes of the same actions in reverse",
            longer,
            "reset begins another play: with a copy that is not yet trained, and with the first draw",
            drawn=lambda seed, world: self._drawn(shape, world, seed),
            number=EPISODES,
            via=asked_as(again),
        )
        return [
            claim(
                f"first_{first}",
                f"the first {first}",
                f"the empty play{with_draws}",
                cases=lambda depth: (of_history((), draws) for draws in self.draws or (None,)),
            ),
            claim(
                "later_percepts",
                "every later percept",
                domain,
                cases=lambda depth: self._questions(shape, turns),
                start=0 if plays else 1,
            ),
            claim(
                "longer_histories",
                "longer histories",
                longer,
                drawn=lambda seed, world: self._drawn(shape, world, seed),
            ),
            *((second_episode,) if shape.driver is drivers.reset_step else ()),
            *self.more(shape, expected),
            claim(
                "hundreds_of_turns",
                "histories of hundreds of turns",
                f"{worlds} of {long} turns",
                "look for what is kept of the last turns only, and for budgets",
                expected=partial(self._expected, shape, "incremental" if in_steps else semantics),
                drawn=lambda seed, world: self._long(shape, world, seed, long),
                number={"quick": worlds, "full": worlds},
                new_world=LongWorld,
            ),
        ]

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
            return published_along(published if self.told else self.forms["published"](draws), world, put)
        if form == "incremental":
            percepts = [*drivers.start_advance(self.forms["incremental"](draws), drivers.CopyLearner(world.copy))(put)]
        else:
            percepts = paid_along(self._definition(shape, world, draws), agent_of(world.copy), put)
        return [percepts[0].observation if shape.kind(0) == "observation" else percepts[0], *percepts[1:]]

    def _definition(self, shape: Adapter, world: Unknowns, draws: Any) -> ExtendedEnvironment:
        if not self.told:
            definition: ExtendedEnvironment = self.forms["definition"](draws)
            return definition
        if shape.asked == "play":
            return as_if(lambda agent: lambda prompt: agent(drivers.telling(prompt, self.told)))
        return as_if(lambda agent: agent_of(self._copy(world)))

    def _copy(self, world: Unknowns) -> Callable[..., Action]:
        """Return the copies of a world, told what they are told."""
        return lambda trained_on, seen: world.copy(trained_on, (seen, self.told))


def agent_of(copy: Callable[..., Action]) -> Agent:
    """Return the copies of a world, read as an agent."""

    def agent(prompt: Prompt) -> Action:
        turns = range(0, len(prompt) - 1, 2)
        transitions = ((prompt[at].observation, prompt[at + 1], *prompt[at + 2]) for at in turns)
        return copy(tuple(transitions), prompt[-1].observation)

    return agent


def paid_along(environment: ExtendedEnvironment, agent: Agent, actions: tuple[Any, ...]) -> list[Percept]:
    """Return the percepts of a definition along a sequence of actions."""
    play: tuple[Any, ...] = ()
    percepts = [environment(agent, play)]
    for action in actions:
        play = (*play, percepts[-1], action)
        percepts.append(environment(agent, play))
    return percepts


def published_along(environment: PublishedEnvironment, world: Unknowns, actions: tuple[Any, ...]) -> list[Any]:
    """Return what a published environment starts with, and its percepts along a sequence of actions."""
    agent_class = LearnerClass(drivers.CopyLearner(world.copy))
    observation, state = environment.start(agent_class)
    answers: list[Any] = [observation]
    for action in actions:
        percept, state = environment.step(agent_class, state, action)
        answers.append(percept)
    return answers
