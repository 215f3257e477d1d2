"""The published benchmark: twenty-five environments and their opposites, in both readings."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from attrs import frozen

from formal_rl.agents import Draws, Learner
from formal_rl.battery import _adapters
from formal_rl.battery.totals import OPPOSITE, opposite_name
from formal_rl.environments import CATALOGUE, EnvironmentRecord, IncrementalEnvironment, find
from formal_rl.environments.listed import TWO_TURNS
from formal_rl.errors import InvalidParameter, UnknownName, nearest

Reading: TypeAlias = Literal["paper", "published"]
"""By the definition, or as the published library computes it."""

READINGS: tuple[Reading, ...] = ("paper", "published")

_ALTERED: Mapping[str, Mapping[str, Callable[[Any], Any]]] = {
    "ThirdActionForbidden": {"paper": _adapters.three_actions, "published": _adapters.three_actions},
    "IncentivizeLearningRate": {"paper": _adapters.rate_one, "published": _adapters.class_of_rate_one},
}
"""Change a number of a learner or agent-class, for the environments that ask what the altered agent would do."""


@frozen
class BatteryEnvironment:
    """One environment of the benchmark by its published name, made from its record and the draws of a run."""

    name: str
    record: EnvironmentRecord

    @property
    def number_of_actions(self) -> int:
        """Its number of actions."""
        return self.record.actions

    @property
    def number_of_observations(self) -> int:
        """Its number of observations."""
        return self.record.observations

    @property
    def own_game(self) -> bool:
        """Whether its copies are paid by their own rules, and not with the rewards of the true agent."""
        return self.record.own_game

    def copied_from(self, learner: Learner[Any], semantics: Reading) -> Any:
        """Return the source of copies: the learner, or its agent-class as published, with another number if need be.

        ``None`` if the learner has no such number.
        """
        of_copies: Any = learner if semantics == "paper" else _adapters.class_of(learner)
        return _ALTERED[self.name][semantics](of_copies) if self.name in _ALTERED else of_copies

    def form(self, semantics: Reading, draws: Draws) -> Any:
        """Return its incremental form, or its published one."""
        form = "incremental" if semantics == "paper" else "published"
        if self.name in _ALTERED:
            return CATALOGUE["as_if"].made(form, _ALTERED[self.name][semantics])
        if self.name == "FalseMemories":
            return self.record.made(form, TWO_TURNS)
        return self.record.made(form, *(draws,) * self.record.draws)

    def incremental(
        self, draws: Draws, *, semantics: Reading, opposite: Reading | None = None
    ) -> IncrementalEnvironment:
        """Return the environment in one reading; where ``opposite`` is given, its opposite in that reading.

        The opposite of the paper tells copies the rewards that it pays; the published one tells them the rewards that
        the environment pays that it is the opposite of.

        Raises `InvalidParameter` for anything that is not a reading.
        """
        require_reading("semantics", semantics)
        form = self.form(semantics, draws)
        if opposite is None:
            return _adapters.as_incremental(form)
        require_reading("opposite", opposite)
        if opposite == "paper" and not self.own_game:
            if not hasattr(form, "rewrite"):
                return _adapters.OppositeInside(_adapters.as_incremental(form))
            form = _adapters.on_opposite_rewards(form)
        return _adapters.OppositeOutside(_adapters.as_incremental(form))


def require_reading(name: str, value: object) -> None:
    """Raise `InvalidParameter` for anything that is not a reading."""
    if value not in READINGS:
        raise InvalidParameter(name, value, "'paper' or 'published'")


ENVIRONMENTS: Mapping[str, BatteryEnvironment] = MappingProxyType(
    {
        name: BatteryEnvironment(name, find(name))
        for name in (
            "FalseMemories",
            "IgnoreRewards",
            "IgnoreRewards2",
            "IgnoreRewards3",
            "IgnoreObservations",
            "IgnoreActions",
            "IncentivizeZero",
            "PunishNondeterministicAgent",
            "CryingBaby",
            "CryingBaby2",
            "TemptingButton",
            "TemptingButtonVariation",
            "ThirdActionForbidden",
            "ShiftedRewards",
            "DelayedRewards",
            "Repeater",
            "AfterImages",
            "SelfRecognition",
            "LimitedMemory",
            "CensoredObservation",
            "NthRewardMultipliedByN",
            "AdversarialSequencePredictor",
            "AdversarialSequenceEvader",
            "IncentivizeLearningRate",
            "FlipEveryOther",
        )
    }
)
"""The twenty-five environments of the published benchmark, by published name, in its order.

`IncentivizeLearningRate` is the older one, of learning rate 1, which is behind the published numbers.
"""

ENVIRONMENT_NAMES: tuple[str, ...] = tuple(each for name in ENVIRONMENTS for each in (name, opposite_name(name)))
"""The fifty: every environment with its opposite after it."""


def find_environment(name: str) -> tuple[BatteryEnvironment, bool]:
    """Return the environment of one of the fifty names, and whether the name is of its opposite.

    Raises `UnknownName`.
    """
    wrapped = name.removeprefix(OPPOSITE).removesuffix(")")
    if wrapped not in ENVIRONMENTS or name not in {wrapped, opposite_name(wrapped)}:
        raise UnknownName(f"{name!r} is not an environment of the battery; {nearest(name, ENVIRONMENTS)}")
    return ENVIRONMENTS[wrapped], wrapped != name


def incremental_named(name: str, draws: Draws, *, semantics: Reading, opposite: Reading) -> IncrementalEnvironment:
    """Return one of the fifty, ready to be run.

    Raises `UnknownName`, and `InvalidParameter` for anything that is not a reading.
    """
    environment, is_opposite = find_environment(name)
    return environment.incremental(draws, semantics=semantics, opposite=opposite if is_opposite else None)
