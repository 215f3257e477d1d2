"""The environments that statements about every environment range over."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    RepeatedDraws,
    backward_consciousness,
    bandit,
    corridor,
    deja_vu,
    false_memories,
    guess_the_number,
    ignore_rewards,
    reverse_history,
    tempting_button,
)
from formal_rl.environments.adversarial_sequence_evader import adversarial_sequence_evader
from formal_rl.environments.adversarial_sequence_predictor import adversarial_sequence_predictor
from formal_rl.environments.after_images import after_images
from formal_rl.environments.as_if import as_if
from formal_rl.environments.blocks import seeing_blocks
from formal_rl.environments.censored_observation import censored_observation
from formal_rl.environments.clever_employer import clever_employer
from formal_rl.environments.conversation import Alphabet, recognising_conversations, replying
from formal_rl.environments.crying_baby import crying_baby
from formal_rl.environments.crying_baby_2 import crying_baby_2
from formal_rl.environments.ignore_observations import ignore_observations
from formal_rl.environments.ignore_rewards_3 import ignore_rewards_3
from formal_rl.environments.incentivize_self_recognition import incentivize_self_recognition
from formal_rl.environments.incentivize_zero import incentivize_zero
from formal_rl.environments.knowing import knowing
from formal_rl.environments.limited_memory import limited_memory
from formal_rl.environments.mirror_room import playing_in_the_mirror
from formal_rl.environments.newcombs_problem import newcombs_problem
from formal_rl.environments.oracular_obstacle_course import oracular_obstacle_course
from formal_rl.environments.self_recognition import self_recognition
from formal_rl.environments.sequence_prediction import recognising_predictions
from formal_rl.environments.societies import village
from formal_rl.environments.supervised_trials import asked_for_a_label, supervised_recognition
from formal_rl.environments.tempting_button_variation import tempting_button_variation
from formal_rl.environments.treasures_for_the_worthy import treasures_for_the_worthy
from formal_rl.environments.turn_by_turn import (
    delayed_rewards,
    flip_every_other,
    ignore_actions,
    ignore_rewards_2,
    nth_reward_multiplied_by_n,
    punish_nondeterministic_agent,
    repeater,
    shifted_rewards,
)
from formal_rl.environments.unsupervised_trials import asked_in_turn, unsupervised_recognition
from formal_rl.histories import history
from formal_rl.statements.library_pairs import next_in_turn
from formal_rl.statements.society_pairs import SUPERVISED_SHOWN, UNSUPERVISED_SHOWN
from formal_rl.transforms.self_insert import self_insert

MEMORIES = history((1, 0), 1, (-1, 0), 0)
"""The false memories of the listed example: two turns, one paid and one punished."""

DRAWS = RepeatedDraws((Fraction(0), Fraction(1, 2), Fraction(3, 4), Fraction(1, 4)))
"""The draws of the listed tempting button: a button on every fourth turn, at first."""

SENTENCES_FIRST = RepeatedDraws((Fraction(1, 2), Fraction(3, 4), Fraction(0), Fraction(1, 4)))
"""Draws with which self-recognition shows a sentence at first."""

DOCUMENTED_ENVIRONMENTS: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {
        "adversarial_sequence_evader": adversarial_sequence_evader,
        "adversarial_sequence_predictor": adversarial_sequence_predictor,
        "after_images": after_images(DRAWS),
        "as_if": as_if(lambda agent: next_in_turn(agent, 2)),
        "censored_observation": censored_observation(DRAWS),
        "crying_baby": crying_baby,
        "crying_baby_2": crying_baby_2,
        "delayed_rewards": delayed_rewards,
        "flip_every_other": flip_every_other,
        "ignore_actions": ignore_actions,
        "ignore_observations": ignore_observations(DRAWS),
        "ignore_rewards_2": ignore_rewards_2,
        "ignore_rewards_3": ignore_rewards_3,
        "incentivize_zero": incentivize_zero,
        "limited_memory": limited_memory,
        "nth_reward_multiplied_by_n": nth_reward_multiplied_by_n,
        "punish_nondeterministic_agent": punish_nondeterministic_agent,
        "repeater": repeater,
        "self_recognition": self_recognition(SENTENCES_FIRST),
        "shifted_rewards": shifted_rewards,
        "tempting_button_variation": tempting_button_variation(DRAWS),
    }
)
"""Those of the published library beyond the papers' own six, by name."""

EXTENDED_ENVIRONMENTS: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {
        "ignore_rewards": ignore_rewards,
        "false_memories": false_memories(MEMORIES),
        "backward_consciousness": backward_consciousness,
        "deja_vu": deja_vu,
        "reverse_history": reverse_history,
        "tempting_button": tempting_button(DRAWS),
        **DOCUMENTED_ENVIRONMENTS,
    }
)
"""Every extended environment present, by name; those told of an altered agent face one that does one more."""

ABSTRACT_ENVIRONMENTS: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {
        "binocular_blocks": seeing_blocks,
        "clever_employer": clever_employer,
        "incentivize_self_recognition": incentivize_self_recognition,
        "knowing": knowing(),
        "mirror_room": playing_in_the_mirror,
        "newcombs_problem": newcombs_problem(),
        "oracular_obstacle_course": oracular_obstacle_course,
        "recognising_conversations": recognising_conversations(replying, Alphabet("a")),
        "recognising_predictions": recognising_predictions(),
        "self_insert": self_insert(ignore_rewards),
        "supervised_recognition": supervised_recognition(asked_for_a_label, SUPERVISED_SHOWN),
        "treasures_for_the_worthy": treasures_for_the_worthy,
        "unsupervised_recognition": unsupervised_recognition(asked_in_turn, UNSUPERVISED_SHOWN),
        "village": village,
    }
)
"""The abstract examples made concrete, Newcomb's problem and the thought experiments, by name."""

LIKE_ORDINARY = ("as_if", "newcombs_problem", "punish_nondeterministic_agent")
"""Those of them that pay every agent on its own history what an ordinary environment would: agents are functions."""

SECTION_3_EXAMPLES: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {
        name: EXTENDED_ENVIRONMENTS[name]
        for name in EXTENDED_ENVIRONMENTS
        if name not in {"reverse_history", "tempting_button", *DOCUMENTED_ENVIRONMENTS}
    }
)
"""Those that are examples of Section 3 of the 2021 paper."""

ORDINARY_ENVIRONMENTS: Mapping[str, Environment] = MappingProxyType(
    {"bandit": bandit((0, 1)), "corridor": corridor(3), "guess_the_number": guess_the_number(1, 2)}
)
"""Every ordinary environment present, by name, each with two actions."""
