"""Departures of one form of an environment from another: the smallest agent, history and action that show one."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from attrs import frozen

from formal_rl.agents import Agent, Learner, LearnerClass, as_agent
from formal_rl.checking._path_exploration import decide_each
from formal_rl.checking.outcome import Cover, Disagreement, Part
from formal_rl.environments import ExtendedEnvironment, PublishedEnvironment
from formal_rl.histories import Action, Percept, Play


def reward_branch(percept: Percept) -> str:
    """Return what the definition does, noted at each step that is compared."""
    return "paid" if percept.reward > 0 else "punished" if percept.reward < 0 else "neither"


@frozen
class ComparedSequences:
    """The sequences of actions that two forms are compared on, shortest first, and what they are in words."""

    sequences: tuple[tuple[Action, ...], ...]
    words: str


def every_sequence(longest: int, actions: Sequence[Action] = (0, 1)) -> ComparedSequences:
    """Return all sequences of these actions up to length ``longest``."""
    found = tuple(sequence for length in range(longest + 1) for sequence in product(actions, repeat=length))
    return ComparedSequences(found, f"all sequences of at most {longest} actions from {', '.join(map(str, actions))}")


def one_sequence(*actions: Action) -> ComparedSequences:
    """Return one sequence and those that it begins with."""
    found = tuple(actions[:length] for length in range(len(actions) + 1))
    return ComparedSequences(found, f"the beginnings of {' '.join(map(str, actions))}")


def published_departure(
    name: str,
    published: PublishedEnvironment,
    definition: ExtendedEnvironment,
    *,
    actions: Sequence[Action],
    played: ComparedSequences,
    first: int = 0,
    branches: Sequence[str] = (),
) -> Part:
    """Compare, for every learner and action sequence, what the published form gives with the definition, step by step.

    The definition answers on the history that the published form itself makes, where (0, observation) stands for
    the initial percept that it does not have; the reward of the first percept is not compared, nor is any percept
    before number ``first``. Learners answer with ``actions``; the actions played need not be theirs.
    ``branches`` are those of the three that must occur.
    """
    forms = published, definition
    return decide_each(
        f"published {name}",
        lambda sequence, some, cover: first_published_difference(
            name, forms, some.learner, sequence, cover, first=first
        ),
        played.sequences,
        actions=actions,
        branches=branches,
        domain=f"all learners of {len(actions)} actions, {played.words}"
        + (f", from percept {first} on" if first else ""),
    )


def first_published_difference(
    name: str,
    forms: tuple[PublishedEnvironment, ExtendedEnvironment],
    learner: Learner[Any],
    sequence: tuple[Action, ...],
    cover: Cover,
    *,
    first: int = 0,
) -> Disagreement | None:
    """Return where a published form first gives another percept than the definition, on the history that it makes."""
    published, definition = forms
    agent, agent_class = as_agent(learner), LearnerClass(learner)
    observation, state = published.start(agent_class)
    percept = Percept(0, observation)
    shown = definition(agent, ()).observation
    if first == 0 and shown != observation:
        return Disagreement(f"{name}: the first observation", shown, observation)
    play: Play = ()
    for turn, action in enumerate(sequence, start=1):
        play = (*play, percept, action)
        percept, state = published.step(agent_class, state, action)
        if turn < first:
            continue
        expected = definition(agent, play)
        cover(reward_branch(expected))
        if percept != expected:
            return Disagreement(f"{name}: percept {turn}, counted from 0,", expected, percept, play)
    return None


def functional_departure(
    name: str,
    functional: ExtendedEnvironment,
    definition: ExtendedEnvironment,
    *,
    actions: Sequence[Action],
    played: ComparedSequences,
) -> Part:
    """Compare, for every agent and action sequence, what the functional form gives with the definition, step by step.

    Both answer on the history that the functional form itself makes.
    """
    return decide_each(
        f"functional {name}",
        lambda sequence, some, cover: first_difference(name, (functional, definition), some.agent, sequence, cover),
        played.sequences,
        actions=actions,
        domain=f"all agents of {len(actions)} actions, {played.words}",
    )


def first_difference(
    name: str,
    forms: tuple[ExtendedEnvironment, ExtendedEnvironment],
    agent: Agent,
    sequence: tuple[Action, ...],
    cover: Cover,
) -> Disagreement | None:
    """Return where a form first gives another percept than the definition, its second, on the history that it makes."""
    other, definition = forms
    play: Play = ()
    for turn in range(len(sequence) + 1):
        percept, expected = other(agent, play), definition(agent, play)
        cover(reward_branch(expected))
        if percept != expected:
            return Disagreement(f"{name}: percept {turn}, counted from 0,", expected, percept, play)
        if turn < len(sequence):
            play = (*play, percept, sequence[turn])
    return None
