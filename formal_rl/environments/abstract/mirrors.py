"""Mirrors: punished for acting otherwise than one would on seeing the mirror alone; and a room with a mirror."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments._incremental import IncrementalEnvironment
from formal_rl.environments._text_pictures import Picture, is_picture
from formal_rl.environments.environment import ExtendedEnvironment, embed
from formal_rl.environments.metered_agents import Computation, CostedAgent, require_costed
from formal_rl.environments.mimic import mimic
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.errors import InvalidParameter
from formal_rl.histories import (
    Action,
    Observation,
    Percept,
    Play,
    Prompt,
    Reward,
    actions,
    map_observations,
    prompt_of,
    require_play,
)

LEDGER = ("A21-E15",)

Crop: TypeAlias = Callable[[Observation], Observation]
"""Crop a snapshot of a room to the mirror.

Source: Alexander et al. 2021, Example 15.
"""

Body: TypeAlias = Callable[[Observation, Computation], Observation]
"""An image with a picture of a computation put into it.

Source: Alexander et al. 2021, Section 5.2, after Example 15.
Ledger: A21-E15-body
"""


def seen_in_the_mirror(crop: Crop) -> Callable[[Play], Prompt]:
    """Return the map of a nonempty play to its prompt, every snapshot in it cropped: r_0 o'_0 a_0 ... r_n o'_n.

    Source: Alexander et al. 2021, Example 15 (s').
    """
    return lambda play: map_observations(crop, prompt_of(play))


def acting_by_the_mirror(crop: Crop) -> ExtendedEnvironment:
    """Return h_crop: 1 for acting as if one only saw the mirror, else -1; at first (0, 0).

    Source: the constraint of Alexander et al. 2021, Example 15, as an environment of its own.
    Ledger: A21-E15*
    """
    return mimic(seen_in_the_mirror(crop))


def mirror(environment: ExtendedEnvironment, crop: Crop, *, penalty: Reward = -1) -> ExtendedEnvironment:
    """Return e': the percepts of e, with ``penalty`` for the reward where one did not act by the mirror alone.

    Question: the prompt with every snapshot cropped; its rewards are those of e', penalties among them.
    Comparison: the agent's answer with the last action of the play; none on the empty play.
    Percept: e's on the same play, with its reward or the penalty.

    Raises `InvalidParameter` for a penalty that is not negative.

    Source: Alexander et al. 2021, Example 15.
    Ledger: A21-E15*
    """
    _require_penalty(penalty)
    snapshots = seen_in_the_mirror(crop)

    def environment_with_mirror(agent: Agent, play: Play) -> Percept:
        require_play(play)
        percept = environment(agent, play)
        if play == () or play[-1] == agent(snapshots(play)):
            return percept
        return Percept(penalty, percept.observation)

    return environment_with_mirror


def seen_with_a_body(crop: Crop, body: Body, agent: CostedAgent, play: Play) -> Prompt:
    """Return the cropped prompt of a nonempty play, with the agent's last computation added to each image.

    Into o'_i goes the computation of T(r_0 o_0 a_0 ... r_{i-1} o_{i-1}), on the true snapshots, whether or not the play
    has the action it came to. Before o_0 nothing was computed, so o'_0 has no body.

    Source: Alexander et al. 2021, Section 5.2, after Example 15.
    Ledger: A21-E15-body*
    """
    cropped = list(seen_in_the_mirror(crop)(play))
    for index in range(2, len(cropped), 2):
        reward, image = cropped[index]
        cropped[index] = Percept(reward, body(image, agent.compute(play[: index - 1])))
    return tuple(cropped)


def mirror_with_body(
    environment: ExtendedEnvironment, crop: Crop, body: Body, *, penalty: Reward = -1
) -> ExtendedEnvironment:
    """Return the mirror that pays for acting as if one's own computations were visible in it.

    The observations are still those of e: as printed the question contains the body, and no observation does.

    Each step computes every earlier answer again, so n steps take about n^2 / 2 answers and their histories; 1,000
    steps take some seconds. There is no incremental form, since a learner does not say what its answers cost.

    Raises `InvalidParameter` for a penalty that is not negative. The environment raises it, too, for an agent that
    is not a `CostedAgent`.

    Source: Alexander et al. 2021, Section 5.2, after Example 15.
    Ledger: A21-E15-body*
    """
    _require_penalty(penalty)

    def environment_with_mirror(agent: Agent, play: Play) -> Percept:
        require_play(play)
        costed = require_costed(agent)
        percept = environment(agent, play)
        if play == () or play[-1] == costed(seen_with_a_body(crop, body, costed, play)):
            return percept
        return Percept(penalty, percept.observation)

    return environment_with_mirror


def showing_the_body(environment: ExtendedEnvironment, body: Body) -> ExtendedEnvironment:
    """Return the environment with the agent's last computation added to each snapshot that it shows.

    ``mirror(showing_the_body(e, body), crop)`` is the other reading of the mirror with a body: in it the agent does see
    itself. The first snapshot has no body. The environment raises `InvalidParameter` for any but a
    `CostedAgent`.

    Source: Alexander et al. 2021, Section 5.2, after Example 15, in another reading.
    Ledger: A21-E15-body*
    """

    def environment_with_body(agent: Agent, play: Play) -> Percept:
        require_play(play)
        costed = require_costed(agent)
        reward, snapshot = environment(agent, play)
        return Percept(reward, body(snapshot, costed.compute(prompt_of(play))) if play else snapshot)

    return environment_with_body


class _MirrorState(NamedTuple):
    """The state of e, the last image in the mirror, and a copy that was trained on such images."""

    of_environment: Any
    image: Observation
    copy: Any


@frozen
class MirrorIncremental:
    """The mirror with one simulated copy, trained on what the mirror shows.

    It is for an e that depends on the actions alone, not on the rewards in the play.

    Source: Alexander et al. 2021, Example 15; Alexander et al. 2022, Section 4.
    Ledger: A21-E15*
    """

    environment: IncrementalEnvironment
    crop: Crop
    penalty: Reward = field(default=-1, validator=lambda _, __, value: _require_penalty(value))

    def start(self, learner: Learner[Any]) -> tuple[Percept, _MirrorState]:
        """Return e's percept, and an untrained copy."""
        percept, state = self.environment.start(learner)
        return percept, _MirrorState(state, self.crop(percept.observation), learner.initial)

    def advance(self, learner: Learner[Any], state: _MirrorState, action: Action) -> tuple[Percept, _MirrorState]:
        """Return e's percept, or the penalty in it, and the copy trained on the next image."""
        (reward, snapshot), following = self.environment.advance(learner, state.of_environment, action)
        if learner.act(state.copy, state.image) != action:
            reward = self.penalty
        image = self.crop(snapshot)
        copy = learner.learn(state.copy, Transition(state.image, action, reward, image))
        return Percept(reward, snapshot), _MirrorState(following, image, copy)


def _require_penalty(penalty: object) -> None:
    if not isinstance(penalty, Reward) or isinstance(penalty, bool) or penalty >= 0:
        raise InvalidParameter("penalty", penalty, "an int or a Fraction below 0")


# A room with a mirror: a ball lies behind the player, who looks at the wall with the mirror and never turns round.


REACH_LEFT, REACH_RIGHT = 1, 2
"""The actions that reach behind the chair; any other sits still."""

_HOURS = 10
_TALLEST, _WIDEST = 3, 3
_TOP = ". [---] ."


class _Room(NamedTuple):
    """Turns so far, whether the ball lies on the right, and whether it was caught just now."""

    turns: int = 0
    right: bool = False
    caught: bool = False

    def after(self, action: Action) -> _Room:
        caught = action == (REACH_RIGHT if self.right else REACH_LEFT)
        return _Room(self.turns + 1, self.right != caught, caught)

    def percept(self) -> Percept:
        image = ("   ", " ho" if self.right else "oh ")
        clock = str(self.turns % _HOURS)
        snapshot = (_TOP, f"{clock} [{image[0]}] .", f". [{image[1]}] .", _TOP)
        return Percept(1 if self.caught else 0, snapshot)


def mirror_room(play: Play) -> Percept:
    """Return a snapshot of the wall ahead, and 1 if the ball was caught just now, else 0: an ordinary environment.

    In the middle of the wall, in brackets, is the mirror; in it are the chair, ``h``, and the ball, ``o``, on the left
    at first. Beside the mirror is a clock, which counts turns modulo 10. Action 1 reaches for the ball on the left, 2
    on the right, any other sits still. A ball that is caught rolls to the other side. So the mirror shows all that
    matters: its image and the action determine the reward and the next image.

    Source: Alexander et al. 2021, Example 15 (a room such as it asks for).
    Ledger: A21-E15*
    """
    require_play(play)
    return reduce(_Room.after, actions(play), _Room()).percept()


class _MirrorRoomIncremental:
    """The room; its state is the turns modulo 10, where the ball lies, and whether it was just caught."""

    def start(self, learner: Learner[Any]) -> tuple[Percept, _Room]:
        room = _Room()
        return room.percept(), room

    def advance(self, learner: Learner[Any], state: _Room, action: Action) -> tuple[Percept, _Room]:
        room = state.after(action)
        return room.percept(), room._replace(turns=room.turns % _HOURS)


mirror_room_incremental = _MirrorRoomIncremental()
"""Incremental form of the room."""


def crop_to_mirror(snapshot: Observation) -> Observation:
    """Return the part of a snapshot of the room that is inside the frame of the mirror.

    Anything that is not a picture, and so is never shown, comes back as it is.

    Source: Alexander et al. 2021, Example 15 (o').
    """
    return tuple(row[3:6] for row in snapshot[1:-1]) if is_picture(snapshot) else snapshot


def figure(computation: Computation) -> Picture:
    """Return a body for a computation: a row for each step, as wide as the greatest store and one more; at most 3 x 3.

    Source: Alexander et al. 2021, Section 5.2, after Example 15 (a body such as it asks for).
    Ledger: A21-E15-body*
    """
    row = ("*" * min(_WIDEST, 1 + computation.greatest_store)).center(_WIDEST)
    return (row,) * min(_TALLEST, computation.steps)


def with_figure(image: Observation, computation: Computation) -> Observation:
    """Return an image in the mirror with the body below it; anything that is not a picture comes back as it is.

    Ledger: A21-E15-body
    """
    return (*image, *figure(computation)) if is_picture(image) else image


def with_figure_in_the_mirror(snapshot: Observation, computation: Computation) -> Observation:
    """Return a snapshot of the room with the body in its mirror: cropped, it is the image with that body below it.

    Anything that is not a picture comes back as it is.

    Ledger: A21-E15-body
    """
    if not is_picture(snapshot):
        return snapshot
    return (*snapshot[:-1], *(f". [{row}] ." for row in figure(computation)), snapshot[-1])


playing_in_the_mirror = mirror(embed(mirror_room), crop_to_mirror)
"""Definition: Alexander et al. 2021, Example 15, in the room, with penalty -1.

Asked about a play of n turns it crops n snapshots; the incremental form crops one.

Ledger: A21-E15*
"""

playing_in_the_mirror_incremental = MirrorIncremental(mirror_room_incremental, crop_to_mirror)
"""Incremental form."""
playing_with_a_body = mirror_with_body(embed(mirror_room), crop_to_mirror, with_figure)
"""Definition: Alexander et al. 2021, Section 5.2, after Example 15, in the room, with penalty -1.

Ledger: A21-E15-body*
"""

RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "mirror_room",
        source="A21 Example 15",
        named={"definition": "playing_in_the_mirror", "incremental": "playing_in_the_mirror_incremental"},
    ),
    EnvironmentRecord(
        "mirror_with_body", source="A21 Section 5.2, after Example 15", named={"definition": "playing_with_a_body"}
    ),
)
