"""The environments that statements about every environment range over, and learners that report something else."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from formal_rl.agents import Agent, AgentClass, LearnerClass
from formal_rl.agents.learners import WrappedLearner
from formal_rl.environments import CATALOGUE, Environment, EnvironmentRecord, ExtendedEnvironment
from formal_rl.environments.catalogue import GROUPS
from formal_rl.environments.listed import EIGHTHS, TWO_TURNS
from formal_rl.histories import Action, Observation
from formal_rl.on_demand import LazyMapping


@frozen
class NextInTurn(WrappedLearner):
    """The learner that does one more, modulo a number of actions: it stands for an altered learner."""

    number_of_actions: int = 3

    def act(self, state: Any, observation: Observation) -> Action:
        """Return one more than the learner's action."""
        return (self.learner.act(state, observation) + 1) % self.number_of_actions


def next_in_turn(agent: Agent, number_of_actions: int = 3) -> Agent:
    """Return the agent that does one more, modulo a number of actions."""
    return lambda prompt: (agent(prompt) + 1) % number_of_actions


def next_in_turn_class(agent_class: Any) -> AgentClass[Any]:
    """Return the agent-class of a learner that does one more, modulo 3: it stands for one with three actions."""
    return LearnerClass(NextInTurn(agent_class.learner))


@frozen
class RateReadingLearner(WrappedLearner):
    """A learner that gets its learning rate with each observation: whatever a learner may make of its rate."""

    learning_rate: Fraction = field(converter=Fraction)

    def act(self, state: Any, observation: Observation) -> Action:
        """Return the learner's action on seeing the observation together with the rate."""
        return self.learner.act(state, (observation, self.learning_rate))


OWN_RATE = Fraction(1, 5)
"""The learning rate that the learners of the pairs have."""

_ONE_MORE = {"definition": next_in_turn, "incremental": NextInTurn, "published": next_in_turn_class}
"""The altered agent, if a form needs one: one that does one more."""


def compared(record: EnvironmentRecord, form: str = "definition") -> Any:
    """Return a form as it is compared with others: with the library's memories, and draws that show everything."""
    if record.name == "third_action_forbidden":
        return record.made(form, _ONE_MORE[form])
    if record.name == "false_memories":
        return record.made(form, TWO_TURNS)
    return record.made(form, *(EIGHTHS,) * record.draws)


def _listed(name: str) -> Any:
    if name == "as_if":
        return CATALOGUE[name].made("definition", lambda agent: next_in_turn(agent, 2))
    if name == "recognising_conversations":
        from formal_rl.environments.abstract import replying  # noqa: PLC0415 - on demand
        from formal_rl.environments.abstract.conversations import Alphabet  # noqa: PLC0415 - on demand

        return CATALOGUE[name].made("definition", replying, Alphabet("a"))
    if name == "self_insert":
        from formal_rl.transforms import self_insert  # noqa: PLC0415 - on demand

        return self_insert(CATALOGUE["ignore_rewards"].made())
    return CATALOGUE[name].made()


_LISTED = LazyMapping((*CATALOGUE, "self_insert"), _listed)


def _of(names: Iterable[str]) -> Mapping[str, Any]:
    return LazyMapping(names, _LISTED.__getitem__)


def _in_group(group: str) -> list[str]:
    return [name for name, its in GROUPS.items() if its == group]


DOCUMENTED_ENVIRONMENTS: Mapping[str, ExtendedEnvironment] = _of(sorted(_in_group("library")))
"""Those of the published library beyond the papers' own six, by name."""

EXTENDED_ENVIRONMENTS: Mapping[str, ExtendedEnvironment] = _of((*_in_group("papers"), *DOCUMENTED_ENVIRONMENTS))
"""Every extended environment present, by name; those of an altered agent face one that does one more."""

DISTINCT_ENVIRONMENTS: Mapping[str, ExtendedEnvironment] = _of(
    name for name in EXTENDED_ENVIRONMENTS if name != "reverse_history"
)
"""Each of them once: reverse history of 2022 is backward consciousness of 2021 (A21-E9)."""

ABSTRACT_ENVIRONMENTS: Mapping[str, ExtendedEnvironment] = _of(
    sorted({*_in_group("abstract"), "self_insert"} - {"mirror_with_body"})
)
"""The abstract examples made concrete, Newcomb's problem and the thought experiments, by name."""

EVERY_ENVIRONMENT: Mapping[str, ExtendedEnvironment] = _of((*EXTENDED_ENVIRONMENTS, *ABSTRACT_ENVIRONMENTS))
"""Every extended environment that has a name."""

SECTION_3_EXAMPLES: Mapping[str, ExtendedEnvironment] = _of(
    name for name in _in_group("papers") if CATALOGUE[name].source.startswith("A21")
)
"""Those that are examples of Section 3 of the 2021 paper."""

ORDINARY_ENVIRONMENTS: Mapping[str, Environment] = _of(_in_group("ordinary"))
"""Every ordinary environment present, by name, each with two actions."""
