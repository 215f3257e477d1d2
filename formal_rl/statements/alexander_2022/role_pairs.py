"""The pairs of the library's environments in which copies play roles, or are asked what they would do otherwise."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import frozen

from formal_rl.agents import HashedDraws, Learner, QLearner, RepeatedDraws, as_agent
from formal_rl.checking import (
    Cover,
    Disagreement,
    EnvironmentPair,
    Part,
    Scope,
    SimulatedPair,
    Unknown,
    decide_each,
    part,
)
from formal_rl.environments import (
    CATALOGUE,
    CryingBabyIncremental,
    ExtendedEnvironment,
    IncrementalEnvironment,
    Nutrition,
    crying_baby_with,
    incentivize_learning_rate,
    incentivize_learning_rate_incremental,
    incentivize_learning_rate_old,
    incentivize_learning_rate_old_incremental,
)
from formal_rl.environments.library.crying_baby import CryingBaby2Incremental, crying_baby_2_with
from formal_rl.histories import Action, Play
from formal_rl.statements.alexander_2022.helper_learners import OWN_RATE, RateReadingLearner

SENTENCES_DRAWN = RepeatedDraws(tuple(Fraction(sixth, 6) for sixth in (2, 5, 0, 3, 4, 1)))
"""The draws of the listed self-recognition: each of the six observations in every six turns."""

HUNGRY = Nutrition(initial=54)
"""The numbers of the listed crying babies: content at first, and no longer after two turns without a meal."""


@frozen
class LearningRatePair:
    """An environment of learning rates and its incremental form: the same percepts for every learner with a rate."""

    name: str
    definition: Callable[[Learner[Any]], ExtendedEnvironment]
    fast: IncrementalEnvironment

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare for all learners that are told their rate, then for Q-learners and longer sequences."""
        length, choices = scope.steps(quick=5, full=7), scope.actions()

        def claim(sequence: tuple[Action, ...], unknown: Unknown, cover: Cover) -> Disagreement | None:
            return self._compare(RateReadingLearner(unknown.learner, OWN_RATE), sequence, cover)

        exhaustive = decide_each(
            f"{self.name}: exhaustive",
            claim,
            (sequence for n in range(length + 1) for sequence in product(choices, repeat=n)),
            actions=choices,
            branches=("paid", "punished"),
            domain=f"all learners that are told their learning rate, all sequences of at most {length} actions of "
            f"{len(choices)}",
        )
        return exhaustive, self._sampled(scope)

    def _sampled(self, scope: Scope) -> Part:
        length, number = scope.steps(quick=20, full=60), 40 if scope.is_full else 10
        seeds = range(scope.seed * number, (scope.seed + 1) * number)

        @part(
            f"{self.name}: sampled",
            branches=("a Q-learner",),
            domain=f"{number} Q-learners of drawn numbers from seed {scope.seed}, sequences of {length} actions",
        )
        def cases() -> Iterator[tuple[str, Disagreement | None]]:
            for seed in seeds:
                learner = QLearner(HashedDraws(seed), 2, learning_rate=OWN_RATE)
                sequence = tuple(int(2 * HashedDraws(seed + 1)[turn]) for turn in range(length))
                yield "a Q-learner", self._compare(learner, sequence, lambda branch: None)

        return cases()

    def _compare(self, learner: Learner[Any], sequence: tuple[Action, ...], cover: Cover) -> Disagreement | None:
        environment, agent = self.definition(learner), as_agent(learner)
        percept, state = self.fast.start(learner)
        play: Play = ()
        for action in (*sequence, None):
            expected = environment(agent, play)
            if percept != expected:
                return Disagreement(f"the percepts of {self.name}", expected, percept, play)
            if play:
                cover("paid" if percept.reward > 0 else "punished")
            if action is None:
                break
            play = (*play, percept, action)
            percept, state = self.fast.advance(learner, state, action)
        return None


ZERO = SimulatedPair.of(CATALOGUE["incentivize_zero"])
PREDICTOR = SimulatedPair.of(CATALOGUE["adversarial_sequence_predictor"])
EVADER = SimulatedPair.of(CATALOGUE["adversarial_sequence_evader"])
RECOGNITION = EnvironmentPair.of(CATALOGUE["self_recognition"], SENTENCES_DRAWN)
HALF_THE_RATE = LearningRatePair(
    "incentivize_learning_rate_incremental", incentivize_learning_rate, incentivize_learning_rate_incremental
)
RATE_ONE = LearningRatePair(
    "incentivize_learning_rate_old_incremental",
    incentivize_learning_rate_old,
    incentivize_learning_rate_old_incremental,
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
