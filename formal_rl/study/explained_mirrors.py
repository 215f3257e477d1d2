"""The room with the mirror, the body in it, and the world of blocks, drawn."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import reduce
from itertools import zip_longest
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.environments import Agent
from formal_rl.environments.binocular import with_models
from formal_rl.environments.blocks import block_game, merge_pictures, seeing_blocks
from formal_rl.environments.costed import CostedAgent
from formal_rl.environments.mirror import seen_in_the_mirror, seen_with_a_body
from formal_rl.environments.mirror_room import (
    crop_to_mirror,
    mirror_room,
    playing_in_the_mirror,
    playing_with_a_body,
    with_figure,
)
from formal_rl.environments.pictures import is_picture
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, actions
from formal_rl.study.explained import Clause

_GAP = "   "

_Titled: TypeAlias = tuple[str, Sequence[str]]


@frozen
class ExplainedMirrorRoom:
    """Playing in the mirror, in the room."""

    name: str = "mirror_room"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return playing_in_the_mirror(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the last snapshot and what the mirror shows of it, the comparison, and the next snapshot."""
        if play == ():
            return _at_first()
        asked = seen_in_the_mirror(crop_to_mirror)(play)
        return _mirrored(play, asked, agent(asked), "on what the mirror shows")


@frozen
class ExplainedMirrorWithBody:
    """Playing in the mirror with a body, in the room.

    A function does not say what its answers cost. Here it is taken to read its prompt first, a step for each percept,
    storing nothing.
    """

    name: str = "mirror_with_body"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return playing_with_a_body(reading_first(agent), play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the last snapshot, the mirror with the body in it, the comparison, and the next snapshot."""
        if play == ():
            return _at_first()
        costed = reading_first(agent)
        asked = seen_with_a_body(crop_to_mirror, with_figure, costed, play)
        return _mirrored(play, asked, costed(asked), "on the mirror with its body in it")


def reading_first(agent: Agent) -> CostedAgent:
    """Return the program that reads the prompt, a step for each percept, and then answers as the agent does."""

    def program(prompt: Prompt) -> Generator[tuple[Any, ...], None, Action]:
        for _ in prompt[::2]:
            yield ()
        return agent(prompt)

    return CostedAgent(program)


def _at_first() -> Clause:
    percept = mirror_room(())
    return Clause(f"the play is empty, so the room pays 0; it shows\n{_shown(percept.observation)}", percept)


def _mirrored(play: Play, asked: Prompt, does: Action, where: str) -> Clause:
    pays, after = mirror_room(play)
    did = play[-1]
    same, reward = ("they agree", pays) if did == does else ("they differ", -1)
    stands = f"so the reward of the room, {pays}, stands" if did == does else "so the reward is -1"
    image = [f"[{row}]" for row in _rows(asked[-1].observation)]
    seen = _beside(("it saw", _rows(play[-2].observation)), ("in the mirror", image))
    text = f"the last action is {did}; {where} the agent does {does}: {same}, {stands}"
    return Clause(f"{seen}\n{text};\nit shows\n{_shown(after)}", Percept(reward, after))


@frozen
class ExplainedBlocks:
    """Binocular vision, in the world of blocks."""

    name: str = "binocular_blocks"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return seeing_blocks(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the last two pictures and their model by layers, the comparison, and the next pictures."""
        after: Any = block_game.show(reduce(block_game.press, actions(play), block_game.initial))
        if play == ():
            return Clause(f"the play is empty, so the reward is 0; it shows\n{_pair(after)}", Percept(0, after))
        asked = with_models(merge_pictures)(play)
        did, does = play[-1], agent(asked)
        same, reward = ("they agree", 1) if did == does else ("they differ", -1)
        seen = _beside(*_eyes(play[-2].observation), *_layers(asked[-1].observation))
        text = f"the last action is {did}; on the models the agent does {does}: {same}, so the reward is {reward}"
        return Clause(f"{seen}\n{text};\nit shows\n{_pair(after)}", Percept(reward, after))


def _pair(pictures: Observation) -> str:
    return _beside(*_eyes(pictures))


def _eyes(pictures: Any) -> Iterator[_Titled]:
    if type(pictures) is tuple and len(pictures) == 2:
        left, right = pictures
        yield from (("left eye", _rows(left)), ("right eye", _rows(right)))
    else:
        yield "it saw", _rows(pictures)


def _layers(model: Any) -> Iterator[_Titled]:
    if type(model) is tuple and len(model) == 3:
        yield from zip(("near", "middle", "far"), map(_rows, model), strict=True)
    else:
        yield "no model", _rows(model)


def _rows(observation: Observation) -> Sequence[str]:
    """Return a picture by rows; anything else in one row."""
    return observation if is_picture(observation) else (str(observation),)


def _shown(snapshot: Observation) -> str:
    return "\n".join(f"  {row}" for row in _rows(snapshot))


def _beside(*pictures: _Titled) -> str:
    """Return titled pictures side by side, indented."""
    columns = [[title, *rows] for title, rows in pictures]
    widths = [max(map(len, column)) for column in columns]
    lines = zip_longest(*columns, fillvalue="")
    return "\n".join(
        "  " + _GAP.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
