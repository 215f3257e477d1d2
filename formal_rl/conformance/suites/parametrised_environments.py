"""The environments that ask what an agent would do if it were told another number than it is."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from attrs import evolve, frozen

from formal_rl.agents import Agent, LearnerClass, as_agent
from formal_rl.conformance.adapters import histories as adapters
from formal_rl.conformance.adapters import shapes
from formal_rl.conformance.adapters.histories import telling
from formal_rl.conformance.engine.capture import Watch
from formal_rl.conformance.engine.claims import Claim
from formal_rl.conformance.engine.subjects import Question, Shape
from formal_rl.conformance.engine.unknowns import DRAWN_ACTIONS, HIGH_ACTIONS, Unknowns
from formal_rl.conformance.suites.environment_claims import (
    EnvironmentClaims,
    Expected,
    agent_of,
    agent_of_copies,
    claims_about,
    paid_along,
    published_along,
)
from formal_rl.environments import as_if
from formal_rl.environments.altered_agent import AsIfPublished
from formal_rl.histories import Percept

_PLAIN = {
    adapters.start_step_with_rate: adapters.start_step,
    adapters.history_with_rate: adapters.history,
    adapters.flat_history_with_rate: adapters.flat_history,
    adapters.flat_react_with_rate: adapters.flat_react,
}
"""How an agent without a learning rate is handed over, by how one with a rate is."""


@frozen
class ParametrisedClaims(EnvironmentClaims):
    """The claims about an environment whose copies are told ``told``; it is the definition that is common to them."""

    told: Any = None
    hint: str = ""

    def claims(self, shape: Shape, semantics: str, profile: str) -> list[Claim]:
        """Return the claims of any environment, with a word on how what is told is written."""
        claims = super().claims(shape, semantics, profile)
        high = DRAWN_ACTIONS if self.told == len(DRAWN_ACTIONS) else HIGH_ACTIONS  # it is told of no others
        return [evolve(claim, hint=claim.hint or self.hint, high=high) for claim in claims]

    def expected(self, shape: Shape, semantics: str) -> Expected:
        """Return what a shape is expected to answer."""

        def told_copy(world: Unknowns) -> adapters.CopyLearner:
            return adapters.CopyLearner(lambda trained_on, seen: world.copy(trained_on, (seen, self.told)))

        def told_agent(agent: Agent) -> Agent:
            return lambda prompt: agent(telling(prompt, self.told))

        def on_a_play(world: Unknowns, question: Question) -> list[Any]:
            return [as_if(told_agent)(world.agent, question.put)]

        def along_actions(world: Unknowns, question: Question) -> list[Any]:
            percepts = paid_along(as_if(lambda agent: as_agent(told_copy(world))), agent_of(world), question.put)
            return [percepts[0].observation, *percepts[1:]]

        def as_published(world: Unknowns, question: Question) -> list[Any]:
            published = AsIfPublished(lambda agent_class: LearnerClass(told_copy(world)))
            return published_along(published, world, question.put)

        if shape.asked == "play":
            return on_a_play
        return as_published if semantics == "published" else along_actions

    def expected_of_long(self, shape: Shape, semantics: str) -> Expected | None:
        """Return what is expected along long histories, of copies that are told of all transitions at once."""
        if shape.asked == "play" or semantics == "published":
            return self.expected(shape, semantics)

        def along_actions(world: Unknowns, question: Question) -> list[Any]:
            copies = agent_of_copies(lambda trained_on, seen: world.copy(trained_on, (seen, self.told)))
            percepts = paid_along(as_if(lambda agent: copies), copies, question.put)
            return [percepts[0].observation, *percepts[1:]]

        return along_actions


def _without_a_rate(shape: Shape, expected: Expected, *, source: str) -> list[Claim]:
    plain = evolve(shape, adapter=_PLAIN[shape.adapter])

    def punished(world: Unknowns, question: Question) -> list[Any]:
        if shape.asked == "play":
            return [Percept(-1 if question.put else 0, 0)]
        return [0, *(Percept(-1, 0) for _ in question.put)]

    return [
        claims_about("reference", source, punished)(
            "without_a_rate",
            "pays -1 to an agent that has no learning rate",
            "three histories",
            "the agent of this claim has no attribute and takes no keyword learning_rate",
            questions=lambda: map(Question, shapes.HAND_PICKED[shape.asked]),
            subject=lambda subject: evolve(subject, shape=plain),
        )
    ]


@frozen
class ParametrisedEnvironment:
    """What a suite is made of: how implementations are driven, and what their copies are told."""

    adapters: shapes.Adapters
    told: Any
    takes: tuple[str, ...]
    hint: str
    new_world: Callable[..., Unknowns] = Unknowns
    more: Callable[..., list[Claim]] = lambda shape, expected, source: []

    def detect(self, implementation: Any, watch: Watch) -> Shape:
        """Return the shape; raise `WrongShape`."""
        return shapes.environment_shape(implementation, watch, used=self.adapters)

    def claims(self, source: str) -> ParametrisedClaims:
        """Return the claims."""
        nothing = as_if(lambda agent: None)
        return ParametrisedClaims(
            lambda draws: nothing,
            lambda draws: AsIfPublished(lambda agent_class: None),
            source,
            told=self.told,
            hint=self.hint,
            new_world=self.new_world,
            more=partial(self.more, source=source),
        )


THREE_ACTIONS = ParametrisedEnvironment(
    shapes.Adapters(
        adapters.start_step_told,
        None,
        adapters.flat_react_told,
        adapters.history_told,
        adapters.flat_history_told,
    ),
    3,
    (
        (
            "a class with start() and step(action), made with an agent-class that is told n_actions: make the copy "
            "from a class derived from it, or with the keyword"
        ),
        "a function of (agent, play), where agent(prompt, n) is told of n actions",
        "a class with react(T, play), or such a function, both flat, where T(prompt, n, m) is told of n actions",
    ),
    "where it sees (o, 3) it sees o, told of 3 actions; (o, 2) is o, told of 2",
    partial(Unknowns, actions=(0, 1, 2)),
)
"""Third action forbidden: copies are told of three actions."""

LEARNING_RATE = ParametrisedEnvironment(
    shapes.Adapters(
        adapters.start_step_with_rate,
        None,
        adapters.flat_react_with_rate,
        adapters.history_with_rate,
        adapters.flat_history_with_rate,
    ),
    Fraction(1, 8),
    (
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
    ),
    "where it sees (o, 1/8) it sees o, with learning rate 1/8; its own rate is 1/4",
    more=_without_a_rate,
)
"""Incentivize learning rate: copies are told half the rate of the agent."""
