"""Paid for acting as if each image had bled into the next."""

from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.agents import AgentClass, Draws, Learner, Transition, drawn_observation
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.mimic import mimic_showing
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, prompt_of

LEDGER = ("A22-lib",)

IMAGES = 8
"""Images of three bits, 0 to 7."""


def bled(play: Play) -> Prompt:
    """Return the prompt of a nonempty play, each observation but the first joined, bit by bit, with the one before it.

    It is the true one before that is joined: what bleeds into an image does not bleed on into the next. Raises
    `MalformedHistory` where an observation is not an image, a natural number.

    Source: documented intention of the published library.
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


def after_images(draws: Draws) -> ExtendedEnvironment:
    """Return the environment that shows images and pays for acting as if each had bled into the next: o_n from u_n.

    Raises `DrawsExhausted` where the draws end, and `MalformedHistory` where the play shows anything that is not an
    image.

    Source: documented intention of the published library.
    Ledger: A22-lib*
    """
    return mimic_showing(bled, lambda play: drawn_observation(draws, len(play) // 2, IMAGES))


class AfterImagesState(NamedTuple):
    """Turns so far, the copy, the last image, and what the copy saw of it."""

    turns: int
    copy: Any
    image: Any
    seen: Any


@frozen
class AfterImagesIncremental:
    """After-images with one simulated copy, which sees what has bled.

    Ledger: A22-lib, A22-S4
    """

    draws: Draws

    def start(self, learner: Learner[Any]) -> tuple[Percept, AfterImagesState]:
        """Return (0, o_0), and an untrained copy."""
        first = drawn_observation(self.draws, 0, IMAGES)
        return Percept(0, first), AfterImagesState(0, learner.initial, first, first)

    def advance(
        self, learner: Learner[Any], state: AfterImagesState, action: Action
    ) -> tuple[Percept, AfterImagesState]:
        """Return the next percept, and the copy trained on what it saw."""
        turns = state.turns + 1
        reward = 1 if action == learner.act(state.copy, state.seen) else -1
        image: Any = drawn_observation(self.draws, turns, IMAGES)
        seen = state.image | image
        copy = learner.learn(state.copy, Transition(state.seen, action, reward, seen))
        return Percept(reward, image), AfterImagesState(turns, copy, image, seen)


@frozen
class PublishedAfterImages:
    """Published form. Differs: there is no initial percept; otherwise it is as documented."""

    draws: Draws

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, AfterImagesState]:
        """Return o_0, and a new copy."""
        first = drawn_observation(self.draws, 0, IMAGES)
        return first, AfterImagesState(0, agent_class.initial, first, first)

    def step(
        self, agent_class: AgentClass[Any], state: AfterImagesState, action: Action
    ) -> tuple[Percept, AfterImagesState]:
        """Return reward and observation, and the copy asked and trained."""
        turns = state.turns + 1
        image: Any = drawn_observation(self.draws, turns, IMAGES)
        seen = state.image | image
        simulated, copy = agent_class.ask(state.copy, state.seen)
        reward = 1 if action == simulated else -1
        copy = agent_class.train(copy, Transition(state.seen, action, reward, seen))
        return Percept(reward, image), AfterImagesState(turns, copy, image, seen)
