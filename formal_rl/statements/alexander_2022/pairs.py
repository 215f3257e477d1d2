"""The pairs of environments that only the published library has, and of ways to run an incremental form."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.agents import (
    Learner,
    ListedLearner,
    RepeatedDraws,
)
from formal_rl.checking import (
    EnvironmentPair,
    Pair,
)
from formal_rl.environments import (
    CATALOGUE,
    RECORDS,
    CryingBabyIncremental,
    DejaVuFoldedIncremental,
    IncrementalEnvironment,
    Nutrition,
    ReverseHistoryFoldedIncremental,
    RewrittenIncremental,
    crying_baby_with,
    deja_vu,
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
from formal_rl.environments.simulated_copy import as_it_was
from formal_rl.histories import Action, Percept, prompt_of
from formal_rl.statements.alexander_2022.helper_learners import NextInTurn
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS

# --- Copies that play roles, or are asked what they would do otherwise ---


SENTENCES_DRAWN = RepeatedDraws(tuple(Fraction(sixth, 6) for sixth in (2, 5, 0, 3, 4, 1)))
"""The draws of the listed self-recognition: each of the six observations in every six turns."""

HUNGRY = Nutrition(initial=54)
"""The numbers of the listed crying babies: content at first, and no longer after two turns without a meal."""


class LearningRatePair(EnvironmentPair):
    """An environment of learning rates and its incremental form: the same percepts for every learner with a rate.

    The definition is told the learner. A22-S34-rate compares them.
    """


ZERO = EnvironmentPair.of(CATALOGUE["incentivize_zero"])
PREDICTOR = EnvironmentPair.of(CATALOGUE["adversarial_sequence_predictor"])
EVADER = EnvironmentPair.of(CATALOGUE["adversarial_sequence_evader"])
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
    EnvironmentPair.of(CATALOGUE["crying_baby"]),
    EnvironmentPair("CryingBabyIncremental", crying_baby_with(HUNGRY), CryingBabyIncremental(HUNGRY)),
    EnvironmentPair.of(CATALOGUE["crying_baby_2"]),
    EnvironmentPair("CryingBaby2Incremental", crying_baby_2_with(HUNGRY), CryingBaby2Incremental(HUNGRY)),
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


class RunPair(Pair):
    """Two ways to run a learner in an incremental environment, equal in every percept and action."""


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


class FoldedPair(Pair):
    """An environment and its form for foldable learners: the same percepts for every learner, read as lists.

    Lists are the free monoid, so this decides it for every foldable learner.
    """


REVERSE_HISTORY_FOLDED = FoldedPair(
    "ReverseHistoryFoldedIncremental", reverse_history, ReverseHistoryFoldedIncremental()
)
DEJA_VU_FOLDED = FoldedPair("DejaVuFoldedIncremental", deja_vu, DejaVuFoldedIncremental())

FOLDED_PAIRS = (REVERSE_HISTORY_FOLDED, DEJA_VU_FOLDED)
"""Both. They are not among the pairs for every learner, since their forms refuse what is not foldable."""
