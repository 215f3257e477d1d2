"""What the published library does otherwise than the papers say: of 2022 as classes, of 2021 as functions."""

from __future__ import annotations

from typing import Any

from formal_rl.conformance.zoo.forms import AsPublished
from formal_rl.conformance.zoo.wrong import WrongImplementation, wrong
from formal_rl.environments import (
    PublishedTemptingButton,
    deja_vu_published,
    reverse_history_published,
)
from formal_rl.environments.adversarial_sequence_evader import adversarial_sequence_evader_functional
from formal_rl.environments.adversarial_sequence_predictor import adversarial_sequence_predictor_functional
from formal_rl.environments.censored_observation import PublishedCensoredObservation
from formal_rl.environments.crying_baby import crying_baby_functional, crying_baby_published
from formal_rl.environments.crying_baby_2 import crying_baby_2_published
from formal_rl.environments.ignore_observations import PublishedIgnoreObservations
from formal_rl.environments.incentivize_zero import incentivize_zero_functional, incentivize_zero_published
from formal_rl.environments.limited_memory import limited_memory_functional
from formal_rl.environments.self_recognition import PublishedSelfRecognition
from formal_rl.environments.tempting_button_variation import PublishedTemptingButtonVariation
from formal_rl.environments.turn_by_turn import (
    delayed_rewards_functional,
    flip_every_other_published,
    ignore_rewards_2_functional,
    nth_reward_multiplied_by_n_published,
    repeater_functional,
)


class CensoredAsPublished(AsPublished):
    """Censored observation, as published."""

    made = PublishedCensoredObservation


class CryingBabyAsPublished(AsPublished):
    """Crying baby, as published."""

    made = staticmethod(lambda draws: crying_baby_published)


class CryingBaby2AsPublished(AsPublished):
    """Crying baby from the cradle, as published."""

    made = staticmethod(lambda draws: crying_baby_2_published)


class DejaVuAsPublished(AsPublished):
    """Déjà vu, as published."""

    made = staticmethod(lambda draws: deja_vu_published)


class FlipEveryOtherAsPublished(AsPublished):
    """Flip every other, as published."""

    made = staticmethod(lambda draws: flip_every_other_published)


class IgnoreObservationsAsPublished(AsPublished):
    """Ignore observations, as published."""

    made = PublishedIgnoreObservations


class IncentivizeZeroAsPublished(AsPublished):
    """Incentivize zero, as published."""

    made = staticmethod(lambda draws: incentivize_zero_published)


class NthRewardAsPublished(AsPublished):
    """The n-th reward times n, as published."""

    made = staticmethod(lambda draws: nth_reward_multiplied_by_n_published)


class ReverseHistoryAsPublished(AsPublished):
    """Reverse history, as published."""

    made = staticmethod(lambda draws: reverse_history_published)


class SelfRecognitionAsPublished(AsPublished):
    """Self-recognition, as published."""

    made = PublishedSelfRecognition


class TemptingButtonAsPublished(AsPublished):
    """Tempting button, as published."""

    made = PublishedTemptingButton


class TemptingButtonVariationAsPublished(AsPublished):
    """The variation of the tempting button, as published."""

    made = PublishedTemptingButtonVariation


def evader_of_2021(agent: Any, play: Any) -> Any:
    """Adversarial sequence evader, of 2021."""
    return adversarial_sequence_evader_functional(agent, play)


def predictor_of_2021(agent: Any, play: Any) -> Any:
    """Adversarial sequence predictor, of 2021."""
    return adversarial_sequence_predictor_functional(agent, play)


def crying_baby_of_2021(agent: Any, play: Any) -> Any:
    """Crying baby, of 2021."""
    return crying_baby_functional(agent, play)


def delayed_rewards_of_2021(agent: Any, play: Any) -> Any:
    """Delayed rewards, of 2021."""
    return delayed_rewards_functional(agent, play)


def ignore_rewards_2_of_2021(agent: Any, play: Any) -> Any:
    """Ignore rewards 2, of 2021; where every reward is positive it raises an exception."""
    return ignore_rewards_2_functional(agent, play)


def incentivize_zero_of_2021(agent: Any, play: Any) -> Any:
    """Incentivize zero, of 2021."""
    return incentivize_zero_functional(agent, play)


def limited_memory_of_2021(agent: Any, play: Any) -> Any:
    """Limited memory, of 2021."""
    return limited_memory_functional(agent, play)


def repeater_of_2021(agent: Any, play: Any) -> Any:
    """Repeater, of 2021."""
    return repeater_functional(agent, play)


WRONG: tuple[WrongImplementation, ...] = (
    wrong(
        CensoredAsPublished,
        "censored_observation",
        "later_percepts",
        "keeps the action that answers the censored observation, and drops the one that led to it",
    ),
    wrong(
        CryingBabyAsPublished, "crying_baby", "later_percepts", "the baby is told that it did what it did a turn before"
    ),
    wrong(
        CryingBaby2AsPublished,
        "crying_baby_2",
        "later_percepts",
        "the parent is told that it did what it did a turn before",
    ),
    wrong(DejaVuAsPublished, "deja_vu", "later_percepts", "pays nothing for the first action"),
    wrong(FlipEveryOtherAsPublished, "flip_every_other", "later_percepts", "flips the second reward that is earned"),
    wrong(
        IgnoreObservationsAsPublished,
        "ignore_observations",
        "later_percepts",
        "the copy is asked about what was shown at first",
    ),
    wrong(
        IncentivizeZeroAsPublished,
        "incentivize_zero",
        "first_observation",
        "shows what the copy does, where 0 is shown",
    ),
    wrong(NthRewardAsPublished, "nth_reward_multiplied_by_n", "later_percepts", "multiplies by 0, 1, 2, ..."),
    wrong(ReverseHistoryAsPublished, "reverse_history", "later_percepts", "pays nothing for the first action"),
    wrong(
        SelfRecognitionAsPublished, "self_recognition", "first_observation", "makes an observation from the next draw"
    ),
    wrong(TemptingButtonAsPublished, "tempting_button", "first_observation", "always starts with a button"),
    wrong(
        TemptingButtonVariationAsPublished,
        "tempting_button_variation",
        "first_observation",
        "always starts with a button",
    ),
    wrong(evader_of_2021, "adversarial_sequence_evader", "later_percepts", "the copy's choices stand a turn late"),
    wrong(
        predictor_of_2021, "adversarial_sequence_predictor", "later_percepts", "the copy's choices stand a turn late"
    ),
    wrong(crying_baby_of_2021, "crying_baby", "longer_histories", "a turn with a meal takes no nutrition"),
    wrong(delayed_rewards_of_2021, "delayed_rewards", "later_percepts", "delays the first reward, not the second"),
    wrong(
        ignore_rewards_2_of_2021,
        "ignore_rewards_2",
        "later_percepts",
        "deletes the action that answers a positive reward; raises an exception where nothing is left",
    ),
    wrong(
        incentivize_zero_of_2021,
        "incentivize_zero",
        "later_percepts",
        "the copy is rewarded before it is asked for the first time",
    ),
    wrong(
        limited_memory_of_2021, "limited_memory", "longer_histories", "remembers five percepts, which are four turns"
    ),
    wrong(repeater_of_2021, "repeater", "later_percepts", "doubles a percept with the action that answers it"),
)
"""Wrong by the papers, and each of them what was published."""
