"""Paid for acting as if one saw solid models where one sees two pictures."""

from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple, Protocol, TypeAlias

from attrs import frozen

from formal_rl.environments.learners import Learner, Transition
from formal_rl.environments.mimic import mimic_showing
from formal_rl.environments.types import ExtendedEnvironment
from formal_rl.histories import (
    Action,
    Observation,
    Percept,
    Play,
    Prompt,
    actions,
    map_observations,
    prompt_of,
)

Merge: TypeAlias = Callable[[Any, Any], Observation]
"""m: the model that is to be perceived for a left picture and a right one.

Source: Alexander et al. 2021, Example 16.
Ledger: A21-E16
"""


class Game(Protocol):
    """V: a game that is played by pressing keys and shows a picture to each eye. States are values.

    Source: Alexander et al. 2021, Example 16.
    """

    @property
    def initial(self) -> Any:
        """The state before any key was pressed."""

    def press(self, state: Any, key: Action) -> Any:
        """Return the state after a key was pressed."""

    def show(self, state: Any) -> tuple[Any, Any]:
        """Return the pictures for the left eye and the right."""


def with_models(merge: Merge) -> Callable[[Play], Prompt]:
    """Return the map of a nonempty play to its prompt, every pair of pictures in it merged: r_0 o'_0 a_0 ... r_n o'_n.

    An observation that is no pair, and so is never shown, stays as it is.

    Source: Alexander et al. 2021, Example 16 (o').
    Ledger: A21-E16
    """

    def model(pictures: Any) -> Observation:
        return merge(*pictures) if type(pictures) is tuple and len(pictures) == 2 else pictures

    return lambda play: map_observations(model, prompt_of(play))


def binocular(game: Game, merge: Merge) -> ExtendedEnvironment:
    """Return the environment that shows the pictures of the game, and pays for acting as if it showed their models.

    What is asked: the prompt with every pair of pictures merged.
    What is compared: the agent's answer with the last action of the play.
    What is returned: reward 1 where they are equal, -1 otherwise, 0 on the empty play; and the pair of pictures that
    the game shows after the actions of the play.

    The environment raises `MalformedHistory` on what is no play.

    Source: Alexander et al. 2021, Example 16, which gives no reward for the empty play.
    Ledger: A21-E16*
    """
    return mimic_showing(with_models(merge), lambda play: game.show(reduce(game.press, actions(play), game.initial)))


class BinocularState(NamedTuple):
    """The state of the game, the last model, and a copy that was trained on models.

    Ledger: A21-E16
    """

    of_game: Any
    model: Observation
    copy: Any


@frozen
class BinocularIncremental:
    """Binocular vision with one simulated copy, trained on models.

    Source: Alexander et al. 2021, Example 16; Alexander et al. 2022, Section 4.
    Ledger: A21-E16*
    """

    game: Game
    merge: Merge

    def start(self, learner: Learner[Any]) -> tuple[Percept, BinocularState]:
        """Return 0 and the first pictures, and an untrained copy."""
        state = self.game.initial
        pictures = self.game.show(state)
        return Percept(0, pictures), BinocularState(state, self.merge(*pictures), learner.initial)

    def advance(self, learner: Learner[Any], state: BinocularState, action: Action) -> tuple[Percept, BinocularState]:
        """Return 1 or -1 for doing as the copy does, and the copy trained on the next model."""
        following = self.game.press(state.of_game, action)
        pictures = self.game.show(following)
        reward = 1 if learner.act(state.copy, state.model) == action else -1
        model = self.merge(*pictures)
        copy = learner.learn(state.copy, Transition(state.model, action, reward, model))
        return Percept(reward, pictures), BinocularState(following, model, copy)
