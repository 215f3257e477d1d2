"""The library's environments that show drawn observations and ask what an agent would do had it seen others.

Each is one record: φ, o_n, and what a copy of the agent sees in place of an observation. From it come the definition,
the incremental form and the published form. The definitions are the documented intention of the published library. No
published form has an initial percept.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import AgentClass, Draws, Learner, Transition
from formal_rl.agents.draws import drawn_observation
from formal_rl.environments._incremental import IncrementalEnvironment
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.library_protocol import PublishedEnvironment
from formal_rl.environments.listed import DRAWS
from formal_rl.environments.mimic import mimic_showing
from formal_rl.environments.record import EnvironmentRecord, NamedByRecord, recorded
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, map_observations, prompt_of

LEDGER = ("A22-lib*",)


@frozen(eq=False, repr=False, slots=False)
class DrawnObservations(NamedByRecord):
    """The environment that shows o_0, o_1, ... and pays for acting as on φ(play), with its other forms.

    Source: documented intention of the published library.
    """

    hypothetical: Callable[[Play], Prompt]
    """φ."""
    shows: Callable[[Draws, int], Observation]
    """o_n, made from the draws and n."""
    sees: Callable[[Any, Any], Observation | None]
    """The copy's version of the second observation, given the first; ``None`` if it does not see it."""
    always_asked_about_the_first: bool = False
    """Whether the published form asks the copy about the first observation on every turn."""

    def __call__(self, draws: Draws) -> ExtendedEnvironment:
        """Return the definition; it raises `DrawsExhausted` where the draws end."""
        return mimic_showing(self.hypothetical, lambda play: self.shows(draws, len(play) // 2))

    def incremental(self, draws: Draws) -> IncrementalEnvironment:
        """Return the incremental form."""
        return _DrawnObservationsIncremental(draws, self)

    def published(self, draws: Draws) -> PublishedEnvironment:
        """Return the form in which the published library runs it."""
        return _DrawnObservationsPublished(draws, self)


class _DrawnState(NamedTuple):
    """Turns so far, the copy, the last observation, the last that the copy saw, and how that was answered if it was."""

    turns: int
    copy: Any
    shown: Observation
    seen: Observation
    answer: Action | None = None


@frozen
class _DrawnObservationsIncremental:
    """The incremental form: one simulated copy, which sees what ``sees`` says."""

    draws: Draws
    of: DrawnObservations

    def start(self, learner: Learner[Any]) -> tuple[Percept, _DrawnState]:
        first = self.of.shows(self.draws, 0)
        return Percept(0, first), _DrawnState(0, learner.initial, first, self.of.sees(first, first))

    def advance(self, learner: Learner[Any], state: _DrawnState, action: Action) -> tuple[Percept, _DrawnState]:
        turns, copy, before, seen, answer = state
        reward = 1 if action == learner.act(copy, seen) else -1
        answer = action if answer is None else answer
        shown = self.of.shows(self.draws, turns + 1)
        view = self.of.sees(before, shown)
        if view is not None:
            copy, seen, answer = learner.learn(copy, Transition(seen, answer, reward, view)), view, None
        return Percept(reward, shown), _DrawnState(turns + 1, copy, shown, seen, answer)


class _PublishedDrawnState(NamedTuple):
    """Turns so far, the copy, the last observation, the last that the copy saw, and the first.

    The first is kept and not drawn again: the battery plays each turn with the draw of that turn alone.
    """

    turns: int
    copy: Any
    shown: Observation
    seen: Observation
    first: Observation


@frozen
class _DrawnObservationsPublished:
    """Published form. Differs: no initial percept; an observation is kept from the copy with the action that led to it,
    not with the one that answers it.
    """

    draws: Draws
    of: DrawnObservations

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, _PublishedDrawnState]:
        first = self.of.shows(self.draws, 0)
        return first, _PublishedDrawnState(0, agent_class.initial, first, self.of.sees(first, first), first)

    def step(
        self, agent_class: AgentClass[Any], state: _PublishedDrawnState, action: Action
    ) -> tuple[Percept, _PublishedDrawnState]:
        turns, copy, before, seen, first = state
        simulated, copy = agent_class.ask(copy, first if self.of.always_asked_about_the_first else seen)
        reward = 1 if action == simulated else -1
        shown = self.of.shows(self.draws, turns + 1)
        view = self.of.sees(before, shown)
        if view is not None:
            copy, seen = agent_class.train(copy, Transition(seen, action, reward, view)), view
        return Percept(reward, shown), _PublishedDrawnState(turns + 1, copy, shown, seen, first)


IMAGES = 8
"""Images of three bits, 0 to 7."""


def bled(play: Play) -> Prompt:
    """Return the prompt of a nonempty play, each observation but the first joined, bit by bit, with the one before it.

    It is the true one before that is joined: what bleeds into an image does not bleed on into the next. Raises
    `MalformedHistory` where an observation is not an image, a natural number.
    """
    prompt = prompt_of(play)
    for index, percept in enumerate(prompt[::2]):
        if type(percept.observation) is not int or percept.observation < 0:
            raise MalformedHistory(2 * index, percept.observation, "a percept that shows an image, an int >= 0")
    return tuple(
        element._replace(observation=prompt[index - 2].observation | element.observation)
        if index % 2 == 0 and index > 0
        else element
        for index, element in enumerate(prompt)
    )


after_images = DrawnObservations(
    bled, shows=lambda draws, turn: drawn_observation(draws, turn, IMAGES), sees=lambda before, image: before | image
)
"""Had each image bled into the next (AfterImages): o_n from u_n.

Raises `MalformedHistory` where the play shows anything that is not an image.
"""
after_images_incremental = after_images.incremental
after_images_published = after_images.published


def without_observations(play: Play) -> Prompt:
    """Return the prompt of a nonempty play, every observation set to 0."""
    return map_observations(lambda observation: 0, prompt_of(play))


def _ignoring(number_of_observations: int) -> DrawnObservations:
    return DrawnObservations(
        without_observations,
        shows=lambda draws, turn: drawn_observation(draws, turn, number_of_observations),
        sees=lambda before, shown: 0,
        always_asked_about_the_first=True,
    )


ignore_observations = _ignoring(5)
"""Had every observation been 0 (IgnoreObservations): o_n, one of five, from u_n."""
ignore_observations_incremental = ignore_observations.incremental
ignore_observations_published = ignore_observations.published
"""Of 2022. Differs: the copy, trained on observations 0, always answers on the first observation, not 0."""


def ignore_observations_functional(draws: Draws) -> ExtendedEnvironment:
    """Return the form of 2021. Differs: two observations, and the first is always 0."""
    definition = _ignoring(2)(draws)
    return lambda agent, play: Percept(0, 0) if play == () else definition(agent, play)


CENSORED, OBSERVATIONS = 2, 3
"""The observation that is censored, and how many there are."""


def censored(play: Play) -> Prompt:
    """Return the turns of a nonempty play that do not show the censored observation, without their last action.

    A turn is a percept and the action that answers it. If every turn is censored, (0, 0) remains, the percept with
    which every history begins.
    """
    turns = zip(play[::2], play[1::2], strict=True)
    kept = [element for turn in turns if turn[0].observation != CENSORED for element in turn]
    return tuple(kept[:-1]) or (Percept(0, 0),)


censored_observation = DrawnObservations(
    censored,
    shows=lambda draws, turn: drawn_observation(draws, turn, OBSERVATIONS) if turn else 0,
    sees=lambda before, shown: None if shown == CENSORED else shown,
)
"""Had the turns that showed one censored observation never been (CensoredObservation): o_0 = 0, then o_n from u_n."""
censored_observation_incremental = censored_observation.incremental
censored_observation_published = censored_observation.published
"""Of 2022. Differs: drops the action that led to the censored observation, and keeps the one that answers it."""

RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "ignore_observations",
        meaning=(
            "pays 1 if the agent would have done the same had every observation so far been 0, else -1; shows o_n, "
            "the whole part of 5 times draw n; the first reward is 0"
        ),
        draws=True,
        listed=(DRAWS,),
        published_differs=("the copy is always asked about the first observation instead of 0",),
        functional_differs="two observations, of which 0 is always shown first",
        observations=5,
    ),
    EnvironmentRecord(
        "after_images",
        meaning=(
            "pays 1 if the agent would have done the same had each observation after the first been joined, bit by "
            "bit, with the true one before it, else -1; shows o_n, the whole part of 8 times draw n; the first reward "
            "is 0"
        ),
        draws=True,
        listed=(DRAWS,),
        observations=8,
    ),
    EnvironmentRecord(
        "censored_observation",
        meaning=(
            "pays 1 if the agent would have done the same had the percepts that show 2, and the actions that answered "
            "them, never been (had they all, on (0, 0)), else -1; o_0 is 0, then o_n is the whole part of 3 times "
            "draw n; the first reward is 0"
        ),
        draws=True,
        listed=(DRAWS,),
        published_differs=("keeps the action that answers the censored observation, and drops the one that led to it",),
        observations=3,
    ),
)
