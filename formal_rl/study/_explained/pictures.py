"""What is seen, drawn: the room with the mirror, the body in it, the world of blocks, a game on a screen."""

from collections.abc import Generator, Iterator, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

from formal_rl.agents import Agent
from formal_rl.environments import CostedAgent, is_picture
from formal_rl.environments.abstract import (
    crop_to_mirror,
    merge_pictures,
    playing_in_the_mirror,
    playing_with_a_body,
    seeing_blocks,
    seen_in_the_mirror,
    seen_with_a_body,
    with_figure,
    with_models,
)
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, encode_percept, prompt_of
from formal_rl.study._explained.environments import ExplainedEnvironment, at_first, comparison
from formal_rl.study._texts import brief
from formal_rl.transforms import read_from_the_screen, self_insert, self_insert_letter

_GAP = "   "

_Titled: TypeAlias = tuple[str, Sequence[str]]


def reading_first(agent: Agent) -> CostedAgent:
    """Return the program that reads the prompt, a step for each percept, and then answers as the agent does."""

    def program(prompt: Prompt) -> Generator[tuple[Any, ...], None, Action]:
        for _ in prompt[::2]:
            yield ()
        return agent(prompt)

    return CostedAgent(program)


def _mirror_room(agent: Agent, play: Play, percept: Percept) -> str:
    """Say what the mirror shows of the last snapshot, compare, and draw the next snapshot."""
    if play == ():
        return _first_room(percept)
    asked = seen_in_the_mirror(crop_to_mirror)(play)
    return _mirrored(play, asked, agent(asked), "on what the mirror shows", percept)


def _mirror_with_body(agent: Agent, play: Play, percept: Percept) -> str:
    """Say the same of the mirror with the body in it."""
    if play == ():
        return _first_room(percept)
    costed = reading_first(agent)
    asked = seen_with_a_body(crop_to_mirror, with_figure, costed, play)
    return _mirrored(play, asked, costed(asked), "on the mirror with its body in it", percept)


def _first_room(percept: Percept) -> str:
    return f"the play is empty, so the room pays {percept.reward}; it shows\n{_shown(percept.observation)}"


def _mirrored(play: Play, asked: Prompt, does: Action, where: str, percept: Percept) -> str:
    did = play[-1]
    same = "they agree" if did == does else "they differ"
    stands = f"the reward of the room, {percept.reward}, stands" if did == does else f"the reward is {percept.reward}"
    image = [f"[{row}]" for row in _rows(asked[-1].observation)]
    seen = _beside(("it saw", _rows(play[-2].observation)), ("in the mirror", image))
    text = f"the last action is {did}; {where} the agent does {does}: {same}, so {stands}"
    return f"{seen}\n{text};\nit shows\n{_shown(percept.observation)}"


def _blocks(agent: Agent, play: Play, percept: Percept) -> str:
    """Draw the last two pictures and their model by layers, compare, and draw the next pictures."""
    if play == ():
        return f"{at_first(percept)}; it shows\n{_pair(percept.observation)}"
    asked = with_models(merge_pictures)(play)
    seen = _beside(*_eyes(play[-2].observation), *_layers(asked[-1].observation))
    text = comparison(play, "on the models", agent(asked), percept)
    return f"{seen}\n{text};\nit shows\n{_pair(percept.observation)}"


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


DRAWN = (
    ExplainedEnvironment("mirror_room", playing_in_the_mirror, _mirror_room),
    ExplainedEnvironment(
        "mirror_with_body",
        lambda agent, play: playing_with_a_body(reading_first(agent), play),
        _mirror_with_body,
    ),
    ExplainedEnvironment("binocular_blocks", seeing_blocks, _blocks),
)
"""The room, the room with a body, and the blocks.

A function does not say what its answers cost. In the room with a body it is taken to read its prompt first, a step for
each percept, storing nothing.
"""


# --- A game on a screen ---


def explained_self_insert(environment: ExplainedEnvironment, *, by_the_letter: bool = False) -> ExplainedEnvironment:
    """Return self-insert of an explained game, decoded or by the letter, explained.

    The words have what was to be seen so far, what the agent does on it, and the screen that comes next.
    """

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        read = read_from_the_screen(play)
        shown = environment(agent, play if by_the_letter else read)
        number = encode_percept(shown)
        screen = f"{environment.name} is on the screen, as the number {number}:\n{drawn_screen(shown)}"
        if play == ():
            return f"{at_first(percept)};\n{screen}"
        asked = prompt_of(read)
        return f"{comparison(play, f'had it felt what it saw, {brief(asked)},', agent(asked), percept)};\n{screen}"

    insert = self_insert_letter if by_the_letter else self_insert
    return ExplainedEnvironment(f"{insert.__name__}({environment.name})", insert(environment), clause)


def drawn_screen(percept: Percept) -> str:
    """Return a screen with the reward and the observation of a percept on it."""
    lines = (f"reward  {percept.reward}", f"shows   {percept.observation}")
    width = max(12, *map(len, lines))
    frame = f"+{'-' * (width + 2)}+"
    return "\n".join([frame, *(f"| {line:<{width}} |" for line in lines), frame])
