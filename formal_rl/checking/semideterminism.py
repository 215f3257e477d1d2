"""Whether identically trained instances of a class act identically, tried in small programs, the smallest first.

A program makes instances a and b, and perhaps c. Both a and b are trained on one script and asked about one
observation; besides, one of them may be asked more, or c be trained otherwise, or b be made and trained later.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

from attrs import field, frozen

from formal_rl.agents import AgentInstance, Transition
from formal_rl.agents.practitioner import MakesInstances, ask_instance, instantiate, train_instance
from formal_rl.histories import Action, Observation

LEDGER = ("A22-D6",)

Script = tuple[Transition, ...]

MOST_TIMES = 8
"""How often to repeat a question to an instance: a generator may draw the same action a few times."""


class ProgramStep(NamedTuple):
    """One thing a program does: an instance is made, trained on a transition or asked about an observation."""

    instance: str
    verb: Literal["made", "trained", "asked"]
    on: Any = None

    def __str__(self) -> str:
        if self.verb == "made":
            return f"{self.instance} is made"
        return f"{self.instance} is {self.verb} {'on' if self.verb == 'trained' else 'about'} {_text(self.on)}"


def _text(on: Hashable) -> str:
    return f"[{' '.join(repr(part) for part in on)}]" if isinstance(on, Transition) else repr(on)


@frozen
class Trial:
    """A program in which a and b are both trained on ``script`` and, last of all, asked about ``observation``."""

    schedule: str
    script: Script
    observation: Observation
    program: tuple[ProgramStep, ...] = field(repr=False)


@frozen
class Difference:
    """A program in which two identically trained instances act differently, and all answers given in it, in order."""

    trial: Trial
    first: Action
    second: Action
    answers: tuple[Action, ...] = field(repr=False)

    def __str__(self) -> str:
        script = " ".join(_text(transition) for transition in self.trial.script)
        trained = f"both trained on {script}" if script else "both untrained"
        asked = f"about {_text(self.trial.observation)} a does {self.first} and b does {self.second}"
        answers = iter(self.answers)
        lines = [f"  {step}{f': {next(answers)}' if step.verb == 'asked' else ''}" for step in self.trial.program]
        return "\n".join([f"{self.trial.schedule}: {trained}, {asked}", *lines])


Programs: TypeAlias = Iterator[list[ProgramStep]]
Schedule: TypeAlias = Callable[[Script, Observation, Sequence[Observation], Sequence[Transition]], Programs]
"""Yields programs for a script and an observation; the alphabets are for the other actions."""

_A, _B, _C = (ProgramStep(name, "made") for name in "abc")


def _trained(name: str, script: Script) -> list[ProgramStep]:
    return [ProgramStep(name, "trained", transition) for transition in script]


def _in_turn(script: Script) -> list[ProgramStep]:
    return [ProgramStep(name, "trained", transition) for transition in script for name in "ab"]


def _asked(name: str, observation: Observation) -> ProgramStep:
    return ProgramStep(name, "asked", observation)


def _side_by_side(script: Script, observation: Observation, *_: Any) -> Programs:
    yield [_A, _B, *_in_turn(script), _asked("a", observation), _asked("b", observation)]


def _made_later(script: Script, observation: Observation, *_: Any) -> Programs:
    first = [_A, *_trained("a", script), _asked("a", observation)]
    yield [*first, _B, *_trained("b", script), _asked("b", observation)]


def _made_earlier(script: Script, observation: Observation, *_: Any) -> Programs:
    first = [_B, _A, *_trained("a", script), _asked("a", observation)]
    yield [*first, *_trained("b", script), _asked("b", observation)]


def _asked_repeatedly(script: Script, observation: Observation, *_: Any) -> Programs:
    for times in range(2, MOST_TIMES + 1):
        yield [_A, _B, *_in_turn(script), *[_asked("a", observation)] * times, _asked("b", observation)]


def _asked_in_between(
    script: Script, observation: Observation, observations: Sequence[Observation], _: Sequence[Transition]
) -> Programs:
    last = [_asked("a", observation), _asked("b", observation)]
    for aside in (_asked("a", question) for question in observations):
        for place in range(len(script) + (aside.on != observation)):  # not a repeated question
            yield [_A, _B, *_in_turn(script[:place]), aside, *_in_turn(script[place:]), *last]
        if len(script) > 1:
            every_time = [step for transition in script for step in (aside, *_in_turn((transition,)))]
            yield [_A, _B, *every_time, *last]


def _another_trained(
    script: Script, observation: Observation, _: Sequence[Observation], transitions: Sequence[Transition]
) -> Programs:
    for other in transitions:
        aside = ProgramStep("c", "trained", other)
        between = [ProgramStep(n, "trained", t) if n != "c" else aside for t in script for n in "acb"]
        yield [_A, _B, _C, *between, _asked("a", observation), aside, _asked("b", observation)]


SCHEDULES: Mapping[str, Schedule] = MappingProxyType(
    {
        "side by side": _side_by_side,
        "b made later": _made_later,
        "b made earlier": _made_earlier,
        "a asked repeatedly": _asked_repeatedly,
        "a asked in between": _asked_in_between,
        "another trained in between": _another_trained,
    }
)
"""Every kind of program that is tried, by name."""


def trials(
    length: int,
    *,
    observations: Sequence[Observation],
    transitions: Sequence[Transition],
    schedules: Mapping[str, Schedule] = SCHEDULES,
) -> Iterator[Trial]:
    """Yield every program with a script of at most ``length`` transitions, short scripts first.

    Source: Alexander et al. 2022, Definition 6.
    """
    for number in range(length + 1):
        for name, schedule in schedules.items():
            for script in product(transitions, repeat=number):
                for observation in observations:
                    for program in schedule(script, observation, observations, transitions):
                        yield Trial(name, script, observation, tuple(program))


def difference(agent_class: MakesInstances, trial: Trial) -> Difference | None:
    """Run one program; return how a and b differ in what they were last asked, if they do.

    Raises `AgentRaised` or `NotAnAction` where an instance is none; the question then begins with its training.

    Source: Alexander et al. 2022, Definition 6.
    """
    instances: dict[str, AgentInstance] = {}
    scripts: dict[str, Script] = {}
    last: dict[str, Action] = {}
    answers = []
    for name, verb, on in trial.program:
        if verb == "made":
            instances[name], scripts[name] = instantiate(agent_class), ()
        elif verb == "trained":
            train_instance(instances[name], scripts[name], on)
            scripts[name] = (*scripts[name], on)
        else:
            last[name] = ask_instance(instances[name], scripts[name], on)
            answers.append(last[name])
    if last["a"] == last["b"]:
        return None
    return Difference(trial, last["a"], last["b"], tuple(answers))


def search(
    agent_class: MakesInstances,
    length: int,
    *,
    observations: Sequence[Observation],
    transitions: Sequence[Transition],
    schedules: Mapping[str, Schedule] = SCHEDULES,
) -> Difference | None:
    """Run every program until two identically trained instances act differently.

    The difference found has the shortest script; then it comes first in the order of schedules, scripts and
    observations. A class without one is semi-deterministic as far as these programs can see. They run one after
    another on one class, so what is shared and changes once for all is seen only by the first program it changes in.

    Source: Alexander et al. 2022, Definition 6.
    Ledger: A22-D6*
    """
    for trial in trials(length, observations=observations, transitions=transitions, schedules=schedules):
        found = difference(agent_class, trial)
        if found is not None:
            return found
    return None
