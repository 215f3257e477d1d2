"""The library's environments written out again, to hold every form of them against.

Nothing here is shared with the forms: it builds each question element by element, and lists the observations by hand
for the draws of `EIGHTHS`.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import agents, among, every
from formal_rl.checking.claims import Every
from formal_rl.environments import CATALOGUE, ExtendedEnvironment
from formal_rl.histories import Observation, Percept, Play, Prompt, all_plays, history
from formal_rl.statements.library import compared

# --- What each asks about, for the prompt h of x_1 y_1 ... x_n y_n ---


def _without(h: Prompt, goes: Callable[[Percept], Any]) -> Prompt:
    """Return the prompt without such percepts and the actions before them; the first percept stays."""
    return sum((each for each in zip(h[1::2], h[2::2], strict=True) if not goes(each[1])), h[:1])


def _without_answers(h: Prompt, goes: Callable[[Percept], Any]) -> Prompt:
    """Return the prompt without such percepts and the actions after them, or (0, 0) if none is left."""
    answered = zip(h[::2], (*h[1::2], None), strict=True)
    return sum((each for each in answered if not goes(each[0])), ())[:-1] or (Percept(0, 0),)


def _ignore_rewards_3(agent: Agent, h: Prompt) -> Prompt:
    game: Prompt = (Percept(0, 0),)
    while len(game) < len(h):
        game = (*game, agent(game), Percept(0, 0))
    return game


def _ignore_observations(agent: Agent, h: Prompt) -> Prompt:
    return tuple(Percept(element.reward, 0) if isinstance(element, Percept) else element for element in h)


def _rewards(change: Callable[[list[Any]], Any]) -> Callable[[Agent, Prompt], Prompt]:
    """Return what asks with R_1, R_2, ..., the rewards of x_2, x_3, ..., all changed at once."""

    def asked(agent: Agent, h: Prompt) -> Prompt:
        later = zip(h[2::2], change([x.reward for x in h[2::2]]), strict=False)
        return sum(zip(h[1::2], (x._replace(reward=reward) for x, reward in later), strict=True), h[:1])

    return asked


def _delayed(earned: list[Any], second: int) -> list[Any]:
    """Return the rewards with every second put off by a turn: with 0 the first, third, ..., with 1 the others."""
    stays = [0 if n % 2 == second else reward for n, reward in enumerate(earned)]
    comes = [0, *(reward if n % 2 == second else 0 for n, reward in enumerate(earned))]
    return [sum(each) for each in zip(stays, comes, strict=False)]


def _after_images(agent: Agent, h: Prompt) -> Prompt:
    bled = (Percept(x.reward, x.observation | before.observation) for before, x in zip(h[::2], h[2::2], strict=False))
    return sum(zip(h[1::2], bled, strict=True), h[:1])


_Shown = tuple[Observation, ...]

_OF_FIVE: _Shown = (1, 0, 4, 0, 3, 3, 1)
_IMAGES: _Shown = (3, 1, 7, 0, 5, 6, 2)
_OF_THREE: _Shown = (1, 0, 2, 0, 1, 2, 0)
_OF_TWO: _Shown = (0, 0, 1, 0, 1, 1, 0)
_BUTTONS: _Shown = (1, 0, 1, 0, 1, 1, 1)
"""The observations of the draws of `EIGHTHS`, 3/8, 1/8, 7/8, 0, 5/8, 6/8, 2/8 and again; 0 is a button."""


def _mimicry(
    asked: Callable[[Agent, Prompt], Prompt], shown: _Shown = (0,) * 7, first: Observation | None = None
) -> ExtendedEnvironment:
    """Return the environment that pays for acting as on the question, and shows these, ``first`` before any draw."""

    def environment(agent: Agent, play: Play) -> Percept:
        after = shown[len(play) // 2 % 7]
        if play == ():
            return Percept(0, after if first is None else first)
        return Percept(1 if agent(asked(agent, play[:-1])) == play[-1] else -1, after)

    return environment


# --- Those that are not mimicry ---


def _crying_baby_2(agent: Agent, play: Play) -> Percept:
    if play == ():
        return Percept(1, 1)
    parent: Play = ()
    meals = done = 0
    for baby in play[1::2]:
        prompt = (*parent, Percept(1 if baby == 0 else -1, baby))
        done = agent(prompt)
        parent = (*prompt, done)
        meals += done == 0
    return Percept(1 if 50 <= 100 + 25 * meals - 3 * (len(play) // 2) <= 200 else -1, done)


def _variation(agent: Agent, play: Play, button: int = 0) -> Percept:
    """Return the percept where ``button`` is what shows a button, and what pushes it: 0, or 1 in 2021."""
    shown = _BUTTONS[len(play) // 2 % 7]
    after = shown if button == 0 else int(shown == 0)
    if play == () or play[-1] != button:
        return Percept(0, after)
    if (play[-2].observation == 0) == (button == 0):
        return Percept(1, after)
    would = agent((*play[:-2], Percept(play[-2].reward, button)))
    return Percept(-1 if (would == 0) == (button == 0) else 1, after)


LETTERS: Mapping[str, ExtendedEnvironment] = {
    "after_images": _mimicry(_after_images, _IMAGES),
    "censored_observation": _mimicry(lambda _, h: _without_answers(h, lambda x: x.observation == 2), _OF_THREE, 0),
    "crying_baby_2": _crying_baby_2,
    "delayed_rewards": _mimicry(_rewards(partial(_delayed, second=1))),
    "flip_every_other": _mimicry(_rewards(lambda earned: [r if n % 2 else -r for n, r in enumerate(earned)])),
    "ignore_actions": _mimicry(lambda agent, h: tuple(x if isinstance(x, Percept) else 0 for x in h)),
    "ignore_observations": _mimicry(_ignore_observations, _OF_FIVE),
    "ignore_rewards_2": _mimicry(lambda _, h: _without(h, lambda x: x.reward > 0)),
    "ignore_rewards_3": _mimicry(_ignore_rewards_3),
    "limited_memory": _mimicry(lambda agent, h: h[-11:]),
    "nth_reward_multiplied_by_n": _mimicry(_rewards(lambda earned: [n * r for n, r in enumerate(earned, start=1)])),
    "repeater": _mimicry(lambda agent, h: sum((h[k : k + 2] * 2 for k in range(1, len(h), 2)), h[:1])),
    "shifted_rewards": _mimicry(_rewards(lambda earned: [0, *earned])),
    "tempting_button_variation": _variation,
    "third_action_forbidden": lambda agent, play: _mimicry(lambda _, h: h)(lambda h: (agent(h) + 1) % 3, play),
}
"""Each environment that has no entry of its own, written out, with the draws of `EIGHTHS`."""

LETTERS_OF_2021: Mapping[str, ExtendedEnvironment] = {
    "delayed_rewards": _mimicry(_rewards(partial(_delayed, second=0))),
    "ignore_observations": _mimicry(_ignore_observations, _OF_TWO, 0),
    "ignore_rewards_2": _mimicry(lambda _, h: _without_answers(h, lambda x: x.reward > 0)),
    "limited_memory": _mimicry(lambda agent, h: h[-9:]),
    "repeater": _mimicry(lambda agent, h: (*sum((h[k : k + 2] * 2 for k in range(0, len(h) - 1, 2)), ()), h[-1])),
    "tempting_button_variation": partial(_variation, button=1),
}
"""The forms of 2021 that are others, each written out."""

_SHORT = (Percept(0, 0), Percept(1, 1), Percept(Fraction(-1, 2), 2), Percept(Fraction(1, 2), 0))
_LONG: Play = history(
    *((0, 0), 1, (Fraction(1, 2), 4), 0, (-1, 2), 2, (3, 0), 0, (-2, 6), 1, (Fraction(-1, 3), 1), 0),
    *((5, 5), 3, (-7, 2), 0, (0, 3), 1, (Fraction(2, 7), 0), 0),
)
_TRIED = [*(play for number in range(3) for play in all_plays(_SHORT, (0, 1), number))]
_TRIED += [_LONG[: 2 * turns] for turns in range(3, 11)]
_PLAYS = [play for play in _TRIED if not play or min(percept.reward for percept in play[::2]) <= 0]
"""Of 2021, ignore_rewards_2 refuses plays whose rewards are all positive."""

_PLAYED = "plays of at most 2 actions over (0,0), (1,1), (-1/2,2) and (1/2,0), and the beginnings of one of 10 turns"


def as_printed(kind: str, letters: Mapping[str, ExtendedEnvironment]) -> Every:
    """Return the part that the forms of this kind are themselves written out."""
    forms = {name: compared(CATALOGUE[name], kind) for name in letters}

    def both(agent: Agent, name: str, play: Play) -> tuple[Percept, Percept]:
        return letters[name](agent, play), forms[name](agent, play)

    environments = among(f"{{}} environments in the form {kind}", letters)
    return every(f"{kind}, written out", both, agents, environments, among(_PLAYED, _PLAYS))
