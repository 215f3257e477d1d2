"""The published benchmark: twenty-five environments and their opposites, in both readings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from attrs import frozen

from formal_rl.battery.opposites import OppositeInside, OppositeOutside, on_opposite_rewards
from formal_rl.battery.published_learners import as_incremental
from formal_rl.battery.told import class_of_rate_one, class_of_three_actions, rate_one, three_actions
from formal_rl.environments import (
    Draws,
    FalseMemoriesIncremental,
    IncrementalEnvironment,
    PublishedTemptingButton,
    TemptingButtonIncremental,
    false_memories_published,
    ignore_rewards_incremental,
    ignore_rewards_published,
)
from formal_rl.environments.adversarial_sequence_evader import (
    adversarial_sequence_evader_incremental,
    adversarial_sequence_evader_published,
)
from formal_rl.environments.adversarial_sequence_predictor import (
    adversarial_sequence_predictor_incremental,
    adversarial_sequence_predictor_published,
)
from formal_rl.environments.after_images import AfterImagesIncremental, PublishedAfterImages
from formal_rl.environments.as_if import AsIfIncremental, AsIfPublished
from formal_rl.environments.censored_observation import CensoredObservationIncremental, PublishedCensoredObservation
from formal_rl.environments.crying_baby import crying_baby_incremental, crying_baby_published
from formal_rl.environments.crying_baby_2 import crying_baby_2_incremental, crying_baby_2_published
from formal_rl.environments.delayed_rewards import delayed_rewards_incremental, delayed_rewards_published
from formal_rl.environments.flip_every_other import flip_every_other_incremental, flip_every_other_published
from formal_rl.environments.ignore_actions import ignore_actions_incremental, ignore_actions_published
from formal_rl.environments.ignore_observations import IgnoreObservationsIncremental, PublishedIgnoreObservations
from formal_rl.environments.ignore_rewards_2 import ignore_rewards_2_incremental, ignore_rewards_2_published
from formal_rl.environments.ignore_rewards_3 import ignore_rewards_3_incremental, ignore_rewards_3_published
from formal_rl.environments.incentivize_zero import incentivize_zero_incremental, incentivize_zero_published
from formal_rl.environments.limited_memory import limited_memory_incremental, limited_memory_published
from formal_rl.environments.nth_reward_multiplied_by_n import (
    nth_reward_multiplied_by_n_incremental,
    nth_reward_multiplied_by_n_published,
)
from formal_rl.environments.punish_nondeterministic_agent import (
    punish_nondeterministic_agent_incremental,
    punish_nondeterministic_agent_published,
)
from formal_rl.environments.repeater import repeater_incremental, repeater_published
from formal_rl.environments.self_recognition import PublishedSelfRecognition, SelfRecognitionIncremental
from formal_rl.environments.shifted_rewards import shifted_rewards_incremental, shifted_rewards_published
from formal_rl.environments.tempting_button_variation import (
    PublishedTemptingButtonVariation,
    TemptingButtonVariationIncremental,
)
from formal_rl.errors import InvalidParameter, UnknownName, nearest
from formal_rl.histories import history

Reading: TypeAlias = Literal["paper", "published"]
"""By the definition, or as the published library computes it."""

READINGS: tuple[Reading, ...] = ("paper", "published")


@frozen
class BatteryEnvironment:
    """One environment of the benchmark: its published name, how many actions and observations it has, and its forms.

    ``paper`` and ``published`` make the forms from the draws of the environment. In its ``own_game`` the copies are
    paid by their own rules, and not with the rewards of the true agent.
    """

    name: str
    paper: Callable[[Draws], Any]
    published: Callable[[Draws], Any]
    number_of_actions: int = 2
    number_of_observations: int = 1
    own_game: bool = False

    def incremental(
        self, draws: Draws, *, semantics: Reading, opposite: Reading | None = None
    ) -> IncrementalEnvironment:
        """Return the environment in one reading; where ``opposite`` is given, its opposite in that reading.

        The opposite of the paper tells copies the rewards that it pays; the published one tells them the rewards that
        the environment pays that it is the opposite of.

        Raises `InvalidParameter` for what is no reading.
        """
        check_reading("semantics", semantics)
        form = (self.paper if semantics == "paper" else self.published)(draws)
        if opposite is None:
            return as_incremental(form)
        check_reading("opposite", opposite)
        if opposite == "published" or self.own_game:
            return OppositeOutside(as_incremental(form))
        if hasattr(form, "rewrite"):
            return OppositeOutside(as_incremental(on_opposite_rewards(form)))
        return OppositeInside(as_incremental(form))


def check_reading(name: str, value: object) -> None:
    """Raise `InvalidParameter` for what is no reading."""
    if value not in READINGS:
        raise InvalidParameter(name, value, "'paper' or 'published'")


def _always(form: Any) -> Callable[[Draws], Any]:
    return lambda draws: form


def _plain(name: str, paper: Any, published: Any, **more: Any) -> BatteryEnvironment:
    return BatteryEnvironment(name, _always(paper), _always(published), **more)


FALSE_MEMORIES = FalseMemoriesIncremental(history((0, 0), 0, (0, 0), 0))
"""With the memories that the published library gives."""

_IN_ORDER = (
    _plain("FalseMemories", FALSE_MEMORIES, false_memories_published),
    _plain("IgnoreRewards", ignore_rewards_incremental, ignore_rewards_published),
    _plain("IgnoreRewards2", ignore_rewards_2_incremental, ignore_rewards_2_published),
    _plain("IgnoreRewards3", ignore_rewards_3_incremental, ignore_rewards_3_published, own_game=True),
    BatteryEnvironment(
        "IgnoreObservations",
        IgnoreObservationsIncremental,
        PublishedIgnoreObservations,
        number_of_observations=5,
    ),
    _plain("IgnoreActions", ignore_actions_incremental, ignore_actions_published),
    _plain(
        "IncentivizeZero",
        incentivize_zero_incremental,
        incentivize_zero_published,
        number_of_actions=10,
        number_of_observations=10,
        own_game=True,
    ),
    _plain(
        "PunishNondeterministicAgent",
        punish_nondeterministic_agent_incremental,
        punish_nondeterministic_agent_published,
    ),
    _plain("CryingBaby", crying_baby_incremental, crying_baby_published, number_of_observations=2, own_game=True),
    _plain("CryingBaby2", crying_baby_2_incremental, crying_baby_2_published, number_of_observations=2, own_game=True),
    BatteryEnvironment("TemptingButton", TemptingButtonIncremental, PublishedTemptingButton, number_of_observations=2),
    BatteryEnvironment(
        "TemptingButtonVariation",
        TemptingButtonVariationIncremental,
        PublishedTemptingButtonVariation,
        number_of_observations=2,
    ),
    _plain("ThirdActionForbidden", AsIfIncremental(three_actions), AsIfPublished(class_of_three_actions)),
    _plain("ShiftedRewards", shifted_rewards_incremental, shifted_rewards_published),
    _plain("DelayedRewards", delayed_rewards_incremental, delayed_rewards_published),
    _plain("Repeater", repeater_incremental, repeater_published),
    BatteryEnvironment("AfterImages", AfterImagesIncremental, PublishedAfterImages, number_of_observations=8),
    BatteryEnvironment(
        "SelfRecognition", SelfRecognitionIncremental, PublishedSelfRecognition, number_of_observations=6
    ),
    _plain("LimitedMemory", limited_memory_incremental, limited_memory_published),
    BatteryEnvironment(
        "CensoredObservation", CensoredObservationIncremental, PublishedCensoredObservation, number_of_observations=3
    ),
    _plain(
        "NthRewardMultipliedByN",
        nth_reward_multiplied_by_n_incremental,
        nth_reward_multiplied_by_n_published,
    ),
    _plain(
        "AdversarialSequencePredictor",
        adversarial_sequence_predictor_incremental,
        adversarial_sequence_predictor_published,
        number_of_observations=2,
        own_game=True,
    ),
    _plain(
        "AdversarialSequenceEvader",
        adversarial_sequence_evader_incremental,
        adversarial_sequence_evader_published,
        number_of_observations=2,
        own_game=True,
    ),
    _plain("IncentivizeLearningRate", AsIfIncremental(rate_one), AsIfPublished(class_of_rate_one)),
    _plain("FlipEveryOther", flip_every_other_incremental, flip_every_other_published),
)

ENVIRONMENTS: Mapping[str, BatteryEnvironment] = MappingProxyType({each.name: each for each in _IN_ORDER})
"""The twenty-five environments of the published benchmark, by published name, in its order.

`IncentivizeLearningRate` is the older one, of learning rate 1, which is behind the published numbers.
"""

_BEGINS, _ENDS = "minus_rewards(", ")"


def opposite_name(name: str) -> str:
    """Return the published name of the opposite of an environment."""
    return f"{_BEGINS}{name}{_ENDS}"


ENVIRONMENT_NAMES: tuple[str, ...] = tuple(each for name in ENVIRONMENTS for each in (name, opposite_name(name)))
"""The fifty: every environment with its opposite after it."""


def find_environment(name: str) -> tuple[BatteryEnvironment, bool]:
    """Return the environment of one of the fifty names, and whether the name is of its opposite.

    Raises `UnknownName`.
    """
    wrapped = name.removeprefix(_BEGINS).removesuffix(_ENDS)
    if name not in ENVIRONMENT_NAMES:
        raise UnknownName(f"{name!r} is no environment of the battery; {nearest(name, ENVIRONMENTS)}")
    return ENVIRONMENTS[wrapped], wrapped != name


def incremental_named(name: str, draws: Draws, *, semantics: Reading, opposite: Reading) -> IncrementalEnvironment:
    """Return one of the fifty, ready to be run.

    Raises `UnknownName`, and `InvalidParameter` for what is no reading.
    """
    environment, is_opposite = find_environment(name)
    return environment.incremental(draws, semantics=semantics, opposite=opposite if is_opposite else None)
