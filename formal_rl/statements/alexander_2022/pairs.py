"""The pairs of environments that only the published library has, and of ways to run an incremental form."""

from fractions import Fraction
from functools import partial

from formal_rl.agents import RepeatedDraws
from formal_rl.checking.equality import EnvironmentPair, Pair
from formal_rl.environments import CATALOGUE, mimic
from formal_rl.environments._monoid_forms import deja_vu_folded, reverse_history_folded
from formal_rl.environments.altered_agent import (
    AsIfIncremental,
    incentivize_learning_rate,
    incentivize_learning_rate_incremental,
    incentivize_learning_rate_old,
    incentivize_learning_rate_old_incremental,
)
from formal_rl.environments.catalogue import RECORDS
from formal_rl.environments.examples.deja_vu import deja_vu
from formal_rl.environments.examples.reverse_history import reverse_history
from formal_rl.environments.library.crying_baby import CryingBaby2Incremental, Nutrition, crying_baby_2_with
from formal_rl.environments.listed import EIGHTHS
from formal_rl.environments.simulated_copy import RewrittenIncremental, as_it_was
from formal_rl.histories import prompt_of
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS, NextInTurn

SENTENCES_DRAWN = RepeatedDraws(tuple(Fraction(sixth, 6) for sixth in (2, 5, 0, 3, 4, 1)))
"""The draws of the listed self-recognition: each of the six observations in every six turns."""

HUNGRY = Nutrition(initial=54)
"""The numbers of the listed crying baby 2, but content at first, and no longer after two turns without a meal."""


class LearningRatePair(EnvironmentPair):
    """An environment that takes the learner, and its incremental form, for every learner with a rate."""


ROLE_ENVIRONMENT_PAIRS = (
    EnvironmentPair.of(CATALOGUE["incentivize_zero"]),
    EnvironmentPair.of(CATALOGUE["crying_baby"]),
    EnvironmentPair.of(CATALOGUE["crying_baby_2"]),
    EnvironmentPair("CryingBaby2Incremental", crying_baby_2_with(HUNGRY), CryingBaby2Incremental(HUNGRY)),
    EnvironmentPair.of(CATALOGUE["adversarial_sequence_predictor"]),
    EnvironmentPair.of(CATALOGUE["adversarial_sequence_evader"]),
    EnvironmentPair.of(CATALOGUE["tempting_button_variation"]),
    EnvironmentPair.of(CATALOGUE["self_recognition"], SENTENCES_DRAWN),
)
"""Those whose definition is one environment, for every learner. `crying_baby_2` needs 5 turns to punish."""

ROLE_PAIRS = (
    *ROLE_ENVIRONMENT_PAIRS,
    LearningRatePair(
        "incentivize_learning_rate_incremental", incentivize_learning_rate, incentivize_learning_rate_incremental
    ),
    LearningRatePair(
        "incentivize_learning_rate_old_incremental",
        incentivize_learning_rate_old,
        incentivize_learning_rate_old_incremental,
    ),
)

_COMPARED = {"AsIfIncremental", *(pair.name for pair in ROLE_ENVIRONMENT_PAIRS)}

MIMICRY_PAIRS = (
    *(
        EnvironmentPair.of(record, *(EIGHTHS,) * record.draws)
        for record in RECORDS
        if record.group == "library" and record.has("incremental") and record.attribute("incremental") not in _COMPARED
    ),
    EnvironmentPair("RewrittenIncremental", mimic(prompt_of), RewrittenIncremental(as_it_was)),
    EnvironmentPair(
        "AsIfIncremental", EXTENDED_ENVIRONMENTS["as_if"], AsIfIncremental(partial(NextInTurn, number_of_actions=2))
    ),
)


class FoldedPair(Pair):
    """An environment and its form for foldable learners: as lists, the free monoid, it is for every learner.

    It is not among the pairs for every learner, since the form refuses what is not foldable.
    """


FOLDED_PAIRS = (
    FoldedPair("ReverseHistoryFoldedIncremental", reverse_history, reverse_history_folded),
    FoldedPair("DejaVuFoldedIncremental", deja_vu, deja_vu_folded),
)
