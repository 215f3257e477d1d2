"""Checks of what reverse history must train anew, and of the learners of which it need not."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import islice, product
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from attrs import evolve, frozen

from formal_rl.agents import (
    Agent,
    ConstantLearner,
    FoldableLearner,
    FoldableRegisterLearner,
    LastRewardSignLearner,
    Learner,
    ListedLearner,
    NaiveLearner,
    RandomLearner,
    RegisterLearner,
    SimpleLearner,
    Transition,
    as_agent,
    foldable,
    require_foldable,
    transitions,
)
from formal_rl.agents._finite_learner import FiniteLearner
from formal_rl.agents.monoid_learners import (
    FoldableFiniteLearner,
    FoldableLastRewardSignLearner,
    FoldableSimpleLearner,
)
from formal_rl.checking import (
    Case,
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide_each,
    equal,
    hashed_learner,
    part,
    unless,
)
from formal_rl.environments import (
    DejaVuFoldedIncremental,
    ExtendedEnvironment,
    IncrementalEnvironment,
    PublishedEnvironment,
    ReplayedIncremental,
    ReverseHistoryFoldedIncremental,
    deja_vu,
    deja_vu_published,
    deja_vu_published_folded,
    interact_incremental,
    reverse_history,
    reverse_history_published,
    reverse_history_published_folded,
    reversed_prompt,
)
from formal_rl.environments.catalogue import DRAWS
from formal_rl.environments.monoid_forms import ReversedState, deja_vu_folded, reverse_history_folded
from formal_rl.errors import MalformedExpression
from formal_rl.histories import Action, Observation, Percept, Play, prompt_of
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.run_out import percepts_along, published_percepts
from formal_rl.statements.statement import Statement

TrainedOn: TypeAlias = tuple[Transition, ...]
Call: TypeAlias = tuple[TrainedOn, Transition]

LEAST = 3
"""How many transitions are reversed at least: the first number at which a call can have been made before."""

MOST = 4
"""How many are reversed at most, whatever the scope: the cases in which a call is changed grow fivefold with each."""


# --- Calls, and learners that differ in one ---


class _WatchedState(NamedTuple):
    """What the learner was told, its own state, and whether it went through the changed call."""

    trained_on: TrainedOn
    state: Any
    changed: bool


class _Watched:
    """A learner whose calls of ``learn`` are recorded, and of which one may be changed.

    Behind the ``changed`` call lie states of their own: there it goes on as it would, and does ``answer`` instead of
    its own action once it was told ``question``.
    """

    def __init__(
        self, learner: Learner[Any], changed: Call | None = None, question: TrainedOn = (), answer: Action = 0
    ) -> None:
        self._learner, self._changed, self._question, self._answer = learner, changed, question, answer
        self.initial = _WatchedState((), learner.initial, False)
        self.calls: list[Call] = []

    def act(self, state: _WatchedState, observation: Observation) -> Action:
        if state.changed and state.trained_on == self._question:
            return self._answer
        return self._learner.act(state.state, observation)

    def learn(self, state: _WatchedState, transition: Transition) -> _WatchedState:
        told, own, changed = state
        if not changed:
            self.calls.append((told, transition))
        changed = changed or (told, transition) == self._changed
        return _WatchedState((*told, transition), self._learner.learn(own, transition), changed)


def _needed_calls(play: Play) -> tuple[Call, ...]:
    """Return the calls of ``learn`` along the reversed history that the last action of a play is compared on."""
    told = tuple(transitions(reversed_prompt(play)))
    return tuple((told[:place], told[place]) for place in range(len(told)))


def differing_in(call: Call, learner: Learner[Any], play: Play) -> _Watched:
    """Return a learner that is this one but for one call, and is to be paid otherwise for the last action of the play.

    A form sees of a learner what its calls return. If it does not make this call, it sees the same of both, so it
    gives both the same reward, and is wrong for one.

    Ledger: A22-S4-reverse*
    """
    told = tuple(transitions(reversed_prompt(play)))
    own = as_agent(learner)(reversed_prompt(play))
    return _Watched(learner, call, told, play[-1] + 1 if own == play[-1] else play[-1])


def _played(definition: ExtendedEnvironment, agent: Agent, sequence: Sequence[Action]) -> Play:
    """Return the play of these actions, without the percept that answers the last."""
    play: Play = ()
    for action in sequence:
        play = (*play, definition(agent, play), action)
    return play


def _defined(definition: ExtendedEnvironment, agent: Agent, sequence: Sequence[Action]) -> tuple[Percept, ...]:
    play = _played(definition, agent, sequence)
    return (*play[0::2], definition(agent, play)) if play else (definition(agent, ()),)


def _defined_for(definition: ExtendedEnvironment, learner: Learner[Any], sequence: Sequence[Action]) -> Any:
    return _defined(definition, as_agent(learner), sequence)


# --- Forms of reverse history by what they call ---


class _RehearsedState(NamedTuple):
    """The last reward, the reversed history's transitions, and the kept states of copies, by what they were told."""

    reward: int
    trained_on: TrainedOn
    kept: Mapping[TrainedOn, Any]


@frozen
class _Rehearsed:
    """Reverse history by a copy that ``rehearse`` trains as it likes, from copies kept."""

    rehearse: Callable[[Learner[Any], _RehearsedState, dict[TrainedOn, Any]], Any]

    def start(self, learner: Learner[Any]) -> tuple[Percept, _RehearsedState]:
        return Percept(0, 0), _RehearsedState(0, (), {(): learner.initial})

    def advance(self, learner: Learner[Any], state: _RehearsedState, action: Action) -> tuple[Percept, _RehearsedState]:
        kept = dict(state.kept)
        copy = self.rehearse(learner, state, kept)
        reward = 1 if action == learner.act(copy, 0) else -1
        newest = Transition(0, action, state.reward, 0)
        return Percept(reward, 0), _RehearsedState(reward, (newest, *state.trained_on), kept)


def _along(learner: Learner[Any], told: TrainedOn, kept: dict[TrainedOn, Any]) -> Any:
    """Return the copy that was told this, training where none is kept."""
    for place, transition in enumerate(told):
        if told[: place + 1] not in kept:
            kept[told[: place + 1]] = learner.learn(kept[told[:place]], transition)
    return kept[told]


def _ahead(learner: Learner[Any], state: _RehearsedState, kept: dict[TrainedOn, Any]) -> Any:
    """Keep every copy, and train others on what would be told next if the present action is 0 or 1."""
    for action in (0, 1):
        _along(learner, (Transition(0, action, state.reward, 0), *state.trained_on), kept)
    return _along(learner, state.trained_on, kept)


# A wrong form: it trains the copy of the step before on the newest transition, which puts it last.
_CARRYING = _Rehearsed(lambda learner, state, kept: _along(learner, state.trained_on[::-1], kept))

_RIGHT_FORMS: Mapping[str, IncrementalEnvironment] = MappingProxyType(
    {
        "training anew": ReplayedIncremental(reverse_history),
        "keeping every copy": _Rehearsed(lambda learner, state, kept: _along(learner, state.trained_on, kept)),
        "training ahead": _Rehearsed(_ahead),
    }
)
"""Forms of reverse history that are right for every learner."""

_FORMS: Mapping[str, IncrementalEnvironment] = MappingProxyType(
    {
        **_RIGHT_FORMS,
        "carrying one copy forward": _CARRYING,
        "without the newest": _Rehearsed(lambda own, state, kept: _along(own, state.trained_on[1:], kept)),
        "without the oldest": _Rehearsed(lambda own, state, kept: _along(own, state.trained_on[:-1], kept)),
    }
)
"""Those, and some that leave calls out, which no right form can."""


# --- The bound ---

_Differing: TypeAlias = Callable[[Call, Learner[Any], Play], _Watched]
_Needed: TypeAlias = Callable[[Play], tuple[Call, ...]]
_Sequences: TypeAlias = Iterator[tuple[Action, ...]]


def _after(turns: Iterable[int], choices: Iterable[Action]) -> _Sequences:
    """Yield the sequences of one more action than so many turns, shortest first."""
    of = tuple(choices)
    return (sequence for number in turns for sequence in product(of, repeat=number + 1))


def _two_learners(choices: Sequence[Action], longest: int, differing: _Differing) -> Part:
    def claim(instance: tuple[int, tuple[Action, ...]], unknown: Unknown, cover: Cover) -> Disagreement | None:
        place, sequence = instance
        one = as_agent(unknown.learner)
        play = _played(reverse_history, one, sequence)
        other = as_agent(differing(_needed_calls(play)[place], unknown.learner, play))
        if _played(reverse_history, other, sequence) != play:
            return Disagreement("the play with the other learner", play, _played(reverse_history, other, sequence))
        paid, otherwise = reverse_history(one, play).reward, reverse_history(other, play).reward
        cover("the one is paid" if paid > 0 else "the other is paid")
        return equal(f"the reward of the learner that differs in call {place}", -paid, otherwise, play)

    branches = ("the one is paid", "the other is paid")
    domain = f"all learners, all sequences of at most {longest + 1} actions of {len(choices)}, each call needed"
    name = "two learners that differ in one call are paid differently"
    instances = ((place, y) for y in _after(range(1, longest + 1), choices) for place in range(len(y) - 1))
    return decide_each(name, claim, instances, actions=choices, branches=branches, domain=domain)


def _leaving_a_call_out(
    choices: Sequence[Action], few: int, differing: _Differing, forms: Mapping[str, IncrementalEnvironment]
) -> Part:
    def claim(instance: tuple[str, int, tuple[Action, ...]], unknown: Unknown, cover: Cover) -> Disagreement | None:
        name, place, sequence = instance
        one, agent = _Watched(unknown.learner), as_agent(unknown.learner)
        play = _played(reverse_history, agent, sequence)
        call = _needed_calls(play)[place]
        percepts = percepts_along(forms[name], one, sequence)
        if call in one.calls:
            cover("the call is made")
            return None
        if percepts != (*play[0::2], reverse_history(agent, play)):
            cover("wrong for the one")
            return None
        cover("wrong for the other")
        other = differing(call, unknown.learner, play)
        right = percepts_along(forms[name], other, sequence) == _defined(reverse_history, as_agent(other), sequence)
        about = f"{name}, which leaves out call {place}: wrong for one of two learners"
        return unless(not right, about, "wrong", "right")

    return decide_each(
        "a form that leaves a call out is wrong for one of the two",
        claim,
        ((name, at, y) for y in _after(range(1, few + 1), choices) for at in range(len(y) - 1) for name in forms),
        actions=choices,
        branches=("the call is made", "wrong for the one", "wrong for the other"),
        domain=f"{len(forms)} forms, all learners, all sequences of at most {few + 1} actions of {len(choices)}",
    )


def _new(needed: Callable[[Play], tuple[Call, ...]], play: Play) -> int:
    """Return how many calls for the last action were needed for none before it."""
    before = {call for end in range(2, len(play), 2) for call in needed(play[:end])}
    return sum(call not in before for call in needed(play))


def _longest_ending_again(play: Play) -> int:
    """Return how many turns the longest ending of a play has that had occurred before, its last action aside."""
    turns = tuple(zip((percept.reward for percept in play[0:-2:2]), play[1:-2:2], strict=True))
    number = len(turns)
    return next(
        size
        for size in range(number, -1, -1)
        if any(turns[number - size :] == turns[end - size : end] for end in range(size, max(number, 1)))
    )


def _new_calls(choices: Sequence[Action], longest: int, needed: _Needed) -> Iterator[Part]:
    def decided(name: str, sequences: _Sequences, domain: str, *branches: str) -> Part:
        def claim(sequence: tuple[Action, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
            play = _played(reverse_history, as_agent(unknown.learner), sequence)
            again = _longest_ending_again(play) if len(branches) > 1 else 0
            wrong = equal("how many of the calls are new", len(sequence) - 1 - again, _new(needed, play), play)
            if wrong is None:
                cover("some calls are not" if again else "all calls are new")
            return wrong

        return decide_each(name, claim, sequences, actions=choices, branches=branches, domain=domain)

    every, more = f"all learners, all sequences of at most {{}} actions of {len(choices)}", (*choices, len(choices))
    yield decided(
        "no call was needed before",
        _after(range(LEAST + 1), choices),
        f"{every.format(LEAST + 1)}, whatever the horizon",
    ).meant_to_fail("how many of the calls are new on (0,0) 0 (1,0) 0 (1,0) 0 (1,0) 0: expected 3, got 2")
    yield decided(
        "calls needed before are those of the longest ending that had occurred",
        _after(range(longest + 1), choices),
        every.format(longest + 1),
        *("all calls are new", "some calls are not"),
    )
    yield decided(
        "no call was needed before, if the newest action was not taken before",
        (y for y in _after(range(1, longest + 1), more) if y[-2] not in y[:-2]),
        f"all learners of {len(choices)} actions, all sequences of at most {longest + 1} actions of {len(more)} "
        "of which the last but one is new",
        "all calls are new",
    )


def _unforeseen(steps: int, forms: Mapping[str, IncrementalEnvironment]) -> Part:
    """Play, against each form, actions that no call so far was about."""

    def claim(name: str, unknown: Unknown, cover: Cover) -> Disagreement | None:
        form, watched = forms[name], _Watched(unknown.learner)
        percept, state = form.start(watched)
        play: Play = ()
        made = [0]
        for _ in range(steps):
            foreseen = [transition.action for _, transition in watched.calls]
            action = max((*foreseen, *play[1::2]), default=-1) + 1
            play = (*play, percept, action)
            percept, state = form.advance(watched, state, action)
            if percept != reverse_history(as_agent(unknown.learner), play):
                return Disagreement(f"{name}: the percept", reverse_history(as_agent(unknown.learner), play), percept)
            made.append(len(watched.calls))
            since = set(watched.calls[made[max(0, len(made) - 3)] :])
            if not since >= set(_needed_calls(play)):
                return Disagreement(f"{name}: calls made since the newest action", "all that are needed", "fewer", play)
        cover("at least the sum of the numbers of turns" if made[-1] > sum(range(steps)) else "exactly that sum")
        distinct, least = len(set(watched.calls)), sum(range(steps))
        if distinct < least:
            return Disagreement(f"{name}: different calls in {steps} steps", f"at least {least}", distinct, play)
        return None

    return decide_each(
        "actions not foreseen: every call is made after them",
        claim,
        forms,
        actions=range(2),
        branches=("at least the sum of the numbers of turns", "exactly that sum"),
        domain=f"{len(forms)} forms, all learners of 2 actions, {steps} actions each in no call before",
    )


# --- Foldable learners ---

_TURNS = tuple(Transition(0, action, reward, 0) for action in (0, 1) for reward in (-1, 0, 1))
_EACH = tuple(product((0, 1), (0, 1), (-1, 0, 1), (0, 1)))
_ANY = tuple(Transition(*each) for each in _EACH)
_FEW = (Transition(0, 1, -1, 0), Transition(1, 0, 1, 1), Transition(0, 0, 0, 0))

REGISTERS = RegisterLearner(
    2,
    {"last": 7, "mixed": 12, "sum": 1},
    {
        "last": ["if", ["gt", "r", 0], ["add", "a", 1], "last"],
        "mixed": ["mod", ["sub", ["mul", ["add", 2, "a"], "mixed"], ["mul", "last", "r"]], 5],
        "sum": ["add", ["mul", ["mod", ["add", "r", "o_next"], 3], "last"], "r", "sum"],
    },
    ["mod", ["add", ["floordiv", "mixed", 2], "last", "sum", "obs"], "n"],
)
"""A register learner of affine updates whose order matters: one reduced modulo 5, from initial values not reduced."""

THREE_STATES = FiniteLearner(
    tuple(tuple((o, (state + o) % 2) for o in (0, 1)) for state in range(3)),
    tuple(
        tuple((Transition(*t), (max(state, t[1]) * (1 + t[1]) + t[2] + t[0]) % 3) for t in _EACH) for state in range(3)
    ),
)
"""A learner of three states: action 0 moves them round, action 1 takes two of them to one."""

LEARNERS: Mapping[str, Learner[Any]] = MappingProxyType(
    {
        "constant": ConstantLearner(1),
        "last reward": LastRewardSignLearner(),
        "simple": SimpleLearner(2),
        "random": RandomLearner(DRAWS),
        "naive": NaiveLearner(DRAWS),
        "finite": THREE_STATES,
        "affine registers": REGISTERS,
    }
)
"""A learner of each kind that is foldable."""

FOLDABLE: Mapping[str, FoldableLearner[Any]] = MappingProxyType(
    {name: foldable(learner) for name, learner in LEARNERS.items()}
)
"""The same as foldable learners."""


def element_of(learner: FoldableLearner[Any], told: Iterable[Transition]) -> Any:
    """Return the element of a list: the product of the elements of its transitions, from the left."""
    return reduce(learner.compose, map(learner.of, told), learner.identity)


def _lists(alphabet: Sequence[Transition], longest: int) -> Iterator[TrainedOn]:
    for length in range(longest + 1):
        yield from product(alphabet, repeat=length)


def _laws(scope: Scope, learners: Mapping[str, FoldableLearner[Any]]) -> Part:
    few = _FEW if scope.is_full else _FEW[:2]

    @part(
        "the laws of a monoid, and of learning in it",
        branches=("identity", "associativity", "learning"),
        domain=f"{len(learners)} foldable learners, the elements of all lists of at most 2 transitions of {len(few)}",
    )
    def cases() -> Iterator[Case]:
        for name, learner in learners.items():
            compose, one = learner.compose, learner.identity
            elements = list({element_of(learner, told) for told in _lists(few, 2)})
            for x in elements:
                yield "identity", equal(f"{name}: the identity and {x!r}", (x, x), (compose(one, x), compose(x, one)))
            for x, y, z in product(elements, repeat=3):
                about = f"{name}: {x!r}, {y!r}, {z!r} composed from the right"
                yield "associativity", equal(about, compose(compose(x, y), z), compose(x, compose(y, z)))
            for told, transition in product(_lists(few, 1), _ANY):
                state = element_of(learner, told)
                about = f"{name}: {state!r} after learning {transition!r}"
                yield "learning", equal(about, compose(state, learner.of(transition)), learner.learn(state, transition))

    return cases()


def _same_actions(scope: Scope, learners: Mapping[str, FoldableLearner[Any]]) -> Part:
    turns = 4 if scope.is_full else 2

    @part(
        "the foldable learner acts as the learner",
        branches=("action 0", "action 1"),
        domain=f"{len(learners)} learners, all lists of at most 1 transition of {len(_ANY)}, {turns} of "
        f"{len(_TURNS)} and 3 of {len(_FEW)}, in two halves, observations 0 and 1",
    )
    def cases() -> Iterator[Case]:
        for name, learner in learners.items():
            own = LEARNERS[name]
            for told in (*_lists(_ANY, 1), *_lists(_TURNS, turns), *_lists(_FEW, 3)):
                state, half = reduce(own.learn, told, own.initial), len(told) // 2
                element = learner.compose(element_of(learner, told[:half]), element_of(learner, told[half:]))
                for observation in (0, 1):
                    expected, got = own.act(state, observation), learner.act(element, observation)
                    about = f"{name}: the action on {observation} after {told!r}"
                    yield f"action {min(expected, 1)}", equal(about, expected, got)

    return cases()


class _Counting(FoldableLearner[Any]):
    """A foldable learner whose compositions are counted."""

    def __init__(self, learner: FoldableLearner[Any]) -> None:
        self._learner, self.compositions = learner, 0

    @property
    def identity(self) -> Any:
        return self._learner.identity

    def compose(self, first: Any, second: Any) -> Any:
        self.compositions += 1
        return self._learner.compose(first, second)

    def of(self, transition: Transition) -> Any:
        return self._learner.of(transition)

    def act(self, element: Any, observation: Observation) -> Action:
        return self._learner.act(element, observation)


_Folded: TypeAlias = tuple[IncrementalEnvironment, ExtendedEnvironment, int]

_BY_HAND = foldable(
    RegisterLearner(2, {"h": 1}, {"h": ["mod", ["add", ["mul", 2, "h"], "a", ["mul", 2, "r"]], 5]}, ["mod", "h", 2])
)


def _rewards(form: IncrementalEnvironment, actions: Sequence[Action]) -> tuple[Any, ...]:
    return tuple(each.reward for each in percepts_along(form, _BY_HAND, actions))


def _by_hand(reverse_history_folded: Any, deja_vu_folded: Any) -> Iterator[Example]:
    yield (
        "reverse history, h from 1, h' = 2h + a + 2r mod 5, doing h mod 2; actions 1, 0, 0",
        "h = 1: 1, paid. a = 1, r = 0: h = 3: 1, punished. a = 0 with r = 1, a = 1 with r = 0: h = 4, 4: 0, paid",
        (0, 1, -1, 1),
        *(_rewards, reverse_history_folded, (1, 0, 0)),
    )
    yield (
        "déjà vu, the same learner; actions 1, 1, 0",
        (
            "the loop, a = 1 and r = 0: h = 3: 1, paid. a = 1 with r = 1, the loop a = 1, a = 1 with r = 1: h = 0, 1, "
            "0: 0, punished. a = 1 with r = 1, -1: h = 0, 4; the loop a = 0: 3; and again: 4, 2: 0, paid"
        ),
        (0, 1, -1, 1),
        *(_rewards, deja_vu_folded, (1, 1, 0)),
    )


def _registers() -> Iterator[Example]:
    """Yield register learners whose updates do not compose, with the place that is refused, and others that do."""

    def made(learning: Mapping[str, Any], constants: Mapping[str, int]) -> object:
        registers = {"h": 2, "g": 1}
        learner = RegisterLearner(3, registers, learning, ["mod", "h", "n"], constants)
        told = (Transition(1, 1, 2, 0), Transition(0, 2, -1, 1), Transition(1, 0, 3, 1))
        state = learner.initial
        try:
            folded: Any = foldable(learner)
            for transition in told:
                state = learner.learn(state, transition)
        except MalformedExpression as refused:
            return refused.field
        elements = [folded.of(transition) for transition in told]
        first = folded.compose(folded.compose(elements[0], elements[1]), elements[2])
        second = folded.compose(elements[0], folded.compose(elements[1], elements[2]))
        kept = folded.compose(folded.identity, first)
        registers_of = [
            folded.registers(each) for each in (first, second, kept, folded.compose(first, folded.identity))
        ]
        return registers_of == [state] * 4, folded.registers(folded.identity) == learner.initial

    linear: Any = ["add", ["mul", 2, "h"], "a", "g"]
    for about, learning, constants, where in (
        ("a product of registers", {"h": ["mul", "h", "g"]}, {}, "learn.h"),
        ("a square within a sum", {"h": ["add", 1, ["mul", "h", "h"]]}, {}, "learn.h[2]"),
        ("a condition on registers", {"h": ["if", ["gt", "h", 1], 1, 0]}, {}, "learn.h"),
        ("a register divided", {"h": ["sub", ["floordiv", "h", 2], "a"]}, {}, "learn.h[1]"),
        ("a register compared", {"h": ["add", "a", ["eq", "g", 1]]}, {}, "learn.h[2]"),
        ("mod within a sum", {"h": ["add", ["mod", "h", 5], 1]}, {}, "learn.h[1]"),
        ("mod by what is shown", {"h": ["mod", "h", "o_prev"]}, {}, "learn.h[2]"),
        ("mod by a register", {"h": ["mod", "h", "g"]}, {}, "learn.h[2]"),
        ("mod by 0", {"h": ["mod", "h", 0]}, {}, "learn.h[2]"),
        ("mod by a constant 0", {"h": ["mod", "h", "c"]}, {"c": 0}, "learn.h[2]"),
        ("mod of a product of registers", {"h": ["mod", ["mul", "h", "h"], 5]}, {}, "learn.h[1]"),
        ("what is reduced, not reduced", {"h": ["mod", linear, 6], "g": "h"}, {}, "learn.g"),
        ("modulo 4, of what is kept modulo 6", {"h": ["mod", "h", 6], "g": ["mod", "h", 4]}, {}, "learn.g"),
        ("modulo 5 within and without", {"h": ["mod", "g", 5], "g": "g"}, {}, (True, True)),
        ("modulo 3, of what is kept modulo 6", {"h": ["mod", "h", 6], "g": ["mod", "h", 3]}, {}, (True, True)),
        ("modulo 6, of what is kept whole", {"h": ["mod", linear, 6]}, {}, (True, True)),
        ("modulo -3", {"h": ["mod", linear, -3]}, {}, (True, True)),
        ("modulo 1", {"h": ["mod", linear, 1]}, {}, (True, True)),
        ("modulo a constant", {"h": ["mod", linear, "c"]}, {"c": 7}, (True, True)),
        ("modulo the number of actions", {"h": ["mod", linear, "n"]}, {}, (True, True)),
        ("sums and multiples", {"h": linear, "g": ["sub", ["mul", "r", "h"], "g"]}, {}, (True, True)),
        ("a condition on what was done", {"h": ["if", ["gt", "a", 0], "g", ["add", "h", 1]]}, {}, (True, True)),
        ("mod of what was done", {"h": ["add", ["mod", "a", 2], ["mul", ["eq", "r", 2], "h"]]}, {}, (True, True)),
        ("a constant", {"h": 5}, {}, (True, True)),
        ("nothing", {}, {}, (True, True)),
    ):
        yield (about, "refused, or as trained", where, made, learning, constants)
    for inner, reason in ((["mod", "h", 5], True), (["floordiv", "h", 5], False)):

        def reasoned(inner: Any = inner) -> bool:
            try:
                foldable(RegisterLearner(2, {"h": 1}, {"h": ["add", inner, 1]}, 0))
            except MalformedExpression as refused:
                return "outermost" in refused.reason
            raise AssertionError("it is refused")

        yield (f"{inner[0]} within a sum", "only mod may be outermost", reason, reasoned)
    yield from _too_large()


def _too_large() -> Iterator[Example]:
    """Yield entries of the greatest size that is kept, and one bit more."""
    for bits, expected in ((2048, "learn.h"), (2047, "kept")):

        def composed(bits: int = bits) -> object:
            folded = foldable(RegisterLearner(2, {"h": 1}, {"h": ["mul", "r", "h"]}, 0))
            large = folded.of(Transition(0, 0, 1 << bits, 0))
            try:
                folded.compose(large, large)
            except MalformedExpression as refused:
                return refused.field
            return "kept"

        yield (f"2^{2 * bits}", f"has {2 * bits + 1} bits, and 4096 are kept", expected, composed)


def _counted(scope: Scope, name: str, folded: _Folded, learners: Mapping[str, FoldableLearner[Any]]) -> Part:
    form, definition, most = folded
    longest, choices, far = scope.steps(quick=3, full=7), (0, 1), 20
    hashed = {f"hashed {seed}": foldable(hashed_learner(seed, len(choices))) for seed in range(3)}

    def compare(learner: FoldableLearner[Any], sequence: Sequence[Action]) -> Iterator[Case]:
        counting, agent = _Counting(learner), as_agent(learner)
        percept, state = form.start(counting)
        play: Play = ()
        for action in sequence:
            before, play = counting.compositions, (*play, percept, action)
            percept, state = form.advance(counting, state, action)
            spent = counting.compositions - before
            wrong = equal(f"{name}: the percept", definition(agent, play), percept, play)
            yield (
                "paid" if percept.reward > 0 else "punished",
                wrong or equal(f"{name}: compositions in a step", most, spent, play),
            )

    @part(
        f"{name}, folded, with at most {most} composition{'s' * (most > 1)} a step",
        branches=("paid", "punished"),
        domain=f"{len(learners)} foldable learners, all sequences of {longest} actions of {len(choices)}; their own "
        f"{far} actions, and those of 3 hashed register learners",
    )
    def cases() -> Iterator[Case]:
        for learner in learners.values():
            for sequence in product(choices, repeat=longest):
                yield from compare(learner, sequence)
        for learner in (*learners.values(), *hashed.values()):
            own: list[Any] = list(islice(interact_incremental(learner, form), 2 * far))[1::2]
            yield from compare(learner, own)

    return cases()


def _for_lists(scope: Scope, name: str, definition: Any, form: Any, *, quick: int) -> Part:
    """Compare what two forms give along sequences, the second to all learners read as lists."""
    longest, choices = max(LEAST, scope.steps(quick=quick, full=6)), scope.actions()
    outcomes = {1: "paid", -1: "punished", 0: "neither"}

    def claim(sequence: tuple[Action, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
        expected, got = definition(unknown.learner, sequence), form(ListedLearner(unknown.learner), sequence)
        for each in expected[1:]:
            cover(outcomes[int(each.reward)])
        return equal(f"{name}: the percepts of {sequence}", expected, got)

    branches = ("paid", "punished", *(("neither",) if name.startswith("published") else ()))
    domain = f"all learners, as lists, all sequences of at most {longest} actions of {len(choices)}"
    instances = (sequence for n in range(longest + 1) for sequence in product(choices, repeat=n))
    return decide_each(f"{name}, folded", claim, instances, actions=choices, branches=branches, domain=domain)


def reverse(
    scope: Scope,
    *,
    differing: _Differing = differing_in,
    needed: _Needed = _needed_calls,
    forms: Mapping[str, IncrementalEnvironment] = _FORMS,
    right_forms: Mapping[str, IncrementalEnvironment] = _RIGHT_FORMS,
    learners: Mapping[str, FoldableLearner[Any]] = FOLDABLE,
    reverse_history_folded: IncrementalEnvironment = reverse_history_folded,
    deja_vu_folded: IncrementalEnvironment = deja_vu_folded,
    reverse_history_published_folded: PublishedEnvironment = reverse_history_published_folded,
    deja_vu_published_folded: PublishedEnvironment = deja_vu_published_folded,
) -> Iterator[Part]:
    """Check which training reverse history needs for every learner, and that a foldable one needs a composition."""
    yield check_examples(_by_hand(reverse_history_folded, deja_vu_folded))
    yield check_examples(_registers(), "registers that compose, and that do not")
    yield _laws(scope, learners)
    yield _same_actions(scope, learners)
    folded = {
        "reverse_history": (reverse_history_folded, reverse_history, 1),
        "deja_vu": (deja_vu_folded, deja_vu, 3),
    }
    for name, (form, environment, _) in folded.items():
        defined = partial(_defined_for, environment)
        yield _for_lists(scope, name, defined, partial(percepts_along, form), quick=4)
    for name, published, published_folded in (
        ("published reverse_history", reverse_history_published, reverse_history_published_folded),
        ("published deja_vu", deja_vu_published, deja_vu_published_folded),
    ):
        defined, got = (partial(published_percepts, each) for each in (published, published_folded))
        yield _for_lists(scope, name, defined, got, quick=5)
    longest, choices = min(MOST, max(LEAST, scope.steps(quick=3, full=4))), scope.actions()
    yield _two_learners(choices, longest, differing)
    yield _leaving_a_call_out(choices, longest - 1, differing, forms)
    yield from _new_calls(choices, longest, needed)
    yield _unforeseen(longest + 2, right_forms)
    for name, forms_of_one in folded.items():
        yield _counted(scope, name, forms_of_one, learners)


# --- Mutants ---


@frozen
class _Composing(ReverseHistoryFoldedIncremental):
    """Compose otherwise, from the learner, the state, the action and the reward that follows it."""

    element: Callable[[FoldableLearner[Any], ReversedState, Action, Any], Any]

    def advance(self, learner: Learner[Any], state: ReversedState, action: Action) -> tuple[Percept, ReversedState]:
        percept, after = super().advance(learner, state, action)
        return percept, after._replace(element=self.element(require_foldable(learner), state, action, percept.reward))


def _newest_last(own: FoldableLearner[Any], state: ReversedState, action: Action, reward: Any) -> Any:
    return own.compose(state.element, own.of(Transition(0, action, state.reward, 0)))


def _reward_that_followed(own: FoldableLearner[Any], state: ReversedState, action: Action, reward: Any) -> Any:
    return own.compose(own.of(Transition(0, action, reward, 0)), state.element)


@frozen
class _Rehearsing(DejaVuFoldedIncremental):
    """Ask the copy otherwise trained; ``rehearsed`` is made of the element of s and that of the loop."""

    rehearsed: Callable[[FoldableLearner[Any], Any, Any], Any]

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        folding = require_foldable(learner)
        rehearsed = self.rehearsed(folding, state, folding.of(Transition(0, action, 0, 0)))
        reward = 1 if action == folding.act(rehearsed, 0) else -1
        return Percept(reward, 0), folding.learn(state, Transition(0, action, reward, 0))


def _loop_at_the_end(own: FoldableLearner[Any], past: Any, loop: Any) -> Any:
    return own.compose(own.compose(past, past), loop)


def _with(kind: Any, **wrong: Any) -> Any:
    """Return a foldable learner's class with wrong methods."""
    return type(kind.__name__, (kind,), wrong)


_LastWins = _with(FoldableSimpleLearner, compose=lambda self, first, second: second or first)
_FirstWins = _with(
    FoldableLastRewardSignLearner, compose=lambda self, first, second: second if first is None else first
)
_SignOnly = _with(FoldableLastRewardSignLearner, identity=property(lambda self: 0))
_StatesInTheOtherOrder = _with(
    FoldableFiniteLearner, compose=lambda self, first, second: FoldableFiniteLearner.compose(self, second, first)
)
_OtherOrder = _with(
    FoldableRegisterLearner, compose=lambda self, first, second: FoldableRegisterLearner.compose(self, second, first)
)
_InitialsReduced = _with(
    FoldableRegisterLearner,
    registers=lambda self, element: FoldableRegisterLearner.registers(self, element._replace(trained=True)),
)


class _NotReduced(FoldableRegisterLearner):
    """Take the updates for affine ones without a modulus."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        object.__setattr__(self, "_moduli", (0,) * len(self._moduli))


def _instead(name: str, wrong: FoldableLearner[Any]) -> Any:
    return MappingProxyType({**FOLDABLE, name: wrong})


def _behind_the_question(call: Call, learner: Learner[Any], play: Play) -> _Watched:
    """Differ in a call that comes after the question is reached."""
    told = tuple(transitions(play[::-1][1:]))
    return differing_in((told, Transition(0, 0, 0, 0)), learner, play)


def _along_the_true_history(play: Play) -> tuple[Call, ...]:
    told = tuple(transitions(prompt_of(play)))
    return tuple((told[:place], told[place]) for place in range(len(told)))


_CARRIED = MappingProxyType({"carrying one copy forward": _CARRYING})


def _published_last(folding: FoldableLearner[Any], past: Any, newest: Any) -> Any:
    return folding.compose(past, newest)


def _published_loop_paid(folding: FoldableLearner[Any], past: Any, action: Action) -> Any:
    return folding.compose(folding.learn(past, Transition(0, action, 1, 0)), past)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S4-reverse",
        kind="lemma",
        title="what reverse history must train anew",
        claim="A form of reverse history that is right for every learner has made one `learn` call for each earlier "
        "turn before it answers an action; if the newest of these turns took a new action, all of them after it. For a "
        "learner whose training is a fold in a monoid, one composition per step gives the same percepts; in déjà vu "
        "three do.",
        source=f"{ALEXANDER_2022}, Section 4 (on Example 5)",
        check=reverse,
        mutants={
            "the newest composed last": {"reverse_history_folded": _Composing(_newest_last)},
            "the reward that followed": {"reverse_history_folded": _Composing(_reward_that_followed)},
            "déjà vu of one pass": {"deja_vu_folded": _Rehearsing(lambda own, past, loop: own.compose(past, loop))},
            "the present action after both passes": {"deja_vu_folded": _Rehearsing(_loop_at_the_end)},
            "the simple learner forgets all but the last": {
                "learners": _instead("simple", _LastWins(SimpleLearner(2)))
            },
            "the first reward counts, not the last": {
                "learners": _instead("last reward", _FirstWins(LastRewardSignLearner()))
            },
            "no reward is the same as a reward of 0": {
                "learners": _instead("last reward", _SignOnly(LastRewardSignLearner()))
            },
            "maps of states composed in the other order": {
                "learners": _instead("finite", _StatesInTheOtherOrder(THREE_STATES))
            },
            "affine maps composed in the other order": {
                "learners": _instead("affine registers", _OtherOrder(REGISTERS))
            },
            "registers not reduced": {"learners": _instead("affine registers", _NotReduced(REGISTERS))},
            "initial registers reduced": {"learners": _instead("affine registers", _InitialsReduced(REGISTERS))},
            "published, the newest composed last": {
                "reverse_history_published_folded": evolve(reverse_history_published_folded, extend=_published_last)
            },
            "published, the present action paid": {
                "deja_vu_published_folded": evolve(deja_vu_published_folded, rehearse=_published_loop_paid)
            },
            "two learners that differ behind the question": {"differing": _behind_the_question},
            "the calls along the true history": {"needed": _along_the_true_history},
            "one copy carried forward is right": {"right_forms": _CARRIED},
        },
        verdict="holds (repaired)",
        evidence="argued: a form that leaves a call out pays two learners that differ in it alike, and there are more "
        "actions than calls were made; exhaustive: such a pair for each call, all learners, at most 3 turns, and the "
        "calls of 6 forms; folded = definition for all learners as lists, 4 actions of 2, and folded = published, 5; 7 "
        "foldable learners, and the laws of their monoids",
        defects="The paper says that no earlier work can be used again. If actions recur with their rewards, some "
        "can: a copy trained on the longest ending of the play that had occurred before already exists. The paper's "
        "reason, that the order of training may matter, excludes prepending by training, not by composing.",
        repair="if the newest action is new, all calls are; otherwise all but those along the longest ending of the "
        "play that had occurred before",
        witness="actions 0 0 0 0 of the learner that does 0: of the 3 calls for the last, one was made for the third",
    ),
)
