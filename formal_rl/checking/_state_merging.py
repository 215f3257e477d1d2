"""Every learner along a run, equal states merged and their cases counted: exponentially fewer, still all of them.

Two paths that reach equal states go on alike, so one is followed and the cases are added up. The state of the
symbolic learner is its whole list of transitions, never equal on two paths; but all that can still matter of a list is
which answered questions may be asked again and which lists may become equal. After every step this is decided
mechanically:

* a *live* list is one held in the state; lists only ever grow;
* an answered question may be asked again only if some live list is an initial segment of its list: such answers
  are kept in the state, all others are forgotten;
* two lists can become equal only if one is an initial segment of the other: such relations among live lists and
  kept questions are kept in the state (a forest), all else of the lists is renamed away.

An untrained copy made after the start would ask forgotten questions again; asking for one raises
`NotMergeable`.
"""

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from types import NoneType
from typing import Any, Generic, NamedTuple, TypeAlias

from formal_rl.agents import Transition
from formal_rl.checking._stepping import (
    Claimed,
    CountedClaim,
    FreshChoice,
    PathAnswers,
    StepClaimed,
    StepPath,
    SteppingResult,
    advance,
    follow,
    made,
)
from formal_rl.checking.outcome import Cover, Disagreement, Part
from formal_rl.checking.unknown_values import HeldNumber, SomeNumber, SymbolicTransitions, require_known
from formal_rl.errors import NotMergeable
from formal_rl.histories import Action, Observation


class Memory(SymbolicTransitions):
    """A list of transitions under a short name, valid for one step; there is one of each name."""

    __slots__ = ("name",)

    def __init__(self, name: int) -> None:
        super().__init__(None)
        self.name = name


class _Memories(dict[int, Memory]):
    def __missing__(self, name: int) -> Memory:
        self[name] = Memory(name)
        return self[name]


_NAMES = _Memories()
_PLAIN = frozenset({int, bool, str, Fraction, SomeNumber, NoneType})
_Branch: TypeAlias = tuple[int, tuple[Transition, ...]]


class MergedState(NamedTuple):
    """A state with its lists renamed, how they grow out of one another, the answers still needed, and its types."""

    state: Any
    forest: tuple[_Branch, ...]
    kept: tuple[tuple[Any, Action], ...]
    kinds: Any = None


UNTRAINED = MergedState(None, ((-1, ()),), ())
"""The start of a run: the untrained learner, without questions."""


class _Lists:
    """The symbolic learner of one step: lists named, grown from the forest the step starts with.

    A branch of the forest is the name of an ancestor, -1 for none, and the transitions since. Lists on the way from an
    ancestor, which nobody holds, get names after those of the forest: such a list may be learned again, and must then
    be the same one.
    """

    def __init__(self, forest: tuple[_Branch, ...], choose: Callable[[Any], Action], *, untrained: bool) -> None:
        self._choose = choose
        self._untrained = untrained
        self._children: dict[tuple[Memory, Transition], Memory] = {}
        self._links: dict[Memory, tuple[Memory, Transition]] = {}
        self._count = len(forest)
        for name, (ancestor, path) in enumerate(forest):
            if path:
                memory = _NAMES[ancestor]
                for transition in path[:-1]:
                    memory = self.learn(memory, transition)
                self._link(memory, path[-1], _NAMES[name])

    @property
    def initial(self) -> Memory:
        if self._untrained:
            return _NAMES[0]
        raise NotMergeable("an untrained copy is made after the start, so forgotten questions may return")

    def act(self, state: Memory, observation: Observation) -> Action:
        require_known(observation)
        return self._choose((state, observation))

    def learn(self, state: Memory, transition: Transition) -> Memory:
        for value in transition:
            if type(value) is not int:  # most are integers, and those can hide nothing
                inside: dict[Memory, None] = {}
                _memories(transition, inside)
                if inside:
                    raise NotMergeable("a transition holds a list of transitions, which renaming would not reach")
                require_known(transition)
                break
        child = self._children.get((state, transition))
        return self._link(state, transition, _NAMES[self._count]) if child is None else child

    def _link(self, parent: Memory, transition: Transition, child: Memory) -> Memory:
        self._count = max(self._count, child.name + 1)
        self._children[parent, transition] = child
        self._links[child] = (parent, transition)
        return child

    def growth(self, memory: Memory, among: Container[Memory]) -> tuple[Memory, tuple[Transition, ...]] | None:
        """Return the nearest proper initial segment of ``memory`` in ``among`` if any, and the transitions since."""
        path: list[Transition] = []
        while memory in self._links:
            memory, transition = self._links[memory]
            path.append(transition)
            if memory in among:
                return memory, tuple(reversed(path))
        return None


def _memories(value: Any, found: dict[Memory, None]) -> None:
    # Anything that is not understood whole is refused: a list hidden in it would keep its old name.
    kind = type(value)
    if kind in _PLAIN:
        return
    if isinstance(value, Memory):
        found[value] = None
    elif kind is tuple or (isinstance(value, tuple) and hasattr(value, "_fields")):
        for element in value:
            if type(element) is not int:
                _memories(element, found)
    else:
        raise NotMergeable(
            f"a state or question holds a {kind.__name__}, where a list could hide: only tuples, numbers, text merge"
        )


def _kinds(value: Any) -> Any:
    """Return the types in a value: equal tuples of two types are two states, and so are 1 and True."""
    kind = type(value)
    return (kind, *map(_kinds, value)) if issubclass(kind, tuple) else kind


def _renamed(value: Any, names: dict[Memory, Memory]) -> Any:
    kind = type(value)
    if issubclass(kind, Memory):
        return names[value]
    if kind is SomeNumber:
        return value.held
    if not issubclass(kind, tuple):
        return value
    elements: list[Any] = [element if type(element) is int else _renamed(element, names) for element in value]
    return kind(*elements) if hasattr(value, "_fields") else tuple(elements)


def _given_back(value: Any) -> Any:
    kind = type(value)
    if kind is HeldNumber:
        return value.number
    if not issubclass(kind, tuple):
        return value
    elements = map(_given_back, value)
    return kind(*elements) if hasattr(value, "_fields") else tuple(elements)


def _kept(answers: dict[Any, Any], live: set[Memory], lists: _Lists) -> dict[Any, Action]:
    """Return the answers to questions that may be asked again: those about lists that some live list can become."""
    return {
        question: answer
        for question, answer in answers.items()
        if type(question) is not FreshChoice and (question[0] in live or lists.growth(question[0], live) is not None)
    }


def _merged(state: Any, lists: _Lists, answers: dict[Any, Any]) -> MergedState:
    live: dict[Memory, None] = {}  # a dict, not a set: its order gives the names, the same for equal states
    _memories(state, live)
    kept = _kept(answers, set(live), lists)
    held = dict(live)
    _memories(tuple(kept), held)  # those that kept questions are about have grown out of these
    names = {memory: _NAMES[place] for place, memory in enumerate(held)}
    forest: list[_Branch] = []
    for memory in held:
        grown = lists.growth(memory, held)
        forest.append((-1, ()) if grown is None else (names[grown[0]].name, grown[1]))
    questions = [(_renamed(question, names), answer) for question, answer in kept.items()]
    # Not in the order in which they were asked: two paths that may differ in it would then end in two states.
    questions.sort(key=lambda pair: (pair[0][0].name, repr(pair[0][1])))
    return MergedState(_renamed(state, names), tuple(forest), tuple(questions), _kinds(state))


class MergingSteps(Generic[StepClaimed]):
    """A claim, one step at a time, from merged states: the same choices are made wherever the states are equal."""

    def __init__(self, claim: Claimed[StepClaimed], actions: Sequence[Action]) -> None:
        self._fork = PathAnswers(actions)
        self.claim = made(claim, self._fork.choose_from)

    def after(self, merged: MergedState, cover: Cover) -> Iterator[tuple[StepPath, MergedState | Disagreement]]:
        """Yield each way to answer what the step from a state asks, and what it leads to; last a disagreement."""
        fork, first, state = self._fork, merged is UNTRAINED, _given_back(merged.state)
        fork.path = []
        while True:
            fork.answers, fork.fresh = dict(merged.kept), []
            lists = _Lists(merged.forest, fork.choose, untrained=first)
            after = advance(self.claim, lists, state, 0 if first else 1, cover)
            if isinstance(after, Disagreement):
                yield tuple(fork.path), after
                return
            fork.require_complete()
            yield tuple(fork.path), _merged(after, lists, fork.answers)
            if not fork.next_path():
                return


def merge_steps(
    name: str,
    claim: Claimed[CountedClaim],
    horizon: int,
    *,
    actions: Sequence[Action],
    branches: Iterable[str] = (),
    domain: str,
) -> SteppingResult:
    """Decide the claim for every learner, layer by layer, equal states merged with their cases counted.

    Sound because the module's three rules are enforced; `NotMergeable` where they cannot be. The number of cases
    is that of `fork_steps`; branches are counted with multiplicity. A refutation is of least horizon; its table
    comes from walking the one path that led to it.
    """
    seen = Counter(dict.fromkeys(branches, 0))
    steps = MergingSteps(claim, actions)
    layer = {UNTRAINED: _MergedCases(1, None)}
    most = 1
    for _ in range(horizon + 1):
        following: dict[MergedState, _MergedCases] = {}
        for merged, met in layer.items():

            def cover(branch: str, weight: int = met.cases) -> None:
                seen[branch] += weight

            for path, state in steps.after(merged, cover):
                trail = (met.trail, path)
                if isinstance(state, Disagreement):
                    refutation = follow(claim, paths(trail), actions)
                    return SteppingResult(Part(name, domain, met.cases, dict(seen), refutation, merged=True), {}, most)
                before = following.get(state, _MergedCases(0, trail))
                following[state] = before._replace(cases=before.cases + met.cases)
        layer = following
        most = max(most, len(layer))
    ends: Counter[Hashable] = Counter()
    for merged, met in layer.items():
        ends[steps.claim.summary(merged.state)] += met.cases
    return SteppingResult(Part(name, domain, ends.total(), dict(seen), merged=True), dict(ends), most)


class _MergedCases(NamedTuple):
    """How many cases end in a state, and the choices of one of them, step by step, the last first."""

    cases: int
    trail: Any


def paths(trail: Any) -> list[StepPath]:
    """Return the choices of each step, the first step first."""
    found = []
    while trail is not None:
        trail, path = trail
        found.append(path)
    return found[::-1]
