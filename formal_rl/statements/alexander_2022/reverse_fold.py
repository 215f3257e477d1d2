"""Section 4, the remark on reverse history: what must be trained anew at every step, and for which learners not."""

from types import MappingProxyType
from typing import Any

from attrs import evolve

from formal_rl.agents import (
    FoldableLearner,
    FoldableRegisterLearner,
    LastRewardSignLearner,
    Learner,
    SimpleLearner,
    Transition,
    require_foldable,
    transitions,
)
from formal_rl.agents.library_learners import Punished
from formal_rl.agents.monoid_learners import (
    AffineMap,
    FoldableFiniteLearner,
    FoldableLastRewardSignLearner,
    FoldableSimpleLearner,
)
from formal_rl.agents.register_learner import Registers
from formal_rl.environments import (
    DejaVuFoldedIncremental,
    ReverseHistoryFoldedIncremental,
    deja_vu_published_folded,
    reverse_history_published_folded,
)
from formal_rl.environments.monoid_forms import ReversedState
from formal_rl.histories import Action, Percept, Play, prompt_of
from formal_rl.statements.checks import reverse_fold
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement


class _NewestLast(ReverseHistoryFoldedIncremental):
    """Compose as if history went forward."""

    def advance(self, learner: Learner[Any], state: ReversedState, action: Action) -> tuple[Percept, ReversedState]:
        folding = require_foldable(learner)
        percept, after = super().advance(learner, state, action)
        newest = folding.of(Transition(0, action, state.reward, 0))
        return percept, after._replace(element=folding.compose(state.element, newest))


class _RewardThatFollowed(ReverseHistoryFoldedIncremental):
    """Reverse the transitions, as the published code does, and not the history."""

    def advance(self, learner: Learner[Any], state: ReversedState, action: Action) -> tuple[Percept, ReversedState]:
        folding = require_foldable(learner)
        percept, after = super().advance(learner, state, action)
        newest = folding.of(Transition(0, action, percept.reward, 0))
        return percept, after._replace(element=folding.compose(newest, state.element))


class _Seen(DejaVuFoldedIncremental):
    """Ask the copy otherwise trained; ``_rehearsed`` is made of the element of s and that of the loop."""

    def _rehearsed(self, folding: FoldableLearner[Any], past: Any, loop: Any) -> Any:
        raise NotImplementedError

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        folding = require_foldable(learner)
        rehearsed = self._rehearsed(folding, state, folding.of(Transition(0, action, 0, 0)))
        reward = 1 if action == folding.act(rehearsed, 0) else -1
        return Percept(reward, 0), folding.learn(state, Transition(0, action, reward, 0))


class _OnePass(_Seen):
    def _rehearsed(self, folding: FoldableLearner[Any], past: Any, loop: Any) -> Any:
        return folding.compose(past, loop)


class _NoLoop(_Seen):
    def _rehearsed(self, folding: FoldableLearner[Any], past: Any, loop: Any) -> Any:
        return folding.compose(past, past)


class _LoopAtTheEnd(_Seen):
    def _rehearsed(self, folding: FoldableLearner[Any], past: Any, loop: Any) -> Any:
        return folding.compose(folding.compose(past, past), loop)


class _LastWins(FoldableSimpleLearner):
    """Keep what was punished last, and forget the rest."""

    def compose(self, first: Punished, second: Punished) -> Punished:
        return second or first


class _FirstWins(FoldableLastRewardSignLearner):
    """Keep the first reward, not the last."""

    def compose(self, first: Action | None, second: Action | None) -> Action | None:
        return second if first is None else first


class _SignOnly(FoldableLastRewardSignLearner):
    """Take 0, which is what the untrained learner does, for the identity."""

    @property
    def identity(self) -> Any:
        return 0


class _StatesInTheOtherOrder(FoldableFiniteLearner):
    """Put the first map of the states after the second."""

    def compose(self, first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
        return super().compose(second, first)


class _OtherOrder(FoldableRegisterLearner):
    """Put the first map after the second."""

    def compose(self, first: AffineMap, second: AffineMap) -> AffineMap:
        return super().compose(second, first)


class _NotReduced(FoldableRegisterLearner):
    """Take the updates for affine ones without a modulus."""

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        object.__setattr__(self, "_moduli", (0,) * len(self._moduli))


class _InitialsReduced(FoldableRegisterLearner):
    """Reduce the initial values too."""

    def registers(self, element: AffineMap) -> Registers:
        return super().registers(element._replace(trained=True))


def _instead(name: str, wrong: FoldableLearner[Any]) -> Any:
    return MappingProxyType({**reverse_fold.FOLDABLE, name: wrong})


def _behind_the_question(call: reverse_fold.Call, learner: Learner[Any], play: Play) -> reverse_fold.WatchedLearner:
    """Differ in a call that comes after the question is reached."""
    told = tuple(transitions(play[::-1][1:]))
    return reverse_fold.differing_in((told, Transition(0, 0, 0, 0)), learner, play)


def _along_the_true_history(play: Play) -> tuple[reverse_fold.Call, ...]:
    told = tuple(transitions(prompt_of(play)))
    return tuple((told[:place], told[place]) for place in range(len(told)))


_CARRIED = MappingProxyType(
    {"carrying one copy forward": reverse_fold.RehearsedIncremental(reverse_fold.carrying_one_copy_forward)}
)


def _published_last(folding: FoldableLearner[Any], past: Any, newest: Any) -> Any:
    return folding.compose(past, newest)


def _published_loop_paid(folding: FoldableLearner[Any], past: Any, action: Action) -> Any:
    return folding.compose(folding.learn(past, Transition(0, action, 1, 0)), past)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S4-reverse",
        kind="lemma",
        title="what reverse history must train anew",
        claim="A form of reverse history that is right for every learner has made, before it answers an action with t "
        "turns before it, each of the t `learn` calls along the reversed history; if the newest of these turns took an "
        "action that was in no call before, all of them after that action. For a learner whose training is a fold in a "
        "monoid, one composition a step gives the same percepts, and in déjà vu three.",
        source=f"{ALEXANDER_2022}, Section 4 (on Example 5)",
        check=reverse_fold.reverse,
        mutants={
            "the newest composed last": {"reverse_history_folded": _NewestLast()},
            "the reward that followed": {"reverse_history_folded": _RewardThatFollowed()},
            "déjà vu of one pass": {"deja_vu_folded": _OnePass()},
            "déjà vu without the present action": {"deja_vu_folded": _NoLoop()},
            "the present action after both passes": {"deja_vu_folded": _LoopAtTheEnd()},
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
                "learners": _instead("finite", _StatesInTheOtherOrder(reverse_fold.THREE_STATES))
            },
            "affine maps composed in the other order": {
                "learners": _instead("affine registers", _OtherOrder(reverse_fold.REGISTERS))
            },
            "registers not reduced": {"learners": _instead("affine registers", _NotReduced(reverse_fold.REGISTERS))},
            "initial registers reduced": {
                "learners": _instead("affine registers", _InitialsReduced(reverse_fold.REGISTERS))
            },
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
        defects="The paper holds that no earlier work can be used again. Where actions recur with their rewards some "
        "can: a copy told the longest ending of the play that had occurred before is there already. The reason given, "
        "that the order of training may matter, excludes prepending by training, not by composing.",
        repair="all calls are new where the newest action is; elsewhere all but those along the longest ending of the "
        "play that had occurred before",
        witness="actions 0 0 0 0 of the learner that does 0: of the 3 calls for the last, one was made for the third",
    ),
)
