"""The pairs of environments that only the published library has, and of ways to run an incremental form."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice, product
from typing import Any

from attrs import define, evolve, frozen

from formal_rl.agents import (
    HashedDraws,
    Learner,
    ListedLearner,
    QLearner,
    RepeatedDraws,
    SimpleLearner,
    Transition,
)
from formal_rl.agents._finite_learner import finite_learners
from formal_rl.checking import (
    Case,
    Cover,
    Disagreement,
    EnvironmentPair,
    Part,
    Scope,
    SimulatedPair,
    decide_cases,
    hashed_learner,
    part,
)
from formal_rl.environments import (
    CATALOGUE,
    RECORDS,
    CryingBabyIncremental,
    DejaVuFoldedIncremental,
    ExtendedEnvironment,
    IncrementalEnvironment,
    Nutrition,
    ReverseHistoryFoldedIncremental,
    RewrittenIncremental,
    crying_baby_with,
    deja_vu,
    ignore_rewards_incremental,
    incentivize_learning_rate,
    incentivize_learning_rate_incremental,
    incentivize_learning_rate_old,
    incentivize_learning_rate_old_incremental,
    interact_incremental,
    mimic,
    reverse_history,
)
from formal_rl.environments.altered_agent import AsIfIncremental
from formal_rl.environments.catalogue import EIGHTHS
from formal_rl.environments.incremental import interact_memoised
from formal_rl.environments.library.crying_baby import CryingBaby2Incremental, crying_baby_2_with
from formal_rl.environments.library.limited_memory import limited_memory_incremental
from formal_rl.environments.library.turn_by_turn import flip_every_other_incremental
from formal_rl.environments.simulated_copy import as_it_was
from formal_rl.histories import Action, Percept, prompt_of
from formal_rl.statements.alexander_2022.helper_learners import OWN_RATE, NextInTurn, RateReadingLearner
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS

# --- Copies that play roles, or are asked what they would do otherwise ---


SENTENCES_DRAWN = RepeatedDraws(tuple(Fraction(sixth, 6) for sixth in (2, 5, 0, 3, 4, 1)))
"""The draws of the listed self-recognition: each of the six observations in every six turns."""

HUNGRY = Nutrition(initial=54)
"""The numbers of the listed crying babies: content at first, and no longer after two turns without a meal."""


def _told_its_rate(learner: Learner[Any]) -> Learner[Any]:
    return learner if isinstance(learner, QLearner) else RateReadingLearner(learner, OWN_RATE)


@frozen
class LearningRatePair(EnvironmentPair):
    """An environment of learning rates and its incremental form: the same percepts for every learner with a rate.

    The definition is told the learner. Compared for all learners that are told their rate, then for Q-learners.
    """

    definition: Callable[[Learner[Any]], ExtendedEnvironment]  # type: ignore[assignment]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on all learners and action sequences, then on Q-learners and longer sequences."""
        exhaustive, sampled = super().parts(scope)
        told = exhaustive.domain.replace("all learners", "all learners that are told their learning rate")
        return evolve(exhaustive, domain=told), sampled

    def _sampled(self, scope: Scope) -> Part:
        length, number = scope.steps(quick=20, full=60), 40 if scope.is_full else 10
        seeds = range(scope.seed * number, (scope.seed + 1) * number)

        @part(
            f"{self.name}: sampled",
            branches=("a Q-learner",),
            domain=f"{number} Q-learners of drawn numbers from seed {scope.seed}, sequences of {length} actions",
        )
        def cases() -> Iterator[Case]:
            for seed in seeds:
                learner = QLearner(HashedDraws(seed), 2, learning_rate=OWN_RATE)
                sequence = tuple(int(2 * HashedDraws(seed + 1)[turn]) for turn in range(length))
                yield "a Q-learner", self._compare(learner, sequence, lambda branch: None)

        return cases()

    def _compare(self, learner: Learner[Any], sequence: tuple[Action, ...], cover: Cover) -> Disagreement | None:
        told = _told_its_rate(learner)
        return EnvironmentPair(self.name, self.definition(told), self.fast)._compare(told, sequence, cover)


ZERO = SimulatedPair.of(CATALOGUE["incentivize_zero"])
PREDICTOR = SimulatedPair.of(CATALOGUE["adversarial_sequence_predictor"])
EVADER = SimulatedPair.of(CATALOGUE["adversarial_sequence_evader"])
RECOGNITION = EnvironmentPair.of(CATALOGUE["self_recognition"], SENTENCES_DRAWN)
HALF_THE_RATE = LearningRatePair(
    name="incentivize_learning_rate_incremental",
    definition=incentivize_learning_rate,
    fast=incentivize_learning_rate_incremental,
)
RATE_ONE = LearningRatePair(
    name="incentivize_learning_rate_old_incremental",
    definition=incentivize_learning_rate_old,
    fast=incentivize_learning_rate_old_incremental,
)

ROLE_ENVIRONMENT_PAIRS = (
    ZERO,
    SimulatedPair.of(CATALOGUE["crying_baby"]),
    SimulatedPair("CryingBabyIncremental", crying_baby_with(HUNGRY), CryingBabyIncremental(HUNGRY)),
    SimulatedPair.of(CATALOGUE["crying_baby_2"]),
    SimulatedPair("CryingBaby2Incremental", crying_baby_2_with(HUNGRY), CryingBaby2Incremental(HUNGRY)),
    PREDICTOR,
    EVADER,
    EnvironmentPair.of(CATALOGUE["tempting_button_variation"]),
    RECOGNITION,
)
"""Those whose definition is one environment, for every learner. `crying_baby_2` needs 5 turns to punish."""

ROLE_PAIRS = (*ROLE_ENVIRONMENT_PAIRS, HALF_THE_RATE, RATE_ONE)
"""All of them."""


# --- Where the agent is to act as if its past had been another ---


_COMPARED = {"AsIfIncremental", *(pair.name for pair in ROLE_ENVIRONMENT_PAIRS)}


def _pairs(*, draws: bool) -> Iterator[EnvironmentPair]:
    """Yield the pairs of those that have none yet, in the order of the records."""
    for record in RECORDS:
        if record.group == "library" and record.draws == draws:
            for form in ("incremental", "incremental_class"):
                if record.has(form) and record.attribute(form) not in _COMPARED:
                    yield EnvironmentPair.of(record, *(EIGHTHS,) * draws, form=form)


MIMICRY_PAIRS = (
    *_pairs(draws=False),
    EnvironmentPair("RewrittenIncremental", mimic(prompt_of), RewrittenIncremental(as_it_was)),
    EnvironmentPair(
        "AsIfIncremental",
        EXTENDED_ENVIRONMENTS["as_if"],
        AsIfIncremental(partial(NextInTurn, number_of_actions=2)),
    ),
    *_pairs(draws=True),
)
"""Each for every learner."""


# --- Ways to run an incremental form, and the forms for foldable learners ---


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
