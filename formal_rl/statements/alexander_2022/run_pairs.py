"""The pairs of ways to run an incremental form, and those of the forms for foldable learners."""

from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

from attrs import define, frozen

from formal_rl.agents import Learner, ListedLearner, SimpleLearner, Transition
from formal_rl.agents._finite_learner import finite_learners
from formal_rl.checking import Disagreement, EnvironmentPair, Part, Scope, decide_cases, hashed_learner
from formal_rl.environments import (
    DejaVuFoldedIncremental,
    ExtendedEnvironment,
    IncrementalEnvironment,
    ReverseHistoryFoldedIncremental,
    RewrittenIncremental,
    deja_vu,
    ignore_rewards_incremental,
    interact_incremental,
    reverse_history,
)
from formal_rl.environments.incremental import interact_memoised
from formal_rl.environments.library.limited_memory import limited_memory_incremental
from formal_rl.environments.library.turn_by_turn import flip_every_other_incremental
from formal_rl.environments.simulated_copy import as_it_was
from formal_rl.histories import Action, Percept

_BRANCHES = ("from memory at last", "computed throughout")
_FORMS = (RewrittenIncremental(as_it_was, period=1), flip_every_other_incremental)
_LIMITS = (1, 2, 5, 1_000)


@define
class _Counted:
    """An incremental environment, and how often it was asked."""

    form: IncrementalEnvironment
    asked: int = 0

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        return self.form.start(learner)

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        self.asked += 1
        return self.form.advance(learner, state, action)


@frozen
class RunPair:
    """Two ways to run a learner in an incremental environment, equal in every percept and action."""

    name: str
    definition: Callable[[Learner[Any], IncrementalEnvironment], Iterator[Percept | Action]]
    fast: Callable[..., Iterator[Percept | Action]]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare for all learners of two states, then for hashed learners and the simple ones."""
        steps = scope.steps(quick=24, full=100)
        pays = [Transition(0, action, reward, 0) for action, reward in product((0, 1), (1, -1))]
        learners = list(finite_learners(2, observations=(0,), actions=(0, 1), transitions=pays))
        exhaustive = decide_cases(
            f"{self.name}: exhaustive",
            (self._compare(learner, form, 1_000, steps) for form in _FORMS for learner in learners),
            branches=_BRANCHES[:1],
            domain=f"all learners of two states and two actions in two environments, {steps} steps",
        )
        sampled_learners: list[Learner[Any]] = [
            *(hashed_learner(seed) for seed in range(scope.seed * 40, (scope.seed + 1) * 40)),
            *(SimpleLearner(number) for number in range(1, 5)),
        ]
        forms = (*_FORMS, ignore_rewards_incremental, limited_memory_incremental, RewrittenIncremental(as_it_was))
        sampled = decide_cases(
            f"{self.name}: sampled",
            (
                self._compare(learner, form, longest, steps)
                for learner in sampled_learners
                for form in forms
                for longest in _LIMITS
            ),
            branches=_BRANCHES,
            domain=f"40 hashed learners from seed {scope.seed} and the simple learners of 1 to 4 actions, in "
            f"{len(forms)} environments, periods of at most {', '.join(map(str, _LIMITS))}, {steps} steps",
        )
        return exhaustive, sampled

    def _compare(
        self, learner: Learner[Any], form: IncrementalEnvironment, longest: int, steps: int
    ) -> tuple[str, Disagreement | None]:
        counted = _Counted(form)
        expected = tuple(islice(self.definition(learner, form), 2 * steps + 1))
        got = tuple(islice(self.fast(learner, counted, longest=longest), 2 * steps + 1))
        branch = _BRANCHES[counted.asked == steps]
        return branch, None if got == expected else Disagreement(f"{self.name}, {longest=}", expected, got)


RUN_PAIRS = (RunPair("interact_memoised", interact_incremental, interact_memoised),)
"""The one there is."""


@frozen
class Listing:
    """A form for foldable learners as one for all: it is run on the lists of the learner's transitions."""

    form: IncrementalEnvironment

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return the initial percept and state."""
        return self.form.start(ListedLearner(learner))

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the percept that answers ``action``, and the next state."""
        return self.form.advance(ListedLearner(learner), state, action)


@frozen
class FoldedPair:
    """An environment and its form for foldable learners: the same percepts for every learner, read as lists.

    Lists are the free monoid, so this decides it for every foldable learner.
    """

    name: str
    definition: ExtendedEnvironment
    fast: IncrementalEnvironment

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on hashed learners and longer sequences."""
        return EnvironmentPair(self.name, self.definition, Listing(self.fast)).parts(scope)


REVERSE_HISTORY_FOLDED = FoldedPair(
    "ReverseHistoryFoldedIncremental", reverse_history, ReverseHistoryFoldedIncremental()
)
DEJA_VU_FOLDED = FoldedPair("DejaVuFoldedIncremental", deja_vu, DejaVuFoldedIncremental())

FOLDED_PAIRS = (REVERSE_HISTORY_FOLDED, DEJA_VU_FOLDED)
"""Both. They are not among the pairs for every learner, since their forms refuse what is not foldable."""
