"""Every alphabet at once: percepts that nothing may read, and actions of which only equality is known.

A program that only compares actions and passes percepts on does the same over every alphabet. Here it runs on values
that enforce this: reading or comparing a percept raises `AlphabetRead`, and so does anything done with an action but
comparing it with another. A comparison of two actions whose answer does not follow from earlier ones forks. Whatever
the alphabet is, finite or not, a run of the program over it makes one of these sequences of answers, so a claim that
holds on every path holds over every alphabet. This is data independence.

Python cannot forbid ``is``, ``type`` and ``id``; `looks_behind` lists where code uses them.
"""

from __future__ import annotations

import dis
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from types import CodeType, FunctionType
from typing import Any, NoReturn, TypeAlias, TypeVar

from attrs import frozen

from formal_rl.agents import Learner, Transition
from formal_rl.checking.outcome import Closure, Cover, Disagreement, Part, Refutation
from formal_rl.checking.path_exploration import Exploration
from formal_rl.environments import TableAgent
from formal_rl.errors import AlphabetRead
from formal_rl.histories import Percept

Result = TypeVar("Result")
State = TypeVar("State", bound=Hashable)
Instance = TypeVar("Instance")
_Value: TypeAlias = "OpaquePercept | SymbolicAction"


def _refused(what: str) -> Callable[..., NoReturn]:
    def refuse(self: object, *_: object) -> NoReturn:
        raise AlphabetRead(f"{self!r} is {what}: over another alphabet the program might go on otherwise")

    return refuse


class OpaquePercept:
    """A percept of an unknown alphabet: it can be passed on, and nothing else."""

    __slots__ = ("name",)
    name: int

    def __init__(self, name: int) -> None:
        """Take its place in the order of making; the engine alone reads it."""
        self.name = name

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refused("compared")
    __hash__ = _refused("hashed")
    __bool__ = __iter__ = __len__ = __getitem__ = __getattr__ = _refused("read")

    def __repr__(self) -> str:
        """Return what is the same for all percepts."""
        return "a percept of an unknown alphabet"


class SymbolicAction:
    """An action of an unknown alphabet: it can be compared with another for equality, and passed on."""

    __slots__ = ("_facts", "name")

    def __init__(self, name: int, facts: _Facts) -> None:
        """Take its place in the order of making, and what is known of all actions."""
        self.name = name
        self._facts = facts

    def __eq__(self, other: object) -> bool:
        """Answer as this path does."""
        if not isinstance(other, SymbolicAction):
            raise AlphabetRead(f"{self!r} is compared with {other!r}, which need not be an action")
        return self._facts.equal(self, other)

    __lt__ = __le__ = __gt__ = __ge__ = _refused("compared by order")
    __hash__ = _refused("hashed")
    __bool__ = __index__ = __int__ = _refused("read")

    def __repr__(self) -> str:
        """Return what is the same for all actions."""
        return "an action of an unknown alphabet"


class _Facts:
    """Which of the values made on a path are equal: classes, and pairs of classes that differ."""

    def __init__(self, choose: Callable[[Hashable, tuple[bool, ...]], bool]) -> None:
        self._choose = choose
        self._class: list[int] = []
        self._differ: set[frozenset[int]] = set()

    def made(self) -> int:
        """Return the name of one more value."""
        self._class.append(len(self._class))
        return len(self._class) - 1

    def equal(self, one: _Value, other: _Value) -> bool:
        """Answer whether two values are equal, as follows from earlier answers or else as this path has it."""
        first, second = self._class[one.name], self._class[other.name]
        if first == second:
            return True
        pair = frozenset((first, second))
        if pair in self._differ:
            return False
        if not self._choose(("equal", first, second), (True, False)):
            self._differ.add(pair)
            return False
        self._class = [first if each == second else each for each in self._class]
        self._differ = {frozenset(first if each == second else each for each in two) for two in self._differ}
        return True

    def fewest(self, names: Iterable[int]) -> dict[int, int]:
        """Return values for these names, 0, 1, ..., as few as can be, that are unequal where they were found to be."""
        names = list(names)
        classes, size = sorted({self._class[name] for name in names}), 1
        while (values := self._coloured(classes, {}, size)) is None:
            size += 1
        return {name: values[self._class[name]] for name in names}

    def _coloured(self, classes: list[int], values: dict[int, int], size: int) -> dict[int, int] | None:
        if len(values) == len(classes):
            return values
        new = classes[len(values)]
        taken = {value for other, value in values.items() if frozenset((new, other)) in self._differ}
        for value in range(min(size, len(set(values.values())) + 1)):
            if value not in taken and (found := self._coloured(classes, {**values, new: value}, size)) is not None:
                return found
        return None


class AnyAlphabet:
    """An unknown agent and an unknown environment over an unknown alphabet, and the paths through their answers.

    Each is a function: asked again on the same history, it gives the same answer. Two histories are the same if they
    hold the same values; where that is not decided yet, it forks, too. What they give is typed as any value, since the
    code that is run on it expects others.
    """

    def __init__(self) -> None:
        """Begin with nothing known."""
        self._exploration = Exploration(())
        self._forget()

    def _forget(self) -> None:
        self._facts = _Facts(self._exploration.choose)
        self._made: list[_Value] = []
        self._of_agent: list[tuple[tuple[Any, ...], SymbolicAction]] = []
        self._of_environment: list[tuple[tuple[Any, ...], OpaquePercept]] = []

    def action(self) -> Any:
        """Return an action of which nothing is known."""
        self._made.append(action := SymbolicAction(self._facts.made(), self._facts))
        return action

    def percept(self) -> Any:
        """Return a percept of which nothing is known."""
        self._made.append(percept := OpaquePercept(self._facts.made()))
        return percept

    def agent(self, prompt: tuple[Any, ...]) -> Any:
        """Answer as the agent."""
        return self._answered(self._of_agent, prompt, self.action)

    def environment(self, play: tuple[Any, ...]) -> Any:
        """Answer as the environment."""
        return self._answered(self._of_environment, play, self.percept)

    @property
    def learner(self) -> Learner[Any]:
        """The agent as a learner, whose states are its transitions; a percept is its own reward and observation."""
        return _LearnerOfAny(self.agent)

    def _answered(
        self, before: list[tuple[tuple[Any, ...], Result]], history: tuple[Any, ...], new: Callable[[], Result]
    ) -> Result:
        for asked, answer in before:
            if len(asked) == len(history) and all(map(self._facts.equal, asked, history)):
                return answer
        before.append((history, new()))
        return before[-1][1]

    def least(self) -> LeastAlphabet:
        """Return the least alphabet over which some agent, environment and history take this path."""
        actions = self._facts.fewest(each.name for each in self._made if isinstance(each, SymbolicAction))
        percepts = self._facts.fewest(each.name for each in self._made if isinstance(each, OpaquePercept))
        return LeastAlphabet(actions, percepts)

    def refuted(self, wrong: Disagreement) -> Refutation:
        """Return a disagreement on this path and the agent's answers, over the least alphabet."""
        least = self.least()
        answers = {least.read(prompt): least.read((action,))[0] for prompt, action in self._of_agent}
        expected, got = (least.read((each,))[0] for each in (wrong.expected, wrong.got))
        told = Disagreement(wrong.about, expected, got, least.read(wrong.history))
        return Refutation(told, agent=TableAgent(answers) if answers else None)

    def runs(self, program: Callable[[], Result]) -> Iterator[Result]:
        """Yield what a program returns on each path; it must depend on the answers alone."""

        def begun() -> Result:
            self._forget()
            return program()

        yield from self._exploration.runs(begun)


@frozen
class LeastAlphabet:
    """Values for the actions and percepts of a path, by name: 0, 1, ..., as few as can be."""

    _actions: Mapping[int, int]
    _percepts: Mapping[int, int]

    def __str__(self) -> str:
        """Return how many there are."""
        actions, percepts = (len({*values.values()}) for values in (self._actions, self._percepts))
        return f"{actions} action{'s' * (actions != 1)} and {percepts} percept{'s' * (percepts != 1)} are enough"

    def read(self, history: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a history, or a part of one, over this alphabet; a percept pays 0. What is no symbol stays."""
        return tuple(map(self._value, history))

    def _value(self, each: Any) -> Any:
        if isinstance(each, OpaquePercept):
            return Percept(0, self._percepts[each.name])
        return self._actions[each.name] if isinstance(each, SymbolicAction) else each


@frozen
class _LearnerOfAny:
    """A learner as a function of the history: a percept is its own reward and its own observation."""

    _agent: Callable[[tuple[Any, ...]], SymbolicAction]
    initial: tuple[Transition, ...] = ()

    def act(self, state: tuple[Transition, ...], observation: Any) -> Any:
        if state and observation is not state[-1].next_observation:
            raise AlphabetRead("a learner is asked about another percept than the one it was trained on last")
        turns = chain.from_iterable((turn.observation, turn.action) for turn in state)
        return self._agent((*turns, observation))

    def learn(self, state: tuple[Transition, ...], transition: Transition) -> tuple[Transition, ...]:
        return (*state, transition)


def decide_on_symbols(
    name: str,
    claim: Callable[[Instance, AnyAlphabet, Cover], Disagreement | None],
    instances: Iterable[Instance],
    *,
    branches: Iterable[str],
    domain: str,
) -> Part:
    """Decide a claim on every instance, over every alphabet; a case is a path, and covers the least alphabet for it.

    Code that reads a percept, or does more with an action than compare it, is a disagreement: nothing is decided then.
    A disagreement is written over the least alphabet.
    """
    unknown = AnyAlphabet()
    cases, seen = 0, Counter(dict.fromkeys(branches, 0))

    def cover(branch: str) -> None:
        seen[branch] += 1

    def decided(instance: Instance) -> Disagreement | None:
        try:
            return claim(instance, unknown, cover)
        except AlphabetRead as error:
            return Disagreement("what is done with values", "only actions are compared", str(error))

    for instance in instances:
        for wrong in unknown.runs(partial(decided, instance)):
            cases += 1
            if wrong is not None:
                return Part(name, domain, cases, dict(seen), unknown.refuted(wrong))
            cover(str(unknown.least()))
    return Part(name, domain, cases, dict(seen))


def close_on_symbols(
    name: str,
    step: Callable[[AnyAlphabet, State | None, Cover], State | Disagreement],
    *,
    branches: Iterable[str],
    domain: str,
) -> Part:
    """Decide a claim at every horizon and over every alphabet: follow every state that a step leads to, from ``None``.

    A step gets fresh values, and what it returns must be hashable; a symbol is not. So a state says nothing of earlier
    values, and a step from it may do more than any run can: what holds of all steps holds of every run.
    """
    found: dict[State | None, int] = {None: 0}
    cases, seen = 0, Counter(dict.fromkeys(branches, 0))
    unknown = AnyAlphabet()

    def cover(branch: str) -> None:
        seen[branch] += 1

    waiting: list[State | None] = [None]
    for state in waiting:
        for after in unknown.runs(partial(step, unknown, state, cover)):
            cases += 1
            if isinstance(after, Disagreement):
                return Part(name, domain, cases, dict(seen), unknown.refuted(after))
            if after not in found:
                found[after] = found[state] + 1
                waiting.append(after)
    del found[None]
    return Part(name, domain, cases, dict(seen), every_horizon=Closure(len(found), max(found.values())))


def on_symbols(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with the same code, in which `require_prompt` lets symbols pass.

    Whether a prompt is valid is asked of its Python values; over another alphabet they are others.
    """
    assert isinstance(function, FunctionType)
    namespace = {**function.__globals__, "require_prompt": lambda _: None}
    return FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__)


_BEHIND = frozenset({"type", "id", "isinstance", "issubclass", "hash", "repr", "str", "vars", "getattr"})


def looks_behind(functions: Iterable[Callable[..., Any]]) -> tuple[str, ...]:
    """Return where code could see more of a value than equality: names it calls, and ``is`` but with ``None``.

    Each is a line of the function's name and what it uses. Functions within a function are looked at, too.
    """
    return tuple(
        f"{code.co_name}: {used}"
        for function in functions
        for code in _codes(function.__code__)
        for used in _uses(code)
    )


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _uses(code: CodeType) -> Iterator[str]:
    yield from sorted(_BEHIND & {*code.co_names})
    before = None
    for instruction in dis.get_instructions(code):
        if instruction.opname == "IS_OP" and not (before and _is_harmless(before)):
            yield "is"
        before = instruction


def _is_harmless(operand: dis.Instruction) -> bool:
    """Whether what stands on the right of ``is`` is not a value of the alphabet.

    From Python 3.14 on the compiler itself asks whether ``all`` is the built-in one; no source makes this instruction.
    """
    return operand.opname == "LOAD_COMMON_CONSTANT" or (operand.opname == "LOAD_CONST" and operand.argval is None)
