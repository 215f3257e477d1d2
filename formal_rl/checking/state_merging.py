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
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from formal_rl.agents import Transition
from formal_rl.checking.outcome import Disagreement, Part
from formal_rl.checking.stepping import PathAnswers, StepClaim, SteppingResult, advance, follow
from formal_rl.checking.symbolic_learner import SymbolicTransitions
from formal_rl.errors import NotMergeable
from formal_rl.histories import Action, Observation


class Memory(SymbolicTransitions):
    """A list of transitions under a short name, valid for one step; there is one of each name."""

    __slots__ = ("name",)

    def __init__(self, name: int) -> None:
        super().__init__(None)
        self.name = name


_MEMORIES: list[Memory] = []


def _memory(name: int) -> Memory:
    while name >= len(_MEMORIES):
        _MEMORIES.append(Memory(len(_MEMORIES)))
    return _MEMORIES[name]


_PLAIN = frozenset({int, bool, str, Fraction})
_Branch: TypeAlias = tuple[int, tuple[Transition, ...]]


class _MergedState(NamedTuple):
    """A state with its lists renamed, how they grow out of one another, the answers still needed, and its types."""

    state: Any
    forest: tuple[_Branch, ...]
    kept: tuple[tuple[Any, Action], ...]
    kinds: Any = None


class _Lists:
    """The symbolic learner of one step: lists named, grown from the forest the step starts with."""

    def __init__(self, forest: tuple[_Branch, ...], choose: Callable[[Any], Action], *, untrained: bool) -> None:
        self._choose = choose
        self._untrained = untrained
        self._children: dict[tuple[Memory, Transition], Memory] = {}
        self._links: dict[Memory, tuple[Memory, Transition]] = {}
        self._count = len(forest)
        for name, (ancestor, path) in enumerate(forest):
            if path:
                memory = _memory(ancestor)
                for transition in path[:-1]:
                    memory = self.learn(memory, transition)
                self._link(memory, path[-1], _memory(name))

    @property
    def initial(self) -> Memory:
        if not self._untrained:
            raise NotMergeable(
                "an untrained copy is made after the start, so questions whose answers are forgotten may return"
            )
        return _memory(0)

    def act(self, state: Memory, observation: Observation) -> Action:
        return self._choose((state, observation))

    def learn(self, state: Memory, transition: Transition) -> Memory:
        child = self._children.get((state, transition))
        if child is not None:
            return child
        inside: dict[Memory, None] = {}
        _memories(transition, inside)
        if inside:
            raise NotMergeable("a transition holds a list of transitions, which renaming would not reach")
        return self._link(state, transition, _memory(self._count))

    def _link(self, parent: Memory, transition: Transition, child: Memory) -> Memory:
        self._count = max(self._count, child.name + 1)
        self._children[parent, transition] = child
        self._links[child] = (parent, transition)
        return child

    def growth(self, memory: Memory, among: set[Memory]) -> tuple[Memory, tuple[Transition, ...]] | None:
        """Return the nearest proper initial segment of ``memory`` in ``among``, and the transitions since."""
        path: list[Transition] = []
        while memory in self._links:
            memory, transition = self._links[memory]
            path.append(transition)
            if memory in among:
                return memory, tuple(reversed(path))
        return None


def _memories(value: Any, found: dict[Memory, None]) -> None:
    if isinstance(value, Memory):
        found[value] = None
    elif type(value) is tuple or (isinstance(value, tuple) and hasattr(value, "_fields")):
        for element in value:
            _memories(element, found)
    elif value is not None and type(value) not in _PLAIN:
        kind = type(value).__name__
        raise NotMergeable(
            f"a state or question holds a {kind}, where a list could hide: only tuples, numbers, text merge"
        )


def _kinds(value: Any) -> Any:
    """Return the types in a value: equal tuples of two types are two states, and so are 1 and True."""
    if isinstance(value, tuple):
        return type(value), *map(_kinds, value)
    return type(value)


def _renamed(value: Any, names: dict[Memory, Memory]) -> Any:
    if isinstance(value, Memory):
        return names[value]
    if not isinstance(value, tuple):
        return value
    elements = [_renamed(element, names) for element in value]
    return type(value)(*elements) if hasattr(value, "_fields") else tuple(elements)


def _kept(answers: dict[Any, Action], live: set[Memory], lists: _Lists) -> dict[Any, Action]:
    """Return the answers to questions that may be asked again: those about lists that some live list can become."""
    return {
        question: answer
        for question, answer in answers.items()
        if question[0] in live or lists.growth(question[0], live) is not None
    }


def _merged(state: Any, lists: _Lists, answers: dict[Any, Action]) -> _MergedState:
    live: dict[Memory, None] = {}
    _memories(state, live)
    segments = set(live)
    kept = _kept(answers, segments, lists)
    held = dict(live)
    _memories(tuple(kept), held)
    names = {memory: _memory(place) for place, memory in enumerate(held)}
    forest: list[_Branch] = []
    for memory in held:
        grown = lists.growth(memory, set(held))
        forest.append((-1, ()) if grown is None else (names[grown[0]].name, grown[1]))
    return _MergedState(
        _renamed(state, names),
        tuple(forest),
        tuple(
            sorted(
                ((_renamed(question, names), answer) for question, answer in kept.items()),
                key=lambda pair: (pair[0][0].name, repr(pair[0][1])),
            )
        ),
        _kinds(state),
    )


def merge_steps(
    name: str,
    claim: StepClaim,
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
    fork = PathAnswers(actions)
    layer = {_MergedState(None, ((-1, ()),), ()): _MergedCases(1, None)}
    most = 1
    for depth in range(horizon + 1):
        following: dict[_MergedState, _MergedCases] = {}
        for merged, met in layer.items():

            def cover(branch: str, weight: int = met.cases) -> None:
                seen[branch] += weight

            fork.path = []
            while True:
                fork.answers, fork.fresh = dict(merged.kept), []
                lists = _Lists(merged.forest, fork.choose, untrained=depth == 0)
                after = advance(claim, lists, merged.state, depth, cover)
                trail = (met.trail, tuple(fork.path))
                if isinstance(after, Disagreement):
                    refutation = follow(claim, _paths(trail), actions)
                    return SteppingResult(Part(name, domain, met.cases, dict(seen), refutation, merged=True), {}, most)
                fork.require_complete()
                state = _merged(after, lists, fork.answers)
                before = following.get(state, _MergedCases(0, trail))
                following[state] = before._replace(cases=before.cases + met.cases)
                if not fork.next_path():
                    break
        layer = following
        most = max(most, len(layer))
    ends: Counter[Hashable] = Counter()
    for merged, met in layer.items():
        ends[claim.summary(merged.state)] += met.cases
    return SteppingResult(Part(name, domain, ends.total(), dict(seen), merged=True), dict(ends), most)


class _MergedCases(NamedTuple):
    """How many cases end in a state, and the choices of one of them, step by step, the last first."""

    cases: int
    trail: Any


def _paths(trail: Any) -> list[tuple[int, ...]]:
    paths = []
    while trail is not None:
        trail, path = trail
        paths.append(path)
    return paths[::-1]
