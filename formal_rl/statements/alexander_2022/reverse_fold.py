"""What reverse history must train anew, and the learners of which it need not."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from formal_rl.agents import (
    Agent,
    ConstantLearner,
    FoldableLearner,
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
    transitions,
)
from formal_rl.agents._finite_learner import FiniteLearner
from formal_rl.checking import (
    Domain,
    Kinds,
    Rows,
    Scope,
    along,
    among,
    by_hand,
    equal,
    every,
    learners,
    sequences_of_actions,
    stepping,
)
from formal_rl.environments import (
    deja_vu,
    deja_vu_published,
    deja_vu_published_folded,
    reverse_history,
    reverse_history_published,
    reverse_history_published_folded,
    reversed_prompt,
)
from formal_rl.environments.catalogue import DRAWS
from formal_rl.environments.monoid_forms import deja_vu_folded, reverse_history_folded
from formal_rl.errors import MalformedExpression
from formal_rl.histories import Action, Observation, Play
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.run_out import percepts_along, published_percepts

TrainedOn: TypeAlias = tuple[Transition, ...]
Call: TypeAlias = tuple[TrainedOn, Transition]

# --- What every right form must call ---


class WatchedState(NamedTuple):
    """What the learner was told, its own state, and whether it went through the changed call."""

    trained_on: TrainedOn
    state: Any
    changed: bool


class ChangedInOneCall:
    """A learner that is another but for one call of ``learn``.

    Behind it lie states of their own: there it goes on as it would, and does ``answer`` instead of its own action once
    it was told ``question``.
    """

    def __init__(self, learner: Learner[Any], changed: Call, question: TrainedOn, answer: Action) -> None:
        """Keep what is changed."""
        self._learner, self._changed, self._question, self._answer = learner, changed, question, answer
        self.initial = WatchedState((), learner.initial, False)

    def act(self, state: WatchedState, observation: Observation) -> Action:
        """Return the learner's action, or the answer to the question."""
        if state.changed and state.trained_on == self._question:
            return self._answer
        return self._learner.act(state.state, observation)

    def learn(self, state: WatchedState, transition: Transition) -> WatchedState:
        """Return the state after one more transition."""
        told, own, changed = state
        changed = changed or (told, transition) == self._changed
        return WatchedState((*told, transition), self._learner.learn(own, transition), changed)


def needed_calls(play: Play) -> tuple[Call, ...]:
    """Return the calls of ``learn`` along the reversed history that the last action of a play is compared on."""
    told = tuple(transitions(reversed_prompt(play)))
    return tuple((told[:place], told[place]) for place in range(len(told)))


def differing_in(call: Call, learner: Learner[Any], play: Play) -> ChangedInOneCall:
    """Return a learner that is this one but for one call, and is to be paid otherwise for the last action of the play.

    A form sees of a learner what its calls return. If it does not make this call, it sees the same of both, so it
    gives both the same reward, and is wrong for one.

    Ledger: A22-S4-reverse*
    """
    told = tuple(transitions(reversed_prompt(play)))
    own = as_agent(learner)(reversed_prompt(play))
    return ChangedInOneCall(learner, call, told, play[-1] + 1 if own == play[-1] else play[-1])


def played(agent: Agent, sequence: Sequence[Action]) -> Play:
    """Return the play of these actions in reverse history, without the percept that answers the last."""
    play: Play = ()
    for action in sequence:
        play = (*play, reverse_history(agent, play), action)
    return play


def two_learners(learner: Learner[Any], place: int, sequence: Sequence[Action]) -> tuple[Any, Any]:
    """Return the play and the reward of a learner, and those of the one that differs in a call that is needed."""
    one = as_agent(learner)
    play = played(one, sequence)
    other = as_agent(differing_in(needed_calls(play)[place], learner, play))
    return (play, -reverse_history(one, play).reward), (played(other, sequence), reverse_history(other, play).reward)


def new_calls(play: Play) -> int:
    """Return how many calls for the last action were needed for none before it."""
    before = {call for end in range(2, len(play), 2) for call in needed_calls(play[:end])}
    return sum(call not in before for call in needed_calls(play))


def longest_ending_again(play: Play) -> int:
    """Return how many turns the longest ending of a play has that had occurred before, its last action aside."""
    turns = tuple(zip((percept.reward for percept in play[0:-2:2]), play[1:-2:2], strict=True))
    number = len(turns)
    return next(
        size
        for size in range(number, -1, -1)
        if any(turns[number - size :] == turns[end - size : end] for end in range(size, max(number, 1)))
    )


def all_new(learner: Learner[Any], sequence: Sequence[Action]) -> tuple[int, int]:
    """Return the number of earlier turns, and that of new calls."""
    return len(sequence) - 1, new_calls(played(as_agent(learner), sequence))


def new_but_for_endings(learner: Learner[Any], sequence: Sequence[Action]) -> tuple[Any, Any]:
    """Return how many calls are new, by the longest ending that had occurred, and as they are counted."""
    play = played(as_agent(learner), sequence)
    again = longest_ending_again(play)
    kind = "some calls are not new" if again else "all calls are new"
    return (kind, len(sequence) - 1 - again), (kind, new_calls(play))


# --- Foldable learners ---

EACH = tuple(product((0, 1), (0, 1), (-1, 0, 1), (0, 1)))
ANY = tuple(Transition(*each) for each in EACH)
TURNS = tuple(Transition(0, action, reward, 0) for action in (0, 1) for reward in (-1, 0, 1))
FEW = (Transition(0, 1, -1, 0), Transition(1, 0, 1, 1), Transition(0, 0, 0, 0))

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
        tuple((Transition(*t), (max(state, t[1]) * (1 + t[1]) + t[2] + t[0]) % 3) for t in EACH) for state in range(3)
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


def element_of(learner: FoldableLearner[Any], told: Iterable[Transition]) -> Any:
    """Return the element of a list: the product of the elements of its transitions, from the left."""
    return reduce(learner.compose, map(learner.of, told), learner.identity)


def lists(alphabet: Sequence[Transition], longest: int) -> Iterator[TrainedOn]:
    """Yield all lists of at most so many of these transitions."""
    return (told for length in range(longest + 1) for told in product(alphabet, repeat=length))


def laws(name: str, told: TrainedOn, then: TrainedOn, last: TrainedOn) -> tuple[Any, Any]:
    """Return the element of three pieces, composed from the left, from the right, with the identity, and learned."""
    learner = foldable(LEARNERS[name])
    compose, (x, y, z) = learner.compose, (element_of(learner, each) for each in (told, then, last))
    whole = compose(compose(x, y), z)
    learned = reduce(learner.learn, last, compose(x, y))
    neutral = compose(learner.identity, x), compose(x, learner.identity)
    return [whole, whole, x, x], [compose(x, compose(y, z)), learned, *neutral]


def same_actions(name: str, told: TrainedOn) -> tuple[Any, Any]:
    """Return what a learner does on 0 and 1, and what the foldable one does, trained in two halves."""
    own, learner, half = LEARNERS[name], foldable(LEARNERS[name]), len(told) // 2
    state = reduce(own.learn, told, own.initial)
    element = learner.compose(element_of(learner, told[:half]), element_of(learner, told[half:]))
    return [own.act(state, seen) for seen in (0, 1)], [learner.act(element, seen) for seen in (0, 1)]


class Counting(FoldableLearner[Any]):
    """A foldable learner whose compositions are counted."""

    def __init__(self, learner: FoldableLearner[Any]) -> None:
        """Count from 0."""
        self._learner, self.compositions = learner, 0

    @property
    def identity(self) -> Any:
        """Return the identity."""
        return self._learner.identity

    def compose(self, first: Any, second: Any) -> Any:
        """Return the product."""
        self.compositions += 1
        return self._learner.compose(first, second)

    def of(self, transition: Transition) -> Any:
        """Return the element of a transition."""
        return self._learner.of(transition)

    def act(self, element: Any, observation: Observation) -> Action:
        """Return the action."""
        return self._learner.act(element, observation)


def counted(definition: Any, form: Any, most: int) -> Any:
    """Return the claim that a foldable learner meets the percepts of the definition, at so many compositions a step."""

    def claim(name: str, sequence: Sequence[Action]) -> tuple[Any, Any]:
        counting = Counting(foldable(LEARNERS[name]))
        found = percepts_along(form, counting, sequence)
        return (along(definition)(LEARNERS[name], sequence), most * len(sequence)), (found, counting.compositions)

    return claim


def composing() -> Rows:
    """Yield register learners whose updates do not compose, with the place that is refused, and others that do."""

    def made(learning: Any, constants: Any) -> object:
        learner = RegisterLearner(3, {"h": 2, "g": 1}, learning, ["mod", "h", "n"], constants)
        told = (Transition(1, 1, 2, 0), Transition(0, 2, -1, 1), Transition(1, 0, 3, 1))
        try:
            folded: Any = foldable(learner)
            state = reduce(learner.learn, told, learner.initial)
        except MalformedExpression as refused:
            return refused.field
        elements = [folded.of(transition) for transition in told]
        from_the_left, from_the_right = (
            reduce(folded.compose, elements),
            folded.compose(elements[0], folded.compose(*elements[1:])),
        )
        kept = [folded.compose(folded.identity, from_the_left), folded.compose(from_the_left, folded.identity)]
        found = [folded.registers(each) for each in (from_the_left, from_the_right, *kept)]
        return found == [state] * 4, folded.registers(folded.identity) == learner.initial

    linear: Any = ["add", ["mul", 2, "h"], "a", "g"]
    composes = (True, True)
    rows: tuple[tuple[str, Any, Any, Any], ...] = (
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
        ("modulo 5 within and without", {"h": ["mod", "g", 5], "g": "g"}, {}, composes),
        ("modulo 3, of what is kept modulo 6", {"h": ["mod", "h", 6], "g": ["mod", "h", 3]}, {}, composes),
        ("modulo -3", {"h": ["mod", linear, -3]}, {}, composes),
        ("modulo 1", {"h": ["mod", linear, 1]}, {}, composes),
        ("modulo a constant", {"h": ["mod", linear, "c"]}, {"c": 7}, composes),
        ("modulo the number of actions", {"h": ["mod", linear, "n"]}, {}, composes),
        ("sums and multiples", {"h": linear, "g": ["sub", ["mul", "r", "h"], "g"]}, {}, composes),
        ("a condition on what was done", {"h": ["if", ["gt", "a", 0], "g", ["add", "h", 1]]}, {}, composes),
        ("mod of what was done", {"h": ["add", ["mod", "a", 2], ["mul", ["eq", "r", 2], "h"]]}, {}, composes),
        ("nothing", {}, {}, composes),
    )
    for why, learning, constants, expected in rows:
        yield f"{why}: refused, or as trained", expected, made(learning, constants)

    def reason(inner: Any) -> Any:
        try:
            return foldable(RegisterLearner(2, {"h": 1}, {"h": ["add", inner, 1]}, 0))
        except MalformedExpression as refused:
            return "outermost" in refused.reason

    def composed(bits: int) -> Any:
        folded: Any = foldable(RegisterLearner(2, {"h": 1}, {"h": ["mul", "r", "h"]}, 0))
        large = folded.of(Transition(0, 0, 1 << bits, 0))
        try:
            return folded.compose(large, large).trained
        except MalformedExpression as refused:
            return refused.field

    yield "only mod may be outermost", (True, False), (reason(["mod", "h", 5]), reason(["floordiv", "h", 5]))
    yield "2^4096 has 4097 bits, and 4096 are kept", ("learn.h", True), (composed(2048), composed(2047))


@lemma(
    "A22-S4-reverse",
    "what reverse history must train anew",
    "Section 4 (on Example 5)",
    "holds (repaired)",
    evidence="argued: a form that leaves a call out pays two learners that differ in it alike; exhaustive: such a pair "
    "for each call, all learners, at most 3 turns; folded = definition for all learners as lists, 4 actions of 2, and "
    "folded = published, 5; 7 foldable learners, and the laws of their monoids; by hand",
    defects="The paper says that no earlier work can be used again. If actions recur with their rewards, some "
    "can: a copy trained on the longest ending of the play that had occurred before already exists. The paper's "
    "reason, that the order of training may matter, excludes prepending by training, not by composing.",
    repair="if the newest action is new, all calls are; otherwise all but those along the longest ending of the "
    "play that had occurred before",
    witness="actions 0 0 0 0 of the learner that does 0: of the 3 calls for the last, one was made for the third",
)
def reverse() -> Evidence:
    """A form of reverse history that is right for every learner has made one `learn` call for each earlier turn before
    it answers an action; if the newest of these turns took a new action, all of them after it. For a learner whose
    training is a fold in a monoid, one composition per step gives the same percepts; in déjà vu three do.
    """

    def examples() -> Rows:
        h = foldable(
            RegisterLearner(
                2, {"h": 1}, {"h": ["mod", ["add", ["mul", 2, "h"], "a", ["mul", 2, "r"]], 5]}, ["mod", "h", 2]
            )
        )
        for why, form, actions in (
            ("h' = 2h + a + 2r mod 5: h = 1, paid; 3: 1, punished; 4, 4: 0, paid", reverse_history_folded, (1, 0, 0)),
            (
                "the loop: h = 3, paid; 0, 1, 0: 0, punished; 0, 4; 3; and again 4, 2: 0, paid",
                deja_vu_folded,
                (1, 1, 0),
            ),
        ):
            yield why, (0, 1, -1, 1), tuple(each.reward for each in percepts_along(form, h, actions))

    def as_lists(form: Any) -> Any:
        return lambda learner, sequence: form(ListedLearner(learner), sequence)

    def turns(scope: Scope) -> int:
        return min(4, max(3, scope.steps(quick=3, full=4)))

    def after(scope: Scope, most: int, choices: Sequence[Action]) -> Iterator[tuple[Action, ...]]:
        return (each for number in range(most + 1) for each in product(choices, repeat=number + 1))

    def of_turns(said: str, values: Callable[[Scope], Any], *, many: bool = False) -> Domain:
        return Domain(lambda scope: said.format(turns(scope) + 1, len(scope.actions())), values, many=many)

    calls = of_turns(
        "each call needed in all sequences of at most {} actions of {}",
        lambda scope: ((n, y) for y in after(scope, turns(scope), scope.actions()) for n in range(len(y) - 1)),
        many=True,
    )
    sequences = of_turns(
        "all sequences of at most {} actions of {}", lambda scope: after(scope, turns(scope), scope.actions())
    )
    newest = of_turns(
        "all sequences of at most {} actions of 3, of which the last but one is new",
        lambda scope: (y for y in after(scope, turns(scope), range(3)) if len(y) > 1 and y[-2] not in y[:-2]),
    )
    some = Kinds(("all calls are new", "some calls are not new"), lambda of: of[0], of_what_should_be=True)
    yield by_hand(examples)
    yield by_hand(composing, "registers that compose, and that do not")
    yield every("two learners that differ in one call are paid differently", two_learners, learners, calls)
    yield every("no call was needed before", all_new, learners, sequences).fails(
        "no call was needed before, (0, 0, 0, 0): expected 3, got 2"
    )
    yield every(
        "calls needed before are those of the longest ending", new_but_for_endings, learners, sequences, kinds=some
    )
    yield every("no call was needed before, if the newest action was not", all_new, learners, newest)
    for name, definition, form in (
        ("reverse_history", reverse_history, reverse_history_folded),
        ("deja_vu", deja_vu, deja_vu_folded),
    ):
        folded = as_lists(stepping(form))
        yield equal(f"{name}, folded, as lists", along(definition), folded, learners, sequences_of_actions(4, full=6))
    for name, published, by_lists in (
        ("reverse_history", reverse_history_published, reverse_history_published_folded),
        ("deja_vu", deja_vu_published, deja_vu_published_folded),
    ):
        of_lists, as_published = as_lists(partial(published_percepts, by_lists)), partial(published_percepts, published)
        five = sequences_of_actions(5, full=6)
        yield equal(f"published {name}, folded, as lists", as_published, of_lists, learners, five)
    said = "7 foldable learners, three pieces: two of at most 1 transition of 3, and one of at most 2 of 5"
    pieces = [
        (name, x, y, z) for name in LEARNERS for x, y in product(lists(FEW, 1), repeat=2) for z in lists(ANY[::5], 2)
    ]
    yield every("the laws of a monoid, and of learning in it", laws, among(said, pieces, many=True))
    told = [(name, each) for name in LEARNERS for each in (*lists(ANY, 1), *lists(TURNS, 2), *lists(FEW, 3))]
    halves = among("7 foldable learners, lists of at most 3 transitions in two halves", told, many=True)
    yield every("the foldable learner acts as the learner", same_actions, halves)
    three = [(name, (*y, 1, 0, 0, 1, 0, 1)) for name in LEARNERS for y in product((0, 1), repeat=3)]
    runs = among("7 foldable learners, sequences of 9 actions of 2", three, many=True)
    for name, definition, form, most in (
        ("reverse_history, one composition a step", reverse_history, reverse_history_folded, 1),
        ("deja_vu, three compositions a step", deja_vu, deja_vu_folded, 3),
    ):
        yield every(name, counted(definition, form, most), runs)
    yield mutants("""
        environments.monoid_forms:ReverseHistoryFoldedIncremental
            the newest composed last: compose(newest, state.element) → compose(state.element, newest)
            the reward that followed: Transition(0, action, state.reward, 0) → Transition(0, action, reward, 0)
        environments.monoid_forms:_twice
            déjà vu of one pass: folding.compose(folding.compose(past, folding.of(Transition(0, action, 0, 0))), past)
                → folding.compose(past, folding.of(Transition(0, action, 0, 0)))
            the present action after both passes:
                folding.compose(folding.compose(past, folding.of(Transition(0, action, 0, 0))), past)
                → folding.compose(folding.compose(past, past), folding.of(Transition(0, action, 0, 0)))
            the present action paid: Transition(0, action, 0, 0) → Transition(0, action, 1, 0)
        environments.monoid_forms:_before
            published, the newest composed last: folding.compose(newest, past) → folding.compose(past, newest)
        agents.monoid_learners:FoldableSimpleLearner
            the simple learner forgets all but the last: first | second → second or first
        agents.monoid_learners:FoldableLastRewardSignLearner
            the first reward counts, not the last: first if second is None else second
                → second if first is None else first
            no reward is the same as a reward of 0: return None → return 0
        agents.monoid_learners:FoldableFiniteLearner
            maps of states composed in the other order: second[state] for state in first
                → first[state] for state in second
        agents.monoid_learners:FoldableRegisterLearner
            affine maps composed in the other order: columns = list(zip(*first.rows, strict=True))
                → first, second = second, first; columns = list(zip(*first.rows, strict=True))
            registers not reduced: "_moduli", _moduli(self.learner) → "_moduli", (0,) * len(_moduli(self.learner))
            initial registers reduced: if not element.trained: return initial → ∅
        :differing_in
            two learners that differ behind the question: ChangedInOneCall(learner, call, told,
                → ChangedInOneCall(learner, (told, Transition(0, 0, 0, 0)), told,
        :needed_calls
            the calls along the true history: reversed_prompt(play) → play[:-1]
    """)


STATEMENTS = statements_in(globals())
