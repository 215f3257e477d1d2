"""Environments with a name that say in words which clause of their definition decided a percept.

The percept is the environment's. The words are made from φ or h' and a comparison; tests hold that the two never part.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from textwrap import indent
from typing import Any, TypeAlias

from attrs import field, frozen

from formal_rl import transforms
from formal_rl.agents import Agent, Draws
from formal_rl.environments import (
    CATALOGUE,
    Environment,
    EnvironmentRecord,
    ExtendedEnvironment,
    Inquiry,
    embed,
    respond,
    tempting_button,
)
from formal_rl.environments.examples.tempting_button import BUTTON, PUSH, seeing_a_button
from formal_rl.errors import FormalRLError, NotAnExtendedEnvironment, NotReproducible
from formal_rl.histories import Percept, Play, Prompt, format_history
from formal_rl.numbers import plain_integer
from formal_rl.study._texts import brief

Words: TypeAlias = Callable[[Agent, Play, Percept], str]
"""Say why a play is answered with this percept, a line for each step; ask no other questions than the environment."""


@frozen
class ExplainedEnvironment:
    """An extended environment, called as (agent, play), that says which clause decided a percept."""

    name: str
    environment: ExtendedEnvironment = field(repr=False)
    clause: Words = field(repr=False)
    layers: tuple[ExplainedEnvironment, ...] = field(default=(), repr=False)
    """Of a handicap put on an environment these two: the environment, and the handicap."""
    by_actions: bool = field(default=False, repr=False)
    """Whether only the actions of a play count, so that results for one play hold for others."""

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return self.environment(agent, play)


def _at_first(percept: Percept) -> str:
    return f"the play is empty, so the reward is {percept.reward}"


def _if_short(prompt: Prompt) -> str:
    """Write a prompt into a sentence, or leave out a long one, which readers find among the questions."""
    return f", {format_history(prompt)}," if len(prompt) <= 5 else ","


def explained_mimic(record: EnvironmentRecord, *arguments: Any) -> ExplainedEnvironment:
    """Return an environment of the form ``mimic(φ)``, made of the arguments or of the listed ones, explained."""
    hypothetical: Callable[[Play], Prompt] = record.made("hypothetical", *arguments)

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        if play == ():
            return _at_first(percept)
        prompt = hypothetical(play)
        does = agent(prompt)
        same = "they agree" if play[-1] == does else "they differ"
        where = f"on {record.shown_as}{_if_short(prompt)} the agent does {does}"
        return f"the last action is {play[-1]}; {where}: {same}, so the reward is {percept.reward}"

    return ExplainedEnvironment(record.name, record.made("definition", *arguments), clause)


def explained_tempting_button(draws: Draws) -> ExplainedEnvironment:
    """Return the tempting button with these draws, explained by the compared actions and the draw."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        draw, shows = ("<", "a button") if percept.observation == BUTTON else (">=", "no button")
        shown = f"draw u_{len(play) // 2} is {draw} 1/4, so it shows {shows} (observation {percept.observation})"
        if play == ():
            return f"{_at_first(percept)};\n{shown}"
        seen, did = play[-2].observation, play[-1]
        if seen == BUTTON:
            pushed = "pushed it" if did == PUSH else "did not push it"
            text = f"there was a button (observation {seen}) and the agent {pushed} (action {did})"
        else:
            prompt = seeing_a_button(play)
            does = agent(prompt)
            would = "would push it" if does == PUSH else "would not push it"
            had = f"had there been one{_if_short(prompt)} the agent {would} (action {does})"
            text = f"there was no button (observation {seen}); {had}"
        return f"{text}: the reward is {percept.reward};\n{shown}"

    return ExplainedEnvironment("tempting_button", tempting_button(draws), clause)


def explained_ordinary(name: str, environment: Environment) -> ExplainedEnvironment:
    """Return an ordinary environment, embedded, explained: the play alone decides."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        _require_same(name, play, percept, environment(play))
        return "no question was asked: an ordinary environment looks at the play alone"

    return ExplainedEnvironment(name, embed(environment), clause)


def explained_opposite(environment: ExplainedEnvironment) -> ExplainedEnvironment:
    """Return the opposite of an explained environment: its clause, and its reward turned around."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        pays = _would_pay(environment, agent, play, percept._replace(reward=-percept.reward))
        return f"{environment.name}{pays};\nthe opposite of it is {percept.reward}"

    return ExplainedEnvironment(f"opposite({environment.name})", transforms.opposite(environment), clause)


def explained_handicap(
    environment: ExplainedEnvironment, handicap: ExplainedEnvironment, *, by_the_letter: bool = False
) -> ExplainedEnvironment:
    """Return e * h for explained e and h, repaired or by the letter: both clauses, and whether the reward stands."""

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        e, h = environment(agent, play), handicap(agent, play)
        kept = h.reward == 1 if by_the_letter else h.reward >= 0
        judged = "kept, so the reward of the environment stands" if kept else "broken"
        words = [
            f"the environment, {environment.name},{_would_pay(environment, agent, play, e)}",
            f"the handicap, {handicap.name},{_would_pay(handicap, agent, play, h)}",
            f"the handicap is {judged}: the reward is {percept.reward}",
        ]
        return ";\n".join(words)

    name = f"handicap{'_letter' if by_the_letter else ''}({environment.name}, {handicap.name})"
    compose = transforms.with_handicap if by_the_letter else transforms.with_handicap_repaired
    return ExplainedEnvironment(name, compose(environment, handicap), clause, (environment, handicap))


def _would_pay(environment: ExplainedEnvironment, agent: Agent, play: Play, percept: Percept) -> str:
    return f" would pay {percept.reward}:\n{indent(environment.clause(agent, play, percept), '  ')}"


FOUND_BY_TRIAL = 10_000
"""The greatest number of questions of an environment while we try other answers."""


def explained_by_trial(
    name: str, environment: ExtendedEnvironment, *, by_actions: bool = False
) -> ExplainedEnvironment:
    """Return any extended environment, explained by the percept that other answers of the agent would lead to.

    That is tried out on the last prompt asked about: it has the most of the play, and leads to few other questions.
    """

    def clause(agent: Agent, play: Play, percept: Percept) -> str:
        questions: list[Prompt] = []

        def noting(prompt: Prompt) -> int:
            questions.append(prompt)
            return agent(prompt)

        _require_same(name, play, percept, environment(noting, play))
        if not questions:
            return "no question was asked, so the play alone decides"
        last = questions[-1]
        does = agent(last)
        instead = 0 if does else 1
        another = Inquiry(lambda prompt: instead if prompt == last else agent(prompt), budget=FOUND_BY_TRIAL)
        try:
            other = respond(environment, another, play)
        except FormalRLError:
            change = "the percept would be unknown"
        else:
            change = "the percept would be " + ("the same" if other == percept else brief((other,)))
        return f"on {brief(last)} the agent does {does}; had it done {instead} there, {change}"

    return ExplainedEnvironment(name, environment, clause, by_actions=by_actions)


def _require_same(name: str, play: Play, percept: Percept, again: Percept) -> None:
    """Raise `NotReproducible` where an environment of one's own, asked again, gives another percept."""
    if again != percept:
        two = f"{format_history((percept,))} and {format_history((again,))}"
        raise NotReproducible(f"on the play {brief(play)}, all answers equal, {name} gave {two}")


def explained(environment: Any, name: str = "") -> ExplainedEnvironment:
    """Return an environment with the best explanation for its kind; a function of (play) is embedded.

    The numbers of its percepts may be integers of numpy or torch. What is explained already comes back as it is.

    Raises `NotAnExtendedEnvironment` for an object that takes neither (agent, play) nor (play).
    """
    if isinstance(environment, ExplainedEnvironment):
        return environment
    for record in CATALOGUE.values():
        if record.shown_as and environment is record.load():
            return explained_mimic(record)
    name = name or getattr(environment, "__name__", type(environment).__name__)
    if can_be_called(environment, (), ()):
        return explained_by_trial(name, _plain(environment))
    if can_be_called(environment, ()):
        return explained_ordinary(name, _plain(environment))
    raise NotAnExtendedEnvironment(f"{name} cannot be called as (agent, play), nor as (play)")


def _plain(environment: Any) -> Any:
    """Return an environment whose percepts have ints where this one's have integers of another library."""

    @wraps(environment, updated=())
    def plain(*arguments: Any) -> Any:
        percept = environment(*arguments)
        return Percept(*map(plain_integer, percept)) if type(percept) is Percept else percept

    return plain


def can_be_called(function: Any, *arguments: Any) -> bool:
    """Return whether the signature of a callable takes these arguments."""
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:  # not callable either
        return False
    except ValueError:  # callable, without a signature
        return True
    return True
