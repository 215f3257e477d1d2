"""The trainings that reverse history must repeat, and the learners for which it need not.

The lemma is long because it is three: what must be trained, what need not be when actions recur, and what folds.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import product
from typing import Any, TypeAlias

from attrs import field, frozen

from formal_rl.agents import (
    ConstantLearner,
    LastRewardSignLearner,
    Learner,
    SimpleLearner,
    Transition,
    as_agent,
    transitions,
)
from formal_rl.agents._finite_learner import FiniteLearner
from formal_rl.agents._monoid_learners import ListedLearner, foldable
from formal_rl.agents.learners import WrappedLearner, acts
from formal_rl.checking import among, every
from formal_rl.checking.claims import along
from formal_rl.checking.domains import learners, sequences_of_actions
from formal_rl.environments import _monoid_forms as foldings
from formal_rl.environments.examples.deja_vu import deja_vu, deja_vu_published
from formal_rl.environments.examples.reverse_history import reverse_history, reverse_history_published, reversed_prompt
from formal_rl.histories import Action, Observation, Play
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.run_out import percepts_of

TrainedOn: TypeAlias = tuple[Transition, ...]
Call: TypeAlias = tuple[TrainedOn, Transition]


@frozen
class ChangedInOneCall(WrappedLearner):
    """A learner that is another but for one call of ``learn``.

    Behind it lie states of their own: there it goes on as it would, and does ``answer`` instead of its own action once
    it has learned ``question``.
    """

    call: Call
    question: TrainedOn
    answer: Action

    @property
    def initial(self) -> Any:
        """The transitions learned, the learner's own state, and whether it went through the call."""
        return (), self.learner.initial, False

    def act(self, state: Any, observation: Observation) -> Action:
        """Return the learner's action, or the answer to the question."""
        past, own, changed = state
        return self.answer if changed and past == self.question else self.learner.act(own, observation)

    def learn(self, state: Any, transition: Transition) -> Any:
        """Return the state after one more transition."""
        past, own, changed = state
        return (*past, transition), self.learner.learn(own, transition), changed or (past, transition) == self.call


def needed_calls(play: Play) -> tuple[Call, ...]:
    """Return the calls of ``learn`` along the reversed history that the last action of a play is compared on."""
    past = tuple(transitions(reversed_prompt(play)))
    return tuple((past[:place], past[place]) for place in range(len(past)))


def differing_in(call: Call, learner: Learner[Any], play: Play) -> ChangedInOneCall:
    """Return a learner that is this one but for one call, and is to be paid otherwise for the last action of the play.

    A form sees of a learner what its calls return. If it does not make this call, it sees the same of both, so it
    gives both the same reward, and is wrong for one.

    Ledger: A22-S4-reverse*
    """
    past = tuple(transitions(reversed_prompt(play)))
    own = as_agent(learner)(reversed_prompt(play))
    return ChangedInOneCall(learner, call, past, play[-1] + 1 if own == play[-1] else play[-1])


def played(learner: Learner[Any], sequence: Sequence[Action]) -> Play:
    """Return the play of these actions in reverse history, without the percept that answers the last."""
    return sum(zip(along(reverse_history)(learner, sequence), sequence, strict=False), ())


def longest_ending_again(play: Play) -> int:
    """Return how many turns the longest ending of a play has that had occurred before, its last action aside."""
    turns = tuple(zip((percept.reward for percept in play[0:-2:2]), play[1:-2:2], strict=True))
    before = {turns[start:end] for end in range(len(turns)) for start in range(end)}
    return max((size for size in range(1, len(turns) + 1) if turns[-size:] in before), default=0)


# --- Foldable learners ---

EACH = tuple(Transition(o, a, r, 0) for o, a, r in product((0, 1), (0, 1), (-1, 1)))

LEARNERS: Mapping[str, Learner[Any]] = {
    "constant": ConstantLearner(1),
    "last reward": LastRewardSignLearner(),
    "simple": SimpleLearner(2),
    "three states": FiniteLearner(
        tuple(tuple((o, (state + o) % 2) for o in (0, 1)) for state in range(3)),
        tuple(
            tuple((t, (max(state, t.action) * (1 + t.action) + int(t.reward)) % 3) for t in EACH) for state in range(3)
        ),
    ),
}
"""A learner of each kind that is foldable; of the three states action 0 moves them round, 1 takes two to one."""


def laws(name: str, *pieces: TrainedOn) -> tuple[Any, Any]:
    """Return three pieces composed from the left, and from the right and with the identity; and what is done then."""
    own, learner = LEARNERS[name], foldable(LEARNERS[name])
    compose = learner.compose
    x, y, z = (reduce(learner.learn, each, learner.initial) for each in pieces)
    whole, past = compose(compose(x, y), z), sum(pieces, ())
    done = [learner.act(whole, seen) for seen in (0, 1)]
    expected = whole, x, x, [acts(own, past, seen) for seen in (0, 1)]
    return expected, (compose(x, compose(y, z)), compose(learner.identity, x), compose(x, learner.identity), done)


@frozen
class CountingLearner(ListedLearner):
    """A learner as lists, the free monoid: what holds of every one of these holds of every foldable learner."""

    compositions: list[int] = field(factory=list)

    def compose(self, first: TrainedOn, second: TrainedOn) -> TrainedOn:
        """Return both lists as one, and count."""
        self.compositions.append(1)
        return super().compose(first, second)


@lemma(
    "A22-S4-reverse",
    "what reverse history must train anew",
    "Section 4 (on Example 5)",
    "holds (repaired)",
    evidence="argued: a form that leaves a call out pays two learners that differ in it alike; exhaustive: such a pair "
    "for each call, all learners, at most 3 turns; folded = definition, and published, for all learners as lists, 4 "
    "actions of 2; the laws of the monoids of 4 foldable learners",
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

    def two_learners(learner: Learner[Any], sequence: Sequence[Action]) -> tuple[Any, Any]:
        play = played(learner, sequence)
        others = [differing_in(call, learner, play) for call in needed_calls(play)]
        found = [(played(other, sequence), reverse_history(as_agent(other), play).reward) for other in others]
        return [(play, -reverse_history(as_agent(learner), play).reward)] * len(others), found

    def calls_needed(learner: Learner[Any], sequence: Sequence[Action]) -> tuple[int, int]:
        play = played(learner, sequence)
        before = {call for end in range(2, len(play), 2) for call in needed_calls(play[:end])}
        new = sum(call not in before for call in needed_calls(play))
        return len(sequence) - 1 - longest_ending_again(play), new

    def all_new(learner: Learner[Any], sequence: Sequence[Action]) -> tuple[int, int]:
        return len(sequence) - 1, calls_needed(learner, sequence)[1]

    def folded(learner: Learner[Any], name: str, sequence: Sequence[Action]) -> tuple[Any, Any]:
        definition, form, most = forms[name]
        counting = CountingLearner(learner)
        expected = (percepts_of if hasattr(form, "step") else along)(definition)(learner, sequence)
        found = percepts_of(form)(counting, sequence)
        return (expected, True), (found, len(counting.compositions) <= most * len(sequence))

    forms: Mapping[str, tuple[Any, Any, int]] = {
        "reverse_history": (reverse_history, foldings.reverse_history_folded, 1),
        "deja_vu": (deja_vu, foldings.deja_vu_folded, 3),
        "published reverse_history": (reverse_history_published, foldings.reverse_history_published_folded, 1),
        "published deja_vu": (deja_vu_published, foldings.deja_vu_published_folded, 3),
    }
    sequences = among(
        "all sequences of 1 to 4 actions",
        lambda scope: (each for number in range(1, 5) for each in product(scope.actions(), repeat=number)),
    )
    yield every("two learners that differ in one call are paid differently", two_learners, learners, sequences)
    yield every("no call was needed before", all_new, learners, sequences).fails(
        "no call was needed before, (0, 0, 0, 0): expected 3, got 2"
    )
    yield every("calls needed before are those of the longest ending", calls_needed, learners, sequences)
    names = among(", ".join(forms), forms)
    yield every("folded, as lists", folded, learners, names, sequences_of_actions(4, full=6))
    pieces = [(), *((each,) for each in EACH)]
    triples = product(LEARNERS, pieces, pieces, pieces)
    of_three = among("4 foldable learners, three pieces of at most 1 transition", triples, many=True)
    yield every("the laws of a monoid, and training as composing", laws, of_three)
    yield mutants("""
        environments._monoid_forms:_ReverseHistoryFoldedIncremental
            the newest composed last: compose(newest, element) → compose(element, newest)
            the reward that followed: Transition(0, action, before, 0) → Transition(0, action, reward, 0)
        environments._monoid_forms:_twice
            déjà vu of one pass: folding.compose(folding.compose(past, folding.of(Transition(0, action, 0, 0))), past)
                → folding.compose(past, folding.of(Transition(0, action, 0, 0)))
            the present action paid: Transition(0, action, 0, 0) → Transition(0, action, 1, 0)
        environments._monoid_forms:_before
            published, the newest composed last: folding.compose(newest, past) → folding.compose(past, newest)
        agents._monoid_learners:_FoldableSimpleLearner
            the simple learner forgets all but the last: first | second → second or first
        agents._monoid_learners:_FoldableLastRewardSignLearner
            the first reward counts, not the last: first if second is None else second
                → second if first is None else first
            no reward is the same as a reward of 0: return None → return 0
        agents._monoid_learners:_FoldableFiniteLearner
            maps of states composed in the other order: second[state] for state in first
                → first[state] for state in second
        :differing_in
            two learners that differ behind the question: ChangedInOneCall(learner, call, past,
                → ChangedInOneCall(learner, (past, Transition(0, 0, 0, 0)), past,
        :needed_calls
            the calls along the true history: reversed_prompt(play) → play[:-1]
    """)


STATEMENTS = statements_in(globals())
