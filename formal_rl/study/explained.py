"""Environments that say in words which clause of their definition decided a percept.

Each stands beside an environment and is called like it. Its clause is worked out from the definition, from φ or h' and
a comparison, without the environment; tests hold that the two never part.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from textwrap import indent
from typing import Any, Protocol

from attrs import field, frozen

from formal_rl.environments import (
    BUTTON,
    PUSH,
    Agent,
    Draws,
    Environment,
    ExtendedEnvironment,
    Inquiry,
    backward_consciousness,
    backwards,
    deja_vu,
    embed,
    false_memories,
    ignore_rewards,
    repeated,
    respond,
    reverse_history,
    reversed_prompt,
    seeing_a_button,
    shown_observation,
    tempting_button,
    without_rewards,
)
from formal_rl.environments.limited_memory import last_turns, limited_memory
from formal_rl.environments.turn_by_turn import (
    TurnByTurn,
    delayed_rewards,
    flip_every_other,
    ignore_actions,
    ignore_rewards_2,
    nth_reward_multiplied_by_n,
    punish_nondeterministic_agent,
    repeater,
    shifted_rewards,
)
from formal_rl.errors import FormalRLError, NotAnExtendedEnvironment
from formal_rl.histories import Percept, Play, Prompt, Reward, concatenate, format_history, prompt_of
from formal_rl.study.texts import brief
from formal_rl.transforms import opposite, with_handicap, with_handicap_repaired


@frozen
class Clause:
    """Why a percept is what it is, in words, a line for each step, and the percept that this reasoning comes to."""

    words: str
    percept: Percept


class Explained(Protocol):
    """An extended environment, called as (agent, play), that gives the clause that decides."""

    @property
    def name(self) -> str:
        """What it is called."""

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the clause that decides the percept; asks no other questions than the environment."""


@frozen
class ExplainedMimic:
    """An environment of the form ``mimic(hypothetical)``; ``history`` is what φ makes of the history, in words."""

    name: str
    environment: ExtendedEnvironment = field(repr=False)
    hypothetical: Callable[[Play], Prompt] = field(repr=False)
    history: str

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return self.environment(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the comparison of the last action with the agent's on φ of the play."""
        if play == ():
            return Clause("the play is empty, so the reward is 0", Percept(0, 0))
        prompt = self.hypothetical(play)
        did, does = play[-1], agent(prompt)
        same, reward = ("they agree", 1) if did == does else ("they differ", -1)
        text = f"the last action is {did}; on {self.history}{_if_short(prompt)} the agent does {does}"
        return Clause(f"{text}: {same}, so the reward is {reward}", Percept(reward, 0))


@frozen
class ExplainedTemptingButton:
    """The tempting button."""

    draws: Draws
    name: str = "tempting_button"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return tempting_button(self.draws)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return which of the four cases it is, and what is shown next."""
        turn = len(play) // 2
        after = shown_observation(self.draws, turn)
        draw, shows = ("<", "a button") if after == BUTTON else (">=", "no button")
        shown = f"draw u_{turn} is {draw} 1/4, so it shows {shows} (observation {after})"
        if play == ():
            return Clause(f"the play is empty, so the reward is 0;\n{shown}", Percept(0, after))
        seen, did = play[-2].observation, play[-1]
        if seen == BUTTON:
            pushed, reward = ("pushed it", 1) if did == PUSH else ("did not push it", -1)
            text = f"there was a button (observation {seen}) and the agent {pushed} (action {did})"
        else:
            prompt = seeing_a_button(play)
            does = agent(prompt)
            would, reward = ("would push it", -1) if does == PUSH else ("would not push it", 1)
            text = (
                f"there was no button (observation {seen}); had there been one{_if_short(prompt)} "
                f"the agent {would} (action {does})"
            )
        return Clause(f"{text}: the reward is {reward};\n{shown}", Percept(reward, after))


@frozen
class ExplainedOrdinary:
    """An ordinary environment, embedded."""

    name: str
    environment: Environment = field(repr=False)

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return embed(self.environment)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Say that the play alone decides."""
        return Clause("no question was asked: an ordinary environment looks at the play alone", self.environment(play))


@frozen
class ExplainedOpposite:
    """The opposite of an explained environment."""

    environment: Explained

    @property
    def name(self) -> str:
        """``opposite(...)``."""
        return f"opposite({self.environment.name})"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return opposite(self.environment)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the clause of the environment, and its reward turned around."""
        inner = self.environment.clause(agent, play)
        reward, observation = inner.percept
        words = f"{self.environment.name} would pay {reward}:\n{_indented(inner.words)}"
        return Clause(f"{words};\nthe opposite of it is {-reward}", Percept(-reward, observation))


@frozen
class ExplainedHandicap:
    """e * h for explained e and h, repaired or by the letter."""

    environment: Explained
    handicap: Explained
    by_the_letter: bool = False

    @property
    def name(self) -> str:
        """``handicap(e, h)`` or ``handicap_letter(e, h)``."""
        letter = "_letter" if self.by_the_letter else ""
        return f"handicap{letter}({self.environment.name}, {self.handicap.name})"

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        compose = with_handicap if self.by_the_letter else with_handicap_repaired
        return compose(self.environment, self.handicap)(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Return the clauses of both, and whether the reward stands."""
        e, h = self.environment.clause(agent, play), self.handicap.clause(agent, play)
        kept = h.percept.reward == 1 if self.by_the_letter else h.percept.reward >= 0
        reward: Reward = e.percept.reward if kept else -1
        judged = "kept, so the reward of the environment stands" if kept else "broken"
        words = [
            f"the environment, {self.environment.name}, would pay {e.percept.reward}:\n{_indented(e.words)}",
            f"the handicap, {self.handicap.name}, would pay {h.percept.reward}:\n{_indented(h.words)}",
            f"the handicap is {judged}: the reward is {reward}",
        ]
        return Clause(";\n".join(words), Percept(reward, e.percept.observation))


TRIED = 10_000
"""How many questions an environment may ask while other answers are tried out."""


@frozen
class Unexplained:
    """An extended environment of which nothing is known: what it would have answered to other answers is tried out."""

    name: str
    environment: ExtendedEnvironment = field(repr=False)

    def __call__(self, agent: Agent, play: Play, /) -> Percept:
        """Return the percept."""
        return self.environment(agent, play)

    def clause(self, agent: Agent, play: Play) -> Clause:
        """Say what the percept would be, had the agent done otherwise on the first prompt asked about."""
        asked: list[Prompt] = []

        def noting(prompt: Prompt) -> int:
            asked.append(prompt)
            return agent(prompt)

        percept = self.environment(noting, play)
        if not asked:
            return Clause("no question was asked, so the play alone decides", percept)
        first = asked[0]
        does = agent(first)
        instead = 0 if does else 1
        another = Inquiry(lambda prompt: instead if prompt == first else agent(prompt), budget=TRIED)
        try:
            other = respond(self.environment, another, play)
        except FormalRLError:
            change = "nothing can be said of the percept"
        else:
            change = "the percept would be " + ("the same" if other == percept else format_history((other,)))
        return Clause(f"on {brief(first)} the agent does {does}; had it done {instead} there, {change}", percept)


def explained_false_memories(memories: Play) -> ExplainedMimic:
    """Return false memories, explained."""
    environment = false_memories(memories)
    words = "the memories and then the history"
    return ExplainedMimic("false_memories", environment, lambda play: concatenate(memories, prompt_of(play)), words)


def _indented(words: str) -> str:
    return indent(words, "  ")


def _if_short(prompt: Prompt) -> str:
    """Write a prompt into a sentence, or leave it out: a long one is to be looked up among the questions."""
    return f", {format_history(prompt)}," if len(prompt) <= 5 else ","


def _turn_by_turn(name: str, environment: TurnByTurn, history: str) -> ExplainedMimic:
    return ExplainedMimic(name, environment, environment.hypothetical, history)


MIMICS = (
    ExplainedMimic("ignore_rewards", ignore_rewards, without_rewards, "the history with every reward 0"),
    ExplainedMimic("backward_consciousness", backward_consciousness, backwards, "the history backwards"),
    ExplainedMimic("deja_vu", deja_vu, repeated, "the history, the last action and the history again"),
    ExplainedMimic("reverse_history", reverse_history, reversed_prompt, "the history reversed"),
    _turn_by_turn("delayed_rewards", delayed_rewards, "the history with every other reward delayed"),
    _turn_by_turn("flip_every_other", flip_every_other, "the history with every other reward negated"),
    _turn_by_turn("ignore_actions", ignore_actions, "the history with every action 0"),
    _turn_by_turn("ignore_rewards_2", ignore_rewards_2, "the history without the turns that were paid"),
    ExplainedMimic("limited_memory", limited_memory, last_turns, "the last five turns"),
    _turn_by_turn(
        "nth_reward_multiplied_by_n",
        nth_reward_multiplied_by_n,
        "the history with its nth earned reward multiplied by n",
    ),
    _turn_by_turn("punish_nondeterministic_agent", punish_nondeterministic_agent, "the same history again"),
    _turn_by_turn("repeater", repeater, "the history with every turn doubled"),
    _turn_by_turn("shifted_rewards", shifted_rewards, "the history with every reward a turn late"),
)
"""The examples that are constants."""


def explained(environment: Any, name: str = "") -> Explained:
    """Return an environment explained as far as it is known; what is called as (play) is embedded.

    What is explained already comes back as it is. Raises `NotAnExtendedEnvironment` for what can be called neither as
    (agent, play) nor as (play).
    """
    if hasattr(environment, "clause"):
        known: Explained = environment
        return known
    for example in MIMICS:
        if environment is example.environment:
            return example
    name = name or getattr(environment, "__name__", type(environment).__name__)
    if _takes(environment, 2):
        return Unexplained(name, environment)
    if _takes(environment, 1):
        return ExplainedOrdinary(name, environment)
    raise NotAnExtendedEnvironment(f"{name} cannot be called as (agent, play), nor as (play)")


def _takes(function: Any, number: int) -> bool:
    try:
        inspect.signature(function).bind(*((),) * number)
    except TypeError:  # not callable either
        return False
    except ValueError:  # callable, without a signature
        return True
    return True
