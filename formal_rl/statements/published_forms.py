"""Every published form of an environment, by the library's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from formal_rl.environments import (
    AgentClass,
    Draws,
    LearnerClass,
    PublishedEnvironment,
    PublishedTemptingButton,
    deja_vu_published,
    false_memories_published,
    ignore_rewards_published,
    reverse_history_published,
)
from formal_rl.environments.adversarial_sequence_evader import adversarial_sequence_evader_published
from formal_rl.environments.adversarial_sequence_predictor import adversarial_sequence_predictor_published
from formal_rl.environments.after_images import PublishedAfterImages
from formal_rl.environments.as_if import AsIfPublished
from formal_rl.environments.censored_observation import PublishedCensoredObservation
from formal_rl.environments.crying_baby import crying_baby_published
from formal_rl.environments.crying_baby_2 import crying_baby_2_published
from formal_rl.environments.ignore_observations import PublishedIgnoreObservations
from formal_rl.environments.ignore_rewards_3 import ignore_rewards_3_published
from formal_rl.environments.incentivize_learning_rate import (
    incentivize_learning_rate_old_published,
    incentivize_learning_rate_published,
)
from formal_rl.environments.incentivize_zero import incentivize_zero_published
from formal_rl.environments.limited_memory import limited_memory_published
from formal_rl.environments.self_recognition import PublishedSelfRecognition
from formal_rl.environments.tempting_button_variation import PublishedTemptingButtonVariation
from formal_rl.environments.turn_by_turn import (
    delayed_rewards_published,
    flip_every_other_published,
    ignore_actions_published,
    ignore_rewards_2_published,
    nth_reward_multiplied_by_n_published,
    punish_nondeterministic_agent_published,
    repeater_published,
    shifted_rewards_published,
)
from formal_rl.statements.library_pairs import EIGHTHS, NextInTurn


def next_in_turn_class(agent_class: Any) -> AgentClass[Any]:
    """Return the agent-class of a learner that does one more, modulo 3: it stands for one told of three actions."""
    return LearnerClass(NextInTurn(agent_class.learner))


PUBLISHED_CONSTANTS: Mapping[str, PublishedEnvironment] = MappingProxyType(
    {
        "AdversarialSequenceEvader": adversarial_sequence_evader_published,
        "AdversarialSequencePredictor": adversarial_sequence_predictor_published,
        "CryingBaby": crying_baby_published,
        "CryingBaby2": crying_baby_2_published,
        "DejaVu": deja_vu_published,
        "DelayedRewards": delayed_rewards_published,
        "FalseMemories": false_memories_published,
        "FlipEveryOther": flip_every_other_published,
        "IgnoreActions": ignore_actions_published,
        "IgnoreRewards": ignore_rewards_published,
        "IgnoreRewards2": ignore_rewards_2_published,
        "IgnoreRewards3": ignore_rewards_3_published,
        "IncentivizeZero": incentivize_zero_published,
        "LimitedMemory": limited_memory_published,
        "NthRewardMultipliedByN": nth_reward_multiplied_by_n_published,
        "PunishNondeterministicAgent": punish_nondeterministic_agent_published,
        "Repeater": repeater_published,
        "ReverseHistory": reverse_history_published,
        "ShiftedRewards": shifted_rewards_published,
    }
)
"""Those that neither draw nor tell a copy something else, by the library's name."""

PUBLISHED_DRAWING: Mapping[str, Callable[[Draws], PublishedEnvironment]] = MappingProxyType(
    {
        "AfterImages": PublishedAfterImages,
        "CensoredObservation": PublishedCensoredObservation,
        "IgnoreObservations": PublishedIgnoreObservations,
        "SelfRecognition": PublishedSelfRecognition,
        "TemptingButton": PublishedTemptingButton,
        "TemptingButtonVariation": PublishedTemptingButtonVariation,
    }
)
"""Those that are made from draws."""

PUBLISHED_FORMS: Mapping[str, PublishedEnvironment] = MappingProxyType(
    {
        **PUBLISHED_CONSTANTS,
        **{name: make(EIGHTHS) for name, make in PUBLISHED_DRAWING.items()},
        "IncentivizeLearningRate": incentivize_learning_rate_published,
        "IncentivizeLearningRate_Old": incentivize_learning_rate_old_published,
        "ThirdActionForbidden": AsIfPublished(next_in_turn_class),
    }
)
"""All but the inspector of steps. Where a form needs an agent that is told something else, one that does one more."""
