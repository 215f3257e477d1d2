"""What is claimed of an implementation of one of the environments."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import Agent, LearnerClass, as_agent
from formal_rl.checking import sampled_prompts
from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.engine.claims import Claim, Stage
from formal_rl.conformance.engine.subjects import Question, Shape
from formal_rl.conformance.engine.unknowns import ACTIONS, DRAWN_ACTIONS, Choose, Unknowns
from formal_rl.environments import ExtendedEnvironment, IncrementalEnvironment, PublishedEnvironment
from formal_rl.histories import Action, Percept, Play, Prompt, all_plays, percept_alphabet

VARIED = (Percept(0, 0), Percept(1, 0), Percept(-1, 1), Percept(Fraction(1, 3), 5), Percept(-7, 2), Percept(2, 10))
"""Percepts beyond the small alphabet."""

WHOLE = tuple(percept for percept in VARIED if type(percept.reward) is int)
"""Those of long histories, which are looked up often: a Fraction has a slow hash."""

Expected = Callable[[Unknowns, Question], list[Any]]
"""What is expected of an implementation at a question, answer by answer."""

Definition = Callable[[tuple[float, ...] | None], ExtendedEnvironment]
Published = Callable[[tuple[float, ...] | None], PublishedEnvironment]

DRAWS = ((0.5,) * 8, (0.125,) * 8, (0.125, 0.875) * 4, (0.875, 0.125) * 4, (0.25,) * 8, (0.75,) * 8)
"""Draws that show a button never, always and in turns, and draws that are just 1/4 and 3/4."""


LONGEST_PLAY = 14
LONGEST_SEQUENCE = 16
"""How many turns a drawn play has at most, and how many actions a drawn sequence."""


def drawn_play(world: Unknowns, draw: Random, seed: int, percepts: Sequence[Percept] = VARIED) -> Play:
    """Return a play of at least 4 turns, mostly as the agent does."""
    length = draw.randrange(4, LONGEST_PLAY + 1)
    (prompt,) = sampled_prompts(world.agent, seed, number=1, length=length, percepts=percepts, actions=world.actions)
    return (*prompt, draw.choice(world.actions))


def drawn_actions(draw: Random, actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return a sequence of at least 5 actions."""
    return tuple(draw.choices(actions, k=draw.randrange(5, LONGEST_SEQUENCE + 1)))


LONG, LONG_WORLDS = 260, 3
"""How many turns a long history has, and how many of the worlds that are drawn have one; in the others it is empty."""

LONG_AND_DEAR = 144
"""How many turns it has where a copy is trained anew on all of it after each action, unless the profile is full."""

EPISODES: Mapping[str, int] = MappingProxyType({"quick": 12, "full": 60})
"""In how many worlds an environment is reset after an episode."""


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


def claims_about(stage: Stage, source: str, expected: Expected, **shared: Any) -> Callable[..., Claim]:
    """Return what makes claims that share this and, where they have nothing of their own, the fields that are given."""

    def claim(identifier: str, sentence: str, domain: str, *hint: str, **own: Any) -> Claim:
        fields = {"expected": expected, **shared, **own, **({"hint": hint[0]} if hint else {})}
        return Claim(identifier, stage, sentence, source, domain=domain, **fields)

    return claim


@frozen
class EnvironmentClaims:
    """The claims about an environment: its definition, and its published form, each made from draws or none.

    ``percepts`` are those of the plays that are gone through, ``varied`` those of the plays that are drawn,
    ``draws`` what an environment with draws is made from,
    ``actions`` those of sequences that are drawn.
    ``more`` adds claims of its own, given the shape and what is expected.
    """

    definition: Definition
    published: Published | None
    source: str
    with_draws: bool = False
    percepts: tuple[Percept, ...] = percept_alphabet(3)
    varied: tuple[Percept, ...] = VARIED
    draws: tuple[tuple[float, ...], ...] = DRAWS
    actions: Sequence[Action] = DRAWN_ACTIONS
    new_world: Callable[..., Unknowns] = Unknowns
    more: Callable[[Shape, Expected], list[Claim]] = lambda shape, expected: []
    incremental: Callable[[tuple[float, ...] | None], IncrementalEnvironment] | None = None

    def claims(self, shape: Shape, semantics: str, profile: str) -> list[Claim]:
        """Return the claims for a shape: the first percept, the later ones, and longer histories."""
        starts_and_steps = shape.has_instances
        if semantics == "published" and (self.published is None or not starts_and_steps):
            return []
        expected = self.expected(shape, semantics)
        full = profile == "full"
        turns = (4 if full else 3) if shape.asked == "play" else (6 if full else 4)
        if self.with_draws and shape.asked == "play":
            turns -= 1
        first = "observation" if shape.first == "observation" else "percept"
        with_draws = f", {len(self.draws)} tuples of draws" if self.with_draws else ""
        domain = (
            f"all agents, all plays of 1 to {turns} turns over {len(self.percepts)} percepts x 2 actions{with_draws}"
            if shape.asked == "play"
            else f"all agents, all sequences of 1 to {turns} actions, each 0 or 1{with_draws}"
        )
        longer = (
            f"plays of 4 to {LONGEST_PLAY} turns over {len(self.varied)} percepts x 3 actions"
            if shape.asked == "play"
            else f"sequences of 5 to {LONGEST_SEQUENCE} actions of {len(self.actions)}"
        )
        claim = claims_about("reference", self.source, expected, new_world=self.new_world)
        return [
            claim(
                f"first_{first}",
                f"the first {first}",
                f"the empty play{with_draws}",
                questions=lambda: (Question((), draws) for draws in self._draws()),
            ),
            claim(
                "later_percepts",
                "every later percept",
                domain,
                questions=lambda: self._questions(shape, turns),
                start=1 if shape.asked == "actions" else 0,
            ),
            claim(
                "longer_histories",
                "longer histories",
                longer,
                drawn=lambda world, seed: self._drawn(shape, world, seed),
            ),
            *(self._second_episode(shape, claim, longer) if shape.adapter is adapters.reset_step else ()),
            *self.more(shape, expected),
            *self._long_claims(shape, semantics, claim, full=full),
        ]

    def _second_episode(self, shape: Shape, claim: Callable[..., Claim], longer: str) -> Iterator[Claim]:
        again = evolve(shape, adapter=adapters.reset_step_again)
        yield claim(
            "begins_anew",
            "begins anew when it is reset, after one or two episodes of the same actions in reverse",
            longer,
            "reset begins another play: with a copy that is not yet trained, and with the first draw",
            drawn=lambda world, seed: self._drawn(shape, world, seed),
            number=EPISODES,
            subject=lambda subject: evolve(subject, shape=again),
        )

    def _long_claims(
        self, shape: Shape, semantics: str, claim: Callable[..., Claim], *, full: bool
    ) -> tuple[Claim, ...]:
        expected = self.expected_of_long(shape, semantics)
        if expected is None:
            return ()
        is_dear = shape.asked == "actions" and self.incremental is None
        turns = LONG_AND_DEAR if is_dear and not full else LONG
        worlds = 1 if shape.asked == "actions" else LONG_WORLDS  # a play has one answer, a sequence one for each action
        return (
            claim(
                "hundreds_of_turns",
                "histories of hundreds of turns",
                f"{worlds} of {turns} turns",
                "look for what is kept of the last turns only, and for budgets",
                expected=expected,
                drawn=lambda world, seed: self._long(shape, world, seed, turns),
                number={"quick": worlds, "full": worlds},
                new_world=LongWorld,
            ),
        )

    def _long(self, shape: Shape, world: Unknowns, seed: int, turns: int) -> Question:
        draw = Random(seed)
        draws = tuple(draw.randrange(16) / 16 for _ in range(turns + 2)) if self.with_draws else None
        actions = draw.choices(self._actions_in(world), k=turns)
        if shape.asked == "actions":
            return Question(tuple(actions), draws)
        percepts = draw.choices([each for each in self.varied if each in WHOLE], k=turns)
        return Question(tuple(part for turn in zip(percepts, actions, strict=True) for part in turn), draws)

    def expected_of_long(self, shape: Shape, semantics: str) -> Expected | None:
        """Return what is expected along long histories: by the incremental form, where the definition takes long."""
        if shape.asked == "play" or semantics == "published":
            return self.expected(shape, semantics)

        def along_actions(world: Unknowns, question: Question) -> list[Any]:
            if self.incremental is None:
                percepts = paid_along(self.definition(question.draws), agent_of_copies(world.copy), question.put)
            else:
                percepts = list(advanced_along(self.incremental(question.draws), world, question.put))
            return [percepts[0].observation if shape.first == "observation" else percepts[0], *percepts[1:]]

        return along_actions

    def _actions_in(self, world: Unknowns) -> Sequence[Action]:
        return sorted({*self.actions, *world.actions})

    def _draws(self) -> tuple[Any, ...]:
        return self.draws if self.with_draws else (None,)

    def _questions(self, shape: Shape, turns: int) -> Iterator[Question]:
        for number in range(1, turns + 1):
            puts = (
                all_plays(self.percepts, ACTIONS, number) if shape.asked == "play" else product(ACTIONS, repeat=number)
            )
            yield from (Question(put, draws) for put in puts for draws in self._draws())

    def _drawn(self, shape: Shape, world: Unknowns, seed: int) -> Question:
        draw = Random(seed)
        draws = tuple(draw.randrange(16) / 16 for _ in range(LONGEST_SEQUENCE + 2)) if self.with_draws else None
        if shape.asked == "actions":
            return Question(drawn_actions(draw, self._actions_in(world)), draws)
        return Question(drawn_play(world, draw, seed, self.varied), draws)

    def expected(self, shape: Shape, semantics: str) -> Expected:
        """Return what a shape is expected to answer: by the definition, or as published."""

        def on_a_play(world: Unknowns, question: Question) -> list[Any]:
            return [self.definition(question.draws)(world.agent, question.put)]

        def along_actions(world: Unknowns, question: Question) -> list[Any]:
            percepts = paid_along(self.definition(question.draws), agent_of(world), question.put)
            return [percepts[0].observation if shape.first == "observation" else percepts[0], *percepts[1:]]

        def as_published(world: Unknowns, question: Question) -> list[Any]:
            assert self.published is not None
            return published_along(self.published(question.draws), world, question.put)

        if shape.asked == "play":
            return on_a_play
        return as_published if semantics == "published" else along_actions


def agent_of(world: Unknowns) -> Agent:
    """Return the copies of a world, read as an agent."""
    return as_agent(adapters.CopyLearner(world.copy))


def agent_of_copies(copy: Callable[..., Action]) -> Agent:
    """Return an agent of copies that are told of all transitions at once, which is quicker where they are many."""

    def agent(prompt: Prompt) -> Action:
        turns = range(0, len(prompt) - 1, 2)
        transitions = ((prompt[at].observation, prompt[at + 1], *prompt[at + 2]) for at in turns)
        return copy(tuple(transitions), prompt[-1].observation)

    return agent


def advanced_along(environment: IncrementalEnvironment, world: Unknowns, actions: tuple[Any, ...]) -> Iterator[Percept]:
    """Yield the percepts of an incremental environment along a sequence of actions."""
    learner = adapters.CopyLearner(world.copy)
    percept, state = environment.start(learner)
    yield percept
    for action in actions:
        percept, state = environment.advance(learner, state, action)
        yield percept


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
    agent_class = LearnerClass(adapters.CopyLearner(world.copy))
    observation, state = environment.start(agent_class)
    answers: list[Any] = [observation]
    for action in actions:
        percept, state = environment.step(agent_class, state, action)
        answers.append(percept)
    return answers
