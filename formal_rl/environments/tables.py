"""Agents and environments given as finite tables: what a search finds, and what a test can hold."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from attrs import field, frozen

from formal_rl.agents import Transition
from formal_rl.errors import InvalidParameter, MalformedHistory, UnansweredQuestion
from formal_rl.histories import (
    Action,
    History,
    Observation,
    Percept,
    format_history,
    require_action,
    require_percept,
    require_play,
    require_prompt,
)

Answer = TypeVar("Answer")


def _entries(table: Any) -> tuple[tuple[Any, Any], ...]:
    pairs = [(question, answer) for question, answer in (table.items() if isinstance(table, Mapping) else table)]
    for question, _ in pairs:
        if not isinstance(question, tuple):
            raise InvalidParameter("the table", question, "a history as each question")
    seen: set[Any] = set()
    for question, _ in pairs:
        try:
            repeated = question in seen
        except TypeError:  # not hashable: the check of the questions says where
            break
        if repeated:
            raise InvalidParameter("the table", question, "each question once")
        seen.add(question)
    return tuple(sorted(pairs, key=lambda pair: len(pair[0])))


def _learner_entries(table: Any) -> tuple[tuple[Any, Action], ...]:
    pairs = _entries(table)
    for question, _ in pairs:
        if len(question) != 2 or not isinstance(question[0], tuple):
            raise InvalidParameter("the table", question, "a tuple of transitions and an observation as each question")
    return tuple(sorted(pairs, key=lambda pair: len(pair[0][0])))


def _paste(name: str, entries: tuple[tuple[History, Any], ...]) -> str:
    return f"{name}({{{', '.join(f'{key!r}: {value!r}' for key, value in entries)}}})"


@frozen(repr=False)
class _Table(Generic[Answer]):
    """A finite table of answers to histories, which raises `UnansweredQuestion` on any other.

    Built from a mapping, questions and answers checked; its repr can be pasted back, its str has a question a line.
    """

    entries: tuple[tuple[History, Answer], ...] = field(converter=_entries)
    _answers: dict[History, Answer] = field(init=False, eq=False)

    heading: ClassVar[str]
    check_question: ClassVar[Callable[[object], None]]
    check_answer: ClassVar[Callable[[object, int], None]]

    def __attrs_post_init__(self) -> None:
        for question, answer in self.entries:
            type(self).check_question(question)
            type(self).check_answer(answer, len(question))
        object.__setattr__(self, "_answers", dict(self.entries))

    def __call__(self, question: History, /) -> Answer:
        """Look the question up."""
        try:
            return self._answers[question]
        except KeyError:
            raise UnansweredQuestion(question) from None
        except TypeError:
            type(self).check_question(question)
            raise

    def __repr__(self) -> str:
        return _paste(type(self).__name__, self.entries)

    def __str__(self) -> str:
        shown = [(format_history(key), value) for key, value in self.entries]
        width = max((len(key) for key, _ in shown), default=0)
        texts = ((key, format_history((value,)) if isinstance(value, Percept) else value) for key, value in shown)
        return "\n".join([self.heading, *(f"  {key:<{width}}  ->  {text}" for key, text in texts)])


class TableAgent(_Table[Action]):
    """The agent that answers the prompts of a finite table, built from a mapping of prompts to actions."""

    heading, check_question, check_answer = "the agent answers", require_prompt, require_action


class TableEnvironment(_Table[Percept]):
    """The ordinary environment that answers the plays of a finite table, built from a mapping of plays to percepts."""

    heading, check_question, check_answer = "the environment answers", require_play, require_percept


@frozen
class TableLearner:
    """The learner whose state is the list of its transitions, and whose answers are in a finite table.

    Built from a mapping of (list of transitions, observation) to actions; raises `UnansweredQuestion` on any
    other. Its repr can be pasted back.
    """

    entries: tuple[tuple[Any, Action], ...] = field(converter=_learner_entries)
    _answers: dict[Any, Action] = field(init=False, eq=False, repr=False)
    initial: ClassVar[tuple[Transition, ...]] = ()

    def __attrs_post_init__(self) -> None:
        for (state, observation), action in self.entries:
            require_action(action)
            require_percept(Percept(0, observation))
            for index, transition in enumerate(state):
                if type(transition) is not Transition:
                    raise MalformedHistory(index, transition, "a Transition")
                for seen in (transition.observation, transition.next_observation):
                    require_percept(Percept(transition.reward, seen), index)
        object.__setattr__(self, "_answers", dict(self.entries))

    def act(self, state: tuple[Transition, ...], observation: Observation) -> Action:
        """Look the question up."""
        try:
            return self._answers[state, observation]
        except KeyError:
            raise UnansweredQuestion((state, observation)) from None

    def learn(self, state: tuple[Transition, ...], transition: Transition) -> tuple[Transition, ...]:
        """Return the list with the transition at its end."""
        return (*state, transition)

    def __repr__(self) -> str:
        return _paste("TableLearner", self.entries)

    def __str__(self) -> str:
        lines = ["the learner answers"]
        for (state, observation), action in self.entries:
            training = " ".join(f"[{' '.join(map(str, transition))}]" for transition in state)
            lines.append(f"  {training or 'untrained'}, on seeing {observation}  ->  {action}")
        return "\n".join(lines)
