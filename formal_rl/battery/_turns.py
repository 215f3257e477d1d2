"""Record each environment as a decision tree: its questions to the copy, and the turn after each answer.

A turn depends on three values: the state of the environment, the action, and what is drawn. It is a tree. At each node
a copy is trained and then asked, and each answer leads on. At a leaf stand the percept and the next state. States are
made smaller by the number of the turn, beyond what is read of it, so that an environment has finitely many turns, each
of which is found when it first comes. What runs an agent follows the trees, and does what stands there to its copies.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from attrs import define, evolve, field, frozen

from formal_rl.agents import Transition
from formal_rl.battery._adapters import OppositeOutside, PublishedAsIncremental
from formal_rl.battery._drawn_classes import CLASSES
from formal_rl.battery.environments import Reading, find_environment, incremental_named
from formal_rl.environments.simulated_copy import RewrittenState
from formal_rl.histories import Action, Observation, Percept

COPY, ASIDE, METER = range(3)
"""Whom a question is put to: the copy; another copy, made of it for this question; the nutrition of a baby.

The question to a nutrition is whether there was a meal, 1 or 0. The answer is 1 where the baby is content, else -1.
"""

BY_NUMBER = "NthRewardMultipliedByN"
"""The environment that tells rewards times the number of the turn. Here this is 1 always."""

_BABIES, _COUNTS = {"CryingBaby", "CryingBaby2"}, {"turn", "turns", "meals"}

LIMITED = "LimitedMemory"
"""The environment that has no turns here: it makes a new copy at each turn."""


# These are plain tuples, and neither named nor iterated over, since each step of a run takes some apart.
Trainings: TypeAlias = tuple[Observation, Action, Any, Observation, "Trainings | None"]
"""A transition and the trainings after it, if there are any."""
Turn: TypeAlias = tuple[int, Trainings | None, Observation | None, Any]
"""A node: whom, trainings of the copy, or the one aside, then the question; ``None`` if the turn ends.

Last come the answers with the turns that go on, or the outcome: the reward, the observation, and `Turns` that follow.
"""


class Answers(dict[Action, Turn]):
    """The rest of a turn, by the agent's action, or by the answer to the last question."""

    def __init__(self, played: PlayedTurns, asked: _Asked, allowed: Collection[int]) -> None:
        super().__init__()
        self._played, self._asked, self.allowed = played, asked, allowed

    def __missing__(self, answer: Action) -> Turn:
        """Return the turn that goes on; raise `KeyError` for what is not an answer."""
        if answer not in self.allowed:
            raise KeyError(answer)
        turn = self[answer] = self._played.turn(self._asked._replace(answers=(*self._asked.answers, answer)))
        return turn


Turns: TypeAlias = tuple[Answers, ...]
"""The turns from one state of an environment, by the class of the draw."""


BEGIN = object()
"""The state before the first percept, where the action is -1."""


class _Asked(NamedTuple):
    """A turn until some question in it: its first state, the draw, and the action with the answers before."""

    state: Any
    drawn: int
    answers: tuple[Action, ...] = ()


@frozen(eq=False)
class _Trained:
    """A state of a copy, and that before it was trained; ``None`` where it is new, or begins a turn."""

    before: _Trained | None = None


_AT_FIRST = _Trained()
"""The copy at the beginning of a turn, in the states that are kept."""


class _Question(NamedTuple):
    whom: _Trained | None
    """``None`` for a nutrition."""
    observation: Observation
    trainings: int
    """The number of earlier trainings."""


@define(eq=False)
class _Script:
    """A learner that gives the scripted answers, then 0, and notes its trainings.

    It has a learning rate to change if ``has_rate``.
    """

    has_rate: bool
    answers: list[Action] = field(factory=list)
    questions: list[_Question] = field(factory=list)
    trained: list[tuple[_Trained, Transition]] = field(factory=list)

    initial = _AT_FIRST

    def act(self, state: _Trained | None, observation: Observation) -> Action:
        number = len(self.questions)
        self.questions.append(_Question(state, observation, len(self.trained)))
        return self.answers[number] if number < len(self.answers) else 0

    def learn(self, state: _Trained, transition: Transition) -> _Trained:
        self.trained.append((_Trained(state), transition))
        return self.trained[-1][0]

    def configured_with(self, keyword: str, value: Any) -> _Script | None:
        return self if self.has_rate else None


@frozen
class _Metered:
    """A nutrition computed outside the environment."""

    script: _Script

    def level(self, turns: int, meals: int) -> int:
        return meals

    def reward(self, level: int) -> int:
        return self.script.act(None, level)


class _Drawn:
    """Draws that all are the middle of a class."""

    value = 0.0

    def __getitem__(self, index: int) -> float:
        return self.value


@define(eq=False)
class PlayedTurns:
    """The turns of an environment in one reading, for agents that have a learning rate or not."""

    name: str
    actions: int
    classes: int
    environment: Any
    _script: _Script
    _draws: _Drawn
    _turns: dict[Any, Turns] = field(factory=dict)

    @property
    def is_metered(self) -> bool:
        return self.name in _BABIES and not _is_published(self.environment)

    def following(self, state: Any) -> Turns:
        """Return the turns from a state of the environment, or from `BEGIN`."""
        if state not in self._turns:
            actions = range(-1, 0) if state is BEGIN else range(self.actions)
            each_draw = range(self.classes)
            self._turns[state] = tuple([Answers(self, _Asked(state, each), actions) for each in each_draw])
        return self._turns[state]

    def turn(self, asked: _Asked) -> Turn:
        script = self._script
        (action, *answers), script.questions, script.trained = asked.answers, [], []
        script.answers = answers
        self._draws.value = (2 * asked.drawn + 1) / (2 * self.classes)
        if asked.state is BEGIN:
            percept, state = self.environment.start(script)
        else:
            percept, state = self.environment.advance(script, asked.state, action)
        state, copy = self._small(state)
        line = {copy}
        while copy.before is not None:
            copy = copy.before
            line.add(copy)
        number = len(answers)
        begins = script.questions[number - 1].trainings if number else 0
        ends = script.questions[number].trainings if number < len(script.questions) else None
        trainings: Trainings | None = None
        for _, transition in reversed(script.trained[begins:ends]):
            trainings = (*transition, trainings)
        if number < len(script.questions):
            whom, observation, _ = script.questions[number]
            to = METER if whom is None else COPY if whom in line else ASIDE
            actions = 3 if self.name == "ThirdActionForbidden" else self.actions
            then = Answers(self, asked, (1, -1) if to == METER else range(actions))
            return to, trainings, observation, then
        outcome = int(percept.reward), percept.observation, self.following(state)
        return COPY, trainings, None, outcome

    def _small(self, state: Any) -> tuple[Any, _Trained]:
        found = [_AT_FIRST]

        def small(part: Any) -> Any:
            if isinstance(part, _Trained):
                found.append(part)
                return _AT_FIRST
            if isinstance(part, RewrittenState):
                # By number, n or n - 1 as published, one turn stands for all: that of which this is 1.
                turns = part.turns % 2 if self.name != BY_NUMBER else int(_is_published(self.environment))
                return RewrittenState(turns, part.last, small(part.copy))
            if not isinstance(part, tuple) or isinstance(part, (Transition, Percept)):
                return part
            if not hasattr(part, "_fields"):
                return tuple([small(each) for each in part])
            named: Any = part
            return named._make(
                0 if name in _COUNTS else small(each) for name, each in zip(named._fields, part, strict=True)
            )

        return small(state), found[-1]


def _is_published(place: Any) -> bool:
    return isinstance(place.environment if isinstance(place, OppositeOutside) else place, PublishedAsIncremental)


@cache
def played_turns(name: str, semantics: Reading, opposite: Reading, *, has_rate: bool) -> PlayedTurns:
    """Return the turns of one of the fifty environments in a reading, but for limited memory."""
    found, _ = find_environment(name)
    draws, script = _Drawn(), _Script(has_rate)
    place = _metered(incremental_named(name, draws, semantics=semantics, opposite=opposite), script)
    return PlayedTurns(found.name, found.number_of_actions, CLASSES.get(found.name, 1), place, script, draws)


def _metered(place: Any, script: _Script) -> Any:
    if hasattr(place, "nutrition"):
        return evolve(place, nutrition=_Metered(script))
    if isinstance(place, OppositeOutside):
        return evolve(place, environment=_metered(place.environment, script))
    return place
